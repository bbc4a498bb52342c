import Recurrence

extension PlanInterpreter {
    /// As many reminders as a routine may have, and how early they may be: `ReminderPlan` of Care has the same.
    static let mostReminders = 5
    static let reminderRange = 1...10_080

    // MARK: - People

    mutating func readPeople() {
        sentence.isInTurn = entries.contains { $0.clause == .inTurn }
        sentence.isClaimed = entries.contains { $0.clause == .claimed }
        sentence.isOfEach = entries.contains { $0.clause == .eachOf }
        if [sentence.isInTurn, sentence.isClaimed, sentence.isOfEach].count(where: { $0 }) > 1 {
            fail(.contradictory)
        }
        for entry in entries {
            switch entry.clause {
            case .intro: mean(.intro, entry)
            case .weeksNotOfMonth(let weeks): assume(.weeksNotOfMonth(weeks), range(entry))
            case .inTurn: mean(.inTurn, entry)
            case .claimed: mean(.claimed, entry)
            case .eachOf: mean(.eachOf, entry)
            case .people(let named, let wanted):
                read(
                    named, wanted: wanted,
                    takesTurns: (sentence.isInTurn || sentence.isClaimed || sentence.isOfEach)
                        && wanted != .client, entry)
            case .subjects(let named):
                read(named, wanted: .caregiver, takesTurns: true, doesIt: true, entry)
            default: break
            }
        }
        if sentence.assignees.count > 1, !sentence.isInTurn, !sentence.isClaimed, !sentence.isOfEach {
            assume(.inTurn)
        }
    }

    /// - Parameters:
    ///   - takesTurns: Whether several do it, also where a client is one of them.
    ///   - doesIt: Whether a client does what is for them: "Tom sets the table".
    private mutating func read(
        _ named: [[Int]], wanted: PlanPerson.Kind?, takesTurns: Bool, doesIt: Bool = false, _ entry: Entry
    ) {
        var clients: [String] = []
        var doers: [String] = []
        // "Tom feeds the cat for Maria": he does it, and it is hers.
        let isForAnother = wanted != .client && entries.contains { saysForClient($0.clause) }
        // "Tom and Anna set the table": both do.
        let takeTurns = takesTurns && named.count > 1
        for candidates in named {
            let kinds = candidates.filter { people[$0].kind == wanted }
            let meant = kinds.isEmpty ? candidates : kinds
            guard meant.count == 1, let person = meant.first.map({ people[$0] }) else {
                fail(.unclearPerson(meant.map { people[$0].id }), range(entry))
                continue
            }
            let others = candidates.map { people[$0].id }.filter { $0 != person.id }
            if !others.isEmpty { assume(.person(person.id, instead: others), range(entry)) }
            switch person.kind {
            case .client:
                // "Maria umlagern": whose care it is does not do it.
                if isForAnother || takeTurns || doesIt { doers.append(person.id) }
                if !isForAnother, !takeTurns { clients.append(person.id) }
                if doesIt, !takeTurns { assume(.doesIt(person.id), range(entry)) }
            case .caregiver:
                doers.append(person.id)
                if wanted != .caregiver, !takeTurns { assume(.doesIt(person.id), range(entry)) }
            }
        }
        if !clients.isEmpty {
            let all = ([sentence.client].compactMap(\.self) + clients).uniqued()
            if all.count > 1 { fail(.severalClients(all), range(entry)) }
            sentence.client = all[0]
            mean(.client(clients[0]), entry)
        }
        if !doers.isEmpty {
            sentence.assignees = (sentence.assignees + doers).uniqued()
            mean(.assignees(doers), entry)
        }
    }

    /// "Ben and Anna clean the bathroom together": they do not take turns, and whoever is first is not enough.
    mutating func checkTogether(_ segments: PlanSegments) {
        guard sentence.assignees.count > 1, !sentence.isInTurn, !sentence.isClaimed, !sentence.isOfEach else {
            return
        }
        let language = segments.matcher.grammar.words
        let said = segments.runs.joined().first { index in
            !tokens[index].isQuoted && (tokens[index].word.map(language.together.contains) ?? false)
        }
        guard let said else { return }
        fail(.together, tokens[said].range)
        sentence.assumptions.removeAll { $0.kind == .inTurn }
    }

    /// "for Maria", who is a client.
    private func saysForClient(_ clause: PlanClause) -> Bool {
        guard case .people(let named, wanted: .client) = clause else { return false }
        return named.joined().contains { people[$0].kind == .client }
    }

    // MARK: - Durations and reminders

    mutating func readAmounts() {
        for entry in entries {
            switch entry.clause {
            case .duration(let minutes): take(duration: minutes, entry)
            case .points(let points): take(points: points, entry)
            case .remindBefore(let amounts):
                for amount in amounts where !amount.parts.isEmpty {
                    assume(.oneReminder(amount.minutes, instead: amount.parts), range(entry))
                }
                mean(.remindBefore(amounts.map(\.minutes)), entry)
                for amount in amounts { remind(amount.minutes, range(entry)) }
            case .remindWhenDue: mean(.remindWhenDue, entry)
            case .noReminder:
                sentence.isWithoutReminders = true
                mean(.noReminder, entry)
            default: break
            }
        }
        if sentence.isWithoutReminders, !sentence.minutesBefore.isEmpty {
            fail(.contradictory)
            sentence.isWithoutReminders = false
        }
    }

    private mutating func take(duration minutes: Int, _ entry: Entry) {
        guard (1...1440).contains(minutes) else { return fail(.durationOutOfRange(minutes), range(entry)) }
        mean(.duration(minutes: minutes), entry)
        guard sentence.durationMinutes ?? minutes == minutes else { return fail(.saidTwice, range(entry)) }
        sentence.durationMinutes = minutes
    }

    private mutating func take(points: Int, _ entry: Entry) {
        mean(.points(points), entry)
        guard sentence.points ?? points == points else { return fail(.saidTwice, range(entry)) }
        sentence.points = points
    }

    mutating func remind(_ minutes: Int, _ range: Range<Int>) {
        guard Self.reminderRange.contains(minutes) else { return fail(.reminderOutOfRange(minutes), range) }
        guard !sentence.minutesBefore.contains(minutes) else { return }
        guard sentence.minutesBefore.count < Self.mostReminders else {
            return fail(.tooManyReminders(most: Self.mostReminders), range)
        }
        sentence.minutesBefore.append(minutes)
    }

    /// "remind me at 7:50": where another time is due, so long before it; where none is, it is the time.
    mutating func readReminderTimes() {
        let due = entries.flatMap(\.times).uniqued()
        for index in entries.indices {
            guard case .remindAt(let spoken) = entries[index].clause else { continue }
            guard let time = resolve(spoken, part: nil, range(entries[index])) else { continue }
            if due.isEmpty {
                entries[index].times = [time]
                mean(.times([time]), entries[index])
            } else if due.count == 1, let first = due.first, time < first {
                let minutes = first.minuteOfDay - time.minuteOfDay
                mean(.remindBefore([minutes]), entries[index])
                remind(minutes, range(entries[index]))
            } else {
                fail(.reminderNotBefore(time), range(entries[index]))
            }
        }
    }
}

extension Array where Element: Hashable {
    /// Each once, where it is first.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
