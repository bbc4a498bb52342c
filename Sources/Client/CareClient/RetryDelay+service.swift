import Networking

extension RetryDelay {
    /// The longest wait until the service is asked again.
    static let longestToService: Duration = .seconds(5)

    /// For whatever asks the service: it is mostly on the same machine or in the same house, and calls wait for it.
    static var toService: RetryDelay {
        RetryDelay(first: .milliseconds(250), limit: longestToService)
    }
}
