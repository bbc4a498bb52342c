/// How long to wait after each failure in a row: twice as long each time up to a limit, each by chance up to a quarter less, so that not all
/// who have lost the same service come back at once.
public struct RetryDelay: Sendable, Equatable {
    private let first: Duration
    private let limit: Duration
    private var next: Duration

    /// - Parameters:
    ///   - first: The wait after the first failure.
    ///   - limit: No wait is longer.
    public init(first: Duration, limit: Duration) {
        self.first = first
        self.limit = limit
        next = min(first, limit)
    }

    /// How long to wait after one more failure.
    ///
    /// - Parameter chance: Evenly from 0 up to 1; with 0 the wait is shortest.
    public mutating func failed(chance: Double = .random(in: 0..<1)) -> Duration {
        defer { next = min(next * 2, limit) }
        return next * (0.75 + chance / 4)
    }

    /// The next failure is the first of its row.
    public mutating func succeeded() { next = min(first, limit) }
}
