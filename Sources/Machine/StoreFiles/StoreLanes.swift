public import GRDB

/// A store's file for concurrent work: one connection that writes, and one for each lane that reads.
///
/// SQLite's write-ahead log lets them read while something is written. A read sees everything that was
/// committed before it began, in whatever lane, so a writer sees its own writes. Decision 0165.
public final class StoreLanes: Sendable {
    // In this order: the last connection to close checkpoints the log into the file, which a reader cannot
    // do.
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
                // It opens its files now, not later when no descriptor may be left.
                try Self.reading(reader) { db in _ = try Int.fetchOne(db, sql: "PRAGMA user_version") }
                return reader
            }
        }
    }

    /// Runs one transaction; it is on the disk when this returns. Work that waits in a more urgent lane goes
    /// first.
    ///
    /// A submitted transaction is carried out even if its caller was cancelled.
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
            // Each added transaction gives the writer one turn; which one it takes is decided then.
            file.queue.asyncWriteWithoutTransaction { [waiting] db in waiting.takeFirst()?(db) }
        }
    }

    /// Reads, all of one moment.
    ///
    /// Pages read on the calling thread, which is one of their own (decision 0166), so that reads stay within
    /// their share of the processor.
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
