import Care
public import Foundation
import GRDB
public import StoreFiles
import Time

extension CareStore {
    /// A call that is cancelled within this time was a slip: the window for it is at most 10 s, and the rest
    /// allows for the speech before it opens.
    static let slip: Duration = .seconds(20)

    /// How often each need was asked since `start`, by its id. Asking again for what is still open counts once, and what
    /// was taken back at once does not count.
    ///
    /// Can read while the service runs, and writes nothing. `nil` if there is no store.
    public static func countsOfNeeds(
        _ path: String, since start: Date
    ) throws(StoreFileError) -> [String: Int]? {
        guard try StoreFile.examine(path, format: .care) else { return nil }
        return try StoreFile.translating(path) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let rows = try queue.read { db in
                // A store whose creation was interrupted has no tables yet: nothing was asked.
                guard try db.tableExists("request") else { return [Row]() }
                return try Row.fetchAll(
                    db,
                    sql: """
                        SELECT need, count(*) AS asked FROM request
                        WHERE asked_at >= ? AND asks_again IS NULL AND need <> ?
                            AND NOT (state = 'cancelled' AND coalesce(reason, '') <> 'asked_again'
                                AND changed_at - received_at < ?)
                        GROUP BY need
                        """, arguments: [start.milliseconds, Request.testNeed, slip.milliseconds])
            }
            try queue.close()
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["need"], $0["asked"]) })
        }
    }
}
