import Scanning

/// How long the cues take that scanning says, with all that the parameters add to them.
///
/// Each text is measured once: a proposal asks for the same cues thousands of times.
final class CueLengths {
    /// How many items `speak_group_content` names.
    static let namedItems = 3

    private let parameters: ScanParameters
    private let assumptions: CostAssumptions
    private var known: [String: Duration] = [:]

    init(parameters: ScanParameters, assumptions: CostAssumptions) {
        self.parameters = parameters
        self.assumptions = assumptions
    }

    /// - Parameters:
    ///   - position: Which of the level's choices it is, from 1, the way back not counted.
    ///   - count: How many choices the level has.
    func length(
        of place: ScanOrder.Place, _ items: [BoardItem], language: String, position: Int, count: Int
    ) -> Duration {
        switch place {
        case .goBack: return length(assumptions.goBack, language)
        case .item(let index):
            return length(positioned(cue(of: items[index]), position, count), language)
        case .row(let inside):
            let first = inside.first.map { items[$0].cue } ?? ""
            return length(
                positioned(assumptions.rowCue(first, position, inside.count), position, count), language)
        }
    }

    /// What "yes" says when it is asked whether an item is meant.
    func confirmation(of item: BoardItem, language: String) -> Duration {
        length(item.cue + ", " + assumptions.confirmYes, language)
    }

    private func cue(of item: BoardItem) -> String {
        guard case .group(let inside) = item.action else { return item.cue }
        var cue = item.cue
        if parameters.speakCount { cue = assumptions.groupCue(cue, inside.count) }
        if parameters.speakGroupContent {
            cue = assumptions.contentCue(cue, inside.prefix(Self.namedItems).map(\.cue))
        }
        return cue
    }

    private func positioned(_ cue: String, _ position: Int, _ count: Int) -> String {
        parameters.speakPosition ? assumptions.positionCue(cue, position, count) : cue
    }

    private func length(_ text: String, _ language: String) -> Duration {
        let key = language + " " + text
        if let length = known[key] { return length }
        let length = min(assumptions.cueDuration(text, language), parameters.maxCueTime)
        known[key] = length
        return length
    }
}
