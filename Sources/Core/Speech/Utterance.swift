/// Which voice says it. Each has its own output device, voice, rate, pitch and volume.
public enum VoiceRole: String, Codable, Sendable, CaseIterable {
    /// What the room hears for the client.
    case main
    /// What scanning whispers.
    case cue
    /// What a caregiver hears.
    case alert
}

/// The kind of an utterance; the transcript's `kind`.
public enum UtteranceKind: String, Codable, Sendable, CaseIterable {
    case cue, say, announcement, alert, earcon, fault
}

/// A short sound with a fixed meaning; the file `sounds/NAME.wav`.
public enum Earcon: String, Codable, Sendable, CaseIterable {
    case press, step, wrap, window, asked, heard, answered, declined, fault
    /// A press that was not taken for what was heard.
    case unsure
    /// Something is due.
    case reminder
    /// A reward has become the client's.
    case celebration
    case alertLow = "alert_low"
    case alertMedium = "alert_medium"
    case alertHigh = "alert_high"
    // What games sound like.
    case bird = "games/bird"
    case frog = "games/frog"
    case stream = "games/stream"
    case wind = "games/wind"
    case bee = "games/bee"
    case cricket = "games/cricket"
    case bell = "games/bell"
    case garden1 = "games/garden-1"
    case garden2 = "games/garden-2"
    case garden3 = "games/garden-3"
    case garden4 = "games/garden-4"
    case garden5 = "games/garden-5"
}

/// One piece of an utterance; pieces follow each other without a gap.
public enum SpeechPart: Hashable, Sendable {
    case text(String)
    /// A recorded prompt, by its absolute path; the text is spoken where the file cannot be played.
    case recording(path: String, text: String)
    case earcon(Earcon)
    case tone(PacedTone)
    case calm(CalmSound)

    /// Whether it is sound alone.
    public var isSound: Bool {
        switch self {
        case .earcon, .tone, .calm: true
        case .text, .recording: false
        }
    }
}

/// The order of speech, lowest first: a waiting utterance of a higher precedence goes before all lower ones.
public enum Precedence: Int, Sendable, CaseIterable, Comparable {
    case cue, main, announcement, alert, urgentAlert

    public static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }
}

/// Names one utterance in commands and events; never used twice in a process.
public struct UtteranceID: Hashable, Sendable {
    public var rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Something to be said or sounded.
public struct Utterance: Hashable, Sendable, Identifiable {
    public var id: UtteranceID
    public var voice: VoiceRole
    public var kind: UtteranceKind
    public var precedence: Precedence
    public var parts: [SpeechPart]
    /// A BCP 47 language where it is not the voice's own, e.g. `de`.
    public var language: String?
    /// Raises or lowers the role's volume, 0–2; an escalated alert is louder.
    public var gain: Double
    /// How much faster than the role's rate, 1–3; a preview is quicker.
    public var pace: Double

    public init(
        id: UtteranceID, voice: VoiceRole, kind: UtteranceKind, precedence: Precedence, parts: [SpeechPart],
        language: String? = nil, gain: Double = 1, pace: Double = 1
    ) {
        self.id = id
        self.voice = voice
        self.kind = kind
        self.precedence = precedence
        self.parts = parts
        self.language = language
        self.gain = gain
        self.pace = pace
    }

    /// What the transcript and the captions show: the words, or the earcon's name where there are none.
    public var caption: String {
        let words = parts.compactMap { part in
            switch part {
            case .text(let text), .recording(_, let text): text
            case .earcon, .tone, .calm: nil as String?
            }
        }
        guard words.isEmpty else { return words.joined(separator: " ") }
        let sounds = parts.compactMap { part in
            if case .earcon(let earcon) = part { earcon.rawValue } else { nil }
        }
        // A breath's tones are many, and are one sound to whoever hears them.
        return sounds.isEmpty && !parts.isEmpty ? Self.tones : sounds.joined(separator: " ")
    }

    /// What tones alone are called.
    static let tones = "tones"

    /// Whether it is sound alone: it is mixed over whatever speaks, and waits for nothing.
    public var isEarcon: Bool { parts.allSatisfy(\.isSound) }
}
