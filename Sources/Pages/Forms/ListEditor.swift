extension Form {
    /// Several texts of a kind in an order, sent under one name; those that are empty count as left out. Where there are scripts,
    /// each can be moved and removed and another one added; without them there is one more empty line than texts.
    ///
    /// - Parameter legend: As HTML.
    /// - Parameter list: The name of the texts.
    /// - Parameter id: Its own in the page; the fields are `id-1` and so on.
    /// - Parameter add: What the button says that adds another one.
    static func list(
        _ name: String, _ legend: String, of list: String, id: String, control: Control = .line,
        hint: String? = nil,
        fault: String? = nil, add: String
    ) -> String {
        let hinted = hint.map { #"<p class="hint quiet" id="\#(id)-hint">\#($0)</p>"# } ?? ""
        let described = [hint.map { _ in "\(id)-hint" }, fault.map { "{{#\($0)}}\(id)-fault{{/\($0)}}" }]
            .compactMap(\.self).joined(separator: " ")
        let ids = described.isEmpty ? "" : #" aria-describedby="\#(described)""#
        // Which of them it is, the fault says.
        let wrong = fault.map { #"{{#\#($0)}} aria-invalid="true"{{/\#($0)}}"# } ?? ""
        let reached = fault.map { #"{{#\#($0)}} tabindex="-1"{{/\#($0)}}"# } ?? ""
        func row(_ value: String) -> String {
            #"<li><input name="\#(name)" aria-label="\#(legend)"\#(control.listed)\#(value)\#(wrong)>"#
                + button("up", "[[form.move_up]]", .up) + button("down", "[[form.move_down]]", .down)
                + button("remove", "[[form.remove]]", .remove) + "</li>"
        }
        return #"<fieldset class="list" id="\#(id)"\#(ids)\#(reached)><legend>\#(legend)</legend>\#(hinted)"#
            + (fault.map { problem($0, id) } ?? "")
            + "<ol>{{#\(list)}}" + row(#" value="{{.}}""#) + "{{/\(list)}}" + row("") + "</ol>"
            + #"<button type="button" data-list="add" hidden>\#(Icon.add.html)\#(add)</button></fieldset>"#
    }

    /// Only a script can do what it says.
    private static func button(_ does: String, _ label: String, _ icon: Icon) -> String {
        #"<button type="button" data-list="\#(does)" aria-label="\#(label)" title="\#(label)" hidden>\#(icon.html)</button>"#
    }
}
