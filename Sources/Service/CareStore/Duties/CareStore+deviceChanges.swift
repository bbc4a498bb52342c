public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Gives a paired device another name or place; the same again changes nothing.
    ///
    /// - Parameter change: Without a name, it keeps its own.
    public func changeDevice(
        _ id: UUID, _ change: DeviceChange
    ) async throws(CareStoreError) -> Device {
        try await write { db in try changed(id, by: change, in: db) }
    }

    func changed(_ id: UUID, by change: DeviceChange, in db: Database) throws -> Device {
        let change = try Stored.normal(change)
        let found = try Row.fetchOne(
            db, sql: "SELECT * FROM device WHERE id = ? AND revoked_at IS NULL",
            arguments: [id.uuidString])
        guard let before = try found.map(Device.init(row:)) else {
            throw CareStoreError.notFound("device \(id)")
        }
        var device = before
        (device.name, device.place) = (change.name ?? before.name, change.place)
        guard device != before else { return device }
        if device.place != before.place { try Places.checkIsThere(device.place, in: db) }
        if device.name != before.name {
            let new = NewPairing(id: id, kind: device.kind, name: device.name, client: device.client)
            if let other = try Devices.alike(new, in: db) {
                throw CareStoreError.invalid(
                    field: "name",
                    "a \(device.kind.rawValue) called \(other) is there already, and the two names look alike: add a room or a number, or revoke that one first"
                )
            }
        }
        try db.execute(
            sql: "UPDATE device SET name = ?, place = ? WHERE id = ?",
            arguments: [device.name, device.place, id.uuidString])
        var changes: [AuditChange] = [.device(device.kind)]
        if device.name != before.name { changes.append(.name(was: before.name)) }
        if device.place != before.place {
            changes.append(.place(try Places.name(device.place, in: db)))
        }
        try trail?.note(.deviceChanged, about: device.name, changes: changes, in: db)
        return device
    }

    /// Says where the kiosk or station with the home's own token stands; the same again changes nothing.
    ///
    /// - Parameter place: `nil`: nobody says where.
    public func placeOwnDevice(
        _ kind: DeviceKind, in place: String?
    ) async throws(CareStoreError) {
        try await write { db in try setPlace(place, ofOwn: kind, in: db) }
    }

    func setPlace(_ place: String?, ofOwn kind: DeviceKind, in db: Database) throws {
        let before = try String.fetchOne(
            db, sql: "SELECT place FROM own_device WHERE kind = ?", arguments: [kind.rawValue])
        guard before != place else { return }
        try Places.checkIsThere(place, in: db)
        if let place {
            try db.execute(
                sql: "INSERT OR REPLACE INTO own_device (kind, place) VALUES (?, ?)",
                arguments: [kind.rawValue, place])
        } else {
            try db.execute(sql: "DELETE FROM own_device WHERE kind = ?", arguments: [kind.rawValue])
        }
        try trail?.note(
            .deviceChanged, about: nil,
            changes: [.device(kind), .place(try Places.name(place, in: db))], in: db)
    }

    /// The kiosks and stations with the home's own token that were ever connected, or that somebody has placed, the kiosks first. Whether they are
    /// connected, the store does not know.
    public func ownDevices() async throws(CareStoreError) -> [OwnDevice] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT known.kind, known.client, known.seen_at, own_device.place FROM (
                        SELECT kind, client, seen_at FROM presence WHERE device = '' AND kind <> 'display'
                        UNION ALL
                        SELECT kind, '', NULL FROM own_device WHERE kind NOT IN (
                            SELECT kind FROM presence WHERE device = '')
                    ) AS known LEFT JOIN own_device ON own_device.kind = known.kind
                    ORDER BY known.kind, known.client
                    """
            ).compactMap { row in
                guard let kind = DeviceKind(rawValue: row["kind"]) else { return nil }
                let (client, seen): (String, Int64?) = (row["client"], row["seen_at"])
                return OwnDevice(
                    kind: kind, client: client.isEmpty ? nil : client, place: row["place"],
                    lastSeen: seen.map(Date.init(milliseconds:)))
            }
        }
    }
}
