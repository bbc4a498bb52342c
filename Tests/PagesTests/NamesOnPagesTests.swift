import Care
import Foundation
import Testing

@testable import Pages
@testable import Wording

@Suite("Names on pages: from right to left, and missing")
struct NamesOnPagesTests {
    private static let noor = "نور"

    @Test("An Arabic and an English name in a row, and before a number, keep their places")
    func row() async throws {
        let home = FakeHome {
            $0.people[0].name = Self.noor
            $0.people[0].isActive = true
        }
        let page = try await home.ask("/people").text
        #expect(page.contains("<bdi>\(Self.noor)</bdi>") && page.contains("<bdi>Maria</bdi>"))
        let translation = try #require(try Translation.shipped().first)
        let said = translation(
            Text("now.asks", ["client": .verbatim(Self.noor), "need": "3 cups"]))
        #expect(said == "\u{2068}\(Self.noor)\u{2069} asks for 3 cups")
    }

    @Test("What a template fills into a text is isolated where its letters need it")
    func template() throws {
        let english = try #require(try Translation.shipped().first)
        let filled = try TemplateTexts.filled("<p>[[now.let_know]]</p>", in: english)
        #expect(filled == "<p>Let \u{2068}{{client}}\u{2069} know that it was heard</p>")
        #expect(
            Isolation.settled(filled.replacing("{{client}}", with: "Maria"))
                == "<p>Let Maria know that it was heard</p>")
        let arabic = filled.replacing("{{client}}", with: Self.noor)
        #expect(Isolation.settled(arabic) == arabic)
    }

    @Test("No page has marks that it does not need")
    func clean() async throws {
        for path in ["/people", "/more", "/account", "/people/maria"] {
            let page = try await FakeHome().ask(path).text
            #expect(!page.contains("\u{2068}") && !page.contains("\u{F8DD2}"), "\(path)")
        }
    }

    @Test(
        "Somebody without a name is not called Somebody on a page",
        arguments: [("en", "The client"), ("de", "Die betreute Person"), ("fr", "La personne")])
    func unnamed(language: String, name: String) async throws {
        let home = FakeHome { $0.people[2].name = Person.unnamed }
        for path in ["/people", "/people/maria"] {
            let page = try await home.ask(path, languages: [language]).text
            #expect(page.contains(name), "\(path)")
        }
        let list = try await home.ask("/people", languages: [language]).text
        #expect(!list.contains(">Somebody<"))
    }

    @Test("Where a template names them, what stands before decides")
    func marks() throws {
        let english = try #require(try Translation.shipped().first)
        #expect(
            UnnamedMarks.said("<p>\u{F8DD2} hears it: tell \u{F8DD2}.</p>", in: english)
                == "<p>The client hears it: tell the client.</p>")
        #expect(UnnamedMarks.isOf("client", "Somebody") && !UnnamedMarks.isOf("value", "Somebody"))
    }

    @Test("The client's screen has a direction, and turns with the client's language")
    func screen() {
        #expect(DisplayPage.template.contains(#"<html lang="{{language}}" dir="{{direction}}""#))
        #expect(DisplayPage.template.contains("data-right-to-left=\"ar arc "))
        let script = String(decoding: PackageResources.display_js, as: UTF8.self)
        #expect(script.contains("root.dir = root.dataset.rightToLeft"))
    }

    @Test("Printed, a page is black on white, without what can only be tapped")
    func printed() throws {
        let css = String(decoding: PackageResources.pages_css, as: UTF8.self)
        let print = css.components(separatedBy: "@media print {").dropFirst().joined()
        #expect(print.contains(".calls") && print.contains("background: #ffffff"))
    }
}
