import Care
import Foundation
import Recurrence
import Testing
import Wording

@testable import Pages

@Suite("Pages as a thing on the phone")
struct PhonePagesTests {
    private func get(
        _ path: String, as viewer: Viewer? = nil, home: String? = "Sunrise House", languages: [String] = []
    ) async throws -> PageResponse {
        let parts = path.split(separator: "?", maxSplits: 1)
        var request = PageRequest(
            method: .get, path: String(parts[0]),
            query: PageFields(encoded: parts.count > 1 ? parts[1] : ""), viewer: viewer,
            now: Date(timeIntervalSince1970: 1_800_000_000), zone: .utc, home: home)
        request.languages = languages
        return await (try PageSite.shipped()).respond(request, api: FakeAPI().api)
    }

    private func manifest(_ response: PageResponse) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }

    @Test("The manifest names the home to its people alone, in their language, with icons that are there")
    func manifest() async throws {
        let response = try await get("/manifest.webmanifest", as: .ben, languages: ["de"])
        #expect(
            response.headers.contains {
                $0.name == "content-type" && $0.value.hasPrefix("application/manifest+json")
            })
        let known = try manifest(response)
        #expect(
            known["name"] as? String == "Sunrise House – Beckon" && known["short_name"] as? String == "Beckon"
        )
        #expect(known["lang"] as? String == "de" && known["dir"] as? String == "ltr")
        #expect(known["display"] as? String == "standalone" && known["start_url"] as? String == "/")
        let stranger = try manifest(try await get("/manifest.webmanifest"))
        #expect(stranger["name"] as? String == "Beckon")
        let short = try manifest(try await get("/manifest.webmanifest", as: .ben, home: "Flat 3"))
        #expect(short["short_name"] as? String == "Flat 3")
        let icons = try #require(known["icons"] as? [[String: String]])
        #expect(icons.map { $0["purpose"] } == ["any", "any", "maskable"])
        for icon in icons {
            let picture = try await get(#require(icon["src"]))
            #expect(picture.status == 200)
            let header = try #require(PictureHeader(picture.body))
            #expect("\(header.width)x\(header.height)" == icon["sizes"])
        }
    }

    @Test("The colour around a page is that of its ground, in the light and in the dark")
    func colours() async throws {
        #expect(ThemeColour.light != ThemeColour.dark)
        let page = String(decoding: try await get("/login").body, as: UTF8.self)
        for colour in [ThemeColour.light, ThemeColour.dark] {
            #expect(page.contains(#"<meta name="theme-color" content="\#(colour)""#))
            #expect(
                String(decoding: PackageResources.tokens_css, as: UTF8.self).contains("--ground: \(colour)"))
        }
    }

    @Test(
        "The page without a connection holds nothing of who asks, in each language",
        arguments: ["en", "de", "fr"])
    func offline(language: String) async throws {
        let known = try await get("/offline", as: .ben, languages: [language])
        #expect(try await get("/offline", languages: [language]).body == known.body)
        let text = String(decoding: known.body, as: UTF8.self)
        #expect(text.contains(#"<html lang="\#(language)""#))
        for secret in ["Ben", "Sunrise", "token-of-ben", "<form", "<nav"] { #expect(!text.contains(secret)) }
        // All that it needs can be kept by its worker.
        for found in text.matches(of: /(?:src|href)="(\/assets\/[^"#]+)/) {
            let asset = try await get(String(found.1).replacing("&amp;", with: "&"))
            #expect(asset.status == 200, "\(found.1)")
        }
    }

    @Test("The worker answers for all pages, is asked for anew, and is another one for other texts")
    func worker() async throws {
        let response = try await get("/assets/worker.js")
        let headers = Dictionary(uniqueKeysWithValues: response.headers.map { ($0.name, $0.value) })
        #expect(headers["service-worker-allowed"] == "/" && headers["cache-control"] == "no-cache")
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(text.firstMatch(of: /beckon-offline-[0-9a-f]+"/) != nil)
        let request = PageRequest(
            method: .get, path: "/assets/worker.js", viewer: nil, now: Date(), zone: .utc)
        let one = try PageSite.shipped()
        let other = try PageSite([try Translation.shipped()[0]])
        #expect(await one.respond(request, api: FakeAPI().api).body == response.body)
        #expect(await other.respond(request, api: FakeAPI().api).body != response.body)
    }

    @Test("The worker says what came of an answer in each language in which there are pages")
    func workersWords() async throws {
        let text = String(decoding: try await get("/assets/worker.js").body, as: UTF8.self)
        let line = try #require(text.firstMatch(of: /const texts = (\{.*\});/)).1
        let all = try JSONDecoder().decode([String: [String: String]].self, from: Data(line.utf8))
        let english = try #require(all["en"])
        for translation in try Translation.shipped() where translation.isWhole {
            let own = try #require(all[translation.language.lowercased()])
            #expect(Set(own.keys) == Set(english.keys))
            #expect(own.values.allSatisfy { !$0.isEmpty })
        }
        for found in text.matches(of: /"(worker\.[a-z_]+)"/) {
            #expect(english[String(found.1)] != nil, "\(found.1)")
        }
    }

    @Test("A page says whose it is, and one of nobody does not")
    func reader() async throws {
        let home = FakeHome()
        #expect(try await home.ask("/more").text.contains(#" data-reader="cora""#))
        #expect(try await !home.ask("/login", as: nil).text.contains("data-reader"))
    }
}
