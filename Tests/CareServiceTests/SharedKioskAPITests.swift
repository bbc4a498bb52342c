import AsyncHTTPClient
import Care
import CareStore
import Foundation
import NIOHTTP1
import Recurrence
import Synchronization
import Testing
import ZoneFiles

@testable import CareService

@Suite("Which clients a kiosk serves, and where they are told things")
struct SharedKioskAPITests {
    private static func message(
        _ asker: Asker, for client: String, _ method: HTTPMethod, _ path: String,
        _ body: (any Encodable)? = nil
    ) throws -> HTTPClientRequest {
        var message = try asker.message(method, path, body)
        message.headers.add(name: ServedClient.header, value: client)
        return message
    }

    @Test(
        "A kiosk reads and asks for another client once the home lets it, and no longer when it takes that back"
    )
    func servesAnother() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            func read() async throws -> Int {
                try await home.service.status(
                    Self.message(home.otto, for: "maria", .GET, "requests?state=open"))
            }
            let path = "devices/\(home.ottosKiosk)/clients"
            #expect(try await read() == 403)
            let served = ServedClients(clients: [ServedClient(client: "maria")])
            let answer = try await home.service.send(home.coordinator.message(.PUT, path, served))
            let page: DevicePage = try answer.decode()
            #expect(page.devices.first { $0.id == home.ottosKiosk }?.clients == served.clients)
            #expect(try await read() == 200)
            let asked = try await home.service.send(
                Self.message(home.otto, for: "maria", .POST, "requests", TwoClients.call("maria")))
            #expect(try asked.decode(Request.self).client == "maria")
            // It is still Otto's for every message that names nobody.
            let own: RequestPage = try await home.otto.get("requests?state=open").decode()
            #expect(own.client == "otto" && own.requests.isEmpty)
            let none = ServedClients(clients: [])
            #expect(try await home.service.status(home.coordinator.message(.PUT, path, none)) == 200)
            #expect(try await read() == 403)
        }
    }

    @Test(
        "A call for somebody whom a kiosk does not serve is kept as its own client's, under the name that it says"
    )
    func callIsKept() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let answer = try await home.service.send(
                Self.message(home.otto, for: "maria", .POST, "requests", TwoClients.call("maria")))
            let kept: Request = try answer.decode()
            #expect(answer.status == 201 && kept.client == "otto" && kept.clientName == "Maria")
        }
    }

    @Test("Of two who change at once whom a kiosk serves, the second is told and changes nothing")
    func changedMeanwhile() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let path = "devices/\(home.ottosKiosk)/clients"
            func put(_ clients: [ServedClient], over known: [ServedClient]?) async throws -> (
                Int, DevicePage?
            ) {
                let answer = try await home.coordinator.send(
                    .PUT, path, ServedClients(clients: clients, replaces: known))
                return (answer.status, answer.status == 200 ? try answer.decode() : nil)
            }
            let morning = ServedClient(client: "maria", times: [ServedTime(from: "8:00", until: "12:00")])
            let first = try await put([morning], over: [])
            #expect(first.0 == 200)
            #expect(try await put([ServedClient(client: "maria")], over: []).0 == 409)
            let same = try await put([morning], over: [morning])
            #expect(same.1?.devices.first { $0.id == home.ottosKiosk }?.clients == [morning])
            #expect(try await put([], over: [morning]).0 == 200)
            // Who has not read it replaces whatever is there.
            #expect(try await put([morning], over: nil).0 == 200)
        }
    }

    @Test("Name, place and whom it serves are changed together, or none of them")
    func together() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let path = "devices/\(home.ottosKiosk)"
            let maria = [ServedClient(client: "maria")]
            func put(_ path: String, _ name: String?, _ clients: [ServedClient], over known: [ServedClient]?)
                async throws -> RunningService.Answer
            {
                try await home.coordinator.send(
                    .PUT, path,
                    DeviceChange(name: name, serves: ServedClients(clients: clients, replaces: known)))
            }
            func kiosk() async throws -> Device {
                let page: DevicePage = try await home.coordinator.send(.GET, "devices").decode()
                return try #require(page.devices.first { $0.id == home.ottosKiosk })
            }
            let before = try await kiosk()
            let late = try await put(path, "Window", maria, over: maria)
            #expect(try late.status == 409 && late.problem.field == "replaces")
            let paths = try #require(
                try DocumentedMessage.document()["paths"] as? [String: [String: [String: Any]]])
            let told = paths["/api/v1/devices/{id}"]?["put"]?["responses"] as? [String: Any]
            #expect(told?["409"] != nil)
            #expect(try await put(path, "Window", [ServedClient(client: "nobody")], over: nil).status == 422)
            #expect(try await kiosk().name == before.name)
            #expect(try await kiosk().clients == before.clients)
            #expect(try await put(path, "Window", maria, over: before.clients).status == 200)
            #expect(try await kiosk().name == "Window")
            #expect(try await kiosk().clients == maria)
            // Without a word about clients, it serves whom it served.
            #expect(try await home.coordinator.send(.PUT, path, DeviceChange(name: "Bed")).status == 200)
            #expect(try await kiosk().clients == maria)
            #expect(try await put("devices/station", nil, maria, over: nil).status == 422)
            #expect(try await put("devices/kiosk", nil, maria, over: nil).status == 422)
        }
    }

    @Test(
        "Whose kiosk it is has times there too, is served at all others, and loses nothing with their times")
    func ownTimes() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let morning = ServedTime(days: ["MO"], from: "08:00", until: "12:00")
            func put(_ path: String, _ clients: [ServedClient]) async throws -> DevicePage {
                let answer = try await home.coordinator.send(
                    .PUT, path, ServedClients(clients: clients))
                #expect(answer.status == 200)
                return try answer.decode()
            }
            let paired = "devices/\(home.ottosKiosk)/clients"
            let ottos = [
                ServedClient(client: "maria"), ServedClient(client: "otto", times: [morning]),
            ]
            let page = try await put(paired, ottos)
            #expect(page.devices.first { $0.id == home.ottosKiosk }?.clients == ottos)
            var places = home.service.service.core.hub.places
            places.used("otto", LastUse(device: home.ottosKiosk, at: noon), now: noon)
            let here: Set<Presence.Watched> = [
                .kiosk(client: "otto", device: home.ottosKiosk), .kiosk(client: "otto", device: nil),
            ]
            let (after, zone) = (places, home.service.service.core.home.rules)
            func speaker(_ text: String) throws -> Presence.Watched? {
                let now = zone.instant(of: try #require(WallTime(text)))
                return after.speaker(of: "otto", among: here, at: now, in: zone)
            }
            // He was there last, on Saturday, at none of his times: he hears things there until his time of Monday is over.
            for there in ["2026-03-28T13:01:00", "2026-03-29T23:00:00", "2026-03-30T11:59:59"] {
                #expect(
                    try speaker(there) == .kiosk(client: "otto", device: home.ottosKiosk), "\(there)")
            }
            for elsewhere in ["2026-03-30T12:00:00", "2026-03-31T09:00:00"] {
                #expect(try speaker(elsewhere) == .kiosk(client: "otto", device: nil), "\(elsewhere)")
            }
            // The home's own kiosk, of Maria.
            let marias = [ServedClient(client: "maria", times: [morning])]
            // It is among the devices once it has a place.
            let east = Place(id: "east", kind: .zone, name: "East")
            #expect(try await home.coordinator.send(.PUT, "places/east", east).status == 201)
            let placed = DeviceChange(place: "east", serves: ServedClients(clients: marias))
            let own: DevicePage = try await home.coordinator.send(.PUT, "devices/kiosk", placed).decode()
            let kiosk = try #require(own.own.first { $0.kind == .kiosk })
            #expect(kiosk.clients == marias && kiosk.always == ["maria"])
            // It is not their times that let them read and call, and nobody is missed who loses them.
            #expect(try await home.otto.get("requests?state=open").status == 200)
            #expect(try await home.otto.send(.POST, "requests", TwoClients.call("otto")).status == 201)
            let without = try await put(paired, [ServedClient(client: "maria")])
            #expect(
                without.devices.first { $0.id == home.ottosKiosk }?.clients == [ServedClient(client: "maria")]
            )
            #expect(try await home.otto.get("requests?state=open").status == 200)
        }
    }

    @Test("A kiosk that was paired for nobody in particular is the home's client's, who is not ticked there")
    func nobodysKiosk() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let kiosk = try await home.service.pair(.kiosk, by: home.coordinator)
            func put(_ clients: [ServedClient]) async throws -> RunningService.Answer {
                try await home.coordinator.send(
                    .PUT, "devices/\(kiosk.id)/clients", ServedClients(clients: clients))
            }
            let known: DevicePage = try await home.coordinator.send(.GET, "devices").decode()
            #expect(known.devices.first { $0.id == kiosk.id }?.client == "maria")
            let ticked = try await put([ServedClient(client: "maria")])
            #expect(try ticked.status == 422 && ticked.problem.field == "clients")
            let times = [ServedTime(days: ["MO"], from: "08:00", until: "12:00")]
            let maria = [ServedClient(client: "maria", times: times)]
            try await home.service.events(as: kiosk.token) { lines in
                try await lines.untilReady()
                let page: DevicePage = try await put(maria).decode()
                #expect(page.devices.first { $0.id == kiosk.id }?.clients == maria)
                #expect(try await put([]).status == 200)
            }
            // It is hers without them, too, and is missed when it goes.
            let watched = home.service.service.core.hub.presence.watched
            #expect(watched.contains(.kiosk(client: "maria", device: kiosk.id)))
            let path = "/api/v1/requests?state=open"
            #expect(try await home.service.get(path, as: kiosk.token).status == 200)
        }
    }

    @Test("While it is nobody's time at a kiosk, each of its clients calls, reads and is told things there")
    func nobodysTime() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            // It is Saturday.
            let times = [ServedTime(days: ["MO"], from: "08:00", until: "12:00")]
            let served = ServedClients(
                clients: TwoClients.ids.map { ServedClient(client: $0, times: times) })
            let path = "devices/\(home.ottosKiosk)/clients"
            #expect(try await home.coordinator.send(.PUT, path, served).status == 200)
            for client in TwoClients.ids {
                func send(
                    _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil
                ) async throws -> RunningService.Answer {
                    try await home.service.send(Self.message(home.otto, for: client, method, path, body))
                }
                let asked = try await send(.POST, "requests", TwoClients.call(client))
                #expect(try asked.status == 201 && asked.decode(Request.self).client == client)
                let read: RequestPage = try await send(.GET, "requests?state=open").decode()
                #expect(read.client == client && read.requests.map(\.client) == [client])
                let used = try await send(.POST, "uses", KioskUse(secondsAgo: 0))
                #expect(try used.decode(KioskSpeaks.self).speaks)
            }
            // A message that names nobody is still of whose kiosk it is.
            let own: RequestPage = try await home.otto.get("requests?state=open").decode()
            #expect(own.client == "otto" && own.requests.count == 1)
        }
    }

    @Test("Who presses at a kiosk at none of their times is told things there, until they press at another")
    func pressesAtNoTime() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            // It is Saturday.
            let times = [ServedTime(days: ["MO"], from: "08:00", until: "12:00")]
            for (path, client) in [
                ("devices/\(home.ottosKiosk)/clients", ServedClient(client: "otto", times: times)),
                ("devices/kiosk/clients", ServedClient(client: "otto")),
            ] {
                let answer = try await home.coordinator.send(.PUT, path, ServedClients(clients: [client]))
                #expect(answer.status == 200)
            }
            let elsewhere = try Self.message(home.maria, for: "otto", .GET, "events")
            try await home.service.events(try home.otto.message(.GET, "events")) { paired in
                try await paired.untilReady()
                try await home.service.events(elsewhere) { other in
                    try await paired.untilSpeaker(is: false)
                    let here = try await home.otto.send(.POST, "uses", KioskUse(secondsAgo: 0))
                    #expect(try here.decode(KioskSpeaks.self).speaks)
                    try await paired.untilSpeaker(is: true)
                    try await other.untilSpeaker(is: false)
                    let there = try await home.service.send(
                        Self.message(home.maria, for: "otto", .POST, "uses", KioskUse(secondsAgo: 0)))
                    #expect(try there.decode(KioskSpeaks.self).speaks)
                    try await paired.untilSpeaker(is: false)
                    try await other.untilSpeaker(is: true)
                }
            }
        }
    }

    @Test("When the times of whose kiosk it is end, it is told so, and their other kiosk speaks")
    func timesEnd() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            // It is one in the afternoon of Saturday.
            let times = [ServedTime(days: ["SA"], from: "08:00", until: "15:00")]
            for (path, client) in [
                ("devices/\(home.ottosKiosk)/clients", ServedClient(client: "otto", times: times)),
                ("devices/kiosk/clients", ServedClient(client: "otto")),
            ] {
                let answer = try await home.coordinator.send(.PUT, path, ServedClients(clients: [client]))
                #expect(answer.status == 200)
            }
            let used = try await home.otto.send(.POST, "uses", KioskUse(secondsAgo: 0))
            #expect(try used.decode(KioskSpeaks.self).speaks)
            let elsewhere = try Self.message(home.maria, for: "otto", .GET, "events")
            try await home.service.events(try home.otto.message(.GET, "events")) { paired in
                try await paired.untilReady()
                try await home.service.events(elsewhere) { other in
                    try await other.untilSpeaker(is: false)
                    home.service.clock.set(by: 2 * 3600)
                    home.service.service.core.hub.keepAlive()
                    try await paired.untilSpeaker(is: false)
                    try await other.untilSpeaker(is: true)
                }
            }
        }
    }

    @Test("Only coordinators say whom a kiosk serves, and only of kiosks, with times that are some")
    func refused() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let served = ServedClients(clients: [ServedClient(client: "maria")])
            let path = "devices/\(home.ottosKiosk)/clients"
            #expect(try await home.otto.send(.PUT, path, served).status == 403)
            #expect(try await home.station.send(.PUT, path, served).status == 403)
            func put(_ path: String, _ clients: [ServedClient]) async throws -> Int {
                try await home.service.status(
                    home.coordinator.message(.PUT, path, ServedClients(clients: clients)))
            }
            #expect(try await put(path, [ServedClient(client: "nobody")]) == 422)
            #expect(try await put(path, [ServedClient(client: "otto")]) == 422)
            #expect(try await put("devices/kiosk/clients", [ServedClient(client: "maria")]) == 422)
            #expect(try await put("devices/\(UUID())/clients", [ServedClient(client: "maria")]) == 404)
            let wrong = ServedTime(days: ["XX"], from: "08:00", until: "16:00")
            #expect(try await put(path, [ServedClient(client: "maria", times: [wrong])]) == 422)
            let late = ServedTime(from: "08:00", until: "25:00")
            #expect(try await put(path, [ServedClient(client: "maria", times: [late])]) == 422)
        }
    }

    @Test("A use is a kiosk's for its own client, and where somebody was last is kept over a restart")
    func useIsKept() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let answer = try await home.otto.send(.POST, "uses", KioskUse(secondsAgo: 0))
            #expect(try answer.decode(KioskSpeaks.self).speaks)
            let store = try #require(home.service.service.core.state.withLock { $0.store })
            let kept = try await store.lastUses()
            #expect(kept["otto"]?.device == home.ottosKiosk && kept["maria"] == nil)
            #expect(try await home.station.send(.POST, "uses", KioskUse(secondsAgo: 0)).status == 403)
        }
    }

    @Test("What a machine says of itself stands at its device, and no browser says it for one")
    func machine() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let state = MachineState(
                version: "0.2.0", batteries: [SwitchBattery(name: "Buddy", percent: 40)])
            #expect(try await home.otto.send(.PUT, "machine", state).status == 204)
            let newer = MachineState(version: "0.2.1")
            #expect(try await home.otto.send(.PUT, "machine", newer).status == 204)
            #expect(try await home.station.send(.PUT, "machine", state).status == 204)
            #expect(try await home.service.status(home.coordinator.message(.PUT, "machine", state)) == 422)
            let wrong = MachineState(version: "1", batteries: [SwitchBattery(name: "Buddy", percent: 101)])
            #expect(try await home.otto.send(.PUT, "machine", wrong).status == 422)
            let page: DevicePage = try await home.service.send(home.coordinator.message(.GET, "devices"))
                .decode()
            #expect(page.devices.first { $0.id == home.ottosKiosk }?.machine == newer)
            #expect(page.own.filter { $0.kind == .station }.allSatisfy { $0.machine == state })
        }
    }

    // MARK: - Where clients are told things

    private static let bedroom = UUID()
    private static let kitchen = UUID()
    private static func kiosk(_ device: UUID?) -> Presence.Watched { .kiosk(client: "maria", device: device) }
    /// By a clock that shows UTC.
    private static func moment(_ text: String) throws -> Date {
        ZoneRules.utc.instant(of: try #require(WallTime(text)))
    }

    @Test("Where the client was last, if that is connected; else at another that is") func speaker() throws {
        var places = KioskPlaces()
        func speaker(
            of client: String = "maria", among here: Set<Presence.Watched>, _ places: KioskPlaces
        ) -> Presence.Watched? {
            places.speaker(of: client, among: here, at: noon, in: .utc)
        }
        let all: Set = [Self.kiosk(nil), Self.kiosk(Self.bedroom), Self.kiosk(Self.kitchen)]
        #expect(speaker(among: all, places) == Self.kiosk(nil))
        places.used("maria", LastUse(device: Self.bedroom, at: noon - 10), now: noon)
        #expect(speaker(among: all, places) == Self.kiosk(Self.bedroom))
        // An older press changes nothing.
        places.used("maria", LastUse(device: Self.kitchen, at: noon - 20), now: noon)
        #expect(speaker(among: all, places) == Self.kiosk(Self.bedroom))
        // Unless the service's clock was set back since.
        var earlier = places
        earlier.used("maria", LastUse(device: Self.kitchen, at: noon - 20), now: noon - 20)
        #expect(speaker(among: all, earlier) == Self.kiosk(Self.kitchen))
        let rest: Set = [Self.kiosk(Self.kitchen), .kiosk(client: "otto", device: Self.bedroom)]
        #expect(speaker(among: rest, places) == Self.kiosk(Self.kitchen))
        #expect(speaker(of: "ida", among: all, places) == nil)
    }

    @Test(
        "Where they pressed last, until one of their times there has ended; then at another, if one is connected",
        arguments: [
            // 27 March 2026 is a Friday. Pressed at one of their times:
            ("2026-03-27T12:00:00", "2026-03-27T15:59:59", true),
            ("2026-03-27T12:00:00", "2026-03-27T16:00:00", false),
            ("2026-03-27T12:00:00", "2026-03-27T22:30:00", true),
            ("2026-03-27T12:00:00", "2026-03-28T05:59:00", true),
            ("2026-03-27T12:00:00", "2026-03-28T12:00:00", false),
            ("2026-03-28T01:00:00", "2026-03-28T06:00:00", false),
            // Just before one is over: for a quarter of an hour.
            ("2026-03-27T15:50:00", "2026-03-27T16:00:00", true),
            ("2026-03-27T15:50:00", "2026-03-27T16:04:59", true),
            ("2026-03-27T15:50:00", "2026-03-27T16:05:00", false),
            // At none of them: before the first, between two, at the moment at which one is over, and days before the next.
            ("2026-03-27T05:59:00", "2026-03-27T05:59:00", true),
            ("2026-03-27T05:59:00", "2026-03-27T07:59:59", true),
            ("2026-03-27T05:59:00", "2026-03-27T12:00:00", true),
            ("2026-03-27T05:59:00", "2026-03-27T16:00:00", false),
            ("2026-03-27T18:00:00", "2026-03-27T21:59:59", true),
            ("2026-03-27T18:00:00", "2026-03-28T05:59:59", true),
            ("2026-03-27T18:00:00", "2026-03-28T06:00:00", false),
            ("2026-03-27T16:00:00", "2026-03-27T21:00:00", true),
            ("2026-03-28T06:00:00", "2026-04-03T07:59:00", true),
            ("2026-03-28T06:00:00", "2026-04-03T16:00:00", false),
            // Months ago, and before the service's clock was set back.
            ("2025-11-29T12:00:00", "2026-03-28T12:00:00", false),
            ("2026-03-27T18:00:00", "2026-03-27T07:00:00", true),
        ])
    func times(_ pressed: String, _ moment: String, _ isThere: Bool) throws {
        var places = KioskPlaces()
        let times = [
            ServedTime(days: ["FR"], from: "08:00", until: "16:00"),
            ServedTime(days: ["FR"], from: "22:00", until: "6:00"),
        ]
        places.served[Self.bedroom] = [ServedClient(client: "maria", times: times)]
        let press = try Self.moment(pressed)
        places.used("maria", LastUse(device: Self.bedroom, at: press), now: press)
        let (bedroom, kitchen) = (Self.kiosk(Self.bedroom), Self.kiosk(Self.kitchen))
        let now = try Self.moment(moment)
        func speaker(among here: Set<Presence.Watched>) -> Presence.Watched? {
            places.speaker(of: "maria", among: here, at: now, in: .utc)
        }
        #expect(speaker(among: [bedroom, kitchen]) == (isThere ? bedroom : kitchen))
        #expect(speaker(among: [bedroom]) == bedroom)
        #expect(speaker(among: [kitchen]) == kitchen)
    }

    @Test("A press at none of their times counts more than their time elsewhere, until they press there")
    func pressesElsewhere() throws {
        var places = KioskPlaces()
        let (night, day) = (
            ServedTime(from: "22:00", until: "06:00"), ServedTime(from: "06:00", until: "22:00")
        )
        places.served[Self.bedroom] = [ServedClient(client: "maria", times: [night])]
        places.served[Self.kitchen] = [ServedClient(client: "maria", times: [day])]
        let (bedroom, kitchen) = (Self.kiosk(Self.bedroom), Self.kiosk(Self.kitchen))
        func speaker(_ text: String) throws -> Presence.Watched? {
            places.speaker(of: "maria", among: [bedroom, kitchen], at: try Self.moment(text), in: .utc)
        }
        func press(_ device: UUID, _ text: String) throws {
            let now = try Self.moment(text)
            places.used("maria", LastUse(device: device, at: now), now: now)
        }
        #expect(try speaker("2026-03-27T12:00:00") == kitchen)
        try press(Self.bedroom, "2026-03-27T12:00:00")
        #expect(try speaker("2026-03-27T12:05:00") == bedroom)
        try press(Self.kitchen, "2026-03-27T12:10:00")
        #expect(try speaker("2026-03-27T12:10:00") == kitchen)
        #expect(try speaker("2026-03-27T22:00:00") == bedroom)
        try press(Self.kitchen, "2026-03-28T02:00:00")
        #expect(try speaker("2026-03-28T02:01:00") == kitchen)
        #expect(try speaker("2026-03-28T21:59:00") == kitchen)
        #expect(try speaker("2026-03-28T22:00:00") == bedroom)
    }

    @Test("Their times are those of the home's clocks, also where these are changed after a press")
    func clocksChange() throws {
        var places = KioskPlaces()
        places.served[Self.bedroom] = [
            ServedClient(
                client: "maria", times: [ServedTime(days: ["SA"], from: "08:00", until: "12:00")])
        ]
        let zone = try ZoneFiles().rules(for: Days.zone)
        let (bedroom, kitchen) = (Self.kiosk(Self.bedroom), Self.kiosk(Self.kitchen))
        // In the night to Sunday, 29 March 2026, an hour is left out.
        let sunday = zone.instant(of: Days.wall("2026-03-29T12:00:00"))
        for (wall, speaker) in [("2026-03-28T11:30:00", kitchen), ("2026-03-28T12:30:00", bedroom)] {
            let press = zone.instant(of: Days.wall(wall))
            places.used("maria", LastUse(device: Self.bedroom, at: press), now: press)
            #expect(
                places.speaker(of: "maria", among: [bedroom, kitchen], at: sunday, in: zone) == speaker,
                "\(wall)")
        }
    }
}

extension EventLines {
    /// Reads until a kiosk is told that its client is told things there, or that they are not.
    fileprivate mutating func untilSpeaker(is speaks: Bool) async throws {
        let start = "event: speaker\ndata: "
        while let block = try await next() {
            guard block.hasPrefix(start) else { continue }
            let told = Data(block.dropFirst(start.count).utf8)
            if try CareJSON.decoder().decode(KioskSpeaks.self, from: told).speaks == speaks { return }
        }
        throw StreamEnded()
    }
}
