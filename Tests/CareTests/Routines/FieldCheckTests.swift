import Care
import Foundation
import Recurrence
import Testing

@Suite("What people write is checked, and the field is named")
struct FieldCheckTests {
    private func field(_ check: () throws -> Void) -> String? {
        do { try check() } catch { return (error as? FieldProblem)?.field ?? "\(error)" }
        return nil
    }

    @Test("A routine's content")
    func content() throws {
        let good = try Planned.content("FREQ=DAILY", from: "2026-03-01T08:00", before: [10, 60])
        func field(_ edit: (inout RoutineContent) throws -> Void) throws -> String? {
            var content = good
            try edit(&content)
            return self.field { try content.check { $0 == "Europe/Bielefeld" ? nil : Planned.zones($0) } }
        }
        #expect(try field { _ in } == nil)
        #expect(try field { $0.title = " \n" } == "title")
        #expect(try field { $0.title = String(repeating: "x", count: 500) } == nil)
        #expect(try field { $0.title = String(repeating: "x", count: 501) } == "title")
        #expect(try field { $0.title = "bell\u{7}" } == "title")
        #expect(try field { $0.details = String(repeating: "x", count: 2001) } == "details")
        #expect(try field { $0.client = "" } == "client")
        #expect(try field { $0.graceMinutes = 0 } == "grace_minutes")
        #expect(try field { $0.graceMinutes = 10_081 } == "grace_minutes")
        #expect(try field { $0.reminders.minutesBefore = [1, 2, 3, 4, 5, 6] } == "reminders.minutes_before")
        #expect(try field { $0.reminders.minutesBefore = [0] } == "reminders.minutes_before")
        #expect(try field { $0.reminders.minutesBefore = [10, 10] } == "reminders.minutes_before")
        #expect(try field { $0.assignment = .inTurn(people: []) } == "assignment.people")
        #expect(try field { $0.assignment = .inTurn(people: ["a", "b", "a"]) } == "assignment.people")
        #expect(
            try field { $0.assignment = .inTurn(people: (0..<21).map { "p\($0)" }) } == "assignment.people")
        #expect(try field { $0.assignment = .fixed(person: "Ä") } == "assignment.person")
        #expect(try field { $0.schedule.zone = "../etc/passwd" } == "schedule.zone")
        #expect(try field { $0.schedule.zone = "Europe/Bielefeld" } == "schedule.zone")
        #expect(
            try field {
                $0.schedule.repetition = .rules([try RecurrenceRule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")])
            }
                == "schedule")
        #expect(
            try field { $0.schedule.repetition = .rules([try RecurrenceRule("FREQ=SECONDLY")]) } == "schedule"
        )
        #expect(try field { $0.schedule.repetition = .rules([try RecurrenceRule("FREQ=MINUTELY")]) } == nil)
        #expect(try field { $0.schedule.repetition = .elapsed(everySeconds: 60) } == nil)
        #expect(try field { $0.schedule.repetition = .afterDone(days: 3) } == nil)
        #expect(
            self.field {
                try NewRoutine(
                    id: UUID(),
                    content: RoutineContent(
                        title: "", client: "maria", assignment: good.assignment, schedule: good.schedule),
                    at: .distantPast
                ).check(zones: Planned.zones)
            } == "content.title")
    }

    @Test("The others for whom the same is made are people who always do it, each once")
    func others() throws {
        let twice = UUID()
        func field(
            _ also: [(String, UUID)], by assignment: AssignmentRule = .fixed(person: "anna"),
            id: UUID = UUID(),
            _ edit: (inout RoutineContent) -> Void = { _ in }
        ) throws -> String? {
            var content = try Planned.content("FREQ=DAILY", from: "2026-03-01T08:00")
            content.assignment = assignment
            edit(&content)
            let new = NewRoutine(
                id: id, content: content, at: .distantPast,
                also: also.map { RoutineTwin(id: $0.1, person: $0.0) })
            return self.field { try new.check(zones: Planned.zones) }
        }
        #expect(try field([]) == nil)
        #expect(try field([("ben", UUID()), ("cleo", UUID())]) == nil)
        #expect(try field([("ben", UUID())], by: .claimed()) == "also")
        #expect(try field((0...NewRoutine.mostAlso).map { ("p\($0)", UUID()) }) == "also")
        #expect(try field([("anna", UUID())]) == "also[0].person")
        #expect(try field([("ben", UUID()), ("ben", UUID())]) == "also[1].person")
        #expect(try field([("Ä", UUID())]) == "also[0].person")
        #expect(try field([("ben", twice), ("cleo", twice)]) == "also[1].id")
        #expect(try field([("ben", twice)], id: twice) == "also[0].id")
        // A goal is the client's own, and nobody else's.
        #expect(
            try field([("ben", UUID())], by: .fixed(person: "maria")) {
                ($0.client, $0.isGoal, $0.isClientsOwn) = ("maria", true, true)
            } == "also[0].person")
    }

    @Test("Needs, and what a client proposes")
    func needs() {
        let need = NeedChange(label: "A walk")
        #expect(field { try need.check(id: "a-walk-2") } == nil)
        for id in ["", "A walk", "Walk", "müsli", "a_walk", String(repeating: "x", count: 65)] {
            #expect(field { try need.check(id: id) } == "id", "\(id)")
        }
        #expect(field { try NeedChange(label: "").check(id: "x") } == "label")
        #expect(field { try NeedChange(label: "x", say: "").check(id: "x") } == "say")
        #expect(field { try NeedChange(label: "x", uses: []).check(id: "x") } == "uses")
        #expect(field { try NeedChange(label: "x", replaces: -1).check(id: "x") } == "replaces")

        func decision(_ isApproved: Bool, id: String? = nil, need: NeedChange? = nil, reason: String? = nil)
            -> String?
        {
            field {
                try ProposalDecision(
                    id: UUID(), isApproved: isApproved, needID: id, need: need, reason: reason,
                    at: .distantPast
                ).check()
            }
        }
        #expect(decision(true, id: "walk") == nil)
        #expect(decision(true) == "need_id")
        #expect(decision(true, id: "walk", need: NeedChange(label: "")) == "need.label")
        #expect(decision(true, id: "walk", reason: "so") == "reason")
        #expect(decision(false, reason: "The doctor says no.") == nil)
        #expect(decision(false) == "reason")
        #expect(decision(false, reason: "  ") == "reason")
        #expect(decision(false, id: "walk", reason: "so") == "need_id")
    }

    @Test("People")
    func people() {
        func check(_ edit: (inout Person) -> Void) -> String? {
            var person = Person(id: "anna", name: "Anna", role: .caregiver)
            edit(&person)
            return field { try person.check() }
        }
        #expect(check { _ in } == nil)
        // `beckon.yaml` allows capitals in ids.
        #expect(check { $0.id = "Anna-2" } == nil)
        #expect(check { $0.id = "an na" } == "id")
        #expect(check { $0.id = ReminderPlanning.everyone } == "id")
        #expect(check { $0.name = "" } == "name")
        let now = Date(timeIntervalSince1970: 1_774_699_200)
        #expect(
            check { $0.absences = [Absence(from: now), Absence(from: now, until: now)] }
                == "absences[1].until")
        #expect(check { $0.absences = Array(repeating: Absence(from: now), count: 501) } == "absences")
        #expect(check { $0.reminders.quiet = QuietHours(from: 0, until: 1440) } == "reminders.quiet.until")
        #expect(check { $0.reminders.channels = [.kiosk] } == "reminders.channels")
        #expect(
            check {
                $0.role = .client
                $0.reminders.channels = [.kiosk]
            } == nil)
    }

    @Test("Entries, receipts and notes")
    func entries() throws {
        let key = try Planned.key("2026-03-01T08:00")
        func entry(_ kind: OccurrenceEntry.Kind, text: String? = nil, undoes: UUID? = nil) -> String? {
            field {
                try OccurrenceEntry(
                    id: UUID(), routine: UUID(), key: key, kind: kind, text: text, undoes: undoes,
                    at: .distantPast
                ).check()
            }
        }
        #expect(entry(.done) == nil)
        #expect(entry(.skipped, text: "asleep") == nil)
        #expect(entry(.note) == "text")
        #expect(entry(.note, text: " ") == "text")
        #expect(entry(.undone) == "undoes")
        #expect(entry(.undone, undoes: UUID()) == nil)
        #expect(entry(.done, undoes: UUID()) == "undoes")

        func receipt(_ outcome: ReminderReceipt.Outcome, _ minutes: Int?) -> String? {
            field {
                try ReminderReceipt(id: UUID(), outcome: outcome, minutes: minutes, at: .distantPast).check()
            }
        }
        #expect(receipt(.told, nil) == nil)
        #expect(receipt(.told, 5) == "minutes")
        #expect(receipt(.snoozed, nil) == "minutes")
        #expect(receipt(.snoozed, 0) == "minutes")
        #expect(receipt(.snoozed, 1440) == nil)
        #expect(field { try RequestNote(id: UUID(), text: "", at: .distantPast).check() } == "text")
    }
}
