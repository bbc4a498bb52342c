import Boards
import Care

extension CardChange {
    /// As the file is changed by it.
    func boardChange() throws(BoardEdit.Problem) -> BoardChange {
        let emptied: BoardChange.EmptiedGroup = removesEmptied == true ? .removed : .refused
        switch kind {
        case .set: return .set(try fields(ItemField.self), of: try address(card))
        case .board: return .setBoard(try fields(BoardField.self))
        case .move: return .move(try address(card), to: try place(), emptied: emptied)
        case .up: return .moveUp(try address(card))
        case .down: return .moveDown(try address(card))
        case .copy: return .copy(try address(card))
        case .remove: return .remove(try address(card), emptied: emptied)
        case .add:
            var values: [String: String] = [:]
            for case (let key, let value?) in fields ?? [:] { values[key] = value }
            return .add(
                try CardFields(values).item(holding: try inside()),
                at: try place())
        }
    }

    private func inside() throws(BoardEdit.Problem) -> [NewItem]? {
        guard let group else { return nil }
        guard group.count <= BoardRevision.mostCards else {
            throw .unfit("A new group has at most \(BoardRevision.mostCards) cards.")
        }
        return try group.map { card throws(BoardEdit.Problem) -> NewItem in try card.item() }
    }

    private func fields<Field: RawRepresentable<String> & Hashable>(
        _ type: Field.Type
    ) throws(BoardEdit.Problem) -> [Field: String?] {
        var named: [Field: String?] = [:]
        for (key, value) in fields ?? [:] {
            if let value { try Self.check(value, of: key) }
            named.updateValue(value, forKey: try Self.field(key))
        }
        return named
    }

    fileprivate static func field<Field: RawRepresentable<String>>(
        _ key: String
    ) throws(BoardEdit.Problem) -> Field {
        guard let field = Field(rawValue: key) else { throw .unfit("There is no key `\(key)` here.") }
        return field
    }

    fileprivate static func check(_ value: String, of key: String) throws(BoardEdit.Problem) {
        guard value.unicodeScalars.count <= BoardRevision.longestText else {
            throw .unfit("`\(key)` has more than \(BoardRevision.longestText) characters: shorten it.")
        }
    }

    private func address(_ card: CardAddress?) throws(BoardEdit.Problem) -> ItemAddress {
        guard let card, let path = ItemPath(card.path) else {
            throw .unfit("`card` names no card: its path is like `2.0`.")
        }
        return ItemAddress(path, id: card.id, label: card.label)
    }

    private func place() throws(BoardEdit.Problem) -> ItemPlace {
        var group: ItemAddress?
        if let wanted = to?.group { group = try address(wanted) }
        return ItemPlace(in: group, at: to?.index)
    }
}

extension CardFields {
    func item(holding items: [NewItem]? = nil) throws(BoardEdit.Problem) -> NewItem {
        var named: [ItemField: String] = [:]
        for (key, value) in fields {
            try CardChange.check(value, of: key)
            named[try CardChange.field(key)] = value
        }
        return NewItem(named, items: items)
    }
}
