import Speech

/// Decides what to do about a card's mixer, from one check to the next.
///
/// A level that can be heard is somebody's wish and stays. What cannot be heard is switched on and, where it is at its
/// lowest, turned up: to the level at which it was last heard, so that whoever turns a knob down to its end is not startled,
/// or to 12 dB below its loudest: heard across a room, and not too much for an ear.
struct MixerCare {
    /// What is to be set on one control.
    struct Change: Hashable {
        enum Level: Hashable {
            /// In the card's own steps.
            case step(Int)
            /// So many dB below the loudest.
            case below(Double)
        }

        var control: MixerControl
        var switchesOn: Bool
        var level: Level?

        /// In words for the log.
        var text: String {
            let what = [switchesOn ? "switched on" : nil, level == nil ? nil : "turned up"]
            return "\(control.name) \(what.compactMap { $0 }.joined(separator: " and "))"
        }
    }

    private struct Key: Hashable {
        var name: String
        var index: Int
    }

    private var heard: [Key: Int] = [:]

    /// The controls that keep the card silent: each stage that lets nothing through, and every way out where none lets
    /// anything out. A card that has only a digital way out, or only names of its maker's own, is judged by those.
    static func silencers(_ controls: [MixerControl]) -> [MixerControl] {
        let stages = controls.filter { $0.part == .stage }
        var exits = controls.filter { $0.part == .exit }
        if stages.isEmpty, exits.isEmpty { exits = controls.filter { $0.part == .digital } }
        if stages.isEmpty, exits.isEmpty { exits = controls.filter { $0.part == .unknown } }
        let isShut = !exits.isEmpty && !exits.contains(where: \.isAudible)
        return stages.filter { !$0.isAudible } + (isShut ? exits : [])
    }

    /// What is to be set now so that the card is heard; remembers what is heard already.
    mutating func changes(for controls: [MixerControl]) -> [Change] {
        for control in controls where control.isAudible {
            heard[Key(name: control.name, index: control.index)] = control.level?.step
        }
        return Self.silencers(controls).map { control in
            var opened = control
            opened.isOn = control.isOn.map { _ in true }
            let known = heard[Key(name: control.name, index: control.index)]
            return Change(
                control: control, switchesOn: control.isOn == false,
                level: opened.isAudible ? nil : known.map { .step($0) } ?? .below(12))
        }
    }
}
