import Scanning
import StaffFiles

/// Settings that are each in range but do not fit together. Checked only where one of them is written.
struct ScanParametersCheck {
    let parameters: ScanParameters
    let cursor: MappingCursor

    func run() {
        checkRepeats()
        checkTimeToPress()
        checkDwell()
        checkLongPress()
        checkMoveRepeat()
        checkHelpPresses()
        checkCues()
        checkWayToRest()
        checkEffects()
    }

    /// The first of the keys that is written; none if all have their defaults, which fit.
    private func place(_ keys: String...) -> SourceRange? {
        keys.first(where: cursor.has).map(cursor.place)
    }

    // MARK: - Presses

    private func checkRepeats() {
        let scanTime = StaffDuration.text(parameters.scanTime)
        for (key, value) in [
            ("ignore_repeat", parameters.ignoreRepeat), ("release_time", parameters.releaseTime),
        ] where value * 2 > parameters.scanTime {
            guard parameters.movesByItself, let place = place(key, "scan_time") else { continue }
            cursor.log.warning(
                "`\(key)` (\(text(value))) is more than half of `scan_time` (\(scanTime)): a press that is meant may be ignored",
                at: place)
        }
    }

    private func checkTimeToPress() {
        let scanTime = StaffDuration.text(parameters.scanTime)
        let late = parameters.acceptanceTime + parameters.latePressWindow
        if parameters.movesByItself, late >= parameters.scanTime,
            let place = place("acceptance_time", "late_press_window", "scan_time")
        {
            cursor.log.error(
                "`acceptance_time` and `late_press_window` together (\(text(late))) leave nothing of `scan_time` (\(scanTime)) to press in: make them shorter, or `scan_time` longer",
                at: place)
        } else if parameters.movesByItself, late * 2 > parameters.scanTime,
            let place = place("acceptance_time", "late_press_window", "scan_time")
        {
            cursor.log.warning(
                "`acceptance_time` and `late_press_window` together (\(text(late))) take more than half of `scan_time` (\(scanTime)): little time is left to press",
                at: place)
        }
        if parameters.undoWindow > .zero, late >= parameters.undoWindow,
            let place = place("undo_window", "acceptance_time", "late_press_window")
        {
            cursor.log.error(
                "`undo_window` (\(text(parameters.undoWindow))) is over before a press could count (`acceptance_time` and `late_press_window`: \(text(late))): make it longer, or write `undo_window: off`",
                at: place)
        }
    }

    private func checkDwell() {
        guard parameters.mode == .stepDwell else { return }
        for (key, value) in [
            ("ignore_repeat", parameters.ignoreRepeat), ("release_time", parameters.releaseTime),
            ("acceptance_time", parameters.acceptanceTime),
        ] where value >= parameters.dwellTime {
            guard let place = place(key, "dwell_time", "mode") else { continue }
            cursor.log.error(
                "`\(key)` (\(text(value))) is not shorter than `dwell_time` (\(text(parameters.dwellTime))): staying would select before the next press could count",
                at: place)
        }
    }

    private func checkLongPress() {
        guard let time = parameters.longPressTime else {
            if parameters.longPressAction != ScanParameters().longPressAction,
                let place = place("long_press_action")
            {
                cursor.log.warning(
                    "`long_press_action` does nothing while `long_press_time` is off: write `long_press_time: 1.5 s`, or delete it",
                    at: place)
            }
            return
        }
        guard let place = place("long_press_time", "mode") else { return }
        if parameters.mode == .inverse {
            cursor.log.error(
                "`long_press_time` cannot be used with `mode: inverse`, where holding is scanning: write `long_press_time: off`, or another mode",
                at: place)
        }
        if time <= parameters.acceptanceTime {
            cursor.log.error(
                "`long_press_time` (\(text(time))) is not longer than `acceptance_time` (\(text(parameters.acceptanceTime))): every press would be a long one",
                at: place)
        }
        if parameters.activateOn == .press, let place = self.place("activate_on") {
            cursor.log.error(
                "`activate_on: press` cannot be used with `long_press_time`: how long a press is, is known when it is let go; write `activate_on: release`",
                at: place)
        }
    }

    private func checkMoveRepeat() {
        guard parameters.moveRepeat != nil, parameters.mode == .step else { return }
        if parameters.longPressTime != nil, let place = place("long_press_time", "move_repeat") {
            cursor.log.error(
                "`long_press_time` and `move_repeat` both wait for a switch that is held: write `off` for one of them",
                at: place)
        } else if parameters.activateOn == .release, let place = place("activate_on", "move_repeat") {
            cursor.log.error(
                "`activate_on: release` and `move_repeat` cannot be used together: a held switch would have to move before it is let go",
                at: place)
        }
    }

    private func checkHelpPresses() {
        guard let presses = parameters.helpPresses, let place = place("help_presses", "mode") else { return }
        switch parameters.mode {
        case .stepDwell:
            cursor.log.error(
                "`help_presses` cannot be used with `mode: step_dwell`, where quick presses are how one moves on: use `long_press_time` with `long_press_action: help`",
                at: place)
        case .automatic, .inverse, .step, .direct:
            break
        }
        let shortest = parameters.acceptanceTime + .milliseconds(100)
        if shortest * presses > PressBurst.span {
            cursor.log.error(
                "`help_presses: \(presses)` takes longer than three seconds when each press must be held for `acceptance_time` (\(text(parameters.acceptanceTime))): make one of them smaller",
                at: place)
        }
    }

    // MARK: - Cues and ways

    private func checkCues() {
        if parameters.minimumCueTime > parameters.maxCueTime,
            let place = place("minimum_cue_time", "max_cue_time")
        {
            cursor.log.error(
                "`minimum_cue_time` (\(text(parameters.minimumCueTime))) is longer than `max_cue_time` (\(text(parameters.maxCueTime)))",
                at: place)
        }
        if let moveRepeat = parameters.moveRepeat, moveRepeat < parameters.minimumCueTime,
            let place = place("move_repeat", "minimum_cue_time")
        {
            cursor.log.warning(
                "`move_repeat` (\(text(moveRepeat))) is shorter than `minimum_cue_time` (\(text(parameters.minimumCueTime))), which then sets the pace",
                at: place)
        }
    }

    private func checkWayToRest() {
        if parameters.movesByItself, parameters.loops == 0, let place = place("loops") {
            let rest =
                parameters.inactivityRest == .zero
                ? "and with `inactivity_rest: 0` nothing ends it: it speaks all night if nobody presses"
                : "until \(text(parameters.inactivityRest)) have passed without a press (`inactivity_rest`)"
            cursor.log.warning("`loops: 0` scans without end, \(rest)", at: place)
        }
        guard parameters.backItem == .none, parameters.mode != .direct, let place = place("back_item")
        else { return }
        if !parameters.movesByItself {
            cursor.log.warning(
                "`back_item: none` with `mode: \(parameters.mode.rawValue)` leaves a group only by a `back` key, or by rest after `inactivity_rest`: a wrong group costs that long",
                at: place)
        } else if parameters.loops == 0 {
            cursor.log.error(
                "`back_item: none` with `loops: 0` leaves no way out of a group: write `back_item: end`, or `loops: 3`",
                at: place)
        } else {
            cursor.log.warning(
                "`back_item: none` leaves a group only after \(parameters.loops) passes without a press: a wrong group costs that long",
                at: place)
        }
    }

    /// Settings that do nothing in the chosen mode. One that only repeats the default, or what a new home begins with, gets no
    /// finding: nobody has chosen it.
    private func checkEffects() {
        for option in ScanOption.all {
            guard let modes = option.modes, !modes.contains(parameters.mode), let place = place(option.name),
                !option.isSame(in: parameters, as: ScanParameters()),
                !option.isSame(in: parameters, as: .ofNewHome)
            else { continue }
            let list = modes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            cursor.log.warning(
                "`\(option.name)` does nothing with `mode: \(parameters.mode.rawValue)`, only with \(list)",
                at: place)
        }
    }

    private func text(_ duration: Duration) -> String { StaffDuration.text(duration) }
}
