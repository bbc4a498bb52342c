import Care
import Foundation
import Recurrence
import Testing

@testable import CareStore

/// A store with a home in it: the zones East (which needs somebody) and West, a room, Maria and Otto, Anna, Ben and Cleo.
struct DutyHome {
    let home: TestHome
    let store: CareStore

    init(gaps: DutyGaps = DutyGaps()) async throws {
        home = try TestHome()
        store = try CareStore(path: home.path, zone: "Europe/Berlin", zones: testZones, gaps: gaps)
        for (id, name, role) in [
            ("maria", "Maria", Person.Role.client), ("otto", "Otto", .client), ("anna", "Anna", .caregiver),
            ("ben", "Ben", .caregiver), ("cleo", "Cleo", .coordinator), ("thea", "Thea", .provider),
        ] {
            try await store.ensurePerson(id: id, name: name, role: role, at: noon)
        }
        for place in [
            Place(id: "east", kind: .zone, name: "East", needsDuty: true),
            Place(id: "west", kind: .zone, name: "West"),
            Place(id: "room-7", kind: .room, name: "Room 7", parent: "east"),
        ] {
            _ = try await store.setPlace(place, at: noon)
        }
    }

    /// Each day from 08:00, so many hours.
    static func days(
        _ person: String, hours: Int = 8, zone: String? = "east", from start: String = "2026-03-01T08:00"
    )
        throws -> DutyContent
    {
        DutyContent(
            person: person, zone: zone,
            schedule: RecurrenceSet(
                start: try #require(WallTime(start)), zone: "Europe/Berlin",
                repetition: .rules([try RecurrenceRule("FREQ=DAILY")])), minutes: hours * 60)
    }

    @discardableResult
    func add(_ content: DutyContent, id: UUID = UUID()) async throws -> Duty {
        try await store.addDuty(NewDuty(id: id, content: content, by: "Cleo", at: noon), receivedAt: noon).0
    }

    @discardableResult
    func move(
        _ duty: Duty, _ kind: DutyMove.Kind, _ day: String, to person: String? = nil, as mover: String? = nil,
        id: UUID = UUID()
    ) async throws -> Duty {
        try await store.moveDuty(
            duty.id,
            DutyMove(id: id, kind: kind, of: try Self.key(day), person: person, by: "Anna", at: noon),
            as: mover, receivedAt: noon
        ).0
    }

    static func key(_ day: String) throws -> OccurrenceKey {
        OccurrenceKey(try #require(WallTime(day + "T08:00")), zone: "Europe/Berlin")
    }

    func put(_ id: String, in place: String?) async throws {
        var person = try #require(try await store.people().first { $0.id == id })
        person.place = place
        _ = try await store.setPerson(person, at: noon)
    }
}

@Suite("Places and duties, as they are kept")
struct DutyStoreTests {
    @Test("A place is made, renamed and moved, by who has read it last")
    func places() async throws {
        let home = try await DutyHome()
        let store = home.store
        #expect(try await store.places().map(\.id) == ["east", "west", "room-7"])
        var room = try #require(try await store.places().last)
        (room.name, room.parent) = ("Room 8", "west")
        let (moved, isNew) = try await store.setPlace(room, at: noon)
        #expect(!isNew && moved.sequence == 2 && moved.parent == "west")
        #expect(try await store.setPlace(room, at: noon).0 == moved, "the same again")
        room.name = "Room 9"
        await #expect(throws: CareStoreError.placeChanged(current: moved)) {
            try await store.setPlace(room, at: noon)
        }
        await #expect(throws: CareStoreError.self) {
            try await store.setPlace(Place(id: "x", kind: .room, name: "X", parent: "room-7"), at: noon)
        }
        var zone = moved
        (zone.kind, zone.parent) = (.zone, nil)
        await #expect(throws: CareStoreError.self) { try await store.setPlace(zone, at: noon) }
    }

    @Test("Names of places are compared as eyes compare them, among those beside each other")
    func alike() async throws {
        let store = try await DutyHome().store
        await #expect(throws: CareStoreError.self) {
            try await store.setPlace(Place(id: "other", kind: .zone, name: "ЕAST"), at: noon)
        }
        _ = try await store.setPlace(
            Place(id: "bath-e", kind: .room, name: "Bathroom", parent: "east"), at: noon)
        _ = try await store.setPlace(
            Place(id: "bath-w", kind: .room, name: "Bathroom", parent: "west"), at: noon)
        await #expect(throws: CareStoreError.self) {
            try await store.setPlace(
                Place(id: "bath-2", kind: .room, name: "bathroom", parent: "east"), at: noon)
        }
    }

    @Test("A place is not removed while somebody lives or something stands there, and says what that is")
    func inUse() async throws {
        let home = try await DutyHome()
        let store = home.store
        try await home.put("maria", in: "room-7")
        try await store.placeOwnDevice(.station, in: "east")
        try await home.add(try DutyHome.days("anna"))
        await #expect(
            throws: CareStoreError.placeInUse(place: "East", by: ["Room 7", "Anna"], own: [.station])
        ) {
            try await store.removePlace("east")
        }
        await #expect(throws: CareStoreError.placeInUse(place: "Room 7", by: ["Maria"])) {
            try await store.removePlace("room-7")
        }
        try await home.put("maria", in: nil)
        try await store.removePlace("room-7")
        try await store.removePlace("room-7")
        #expect(try await store.places().map(\.id) == ["east", "west"])
        await #expect(throws: CareStoreError.self) { try await home.put("maria", in: "room-7") }
    }

    @Test("A duty is made once, changed by who has read it last, and ended")
    func duties() async throws {
        let home = try await DutyHome()
        let store = home.store
        let new = NewDuty(id: UUID(), content: try DutyHome.days("anna"), by: "Cleo", at: noon)
        let (duty, isNew) = try await store.addDuty(new, receivedAt: noon)
        #expect(isNew && duty.sequence == 1 && duty.changedBy == "Cleo")
        #expect(try await store.addDuty(new, receivedAt: noon.addingTimeInterval(60)) == (duty, false))
        var other = new
        other.content.person = "ben"
        await #expect(throws: CareStoreError.sameIDOtherContent(new.id, current: nil)) {
            try await store.addDuty(other, receivedAt: noon)
        }
        let change = DutyChange(
            id: UUID(), content: try DutyHome.days("ben"), replaces: 1, by: "Cleo", at: noon)
        let changed = try await store.changeDuty(duty.id, change, receivedAt: noon).0
        #expect(changed.content.person == "ben" && changed.sequence == 2)
        #expect(try await store.changeDuty(duty.id, change, receivedAt: noon) == (changed, false))
        let late = DutyChange(id: UUID(), content: nil, replaces: 1, at: noon)
        await #expect(throws: CareStoreError.dutyChanged(current: changed)) {
            try await store.changeDuty(duty.id, late, receivedAt: noon)
        }
        let end = DutyChange(id: UUID(), content: nil, replaces: 2, at: noon)
        #expect(try await store.changeDuty(duty.id, end, receivedAt: noon).0.isActive == false)
        #expect(try await store.duties(onlyActive: true).duties.isEmpty)
        #expect(try await store.duties(onlyActive: false).duties.map(\.id) == [duty.id])
    }

    @Test(
        "A duty is of a caregiver or coordinator, in a zone, or for a client",
        arguments: [
            ("maria", "east", nil, "content.person"), ("thea", "east", nil, "content.person"),
            ("nobody", "east", nil, "content.person"), ("anna", "room-7", nil, "content.zone"),
            ("anna", "north", nil, "content.zone"), ("anna", nil, "anna", "content.client"),
        ] as [(String, String?, String?, String)])
    func refused(person: String, zone: String?, client: String?, field: String) async throws {
        let home = try await DutyHome()
        do {
            try await home.add(DutyContent(person: person, zone: zone, client: client))
            Issue.record("it was taken")
        } catch CareStoreError.invalid(let wrong, _) {
            #expect(wrong == field)
        }
    }

    @Test("Who can be called: the assigned, and those on duty in the client's zone")
    func callees() async throws {
        let home = try await DutyHome()
        let store = home.store
        try await home.add(try DutyHome.days("anna"))
        try await home.add(try DutyHome.days("ben", zone: "west"))
        try await home.add(DutyContent(person: "cleo", client: "maria"))
        try await home.put("maria", in: "room-7")
        let maria = try await store.callees(of: "maria", at: noon)
        #expect(
            maria == Called(assigned: ["cleo"], onDuty: ["anna"]))
        let otto = try await store.callees(of: "otto", at: noon)
        #expect(otto.assigned == [] && otto.onDuty == ["anna", "ben"], "a client without a place")
        let night = try await store.callees(of: "maria", at: noon.addingTimeInterval(10 * 3600))
        #expect(night == Called(assigned: ["cleo"], onDuty: []))
        var anna = try #require(try await store.people().first { $0.id == "anna" })
        anna.absences = [Absence(from: noon.addingTimeInterval(-60))]
        _ = try await store.setPerson(anna, at: noon)
        #expect(try await store.callees(of: "maria", at: noon).onDuty == [])
    }

    @Test("A home without places and duties has nobody on duty, and no gaps")
    func empty() async throws {
        let store = try TestHome().store()
        try await store.ensurePerson(id: "anna", name: "Anna", role: .caregiver, at: noon)
        #expect(
            try await store.callees(of: "maria", at: noon)
                == Called(assigned: [], onDuty: []))
        let standing = try await store.dutyStanding(now: noon)
        #expect(standing.onDuty.isEmpty && standing.gaps.isEmpty)
        #expect(try await store.gapsToTell(now: noon, ahead: 1800) == GapsToTell(names: [:]))
    }

    @Test("A coordinator gives a date to somebody else, leaves it out, and gives it back")
    func assign() async throws {
        let home = try await DutyHome()
        let duty = try await home.add(try DutyHome.days("anna"))
        let id = UUID()
        var now = try await home.move(duty, .assign, "2026-03-28", to: "ben", id: id)
        #expect(now.holder(of: try DutyHome.key("2026-03-28")) == "ben")
        #expect(try await home.move(duty, .assign, "2026-03-28", to: "ben", id: id) == now, "the same again")
        #expect(try await home.store.callees(of: "otto", at: noon).onDuty == ["ben"])
        now = try await home.move(duty, .assign, "2026-03-28")
        #expect(now.swaps == [DutySwap(of: try DutyHome.key("2026-03-28"), person: nil)])
        #expect(try await home.store.dutyStanding(now: noon).onDuty.isEmpty)
        now = try await home.move(duty, .undo, "2026-03-28")
        #expect(now.swaps.isEmpty)
        await #expect(throws: CareStoreError.self) {
            try await home.move(duty, .assign, "2026-02-28", to: "ben")
        }
        await #expect(throws: CareStoreError.self) {
            try await home.move(duty, .assign, "2026-03-28", to: "thea")
        }
    }

    @Test("Anna offers a date, Ben takes it; of two who take it, one has it")
    func offer() async throws {
        let home = try await DutyHome()
        let duty = try await home.add(try DutyHome.days("anna"))
        let day = "2026-03-28"
        await #expect(throws: CareStoreError.self) { try await home.move(duty, .offer, day, as: "ben") }
        await #expect(throws: CareStoreError.self) { try await home.move(duty, .assign, day, as: "anna") }
        #expect(try await home.move(duty, .offer, day, as: "anna").offers.count == 1)
        #expect(
            try await home.store.callees(of: "otto", at: noon).onDuty == ["anna"], "until somebody takes it")
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for taker in ["ben", "cleo"] {
                group.addTask {
                    do {
                        try await home.move(duty, .take, day, as: taker)
                        return true
                    } catch { return false }
                }
            }
            var all: [Bool] = []
            for await one in group { all.append(one) }
            return all
        }
        #expect(outcomes.count(where: \.self) == 1)
        let now = try #require(try await home.store.duty(duty.id))
        let holder = try #require(now.holder(of: try DutyHome.key(day)))
        #expect(now.offers.isEmpty && ["ben", "cleo"].contains(holder))
        // Offered to Cleo alone: Ben cannot take it, and Anna can take it back.
        try await home.move(duty, .offer, "2026-03-29", to: "cleo", as: "anna")
        await #expect(throws: CareStoreError.self) {
            try await home.move(duty, .take, "2026-03-29", as: "ben")
        }
        #expect(try await home.move(duty, .undo, "2026-03-29", as: "anna").offers.isEmpty)
        await #expect(throws: CareStoreError.self) {
            try await home.move(duty, .take, "2026-03-29", as: "cleo")
        }
    }

    @Test("With other times, dates that are none any more lose their swaps")
    func changedTimes() async throws {
        let home = try await DutyHome()
        var duty = try await home.add(try DutyHome.days("anna"))
        duty = try await home.move(duty, .assign, "2026-03-28", to: "ben")
        duty = try await home.move(duty, .assign, "2026-03-30", to: "ben")
        let later = DutyChange(
            id: UUID(), content: try DutyHome.days("anna", from: "2026-03-29T08:00"), replaces: duty.sequence,
            at: noon)
        let changed = try await home.store.changeDuty(duty.id, later, receivedAt: noon).0
        #expect(changed.swaps.map(\.of) == [try DutyHome.key("2026-03-30")])
    }

    @Test("A gap is told half an hour before it begins, and what comes next is known")
    func gaps() async throws {
        let home = try await DutyHome()
        let store = home.store
        try await home.add(try DutyHome.days("anna"))
        // Berlin 13:00; she goes at 16:00, and comes again at 08:00, which is an hour early that night.
        func found(_ hours: Double) async throws -> GapsToTell {
            try #require(try await store.gapsToTell(now: noon.addingTimeInterval(hours * 3600), ahead: 1800))
        }
        let before = try await found(2.49)
        #expect(before.gaps.isEmpty && before.next == noon.addingTimeInterval(2.5 * 3600))
        let told = try await found(2.5)
        #expect(told.gaps["east"]?.from == noon.addingTimeInterval(3 * 3600))
        #expect(told.next == noon.addingTimeInterval(18 * 3600), "the night is an hour shorter")
        #expect(try await found(17.9).gaps.count == 1)
        #expect(try await found(18).gaps.isEmpty)
    }

    @Test("Devices get another name and place, also those of this machine")
    func devices() async throws {
        let home = try await DutyHome()
        let store = home.store
        _ = try await store.setUp(
            name: "Cleo",
            password: StoredPassword(
                salt: Data(repeating: 1, count: 16), hash: Data(repeating: 2, count: 32),
                parameters: "scrypt:16:8:1"),
            NewSession(
                id: UUID(), hash: Data(repeating: 1, count: 32), csrfToken: "t", browser: "", at: noon))
        for (number, name) in ["Kitchen", "Hall"].enumerated() {
            let new = NewPairing(id: UUID(), kind: .station, name: name)
            let (pairing, _) = try await store.addPairing(
                new, by: "cleo", at: noon, expiresAt: noon.addingTimeInterval(600)
            ) { "ABCDE\(number + 2)" }
            _ = try await store.pair(
                code: try #require(AccessRules.code(pairing.code)),
                hash: Data(repeating: UInt8(number), count: 32),
                at: noon)
        }
        let kitchen = try #require(try await store.devices().first { $0.name == "Kitchen" })
        let changed = try await store.changeDevice(kitchen.id, DeviceChange(name: "Kitchen 1", place: "east"))
        #expect(changed.name == "Kitchen 1" && changed.place == "east")
        #expect(
            try await store.changeDevice(kitchen.id, DeviceChange(name: "KITCHEN 1", place: "east")).name
                == "KITCHEN 1", "its own name")
        await #expect(throws: CareStoreError.self) {
            try await store.changeDevice(kitchen.id, DeviceChange(name: "hall"))
        }
        await #expect(throws: CareStoreError.self) {
            try await store.changeDevice(kitchen.id, DeviceChange(place: "north"))
        }
        try await store.saw([SeenDevice(kind: .kiosk, device: nil, client: "maria")], at: noon)
        try await store.placeOwnDevice(.kiosk, in: "room-7")
        try await store.placeOwnDevice(.station, in: "west")
        #expect(
            try await store.ownDevices() == [
                OwnDevice(kind: .kiosk, client: "maria", place: "room-7", lastSeen: noon),
                OwnDevice(kind: .station, place: "west"),
            ])
        await #expect(throws: CareStoreError.placeInUse(place: "Room 7", by: [], own: [.kiosk])) {
            try await store.removePlace("room-7")
        }
        for (own, words) in [
            ([DeviceKind.kiosk], "the kiosk of the service's machine"),
            ([.kiosk, .station], "the kiosk and the station of the service's machine"),
        ] as [(Set<DeviceKind>, String)] {
            #expect(
                CareStoreError.placeInUse(place: "Room 7", by: [], own: own).description
                    == "“Room 7” is the place of \(words): choose another one first")
        }
        try await store.placeOwnDevice(.kiosk, in: nil)
        try await store.removePlace("room-7")
    }

    @Test("Faults of two zones are two, and each is ended alone")
    func faults() async throws {
        let store = try TestHome().store()
        func fault(_ zone: String, _ isActive: Bool, _ detail: String) -> Fault {
            Fault(
                id: UUID(), source: "service", kind: .nobodyOnDuty, place: zone, isActive: isActive,
                clientName: nil, detail: detail, at: noon)
        }
        #expect(try await store.record(fault("east", true, "East, 22:00"), receivedAt: noon) != nil)
        #expect(try await store.record(fault("west", true, "West, 22:00"), receivedAt: noon) != nil)
        #expect(try await store.record(fault("west", true, "West, 22:00"), receivedAt: noon) == nil)
        #expect(try await store.record(fault("east", false, "East"), receivedAt: noon) != nil)
        #expect(try await store.openFaults().map(\.place) == ["west"])
    }
}

/// Whom the first steps of a call's way mean.
private struct Called: Equatable {
    var assigned: [String]?
    var onDuty: [String]?
}

extension CareStore {
    fileprivate func callees(of client: String, at moment: Date) async throws -> Called {
        try await read { [duties] db in
            let callees = try Callees(of: client, at: moment, duties, in: db)
            return Called(assigned: callees.people([.assigned]), onDuty: callees.people([.onDuty]))
        }
    }
}
