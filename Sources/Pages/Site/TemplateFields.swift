import Mustache
import Wording

/// What a template can name of a value, read once: a list of fifty cards with thirty names each takes less than half the time,
/// because the template engine alone would reflect the whole value again for each name that it looks up.
struct TemplateFields: MustacheParent {
    private let fields: [String: Any]

    /// For a field that is empty.
    static var absent: any MustacheCustomRenderable { Absent() }

    /// As the engine expects: `nil` where the field is missing, and then the enclosing context is asked. A field that is there and
    /// empty answers for itself.
    func child(named name: String) -> Any? { fields[name] }

    /// What represents `value` in a template: structs as their fields and lists as lists of them, however deep.
    /// Whatever describes itself, such as a number or a string, stays as it is; a text is said in the reader's language.
    static func of(_ value: Any, in translation: Translation) -> Any {
        if let plain = plain(value, in: translation) { return plain }
        if value is any TemplateLine || value is any CustomStringConvertible & Comparable { return value }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection:
            return mirror.children.map { of($0.value, in: translation) }
        case .struct where !(value is any CustomStringConvertible) && !(value is any MustacheParent):
            var fields: [String: Any] = [:]
            for child in mirror.children {
                guard let label = child.label else { continue }
                if let name = child.value as? String, UnnamedMarks.isOf(label, name) {
                    fields[label] = UnnamedMarks.mark
                    continue
                }
                fields[label] =
                    plain(child.value, in: translation)
                    ?? held(child.value).map { of($0, in: translation) } ?? absent
            }
            return Self(fields: fields)
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

/// One of very many in a list, which a template takes as it is: it is not read by reflection, and so its texts are already said.
protocol TemplateLine: MustacheParent {}

/// A field that is empty. Without it, the engine would look for its name in everything around, for each of a list's values.
private struct Absent: MustacheCustomRenderable {
    let renderText = ""
    let isNull = true
}
