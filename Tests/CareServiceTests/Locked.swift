import Foundation
import GRDB

/// Another program that holds a database.
enum Locked {
    /// The same database, as another program has it that waits while the service writes.
    static func queue(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(300)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Lets another program change a database.
    static func execute(_ sql: String, in path: String) async throws {
        try await queue(path).write { db in try db.execute(sql: sql) }
    }

    static func hold(_ path: String, while body: () async throws -> Void) async throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(300)
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
        do { try await body() } catch {
            try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
            throw error
        }
        try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    }
}
