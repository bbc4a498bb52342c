import Care
import Foundation
import Recurrence
import Roles
import Testing
import Wording

@testable import Pages

@Suite("Each reader's language")
struct LanguageTests {
    private let home = FakeHome()

    @Test(
        "What a browser accepts is read in the order of its wishes",
        arguments: [
            (nil, []), ("", []), ("de", ["de"]), ("de-AT, en;q=0.5", ["de-AT", "en"]),
            ("en;q=0.5, fr;q=0.9, de", ["de", "fr", "en"]), ("*", []), ("fr;q=0, en", ["en"]),
            (" es ; q=0.3 , tr ", ["tr", "es"]), ("<script>, de", ["de"]), ("de;q=x", []),
            (String(repeating: "de,", count: 10_000), Array(repeating: "de", count: 167)),
        ] as [(String?, [String])])
    func accepted(header: String?, tags: [String]) {
        #expect(AcceptedLanguages.tags(header).prefix(166) == tags.prefix(166))
    }

    @Test(
        "A page speaks the first of a reader's languages that it has, and names it",
        arguments: [
            (["de-AT"], "de", "Mehr"), (["tr", "fr"], "fr", "Plus"), (["es"], "en", "More"),
            ([], "en", "More"),
            (["DE"], "de", "Mehr"),
        ])
    func first(languages: [String], language: String, more: String) async throws {
        let page = try await home.ask("/more", languages: languages)
        #expect(page.text.contains(#"<html lang="\#(language)" dir="ltr""#))
        #expect(page.text.contains("<h1>\(more)</h1>"))
        let words = try #require(page.text.firstMatch(of: /src="(\/assets\/words\.js[^"]*)"/)).1.replacing(
            "&amp;", with: "&")
        let script = try await home.ask(String(words), as: nil)
        #expect(script.status == 200 && script.text.contains(#"new Intl.PluralRules("\#(language)")"#))
    }

    @Test("Somebody chooses the language of their pages, or leaves it to their browser")
    func own() async throws {
        let page = try await home.ask("/account")
        for name in ["Deutsch", "English", "Français"] { #expect(page.text.contains(">\(name)</option>")) }
        _ = try await home.ask("/account/language", post: [("language", "fr")])
        #expect(home.sent.last == "PUT account")
    }

    /// A name in the sources is whole, or ends with `_` or where `\(` begins: then it stands for all that begin with it.
    @Test("Every text is named in the sources, and every name in them has a text")
    func names() throws {
        let english = try #require(try SharedFiles.find().translations().first)
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
            .standardized
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects ?? []
        var (mentioned, beginnings, said): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for case let file as URL in files where ["swift", "js"].contains(file.pathExtension) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /["\[]([a-z]+[a-z0-9_]*\.[a-z0-9_.]+)["\]]/) {
                mentioned.insert(String(match.1))
            }
            for match in text.matches(of: /["\[]([a-z]+[a-z0-9_]*\.[a-z0-9_.]*)(\\\(|{{)/) {
                beginnings.insert(String(match.1))
            }
            for match in text.matches(of: /(Text|say)\(\s*"([a-z]+[a-z0-9_]*\.[a-z0-9_.]+)"/) {
                said.insert(String(match.2))
            }
        }
        beginnings.formUnion(mentioned.filter { $0.hasSuffix("_") })
        // How numbers and days are written is named piece by piece; `WrittenTextsTests` looks at what the program writes.
        let unnamed = english.names.subtracting(mentioned).filter { name in
            !["format.", "problem.", "finding.", "command."].contains { name.hasPrefix($0) }
                && !beginnings.contains { name.hasPrefix($0) }
        }
        #expect(unnamed.sorted() == [], "in the files, and said nowhere")
        #expect(said.subtracting(english.names).sorted() == [], "said, and not in the files")
    }
}
