/// A bell that rings by itself after a while, or when somebody rings it. One task waits for it.
///
/// Rings that nobody waits for are one ring: the waiter looks at everything that may have happened.
final class Alarm: Sendable {
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    func ring() { bell.continuation.yield() }

    /// Runs `turn` again and again; it says how long to wait before the next one unless the bell rings. Ends when
    /// the task is cancelled.
    func run(_ turn: @Sendable () async -> Duration) async {
        var rings = bell.stream.makeAsyncIterator()
        while !Task.isCancelled {
            let wait = await turn()
            // Its only purpose is the ring, which a cancelled sleep must not give.
            let sleeper = Task { [self] in
                do { try await Task.sleep(for: wait) } catch { return }
                ring()
            }
            _ = await rings.next()
            sleeper.cancel()
        }
    }
}
