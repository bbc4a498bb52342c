import Boards
import Care
import Scanning

/// Finds the way to everything on the boards, as a person who knows the boards would go.
struct WayFinder {
    private let boards: BoardSet
    private let parameters: ScanParameters
    private var seen: Set<String> = []
    /// In the order of the files.
    private(set) var needs: [SimulatedNeed] = []

    init(_ boards: BoardSet, _ parameters: ScanParameters) {
        self.boards = boards
        self.parameters = parameters
        walk(board: boards.start, from: [])
    }

    private mutating func walk(board path: String, from stages: [SimulatedNeed.Stage]) {
        // The shortest way uses the first item that opens a board; the others lead to the same place.
        guard let board = boards.boards[path], seen.insert(path).inserted else { return }
        walk(board.items, columns: board.columns, level: LevelName.board(path), from: stages)
    }

    private mutating func walk(
        _ items: [BoardItem], columns: Int?, level: String, from stages: [SimulatedNeed.Stage]
    ) {
        for (item, rest) in ways(through: items, columns: columns, level: level) {
            let way = stages + rest
            switch item.action {
            case .group(let inside):
                walk(inside, columns: columns, level: LevelName.group(item.id), from: way)
            case .open(let path): walk(board: path, from: way)
            case .request where item.confirm:
                let yes = SimulatedNeed.Stage(
                    level: LevelName.confirmation(item.id), item: LevelName.yes, digit: 1)
                needs.append(SimulatedNeed(item: item, stages: way + [yes]))
            case .request, .speak: needs.append(SimulatedNeed(item: item, stages: way))
            // A list or another pace is not wanted for its own sake, and a new proposal is not a need yet.
            case .list, .pace, .propose: break
            }
        }
    }

    /// The choices that lead to each item of a level, in the order of the file.
    ///
    /// What would do nothing has its place here, as on a keypad: `SimulatedNeed` finds what is left of a row.
    private func ways(
        through items: [BoardItem], columns: Int?, level: String
    ) -> [(item: BoardItem, stages: [SimulatedNeed.Stage])] {
        let places = ScanOrder.places(
            of: items, pattern: parameters.pattern, backItem: .none, columns: columns, isTop: true)
        var ways: [Int: [SimulatedNeed.Stage]] = [:]
        var number = 0
        for place in places {
            let indices: [Int]
            switch place {
            case .item(let index): indices = [index]
            case .row(let row): indices = row
            case .goBack: indices = []
            }
            guard let first = indices.first else { continue }
            number += 1
            guard indices.count > 1 else {
                ways[first] = [Self.stage(level, items[first].id, number)]
                continue
            }
            let row = Self.stage(level, LevelName.row(indices.map { items[$0].id }), number)
            for (column, index) in indices.enumerated() {
                let inside = LevelName.inside(row.item, of: level)
                ways[index] = [row, Self.stage(inside, items[index].id, column + 1)]
            }
        }
        return items.indices.compactMap { index in ways[index].map { (items[index], $0) } }
    }

    private static func stage(_ level: String, _ item: String, _ number: Int) -> SimulatedNeed.Stage {
        SimulatedNeed.Stage(level: level, item: item, digit: number <= 9 ? number : nil)
    }
}

/// How the kiosk names its levels.
enum LevelName {
    static func board(_ path: String) -> String { "board \(path)" }
    static func group(_ id: String) -> String { "group \(id)" }
    static func row(_ items: [String]) -> String { "<row \(items.joined(separator: " "))>" }
    static func inside(_ row: String, of level: String) -> String { "\(row) of \(level)" }
    /// The items of a row; `nil` for an item of its own.
    static func items(ofRow id: String) -> [String]? {
        guard id.hasPrefix("<row "), id.hasSuffix(">") else { return nil }
        return id.dropFirst(5).dropLast().split(separator: " ").map(String.init)
    }
    /// The level that is inside this one's row, with the row's items, or the level itself.
    static func parts(of level: String) -> (row: [String]?, level: String) {
        guard level.hasPrefix("<row "), let end = level.firstRange(of: "> of ") else { return (nil, level) }
        return (items(ofRow: String(level[..<end.lowerBound]) + ">"), String(level[end.upperBound...]))
    }
    static func confirmation(_ id: String) -> String { "confirm \(id)" }
    /// The answer that goes on.
    static let yes = "yes"
}
