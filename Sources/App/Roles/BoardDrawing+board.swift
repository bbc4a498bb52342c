import Boards
import Care
import Scanning

extension BoardDrawing {
    /// - Parameters:
    ///   - folder: That of the boards; files in it are named without it.
    ///   - pictures: That of the first board; pictures elsewhere cannot be shown.
    init(of boards: BoardSet, parameters: ScanParameters, folder: String, pictures: String) {
        let cost = BoardCost(of: boards, parameters: parameters)
        func tenths(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }
        func short(_ path: String) -> String {
            path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
        }
        func symbol(_ text: String) -> String? {
            guard BoardItem.isPicture(text) else { return text }
            return text.hasPrefix(pictures + "/") ? String(text.dropFirst(pictures.count + 1)) : nil
        }
        func item(_ row: BoardCost.Row) -> Item {
            var drawn = Item(
                number: row.number.map(String.init).joined(separator: "."), does: "goes back",
                steps: row.cost?.steps,
                presses: row.cost?.presses, seconds: row.cost.map { tenths($0.seconds) })
            switch row.subject {
            case .goBack: drawn.action = "back"
            case .row(let items):
                drawn.label = "Row \(row.number.last ?? 1): \(items.first?.label ?? "")"
                drawn.does = "opens a row of \(items.count)"
                (drawn.action, drawn.words, drawn.count) = ("row", items.first?.label ?? "", items.count)
            case .item(let item):
                drawn.label = item.label
                drawn.symbol = item.symbol.flatMap(symbol)
                drawn.does = Self.words(item, boards)
                (drawn.action, drawn.words, drawn.count) = Self.action(item, boards)
                if item.confirm { drawn.confirm = true }
                if case .request(let priority) = item.action { drawn.priority = priority }
                if case .open(let path) = item.action { drawn.opens = short(path) }
            }
            return drawn
        }
        let board = boards.boards[boards.start]
        self.init(
            name: board?.name ?? "", language: board?.language ?? "", mode: parameters.mode.rawValue,
            pattern: parameters.pattern.rawValue, items: cost.rows.map(item),
            meanSteps: cost.totals.map { tenths($0.meanSteps) },
            meanSeconds: cost.totals.map { tenths($0.meanSeconds) },
            worstSeconds: cost.totals.map { tenths($0.worst.seconds) })
    }

    private static func action(
        _ item: BoardItem, _ boards: BoardSet
    ) -> (action: String, words: String?, count: Int?) {
        switch item.action {
        case .group(let items): ("group", nil, items.count)
        case .open(let path): ("open", boards.boards[path]?.name ?? path, nil)
        case .request(let priority): ("request:\(priority.rawValue)", nil, nil)
        case .speak: ("say", item.say, nil)
        case .list(let list): ("list:\(list.rawValue)", nil, nil)
        case .pace(let change): ("pace:\(change.rawValue)", nil, nil)
        case .propose(.by(let way)): ("propose:\(way.rawValue)", nil, nil)
        case .propose(.suggestion(let suggestion)): ("suggestion", suggestion.label, nil)
        }
    }

    private static func words(_ item: BoardItem, _ boards: BoardSet) -> String {
        switch item.action {
        case .group(let items): "opens \(items.count) item\(items.count == 1 ? "" : "s")"
        case .open(let path): "opens the board \(boards.boards[path]?.name ?? path)"
        case .request(let priority):
            (priority == .normal ? "asks" : "asks, \(priority.rawValue)")
                + (item.confirm ? ", after asking if sure" : "")
        case .speak: "says “\(item.say)”"
        case .list(.requests): "lists what was asked"
        case .list(.calls): "lists what was asked in the last day"
        case .list(.today): "lists what is planned today"
        case .list(.needs): "lists what caregivers have added"
        case .list(.chores): "lists chores"
        case .list(.points): "tells the points"
        case .list(.rewards): "lists rewards"
        case .list(.people): "lists who can be reminded of a chore"
        case .list(.exercises): "lists exercises"
        case .list(.encouragement): "lists encouragement"
        case .list(.assignments): "lists what the client was given to do"
        case .list(.pain): "asks how strong a pain is"
        case .list(.goals): "lists goals"
        case .list(.body): "asks where it hurts"
        case .pace(.slower): "scans slower"
        case .pace(.faster): "scans faster"
        case .pace(.usual): "scans as staff have set it"
        case .propose(.by(.anything)): "proposes something new"
        case .propose(.by(.suggestions)): "proposes something new from the list"
        case .propose(.by(.spelling)): "spells"
        case .propose(.suggestion(let suggestion)): "proposes \(suggestion.label)"
        }
    }
}
