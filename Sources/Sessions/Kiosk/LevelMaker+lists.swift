import Boards
import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech

extension LevelMaker {
    static let needsID = "needs"
    static let todayID = "today"

    /// The list of added needs that are in no group of the boards.
    var addedNeeds: KioskLevel {
        var level = level(id: Self.needsID, items: added.list, columns: nil, isTop: false)
        level.isLive = true
        return paged(level)
    }

    /// The list of what is planned; the state of each is said when it is scanned.
    func today(_ plan: [RoutineOccurrence]) -> KioskLevel {
        var level = KioskLevel(
            scan: ScanLevel(id: Self.todayID, choices: plan.map(\.id), back: parameters.backItem),
            contents: [:], cues: [ScanLevel.backID: [.text(phrases[.goBack])]], isLive: true)
        for occurrence in plan {
            level.contents[occurrence.id] = .occurrence(occurrence.id)
            level.cues[occurrence.id] = [.text(occurrence.title)]
        }
        return paged(level)
    }

    /// The client's choices for an occurrence of their own.
    ///
    /// - Parameter mayUndo: whether its present state was set by the client.
    func choices(about occurrence: RoutineOccurrence, mayUndo: Bool) -> KioskLevel {
        var level = KioskLevel(
            scan: ScanLevel(id: "occurrence \(occurrence.id)", items: [], isQuestion: true), contents: [:],
            cues: [ScanLevel.backID: [.text(phrases[.goBack])]])
        func offer(_ id: String, _ change: KioskLevel.OccurrenceChange, _ phrase: PhraseKey) {
            level.scan.items.append(ScanItem(id: id))
            level.contents[id] = .mark(occurrence.id, change)
            level.cues[id] = [.text(phrases[phrase])]
        }
        if occurrence.state.isOpen {
            // An exercise is done by doing it.
            if occurrence.exercise == nil { offer("done", .done, .choiceDone) }
            offer("not-today", .skipped, .choiceNotToday)
        } else if mayUndo {
            offer("not-done", .undone, .choiceNotDone)
        }
        level.scan.items.append(ScanItem(id: ScanLevel.backID, kind: .back))
        return level
    }

    // MARK: - What is said

    /// "9 o'clock, done by Anna": what scanning adds to a title.
    func standing(of occurrence: RoutineOccurrence, client: String, at now: Date) -> String {
        let state: String? =
            switch occurrence.state {
            case .upcoming: waitingTime(until: occurrence.at, now)
            case .due: phrases[.planDue]
            case .missed: phrases[.planNotDone]
            case .skipped: phrases[.planSkipped]
            case .done:
                switch occurrence.changedBy {
                case nil: phrases[.planDone]
                case client: phrases[.planDoneByYou]
                case .some(let name): phrases[.planDoneBy, [.caregiver: name]]
                }
            }
        return [when(occurrence, at: now), state].compactMap { $0 }.joined(separator: ", ")
    }

    /// Everything that the client may want to know about it: for their ear, not for the room. Notes are for
    /// caregivers only; why what they did does not count yet is not.
    func details(of occurrence: RoutineOccurrence, client: String, at now: Date) -> [SpeechPart] {
        var sentences = ["\(occurrence.title), \(standing(of: occurrence, client: client, at: now))."]
        if let details = occurrence.details, !details.isEmpty { sentences.append(details.closed) }
        if occurrence.state.isOpen, let reason = occurrence.chore?.notYet {
            sentences.append(phrases[.choreWhy, [.reason: reason.unclosed]].closed)
        }
        if occurrence.state.isOpen, !occurrence.isClientsOwn, let name = occurrence.assignment.name,
            name != client
        {
            sentences.append(phrases[.planBy, [.caregiver: name]].closed)
        }
        return sentences.map { .text($0) }
    }

    /// A reminder's words: its state at the moment of telling.
    func reminder(of occurrence: RoutineOccurrence, at now: Date) -> String {
        let label = occurrence.title
        switch occurrence.state {
        case .upcoming:
            let minutes = minutes(until: occurrence.at, now)
            return minutes < Self.minutesLimit
                ? phrases[.reminderInMinutes, [.minutes: String(minutes), .label: label]]
                : phrases[.reminderAt, [.time: when(occurrence, at: now), .label: label]]
        case .due, .done, .skipped:
            guard now.timeIntervalSince(occurrence.at) >= Self.lateAfter else {
                return phrases[.reminderDue, [.label: label]]
            }
            return phrases[.reminderWasDue, [.time: when(occurrence, at: now), .label: label]]
        case .missed: return phrases[.reminderMissed, [.time: when(occurrence, at: now), .label: label]]
        }
    }

    /// From this many minutes on, the time of day is said instead of their number.
    private static let minutesLimit = 61
    /// This many seconds after it was due, "It is time" is no longer true.
    private static let lateAfter: TimeInterval = 120

    private func waitingTime(until moment: Date, _ now: Date) -> String? {
        let minutes = minutes(until: moment, now)
        return minutes < Self.minutesLimit ? phrases[.planInMinutes, [.minutes: String(minutes)]] : nil
    }

    /// Whole minutes, at least one.
    private func minutes(until moment: Date, _ now: Date) -> Int {
        // A plan can reach far ahead; 1e6 minutes are nearly two years.
        Int(min(1e6, max(1, (moment.timeIntervalSince(now) / 60).rounded())))
    }

    private func when(_ occurrence: RoutineOccurrence, at now: Date) -> String {
        let time = phrases.shortClock(occurrence.local)
        switch occurrence.days(before: now) {
        case 0: return time
        case -1: return phrases[.planTomorrow, [.time: time]]
        case ..<0: return phrases[.planInDays, [.count: String(-occurrence.days(before: now)), .time: time]]
        case 1: return phrases[.planYesterday, [.time: time]]
        case let days: return phrases[.planDaysAgo, [.count: String(days), .time: time]]
        }
    }
}

extension String {
    /// With a full stop if it has no final punctuation.
    var closed: String { last.map { ".!?…".contains($0) } ?? true ? self : self + "." }

    /// Without the full stop at its end: the sentence that it stands in has its own.
    var unclosed: String { hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self }
}
