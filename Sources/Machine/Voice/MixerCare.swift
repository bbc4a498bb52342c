import Speech

/// Decides what to do about a card's mixer, from one check to the next.
///
/// An audible level was set by somebody and stays. A control that lets nothing through is switched on and, if
/// it is at its lowest, turned up: to the last audible level, so that somebody who turned a knob fully down
/// is not startled, or to 12 dB below its loudest, which is heard across a room and not too loud for an ear.
struct MixerCare {
    /// A change of one control.
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

    /// The controls that keep the card silent: each stage that lets nothing through, and all outputs if none
    /// lets anything out. A card with only digital outputs, or only names of the maker's own, is judged by
    /// those.
    static func silencers(_ controls: [MixerControl]) -> [MixerControl] {
        let stages = controls.filter { $0.part == .stage }
        var exits = controls.filter { $0.part == .exit }
        if stages.isEmpty, exits.isEmpty { exits = controls.filter { $0.part == .digital } }
        if stages.isEmpty, exits.isEmpty { exits = controls.filter { $0.part == .unknown } }
        let isShut = !exits.isEmpty && !exits.contains(where: \.isAudible)
        return stages.filter { !$0.isAudible } + (isShut ? exits : [])
    }

    /// The changes that make the card audible; remembers the levels that are audible already.
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
