import Care
import Foundation
import Testing

@testable import Pages

@Suite("Where school tasks are read, on pages")
struct CourseworkPagesTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let tom = Viewer(
        person: Person(id: "tom", name: "Tom", role: .client), csrfToken: "token-of-tom")

    private static func link(
        _ kind: CourseworkLink.Kind = .planner, _ change: (inout CourseworkLink) -> Void = { _ in }
    ) -> CourseworkLink {
        var link = CourseworkLink(
            id: UUID(), client: "tom", kind: kind, platform: "https://school.example", tasks: 3,
            readAt: now, addedAt: now, addedBy: "Ben")
        change(&link)
        return link
    }

    private static func browser(_ links: [CourseworkLink], as viewer: Viewer = tom) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = viewer
        try browser.service.has("people", PeoplePage(people: [tom.person]))
        try browser.service.has("coursework", CourseworkPage(links: links))
        try browser.service.has("coursework?client=tom", CourseworkPage(links: links))
        return browser
    }

    private static func form(_ more: [String: String] = [:]) -> [(String, String)] {
        [
            "id": UUID().uuidString, "at": "2027-01-15T08:00:00Z", "kind": "planner", "feed": "",
            "address": "school.example", "token": "7~secret", "reminders": "16:00",
        ].merging(more) { _, new in new }.map { ($0.key, $0.value) }
    }

    @Test("What is read stands there with what was found, or with what is wrong and what to do")
    func list() async throws {
        let page = try await Self.browser([Self.link()]).get("/mine/school")
        for words in ["https://school.example", "With a token", "3 tasks found", "Added by Ben", "Turn off"] {
            #expect(page.has(words), "\(words)")
        }
        for problem in PlatformProblem.allCases {
            for kind in CourseworkLink.Kind.allCases {
                let page = try await Self.browser([Self.link(kind) { $0.problem = problem }])
                    .get("/mine/school")
                #expect(page.status == 200 && !page.has("3 tasks found"), "\(problem)")
            }
        }
        let off = try await Self.browser([Self.link { $0.isActive = false }]).get("/mine/school")
        #expect(off.has("Turned off") && off.has("Turn on") && !off.has("Read now"))
    }

    @Test("What became of the tasks is said in words, without what there was none of")
    func tally() async throws {
        var tally = CourseworkTally()
        (tally.open, tally.later, tally.others, tally.made, tally.doneHere) = (1, 2, 3, 4, 1)
        let page = try await Self.browser([Self.link { $0.tally = tally }]).get("/mine/school")
        for words in [
            "6 entries were read", "1 is a goal now", "2 are due later than in two weeks",
            "3 are no tasks, have no deadline", "4 tasks became goals", "1 was done here",
        ] {
            #expect(page.has(words), "\(words)")
        }
        for words in ["is over", "are over", "could not be read", "was deleted here", "were deleted here"] {
            #expect(!page.has(words), "\(words)")
        }
        #expect(try await !Self.browser([Self.link()]).get("/mine/school").has("What became of the tasks"))
    }

    @Test(
        "A place is added with what was typed; what is wrong stands at its field, and a token is not written back"
    )
    func add() async throws {
        let browser = try Self.browser([])
        try browser.service.answer("POST", "coursework", Self.link())
        let added = try await browser.post("/mine/school", Self.form())
        #expect(added.status == 303 && added.location == "/mine/school?did=added&tasks=3")
        let sent = try #require(browser.service.sent.first?.body)
        let new = try CareJSON.decoder().decode(NewCourseworkLink.self, from: sent)
        #expect(new.client == "tom" && new.token == "7~secret" && new.reminders == [960] && new.by == "Tom")
        for (wrong, words) in [
            (["token": ""], "Write the token."), (["address": " "], "Write the address."),
            (["reminders": "soon"], "soon"), (["kind": "feed"], "Write the address."),
        ] {
            let page = try await browser.post("/mine/school", Self.form(wrong))
            #expect(page.status == 422 && page.has(words) && !page.has("7~secret"), "\(words)")
        }
        try browser.service.refuse(
            "POST", "coursework",
            CareProblem(
                .notAcceptable,
                "the platform does not accept it: make a new one there, and copy all of it", field: "token"))
        let refused = try await browser.post("/mine/school", Self.form())
        #expect(refused.status == 422 && refused.has("does not accept it") && !refused.has("7~secret"))
    }

    @Test("Caregivers see the clients, and change what is read for one; providers do not")
    func staff() async throws {
        let link = Self.link()
        let browser = try Self.browser([link], as: .anna)
        let list = try await browser.get("/school")
        #expect(list.has("Tom") && list.has("1 connection"))
        #expect(try await browser.get("/school/tom").has("School tasks of Tom"))
        try browser.service.answer("POST", "coursework/\(link.id)/changes", link)
        let path = "/school/tom/\(link.id.uuidString.lowercased())"
        let removed = try await browser.post(path, [("kind", "remove"), ("keep", "yes")])
        #expect(removed.location == "/school/tom?did=remove&tasks=3")
        let sent = try #require(browser.service.sent.first?.body)
        let change = try CareJSON.decoder().decode(CourseworkChange.self, from: sent)
        #expect(change == CourseworkChange(.remove, keepsGoals: true))
        #expect(try await browser.post(path, [("kind", "nonsense")]).status == 404)
        #expect(try await Self.browser([], as: .dora).get("/school").status == 403)
    }
}
