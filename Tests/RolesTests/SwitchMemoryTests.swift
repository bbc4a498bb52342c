import Foundation
import Logging
import OwnFolders
import Scanning
import Testing

@testable import Roles

@Suite("The memory of a switch on disk") struct TheMemoryOfASwitchOnDiskTests {
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

    @Test("The memory is restored at the next start, private to its user")
    func isThereAgainAtTheNextStartForIts() throws {
        let first = keeper
        #expect(first.recall() == SwitchMemory())
        first.note(Self.memory(lastPress: 1_800_000_000))
        first.finish()
        #expect(keeper.recall() == Self.memory(lastPress: 1_800_000_000))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("The memory is written at the end with everything since the last write")
    func isWrittenAtTheEndWithWhatCameAfter() {
        let first = keeper
        for press in 1...100 { first.note(Self.memory(lastPress: Int64(press))) }
        first.finish()
        #expect(SwitchMemoryFile.read(path) == .memory(Self.memory(lastPress: 100)))
    }

    @Test("The memory is not written while nothing changes") func isNotWrittenWhileNothingChanges() {
        let first = keeper
        first.note(first.recall())
        first.finish()
        #expect(SwitchMemoryFile.read(path) == .nothing)
    }

    @Test(
        "A damaged memory is set aside, and a look at it changes nothing",
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

    @Test("Of another version is not taken for this one's") func ofAnotherVersionIsNotTakenForThisOnes()
        throws
    {
        var memory = SwitchMemory()
        memory.version = 2
        try JSONEncoder().encode(memory).write(to: URL(filePath: path))
        guard case .damaged(let reason) = SwitchMemoryFile.read(path) else {
            Issue.record("it was read")
            return
        }
        #expect(reason.contains("version 2"))
    }

    @Test("A memory that cannot be written costs nothing else")
    func costsNothingButItselfWhereItCannotBeWritten() {
        let nowhere = SwitchMemoryKeeper(
            path: "/nowhere/switch.json", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        nowhere.note(Self.memory(lastPress: 1))
        nowhere.finish()
        #expect(nowhere.recall() == SwitchMemory())
    }
}
