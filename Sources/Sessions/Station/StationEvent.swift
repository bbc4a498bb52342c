public import Care
public import FoundationEssentials
public import HomeFiles
public import Scanning
public import Speech

/// Everything that can happen at a caregivers' station, in one order.
public enum StationEvent: Sendable {
    /// The time that `nextWake` named has come.
    case wake
    case edge(SwitchEdge)
    case keypadArrived(name: String)
    case keypadLost(id: Int, name: String)
    /// What a keypad says of its battery.
    case keypadBattery(id: Int, name: String, BatteryReading)
    case voice(VoiceEvent)
    case care(StationCareEvent)
    case phrasesChanged(Phrases)
    /// Somebody at a page wants to hear whether this station works.
    case trial(Trial)
    /// The names of the settings' client and caregiver have changed.
    case namesChanged(client: String, caregiver: String)
    /// How often calls and reminders are repeated, and what else is told, has changed.
    case alertsChanged(HomeSettings.Alerts)
    /// Changed files have mistakes, and the old ones stay: the text says where. `nil`: they are in use.
    case filesRefused(String?)
    /// What the service has was asked for. The text says why it is not in use: mistakes in it, files of it that can no longer be read here, or a full
    /// disk.
    case contentsFetched(refused: String?)
}

/// What the connection to the service tells a station.
public enum StationCareEvent: Sendable {
    /// The answer of this id will not be lost.
    case recorded(UUID)
    /// It could not be stored.
    case notRecorded(UUID, detail: String)
    case delivered(UUID)
    /// Undelivered commands of an earlier run; sent once, at the start.
    case restored(StationRest)
    /// Somebody was quicker, or the client has cancelled the request; with the request as it is.
    case rejected(UUID, detail: String, Request?)
    case connected(openRequests: [Request], openFaults: [Fault], sequence: Int64)
    case journal(JournalEvent)
    case agenda(Agenda)
    case serviceLost(String)
    case serviceBack
}

/// Undelivered answers, marks and receipts of an earlier run, each kind in its order.
public struct StationRest: Sendable {
    public var answers: [(request: UUID, response: NewResponse)]
    public var marks: [OccurrenceEntry]
    public var receipts: [(reminder: UUID, receipt: ReminderReceipt)]

    public init(
        answers: [(request: UUID, response: NewResponse)] = [], marks: [OccurrenceEntry] = [],
        receipts: [(reminder: UUID, receipt: ReminderReceipt)] = []
    ) {
        self.answers = answers
        self.marks = marks
        self.receipts = receipts
    }
}

/// An action for the station's runtime.
public enum StationEffect: Sendable, Equatable {
    case voice(VoiceCommand)
    /// Store it and send it; answer with `recorded`, then `delivered` or `rejected`.
    case respond(request: UUID, NewResponse)
    case mark(OccurrenceEntry)
    case receipt(reminder: UUID, ReminderReceipt)
    case report(Fault)
    /// Everything in the journal up to this number has been handled.
    case acknowledge(Int64)
    /// For staff.
    case log(String)
}
