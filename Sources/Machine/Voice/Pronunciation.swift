import RealTime
public import Logging
public import Speech

/// How the synthesiser says a text, for the check of boards; every call waits for the synthesiser's thread.
public struct Pronunciation: Sendable {
    let synthesiser: Synthesiser

    init(synthesiser: Synthesiser) { self.synthesiser = synthesiser }

    /// Starts a synthesiser of its own, for programs without a voice engine.
    public init(logger: Logger) {
        synthesiser = Synthesiser(logger: logger, firstVoice: .ofLanguage(VoiceCatalogue.fallbackVoice))
    }

    /// The phonemes (IPA) of a text: equal for texts that sound alike, empty for silence, `nil` if the
    /// language has no voice.
    public func spokenForm(_ text: String, language: String) -> String? {
        let voice = WantedVoice.ofLanguage(VoiceCatalogue.voice(forLanguage: language))
        return synthesiser.ask { library -> String? in
            guard case .success(var loaded) = library else { return nil }
            defer { library = .success(loaded) }
            return try? loaded.phonemes(of: text, voice: voice)
        } ?? nil
    }

    /// How long a text lasts as it would be spoken, without the silence around it.
    public func duration(_ text: String, language: String, settings: VoiceSettings) -> Duration {
        let stream = synthesiser.stream(
            for: Rendering(
                text: text,
                voice: VoiceCatalogue.voice(
                    chosen: settings.voice, utteranceLanguage: nil, language: language),
                rate: settings.rate, pitch: settings.pitch, keepsTail: false))
        let isMore = WakeUp()
        while !stream.isComplete {
            stream.notify(isMore)
            // Completed between the question and the notice: nobody signals any more.
            if stream.isComplete { break }
            isMore.wait()
        }
        return .nanoseconds(SoundFormat.nanoseconds(frames: stream.count))
    }

    /// Ends the synthesiser's thread.
    public func shutDown() { synthesiser.shutDown() }
}
