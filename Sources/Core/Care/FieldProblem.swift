/// What is wrong with something that a person wrote, in words for them.
public struct FieldProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The field as JSON names it, with dots down to it: `content.reminders.minutes_before`.
    public var field: String
    /// What is wrong, and what to write instead.
    public var message: String

    public init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }

    public var description: String { "\(field): \(message)" }

    /// The same, seen from what contains it.
    public func inside(_ outer: String) -> FieldProblem { FieldProblem("\(outer).\(field)", message) }
}
