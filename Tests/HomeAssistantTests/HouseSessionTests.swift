import Care
import Foundation
import Testing

@testable import HomeAssistant

@Suite("What the house is told, and what it may ask for")
struct HouseSessionTests {
    private let topics = PlayedHouse.topics

    @Test("A connection begins with devices, then that Beckon is there, then how things stand")
    func begins() throws {
        var session = HouseSession(topics: topics, words: PlayedHouse.words, cursor: 7)
        #expect(session.handle(.connected, at: .zero) == [.readView])
        let effects = session.handle(
            .view(PlayedHouse.view(calling: PlayedHouse.request(priority: .urgent))), at: .zero)
        let order = effects.published.map(\.topic)
        let online = try #require(order.firstIndex(of: topics.status))
        for client in ["maria", "tom"] {
            let device = try #require(order.firstIndex(of: topics.config(of: topics.device(of: client))))
            let state = try #require(order.firstIndex(of: topics.state("request", of: client)))
            #expect(device < online)
            #expect(online < state)
        }
        #expect(effects.text(of: topics.status) == "online")
        #expect(effects.text(of: topics.state("request", of: "maria")) == "asked")
        #expect(effects.text(of: topics.state("calling", of: "maria")) == "ON")
        #expect(effects.text(of: topics.state("request", of: "tom")) == "none")
        #expect(effects.text(of: topics.openCalls) == "1")
        // What only happened comes after that.
        #expect(effects.last == .readJournal(after: 7))
    }

    @Test("A change is told alone, and the same twice is told once")
    func changes() {
        var session = PlayedHouse.connected()
        _ = session.handle(.journal([], isAll: true), at: .zero)
        #expect(session.handle(.news, at: .zero).contains(.readView))
        #expect(session.handle(.view(PlayedHouse.view()), at: .zero).published.isEmpty)
        _ = session.handle(.news, at: .zero)
        let effects = session.handle(.view(PlayedHouse.view(calling: PlayedHouse.request("tom"))), at: .zero)
        #expect(
            Set(effects.published.map(\.topic))
                == [
                    topics.openCalls, topics.state("request", of: "tom"), topics.state("calling", of: "tom"),
                    topics.state("request_attributes", of: "tom"),
                ])
    }

    @Test("News during a read are read once more")
    func newsMeanwhile() {
        var session = PlayedHouse.connected()
        #expect(session.handle(.news, at: .zero).contains(.readView))
        #expect(!session.handle(.news, at: .zero).contains(.readView))
        #expect(session.handle(.view(PlayedHouse.view()), at: .zero).contains(.readView))
        #expect(!session.handle(.view(PlayedHouse.view()), at: .zero).contains(.readView))
    }

    @Test("Everything is said again when Home Assistant has started, and not for what the broker has kept")
    func started() {
        var session = PlayedHouse.connected()
        let kept = HouseSession.Event.received(
            topic: topics.houseStatus, payload: Data("online".utf8), isRetained: true)
        #expect(session.handle(kept, at: .zero).isEmpty)
        let online = HouseSession.Event.received(
            topic: topics.houseStatus, payload: Data("online".utf8), isRetained: false)
        #expect(session.handle(online, at: .zero) == [.readView])
        let again = session.handle(.view(PlayedHouse.view()), at: .zero)
        #expect(again.text(of: topics.config(of: topics.node)) != nil)
        #expect(again.text(of: topics.state("kiosk", of: "tom")) == "ON")
        let offline = HouseSession.Event.received(
            topic: topics.houseStatus, payload: Data("offline".utf8), isRetained: false)
        #expect(session.handle(offline, at: .zero).isEmpty)
    }

    @Test("A client who has gone is taken away, also one of whom only the broker knows")
    func goes() {
        var session = PlayedHouse.connected()
        let left = topics.config(of: topics.device(of: "tom"))
        _ = session.handle(.news, at: .zero)
        let effects = session.handle(.view(PlayedHouse.view(["maria"])), at: .zero)
        #expect(effects.text(of: left) == "")
        // Nor does the broker go on telling how they were.
        for name in HouseStates.names { #expect(effects.text(of: topics.state(name, of: "tom")) == "") }
        let old = topics.config(of: topics.device(of: "olga"))
        let heard = session.handle(
            .received(topic: old, payload: Data("{}".utf8), isRetained: true), at: .zero)
        #expect(heard.text(of: old) == "")
        // Its own word comes back.
        #expect(session.handle(.received(topic: old, payload: Data(), isRetained: false), at: .zero).isEmpty)
        let lamp = topics.config(of: "lamp")
        #expect(
            session.handle(.received(topic: lamp, payload: Data("{}".utf8), isRetained: true), at: .zero)
                .isEmpty)
    }

    @Test("All that is kept of a client can be taken away")
    func names() throws {
        let kept = try HouseStates.messages(PlayedHouse.view(["ma/ria"]), topics).dropFirst().map(\.topic)
        #expect(Set(kept) == Set(HouseStates.names.map { topics.state($0, of: "ma/ria") }))
        let device = topics.device(of: "ma/ria")
        #expect(Set(HouseStates.names.compactMap { topics.state($0, ofDevice: device) }) == Set(kept))
        #expect(topics.state("due", ofDevice: topics.node) == nil)
    }

    @Test("What the broker says before anything is known of the home is remembered")
    func saidEarly() {
        var session = HouseSession(topics: topics, words: PlayedHouse.words, cursor: 0)
        _ = session.handle(.connected, at: .zero)
        let old = topics.config(of: topics.device(of: "olga"))
        #expect(
            session.handle(.received(topic: old, payload: Data("{}".utf8), isRetained: true), at: .zero)
                .isEmpty)
        #expect(session.handle(.view(PlayedHouse.view()), at: .zero).text(of: old) == "")
    }

    @Test("Words can be said only where the home lets them")
    func says() {
        let say = HouseSession.Event.received(
            topic: topics.command("say", of: "maria"), payload: Data("Tea is ready".utf8), isRetained: false)
        var session = PlayedHouse.connected()
        guard case .refuse? = session.handle(say, at: .zero).first else {
            Issue.record("it was said")
            return
        }
        var open = PlayedHouse.connected(PlayedHouse.view(canSay: true))
        #expect(open.handle(say, at: .zero) == [.perform(.say("Tea is ready", client: "maria"))])
    }

    @Test("A device has what it should, and words only where they may be said", arguments: [true, false])
    func discovery(canSay: Bool) throws {
        let messages = try HouseDiscovery.messages(
            PlayedHouse.view(canSay: canSay), topics, PlayedHouse.words)
        let message = try #require(
            messages.first { $0.topic == topics.config(of: topics.device(of: "maria")) })
        #expect(message.isRetained)
        let device = try #require(
            try JSONSerialization.jsonObject(with: message.payload) as? [String: Any])
        let parts = try #require(device["cmps"] as? [String: [String: Any]])
        #expect(
            Set(parts.keys)
                == [
                    "call", "request", "calling", "due", "kiosk", "switch_problem", "sound_problem",
                    "on_the_way", "met", "say",
                ])
        let say = try #require(parts["say"])
        #expect((say["command_topic"] != nil) == canSay)
        #expect(say["p"] as? String == "notify")
        let ids = parts.values.compactMap { $0["unique_id"] as? String }
        #expect(Set(ids).count == (canSay ? 10 : 9))
        #expect((device["dev"] as? [String: Any])?["via_device"] as? String == topics.node)
    }

    @Test(
        "What is no command is refused with a reason",
        arguments: [
            ("met", "maria", "press", false), ("met", "nobody", "PRESS", false),
            ("dance", "maria", "PRESS", false),
            ("met", "maria", "PRESS", true), ("on_the_way", "maria", "", false),
        ] as [(String, String, String, Bool)])
    func refusals(name: String, client: String, payload: String, isRetained: Bool) {
        var session = PlayedHouse.connected()
        let effects = session.handle(
            .received(
                topic: topics.command(name, of: client), payload: Data(payload.utf8), isRetained: isRetained),
            at: .zero)
        guard case .refuse(let topic, let reason)? = effects.first, effects.count == 1 else {
            Issue.record("\(effects)")
            return
        }
        #expect(topic == topics.command(name, of: client))
        #expect(!reason.isEmpty)
    }

    @Test("A broken payload is refused")
    func brokenPayload() {
        var session = PlayedHouse.connected(PlayedHouse.view(canSay: true))
        for payload in [Data([0xff, 0xfe]), Data(repeating: 65, count: 5000)] {
            let effects = session.handle(
                .received(topic: topics.command("say", of: "maria"), payload: payload, isRetained: false),
                at: .zero)
            guard case .refuse? = effects.first else {
                Issue.record("\(effects)")
                return
            }
        }
    }

    @Test("A flood of commands is cut off, and ends")
    func flood() {
        var session = PlayedHouse.connected()
        let press = HouseSession.Event.received(
            topic: topics.command("met", of: "maria"), payload: Data("PRESS".utf8), isRetained: false)
        let acted = (0..<100).count { _ in
            session.handle(press, at: .seconds(5)) == [.perform(.met(client: "maria"))]
        }
        #expect(acted == HouseSession.mostCommands)
        #expect(session.handle(press, at: .seconds(65)) == [.perform(.met(client: "maria"))])
    }

    @Test("Whoever says without end that Home Assistant has started does not keep the home busy")
    func startsFlood() {
        var session = PlayedHouse.connected()
        let online = HouseSession.Event.received(
            topic: topics.houseStatus, payload: Data("online".utf8), isRetained: false)
        let told = (0..<100).count { _ in
            guard session.handle(online, at: .seconds(5)) == [.readView] else { return false }
            return session.handle(.view(PlayedHouse.view()), at: .seconds(5)).text(of: topics.status) != nil
        }
        #expect(told == HouseSession.mostStarts)
        #expect(session.handle(online, at: .seconds(65)) == [.readView])
    }

    @Test("Devices that somebody makes up are taken away a few at a time, the rest with the next news")
    func madeUp() {
        var session = PlayedHouse.connected()
        let removed = (0..<5000).count { number in
            let config = topics.config(of: "\(topics.node)_x\(number)")
            let effects = session.handle(
                .received(topic: config, payload: Data("{}".utf8), isRetained: true), at: .seconds(5))
            return effects.text(of: config) != nil
        }
        #expect(removed > 0 && removed < 100)
        _ = session.handle(.news, at: .seconds(6))
        let rest = session.handle(.view(PlayedHouse.view()), at: .seconds(6)).published
            .count { $0.topic.hasSuffix("/config") }
        #expect(rest > 0 && rest <= HouseSession.mostKept)
    }

    @Test(
        "The call that matters most is the most urgent one, then one to which nobody comes, then the oldest")
    func foremost() {
        let old = PlayedHouse.request(askedAt: 0)
        let claimed = PlayedHouse.request(state: .onTheWay, askedAt: -10)
        let urgent = PlayedHouse.request(priority: .urgent, askedAt: 60)
        let over = PlayedHouse.request(state: .met, priority: .urgent)
        #expect(HouseClient.foremost(of: [claimed, old, urgent, over]) == urgent)
        #expect(HouseClient.foremost(of: [claimed, old]) == old)
        #expect(HouseClient.foremost(of: [over]) == nil)
    }
}
