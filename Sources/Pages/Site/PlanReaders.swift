import PlanSentences
import Synchronization

/// Reads plans from sentences, in every language that ships. The words are read when the first sentence comes: at a start, calls
/// must not wait for that.
final class PlanReaders: Sendable {
    private let grammars: @Sendable () throws -> [String: PlanGrammar]
    private let known = Mutex<[String: PlanSentenceReader]?>(nil)

    /// - Parameter grammars: By their languages, BCP 47.
    init(_ grammars: @escaping @Sendable () throws -> [String: PlanGrammar]) { self.grammars = grammars }

    /// Those of some languages, in their order and each once: `de` for `de-AT`.
    func readers(for languages: [String]) throws -> [PlanSentenceReader] {
        let all = try known.withLock { known in
            if let known { return known }
            let read = try grammars().mapValues { PlanSentenceReader($0) }
            known = read
            return read
        }
        var seen: Set<String> = []
        return languages.compactMap { language in
            let base = String(language.lowercased().prefix { $0 != "-" })
            return seen.insert(base).inserted ? all[base] : nil
        }
    }
}
