/// A part of the home where clients live and devices stand: the home has zones, and a zone has rooms. A home need not have any.
public struct Place: Codable, Sendable, Equatable, Identifiable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// A floor, a wing, a house: where somebody can be on duty.
        case zone
        case room
    }

    /// Letters, digits and `-`, e.g. `east`; chosen once.
    public var id: String
    /// Chosen once, too: what stands in it would be nowhere else.
    public var kind: Kind
    /// As it is read and spoken.
    public var name: String
    /// The zone of a room; `nil`: directly in the home. A zone has none.
    public var parent: String?
    /// Whether somebody has to be on duty in this zone at all times: people are told before nobody is.
    public var needsDuty: Bool
    /// Rises with each change. A writer sends the one that they have read, 0 for a new place: if somebody else has written
    /// meanwhile, that is a conflict.
    public var sequence: Int64

    public init(
        id: String, kind: Kind, name: String, parent: String? = nil, needsDuty: Bool = false,
        sequence: Int64 = 0
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.parent = parent
        self.needsDuty = needsDuty
        self.sequence = sequence
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, name, parent, sequence
        case needsDuty = "needs_duty"
    }

    /// `needs_duty` and `sequence` may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            kind: try container.decode(Kind.self, forKey: .kind),
            name: try container.decode(String.self, forKey: .name),
            parent: try container.decodeIfPresent(String.self, forKey: .parent),
            needsDuty: try container.decodeIfPresent(Bool.self, forKey: .needsDuty) ?? false,
            sequence: try container.decodeIfPresent(Int64.self, forKey: .sequence) ?? 0)
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.id(id, "id", mayHaveCapitals: true)
        try FieldChecks.name(name, "name", limit: AccessRules.longestName)
        if let parent {
            try FieldChecks.id(parent, "parent", mayHaveCapitals: true)
            guard kind == .room else {
                throw FieldProblem("parent", "a zone is a part of the home itself: leave it out")
            }
        }
        guard kind == .zone || !needsDuty else {
            throw FieldProblem("needs_duty", "people are on duty in zones: set it for the room's zone")
        }
        guard sequence >= 0 else {
            throw FieldProblem(
                "sequence", "it is that of the place as you have read it; 0 for a new one")
        }
    }
}

/// The zones and rooms of the home, by name, the zones first: the answer to `GET /places`.
public struct PlacePage: Codable, Sendable, Equatable {
    public var places: [Place]

    public init(places: [Place]) { self.places = places }
}
