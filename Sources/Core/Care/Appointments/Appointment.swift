public import FoundationEssentials

/// What is planned of an appointment.
public struct AppointmentContent: Codable, Sendable, Equatable {
    /// How long one may take, in minutes: a minute to a day.
    public static let minutesRange = 1...1440

    /// The ids of the two; neither changes any more once it was made.
    public var provider: String
    public var client: String
    public var at: Date
    /// How long it is planned to take, 1–1440.
    public var minutes: Int
    /// What it is about, as both read it: "Breathing".
    public var title: String?

    public init(provider: String, client: String, at: Date, minutes: Int, title: String? = nil) {
        self.provider = provider
        self.client = client
        self.at = at
        self.minutes = minutes
        self.title = title
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.id(provider, "provider", mayHaveCapitals: true)
        try FieldChecks.id(client, "client", mayHaveCapitals: true)
        try PlannedTimes.check(at, "at")
        try FieldChecks.number(minutes, "minutes", in: Self.minutesRange, "minutes")
        try FieldChecks.name(title, "title", limit: 120)
    }
}

/// The body of `POST /appointments`.
public struct NewAppointment: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var content: AppointmentContent
    public var by: String?

    public init(id: UUID, content: AppointmentContent, by: String? = nil) {
        self.id = id
        self.content = content
        self.by = by
    }

    public func check() throws(FieldProblem) {
        do { try content.check() } catch { throw error.inside("content") }
        try FieldChecks.name(by, "by")
    }
}

/// The body of `PUT /appointments/{id}`.
public struct AppointmentChange: Codable, Sendable, Equatable {
    public var content: AppointmentContent
    /// The `sequence` of what the writer had seen. Another one now is a conflict.
    public var replaces: Int64
    public var by: String?

    public init(content: AppointmentContent, replaces: Int64, by: String? = nil) {
        self.content = content
        self.replaces = replaces
        self.by = by
    }

    public func check() throws(FieldProblem) {
        do { try content.check() } catch { throw error.inside("content") }
        try FieldChecks.name(by, "by")
    }
}

/// An appointment of a client and a provider. People say "session", which is a login in this program.
public struct Appointment: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var content: AppointmentContent
    public var providerName: String
    public var clientName: String
    /// What `standing` comes to.
    public var state: AppointmentState
    public var standing: AppointmentStanding
    public var changedAt: Date
    /// The journal's number of the last change.
    public var sequence: Int64
    /// What its reader may read of it, the oldest first; the latest 500. Not in lists and events.
    @MayBeAbsent public var lines: [AppointmentLine]

    public init(
        id: UUID, content: AppointmentContent, providerName: String, clientName: String,
        standing: AppointmentStanding = AppointmentStanding(), changedAt: Date, sequence: Int64 = 0,
        lines: [AppointmentLine] = []
    ) {
        self.id = id
        self.content = content
        self.providerName = providerName
        self.clientName = clientName
        self.state = standing.state
        self.standing = standing
        self.changedAt = changedAt
        self.sequence = sequence
        self.lines = lines
    }

    enum CodingKeys: String, CodingKey {
        case id, content, state, standing, sequence, lines
        case providerName = "provider_name"
        case clientName = "client_name"
        case changedAt = "changed_at"
    }
}

/// A page of appointments: the answer to `GET /appointments`.
public struct AppointmentPage: Codable, Sendable, Equatable {
    public var appointments: [Appointment]
    /// Give it as `after` for the next page; absent on the last one.
    public var next: Int64?

    public init(appointments: [Appointment], next: Int64? = nil) {
        self.appointments = appointments
        self.next = next
    }
}

/// What is new of an appointment, in the journal, and what waits for a coordinator.
public struct AppointmentNews: Codable, Sendable, Equatable {
    /// As it is then, without its lines.
    public var appointment: Appointment
    public var line: AppointmentLine

    public init(appointment: Appointment, line: AppointmentLine) {
        self.appointment = appointment
        self.line = line
    }
}

/// What clients and providers ask coordinators for, the oldest first: the answer to `GET /appointments/wishes`.
public struct AppointmentWishes: Codable, Sendable, Equatable {
    public var wishes: [AppointmentNews]

    public init(wishes: [AppointmentNews]) { self.wishes = wishes }
}
