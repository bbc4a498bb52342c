import Care
import Foundation
import HomeFiles
import Speech
import Time

/// How a reminder is told, and what follows from its having been heard.
extension StationSession {
    /// Tells what is due; of things that are late or missed, many as one sentence.
    mutating func soundRoutines(startingWith index: Int, at now: Instant, _ effects: inout Effects) {
        let first = alarms[index]
        guard let routine = first.routine else { return }
        let together = alarms.indices.filter { other in
            guard let routine = alarms[other].routine, routine.isPast, !routine.isPutOff else { return false }
            return alarms[other].dueAt.map { $0 <= now.advanced(by: Self.gathering) } ?? false
        }
        guard routine.isPast, together.contains(index), together.count >= Self.fewestGathered else {
            soundOne(index, routine, at: now, &effects)
            return
        }
        let gathered = together.compactMap { alarms[$0].routine }
        for other in together { alarms[other].dueAt = nil }
        let isUrgent = gathered.contains(where: \.isUrgent)
        // A key could only mean one of them.
        plan.aim = nil
        plan.leftItem = nil
        lastAlarm = .routines([])
        sayRoutines(
            words(forMany: gathered.map(\.occurrence)), gathered.map(\.spoken), isUrgent: isUrgent, at: now,
            &effects)
    }

    private mutating func soundOne(
        _ index: Int, _ routine: RoutineAlarm, at now: Instant, _ effects: inout Effects
    ) {
        alarms[index].dueAt = nil
        alarms[index].routine?.isPutOff = false
        let item = StationItem(
            occurrence: routine.occurrence,
            reminders: routine.waiting.isEmpty ? routine.told : routine.waiting, kind: routine.kind)
        let earcon: Earcon = routine.isUrgent ? .alertHigh : .reminder
        aim(at: item, at: now, window: earcon.length + Self.lateKeyWindow)
        lastAlarm = .routines([])
        sayRoutines(words(for: routine), [routine.spoken], isUrgent: routine.isUrgent, at: now, &effects)
    }

    private mutating func sayRoutines(
        _ words: String, _ spoken: [RoutineAlarm.Spoken], isUrgent: Bool, at now: Instant,
        _ effects: inout Effects
    ) {
        let parts: [SpeechPart] = [.earcon(isUrgent ? .alertHigh : .reminder), .text(words)]
        say(
            utterance(.alert, isUrgent ? .urgentAlert : .alert, parts), .routines(spoken),
            rank: isUrgent ? Alarm.urgentRank : 1, at: now, &effects)
    }

    /// It was heard to its end: the service is told, and what is due sounds again until somebody deals with it.
    mutating func wereSpoken(
        _ spoken: [RoutineAlarm.Spoken], _ sounded: Sounding, wasCut: Bool, at now: Instant,
        _ effects: inout Effects
    ) {
        let retry = wasCut ? now : max(sounded.began.advanced(by: settings.alerts.repeatOther), now)
        for one in spoken {
            let index = alarms.firstIndex { $0.routine?.occurrence.itemID == one.occurrence }
            if wasCut || isSoundLost {
                // What somebody has put off meanwhile comes when it was put off to.
                if let index, alarms[index].dueAt == nil { alarms[index].dueAt = retry }
                continue
            }
            if one.kind == .missed { plan.toldMissed.insert(one.occurrence) }
            guard let index, let routine = alarms[index].routine else {
                tellService(one.reminders, .told, at: now, &effects)
                continue
            }
            guard !routine.isPutOff else { continue }
            // Those as well that came meanwhile, for somebody else.
            let told = routine.waiting.filter { $0.kind.stage <= one.kind.stage }
            tellService(told, .told, at: now, &effects)
            goOn(index, after: told, began: sounded.began, at: now)
        }
    }

    private mutating func goOn(
        _ index: Int, after told: [Reminder], began: Instant, at now: Instant
    ) {
        guard var routine = alarms[index].routine else { return }
        routine.waiting.removeAll { told.contains($0) }
        if !told.isEmpty {
            routine.told = told
            routine.repeats = 0
        }
        let interval = settings.alerts.repeatReminder
        let next = max(began.advanced(by: interval), now.advanced(by: .seconds(1)))
        let nextTime = homeTime(at: next)
        if !routine.waiting.isEmpty {
            alarms[index].dueAt = now
        } else if routine.kind == .due, interval > .zero, routine.repeats < Self.mostRepeats,
            nextTime < routine.occurrence.missedAt
        {
            routine.repeats += 1
            alarms[index].wasSounded = true
            alarms[index].dueAt = next
        } else {
            alarms.remove(at: index)
            return
        }
        alarms[index].routine = routine
    }

    mutating func proposalsWereSpoken(_ again: Instant, wasCut: Bool) {
        guard let index = alarms.firstIndex(where: \.isProposals) else { return }
        if wasCut || isSoundLost { alarms[index].dueAt = again } else { alarms.remove(at: index) }
    }

    /// Makes one receipt for each reminder.
    mutating func tellService(
        _ reminders: [Reminder], _ outcome: ReminderReceipt.Outcome, minutes: Int? = nil,
        at now: Instant, _ effects: inout Effects
    ) {
        for reminder in reminders {
            let by = outcome == .snoozed ? settings.caregiver.name : nil
            let receipt = ReminderReceipt(
                id: newID(), outcome: outcome, minutes: minutes, by: by, at: homeTime(at: now))
            plan.receiptsUnderWay[receipt.id] = reminder.id
            plan.told[reminder.id] = outcome == .told ? reminder.at : nil
            effects.add(.receipt(reminder: reminder.id, receipt))
        }
    }
}
