public import Time

/// Identifies one utterance of one cue, so that a late end is not taken for another's.
public struct CueToken: Hashable, Sendable {
    public var rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What is to be said of an item that scanning has come to.
public struct ScanCue: Hashable, Sendable {
    public var item: ScanItem
    /// The id of its level.
    public var level: String
    /// Which of the level's choices it is, from 1; `nil` for the way back.
    public var position: Int?
    /// How many choices the level has.
    public var count: Int
    /// How much faster than usual it is to be said; 1 but in a preview.
    public var pace: Double
    /// Whether a press may have meant it, and it is offered once more to be sure.
    public var isAskedBack: Bool
    public var token: CueToken
}

/// An item that the person has chosen, and how they pressed.
public struct ScanChoice: Hashable, Sendable {
    public var item: ScanItem
    /// The id of its level.
    public var level: String
    /// When the person acted: the press, the release (inverse), or the end of the dwelling.
    public var at: Instant
    /// When the first and the last sound of its cue were heard, as far as they were.
    public var cueStarted: Instant?
    public var cueEnded: Instant?
    /// Set where scanning had already moved on and the press counts for the item before: how long the next cue had
    /// been heard, 0 where it was not.
    public var lateBy: Duration?
    /// What was added to the response gap of this item.
    public var extra: Duration
    /// How many passes over the level had ended without a press.
    public var passes: Int
    /// How many items had gone by, all passes together.
    public var steps: Int
    /// Whether scanning only went on in this level by itself after an earlier choice.
    public var isContinued: Bool
}

/// What the scanner wants done or has to tell.
public enum ScanEffect: Hashable, Sendable {
    /// Left rest.
    case woke
    /// Say this. Answer with `cueStarted` and `cueEnded`.
    case cue(ScanCue)
    /// The cue is not wanted any more.
    case cutCue(CueToken)
    /// A pass begins again from its first item.
    case wrapped
    /// The person has chosen this. Nothing goes on until `open`, `resume` or `restNow`.
    case selected(ScanChoice)
    /// The person has chosen the way back; the scanner goes up by itself.
    case choseBack(ScanChoice)
    /// A level was left for the one above it.
    case wentUp(from: String)
    /// All passes over a level went by without a press; `wasContinued` where no press had wanted it either.
    case gaveUp(passes: Int, steps: Int, wasContinued: Bool)
    /// Pauses at the end of a step, as requested; `unpause` continues.
    case paused
    /// Quiet; a press starts again.
    case rested
}
