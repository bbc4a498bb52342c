import Foundation
import Logging
import OwnFolders
import Scanning
import Testing

@testable import Roles

@Suite struct `The memory of a switch on disk` {
    private let folder: OwnFolder
    private var path: String { folder.file("switch.json") }

    init() throws { folder = try OwnFolder() }

    private var keeper: SwitchMemoryKeeper {
        SwitchMemoryKeeper(path: path, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private static func memory(lastPress: Int64) -> SwitchMemory {
        var memory = SwitchMemory()
        memory.lastPress = lastPress
        return memory
    }

    @Test func `is there again at the next start, for its user alone`() throws {
        let first = keeper
        #expect(first.recall() == SwitchMemory())
        first.note(Self.memory(lastPress: 1_800_000_000))
        first.finish()
        #expect(keeper.recall() == Self.memory(lastPress: 1_800_000_000))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `is written at the end with what came after the last writing`() {
        let first = keeper
        for press in 1...100 { first.note(Self.memory(lastPress: Int64(press))) }
        first.finish()
        #expect(SwitchMemoryFile.read(path) == .memory(Self.memory(lastPress: 100)))
    }

    @Test func `is not written while nothing changes`() {
        let first = keeper
        first.note(first.recall())
        first.finish()
        #expect(SwitchMemoryFile.read(path) == .nothing)
    }

    @Test(
        "is set aside where it is damaged, and looked at without being changed",
        arguments: ["", "{", "\u{0}\u{0}", #"{"version":7}"#, String(repeating: " ", count: 100_000)])
    func damaged(text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        guard case .damaged = SwitchMemoryFile.read(path) else {
            Issue.record("it was read")
            return
        }
        #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
        #expect(keeper.recall() == SwitchMemory())
        #expect(SwitchMemoryFile.read(path) == .nothing)
        #expect(FileManager.default.contents(atPath: "\(path).damaged") == Data(text.utf8))
    }

    @Test func `of another version is not taken for this one's`() throws {
        var memory = SwitchMemory()
        memory.version = 2
        try JSONEncoder().encode(memory).write(to: URL(filePath: path))
        guard case .damaged(let reason) = SwitchMemoryFile.read(path) else {
            Issue.record("it was read")
            return
        }
        #expect(reason.contains("version 2"))
    }

    @Test func `costs nothing but itself where it cannot be written`() {
        let nowhere = SwitchMemoryKeeper(
            path: "/nowhere/switch.json", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        nowhere.note(Self.memory(lastPress: 1))
        nowhere.finish()
        #expect(nowhere.recall() == SwitchMemory())
    }
}
