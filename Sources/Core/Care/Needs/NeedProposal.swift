public import FoundationEssentials

/// What a client would like to be able to ask for: the body of `POST /proposals`.
public struct NewNeedProposal: Codable, Sendable, Equatable, Identifiable {
    /// Made once, at the press; the same id again changes nothing.
    public var id: UUID
    public var client: String
    public var clientName: String
    /// As chosen or spelled.
    public var label: String
    /// What the main voice would say.
    public var say: String
    public var symbol: String?
    /// The suggestion's id in the bank; `nil` where it was spelled.
    public var suggestion: String?
    public var proposedAt: Date

    public init(
        id: UUID, client: String, clientName: String, label: String, say: String, symbol: String? = nil,
        suggestion: String? = nil, proposedAt: Date
    ) {
        self.id = id
        self.client = client
        self.clientName = clientName
        self.label = label
        self.say = say
        self.symbol = symbol
        self.suggestion = suggestion
        self.proposedAt = proposedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, client, label, say, symbol, suggestion
        case clientName = "client_name"
        case proposedAt = "proposed_at"
    }
}

/// A proposal as the service keeps it.
public struct NeedProposal: Codable, Sendable, Equatable, Identifiable {
    public enum State: String, Codable, Sendable, CaseIterable {
        case waiting, approved, declined
    }

    public var id: UUID
    public var client: String
    public var clientName: String
    public var label: String
    public var say: String
    public var symbol: String?
    public var suggestion: String?
    /// By the kiosk's clock; by the service's where `isTimeOfArrival`.
    public var proposedAt: Date
    /// Whether the sender's time could not be used.
    @PresentIfTrue public var isTimeOfArrival: Bool
    public var state: State
    public var decidedAt: Date?
    public var decidedBy: String?
    /// Why it was declined, in words for the client.
    public var reason: String?
    /// The need that was made of it.
    public var need: String?
    public var sequence: Int64

    /// - Parameter now: When it came: when it was proposed, if its own time cannot be used. Its own time counts where there is none.
    public init(
        _ new: NewNeedProposal, receivedAt now: Date? = nil, state: State = .waiting, sequence: Int64 = 0
    ) {
        id = new.id
        client = new.client
        clientName = new.clientName
        label = new.label
        say = new.say
        symbol = new.symbol
        suggestion = new.suggestion
        let arrival = CareJSON.isUsable(new.proposedAt) ? nil : now
        proposedAt = arrival ?? new.proposedAt
        isTimeOfArrival = arrival != nil
        self.state = state
        self.sequence = sequence
    }

    enum CodingKeys: String, CodingKey {
        case id, client, label, say, symbol, suggestion, state, reason, need, sequence
        case clientName = "client_name"
        case proposedAt = "proposed_at"
        case isTimeOfArrival = "time_is_arrival"
        case decidedAt = "decided_at"
        case decidedBy = "decided_by"
    }
}

/// What a caregiver says to a proposal: the body of `POST /proposals/{id}/decisions`.
public struct ProposalDecision: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var isApproved: Bool
    /// The need's id, required where it is approved; the same words as the proposal where `need` says nothing else.
    public var needID: String?
    public var need: NeedChange?
    /// Required where it is declined: the client is told it.
    public var reason: String?
    public var by: String?
    public var at: Date

    public init(
        id: UUID, isApproved: Bool, needID: String? = nil, need: NeedChange? = nil, reason: String? = nil,
        by: String? = nil, at: Date
    ) {
        self.id = id
        self.isApproved = isApproved
        self.needID = needID
        self.need = need
        self.reason = reason
        self.by = by
        self.at = at
    }

    enum CodingKeys: String, CodingKey {
        case id, need, reason, by, at
        case isApproved = "approved"
        case needID = "need_id"
    }
}
