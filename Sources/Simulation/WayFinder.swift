import Boards
import Care
import Scanning

/// Finds the way to everything on the boards, as somebody knows it who knows the boards.
struct WayFinder {
    private let boards: BoardSet
    private let parameters: ScanParameters
    private var seen: Set<String> = []
    /// In the order of the files.
    private(set) var needs: [Need] = []

    init(_ boards: BoardSet, _ parameters: ScanParameters) {
        self.boards = boards
        self.parameters = parameters
        walk(board: boards.start, from: [])
    }

    private mutating func walk(board path: String, from stages: [Need.Stage]) {
        // The shortest way is by the first item that opens a board; the others lead to the same.
        guard let board = boards.boards[path], seen.insert(path).inserted else { return }
        walk(board.items, level: LevelName.board(path), from: stages)
    }

    private mutating func walk(_ items: [BoardItem], level: String, from stages: [Need.Stage]) {
        let digits = digits(of: items)
        for (index, item) in items.enumerated() {
            let way = stages + [Need.Stage(level: level, item: item.id, digit: digits[index])]
            switch item.action {
            case .group(let inside): walk(inside, level: LevelName.group(item.id), from: way)
            case .open(let path): walk(board: path, from: way)
            case .request where item.confirm:
                let yes = Need.Stage(level: LevelName.confirmation(item.id), item: LevelName.yes, digit: 1)
                needs.append(Need(item: item, stages: way + [yes]))
            case .request, .speak: needs.append(Need(item: item, stages: way))
            // Nobody wants a list or another pace for its own sake.
            case .list, .pace: break
            }
        }
    }

    /// The keys of a level's items, by their index in the file.
    private func digits(of items: [BoardItem]) -> [Int: Int] {
        let places = ScanOrder.places(of: items, pattern: parameters.pattern, backItem: .none, isTop: true)
        var digits: [Int: Int] = [:]
        var digit = 0
        for place in places {
            switch place {
            case .item(let index) where isOffered(items[index]):
                digit += 1
                if digit <= 9 { digits[index] = digit }
            case .item, .row, .goBack: break
            }
        }
        return digits
    }

    /// While nothing is open, a list of what is open is left out where `skip_empty` says so.
    private func isOffered(_ item: BoardItem) -> Bool {
        if case .list = item.action { return !parameters.skipEmpty }
        return true
    }
}

/// How the kiosk names its levels.
enum LevelName {
    static func board(_ path: String) -> String { "board \(path)" }
    static func group(_ id: String) -> String { "group \(id)" }
    static func confirmation(_ id: String) -> String { "confirm \(id)" }
    /// The answer that goes on.
    static let yes = "yes"
}
