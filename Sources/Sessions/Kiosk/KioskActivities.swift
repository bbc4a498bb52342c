public import Activities
import Care
import FoundationEssentials
import Time

/// Where a client is in what they were given to do, as it is stored for the next start.
public struct KeptActivity: Codable, Equatable, Sendable {
    public var assignment: Assigned?
    public var stage: Activity.Stage?
    /// How these were has not been said yet.
    public var owed: [Assigned]

    public init(assignment: Assigned? = nil, stage: Activity.Stage? = nil, owed: [Assigned] = []) {
        self.assignment = assignment
        self.stage = stage
        self.owed = owed
    }
}

/// What the client does of what they were given to do, and the appointments that belong to it.
///
/// | the present one | another one is opened | its mood is said | the kiosk starts again |
/// |---|---|---|---|
/// | has not been done | forgotten | – | as it was, or one step before |
/// | was done, or was in the wait room | its mood is owed | closed once that is on the disk | the same |
struct KioskActivities: Sendable {
    /// More are not asked after: they are in the plan, and caregivers see that nothing was said.
    private static let mostOwed = 5
    /// For so long after it was used, the first press leads back to the wait room or the appointment, and not to the board.
    static let leadsBackFor: Duration = .seconds(30 * 60)

    private(set) var owed: [Assigned] = []
    /// How these were is said and not on the disk yet, by the mood's id: after a power cut it is asked again.
    private var unstored: [(mood: UUID, assignment: Assigned)] = []
    /// The last moods that were said here: what the journal tells of them closes no later question.
    private var saidHere: [UUID] = []
    /// The present one; only one is done at a time.
    private(set) var current: Activity?
    private(set) var appointments: [UUID: Appointment] = [:]
    /// When the client was last in it.
    private var usedAt: Instant?
    /// What was sent to an appointment, and may still fail.
    private var sent: [UUID] = []
    /// When the client has come to the wait room, by the plan's clock; `nil` where they have not, or that was in an earlier run.
    private(set) var waitsFrom: Date?
    /// When the provider who is pretended comes, and whether they have.
    private var pretendedAt: Instant?
    private var hasPretended = false
    /// What the last run has left, until this one has begun.
    private var isRecalled = false
    /// Whether what the provider has written for the present one was said since it was opened.
    private var isInstructed = false
    /// The appointments to which no exercise leads and to which the client has not come: they are told of their time.
    private var ahead: [UUID] = []
    /// How often they were told of one that is planned for then.
    private var called: [UUID: (at: Date, count: Int)] = [:]
    /// When that is due next.
    private var callsAt: Instant?
    private var arrivals = ProviderArrivals()
    /// How long after its time the client is told of one, each of these times once while they have not come. Seconds.
    private static let callsAfter: [TimeInterval] = [0, 15 * 60, 30 * 60]
    /// A kiosk that was off then says it so much later at most. Seconds.
    private static let latestCall = 5 * 60.0

    // MARK: - The present one

    /// Another one is opened; what the present one owes is not forgotten.
    mutating func open(_ assignment: Assigned, at stage: Activity.Stage = .asked) {
        if let current, current.owesMood { owe(current.assignment) }
        owed.removeAll { $0.id == assignment.id }
        (isPretending, pretendedAt, hasPretended, waitsFrom) = (false, nil, false, nil)
        isInstructed = false
        current = Activity(assignment, at: stage)
    }

    mutating func handle(_ event: Activity.Event, at now: Instant) -> [Activity.Effect] {
        guard var activity = current else { return [] }
        let effects = activity.handle(event, at: now)
        current = activity.stage == .over ? nil : activity
        // Whoever was there need not be told of it again.
        if activity.isAttending, let appointment = appointment(activity.assignment.appointment) {
            called[appointment.id] = (appointment.content.at, Self.callsAfter.count)
        }
        return effects
    }

    /// What the provider has written for the present one: it is said once, before the exercise begins for the first time.
    mutating func takeInstructions() -> String? {
        guard let current, !isInstructed, !current.owesMood else { return nil }
        isInstructed = true
        return current.assignment.details.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// They were not heard to their end.
    mutating func instructionsWereLost() { isInstructed = false }

    private mutating func owe(_ assignment: Assigned) {
        owed.removeAll { $0.id == assignment.id }
        owed.append(assignment)
        owed.removeFirst(max(0, owed.count - Self.mostOwed))
    }

    // MARK: - Moods

    mutating func said(_ mood: UUID, of assignment: Assigned) {
        unstored.append((mood, assignment))
        saidHere.append(mood)
        saidHere.removeFirst(max(0, saidHere.count - 50))
    }

    /// What a mood was said after that is not on the disk yet.
    func unstored(_ mood: UUID) -> Assigned? { unstored.first { $0.mood == mood }?.assignment }

    /// It is on the disk.
    mutating func stored(_ mood: UUID) { unstored.removeAll { $0.mood == mood } }

    /// How it was could not be kept: it is asked again, unless that is open anyway.
    ///
    /// - Parameter isAnswered: Whether another answer is known.
    mutating func lostMood(_ mood: UUID, of assignment: Assigned, isAnswered: Bool) {
        stored(mood)
        let isOpen = current.map { $0.assignment.id == assignment.id && $0.owesMood } ?? false
        if !isAnswered, !isOpen { owe(assignment) }
    }

    /// How these were is known, said here before a power cut or elsewhere: nobody is asked that twice.
    mutating func known(_ said: Set<String>) {
        owed.removeAll { said.contains($0.id) }
        guard let current, said.contains(current.assignment.id) else { return }
        switch current.stage {
        case .mood, .later: self.current = nil
        case .asked, .exercising, .waiting, .meeting, .over: break
        }
    }

    /// These were found on the disk: what was said there after an appointment alone is not asked again.
    mutating func found(_ moods: Set<UUID>) {
        owed.removeAll { one in one.answer.map { moods.contains($0) } ?? false }
        saidHere += moods
    }

    /// The client has said elsewhere how an appointment was: that is not asked here.
    mutating func saidElsewhere(_ mood: UUID, of appointment: UUID) {
        if !saidHere.contains(mood) { known([Assigned.id(ofMeeting: appointment)]) }
    }

    mutating func used(at now: Instant) { usedAt = now }

    /// Whether a press at rest leads back to it.
    func leadsBack(at now: Instant) -> Bool {
        guard let current, let usedAt, current.stage == .waiting || current.stage == .meeting else {
            return false
        }
        return usedAt.duration(to: now) < Self.leadsBackFor
    }

    /// When something is due.
    var nextWake: Instant? { [current?.nextWake, pretendedAt, callsAt].compactMap { $0 }.min() }

    // MARK: - Trying it out

    /// Whether the provider of the present one is only pretended.
    private(set) var isPretending = false

    /// Whoever is to come, where the wait room is only tried; `nil` where there is an appointment. Once somebody is pretended they are until the
    /// end: nobody is left waiting because a setting has changed.
    ///
    /// - Parameter wait: How long they let the client wait; 0: nobody is pretended anew.
    mutating func pretended(after wait: Duration) -> AppointmentStanding? {
        isPretending =
            (isPretending || wait > .zero) && current != nil && current?.assignment.appointment == nil
        guard isPretending else { return nil }
        return AppointmentStanding(provider: hasPretended ? .in : .out, isClientIn: true)
    }

    /// The client has come to the wait room.
    ///
    /// - Parameters:
    ///   - wait: How long somebody who is pretended lets them wait.
    ///   - time: By the plan's clock.
    mutating func waits(_ wait: Duration, at now: Instant, _ time: Date) {
        waitsFrom = waitsFrom ?? time
        if isPretending, !hasPretended, pretendedAt == nil { pretendedAt = now.advanced(by: wait) }
    }

    /// Whether the one who is pretended comes now.
    mutating func takePretended(at now: Instant) -> Bool {
        guard let pretendedAt, pretendedAt <= now else { return false }
        (self.pretendedAt, hasPretended) = (nil, true)
        return true
    }

    // MARK: - Appointments

    func appointment(_ id: UUID?) -> Appointment? { id.flatMap { appointments[$0] } }

    /// That of the present one.
    var appointment: Appointment? { appointment(current?.assignment.appointment) }

    /// All of these days, as they were read.
    mutating func take(_ all: [Appointment]) {
        let told = appointments
        // What the journal has told while they were read is newer.
        appointments = Dictionary(
            all.map { read in
                let known = told[read.id]
                return (read.id, known.map { $0.sequence > read.sequence ? $0 : read } ?? read)
            }
        ) { $1 }
    }

    /// The service counts from the beginning: everything that it sends next is newer.
    mutating func beginAnew() {
        for id in appointments.keys { appointments[id]?.sequence = 0 }
    }

    /// - Returns: Whether it belongs to the present one.
    mutating func take(_ changed: Appointment) -> Bool {
        // An older one may come later, where lines say nothing of how it stands.
        if let known = appointments[changed.id], known.sequence > changed.sequence { return false }
        appointments[changed.id] = changed
        return changed.id == current?.assignment.appointment
    }

    // MARK: - Their time

    /// These are the ones to which no exercise leads, and in which the client is not.
    mutating func tellOf(_ appointments: [UUID]) { ahead = appointments }

    /// Those of which the client is to be told now that it is their time, the earliest first.
    ///
    /// - Parameter time: By the plan's clock.
    mutating func takeCalls(at time: Date) -> [Appointment] {
        var due: [Appointment] = []
        for one in ahead.compactMap({ appointments[$0] }) {
            let at = one.content.at
            let passed = Self.callsAfter.filter { at.addingTimeInterval($0) <= time }
            guard let last = passed.last, passed.count > timesCalled(to: one) else { continue }
            called[one.id] = (at, passed.count)
            if time <= at.addingTimeInterval(last + Self.latestCall) { due.append(one) }
        }
        return due.sorted { ($0.content.at, "\($0.id)") < ($1.content.at, "\($1.id)") }
    }

    /// The client is told by what they are doing that the provider of that has come.
    mutating func noteArrivals() {
        for one in appointments.values
        where one.standing.isClientIn || one.id == current?.assignment.appointment {
            arrivals.knows(one)
        }
    }

    /// Those whose provider is there before the client, who is to be told now. Their time is not told as well, if it comes within a few minutes.
    ///
    /// - Parameter time: By the plan's clock.
    mutating func takeArrivals(at time: Date) -> [Appointment] {
        let come = arrivals.take(of: appointments, at: time)
        for one in come {
            let soon = time.addingTimeInterval(Self.latestCall)
            let passed = Self.callsAfter.count { one.content.at.addingTimeInterval($0) <= soon }
            called[one.id] = (one.content.at, max(passed, timesCalled(to: one)))
        }
        return come
    }

    /// When the client is to be told that somebody is there; `nil` where nobody is of whom they do not know.
    func nextArrival(after time: Date) -> Date? { arrivals.next(of: appointments, after: time) }

    /// - Parameters:
    ///   - time: The same moment by the plan's clock.
    ///   - isHere: Whether the client is told things at this kiosk.
    ///   - arrival: When they are to be told that somebody is there.
    mutating func planCalls(at now: Instant, time: Date, isHere: Bool, arrival: Date?) {
        let moments = ahead.compactMap { appointments[$0] }.compactMap { one -> Date? in
            let count = timesCalled(to: one)
            guard count < Self.callsAfter.count else { return nil }
            return one.content.at.addingTimeInterval(Self.callsAfter[count])
        }
        let next = (moments + [arrival].compactMap(\.self)).min()
        callsAt = isHere ? next.map { now.advanced(by: .seconds(Self.wait(until: $0, time))) } : nil
    }

    /// A day at most, so that a clock that was set is noticed; a little more than none, so that it has come then. Seconds.
    private static func wait(until moment: Date, _ time: Date) -> TimeInterval {
        min(max(moment.timeIntervalSince(time), 0) + 0.001, 86_400)
    }

    /// If it was put off, it is told anew.
    private func timesCalled(to appointment: Appointment) -> Int {
        called[appointment.id].flatMap { $0.at == appointment.content.at ? $0.count : nil } ?? 0
    }

    // MARK: - What was sent

    mutating func sends(_ line: UUID) {
        sent.append(line)
        sent.removeFirst(max(0, sent.count - 50))
    }

    func hasSent(_ line: UUID) -> Bool { sent.contains(line) }

    // MARK: - Restarts

    /// What is worth being stored.
    var kept: KeptActivity? {
        let stage = current?.kept
        let present = stage == nil ? nil : current?.assignment
        let asked =
            owed
            + unstored.filter { one in
                one.assignment.id != present?.id && !owed.contains { $0.id == one.assignment.id }
            }.map { one in
                var assignment = one.assignment
                if assignment.isMeeting { assignment.answer = one.mood }
                return assignment
            }
        guard stage != nil || !asked.isEmpty else { return nil }
        return KeptActivity(assignment: present, stage: stage, owed: asked)
    }

    /// Begins where an earlier run was.
    mutating func recall(_ kept: KeptActivity?) {
        guard let kept else { return }
        owed = kept.owed
        guard let assignment = kept.assignment, let stage = kept.stage else { return }
        current = Activity(assignment, at: stage)
        isRecalled = true
    }

    /// The kiosk has begun.
    mutating func begin(at now: Instant) {
        guard isRecalled else { return }
        isRecalled = false
        usedAt = now
        _ = handle(.restarted, at: now)
    }
}
