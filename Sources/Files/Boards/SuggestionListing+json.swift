public import FoundationEssentials
import StaffFiles
public import Wording

extension SuggestionListing {
    private struct JSON: Encodable {
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
        var before: MeanFigures
        var after: MeanFigures
    }

    /// The same for programs: `board`, `source`, `moves`, `before`, `after`, in snake_case.
    ///
    /// - Parameter english: What is said in English, which programs read.
    public func json(_ english: Translation) throws -> Data {
        let moves = suggestion.steps.map { step in
            JSON.Move(
                item: step.move.item, line: places.lines[step.move.item],
                fromGroup: Self.group(of: step.move.item, in: step.before), toGroup: step.move.group,
                behind: step.move.behind, savedSeconds: ProgramJSON.rounded(step.savedSeconds),
                savedSteps: ProgramJSON.rounded(step.savedSteps),
                text: TerminalText.unmarked(english(sentence(step))))
        }
        return try ProgramJSON.data(
            JSON(
                board: board?.id ?? "", source: use?.source, moves: moves, before: .init(suggestion.before),
                after: .init(suggestion.after)))
    }
}
