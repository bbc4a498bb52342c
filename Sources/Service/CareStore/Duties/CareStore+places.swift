public import Care
public import Foundation
import Duties
import GRDB

extension CareStore {
    /// The zones and rooms of the home: the zones first, then by name.
    public func places() async throws(CareStoreError) -> [Place] {
        let unreadable = unreadable
        return try await read { db in try Places.all(in: db, report: unreadable.note) }
    }

    /// Makes or changes a place. `isNew`: it was not there before. The same message again changes nothing.
    ///
    /// Throws `.placeChanged` if `sequence` is not the stored one, and `.invalid` if it becomes another kind, its zone is not there, the
    /// name looks like that of another place beside it, or there are too many.
    public func setPlace(_ place: Place, at: Date) async throws(CareStoreError) -> (Place, isNew: Bool) {
        try await write { db in
            var new = try Stored.normal(place)
            let stored = try Places.find(place.id, in: db)
            if let stored {
                new.sequence = stored.sequence
                if new == stored { return (stored, false) }
                guard place.sequence == stored.sequence else {
                    throw CareStoreError.placeChanged(current: stored)
                }
                guard new.kind == stored.kind else {
                    throw CareStoreError.invalid(
                        field: "kind", "a zone stays a zone, and a room a room: add another place")
                }
            } else {
                guard place.sequence == 0 else {
                    throw CareStoreError.notFound("place \(place.id); a new one has sequence 0")
                }
                try Places.checkThereIsRoom(in: db)
            }
            try Places.check(new, before: stored, in: db)
            new.sequence += 1
            try Places.put(new, at: at, in: db)
            try note(new, before: stored, in: db)
            return (new, stored == nil)
        }
    }

    private func note(_ new: Place, before: Place?, in db: Database) throws {
        guard let trail else { return }
        var changes: [AuditChange] = []
        if let before, before.name != new.name { changes.append(.name(was: before.name)) }
        if new.parent != before?.parent { changes.append(.place(try Places.name(new.parent, in: db))) }
        if new.needsDuty != before?.needsDuty ?? false { changes.append(.needsDuty(new.needsDuty)) }
        try trail.note(
            before == nil ? .placeAdded : .placeChanged, about: new.name, changes: changes, in: db)
    }

    /// Removes a place; one that is not there (any more) changes nothing. Throws `.placeInUse` with the names of what is there.
    public func removePlace(_ id: String) async throws(CareStoreError) {
        try await write { db in
            guard let place = try Places.find(id, in: db) else { return }
            let users = try Places.users(of: id, duties: duties, in: db)
            let own = try Places.ownDevices(in: id, in: db)
            guard users.isEmpty, own.isEmpty else {
                throw CareStoreError.placeInUse(place: place.name, by: users, own: own)
            }
            try db.execute(sql: "DELETE FROM place WHERE id = ?", arguments: [id])
            try trail?.note(.placeRemoved, about: place.name, in: db)
        }
    }
}

/// The rows of `place`.
enum Places {
    /// More than any home has.
    private static let most = 500
    /// How many names say what is in a place.
    private static let mostUsers = 5

    /// - Parameter report: Called for each row that cannot be read; the others are returned.
    static func all(in db: Database, report: (UnreadableRow, any Error) -> Void) throws -> [Place] {
        try Row.fetchAll(db, sql: "SELECT id, content FROM place").compactMap { row in
            do throws(CareStoreError) { return try place(row) } catch {
                report(UnreadableRow(.place, row), error)
                return nil
            }
        }.sorted { one, other in
            (one.kind == .zone ? 0 : 1, one.name, one.id) < (
                other.kind == .zone ? 0 : 1, other.name, other.id
            )
        }
    }

    static func find(_ id: String, in db: Database) throws -> Place? {
        try Row.fetchOne(db, sql: "SELECT id, content FROM place WHERE id = ?", arguments: [id])
            .map { row in try place(row) }
    }

    static func place(_ row: Row) throws(CareStoreError) -> Place {
        let (id, text): (String, String) = (row["id"], row["content"])
        return try Stored.value(text, of: "the place \(id)")
    }

    static func put(_ place: Place, at: Date, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO place (id, content, changed_at) VALUES (?, ?, ?)",
            arguments: [place.id, try Stored.text(place), at.milliseconds])
    }

    /// The ids of the clients who live in the zone in which a device stands; none where it stands in no zone.
    ///
    /// - Parameter device: A paired one; `nil` for the home's own of that kind.
    static func clients(
        around device: UUID?, _ kind: DeviceKind, people: [Person], in db: Database
    ) throws -> [String] {
        let place =
            try device.map { id in
                try String.fetchOne(
                    db, sql: "SELECT place FROM device WHERE id = ?", arguments: [id.uuidString])
            }
            ?? String.fetchOne(
                db, sql: "SELECT place FROM own_device WHERE kind = ?", arguments: [kind.rawValue])
        guard let place else { return [] }
        let roster = DutyRoster(places: try all(in: db) { _, _ in }, people: people, plans: [])
        guard let zone = roster.zone(of: place) else { return [] }
        return people.filter { $0.role == .client && $0.isActive && roster.zone(of: $0.place) == zone }.map(
            \.id)
    }

    /// For the audit log: empty for none.
    static func name(_ id: String?, in db: Database) throws -> String {
        guard let id else { return "" }
        do { return try find(id, in: db)?.name ?? id } catch CareStoreError.damaged { return id }
    }

    static func checkThereIsRoom(in db: Database) throws {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM place") ?? 0
        guard count < most else {
            throw CareStoreError.invalid(
                field: "id", "there are \(most) places already: remove one that nobody needs")
        }
    }

    /// Whether its zone is there, and its name is like no other's beside it.
    static func check(_ new: Place, before: Place?, in db: Database) throws {
        if let parent = new.parent, parent != before?.parent {
            guard try find(parent, in: db)?.kind == .zone else {
                throw CareStoreError.invalid(field: "parent", "there is no zone with the id \(parent)")
            }
        }
        guard new.name != before?.name || new.parent != before?.parent else { return }
        let skeleton = NameSkeleton(new.name)
        let other = try all(in: db) { _, _ in }.first {
            $0.id != new.id && $0.parent == new.parent && People.skeletons.of($0.name).isAlike(skeleton)
        }
        if let other {
            throw CareStoreError.invalid(
                field: "name",
                "“\(other.name)” is there already, and the two names look alike: add a number or what is there"
            )
        }
    }

    /// Where somebody lives or something stands.
    static func checkIsThere(_ id: String?, in db: Database) throws {
        guard let id else { return }
        let isThere = try Bool.fetchOne(db, sql: "SELECT 1 FROM place WHERE id = ?", arguments: [id]) ?? false
        guard isThere else {
            throw CareStoreError.invalid(field: "place", "there is no place with the id \(id)")
        }
    }

    /// Where somebody is on duty.
    static func checkIsZone(_ id: String?, in db: Database) throws {
        guard let id else { return }
        guard let place = try find(id, in: db) else {
            throw CareStoreError.invalid(field: "content.zone", "there is no zone with the id \(id)")
        }
        guard place.kind == .zone else {
            throw CareStoreError.invalid(
                field: "content.zone", "“\(place.name)” is a room: people are on duty in its zone")
        }
    }

    /// The home's own kiosk and station that stand in a place.
    static func ownDevices(in id: String, in db: Database) throws -> Set<DeviceKind> {
        Set(
            try String.fetchAll(db, sql: "SELECT kind FROM own_device WHERE place = ?", arguments: [id])
                .compactMap(DeviceKind.init))
    }

    /// What is in a place, by name: its rooms, clients who live there, devices, people who have duties there, and ways of its calls.
    static func users(of id: String, duties: DutyReader, in db: Database) throws -> [String] {
        var names = try all(in: db) { _, _ in }.filter { $0.parent == id }.map(\.name)
        names += try People.all(in: db) { _, _ in }.filter { $0.isActive && $0.place == id }.map(\.name)
        names += try Row.fetchAll(
            db, sql: "SELECT name FROM device WHERE place = ? AND revoked_at IS NULL ORDER BY number",
            arguments: [id]
        ).map { row in row.words("name") }
        let people = try People.all(in: db) { _, _ in }
        names += try duties.active(in: db).filter { $0.duty.content.zone == id }.map { plan in
            let person = plan.duty.content.person
            return people.first { $0.id == person }?.name ?? person
        }
        names += try CallPaths.stored(in: db)?.paths.filter { $0.place == id }.map(\.name) ?? []
        guard names.count > mostUsers else { return names }
        return names.prefix(mostUsers) + ["…"]
    }
}
