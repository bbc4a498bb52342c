import Foundation

/// How far a journal has been heard.
struct JournalCursor: Equatable, Sendable {
    var journal: UUID
    var sequence: Int64

    /// Where to read on, given what the service says it has now: a journal that is another one, or shorter than
    /// what was heard, is a new one, of which only what is to come is told.
    static func resume(_ known: JournalCursor?, journal: UUID, sequence: Int64) -> JournalCursor {
        guard let known, known.journal == journal, known.sequence <= sequence else {
            return JournalCursor(journal: journal, sequence: sequence)
        }
        return known
    }
}
