import Logging
import Synchronization

/// Logs the host names that were refused: each once, so that an administrator finds a name that the home gave
/// the machine, and only so many that a stranger cannot fill the log.
final class RefusedNames: Sendable {
    /// Enough for the names that a home may give a machine, and some that strangers make up.
    static let most = 20

    private let names = Mutex<Set<String>>([])
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    /// - Parameter name: Without its port.
    func note(_ name: String) {
        let count: Int? = names.withLock { names in
            guard names.count < Self.most, names.insert(name).inserted else { return nil }
            return names.count
        }
        guard let count else { return }
        logger.warning(
            "a browser asked for this service by a name that is not its own, and was refused; if the home uses that name, write it into beckon.yaml, service.names",
            metadata: ["name": "\(name)"])
        if count == Self.most { logger.warning("further such names are not logged") }
    }
}

extension ServiceCore {
    /// A browser has asked under that name, and gets 421.
    func refuses(_ authority: String?) {
        if let authority { refusedNames.note(HostNames.named(authority)) }
    }
}
