import Foundation
import Testing

@testable import Care

@Suite("Marks of direction, which make a name read as another")
struct DirectionMarkTests {
    /// All there are.
    static let marks = [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069)

    @Test("All of them are known, and nothing else that has to do with direction is one")
    func known() {
        let found = (0...0x10FFFF).compactMap { Unicode.Scalar($0 as UInt32) }.filter(
            DirectionMarks.contains)
        #expect(found.map { Int($0.value) } == Self.marks)
        // Joiners are needed in emoji and in Persian or Indic names.
        for needed in ["👩\u{200D}🍳", "می\u{200C}خواهم", "क्\u{200D}ष", "שלום", "Anna"] {
            #expect(DirectionMarks.first(in: needed) == nil)
            #expect(DirectionMarks.removed(from: needed) == needed)
        }
    }

    @Test("They are taken out of texts, of UTF-8 and of JSON, and nothing else is")
    func removed() throws {
        for mark in Self.marks.compactMap({ Unicode.Scalar(UInt32($0)) }) {
            let text = "\(mark)Ann\(mark)\(mark)a ش é☕\u{2028}\(mark)"
            #expect(DirectionMarks.removed(from: text) == "Anna ش é☕\u{2028}")
            #expect(
                DirectionMarks.removed(fromUTF8: Array(text.utf8)) == Array("Anna ش é☕\u{2028}".utf8))
            let escaped = String(format: "\\u%04x", mark.value)
            let capital = String(format: "\\u%04X", mark.value)
            let json =
                #"{"a":"\#(mark)x\#(escaped)\#(capital)\\\#(escaped.dropFirst())\n\u00e9\ud83d\ude00","b":1.50}"#
            #expect(
                String(decoding: DirectionMarks.removed(fromJSON: Array(json.utf8)), as: UTF8.self)
                    == #"{"a":"x\\\#(escaped.dropFirst())\n\u00e9\ud83d\ude00","b":1.50}"#)
        }
        for whole in [#"{"a":"\"#, #"\u20"#, #"\u202"#, "\u{E2}", #"["\\u202e"]"#] {
            #expect(DirectionMarks.removed(fromJSON: Array(whole.utf8)) == Array(whole.utf8))
        }
        for broken: [UInt8] in [[0xE2], [0xE2, 0x80], [0xD8], [0xE2, 0x80, 0xFF]] {
            #expect(DirectionMarks.removed(fromJSON: broken) == broken)
            #expect(DirectionMarks.removed(fromUTF8: broken) == broken)
        }
    }

    @Test("No name is written with one, and the message says which it is", arguments: marks)
    func refused(mark: Int) throws {
        let scalar = try #require(Unicode.Scalar(UInt32(mark)))
        let problem = #expect(throws: FieldProblem.self) {
            try FieldChecks.name("An\(scalar)na", "name")
        }
        #expect(problem?.field == "name")
        #expect(problem?.message.contains(scalar.codePoint) == true)
        #expect(throws: FieldProblem.self) {
            try Person(id: "anna", name: "Anna\(scalar)", role: .caregiver).check()
        }
        #expect(throws: FieldProblem.self) { try AccessRules.checkName("Anna\(scalar)", "name") }
        #expect(throws: Never.self) { try FieldChecks.text("What was said: \(scalar)", "text") }
    }

    @Test("A name without visible characters is refused")
    func invisible() {
        for name in ["", " ", "\u{200B}", "\u{FEFF}\u{AD}", "\u{2800}", "\u{200D}"] {
            #expect(throws: FieldProblem.self) { try FieldChecks.name(name, "name") }
        }
        #expect(throws: Never.self) { try FieldChecks.name("👩\u{200D}🍳", "name") }
    }
}

@Suite("Those who look alike since before")
struct AlikeNamesTests {
    private func people(_ names: [String]) -> [Person] {
        names.enumerated().map { Person(id: "p\($0)", name: $1, role: .caregiver) }
    }

    @Test("Each pair is reported once; people who have left or have no name are not compared")
    func pairs() {
        var home = people(["Anna", "Ben", "\u{410}nna", "ANNA", Person.unnamed, Person.unnamed])
        func found() -> [String] { AlikeNames.pairs(of: home).map { $0.id + $1.id } }
        #expect(found() == ["p0p2", "p0p3", "p2p3"] || found() == ["p0p2", "p0p3"])
        home[0].isActive = false
        #expect(!found().contains { $0.contains("p0") })
        #expect(AlikeNames.pairs(of: people((0..<300).map { "Person \($0)" })).isEmpty)
        #expect(AlikeNames.pairs(of: people(Array(repeating: "Anna", count: 300))).count == AlikeNames.most)
    }
}
