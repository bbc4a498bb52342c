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

    @Test("A kiosk that counts as far as can be counted can still tell and ask")
    func limit() async throws {
        try await Self.with { _, kiosk, phone in
            let text = #"{"heard":{"quotes/maria":1000000},"favourites":{}}"#
            let deck = try CareJSON.decoder().decode(EncouragementDeck.self, from: Data(text.utf8))
            let told = ClientEncouragement(client: "maria", deck: deck)
            #expect(try await kiosk.send(.PUT, "encouragement", told).status == 200)
            let wish = EncouragementWish(kind: .quotes)
            for _ in 1...2 { #expect(try await phone.send(.POST, "encouragement", wish).status == 200) }
            let answer: ClientEncouragement = try await kiosk.send(.PUT, "encouragement", told).decode()
            #expect(answer.deck.heard == ["quotes/maria": 1_000_000])
            #expect(try await kiosk.send(.PUT, "encouragement", answer).status == 200)
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

    /// The blocks of a stream that say something of this: until so many, or somebody asks for something.
    private static func news(
        of asker: Asker, until count: Int = .max, _ act: @escaping @Sendable () async throws -> Void
    ) async throws -> [String] {
        var told: [String] = []
        let (message, service) = (try asker.message(.GET, "events"), asker.service)
        try await service.events(message) { lines in
            while let block = try await lines.next() {
                if block.hasPrefix("event: ready") { try await act() }
                if block.hasPrefix("event: encouragement") { told.append(block) }
                if told.count == count || block.contains("event: asked") { return }
            }
        }
        return told
    }

    @Test("What is heard on a phone is told to the client's kiosk and phones by event, and to nobody else's")
    func told() async throws {
        try await Self.with { home, kiosk, phone in
            let other = home.kiosk(of: "otto")
            let heard = try await Self.news(of: kiosk, until: 1) {
                _ = try await phone.send(.POST, "encouragement", EncouragementWish(kind: .quotes))
            }
            #expect(heard.count == 1)
            // The phone hears what the kiosk has told.
            var deck = EncouragementDeck()
            deck.setFavourite("quotes/maria", true)
            let told = ClientEncouragement(client: "maria", deck: deck)
            let phoneHears = try await Self.news(of: phone, until: 1) {
                _ = try await kiosk.send(.PUT, "encouragement", told)
            }
            #expect(phoneHears.count == 1)
            let others = try await Self.news(of: other) {
                _ = try await phone.send(.POST, "encouragement", EncouragementWish(kind: .quotes))
                // Its own phone's is the only one that it hears.
                let ottos = try #require(home.others.first { $0.role == .client && $0.client == "otto" })
                _ = try await ottos.send(.POST, "encouragement", EncouragementWish(kind: .quotes))
                _ = try await home.ask("otto")
            }
            #expect(others.count == 1)
        }
    }

    private static func quiet(_ hours: QuietHours?, _ home: TwoClients) async throws {
        let page: PeoplePage = try await home.coordinator.send(.GET, "people").decode()
        var maria = try #require(page.people.first { $0.id == "maria" })
        maria.reminders.quiet = hours
        #expect(try await home.coordinator.send(.PUT, "people/maria", maria).status == 200)
    }

    @Test("The sentence of the day comes to a phone when it is due and not quiet, and counts once")
    func daily() async throws {
        try await Self.with { home, kiosk, phone in
            // All day but the last minute, which is not now.
            try await Self.quiet(QuietHours(from: 0, until: 1439), home)
            var answer: EncouragementOfDay = try await phone.send(.POST, "encouragement/daily").decode()
            #expect(answer.item == nil && (1...3600).contains(answer.askAgain))
            try await Self.quiet(nil, home)
            for _ in 0..<2 {
                answer = try await phone.send(.POST, "encouragement/daily").decode()
                #expect(answer.item?.id == "quotes/maria")
            }
            let known: ClientEncouragement = try await kiosk.send(
                .PUT, "encouragement", ClientEncouragement(client: "maria")
            ).decode()
            #expect(known.deck.heard == ["quotes/maria": 1] && known.deck.daily == nil)
            #expect(known.deck.shown == .init(day: answer.day, key: "quotes/maria"))
        }
    }

    @Test("The screen gets the video of a sentence, whole or in parts, and no other file")
    func video() async throws {
        try await Self.with { home, kiosk, _ in
            let whole = try Data(contentsOf: URL(fileURLWithPath: TwoClients.aFile))
            let answer = try await kiosk.get("displays/maria/video?key=quotes/maria")
            #expect(answer.status == 200 && answer.body == whole)
            #expect(answer.headers.first(name: "Accept-Ranges") == "bytes")
            var message = try kiosk.message(.GET, "displays/maria/video?key=quotes/maria")
            message.headers.add(name: "Range", value: "bytes=2-5")
            let part = try await home.service.send(message)
            #expect(part.status == 206 && part.body == whole[2...5])
            #expect(part.headers.first(name: "Content-Range") == "bytes 2-5/\(whole.count)")
            for wrong in ["quotes/otto", "quotes/gone", "../../etc/passwd"] {
                #expect(try await kiosk.get("displays/maria/video?key=\(wrong)").status == 404, "\(wrong)")
            }
            #expect(try await kiosk.get("displays/otto/video?key=quotes/otto").status == 404)
        }
    }

    @Test("A client's phone gets the recording and the video of what is theirs, and no other file")
    func media() async throws {
        try await Self.with { home, kiosk, phone in
            let whole = try Data(contentsOf: URL(fileURLWithPath: TwoClients.aFile))
            let page: EncouragementPage = try await phone.get("encouragement").decode()
            #expect(page.items.map(\.hasSound) == [true] && page.items.map(\.hasVideo) == [true])
            for (kind, type) in [("sound", "audio/wav"), ("video", "video/mp4")] {
                let path = "encouragement/media?key=quotes/maria&kind=\(kind)"
                for asker in [kiosk, phone] {
                    let answer = try await asker.get(path)
                    #expect(answer.status == 200 && answer.body == whole)
                    #expect(answer.headers.first(name: "Content-Type") == type)
                    #expect(answer.headers.first(name: "Accept-Ranges") == "bytes")
                }
                var message = try phone.message(.GET, path)
                message.headers.add(name: "Range", value: "bytes=2-5")
                let part = try await home.service.send(message)
                #expect(part.status == 206 && part.body == whole[2...5])
                for wrong in ["quotes/otto", "quotes/gone", "../../etc/passwd"] {
                    let answer = try await phone.get("encouragement/media?key=\(wrong)&kind=\(kind)")
                    #expect(answer.status == 404, "\(wrong)")
                }
                let others = "encouragement/media?client=otto&key=quotes/otto&kind=\(kind)"
                #expect(try await phone.get(others).status == 404)
            }
            #expect(try await phone.get("encouragement/media?key=quotes/maria&kind=text").status == 422)
            #expect(try await phone.get("encouragement/media?key=quotes/maria").status == 400)
            #expect(try await phone.get("encouragement/media?kind=sound").status == 400)
        }
    }

    @Test(
        "What a file is, is said by its first bytes",
        arguments: [
            (Array("RIFF".utf8), .sound, "audio/wav"), (Array("RF64".utf8), .sound, "audio/wav"),
            (Array("fLaC".utf8), .sound, "audio/flac"), (Array("OggS".utf8), .sound, "audio/ogg"),
            ([0x1A, 0x45, 0xDF, 0xA3], .video, "video/webm"), ([0, 0, 0, 0x20], .video, "video/mp4"),
        ] as [([UInt8], MediumFile.Kind, String)])
    func types(_ head: [UInt8], _ kind: MediumFile.Kind, _ type: String) {
        #expect(kind.type(of: Data(head)) == type)
    }

    @Test(
        "One range is understood; what is none gives the whole",
        arguments: [
            ("bytes=0-0", 0...0), ("bytes=5-", 5...9), ("bytes=-3", 7...9), ("bytes=-30", 0...9),
            ("bytes=8-30", 8...9), ("bytes=10-", nil), ("bytes=3-2", nil), ("bytes=0-1,3-4", nil),
            ("bytes=-", nil), ("bytes=--1", nil), ("bytes=-0", nil), ("lines=0-1", nil),
        ] as [(String, ClosedRange<Int>?)])
    func range(_ text: String, _ range: ClosedRange<Int>?) {
        #expect(MediumFile.part(text, of: 10) == range)
        #expect(MediumFile.part(text, of: 0) == nil)
    }

    @Test(
        "Of a long video a part is short, whatever is asked for",
        arguments: [
            ("bytes=0-", 0...1_048_575), ("bytes=5-9999999", 5...1_048_580),
            ("bytes=-9999999", 1_951_424...2_999_999), ("bytes=2999999-", 2_999_999...2_999_999),
            ("bytes=0-9223372036854775807", 0...1_048_575),
        ])
    func long(_ text: String, _ range: ClosedRange<Int>) {
        #expect(MediumFile.part(text, of: 3_000_000) == range)
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
