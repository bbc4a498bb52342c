import NIOCore

/// A wake-up for one waiting task: it is rung, or rings after a timeout.
///
/// Rings while nobody waits are merged: the waiter checks everything that may have happened. The timeout is a
/// timer of an event loop, which costs nothing until it fires.
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
