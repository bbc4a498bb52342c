import Care
import Duties
import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("Who is on duty")
struct DutyRosterTests {
    @Test("A night shift goes over midnight, and the next begins where it ends")
    func nights() throws {
        var home = DutyHome()
        try home.add("anna", "FREQ=DAILY", from: "2026-03-01T22:00", hours: 8)
        try home.add("ben", "FREQ=DAILY", from: "2026-03-01T06:00", hours: 16)
        #expect(try home.onDuty("2026-03-10T21:59:59") == ["ben"])
        #expect(try home.onDuty("2026-03-10T22:00") == ["anna"])
        #expect(try home.onDuty("2026-03-11T05:59:59") == ["anna"])
        #expect(try home.onDuty("2026-03-11T06:00") == ["ben"])
        #expect(try home.onDuty("2026-03-01T05:00") == [], "before it all begins")
        #expect(
            try home.gaps("2026-03-02T00:00", "2026-04-20T00:00").isEmpty, "over a change of the clocks, too")
    }

    @Test(
        "A night in which the clocks are changed ends when the wall's clock says so",
        arguments: [
            ("2026-03-28", "2026-03-29T06:00", 7.0), ("2026-10-24", "2026-10-25T06:00", 9.0),
            ("2026-10-23", "2026-10-24T06:00", 8.0),
        ])
    func changes(day: String, end: String, hours: Double) throws {
        var home = DutyHome()
        try home.add("anna", "FREQ=DAILY", from: "2026-01-01T22:00", hours: 8)
        let times = try home.roster.onDuty(at: try DutyHome.at(day + "T23:00"), in: "east")
        let time = try #require(times.first)
        #expect(try time.until == DutyHome.at(end))
        #expect(time.until.timeIntervalSince(time.from) == hours * 3600)
    }

    @Test("A time within the hour that the clocks skip is nobody's, and its neighbours leave no gap")
    func skipped() throws {
        var home = DutyHome()
        try home.add("anna", nil, from: "2026-03-28T22:00", hours: 4.5)
        try home.add("ben", nil, from: "2026-03-29T02:30", hours: 0.5)
        try home.add("cleo", nil, from: "2026-03-29T03:00", hours: 5)
        #expect(try home.gaps("2026-03-28T22:00", "2026-03-29T08:00").isEmpty)
        let times = try home.roster.times(
            from: DutyHome.at("2026-03-28T00:00"), until: DutyHome.at("2026-03-30T00:00"))
        #expect(times.map(\.holder) == ["anna", "cleo"])
    }

    @Test("What repeats as elapsed time lasts elapsed time, so that one follows the other for ever")
    func elapsed() throws {
        var home = DutyHome()
        for (index, person) in ["anna", "ben"].enumerated() {
            home.duties.append(
                DutyHome.duty(
                    DutyContent(
                        person: person, zone: "east",
                        schedule: RecurrenceSet(
                            start: try Routines.time("2026-03-01T0\(index * 8):00"), zone: Routines.berlin,
                            repetition: .elapsed(everySeconds: 16 * 3600)), minutes: 480)))
        }
        #expect(try home.gaps("2026-03-01T00:00", "2026-11-30T00:00").isEmpty)
    }

    @Test("Whoever is away or has left is not on duty, and neither is a client or a provider")
    func away() throws {
        var home = DutyHome()
        try home.add("anna", "FREQ=DAILY", from: "2026-03-01T08:00", hours: 10)
        home.people[0].absences = [
            Absence(from: try DutyHome.at("2026-03-10T12:00"), until: try DutyHome.at("2026-03-12T09:30"))
        ]
        #expect(try home.onDuty("2026-03-10T11:59") == ["anna"])
        #expect(try home.onDuty("2026-03-10T12:00") == [])
        #expect(try home.onDuty("2026-03-12T09:30") == ["anna"])
        #expect(
            try home.gaps("2026-03-10T08:00", "2026-03-12T18:00") == ["east: 03-10 12:00–03-12 09:30"])
        let time = try #require(
            try home.roster.times(
                from: DutyHome.at("2026-03-10T00:00"), until: DutyHome.at("2026-03-11T00:00")
            ).first)
        #expect(time.isAway && time.holder == "anna")
        for role in [Person.Role.client, .provider] {
            home.people[0] = Person(id: "anna", name: "Anna", role: role)
            #expect(try home.onDuty("2026-03-20T12:00") == [])
        }
        home.people[0] = Person(id: "anna", name: "Anna", role: .caregiver, isActive: false)
        #expect(try home.onDuty("2026-03-20T12:00") == [])
    }

    @Test("A date that was swapped is the other person's, and one that was left out is nobody's")
    func swaps() throws {
        var home = DutyHome()
        let duty = try home.add("anna", "FREQ=DAILY", from: "2026-03-01T22:00", hours: 8)
        home.duties[duty].swaps = [
            DutySwap(of: try DutyHome.key("2026-03-13T22:00"), person: "ben"),
            DutySwap(of: try DutyHome.key("2026-03-15T22:00"), person: nil),
        ]
        #expect(try home.onDuty("2026-03-13T23:00") == ["ben"])
        #expect(try home.onDuty("2026-03-14T05:00") == ["ben"], "after midnight, too")
        #expect(try home.onDuty("2026-03-14T23:00") == ["anna"])
        #expect(try home.onDuty("2026-03-15T23:00") == [])
        home.people[1].absences = [Absence(from: try DutyHome.at("2026-03-14T02:00"))]
        #expect(try home.onDuty("2026-03-14T01:59") == ["ben"])
        #expect(try home.onDuty("2026-03-14T02:00") == [], "whoever has taken it is away, too")
    }

    @Test("On duty in a place are those of its zone and of the whole home; without a place, all")
    func places() throws {
        var home = DutyHome()
        home.addAlways("anna", zone: "east")
        home.addAlways("ben", zone: "west")
        home.addAlways("cleo", zone: nil)
        func names(_ place: String?) throws -> Set<String> {
            Set(try home.onDuty("2026-03-10T12:00", in: place))
        }
        #expect(try names("east") == ["anna", "cleo"])
        #expect(try names("room-7") == ["anna", "cleo"], "a room is in its zone")
        #expect(try names("west") == ["ben", "cleo"])
        #expect(try names(nil) == ["anna", "ben", "cleo"])
        #expect(try names("garden") == ["anna", "ben", "cleo"], "a room in no zone")
        #expect(try names("gone") == ["anna", "ben", "cleo"], "a place that is not there")
    }

    @Test("Whoever is assigned to a client is there for this client alone, and closes no gap")
    func assigned() throws {
        var home = DutyHome()
        home.addAlways("anna", zone: nil, client: "maria")
        try home.add(
            "ben", "FREQ=WEEKLY;BYDAY=MO", from: "2026-03-02T08:00", hours: 8, zone: nil, client: "maria")
        let roster = try home.roster
        let monday = try DutyHome.at("2026-03-09T10:00")
        #expect(roster.assigned(to: "maria", at: monday).compactMap(\.holder).sorted() == ["anna", "ben"])
        #expect(roster.assigned(to: "otto", at: monday).isEmpty)
        #expect(
            roster.assigned(to: "maria", at: monday.addingTimeInterval(86_400)).compactMap(\.holder) == [
                "anna"
            ])
        #expect(roster.onDuty(at: monday).isEmpty)
        #expect(try home.gaps("2026-03-09T00:00", "2026-03-10T00:00") == ["east: …–…"])
    }

    @Test("Only zones that need somebody have gaps, each with its own ends")
    func gaps() throws {
        var home = DutyHome()
        try home.add("anna", "FREQ=DAILY", from: "2026-03-01T08:00", hours: 6)
        try home.add("ben", "FREQ=DAILY", from: "2026-03-01T13:00", hours: 7, zone: nil)
        #expect(
            try home.gaps("2026-03-10T09:00", "2026-03-11T21:00") == [
                "east: 03-10 20:00–03-11 08:00", "east: 03-11 20:00–…",
            ])
        home.places[1].needsDuty = true
        #expect(
            try home.gaps("2026-03-10T09:00", "2026-03-11T09:00") == [
                "west: …–03-10 13:00", "east: 03-10 20:00–03-11 08:00", "west: 03-10 20:00–…",
            ])
        home.places = []
        #expect(try home.gaps("2026-03-10T09:00", "2026-03-11T09:00").isEmpty, "a home without places")
    }

    @Test("What overlaps many times is counted whole: an hourly duty that lasts a week")
    func overlapping() throws {
        var home = DutyHome()
        let duty = try home.add("anna", "FREQ=HOURLY", from: "2026-03-01T00:00", hours: 24 * 7)
        let times = try home.roster.onDuty(at: try DutyHome.at("2026-03-20T00:30"), in: "east")
        #expect(times.count == 24 * 7)
        home.duties[duty].content.schedule?.zone = "Nowhere/Else"
        #expect(throws: RecurrenceError.self) { _ = try home.roster }
    }
}
