import Care
import Foundation
import Testing

@testable import Pages

struct CallPathPagesTests {
    private let nights = CallPath(
        id: UUID(), name: "Nights in the east", priorities: [.urgent],
        hours: QuietHours(from: 1320, until: 360),
        steps: [
            CallPathStep(after: 0, who: [.assigned, .person("ben")]), CallPathStep(after: 20, who: [.onDuty]),
            CallPathStep(after: 120, who: [.everybody]),
        ])

    private func browser(_ paths: [CallPath]) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = Viewer(person: Person(id: "cora", name: "Cora", role: .coordinator), csrfToken: "t")
        try browser.service.has(
            "people",
            PeoplePage(people: [
                Person(id: "ben", name: "Ben", role: .caregiver),
                Person(id: "maria", name: "Maria", role: .client),
            ]))
        try browser.service.has("places", PlacePage(places: [Place(id: "east", kind: .zone, name: "East")]))
        try browser.service.has("duties", DutyPage(duties: []))
        let usual = [CallPathStep(after: 0, who: [.assigned]), CallPathStep(after: 60, who: [.everybody])]
        try browser.service.has(
            "call-paths", CallPaths(paths: paths, usualUrgent: usual, usualOther: usual, version: 7))
        return browser
    }

    private var fields: [(String, String)] {
        [
            ("id", nights.id.uuidString), ("version", "7"), ("steps", "4"), ("name", "Nights in the east"),
            ("priority", "urgent"), ("from", "22:00"), ("until", "06:00"), ("after-1", "0"), ("unit-1", "s"),
            ("who-1", "assigned"), ("who-1", "person:ben"), ("after-2", "20"), ("unit-2", "s"),
            ("who-2", "on_duty"), ("after-3", ""), ("unit-3", "s"), ("after-last", "2"), ("unit-last", "min"),
        ]
    }

    private func fields(_ name: String, _ value: String) -> [(String, String)] {
        fields.filter { $0.0 != name } + [(name, value)]
    }

    @Test("Each way says for which calls it is, and whom it calls when") func list() async throws {
        let page = try await browser([nights]).get("/call-paths")
        for words in [
            "Nights in the east", "Urgent · 22:00–06:00",
            "At once</span> whoever is assigned to the client, Ben",
            "After 20 seconds</span> whoever is on duty there", "After 2 minutes</span> everybody",
            "Every other call", "/call-paths/\(nights.id.uuidString)",
        ] { #expect(page.has(words), "\(words)") }
        var caregiver = try browser([nights])
        caregiver.viewer = .anna
        let read = try await caregiver.get("/call-paths")
        #expect(read.status == 200 && !read.has("/call-paths/new"))
    }

    @Test("Whoever has left stands by name in a way that still has them, and can be unticked") func hasLeft()
        async throws
    {
        let browser = try browser([nights])
        var ben = Person(id: "ben", name: "Ben", role: .caregiver)
        ben.isActive = false
        try browser.service.has("people", PeoplePage(people: [ben]))
        #expect(try await browser.get("/call-paths").has("Ben (is called no longer)"))
        let form = try await browser.get("/call-paths/\(nights.id.uuidString)")
        #expect(form.has(#"value="person:ben" checked> Ben (is called no longer)"#))
        try browser.service.has("people", PeoplePage(people: []))
        #expect(try await browser.get("/call-paths/\(nights.id.uuidString)").has("person:ben"))
    }

    @Test("What is typed is the way that is sent, and its form shows the same again") func roundTrip()
        async throws
    {
        let browser = try browser([])
        let saved = try await browser.post("/call-paths/new", fields)
        #expect(saved.location == "/call-paths?said=saved")
        let sent: NewCallPaths = try browser.service.onlySent("call-paths")
        #expect(sent.paths == [nights] && sent.replaces == 7 && sent.by == "Cora")
        let form = try await self.browser([nights]).get("/call-paths/\(nights.id.uuidString)")
        for words in [
            #"value="Nights in the east""#, #"value="22:00""#, #"value="06:00""#,
            #"name="after-last" value="2""#, #"value="person:ben" checked"#, #"value="urgent" checked"#,
        ] { #expect(form.has(words), "\(words)") }
    }

    @Test(
        "What is wrong is said at its field, and nothing is lost",
        arguments: [
            ("name", "", "Write a name"), ("until", "", "Write both times"),
            ("after-2", "soon", "Write a whole number"),
            ("after-last", "61", "Write a whole number"), ("after-last", "0", "Each step must be later"),
        ])
    func wrong(field: String, value: String, words: String) async throws {
        let browser = try browser([])
        let page = try await browser.post("/call-paths/new", fields(field, value))
        #expect(page.status == 422 && page.has(words) && page.has("person:ben\" checked"))
        #expect(browser.service.sent.isEmpty)
    }

    @Test("A step without anybody is refused; who has left can still be unticked") func nobody() async throws
    {
        let page = try await browser([]).post(
            "/call-paths/new", fields.filter { $0.0 != "who-2" } + [("who-3", "person:gone")])
        #expect(page.status == 422 && page.has("Tick whom it calls") && page.has("person:gone\" checked"))
    }

    @Test("Somebody else was faster: what was typed stays, and saving again counts") func meanwhile()
        async throws
    {
        let browser = try browser([nights])
        try browser.service.refuse("PUT", "call-paths", CareProblem(.conflict, "changed", field: "replaces"))
        let page = try await browser.post("/call-paths/\(nights.id.uuidString)", fields("version", "3"))
        #expect(page.status == 409 && page.has("somebody else has changed the ways meanwhile"))
        #expect(page.has(#"name="version" value="7""#))
    }

    @Test("A way is moved up, and removed; a second press does nothing more") func order() async throws {
        var second = nights
        (second.id, second.name) = (UUID(), "Days")
        let moving = try browser([nights, second])
        _ = try await moving.post("/call-paths/\(second.id.uuidString)/up", [])
        let moved: NewCallPaths = try moving.service.onlySent("call-paths")
        #expect(moved.paths.map(\.name) == ["Days", "Nights in the east"])
        let removing = try browser([second])
        for id in [second.id, nights.id] {
            _ = try await removing.post("/call-paths/\(id.uuidString)/remove", [])
        }
        let removed: NewCallPaths = try removing.service.onlySent("call-paths")
        #expect(removed.paths.isEmpty)
    }
}
