import Care
import HomeFiles
import Recurrence

extension AppointmentLine.Answer {
    var phrase: PhraseKey {
        switch self {
        case .yes: .answerYes
        case .no: .answerNo
        case .stop: .answerStop
        case .again: .answerAgain
        case .louder: .answerLouder
        case .wantToSay: .answerWantToSay
        }
    }
}

extension NoteChoice {
    var phrase: PhraseKey {
        switch self {
        case .sleep: .noteSleep
        case .pain: .notePain
        case .family: .noteFamily
        case .worry: .noteWorry
        case .tooHard: .noteTooHard
        case .coordinator: .noteCoordinator
        }
    }
}

extension BodyPart {
    var phrase: PhraseKey {
        switch self {
        case .head: .bodyHead
        case .mouth: .bodyMouth
        case .neck: .bodyNeck
        case .chest: .bodyChest
        case .belly: .bodyBelly
        case .back: .bodyBack
        case .leftArm: .bodyLeftArm
        case .rightArm: .bodyRightArm
        case .leftLeg: .bodyLeftLeg
        case .rightLeg: .bodyRightLeg
        case .elsewhere: .bodyElsewhere
        }
    }
}

extension Weekday {
    var phrase: PhraseKey {
        switch self {
        case .monday: .dayMonday
        case .tuesday: .dayTuesday
        case .wednesday: .dayWednesday
        case .thursday: .dayThursday
        case .friday: .dayFriday
        case .saturday: .daySaturday
        case .sunday: .daySunday
        }
    }
}
