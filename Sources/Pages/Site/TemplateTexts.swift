import Wording

/// Puts a language's texts where a template names them: `[[now.nobody_waits]]`. A text's placeholders become the template's own fields.
///
/// A text with a count has no place here, since its form is known only when the page is drawn: a page's content holds it as a `Text`.
enum TemplateTexts {
    enum Problem: Error, Equatable {
        case missing(String)
        case notClosed(String)
        case counted(String)
    }

    /// Throws: `Problem`.
    static func filled(_ template: String, in translation: Translation) throws(Problem) -> String {
        var text = ""
        var rest = template[...]
        while let begin = rest.firstRange(of: "[[") {
            text += rest[..<begin.lowerBound]
            rest = rest[begin.upperBound...]
            guard let end = rest.firstRange(of: "]]") else { throw .notClosed(String(rest.prefix(40))) }
            text += try html(String(rest[..<end.lowerBound]), in: translation)
            rest = rest[end.upperBound...]
        }
        return text + rest
    }

    private static func html(_ name: String, in translation: Translation) throws(Problem) -> String {
        guard let pattern = translation.pattern(name) else { throw .missing(name) }
        guard pattern.categories == [.other] else { throw .counted(name) }
        let text = pattern.parts().map { part in
            switch part {
            case .text(let text): PageText.html(text)
            case .placeholder(let field):
                // `PageSite` settles it when it knows which letters the page has there.
                Isolation.marked("{{\(field)}}")
            }
        }.joined()
        return CodeMarks.placed(text)
    }
}
