import Care
public import Scanning
import StaffFiles

/// A board as scanning walks over it, with what each item costs: what `beckon board show` prints.
public struct BoardListing {
    let boards: BoardSet
    let parameters: ScanParameters
    let cost: BoardCost

    public init(
        of boards: BoardSet, parameters: ScanParameters, assumptions: CostAssumptions = CostAssumptions(),
        weights: [String: Double] = [:]
    ) {
        self.boards = boards
        self.parameters = parameters
        cost = BoardCost(of: boards, parameters: parameters, assumptions: assumptions, weights: weights)
    }

    /// A table for people.
    public var text: String {
        let cells = cost.rows.map(cells)
        let widths = (0..<3).map { column in cells.map { TerminalText.width(of: $0[column]) }.max() ?? 0 }
        let titles = ["", "item", "does", "steps", "presses", "seconds"]
        let lines = ([titles] + cells).map { row in
            var line = ""
            for column in 0..<3 {
                line += TerminalText.padded(row[column], to: max(widths[column], titles[column].count)) + "  "
            }
            return line + Self.right(row[3], 5) + Self.right(row[4], 9) + Self.right(row[5], 9)
        }
        return heading + "\n\n" + lines.joined(separator: "\n") + "\n\n" + totals
    }

    private var heading: String {
        let board = boards.boards[boards.start]
        return "\(board?.name ?? "") (\(board?.id ?? ""), \(board?.language ?? "")), scanned "
            + "\(parameters.mode.rawValue), \(parameters.pattern.rawValue), scan_time \(StaffDuration.text(parameters.scanTime))"
    }

    private var totals: String {
        guard let totals = cost.totals else { return "Nothing can be chosen.\n" }
        let unreachable =
            totals.unreachable == 0
            ? "" : "\(totals.unreachable) of them cannot be reached with the keys 1 to 9.\n"
        return """
            \(totals.count) things to choose. \(unreachable)On average \(Self.tenths(totals.meanSteps)) steps, \
            \(Self.tenths(totals.meanPresses)) presses, \(Self.tenths(totals.meanSeconds)) seconds; at worst \
            \(totals.worst.steps) steps, \(totals.worst.presses) presses, \(Self.tenths(totals.worst.seconds)) seconds.

            """
    }

    private func cells(_ row: BoardCost.Row) -> [String] {
        let indent = String(repeating: "  ", count: row.number.count - 1)
        let number = row.number.map(String.init).joined(separator: ".")
        let numbers =
            row.cost.map { ["\($0.steps)", "\($0.presses)", Self.tenths($0.seconds)] } ?? ["–", "–", "–"]
        switch row.subject {
        case .goBack: return [number, indent + "Go back", "goes back"] + numbers
        case .row(let items):
            let row = "Row \(row.number.last ?? 1): \(items.first?.label ?? "")"
            return [number, indent + row, "opens a row of \(items.count)"] + numbers
        case .item(let item):
            let symbol = item.symbol.map { Self.isShort($0) ? $0 + " " : "" } ?? ""
            return [number, indent + symbol + item.label, does(item, row)] + numbers
        }
    }

    private func does(_ item: BoardItem, _ row: BoardCost.Row) -> String {
        switch item.action {
        case .group(let items): return "opens \(items.count) item\(items.count == 1 ? "" : "s")"
        case .open(let path):
            let name = boards.boards[path]?.name ?? path
            return "opens the board \(name)\(row.isListedElsewhere ? " (listed elsewhere)" : "")"
        case .request(let priority):
            let asks = priority == .normal ? "asks" : "asks, \(priority.rawValue)"
            return asks + (item.confirm ? ", after asking if sure" : "")
        case .speak: return "says \"\(item.say)\""
        case .list(.requests): return "lists what was asked"
        case .pace(.slower): return "scans slower"
        case .pace(.faster): return "scans faster"
        case .pace(.usual): return "scans as staff have set it"
        }
    }

    private static func isShort(_ symbol: String) -> Bool { symbol.count <= 4 }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func tenths(_ value: Double) -> String {
        let rounded = Int((value * 10).rounded())
        return "\(rounded / 10).\(rounded % 10)"
    }
}
