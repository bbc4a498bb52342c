import FoundationEssentials
public import Recurrence

extension DutyContent {
    /// A minute to a week.
    public static let minutesRange = 1...10_080
    /// As many times a day as a duty may begin.
    static let mostADay = 24

    /// Checks everything that can be told without the zone of its times.
    public func check() throws(FieldProblem) {
        try FieldChecks.id(person, "person", mayHaveCapitals: true)
        try FieldChecks.name(role, "role", limit: AccessRules.longestName)
        if let zone { try FieldChecks.id(zone, "zone", mayHaveCapitals: true) }
        if let client { try FieldChecks.id(client, "client", mayHaveCapitals: true) }
        guard zone == nil || client == nil else {
            throw FieldProblem(
                "zone", "whoever is assigned to a client is there for them everywhere: leave it out")
        }
        guard let schedule else {
            guard minutes == nil else {
                throw FieldProblem("minutes", "it has no schedule, so it is always: leave it out")
            }
            return
        }
        guard let minutes else {
            throw FieldProblem("minutes", "it is missing: write how many minutes each time lasts")
        }
        try FieldChecks.number(minutes, "minutes", in: Self.minutesRange, "minutes")
        if case .afterDone = schedule.repetition {
            throw FieldProblem("schedule.repeat", "nobody marks a duty as done: write days or rules")
        }
        do { try schedule.checkTimes() } catch { throw error.inside("schedule") }
        guard ZoneRules.isWellFormed(schedule.zone) else {
            throw FieldProblem(
                "schedule.zone",
                "`\(schedule.zone.prefix(80))` is not a zone: write a name such as `Europe/Berlin`")
        }
    }

    /// Checks everything.
    ///
    /// - Parameter zones: The clocks of a zone by its IANA name; `nil` for one that is not known.
    public func check(zones: (String) -> ZoneRules?) throws(FieldProblem) {
        try check()
        guard let schedule else { return }
        guard let zone = zones(schedule.zone) else {
            throw FieldProblem(
                "schedule.zone",
                "`\(schedule.zone)` is not a zone that this machine knows: write a name such as `Europe/Berlin`"
            )
        }
        do throws(RecurrenceError) {
            let recurrence = try Recurrence(schedule, zone: zone)
            let first = try recurrence.next(after: Date(timeIntervalSince1970: -1e12))
            guard let first else { return }
            let aDay = try recurrence.occurrences(
                from: first.instant, to: first.instant.addingTimeInterval(86_400), limit: Self.mostADay + 1)
            guard aDay.count <= Self.mostADay else {
                throw RecurrenceError.tooMuch(
                    "It begins more than \(Self.mostADay) times a day: write fewer and longer times.")
            }
        } catch {
            throw FieldProblem("schedule", "\(error)")
        }
    }
}

extension NewDuty {
    public func check(zones: (String) -> ZoneRules?) throws(FieldProblem) {
        try FieldChecks.name(by, "by")
        do { try content.check(zones: zones) } catch { throw error.inside("content") }
    }
}

extension DutyChange {
    public func check(zones: (String) -> ZoneRules?) throws(FieldProblem) {
        try FieldChecks.name(by, "by")
        do { try content?.check(zones: zones) } catch { throw error.inside("content") }
    }
}

extension DutyMove {
    public func check() throws(FieldProblem) {
        try FieldChecks.name(by, "by")
        try PlannedTimes.check(of.local, "of")
        if let person { try FieldChecks.id(person, "person", mayHaveCapitals: true) }
        guard kind != .undo || person == nil else {
            throw FieldProblem("person", "nobody is named to take something back: leave it out")
        }
    }
}

extension Person {
    /// Whether they can be called to a client, and so have a duty: somebody of the home who cares and is not gone.
    public var canBeCalled: Bool { isActive && role.canBeCalled }
}

extension Person.Role {
    /// Whether those who are this, and not gone, can be called to a client.
    public var canBeCalled: Bool {
        switch self {
        case .caregiver, .coordinator: true
        case .client, .provider: false
        }
    }
}
