import Foundation
import HomeFiles
import Scanning
import Testing

@testable import Roles

@Suite("A new home") struct ANewHomeTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)")
        .path

    @Test("A new home has boards that staff can change, though shipped ones are read-only")
    func hasBoardsThatStaffCanChangeThoughThoseThat() throws {
        let files = FileManager.default
        defer { try? files.removeItem(atPath: folder) }
        let share = SharedFiles(folder: "\(folder)/share")
        try files.createDirectory(atPath: share.boardsFolder, withIntermediateDirectories: true)
        let shipped = "\(share.boardsFolder)/home.yaml"
        try Data("board: home\n".utf8).write(to: URL(fileURLWithPath: shipped))
        try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: shipped)
        // What is read where it ships would be a copy that nobody reads.
        for name in ["texts.en.yaml", "plan-words.en-GB.yaml", "words.en.yaml", "texts.yaml"] {
            try Data("language: en\n".utf8).write(to: URL(fileURLWithPath: "\(share.boardsFolder)/\(name)"))
        }

        let home = HomeFolder(path: "\(folder)/home")
        #expect(try home.prepare(from: share))
        let copied = "\(home.boardsFolder)/home.yaml"
        #expect(files.contents(atPath: copied) == Data("board: home\n".utf8))
        #expect(
            try files.contentsOfDirectory(atPath: home.boardsFolder).sorted() == [
                "home.yaml", "texts.yaml", "words.en.yaml",
            ])
        let rights = try #require(files.attributesOfItem(atPath: copied)[.posixPermissions] as? Int)
        #expect(rights & 0o200 != 0)

        // And what staff have written stays at the next start.
        try Data("board: ours\n".utf8).write(to: URL(fileURLWithPath: copied))
        #expect(try !home.prepare(from: share))
        #expect(files.contents(atPath: copied) == Data("board: ours\n".utf8))
    }

    @Test("A new home asks back presses far outside the client's time; one that is there counts all")
    func pressEvidence() throws {
        let own = try OwnHome()
        #expect(own.home.settingsInUse.scanning.pressEvidence == .cautious)
        try Data("scanning: { scan_time: 2 s }\n".utf8).write(to: URL(filePath: own.home.settingsFile))
        #expect(try !own.home.prepare(from: own.share))
        #expect(own.home.settingsInUse.scanning.pressEvidence == .off)
    }

    @Test("A new home is not left half made when shipped files cannot be read")
    func leavesNothingHalfMadeWhereWhatShipsCannotBe() throws {
        let files = FileManager.default
        defer { try? files.removeItem(atPath: folder) }
        let share = SharedFiles(folder: "\(folder)/share")
        try files.createDirectory(atPath: "\(share.boardsFolder)/symbols", withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: "\(share.boardsFolder)/symbols/water.svg", withDestinationPath: "/nowhere/at/all")
        let home = HomeFolder(path: "\(folder)/home")
        #expect(throws: RolesError.self) { try home.prepare(from: share) }
        #expect(try files.contentsOfDirectory(atPath: home.path) == [])
    }
}
