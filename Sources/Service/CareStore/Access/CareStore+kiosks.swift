public import Care
public import Foundation
import GRDB

/// Where a client pressed last.
public struct LastUse: Sendable, Equatable {
    /// `nil` for the kiosk with the home's own token.
    public var device: UUID?
    public var at: Date

    public init(device: UUID?, at: Date) {
        self.device = device
        self.at = at
    }
}

extension CareStore {
    /// Whom each kiosk serves besides the client for whom it was paired, who is in it where they have times there; `nil` is the one with the home's own token. Rows that
    /// cannot be read are left out.
    public func servedClients() async throws(CareStoreError) -> [UUID?: [ServedClient]] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM kiosk_client ORDER BY device, client").reduce(into: [:])
            { all, row in
                guard let client = Self.served(row) else { return }
                all[UUID(uuidString: row["device"]), default: []].append(client)
            }
        }
    }

    private static func served(_ row: Row) -> ServedClient? {
        let times = Data((row["times"] as String).utf8)
        return (try? CareJSON.decoder().decode([ServedTime].self, from: times)).map {
            ServedClient(client: row["client"], times: $0)
        }
    }

    /// Replaces whom a kiosk serves besides the client for whom it was paired, and the times of all; the same again changes nothing.
    ///
    /// Throws `.servedClientsChanged` where it serves others than the writer has read.
    ///
    /// - Parameters:
    ///   - device: `nil` for the kiosk with the home's own token.
    ///   - own: Whose the kiosk with the home's own token is, and one that was paired for nobody in particular; every other one knows that
    ///     itself.
    ///   - othersOwn: Whom else the settings have at that kiosk.
    ///   - change: What else changes of the kiosk: all of it, or nothing.
    /// - Returns: Those whom it served until now, and serves no more.
    public func setServedClients(
        _ new: ServedClients, of device: UUID?, own: String? = nil, othersOwn: Set<String> = [],
        with change: DeviceChange? = nil
    ) async throws(CareStoreError) -> [String] {
        let served = new.clients
        return try await write { db in
            var name: String?
            var own = own
            // Whether the settings say whose it is.
            var isHomes = true
            if let device {
                if let change { _ = try changed(device, by: change, in: db) }
                let found = try Row.fetchOne(
                    db, sql: "SELECT * FROM device WHERE id = ? AND revoked_at IS NULL",
                    arguments: [device.uuidString])
                guard let paired = try found.map(Device.init(row:)) else {
                    throw CareStoreError.notFound("device \(device)")
                }
                guard paired.kind == .kiosk else {
                    throw CareStoreError.invalid(field: "clients", "only a kiosk serves clients")
                }
                if let client = paired.client { (own, isHomes) = (client, false) }
                name = paired.name
                if let own, served.contains(where: { $0.client == own && $0.times.isEmpty }) {
                    throw CareStoreError.invalid(
                        field: "clients",
                        isHomes
                            ? "it is \(own)'s: leave them out, it serves them always"
                            : "it was paired for \(own): leave them out, it serves them always")
                }
            } else if let change {
                try setPlace(change.place, ofOwn: .kiosk, in: db)
            }
            guard served.count(where: { $0.client != own }) <= ServedClient.most else {
                throw CareStoreError.invalid(
                    field: "clients", "a kiosk serves at most \(ServedClient.most) others")
            }
            let key = device?.uuidString ?? ""
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM kiosk_client WHERE device = ? ORDER BY client", arguments: [key])
            if let known = new.replaces {
                guard known.sorted(by: { $0.client < $1.client }) == rows.compactMap(Self.served) else {
                    throw CareStoreError.servedClientsChanged
                }
            }
            let before: [String] = rows.map { $0["client"] }
            try db.execute(sql: "DELETE FROM kiosk_client WHERE device = ?", arguments: [key])
            for one in served {
                let times = String(decoding: try CareJSON.encoder().encode(one.times), as: UTF8.self)
                let isOwn =
                    isHomes && one.client == own || device == nil && othersOwn.contains(one.client)
                try db.execute(
                    sql: "INSERT INTO kiosk_client (device, client, times, is_own) VALUES (?, ?, ?, ?)",
                    arguments: [key, one.client, times, isOwn])
            }
            let gone = before.filter { old in old != own && !served.contains { $0.client == old } }
            try trail?.note(
                .deviceChanged, about: name,
                changes: [.device(.kiosk)] + served.map { .client($0.client) }, in: db)
            return gone
        }
    }

    /// Notes whom the settings have at the kiosk with the home's own token, and at those that were paired for nobody in particular, and
    /// forgets the times of those whom they had there before: it serves them no more.
    ///
    /// - Parameters:
    ///   - client: The home's own.
    ///   - others: With whom the settings share the kiosk with the home's own token, and no other.
    public func keepOwnClients(
        _ client: String, and others: Set<String> = []
    ) async throws(CareStoreError) {
        try await write { db in
            let own = try Stored.text(others.union([client]).sorted())
            let homes = "device IN (SELECT id FROM device WHERE client IS NULL)"
            try db.execute(
                sql: """
                    DELETE FROM kiosk_client WHERE is_own = 1
                        AND (device = '' AND client NOT IN (SELECT value FROM json_each(?))
                            OR client <> ? AND \(homes))
                    """, arguments: [own, client])
            try db.execute(
                sql: """
                    UPDATE kiosk_client SET is_own = 1 WHERE is_own = 0
                        AND (device = '' AND client IN (SELECT value FROM json_each(?))
                            OR client = ? AND \(homes))
                    """, arguments: [own, client])
        }
    }

    /// Notes where a client has pressed last.
    public func noteUse(of client: String, _ use: LastUse) async throws(CareStoreError) {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO client_use (client, device, used_at) VALUES (?, ?, ?)
                    ON CONFLICT (client) DO UPDATE SET device = excluded.device, used_at = excluded.used_at
                    """,
                arguments: [client, use.device?.uuidString ?? "", use.at.milliseconds])
        }
    }

    /// Where each client pressed last.
    public func lastUses() async throws(CareStoreError) -> [String: LastUse] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM client_use").reduce(into: [:]) { all, row in
                all[row["client"]] = LastUse(
                    device: UUID(uuidString: row["device"]), at: Date(milliseconds: row["used_at"]))
            }
        }
    }
}
