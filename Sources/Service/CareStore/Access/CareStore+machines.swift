public import Care
public import Foundation
import GRDB

/// The machine of a kiosk, station or screen.
public struct MachineKey: Sendable, Hashable {
    public var kind: DeviceKind
    /// `nil` for the home's own.
    public var device: UUID?

    public init(kind: DeviceKind, device: UUID?) {
        self.kind = kind
        self.device = device
    }
}

extension CareStore {
    /// Keeps how a machine is; the same again writes nothing.
    public func note(_ state: MachineState, of machine: MachineKey) async throws(CareStoreError) {
        try await write { db in
            let json = String(decoding: try CareJSON.encoder().encode(Stored.normal(state)), as: UTF8.self)
            let arguments: StatementArguments = [
                machine.kind.rawValue, machine.device?.uuidString ?? "", json,
            ]
            try db.execute(
                sql: """
                    INSERT INTO machine (kind, device, state) VALUES (?, ?, ?)
                    ON CONFLICT (kind, device) DO UPDATE SET state = excluded.state
                    WHERE excluded.state <> machine.state
                    """, arguments: arguments)
        }
    }

    /// Keeps how full the battery is where somebody is logged in; the same again writes nothing.
    public func note(_ battery: MachineBattery, ofSession id: UUID) async throws(CareStoreError) {
        try await write { db in
            let json = String(decoding: try CareJSON.encoder().encode(battery), as: UTF8.self)
            try db.execute(
                sql: "UPDATE session SET battery = ?1 WHERE id = ?2 AND battery IS NOT ?1",
                arguments: [json, id.uuidString])
        }
    }

    /// How each machine was when it said so last. Rows that cannot be read are left out.
    public func machines() async throws(CareStoreError) -> [MachineKey: MachineState] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM machine").reduce(into: [:]) { all, row in
                guard let kind = DeviceKind(rawValue: row["kind"]),
                    let state = try? CareJSON.decoder().decode(
                        MachineState.self, from: Data((row["state"] as String).utf8))
                else { return }
                all[MachineKey(kind: kind, device: UUID(uuidString: row["device"]))] = state
            }
        }
    }
}
