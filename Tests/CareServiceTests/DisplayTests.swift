import AsyncHTTPClient
import Care
import Foundation
import NIOCore
import NIOHTTP1
import OwnFolders
import Testing

@testable import CareService

@Suite("What a client's screen shows") struct WhatAClientsScreenShowsTests {
    private static let kiosk = RunningService.tokens.kiosk
    private static let station = RunningService.tokens.station
    private static let path = "/api/v1/displays/maria"

    private static func screen(
        _ number: Int64, label: String = "Water", since: Int64 = 1, asking: Int64? = nil
    ) -> Screen {
        Screen(
            number: number, client: "maria", language: "en-GB", state: .scanning, look: ScreenLook(),
            level: ScreenLevel(
                since: since, columns: 1,
                rows: [.init(cells: [.init(id: "water", label: label, kind: .request)])]),
            askingSince: asking)
    }

    @Test("Of two kiosks, displays show the one where the client was last, and the other when that one goes")
    func twoKiosks() throws {
        let (hub, bedroom) = (DisplayHub(), UUID())
        let (here, there) = (Self.screen(7, label: "Water"), Self.screen(3, label: "Lamp"))
        try hub.show(here, of: nil, place: .some(nil))
        try hub.show(there, of: bedroom, place: .some(nil))
        #expect(hub.newest(of: "maria") == here && hub.kiosk(shownOf: "maria") == .some(nil))
        hub.turn("maria", to: bedroom)
        #expect(hub.newest(of: "maria") == there && hub.kiosk(shownOf: "maria") == .some(bedroom))
        try hub.show(here, of: nil, place: bedroom)
        #expect(hub.newest(of: "maria") == there)
        hub.kioskWent(bedroom, of: "maria", place: .some(nil))
        #expect(hub.newest(of: "maria") == here)
        hub.kioskWent(nil, of: "maria", place: nil)
        #expect(hub.newest(of: "maria") == nil && hub.kiosk(shownOf: "maria") == nil)
    }

    private static func tap(_ screen: Int64, _ cell: String = "water") -> ScreenTap {
        ScreenTap(screen: screen, cell: cell, at: noon)
    }

    private static func put(_ screen: Screen, to service: RunningService, as token: String = kiosk)
        async throws -> RunningService.Answer
    {
        try await service.send(
            service.message(.PUT, path, as: token, body: try CareJSON.encoder().encode(screen)))
    }

    /// Opens the stream of a screen.
    private static func follow(
        _ service: RunningService, _ body: (inout EventLines) async throws -> Void
    ) async throws {
        let response = try await HTTPClient.patient.execute(
            service.message(.GET, path + "/events", as: station), timeout: .minutes(5))
        #expect(response.status == .ok)
        var lines = EventLines(body: response.body.makeAsyncIterator())
        try await body(&lines)
    }

    /// The next screen of a stream.
    private static func shown(_ lines: inout EventLines) async throws -> Screen {
        let block = try #require(try await lines.next())
        #expect(block.hasPrefix("event: screen\n"))
        let data = try #require(block.split(separator: "\n").last).dropFirst("data: ".count)
        return try CareJSON.decoder().decode(Screen.self, from: Data(data.utf8))
    }

    /// A kiosk that is connected while `body` runs.
    private static func kiosk(
        _ service: RunningService, _ body: (inout EventLines) async throws -> Void
    ) async throws {
        let response = try await HTTPClient.patient.execute(
            service.message(.GET, "/api/v1/events?client=maria", as: kiosk), timeout: .minutes(5))
        var lines = EventLines(body: response.body.makeAsyncIterator())
        try await lines.untilReady()
        try await body(&lines)
    }

    @Test("The newest comes first, then each change") func theNewestComesFirstThenEachChange() async throws {
        try await RunningService.with { (service: RunningService) async throws in
            #expect(try await service.get(Self.path).status == 404)
            #expect(try await Self.put(Self.screen(5), to: service).status == 204)
            #expect(try await service.get(Self.path, as: Self.station).decode(Screen.self).number == 5)
            try await Self.follow(service) { (lines: inout EventLines) async throws in
                #expect(try await Self.shown(&lines).number == 5)
                #expect(lines.retry == "1000")
                #expect(try await Self.put(Self.screen(6, label: "Tee ☕"), to: service).status == 204)
                #expect(try await Self.shown(&lines) == Self.screen(6, label: "Tee ☕"))
            }
        }
    }

    @Test("When the kiosk goes, its screen goes with it") func whenTheKioskGoesItsScreenGoesWithIt()
        async throws
    {
        try await RunningService.with { (service: RunningService) async throws in
            try await Self.follow(service) { (lines: inout EventLines) async throws in
                #expect(try await lines.next() == "event: starting\ndata: {}")
                try await Self.kiosk(service) { (_: inout EventLines) async throws in
                    _ = try await Self.put(Self.screen(1), to: service)
                    #expect(try await Self.shown(&lines).number == 1)
                }
                #expect(try await lines.next() == "event: starting\ndata: {\"was_shown\":true}")
                #expect(try await service.get(Self.path).status == 404)
            }
        }
    }

    @Test("A touch goes to the kiosk, without an id") func aTouchGoesToTheKioskWithoutAnId() async throws {
        try await RunningService.with { (service: RunningService) async throws in
            try await Self.kiosk(service) { (lines: inout EventLines) async throws in
                _ = try await Self.put(Self.screen(7), to: service)
                #expect(
                    try await service.post(Self.path + "/taps", Self.tap(7), as: Self.station).status == 202)
                let block = try #require(try await lines.next())
                #expect(block.hasPrefix("event: tap\ndata: {") && !block.contains("id: "))
                #expect(block.contains(#""cell":"water""#))
            }
        }
    }

    @Test("A touch on what is not open any more, or with nobody to take it, is refused")
    func aTouchOnWhatIsNotOpenAnyMore() async throws {
        try await RunningService.with { (service: RunningService) async throws in
            #expect(try await service.post(Self.path + "/taps", Self.tap(7)).status == 404)
            _ = try await Self.put(Self.screen(7, since: 6), to: service)
            #expect(try await service.post(Self.path + "/taps", Self.tap(5)).status == 409)
            #expect(try await service.post(Self.path + "/taps", Self.tap(8)).status == 409)
            let answered = Self.tap(7, Screen.answerCell)
            #expect(try await service.post(Self.path + "/taps", answered).status == 409)
            // No kiosk is connected.
            #expect(try await service.post(Self.path + "/taps", Self.tap(7)).status == 404)
        }
    }

    @Test("The face of whoever has answered is shown, and nobody else's") func faces() async throws {
        try await RunningService.with { (service: RunningService) async throws in
            let olga = try await service.setUp()
            #expect(try await PictureTests.put(PictureTests.png, of: "olga", by: olga).status < 300)
            _ = try await Self.put(Self.screen(1), to: service)
            #expect(try await service.get(Self.path + "/face").status == 204)
            var screen = Self.screen(2)
            screen.answer = .init(
                request: "1", who: "Olga", state: .onTheWay, words: "Olga is on the way.",
                label: "Water", isUrgent: false)
            #expect(try await Self.put(screen, to: service).status == 204)
            let face = try await service.get(Self.path + "/face")
            #expect(face.status == 200 && face.headers.first(name: "Content-Type") == "image/png")
            screen.number = 3
            screen.answer?.who = "Somebody whom nobody knows"
            _ = try await Self.put(screen, to: service)
            #expect(try await service.get(Self.path + "/face").status == 204)
            // Whoever is waited for is named, too.
            screen.number = 4
            screen.waiting = .init(who: "Olga", provider: .out, words: "Olga is not here yet.", since: noon)
            #expect(try await Self.put(screen, to: service).status == 204)
            #expect(try await service.get(Self.path + "/face").status == 204)
            #expect(try await service.get(Self.path + "/face?of=Olga").status == 200)
            #expect(try await service.get(Self.path + "/face?of=Anna").status == 204)
            screen.number = 5
            screen.answer = nil
            #expect(try await Self.put(screen, to: service).status == 204)
            #expect(try await service.get(Self.path + "/face").status == 200)
            screen.waiting?.since = Date(timeIntervalSince1970: 0)
            #expect(try await Self.put(screen, to: service).problem.field == "waiting.since")
        }
    }

    @Test("Only a kiosk shows, and only what is in order") func onlyAKioskShowsAndOnlyWhatIsIn() async throws
    {
        try await RunningService.with { (service: RunningService) async throws in
            #expect(try await Self.put(Self.screen(1), to: service, as: Self.station).status == 403)
            #expect(try await service.get(Self.path, as: nil).status == 401)
            var other = Self.screen(1)
            other.client = "ben"
            #expect(try await Self.put(other, to: service).problem.field == "client")
            other = Self.screen(-1)
            #expect(try await Self.put(other, to: service).status == 422)
            other = Self.screen(1)
            other.highlight = .init(kind: .scanned, row: 3)
            #expect(try await Self.put(other, to: service).problem.field == "highlight.row")
            other = Self.screen(1, label: String(repeating: "a", count: 1_100_000))
            #expect(try await Self.put(other, to: service).status == 413)
        }
    }

    @Test("A reader who is slow gets the newest, not all") func aReaderWhoIsSlowGetsTheNewestNot()
        async throws
    {
        // However long the machine takes to send it all: who reads nothing for half a minute is ended otherwise.
        try await RunningService.with {
            $0.peerTimeout = .seconds(600)
        } _: { (service: RunningService) async throws in
            try await Self.follow(service) { (lines: inout EventLines) async throws in
                _ = try await lines.next()
                let label = String(repeating: "long ", count: 350)
                for number in 1...400 {
                    _ = try await Self.put(Self.screen(Int64(number), label: label), to: service)
                }
                var seen: [Int64] = []
                while seen.last != 400 { seen.append(try await Self.shown(&lines).number) }
                #expect(seen == seen.sorted())
            }
        }
    }

    @Test("Pictures of the boards can be read, and nothing else on the disk")
    func picturesOfTheBoardsCanBeReadAndNothing() async throws {
        let folder = try OwnFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("boards/mine"), withIntermediateDirectories: true)
        let picture = Data([0x89, 0x50, 0x4E, 0x47])
        for path in ["boards/mine/cup.png", "secret.png"] {
            try picture.write(to: URL(fileURLWithPath: folder.file(path)))
        }
        try Data("secret".utf8).write(to: URL(fileURLWithPath: folder.file("boards/home.yaml")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("boards/out.png"), withDestinationPath: folder.file("secret.png"))
        let boards = folder.file("boards")
        try await RunningService.with {
            $0.picturesFolder = boards
        } _: { (service: RunningService) async throws in
            let path = Self.path + "/symbol?path="
            let answer = try await service.get(path + "mine/cup.png", as: Self.station)
            #expect(answer.status == 200 && answer.body == picture)
            #expect(answer.headers.first(name: "Content-Type") == "image/png")
            for wrong in [
                "../secret.png", "mine/../../secret.png", "%2e%2e/secret.png", "/etc/passwd", "home.yaml",
                "mine//cup.png", "out.png", "mine", "mine/cup.png%00.png", folder.file("secret.png"),
            ] {
                #expect(try await service.get(path + wrong).status == 404, "\(wrong)")
            }
            #expect(try await service.get(path + "mine/cup.png", as: nil).status == 401)
        }
    }

    @Test("Only clients of the home have screens") func whoseScreensThereCanBe() async throws {
        try await RunningService.with {
            $0.people = [
                Person(id: "maria", name: "Maria", role: .client),
                Person(id: "anna", name: "Anna", role: .caregiver),
            ]
        } _: { (service: RunningService) async throws in
            let page: ClientPage = try await service.get("/api/v1/displays").decode()
            #expect(page.clients == [.init(id: "maria", name: "Maria", isShown: false)])
        }
    }
}
