import Speech
import StaffFiles

/// Reads the section `voices`.
enum VoicesReader {
    static func read(_ cursor: MappingCursor, _ devices: DeviceCheck, into settings: inout HomeSettings) {
        if let keepAwake = cursor.bool("keep_awake") { settings.keepAwake = keepAwake.value }
        if let mixer = cursor.enumeration("mixer", MixerUse.self) { settings.mixer = mixer.value }
        if let device = cursor.string("pulses_device"), let accepted = accepted(device, cursor, devices) {
            settings.pulses.device = accepted
        }
        if let volume = cursor.number("pulses_volume", in: 0...1) { settings.pulses.volume = volume.value }
        read("main", cursor, devices, into: &settings.mainVoice)
        read("cue", cursor, devices, into: &settings.cueVoice)
        read("alert", cursor, devices, into: &settings.alertVoice)
    }

    private static func read(
        _ name: String, _ voices: MappingCursor, _ devices: DeviceCheck, into voice: inout VoiceSettings
    ) {
        guard let cursor = SettingsReader.section(voices, ["voices", name]) else { return }
        if let device = cursor.string("device"), let accepted = accepted(device, cursor, devices) {
            voice.device = accepted
        }
        if let wanted = cursor.string("voice") {
            if VoiceName.isWellFormed(wanted.value) {
                voice.voice = wanted.value == "auto" ? nil : wanted.value
            } else {
                cursor.log.error(
                    "`voice` is a name that `espeak-ng --voices` shows, such as `en-gb`, with a variant perhaps, such as `de+f3`",
                    at: wanted.range)
            }
        }
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

    /// The device as it is to be opened; `nil` where it is not.
    private static func accepted(
        _ device: Located<String>, _ cursor: MappingCursor, _ devices: DeviceCheck
    ) -> String? {
        guard device.value != "auto" else { return device.value }
        switch devices.look(device.value) {
        case .good: return device.value
        case .refused(let words):
            cursor.log.error(words, at: device.range)
            return nil
        case .replaced(let words):
            cursor.log.warning(words, at: device.range)
            return nil
        case .unsure(let words):
            cursor.log.warning(words, at: device.range)
            return device.value
        }
    }
}
