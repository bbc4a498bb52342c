import Care
import FoundationEssentials
import HomeFiles
import Speech
import Time

extension KioskSession {
    // MARK: - What waits to be told

    /// Takes over what waits by an agenda: what it does not name any more is over.
    mutating func takeReminders(of agenda: Agenda, at now: Instant, _ effects: inout Effects) {
        let waiting = Set(agenda.reminders.filter { $0.state == .waiting }.map(\.id))
        reminders.keep(only: waiting, upTo: agenda.sequence)
        unqueue { !waiting.contains($0.reminder.id) && $0.sequence <= agenda.sequence }
        for reminder in agenda.reminders {
            let isDue = reminder.at <= agenda.now ?? planTime
            take(
                KnownReminder(reminder: reminder, sequence: agenda.sequence), isDue: isDue, at: now, &effects)
        }
    }

    /// Takes one that is to be told here; each is told once, however often it is named.
    ///
    /// - Parameter isDue: whether its time has come, by the service's clock; what the journal tells is due.
    mutating func take(
        _ known: KnownReminder, isDue: Bool = true, at now: Instant, _ effects: inout Effects
    ) {
        let reminder = known.reminder
        guard reminder.channel == .kiosk, let occurrence = reminder.occurrence,
            occurrence.client == settings.client.id
        else { return }
        guard reminder.state == .waiting, !reminders.wasTold(reminder),
            agenda.standing(occurrence, at: planTime).state.isOpen
        else {
            dropReminders { $0.id == reminder.id }
            return
        }
        guard isDue else {
            unqueue { $0.reminder.id == reminder.id }
            reminders.held[reminder.id] = known
            return
        }
        reminders.held[reminder.id] = nil
        let isQueued = ([running].compactMap { $0 } + announcements).contains { script in
            script.reminders.contains { $0.reminder.id == reminder.id }
        }
        if !isQueued { queue(known, at: now, &effects) }
    }

    /// What was held until its time.
    mutating func tellHeldReminders(at now: Instant, _ effects: inout Effects) {
        for known in reminders.takeDue(at: planTime) { queue(known, at: now, &effects) }
    }

    mutating func dropReminders(where isOver: (Reminder) -> Bool) {
        reminders.held = reminders.held.filter { !isOver($0.value.reminder) }
        unqueue { isOver($0.reminder) }
    }

    /// Takes out of the queue what is not to be told now; a question that was told and waits to be put again stays.
    private mutating func unqueue(where isOut: (KnownReminder) -> Bool) {
        announcements = announcements.compactMap { script in
            guard script.reminders.contains(where: isOut) else { return script }
            var rest = script
            rest.reminders.removeAll(where: isOut)
            return rest.reminders.isEmpty ? nil : rest
        }
    }

    /// Several of one occurrence that wait together are told by one sentence.
    private mutating func queue(_ known: KnownReminder, at now: Instant, _ effects: inout Effects) {
        let isUrgent = known.reminder.priority == .urgent
        let occurrence = known.reminder.occurrence?.id
        if let index = announcements.firstIndex(where: {
            $0.isReminder && $0.reminders.last?.reminder.occurrence?.id == occurrence
        }) {
            announcements[index].reminders.append(known)
            guard isUrgent, !announcements[index].isUrgent else { return }
            // Told anew: it may interrupt now.
            var script = announcements.remove(at: index)
            script.isUrgent = true
            announce(script, at: now, &effects)
            return
        }
        announce(
            Script(isUrgent: isUrgent, steps: [.remind], reminders: [known], isReminder: true), at: now,
            &effects)
    }

    // MARK: - Telling

    /// A script whose words were cut, to be begun anew. A reminder is told with the words that are true then, and with
    /// all that has come of the same occurrence since.
    mutating func anew(_ script: Script) -> Script {
        var script = script
        guard let occurrence = script.reminders.last?.reminder.occurrence?.id else {
            if let saying { script.steps.insert(.say(saying), at: 0) }
            return script
        }
        script.steps = [.remind]
        for later in announcements where later.reminders.last?.reminder.occurrence?.id == occurrence {
            script.reminders += later.reminders
            script.isUrgent = script.isUrgent || later.isUrgent
        }
        announcements.removeAll { $0.reminders.last?.reminder.occurrence?.id == occurrence }
        return script
    }

    /// Makes the words when their turn comes, of what is true then; `nil` if there is nothing to tell any more.
    mutating func remind() -> Script.Words? {
        guard let waiting = running?.reminders, let told = waiting.last?.reminder.occurrence else {
            return nil
        }
        // What is told is due: the service has seen its time come, whatever this machine's clock shows.
        let time = waiting.map(\.reminder.at).reduce(planTime, max)
        let occurrence = agenda.occurrence(told.id, at: time) ?? agenda.standing(told, at: time)
        guard occurrence.state.isOpen else { return nil }
        var parts: [SpeechPart] = [.text(maker.reminder(of: occurrence, at: time))]
        var steps: [Script.Step] = [.reminded]
        if occurrence.isClientsOwn, occurrence.state != .upcoming {
            parts.append(.text(phrases[.reminderQuestion]))
            steps.append(.window(.markDone(occurrence), length: answerWindow))
        }
        running?.steps.insert(contentsOf: steps, at: 0)
        return Script.Words(
            voice: .main, kind: .announcement, precedence: .announcement, parts: parts)
    }

    /// It was spoken to its end.
    mutating func reminded(_ effects: inout Effects) {
        for known in running?.reminders ?? [] {
            reminders.told[known.reminder.id] = known
            let receipt = ReminderReceipt(id: newID(), outcome: .told, by: settings.client.name, at: planTime)
            effects.add(.receipt(reminder: known.reminder.id, receipt))
        }
        running?.reminders = []
    }
}
