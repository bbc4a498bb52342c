import Activities
import Exercises
import HomeFiles
import Scanning
import Speech

/// The choices in the list of exercises, and while one pauses.
enum ExerciseChoice: Sendable {
    /// By the exercise's id.
    case open(String)
    case paused(ExercisePlay.Choice)
}

extension LevelMaker {
    static let exercisesID = "exercises"
    static let pausedExerciseID = "paused exercise"

    /// What the client may do; where one pauses, that is said when it is scanned.
    var exerciseList: KioskLevel {
        var level = KioskLevel(
            scan: ScanLevel(
                id: Self.exercisesID, choices: exercises.map(\.id), back: parameters.backItem),
            contents: [:], cues: [ScanLevel.backID: [.text(phrases[.goBack])]], isLive: true)
        for exercise in exercises {
            level.contents[exercise.id] = .exercise(.open(exercise.id))
            level.cues[exercise.id] = [.text(exercise.name)]
        }
        return paged(level)
    }

    /// What can be done while an exercise pauses: to stop comes first, and is the way back.
    var pausedExercise: KioskLevel {
        let choices = ExercisePlay.Choice.allCases
        var level = KioskLevel(
            scan: ScanLevel(
                id: Self.pausedExerciseID, items: choices.map { ScanItem(id: $0.rawValue) }, isQuestion: true),
            contents: [:], cues: [:])
        for choice in choices {
            level.contents[choice.rawValue] = .exercise(.paused(choice))
            level.cues[choice.rawValue] = [.text(phrases[choice.phrase])]
        }
        return level
    }
}

extension ExercisePlay.Choice {
    fileprivate var phrase: PhraseKey {
        switch self {
        case .stop: .choiceExerciseStop
        case .goOn: .choiceExerciseGoOn
        case .again: .choiceExerciseAgain
        case .fromBeginning: .choiceExerciseAnew
        }
    }
}
