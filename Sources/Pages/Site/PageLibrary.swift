import Mustache
import Synchronization
import Wording

/// The pages' templates in one language, read when the first of them is drawn: most homes read one language, and reading takes long.
final class PageLibrary: Sendable {
    private let sources: [String: String]
    private let translation: Translation
    private let known = Mutex<MustacheLibrary?>(nil)

    init(_ sources: [String: String], in translation: Translation) {
        (self.sources, self.translation) = (sources, translation)
    }

    /// Throws if a template cannot be read or names a text that is not there.
    @discardableResult func read() throws -> MustacheLibrary {
        try known.withLock { known in
            if let known { return known }
            let read = MustacheLibrary(
                templates: try sources.mapValues { try Self.template($0, in: translation) })
            known = read
            return read
        }
    }

    /// `nil` where there is no such template, or where this language's cannot be read.
    func render(_ content: Any, withTemplate name: String) -> String? {
        (try? read())?.render(content, withTemplate: name)
    }

    /// A template that needs no other, without reading the others; `nil` where there is none of that name.
    func alone(_ name: String) throws -> MustacheTemplate? {
        try sources[name].map { try Self.template($0, in: translation) }
    }

    private static func template(_ source: String, in translation: Translation) throws -> MustacheTemplate {
        try MustacheTemplate(string: PageMarkup.mark + TemplateTexts.filled(source, in: translation))
    }
}
