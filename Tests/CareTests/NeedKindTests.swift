import Foundation
import Testing

@testable import Care

struct NeedKindTests {
    @Test(
        "A kind is a code, or the home's own words as they are written",
        arguments: [
            ("physical", NeedKind.physical), ("Social", .social), ("EMOTIONAL", .emotional),
            ("Faith", .own("Faith")), ("seelisch", .own("seelisch")),
        ])
    func coded(text: String, kind: NeedKind) throws {
        #expect(NeedKind(text) == kind)
        let json = try CareJSON.encoder().encode([kind])
        #expect(try CareJSON.decoder().decode([NeedKind].self, from: json) == [kind])
        #expect(try CareJSON.decoder().decode([NeedKind].self, from: Data("[\"\(text)\"]".utf8)) == [kind])
    }

    @Test("Known kinds come first, then the home's own by their words")
    func sorted() {
        #expect(
            NeedKind.sorted([.own("Work"), .emotional, .own("Faith"), .physical])
                == [.physical, .emotional, .own("Faith"), .own("Work")])
    }

    @Test(
        "What cannot be read as a kind is refused with its field",
        arguments: ["", " ", "none", "a\u{202E}b", "a\u{7}b", String(repeating: "x", count: 61)])
    func refused(text: String) {
        #expect(throws: FieldProblem.self) {
            try NeedChange(label: "A walk", kind: .own(text)).check()
        }
        do { try NeedChange(label: "A walk", kind: .own(text)).check() } catch {
            #expect(error.field == "kind")
        }
    }

    @Test("A need of an older version has no kind")
    func older() throws {
        let json =
            #"{"id": "walk", "label": "A walk", "say": "A walk.", "called": "a walk", "priority": "normal", "uses": ["asked"], "active": true, "changed_at": "2026-03-28T09:00:00.000Z", "sequence": 4}"#
        #expect(try CareJSON.decoder().decode(Need.self, from: Data(json.utf8)).kind == nil)
    }
}
