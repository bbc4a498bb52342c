import Foundation
import OwnFolders
import Recurrence
import Testing
import ZoneFiles

@Suite("The machine's time zones")
struct ZoneFilesTests {
    @Test("Every zone that the machine has can be read")
    func all() throws {
        let zones = ZoneFiles(folder: ZoneFiles.usualFolder)
        let names = zones.names()
        #expect(names.count > 400)
        for name in names {
            #expect(throws: Never.self, "\(name)") { try zones.rules(for: name) }
        }
    }

    @Test(
        "An unknown name is refused, with what was probably meant",
        arguments: [
            ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"),
            ("Berlin", "Europe/Berlin"),
            ("New York", "America/New_York"), ("Nowhere/Atall", nil), ("", nil), ("Europe", nil),
        ])
    func unknown(name: String, meant: String?) {
        #expect(throws: ZoneFilesError.unknown(name, meant: meant)) {
            try ZoneFiles(folder: ZoneFiles.usualFolder).rules(for: name)
        }
    }

    @Test(
        "No name leads out of the folder",
        arguments: [
            "../../../etc/passwd", "Europe/../../passwd", "/etc/passwd", "Europe//Berlin", "Europe/Berlin\0",
            "right/UTC", "./UTC",
            "tzdata.zi", "Europe/Berlin/",
        ])
    func tricks(name: String) {
        #expect(!ZoneRules.isWellFormed(name) || name == "right/UTC")
        let error = #expect(throws: ZoneFilesError.self) {
            try ZoneFiles(folder: ZoneFiles.usualFolder).rules(for: name)
        }
        guard case .unknown(name, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A zone whose file was replaced is read again; one that is damaged meanwhile stays as it was")
    func refresh() throws {
        let folder = try OwnFolder()
        func put(_ name: String) throws {
            let bytes = try #require(FileManager.default.contents(atPath: "\(ZoneFiles.usualFolder)/\(name)"))
            try bytes.write(to: URL(fileURLWithPath: folder.file("Home")), options: .atomic)
        }
        try put("Europe/Berlin")
        let zones = ZoneFiles(folder: folder.path)
        let noon = try #require(WallTime("2026-07-01T12:00"))
        #expect(try zones.rules(for: "Home").second(of: noon) == noon.seconds - 7200)
        #expect(zones.refresh() == [])
        try put("Asia/Kolkata")
        #expect(zones.refresh() == ["Home"])
        #expect(try zones.rules(for: "Home").second(of: noon) == noon.seconds - 19_800)
        try Data("TZif2, but cut".utf8).write(to: URL(fileURLWithPath: folder.file("Home")), options: .atomic)
        #expect(zones.refresh() == [])
        #expect(try zones.rules(for: "Home").second(of: noon) == noon.seconds - 19_800)
        // UTC needs no file.
        #expect(try zones.rules(for: "UTC") == .utc)
        #expect(throws: ZoneFilesError.noZones(folder: "/nowhere")) {
            try ZoneFiles(folder: "/nowhere").rules(for: "Home")
        }
    }

    @Test("A zone that was asked for in vain is there once its package is")
    func installedLater() throws {
        let folder = try OwnFolder()
        let zones = ZoneFiles(folder: folder.path)
        for name in ["Home", "Away", "away"] {
            #expect(throws: ZoneFilesError.self) { try zones.rules(for: name) }
        }
        #expect(zones.refresh() == [])
        let bytes = try #require(
            FileManager.default.contents(atPath: "\(ZoneFiles.usualFolder)/Europe/Berlin"))
        try bytes.write(to: URL(fileURLWithPath: folder.file("Home")), options: .atomic)
        #expect(zones.refresh() == ["Home"])
        #expect(zones.refresh() == [])
        #expect(try zones.rules(for: "Home").id == "Home")
    }

    @Test("The machine's own zone is found where other programs look")
    func machine() throws {
        let folder = try OwnFolder()
        func zone(_ environment: [String: String] = [:]) -> String {
            MachineZone.id(environment: environment, root: folder.path)
        }
        #expect(zone() == "UTC")
        let etc = folder.file("etc")
        try FileManager.default.createDirectory(atPath: etc, withIntermediateDirectories: true)
        try Data("Asia/Tokyo\n".utf8).write(to: URL(fileURLWithPath: etc + "/timezone"))
        #expect(zone() == "Asia/Tokyo")
        try FileManager.default.createSymbolicLink(
            atPath: etc + "/localtime", withDestinationPath: "../usr/share/zoneinfo/Europe/Dublin")
        #expect(zone() == "Europe/Dublin")
        #expect(zone(["TZ": "Europe/Berlin"]) == "Europe/Berlin")
        #expect(zone(["TZ": ":/usr/share/zoneinfo/Europe/Paris"]) == "Europe/Paris")
        for other in ["", "CET-1CEST,M3.5.0,M10.5.0/3", "../../etc/passwd"] {
            #expect(zone(["TZ": other]) == "Europe/Dublin")
        }
    }
}
