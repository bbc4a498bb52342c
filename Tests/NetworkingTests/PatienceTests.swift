import Networking
import Testing

@Suite("How long an answer is waited for", .timeLimit(.minutes(10))) struct PatienceTests {
    /// Ends when it is cancelled, and no sooner.
    private static let endless: @Sendable () async -> Bool = {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        return Task.isCancelled
    }

    @Test("What comes in time is the answer") func inTime() async {
        #expect(await Patience.within(.seconds(3600)) { 7 } == 7)
    }

    @Test("What takes longer is cancelled, and is no answer") func tooLong() async {
        #expect(await Patience.within(.milliseconds(1), Self.endless) == nil)
    }

    @Test("Whoever is cancelled waits no longer") func cancelled() async {
        let waiting = Task { await Patience.within(.seconds(3600), Self.endless) }
        waiting.cancel()
        // Either of the two may come first: that the wait ends is what counts.
        #expect(await waiting.value != false)
    }
}
