import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

struct TodayTests {
    private let browser = FakeBrowser()
    private var service: FakeAPI { browser.service }
    private let message = Samples.number(800).uuidString
    private let path = OccurrencePath(Samples.routine, Samples.key, from: .it).page

    private func has(_ entries: [OccurrenceEntry], _ items: [RoutineOccurrence]) throws {
        try service.home([], Samples.agenda(today: items))
        try service.has("entries", EntryPage(entries: entries))
    }

    // MARK: - The day

    @Test("An empty day says what to do") func anEmptyDaySaysWhatToDo() async throws {
        try service.home()
        let page = try await browser.get("/today")
        #expect(page.has("Nothing is planned today."))
        #expect(page.has("href=\"/plan\">To the plan"))
    }

    @Test("The day stands by time, with what is left from before above it")
    func theDayStandsByTimeWithWhatIsLeft() async throws {
        let old = Samples.item(
            "Walk", state: .missed, minutesAgo: 1500, routine: Samples.number(901))
        try service.home(
            [],
            Samples.agenda(
                today: [
                    Samples.item(state: .done, minutesAgo: 100, by: "Ben", lastEntry: Samples.number(1)),
                    Samples.item("Exercise", state: .due, minutesAgo: 3, routine: Samples.number(902)),
                    Samples.item("Bath", state: .upcoming, minutesAgo: -90, routine: Samples.number(903)),
                ], outstanding: [old]))
        let page = try await browser.get("/today")
        let order = [
            "Still open from earlier days", "Walk</span>", "Planned for today", "Medicine</span>",
            "Exercise</span>", "Bath</span>",
        ]
        .compactMap { page.text.range(of: $0)?.lowerBound }
        #expect(order.count == 6 && order == order.sorted())
        #expect(page.has("1 of 3 are done or skipped."))
        #expect(page.has("Done by Ben, 5 minutes ago"))
        #expect(page.has("Due for 3 minutes"))
        #expect(page.has("Due in 1 h 30 min") && page.has("yesterday 08:00</span> Walk"))
        #expect(page.has(">Not done<"))
        #expect(page.has("For Maria, by Ben."))
    }

    @Test(
        "Of a very long day no more is asked for than is shown, and more can be",
        arguments: [
            ("", "20", "50"), ("?shown=50", "50", "200"), ("?shown=200", "200", "500"),
            ("?shown=500", "500", "1000"), ("?shown=7", "20", "50"), ("?shown=1000000", "20", "50"),
        ])
    func ofAVeryLongDayNoMoreIsAsked(
        _ query: String, _ asked: String, _ next: String
    ) async throws {
        let items = (0..<50).map { Samples.item(state: .upcoming, routine: Samples.number(1000 + $0)) }
        var agenda = Samples.agenda(today: items)
        agenda.totals.today = 10_000
        try service.home([], agenda)
        let page = try await browser.get("/today" + query)
        #expect(service.asked.contains("GET agenda?limit=\(asked)"))
        #expect(page.has("There are 9,950 more;") && page.has("10,000 in all."))
        #expect(page.has("<a class=\"button\" href=\"/today?shown=\(next)\">Show more</a>"))
    }

    @Test("Where a thousand are shown, no more can be") func whereAThousandAreShownNoMoreCanBe() async throws
    {
        var agenda = Samples.agenda(today: [Samples.item()])
        agenda.totals.today = 2000
        try service.home([], agenda)
        let page = try await browser.get("/today?shown=1000")
        #expect(page.has("There are 1,999 more;") && !page.has("Show more"))
    }

    @Test("A provider sees the day, and is addressed as “you” where they do something")
    func aProviderSeesTheDayAndWhoeverDoesIt() async throws {
        try service.home([], Samples.agenda(today: [Samples.item()]))
        var other = browser
        other.viewer = .dora
        let day = try await other.get("/today")
        #expect(day.status == 200 && !day.has("You see no client yet."))
        other.viewer?.person.clients = []
        #expect(try await other.get("/today").has("You see no client yet."))
        other.viewer = .ben
        #expect(try await other.get("/today").has("by you."))
    }

    @Test("What a long list leaves out is counted") func whatALongListLeavesOutIsCounted() async throws {
        var agenda = Samples.agenda(today: [Samples.item()])
        agenda.totals.today = 5
        try service.home([], agenda)
        #expect(
            try await browser.get("/today").has(
                "There are 4 more; what is open, urgent and near in time is shown."))
    }

    // MARK: - One of them

    @Test("It opens with details, why who does it, repetition, reminders and history")
    func itOpensWithDetailsWhyWhoDoesItRepetition() async throws {
        try has(
            [
                Samples.entry(1, .done, minutesAgo: 9),
                Samples.entry(2, .undone, by: "Anna", undoes: Samples.number(1), minutesAgo: 8),
                Samples.entry(3, .note, text: "With <juice>."),
            ], [Samples.item(note: "With <juice>.")])
        let content = RoutineContent(
            title: "Medicine", client: "maria", assignment: .inTurn(people: ["anna", "ben"]),
            schedule: RecurrenceSet(
                start: try #require(WallTime("2027-01-01T08:00:00")), zone: "Europe/Berlin",
                repetition: .rules([try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TH")])),
            reminders: ReminderPlan(minutesBefore: [10]))
        try service.has(
            "routines/\(Samples.routine.uuidString)",
            Routine(
                id: Samples.routine, series: Samples.routine, content: content, createdAt: Samples.now,
                changedAt: Samples.now))
        let page = try await browser.get(path)
        #expect(page.status == 200)
        #expect(page.has("Two drops, with water."))
        #expect(page.has("Ben’s turn: Anna had it on Monday."))
        #expect(page.has("Every Monday and Thursday at 08:00."))
        #expect(page.has("Reminders: 10 minutes before, when it is due and when it was not done."))
        #expect(page.has("Done by Ben, 9 minutes ago"))
        #expect(page.has("“Done” undone by you, 8 minutes ago"))
        #expect(page.has("Note by Ben, 3 minutes ago: “With &lt;juice&gt;.”"))
        #expect(page.has("href=\"/plan/\(path.dropFirst(7))\">Change it in the plan"))
        // What was taken back is not taken back twice; the others can be.
        #expect(!page.has("undo?entry=\(Samples.number(1).uuidString)"))
        #expect(page.has("undo?entry=\(Samples.number(3).uuidString)"))
    }

    @Test("One of another day is found where it is, and one that is gone says so")
    func oneOfAnotherDayIsFoundWhereItIs() async throws {
        try service.home()
        try service.has("occurrences", OccurrencePage(occurrences: []))
        #expect(try await browser.get(path).has("somebody has changed the plan"))
        try service.has("occurrences", OccurrencePage(occurrences: [Samples.item(state: .upcoming)]))
        #expect(try await browser.get(path).status == 200)
        #expect(service.asked.contains { $0.hasPrefix("GET occurrences?from=2027-01-13T07%3A00") })
        for wrong in ["/today/nonsense/nonsense", "/today/\(message)/2027"] {
            #expect(try await browser.get(wrong).status == 404)
        }
    }

    // MARK: - Entries

    @Test("Done is one tap, goes back to where it was tapped, and can be undone")
    func doneIsOneTapGoesBackToWhereIt() async throws {
        try has([], [Samples.item()])
        let answer = try await browser.post(
            path + "/entries", [("id", message), ("kind", "done"), ("from", "now")])
        #expect(answer.status == 303)
        let location = try #require(answer.location)
        #expect(location.hasPrefix("/now?entry=\(message)&routine="))
        let sent: OccurrenceEntry = try service.onlySent("entries")
        #expect(sent.kind == .done && sent.by == "Anna" && sent.key == Samples.key && sent.at == Samples.now)
        try service.has("entries", EntryPage(entries: [sent]))
        let page = try await browser.get(location)
        #expect(page.has("Done."))
        #expect(page.has("action=\"\(path)/undo?entry=\(message)&amp;id="))
    }

    @Test("Skipping needs a reason, chosen or typed") func skippingNeedsAReasonChosenOrTyped() async throws {
        try has([], [Samples.item()])
        let list = try await browser.get("/today")
        for reason in ChosenReasons.leftOut {
            #expect(list.has("name=\"text\" value=\"\(try reason.said())\""))
        }
        let without = try await browser.post(path + "/entries", [("id", message), ("kind", "skipped")])
        #expect(without.status == 422 && without.has("Please say why.") && service.sent.isEmpty)
        let answer = try await browser.post(
            path + "/entries", [("id", message), ("kind", "skipped"), ("text", "asleep"), ("from", "today")])
        #expect(answer.location?.hasPrefix("/today?entry=") == true)
        #expect(try service.onlySent("entries", as: OccurrenceEntry.self).text == "asleep")
    }

    @Test("What somebody else has done is not done twice, and what was typed is kept")
    func whatSomebodyElseHasDoneIsNotDoneTwice() async throws {
        try has([Samples.entry(1, .done)], [Samples.item(state: .done, by: "Ben")])
        let again = try await browser.post(path + "/entries", [("id", message), ("kind", "done")])
        #expect(again.status == 409 && service.sent.isEmpty)
        #expect(again.has("Ben has already marked it done, 3 minutes ago. Yours was not added."))
        let skipped = try await browser.post(
            path + "/entries", [("id", message), ("kind", "skipped"), ("text", "she felt sick")])
        #expect(skipped.status == 409 && skipped.has(">she felt sick</textarea>"))
    }

    @Test("A tap that comes twice is one entry") func aTapThatComesTwiceIsOneEntry() async throws {
        let mine = OccurrenceEntry(
            id: Samples.number(800), routine: Samples.routine, key: Samples.key, kind: .done, by: "Anna",
            at: Samples.now)
        try has([mine], [Samples.item(state: .done, by: "Anna")])
        let answer = try await browser.post(path + "/entries", [("id", message), ("kind", "done")])
        #expect(answer.status == 303 && service.sent.isEmpty)
    }

    @Test("Taking back is a new entry, and names the one that decided")
    func takingBackIsANewEntryAndNamesThe() async throws {
        try has(
            [Samples.entry(1, .done), Samples.entry(2, .note, text: "With juice.")],
            [Samples.item(state: .done, by: "Ben")])
        #expect(try await browser.get("/today").has("Undo<span"))
        let answer = try await browser.post(path + "/undo", [("id", message), ("from", "today")])
        #expect(answer.location?.hasPrefix("/today?entry=\(message)") == true)
        let sent: OccurrenceEntry = try service.onlySent("entries")
        #expect(sent.kind == .undone && sent.undoes == Samples.number(1) && sent.by == "Anna")
    }

    @Test(
        "Of what is approved, whoever did it takes back that, and anybody else the approval",
        arguments: [("anna", 1), ("ben", 2)])
    func takingBackWhatIsApproved(doer: String, undone: Int) async throws {
        var done = Samples.entry(1, .done)
        done.person = doer
        try has([done, Samples.entry(2, .approved)], [Samples.item(state: .done, by: "Ben")])
        _ = try await browser.post(path + "/undo", [("id", message), ("from", "today")])
        #expect(try service.onlySent("entries", as: OccurrenceEntry.self).undoes == Samples.number(undone))
    }

    @Test(
        "Of several who did parts of it, each takes back the last of their own; what was left out is taken back as such",
        arguments: [("anna", false, 1), ("ben", false, 2), ("cleo", false, 3), ("anna", true, 4)])
    func takingBackOnesOwnPart(reader: String, isSkipped: Bool, undone: Int) async throws {
        func part(_ number: Int, by person: String) -> OccurrenceEntry {
            var done = Samples.entry(number, .done)
            (done.person, done.parts) = (person, 1)
            return done
        }
        let first = part(1, by: "anna")
        try has(
            isSkipped
                ? [first, Samples.entry(4, .skipped, text: "asleep")]
                : [first, part(2, by: "ben"), Samples.entry(3, .approved)],
            [Samples.item(state: isSkipped ? .skipped : .done, by: "Ben")])
        let start = try #require(WallTime("2027-01-15T08:00:00"))
        let content = RoutineContent(
            title: "Medicine", client: "maria", assignment: .fixed(person: "anna"),
            schedule: RecurrenceSet(start: start, zone: "Europe/Berlin"), count: 2)
        try service.has(
            "routines/\(Samples.routine.uuidString)",
            Routine(
                id: Samples.routine, series: Samples.routine, content: content, createdAt: Samples.now,
                changedAt: Samples.now))
        var browser = self.browser
        browser.viewer = Viewer(
            person: Person(id: reader, name: reader.capitalized, role: .caregiver), csrfToken: "token")
        _ = try await browser.post(path + "/undo", [("id", message), ("from", "today")])
        let sent: OccurrenceEntry = try service.onlySent("entries")
        #expect(sent.kind == .undone && sent.undoes == Samples.number(undone))
    }

    @Test("An undo can be undone, and what somebody has taken back already is said")
    func anUndoCanBeUndoneAndWhatSomebodyHas() async throws {
        let undone = Samples.entry(2, .undone, undoes: Samples.number(1))
        try has([Samples.entry(1, .done), undone], [Samples.item()])
        let again = try await browser.post(
            path + "/undo?entry=\(Samples.number(1).uuidString)&id=\(message)&from=today")
        #expect(again.status == 409 && again.has("Ben has already undone that, 3 minutes ago."))
        #expect(service.sent.isEmpty)
        _ = try await browser.post(
            path + "/undo?entry=\(Samples.number(2).uuidString)&id=\(message)&from=today")
        #expect(try service.onlySent("entries", as: OccurrenceEntry.self).undoes == Samples.number(2))
    }

    @Test("A note needs words, and comes back as it was typed when it is not taken")
    func aNoteNeedsWordsAndComesBackAsIt() async throws {
        try has([], [Samples.item()])
        let empty = try await browser.post(path + "/entries", [("id", message), ("kind", "note")])
        #expect(empty.status == 422 && empty.has("Please write something first."))
        try service.refuse("POST", "entries", CareProblem(.notAcceptable, "it is too long", field: "text"))
        let long = try await browser.post(
            path + "/entries", [("id", message), ("kind", "note"), ("text", "On <and> on")])
        #expect(long.status == 422 && long.has(">On &lt;and&gt; on</textarea>") && long.has("it is too long"))
        #expect(long.has("data-refused"))
    }

    @Test("What was told is put off for ten minutes, and said when it comes again")
    func whatWasToldIsPutOffForTenMinutes() async throws {
        let item = Samples.item()
        try service.home([], Samples.agenda(today: [item], told: [Samples.reminder(of: item)]))
        let answer = try await browser.post(path + "/putoff", [("from", "now"), ("id", message)])
        #expect(answer.location == "/now")
        let sent: ReminderReceipt = try service.onlySent(
            "reminders/\(Samples.number(700).uuidString)/receipts")
        #expect(sent.outcome == .snoozed && sent.minutes == 10 && sent.by == "Anna")
        #expect(sent.id.uuidString == message)
        // A second tap of the same finger.
        try service.refuse(
            "POST", "reminders/\(Samples.number(700).uuidString)/receipts",
            CareProblem(.conflict, "the id is stored", field: "id"))
        #expect(
            try await browser.post(path + "/putoff", [("from", "now"), ("id", message)]).location == "/now")
        try service.home(
            [],
            Samples.agenda(
                today: [item], reminders: [Samples.reminder(of: item, state: .waiting, minutesAhead: 8)]))
        let page = try await browser.get("/today")
        #expect(page.has("It is said again in 8 minutes."))
        #expect(!page.has("In ten minutes<span"))
        try service.home([], Samples.agenda(today: [item]))
        let none = try await browser.post(path + "/putoff", [("from", "now")])
        #expect(none.status == 409 && none.has("There is no longer a reminder to put off."))
    }

    @Test("An invalid entry is refused") func whatIsNoEntryIsRefused() async throws {
        try has([], [Samples.item()])
        for kind in ["undone", "", "nonsense"] {
            #expect(
                try await browser.post(path + "/entries", [("id", message), ("kind", kind)]).status == 400)
        }
        #expect(try await browser.post(path + "/entries", [("kind", "done")]).status == 400)
        #expect(service.sent.isEmpty)
    }

    // MARK: - Repetition in words

    @Test(
        "A rule is said as one says it",
        arguments: [
            ("FREQ=DAILY", "Every day at 08:00."),
            ("FREQ=DAILY;INTERVAL=2;COUNT=5", "Every 2 days at 08:00, 5 times in all."),
            ("FREQ=DAILY;BYHOUR=8,20", "Every day at 08:00 and 20:00."),
            ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "Every Monday, Wednesday and Friday at 08:00."),
            ("FREQ=WEEKLY", "Every Friday at 08:00."),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SA", "Every 2 weeks on Saturday at 08:00."),
            ("FREQ=MONTHLY;BYDAY=2MO", "Every month on the 2nd Monday at 08:00."),
            ("FREQ=MONTHLY;BYDAY=-1SU", "Every month on the last Sunday at 08:00."),
            ("FREQ=MONTHLY;BYMONTHDAY=1,15", "Every month on the 1st and 15th at 08:00."),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "Every month on the last day at 08:00."),
            ("FREQ=YEARLY", "Every year on 1 January at 08:00."),
            ("FREQ=DAILY;UNTIL=20270201", "Every day at 08:00, until Monday 1 February 2027."),
            ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "By the rule FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1."),
        ])
    func aRuleIsSaidAsOneSaysIt(_ rule: String, _ words: String) throws {
        let start = try #require(WallTime("2027-01-01T08:00:00"))
        let set = RecurrenceSet(start: start, zone: "UTC", repetition: .rules([try RecurrenceRule(rule)]))
        #expect(try RepetitionWords.text(set).said() == words)
    }

    @Test(
        "A repetition without a rule is described as people say it",
        arguments: [
            (Repetition.once, "Once, on Friday 1 January 2027 at 08:00."),
            (
                .elapsed(everySeconds: 28_800),
                "Every 8 hours by the clock, counted from Friday 1 January 2027 08:00."
            ),
            (
                .elapsed(everySeconds: 3600),
                "Every hour by the clock, counted from Friday 1 January 2027 08:00."
            ),
            (.afterDone(days: 3), "3 days after it was last done, at 08:00."),
        ])
    func soIsWhatFollowsNoRule(_ repetition: Repetition, _ words: String) throws {
        let start = try #require(WallTime("2027-01-01T08:00:00"))
        #expect(
            try RepetitionWords.text(RecurrenceSet(start: start, zone: "UTC", repetition: repetition)).said()
                == words)
    }

    @Test(
        "A rule is said in every language as one says it",
        arguments: [
            (
                "FREQ=WEEKLY;BYDAY=MO,TH", "Jeden Montag und Donnerstag um 08:00.",
                "Chaque lundi et jeudi à 08:00."
            ),
            (
                "FREQ=MONTHLY;BYMONTHDAY=1,15", "Jeden Monat am 1. und 15. um 08:00.",
                "Chaque mois le 1er et le 15 à 08:00."
            ),
            (
                "FREQ=MONTHLY;BYDAY=-1SU;COUNT=5",
                "Jeden Monat am letzten Sonntag um 08:00, insgesamt 5 Mal.",
                "Chaque mois le dernier dimanche à 08:00, 5 fois en tout."
            ),
            (
                "FREQ=YEARLY", "Jedes Jahr am 1. Januar um 08:00.", "Chaque année le 1er janvier à 08:00."
            ),
            (
                "FREQ=DAILY;INTERVAL=2;UNTIL=20270201",
                "Alle 2 Tage um 08:00, bis Montag, 1. Februar 2027.",
                "Tous les 2 jours à 08:00, jusqu’au lundi 1 février 2027."
            ),
        ])
    func aRuleIsSaidInEveryLanguage(_ rule: String, _ german: String, _ french: String) throws {
        let start = try #require(WallTime("2027-01-01T08:00:00"))
        let words = RepetitionWords.text(
            RecurrenceSet(start: start, zone: "UTC", repetition: .rules([try RecurrenceRule(rule)])))
        #expect(try words.said(in: "de") == german)
        #expect(try words.said(in: "fr") == french)
    }
}
