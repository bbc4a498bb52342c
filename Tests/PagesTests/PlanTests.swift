import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

struct PlanTests {
    @Test("A week shows each day, what is planned on it and what became of it")
    func aWeekShowsEachDayWhatIsPlannedOn() async throws {
        let browser = try PlanHome.browser()
        try browser.service.has(
            "occurrences",
            OccurrencePage(occurrences: [
                try PlanHome.item("2026-11-23T08:00", state: .done, by: "Ben"),
                try PlanHome.item("2026-11-24T10:00", "Walk", state: .due),
                try PlanHome.item("2026-11-29T08:00"),
            ]))
        let page = try await browser.get("/plan?week=2026-11-26")
        #expect(page.has("<h1>23–29 November 2026</h1>"))
        for day in ["Monday 23", "Tuesday 24", "Wednesday 25", "Sunday 29"] {
            #expect(page.has("<h2>\(day) November"))
        }
        #expect(page.has("done by Ben"))
        #expect(page.has("due now"))
        #expect(page.has("/plan?week=2026-11-16"))
        #expect(page.has("/plan?week=2026-11-30"))
        #expect(page.has("/plan?month=2026-11"))
        #expect(page.has(PlanHome.path("2026-11-29T08:00:00")))
        let asked = try #require(browser.service.asked.last { $0.contains("occurrences") })
        #expect(asked.contains("from=2026-11-22T23%3A00%3A00.000Z&until=2026-11-29T23%3A00%3A00.000Z"))
    }

    @Test(
        "The plan is said in its reader's language",
        arguments: [
            ("en", "23–29 November 2026", "Monday 23 November", "done by Ben", "for Maria, by Anna"),
            (
                "de", "23.–29. November 2026", "Montag, 23. November", "erledigt von Ben",
                "für Maria, durch Anna"
            ),
            ("fr", "23–29 novembre 2026", "lundi 23 novembre", "fait par Ben", "pour Maria, par Anna"),
        ])
    func thePlanInItsReadersLanguage(
        language: String, title: String, day: String, done: String, people: String
    ) async throws {
        var browser = try PlanHome.browser()
        browser.languages = [language]
        let item = try PlanHome.item("2026-11-23T08:00", state: .done, by: "Ben")
        try browser.service.has("occurrences", OccurrencePage(occurrences: [item]))
        let page = try await browser.get("/plan?week=2026-11-26")
        for words in ["<h1>\(title)</h1>", "<h2>\(day)</h2>", ">\(done)<", ">\(people)<"] {
            #expect(page.has(words), "\(words)")
        }
    }

    @Test(
        "A week names each month and year that it lies in",
        arguments: [
            ("en", "2026-12-01", "30 November – 6 December 2026"),
            ("en", "2027-01-01", "28 December 2026 – 3 January 2027"),
            ("de", "2026-12-01", "30. November – 6. Dezember 2026"),
            ("fr", "2027-01-01", "28 décembre 2026 – 3 janvier 2027"),
        ])
    func aWeekOfTwoMonths(language: String, day: String, title: String) async throws {
        var browser = try PlanHome.browser()
        browser.languages = [language]
        #expect(try await browser.get("/plan?week=\(day)").has("<h1>\(title)</h1>"))
    }

    @Test(
        "A week in which the clocks change begins and ends at midnight, and says it",
        arguments: [
            ("2026-03-25", "2026-03-22T23%3A00", "2026-03-29T22%3A00", "Clocks go forward at 02:00."),
            ("2026-10-25", "2026-10-18T22%3A00", "2026-10-25T23%3A00", "Clocks go back at 03:00."),
        ])
    func aWeekInWhichTheClocksChangeBeginsAnd(
        day: String, from: String, until: String, words: String
    ) async throws {
        let browser = try PlanHome.browser()
        let page = try await browser.get("/plan?week=\(day)")
        #expect(page.text.components(separatedBy: words).count == 2)
        let asked = try #require(browser.service.asked.last { $0.contains("occurrences") })
        #expect(asked.contains("from=\(from)"))
        #expect(asked.contains("until=\(until)"))
    }

    @Test("On the day on which the clocks go back, both hours are in their order")
    func onTheDayOnWhichTheClocksGoBack() async throws {
        let browser = try PlanHome.browser()
        var second = try PlanHome.item("2026-10-25T02:30", "Turn")
        second.at += 3600
        let first = try PlanHome.item("2026-10-25T02:30", "Drink", routine: UUID())
        let late = try PlanHome.item("2026-10-25T23:30", "Lights out", routine: UUID())
        try browser.service.has("occurrences", OccurrencePage(occurrences: [first, second, late]))
        let page = try await browser.get("/plan?week=2026-10-25").text
        let sunday = try #require(page.range(of: "day-2026-10-25"))
        let titles = ["Drink", "Turn", "Lights out"].compactMap { page.range(of: $0)?.lowerBound }
        #expect(titles.count == 3 && titles == titles.sorted() && titles[0] > sunday.lowerBound)
        #expect(page.components(separatedBy: ">02:30<").count == 3)
    }

    @Test("A month shows whole weeks, and how much there is on each day")
    func aMonthShowsWholeWeeksAndHowMuchThere() async throws {
        let browser = try PlanHome.browser()
        try browser.service.has(
            "occurrences",
            OccurrencePage(
                occurrences: try (8..<14).map {
                    try PlanHome.item(
                        "2026-03-29T\($0 < 10 ? "0" : "")\($0):00", "No. \($0)", routine: UUID())
                }))
        let page = try await browser.get("/plan?month=2026-03")
        #expect(page.has("<h1>March 2026</h1>"))
        #expect(page.has("Sunday 29 March, 6 planned"))
        #expect(page.has("and 3 more"))
        #expect(page.has("/plan?month=2026-02"))
        #expect(page.has("/plan?month=2026-04"))
        let asked = try #require(browser.service.asked.last { $0.contains("occurrences") })
        #expect(asked.contains("from=2026-02-22T23%3A00%3A00.000Z&until=2026-04-05T22%3A00%3A00.000Z"))
    }

    @Test("A week and a month say who does a chore, or that whoever likes may take it, and its points")
    func whoseAndPoints() async throws {
        let browser = try PlanHome.browser()
        var free = try PlanHome.item("2026-11-25T08:00", "Bins", routine: UUID())
        (free.client, free.clientName) = (RoutineOccurrence.noClient, "Everyone")
        free.chore = Chore(audience: .household, points: 5)
        free.assignment = Assignment(person: nil, name: nil, reason: "Whoever takes it first.")
        var turn = try PlanHome.item("2026-11-26T08:00", "Dishes", routine: UUID())
        (turn.client, turn.clientName) = (RoutineOccurrence.noClient, "Everyone")
        turn.chore = Chore(audience: .household, points: 3)
        turn.assignment = Assignment(person: "ben", name: "Ben", reason: "Ben's turn: first in the list.")
        try browser.service.has("occurrences", OccurrencePage(occurrences: [free, turn]))
        let week = try await browser.get("/plan?week=2026-11-23")
        #expect(week.has("for everybody · Whoever takes it first.") && week.has("5 points"))
        #expect(week.has("for everybody, by Ben") && week.has("3 points"))
        let month = try await browser.get("/plan?month=2026-11")
        #expect(month.has("08:00 Bins <small>Whoever takes it first. · 5 points</small>"))
        #expect(month.has("08:00 Dishes <small>Ben · 3 points</small>"))
    }

    @Test("Of a full week each day shows its first, how many more there are, and where")
    func ofAFullWeekEachDayShowsItsFirst() async throws {
        let browser = try PlanHome.browser()
        let day = try #require(CalendarDay("2026-11-25"))
        try browser.service.has(
            "occurrences",
            OccurrencePage(
                occurrences: [try PlanHome.item("2026-11-25T08:00")],
                days: [OccurrenceDay(day: day, count: 10_000)], isComplete: false))
        let week = try await browser.get("/plan")
        #expect(
            browser.service.asked.contains { $0.hasPrefix("GET occurrences?") && $0.hasSuffix("per_day=12") })
        #expect(week.has("href=\"/plan?day=2026-11-25\">And 9999 more</a>"))
        #expect(week.has("More is planned than can be counted here. Choose one client."))
        let month = try await browser.get("/plan?month=2026-11")
        #expect(month.has("10000 planned") && month.has("and 9997 more"))
    }

    @Test("One day is shown by pages") func oneDayIsShownByPages() async throws {
        let browser = try PlanHome.browser()
        try browser.service.has(
            "occurrences",
            OccurrencePage(occurrences: [try PlanHome.item("2026-11-25T08:00")], next: "1~2~3 [x]"))
        let page = try await browser.get("/plan?day=2026-11-25&after=1~1~1")
        #expect(
            browser.service.asked.contains {
                $0.hasPrefix("GET occurrences?") && $0.hasSuffix("limit=100&after=1~1~1")
            })
        #expect(page.has("Wednesday 25 November</h2>") && page.has("Medicine"))
        #expect(page.has("href=\"/plan?day=2026-11-25&amp;after=1~2~3%20%5Bx%5D\">Show the next ones</a>"))
    }

    @Test(
        "An invalid week or month shows this week",
        arguments: ["/plan?week=2026-02-30", "/plan?month=2026-13", "/plan?week=x&month=", "/plan"])
    func whatIsNoWeekOrMonthShowsThisWeek(path: String) async throws {
        let page = try await (try PlanHome.browser()).get(path)
        #expect(page.has("<h1>23–29 November 2026</h1>"))
        #expect(page.has("Nothing is planned in this week."))
    }

    @Test("Where there are several clients, one can be looked at")
    func whereThereAreSeveralClientsOneCanBeLooked() async throws {
        let browser = try PlanHome.browser()
        let tom = Person(id: "tom", name: "Tom", role: .client)
        try browser.service.has("people", PeoplePage(people: PlanHome.people.people + [tom]))
        let page = try await browser.get("/plan?client=tom")
        // The way to this week leads to today in it.
        #expect(page.has("/plan?week=2026-11-24&amp;person=maria"))
        #expect(browser.service.asked.contains { $0.contains("&person=tom") })
    }

    @Test("One person's and one kind can be looked at: the address keeps both, and every way from there")
    func filtered() async throws {
        let browser = try PlanHome.browser()
        for path in ["/plan?person=ben&kind=reminders", "/plan?month=2026-11&person=ben&kind=reminders"] {
            let page = try await browser.get(path)
            #expect(page.has("<summary>Filter: Ben, Appointments and reminders</summary>"), "\(path)")
            // One of them is chosen anew, and the other stays.
            #expect(
                page.has("&amp;person=anna&amp;kind=reminders\"")
                    && page.has("&amp;person=ben&amp;kind=chores\""))
            #expect(page.has("&amp;person=ben\"") && page.has("&amp;kind=reminders\""))
            #expect(page.has("Show everything") && page.has(#"href="/plan?person=ben&amp;kind=reminders""#))
            for way in page.text.matches(of: /href="(\/plan\?(?:week|month)=[^"#]*)[^"]*" aria-label/) {
                #expect(way.output.1.hasSuffix("&amp;person=ben&amp;kind=reminders"), "\(way.output.1)")
            }
            let asked = try #require(browser.service.asked.last { $0.hasPrefix("GET occurrences") })
            #expect(asked.contains("person=ben") && asked.contains("only=reminders"))
        }
        let all = try await browser.get("/plan?person=nobody&kind=nothing")
        #expect(all.has("<summary>Filter</summary>") && !all.has("Show everything"))
        let asked = try #require(browser.service.asked.last { $0.hasPrefix("GET occurrences") })
        #expect(!asked.contains("person=") && !asked.contains("only="))
    }

    @Test("An occurrence says what it is, when it comes again, and how it is changed")
    func anOccurrenceSaysWhatItIsWhenItComes() async throws {
        let browser = try PlanHome.browser()
        var routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=WEEKLY;BYDAY=MO,TH"))
        let key = OccurrenceKey(try #require(WallTime("2026-11-26T08:00")), zone: "Europe/Berlin")
        routine.content.schedule.changes = [.init(of: key, to: WallTime("2026-11-27T09:30"))]
        try browser.service.has("routines/\(PlanHome.id)", routine)
        try browser.service.has(
            "occurrences",
            OccurrencePage(occurrences: [try PlanHome.item("2026-11-26T08:00", to: "2026-11-27T09:30")]))
        let page = try await browser.get(PlanHome.path("2026-11-26T08:00:00"))
        #expect(page.status == 200)
        #expect(page.has("Friday 27 November 09:30"))
        #expect(page.has("First planned for Thursday 26 November 08:00."))
        #expect(page.has("Every Monday and Thursday at 08:00; moved once."))
        for way in ["/one", "/following", "/end", "/restore"] {
            #expect(page.has(PlanHome.path("2026-11-26T08:00:00") + way))
        }
        #expect(page.has("/today/" + PlanHome.path("2026-11-26T08:00:00").dropFirst(6)))
    }

    @Test("One that is not planned any more says so, and one taken out can be put back")
    func oneThatIsNotPlannedAnyMoreSaysSo() async throws {
        let browser = try PlanHome.browser()
        var routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=DAILY"))
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let path = PlanHome.path("2026-11-26T08:00:00")
        #expect(try await browser.get(path).has("somebody has changed the plan"))
        let key = OccurrenceKey(try #require(WallTime("2026-11-26T08:00")), zone: "Europe/Berlin")
        routine.content.schedule.changes = [.init(of: key, to: nil)]
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let page = try await browser.get(path)
        #expect(page.has("This one was taken out of the plan."))
        let answer = try await browser.post(path + "/restore", page.fields())
        #expect(answer.location == path + "?said=restored")
        let sent: RoutineChange = try browser.service.onlySent("routines/\(PlanHome.id)/changes")
        #expect(sent.scope == .restore && sent.occurrence == key && sent.replaces == 17 && sent.by == "Anna")
    }

    @Test("No text that somebody has stored becomes a part of a page")
    func noTextThatSomebodyHasStoredBecomesAPart() async throws {
        let browser = try PlanHome.browser()
        let script = "<script>alert(1)</script>"
        let routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=DAILY")) {
            ($0.title, $0.details, $0.symbol) = (script, script, script)
        }
        var item = try PlanHome.item("2026-11-26T08:00", script, state: .done, by: script)
        (item.clientName, item.details, item.note, item.symbol) = (script, script, script, script)
        item.assignment = Assignment(person: "x", name: script, reason: script)
        try browser.service.has("routines/\(PlanHome.id)", routine)
        try browser.service.has("occurrences", OccurrencePage(occurrences: [item]))
        try browser.service.has(
            "routines",
            RoutinePage(routines: [routine], next: nil, sequence: 1, journal: UUID()))
        let path = PlanHome.path("2026-11-26T08:00:00")
        for page in [
            "/plan", "/plan?month=2026-11", path, path + "/one", path + "/following", path + "/end",
            "/plan/routines", "/plan/\(PlanHome.id)", "/plan/\(PlanHome.id)/all", "/plan/\(PlanHome.id)/end",
        ] {
            let answer = try await browser.get(page)
            #expect(answer.status == 200, "\(page)")
            #expect(answer.has("&lt;script&gt;") && !answer.has("<script>alert"), "\(page)")
        }
    }

    @Test(
        "An address without meaning gets a page that says so",
        arguments: ["/plan/x", "/plan/x/y", "/plan/00000000-0000-7000-8000-000000000001/y/one"])
    func anAddressThatMeansNothingIsSaidToBe(path: String) async throws {
        let browser = try PlanHome.browser()
        try browser.service.has(
            "routines/\(PlanHome.id)", PlanHome.routine(try PlanHome.schedule("2026-11-26T08:00")))
        #expect(try await browser.get(path).status == 404)
    }

    @Test(
        "A repetition is said in plain words",
        arguments: [
            (
                ["FREQ=DAILY;BYHOUR=8;BYMINUTE=0", "FREQ=DAILY;BYHOUR=12;BYMINUTE=30"],
                "Every day at 08:00 and 12:30."
            ),
            (["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=3"], "Every workday at 08:00, 3 times in all."),
            (["FREQ=MONTHLY;BYDAY=-1FR"], "Every month on the last Friday at 08:00."),
            (
                ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU;BYHOUR=20"],
                "Every day at 08:00 and every Sunday at 20:00."
            ),
        ])
    func aRepetitionIsSaidInPlainWords(rules: [String], words: String) throws {
        let rules = try rules.map { try RecurrenceRule($0) }
        #expect(
            try RepetitionWords.text(try PlanHome.schedule("2026-11-26T08:00", .rules(rules))).said() == words
        )
    }
}
