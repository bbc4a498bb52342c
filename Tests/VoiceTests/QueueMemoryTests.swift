import Foundation
import Logging
import OwnFolders
import RealTime
import Synchronization
import Testing
import WholeFiles

@testable import Voice

/// What was learnt of a device is there after a restart.
struct QueueMemoryTests {
    /// The lines that were logged.
    private final class Lines: LogHandler, Sendable {
        let told = Mutex<[String]>([])
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .debug }
            set {}
        }
        subscript(metadataKey _: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) { told.withLock { $0.append("\(event.message)") } }
    }

    private func logger() -> (Logger, Lines) {
        let lines = Lines()
        return (Logger(label: "test") { _ in lines }, lines)
    }

    /// One that has written when it returns.
    private func memory(_ path: String, _ logger: Logger) -> QueueMemory {
        QueueMemory(path: path, logger: logger) { write in
            write()
            return true
        }
    }

    @Test("A learnt length is stored and read again, for each device separately")
    func keeps() throws {
        let folder = try OwnFolder()
        let path = folder.file("sound.json")
        let (logger, lines) = logger()
        let first = memory(path, logger)
        #expect(first.length(of: "default") == nil)
        first.keep(.ms200, of: "default")
        // Another process of the same home.
        memory(path, logger).keep(.ms25, of: "plughw:CARD=Headset,DEV=0")
        first.keep(.ms100, of: "default")
        #expect(first.length(of: "default") == .ms100)
        let later = memory(path, logger)
        #expect(later.length(of: "default") == .ms100)
        #expect(later.length(of: "plughw:CARD=Headset,DEV=0") == .ms25)
        #expect(lines.told.withLock { $0 }.isEmpty)
    }

    @Test("Where no thread starts, nothing is written, and the next that is learnt is written with it")
    func refused() throws {
        let folder = try OwnFolder()
        let path = folder.file("sound.json")
        let starts = Mutex(false)
        let memory = QueueMemory(path: path, logger: logger().0) { write in
            guard starts.withLock({ $0 }) else { return false }
            write()
            return true
        }
        memory.keep(.ms50, of: "one")
        #expect(memory.length(of: "one") == .ms50)
        #expect(QueueMemory.lengths(at: path).isEmpty)
        starts.withLock { $0 = true }
        memory.keep(.ms25, of: "two")
        #expect(QueueMemory.lengths(at: path) == ["one": .ms50, "two": .ms25])
    }

    @Test("What is learnt before the writing begins is written by the same writer, and no second one starts")
    func meanwhile() throws {
        let folder = try OwnFolder()
        let path = folder.file("sound.json")
        let writers = Mutex<[@Sendable () -> Void]>([])
        let memory = QueueMemory(path: path, logger: logger().0) { write in
            writers.withLock { $0.append(write) }
            return true
        }
        memory.keep(.ms12, of: "default")
        memory.keep(.ms100, of: "default")
        memory.keep(.ms25, of: "two")
        let first = writers.withLock { $0 }
        #expect(first.count == 1)
        first.first?()
        #expect(QueueMemory.lengths(at: path) == ["default": .ms100, "two": .ms25])
        memory.keep(.ms200, of: "default")
        #expect(writers.withLock { $0.count } == 2)
    }

    @Test("Concurrent writers do not lose each other's changes")
    func together() throws {
        let folder = try OwnFolder()
        let path = folder.file("sound.json")
        // Each as another process would be: with a memory of its own, which has read nothing of the others.
        let memories = (0..<8).map { _ in memory(path, logger().0) }
        let threads = memories.enumerated().map { number, memory in
            OwnThread.start("writer") {
                for device in 0..<4 { memory.keep(.ms50, of: "\(number) \(device)") }
            }
        }
        for thread in threads { try #require(thread).join() }
        #expect(QueueMemory.lengths(at: path).count == 32)
    }

    @Test(
        "A damaged file counts as none, and the log says so",
        arguments: [
            "", "{", "[]", #"{"queues":[{"device":"default","milliseconds":201}]}"#,
            #"{"queues":[{"device":"default","milliseconds":-6}]}"#, #"{"queues":[{"device":"default"}]}"#,
            #"{"queues":[{"device":"\#(String(repeating: "x", count: 201))","milliseconds":6}]}"#,
            String(repeating: " ", count: 16_384) + #"{"queues":[]}"#,
            #"{"queues":[\#((0..<33).map { #"{"device":"\#($0)","milliseconds":6}"# }.joined(separator: ","))]}"#,
        ])
    func damaged(text: String) throws {
        let folder = try OwnFolder()
        let path = folder.file("sound.json")
        try WholeFile.write(Array(text.utf8), to: path)
        let (logger, lines) = logger()
        let memory = memory(path, logger)
        #expect(memory.length(of: "default") == nil)
        let told = lines.told.withLock { $0 }
        #expect(told == ["\(path) is damaged. The queue lengths of the sound devices are learnt again."])
        memory.keep(.ms50, of: "default")
        #expect(QueueMemory.lengths(at: path) == ["default": .ms50])
    }

    @Test("However many devices come, the file stays small")
    func bounded() throws {
        let folder = try OwnFolder()
        let path = folder.file("sound.json")
        let (logger, _) = logger()
        let memory = memory(path, logger)
        memory.keep(.ms200, of: String(repeating: "x", count: 201))
        for number in 0..<100 {
            memory.keep(.ms12, of: "device \(number)")
            #expect(QueueMemory.lengths(at: path)["device \(number)"] == .ms12)
        }
        #expect(QueueMemory.lengths(at: path).count == 32)
    }
}
