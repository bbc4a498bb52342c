import Care
import CareStore
import Chance
import Foundation
import ZoneFiles

/// How the probe spoils its own world, to see that it would be found out.
struct Spoiling {
    var forgetsEach: Int?
    var repeatsEach: Int?
    /// By a second.
    var hastensEach: Int?
    /// Of what is entered of chores.
    var losesEach: Int?
    /// Of the parts of chores that leave some of it.
    var doublesEach: Int?
    /// The store does not hear of it when somebody is away.
    var isUnaware = false
}

/// A home with many people and routines, from one new year's eve to the next, with a store that is real.
///
/// Around it a world in virtual time: caregivers do most of what is due, some ahead of time, take some of it back, put some
/// off and leave some; chores are claimed and given back, done in parts, approved or not, and undone; routines are changed; the
/// service ends at random moments, at times between its writing and its telling, and starts again after seconds or hours; the
/// clock is set and the machine sleeps; stations, kiosks and the home's program hear nothing for a while.
final class Year {
    /// Two in the morning: before one it is 2025 in UTC, and a clock that shows less than 2026 the store does not believe.
    static let start = Berlin.second(day: 0, minute: 120)
    static let end = Berlin.second(day: Berlin.days, minute: 0)

    static func date(_ second: Int64) -> Date { Date(timeIntervalSince1970: Double(second)) }

    private let path: String
    private let zones = ZoneFiles()
    private(set) var store: CareStore?
    /// What the wall's clock shows.
    var now = Year.start
    /// By how much that clock was set, or slept on, since the beginning.
    private var steps: Int64 = 0
    var world = Heap<Happening>()
    var chance: SeededGenerator
    private var deadUntil: [ReminderChannel: Int64] = [:]
    private let spoiling: Spoiling
    private var nextDue = Year.start
    private var nextTry: Int64?
    /// A store that was just opened reckons first, whatever is due.
    private var isFirst = true
    /// How long the service will be down that is to die between writing and telling.
    private var dying: Int64?
    private var count = 0
    private var entered = 0
    private var partial = 0
    var tally: Tally
    let ledger: ChoreLedger

    init(folder: String, routines: Int, people: Int, seed: UInt64, spoiling: Spoiling) async throws {
        path = "\(folder)/care.sqlite"
        self.spoiling = spoiling
        chance = SeededGenerator(seed: seed)
        let household = Household(people: people, seed: seed, &chance)
        tally = Tally(household: household)
        ledger = ChoreLedger(path: path)
        try open()
        let before = Self.date(now - 60)
        for var person in household.everybody {
            if spoiling.isUnaware { person.absences = [] }
            _ = try await store?.setPerson(person, at: before)
        }
        for number in 0..<routines {
            let routine = PlannedRoutine(number: number, household, &chance)
            let made = try await store?.addRoutine(
                NewRoutine(id: routine.part, content: try routine.content, at: before), receivedAt: before)
            routine.sequence = made?.0.sequence ?? 0
            tally.routines.append(routine)
            tally.expect(routine.occurrences)
            plan(routine.occurrences)
            planChange(of: routine)
        }
        planMishaps()
    }

    // MARK: - Living

    func live() async throws {
        while now < Self.end {
            while let happening = world.take(upTo: now) { try await perform(happening) }
            if store != nil { try await serve() }
            let next = min(
                world.next ?? Self.end, store == nil ? Self.end : min(nextDue, nextTry ?? Self.end))
            now = max(now + (next <= now ? 1 : 0), next)
        }
        store = nil
        try tally.compareAll(with: ledger)
    }

    func open() throws {
        isFirst = true
        let zones = zones
        var policy = AlertPolicy()
        // Nothing is run here, but the home has a program.
        policy.command = ["pager"]
        // `nil`: no such zone.
        store = try CareStore(
            path: path, policy: policy,
            channels: [
                DeliveryChannel(
                    name: "command", title: "the program", recipient: policy.command.first,
                    fault: .commandFailed
                ) { _, _ in .sent }
            ], zone: Berlin.id, zones: { try? zones.rules(for: $0) })
    }

    func goDown(for seconds: Int64) {
        store = nil
        dying = nil
        tally.count("restarts")
        tally.gap(now..<(now + seconds))
        world.add(.up, at: now + seconds)
    }

    /// It goes down when it has next written down what is due, before anybody has heard of it.
    func dieAtNext(for seconds: Int64) { dying = seconds }

    /// Somebody sets the clock, or the machine sleeps.
    func setClock(by step: Int64) async throws {
        if step > 0 { tally.gap(now..<(now + step)) }
        now += step
        steps += step
        if step < 0 { tally.setBack(over: now..<(now - step)) }
        tally.count("clock steps")
        guard store != nil else { return }
        tally.clockWasSet(by: step, at: now)
        isFirst = true
        try await serve()
    }

    func kill(_ channel: ReminderChannel, for seconds: Int64) {
        deadUntil[channel] = max(deadUntil[channel] ?? 0, now + seconds)
        tally.count("dead channels")
        tally.death(of: channel, now..<(now + seconds))
        world.add(.alive(channel), at: now + seconds)
    }

    private func isDead(_ channel: ReminderChannel) -> Bool { (deadUntil[channel] ?? 0) > now }

    // MARK: - What a service does

    func serve() async throws {
        guard let store else { return }
        while isFirst || nextDue <= now {
            isFirst = false
            let events = try await store.takeDue(
                now: Self.date(now), uptime: .seconds(now - Self.start - steps))
            let reminders = events.compactMap(\.reminder)
            if let seconds = dying, !reminders.isEmpty {
                tally.count("died before it was told")
                return goDown(for: seconds)
            }
            for reminder in reminders { try await tell(reminder) }
            try await look()
        }
        if nextTry.map({ $0 <= now }) ?? false {
            try await deliver()
            try await look()
        }
    }

    /// When the store wants to be asked next: something is due, or the home's program is to be tried again.
    func look() async throws {
        guard let store else { return }
        // Times are to the second here, but a reminder's next try may not be.
        nextDue = try await store.nextDue().map(Self.second) ?? Self.end
        nextTry = try await store.nextDelivery().map(Self.second)
    }

    private static func second(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970.rounded(.up)) }

    private func tell(_ reminder: Reminder) async throws {
        guard !isDead(reminder.channel), reminder.channel != .command, let store else { return }
        count += 1
        let isForgotten = spoiling.forgetsEach.map { count % $0 == 0 } ?? false
        let isOpen = tally.find(reminder).map { !$0.1.isClosedNow && $0.1.mayBePutOff } ?? false
        if reminder.channel == .station, isOpen, !isForgotten, Int.random(in: 0..<40, using: &chance) == 0 {
            let minutes = Int.random(in: 2...20, using: &chance)
            tally.putOff(reminder, until: now + 60 * Int64(minutes), at: now)
            return try await answer(reminder, .snoozed, minutes: minutes, store)
        }
        let isHastened = spoiling.hastensEach.map { count % $0 == 0 } ?? false
        if !isForgotten { tally.told(reminder, at: isHastened ? now - 1 : now) }
        if spoiling.repeatsEach.map({ count % $0 == 0 }) ?? false { tally.told(reminder, at: now) }
        try await answer(reminder, .told, store)
    }

    /// Whether an entry is one of those that never reach the store.
    func isLostOnItsWay() -> Bool {
        entered += 1
        return spoiling.losesEach.map { entered % $0 == 0 } ?? false
    }

    /// Whether one part more comes with some parts of a chore.
    func isDoubled() -> Bool {
        partial += 1
        return spoiling.doublesEach.map { partial % $0 == 0 } ?? false
    }

    private func answer(
        _ reminder: Reminder, _ outcome: ReminderReceipt.Outcome, minutes: Int? = nil, _ store: CareStore
    ) async throws {
        _ = try await store.receive(
            reminder: reminder.id,
            ReminderReceipt(id: UUID(), outcome: outcome, minutes: minutes, at: Self.date(now)),
            actor: reminder.channel == .kiosk ? .kiosk : .station, receivedAt: Self.date(now))
    }

    /// A station or kiosk that hears again asks for what waits.
    func catchUp(_ channel: ReminderChannel) async throws {
        guard !isDead(channel), channel != .command, let store else { return }
        for client in channel == .kiosk ? tally.household.clients : [""] {
            while true {
                let waiting = try await store.agenda(
                    for: channel == .kiosk ? .kiosk : .station, client: client, now: Self.date(now)
                ).reminders.filter { $0.at <= Self.date(now) }
                if waiting.isEmpty { break }
                for reminder in waiting { try await tell(reminder) }
            }
        }
        try await look()
    }

    /// The home's program, which fails while it is dead.
    private func deliver() async throws {
        guard let store else { return }
        while let delivery = try await store.pendingDelivery(now: Self.date(now)) {
            guard case .reminder(let reminder) = delivery.subject else { return }
            let isSent = !isDead(.command)
            if isSent { tally.told(reminder, at: now) } else { tally.count("failed deliveries") }
            _ = try await store.settle(
                delivery, isSent ? .sent : .failed("it is dead"), at: Self.date(now),
                uptime: .seconds(now - Self.start - steps))
        }
    }
}
