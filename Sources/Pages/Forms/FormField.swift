import Care
import Wording

/// One field of a form with its label, what helps to fill it in, and what was wrong with it.
struct FormField {
    let name: String
    let label: Text
    let value: String
    /// Of the `<input>`.
    let type: String
    /// What a browser may fill in, in the words of HTML's `autocomplete`.
    let autocomplete: String?
    let hint: Text?
    let fault: Text?
    let isRequired: Bool
    /// A code is typed in capitals and without suggestions.
    let isCode: Bool
    /// It is shown, and stays as it is.
    let isFixed: Bool
    /// The ids of the hint and the fault, so that both are read aloud with the field.
    let describedBy: String?

    /// - Parameter problem: What the service has said of the form: it is shown here if it means this field.
    init(
        _ name: String, _ label: Text, value: String? = nil, type: String = "text",
        autocomplete: String? = nil, hint: Text? = nil, problem: CareProblem? = nil,
        isRequired: Bool = true, isCode: Bool = false, isFixed: Bool = false
    ) {
        self.name = name
        self.label = label
        self.value = value ?? ""
        self.type = type
        self.autocomplete = autocomplete
        self.hint = hint
        fault = problem.flatMap { $0.field == name ? $0.sentence : nil }
        self.isRequired = isRequired
        self.isCode = isCode
        self.isFixed = isFixed
        let ids = [hint.map { _ in name + "-hint" }, fault.map { _ in name + "-fault" }].compactMap(\.self)
        describedBy = ids.isEmpty ? nil : ids.joined(separator: " ")
    }

    static let template = Form.field(
        "{{name}}", "{{label}}",
        .line(type: "{{type}}").with(#"autocomplete="{{.}}""#, where: ".autocomplete")
            .with(#"autocapitalize="characters" autocorrect="off" spellcheck="false""#, where: ".isCode")
            .with("required", where: ".isRequired").with("readonly", where: ".isFixed"),
        value: "{{value}}", hint: .held(in: ".hint", describedBy: ".describedBy"), fault: ".fault")
}

extension CareProblem {
    /// What did not work, as a sentence of its own.
    var sentence: Text { .sentence(words) }
    /// The same as a part of one.
    var words: Text { .written(detail) }
}

extension Form {
    /// A list of `FormField`.
    static func fields(_ list: String = "fields") -> String { "{{#\(list)}}{{> field}}{{/\(list)}}" }

    /// The same side by side, two in a row.
    static func pair(_ list: String) -> String {
        #"<div class="pair">{{#\#(list)}}<div>{{> field}}</div>{{/\#(list)}}</div>"#
    }
}
