public import StaffFiles
public import Wording

/// Reads what pages, screens and messages say in one language, `texts.en.yaml`.
public enum TextsReader {
    private static let keys = ["language", "only", "texts"]
    /// How deep groups may lie in each other.
    private static let deepest = 4

    /// What a file says.
    public struct Texts {
        public let language: String
        public let patterns: [String: TextPattern]
        /// Whether it has all texts, or only those of the groups that it names with `only`.
        public let isWhole: Bool
    }

    /// Reads the bytes of a file.
    ///
    /// - Parameter model: the texts that there must be, with their placeholders: those of the language in which Beckon is written. A
    ///   text that is missing or superfluous is an error then, as is one without what the model's names.
    ///   A file that names groups with `only` need not have the others.
    /// - Returns: What it says, or `nil` if there is any error; and the findings.
    public static func read(
        _ bytes: [UInt8], file: String, model: [String: TextPattern]? = nil
    ) -> (texts: Texts?, findings: [Finding]) {
        let (root, log) = StaffFile.read(bytes, file: file)
        var reading = Reading(log: log)
        let language = root.flatMap { reading.read($0) }
        if let language, let model { reading.compare(with: model, language) }
        let findings = log.findings.sorted
        guard let language, !findings.hasErrors else { return (nil, findings) }
        return (
            Texts(
                language: language, patterns: reading.patterns.mapValues(\.value),
                isWhole: reading.only == nil),
            findings
        )
    }

    private struct Reading {
        let log: FindingLog
        var patterns: [String: Located<TextPattern>] = [:]
        /// The groups that the file has; `nil` for all.
        var only: [Located<String>]?
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
            if cursor.has("only") { only = cursor.strings("only") ?? [] }
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

        /// The same hour, in whichever way the language counts it.
        private static func meant(_ placeholders: Set<String>) -> Set<String> {
            Set(placeholders.map { ["hour2", "hour12"].contains($0) ? "hour" : $0 })
        }

        func compare(with model: [String: TextPattern], _ language: String) {
            let needed = PluralRules(language: language).categories
            for group in only ?? [] where !model.keys.contains(where: { Self.group(of: $0) == group.value }) {
                log.error("there is no group `\(group.value)` of texts", at: group.range)
            }
            let groups = only.map { Set($0.map(\.value)) }
            let wanted = model.filter { groups?.contains(Self.group(of: $0.key)) ?? true }
            for (name, pattern) in wanted.sorted(by: { $0.key < $1.key }) {
                guard let own = patterns[name] else {
                    log.error("the text `\(name)` is missing", at: end)
                    continue
                }
                let (wants, has) = (Self.meant(pattern.placeholders), Self.meant(own.value.placeholders))
                let missing = wants.subtracting(has).subtracting(["count"])
                let wrong = has.subtracting(wants)
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
            for (name, own) in patterns.sorted(by: { $0.key < $1.key }) where wanted[name] == nil {
                log.error(
                    model[name] == nil
                        ? "nothing says the text `\(name)`: remove it"
                        : "`only` does not name the group of the text `\(name)`: add it there, or remove the text",
                    at: own.range)
            }
        }

        /// `now` of `now.title`.
        private static func group(of name: String) -> String { String(name.prefix { $0 != "." }) }

        private static func list(_ names: Set<String>) -> String {
            names.sorted().map { "`{\($0)}`" }.joined(separator: " and ")
        }
    }
}
