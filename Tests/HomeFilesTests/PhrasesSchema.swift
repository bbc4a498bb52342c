@testable import HomeFiles
import Wording

/// The JSON Schema of the files of phrases. Which phrases there are and what each must hold follows from `PhraseEntry`,
/// when each is said from the comments in the English file.
enum PhrasesSchema {
    /// - Parameter english: The text of `phrases.en.yaml`.
    static func document(english: String) -> OrderedJSON {
        let comments = PhraseComments(english)
        return .object([
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            ("title", .text("Beckon phrases")),
            ("description", .text("What Beckon itself says in one language. docs/using.md tells more.")),
            ("type", .text("object")),
            (
                "properties",
                .object([
                    ("language", .object(language)),
                    ("reasons", reasons(comments["reasons"])),
                    ("skip_reasons", reasons(comments["skip_reasons"])),
                    ("phrases", phrases(comments)),
                ])
            ),
            // What an older file lacks is said as it ships.
            ("required", .texts(["language", "reasons", "phrases"])),
            ("additionalProperties", .flag(false)),
            ("$defs", .object(forms)),
        ])
    }

    private static let language: [OrderedJSON.Member] = [
        ("description", .text("The language of its words, such as `en` or `de`.")),
        ("type", .text("string")),
        ("pattern", .text("^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")),
    ]

    /// A digit key chooses one.
    private static func reasons(_ words: String) -> OrderedJSON {
        .object([
            ("description", .text(words)), ("type", .text("array")), ("minItems", .whole(1)),
            ("maxItems", .whole(9)),
            ("items", .object([("type", .text("string")), ("pattern", .text("\\S"))])),
        ])
    }

    private static func phrases(_ comments: PhraseComments) -> OrderedJSON {
        var members: [OrderedJSON.Member] = []
        for entry in PhraseEntry.all {
            members.append(
                (
                    entry.name,
                    .object([
                        ("description", .text(comments[entry.name])),
                        ("$ref", .text("#/$defs/\(name(of: entry))")),
                    ])
                ))
        }
        for (name, key) in PhraseKey.formsForOne.sorted(by: { $0.key < $1.key }) {
            members.append(
                (
                    name,
                    .object([
                        ("description", .text("Write `\(key.rawValue): { one: …, other: … }` instead.")),
                        ("type", .text("string")), ("deprecated", .flag(true)),
                    ])
                ))
        }
        return .object([
            ("description", .text("What Beckon says. One that is left out is said as it came with Beckon.")),
            ("type", .text("object")), ("properties", .object(members)),
            ("additionalProperties", .flag(false)),
        ])
    }

    // MARK: - What a sentence must hold

    /// One for each set of placeholders: `caregiver_need`.
    private static var forms: [OrderedJSON.Member] {
        var entries: [String: PhraseEntry] = [:]
        for entry in PhraseEntry.all { entries[name(of: entry)] = entry }
        return entries.sorted { $0.key < $1.key }.map { (name: $0.key, value: form(of: $0.value)) }
    }

    private static func names(of entry: PhraseEntry) -> [String] {
        entry.placeholders.map(\.rawValue).sorted()
    }

    private static func name(of entry: PhraseEntry) -> String {
        entry.placeholders.isEmpty ? "plain" : names(of: entry).joined(separator: "_")
    }

    private static func form(of entry: PhraseEntry) -> OrderedJSON {
        guard let counted = entry.counted else { return .object(sentence(entry, besides: nil)) }
        let forms: [OrderedJSON.Member] = PluralCategory.allCases.map {
            ($0.rawValue, .object(sentence(entry, besides: $0 == .other ? nil : counted)))
        }
        return .object([
            (
                "anyOf",
                .list([
                    .object(sentence(entry, besides: nil)),
                    .object([
                        ("description", .text("A form for each of the language's categories of plural.")),
                        ("type", .text("object")), ("properties", .object(forms)),
                        ("minProperties", .whole(1)), ("additionalProperties", .flag(false)),
                    ]),
                ])
            )
        ])
    }

    /// - Parameter counted: What it need not hold, because it is said of few numbers.
    private static func sentence(_ entry: PhraseEntry, besides counted: Placeholder?) -> [OrderedJSON.Member]
    {
        let needed = entry.placeholders.filter { $0 != counted }
        let list = needed.map { "{\($0.rawValue)}" }.sorted().joined(separator: " and ")
        return [
            ("type", .text("string")),
            ("pattern", .text(pattern(of: entry, needed))),
            (
                "patternErrorMessage",
                .text(
                    entry.placeholders.isEmpty
                        ? "Write a sentence without { }: nothing can be filled in here."
                        : needed.isEmpty
                            ? "Write a sentence with {\(counted?.rawValue ?? "")} or without, and nothing else in { }."
                            : "Write a sentence with \(list), and nothing else in { }.")
            ),
            ("maxLength", .whole(400)),
        ]
    }

    /// Each placeholder that is needed at least once, in any order, and no braces but the entry's.
    private static func pattern(of entry: PhraseEntry, _ needed: Set<Placeholder>) -> String {
        guard !entry.placeholders.isEmpty else { return "^[^{}]*[^{}\\s][^{}]*$" }
        func ways(_ placeholders: Set<Placeholder>) -> [[String]] {
            placeholders.sorted { $0.rawValue < $1.rawValue }.map { placeholder in
                ([placeholder] + (placeholder.alternative.map { [$0] } ?? [])).map(\.rawValue)
            }
        }
        let needed = ways(needed).map { "(?=[\\s\\S]*\\{(\($0.joined(separator: "|")))\\})" }.joined()
        let known = ways(entry.placeholders).flatMap { $0 }.joined(separator: "|")
        return "^\(needed)([^{}]|\\{(\(known))\\})*$"
    }
}

/// What the comments of a file of phrases say of each.
///
/// A comment that begins a paragraph is about everything until the next such comment. One between two phrases is about
/// the next phrase alone.
struct PhraseComments {
    private var words: [String: String] = [:]

    init(_ text: String) {
        var (about, note): ([String], [String]) = ([], [])
        var (isBehindPhrase, isBehindComment, isNote) = (false, false, false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let content = line.drop { $0 == " " }
            if content.hasPrefix("#") {
                if !isBehindComment {
                    isNote = isBehindPhrase
                    if isNote { note = [] } else { about = [] }
                }
                let comment = String(content.dropFirst().drop { $0 == " " })
                if isNote { note.append(comment) } else { about.append(comment) }
            } else if let colon = content.firstIndex(of: ":") {
                words[String(content[..<colon])] = (about + note).joined(separator: " ")
                note = []
            }
            isBehindComment = content.hasPrefix("#")
            isBehindPhrase = line.hasPrefix("  ") && !isBehindComment
        }
    }

    subscript(key: String) -> String { words[key] ?? "" }
}
