import Care
import CareStore
import Foundation

/// Which messages have to be sent, by rules that are written here anew, and which were.
///
/// All moments are by a clock that never jumps, in seconds; what the wall's clock showed then is said beside it.
struct MessageTally {
    /// What is told to one contact at one moment.
    struct Event: Hashable {
        var call: UUID
        var contact: UUID
        var isUpdate: Bool
        /// What the wall's clock showed when it happened.
        var wall: Int64
    }

    struct Expectation {
        /// When it happened, and from when on it may be sent; by when it must have been begun, if nothing comes between.
        var at: Int64
        var due: ClosedRange<Int64>
        /// How many messages there may be of it.
        var most = 1
        /// Whether there must be one.
        var isCertain: Bool
        /// Those that were tried, and how often the other side took them.
        var keys: Set<UUID> = []
        var taken: [UUID: Int] = [:]
    }

    let contacts: [ProbeContact]
    let people: [String]
    private(set) var calls: [UUID: ProbeCall] = [:]
    private var open: [ProbeCall] = []
    private(set) var expectations: [Event: Expectation] = [:]
    /// The key of each row, and from when on it may be tried again.
    private var keys: [Int64: UUID] = [:]
    private var notBefore: [Int64: Int64] = [:]
    /// Times in which the service was down.
    private(set) var gaps: [Range<Int64>] = []
    private(set) var faults: [String: Int] = [:]
    private(set) var counts: [String: Int] = [:]

    init(contacts: [ProbeContact], people: [String]) {
        self.contacts = contacts
        self.people = people
    }

    mutating func count(_ what: String, _ number: Int = 1) { counts[what, default: 0] += number }

    mutating func gap(_ time: Range<Int64>) { gaps.append(time) }

    mutating func fault(_ what: String, _ detail: String) {
        faults[what, default: 0] += 1
        if faults[what, default: 0] <= 5 { print("\(what.uppercased()): \(detail)") }
    }

    // MARK: - What has to be sent

    /// A client calls.
    mutating func begin(_ call: ProbeCall, at now: Int64, wall: Int64) {
        calls[call.id] = call
        open.append(call)
        _ = tell(call, at: now, wall: wall)
        count("calls")
    }

    /// When time brings something next.
    var next: Int64? { open.compactMap(\.next).min() }

    /// What time has brought by now, while the service is there.
    mutating func pass(to now: Int64, wall: Int64) {
        open.removeAll { $0.state == .over }
        for call in open { pass(call, to: now, wall: wall) }
    }

    private mutating func pass(_ call: ProbeCall, to now: Int64, wall: Int64) {
        var justTold: Set<String> = []
        if call.lapse(at: now) {
            justTold = tell(call, isAnew: true, at: now, wall: wall)
            count("claims that lapsed")
        }
        if call.step(at: now) { justTold.formUnion(tell(call, at: now, wall: wall)) }
        let before = call.told
        guard call.escalate(at: now, everybody: people) else { return }
        count("escalations")
        justTold.formUnion(tell(call, at: now, wall: wall))
        for contact in contacts where !contact.hasEnded {
            if let person = contact.person {
                guard !justTold.contains(person), before.contains(person) || call.unsure.contains(person)
                else { continue }
            }
            remind(call, contact, at: now, wall: wall)
        }
    }

    /// Everybody whom it reaches and who has not been told yet; gives them.
    ///
    /// - Parameter isAnew: Those who were told are told again.
    private mutating func tell(
        _ call: ProbeCall, isAnew: Bool = false, at now: Int64, wall: Int64
    ) -> Set<String> {
        var people: Set<String> = []
        for person in call.reached where isAnew || !call.everTold.contains(person) {
            let theirs = contacts.filter { $0.person == person && !$0.hasEnded }
            guard !theirs.isEmpty else {
                // Nobody without a way is told; whoever was told before may count as told, or not.
                if isAnew, call.everTold.contains(person) { call.unsure.insert(person) }
                continue
            }
            people.insert(person)
            call.told.insert(person)
            call.everTold.insert(person)
            call.unsure.remove(person)
            for contact in theirs {
                alert(call, contact, due: (now + contact.after)...(now + contact.after), at: now, wall: wall)
            }
        }
        return people
    }

    /// Everybody is called: somebody who was told before hears of it again, unless their first message is still to come.
    private mutating func remind(_ call: ProbeCall, _ contact: ProbeContact, at now: Int64, wall: Int64) {
        let before = call.alerts[contact.id] ?? []
        guard !before.contains(where: { $0.lowerBound > now }) else { return }
        let isPersonUnsure = contact.person.map { call.unsure.contains($0) } ?? false
        let isUnsure = isPersonUnsure || before.contains { $0.upperBound > now }
        let first = call.everAlerted.contains(contact.id) ? now : now + contact.after
        alert(
            call, contact, due: first...(now + contact.after), isCertain: !isUnsure, at: now, wall: wall)
    }

    private mutating func alert(
        _ call: ProbeCall, _ contact: ProbeContact, due: ClosedRange<Int64>, isCertain: Bool = true,
        at now: Int64, wall: Int64
    ) {
        call.alerts[contact.id, default: []].append(due)
        call.everAlerted.insert(contact.id)
        expect(
            Event(call: call.id, contact: contact.id, isUpdate: false, wall: wall), due, isCertain, at: now)
    }

    /// Somebody answers it, or the client takes it back: whoever was alerted is told that, where their channel carries it.
    mutating func answer(_ call: ProbeCall, _ answer: RequestState, at now: Int64, wall: Int64) {
        call.answer(answer, at: now)
        for contact in contacts
        where contact.channel.carriesUpdates && !contact.hasEnded && call.everAlerted.contains(contact.id) {
            expect(
                Event(call: call.id, contact: contact.id, isUpdate: true, wall: wall), now...now,
                call.taken.contains(contact.id), at: now)
        }
        count("answers")
    }

    private mutating func expect(
        _ event: Event, _ due: ClosedRange<Int64>, _ isCertain: Bool, at now: Int64
    ) {
        guard var there = expectations[event] else {
            expectations[event] = Expectation(at: now, due: due, isCertain: isCertain)
            return
        }
        there.most += 1
        there.due = min(there.due.lowerBound, due.lowerBound)...max(there.due.upperBound, due.upperBound)
        there.isCertain = there.isCertain || isCertain
        expectations[event] = there
    }

    /// It has ended: what waited for it is dropped.
    mutating func end(_ contact: ProbeContact, at now: Int64) {
        contact.end(at: now)
        for call in open { call.alerts[contact.id] = nil }
        count("ended")
    }

    // MARK: - What is sent

    /// The call and event of a message; `nil` if there is no such thing.
    private func find(_ message: OutgoingMessage) -> (ProbeCall, Event)? {
        let id: UUID? =
            switch message.subject {
            case .request(let request): request.id
            case .reminder(let reminder): reminder.request?.id
            }
        guard let call = id.flatMap({ calls[$0] }) else { return nil }
        let event = Event(
            call: call.id, contact: message.contact.id, isUpdate: message.kind == .update,
            wall: Int64(message.createdAt.timeIntervalSince1970.rounded()))
        return (call, event)
    }

    /// A try of it begins.
    ///
    /// - Parameter key: Under which it is sent.
    mutating func begin(_ message: OutgoingMessage, as key: UUID, at now: Int64) {
        guard let (call, event) = find(message), var expectation = expectations[event] else {
            return fault("of nothing that happened", "\(message)")
        }
        let name = name(event)
        if now < expectation.due.lowerBound {
            fault("early", "by \(expectation.due.lowerBound - now) s: \(name)")
        } else if let earliest = notBefore[message.id], now < earliest {
            fault("early", "again, by \(earliest - now) s: \(name)")
        }
        if now == expectation.due.lowerBound { count("at their very second") }
        if (message.kind == .alert) != (call.state == .waiting) {
            fault(
                message.kind == .alert ? "of what was answered" : "that somebody comes who does not",
                "\(name) at \(now)")
        }
        if let known = keys.updateValue(key, forKey: message.id), known != key {
            fault("doubled under another key", name)
        } else {
            expectation.keys.insert(key)
            if expectation.keys.count > expectation.most { fault("told twice", "\(name) at \(now)") }
            expectations[event] = expectation
        }
        count("tries")
    }

    /// The other side has taken it, whether or not the sender learns that.
    mutating func take(_ message: OutgoingMessage, as key: UUID) {
        guard let (_, event) = find(message) else { return }
        expectations[event]?.taken[key, default: 0] += 1
        if expectations[event]?.taken[key] ?? 0 > 1 { count("doubled") }
        count("taken")
    }

    /// The store has been told that it was taken.
    mutating func settle(_ message: OutgoingMessage) {
        guard message.kind == .alert, let (call, _) = find(message) else { return }
        call.taken.insert(message.contact.id)
    }

    /// It failed, and is not tried before so many seconds from now.
    mutating func fail(_ message: OutgoingMessage, notBefore seconds: Int64, at now: Int64) {
        notBefore[message.id] = now + seconds
        count("failures")
    }

    func name(_ event: Event) -> String {
        let contact = contacts.first { $0.id == event.contact }
        let whose = contact?.person ?? "the home"
        return
            "\(event.isUpdate ? "update" : "alert") of \(event.wall) over \(contact?.channel.rawValue ?? "nothing") to \(whose)"
    }
}
