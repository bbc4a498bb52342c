import Speech
import StaffFiles

/// Reads the section `voices`.
enum VoicesReader {
    static func read(_ cursor: MappingCursor, into settings: inout HomeSettings) {
        if let keepAwake = cursor.bool("keep_awake") { settings.keepAwake = keepAwake.value }
        if let mixer = cursor.enumeration("mixer", MixerUse.self) { settings.mixer = mixer.value }
        read("main", cursor, into: &settings.mainVoice)
        read("cue", cursor, into: &settings.cueVoice)
        read("alert", cursor, into: &settings.alertVoice)
    }

    private static func read(_ name: String, _ voices: MappingCursor, into voice: inout VoiceSettings) {
        guard let cursor = SettingsReader.section(voices, ["voices", name]) else { return }
        if let device = cursor.string("device") { voice.device = device.value }
        if let wanted = cursor.string("voice") { voice.voice = wanted.value == "auto" ? nil : wanted.value }
        if let rate = cursor.int("rate", in: 80...450) { voice.rate = rate.value }
        if let pitch = cursor.int("pitch", in: 0...99) { voice.pitch = pitch.value }
        if let volume = cursor.number("volume", in: 0...1) {
            voice.volume = volume.value
            if volume.value == 0 {
                cursor.log.warning(
                    "`volume: 0` is silent: nobody will hear the \(name) voice", at: volume.range)
            }
        }
    }
}
