import Care
import Costs
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("The page Chores")
struct ChoresTests {
    static func chore(
        _ title: String, by person: String?, _ state: OccurrenceState = .due,
        _ chore: Chore = Chore(audience: .household),
        lastEntry: UUID? = nil
    ) throws -> RoutineOccurrence {
        var item = try PlanHome.item("2026-11-24T09:00:00", title, state: state, routine: UUID())
        (item.client, item.clientName, item.chore, item.lastEntry) = (
            RoutineOccurrence.noClient, "Everyone", chore, lastEntry
        )
        item.assignment = Assignment(
            person: person, name: person?.capitalized,
            reason: person == nil ? "Whoever takes it first." : "Always Anna.")
        return item
    }

    static func browser(_ found: [RoutineOccurrence], asked: [Charge] = []) throws -> FakeBrowser {
        let browser = try PlanHome.browser()
        try browser.service.has("charges", ChargePage(charges: asked))
        try browser.service.has(
            "chores", ChoreFeed(of: found, for: "anna", isComplete: true, now: browser.now))
        return browser
    }

    /// The forms of a card, by the words of their buttons.
    static func form(_ text: String, _ button: String) throws -> [(String, String)] {
        let end = try #require(text.range(of: ">\(button)<")?.lowerBound, "no button \(button)")
        let start = try #require(text[..<end].range(of: "<form", options: .backwards)?.lowerBound)
        return FakeBrowser.Answer(status: 200, text: String(text[start..<end]), location: nil).fields()
    }

    @Test("Mine come first, then what waits, what nobody has and the others'; each with its own buttons")
    func sections() async throws {
        let browser = try Self.browser([
            try Self.chore("Dishes", by: "anna"), try Self.chore("Bins", by: "ben"),
            try Self.chore("Windows", by: nil),
            try Self.chore(
                "Bed", by: "cleo", .done, Chore(audience: .household, points: 5, approval: .waiting),
                lastEntry: UUID()),
        ])
        let page = try await browser.get("/chores")
        #expect(page.status == 200)
        let order = [
            "Yours</h2>", "Dishes<", "Waiting for approval</h2>", "Bed<", "Nobody’s yet</h2>", "Windows<",
            "The others’</h2>", "Bins<",
        ]
        .compactMap { page.text.range(of: $0)?.lowerBound }
        #expect(order.count == 8 && order == order.sorted())
        #expect(page.has("You do it.") && page.has("Nobody has it yet.") && page.has("for everybody, by Ben"))
        #expect(page.has("5 points") && page.has("waits for approval") && page.has("Remind Ben"))
        // Nobody is offered what is not theirs to do.
        #expect(!page.has("Remind Anna"))
    }

    @Test("What a coming day brings has no Done where today's stood, and what waits says for which day it is")
    func comingDay() async throws {
        var tomorrow = try PlanHome.item("2026-11-25T09:00:00", "Dishes", routine: UUID())
        (tomorrow.chore, tomorrow.assignment.person) = (Chore(audience: .household, points: 5), "anna")
        var waiting = try PlanHome.item(
            "2026-11-26T09:00:00", "Bed", state: .done, routine: UUID(), by: "Maria")
        waiting.chore = Chore(audience: .household, points: 5, approval: .waiting)
        let page = try await Self.browser([tomorrow, waiting, try Self.chore("Bins", by: "anna")]).get(
            "/chores")
        let parts = try ["Dishes<", "Bins<", "Bed<"].map { try #require(page.text.range(of: $0)?.lowerBound) }
        func card(_ title: String) throws -> Substring {
            let start = try #require(page.text.range(of: title + "<")?.lowerBound)
            return page.text[start..<(parts.filter { $0 > start }.min() ?? page.text.endIndex)]
        }
        #expect(try card("Bins").contains(">Done<"))
        #expect(try !card("Dishes").contains(">Done<") && card("Dishes").contains("Due "))
        #expect(try card("Bed").contains("For Thursday 26 November 09:00"))
    }

    @Test(
        "What I am asked to pay stands among mine by its day, with the link; what others are asked does not")
    func charges() async throws {
        func charge(_ what: String, of person: String, due: String) throws -> Charge {
            Charge(
                id: UUID(),
                content: ChargeContent(
                    what: what, amount: 70_000, currency: "EUR", from: person, to: "ben",
                    due: try #require(CalendarDay(due))), state: .open, paid: 0, by: "Ben",
                at: Date(timeIntervalSince1970: 1_764_000_000))
        }
        let chore = try Self.chore("Dishes", by: "anna")
        let day = PlanHome.berlin.local(of: chore.missedAt).day
        let browser = try Self.browser(
            [chore],
            asked: [
                try charge("Rent", of: "anna", due: "\(day.adding(days: 2))"),
                try charge("Power", of: "anna", due: "\(day.adding(days: -1))"),
                try charge("Phone", of: "cleo", due: "\(day)"),
            ])
        try browser.service.has(
            "balances",
            Balances(
                currency: "EUR", debts: [], totals: [], payments: [], isFewest: true,
                links: [PaymentLink(person: "ben", link: "https://pay.example/ben")]))
        let page = try await browser.get("/chores")
        let order = ["Yours</h2>", "Power<", "Dishes<", "Rent<"].compactMap {
            page.text.range(of: $0)?.lowerBound
        }
        #expect(order.count == 4 && order == order.sorted())
        #expect(!page.has("Phone") && page.has("700.00 EUR") && page.has("https://pay.example/ben"))
    }

    @Test("An empty house says how one plans the first", arguments: ["en", "de", "fr"])
    func empty(language: String) async throws {
        var browser = try Self.browser([])
        browser.languages = [language]
        let page = try await browser.get("/chores")
        #expect(page.status == 200 && page.has("/plan/new?client=*household"))
    }

    @Test("Whoever may say yes is told on Now, More and Points what waits for it; whoever did it is not")
    func waitingForYes() async throws {
        let waiting = Chore(audience: .household, approval: .waiting)
        let browser = try Self.browser([
            try Self.chore("Bed", by: "cleo", .done, waiting),
            try Self.chore("Bins", by: "cleo", .done, waiting),
            try Self.chore("Dishes", by: "anna", .done, waiting),
        ])
        try browser.service.home()
        try browser.service.has("points", PointStandings(people: []))
        let grants = [PointsPagesTests.grant(.waiting), PointsPagesTests.grant(.waiting, of: "anna")]
        try browser.service.has("grants", GrantPage(grants: grants))
        let now = try await browser.get("/now")
        #expect(
            now.has("2 chores are done and wait for your yes")
                && now.has(##"href="/chores#waiting-title""##))
        #expect(now.has("1 reward waits for your yes") && now.has(##"href="/points#waiting-title""##))
        #expect(!now.has("nothing is due"))
        let more = try await browser.get("/more")
        #expect(more.has("<small>2 chores are done and wait for your yes</small>"))
        #expect(more.has("<small>1 reward waits for your yes</small>"))
        #expect(try await browser.get("/points").has("2 chores are done and wait for your yes"))
        var cleo = browser
        cleo.viewer?.person = Person(id: "cleo", name: "Cleo", role: .caregiver)
        #expect(try await cleo.get("/now").has("1 chore is done and waits for your yes"))
        try browser.service.has("chores", ChoreFeed(of: [], for: "anna", isComplete: true, now: browser.now))
        try browser.service.has("grants", GrantPage(grants: []))
        let quiet = try await browser.get("/now")
        #expect(quiet.has("Nobody is waiting, and nothing is due.") && !quiet.has("your yes"))
    }

    @Test("On Today the yes is one tap; who did it, and clients, are not offered it")
    func yesOnToday() async throws {
        let waiting = Chore(audience: .household, approval: .waiting)
        let bed = try Self.chore("Bed", by: "cleo", .done, waiting, lastEntry: UUID())
        let browser = try Self.browser([])
        try browser.service.home([], Samples.agenda(today: [bed]))
        let form = try Self.form(try await browser.get("/today").text, "Yes, done")
        let path = "/today/\(bed.routine.uuidString)/\(PageText.escaped(bed.key.description))/entries"
        let answer = try await browser.post(path, form)
        #expect(answer.status == 303 && answer.location?.hasPrefix("/today?entry=") ?? false)
        let sent: OccurrenceEntry = try browser.service.onlySent("entries")
        #expect(sent.kind == .approved && sent.routine == bed.routine && sent.by == "Anna")
        #expect(form.contains { $0 == ("id", sent.id.uuidString) })
        let own = try Self.chore("Dishes", by: "anna", .done, waiting, lastEntry: UUID())
        try browser.service.home([], Samples.agenda(today: [own]))
        #expect(try await !browser.get("/today").has("Yes, done"))
        // Whose it was does not matter, but who did it.
        for (holder, doer, isOffered) in [
            ("cleo", "anna", false), ("anna", "cleo", true), ("anna", nil, true),
        ] {
            var chore = waiting
            chore.doneBy = doer.map { [$0] } ?? []
            let other = try Self.chore("Dishes", by: holder, .done, chore, lastEntry: UUID())
            try browser.service.home([], Samples.agenda(today: [other]))
            #expect(try await browser.get("/today").has("Yes, done") == isOffered, "\(holder) \(doer ?? "")")
            let all = try Self.browser([other])
            #expect(try await all.get("/chores").has("Yes, done") == isOffered)
            #expect(try await all.get("/chores").has("Not yet") == isOffered)
        }
        // Of what an earlier version has stored, it is offered to whoever may not have done it: somebody can say yes.
        for (by, isOffered) in [("Anna", false), ("Cleo", true)] {
            var old = own
            old.changedBy = by
            try browser.service.home([], Samples.agenda(today: [old]))
            #expect(try await browser.get("/today").has("Yes, done") == isOffered, "\(by)")
        }
        var client = browser
        client.viewer?.person = Person(id: "maria", name: "Maria", role: .client)
        try browser.service.home([], Samples.agenda(today: [bed]))
        #expect(try await !client.get("/today").has("Yes, done"))
    }

    @Test("Who did what is a sentence for each who did any, in the order of names")
    func shares() async throws {
        let browser = try Self.browser([])
        try browser.service.has(
            "chores/shares",
            ChoreShares(
                from: browser.now.addingTimeInterval(-28 * 86_400), until: browser.now,
                firstAt: browser.now.addingTimeInterval(-86_400),
                shares: [
                    .init(
                        person: "anna", name: "Anna", times: 12, minutes: 140,
                        chores: [
                            .init(title: "Bins <b>", symbol: "🗑️", times: 1, minutes: 0),
                            .init(title: "Dishes", times: 11, minutes: 140),
                        ]),
                    .init(person: "ben", name: "Ben", times: 1, minutes: 0),
                ]))
        let page = try await browser.get("/chores/shares")
        #expect(
            page.has("Anna did 12 chores: 2 hours 20 minutes together.") && page.has("Ben did one chore."))
        // Nothing is said of whoever did none, and nobody's plans are looked into for it.
        #expect(!page.has("Cleo") && !browser.service.asked.contains { $0.hasPrefix("GET routines") })
        // Since there is any, not since a day before the home was there.
        #expect(page.has("Since Monday 23 November, in the order of names:"))
        let order = [
            "Anna did", "Bins &lt;b&gt;", "once", "Dishes", "11 times · 2 hours 20 minutes", "Ben did",
        ]
        .compactMap { page.text.range(of: $0)?.lowerBound }
        #expect(order.count == 6 && order == order.sorted())
        // Folded, and nobody is first.
        #expect(page.text.matches(of: /<details class="plain"/).count == 2 && !page.has("<details open"))
    }

    @Test("Every chore that is planned can be reached, with when it comes next, who does it and its points")
    func all() async throws {
        let browser = try Self.browser([])
        var yearly = PlanHome.routine(try PlanHome.rules("2027-05-03T09:00", "FREQ=YEARLY")) {
            ($0.title, $0.client, $0.audience, $0.points) = ("Gutter", nil, .household, 20)
            $0.assignment = .inTurn(people: ["anna", "ben"], per: .occurrence)
        }
        yearly.id = UUID()
        var sheets = PlanHome.routine(try PlanHome.schedule("2026-11-01T09:00", .afterDone(days: 14))) {
            ($0.title, $0.client, $0.audience, $0.assignment) = ("Bed", nil, .household, .claimed())
        }
        sheets.id = UUID()
        try browser.service.has(
            "routines", RoutinePage(routines: [yearly, sheets], next: nil, sequence: 1, journal: UUID()))
        #expect(try await browser.get("/chores").has("href=\"/chores/all\""))
        let page = try await browser.get("/chores/all")
        #expect(page.status == 200)
        let order = [
            "Bed</a>", "Whoever takes it first.", "Gutter</a>", "Next: Monday 3 May 2027 09:00 · 20 points",
        ]
        .compactMap { page.text.range(of: $0)?.lowerBound }
        #expect(order.count == 4 && order == order.sorted(), "\(page.text)")
        #expect(page.has("In turn: Anna and Ben.") && !page.has("/chores/all?after="))
        #expect(page.has("/plan/\(yearly.id.uuidString.lowercased())\""))
        // One question, whatever there is.
        #expect(browser.service.asked.count { $0.hasPrefix("GET routines") } == 1)
        #expect(browser.service.asked.contains("GET routines?state=active&only=chores&limit=50"))
    }

    @Test(
        "What is over stands not among all chores, what is overdue does, and the page reads on until it is full"
    )
    func allWithoutPast() async throws {
        func routine(_ title: String, _ schedule: RecurrenceSet) -> Routine {
            var routine = PlanHome.routine(schedule) {
                ($0.title, $0.client, $0.audience) = (title, nil, .household)
            }
            routine.id = UUID()
            return routine
        }
        let past = try routine("Cake", PlanHome.schedule("2026-11-02T09:00"))
        let overdue = try routine("Gutter", PlanHome.schedule("2026-11-23T09:00"))
        let daily = try PlanHome.rules("2026-11-01T18:00", "FREQ=DAILY")
        var old = routine("Old dishes", daily)
        old.content.endsBefore = OccurrenceKey(
            try #require(WallTime("2026-11-20T18:00")), zone: "Europe/Berlin")
        let new = routine("New dishes", daily)
        let far = try routine("Boiler", PlanHome.rules("2025-05-03T09:00", "FREQ=YEARLY;INTERVAL=4"))
        var item = try Self.chore("Gutter", by: "ben", .missed)
        item.routine = overdue.id
        let browser = try Self.browser([item])
        func has(_ query: String, _ routines: [Routine], next: String?) throws {
            try browser.service.has(
                "routines?state=active&only=chores&limit=50" + query,
                RoutinePage(routines: routines, next: next, sequence: 1, journal: UUID()))
        }
        try has("", [past, old], next: "60")
        try has("&after=60", [overdue, new], next: "70")
        let many = try (0..<48).map { try routine("Plant \($0)", PlanHome.schedule("2026-12-02T09:00")) }
        try has("&after=70", many, next: "80")
        try has("&after=80", [far], next: nil)
        let page = try await browser.get("/chores/all")
        #expect(page.has("Gutter</a>") && page.has("Not done; it was due") && page.has("New dishes</a>"))
        #expect(!page.has("Cake") && !page.has("Old dishes") && page.has("Plant 47</a>"))
        #expect(page.has("/chores/all?after=80") && !page.has("Boiler"))
        let last = try await browser.get("/chores/all?after=80")
        #expect(last.has("Boiler</a>") && last.has("Next: ") && !last.has("/chores/all?after="))
    }

    @Test("What is due says until when by the clock, and a client who does their own is named once")
    func until() async throws {
        var mine = try Self.chore("Dishes", by: "anna", .due)
        mine.missedAt = try PlanHome.browser().now.addingTimeInterval(59 * 60)
        var hers = try PlanHome.item("2026-11-24T18:00", "Cat")
        hers.chore = Chore(points: 5)
        hers.assignment = Assignment(person: "maria", name: "Maria", reason: "Always Maria.")
        let browser = try Self.browser([mine, hers])
        let page = try await browser.get("/chores")
        #expect(page.has("Due now, by 10:59") && !page.has("by in 59"))
        #expect(page.has("<p>by Maria</p>") && !page.has("for Maria, by Maria"))
    }

    @Test("Whoever was reminded of a chore sees it, there and on Now, and hears it once")
    func reminded() async throws {
        var mine = try Self.chore("Dishes", by: "anna", .upcoming)
        mine.chore?.remindedAt = try PlanHome.browser().now.addingTimeInterval(-300)
        let browser = try Self.browser([mine])
        #expect(try await browser.get("/chores").has("You were reminded"))
        let now = try await browser.get("/now")
        #expect(now.has("You were reminded") && now.has("data-once=\"normal\""))
        // Every other page says it in a line above it, and at the way to Now.
        let plan = try await browser.get("/more")
        #expect(plan.has("id=\"reminded\"") && plan.has("You were reminded") && plan.has("1 reminder"))
        #expect(try await !browser.get("/chores").has("id=\"reminded\"") && !now.has("id=\"reminded\""))
        // By its time, which stays the same, so that a page that is read anew does not read it out once more.
        #expect(plan.has("You were reminded (09:55): Dishes"))
        // What is more urgent goes before it, with a sound of its own.
        var keys: Set<String> = []
        for (state, words) in [
            (OccurrenceState.upcoming, "You were reminded (09:55): Dishes"),
            (.due, "Dishes is due; you were reminded (09:55)."),
            (.missed, "Dishes was missed; you were reminded (09:55)."),
        ] {
            mine.state = state
            for path in ["/more", "/now"] {
                let page = try await Self.browser([mine]).get(path)
                #expect(page.has(words), "\(state) \(path)")
            }
            let chores = try await Self.browser([mine]).get("/chores")
            let news = try #require(chores.text.firstMatch(of: /data-once="normal" data-news="([^"]+)"/))
            keys.insert(String(news.1))
        }
        #expect(keys.count == 3)
        // Whoever asked is named, and the line leads to the chore itself.
        mine.chore?.remindedBy = "Mia"
        let named = try Self.browser([mine])
        let list = try await named.get("/chores")
        #expect(list.has("Mia reminds you"))
        for path in ["/now", "/more"] {
            let page = try await named.get(path)
            #expect(page.has("Mia reminds you") && !page.has("You were reminded"), "\(path)")
            let place = try #require(page.text.firstMatch(of: /href="\/chores#([^"]+)"/)?.output.1)
            #expect(list.has(" id=\"\(place)\" tabindex=\"-1\""), "\(path): \(place)")
        }
        mine.chore?.remindedAt = nil
        #expect(try await !Self.browser([mine]).get("/chores").has("data-once"))
        let more = try await Self.browser([mine]).get("/more")
        #expect(!more.has(#"id="reminded" role="status" aria-atomic="false"><a"#))
        mine.state = .upcoming
        #expect(try await !Self.browser([mine]).get("/more").has("You were reminded"))
        #expect(try await !Self.browser([mine]).get("/now").has("You were reminded"))
    }

    @Test("An amount of which its reader was reminded stands on Now, above other pages and among chores")
    func remindedOfAmount() async throws {
        let today = try PlanHome.browser()
        let day = today.zone.local(of: today.now).day
        let charge = Charge(
            id: UUID(),
            content: ChargeContent(
                what: "Rent", amount: 70_000, currency: "EUR", from: "anna", to: "ben", due: day),
            state: .open, paid: 0, by: "Ben", at: today.now)
        let browser = try Self.browser([], asked: [charge])
        try browser.service.has(
            "balances", Balances(currency: "EUR", debts: [], totals: [], payments: [], isFewest: true))
        try browser.service.home()
        try browser.service.has("points", PointStandings(people: []))
        try browser.service.has("grants", GrantPage(grants: []))
        #expect(try await !browser.get("/chores").has("data-once"))
        #expect(try await browser.get("/now").has("nothing is due"))
        var feed = ChoreFeed(of: [], for: "anna", isComplete: true, now: browser.now)
        feed.asked = [RemindedAmount(id: charge.id, what: "Rent", due: day, at: browser.now)]
        try browser.service.has("chores", feed)
        for path in ["/now", "/more"] {
            let page = try await browser.get(path)
            #expect(page.has("To be paid today: Rent"), "\(path)")
            #expect(page.has("href=\"/costs#charge-\(charge.id)\""), "\(path)")
            #expect(page.has(#"data-say="Something is to be paid today." data-once="normal""#), "\(path)")
        }
        #expect(try await !browser.get("/now").has("nothing is due"))
        let chores = try await browser.get("/chores")
        #expect(chores.has("id=\"charge-\(charge.id)\"") && chores.has(#"data-once="normal""#))
    }

    @Test("Whoever has housemates' reminders off on pages reads them and hears none, whatever else is on")
    func remindedSilently() async throws {
        var mine = try Self.chore("Dishes", by: "anna")
        mine.chore?.remindedAt = try PlanHome.browser().now.addingTimeInterval(-300)
        for (muted, sounds) in [(MessageKind.housemate, false), (.due, true)] {
            var person = Viewer.anna.person
            person.reminders.muted = [ReminderCell(muted, .page)]
            var browser = try Self.browser([mine])
            browser.viewer = Viewer(person: person, csrfToken: Viewer.anna.csrfToken)
            let (chores, more) = (try await browser.get("/chores"), try await browser.get("/more"))
            #expect(chores.has("You were reminded") && more.has("you were reminded"), "\(muted)")
            #expect(chores.has("data-once") == sounds && more.has("data-once") == sounds, "\(muted)")
        }
    }

    @Test("What whoever takes it first does can be taken where it is due, also of a client's plan")
    func claimedOnToday() async throws {
        var item = try PlanHome.item("2026-11-24T09:00:00", "Bins", state: .due)
        item.assignment = Assignment(person: nil, name: nil, reason: "Whoever takes it first.")
        let browser = try Self.browser([])
        try browser.service.home([], Samples.agenda(today: [item]))
        let page = try await browser.get("/today")
        let fields = try Self.form(page.text, "I’ll do it")
        #expect(fields.contains { $0 == ("kind", "claimed") } && fields.contains { $0 == ("person", "anna") })
        #expect(try await !self.today(of: .dora, item).has("I’ll do it"))
    }

    private func today(of viewer: Viewer, _ item: RoutineOccurrence) async throws -> FakeBrowser.Answer {
        var browser = try Self.browser([])
        browser.viewer = viewer
        try browser.service.home([], Samples.agenda(today: [item]))
        return try await browser.get("/today")
    }
}
