import NIOCore

/// A bell that somebody rings, or that rings by itself after a while; one task waits for it.
///
/// Rings that nobody waited for are one ring: the waiter looks at everything that may have happened. The time is kept by
/// an event loop, which costs nothing until it is up.
public final class Bell: Sendable {
    private let rings = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    public init() {}

    /// Callable from any thread.
    public func ring() { rings.continuation.yield() }

    /// Runs `turn` again and again: after each, waits for a ring, at most as long as it says (`nil`: without
    /// end). Ends when the task is cancelled.
    public func run(_ turn: () async -> Duration?) async {
        var waiting = rings.stream.makeAsyncIterator()
        while !Task.isCancelled {
            let limit = await turn()
            let timer = limit.map { limit in
                OwnLoop.group.any().scheduleTask(in: TimeAmount(limit)) { [self] in
                    ring()
                }
            }
            _ = await waiting.next()
            timer?.cancel()
        }
    }
}
