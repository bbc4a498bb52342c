import Care
public import Foundation
import GRDB

extension CareStore {
    /// The delivery that has waited longest and may be tried now.
    public func pendingDelivery(now: Date) async throws(CareStoreError) -> Delivery? {
        try await read { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT * FROM delivery WHERE state = 'pending' AND next_try_at <= ?
                        ORDER BY next_try_at, id LIMIT 1
                        """, arguments: [now.milliseconds]),
                let request = try Request.find(try row.uuid("request_id"), in: db)
            else { return nil }
            return Delivery(
                id: row["id"], request: request, recipient: row["recipient"], attempts: row["attempts"])
        }
    }

    /// When the next delivery may be tried; it may lie in the past.
    public func nextDelivery() async throws(CareStoreError) -> Date? {
        try await read { db in
            try Int64.fetchOne(db, sql: "SELECT min(next_try_at) FROM delivery WHERE state = 'pending'")
                .map(Date.init(milliseconds:))
        }
    }

    /// Notes how a try ended. Gives whether the delivery has now failed for good.
    public func settle(
        _ delivery: Delivery, _ outcome: Delivery.Outcome, at now: Date, uptime: Duration? = nil
    ) async throws(CareStoreError) -> Bool {
        let (policy, clockSteps) = (policy, clockSteps)
        return try await write { db in
            try clockSteps.follow(now, uptime: uptime, policy: policy, in: db)
            let attempts = delivery.attempts + 1
            switch outcome {
            case .sent:
                // Also where it was dropped meanwhile: it has been sent.
                try db.execute(
                    sql: """
                        UPDATE delivery SET state = 'sent', attempts = ?, next_try_at = NULL, error = NULL
                        WHERE id = ?
                        """, arguments: [attempts, delivery.id])
                return false
            case .failed(let error):
                let isLast = attempts >= Delivery.maximumAttempts
                let nextTry = now.addingTimeInterval(Delivery.backOff(afterAttempts: attempts))
                try db.execute(
                    sql: """
                        UPDATE delivery SET state = ?, attempts = ?, next_try_at = ?, error = ?
                        WHERE id = ? AND state = 'pending'
                        """,
                    arguments: [
                        isLast ? "failed" : "pending", attempts, isLast ? nil : nextTry.milliseconds, error,
                        delivery.id,
                    ])
                return isLast
            }
        }
    }
}
