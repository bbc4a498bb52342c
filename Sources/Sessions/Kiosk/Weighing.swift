import Evidence
import Scanning
import Time

/// What the times of the client's presses say, and where scanning comes from.
///
/// | scanning | the judge |
/// |---|---|
/// | is woken, goes up | the next offer begins a visit, `woken` or `wentUp` |
/// | opens a level by a choice | the next offer begins a visit, `opened` |
/// | goes on in an open level after a choice | the next offer begins a visit, `continued` |
/// | offers the next item | is told of it |
/// | rests | what was learnt is recorded |
struct Weighing: Sendable {
    /// A press that was judged when it went down, for when it acts.
    struct Judged: Sendable {
        var press: SwitchPress
        var judgement: PressJudge.Judgement
        /// What is done with it, as the settings allow; `nil`: what would be done without its time.
        var verdict: PressJudge.Verdict?
    }

    var judge = PressJudge()
    var judged: Judged?
    /// What the next offer begins; `nil` in the middle of a visit.
    private var next: PressJudge.Beginning? = .wentUp
    private var level: String?
    /// The levels that were open when something was chosen.
    private var openAtChoice: [String] = []

    mutating func woke() { next = .woken }

    /// What was offered is not offered any more, or is another level by now.
    mutating func interrupted() {
        judge.leave()
        judged = nil
        if next == nil { next = .wentUp }
    }

    mutating func wentUp() {
        judge.leave()
        next = .wentUp
    }

    /// - Parameter open: The levels that were open then.
    mutating func chose(open: [String]) {
        openAtChoice = open
        next = .opened(judge.certainty)
    }

    mutating func rested(at now: Instant) {
        judge.rest(at: now)
        level = nil
        next = .wentUp
    }

    /// Whether the next offer begins a visit.
    func begins(_ level: String) -> Bool { next != nil || self.level != level }

    /// - Parameter items: Those of the level.
    mutating func enter(_ level: String, _ items: [PressJudge.Item]) {
        let beginning = next ?? .wentUp
        if case .opened = beginning, openAtChoice.contains(level) {
            judge.enter(items, .continued)
        } else {
            judge.enter(items, beginning)
        }
        next = nil
        self.level = level
    }
}
