import Foundation
import GRDB
import GRDBSQLite
import Synchronization

@testable import CareStore

/// Counts the steps that SQLite's machine makes: the same on every computer, however quick it is.
final class SQLiteSteps: Sendable {
    /// How many steps count as one.
    private let unit: Int32
    private let count = Mutex(0)

    init(each unit: Int32) { self.unit = unit }

    /// Counts what the store's reader does while `body` runs; there is one for each lane.
    func counted(in store: CareStore, _ body: () async throws -> Void) async throws -> Int {
        count.withLock { $0 = 0 }
        try await store.read { [self] db in
            sqlite3_progress_handler(
                db.sqliteConnection, unit,
                { steps in
                    if let steps {
                        Unmanaged<SQLiteSteps>.fromOpaque(steps).takeUnretainedValue().count.withLock {
                            $0 += 1
                        }
                    }
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }
        try await body()
        try await store.read { db in sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        return count.withLock { $0 }
    }
}
