extension Form {
    /// Choices that stand side by side or under each other as one field: no single control could have its label.
    ///
    /// - Parameters:
    ///   - id: What faults lead to.
    ///   - fault: The name of what was wrong.
    ///   - may: The name of whether it may be changed.
    static func named(
        _ id: String, _ legend: String, hint: String, fault: String, may: String, _ choices: String
    ) -> String {
        """
        <fieldset class="plain" id="\(id)"\(invalid(choices, fault)){{^\(may)}} disabled{{/\(may)}} aria-describedby="\(id)-hint{{#\(fault)}} \(id)-fault{{/\(fault)}}">
        <legend>\(legend)</legend><p class="hint quiet" id="\(id)-hint">\(hint)</p>\(problem(fault, id))
        \(marked(choices, fault))</fieldset>
        """
    }

    /// What the Enter key presses in a form with several buttons; nobody sees it.
    static func byDefault(_ words: String) -> String {
        #"<button class="default" tabindex="-1" aria-hidden="true">\#(words)</button>"#
    }

    /// A field whose label is not seen, because what it holds says what it is. Its fault stands where `problem` draws it.
    static func bare(_ name: String, label: String, _ control: Control, value: String, fault: String)
        -> String
    {
        control.with(#"aria-label="\#(label)""#).text(
            id: name, name: name, value: value,
            described: #"{{#\#(fault)}} aria-invalid="true" aria-describedby="\#(name)-fault"{{/\#(fault)}}"#)
    }
}
