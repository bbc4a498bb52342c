/// How a board is scanned for one client. Names, defaults and ranges are those of docs/scanning.md.
public struct ScanParameters: Equatable, Sendable {
    public enum Mode: String, Sendable, CaseIterable {
        /// Steps by itself; a press selects.
        case automatic
        /// One switch steps, another selects.
        case step
        /// Each key of a keypad is an item.
        case direct
    }

    public enum Pattern: String, Sendable, CaseIterable {
        case linear
        case groupItem = "group_item"
    }

    /// Where scanning goes when nobody has pressed for `loops` passes.
    public enum AfterLoops: String, Sendable, CaseIterable {
        case up, top, rest
    }

    /// Where scanning goes on after a selection.
    public enum ResumeAfterSelect: String, Sendable, CaseIterable {
        case first, same, rest
    }

    /// Where "Go back" stands in a group.
    public enum BackItem: String, Sendable, CaseIterable {
        case end, start, none
    }

    public var mode: Mode = .automatic
    public var pattern: Pattern = .groupItem
    /// The response gap: counted from the end of the cue. 0.3–10 s.
    public var scanTime: Duration = .milliseconds(1500)
    /// Added on the first item of every pass and level. 0–5 s.
    public var firstItemExtra: Duration = .milliseconds(700)
    /// Before the first cue of a newly opened level. 0–2 s.
    public var levelEntryPause: Duration = .milliseconds(300)
    /// From the waking press to the first cue. 0–2 s.
    public var initialDelay: Duration = .milliseconds(500)
    /// Passes before giving up, 0–10; 0 is without end.
    public var loops = 3
    public var afterLoops: AfterLoops = .up
    public var resumeAfterSelect: ResumeAfterSelect = .first
    public var backItem: BackItem = .end
    /// Contact bounce: edges closer than this are one edge. 5–100 ms.
    public var electricalDebounce: Duration = .milliseconds(30)
    /// How long a press must be held to count. 0–2 s.
    public var acceptanceTime: Duration = .zero
    /// From an accepted press: further presses are ignored. 0–5 s.
    public var ignoreRepeat: Duration = .milliseconds(300)
    /// Opens when the kiosk has said that a press takes the request back. 0–10 s; 0 is off.
    public var undoWindow: Duration = .seconds(3)
    /// A press so soon after a step was meant for the item before. 0–1 s.
    public var latePressWindow: Duration = .milliseconds(150)
    /// A longer cue is cut. 1–60 s.
    public var maxCueTime: Duration = .seconds(10)
    /// Without a press for so long: back to rest. 0–60 min; 0 is never.
    public var inactivityRest: Duration = .seconds(120)

    /// The defaults.
    public init() {}
}
