import Care
import CareStore
import Foundation
import Logging
import MQTT
import NIOHTTP1
import Testing

@testable import CareService

@Suite("What the house is told, and what it may do", .timeLimit(.minutes(30)))
struct HouseWorkerTests {
    @Test("It learns from now on what happens to calls, in order; what it has not confirmed comes again")
    func told() async throws {
        try await HouseScene.with { scene in
            _ = try await scene.home.ask("maria")
            let line = try await scene.begin()
            line.confirms(false)
            let id = try await scene.home.ask("otto")
            let asked = try await line.next("otto/call")
            let first = try HouseCall(asked)
            #expect(first.type == "asked" && first.request == id.uuidString.lowercased())
            #expect(!asked.message.isRetained && asked.connection == 1)
            #expect(try await scene.channel().standing?.waiting == 1)
            let goes = answer(.onTheWay, by: "Anna")
            let path = "requests/\(id)/responses"
            #expect(try await scene.home.station.send(.POST, path, goes).status == 201)
            let news = try HouseCall(try await line.next("otto/call"))
            #expect(news.type == "on_the_way" && news.by == "Anna" && news.sequence > first.sequence)
            line.report(.lost(.brokenOff))
            line.confirms(true)
            line.report(.connected(2))
            for expected in [first, news] {
                let again = try await line.next("otto/call")
                #expect(try HouseCall(again) == expected)
                #expect(again.connection == 2)
            }
            try await scene.home.until { try await scene.channel().standing?.waiting == 0 }
            // Nothing that it has comes once more.
            line.report(.lost(.brokenOff))
            line.report(.connected(3))
            let next = try await scene.home.ask("otto")
            let last = try HouseCall(try await line.next("otto/call"))
            #expect(last.request == next.uuidString.lowercased() && last.type == "asked")
        }
    }

    @Test("It is told how things stand, and again when that changes: a call, a switch, a kiosk")
    func states() async throws {
        try await HouseScene.with { scene in
            let line = try await scene.begin()
            let id = try await scene.home.ask("otto")
            try await line.until("otto/calling", is: "ON")
            #expect(
                try await scene.home.station.send(
                    .POST, "requests/\(id)/responses", answer(.met, by: "Anna")
                ).status == 201)
            try await line.until("otto/calling", is: "OFF")
            let fault = TwoClients.fault(.switchUnplugged)
            #expect(try await scene.home.otto.send(.POST, "faults", fault).status == 201)
            try await line.until("otto/switch_problem", is: "ON")
            try await scene.reach.service.events(try scene.home.otto.message(.GET, "events")) { lines in
                try await lines.untilReady()
                try await line.until("otto/kiosk", is: "ON")
            }
            try await line.until("otto/kiosk", is: "OFF")
        }
    }

    @Test("Its buttons answer the call that nobody has, and end the one to which it is on the way")
    func buttons() async throws {
        try await HouseScene.with { scene in
            let line = try await scene.begin()
            // There is no call yet.
            line.send("on_the_way", of: "maria")
            let first = try await scene.home.ask("maria")
            _ = try await line.next("maria/call")
            line.send("on_the_way", of: "maria")
            try await scene.home.until { try await scene.reach.request(first).state == .onTheWay }
            #expect(try await scene.reach.request(first).changedBy == "Home Assistant")
            let second = try await scene.home.ask("maria")
            line.send("met", of: "maria")
            try await scene.home.until { try await scene.reach.request(first).state == .met }
            #expect(try await scene.reach.request(second).state.isOpen)
            // What was retained is old: else this one would be met before somebody is on the way.
            line.send("met", of: "maria", isRetained: true)
            line.send("on_the_way", of: "maria")
            try await scene.home.until { try await scene.reach.request(second).state == .onTheWay }
            line.send("met", of: "maria")
            try await scene.home.until { try await scene.reach.request(second).state == .met }
        }
    }

    @Test("It takes no call from somebody else, and ends the one that matters most where it has none")
    func others() async throws {
        try await HouseScene.with { scene in
            let line = try await scene.begin()
            let id = try await scene.home.ask("maria")
            let goes = answer(.onTheWay, by: "Anna")
            #expect(try await scene.home.station.send(.POST, "requests/\(id)/responses", goes).status == 201)
            line.send("on_the_way", of: "maria")
            line.send("met", of: "maria")
            try await scene.home.until { try await scene.reach.request(id).state == .met }
            #expect(try await scene.reach.request(id).changedBy == "Home Assistant")
            // Nobody but Anna was on the way.
            for expected in ["asked", "on_the_way", "met"] {
                let told = try HouseCall(try await line.next("maria/call"))
                #expect(told.type == expected)
                if expected == "on_the_way" { #expect(told.by == "Anna") }
            }
        }
    }

    @Test("It has words said to clients once the home lets it, as Home Assistant")
    func words() async throws {
        try await HouseScene.with { scene in
            let line = try await scene.begin()
            let id = try await scene.home.ask("maria")
            line.send("say", of: "maria", "This is not said.")
            // What comes after it was done.
            line.send("on_the_way", of: "maria")
            try await scene.home.until { try await scene.reach.request(id).state == .onTheWay }
            let may = HouseScene.settings.merging(["say": "true"]) { $1 }
            try await scene.set(may)
            line.send("say", of: "maria", String(repeating: "long ", count: 60))
            line.send("say", of: "maria", "Dinner is ready.", isRetained: true)
            line.send("say", of: "maria", "Lunch is ready.")
            func said() async throws -> [ClientWords] {
                try await scene.reach.ben.get("clients/maria/words").decode(WordsPage.self).words
            }
            try await scene.home.until { try await !said().isEmpty }
            #expect(try await said().map(\.text) == ["Lunch is ready."])
            #expect(try await said().map(\.by) == ["Home Assistant"])
        }
    }

    @Test("However much it has said, people can still say something")
    func wordsOfPeople() async throws {
        try await HouseScene.with { scene in
            let line = try await scene.begin(HouseScene.settings.merging(["say": "true"]) { $1 })
            for number in 0..<(ClientWords.mostOfHouse + 5) { line.send("say", of: "maria", "\(number)") }
            // What comes after them was done.
            let id = try await scene.home.ask("maria")
            line.send("on_the_way", of: "maria")
            try await scene.home.until { try await scene.reach.request(id).state == .onTheWay }
            func said() async throws -> [ClientWords] {
                try await scene.reach.ben.get("clients/maria/words?limit=200").decode(WordsPage.self).words
            }
            #expect(try await said().count == ClientWords.mostOfHouse)
            let words = NewClientWords(id: UUID(), text: "I come.")
            #expect(try await scene.reach.ben.send(.POST, "clients/maria/words", words).status == 201)
        }
    }

    @Test("A broker that lets the home in and takes nothing is not reached")
    func takesNothing() async throws {
        try await HouseScene.with(first: .lost(.noConnection)) { scene in
            try await scene.set()
            let line = try await scene.broker.next()
            line.confirms(false)
            line.report(.connected(1))
            _ = try await line.next("status")
            #expect(try await scene.channel().standing?.connectedSince == nil)
            line.report(.lost(.refused(0x87)))
            try await scene.home.until {
                try await scene.channel().standing?.trouble?.contains("does not let this user") == true
            }
            line.confirms(true)
            line.report(.connected(2))
            try await scene.home.until { try await scene.channel().standing?.connectedSince != nil }
        }
    }

    @Test("A broker that is not reached is a fault after five minutes, until it is reached")
    func fault() async throws {
        try await HouseScene.with(first: .lost(.loginRefused)) { scene in
            let words = "it refuses the user name or the password"
            try await scene.set()
            try await scene.home.until {
                try await scene.channel().standing == HouseStanding(trouble: words)
            }
            let line = try await scene.broker.next()
            try await scene.reach.service.events(as: RunningService.tokens.station) { lines in
                try await lines.untilReady()
                let before = scene.reach.service.clock.clock.uptime()
                let ticking = Task {
                    while !Task.isCancelled {
                        scene.reach.pass(.seconds(1))
                        await Task.yield()
                    }
                }
                defer { ticking.cancel() }
                let told = try await lines.nextFault(.houseUnreachable)
                #expect(told.isActive && told.detail == words && told.source == "service")
                #expect(scene.reach.service.clock.clock.uptime() - before >= .seconds(300))
                line.report(.connected(1))
                #expect(try await lines.nextFault(.houseUnreachable).isActive == false)
            }
            #expect(try await scene.channel().standing?.connectedSince != nil)
        }
    }

    @Test("Other settings begin another connection, and the one before says goodbye; off, nothing is told")
    func changes() async throws {
        try await HouseScene.with { scene in
            let line = try await scene.begin()
            #expect(line.settings.broker == MQTTBroker(host: "192.168.1.5", port: 1883, usesTLS: false))
            #expect(line.settings.user == nil && line.settings.password == nil)
            #expect(line.settings.will?.payload == Data("offline".utf8))
            // What it may have said is no other connection.
            try await scene.set(HouseScene.settings.merging(["say": "true"]) { $1 })
            let login = HouseScene.settings.merging(["user": "beckon", "topic": "home/hall"]) { $1 }
            try await scene.set(login, secrets: ["password": "hush"])
            #expect(try await line.farewell().map(\.payload) == [Data("offline".utf8)])
            let other = try await scene.broker.next()
            #expect(other.settings.user == "beckon" && other.settings.password == "hush")
            #expect(other.base.hasPrefix("home/hall/"))
            // What the old one still brings is of no account.
            line.report(.lost(.brokenOff))
            try await scene.set(login, isOn: false)
            try await scene.home.until { try await scene.channel().standing == nil }
            #expect(try await other.farewell().map(\.isRetained) == [true])
            #expect(try await scene.channel().secrets == ["password"])
        }
    }

    @Test("When the service stops, the house is told that nobody tells it anything any more")
    func stopping() async throws {
        let lines = AsyncStream<HouseStandIn.Line>.makeStream()
        try await HouseScene.with { scene in lines.continuation.yield(try await scene.begin()) }
        for await line in lines.stream {
            #expect(try await line.farewell().map(\.payload) == [Data("offline".utf8)])
            return
        }
    }

    @Test("A broker that floods the home with messages costs no memory, and what it confirms counts")
    func flood() async throws {
        try await HouseScene.with { scene in
            let line = try await scene.begin()
            for _ in 0..<20_000 { line.send("on_the_way", of: "nobody") }
            let id = try await scene.home.ask("maria")
            let told = try HouseCall(try await line.next("maria/call"))
            #expect(told.request == id.uuidString.lowercased())
            try await scene.home.until { try await scene.channel().standing?.waiting == 0 }
        }
    }
}
