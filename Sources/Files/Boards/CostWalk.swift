import Scanning

/// Walks over boards as scanning does and adds up what it costs to be at each place. `CostRules` knows the modes.
struct CostWalk {
    let boards: BoardSet
    let parameters: ScanParameters
    let rules: CostRules
    private let cues: CueLengths
    private var listed: Set<String> = []

    init(boards: BoardSet, parameters: ScanParameters, assumptions: CostAssumptions) {
        self.boards = boards
        self.parameters = parameters
        rules = CostRules(parameters: parameters, reaction: assumptions.reaction)
        cues = CueLengths(parameters: parameters, assumptions: assumptions)
    }

    mutating func rows() -> [BoardCost.Row] {
        guard let board = boards.boards[boards.start] else { return [] }
        listed = [boards.start]
        return level(board.items, of: board, entered: .nothing, number: [])
    }

    private mutating func level(
        _ items: [BoardItem], of board: Board, entered: ScanCost?, number: [Int]
    ) -> [BoardCost.Row] {
        let places = ScanOrder.places(
            of: items, pattern: parameters.pattern, backItem: backItem, columns: board.columns,
            isTop: number.isEmpty)
        return walk(places, items, of: board, entered: entered, number: number)
    }

    /// A keypad goes back with 0: the way back is no place of its own.
    private var backItem: ScanParameters.BackItem { parameters.mode == .direct ? .none : parameters.backItem }

    private mutating func walk(
        _ places: [ScanOrder.Place], _ items: [BoardItem], of board: Board, entered: ScanCost?, number: [Int]
    ) -> [BoardCost.Row] {
        var before = entered.map {
            number.isEmpty ? rules.woken(count: places.count) : rules.opened($0, count: places.count)
        }
        let count = places.count { $0 != .goBack }
        var position = 0
        var rows: [BoardCost.Row] = []
        for (index, place) in places.enumerated() {
            if place != .goBack { position += 1 }
            let cue = cues.length(
                of: place, items, language: board.language, position: position, count: count)
            let cost = before.flatMap { rules.chosen($0, cue: cue, index: index) }
            let here = number + [index + 1]
            func row(_ subject: BoardCost.Row.Subject) -> BoardCost.Row {
                .init(subject: subject, number: here, cost: cost, board: board.id, isListedElsewhere: false)
            }
            switch place {
            case .goBack: rows.append(row(.goBack))
            case .item(let position):
                rows += self.rows(of: items[position], board, row(.item(items[position])))
            case .row(let inside):
                rows.append(row(.row(inside.map { items[$0] })))
                let places = ScanOrder.places(inRow: inside, backItem: backItem)
                rows += walk(places, items, of: board, entered: cost, number: here)
            }
            before = before.map { rules.passed($0, cue: cue, isFirst: index == 0) }
        }
        return rows
    }

    /// The row of an item, and of what it opens.
    private mutating func rows(
        of item: BoardItem, _ board: Board, _ own: BoardCost.Row
    ) -> [BoardCost.Row] {
        var own = own
        switch item.action {
        case .group(let items): return [own] + level(items, of: board, entered: own.cost, number: own.number)
        case .open(let path):
            guard let opened = boards.boards[path], listed.insert(path).inserted else {
                own.isListedElsewhere = true
                return [own]
            }
            return [own] + level(opened.items, of: opened, entered: own.cost, number: own.number)
        case .request:
            if item.confirm {
                let yes = cues.confirmation(of: item, language: board.language)
                own.cost = own.cost.flatMap { rules.confirmed($0, cue: yes) }
            }
            return [own]
        case .speak, .list, .pace, .propose: return [own]
        }
    }
}
