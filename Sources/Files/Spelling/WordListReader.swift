public import StaffFiles

/// Reads the file with the words of one language, `words.en.yaml`.
public enum WordListReader {
    /// More words would make the kiosk slow to start and the suggestions no better.
    static let wordLimit = 20_000
    /// Characters.
    static let lengthLimit = 40

    private static let keys = ["language", "words", "next"]

    /// - Parameter file: The path as findings shall name it.
    /// - Returns: The words, or `nil` if there is any error; and the findings, by place.
    public static func read(_ bytes: [UInt8], file: String) -> (list: WordList?, findings: [Finding]) {
        let (root, log) = StaffFile.read(bytes, file: file)
        let list = list(root, log)
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : list, findings)
    }

    private static func list(_ root: StaffNode?, _ log: FindingLog) -> WordList? {
        guard
            let cursor = MappingCursor(
                file: root, what: "a list of words", keys: keys,
                empty: "this file is empty: a list of words needs `language` and `words`", log: log)
        else { return nil }
        cursor.require("language", because: "such as `en`")
        cursor.require("words", because: "lines of words, the most frequent first")
        let words = words(cursor)
        return WordList(language: SpellingLanguage.read(cursor), words: words, next: next(cursor))
    }

    /// All lines, in their order.
    private static func words(_ cursor: MappingCursor) -> [String] {
        var lines: [String: Int] = [:]
        var words: [String] = []
        for line in cursor.strings("words") ?? [] {
            for word in line.value.split(separator: " ").map(String.init) {
                guard check(word, line.range, cursor.log) else { continue }
                if let first = lines[word] {
                    cursor.log.warning(
                        "`\(word)` is already in line \(first): delete one", at: line.range)
                    continue
                }
                lines[word] = line.range.line
                words.append(word)
            }
        }
        if words.count > wordLimit {
            cursor.log.error(
                "\(words.count) words, but at most \(wordLimit) can be used: delete the rarest",
                at: cursor.place(of: "words"))
        }
        return words
    }

    private static func next(_ cursor: MappingCursor) -> [String: [String]] {
        guard let node = cursor.node("next"),
            let pairs = MappingCursor(node, what: "the list of next words", log: cursor.log)
        else { return [:] }
        var next: [String: [String]] = [:]
        for key in pairs.presentKeys {
            if key.value != WordList.beginning { _ = check(key.value, key.range, cursor.log) }
            guard let line = pairs.string(key.value) else { continue }
            let words = line.value.split(separator: " ").map(String.init)
            next[key.value.lowercased()] = words.filter { check($0, line.range, cursor.log) }
        }
        return next
    }

    private static func check(_ word: String, _ range: SourceRange, _ log: FindingLog) -> Bool {
        guard word.allSatisfy(SpelledText.isOfWord), word.contains(where: \.isLetter) else {
            log.error(
                "`\(word)` is not a word: write letters, with `'` or `-` in it if it must be, and spaces between words",
                at: range)
            return false
        }
        guard word.count <= lengthLimit else {
            log.error("`\(word.prefix(lengthLimit))…` is too long: put spaces between words", at: range)
            return false
        }
        return true
    }
}
