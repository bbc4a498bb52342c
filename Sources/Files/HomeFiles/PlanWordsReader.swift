public import PlanSentences
public import StaffFiles

/// Reads the words in which plans are said in one language, `plan-words.en.yaml`.
public enum PlanWordsReader {
    private static let keys = [
        "language", "clock", "joined_weekday_parts", "words", "phrases", "lookalikes", "infinitive_endings",
        "verb_prefixes", "infinitives", "object_starts", "duties", "together", "me",
        "imperatives", "articles", "notes", "asks_doer", "final_verbs", "name_endings",
        "reflexives", "joined_reflexives",
    ]

    /// Reads the bytes of a file.
    ///
    /// - Returns: The words, or `nil` if there is any error; and the findings.
    public static func read(_ bytes: [UInt8], file: String) -> (words: PlanWords?, findings: [Finding]) {
        let (root, log) = StaffFile.read(bytes, file: file)
        let words = root.flatMap { read($0, log) }
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : words, findings)
    }

    private static func read(_ root: StaffNode, _ log: FindingLog) -> PlanWords? {
        guard let cursor = MappingCursor(root, what: "a file of words for plans", keys: keys, log: log) else {
            return nil
        }
        cursor.require("language", because: "such as `en` or `de`")
        cursor.require("clock", because: "`12` or `24`, as people say the time")
        cursor.require("words", because: "numbers, weekdays, months and so on")
        cursor.require("phrases", because: "what people say with them")
        let language = cursor.string("language")
        if let language, !LanguageTag.isWellFormed(language.value) {
            log.error(
                "`\(language.value)` is not a language tag, such as `en` or `de`"
                    + LanguageTag.suggestion(for: language.value), at: language.range)
        }
        let clock = cursor.enumeration("clock", PlanWords.Clock.self)
        let joins = cursor.bool("joined_weekday_parts")?.value ?? false
        func list(_ key: String) -> [String]? {
            cursor.has(key) ? (cursor.strings(key) ?? []).map(\.value) : nil
        }
        let lookalikes = list("lookalikes") ?? []
        let (endings, prefixes) = (list("infinitive_endings"), list("verb_prefixes") ?? [])
        func verbs(_ key: String) -> [PlanWords.Infinitive] {
            (cursor.strings(key) ?? []).compactMap { Self.infinitive($0, log) }
        }
        let (infinitives, imperatives) = (verbs("infinitives"), verbs("imperatives"))
        func flag(_ key: String) -> Bool { cursor.bool(key)?.value ?? false }
        let asksDoer = flag("asks_doer")
        let tables = cursor.mapping("words", what: "words", keys: PlanTable.allCases.map(\.rawValue))
            .map { Self.tables($0, log) }
        let phrases = cursor.mapping("phrases", what: "phrases", keys: PlanPhrase.allCases.map(\.rawValue))
            .map { Self.phrases($0, log) }
        guard let language, let clock, let tables, let phrases else { return nil }
        return PlanWords(
            language: language.value, clock: clock.value, joinsWeekdayAndPart: joins, tables: tables,
            phrases: phrases, lookalikes: lookalikes, infinitiveEndings: endings, verbPrefixes: prefixes,
            infinitives: infinitives, objectStarts: list("object_starts") ?? [], duties: list("duties") ?? [],
            imperatives: imperatives, articles: list("articles") ?? [], notes: list("notes") ?? [],
            asksDoer: asksDoer, finalVerbs: verbs("final_verbs"),
            nameEndings: list("name_endings") ?? [],
            reflexives: list("reflexives") ?? [], joinsReflexive: flag("joined_reflexives"),
            together: list("together") ?? [], me: list("me") ?? [])
    }

    private static func infinitive(_ text: Located<String>, _ log: FindingLog) -> PlanWords.Infinitive? {
        let words = text.value.split(separator: " ").map(String.init)
        guard words.count == 2 else {
            log.error(
                "`\(text.value.prefix(60))`: write how a verb ends and how its infinitive does, such as `t en`",
                at: text.range)
            return nil
        }
        // "-" is no ending: "s -" makes "feed" of "feeds".
        return PlanWords.Infinitive(of: words[0], words[1] == "-" ? "" : words[1])
    }

    private static func tables(_ cursor: MappingCursor, _ log: FindingLog) -> [PlanTable: [Int:
        [PlanPattern]]]
    {
        var tables: [PlanTable: [Int: [PlanPattern]]] = [:]
        for table in PlanTable.allCases {
            cursor.require(table.rawValue, because: "`{}` where the language has none")
            let keys = table.keys
            guard
                let entries = cursor.mapping(
                    table.rawValue, what: "`\(table.rawValue)`", keys: keys.map(\.name))
            else { continue }
            var words: [Int: [PlanPattern]] = [:]
            for (name, value) in keys where entries.has(name) {
                words[value] = patterns(entries.strings(name) ?? [], log)
            }
            tables[table] = words
        }
        return tables
    }

    private static func phrases(_ cursor: MappingCursor, _ log: FindingLog) -> [PlanPhrase: [PlanPattern]] {
        var phrases: [PlanPhrase: [PlanPattern]] = [:]
        for phrase in PlanPhrase.allCases {
            cursor.require(phrase.rawValue, because: "`[]` where the language does not say it")
            guard cursor.has(phrase.rawValue) else { continue }
            phrases[phrase] = patterns(cursor.strings(phrase.rawValue) ?? [], log)
        }
        return phrases
    }

    private static func patterns(_ texts: [Located<String>], _ log: FindingLog) -> [PlanPattern] {
        texts.compactMap { text in
            do throws(PlanPattern.Problem) { return try PlanPattern(text.value) } catch {
                log.error("`\(text.value.prefix(60))`: \(error)", at: text.range)
                return nil
            }
        }
    }
}
