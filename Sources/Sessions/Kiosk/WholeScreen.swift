import Care
import FoundationEssentials
import Time

/// What takes the client's whole screen: an answer to a call, or a reward.
///
/// What is not said is only to be read: it stands for a least time, and counts as told only then.
///
/// | an answer that is not said | comes | nothing is scanned, said or asked | has stood for its least time | gives way before | its call is answered anew, or in another state |
/// |---|---|---|---|---|---|
/// | waits | waits behind it | → stands, once what stands there has had its least time | – | – | told, and gone |
/// | stands | waits behind it | – | told; stays until the next one | → waits, before all others | told, and gone |
///
/// A reward that is not said stands just so, and is told as an answer is. If it gives way before, it waits for the next calm moment, as
/// it did before it stood.
struct WholeScreen: Sendable {
    /// How long something stands there before what is only to be read follows; what is said comes at once.
    static let leastTime = KioskDisplay.captionLasts

    struct Shown<Content: Sendable>: Sendable {
        var content: Content
        /// Whether it is said, too.
        var isSaid: Bool
        /// The end of its least time; `nil` once that is over.
        var leastUntil: Instant?
        /// When it disappears by itself, if it does.
        var until: Instant?
    }

    /// An answer that is only to be read.
    struct Unsaid: Sendable {
        /// What would say it.
        var script: Script
        var answer: Screen.Answer
    }

    /// What is done or declined stays only for a while.
    private(set) var answer: Shown<Screen.Answer>?
    private(set) var celebration: Shown<Screen.Celebration>?
    /// What stands there and has not had its least time.
    private var unread: Unsaid?
    /// What tells the reward that stands there unsaid and has not had its least time.
    private var unreadReward: Script?
    /// The oldest first, and one for each call.
    private var waiting: [Unsaid] = []
    /// What tells the rewards that gave way.
    private var postponed: [Script] = []
    private var told: [Int64] = []

    /// When something is to change by itself.
    var nextWake: Instant? {
        [answer?.leastUntil, answer?.until, celebration?.leastUntil, celebration?.until].compactMap { $0 }
            .min()
    }

    /// Whether anything that is not said has still to be read.
    var hasUnread: Bool { unread != nil || unreadReward != nil || !waiting.isEmpty }

    // MARK: - What comes

    mutating func add(_ unsaid: Unsaid) {
        drop { $0.answer.request == unsaid.answer.request }
        waiting.append(unsaid)
    }

    /// Nothing is scanned, said or asked: the next one that is only to be read takes the screen.
    mutating func isFree(at now: Instant) {
        guard let next = waiting.first, answer?.leastUntil == nil, celebration?.leastUntil == nil else {
            return
        }
        waiting.removeFirst()
        celebration = nil
        unread = next
        let until = next.answer.state.isOpen ? nil : now.advanced(by: KioskDisplay.answerLasts)
        answer = Shown(
            content: next.answer, isSaid: false, leastUntil: now.advanced(by: Self.leastTime), until: until)
    }

    /// The words of an answer are heard.
    mutating func isSaid(_ said: Screen.Answer, at now: Instant) {
        drop { $0.answer.request == said.request }
        giveWay()
        answer = Shown(content: said, isSaid: true, leastUntil: now.advanced(by: Self.leastTime))
    }

    /// A reward takes the screen.
    ///
    /// - Parameter unsaid: What would say it, if nothing does. Otherwise its words are heard, and it stays for a while after those.
    mutating func celebrate(_ reward: Screen.Celebration, unsaid: Script? = nil, at now: Instant) {
        giveWay()
        unreadReward = unsaid
        celebration = Shown(
            content: reward, isSaid: unsaid == nil, leastUntil: now.advanced(by: Self.leastTime),
            until: unsaid == nil ? nil : now.advanced(by: KioskDisplay.answerLasts))
    }

    // MARK: - What goes

    /// Scanning goes on, the client has asked for something, or something else takes the screen.
    mutating func giveWay() {
        if let unread { waiting.insert(unread, at: 0) }
        postponed += [unreadReward].compactMap(\.self)
        (unread, unreadReward, answer, celebration) = (nil, nil, nil, nil)
    }

    /// The same for what has had its least time.
    mutating func giveWayIfRead() {
        if answer?.leastUntil == nil, celebration?.leastUntil == nil { giveWay() }
    }

    /// What tells the rewards that have given way since the last time.
    mutating func takePostponed() -> [Script] {
        defer { postponed = [] }
        return postponed
    }

    /// Whether a reward still has to be read there.
    func celebrates(_ grant: UUID) -> Bool {
        unreadReward?.celebrates == grant || postponed.contains { $0.celebrates == grant }
    }

    /// There is nothing to celebrate any more: what stands there may go on, and need not be read.
    ///
    /// - Parameter grant: Of which grant; of all if `nil`.
    mutating func drop(celebrationOf grant: UUID?) {
        func isOut(_ script: Script) -> Bool { grant == nil || script.celebrates == grant }
        told += postponed.filter(isOut).compactMap(\.sequence)
        postponed.removeAll(where: isOut)
        if let unreadReward, isOut(unreadReward) { isRewardRead() }
    }

    /// Words have ended.
    mutating func ended(at now: Instant) {
        let until = now.advanced(by: KioskDisplay.answerLasts)
        if celebration?.until == nil { celebration?.until = until }
        if let answer, answer.until == nil, !answer.content.state.isOpen { self.answer?.until = until }
    }

    /// Looks at the time, and at what is no longer true: somebody has taken it back, or another answer has come.
    ///
    /// - Parameter state: A request's state; `nil` if it is not open.
    mutating func check(at now: Instant, _ state: (UUID) -> RequestState?) {
        if let least = answer?.leastUntil, least <= now {
            answer?.leastUntil = nil
            isRead()
        }
        if let least = celebration?.leastUntil, least <= now {
            celebration?.leastUntil = nil
            isRewardRead()
        }
        if let until = answer?.until, until <= now { answer = nil }
        if let until = celebration?.until, until <= now { celebration = nil }
        func isOver(_ answer: Screen.Answer) -> Bool {
            guard answer.state.isOpen, let id = UUID(uuidString: answer.request) else { return false }
            return state(id) != answer.state
        }
        drop { isOver($0.answer) }
        if let shown = answer?.content, isOver(shown) { answer = nil }
    }

    /// The journal's numbers of what has been told since the last time, or need not be told any more.
    mutating func takeTold() -> [Int64] {
        defer { told = [] }
        return told
    }

    /// Empties the screen, which somebody else has now.
    ///
    /// - Returns: What says what has not been read.
    mutating func takeUnread() -> [Script] {
        giveWay()
        defer { waiting = [] }
        return waiting.map(\.script) + takePostponed()
    }

    /// What stands there has been read, or something newer of its call has come.
    private mutating func isRead() {
        told += [unread?.script.sequence].compactMap(\.self)
        unread = nil
    }

    private mutating func isRewardRead() {
        told += [unreadReward?.sequence].compactMap(\.self)
        unreadReward = nil
    }

    private mutating func drop(where isOver: (Unsaid) -> Bool) {
        if let unread, isOver(unread) {
            answer?.leastUntil = nil
            isRead()
        }
        told += waiting.filter(isOver).compactMap(\.script.sequence)
        waiting.removeAll(where: isOver)
    }
}
