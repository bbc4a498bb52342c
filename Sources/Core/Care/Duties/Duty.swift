public import FoundationEssentials
public import Recurrence

/// When somebody is there for a part of the home or for a client, as people write it.
public struct DutyContent: Codable, Sendable, Equatable {
    /// The id of a caregiver or coordinator.
    public var person: String
    /// As what, in the home's own words: "nurse", "night watch".
    public var role: String?
    /// The zone; `nil`: the whole home. What is for one client has none.
    public var zone: String?
    /// The client to whom the person is assigned, whose keyworker they are; `nil`: they are there for everybody in the zone.
    public var client: String?
    /// When it begins each time; `nil`: always.
    public var schedule: RecurrenceSet?
    /// How long it lasts each time, by the clocks on the wall: from 22:00 to 06:00 it is 480, also in the nights in which the
    /// clocks are changed. What repeats as elapsed time lasts so many minutes of elapsed time. 1–10080 (a week); absent where it
    /// is always.
    public var minutes: Int?

    public init(
        person: String, role: String? = nil, zone: String? = nil, client: String? = nil,
        schedule: RecurrenceSet? = nil, minutes: Int? = nil
    ) {
        self.person = person
        self.role = role
        self.zone = zone
        self.client = client
        self.schedule = schedule
        self.minutes = minutes
    }
}

/// Who has one date of a duty in place of the person who usually has it.
public struct DutySwap: Codable, Sendable, Equatable {
    public var of: OccurrenceKey
    /// `nil`: nobody; the date is left out.
    public var person: String?

    public init(of: OccurrenceKey, person: String?) {
        self.of = of
        self.person = person
    }
}

/// Somebody would like to give one date away.
public struct DutyOffer: Codable, Sendable, Equatable {
    public var of: OccurrenceKey
    /// Who is asked; `nil`: everybody.
    public var to: String?

    public init(of: OccurrenceKey, to: String? = nil) {
        self.of = of
        self.to = to
    }
}

/// When somebody is there for a part of the home or for a client, as the service keeps it.
public struct Duty: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var content: DutyContent
    /// Dates that somebody else has, and those that are left out.
    @MayBeAbsent public var swaps: [DutySwap]
    /// Dates that wait for somebody who takes them.
    @MayBeAbsent public var offers: [DutyOffer]
    /// `false` once it was ended.
    public var isActive: Bool
    public var changedAt: Date
    public var changedBy: String?
    /// Rises with each change of any duty.
    public var sequence: Int64

    public init(
        id: UUID, content: DutyContent, swaps: [DutySwap] = [], offers: [DutyOffer] = [],
        isActive: Bool = true, changedAt: Date, changedBy: String? = nil, sequence: Int64 = 0
    ) {
        self.id = id
        self.content = content
        self.swaps = swaps
        self.offers = offers
        self.isActive = isActive
        self.changedAt = changedAt
        self.changedBy = changedBy
        self.sequence = sequence
    }

    enum CodingKeys: String, CodingKey {
        case id, content, swaps, offers, sequence
        case isActive = "active"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
    }

    /// Who has a date: the person whose duty it is, whoever has taken it, or nobody where it is left out.
    public func holder(of key: OccurrenceKey) -> String? {
        guard let swap = swaps.first(where: { $0.of == key }) else { return content.person }
        return swap.person
    }
}

/// A duty is to be kept: the body of `POST /duties`.
public struct NewDuty: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var content: DutyContent
    public var by: String?
    public var at: Date

    public init(id: UUID, content: DutyContent, by: String? = nil, at: Date) {
        self.id = id
        self.content = content
        self.by = by
        self.at = at
    }
}

/// A duty becomes another or ends: the body of `POST /duties/{id}/changes`.
public struct DutyChange: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    /// What it is from now on; absent: it ends.
    public var content: DutyContent?
    /// The `sequence` of what the writer had seen. Another one now is a conflict.
    public var replaces: Int64
    public var by: String?
    public var at: Date

    public init(id: UUID, content: DutyContent?, replaces: Int64, by: String? = nil, at: Date) {
        self.id = id
        self.content = content
        self.replaces = replaces
        self.by = by
        self.at = at
    }
}

/// One date of a duty goes to somebody else: the body of `POST /duties/{id}/swaps`.
public struct DutyMove: Codable, Sendable, Equatable, Identifiable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// A coordinator gives the date to `person`, or to nobody where that is absent.
        case assign
        /// Whoever has the date would like to give it to `person`, or to anybody where that is absent.
        case offer
        /// Somebody takes a date that is offered to them or to all: `person`, or whoever sends it where that is absent.
        case take
        /// Takes an offer back; where there is none, a coordinator gives the date back to the person whose duty it is.
        case undo
    }

    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var kind: Kind
    public var of: OccurrenceKey
    public var person: String?
    public var by: String?
    public var at: Date

    public init(
        id: UUID, kind: Kind, of: OccurrenceKey, person: String? = nil, by: String? = nil, at: Date
    ) {
        self.id = id
        self.kind = kind
        self.of = of
        self.person = person
        self.by = by
        self.at = at
    }
}
