/// The sheet as HTML.
extension CardSheet {
    private static func text(
        _ key: String, _ label: String, _ control: Control = .line, _ hint: String? = nil
    )
        -> String
    {
        Form.field(
            key, label, control, id: "sheet-\(key)", value: "{{values.\(key)}}",
            hint: hint.map { .words($0) }, fault: "problems.\(key)")
    }

    private static func choice(_ key: String, _ label: String, _ list: String, none: String?) -> String {
        Form.field(
            key, label, .choice(list, none: none), id: "sheet-\(key)", fault: "problems.\(key)")
    }

    private static func recording(_ key: String, _ label: String, _ list: String) -> String {
        Form.recordingPicker(
            key, label, id: "sheet-\(key)", of: list, none: "[[cards.no_sound]]", faults: "problems.")
    }

    private static func tick(_ key: String, _ label: String, _ flag: String) -> String {
        Form.tick(key, "yes", label, isOn: flag, id: "sheet-\(key)", fault: "problems.\(key)")
    }

    private static func act(_ value: String, _ icon: Icon, _ words: String) -> String {
        #"<button name="do" value="\#(value)">\#(icon.html) \#(words)</button>"#
    }

    private static let address = """
        {{#known}}\(Form.hidden("id", "{{id}}"))\(Form.hidden("known", "{{label}}")){{/known}}
        """

    private static let symbol = Form.symbolPicker(
        typed: text(
            "symbol", "[[cards.symbol_typed]]",
            .line.most(200).short.with(#"autocomplete="off" autocapitalize="none""#)))

    private static let item = """
        \(Form.field("does", "[[cards.does]]", .grouped("doing"), id: "sheet-does", fault: "problems.does"))
        \(symbol)
        \(text("say", "[[cards.say]]", .area(rows: 2).most(2000), "[[cards.say_hint]]"))
        <p class="row">\(Form.listen(toField: "sheet-say", orElse: "sheet-label", language: "{{language}}"))</p>
        \(text("cue", "[[cards.cue]]", .line.most(500), "[[cards.cue_hint]]"))
        """

    private static let more = """
        <details class="plain"{{#isMoreOpen}} open{{/isMoreOpen}}><summary>[[cards.more]]</summary>
        {{#isItem}}\(text("called", "[[cards.called]]", .line.most(500), "[[cards.called_hint]]"))
        \(recording("say_sound", "[[cards.say_sound]]", "saySounds"))
        \(tick("confirm", "[[cards.confirm]]", "isConfirmed")){{/isItem}}
        \(text(ownKind, "[[needs.own_kind]]", .line.most(60)))
        \(recording("cue_sound", "[[cards.cue_sound]]", "cueSounds"))
        \(tick("pinned", "[[cards.pinned]]", "isPinned"))
        {{#isGroup}}\(tick("together", "[[cards.together]]", "isTogether")){{/isGroup}}
        </details>
        """

    /// Where a group would be left empty: it goes only if somebody says so.
    private static let emptiedGroup = """
        {{#emptied}}\(Form.tick("removes_emptied", "yes", "[[cards.remove_emptied]]", isOn: "removesEmptied")){{/emptied}}
        """

    static let template = """
        <section id="sheet">
        \(Form.trouble())
        {{#others}}<p class="notice problem">{{.}}</p>{{/others}}
        {{#steps}}<p class="quiet">{{.}}</p>{{/steps}}{{#opens}}<p><a class="button" href="{{.}}">[[cards.open_board]]</a></p>{{/opens}}
        \(Form.post("{{action}}", class: "narrow card-form", attributes: #"enctype="multipart/form-data""#, sends: ["version": "{{version}}", PickedSymbol.before: "{{values.symbol}}"]))
        <button name="do" value="save" hidden>[[cards.save]]</button>
        \(address)
        {{#isGroup}}\(Form.hidden("kind", "group")){{/isGroup}}{{#isBoard}}\(Form.hidden("kind", "board")){{/isBoard}}
        \(emptiedGroup)
        \(Form.mended(fields))
        <div class="row sheet-end"><button class="main" name="do" value="save">[[cards.save]]</button></div>
        {{#known}}<div class="row">{{#canMoveUp}}\(act("up", .up, "[[cards.up]]")){{/canMoveUp}}\
        {{#canMoveDown}}\(act("down", .down, "[[cards.down]]")){{/canMoveDown}}\
        \(act("copy", .copy, "[[cards.copy]]"))</div>
        <details class="act"{{#isRemoving}} open{{/isRemoving}}><summary class="danger">\(Icon.remove.html) [[cards.remove]]</summary>
        <p>[[cards.remove_question]]</p><button class="danger" name="do" value="remove" formnovalidate>[[cards.remove_yes]]</button></details>{{/known}}
        </form></section>
        """

    private static let fields = """
        \(text("label", "[[cards.label]]", .line.most(500).required.with(#"autocomplete="off" autofocus"#)))
        {{#asksFirst}}\(text("first", "[[cards.first]]", .line.most(500).required)){{/asksFirst}}
        {{#isItem}}\(item){{/isItem}}
        {{#isGroup}}\(symbol)\(text("cue", "[[cards.cue]]", .line.most(500), "[[cards.cue_hint]]")){{/isGroup}}
        {{^isBoard}}\(choice("color", "[[cards.color]]", "colors", none: "[[cards.no_color]]"))
        \(choice("kind", "[[cards.kind]]", "kinds", none: "[[cards.no_kind]]"))
        \(choice("into", "[[cards.into]]", "groups", none: nil))
        \(more){{/isBoard}}
        """
}
