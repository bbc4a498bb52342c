import FoundationEssentials
public import Recurrence

extension RoutineContent {
    /// As many times a day as a routine may be due: every minute.
    static let mostADay = 1440

    /// Checks everything that can be told without the zone.
    public func check() throws(FieldProblem) {
        try FieldChecks.name(title, "title")
        try FieldChecks.text(details, "details", limit: FieldChecks.longText)
        try FieldChecks.name(symbol, "symbol")
        try FieldChecks.name(need, "need")
        try FieldChecks.name(client, "client")
        try audience.check("audience")
        do { try assignment.check() } catch { throw error.inside("assignment") }
        do { try reminders.check() } catch { throw error.inside("reminders") }
        guard edits.count <= OccurrenceEdit.most else {
            throw FieldProblem(
                "edits", "there are more than \(OccurrenceEdit.most): remove past ones")
        }
        for (index, kept) in edits.enumerated() {
            do { try kept.edit.check() } catch { throw error.inside("edits[\(index)].edit") }
        }
        try FieldChecks.number(graceMinutes, "grace_minutes", in: ReminderPlan.minutesRange, "minutes")
        do { try schedule.checkTimes() } catch { throw error.inside("schedule") }
        for (index, kept) in edits.enumerated() {
            try PlannedTimes.check(kept.of.local, "edits[\(index)].of")
        }
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
        guard let zone = zones(schedule.zone) else {
            throw FieldProblem(
                "schedule.zone",
                "`\(schedule.zone)` is not a zone that this machine knows: write a name such as `Europe/Berlin`"
            )
        }
        do {
            let recurrence = try Recurrence(schedule, zone: zone)
            guard let first = try recurrence.next(after: Date(timeIntervalSince1970: -1e12)) else { return }
            let aDay = try recurrence.occurrences(
                from: first.instant, to: first.instant.addingTimeInterval(86_400), limit: Self.mostADay + 1)
            guard aDay.count <= Self.mostADay else {
                throw FieldProblem(
                    "schedule", "it is due more than once a minute: nobody could be reminded of that")
            }
        } catch let problem as FieldProblem {
            throw problem
        } catch {
            throw FieldProblem("schedule", "\(error)")
        }
    }
}

extension ReminderPlan {
    /// A minute to a week.
    static let minutesRange = 1...10_080
    static let mostBefore = 5

    func check() throws(FieldProblem) {
        guard minutesBefore.count <= Self.mostBefore else {
            throw FieldProblem(
                "minutes_before", "there are \(minutesBefore.count) times: write at most \(Self.mostBefore)")
        }
        for minutes in minutesBefore {
            try FieldChecks.number(minutes, "minutes_before", in: Self.minutesRange, "minutes")
        }
        if let twice = minutesBefore.first(where: { one in minutesBefore.count { $0 == one } > 1 }) {
            throw FieldProblem("minutes_before", "\(twice) is there twice")
        }
    }
}

extension NewRoutine {
    public func check(zones: (String) -> ZoneRules?) throws(FieldProblem) {
        try FieldChecks.name(by, "by")
        do { try content.check(zones: zones) } catch { throw error.inside("content") }
    }
}

extension OccurrenceEntry {
    public func check() throws(FieldProblem) {
        try FieldChecks.text(by, "by")
        try FieldChecks.text(text, "text", limit: FieldChecks.longText)
        switch kind {
        case .note:
            guard text != nil else { throw FieldProblem("text", "it is missing: a note has words") }
        case .done, .skipped, .undone: break
        }
        switch kind {
        case .undone:
            guard let undoes else {
                throw FieldProblem("undoes", "it is missing: write the id of the entry to undo")
            }
            guard undoes != id else { throw FieldProblem("undoes", "an entry cannot undo itself") }
        case .done, .skipped, .note:
            guard undoes == nil else {
                throw FieldProblem("undoes", "only an entry of kind `undone` undoes another")
            }
        }
    }
}

extension RequestNote {
    public func check() throws(FieldProblem) {
        try FieldChecks.text(text, "text", limit: FieldChecks.longText)
        try FieldChecks.text(by, "by")
    }
}

extension ReminderReceipt {
    /// A minute to a day.
    public static let snoozeRange = 1...1440

    public func check() throws(FieldProblem) {
        try FieldChecks.text(by, "by")
        switch outcome {
        case .told:
            guard minutes == nil else { throw FieldProblem("minutes", "only `snoozed` has minutes") }
        case .snoozed:
            guard let minutes else {
                throw FieldProblem("minutes", "it is missing: write after how many minutes it is told again")
            }
            try FieldChecks.number(minutes, "minutes", in: Self.snoozeRange, "minutes")
        }
    }
}
