public import Recurrence

/// Why a change of a routine does not fit it.
public enum RoutineChangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A field is missing, or wrong.
    case field(FieldProblem)
    /// The routine has no such occurrence.
    case notAnOccurrence(OccurrenceKey)
    /// It was ended before.
    case ended
    /// What is stored cannot be worked out any more, as when the machine has lost its zone.
    case unreadable(String)

    public var description: String {
        switch self {
        case .field(let problem): problem.description
        case .notAnOccurrence(let key):
            "this routine is not due at \(key): use a `key` from the list of occurrences"
        case .ended: "this routine has ended; make a new one"
        case .unreadable(let why): why
        }
    }
}
