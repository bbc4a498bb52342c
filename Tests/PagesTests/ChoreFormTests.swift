import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("A chore in the plan's form")
struct ChoreFormTests {
    @Test("From the page Chores, the whole household is chosen; what was typed is sent")
    func planned() async throws {
        let browser = try PlanHome.browser()
        let form = try await browser.get("/plan/new?client=\(RoutineForm.ofHousehold)")
        #expect(form.fields().contains { $0 == ("client", RoutineForm.ofHousehold) })
        let typed = form.filled([
            "title": "Bins", "who": "claim", "claimers": "ben", "points": "5", "minutes": "10", "parts": "2",
            "untilDone": "20:00, 18.30", "ticks": "approval", "repeat": "daily",
        ])
        let answer = try await browser.post("/plan/new", typed)
        #expect(answer.status == 303, "\(answer.text)")
        let sent: NewRoutine = try browser.service.onlySent("routines")
        let content = sent.content
        #expect(content.audience == .household && content.client == nil && content.need == nil)
        #expect(content.assignment == .claimed(people: ["ben"]))
        #expect(content.points == 5 && content.minutes == 10 && content.count == 2 && content.needsApproval)
        #expect(content.reminders.untilDone == [1110, 1200] && !content.isClientsOwn)
    }

    @Test("What each of several people has to do is a plan for each, made in one go and told before")
    func each() async throws {
        let browser = try PlanHome.browser()
        let form = try await browser.get("/plan/new?client=\(RoutineForm.ofHousehold)")
        func typed(_ people: [String], _ button: String = "save") -> [(String, String)] {
            form.filled(["title": "Tidy up", "who": "each", "points": "5", "repeat": "daily"], button)
                + people.map { ("each", $0) }
        }
        let look = try await browser.post("/plan/new", typed(["ben", "anna"], "look"))
        #expect(look.has("Anna and Ben, each in a plan of their own."), "\(look.text)")
        let one = try await browser.post("/plan/new", typed(["anna"]))
        #expect(one.status == 422 && one.has("Tick at least two people.") && one.has(##"href="#f-each""##))
        let gone = try await browser.post("/plan/new", typed(["anna", "nobody"]))
        #expect(gone.status == 422 && gone.has("is not here any more"))
        #expect(browser.service.sent.isEmpty)
        // Tapped twice, each is made once: the ids are the same.
        for _ in 0..<2 {
            let answer = try await browser.post("/plan/new", typed(["ben", "anna"]))
            let path = try #require(answer.location)
            #expect(answer.status == 303 && path.contains("said=made") && !path.contains("routine="))
        }
        let sent = try browser.service.sent.map {
            try CareJSON.decoder().decode(NewRoutine.self, from: try #require($0.body))
        }
        try #require(sent.count == 2 && sent[0] == sent[1])
        let each = sent[0].each
        #expect(each.map(\.content.assignment.people) == [["anna"], ["ben"]])
        #expect(Set(each.map(\.id)).count == 2)
        #expect(each.allSatisfy { $0.content.points == 5 && $0.content.audience == .household })
        // With others the ids of the same people stay the same.
        _ = try await browser.post("/plan/new", typed(["cleo", "ben"]))
        let other = try CareJSON.decoder().decode(
            NewRoutine.self, from: try #require(browser.service.sent.last?.body))
        #expect(other.each.map(\.content.assignment.people) == [["ben"], ["cleo"]])
        #expect(other.id == each[1].id && other.each[1].id != each[0].id)
    }

    @Test(
        "What is refused for one of several is made for nobody: it is said, with the name and why",
        arguments: [("also[0].person", "Ben"), ("content.assignment.person", "Anna")])
    func refusedForOne(field: String, name: String) async throws {
        let browser = try PlanHome.browser()
        try browser.service.refuse(
            "POST", "routines", CareProblem(.notAcceptable, "nobody in this home has the id x", field: field))
        let form = try await browser.get("/plan/new?client=\(RoutineForm.ofHousehold)")
        let page = try await browser.post(
            "/plan/new",
            form.filled(["title": "Tidy up", "who": "each"]) + ["anna", "ben"].map { ("each", $0) })
        #expect(page.status == 422 && browser.service.sent.count == 1)
        #expect(
            page.has("None of these plans was made. \(name): Nobody in this home has the id x."),
            "\(page.text)")
        #expect(page.has(##"href="#f-each""##))
    }

    @Test(
        "Where one of several has an id that is known with something else, none was made: it is said, and saved anew"
    )
    func knownForOne() async throws {
        let browser = try PlanHome.browser()
        let form = try await browser.get("/plan/new?client=\(RoutineForm.ofHousehold)")
        let fields =
            form.filled(["title": "Tidy up", "who": "each"]) + ["anna", "ben"].map { ("each", $0) }
        let old = try #require(fields.first { $0.0 == "id" }?.1)
        try browser.service.refuse(
            "POST", "routines", CareProblem(.conflict, "the id is stored with other content", field: "id"))
        let page = try await browser.post("/plan/new", fields)
        #expect(page.status == 409 && page.has("None of these plans was made: another one was sent"))
        #expect(page.has(##"href="#f-each""##) && page.fields().contains { $0 == ("title", "Tidy up") })
        let fresh = try #require(page.fields().first { $0.0 == "id" }?.1)
        #expect(fresh != old && UUID(uuidString: fresh) != nil)
    }

    @Test("A picture beside the boards is chosen in the place of what is typed; a provider sees none")
    func picture() async throws {
        var browser = try PlanHome.browser()
        try browser.service.has(
            "symbols", SymbolPage(symbols: [], pictures: ["photos/bins.png"], hasNames: true))
        let form = try await browser.get("/plan/new?client=\(RoutineForm.ofHousehold)")
        #expect(form.has(#"src="/api/v1/displays/%2A/symbol?path=photos%2Fbins.png""#))
        // Without a script nobody knows which of the two was meant last: it is asked, and nothing is lost.
        let chosen = ["title": "Bins", "picked": "photos/bins.png", "who": "claim"]
        let twice = try await browser.post(
            "/plan/new", form.filled(chosen.merging(["symbol": "🗑️"]) { $1 }))
        #expect(twice.status == 422 && twice.has("A symbol is written here, and a picture is chosen"))
        #expect(twice.fields().contains { $0 == ("symbol", "🗑️") } && browser.service.sent.isEmpty)
        let again = try await browser.post("/plan/new", twice.filled(["picked": "photos/bins.png"]))
        #expect(again.status == 303, "\(again.text)")
        let answer = try await browser.post("/plan/new", twice.filled([:]))
        #expect(answer.status == 303, "\(answer.text)")
        let both = try browser.service.sent.map {
            try CareJSON.decoder().decode(NewRoutine.self, from: try #require($0.body)).content.symbol
        }
        #expect(both == ["photos/bins.png", "🗑️"])
        browser = try PlanHome.browser()
        try browser.service.has(
            "symbols", SymbolPage(symbols: [], pictures: ["photos/bins.png"], hasNames: true))
        #expect(try await browser.post("/plan/new", form.filled(chosen)).status == 303)
        let sent: NewRoutine = try browser.service.onlySent("routines")
        #expect(sent.content.symbol == "photos/bins.png")
        browser.viewer?.person.role = .provider
        #expect(try await !browser.get("/plan/new").has("photos%2Fbins.png"))
    }

    @Test("All pictures can be reached: by their names, and with each “more” as many again")
    func morePictures() async throws {
        let browser = try PlanHome.browser()
        let all = (1...90).map { "photos/picture-\($0).png" }
        try browser.service.has("symbols", SymbolPage(symbols: [], pictures: all, hasNames: true))
        func shown(_ page: FakeBrowser.Answer) -> Int {
            page.text.matches(of: /name="picked" value="photos/).count
        }
        let form = try await browser.get("/plan/new")
        #expect(shown(form) == 40 && form.has("Find a picture by its name") && form.has("More pictures"))
        var typed = form.filled(["title": "", "details": "Two drops."], "look")
        let more = try await browser.post("/plan/new", typed + [("pictures", "80")])
        #expect(
            more.status == 200 && shown(more) == 80 && more.has("Two drops.") && !more.has("f-title-fault"))
        let rest = try await browser.post("/plan/new", typed + [("pictures", "120")])
        #expect(shown(rest) == 90 && !rest.has("More pictures"))
        try browser.service.has(
            "symbols?search=chair&language=en", SymbolPage(symbols: [], pictures: [all[88]], hasNames: true))
        typed.removeAll { $0.0 == "search" }
        let found = try await browser.post("/plan/new", typed + [("search", "chair"), ("pictures", "40")])
        #expect(
            shown(found) == 1 && found.has(#"value="photos/picture-89.png""#) && found.has(#"value="chair""#))
        try browser.service.has(
            "symbols?search=zebra&language=en", SymbolPage(symbols: [], pictures: [], hasNames: true))
        let none = try await browser.post("/plan/new", typed + [("search", "zebra"), ("pictures", "40")])
        #expect(shown(none) == 0 && none.has("Nothing was found."))
        #expect(browser.service.sent.isEmpty)
    }

    @Test("Nobody ticked means everybody: that is said, with who that is", arguments: ["en", "de", "fr"])
    func everybody(language: String) async throws {
        var browser = try PlanHome.browser()
        browser.languages = [language]
        let form = try await browser.get("/plan/new?client=\(RoutineForm.ofHousehold)")
        let words = [
            "en": "Nobody ticked means everybody: Anna, Ben, Cleo and Maria.",
            "de": "Ohne Haken dürfen es alle: Anna, Ben, Cleo und Maria.",
            "fr": "Sans coche, tout le monde peut la prendre : Anna, Ben, Cleo et Maria.",
        ][language]
        #expect(form.has(words ?? "?"))
        let many = (0..<13).map { Person(id: "p\($0)", name: "Person \($0)", role: .caregiver) }
        try browser.service.has("people", PeoplePage(people: PlanHome.people.people + many))
        #expect(try await !browser.get("/plan/new?client=\(RoutineForm.ofHousehold)").has("Person 3."))
    }

    @Test(
        "Of what is not due within a week it is said before somebody takes a photo",
        arguments: [("2026-11-26T08:00", false), ("2026-12-03T08:00", true)])
    func photoAhead(local: String, isEarly: Bool) async throws {
        let browser = try PlanHome.browser()
        let routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=DAILY")) {
            $0.proof = .photo
        }
        try browser.service.has("routines/\(PlanHome.id)", routine)
        try browser.service.has("occurrences", OccurrencePage(occurrences: [try PlanHome.item(local)]))
        let path = PlanHome.path(local + ":00").replacing("/plan/", with: "/chores/") + "/photo"
        let form = try await browser.get(path)
        #expect(form.status == 200 && form.has("after eight weeks if nobody decides"))
        #expect(form.has("It is not due within a week: send the photo when it is.") == isEarly)
    }

    @Test("A provider is offered clients alone", arguments: [true, false])
    func provider(isProvider: Bool) async throws {
        var browser = try PlanHome.browser()
        if isProvider { browser.viewer = .dora }
        let form = try await browser.get("/plan/new")
        #expect(form.status == 200 && form.has("Maria"))
        #expect(form.has("value=\"\(RoutineForm.ofHousehold)\"") != isProvider)
    }

    @Test(
        "What there is of a chore is in the form, and saved as it is changes nothing",
        arguments: [
            .fixed(person: "anna"), .inTurn(people: ["ben", "anna"], per: .week),
            .inTurn(people: ["ben", "anna"], per: .month), .leastOften(people: ["cleo", "ben"], days: 14),
            .claimed(), .claimed(people: ["anna", "cleo"]),
        ] as [AssignmentRule], [Audience.person, .household, .client])
    func unchanged(rule: AssignmentRule, audience: Audience) async throws {
        let browser = try PlanHome.browser()
        let routine = PlanHome.routine(try PlanHome.rules("2026-11-24T09:00:00", "FREQ=DAILY")) {
            ($0.audience, $0.assignment, $0.client) = (audience, rule, audience == .client ? "maria" : nil)
            ($0.points, $0.minutes, $0.count, $0.needsApproval) = (20, 15, 3, true)
            $0.reminders.untilDone = [480, 1110]
        }
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let form = try await browser.get("/plan/\(PlanHome.id.uuidString.lowercased())/all")
        let look = try await browser.post(
            "/plan/\(PlanHome.id.uuidString.lowercased())/all", form.filled([:], "look"))
        #expect(look.status == 200)
        _ = try await browser.post("/plan/\(PlanHome.id.uuidString.lowercased())/all", look.filled([:]))
        let sent: RoutineChange = try browser.service.onlySent("routines/\(PlanHome.id)/changes")
        #expect(sent.content == routine.content)
    }

    @Test(
        "What is wrong is said beside its field, and nothing is sent",
        arguments: [
            (["points": "1001"], "f-points"), (["minutes": "0"], "f-minutes"), (["parts": "many"], "f-parts"),
            (["untilDone": "25:00"], "f-untilDone"), (["who": "turn"], "f-turn"),
        ])
    func wrong(typed: [String: String], field: String) async throws {
        let browser = try PlanHome.browser()
        let form = try await browser.get("/plan/new?client=\(RoutineForm.ofHousehold)")
        let answer = try await browser.post("/plan/new", form.filled(["title": "Bins"].merging(typed) { $1 }))
        #expect(answer.status == 422 && answer.has("id=\"\(field)-fault\""))
        #expect(browser.service.sent.isEmpty)
    }

    @Test("A week, a month and a day of chores alone are asked for as such, and lead to each other")
    func alone() async throws {
        let browser = try PlanHome.browser()
        for path in [
            "/plan?client=*chores", "/plan?month=2026-11&client=*chores",
            "/plan?day=2026-11-24&client=*chores",
        ] {
            let page = try await browser.get(path)
            #expect(page.has("kind=chores") && page.has("Filter: Chores"), "\(path)")
        }
        let asked = browser.service.asked.filter { $0.hasPrefix("GET occurrences") }
        #expect(
            asked.count == 3 && asked.allSatisfy { $0.contains("only=chores") && !$0.contains("client=") })
    }

    /// A home with Tom, a client who has a phone, as a coordinator plans in it.
    private func withTom() throws -> FakeBrowser {
        var browser = try PlanHome.browser()
        browser.viewer = .ben
        let tom = Person(id: "tom", name: "Tom", role: .client)
        try browser.service.has("people", PeoplePage(people: PlanHome.people.people + [tom]))
        try browser.service.has(
            "accounts", AccountPage(accounts: [Account(person: tom, hasLogin: true, sessions: 1)]))
        return browser
    }

    @Test("Who does it follows for whom it is, until somebody has said it; what is shown is saved")
    func doer() async throws {
        let browser = try withTom()
        func person(_ page: FakeBrowser.Answer) -> String? { page.fields().first { $0.0 == "person" }?.1 }
        let form = try await browser.get("/plan/new")
        #expect(person(form) == "ben")
        let typed = ["title": "Table", "repeat": "daily"]
        let toms = try await browser.post(
            "/plan/new", form.filled(typed.merging(["client": "tom"]) { $1 }, "look"))
        #expect(toms.status == 200 && person(toms) == "tom" && toms.has("by Tom") && !toms.has("by Ben"))
        // Maria has no phone; back again it is as before.
        let marias = try await browser.post("/plan/new", toms.filled(["client": "maria"], "look"))
        #expect(person(marias) == "ben" && marias.has("for Maria, by Ben"))
        let chosen = try await browser.post("/plan/new", toms.filled(["person": "anna"], "look"))
        #expect(person(chosen) == "anna" && chosen.has("for Tom, by Anna"))
        let kept = try await browser.post("/plan/new", chosen.filled(["client": "maria"], "look"))
        #expect(person(kept) == "anna")
        let saved = try await browser.post(
            "/plan/new", form.filled(typed.merging(["client": "tom"]) { $1 }))
        #expect(saved.status == 303)
        let sent: NewRoutine = try browser.service.onlySent("routines")
        #expect(sent.content.assignment == .fixed(person: "ben"))
        #expect(try await person(browser.get("/plan/new?client=tom")) == "tom")
    }

    @Test("What a client is to do for themselves is a chore without points, until somebody says otherwise")
    func own() async throws {
        let browser = try withTom()
        func isListed(_ page: FakeBrowser.Answer) -> Bool {
            page.fields().contains { $0 == ("ticks", "chore") }
        }
        let typed = ["title": "Bed", "repeat": "daily", "client": "tom", "person": "tom"]
        // As it is shown, and saved at once.
        let form = try await browser.get("/plan/new")
        #expect(!isListed(form))
        #expect(isListed(try await browser.post("/plan/new", form.filled(typed, "look"))))
        #expect(isListed(try await browser.get("/plan/new?client=tom")))
        #expect(isListed(try await browser.get("/plan/new?client=maria&first=points")))
        #expect(try await browser.post("/plan/new", form.filled(typed)).status == 303)
        let sent: NewRoutine = try browser.service.onlySent("routines")
        #expect(sent.content.isPlannedAsChore && sent.content.isChore && sent.content.points == nil)
    }

    @Test("A need, a medicine, and what another does for a client are none; whoever unticks it is believed")
    func notOwn() async throws {
        let browser = try withTom()
        func isListed(_ page: FakeBrowser.Answer) -> Bool {
            page.fields().contains { $0 == ("ticks", "chore") }
        }
        let form = try await browser.get("/plan/new?client=tom")
        for title in ["Take your medicine", "Zahnarzttermin", "Augentropfen"] {
            let look = try await browser.post(
                "/plan/new", form.filled(["title": title, "repeat": "daily"], "look"))
            #expect(!isListed(look), "\(title)")
        }
        let others = try await browser.post(
            "/plan/new", form.filled(["title": "Shower", "person": "ben"], "look"))
        #expect(!isListed(others))
        let look = try await browser.post("/plan/new", form.filled(["title": "Bed"], "look"))
        #expect(isListed(look))
        let unticked = look.filled([:], "look").filter { $0 != ("ticks", "chore") }
        let again = try await browser.post("/plan/new", unticked)
        #expect(!isListed(again))
        #expect(try await browser.post("/plan/new", again.filled([:])).status == 303)
        let sent: NewRoutine = try browser.service.onlySent("routines")
        #expect(!sent.content.isChore)
    }

    @Test("Points stand first where somebody plans a chore, and its step is called by them")
    func pointsFirst() async throws {
        let browser = try PlanHome.browser()
        for (query, isFirst) in [("client=*household&first=points", true), ("client=maria", false)] {
            let page = try await browser.get("/plan/new?\(query)")
            let points = try #require(page.text.range(of: "name=\"points\"")).lowerBound
            let who = try #require(page.text.range(of: "name=\"who\"")).lowerBound
            #expect((points < who) == isFirst && page.has("Who does it, and points"), "\(query)")
            #expect(page.text.matches(of: /name="points"/).count == 1)
        }
    }
}
