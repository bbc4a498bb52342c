import Care
import Foundation
import Recurrence

/// What counts, held against what was done.
extension Tally {
    /// One due time, right after something was entered of it.
    mutating func compare(
        _ occurrence: PlannedOccurrence, _ work: ChoreWork, with ledger: ChoreLedger
    ) throws {
        let expected = Set(work.counting.map(\.part))
        let counting = try ledger.counting(of: occurrence)
        let name = "\(occurrence.routine.number) of \(occurrence.key.local)"
        for part in expected.subtracting(counting) { fault("lost work", "\(name): \(part)") }
        for part in Set(counting).subtracting(expected) {
            fault(surplus(part, of: work, expected), "\(name): \(part)")
        }
        let lines = try ledger.lines(of: work.entries.map(\.id))
        for (entry, points) in lines {
            let expectedPoints = work.lines[entry] ?? []
            guard points != expectedPoints else { continue }
            // What counts and should, but has brought its points more often.
            let isTwice =
                expected.contains { $0.entry == entry }
                && points.count { $0 > 0 } > expectedPoints.count { $0 > 0 }
            fault(
                isTwice ? "counted twice" : "other points", "\(name): \(points), expected \(expectedPoints)")
        }
        count("works compared")
    }

    /// What it is called that something counts and should not.
    private func surplus(
        _ part: ChoreWork.Part, of work: ChoreWork, _ expected: Set<ChoreWork.Part>
    ) -> String {
        if let own = expected.first(where: { $0.entry == part.entry }) {
            return own.person == part.person && own.parts < part.parts
                ? "counted twice" : "counted without work"
        }
        if work.done.contains(where: { $0.entry == part.entry }) { return "counted early" }
        // Nothing counts but what was entered here: under an id that nobody has sent, it counts once more.
        return work.entries.contains { $0.id == part.entry } ? "counted without work" : "counted twice"
    }

    /// Everything, at the end.
    mutating func compareAll(with ledger: ChoreLedger) throws {
        var (expected, points): (Set<ChoreWork.Part>, [String: Int]) = ([], [:])
        var sent: Set<UUID> = []
        for work in works {
            expected.formUnion(work.counting.map(\.part))
            // By whom an entry was, whether or not it still counts.
            for entry in work.entries {
                sent.insert(entry.id)
                guard case .done(let person, _) = entry.what else { continue }
                points[person, default: 0] += (work.lines[entry.id] ?? []).reduce(0, +)
            }
        }
        let all = try ledger.everything()
        for part in expected.subtracting(all.counting) { fault("lost work", "\(part), at the end") }
        for part in Set(all.counting).subtracting(expected) {
            fault(
                sent.contains(part.entry) ? "counted without work" : "counted twice", "\(part), at the end")
        }
        for person in Set(points.keys).union(all.points.keys)
        where points[person] ?? 0 != all.points[person] ?? 0 {
            fault("other points", "\(person): \(all.points[person] ?? 0), expected \(points[person] ?? 0)")
        }
        count("counting", expected.count)
        count("points", points.values.reduce(0, +))
    }

    // MARK: - What is told anew

    /// Who is named has it.
    mutating func checkRecipient(of reminder: Reminder, of occurrence: PlannedOccurrence) {
        guard let work = occurrence.work, reminder.channel == .station else { return }
        let isRight =
            switch occurrence.routine.chore?.rule {
            case .claimed: reminder.recipient == work.holder ?? ReminderPlanning.everyone
            case .inTurn, .leastOften:
                occurrence.people.contains(reminder.recipient)
                    && household.isThere(reminder.recipient, at: occurrence.second)
            // Everybody, where they are away.
            case .fixed, nil: true
            }
        if !isRight { fault("to somebody who does not have it", "\(reminder)") }
        if !occurrence.people.allSatisfy({ household.isThere($0, at: occurrence.second) }) {
            count("told of chores while one is away")
        }
    }

    /// When everybody is told anew of what is due and open: at times of the day until it is done, and when somebody has given it back.
    private func anew(_ occurrence: PlannedOccurrence, through end: Int64) -> [Int64] {
        guard let work = occurrence.work, let chore = occurrence.routine.chore else { return [] }
        let first = Berlin.day(ofSecond: occurrence.second)
        let daily = (first...max(first, Berlin.day(ofSecond: end))).flatMap { day in
            chore.untilDone.map { Berlin.second(day: day, minute: $0) }
        }
        return (daily.filter { $0 > occurrence.second } + work.givenBack).filter { $0 <= end }.sorted()
    }

    /// Whether somebody was told that before, and is told anew.
    func isAnew(_ subject: Subject, of occurrence: PlannedOccurrence) -> Bool {
        guard let work = occurrence.work, let chore = occurrence.routine.chore, subject.channel == .station,
            subject.kind == .due || subject.kind == .missed, tellings[subject]?.times ?? 0 > 0
        else { return false }
        return !chore.untilDone.isEmpty || !work.givenBack.isEmpty
    }

    /// Everybody was told anew.
    mutating func toldAnew(
        _ subject: Subject, of occurrence: PlannedOccurrence, _ reminder: Reminder, at now: Int64
    ) {
        let at = Int64(reminder.at.timeIntervalSince1970)
        guard let time = anew(occurrence, through: at).last,
            time == at || gaps.contains(where: { $0.contains(time) })
        else { return fault("told twice", "\(name(subject)) at \(now), by \(at)") }
        if now < time { fault("early", "by \(time - now) s: \(name(subject)), anew") }
        if occurrence.isClosed(at: now) { fault("of what was done", "\(name(subject)), anew") }
        // What was given back is told whatever has become due since.
        if occurrence.work?.givenBack.contains(time) != true, let next = follower(of: occurrence), next <= at
        {
            fault("of what another has followed", "\(name(subject)) at \(now)")
        }
        note(
            anewSubject(subject, at: time), at: now, isLate: reminder.isLate,
            isRepeated: wasSetBack(over: time))
        count("told anew")
    }

    private func anewSubject(_ subject: Subject, at time: Int64) -> Subject {
        var anew = subject
        (anew.kind, anew.anewAt) = (.due, time)
        return anew
    }

    /// Longer than any time in which nothing is told. Seconds.
    private static let longestGap: Int64 = 21_600

    /// Those of the times that nothing came between; each must have been told.
    func mustBeToldAnew(_ occurrence: PlannedOccurrence) -> [Subject] {
        let end = min(follower(of: occurrence) ?? Year.end, Year.end)
        let times = anew(occurrence, through: end)
        return times.enumerated().compactMap { index, time in
            let next = index + 1 < times.count ? times[index + 1] : end
            var subject = Subject(
                part: occurrence.part, local: occurrence.key.local, second: occurrence.second,
                kind: time < occurrence.missed ? .due : .missed, channel: .station)
            let last = reached(subject, from: time)
            guard last < next, time != occurrence.missed, occurrence.wasOpen(from: time, through: last),
                // What waited for a station by then was told instead.
                !isDead(.station, from: time - Self.longestGap, through: last), !wasSetBack(over: time),
                let telling = tellings[subject], telling.times > 0, telling.first < time
            else { return nil }
            subject = anewSubject(subject, at: time)
            return subject
        }
    }

    /// When the next of its series was due.
    private func follower(of occurrence: PlannedOccurrence) -> Int64? {
        occurrence.routine.occurrences.filter { $0.second > occurrence.second && $0.second <= $0.until }
            .map(\.second).min()
    }
}
