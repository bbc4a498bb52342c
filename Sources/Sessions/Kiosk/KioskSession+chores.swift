import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Speech
import Time

/// A chore that the client has chosen: what is told of it, and what comes of doing it, handing it on or reminding somebody of it.
extension KioskSession {
    /// Tells everything about it, and offers what the client can do.
    mutating func choseChore(_ id: String, at now: Instant, _ effects: inout Effects) {
        guard let chore = agenda.chore(id, at: planTime) else {
            reply(.noLongerPlanned, at: now, &effects)
            return
        }
        // As in the list of what they were given to do.
        guard !opens(chore, at: planTime) else {
            act(on: ActivityChoice.open(id), at: now, &effects)
            return
        }
        let client = settings.client
        let choices = levels.maker.choices(
            aboutChore: chore, of: client.id, mayUndo: chore.isBegun && mayUndo(chore), at: planTime)
        let standing = levels.maker.standing(ofChore: chore, client: client, at: planTime)
        let isForLater =
            chore.state.isOpen && chore.assignment.person == client.id && chore.isOfComingDay(at: planTime)
        whispers(
            ["\(chore.title), \(standing)."] + [chore.details].compactMap { $0 }.filter { !$0.isEmpty }
                + (isForLater ? [phrases[.choreComing]] : [])
                + (chore.isApproved && chore.changedBy == client.name ? [approvedWords(chore.title)] : []),
            opening: choices.contents.isEmpty ? nil : choices, at: now, &effects)
    }

    mutating func askSomebody(toDo id: String, at now: Instant, _ effects: inout Effects) {
        levels.maker.household = householdLists
        guard let chore = agenda.chore(id, at: planTime), chore.mayBeOffered(by: settings.client.id),
            !levels.maker.household.askable.isEmpty
        else {
            reply(.noLongerPlanned, at: now, &effects)
            return
        }
        finishChoice(.open(levels.maker.people(toAsk: chore)), at: now, &effects)
    }

    /// What is said when the client has asked somebody to do a chore.
    func askedWords(_ occurrence: RoutineOccurrence, of person: String) -> String {
        let name = agenda.household.known?.chores.people.first { $0.id == person }?.name
        return phrases[
            .choreAsked, [.caregiver: name ?? settings.caregiver.name, .label: occurrence.title]]
    }

    /// What is said when something was done: whether it counts yet, and what it pays.
    mutating func doneWords(_ occurrence: RoutineOccurrence, _ entry: OccurrenceEntry) -> [SpeechPart] {
        let parts = entry.parts ?? occurrence.partsLeft
        let isWhole = parts >= occurrence.partsLeft
        let needsApproval = occurrence.chore?.approval != nil
        var said: [String] = []
        if !isWhole {
            let done = occurrence.count - occurrence.partsLeft + parts
            said.append(
                phrases[
                    .markedPart, [.position: String(done), .count: String(occurrence.count)]])
        } else {
            let isShown = occurrence.chore?.proof == nil
            said.append(
                phrases[!isShown ? .markedWithoutPhoto : needsApproval ? .markedWaits : .markedDone])
        }
        if let pay = expectPay(for: entry, of: occurrence) {
            said.append(phrases[.pointsEarned, [.count: String(pay)]])
            if let total = agenda.household.total {
                said.append(phrases[.pointsTotal, [.count: String(total)]])
            }
        }
        return said.map { .text($0) }
    }

    /// What a mark pays at once, which counts here from now on; `nil` for nothing, or not until somebody has approved it.
    private mutating func expectPay(for mark: OccurrenceEntry, of occurrence: RoutineOccurrence) -> Int? {
        let pay = occurrence.pay(for: mark.parts ?? occurrence.partsLeft)
        guard pay > 0, occurrence.chore?.approval == nil, agenda.household.wantsPoints == true else {
            return nil
        }
        agenda.household.expect(pay, by: mark.id)
        return pay
    }

    /// A mark of an earlier run that the service does not have yet.
    mutating func restore(_ mark: OccurrenceEntry) {
        if let undone = mark.undoes { agenda.household.expectNothing(by: undone) }
        if mark.kind == .done, let chore = agenda.chore(mark.occurrence, at: planTime) {
            _ = expectPay(for: mark, of: chore)
        }
        agenda.add(mark)
    }

    mutating func remind(of id: String, at now: Instant, _ effects: inout Effects) {
        guard let chore = agenda.chore(id, at: planTime), chore.state.isOpen else {
            reply(.noLongerPlanned, at: now, &effects)
            return
        }
        let reminder = ChoreReminder(
            id: newID(), routine: chore.routine, key: chore.key, by: settings.client.name, at: planTime)
        let name = chore.assignment.name ?? settings.caregiver.name
        send(
            .remind(reminder), saying: phrases[.housemateReminded, [.caregiver: name, .label: chore.title]],
            at: now, &effects)
    }
}
