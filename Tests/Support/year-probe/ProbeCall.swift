import Care
import Foundation

/// One client's call, with what follows from its way: whom it reaches when, by the rules of docs/calls.md.
final class ProbeCall {
    enum State {
        case waiting
        /// Somebody is on the way.
        case claimed
        case over
    }

    /// Whom its way reaches at once, and whom after a minute; after five, everybody. Seconds.
    static let first = ["caregiver-1", "caregiver-2"]
    static let second = ["caregiver-3", "caregiver-4"]
    static let secondAfter: Int64 = 60
    static let everybodyAfter: Int64 = 300
    /// Seconds.
    private static let escalation: [Priority: Int64] = [.urgent: 300, .soon: 600, .normal: 600]
    private static let claim: [Priority: Int64] = [.urgent: 180, .soon: 900, .normal: 900]

    static var policy: AlertPolicy {
        var policy = AlertPolicy()
        policy.escalateUrgent = .seconds(300)
        policy.escalateOther = .seconds(600)
        policy.claimUrgent = .seconds(180)
        policy.claimOther = .seconds(900)
        policy.stillWaiting = []
        policy.askAgain = .zero
        return policy
    }

    let id: UUID
    let client: String
    let priority: Priority
    private(set) var state = State.waiting
    private(set) var reached = ProbeCall.first
    private(set) var reachesEverybody = false
    private var escalations = 0
    /// When something comes next, by the clock that never jumps. Seconds.
    private var secondAt: Int64?
    private var everybodyAt: Int64?
    private var lapsesAt: Int64?
    /// When it was answered or over, and when it was nobody's again.
    private var answers: [Int64] = []
    private var lapses: [Int64] = []
    /// Those who have been told of it since it was last answered, and those who ever were.
    var told: Set<String> = []
    var everTold: Set<String> = []
    /// Those who could not be told when it was nobody's again: whether they are told when everybody is called may be either.
    var unsure: Set<String> = []
    /// For each contact, between which moments its alerts since the last answer are due.
    var alerts: [UUID: [ClosedRange<Int64>]] = [:]
    var everAlerted: Set<UUID> = []
    /// Contacts of whose alerts the store knows that one was taken.
    var taken: Set<UUID> = []

    init(_ id: UUID, client: String, priority: Priority, at now: Int64) {
        self.id = id
        self.client = client
        self.priority = priority
        begin(at: now)
    }

    private func begin(at start: Int64) {
        if !reachesEverybody { secondAt = start + Self.secondAfter }
        everybodyAt = start + Self.everybodyAfter
    }

    /// When something comes next unless somebody acts.
    var next: Int64? { [secondAt, everybodyAt, lapsesAt].compactMap(\.self).min() }

    func wasAnswered(from start: Int64, through end: Int64) -> Bool {
        answers.contains { start <= $0 && $0 <= end }
    }

    /// Whether another answer or none held after that moment.
    func wasTurned(after start: Int64, through end: Int64) -> Bool {
        (answers + lapses).contains { start < $0 && $0 <= end }
    }

    /// What came while nobody told it counts from when it is told. Seconds.
    private static func start(_ due: Int64, toldAt now: Int64) -> Int64 { now - due > 5 ? now : due }

    // MARK: - What time brings

    /// Whoever was on the way did not come: it is nobody's again.
    func lapse(at now: Int64) -> Bool {
        guard state == .claimed, let due = lapsesAt, due <= now else { return false }
        state = .waiting
        lapsesAt = nil
        lapses.append(now)
        begin(at: Self.start(due, toldAt: now))
        return true
    }

    /// Whether somebody more is reached.
    func step(at now: Int64) -> Bool {
        guard let due = secondAt, due <= now else { return false }
        secondAt = nil
        let more = Self.second.filter { !reached.contains($0) }
        reached += more
        return !more.isEmpty
    }

    /// Whether everybody is called.
    func escalate(at now: Int64, everybody: [String]) -> Bool {
        guard let due = everybodyAt, due <= now else { return false }
        escalations = min(escalations + 1, AlertPolicy.maximumEscalation)
        let isLast = escalations == AlertPolicy.maximumEscalation
        everybodyAt =
            isLast ? nil : Self.start(due, toldAt: now) + (Self.escalation[priority] ?? 0)
        reachesEverybody = true
        reached += everybody.filter { !reached.contains($0) }
        return true
    }

    // MARK: - What people do

    func answer(_ answer: RequestState, at now: Int64) {
        answers.append(now)
        (secondAt, everybodyAt) = (nil, nil)
        alerts = [:]
        told = []
        switch answer {
        case .onTheWay:
            state = .claimed
            lapsesAt = now + (Self.claim[priority] ?? 0)
        case .asked, .heard, .met, .declined, .cancelled:
            state = .over
            lapsesAt = nil
        }
    }
}
