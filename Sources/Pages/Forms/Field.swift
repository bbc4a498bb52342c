/// What helps to fill in a field; it is read aloud with it.
enum Hint {
    /// In front of the control.
    case words(String)
    /// Behind the control: where it is long, and most know what to write.
    case below(String)
    /// In front of it, where the page's content has one under this name; with the name of the ids that then describe the control.
    case held(in: String, describedBy: String)
}

/// A paragraph beside a field or a group of fields that describes it, too, and stands there where the page's content has it.
struct Note {
    /// Under which name it has it.
    let name: String
    let id: String
}

extension Form {
    /// One field: its label, what helps to fill it in, what was wrong with it, and the control, which both describe.
    ///
    /// - Parameter label: As HTML.
    /// - Parameter id: Where several forms of a page have the same name; otherwise it is the name.
    /// - Parameter value: What the control holds; what the page's content has under this name if nothing else is said.
    /// - Parameter fault: The name of what was wrong.
    /// - Parameter note: What else describes the control, drawn by whoever asks for it; not with a hint that is `held`.
    /// - Parameter isLoud: Whether a fault is said when the page opens, because it is the form's only one.
    /// - Parameter above: What else stands in front of the control, as HTML.
    static func field(
        _ name: String, _ label: String, _ control: Control = .line, id: String? = nil, value: String? = nil,
        hint: Hint? = nil, note: Note? = nil, fault: String? = nil, isLoud: Bool = false, above: String = ""
    ) -> String {
        let id = id ?? name
        let (before, behind) = paragraphs(hint, id)
        return #"<label for="\#(id)">\#(label)</label>"# + before
            + (fault.map { problem($0, id, isLoud: isLoud) } ?? "") + above + "\n"
            + control.text(
                id: id, name: name, value: value ?? "{{\(name)}}",
                described: description(hint, fault, id, note))
            + behind
    }

    /// A field of a form whose content has what was typed in `values`, and what was wrong in `problems`, by the fields' names.
    static func typed(
        _ name: String, _ label: String, _ control: Control = .line, hint: Hint? = nil, note: Note? = nil
    ) -> String {
        field(
            name, label, control, id: "f-\(name)", value: "{{values.\(name)}}", hint: hint, note: note,
            fault: "problems.\(name)")
    }

    /// What was wrong with the field, or group of fields, that has this id.
    static func problem(_ fault: String, _ id: String, isLoud: Bool = false) -> String {
        #"{{#\#(fault)}}<p class="problem" id="\#(id)-fault"\#(isLoud ? " role=\"alert\"" : "")>{{.}}</p>{{/\#(fault)}}"#
    }

    private static func paragraphs(_ hint: Hint?, _ id: String) -> (before: String, behind: String) {
        switch hint {
        case nil: ("", "")
        case .words(let words): (#"<p class="hint quiet" id="\#(id)-hint">\#(words)</p>"#, "")
        case .below(let words): ("", "\n" + #"<p class="quiet" id="\#(id)-hint">\#(words)</p>"#)
        case .held(let name, _):
            (#"{{#\#(name)}}<p class="hint quiet" id="\#(id)-hint">{{.}}</p>{{/\#(name)}}"#, "")
        }
    }

    /// Ties the control to its hint and fault for whoever does not see them.
    private static func description(
        _ hint: Hint?, _ fault: String?, _ id: String, _ note: Note? = nil
    ) -> String {
        let invalid = present(fault, #" aria-invalid="true""#)
        switch hint {
        case nil:
            if note != nil {
                return invalid + tied(to: fault.map { Note(name: $0, id: "\(id)-fault") }, and: note)
            }
            return present(fault, #" aria-invalid="true" aria-describedby="\#(id)-fault""#)
        case .words, .below:
            let more = present(fault, " \(id)-fault") + (note.map { present($0.name, " \($0.id)") } ?? "")
            return #" aria-describedby="\#(id)-hint\#(more)""# + invalid
        case .held(_, let ids):
            return present(ids, #" aria-describedby="{{.}}""#) + invalid
        }
    }

    /// The attribute that ties a field or a group to what describes it: either, or both, or none.
    static func tied(to first: Note?, and second: Note?) -> String {
        guard let one = first, let two = second else {
            return (first ?? second).map { present($0.name, #" aria-describedby="\#($0.id)""#) } ?? ""
        }
        let ids = one.id + present(two.name, " \(two.id)")
        return present(one.name, #" aria-describedby="\#(ids)""#)
            + "{{^\(one.name)}}\(tied(to: two, and: nil)){{/\(one.name)}}"
    }

    private static func present(_ name: String?, _ text: String) -> String {
        name.map { "{{#\($0)}}\(text){{/\($0)}}" } ?? ""
    }
}

extension Form {
    /// A field with its button beside it.
    ///
    /// - Parameter fault: The name of what was wrong.
    static func search(
        _ name: String, _ label: String, _ control: Control, value: String? = nil, fault: String? = nil,
        button: String
    ) -> String {
        let control = control.text(
            id: name, name: name, value: value ?? "{{\(name)}}", described: description(nil, fault, name))
        return #"<label for="\#(name)">\#(label)</label>"#
            + (fault.map { problem($0, name, isLoud: true) } ?? "") + "\n"
            + #"<div class="search">\#(control)\#(button)</div>"#
    }

    /// What is not sent, but can be copied.
    static func shown(_ text: String, _ label: String, id: String, rows: String) -> String {
        """
        <label for="\(id)">\(label)</label>
        <textarea id="\(id)" rows="\(rows)" readonly>\(text)</textarea>
        """
    }
}
