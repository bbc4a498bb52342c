import Care
public import FoundationEssentials
import Scanning
import StaffFiles

extension BoardListing {
    private struct JSON: Encodable {
        struct Row: Encodable {
            var number: String
            var board: String
            var id: String?
            var label: String?
            var symbol: String?
            var action: String
            var priority: String?
            var opens: String?
            var pace: String?
            var confirm: Bool
            var steps: Int?
            var presses: Int?
            var seconds: Double?
            var asked: Int?
        }

        struct Totals: Encodable {
            var count: Int
            var unreachable: Int
            var worstSteps: Int
            var worstPresses: Int
            var worstSeconds: Double
            var meanSteps: Double
            var meanPresses: Double
            var meanSeconds: Double
        }

        struct Use: Encodable {
            var source: String
            /// As often as each was asked.
            var mean: MeanFigures?
        }

        struct Bounds: Encodable {
            /// The board's own groups, the most frequent first.
            var ordered: MeanFigures
            /// No groups, the most frequent first.
            var linear: MeanFigures?
            /// The best groups that there could be.
            var treeSteps: Double
            var treeSeconds: Double
            var treeSecondsAtLeast: Double
        }

        var start: String
        var mode: String
        var pattern: String
        var items: [Row]
        var totals: Totals?
        var use: Use?
        var bounds: Bounds?
    }

    /// The same for programs: `start`, `mode`, `pattern`, `items`, `totals`, `use`, `bounds`, in snake_case.
    public func json() throws -> Data {
        let totals = cost.totals.map {
            JSON.Totals(
                count: $0.count, unreachable: $0.unreachable, worstSteps: $0.worst.steps,
                worstPresses: $0.worst.presses, worstSeconds: ProgramJSON.rounded($0.worst.seconds),
                meanSteps: ProgramJSON.rounded($0.meanSteps),
                meanPresses: ProgramJSON.rounded($0.meanPresses),
                meanSeconds: ProgramJSON.rounded($0.meanSeconds))
        }
        let jsonUse = use.map { use in
            JSON.Use(
                source: use.source,
                mean: used.map {
                    MeanFigures(steps: $0.meanSteps, presses: $0.meanPresses, seconds: $0.meanSeconds)
                })
        }
        let jsonBounds = bounds.map { bounds in
            JSON.Bounds(
                ordered: MeanFigures(bounds.ordered), linear: bounds.linear.map(MeanFigures.init),
                treeSteps: ProgramJSON.rounded(bounds.treeSteps),
                treeSeconds: ProgramJSON.rounded(bounds.treeSeconds),
                treeSecondsAtLeast: ProgramJSON.rounded(bounds.treeSecondsAtLeast))
        }
        return try ProgramJSON.data(
            JSON(
                start: boards.start, mode: parameters.mode.rawValue, pattern: parameters.pattern.rawValue,
                items: cost.rows.map(jsonRow), totals: totals, use: jsonUse, bounds: jsonBounds))
    }

    private func jsonRow(_ row: BoardCost.Row) -> JSON.Row {
        let number = row.number.map(String.init).joined(separator: ".")
        var json = JSON.Row(
            number: number, board: row.board, action: "go_back", confirm: false, steps: row.cost?.steps,
            presses: row.cost?.presses, seconds: row.cost.map { ProgramJSON.rounded($0.seconds) })
        let item: BoardItem
        switch row.subject {
        case .goBack: return json
        case .row:
            json.action = "row"
            return json
        case .item(let subject): item = subject
        }
        json.id = item.id
        json.label = item.label
        json.symbol = item.symbol
        json.confirm = item.confirm
        json.asked = item.isEnd ? use.map { $0.counts[item.id] ?? 0 } : nil
        switch item.action {
        case .group: json.action = "group"
        case .open(let path):
            json.action = "open"
            json.opens = path
        case .request(let priority):
            json.action = "request"
            json.priority = priority.rawValue
        case .speak: json.action = "speak"
        case .list(let list):
            json.action = "list"
            json.opens = list.rawValue
        case .pace(let pace):
            json.action = "pace"
            json.pace = pace.rawValue
        case .propose(.by(let way)):
            json.action = "propose"
            json.opens = way.rawValue
        case .propose(.suggestion(let suggestion)):
            json.action = "propose"
            json.opens = suggestion.id
        }
        return json
    }
}
