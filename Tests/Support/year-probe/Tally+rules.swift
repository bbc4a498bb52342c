import Care
import Foundation
import Recurrence

extension Tally {
    /// When the moment of something is.
    private func moment(_ kind: ReminderKind, _ minutes: Int?, of occurrence: PlannedOccurrence) -> Int64 {
        switch kind {
        case .before: occurrence.second - Int64(minutes ?? 0) * 60
        case .due, .request, .offered: occurrence.second
        case .missed: occurrence.missed
        }
    }

    /// Whose it is; `nil`: everybody's, or one in turn, whom only the store knows.
    private func person(of occurrence: PlannedOccurrence) -> String? {
        guard occurrence.people.count == 1, let only = occurrence.people.first else { return nil }
        // Of what the household does nobody else is told, even if they are away.
        if occurrence.work != nil { return only }
        return household.isThere(only, at: occurrence.second) ? only : nil
    }

    /// When it is told at the earliest, by what its listener wants; `nil`: not at all.
    func wanted(_ subject: Subject, of occurrence: PlannedOccurrence, recipient: String) -> Int64? {
        let moment = moment(subject.kind, subject.minutesBefore, of: occurrence)
        let isUrgent = occurrence.routine.isUrgent
        switch subject.channel {
        case .kiosk: return occurrence.routine.isOwn ? moment : nil
        case .station:
            guard let person = person(of: occurrence) else { return moment }
            return household.time(of: subject.kind, at: moment, for: person, isUrgent: isUrgent)
        case .command:
            guard household.wishes[recipient]?.channels.contains(.command) ?? false else { return nil }
            if let person = person(of: occurrence) {
                guard person == recipient else { return nil }
            } else {
                guard occurrence.people.count == 1, household.isThere(recipient, at: moment) else {
                    return nil
                }
            }
            return household.time(of: subject.kind, at: moment, for: recipient, isUrgent: isUrgent)
        }
    }

    /// Everything of which people have to be told, if nothing comes between.
    private func subjects(of occurrence: PlannedOccurrence) -> [Subject] {
        var kinds: [(ReminderKind, Int?)] = occurrence.routine.minutesBefore.map { (.before, $0) }
        kinds.append((.due, nil))
        if occurrence.routine.tellsMissed { kinds.append((.missed, nil)) }
        let program = household.caregivers.filter {
            household.wishes[$0]?.channels.contains(.command) ?? false
        }
        return kinds.flatMap { kind, minutes in
            let listeners: [(ReminderChannel, String?)] =
                [(.station, nil), (.kiosk, nil)] + program.map { (.command, $0) }
            return listeners.map { channel, recipient in
                Subject(
                    part: occurrence.part, local: occurrence.key.local, second: occurrence.second, kind: kind,
                    minutesBefore: minutes, channel: channel, recipient: recipient)
            }
        }
    }

    /// From when on something later takes its place.
    private func overtaken(_ subject: Subject, of occurrence: PlannedOccurrence, time: Int64) -> Int64 {
        let moment = moment(subject.kind, subject.minutesBefore, of: occurrence)
        let later: [(ReminderKind, Int?)]
        switch subject.kind {
        case .before:
            later =
                occurrence.routine.minutesBefore.filter { $0 < subject.minutesBefore ?? 0 }.map {
                    (.before, $0)
                }
                + [(.due, nil)]
        case .due: later = occurrence.routine.tellsMissed ? [(.missed, nil)] : []
        case .missed, .request, .offered: later = []
        }
        var end = Int64.max
        for (kind, minutes) in later {
            var next = subject
            next.kind = kind
            next.minutesBefore = minutes
            guard let told = wanted(next, of: occurrence, recipient: subject.recipient ?? "") else {
                continue
            }
            // Of several that would be told when quiet hours end, the last is.
            if time > moment, told <= time { return .min }
            if kind != .before { end = min(end, self.moment(kind, minutes, of: occurrence)) }
        }
        // It is due: nobody is told any more that it will be, whether anybody wants to know that it is due or not.
        return subject.kind == .before ? min(end, occurrence.second) : end
    }

    /// The home's program is tried again after five minutes at the latest.
    private static let retry: Int64 = 310

    /// When it was told at the latest.
    func reached(_ subject: Subject, from time: Int64) -> Int64 {
        var (now, isHeldUp) = (time, false)
        while true {
            let gap = gaps.filter { $0.contains(now) }.map(\.upperBound).max()
            let death = (deaths[subject.channel] ?? []).filter { $0.contains(now) }.map(\.upperBound).max()
            guard let next = [gap, death].compactMap({ $0 }).max() else { break }
            (now, isHeldUp) = (next, true)
            // The next try may fall into another such time.
            if subject.channel == .command,
                let soon = (gaps + (deaths[.command] ?? [])).filter({
                    $0.overlaps(now..<(now + Self.retry)) && $0.upperBound > now
                }).map(\.upperBound).max()
            {
                now = soon
            }
        }
        return isHeldUp && subject.channel == .command ? now + Self.retry : now
    }

    private func mustBeTold(_ subject: Subject, of occurrence: PlannedOccurrence) -> Bool {
        guard
            let wanted = wanted(subject, of: occurrence, recipient: subject.recipient ?? "")
        else { return false }
        let time = max(wanted, tellings[subject]?.putOff ?? wanted)
        let moment = moment(subject.kind, subject.minutesBefore, of: occurrence)
        let last = reached(subject, from: time)
        return moment > Year.start && last < Year.end
            && last < overtaken(subject, of: occurrence, time: wanted)
            && occurrence.wasPlanned(moment, through: last)
            && occurrence.wasOpen(from: moment, through: last)
            && !(occurrence.work?.handed.contains { moment <= $0 && $0 <= last } ?? false)
    }

    /// Prints the figures; gives how many faults there were.
    mutating func report(took: Duration) -> Int {
        var expected = 0
        var (inGap, inOverlap) = (0, 0)
        for occurrence in Array(occurrences) {
            for subject in subjects(of: occurrence) where mustBeTold(subject, of: occurrence) {
                expected += 1
                if tellings[subject]?.times ?? 0 == 0 { fault("lost", name(subject)) }
            }
            for subject in mustBeToldAnew(occurrence) {
                expected += 1
                if tellings[subject] == nil { fault("lost", name(subject)) }
            }
            guard Berlin.changedHour.contains(occurrence.key.local.minuteOfDay) else { continue }
            if occurrence.day == Berlin.springDay { inGap += 1 }
            if occurrence.day == Berlin.autumnDay { inOverlap += 1 }
        }
        print(
            """
            \(routines.count) routines, of which \(routines.count { $0.chore != nil }) are chores, \(household.everybody.count) people, \(occurrences.count) occurrences, of which \(inGap) \
            fell into the hour that does not exist and \(inOverlap) into the one that comes twice; \
            \(took.formatted(.units(allowed: [.seconds])))
            \(line(["restarts", "died before it was told", "clock steps", "dead channels", "failed deliveries"]))
            \(line(["marks", "undone", "notes", "moved", "left out", "all changed", "this and all following"]))
            \(line(["claimed", "given back", "parts", "chores done", "skipped", "approved", "not yet", "chores undone"]))
            \(line(["works compared", "counting", "points"]))
            reminders that had to be told: \(expected); \(line(["told", "told anew", "late", "at their very second", "put off", "told of chores while one is away"]))
            of reminders lost \(faults["lost"] ?? 0), told twice \(faults["told twice"] ?? 0), early \(faults["early"] ?? 0); \
            of what was done lost \(faults["lost work"] ?? 0), counted twice \(faults["counted twice"] ?? 0), \
            early \(faults["counted early"] ?? 0)
            """)
        for (fault, count) in faults.sorted(by: { $0.key < $1.key }) { print("FAULT: \(fault): \(count)") }
        return faults.values.reduce(0, +)
    }

    private func line(_ names: [String]) -> String {
        names.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
    }
}

extension WallTime {
    fileprivate var minuteOfDay: Int { hour * 60 + minute }
}
