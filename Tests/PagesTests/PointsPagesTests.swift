import Care
import Costs
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("Pages of points")
struct PointsPagesTests {
    static let cinema = Reward(
        id: UUID(),
        content: RewardContent(
            title: "Cinema <b>", details: "With popcorn.", symbol: "🎬", people: ["maria"],
            way: .redeemed(cost: 15, approval: true)), sequence: 7,
        changedAt: Date(timeIntervalSince1970: 1_799_990_000), changedBy: "Ben")
    static let zoo = Reward(
        id: UUID(), content: RewardContent(title: "Zoo", way: .reached(at: 20, again: true)), sequence: 8,
        changedAt: Date(timeIntervalSince1970: 1_799_990_000))

    static func grant(
        _ state: RewardGrant.State, _ reward: Reward = cinema, of person: String = "maria",
        crossing: Int? = nil, ago: Double = 60
    ) -> RewardGrant {
        let at = FakeBrowser().now.addingTimeInterval(-ago)
        return RewardGrant(
            id: UUID(), reward: reward.id, title: reward.content.title, symbol: reward.content.symbol,
            person: person, name: person.capitalized, cost: crossing == nil ? 15 : 0, crossing: crossing,
            state: state, at: at, changedAt: at, sequence: 30)
    }

    private static func standing(
        _ person: String, sum: Int = 12, isOn: Bool = true, rewards: [Reward] = [cinema, zoo]
    ) -> PointStanding {
        PointStanding(
            person: person, name: person.capitalized, sum: sum, collected: 12, isOn: isOn,
            rewards: rewards.compactMap { RewardProgress($0, sum: sum, collected: 12, reached: 0) })
    }

    private func browser(
        _ people: [PointStanding] = [standing("anna", rewards: []), standing("maria")],
        grants: [RewardGrant] = [], lines: [PointLine] = []
    ) throws -> FakeBrowser {
        let browser = FakeBrowser()
        try browser.service.has("people", PlanHome.people)
        try browser.service.has("points", PointStandings(people: people))
        try browser.service.has("grants", GrantPage(grants: grants))
        for one in people {
            try browser.service.has("points/\(one.person)", PointPage(standing: one, lines: lines, next: 41))
        }
        return browser
    }

    /// The fields of the form whose button has these words.
    private static func form(_ text: String, _ button: String) throws -> [(String, String)] {
        let end = try #require(
            text.firstMatch(of: try Regex("<button[^>]*>\(button)<")), "no button \(button)"
        ).range.lowerBound
        let start = try #require(text[..<end].range(of: "<form", options: .backwards)?.lowerBound)
        return FakeBrowser.Answer(status: 200, text: String(text[start..<end]), location: nil).fields()
    }

    @Test("A home without rewards is shown what points are for; providers have no way there")
    func new() async throws {
        var browser = try browser([
            PointStanding(person: "maria", name: "Maria", sum: 0, collected: 0, isOn: true)
        ])
        let page = try await browser.get("/points")
        #expect(page.has("Chores can bring points") && page.has(#"href="/rewards/new""#))
        #expect(try await browser.get("/more").has(#"href="/points""#))
        browser.viewer = .dora
        #expect(try await browser.get("/points").status == 403)
        #expect(try await !browser.get("/more").has(#"href="/points""#))
    }

    @Test("Who earns points stands there before anybody has any; where somebody wants none leads to them")
    func people() async throws {
        let all = ["anna", "leo", "maria"].map {
            PointStanding(person: $0, name: $0.capitalized, sum: 0, collected: 0, isOn: $0 != "leo")
        }
        let browser = try browser(all)
        let page = try await browser.get("/points")
        #expect(page.has("Everybody here earns points") && page.has(">Anna<") && page.has(">Maria<"))
        // Nobody else overrules it in passing; a coordinator is led to where it says what that means.
        #expect(!page.has("Points again") && !page.has("With points or without"))
        var cora = browser
        cora.viewer = Viewer(
            person: Person(id: "cora", name: "Cora", role: .coordinator), csrfToken: "token-of-cora")
        let coordinators = try await cora.get("/points")
        #expect(coordinators.has(#"<a class="line" href="/points/leo">With points or without"#))
        #expect(coordinators.text.matches(of: /With points or without/).count == 1)
        let fields = [("do", "turn"), ("on", "true"), ("person", "leo")]
        #expect(try await browser.post("/points", fields).status == 400)
        #expect(browser.service.sent.isEmpty)
    }

    @Test("Each stands by themselves in the order of names, with how far the next rewards are in words")
    func overview() async throws {
        var browser = try browser([
            Self.standing("anna", rewards: []), Self.standing("leo", isOn: false),
            Self.standing("maria", sum: -3),
        ])
        let page = try await browser.get("/points")
        #expect(page.status == 200)
        let order = [">Anna<", ">12 points<", ">Leo<", "No points are wanted here.", ">Maria<", ">0 points<"]
            .compactMap { page.text.range(of: $0)?.lowerBound }
        #expect(order.count == 6 && order == order.sorted())
        #expect(page.has("The next 3 points make up for what was undone."))
        #expect(page.has("Cinema &lt;b&gt;") && !page.has("Cinema <b>"))
        #expect(page.has(">0 of 15<") && page.has(#"<progress max="15" value="0" aria-hidden="true">"#))
        #expect(page.has(">12 of 20<") && page.has("Comes by itself each 20 points"))
        #expect(page.has("Costs 15 points, and somebody says yes first"))
        #expect(page.has(#"data-live="points_changed grant_changed occurrence_changed""#))
        // Nobody has enough.
        #expect(!page.has("Ask for it"))
        browser.languages = ["de"]
        #expect(try await browser.get("/points").has(">12 von 20<"))
        browser.languages = ["fr"]
        #expect(try await browser.get("/points").has(">12 sur 20<"))
    }

    @Test("Only the next three rewards stand there, and how many more there are")
    func more() async throws {
        let rewards = (0..<5).map { number in
            Reward(
                id: UUID(),
                content: RewardContent(
                    title: "Outing \(number)", way: .redeemed(cost: 30 + number, approval: false)),
                sequence: 1, changedAt: .distantPast)
        }
        let browser = try browser([Self.standing("maria", rewards: rewards)])
        let page = try await browser.get("/points")
        #expect(page.has("Outing 2") && !page.has("Outing 3") && page.has("and 2 more"))
        #expect(try await browser.get("/points/maria").has("Outing 4"))
    }

    @Test("What waits has a yes and a no with a reason; nobody says yes to their own")
    func waiting() async throws {
        let (hers, mine) = (Self.grant(.waiting), Self.grant(.waiting, of: "anna"))
        let browser = try browser(grants: [hers, mine])
        let page = try await browser.get("/points")
        #expect(
            page.has("Maria would like: Cinema &lt;b&gt;") && page.has("You would like: Cinema &lt;b&gt;"))
        #expect(page.has("for 15 points · 1 minute ago"))
        #expect(
            page.text.matches(of: />Yes</).count == 1
                && page.text.matches(of: />No longer wanted</).count == 1)
        var form = try Self.form(page.text, "Yes")
        #expect(
            try await browser.post("/points", form).location == "/points?did=granted&grant=\(hers.id)")
        let answer: GrantAnswer = try browser.service.onlySent("grants/\(hers.id)/answers")
        #expect(answer.state == .granted && form.contains { $0 == ("id", answer.id.uuidString.lowercased()) })
        form = try Self.form(page.text, "No longer wanted")
        #expect(
            form.contains { $0 == ("grant", "\(mine.id)") } && form.contains { $0 == ("state", "withdrawn") })
    }

    @Test("A no needs a reason, which is passed on")
    func refusal() async throws {
        let grant = Self.grant(.waiting)
        let browser = try browser(grants: [grant])
        let form = try Self.form(try await browser.get("/points").text, "Not now, for this reason").filter {
            $0.0 != "reason"
        }
        let silent = try await browser.post("/points", form)
        #expect(silent.status == 422 && silent.has("Please say why.") && browser.service.sent.isEmpty)
        let answer = try await browser.post("/points", form + [("reason", "The car is away.")])
        #expect(answer.location == "/points?did=refused&grant=\(grant.id)")
        let sent: GrantAnswer = try browser.service.onlySent("grants/\(grant.id)/answers")
        #expect(sent.state == .refused && sent.reason == "The car is away.")
        var refused = grant
        refused.state = .refused
        try browser.service.has("grants", GrantPage(grants: [refused]))
        #expect(try await browser.get(answer.location ?? "").has("the points are back"))
    }

    @Test("Somebody was faster: the page says so above what is there now")
    func conflict() async throws {
        let grant = Self.grant(.waiting)
        let browser = try browser(grants: [grant])
        let form = try Self.form(try await browser.get("/points").text, "Yes")
        try browser.service.refuse(
            "POST", "grants/\(grant.id)/answers", CareProblem(.conflict, "it was refused meanwhile"))
        let page = try await browser.post("/points", form)
        #expect(page.status == 409 && page.has("It was refused meanwhile.") && page.has("Maria would like"))
        try browser.service.refuse(
            "POST", "grants/\(grant.id)/answers", CareProblem(.forbidden, "a caregiver may not do this"))
        #expect(try await browser.post("/points", form).status == 403)
    }

    @Test(
        "What is granted is celebrated for a day, on Points and on Now, and is to be handed over until it was"
    )
    func celebration() async throws {
        let (fresh, old) = (
            Self.grant(.granted, Self.zoo, crossing: 1),
            Self.grant(.granted, of: "leo", ago: 90_000)
        )
        let mine = Self.grant(.granted, of: "anna", ago: 120)
        let browser = try browser(grants: [fresh, mine, old])
        for path in ["/points", "/now"] {
            let page = try await browser.get(path)
            #expect(page.status == 200)
            #expect(page.has(#"role="status" aria-atomic="false""#), "\(path)")
            #expect(page.has("Maria has reached: Zoo") && page.has("You get: Cinema"), "\(path)")
            #expect(!page.has("Leo gets"), "\(path)")
            #expect(page.text.contains(/data-live="[^"]*grant_changed/), "\(path)")
        }
        let page = try await browser.get("/points")
        #expect(page.has("For Leo: Cinema") && page.has("For Maria: Zoo") && page.has("For you: Cinema"))
        let form = try Self.form(page.text, "Handed over")
        #expect(
            form.contains { $0 == ("state", "given") } && form.contains { $0 == ("grant", "\(fresh.id)") })
        // Where nothing is, the place for what comes is there.
        #expect(try await self.browser().get("/now").has(#"data-key="celebrations"></div>"#))
    }

    @Test("A page Now whose grants cannot be read goes without")
    func unreadable() async throws {
        let browser = try browser()
        try browser.service.refuse("GET", "grants", CareProblem(.storeFailed, "the disk is full"))
        let page = try await browser.get("/now")
        #expect(page.status == 200 && !page.has("the disk is full"))
    }

    @Test("Every line of a person's points says in plain words what it was")
    func lines() async throws {
        func line(_ number: Int64, _ kind: PointLine.Kind, _ points: Int, _ what: String) -> PointLine {
            PointLine(
                number: number, id: UUID(), person: "maria", kind: kind, points: points, what: what,
                by: "Ben",
                at: FakeBrowser().now.addingTimeInterval(-600))
        }
        let lines = [
            line(46, .returned, 15, "Cinema"), line(45, .redeemed, -15, "Cinema"),
            line(44, .given, 1, "helped <i>Ben</i>"), line(43, .undone, -5, "Dishes"),
            line(42, .earned, 5, "Dishes"),
        ]
        var browser = try browser(lines: lines)
        let page = try await browser.get("/points/maria")
        #expect(page.has("Maria’s points</h1>"))
        for words in [
            "Back: Cinema", "Asked for: Cinema", "Thanks: helped &lt;i&gt;Ben&lt;/i&gt;", "Undone: Dishes",
            ">+15 points<", ">−15 points<", ">+1 point<", ">−5 points<", ">+5 points<", "Ben, 10 minutes ago",
            #"href="/points/maria?before=41&amp;until="#,
        ] { #expect(page.has(words), "\(words)") }
        let older = try await browser.get("/points/maria?before=41")
        #expect(older.has("Undone: Dishes") && !older.has("Say thanks") && !older.has("Ask for it"))
        #expect(browser.service.asked.contains("GET points/maria?before=41"))
        browser.languages = ["de"]
        #expect(try await browser.get("/points/maria").has("Rückgängig: Dishes"))
    }

    @Test("A child's page has what they have to do")
    func chores() async throws {
        var chore = try PlanHome.item("2027-01-15T09:00:00", "Bed", state: .due, routine: UUID())
        (chore.chore, chore.assignment) = (
            Chore(points: 5), Assignment(person: "maria", name: "Maria", reason: "")
        )
        var others = try PlanHome.item("2027-01-15T09:00:00", "Bins", state: .due, routine: UUID())
        (others.client, others.assignment) = (
            RoutineOccurrence.noClient, Assignment(person: "ben", name: "Ben", reason: "")
        )
        let browser = try browser()
        try browser.service.has(
            "chores", ChoreFeed(of: [chore, others], for: "anna", isComplete: true, now: browser.now))
        let page = try await browser.get("/points/maria")
        #expect(page.has("Bed") && page.has("5 points") && !page.has("Bins"))
    }

    @Test("Asking for a reward: what it leads to, and too few points told with how many there are")
    func asking() async throws {
        let browser = try browser([Self.standing("maria", sum: 15)])
        let page = try await browser.get("/points/maria")
        #expect(page.text.matches(of: />Ask for it</).count == 1 && page.has("With popcorn."))
        let form = try Self.form(page.text, "Ask for it")
        let waiting = Self.grant(.waiting)
        try browser.service.answer("POST", "grants", waiting, status: 201)
        #expect(
            try await browser.post("/points/maria", form).location
                == "/points/maria?did=asked&grant=\(waiting.id)")
        let sent: NewGrant = try browser.service.onlySent("grants")
        #expect(sent.reward == Self.cinema.id && sent.person == "maria")
        let granted = Self.grant(.granted)
        try browser.service.answer("POST", "grants", granted, status: 201)
        #expect(
            try await browser.post("/points/maria", form).location
                == "/points/maria?did=granted&grant=\(granted.id)")
        try browser.service.refuse(
            "POST", "grants", CareProblem(.conflict, "there are 3 points", field: "reward"))
        let refused = try await browser.post("/points/maria", form)
        #expect(refused.status == 409 && refused.has("There are 3 points."))
    }

    @Test("Where all stand, a reward is asked for with one tap, by whoever has enough for it")
    func askingOnOverview() async throws {
        let browser = try browser([Self.standing("leo", sum: 3), Self.standing("maria", sum: 15)])
        let page = try await browser.get("/points")
        #expect(page.text.matches(of: />Ask for it</).count == 1)
        let form = try Self.form(page.text, "Ask for it")
        let waiting = Self.grant(.waiting)
        try browser.service.answer("POST", "grants", waiting, status: 201)
        #expect(
            try await browser.post("/points", form).location == "/points?did=asked&grant=\(waiting.id)")
        let sent: NewGrant = try browser.service.onlySent("grants")
        #expect(sent.reward == Self.cinema.id && sent.person == "maria")
    }

    @Test("A notice says what has become of a reward since, and nothing where that is not known")
    func notices() async throws {
        var grant = Self.grant(.waiting)
        let path = "/points?did=asked&grant=\(grant.id)"
        #expect(try await browser(grants: [grant]).get(path).has("Asked. Somebody says yes, or why not."))
        (grant.state, grant.reason) = (.refused, "not today")
        let refused = try await browser(grants: [grant]).get(path)
        #expect(refused.has("Not now: Cinema &lt;b&gt; – not today. The points are back."))
        #expect(!refused.has("Asked. Somebody"))
        grant.state = .given
        #expect(try await browser(grants: [grant]).get(path).has("Handed over."))
        #expect(try await !browser().get(path).has("class=\"notice"))
        #expect(try await !browser().get("/points?did=asked").has("class=\"notice"))
    }

    @Test("What became of rewards stands among the lines, each on the page of its time")
    func rewardsInHistory() async throws {
        func line(_ number: Int64, ago: Double) -> PointLine {
            PointLine(
                number: number, id: UUID(), person: "maria", kind: .earned, points: 5,
                what: "Dishes \(number)",
                at: FakeBrowser().now.addingTimeInterval(-ago))
        }
        var refused = Self.grant(.refused, ago: 200)
        (refused.reason, refused.changedBy) = ("not today", "Ben")
        let browser = try browser(
            grants: [refused, Self.grant(.given, Self.zoo, crossing: 1, ago: 5000), Self.grant(.waiting)],
            lines: [line(45, ago: 100), line(44, ago: 900)])
        let page = try await browser.get("/points/maria")
        let lines = try #require(page.text.range(of: "lines-title")?.lowerBound)
        let order = ["Dishes 45", "Not now: Cinema &lt;b&gt; – not today", "Dishes 44"]
            .compactMap { page.text[lines...].range(of: $0)?.lowerBound }
        #expect(order.count == 3 && order == order.sorted() && !page.has("Handed over: Zoo"))
        let older = try #require(
            page.text.firstMatch(of: /\/points\/maria\?before=41&amp;until=\d+/)
        ).output
        try browser.service.has(
            "points/maria",
            PointPage(standing: Self.standing("maria"), lines: [line(40, ago: 9000)], next: nil))
        let second = try await browser.get(String(older).replacing("&amp;", with: "&"))
        #expect(second.has("Handed over: Zoo") && !second.has("Not now: Cinema"))
    }

    @Test("Rewards are read only as far back as the lines of the page go")
    func rewardsOfThePage() async throws {
        let line = PointLine(
            number: 44, id: UUID(), person: "maria", kind: .earned, points: 5, what: "Dishes",
            at: FakeBrowser().now.addingTimeInterval(-900))
        func questions(_ ages: [Double]) async throws -> Int {
            let browser = try browser(lines: [line])
            let grants = ages.map { Self.grant(.given, ago: $0) }
            // Of answers without an end.
            try browser.service.has(
                "grants?person=maria&limit=200", GrantPage(grants: grants, next: 9))
            try browser.service.has(
                "grants?person=maria&limit=200&before=9",
                GrantPage(grants: [Self.grant(.given, ago: 9000)], next: 8))
            _ = try await browser.get("/points/maria")
            return browser.service.asked.count { $0.hasPrefix("GET grants?person=maria&limit=200") }
        }
        #expect(try await questions([1000, 5000]) == 1)
        // One of them was handed over late.
        #expect(try await questions([1000, 100, 5000]) == 2)
    }

    @Test("Saying thanks: both mistakes at their fields at once, and then it is sent")
    func thanks() async throws {
        let browser = try browser()
        let form = try Self.form(try await browser.get("/points/maria").text, "Say thanks")
        let wrong = try await browser.post(
            "/points/maria", form.map { $0.0 == "points" ? ("points", "1001") : $0 })
        #expect(wrong.status == 422 && wrong.has(#"value="1001""#))
        #expect(wrong.has(##"href="#f-points""##) && wrong.has("Write a whole number, 1 to 1,000."))
        #expect(wrong.has(##"href="#f-reason""##) && wrong.has("Write what for."))
        #expect(browser.service.sent.isEmpty)
        let sent = form.map { ($0.0, ["points": "3", "reason": "helped Ben"][$0.0] ?? $0.1) }
        #expect(try await browser.post("/points/maria", sent).location == "/points/maria?did=thanked")
        let gift: PointGift = try browser.service.onlySent("points/maria/gifts")
        #expect(gift.points == 3 && gift.reason == "helped Ben" && gift.by == "Anna")
        #expect(form.contains { $0 == ("id", gift.id.uuidString.lowercased()) })
        // Not to oneself.
        #expect(try await !browser.get("/points/anna").has("Say thanks"))
    }

    @Test("A client sees for a day what was handed over to them, also by somebody of the same name")
    func handedOver() async throws {
        var given = Self.grant(.given, Self.zoo, crossing: 1)
        given.changedBy = "Maria"
        var browser = try browser(grants: [given, Self.grant(.given, ago: 90_000)])
        browser.viewer = Viewer(
            person: Person(id: "maria", name: "Maria", role: .client), csrfToken: "token-of-maria")
        let page = try await browser.get("/mine/points")
        #expect(page.has("Here for you: Zoo") && !page.has("Here for you: Cinema"))
    }

    @Test("Whoever wants no points sees none, and can have them again")
    func without() async throws {
        let browser = try browser([Self.standing("maria", isOn: false)])
        let page = try await browser.get("/points/maria")
        #expect(page.has("No points are wanted here.") && !page.has("12 points") && !page.has("Say thanks"))
        #expect(!browser.service.asked.contains { $0.hasPrefix("GET grants") })
        let form = try Self.form(page.text, "Points again")
        #expect(try await browser.post("/points/maria", form).location == "/points/maria?did=on")
        let sent: PointSwitch = try browser.service.onlySent("points/maria/switch")
        #expect(sent.isOn && sent.by == "Anna")
        let on = try await self.browser().get("/points/maria")
        #expect(try Self.form(on.text, "No points any more").contains { $0 == ("on", "false") })
    }

    @Test("A form that does nothing known is refused", arguments: ["/points", "/points/maria"])
    func unknown(path: String) async throws {
        let browser = try browser()
        #expect(try await browser.post(path, [("do", "dance")]).status == 400)
        #expect(browser.service.sent.isEmpty)
    }

    @Test("After a chore is done, it is said how many points that was, where there are some to see")
    func flash() async throws {
        let chore = UUID()
        let entry = OccurrenceEntry(
            id: UUID(), routine: chore,
            key: OccurrenceKey(try #require(WallTime("2027-01-15T09:00")), zone: "Europe/Berlin"),
            kind: .done, by: "Anna", person: "maria", at: FakeBrowser().now)
        let line = PointLine(
            number: 42, id: UUID(), person: "maria", kind: .earned, points: 5, what: "Dishes",
            entry: entry.id,
            by: "Anna", at: entry.at)
        let browser = try browser(lines: [line])
        try browser.service.has("charges", ChargePage(charges: []))
        try browser.service.has("chores", ChoreFeed(of: [], for: "anna", isComplete: true, now: browser.now))
        try browser.service.has("entries", EntryPage(entries: [entry]))
        try browser.service.has(
            "routines/\(chore.uuidString)",
            PlanHome.routine(try PlanHome.schedule("2027-01-15T09:00")) { $0.title = "Dishes" })
        let path =
            "/chores?entry=\(entry.id.uuidString)&routine=\(chore.uuidString)&key=\(PageText.escaped(entry.key.description))"
        #expect(try await browser.get(path).has("Done: Dishes. 5 points for Maria."))
        try browser.service.refuse("GET", "points/maria", CareProblem(.forbidden, "not yours"))
        let page = try await browser.get(path)
        #expect(page.status == 200 && page.has("Done: Dishes.") && !page.has("5 points"))
    }

    @Test("A line of the ledger says who noted it, and not that they did it")
    func noted() async throws {
        func line(_ number: Int64, _ kind: PointLine.Kind, by: String, _ id: String? = nil) -> PointLine {
            PointLine(
                number: number, id: UUID(), person: "maria", kind: kind, points: 5, what: "Cat", by: by,
                byID: id,
                at: FakeBrowser().now.addingTimeInterval(-300))
        }
        let browser = try browser(
            [Self.standing("maria")],
            lines: [line(3, .given, by: "Ben"), line(2, .earned, by: "Maria"), line(1, .earned, by: "Anna")])
        let page = try await browser.get("/points/maria")
        #expect(page.has("noted by Anna, 5 minutes ago") && page.has("Ben, 5 minutes ago"))
        // Another Maria is another person, and whoever has another name since is the same.
        for (by, id, isNoted) in [("Maria", "maria-2", true), ("Mia", "maria", false)] {
            let browser = try self.browser([Self.standing("maria")], lines: [line(1, .earned, by: by, id)])
            #expect(try await browser.get("/points/maria").has("noted by \(by)") == isNoted, "\(id)")
        }
        #expect(!page.has("noted by Maria") && !page.has("noted by Ben") && !page.has(">Anna, 5"))
    }

    @Test(
        "What is approved says how many points that was, for whoever did it first, whatever their clock says",
        arguments: [0.0, -1_700_000_000, 253_000_000_000])
    func approved(clock: Double) async throws {
        let browser = try PlanHome.browser()
        let routine = PlanHome.routine(try PlanHome.rules("2026-11-24T09:00:00", "FREQ=DAILY")) {
            ($0.points, $0.needsApproval) = (5, true)
        }
        let key = OccurrenceKey(try #require(WallTime("2026-11-24T09:00:00")), zone: "Europe/Berlin")
        func entry(_ kind: OccurrenceEntry.Kind, _ person: String?) -> OccurrenceEntry {
            OccurrenceEntry(
                id: UUID(), routine: PlanHome.id, key: key, kind: kind, by: person == nil ? "Anna" : "Maria",
                person: person, at: browser.now)
        }
        var done = entry(.done, "maria")
        let again = entry(.done, "ben")
        var approved = entry(.approved, nil)
        // Whether it is still told goes by the service's own clock, too.
        (done.at, approved.at) = (done.at + clock, approved.at + clock)
        approved.receivedAt = browser.now
        try browser.service.has("routines/\(PlanHome.id)", routine)
        try browser.service.has("routines/\(PlanHome.id.uuidString)", routine)
        try browser.service.has("entries", EntryPage(entries: [done, again, approved]))
        try browser.service.has("charges", ChargePage(charges: []))
        try browser.service.has("chores", ChoreFeed(of: [], for: "anna", isComplete: true, now: browser.now))
        let line = PointLine(
            number: 1, id: UUID(), person: "maria", kind: .earned, points: 5, what: "Medicine",
            entry: done.id, by: "Anna", at: browser.now)
        try browser.service.has("points/maria", PointPage(standing: Self.standing("maria"), lines: [line]))
        let place = "&routine=\(PlanHome.id.uuidString)&key=\(PageText.escaped(key.description))"
        let page = try await browser.get("/chores?entry=\(approved.id.uuidString)\(place)")
        #expect(page.has("Approved: Medicine. 5 points for Maria."))
        (approved.at, approved.receivedAt) = (browser.now, browser.now - 3600)
        try browser.service.has("entries", EntryPage(entries: [done, again, approved]))
        let later = try await browser.get("/chores?entry=\(approved.id.uuidString)\(place)")
        #expect(!later.has("Approved: Medicine."))
    }
}
