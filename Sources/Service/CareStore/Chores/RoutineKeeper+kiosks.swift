import Care
import Foundation
import GRDB
import Recurrence

/// What a client's kiosk may see and do of the work that people share.
extension RoutineKeeper {
    /// Leaves out of a client's feed what is others' alone.
    func shown(_ feed: ChoreFeed, toKioskOf client: String, in db: Database) throws -> ChoreFeed {
        var feed = feed
        feed.free = try feed.free.filter { one in
            try RoutineRow.find(one.routine, in: db)?.routine.content.of(one.key).mayBeTaken(by: client)
                ?? false
        }
        // What was theirs by the plan is told to them, with who does it now.
        feed.others = feed.others.filter { $0.audience == .household || $0.chore?.turn?.person == client }
        feed.waiting = try feed.waiting.filter { try isDone($0, by: client, in: db) }
        feed.closed = try feed.closed.filter { try isDone($0, by: client, in: db) }
        return feed
    }

    /// Whether a client had it, or did it although nobody had it.
    private func isDone(_ one: RoutineOccurrence, by client: String, in db: Database) throws -> Bool {
        if let holder = one.assignment.person { return holder == client }
        return try Entries.all(of: one.routine, one.key, in: db, report: unreadable.note)
            .contains { $0.kind == .done && $0.person == client }
    }

    /// Throws where a kiosk may not mark this; what has nothing to do with its client is not there.
    ///
    /// - Parameters:
    ///   - client: Whose kiosk it is; `nil` where nobody has said, and the routine's client is meant.
    ///   - occurrence: `nil` before it is looked for: a kiosk must not learn whether another client's occurrence exists.
    func permitKiosk(
        of client: String?, _ entry: OccurrenceEntry, _ content: RoutineContent,
        _ occurrence: RoutineOccurrence?
    ) throws {
        if mayMarkAll(content, occurrence, of: client) {
            // Whom they ask to do it is somebody else.
            if entry.kind != .offered { try checkIsByClient(entry, client ?? content.client) }
            switch entry.kind {
            case .done, .skipped, .note, .undone: return
            case .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted, .refused: break
            }
        }
        guard let client, content.isChore, isShared(content, occurrence, with: client) else {
            throw content.client != nil && (client == nil || content.client == client)
                ? CareStoreError.notAllowed("a client may mark only what is their own")
                : CareStoreError.notFound("routine \(entry.routine)")
        }
        switch entry.kind {
        case .done, .claimed, .undone, .accepted, .refused: try checkIsByClient(entry, client)
        case .offered: break
        case .skipped, .note, .given, .swapped, .approved, .notYet:
            throw CareStoreError.notAllowed("a kiosk may claim a chore, mark what is done, and undo that")
        }
        func conflict(_ words: String, _ current: RoutineOccurrence) -> CareStoreError {
            .occurrenceConflict(words, current: current)
        }
        if let occurrence, entry.kind == .done, let holder = occurrence.assignment.person, holder != client {
            throw conflict("\(occurrence.assignment.name ?? holder) has it", occurrence)
        }
    }

    private func checkIsByClient(_ entry: OccurrenceEntry, _ client: String?) throws {
        guard entry.person == nil || entry.person == client else {
            throw CareStoreError.notAllowed("a client may mark only what they do themselves")
        }
    }

    /// A kiosk takes back what its own client has claimed or done, and nothing of others': no answer of whoever approves it, and nothing
    /// that they have approved, which was paid.
    ///
    /// - Parameter entries: Those of the occurrence; of what is skipped, those that can be read.
    func checkKioskUndo(
        of client: String?, _ entry: OccurrenceEntry, among entries: [OccurrenceEntry],
        _ content: RoutineContent, _ occurrence: RoutineOccurrence
    ) throws {
        guard entry.kind == .undone || entry.kind == .skipped else { return }
        func approved() -> CareStoreError {
            .occurrenceConflict(
                "somebody has said that it counts: only they, or another caregiver, can take that back",
                current: occurrence)
        }
        let isApproved = standing(entries, of: occurrence).approval == .given
        guard entry.kind == .undone else {
            if isApproved { throw approved() }
            return
        }
        var root = entries.first { $0.id == entry.undoes }
        while let one = root, one.kind == .undone { root = entries.first { $0.id == one.undoes } }
        guard let root else { return }
        switch root.kind {
        case .approved: throw approved()
        case .done, .skipped, .undone: if isApproved { throw approved() }
        case .notYet:
            throw CareStoreError.notAllowed("a kiosk takes back no answer of whoever approves a chore")
        case .offered:
            guard occurrence.assignment.person == client else {
                throw CareStoreError.notAllowed("a kiosk takes back only what its own client has asked")
            }
            return
        // What somebody has agreed to is theirs, whosever plan it is in.
        case .accepted, .refused:
            guard root.person == client else {
                throw CareStoreError.notAllowed("a kiosk takes back only what its own client has answered")
            }
            return
        case .claimed, .given, .swapped, .note: break
        }
        guard !mayMarkAll(content, occurrence, of: client) else { return }
        guard root.person == client, root.kind == .done || root.kind == .claimed else {
            throw CareStoreError.notAllowed("a kiosk takes back only what its client has claimed or done")
        }
    }

    /// Whether it is the client's own, or done by them and no chore, whosever plan it is in: then they may mark all of it.
    private func mayMarkAll(
        _ content: RoutineContent, _ occurrence: RoutineOccurrence?, of client: String?
    ) -> Bool {
        guard let person = client ?? content.client else { return false }
        let isTheirs = content.client == person
        guard let occurrence else {
            return isTheirs && content.isClientsOwn || !content.isChore && content.assignable.contains(person)
        }
        return isTheirs && occurrence.isClientsOwn || !content.isChore && occurrence.isOwn(of: person)
    }

    /// Whether this client has it, could have it or was asked to do it, whatever they have answered; before it is looked for, whether that may
    /// be so.
    private func isShared(
        _ content: RoutineContent, _ occurrence: RoutineOccurrence?, with client: String
    ) -> Bool {
        guard let occurrence else {
            return content.client == client || content.assignable.contains(client)
                || content.mayBeTaken(by: client)
        }
        return occurrence.assignment.person == client || occurrence.chore?.offer?.to == client
            || content.of(occurrence.key).mayBeTaken(by: client)
    }
}

extension RoutineContent {
    /// Whether somebody may claim it while nobody has it.
    fileprivate func mayBeTaken(by person: String) -> Bool {
        switch assignment {
        case .claimed(let people): people.isEmpty || people.contains(person)
        // Nobody who is there has it: whoever likes may.
        case .fixed, .inTurn, .leastOften: audience == .household || assignable.contains(person)
        }
    }
}
