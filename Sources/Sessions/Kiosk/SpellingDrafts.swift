import FoundationEssentials
import Spelling

/// What was spelled and sent to nobody: of each appointment its own, and what the client has begun by themselves. Decision 0481.
struct SpellingDrafts: Sendable {
    struct Draft: Sendable {
        var text: SpelledText
        /// In which appointment it was spelled; `nil` for what is the client's own.
        var appointment: UUID?
    }

    /// More than anybody leaves behind in a day; then the oldest goes.
    static let most = 20

    /// The latest last.
    private var all: [Draft] = []

    mutating func put(_ text: SpelledText, of appointment: UUID?) {
        guard !text.isEmpty else { return }
        all = Array((all + [Draft(text: text, appointment: appointment)]).suffix(Self.most))
    }

    /// Takes out the latest of an appointment. Whoever opens the letters by themselves gets their own, or else whatever they left last.
    ///
    /// - Parameter appointment: In which the client is; `nil` if in none.
    mutating func take(in appointment: UUID?) -> Draft? {
        let own = all.lastIndex { $0.appointment == appointment }
        guard let index = own ?? (appointment == nil ? all.indices.last : nil) else { return nil }
        return all.remove(at: index)
    }
}
