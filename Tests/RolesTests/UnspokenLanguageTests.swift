import Care
import Foundation
import HomeFiles
import OwnFolders
import StaffFiles
import Testing

@testable import Roles

@Suite("A language that no voice of this machine speaks")
struct UnspokenLanguageTests {
    private static let words =
        "no voice of eSpeak NG on this machine speaks `gsw`, so an English one says it all: write a language that `espeak-ng --voices` lists"
    private static let board =
        "board: home\nname: Home\nlanguage: gsw\nitems:\n  - { label: Wasser, request: normal }\n  - { label: Tee, request: normal }\n"

    private static func home(_ settings: String, in folder: OwnFolder) throws -> HomeFolder {
        let home = HomeFolder(path: folder.file("home"))
        try FileManager.default.createDirectory(
            atPath: home.boardsFolder, withIntermediateDirectories: true)
        try settings.write(toFile: home.settingsFile, atomically: true, encoding: .utf8)
        try board.write(toFile: "\(home.boardsFolder)/home.yaml", atomically: true, encoding: .utf8)
        return home
    }

    @Test("The check of the settings says where it is, and what to do; one that is spoken is well")
    func settings() throws {
        let folder = try OwnFolder()
        let home = try Self.home("home: { language: gsw }\n", in: folder)
        let found = StaffFileReader.findings(at: home.settingsFile)
        #expect(found.map(\.message) == [Self.words])
        #expect(found.first.map { [$0.line, $0.column] } == [1, 19] && !found.hasErrors)
        try "home: { language: de-AT }\n".write(
            toFile: home.settingsFile, atomically: true, encoding: .utf8)
        #expect(StaffFileReader.findings(at: home.settingsFile) == [])
    }

    @Test("A start says it of settings and boards, and uses them")
    func start() throws {
        let folder = try OwnFolder()
        let home = try Self.home("home: { language: gsw }\nboard: boards/home.yaml\n", in: folder)
        let files = try StaffFileReader(
            home: home, share: try SharedFiles.find(), keepsCopies: false, languages: .machine
        ).readAll()
        let told = files.findings.filter { $0.message == Self.words }
        #expect(told.map(\.file) == [home.settingsFile, "\(home.boardsFolder)/home.yaml"])
        #expect(files.refused.isEmpty && files.settings.language == "gsw")
    }

    @Test("Whoever writes a board or the settings on a page is told")
    func pages() throws {
        let folder = try OwnFolder()
        let home = try Self.home("board: boards/home.yaml\n", in: folder)
        let keeper = HomeFileKeeper(home: home, share: try SharedFiles.find())
        #expect(try keeper.read("home.yaml").findings.map(\.message) == [Self.words])
        let good = Self.board.replacing("gsw", with: "de")
        #expect(try keeper.check("home.yaml", FileDraft(text: good)).findings.isEmpty)
        let draft = FileDraft(text: "home: { language: gsw }\nboard: boards/home.yaml\n")
        let check = try keeper.check("beckon.yaml", draft)
        #expect(check.findings.map(\.message) == [Self.words] && check.isGood)
    }
}
