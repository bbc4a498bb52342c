import Foundation

/// How far a journal has been read.
struct JournalCursor: Equatable, Sendable {
    var journal: UUID
    /// Everything up to this number has been handled.
    var sequence: Int64
    /// What was told of the events after that, while an earlier one still has to wait.
    var told: Set<Int64> = []

    /// Where to continue reading, given the service's present journal: if that has another id, or is shorter
    /// than what was read, it is new, and only its coming events are read.
    static func resume(_ known: JournalCursor?, journal: UUID, sequence: Int64) -> JournalCursor {
        guard let known, known.journal == journal, known.sequence <= sequence else {
            return JournalCursor(journal: journal, sequence: sequence)
        }
        return known
    }
}
