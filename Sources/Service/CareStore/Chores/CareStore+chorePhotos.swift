public import Care
public import Foundation
import GRDB
public import Recurrence

extension CareStore {
    /// All that are kept, the newest first.
    ///
    /// - Parameters:
    ///   - sender: Only those that this person has sent; `nil` for all.
    ///   - whose: Whose plans the reader sees: photos of others' are left out.
    public func chorePhotos(
        sentBy sender: String? = nil, of whose: PlanReach = .everything
    ) async throws(CareStoreError) -> [ChorePhoto] {
        try await read { db in
            let all = try Row.fetchAll(
                db,
                sql: """
                    SELECT version, routine_id, key, media_type, by_name, at FROM chore_photo
                    WHERE ?1 IS NULL OR sender = ?1 ORDER BY version DESC LIMIT ?2
                    """, arguments: [sender, ChorePhoto.most]
            ).map(ChorePhotos.photo)
            guard !whose.isOfHousehold else { return all }
            return try all.filter { whose.includes(try Entries.client(of: $0.routine, $0.key, in: db)) }
        }
    }

    /// The photo of one due time of a chore; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - sender: Others' photos than this person's are not there; `nil` for all.
    ///   - whose: Whose plans the reader sees: photos of others' are not there.
    public func chorePhoto(
        of routine: UUID, _ key: OccurrenceKey, sentBy sender: String? = nil,
        of whose: PlanReach = .everything
    ) async throws(CareStoreError) -> (ChorePhoto, Data)? {
        try await read { db in
            guard let found = try ChorePhotos.find(routine, key, in: db),
                sender == nil || found.sender == sender,
                try whose.isOfHousehold
                    || whose.includes(Entries.client(of: found.photo.routine, found.photo.key, in: db))
            else { return nil }
            return (found.photo, found.bytes)
        }
    }

    /// Stores the stripped photo of a chore that is still to do, instead of the one before. `isNew`: there was none. The same again changes
    /// nothing.
    ///
    /// Throws `.invalid` for what asks for no photo, for what is not due within `ChoreFeed.daysAhead`, and for a photo that was not enough;
    /// `.occurrenceConflict` for what is done or skipped, and where somebody else's photo waits that is not the sender's to replace; and
    /// what `mark` throws for what is not the sender's to do.
    ///
    /// - Parameters:
    ///   - actor: A client sends one only of what they have or may take.
    ///   - sender: The id of whoever has logged in.
    ///   - name: Theirs.
    ///   - whose: Whose plans they see: others' are not there.
    public func setChorePhoto(
        of routine: UUID, _ key: OccurrenceKey, _ kind: PictureKind, _ bytes: Data, actor: Actor,
        sender: String, by name: String?, of whose: PlanReach = .everything, at: Date
    ) async throws(CareStoreError) -> (ChorePhoto, isNew: Bool) {
        let keeper = keeper(at: at)
        return try await write { db in
            let occurrence = try keeper.photographed(
                routine, key, actor: actor, sender: sender, of: whose, in: db)
            let old = try ChorePhotos.find(occurrence.routine, occurrence.key, in: db)
            if let old {
                guard !old.wasRefused(bytes) else {
                    throw CareStoreError.invalid(
                        field: "picture", "this photo was not enough: send another one")
                }
                if old.sender == sender, old.bytes == bytes { return (old.photo, false) }
                try Self.checkReplaces(old, occurrence, sender)
            }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO chore_photo
                        (routine_id, key, media_type, bytes, sender, by_name, at, delete_at, refused)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    occurrence.routine.uuidString, occurrence.key.description, kind.rawValue, bytes, sender,
                    name, at.milliseconds, at.addingTimeInterval(ChorePhoto.kept).milliseconds,
                    old?.refused ?? Data(),
                ])
            let photo = ChorePhoto(
                routine: occurrence.routine, key: occurrence.key, version: db.lastInsertedRowID, kind: kind,
                by: name, at: Date(milliseconds: at.milliseconds))
            try ChorePhotos.makeRoom(for: occurrence.routine, in: db)
            return (photo, old == nil)
        }
    }

    /// What somebody else has sent shows what they did: only whoever has the chore sends their own instead. One that was not enough shows
    /// nothing any more.
    private static func checkReplaces(
        _ old: ChorePhotos.Found, _ occurrence: RoutineOccurrence, _ sender: String
    ) throws(CareStoreError) {
        let holder = occurrence.assignment.person
        guard old.sender != sender, !old.isRefused, holder != sender else { return }
        let name = old.photo.by ?? old.sender
        throw .occurrenceConflict(
            holder == nil
                ? "\(name) has sent a photo of this: ask whether it is done, or claim it first"
                : "\(name) has sent a photo of this: ask whether it is done", current: occurrence)
    }
}

extension RoutineKeeper {
    /// The chore of which somebody sends a photo. Throws where it asks for none, is not theirs to do, is done or skipped, or is too far ahead
    /// to be done: photos of what is to come would push out what others have to show.
    fileprivate func photographed(
        _ id: UUID, _ key: OccurrenceKey, actor: Actor, sender: String, of whose: PlanReach, in db: Database
    ) throws -> RoutineOccurrence {
        guard var routine = try RoutineRow.find(id, in: db) else {
            throw CareStoreError.notFound("routine \(id)")
        }
        let known = try OccurrenceRow.find(id, key, now: now, in: db)?.occurrence
        let done = OccurrenceEntry(id: UUID(), routine: id, key: key, kind: .done, person: sender, at: now)
        // As for the entry: a client must not learn whether another client's occurrence exists.
        if actor == .kiosk { try permitKiosk(of: sender, done, routine.routine.content, known) }
        let row = try stored(key, of: &routine, in: db)
        if actor == .kiosk { try permitKiosk(of: sender, done, routine.routine.content, row.occurrence) }
        try permit(row.occurrence, of: whose)
        guard row.occurrence.chore?.proof == .photo else {
            throw CareStoreError.invalid(field: "key", "this asks for no photo: say that it is done")
        }
        if let outcome = row.outcome {
            throw CareStoreError.occurrenceConflict(
                "it is \(outcome.rawValue) already: undo that first", current: row.occurrence)
        }
        let clock = try latestClock(in: db)
        guard row.occurrence.at.timeIntervalSince(clock) <= Double(ChoreFeed.daysAhead) * 86_400 else {
            throw CareStoreError.invalid(field: "key", "it is not due within a week")
        }
        // A client says that it is done on its day, and shows it then.
        if actor == .kiosk, row.occurrence.isOfComingDay(at: clock) {
            throw CareStoreError.occurrenceConflict(
                "it is of a coming day: say so on that day", current: row.occurrence)
        }
        return row.occurrence
    }
}
