import Time

/// When to try a lost device again: after 0.5 s, then twice as long each time, at most 10 s.
struct ReopenDelay {
    private var wait: Duration = .milliseconds(500)

    mutating func next(after now: Instant) -> Instant {
        defer { wait = min(wait * 2, .seconds(10)) }
        return now.advanced(by: wait)
    }
}
