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
    public var text: String {
        let weighed = use.map { "weighed by \($0.source)" } ?? "with everything asked alike"
        let known =
            use == nil
            ? "\nHow often each need is asked is not known here: these moves may put last what is asked most. Give --use or --home."
            : ""
        let heading =
            "\(board?.name ?? "") (\(board?.id ?? "")), \(weighed), at most \(Self.moves(limits.moves))"
            + known
        guard !suggestion.steps.isEmpty else {
            return """
                \(heading)

                No move saves a hundredth of the time: leave the board as it is. A need takes \(Self.mean(suggestion.before)).

                """
        }
        let lines = suggestion.steps.enumerated().map { index, step in
            "\(index + 1). \(sentence(step))\n   \(saving(step))\n"
        }
        return """
            \(heading)

            \(lines.joined())
            Now a need takes \(Self.mean(suggestion.before)); with \(suggestion.steps.count == 1 ? "this move" : "all of this") \
            \(Self.mean(suggestion.after)).
            The person has to learn the new places: make the moves one by one, and not in a bad week.

            """
    }

    /// "Move `Toilet` (line 45) out of `Toilet and washing` to the first level, behind `Pain` (line 20)."
    func sentence(_ step: BoardSuggestion.Step) -> String {
        let move = step.move
        let from = Self.group(of: move.item, in: step.before)
        let way =
            switch (from, move.group) {
            case (.none, .none): ""
            case (.some(let from), .some(let to)) where from == to: " in `\(label(from, step))`"
            case (.none, .some(let to)): " into `\(label(to, step))`\(line(to))"
            case (.some(let from), .none): " out of `\(label(from, step))` to the first level"
            case (.some(let from), .some(let to)):
                " out of `\(label(from, step))` into `\(label(to, step))`\(line(to))"
            }
        let place = move.behind.map { "behind `\(label($0, step))`\(line($0))" } ?? "to the beginning"
        return "Move `\(label(move.item, step))`\(line(move.item))\(way)\(way.isEmpty ? " " : ", ")\(place)."
    }

    private func saving(_ step: BoardSuggestion.Step) -> String {
        let steps = BoardListing.tenths(abs(step.savedSteps))
        let more = step.savedSteps < 0 ? "and takes \(steps) steps more" : "and \(steps) steps"
        return "Saves \(BoardListing.tenths(step.savedSeconds)) seconds \(more) for a need, in the mean."
    }

    private func label(_ id: String, _ step: BoardSuggestion.Step) -> String {
        BoardItem.flattened(step.before).first { $0.id == id }?.label ?? id
    }

    private func line(_ id: String) -> String { places.lines[id].map { " (line \($0))" } ?? "" }

    /// The id of the group that an item is in; `nil` on the board's own level.
    static func group(of id: String, in items: [BoardItem]) -> String? {
        for item in items {
            guard case .group(let inside) = item.action else { continue }
            if inside.contains(where: { $0.id == id }) { return item.id }
            if let group = group(of: id, in: inside) { return group }
        }
        return nil
    }

    private static func moves(_ count: Int) -> String { "\(count) move\(count == 1 ? "" : "s")" }

    private static func mean(_ mean: BoardBounds.Mean) -> String {
        "\(BoardListing.tenths(mean.seconds)) seconds, \(BoardListing.tenths(mean.steps)) steps and "
            + "\(BoardListing.tenths(mean.presses)) presses"
    }
}
