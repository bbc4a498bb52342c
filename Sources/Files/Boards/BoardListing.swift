import Care
public import Scanning
import StaffFiles
public import Wording

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

    /// A table for people, what its means are, and what they can be compared with.
    ///
    /// - Parameters:
    ///   - words: Of their language.
    ///   - columns: Of the terminal; `nil` where nothing is broken.
    public func text(_ words: Translation, columns: Int? = nil) -> String {
        let titles = [
            Text("board_show.item"), Text("board_show.does"), Text("board_show.steps"),
            Text("board_show.presses"), Text("board_show.seconds"),
        ].map { words($0) }
        // Two spaces more stand between what is known of the board and what is known of the person.
        let asked = use == nil ? [] : ["  " + words(Text("board_show.asked"))]
        let table = TerminalTable(
            [[""] + titles + asked] + cost.rows.map { cells($0, words).map(TerminalText.unmarked) },
            sides: [.left, .left, .left, .right, .right, .right, .right])
        func wrapped(_ lines: [String]) -> String {
            TerminalText.paragraphs(
                lines.map { TerminalText.unmarked($0) + "\n" }.joined(), to: columns)
        }
        return wrapped([words(heading)]) + "\n" + table.lines(columns: columns).joined(separator: "\n")
            + "\n\n"
            + wrapped(totals(words) + useLines.map { words($0) } + boundsLines(words))
    }

    private var heading: Text {
        let board = boards.boards[boards.start]
        return Text(
            "board_show.heading",
            [
                "board": .verbatim(board?.name ?? ""), "id": .verbatim(board?.id ?? ""),
                "language": .verbatim(board?.language ?? ""), "mode": .verbatim(parameters.mode.rawValue),
                "pattern": .verbatim(parameters.pattern.rawValue),
                "time": .verbatim(StaffDuration.text(parameters.scanTime)),
            ])
    }

    private func totals(_ words: Translation) -> [String] {
        guard let totals = cost.totals else { return [words(Text("board_show.nothing"))] }
        let things = words(Text("board_show.things", count: totals.count))
        var means = Self.figures(
            steps: totals.meanSteps, presses: totals.meanPresses, seconds: totals.meanSeconds)
        means["worst_steps"] = .text(Text("board_show.count_steps", count: totals.worst.steps))
        means["worst_presses"] = .text(Text("board_show.count_presses", count: totals.worst.presses))
        means["worst_seconds"] = .decimal(totals.worst.seconds, places: 1)
        let figures = words(Text("board_show.means", means))
        guard totals.unreachable > 0 else { return ["\(things) \(figures)"] }
        return [
            "\(things) \(words(Text("board_show.unreachable", count: totals.unreachable)))", figures,
        ]
    }

    private var useLines: [Text] {
        guard let use else { return [] }
        let source = Text.Value.text(use.told)
        guard let used else { return [Text("board_show.nothing_asked", ["source": source])] }
        let asked = BoardBounds.ends(of: boards).reduce(0) { $0 + (use.counts[$1.id] ?? 0) }
        let figures = Self.figures(
            steps: used.meanSteps, presses: used.meanPresses, seconds: used.meanSeconds)
        return [
            Text("board_show.as_asked", count: asked, figures.merging(["source": source]) { own, _ in own })
        ]
    }

    private func boundsLines(_ words: Translation) -> [String] {
        guard let bounds else { return [] }
        func means(_ mean: BoardBounds.Mean) -> [String: Text.Value] {
            Self.figures(steps: mean.steps, presses: mean.presses, seconds: mean.seconds)
        }
        var texts = [Text("board_show.ordered", means(bounds.ordered))]
        if let linear = bounds.linear { texts.append(Text("board_show.linear", means(linear))) }
        let isSure =
            words.decimal(bounds.treeSeconds, places: 1)
            == words.decimal(bounds.treeSecondsAtLeast, places: 1)
        texts.append(
            Text(
                isSure ? "board_show.best" : "board_show.best_found",
                [
                    "steps": .decimal(bounds.treeSteps, places: 1),
                    "seconds": .decimal(bounds.treeSeconds, places: 1),
                    "least": .decimal(bounds.treeSecondsAtLeast, places: 1),
                ]))
        return [words(Text(use == nil ? "board_show.compare_alike" : "board_show.compare"))]
            + texts.map { "  " + words($0) }
    }

    static func figures(steps: Double, presses: Double, seconds: Double) -> [String: Text.Value] {
        [
            "steps": .decimal(steps, places: 1), "presses": .decimal(presses, places: 1),
            "seconds": .decimal(seconds, places: 1),
        ]
    }

    // MARK: - The table

    private func cells(_ row: BoardCost.Row, _ words: Translation) -> [String] {
        let indent = String(repeating: "  ", count: row.number.count - 1)
        let number = row.number.map(String.init).joined(separator: ".")
        let numbers =
            row.cost.map { ["\($0.steps)", "\($0.presses)", words.decimal($0.seconds, places: 1)] } ?? [
                "–", "–", "–",
            ]
        let none = use == nil ? [] : ["–"]
        switch row.subject {
        case .goBack:
            return [number, indent + words(Text("boards.go_back")), words(Text("board_show.goes_back"))]
                + numbers
                + none
        case .row(let items):
            let name = Text(
                "boards.row",
                [
                    "number": .verbatim("\(row.number.last ?? 1)"),
                    "label": .verbatim(items.first?.label ?? ""),
                ])
            let does = Text("board_show.opens_row", count: items.count)
            return [number, indent + words(name), words(does)] + numbers + none
        case .item(let item):
            let symbol = item.symbol.map { Self.isShort($0) ? $0 + " " : "" } ?? ""
            let asked = use.map { [item.isEnd ? words.number($0.counts[item.id] ?? 0) : "–"] } ?? []
            return [number, indent + symbol + item.label, words(does(item, row))] + numbers + asked
        }
    }

    private func does(_ item: BoardItem, _ row: BoardCost.Row) -> Text {
        switch item.action {
        case .group(let items): return Text("board_show.opens_items", count: items.count)
        case .open(let path):
            let board = Text.Value.verbatim(boards.boards[path]?.name ?? path)
            return Text(
                row.isListedElsewhere ? "board_show.opens_listed" : "board_show.opens_board", ["board": board]
            )
        case .request(let priority):
            let asks =
                switch priority {
                case .normal: Text("board_show.asks")
                case .soon: Text("board_show.asks_soon")
                case .urgent: Text("board_show.asks_urgent")
                }
            return item.confirm ? Text("board_show.confirmed", ["does": .text(asks)]) : asks
        case .speak: return Text("board_show.says", ["words": .verbatim(item.say)])
        case .list(.requests): return Text("board_show.lists_requests")
        case .list(.calls): return Text("board_show.lists_calls")
        case .list(.today): return Text("board_show.lists_today")
        case .list(.needs): return Text("board_show.lists_needs")
        case .list(.chores): return Text("board_show.lists_chores")
        case .list(.points): return Text("board_show.lists_points")
        case .list(.rewards): return Text("board_show.lists_rewards")
        case .list(.people): return Text("board_show.lists_people")
        case .list(.exercises): return Text("board_show.lists_exercises")
        case .list(.assignments): return Text("board_show.lists_assignments")
        case .list(.encouragement): return Text("board_show.lists_encouragement")
        case .list(.pain): return Text("board_show.lists_pain")
        case .list(.goals): return Text("board_show.lists_goals")
        case .list(.body): return Text("board_show.lists_body")
        case .pace(.slower): return Text("board_show.slower")
        case .pace(.faster): return Text("board_show.faster")
        case .pace(.usual): return Text("board_show.usual")
        case .propose(.by(.anything)): return Text("board_show.proposes")
        case .propose(.by(.suggestions)): return Text("board_show.proposes_suggestions")
        case .propose(.by(.spelling)): return Text("board_show.spells")
        case .propose(.suggestion(let suggestion)):
            return Text("board_show.proposes_this", ["label": .verbatim(suggestion.label)])
        }
    }

    private static func isShort(_ symbol: String) -> Bool { symbol.count <= 4 }
}
