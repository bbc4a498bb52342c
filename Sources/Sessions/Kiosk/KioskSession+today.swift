import Boards
public import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    /// Loads the needs and the plan of an earlier run; call before the first event.
    ///
    /// Waiting reminders are not loaded: they may have been told since, and the service sends them again.
    public mutating func recall(_ kept: Agenda) {
        var kept = kept
        // The service may have started a new journal meanwhile.
        kept.sequence = 0
        kept.reminders = []
        kept.now = nil
        agenda.take(kept, for: settings.client.id, at: wall)
        levels.maker.needs = agenda.needs
        levels.maker.plan = kept.today
        scanner = Scanner(parameters: scanning, top: levels.restart())
        updates.contentsChanged()
    }

    /// The needs or the plan have changed.
    mutating func take(_ changed: Agenda, at now: Instant, _ effects: inout Effects) {
        guard changed.sequence >= agenda.known?.sequence ?? 0 else { return }
        agenda.take(changed, for: settings.client.id, at: wall)
        askOnce(
            changed.assignments.compactMap { one in one.mood.map { (one.id, $0.value) } })
        proposing.drop(namedIn: changed)
        updates.contentsChanged()
        takeReminders(of: changed, at: now, &effects)
        tellAgreed(at: now, &effects) { $0.sequence <= changed.sequence }
    }

    // MARK: - Choices

    mutating func openPlan(at now: Instant, _ effects: inout Effects) {
        levels.maker.plan = agenda.plan(at: planTime)
        if levels.maker.plan.isEmpty {
            reply(agenda.known == nil ? .planUnknown : .nothingPlanned, at: now, &effects)
        } else {
            finishChoice(.open(levels.maker.today(levels.maker.plan)), at: now, &effects)
        }
    }

    mutating func openAddedNeeds(at now: Instant, _ effects: inout Effects) {
        if levels.maker.added.list.isEmpty {
            reply(.nothingAdded, at: now, &effects)
        } else {
            finishChoice(.open(levels.maker.addedNeeds), at: now, &effects)
        }
    }

    /// Answers a choice with one sentence.
    mutating func reply(_ phrase: PhraseKey, at now: Instant, _ effects: inout Effects) {
        runChoice(Script(steps: [.say(announcement(.text(phrases[phrase])))]), at: now, &effects)
    }

    /// Tells the details, in scanning's voice: they are for the client, not for the room.
    mutating func choseOccurrence(_ id: String, at now: Instant, _ effects: inout Effects) {
        guard let occurrence = agenda.occurrence(id, at: planTime) else {
            // It was removed while it was being chosen.
            reply(.noLongerPlanned, at: now, &effects)
            return
        }
        // As in the list of what they were given to do.
        guard !opens(occurrence, at: planTime) else {
            act(on: ActivityChoice.open(id), at: now, &effects)
            return
        }
        var details = details(of: occurrence)
        let client = settings.client
        if occurrence.isApproved, occurrence.changedBy == client.name {
            details.parts.append(.text(approvedWords(occurrence.title)))
        }
        var script = Script(steps: [.say(details)])
        if occurrence.isOwn(of: client.id) {
            let mayUndo = mayUndo(occurrence)
            let choices =
                occurrence.isClientsOwn || occurrence.chore?.isWork != true
                ? levels.maker.choices(about: occurrence, mayUndo: mayUndo)
                : levels.maker.choices(aboutChore: occurrence, of: client.id, mayUndo: mayUndo, at: planTime)
            if !choices.contents.isEmpty { script.ending = .open(choices) }
        }
        runChoice(script, at: now, &effects)
    }

    /// Whether the client may say that it is not done after all: they said that it is, and nobody else has said that it counts.
    func mayUndo(_ occurrence: RoutineOccurrence) -> Bool {
        occurrence.changedBy == settings.client.name && occurrence.lastEntry != nil && !occurrence.isApproved
    }

    /// What the client hears in place of a way to take it back.
    func approvedWords(_ title: String) -> String { phrases[.choreApproved, [.label: title]] }

    func details(of occurrence: RoutineOccurrence) -> Script.Words {
        whisper(levels.maker.details(of: occurrence, client: settings.client.name, at: planTime))
    }

    /// For the client's ear, not for the room.
    func whisper(_ parts: [SpeechPart]) -> Script.Words {
        Script.Words(voice: .cue, kind: .announcement, precedence: .announcement, parts: parts)
    }

    // MARK: - Marks

    /// Marks an occurrence of the client's own; the window to undo it follows.
    mutating func mark(
        _ id: String, _ change: KioskLevel.OccurrenceChange, at now: Instant, _ effects: inout Effects
    ) {
        guard let occurrence = agenda.occurrence(id, at: planTime) else {
            reply(.noLongerPlanned, at: now, &effects)
            return
        }
        mark(occurrence, change, at: now, &effects)
    }

    mutating func mark(
        _ occurrence: RoutineOccurrence, _ change: KioskLevel.OccurrenceChange, at now: Instant,
        _ effects: inout Effects
    ) {
        let isPossible =
            switch change {
            // An exercise is done by doing it.
            case .done, .partDone: occurrence.state.isOpen && occurrence.exercise == nil
            case .skipped: occurrence.state.isOpen
            case .claimed: occurrence.state.isOpen && occurrence.assignment.person == nil
            case .undone: occurrence.isBegun && occurrence.lastEntry != nil && !occurrence.isApproved
            case .offered: occurrence.mayBeOffered(by: settings.client.id)
            case .offerUndone: occurrence.openOffer?.by == settings.client.id
            case .accepted, .refused: occurrence.openOffer?.to == settings.client.id
            }
        guard isPossible else {
            if change == .undone, occurrence.isApproved {
                runChoice(
                    Script(steps: [.say(announcement(.text(approvedWords(occurrence.title))))]), at: now,
                    &effects)
                return
            }
            // Somebody was quicker: the person needs to hear its state.
            runChoice(Script(steps: [.say(details(of: occurrence))]), at: now, &effects)
            return
        }
        let undone: UUID? =
            switch change {
            case .undone: occurrence.lastEntry
            case .offerUndone: occurrence.openOffer?.entry
            case .done, .skipped, .partDone, .claimed, .offered, .accepted, .refused: nil
            }
        let entry = note(occurrence, change, undoes: undone, &effects)
        let said: [SpeechPart]
        switch change {
        case .done, .partDone: said = doneWords(occurrence, entry)
        case .skipped:
            let brings = (occurrence.chore?.points ?? 0) > 0 && agenda.household.wantsPoints == true
            said = [.text(phrases[brings ? .markedSkippedUnpaid : .markedSkipped])]
        case .claimed, .accepted: said = [.text(phrases[.choreClaimed])]
        case .offered(let person): said = [.text(askedWords(occurrence, of: person))]
        case .refused: said = [.text(phrases[.choreRefused])]
        case .undone, .offerUndone:
            runChoice(takenBack(entry, occurrence.title), at: now, &effects)
            return
        }
        var steps: [Script.Step] = [
            .recorded(entry.id), .say(announcement([.earcon(.asked)] + said)),
        ]
        if scanning.undoWindow > .zero {
            steps += [
                .say(announcement(.text(phrases[.takeBack]))),
                .window(.unmark(entry, occurrence), length: scanning.undoWindow),
            ]
        }
        runChoice(
            Script(request: entry.id, steps: steps, ending: .goOnCelebrating), at: now, &effects)
    }

    /// A press in the window: the entry stays in the history, and another entry undoes it.
    mutating func unmark(
        _ entry: OccurrenceEntry, _ occurrence: RoutineOccurrence, at now: Instant, _ effects: inout Effects
    ) {
        asking.unmarked()
        let undone = note(occurrence, .undone, undoes: entry.id, &effects)
        runChoice(takenBack(undone, occurrence.title), at: now, &effects)
    }

    private func takenBack(_ entry: OccurrenceEntry, _ title: String) -> Script {
        let words = announcement(.text(phrases[.takenBack, [.need: title]]))
        return Script(steps: [.recorded(entry.id), .say(words)])
    }

    /// Hands an entry over; waiting reminders of that occurrence are now pointless.
    private mutating func note(
        _ occurrence: RoutineOccurrence, _ change: KioskLevel.OccurrenceChange, undoes: UUID?,
        _ effects: inout Effects
    ) -> OccurrenceEntry {
        let kind: OccurrenceEntry.Kind =
            switch change {
            case .done, .partDone: .done
            case .skipped: .skipped
            case .claimed: .claimed
            case .undone, .offerUndone: .undone
            case .offered: .offered
            case .accepted: .accepted
            case .refused: .refused
            }
        // Of work that people share the entry says who did it, takes it or is asked to; else whoever the plan has would have done it.
        let person: String? =
            switch change {
            case .offered(let other): other
            case .claimed, .accepted, .refused: settings.client.id
            case .done, .partDone: occurrence.chore?.isWork == true ? settings.client.id : nil
            case .skipped, .undone, .offerUndone: nil
            }
        let entry = OccurrenceEntry(
            id: newID(), routine: occurrence.routine, key: occurrence.key, kind: kind,
            by: settings.client.name, undoes: undoes, person: person,
            parts: change == .partDone ? 1 : nil, at: planTime)
        agenda.add(entry)
        if let undoes { agenda.household.expectNothing(by: undoes) }
        updates.contentsChanged()
        asking.willStore(entry.id)
        effects.add(.mark(entry))
        switch change {
        case .done, .skipped, .partDone, .claimed, .accepted, .refused:
            asking.marked(entry, occurrence, chosenAt: presses.chosenAt)
            dropReminders { $0.occurrence?.id == occurrence.id }
        // It is the client's until somebody has said yes.
        case .offered: asking.marked(entry, occurrence, chosenAt: presses.chosenAt)
        case .undone, .offerUndone: break
        }
        return entry
    }

    /// A mark whose press was one of those that meant help.
    mutating func unmarkUnmeant(since: Instant, _ effects: inout Effects) {
        guard let (entry, occurrence) = asking.takeUnmeantMark(since: since) else { return }
        dropChoice(of: entry.id, &effects)
        let undone = note(occurrence, .undone, undoes: entry.id, &effects)
        // It is not announced: help comes first.
        asking.forgetStored(undone.id)
    }

    /// The service refused it for good. Returns whether it was a mark.
    ///
    /// - Parameter kind: Of the problem, as far as it is known.
    mutating func markRefused(
        _ id: UUID, as kind: CareProblem.Kind?, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        guard let (mark, title) = agenda.lost(id) else { return false }
        updates.contentsChanged()
        let approval = agenda.occurrence(mark.occurrence, at: planTime)?.chore?.approval
        let phrase: PhraseKey =
            switch mark.kind {
            case .claimed: .choreTaken
            case .accepted, .refused: .offerOver
            // Somebody has said that it counts, of which this kiosk may not have heard yet.
            case .undone where kind == .conflict && (approval == .given || approval == .waiting):
                .choreApproved
            case .done, .skipped, .note, .undone, .given, .swapped, .approved, .notYet, .offered: .markLost
            }
        let words = announcement(.earcon(.fault), .text(phrases[phrase, [.label: title]]), kind: .fault)
        announce(Script(steps: [.say(words)]), at: now, &effects)
        return true
    }
}

extension RoutineOccurrence {
    /// Whether anything of it was done, or it was skipped.
    var isBegun: Bool { !state.isOpen || (chore?.parts ?? 0) > 0 }

    /// Whether somebody else has said that it counts: then only they take that back.
    var isApproved: Bool { chore?.approval == .given }
}
