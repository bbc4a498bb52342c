import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("What is said to clients, over the API")
struct WordsAPITests {
    private static func new(_ text: String = "The doctor comes at four.", by: String? = nil) -> NewClientWords
    {
        NewClientWords(id: UUID(), text: text, by: by)
    }

    private static func caregiver(_ home: TwoClients) throws -> Asker {
        try #require(home.others.first { $0.role == .caregiver })
    }

    @Test("Whoever has logged in says it by their own name, once, and reads that the client has heard it")
    func said() async throws {
        try await TwoClients.with { home in
            let caregiver = try Self.caregiver(home)
            let name = try #require(caregiver.person?.name)
            let new = Self.new()
            let first = try await caregiver.send(.POST, "clients/maria/words", new)
            #expect(first.status == 201)
            let words: ClientWords = try first.decode()
            #expect(words.by == name && words.text == new.text && words.client == "maria")
            #expect(words.at == noon && words.saidAt == nil)
            #expect(try await caregiver.send(.POST, "clients/maria/words", new).status == 200)
            let other = NewClientWords(id: new.id, text: "Something else.")
            #expect(try await caregiver.send(.POST, "clients/maria/words", other).status == 409)
            #expect(
                try await caregiver.send(.POST, "clients/maria/words", Self.new(by: "Olga")).status == 403)
            let receipt = WordsReceipt(id: UUID(), at: noon)
            #expect(try await home.otto.send(.POST, "words/\(new.id)/receipts", receipt).status == 404)
            #expect(try await home.maria.send(.POST, "words/\(new.id)/receipts", receipt).status == 201)
            #expect(try await home.maria.send(.POST, "words/\(new.id)/receipts", receipt).status == 200)
            let page: WordsPage = try await caregiver.get("clients/maria/words").decode()
            #expect(page.words.map(\.id) == [new.id] && page.words.first?.saidAt == noon)
            #expect(page.words.first?.standing(at: page.now) == .said)
            let his: WordsPage = try await caregiver.get("clients/otto/words").decode()
            #expect(his.words.isEmpty)
        }
    }

    @Test("A station says who says it; what cannot be said is refused with its field")
    func refused() async throws {
        try await TwoClients.with { home in
            let path = "clients/maria/words"
            #expect(try await home.station.send(.POST, path, Self.new(by: "Anna")).status == 201)
            for (new, field) in [
                (Self.new(), "by"), (Self.new("", by: "Anna"), "text"),
                (Self.new(String(repeating: "a", count: ClientWords.longestText + 1), by: "Anna"), "text"),
            ] {
                let answer = try await home.station.send(.POST, path, new)
                let problem: CareProblem = try answer.decode()
                #expect(answer.status == 422 && problem.field == field, "\(problem)")
            }
            let nobody = try await home.station.send(.POST, "clients/nobody/words", Self.new(by: "Anna"))
            #expect(nobody.status == 404)
        }
    }

    @Test("A caregiver takes back what waits; what the client has heard stays said")
    func takenBack() async throws {
        try await TwoClients.with { home in
            let caregiver = try Self.caregiver(home)
            let (new, heard) = (Self.new(), Self.new("Tea is ready."))
            for one in [new, heard] {
                #expect(try await caregiver.send(.POST, "clients/maria/words", one).status == 201)
            }
            for asker in [home.maria, home.station] {
                #expect(try await asker.send(.DELETE, "words/\(new.id)").status == 403)
            }
            for _ in 0..<2 {
                #expect(try await caregiver.send(.DELETE, "words/\(new.id)").status == 204)
            }
            let receipt = WordsReceipt(id: UUID(), at: noon)
            #expect(try await home.maria.send(.POST, "words/\(heard.id)/receipts", receipt).status == 201)
            #expect(try await caregiver.send(.DELETE, "words/\(heard.id)").status == 409)
            #expect(try await caregiver.send(.DELETE, "words/\(UUID())").status == 404)
            let page: WordsPage = try await caregiver.get("clients/maria/words").decode()
            let standings = page.words.reduce(into: [UUID: ClientWords.Standing]()) {
                $0[$1.id] = $1.standing(at: page.now)
            }
            #expect(standings == [new.id: .takenBack, heard.id: .said])
        }
    }

    @Test("It is told to the client's own kiosk and to staff, and to nobody else")
    func told() async throws {
        try await TwoClients.with { home in
            let sent = try await home.station.send(.POST, "clients/maria/words", Self.new(by: "Anna"))
            #expect(sent.status == 201)
            for asker in home.all + [home.station] where asker.role != .display {
                let hears =
                    asker.role == .kiosk && asker.client == "maria" || asker.role == .caregiver
                    || asker.role == .coordinator
                let told = try await asker.eventsBefore()
                #expect(
                    told.contains("The doctor comes at four.") == hears, "\(asker.role) \(asker.client ?? "")"
                )
            }
        }
    }

    @Test("The house says it by the same checks")
    func core() async throws {
        try await TwoClients.with { home in
            let core = home.service.service.core
            let words = ClientWords(
                id: UUID(), client: "maria", text: "The washing is done.", by: "Home Assistant", at: noon)
            let (first, again) = (try await core.say(words), try await core.say(words))
            #expect(first.isNew && !again.isNew)
            var empty = words
            (empty.id, empty.text) = (UUID(), " ")
            await #expect(throws: CareProblem.self) { try await core.say(empty) }
        }
    }
}
