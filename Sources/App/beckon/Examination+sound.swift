import HomeFiles
import Logging
import Roles
import Speech
import Voice

/// What speaks: sound devices, and the voices of eSpeak NG.
extension Examination {
    func checkSound(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        guard role.sound.output != "none" else {
            results.append(
                .warning(
                    "sound", "Sound is switched off by --output none.",
                    advice: "Leave the option out for a real home."))
            return
        }
        let chosen = role.sound.output == "auto" ? nil : role.sound.output
        let voices = [
            ("main", settings.mainVoice), ("cue", settings.cueVoice), ("alert", settings.alertVoice),
        ]
        var byDevice = Dictionary(grouping: voices) {
            chosen ?? ($0.1.device == "auto" ? "default" : $0.1.device)
        }.mapValues { $0.map(\.0) }
        // Without a device of their own they are part of the main voice.
        if chosen == nil, settings.pulses.device != "auto" {
            byDevice[settings.pulses.device, default: []].append("pulses")
        }
        for (device, voices) in byDevice.sorted(by: { $0.key < $1.key }) {
            let names = voices.joined(separator: ", ")
            if let error = VoiceCatalogue.tryToOpen(device) {
                let known = Self.cards.joined(separator: ", ")
                results.append(
                    .error(
                        "sound", "\(device) (\(names)) cannot play: \(error)",
                        advice: known.isEmpty
                            ? "No sound device was found: plug a speaker in, or look at `aplay -l`."
                            : "Devices that ALSA knows: \(known). Name one in beckon.yaml under voices."))
            } else if let silence = VoiceCatalogue.silence(of: device) {
                let message = "\(device) (\(names)) cannot be heard: \(silence)"
                results.append(
                    settings.mixer == .keep
                        ? .error(
                            "sound", message,
                            advice: "Or leave `voices.mixer` at `audible`: Beckon does it then.")
                        : .warning("sound", message, advice: "Beckon does it when it starts."))
            } else {
                results.append(.ok("sound", "\(device) can play (\(names)). \(queueWords(device))"))
            }
        }
    }

    /// What was learnt of the machine while the device played.
    private func queueWords(_ device: String) -> String {
        guard let length = QueueMemory.lengths(at: folder.queueMemory)[device] else {
            return "How much has to be queued for it is learnt while it plays."
        }
        return length > .ms6
            ? "This machine is late at times: \(length.milliseconds) ms of words are queued, so that they play without gaps."
            : "\(length.milliseconds) ms of words are queued: the machine keeps time."
    }

    /// The devices that are cards or sound servers; ALSA's list also names its converters.
    private static var cards: [String] {
        let kinds = ["default", "sysdefault:", "plughw:", "hw:", "pulse", "pipewire"]
        return VoiceCatalogue.devices().map(\.name).filter { name in
            DeviceName(name) != nil && kinds.contains(where: name.hasPrefix)
        }
    }

    func checkVoices(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        let pronunciation = Pronunciation(logger: Logger(label: "voice"))
        defer { pronunciation.shutDown() }
        let catalogue = VoiceCatalogue(pronunciation)
        if let fault = catalogue.fault() {
            results.append(.error("voices", "\(fault)", advice: "Install espeak-ng-data."))
            return
        }
        let wanted = [settings.mainVoice, settings.cueVoice, settings.alertVoice].map {
            $0.voice.map(WantedVoice.set)
                ?? .ofLanguage(VoiceCatalogue.voice(forLanguage: settings.language))
        }
        for wanted in Set(wanted).sorted(by: { $0.name < $1.name }) {
            let voice = wanted.name
            if catalogue.hasVoice(wanted) {
                results.append(.ok("voices", "\(voice) can speak."))
                continue
            }
            switch wanted {
            case .set:
                results.append(
                    .warning(
                        "voices",
                        "eSpeak NG has no voice `\(voice)`; `\(VoiceCatalogue.fallbackVoice)` is used instead.",
                        advice: "See `espeak-ng --voices` for those there are, and name one in beckon.yaml."))
            // The check of the settings tells it, with the line.
            case .ofLanguage: break
            }
        }
    }
}
