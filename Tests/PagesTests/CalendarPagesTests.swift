import Care
import Foundation
import Testing

@testable import Pages

@Suite("Calendars outside, on pages")
struct CalendarPagesTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let maria = Person(id: "maria", name: "Maria", role: .client)
    private static let secret = "https://calendar.example/secret-a1b2.ics"

    private static func calendar(
        _ kind: CalendarLink.Kind = .link, _ change: (inout CalendarLink) -> Void = { _ in }
    ) -> CalendarLink {
        var tally = CalendarTally()
        tally.present = 3
        var calendar = CalendarLink(
            id: UUID(), client: "maria", kind: kind, name: "Physiotherapy",
            server: kind == .file ? nil : "https://calendar.example",
            taking: kind.isRead ? CalendarLink.Taking() : nil, doneAt: now, tally: tally, addedAt: now,
            addedBy: "Ben")
        change(&calendar)
        return calendar
    }

    private static func browser(
        _ calendars: [CalendarLink], as viewer: Viewer = .anna
    ) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = viewer
        try browser.service.has(
            "people", PeoplePage(people: [maria, Viewer.anna.person, Viewer.ben.person]))
        try browser.service.has("calendars", CalendarsPage(calendars: calendars))
        return browser
    }

    private static func form(_ more: [String: String] = [:]) -> [(String, String)] {
        [
            "id": UUID().uuidString, "at": "2027-01-15T08:00:00Z", "kind": "link", "client": "maria",
            "address": secret, "name": "", "allDayAt": "08:00", "direction": "read",
        ].merging(more) { _, new in new }.map { ($0.key, $0.value) }
    }

    private static func path(_ calendar: CalendarLink) -> String {
        "/calendars/\(calendar.id.uuidString.lowercased())"
    }

    @Test("The list says of each calendar whose it is, how it is read, and how it is")
    func list() async throws {
        let vanished = VanishedEvent(uid: "a", title: "Swimming", routine: UUID(), since: Self.now)
        let page = try await Self.browser([
            Self.calendar(), Self.calendar(.dav) { $0.vanished = [vanished] },
            Self.calendar(.davOut) { $0.client = nil },
            Self.calendar(.file) { $0.tally?.leftOut = 2 },
        ]).get("/calendars")
        for words in [
            "Physiotherapy", "Maria · By a link", "3 events in the plan", "1 event has vanished there",
            "The household · Written into a calendar server", "3 events written", "2 could not be taken over",
        ] {
            #expect(page.has(words), "\(words)")
        }
        let none = try await Self.browser([]).get("/calendars")
        #expect(none.has("No calendar is connected yet.") && none.has("/calendars/new"))
        let full = try await Self.browser((0..<CalendarLink.most).map { _ in Self.calendar() })
            .get("/calendars")
        #expect(full.has("Remove one first") && !full.has("\"/calendars/new\""))
    }

    @Test("What is wrong is said with what to do", arguments: PlatformProblem.allCases)
    func problems(problem: PlatformProblem) async throws {
        for kind in CalendarLink.Kind.allCases {
            let calendar = Self.calendar(kind) { ($0.problem, $0.failingSince) = (problem, Self.now) }
            let page = try await Self.browser([calendar]).get(Self.path(calendar))
            #expect(page.status == 200 && page.has("word urgent") && page.has("It has not worked since"))
        }
    }

    @Test("One calendar says what could not be taken, with line and reason, and what became of the rest")
    func leftOut() async throws {
        let calendar = Self.calendar { calendar in
            calendar.leftOut = [
                LeftOutEvent(reason: .unknownZone, title: "Choir", line: 12),
                LeftOutEvent(reason: .unreadable),
            ]
            calendar.tally?.leftOut = 5
            calendar.tally?.made = 4
            calendar.tally?.over = 1
        }
        let page = try await Self.browser([calendar]).get(Self.path(calendar))
        for words in [
            "Choir", "line 12", "its time zone is not known here", "Without a title", "And 3 more",
            "4 events came into the plan", "1 is over", "Read just now", "Added by Ben",
            "https://calendar.example",
        ] {
            #expect(page.has(words), "\(words)")
        }
        #expect(!page.has("changes there were followed"))
        for reason in [LeftOutEvent.Reason.rule, .tooMany, .full] {
            let other = Self.calendar { $0.leftOut = [LeftOutEvent(reason: reason, title: "Choir", line: 1)] }
            #expect(try await Self.browser([other]).get(Self.path(other)).status == 200)
        }
    }

    @Test("What has vanished is kept or ended, each by a button")
    func vanished() async throws {
        let routine = UUID()
        let calendar = Self.calendar {
            $0.vanished = [
                VanishedEvent(uid: "a&b@example", title: "Swimming", routine: routine, since: Self.now)
            ]
        }
        let browser = try Self.browser([calendar])
        let page = try await browser.get(Self.path(calendar))
        for words in [
            "Swimming", "Keep it in the plan", "End it", "a&amp;b@example", "/plan/\(routine.uuidString)",
        ] {
            #expect(page.has(words), "\(words)")
        }
        try browser.service.answer("POST", "calendars/\(calendar.id)/changes", calendar)
        let ended = try await browser.post(Self.path(calendar), [("kind", "end"), ("event", "a&b@example")])
        #expect(ended.location?.hasPrefix(Self.path(calendar) + "?did=end") == true)
        let change: CalendarChange = try browser.service.onlySent("calendars/\(calendar.id)/changes")
        #expect(change == CalendarChange(.end, event: "a&b@example"))
        let told = try await browser.get(try #require(ended.location))
        #expect(told.has("What was, stays in the history."))
    }

    @Test("One is added by its link, which no page shows again, also where something is wrong")
    func link() async throws {
        let browser = try Self.browser([])
        let made = Self.calendar()
        try browser.service.answer("POST", "calendars", made)
        let sent = Self.form(["person": "anna", "name": "Physio"]) + [("take", "alarms"), ("take", "own")]
        let added = try await browser.post("/calendars/new", sent)
        #expect(added.location == Self.path(made) + "?did=added&events=3")
        let new: NewCalendarLink = try browser.service.onlySent("calendars")
        #expect(new.kind == .link && new.client == "maria" && new.address == Self.secret)
        #expect(new.name == "Physio" && new.by == "Anna" && new.password == nil)
        #expect(
            new.taking
                == CalendarLink.Taking(takesAlarms: true, isClientsOwn: true, person: "anna", allDayAt: 480))
        for (wrong, words) in [
            (["client": ""], "Choose whose plan it is."), (["address": " "], "Write the address."),
            (["allDayAt": "soon"], "soon"), (["kind": "file"], "Choose a file."),
            (["kind": "dav"], "Write the user name."),
        ] {
            let page = try await browser.post("/calendars/new", Self.form(wrong))
            #expect(page.status == 422 && page.has(words) && !page.has("secret-a1b2"), "\(words)")
        }
        try browser.service.refuse(
            "POST", "calendars", CareProblem(.notAcceptable, "it does not answer", field: "address"))
        let refused = try await browser.post("/calendars/new", Self.form())
        #expect(refused.status == 422 && refused.has("It does not answer.") && refused.has("f-address-fault"))
        #expect(!refused.has("secret-a1b2"))
    }

    @Test("What is planned for the household is nobody's own")
    func household() async throws {
        let browser = try Self.browser([])
        try browser.service.answer("POST", "calendars", Self.calendar())
        _ = try await browser.post("/calendars/new", Self.form(["client": "*household"]) + [("take", "own")])
        let new: NewCalendarLink = try browser.service.onlySent("calendars")
        #expect(new.client == nil && new.taking == CalendarLink.Taking())
    }

    @Test("A file is read as UTF-8, and refused in words where it is none, or too large")
    func file() async throws {
        let browser = try Self.browser([])
        try browser.service.answer("POST", "calendars", Self.calendar(.file))
        let text = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
        func post(_ bytes: [UInt8]) async throws -> FakeBrowser.Answer {
            try await browser.post(
                "/calendars/new", Self.form(["kind": "file"]), files: [PageFile(field: "file", bytes: bytes)])
        }
        #expect(try await post(Array(text.utf8)).status == 303)
        let new: NewCalendarLink = try browser.service.onlySent("calendars")
        #expect(new.kind == .file && new.text == text && new.address == nil)
        #expect(try await post([0x42, 0xE4, 0x0A]).has("Export it again as UTF-8."))
        let large = try await post(Array(repeating: 0x20, count: CalendarLink.longestText + 1))
        #expect(large.status == 422 && large.has("at most 4 MiB"))
    }

    @Test("Calendars of a server are looked for and chosen; its password is typed anew each time")
    func server() async throws {
        let browser = try Self.browser([])
        let home = FoundCalendars(calendars: [
            .init(name: "Home", address: "https://dav.example/u/home/", mayWrite: true),
            .init(name: "Clinic\n\"x\"", address: "https://dav.example/u/clinic/", mayWrite: false),
        ])
        try browser.service.answer("POST", "calendars/search", home)
        let typed = ["kind": "dav", "server": "dav.example", "user": "anna", "password": " open sesame "]
        let looked = try await browser.post("/calendars/new/found", Self.form(typed))
        #expect(looked.has("https://dav.example/u/home/") && looked.has("(can only be read)"))
        #expect(looked.has("dav.example") && !looked.has("open sesame"))
        let search: CalendarSearch = try browser.service.onlySent("calendars/search")
        #expect(
            search == CalendarSearch(address: "dav.example", user: "anna", password: " open sesame "))

        let found = "w https://dav.example/u/home/ Home\r\nr https://dav.example/u/clinic/ Clinic"
        let open = typed.merging(["found": found]) { _, new in new }
        let unchosen = try await browser.post("/calendars/new", Self.form(open))
        #expect(unchosen.status == 422 && unchosen.has("Choose one of the calendars."))
        #expect(unchosen.has("https://dav.example/u/clinic/"))
        try browser.service.answer("POST", "calendars", Self.calendar(.davOut))
        let chosen = open.merging(
            ["chosen": "https://dav.example/u/home/", "direction": "write", "allDayAt": "x"]
        ) { _, new in new }
        let added = try await browser.post("/calendars/new", Self.form(chosen))
        #expect(added.location?.hasSuffix("?did=added&events=3&written=yes") == true)
        let last = try #require(browser.service.sent.last?.body)
        let new = try CareJSON.decoder().decode(NewCalendarLink.self, from: last)
        #expect(new.kind == .davOut && new.taking == nil)
        #expect(new.address == "https://dav.example/u/home/" && new.password == " open sesame ")
    }

    @Test("A server that has none, refuses or is not named says so where it is looked for")
    func notFound() async throws {
        let browser = try Self.browser([])
        let typed = ["kind": "dav", "server": "dav.example", "user": "anna", "password": "x"]
        try browser.service.answer("POST", "calendars/search", FoundCalendars(calendars: []))
        let none = try await browser.post("/calendars/new/found", Self.form(typed))
        #expect(none.has("There is no calendar at this server"))
        let less = typed.merging(["user": ""]) { _, new in new }
        let missing = try await browser.post("/calendars/new/found", Self.form(less))
        #expect(missing.status == 422 && missing.has("Write the address, the user name and the password"))
        try browser.service.refuse(
            "POST", "calendars/search", CareProblem(.notAcceptable, "it refuses them", field: "password"))
        let refused = try await browser.post("/calendars/new/found", Self.form(typed))
        #expect(refused.status == 422 && refused.has("f-password-fault") && refused.has("It refuses them."))
    }

    @Test("Name and ways are changed, with what was typed where that is refused")
    func set() async throws {
        let calendar = Self.calendar { $0.taking?.tellsDue = true }
        let browser = try Self.browser([calendar])
        #expect(try await browser.get(Self.path(calendar)).has(#"value="due" checked"#))
        let changes = "calendars/\(calendar.id)/changes"
        try browser.service.answer("POST", changes, calendar)
        let typed = [("kind", "set"), ("name", "Choir"), ("allDayAt", "9:30"), ("take", "alarms")]
        #expect(try await browser.post(Self.path(calendar), typed).status == 303)
        let change: CalendarChange = try browser.service.onlySent(changes)
        #expect(
            change
                == CalendarChange(
                    .set, name: "Choir", taking: CalendarLink.Taking(takesAlarms: true, allDayAt: 570)))
        let empty = try await browser.post(
            Self.path(calendar), [("kind", "set"), ("name", ""), ("allDayAt", "9:30")])
        #expect(empty.status == 422 && empty.has("Write a name.") && empty.has(#"data-key="set" open"#))
        try browser.service.refuse(
            "POST", changes, CareProblem(.notAcceptable, "nobody has this id", field: "taking.person"))
        let refused = try await browser.post(Self.path(calendar), typed)
        #expect(refused.has("f-person-fault") && refused.has("Nobody has this id.") && refused.has("Choir"))
    }

    @Test("What opens it is renewed, and written into no page")
    func renew() async throws {
        for (kind, form) in [
            (CalendarLink.Kind.link, [("address", Self.secret)]),
            (.dav, [("user", ""), ("password", "secret-a1b2")]),
            (.davOut, [("user", "anna"), ("password", "secret-a1b2")]),
        ] {
            let calendar = Self.calendar(kind)
            let browser = try Self.browser([calendar])
            let changes = "calendars/\(calendar.id)/changes"
            try browser.service.refuse(
                "POST", changes,
                CareProblem(.notAcceptable, "it refuses them", field: kind.isDAV ? "password" : "address"))
            let refused = try await browser.post(Self.path(calendar), form + [("kind", "renew")])
            #expect(refused.status == 422 && refused.has("It refuses them."))
            #expect(refused.has(#"data-key="renew" open"#) && !refused.has("secret-a1b2"))
            try browser.service.answer("POST", changes, calendar)
            let renewed = try await browser.post(Self.path(calendar), form + [("kind", "renew")])
            #expect(renewed.location?.contains("did=renew") == true)
        }
        let file = Self.calendar(.file)
        let browser = try Self.browser([file])
        try browser.service.answer("POST", "calendars/\(file.id)/changes", file)
        let none = try await browser.post(Self.path(file), [("kind", "renew")])
        #expect(none.status == 422 && none.has("Choose a file."))
        let other = [PageFile(field: "file", bytes: Array("BEGIN:VCALENDAR".utf8))]
        _ = try await browser.post(Self.path(file), [("kind", "renew")], files: other)
        let change: CalendarChange = try browser.service.onlySent("calendars/\(file.id)/changes")
        #expect(change == CalendarChange(.renew, text: "BEGIN:VCALENDAR"))
    }

    @Test("One is read now, turned off and on, and removed with or without what came of it")
    func acts() async throws {
        let calendar = Self.calendar(.davOut)
        let browser = try Self.browser([calendar])
        let page = try await browser.get(Self.path(calendar))
        #expect(page.has("Write now") && page.has("delete it there too") && !page.has("Read now"))
        let file = Self.calendar(.file)
        let ofFile = try await Self.browser([file]).get(Self.path(file))
        #expect(!ofFile.has("Read now") && !ofFile.has("Turn off") && ofFile.has("Another file"))
        let off = Self.calendar { $0.isActive = false }
        let ofOff = try await Self.browser([off]).get(Self.path(off))
        #expect(ofOff.has("Turned off") && ofOff.has("Turn on") && !ofOff.has("Read now"))

        let changes = "calendars/\(calendar.id)/changes"
        try browser.service.answer("POST", changes, Self.calendar(.davOut) { $0.problem = .refused })
        let tried = try await browser.post(Self.path(calendar), [("kind", "now")])
        #expect(tried.status == 200 && tried.has("refuses the user name or the password"))
        try browser.service.answer("POST", changes, calendar)
        let removed = try await browser.post(Self.path(calendar), [("kind", "remove"), ("keep", "yes")])
        #expect(removed.location?.hasPrefix("/calendars?did=remove") == true)
        let last = try #require(browser.service.sent.last?.body)
        #expect(
            try CareJSON.decoder().decode(CalendarChange.self, from: last)
                == CalendarChange(.remove, keepsEvents: true))
        #expect(try await browser.post(Self.path(calendar), [("kind", "nonsense")]).status == 404)
        #expect(try await browser.get("/calendars/\(UUID())").status == 404)
        #expect(try await browser.get("/calendars/x").status == 404)
    }

    @Test("Those who care for clients have them, and nobody else")
    func roles() async throws {
        for viewer in [
            Viewer.dora, Viewer(person: Self.maria, csrfToken: "token-of-maria"),
        ] {
            let browser = try Self.browser([Self.calendar()], as: viewer)
            for path in ["/calendars", "/calendars/new"] {
                #expect(try await browser.get(path).status == 403)
            }
            #expect(try await browser.post("/calendars/new", Self.form()).status == 403)
            #expect(browser.service.sent.isEmpty)
        }
        #expect(try await Self.browser([], as: .ben).get("/more").has("/calendars"))
    }

    @Test("Files go to the pages of calendars, as large as a calendar may be, and from those who have them")
    func files() {
        #expect(PageRequest.files(of: "/calendars/new").senders == Set<Person.Role>.staff)
        #expect(PageRequest.files(of: "/boards/home.yaml/media").senders == [.coordinator])
        for path in ["/account/picture", "/calendars", "/mine/calendars/x"] {
            #expect(PageRequest.files(of: path).senders == nil)
        }
    }
}
