import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("Pages of sessions")
struct SessionPagesTests {
    private static let maria = Viewer(
        person: Person(id: "maria", name: "Maria", role: .client), csrfToken: "token-of-maria")
    private static let people = PeoplePage(
        people: PlanHome.people.people + [
            Person(id: "dora", name: "Dora", role: .provider, clients: ["maria"])
        ])

    private static func line(
        _ kind: AppointmentLine.Kind, _ side: AppointmentSide, _ text: String? = nil,
        answer: AppointmentLine.Answer? = nil, by: String? = nil
    ) -> AppointmentLine {
        AppointmentLine(
            id: UUID(), kind: kind, side: side, text: text, answer: answer, by: by,
            at: FakeBrowser().now.addingTimeInterval(-60))
    }

    static func session(
        _ standing: AppointmentStanding = AppointmentStanding(), in hours: Double = 1,
        title: String? = "Breathing <b>", lines: [AppointmentLine] = []
    ) -> Appointment {
        Appointment(
            id: UUID(),
            content: AppointmentContent(
                provider: "dora", client: "maria", at: FakeBrowser().now.addingTimeInterval(hours * 3600),
                minutes: 45,
                title: title),
            providerName: "Dora", clientName: "Maria", standing: standing, changedAt: FakeBrowser().now,
            sequence: 7, lines: lines)
    }

    private static func waits(_ provider: AppointmentStanding.Provider = .out) -> AppointmentStanding {
        AppointmentStanding(
            provider: provider, isClientIn: true, providerSince: FakeBrowser().now.addingTimeInterval(-30),
            clientSince: FakeBrowser().now.addingTimeInterval(-90))
    }

    /// The line above a page, and what the way to the sessions has.
    private static func line(_ words: String, to path: String) -> String {
        #"<a id="calls" class="calls" href="\#(path)">\#(words)</a>"#
    }
    private static func badge(_ number: Int, _ words: String) -> String {
        #"<span class="badge" aria-hidden="true">\#(number)</span><span class="unseen">, \#(words)</span>"#
    }

    private func browser(
        _ sessions: [Appointment], as viewer: Viewer = .dora, wishes: [AppointmentNews] = []
    ) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = viewer
        try browser.service.has("people", Self.people)
        try browser.service.has("appointments", AppointmentPage(appointments: sessions))
        try browser.service.has("appointments/wishes", AppointmentWishes(wishes: wishes))
        for one in sessions {
            try browser.service.has("appointments/\(one.id)", one)
            try browser.service.answer("POST", "appointments/\(one.id)/lines", one)
        }
        return browser
    }

    private static func path(_ session: Appointment, _ base: String = "/sessions") -> String {
        "\(base)/\(session.id.uuidString.lowercased())"
    }

    @Test("Who waits stands first, with how long; each session in one group")
    func list() async throws {
        let sessions = [
            Self.session(in: -30), Self.session(Self.waits(), in: 0, title: "First"), Self.session(in: 2),
            Self.session(in: 48), Self.session(AppointmentStanding(ending: .ended), in: -50),
        ]
        let browser = try browser(sessions)
        let page = try await browser.get("/sessions")
        let order = ["of-now", "of-today", "of-left", "of-coming", "of-over"].map {
            page.text.range(of: "data-key=\"\($0)\"")?.lowerBound
        }.compactMap(\.self)
        #expect(order.count == 5 && order == order.sorted())
        #expect(page.has("Maria waits") && page.has(">1:30</span>") && page.has("Breathing &lt;b&gt;"))
        #expect(page.has(#"data-live="appointment_changed""#) && page.has("/sessions/new"))
        #expect(try await self.browser([]).get("/sessions").has("There are no sessions yet."))
    }

    @Test("Whose client waits reads it on every page: who, since when, with the way there, and how many")
    func clientsWait() async throws {
        var first = Self.session(Self.waits(), in: -2, title: "First")
        first.standing.clientSince = FakeBrowser().now.addingTimeInterval(-600)
        let second = Self.session(Self.waits(.busy), in: 0)
        let others = [
            Self.session(Self.waits(.in)), Self.session(AppointmentStanding(provider: .in)), Self.session(),
        ]
        let one = try browser([second] + others)
        let page = try await one.get("/more")
        #expect(page.has(Self.line("Maria has been waiting since 08:58", to: Self.path(second))))
        #expect(page.has(Self.badge(1, "1 client waits")) && page.has(#" data-clients"#))
        #expect(one.service.asked.contains("GET appointments?state=waiting&limit=50"))
        // Of several, who has waited longest comes first, and the way leads to all.
        let two = try await browser([second, first] + others).get("/more")
        #expect(two.has(Self.line("Maria has been waiting since 08:50, and 1 more", to: "/sessions")))
        #expect(two.has(Self.badge(2, "2 clients wait")))
        // In a session's own room that one is not news.
        let there = try await one.get(Self.path(second))
        #expect(there.has(#"href="/sessions" hidden></a>"#) && !there.has("has been waiting since"))
        let other = try await browser([second, first]).get(Self.path(second))
        #expect(other.has(Self.line("Maria has been waiting since 08:50", to: Self.path(first))))
        // The list has a card for each; what was searched for may leave one out.
        #expect(try await !one.get("/sessions").has(#"id="calls""#))
        #expect(try await one.get("/sessions?text=x").has("has been waiting since"))
        // Nobody waits, or it cannot be read: then the page's script asks once it hears of what happens.
        for quiet in [try browser(others), try browser([])] {
            let page = try await quiet.get("/more")
            #expect(page.has(#"href="/sessions" hidden></a>"#) && !page.has(#"class="badge""#))
            #expect(page.has(" data-clients") && !page.has("data-after"))
        }
        try one.service.refuse("GET", "appointments", .unexpected)
        #expect(try await one.get("/more").has(#"href="/sessions" hidden></a>"#))
    }

    @Test("Whose provider is there reads it on every page of theirs, with the way there, while it is near")
    func providerIsThere() async throws {
        let here = AppointmentStanding(provider: .in, providerSince: FakeBrowser().now)
        let session = Self.session(here, in: 0.2)
        let browser = try browser([session], as: Self.maria)
        for path in ["/more", "/mine"] {
            let page = try await browser.get(path)
            #expect(page.has(Self.line("Dora is here", to: Self.path(session, "/mine/sessions"))), "\(path)")
        }
        let asked = browser.service.asked.first { $0.hasPrefix("GET appointments?state=open&from=") }
        #expect(asked != nil, "\(browser.service.asked)")
        // Its own page and the list say it themselves.
        let own = try await browser.get(Self.path(session, "/mine/sessions"))
        #expect(own.has(#"id="calls""#) && !own.has(Self.line("Dora is here", to: "/mine/sessions")))
        #expect(try await !browser.get("/mine/sessions").has(#"id="calls""#))
        // Nobody is there, or the client is in too, or it is hours away.
        for quiet in [
            Self.session(in: 0.2), Self.session(Self.waits(.in), in: 0.2), Self.session(here, in: 3),
        ] {
            let page = try await self.browser([quiet], as: Self.maria).get("/more")
            #expect(page.has(#"id="calls""#) && !page.has("Dora is here"))
        }
        #expect(try await !self.browser([session], as: .anna).get("/more").has("Dora is here"))
    }

    @Test("A provider's day begins with who waits for them, for how long, and the way there")
    func clientsWaitToday() async throws {
        let waits = Self.session(Self.waits(), in: 0)
        var anothers = Self.session(Self.waits(), in: 0, title: "Of another")
        anothers.content.provider = "kim"
        let browser = try browser([anothers, waits])
        try browser.service.home()
        let page = try await browser.get("/today")
        #expect(page.has("In the wait room") && page.has(">1:30</span>"))
        #expect(page.has(#"href="\#(Self.path(waits))""#))
        #expect(page.has("appointment_changed") && !page.has(#"id="calls""#))
        // Nobody waits here for anybody else.
        #expect(!page.has("Of another") && !page.has(Self.path(anothers)))
        #expect(page.has(Self.badge(1, "1 client waits")))
        let none = try self.browser([anothers])
        try none.service.home()
        #expect(try await !none.get("/today").has("In the wait room"))
        // Those who care, and clients, have their own lines.
        for viewer in [Viewer.anna, .ben, Self.maria] {
            let other = try self.browser([waits], as: viewer)
            try other.service.home()
            let page = try await other.get(viewer.person.role == .client ? "/more" : "/today")
            #expect(!page.has("In the wait room") && !page.has("has been waiting since"))
            #expect(!page.has("data-clients"))
            #expect(!other.service.asked.contains { $0.hasPrefix("GET appointments?state=waiting") })
        }
    }

    @Test("Sessions are found by a name or what they are about, further back, and without scripts")
    func search() async throws {
        let browser = try browser([Self.session(in: 2)])
        let page = try await browser.get("/sessions")
        #expect(
            page.has(#"<form method="get" action="/sessions" role="search""#) && !page.has("Show everything"))
        let found = try await browser.get("/sessions?text=%3Cb%3Ebreath")
        #expect(found.has("Breathing &lt;b&gt;") && found.has("Show everything"))
        #expect(found.has(#"value="&lt;b&gt;breath""#) && !found.has("<b>breath"))
        let asked = browser.service.asked.filter { $0.contains("text=") }
        #expect(asked.count == 2 && asked.allSatisfy { $0.contains("text=%3Cb%3Ebreath") }, "\(asked)")
        let none = try await self.browser([]).get("/sessions?text=x")
        #expect(none.has("Nothing was found.") && !none.has("There are no sessions yet."))
    }

    @Test("A provider comes, is busy, is away, leaves and ends it, each with one tap")
    func moves() async throws {
        for (provider, offered, not) in [
            (.out, ["I’m here", "I’m busy, I come later", "I’m away"], ["Leave"]),
            (.in, ["I’m busy, I come later", "I’m away", "Leave"], ["I’m here"]),
            (.busy, ["I’m here", "I’m away"], ["Leave", "I’m busy, I come later"]),
            (.away, ["I’m here", "I’m busy, I come later"], ["Leave", "I’m away"]),
        ] as [(AppointmentStanding.Provider, [String], [String])] {
            let session = Self.session(AppointmentStanding(provider: provider))
            let page = try await browser([session]).get(Self.path(session))
            for words in offered { #expect(page.has(">\(words)</button>"), "\(provider): \(words)") }
            for words in not { #expect(!page.has(">\(words)</button>"), "\(provider): \(words)") }
        }
        let session = Self.session(Self.waits())
        let browser = try browser([session])
        let answer = try await browser.post(
            Self.path(session), [("id", "\(UUID())"), ("kind", "provider_came")])
        #expect(answer.location == Self.path(session))
        let sent: NewAppointmentLine = try browser.service.onlySent("appointments/\(session.id)/lines")
        #expect(sent.kind == .providerCame && sent.text == nil)
        let page = try await browser.get(Self.path(session))
        #expect(page.has("End the session") && page.has("It cannot be opened again."))
        let planned = Self.session()
        #expect(try await self.browser([planned]).get(Self.path(planned)).has("Cancel the session"))
        // What is over offers nothing any more.
        let over = Self.session(AppointmentStanding(ending: .ended))
        let end = try await self.browser([over]).get(Self.path(over))
        #expect(end.has("It has ended") && !end.has("I’m here") && !end.has("End the session"))
    }

    @Test(
        "While both are in, a sentence is spoken and answers are seen, the latest first; before that, nothing can be said"
    )
    func room() async throws {
        let lines = [
            Self.line(.said, .provider, "Shall we <begin>?", by: "Dora"),
            Self.line(.answered, .client, answer: .yes),
            Self.line(.answered, .client, answer: .wantToSay),
        ]
        let session = Self.session(Self.waits(.in), lines: lines)
        let page = try await browser([session]).get(Self.path(session))
        let order = ["I want to say something", ">Yes<", "Shall we &lt;begin&gt;?"].compactMap {
            page.text.range(of: $0)?.lowerBound
        }
        #expect(order.count == 3 && order == order.sorted())
        #expect(page.has(#"role="log""#) && page.has(">Say it</button>"))
        let alone = Self.session(Self.waits())
        let before = try await browser([alone]).get(Self.path(alone))
        #expect(
            before.has("A sentence can be spoken as soon as both are in.") && !before.has(">Say it</button>"))
    }

    @Test("The two who meet have a link to the home's video page of this session, each once they are in")
    func video() async throws {
        let words = "Open the video in a new tab"
        func link(_ session: Appointment) -> String {
            let id = session.id.uuidString.lowercased()
            return
                #"<a class="button" href="https://meet.example.org/\#(id)?a=1&amp;b" target="_blank" rel="noopener noreferrer">"#
        }
        func page(
            _ session: Appointment, as viewer: Viewer, _ base: String = "/sessions",
            at address: String? = "https://meet.example.org/{appointment}?a=1&b"
        ) async throws -> FakeBrowser.Answer {
            var browser = try self.browser([session], as: viewer)
            browser.videoLink = address.flatMap(VideoLink.init)
            return try await browser.get(Self.path(session, base))
        }
        let (waits, both) = (Self.session(Self.waits()), Self.session(Self.waits(.in)))
        let provider = try await page(both, as: .dora)
        #expect(provider.has(link(both)) && provider.has(words))
        for session in [waits, both] {
            let client = try await page(session, as: Self.maria, "/mine/sessions")
            #expect(client.has(link(session)) && client.has(words))
        }
        // Where the home has set none, before somebody has come, when it is over, and for whoever else looks.
        #expect(try await !page(both, as: .dora, at: nil).has(words))
        #expect(try await !page(both, as: Self.maria, "/mine/sessions", at: nil).has(words))
        #expect(try await !page(waits, as: .dora).has(words))
        let here = Self.session(AppointmentStanding(provider: .in))
        #expect(try await !page(here, as: Self.maria, "/mine/sessions").has(words))
        let over = Self.session(
            AppointmentStanding(provider: .in, isClientIn: true, ending: .ended))
        #expect(try await !page(over, as: .dora).has(words))
        #expect(try await !page(over, as: Self.maria, "/mine/sessions").has(words))
        for viewer in [Viewer.anna, .ben] { #expect(try await !page(both, as: viewer).has(words)) }
    }

    @Test("What has no words is asked for them, and what is refused is told with what was typed")
    func refused() async throws {
        let session = Self.session()
        let browser = try browser([session])
        let empty = try await browser.post(Self.path(session), [("kind", "talking_point")])
        #expect(empty.status == 422 && empty.has("Write something first.") && browser.service.sent.isEmpty)
        try browser.service.refuse(
            "POST", "appointments/\(session.id)/lines",
            CareProblem(
                .conflict, "nothing is said while not both are in: wait until the other one is there",
                field: "kind"))
        let said = try await browser.post(
            Self.path(session), [("kind", "note"), ("text", "Keep <this>"), ("id", "\(UUID())")])
        #expect(
            said.status == 409 && said.has("Nothing is said while not both are in")
                && said.has("Keep &lt;this&gt;"))
        // Tapped twice: it is there.
        try browser.service.refuse(
            "POST", "appointments/\(session.id)/lines", CareProblem(.conflict, "it came already", field: "id")
        )
        #expect(try await browser.post(Self.path(session), [("kind", "note"), ("text", "x")]).status == 303)
        #expect(try await browser.post(Self.path(session), [("kind", "dance")]).status == 400)
    }

    @Test(
        "Notes are shared or kept; staff see no talk, caregivers no feedback, and neither gets a form to write"
    )
    func readers() async throws {
        let session = Self.session(lines: [
            Self.line(.note, .provider, "Shared note", by: "Dora"),
            Self.line(.keptNote, .provider, "Kept note", by: "Dora"),
            Self.line(.talkingPoint, .client, "The new chair"), Self.line(.tooHard, .client),
        ])
        let own = try await browser([session]).get(Self.path(session))
        #expect(own.has("Only you see this:") && own.has("Kept note") && own.has("The new chair"))
        #expect(own.has("This was too hard.") && own.has(#"value="kept_note""#))
        let caregiver = try await browser([session], as: .anna).get(Self.path(session))
        #expect(
            caregiver.has("Shared note") && !caregiver.has("data-key=\"points\"")
                && !caregiver.has("data-key=\"feedback\""))
        #expect(!caregiver.has("kept_note") && !caregiver.has("I’m here") && !caregiver.has("/change"))
        let coordinator = try await browser([session], as: .ben).get(Self.path(session))
        #expect(
            coordinator.has("data-key=\"feedback\"") && coordinator.has("Cancel the session")
                && !coordinator.has("I’m here"))
        for (kind, did) in [
            ("note", "The note is there for everybody."), ("kept_note", "The note is there for you alone."),
        ] {
            let browser = try browser([session])
            let answer = try await browser.post(Self.path(session), [("kind", kind), ("text", "Well done")])
            let location = try #require(answer.location)
            #expect(location == Self.path(session) + "?did=\(kind)")
            #expect(try await browser.get(location).has(did))
        }
    }

    @Test("Wishes stand above the coordinator's sessions until they are seen to, on Now and in the handover")
    func wishes() async throws {
        let session = Self.session()
        let wish = AppointmentNews(
            appointment: session, line: Self.line(.coordinatorPlease, .client, "About <b>", by: nil))
        let browser = try browser([session], as: .ben, wishes: [wish])
        let page = try await browser.get("/sessions")
        #expect(page.has("Maria: please talk to me") && page.has("“About &lt;b&gt;”"))
        let answer = try await browser.post(
            Self.path(session),
            [
                ("kind", "coordinator_saw"), ("about", "\(wish.line.id)"), ("back", "list"),
                ("id", "\(UUID())"),
            ])
        #expect(answer.location == "/sessions?did=coordinator_saw")
        let sent: NewAppointmentLine = try browser.service.onlySent("appointments/\(session.id)/lines")
        #expect(sent.kind == .coordinatorSaw && sent.about == wish.line.id)
        #expect(try await browser.get("/sessions?did=coordinator_saw").has("Noted as seen to."))
        // Another coordinator was faster: that is what was wanted.
        try browser.service.refuse(
            "POST", "appointments/\(session.id)/lines",
            CareProblem(.conflict, "a coordinator has seen to this already", field: "about"))
        let twice = try await browser.post(
            Self.path(session), [("kind", "coordinator_saw"), ("about", "\(wish.line.id)"), ("back", "list")])
        #expect(twice.status == 303)
        try browser.service.has(
            "requests", RequestPage(requests: [], next: nil, sequence: 1, journal: UUID()))
        try browser.service.has("faults", FaultPage(faults: []))
        #expect(try await browser.get("/now").has("1 person asks to talk to a coordinator"))
        for viewer in [Viewer.anna, .dora] {
            let other = try self.browser([session], as: viewer, wishes: [wish])
            #expect(try await !other.get("/sessions").has("please talk to me"))
            #expect(!other.service.asked.contains { $0.contains("wishes") })
        }
    }

    @Test("A session is planned, changed and refused at its fields")
    func planning() async throws {
        let browser = try browser([])
        let form = try await browser.get("/sessions/new?client=maria").fields()
        #expect(form.contains { $0 == ("client", "maria") } && form.contains { $0 == ("minutes", "45") })
        let wrong = try await browser.post(
            "/sessions/new",
            form.map { ["date", "minutes", "client"].contains($0.0) ? ($0.0, "x") : $0 }.filter {
                $0.0 != "client"
            })
        #expect(
            wrong.status == 422 && wrong.has("#f-date") && wrong.has("#f-minutes") && wrong.has("#f-client"))
        try browser.service.answer("POST", "appointments", Self.session())
        let made = try await browser.post(
            "/sessions/new", form.map { $0.0 == "title" ? ("title", "Breathing") : $0 })
        #expect(made.status == 303 && made.location?.hasPrefix("/sessions/") == true)
        let sent = try #require(browser.service.sent.last?.body)
        let new = try CareJSON.decoder().decode(NewAppointment.self, from: sent)
        #expect(
            new.content.provider == "dora" && new.content.client == "maria"
                && new.content.title == "Breathing")
        #expect(browser.zone.local(of: new.content.at).hour == 10)
        let session = Self.session()
        let changing = try self.browser([session])
        let change = try await changing.get(Self.path(session) + "/change").fields()
        try changing.service.refuse(
            "PUT", "appointments/\(session.id)",
            CareProblem(
                .conflict, "this appointment was changed meanwhile: read it again, and write with replaces 9",
                field: "replaces"))
        let late = try await changing.post(Self.path(session) + "/change", change)
        #expect(late.status == 409 && late.has("Somebody has changed this session meanwhile."))
        // A coordinator says with whom.
        #expect(try await self.browser([], as: .ben).get("/sessions/new").has(#"name="provider""#))
        #expect(try await !self.browser([]).get("/sessions/new").has(#"name="provider""#))
        for path in ["/sessions/new", "/sessions/assign", Self.path(session) + "/change"] {
            #expect(try await self.browser([session], as: .anna).get(path).status == 403, "\(path)")
        }
    }

    private static let calm = ExerciseList.Exercise(
        id: "calm", name: "Calm breathing", language: "en-GB", symbol: "🌬️",
        instructions: "We breathe <together>.",
        isAllowed: true)
    private static let box = ExerciseList.Exercise(
        id: "box", name: "Box breathing", language: "en-GB", instructions: "Hold.", isAllowed: false)

    @Test(
        "An exercise of the library becomes a routine of the client's own; what their breathing forbids is left out"
    )
    func assigning() async throws {
        let session = Self.session()
        let browser = try browser([session])
        try browser.service.has(
            "exercises", ExerciseList(exercises: [Self.calm, Self.box], breathing: "no_holds"))
        let path = "/sessions/assign/maria"
        let page = try await browser.get(path + "?session=\(session.id)")
        #expect(
            page.has("Calm breathing") && page.has("We breathe &lt;together&gt;.")
                && !page.has("Box breathing"))
        #expect(page.has("1 exercise is left out, because this client’s breathing does not allow it."))
        #expect(try await browser.get("/sessions/assign").location == path)
        // The first one suits, until somebody chooses another.
        #expect(page.fields().contains { $0 == ("exercise", "calm") })
        var form = page.fields().filter { $0.0 != "exercise" }
        let none = try await browser.post(path, form)
        #expect(none.status == 422 && none.has("Choose an exercise."))
        let forbidden = try await browser.post(path, form + [("exercise", "box")])
        #expect(forbidden.status == 422 && browser.service.sent.isEmpty)
        form = form.filter { $0.0 != "repeat" } + [("exercise", "calm"), ("repeat", "weekly")]
        #expect(try await browser.post(path, form).has("Choose at least one day."))
        try browser.service.answer(
            "POST", "routines", PlanHome.routine(try PlanHome.schedule("2027-01-16T10:00")))
        let made = try await browser.post(path, form + [("days", "MO"), ("days", "TH")])
        #expect(made.location == "/clients/maria?did=assigned")
        let sent: NewRoutine = try browser.service.onlySent("routines")
        #expect(
            sent.content.exercise == "calm" && sent.content.isClientsOwn && sent.content.client == "maria")
        #expect(sent.content.appointment == session.id && sent.content.title == "Calm breathing")
        #expect(sent.content.assignment == .fixed(person: "maria") && sent.content.symbol == "🌬️")
        guard case .rules(let rules) = sent.content.schedule.repetition else {
            Issue.record("no rules")
            return
        }
        #expect(rules.map(\.description) == ["FREQ=WEEKLY;BYDAY=MO,TH"])
        #expect(sent.content.graceMinutes == 14 * 60)
    }

    private static func item(_ day: String, _ state: OccurrenceState, mood: LoggedMood? = nil) throws
        -> RoutineOccurrence
    {
        let local = try #require(WallTime("\(day)T10:00"))
        let zone = FakeBrowser().zone
        return RoutineOccurrence(
            routine: PlanHome.id, key: OccurrenceKey(local, zone: zone.id), title: "Calm breathing",
            symbol: "🌬️",
            client: "maria", clientName: "Maria", priority: .normal, at: zone.instant(of: local),
            local: local,
            missedAt: zone.instant(of: local).addingTimeInterval(3600), state: state,
            assignment: Assignment(person: "maria", name: "Maria", reason: ""), isClientsOwn: true,
            exercise: "calm",
            mood: mood)
    }

    @Test("What comes is locked and says so, today's opens, and what is completed stands apart with its mood")
    func own() async throws {
        let browser = try browser([], as: Self.maria)
        let mood = LoggedMood(id: UUID(), scale: .faces5, value: .level(4))
        let items = [
            try Self.item("2027-01-14", .done, mood: mood), try Self.item("2027-01-15", .due),
            try Self.item("2027-01-16", .upcoming), try Self.item("2027-01-13", .missed),
        ]
        try browser.service.has("occurrences", OccurrencePage(occurrences: items))
        try browser.service.has("moods", MoodPage(moods: []))
        try browser.service.has("exercises", ExerciseList(exercises: [Self.calm], breathing: "any"))
        let page = try await browser.get("/mine/sessions")
        let path = "/mine/sessions/exercise/\(PlanHome.id.uuidString.lowercased())/"
        #expect(page.has("opens tomorrow") && page.has("good, 4 of 5") && page.has("Exercises for today"))
        #expect(page.text.matches(of: /href="\/mine\/sessions\/exercise/).count == 1)
        func address(_ item: RoutineOccurrence) -> String {
            path + (item.key.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }
        let today = try await browser.get(address(items[1]))
        #expect(today.has("We breathe &lt;together&gt;.") && today.has("#face-5"))
        // Whoever knows its address cannot open it either.
        let locked = try await browser.get(address(items[2]))
        #expect(locked.status == 403 && locked.has("This exercise opens on its day"))
        #expect(
            try await browser.post(address(items[2]), [("scale", "faces5"), ("value", "4")]).status == 403)
        #expect(browser.service.sent.isEmpty)
        let done = try await browser.post(
            address(items[1]), [("scale", "faces5"), ("value", "5"), ("id", "\(UUID())")])
        #expect(done.location == "/mine/sessions?did=logged")
        let sent: NewMood = try browser.service.onlySent("moods")
        #expect(sent.routine == PlanHome.id && sent.key == items[1].key && sent.value == .level(5))
    }

    @Test("For trying, what comes opens days ahead, as at the switch; what is later says when") func ahead()
        async throws
    {
        let browser = try browser([], as: Self.maria)
        let items = try ["2027-01-16", "2027-01-17", "2027-01-18"].map { try Self.item($0, .upcoming) }
        try browser.service.has("occurrences", OccurrencePage(occurrences: items))
        try browser.service.has("moods", MoodPage(moods: []))
        try browser.service.has(
            "exercises", ExerciseList(exercises: [Self.calm], breathing: "any", opensDaysAhead: 2))
        let page = try await browser.get("/mine/sessions")
        #expect(page.text.matches(of: /href="\/mine\/sessions\/exercise/).count == 2)
        #expect(page.has("opens tomorrow") && !page.has("Exercises for today"))
        func status(_ item: RoutineOccurrence) async throws -> Int {
            try await browser.get(MineSessions.path(item)).status
        }
        #expect(try await status(items[1]) == 200)
        #expect(try await status(items[2]) == 403)
    }

    @Test("A session of a coming day is locked on the phone, until somebody is in") func lockedSession()
        async throws
    {
        let far = Self.session(in: 48)
        let path = Self.path(far, "/mine/sessions")
        let come = [("kind", "client_came"), ("id", "\(UUID())")]
        let locked = try browser([far], as: Self.maria)
        let page = try await locked.get(path)
        #expect(!page.has(">Come in</button>") && page.has(#"data-key="opens""#))
        let refused = try await locked.post(path, come)
        #expect(refused.status == 403 && refused.has("This session opens on its day"))
        #expect(locked.service.sent.isEmpty)
        // Something to talk about can be written before.
        #expect(try await locked.post(path, [("kind", "talking_point"), ("text", "Sleep")]).status == 303)
        let ahead = try browser([far], as: Self.maria)
        try ahead.service.has(
            "exercises", ExerciseList(exercises: [], breathing: "any", opensDaysAhead: 2))
        #expect(try await ahead.get(path).has(">Come in</button>"))
        #expect(try await ahead.post(path, come).status == 303)
        var here = far
        here.standing = AppointmentStanding(provider: .in)
        #expect(try await browser([here], as: Self.maria).get(path).has(">Come in</button>"))
    }

    @Test("A coordinator says which provider gives an exercise, and lists say from whom it is")
    func givers() async throws {
        let exercises = ExerciseList(exercises: [Self.calm], breathing: "any")
        let coordinators = try browser([], as: .ben)
        try coordinators.service.has("exercises", exercises)
        let form = try await coordinators.get("/sessions/assign/maria")
        #expect(form.has(#"name="provider""#) && form.has("Given by"))
        try coordinators.service.answer(
            "POST", "routines", PlanHome.routine(try PlanHome.schedule("2027-01-16T10:00")))
        let fields = form.fields().filter { $0.0 != "provider" } + [("provider", "dora")]
        #expect(try await coordinators.post("/sessions/assign/maria", fields).status == 303)
        let sent: NewRoutine = try coordinators.service.onlySent("routines")
        #expect(sent.content.provider == "dora")
        // Providers give it themselves.
        let providers = try browser([])
        try providers.service.has("exercises", exercises)
        #expect(try await !providers.get("/sessions/assign/maria").has(#"name="provider""#))
        let own = try browser([], as: Self.maria)
        var given = try Self.item("2027-01-15", .due)
        given.providerName = "Dora"
        try own.service.has("occurrences", OccurrencePage(occurrences: [given]))
        #expect(try await own.get("/mine/sessions").has("from Dora"))
    }

    @Test("What is over has a page of its own, the last first; what was never ended has none")
    func past() async throws {
        let sessions = [
            Self.session(AppointmentStanding(ending: .ended), in: -900, title: "Rain talk"),
            Self.session(AppointmentStanding(ending: .ended), in: -48, title: "=Snow talk"),
            Self.session(AppointmentStanding(ending: .cancelled), in: -24, title: "Wind talk"),
            Self.session(in: -72, title: "Fog talk"), Self.session(in: 48, title: "Sun talk"),
        ]
        let browser = try browser(sessions, as: Self.maria)
        try browser.service.has("occurrences", OccurrencePage(occurrences: []))
        let now = try await browser.get("/mine/sessions")
        #expect(now.has("Sun talk") && now.has(#"href="/mine/sessions/past""#))
        #expect(!now.has("Rain talk") && !now.has("Wind talk") && !now.has("Fog talk"))
        let page = try await browser.get("/mine/sessions/past")
        let order = ["Wind talk", "Snow talk", "Rain talk"].compactMap { words in
            page.text.range(of: words)?.lowerBound
        }
        #expect(order.count == 3 && order == order.sorted())
        #expect(!page.has("Fog talk") && !page.has("Sun talk"))
        #expect(page.has(Self.path(sessions[0], "/mine/sessions")))
        #expect(page.has(#"href="/mine/sessions.csv""#))
        let file = try await browser.get("/mine/sessions.csv")
        let lines = file.text.split(separator: "\r\n")
        #expect(file.status == 200 && lines.count == 6, "\(lines)")
        #expect(lines[0].hasPrefix("\u{FEFF}Planned for (UTC),Minutes,With"))
        #expect(lines[1].hasSuffix(",45,Dora,Sun talk,planned"))
        #expect(lines.contains { $0.hasSuffix(",Wind talk,cancelled") })
        // A cell that a sheet would take for a formula is none.
        #expect(!lines.contains { $0.contains(",=Snow talk") })
        for path in ["/mine/sessions/past", "/mine/sessions.csv"] {
            #expect(try await self.browser(sessions).get(path).status == 403)
        }
        let none = try await self.browser([], as: Self.maria).get("/mine/sessions/past")
        #expect(none.has("No past sessions."))
    }

    @Test("The client comes in, answers with six taps, leaves, and is asked how it was")
    func clients() async throws {
        let out = Self.session()
        let before = try await browser([out], as: Self.maria).get(Self.path(out, "/mine/sessions"))
        #expect(
            before.has(">Come in</button>") && !before.has("I want to say something") && before.has("Dora"))
        let session = Self.session(
            Self.waits(.in), lines: [Self.line(.said, .provider, "Shall we begin?", by: "Dora")])
        let browser = try browser([session], as: Self.maria)
        let page = try await browser.get(Self.path(session, "/mine/sessions"))
        for words in ["Yes", "No", "Stop", "Again", "Louder", "I want to say something"] {
            #expect(page.has(">\(words)</button>"), "\(words)")
        }
        #expect(page.has("Dora: “Shall we begin?”") && page.has(">Leave</button>"))
        let answer = try await browser.post(
            Self.path(session, "/mine/sessions"),
            [("kind", "answered"), ("answer", "yes"), ("id", "\(UUID())")])
        #expect(answer.location == Self.path(session, "/mine/sessions"))
        let sent: NewAppointmentLine = try browser.service.onlySent("appointments/\(session.id)/lines")
        #expect(sent.kind == .answered && sent.answer == .yes)
        let left = Self.session(lines: [Self.line(.clientCame, .client), Self.line(.clientLeft, .client)])
        #expect(
            try await self.browser([left], as: Self.maria).get(Self.path(left, "/mine/sessions")).has(
                "/mine/moods?session=\(left.id.uuidString.lowercased())"))
        #expect(try await self.browser([left]).get(Self.path(left, "/mine/sessions")).status == 403)
    }

    @Test("A client's course has what comes and what is completed apart, and counts each month")
    func course() async throws {
        let browser = try browser([Self.session()])
        let mood = LoggedMood(id: UUID(), scale: .faces5, value: .level(4))
        // It is read in two parts; the older one is empty.
        let today = browser.zone.local(of: browser.now).day
        let times = [today.adding(days: 61 - 92), today.adding(days: 15)].map {
            PageText.escaped(CareJSON.string(from: browser.zone.start(of: $0)))
        }
        try browser.service.has("occurrences", OccurrencePage(occurrences: []))
        try browser.service.has(
            "occurrences?from=\(times[0])&until=\(times[1])&client=maria&only=exercises",
            OccurrencePage(occurrences: [
                try Self.item("2027-01-13", .missed), try Self.item("2027-01-14", .done, mood: mood),
                try Self.item("2027-01-16", .upcoming),
            ]))
        try browser.service.has("moods", MoodPage(moods: [MoodPagesTests.mood(1, .faces5, .level(4))]))
        let page = try await browser.get("/clients/maria?did=assigned")
        #expect(page.has("The exercise is assigned.") && page.has("This week mostly good, 4 of 5."))
        #expect(page.has("Month by month") && page.has("January 2027") && page.has("1 of 2 completed"))
        let coming = try #require(page.text.range(of: "What comes"))
        let completed = try #require(page.text.range(of: ">Completed<"))
        #expect(coming.lowerBound < completed.lowerBound)
        #expect(page.has("/sessions/assign/maria") && page.has("/clients/maria/breathing"))
        let caregiver = try self.browser([], as: .anna)
        try caregiver.service.has("occurrences", OccurrencePage(occurrences: []))
        try caregiver.service.has("moods", MoodPage(moods: []))
        let read = try await caregiver.get("/clients/maria")
        #expect(read.status == 200 && !read.has("/sessions/assign") && !read.has("breathing"))
        #expect(try await caregiver.get("/clients/nobody").status == 404)
    }

    @Test("To allow more of breathing needs a tick that says what it is for")
    func breathing() async throws {
        let browser = try browser([])
        try browser.service.has("exercises", ExerciseList(exercises: [], breathing: "none"))
        let page = try await browser.get("/clients/maria/breathing")
        #expect(
            page.has("Holding or slowing the breath can harm somebody with a ventilator, COPD or asthma."))
        #expect(page.has(#"value="none" required checked"#))
        #expect(try await browser.post("/clients/maria/breathing", [("breathing", "x")]).has("Choose one."))
        try browser.service.refuse(
            "PUT", "people/maria/breathing",
            CareProblem(
                .notAcceptable,
                "this allows exercises that were left out for the client's breathing: say that it is on purpose",
                field: "breathing"))
        let refused = try await browser.post("/clients/maria/breathing", [("breathing", "any")])
        #expect(
            refused.status == 422 && refused.has("#f-purpose") && refused.has("say that it is on purpose"))
        #expect(refused.has(#"value="any" required checked"#))
        try browser.service.answer(
            "PUT", "people/maria/breathing", ExerciseList(exercises: [], breathing: "any"))
        let done = try await browser.post(
            "/clients/maria/breathing", [("breathing", "any"), ("on_purpose", "yes")])
        #expect(done.location == "/clients/maria?did=breathing")
        let sent = try #require(browser.service.sent.last?.body)
        #expect(
            try CareJSON.decoder().decode(BreathingChange.self, from: sent)
                == BreathingChange(breathing: "any", isOnPurpose: true))
        #expect(try await self.browser([], as: .anna).get("/clients/maria/breathing").status == 403)
    }
}
