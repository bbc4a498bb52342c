import Care
import Foundation

@testable import HomeAssistant

/// A home of two clients, and what happens to their calls.
enum PlayedHouse {
    static let journal = UUID(
        uuid: (0x1a, 0x2b, 0x3c, 0x4d, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0))
    static let topics = HouseTopics(home: journal)
    static let words = HouseWords { $0 }

    static func request(
        _ client: String = "maria", state: RequestState = .asked, priority: Priority = .normal,
        askedAt: Double = 0, by: String? = nil, id: UUID = UUID()
    ) -> Request {
        let at = Date(timeIntervalSince1970: 1_800_000_000 + askedAt)
        return Request(
            id: id, client: client, clientName: client.capitalized, need: "water", label: "Water",
            called: "water", say: "I am thirsty", priority: priority, state: state, askedAt: at,
            receivedAt: at, changedAt: at, changedBy: by, sequence: 1)
    }

    static func event(_ sequence: Int64, _ state: RequestState = .asked, of client: String = "maria")
        -> JournalEvent
    {
        JournalEvent(
            sequence: sequence, at: Date(timeIntervalSince1970: 1_800_000_000 + Double(sequence)),
            content: .request(request(client, state: state), .state(state)))
    }

    static func view(
        _ clients: [String] = ["maria", "tom"], calling: Request? = nil, canSay: Bool = false
    ) -> HouseView {
        HouseView(
            name: "Rose House",
            clients: clients.map { id in
                let request = id == calling?.client ? calling : nil
                return HouseClient(
                    id: id, name: id.capitalized, request: request, isCalling: request != nil)
            }, openCalls: calling == nil ? 0 : 1, canSay: canSay, version: "0.2.0")
    }

    /// A session that has connected and said how things stand.
    static func connected(cursor: Int64 = 0, _ view: HouseView = view()) -> HouseSession {
        var session = HouseSession(topics: topics, words: words, cursor: cursor)
        _ = session.handle(.connected, at: .zero)
        _ = session.handle(.view(view), at: .zero)
        return session
    }
}

extension [HouseSession.Effect] {
    /// What is published, by topic.
    var published: [(topic: String, text: String, number: Int)] {
        compactMap { effect in
            guard case .publish(let message, let number) = effect else { return nil }
            return (message.topic, String(decoding: message.payload, as: UTF8.self), number)
        }
    }

    func text(of topic: String) -> String? { published.last { $0.topic == topic }?.text }
}
