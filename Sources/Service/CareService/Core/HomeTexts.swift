import Dispatch
import Logging
import Synchronization
import Wording

/// The texts of the pages, for what the service itself says outside of them.
final class HomeTexts: Sendable {
    private let translations: @Sendable () throws -> [Translation]
    private let logger: Logger
    private let known = Mutex<[Translation]?>(nil)

    /// - Parameter translations: What pages say, in each language that there is.
    init(_ translations: @escaping @Sendable () throws -> [Translation], logger: Logger) {
        self.translations = translations
        self.logger = logger
    }

    /// The first of these languages that has words for everything, or else the first that there is; `nil` where the texts cannot be read.
    ///
    /// - Parameter languages: BCP 47; the best first.
    func translation(in languages: [String?]) async -> Translation? {
        let all: [Translation] = await withCheckedContinuation { continuation in
            // Reading files blocks; Swift's own threads are too few for that.
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: self.read()) }
        }
        func base(_ tag: String) -> Substring { tag.lowercased().prefix { $0 != "-" } }
        let own = languages.compactMap(\.self).lazy.compactMap { wanted in
            all.first { $0.isWhole && base($0.language) == base(wanted) }
        }.first
        return own ?? all.first
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
                    "the texts of pages cannot be read: messages and school tasks are called by what others call them",
                    metadata: ["error": "\(error)"])
                return []
            }
        }
    }
}
