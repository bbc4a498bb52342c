import Speech

/// What can go wrong with voices and sounds, in words for staff.
public enum VoiceError: Error, Equatable, CustomStringConvertible, Sendable {
    /// eSpeak NG could not be started; the code is its own.
    case synthesiserFailed(code: Int)
    case unknownVoice(String)
    /// Others have needed the synthesiser all the time.
    case synthesiserBusy
    /// A text in which nothing can be said, such as dots.
    case nothingToSay
    /// A text takes longer to say than anybody listens.
    case sampleTooLong(seconds: Int)
    case soundUnreadable(path: String, detail: String)
    case soundTooLong(path: String, seconds: Int)
    /// An ALSA call failed; `detail` is ALSA's own word for it.
    case device(String, call: String, detail: String)
    case deviceStalled(String)
    /// Words tear although the queue is as long as useful.
    case tearing(String)
    /// The text is not the name of a sound device, and would make ALSA do something else.
    case notADevice(String)
    /// ALSA's configuration has no device of this name.
    case deviceUndefined(String)
    /// ALSA's definition of the device has a part of this kind, which is not opened; `nil`: the definition
    /// cannot be followed.
    case deviceRefused(String, kind: String?)
    /// ALSA's configuration cannot be read; `detail` is ALSA's own word for it.
    case noConfiguration(detail: String)
    /// The card plays, but its own mixer lets nothing out; with the names of the muted controls.
    case muted(card: String, number: Int, [String])

    public var description: String {
        switch self {
        case .synthesiserFailed(let code):
            "the speech synthesiser eSpeak NG does not start (code \(code)): install the package espeak-ng-data"
        case .unknownVoice(let voice):
            "eSpeak NG has no voice \"\(voice)\": `espeak-ng --voices` lists those that it has"
        case .synthesiserBusy: "the synthesiser is speaking all the time: try again in a moment"
        case .nothingToSay: "nothing of it is heard: write words"
        case .sampleTooLong(let seconds): "saying it takes longer than \(seconds) s: shorten it"
        case .soundUnreadable(let path, let detail):
            "\(path): cannot be played: \(detail) (WAV, FLAC, Ogg and Opus files can)"
        case .soundTooLong(let path, let seconds):
            "\(path): lasts longer than \(seconds) s; shorten the recording"
        case .device(let name, _, let detail):
            "sound device \"\(name)\": \(detail); check that it is plugged in, switched on and free"
        case .deviceStalled(let name):
            "sound device \"\(name)\" accepts no more sound; unplug it and plug it in again, or restart the sound server"
        case .tearing(let name):
            "sound device \"\(name)\" interrupts words again and again: the computer or its sound server is too busy; close other programs on it, or restart it"
        case .notADevice(let name):
            "no sound device is opened: \(DeviceName.problem(with: name) ?? "`\(name)` is none")"
        case .deviceUndefined(let name):
            "sound device \"\(name)\": ALSA has no device of that name on this machine; `aplay -L` lists those that it has"
        case .deviceRefused(let name, let kind?):
            "sound device \"\(name)\" is not opened: in ALSA's configuration it leads to `\(kind)`, which could do more than play; choose a card such as `plughw:CARD=Headset,DEV=0`, or the sound server"
        case .deviceRefused(let name, nil):
            "sound device \"\(name)\" is not opened: ALSA's configuration does not say where it leads; choose a card such as `plughw:CARD=Headset,DEV=0`, or the sound server"
        case .noConfiguration(let detail):
            "ALSA's configuration cannot be read (\(detail)); install the package libasound2-data, and look at /etc/asound.conf and ~/.asoundrc"
        case .muted(let card, let number, let controls):
            "sound card \"\(card)\" is muted or turned down to nothing (\(controls.joined(separator: ", "))); turn it up with `alsamixer -c \(number)`"
        }
    }
}
