/// When to try a broker again: after 1 s, then twice as long each time, at most 60 s, each a quarter more or less by chance, so that
/// not all clients come back at once.
struct RetryDelay: Sendable, Equatable {
    /// A connection that lasted this long was a good one: the next begins anew.
    static let goodLife: Duration = .seconds(60)
    private static let longest: Duration = .seconds(60)

    private var wait: Duration = .seconds(1)

    /// - Parameters:
    ///   - life: How long the connection lasted that has ended; `nil` where there was none.
    ///   - chance: Evenly from 0 up to 1.
    mutating func next(after life: Duration?, chance: Double) -> Duration {
        if let life, life >= Self.goodLife { wait = .seconds(1) }
        defer { wait = min(wait * 2, Self.longest) }
        return wait * (0.75 + chance / 2)
    }
}
