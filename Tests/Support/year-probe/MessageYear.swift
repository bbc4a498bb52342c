import Care
import CareStore
import Chance
import Foundation

/// How the probe of messages spoils its own world, to see that it would be found out.
struct MessageSpoiling {
    /// Each so many-th message is called sent and is not.
    var dropsEach: Int?
    /// Each so many-th try of what was tried before has another key.
    var renamesEach: Int?
    /// Each so many-th first try is a second early.
    var hastensEach: Int?
}

/// A year of calls in a home whose people are reached on their own devices, with a store that is real.
///
/// Around it a world in virtual time: sides outside are dead, slow, full, or take a message and say that they have not; devices show
/// nothing; subscriptions end and are made again; calls are answered soon, late, or by whoever does not come then; the service ends at
/// random moments, also between writing and sending; the clock is set.
final class MessageYear {
    /// What happens around the store.
    enum Happening {
        case call(client: String, Priority)
        case answer(ProbeCall, RequestState)
        /// A try ends; only in that life of the service is it known how.
        case landed(MessageTry, life: Int)
        case forgotten(ProbeContact)
        case renewed(ProbeContact)
        case down(seconds: Int64)
        /// With the next messages, between writing and sending.
        case die(seconds: Int64)
        case up
        case clock(step: Int64)
    }

    private static let clients = (1...6).map { "client-\($0)" }
    /// Later than any moment of the year.
    private static let never = 2 * Year.end

    private let path: String
    var store: CareStore?
    /// By a clock that never jumps. Seconds since 1970.
    var now = Year.start
    /// By how much the wall's clock was set since the beginning. Seconds.
    private var steps: Int64 = 0
    var world = Heap<Happening>()
    var chance: SeededGenerator
    let outside: OutsideWeather
    private let spoiling: MessageSpoiling
    /// When the store wants to be asked next, by the wall's clock.
    private var nextDue = Year.start
    private var nextTry: Int64?
    private var isFirst = true
    private var dying: Int64?
    private var life = 0
    /// The messages that are being tried.
    var underWay: [Int64: ProbeContact] = [:]
    private var begun = 0
    private var tried = 0
    private var triedAgain = 0
    var tally: MessageTally

    init(folder: String, calls: Int, people: Int, seed: UInt64, spoiling: MessageSpoiling) async throws {
        path = "\(folder)/care.sqlite"
        self.spoiling = spoiling
        chance = SeededGenerator(seed: seed)
        outside = OutsideWeather(seed: seed)
        let caregivers = (1...max(5, people)).map { "caregiver-\($0)" }
        tally = MessageTally(contacts: Self.contacts(of: caregivers, &chance), people: caregivers)
        try open()
        try await furnish(caregivers)
        for _ in 0..<calls {
            let priority: Priority = Int.random(in: 0..<3, using: &chance) == 0 ? .urgent : .normal
            world.add(
                .call(client: Self.clients.randomElement(using: &chance) ?? "", priority), at: sometime())
        }
        planMishaps()
    }

    private static func contacts(
        of caregivers: [String], _ chance: inout SeededGenerator
    ) -> [ProbeContact] {
        // The last are the home's own.
        var ways: [(channel: ContactChannel, person: String?, after: Int)] = []
        for person in caregivers {
            let channels = ContactChannel.allCases.shuffled(using: &chance)
            for channel in channels.prefix(Int.random(in: 1...3, using: &chance)) {
                ways.append((channel, person, [0, 0, 0, 30, 120].randomElement(using: &chance) ?? 0))
            }
        }
        ways.append((.webhook, nil, 0))
        ways.append((.sip, nil, 60))
        return ways.enumerated().map { number, way in
            ProbeContact(
                way.channel, newID(&chance), of: way.person, number: number + 1, after: way.after)
        }
    }

    /// The same in each run with the same seed: what is sent first of two follows from it.
    static func newID(_ chance: inout SeededGenerator) -> UUID {
        UUID.version7(at: Year.date(Year.start), using: &chance)
    }

    /// People, their contacts, the channels, and the way of all calls.
    private func furnish(_ caregivers: [String]) async throws {
        guard let store else { return }
        let before = wallDate
        let people =
            Self.clients.map { Person(id: $0, name: $0, role: .client) }
            + caregivers.map { Person(id: $0, name: $0, role: .caregiver) }
        for person in people { _ = try await store.setPerson(person, at: before) }
        for name in ContactChannel.names {
            _ = try await store.save(
                StoredChannel(name: name, isOn: true, settings: [:], sequence: 0), at: before)
        }
        for contact in tally.contacts {
            contact.stored = try await store.save(contact.stored, at: before)
        }
        let way = CallPath(
            id: UUID(), name: "All",
            steps: [
                CallPathStep(after: 0, who: ProbeCall.first.map(CallTarget.person)),
                CallPathStep(
                    after: Int(ProbeCall.secondAfter), who: ProbeCall.second.map(CallTarget.person)),
                CallPathStep(after: Int(ProbeCall.everybodyAfter), who: [.everybody]),
            ])
        _ = try await store.setCallPaths(NewCallPaths(paths: [way], replaces: 0), at: before)
    }

    private func sometime() -> Int64 { Int64.random(in: (Year.start + 60)..<Year.end, using: &chance) }

    private func planMishaps() {
        for number in 0..<60 {
            let seconds = Int64.random(in: 1...10_800, using: &chance)
            world.add(number % 3 == 0 ? .die(seconds: seconds) : .down(seconds: seconds), at: sometime())
        }
        for _ in 0..<40 {
            // Of one call's events no two are as near to each other as the clock is set back.
            let step = Int64.random(in: 2...50, using: &chance) * (Bool.random(using: &chance) ? 1 : -1)
            world.add(.clock(step: step), at: sometime())
        }
        for _ in 0..<30 {
            guard let contact = tally.contacts.randomElement(using: &chance) else { return }
            let at = sometime()
            world.add(.forgotten(contact), at: at)
            world.add(.renewed(contact), at: at + Int64.random(in: 600...500_000, using: &chance))
        }
    }

    // MARK: - Living

    func live() async throws {
        while now < Year.end {
            while let happening = world.take(upTo: now) { try await perform(happening) }
            if store != nil { try await serve() }
            // The store's are by the wall's clock.
            let own = [nextDue - steps, nextTry.map { $0 - steps }, tally.next].compactMap(\.self)
            let next = min(world.next ?? Year.end, store == nil ? Year.end : own.min() ?? Year.end)
            now = max(now + (next <= now ? 1 : 0), next)
        }
        store = nil
    }

    /// Ends with 1 if anything was wrong.
    func report(took: Duration) -> Int32 {
        tally.report(held: outside.held, took: took) > 0 ? 1 : 0
    }

    var wall: Int64 { now + steps }
    var wallDate: Date { Year.date(wall) }
    var uptime: Duration { .seconds(now - Year.start) }

    private func open() throws {
        isFirst = true
        // There is no program: only contacts are told.
        // One that was closed a moment ago gives its lock back a moment later.
        for _ in 0..<3000 {
            store = try? CareStore(path: path, policy: ProbeCall.policy)
            if store != nil { return }
            usleep(10_000)
        }
        store = try CareStore(path: path, policy: ProbeCall.policy)
    }

    private func goDown(for seconds: Int64) {
        store = nil
        dying = nil
        life += 1
        underWay = [:]
        tally.count("restarts")
        tally.gap(now..<(now + seconds))
        world.add(.up, at: now + seconds)
    }

    private func perform(_ happening: Happening) async throws {
        switch happening {
        case .call, .answer, .renewed:
            // What is due by now comes first.
            try await serve()
            // With the service down, it waits where it is.
            guard store != nil else { return world.add(happening, at: now + 30) }
            try await act(happening)
            try await look()
        case .landed(let one, let life): try await land(one, life: life)
        case .forgotten(let contact): contact.isForgotten = true
        case .down(let seconds): if store != nil { goDown(for: seconds) }
        case .die(let seconds): dying = seconds
        case .up:
            try open()
            try await serve()
        case .clock(let step):
            guard store != nil else { return }
            steps += step
            tally.count("clock steps")
            isFirst = true
            try await serve()
        }
    }

    private func act(_ happening: Happening) async throws {
        switch happening {
        case .call(let client, let priority): try await call(client, priority)
        case .answer(let call, let answer): try await respond(to: call, answer)
        case .renewed(let contact): try await renew(contact)
        case .landed, .forgotten, .down, .die, .up, .clock: break
        }
    }

    // MARK: - What a service does

    private func serve() async throws {
        guard let store else { return }
        tally.pass(to: now, wall: wall)
        while isFirst || nextDue <= wall {
            isFirst = false
            _ = try await store.takeDue(now: wallDate, uptime: uptime)
            try await look()
        }
        guard nextTry.map({ $0 <= wall }) ?? false else { return }
        try await send()
        try await look()
    }

    func look() async throws {
        guard let store else { return }
        nextDue = try await store.nextDue().map(Self.second) ?? Self.never
        nextTry = try await store.nextMessage(except: Set(underWay.keys)).map(Self.second)
    }

    private static func second(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970.rounded(.up)) }

    private func send() async throws {
        guard let store else { return }
        let messages = try await store.pendingMessages(
            over: nil, lane: nil, except: Set(underWay.keys), atMost: 1000, now: wallDate)
        if let seconds = dying, !messages.isEmpty {
            tally.count("died before it was sent")
            return goDown(for: seconds)
        }
        for message in messages { begin(message) }
    }

    private func begin(_ message: OutgoingMessage) {
        guard let contact = tally.contacts.first(where: { $0.id == message.contact.id }) else {
            return tally.fault("to nobody of the home", "\(message)")
        }
        tried += 1
        let isAgain = message.attempts > 0
        if isAgain { triedAgain += 1 } else { begun += 1 }
        let isRenamed = isAgain && (spoiling.renamesEach.map { triedAgain % $0 == 0 } ?? false)
        let isHastened = !isAgain && (spoiling.hastensEach.map { begun % $0 == 0 } ?? false)
        var one = outside.attempt(message, contact, at: now)
        if isRenamed { one.key = UUID() }
        if spoiling.dropsEach.map({ tried % $0 == 0 }) ?? false { one.drop() }
        tally.begin(message, as: one.key, at: isHastened ? now - 1 : now)
        underWay[message.id] = contact
        world.add(.landed(one, life: life), at: now + one.seconds)
    }

    /// The other side is done with a try; the service learns that, unless it has died meanwhile.
    private func land(_ one: MessageTry, life: Int) async throws {
        if one.isTaken { tally.take(one.message, as: one.key) }
        guard let store, life == self.life else { return }
        // A device may confirm before its sender knows that anything was taken.
        if one.isConfirmed {
            _ = try await store.confirm(message: one.message.key, at: wallDate)
            tally.count("confirmed")
        }
        underWay[one.message.id] = nil
        _ = try await store.settle(one.message, one.outcome, at: wallDate, uptime: uptime)
        switch one.outcome {
        case .sent, .confirmed: tally.settle(one.message)
        case .failed: tally.fail(one.message, notBefore: 5, at: now)
        case .later(_, let seconds): tally.fail(one.message, notBefore: Int64(seconds), at: now)
        case .gone:
            if one.message.contact.sequence == one.contact.stored.sequence { tally.end(one.contact, at: now) }
        }
        try await look()
    }
}
