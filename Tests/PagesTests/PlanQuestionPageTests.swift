import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("What a sentence leaves open is asked above the form, and what is chosen is what is planned")
struct PlanQuestionPageTests {
    private func ask(
        _ say: String, _ browser: FakeBrowser? = nil, and more: String = ""
    ) async throws -> (FakeBrowser, FakeBrowser.Answer) {
        let browser = try browser ?? PlanHome.browser()
        return (
            browser, try await browser.get("/plan/new?client=*household&say=\(PageText.escaped(say))\(more)")
        )
    }

    /// What is made where these answers are given, looked at and saved.
    private func made(
        _ say: String, _ answers: [String: String], _ browser: FakeBrowser? = nil
    ) async throws -> RoutineContent {
        let (browser, page) = try await ask(say, browser)
        let shown = try await browser.post("/plan/new", page.filled(answers, "look"))
        #expect(
            shown.status == 200 && shown.has("card preview") && !shown.has("id=\"asked\""), "\(shown.text)")
        let saved = try await browser.post("/plan/new", shown.filled([:]))
        #expect(saved.status == 303, "\(saved.text)")
        return try browser.service.onlySent("routines", as: NewRoutine.self).content
    }

    @Test(
        "A doing without a time is not planned once by itself: how often is asked",
        arguments: ["en", "de", "fr"])
    func often(language: String) async throws {
        var browser = try PlanHome.browser()
        browser.languages = [language]
        let say = [
            "en": "Cleo feeds the cat", "de": "Cleo füttert die Katze", "fr": "Cleo nourrit le chat",
        ]
        let (_, page) = try await ask(say[language] ?? "", browser)
        #expect(page.status == 200 && page.has("id=\"asked\"") && !page.has(#"name="do" value="save""#))
        #expect(page.text.matches(of: /<input type="radio" name="often"/).count == 6)
        for name in ["date", "time", "title"] {
            #expect(page.text.matches(of: try Regex("<input[^>]* name=\"\(name)\"")).count == 1, "\(name)")
        }
        #expect(!page.fields().contains { $0.0 == "repeat" || $0.0 == "often" })
    }

    @Test(
        "How often is what is chosen",
        arguments: [
            ("daily", "", "07:00", "2026-11-25T07:00", ["FREQ=DAILY"]),
            ("daily", "", "18:00", "2026-11-24T18:00", ["FREQ=DAILY"]),
            ("workdays", "2026-11-30", "07:00", "2026-11-30T07:00", ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"]),
            ("weekends", "2026-11-28", "07:00", "2026-11-28T07:00", ["FREQ=WEEKLY;BYDAY=SA,SU"]),
            ("weekly", "2026-11-26", "07:00", "2026-11-26T07:00", ["FREQ=WEEKLY;BYDAY=TH"]),
            ("monthly", "2026-12-05", "07:00", "2026-12-05T07:00", ["FREQ=MONTHLY;BYMONTHDAY=5"]),
            ("once", "2026-11-26", "07:00", "2026-11-26T07:00", []),
        ])
    func chosen(often: String, date: String, time: String, start: String, rules: [String]) async throws {
        let content = try await made("Cleo feeds the cat", ["often": often, "date": date, "time": time])
        #expect(content.title == "Feed the cat" && content.assignment == .fixed(person: "cleo"))
        let repetition = rules.isEmpty ? .once : Repetition.rules(try rules.map { try RecurrenceRule($0) })
        #expect(content.schedule == (try PlanHome.schedule(start, repetition)))
    }

    @Test(
        "Whoever goes on without an answer is told, and asked again; a day is needed where one is counted from"
    )
    func unanswered() async throws {
        let (browser, page) = try await ask("Cleo feeds the cat")
        let without = try await browser.post("/plan/new", page.filled(["time": "07:00"], "look"))
        #expect(without.status == 422 && without.has("id=\"asked\""))
        #expect(without.has("Choose whether and how it repeats.") && without.has(##"href="#f-often""##))
        let weekly = try await browser.post(
            "/plan/new", page.filled(["often": "weekly", "time": "07:00"], "look"))
        #expect(weekly.status == 422 && weekly.has("Write the day as year, month and day"))
        let timeless = try await browser.post("/plan/new", page.filled(["often": "daily"], "look"))
        #expect(timeless.status == 422 && timeless.has("Write the time as hours and minutes"))
        #expect(browser.service.sent.isEmpty)
    }

    @Test("What is chosen in the steps counts more than an answer above them")
    func steps() async throws {
        let content = try await made(
            "Cleo feeds the cat",
            ["often": "once", "repeat": "daily", "date": "2026-11-26", "time": "07:00"])
        #expect(content.schedule == (try PlanHome.rules("2026-11-26T07:00", "FREQ=DAILY")))
    }

    @Test("A part of the day says no rule either: its usual time is filled in, and how often is asked")
    func partOfDay() async throws {
        let (_, page) = try await ask("feed the cat in the morning")
        #expect(page.has("id=\"asked\"") && page.fields().contains { $0 == ("time", "08:00") })
        #expect(page.fields().contains { $0 == ("date", "") } && page.has("No exact time was said: 08:00."))
        let content = try await made("feed the cat in the morning", ["often": "daily", "time": "07:30"])
        #expect(content.schedule == (try PlanHome.rules("2026-11-25T07:30", "FREQ=DAILY")))
    }

    @Test(
        "How several people share it is asked where nobody has said it, and that is planned",
        arguments: [
            ("turn", [AssignmentRule.inTurn(people: ["anna", "cleo"], per: .occurrence)]),
            ("claim", [.claimed(people: ["anna", "cleo"])]),
            ("each", [.fixed(person: "anna"), .fixed(person: "cleo")]),
        ])
    func several(way: String, assignments: [AssignmentRule]) async throws {
        for say in [
            "Anna and Cleo clean the bathroom every Saturday at 10:00",
            "Anna and Cleo clean the bathroom together every Saturday at 10:00",
        ] {
            let (browser, page) = try await ask(say)
            #expect(page.has("Anna and Cleo: how do they share it?") && !page.has(#"value="save""#))
            #expect(page.text.matches(of: /<input type="radio" name="several"/).count == 3)
            let shown = try await browser.post("/plan/new", page.filled(["several": way], "look"))
            #expect(shown.status == 200 && shown.has("card preview"), "\(shown.text)")
            let saved = try await browser.post("/plan/new", shown.filled([:]))
            #expect(saved.status == 303, "\(saved.text)")
            let sent = try browser.service.sent.map {
                try CareJSON.decoder().decode(NewRoutine.self, from: try #require($0.body))
            }
            let made = sent.flatMap { new in
                [new.content.assignment] + (new.also ?? []).map { .fixed(person: $0.person) }
            }
            #expect(made == assignments)
        }
    }

    @Test("How several share it is not guessed: without an answer it is asked again")
    func unshared() async throws {
        let (browser, page) = try await ask("Anna and Cleo clean the bathroom every Saturday at 10:00")
        let without = try await browser.post("/plan/new", page.filled([:], "look"))
        #expect(
            without.status == 422 && without.has("Choose how they share it.") && without.has("id=\"asked\""))
        let (_, each) = try await ask("Anna and Cleo each clean their room every Saturday at 10:00")
        #expect(!each.has("id=\"asked\"") && each.has("Anna and Cleo, each in a plan of their own."))
    }

    @Test("“before school” is asked with its words, unless the home has planned when that is")
    func moments() async throws {
        let say = "brush teeth every day before school"
        let (browser, page) = try await ask(say)
        #expect(page.has("id=\"asked\"") && page.has("“before school”: At what time is that?"))
        #expect(page.fields().contains { $0 == ("time", "") })
        let content = try await made(say, ["time": "07:10"], browser)
        #expect(content.schedule == (try PlanHome.rules("2026-11-25T07:10", "FREQ=DAILY")))
        let known = try PlanHome.browser()
        let school = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=DAILY")) {
            ($0.title, $0.symbol) = ("School", nil)
        }
        try known.service.has(
            "routines", RoutinePage(routines: [school], next: nil, sequence: 1, journal: PlanHome.id))
        let (_, read) = try await ask(say, known)
        #expect(!read.has("id=\"asked\"") && read.fields().contains { $0 == ("time", "07:30") })
        #expect(read.has("<q>before school</q> 07:30, by what is planned here."))
    }

    @Test(
        "What stands in brackets, behind a dash or “note:” is in the details",
        arguments: [
            "feed the cat (half a tin) every day at 7:00", "feed the cat every day at 7:00 – half a tin",
            "feed the cat every day at 7:00, note: half a tin",
        ])
    func notes(say: String) async throws {
        let (_, page) = try await ask(say)
        #expect(page.fields().contains { $0 == ("details", "half a tin") })
        #expect(page.fields().contains { $0 == ("title", "Feed the cat") } && !page.has("<mark>"))
    }

    @Test("What was not understood stands beside its field, with its words")
    func beside() async throws {
        let (_, unknown) = try await ask("walk every Monday at 8 gromp <b> snark")
        #expect(
            unknown.text.contains(/data-key="unclear-title">Not understood: “gromp &lt;b&gt; snark”\./))
        #expect(unknown.text.contains(/<input id="f-title"[^>]* aria-describedby="unclear-title"/))
        let (_, time) = try await ask("walk every day at 25:00")
        #expect(time.has("data-key=\"unclear-time\">“at 25:00”: There is no 25:00 on a clock."))
        // That it comes every day cannot be planned without a time, and is not planned once instead.
        #expect(!time.fields().contains { $0.0 == "repeat" })
        let (_, date) = try await ask("walk on 31 February at 8:00")
        #expect(date.has("data-key=\"unclear-date\""))
    }

    @Test("What somebody has filled in by hand stays where the sentence is read again")
    func byHand() async throws {
        let more =
            "&hand=title+points+days+repeat+symbol+id&hand-title=My+own&hand-points=7&hand-days=MO&hand-days=TU"
            + "&hand-repeat=weekly&hand-symbol=photos%2Fdog.png&hand-id=evil"
        let (browser, page) = try await ask("walk every day at 8:00, 5 points", and: more)
        let fields = page.fields()
        #expect(fields.contains { $0 == ("title", "My own") } && fields.contains { $0 == ("points", "7") })
        #expect(fields.filter { $0.0 == "days" }.map(\.1) == ["MO", "TU"])
        #expect(!fields.contains { $0.1 == "evil" } && fields.contains { $0 == ("time", "08:00") })
        #expect(fields.contains { $0 == ("hand", "days points repeat symbol title") })
        #expect(fields.contains { $0 == ("symbol", "photos/dog.png") })
        // And so it is planned.
        let shown = try await browser.post("/plan/new", page.filled([:], "look"))
        #expect(shown.status == 200 && shown.has("card preview"), "\(shown.text)")
        #expect(try await browser.post("/plan/new", shown.filled([:])).status == 303)
        let content = try browser.service.onlySent("routines", as: NewRoutine.self).content
        let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU")
        #expect(content.schedule.repetition == .rules([rule]))
        #expect(content.symbol == "photos/dog.png" && content.title == "My own" && content.points == 7)
    }

    @Test("Whoever looks for a picture meanwhile is still asked, and saves nothing that was not shown")
    func pictures() async throws {
        let browser = try PlanHome.browser()
        let names = (0..<45).map { "photos/picture-\($0).png" }
        try browser.service.has("symbols", SymbolPage(symbols: [], pictures: names, hasNames: true))
        let (_, page) = try await ask("Cleo feeds the cat", browser)
        let found = try await browser.post(
            "/plan/new",
            page.filled([:]).filter { $0.0 != "do" } + [(FoundSymbols.shown, "\(FoundSymbols.step)")])
        #expect(found.status == 200 && found.has("id=\"asked\"") && !found.has(#"name="do" value="save""#))
        #expect(found.text.matches(of: /<input type="radio" name="often"/).count == 6)
        #expect(browser.service.sent.isEmpty)
    }

    @Test("A provider plans for clients alone: of several who each do it, it is asked for whom")
    func providers() async throws {
        var browser = try PlanHome.browser()
        browser.viewer = .dora
        let say = "Anna and Cleo each clean their room every Saturday at 10:00"
        let page = try await browser.get("/plan/new?say=\(PageText.escaped(say))")
        #expect(page.status == 200 && !page.fields().contains { $0.1 == RoutineForm.ofPeople })
    }
}
