import Care
import Foundation
import HomeFiles
import Speech
import Time

extension StationSession {
    // MARK: - What the service tells

    /// The newest agenda is authoritative: what is no longer in it is over.
    mutating func take(_ agenda: Agenda, at now: Instant, _ effects: inout Effects) {
        // One that was read before another may arrive after it.
        if let newest = plan.agenda?.sequence, agenda.sequence < min(newest, seen) { return }
        plan.agenda = agenda
        board.zoneClients = Set(agenda.zoneClients)
        if let read = agenda.now { clocks.told(read) }
        for (id, entry) in plan.closed {
            guard let occurrence = plan.known(id) else { continue }
            if !occurrence.state.isOpen || occurrence.lastEntry != entry { plan.closed[id] = nil }
        }
        dropWhatIsOver(agenda, at: now, &effects)
        dropCharges(agenda)
        for reminder in agenda.reminders {
            remind(
                reminder, learnt: agenda.sequence,
                wait: reminder.at.timeIntervalSince(homeTime(at: now)), at: now, &effects)
        }
        resume(agenda, at: now)
        forget(agenda)
        take(agenda.proposals.filter { $0.state == .waiting }, at: now)
    }

    /// A reminder from the journal: its time has come, whatever this machine's clock says.
    mutating func take(_ reminder: Reminder, learnt: Int64, at now: Instant, _ effects: inout Effects) {
        if plan.isTold(reminder), !plan.isReceiptUnderWay(reminder.id), isForStation(reminder) {
            // It was snoozed, and told here a moment before the service's own time: the service did not count
            // that.
            tellService([reminder], .told, at: now, &effects)
            return
        }
        remind(reminder, learnt: learnt, wait: 0, at: now, &effects)
    }

    /// Sounds a reminder that waits for this station and was not told here.
    ///
    /// - Parameter wait: seconds until its time, by the service's clock.
    private mutating func remind(
        _ reminder: Reminder, learnt: Int64, wait: TimeInterval, at now: Instant, _ effects: inout Effects
    ) {
        if let charge = reminder.charge, wait <= 0 {
            take(charge, reminder, learnt: learnt, at: now)
            return
        }
        guard isForStation(reminder), let occurrence = reminder.occurrence,
            plan.isOpen(occurrence, learnt: learnt), isNews(reminder)
        else { return }
        let newest = plan.newest(occurrence, learnt: learnt)
        if reminder.kind == .due, newest.state == .missed, plan.toldMissed.contains(newest.itemID) {
            // Somebody who has heard that it is missed need not hear that it was due.
            tellService([reminder], .told, at: now, &effects)
            return
        }
        add(reminder, newest, learnt, wait: wait, at: now, &effects)
    }

    func isForStation(_ reminder: Reminder) -> Bool {
        reminder.channel == .station && reminder.state == .waiting
    }

    func isNews(_ reminder: Reminder) -> Bool {
        !plan.isReceiptUnderWay(reminder.id) && !plan.isTold(reminder)
    }

    private mutating func add(
        _ reminder: Reminder, _ occurrence: RoutineOccurrence, _ learnt: Int64,
        wait: TimeInterval, at now: Instant, _ effects: inout Effects
    ) {
        // A clock that is wrong by more than a day must not suppress any reminder.
        let isLater = wait > 0 && wait <= Self.mostMinutes * 60
        let due = isLater ? now.advanced(by: .seconds(wait)) : now
        if let moved = board.all.compactMap(\.routine).first(where: { $0.isMoved(to: occurrence) }) {
            end(moved, as: occurrence, at: now, &effects)
        }
        let key = Alarm.Key.routine(occurrence.itemID)
        guard var routine = board.routine(occurrence.itemID) else {
            var routine = RoutineAlarm(occurrence: occurrence, kind: reminder.kind)
            routine.waiting = [reminder]
            routine.isPutOff = isLater
            routine.learnt = learnt
            board.put(Alarm(subject: .routine(routine), dueAt: due))
            return
        }
        let known = routine.waiting.first { $0.id == reminder.id }
        routine.add(reminder)
        routine.learnt = max(routine.learnt, learnt)
        if known?.at != reminder.at || (routine.isPutOff && !isLater) {
            routine.isPutOff = isLater
            board.change(key) { $0.wasSounded = false }
            // The current announcement counts for everybody whom it concerns.
            let isCovered =
                kindBeingTold(of: occurrence.itemID).map { reminder.kind.stage <= $0.stage } ?? false
            if isLater || !isCovered { board.ring(key, at: due) }
        }
        board.change(key) { $0.subject = .routine(routine) }
    }

    /// A due occurrence that was told continues to sound, even if this station was not connected when it was
    /// told.
    private mutating func resume(_ agenda: Agenda, at now: Instant) {
        let interval = settings.alerts.repeatReminder / .seconds(1)
        guard interval > 0 else { return }
        let time = homeTime(at: now)
        for reminder in agenda.told where reminder.channel == .station && reminder.kind == .due {
            guard let occurrence = reminder.occurrence.map({ plan.newest($0) }),
                occurrence.state == .due, plan.isOpen(occurrence),
                !board.contains(.routine(occurrence.itemID))
            else { continue }
            let told = plan.told(of: occurrence.itemID)
            guard !told.contains(where: { plan.isReceiptUnderWay($0.id) }) else { continue }
            let since = max(0, time.timeIntervalSince(told.map(\.at).max() ?? reminder.at))
            let repeats = Int(min(since / interval, Double(Self.mostRepeats)))
            let wait = Double(repeats + 1) * interval - since
            guard repeats < Self.mostRepeats, time.addingTimeInterval(wait) < occurrence.missedAt else {
                continue
            }
            var routine = RoutineAlarm(occurrence: occurrence, kind: .due)
            routine.told = told
            routine.repeats = repeats + 1
            routine.learnt = agenda.sequence
            board.put(
                Alarm(subject: .routine(routine), dueAt: now.advanced(by: .seconds(wait)), wasSounded: true))
        }
    }

    /// Ends the alarms of what was done, skipped, moved or removed, of what another station has told, and of
    /// what is missed by now.
    private mutating func dropWhatIsOver(_ agenda: Agenda, at now: Instant, _ effects: inout Effects) {
        let waiting = Set(agenda.reminders.map(\.id))
        for alarm in board.all {
            guard var routine = alarm.routine else { continue }
            let id = routine.occurrence.itemID
            let isCurrent = agenda.sequence >= routine.learnt
            let newest = plan.known(id)
            // A due occurrence stays in the agenda until somebody deals with it; a future one may not be in
            // it.
            if isCurrent,
                newest.map(routine.isMoved(to:))
                    ?? (routine.kind != .before && !plan.isCutOff(routine.occurrence))
            {
                end(routine, as: newest, at: now, &effects)
                continue
            }
            if isCurrent {
                if let newest { routine.occurrence = newest }
                routine.waiting.removeAll { !waiting.contains($0.id) && !plan.isReceiptUnderWay($0.id) }
            }
            board.change(.routine(id)) { $0.subject = .routine(routine) }
            if isOver(routine) { end(routine, as: newest ?? routine.occurrence, at: now, &effects) }
        }
    }

    private func isOver(_ routine: RoutineAlarm) -> Bool {
        if !plan.isOpen(routine.occurrence, learnt: routine.learnt) { return true }
        if !routine.waiting.isEmpty { return false }
        switch routine.kind {
        case .before, .request, .offered: return true
        case .due: return !routine.isPutOff && routine.occurrence.state == .missed
        // A snooze without a reminder is known only to this station.
        case .missed: return !routine.isPutOff
        }
    }

    /// It is no longer told. Somebody who has heard the beginning must hear why.
    ///
    /// - Parameter newest: its present state; `nil` if it is no longer listed: removed, or done on another
    ///   day.
    private mutating func end(
        _ routine: RoutineAlarm, as newest: RoutineOccurrence?, at now: Instant, _ effects: inout Effects
    ) {
        let id = routine.occurrence.itemID
        let key: PhraseKey? =
            if let newest {
                switch newest.state {
                case .done: .itemDone
                case .skipped: .itemSkipped
                case .upcoming, .due, .missed: routine.isMoved(to: newest) ? .itemMoved : nil
                }
            } else {
                .itemOver
            }
        if isBeingTold(id), let key {
            cutSounding(at: now, &effects)
            let occurrence = newest ?? routine.occurrence
            tellOver(words(key, for: occurrence, [.time: words(forTimeOf: occurrence)]))
        }
        board.remove(.routine(id))
    }

    func isBeingTold(_ occurrence: ItemID) -> Bool { kindBeingTold(of: occurrence) != nil }

    private func kindBeingTold(of occurrence: ItemID) -> ReminderKind? {
        guard case .routines(let spoken) = speech.sounding?.purpose else { return nil }
        return spoken.first { $0.occurrence == occurrence }?.kind
    }

    /// Reminders told long ago need not be remembered: the service no longer sends them.
    private mutating func forget(_ agenda: Agenda) {
        let waiting = Set(agenda.reminders.map(\.id))
        let yesterday = (agenda.now ?? wall).addingTimeInterval(-86_400)
        plan.told = plan.told.filter { waiting.contains($0.key) || $0.value > yesterday }
        plan.toldEarlier = plan.toldEarlier.filter { waiting.contains($0.key) || $0.value > yesterday }
        // An occurrence that was moved since is no longer missed.
        plan.toldMissed = plan.toldMissed.filter { plan.known($0)?.state == .missed }
        plan.knownProposals.formIntersection(agenda.proposals.map(\.id))
    }

    private mutating func take(_ proposals: [NeedProposal], at now: Instant) {
        let new = proposals.filter { !plan.knownProposals.contains($0.id) }
        plan.knownProposals.formUnion(proposals.map(\.id))
        var untold = new
        if case .proposals(let before) = board.remove(.proposals)?.subject {
            untold = before.filter { earlier in proposals.contains { $0.id == earlier.id } } + new
        }
        if !untold.isEmpty { board.put(Alarm(subject: .proposals(untold), dueAt: now)) }
    }
}
