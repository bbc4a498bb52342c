import Care
import StaffFiles

/// Reads the items of one board file.
struct ItemReader {
    /// Groups in groups; a deeper one would cost more presses than anybody has.
    static let maximumDepth = 8
    /// An emoji is one character; a few words in its place are a mistake.
    private static let symbolLimit = 4

    /// The longest `label` and `called`, and the longest `say`, that the service takes with a request, in Unicode
    /// code points: `name` and `spoken` of its API.
    private static let nameLimit = 500
    private static let spokenLimit = 2000

    /// The board file.
    let path: String
    let language: String
    let files: FileReferences
    let log: FindingLog

    /// Reads a list of items.
    ///
    /// - Parameter depth: How many groups they are nested in.
    func items(_ nodes: [StaffNode], depth: Int) -> [ReadItem] {
        nodes.compactMap { item($0, depth: depth) }
    }

    private func item(_ node: StaffNode, depth: Int) -> ReadItem? {
        guard let cursor = MappingCursor(node, what: "an item", keys: ItemKey.names, log: log) else {
            return nil
        }
        cursor.require(ItemKey.label.rawValue, because: "it is what the screen shows and what scanning says")
        let label = string(.label, cursor)?.value ?? ""
        let (action, children) = action(cursor, depth: depth)
        checkSpoken(cursor, action: action)
        let item = BoardItem(
            id: Self.id(string(.id, cursor), label: label, cursor, log), label: label,
            cue: string(.cue, cursor)?.value ?? label,
            cueSound: sound(.cueSound, cursor), say: string(.say, cursor)?.value ?? label,
            saySound: sound(.saySound, cursor), symbol: symbol(cursor),
            color: ItemColor.read(cursor), kind: kind(cursor),
            called: string(.called, cursor)?.value ?? Self.called(label, language: language),
            confirm: cursor.bool(ItemKey.confirm.rawValue)?.value ?? false,
            isPinned: cursor.bool(ItemKey.pinned.rawValue)?.value ?? false,
            staysTogether: cursor.bool(ItemKey.together.rawValue)?.value ?? false, action: action)
        // With a wrong priority it is still meant to ask for something.
        if !cursor.has(ItemKey.request.rawValue) { checkConfirm(item, cursor) }
        checkTogether(item, cursor)
        var places: [ItemKey: SourceRange] = [:]
        for key in ItemKey.allCases where cursor.has(key.rawValue) {
            places[key] = cursor.place(of: key.rawValue)
        }
        // A board that cannot be opened is shown at its path.
        if case .open = action, let path = string(.open, cursor) { places[.open] = path.range }
        return ReadItem(item: item, range: cursor.range, places: places, children: children)
    }

    private func string(_ key: ItemKey, _ cursor: MappingCursor) -> Located<String>? {
        guard let text = cursor.string(key.rawValue) else { return nil }
        if let limit = Self.limit(of: key), text.value.unicodeScalars.count > limit {
            log.error(
                "`\(key.rawValue)` has \(text.value.unicodeScalars.count) characters, but a call carries at most \(limit): write a shorter one",
                at: text.range)
        }
        return text
    }

    /// In code points; `nil` where no request carries it.
    private static func limit(of key: ItemKey) -> Int? {
        switch key {
        case .label, .called: nameLimit
        case .say: spokenLimit
        case .id, .symbol, .color, .kind, .cue, .cueSound, .saySound, .confirm, .pinned, .together, .group,
            .open,
            .request, .list, .pace, .propose:
            nil
        }
    }

    private func action(
        _ cursor: MappingCursor, depth: Int
    ) -> (BoardItem.Action, children: [ReadItem]) {
        let present = cursor.presentKeys.filter { key in ItemKey.actions.contains { $0.rawValue == key.value }
        }
        if present.count > 1, let first = present.first, let second = present.last {
            log.error(
                "an item does one thing, but this has `\(first.value)` and `\(second.value)`: delete one",
                at: second.range)
        }
        switch present.first.flatMap({ ItemKey(rawValue: $0.value) }) {
        case .group: return group(cursor, depth: depth)
        case .open: return (board(cursor).map { .open($0) } ?? .speak, [])
        case .request:
            return (
                cursor.enumeration(ItemKey.request.rawValue, Priority.self).map { .request($0.value) }
                    ?? .speak, []
            )
        case .list:
            return (
                cursor.enumeration(ItemKey.list.rawValue, BoardItem.LiveList.self).map { .list($0.value) }
                    ?? .speak,
                []
            )
        case .pace:
            return (
                cursor.enumeration(ItemKey.pace.rawValue, BoardItem.PaceChange.self).map { .pace($0.value) }
                    ?? .speak,
                []
            )
        case .propose:
            return (
                cursor.enumeration(ItemKey.propose.rawValue, BoardItem.ProposalWay.self)
                    .map { .propose(.by($0.value)) } ?? .speak, []
            )
        case .id, .label, .symbol, .color, .kind, .cue, .cueSound, .say, .saySound, .called, .confirm,
            .pinned,
            .together, nil:
            return (.speak, [])
        }
    }

    private func group(_ cursor: MappingCursor, depth: Int) -> (BoardItem.Action, children: [ReadItem]) {
        let key = ItemKey.group.rawValue
        guard depth < Self.maximumDepth else {
            log.error(
                "this group is nested in \(Self.maximumDepth) others: that many presses are too many, so move it up",
                at: cursor.place(of: key))
            return (.group([]), [])
        }
        guard let nodes = cursor.sequence(key) else { return (.group([]), []) }
        if nodes.value.isEmpty {
            log.error("this group is empty: give it items, or delete it", at: cursor.place(of: key))
        }
        let children = items(nodes.value, depth: depth + 1)
        if nodes.value.count == 1 {
            log.warning(
                "this group has a single item, which costs a press for nothing: move the item up",
                at: cursor.place(of: key))
        }
        return (.group(children.map(\.item)), children)
    }

    /// A group, a board and a list open at once and say nothing with the main voice.
    private func checkSpoken(_ cursor: MappingCursor, action: BoardItem.Action) {
        let opens: String
        switch action {
        case .group: opens = "a group"
        case .open: opens = "an item that opens a board"
        case .list: opens = "a list"
        case .propose: opens = "an item with `propose`"
        case .pace:
            for key in [ItemKey.say, .saySound] where cursor.has(key.rawValue) {
                log.error(
                    "an item with `pace` says how fast scanning is now: delete `\(key.rawValue)`, or write `cue` for what scanning says",
                    at: cursor.place(of: key.rawValue))
            }
            return
        case .request, .speak: return
        }
        for key in [ItemKey.say, .saySound] where cursor.has(key.rawValue) {
            log.error(
                "\(opens) says nothing when it is chosen, it only opens: delete `\(key.rawValue)`, or write `cue` for what scanning says",
                at: cursor.place(of: key.rawValue))
        }
    }

    private func checkConfirm(_ item: BoardItem, _ cursor: MappingCursor) {
        // A misspelt `request` has its finding.
        guard cursor.isMissing(ItemKey.request.rawValue) else { return }
        if item.confirm {
            log.error(
                "`confirm` asks before a request goes out, but this item asks for nothing: delete it, or write `request`",
                at: cursor.place(of: ItemKey.confirm.rawValue))
        }
        if cursor.has(ItemKey.called.rawValue) {
            log.warning(
                "`called` is how a request is spoken of, but this item asks for nothing: delete it, or write `request`",
                at: cursor.place(of: ItemKey.called.rawValue))
        }
    }

    private func checkTogether(_ item: BoardItem, _ cursor: MappingCursor) {
        if case .group = item.action { return }
        guard cursor.has(ItemKey.together.rawValue), cursor.isMissing(ItemKey.group.rawValue) else { return }
        log.error(
            "`together` keeps the items of a group in it, but this is not a group: delete it, or write `pinned` to keep its place",
            at: cursor.place(of: ItemKey.together.rawValue))
    }

    /// The id as it is written, else one that is made of the label.
    static func id(
        _ written: Located<String>?, label: String, _ cursor: MappingCursor, _ log: FindingLog
    ) -> String {
        guard let written else {
            let made = FoldedText.id(label)
            if made.isEmpty, !label.isEmpty {
                log.error(
                    "no id can be made of this label: write `id: ` and a short word",
                    at: cursor.place(of: ItemKey.label.rawValue))
            }
            return made
        }
        let allowed = written.value.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        if !allowed || written.value.count > 64 {
            let made = String(FoldedText.id(written.value).prefix(64))
            log.error(
                "`id` is a short word of letters, digits and `-`\(made.isEmpty ? "" : ": write `\(made)`")",
                at: written.range)
        }
        return written.value
    }

    /// The path of another board; the file itself is read later.
    private func board(_ cursor: MappingCursor) -> String? {
        guard let name = cursor.string(ItemKey.open.rawValue), let found = files.resolve(name) else {
            return nil
        }
        guard found != StaffFilePath.normalized(path) else {
            log.error("this opens the board that it is in: delete the item", at: name.range)
            return nil
        }
        return found
    }

    private func sound(_ key: ItemKey, _ cursor: MappingCursor) -> BoardItem.Recording? {
        files.sound(key.rawValue, cursor).map { BoardItem.Recording(path: $0) }
    }

    private func symbol(_ cursor: MappingCursor) -> String? {
        guard let symbol = string(.symbol, cursor) else { return nil }
        if FileKind.isPicturePath(symbol.value) { return files.picture(symbol) }
        if symbol.value.count > Self.symbolLimit {
            log.warning(
                "a symbol is one emoji or the path of a picture (\(FileKind.pictureEndings.joined(separator: ", ")))",
                at: symbol.range)
        }
        return symbol.value
    }

    private func kind(_ cursor: MappingCursor) -> NeedKind? {
        guard let written = string(.kind, cursor) else { return nil }
        let kind = NeedKind(written.value)
        do throws(FieldProblem) {
            try kind.check(ItemKey.kind.rawValue)
            return kind
        } catch {
            log.error("`kind`: \(error.message)", at: written.range)
            return nil
        }
    }

    /// The label as it stands within a sentence: "asks for *water*", but "asks for *TV*" and, in German, "*Wasser*".
    static func called(_ label: String, language: String) -> String {
        guard let first = label.first, language.lowercased().split(separator: "-").first != "de" else {
            return label
        }
        let rest = label.dropFirst()
        if let second = rest.first, second.isUppercase { return label }
        return first.lowercased() + rest
    }
}
