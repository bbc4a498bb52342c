import Boards
import Care
import FoundationEssentials
import Scanning
import Speech

/// A level of the scan together with what its items mean.
struct KioskLevel: Sendable {
    enum Content: Sendable {
        case item(BoardItem)
        /// A row of the grid, in the order in which it is scanned.
        case row([BoardItem])
        /// "Yes" to an item that asks for confirmation.
        case confirmed(BoardItem)
        /// An entry in the list of open requests.
        case openRequest(UUID)
        /// A call that is done, or could not be met.
        case endedCall(LedgerEntry)
        case askAgain(NewRequest)
        case makeUrgent(NewRequest)
        case neverMind(UUID)
        /// An entry in the list of what is planned, by its id.
        case occurrence(String)
        /// An answer to what is planned.
        case mark(String, OccurrenceChange)
        /// A choice on the way to a proposal.
        case proposing(ProposingChoice)
        /// A choice in a list of chores, points, rewards or people.
        case household(HouseholdChoice)
        /// A choice in the list of exercises, or while one pauses.
        case exercise(ExerciseChoice)
        /// A choice in the list of assignments, or in what follows from one.
        case activity(ActivityChoice)
        /// A choice in the list of goals, or on the way to a new one.
        case goal(GoalChoice)
        /// A choice in the list of encouragement, or after one was heard.
        case encouragement(EncouragementChoice)
        /// The next page on a keypad.
        case more(KioskLevel)
    }

    /// A choice for an occurrence of the client's own.
    enum OccurrenceChange: Sendable, Equatable {
        case done, skipped, undone
        /// One more part of a chore is done.
        case partDone
        /// The client takes a chore that nobody has.
        case claimed
        /// The client asks somebody else to do it: a person's id.
        case offered(String)
        /// Nobody is to be asked any more.
        case offerUndone
        /// Yes and no to somebody who asks the client to do it.
        case accepted, refused
    }

    var scan: ScanLevel
    var contents: [String: Content]
    /// The words of scanning, by the item's id.
    var cues: [String: [SpeechPart]]
    /// Whether its content can change: a list of requests or of the plan, or a group to which caregivers have
    /// added.
    var isLive = false
    /// The number of columns, if its board sets it.
    var columns: Int?
}
