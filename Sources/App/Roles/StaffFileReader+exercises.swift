import Boards
public import Exercises
import Foundation
public import HomeFiles
public import StaffFiles

extension StaffFileReader {
    /// More files are a mistake: nobody scans so long a list.
    private static let mostExercises = 200

    /// An exercise, and the file in which it stands.
    struct ExerciseFile {
        var path: String
        var exercise: Exercise
    }

    /// What a client may do, the usual one first and the others in the order of the files' names: the home's exercises in a language, without those that their breathing does not
    /// allow. A home without a folder for them has those that ship.
    ///
    /// A file with mistakes is left out and told, and no older or shipped one takes its place: it might have what somebody has taken out with
    /// good reason.
    ///
    /// - Parameter language: That of the first board (BCP 47).
    public func exercises(
        _ settings: HomeSettings, in language: String, _ findings: inout [Finding]
    ) -> [Exercise] {
        exerciseFiles(&findings).map(\.exercise)
            .filter { $0.isIn(language) && settings.breathing.allows($0) }
            .map { $0.from(settings.breathingRate) }
    }

    /// The same in the language of the first board; and the mistakes.
    func exercises(_ settings: HomeSettings, for boards: BoardSet) -> ([Exercise], [Finding]) {
        var findings: [Finding] = []
        let language = boards.boards[boards.start]?.language ?? "en"
        let exercises = exercises(settings, in: language, &findings)
        return (exercises, findings.filter { $0.severity == .error })
    }

    /// All of them, in every language, in the order of lists.
    func exerciseFiles(_ findings: inout [Finding]) -> [ExerciseFile] {
        let isOwn = FileManager.default.fileExists(atPath: home.exercisesFolder)
        let (folder, root) = isOwn ? (home.exercisesFolder, home.path) : (share.exercisesFolder, share.folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let files = names.filter(HomeFilePlace.isName).sorted()
        let log = FindingLog(file: folder)
        if files.count > Self.mostExercises {
            log.error(
                "\(files.count) exercises: at most \(Self.mostExercises) are read, so take some files away",
                at: .start)
            findings += log.findings
        }
        let reader = ExerciseReader(
            loader: StaffFileLoader { path, limit in HomeFolder.read(path, limit: limit) },
            languages: languages)
        var read: [ExerciseFile] = []
        for name in files.prefix(Self.mostExercises) {
            let path = "\(folder)/\(name)"
            guard let exercise = exercise(path, root, isOwn ? home.boardsFolder : nil, reader, &findings)
            else { continue }
            guard
                let same = read.first(where: {
                    $0.exercise.id == exercise.id && $0.exercise.isIn(exercise.language)
                })
            else {
                read.append(ExerciseFile(path: path, exercise: exercise))
                continue
            }
            findings += Self.sameExercise(
                exercise, in: URL(fileURLWithPath: same.path).lastPathComponent, file: path)
        }
        return read.filter { $0.exercise.id == Exercise.usual }
            + read.filter { $0.exercise.id != Exercise.usual }
    }

    /// That another file has an exercise under the same word.
    ///
    /// - Parameter other: The other file's name.
    static func sameExercise(_ exercise: Exercise, in other: String, file path: String) -> [Finding] {
        let log = FindingLog(file: path)
        log.error(
            "`exercise: \(exercise.id)` in this language stands in \(other) already: write another word, or delete one of the files",
            at: .start)
        return log.findings
    }

    private func exercise(
        _ path: String, _ root: String, _ pictures: String?, _ reader: ExerciseReader,
        _ findings: inout [Finding]
    ) -> Exercise? {
        switch HomeFolder.read(path, limit: StaffFileLimits.bytes + 1) {
        case .success(let bytes):
            let (exercise, found) = reader.read(bytes, file: path, root: root, pictures: pictures)
            findings += found
            return exercise
        case .failure(let failure):
            findings += failure.findings(of: path)
            return nil
        }
    }
}

extension Exercise {
    /// The sounds and pictures that it names.
    var files: [String] {
        let words = steps.compactMap { step in
            switch step.action {
            case .say(let words), .press(let words): words
            case .breathe, .pause, .play, .listen: nil as Exercise.Words?
            }
        }
        let pictures =
            steps.compactMap(\.picture) + [symbol].compactMap(\.self).filter(FileKind.isPicturePath)
        return ([instructions] + words).compactMap(\.recording) + pictures
    }
}
