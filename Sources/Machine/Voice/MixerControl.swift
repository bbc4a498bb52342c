/// One control of a card's mixer, as far as playing goes.
struct MixerControl: Hashable {
    /// How loud it is turned, in the card's own steps.
    struct Level: Hashable {
        /// The loudest of its channels.
        var step: Int
        var steps: ClosedRange<Int>
        /// How much quieter than its loudest the present step is, in dB; where that amplifies, than unchanged.
        /// `nil`: the card does not say.
        var attenuation: Double?
    }

    /// ALSA's name for it, such as `Master`.
    var name: String
    /// Tells several of one name apart.
    var index = 0
    /// Whether any of its channels is switched on; `nil`: it has no switch.
    var isOn: Bool?
    /// `nil`: it cannot be turned up or down.
    var level: Level?

    /// What it does to the sound.
    enum Part {
        /// All sound goes through it.
        case stage
        /// One of several outputs.
        case exit
        /// A digital output, which matters if there is no other.
        case digital
        /// A name of the maker's own, which matters if there is nothing else.
        case unknown
    }

    /// Words in the names of inputs, and of controls that only colour the output.
    private static let others = [
        "mic", "line", "cd", "aux", "beep", "video", "capture", "input", "sidetone", "loopback", "boost",
        "3d",
        "tone", "bass", "treble",
    ]

    /// `nil` for irrelevant controls: microphones, beeps, other inputs.
    var part: Part? {
        switch name {
        case "Master", "PCM", "Wave", "DAC", "Digital": .stage
        case "Speaker", "Headphone", "Headset", "Front", "Line Out", "Master Mono": .exit
        case "IEC958", "HDMI": .digital
        default: Self.others.contains(where: name.lowercased().contains) ? nil : .unknown
        }
    }

    /// Whether it lets sound through: it is on, and not at its very lowest, where Linux leaves it and where it is 20 dB or more below
    /// its loudest, or the card names no dB. Any other level was chosen by somebody, perhaps for an earphone.
    var isAudible: Bool {
        guard isOn != false else { return false }
        guard let level, level.steps.count > 1 else { return true }
        if level.step > level.steps.lowerBound { return true }
        return level.attenuation.map { $0 < 20 } ?? false
    }
}
