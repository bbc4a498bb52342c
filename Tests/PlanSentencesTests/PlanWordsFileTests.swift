import HomeFiles
import PlanSentences
import StaffFiles
import Testing

struct PlanWordsFileTests {
    private func findings(_ text: String) -> [String] {
        PlanWordsReader.read(Array(text.utf8), file: "plan-words.xx.yaml").findings.map(\.message)
    }

    @Test("A file without a table or a phrase says which, and what to write there")
    func missing() {
        let found = findings("language: en\nclock: 12\nwords: {one: {}}\nphrases: {at: ['at {times}']}\n")
        #expect(found.contains("words needs `weekdays`: `{}` where the language has none"))
        #expect(found.contains("phrases needs `every_day`: `[]` where the language does not say it"))
        #expect(!found.contains { $0.contains("needs `at`") })
    }

    @Test(
        "A pattern that is none is an error at its place",
        arguments: [
            ("at {tims}", "`{tims}` is not known"), ("(at|on {times}", "a `(` is not closed"),
            ("at) {times}", "there is a `)` that closes nothing"),
            ("[at]", "it can be said without any word"),
            (String(repeating: "[a] ", count: 10) + "b", "there are more than 500 ways to say it"),
        ])
    func patterns(pattern: String, message: String) {
        let found = findings("language: en\nclock: 12\nwords: {}\nphrases:\n  at: ['\(pattern)']\n")
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    @Test("An ending without that of its infinitive is an error")
    func infinitives() {
        let found = findings("language: en\nclock: 12\nwords: {}\nphrases: {}\ninfinitives: [t en, et]\n")
        let told = "`et`: write how a verb ends and how its infinitive does, such as `t en`"
        #expect(found.filter { $0.contains("write how a verb ends") } == [told])
    }

    @Test("An infinitive without an ending is written with a dash")
    func noEnding() throws {
        let words = try PlanHome.grammar("en").words
        #expect(words.infinitives.contains(PlanWords.Infinitive(of: "s", "")))
        #expect(words.duties.contains(["has", "to"]) && words.objectStarts.contains("the"))
    }

    @Test("An unknown key is told with the one that was meant")
    func unknownKeys() {
        let found = findings("language: en\nclock: 12\nwords: {weekday: {}}\nphrases: {}\n")
        #expect(found.contains("unknown key `weekday`: did you mean `weekdays`?"))
    }
}
