import Care
import CareStore
import Foundation
import Testing

@Suite("Who is reminded beforehand does it")
struct RoutineTurnTests {
    private static let turns = AssignmentRule.inTurn(people: ["anna", "ben"])
    private static let early = ReminderPlan(minutesBefore: [2 * 1440 + 60], tellsMissed: false)

    @Test("Days ahead: the one whose turn it will be, over the turns in between", arguments: [false, true])
    func daysAhead(restarts: Bool) async throws {
        let home = try await RoutineHome(restarts: restarts)
        let routine = try await home.add(medicine(by: Self.turns, reminders: Self.early))
        _ = try await home.mark(.note, routine, "2026-03-31T14:00", text: "with juice")
        let told = try await home.score(until: berlin("2026-04-02T14:00"))
        #expect(
            told.filter { $0.contains("before") } == [
                "29 13:00 reminder before 2940 Ben station", "30 13:00 reminder before 2940 Anna station",
                "31 13:00 reminder before 2940 Ben station", "1 13:00 reminder before 2940 Anna station",
                "2 13:00 reminder before 2940 Ben station",
            ])
        let due = told.filter { $0.contains("reminder due") }
        #expect(
            due == [
                "28 14:00 reminder due Anna station", "29 14:00 reminder due Ben station",
                "30 14:00 reminder due Anna station", "31 14:00 reminder due Ben station",
                "1 14:00 reminder due Anna station", "2 14:00 reminder due Ben station",
            ])
    }

    @Test("Somebody calls in sick in between: the next one is told what they were told, at once")
    func sick() async throws {
        let home = try await RoutineHome(restarts: true)
        try await home.add(
            medicine(by: Self.turns, reminders: ReminderPlan(minutesBefore: [50], tellsDue: false)))
        #expect(
            try await home.score(until: berlin("2026-03-28T13:20"))
                == ["28 13:10 reminder before 50 Anna station"])
        try await home.away(anna, "2026-03-28T13:00", "2026-03-28T20:00")
        #expect(try await home.waiting().map(\.recipientName) == ["Ben"])
        #expect(try await home.store.events(after: 0, limit: .max).last?.reminder?.isLate == false)
        // Nothing comes of what has nothing to do with it.
        try await home.away(anna, "2026-03-28T13:00", "2026-03-28T21:00")
        #expect(try await home.waiting().map(\.recipientName) == ["Ben"])
        // Anna is there after all, and had not been told to the end.
        try await home.away(anna, "2026-03-27T13:00", "2026-03-27T20:00")
        #expect(try await home.waiting().map(\.recipientName) == ["Anna"])
    }

    @Test("Once it is due, an absence changes nothing any more")
    func due() async throws {
        let home = try await RoutineHome()
        try await home.add(medicine(by: Self.turns))
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        try await home.away(anna, "2026-03-28T13:00", "2026-03-28T20:00")
        #expect(try await home.waiting().map(\.recipientName) == ["Anna"])
        #expect(
            try await home.score(until: berlin("2026-03-28T15:00")).last
                == "28 15:00 reminder missed Anna station")
    }

    // MARK: - One occurrence

    @Test(
        "This time somebody else does it, with other words: views, agenda, reminders",
        arguments: [false, true])
    func edit(restarts: Bool) async throws {
        let home = try await RoutineHome(restarts: restarts)
        let routine = try await home.add(medicine(by: Self.turns))
        let edit = OccurrenceEdit(
            details: "The blue pills.", assignment: .fixed(person: "ben"), priority: .urgent)
        let changed = try await home.change(routine, .one, "2026-03-28T14:00", edit: edit)
        #expect(changed.content.edits.map(\.edit) == [edit])
        let today = try #require(try await home.agenda().today.first)
        #expect(today.assignment.name == "Ben" && today.details == "The blue pills.")
        #expect(today.priority == .urgent && today.title == "Medicine" && today.state == .upcoming)
        #expect(
            try await home.score(until: berlin("2026-03-28T14:00")) == [
                "28 13:50 reminder before 10 Ben station", "28 14:00 due of 28T14:00",
                "28 14:00 reminder due Ben station",
            ])
        let told = try #require(try await home.waiting().first)
        #expect(told.priority == .urgent && told.occurrence?.details == "The blue pills.")
        // Who has done it has had the turn: tomorrow it is Anna's.
        #expect(
            try await home.score(until: berlin("2026-03-29T14:00")).last
                == "29 14:00 reminder due Anna station")
    }

    @Test("Given to somebody else after one was reminded, or when it is due, and taken back: each is told")
    func handed() async throws {
        let home = try await RoutineHome(restarts: true)
        var routine = try await home.add(medicine(at: "2026-03-26T14:00"))
        _ = try await home.score(until: berlin("2026-03-28T13:52"))
        let toBen = OccurrenceEdit(assignment: .fixed(person: "ben"))
        routine = try await home.change(routine, .one, "2026-03-28T14:00", edit: toBen)
        #expect(try await home.waiting().map(\.recipientName) == ["Ben"])
        routine = try await home.change(routine, .one, "2026-03-28T14:00", edit: OccurrenceEdit())
        #expect(try await home.waiting().map(\.recipientName) == ["Anna"])
        #expect(
            try await home.score(until: berlin("2026-03-28T14:05"))
                == ["28 14:00 due of 28T14:00", "28 14:00 reminder due Anna station"])
        routine = try await home.change(routine, .one, "2026-03-28T14:00", edit: toBen)
        #expect(try await home.waiting().map(\.recipientName) == ["Ben"])
        #expect(try await home.agenda().today.map(\.assignment.name) == ["Ben"])
        // Only the words: whoever was told is not told again.
        let words = OccurrenceEdit(title: "Pills", assignment: .fixed(person: "ben"))
        try await home.tell(#require(try await home.waiting().first))
        routine = try await home.change(routine, .one, "2026-03-28T14:00", edit: words)
        #expect(try await home.waiting().isEmpty)
        #expect(try await home.days()[0] == "28T14:00 due Pills")
        // What was over before the routine was made does not come because of a word.
        try await home.change(routine, .one, "2026-03-27T14:00", edit: words)
        #expect(try await home.days()[0] == "28T14:00 due Pills")
        #expect(try await home.agenda().outstanding.isEmpty)
    }

    @Test(
        "Moved and different, moved again, put back; nobody can be named who is not there; what is done stays"
    )
    func together() async throws {
        let home = try await RoutineHome(restarts: true)
        var routine = try await home.add(medicine())
        let words = OccurrenceEdit(title: "Pills")
        routine = try await home.change(
            routine, .one, "2026-03-29T14:00", to: "2026-03-29T16:00", edit: words)
        #expect(try await home.days()[1] == "29T16:00 upcoming Pills")
        routine = try await home.change(routine, .one, "2026-03-29T14:00", to: "2026-03-29T17:00")
        #expect(try await home.days()[1] == "29T17:00 upcoming Pills")
        routine = try await home.change(routine, .one, "2026-03-29T14:00", edit: OccurrenceEdit())
        #expect(try await home.days()[1] == "29T17:00 upcoming Medicine")
        routine = try await home.change(routine, .one, "2026-03-29T14:00", edit: words)
        // The part that goes on keeps it.
        let next = UUID()
        _ = try await home.change(
            routine, .following, "2026-03-29T14:00", content: medicine(), continuation: next)
        #expect(try await home.days()[1] == "29T17:00 upcoming Pills")
        routine = try #require(try await home.store.routine(next))
        routine = try await home.change(routine, .restore, "2026-03-29T14:00")
        #expect(try await home.days()[1] == "29T14:00 upcoming Medicine")
        #expect(routine.content.edits.isEmpty)
        await #expect(throws: CareStoreError.self) {
            try await home.change(
                routine, .one, "2026-03-29T14:00",
                edit: OccurrenceEdit(assignment: .fixed(person: "nobody")))
        }
        _ = try await home.mark(.done, routine, "2026-03-29T14:00")
        await #expect(throws: CareStoreError.self) {
            try await home.change(routine, .one, "2026-03-29T14:00", edit: words)
        }
        routine = try await home.change(routine, .one, "2026-03-30T14:00")
        await #expect(throws: CareStoreError.self) {
            try await home.change(routine, .one, "2026-03-30T14:00", edit: words)
        }
    }
}
