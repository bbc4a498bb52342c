import Foundation
import Testing

@testable import Care

@Suite("A symbol as it is drawn")
struct ScreenSymbolTests {
    @Test(
        "What a font may draw as a thin sign is asked for as an emoji; nothing else is changed",
        arguments: [
            ("❤", "❤\u{FE0F}"), ("☀", "☀\u{FE0F}"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("❤\u{FE0E}", "❤\u{FE0E}"),
            ("☕", "☕"), ("🥤", "🥤"), ("1", "1"), ("A", "A"), ("☝🏽", "☝🏽"), ("👩‍🦽", "👩‍🦽"),
        ])
    func emoji(written: String, drawn: String) {
        #expect(ScreenSymbol(written: written) == .text(drawn))
    }

    @Test("A name with a slash or a full stop is a picture")
    func picture() { #expect(ScreenSymbol(written: "❤.png") == .picture("❤.png")) }

    @Test("A face is drawn by its number, and an older screen has its emoji")
    func face() throws {
        let face = try #require(MoodFace(.level(2), on: .faces3))
        #expect(face.number == 3)
        let json = String(decoding: try CareJSON.encoder().encode(ScreenSymbol.face(face)), as: UTF8.self)
        #expect(json.contains(#""face":3"#) && json.contains(#""text":"😐""#), "\(json)")
        let read = try CareJSON.decoder().decode(ScreenSymbol.self, from: Data(json.utf8))
        #expect(read == .face(face))
        let unknown = try CareJSON.decoder().decode(
            ScreenSymbol.self, from: Data(#"{"face":9,"text":"🙂"}"#.utf8))
        #expect(unknown == .text("🙂"))
    }

    @Test("Scales of faces use the ends of the five; others have none")
    func scales() {
        func numbers(_ scale: MoodScale) -> [Int] {
            (scale.levels.map(Array.init) ?? []).compactMap { MoodFace(.level($0), on: scale)?.number }
        }
        #expect(
            numbers(.faces5) == [1, 2, 3, 4, 5] && numbers(.faces3) == [1, 3, 5]
                && numbers(.faces2) == [1, 5])
        #expect(numbers(.pain10).isEmpty)
        #expect(MoodFace(.unknown, on: .faces5) == nil && MoodFace(.level(6), on: .faces5) == nil)
    }
}
