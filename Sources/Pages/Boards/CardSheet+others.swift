import Care
import Wording

/// What others have done meanwhile.
extension CardSheet {
    /// Says what others have done since a version, and what differs from what was typed; saving once more is then on purpose.
    mutating func showOthers(_ board: HomeBoard, since version: String?, _ typed: PageFields) {
        self.version = board.version
        let seen = board.recent.lastIndex { $0.version == version }
        if version != board.version {
            others +=
                [Text("cards.changed_meanwhile")]
                + board.recent.dropFirst(seen.map { $0 + 1 } ?? 0).map(CardWords.step)
        }
        let groups = CardGroups(board)
        let isGroupGone = typed["into"].map { groups.path(of: $0) == nil } ?? false
        if isGroupGone { problems["into"] = Text("cards.group_gone") }
        guard let known else { return }
        for key in Self.textKeys where typed.exactly(key) != nil {
            let theirs = known.fields[key] ?? ""
            guard theirs != values[key] else { continue }
            let words = key == "kind" && !theirs.isEmpty ? NeedKind(theirs).words : .verbatim(theirs)
            problems[key] = theirs.isEmpty ? Text("cards.theirs_empty") : Self.theirs(.text(words))
        }
        if isItem, let does = typed.exactly("does"), does.onOneLine != CardWords.doing(known.fields) {
            problems["does"] = Self.theirs(.text(CardWords.does(known, in: board, groups)))
        }
        for key in Self.switchKeys(isGroup: isGroup) where (typed[key] != nil) != known.isOn(key) {
            problems[key] = Self.theirs(
                .text(Text(known.isOn(key) ? "cards.ticked" : "cards.not_ticked")))
        }
        let present = CardGroups.group(of: known.path)
        if !isGroupGone, let into = typed["into"], into != groups.key(of: present) {
            let name = board.cards.first { $0.path == present }?.label
            problems["into"] = Self.theirs(name.map { .verbatim($0) } ?? .text(Text("cards.no_group")))
        }
    }

    private static func theirs(_ value: Text.Value) -> Text { Text("cards.theirs", ["theirs": value]) }
}
