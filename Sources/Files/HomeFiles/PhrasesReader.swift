public import StaffFiles
import Wording

/// Reads the file with what Beckon says in one language, `phrases.en.yaml`.
public enum PhrasesReader {
    private static let keys = ["language", "reasons", "skip_reasons", "phrases"]
    /// A digit key for each.
    private static let reasonCount = 1...9
    /// Longer sentences are a mistake: nobody listens that long.
    private static let maximumLength = 400
    /// So many are told one by one.
    private static let mostMissing = 5

    /// Reads the bytes of the file.
    ///
    /// - Parameters:
    ///   - shipped: what is said in place of a phrase that is missing, with a warning: a newer Beckon may have more to say than a file
    ///     that staff wrote for the one before.
    ///   - marks: what becomes of marks of direction.
    /// - Returns: The phrases, or `nil` if there is any error; and the findings.
    public static func read(
        _ bytes: [UInt8], file: String, shipped: Phrases? = nil, marks: DirectionMarkReading = .refused
    ) -> (phrases: Phrases?, findings: [Finding]) {
        let (root, log) = StaffFile.read(bytes, file: file, marks: marks)
        let phrases = read(root, shipped, log)
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : phrases, findings)
    }

    private static func read(_ root: StaffNode?, _ shipped: Phrases?, _ log: FindingLog) -> Phrases? {
        guard
            let cursor = MappingCursor(
                file: root, what: "a file of phrases", keys: keys,
                empty: "this file is empty: phrases need `language`, `reasons` and `phrases`", log: log)
        else { return nil }
        cursor.require("language", because: "such as `en` or `de`")
        cursor.require("reasons", because: "what a caregiver can answer with, 1 to 9 of them")
        cursor.require("phrases", because: "what Beckon says")
        let language = cursor.string("language")
        if let language, !LanguageTag.isWellFormed(language.value) {
            log.error(
                "`\(language.value)` is not a language tag, such as `en` or `de`\(LanguageTag.suggestion(for: language.value))",
                at: language.range)
        }
        let reasons = reasons(cursor, "reasons")
        let skipReasons = skipReasons(cursor, shipped, log)
        guard
            let sentences = cursor.mapping(
                "phrases", what: "the list of phrases",
                keys: PhraseEntry.all.map(\.name) + PhraseKey.formsForOne.keys.sorted())
        else {
            if cursor.has("phrases") {
                log.error(
                    "`phrases` holds no sentences: copy them from the file that came with Beckon",
                    at: cursor.place(of: "phrases"))
            }
            return nil
        }
        warnOfMissing(sentences, shipped)
        var read: [String: PhraseForms] = [:]
        // A language that is none has its finding already.
        let categories = language.flatMap {
            LanguageTag.isWellFormed($0.value) ? PluralRules(language: $0.value).categories : nil
        }
        for entry in PhraseEntry.all { read[entry.name] = forms(of: entry, sentences, shipped, categories) }
        return Phrases(
            language: language?.value ?? "", reasons: reasons, skipReasons: skipReasons,
            sentences: read)
    }

    /// Files of homes that have had no routines yet lack them.
    private static func skipReasons(_ cursor: MappingCursor, _ shipped: Phrases?, _ log: FindingLog)
        -> [String]
    {
        guard cursor.isMissing("skip_reasons"), let shipped else {
            cursor.require("skip_reasons", because: "why something can be skipped, 1 to 9 of them")
            return reasons(cursor, "skip_reasons")
        }
        log.warning(
            "`skip_reasons` are missing: those that came with Beckon are offered; write your own",
            at: cursor.range)
        return shipped.skipReasons
    }

    private static func reasons(_ cursor: MappingCursor, _ key: String) -> [String] {
        guard let list = cursor.sequence(key) else { return [] }
        let reasons = cursor.strings(key) ?? []
        if !reasonCount.contains(list.value.count) {
            cursor.log.error(
                "there are \(list.value.count) reasons, but a digit key can choose one of 1 to 9: \(list.value.isEmpty ? "write one" : "delete some")",
                at: cursor.place(of: key))
        }
        var lines: [String: Int] = [:]
        for reason in reasons {
            if let first = lines[reason.value] {
                cursor.log.warning("this reason is already in line \(first)", at: reason.range)
            }
            lines[reason.value] = reason.range.line
        }
        return reasons.map(\.value)
    }

    /// Those that are said as they came with Beckon. Many at once have one cause, such as a file of an older Beckon: one finding is enough.
    private static func warnOfMissing(_ cursor: MappingCursor, _ shipped: Phrases?) {
        let missing = PhraseEntry.all.filter { cursor.isMissing($0.name) && shipped?.forms(of: $0) != nil }
        guard missing.count <= mostMissing else {
            cursor.log.warning(
                "\(missing.count) phrases are missing, \(missing.prefix(3).map { "`\($0.name)`" }.joined(separator: ", ")) among them: they are said as they came with Beckon; copy them from its file, or write your own",
                at: cursor.range)
            return
        }
        for key in missing {
            let needed = key.placeholders.map(\.rawValue).sorted()
            let with = needed.isEmpty ? "" : " with \(list(needed))"
            guard let sentence = shipped?.forms(of: key)?.other else { continue }
            cursor.log.warning(
                "the phrase `\(key.name)` is missing: “\(sentence.text)” is said, as it came with Beckon; write your own\(with)",
                at: cursor.range)
        }
    }

    private static func forms(
        of key: PhraseEntry, _ cursor: MappingCursor, _ shipped: Phrases?, _ categories: [PluralCategory]?
    ) -> PhraseForms? {
        var read: PhraseForms?
        if cursor.isMissing(key.name) {
            read = shipped?.forms(of: key)
            if read == nil {
                let needed = key.placeholders.map(\.rawValue).sorted()
                let with = needed.isEmpty ? "" : " with \(list(needed))"
                cursor.log.error("the phrase `\(key.name)` is missing: write it\(with)", at: cursor.range)
            }
        } else if let node = cursor.node(key.name) {
            let whole = shipped?.forms(of: key)
            if case .mapping(let forms) = node.content, key.counted != nil,
                forms.contains(where: { PluralCategory(rawValue: $0.key.value) != nil })
            {
                read = written(key, cursor, whole, categories)
            } else {
                // What shipped before there were forms was never meant for one thing.
                read = sentence(key, cursor, key.name).map {
                    if let whole, whole.other.text == $0.text { whole } else { PhraseForms(other: $0) }
                }
            }
        }
        guard let name = key.nameForOne, cursor.has(name) else { return read }
        // As an earlier Beckon had it.
        guard let one = sentence(key, cursor, name, form: .one) else { return read }
        if case .mapping(let forms)? = cursor.node(key.name)?.content,
            forms.contains(where: { $0.key.value == PluralCategory.one.rawValue })
        {
            cursor.log.warning(
                "`\(name)` is never said, because `\(key.name)` has `one`: delete one of the two",
                at: cursor.place(of: name))
            return read
        }
        read?.forms[.one] = one
        return read
    }

    /// `{ one: …, other: … }`.
    private static func written(
        _ key: PhraseEntry, _ cursor: MappingCursor, _ shipped: PhraseForms?, _ categories: [PluralCategory]?
    ) -> PhraseForms? {
        let log = cursor.log
        guard
            let own = cursor.mapping(
                key.name, what: "a counted sentence", keys: PluralCategory.allCases.map(\.rawValue))
        else { return nil }
        let has = list(of: categories ?? [])
        var forms: [PluralCategory: Sentence] = [:]
        for category in PluralCategory.allCases where own.has(category.rawValue) {
            forms[category] = sentence(key, own, category.rawValue, form: category)
            if let categories, !categories.contains(category) {
                log.warning(
                    "`\(category.rawValue)` is never said: this language has \(has)",
                    at: own.place(of: category.rawValue))
            }
        }
        for category in categories ?? [] where !own.has(category.rawValue) {
            let said = category == .other ? shipped?.other : forms[.other]
            guard let said else {
                log.error(
                    "`\(key.name)` needs `\(category.rawValue)`: this language has \(has)",
                    at: cursor.place(of: key.name))
                return nil
            }
            log.warning(
                "`\(key.name)` has no `\(category.rawValue)`: “\(said.text)” is said; this language has \(has)",
                at: cursor.place(of: key.name))
        }
        guard let other = forms.removeValue(forKey: .other) ?? shipped?.other else { return nil }
        return PhraseForms(other: other, forms: forms)
    }

    private static func list(of categories: [PluralCategory]) -> String {
        categories.map { "`\($0.rawValue)`" }.joined(separator: " and ")
    }

    /// - Parameters:
    ///   - name: Where it stands.
    ///   - form: The only numbers that it is said of: then it may say these in words.
    private static func sentence(
        _ key: PhraseEntry, _ cursor: MappingCursor, _ name: String, form: PluralCategory = .other
    ) -> Sentence? {
        let log = cursor.log
        let needed = key.placeholders.map(\.rawValue).sorted()
        guard let text = cursor.string(name) else { return nil }
        if text.value.count > maximumLength {
            log.error("this phrase is longer than \(maximumLength) characters: shorten it", at: text.range)
            return nil
        }
        let sentence: Sentence
        do throws(Sentence.Problem) {
            sentence = try Sentence(text.value)
        } catch {
            report(error, in: text, needed: needed, log)
            return nil
        }
        let missing = key.placeholders.filter {
            !sentence.placeholders.contains($0)
                && !($0.alternative.map(sentence.placeholders.contains) ?? false)
                && !(form != .other && $0 == key.counted)
        }.map(\.rawValue).sorted()
        if !missing.isEmpty {
            log.error(
                "`\(name)` must contain \(list(missing)), or it does not say whom or what",
                at: text.range)
        }
        let fitting = key.placeholders.union(key.placeholders.compactMap(\.alternative))
        let wrong = sentence.placeholders.subtracting(fitting).map(\.rawValue).sorted()
        if !wrong.isEmpty {
            let has = needed.isEmpty ? "nothing can be filled in here" : "here it is \(list(needed))"
            log.error("`\(name)` cannot contain \(list(wrong)): \(has)", at: text.range)
        }
        return sentence
    }

    private static func report(
        _ problem: Sentence.Problem, in text: Located<String>, needed: [String], _ log: FindingLog
    ) {
        switch problem.kind {
        case .notClosed:
            log.error("this `{` is not closed: write `}` after the word", at: text.range)
        case .notOpened:
            log.error("there is a `}` without a `{` before it", at: text.range)
        case .unknown(let name):
            let known = needed + Placeholder.allCases.map(\.rawValue).filter { !needed.contains($0) }
            let guess = log.guess(for: name, among: known)
            let list = needed.isEmpty ? ": nothing can be filled in here" : ": here it is \(list(needed))"
            log.error(
                "`{\(name.prefix(40))}` is unknown" + (guess.map { ": did you mean `{\($0)}`?" } ?? list),
                at: text.range)
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "`{\($0)}`" }.joined(separator: " and ")
    }
}
