import Care
import Foundation
import Testing

@testable import Pages

@Suite("One's own calendar addresses, on a page")
struct FeedPagesTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let maria = Person(id: "maria", name: "Maria", role: .client)
    private static let otto = Person(id: "otto", name: "Otto", role: .client)

    private static func feed(
        _ person: String = "anna", _ client: String? = "maria", _ change: (inout FeedLink) -> Void = { _ in }
    ) -> FeedLink {
        var feed = FeedLink(
            id: UUID(), person: person, client: client, madeAt: now, path: "/feeds/a1b2-\(person).ics")
        change(&feed)
        return feed
    }

    private static func browser(_ feeds: [FeedLink], as viewer: Viewer = .anna) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = viewer
        browser.address = "https://home.example:4280"
        try browser.service.has(
            "people", PeoplePage(people: [maria, otto, Viewer.anna.person, Viewer.ben.person]))
        try browser.service.has("feeds", FeedsPage(feeds: feeds))
        return browser
    }

    @Test("An address is shown with the site's own, as a link for programs and as a code for a phone")
    func shown() async throws {
        let feed = Self.feed { ($0.detail, $0.readAt) = (.times, Self.now) }
        let page = try await Self.browser([feed]).get("/mine/calendars")
        for words in [
            "https://home.example:4280/feeds/a1b2-anna.ics", "webcal://home.example:4280/feeds/a1b2-anna.ics",
            "class=\"qr\"", "Only the times", "Last read: just now", "New address", "End it", "Otto",
            "The household", "Make an address", "every 8 to 24 hours",
        ] {
            #expect(page.has(words), "\(words)")
        }
        let lost = try await Self.browser([Self.feed { $0.path = nil }]).get("/mine/calendars")
        #expect(lost.has("can no longer show the address") && lost.has("No program has read it yet."))
    }

    @Test("Links in messages say where the home is found")
    func address() async throws {
        let browser = try Self.browser([Self.feed("ben")], as: .ben)
        let links = ReachPagesTests.channel(
            HomeChannel.links, settings: ["address": "https://far.example"])
        try browser.service.has("channels", ChannelPage(channels: [links]))
        let page = try await browser.get("/mine/calendars")
        #expect(page.has("https://far.example/feeds/a1b2-ben.ics") && !page.has("home.example"))
        var own = try Self.browser([Self.feed()])
        own.address = "http://localhost:4280"
        let near = try await own.get("/mine/calendars")
        #expect(near.has("You have opened Beckon on its own machine") && !near.has("class=\"qr\""))
        #expect(near.has("A coordinator can let other devices reach Beckon.") && !near.has("/welcome/phone"))
        var coordinators = try Self.browser([], as: .ben)
        coordinators.address = "http://localhost:4280"
        let here = try await coordinators.get("/mine/calendars")
        #expect(here.has("href=\"/welcome/phone\"") && !here.has("A coordinator can"))
        for page in [near, here] { #expect(!page.has("--listen")) }
    }

    @Test("One is made for a client or the household, saying everything or the times alone")
    func make() async throws {
        let browser = try Self.browser([])
        let id = UUID()
        let form = [("id", id.uuidString), ("plan", "maria"), ("detail", "times")]
        let made = try await browser.post("/mine/calendars", form)
        #expect(made.location == "/mine/calendars?did=made#plan-maria")
        let new: NewFeed = try browser.service.onlySent("feeds")
        #expect(new == NewFeed(id: id, client: "maria", detail: .times))
        _ = try await browser.post("/mine/calendars", [("plan", "*household"), ("detail", "everything")])
        let last = try #require(browser.service.sent.last?.body)
        #expect(try CareJSON.decoder().decode(NewFeed.self, from: last).client == nil)
        #expect(try await browser.post("/mine/calendars", [("plan", "maria")]).status == 404)
        try browser.service.refuse("POST", "feeds", CareProblem(.notAcceptable, "there are 20 already"))
        let refused = try await browser.post("/mine/calendars", form)
        #expect(refused.status == 422 && refused.has("There are 20 already."))
        // The same form, sent twice.
        try browser.service.refuse("POST", "feeds", CareProblem(.conflict, "it is there", field: "id"))
        #expect(try await browser.post("/mine/calendars", form).status == 303)
    }

    @Test("One is ended, also by somebody who was slower")
    func end() async throws {
        let feed = Self.feed()
        let browser = try Self.browser([feed])
        let path = "/mine/calendars/\(feed.id.uuidString.lowercased())"
        try browser.service.answer("DELETE", "feeds/\(feed.id)", FeedsPage(feeds: []))
        #expect(try await browser.post(path).location == "/mine/calendars?did=ended")
        try browser.service.refuse("DELETE", "feeds/\(feed.id)", CareProblem(.notFound, "it is not there"))
        #expect(try await browser.post(path).status == 303)
        #expect(try await browser.post("/mine/calendars/x").status == 404)
    }

    @Test("A client has the address of their own plan, and reads nobody else")
    func client() async throws {
        let browser = try Self.browser([], as: Viewer(person: Self.maria, csrfToken: "token-of-maria"))
        let page = try await browser.get("/mine/calendars")
        #expect(page.has("Maria") && !page.has("Otto") && !page.has("The household"))
        #expect(!browser.service.asked.contains("GET people"))
        let provider = try await Self.browser([], as: .dora).get("/mine/calendars")
        #expect(provider.has("Otto") && !provider.has("The household"))
    }

    @Test("Coordinators see whose there are, without the addresses, and end them")
    func others() async throws {
        let other = Self.feed("anna", "otto") { $0.path = nil }
        let page = try await Self.browser([Self.feed("ben"), other], as: .ben).get("/mine/calendars")
        #expect(page.has("Other addresses") && page.has("a1b2-ben.ics") && !page.has("a1b2-anna"))
        #expect(page.has("/mine/calendars/\(other.id.uuidString.lowercased())"))
        #expect(try await !Self.browser([Self.feed()]).get("/mine/calendars").has("Other addresses"))
    }

    @Test("Both pages are said in German and in French")
    func languages() async throws {
        for (language, words) in [("de", "Meine Kalenderadressen"), ("fr", "Mes adresses de calendrier")] {
            var browser = try Self.browser([Self.feed()])
            browser.languages = [language]
            #expect(try await browser.get("/mine/calendars").has(words))
        }
    }
}
