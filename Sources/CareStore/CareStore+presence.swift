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
    /// As many as are remembered: more than any home has.
    public static let mostSeenDevices = 200

    /// Writes down that these are connected at this moment.
    public func saw(_ seen: [SeenDevice], at: Date) async throws(CareStoreError) {
        try await write { db in
            for one in seen {
                try db.execute(
                    sql: """
                        INSERT INTO presence (kind, device, client, seen_at) VALUES (?, ?, ?, ?)
                        ON CONFLICT (kind, device, client) DO UPDATE SET seen_at = excluded.seen_at
                        """,
                    arguments: [
                        one.kind.rawValue, one.device?.uuidString ?? "", one.client ?? "", at.milliseconds,
                    ])
            }
            try db.execute(
                sql: """
                    DELETE FROM presence WHERE (kind, device, client) NOT IN (
                        SELECT kind, device, client FROM presence ORDER BY seen_at DESC LIMIT ?)
                    """, arguments: [Self.mostSeenDevices])
        }
    }

    /// Those that were connected since, the latest first; a device that was revoked is not among them.
    public func seenDevices(since: Date) async throws(CareStoreError) -> [SeenDevice] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM presence WHERE seen_at >= ? AND (device = '' OR device IN (
                        SELECT id FROM device WHERE revoked_at IS NULL))
                    ORDER BY seen_at DESC, kind, device, client LIMIT ?
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
