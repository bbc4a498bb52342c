public import FoundationEssentials

/// Somebody of the home: who asks, who cares, who plans.
public struct Person: Codable, Sendable, Equatable, Identifiable {
    /// What somebody is in the home.
    public enum Role: String, Codable, Sendable, CaseIterable {
        case client, caregiver, coordinator, provider
    }

    /// What the client and the first caregiver are called until somebody gives them a name.
    public static let unnamed = "Somebody"

    /// Letters, digits and `-`, e.g. `maria`; chosen once.
    public var id: String
    /// As it is spoken.
    public var name: String
    public var role: Role
    /// When this person is not there, in any order; they may overlap.
    public var absences: [Absence]
    public var reminders: ReminderPreferences
    /// In which this person reads, BCP 47, e.g. `de`; `nil` where their browser says it.
    public var language: String?
    /// In which zone or room a client lives; `nil` where nobody has said it. Others have none: a duty says where they are.
    public var place: String?
    /// The ids of the clients whom a provider comes to see, in order: of others they learn nothing. `nil` for a provider from before there
    /// was such a list, who sees every client, and for everybody else. In what is sent, `nil` leaves it as it is.
    public var clients: [String]?
    /// `false` for somebody who has left: kept, because the history names them.
    public var isActive: Bool
    /// Rises with each change. A writer sends the one that they have read, 0 for a new person: if somebody
    /// else has written meanwhile, that is a conflict.
    public var sequence: Int64

    public init(
        id: String, name: String, role: Role, absences: [Absence] = [],
        reminders: ReminderPreferences = ReminderPreferences(), language: String? = nil,
        place: String? = nil, clients: [String]? = nil, isActive: Bool = true,
        sequence: Int64 = 0
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.absences = absences
        self.reminders = reminders
        self.language = language
        self.place = place
        self.clients = clients
        self.isActive = isActive
        self.sequence = sequence
    }

    enum CodingKeys: String, CodingKey {
        case id, name, role, absences, reminders, language, place, clients, sequence
        case isActive = "active"
    }

    /// `sequence` may be left out: somebody new.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            name: try container.decode(String.self, forKey: .name),
            role: try container.decode(Role.self, forKey: .role),
            absences: try container.decode([Absence].self, forKey: .absences),
            reminders: try container.decode(ReminderPreferences.self, forKey: .reminders),
            language: try container.decodeIfPresent(String.self, forKey: .language),
            place: try container.decodeIfPresent(String.self, forKey: .place),
            clients: try container.decodeIfPresent([String].self, forKey: .clients),
            isActive: try container.decode(Bool.self, forKey: .isActive),
            sequence: try container.decodeIfPresent(Int64.self, forKey: .sequence) ?? 0)
    }

    /// Whether this person can be called upon at a moment.
    public func isThere(at moment: Date) -> Bool {
        isActive && !absences.contains { $0.contains(moment) }
    }
}

/// A time for which somebody is not there.
public struct Absence: Codable, Sendable, Equatable {
    public var from: Date
    /// The first moment at which they are back; `nil` while that is not known.
    public var until: Date?

    public init(from: Date, until: Date? = nil) {
        self.from = from
        self.until = until
    }

    func contains(_ moment: Date) -> Bool { from <= moment && until.map { moment < $0 } ?? true }
}
