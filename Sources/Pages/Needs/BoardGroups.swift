import Care
import Wording

/// The groups of the boards: at the end of the one that a need names, it stands.
struct BoardGroups {
    struct Group: Equatable {
        let label: String
        let board: String
    }

    let groups: [Group]

    /// None where the boards cannot be read: a need can be added all the same.
    static func read(_ api: PageAPI) async -> BoardGroups {
        let page: HomeFilePage? = try? await api.get("files")
        let boards = (page?.files ?? []).filter { $0.kind == .board }
        var groups: [Group] = []
        // A need stands on the first that has its group: scanning begins with one of them, the others follow by name.
        for file in boards.filter(\.isStart)
            + boards.filter({ !$0.isStart }).sorted(by: { $0.name < $1.name })
        {
            let read: HomeFile? = try? await api.get("files/" + PageText.escaped(file.name))
            guard let drawing = read?.drawing else { continue }
            for item in drawing.items where item.action == "group" || item.action == "open" {
                guard let label = item.label, !groups.contains(where: { isSame($0.label, label) }) else {
                    continue
                }
                groups.append(Group(label: label, board: drawing.name))
            }
        }
        return BoardGroups(groups: groups)
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.trimmed().lowercased() == other.trimmed().lowercased()
    }

    /// On which board a need of this group stands; `nil` for one that stands in the list of what was added.
    func board(of group: String) -> String? { groups.first { Self.isSame($0.label, group) }?.board }

    /// All groups to choose from, and none.
    ///
    /// - Parameter needs: Those whose own groups are offered too.
    func options(_ chosen: String, needs: [Need]) -> [FormOption] {
        func option(_ value: String, _ name: Text) -> FormOption {
            FormOption(value: value, name: name, isChosen: value == chosen)
        }
        let ofBoards = groups.map { group in
            let known = Self.isSame(group.label, chosen) ? chosen : group.label
            return option(
                known,
                Text(
                    "needs.group_of_board",
                    ["group": .verbatim(group.label), "board": .verbatim(group.board)]))
        }
        let own = Set(needs.compactMap(\.group) + (chosen.isEmpty ? [] : [chosen])).filter {
            board(of: $0) == nil
        }
        return [option("", Text("needs.group_none"))] + ofBoards
            + own.sorted().map { option($0, Text("needs.group_of_list", ["group": .verbatim($0)])) }
    }
}
