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
    case keypadLost(name: String)
    case voice(VoiceEvent)
    case care(StationCareEvent)
    case phrasesChanged(Phrases)
    /// How the client and the caregiver of the settings are called now.
    case namesChanged(client: String, caregiver: String)
}

/// What the connection to the service tells a station.
public enum StationCareEvent: Sendable {
    /// The answer of this id will not be lost.
    case recorded(UUID)
    /// It could be kept nowhere.
    case notRecorded(UUID, detail: String)
    case delivered(UUID)
    /// What an earlier run has given out and the service does not have yet; told once, at the start.
    case restored(StationRest)
    /// Somebody was quicker, or the client has taken the request back; the request as it stands.
    case rejected(UUID, detail: String, Request?)
    case connected(openRequests: [Request], openFaults: [Fault], sequence: Int64)
    case journal(JournalEvent)
    case agenda(Agenda)
    case serviceLost(String)
    case serviceBack
}

/// Answers, marks and receipts of an earlier run that are still on their way, each kind in its order.
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

/// What the station's runtime has to do.
public enum StationEffect: Sendable, Equatable {
    case voice(VoiceCommand)
    /// Keep it and send it; answer with `recorded`, then `delivered` or `rejected`.
    case respond(request: UUID, NewResponse)
    case mark(OccurrenceEntry)
    case receipt(reminder: UUID, ReminderReceipt)
    case report(Fault)
    /// Everything of the journal up to this number has been dealt with.
    case acknowledge(Int64)
    /// For staff.
    case log(String)
}
