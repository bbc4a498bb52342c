public import FoundationEssentials

/// Something that a client can ask for, or that is scheduled, or both.
public struct Need: Codable, Sendable, Equatable, Identifiable {
    /// What a need is for.
    public enum Use: String, Codable, Sendable, CaseIterable {
        /// The client can ask for it.
        case asked
        /// Routines can be made of it.
        case scheduled
    }

    /// As requests name it; letters, digits and `-`. May not be an item's id of a board.
    public var id: String
    /// Whose it is; `nil`: every client's.
    public var client: String?
    /// As shown and scanned.
    public var label: String
    /// What the main voice says when it is chosen.
    public var say: String
    /// How a sentence names it: "asks for *a walk*".
    public var called: String
    public var symbol: String?
    public var priority: Priority
    public var uses: Set<Use>
    /// Which part of life it is about; `nil` where nobody has said so.
    public var kind: NeedKind?
    /// The label or id of the board's group in which it stands; `nil`, or one that no board has: in the list itself.
    public var group: String?
    /// `false` once it is taken away; kept, because requests name it.
    public var isActive: Bool
    /// The proposal that it came from.
    public var proposal: UUID?
    public var changedAt: Date
    public var changedBy: String?
    /// The journal's number of the last change.
    public var sequence: Int64

    public init(
        id: String, client: String? = nil, label: String, say: String, called: String, symbol: String? = nil,
        priority: Priority = .normal, uses: Set<Use> = [.asked], kind: NeedKind? = nil, group: String? = nil,
        isActive: Bool = true, proposal: UUID? = nil, changedAt: Date, changedBy: String? = nil,
        sequence: Int64 = 0
    ) {
        self.id = id
        self.client = client
        self.label = label
        self.say = say
        self.called = called
        self.symbol = symbol
        self.priority = priority
        self.uses = uses
        self.kind = kind
        self.group = group
        self.isActive = isActive
        self.proposal = proposal
        self.changedAt = changedAt
        self.changedBy = changedBy
        self.sequence = sequence
    }

    enum CodingKeys: String, CodingKey {
        case id, client, label, say, called, symbol, priority, uses, kind, group, proposal, sequence
        case isActive = "active"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
    }
}

/// What a caregiver writes of a need: the body of `PUT /needs/{id}`.
public struct NeedChange: Codable, Sendable, Equatable {
    public var client: String?
    public var label: String
    /// The label if absent.
    public var say: String?
    /// The label if absent.
    public var called: String?
    public var symbol: String?
    public var priority: Priority
    public var uses: Set<Need.Use>
    public var kind: NeedKind?
    public var group: String?
    public var isActive: Bool
    /// The `sequence` of what the writer had seen; 0 for a new one. Another one now is a conflict.
    public var replaces: Int64
    public var by: String?

    public init(
        client: String? = nil, label: String, say: String? = nil, called: String? = nil,
        symbol: String? = nil,
        priority: Priority = .normal, uses: Set<Need.Use> = [.asked], kind: NeedKind? = nil,
        group: String? = nil, isActive: Bool = true,
        replaces: Int64 = 0, by: String? = nil
    ) {
        self.client = client
        self.label = label
        self.say = say
        self.called = called
        self.symbol = symbol
        self.priority = priority
        self.uses = uses
        self.kind = kind
        self.group = group
        self.isActive = isActive
        self.replaces = replaces
        self.by = by
    }

    enum CodingKeys: String, CodingKey {
        case client, label, say, called, symbol, priority, uses, kind, group, replaces, by
        case isActive = "active"
    }
}
