import Care
import Foundation
import Testing
import Wording

@testable import Pages

struct NowTests {
    private let browser = FakeBrowser()
    private var service: FakeAPI { browser.service }
    private let id = Samples.number(1).uuidString
    private let message = Samples.number(800).uuidString

    // MARK: - What is there

    @Test("An empty home says so, and what to do") func anEmptyHomeSaysSoAndWhatToDo() async throws {
        try service.home()
        let page = try await browser.get("/now")
        #expect(page.status == 200)
        #expect(page.has("Nobody is waiting, and nothing is due."))
        #expect(page.has("data-live=\"asked heard on_the_way met"))
    }

    @Test(
        "Calls that nobody has answered come first, by urgency and then by age, each with who, what, since when and where it stands"
    )
    func callsStandByUrgencyAndThenByAgeEach()
        async throws
    {
        try service.home([
            Samples.request(1, "water", minutesAgo: 50),
            Samples.request(2, "the toilet", priority: .soon, minutesAgo: 2),
            Samples.request(3, "help", priority: .urgent, state: .asked, minutesAgo: 1, escalation: 2),
            Samples.request(4, "tea", priority: .soon, state: .onTheWay, minutesAgo: 30, by: "Ben"),
        ])
        let text = try await browser.get("/now").text
        let order = ["for help", "for the toilet", "for water", "for tea"].map {
            text.range(of: "data-say=\"Maria asks \($0)\"")?.lowerBound
        }
        #expect(order.allSatisfy { $0 != nil })
        #expect(order.compactMap(\.self) == order.compactMap(\.self).sorted())
        #expect(text.contains("Ben is on the way (1 minute ago)."))
        #expect(text.contains("50 minutes ago"))
        #expect(text.contains("called out again 2 times"))
        #expect(text.contains("data-ring=\"urgent\" data-level=\"2\""))
        // Whoever is on the way has answered: it does not sound any more.
        #expect(text.components(separatedBy: "data-ring=").count == 4)
        #expect(text.contains("I’ll go instead"))
    }

    @Test("However often one client calls, the page has the others' calls, too, also behind thousands")
    func turnsOfClients() async throws {
        var ottos = Samples.request(300, "help", priority: .urgent, state: .asked, minutesAgo: 1)
        (ottos.client, ottos.clientName) = ("otto", "Otto")
        let marias = (1...120).map { Samples.request($0, priority: .urgent, minutesAgo: 50) }
        try service.home(marias + [ottos])
        #expect(try await browser.get("/now").has("data-say=\"Otto asks for help\""))
        // Each page of open calls has a next one.
        func page(_ requests: [Request], next: String?) -> RequestPage {
            RequestPage(requests: requests, next: next, sequence: 1, journal: Samples.number(0), count: 121)
        }
        try service.has("requests", page(marias, next: "9"))
        #expect(try await !browser.get("/now").has("data-say=\"Otto asks for help\""))
        try service.has("requests?state=waiting&limit=200", page([marias[0], ottos], next: nil))
        #expect(try await browser.get("/now").has("data-say=\"Otto asks for help\""))
    }

    @Test("What needs an answer stands first: calls, what waits for a yes, what is due, and then the rest")
    func order() async throws {
        let now = Samples.now
        var waiting = Samples.item("Bins", state: .done, routine: Samples.number(901))
        waiting.chore = Chore(audience: .household, approval: .waiting, doneBy: ["leo"])
        var coming = Samples.item("Walk", state: .upcoming, routine: Samples.number(902))
        coming.at = now.addingTimeInterval(3600)
        let battery = Fault(
            id: Samples.number(950), source: "kiosk", kind: .switchBatteryLow, isActive: true,
            clientName: "Maria",
            detail: "", at: now)
        let lost = Fault(
            id: Samples.number(951), source: "kiosk", kind: .switchUnplugged, isActive: true,
            clientName: "Maria",
            detail: "", at: now)
        for (faults, places) in [
            ([battery], ["requests", "chores-wait", "due", "coming", "faults"]),
            ([battery, lost], ["requests", "faults", "chores-wait", "due", "coming"]),
        ] {
            try service.home([Samples.request()], Samples.agenda(today: [Samples.item(), coming]), faults)
            try service.has("chores", ChoreFeed(of: [waiting], for: "anna", isComplete: true, now: now))
            let text = try await browser.get("/now").text
            let found = places.compactMap { place in text.range(of: "data-key=\"\(place)\"")?.lowerBound }
            #expect(found.count == places.count && found == found.sorted(), "\(places)")
        }
    }

    /// What nobody has answered, as the service tells pages.
    private func waits(_ requests: [Request], count: Int? = nil) throws {
        try service.has(
            "requests?state=waiting&limit=50",
            RequestPage(
                requests: requests, next: nil, sequence: 41, journal: Samples.number(7),
                count: count ?? requests.count))
    }

    @Test("Every page says without a script who is calling, the most urgent first, and how many")
    func pagesSayWhoIsCalling() async throws {
        try service.home()
        let help = Samples.request(1, "help", priority: .urgent, state: .asked, escalation: 2)
        try waits([help, Samples.request(2, priority: .soon)], count: 122)
        let page = try await browser.get("/today")
        #expect(
            page.has(
                #"<a id="calls" class="calls urgent" href="/now">Maria asks for help, and 121 more</a>"#))
        #expect(
            page.has(
                #"<span class="badge" aria-hidden="true">122</span><span class="unseen">, 122 calls</span>"#))
        #expect(page.has(#"data-count="122""#) && page.has(#"data-after="41""#))
        // The page's script sounds them.
        #expect(page.has(#"data-ring="urgent" data-level="2""#) && page.has("/assets/now.js"))
        // What its reader's phone says of them later without a connection is in the reader's words.
        #expect(page.has(#"data-state="Nobody has heard it yet.""#) && !page.has(#"data-state="asked""#))
        // Now has the calls themselves, and the number.
        let now = try await browser.get("/now")
        #expect(!now.has(#"id="calls""#) && now.has(#"<span class="badge" aria-hidden="true">122</span>"#))
        // Red is for what is urgent alone.
        try waits([Samples.request(2, "tea", priority: .soon)])
        let soon = try await browser.get("/needs")
        #expect(soon.has(#"<a id="calls" class="calls" href="/now">Maria asks for tea</a>"#))
        try waits([])
        let quiet = try await browser.get("/needs")
        #expect(quiet.has(#"href="/now" hidden></a>"#) && !quiet.has(#"class="badge""#))
    }

    @Test("Who is calling is for those who care, and makes no sound that its reader does not want")
    func barIsForStaff() async throws {
        try service.home()
        try waits([Samples.request(1), Samples.request(2, escalation: 1)])
        var other = browser
        other.viewer = .dora
        let provider = try await other.get("/today")
        #expect(!provider.has(#"id="calls""#) && !provider.has("now.js") && !provider.has(#"href="/now""#))
        var quiet = browser
        quiet.viewer?.person.reminders = ReminderPreferences(off: [.request])
        let page = try await quiet.get("/today")
        #expect(page.has("Maria asks for water, and 1 more"))
        #expect(page.text.components(separatedBy: "data-ring=").count == 2)
        quiet.viewer?.person.reminders = ReminderPreferences(muted: [ReminderCell(.request, .page)])
        #expect(try await quiet.get("/today").text.components(separatedBy: "data-ring=").count == 2)
        // Calls are no reminders.
        quiet.viewer?.person.reminders = ReminderPreferences(allOff: true)
        #expect(try await quiet.get("/today").text.components(separatedBy: "data-ring=").count == 3)
    }

    @Test(
        "What was just done and what cannot be read stand below the calls; calls that cannot be read, in their place"
    )
    func nothingStandsAboveTheCalls() async throws {
        try service.home([Samples.request(1, state: .onTheWay, by: "Anna"), Samples.request(2)])
        try service.refuse("GET", "agenda", CareProblem(.storeFailed, "the disk is full"))
        let text = try await browser.get("/now?answered=\(id)").text
        let calls = try #require(text.range(of: #"id="request-"#)).lowerBound
        #expect(try #require(text.range(of: "Maria hears that you are on the way")).lowerBound > calls)
        #expect(try #require(text.range(of: "plan cannot be read just now")).lowerBound > calls)
        #expect(text.components(separatedBy: #"id="notices""#).count == 2)
        try service.refuse("GET", "requests", CareProblem(.storeFailed, "the disk is full"))
        let lost = try await browser.get("/now")
        #expect(lost.has("Calls cannot be read just now: the disk is full"))
        #expect(!lost.has("Nobody is waiting"))
    }

    @Test("A call that somebody has taken is one line, and its reader's own has Done beside it")
    func taken() async throws {
        try service.home([
            Samples.request(1, state: .onTheWay, by: "Anna"),
            Samples.request(2, "tea", state: .onTheWay, by: "Ben"),
        ])
        let parts = try await browser.get("/now").text.components(separatedBy: #"<li class="card call"#)
        try #require(parts.count == 3)
        let (own, other) = (parts[1], parts[2])
        for part in [own, other] {
            #expect(part.hasPrefix(" normal is-taken") && part.contains(#"<details class="taken""#))
            // Since when, once: the clock says it.
            let line = try #require(part.range(of: "<summary>.*?</summary>", options: .regularExpression))
            #expect(!part[line].contains("ago") && !part[line].contains("just now"))
        }
        #expect(own.contains("<h2>You are on the way <span") && other.contains("<h2>Ben is on the way <span"))
        #expect(
            !own.contains("go instead") && own.contains(#"</details><details class="act" data-key="met-"#))
        #expect(own.contains(#"<summary class="main">Done …"#))
        #expect(other.contains("go instead") && !other.contains(#"class="main">I’ll go"#))
        #expect(!other.contains("<summary class=\"main\">Done"))
    }

    @Test("A call shows the client's initials where there is no picture") func initials() async throws {
        try service.home([Samples.request(1)])
        try service.has(
            "people", PeoplePage(people: [Person(id: "maria", name: "Maria Müller", role: .client)]))
        #expect(try await browser.get("/now").has(#"<span class="face">MM</span>"#))
    }

    @Test("Of more calls than a page draws, those stand there that need somebody most")
    func theNewestUrgentCallStandsAmongManyOthers() async throws {
        let answered = (1...120).map {
            Samples.request($0, "water", state: .onTheWay, minutesAgo: Double(200 - $0), by: "Ben")
        }
        try service.home(answered + [Samples.request(200, "help", priority: .urgent, state: .asked)])
        let text = try await browser.get("/now").text
        let cards = text.components(separatedBy: "data-say=\"")
        #expect(cards.count == 101)
        #expect(cards[1].hasPrefix("Maria asks for help"))
        #expect(text.contains("There are more calls than fit here."))
    }

    @Test(
        "A call is drawn by its own symbol; a picture needs the client's screen, and a bell stands for nothing"
    )
    func callsAreDrawn() async throws {
        let calls = [
            Samples.request(1, "water", symbol: "🥤"),
            Samples.request(2, "tea", symbol: "pictures/tea cup.png"),
            Samples.request(3, "help"),
        ]
        try service.home(calls)
        let without = try await browser.get("/now").text
        #expect(without.contains(#"<span class="tile" aria-hidden="true">🥤"#))
        #expect(!without.contains("tea%20cup.png"))
        #expect(without.components(separatedBy: Icon.now.html).count == 4)
        try service.has("displays", ClientPage(clients: [.init(id: "maria", name: "Maria", isShown: true)]))
        let with = try await browser.get("/now").text
        #expect(
            with.contains(#"<img src="/api/v1/displays/maria/symbol?path=pictures%2Ftea%20cup.png" alt="">"#))
    }

    @Test("Only what nobody has heard can be said to be heard") func onlyWhatNobodyHasHeardCanBeSaidTo()
        async throws
    {
        try service.home([Samples.request(1, state: .asked), Samples.request(2)])
        let text = try await browser.get("/now").text
        #expect(text.contains("action=\"/now/\(id)/heard\""))
        #expect(!text.contains("action=\"/now/\(Samples.number(2).uuidString)/heard\""))
    }

    @Test("Asking again names what was answered before") func askingAgainNamesWhatWasAnsweredBefore()
        async throws
    {
        let before = Samples.request(
            1, state: .declined, minutesAgo: 30, by: "Ben", reason: "dinner is in ten minutes")
        try service.home([before, Samples.request(2, asksAgain: before.id)])
        let page = try await browser.get("/now")
        #expect(page.has("Maria asks again for water"))
        #expect(
            page.has(
                "Asked before, 30 minutes ago: Ben could not come (1 minute ago). “dinner is in ten minutes”")
        )
        #expect(page.has("href=\"/now/\(id)\""))
        let old = try await browser.get("/now/\(id)")
        #expect(old.has("Ben could not come"))
        #expect(!old.has("/answers"))
        // Its heading is the page's, and stands once.
        #expect(old.has("<h1>Maria asks for water</h1>") && !old.has("<h2>Maria asks for water</h2>"))
        #expect(page.has("<h2>Maria asks again for water</h2>"))
    }

    @Test("Notes that cannot be read hide no call") func notesThatCannotBeReadHideNoCall() async throws {
        try service.home([Samples.request(1), Samples.request(2, "tea")])
        try service.refuse("GET", "requests/\(id)/notes", CareProblem(.storeFailed, "the disk is full"))
        let page = try await browser.get("/now")
        #expect(page.status == 200 && page.has("asks for water") && page.has("asks for tea"))
        #expect(page.text.components(separatedBy: "The notes cannot be read just now").count == 2)
    }

    @Test("What the reader does not want to hear makes no sound, but for what cannot wait")
    func whatTheReaderDoesNotWantToHearMakes() async throws {
        try service.home(
            [
                Samples.request(1), Samples.request(2, "help", priority: .urgent),
                Samples.request(3, "tea", escalation: 1),
            ], Samples.agenda(today: [Samples.item()]))
        var quiet = browser
        #expect(try await quiet.get("/now").text.components(separatedBy: "data-ring=").count == 4)
        for reminders in [
            ReminderPreferences(off: [.request, .due]),
            // 09:00 in Berlin.
            ReminderPreferences(quiet: QuietHours(from: 8 * 60, until: 10 * 60)),
        ] {
            quiet.viewer?.person.reminders = reminders
            let page = try await quiet.get("/now")
            #expect(page.text.components(separatedBy: "data-ring=").count == 3)
            #expect(!page.has("data-once=") && page.has("sound all the same."))
            #expect(page.has("asks for water"))
        }
    }

    @Test("A part that cannot be read hides none of the others") func aPartThatCannotBeReadHidesNoneOf()
        async throws
    {
        try service.home([Samples.request(1)])
        try service.refuse("GET", "agenda", CareProblem(.storeFailed, "the disk is full"))
        let page = try await browser.get("/now")
        #expect(page.status == 200)
        #expect(page.has("The day’s plan cannot be read just now: the disk is full"))
        #expect(page.has("Maria asks for water"))
    }

    @Test("Nothing that anybody has written becomes part of the page")
    func nothingThatAnybodyHasWrittenBecomesPartOfThe() async throws {
        let bad = "<script>alert(1)</script>\"'><img src=x>"
        var request = Samples.request(1, bad)
        request.clientName = bad
        request.changedBy = bad
        request.state = .onTheWay
        let due = Samples.item(bad, note: bad)
        try service.home(
            [request], Samples.agenda(today: [due]), [Samples.fault(.boardRefused, detail: bad, client: bad)])
        try service.has(
            "requests/\(id)/notes",
            NotePage(notes: [RequestNote(id: Samples.number(5), text: bad, by: bad, at: Samples.now)]))
        for path in ["/now", "/now/\(id)", "/today"] {
            let page = try await browser.get(path)
            #expect(page.status == 200)
            #expect(!page.has("<script>alert") && !page.has("<img"))
        }
    }

    @Test("The page is for those who care, and for nobody else") func thePageIsForThoseWhoCareAndFor()
        async throws
    {
        try service.home()
        var other = browser
        other.viewer = .dora
        #expect(try await other.get("/now").status == 403)
        other.viewer = nil
        #expect(try await other.get("/now").location == "/login?next=%2Fnow")
    }

    @Test(
        "Calls, faults and what is due are said in the reader's language",
        arguments: [
            (
                "de-AT",
                [
                    "Maria bittet um water", "noch 2 Mal angesagt", "vor 5 Minuten (08:55)",
                    "Der Taster von Maria ist abgezogen.", "Dran seit 20 Minuten", "Geht gerade nicht …",
                    "„Anna: water ist erledigt.“", "Ich helfe gerade jemand anderem", "Walk",
                ]
            ),
            (
                "fr",
                [
                    "Maria demande\u{202F}: water", "il y a 5 minutes (08:55)",
                    "Maria\u{202F}: le bouton est débranché.", "À faire depuis 20 minutes",
                    "Impossible maintenant …", "J’arrive", "j’aide quelqu’un d’autre",
                ]
            ),
        ])
    func aPageIsInTheReadersLanguage(_ language: String, _ words: [String]) async throws {
        let later = Samples.item("Walk", state: .upcoming, minutesAgo: -90, routine: Samples.number(901))
        try service.home(
            [Samples.request(1, escalation: 2)], Samples.agenda(today: [Samples.item(), later]),
            [Samples.fault(.switchUnplugged)])
        var reader = browser
        reader.languages = [language]
        for path in ["/now", "/today"] {
            let page = try await reader.get(path)
            #expect(page.status == 200 && !page.has("[[") && !page.has("{{"))
            #expect(!page.has("Done") && !page.has("Skip") && !page.has(" ago"))
        }
        let page = try await reader.get("/now")
        for word in words { #expect(page.has(word), "\(word)") }
    }
}
