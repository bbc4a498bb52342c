import Activities
import Care
import Encouragement
import FoundationEssentials
import Recurrence
import Speech
import Spelling
import Time

/// A sequence of things that are said and waited for: it acts on a choice, or announces something.
struct Script: Sendable {
    enum Step: Sendable {
        /// Said to its end.
        case say(Words)
        /// Waits until the request is on disk.
        case recorded(UUID)
        /// Says that the request was heard, if that is already known.
        case sayHeard(UUID)
        /// Says that the kiosk will keep trying, if nobody can be reached: once, and for urgent requests each
        /// time.
        case sayKeepTrying(isUrgent: Bool)
        /// Opens with its own sound; a press in it is the answer.
        case window(Question, length: Duration)
        /// Said to its end; a press meanwhile is the answer.
        case countdown(Words, Question)
        /// Calls for help now.
        case callHelp
        /// The proposal is on disk: drops the text spelled for it.
        case proposalKept(ProposalDraft)
        /// The journal's event has been told.
        case acknowledge(Int64)
        /// Says what is due, in the words that are true then.
        case remind
        /// The reminders have been told.
        case reminded
        /// It is the sentence of the day from now on.
        case saysDaily(Encouragement, CalendarDay)
    }

    /// What to say, before it has an id.
    struct Words: Sendable, Equatable {
        var voice: VoiceRole
        var kind: UtteranceKind
        var precedence: Precedence
        var parts: [SpeechPart]
        /// BCP 47; `nil` for that of the phrases, or of the first board.
        var language: String?
    }

    /// What a press in a window means.
    enum Question: Sendable {
        /// "Press to undo.", after a request.
        case takeBack(NewRequest)
        /// "Press if you still need it." / "Press to ask again."
        case askAgain(NewRequest)
        /// "Press to stop."
        case stopHelp
        /// "Press if you have done it."
        case markDone(RoutineOccurrence)
        /// "Press to begin.", an exercise that the client was given.
        case begin(RoutineOccurrence)
        /// The same, of an appointment to which no exercise leads, by its id.
        case meet(UUID)
        /// "Press to undo.", after a mark.
        case unmark(OccurrenceEntry, RoutineOccurrence)
        /// "Press to propose it."
        case propose(ProposalDraft)
        /// "Press to undo.", which restores the spelled text.
        case restoreSpelling(SpelledText)
        /// "Dr Kim is here. Press to join.", by the assignment's occurrence.
        case join(String)
        /// The same, where what belongs to it has not been opened, by the appointment.
        case come(UUID)
        /// "How was it? Press to answer.", by the assignment's occurrence.
        case tellMood(String)

        /// Whether a press undoes what was just done.
        var takesBack: Bool {
            switch self {
            case .takeBack, .unmark, .restoreSpelling: true
            case .askAgain, .stopHelp, .markDone, .begin, .meet, .propose, .join, .come, .tellMood: false
            }
        }

        /// What it reminds of: that is still to be done where nobody answers.
        var reminded: RoutineOccurrence? {
            switch self {
            case .markDone(let occurrence), .begin(let occurrence): occurrence
            case .takeBack, .askAgain, .stopHelp, .meet, .unmark, .propose, .restoreSpelling, .join,
                .come, .tellMood:
                nil
            }
        }

        /// Whether the keypad's digit that led to it answers it, too. Undo has 0. Announcements have no
        /// digit, because digits belong to the board.
        var isAnsweredByItsDigit: Bool {
            switch self {
            case .propose: true
            case .takeBack, .askAgain, .stopHelp, .markDone, .begin, .meet, .unmark, .restoreSpelling, .join,
                .come, .tellMood:
                false
            }
        }
    }

    /// What the scanner does when the script has ended.
    enum Ending: Sendable {
        /// Continues where it was.
        case goOn
        /// The same, with what has just been reached celebrated first.
        case goOnCelebrating
        /// Opens a level below the choice.
        case open(KioskLevel)
        /// Returns to an open level, at its first item.
        case reopen(KioskLevel)
        /// Goes on in a level, whether or not the client was choosing.
        case enter(KioskLevel)
        /// The open exercise gets an event.
        case exercise(ExercisePlay.Event)
    }

    /// The request that it is about, if any.
    var request: UUID?
    /// Acts on a choice of the client: it goes before all waiting announcements.
    var isChoice = false
    /// An announcement that is worth interrupting scanning for.
    var isUrgent = false
    /// Replaced by any later announcement about the same request; an answer only by the next answer.
    var isPassing = false
    /// Tells a caregiver's answer: "Still waiting" never replaces it.
    var isAnswer = false
    /// What the client's screen shows while its words are spoken.
    var answer: Screen.Answer?
    /// The reward that it celebrates: it waits for a calm moment, and a press ends it.
    var celebrates: UUID?
    /// What the client's screen shows of that, if there is one.
    var celebration: Screen.Celebration?
    /// What it tells of whether a chore counts: it waits for a calm moment, too, and a press ends it.
    var answersChore: ChoreAnswer?
    /// The sentence of the day: it waits for a calm moment, as a reward does.
    var isDaily = false
    /// What somebody says to the client: it waits for a calm moment in which the client does nothing else, and a press ends it.
    var words: ClientWords?
    /// Whether a press ends its words, and it goes on.
    var endsByPress = false
    /// What the client's screen shows while its words are spoken.
    var saying: Screen.Saying?
    /// The id of what a provider has written, where its words are that.
    var note: UUID?
    /// Holds only while the request is in one of these states; empty if it always holds.
    var holdsIn: Set<RequestState> = []
    var steps: [Step]
    var ending = Ending.goOn
    /// Whether its words invite to a press.
    var asks: Bool { steps.contains { if case .window = $0 { true } else { false } } }
    /// The exercise of which it asks whether it is to be begun.
    var toBegin: RoutineOccurrence? {
        for case .window(.begin(let occurrence), _) in steps { return occurrence }
        return nil
    }
    /// How often in a row its words were begun but not heard to their end.
    var attempts = 0
    /// The journal events that it tells, so that none is forgotten when it is dropped.
    var sequence: Int64?
    /// The reminders that it has not told yet, all of one occurrence.
    var reminders: [KnownReminder] = []
    var isReminder = false
    /// Nobody needs it any more once it is interrupted.
    var isForTheMoment = false

    /// Whether it is restarted until it was heard to its end.
    var mustBeHeard: Bool { sequence != nil || !reminders.isEmpty || isDaily }
    /// Whether it is said only while nothing else goes on, and a press ends it.
    var waitsForCalm: Bool { celebrates != nil || answersChore != nil || isDaily || words != nil }
}

/// The current wait of a running script.
enum ScriptWait: Sendable {
    /// Until this utterance was heard, or the limit is over.
    case utterance(UtteranceID, limit: Instant)
    case recorded(UUID, limit: Instant)
    /// The window's sound has been requested.
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
