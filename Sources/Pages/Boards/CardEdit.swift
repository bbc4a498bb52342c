import Care
import Wording

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
        // Nobody is asked before a group is the last of its kind: the service says so.
        let removesEmptied: Bool? = typed["removes_emptied"] == nil ? nil : true
        if action == "remove" { return [CardChange(.remove, card: address, removesEmptied: removesEmptied)] }
        // Once its label is another one, only its place says which it is.
        let here = CardAddress(path: card.path)
        let fields = wanted.filter { ($0.value ?? "") != (card.fields[$0.key] ?? "") }
        var changes = [CardChange(.set, card: address, fields: fields)]
        switch action {
        case "up": changes.append(CardChange(.up, card: here))
        case "down": changes.append(CardChange(.down, card: here))
        case "copy": changes.append(CardChange(.copy, card: here))
        default:
            if let into, into != CardGroups.group(of: card.path) {
                changes.append(
                    CardChange(.move, card: here, to: place(into), removesEmptied: removesEmptied))
            }
        }
        return changes
    }

    /// The group that it shall be in, on the board as it is now; `nil` where nothing is said of it.
    var into: String? { typed["into"].flatMap { CardGroups(board).path(of: $0) } }

    /// What a card says besides its label.
    private static let spokenKeys = ["say", "cue", "called"]

    /// Whether the card gets another label, and keeps other words that it says.
    var changesLabelAlone: Bool {
        guard let card, let label = typed["label"], label != card.label else { return false }
        let said = Self.spokenKeys.compactMap { key in card.fields[key].map { (key, $0) } }
        return !said.isEmpty && said.allSatisfy { key, words in wanted[key] == words }
    }

    /// What a card still says besides its label; `nil` where that is nothing.
    static func wordsBesideLabel(at path: String, in board: HomeBoard) -> Text? {
        guard let card = board.cards.first(where: { $0.path == path }) else { return nil }
        let said = spokenKeys.compactMap { card.fields[$0] }.map {
            Text("cards.quoted", ["words": .verbatim($0)])
        }
        return said.isEmpty ? nil : Text("cards.still_says", ["words": .text(.joined(said, separator: ", "))])
    }

    private var added: CardChange {
        var group: [CardFields]?
        if kind == "group" {
            group = [CardFields(["label": (typed["first"] ?? "").onOneLine, "request": "normal"])]
        }
        return CardChange(
            .add, fields: wanted.filter { $0.value != nil }, group: group, to: place(into ?? ""))
    }

    private func place(_ path: String) -> CardPlace {
        let group = board.cards.first { $0.path == path }
        return CardPlace(group: group.map { CardAddress(path: path, id: $0.id, label: $0.label) })
    }

    /// The fields as they shall be; `nil` for what shall not be there. Those that the sheet does not show are not among them.
    private var wanted: [String: String?] {
        let isGroup = card?.isGroup ?? (kind == "group")
        var wanted: [String: String?] = [:]
        let keys = CardSheet.textKeys.filter { !isGroup || !["say", "say_sound", "called"].contains($0) }
        for key in keys {
            guard let text = typed.exactly(key)?.onOneLine else { continue }
            wanted.updateValue(text.isEmpty ? nil : text, forKey: key)
        }
        for key in CardSheet.switchKeys(isGroup: isGroup) {
            let isOn = card?.isOn(key) ?? false
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

extension BoardCard {
    /// Whether a field that is on or off is on.
    func isOn(_ key: String) -> Bool { ["true", "on"].contains(fields[key] ?? "") }
}

extension String {
    /// As a field of a board has it: a browser sends the lines of a larger field with ends of its own. Spaces that are not to be broken
    /// stay what they are.
    var onOneLine: String {
        split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ").trimmed()
    }
}
