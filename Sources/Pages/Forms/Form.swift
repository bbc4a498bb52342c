/// Forms and their parts as text of templates. A page puts its template together from them once; for a reader, only what stands
/// in `{{ }}` is filled in. A parameter that is called a list, or may be missing, is the name of a field of the page's content.
enum Form {
    /// Begins a form that changes something; `</form>` ends it. It brings its token along.
    ///
    /// - Parameter attributes: Further ones, as HTML.
    /// - Parameter sends: What it sends besides what is typed, by name.
    static func post(
        _ action: String, class style: String? = nil, attributes: String = "",
        sends: KeyValuePairs<String, String> = [:]
    ) -> String {
        let fields = [FormToken.field] + sends.map { hidden($0.key, $0.value) }
        return open("post", action, style, attributes) + fields.joined()
    }

    /// Begins a form that only asks for a page; `</form>` ends it.
    static func get(_ action: String, class style: String? = nil, attributes: String = "") -> String {
        open("get", action, style, attributes)
    }

    private static func open(_ method: String, _ action: String, _ style: String?, _ attributes: String)
        -> String
    {
        let style = style.map { #" class="\#($0)""# } ?? ""
        let more = attributes.isEmpty ? "" : " " + attributes
        return #"<form method="\#(method)" action="\#(action)"\#(style)\#(more)>"#
    }

    static func hidden(_ name: String, _ value: String) -> String {
        #"<input type="hidden" name="\#(name)" value="\#(value)">"#
    }

    /// What was wrong where no field shows it, in front of all fields.
    static func trouble(_ name: String = "trouble") -> String {
        #"{{#\#(name)}}<p class="problem" role="alert">{{.}}</p>{{/\#(name)}}"#
    }
}
