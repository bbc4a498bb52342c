import Care
import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("Turns of days, weeks and months, who had it least often, and whoever claims it")
struct TurnSpanTests {
    private static let ids = ["anna", "ben", "cleo"]

    private static func people(away: [(String, String?)] = []) throws -> [Person] {
        try ids.map { try AssignmentTests.person($0, away: $0 == "anna" ? away : []) }
    }

    /// Each morning of March 2026; the 2nd is a Monday.
    private static func turns(
        _ span: TurnSpan, days: ClosedRange<Int>, away: [(String, String?)] = []
    ) throws -> [Assignment] {
        AssignmentRule.inTurn(people: ids, per: span).assignments(
            at: try days.map(AssignmentTests.morning), people: try people(away: away), history: [],
            zone: try Routines.zone(Routines.berlin))
    }

    /// `aaaa bbbbbbb`, by weeks.
    private static func initials(_ turns: [Assignment], from weekday: Int = 0) -> String {
        var text = ""
        for (index, turn) in turns.enumerated() {
            if index > 0, (index + weekday) % 7 == 0 { text += " " }
            text += turn.person.map { String($0.prefix(1)) } ?? "-"
        }
        return text
    }

    @Test("A week each: the same person from Monday to Sunday, whatever day it begins on")
    func week() throws {
        let turns = try Self.turns(.week, days: 5...22)
        #expect(
            Self.initials(turns, from: 3) == "aaaa bbbbbbb ccccccc")
        #expect(turns[0].reason == "Anna's turn: first in the list.")
        #expect(turns[1].reason == "Anna's turn this week.")
        #expect(turns[4].reason == "Ben's turn: Anna had it on Thursday.")
    }

    @Test("Who is away within it is stood in for, goes on when back, and has had that turn")
    func away() throws {
        let turns = try Self.turns(.week, days: 2...16, away: [("2026-03-04T00:00", "2026-03-06T00:00")])
        #expect(Self.initials(turns) == "aabbaaa bbbbbbb c")
        #expect(turns[2].reason == "Ben's turn: Anna is away until Friday.")
    }

    @Test("Who is away for all of it is next when back")
    func passedOver() throws {
        let turns = try Self.turns(.week, days: 2...29, away: [("2026-03-01T00:00", "2026-03-09T00:00")])
        #expect(
            Self.initials(turns)
                == "bbbbbbb aaaaaaa ccccccc bbbbbbb")
    }

    @Test("A month each, and a day each where it is due several times a day")
    func others() throws {
        let zone = try Routines.zone(Routines.berlin)
        let months = AssignmentRule.inTurn(people: Self.ids, per: .month).assignments(
            at: try [1, 31, 32, 61, 62].map(AssignmentTests.morning), people: try Self.people(), history: [],
            zone: zone)
        #expect(months.map(\.person) == ["anna", "anna", "ben", "ben", "cleo"])
        let hours = try [0.0, 4, 10, 24, 28].map {
            try AssignmentTests.morning(2).addingTimeInterval($0 * 3600)
        }
        let days = AssignmentRule.inTurn(people: Self.ids, per: .day).assignments(
            at: hours, people: try Self.people(), history: [], zone: zone)
        #expect(days.map(\.person) == ["anna", "anna", "anna", "ben", "ben"])
    }

    @Test("A turn counts for whoever had it; of a week, one time that somebody else had does not end it")
    func given() throws {
        let zone = try Routines.zone(Routines.berlin)
        let people = try Self.people()
        func next(_ span: TurnSpan, _ had: [PastTurn], on day: Int) throws -> String? {
            AssignmentRule.inTurn(people: Self.ids, per: span).assign(
                at: try AssignmentTests.morning(day), people: people, history: had, zone: zone
            ).person
        }
        // Anna gave hers to Ben: she has waited longest.
        let given = PastTurn(person: "ben", planned: "anna", at: try AssignmentTests.morning(2))
        #expect(try next(.occurrence, [given], on: 3) == "anna")
        #expect(try next(.week, [given], on: 3) == "anna")
        #expect(try next(.week, [given], on: 9) == "ben")
        // Who takes no turns any more has had none of the week: it is the next person's, and counts for them.
        let gone = PastTurn(person: "dora", at: try AssignmentTests.morning(2))
        let since = PastTurn(person: "anna", at: try AssignmentTests.morning(3))
        #expect(try next(.week, [gone, since], on: 4) == "anna")
        #expect(try next(.week, [gone, since], on: 9) == "ben")
        // What nobody had by the plan, and somebody claimed, is a turn of theirs, and no week of anybody's.
        let claimed = PastTurn(person: "anna", planned: nil, at: try AssignmentTests.morning(2))
        #expect(try next(.occurrence, [claimed], on: 3) == "ben")
        #expect(try next(.week, [claimed], on: 3) == "anna")
    }

    @Test("Least often in so many days; of several, who has waited longest")
    func leastOften() throws {
        let rule = AssignmentRule.leastOften(people: Self.ids, days: 7)
        let people = try Self.people(away: [("2026-03-20T00:00", nil)])
        #expect(try AssignmentTests.assign(rule, people, "", on: 2).person == "anna")
        #expect(try AssignmentTests.assign(rule, people, "anna 2,ben 3,anna 4", on: 5).person == "cleo")
        let equal = try AssignmentTests.assign(rule, people, "ben 2,anna 3,cleo 4", on: 5)
        #expect(equal.person == "ben" && equal.reason == "Ben has had it least often in 7 days.")
        // Longer ago does not count: Anna had three, but long since.
        #expect(
            try AssignmentTests.assign(rule, people, "anna 2,anna 3,anna 4,ben 11,cleo 12", on: 13).person
                == "anna")
        #expect(try AssignmentTests.assign(rule, people, "ben 18,cleo 19,ben 20", on: 21).person == "cleo")
    }

    @Test("Claimed: nobody has it until somebody takes it")
    func claimed() throws {
        let turn = try AssignmentTests.assign(.claimed(people: ["anna"]), try Self.people(), on: 3)
        #expect(turn == Assignment(person: nil, name: nil, reason: "Whoever takes it first."))
    }

    @Test(
        "Each rule is written and read as the document says, and what is usual may be left out",
        arguments: [
            (#"{"kind":"fixed","person":"anna"}"#, AssignmentRule.fixed(person: "anna"), nil),
            (#"{"kind":"in_turn","people":["anna"]}"#, .inTurn(people: ["anna"]), nil),
            (
                #"{"kind":"in_turn","people":["anna"],"per":"week"}"#, .inTurn(people: ["anna"], per: .week),
                nil
            ),
            (
                #"{"kind":"in_turn","people":["anna"],"per":"occurrence"}"#, .inTurn(people: ["anna"]),
                #"{"kind":"in_turn","people":["anna"]}"#
            ),
            (
                #"{"kind":"least_often","people":["anna"]}"#, .leastOften(people: ["anna"]),
                #"{"days":28,"kind":"least_often","people":["anna"]}"#
            ),
            (#"{"kind":"claimed"}"#, .claimed(), nil),
            (#"{"kind":"claimed","people":[]}"#, .claimed(), #"{"kind":"claimed"}"#),
            (#"{"kind":"claimed","people":["anna"]}"#, .claimed(people: ["anna"]), nil),
        ] as [(String, AssignmentRule, String?)])
    func coding(text: String, rule: AssignmentRule, written: String?) throws {
        #expect(try CareJSON.decoder().decode(AssignmentRule.self, from: Data(text.utf8)) == rule)
        let encoder = CareJSON.encoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(rule), as: UTF8.self) == written ?? text)
    }
}
