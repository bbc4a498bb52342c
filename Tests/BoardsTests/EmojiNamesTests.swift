import Boards
import Testing

@Suite("Emoji by their names")
struct EmojiNamesTests {
    private static let names = EmojiNames(
        Array(
            """
            <annotation cp="🥤">cup with straw | juice | soda</annotation>
            <annotation cp="🥤" type="tts">cup with straw</annotation>
            <annotation cp="☕">beverage | coffee | drink | hot | steaming | tea</annotation>
            <annotation cp="☕" type="tts">hot beverage</annotation>
            <annotation cp="🍵">beverage | cup | drink | tea | teacup</annotation>
            <annotation cp="🍵" type="tts">teacup without handle</annotation>
            <annotation cp="❤">heart</annotation>
            <annotation cp="❤" type="tts">red heart</annotation>
            <annotation cp="{" type="tts">open curly bracket</annotation>
            <annotation cp="🏻" type="tts">light skin tone</annotation>
            broken <annotation cp="🌳
            <annotation cp="🌳" type="tts">d&amp;b</annotation>

            """.utf8))

    @Test(
        "Words begin words of names and key words, the nearest first",
        arguments: [
            ("straw", ["🥤"]), ("cup", ["🥤", "🍵"]), ("TEA", ["☕", "🍵"]), ("hot beverage", ["☕"]),
            ("hot cup", []),
            ("teac", ["🍵"]), ("heart", ["❤️"]), ("curly", []), ("skin", []), ("d&b", ["🌳", "☕", "🍵"]),
            ("", []),
            ("  ", []),
        ])
    func search(text: String, wanted: [String]) {
        #expect(Self.names.search(text, limit: 10).map(\.emoji) == wanted)
    }

    @Test("No more than the limit, and nothing where there is no file")
    func limits() {
        #expect(Self.names.search("cup", limit: 1).count == 1)
        #expect(
            EmojiNames().isEmpty && EmojiNames([]).isEmpty && EmojiNames().search("cup", limit: 5).isEmpty)
    }
}
