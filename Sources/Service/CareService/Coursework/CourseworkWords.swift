import Dispatch
import Logging
import Synchronization
import Wording

/// What goals of school tasks are called where the platform's own title does not say it, in the home's language.
final class CourseworkWords: Sendable {
    private let translations: @Sendable () throws -> [Translation]
    private let logger: Logger
    private let known = Mutex<[Translation]?>(nil)

    /// - Parameter translations: What pages say, in each language that there is.
    init(_ translations: @escaping @Sendable () throws -> [Translation], logger: Logger) {
        self.translations = translations
        self.logger = logger
    }

    /// What looking through somebody else's work is called, by that work's title.
    ///
    /// - Parameter language: The home's, BCP 47; `nil` where nobody knows it.
    func review(in language: String?) async -> @Sendable (String) -> String {
        let all: [Translation] = await withCheckedContinuation { continuation in
            // Reading files blocks; Swift's own threads are too few for that.
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: self.read()) }
        }
        func base(_ tag: String) -> Substring { tag.lowercased().prefix { $0 != "-" } }
        let own = language.flatMap { wanted in
            all.first { $0.isWhole && base($0.language) == base(wanted) }
        }
        // Without its texts, a service has the platform's title alone.
        guard let words = own ?? all.first else { return { $0 } }
        return { words(Text("school.review", ["title": .verbatim($0)])) }
    }

    private func read() -> [Translation] {
        known.withLock { known in
            if let known { return known }
            do {
                // What a release ships does not change while it runs; what could not be read may be readable the next time.
                let found = try translations()
                known = found
                return found
            } catch {
                logger.warning(
                    "the texts of pages cannot be read: school tasks are called as the platform calls them",
                    metadata: ["error": "\(error)"])
                return []
            }
        }
    }
}
