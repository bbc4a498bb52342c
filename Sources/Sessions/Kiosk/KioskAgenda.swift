import Care
import FoundationEssentials
import Recurrence
import Time

/// The service's last agenda (needs and plan), and what the client has marked since.
struct KioskAgenda: Sendable {
    /// Older ones are left to the caregivers: nobody scans through weeks.
    static let outstandingLimit = 10
    /// Of one day.
    static let todayLimit = 40

    /// `nil` until an agenda has come, or was loaded from an earlier run.
    private(set) var known: Agenda?
    private var marks = KioskMarks()
    /// What the client has said of how they are, until the service's plan has it.
    var moods = KioskMoods()
    /// The client's chores, points and rewards.
    var household = KioskHousehold()
    /// The goals that the client has made or deleted.
    var goals = KioskGoals()

    /// The ids of what the client has heard to its end of what providers have written for them.
    var heardNotes: Set<UUID> = []

    /// Needs that can be asked for besides the boards' items.
    private(set) var needs: [Need] = []
    /// The reminders that wait, and those that were told.
    var reminders = KioskReminders()
    /// When the client's quiet hours end, where something waits for that.
    var quietWake: Instant?
    /// The service's clock minus this machine's, seconds; 0 where they agree.
    private var clockDifference: TimeInterval = 0
    /// A smaller difference may be the time that an agenda is on the way. Seconds.
    private static let smallestDifference: TimeInterval = 30

    /// Replaces everything with a new agenda.
    ///
    /// - Parameter wall: When it came, by this machine's clock.
    mutating func take(_ agenda: Agenda, for client: String, at wall: Date) {
        if let difference = agenda.now?.timeIntervalSince(wall) {
            clockDifference = abs(difference) < Self.smallestDifference ? 0 : difference
        }
        var own = agenda
        own.proposals = agenda.proposals.filter { $0.client == client && $0.state == .waiting }
        own.assignments = agenda.assignments.filter { $0.client == client }
        own.today = Array(agenda.today.filter { $0.client == client }.prefix(Self.todayLimit))
        own.outstanding = Array(
            agenda.outstanding.filter { $0.client == client }.suffix(Self.outstandingLimit))
        own.notes = agenda.notes.filter { $0.client == client }
        own.goals = agenda.goals.filter { $0.occurrence.client == client }
        goals.came(own.goals)
        known = own
        needs = agenda.needs.filter {
            $0.isActive && $0.uses.contains(.asked) && ($0.client ?? client) == client
        }
        came(.agenda, own.outstanding + own.today + own.assignments + own.goals.map(\.occurrence))
        moods.came(own.assignments + own.today)
        // A service that tells of no chores never confirms a mark there.
        if household.known == nil { came(.chores, []) }
    }

    /// What the service tells of chores, points and rewards has changed.
    mutating func take(_ changed: ClientHousehold) {
        household.take(changed)
        came(.chores, changed.chores.all)
    }

    /// What providers have written for another client, and how that one was, is nobody's here. The rest is told anew in a moment.
    mutating func forgetClient() {
        known?.notes = []
        known?.moods = []
        heardNotes = []
    }

    private mutating func came(_ source: KioskMarks.Source, _ occurrences: [RoutineOccurrence]) {
        marks.came(
            source,
            last: Dictionary(occurrences.compactMap { one in one.lastEntry.map { (one.id, $0) } }) { $1 })
    }

    /// The service counts from the beginning: everything that it sends next is newer.
    mutating func beginAnew() { known?.sequence = 0 }

    // MARK: - Time

    /// The service's clock: the plan follows it, because this machine may have started without the right
    /// time.
    func time(_ wall: Date) -> Date { wall.addingTimeInterval(clockDifference) }

    /// This machine's clock was set by this many seconds. The service's was not.
    mutating func clockWasSet(by seconds: TimeInterval) {
        if clockDifference != 0 { clockDifference -= seconds }
    }

    /// Until when the client has quiet hours at a moment; `nil`: they have none then.
    ///
    /// The service tells of a few days. Where it has been away for longer, the last one that is known comes again each day at the same time.
    func quietEnd(at now: Date, zone: ZoneRules) -> Date? {
        guard let quiet = known?.quiet, let last = quiet.last else { return nil }
        guard last.until <= now else { return quiet.first { $0.from <= now && now < $0.until }?.until }
        func minutes(_ moment: Date) -> Int { zone.local(of: moment).secondOfDay / 60 }
        return QuietHours(from: minutes(last.from), until: minutes(last.until)).end(at: now, zone: zone)
    }

    /// Whether the client wants such news to be said, as far as is known.
    func says(_ news: ClientNews) -> Bool { !(known?.unsaid.contains(news) ?? false) }

    // MARK: - The plan

    /// Today's plan and what is left from earlier days, by time, with their states at that moment.
    func plan(at now: Date) -> [RoutineOccurrence] {
        guard let known else { return [] }
        var seen: Set<String> = []
        return (known.outstanding + known.today)
            .filter { seen.insert($0.id).inserted }
            .map { standing($0, at: now) }
            .filter { $0.state.isOpen || $0.days(before: now) <= 0 }
            .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    }

    func isPlanEmpty(at now: Date) -> Bool {
        guard let known else { return true }
        return !(known.outstanding + known.today).contains {
            standing($0, at: now).state.isOpen || $0.days(before: now) <= 0
        }
    }

    /// Of the plan, or of the chores.
    func occurrence(_ id: String, at now: Date) -> RoutineOccurrence? {
        ((known?.today ?? []) + (known?.outstanding ?? []) + (known?.assignments ?? [])).first { $0.id == id }
            .map { standing($0, at: now) } ?? goal(id, at: now)?.occurrence ?? chore(id, at: now)
    }

    /// With the client's marks, and with what has become due or missed: the service may be unreachable.
    func standing(
        _ occurrence: RoutineOccurrence, of source: KioskMarks.Source = .agenda, at now: Date
    ) -> RoutineOccurrence {
        var occurrence = moods.applied(to: marks.applied(to: occurrence, of: source))
        if occurrence.state.isOpen {
            occurrence.state = now < occurrence.at ? .upcoming : now < occurrence.missedAt ? .due : .missed
        }
        return occurrence
    }

    // MARK: - Proposals

    /// Whether the service has such a proposal that nobody has decided on yet.
    func isProposed(_ draft: ProposalDraft) -> Bool {
        known?.proposals.contains { draft.isSame(label: $0.label, suggestion: $0.suggestion) } ?? false
    }

    // MARK: - Marks

    mutating func add(_ entry: OccurrenceEntry) { marks.add(entry) }

    /// Whether that mark takes back another.
    func takesBack(_ id: UUID) -> Bool { marks.takesBack(id) }

    /// The service has it.
    mutating func delivered(_ id: UUID) {
        marks.delivered(id)
        moods.delivered(id)
        household.delivered(id)
        goals.delivered(id)
    }

    /// What the client has asked for, until the service has it.
    ///
    /// - Parameter name: The client's.
    mutating func add(_ command: HouseholdCommand, by name: String) {
        switch command {
        case .remind, .ask, .answer, .switchPoints, .pay: household.add(command)
        case .addGoal(let new): goals.make(new, name: name)
        case .endGoal(let routine, let change): goals.delete(routine, change)
        }
    }

    /// It will never be stored.
    ///
    /// - Returns: It, if it was one of these.
    mutating func lostCommand(_ id: UUID) -> HouseholdCommand? { household.lost(id) ?? goals.lost(id) }

    /// It will never be stored: the state before it holds again.
    ///
    /// - Returns: It and the occurrence's title, if this was a mark.
    mutating func lost(_ entry: UUID) -> (mark: OccurrenceEntry, title: String)? {
        guard let lost = marks.lost(entry) else { return nil }
        household.expectNothing(by: entry)
        return (lost, title(of: lost.occurrence) ?? "")
    }

    func title(of id: String) -> String? {
        let planned =
            (known.map { $0.today + $0.outstanding + $0.assignments } ?? [])
            + goals.applied(to: known?.goals ?? []).map(\.occurrence)
        // Of what is in another client's plan only a reminder has told.
        return (planned + (household.known?.chores.all ?? []) + reminders.reminded)
            .first { $0.id == id }?.title
    }
}

extension OccurrenceEntry {
    /// The `id` of the occurrence that it belongs to.
    var occurrence: String { "\(routine) \(key)" }
}
