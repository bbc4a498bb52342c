public import Care
public import Foundation
import GRDB

/// A kiosk or station that was connected.
public struct SeenDevice: Sendable, Equatable, Hashable {
    public var kind: DeviceKind
    /// `nil` for the home's own, whose token is a file.
    public var device: UUID?
    /// The client of a kiosk.
    public var client: String?

    public init(kind: DeviceKind, device: UUID?, client: String?) {
        self.kind = kind
        self.device = device
        self.client = client
    }
}

extension CareStore {
    /// How many are remembered: more than any home has.
    public static let mostSeenDevices = 200

    /// Stores that these are connected at this moment. With a clock that says 1970, or was set far back, only what was never seen is
    /// stored: of the others, the time before stays.
    public func saw(_ seen: [SeenDevice], at: Date) async throws(CareStoreError) {
        try await write { db in
            let mayBeRight = try RoutineClock.mayBeRight(at, in: db)
            for one in seen {
                try db.execute(
                    sql: """
                        INSERT INTO presence (kind, device, client, seen_at) VALUES (?, ?, ?, ?)
                        ON CONFLICT (kind, device, client) DO UPDATE SET seen_at = excluded.seen_at WHERE ?
                        """,
                    arguments: [
                        one.kind.rawValue, one.device?.uuidString ?? "", one.client ?? "", at.milliseconds,
                        mayBeRight,
                    ])
            }
            try db.execute(
                sql: """
                    DELETE FROM presence WHERE (kind, device, client) NOT IN (
                        SELECT kind, device, client FROM presence ORDER BY seen_at DESC LIMIT ?)
                    """, arguments: [Self.mostSeenDevices])
        }
    }

    /// Whether a kiosk of that client was ever connected, or is paired for them.
    ///
    /// - Parameter isHomes: Whether this is the home's own client, whom kiosks serve that were paired for
    ///   nobody in particular.
    public func hasKiosk(of client: String, isHomes: Bool) async throws(CareStoreError) -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM presence WHERE kind = 'kiosk' AND device = '' AND client = ?)
                        OR EXISTS (SELECT 1 FROM device WHERE kind = 'kiosk' AND revoked_at IS NULL
                            AND (client = ? OR client IS NULL AND ?))
                    """, arguments: [client, client, isHomes]) ?? false
        }
    }

    /// Those that were connected since, the latest first; a device that was revoked is not among them.
    ///
    /// The last use of a paired device's token counts too, because older versions stored only that. Its
    /// client is the one for whom it was paired; `nil` where it was paired for nobody in particular.
    public func seenDevices(since: Date) async throws(CareStoreError) -> [SeenDevice] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, device, client, max(seen_at) AS last FROM (
                        SELECT kind, device, client, seen_at FROM presence WHERE device = ''
                        UNION ALL
                        SELECT device.kind, device.id, coalesce(device.client, ''), presence.seen_at
                        FROM device JOIN presence ON presence.device = device.id
                        WHERE device.revoked_at IS NULL
                        UNION ALL
                        SELECT presence.kind, presence.device, presence.client, presence.seen_at
                        FROM presence JOIN kiosk_client USING (device, client)
                        JOIN device ON device.id = presence.device AND device.revoked_at IS NULL
                        UNION ALL
                        SELECT kind, id, coalesce(client, ''), last_seen
                        FROM device WHERE revoked_at IS NULL AND last_seen IS NOT NULL
                    ) WHERE seen_at >= ? AND kind IN ('kiosk', 'station')
                    GROUP BY kind, device, client ORDER BY last DESC, kind, device, client LIMIT ?
                    """, arguments: [since.milliseconds, Self.mostSeenDevices]
            ).compactMap { row in
                guard let kind = DeviceKind(rawValue: row["kind"]) else { return nil }
                let (device, client): (String, String) = (row["device"], row["client"])
                return SeenDevice(
                    kind: kind, device: UUID(uuidString: device), client: client.isEmpty ? nil : client)
            }
        }
    }
}
