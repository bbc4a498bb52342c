import Care
import Foundation
import HomeFiles
import Speech
import Time

/// How a reminder is told, and what happens once it was heard.
extension StationSession {
    /// Tells what is due; many late or missed occurrences become one sentence.
    mutating func soundRoutines(
        startingWith routine: RoutineAlarm, at now: Instant, _ effects: inout Effects
    ) {
        let together = board.all.filter { alarm in
            guard let routine = alarm.routine, routine.isPast, !routine.isPutOff else { return false }
            return alarm.dueAt.map { $0 <= now.advanced(by: Self.gathering) } ?? false
        }
        let isAmong = together.contains { $0.key == .routine(routine.occurrence.itemID) }
        guard routine.isPast, isAmong, together.count >= Self.fewestGathered else {
            soundOne(routine, at: now, &effects)
            return
        }
        let gathered = together.compactMap(\.routine)
        for alarm in together {
            board.silence(alarm.key)
            board.isSounding(alarm)
        }
        let isUrgent = gathered.contains(where: \.isUrgent)
        // A key can mean only one of them.
        plan.aim = nil
        plan.leftItem = nil
        sayRoutines(
            words(forMany: gathered.map(\.occurrence)), gathered.map(\.spoken), isUrgent: isUrgent, at: now,
            &effects)
    }

    private mutating func soundOne(_ routine: RoutineAlarm, at now: Instant, _ effects: inout Effects) {
        let key = Alarm.Key.routine(routine.occurrence.itemID)
        if let alarm = board[key] { board.isSounding(alarm) }
        board.silence(key)
        board.change(key) { $0.routine?.isPutOff = false }
        let item = StationItem(
            occurrence: routine.occurrence,
            reminders: routine.waiting.isEmpty ? routine.told : routine.waiting, kind: routine.kind)
        let earcon: Earcon = routine.isUrgent ? .alertHigh : .reminder
        aim(at: item, at: now, window: earcon.length + Self.lateKeyWindow)
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

    /// It was heard to its end: the service gets the receipt, and a due occurrence sounds again until
    /// somebody deals with it.
    mutating func wereSpoken(
        _ spoken: [RoutineAlarm.Spoken], _ sounded: StationSpeech.Sounding, wasCut: Bool, at now: Instant,
        _ effects: inout Effects
    ) {
        let retry = wasCut ? now : max(sounded.began.advanced(by: settings.alerts.repeatOther), now)
        for one in spoken {
            let key = Alarm.Key.routine(one.occurrence)
            if wasCut || devices.isSoundLost {
                // A reminder that was snoozed meanwhile comes at its new time.
                board.change(key) { if $0.dueAt == nil { $0.dueAt = retry } }
                continue
            }
            if one.kind == .missed { plan.toldMissed.insert(one.occurrence) }
            guard let routine = board.routine(one.occurrence) else {
                tellService(one.reminders, .told, at: now, &effects)
                continue
            }
            guard !routine.isPutOff else { continue }
            // Including those that came meanwhile, for other people.
            let told = routine.waiting.filter { $0.kind.stage <= one.kind.stage }
            tellService(told, .told, at: now, &effects)
            goOn(routine, after: told, began: sounded.began, at: now)
        }
    }

    private mutating func goOn(
        _ before: RoutineAlarm, after told: [Reminder], began: Instant, at now: Instant
    ) {
        var routine = before
        routine.waiting.removeAll { told.contains($0) }
        if !told.isEmpty {
            routine.told = told
            routine.repeats = 0
        }
        let key = Alarm.Key.routine(routine.occurrence.itemID)
        let interval = settings.alerts.repeatReminder
        let next = max(began.advanced(by: interval), now.advanced(by: .seconds(1)))
        let nextTime = homeTime(at: next)
        if !routine.waiting.isEmpty {
            board.ring(key, at: now)
        } else if routine.kind == .due, interval > .zero, routine.repeats < Self.mostRepeats,
            nextTime < routine.occurrence.missedAt
        {
            routine.repeats += 1
            board.change(key) { ($0.dueAt, $0.wasSounded) = (next, true) }
        } else {
            board.remove(key)
            return
        }
        board.change(key) { $0.subject = .routine(routine) }
    }

    mutating func proposalsWereSpoken(_ again: Instant, wasCut: Bool) {
        if wasCut || devices.isSoundLost {
            board.ring(.proposals, at: again)
        } else {
            board.remove(.proposals)
        }
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
