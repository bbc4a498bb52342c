import Scanning

/// What each way of scanning costs a person who makes no mistakes, place by place.
///
/// A person who waits for a cue hears it to its end and acts `reaction` into the gap. Beginning something
/// that no cue asked for (the next hold, the first step of an opened level, ending a preview) needs as long.
///
/// | mode | before the first cue | an item that passes | the item that is meant |
/// |---|---|---|---|
/// | `automatic` | a press; `initial_delay` or `level_entry_pause` | cue, `scan_time` | cue, reaction, a press |
/// | … with `preview` | also a press that ends the preview, and `level_entry_pause` | | |
/// | `inverse` | a press that holds; as above | cue, `scan_time` | cue, reaction; letting go is no press |
/// | `step_dwell` | a press that wakes; reaction, a press | cue, reaction, a press | cue, `dwell_time` |
/// | `step` | a press; as above | cue, reaction, a press | cue, reaction, a press |
/// | `direct` | nothing | nothing | reaction, a press |
struct CostRules {
    let parameters: ScanParameters
    /// When the person acts after the end of a cue.
    let reaction: Duration

    /// - Parameter reaction: As a part of `scan_time`.
    init(parameters: ScanParameters, reaction: Double) {
        self.parameters = parameters
        self.reaction = parameters.scanTime * reaction
    }

    /// From rest to where the first cue of the top level begins.
    func woken(count: Int) -> ScanCost {
        switch parameters.mode {
        case .automatic:
            previewed(ScanCost(steps: 0, presses: 1, time: parameters.initialDelay), count: count)
        case .inverse, .step: ScanCost(steps: 0, presses: 1, time: parameters.initialDelay)
        // The waking press stands before the first item, in silence.
        case .stepDwell: ScanCost(steps: 0, presses: 2, time: reaction)
        case .direct: .nothing
        }
    }

    /// From a choice to where the first cue of the level that it opened begins.
    func opened(_ chosen: ScanCost, count: Int) -> ScanCost {
        switch parameters.mode {
        case .automatic: previewed(chosen.adding(time: parameters.levelEntryPause), count: count)
        case .inverse: chosen.adding(presses: 1, time: reaction + parameters.levelEntryPause)
        case .stepDwell: chosen.adding(presses: 1, time: reaction)
        case .step: chosen.adding(time: parameters.levelEntryPause)
        case .direct: chosen
        }
    }

    /// Who knows the board ends the preview as soon as they can: that costs a press and never a pass.
    private func previewed(_ begun: ScanCost, count: Int) -> ScanCost {
        guard parameters.preview != nil, count > 1 else { return begun }
        let soonest = max(reaction, parameters.ignoreRepeat)
        return begun.adding(presses: 1, time: soonest + parameters.levelEntryPause)
    }

    /// Chooses the place that scanning has come to; `nil` where a keypad has no key for it.
    func chosen(_ before: ScanCost, cue: Duration, index: Int) -> ScanCost? {
        switch parameters.mode {
        case .automatic, .step: return before.adding(steps: 1, presses: 1, time: cue + reaction)
        case .inverse: return before.adding(steps: 1, time: cue + reaction)
        case .stepDwell: return before.adding(steps: 1, time: cue + parameters.dwellTime)
        case .direct:
            guard index < BoardChecks.keypadItems else { return nil }
            return before.adding(steps: 1, presses: 1, time: reaction)
        }
    }

    /// Lets a place pass by.
    func passed(_ before: ScanCost, cue: Duration, isFirst: Bool) -> ScanCost {
        switch parameters.mode {
        case .automatic, .inverse:
            let extra = isFirst ? parameters.firstItemExtra : .zero
            return before.adding(steps: 1, time: cue + parameters.scanTime + extra)
        // Nobody waits until what they do not mean is chosen.
        case .stepDwell:
            return before.adding(steps: 1, presses: 1, time: cue + min(reaction, parameters.dwellTime / 2))
        case .step: return before.adding(steps: 1, presses: 1, time: cue + reaction)
        case .direct: return before
        }
    }

    /// "Are you sure" is a level of its own, with "yes" in front and without a preview.
    func confirmed(_ asked: ScanCost, cue: Duration) -> ScanCost? {
        chosen(opened(asked, count: 1), cue: cue, index: 0)
    }
}

extension ScanCost {
    static let nothing = ScanCost(steps: 0, presses: 0, time: .zero)

    func adding(steps: Int = 0, presses: Int = 0, time: Duration) -> ScanCost {
        ScanCost(steps: self.steps + steps, presses: self.presses + presses, time: self.time + time)
    }
}
