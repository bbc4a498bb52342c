import RealTime
public import Speech
import Synchronization
import Time

/// Makes sound files of what a kiosk would say, for people who choose words and voices.
///
/// eSpeak NG is one global of the process: whenever a kiosk or station of this process wants it, a sample gives way and begins anew.
public final class SpeechSampler: Sendable {
    /// A longer sample is refused: nobody listens that long.
    public static let longestSeconds = 60
    /// How long it gives way until the sample is refused.
    private static let patience: Duration = .seconds(10)
    /// Before it looks again. Whoever has taken it once soon wants it again, so that each time is twice as long, up to the longest.
    private static let pause: Duration = .milliseconds(2)
    private static let longestPause: Duration = .milliseconds(256)

    private struct State {
        var cache = SampleCache()
        var made = 0
    }

    private enum Outcome: Sendable {
        case samples([Int16], rate: Int)
        case gaveWay
        case failed(VoiceError)
    }

    private let state = Mutex(State())

    public init() {}

    /// How many files were made, and not found in the cache.
    var made: Int { state.withLock { $0.made } }

    /// A WAV file of a text, mono with 16 bits, at eSpeak NG's own rate (22,050 Hz). It takes some milliseconds for each second of
    /// speech, and blocks its thread.
    ///
    /// - Parameters:
    ///   - settings: how the voice sounds; its volume and device do not matter here.
    ///   - spoken: the text's own language, BCP 47; `nil` for that of the voice.
    ///   - language: the home's, where the voice names none.
    /// - Throws: `VoiceError` where nothing can speak, there is no such voice, or the text takes too long.
    public func file(
        _ text: String, as settings: VoiceSettings, in spoken: String?, home language: String
    ) throws(VoiceError) -> [UInt8] {
        let rendering = Rendering(
            text: text,
            voice: VoiceCatalogue.voice(
                chosen: settings.voice, utteranceLanguage: spoken, language: language),
            rate: settings.rate, pitch: settings.pitch, keepsTail: false)
        if let kept = state.withLock({ $0.cache.file(of: rendering) }) { return kept }
        let deadline = MonotonicClock.now.advanced(by: Self.patience)
        var pause = Self.pause
        while true {
            let outcome = SharedLibrary.useIfFree { Self.render(rendering, with: &$0) }
            switch outcome ?? .gaveWay {
            case .samples(let samples, let rate):
                let file = WaveFile.bytes(samples, rate: rate)
                state.withLock { state in
                    state.made += 1
                    state.cache.keep(file, of: rendering)
                }
                return file
            case .failed(let error): throw error
            case .gaveWay:
                guard MonotonicClock.now < deadline else { throw .synthesiserBusy }
                if outcome != nil { pause = min(pause * 2, Self.longestPause) }
                // Lets the others have it.
                WakeUp().wait(until: MonotonicClock.now.advanced(by: pause))
            }
        }
    }

    private static func render(
        _ rendering: Rendering, with library: inout Result<ESpeak, VoiceError>
    ) -> Outcome {
        var loaded: ESpeak
        switch library {
        case .success(let found): loaded = found
        case .failure(let error): return .failed(error)
        }
        let before = loaded.voice
        defer {
            // Whoever speaks next in the room finds the voice loaded that spoke there last; who waits already loads only their own.
            if let before, before != loaded.voice, !SharedLibrary.isClaimed {
                _ = loaded.select(voice: before)
            }
            library = .success(loaded)
        }
        guard loaded.select(voice: rendering.voice) else {
            return .failed(.unknownVoice(rendering.voice.name))
        }
        guard !SharedLibrary.isClaimed else { return .gaveWay }
        var trimmer = SilenceTrimmer(keepsTail: rendering.keepsTail)
        var samples: [Int16] = []
        var gaveWay = false
        let most = longestSeconds * loaded.sampleRate
        func take(_ floats: [Float]) {
            samples += floats.map { Int16(max(-32_768, min(32_767, $0.rounded()))) }
        }
        do throws(VoiceError) {
            try loaded.synthesise(rendering) { piece in
                take(trimmer.process(piece.map(Float.init)))
                gaveWay = SharedLibrary.isClaimed
                return !gaveWay && samples.count <= most
            }
        } catch { return .failed(error) }
        guard !gaveWay else { return .gaveWay }
        take(trimmer.finish())
        guard !samples.isEmpty else { return .failed(.nothingToSay) }
        guard samples.count <= most else { return .failed(.sampleTooLong(seconds: longestSeconds)) }
        return .samples(samples, rate: loaded.sampleRate)
    }
}
