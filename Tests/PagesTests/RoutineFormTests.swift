import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

struct RoutineFormTests {
    private let new = "/plan/new"

    private let fill = ["title": "Medicine", "date": "2026-11-26", "time": "08:00", "person": "anna"]

    /// What the form of a new routine sends, with other values.
    private func sent(_ other: [String: String]) async throws -> RoutineContent {
        let browser = try PlanHome.browser()
        let page = try await browser.get(new)
        let answer = try await browser.post(new, page.filled(fill.merging(other) { $1 }))
        #expect(answer.status == 303, "\(answer.text)")
        let made: NewRoutine = try browser.service.onlySent("routines")
        #expect(made.by == "Anna")
        return made.content
    }

    @Test(
        "What is chosen becomes a rule",
        arguments: [
            (["repeat": "daily"], "FREQ=DAILY"),
            (["repeat": "daily", "dailyEvery": "2"], "FREQ=DAILY;INTERVAL=2"),
            (["repeat": "daily", "more": "18:00, 12:00"], "FREQ=DAILY;BYHOUR=8,12,18"),
            (["repeat": "workdays"], "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            (["repeat": "weekly"], "FREQ=WEEKLY;BYDAY=TH"),
            (["repeat": "weekly", "days": "SA", "weeklyEvery": "2"], "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA"),
            (["repeat": "monthDay", "monthDay": "31"], "FREQ=MONTHLY;BYMONTHDAY=31"),
            (
                ["repeat": "monthDay", "monthDay": "-1", "monthDayEvery": "3"],
                "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1"
            ),
            (["repeat": "monthWeekday", "nth": "-1", "nthDay": "FR"], "FREQ=MONTHLY;BYDAY=-1FR"),
            (["repeat": "daily", "end": "count", "count": "10"], "FREQ=DAILY;COUNT=10"),
            (["repeat": "daily", "end": "until", "until": "2026-12-31"], "FREQ=DAILY;UNTIL=20261231"),
            (["repeat": "rule", "rule": "rrule:freq=yearly"], "FREQ=YEARLY"),
        ])
    func whatIsChosenBecomesARule(other: [String: String], rule: String) async throws {
        let content = try await sent(other)
        #expect(content.schedule == (try PlanHome.rules("2026-11-26T08:00", rule)))
    }

    @Test(
        "What repeats otherwise is no rule",
        arguments: [
            (["repeat": "once"], Repetition.once),
            (["repeat": "elapsed", "elapsedEvery": "8"], .elapsed(everySeconds: 28_800)),
            (
                ["repeat": "elapsed", "elapsedEvery": "90", "elapsedUnit": "minutes"],
                .elapsed(everySeconds: 5400)
            ),
            (["repeat": "afterDone", "after": "14"], .afterDone(days: 14)),
        ])
    func whatRepeatsOtherwiseIsNoRule(other: [String: String], repetition: Repetition) async throws {
        #expect(try await sent(other).schedule.repetition == repetition)
    }

    @Test("Times with different minutes become a rule each") func timesWithDifferentMinutesBecomeARuleEach()
        async throws
    {
        let content = try await sent(["repeat": "daily", "more": "12:30"])
        #expect(
            content.schedule
                == (try PlanHome.rules(
                    "2026-11-26T08:00", "FREQ=DAILY;BYHOUR=8;BYMINUTE=0", "FREQ=DAILY;BYHOUR=12;BYMINUTE=30"))
        )
    }

    /// Schedules of all kinds, also those that the form does not offer.
    private static let schedules: [@Sendable () throws -> RecurrenceSet] = [
        { try PlanHome.schedule("2026-11-26T08:00") },
        { try PlanHome.schedule("2026-11-26T08:00:30", .elapsed(everySeconds: 28_800)) },
        { try PlanHome.schedule("2026-11-26T08:00", .elapsed(everySeconds: 5400)) },
        { try PlanHome.schedule("2026-11-26T08:00", .elapsed(everySeconds: 61)) },
        { try PlanHome.schedule("2026-11-26T08:00", .afterDone(days: 3)) },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=DAILY") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=DAILY;INTERVAL=3;COUNT=7") },
        { try PlanHome.rules("2026-11-26T08:05", "FREQ=DAILY;BYHOUR=8,12,18;UNTIL=20271231") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=DAILY;BYHOUR=12,18") },
        {
            try PlanHome.rules(
                "2026-11-26T08:00", "FREQ=DAILY;BYHOUR=8;BYMINUTE=0", "FREQ=DAILY;BYHOUR=12;BYMINUTE=30")
        },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=WEEKLY;BYDAY=MO,TH") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=MONTHLY;BYMONTHDAY=1,15") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=MONTHLY;BYMONTHDAY=-2") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=MONTHLY;INTERVAL=2;BYDAY=1SA") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=MONTHLY;BYDAY=1SA,3SA") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=MONTHLY;BYDAY=5SU") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=DAILY;UNTIL=20261231T120000") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=HOURLY;INTERVAL=6") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU;BYHOUR=20") },
        { try PlanHome.rules("2026-11-26T08:00", "FREQ=WEEKLY;BYDAY=MO;WKST=SU") },
    ]

    @Test(
        "A form that is opened and saved changes nothing, whatever the repetition is",
        arguments: 0..<schedules.count)
    func aFormThatIsOpenedAndSavedChangesNothing(index: Int)
        async throws
    {
        let browser = try PlanHome.browser()
        var schedule = try Self.schedules[index]()
        schedule.also = [try #require(WallTime("2027-02-03T11:00"))]
        schedule.changes = [
            .init(
                of: OccurrenceKey(try #require(WallTime("2026-11-30T08:00")), zone: "Europe/Berlin"),
                to: WallTime("2026-11-30T09:00"))
        ]
        let routine = PlanHome.routine(schedule) {
            $0.assignment = .inTurn(people: ["cleo", "anna"])
            $0.need = "water"
            $0.isClientsOwn = true
            // A part of a series that was split: the service knows where it begins and ends, and takes it from nobody.
            $0.beginsWith = OccurrenceKey(schedule.start, zone: "Europe/Berlin")
            $0.endsBefore = OccurrenceKey(schedule.start.adding(days: 9000), zone: "Europe/Berlin")
        }
        var expected = routine.content
        (expected.beginsWith, expected.endsBefore) = (nil, nil)
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let path = "/plan/\(PlanHome.id.uuidString.lowercased())/all"
        let page = try await browser.get(path)
        let answer = try await browser.post(path, page.filled([:]))
        #expect(answer.status == 303, "\(answer.text)")
        let change: RoutineChange = try browser.service.onlySent("routines/\(PlanHome.id)/changes")
        #expect(change.content == expected)
        #expect(change.scope == .all && change.replaces == 17 && change.occurrence == nil)
    }

    @Test("Given to another client, a routine leaves the need of the first one behind")
    func anotherClientsNeed() async throws {
        let browser = try PlanHome.browser()
        let routine = PlanHome.routine(try PlanHome.rules("2026-11-26T08:00", "FREQ=DAILY")) {
            $0.need = "water"
        }
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let path = "/plan/\(PlanHome.id.uuidString.lowercased())/all"
        let page = try await browser.get(path)
        let answer = try await browser.post(path, page.filled(["client": "otto"]))
        #expect(answer.status == 303, "\(answer.text)")
        let change: RoutineChange = try browser.service.onlySent("routines/\(PlanHome.id)/changes")
        #expect(change.content?.client == "otto" && change.content?.need == nil)
    }

    @Test("People take turns in the order of their numbers") func peopleTakeTurnsInTheOrderOfTheirNumbers()
        async throws
    {
        let content = try await sent(["who": "turn", "turn-ben": "1", "turn-cleo": "3", "turn-anna": "2"])
        #expect(content.assignment == .inTurn(people: ["ben", "anna", "cleo"]))
    }

    @Test("Who is told is sent as it is ticked") func whoIsToldIsSentAsItIsTicked() async throws {
        let content = try await sent(
            ["before": "60", "beforeOther": "45, 7", "ticks": "missed", "grace": "20", "priority": "urgent"])
        #expect(
            content.reminders == ReminderPlan(minutesBefore: [60, 45, 7], tellsDue: false, tellsMissed: true))
        #expect(content.graceMinutes == 20 && content.priority == .urgent && !content.isClientsOwn)
    }

    @Test(
        "What is wrong is said beside its field, and everything typed is kept",
        arguments: [
            (["title": ""], "title", "Write what it is"),
            (["date": "2026-02-30"], "date", "Write the day as year"),
            (["time": "25:00"], "time", "Write the time as hours"),
            (["person": ""], "person", "Choose who does it."),
            (["who": "turn"], "turn", "Give at least one person a place"),
            (["who": "turn", "turn-anna": "1", "turn-ben": "1"], "turn", "Two people have the same place"),
            (["repeat": "daily", "dailyEvery": "0"], "dailyEvery", "Write a number, from 1 to 999."),
            (["repeat": "daily", "more": "12:00, noon"], "more", "“noon” is not a time"),
            (
                ["repeat": "daily", "more": "12:30", "end": "count", "count": "3"], "count",
                "cannot be counted"
            ),
            (["repeat": "daily", "end": "until", "until": ""], "until", "Write the last day"),
            (["repeat": "rule", "rule": "FREQ=WEEKLY;BYDAY=1MO"], "rule", "BYDAY has 1MO"),
            (["repeat": "rule", "rule": "FREQ=DALY"], "rule", "did you mean DAILY?"),
            (["repeat": "rule", "rule": "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30"], "rule", "never happens"),
            (["repeat": "elapsed", "elapsedEvery": "x"], "elapsedEvery", "Write a whole number"),
            (["repeat": "afterDone", "after": "4000"], "after", "from 1 to 3660"),
            (["beforeOther": "5, soon"], "beforeOther", "“soon” is not a number"),
            (["beforeOther": "1 2 3 4 6 7"], "beforeOther", "write at most 5"),
            (["grace": "0"], "grace", "from 1 to 10080"),
            (["repeat": "sometimes"], "repeat", "Choose whether and how"),
        ])
    func whatIsWrongIsSaidBesideItsFieldAnd(
        other: [String: String], field: String, words: String
    ) async throws {
        let browser = try PlanHome.browser()
        let form = try await browser.get(new).filled(
            fill.merging(["details": "With <juice>"]) { $1 }.merging(other) { $1 })
        let page = try await browser.post(new, form)
        #expect(page.status == 422)
        #expect(browser.service.sent.isEmpty)
        let problem = try #require(
            page.text.firstMatch(of: /<p class="problem" id="f-(\w+)-fault">(.*?)<\/p>/))
        #expect(
            problem.output.1 == field && problem.output.2.replacing(/<\/?code>/, with: "").contains(words),
            "\(problem.output)")
        #expect(page.has("With &lt;juice&gt;"))
        #expect(page.has("Nothing is saved yet"))
        for (name, value) in other where !["who", "repeat", "end"].contains(name) {
            #expect(page.fields().contains { $0 == (name, value) } || value.isEmpty, "\(name)")
        }
    }

    @Test(
        "What is wrong is said in its reader's language",
        arguments: [
            ("de", "Schreiben Sie, was es ist, zum Beispiel Medikament."),
            ("fr", "Écrivez de quoi il s’agit, par exemple Médicament."),
        ])
    func whatIsWrongInItsReadersLanguage(language: String, words: String) async throws {
        var browser = try PlanHome.browser()
        browser.languages = [language]
        let page = try await browser.post(
            new, try await browser.get(new).filled(fill.merging(["title": ""]) { $1 }))
        #expect(page.has("<p class=\"problem\" id=\"f-title-fault\">\(words)</p>"))
    }

    @Test("Before it is saved, it says when it will be due and whose turn it is")
    func beforeItIsSavedItSaysWhenItWill() async throws {
        let browser = try PlanHome.browser()
        let form = try await browser.get(new).filled(
            fill.merging(["repeat": "weekly", "days": "MO", "who": "turn", "turn-ben": "1", "turn-anna": "2"])
            { $1 },
            "look")
        let page = try await browser.post(new, form)
        #expect(page.status == 200 && browser.service.sent.isEmpty)
        #expect(page.has("Every Monday at 08:00."))
        for line in ["Monday 30 November 08:00, by Ben", "Monday 7 December 08:00, by Anna"] {
            #expect(page.has(line))
        }
        #expect(page.has("And so on."))
        // The same form, sent from there, is what was looked at.
        #expect(try await browser.post(new, page.filled([:])).status == 303)
    }

    @Test(
        "A change says whose turn each would be, going on from the turns before and from what was given away")
    func turnsGoOn() async throws {
        let browser = try PlanHome.browser()
        let routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=WEEKLY;BYDAY=MO")) {
            $0.assignment = .inTurn(people: ["anna", "ben"], per: .occurrence)
        }
        try browser.service.has("routines/\(PlanHome.id)", routine)
        var items = try [("16", "ben"), ("23", "anna")].map { day, person in
            var item = try PlanHome.item("2026-11-\(day)T08:00", state: .missed)
            item.assignment = Assignment(person: person, name: person.capitalized, reason: "In turn.")
            return item
        }
        var given = try PlanHome.item("2026-12-07T08:00")
        given.put(inHandsOf: Assignment(person: "cleo", name: "Cleo", reason: "Given to Cleo."))
        items.append(given)
        try browser.service.has("occurrences", OccurrencePage(occurrences: items))
        let path = "/plan/\(PlanHome.id)/all"
        let form = try await browser.get(path).filled([:], "look")
        let page = try await browser.post(path, form)
        #expect(page.status == 200 && page.has("Every Monday at 08:00."))
        for line in [
            "Monday 30 November 08:00, by Ben", "Monday 7 December 08:00, by Cleo",
            "Monday 14 December 08:00, by Anna", "Monday 21 December 08:00, by Ben",
        ] { #expect(page.has(line), "\(line)") }
        // Enough is known of the last weeks: nothing more is asked.
        #expect(browser.service.asked.count { $0.hasPrefix("GET occurrences") } == 2)
        // Where it cannot be read, the dates are told alone.
        try browser.service.refuse("GET", "occurrences", CareProblem(.storeFailed, "the disk is full"))
        let without = try await browser.post(path, form)
        #expect(without.has("Monday 30 November 08:00") && !without.has("08:00, by "))
    }

    @Test("What is rarely changed is folded, as long as it is as usual and nothing is wrong in it")
    func folded() async throws {
        let browser = try PlanHome.browser()
        func open(_ page: FakeBrowser.Answer) -> [Bool] {
            ["Details and symbol", "Other reminders, and how important it is"].map { summary in
                page.has("<details class=\"way others\" open><summary>\(summary)</summary>")
            }
        }
        #expect(try await open(browser.get(new)) == [false, false])
        for (typed, opens) in [
            (["details": "With water."], [true, false]), (["untilDone": "18:00"], [false, true]),
            (["grace": "x"], [false, true]), (["priority": "urgent"], [false, true]),
        ] {
            let form = try await browser.get(new).filled(fill.merging(typed) { $1 }, "look")
            #expect(try await open(browser.post(new, form)) == opens, "\(typed)")
        }
    }

    @Test(
        "A time that the clocks skip or show twice is told before it is saved",
        arguments: [
            (
                "2026-03-28", "02:30", "Sunday 29 March 03:30",
                "02:30 does not exist on this day, it is taken as 03:30."
            ),
            (
                "2026-10-24", "02:30", "Sunday 25 October 02:30",
                "02:30 comes twice on this day; the first one counts."
            ),
        ])
    func aTimeThatTheClocksSkipOrShowTwice(
        day: String, time: String, line: String, words: String
    ) async throws {
        let browser = try PlanHome.browser(at: "\(day)T01:00")
        let form = try await browser.get(new).filled(
            ["title": "Turn", "date": day, "time": time, "repeat": "daily", "person": "anna"], "look")
        let page = try await browser.post(new, form)
        #expect(page.has(line) && page.has(words))
    }

    @Test("What can be due no more is said") func whatCanBeDueNoMoreIsSaid() async throws {
        let browser = try PlanHome.browser()
        let form = try await browser.get(new).filled(fill.merging(["date": "2020-01-01"]) { $1 }, "look")
        #expect(try await browser.post(new, form).has("all of its times are past"))
    }

    @Test("A single day that was given away leaves the week to whoever has it by the plan")
    func weekGoesOn() async throws {
        let browser = try PlanHome.browser(at: "2026-11-29T12:00")
        let routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=DAILY")) {
            $0.assignment = .inTurn(people: ["anna", "ben"], per: .week)
        }
        try browser.service.has("routines/\(PlanHome.id)", routine)
        func assignment(_ person: String) -> Assignment {
            Assignment(person: person, name: person.capitalized, reason: "In turn.")
        }
        var items = try [("16", "anna"), ("23", "ben")].map { day, person in
            var item = try PlanHome.item("2026-11-\(day)T08:00", state: .missed)
            item.assignment = assignment(person)
            return item
        }
        // Anna was away when it was given away: the week is Ben's.
        var given = try PlanHome.item("2026-11-30T08:00")
        given.assignment = assignment("ben")
        given.put(inHandsOf: assignment("cleo"))
        items.append(given)
        try browser.service.has("occurrences", OccurrencePage(occurrences: items))
        let path = "/plan/\(PlanHome.id)/all"
        let page = try await browser.post(path, try await browser.get(path).filled([:], "look"))
        for line in ["30 November 08:00, by Cleo", "1 December 08:00, by Ben", "4 December 08:00, by Ben"] {
            #expect(page.has(line) || page.has("tomorrow 08:00, by Cleo") && line.hasPrefix("30"), "\(line)")
        }
    }

    @Test("That the same is planned already is told before it is saved, and does not keep anybody from it")
    func plannedAlready() async throws {
        let browser = try PlanHome.browser()
        let first = try await browser.get(new).filled(fill)
        _ = try await browser.post(new, first)
        let made: NewRoutine = try browser.service.onlySent("routines")
        var known = PlanHome.routine(made.content.schedule)
        known.content = made.content
        known.content.title = made.content.title.uppercased()
        try browser.service.has(
            "routines", RoutinePage(routines: [known], next: nil, sequence: 1, journal: UUID()))
        let look = try await browser.get(new).filled(fill, "look")
        let shown = try await browser.post(new, look)
        #expect(shown.has("The same is planned already.") && shown.has("value=\"save\""))
        known.content.title = "Another thing"
        try browser.service.has(
            "routines", RoutinePage(routines: [known], next: nil, sequence: 1, journal: UUID()))
        #expect(try await !browser.post(new, look).has("The same is planned already."))
        // Of several it is said of each for whom it is.
        known.content.title = made.content.title
        known.content.assignment = .fixed(person: "cleo")
        try browser.service.has(
            "routines", RoutinePage(routines: [known], next: nil, sequence: 1, journal: UUID()))
        let form = try await browser.get(new)
        let each =
            form.filled(fill.merging(["who": "each"]) { $1 }, "look")
            + ["anna", "ben", "cleo"].map { ("each", $0) }
        #expect(try await browser.post(new, each).has("The same is planned already for Cleo."))
    }

    @Test("Sent twice, it is planned once") func sentTwiceItIsPlannedOnce() async throws {
        let browser = try PlanHome.browser()
        let form = try await browser.get(new).filled(fill)
        let first = try await browser.post(new, form)
        try browser.service.refuse(
            "POST", "routines", CareProblem(.conflict, "the id is stored", field: "id"))
        let second = try await browser.post(new, form)
        #expect(first.location == second.location && second.status == 303)
        #expect(browser.service.sent[0].body == browser.service.sent[1].body)
        let new = try CareJSON.decoder().decode(
            NewRoutine.self, from: try #require(browser.service.sent[0].body))
        var made = PlanHome.routine(new.content.schedule)
        (made.createdAt, made.changedAt) = (browser.now, browser.now)
        try browser.service.has("routines/\(new.id)", made)
        let page = try await browser.get(try #require(first.location))
        #expect(page.has("It is planned.") && page.has("/end?id=") && page.has("&amp;replaces=17"))
        made.changedAt += 1
        try browser.service.has("routines/\(new.id)", made)
        #expect(try await !browser.get(try #require(first.location)).has("/end?id="))
    }

    @Test("What the service refuses stands beside its field") func whatTheServiceRefusesStandsBesideItsField()
        async throws
    {
        let browser = try PlanHome.browser()
        try browser.service.refuse(
            "POST", "routines",
            CareProblem(.notAcceptable, "nobody here is called so", field: "content.assignment.person"))
        let page = try await browser.post(new, try await browser.get(new).filled(fill))
        #expect(page.status == 422)
        #expect(page.has("<p class=\"problem\" id=\"f-person-fault\">Nobody here is called so.</p>"))
    }

    @Test("Where somebody else was faster, it is told, and can be saved over it")
    func whereSomebodyElseWasFasterItIsToldAnd() async throws {
        let browser = try PlanHome.browser()
        var routine = PlanHome.routine(try PlanHome.rules("2026-11-26T08:00", "FREQ=DAILY"))
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let path = "/plan/\(PlanHome.id.uuidString.lowercased())/all"
        let form = try await browser.get(path).filled(["title": "Pills"])
        routine.sequence = 23
        try browser.service.refuse(
            "POST", "routines/\(PlanHome.id)/changes",
            CareProblem(.conflict, "changed", field: "replaces", current: .routine(routine)))
        let page = try await browser.post(path, form)
        #expect(page.status == 409 && page.has("Ben has changed it meanwhile. Now it is “Medicine”"))
        let again = page.filled([:])
        #expect(again.contains { $0 == ("replaces", "23") } && again.contains { $0 == ("title", "Pills") })
    }

    @Test("What follows begins with that day, counts on, and leaves single changes to the service")
    func whatFollowsBeginsWithThatDayCountsOnAnd()
        async throws
    {
        let browser = try PlanHome.browser()
        var routine = PlanHome.routine(try PlanHome.rules("2026-11-20T08:00", "FREQ=DAILY;COUNT=10"))
        let key = OccurrenceKey(try #require(WallTime("2026-11-26T08:00")), zone: "Europe/Berlin")
        routine.content.schedule.changes = [.init(of: key, to: nil)]
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let path = PlanHome.path("2026-11-26T08:00:00") + "/following"
        let form = try await browser.get(path)
        #expect(form.has("First tap “Preview dates” and see when it would be due from now on."))
        let looked = try await browser.post(path, form.filled(["time": "07:30"], "look"))
        #expect(looked.has("Thursday 26 November 07:30") && looked.has("Then no more."))
        let answer = try await browser.post(path, looked.filled([:]))
        #expect(answer.location == "/plan?week=2026-11-26&said=following")
        let change: RoutineChange = try browser.service.onlySent("routines/\(PlanHome.id)/changes")
        #expect(change.scope == .following && change.occurrence == key && change.continuation != nil)
        #expect(
            change.content?.schedule == (try PlanHome.rules("2026-11-26T07:30", "FREQ=DAILY;COUNT=4")))
    }
}
