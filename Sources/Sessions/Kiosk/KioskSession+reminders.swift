import Activities
import Care
import Exercises
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    // MARK: - What waits to be told

    /// Takes over the waiting reminders of an agenda: those that it no longer names are over.
    mutating func takeReminders(of agenda: Agenda, at now: Instant, _ effects: inout Effects) {
        let waiting = Set(agenda.reminders.filter { $0.state == .waiting }.map(\.id))
        self.agenda.reminders.keep(only: waiting, upTo: agenda.sequence)
        // One of this kiosk's own waits on: the service knows nothing of it.
        floor.drop(reminders: {
            !$0.isOwn && !waiting.contains($0.reminder.id) && $0.sequence <= agenda.sequence
        })
        for reminder in agenda.reminders {
            let isDue = reminder.at <= agenda.now ?? planTime
            take(
                KnownReminder(reminder: reminder, sequence: agenda.sequence), isDue: isDue, at: now, &effects)
        }
    }

    /// Takes a reminder to be told here; each is told once, however often it comes.
    ///
    /// - Parameter isDue: whether its time has come, by the service's clock; a reminder from the journal is
    ///   due.
    mutating func take(
        _ known: KnownReminder, isDue: Bool = true, at now: Instant, _ effects: inout Effects
    ) {
        let reminder = known.reminder
        guard reminder.channel == .kiosk, let occurrence = reminder.occurrence,
            reminder.recipient == settings.client.id
        else { return }
        let standing = agenda.standing(occurrence, at: planTime)
        guard reminder.state == .waiting, !agenda.reminders.wasTold(reminder), standing.state.isOpen,
            reminder.kind != .offered || standing.openOffer?.to == settings.client.id
        else {
            dropReminders { $0.id == reminder.id }
            return
        }
        guard
            known.isOwn
                || !agenda.wasReminded(
                    of: occurrence, reminder.kind, at: reminder.at, zone: encouragement.means.zone)
        else {
            told(known, &effects)
            return
        }
        guard isDue, journal.tellsHere else {
            floor.drop(reminders: { $0.reminder.id == reminder.id })
            agenda.reminders.held[reminder.id] = known
            return
        }
        agenda.reminders.held[reminder.id] = nil
        guard !floor.tells(reminder.id) else { return }
        // It is just being said: by this kiosk's own reminder of it, or the service's. That its time is over is news.
        let running = floor.running?.reminders ?? []
        if running.contains(where: {
            $0.isOwn != known.isOwn && $0.reminder.kind == reminder.kind
                && $0.reminder.occurrence?.id == occurrence.id
        }) {
            floor.change { $0.reminders.append(known) }
        } else {
            queue(known, at: now, &effects)
        }
    }

    /// Tells held reminders whose time has come.
    mutating func tellHeldReminders(at now: Instant, _ effects: inout Effects) {
        guard journal.tellsHere else { return }
        for known in agenda.reminders.takeDue(at: planTime) { queue(known, at: now, &effects) }
    }

    mutating func dropReminders(where isOver: (Reminder) -> Bool) {
        agenda.reminders.held = agenda.reminders.held.filter { !isOver($0.value.reminder) }
        floor.drop(reminders: { isOver($0.reminder) })
    }

    /// Several of one occurrence that wait together are told by one sentence.
    private mutating func queue(_ known: KnownReminder, at now: Instant, _ effects: inout Effects) {
        guard !isDoing(known) else {
            passOver(known, &effects)
            return
        }
        switch floor.join(known) {
        case .alone:
            let isUrgent = known.reminder.priority == .urgent
            announce(
                Script(isUrgent: isUrgent, steps: [.remind], reminders: [known], isReminder: true), at: now,
                &effects)
        case .together: break
        // It may interrupt now.
        case .moreUrgent(let script): announce(script, at: now, &effects)
        }
    }

    // MARK: - Telling

    /// Makes the words when their turn comes, from the state at that time; `nil` if there is nothing left to
    /// tell.
    mutating func remind() -> Script.Words? {
        guard let waiting = floor.running?.reminders else { return nil }
        guard let told = waiting.last(where: { $0.reminder.kind != .offered })?.reminder.occurrence else {
            guard let offered = waiting.last?.reminder.occurrence else { return nil }
            return remind(ofOffer: offered)
        }
        // A reminder that is told is due: its time has come for the service, whatever this machine's clock
        // shows.
        let time = waiting.map(\.reminder.at).reduce(planTime, max)
        // Of one that is no goal any more the service has ended its own reminders, and this kiosk ends its.
        if waiting.allSatisfy(\.isOwn), agenda.goal(told.id, at: time) == nil { return nil }
        let occurrence = agenda.occurrence(told.id, at: time) ?? agenda.standing(told, at: time)
        guard occurrence.state.isOpen, !isDoing(occurrence) else { return nil }
        var parts: [SpeechPart] = [
            .text(
                occurrence.isGoal
                    ? levels.maker.reminder(ofGoal: occurrence, client: settings.client.name, at: time)
                    : levels.maker.reminder(of: occurrence, at: time))
        ]
        var steps: [Script.Step] = [.reminded]
        if let asked = question(about: occurrence, at: time) {
            parts.append(.text(phrases[asked.words]))
            steps.append(.window(asked.question, length: reminderWindow))
        }
        floor.change { $0.steps.insert(contentsOf: steps, at: 0) }
        return Script.Words(
            voice: .main, kind: .announcement, precedence: .announcement, parts: parts)
    }

    /// What is asked with it, once it is due: whether it is done, and of an exercise whether it begins, since nobody has done that by a
    /// press. Whoever is in another exercise, waits for their provider or is with them is not led out of that.
    private func question(
        about occurrence: RoutineOccurrence, at time: Date
    ) -> (words: PhraseKey, question: Script.Question)? {
        guard occurrence.isOwn(of: settings.client.id), occurrence.state != .upcoming else { return nil }
        guard occurrence.exercise != nil else {
            return (PhraseKey.reminderQuestion, Script.Question.markDone(occurrence))
        }
        guard !exercises.isRunning, activities.current?.isAttending != true, opens(occurrence, at: time)
        else { return nil }
        return (PhraseKey.reminderBegin, Script.Question.begin(occurrence))
    }

    /// Somebody asks the client to do a chore of theirs; `nil` where that is over. It is answered in the list of chores, in their own time.
    private mutating func remind(ofOffer told: RoutineOccurrence) -> Script.Words? {
        guard let offer = agenda.standing(told, at: planTime).openOffer, offer.to == settings.client.id else {
            return nil
        }
        floor.change { $0.steps.insert(.reminded, at: 0) }
        return Script.Words(
            voice: .main, kind: .announcement, precedence: .announcement,
            parts: [.text(phrases[.choreOffered, [.caregiver: offer.byName, .label: told.title]])])
    }

    /// It was spoken to its end.
    mutating func reminded(_ effects: inout Effects) {
        let asks = floor.running?.asks ?? false
        for known in floor.running?.reminders ?? [] {
            guard known.isOwn else {
                told(known, &effects)
                // Whoever was busy with something else is asked whether an exercise begins once they may have time.
                if !asks, let occurrence = known.reminder.occurrence,
                    opens(agenda.standing(occurrence, at: planTime), at: planTime)
                {
                    putOff(occurrence, &effects)
                }
                continue
            }
            if let id = known.reminder.occurrence?.id {
                agenda.goals.reminded(of: id, at: known.reminder.at)
            }
        }
        floor.change { $0.reminders = [] }
    }

    private mutating func told(_ known: KnownReminder, _ effects: inout Effects) {
        agenda.reminders.told[known.reminder.id] = known
        if let occurrence = known.reminder.occurrence, known.reminder.kind == .due {
            agenda.reminders.asks(occurrence, by: known.reminder.id, at: planTime)
        }
        if let occurrence = known.reminder.occurrence, occurrence.isGoal {
            agenda.goals.serviceReminded(of: occurrence.id, at: known.reminder.at)
        }
        let receipt = ReminderReceipt(id: newID(), outcome: .told, by: settings.client.name, at: planTime)
        effects.add(.receipt(reminder: known.reminder.id, receipt))
    }

    /// Minutes: long enough to press nobody, and soon enough for two more within the usual hour until something counts as missed.
    private static let untilAskedAgain = 15

    /// Nobody has answered whether it is done. It is put off as at a station, and so asked again after a while: twice, as long as it is due,
    /// and not in the client's quiet hours. What then comes is that it was missed.
    mutating func putOff(_ occurrence: RoutineOccurrence, _ effects: inout Effects) {
        let again = planTime.addingTimeInterval(60 * Double(Self.untilAskedAgain))
        let isQuiet = agenda.quietEnd(at: again, zone: encouragement.means.zone) != nil
        guard !occurrence.isGoal, agenda.standing(occurrence, at: planTime).state == .due,
            again < occurrence.missedAt, !isQuiet || occurrence.priority == .urgent,
            let reminder = agenda.reminders.unanswered(occurrence.id)
        else { return }
        let receipt = ReminderReceipt(
            id: newID(), outcome: .snoozed, minutes: Self.untilAskedAgain, by: settings.client.name,
            at: planTime)
        effects.add(.receipt(reminder: reminder, receipt))
    }

    // MARK: - What the client is doing

    /// Whether the client does an exercise now, or has done it and is to say how it was: a reminder of it would come between two breaths,
    /// or into its appointment. What was begun and left is none of that.
    private func isDoing(_ occurrence: RoutineOccurrence) -> Bool {
        guard occurrence.exercise != nil else { return false }
        if activities.owed.contains(where: { $0.id == occurrence.id }) { return true }
        if let play = exercises.play, play.isRunning, play.exercise.id == toDo(for: Assigned(occurrence)) {
            return true
        }
        guard let current = activities.current, current.assignment.id == occurrence.id else { return false }
        return current.owesMood || exercises.isRunning || !scanner.isResting
    }

    private func isDoing(_ known: KnownReminder) -> Bool {
        known.reminder.occurrence.map { isDoing($0) } ?? false
    }

    /// It counts as told, and is put off as if nobody had answered: should the client stop, it comes again.
    private mutating func passOver(_ known: KnownReminder, _ effects: inout Effects) {
        told(known, &effects)
        if let occurrence = known.reminder.occurrence { putOff(occurrence, &effects) }
    }

    /// The same for what has waited since before they began with it.
    mutating func passOverReminders(_ effects: inout Effects) {
        let waiting = floor.queue.reminders.filter { isDoing($0) }
        let ids = Set(waiting.map(\.reminder.id))
        let begun = floor.queue.toBegin.filter { isDoing($0) }
        if !ids.isEmpty { floor.drop(reminders: { ids.contains($0.reminder.id) }) }
        if !begun.isEmpty { floor.drop(toBegin: Set(begun.map(\.id))) }
        for known in waiting { passOver(known, &effects) }
        for occurrence in begun { putOff(occurrence, &effects) }
    }
}
