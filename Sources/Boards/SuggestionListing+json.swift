public import FoundationEssentials

extension SuggestionListing {
    private struct JSON: Encodable {
        struct Mean: Encodable {
            var steps: Double
            var presses: Double
            var seconds: Double

            init(_ mean: BoardBounds.Mean) {
                steps = BoardListing.rounded(mean.steps)
                presses = BoardListing.rounded(mean.presses)
                seconds = BoardListing.rounded(mean.seconds)
            }
        }

        struct Move: Encodable {
            var item: String
            var line: Int?
            var fromGroup: String?
            var toGroup: String?
            var behind: String?
            var savedSeconds: Double
            var savedSteps: Double
            var text: String
        }

        var board: String
        var source: String?
        var moves: [Move]
        var before: Mean
        var after: Mean
    }

    /// The same for programs: `board`, `source`, `moves`, `before`, `after`, in snake_case.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let moves = suggestion.steps.map { step in
            JSON.Move(
                item: step.move.item, line: places.lines[step.move.item],
                fromGroup: Self.group(of: step.move.item, in: step.before), toGroup: step.move.group,
                behind: step.move.behind, savedSeconds: BoardListing.rounded(step.savedSeconds),
                savedSteps: BoardListing.rounded(step.savedSteps), text: sentence(step))
        }
        return try encoder.encode(
            JSON(
                board: board?.id ?? "", source: use?.source, moves: moves, before: .init(suggestion.before),
                after: .init(suggestion.after)))
    }
}
