public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Stores that a fault began or ended. Returns the event, or `nil` if nothing changed: the same id came
    /// again, the fault is already open, or it is not open. If the kind's detail matters, a beginning with
    /// another detail replaces the open fault.
    ///
    /// Faults are kept per device, client and place: none ends another's. Each request that could
    /// not be stored is a separate fault, which is ended by its client and words once somebody has gone to
    /// see.
    public func record(_ fault: Fault, receivedAt: Date) async throws(CareStoreError) -> JournalEvent? {
        let fault = fault.arriving(at: receivedAt)
        return try await write { db in
            if let row = try Row.fetchOne(
                db, sql: "SELECT * FROM fault WHERE id = ?", arguments: [fault.id.uuidString])
            {
                let stored = try Fault(row: row)
                // A report sent again to a newer version may have a client and a device now.
                guard stored.source == fault.source, stored.kind == fault.kind,
                    stored.isActive == fault.isActive, stored.client ?? fault.client == fault.client,
                    stored.device ?? fault.device == fault.device
                else { throw CareStoreError.sameIDOtherContent(fault.id, current: nil) }
                return nil
            }
            let isLostRequest = fault.kind == .requestNotStored
            // Unreadable calls have one fault at a time, which is also ended by its words.
            let isByWords = isLostRequest || (fault.kind == .callUnreadable && !fault.isActive)
            let same = isByWords ? Self.sameLostRequest : Self.sameFault
            var values: StatementArguments = [
                "kind": fault.kind.rawValue, "client": fault.client,
                isByWords ? "detail" : "source": isByWords ? fault.detail : fault.source,
                isByWords ? "name" : "device": isByWords ? fault.clientName : fault.device?.uuidString,
            ]
            if !isByWords { values += ["place": fault.place] }
            let open = try String.fetchOne(
                db, sql: "SELECT detail FROM fault WHERE \(same)", arguments: values)
            let isNews =
                fault.isActive
                ? isLostRequest || open == nil
                    || (open != fault.detail && !fault.kind.traits.isSameWithOtherDetail)
                : open != nil
            guard isNews else { return nil }
            if !isLostRequest || !fault.isActive {
                try db.execute(sql: "UPDATE fault SET is_open = 0 WHERE \(same)", arguments: values)
            }
            if fault.kind == .callUnreadable, !fault.isActive {
                try Requests.endUnreadable(namedIn: fault.detail, at: receivedAt, in: db)
            }
            try db.execute(
                sql: """
                    INSERT INTO fault (id, source, kind, client, device, place, is_active, client_name, detail, at,
                        time_is_arrival, is_open)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    fault.id.uuidString, fault.source, fault.kind.rawValue, fault.client,
                    fault.device?.uuidString, fault.place, fault.isActive, fault.clientName, fault.detail,
                    fault.at.milliseconds, fault.isTimeOfArrival, fault.isActive,
                ])
            return try Journal.append(fault, at: receivedAt, in: db)
        }
    }

    /// The open fault that a report is about: that of the same device, client and place, or one from before faults
    /// named a device.
    private static let sameFault = """
        kind = :kind AND is_open = 1 AND source = :source AND place IS :place
            AND ((device IS :device AND client IS :client) OR (device = '' AND (client IS :client OR client IS NULL)))
        """

    /// The lost calls that a report is about: those of the same client with the same words. If an older
    /// version did not store the client's id, the name decides.
    private static let sameLostRequest = """
        kind = :kind AND is_open = 1 AND detail = :detail AND (client = :client
            OR ((client IS NULL OR :client IS NULL)
                AND (client_name IS NULL OR :name IS NULL OR client_name = :name)))
        """

    /// Reports of older kiosks that match no client belong to the home's own client, under a name used
    /// earlier.
    public func adoptFaults(for client: String) async throws(CareStoreError) {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE OR IGNORE fault SET client = ? WHERE is_open = 1 AND device = '' AND client IS NULL
                        AND (source = 'kiosk' OR kind = 'kiosk_away')
                    """, arguments: [client])
        }
    }

    /// The faults that have begun and not ended, the oldest first.
    public func openFaults() async throws(CareStoreError) -> [Fault] {
        let unreadable = unreadable
        return try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM fault WHERE is_open = 1 ORDER BY at, id").compactMap {
                row in
                do { return try Fault(row: row) } catch {
                    unreadable.note(UnreadableRow(.fault, row), error)
                    return nil
                }
            }
        }
    }
}
