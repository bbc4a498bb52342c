import Boards
import Foundation
import Glibc
import HomeFiles
import OwnFolders
import Scanning
import Speech
import StaffFiles
import Testing
import Voice

@testable import Roles

@Suite("The settings' file at a start")
struct SettingsRightsTests {
    private let place: OwnHome
    private var home: HomeFolder { place.home }
    private var share: SharedFiles { place.share }

    init() throws { place = try OwnHome() }

    private func rights(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    private func write(_ text: String) throws {
        try text.write(toFile: home.settingsFile, atomically: true, encoding: .utf8)
    }

    @Test("A new home's settings, and the copy of good ones, are for their user alone")
    func new() throws {
        #expect(try rights(home.settingsFile) == 0o600)
        _ = try StaffFileReader(home: home, share: share).readAll()
        #expect(try rights("\(home.lastGoodFolder)/beckon.yaml") == 0o600)
        #expect(home.tightenSettings() == .init())
    }

    @Test("While the file has a mistake, the settings in use are those of when it had none")
    func inUse() throws {
        try write("home: { name: Garden House, language: de }\nservice: { listen: 127.0.0.1:4711 }\n")
        _ = try StaffFileReader(home: home, share: share).readAll()
        try write("home: { nmae: Garden House }\n")
        let kept = home.settingsInUse
        #expect(kept.givenName == "Garden House" && kept.language == "de" && kept.service.port == 4711)
        #expect(HomeFileKeeper(home: home, share: share).settings == kept)
        #expect(try StaffFileReader(home: home, share: share).readAll().settings == kept)
        try FileManager.default.removeItem(atPath: home.lastGoodFolder)
        #expect(home.settingsInUse == .standard)
    }

    @Test("Those of an older Beckon are taken from everybody else, once")
    func older() throws {
        _ = try StaffFileReader(home: home, share: share).readAll()
        let copy = "\(home.lastGoodFolder)/beckon.yaml"
        chmod(home.settingsFile, 0o664)
        chmod(copy, 0o640)
        #expect(home.tightenSettings().changed == [home.settingsFile, copy])
        #expect(try rights(home.settingsFile) == 0o600 && rights(copy) == 0o600)
        #expect(home.tightenSettings() == .init())
    }

    @Test("An invalid sound device keeps the other settings: the default output is used and reported")
    func device() throws {
        try write(
            """
            scanning: { mode: step, scan_time: 3 s }
            voices: { main: { device: "file:'|id > /tmp/x; cat > /dev/null',raw", rate: 120 } }
            """)
        let files = try StaffFileReader(home: home, share: share).readAll()
        #expect(files.settings.scanning.mode == .step && files.settings.mainVoice.rate == 120)
        #expect(files.settings.mainVoice.device == "auto")
        #expect(files.refused.isEmpty)
        #expect(files.findings.contains { $0.line == 2 && $0.message.contains("default output is used") })
        // A check calls it the mistake that it is.
        #expect(StaffFileReader.findings(at: home.settingsFile).hasErrors)
    }

    @Test("A pipe in the place of a file is refused and not waited for", .timeLimit(.minutes(30)))
    func pipes() throws {
        let pipe = place.folder.file("phrases.en.yaml")
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(StaffFileReader.findings(at: pipe).map(\.message) == ["this file is not a plain file"])
        let settings = place.folder.file("beckon.yaml")
        try #require(mkfifo(settings, 0o600) == 0)
        #expect(throws: RolesError.self) { try StaffFileReader.settings(at: settings) }
        guard case .failure(let failure) = StaffFileReader.loader.load(settings, 100) else {
            Issue.record("a pipe is read")
            return
        }
        #expect(failure.description == "is not a plain file")
    }
}

@Suite("Sound devices of the settings at a start")
struct StartingDeviceTests {
    /// What stands in ALSA's files of a machine that is not there.
    private static func check(isDefaultGood: Bool) -> DeviceCheck {
        .machineStart { name in
            switch name {
            case "ladder": .refused(.deviceRefused(name, kind: "ladspa"))
            case "default" where !isDefaultGood: .refused(.deviceRefused(name, kind: "multi"))
            case "unknown": .refused(.deviceUndefined(name))
            case "away": .unsure(.device(name, call: "open", detail: "no such device"))
            default: .good
            }
        }
    }

    @Test("One that leads to what is never opened is replaced by the machine's own, and that is said")
    func replaced() {
        guard case .replaced(let words) = Self.check(isDefaultGood: true).look("ladder") else {
            Issue.record("it is silent")
            return
        }
        #expect(words.contains("`ladspa`") && words.contains("the machine's own sound device meanwhile"))
    }

    @Test("It stays where the machine's own is no better, and what may come later is waited for")
    func stays() {
        #expect(Self.check(isDefaultGood: false).look("ladder") == .good)
        for name in ["unknown", "away", "hw:7,0"] {
            #expect(Self.check(isDefaultGood: true).look(name) == .good, "\(name)")
        }
    }
}
