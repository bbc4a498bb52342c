import Care
import FoundationEssentials
import Scanning
import Time

/// The request to which the answer keys apply.
///
/// | the target | another request begins to sound | its request ends here | it is chosen by key | somebody is on the way |
/// |---|---|---|---|---|
/// | none | → that one | – | → the chosen one | – |
/// | a request | → that one; for a moment a key still means the one before | → none | stays, and nothing before it counts | "met" means it |
struct KeyTarget: Sendable {
    /// The same answer key again within this is the same answer.
    static let doubleKeyWindow: Duration = .milliseconds(1500)

    /// The request that was sounded or chosen last.
    private(set) var request: UUID?
    /// The previous target, when it was left, and for how long after that a key still means it.
    private var earlier: (id: UUID, leftAt: Instant, window: Duration)?
    /// The request for which somebody answered "on the way" here: "met" means it, until another is chosen.
    private(set) var goingTo: UUID?
    /// The last answer key.
    private var lastAnswer: (state: RequestState, at: Instant)?

    /// A request begins to sound.
    ///
    /// - Parameter window: For how long a key still means the previous one.
    mutating func aim(at new: UUID, at now: Instant, window: Duration) {
        guard request != new else { return }
        earlier = request.map { ($0, now, window) }
        request = new
    }

    /// The previous target, if a press that began then still means it.
    func earlier(at began: Instant) -> UUID? {
        guard let earlier, earlier.leftAt.duration(to: began) < earlier.window else { return nil }
        return earlier.id
    }

    /// A request was chosen by key: the next key means it, however soon.
    mutating func choose() {
        earlier = nil
        goingTo = nil
    }

    /// It is not open any more.
    mutating func ended(_ id: UUID) { if request == id { request = nil } }

    /// It was answered here.
    mutating func answered(_ id: UUID, _ state: RequestState) {
        if state == .onTheWay { goingTo = id } else if goingTo == id { goingTo = nil }
    }

    /// It is somebody else's, or nobody's: "done" does not mean it before anything else any more.
    mutating func isNotGoing(to id: UUID) { if goingTo == id { goingTo = nil } }

    /// - Returns: Whether it is the same key again within a short time: that is one answer, not another for
    ///   the next request.
    mutating func isRepeated(_ state: RequestState, at began: Instant) -> Bool {
        if let lastAnswer, lastAnswer.state == state, lastAnswer.at.duration(to: began) < Self.doubleKeyWindow
        {
            return true
        }
        lastAnswer = (state, began)
        return false
    }
}
