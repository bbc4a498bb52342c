import Testing

@testable import Voice

/// What is done about a card's mixer; the controls are those of real cards.
@Suite struct MixerTests {
    /// `Master 0/31 -46.5 off`: name, step and steps, dB (`-`: none known), switch (`-`: has none).
    private func controls(_ text: String) -> [MixerControl] {
        text.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            let name = words.dropLast(3).joined(separator: " ")
            let steps = words[words.count - 3].split(separator: "/").compactMap { Int($0) }
            return MixerControl(
                name: name, isOn: words.last == "-" ? nil : words.last == "on",
                level: steps.count == 2
                    ? .init(
                        step: steps[0], steps: 0...steps[1],
                        attenuation: Double(words[words.count - 2]).map { -$0 })
                    : nil)
        }
    }

    private func changes(_ text: String) -> [String] {
        var care = MixerCare()
        return care.changes(for: controls(text)).map(\.text)
    }

    @Test(
        "A card that is muted when Linux starts is switched on and turned up",
        arguments: [
            // Intel 82801AA, as QEMU has it.
            (
                """
                Master 0/31 -46.5 off
                PCM 0/31 -34.5 off
                Line 0/31 -34.5 off
                Mic 0/31 -34.5 off
                """, ["Master switched on and turned up", "PCM switched on and turned up"]
            ),
            // A USB headset: one control, on, at its lowest.
            ("Headset 0/127 -64 on\nMic 0/10 -9 off", ["Headset turned up"]),
            // HD audio: the way out of the sound is a control of its own.
            (
                """
                Master 87/87 0 on
                Headphone 0/87 -65.25 off
                Speaker 0/87 -65.25 off
                PCM 255/255 0 -
                """, ["Headphone switched on and turned up", "Speaker switched on and turned up"]
            ),
            // HDMI has a switch alone.
            ("IEC958 - - off", ["IEC958 switched on"]),
            // A USB box with names of its maker's own.
            (
                "Acme Output Volume 0/256 -128 off\nAcme Mic Sidetone 0/20 -20 off",
                ["Acme Output Volume switched on and turned up"]
            ),
        ])
    func muted(card: String, expected: [String]) {
        #expect(changes(card) == expected)
    }

    @Test(
        "What can be heard is somebody's wish and stays",
        arguments: [
            "Master 5/31 -39 on\nPCM 20/31 -4.5 on",
            "Master 31/31 0 on\nBeep 0/7 -45 off\nMic 0/31 -34.5 off\nIEC958 - - off",
            // The speaker is off because there is a headphone.
            "Master 60/87 -20 on\nHeadphone 87/87 0 on\nSpeaker 0/87 -65.25 off",
            // Its steps say nothing in dB: 6 of 100 is little, and meant.
            "Speaker 6/100 - on",
            "",
        ])
    func audible(card: String) {
        #expect(changes(card) == [])
    }

    @Test("Turned down to nothing while it runs, it goes back to where it was last heard")
    func turnedDown() {
        var care = MixerCare()
        #expect(care.changes(for: controls("Master 20/31 -16.5 on")).isEmpty)
        #expect(care.changes(for: controls("Master 6/31 -37.5 on")).isEmpty)
        #expect(care.changes(for: controls("Master 0/31 -46.5 on")).map(\.level) == [.step(6)])
        #expect(
            care.changes(for: controls("Master 6/31 -37.5 off")).map(\.level) == [nil],
            "muted, its level is left as it was")
    }

    @Test("Muted at its lowest from the start, it is turned up to 12 dB below its loudest")
    func neverHeard() {
        var care = MixerCare()
        let changes = care.changes(for: controls("Master 0/31 -46.5 off"))
        #expect(changes.map(\.level) == [.below(12)])
        #expect(changes.map(\.switchesOn) == [true])
    }

    @Test("The fault names the card, the controls and what to type")
    func words() {
        let error = VoiceError.muted(card: "Intel ICH", number: 1, ["Master", "PCM"])
        #expect(
            "\(error)"
                == "sound card \"Intel ICH\" is muted or turned down to nothing (Master, PCM); turn it up with `alsamixer -c 1`"
        )
    }
}
