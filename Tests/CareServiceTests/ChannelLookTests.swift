import Care
import Channels
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("What a channel needs of this home, and what coordinators set of it", .timeLimit(.minutes(30)))
struct ChannelLookTests {
    private static let missing = "ModemManager does not run: install `modemmanager`."

    private static func channel(_ name: String, _ asker: Asker) async throws -> HomeChannel? {
        try await asker.get("channels").decode(ChannelPage.self).channels.first { $0.name == name }
    }

    @Test("Whoever switches on what this machine has no program for is told at once; it stays on")
    func missing() async throws {
        let modem = StandIn("sms")
        modem.proves(.failed(Self.missing))
        try await ReachScene.with(others: [modem]) { scene in
            let first = try #require(try await Self.channel("sms", scene.olga))
            #expect(first.isOn && first.trouble == Self.missing)
            #expect(try await Self.channel("sms", scene.ben)?.trouble == nil)
            let off = ChannelChange(isOn: false, sequence: first.sequence)
            let isOff: HomeChannel = try await scene.olga.send(.PUT, "channels/sms", off).decode()
            #expect(isOff.trouble == nil)
            let on = ChannelChange(isOn: true, sequence: isOff.sequence)
            let again: HomeChannel = try await scene.olga.send(.PUT, "channels/sms", on).decode()
            #expect(again.isOn && again.trouble == Self.missing)
            // What each way proves by its own is not asked for without one.
            #expect(try await Self.channel("ntfy", scene.olga)?.trouble == nil)
            // Installed, it is found by itself.
            modem.proves(.accepted)
            try await scene.passing {
                try await scene.home.until {
                    try await Self.channel("sms", scene.olga)?.trouble == nil
                }
            }
        }
    }

    @Test("A secret that is left out stays; an empty one is taken away")
    func emptied() async throws {
        try await ReachScene.with { scene in
            func set(_ secrets: [String: String]?) async throws -> HomeChannel {
                let sequence = try await Self.channel("ntfy", scene.olga)?.sequence ?? 0
                let change = ChannelChange(isOn: true, secrets: secrets, sequence: sequence)
                return try await scene.olga.send(.PUT, "channels/ntfy", change).decode()
            }
            #expect(try await set(["token": "hush"]).secrets == ["token"])
            #expect(try await set(nil).secrets == ["token"])
            #expect(try await set([:]).secrets == ["token"])
            let emptied = try await set(["token": ""])
            #expect(emptied.isOn && emptied.secrets.isEmpty)
            #expect(try await scene.service.service.core.messages.secrets.read().channels.isEmpty)
            let audit: AuditPage = try await scene.olga.get("audit?kind=channel_changed").decode()
            #expect(audit.entries.first?.changes == ["token"])
        }
    }
}
