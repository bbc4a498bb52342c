public import StaffFiles
public import Wording

/// Reads what pages, screens and messages say in one language, `texts.en.yaml`.
public enum TextsReader {
    private static let keys = ["language", "texts"]
    /// How deep groups may lie in each other.
    private static let deepest = 4

    /// Reads the bytes of a file.
    ///
    /// - Parameter model: the texts that there must be, with their placeholders: those of the language in which Beckon is written. A
    ///   text that is missing or superfluous is an error then, as is one without what the model's names.
    /// - Returns: The language and its texts by their names, or `nil` if there is any error; and the findings.
    public static func read(
        _ bytes: [UInt8], file: String, model: [String: TextPattern]? = nil
    ) -> (texts: (language: String, patterns: [String: TextPattern])?, findings: [Finding]) {
        let (root, log) = StaffFile.read(bytes, file: file)
        var reading = Reading(log: log)
        let language = root.flatMap { reading.read($0) }
        if let language, let model { reading.compare(with: model, language) }
        let findings = log.findings.sorted
        guard let language, !findings.hasErrors else { return (nil, findings) }
        return ((language, reading.patterns.mapValues(\.value)), findings)
    }

    private struct Reading {
        let log: FindingLog
        var patterns: [String: Located<TextPattern>] = [:]
        var end = SourceRange.start

        init(log: FindingLog) { self.log = log }

        /// The language, or `nil` where the file says none.
        mutating func read(_ root: StaffNode) -> String? {
            guard let cursor = MappingCursor(root, what: "a file of texts", keys: TextsReader.keys, log: log)
            else {
                return nil
            }
            cursor.require("language", because: "such as `en` or `de`")
            cursor.require("texts", because: "what is said and shown")
            end = cursor.place(of: "texts")
            let language = cursor.string("language")
            if let language, !LanguageTag.isWellFormed(language.value) {
                log.error(
                    "`\(language.value)` is not a language tag, such as `en` or `de`"
                        + LanguageTag.suggestion(for: language.value), at: language.range)
            }
            if let texts = cursor.node("texts") { group(texts, "", depth: 0) }
            return language?.value
        }

        private mutating func group(_ node: StaffNode, _ prefix: String, depth: Int) {
            guard case .mapping(let entries) = node.content else {
                return log.error("texts stand under their names, `name: text`", at: node.range)
            }
            for entry in entries {
                let name = prefix + entry.key.value
                switch entry.value.content {
                case .scalar(let text, _): add(name, at: entry.value.range) { try TextPattern(text) }
                case .mapping(let forms)
                where forms.contains { $0.key.value == PluralCategory.other.rawValue }:
                    plural(name, forms, at: entry.value.range)
                case .mapping where depth < TextsReader.deepest:
                    group(entry.value, name + ".", depth: depth + 1)
                case .mapping: log.error("groups lie too deep in each other here", at: entry.key.range)
                case .empty, .sequence: log.error("`\(name)` needs a text", at: entry.key.range)
                }
            }
        }

        private mutating func plural(_ name: String, _ entries: [StaffNode.Entry], at range: SourceRange) {
            var forms: [PluralCategory: String] = [:]
            for entry in entries {
                guard let category = PluralCategory(rawValue: entry.key.value) else {
                    log.error(
                        "`\(entry.key.value)` is not a category of plural: there are "
                            + PluralCategory.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
                        at: entry.key.range)
                    continue
                }
                guard case .scalar(let text, _) = entry.value.content else {
                    log.error("`\(name)` needs a text for `\(category.rawValue)`", at: entry.key.range)
                    continue
                }
                forms[category] = text
            }
            guard let other = forms.removeValue(forKey: .other) else { return }
            let more = forms
            add(name, at: range) { try TextPattern(other: other, more) }
        }

        private mutating func add(_ name: String, at range: SourceRange, _ pattern: () throws -> TextPattern)
        {
            do {
                patterns[name] = Located(try pattern(), at: range)
            } catch TextPattern.Problem.notClosed {
                log.error("a `{` is not closed: write `}` after the word", at: range)
            } catch TextPattern.Problem.notOpened {
                log.error("there is a `}` without a `{` before it", at: range)
            } catch {
                log.error(
                    "what stands between `{` and `}` is one word of small letters, digits and `_`", at: range)
            }
        }

        func compare(with model: [String: TextPattern], _ language: String) {
            let needed = PluralRules(language: language).categories
            for (name, pattern) in model.sorted(by: { $0.key < $1.key }) {
                guard let own = patterns[name] else {
                    log.error("the text `\(name)` is missing", at: end)
                    continue
                }
                let missing = pattern.placeholders.subtracting(own.value.placeholders).subtracting(["count"])
                let wrong = own.value.placeholders.subtracting(pattern.placeholders)
                if !missing.isEmpty {
                    log.error("`\(name)` must contain \(Self.list(missing))", at: own.range)
                }
                if !wrong.isEmpty { log.error("`\(name)` cannot contain \(Self.list(wrong))", at: own.range) }
                guard pattern.categories.count > 1 else { continue }
                let forms = needed.filter { !own.value.categories.contains($0) }.map { "`\($0.rawValue)`" }
                if !forms.isEmpty {
                    log.error("`\(name)` needs a form for \(forms.joined(separator: " and "))", at: own.range)
                }
            }
            for (name, own) in patterns.sorted(by: { $0.key < $1.key }) where model[name] == nil {
                log.error("nothing says the text `\(name)`: remove it", at: own.range)
            }
        }

        private static func list(_ names: Set<String>) -> String {
            names.sorted().map { "`{\($0)}`" }.joined(separator: " and ")
        }
    }
}
