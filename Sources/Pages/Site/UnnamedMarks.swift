import Care
import Wording

extension Text {
    /// Somebody's name, where it stands alone.
    static func nameOf(_ name: String, isClient: Bool) -> Text {
        guard name == UnnamedWords.name else { return .verbatim(name) }
        return .capitalized(Text(isClient ? "unnamed.client" : "unnamed.caregiver"))
    }

    static func nameOf(_ person: Person) -> Text { nameOf(person.name, isClient: person.role == .client) }
}

/// A client whose name nobody has set, where a template names them: what is said depends on what stands before it, so it is known only
/// when the page is whole. The mark is a character for private use, as those of `CodeMarks` are.
enum UnnamedMarks {
    static let mark = "\u{F8DD2}"
    /// Fields that hold the name of a client.
    private static let fields: Set<String> = ["client", "clientName"]

    static func isOf(_ field: String, _ name: String) -> Bool {
        name == UnnamedWords.name && fields.contains(field)
    }

    /// A page in which the marks are words.
    static func said(_ html: String, in translation: Translation) -> String {
        guard html.utf8.contains(0xF3), html.contains(mark) else { return html }
        let words = translation.unnamed("client")
        var said = ""
        for (number, part) in html.split(separator: mark, omittingEmptySubsequences: false).enumerated() {
            if number > 0 { said += words?.words(behind: said) ?? UnnamedWords.name }
            said += part
        }
        return said
    }
}
