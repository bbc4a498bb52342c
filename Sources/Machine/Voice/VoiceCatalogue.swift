import CALSA
import Glibc
import Synchronization

/// The available voices and sound devices; for `doctor` and for choosing a voice.
public struct VoiceCatalogue: Sendable {
    /// The voice that replaces one that does not exist.
    public static let fallbackVoice = "en"

    /// A voice of eSpeak NG.
    public struct Voice: Hashable, Sendable {
        public var name: String
        /// As eSpeak NG names it, e.g. `en-gb`.
        public var language: String
    }

    /// A sound device as ALSA describes it.
    public struct Device: Hashable, Sendable {
        /// What to write in the configuration, e.g. `default` or `hw:CARD=PCH,DEV=0`.
        public var name: String
        public var description: String
    }

    private let pronunciation: Pronunciation

    public init(_ pronunciation: Pronunciation) { self.pronunciation = pronunciation }

    /// eSpeak NG's voices, in its own order; blocks for some milliseconds.
    public func voices() -> [Voice] {
        pronunciation.synthesiser.ask { library in
            guard case .success(let loaded) = library else { return [] }
            return loaded.voices().map { Voice(name: $0.name, language: $0.language) }
        } ?? []
    }

    private static let found = Mutex<[Voice]>([])

    /// The voices of this machine, in eSpeak NG's own order; none if the synthesiser does not work.
    ///
    /// Blocks for some milliseconds at the first time, and remembers the answer: new voices count from the next start.
    public static func installed() -> [Voice] {
        let known = found.withLock { $0 }
        guard known.isEmpty else { return known }
        let voices = SharedLibrary.use { library -> [Voice] in
            guard case .success(let loaded) = library else { return [] }
            return loaded.voices().map { Voice(name: $0.name, language: $0.language) }
        }
        found.withLock { $0 = voices }
        return voices
    }

    /// Whether such a voice or language can speak, e.g. `de`, `en-gb`, `en+f3`; blocks for some milliseconds.
    public func hasVoice(_ voice: WantedVoice) -> Bool {
        pronunciation.synthesiser.ask { library in
            guard case .success(var loaded) = library else { return false }
            defer { library = .success(loaded) }
            return loaded.select(voice: voice)
        } ?? false
    }

    private static let spoken = Mutex<[String: Bool]>([:])
    private static let mostRemembered = 1000

    /// Whether a voice speaks a language (BCP 47) that a board or the settings name; `nil` if the synthesiser does not work.
    ///
    /// Blocks for some milliseconds at the first time, and remembers the answer: new voices count from the next start.
    public static func speaks(_ language: String) -> Bool? {
        if let known = spoken.withLock({ $0[language] }) { return known }
        let answer = SharedLibrary.use { library -> Bool? in
            guard case .success(var loaded) = library else { return nil }
            defer { library = .success(loaded) }
            let before = loaded.voice
            let isFound = loaded.select(voice: .ofLanguage(voice(forLanguage: language)))
            // Whoever speaks next in the room finds the voice loaded that spoke there last.
            if let before { _ = loaded.select(voice: before) }
            return isFound
        }
        if let answer {
            spoken.withLock { spoken in
                if spoken.count >= mostRemembered { spoken = [:] }
                spoken[language] = answer
            }
        }
        return answer
    }

    /// Why no voice can speak at all; `nil` if the synthesiser works.
    public func fault() -> VoiceError? {
        pronunciation.synthesiser.ask { library in
            if case .failure(let error) = library { error } else { nil as VoiceError? }
        } ?? nil
    }

    /// eSpeak NG's voice for a BCP 47 language: its name in small letters, since eSpeak NG falls back by itself from
    /// `de-at` to `de`; where it names a region otherwise, that name.
    public static func voice(forLanguage language: String) -> String {
        let tag = language.lowercased().replacing("_", with: "-")
        switch tag {
        case "en": return "en-gb"
        case "zh", "zh-cn", "zh-hans", "zh-tw", "zh-hant": return "cmn"
        case "no": return "nb"
        case "pt-pt": return "pt"
        case "es-mx", "es-us", "es-ar": return "es-419"
        default: return tag
        }
    }

    /// The voice for one utterance: its own language goes before the role's voice, whose variant (`+f3`) it keeps.
    static func voice(chosen: String?, utteranceLanguage: String?, language: String) -> WantedVoice {
        guard let utteranceLanguage else {
            return chosen.map(WantedVoice.set) ?? .ofLanguage(voice(forLanguage: language))
        }
        let variant = chosen?.firstIndex(of: "+").flatMap { chosen?[$0...] } ?? ""
        return .ofLanguage(voice(forLanguage: utteranceLanguage) + variant)
    }

    /// The ALSA devices that can play.
    public static func devices() -> [Device] {
        beckon_alsa_be_quiet()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) == 0, let first = hints else { return [] }
        defer { snd_device_name_free_hint(first) }
        var devices: [Device] = []
        var hint = first
        while let entry = hint.pointee {
            if text(entry, "IOID") != "Input", let name = text(entry, "NAME"), name != "null" {
                let description = text(entry, "DESC") ?? ""
                devices.append(
                    Device(name: name, description: description.replacing("\n", with: ", ")))
            }
            hint += 1
        }
        return devices
    }

    /// Why a device cannot play now; `nil` if it was opened and closed again. Blocks for as long as the device does.
    public static func tryToOpen(_ device: String) -> VoiceError? {
        do throws(VoiceError) {
            try ALSADevice(name: device).close()
            return nil
        } catch {
            return error
        }
    }

    /// Why a device that can be opened would not be heard: the mixer of its card lets nothing out. Blocks as
    /// the device does. `nil` also if it cannot be opened: `tryToOpen` says why.
    public static func silence(of device: String) -> VoiceError? {
        guard let opened = try? ALSADevice(name: device) else { return nil }
        defer { opened.close() }
        guard let card = opened.card, let mixer = CardMixer(card: card) else { return nil }
        return mixer.silence
    }

    private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let value = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(value) }
        return String(cString: value)
    }
}
