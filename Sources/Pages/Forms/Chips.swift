import Wording

/// One of several that stand side by side, each as large as a finger.
struct FormChip {
    let value: String
    let name: Text
    /// What is shown of the name, where it is too long to stand beside the others; the name is read aloud.
    var short: Text?
    var symbol: String?
    let isChosen: Bool
}

/// Choices as chips: what is chosen is seen at a glance, and one tap changes it.
extension Form {
    /// Several of a few. The list is of `FormChip`, or of what has its members.
    ///
    /// - Parameter note: What else describes them, drawn by whoever asks for it.
    static func chips(_ name: String, of list: String, label: String, note: Note? = nil) -> String {
        chips(name, of: list, label: label, type: "checkbox", attributes: "", note: note)
    }

    /// One of a few.
    ///
    /// - Parameter attributes: Of each choice, as HTML, for a page's script.
    static func chip(_ name: String, of list: String, label: String, attributes: String = "") -> String {
        chips(name, of: list, label: label, type: "radio", attributes: attributes)
    }

    private static func chips(
        _ name: String, of list: String, label: String, type: String, attributes: String, note: Note? = nil
    ) -> String {
        let attributes = attributes.isEmpty ? "" : " " + attributes
        let role = type == "radio" ? "radiogroup" : "group"
        return """
            <div class="chips" role="\(role)" aria-label="\(label)"\(tied(to: note, and: nil))>{{#\(list)}}<label class="chip">\
            <input type="\(type)" name="\(name)" value="{{value}}"\(attributes){{#isChosen}} checked{{/isChosen}}>\
            <span>{{#symbol}}<span class="emoji" aria-hidden="true">{{.}}</span> {{/symbol}}{{#short}}<span aria-hidden="true">{{.}}</span>\
            <span class="unseen">{{name}}</span>{{/short}}{{^short}}{{name}}{{/short}}</span></label>
            {{/\(list)}}</div>
            """
    }
}
