public import Foundation
public import GRDB

/// The identity and the steps of an SQLite file of Beckon.
public struct StoreFormat: Sendable {
    /// In words, e.g. `Beckon's record of requests`.
    public let name: String
    /// SQLite's `application_id`, so that a foreign file is not used.
    public let applicationID: Int32
    /// Step N makes format N + 1.
    public let steps: [StoreStep]

    public init(name: String, applicationID: Int32, steps: [StoreStep]) {
        self.name = name
        self.applicationID = applicationID
        self.steps = steps
    }
}

/// An open SQLite file whose committed transactions survive a power cut.
public struct StoreFile: Sendable {
    public let path: String
    public let queue: DatabaseQueue

    /// Opens or creates the file; migrates an older format.
    ///
    /// A file that is damaged, newer or not Beckon's is refused and left untouched: its first bytes are
    /// checked before SQLite may write, and its structure is checked through a connection that cannot write.
    public static func open(
        _ path: String, format: StoreFormat, busyTimeout: TimeInterval = 5
    ) throws(StoreFileError) -> StoreFile {
        if try !examine(path, format: format, busyTimeout: busyTimeout) { try create(path) }
        return try translating(path) {
            var configuration = Configuration()
            configuration.label = format.name
            configuration.busyMode = .timeout(busyTimeout)
            configuration.foreignKeysEnabled = true
            configuration.journalMode = .wal
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { db in
                // GRDB chooses NORMAL with WAL, under which a power cut may take the last commits.
                try db.execute(sql: "PRAGMA synchronous = FULL")
            }
            if try migrate(queue, path: path, format: format) {
                // So that the file's first bytes identify it at once.
                try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            }
            return StoreFile(path: path, queue: queue)
        }
    }

    /// Checks whether the file can be used, without writing to it or creating it.
    ///
    /// - Returns: whether there is a file.
    public static func examine(
        _ path: String, format: StoreFormat, busyTimeout: TimeInterval = 5
    ) throws(StoreFileError) -> Bool {
        switch try StoreHeader.read(path) {
        case .absent: return false
        case .damaged(let detail): throw .corrupt(path: path, detail: detail)
        case .sqlite(let applicationID, let version):
            // Both 0: perhaps made a moment before the power was cut; the write-ahead log knows.
            if applicationID != 0 || version != 0 {
                try check(applicationID: applicationID, version: version, path: path, format: format)
            }
            try translating(path) { try checkStructure(path, format: format, busyTimeout: busyTimeout) }
            return true
        }
    }

    /// Whether a transaction can be committed to the disk at this moment.
    public func probe() throws(StoreFileError) {
        try Self.translating(path) {
            try queue.write { db in try db.execute(sql: "UPDATE identity SET probed = probed + 1") }
        }
    }

    /// Runs work on the file and translates its errors.
    ///
    /// Errors that are not SQLite's are passed on by `body` in its result.
    public static func translating<Value>(
        _ path: String, _ body: () throws -> Value
    ) throws(StoreFileError) -> Value {
        do { return try body() } catch { throw StoreFileError(error, path: path) }
    }

    private static func check(
        applicationID: Int32, version: Int, path: String, format: StoreFormat
    ) throws(StoreFileError) {
        guard applicationID == format.applicationID else {
            throw .foreign(path: path, wanted: format.name)
        }
        guard version <= format.steps.count else {
            throw .newer(path: path, version: version, known: format.steps.count)
        }
    }

    private static func checkStructure(
        _ path: String, format: StoreFormat, busyTimeout: TimeInterval
    ) throws {
        do {
            try checkStructure(path, format: format, busyTimeout: busyTimeout, readonly: true)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
            // The power was cut while the file was being made: SQLite has to undo that before anybody can read.
            try checkStructure(path, format: format, busyTimeout: busyTimeout, readonly: false)
        }
    }

    private static func checkStructure(
        _ path: String, format: StoreFormat, busyTimeout: TimeInterval, readonly: Bool
    ) throws {
        var configuration = Configuration()
        configuration.readonly = readonly
        configuration.busyMode = .timeout(busyTimeout)
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        try reader.read { db in
            let findings = try String.fetchAll(db, sql: "PRAGMA quick_check(3)")
            guard findings == ["ok"] else {
                throw StoreFileError.corrupt(path: path, detail: findings.joined(separator: "; "))
            }
            // The first bytes may be older than what is in the write-ahead log.
            let applicationID = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            if applicationID != 0 || version != 0 || tables != 0 {
                try check(applicationID: applicationID, version: version, path: path, format: format)
            }
        }
        try reader.close()
    }

    /// Makes the file, empty, readable for its owner only: SQLite gives its other files the same permissions.
    private static func create(_ path: String) throws(StoreFileError) {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreFileError(openingWith: errno, path: path) }
        close(descriptor)
    }

    /// Returns whether anything had to be changed.
    ///
    /// A step may rebuild a table that others refer to. SQLite requires foreign keys to be off for that
    /// (https://www.sqlite.org/lang_altertable.html, section 7); they are checked before the commit.
    private static func migrate(_ queue: DatabaseQueue, path: String, format: StoreFormat) throws -> Bool {
        let before = try queue.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }
        if before == format.steps.count { return false }
        return try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try migrate(db, path: path, format: format)
            try db.execute(sql: "PRAGMA foreign_keys = ON")
            return true
        }
    }

    private static func migrate(_ db: Database, path: String, format: StoreFormat) throws {
        // Asked again inside the transaction: another process may have been quicker.
        try db.inTransaction(.immediate) {
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            if version == 0 {
                let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
                guard tables == 0 else { throw StoreFileError.foreign(path: path, wanted: format.name) }
                try db.execute(
                    sql: """
                        PRAGMA application_id = \(format.applicationID);
                        CREATE TABLE identity (
                            only INTEGER PRIMARY KEY CHECK (only = 1),
                            id TEXT NOT NULL CHECK (length(id) = 36),
                            probed INTEGER NOT NULL DEFAULT 0
                        ) STRICT;
                        """)
                try db.execute(
                    sql: "INSERT INTO identity (only, id) VALUES (1, ?)", arguments: [UUID().uuidString])
            }
            guard version <= format.steps.count else {
                throw StoreFileError.newer(path: path, version: version, known: format.steps.count)
            }
            for step in format.steps[version...] { try step.run(in: db) }
            if version < format.steps.count {
                try db.execute(sql: "PRAGMA user_version = \(format.steps.count)")
            }
            try db.checkForeignKeys()
            return .commit
        }
    }
}
