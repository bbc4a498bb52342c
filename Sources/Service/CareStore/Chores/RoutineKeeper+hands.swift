import Care
import Foundation
import GRDB
import Recurrence

/// Who has an occurrence: claiming, giving away, swapping, asking somebody else to do it, and taking that back.
extension RoutineKeeper {
    /// The entry with whom it is about, where its sender need not say so.
    ///
    /// What is done was done by whoever has it, so that anybody may tick it off for them; only what nobody has is its sender's.
    func named(_ entry: OccurrenceEntry, of occurrence: RoutineOccurrence, sender: String?) throws
        -> OccurrenceEntry
    {
        var entry = entry
        switch entry.kind {
        case .done:
            guard occurrence.chore?.isWork ?? false else { break }
            entry.person = entry.person ?? occurrence.assignment.person ?? sender
        case .claimed:
            entry.person = entry.person ?? sender
            guard entry.person != nil else {
                throw CareStoreError.invalid(field: "person", "it is missing: write the id of who takes it")
            }
        case .accepted, .refused: entry.person = entry.person ?? sender
        case .skipped, .note, .undone, .given, .swapped, .approved, .notYet, .offered: break
        }
        return entry
    }

    /// Throws where an entry does not go with who has it, or with how far it is.
    ///
    /// - Parameters:
    ///   - standing: What came of the entries before it.
    ///   - sender: The id of whoever has logged in.
    ///   - isLoggedIn: Whether they can send photos.
    func checkWork(
        _ entry: OccurrenceEntry, _ before: OccurrenceRow, _ standing: OccurrenceStanding, actor: Actor,
        sender: String?, isLoggedIn: Bool, rule: AssignmentRule, in db: Database
    ) throws {
        let occurrence = before.occurrence
        // Whoever has it may have left since: what they have is still ticked off for them. Who can be asked says nothing of who else lives here.
        if let person = entry.person, entry.kind != .offered,
            entry.kind != .done || person != occurrence.assignment.person
        {
            try checkIsHere(person, in: db)
        }
        switch entry.kind {
        case .done:
            if actor == .kiosk, standing.state.isOpen, occurrence.isOfComingDay(at: try latestClock(in: db)) {
                throw conflict("it is of a coming day: say so on that day", before)
            }
            // No photo can be made with one switch or at a station, and nobody can send one of what another did: then whoever approves
            // it looks for themselves.
            if isLoggedIn, let sender, actor == .kiosk || entry.person == sender, standing.state != .done,
                occurrence.chore?.proof == .photo,
                try !ChorePhotos.isReady(occurrence, from: sender, in: db)
            {
                throw CareStoreError.invalid(
                    field: "kind", "a photo shows that it is done: send one first, then say so")
            }
            guard let parts = entry.parts else { break }
            let left = standing.state == .done ? 0 : occurrence.count - standing.parts
            guard parts <= left else {
                throw CareStoreError.invalid(
                    field: "parts",
                    left == 0 ? "all of it is done already" : "only \(left) of \(occurrence.count) are left")
            }
        case .skipped:
            // A kiosk's client chooses "not today" and nothing else.
            guard entry.text != nil || actor == .kiosk || occurrence.chore?.isWork != true else {
                throw CareStoreError.invalid(field: "text", "it is missing: write why this chore is skipped")
            }
        case .claimed: try checkClaim(entry, before, rule)
        case .given, .swapped:
            try checkIsOpen(before)
            guard entry.person != occurrence.assignment.person else {
                throw conflict("\(before.holder) has it already", before)
            }
        case .approved, .notYet: try checkApproval(before, standing, actor: actor, sender: sender)
        case .offered: try checkOffer(entry, before.occurrence, sender: sender, in: db)
        case .accepted, .refused: try checkOfferAnswer(entry, before.occurrence, sender: sender)
        case .note, .undone: break
        }
    }

    /// The clock, or what it has shown already while it is behind that: what is due now must not look far away.
    func latestClock(in db: Database) throws -> Date { max(now, try RoutineClock.doubted(in: db) ?? now) }

    private func checkIsHere(_ person: String, in db: Database) throws {
        guard try people(in: db).contains(where: { $0.id == person && $0.isActive }) else {
            throw CareStoreError.invalid(field: "person", "nobody in this home has the id \(person)")
        }
    }

    private func checkIsOpen(_ before: OccurrenceRow) throws {
        guard let outcome = before.outcome else { return }
        throw conflict("it is \(outcome.rawValue) already: undo that first", before)
    }

    private func conflict(_ words: String, _ before: OccurrenceRow) -> CareStoreError {
        .occurrenceConflict(words, current: before.occurrence)
    }

    /// The first to be stored has it.
    private func checkClaim(_ entry: OccurrenceEntry, _ before: OccurrenceRow, _ rule: AssignmentRule) throws
    {
        try checkIsOpen(before)
        guard before.occurrence.assignment.person == nil else {
            throw conflict("\(before.holder) has it", before)
        }
        guard case .claimed(let those) = rule, !those.isEmpty, let person = entry.person else { return }
        guard those.contains(person) else {
            throw CareStoreError.invalid(
                field: "person",
                "\(person) is not one of those who may take it: \(those.joined(separator: ", "))")
        }
    }

    /// Somebody else than who did it says whether it counts.
    private func checkApproval(
        _ before: OccurrenceRow, _ standing: OccurrenceStanding, actor: Actor, sender: String?
    ) throws {
        guard actor == .person else {
            throw CareStoreError.notAllowed("only somebody who has logged in can approve what was done")
        }
        guard standing.approval == .waiting else {
            throw conflict("it does not wait for approval", before)
        }
        guard sender == nil || !standing.done.contains(where: { $0.person == sender }) else {
            throw CareStoreError.notAllowed("somebody else than who did it has to approve it")
        }
    }

    // MARK: - What follows for another occurrence

    /// A swap, and its undo, is written for both occurrences in one transaction, or for none.
    ///
    /// - Parameters:
    ///   - sender: The id of whoever has logged in.
    ///   - whose: Whose plans they see.
    func markOther(
        _ entry: OccurrenceEntry, _ before: OccurrenceRow, _ entries: [OccurrenceEntry],
        _ standing: OccurrenceStanding, of routine: RoutineRow, actor: Actor, sender: String?,
        whose: PlanReach, in db: Database
    ) throws {
        var routine = routine
        switch entry.kind {
        case .swapped:
            guard let key = entry.with, let giver = before.occurrence.assignment.person else {
                throw conflict("nobody has it: claim it", before)
            }
            let other = try stored(key, of: &routine, in: db)
            try permit(other.occurrence, of: whose)
            guard other.number != before.number else {
                throw CareStoreError.invalid(field: "with", "this is the same one: name another")
            }
            try checkIsOpen(other)
            guard other.occurrence.assignment.person == entry.person else {
                let person = entry.person ?? ""
                throw conflict("\(person) does not have the other one", other)
            }
            var mirror = OccurrenceEntry(
                id: entry.id.ofOtherHalf, routine: other.occurrence.routine, key: other.occurrence.key,
                kind: .swapped, by: entry.by, person: giver, with: before.occurrence.key, at: entry.at)
            mirror.isTimeOfArrival = entry.isTimeOfArrival
            try addOther(mirror, to: other, of: &routine, actor: actor, sender: sender, in: db)
        case .undone:
            guard let undone = entries.first(where: { $0.id == entry.undoes }) else { return }
            try checkUndo(of: undone, among: entries, before, standing)
            try checkAnswer(
                entry, undone, among: entries, before, standing, actor: actor, sender: sender, in: db)
            guard undone.kind == .swapped, let key = undone.with else { return }
            let other = try stored(key, of: &routine, in: db)
            try permit(other.occurrence, of: whose)
            try checkIsOpen(other)
            let theirs = try self.entries(of: other, in: db)
            let isLast =
                standing.holdings.last?.id == undone.id
                && self.standing(theirs, of: other.occurrence).holdings.last?.id == undone.id.ofOtherHalf
            guard isLast else { throw conflict("it has changed hands since: undo that first", before) }
            let mirror = OccurrenceEntry(
                id: entry.id.ofOtherHalf, routine: other.occurrence.routine, key: other.occurrence.key,
                kind: .undone, by: entry.by, undoes: undone.id.ofOtherHalf, at: entry.at,
                isTimeOfArrival: entry.isTimeOfArrival)
            try addOther(mirror, to: other, of: &routine, actor: actor, sender: sender, in: db)
        case .done, .skipped, .note, .claimed, .given, .approved, .notYet, .offered, .accepted, .refused:
            break
        }
    }

    private func addOther(
        _ entry: OccurrenceEntry, to other: OccurrenceRow, of routine: inout RoutineRow, actor: Actor,
        sender: String?, in db: Database
    ) throws {
        guard try Entries.firstResult(of: entry, in: db) == nil else {
            throw CareStoreError.sameIDOtherContent(entry.id, current: nil)
        }
        let entries = try self.entries(of: other, in: db)
        _ = try add(
            entry, to: other, after: entries, of: &routine, actor: actor, sender: sender, in: db)
    }

    /// Who has it, and who is asked to do it, is undone only while it is open, and is claimed or asked anew rather than undone twice: somebody
    /// else may have it by now. What was answered is undone by whoever has answered.
    private func checkUndo(
        of undone: OccurrenceEntry, among entries: [OccurrenceEntry], _ before: OccurrenceRow,
        _ standing: OccurrenceStanding
    ) throws {
        let root = root(of: undone, among: entries)
        guard root.kind.changesHands || root.kind.isOfOffer else { return }
        guard root.id == undone.id else {
            throw CareStoreError.invalid(field: "undoes", "that was undone: claim, give or swap it anew")
        }
        try checkIsOpen(before)
        guard root.kind == .offered else { return }
        guard standing.offer?.id == undone.id, standing.offerAnswer == nil else {
            throw conflict("that was answered already", before)
        }
    }

    /// What the undo of an entry is about in the end: of an undo, what that is about.
    private func root(of undone: OccurrenceEntry, among entries: [OccurrenceEntry]) -> OccurrenceEntry {
        var root = undone
        while root.kind == .undone, let earlier = entries.first(where: { $0.id == root.undoes }) {
            root = earlier
        }
        return root
    }

    /// Taking back whether it counts, or taking that back again, says whether it counts: so it is for those who may say so, and did none of
    /// it, neither of what is done now nor of what is done then.
    private func checkAnswer(
        _ entry: OccurrenceEntry, _ undone: OccurrenceEntry, among entries: [OccurrenceEntry],
        _ before: OccurrenceRow, _ standing: OccurrenceStanding, actor: Actor, sender: String?,
        in db: Database
    ) throws {
        switch root(of: undone, among: entries).kind {
        case .approved, .notYet: break
        case .done, .skipped, .note, .undone, .claimed, .given, .swapped, .offered, .accepted, .refused:
            return
        }
        // Providers only come to see clients.
        let isProvider = try sender.flatMap { try People.readable($0, in: db) }?.role == .provider
        guard actor == .person, !isProvider else {
            throw CareStoreError.notAllowed(
                "only caregivers and coordinators who have logged in take back what was said of it")
        }
        let after = self.standing(entries + [entry], of: before.occurrence)
        let done = standing.done + after.done
        guard sender == nil || !done.contains(where: { $0.person == sender }) else {
            throw CareStoreError.notAllowed("somebody else than who did it says whether it counts")
        }
    }

    // MARK: - What comes of it

    /// What was entered is in the occurrence: how far it is, and who has it.
    func applied(
        _ standing: OccurrenceStanding, to occurrence: RoutineOccurrence, in db: Database
    ) throws -> RoutineOccurrence {
        var occurrence = occurrence
        var chore = occurrence.chore ?? Chore()
        chore.parts = occurrence.count > 1 && standing.parts > 0 ? standing.parts : nil
        chore.approval = standing.approval
        chore.doneBy = standing.approval == .waiting ? Set(standing.done.compactMap(\.person)).sorted() : nil
        chore.notYet = standing.state.isOpen ? standing.notYet : nil
        occurrence.chore = chore.isEmpty ? nil : chore
        occurrence = try handed(standing, occurrence, in: db)
        let offer = try offer(standing, of: occurrence, in: db)
        if offer != occurrence.chore?.offer { occurrence.chore?.offer = offer }
        return occurrence
    }

    /// With whoever the entries say has it.
    private func handed(
        _ standing: OccurrenceStanding, _ occurrence: RoutineOccurrence, in db: Database
    ) throws -> RoutineOccurrence {
        var occurrence = occurrence
        guard let last = standing.holdings.last, let person = last.person else {
            if occurrence.chore?.turn != nil { occurrence.put(inHandsOf: nil) }
            return occurrence
        }
        let people = try people(in: db)
        func name(_ id: String) -> String { people.first { $0.id == id }?.name ?? id }
        let planned = occurrence.chore?.turn ?? occurrence.assignment
        occurrence.put(
            inHandsOf: Assignment(
                of: person, called: name(person), by: last.kind,
                before: standing.holdings.dropLast().last?.person.map(name) ?? planned.name), by: last.id)
        return occurrence
    }

    /// Reminders go to whoever has it now.
    ///
    /// - Parameter sender: Not told now, because they know.
    func handOver(
        _ before: RoutineOccurrence, _ occurrence: RoutineOccurrence, sender: String?, in routine: RoutineRow,
        in db: Database
    ) throws {
        guard before.assignment.person != occurrence.assignment.person, occurrence.state.isOpen,
            routine.routine.isActive,
            let row = try OccurrenceRow.find(occurrence.routine, occurrence.key, now: now, in: db)
        else { return }
        guard row.isDueTaken else {
            return try bringToldInLine(routine, planCache.item(routine), sender: sender, in: db)
        }
        let reminders = routine.routine.content.reminders
        let isTold = row.isMissedTaken ? reminders.tellsMissed : reminders.tellsDue
        _ = try tellAnew(
            row.isMissedTaken ? .missed : .due,
            isTold: isTold && occurrence.assignment.person != sender, occurrence, routine.routine.content,
            in: db)
    }
}

extension OccurrenceRow {
    /// Who has it, by name.
    fileprivate var holder: String { occurrence.assignment.name ?? occurrence.assignment.person ?? "" }
}

extension OccurrenceEntry.Kind {
    /// Whether it says who has it.
    var changesHands: Bool {
        switch self {
        case .claimed, .given, .swapped, .accepted: true
        case .done, .skipped, .note, .undone, .approved, .notYet, .offered, .refused: false
        }
    }

    /// Whether it asks somebody to do it, or answers that.
    fileprivate var isOfOffer: Bool {
        switch self {
        case .offered, .accepted, .refused: true
        case .done, .skipped, .note, .undone, .claimed, .given, .swapped, .approved, .notYet: false
        }
    }
}

extension UUID {
    /// The id of the entry that a swap, or its undo, writes for the other occurrence; the same once more is this one.
    var ofOtherHalf: UUID {
        var bytes = uuid
        bytes.15 ^= 1
        return UUID(uuid: bytes)
    }
}
