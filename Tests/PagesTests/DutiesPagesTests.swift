import Care
import FoundationEssentials
import Recurrence
import Testing

@testable import Pages

@Suite("The pages of duties and places")
struct DutiesPagesTests {
    private static let id = UUID(uuid: (13, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private static var path: String { "/duties/\(id.uuidString.lowercased())" }

    /// Anna's night watch in the East, as seen on Thursday, 26 November 2026, at noon.
    private static func browser(as viewer: Viewer = .ben, _ change: (inout Duty) -> Void = { _ in }) throws
        -> FakeBrowser
    {
        var browser = try PlanHome.browser(at: "2026-11-26T12:00")
        browser.viewer = viewer
        try browser.service.has(
            "people",
            PeoplePage(people: [
                Person(id: "anna", name: "Anna", role: .caregiver),
                Person(id: "ben", name: "Ben", role: .coordinator),
                Person(id: "carl", name: "Carl <c>", role: .caregiver),
                Person(id: "maria", name: "Maria", role: .client, place: "east"),
            ]))
        try browser.service.has(
            "places",
            PlacePage(places: [
                Place(id: "east", kind: .zone, name: "East <e>", needsDuty: true, sequence: 3),
                Place(id: "room-7", kind: .room, name: "Room 7", parent: "east", sequence: 4),
            ]))
        var duty = try Self.duty()
        change(&duty)
        try browser.service.has("duties", DutyPage(duties: [duty]))
        try browser.service.has("duties/\(id.uuidString.lowercased())", duty)
        let east = DutyGap(zone: "east", from: try at("2026-11-27T06:00"), until: try at("2026-11-27T22:00"))
        try browser.service.has(
            "duties/now",
            DutyStanding(
                at: browser.now,
                onDuty: [
                    OnDuty(person: "carl", name: "Carl <c>", zone: "East <e>"),
                    OnDuty(person: "ben", name: "Ben"),
                    OnDuty(person: "anna", name: "Anna", client: "Maria"),
                ], gaps: [east]))
        try browser.service.has(
            "duties/times",
            DutyTimePage(times: [try time(duty)], gaps: [east], isComplete: true))
        return browser
    }

    private static func duty() throws -> Duty {
        Duty(
            id: id,
            content: DutyContent(
                person: "anna", role: "night watch", zone: "east",
                schedule: RecurrenceSet(
                    start: try #require(WallTime("2026-11-02T22:00")), zone: "Europe/Berlin",
                    repetition: .rules([try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TH")])), minutes: 480),
            changedAt: try at("2026-11-01T12:00"), sequence: 7)
    }

    private static func time(_ duty: Duty) throws -> DutyTime {
        let key = try Self.key()
        return DutyTime(
            duty: id, key: key, person: "anna", holder: duty.holder(of: key), role: "night watch",
            zone: "east", from: try at("2026-11-26T22:00"), until: try at("2026-11-27T06:00"),
            offer: duty.offers.first)
    }

    private static func key() throws -> OccurrenceKey {
        OccurrenceKey(try #require(WallTime("2026-11-26T22:00")), zone: "Europe/Berlin")
    }

    private static func at(_ local: String) throws -> Date {
        PlanHome.berlin.instant(of: try #require(WallTime(local)))
    }

    @Test("A week shows who is on duty in each zone, and where nobody is")
    func week() async throws {
        let page = try await Self.browser().get("/duties")
        for words in [
            "On duty now: Carl &lt;c&gt; (East &lt;e&gt;) and Ben", "23–29 November 2026",
            "East &lt;e&gt;</h2>",
            "Thursday 26 November", "22:00–06:00", "Anna", "night watch", "Nobody on duty", "06:00–22:00",
            "Nobody is on duty in East &lt;e&gt; from tomorrow 06:00.", "/duties/new", "/places",
            "/duties?week=2026-11-16", "/duties?week=2026-11-30",
        ] { #expect(page.has(words), "\(words)") }
        let annas = try await Self.browser(as: .anna).get("/duties")
        #expect(!annas.has("/duties/new") && annas.has("22:00–06:00"))
    }

    @Test(
        "It is said in its reader's language",
        arguments: [
            ("de", "Jetzt im Dienst: Carl", "Niemand im Dienst", "Dienste"),
            ("fr", "De service en ce moment", "Personne de service", "Tours de service"),
        ])
    func languages(language: String, now: String, gap: String, title: String) async throws {
        var browser = try Self.browser()
        browser.languages = [language]
        let page = try await browser.get("/duties")
        #expect(page.has(now) && page.has(gap) && page.has("<h1>\(title)</h1>"))
    }

    @Test("Without duties there is one sentence, and one button for whoever plans")
    func empty() async throws {
        let browser = try Self.browser()
        try browser.service.has("places", PlacePage(places: []))
        try browser.service.has("duties/now", DutyStanding(at: browser.now))
        try browser.service.has("duties/times", DutyTimePage(times: [], gaps: [], isComplete: true))
        let page = try await browser.get("/duties")
        #expect(page.has("Say who is on duty when") && page.has("/duties/new"))
        let now = try await browser.get("/now")
        #expect(!now.has("On duty now"))
    }

    @Test("Now and the handover have one line of who is on duty")
    func lines() async throws {
        let browser = try Self.browser(as: .anna)
        let now = try await browser.get("/now")
        #expect(
            now.has(
                #"<a class="line" href="/duties">On duty now: Carl &lt;c&gt; (East &lt;e&gt;) and Ben</a>"#))
        let handover = Handover(
            since: try Self.at("2026-11-25T22:00"), until: try Self.at("2026-11-26T06:00"),
            zone: "Europe/Berlin", requests: [], occurrences: [],
            onDuty: [OnDuty(person: "ben", name: "Ben", zone: "East")])
        try browser.service.has("handover", handover)
        try browser.service.has(
            "requests", RequestPage(requests: [], next: nil, sequence: 1, journal: UUID()))
        let page = try await browser.get("/handover")
        #expect(page.has(#"<p data-key="on-duty">On duty now: Ben (East)</p>"#))
        #expect(page.has("On duty now: Ben (East).\""), "and it is heard")
    }

    private static let form: [(String, String)] = [
        ("id", "0D000000-0000-4000-8000-000000000001"), ("at", "2026-11-26T11:00:00.000Z"),
        ("person", "carl"),
        ("where", "zone:east"), ("role", ""), ("repeat", "weekly"), ("days", "FR"), ("days", "SA"),
        ("weeklyEvery", "2"), ("last", "2026-12-31"), ("date", "2026-11-27"), ("from", "22:00"),
        ("until", "06:30"), ("more", "0"),
    ]

    @Test("A duty is made by a form: person, zone, days and times over midnight")
    func made() async throws {
        let browser = try Self.browser()
        let empty = try await browser.get("/duties/new")
        #expect(empty.has("Carl &lt;c&gt;") && empty.has("zone:east") && empty.has("client:maria"))
        #expect(!empty.has(#"value="maria""#), "a client has no duties")
        let answer = try await browser.post("/duties/new", Self.form)
        #expect(answer.status == 303)
        let sent: NewDuty = try browser.service.onlySent("duties")
        #expect(
            sent.content
                == DutyContent(
                    person: "carl", zone: "east",
                    schedule: RecurrenceSet(
                        start: try #require(WallTime("2026-11-27T22:00")), zone: "Europe/Berlin",
                        repetition: .rules([
                            try RecurrenceRule("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,SA;UNTIL=20261231")
                        ])), minutes: 510))
        #expect(sent.by == "Ben")
    }

    @Test(
        "What is wrong stands at its field, with what was typed",
        arguments: [
            ("person", "", "Choose a person."), ("until", "26:00", "Write the time"),
            ("date", "soon", "Write the day"),
            ("more", "9", "Write a number from 0 to 6."), ("weeklyEvery", "0", "from 1 to 52"),
            ("last", "never", "Write"),
        ])
    func wrong(field: String, value: String, words: String) async throws {
        let browser = try Self.browser()
        let form = Self.form.filter { $0.0 != field } + [(field, value)]
        let answer = try await browser.post("/duties/new", form)
        #expect(answer.status == 422 && answer.has("id=\"f-\(field)-fault\""))
        #expect(answer.has(words), "\(words)")
        #expect(browser.service.sent.isEmpty)
    }

    @Test("Without a day, and with what the service says, nothing is lost that was typed")
    func refused() async throws {
        let browser = try Self.browser()
        let none = try await browser.post("/duties/new", Self.form.filter { $0.0 != "days" })
        #expect(none.status == 422 && none.has("Choose at least one day."))
        try browser.service.refuse(
            "POST", "duties",
            CareProblem(
                .notAcceptable, "“East” is a room: people are on duty in its zone", field: "content.zone"))
        let page = try await browser.post("/duties/new", Self.form)
        #expect(page.status == 422 && page.has("“East” is a room") && page.has(#"value="06:30""#))
        #expect(page.has("f-where-fault"))
    }

    @Test("A duty that there is fills the form, and is changed with what its writer had seen")
    func changed() async throws {
        let browser = try Self.browser()
        let page = try await browser.get(Self.path + "/edit")
        for words in [#"value="22:00""#, #"value="06:00""#, #"value="night watch""#, #"value="2026-11-02""#] {
            #expect(page.has(words), "\(words)")
        }
        #expect(page.text.matches(of: /value="(MO|TH)" checked/).count == 2)
        let form = Self.form + [("replaces", "7")]
        #expect(try await browser.post(Self.path + "/edit", form).status == 303)
        let sent: DutyChange = try browser.service.onlySent(
            "duties/\(Self.id.uuidString.lowercased())/changes")
        #expect(sent.replaces == 7 && sent.content?.person == "carl")
    }

    @Test("Who comes second sees that somebody else has changed it")
    func meanwhile() async throws {
        let browser = try Self.browser()
        var now = try Self.duty()
        (now.sequence, now.changedBy) = (9, "Olga")
        try browser.service.refuse(
            "POST", "duties/\(Self.id.uuidString.lowercased())/changes",
            CareProblem(.conflict, "this duty was changed meanwhile", field: "replaces", current: .duty(now)))
        let page = try await browser.post(Self.path + "/edit", Self.form + [("replaces", "7")])
        #expect(page.status == 409 && page.has("Olga has changed this duty meanwhile."))
        #expect(page.has(#"name="replaces" value="9""#))
    }

    @Test("A rule that the form does not know is shown as one, and stays")
    func rule() async throws {
        let browser = try Self.browser {
            $0.content.schedule?.repetition = .rules((try? [RecurrenceRule("FREQ=MONTHLY;BYDAY=1MO")]) ?? [])
        }
        let page = try await browser.get(Self.path + "/edit")
        #expect(page.has("FREQ=MONTHLY;BYDAY=1MO") && page.has(#"value="rule" checked"#))
    }

    @Test("A duty ends after asking")
    func end() async throws {
        let browser = try Self.browser()
        let page = try await browser.get(Self.path + "/end")
        #expect(page.has("End this duty of Anna?"))
        let sent = try await browser.post(
            Self.path + "/end",
            [
                ("id", "0D000000-0000-4000-8000-000000000002"), ("at", "2026-11-26T11:00:00Z"),
                ("replaces", "7"),
            ])
        #expect(sent.location == "/duties?did=ended")
        let change: DutyChange = try browser.service.onlySent(
            "duties/\(Self.id.uuidString.lowercased())/changes")
        #expect(change.content == nil && change.replaces == 7)
    }

    @Test("A coordinator gives a date to somebody else; whoever has it offers it; who is asked takes it")
    func swaps() async throws {
        let date = Self.path + "/dates/" + PageText.escaped(try Self.key().description)
        let swaps = "duties/\(Self.id.uuidString.lowercased())/swaps"
        let ben = try Self.browser()
        let page = try await ben.get(date)
        #expect(page.has("Who has it this time?") && page.has("Carl &lt;c&gt;") && !page.has("Offer it"))
        _ = try await ben.post(date, [("kind", "assign"), ("person", "carl")])
        var sent: DutyMove = try ben.service.onlySent(swaps)
        #expect(try sent.kind == .assign && sent.person == "carl" && sent.of == Self.key())
        let anna = try Self.browser(as: .anna)
        let own = try await anna.get(date)
        #expect(own.has("Offer it") && own.has("Anybody") && !own.has("Who has it this time?"))
        _ = try await anna.post(date, [("kind", "offer"), ("person", "")])
        sent = try anna.service.onlySent(swaps)
        #expect(sent.kind == .offer && sent.person == nil)
        // Carl's, and offered to Anna.
        let offered = try Self.browser(as: .anna) {
            let key = (try? Self.key()) ?? OccurrenceKey(.first, zone: "UTC")
            $0.swaps = [DutySwap(of: key, person: "carl")]
            $0.offers = [DutyOffer(of: key, to: "anna")]
        }
        let asked = try await offered.get(date)
        #expect(asked.has("I’ll take it") && asked.has("offered to Anna") && asked.has("instead of Anna"))
        try offered.service.refuse(
            "POST", swaps,
            CareProblem(
                .conflict, "nobody offers this date any more: somebody has taken it, or it was taken back",
                field: "of"))
        let late = try await offered.post(date, [("kind", "take")])
        #expect(late.status == 409 && late.has("Nobody offers this date any more"))
    }

    @Test("Places are listed with who lives and what stands there; a coordinator changes them")
    func places() async throws {
        let browser = try Self.browser()
        let id = UUID()
        try browser.service.has(
            "devices",
            DevicePage(devices: [
                Device(id: id, kind: .station, name: "Office <o>", place: "room-7", since: browser.now)
            ]))
        let page = try await browser.get("/places")
        for words in [
            "East &lt;e&gt;", "Room 7", "Maria", "Office &lt;o&gt;", "Somebody has to be on duty",
            "/places/east", "/places/new?kind=room",
        ] {
            #expect(page.has(words), "\(words)")
        }
        let form = try await browser.get("/places/room-7")
        #expect(form.has(#"value="Room 7""#) && form.has(#"<option value="east" selected>"#))
        _ = try await browser.post(
            "/places/room-7", [("kind", "room"), ("name", "Room 8"), ("parent", ""), ("sequence", "4")])
        let sent: Place = try browser.service.onlySent("places/room-7")
        #expect(sent == Place(id: "room-7", kind: .room, name: "Room 8", sequence: 4))
        let nameless = try await browser.post("/places/new", [("kind", "zone"), ("name", "")])
        #expect(nameless.status == 422 && nameless.has("name-fault"))
        try browser.service.refuse(
            "DELETE", "places/east",
            CareProblem(.conflict, "“East” is in use by Room 7, Maria: move them first", field: "id"))
        let used = try await browser.post("/places/east/removal")
        #expect(used.status == 409 && used.has("“East” is in use by Room 7, Maria: move them first."))
        let annas = try Self.browser(as: .anna)
        try annas.service.has("devices", DevicePage(devices: []))
        #expect(try await !annas.get("/places").has("/places/east"))
    }
}

@Suite("Where devices and clients are, on their pages")
struct PlacedPagesTests {
    private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    private let home = FakeHome {
        $0.devices = [
            Device(id: Self.id, kind: .station, name: "Office", place: "room-7", since: FakeHome.now)
        ]
        $0.own = [
            OwnDevice(kind: .kiosk, client: "maria", lastSeen: FakeHome.now.addingTimeInterval(-600)),
            OwnDevice(kind: .station, isConnected: true),
        ]
        $0.places = [
            Place(id: "east", kind: .zone, name: "East", sequence: 1),
            Place(id: "room-7", kind: .room, name: "Room 7", parent: "east", sequence: 1),
        ]
    }

    @Test("Devices shows this machine's own too, without a way to revoke them, and where each stands")
    func devices() async throws {
        let text = try await home.ask("/devices").text
        for words in [
            "Kiosk of this machine", "Station of this machine", "Kiosk for Maria", "last seen 10 minutes ago",
            "Place: Room 7 (East)", "/devices/kiosk/change", "/devices/station/change",
        ] { #expect(text.lowercased().contains(words.lowercased()), "\(words)") }
        #expect(text.matches(of: /\/revocation"/).count == 1)
        #expect(try await !home.ask("/devices", as: "anna").text.contains("/change"))
    }

    @Test("A coordinator gives a device another name and place")
    func change() async throws {
        let path = "/devices/\(Self.id.uuidString.lowercased())/change"
        let form = try await home.ask(path).text
        #expect(
            form.contains(#"value="Office""#)
                && form.contains(#"<option value="room-7" selected>Room 7 (East)"#))
        let saved = try await home.ask(path, post: [("name", "Hall"), ("place", "east")])
        #expect(saved.location == "/devices?did=changed")
        #expect(home.isNow.devices.map { [$0.name, $0.place] } == [["Hall", "east"]])
        #expect(try await home.ask(path, post: [("name", ""), ("place", "east")]).status == 422)
        let own = try await home.ask("/devices/station/change").text
        #expect(own.contains("Station of this machine") && !own.contains(#"name="name""#))
        _ = try await home.ask("/devices/station/change", post: [("place", "east")])
        #expect(home.isNow.own.map(\.place) == [nil, "east"])
        #expect(try await home.ask("/devices/display/change").status == 404)
    }

    @Test("A client's page says where they live, and a coordinator changes it; another role lives nowhere")
    func client() async throws {
        let page = try await home.ask("/people/maria").text
        #expect(page.contains("Lives in") && page.contains(#"action="/people/maria/place""#))
        let saved = try await home.ask("/people/maria/place", post: [("place", "room-7")])
        #expect(saved.location?.hasPrefix("/people/maria?did=saved") == true)
        #expect(home.person("maria")?.place == "room-7")
        let annas = try await home.ask("/people/maria", as: "anna").text
        #expect(annas.contains("Room 7 (East)") && !annas.contains("/people/maria/place"))
        _ = try await home.ask(
            "/people/maria", post: [("name", "Maria"), ("role", "caregiver"), ("sure", "yes")])
        #expect(home.person("maria")?.role == .caregiver && home.person("maria")?.place == nil)
    }

    @Test("The page of somebody who has duties lists them; a client's has none")
    func duties() async throws {
        home.change {
            $0.duties = [
                Duty(
                    id: Self.id, content: DutyContent(person: "anna", role: "nurse", zone: "east"),
                    changedAt: FakeHome.now)
            ]
        }
        let page = try await home.ask("/people/anna").text
        #expect(page.contains("Always") && page.contains("nurse") && page.contains("/duties/new?person=anna"))
        #expect(try await !home.ask("/people/maria").text.contains("/duties/new"))
    }
}
