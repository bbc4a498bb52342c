/// A text of one language, with `{placeholders}`, and with a form for each category of plural where it has a count.
public struct TextPattern: Equatable, Sendable {
    public enum Part: Equatable, Sendable {
        case text(String)
        case placeholder(String)
    }

    /// Why a text is no pattern.
    public enum Problem: Error, Equatable {
        case notClosed
        case notOpened
        /// Not a word of lower-case letters, digits and `_`.
        case name(String)
    }

    private let forms: [PluralCategory: [Part]]

    /// Throws: `Problem`.
    public init(_ text: String) throws(Problem) {
        forms = [.other: try Self.parts(of: text)]
    }

    /// A form for each category; `other` must be there.
    ///
    /// Throws: `Problem`, of any of them.
    public init(other: String, _ more: [PluralCategory: String]) throws(Problem) {
        var forms: [PluralCategory: [Part]] = [:]
        for (category, text) in more { forms[category] = try Self.parts(of: text) }
        forms[.other] = try Self.parts(of: other)
        self.forms = forms
    }

    public var categories: Set<PluralCategory> { Set(forms.keys) }

    /// Those of all its forms. A form for one thing need not name `{count}`.
    public var placeholders: Set<String> {
        Set(
            forms.values.joined().compactMap { part in
                if case .placeholder(let name) = part { name } else { nil }
            })
    }

    /// The form for a category, `other` where it has none.
    public func parts(_ category: PluralCategory = .other) -> [Part] {
        forms[category] ?? forms[.other] ?? []
    }

    /// Each form as it is written, with its `{placeholders}`.
    public var written: [PluralCategory: String] {
        forms.mapValues { parts in
            parts.map { part in
                switch part {
                case .text(let text): text
                case .placeholder(let name): "{\(name)}"
                }
            }.joined()
        }
    }

    /// Every form with other words, placeholders as they are.
    public func mapText(_ change: (String) -> String) -> TextPattern {
        TextPattern(
            forms: forms.mapValues { parts in
                parts.map { part in
                    if case .text(let text) = part { .text(change(text)) } else { part }
                }
            })
    }

    private init(forms: [PluralCategory: [Part]]) { self.forms = forms }

    private static func parts(of text: String) throws(Problem) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{" else { throw .notOpened }
            let inside = rest[rest.index(after: brace)...]
            guard let end = inside.firstIndex(where: { $0 == "{" || $0 == "}" }), inside[end] == "}" else {
                throw .notClosed
            }
            let name = String(inside[..<end])
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName) else { throw .name(name) }
            if rest.startIndex < brace { parts.append(.text(String(rest[..<brace]))) }
            parts.append(.placeholder(name))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
