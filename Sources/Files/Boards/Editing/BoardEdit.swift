import StaffFiles

/// Changes a board file as staff would: what is not meant to change stays byte for byte, comments, order, empty lines, quotes,
/// indentation and line ends.
///
/// Each change is verified: the new text is read again, and must say what the old one said but for this change, and hold its
/// comments. YAML can be written in ways that this does not fit, such as parts that are named and repeated; then
/// nothing is changed, and the problem says in which line a person has to.
///
/// A new text may be a board with mistakes, also because the old one was: whoever writes it to the disk reads it and decides.
public enum BoardEdit {
    /// Why nothing was changed.
    public enum Problem: Error, Hashable, Sendable {
        /// The file cannot be read as far as its items; the text is the findings.
        case unreadable(String)
        /// The item or group is not there, or is another one by now.
        case changed
        /// The group would be empty; its label.
        case lastInGroup(String)
        /// What is wanted cannot be; the reason, as one sentence.
        case unfit(String)
        /// The place is written in a way that only a person can change safely; why, and where.
        case asText(reason: String, file: String, line: Int)
    }

    /// A text with changes made.
    public struct Edited: Sendable {
        public var bytes: [UInt8]
        /// Where the item is now that was changed, moved, added, or is the copy; `nil` if it was removed or it is the board.
        public var path: ItemPath?
    }

    /// Makes changes one after the other, all or none.
    ///
    /// An item without a written id gets the one that it had when it is called otherwise: calls, counts and added needs know it by that.
    ///
    /// - Parameters:
    ///   - file: As problems shall name it.
    ///   - taken: Ids that new items must not get, besides those of this file; asked for only where there are new ones.
    public static func applying(
        _ changes: [BoardChange], to bytes: [UInt8], file: String, taken: () -> Set<String> = { [] }
    ) throws(Problem) -> Edited {
        let taken = changes.contains(where: \.needsNames) ? taken() : []
        var text = try BoardFile(bytes, name: file)
        var path: ItemPath?
        for change in changes {
            (text, path) = try text.applying(text.keepingID(change), taken: taken)
        }
        return Edited(bytes: text.bytes, path: path)
    }

    /// The file of a new board, as small as its items are.
    ///
    /// - Throws: `.unfit` where the board would have mistakes besides what its items name.
    public static func newBoard(
        id: String, name: String, language: String, items: [NewItem], taken: Set<String> = []
    ) throws(Problem) -> [UInt8] {
        let head = [(BoardField.board, id), (.name, name), (.language, language)]
        for (field, value) in head { try ValueCheck.check(value, of: field) }
        guard !items.isEmpty else { throw .unfit("A board needs at least one item.") }
        var names = FreeNames(taken: taken)
        let writer = ItemWriter(lineBreak: "\n")
        var text = "# yaml-language-server: $schema=board.schema.json\n"
        for (field, value) in head {
            text += "\(field.rawValue): \(ScalarText.text(value, isInFlow: false))\n"
        }
        text += "\(BoardKey.items.rawValue):\n"
        var meant: [BoardMeaning] = []
        for item in items {
            try ValueCheck.check(item)
            let named = names.named(item)
            text += writer.block(named, indent: 2, isBlock: false) + "\n"
            meant.append(BoardMeaning(named))
        }
        let bytes = Array(text.utf8)
        var whole = BoardMeaning.keys([BoardKey.items.rawValue: .list(meant)])
        for (field, value) in head { whole[field.rawValue] = .value(value) }
        guard try BoardFile(bytes, name: "\(id).yaml").meaning == whole else {
            throw .unfit("These texts cannot be written into a board.")
        }
        return bytes
    }
}

extension BoardEdit.Problem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let findings):
            "The file has mistakes, so nothing was changed in it. Edit it as text and correct them first:\n\(findings)"
        case .changed:
            "Somebody else has changed this board meanwhile, so nothing was changed. Look at it again."
        case .lastInGroup(let label):
            "This is the last item in `\(label)`, and a group cannot be empty. Remove the group too, or put something else into it first."
        case .unfit(let reason): reason
        case .asText(let reason, let file, let line):
            "\(file):\(line): \(reason), so only a person can change this safely. Nothing was changed. Edit the board as text."
        }
    }
}

extension BoardFile {
    /// The file with one change made, verified; and where the item is now.
    func applying(
        _ change: BoardChange, taken: Set<String> = []
    ) throws(BoardEdit.Problem) -> (BoardFile, ItemPath?) {
        var step = EditStep(self, taken: taken)
        try step.make(change)
        guard step.file.meaning == step.meant else {
            throw byHand(
                "with this change, something else in the file would change its meaning too", at: step.place)
        }
        guard step.takesAway || step.file.holdsComments(of: self) else {
            throw byHand("a comment would be lost", at: step.place)
        }
        return (step.file, step.path)
    }
}

extension BoardFile {
    /// The change, with the id that the item has, where that is made from a label which is going to be another one.
    /// One that two items have names neither of them: it is not kept.
    fileprivate func keepingID(_ change: BoardChange) -> BoardChange {
        guard case .set(var fields, of: let item) = change, let label = fields[.label] ?? nil,
            fields[.id] == nil, let node = try? self.item(item.path)
        else { return change }
        let names = WrittenNames(node)
        guard !names.hasID, !names.id.isEmpty, FoldedText.id(label) != names.id,
            count(of: names.id, in: Self.items(root, BoardKey.items.rawValue)) == 1
        else { return change }
        fields[.id] = names.id
        return .set(fields, of: item)
    }

    private func count(of id: String, in items: [StaffNode]) -> Int {
        items.reduce(0) { count, item in
            count + (WrittenNames(item).id == id ? 1 : 0)
                + self.count(of: id, in: Self.items(item, ItemKey.group.rawValue))
        }
    }
}

extension BoardChange {
    /// Whether it makes new items.
    fileprivate var needsNames: Bool {
        switch self {
        case .copy, .add: true
        case .set, .setBoard, .move, .remove: false
        }
    }
}
