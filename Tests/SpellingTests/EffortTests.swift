import Spelling
import Testing

@Suite struct EffortTests {
    @Test("Letters cost their row and their place, and a word what stands before it")
    func lettersCostTheirRowAndPlace() {
        let alphabet = SpellingAlphabet(
            language: "en",
            rows: [
                .init(cue: "", keys: [.init(text: " ", name: ""), .init(text: "t", name: "")]),
                .init(cue: "", keys: [.init(text: "e", name: ""), .init(text: "a", name: "")]),
            ])
        // t: row 1, place 2; e: row 2, place 1; a: row 2, place 2.
        let plain = SpellingEffort(of: ["tea"], alphabet: alphabet, predictor: nil)
        #expect(plain.steps == 3 + 3 + 4)
        #expect(plain.presses == 6)
        #expect(plain.characters == 3)
        // After t the row of words stands first: "tea" is the second word in it.
        let predictor = WordPredictor(list: WordList(language: "en", words: ["tee", "tea"]))
        let helped = SpellingEffort(of: ["tea"], alphabet: alphabet, predictor: predictor)
        #expect(helped.steps == 3 + 3)
        #expect(helped.presses == 4)
        #expect(SpellingEffort(of: ["tx"], alphabet: alphabet, predictor: nil).unwritable == ["x"])
    }

    @Test("With suggested words a sentence takes far fewer steps and presses", arguments: ["en", "de"])
    func withSuggestedWordsASentenceTakesFewer(language: String) throws {
        let alphabet = try ShippedFiles.alphabet(language)
        let list = try ShippedFiles.words(language)
        #expect(list.words.count >= 1500)
        let sentences = ExampleSentences.of(language)
        let plain = SpellingEffort(of: sentences, alphabet: alphabet, predictor: nil)
        #expect(plain.unwritable == [])
        let helped = SpellingEffort(of: sentences, alphabet: alphabet, predictor: WordPredictor(list: list))
        // After the first of the sentences, the words in it are the person's own.
        var learned = SpellingEffort(of: [], alphabet: alphabet, predictor: nil)
        var own = OwnWords()
        var predictor = WordPredictor(list: list)
        for sentence in sentences {
            let effort = SpellingEffort(of: [sentence], alphabet: alphabet, predictor: predictor)
            learned.characters += effort.characters
            learned.steps += effort.steps
            learned.presses += effort.presses
            own.add(sentence)
            predictor.remember(own)
        }
        // And once more: nobody says everything only once.
        let repeated = SpellingEffort(of: sentences, alphabet: alphabet, predictor: predictor)
        let rows = [
            ("letters only", plain), ("words", helped), ("own words too", learned), ("said again", repeated),
        ]
        let page = try ShippedFiles.page("docs/spelling.md")
        for (name, effort) in rows {
            // What docs/spelling.md says of it.
            let steps = "\(effort.steps / 1000),\(String(effort.steps).suffix(3))"
            #expect(page.contains("| \(steps)"), "\(name)")
            print(
                "spelling \(language), \(sentences.count) sentences, \(effort.characters) characters, \(name):",
                "\(effort.steps) steps (\(effort.stepsPerCharacter) each), \(effort.presses) presses,",
                "\(effort.charactersPerPress) characters per press")
        }
        for count in [2, 4, 6, 8] {
            let one = SpellingEffort(
                of: sentences, alphabet: alphabet, predictor: WordPredictor(list: list, count: count))
            print("spelling \(language), \(count) words: \(one.steps) steps, \(one.presses) presses")
        }
        #expect(Double(helped.steps) < 0.75 * Double(plain.steps))
        #expect(Double(helped.presses) < 0.65 * Double(plain.presses))
    }
}
