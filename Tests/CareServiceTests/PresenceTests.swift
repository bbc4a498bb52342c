import Care
import Foundation
import Testing

@testable import CareService

@Suite("Who is there, as a timeline")
struct PresenceTests {
    /// Devices of the scores: `otto2` is Otto's paired kiosk, `maria` the home's own, `night` a paired station.
    private static let names: [String: Presence.Watched] = [
        "maria": .kiosk(client: "maria", device: nil),
        "maria2": .kiosk(client: "maria", device: UUID(uuidString: "00000000-0000-0000-0000-000000000002")),
        "otto2": .kiosk(client: "otto", device: UUID(uuidString: "00000000-0000-0000-0000-000000000003")),
        "station": .station(device: nil),
        "night": .station(device: UUID(uuidString: "00000000-0000-0000-0000-000000000004")),
    ]

    private static func name(_ absence: Presence.Absence) -> String {
        switch absence {
        case .kiosk(let client, let device):
            names.first { $0.value == .kiosk(client: client, device: device) }?.key ?? "?"
        case .station(let device): names.first { $0.value == .station(device: device) }?.key ?? "?"
        case .everyStation: "every station"
        }
    }

    private static func line(_ second: Int, _ change: Presence.Change) -> String {
        switch change {
        case .began(let absence): "\(second) away \(name(absence))"
        case .ended(let absence): "\(second) back \(name(absence))"
        }
    }

    /// Plays `12 otto2 1` (connections at a second), `30 otto2 revoked` and `20` (time passes), and writes what has to be told.
    private func play(_ score: String, unseen: [String] = [], awaited: [String] = []) throws -> [String] {
        var presence = Presence(grace: .seconds(5))
        for name in unseen { presence.expectUnseen(try #require(Self.names[name]), until: .seconds(90)) }
        for name in awaited { presence.await(try #require(Self.names[name]), until: .seconds(90)) }
        var told: [String] = []
        for line in score.split(separator: "|") {
            let words = line.split(separator: " ")
            let second = try #require(Int(words[0]))
            let now = Duration.seconds(second)
            told += presence.timePassed(to: now).map { Self.line(second, $0) }
            guard words.count == 3 else { continue }
            let watched = try #require(Self.names[String(words[1])])
            let changes =
                words[2] == "revoked"
                ? presence.forget(watched)
                : presence.connections(of: watched, are: try #require(Int(words[2])), at: now)
            told += changes.map { Self.line(second, $0) }
        }
        return told
    }

    @Test(
        "Each is missed by itself",
        arguments: [
            ("gone for less than the grace", "1 maria 1 | 10 maria 0 | 14 maria 1 | 60", ["1 back maria"]),
            (
                "stays away: told once, and once when it is back",
                "1 maria 1 | 10 maria 0 | 15 | 16 | 99 | 100 maria 1 | 101 maria 2",
                ["1 back maria", "15 away maria", "100 back maria"]
            ),
            (
                "both kiosks go: each is told, whoever else comes back",
                "1 maria 1 | 1 otto2 1 | 10 maria 0 | 11 otto2 0 | 20 | 30 maria 1 | 40",
                ["1 back maria", "1 back otto2", "20 away maria", "20 away otto2", "30 back maria"]
            ),
            (
                "two kiosks of one client", "1 maria 1 | 1 maria2 1 | 10 maria2 0 | 20 | 21 maria 2 | 30",
                ["1 back maria", "1 back maria2", "20 away maria2"]
            ),
            (
                "one of two stations goes: a call is heard, but not there",
                "1 station 1 | 1 night 1 | 10 night 0 | 20 | 30 night 1",
                [
                    "1 back station", "1 back every station", "1 back night", "1 back every station",
                    "20 away night", "30 back night",
                ]
            ),
            (
                "both stations go: nobody would hear; with the first that is back, the other is missed",
                "1 station 1 | 1 night 1 | 10 night 0 | 20 | 30 station 0 | 40 | 50 night 1 | 60 station 1",
                [
                    "1 back station", "1 back every station", "1 back night", "1 back every station",
                    "20 away night", "40 back night", "40 away every station", "50 back every station",
                    "50 away station", "60 back station",
                ]
            ),
            (
                "revoked: not expected any more", "1 otto2 1 | 10 otto2 0 | 20 | 30 otto2 revoked | 40",
                ["1 back otto2", "20 away otto2", "30 back otto2"]
            ),
            (
                "revoked while it is there", "1 otto2 1 | 10 otto2 revoked | 11 otto2 0 | 40",
                ["1 back otto2"]
            ),
        ])
    func each(_ what: String, _ score: String, _ told: [String]) throws {
        #expect(try play(score) == told, "\(what)")
    }

    @Test("A device that a new home expects is reported missing after the first wait, others never")
    func neverCame() throws {
        #expect(try play("89 | 90 | 200", unseen: ["station"]) == ["90 away every station"])
        #expect(try play("90 | 200") == [])
    }

    @Test(
        "Where a paired kiosk does the work of the home's own, the own one is not missed; nor where it came late"
    )
    func another() throws {
        #expect(try play("10 maria2 1 | 90 | 200", unseen: ["maria"]) == ["10 back maria", "10 back maria2"])
        #expect(
            try play("90 | 100 maria2 1 | 200", unseen: ["maria"])
                == ["90 away maria", "100 back maria", "100 back maria2"])
        #expect(try play("10 otto2 1 | 90", unseen: ["maria"]) == ["10 back otto2", "90 away maria"])
    }

    @Test("Those that were connected before the service's start are expected again, each")
    func restart() throws {
        #expect(
            try play(
                "10 maria 1 | 90 | 100 otto2 1", unseen: ["maria"], awaited: ["maria", "otto2", "maria2"])
                == ["10 back maria", "90 away maria2", "90 away otto2", "100 back otto2"])
        // A station that is awaited hears nothing yet: that another one goes is told as soon as ever.
        #expect(
            try play("10 night 1 | 20 night 0 | 25 | 90", awaited: ["station", "night"])
                == ["10 back night", "10 back every station", "25 away every station"])
    }

    @Test("A device that was revoked stays unknown, whatever it still had open")
    func revoked() async throws {
        try await RunningService.with { service in
            let (hub, device) = (service.service.core.hub, UUID())
            let listener = EventSubscription.Listener(
                presence: .kiosk(client: "otto", device: device), owner: device, kioskOf: "otto")
            let streams = [hub.subscribe(listener), hub.subscribe(listener)]
            #expect(hub.presence.watched.count == 1)
            hub.forget(device)
            for stream in streams {
                hub.unsubscribe(stream)
                #expect(hub.presence.watched.isEmpty)
            }
        }
    }

    @Test("Since when each is connected, or not any more") func since() throws {
        var presence = Presence(grace: .seconds(10))
        let kiosk = try #require(Self.names["maria"])
        presence.expectUnseen(kiosk, until: .seconds(30))
        func standing() -> String {
            presence.all[kiosk].map { "\($0.standing) \($0.since.map { "\($0)" } ?? "–")" } ?? ""
        }
        #expect(standing() == "awaited –")
        _ = presence.connections(of: kiosk, are: 1, at: .seconds(5))
        _ = presence.connections(of: kiosk, are: 2, at: .seconds(7))
        #expect(standing() == "connected 5.0 seconds")
        _ = presence.connections(of: kiosk, are: 0, at: .seconds(20))
        #expect(standing() == "awaited 20.0 seconds")
        _ = presence.timePassed(to: .seconds(40))
        #expect(standing() == "away 20.0 seconds")
        _ = presence.connections(of: kiosk, are: 1, at: .seconds(50))
        #expect(standing() == "connected 50.0 seconds")
        _ = presence.forget(kiosk)
        #expect(presence.all.isEmpty)
    }
}
