import Care
public import Scanning
import StaffFiles

/// A board as scanning walks over it, with what each item costs: what `beckon board show` prints.
public struct BoardListing {
    let boards: BoardSet
    let parameters: ScanParameters
    let cost: BoardCost
    let use: BoardUse?
    /// The same rows with the means weighted by use.
    let used: BoardCost.Totals?
    let bounds: BoardBounds?

    /// - Parameter use: How often each need was asked; `nil` if all shall count alike.
    public init(
        of boards: BoardSet, parameters: ScanParameters, assumptions: CostAssumptions = CostAssumptions(),
        use: BoardUse? = nil
    ) {
        self.boards = boards
        self.parameters = parameters
        self.use = use
        cost = BoardCost(of: boards, parameters: parameters, assumptions: assumptions)
        let weights = use?.weights(for: boards)
        used = weights.flatMap {
            BoardCost(of: boards, parameters: parameters, assumptions: assumptions, weights: $0).totals
        }
        bounds = BoardBounds(of: boards, parameters: parameters, assumptions: assumptions, weights: weights)
    }

    /// A table for people.
    public var text: String { text(columns: nil) }

    /// - Parameter columns: Of the terminal; `nil` where nothing is broken.
    public func text(columns: Int?) -> String {
        let titles = ["", "item", "does", "steps", "presses", "seconds"] + (use == nil ? [] : ["  asked"])
        let table = TerminalTable(
            [titles] + cost.rows.map(cells), sides: [.left, .left, .left, .right, .right, .right, .right])
        func wrapped(_ text: String) -> String { TerminalText.paragraphs(text, to: columns) }
        return wrapped(heading) + "\n\n" + table.lines(columns: columns).joined(separator: "\n") + "\n\n"
            + wrapped(totals + usedText + boundsText)
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

    private var usedText: String {
        guard let use else { return "" }
        let asked = BoardBounds.ends(of: boards).reduce(0) { $0 + (use.counts[$1.id] ?? 0) }
        guard let used else { return "Nothing on this board was asked (\(use.source)).\n" }
        return """
            As often as each was asked (\(asked) times: \(use.source)): on average \(Self.tenths(used.meanSteps)) steps, \
            \(Self.tenths(used.meanPresses)) presses, \(Self.tenths(used.meanSeconds)) seconds.

            """
    }

    private var boundsText: String {
        guard let bounds else { return "" }
        func means(_ mean: BoardBounds.Mean) -> String {
            "\(Self.tenths(mean.steps)) steps, \(Self.tenths(mean.presses)) presses, \(Self.tenths(mean.seconds)) seconds"
        }
        var lines = ["To compare\(use == nil ? ", if all are asked alike" : ""):"]
        lines.append("  these groups, the most frequent first: \(means(bounds.ordered))")
        if let linear = bounds.linear {
            lines.append("  no groups, the most frequent first: \(means(linear))")
        }
        let seconds = Self.tenths(bounds.treeSeconds)
        let atLeast = Self.tenths(bounds.treeSecondsAtLeast)
        lines.append(
            "  the best groups that there could be, whatever belongs together: \(Self.tenths(bounds.treeSteps)) steps, or "
                + "\(seconds) seconds"
                + (seconds == atLeast ? "" : " (no groups are better than \(atLeast))"))
        return lines.joined(separator: "\n") + "\n"
    }

    private func cells(_ row: BoardCost.Row) -> [String] {
        let indent = String(repeating: "  ", count: row.number.count - 1)
        let number = row.number.map(String.init).joined(separator: ".")
        let numbers =
            row.cost.map { ["\($0.steps)", "\($0.presses)", Self.tenths($0.seconds)] } ?? ["–", "–", "–"]
        let none = use == nil ? [] : ["–"]
        switch row.subject {
        case .goBack: return [number, indent + "Go back", "goes back"] + numbers + none
        case .row(let items):
            let row = "Row \(row.number.last ?? 1): \(items.first?.label ?? "")"
            return [number, indent + row, "opens a row of \(items.count)"] + numbers + none
        case .item(let item):
            let symbol = item.symbol.map { Self.isShort($0) ? $0 + " " : "" } ?? ""
            let asked = use.map { [item.isEnd ? "\($0.counts[item.id] ?? 0)" : "–"] } ?? []
            return [number, indent + symbol + item.label, does(item, row)] + numbers + asked
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
        case .list(.calls): return "lists what was asked in the last day"
        case .list(.today): return "lists what is planned today"
        case .list(.needs): return "lists what caregivers have added"
        case .pace(.slower): return "scans slower"
        case .pace(.faster): return "scans faster"
        case .pace(.usual): return "scans as staff have set it"
        case .propose(.by(.anything)): return "proposes something new"
        case .propose(.by(.suggestions)): return "proposes something new from the list"
        case .propose(.by(.spelling)): return "spells"
        case .propose(.suggestion(let suggestion)): return "proposes \(suggestion.label)"
        }
    }

    private static func isShort(_ symbol: String) -> Bool { symbol.count <= 4 }

    static func tenths(_ value: Double) -> String {
        let rounded = Int((value * 10).rounded())
        return "\(rounded / 10).\(rounded % 10)"
    }
}
