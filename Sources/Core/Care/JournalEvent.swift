public import FoundationEssentials

/// One entry of the service's journal, as the event stream tells it.
public struct JournalEvent: Codable, Sendable, Equatable {
    /// What happened.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        // A request's states.
        case asked
        case heard
        case onTheWay = "on_the_way"
        case met
        case declined
        case cancelled
        // What time brings, each told once.
        /// Nobody has answered for the escalation time; `request.escalation` counts them.
        case escalated
        /// The client is told that the request is still waiting; `minutes` says how long.
        case stillWaiting = "still_waiting"
        /// The client is asked whether to ask again; `minutes` says how long it has waited.
        case askAgain = "ask_again"
        // Faults.
        case fault
        // Needs and routines. What else has changed with them, `GET /agenda` tells.
        /// A need was made, changed or taken away.
        case needChanged = "need_changed"
        case proposed
        case proposalDecided = "proposal_decided"
        case routineChanged = "routine_changed"
        /// Something was done, skipped, noted or undone, or it is due or missed by now.
        case occurrenceChanged = "occurrence_changed"
        /// A reminder is to be told.
        case reminder
        case requestNoted = "request_noted"
    }

    /// Strictly rising; the `id` of the event stream. 0 for a fault that could not be stored.
    public var sequence: Int64
    public var at: Date
    public var kind: Kind
    /// The request after the change; absent for faults.
    public var request: Request?
    public var fault: Fault?
    public var proposal: NeedProposal?
    public var occurrence: RoutineOccurrence?
    public var reminder: Reminder?
    /// How long the request has waited, in whole minutes of its own clock (rounded down).
    public var minutes: Int?
    /// Whether the service was down when this was due.
    public var isLate: Bool
    /// Whether something of it could not be read, and was left out; in no JSON.
    public var isIncomplete = false

    public init(
        sequence: Int64, at: Date, kind: Kind, request: Request? = nil, fault: Fault? = nil,
        proposal: NeedProposal? = nil, occurrence: RoutineOccurrence? = nil, reminder: Reminder? = nil,
        minutes: Int? = nil, isLate: Bool = false
    ) {
        self.sequence = sequence
        self.at = at
        self.kind = kind
        self.request = request
        self.fault = fault
        self.proposal = proposal
        self.occurrence = occurrence
        self.reminder = reminder
        self.minutes = minutes
        self.isLate = isLate
    }

    enum CodingKeys: String, CodingKey {
        case sequence, at, kind, request, fault, proposal, occurrence, reminder, minutes
        case isLate = "late"
    }

    /// Reads what can be read: who hears of it may still act, and what there is now can be fetched.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var isWhole = true
        func readIfPresent<Value: Decodable>(_ key: CodingKeys) -> Value? {
            do { return try container.decodeIfPresent(Value.self, forKey: key) } catch {
                isWhole = false
                return nil
            }
        }
        self.init(
            sequence: try container.decode(Int64.self, forKey: .sequence),
            at: try container.decode(Date.self, forKey: .at),
            kind: try container.decode(Kind.self, forKey: .kind), request: readIfPresent(.request),
            fault: readIfPresent(.fault), proposal: readIfPresent(.proposal),
            occurrence: readIfPresent(.occurrence), reminder: readIfPresent(.reminder),
            minutes: readIfPresent(.minutes), isLate: readIfPresent(.isLate) ?? false)
        isIncomplete = !isWhole
    }
}

extension JournalEvent.Kind {
    /// Whether it says that somebody calls, or that nobody has answered.
    public var isCall: Bool {
        switch self {
        case .asked, .escalated: true
        case .heard, .onTheWay, .met, .declined, .cancelled, .stillWaiting, .askAgain, .fault, .needChanged,
            .proposed, .proposalDecided, .routineChanged, .occurrenceChanged, .reminder, .requestNoted:
            false
        }
    }
}
