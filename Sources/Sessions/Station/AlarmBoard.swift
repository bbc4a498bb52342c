import Care
import FoundationEssentials
import Scanning
import Time

/// All that this station sounds until somebody deals with it: one alarm for each subject.
///
/// | an alarm | is sounded | was heard to its end | was cut | is answered | its subject ends |
/// |---|---|---|---|---|---|
/// | due | → silent | – | – | → silent, or off the board | off the board |
/// | silent, because it is answered, and nobody comes in time | → due | – | – | – | off the board |
/// | silent, because it is being sounded | – | → due after its interval | → due at once | → silent, or off the board | off the board |
/// | silent, because it is answered | – | stays | stays | stays | off the board |
///
/// Which of those that are due goes first is decided by `next`.
struct AlarmBoard: Sendable {
    /// How long a reminder waits behind repeated alarms.
    static let patience: Duration = .seconds(30)

    /// The clients of the zone in which the station stands; empty where it stands in none.
    var zoneClients: Set<String> = []
    /// In order of arrival.
    private(set) var all: [Alarm] = []
    /// Requests that were open here and just ended: one that is repeated comes back under another id, and may
    /// have become urgent.
    private var lastEnded: [Request] = []
    /// The last sounded fault, unless something else was sounded since.
    private var lastFault: UUID?

    subscript(key: Alarm.Key) -> Alarm? { all.first { $0.key == key } }

    func contains(_ key: Alarm.Key) -> Bool { self[key] != nil }

    /// The open request of that id.
    func request(_ id: UUID) -> Request? { self[.request(id)]?.request }

    /// The alarm for that due time.
    func routine(_ item: ItemID) -> RoutineAlarm? { self[.routine(item)]?.routine }

    /// What of what people are asked to pay waits here.
    var charges: [Reminder] {
        if case .charges(let waiting) = self[.charges]?.subject { waiting } else { [] }
    }

    // MARK: - On and off the board

    /// Puts an alarm on the board, replacing one with the same subject.
    mutating func put(_ alarm: Alarm) {
        if change(alarm.key, { $0 = alarm }) { return }
        all.append(alarm)
    }

    @discardableResult
    mutating func remove(_ key: Alarm.Key) -> Alarm? {
        all.firstIndex { $0.key == key }.map { all.remove(at: $0) }
    }

    /// - Returns: The removed alarms.
    mutating func remove(where isOver: (Alarm) -> Bool) -> [Alarm] {
        defer { all.removeAll(where: isOver) }
        return all.filter(isOver)
    }

    /// Changes an alarm in its place, even into one with another subject.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    mutating func change(_ key: Alarm.Key, _ change: (inout Alarm) -> Void) -> Bool {
        guard let index = all.firstIndex(where: { $0.key == key }) else { return false }
        change(&all[index])
        return true
    }

    // MARK: - Ringing

    /// Silences it until something happens.
    mutating func silence(_ key: Alarm.Key) { change(key) { $0.dueAt = nil } }

    mutating func ring(_ key: Alarm.Key, at moment: Instant) { change(key) { $0.dueAt = moment } }

    /// Whoever was on the way did not come in time: it rings as if it were new.
    mutating func lapse(_ request: UUID, at now: Instant) {
        change(.request(request)) { ($0.dueAt, $0.wasSounded, $0.isLapsed) = (now, false, true) }
    }

    /// It has waited long for an answer: it rings at once, unless it is silent.
    mutating func escalate(_ request: UUID, at now: Instant) {
        change(.request(request)) { if $0.dueAt != nil { $0.dueAt = now } }
    }

    /// Alarms that were sounded while the speaker failed were not heard.
    ///
    /// - Parameter grace: How long a kiosk on the same speaker may take to report that its sound is back,
    ///   too.
    mutating func soundIsBack(at now: Instant, grace: Duration) {
        for index in all.indices where all[index].dueAt != nil && all[index].routine?.isPutOff != true {
            let isSound = all[index].fault?.kind == .soundLost
            all[index].dueAt = isSound ? now.advanced(by: grace) : now
        }
    }

    /// The first of the due alarms.
    func next(at now: Instant, where mayRing: (Alarm) -> Bool) -> Alarm? {
        let due = all.filter { mayRing($0) && $0.dueAt.map { $0 <= now } ?? false }
        // Counted once, not anew for each two of them: there may be thousands.
        let heard = callsHeard
        return due.max { goesBefore($1, $0, heard) }
    }

    /// Alarms that were never heard go before all repeated ones, the more urgent first. Repeated ones take
    /// turns, so that two alarms that never end do not keep the others from being heard. Reminders come after
    /// them. Among equal ranks, calls of the station's own zone go first; then the client with fewer heard open calls goes first, so that sixty calls of one
    /// client do not delay another client's call.
    private func goesBefore(_ left: Alarm, _ right: Alarm, _ callsHeard: [CallQueue: Int]) -> Bool {
        let isNew = (!left.wasSounded && !left.isPatient, !right.wasSounded && !right.isPatient)
        guard isNew.0 == isNew.1 else { return isNew.0 }
        if isNew.0, left.rank != right.rank { return left.rank > right.rank }
        if isNew.0, case let near = (isNear(left), isNear(right)), near.0 != near.1 { return near.0 }
        if isNew.0 {
            let heard = [left, right].map { CallQueue($0).flatMap { callsHeard[$0] } ?? 0 }
            if heard[0] != heard[1] { return heard[0] < heard[1] }
        }
        return turn(of: left) < turn(of: right)
    }

    private func isNear(_ alarm: Alarm) -> Bool {
        alarm.request.map { zoneClients.contains($0.client) } ?? false
    }

    /// How many open calls of each client and rank were already sounded.
    private var callsHeard: [CallQueue: Int] {
        all.reduce(into: [:]) { counts, alarm in
            guard alarm.wasSounded, let queue = CallQueue(alarm) else { return }
            counts[queue, default: 0] += 1
        }
    }

    private func turn(of alarm: Alarm) -> Instant {
        guard let due = alarm.dueAt else { return .distantFuture }
        return alarm.isPatient ? due.advanced(by: Self.patience) : due
    }

    /// An alarm begins to sound that is neither a lost connection nor a proposal.
    mutating func isSounding(_ alarm: Alarm) {
        switch alarm.subject {
        case .request, .routine, .charges: lastFault = nil
        case .fault(let fault): lastFault = fault.id
        case .serviceLost, .proposals: break
        }
    }

    /// Removes the lost call that was sounded last: somebody goes to see.
    mutating func takeLostCall() -> Fault? {
        guard let lastFault, self[.fault(lastFault)]?.fault?.kind.isLostCall == true else { return nil }
        return remove(.fault(lastFault))?.fault
    }

    // MARK: - What has ended

    mutating func ended(_ requests: [Request]) { lastEnded = requests }

    /// Whether a request asks again, at the highest priority, for what was known here at a lower one.
    func isMadeUrgent(_ request: Request) -> Bool {
        guard request.priority == .urgent, let earlier = request.asksAgain else { return false }
        return lastEnded.contains { $0.id == earlier && $0.priority < .urgent }
    }

    /// The service counts from the beginning: everything that it sends next is newer.
    mutating func beginAnew() {
        for index in all.indices { all[index].routine?.learnt = 0 }
    }
}

/// Calls of one client and rank.
private struct CallQueue: Hashable {
    let client: String
    let rank: Int

    /// `nil` for what is no call.
    init?(_ alarm: Alarm) {
        guard let client = alarm.request?.client else { return nil }
        (self.client, rank) = (client, alarm.rank)
    }
}
