public import Scanning
public import StaffFiles

/// Reads the names of docs/configuration.md's `scanning` into parameters, wherever they are written.
public enum ScanParametersReader {
    /// The parameters that are written there, the others unchanged; and findings for settings that do not fit
    /// together.
    public static func read(
        _ cursor: MappingCursor, defaults: ScanParameters = ScanParameters()
    ) -> ScanParameters {
        var parameters = defaults
        func set<Value>(_ path: WritableKeyPath<ScanParameters, Value>, _ read: Located<Value>?) {
            if let read { parameters[keyPath: path] = read.value }
        }
        func duration(
            _ path: WritableKeyPath<ScanParameters, Duration>, _ key: String, _ range: ClosedRange<Duration>
        ) {
            set(path, cursor.duration(key, in: range, allowsOff: range.lowerBound == .zero))
        }
        func optional<Value>(
            _ path: WritableKeyPath<ScanParameters, Value?>, _ key: String,
            _ read: (String) -> Located<Value>?
        ) {
            if cursor.isOff(key) {
                parameters[keyPath: path] = nil
            } else if let value = read(key) {
                parameters[keyPath: path] = value.value
            }
        }
        set(\.mode, cursor.enumeration("mode", ScanParameters.Mode.self))
        set(\.pattern, cursor.enumeration("pattern", ScanParameters.Pattern.self))
        duration(\.scanTime, "scan_time", ScanParameters.scanTimeRange)
        duration(\.firstItemExtra, "first_item_extra", .zero ... .seconds(5))
        duration(\.levelEntryPause, "level_entry_pause", .zero ... .seconds(2))
        duration(\.initialDelay, "initial_delay", .zero ... .seconds(2))
        set(\.loops, cursor.int("loops", in: 0...10))
        set(\.afterLoops, cursor.enumeration("after_loops", ScanParameters.AfterLoops.self))
        set(
            \.resumeAfterSelect,
            cursor.enumeration("resume_after_select", ScanParameters.ResumeAfterSelect.self))
        set(\.backItem, cursor.enumeration("back_item", ScanParameters.BackItem.self))
        duration(\.electricalDebounce, "electrical_debounce", .milliseconds(5) ... .milliseconds(100))
        duration(\.acceptanceTime, "acceptance_time", .zero ... .seconds(2))
        duration(\.ignoreRepeat, "ignore_repeat", .zero ... .seconds(5))
        duration(\.releaseTime, "release_time", .zero ... .seconds(5))
        set(\.activateOn, cursor.enumeration("activate_on", ScanParameters.ActivateOn.self))
        optional(\.longPressTime, "long_press_time") {
            cursor.duration($0, in: .milliseconds(500) ... .seconds(5), allowsOff: true)
        }
        set(
            \.longPressAction,
            cursor.enumeration("long_press_action", ScanParameters.LongPressAction.self))
        optional(\.helpPresses, "help_presses") { cursor.int($0, in: 3...9, allowsOff: true) }
        duration(\.dwellTime, "dwell_time", .milliseconds(500) ... .seconds(10))
        optional(\.moveRepeat, "move_repeat") {
            cursor.duration($0, in: .milliseconds(200) ... .seconds(2), allowsOff: true)
        }
        duration(\.undoWindow, "undo_window", .zero ... .seconds(10))
        duration(\.latePressWindow, "late_press_window", .zero ... .seconds(1))
        duration(\.minimumCueTime, "minimum_cue_time", .zero ... .seconds(3))
        duration(\.maxCueTime, "max_cue_time", .seconds(1) ... .seconds(60))
        optional(\.preview, "preview") { cursor.number($0, in: 1...3, allowsOff: true) }
        set(\.speakPosition, cursor.bool("speak_position"))
        set(\.speakCount, cursor.bool("speak_count"))
        set(\.speakGroupContent, cursor.bool("speak_group_content"))
        set(\.stepSound, cursor.bool("step_sound"))
        set(\.wrapSound, cursor.bool("wrap_sound"))
        set(\.skipEmpty, cursor.bool("skip_empty"))
        duration(\.inactivityRest, "inactivity_rest", .zero ... .seconds(3600))
        ScanParametersCheck(parameters: parameters, cursor: cursor).run()
        return parameters
    }
}
