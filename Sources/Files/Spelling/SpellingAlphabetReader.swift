public import StaffFiles

/// Reads the file with the letters of one language, `spelling.en.yaml`.
public enum SpellingAlphabetReader {
    /// How the file writes what cannot be seen in it.
    static let space = "space"
    /// Characters of one key.
    static let keyLimit = 3
    /// More rows or longer ones take too long to wait for.
    static let comfortableRows = 12
    static let comfortableKeys = 12

    private static let keys = ["language", "rows", "names"]
    private static let rowKeys = ["letters", "cue"]

    /// - Parameter file: The path as findings shall name it.
    /// - Returns: The alphabet, or `nil` if there is any error; and the findings, by place.
    public static func read(_ bytes: [UInt8], file: String) -> (
        alphabet: SpellingAlphabet?, findings: [Finding]
    ) {
        let (root, log) = StaffFile.read(bytes, file: file)
        let alphabet = alphabet(root, log)
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : alphabet, findings)
    }

    private static func alphabet(_ root: StaffNode?, _ log: FindingLog) -> SpellingAlphabet? {
        guard
            let cursor = MappingCursor(
                file: root, what: "a file of letters", keys: keys,
                empty: "this file is empty: letters for spelling need `language` and `rows`", log: log)
        else { return nil }
        cursor.require("language", because: "such as `en-GB`, so that letters are pronounced correctly")
        cursor.require("rows", because: "the letters, row by row")
        let language = SpellingLanguage.read(cursor)
        let names = names(cursor)
        let nodes = cursor.sequence("rows")
        if let nodes, nodes.value.isEmpty {
            log.error("there are no rows: write the letters", at: cursor.place(of: "rows"))
        }
        if let nodes, nodes.value.count > comfortableRows {
            log.warning(
                "\(nodes.value.count) rows: scanning offers one after the other, so \(comfortableRows) should do",
                at: cursor.place(of: "rows"))
        }
        var lines: [String: Int] = [:]
        let rows = (nodes?.value ?? []).compactMap { row($0, names, &lines, log) }
        if cursor.has("rows"), !rows.isEmpty { checkComplete(Set(lines.keys), cursor) }
        for name in names.keys.sorted() where lines[name] == nil {
            log.warning(
                "no row has the letter `\(name)`, so its name is never said",
                at: cursor.place(of: "names"))
        }
        return SpellingAlphabet(language: language, rows: rows)
    }

    /// What is said for a letter in place of the letter itself.
    private static func names(_ cursor: MappingCursor) -> [String: String] {
        guard let node = cursor.node("names"),
            let names = MappingCursor(node, what: "the list of names", log: cursor.log)
        else { return [:] }
        var read: [String: String] = [:]
        for key in names.presentKeys { read[key.value] = names.string(key.value)?.value }
        return read
    }

    private static func row(
        _ node: StaffNode, _ names: [String: String], _ lines: inout [String: Int], _ log: FindingLog
    ) -> SpellingAlphabet.Row? {
        guard let cursor = MappingCursor(node, what: "a row", keys: rowKeys, log: log) else { return nil }
        cursor.require("letters", because: "with spaces between them, such as `e t a o`")
        guard let letters = cursor.string("letters") else { return nil }
        var keys: [SpellingAlphabet.Key] = []
        for word in letters.value.split(separator: " ").map(String.init) {
            let written = word.lowercased()
            if written != space, written.count > keyLimit {
                log.error(
                    "`\(word)` has \(word.count) letters, but one choice writes at most \(keyLimit): put spaces between the letters",
                    at: letters.range)
                continue
            }
            if let first = lines[written] {
                log.error("`\(word)` is already in line \(first): delete one", at: letters.range)
                continue
            }
            lines[written] = letters.range.line
            keys.append(
                .init(text: written == space ? " " : written, name: names[written] ?? written))
        }
        if keys.count > comfortableKeys {
            log.warning(
                "\(keys.count) letters in one row: scanning offers one after the other, so \(comfortableKeys) should do",
                at: letters.range)
        }
        let cue = cursor.string("cue")?.value ?? keys.map(\.name).joined(separator: ", ")
        return keys.isEmpty ? nil : SpellingAlphabet.Row(cue: cue, keys: keys)
    }

    private static func checkComplete(_ written: Set<String>, _ cursor: MappingCursor) {
        if !written.contains(space) {
            cursor.log.error(
                "no row has `space`: nobody could write two words", at: cursor.place(of: "rows"))
        }
        let missing = "abcdefghijklmnopqrstuvwxyz".map(String.init).filter { !written.contains($0) }
        // Other scripts have other letters.
        guard !missing.isEmpty, missing.count < 26 else { return }
        cursor.log.warning(
            "no row has \(missing.map { "`\($0)`" }.joined(separator: ", ")): nobody can write it",
            at: cursor.place(of: "rows"))
    }
}

enum SpellingLanguage {
    /// The language of a file, `en` where it has none that can be read.
    static func read(_ cursor: MappingCursor) -> String {
        guard let language = cursor.string("language") else { return "en" }
        if !LanguageTag.isWellFormed(language.value) {
            cursor.log.error(
                "`\(language.value)` is not a language tag, such as `en` or `de`\(LanguageTag.suggestion(for: language.value))",
                at: language.range)
        }
        return language.value
    }
}
