/// Wakes one waiting task. Rings that nobody waited for count as one.
final class Bell: Sendable {
    private let rings = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    func ring() { rings.continuation.yield() }

    /// Runs `turn` again and again: after each, waits for a ring, at most as long as it says (`nil`: without
    /// end). Ends when the task is cancelled.
    func run(_ turn: () async -> Duration?) async {
        var waiting = rings.stream.makeAsyncIterator()
        while !Task.isCancelled {
            let sleeper = (await turn()).map { limit in
                Task { [self] in
                    // A cancelled sleep must not ring.
                    do { try await Task.sleep(for: limit) } catch { return }
                    ring()
                }
            }
            _ = await waiting.next()
            sleeper?.cancel()
        }
    }
}
