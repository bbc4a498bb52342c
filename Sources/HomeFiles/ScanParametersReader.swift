public import Scanning
public import StaffFiles

/// Reads the names of docs/configuration.md's `scanning` into parameters, wherever they stand.
public enum ScanParametersReader {
    /// All names, in the order in which they are documented.
    public static let keys = [
        "mode", "pattern", "scan_time", "first_item_extra", "level_entry_pause", "initial_delay", "loops",
        "after_loops", "resume_after_select", "back_item", "electrical_debounce", "acceptance_time",
        "ignore_repeat", "undo_window", "late_press_window", "max_cue_time", "inactivity_rest",
    ]

    /// The parameters that stand there, the others as they were; and findings for settings that do not fit together.
    public static func read(
        _ cursor: MappingCursor, defaults: ScanParameters = ScanParameters()
    ) -> ScanParameters {
        var parameters = defaults
        func set<Value>(_ path: WritableKeyPath<ScanParameters, Value>, _ read: Located<Value>?) {
            if let read { parameters[keyPath: path] = read.value }
        }
        func duration(
            _ path: WritableKeyPath<ScanParameters, Duration>, _ key: String, _ range: ClosedRange<Duration>,
            off: Bool = false
        ) {
            set(path, cursor.duration(key, in: range, allowsOff: off))
        }
        set(\.mode, cursor.enumeration("mode", ScanParameters.Mode.self))
        set(\.pattern, cursor.enumeration("pattern", ScanParameters.Pattern.self))
        duration(\.scanTime, "scan_time", .milliseconds(300) ... .seconds(10))
        duration(\.firstItemExtra, "first_item_extra", .zero ... .seconds(5), off: true)
        duration(\.levelEntryPause, "level_entry_pause", .zero ... .seconds(2), off: true)
        duration(\.initialDelay, "initial_delay", .zero ... .seconds(2), off: true)
        set(\.loops, cursor.int("loops", in: 0...10))
        set(\.afterLoops, cursor.enumeration("after_loops", ScanParameters.AfterLoops.self))
        set(
            \.resumeAfterSelect,
            cursor.enumeration("resume_after_select", ScanParameters.ResumeAfterSelect.self))
        set(\.backItem, cursor.enumeration("back_item", ScanParameters.BackItem.self))
        duration(\.electricalDebounce, "electrical_debounce", .milliseconds(5) ... .milliseconds(100))
        duration(\.acceptanceTime, "acceptance_time", .zero ... .seconds(2), off: true)
        duration(\.ignoreRepeat, "ignore_repeat", .zero ... .seconds(5), off: true)
        duration(\.undoWindow, "undo_window", .zero ... .seconds(10), off: true)
        duration(\.latePressWindow, "late_press_window", .zero ... .seconds(1), off: true)
        duration(\.maxCueTime, "max_cue_time", .seconds(1) ... .seconds(60))
        duration(\.inactivityRest, "inactivity_rest", .zero ... .seconds(3600), off: true)
        ScanParametersCheck(parameters: parameters, cursor: cursor).run()
        return parameters
    }
}
