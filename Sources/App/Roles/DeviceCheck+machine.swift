import HomeFiles
import Voice

extension DeviceCheck {
    /// The sound devices of this machine, as ALSA's configuration has them now. Nothing is opened.
    static let machine = DeviceCheck { name in
        switch form.look(name) {
        case .good, .replaced, .unsure: break
        case .refused(let words): return .refused(words)
        }
        return switch SoundDevices.look(at: name) {
        case .good: .good
        case .refused(let error): .refused(error.description)
        case .unsure(let error): .unsure(error.description)
        }
    }

    /// For a start on this machine: a device whose definition leads to a refused kind would stay silent. The
    /// default output replaces it, if that itself may be opened.
    static let machineStart = machineStart { SoundDevices.look(at: $0) }

    static func machineStart(_ answer: @escaping @Sendable (String) -> SoundDevices.Answer) -> DeviceCheck {
        DeviceCheck { name in
            switch start.look(name) {
            case .good: break
            case .refused(let words): return .refused(words)
            case .replaced(let words): return .replaced(words)
            case .unsure(let words): return .unsure(words)
            }
            guard case .refused(.deviceRefused(let refused, let kind)) = answer(name),
                answer("default") == .good
            else { return .good }
            return .replaced(
                "\(VoiceError.deviceRefused(refused, kind: kind)). It plays through the machine's own sound device meanwhile"
            )
        }
    }
}
