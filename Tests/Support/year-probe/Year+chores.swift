import Care
import CareStore
import Chance
import Foundation

extension Year {
    /// Whoever says whether something was done, and does nothing of it.
    private static let judge = Household.parent

    /// What people will do about a chore: of a hundred, four are done ahead of time, four left out, and ten forgotten.
    func planWork(on occurrence: PlannedOccurrence, of chore: PlannedRoutine.Chore) {
        func plan(_ act: ChoreAct, at: Int64) { add(.work(occurrence, act, at: at), at: at) }
        func soon(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &chance) }
        let second = occurrence.second
        if chore.isClaimed, Int.random(in: 0..<4, using: &chance) > 0 {
            let at = second + soon(-5400...1800)
            plan(.claim, at: at)
            if Int.random(in: 0..<4, using: &chance) == 0 {
                plan(.giveBack, at: max(at, second) + soon(20...4000))
            }
        }
        if chore.count > 1 {
            for _ in 1..<chore.count where Int.random(in: 0..<3, using: &chance) > 0 {
                plan(.part, at: second + soon(-600...2400))
            }
        }
        let done: Int64
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<4: done = second - soon(60...1200)
        case 4..<8: return plan(.skip, at: second + soon(5...1800))
        case 8..<18: return
        case 18..<40: done = second + soon(3000...90_000)
        default: done = second + soon(5...3000)
        }
        plan(.done, at: done)
        if chore.needsApproval { plan(.judge, at: done + soon(300...90_000)) }
        for _ in 0..<2 where Int.random(in: 0..<6, using: &chance) == 0 {
            let undone = done + soon(10...100_000)
            plan(.undo, at: undone)
            if Bool.random(using: &chance) { plan(.done, at: undone + soon(60...7200)) }
        }
    }

    func work(_ occurrence: PlannedOccurrence, _ act: ChoreAct, at: Int64) async throws {
        guard let work = occurrence.work, let chore = occurrence.routine.chore, !occurrence.isGone(at: now),
            let person = worker(of: occurrence)
        else { return }
        switch act {
        case .claim:
            guard chore.isClaimed, work.holder == nil, !work.isClosed else { return }
            try await enter(.claimed(person: person), on: occurrence, by: person, at: at)
            tally.count("claimed")
        case .giveBack:
            // Before it is due nobody has been told that it is anybody's.
            guard occurrence.second <= now, let claim = work.claim, !work.isClosed else { return }
            try await undo(claim.entry, on: occurrence, by: claim.person, at: at)
            tally.count("given back")
            // What a mark makes a reminder is on the stream at once.
            try await catchUp(.station)
        case .part:
            guard !work.isClosed, work.left > 1 else { return }
            let parts = Int.random(in: 1..<work.left, using: &chance)
            try await enter(.done(person: person, parts: parts), on: occurrence, by: person, at: at)
            if isDoubled() {
                var again = entry(on: occurrence, by: person, at: at)
                (again.person, again.parts) = (person, 1)
                try await send(again, by: person)
            }
            tally.count("parts")
        case .done:
            guard !work.isClosed else { return }
            let parts = Bool.random(using: &chance) ? work.left : nil
            try await enter(.done(person: person, parts: parts), on: occurrence, by: person, at: at)
            tally.count("chores done")
        case .skip:
            guard !work.isClosed else { return }
            try await enter(.skipped, on: occurrence, by: person, at: at)
            tally.count("skipped")
        case .undo:
            guard let entry = work.undoable.randomElement(using: &chance) else { return }
            let sender = work.isAnswer(entry) ? Self.judge : person
            try await undo(entry, on: occurrence, by: sender, at: at)
            tally.count("chores undone")
        case .judge:
            guard work.isWaiting else { return }
            guard Int.random(in: 0..<3, using: &chance) == 0 else {
                tally.count("approved")
                return try await enter(.approved, on: occurrence, by: Self.judge, at: at)
            }
            try await enter(.notYet, on: occurrence, by: Self.judge, at: at)
            tally.count("not yet")
            let again = now + Int64.random(in: 600...7200, using: &chance)
            add(.work(occurrence, .done, at: again), at: again)
            add(.work(occurrence, .judge, at: again + 1800), at: again + 1800)
        }
    }

    /// One of those whose it may be and who are there; what is one person's, they do also while they are away.
    private func worker(of occurrence: PlannedOccurrence) -> String? {
        let there = occurrence.people.filter { tally.household.isThere($0, at: now) }
        return (there.isEmpty ? occurrence.people : there).randomElement(using: &chance)
    }

    // MARK: - Entries

    private func enter(
        _ what: ChoreWork.What, on occurrence: PlannedOccurrence, by person: String, at: Int64
    ) async throws {
        var entry = entry(on: occurrence, by: person, at: at)
        switch what {
        case .claimed(let who): (entry.kind, entry.person) = (.claimed, who)
        case .done(let who, let parts): (entry.kind, entry.person, entry.parts) = (.done, who, parts)
        case .skipped: (entry.kind, entry.text) = (.skipped, "No time.")
        case .approved: entry.kind = .approved
        case .notYet: (entry.kind, entry.text) = (.notYet, "The corner, too.")
        }
        try await send(entry, by: person)
        let wasClosed = occurrence.work?.isClosed ?? false
        occurrence.work?.add(what, id: entry.id, at: now)
        try follow(occurrence, wasClosed: wasClosed)
    }

    private func undo(
        _ id: UUID, on occurrence: PlannedOccurrence, by person: String, at: Int64
    ) async throws {
        var entry = entry(on: occurrence, by: person, at: at)
        (entry.kind, entry.undoes) = (.undone, id)
        try await send(entry, by: person)
        let wasClosed = occurrence.work?.isClosed ?? false
        occurrence.work?.undo(id, at: now)
        try follow(occurrence, wasClosed: wasClosed)
    }

    private func entry(on occurrence: PlannedOccurrence, by person: String, at: Int64) -> OccurrenceEntry {
        OccurrenceEntry(
            id: UUID(), routine: occurrence.part, key: occurrence.key, kind: .done, by: person,
            at: Self.date(at))
    }

    private func send(_ entry: OccurrenceEntry, by sender: String) async throws {
        guard let store, !isLostOnItsWay() else { return }
        // Each tenth answer is lost, and the same is sent once more.
        let isRepeated = Int.random(in: 0..<10, using: &chance) == 0
        do throws(CareStoreError) {
            _ = try await store.mark(entry, actor: .person, sender: sender, receivedAt: Self.date(now))
            guard isRepeated else { return }
            let again = try await store.mark(
                entry, actor: .person, sender: sender, receivedAt: Self.date(now))
            if again.isNew { tally.fault("entered twice", "\(entry)") }
        } catch { tally.fault("refused", "\(entry): \(error)") }
    }

    private func follow(_ occurrence: PlannedOccurrence, wasClosed: Bool) throws {
        guard let work = occurrence.work else { return }
        switch (wasClosed, work.isClosed) {
        case (false, true): occurrence.close(at: now)
        case (true, false): occurrence.open(at: now)
        case (false, false), (true, true): break
        }
        try tally.compare(occurrence, work, with: ledger)
    }
}
