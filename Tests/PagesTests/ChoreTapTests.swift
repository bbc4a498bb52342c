import Care
import Costs
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("What one tap does to a chore")
struct ChoreTapTests {
    @Test(
        "One tap each: done, claimed, given away, approved",
        arguments: [
            ("anna", "Done", OccurrenceEntry.Kind.done, "anna"), (nil, "I’ll do it", .claimed, "anna"),
            ("ben", "I did it", .done, "anna"),
            ("ben", "Done by Ben", .done, "ben"), ("anna", "Ben", .given, "ben"),
        ] as [(String?, String, OccurrenceEntry.Kind, String)])
    func taps(holder: String?, button: String, kind: OccurrenceEntry.Kind, person: String) async throws {
        let chore = try ChoresTests.chore("Bins", by: holder)
        let browser = try ChoresTests.browser([chore])
        let form = try ChoresTests.form(try await browser.get("/chores").text, button)
        let path = "/chores/\(chore.routine.uuidString)/\(PageText.escaped(chore.key.description))/entries"
        let answer = try await browser.post(path, form)
        #expect(answer.status == 303 && answer.location?.hasPrefix("/chores?entry=") ?? false)
        let sent: OccurrenceEntry = try browser.service.onlySent("entries")
        #expect(
            sent.kind == kind && sent.person == person && sent.routine == chore.routine
                && sent.key == chore.key)
        #expect(form.contains { $0 == ("id", sent.id.uuidString) })
    }

    @Test(
        "Undo takes back that it is done, and once it is approved the approval; never a note",
        arguments: [false, true])
    func undo(isApproved: Bool) async throws {
        let chore = try ChoresTests.chore(
            "Bed", by: "ben", .done, Chore(audience: .household, approval: isApproved ? .given : nil),
            lastEntry: UUID())
        let browser = try ChoresTests.browser([chore])
        func entry(_ kind: OccurrenceEntry.Kind, _ text: String? = nil) -> OccurrenceEntry {
            OccurrenceEntry(
                id: UUID(), routine: chore.routine, key: chore.key, kind: kind, by: "Ben", text: text,
                at: browser.now)
        }
        let (done, approved) = (entry(.done), entry(.approved))
        try browser.service.has(
            "entries",
            EntryPage(entries: [done] + (isApproved ? [approved] : []) + [entry(.note, "with new sheets")]))
        let form = try ChoresTests.form(try await browser.get("/chores").text, "Undo")
        let path = "/chores/\(chore.routine.uuidString)/\(PageText.escaped(chore.key.description))/entries"
        let answer = try await browser.post(path, form)
        #expect(answer.status == 303 && answer.location?.hasPrefix("/chores?entry=") ?? false)
        let sent: OccurrenceEntry = try browser.service.onlySent("entries")
        #expect(sent.kind == .undone && sent.undoes == (isApproved ? approved.id : done.id))
        #expect(form.contains { $0 == ("id", sent.id.uuidString) })
    }

    @Test("Of three times, one more is one tap, until one is left")
    func parts() async throws {
        let chore = try ChoresTests.chore(
            "Walk the dog", by: "anna", .due, Chore(audience: .household, count: 3, parts: 1))
        let browser = try ChoresTests.browser([chore])
        let page = try await browser.get("/chores")
        #expect(page.has("1 of 3 done"))
        let form = try ChoresTests.form(page.text, "One more done")
        #expect(form.contains { $0 == ("parts", "1") })
        let last = try ChoresTests.browser([
            try ChoresTests.chore(
                "Walk the dog", by: "anna", .due, Chore(audience: .household, count: 3, parts: 2))
        ])
        #expect(try await !last.get("/chores").has("One more done"))
    }

    @Test("Somebody was faster: the page says who, and nothing is lost")
    func conflict() async throws {
        let chore = try ChoresTests.chore("Bins", by: "ben")
        let browser = try ChoresTests.browser([chore])
        try browser.service.refuse(
            "POST", "entries",
            CareProblem(.conflict, "Ben has it", field: "kind", current: .occurrence(chore)))
        let path = "/chores/\(chore.routine.uuidString)/\(PageText.escaped(chore.key.description))/entries"
        let answer = try await browser.post(
            path, [("kind", "claimed"), ("id", UUID().uuidString), ("person", "anna")])
        #expect(answer.status == 409 && answer.has("Bins: Ben has it"))
        // Tapped twice, it is stored already.
        try browser.service.refuse("POST", "entries", CareProblem(.conflict, "the id is stored", field: "id"))
        #expect(try await browser.post(path, [("kind", "claimed"), ("id", UUID().uuidString)]).status == 303)
        // A reason is asked for here, not by the service.
        let without = try await browser.post(path, [("kind", "skipped"), ("id", UUID().uuidString)])
        #expect(without.status == 422 && without.has("Please say why."))
    }

    @Test("A reminder is one tap, and too soon a second time is said")
    func remind() async throws {
        let chore = try ChoresTests.chore("Bins", by: "ben")
        let browser = try ChoresTests.browser([chore])
        let form = try ChoresTests.form(try await browser.get("/chores").text, "Remind Ben")
        let path = "/chores/\(chore.routine.uuidString)/\(PageText.escaped(chore.key.description))/reminder"
        let answer = try await browser.post(path, form)
        #expect(answer.location == "/chores?said=reminded")
        let sent: ChoreReminder = try browser.service.onlySent("chores/reminders")
        #expect(sent.routine == chore.routine && sent.key == chore.key)
        #expect(try await browser.get("/chores?said=reminded").has("The reminder is on its way."))
        try browser.service.refuse(
            "POST", "chores/reminders",
            CareProblem(
                .conflict, "Ben was reminded of it less than an hour ago", field: "kind",
                current: .occurrence(chore)))
        #expect(try await browser.post(path, form).has("Ben was reminded of it less than an hour ago"))
    }

    @Test(
        "What the stations have said is put off for ten minutes, as on Today, and then says when it comes again"
    )
    func putOff() async throws {
        let chore = try ChoresTests.chore("Bins", by: "anna")
        let browser = try ChoresTests.browser([chore])
        func agenda(_ state: Reminder.State, in minutes: Double) throws -> Agenda {
            var reminder = Samples.reminder(of: chore, state: state)
            reminder.at = browser.now.addingTimeInterval(60 * minutes)
            return Samples.agenda(told: [reminder])
        }
        #expect(try await !browser.get("/chores").has("In ten minutes"))
        try browser.service.has("agenda", agenda(.told, in: -60))
        let page = try await browser.get("/chores")
        let form = try ChoresTests.form(page.text, "In ten minutes")
        let path = "/today/\(chore.routine.uuidString)/\(PageText.escaped(chore.key.description))/putoff"
        #expect(page.has("action=\"\(path)\""))
        #expect(try await browser.post(path, form).location == "/chores")
        let sent: ReminderReceipt = try browser.service.onlySent(
            "reminders/\(Samples.number(700).uuidString)/receipts")
        #expect(sent.outcome == .snoozed && sent.minutes == 10 && sent.by == "Anna")
        #expect(form.contains { $0 == ("id", sent.id.uuidString) })
        try browser.service.has("agenda", agenda(.waiting, in: 8))
        let after = try await browser.get("/chores")
        #expect(after.has("It is said again in 8 minutes.") && !after.has("In ten minutes<span"))
    }

    @Test("A swap offers the others' next ones, and sends both")
    func swap() async throws {
        let routine = PlanHome.routine(try PlanHome.rules("2026-11-24T09:00:00", "FREQ=DAILY")) {
            ($0.client, $0.audience, $0.assignment) = (nil, .household, .inTurn(people: ["anna", "ben"]))
        }
        let browser = try ChoresTests.browser([])
        try browser.service.has("routines/\(PlanHome.id)", routine)
        func item(_ day: Int, _ person: String) throws -> RoutineOccurrence {
            var item = try PlanHome.item("2026-11-\(day)T09:00:00", "Bins", state: .upcoming)
            item.assignment = Assignment(person: person, name: person.capitalized, reason: "")
            return item
        }
        try browser.service.has(
            "occurrences",
            OccurrencePage(occurrences: [try item(25, "anna"), try item(26, "ben"), try item(27, "anna")]))
        let path =
            "/chores/\(PlanHome.id.uuidString)/\(PageText.escaped("2026-11-25T09:00:00[Europe/Berlin]"))"
        let page = try await browser.get("\(path)/swap")
        #expect(page.status == 200 && page.text.matches(of: /name="with"/).count == 1)
        _ = try await browser.post("\(path)/entries", page.fields())
        let sent: OccurrenceEntry = try browser.service.onlySent("entries")
        #expect(
            sent.kind == .swapped && sent.person == "ben"
                && sent.with?.local == WallTime("2026-11-26T09:00:00"))
    }
}
