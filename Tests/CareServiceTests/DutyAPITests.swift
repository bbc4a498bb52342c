import Care
import CareService
import Foundation
import NIOHTTP1
import OwnFolders
import Recurrence
import Testing

@Suite("Places and duties over the API", .timeLimit(.minutes(30)))
struct DutyAPITests {
    /// From 22:00 to 06:00 each night, from 28 March 2026 on; the clocks go forward in the first one.
    static func shift(
        _ person: String, zone: String? = nil, client: String? = nil, from time: String = "22:00",
        hours: Int = 8
    ) -> DutyContent {
        DutyContent(
            person: person, zone: client == nil ? zone : nil, client: client,
            schedule: RecurrenceSet(
                start: Days.wall("2026-03-28T\(time):00"), zone: Days.zone,
                repetition: .rules((try? [RecurrenceRule("FREQ=DAILY")]) ?? [])), minutes: hours * 60)
    }

    private struct Home {
        let service: RunningService
        let olga: Visitor
        let ben: Visitor

        init(_ service: RunningService) async throws {
            self.service = service
            olga = try await service.setUp()
            ben = try await service.invite(.caregiver, "Ben", by: olga)
            for place in [
                Place(id: "east", kind: .zone, name: "East", needsDuty: true),
                Place(id: "room-7", kind: .room, name: "Room 7", parent: "east"),
            ] {
                #expect(try await olga.send(.PUT, "places/\(place.id)", place).status == 201)
            }
        }

        func add(_ content: DutyContent) async throws -> Duty {
            let answer = try await olga.send(.POST, "duties", NewDuty(id: UUID(), content: content, at: noon))
            #expect(answer.status == 201)
            return try answer.decode()
        }

        func move(
            _ duty: Duty, _ kind: DutyMove.Kind, as visitor: Visitor, to person: String? = nil,
            at key: String = "2026-03-28T22:00:00"
        ) async throws -> RunningService.Answer {
            try await visitor.send(
                .POST, "duties/\(duty.id)/swaps",
                DutyMove(id: UUID(), kind: kind, of: Days.key(key), person: person, at: noon))
        }
    }

    private static func with(_ body: @escaping @Sendable (Home) async throws -> Void) async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            try await body(try await Home(service))
        }
    }

    @Test("A place is made, changed by who has read it, and kept while something is there")
    func places() async throws {
        try await Self.with { home in
            let olga = home.olga
            var room = Place(id: "room-7", kind: .room, name: "Room 8", parent: "east", sequence: 1)
            let changed: Place = try await olga.send(.PUT, "places/room-7", room).decode()
            #expect(changed.sequence == 2 && changed.name == "Room 8")
            #expect(try await olga.send(.PUT, "places/room-7", room).status == 200, "the same again")
            room.name = "Room 9"
            let late = try await olga.send(.PUT, "places/room-7", room)
            #expect(late.status == 409)
            let problem = try late.problem
            #expect(problem.field == "sequence" && problem.current == .place(changed))
            #expect(try await olga.send(.PUT, "places/other", room).status == 422, "another id in the path")
            let north = Place(id: "x", kind: .room, name: "X", parent: "north")
            let refused = try await olga.send(.PUT, "places/x", north)
            #expect(try refused.status == 422 && refused.problem.field == "parent")
            var maria: Person = try await olga.send(.GET, "people/maria").decode()
            maria.place = "room-7"
            #expect(try await olga.send(.PUT, "people/maria", maria).status == 200)
            let used = try await olga.send(.DELETE, "places/room-7")
            #expect(try used.status == 409 && used.problem.detail.contains("Maria"))
            #expect(try await olga.send(.DELETE, "places/east").status == 409)
            maria = try await olga.send(.GET, "people/maria").decode()
            maria.place = "nowhere"
            let unknown = try await olga.send(.PUT, "people/maria", maria)
            #expect(try unknown.status == 422 && unknown.problem.field == "place")
            maria.place = nil
            #expect(try await olga.send(.PUT, "people/maria", maria).status == 200)
            #expect(try await olga.send(.DELETE, "places/room-7").status == 204)
            #expect(try await olga.send(.DELETE, "places/room-7").status == 204)
        }
    }

    @Test("A duty is made once, read, changed and ended; who is on duty follows")
    func duties() async throws {
        try await Self.with { home in
            let (olga, ben) = (home.olga, home.ben)
            let new = NewDuty(id: UUID(), content: Self.shift("anna", zone: "east"), at: noon)
            #expect(try await olga.send(.POST, "duties", new).status == 201)
            #expect(try await olga.send(.POST, "duties", new).status == 200)
            var other = new
            other.content.role = "nurse"
            #expect(try await olga.send(.POST, "duties", other).status == 409)
            let page: DutyPage = try await ben.send(.GET, "duties?state=active&person=anna").decode()
            #expect(page.duties.map(\.id) == [new.id] && page.duties[0].changedBy == "Olga")
            #expect(try await ben.send(.GET, "duties?person=ben").decode(DutyPage.self).duties.isEmpty)
            let standing: DutyStanding = try await ben.send(.GET, "duties/now").decode()
            #expect(standing.onDuty.isEmpty)
            // It is 13:00: nobody is there until 22:00.
            #expect(
                standing.gaps.map(\.zone) == ["east"]
                    && standing.gaps[0].until == noon.addingTimeInterval(9 * 3600))
            home.service.clock.pass(.seconds(10 * 3600))
            let night: DutyStanding = try await ben.send(.GET, "duties/now").decode()
            #expect(night.onDuty.map(\.name) == ["Anna"] && night.onDuty[0].zone == "East")
            #expect(
                night.onDuty[0].until == noon.addingTimeInterval(16 * 3600), "the night is an hour shorter")
            let from = "2026-03-28T00:00:00%2B01:00"
            let times: DutyTimePage = try await ben.send(
                .GET, "duties/times?from=\(from)&until=2026-03-31T00:00:00%2B02:00"
            ).decode()
            #expect(times.times.count == 3 && times.isComplete)
            #expect(
                try await ben.send(.GET, "duties/times?from=\(from)&until=2026-08-31T00:00:00Z").status == 422
            )
            let change = DutyChange(
                id: UUID(), content: Self.shift("ben", zone: "east"), replaces: page.duties[0].sequence,
                at: noon)
            #expect(try await olga.send(.POST, "duties/\(new.id)/changes", change).status == 201)
            #expect(try await olga.send(.POST, "duties/\(new.id)/changes", change).status == 200)
            let late = DutyChange(id: UUID(), content: nil, replaces: page.duties[0].sequence, at: noon)
            let conflict = try await olga.send(.POST, "duties/\(new.id)/changes", late)
            #expect(conflict.status == 409)
            guard case .duty(let now)? = try conflict.problem.current else {
                Issue.record("no duty")
                return
            }
            #expect(now.content.person == "ben")
            let end = DutyChange(id: UUID(), content: nil, replaces: now.sequence, at: noon)
            let ended: Duty = try await olga.send(.POST, "duties/\(new.id)/changes", end).decode()
            #expect(!ended.isActive)
            #expect(
                try await olga.send(.POST, "duties/\(UUID())/changes", end).status == 409, "the id is taken")
            let unknown = DutyChange(id: UUID(), content: nil, replaces: 1, at: noon)
            #expect(try await olga.send(.POST, "duties/\(UUID())/changes", unknown).status == 404)
            #expect(try await home.move(ended, .assign, as: olga, to: "ben").status == 422, "it has ended")
        }
    }

    @Test(
        "Wrong input is told with its field",
        arguments: [
            (#"{"person": "nobody"}"#, "content.person"),
            (#"{"person": "maria"}"#, "content.person"),
            (#"{"person": "anna", "zone": "room-7"}"#, "content.zone"),
            (#"{"person": "anna", "zone": "east", "client": "maria"}"#, "content.zone"),
            (#"{"person": "anna", "minutes": 60}"#, "content.minutes"),
            (
                #"{"person": "anna", "schedule": {"start": "2026-03-28T08:00:00", "zone": "Europe/Berlin"}}"#,
                "content.minutes"
            ),
            (
                #"{"person": "anna", "minutes": 10081, "schedule": {"start": "2026-03-28T08:00:00", "zone": "Europe/Berlin"}}"#,
                "content.minutes"
            ),
            (
                #"{"person": "anna", "minutes": 60, "schedule": {"start": "2026-03-28T08:00:00", "zone": "Europe/Berlim"}}"#,
                "content.schedule.zone"
            ),
            (
                #"{"person": "anna", "minutes": 60, "schedule": {"start": "2026-03-28T08:00:00", "zone": "Europe/Berlin", "repeat": {"kind": "after_done", "days": 3}}}"#,
                "content.schedule.repeat"
            ),
            (
                #"{"person": "anna", "minutes": 60, "schedule": {"start": "2026-03-28T08:00:00", "zone": "Europe/Berlin", "repeat": {"kind": "rules", "rules": ["FREQ=MINUTELY"]}}}"#,
                "content.schedule"
            ),
            (#"{"person": "anna", "zon": "east"}"#, "content.zon"),
        ])
    func refused(content: String, field: String) async throws {
        try await Self.with { home in
            let body = Data(#"{"content": \#(content)}"#.utf8)
            let answer = try await home.service.send(
                home.service.message(
                    .POST, "/api/v1/duties", as: nil, body: body,
                    headers: [
                        ("Cookie", home.olga.cookie), ("X-CSRF-Token", home.olga.csrf ?? ""),
                    ]))
            #expect((400..<500).contains(answer.status), "\(answer.status)")
            #expect(try answer.problem.field == field)
        }
    }

    @Test("A caregiver offers their own date; another takes it; each of it is in the audit log")
    func swaps() async throws {
        try await Self.with { home in
            let (olga, ben) = (home.olga, home.ben)
            let duty = try await home.add(Self.shift(ben.session.person.id, zone: "east"))
            let clara = try await home.service.invite(.caregiver, "Clara", by: olga)
            #expect(try await home.move(duty, .take, as: clara).status == 409, "nobody offers it")
            #expect(try await home.move(duty, .offer, as: clara).status == 403, "it is not hers")
            #expect(
                try await home.move(duty, .assign, as: ben, to: "anna").status == 403, "he is no coordinator")
            #expect(try await home.move(duty, .offer, as: ben).status == 201)
            let taken = try await home.move(duty, .take, as: clara)
            #expect(taken.status == 201)
            let now: Duty = try taken.decode()
            #expect(
                now.holder(of: Days.key("2026-03-28T22:00:00")) == clara.session.person.id
                    && now.offers.isEmpty)
            let gone = try await home.move(duty, .take, as: olga)
            #expect(try gone.status == 409 && gone.problem.field == "of")
            #expect(try await home.move(duty, .take, as: ben, to: clara.session.person.id).status == 422)
            #expect(
                try await home.move(duty, .assign, as: olga, to: nil, at: "2026-03-29T22:00:00").status == 201
            )
            #expect(try await home.move(duty, .assign, as: olga, to: "maria").status == 422)
            let wrong = try await home.move(duty, .assign, as: olga, to: "anna", at: "2026-03-27T22:00:00")
            #expect(try wrong.status == 422 && wrong.problem.field == "of")
            let audit: AuditPage = try await olga.send(.GET, "audit?name=Ben").decode()
            let told = audit.entries.map {
                "\($0.kind.rawValue) \($0.by ?? "") \($0.changes.joined(separator: "; "))"
            }
            #expect(
                told.prefix(4) == [
                    "duty_moved Olga place: East; date: 2026-03-29T22:00:00; holder: ",
                    "duty_swapped Clara place: East; date: 2026-03-28T22:00:00; holder: Clara",
                    "duty_swapped Ben place: East; date: 2026-03-28T22:00:00",
                    "duty_added Olga place: East",
                ])
            let places: AuditPage = try await olga.send(.GET, "audit?kind=place_added").decode()
            #expect(places.entries.map(\.about) == ["Room 7", "East"])
        }
    }

    @Test("A device gets another name and place, and so do those of this machine, which have no name")
    func devices() async throws {
        try await Self.with { home in
            let olga = home.olga
            let device = try await home.service.pair(.station, by: olga)
            let path = "devices/\(device.id)"
            let named = DeviceChange(name: "Office", place: "east")
            let page: DevicePage = try await olga.send(.PUT, path, named).decode()
            #expect(page.devices.map { [$0.name, $0.place] } == [["Office", "east"]])
            #expect(try await olga.send(.PUT, path, named).status == 200)
            let nowhere = try await olga.send(.PUT, path, DeviceChange(place: "north"))
            #expect(try nowhere.status == 422 && nowhere.problem.field == "place")
            #expect(try await olga.send(.PUT, "devices/\(UUID())", named).status == 404)
            #expect(try await olga.send(.PUT, "devices/display", named).status == 400)
            #expect(try await olga.send(.PUT, "devices/station", named).status == 422)
            try await home.service.events(as: RunningService.tokens.station) { lines in
                try await lines.untilReady()
                let own: DevicePage = try await olga.send(
                    .PUT, "devices/station", DeviceChange(place: "room-7")
                ).decode()
                #expect(own.own.contains { $0.kind == .station && $0.place == "room-7" && $0.isConnected })
                #expect(own.own.allSatisfy { $0.kind != .kiosk || !$0.isConnected })
            }
            let used = try await olga.send(.DELETE, "places/room-7")
            #expect(try used.status == 409 && used.problem.detail.contains("station"))
        }
    }

    @Test("A gap is told half an hour before it begins, and not a second earlier")
    func ahead() async throws {
        try await Self.with { home in
            let service = home.service
            try await service.events(as: RunningService.tokens.station, after: 0) { lines in
                #expect(try await lines.nextFault(.nobodyOnDuty).isActive, "nobody is there yet")
                // 08:00 to 16:00, each day; it is 13:00.
                _ = try await home.add(Self.shift("anna", zone: "east", from: "08:00"))
                #expect(try await lines.nextFault(.nobodyOnDuty).isActive == false)
                service.clock.pass(.seconds(2.5 * 3600 - 1))
                service.service.clockHasMoved()
                #expect(try await Self.open(service).isEmpty)
                service.clock.pass(.seconds(1))
                service.service.clockHasMoved()
                let fault = try await lines.nextFault(.nobodyOnDuty)
                #expect(fault.isActive && fault.place == "east" && fault.detail == "East, 16:00")
                #expect(fault.at == noon.addingTimeInterval(2.5 * 3600))
            }
        }
    }

    @Test("A gap that was told is not told as a new one after a restart, and is over once")
    func restarted() async throws {
        let folder = try OwnFolder()
        let path = folder.file("care.sqlite")
        let settings: @Sendable (inout CareServiceConfiguration) -> Void = {
            Days.settings(&$0)
            $0.storePath = path
        }
        try await RunningService.with(adjust: settings) { service in
            let home = try await Home(service)
            try await service.events(as: RunningService.tokens.station, after: 0) { lines in
                #expect(try await lines.nextFault(.nobodyOnDuty).isActive, "nobody is there yet")
                _ = try await home.add(Self.shift("anna", zone: "east", from: "08:00"))
                #expect(try await lines.nextFault(.nobodyOnDuty).isActive == false)
                service.clock.pass(.seconds(2.5 * 3600))
                service.service.clockHasMoved()
                #expect(try await lines.nextFault(.nobodyOnDuty).isActive)
            }
        }
        // It is 19:00 by now, within the gap.
        try await RunningService.with(later: .seconds(6 * 3600), adjust: settings) { service in
            try await service.events(as: RunningService.tokens.station, after: 0) { lines in
                // The night is an hour shorter: 08:00 comes after 18 hours.
                service.clock.pass(.seconds(12 * 3600))
                service.service.clockHasMoved()
                var told: [Fault] = []
                while told.count(where: { !$0.isActive }) < 2 {
                    told.append(try await lines.nextFault(.nobodyOnDuty))
                }
                #expect(told.count { $0.isActive && $0.detail == "East, 16:00" } == 1, "\(told)")
                #expect(told.allSatisfy { $0.place == "east" } && told.count <= 5, "\(told)")
                #expect(try await Self.open(service).isEmpty)
            }
            let history: Handover = try await service.get(
                "/api/v1/handover?since=24h", as: RunningService.tokens.station
            ).decode()
            #expect(history.onDuty.map(\.name) == ["Anna"])
        }
    }

    @Test("A gap that somebody makes is told at once, and one that somebody closes is over at once")
    func changed() async throws {
        try await Self.with { home in
            let (service, olga) = (home.service, home.olga)
            try await service.events(as: RunningService.tokens.station, after: 0) { lines in
                // East needs somebody, and nobody is there.
                #expect(try await lines.nextFault(.nobodyOnDuty).detail == "East")
                let duty = try await home.add(DutyContent(person: "anna", zone: "east"))
                #expect(try await lines.nextFault(.nobodyOnDuty).isActive == false)
                let end = DutyChange(id: UUID(), content: nil, replaces: duty.sequence, at: noon)
                #expect(try await olga.send(.POST, "duties/\(duty.id)/changes", end).status == 201)
                #expect(try await lines.nextFault(.nobodyOnDuty).isActive)
                // Two zones have a fault each.
                let west = Place(id: "west", kind: .zone, name: "West", needsDuty: true)
                #expect(try await olga.send(.PUT, "places/west", west).status == 201)
                #expect(try await lines.nextFault(.nobodyOnDuty).place == "west")
                #expect(try await Self.open(service).count == 2)
                _ = try await home.add(DutyContent(person: "anna", zone: "west"))
                let over = try await lines.nextFault(.nobodyOnDuty)
                #expect(!over.isActive && over.place == "west" && over.detail == "West")
                // Whoever is away is not there.
                var anna: Person = try await olga.send(.GET, "people/anna").decode()
                anna.absences = [Absence(from: noon.addingTimeInterval(-60))]
                #expect(try await olga.send(.PUT, "people/anna", anna).status == 200)
                #expect(try await lines.nextFault(.nobodyOnDuty).place == "west")
                // A zone that needs nobody any more has none.
                let east = Place(id: "east", kind: .zone, name: "East", sequence: 1)
                #expect(try await olga.send(.PUT, "places/east", east).status == 200)
                let last = try await lines.nextFault(.nobodyOnDuty)
                #expect(!last.isActive && last.place == "east")
            }
        }
    }

    private static func open(_ service: RunningService) async throws -> [Fault] {
        let page: FaultPage = try await service.get(
            "/api/v1/faults?state=open", as: RunningService.tokens.station
        ).decode()
        return page.faults.filter { $0.kind == .nobodyOnDuty }
    }
}
