public import FoundationEssentials

/// What a kiosk sends when the client has asked: the body of `POST /requests`.
public struct NewRequest: Codable, Sendable, Equatable, Identifiable {
    /// Made once, at the press (UUID version 7), so that sending it twice makes one request.
    public var id: UUID
    /// The client's id in the home, e.g. `maria`.
    public var client: String
    /// The client's name as it is spoken, e.g. `Maria`.
    public var clientName: String
    /// The item's id on its board, e.g. `water`.
    public var need: String
    /// The item's label, as shown.
    public var label: String
    /// How a sentence names the need: "asks for *water*", "your *water* is done".
    public var called: String
    /// What the client's main voice said.
    public var say: String
    /// An emoji, or the path of a picture below the folder of the boards; what it can be drawn by.
    public var symbol: String?
    public var priority: Priority
    /// When the switch was pressed, by the kiosk's clock.
    public var askedAt: Date
    /// The earlier request that this one asks for again.
    public var asksAgain: UUID?

    public init(
        id: UUID, client: String, clientName: String, need: String, label: String, called: String,
        say: String, symbol: String? = nil,
        priority: Priority, askedAt: Date, asksAgain: UUID? = nil
    ) {
        self.id = id
        self.client = client
        self.clientName = clientName
        self.need = need
        self.label = label
        self.called = called
        self.say = say
        self.symbol = symbol
        self.priority = priority
        self.askedAt = askedAt
        self.asksAgain = asksAgain
    }

    enum CodingKeys: String, CodingKey {
        case id, client, need, label, called, say, symbol, priority
        case clientName = "client_name"
        case askedAt = "asked_at"
        case asksAgain = "asks_again"
    }
}

/// One asking of a need, as the service keeps it.
public struct Request: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var client: String
    public var clientName: String
    public var need: String
    public var label: String
    public var called: String
    public var say: String
    /// As `NewRequest` has it.
    public var symbol: String?
    public var priority: Priority
    public var state: RequestState
    /// When the switch was pressed, by the kiosk's clock; `receivedAt` where `isTimeOfArrival`.
    public var askedAt: Date
    /// Whether the kiosk's time could not be used.
    @PresentIfTrue public var isTimeOfArrival: Bool
    /// When the service stored it; later than `askedAt` by the time that the service was away.
    public var receivedAt: Date
    /// When the state last changed.
    public var changedAt: Date
    /// Who set the state: a caregiver's name, or the client's.
    public var changedBy: String?
    /// Why it was declined, or `undo` where the client took it back at once.
    public var reason: String?
    public var asksAgain: UUID?
    /// How often it was escalated for lack of an answer.
    public var escalation: Int
    /// The ids of the people whom its way has reached so far (`CallPath`); `nil`: everybody.
    public var reaches: [String]?
    /// While somebody is on the way: when it sounds again unless it is done by then; `nil`: never.
    public var claimLapsesAt: Date?
    /// The journal's sequence number of the last change.
    public var sequence: Int64
    /// Whether parts of it could not be read: these are empty, its priority is urgent and its state open, so
    /// that somebody goes to see.
    @PresentIfTrue public var isUnreadable: Bool

    public init(
        id: UUID, client: String, clientName: String, need: String, label: String, called: String,
        say: String, symbol: String? = nil,
        priority: Priority, state: RequestState, askedAt: Date, isTimeOfArrival: Bool = false,
        receivedAt: Date, changedAt: Date,
        changedBy: String? = nil, reason: String? = nil, asksAgain: UUID? = nil, escalation: Int = 0,
        reaches: [String]? = nil, claimLapsesAt: Date? = nil, sequence: Int64, isUnreadable: Bool = false
    ) {
        self.id = id
        self.client = client
        self.clientName = clientName
        self.need = need
        self.label = label
        self.called = called
        self.say = say
        self.symbol = symbol
        self.priority = priority
        self.state = state
        self.askedAt = askedAt
        self.isTimeOfArrival = isTimeOfArrival
        self.receivedAt = receivedAt
        self.changedAt = changedAt
        self.changedBy = changedBy
        self.reason = reason
        self.asksAgain = asksAgain
        self.escalation = escalation
        self.reaches = reaches
        self.claimLapsesAt = claimLapsesAt
        self.sequence = sequence
        self.isUnreadable = isUnreadable
    }

    enum CodingKeys: String, CodingKey {
        case id, client, need, label, called, say, symbol, priority, state, reason, escalation, reaches
        case sequence
        case clientName = "client_name"
        case askedAt = "asked_at"
        case receivedAt = "received_at"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
        case asksAgain = "asks_again"
        case claimLapsesAt = "claim_lapses_at"
        case isTimeOfArrival = "time_is_arrival"
        case isUnreadable = "unreadable"
    }

    /// Reads the readable parts. Throws only if the id cannot be read, because then nobody could answer it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var isWhole = true
        func read<Value: Decodable>(_ key: CodingKeys, or missing: Value) -> Value {
            do { return try container.decode(Value.self, forKey: key) } catch {
                isWhole = false
                return missing
            }
        }
        func readIfPresent<Value: Decodable>(_ key: CodingKeys) -> Value? {
            do { return try container.decodeIfPresent(Value.self, forKey: key) } catch {
                isWhole = false
                return nil
            }
        }
        let receivedAt = read(.receivedAt, or: CareJSON.times.lowerBound)
        self.init(
            id: try container.decode(UUID.self, forKey: .id), client: read(.client, or: ""),
            clientName: read(.clientName, or: ""), need: read(.need, or: ""), label: read(.label, or: ""),
            called: read(.called, or: ""), say: read(.say, or: ""), symbol: readIfPresent(.symbol),
            priority: read(.priority, or: .urgent),
            state: read(.state, or: .asked), askedAt: read(.askedAt, or: receivedAt),
            isTimeOfArrival: readIfPresent(.isTimeOfArrival) ?? false, receivedAt: receivedAt,
            changedAt: read(.changedAt, or: receivedAt), changedBy: readIfPresent(.changedBy),
            reason: readIfPresent(.reason), asksAgain: readIfPresent(.asksAgain),
            escalation: read(.escalation, or: 0), reaches: readIfPresent(.reaches),
            claimLapsesAt: readIfPresent(.claimLapsesAt), sequence: read(.sequence, or: 0))
        let isKnownUnreadable: Bool = readIfPresent(.isUnreadable) ?? false
        isUnreadable = isKnownUnreadable || !isWhole
    }
}

/// One move of a request: the body of `POST /requests/{id}/responses`.
public struct NewResponse: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    /// The state that the request shall have: `heard`, `on_the_way`, `met`, `declined` or `cancelled`.
    public var state: RequestState
    /// The caregiver's (or client's) name, as it is spoken.
    public var by: String?
    /// Required for `declined`; `undo` for a request that is taken back at once.
    public var reason: String?
    /// For `on_the_way` and `declined`, where somebody else is on the way: who that is, to show that the sender knows it.
    public var takesOver: String?
    /// When it was answered, by the sender's clock.
    public var at: Date

    public init(
        id: UUID, state: RequestState, by: String? = nil, reason: String? = nil, takesOver: String? = nil,
        at: Date
    ) {
        self.id = id
        self.state = state
        self.by = by
        self.reason = reason
        self.takesOver = takesOver
        self.at = at
    }

    enum CodingKeys: String, CodingKey {
        case id, state, by, reason, at
        case takesOver = "takes_over"
    }
}
