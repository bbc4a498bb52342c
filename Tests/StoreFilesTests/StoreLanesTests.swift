import Foundation
import GRDB
import OwnFolders
import Testing

@testable import StoreFiles

@Suite(
    "At a store, calls wait for nobody but the transaction that is being written", .timeLimit(.minutes(30)))
struct StoreLanesTests {
    private let folder: OwnFolder
    private let lanes: StoreLanes
    private var path: String { folder.file("test.sqlite") }

    init() throws {
        folder = try OwnFolder()
        let format = StoreFormat(
            name: "a test's file", applicationID: 0x4243_0001,
            steps: ["CREATE TABLE note (text TEXT NOT NULL) STRICT"])
        lanes = try StoreLanes(StoreFile.open(folder.file("test.sqlite"), format: format))
    }

    private func write(_ text: String, on lane: StoreLane) async throws {
        try await lanes.write(on: lane) { db in
            try db.execute(sql: "INSERT INTO note VALUES (?)", arguments: [text])
        }
    }

    private func notes(on lane: StoreLane) async throws -> [String] {
        try await lanes.read(on: lane) { db in
            try String.fetchAll(db, sql: "SELECT text FROM note ORDER BY rowid")
        }
    }

    /// Holds the writer within a transaction until `body` has ended.
    private func holding(_ body: () async throws -> Void) async throws {
        let begun = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        async let held: Void = lanes.write(on: .page) { db in
            try db.execute(sql: "INSERT INTO note VALUES ('held')")
            begun.continuation.finish()
            end.wait()
        }
        for await _ in begun.stream {}
        do { try await body() } catch {
            end.signal()
            throw error
        }
        end.signal()
        try await held
    }

    private func untilWaiting(_ count: Int, on lane: StoreLane) async {
        while lanes.waitingWrites(on: lane) < count { await Task.yield() }
    }

    @Test(
        "Behind a transaction wait ten of pages, one of care, a call: the call is next, then care, then pages"
    )
    func order() async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            try await holding {
                for number in 0..<10 {
                    tasks.addTask { try await write("page \(number)", on: .page) }
                    await untilWaiting(number + 1, on: .page)
                }
                tasks.addTask { try await write("care", on: .care) }
                await untilWaiting(1, on: .care)
                tasks.addTask { try await write("call", on: .call) }
                await untilWaiting(1, on: .call)
            }
            try await tasks.waitForAll()
        }
        #expect(
            try await notes(on: .call) == ["held", "call", "care"] + (0..<10).map { "page \($0)" })
    }

    @Test(
        "While something is written, every lane reads what was committed before",
        arguments: StoreLane.allCases)
    func readsBesideWriter(_ lane: StoreLane) async throws {
        try await write("before", on: .call)
        try await holding {
            let seen = try await notes(on: lane)
            #expect(seen == ["before"])
        }
        #expect(try await notes(on: lane) == ["before", "held"])
    }

    @Test("While one lane reads for long, calls are read and written")
    func readsBesideReaders() async throws {
        let begun = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        async let long: Int = lanes.read(on: .care) { db in
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM note") ?? -1
            begun.continuation.finish()
            end.wait()
            return try count + (Int.fetchOne(db, sql: "SELECT count(*) FROM note") ?? -1)
        }
        for await _ in begun.stream {}
        do {
            try await write("call", on: .call)
            #expect(try await notes(on: .call) == ["call"])
        } catch {
            end.signal()
            throw error
        }
        end.signal()
        // All that one reading sees is of one moment.
        #expect(try await long == 0)
    }

    @Test("A write is visible to its writer at once, in whatever lane")
    func readsItsOwn() async throws {
        for number in 1...50 {
            for lane in StoreLane.allCases {
                try await write("note", on: lane)
                let counts = try await [notes(on: .call), notes(on: .care), notes(on: .page)].map(\.count)
                try #require(Set(counts) == [3 * (number - 1) + lane.rawValue + 1])
            }
        }
    }

    @Test("What reads cannot write")
    func readers() async throws {
        for lane in StoreLane.allCases {
            await #expect(throws: DatabaseError.self) {
                try await lanes.read(on: lane) { db in try db.execute(sql: "INSERT INTO note VALUES ('no')") }
            }
        }
        #expect(try await notes(on: .call) == [])
    }

    @Test("A transaction that fails leaves nothing, and the next one is taken")
    func failure() async throws {
        await #expect(throws: DatabaseError.self) {
            try await lanes.write(on: .call) { db in
                try db.execute(sql: "INSERT INTO note VALUES ('half')")
                try db.execute(sql: "INSERT INTO note VALUES (NULL)")
            }
        }
        try await write("whole", on: .page)
        #expect(try await notes(on: .care) == ["whole"])
    }

    @Test("While pages are read without a pause, the log is begun anew all the same")
    func log() async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                while !Task.isCancelled {
                    _ = try await lanes.read(on: .page) { db in
                        try Int.fetchOne(db, sql: "SELECT count(*) FROM note")
                    }
                    await Task.yield()
                }
            }
            let text = String(repeating: "x", count: 40_000)
            for _ in 0..<600 { try await write(text, on: .call) }
            tasks.cancelAll()
            try await tasks.waitForAll()
        }
        // 600 × 10 pages of 4 KiB were written; SQLite puts the log back at each 1,000 pages.
        let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        #expect(try #require(size) < 12 << 20)
    }
}
