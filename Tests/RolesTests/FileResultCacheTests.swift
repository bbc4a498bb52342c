import Boards
import Foundation
import Synchronization
import Testing

@testable import Roles

/// What was worked out from files is worked out again when one of them is another one.
@Suite struct FileResultCacheTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "beckon-cache-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
    }

    /// Reads `a`, and `b` where `a` says so; counts how often.
    private final class Reader: Sendable {
        let count = Mutex(0)

        func read(_ folder: String, _ reads: FileReads) -> String {
            count.withLock { $0 += 1 }
            func text(_ name: String) -> String {
                guard case .success(let bytes) = reads.read("\(folder)/\(name)", limit: 100) else {
                    return "-"
                }
                return String(decoding: bytes, as: UTF8.self)
            }
            let first = text("a")
            return first == "see b" ? text("b") : first
        }
    }

    /// Long after the files were written.
    private func cache() -> FileResultCache<String, String> {
        FileResultCache(most: 2) { Int(Date().timeIntervalSince1970) + 100 }
    }

    @Test(
        "It is read once, and again after each change of a file that it came from, also of one that was not there"
    )
    func changes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (cache, reader) = (cache(), Reader())
        func value() -> String { cache.value(for: "x") { reader.read(folder.path, $0) } }
        #expect(value() == "-")
        try write("one", "a")
        #expect([value(), value(), value()] == ["one", "one", "one"])
        #expect(reader.count.withLock { $0 } == 2)
        try write("see b", "a")
        #expect(value() == "-")
        try write("two", "b")
        #expect([value(), value()] == ["two", "two"])
        try write("TWO", "b")
        #expect(value() == "TWO")
        try FileManager.default.removeItem(atPath: path("b"))
        #expect(value() == "-")
        #expect(reader.count.withLock { $0 } == 6)
        // What it was not made from does not matter.
        try write("other", "c")
        #expect(value() == "-")
        #expect(reader.count.withLock { $0 } == 6)
    }

    @Test("What has just been written is read each time: it could change again within one step of the clock")
    func young() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (reader, stamp) = (Reader(), Int(Date().timeIntervalSince1970))
        let cache = FileResultCache<String, String>(most: 2) { stamp }
        try write("one", "a")
        for _ in 0..<3 { #expect(cache.value(for: "x") { reader.read(folder.path, $0) } == "one") }
        #expect(reader.count.withLock { $0 } == 3)
    }

    @Test("No more results are kept than it may hold")
    func bounded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (cache, reader) = (cache(), Reader())
        try write("one", "a")
        for key in ["x", "y", "x", "y", "z", "z"] {
            #expect(cache.value(for: key) { reader.read(folder.path, $0) } == "one")
        }
        #expect(reader.count.withLock { $0 } == 3)
        #expect(cache.value(for: "x") { reader.read(folder.path, $0) } == "one")
        #expect(reader.count.withLock { $0 } == 4)
    }
}
