import Spelling
import StaffFiles
import Testing

private let list = WordList(
    language: "de",
    words: ["ich", "möchte", "Moment", "mir", "Wasser", "was", "warm", "weiß", "Straße", "wasche", "Wärme"],
    next: [".": ["ich", "bitte"], "ich": ["möchte", "mag", "muss"], "möchte": ["Wasser"]])

@Suite struct WordPredictorTests {
    @Test(
        "The beginning of a word finds the most frequent ones, with capitals and marks spared",
        arguments: [
            ("w", ["Wasser", "was", "warm", "weiß"]), ("wa", ["Wasser", "was", "warm", "wasche"]),
            ("WA", ["Wasser", "was", "warm", "wasche"]), ("mo", ["möchte", "Moment"]), ("mö", ["möchte"]),
            ("wä", ["Wärme"]), ("stras", ["Straße"]), ("weiss", ["weiß"]), ("straß", ["Straße"]),
            ("was", ["Wasser", "wasche"]), ("x", []), ("wasserx", []),
        ])
    func theBeginningFindsTheMostFrequent(beginning: String, words: [String]) {
        #expect(WordPredictor(list: list).predict(beginning, after: "und").words == words)
    }

    @Test("What follows the word before comes first, and alone behind a space")
    func whatFollowsComesFirst() {
        let predictor = WordPredictor(list: list)
        #expect(predictor.predict("", after: nil).words == ["ich", "bitte"])
        #expect(predictor.predict("", after: "Ich").words == ["möchte", "mag", "muss"])
        #expect(predictor.predict("m", after: "ich").words == ["möchte", "mag", "muss", "Moment"])
        #expect(predictor.predict("w", after: "möchte").words.first == "Wasser")
        #expect(predictor.predict("", after: "Wasser").words == [])
    }

    @Test("The person's own words come first, the most used before the others, and leave room for new ones")
    func theOwnWordsComeFirst() {
        var own = OwnWords(texts: ["Wuppertal war schön", "Wanda, Wuppertal!"])
        var predictor = WordPredictor(list: list, own: own)
        #expect(predictor.predict("w", after: nil).words == ["Wuppertal", "Wanda", "Wasser", "was"])
        own.add("Wanda Wanda")
        predictor.remember(own)
        #expect(predictor.predict("w", after: nil).words.first == "Wanda")
    }

    @Test("Own words are forgotten beyond their limit, the least used first")
    func ownWordsAreForgotten() {
        var own = OwnWords(texts: ["kept kept"])
        for number in 0..<(OwnWords.limit + 50) { own.add("w\(number)") }
        let predictor = WordPredictor(list: list, own: own)
        #expect(predictor.predict("kep", after: nil).words == ["kept"])
        #expect(predictor.predict("w0", after: nil).words == [])
    }

    @Test(
        "A suggestion looks at a bounded number of words, however long the list is", arguments: [100, 20_000])
    func aSuggestionLooksAtABoundedNumber(size: Int) {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let words = (0..<size).map { number in
            String((0..<6).map { letters[(number / [1, 26, 676, 17_576, 3, 7][$0]) % 26] })
        }
        let predictor = WordPredictor(
            list: WordList(language: "en", words: Array(Set(words)).sorted()), count: 8)
        let beginnings = words.prefix(200).flatMap { word in (1...6).map { String(word.prefix($0)) } }
        let most = beginnings.map { predictor.predict($0, after: "the").examined }.max() ?? 0
        #expect(most > 0)
        #expect(most <= 12)
    }

    @Test(
        "A mistake in a list is told with its place",
        arguments: [
            ("", "f:1:1: error: this file is empty: a list of words needs `language` and `words`"),
            ("language: en\nword: [a]", "f:2:1: error: unknown key `word`: did you mean `words`?"),
            (
                "language: en\nwords:\n  - tea, milk",
                "f:3:5: error: `tea,` is not a word: write letters, with `'` or `-` in it if it must be, and spaces between words"
            ),
            (
                "language: en\nwords:\n  - tea milk\n  - tea",
                "f:4:5: warning: `tea` is already in line 3: delete one"
            ),
        ])
    func aMistakeInAListIsTold(text: String, finding: String) {
        #expect(WordListReader.read(Array(text.utf8), file: "f").findings.first?.description == finding)
    }
}
