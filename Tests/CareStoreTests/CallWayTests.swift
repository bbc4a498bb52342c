import Care
import CareStore
import Chance
import Foundation
import Recurrence
import Testing

@Suite("The way of a call")
struct CallWayTests {
    let home: TestHome

    init() throws { home = try TestHome() }

    private func at(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

    private func path(
        _ steps: [(Int, [CallTarget])], priorities: [Priority] = [], hours: QuietHours? = nil
    ) -> CallPath {
        CallPath(
            id: UUID(), name: "A way", priorities: priorities, hours: hours,
            steps: steps.map { CallPathStep(after: $0.0, who: $0.1) })
    }

    private func people(_ store: CareStore, _ ids: [String]) async throws {
        for id in ids {
            _ = try await store.setPerson(
                Person(id: id, name: id.capitalized, role: .caregiver), at: noon)
        }
    }

    private func set(_ store: CareStore, _ paths: [CallPath]) async throws {
        let version = try await store.callPaths().version
        _ = try await store.setCallPaths(NewCallPaths(paths: paths, replaces: version), at: noon)
    }

    /// What time brings, and whom the call has reached then.
    private func score(_ store: CareStore, until end: Double) async throws -> [String] {
        var lines: [String] = []
        while let due = try await store.nextDue(), due <= at(end) {
            for event in try await store.takeDue(now: due) where event.kind != .stillWaiting {
                let reached = event.request?.reaches?.joined(separator: ",") ?? "everybody"
                lines.append("\(Int(event.at.timeIntervalSince(noon))) \(event.kind.rawValue) \(reached)")
            }
        }
        return lines
    }

    @Test("In a home without duties everybody is reached at once, and escalations come as they did")
    func nobodyAssigned() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben"])
        let (request, _) = try await store.record(water(priority: .urgent), receivedAt: noon)
        #expect(request.reaches == nil)
        #expect(
            try await score(store, until: 125) == ["60 escalated everybody", "120 escalated everybody"])
    }

    @Test("Steps reach more and more people, in order, until somebody answers")
    func steps() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben", "clara"])
        let own = path([
            (0, [.person("anna")]), (20, [.person("ben"), .person("anna")]), (45, [.person("clara")]),
            (60, [.everybody]),
        ])
        try await set(store, [own])
        let (request, _) = try await store.record(water(), receivedAt: noon)
        #expect(request.reaches == ["anna"])
        #expect(
            try await score(store, until: 400) == [
                "20 reached anna,ben", "45 reached anna,ben,clara", "60 escalated everybody",
                "360 escalated everybody",
            ])
        let (answered, _) = try await store.record(water(), receivedAt: noon)
        #expect(try await score(store, until: 30) == ["20 reached anna,ben"])
        _ = try await store.respond(to: answered.id, answer(.onTheWay), actor: .station, receivedAt: at(30))
        #expect(try await score(store, until: 100) == [])
    }

    @Test(
        "A way that begins with everybody has not escalated then: the home's program is told at once, and once",
        arguments: [0.0, 400])
    func beginsWithEverybody(late: Double) async throws {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        policy.askAgain = .zero
        let store = try home.store(policy)
        try await people(store, ["anna", "ben"])
        try await set(store, [path([(0, [.everybody])])])
        let (request, _) = try await store.record(water(), receivedAt: at(late))
        #expect(request.reaches == nil && request.escalation == 0)
        let delivery = try #require(try await store.pendingDelivery(now: at(late)))
        #expect(delivery.recipient == "/usr/bin/page" && delivery.subject.id == request.id)
        _ = try await store.settle(delivery, .sent, at: at(late))
        #expect(try await score(store, until: late + 299) == [])
        #expect(try await store.nextDelivery() == nil)
        // Nobody has come: it begins anew.
        _ = try await store.respond(
            to: request.id, answer(.onTheWay), actor: .station, receivedAt: at(late + 299))
        let lapse = Int(late) + 299 + 900
        #expect(try await score(store, until: Double(lapse)) == ["\(lapse) claim_lapsed everybody"])
        let again = try #require(try await store.pendingDelivery(now: at(Double(lapse))))
        _ = try await store.settle(again, .sent, at: at(Double(lapse)))
        #expect(try await store.nextDelivery() == nil)
        #expect(
            try await score(store, until: Double(lapse + 300)) == ["\(lapse + 300) escalated everybody"])
        #expect(try await store.pendingDelivery(now: at(Double(lapse + 300))) != nil)
    }

    @Test("Whoever cannot come has the next step taken now; a call that has reached everybody stays as it is")
    func passedOn() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben"])
        try await set(store, [path([(0, [.person("anna")]), (20, [.person("ben")]), (60, [.everybody])])])
        let (request, _) = try await store.record(water(), receivedAt: noon)
        try await store.passOn(request.id, at: at(5))
        #expect(try await score(store, until: 29) == ["5 reached anna,ben"])
        try await store.passOn(request.id, at: at(30))
        #expect(try await score(store, until: 39) == ["30 escalated everybody"])
        try await store.passOn(request.id, at: at(40))
        #expect(try await score(store, until: 329) == [])
    }

    @Test("What has reached somebody is among what they are told first, however many calls reach others")
    func reachesAReader() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben"])
        try await set(
            store,
            [
                path([(0, [.person("anna")]), (60, [.everybody])], priorities: [.urgent]),
                path([(0, [.person("ben")]), (60, [.everybody])]),
            ])
        for _ in 0..<60 { _ = try await store.record(water(priority: .urgent), receivedAt: noon) }
        let (bens, _) = try await store.record(water(), receivedAt: noon)
        #expect(bens.reaches == ["ben"])
        let told = try await store.waitingRequests(for: "ben")
        #expect(told.count == 61 && told.requests.count == 50)
        // The urgent ones stand before it all the same.
        #expect(told.requests.last?.id == bens.id && told.requests.first?.priority == .urgent)
        let others = try await store.waitingRequests(for: "anna")
        #expect(others.requests.contains { $0.id == bens.id })
        #expect(others.requests.count { $0.reaches == ["anna"] } == 49)
    }

    @Test("Who is meant is found out when the step is taken; who has left by then is not reached")
    func resolvedThen() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben"])
        try await set(store, [path([(0, [.person("anna")]), (20, [.person("ben")]), (60, [.everybody])])])
        _ = try await store.record(water(), receivedAt: noon)
        _ = try await store.setPerson(
            Person(id: "ben", name: "Ben", role: .caregiver, isActive: false, sequence: 1), at: noon)
        #expect(try await score(store, until: 60) == ["60 escalated everybody"])
    }

    @Test("A step reaches whoever is on duty when it is taken, and not whoever was when the call came")
    func dutyBeganMeanwhile() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben", "clara"])
        // Ben goes, and Clara comes, half a minute after the call.
        for (person, start) in [("ben", "2026-03-28T11:30:30"), ("clara", "2026-03-28T12:00:30")] {
            let schedule = RecurrenceSet(start: try #require(WallTime(start)), zone: "UTC")
            let content = DutyContent(person: person, schedule: schedule, minutes: 30)
            _ = try await store.addDuty(NewDuty(id: UUID(), content: content, at: noon), receivedAt: noon)
        }
        try await set(
            store, [path([(0, [.person("anna")]), (20, [.onDuty]), (45, [.onDuty]), (60, [.everybody])])])
        let (request, _) = try await store.record(water(), receivedAt: noon)
        #expect(request.reaches == ["anna"])
        #expect(
            try await score(store, until: 60) == [
                "20 reached anna,ben", "45 reached anna,ben,clara", "60 escalated everybody",
            ])
        // Without the step before the change, Ben is left alone.
        try await set(store, [path([(0, [.person("anna")]), (45, [.onDuty]), (60, [.everybody])])])
        _ = try await store.record(water(), receivedAt: noon)
        #expect(
            try await score(store, until: 60) == ["45 reached anna,clara", "60 escalated everybody"])
    }

    @Test("Whoever is named and away is not waited for; a place that a way names is in use")
    func away() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben"])
        _ = try await store.setPlace(Place(id: "east", kind: .zone, name: "East"), at: noon)
        _ = try await store.setPerson(
            Person(
                id: "anna", name: "Anna", role: .caregiver,
                absences: [Absence(from: at(-60), until: at(86_400))], sequence: 1), at: noon)
        var east = path([(0, [.person("anna")]), (60, [.everybody])])
        east.place = "east"
        try await set(store, [east, path([(0, [.person("anna")]), (600, [.everybody])])])
        let (request, _) = try await store.record(water(), receivedAt: noon)
        #expect(request.reaches == nil)
        await #expect(throws: CareStoreError.placeInUse(place: "East", by: ["A way"])) {
            try await store.removePlace("east")
        }
    }

    @Test("A change of the ways leaves calls alone that wait already")
    func changedMeanwhile() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben"])
        try await set(store, [path([(0, [.person("anna")]), (20, [.person("ben")]), (60, [.everybody])])])
        _ = try await store.record(water(), receivedAt: noon)
        try await set(store, [])
        #expect(
            try await score(store, until: 60) == ["20 reached anna,ben", "60 escalated everybody"])
    }

    @Test("The first way that fits counts: by priority and by the time of day")
    func whichWay() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben", "clara"])
        // It is 13:00 in Berlin at noon.
        try await set(
            store,
            [
                path(
                    [(0, [.person("ben")]), (9, [.everybody])], hours: QuietHours(from: 22 * 60, until: 360)),
                path([(0, [.person("anna")]), (30, [.everybody])], priorities: [.urgent]),
                path([(0, [.person("clara")]), (90, [.everybody])]),
            ])
        let (urgent, _) = try await store.record(water(priority: .urgent), receivedAt: noon)
        let (normal, _) = try await store.record(water(), receivedAt: noon)
        let night = at(10 * 3600)
        let (late, _) = try await store.record(water(askedAt: night), receivedAt: night)
        #expect(urgent.reaches == ["anna"] && normal.reaches == ["clara"] && late.reaches == ["ben"])
    }

    @Test(
        "Those who are assigned are called at once, those on duty in the client's zone next, then everybody")
    func duties() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben", "clara", "dora"])
        for place in [
            Place(id: "east", kind: .zone, name: "East"), Place(id: "west", kind: .zone, name: "West"),
            Place(id: "room-7", kind: .room, name: "Room 7", parent: "east"),
        ] { _ = try await store.setPlace(place, at: noon) }
        _ = try await store.setPerson(
            Person(id: "maria", name: "Maria", role: .client, place: "room-7"), at: noon)
        func duty(_ person: String, role: String? = nil, zone: String? = nil, client: String? = nil)
            async throws
        {
            let content = DutyContent(
                person: person, role: role, zone: zone, client: client, schedule: nil, minutes: nil)
            _ = try await store.addDuty(NewDuty(id: UUID(), content: content, at: noon), receivedAt: noon)
        }
        try await duty("anna", client: "maria")
        try await duty("ben", role: "Nurse", zone: "east")
        try await duty("clara", zone: "west")
        let (request, _) = try await store.record(water(priority: .urgent), receivedAt: noon)
        #expect(request.reaches == ["anna"])
        #expect(
            try await score(store, until: 60) == ["20 reached anna,ben", "60 escalated everybody"])
        _ = try await store.respond(to: request.id, answer(.met), actor: .station, receivedAt: at(61))
        // Anna has gone: whoever is on duty is called at once, and nobody waits.
        _ = try await store.setPerson(
            Person(
                id: "anna", name: "Anna", role: .caregiver,
                absences: [Absence(from: at(-60), until: at(86_400))], sequence: 1), at: noon)
        let (second, _) = try await store.record(water(priority: .urgent), receivedAt: noon)
        #expect(second.reaches == ["ben"])
        _ = try await store.respond(to: second.id, answer(.met), actor: .station, receivedAt: at(1))
        // By role anywhere, and by the client's zone.
        var own = path([(0, [.role("nurse")]), (60, [.everybody])])
        own.place = "east"
        try await set(store, [own])
        let (third, _) = try await store.record(water(), receivedAt: noon)
        #expect(third.reaches == ["ben"])
        #expect(try await score(store, until: 60) == ["60 escalated everybody"])
        own.place = "nowhere"
        await #expect(throws: CareStoreError.self) { try await set(store, [own]) }
    }

    @Test("A station's agenda names the clients of its zone, and that of others nobody")
    func zoneClients() async throws {
        let store = try home.store()
        for place in [
            Place(id: "east", kind: .zone, name: "East"),
            Place(id: "room-7", kind: .room, name: "Room 7", parent: "east"),
        ] { _ = try await store.setPlace(place, at: noon) }
        for (id, place) in [("maria", "room-7"), ("otto", "east"), ("eva", nil)] as [(String, String?)] {
            _ = try await store.setPerson(
                Person(id: id, name: id.capitalized, role: .client, place: place), at: noon)
        }
        #expect(try await store.agenda(for: .station, client: "maria", now: noon).zoneClients.isEmpty)
        try await store.placeOwnDevice(.station, in: "room-7")
        #expect(
            try await store.agenda(for: .station, client: "maria", now: noon).zoneClients == [
                "maria", "otto",
            ])
        #expect(try await store.agenda(for: .kiosk, client: "maria", now: noon).zoneClients.isEmpty)
        #expect(
            try await store.agenda(for: .station, client: "maria", device: UUID(), now: noon).zoneClients
                .isEmpty)
    }

    @Test("After a claim has lapsed the steps come again, counted from then")
    func afterLapse() async throws {
        let store = try home.store()
        try await people(store, ["anna", "ben"])
        try await set(store, [path([(0, [.person("anna")]), (20, [.person("ben")]), (60, [.everybody])])])
        let (request, _) = try await store.record(water(), receivedAt: noon)
        _ = try await store.respond(to: request.id, answer(.onTheWay), actor: .station, receivedAt: noon)
        #expect(
            try await score(store, until: 1000) == [
                "900 claim_lapsed anna", "920 reached anna,ben", "960 escalated everybody",
            ])
    }

    @Test("No step is early, none is left out, and nobody is taken away: random ways and answers")
    func random() async throws {
        var chance = SeededGenerator(seed: 16)
        let store = try home.store()
        let ids = (0..<8).map { "p\($0)" }
        try await people(store, ids)
        for _ in 0..<150 {
            let count = Int.random(in: 0...5, using: &chance)
            let times = Set((0..<count).map { _ in Int.random(in: 0...590, using: &chance) }).sorted()
            let steps = times.map { time in
                (
                    time,
                    (0..<Int.random(in: 1...3, using: &chance)).map { _ in
                        CallTarget.person(ids.randomElement(using: &chance) ?? "p0")
                    }
                )
            }
            let last = (times.last ?? 0) + Int.random(in: 1...9, using: &chance)
            try await set(store, [path(steps + [(last, [.everybody])])])
            let (request, _) = try await store.record(water(), receivedAt: noon)
            var reached: [String] = []
            func reach(_ step: (Int, [CallTarget])) {
                for case .person(let id) in step.1 where !reached.contains(id) { reached.append(id) }
            }
            // Where the first step is later, only the stations have it until then; where there is none, everybody has it.
            if let first = steps.first, first.0 == 0 { reach(first) }
            #expect(request.reaches == reached)
            // Half of them are answered before their way has come to its end.
            let answered = Bool.random(using: &chance) ? Int.random(in: 0...last, using: &chance) : Int.max
            var expected: [String] = []
            for step in steps where step.0 > 0 && step.0 <= answered {
                let before = reached
                reach(step)
                if reached != before {
                    expected.append("\(step.0) reached \(reached.joined(separator: ","))")
                }
            }
            if last <= answered { expected.append("\(last) escalated everybody") }
            #expect(try await score(store, until: Double(min(last, answered))) == expected)
            _ = try await store.respond(
                to: request.id, answer(.onTheWay), actor: .station,
                receivedAt: at(Double(min(last, answered))))
            #expect(try await score(store, until: Double(last)) == [])
            _ = try await store.respond(
                to: request.id, answer(.met), actor: .station, receivedAt: at(Double(last)))
        }
    }

    @Test("Ways are changed by whoever has read the newest, and refused with what is wrong")
    func changing() async throws {
        let store = try home.store()
        try await people(store, ["anna"])
        let own = path([(0, [.person("anna")]), (60, [.everybody])])
        let made = try await store.setCallPaths(NewCallPaths(paths: [own], replaces: 0, by: "Kim"), at: noon)
        #expect(made.isNew && made.0.version == 1 && made.0.changedBy == "Kim")
        let again = try await store.setCallPaths(NewCallPaths(paths: [own], replaces: 0), at: noon)
        #expect(!again.isNew && again.0.version == 1)
        await #expect(throws: CareStoreError.callPathsChanged(version: 1)) {
            try await store.setCallPaths(NewCallPaths(paths: [], replaces: 0), at: noon)
        }
        await #expect(throws: CareStoreError.self) {
            try await store.setCallPaths(
                NewCallPaths(paths: [path([(0, [.person("nobody")]), (9, [.everybody])])], replaces: 1),
                at: noon)
        }
    }

    @Test(
        "What a way must not be",
        arguments: [
            [], [(0, [CallTarget.person("anna")])], [(0, [.everybody]), (60, [.everybody])],
            [(60, [.assigned]), (60, [.everybody])], [(60, [.assigned]), (20, [.everybody])],
            [(0, []), (60, [.everybody])], [(3601, [.everybody])], [(-1, [.assigned]), (9, [.everybody])],
            [(0, [.role("")]), (9, [.everybody])],
        ] as [[(Int, [CallTarget])]])
    func refused(steps: [(Int, [CallTarget])]) {
        #expect(throws: FieldProblem.self) { try path(steps).check() }
    }
}
