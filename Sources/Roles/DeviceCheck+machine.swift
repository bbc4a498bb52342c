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
}
