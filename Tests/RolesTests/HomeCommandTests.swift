import Care
import Foundation
import HomeFiles
import OwnFolders
import Testing

@testable import Roles

@Suite("What people type for a home")
struct HomeCommandTests {
    private func command(_ path: String, as owner: String? = nil) -> String {
        HomeFolder.command("beckon run", for: path, usual: "/home/anna/.local/share/beckon", as: owner)
    }

    @Test("It names the folder, unless that is the usual one, and the user whose folder it is")
    func places() {
        #expect(command("/home/anna/.local/share/beckon") == "beckon run")
        #expect(command("/srv/beckon") == "beckon run --home /srv/beckon")
        #expect(
            command("/var/lib/beckon", as: "beckon") == "sudo -u beckon beckon run --home /var/lib/beckon")
        // Another user has another usual folder.
        #expect(
            command("/home/anna/.local/share/beckon", as: "anna")
                == "sudo -u anna beckon run --home /home/anna/.local/share/beckon")
    }

    @Test("A program that is on nobody's path is called by its own, and one that is there by its name")
    func program() throws {
        let folder = try OwnFolder()
        let (built, usual) = (folder.file("our build"), folder.file("bin"))
        for path in [built, usual] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let own = "\(URL(fileURLWithPath: built).resolvingSymlinksInPath().path)/beckon"
        try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: own))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: own)
        #expect(OwnProgram.typed(running: own, in: [usual]) == "'\(own)'")
        // It was built again while it runs.
        #expect(OwnProgram.typed(running: own + " (deleted)", in: [usual]) == "'\(own)'")
        #expect(
            HomeFolder.command("beckon run", for: "/srv/b", usual: "/a", as: "anna", program: "'\(own)'")
                == "sudo -u anna '\(own)' run --home /srv/b")
        try FileManager.default.createSymbolicLink(
            atPath: "\(usual)/beckon", withDestinationPath: own)
        #expect(OwnProgram.typed(running: own, in: [usual]) == "beckon")
        // Another one of that name is found first.
        #expect(OwnProgram.typed(running: "/opt/beckon", in: [usual]) == "/opt/beckon")
        #expect(OwnProgram.typed(running: "/usr/bin/xctest", in: [usual]) == "beckon")
    }

    @Test("What started the service is typed once more to listen elsewhere, with all else that was said")
    func again() {
        func again(_ words: String, isPlain: Bool = true) -> String {
            OwnProgram.again(
                words.split(separator: " ").map(String.init), listening: "0.0.0.0:4280", isPlain: isPlain,
                typed: "beckon")
        }
        #expect(
            again("run --home /srv/b --listen 127.0.0.1:4280 --output none")
                == "beckon run --home /srv/b --listen 0.0.0.0:4280 --output none --allow-plain-http")
        #expect(
            again("service --listen=127.0.0.1:4280", isPlain: false) == "beckon service --listen=0.0.0.0:4280"
        )
        #expect(
            again("run --allow-plain-http --listen [::1]:4280")
                == "beckon run --allow-plain-http --listen 0.0.0.0:4280")
        #expect(
            OwnProgram.again(
                ["run", "--home", "/srv/our home"], listening: "", isPlain: false, typed: "beckon")
                == "beckon run --home '/srv/our home'")
    }

    @Test(
        "A shell reads the folder as one word, whatever its name",
        arguments: [
            "/srv/our home", "/srv/Anna's", "/srv/$HOME", "/srv/a;b", "/srv/Müller", "/srv/a\\b", "-x",
        ])
    func quoted(path: String) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "printf %s " + HomeFolder.quoted(path)]
        process.standardOutput = output
        try process.run()
        let read = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: read, as: UTF8.self) == path)
    }

    @Test("An installed home is started by systemd; a kiosk beside the program that has one would end it")
    func installed() {
        let home = HomeFolder(path: "/var/lib/beckon")
        #expect(home.startCommand == "sudo systemctl start beckon")
        #expect(home.kioskCommand(isAlone: true) == "sudo systemctl start beckon-kiosk")
        #expect(home.kioskCommand(isAlone: false) == "sudo systemctl restart beckon")
    }

    @Test("Where the service listens is written as names are: through a link, and with what was there kept")
    func listen() throws {
        let folder = try OwnFolder()
        let home = HomeFolder(path: folder.file("home"))
        try home.prepare(from: try SharedFiles.find())
        let old = try String(contentsOfFile: home.settingsFile, encoding: .utf8)
        let target = "\(home.path)/kept.yaml"
        try FileManager.default.moveItem(atPath: home.settingsFile, toPath: target)
        try FileManager.default.createSymbolicLink(
            atPath: home.settingsFile, withDestinationPath: target)
        let keeper = HomeFileKeeper(home: home, share: nil)
        try keeper.listen(at: "0.0.0.0", plain: true)
        let service = try StaffFileReader.settings(at: home.settingsFile).service
        #expect(service.host == "0.0.0.0" && service.allowsPlainHTTP)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: home.settingsFile) == target)
        let previous = "\(home.path)/previous/beckon.yaml"
        #expect(try String(contentsOfFile: previous, encoding: .utf8) == old)
        // Users of the service still cannot.
        #expect(throws: CareProblem.self) {
            let file = try keeper.read("beckon.yaml")
            _ = try keeper.write(
                "beckon.yaml",
                FileChange(text: file.text.replacing("0.0.0.0", with: "10.0.0.5"), version: file.version))
        }
    }
}
