import Scanning
import StaffFiles

/// Settings that are in range one by one and do not fit together. Only looked at where one of them is written.
struct ScanParametersCheck {
    let parameters: ScanParameters
    let cursor: MappingCursor

    func run() {
        checkPressTimes()
        checkWayToRest()
    }

    /// The first of the keys that is written; none if all have their defaults, which fit.
    private func place(_ keys: String...) -> SourceRange? {
        keys.first(where: cursor.has).map(cursor.place)
    }

    private func checkPressTimes() {
        let scanTime = StaffDuration.text(parameters.scanTime)
        if parameters.electricalDebounce * 2 >= parameters.scanTime,
            let place = place("electrical_debounce", "scan_time")
        {
            cursor.log.error(
                "`electrical_debounce` (\(text(parameters.electricalDebounce))) takes half of `scan_time` (\(scanTime)) or more: no press would count, so make it shorter",
                at: place)
        }
        if parameters.ignoreRepeat * 2 > parameters.scanTime, let place = place("ignore_repeat", "scan_time")
        {
            cursor.log.warning(
                "`ignore_repeat` (\(text(parameters.ignoreRepeat))) is more than half of `scan_time` (\(scanTime)): a press that is meant may be ignored",
                at: place)
        }
        let late = parameters.acceptanceTime + parameters.latePressWindow
        if late >= parameters.scanTime, let place = place("acceptance_time", "late_press_window", "scan_time")
        {
            cursor.log.error(
                "`acceptance_time` and `late_press_window` together (\(text(late))) leave nothing of `scan_time` (\(scanTime)) to press in: make them shorter, or `scan_time` longer",
                at: place)
        } else if late * 2 > parameters.scanTime,
            let place = place("acceptance_time", "late_press_window", "scan_time")
        {
            cursor.log.warning(
                "`acceptance_time` and `late_press_window` together (\(text(late))) take more than half of `scan_time` (\(scanTime)): little time is left to press",
                at: place)
        }
    }

    private func checkWayToRest() {
        if parameters.loops == 0, let place = place("loops") {
            let rest =
                parameters.inactivityRest == .zero
                ? "and with `inactivity_rest: 0` nothing ends it: it speaks all night if nobody presses"
                : "until \(text(parameters.inactivityRest)) have passed without a press (`inactivity_rest`)"
            cursor.log.warning("`loops: 0` scans without end, \(rest)", at: place)
        }
        switch (parameters.backItem, parameters.mode) {
        case (.none, .automatic), (.none, .step):
            guard let place = place("back_item") else { return }
            if parameters.loops == 0 {
                cursor.log.error(
                    "`back_item: none` with `loops: 0` leaves no way out of a group: write `back_item: end`, or `loops: 3`",
                    at: place)
            } else {
                cursor.log.warning(
                    "`back_item: none` leaves a group only after \(parameters.loops) passes without a press: a wrong group costs that long",
                    at: place)
            }
        case (.none, .direct), (.start, _), (.end, _): return
        }
    }

    private func text(_ duration: Duration) -> String { StaffDuration.text(duration) }
}
