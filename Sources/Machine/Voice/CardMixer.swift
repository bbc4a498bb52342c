import CALSA
import Glibc
import RealTime
import Speech

/// The mixer of one card, through ALSA's simple controls. Its calls may block for as long as the card's
/// driver does, so it belongs to one expendable thread.
final class CardMixer {
    /// As ALSA numbers the cards now.
    let card: Int32
    /// The card's own name, e.g. `Intel 82801AA-ICH`.
    let name: String
    private let mixer: OpaquePointer

    /// `nil` where the card has no mixer that could be opened.
    init?(card: Int32) {
        var opened: OpaquePointer?
        guard snd_mixer_open(&opened, 0) == 0, let mixer = opened else { return nil }
        guard snd_mixer_attach(mixer, "hw:\(card)") == 0, snd_mixer_selem_register(mixer, nil, nil) == 0,
            snd_mixer_load(mixer) == 0
        else {
            snd_mixer_close(mixer)
            return nil
        }
        self.card = card
        self.mixer = mixer
        var text: UnsafeMutablePointer<CChar>?
        defer { free(text) }
        name = snd_card_get_name(card, &text) == 0 ? text.map { String(cString: $0) } ?? "" : ""
    }

    deinit { snd_mixer_close(mixer) }

    /// All controls of playback.
    func controls() -> [MixerControl] { elements().compactMap { $0.control } }

    /// Why the card cannot be heard, whatever it plays; `nil`: it can be heard.
    var silence: VoiceError? {
        let silencers = MixerCare.silencers(controls()).map(\.name)
        return silencers.isEmpty ? nil : .muted(card: name, number: Int(card), silencers)
    }

    /// Sets controls; those that the card refuses stay as they were, which the next check shows.
    func apply(_ changes: [MixerCare.Change]) {
        let elements = elements()
        for change in changes {
            guard let element = elements.first(where: { $0.isSame(as: change.control) }) else { continue }
            element.apply(change)
        }
    }

    /// Waits until a control has changed; `false` when `stop` was signalled or the card is gone.
    func waitForChange(or stop: WakeUp) -> Bool {
        var descriptors = [pollfd](repeating: pollfd(), count: Int(snd_mixer_poll_descriptors_count(mixer)))
        guard snd_mixer_poll_descriptors(mixer, &descriptors, UInt32(descriptors.count)) >= 0 else {
            return false
        }
        descriptors.append(pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0))
        var ready = poll(&descriptors, nfds_t(descriptors.count), -1)
        while ready < 0, errno == EINTR { ready = poll(&descriptors, nfds_t(descriptors.count), -1) }
        guard ready > 0, descriptors.last?.revents == 0 else { return false }
        return snd_mixer_handle_events(mixer) >= 0
    }

    private func elements() -> [Element] {
        var elements: [Element] = []
        var next = snd_mixer_first_elem(mixer)
        while let handle = next {
            if snd_mixer_selem_is_active(handle) != 0 { elements.append(Element(handle: handle)) }
            next = snd_mixer_elem_next(handle)
        }
        return elements
    }
}

/// One simple control, while its mixer is open.
private struct Element {
    let handle: OpaquePointer

    /// Left and right; mono is left.
    private static let channels = [SND_MIXER_SCHN_FRONT_LEFT, SND_MIXER_SCHN_FRONT_RIGHT]

    private var name: String { String(cString: snd_mixer_selem_get_name(handle)) }
    private var index: Int { Int(snd_mixer_selem_get_index(handle)) }
    private var channels: [snd_mixer_selem_channel_id_t] {
        Self.channels.filter { snd_mixer_selem_has_playback_channel(handle, $0) != 0 }
    }

    func isSame(as control: MixerControl) -> Bool { name == control.name && index == control.index }

    /// `nil`: it has nothing to do with playing.
    var control: MixerControl? {
        let control = MixerControl(name: name, index: index, isOn: isOn, level: level)
        return control.isOn == nil && control.level == nil ? nil : control
    }

    private var isOn: Bool? {
        guard snd_mixer_selem_has_playback_switch(handle) != 0 else { return nil }
        return channels.contains { channel in
            var isOn: Int32 = 0
            return snd_mixer_selem_get_playback_switch(handle, channel, &isOn) == 0 && isOn != 0
        }
    }

    private var level: MixerControl.Level? {
        var (lowest, highest) = (0, 0)
        guard snd_mixer_selem_has_playback_volume(handle) != 0,
            snd_mixer_selem_get_playback_volume_range(handle, &lowest, &highest) == 0, lowest <= highest
        else { return nil }
        let step = channels.compactMap { channel in
            var step = 0
            return snd_mixer_selem_get_playback_volume(handle, channel, &step) == 0 ? step : nil
        }.max()
        guard let step else { return nil }
        var hundredths = 0
        let known = loudest != nil && snd_mixer_selem_ask_playback_vol_dB(handle, step, &hundredths) == 0
        return MixerControl.Level(
            step: step, steps: lowest...highest,
            attenuation: known ? loudest.map { Double($0 - hundredths) / 100 } : nil)
    }

    /// In hundredths of a dB: its highest step, or the one that leaves the sound as it is. `nil`: it names no dB.
    private var loudest: Int? {
        var (lowest, highest) = (0, 0)
        guard snd_mixer_selem_get_playback_dB_range(handle, &lowest, &highest) == 0, lowest < highest else {
            return nil
        }
        return min(0, highest)
    }

    func apply(_ change: MixerCare.Change) {
        if change.switchesOn { snd_mixer_selem_set_playback_switch_all(handle, 1) }
        switch change.level {
        case .step(let step): snd_mixer_selem_set_playback_volume_all(handle, step)
        case .below(let decibels):
            if let loudest {
                // Rounded up to the next step.
                snd_mixer_selem_set_playback_dB_all(handle, loudest - Int(decibels * 100), 1)
            } else if let steps = change.control.level?.steps {
                let step = steps.lowerBound + (steps.upperBound - steps.lowerBound) * 4 / 5
                snd_mixer_selem_set_playback_volume_all(handle, step)
            }
        case nil: break
        }
    }
}
