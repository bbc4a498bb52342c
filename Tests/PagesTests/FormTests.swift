import Foundation
import Testing

@testable import Pages

@Suite("Forms")
struct FormTests {
    /// Pages' sources, but for the kit's own, by their paths.
    private static func pages() throws -> [(path: String, text: String)] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Pages")
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("Forms/")
        }.map { ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8)) }
    }

    @Test("Every form that changes something begins with its token") func everyFormHasItsToken() throws {
        var count = 0
        for (name, text) in try PageTemplates.byName() {
            let forms = text.components(separatedBy: "<form").dropFirst()
            #expect(forms.count == text.components(separatedBy: "</form>").count - 1, "\(name)")
            for form in forms where !form.hasPrefix(#" method="get" "#) {
                #expect(form.hasPrefix(#" method="post" "#), "\(name): \(form.prefix(80))")
                let end = try #require(form.firstIndex(of: ">"))
                #expect(form[end...].dropFirst().hasPrefix(FormToken.field), "\(name): \(form.prefix(80))")
                count += 1
            }
            let rest = text.replacingOccurrences(of: FormToken.field, with: "")
                .replacingOccurrences(of: FormToken.attribute, with: "")
            #expect(!rest.contains(FormToken.name), "\(name)")
        }
        #expect(count > 40)
    }

    @Test(
        "No page types what the kit makes",
        arguments: ["<form", "\"\(FormToken.name)\"", "name=\"\(FormToken.name)"])
    func noPageTypesWhatTheKitMakes(markup: String) throws {
        let pages = try Self.pages()
        #expect(pages.count > 50)
        for (path, text) in pages { #expect(!text.contains(markup), "\(path): \(markup)") }
    }

    @Test("A form begins with its token, and then what else it sends") func aFormBeginsWithItsToken() {
        #expect(
            Form.post("/a", class: "narrow", attributes: "novalidate", sends: ["id": "{{id}}"]) == """
                <form method="post" action="/a" class="narrow" novalidate>\
                <input type="hidden" name="csrf" value="{{csrf}}"><input type="hidden" name="id" value="{{id}}">
                """)
        #expect(Form.get("/a") == #"<form method="get" action="/a">"#)
    }
}
