import HomeFiles
import Scanning
import Speech

extension LevelMaker {
    /// The digits 1–9; 0 goes back.
    private static let reach = 9
    private static let rest = "more of "

    /// On a keypad, a level whose remaining items are behind the digit 9, so that all are in reach.
    func paged(_ level: KioskLevel) -> KioskLevel {
        let choices = level.scan.items.filter { $0.kind == .choice }
        guard parameters.mode == .direct, choices.count > Self.reach else { return level }
        let back = level.scan.items.filter { $0.kind == .back }
        var (first, rest) = (level, level)
        let more = ScanItem(id: "<more>")
        first.scan.items = choices.prefix(Self.reach - 1) + [more] + back
        rest.scan = ScanLevel(
            id: Self.rest + level.scan.id, items: choices.dropFirst(Self.reach - 1) + back)
        first.contents[more.id] = .more(paged(rest))
        first.cues[more.id] = [.text(phrases[.more])]
        return first
    }

    /// The id of the level that a page continues, or the level's own id if it is not a page.
    static func firstPage(_ id: String) -> String {
        var id = id[...]
        while id.hasPrefix(rest) { id = id.dropFirst(rest.count) }
        return String(id)
    }

    /// Whether a level's id is that of a list of requests.
    static func isOfRequests(_ id: String) -> Bool { [requestsID, callsID].contains(firstPage(id)) }
}
