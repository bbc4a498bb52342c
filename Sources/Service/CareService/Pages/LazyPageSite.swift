import Pages
import Synchronization

/// The pages, whose templates are read when somebody asks for the first one: at a start, calls must not wait for that.
final class LazyPageSite: Sendable {
    private let configuration: CareServiceConfiguration
    private let read = Mutex<Result<PageSite, any Error>?>(nil)

    init(_ configuration: CareServiceConfiguration) { self.configuration = configuration }

    /// A failure stays one: what a release ships does not change while it runs.
    var result: Result<PageSite, any Error> {
        read.withLock { read in
            if let read { return read }
            let result = Result {
                try PageSite(configuration.translations(), grammars: configuration.planGrammars)
            }
            read = result
            return result
        }
    }
}
