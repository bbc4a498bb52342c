import Care
import FoundationEssentials
import Speech
import Spelling
import Time

/// A few things that are said and waited for one after another: acting on a choice, or an announcement.
struct Script: Sendable {
    enum Step: Sendable {
        /// Said to its end.
        case say(Words)
        /// Until the request is on disk; what follows is said only then.
        case recorded(UUID)
        /// Says that the request was heard, if that is known by now.
        case sayHeard(UUID)
        /// Says that the kiosk will keep trying, if nobody can be reached: once, and of what is urgent each time.
        case sayKeepTrying(isUrgent: Bool)
        /// Opens with its own sound; a press in it is the answer.
        case window(Question, length: Duration)
        /// Said to its end; a press meanwhile is the answer.
        case countdown(Words, Question)
        /// Calls for help now.
        case callHelp
        /// The proposal is on disk: what was spelled for it is used up.
        case proposalKept(ProposalDraft)
        /// The journal's event has been told.
        case acknowledge(Int64)
        /// Says what is due, in the words that are true then.
        case remind
        /// The reminders have been told.
        case reminded
    }

    /// What to say, before it has an id.
    struct Words: Sendable, Equatable {
        var voice: VoiceRole
        var kind: UtteranceKind
        var precedence: Precedence
        var parts: [SpeechPart]
    }

    /// What a press in a window means.
    enum Question: Sendable {
        /// "Press to take it back."
        case takeBack(NewRequest)
        /// "Press if you still need it." / "Press to ask again."
        case askAgain(NewRequest)
        /// "Press to stop."
        case stopHelp
        /// "Press if you have done it."
        case markDone(RoutineOccurrence)
        /// "Press to take it back." of what was marked.
        case unmark(OccurrenceEntry, RoutineOccurrence)
        /// "Press to propose it."
        case propose(ProposalDraft)
        /// "Press to take it back": what was spelled comes back.
        case restoreSpelling(SpelledText)

        /// Whether a press takes back what was done just now.
        var takesBack: Bool {
            switch self {
            case .takeBack, .unmark, .restoreSpelling: true
            case .askAgain, .stopHelp, .markDone, .propose: false
            }
        }

        /// Whether the digit of a keypad that has led to it answers it, too. What takes back has 0; and of what is only
        /// announced no digit is known: digits are the board's.
        var isAnsweredByItsDigit: Bool {
            switch self {
            case .propose: true
            case .takeBack, .askAgain, .stopHelp, .markDone, .unmark, .restoreSpelling: false
            }
        }
    }

    /// What the scanner does when the script has ended.
    enum Ending: Sendable {
        /// On from where it stood.
        case goOn
        /// Into a level below the choice.
        case open(KioskLevel)
        /// Back into a level that is open, from its first item on.
        case reopen(KioskLevel)
    }

    /// The request that it speaks of, if it does.
    var request: UUID?
    /// Acts on a choice of the client's: goes before all that waits.
    var isChoice = false
    /// An announcement that is worth interrupting scanning for.
    var isUrgent = false
    /// Overtaken by whatever is announced of the same request later; an answer only by the next answer.
    var isPassing = false
    /// Tells what a caregiver has answered: "Still waiting" never takes its place.
    var isAnswer = false
    /// Only true while the request is in one of these states; empty where it stays true.
    var holdsIn: Set<RequestState> = []
    var steps: [Step]
    var ending = Ending.goOn
    /// How often in a row its words were begun and not heard to their end.
    var attempts = 0
    /// The journal events that it tells, so that none is forgotten when it is dropped.
    var sequence: Int64?
    /// What it reminds of and has not told yet, all of one occurrence.
    var reminders: [KnownReminder] = []
    var isReminder = false

    /// Whether it is begun anew until it was heard to its end.
    var mustBeHeard: Bool { sequence != nil || !reminders.isEmpty }
}

/// Where a running script stands.
enum ScriptWait: Sendable {
    /// Until this utterance was heard, or the limit has passed.
    case utterance(UtteranceID, limit: Instant)
    case recorded(UUID, limit: Instant)
    /// The window's sound has been asked for.
    case opening(UtteranceID, Script.Question, length: Duration, limit: Instant)
    case window(Script.Question, opened: Instant, until: Instant)
    /// Words in which a press is the answer; `opened` when they are heard.
    case countdown(UtteranceID, Script.Question, opened: Instant?, limit: Instant)

    var deadline: Instant {
        switch self {
        case .utterance(_, let limit), .recorded(_, let limit), .opening(_, _, _, let limit),
            .countdown(_, _, _, let limit):
            limit
        case .window(_, _, let until): until
        }
    }
}
