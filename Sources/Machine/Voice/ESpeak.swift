import CESpeakNG
import Glibc
import Speech

/// The synthesiser's C library. It is one global with one callback: only its owner's thread may call it.
struct ESpeak {
    /// Milliseconds of sound in one piece: the first is there after a tenth of a millisecond.
    private static let pieceMilliseconds: Int32 = 20

    /// Samples a second, as the library gives them (22,050).
    let sampleRate: Int
    private var present: (voice: WantedVoice, rate: Int, pitch: Int)?
    /// That is loaded; `nil` where none is, or one was looked for that there is not.
    var voice: WantedVoice? { present?.voice }
    /// For which the library starts the program `mbrola`: their names and their files' names, in small letters.
    private let programVoices: Set<String>

    /// Starts the library; throws `VoiceError.synthesiserFailed`.
    init() throws(VoiceError) {
        let rate = espeak_Initialize(
            AUDIO_OUTPUT_SYNCHRONOUS, Self.pieceMilliseconds, nil, Int32(espeakINITIALIZE_DONT_EXIT))
        guard rate > 0 else { throw .synthesiserFailed(code: Int(rate)) }
        sampleRate = Int(rate)
        espeak_SetSynthCallback(receiveSamples)
        programVoices = Self.namesOfProgramVoices()
    }

    /// Whether there is such a voice or language; it is then the present one.
    ///
    /// A name is a voice's own (`de`, `en-us`), or a language that some voice speaks (`en-gb`, `de-at`), with or without a
    /// variant (`+f3`).
    mutating func select(voice wanted: WantedVoice) -> Bool {
        if present?.voice == wanted { return true }
        // An unknown name may leave the library half changed: the next text sets all anew.
        present = nil
        // The library looks for a voice's file under its name: no name may be a path.
        guard VoiceName.isWellFormed(wanted.name), mayLoad(wanted),
            espeak_SetVoiceByName(wanted.name) == EE_OK || selectLanguage(wanted.name)
        else { return false }
        present = (wanted, 0, 0)
        return true
    }

    /// Asked before the library gets the name: it starts the program while it loads the voice.
    private func mayLoad(_ wanted: WantedVoice) -> Bool {
        let base = wanted.name.lowercased().prefix { $0 != "+" }
        let isProgram = programVoices.contains(String(base))
        // A name that does not show that it starts a program could have been set through the service.
        return !isProgram && !VoiceName.startsProgram(wanted.name)
            || wanted.mayStartProgram && VoiceName.startsProgram(wanted.name)
    }

    private static func namesOfProgramVoices() -> Set<String> {
        // The library lists them for this word alone, and chooses none of them for a language.
        let voices = "mb".withCString { languages in
            var properties = espeak_VOICE()
            properties.languages = languages
            return listed(espeak_ListVoices(&properties))
        }
        return Set(
            voices.flatMap { voice in
                [voice.name, voice.identifier.split(separator: "/").last.map(String.init) ?? voice.name]
            }.map { $0.lowercased() })
    }

    private func selectLanguage(_ name: String) -> Bool {
        let plus = name.firstIndex(of: "+") ?? name.endIndex
        let isFound = String(name[..<plus]).withCString { language in
            var properties = espeak_VOICE()
            properties.languages = language
            return espeak_SetVoiceByProperties(&properties) == EE_OK
        }
        guard isFound else { return false }
        guard plus < name.endIndex else { return true }
        guard let identifier = espeak_GetCurrentVoice()?.pointee.identifier else { return false }
        return espeak_SetVoiceByName(String(cString: identifier) + name[plus...]) == EE_OK
    }

    /// Synthesises a text; `onSamples` gets each piece and says whether it wants more. Throws for an unknown voice.
    mutating func synthesise(
        _ rendering: Rendering, onSamples: (UnsafeBufferPointer<Int16>) -> Bool
    ) throws(VoiceError) {
        guard select(voice: rendering.voice) else { throw .unknownVoice(rendering.voice.name) }
        if present?.rate != rendering.rate || present?.pitch != rendering.pitch {
            espeak_SetParameter(espeakRATE, Int32(rendering.rate), 0)
            espeak_SetParameter(espeakPITCH, Int32(rendering.pitch), 0)
            present = (rendering.voice, rendering.rate, rendering.pitch)
        }
        withoutActuallyEscaping(onSamples) { onSamples in
            let receiver = SampleReceiver(onSamples)
            // Zero bytes would end the text early.
            let text = rendering.text.replacing("\0", with: " ")
            withExtendedLifetime(receiver) {
                _ = text.withCString { pointer in
                    espeak_Synth(
                        pointer, strlen(pointer) + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil,
                        Unmanaged.passUnretained(receiver).toOpaque())
                }
            }
        }
    }

    /// The phonemes (IPA) of a text; empty where nothing would be heard. Throws for an unknown voice.
    mutating func phonemes(of text: String, voice: WantedVoice) throws(VoiceError) -> String {
        guard select(voice: voice) else { throw .unknownVoice(voice.name) }
        var clauses: [String] = []
        text.replacing("\0", with: " ").withCString { start in
            var rest: UnsafeRawPointer? = UnsafeRawPointer(start)
            while rest != nil {
                guard let clause = espeak_TextToPhonemes(&rest, Int32(espeakCHARS_UTF8), 2) else { break }
                clauses.append(String(cString: clause))
            }
        }
        return clauses.map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// All voices: their name and first language.
    func voices() -> [(name: String, language: String)] {
        Self.listed(espeak_ListVoices(nil)).map { ($0.name, $0.language) }
    }

    private static func listed(
        _ list: UnsafeMutablePointer<UnsafePointer<espeak_VOICE>?>?
    ) -> [(name: String, language: String, identifier: String)] {
        var found: [(name: String, language: String, identifier: String)] = []
        guard var list else { return [] }
        while let voice = list.pointee?.pointee {
            if let name = voice.name, let languages = voice.languages, let identifier = voice.identifier {
                // The first byte is a priority, then the language's name.
                found.append(
                    (String(cString: name), String(cString: languages + 1), String(cString: identifier)))
            }
            list += 1
        }
        return found
    }
}

/// What the C callback finds behind the text's `user_data`.
private final class SampleReceiver {
    let receive: (UnsafeBufferPointer<Int16>) -> Bool

    init(_ receive: @escaping (UnsafeBufferPointer<Int16>) -> Bool) { self.receive = receive }
}

/// A file-level function, because a closure would inherit the isolation of where it is written.
private func receiveSamples(
    _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32, _ events: UnsafeMutablePointer<espeak_EVENT>?
) -> Int32 {
    guard let samples, count > 0, let pointer = events?.pointee.user_data else { return 0 }
    let receiver = Unmanaged<SampleReceiver>.fromOpaque(pointer).takeUnretainedValue()
    return receiver.receive(UnsafeBufferPointer(start: samples, count: Int(count))) ? 0 : 1
}
