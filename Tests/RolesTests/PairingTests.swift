import Foundation
import Glibc
import OwnFolders
import Testing

@testable import Roles

@Suite("A paired machine's token") struct APairedMachinesTokenTests {
    private let folder: OwnFolder

    init() throws { folder = try OwnFolder() }

    private func rights(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("The token is written whole and private to its user, also over one that was not")
    func isWholeAndForItsUserAloneAlsoWhere() throws {
        let home = HomeFolder(path: folder.file("home"))
        try home.prepareTokens()
        let file = "\(home.path)/tokens/kiosk"
        try Data("old\n".utf8).write(to: URL(fileURLWithPath: file))
        chmod(file, 0o644)
        #expect(try home.keep(token: "new-token", of: "kiosk") == file)
        #expect(try home.token(of: "kiosk") == "new-token")
        #expect(try rights(file) == 0o600)
        #expect(try rights("\(home.path)/tokens") == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/tokens") == ["kiosk"])
    }

    @Test("A machine is what it was paired for last") func lastPaired() throws {
        let home = HomeFolder(path: folder.file("home"))
        #expect(!home.isOfStation)
        try home.prepareTokens()
        _ = try home.keep(token: "one", of: "station")
        #expect(home.isOfStation)
        for (kiosk, isOfStation) in [(1_700_000_000.0, true), (4_000_000_000, false)] {
            let file = try home.keep(token: "two", of: "kiosk")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: kiosk)], ofItemAtPath: file)
            #expect(home.isOfStation == isOfStation)
        }
    }

    @Test("Preparing for tokens fails where they could not be kept")
    func isNotAskedForWhereItCouldNotBe() throws {
        let path = folder.file("home")
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(throws: RolesError.self) { try HomeFolder(path: path).prepareTokens() }
    }

    @Test("A home counts as having a service once its store exists")
    func belongsToAHomeWithoutAService() throws {
        let home = HomeFolder(path: folder.file("home"))
        try home.prepareTokens()
        #expect(!home.hasService)
        try Data().write(to: URL(fileURLWithPath: home.careStore))
        #expect(home.hasService)
    }
}
