import Foundation
import GRDB
import OwnFolders
import StoreFiles
import Testing

@Suite("A store's file is refused, or kept, but never harmed")
struct StoreFileTests {
    private let folder: OwnFolder
    private var path: String { folder.file("test.sqlite") }
    private let format = StoreFormat(
        name: "a test's file", applicationID: 0x4243_0001,
        steps: ["CREATE TABLE note (text TEXT NOT NULL) STRICT"])

    init() throws { folder = try OwnFolder() }

    private func made(_ format: StoreFormat? = nil) throws -> StoreFile {
        let file = try StoreFile.open(path, format: format ?? self.format, busyTimeout: 0.05)
        try file.queue.write { db in
            for number in 0..<2000 {
                try db.execute(sql: "INSERT INTO note VALUES (?)", arguments: ["note \(number)"])
            }
        }
        return file
    }

    /// Opens what must be refused; gives the error, and expects every byte to be as before.
    private func refusal(_ format: StoreFormat? = nil) throws -> StoreFileError {
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        var refusal: StoreFileError?
        do throws(StoreFileError) {
            _ = try StoreFile.open(path, format: format ?? self.format, busyTimeout: 0.05)
        } catch {
            refusal = error
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        return try #require(refusal)
    }

    @Test("A new file is synced on every commit, written ahead, and only its owner's")
    func settings() throws {
        let file = try made()
        let settings = try file.queue.read { db in
            try ["journal_mode", "synchronous", "foreign_keys"].map { name in
                try String.fetchOne(db, sql: "PRAGMA \(name)")
            }
        }
        #expect(settings == ["wal", "2", "1"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("A file is opened again with what it held, and takes the steps that it lacks")
    func migrates() throws {
        try made().queue.close()
        let newer = StoreFormat(
            name: format.name, applicationID: format.applicationID,
            steps: format.steps + ["ALTER TABLE note ADD COLUMN author TEXT"])
        let file = try StoreFile.open(path, format: newer)
        #expect(try file.queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM note") } == 2000)
        #expect(try file.queue.read { db in try db.columns(in: "note").count } == 2)
    }

    @Test("A step in Swift is part of the same transaction, and one that throws leaves the file as it was")
    func swiftSteps() throws {
        try made().queue.close()
        struct Refused: Error {}
        let before = format.steps
        let filled = StoreFormat(
            name: format.name, applicationID: format.applicationID,
            steps: before + [
                "CREATE TABLE length (text TEXT NOT NULL, count INTEGER NOT NULL) STRICT",
                .swift { db in
                    for text in ["a", "bcd"] {
                        try db.execute(
                            sql: "INSERT INTO length VALUES (?, ?)", arguments: [text, text.count])
                    }
                },
            ])
        let broken = StoreFormat(
            name: filled.name, applicationID: filled.applicationID,
            steps: filled.steps + [.swift { _ in throw Refused() }])
        #expect(throws: (any Error).self) { try StoreFile.open(path, format: broken) }
        let old = try StoreFile.open(path, format: format)
        #expect(try old.queue.read { db in try db.tableExists("length") } == false)
        try old.queue.close()
        let file = try StoreFile.open(path, format: filled)
        let counts = try file.queue.read { db in
            try Int.fetchAll(db, sql: "SELECT count FROM length ORDER BY count")
        }
        #expect(counts == [1, 3])
    }

    @Test("A newer file is refused")
    func newer() throws {
        let later = StoreFormat(
            name: format.name, applicationID: format.applicationID,
            steps: format.steps + ["CREATE TABLE later (x)"])
        try made(later).queue.close()
        #expect(try refusal() == .newer(path: path, version: 2, known: 1))
    }

    @Test("A newer file whose power was cut is refused too, though only its log says that it is newer")
    func newerInTheLog() throws {
        let file = try made()
        try file.queue.write { db in try db.execute(sql: "PRAGMA user_version = 2") }
        let copy = folder.file("copy.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        #expect(throws: StoreFileError.newer(path: copy, version: 2, known: 1)) {
            try StoreFile.open(copy, format: format)
        }
    }

    @Test("Somebody else's database is refused")
    func foreign() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in try db.execute(sql: "CREATE TABLE bookmarks (url)") }
        try queue.close()
        #expect(try refusal() == .foreign(path: path, wanted: format.name))
    }

    @Test("Garbage at the beginning is refused")
    func garbage() throws {
        try made().queue.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(0..<64, with: Data(repeating: 0x5a, count: 64))
        try bytes.write(to: URL(fileURLWithPath: path))
        guard case .corrupt = try refusal() else { return #expect(Bool(false), "not called damaged") }
    }

    @Test("Garbage in the middle is refused")
    func garbageInside() throws {
        try made().queue.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(4096..<12288, with: Data(repeating: 0x5a, count: 8192))
        try bytes.write(to: URL(fileURLWithPath: path))
        guard case .corrupt = try refusal() else { return #expect(Bool(false), "not called damaged") }
    }

    @Test("A file that has lost its end is refused", arguments: [50, 4096, 20_000])
    func truncated(length: Int) throws {
        try made().queue.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.prefix(length).write(to: URL(fileURLWithPath: path))
        guard case .corrupt = try refusal() else { return #expect(Bool(false), "not called damaged") }
    }

    @Test("An empty file, as a power cut may leave it, is taken as new")
    func empty() throws {
        try Data().write(to: URL(fileURLWithPath: path))
        try made().queue.close()
    }

    @Test("Another program's lock is reported as such until it is released")
    func locked() throws {
        let file = try made()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try other.inDatabase { db in try db.execute(sql: "BEGIN EXCLUSIVE") }
        #expect(throws: StoreFileError.busy(path: path)) { try file.probe() }
        try other.inDatabase { db in try db.execute(sql: "ROLLBACK") }
        try file.probe()
    }

    @Test("A file that cannot grow is reported, keeps its content and goes on when it can")
    func full() throws {
        let file = try made()
        func insert(_ text: String) throws(StoreFileError) {
            try StoreFile.translating(path) {
                try file.queue.write { db in
                    try db.execute(sql: "INSERT INTO note VALUES (?)", arguments: [text])
                }
            }
        }
        // SQLite answers its own limit as it answers a full disk.
        try file.queue.write { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
        let long = String(repeating: "x", count: 20_000)
        #expect(throws: StoreFileError.full(path: path)) { try insert(long) }
        try file.queue.write { db in try db.execute(sql: "PRAGMA max_page_count = 100000") }
        try insert(long)
        #expect(try file.queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM note") } == 2001)
    }

    @Test("A missing folder, or a file in its place, is reported as such")
    func noFolder() throws {
        for missing in [folder.file("none/test.sqlite"), "/dev/null/test.sqlite"] {
            #expect {
                try StoreFile.open(missing, format: format)
            } throws: { error in
                if case .noPermission(let path, _) = error as? StoreFileError {
                    path == missing
                } else {
                    false
                }
            }
        }
    }

    @Test("One owner at a time, and the next one when it has gone")
    func owner() throws {
        var lock: OwnerLock? = try OwnerLock(for: path)
        #expect(throws: StoreFileError.owned(path: path, by: "process \(getpid())")) {
            try OwnerLock(for: path)
        }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try OwnerLock(for: path)
    }

    @Test("A copy that a program holds until it runs does not keep the lock")
    func copies() throws {
        var lock: OwnerLock? = try OwnerLock(for: path)
        let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            Int32($0)
        }
        let own = numbers.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
                + ".lock"
        }
        let copy = dup(try #require(own.first))
        defer { close(copy) }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try OwnerLock(for: path)
    }

    @Test("Every refusal names the file")
    func messages() {
        let errors: [StoreFileError] = [
            .newer(path: "/h/x", version: 3, known: 1), .corrupt(path: "/h/x", detail: "d"),
            .foreign(path: "/h/x", wanted: "w"), .owned(path: "/h/x", by: "process 1"), .busy(path: "/h/x"),
            .full(path: "/h/x"), .tooManyOpen(path: "/h/x"), .noPermission(path: "/h/x", detail: "d"),
            .inputOutput(path: "/h/x", detail: "d"),
        ]
        for error in errors { #expect(error.description.hasPrefix("/h/x ")) }
    }
}
