public import Care
public import Foundation
import GRDB
public import StoreFiles

/// Everything that the service keeps: requests, answers, faults, the journal of events, and what is due.
///
/// Each write is one transaction that is on the disk when it returns. One process owns the file.
public struct CareStore: Sendable {
    public let path: String
    /// The journal's id, made with the file.
    public let journal: UUID
    let policy: AlertPolicy
    let clockSteps = ClockSteps()
    private let file: StoreFile
    private let lock: OwnerLock

    /// Opens the store, or makes it; refuses a damaged, newer, foreign or owned file and leaves it untouched.
    public init(
        path: String, policy: AlertPolicy = AlertPolicy(), busyTimeout: TimeInterval = 5
    ) throws(StoreFileError) {
        self.path = path
        self.policy = policy
        lock = try OwnerLock(for: path)
        let file = try StoreFile.open(path, format: .care, busyTimeout: busyTimeout)
        self.file = file
        journal = try StoreFile.translating(path) {
            let text = try file.queue.read { db in try String.fetchOne(db, sql: "SELECT id FROM identity") }
            guard let id = text.flatMap(UUID.init(uuidString:)) else {
                throw StoreFileError.corrupt(path: path, detail: "it does not name itself")
            }
            return id
        }
    }

    /// Looks whether the file could be opened, without writing to it or making it; gives whether there is one.
    public static func examine(_ path: String) throws(StoreFileError) -> Bool {
        try StoreFile.examine(path, format: .care)
    }

    /// Whether a transaction can be committed now.
    public func probe() async throws(CareStoreError) {
        try await write { db in try db.execute(sql: "UPDATE identity SET probed = probed + 1") }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(CareStoreError) -> Value {
        do { return try await file.queue.write(body) } catch { throw translated(error) }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(CareStoreError) -> Value {
        do { return try await file.queue.read(body) } catch { throw translated(error) }
    }

    private func translated(_ error: any Error) -> CareStoreError {
        if let known = error as? CareStoreError { return known }
        return .file(StoreFileError(error, path: path))
    }
}
