import Care

/// What a sheet has sent, as changes of the board: only what differs from the file, so that all else stays as it is written.
struct CardEdit {
    private let board: HomeBoard
    private let card: BoardCard?
    private let typed: PageFields
    private let kind: String

    init(_ board: HomeBoard, _ card: BoardCard?, _ typed: PageFields, kind: String) {
        (self.board, self.card, self.typed, self.kind) = (board, card, typed, kind)
    }

    /// - Parameter action: The button that was pressed besides saving: `up`, `down`, `copy`, `remove`.
    func changes(doing action: String?) -> [CardChange] {
        guard let card else { return [added] }
        let address = CardAddress(path: card.path, id: card.id, label: typed["known"] ?? card.label)
        if action == "remove" { return [CardChange(.remove, card: address, removesEmptied: true)] }
        // Once its label is another one, only its place says which it is.
        let here = CardAddress(path: card.path)
        let fields = wanted.filter { ($0.value ?? "") != (card.fields[$0.key] ?? "") }
        var changes = [CardChange(.set, card: address, fields: fields)]
        let into = typed["into"].map { $0 == "top" ? "" : $0 } ?? CardSheet.group(of: card.path)
        switch action {
        case "up": changes.append(CardChange(.up, card: here))
        case "down": changes.append(CardChange(.down, card: here))
        case "copy": changes.append(CardChange(.copy, card: here))
        default:
            if into != CardSheet.group(of: card.path) {
                changes.append(CardChange(.move, card: here, to: place(into), removesEmptied: true))
            }
        }
        return changes
    }

    private var added: CardChange {
        var group: [CardFields]?
        if kind == "group" {
            group = [CardFields(["label": typed["first"] ?? "", "request": "normal"])]
        }
        let into = typed["into"].map { $0 == "top" ? "" : $0 } ?? ""
        return CardChange(
            .add, fields: wanted.filter { $0.value != nil }, group: group, to: place(into))
    }

    private func place(_ group: String) -> CardPlace {
        CardPlace(group: group.isEmpty ? nil : CardAddress(path: group))
    }

    /// The fields as they shall be; `nil` for what shall not be there. Those that the sheet does not show are not among them.
    private var wanted: [String: String?] {
        let isGroup = card?.isGroup ?? (kind == "group")
        var wanted: [String: String?] = [:]
        let keys = CardSheet.textKeys.filter { !isGroup || !["say", "say_sound", "called"].contains($0) }
        for key in keys where typed.exactly(key) != nil { wanted.updateValue(typed[key], forKey: key) }
        let switches = isGroup ? ["pinned", "together"] : ["confirm", "pinned"]
        for key in switches {
            let isOn = ["true", "on"].contains(card?.fields[key] ?? "")
            if (typed[key] != nil) != isOn { wanted.updateValue(isOn ? nil : "true", forKey: key) }
        }
        if !isGroup, let does = typed.exactly("does") {
            let parts = does.split(separator: ":", maxSplits: 1).map(String.init)
            for key in CardWords.doingKeys {
                wanted.updateValue(parts.first == key && parts.count == 2 ? parts[1] : nil, forKey: key)
            }
        }
        return wanted
    }
}
