public import FoundationEssentials

/// The body of `POST /calendars`: it is read, or tried, at once, and kept only if that works.
public struct NewCalendarLink: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same again changes nothing.
    public var id: UUID
    public var client: String?
    public var kind: CalendarLink.Kind
    /// `nil`: as the calendar names itself.
    public var name: String?
    /// Of the calendar or collection; not for a file.
    public var address: String?
    /// The file's text; for a file alone.
    public var text: String?
    /// At a CalDAV server.
    public var user: String?
    public var password: String?
    /// `nil` for one that is written.
    public var taking: CalendarLink.Taking?
    public var by: String?
    public var at: Date

    public init(
        id: UUID, client: String?, kind: CalendarLink.Kind, name: String? = nil, address: String? = nil,
        text: String? = nil, user: String? = nil, password: String? = nil, taking: CalendarLink.Taking? = nil,
        by: String? = nil, at: Date
    ) {
        self.id = id
        self.client = client
        self.kind = kind
        self.name = name
        self.address = address
        self.text = text
        self.user = user
        self.password = password
        self.taking = taking
        self.by = by
        self.at = at
    }
}

/// The body of `POST /calendars/{id}/changes`.
public struct CalendarChange: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Reads or writes it now.
        case now
        /// Turns it off, or on again.
        case pause, resume
        /// Another name, or other ways of taking over: what was taken already follows.
        case set
        /// Another address of the same server, another password, or another file; tried at once, and kept only if that works.
        case renew
        /// Of what has vanished: its routine goes on as one of this home's own.
        case keep
        /// Of what has vanished: its routine ends.
        case end
        /// Forgets the calendar, and what opens it.
        case remove
    }

    public var kind: Kind
    /// For `set`.
    public var name: String?
    public var taking: CalendarLink.Taking?
    /// For `renew`.
    public var address: String?
    public var text: String?
    public var user: String?
    public var password: String?
    /// For `keep` and `end`: the UID.
    public var event: String?
    /// For `remove` of one that is read: whether what came of it stays in the plan. Of one that is written: whether what was written stays
    /// there.
    @PresentIfTrue public var keepsEvents: Bool

    public init(
        _ kind: Kind, name: String? = nil, taking: CalendarLink.Taking? = nil, address: String? = nil,
        text: String? = nil, user: String? = nil, password: String? = nil, event: String? = nil,
        keepsEvents: Bool = false
    ) {
        self.kind = kind
        self.name = name
        self.taking = taking
        self.address = address
        self.text = text
        self.user = user
        self.password = password
        self.event = event
        self.keepsEvents = keepsEvents
    }

    enum CodingKeys: String, CodingKey {
        case kind, name, taking, address, text, user, password, event
        case keepsEvents = "keep_events"
    }
}

/// The body of `POST /calendars/search`: which collections there are at a CalDAV server.
public struct CalendarSearch: Codable, Sendable, Equatable {
    public var address: String
    public var user: String
    public var password: String

    public init(address: String, user: String, password: String) {
        self.address = address
        self.user = user
        self.password = password
    }
}

/// The answer to it.
public struct FoundCalendars: Codable, Sendable, Equatable {
    public struct Found: Codable, Sendable, Equatable {
        public var name: String
        public var address: String
        /// Whether it can be written.
        public var mayWrite: Bool

        public init(name: String, address: String, mayWrite: Bool) {
            self.name = name
            self.address = address
            self.mayWrite = mayWrite
        }

        enum CodingKeys: String, CodingKey {
            case name, address
            case mayWrite = "may_write"
        }
    }

    public var calendars: [Found]

    public init(calendars: [Found]) { self.calendars = calendars }
}

// What opens a calendar is left out wherever one of these is printed: in a log, in the message of a crash, in a debugger.

extension NewCalendarLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "calendar \(id) (\(kind.rawValue))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "kind": kind]) }
}

extension CalendarChange: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "a change of a calendar (\(kind.rawValue))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind]) }
}

extension CalendarSearch: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "a search for calendars" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
