import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

struct PageSiteTests {
    private func request(_ path: String, viewer: Viewer? = nil) -> PageRequest {
        PageRequest(
            method: .get, path: path, viewer: viewer, now: .init(timeIntervalSince1970: 0), zone: .utc)
    }

    private let api = PageAPI { _ in .init(status: 404, body: .init()) }

    @Test("Every template can be read") func everyTemplateCanBeRead() throws { _ = try PageSite.shipped() }

    @Test("No route is hidden by one before it, whose template takes its paths too")
    func noRouteIsHidden() {
        for (index, route) in PageTopics.routes.enumerated() {
            let hiding = PageTopics.routes.prefix(index).first {
                $0.method == route.method && $0.match(route.template) != nil
            }
            #expect(hiding == nil, "\(route.template) is hidden by \(hiding?.template ?? "")")
        }
    }

    @Test("No two templates have one name") func noTwoTemplatesHaveOneName() throws {
        #expect(throws: PageTopics.SameName(names: ["b"])) {
            try PageTopics.templates([["a": "1", "b": "2"], ["b": "3", "c": "4"]])
        }
    }

    @Test("An unknown path is reported as such, and its name cannot inject a script")
    func aPathThatIsNoneIsSaidSoAnd() async throws {
        let response = await (try PageSite.shipped()).respond(request("/<script>alert(1)</script>"), api: api)
        #expect(response.status == 404)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("<script>alert"))
    }

    private let olga = Person(id: "olga", name: "Olga", role: .coordinator)

    @Test("The window's title names the home, where it has a name")
    func theWindowsTitleNamesTheHomeWhereItHas() async throws {
        for (home, title) in [
            (nil, "<title>Not found – Beckon</title>"),
            ("Sunrise <3", "<title>Not found – Sunrise &lt;3 – Beckon</title>"),
        ] {
            var there = request("/nothing", viewer: Viewer(person: olga, csrfToken: "t"))
            there.home = home
            let response = await (try PageSite.shipped()).respond(there, api: api)
            #expect(String(decoding: response.body, as: UTF8.self).contains(title))
            // Whoever has not logged in is told whose home it is where they log in, and nowhere else.
            there.viewer = nil
            let stranger = await (try PageSite.shipped()).respond(there, api: api)
            #expect(
                String(decoding: stranger.body, as: UTF8.self).contains("<title>Not found – Beckon</title>"))
            there.path = "/login"
            let login = String(
                decoding: await (try PageSite.shipped()).respond(there, api: api).body, as: UTF8.self)
            #expect(login.contains("<bdi>Sunrise &lt;3</bdi>") == (home != nil))
        }
    }

    @Test("What was being sent when the session had ended is kept in sight")
    func whatWasBeingSentWhenTheSessionHadEnded() async throws {
        var gone = request("/history/requests/x/notes")
        gone.method = .post
        gone.form = PageFields([
            ("csrf", "secret-1"), ("id", "1BA5F3AB-681F-45DF-BCE9-C5FDA8E0E16A"), ("text", "Only <a> sip."),
            ("old_password", "secret-2"), ("was-loops", "3"), ("option-loops", "3"),
        ])
        let response = await (try PageSite.shipped()).respond(gone, api: api)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == 401 && text.contains("Nothing was lost"))
        #expect(text.contains("readonly>Only &lt;a&gt; sip.</textarea>"))
        #expect(!text.contains("secret") && !text.contains("1BA5F3AB") && !text.contains("Loops"))
        #expect(text.contains("href=\"/login?next=%2Fhistory%2Frequests%2Fx%2Fnotes\""))
    }

    @Test("Whoever logs in comes back to just what they wanted to see")
    func whoeverLogsInComesBackToJustWhatThey() async throws {
        var wanted = request("/history")
        wanted.query = PageFields([("text", "a b&c"), ("from", "2026-03-01")])
        let response = await (try PageSite.shipped()).respond(wanted, api: api)
        #expect(
            response.headers.first { $0.name == "location" }?.value
                == "/login?next=%2Fhistory%3Ftext%3Da%2520b%2526c%26from%3D2026-03-01")
    }

    @Test(
        "An address that only takes forms leads whoever reads it to the page above",
        arguments: [
            ("/needs/walk/off", "/needs/walk"), ("/today/a/b/undo", "/today/a/b"),
            ("/today/a/b/putoff", "/today/a/b"),
            ("/account/name", "/account"), ("/logout", "/"),
        ])
    func anAddressThatOnlyTakesFormsLeadsWhoeverReads(path: String, to: String)
        async throws
    {
        let response = await (try PageSite.shipped()).respond(request(path), api: api)
        #expect(response.status == 303 && response.headers.first { $0.name == "location" }?.value == to)
    }

    private static let times: [(Double, String)] = [
        (-59, "just now"), (-60, "1 minute ago"), (-7140, "1 h 59 min ago"), (-7200, "2 hours ago"),
        (-28_440, "7 hours ago"), (30, "in a moment"), (61, "in 1 minute"), (61.5, "in 2 minutes"),
        (3600.4, "in 1 hour"), (3570, "in 1 hour"),
        (3602, "in 1 h 1 min"), (7200, "in 2 hours"), (21_960, "in 7 hours"),
    ]

    @Test("Times are said in the reader's words", arguments: times)
    func timesAreSaidInTheReadersWords(after: Double, words: String) throws {
        let now = Date(timeIntervalSince1970: 12 * 3600)
        let text = TimeText.ago(now.addingTimeInterval(after), now: now, zone: .utc)
        #expect(try text.said() == words)
    }

    @Test("Every script, style and picture that a page names is served")
    func everyAssetIsServed() async throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Pages").standardized
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects ?? []
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            names.formUnion(text.matches(of: /"([a-z][a-z0-9-]*\.(?:js|css|svg|png))"/).map { String($0.1) })
        }
        #expect(names.isSuperset(of: ["pages.css", "pages.js", "plan.js", "now.js", "icons.svg"]))
        for name in names.sorted() {
            let answer = await (try PageSite.shipped()).respond(request("/assets/\(name)"), api: api)
            #expect(answer.status == 200, "\(name)")
        }
    }

    @Test("No path reaches the disk through the assets") func noPathReachesTheDiskThroughTheAssets()
        async throws
    {
        for path in ["/assets/../openapi.json", "/assets/%2e%2e/pages.css", "/assets/", "/assets/pages.css/"]
        {
            #expect(await (try PageSite.shipped()).respond(request(path), api: api).status == 404)
        }
        #expect(await (try PageSite.shipped()).respond(request("/assets/pages.css"), api: api).status == 200)
    }

    @Test("The typeface that this machine has is what pages and screen are shown in")
    func typeface() async throws {
        let site = try PageSite.shipped()
        var styles: [String] = []
        for path in ["/assets/pages.css", "/assets/display.css"] {
            styles.append(String(decoding: await site.respond(request(path), api: api).body, as: UTF8.self))
        }
        #expect(InterFont.faces.map(\.name) == ["Inter-Regular.otf", "Inter-SemiBold.otf"])
        for face in InterFont.faces {
            for style in styles { #expect(style.contains("src:url(\(face.address)) format(\"opentype\")")) }
            let answer = await site.respond(request("/assets/\(face.name)"), api: api)
            #expect(answer.status == 200)
            #expect(answer.body.starts(with: Array("OTTO".utf8)))
        }
        #expect(await site.respond(request("/assets/Inter-Black.otf"), api: api).status == 404)
    }
}
