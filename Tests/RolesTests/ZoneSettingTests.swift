import Foundation
import HomeFiles
import OwnFolders
import Roles
import Testing

@Suite("The home's time zone in beckon.yaml")
struct ZoneSettingTests {
    private func settings(_ text: String) throws -> HomeSettings {
        let folder = try OwnFolder()
        let path = folder.file("beckon.yaml")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try StaffFileReader.settings(at: path)
    }

    @Test(
        "One that this machine has is taken; auto is the machine's own",
        arguments: [("zone: Europe/Berlin", "Europe/Berlin"), ("zone: auto", nil), ("", nil)])
    func good(text: String, zone: String?) throws {
        #expect(try settings(text).zone == zone)
    }

    @Test(
        "An invalid zone is refused with its location and what was probably meant",
        arguments: [
            ("Europe/Berln", "did you mean `Europe/Berlin`?"), ("berlin", "did you mean `Europe/Berlin`?"),
            ("Moon/Tranquility", "write its IANA name"), ("../../etc/passwd", "there is no time zone"),
        ])
    func wrong(zone: String, words: String) throws {
        let error = try #require(throws: RolesError.self) {
            try settings("board: boards/home.yaml\nzone: \(zone)\n")
        }
        #expect(error.description.contains("beckon.yaml:2:7: error"), "\(error)")
        #expect(error.description.contains(words), "\(error)")
    }
}
