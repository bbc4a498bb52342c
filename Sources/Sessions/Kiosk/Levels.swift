import Scanning

/// The levels that the client has opened, as they were made, and their maker.
///
/// | a level | the boards or lists change | the settings change |
/// |---|---|---|
/// | the top | made anew | made anew |
/// | open, of a board | made anew; all below it are closed where it is gone | closed |
/// | open, live, on a keypad | stays: a digit means what was read for it | closed |
/// | open, a question, what was asked, or spelling | stays | closed |
/// | open, of an activity | made anew; closed where the activity is at another stage | closed |
/// | not open | forgotten | forgotten |
struct Levels: Sendable {
    var maker: LevelMaker
    private var made: [String: KioskLevel] = [:]

    init(_ maker: LevelMaker) {
        self.maker = maker
        _ = restart()
    }

    subscript(id: String) -> KioskLevel? { made[id] }

    /// Drops all but the top, which is made again.
    mutating func restart() -> ScanLevel {
        let top = maker.top
        made = [top.scan.id: top]
        return top.scan
    }

    mutating func add(_ level: KioskLevel) { made[level.scan.id] = level }

    /// Makes the levels again.
    ///
    /// - Parameter open: The ids of those that are open, the top first; empty at rest.
    /// - Returns: The top.
    mutating func renew(open: [String], isKeypad: Bool) -> ScanLevel {
        let top = maker.top
        var renewed = [top.scan.id: top]
        var parent = top
        for id in open.dropFirst() {
            let (old, new) = (made[id], maker.child(id, of: parent))
            // The first need that is added to a group makes its level live.
            let isFixed = isKeypad && (old?.isLive == true || new?.isLive == true)
            guard let level = (isFixed ? old : nil) ?? new ?? kept(id) else { break }
            renewed[id] = level
            parent = level
        }
        made = renewed
        return top.scan
    }

    /// Levels of questions and requests do not belong to the board and stay. On a keypad every live level
    /// stays, because a digit means what was read for it.
    private func kept(_ id: String) -> KioskLevel? {
        if LevelMaker.isOfActivity(id) { return maker.activity?.scan.id == id ? maker.activity : nil }
        return made[id].flatMap {
            $0.scan.isQuestion || LevelMaker.isOfRequests(id) || LevelMaker.isOfSpelling(id) ? $0 : nil
        }
    }
}
