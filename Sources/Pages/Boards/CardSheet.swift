import Care
import Wording

/// Everything that can be changed of one card, or of one that is not there yet; a page of its own that scripts show as a dialog.
struct CardSheet {
    struct Found {
        let symbol: String
        let photo: String?
        let called: String
    }

    /// Where it is, and what it is there: a change never meets another card.
    let action: String
    let version: String
    let known: BoardCard?
    let isNew: Bool
    let isGroup: Bool
    let isBoard: Bool
    let isItem: Bool
    /// A new group's first item.
    let asksFirst: Bool
    let canMoveUp: Bool
    let canMoveDown: Bool
    let opens: String?
    var values: [String: String]
    var problems: [String: Text]
    var trouble: Text?
    /// What others have changed since the form was opened.
    var others: [Text]
    let doing: [FormOption]
    let colors: [FormOption]
    let cueSounds: [FormOption]
    let saySounds: [FormOption]
    let groups: [FormOption]
    let isConfirmed: Bool
    let isPinned: Bool
    let isTogether: Bool
    var symbols: [Found]
    let searched: Bool
    let hasNames: Bool
    let steps: Text?

    static let textKeys = ["label", "symbol", "say", "cue", "called", "color", "cue_sound", "say_sound"]
    static let switchKeys = ["confirm", "pinned", "together"]

    /// - Parameters:
    ///   - card: The card; `nil` for a new one of this `kind`: `item`, `group` or `board`.
    ///   - typed: What was typed in its place.
    ///   - found: What a search has found; `nil` where nobody has searched.
    init(
        _ board: HomeBoard, _ card: BoardCard?, kind: String, typed: PageFields? = nil,
        into: String? = nil, found: SymbolPage? = nil, pictures: String? = nil
    ) {
        let base = CardBoard.path(board.name)
        action = "\(base)/items/\(card?.path ?? "new")"
        version = board.version
        known = card
        isNew = card == nil
        isGroup = card?.isGroup ?? (kind == "group")
        isBoard = card == nil && kind == "board"
        isItem = !isGroup && !isBoard
        asksFirst = card == nil && kind == "group"
        let siblings = board.cards.filter { Self.group(of: $0.path) == Self.group(of: card?.path ?? "") }
        canMoveUp = card.map { siblings.first?.path != $0.path } ?? false
        canMoveDown = card.map { siblings.last?.path != $0.path } ?? false
        opens = card?.fields["open"].map(CardBoard.path)
        let fields = card?.fields ?? [:]
        func value(_ key: String) -> String {
            typed.map { ($0.exactly(key) ?? "").trimmed() } ?? fields[key] ?? ""
        }
        values = Dictionary(
            uniqueKeysWithValues: (Self.textKeys + ["search", "first"]).map { ($0, value($0)) })
        problems = [:]
        others = []
        let isStart = card == nil && typed == nil
        let does =
            typed.map { $0["does"] ?? "" } ?? (isStart ? "request:normal" : CardWords.doing(fields))
        let others = board.others.map {
            (value: "open:\($0.name)", name: Text("cards.does_open", ["board": .verbatim($0.title)]))
        }
        var all = CardWords.doing.map { (value: $0.value, name: Text($0.name)) } + others
        // What the file says stays, also where nobody else would write it.
        if !all.contains(where: { $0.value == does }) { all.append((does, .verbatim(does))) }
        doing = all.map { FormOption(value: $0.value, name: $0.name, isChosen: $0.value == does) }
        let color = value("color")
        var names = CardWords.colors.map { (value: $0, name: Text("cards.color_\($0)")) }
        if !color.isEmpty, !CardWords.colors.contains(color) { names.append((color, .verbatim(color))) }
        colors = names.map { FormOption(value: $0.value, name: $0.name, isChosen: $0.value == color) }
        func sounds(_ key: String) -> [FormOption] {
            let own = value(key)
            return (board.sounds + (own.isEmpty || board.sounds.contains(own) ? [] : [own])).map {
                FormOption(value: $0, name: .verbatim($0), isChosen: $0 == own)
            }
        }
        cueSounds = sounds("cue_sound")
        saySounds = sounds("say_sound")
        let place = typed?["into"] ?? into ?? card.map { Self.group(of: $0.path) } ?? ""
        groups =
            [
                FormOption(
                    value: "top", name: Text("cards.no_group"), isChosen: place.isEmpty || place == "top")
            ]
            + board.cards.filter { group in
                group.isGroup && !(card.map { (group.path + ".").hasPrefix($0.path + ".") } ?? false)
            }.map { FormOption(value: $0.path, name: .verbatim($0.label), isChosen: $0.path == place) }
        func isOn(_ key: String) -> Bool {
            typed.map { $0[key] != nil } ?? ["true", "on"].contains(fields[key] ?? "")
        }
        isConfirmed = isOn("confirm")
        isPinned = isOn("pinned")
        isTogether = isOn("together")
        searched = found != nil
        hasNames = found?.hasNames ?? true
        let own = found == nil ? board.pictures : Self.fitting(board.pictures, value("search"))
        symbols =
            (found?.symbols ?? []).map { Found(symbol: $0.symbol, photo: nil, called: $0.name) }
            + (pictures.map { prefix in
                own.prefix(40).map {
                    Found(symbol: $0, photo: prefix + PageText.escaped($0), called: $0)
                }
            } ?? [])
        steps = card?.steps.map {
            Text("boards.cost", count: $0, ["seconds": DrawnBoard.tenths(card?.seconds ?? 0)])
        }
    }

    /// `2.0` is in `2`, and `2` in nothing.
    static func group(of path: String) -> String {
        path.split(separator: ".").dropLast().joined(separator: ".")
    }

    private static func fitting(_ pictures: [String], _ search: String) -> [String] {
        pictures.filter { $0.lowercased().contains(search.lowercased()) }
    }

    // MARK: - As HTML

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

    private static func act(_ value: String, _ icon: Icon, _ words: String) -> String {
        #"<button name="do" value="\#(value)">\#(icon.html) \#(words)</button>"#
    }

    private static let address = """
        {{#known}}\(Form.hidden("id", "{{id}}"))\(Form.hidden("known", "{{label}}")){{/known}}
        """

    private static let item = """
        \(choice("does", "[[cards.does]]", "doing", none: nil))
        \(Form.symbolPicker(typed: text("symbol", "[[cards.symbol_typed]]", .line.most(200).short.with(#"autocomplete="off" autocapitalize="none""#))))
        \(text("say", "[[cards.say]]", .area(rows: 2).most(2000), "[[cards.say_hint]]"))
        \(text("cue", "[[cards.cue]]", .line.most(500), "[[cards.cue_hint]]"))
        """

    private static let more = """
        <details class="plain"><summary>[[cards.more]]</summary>
        {{#isItem}}\(text("called", "[[cards.called]]", .line.most(500), "[[cards.called_hint]]"))
        \(choice("say_sound", "[[cards.say_sound]]", "saySounds", none: "[[cards.no_sound]]"))
        \(Form.tick("confirm", "yes", "[[cards.confirm]]", isOn: "isConfirmed")){{/isItem}}
        \(choice("cue_sound", "[[cards.cue_sound]]", "cueSounds", none: "[[cards.no_sound]]"))
        \(Form.tick("pinned", "yes", "[[cards.pinned]]", isOn: "isPinned"))
        {{#isGroup}}\(Form.tick("together", "yes", "[[cards.together]]", isOn: "isTogether")){{/isGroup}}
        </details>
        """

    static let template = """
        <section id="sheet">
        \(Form.trouble())
        {{#others}}<p class="notice problem">{{.}}</p>{{/others}}
        {{#steps}}<p class="quiet">{{.}}</p>{{/steps}}{{#opens}}<p><a class="button" href="{{.}}">[[cards.open_board]]</a></p>{{/opens}}
        \(Form.post("{{action}}", class: "narrow card-form", attributes: #"enctype="multipart/form-data""#, sends: ["version": "{{version}}"]))
        <button hidden>[[cards.save]]</button>
        \(address)
        {{#isGroup}}\(Form.hidden("kind", "group")){{/isGroup}}{{#isBoard}}\(Form.hidden("kind", "board")){{/isBoard}}
        \(text("label", "[[cards.label]]", .line.most(500).required.with(#"autocomplete="off" autofocus"#)))
        {{#asksFirst}}\(text("first", "[[cards.first]]", .line.most(500).required)){{/asksFirst}}
        {{#isItem}}\(item){{/isItem}}
        {{#isGroup}}\(Form.symbolPicker(typed: text("symbol", "[[cards.symbol_typed]]", .line.most(200).short.with(#"autocomplete="off" autocapitalize="none""#))))\(text("cue", "[[cards.cue]]", .line.most(500), "[[cards.cue_hint]]")){{/isGroup}}
        {{^isBoard}}\(choice("color", "[[cards.color]]", "colors", none: "[[cards.no_color]]"))
        \(choice("into", "[[cards.into]]", "groups", none: nil))
        \(more){{/isBoard}}
        <div class="row sheet-end"><button class="main" name="do" value="save">[[cards.save]]</button></div>
        {{#known}}<div class="row">{{#canMoveUp}}\(act("up", .up, "[[cards.up]]")){{/canMoveUp}}\
        {{#canMoveDown}}\(act("down", .down, "[[cards.down]]")){{/canMoveDown}}\
        \(act("copy", .copy, "[[cards.copy]]"))</div>
        <details class="act"><summary class="danger">\(Icon.remove.html) [[cards.remove]]</summary>
        <p>[[cards.remove_question]]</p><button class="danger" name="do" value="remove" formnovalidate>[[cards.remove_yes]]</button></details>{{/known}}
        </form></section>
        """
}
