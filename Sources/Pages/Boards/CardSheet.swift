import Care
import Wording

/// Everything that can be changed of one card, or of one that is not there yet; a page of its own that scripts show as a dialog.
struct CardSheet {
    /// Where it is, and what it is there: a change never meets another card.
    let action: String
    let symbolsPath: String
    /// Of the board that its writer has seen: with an older one, others' changes are shown before anything is saved.
    var version: String
    let known: BoardCard?
    let isGroup: Bool
    let isBoard: Bool
    let isItem: Bool
    /// A new group's first item.
    let asksFirst: Bool
    let canMoveUp: Bool
    let canMoveDown: Bool
    let opens: String?
    /// BCP 47, of what it says.
    let language: String
    var values: [String: String]
    var problems: [String: Text] {
        didSet { isMoreOpen = problems.keys.contains { Self.foldedKeys.contains($0) } }
    }
    var trouble: Text?
    /// What others have changed since the form was opened.
    var others: [Text]
    let doing: [FormOptionGroup]
    let colors: [FormOption]
    let kinds: [FormOption]
    let cueSounds: [FormOption]
    let saySounds: [FormOption]
    let groups: [FormOption]
    let isConfirmed: Bool
    let isPinned: Bool
    let isTogether: Bool
    /// Its symbol as it is; names differ from those of the symbols that were found.
    let signShown: String?
    let photoShown: String?
    let symbols: [FoundSymbols.Found]
    let searched: Bool
    let hasNames: Bool
    /// How many pictures are shown next; `nil` where all are there.
    let more: String?
    let steps: Text?
    /// The group that would be empty, where the service has said so: whether it shall go too is asked.
    var emptied: String?
    let removesEmptied: Bool
    var isRemoving = false
    /// Whether something in its folded part needs to be seen.
    private(set) var isMoreOpen = false

    /// What may be a recording beside the boards, or a new one.
    static let recordingKeys = ["cue_sound", "say_sound"]
    static let textKeys = [
        "label", "symbol", "say", "cue", "called", "color", "kind", "cue_sound", "say_sound",
    ]
    /// A kind of need in words of one's own, which goes before one that is chosen.
    static let ownKind = "own_kind"
    private static let foldedKeys: Set = [
        "called", ownKind, "say_sound", "say_sound_file", "confirm", "cue_sound", "cue_sound_file", "pinned",
        "together",
    ]

    /// What is on or off.
    static func switchKeys(isGroup: Bool) -> [String] {
        isGroup ? ["pinned", "together"] : ["confirm", "pinned"]
    }

    /// - Parameters:
    ///   - card: The card; `nil` for a new one of this `kind`: `item`, `group` or `board`.
    ///   - typed: What was typed in its place.
    ///   - into: The group that a new one begins in, as `CardGroups` names it.
    ///   - found: What a search has found; `nil` where nobody has searched.
    init(
        _ board: HomeBoard, _ card: BoardCard?, kind: String, typed: PageFields? = nil,
        into: String? = nil, found: SymbolPage? = nil, pictures: String? = nil
    ) {
        let base = CardBoard.path(board.name)
        action = "\(base)/items/\(card?.path ?? "new")"
        symbolsPath = "\(base)/symbols"
        version = board.version
        known = card
        isGroup = card?.isGroup ?? (kind == "group")
        isBoard = card == nil && kind == "board"
        isItem = !isGroup && !isBoard
        asksFirst = card == nil && kind == "group"
        let siblings = board.cards.filter {
            CardGroups.group(of: $0.path) == CardGroups.group(of: card?.path ?? "")
        }
        canMoveUp = card.map { siblings.first?.path != $0.path } ?? false
        canMoveDown = card.map { siblings.last?.path != $0.path } ?? false
        opens = card?.fields["open"].map(CardBoard.path)
        language = board.language
        let fields = card?.fields ?? [:]
        func value(_ key: String) -> String {
            typed.map { ($0.exactly(key) ?? "").onOneLine } ?? fields[key] ?? ""
        }
        values = Dictionary(
            uniqueKeysWithValues: (Self.textKeys + [Self.ownKind, "search", "first"]).map { ($0, value($0)) })
        problems = [:]
        others = []
        let isStart = card == nil && typed == nil
        let does =
            typed.map { $0["does"] ?? "" } ?? (isStart ? "request:normal" : CardWords.doing(fields))
        func option(_ value: String, _ name: Text) -> FormOption {
            FormOption(value: value, name: name, isChosen: value == does)
        }
        let boards = board.others.map {
            option("open:\($0.name)", Text("cards.does_open", ["board": .verbatim($0.title)]))
        }
        var groups = CardWords.groups.map { group in
            FormOptionGroup(
                name: group.name.map { Text($0) },
                options: group.choices.map { option($0.value, Text($0.name)) })
        }
        if !boards.isEmpty {
            groups.insert(FormOptionGroup(name: Text("cards.group_boards"), options: boards), at: 1)
        }
        // What the file says stays, also where nobody else would write it.
        if !groups.contains(where: { $0.options.contains(where: \.isChosen) }) {
            groups.append(FormOptionGroup(name: nil, options: [option(does, .verbatim(does))]))
        }
        doing = groups
        let color = value("color")
        var names = CardWords.colors.map { (value: $0, name: Text("cards.color_\($0)")) }
        if !color.isEmpty, !CardWords.colors.contains(color) { names.append((color, .verbatim(color))) }
        colors = names.map { FormOption(value: $0.value, name: $0.name, isChosen: $0.value == color) }
        let kind = value("kind")
        // Also those that are in use on this board.
        var usual = NeedKind.sorted(
            Set(NeedKind.known + board.cards.compactMap { $0.fields["kind"].map(NeedKind.init) }))
        if !kind.isEmpty, !usual.contains(NeedKind(kind)) { usual.append(NeedKind(kind)) }
        kinds = usual.map {
            let isChosen = !kind.isEmpty && $0 == NeedKind(kind)
            // As the file writes it, in whatever capitals: what nobody changes stays.
            return FormOption(value: isChosen ? kind : $0.text, name: $0.words, isChosen: isChosen)
        }
        func sounds(_ key: String) -> [FormOption] {
            let own = value(key)
            return (board.sounds + (own.isEmpty || board.sounds.contains(own) ? [] : [own])).map {
                FormOption(value: $0, name: .verbatim($0), isChosen: $0 == own)
            }
        }
        cueSounds = sounds("cue_sound")
        saySounds = sounds("say_sound")
        let allGroups = CardGroups(board)
        let present = allGroups.key(of: card.map { CardGroups.group(of: $0.path) } ?? "")
        let wanted = typed?["into"] ?? into ?? present
        let place = allGroups.path(of: wanted) == nil ? present : wanted
        self.groups =
            [
                FormOption(
                    value: CardGroups.top, name: Text("cards.no_group"), isChosen: place == CardGroups.top)
            ]
            + allGroups.places(for: card).map { group in
                let key = allGroups.key(of: group.path)
                return FormOption(value: key, name: .verbatim(group.label), isChosen: key == place)
            }
        func isOn(_ key: String) -> Bool { typed.map { $0[key] != nil } ?? card?.isOn(key) ?? false }
        isConfirmed = isOn("confirm")
        isPinned = isOn("pinned")
        isTogether = isOn("together")
        removesEmptied = typed?["removes_emptied"] != nil
        let shown = ShownSymbol(values["symbol"].flatMap { $0.isEmpty ? nil : $0 }, at: pictures)
        (signShown, photoShown) = (shown.sign, shown.photo)
        let offered = FoundSymbols(
            found, pictures: board.pictures, at: pictures,
            showing: typed.map(FoundSymbols.most) ?? FoundSymbols.step)
        (symbols, searched, hasNames) = (offered.symbols, offered.searched, offered.hasNames)
        more = offered.more
        steps = card?.steps.map {
            Text("boards.cost", count: $0, ["seconds": DrawnBoard.tenths(card?.seconds ?? 0)])
        }
    }
}
