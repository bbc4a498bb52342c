public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Makes a pairing code for a device. The same message again gives what the first made, with `false`.
    ///
    /// Throws `.invalid` where a device of the same kind and client has a name that looks alike: people tell
    /// by the name which device to revoke, or which one has gone silent.
    ///
    /// - Parameter maker: The coordinator who pairs it; the code works as long as they may pair devices.
    public func addPairing(
        _ new: NewPairing, by maker: String, at: Date, expiresAt: Date, _ makeCode: @escaping CodeMaker
    ) async throws(CareStoreError) -> (Pairing, isNew: Bool) {
        try await write { db in
            let (found, isNew) = try Codes.pairings.add(
                new, id: new.id, by: maker, at: at, expiresAt: expiresAt, makeCode, in: db)
            if isNew {
                if let other = try Devices.alike(new, in: db) {
                    throw CareStoreError.invalid(
                        field: "name",
                        "a \(new.kind.rawValue) called \(other) is there already, and the two names look alike: add a room or a number, or revoke that one first"
                    )
                }
                try trail?.note(
                    .pairingMade, about: new.name,
                    changes: AuditTrail.changes(new) + [.until(found.expiresAt)], in: db)
            }
            return (
                Pairing(
                    id: found.id, kind: new.kind, name: new.name, client: new.client,
                    code: AccessRules.readable(code: found.code), expiresAt: found.expiresAt), isNew
            )
        }
    }

    /// Pairs the device that has shown a code, under the hash of its token. `nil` if the code is not valid
    /// (any more).
    ///
    /// The code that a client was given for their phone pairs a kiosk of theirs as well.
    public func pair(code: String, hash: Data, at: Date) async throws(CareStoreError) -> Device? {
        try await write { db in
            guard var new = try Self.claimed(code, at: at, in: db) else { return nil }
            new.name = try Devices.freeName(new, in: db)
            try db.execute(
                sql: "INSERT INTO device (id, hash, kind, name, client, since) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    new.id.uuidString, hash, new.kind.rawValue, new.name, new.client, at.milliseconds,
                ])
            try trail?.note(.devicePaired, about: new.name, changes: AuditTrail.changes(new), in: db)
            return Device(
                id: new.id, kind: new.kind, name: new.name, client: new.client,
                since: Date(milliseconds: at.milliseconds))
        }
    }

    /// What a code pairs, which is used up by it.
    private static func claimed(_ code: String, at: Date, in db: Database) throws -> NewPairing? {
        if let found: Codes.Found<NewPairing> = try Codes.pairings.find(code, at: at, in: db) {
            try Codes.pairings.use(found.id, at: at, in: db)
            return found.content
        }
        guard let found: Codes.Found<NewInvitation> = try Codes.invitations.find(code, at: at, in: db),
            let id = found.content.person, let client = try People.find(id, in: db), client.mayLogIn,
            client.role == .client, found.content.role == .client
        else { return nil }
        try Codes.invitations.use(found.id, at: at, in: db)
        return NewPairing(id: found.id, kind: .kiosk, name: client.name, client: id)
    }

    /// The device of a token, unless it was revoked.
    public func device(hash: Data) async throws(CareStoreError) -> Device? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM device WHERE hash = ? AND revoked_at IS NULL", arguments: [hash]
            ).map(Device.init(row:))
        }
    }

    /// The tokens of all that were not revoked.
    public func deviceTokens() async throws(CareStoreError) -> [DeviceToken] {
        let unreadable = unreadable
        return try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM device WHERE revoked_at IS NULL").map { row in
                do { return DeviceToken(hash: row["hash"], device: try Device(row: row)) } catch {
                    unreadable.note(UnreadableRow(.device, row), error)
                    return DeviceToken(hash: row["hash"], device: nil)
                }
            }
        }
    }

    /// Whether a device is still paired.
    public func isDevice(_ id: UUID) async throws(CareStoreError) -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db, sql: "SELECT 1 FROM device WHERE id = ? AND revoked_at IS NULL",
                arguments: [id.uuidString]) ?? false
        }
    }

    /// All devices that were ever paired, the newest first.
    public func devices() async throws(CareStoreError) -> [Device] {
        let unreadable = unreadable
        return try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM device ORDER BY number DESC").compactMap { row in
                do { return try Device(row: row) } catch {
                    unreadable.note(UnreadableRow(.device, row), error)
                    return nil
                }
            }
        }
    }

    /// Stores when devices were last seen. What a clock of 1970, or one that was set far back, says is left out: then the time before
    /// stays.
    public func sawDevices(_ seen: [UUID: Date]) async throws(CareStoreError) {
        try await write { db in
            for (id, at) in seen where try RoutineClock.mayBeRight(at, in: db) {
                try db.execute(
                    sql: "UPDATE device SET last_seen = ? WHERE id = ?",
                    arguments: [at.milliseconds, id.uuidString])
            }
        }
    }

    /// Revokes a device: its token is no longer accepted. Revoking it again changes nothing.
    public func revokeDevice(_ id: UUID, at: Date) async throws(CareStoreError) {
        try await write { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT name, revoked_at FROM device WHERE id = ?", arguments: [id.uuidString])
            else { throw CareStoreError.notFound("device \(id)") }
            guard row["revoked_at"] as Int64? == nil else { return }
            try db.execute(
                sql: "UPDATE device SET revoked_at = ? WHERE id = ?",
                arguments: [at.milliseconds, id.uuidString])
            try trail?.note(.deviceRevoked, about: row["name"], in: db)
        }
    }
}

/// The names of devices that were not revoked, and when they were seen.
enum Devices {
    /// The name of another one of the same kind, for the same client, that looks alike.
    static func alike(_ new: NewPairing, in db: Database) throws -> String? {
        let skeleton = NameSkeleton(new.name)
        return try Row.fetchAll(
            db,
            sql:
                "SELECT name FROM device WHERE kind = ? AND client IS ? AND id <> ? AND revoked_at IS NULL ORDER BY number",
            arguments: [new.kind.rawValue, new.client, new.id.uuidString]
        ).map { row -> String in row.words("name") }.first {
            People.skeletons.of($0).isAlike(skeleton)
        }
    }

    /// Whether a station was connected since an instant that is still one of the home's.
    static func hasStation(since: Date, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM presence WHERE kind = 'station' AND device = '' AND seen_at >= ?1)
                    OR EXISTS (SELECT 1 FROM device LEFT JOIN presence ON presence.device = device.id
                        WHERE device.kind = 'station' AND revoked_at IS NULL
                            AND max(coalesce(last_seen, 0), coalesce(seen_at, 0)) >= ?1)
                """, arguments: [since.milliseconds]) ?? false
    }

    /// Nobody was seen before Beckon, or later than now: what a wrong clock has dated is dated anew once it is right.
    static func putRight(at wall: Int64, in db: Database) throws {
        guard wall >= RoutineClock.earliest else { return }
        try db.execute(
            sql: "UPDATE device SET last_seen = ?1 WHERE last_seen < ?2 OR last_seen > ?1",
            arguments: [wall, RoutineClock.earliest])
        try db.execute(
            sql: "UPDATE presence SET seen_at = ?1 WHERE seen_at < ?2 OR seen_at > ?1",
            arguments: [wall, RoutineClock.earliest])
    }

    /// The name, with a number added if another device has been paired under it since the code was made:
    /// somebody who has typed a valid code is not turned away.
    static func freeName(_ new: NewPairing, in db: Database) throws -> String {
        var free = new
        var number = 2
        while try alike(free, in: db) != nil {
            free.name = "\(new.name.prefix(AccessRules.longestName - 10)) \(number)"
            number += 1
        }
        return free.name
    }
}

/// A device that was paired, and the hash of its token.
public struct DeviceToken: Sendable, Equatable {
    public var hash: Data
    /// `nil` where the rest of its row cannot be read.
    public var device: Device?
}

extension Device {
    init(row: Row) throws {
        let (seen, revoked): (Int64?, Int64?) = (row["last_seen"], row["revoked_at"])
        self.init(
            id: try row.uuid("id"), kind: try row.value("kind"), name: row.words("name"),
            client: row["client"], place: row["place"],
            since: Date(milliseconds: row["since"]), lastSeen: seen.map(Date.init(milliseconds:)),
            revokedAt: revoked.map(Date.init(milliseconds:)))
    }
}
