import Foundation
import HomeFiles
import OwnFolders
import QRCodes
import Testing

@testable import Roles
@testable import beckon

@Suite("The first start at a terminal")
struct FirstStartTests {
    private let address = "http://192.168.1.20:4280/setup/pF3v0m2uH5hT8kZ1cR7yWq9xLbN4sJdE6aGfVtYoXi0"

    @Test("A code is drawn where it fits and can be seen, black on white")
    func code() throws {
        let good = ["LANG": "de_DE.UTF-8", "TERM": "xterm"]
        let lines = TerminalCode.lines(of: address, width: 120, environment: good)
        let code = try #require(QRCode(address))
        #expect(lines.count == (code.fullSize + 1) / 2)
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1b}[97;40m") && $0.hasSuffix("\u{1b}[0m") })
        #expect(!TerminalCode.lines(of: address, width: code.fullSize, environment: good).isEmpty)
        #expect(TerminalCode.lines(of: address, width: code.fullSize - 1, environment: good).isEmpty)
    }

    @Test(
        "None is drawn where nobody would see it",
        arguments: [
            [:], ["LANG": "C", "TERM": "xterm"], ["LANG": "en_US.UTF-8", "TERM": "dumb"],
            ["LANG": "en_US.UTF-8"], ["LC_ALL": "C", "LANG": "en_US.UTF-8", "TERM": "xterm"],
            ["LANG": "en_US.ISO-8859-1", "TERM": "xterm"],
        ] as [[String: String]])
    func noCode(environment: [String: String]) {
        #expect(TerminalCode.lines(of: address, width: 200, environment: environment).isEmpty)
    }

    private func names(typing lines: [String?]) throws -> (client: String, caregiver: String) {
        let folder = try OwnFolder()
        let home = HomeFolder(path: folder.file("home"))
        let share = try SharedFiles.find()
        #expect(home.isNew)
        try home.prepare(from: share)
        #expect(!home.isNew)
        var rest = lines[...]
        let quiet = Terminal(output: { _ in }, error: { _ in })
        Terminal.$current.withValue(quiet) {
            FirstStart(home: home, share: share).askNames { rest.popFirst() ?? nil }
        }
        let settings = try StaffFileReader.settings(at: home.settingsFile)
        return (settings.client.name, settings.caregiver.name)
    }

    @Test("Both names are kept; what is left out, or ends early, stays as it was")
    func asked() throws {
        let both = try names(typing: ["  Maria \"Mia\" ", "Anna"])
        #expect(both.client == "Maria \"Mia\"" && both.caregiver == "Anna")
        let none = try names(typing: ["", ""])
        #expect(none.client == "Somebody" && none.caregiver == "Somebody")
        let ended = try names(typing: [nil])
        #expect(ended.client == "Somebody" && ended.caregiver == "Somebody")
        let second = try names(typing: ["", "Anna"])
        #expect(second.client == "Somebody" && second.caregiver == "Anna")
    }

    @Test("A name that cannot be used is asked for again, and not for ever")
    func again() throws {
        let mended = try names(typing: ["a\u{7}b", "Maria", "Anna"])
        #expect(mended.client == "Maria" && mended.caregiver == "Anna")
        let never = try names(typing: Array(repeating: "a\u{7}b", count: 20))
        #expect(never.client == "Somebody")
    }
}
