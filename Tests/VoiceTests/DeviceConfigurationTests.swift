import Foundation
import OwnFolders
import OwnThreads
import Speech
import Testing

@testable import Voice

/// Real ALSA, with definitions as they might stand in a machine's files.
@Suite("Sound devices in ALSA's configuration", .ownThreads(1))
struct DeviceConfigurationTests {
    private let folder: OwnFolder
    private let configuration: DeviceConfiguration
    private var trace: String { folder.file("trace") }

    init() throws {
        folder = try OwnFolder()
        let program = "|cat > \(folder.file("trace"))"
        try """
        </usr/share/alsa/alsa.conf>
        pcm.server { type pulse server "unix:/nowhere" }
        pcm.silent { type null }
        pcm.evil { type file slave.pcm null file "\(program)" format raw }
        pcm.hidden { type plug slave.pcm "evil" }
        pcm.deeper { type empty slave.pcm { type rate slave { pcm hidden rate 48000 } } }
        pcm.fallen { type pulse server "unix:/nowhere" fallback "evil" }
        pcm.computed { type plug slave.pcm { @func concat strings [ "ev" "il" ] } }
        pcm.alias "evil"
        pcm_slave.behind { pcm evil }
        pcm.named { type plug slave behind }
        pcm.circle { type plug slave.pcm circle }
        pcm.ladder { type plug slave.pcm { type ladspa slave.pcm silent path "/nowhere" plugins [] } }
        """.write(toFile: folder.file("asound.conf"), atomically: true, encoding: .utf8)
        configuration = try DeviceConfiguration(files: folder.file("asound.conf"))
    }

    private func name(_ text: String) throws -> DeviceName { try #require(DeviceName(text)) }

    @Test(
        "A sound server and a card may be opened, also a card that is not there now",
        arguments: ["server", "hw:7,0", "plughw:CARD=Nobody"])
    func good(text: String) throws { try configuration.check(try name(text)) }

    @Test(
        "A device leading to a file, a library or nowhere is refused with what it leads to",
        arguments: [
            ("evil", "`file`"), ("hidden", "`file`"), ("deeper", "`file`"), ("fallen", "`file`"),
            ("computed", "`file`"), ("alias", "`file`"), ("named", "`file`"), ("silent", "`null`"),
            ("ladder", "`ladspa`"), ("circle", "does not say where it leads"),
            ("file", "`file`"), ("plug", "does not say where it leads"),
            ("elsewhere", "has no device of that name"),
        ])
    func refused(text: String, words: String) throws {
        let error = try #require(throws: VoiceError.self) { try configuration.open(try name(text)) }
        #expect(error.description.contains(words), "\(error)")
        #expect(!FileManager.default.fileExists(atPath: trace))
    }

    @Test(
        "libasound itself opens no such kind in our copy of the configuration, whatever a name leads to",
        arguments: ["evil", "hidden", "deeper", "computed", "alias", "named", "silent", "ladder", "fallen"])
    func refusedByALSA(text: String) throws {
        let error = try #require(throws: VoiceError.self) { try configuration.openUnchecked(try name(text)) }
        guard case .device(_, "snd_pcm_open", _) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!FileManager.default.fileExists(atPath: trace))
    }

    @Test("What could be opened before is no device at all now, and starts nothing")
    func hole() throws {
        for text in [
            "file:'|id > \(trace); cat > /dev/null',raw", "tee:null,'|id > \(trace)',raw",
            "plug:\"file:\(trace)\"", "file:\(trace),raw",
        ] {
            #expect(VoiceCatalogue.tryToOpen(text) == .notADevice(text))
            #expect(VoiceCatalogue.silence(of: text) == nil)
            #expect(SoundDevices.look(at: text) == .refused(.notADevice(text)))
        }
        #expect(!FileManager.default.fileExists(atPath: trace))
    }

    @Test("A device without a card now is not refused for that: it may be plugged in later")
    func unsure() {
        #expect(SoundDevices.look(at: "hw:Nobody") == .good)
        guard case .unsure = SoundDevices.look(at: "sysdefault:CARD=Nobody") else {
            Issue.record("a missing card is called a mistake")
            return
        }
    }
}
