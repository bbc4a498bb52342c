import Foundation
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

        let home = HomeFolder(path: "\(folder)/home")
        #expect(try home.prepare(from: share))
        let copied = "\(home.boardsFolder)/home.yaml"
        #expect(files.contents(atPath: copied) == Data("board: home\n".utf8))
        let rights = try #require(files.attributesOfItem(atPath: copied)[.posixPermissions] as? Int)
        #expect(rights & 0o200 != 0)

        // And what staff have written stays at the next start.
        try Data("board: ours\n".utf8).write(to: URL(fileURLWithPath: copied))
        #expect(try !home.prepare(from: share))
        #expect(files.contents(atPath: copied) == Data("board: ours\n".utf8))
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
