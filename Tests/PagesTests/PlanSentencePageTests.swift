import Care
import Foundation
import PlanSentences
import Recurrence
import Roles
import Testing
import Wording

@testable import Pages

@Suite("A plan is read from one sentence above it")
struct PlanSentencePageTests {
    static func ask(
        _ say: String, languages: [String] = [], needs: [Need] = []
    ) async throws -> (FakeBrowser, FakeBrowser.Answer) {
        var browser = try PlanHome.browser()
        browser.languages = languages
        try browser.service.has("needs", NeedPage(needs: needs))
        return (browser, try await browser.get("/plan/new?client=&say=\(PageText.escaped(say))"))
    }

    @Test(
        "What was understood is shown before it is saved, and one tap saves it",
        arguments: [
            ("walk every Monday and Thursday at 8, remind 10 minutes before", ["en"], "Walk"),
            (
                "Spaziergang jeden Montag und Donnerstag um 8, 10 Minuten vorher erinnern", ["de"],
                "Spaziergang"
            ),
            ("promenade tous les lundis et jeudis à 8 h, rappel 10 minutes avant", ["fr"], "Promenade"),
            // The home's language, where the reader's says nothing of a plan; and one without pages of its own.
            (
                "Spaziergang jeden Montag und Donnerstag um 8, 10 Minuten vorher erinnern", ["en-GB", "de"],
                "Spaziergang"
            ),
            ("paseo todos los lunes y jueves a las 8, avisar 10 minutos antes", ["es"], "Paseo"),
        ])
    func saved(say: String, languages: [String], title: String) async throws {
        let (browser, page) = try await Self.ask(say, languages: languages)
        #expect(page.status == 200)
        #expect(page.has("<span>\(title)</span></h2>"))
        #expect(page.has(#"name="do" value="save""#) && page.has("<section class=\"card preview\""))
        #expect(!page.has("<mark>") && browser.service.sent.isEmpty)
        let answer = try await browser.post("/plan/new", page.filled([:]))
        #expect(answer.status == 303, "\(answer.text)")
        let made: NewRoutine = try browser.service.onlySent("routines")
        #expect(made.content.title == title && made.content.reminders.minutesBefore == [10])
        #expect(made.content.schedule == (try PlanHome.rules("2026-11-26T08:00", "FREQ=WEEKLY;BYDAY=MO,TH")))
    }

    @Test("Each language's example on the page is one that it reads")
    func examples() throws {
        let grammars = try SharedFiles.find().planGrammars()
        let now = try #require(WallTime("2026-11-24T10:00"))
        for language in ["en", "de", "fr"] {
            let example = try Text("sentence.example").said(in: language)
            let grammar = try #require(grammars[language])
            let read = try PlanSentenceReader(grammar).read(example, now: now, zone: "Europe/Berlin")
            #expect(read.problems.isEmpty && read.notUnderstood.isEmpty, "\(example)")
            #expect(read.schedule != nil && read.times == [PlanTime(hour: 8)], "\(example)")
            let help = try Text("sentence.such_as").said(in: language)
            let sentence = String(try #require(help.split(separator: ":").last).dropFirst().dropLast())
            let longer = try PlanSentenceReader(grammar).read(sentence, now: now, zone: "Europe/Berlin")
            #expect(longer.problems.isEmpty && longer.notUnderstood.isEmpty, "\(sentence)")
            #expect(longer.minutesBefore == [10] && longer.times == [PlanTime(hour: 8)], "\(sentence)")
            let work = try Text("sentence.such_as_work").said(in: language)
            let shared = try #require(work.firstRange(of: ": ").map { work[$0.upperBound...].dropLast() })
            let turns = try PlanSentenceReader(grammar).read(
                String(shared), now: now, zone: "Europe/Berlin",
                people: ["Anna", "Ben"].map { PlanPerson(id: $0, name: $0, kind: .caregiver) })
            #expect(turns.problems.isEmpty && turns.notUnderstood.isEmpty, "\(shared)")
            #expect(turns.assignees == ["Anna", "Ben"] && turns.isInTurn && turns.points == 5, "\(shared)")
        }
    }

    @Test("How open ends were taken is said, with the words that left them open")
    func assumptions() async throws {
        let (_, page) = try await Self.ask("walk every Monday at 8")
        #expect(page.has("<q>at 8</q> 08:00, not 20:00."))
        #expect(
            page.has("Every Monday at 08:00")
                && page.has("Reminded: when it is due and when it was not done."))
    }

    @Test("What is not understood is marked, with an example; nothing that was typed is lost")
    func unknown() async throws {
        let say = "walk every Monday at 8 and blorb <b> the fnord"
        let (_, page) = try await Self.ask(say)
        #expect(page.has("<mark>") && page.has("What is marked was not understood."))
        #expect(page.has("Write it like this: walk every Monday and Thursday at 8"))
        #expect(page.has(">walk every Monday at 8 and blorb &lt;b&gt; the fnord</textarea>"))
        #expect(!page.has("<b>"))
    }

    @Test(
        "What cannot be planned is said with its words, and the form is there to go on with",
        arguments: [
            ("walk at 25:00", "There is no 25:00 on a clock."),
            ("walk on 31 February at 8", "February has no day 31."),
            ("walk", "It does not say when: fill that in below."),
        ])
    func impossible(say: String, words: String) async throws {
        let (_, page) = try await Self.ask(say)
        #expect(page.status == 200 && page.has(words), "\(page.text)")
        #expect(!page.has("class=\"card preview\"") && page.has(">\(say)</textarea>"))
        #expect(page.has(#"name="title" value="Walk""#))
    }

    @Test(
        "Two plans in one sentence are confirmed one after the other, in each language",
        arguments: [
            (
                "en", "Cleo vacuums on Saturday at 10:00 and Maria on Sunday at 11:00", "Vacuum",
                "Maria vacuums"
            ),
            ("de", "Cleo saugt am Samstag um 10 und Maria am Sonntag um 11", "Saugen", "Maria saugt"),
            (
                "fr", "Cleo passe l'aspirateur samedi à 10 h et Maria dimanche à 11 h",
                "Passer l'aspirateur", "Passer l'aspirateur"
            ),
        ])
    func several(language: String, say: String, first: String, second: String) async throws {
        var browser = try PlanHome.browser()
        browser.languages = [language]
        let page = try await browser.get("/plan/new?client=*household&say=\(PageText.escaped(say))")
        #expect(page.fields().contains { $0 == ("title", first) } && page.has("data-key=\"following\""))
        let shown = try await browser.post("/plan/new", page.filled([:], "look"))
        let saved = try await browser.post("/plan/new", shown.filled([:]))
        let one: NewRoutine = try browser.service.onlySent("routines")
        #expect(one.content.schedule.start == WallTime("2026-11-28T10:00:00"))
        #expect(one.content.assignment == .fixed(person: "cleo"))
        let next = try #require(saved.location)
        #expect(next.hasPrefix("/plan/new?") && next.contains("said=made"))
        let other = try await browser.get(next)
        #expect(other.status == 200 && !other.has("data-key=\"following\""))
        #expect(other.fields().contains { $0 == ("title", second) })
        #expect(other.fields().contains { $0 == ("date", "2026-11-29") })
        #expect(other.fields().contains { $0 == ("time", "11:00") })
    }

    @Test("Undoing the first plan of a sentence says so, and leaves those that wait")
    func undone() async throws {
        let browser = try PlanHome.browser()
        var routine = PlanHome.routine(try PlanHome.schedule("2026-11-28T10:00"))
        (routine.createdAt, routine.changedAt) = (browser.now, browser.now)
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let say = PageText.escaped("Anna vacuums on Sunday at 11:00")
        let then = PageText.escaped("Cleo vacuums on Monday at 12:00")
        let next = "/plan/new?client=*household&say=\(say)&then=\(then)&said=made&routine=\(PlanHome.id)"
        let page = try await browser.get(next)
        let undo = try #require(page.text.firstMatch(of: /action="([^"]*\/end\?[^"]*)"/)?.output.1)
        let answer = try await browser.post(String(undo).replacing("&amp;", with: "&"))
        let back = try #require(answer.location)
        #expect(back.hasPrefix("/plan/new?said=undone") && back.contains("say=") && back.contains("then="))
        let left = try await browser.get(back)
        #expect(left.has("Undone: it is not planned any more.") && !left.has("It has ended."))
        #expect(left.has("<q>Cleo vacuums on Monday at 12:00</q>"))
    }

    @Test("The plans that wait are kept where the sentence of one before them is corrected")
    func corrected() async throws {
        let browser = try PlanHome.browser()
        let say = "Cleo vacuums on Saturday at 10:00, Maria on Sunday at 11:00 and Anna on Monday at 12:00"
        func waiting(_ page: FakeBrowser.Answer) -> String? {
            page.text.firstMatch(of: /<form[^>]*class="sentence"[\s\S]*?<\/form>/)
                .flatMap { $0.output.firstMatch(of: /name="then" value="([^"]*)"/) }.map {
                    String($0.output.1)
                }
        }
        let page = try await browser.get("/plan/new?client=*household&say=\(PageText.escaped(say))")
        // The whole sentence has them in itself.
        #expect(waiting(page) == nil && page.has("data-key=\"following\""))
        let saved = try await browser.post("/plan/new", page.filled([:]))
        let other = try await browser.get(try #require(saved.location))
        #expect(waiting(other) == "Anna vacuums on Monday at 12:00")
        let then = PageText.escaped(waiting(other) ?? "")
        let mended = try await browser.get(
            "/plan/new?client=*household&then=\(then)&say=\(PageText.escaped("Maria sweeps on Sunday at 11:00"))"
        )
        #expect(mended.fields().contains { $0 == ("title", "Maria sweeps") })
        #expect(mended.has("<q>Anna vacuums on Monday at 12:00</q>"))
    }

    @Test("The client whom a sentence names is not the next one's; the one who is looked at is")
    func clientOfTheNext() async throws {
        let browser = try PlanHome.browser()
        let more = Person(id: "tom", name: "Tom", role: .client)
        try browser.service.has("people", PeoplePage(people: PlanHome.people.people + [more]))
        func next(_ client: String, _ say: String, _ filled: [String: String] = [:]) async throws -> String {
            let page = try await browser.get("/plan/new?client=\(client)&say=\(PageText.escaped(say))")
            let shown = try await browser.post("/plan/new", page.filled(filled, "look"))
            let saved = try await browser.post("/plan/new", shown.filled([:]))
            return try #require(saved.location, "\(saved.text)")
        }
        let named = "Tom walks on Saturday at 10:00 and Cleo vacuums on Sunday at 11:00"
        let location = try await next("", named, ["person": "anna"])
        #expect(!location.contains("client="))
        // What a housemate does is everybody's.
        #expect(try await !browser.get(location).has("id=\"asked\""))
        #expect(try await next("maria", named, ["person": "anna"]).contains("client=maria"))
        let open = "Cleo cooks on Saturday at 10:00 and Anna vacuums on Sunday at 11:00"
        #expect(try await next("maria", open).contains("client=maria"))
        #expect(try await next("", open, ["client": "tom"]).contains("client=tom"))
        // What names nobody is not everybody's because a housemate does what stands before it.
        let nobodys = "Cleo vacuums on Saturday at 10:00. Walk on Sunday at 11:00."
        let after = try await next("", nobodys)
        #expect(after.contains("say=Walk") && !after.contains("client="), "\(after)")
        #expect(try await browser.get(after).has("id=\"asked\""))
    }

    @Test("What is said of several plans without saying what is refused with how to write it")
    func severalUnclear() async throws {
        let (browser, page) = try await Self.ask(
            "Anna on Saturday at 10:00 and Cleo on Sunday at 11:00: vacuum")
        #expect(page.has("These are several plans. Write them one after the other"))
        #expect(browser.service.sent.isEmpty)
    }

    @Test(
        "Words that are not understood, with days or a doer of their own, are not saved as one plan",
        arguments: [
            "feed the cat every morning at 8 and mop every Tuesday",
            "feed the cat at 8:00, rubbish every Tuesday",
            "Cleo cooks every Monday at 18:00 and the bins, with Anna",
        ])
    func unsure(say: String) async throws {
        let browser = try PlanHome.browser()
        let page = try await browser.get("/plan/new?client=maria&say=\(PageText.escaped(say))")
        #expect(page.has("<mark>") && page.has("These are several plans."))
        #expect(!page.has("class=\"card preview\"") && !page.has(#"name="do" value="save""#))
    }

    @Test("Two sentences are two plans, also where the first begins with its time")
    func sentences() async throws {
        let browser = try PlanHome.browser()
        let say = "Every day at 18:00 Cleo sets the table. Somebody takes the rubbish out every Tuesday."
        let page = try await browser.get("/plan/new?client=*household&say=\(PageText.escaped(say))")
        #expect(!page.has("<mark>") && page.has("Every day at 18:00"))
        #expect(page.fields().contains { $0 == ("person", "cleo") })
        #expect(page.has("<q>Somebody takes the rubbish out every Tuesday.</q>"))
    }

    @Test("“I” is who has logged in, and what several do at once is not taken as turns")
    func meAndTogether() async throws {
        let (_, turns) = try await Self.ask("Cleo and I cook in turn on weekdays at 17:30")
        let fields = Dictionary(turns.fields()) { first, _ in first }
        #expect(fields["turn-cleo"] == "1" && fields["turn-anna"] == "2" && fields["title"] == "Cook")
        let (_, both) = try await Self.ask(
            "Anna and Cleo clean the bathroom together every Saturday at 10:00")
        #expect(both.has("<q>together</q> Each time one person has it.") && !both.has("They take turns."))
        #expect(!both.has(#"name="do" value="save""#))
    }

    @Test("“Anna or Cleo” is whoever of the two takes it first", arguments: ["en", "de", "fr"])
    func either(language: String) async throws {
        var browser = try PlanHome.browser()
        browser.languages = [language]
        let say = [
            "en": "Anna or Cleo takes the bins out every Tuesday at 18:00",
            "de": "Anna oder Cleo bringt jeden Dienstag um 18 Uhr den Müll raus",
            "fr": "Anna ou Cleo sort les poubelles tous les mardis à 18 h",
        ][language]
        let page = try await browser.get("/plan/new?client=&say=\(PageText.escaped(say ?? ""))")
        #expect(page.fields().filter { $0.0 == "claimers" }.map(\.1).sorted() == ["anna", "cleo"])
        #expect(page.fields().contains { $0 == ("who", "claim") } && !page.has("<mark>"))
    }

    @Test("The field grows with its sentence, and lines are read as one sentence")
    func lines() async throws {
        let (_, page) = try await Self.ask("walk\nevery Monday\r\nat 8")
        #expect(page.text.contains(/<textarea id="say" name="say" rows="2"[^>]* data-enter/))
        #expect(page.has("Every Monday at 08:00"))
    }

    @Test("A text that is no sentence is given back with what is wrong")
    func noSentence() async throws {
        let (_, long) = try await Self.ask(String(repeating: "walk ", count: 200))
        #expect(long.status == 422 && long.has("That is longer than 500 characters"))
        let (_, nothing) = try await Self.ask("—")
        #expect(nothing.status == 422 && nothing.has("Write what it is and when"))
        let (_, empty) = try await Self.ask("")
        #expect(empty.status == 200 && !empty.has("class=\"problem\""))
    }

    @Test("Where a sentence does not say when, no day and no time look as if it had")
    func withoutTime() async throws {
        let (_, page) = try await Self.ask("blub")
        #expect(page.has("It does not say when"))
        for field in ["date", "time"] {
            #expect(
                page.has("id=\"f-\(field)\" name=\"\(field)\" type=\"\(field)\" value=\"\" class"), "\(field)"
            )
        }
    }

    @Test("A need that is called like it is chosen with it")
    func need() async throws {
        let walk = Need(
            id: "walk", label: "Walk", say: "A walk.", called: "a walk", symbol: "🚶", uses: [.scheduled],
            changedAt: .init(timeIntervalSince1970: 0))
        let (browser, page) = try await Self.ask("walk every Monday at 8", needs: [walk])
        _ = try await browser.post("/plan/new", page.filled([:]))
        let made: NewRoutine = try browser.service.onlySent("routines")
        #expect(made.content.need == "walk" && made.content.symbol == "🚶")
    }

    @Test("Every word about a sentence is there in every language")
    func words() throws {
        let day = try #require(CalendarDay("2026-11-26"))
        let words = SentenceWords(people: PlanHome.people.people, today: day)
        let time = PlanTime(hour: 8)
        let wall = try #require(WallTime("2026-11-26T08:00"))
        let assumptions: [PlanAssumption] = [
            .halfOfDay(time, instead: PlanTime(hour: 20)), .usualTime(time), .usualTimeOf(.morning, time),
            .usualTimes([time]), .midnightBeginsDay, .midnightEndsDay(day), .exactTime(time), .nextTime(day),
            .onceNotWeekly([.monday]), .weekly([.monday, .friday]), .daily, .thisWeekday(day, instead: day),
            .nextWeekday(day, instead: day), .beginOfWeek(day), .beginOfMonth(day), .endOfMonth(day),
            .year(2027), .month(day),
            .dayBeforeMonth(day: 5, month: 3), .countedFrom(day), .weeksNotOfMonth(3), .dayOfStart(day),
            .oneReminder(70, instead: [60, 10]), .mistypedWeekday(.monday), .mistypedMonth(2),
            .startsAt(wall),
            .inTurn, .doesIt("anna"), .person("anna", instead: ["ben"]),
            .momentTaken(time, isOfHome: true), .momentTaken(time, isOfHome: false),
        ]
        let problems: [PlanProblem] = [
            .impossibleTime(hour: 25, minute: 0), .otherHalf(time), .impossibleDate(month: 2, day: 31),
            .impossibleMonth(13),
            .impossibleDayOfMonth(32), .otherWeekday(said: .monday, day), .past(wall), .endsBeforeStart(day),
            .severalPlans, .together, .saidTwice, .contradictory, .timesDiffer(said: 3, given: 2),
            .daysNotSaid(2, .week),
            .tooManyTimes(99), .nothingToLeaveOut, .countNeedsOneMinute, .noEndPossible, .neverHappens,
            .reminderOutOfRange(0), .tooManyReminders(most: 5), .reminderNotBefore(time),
            .durationOutOfRange(0),
            .severalClients(["maria"]), .unclearPerson(["anna", "ben"]),
        ]
        for language in ["en", "de", "fr"] {
            for text in assumptions.map(words.text) + problems.map(words.text) {
                let said = try text.said(in: language)
                #expect(!said.contains("sentence.") && !said.contains("{") && said.hasSuffix("."), "\(said)")
            }
        }
    }

    @Test(
        "What a sentence leaves open is asked, and nothing is marked as a mistake",
        arguments: ["en", "de", "fr"])
    func open(language: String) async throws {
        var browser = try PlanHome.browser()
        browser.languages = [language, "en"]
        let more = Person(id: "tom", name: "Tom", role: .client)
        try browser.service.has("people", PeoplePage(people: PlanHome.people.people + [more]))
        let say = PageText.escaped("walk every Monday at 8")
        let page = try await browser.get("/plan/new?client=&say=\(say)")
        #expect(page.status == 200 && page.has("id=\"asked\""))
        #expect(!page.has("class=\"problem\"") && !page.has("class=\"faults\"") && !page.has("aria-invalid"))
        #expect(page.text.matches(of: /<select[^>]* name="client"/).count == 1)
        let form = page.filled(["client": "tom"], "look")
        let preview = try await browser.post("/plan/new", form)
        #expect(
            preview.status == 200 && preview.has("class=\"card preview\"") && !preview.has("id=\"asked\""))
        // Whoever goes on without an answer is told, with a dash behind the question.
        let without = try await browser.post("/plan/new", page.filled([:], "look"))
        #expect(without.status == 422 && without.has("? – ") && !without.has("?:"))
        // Of one client there is nothing to ask.
        try browser.service.has("people", PlanHome.people)
        #expect(try await !browser.get("/plan/new?client=&say=\(say)").has("id=\"asked\""))
    }

    @Test("While something is asked, when it is due is shown, with one main button and nothing to save")
    func asked() async throws {
        let (browser, page) = try await Self.ask("Cleo: water the plants every day at 20:00")
        #expect(page.has("id=\"asked\"") && page.has("<p class=\"word\">Every day at 20:00"))
        #expect(page.text.matches(of: /<button class="main"/).count == 1 && !page.has(#"value="save""#))
        let preview = try await browser.post("/plan/new", page.filled(["client": "maria"], "look"))
        #expect(preview.status == 200 && preview.has(#"name="do" value="save""#))
    }
}
