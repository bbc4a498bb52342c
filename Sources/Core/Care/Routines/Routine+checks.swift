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
        try checkAudience()
        try checkWork()
        try checkExercise()
        try checkGoal()
        do { try assignment.check() } catch { throw error.inside("assignment") }
        do { try reminders.check() } catch { throw error.inside("reminders") }
        guard edits.count <= OccurrenceEdit.most else {
            throw FieldProblem(
                "edits", "there are more than \(OccurrenceEdit.most): remove past ones")
        }
        for (index, kept) in edits.enumerated() {
            do { try kept.edit.check() } catch { throw error.inside("edits[\(index)].edit") }
        }
        try FieldChecks.number(
            graceMinutes, "grace_minutes", in: isGoal ? 1...Goal.openEnd : ReminderPlan.minutesRange,
            "minutes")
        // A goal that was made without the network begins where its maker's clock stood, which may be 1970 or 9999.
        let isOfUnsetClock =
            isGoal && schedule.repetition == .once && (1970...9999).contains(schedule.start.day.year)
            && !PlannedTimes.years.contains(schedule.start.day.year)
        if !isOfUnsetClock { do { try schedule.checkTimes() } catch { throw error.inside("schedule") } }
        for (index, kept) in edits.enumerated() {
            try PlannedTimes.check(kept.of.local, "edits[\(index)].of")
        }
        guard ZoneRules.isWellFormed(schedule.zone) else {
            throw FieldProblem(
                "schedule.zone",
                "`\(schedule.zone.prefix(80))` is not a zone: write a name such as `Europe/Berlin`")
        }
    }

    /// A client's plan names the client, and only that has a need of theirs and is theirs to mark.
    private func checkAudience() throws(FieldProblem) {
        guard audience != .client else {
            guard let client else {
                throw FieldProblem("client", "it is missing: write whose plan this is, or another `audience`")
            }
            return try FieldChecks.name(client, "client")
        }
        func checkAbsent(_ isThere: Bool, _ field: String) throws(FieldProblem) {
            guard isThere else { return }
            throw FieldProblem(
                field, "only a client's plan has it: leave it out, or write the `audience` `client`")
        }
        try checkAbsent(client != nil, "client")
        try checkAbsent(need != nil, "need")
        try checkAbsent(isClientsOwn, "clients_own")
    }

    /// What it is worth, how long it takes, and in how many parts it is done.
    private func checkWork() throws(FieldProblem) {
        if let points { try FieldChecks.number(points, "points", in: Self.pointsRange, "points") }
        if let minutes { try FieldChecks.number(minutes, "minutes", in: Self.workRange, "minutes") }
        if let count { try FieldChecks.number(count, "count", in: OccurrenceEntry.partsRange, "parts") }
        guard proof == nil || (count ?? 1) == 1 else {
            throw FieldProblem("proof", "one photo shows one part: leave it out, or `count`")
        }
        guard need == nil || !isChore else {
            throw FieldProblem(
                "need",
                "what somebody needs is no chore: leave it out, or `points`, `approval` and `as_chore`")
        }
        guard exercise == nil || !isPlannedAsChore else {
            throw FieldProblem("as_chore", "an exercise is no chore: leave it out, or `exercise`")
        }
    }

    /// An exercise is the client's to do, as a whole.
    private func checkExercise() throws(FieldProblem) {
        if let provider { try FieldChecks.name(provider, "provider") }
        guard let exercise else {
            guard appointment == nil, provider == nil else {
                throw FieldProblem(
                    appointment == nil ? "provider" : "appointment",
                    "only an exercise has it: write the id of one as `exercise`, or leave it out")
            }
            return
        }
        try FieldChecks.id(exercise, "exercise")
        if let provider { try FieldChecks.id(provider, "provider", mayHaveCapitals: true) }
        guard audience == .client else {
            throw FieldProblem(
                "exercise", "only a client's plan has it: leave it out, or write the `audience` `client`")
        }
        guard isClientsOwn else {
            throw FieldProblem("clients_own", "the client does an exercise, and marks it: write true")
        }
        guard (count ?? 1) == 1, proof == nil else {
            throw FieldProblem(
                proof == nil ? "count" : "proof",
                "an exercise is done as a whole, without a photo: leave it out")
        }
    }

    /// What one chore may be worth.
    public static let pointsRange = 0...1000
    /// How long one may take, in minutes: a minute to a day.
    public static let workRange = 1...1440

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
    /// How many times of a day one is reminded again at most.
    static let mostUntilDone = 12

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
        guard untilDone.count <= Self.mostUntilDone else {
            throw FieldProblem(
                "until_done", "there are \(untilDone.count) times: write at most \(Self.mostUntilDone)")
        }
        for minute in untilDone {
            try FieldChecks.number(minute, "until_done", in: 0...1439, "minutes after midnight")
        }
        if let twice = untilDone.first(where: { one in untilDone.count { $0 == one } > 1 }) {
            throw FieldProblem("until_done", "\(twice) is there twice")
        }
    }
}

extension NewRoutine {
    public func check(zones: (String) -> ZoneRules?) throws(FieldProblem) {
        try FieldChecks.name(by, "by")
        do { try content.check(zones: zones) } catch { throw error.inside("content") }
        try checkOthers()
        // What may be one person's may not be another's, such as a client's own.
        for (index, one) in each.enumerated().dropFirst() {
            do { try one.content.check(zones: zones) } catch {
                throw FieldProblem("also[\(index - 1)].person", error.message)
            }
        }
    }

    /// Everybody has one of their own, and those of whoever always does it.
    private func checkOthers() throws(FieldProblem) {
        guard let also else { return }
        guard case .fixed(let first) = content.assignment else {
            throw FieldProblem("also", "only what one person always does can be made for others too")
        }
        guard also.count <= Self.mostAlso else {
            throw FieldProblem("also", "there are \(also.count) people: write at most \(Self.mostAlso)")
        }
        var (people, ids): (Set<String>, Set<UUID>) = ([first], [id])
        for (index, twin) in also.enumerated() {
            try FieldChecks.id(twin.person, "also[\(index)].person", mayHaveCapitals: true)
            guard people.insert(twin.person).inserted else {
                throw FieldProblem("also[\(index)].person", "\(twin.person) is there twice")
            }
            guard ids.insert(twin.id).inserted else {
                throw FieldProblem("also[\(index)].id", "\(twin.id) is there twice")
            }
        }
    }
}

extension OccurrenceEntry {
    public func check() throws(FieldProblem) {
        try FieldChecks.text(by, "by")
        try FieldChecks.text(text, "text", limit: FieldChecks.longText)
        switch kind {
        case .note:
            guard text != nil else { throw FieldProblem("text", "it is missing: a note has words") }
        case .notYet:
            guard text != nil else { throw FieldProblem("text", "it is missing: write what is still to do") }
        case .done, .skipped, .undone, .claimed, .given, .swapped, .approved, .offered, .accepted, .refused:
            break
        }
        switch kind {
        case .undone:
            guard let undoes else {
                throw FieldProblem("undoes", "it is missing: write the id of the entry to undo")
            }
            guard undoes != id else { throw FieldProblem("undoes", "an entry cannot undo itself") }
        case .done, .skipped, .note, .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted,
            .refused:
            guard undoes == nil else {
                throw FieldProblem("undoes", "only an entry of kind `undone` undoes another")
            }
        }
        try checkHands()
    }

    /// In how many parts something may be done.
    public static let partsRange = 1...100

    /// Who has it or did it, and how much of it.
    private func checkHands() throws(FieldProblem) {
        if let person { try FieldChecks.id(person, "person", mayHaveCapitals: true) }
        switch kind {
        case .given, .swapped:
            guard person != nil else {
                throw FieldProblem("person", "it is missing: write the id of whoever has it now")
            }
        case .offered:
            guard person != nil else {
                throw FieldProblem("person", "it is missing: write the id of whoever is asked to do it")
            }
        case .done, .claimed, .accepted, .refused: break
        case .skipped, .note, .undone, .approved, .notYet:
            guard person == nil else {
                throw FieldProblem("person", "an entry of this kind has none: leave it out")
            }
        }
        guard parts == nil || kind == .done else {
            throw FieldProblem("parts", "only what is `done` has parts: leave it out")
        }
        if let parts { try FieldChecks.number(parts, "parts", in: Self.partsRange, "parts") }
        guard (with != nil) == (kind == .swapped) else {
            throw FieldProblem(
                "with",
                kind == .swapped
                    ? "it is missing: write the `key` of the occurrence that is given for it"
                    : "only what is `swapped` has it: leave it out")
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
