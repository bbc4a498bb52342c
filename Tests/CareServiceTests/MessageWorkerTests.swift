import Care
import Channels
import Foundation
import Logging
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Messages to people's own devices", .timeLimit(.minutes(30)))
struct MessageWorkerTests {
    @Test(
        "A call is told on the phone of whoever it reaches, with what answers it, and what becomes of it too")
    func told() async throws {
        try await ReachScene.with { scene in
            let contact = try await scene.add(secret: ["password": "hush"])
            let id = try await scene.home.ask("maria")
            let sent = try await scene.phone.next()
            let message = sent.message
            #expect(message.kind == .alert && message.title == "Maria is calling: water")
            #expect(message.body.contains("These are the words of Maria."))
            #expect(message.thread == id.uuidString.lowercased().replacing("-", with: ""))
            #expect(message.answers.map(\.name) == ["on_the_way", "cannot"])
            let home = "http://127.0.0.1:\(scene.service.port)"
            let token = try scene.token(of: sent)
            #expect(message.answers.allSatisfy { $0.url == "\(home)/api/v1/answers/\(token)" })
            #expect(message.link == "\(home)/answer/\(token)")
            #expect(sent.destination.contact == contact.id)
            #expect(sent.destination.address == ["topic": "ben"])
            #expect(sent.destination.secrets == ["password": "hush"])
            // It was shown there: now Ben is told what becomes of it.
            #expect(try await scene.confirm(token) == 204)
            #expect(try await scene.confirm(token) == 204, "the same again")
            #expect(try await scene.contact(contact.id).confirmedAt != nil)
            let goes = answer(.onTheWay, by: "Anna")
            #expect(try await scene.home.station.send(.POST, "requests/\(id)/responses", goes).status == 201)
            let news = try await scene.phone.next().message
            #expect(news.kind == .update && news.title == "Anna is on the way to Maria")
            #expect(news.thread == message.thread && news.answers.isEmpty && news.key != message.key)
        }
    }

    @Test("A telephone call says by which keys it is answered; other channels have buttons, or a link")
    func keys() async throws {
        let telephone = StandIn("sip")
        try await ReachScene.with(others: [telephone]) { scene in
            try await scene.add()
            try await scene.add("olga", over: "sip", topic: "610")
            _ = try await scene.home.ask("maria")
            let keys = "\nPress 1: I’m on my way. Press 2: I can’t come."
            #expect(try await telephone.next().message.body.hasSuffix(keys))
            #expect(try await !scene.phone.next().message.body.contains("Press 1"))
        }
    }

    @Test("What is not taken is sent again, with the same key")
    func retried() async throws {
        try await ReachScene.with { scene in
            scene.phone.replies([.failed("no connection to push.example")])
            try await scene.add()
            _ = try await scene.home.ask("maria")
            let first = try await scene.phone.next().message
            let again = try await scene.passing { try await scene.phone.next().message }
            #expect(again == first)
        }
    }

    @Test("Whoever asks for time gets it")
    func later() async throws {
        try await ReachScene.with { scene in
            scene.phone.replies([.later("busy", after: .seconds(120))])
            try await scene.add()
            _ = try await scene.home.ask("maria")
            let first = try await scene.phone.next().message
            // By the clock that the test itself moves.
            let before = scene.service.clock.clock.uptime()
            let again = try await scene.passing { try await scene.phone.next().message }
            #expect(again.key == first.key)
            #expect(scene.service.clock.clock.uptime() - before >= .seconds(120))
        }
    }

    @Test("A way that its service does not know any more has ended, and says why")
    func gone() async throws {
        try await ReachScene.with { scene in
            scene.phone.replies([.gone("this phone is not subscribed any more")])
            let contact = try await scene.add()
            _ = try await scene.home.ask("maria")
            _ = try await scene.phone.next()
            try await scene.until(contact.id) { $0.state == .ended }
            #expect(try await scene.contact(contact.id).problem == "this phone is not subscribed any more")
        }
    }

    @Test("A channel that hangs delays neither the stations, nor answers, nor another channel, nor a stop")
    func hanging() async throws {
        let other = StandIn("gotify")
        try await ReachScene.with(others: [other]) { scene in
            scene.phone.replies { _ in
                // Nothing comes of it until the service stops and cancels it.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                return .failed("it was ended")
            }
            try await scene.add()
            try await scene.add(over: "gotify", topic: "bell")
            try await scene.service.events(as: RunningService.tokens.station) { lines in
                try await lines.untilReady()
                for client in TwoClients.ids {
                    let id = try await scene.home.ask(client)
                    _ = try await scene.phone.next()
                    let told = try await other.nextAlert().message
                    #expect(told.thread == id.uuidString.lowercased().replacing("-", with: ""))
                    while try await lines.nextEvent().request?.id != id {}
                    let goes = answer(.onTheWay, by: "Anna")
                    let path = "requests/\(id)/responses"
                    #expect(try await scene.home.station.send(.POST, path, goes).status == 201)
                }
            }
        }
    }

    @Test("A way with a time of its own is tried when that has passed")
    func waits() async throws {
        try await ReachScene.with { scene in
            try await scene.add(after: 90)
            // By the clock that the test itself moves.
            let before = scene.service.clock.clock.uptime()
            _ = try await scene.home.ask("maria")
            let sent = try await scene.passing { try await scene.phone.next() }
            #expect(sent.message.title == "Maria is calling: water")
            #expect(scene.service.clock.clock.uptime() - before >= .seconds(90))
        }
    }

    @Test("Each way is proved when it is new, and each day after that; one that fails, sooner")
    func proved() async throws {
        try await ReachScene.with { scene in
            let contact = try await scene.add()
            #expect(try await scene.phone.nextProof().contact == contact.id)
            try await scene.until(contact.id) { $0.state == .working && $0.provedAt != nil }
            scene.phone.proves(.failed("no connection to ntfy.sh"))
            scene.pass(.seconds(86_401))
            _ = try await scene.phone.nextProof()
            try await scene.until(contact.id) { $0.state == .failing }
            #expect(try await scene.contact(contact.id).problem == "no connection to ntfy.sh")
            // By the clock that the test itself moves.
            let before = scene.service.clock.clock.uptime()
            _ = try await scene.passing { try await scene.phone.nextProof() }
            #expect(scene.service.clock.clock.uptime() - before < .seconds(86_400))
        }
    }

    @Test("An outage is one fault, however many ways it cuts, and over once they work again")
    func outage() async throws {
        let other = StandIn("gotify")
        try await ReachScene.with(others: [other]) { scene in
            for one in [scene.phone, other] { one.proves(.failed("no connection to the internet")) }
            try await scene.service.events(as: RunningService.tokens.station) { lines in
                try await lines.untilReady()
                let first = try await scene.add()
                let second = try await scene.add("olga", over: "gotify", topic: "bell")
                for one in [first, second] { try await scene.until(one.id) { $0.state == .failing } }
                let ticking = Task {
                    while !Task.isCancelled {
                        scene.pass(.seconds(1))
                        await Task.yield()
                    }
                }
                defer { ticking.cancel() }
                let told = try await lines.nextFault(.messagesFailed)
                #expect(told.isActive && told.source == "service")
                #expect(told.detail == "Gotify (Phone bell) and 1 more: no connection to the internet")
                for one in [scene.phone, other] { one.proves(.accepted) }
                let next = try await lines.nextFault(.messagesFailed)
                #expect(!next.isActive, "it was told a second time")
            }
        }
    }

    @Test("That nobody can be reached is a fault of each client, until somebody can")
    func coverage() async throws {
        try await ReachScene.with { scene in
            // Without any way, a home reaches people by its stations alone.
            let none: Coverage = try await scene.ben.get("coverage").decode()
            #expect(none.clients.isEmpty)
            scene.phone.proves(.failed("no connection to ntfy.sh"))
            try await scene.service.events(as: RunningService.tokens.station) { lines in
                try await lines.untilReady()
                let contact = try await scene.add()
                try await scene.until(contact.id) { $0.state == .failing }
                let coverage: Coverage = try await scene.ben.get("coverage").decode()
                #expect(coverage.clients.map(\.id) == TwoClients.ids)
                #expect(coverage.clients.allSatisfy { !$0.isReachable && $0.reason != nil })
                let ticking = Task {
                    while !Task.isCancelled {
                        scene.pass(.seconds(1))
                        await Task.yield()
                    }
                }
                defer { ticking.cancel() }
                var told: Set<String> = []
                for _ in TwoClients.ids {
                    let fault = try await lines.nextFault(.nobodyReachable)
                    #expect(fault.isActive)
                    told.formUnion([fault.client].compactMap(\.self))
                }
                #expect(told == Set(TwoClients.ids))
                scene.phone.proves(.accepted)
                for _ in TwoClients.ids {
                    #expect(try await lines.nextFault(.nobodyReachable).isActive == false)
                }
                let again: Coverage = try await scene.ben.get("coverage").decode()
                #expect(again.clients.allSatisfy { $0.isReachable })
            }
        }
    }

    @Test("What opens a way is in a file for its owner alone, and in no answer and no line of the log")
    func secrets() async throws {
        let lines = AsyncStream<String>.makeStream()
        let logger = Logger(label: "test") { _ in LineLog { lines.continuation.yield($0) } }
        let secrets = ["hush-of-the-phone", "hush-of-the-home"]
        try await ReachScene.with(logger: logger) { scene in
            let change = ChannelChange(isOn: true, secrets: ["token": secrets[1]], sequence: 1)
            let set = try await scene.olga.send(.PUT, "channels/ntfy", change)
            #expect(set.status == 200)
            #expect(try set.decode(HomeChannel.self).secrets == ["token"])
            scene.phone.replies([.failed("no connection to ntfy.sh")])
            let contact = try await scene.add(secret: ["password": secrets[0]])
            _ = try await scene.home.ask("maria")
            let sent = try await scene.phone.next()
            #expect(sent.destination.secrets == ["password": secrets[0]])
            #expect(sent.destination.settingSecrets == ["token": secrets[1]])
            let path = URL(fileURLWithPath: scene.service.storePath).deletingLastPathComponent()
                .appendingPathComponent("channels.secrets").path
            let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(rights == 0o600)
            let token = try scene.token(of: sent)
            for place in ["contacts", "contacts/\(contact.id)", "channels", "coverage", "audit", "agenda"] {
                let answer = try await scene.olga.get(place)
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(answer.status == 200)
                for secret in secrets + [token] { #expect(!text.contains(secret), "\(place)") }
            }
            // Another label leaves it as it was.
            let renamed = ContactChange(
                person: "ben", channel: "ntfy", label: "Mine", address: ["topic": "ben"],
                sequence: contact.sequence)
            #expect(try await scene.olga.send(.PUT, "contacts/\(contact.id)", renamed).status == 200)
            let again = try await scene.passing { try await scene.phone.next() }
            #expect(again.destination.secrets == ["password": secrets[0]])
        }
        lines.continuation.finish()
        for await line in lines.stream {
            for secret in secrets { #expect(!line.contains(secret), "\(line)") }
        }
    }
}
