import Pages
import Synchronization
import Wording

/// The pages, whose templates are read when somebody asks for the first one: at a start, calls must not wait for that.
final class LazyPageSite: Sendable {
    private let translations: @Sendable () throws -> [Translation]
    private let read = Mutex<Result<PageSite, any Error>?>(nil)

    init(_ translations: @escaping @Sendable () throws -> [Translation]) { self.translations = translations }

    /// A failure stays one: what a release ships does not change while it runs.
    var result: Result<PageSite, any Error> {
        read.withLock { read in
            if let read { return read }
            let result = Result { try PageSite(translations()) }
            read = result
            return result
        }
    }
}
