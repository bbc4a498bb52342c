import Speech

/// Whether sound devices may be opened, for the check of settings before they are in use.
public enum SoundDevices {
    /// What is known of a device by its name.
    public enum Answer: Sendable, Equatable {
        case good
        /// It is not opened, whatever is plugged in.
        case refused(VoiceError)
        /// What the name refers to is not known now, for example while its card is unplugged.
        case unsure(VoiceError)
    }

    /// Reads ALSA's configuration; opens nothing.
    public static func look(at text: String) -> Answer {
        guard let name = DeviceName(text) else { return .refused(.notADevice(text)) }
        do throws(VoiceError) {
            try DeviceConfiguration().check(name)
            return .good
        } catch {
            switch error {
            case .deviceRefused, .deviceUndefined, .notADevice: return .refused(error)
            case .device, .noConfiguration, .deviceStalled, .tearing, .muted, .synthesiserFailed,
                .unknownVoice, .synthesiserBusy, .nothingToSay, .sampleTooLong,
                .soundUnreadable, .soundTooLong:
                return .unsure(error)
            }
        }
    }
}
