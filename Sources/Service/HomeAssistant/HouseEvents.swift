import Care
import Foundation

/// What happens to calls, as events: never retained, each with the number by which doubles are known.
enum HouseEvents {
    /// `nil` for what is no news of a call.
    static func message(for event: JournalEvent, _ topics: HouseTopics) throws -> HouseMessage? {
        guard case .request(let request, let news) = event.content, let type = type(of: news) else {
            return nil
        }
        return try HouseMessage(
            topics.state("call", of: request.client),
            json: CallEvent(
                type: type, sequence: event.sequence, at: CareJSON.string(from: event.at),
                isLate: event.isLate,
                request: HouseRequest(request)),
            isRetained: false)
    }

    private static func type(of news: JournalEvent.RequestNews) -> String? {
        switch news {
        case .state(let state): state.rawValue
        case .escalated: "escalated"
        case .reached, .claimLapsed, .stillWaiting, .askAgain, .noted: nil
        }
    }

    private struct CallEvent: Encodable {
        let type: String
        let sequence: Int64
        let at: String
        let isLate: Bool
        let request: HouseRequest

        enum CodingKeys: String, CodingKey {
            case sequence, at
            case type = "event_type"
            case isLate = "late"
        }

        func encode(to encoder: any Encoder) throws {
            // What was asked stands beside what has happened: Home Assistant makes one attribute of each.
            try request.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(type, forKey: .type)
            try container.encode(sequence, forKey: .sequence)
            try container.encode(at, forKey: .at)
            try container.encode(isLate, forKey: .isLate)
        }
    }
}
