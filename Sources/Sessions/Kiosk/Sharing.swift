public import Care
public import Scanning
public import Time

/// What a client's session may do at a kiosk that several clients share; at a kiosk of their own it always `uses`.
public enum KioskTurn: Sendable, Equatable {
    /// Somebody else has the kiosk: nothing is said or scanned, and what happens waits to be told.
    case waits
    /// Nobody has a board open: what waits is told.
    case tells
    /// The client has the kiosk.
    case uses
}

/// What a shared kiosk tells one of its sessions.
public enum KioskSharing: Sendable, Equatable {
    /// The session's turn changes. What is running is put back where it ends.
    case turn(KioskTurn)
    /// The client was chosen, or is next: what waits is told, then the board is scanned, without another press.
    ///
    /// - Parameter name: What is said first, so that everybody hears whose board it is; `nil` says nothing.
    case opened(name: String?)
    /// A press that another session is given. Only hammering, which may have begun before, is made of it.
    case overheard(SwitchEdge)
    /// The switch that all share has been hammered since then: what was chosen meanwhile was not meant.
    case unmeant(since: Instant)
    /// Help is called at once, also while somebody else has the kiosk.
    ///
    /// - Parameter say: The words in place of the client's own, where nobody knows who calls.
    case help(say: String?)
    /// A fault of what all share began, or is over (`nil`): the caregivers of each client have to know.
    case machineFault(FaultKind, detail: String?)
    /// Somebody else who was to share the kiosk cannot: the text says why.
    case refused(String)
    /// The screen shows this session now.
    case showAnew
}

/// What a session without the kiosk was pressed for.
enum WantedTurn: Sendable {
    /// Its board.
    case board(FilteredPress)
    /// A call for help: the key, or what began then.
    case help
    case countdown(since: Instant)
}

/// A session's part in a shared kiosk.
struct Sharing: Sendable {
    var turn = KioskTurn.uses
    var wanted: WantedTurn?
    /// Whether it says what is wrong with the switches and the sound; the caregivers hear it in any case.
    var tellsOfMachine = true
    /// Whether it asks "Who is it?": its items are the clients.
    var isDoor = false
    /// The item that was chosen at the door.
    var chosen: String?
    /// When it lost the kiosk last.
    var putBackAt: Instant?
    /// When the service was told last that the client is here.
    var lastUse: Instant?
    /// Help was called at the door, by nobody knows whom.
    var callsHelp = false

    /// Whether it lost the kiosk after a press had begun.
    func wasPutBack(after began: Instant) -> Bool { putBackAt.map { began < $0 } ?? false }
}
