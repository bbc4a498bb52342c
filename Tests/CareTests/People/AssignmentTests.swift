import Care
import Chance
import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("Whose turn it is")
struct AssignmentTests {
    static let names = ["anna": "Anna", "ben": "Ben", "cleo": "Cleo", "dan": "Dan"]

    static func person(_ id: String, away: [(String, String?)] = []) throws -> Person {
        Person(
            id: id, name: names[id] ?? id, role: .caregiver,
            absences: try away.map {
                Absence(from: try Routines.instant($0.0), until: try $0.1.map(Routines.instant))
            })
    }

    /// Eight in the morning of a day of March 2026 in Berlin; the 2nd is a Monday.
    static func morning(_ day: Int) throws -> Date {
        try Routines.zone(Routines.berlin).instant(
            of: Routines.time("2026-03-01T08:00").adding(days: day - 1))
    }

    /// `history` as `anna 2, ben 3`.
    static func assign(
        _ rule: AssignmentRule, _ people: [Person], _ history: String = "", on day: Int
    ) throws -> Assignment {
        let turns = try history.split(separator: ",").map { turn in
            let parts = turn.split(separator: " ")
            return PastTurn(person: String(parts[0]), at: try morning(Int(parts[1]) ?? 0))
        }
        return rule.assign(
            at: try morning(day), people: people, history: turns, zone: try Routines.zone(Routines.berlin))
    }

    static let three = AssignmentRule.inTurn(people: ["anna", "ben", "cleo"])

    @Test(
        "One after the other, with the reason",
        arguments: [
            ("", 2, "anna", "Anna's turn: first in the list."),
            ("anna 2", 3, "ben", "Ben's turn: Anna had it on Monday."),
            ("anna 2,ben 3,cleo 4", 5, "anna", "Anna's turn: Cleo had it on Wednesday."),
            ("cleo 2", 2, "anna", "Anna's turn: Cleo had it at 08:00."),
            ("cleo 2", 20, "anna", "Anna's turn: Cleo had it on 2 March."),
            // Somebody who is not in the list any more had it last.
            ("dan 2", 3, "anna", "Anna's turn: Dan had it on Monday."),
        ])
    func inTurn(history: String, day: Int, person: String, reason: String) throws {
        let people = try ["anna", "ben", "cleo", "dan"].map { try Self.person($0) }
        let assignment = try Self.assign(Self.three, people, history, on: day)
        #expect(assignment.person == person)
        #expect(assignment.name == Self.names[person])
        #expect(assignment.reason == reason)
    }

    @Test("Who is away is passed over, and the reason says until when")
    func away() throws {
        let people = [
            try Self.person("anna"), try Self.person("ben", away: [("2026-03-02T00:00", "2026-03-05T23:00")]),
            try Self.person("cleo", away: [("2026-03-01T00:00", nil)]),
        ]
        let again = try Self.assign(Self.three, people, "anna 2", on: 3)
        #expect(again.person == "anna")
        #expect(again.reason == "Anna's turn again: Ben is away until Friday, and Cleo is away.")
        // Back on Friday, and next.
        let back = try Self.assign(Self.three, people, "anna 2,anna 3,anna 4,anna 5", on: 6)
        #expect(back.person == "ben")
        #expect(back.reason == "Ben's turn: Anna had it on Thursday.")
    }

    @Test("Absences that touch are one")
    func touching() throws {
        let ben = try Self.person(
            "ben",
            away: [
                ("2026-03-04T00:00", "2026-03-20T12:00"), ("2026-03-02T00:00", "2026-03-04T00:00"),
                ("2026-03-25T00:00", nil),
            ])
        let assignment = try Self.assign(
            Self.three, [try Self.person("anna"), ben, try Self.person("cleo")], "anna 2", on: 3)
        #expect(assignment.person == "cleo")
        #expect(assignment.reason == "Cleo's turn: Anna had it on Monday, and Ben is away until 20 March.")
    }

    @Test("Who was passed over is next when back, once, and then the order goes on by who waited longest")
    func next() throws {
        let people = [
            try Self.person("anna"), try Self.person("ben", away: [("2026-03-03T00:00", "2026-03-06T00:00")]),
            try Self.person("cleo"),
        ]
        let turns = Self.three.assignments(
            at: try (2...11).map(Self.morning), people: people, history: [],
            zone: try Routines.zone(Routines.berlin))
        #expect(
            turns.map(\.person)
                == ["anna", "cleo", "anna", "cleo", "ben", "anna", "cleo", "ben", "anna", "cleo"])
    }

    @Test("Nobody there: nobody, with every reason")
    func nobody() throws {
        var cleo = try Self.person("cleo")
        cleo.isActive = false
        let people = [try Self.person("anna", away: [("2026-03-01T00:00", "2026-03-03T12:00")]), cleo]
        let turn = try Self.assign(Self.three, people, on: 3)
        #expect(turn.person == nil)
        #expect(
            turn.reason == "Nobody: Anna is away until 13:00, nobody here has the id ben, and Cleo has left.")
        #expect(
            try Self.assign(.fixed(person: "anna"), people, on: 3)
                == Assignment(person: nil, name: nil, reason: "Nobody: Anna is away until 13:00."))
        #expect(try Self.assign(.fixed(person: "anna"), people, on: 4).reason == "Always Anna.")
    }

    @Test(
        "Over a year of random absences: nobody who is away, fair among those who are there, and always the same",
        arguments: 1...15)
    func fair(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let ids = (0..<Int.random(in: 1...7, using: &chance)).map { "p\($0)" }
        let start = try Self.morning(1)
        let people = ids.enumerated().map { index, id in
            // The first two are always there.
            let absences = (0..<(index < 2 ? 0 : 12)).map { _ in
                let from = start.addingTimeInterval(Double.random(in: -10...365, using: &chance) * 86_400)
                return Absence(
                    from: from,
                    until: from.addingTimeInterval(Double.random(in: 0.1...40, using: &chance) * 86_400))
            }
            return Person(id: id, name: id, role: .caregiver, absences: absences)
        }
        let moments = (0..<365).map { start.addingTimeInterval(Double($0) * 86_400) }
        let zone = try Routines.zone(Routines.berlin)
        let rule = AssignmentRule.inTurn(people: ids)
        let turns = rule.assignments(at: moments, people: people, history: [], zone: zone)
        #expect(turns == rule.assignments(at: moments, people: people.reversed(), history: [], zone: zone))
        for (turn, moment) in zip(turns, moments) {
            let person = try #require(people.first { $0.id == turn.person })
            #expect(person.isThere(at: moment))
        }
        let order = turns.map(\.person)
        for (id, person) in zip(ids, people) where person.absences.isEmpty {
            // Between two turns of somebody who is always there, nobody has two.
            let own = order.indices.filter { order[$0] == id }
            for (first, second) in zip(own, own.dropFirst()) {
                let between = order[(first + 1)..<second]
                #expect(Set(between).count == between.count)
            }
            // And so two who are always there never differ by more than a turn.
            for (other, someone) in zip(ids, people) where someone.absences.isEmpty {
                var lead = 0
                for turn in order where id != other {
                    lead += turn == id ? 1 : turn == other ? -1 : 0
                    #expect(abs(lead) <= 1)
                }
            }
        }
        // While nobody is away, the list's order, round after round.
        let all = rule.assignments(
            at: moments, people: people.map { Person(id: $0.id, name: $0.name, role: .caregiver) },
            history: [],
            zone: zone)
        #expect(all.map(\.person) == moments.indices.map { ids[$0 % ids.count] })
    }
}

extension AssignmentRule {
    /// Who will do the next occurrences if nothing else changes: each one's turn follows from those before it.
    ///
    /// - Parameter moments: When they are due, the soonest first, without a gap behind `history`.
    func assignments(
        at moments: [Date], people: [Person], history: [PastTurn], zone: ZoneRules
    ) -> [Assignment] {
        var history = history
        return moments.map { moment in
            let assignment = assign(at: moment, people: people, history: history, zone: zone)
            if let person = assignment.person { history.append(PastTurn(person: person, at: moment)) }
            return assignment
        }
    }
}
