import Care
import CareStore
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("The house's channel, over the API", .timeLimit(.minutes(30)))
struct HouseAPITests {
    @Test("A coordinator sees and sets it; for everybody else it is as if there were none")
    func whose() async throws {
        try await HouseScene.with { scene in
            let off = try await scene.channel()
            #expect(!off.isOn && off.standing == nil && off.address.isEmpty)
            #expect(off.fields.map(\.name) == ["server", "user", "password", "topic", "discovery", "say"])
            let all: ChannelPage = try await scene.reach.olga.get("channels").decode()
            #expect(all.channels.suffix(2).map(\.name) == ["mqtt", "links"])
            let on = try await scene.set()
            try await scene.home.until {
                let standing = try await scene.channel().standing
                return standing?.connectedSince != nil && standing?.waiting == 0
            }
            let others: ChannelPage = try await scene.reach.ben.get("channels").decode()
            #expect(others.channels.map(\.name) == ["ntfy"])
            let refused = try await scene.reach.ben.send(
                .PUT, "channels/mqtt", ChannelChange(isOn: false, sequence: on.sequence))
            #expect(refused.status == 403)
            // It reaches the house, and nobody.
            let contact = ContactChange(person: "ben", channel: "mqtt", label: "Lamp")
            #expect(try await scene.reach.olga.send(.PUT, "contacts/\(UUID())", contact).status == 422)
            let audit: AuditPage = try await scene.reach.olga.get("audit?kind=channel_changed").decode()
            #expect(audit.entries.first?.about == "mqtt")
            #expect(audit.entries.first?.changes == ["on", "server"])
        }
    }

    @Test(
        "What cannot be used is refused with its field, and what is missing only once it is switched on",
        arguments: [
            (["server": "192.168.1.5"], "settings.server"), (["server": "mqtt://8.8.8.8"], "settings.server"),
            (["server": "mqtts://me:secret@broker.example.org"], "settings.server"),
            (["topic": "home/#"], "settings.topic"), (["topic": "/home"], "settings.topic"),
            (["discovery": "home assistant"], "settings.discovery"), (["say": "yes"], "settings.say"),
            (["topics": "home"], "settings.topics"), (["password": "hush"], "settings.password"),
        ])
    func wrong(settings: [String: String], field: String) async throws {
        try await HouseScene.with { scene in
            for isOn in [false, true] {
                let change = ChannelChange(
                    isOn: isOn, settings: HouseScene.settings.merging(settings) { $1 })
                let refused = try await scene.reach.olga.send(.PUT, "channels/mqtt", change)
                #expect(refused.status == 422)
                #expect(try refused.problem.field == field, "\(settings)")
            }
        }
    }

    @Test("Switched off it may be incomplete; a password needs the name to which it belongs")
    func incomplete() async throws {
        try await HouseScene.with { scene in
            try await scene.set([:], isOn: false, secrets: ["password": "hush"])
            for (settings, field) in [
                ([:], "settings.server"), (HouseScene.settings, "settings.user"),
            ] as [([String: String], String)] {
                let change = ChannelChange(
                    isOn: true, settings: settings, secrets: ["password": "hush"], sequence: 1)
                let refused = try await scene.reach.olga.send(.PUT, "channels/mqtt", change)
                #expect(refused.status == 422)
                #expect(try refused.problem.field == field)
            }
        }
    }

    @Test("A service without a way to a broker has no such channel")
    func none() async throws {
        try await ReachScene.with { scene in
            let change = ChannelChange(isOn: true, settings: HouseScene.settings)
            #expect(try await scene.olga.send(.PUT, "channels/mqtt", change).status == 404)
            let all: ChannelPage = try await scene.olga.get("channels").decode()
            #expect(!all.channels.contains { $0.name == StoredChannel.house })
        }
    }

    @Test("The password is in no answer, and goes with the server for which it was written")
    func password() async throws {
        try await HouseScene.with { scene in
            let login = HouseScene.settings.merging(["user": "beckon"]) { $1 }
            try await scene.set(login, secrets: ["password": "hush-of-the-house"])
            for place in ["channels", "audit", "status"] {
                let answer = try await scene.reach.olga.get(place)
                #expect(!String(decoding: answer.body, as: UTF8.self).contains("hush-of-the-house"))
            }
            let elsewhere = try await scene.set(
                ["server": "mqtts://broker.example.org", "user": "beckon"])
            #expect(elsewhere.secrets.isEmpty)
        }
    }
}
