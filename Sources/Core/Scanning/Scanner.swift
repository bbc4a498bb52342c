public import Time

/// Walks over the items and says which one a press means.
///
/// Time is data: every input carries the instant at which it happened, `nextWake` says when the scanner wants to be
/// called again, and the same inputs always give the same effects. The walk is this:
///
/// ```
/// rest ─press─▶ delay ─▶ cue ─ended─▶ gap ─▶ cue of the next item …
///                         └──────press──────┴▶ selecting ─open / resume / rest─▶ …
/// ```
///
/// | mode | what ends the gap | what selects |
/// |---|---|---|
/// | `automatic` | its time | a press |
/// | `inverse` | its time, while the switch is held; in between the scan **stands** | letting go |
/// | `step_dwell` | a press | its time, on an item that a press has moved to; before the first one the scan **stands** |
/// | `step` | the step switch | the select switch |
/// | `direct` | each level is read once | a key |
public struct Scanner: Sendable {
    /// An open level and where the walk stands in it.
    struct Place: Hashable, Sendable {
        var level: ScanLevel
        var index: Int
        /// Passes that have ended.
        var passes = 0
        /// Items that went by, all passes together.
        var steps = 0
        /// Whether scanning only went on here by itself after a choice.
        var isContinued = false
        /// Whether it is only read, before it is scanned.
        var isPreview = false

        var item: ScanItem { level.items[index] }
    }

    enum Phase: Hashable, Sendable {
        case rest
        /// Silence before the cue of the present item.
        case delay(until: Instant)
        /// Silence until a press says the present item, or goes on from it.
        case standing
        /// The cue was asked for; it is heard from `started` on.
        case cue(CueToken, asked: Instant, started: Instant?)
        /// The response gap; without an end where only a key moves on.
        case gap(until: Instant?)
        /// Paused for an announcement, in place of the walk or of `standing`.
        case paused(standing: Bool)
        /// The person has chosen; the session acts.
        case selecting
    }

    /// When the cue of an item was heard.
    struct Hearing: Hashable, Sendable {
        var started: Instant?
        var ended: Instant?
    }

    /// A cue that has not begun after this time will never end either; scanning goes on without it.
    static let cueStartLimit: Duration = .seconds(60)
    /// Where nothing ends by itself and `inactivity_rest` is off, rest comes after this all the same: the longest that
    /// can be set for it. With `loops: 0` staff want no end.
    public static let standingLimit: Duration = .seconds(3600)

    public private(set) var parameters: ScanParameters
    var phase: Phase = .rest
    /// The open levels, the top first; never empty outside rest.
    var places: [Place] = []
    /// The top level from which the next waking press starts.
    var top: ScanLevel
    var heard = Hearing()
    /// Where the walk stood before it moved by itself, for a press that comes a little late.
    var before: [Place]?
    var heardBefore = Hearing()
    /// When it moved by itself; from the first sound of the cue that it moved to.
    var movedAt: Instant?
    /// A press so soon after the end of a preview was meant to end it.
    var previewEndedAt: Instant?
    /// A press that began before the present level was open was not meant for it.
    var levelOpenedAt = Instant(nanoseconds: .min)
    var pauseWanted = false
    /// Presses of which it is not decided what they will be: scanning waits for them.
    var undecided = 0
    /// `inverse`: whether the switch is held for the walk.
    var isHeld = false
    /// Presses that wait until enough of the present cue was heard.
    var pendingMoves = 0
    var lastPress = Instant(nanoseconds: 0)
    var tokens: UInt64 = 0

    /// A scanner at rest.
    public init(parameters: ScanParameters, top: ScanLevel) {
        self.parameters = parameters
        self.top = top
    }

    public var isResting: Bool { phase == .rest }

    /// Whether a choice was made that the session has not finished.
    public var isSelecting: Bool { phase == .selecting }

    /// Whether the switch is held for the walk (`inverse`).
    public var isWalkingByHold: Bool { isHeld && !isResting }

    /// Whether the next waking press would find something to scan.
    public var hasItems: Bool { !top.items.isEmpty }

    /// The ids of the open levels, top first.
    public var openLevels: [String] { places.map(\.level.id) }

    /// Changes the response gap, `ScanParameters.scanTimeRange`, from the next one on.
    public mutating func setScanTime(_ scanTime: Duration) { parameters.scanTime = scanTime }

    // MARK: - Time

    /// When `advance(to:)` has something to do.
    public var nextWake: Instant? {
        if undecided > 0 { return nil }
        switch phase {
        case .rest, .paused, .selecting: return nil
        case .delay(let until): return until
        case .cue(_, let asked, nil): return asked.advanced(by: Self.cueStartLimit)
        case .cue(_, _, .some(let started)):
            let longest = started.advanced(by: parameters.maxCueTime)
            return pendingMoves > 0 ? min(longest, started.advanced(by: parameters.minimumCueTime)) : longest
        case .gap(.some(let until)): return until
        case .gap(nil), .standing: return standsUntil
        }
    }

    /// When the client has not pressed for so long that rest is due; `nil` where that is off.
    private var inactiveAt: Instant? {
        parameters.inactivityRest > .zero ? lastPress.advanced(by: parameters.inactivityRest) : nil
    }

    private var standsUntil: Instant? {
        inactiveAt ?? (parameters.loops > 0 ? lastPress.advanced(by: Self.standingLimit) : nil)
    }

    /// Does what is due at or before `now`, each thing as of the moment at which it was due.
    public mutating func advance(to now: Instant) -> [ScanEffect] {
        var effects: [ScanEffect] = []
        while let due = nextWake, due <= now {
            effects += expire(at: due)
        }
        return effects
    }

    private mutating func expire(at due: Instant) -> [ScanEffect] {
        switch phase {
        case .rest, .paused, .selecting: return []
        case .delay: return askForCue(at: due)
        case .standing, .gap(nil): return rest()
        case .cue(let token, _, .some) where pendingMoves > 0:
            pendingMoves -= 1
            return [.cutCue(token)] + moveOn(at: due)
        case .cue(let token, _, _): return [.cutCue(token)] + beginGap(at: due)
        case .gap(.some): return gapOver(at: due)
        }
    }

    private mutating func gapOver(at due: Instant) -> [ScanEffect] {
        // Staying is the choice itself: what waits to be said waits for it.
        if parameters.mode == .stepDwell { return select(places, heard, at: due) }
        if pauseWanted {
            pauseWanted = false
            phase = .paused(standing: false)
            remember(at: due)
            return [.paused]
        }
        // Inactivity counts only once everything was offered.
        if let inactiveAt, inactiveAt <= due, (places.last?.passes ?? 0) > 0 {
            remember(at: due)
            return rest(keepingBefore: true)
        }
        return moveOn(at: due)
    }

    // MARK: - What the voices tell

    /// The cue of `token` can be heard since `instant`.
    public mutating func cueStarted(_ token: CueToken, at instant: Instant) {
        guard case .cue(token, let asked, nil) = phase else { return }
        phase = .cue(token, asked: asked, started: instant)
        heard.started = instant
        if movedAt != nil { movedAt = instant }
    }

    /// The last sound of the cue was heard at `instant`: from here the person has the whole response gap.
    public mutating func cueEnded(_ token: CueToken, at instant: Instant) -> [ScanEffect] {
        guard case .cue(token, _, _) = phase else { return [] }
        return beginGap(at: instant)
    }
}
