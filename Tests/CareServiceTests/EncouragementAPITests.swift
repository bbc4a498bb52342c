import AsyncHTTPClient
import Care
import Encouragement
import Foundation
import NIOHTTP1
import Recurrence
import Testing

@testable import CareService

@Suite("Encouragement, asked of the real service")
struct EncouragementAPITests {
    /// Each client has one sentence, whose id is the client's.
    private static func with(
        _ body: @escaping @Sendable (TwoClients, Asker, Asker) async throws -> Void
    ) async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let phone = try #require(home.others.first { $0.role == .client && $0.client == "maria" })
            try await body(home, home.maria, phone)
        }
    }

    @Test("What a kiosk has told and what a page has done are one, and nothing of it is another client's")
    func merged() async throws {
        try await Self.with { home, kiosk, phone in
            var deck = EncouragementDeck()
            deck.hear("quotes/maria", among: ["quotes/maria", "quotes/old"])
            deck.setFavourite("quotes/old", true)
            let told = ClientEncouragement(client: "maria", deck: deck)
            var answer: ClientEncouragement = try await kiosk.send(.PUT, "encouragement", told).decode()
            #expect(answer == told)
            let item: EncouragementPage.Item = try await phone.send(
                .PUT, "encouragement/favourites",
                EncouragementFavourite(id: "quotes/maria", isFavourite: true)
            ).decode()
            #expect(item.isFavourite && item.id == "quotes/maria")
            // The same again changes nothing.
            _ = try await phone.send(
                .PUT, "encouragement/favourites",
                EncouragementFavourite(id: "quotes/maria", isFavourite: true))
            answer = try await kiosk.send(.PUT, "encouragement", told).decode()
            #expect(answer.deck.isFavourite("quotes/maria") && answer.deck.isFavourite("quotes/old"))
            let page: EncouragementPage = try await phone.send(.GET, "encouragement").decode()
            #expect(page.client == "maria" && page.items.map(\.id) == ["quotes/maria"])
            #expect(page.items[0].isFavourite && page.today == ["quotes/maria"])
            let other = home.kiosk(of: "otto")
            let theirs: EncouragementPage = try await other.send(.GET, "encouragement").decode()
            #expect(theirs.items.map(\.id) == ["quotes/otto"] && !theirs.items[0].isFavourite)
            #expect(try await other.send(.PUT, "encouragement", told).status == 404)
            #expect(try await other.send(.GET, "encouragement?client=maria").status == 404)
        }
    }

    @Test("Another one counts as heard; what there is not is said")
    func next() async throws {
        try await Self.with { _, kiosk, phone in
            let item: EncouragementPage.Item = try await phone.send(
                .POST, "encouragement", EncouragementWish(kind: .quotes)
            ).decode()
            #expect(item.id == "quotes/maria")
            let answer: ClientEncouragement = try await kiosk.send(
                .PUT, "encouragement", ClientEncouragement(client: "maria")
            ).decode()
            #expect(answer.deck.heard == ["quotes/maria": 1] && answer.deck.last == "quotes/maria")
            #expect(
                try await phone.send(.POST, "encouragement", EncouragementWish(kind: .tips)).status == 404)
            #expect(
                try await phone.send(
                    .PUT, "encouragement/favourites",
                    EncouragementFavourite(id: "quotes/gone", isFavourite: true)
                ).status == 404)
        }
    }

    @Test("A wrong clock's day is today, and a deck that nobody can have is refused")
    func wrong() async throws {
        try await Self.with { _, kiosk, _ in
            var deck = EncouragementDeck()
            deck.said("quotes/maria", on: .last)
            let answer: ClientEncouragement = try await kiosk.send(
                .PUT, "encouragement", ClientEncouragement(client: "maria", deck: deck)
            ).decode()
            #expect(try #require(answer.deck.daily).day < .last)
            let damaged = #"{"client": "maria", "deck": {"heard": {"a": -1}, "favourites": {}}}"#
            let value = try JSONDecoder().decode(ClientEncouragement.self, from: Data(damaged.utf8))
            #expect(try await kiosk.send(.PUT, "encouragement", value).status == 422)
        }
    }
}
