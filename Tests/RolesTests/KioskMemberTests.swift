import Foundation
import HomeFiles
import Scanning
import Testing

@testable import Roles

@Suite("Which keys are whose at a kiosk that several clients share")
struct KioskMemberTests {
    private let place: OwnHome
    private var home: HomeFolder { place.home }
    private var share: SharedFiles { place.share }

    init() throws { place = try OwnHome() }

    /// - Returns: The keys of Maria's and Otto's own, by their names.
    private func ownKeys(home marias: String, otto: String) throws -> [Set<String>] {
        let others = HomeFolder(path: home.file("clients/otto"))
        try FileManager.default.createDirectory(atPath: others.path, withIntermediateDirectories: true)
        try
            "client: { id: maria, name: Maria }\nswitches: { shared_with: [clients/otto], keys: { \(marias) } }\n"
            .write(toFile: home.settingsFile, atomically: true, encoding: .utf8)
        try "client: { id: otto, name: Otto }\n\(otto)".write(
            toFile: others.settingsFile, atomically: true, encoding: .utf8)
        let files = try StaffFileReader(home: home, share: share).readAll()
        let members = KioskMember.all(of: home, files, share: share).members
        try #require(members.count == 2)
        return KioskMember.ownKeys(of: members).map { keys in
            Set(keys.map { KeyNames.name(of: UInt16($0)) })
        }
    }

    @Test("Keys of a client whose file says nothing of them are those of the home, and shared")
    func withoutKeys() throws {
        #expect(try ownKeys(home: "select: [f1]", otto: "") == [[], []])
        #expect(try ownKeys(home: "select: [f1]", otto: "scanning: { scan_time: 2 s }\n") == [[], []])
    }

    @Test("A key that only one of them has is theirs") func own() throws {
        let keys = try ownKeys(home: "select: [f1]", otto: "switches: { keys: { select: [f2] } }\n")
        #expect(keys == [["f1"], ["f2"]])
    }

    @Test("A key for help that only one of them has calls for them") func help() throws {
        let one = try ownKeys(
            home: "select: [f1], help: [f5]", otto: "switches: { keys: { select: [f2] } }\n")
        #expect(one == [["f1", "f5"], ["f2"]])
        let both = try ownKeys(
            home: "select: [f1], help: [f5]", otto: "switches: { keys: { select: [f2], help: [f6] } }\n")
        #expect(both == [["f1", "f5"], ["f2", "f6"]])
    }
}
