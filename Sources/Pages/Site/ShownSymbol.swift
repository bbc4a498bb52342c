import Care

/// A symbol as it is shown: an emoji, or a picture where one can be shown.
struct ShownSymbol {
    var sign: String?
    var photo: String?

    /// - Parameter prefix: What stands before the path of a picture; `nil` where none can be shown.
    init(_ written: String?, at prefix: String?) {
        switch written.map(ScreenSymbol.init(written:)) {
        case nil: break
        case .text(let text): sign = text
        case .face(let face): sign = face.emoji
        case .picture(let path): photo = prefix.map { $0 + PageText.escaped(path) }
        }
    }

    /// What a reader sees of it; `nil` for nothing, where an icon stands in its place.
    static func seen(_ written: String?, by reader: Person?) -> ShownSymbol? {
        let shown = ShownSymbol(written, at: reader.flatMap(pictures))
        return shown.sign == nil && shown.photo == nil ? nil : shown
    }

    /// An emoji alone, where there is no room for a picture.
    static func sign(_ written: String?) -> String? { ShownSymbol(written, at: nil).sign }

    /// Where this reader fetches pictures: a client their own, whoever cares for clients those of all; nobody else any.
    static func pictures(_ reader: Person) -> String? {
        switch reader.role {
        case .client: "/api/v1/displays/\(PageText.escaped(reader.id))/symbol?path="
        case .caregiver, .coordinator:
            "/api/v1/displays/\(PageText.escaped(RoutineOccurrence.noClient))/symbol?path="
        case .provider: nil
        }
    }

    /// Drawn in a template.
    ///
    /// - Parameter name: Of the field that has it.
    static func html(_ name: String, class style: String) -> String {
        #"{{#.\#(name)}}{{#.photo}}<img class="\#(style)" src="{{.}}" alt="">{{/.photo}}{{#.sign}}<span class="\#(style)" aria-hidden="true">{{.}}</span>{{/.sign}}{{/.\#(name)}}"#
    }
}

extension PageCall {
    /// A symbol as the reader sees it; `nil` where there is none.
    func symbol(_ written: String?) -> ShownSymbol? { .seen(written, by: request.viewer?.person) }
}
