/// What opens a calendar outside.
struct CalendarSecret: Codable, Sendable, Equatable {
    /// Of the calendar, or of the collection.
    var address: String
    /// At a CalDAV server.
    var user: String?
    var password: String?
}

/// It is never printed, whoever prints it: not in a log, in the message of a crash, or in a debugger.
extension CalendarSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "a secret" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
