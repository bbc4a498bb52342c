import CSndfile
import Foundation
import Logging
import OwnFolders
import OwnThreads
import RealTime
import Speech
import Testing
import Time

@testable import Voice

/// The engine without a device: what is told is told at the pace of real speech.
@Suite(.ownThreads(2)) struct VoiceEngineTests {
    @Test("Words are told as begun and, as long as they last later, as finished")
    func pacing() async throws {
        let engine = try TestEngine()
        defer { engine.shutDown() }
        let long = engine.voices.pronunciation.duration(
            "Toilet", language: "en-GB", settings: VoiceSettings(volume: 1))
        let events = await engine.perform(
            [.speak(.words(1, "Toilet", .cue))], until: .ended(UtteranceID(rawValue: 1)))
        #expect(events.map(\.short) == ["started 1", "finished 1"])
        let lasted = events[0].at.duration(to: events[1].at)
        #expect(abs(lasted.nanoseconds - long.nanoseconds) < 2_000_000, "\(lasted) for \(long)")
        #expect(engine.voices.isSilent)
    }

    @Test("Every thread answers, at rest and while something is said")
    func asking() async throws {
        let engine = try TestEngine()
        defer { engine.shutDown() }
        let answers = DispatchSemaphore(value: 0)
        engine.voices.ask { answers.signal() }
        answers.wait()
        _ = await engine.perform(
            [.speak(.words(1, "Toilet", .cue))], until: .started(UtteranceID(rawValue: 1)))
        engine.voices.ask { answers.signal() }
        answers.wait()
    }

    @Test("An alert sounds over a cue, its words after it, and a waiting cue last")
    func order() async throws {
        let engine = try TestEngine()
        defer { engine.shutDown() }
        let events = await engine.perform(
            [
                .speak(.words(1, "Toilet", .cue)), .speak(.words(2, "No", .cue)),
                .speak(.sounds(3, [.earcon(.alertLow), .text("Maria")], .alert)),
                .speak(.sounds(4, [.earcon(.press)], .cue)),
            ], until: .ended(UtteranceID(rawValue: 2)))
        let told = events.map(\.short).filter { !$0.hasSuffix("4") }
        // Which of the two is heard first depends on how soon the cue is rendered.
        #expect(Set(told.prefix(2)) == ["started 1", "started 3"])
        #expect(told.dropFirst(2) == ["finished 1", "finished 3", "started 2", "finished 2"])
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.at <= $1.at })
    }

    @Test("A cut ends what sounds and what waits")
    func cuts() async throws {
        let engine = try TestEngine()
        defer { engine.shutDown() }
        // An hour: however late this test comes to the cut, there is something to cut.
        let endless = [SpeechPart](
            repeating: .text("A long sentence that nobody wants to hear."), count: 1500)
        _ = await engine.perform(
            [.speak(.sounds(1, endless, .cue))], until: .started(UtteranceID(rawValue: 1)))
        let events = await engine.perform(
            [.speak(.words(2, "Tea", .cue)), .cut(UtteranceID(rawValue: 2)), .cutAll(.cue)],
            until: .ended(UtteranceID(rawValue: 1)))
        // What had come to its end by itself would be finished, not cut. How soon a cut is heard, scripts/voice-test measures.
        #expect(events.map(\.short) == ["cut 2", "cut 1"])
    }

    @Test(
        "Nothing that is said for nobody is lost: words without sound are begun and finished",
        arguments: ["", "…", " "])
    func silentWords(text: String) async throws {
        let engine = try TestEngine()
        defer { engine.shutDown() }
        let events = await engine.perform(
            [.speak(.words(1, text, .main))], until: .ended(UtteranceID(rawValue: 1)))
        #expect(events.map(\.short) == ["started 1", "finished 1"])
    }

    @Test(
        "A recorded prompt lasts as long as its file, at any rate and in any format",
        arguments: [
            (SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44_100), (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 22_050),
            (SF_FORMAT_OGG | SF_FORMAT_VORBIS, 48_000), (SF_FORMAT_OGG | SF_FORMAT_OPUS, 48_000),
        ])
    func recordings(format: Int, rate: Int) async throws {
        let folder = try OwnFolder()
        let path = folder.file("prompt.sound")
        try writeTone(path, format: format, rate: rate, milliseconds: 300)
        let engine = try TestEngine()
        defer { engine.shutDown() }
        let events = await engine.perform(
            [.speak(.sounds(1, [.recording(path: path, text: "Hello")], .main))],
            until: .ended(UtteranceID(rawValue: 1)))
        let lasted = try #require(events.first).at.duration(to: try #require(events.last).at)
        #expect(abs(lasted.nanoseconds - 300_000_000) < 5_000_000, "\(lasted)")
    }

    @Test(
        "Where a recording cannot be played its text is spoken",
        arguments: ["/nowhere/hello.wav", "/proc/self/exe"])
    func brokenRecording(path: String) async throws {
        let engine = try TestEngine()
        defer { engine.shutDown() }
        let long = engine.voices.pronunciation.duration(
            "Hello", language: "en-GB", settings: VoiceSettings(volume: 1))
        let events = await engine.perform(
            [.speak(.sounds(1, [.recording(path: path, text: "Hello")], .main))],
            until: .ended(UtteranceID(rawValue: 1)))
        let lasted = try #require(events.first).at.duration(to: try #require(events.last).at)
        // They are made while they sound: on a busy machine they may pause for more of them, yet nothing is left out.
        #expect(
            lasted > long - .milliseconds(2) && lasted < long + .milliseconds(200), "\(lasted) for \(long)")
    }

    @Test("A device that does not exist is told once for each role, and speech goes on in silence")
    func missingDevice() async throws {
        let engine = try TestEngine(output: .device("beckon-no-such-device"))
        defer { engine.shutDown() }
        let events = await engine.perform(
            [.speak(.words(1, "No", .main))], until: .ended(UtteranceID(rawValue: 1)))
        #expect(events.map(\.short) == ["lost main", "lost cue", "lost alert", "started 1", "finished 1"])
        #expect(engine.voices.isSilent)
    }

    @Test("A folder without sounds is refused with the file's name")
    func noSounds() {
        #expect(throws: VoiceError.self) {
            try VoiceEngine(
                settings: [:], language: "en", soundsFolder: "/nowhere", output: .none,
                logger: Logger(label: "test"), onEvent: { _ in })
        }
    }

    private func writeTone(_ path: String, format: Int, rate: Int, milliseconds: Int) throws {
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = 2
        info.format = Int32(format)
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        defer { sf_close(file) }
        let frames = rate * milliseconds / 1000
        let samples = (0..<frames * 2).map { Float(sin(Double($0 / 2) * 0.05)) * 0.3 }
        try #require(sf_writef_float(file, samples, Int64(frames)) == Int64(frames))
    }
}
