import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("Pages of a client who has logged in")
struct MinePagesTests {
    private static let tom = Viewer(
        person: Person(id: "tom", name: "Tom", role: .client), csrfToken: "token-of-tom")

    private static func card(_ need: String, _ group: String?) -> CallCard {
        CallCard(
            need: need, label: need.capitalized, called: need, say: "\(need).", priority: .normal,
            group: group)
    }

    private func browser(
        _ cards: [CallCard] = [], isLent: Bool = false, chores: [RoutineOccurrence] = []
    ) throws -> FakeBrowser {
        var browser = try PlanHome.browser()
        browser.viewer = Self.tom
        try browser.service.has("call-cards", CallCardPage(cards: cards, isLent: isLent))
        try browser.service.has(
            "requests", RequestPage(requests: [], next: nil, sequence: 7, journal: UUID()))
        try browser.service.has(
            "chores", ChoreFeed(of: chores, for: "tom", isComplete: true, now: browser.now))
        return browser
    }

    private static func chore() throws -> RoutineOccurrence {
        var item = try PlanHome.item("2026-11-24T18:00", "Table")
        item.chore = Chore(points: 5)
        item.assignment = Assignment(person: "tom", name: "Tom", reason: "Always Tom.")
        return item
    }

    @Test(
        "Whoever has neither a board nor a kiosk of their own begins with the chores, though there are none")
    func start() async throws {
        for (isLent, chores, path) in [
            (true, [try Self.chore()], "/mine/chores"), (true, [], "/mine/chores"),
            (false, [try Self.chore()], "/mine"),
        ] {
            #expect(try await browser(isLent: isLent, chores: chores).get("/").location == path)
        }
    }

    @Test(
        "Whoever has no board calls for help where their phone begins; with a board of one's own it is on that"
    )
    func help() async throws {
        var card = Self.card(CallCard.helpNeed, nil)
        card.priority = .urgent
        let child = try browser([card], isLent: true)
        let page = try await child.get("/mine/chores")
        let form = try #require(page.text.firstMatch(of: /<form[^>]*action="\/mine\/calls".*?<\/form>/))
            .output
        #expect(form.contains("Help"))
        let fields = FakeBrowser.Answer(status: 200, text: String(form), location: nil).fields()
        #expect(try await child.post("/mine/calls", fields).location == "/mine?did=called")
        let sent: NewRequest = try child.service.onlySent("requests")
        #expect(sent.need == "help" && sent.priority == .urgent && sent.client == "tom")
        #expect(try await !browser([card]).get("/mine/chores").has("/mine/calls"))
        #expect(try await browser([card]).get("/mine").has("/mine/calls"))
    }

    @Test("Without a board of one's own, chores and points stand first, and no way leads to an empty page")
    func ways() async throws {
        func paths(_ browser: FakeBrowser, at path: String = "/mine/chores") async throws -> [String] {
            let page = try await browser.get(path)
            let nav = try #require(page.text.range(of: "<nav")?.lowerBound)
            return page.text[nav...].matches(of: /<a href="([^"]*)"/).map { String($0.output.1) }
        }
        let child = try browser(isLent: true, chores: [try Self.chore()])
        try child.service.has("appointments", AppointmentPage(appointments: []))
        let childs = try await paths(child)
        #expect(childs.prefix(2) == ["/mine/chores", "/mine/points"])
        #expect(!childs.contains("/mine/sessions"), "\(childs)")
        let near = childs.prefix { $0 != "/more" }
        #expect(near.last == "/mine")
        // That is asked narrowly, with each page.
        let asked = child.service.asked
        #expect(
            asked.count { $0.hasPrefix("GET appointments?from=") && $0.hasSuffix("&limit=1") } == 1)
        #expect(
            asked.count { $0.hasPrefix("GET occurrences?") && $0.hasSuffix("&only=exercises&limit=1") } == 1)
        #expect(asked.count { $0.hasPrefix("GET appointments?") || $0.hasPrefix("GET occurrences?") } == 2)
        // After a refusal they stand as before.
        for path in ["/mine/calls", "/mine/chores/no-uuid/x/entries"] {
            let refused = try await child.post(path)
            let nav = try #require(refused.text.range(of: "<nav")?.lowerBound)
            let ways = refused.text[nav...].matches(of: /<a href="([^"]*)"/).map { String($0.output.1) }
            #expect(refused.status >= 400 && ways == childs, "\(path): \(ways)")
        }
        // Whoever has a kiosk has the usual ones.
        #expect(
            try await paths(try browser(chores: [try Self.chore()])).prefix(2) == ["/mine", "/mine/sessions"])
    }

    @Test(
        "Cards of one group stand together, though the board comes back to it; they are asked for in the reader's language"
    )
    func groups() async throws {
        var browser = try browser([
            Self.card("chest", "Pain"), Self.card("water", "Drinks"), Self.card("dizzy", "Pain"),
        ])
        browser.languages = ["de"]
        let page = try await browser.get("/mine")
        #expect(page.text.matches(of: /<h3>Pain<\/h3>/).count == 1)
        let order = ["Chest", "Dizzy", "Water"].compactMap { page.text.range(of: ">\($0)<")?.lowerBound }
        #expect(order.count == 3 && order == order.sorted())
        #expect(browser.service.asked.contains("GET call-cards?language=de"))
    }

    @Test("A call keeps the words it was made with; only lent cards say it in the reader's language")
    func ownWords() async throws {
        for (isLent, label) in [(true, "Wasser"), (false, "Water")] {
            var card = Self.card("water", nil)
            card.label = "Wasser"
            let browser = try browser([card], isLent: isLent)
            let now = browser.now
            let call = Request(
                id: UUID(), client: "tom", clientName: "Tom", need: "water", label: "Water", called: "water",
                say: "Water.", priority: .normal, state: .asked, askedAt: now, receivedAt: now,
                changedAt: now,
                sequence: 7)
            try browser.service.has(
                "requests", RequestPage(requests: [call], next: nil, sequence: 7, journal: UUID()))
            let page = try await browser.get("/mine")
            #expect(page.has("<span>\(label)</span></h3>"), "\(isLent)")
        }
    }

    @Test("What of theirs is due sounds once on a client's pages, unless they have that off or quiet hours")
    func due() async throws {
        var mine = try Self.chore()
        mine.state = .due
        mine.at = try PlanHome.browser().now.addingTimeInterval(-60)
        var others = try PlanHome.item("2026-11-24T09:00", "Bins", state: .due, routine: UUID())
        others.chore = Chore(audience: .household)
        var later = try PlanHome.item("2026-11-24T20:00", "Bed", routine: UUID())
        (later.chore, later.assignment) = (Chore(), mine.assignment)
        let once = "data-say=\"Table\" data-once=\"normal\""
        var browser = try browser(chores: [mine, others, later])
        let page = try await browser.get("/mine/chores")
        #expect(page.has(once) && page.text.matches(of: /data-once/).count == 1)
        #expect(!page.has("id=\"reminded\""))
        // Their other pages say it in a line that leads there. The script that sounds is on all of them.
        let calls = try await browser.get("/mine")
        #expect(calls.has(once) && calls.has("Table is due.") && calls.has("href=\"/mine/chores\""))
        #expect(!calls.has("Bins") && !calls.has("Bed") && calls.has("1 reminder"))
        #expect(page.has("/now.js") && calls.has("/now.js") && !calls.has("data-calls"))
        // Every page hears of what is due, from when it was drawn on.
        #expect(page.has(" data-reminds") && calls.has(" data-reminds data-after=\"7\""))
        #expect(browser.service.asked.contains("GET chores?only=reminders"))
        var late = mine
        late.state = .missed
        let told = try await self.browser(chores: [late]).get("/mine/goals")
        #expect(told.has("Table was missed.") && told.has(once) && told.has(" data-reminds"))
        late.chore?.remindedAt = browser.now.addingTimeInterval(-60)
        // Each news has a name, by which a page that is open knows that it is to be heard.
        var news: Set<String> = []
        for item in [mine, late] {
            let chores = try await self.browser(chores: [item]).get("/mine/chores")
            let name = try #require(chores.text.firstMatch(of: /data-once="normal" data-news="([^"]+)"/))
            news.insert(String(name.output.1))
        }
        #expect(news.count == 2)
        for wanted in [
            ReminderPreferences(muted: [ReminderCell(.due, .page)]), ReminderPreferences(off: [.due]),
            ReminderPreferences(quiet: QuietHours(from: 540, until: 660)),
        ] {
            var person = Self.tom.person
            person.reminders = wanted
            browser.viewer = Viewer(person: person, csrfToken: "token-of-tom")
            for path in ["/mine/chores", "/mine"] {
                #expect(try await !browser.get(path).has("data-once"), "\(wanted)")
            }
        }
        // The kiosk's column is another.
        var person = Self.tom.person
        person.reminders = ReminderPreferences(silent: [.kiosk])
        browser.viewer = Viewer(person: person, csrfToken: "token-of-tom")
        #expect(try await browser.get("/mine/chores").has("data-once"))
    }

    @Test(
        "A chore's time and a housemate's reminder each sound by their own kind, and what is off adds no sound"
    )
    func ownKinds() async throws {
        let now = try PlanHome.browser().now
        /// The name of what is to be heard of a chore; `nil` where nothing is.
        func news(
            _ wanted: ReminderPreferences, _ state: OccurrenceState, isReminded: Bool
        ) async throws -> String? {
            var item = try Self.chore()
            (item.state, item.at) = (state, now.addingTimeInterval(state == .upcoming ? 60 : -60))
            item.chore?.remindedAt = isReminded ? now.addingTimeInterval(-60) : nil
            var person = Self.tom.person
            person.reminders = wanted
            var browser = try self.browser(chores: [item])
            browser.viewer = Viewer(person: person, csrfToken: "token-of-tom")
            let page = try await browser.get("/mine/chores")
            let found = page.text.firstMatch(of: /data-once="normal" data-news="([^"]+)"/)
            let other = try await browser.get("/mine")
            #expect(other.has("data-once") == (found != nil), "\(wanted) \(state)")
            return found.map { String($0.output.1) }
        }
        // Both kinds: each is news of its own.
        var all: Set<String> = []
        for (state, isReminded) in [
            (OccurrenceState.upcoming, true), (.due, false), (.due, true), (.missed, false), (.missed, true),
        ] {
            all.insert(try #require(try await news(ReminderPreferences(), state, isReminded: isReminded)))
        }
        #expect(all.count == 5)
        // Only its time: being reminded of what was heard already changes nothing.
        let time = ReminderPreferences(muted: [ReminderCell(.housemate, .page)])
        #expect(try await news(time, .upcoming, isReminded: true) == nil)
        for state in [OccurrenceState.due, .missed] {
            let name = try #require(try await news(time, state, isReminded: false))
            #expect(try await news(time, state, isReminded: true) == name)
        }
        // Only a housemate: that its time comes after that changes nothing.
        let housemates = ReminderPreferences(off: [.due, .missed])
        let name = try #require(try await news(housemates, .upcoming, isReminded: true))
        for state in [OccurrenceState.due, .missed] {
            #expect(try await news(housemates, state, isReminded: false) == nil)
            #expect(try await news(housemates, state, isReminded: true) == name)
        }
        // Due and a housemate, not missed.
        let early = ReminderPreferences(off: [.missed])
        let due = try #require(try await news(early, .due, isReminded: true))
        #expect(due != name)
        #expect(try await news(early, .missed, isReminded: true) == due)
        #expect(try await news(ReminderPreferences(allOff: true), .missed, isReminded: true) == nil)
    }

    @Test("A picture is drawn where whoever reads fetches it; where it cannot be, nobody reads its path")
    func pictures() async throws {
        var item = try Self.chore()
        item.symbol = "photos/my cup.png"
        let page = try await browser(chores: [item]).get("/mine/chores")
        #expect(
            page.has(
                #"<img class="symbol" src="/api/v1/displays/tom/symbol?path=photos%2Fmy%20cup.png" alt="">"#))
        func seen(by role: Person.Role) -> ShownSymbol? {
            .seen(item.symbol, by: Person(id: "anna", name: "Anna", role: role))
        }
        for role in [Person.Role.caregiver, .coordinator] {
            #expect(
                seen(by: role)?.photo == "/api/v1/displays/%2A/symbol?path=photos%2Fmy%20cup.png", "\(role)")
        }
        #expect(seen(by: .provider) == nil && ShownSymbol.sign(item.symbol) == nil)
        #expect(ShownSymbol.seen("🍽️", by: nil)?.sign == "🍽️" && ShownSymbol.seen(nil, by: nil) == nil)
    }

    @Test("What is their own can be skipped with a reason; what others plan cannot")
    func skip() async throws {
        var own = try Self.chore()
        (own.client, own.isClientsOwn) = ("tom", true)
        let browser = try browser(chores: [own])
        let page = try await browser.get("/mine/chores")
        #expect(page.has("Why skip it? What is skipped brings no points."))
        let place =
            "/mine/chores/\(own.routine.uuidString)/\(PageText.escaped(own.key.description))/entries"
        let fields = [("kind", "skipped"), ("id", UUID().uuidString)]
        let refused = try await browser.post(place, fields)
        #expect(refused.status == 422 && refused.has("Please say why."))
        let answer = try await browser.post(place, fields + [("text", "ill")])
        #expect(try #require(answer.location).hasPrefix("/mine/chores?did=skipped"))
        #expect(try await browser.get("/mine/chores?did=skipped").has("Skipped."))
        own.isClientsOwn = false
        let others = try self.browser(chores: [own])
        #expect(try await !others.get("/mine/chores").has("Why skip it?"))
        // They take back what they have skipped themselves.
        (own.isClientsOwn, own.state, own.changedBy, own.lastEntry) = (true, .skipped, "Tom", UUID())
        #expect(try await self.browser(chores: [own]).get("/mine/chores").has("Undo"))
    }

    @Test("Done says how many points that was; while it waits for a yes, only that it is done")
    func points() async throws {
        let browser = try browser(chores: [try Self.chore()])
        let entry = UUID()
        func standing(_ lines: [PointLine]) throws {
            try browser.service.has(
                "points/tom",
                PointPage(
                    standing: PointStanding(person: "tom", name: "Tom", sum: 5, collected: 5, isOn: true),
                    lines: lines))
        }
        try standing([])
        let path = "/mine/chores?did=done&entry=\(entry.uuidString)"
        #expect(try await browser.get(path).has("Done."))
        #expect(try await !browser.get(path).has("points for you"))
        try standing([
            PointLine(
                number: 1, id: UUID(), person: "tom", kind: .earned, points: 5, what: "Table", entry: entry,
                at: browser.now)
        ])
        #expect(try await browser.get(path).has("Done: Table. 5 points for you."))
        let item = try Self.chore()
        let place =
            "/mine/chores/\(item.routine.uuidString)/\(PageText.escaped(item.key.description))/entries"
        let answer = try await browser.post(place, [("kind", "done"), ("id", entry.uuidString)])
        #expect(answer.location == path)
    }
}
