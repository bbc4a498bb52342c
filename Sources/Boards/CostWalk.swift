import Scanning

/// Walks over boards as scanning does and adds up what it costs to be at each place.
///
/// In every mode the person hears each cue to its end. `automatic`: from there the gap of every item before
/// runs in full, and the press comes `reaction` into the chosen one's. `step`: every item before takes a press of
/// the step switch, each after `reaction`. `direct`: one key a level, each after `reaction`, and no press to wake.
struct CostWalk {
    let boards: BoardSet
    let parameters: ScanParameters
    let assumptions: CostAssumptions
    private var listed: Set<String> = []

    init(boards: BoardSet, parameters: ScanParameters, assumptions: CostAssumptions) {
        self.boards = boards
        self.parameters = parameters
        self.assumptions = assumptions
    }

    mutating func rows() -> [BoardCost.Row] {
        guard let board = boards.boards[boards.start] else { return [] }
        listed = [boards.start]
        let wakes = parameters.mode == .direct ? 0 : 1
        return level(
            board.items, of: board, entered: ScanCost(steps: 0, presses: wakes, time: .zero), number: [])
    }

    private mutating func level(
        _ items: [BoardItem], of board: Board, entered: ScanCost?, number: [Int]
    ) -> [BoardCost.Row] {
        let isTop = number.isEmpty
        // A keypad goes back with 0: the way back is no place of its own.
        let places = ScanOrder.places(
            of: items, pattern: parameters.pattern,
            backItem: parameters.mode == .direct ? .none : parameters.backItem, isTop: isTop)
        var before = entered.map { $0.adding(time: isTop ? initialPause : levelPause) }
        var rows: [BoardCost.Row] = []
        for (index, place) in places.enumerated() {
            let cue = cueDuration(place, items, board)
            let cost = chosen(before, cue: cue, index: index)
            let here = number + [index + 1]
            switch place {
            case .goBack:
                rows.append(
                    .init(
                        subject: .goBack, number: here, cost: cost, board: board.id, isListedElsewhere: false)
                )
            case .item(let position):
                rows += row(items[position], board, cost: cost, number: here)
            case .row: break
            }
            before = before.map { passed($0, cue: cue, isFirst: index == 0) }
        }
        return rows
    }

    private mutating func row(
        _ item: BoardItem, _ board: Board, cost: ScanCost?, number: [Int]
    ) -> [BoardCost.Row] {
        var row = BoardCost.Row(
            subject: .item(item), number: number, cost: cost, board: board.id, isListedElsewhere: false)
        switch item.action {
        case .group(let items):
            return [row] + level(items, of: board, entered: cost, number: number)
        case .open(let path):
            guard let opened = boards.boards[path], listed.insert(path).inserted else {
                row.isListedElsewhere = true
                return [row]
            }
            return [row] + level(opened.items, of: opened, entered: cost, number: number)
        case .request:
            if item.confirm { row.cost = cost.map { confirmed($0, language: board.language) } }
            return [row]
        case .speak, .list, .pace: return [row]
        }
    }

    private var reaction: Duration { parameters.scanTime * assumptions.reaction }

    private var initialPause: Duration {
        switch parameters.mode {
        case .automatic, .inverse, .stepDwell, .step: parameters.initialDelay
        case .direct: .zero
        }
    }

    private var levelPause: Duration {
        switch parameters.mode {
        case .automatic, .inverse, .stepDwell, .step: parameters.levelEntryPause
        case .direct: .zero
        }
    }

    private func cueDuration(_ place: ScanOrder.Place, _ items: [BoardItem], _ board: Board) -> Duration {
        switch place {
        case .goBack, .row: return assumptions.cueDuration(assumptions.goBack, board.language)
        case .item(let index):
            let item = items[index]
            guard case .group(let inside) = item.action else {
                return assumptions.cueDuration(item.cue, board.language)
            }
            return assumptions.cueDuration(assumptions.groupCue(item.cue, inside.count), board.language)
        }
    }

    /// The cost to choose a place when scanning has come to it.
    private func chosen(_ before: ScanCost?, cue: Duration, index: Int) -> ScanCost? {
        guard let before else { return nil }
        switch parameters.mode {
        case .automatic, .inverse, .stepDwell, .step:
            return ScanCost(
                steps: before.steps + 1, presses: before.presses + 1, time: before.time + cue + reaction)
        case .direct:
            guard index < BoardChecks.keypadItems else { return nil }
            return ScanCost(
                steps: before.steps + 1, presses: before.presses + 1, time: before.time + reaction)
        }
    }

    /// The cost to have let a place pass by.
    private func passed(_ before: ScanCost, cue: Duration, isFirst: Bool) -> ScanCost {
        switch parameters.mode {
        case .automatic, .inverse:
            let gap = parameters.scanTime + (isFirst ? parameters.firstItemExtra : .zero)
            return ScanCost(steps: before.steps + 1, presses: before.presses, time: before.time + cue + gap)
        case .stepDwell, .step:
            return ScanCost(
                steps: before.steps + 1, presses: before.presses + 1, time: before.time + cue + reaction)
        case .direct: return before
        }
    }

    /// "Are you sure" is a level of its own, with "yes" in front.
    private func confirmed(_ cost: ScanCost, language: String) -> ScanCost {
        let cue = assumptions.cueDuration(assumptions.confirmYes, language)
        return chosen(cost.adding(time: levelPause), cue: cue, index: 0) ?? cost
    }
}

extension ScanCost {
    fileprivate func adding(time: Duration) -> ScanCost {
        ScanCost(steps: steps, presses: presses, time: self.time + time)
    }
}
