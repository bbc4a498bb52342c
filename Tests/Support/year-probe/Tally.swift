import Care
import Foundation
import Recurrence

/// What was told, held against what had to be.
///
/// What has to come follows from the plan, the marks and the mishaps, by rules written here anew; nothing of the store's is
/// asked.
struct Tally {
    /// What is told once.
    struct Subject: Hashable {
        var part: UUID
        var local: WallTime
        var second: Int64
        var kind: ReminderKind
        var minutesBefore: Int?
        var channel: ReminderChannel
        /// For the home's program, whom it is for; stations and kiosks say it once, whoever it is for.
        var recipient: String?
        /// Of what is told anew, whether it is due or missed by then: at which moment.
        var anewAt: Int64?
    }

    struct Telling {
        var times = 0
        var first: Int64
        var isLate: Bool
        /// Put off by somebody until then.
        var putOff: Int64?
    }

    private struct Place: Hashable {
        var part: UUID
        var local: WallTime
        var second: Int64
    }

    let household: Household
    var routines: [PlannedRoutine] = []
    private var places: [Place: PlannedOccurrence] = [:]
    private(set) var tellings: [Subject: Telling] = [:]
    private(set) var faults: [String: Int] = [:]
    private(set) var counts: [String: Int] = [:]
    /// Times in which nothing was told: the service was down, or the clock jumped over them.
    private(set) var gaps: [Range<Int64>] = []
    /// Times for which a channel was dead.
    private(set) var deaths: [ReminderChannel: [Range<Int64>]] = [:]
    /// Times that the clock showed twice, because it was set back.
    private var twice: [Range<Int64>] = []

    init(household: Household) { self.household = household }

    mutating func expect(_ occurrences: [PlannedOccurrence]) {
        for occurrence in occurrences {
            places[Place(part: occurrence.part, local: occurrence.key.local, second: occurrence.second)] =
                occurrence
        }
    }

    var occurrences: some Collection<PlannedOccurrence> { places.values }

    mutating func count(_ what: String, _ number: Int = 1) { counts[what, default: 0] += number }

    mutating func gap(_ time: Range<Int64>) { gaps.append(time) }

    mutating func death(of channel: ReminderChannel, _ time: Range<Int64>) {
        deaths[channel, default: []].append(time)
    }

    mutating func setBack(over time: Range<Int64>) { twice.append(time) }

    func wasSetBack(over moment: Int64) -> Bool { twice.contains { $0.contains(moment) } }

    func isDead(_ channel: ReminderChannel, from start: Int64, through end: Int64) -> Bool {
        (deaths[channel] ?? []).contains { $0.lowerBound <= end && start < $0.upperBound }
    }

    /// What was done of all chores.
    var works: [ChoreWork] {
        // The times at which one was planned share it.
        let all = routines.flatMap(\.occurrences).compactMap(\.work)
        return Array(Dictionary(all.map { (ObjectIdentifier($0), $0) }) { one, _ in one }.values)
    }

    // MARK: - While it lasts

    /// The subject and the occurrence of a reminder; `nil` if there is no such thing.
    func find(_ reminder: Reminder) -> (Subject, PlannedOccurrence)? {
        guard let occurrence = reminder.occurrence else { return nil }
        let second = Int64(occurrence.at.timeIntervalSince1970)
        let place = Place(part: occurrence.routine, local: occurrence.key.local, second: second)
        guard let planned = places[place] else { return nil }
        let subject = Subject(
            part: place.part, local: place.local, second: second, kind: reminder.kind,
            minutesBefore: reminder.minutesBefore, channel: reminder.channel,
            recipient: reminder.channel == .command ? reminder.recipient : nil)
        return (subject, planned)
    }

    /// Somebody was told, and has heard it to the end.
    mutating func told(_ reminder: Reminder, at now: Int64) {
        guard let (subject, occurrence) = find(reminder) else { return toldOfNothing(reminder) }
        checkRecipient(of: reminder, of: occurrence)
        if isAnew(subject, of: occurrence) {
            toldAnew(subject, of: occurrence, reminder, at: now)
        } else {
            check(subject, occurrence, reminder, at: now)
            note(subject, at: now, isLate: reminder.isLate)
        }
        if reminder.isLate { count("late") }
    }

    /// - Parameter isRepeated: The clock has shown that moment twice.
    mutating func note(_ subject: Subject, at now: Int64, isLate: Bool, isRepeated: Bool = false) {
        var telling = tellings[subject] ?? Telling(first: now, isLate: isLate)
        telling.times += 1
        if telling.times > 1, !isRepeated {
            fault("told twice", "\(name(subject)) at \(now), first at \(telling.first)")
        }
        tellings[subject] = telling
        count("told")
    }

    /// Somebody was told, and wants to hear it again later.
    mutating func putOff(_ reminder: Reminder, until: Int64, at now: Int64) {
        guard let (subject, occurrence) = find(reminder) else { return toldOfNothing(reminder) }
        check(subject, occurrence, reminder, at: now)
        var telling = tellings[subject] ?? Telling(first: now, isLate: reminder.isLate)
        telling.putOff = until
        tellings[subject] = telling
        count("put off")
    }

    /// Unless it is the first that is due in the next year.
    private mutating func toldOfNothing(_ reminder: Reminder) {
        if reminder.occurrence.map({ $0.at < Year.date(Year.end) }) ?? true {
            fault("of nothing that was due", "\(reminder)")
        }
    }

    /// The clock was set while the service ran: what was put off is elapsed time and goes with it.
    mutating func clockWasSet(by step: Int64, at now: Int64) {
        for (subject, telling) in tellings where telling.putOff.map({ $0 > now - step }) ?? false {
            tellings[subject]?.putOff? += step
        }
    }

    private mutating func check(
        _ subject: Subject, _ occurrence: PlannedOccurrence, _ reminder: Reminder, at now: Int64
    ) {
        let putOff = tellings[subject]?.putOff
        guard let time = wanted(subject, of: occurrence, recipient: reminder.recipient) else {
            return fault("against somebody's wish", name(subject))
        }
        let earliest = max(time, putOff ?? time)
        if now < earliest { fault("early", "by \(earliest - now) s: \(name(subject))") }
        if now == time { count("at their very second") }
        if occurrence.isGone(at: now) { fault("of what was changed", name(subject)) }
        if occurrence.isClosed(at: now) { fault("of what was done", name(subject)) }
        // What was written down at its moment, just before the end, was not late then; nor is what was done at its time and
        // is told because that was taken back.
        let gap = gaps.last { $0.contains(time) && $0.lowerBound < time }
        if putOff == nil, occurrence.from == Year.start, occurrence.wasOpen(from: time, through: time),
            let gap,
            gap.upperBound - time > 5, !reminder.isLate
        {
            fault("late without a word", "\(name(subject)) at \(now)")
        }
    }

    mutating func fault(_ what: String, _ detail: String) {
        faults[what, default: 0] += 1
        if faults[what, default: 0] <= 5 { print("\(what.uppercased()): \(detail)") }
    }

    func name(_ subject: Subject) -> String {
        let minutes = subject.minutesBefore.map { " \($0)" } ?? ""
        let recipient = subject.recipient.map { " for \($0)" } ?? ""
        let anew = subject.anewAt.map { " anew at \($0)" } ?? ""
        return
            "\(subject.kind.rawValue)\(minutes)\(anew) of \(subject.local) through \(subject.channel.rawValue)\(recipient)"
    }
}
