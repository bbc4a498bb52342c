/// How long to wait after each failure in a row: doubled each time up to a limit, with jitter, so that many
/// clients do not come back at the same moment.
struct RetryDelay: Sendable {
    static let first: Duration = .milliseconds(250)
    static let limit: Duration = .seconds(5)

    private var next = Self.first

    mutating func failed(using generator: inout some RandomNumberGenerator) -> Duration {
        defer { next = min(next * 2, Self.limit) }
        return next * Double.random(in: 0.75...1, using: &generator)
    }

    mutating func failed() -> Duration {
        var generator = SystemRandomNumberGenerator()
        return failed(using: &generator)
    }

    mutating func succeeded() { next = Self.first }
}
