public import Time

/// What a session asks of the voices.
public enum VoiceCommand: Hashable, Sendable {
    case speak(Utterance)
    /// Ends it within one period of the device if it sounds, removes it from the queue if it waits.
    case cut(UtteranceID)
    /// Ends and drops everything of a role.
    case cutAll(VoiceRole)
    /// Whether silence is played between utterances, so that an amplifier does not swallow the next one.
    case keepAwake(VoiceRole, Bool)
}

/// Events of the voices, with the monotonic time at which they could be heard.
public enum VoiceEvent: Hashable, Sendable {
    case started(UtteranceID, at: Instant)
    /// Heard to its end. Also sent, after a delay as long as the words, where an output cannot play.
    case finished(UtteranceID, at: Instant)
    /// Ended early, or dropped from the queue.
    case cut(UtteranceID, at: Instant)
    /// The output of this role cannot play. Reported once until it is restored.
    case outputLost(VoiceRole, detail: String)
    case outputRestored(VoiceRole)
    /// The output of this role plays with repeated gaps in its words. Reported once until they are whole
    /// again.
    case outputTearing(VoiceRole, detail: String)
    case outputWhole(VoiceRole)
}

/// How one role sounds, as staff set it.
public struct VoiceSettings: Equatable, Sendable {
    /// An ALSA device (`default`, `hw:1`, …), or `auto` for the default.
    public var device = "auto"
    /// An eSpeak NG voice or language, e.g. `en-gb`, `de`, `en+f3`; `nil` follows the board's language.
    public var voice: String?
    /// Words per minute, 80–450. eSpeak NG's own default is 175.
    public var rate = 165
    /// 0–99. eSpeak NG's own default is 50.
    public var pitch = 50
    /// 0–1.
    public var volume: Double

    /// eSpeak NG's defaults, a little slower.
    public init(volume: Double) { self.volume = volume }

    /// Becomes like another one in all but the device.
    public mutating func sound(like other: VoiceSettings) {
        let device = device
        self = other
        self.device = device
    }
}

/// Where the pulses that pace breaths are felt, as staff set it.
public struct PulseSettings: Equatable, Sendable {
    /// An ALSA device on which a vibration motor is, or `auto`: they sound with the main voice.
    public var device = "auto"
    /// 0–1 on a device of their own. With the main voice they are as loud as its tones.
    public var volume = 0.5

    public init() {}
}
