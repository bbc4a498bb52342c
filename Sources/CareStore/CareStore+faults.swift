public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Keeps that a fault began or ended; gives the event, or `nil` where nothing is new: the same id again, a
    /// beginning of what has begun, an end of what is not open. Where the detail matters, a
    /// beginning with another one takes the place of what has begun.
    ///
    /// Each request that could not be stored is a fault of its own, which whoever goes to see ends by its words.
    public func record(_ fault: Fault, receivedAt: Date) async throws(CareStoreError) -> JournalEvent? {
        let fault = fault.arriving(at: receivedAt)
        return try await write { db in
            if let row = try Row.fetchOne(
                db, sql: "SELECT * FROM fault WHERE id = ?", arguments: [fault.id.uuidString])
            {
                let stored = try Fault(row: row)
                guard stored.source == fault.source, stored.kind == fault.kind,
                    stored.isActive == fault.isActive
                else { throw CareStoreError.sameIDOtherContent(fault.id, current: nil) }
                return nil
            }
            let isLostRequest = fault.kind == .requestNotStored
            let isEndedByWords = isLostRequest || (fault.kind == .callUnreadable && !fault.isActive)
            let same =
                isEndedByWords
                ? "detail = ? AND kind = ? AND is_open = 1" : "source = ? AND kind = ? AND is_open = 1"
            let values: StatementArguments = [
                isEndedByWords ? fault.detail : fault.source, fault.kind.rawValue,
            ]
            let open = try String.fetchOne(
                db, sql: "SELECT detail FROM fault WHERE \(same)", arguments: values)
            let isNews =
                fault.isActive
                ? isLostRequest || open == nil || (open != fault.detail && fault.kind.isItsDetail)
                : open != nil
            guard isNews else { return nil }
            if !isLostRequest || !fault.isActive {
                try db.execute(sql: "UPDATE fault SET is_open = 0 WHERE \(same)", arguments: values)
            }
            if fault.kind == .callUnreadable, !fault.isActive {
                try Requests.endUnreadable(at: receivedAt, in: db)
            }
            try db.execute(
                sql: """
                    INSERT INTO fault (id, source, kind, is_active, client_name, detail, at, time_is_arrival,
                        is_open)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    fault.id.uuidString, fault.source, fault.kind.rawValue, fault.isActive, fault.clientName,
                    fault.detail, fault.at.milliseconds, fault.isTimeOfArrival, fault.isActive,
                ])
            return try Journal.append(fault, at: receivedAt, in: db)
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

extension FaultKind {
    /// Whether another detail makes it another fault. Of these, several are at work who fail each in their own words: what
    /// people have to do about it stays the same.
    fileprivate var isItsDetail: Bool { self != .commandFailed && self != .planLost }
}
