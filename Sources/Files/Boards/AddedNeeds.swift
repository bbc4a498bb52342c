public import Care

/// What caregivers have added, at its place among the boards' items.
///
/// A need whose `group` is the label or id of a group of the boards, or of an item that opens a board, stands at the end
/// of it. All others stand in the list `needs`, in groups by what their `group` says. An id that an item of a board has
/// stays that item's: such a need is left out. Every level is looked at once, however many needs there are: the kiosk
/// does this between two steps.
public struct AddedNeeds: Equatable, Sendable {
    /// The boards with what is in their groups.
    public private(set) var boards: BoardSet
    /// What is in the list `needs`.
    public private(set) var list: [BoardItem] = []
    /// The ids of those that an item of a board has already.
    public private(set) var taken: [String] = []

    /// - Parameter needs: Those that can be asked, in the order in which they are offered.
    public init(_ needs: [Need], to files: BoardSet) {
        boards = files
        guard !needs.isEmpty else { return }
        var ids = Set(files.boards.values.flatMap { BoardItem.flattened($0.items).map(\.id) })
        var waiting = Waiting()
        for need in needs {
            if ids.insert(need.id).inserted { waiting.add(need) } else { taken.append(need.id) }
        }
        for path in [files.start] + files.boards.keys.filter({ $0 != files.start }).sorted() {
            guard var items = boards.boards[path]?.items else { continue }
            waiting.fill(&items)
            boards.boards[path]?.items = items
        }
        for (path, added) in waiting.opened.sorted(by: { $0.key < $1.key }) {
            boards.boards[path]?.items += added
        }
        list = waiting.list
    }

    /// Whether a need is in the list, by itself or in a group of it.
    public func isInList(_ need: String) -> Bool {
        BoardItem.flattened(list).contains { $0.id == need }
    }
}

/// Needs that wait for their group to be found.
private struct Waiting {
    /// By the name of the group as ears compare it; those without one under "".
    private var items: [String: [BoardItem]] = [:]
    /// The names as they were written first, in the order in which they came.
    private var names: [(folded: String, written: String)] = []
    /// What to add at the end of boards that are opened like groups, by their paths.
    private(set) var opened: [String: [BoardItem]] = [:]

    mutating func add(_ need: Need) {
        let name = FoldedText.words(need.group ?? "")
        if items[name] == nil { names.append((name, need.group ?? "")) }
        items[name, default: []].append(BoardItem(need))
    }

    /// Puts those whose groups are found at their end.
    mutating func fill(_ level: inout [BoardItem]) {
        for index in level.indices {
            switch level[index].action {
            case .group(var inside):
                fill(&inside)
                inside += take(for: level[index])
                level[index].action = .group(inside)
            case .open(let path): opened[path, default: []] += take(for: level[index])
            case .request, .speak, .list, .pace, .propose: continue
            }
        }
    }

    private mutating func take(for group: BoardItem) -> [BoardItem] {
        guard items.contains(where: { !$0.key.isEmpty }) else { return [] }
        return [group.label, group.id].map(FoldedText.words).filter { !$0.isEmpty }
            .flatMap { items.removeValue(forKey: $0) ?? [] }
    }

    /// What has found no group: by itself first, then in groups of its own, in the order in which they came.
    var list: [BoardItem] {
        let groups = names.filter { !$0.folded.isEmpty }.compactMap { name in
            items[name.folded].map { BoardItem(groupOf: name.written, folded: name.folded, $0) }
        }
        return (items[""] ?? []) + groups
    }
}

extension BoardItem {
    /// An item that asks for a need.
    fileprivate init(_ need: Need) {
        self.init(
            id: need.id, label: need.label, cue: need.label, say: need.say, symbol: need.symbol,
            called: need.called, action: .request(need.priority))
    }

    /// A group of the list `needs`. No item of a board has an id with a space in it.
    fileprivate init(groupOf name: String, folded: String, _ items: [BoardItem]) {
        self.init(
            id: "needs \(folded)", label: name, cue: name, say: name, called: name, action: .group(items))
    }
}
