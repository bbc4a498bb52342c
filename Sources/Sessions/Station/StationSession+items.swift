import Care
import Foundation
import HomeFiles
import Scanning
import Speech
import Time

/// The keys' answers to reminders.
extension StationSession {
    // MARK: - What is meant

    /// The keys mean this shortly after its words have begun.
    mutating func aim(at item: StationItem, at now: Instant, window: Duration, isChosen: Bool = false) {
        let before = plan.aim.flatMap {
            $0.item.occurrence.itemID == item.occurrence.itemID ? $0.previous : $0.item
        }
        plan.aim = StationPlan.Aim(
            item: item, at: now, window: window, previous: isChosen ? nil : before, isChosen: isChosen,
            limit: Self.itemKeyLimit)
        plan.leftItem = nil
    }

    /// A request begins to sound: while its sound lasts, a key may still be meant for the previous reminder.
    mutating func leaveItem(at now: Instant, words: Duration) {
        plan.leftItem = keysMeanItem(at: now) ? (now, words) : nil
        plan.aim?.isChosen = false
    }

    /// Whether an answer key now would mean a reminder.
    private func keysMeanItem(at now: Instant) -> Bool {
        guard let aim = plan.aim, isValid(aim, at: now) else { return false }
        return aim.isChosen || !board.all.contains { $0.request != nil && $0.wasSounded }
    }

    private func isValid(_ aim: StationPlan.Aim, at moment: Instant) -> Bool {
        plan.isOpen(aim.item.occurrence) && aim.at.duration(to: moment) < aim.limit
    }

    /// The reminder that a key means, if it means one: not one that has only just begun.
    func item(meantBy press: SwitchPress) -> StationItem? {
        guard let aim = plan.aim else { return nil }
        if let previous = aim.previous, aim.at.duration(to: press.began) < aim.window,
            plan.isOpen(previous.occurrence)
        {
            return previous
        }
        return isValid(aim, at: press.began) ? aim.item : nil
    }

    /// The reminder that was chosen by key, or that a request has only just interrupted.
    func foremostItem(meantBy press: SwitchPress) -> StationItem? {
        if let left = plan.leftItem, left.at.duration(to: press.began) < left.window {
            return item(meantBy: press)
        }
        return plan.aim?.isChosen == true ? item(meantBy: press) : nil
    }

    /// The reminder that a key means while no request is open. A key that came too late for a request does
    /// not mean it.
    func remainingItem(meantBy press: SwitchPress) -> StationItem? {
        if let ended = plan.requestEndedAt, ended.duration(to: press.began) < Self.endedWindow { return nil }
        return item(meantBy: press)
    }

    // MARK: - Done, skipped, undone

    mutating func mark(
        _ item: StationItem, _ kind: OccurrenceEntry.Kind, text: String? = nil, at now: Instant,
        _ effects: inout Effects
    ) {
        plan.asks = nil
        let occurrence = plan.newest(item.occurrence)
        let entry = OccurrenceEntry(
            id: newID(), routine: occurrence.routine, key: occurrence.key, kind: kind,
            by: settings.caregiver.name, text: text, at: homeTime(at: now))
        var mark = StationPlan.Mark(entry: entry, item: item)
        if board.contains(.routine(occurrence.itemID)) {
            finishTelling(occurrence.itemID, at: now, &effects)
            mark.alarm = board.remove(.routine(occurrence.itemID))
        }
        plan.closed[occurrence.itemID] = .some(occurrence.lastEntry)
        plan.marks[entry.id] = mark
        plan.lastMark = (mark, now)
        expectPoints(for: entry, of: occurrence, at: now)
        effects.add(.mark(entry))
    }

    /// Somebody who answers has heard it: what was being told counts as told.
    private mutating func finishTelling(_ occurrence: ItemID, at now: Instant, _ effects: inout Effects) {
        guard case .routines(let spoken) = speech.sounding?.purpose, isBeingTold(occurrence) else { return }
        cutSounding(at: now, &effects)
        for one in spoken where one.occurrence == occurrence {
            tellService(one.reminders, .told, at: now, &effects)
        }
    }

    mutating func undo(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        guard let (mark, at) = plan.lastMark, at.duration(to: press.began) < Self.undoLimit else {
            reply(phrases[.nothingToUndo])
            return
        }
        plan.lastMark = nil
        let entry = OccurrenceEntry(
            id: newID(), routine: mark.entry.routine, key: mark.entry.key, kind: .undone,
            by: settings.caregiver.name, undoes: mark.entry.id, at: homeTime(at: now))
        takeBack(mark, at: now)
        plan.marks[entry.id] = StationPlan.Mark(entry: entry, item: mark.item)
        effects.add(.mark(entry))
    }

    /// It is open again, and continues to sound.
    mutating func takeBack(_ mark: StationPlan.Mark, at now: Instant) {
        guard mark.entry.kind != .undone else { return }
        if plan.lastMark?.mark.entry.id == mark.entry.id { plan.lastMark = nil }
        let id = mark.item.occurrence.itemID
        plan.closed[id] = nil
        aim(at: mark.item, at: now, window: .zero)
        guard var alarm = mark.alarm, !board.contains(.routine(id)) else { return }
        guard settings.alerts.repeatReminder > .zero else { return }
        alarm.dueAt = now.advanced(by: settings.alerts.repeatReminder)
        alarm.wasSounded = true
        // It was told; if the service lacks the receipt, it sends the reminder again.
        alarm.routine?.waiting = []
        board.put(alarm)
    }

    /// The service has it.
    mutating func confirm(_ mark: StationPlan.Mark) {
        switch mark.entry.kind {
        case .done: reply(words(.itemDone, for: mark.item.occurrence))
        case .skipped: reply(words(.itemSkipped, for: mark.item.occurrence))
        case .undone: reply(words(.itemUndone, for: mark.item.occurrence))
        case .note, .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted, .refused: break
        }
    }

    // MARK: - Later

    /// Somebody attends to it: it is quiet until it counts as missed, an hour at most.
    mutating func seeTo(_ item: StationItem, at now: Instant, _ effects: inout Effects) {
        plan.asks = nil
        let occurrence = plan.newest(item.occurrence)
        let time = homeTime(at: now)
        guard item.kind != .before || occurrence.at <= time else {
            if isBeingTold(occurrence.itemID) { cutSounding(at: now, &effects) }
            if let alarm = board.remove(.routine(occurrence.itemID)) {
                // Somebody who answers has heard it, even if a call cut its words.
                tellService(alarm.routine?.waiting ?? [], .told, at: now, &effects)
            }
            reply(words(.itemComesAgain, for: occurrence))
            return
        }
        let rest = Int((occurrence.missedAt.timeIntervalSince(time) / 60).rounded(.up))
        let minutes = rest > 0 ? min(rest, Self.mostSeenTo) : Self.usualPutOff
        putOff(item, minutes: minutes, at: now, &effects)
        // Until it is told again, "done" still means it.
        aim(at: item, at: now, window: .zero)
        plan.aim?.limit = .seconds(minutes * 60) + Self.itemKeyLimit
        reply(words(.itemSeenTo, for: occurrence))
    }

    mutating func askWhen(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) {
        if let asks = plan.asks, asks.subject == .putOff {
            settle(asks, at: now, &effects)
            return
        }
        guard let item = item(meantBy: press) else {
            reply(phrases[.nothingToPutOff])
            return
        }
        quieten(item, at: now, &effects)
        let choices = Self.putOffMinutes.enumerated().map { index, minutes in
            phrases[.putOffChoice, [.digit: "\(index + 1)", .minutes: "\(minutes)"]]
        }
        let question = phrases[.putOffQuestion, [.minutes: "\(Self.usualPutOff)"]]
        ask(.putOff, item, ([question] + choices).joined(separator: " "), Self.putOffPatience, at: now)
    }

    mutating func askWhyLeftOut(_ item: StationItem, at now: Instant, _ effects: inout Effects) {
        quieten(item, at: now, &effects)
        let choices = phrases.skipReasons.enumerated().map { index, reason in
            phrases[.reasonChoice, [.digit: "\(index + 1)", .reason: reason]]
        }
        ask(
            .skip, item, ([phrases[.skipQuestion]] + choices).joined(separator: " "),
            PendingAnswers.reasonLimit,
            at: now)
    }

    private mutating func ask(
        _ subject: StationPlan.Question.Subject, _ item: StationItem, _ words: String, _ patience: Duration,
        at now: Instant
    ) {
        let question = reply(words, rank: 0)
        plan.asks = StationPlan.Question(
            subject: subject, item: item, question: question, patience: patience,
            until: now.advanced(by: Self.utteranceLimit + patience))
    }

    /// Stops its announcement because somebody answers.
    private mutating func quieten(_ item: StationItem, at now: Instant, _ effects: inout Effects) {
        let id = item.occurrence.itemID
        guard isBeingTold(id) else { return }
        cutSounding(at: now, &effects)
        // It continues to sound when the question is not answered.
        board.ring(.routine(id), at: now.advanced(by: PendingAnswers.reasonLimit))
    }

    mutating func choose(
        _ digit: Int, of asks: StationPlan.Question, at now: Instant, _ effects: inout Effects
    ) {
        speech.dropQuestions()
        if speech.sounding?.purpose == .reply { cutSounding(at: now, &effects) }
        guard digit > 0 else {
            plan.asks = nil
            reply(phrases[.leftAsItIs])
            return
        }
        switch asks.subject {
        case .skip where phrases.skipReasons.indices.contains(digit - 1):
            mark(asks.item, .skipped, text: phrases.skipReasons[digit - 1], at: now, &effects)
        case .putOff where Self.putOffMinutes.indices.contains(digit - 1):
            plan.asks = nil
            putOffAloud(asks.item, minutes: Self.putOffMinutes[digit - 1], at: now, &effects)
        case .skip, .putOff:
            plan.asks?.until = now.advanced(by: PendingAnswers.reasonLimit)
            reply(phrases[.digitUnknown])
        }
    }

    /// No digit or other key was pressed.
    mutating func settle(_ asks: StationPlan.Question, at now: Instant, _ effects: inout Effects) {
        plan.asks = nil
        speech.dropQuestion(asks.question)
        if speech.sounding?.id == asks.question { cutSounding(at: now, &effects) }
        switch asks.subject {
        case .skip: reply(phrases[.reasonAbandoned])
        case .putOff: putOffAloud(asks.item, minutes: Self.usualPutOff, at: now, &effects)
        }
    }

    private mutating func putOffAloud(
        _ item: StationItem, minutes: Int, at now: Instant, _ effects: inout Effects
    ) {
        putOff(item, minutes: minutes, at: now, &effects)
        reply(words(.itemPutOff, for: item.occurrence, [.minutes: "\(minutes)"]))
    }

    /// It is told again after this many minutes, here and at other stations.
    private mutating func putOff(
        _ item: StationItem, minutes: Int, at now: Instant, _ effects: inout Effects
    ) {
        let id = item.occurrence.itemID
        if isBeingTold(id) { cutSounding(at: now, &effects) }
        var routine =
            board.routine(id) ?? RoutineAlarm(occurrence: plan.newest(item.occurrence), kind: item.kind)
        let reminders =
            [routine.waiting, routine.told, item.reminders, plan.told(of: id)]
            .first { !$0.isEmpty } ?? []
        tellService(reminders, .snoozed, minutes: minutes, at: now, &effects)
        // It is later than any that the service has sent: it is recognised by its id when it comes again.
        routine.waiting = reminders
        routine.isPutOff = true
        routine.repeats = 0
        var alarm = Alarm(subject: .routine(routine), dueAt: now.advanced(by: .seconds(minutes * 60)))
        alarm.wasSounded = false
        board.put(alarm)
    }
}
