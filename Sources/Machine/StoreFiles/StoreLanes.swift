public import GRDB

/// A store's file as several kinds of work use it at the same time: one connection that writes, and one for each lane that
/// reads.
///
/// SQLite's write-ahead log lets them read while something is written. A reading sees all that was committed before it began,
/// so that whoever has written something reads it, in whatever lane. Decision 0165.
public final class StoreLanes: Sendable {
    // In this order: the connection that is closed last puts the log back into the file, which a reader cannot.
    private let readers: [DatabaseQueue]
    private let file: StoreFile
    private let waiting = WaitingWrites()

    /// Opens the connections that read. The file has its format by then.
    public init(_ file: StoreFile, busyTimeout: Double = 5) throws(StoreFileError) {
        self.file = file
        readers = try StoreFile.translating(file.path) {
            try StoreLane.allCases.map { lane in
                var configuration = Configuration()
                configuration.label = "\(lane)"
                configuration.readonly = true
                configuration.busyMode = .timeout(busyTimeout)
                let reader = try DatabaseQueue(path: file.path, configuration: configuration)
                // It opens what it needs now, and not when no descriptor is left.
                try Self.reading(reader) { db in _ = try Int.fetchOne(db, sql: "PRAGMA user_version") }
                return reader
            }
        }
    }

    /// Runs one transaction; it is on the disk when this returns. What waits in a more urgent lane goes before it.
    ///
    /// A transaction that was asked for is carried out, also if whoever has asked is gone by then.
    public func write<Value: Sendable>(
        on lane: StoreLane, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.add(on: lane) { db in
                continuation.resume(
                    with: Result {
                        var value: Value?
                        try db.inTransaction {
                            value = try body(db)
                            return .commit
                        }
                        guard let value else { preconditionFailure("the transaction ended without its body") }
                        return value
                    })
            }
            // Each that is added lets the writer turn once; which one it takes then is decided then.
            file.queue.asyncWriteWithoutTransaction { [waiting] db in waiting.takeFirst()?(db) }
        }
    }

    /// Reads, all of one moment.
    ///
    /// What pages read is read by the thread that asks, which is one of theirs (decision 0166): it takes no more of the
    /// processor than they have.
    public func read<Value: Sendable>(
        on lane: StoreLane, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let reader = readers[lane.rawValue]
        switch lane {
        case .page: return try Self.reading(reader, body)
        case .call, .care:
            return try await withCheckedThrowingContinuation { continuation in
                reader.asyncUnsafeRead { db in
                    continuation.resume(with: Result { try Self.inOneMoment(db.get(), body) })
                }
            }
        }
    }

    /// How many transactions wait in a lane.
    public func waitingWrites(on lane: StoreLane) -> Int { waiting.count(on: lane) }

    private static func reading<Value>(
        _ reader: DatabaseQueue, _ body: (Database) throws -> Value
    ) throws -> Value {
        try reader.unsafeRead { db in try inOneMoment(db, body) }
    }

    private static func inOneMoment<Value>(
        _ db: Database, _ body: (Database) throws -> Value
    ) throws -> Value {
        var answer: Value?
        try db.inTransaction(.deferred) {
            answer = try body(db)
            return .commit
        }
        guard let answer else { preconditionFailure("the transaction ended without its body") }
        return answer
    }
}
