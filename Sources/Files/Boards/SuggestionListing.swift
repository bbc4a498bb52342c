public import Wording

/// A proposal in words: what `beckon board suggest` prints.
public struct SuggestionListing {
    let suggestion: BoardSuggestion
    let limits: BoardSuggestion.Limits
    let board: Board?
    let places: ItemPlaces
    let use: BoardUse?

    public init(
        of suggestion: BoardSuggestion, for boards: BoardSet, places: ItemPlaces,
        limits: BoardSuggestion.Limits, use: BoardUse?
    ) {
        self.suggestion = suggestion
        self.limits = limits
        self.places = places
        self.use = use
        board = boards.boards[boards.start]
    }

    /// For people: numbered moves, what saves most first.
    ///
    /// - Parameter words: Of their language.
    public func text(_ words: Translation) -> String {
        let texts = suggestion.steps.isEmpty ? nothing : moves(words) + end
        return (heading.map { words($0) } + [""] + texts.map { words($0) }).map { $0 + "\n" }.joined()
    }

    private var heading: [Text] {
        var values: [String: Text.Value] = [
            "board": .verbatim(board?.name ?? ""), "id": .verbatim(board?.id ?? ""),
        ]
        guard let use else {
            return [
                Text("board_suggest.heading_alike", count: limits.moves, values),
                Text("board_suggest.use_unknown"),
            ]
        }
        values["source"] = .text(use.told)
        return [Text("board_suggest.heading", count: limits.moves, values)]
    }

    private var nothing: [Text] {
        let mean = suggestion.before
        return [
            Text(
                "board_suggest.nothing",
                BoardListing.figures(steps: mean.steps, presses: mean.presses, seconds: mean.seconds))
        ]
    }

    private func moves(_ words: Translation) -> [Text] {
        suggestion.steps.enumerated().flatMap { index, step in
            [
                Text.verbatim("\(index + 1). \(words(sentence(step)))"),
                .verbatim("   " + words(saving(step))),
            ]
        } + [.empty]
    }

    private var end: [Text] {
        let (before, after) = (suggestion.before, suggestion.after)
        var values = BoardListing.figures(
            steps: before.steps, presses: before.presses, seconds: before.seconds)
        values["steps_then"] = .decimal(after.steps, places: 1)
        values["presses_then"] = .decimal(after.presses, places: 1)
        values["seconds_then"] = .decimal(after.seconds, places: 1)
        return [
            Text("board_suggest.now_and_then", count: suggestion.steps.count, values),
            Text("board_suggest.learn"),
        ]
    }

    /// "Move `Toilet` (line 45) out of `Toilet and washing` to the first level, behind `Pain` (line 20)."
    func sentence(_ step: BoardSuggestion.Step) -> Text {
        let move = step.move
        let from = Self.group(of: move.item, in: step.before)
        var values: [String: Text.Value] = ["item": named(move.item, step)]
        // The group that it leaves is the one of the item's own line.
        values["from"] = from.map { named($0, step, hasLine: false) }
        values["other"] = move.behind.map { named($0, step) }
        let isFirst = move.behind == nil
        switch (from, move.group) {
        case (.none, .none):
            return Text(isFirst ? "board_suggest.first" : "board_suggest.behind", values)
        case (.some(let from), .some(let to)) where from == to:
            return Text(isFirst ? "board_suggest.within_first" : "board_suggest.within_behind", values)
        case (.some, .none):
            return Text(isFirst ? "board_suggest.out_first" : "board_suggest.out_behind", values)
        case (.none, .some(let to)):
            values["to"] = named(to, step)
            return Text(isFirst ? "board_suggest.into_first" : "board_suggest.into_behind", values)
        case (.some, .some(let to)):
            values["to"] = named(to, step)
            return Text(isFirst ? "board_suggest.across_first" : "board_suggest.across_behind", values)
        }
    }

    private func saving(_ step: BoardSuggestion.Step) -> Text {
        Text(
            step.savedSteps < 0 ? "board_suggest.saves_seconds" : "board_suggest.saves",
            [
                "seconds": .decimal(step.savedSeconds, places: 1),
                "steps": .decimal(abs(step.savedSteps), places: 1),
            ])
    }

    /// An item or a group, with its line where the file has one.
    private func named(_ id: String, _ step: BoardSuggestion.Step, hasLine: Bool = true) -> Text.Value {
        let label = Text.Value.verbatim(BoardItem.flattened(step.before).first { $0.id == id }?.label ?? id)
        guard hasLine, let line = places.lines[id] else {
            return .text(Text("board_suggest.item", ["label": label]))
        }
        return .text(Text("board_suggest.item_in_line", ["label": label, "line": .verbatim("\(line)")]))
    }

    /// The id of the group that an item is in; `nil` on the board's own level.
    static func group(of id: String, in items: [BoardItem]) -> String? {
        for item in items {
            guard case .group(let inside) = item.action else { continue }
            if inside.contains(where: { $0.id == id }) { return item.id }
            if let group = group(of: id, in: inside) { return group }
        }
        return nil
    }
}
