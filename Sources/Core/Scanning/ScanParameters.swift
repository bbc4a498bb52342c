/// How a board is scanned for one client, with its defaults. What may stand in each, and how files name it, is `ScanOption`.
///
/// Every combination in range is safe to scan with; which ones make sense, `ScanParametersCheck` tells staff.
public struct ScanParameters: Hashable, Sendable {
    public enum Mode: String, Sendable, CaseIterable {
        /// Steps by itself; a press selects.
        case automatic
        /// Steps while the switch is held; letting go selects.
        case inverse
        /// A press steps; staying on an item selects it.
        case stepDwell = "step_dwell"
        /// One switch steps, another selects.
        case step
        /// Each key of a keypad is an item.
        case direct
    }

    public enum Pattern: String, Sendable, CaseIterable {
        /// Item after item.
        case linear
        /// Groups first, then the items.
        case groupItem = "group_item"
        /// Rows of the grid, then the items of a row.
        case rowColumn = "row_column"
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

    /// Which end of a press acts.
    public enum ActivateOn: String, Sendable, CaseIterable {
        case press, release
    }

    /// What a long press does in place of selecting.
    public enum LongPressAction: String, Sendable, CaseIterable {
        /// Everything ends; in a question, nothing is taken back and nothing is asked.
        case cancel
        /// One level up.
        case back
        /// The present cue once more; at rest, what was said last.
        case `repeat`
        /// An urgent call, after a countdown.
        case help
    }

    /// How much the times of presses say what they mean.
    public enum PressEvidence: String, Sendable, CaseIterable {
        /// Every press counts for what was heard.
        case off
        /// A press far outside the person's time is asked back.
        case cautious
        /// Each press counts for what it was most likely meant for; unclear ones are asked back, unlikely ones do nothing.
        case full
    }

    public var mode: Mode = .automatic
    public var pattern: Pattern = .groupItem
    /// The response gap: counted from the end of the cue.
    public var scanTime: Duration = .milliseconds(1500)
    /// Added on the first item of every pass and level.
    public var firstItemExtra: Duration = .milliseconds(700)
    /// Before the first cue of a newly opened level.
    public var levelEntryPause: Duration = .milliseconds(300)
    /// From the waking press to the first cue.
    public var initialDelay: Duration = .milliseconds(500)
    /// Passes before giving up; 0 is without end.
    public var loops = 3
    public var afterLoops: AfterLoops = .up
    public var resumeAfterSelect: ResumeAfterSelect = .first
    public var backItem: BackItem = .end
    /// Contact bounce: edges closer than this are one edge.
    public var electricalDebounce: Duration = .milliseconds(30)
    /// How long a press must be held to count.
    public var acceptanceTime: Duration = .zero
    /// From an accepted press: further presses are ignored.
    public var ignoreRepeat: Duration = .milliseconds(300)
    /// From the release of an accepted press: further presses are ignored.
    public var releaseTime: Duration = .zero
    /// Which end of a press acts. A `longPressTime` makes it the release, and so does `inverse`.
    public var activateOn: ActivateOn = .press
    /// A press held so long does `longPressAction` instead; `nil` is off. Without effect in `inverse`.
    public var longPressTime: Duration?
    public var longPressAction: LongPressAction = .cancel
    /// So many presses within three seconds make an urgent call; `nil` is off.
    public var helpPresses: Int?
    /// `step_dwell`: staying so long on an item, from the end of its cue, selects it.
    public var dwellTime: Duration = .seconds(2)
    /// `step`: a held step switch steps again each time after so long; `nil` is off.
    public var moveRepeat: Duration?
    /// Opens when the kiosk has said that a press takes the request back; 0 is off.
    public var undoWindow: Duration = .seconds(3)
    /// A press so soon after a step was meant for the item before.
    public var latePressWindow: Duration = .milliseconds(150)
    /// `automatic`: whether a press is understood by its time, once enough presses are known.
    public var pressEvidence: PressEvidence = .off
    /// No step before so much of a cue was heard, where presses step.
    public var minimumCueTime: Duration = .milliseconds(300)
    /// A longer cue is cut.
    public var maxCueTime: Duration = .seconds(10)
    /// `automatic`: how much faster a first pass is in which presses only stop it; `nil` is off.
    public var preview: Double?
    /// "Water, two of six".
    public var speakPosition = false
    /// "Drinks, four items".
    public var speakCount = true
    /// "Drinks: Water, Tea …": the first items of a group.
    public var speakGroupContent = false
    /// A short sound before each cue.
    public var stepSound = false
    /// A sound where a pass begins again.
    public var wrapSound = false
    /// An item that would do nothing is not scanned.
    public var skipEmpty = true
    /// How long without a press until it returns to rest; 0 is never (see `Scanner.standingLimit`).
    public var inactivityRest: Duration = .seconds(120)

    /// What `scan_time` can be, wherever it is set, fitted or kept.
    public static let scanTimeRange = ScanOption.range(of: \.scanTime)

    /// The defaults.
    public init() {}

    /// What a new home begins with. One of before keeps the defaults of what it has not written, so that nothing that somebody is
    /// used to changes by itself.
    public static let ofNewHome = {
        var parameters = ScanParameters()
        parameters.pressEvidence = .cautious
        return parameters
    }()

    /// Whether scanning moves on by itself, so that there is a pace to it and a press can come too late.
    public var movesByItself: Bool {
        switch mode {
        case .automatic, .inverse: true
        case .stepDwell, .step, .direct: false
        }
    }

    /// Whether the release of a switch acts, and its press only starts the hold.
    public var actsOnRelease: Bool { mode == .inverse || activateOn == .release || longPressTime != nil }
}
