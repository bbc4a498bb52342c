public import FoundationEssentials
public import Recurrence

/// A message that one person gets once, over one channel.
public struct Reminder: Codable, Sendable, Equatable, Identifiable {
    /// Where it stands.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// Not told yet, or to be told again later.
        case waiting
        case told
        /// It is no longer needed: done, skipped, or removed.
        case over
        /// Its channel has failed for about a day, and it was given up; or what it is about cannot be read.
        case failed
    }

    public var id: UUID
    public var kind: ReminderKind
    /// How long before the due time, for `before`.
    public var minutesBefore: Int?
    /// What it is about, one of three.
    public var occurrence: RoutineOccurrence?
    public var request: Request?
    public var charge: AskedAmount?
    public var channel: ReminderChannel
    /// The person's id.
    public var recipient: String
    public var recipientName: String
    public var priority: Priority
    /// When it has to be told: as planned, after quiet hours, or after a snooze.
    public var at: Date
    /// Whether the service was away when it was due.
    public var isLate: Bool
    public var state: State

    public init(
        id: UUID, kind: ReminderKind, minutesBefore: Int? = nil, occurrence: RoutineOccurrence? = nil,
        request: Request? = nil, charge: AskedAmount? = nil, channel: ReminderChannel, recipient: String,
        recipientName: String, priority: Priority, at: Date, isLate: Bool, state: State
    ) {
        self.id = id
        self.kind = kind
        self.minutesBefore = minutesBefore
        self.occurrence = occurrence
        self.request = request
        self.charge = charge
        self.channel = channel
        self.recipient = recipient
        self.recipientName = recipientName
        self.priority = priority
        self.at = at
        self.isLate = isLate
        self.state = state
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, occurrence, request, charge, channel, recipient, priority, at, state
        case minutesBefore = "minutes_before"
        case recipientName = "recipient_name"
        case isLate = "late"
    }
}

/// An amount that somebody is asked for, as reminders name it: not how much it is, for what and by whom, because stations and the
/// home's own program are heard by others too.
public struct AskedAmount: Codable, Sendable, Equatable {
    /// The charge's id: `GET /charges` has it for those whom it concerns.
    public var id: UUID
    /// The last day on which it is on time, by the home's calendar.
    public var due: CalendarDay

    public init(id: UUID, due: CalendarDay) {
        self.id = id
        self.due = due
    }
}

/// The receipt of a reminder: the body of `POST /reminders/{id}/receipts`.
public struct ReminderReceipt: Codable, Sendable, Equatable, Identifiable {
    /// What a channel did with it.
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// It was spoken to its end.
        case told
        /// Somebody wants to hear it again after `minutes`.
        case snoozed
    }

    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var outcome: Outcome
    /// 1–1440; required for `snoozed`.
    public var minutes: Int?
    public var by: String?
    public var at: Date
    @PresentIfTrue public var isTimeOfArrival: Bool

    public init(
        id: UUID, outcome: Outcome, minutes: Int? = nil, by: String? = nil, at: Date,
        isTimeOfArrival: Bool = false
    ) {
        self.id = id
        self.outcome = outcome
        self.minutes = minutes
        self.by = by
        self.at = at
        self.isTimeOfArrival = isTimeOfArrival
    }

    enum CodingKeys: String, CodingKey {
        case id, outcome, minutes, by, at
        case isTimeOfArrival = "time_is_arrival"
    }
}
