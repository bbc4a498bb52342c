import Mustache
import Wording

/// What a template can name of a value, read once: a list of fifty cards with thirty names each takes less than half the time,
/// because the template engine alone would reflect the whole value again for each name that it looks up.
struct TemplateFields: MustacheParent {
    private var fields: [String: Any]

    private init(fields: [String: Any]) { self.fields = fields }

    private init(_ named: some Sequence<TemplateRow.Field>, in translation: Translation) {
        fields = [:]
        for (name, value) in named {
            if let text = value as? String, UnnamedMarks.isOf(name, text) {
                fields[name] = UnnamedMarks.mark
                continue
            }
            fields[name] =
                value.flatMap { value in
                    Self.plain(value, in: translation)
                        ?? Self.held(value).map { Self.of($0, in: translation) }
                } ?? Absent()
        }
    }

    /// As the engine expects: `nil` where the field is missing, and then the enclosing context is asked. A field that is there and
    /// empty answers for itself.
    func child(named name: String) -> Any? { fields[name] }

    /// What represents `value` in a template: structs as their fields and lists as lists of them, however deep.
    /// Whatever describes itself, such as a number or a string, stays as it is; a text is said in the reader's language.
    static func of(_ value: Any, in translation: Translation) -> Any {
        if let plain = plain(value, in: translation) { return plain }
        if value is any CustomStringConvertible & Comparable { return value }
        if let row = value as? any TemplateRow { return Self(row.fields, in: translation) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection:
            return mirror.children.map { of($0.value, in: translation) }
        case .struct where !(value is any CustomStringConvertible) && !(value is any MustacheParent):
            return Self(
                mirror.children.lazy.compactMap { child in child.label.map { (name: $0, value: child.value) }
                },
                in: translation)
        case .dictionary:
            if let texts = value as? [String: Text] { return texts.mapValues { said($0, in: translation) } }
            return value
        case .struct, .class, .enum, .tuple, .optional, .set, .foreignReference, .none:
            return value
        @unknown default:
            return value
        }
    }

    /// What most fields are, also as optional values: known without reflection, which costs many times as much.
    private static func plain(_ value: Any, in translation: Translation) -> Any? {
        switch value {
        case let words as String: words
        case let isTrue as Bool: isTrue
        case let text as Text: said(text, in: translation)
        case let number as Int: number
        default: nil
        }
    }

    /// What people have typed stands as it is.
    private static func said(_ text: Text, in translation: Translation) -> String {
        if case .verbatim(let words) = text { return words }
        return CodeMarks.placed(translation(text))
    }

    /// What represents a page's content, and what every page has besides.
    static func of(_ content: Any, besides more: [String: Any], in translation: Translation) -> Any {
        let all = of(content, in: translation)
        guard let own = all as? Self else { return all }
        return Self(fields: own.fields.merging(more) { _, every in every })
    }

    /// What an optional value holds; any other value itself.
    private static func held(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}

/// One of very many in a list, which names its fields itself: to find them by reflection costs more than all else that is done for it.
protocol TemplateRow {
    typealias Field = (name: String, value: Any?)

    /// All of them, as they are declared.
    var fields: [Field] { get }
}

/// A field that is empty. Without it, the engine would look for its name in everything around, for each of a list's values.
private struct Absent: MustacheCustomRenderable {
    let renderText = ""
    let isNull = true
}
