public import Care
public import Foundation
import GRDB
import Synchronization

extension CareStore {
    /// Everybody of the home, those who have left too, by their ids.
    public func people() async throws(CareStoreError) -> [Person] {
        let unreadable = unreadable
        return try await read { db in
            try People.all(in: db, report: unreadable.note)
        }
    }

    /// Somebody's name; `nil` if there is no such person, or their row cannot be read.
    public func personName(_ id: String) async throws(CareStoreError) -> String? {
        try await read { db in try People.readable(id, in: db)?.name }
    }

    /// Creates or changes a person. `isNew`: they did not exist before. The same message again changes
    /// nothing.
    ///
    /// Throws `.personChanged` if `sequence` is not the stored one, and `.invalid` if they get a new name or
    /// come back, and the name looks like that of another active person, if their place is not there, or if somebody is named as a provider's client who is none. If a reminder has already gone out
    /// to somebody who will be away, the person who takes over is reminded.
    ///
    /// A change of role, leaving or coming back ends their sessions, and the codes that they made or that are
    /// for them. `ended` names the sessions. With leaving, their links with providers and their passkeys end too.
    ///
    /// - Parameter writer: Decides whether the role of somebody who can log in may change, and whether they
    ///   may be marked as having left: both change their rights.
    public func setPerson(
        _ person: Person, by writer: PersonWriter = .home, at: Date
    ) async throws(CareStoreError) -> (Person, isNew: Bool, ended: [UUID]) {
        let keeper = keeper(at: at)
        return try await write { db in
            var new = try Stored.normal(person)
            let isThere = try People.contains(person.id, in: db)
            let stored = try People.readable(person.id, in: db)
            new.clients =
                new.clients == nil && new.role == .provider && stored?.role == .provider
                ? stored?.clients : new.role.clients(new.clients?.sorted())
            if let stored {
                new.sequence = stored.sequence
                if new == stored { return (stored, false, []) }
                guard person.sequence == stored.sequence else {
                    throw CareStoreError.personChanged(current: stored)
                }
                try Logins.check(stored, becomes: new, by: writer, in: db)
            } else if isThere {
                // An unreadable row may belong to somebody with a login: only a writer who may change logins
                // may replace it.
                if try Logins.has(person.id, in: db) { try Logins.check(writer, writes: new.name, in: db) }
            } else if person.sequence != 0 {
                throw CareStoreError.notFound("person \(person.id); somebody new has sequence 0")
            }
            try People.checkClients(of: new, was: stored, by: writer, in: db)
            if new.place != stored?.place { try Places.checkIsThere(new.place, in: db) }
            new.sequence = (stored?.sequence ?? 0) + 1
            let isCalledAnew = stored.map { $0.name != new.name || !$0.isActive } ?? true
            if isCalledAnew, new.isActive { try People.checkNameIsFree(new.name, for: new.id, in: db) }
            try People.put(new, at: at, in: db)
            // Clients are told at their kiosks.
            if !new.isActive || new.role == .client { try Contacts.switchOff(of: new.id, in: db) }
            if !new.isActive { try Feeds.end(of: new.id, in: db) }
            if !new.isActive || new.role != .client { try CalendarLinks.turnOff(of: new.id, in: db) }
            try keeper.personChanged(new.id, in: db)
            if stored?.role == .provider { try Appointments.leaveUnseen(by: new, at: at, in: db) }
            let isOther = stored.map { $0.role != new.role || $0.isActive != new.isActive } ?? isThere
            let ways: Rights.EndedWays = new.isActive ? .none : .besidesPassword
            let ended = isOther ? try Rights.end(of: new.id, ways: ways, in: db) : Rights.Ended()
            if isOther { try Logins.forgetLinks(of: new, in: db) }
            if isOther || stored?.name != new.name { try Logins.takeName(of: new, in: db) }
            try note(new, before: stored, isNew: !isThere, ended, in: db)
            if let stored, (stored.role == .client) != (new.role == .client),
                try PaymentLinks.forget(of: new.id, in: db)
            {
                try trail?.note(.paymentLinkRemoved, about: new.name, in: db)
            }
            return (new, !isThere, ended.sessions)
        }
    }

    /// The audit log records rights and names, not absences.
    private func note(
        _ new: Person, before: Person?, isNew: Bool, _ ended: Rights.Ended, in db: Database
    ) throws {
        guard let trail else { return }
        let isOtherRole = !isNew && before?.role != new.role
        if isNew {
            return try trail.note(
                .personAdded, about: new.name, changes: [.role(new.role)] + new.clientChanges, in: db)
        }
        if isOtherRole {
            try trail.note(
                .roleChanged, about: new.name,
                changes: [.role(new.role, was: before?.role)] + new.clientChanges + ended.changes, in: db)
        } else if before?.clients != new.clients {
            try trail.note(.clientsChanged, about: new.name, changes: new.clientChanges, in: db)
        }
        if let before, before.isActive != new.isActive {
            try trail.note(
                new.isActive ? .personBack : .personLeft, about: new.name,
                changes: isOtherRole ? [] : ended.changes, in: db)
        }
        if let before, before.name != new.name {
            try trail.note(.nameChanged, about: new.name, changes: [.name(was: before.name)], in: db)
        }
    }

    /// Creates a person of `beckon.yaml` who is not stored yet; called at each start. For a stored person
    /// only the name is updated: what caregivers have written about them stays.
    public func ensurePerson(
        id: String, name: String, role: Person.Role, at: Date
    ) async throws(CareStoreError) {
        try await write { db in
            guard var person = try People.find(id, in: db) else {
                try trail?.note(.personAdded, about: name, changes: [.role(role)], in: db)
                return try People.put(
                    Person(id: id, name: name, role: role, clients: role.clients(nil), sequence: 1),
                    at: at, in: db)
            }
            let before = person.name
            guard person.name != name else { return }
            // A file in which nobody is named takes nobody's name by which they log in.
            guard try name != Person.unnamed || !Logins.has(id, in: db) else { return }
            // The name is not updated if two people of the home would then look alike. A new person is
            // created all the same, and a fault reports it.
            guard try !person.isActive || People.alike(name, except: id, in: db) == nil else { return }
            person.name = name
            // Somebody who logs in by their name keeps it, whatever the settings say.
            do { try Logins.takeName(of: person, in: db) } catch CareStoreError.invalid { return }
            person.sequence += 1
            try People.put(person, at: at, in: db)
            try trail?.note(.nameChanged, about: name, changes: [.name(was: before)], in: db)
        }
    }
}

/// The rows of `person`.
enum People {
    /// - Parameter report: Called for each row that cannot be read; the others are returned.
    static func all(in db: Database, report: (UnreadableRow, any Error) -> Void) throws -> [Person] {
        try Row.fetchAll(db, sql: "SELECT id, content FROM person ORDER BY id").compactMap { row in
            do throws(CareStoreError) { return try person(row) } catch {
                report(UnreadableRow(.person, row), error)
                return nil
            }
        }
    }

    static func find(_ id: String, in db: Database) throws -> Person? {
        try Row.fetchOne(db, sql: "SELECT id, content FROM person WHERE id = ?", arguments: [id])
            .map { row in try person(row) }
    }

    /// `nil` also for a row that cannot be read: it can only be replaced.
    static func readable(_ id: String, in db: Database) throws -> Person? {
        do { return try find(id, in: db) } catch CareStoreError.damaged { return nil }
    }

    static func contains(_ id: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT 1 FROM person WHERE id = ?", arguments: [id]) ?? false
    }

    static func put(_ person: Person, at: Date, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO person (id, content, is_active, changed_at) VALUES (?, ?, ?, ?)",
            arguments: [person.id, try Stored.text(person), person.isActive, at.milliseconds])
    }

    /// Cache of decoded people by their text. All people are needed each time something becomes due, and
    /// decoding their JSON again would take longer than all the rest.
    private static let known = Mutex<[String: Person]>([:])
    private static let mostKnown = 1000

    static func person(_ row: Row) throws(CareStoreError) -> Person {
        let (id, text): (String, String) = (row["id"], row["content"])
        if let person = known.withLock({ $0[text] }) { return person }
        var person: Person = try Stored.value(text, of: "the person \(id)")
        // An earlier version let people switch off what nobody of their role is told.
        person.reminders = person.reminders.limited(to: person.role)
        known.withLock {
            if $0.count >= mostKnown { $0 = [:] }
            $0[text] = person
        }
        return person
    }
}
