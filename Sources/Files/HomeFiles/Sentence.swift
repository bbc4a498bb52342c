import Wording

/// A sentence cut at its placeholders, so that it is filled in one pass: a value that looks like a placeholder is
/// never filled again.
struct Sentence: Equatable, Sendable {
    enum Part: Equatable, Sendable {
        case text(String)
        case placeholder(Placeholder)
    }

    /// Why a text is no sentence, and how many characters into it.
    struct Problem: Error, Equatable {
        enum Kind: Equatable {
            case notClosed
            case notOpened
            case unknown(String)
        }

        var kind: Kind
        var offset: Int
    }

    var parts: [Part] = []

    /// As staff write it.
    var text: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .placeholder(let placeholder): "{\(placeholder.rawValue)}"
            }
        }.joined()
    }

    init(_ text: String) throws(Problem) {
        var rest = Array(text)[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{" else { throw Problem(kind: .notOpened, offset: brace) }
            let inside = rest[(brace + 1)...]
            guard let end = inside.firstIndex(where: { $0 == "{" || $0 == "}" }), inside[end] == "}" else {
                throw Problem(kind: .notClosed, offset: brace)
            }
            let name = String(inside[..<end])
            guard let placeholder = Placeholder(rawValue: name) else {
                throw Problem(kind: .unknown(name), offset: brace)
            }
            append(rest[..<brace])
            parts.append(.placeholder(placeholder))
            rest = rest[(end + 1)...]
        }
        append(rest)
    }

    private mutating func append(_ text: ArraySlice<Character>) {
        if !text.isEmpty { parts.append(.text(String(text))) }
    }

    var placeholders: Set<Placeholder> {
        Set(parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } })
    }

    /// The sentence with its placeholders filled; one without a value stays empty.
    ///
    /// - Parameter unnamed: What is said in place of a name that nobody has set.
    func filled(
        with values: [Placeholder: String], unnamed: (Placeholder) -> UnnamedWords? = { _ in nil }
    ) -> String {
        parts.reduce(into: "") { said, part in
            switch part {
            case .text(let text): said += text
            case .placeholder(let placeholder):
                let value = values[placeholder] ?? ""
                let words = value == UnnamedWords.name ? unnamed(placeholder) : nil
                said += words?.words(behind: said) ?? value
            }
        }
    }
}
