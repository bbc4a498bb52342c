import Care
import Testing

@testable import CareService

@Suite("What waits for a slow event stream")
struct SubscriptionTests {
    @Test("An agenda that has changed a thousand times is told once, and does not end the stream")
    func agenda() async throws {
        let subscription = EventSubscription(number: 1, .init(presence: .station(device: nil)))
        for _ in 0..<1000 { subscription.add { $0.isAgendaChanged = true } }
        var turns = 0
        try await subscription.run { news in
            turns += 1
            #expect(news.isAgendaChanged && news.volatile.isEmpty)
            subscription.close()
        }
        #expect(turns == 1)
    }
}
