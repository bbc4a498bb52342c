/// What opens a place where school tasks are read.
struct CourseworkSecret: Codable, Sendable, Equatable {
    /// Of the planner's platform, or of the calendar.
    var address: String
    /// A planner's.
    var token: String?
}

/// It is never printed, whoever prints it: not in a log, in the message of a crash, or in a debugger.
extension CourseworkSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "a secret" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
