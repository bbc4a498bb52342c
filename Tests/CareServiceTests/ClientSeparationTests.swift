import Care
import CareStore
import Foundation
import NIOHTTP1
import OwnFolders
import Testing

@testable import CareService

@Suite("Clients are separated: whose a thing is, the home knows by the token")
struct ClientSeparationTests {
    // MARK: - Faults

    @Test("Otto's kiosk does not end the alarm that Maria's switch is unplugged; her own does, and his stays")
    func otherKioskEnds() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let lost = TwoClients.fault(.switchUnplugged, name: "Maria")
            #expect(try await home.maria.send(.POST, "faults", lost).status == 201)
            let end = TwoClients.fault(.switchUnplugged, isActive: false, name: "Maria")
            #expect(try await home.otto.send(.POST, "faults", end).status == 200)
            #expect(try await home.openFaults() == ["switch_unplugged Maria"])
            let his = TwoClients.fault(.switchUnplugged)
            #expect(try await home.otto.send(.POST, "faults", his).status == 201)
            #expect(try await home.openFaults() == ["switch_unplugged Maria", "switch_unplugged Otto"])
            let hers = TwoClients.fault(.switchUnplugged, isActive: false)
            #expect(try await home.maria.send(.POST, "faults", hers).status == 201)
            #expect(try await home.openFaults() == ["switch_unplugged Otto"])
        }
    }

    @Test("A kiosk reports in nobody else's name: the home fills in whose it is, and refuses another's ids")
    func otherName() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let sent = TwoClients.fault(.switchStuck, name: "Maria", detail: "held")
            let answer = try await home.otto.send(.POST, "faults", sent)
            let taken: Fault = try answer.decode()
            #expect(taken.clientName == "Otto" && taken.client == "otto" && taken.device == home.ottosKiosk)
            #expect(try await home.openFaults() == ["switch_stuck Otto"])
            let claims: [(Fault, String)] = [
                (TwoClients.fault(.switchSilent, of: "maria"), "client"),
                (TwoClients.fault(.switchSilent, device: UUID()), "device"),
                (TwoClients.fault(.requestNotStored, of: "maria"), "client"),
            ]
            for (claim, field) in claims {
                let refused = try await home.otto.send(.POST, "faults", claim)
                #expect(try refused.status == 403 && refused.problem.field == field)
            }
            let own: Fault = try await home.maria.send(.POST, "faults", TwoClients.fault(.soundLost)).decode()
            #expect(own.client == "maria" && own.device == nil && own.clientName == "Maria")
            #expect(try await home.openFaults() == ["sound_lost Maria", "switch_stuck Otto"])
        }
    }

    @Test("Two stations' faults are two, and going to see after one client's lost call leaves the other's")
    func stationsAndLostCalls() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let paired = try await home.service.pair(.station, by: home.coordinator)
            let night = Asker(role: .station, credential: .token(paired.token), service: home.service)
            for station in [home.station, night] {
                let lost = TwoClients.fault(.soundLost, source: "station")
                #expect(try await station.send(.POST, "faults", lost).status == 201)
            }
            let back = TwoClients.fault(.soundLost, isActive: false, source: "station")
            #expect(try await night.send(.POST, "faults", back).status == 201)
            #expect(try await home.openFaults() == ["sound_lost –"])
            for client in TwoClients.ids {
                let lost = TwoClients.fault(.requestNotStored, detail: "Some water, please.")
                #expect(try await home.kiosk(of: client).send(.POST, "faults", lost).status == 201)
            }
            var seen = try #require(
                try await home.station.get("faults").decode(FaultPage.self).faults
                    .first { $0.client == "maria" && $0.kind == .requestNotStored })
            (seen.id, seen.source, seen.isActive) = (UUID(), "station", false)
            #expect(try await home.station.send(.POST, "faults", seen).status == 201)
            #expect(try await home.openFaults() == ["request_not_stored Otto", "sound_lost –"])
        }
    }

    @Test("Where nothing can be stored, two clients' lost calls are two, and each ends with its own")
    func volatile() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let core = home.service.service.core
            for client in TwoClients.ids {
                core.tellVolatile(
                    TwoClients.fault(.switchUnplugged, of: client, name: TwoClients.name(client)))
            }
            #expect(try await home.openFaults() == ["switch_unplugged Maria", "switch_unplugged Otto"])
            core.tellVolatile(TwoClients.fault(.switchUnplugged, isActive: false, of: "otto"))
            #expect(try await home.openFaults() == ["switch_unplugged Maria"])
        }
    }

    @Test("What a revoked kiosk had told of itself is over, for it can end nothing any more")
    func revoked() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            for kiosk in [home.maria, home.otto] {
                #expect(try await kiosk.send(.POST, "faults", TwoClients.fault(.switchStuck)).status == 201)
            }
            #expect(try await home.coordinator.send(.DELETE, "devices/\(home.ottosKiosk)").status == 204)
            #expect(try await home.openFaults() == ["switch_stuck Maria"])
        }
    }

    // MARK: - What is read and heard

    @Test("Otto's kiosk reads nobody's words but Otto's: in lists, one by one, in faults and in the stream")
    func reading() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let (hers, his) = (try await home.ask("maria"), try await home.ask("otto"))
            let lost = TwoClients.fault(.requestNotStored, detail: "Lost words of Maria.")
            #expect(try await home.maria.send(.POST, "faults", lost).status == 201)
            for path in ["requests", "requests?state=open"] {
                let page: RequestPage = try await home.otto.get(path).decode()
                #expect(page.requests.map(\.id) == [his] && page.client == "otto")
            }
            let whole: RequestPage = try await home.station.get("requests").decode()
            #expect(whole.requests.map(\.id) == [hers, his] && whole.client == nil)
            #expect(try await home.otto.get("requests/\(hers)").status == 404)
            #expect(try await home.otto.get("requests/\(his)").status == 200)
            #expect(try await home.otto.get("faults").decode(FaultPage.self).faults.isEmpty)
            let told = try await home.otto.eventsBefore()
            #expect(told.contains("the words of Otto") && !told.contains("Maria"))
            // Nor by taking the id of hers for a call of his.
            let taken = try await home.otto.send(.POST, "requests", TwoClients.call("otto", id: hers))
            #expect(taken.status == 409)
            #expect(!String(decoding: taken.body, as: UTF8.self).contains("Maria"))
            let cancel = answer(.cancelled, by: "Otto")
            #expect(try await home.otto.send(.POST, "requests/\(hers)/responses", cancel).status == 404)
            #expect(try await home.maria.get("requests/\(hers)").decode(Request.self).state == .asked)
        }
    }

    @Test("A filtered stream misses none of its own events and still moves its cursor on")
    func cursor() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            _ = try await home.ask("otto")
            for _ in 0..<3 { _ = try await home.ask("maria") }
            let url = try home.otto.message(.GET, "events?after=0")
            var heard: [Int64] = []
            var ready: StreamReady?
            try await home.service.events(url) { (lines: inout EventLines) async throws in
                heard.append(try await lines.nextEvent().sequence)
                let block = try #require(try await lines.next())
                let data = try #require(block.split(separator: "\n").last { $0.hasPrefix("data: ") })
                ready = try CareJSON.decoder().decode(StreamReady.self, from: Data(data.dropFirst(6).utf8))
                _ = try await home.ask("maria")
                _ = try await home.ask("otto")
                heard.append(try await lines.nextEvent().sequence)
            }
            let latest = try await home.station.get("requests").decode(RequestPage.self).sequence
            #expect(heard == [1, latest] && ready?.sequence == latest - 2)
            // Read on from the middle of what is another's.
            _ = try await home.ask("otto")
            try await home.service.events(try home.otto.message(.GET, "events?after=\(latest - 1)")) {
                lines in
                let (first, second) = (try await lines.nextEvent(), try await lines.nextEvent())
                #expect([first.sequence, second.sequence] == [latest, latest + 1])
            }
        }
    }

    // MARK: - Calls

    @Test("A call is never refused for whose a kiosk says it is: it is the call of whose kiosk it is")
    func calls() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            for said in ["maria", "client", "nobody-here"] {
                let new = TwoClients.call(said, words: "Please come.")
                let made = try await home.otto.send(.POST, "requests", new)
                #expect(made.status == 201)
                let request: Request = try made.decode()
                #expect(request.client == "otto" && request.clientName == "Otto")
                #expect(try await home.otto.send(.POST, "requests", new).status == 200)
                #expect(try await home.otto.get("requests/\(new.id)").status == 200)
                #expect(try await home.maria.get("requests/\(new.id)").status == 404)
            }
            let own = try await home.maria.send(.POST, "requests", TwoClients.call("client"))
            #expect(try own.decode(Request.self).client == "maria")
        }
    }

    @Test("Sent again after the client was given another name, a call is the same call")
    func renamed() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let new = TwoClients.call("otto")
            #expect(try await home.otto.send(.POST, "requests", new).status == 201)
            var otto: Person = try await home.station.get("people/otto").decode()
            otto.name = "Otto Maier"
            // Who can log in is renamed by coordinators alone.
            #expect(try await home.coordinator.send(.PUT, "people/otto", otto).status == 200)
            let again = try await home.otto.send(.POST, "requests", new)
            #expect(again.status == 200)
            #expect(try again.decode(Request.self).clientName == "Otto")
            let next = try await home.otto.send(.POST, "requests", TwoClients.call("otto"))
            #expect(try next.decode(Request.self).clientName == "Otto Maier")
        }
    }

    @Test("Where nobody has given the home's client a name, what the kiosk says counts")
    func unnamed() async throws {
        try await TwoClients.with {
            $0.people[0].name = Person.unnamed
            $0.clientName = Person.unnamed
        } _: { (home: TwoClients) async throws in
            let made = try await home.maria.send(.POST, "requests", TwoClients.call("maria"))
            #expect(try made.decode(Request.self).clientName == "Maria")
        }
    }

    // MARK: - Who is missed

    @Test("Both kiosks are missed, each by its client's name, and the one that is back leaves the other")
    func bothMissing() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            try await home.service.events(as: RunningService.tokens.station) {
                (station: inout EventLines) async throws in
                try await station.untilReady()
                for kiosk in [home.maria, home.otto] {
                    try await home.service.events(try kiosk.message(.GET, "events")) {
                        (lines: inout EventLines) async throws in
                        try await lines.untilReady()
                    }
                }
                let told = try await home.passing {
                    var told: [Fault] = []
                    while told.count < 2 { told += [try await station.nextEvent().fault].compactMap(\.self) }
                    return told
                }
                #expect(told.map(\.kind) == [.kioskAway, .kioskAway])
                #expect(Set(told.compactMap(\.clientName)) == ["Maria", "Otto"])
                #expect(Set(told.compactMap(\.client)) == ["maria", "otto"])
                #expect(told.first { $0.client == "otto" }?.device == home.ottosKiosk)
                try await home.service.events(try home.otto.message(.GET, "events")) {
                    (lines: inout EventLines) async throws in
                    try await lines.untilReady()
                    // The clock may have passed so far that more is told meanwhile; but nothing else is over.
                    var back = try await station.nextEvent().fault
                    while back?.isActive != false { back = try await station.nextEvent().fault }
                    #expect(back?.kind == .kioskAway && back?.client == "otto")
                    #expect(try await home.openFaults() == ["kiosk_away Maria"])
                }
            }
        }
    }

    @Test("A kiosk that was connected is expected again by the next run of the service; a revoked one is not")
    func afterRestart() async throws {
        let folder = try OwnFolder()
        let path = folder.file("care.sqlite")
        try await TwoClients.with {
            $0.storePath = path
        } _: { (home: TwoClients) async throws in
            for kiosk in [home.maria, home.otto] {
                try await home.service.events(try kiosk.message(.GET, "events")) {
                    (lines: inout EventLines) async throws in
                    try await lines.untilReady()
                    // It is written down when the service's own clock has come round.
                    try await home.until { try await home.seen().contains(kiosk.client ?? "") }
                }
            }
        }
        try await RunningService.with {
            TwoClients.settings(&$0)
            $0.storePath = path
        } _: { (service: RunningService) async throws in
            try await service.events(as: RunningService.tokens.station) {
                (station: inout EventLines) async throws in
                try await station.untilReady()
                service.clock.pass(.seconds(90))
                service.service.clockHasMoved()
                let told = [try await station.nextEvent().fault, try await station.nextEvent().fault]
                #expect(Set(told.compactMap(\.?.clientName)) == ["Maria", "Otto"])
                let olga = try Visitor(service, await service.logIn("Olga"))
                let page: DevicePage = try await olga.send(.GET, "devices").decode()
                let kiosk = try #require(page.devices.first { $0.kind == .kiosk })
                #expect(try await olga.send(.DELETE, "devices/\(kiosk.id)").status == 204)
                let over = try await station.nextEvent().fault
                #expect(over?.kind == .kioskAway && over?.client == "otto" && over?.isActive == false)
            }
        }
        try await RunningService.with {
            TwoClients.settings(&$0)
            $0.storePath = path
        } _: { (service: RunningService) async throws in
            let clients = service.service.core.hub.presence.watched.compactMap { watched in
                if case .kiosk(let client, _) = watched { client } else { nil }
            }
            #expect(clients == ["maria"])
        }
    }

    @Test("A touch and a screen are the client's own")
    func screens() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            try await home.service.events(try home.otto.message(.GET, "events?client=maria")) {
                (lines: inout EventLines) async throws in
                try await lines.untilReady()
                let screen = Screen(
                    number: 1, client: "otto", language: "en-GB", state: .rest, look: ScreenLook(),
                    level: ScreenLevel(since: 1, columns: 1, rows: []))
                #expect(try await home.otto.send(.PUT, "displays/otto", screen).status == 204)
                #expect(try await home.maria.get("displays/otto").status == 404)
                var hers = screen
                hers.client = "maria"
                #expect(try await home.otto.send(.PUT, "displays/maria", hers).status == 404)
                let shown: ClientPage = try await home.otto.get("displays").decode()
                #expect(shown.clients.map(\.id) == ["otto"])
            }
        }
    }
}

extension TwoClients {
    /// Lets time pass until something has been seen.
    func passing<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        let ticking = Task {
            while !Task.isCancelled {
                service.clock.pass(.seconds(1))
                service.service.clockHasMoved()
                await Task.yield()
            }
        }
        defer { ticking.cancel() }
        return try await body()
    }

    /// Asks again and again until something is so.
    func until(_ isSo: () async throws -> Bool) async throws {
        while try await !isSo() { await Task.yield() }
    }

    /// Whose kiosks were seen.
    func seen() async throws -> [String] {
        try await service.service.core.read { store throws(CareStoreError) in
            try await store.seenDevices(since: .distantPast).compactMap(\.client)
        }
    }
}
