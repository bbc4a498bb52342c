public import Boards
public import Care
public import FoundationEssentials
public import HomeFiles
public import Scanning
public import Speech
public import Time

/// Everything that can happen to a client's kiosk, in one order.
public enum KioskEvent: Sendable {
    /// The first event. `expectsSwitch` is false where no switch was asked for.
    case started(expectsSwitch: Bool)
    /// The time that `nextWake` named has come.
    case wake
    case edge(SwitchEdge)
    case switchArrived(id: Int, name: String)
    case switchLost(id: Int, name: String)
    /// A key was found down, at the opening of its device or after events were lost: it chooses nothing.
    case switchFoundDown(SwitchEdge.Source, at: Instant)
    /// Such a key is up.
    case switchFoundUp(SwitchEdge.Source)
    case switchBattery(id: Int, name: String, BatteryReading)
    case voice(VoiceEvent)
    case care(KioskCareEvent)
    case boardsChanged(BoardSet)
    /// A changed board or phrase file has mistakes; the old ones stay. The text says where.
    case filesRefused(String)
    case phrasesChanged(Phrases)
    /// How the client and the caregiver of the settings are called now.
    case namesChanged(client: String, caregiver: String)
    /// The files with what can be proposed have changed. Where the home's own have mistakes, the text says where; what ships is
    /// in their place then.
    case proposalMeansChanged(ProposalMeans, refused: String? = nil)
    /// Staff have changed how the board is scanned.
    case scanningChanged(ScanParameters, HomeSettings.Tuning)
    /// The scan time was fitted to the presses by itself, on that day (since 1970-01-01).
    case paceFitted(Duration, on: Int)
    /// A touch on the client's screen.
    case tap(ScreenTap)
}

/// What the connection to the service tells a kiosk.
public enum KioskCareEvent: Sendable {
    /// Of an earlier run, what has not reached the service yet: requests, marks, proposals, and which reminders were told.
    case restored(
        [NewRequest], marks: [OccurrenceEntry] = [], proposals: [NewNeedProposal] = [], told: Set<UUID> = [])
    /// The request or answer of this id is on disk: it will not be lost.
    case recorded(UUID)
    /// It could be stored nowhere.
    case notRecorded(UUID, detail: String)
    case delivered(UUID)
    /// The service will never take it; the request as it stands there, if it does.
    case rejected(UUID, detail: String, Request?)
    /// The kiosk's own store cannot be written; requests still go straight to the service.
    case storeFailed(String)
    case storeRestored
    /// - Parameter client: Whom this kiosk serves, as the home knows; `nil` where the service does not say.
    case connected(
        openRequests: [Request], openFaults: [Fault], sequence: Int64, client: String? = nil)
    case journal(JournalEvent)
    /// All up to this number has been told; what was another client's was left out.
    case caughtUp(sequence: Int64)
    case agenda(Agenda)
    case serviceLost(String)
    case serviceBack
}

/// What the kiosk's runtime has to do.
public enum KioskEffect: Sendable, Equatable {
    case voice(VoiceCommand)
    /// Store it and send it; answer with `recorded` or `notRecorded`.
    case ask(NewRequest)
    case respond(request: UUID, NewResponse)
    /// Store it and send it; answer with `recorded` or `notRecorded`.
    case propose(NewNeedProposal)
    case mark(OccurrenceEntry)
    case receipt(reminder: UUID, ReminderReceipt)
    case report(Fault)
    /// Keep it for tuning; nothing waits for it.
    case observed(PressRecord)
    /// Keep it over a restart.
    case keepPace(Pace)
    /// Everything of the journal up to this number has been dealt with.
    case acknowledge(Int64)
    /// The client's screen is this from now on; what it was does not matter any more.
    case show(Screen)
    /// For staff.
    case log(String)
}
