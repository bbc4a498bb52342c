public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Somebody's ways to be reached, by label; those of the home's own with `nil`.
    public func contacts(of person: String?) async throws(CareStoreError) -> [Contact] {
        let unreadable = unreadable
        return try await read { db in try Contacts.all(of: person, in: db, report: unreadable.note) }
    }

    /// Everybody's and the home's own.
    public func allContacts() async throws(CareStoreError) -> [Contact] {
        let unreadable = unreadable
        return try await read { db in try Contacts.all(in: db, report: unreadable.note) }
    }

    public func contact(_ id: UUID) async throws(CareStoreError) -> Contact? {
        try await read { db in try Contacts.find(id, in: db) }
    }

    /// Makes or changes a contact. The same again changes nothing but when it was last saved.
    ///
    /// Of somebody without any, the first makes messages one of their channels. How it goes is the service's to know: what the writer says of
    /// `state`, `problem` and the times is not taken. One with another address, one that is switched on, and one that is new of itself
    /// is `new`; one that is switched off or has ended gets nothing, and what waits for it is dropped. A browser's subscription is of one
    /// contact alone: the newest, since a phone that was handed on must not tell its last owner's calls.
    ///
    /// Throws `.contactChanged` if `sequence` is not the stored one, and `.invalid` if there is no such person, they have too many, or
    /// whose it is or its channel would change.
    ///
    /// - Parameter isRenewed: Something else of it is new that is not stored here, such as its secret.
    public func save(
        _ contact: Contact, isRenewed: Bool = false, at now: Date
    ) async throws(CareStoreError) -> Contact {
        let keeper = keeper(at: now)
        return try await write { db in
            var new = try Stored.normal(contact)
            let stored = try Contacts.find(contact.id, in: db)
            (new.state, new.problem) = (stored?.state ?? .new, stored?.problem)
            (new.provedAt, new.confirmedAt) = (stored?.provedAt, stored?.confirmedAt)
            new.renewedAt = Date(milliseconds: now.milliseconds)
            new.sequence = stored?.sequence ?? 0
            if let stored {
                var same = new
                same.renewedAt = stored.renewedAt
                if same == stored, !isRenewed {
                    try Contacts.put(new, in: db)
                    return new
                }
                guard contact.sequence == stored.sequence else {
                    throw CareStoreError.contactChanged(current: stored)
                }
                guard new.person == stored.person else {
                    throw CareStoreError.invalid(
                        field: "person", "it stays theirs whose it is: remove it, and add another")
                }
                guard new.channel == stored.channel else {
                    throw CareStoreError.invalid(
                        field: "channel", "its channel stays as it is: remove it, and add another")
                }
            } else {
                guard contact.sequence == 0 else {
                    throw CareStoreError.notFound("contact \(contact.id); a new one has sequence 0")
                }
                try Contacts.checkThereIsRoom(for: new.person, in: db)
            }
            let isFirst = try stored == nil && !Contacts.hasAny(new.person, in: db)
            if isRenewed || new.address != stored?.address || new.isOn && stored?.isOn == false {
                (new.state, new.problem, new.provedAt, new.confirmedAt) = (.new, nil, nil, nil)
            }
            new.sequence += 1
            try Contacts.put(new, in: db)
            if new.isOn, new.state == .new { try Contacts.endOthers(onDeviceOf: new, in: db) }
            if isFirst { try Contacts.beginMessages(to: new.person, keeper, in: db) }
            if !new.isOn {
                try db.execute(
                    sql: "\(Messages.drop) AND contact_id = ?", arguments: [new.id.uuidString])
            }
            try note(stored == nil ? .contactAdded : .contactChanged, of: new.person, new.label, in: db)
            return new
        }
    }

    /// Removes a contact, with what was sent to it; one that is not there (any more) changes nothing.
    ///
    /// With somebody's last one, messages are no channel of theirs any more, unless the home's own program tells them.
    public func removeContact(_ id: UUID, at now: Date) async throws(CareStoreError) {
        let keeper = keeper(at: now)
        try await write { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT person_id, label FROM contact WHERE id = ?", arguments: [id.uuidString])
            else { return }
            try db.execute(sql: "DELETE FROM contact WHERE id = ?", arguments: [id.uuidString])
            try Contacts.endMessages(to: row["person_id"], keeper, in: db)
            try note(.contactRemoved, of: row["person_id"], row.words("label"), in: db)
        }
    }

    /// - Parameter label: What the contact is called.
    private func note(_ kind: AuditKind, of person: String?, _ label: String, in db: Database) throws {
        guard let trail else { return }
        let name = try person.map { try People.readable($0, in: db)?.name ?? $0 }
        try trail.note(
            kind, about: name ?? label, changes: name == nil ? [] : [.named(label)], in: db)
    }

    /// A proof has been made: why it failed, or `nil` for one that was taken.
    ///
    /// - Parameters:
    ///   - isGone: The other side does not know the contact any more.
    ///   - isConfirmed: The device or the person has confirmed the proof.
    ///   - sequence: That of the contact as it was proved: of one that was written anew since, the proof says nothing. `nil`: however it is.
    public func proved(
        _ contact: UUID, _ problem: String?, isGone: Bool = false, isConfirmed: Bool = false,
        sequence: Int64? = nil, at now: Date
    ) async throws(CareStoreError) {
        try await write { db in
            switch problem {
            case nil:
                try Contacts.works(
                    contact, isConfirmed: isConfirmed, sequence: sequence, at: now, in: db)
            case .some(let problem) where isGone:
                try Contacts.end(contact, problem, sequence: sequence, in: db)
            case .some(let problem): try Contacts.fails(contact, problem, sequence: sequence, in: db)
            }
        }
    }

    /// Those over which something may be sent and which nothing has proved since a moment, or which fail; the longest ago first.
    public func contactsToProve(before: Date) async throws(CareStoreError) -> [Contact] {
        let unreadable = unreadable
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT contact.* FROM \(Contacts.active)
                    WHERE proved_at IS NULL OR proved_at < ? OR state = 'failing'
                    ORDER BY coalesce(proved_at, 0), contact.id
                    """, arguments: [before.milliseconds])
            return Contacts.readable(rows, report: unreadable.note)
        }
    }

    /// Whether somebody can be reached about calls of each client, by the clients' ids: somebody who may be called, is there now, has
    /// messages among their channels, and has a contact that is not known to fail. `nil` where nobody has any contact: then
    /// the home reaches people by its stations alone.
    ///
    /// The home's own contacts count for neither: no one is known to be at the other end.
    public func coverage(now: Date) async throws(CareStoreError) -> [String: Bool]? {
        let unreadable = unreadable
        return try await read { db in
            let isUsed = try Bool.fetchOne(
                db, sql: "SELECT 1 FROM contact WHERE person_id IS NOT NULL LIMIT 1")
            guard isUsed ?? false else { return nil }
            let working = Set(
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT DISTINCT person_id FROM \(Contacts.active)
                        WHERE person_id IS NOT NULL AND state IN ('new', 'working')
                        """
                ).map { row -> String in row["person_id"] })
            let people = try People.all(in: db, report: unreadable.note)
            // Every way of a call ends with everybody, so whoever can be called is called for every client.
            let isReached = people.contains {
                $0.canBeCalled && $0.isThere(at: now) && working.contains($0.id)
                    && $0.reminders.channels.contains(.command)
            }
            let clients = people.filter { $0.role == .client && $0.isActive }
            return Dictionary(clients.map { ($0.id, isReached) }) { first, _ in first }
        }
    }
}

extension Contacts {
    fileprivate static func checkThereIsRoom(for person: String?, in db: Database) throws {
        if let person, try People.find(person, in: db)?.isActive != true {
            throw CareStoreError.invalid(field: "person", "nobody who is in this home has the id \(person)")
        }
        let count =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM contact WHERE person_id IS ?", arguments: [person]) ?? 0
        guard count < most else {
            throw CareStoreError.invalid(
                field: "id", "there are \(most) already: remove one that nobody needs any more")
        }
    }

    /// Whoever gets their first contact wants messages.
    fileprivate static func beginMessages(to id: String?, _ keeper: RoutineKeeper, in db: Database) throws {
        guard let id else { return }
        try changeChannels(of: id, keeper, in: db) { $0.insert(.command) }
    }

    /// Whoever has no contact any more gets messages only by the home's own program.
    fileprivate static func endMessages(to id: String?, _ keeper: RoutineKeeper, in db: Database) throws {
        guard let id, !keeper.usesProgram, try !hasAny(id, in: db) else { return }
        try changeChannels(of: id, keeper, in: db) { $0.remove(.command) }
    }

    fileprivate static func hasAny(_ person: String?, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT 1 FROM contact WHERE person_id IS ? LIMIT 1", arguments: [person])
            ?? false
    }

    private static func changeChannels(
        of id: String, _ keeper: RoutineKeeper, in db: Database,
        _ change: (inout Set<ReminderChannel>) -> Void
    ) throws {
        // A row that cannot be read can only be replaced.
        guard var person = try People.readable(id, in: db) else { return }
        let before = person.reminders.channels
        change(&person.reminders.channels)
        guard person.reminders.channels != before else { return }
        person.sequence += 1
        try People.put(person, at: keeper.now, in: db)
        try keeper.personChanged(id, in: db)
    }
}
