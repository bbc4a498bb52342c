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
}
