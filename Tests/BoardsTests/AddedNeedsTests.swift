import Boards
import Care
import FoundationEssentials
import Testing

@Suite("Needs among the items of boards") struct NeedsAmongTheItemsOfBoardsTests {
    private static let boards: BoardSet = {
        func item(_ id: String, _ label: String, _ action: BoardItem.Action = .speak) -> BoardItem {
            BoardItem(id: id, label: label, cue: label, say: label, called: label, action: action)
        }
        let home = Board(
            id: "home", name: "Home", language: "en",
            items: [
                item("drinks", "Drinks", .group([item("water", "Water")])),
                item(
                    "people", "People",
                    .group([item("games", "Games to play", .group([item("chess", "Chess")]))])),
                item("feelings", "How I feel", .open("feelings.yaml")),
            ])
        let feelings = Board(
            id: "feelings", name: "Feelings", language: "en",
            items: [item("mood", "Mood", .group([item("sad", "Sad")]))])
        return BoardSet(start: "home.yaml", boards: ["home.yaml": home, "feelings.yaml": feelings])
    }()

    private static func need(_ id: String, group: String?) -> Need {
        Need(
            id: id, label: "Label", say: "Say.", called: "called", symbol: "🚲", priority: .soon,
            group: group, changedAt: Date(timeIntervalSince1970: 0))
    }

    /// Where an id stands: the ids of the groups on the way, and the board.
    private static func place(of id: String, in added: AddedNeeds) -> String? {
        func find(_ items: [BoardItem], _ way: String) -> String? {
            for item in items {
                if item.id == id { return way }
                if case .group(let inside) = item.action, let found = find(inside, "\(way)/\(item.id)") {
                    return found
                }
            }
            return nil
        }
        return find(added.list, "list")
            ?? added.boards.boards.sorted { $0.key < $1.key }.compactMap { find($0.value.items, $0.key) }
            .first
    }

    @Test(
        "Each stands where its group is",
        arguments: [
            (nil, "list"), ("", "list"), (" ", "list"), ("Drinks", "home.yaml/drinks"),
            ("drinks", "home.yaml/drinks"), ("DRINKS!", "home.yaml/drinks"),
            ("games to play", "home.yaml/people/games"), ("games", "home.yaml/people/games"),
            ("How I feel", "feelings.yaml"), ("Mood", "feelings.yaml/mood"),
            ("Sport", "list/needs sport"), ("water", "list/needs water"),
        ] as [(String?, String)])
    func place(group: String?, expected: String) {
        let added = AddedNeeds([Self.need("new", group: group)], to: Self.boards)
        #expect(Self.place(of: "new", in: added) == expected)
    }

    @Test("Those of one group keep their order, behind what the file has")
    func thoseOfOneGroupKeepTheirOrderBehindWhat() throws {
        let added = AddedNeeds(
            ["b", "a", "c"].map { Self.need($0, group: "Drinks") }, to: Self.boards)
        guard case .group(let inside) = added.boards.boards["home.yaml"]?.items[0].action else {
            Issue.record("no group")
            return
        }
        #expect(inside.map(\.id) == ["water", "b", "a", "c"])
        #expect(inside[1].action == .request(.soon))
        #expect(inside[1].symbol == "🚲" && inside[1].say == "Say." && !inside[1].confirm)
    }

    @Test("An id of the boards stays the board's, also one deep inside")
    func anIdOfTheBoardsStaysTheBoardsAlso() {
        let added = AddedNeeds(
            ["sad", "chess", "games", "new"].map { Self.need($0, group: nil) }, to: Self.boards)
        #expect(added.taken == ["sad", "chess", "games"])
        #expect(added.list.map(\.id) == ["new"])
    }

    @Test("Without needs nothing is changed") func withoutNeedsNothingIsChanged() {
        #expect(AddedNeeds([], to: Self.boards).boards == Self.boards)
    }

    @Test("Two groups of one name: the first takes all") func twoGroupsOfOneNameTheFirstTakesAll() {
        var boards = Self.boards
        boards.boards["feelings.yaml"]?.items.append(
            BoardItem(
                id: "other", label: "Drinks", cue: "", say: "", called: "", action: .group([])))
        let added = AddedNeeds(["a", "b"].map { Self.need($0, group: "Drinks") }, to: boards)
        #expect(Self.place(of: "a", in: added) == "home.yaml/drinks")
        #expect(Self.place(of: "b", in: added) == "home.yaml/drinks")
    }
}
