/// What one press, or the lack of one, tells about how a person presses: the timing alone, never what was chosen.
///
/// The session emits a record as soon as it is known whole, in any order; what is learnt later about a choice is a
/// record of its own (`undone`) with the choice's id. All durations are differences of the kernel's monotonic time and
/// are kept in whole milliseconds. Nobody can read from them what a person asked for, or when: the store adds
/// the day and nothing else.
///
/// | what happens | record | emitted when |
/// |---|---|---|
/// | an item, a row or "Go back" is chosen while it is scanned | `choice` | the choice is made |
/// | that choice is taken back | `undone` | it is taken back |
/// | a press counts, whatever it does | `press` | it is let go |
/// | a press does not count, because of `ignore_repeat` or `release_time` | `ignored` | it begins |
/// | a press is let go before `acceptance_time` | `touch` | it is let go |
/// | all passes go by without a choice | `gaveUp` | scanning gives the level up |
/// | a press comes while items are offered, and presses are weighed (`press_evidence`) | `weighed` | it is dealt with |
/// | a level was scanned, likewise | `visit` | something is chosen there, or it is left |
public enum PressRecord: Hashable, Sendable {
    case choice(Choice)
    case undone(ID, Undoing)
    case press(Press)
    case ignored(Ignored)
    case touch(Touch)
    case gaveUp(GivenUp)
    case weighed(Weighed)
    case visit(Visit)

    /// Names a choice, so that a later record can speak of it.
    public struct ID: Hashable, Sendable, Codable {
        /// Any number; chance makes it unlike all others.
        public var rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// A new one.
        public static func random(using generator: inout some RandomNumberGenerator) -> ID {
            ID(rawValue: generator.next())
        }

        public init(from decoder: any Decoder) throws {
            rawValue = try decoder.singleValueContainer().decode(UInt64.self)
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(rawValue)
        }
    }

    /// Something was chosen by a press (or a release) that the person timed to a cue.
    ///
    /// Only in the modes `automatic`, `inverse` and `step`: in `step_dwell` staying chooses, in `direct` a key names
    /// its item whatever is said, and neither has a time to measure.
    public struct Choice: Hashable, Sendable {
        public var id: ID
        public var mode: ScanParameters.Mode
        public var pattern: ScanParameters.Pattern
        /// `scan_time` as it was in force, after the client's own slower or faster.
        public var scanTime: Duration
        /// What was added to it for this item (`first_item_extra`); zero for all but the first.
        public var extra: Duration
        /// From the last sound of the chosen item's cue to the end of the press that acts: the press itself
        /// (`SwitchPress.began`, not the moment at which `acceptance_time` let it count), or in `inverse` and where
        /// `activate_on` is `release`, the release.
        ///
        /// Negative where the cue was still heard and its end is known; `nil` where the press cut the cue short, so
        /// that nobody knows when it would have ended. For a late press it is longer than the gap, because it is
        /// counted from the item that was chosen, not from the one that had begun.
        public var sinceCueEnded: Duration?
        /// From the first sound of the chosen item's cue to the same moment; `nil` where nothing of it was heard.
        public var sinceCueBegan: Duration?
        /// Set where the press counted for the item before (`late_press_window`): from the first sound of the cue that
        /// had begun meanwhile to the press; zero where that cue was not heard yet.
        public var lateBy: Duration?
        /// How often this item had been offered before in this level and gone by without a press: 0 in the first pass.
        public var passes: Int
        /// How many items went by in this level, all passes together, since it was opened or scanning in it began:
        /// so many whole gaps were waited for. 0 if the very first item was chosen.
        public var steps: Int
        /// Whether scanning had only gone on by itself after an earlier choice (`resume_after_select: first` or
        /// `same`), so that nobody can say from when on the person wanted something: items that went by are then
        /// not counted as missed.
        public var isContinued: Bool
        /// Whether it only led further, into a group, a row, a board or a question; false where something was asked or
        /// said, or for "Go back".
        public var leadsOn: Bool

        public init(
            id: ID, mode: ScanParameters.Mode, pattern: ScanParameters.Pattern, scanTime: Duration,
            extra: Duration = .zero, sinceCueEnded: Duration?, sinceCueBegan: Duration?,
            lateBy: Duration? = nil,
            passes: Int = 0, steps: Int = 0, isContinued: Bool = false, leadsOn: Bool = false
        ) {
            self.id = id
            self.mode = mode
            self.pattern = pattern
            self.scanTime = scanTime
            self.extra = extra
            self.sinceCueEnded = sinceCueEnded
            self.sinceCueBegan = sinceCueBegan
            self.lateBy = lateBy
            self.passes = passes
            self.steps = steps
            self.isContinued = isContinued
            self.leadsOn = leadsOn
        }
    }

    /// How a choice was taken back. Once for each choice; a second one says nothing new.
    public enum Undoing: String, Hashable, Sendable, Codable, CaseIterable {
        /// By a press in the undo window, or by "No" to a question whether it was meant.
        case window
        /// By "never mind" on the open request, within a minute of the choice.
        case neverMind = "never_mind"
        /// The choice led into a group, row or board, and the next thing chosen there was "Go back" (or the back key
        /// was pressed, or a long press went back): the wrong group.
        case wentBack = "went_back"
    }

    /// A press that counted, whatever it did; recorded on release, because its length is known only then. A
    /// press that seems stuck (`switches.stuck_after`) is not recorded.
    public struct Press: Hashable, Sendable {
        /// What it did.
        public enum Use: Hashable, Sendable {
            /// It made this choice.
            case choice(ID)
            /// It woke the kiosk.
            case wake
            /// It moved on (`step`, `step_dwell`), or in `inverse` held the scan going without choosing.
            case move
            /// It answered: took a request back in its window, said yes or no to an announcement.
            case answer
            /// Anything else that a press can mean: a long press, a help call, a digit, the back key.
            case other
            /// Nothing, since nothing was there to choose at that moment.
            case nothing
        }

        public var use: Use
        /// From the press to its release.
        public var held: Duration
        /// From the beginning of the counted press before it, of the same role; `nil` for the first, and where it is
        /// longer than ten seconds (then it says nothing about a hand that presses twice).
        public var sincePrevious: Duration?

        public init(use: Use, held: Duration, sincePrevious: Duration?) {
            self.use = use
            self.held = held
            self.sincePrevious = sincePrevious
        }

        /// A longer time since the press before is not kept.
        public static let longestInterval: Duration = .seconds(10)
    }

    /// A press that was taken for a repeat.
    public struct Ignored: Hashable, Sendable {
        public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
            case ignoreRepeat = "ignore_repeat"
            case releaseTime = "release_time"
        }

        public var reason: Reason
        /// From the beginning of the last counted press of the same role to the beginning of this one.
        public var sincePress: Duration

        public init(reason: Reason, sincePress: Duration) {
            self.reason = reason
            self.sincePress = sincePress
        }
    }

    /// A press that was let go before `acceptance_time`.
    public struct Touch: Hashable, Sendable {
        /// From the press to its release.
        public var held: Duration
        /// `acceptance_time` as it was in force.
        public var needed: Duration

        public init(held: Duration, needed: Duration) {
            self.held = held
            self.needed = needed
        }
    }

    /// A level was offered `loops` times and nothing was chosen in it, though somebody had pressed to have it: to wake
    /// the kiosk, or to open the level. Not where scanning had only gone on by itself after a choice.
    public struct GivenUp: Hashable, Sendable {
        public var mode: ScanParameters.Mode
        public var pattern: ScanParameters.Pattern
        /// As it was in force at the end.
        public var scanTime: Duration
        /// Passes that went by.
        public var passes: Int
        /// Items that went by, all passes together.
        public var steps: Int

        public init(
            mode: ScanParameters.Mode, pattern: ScanParameters.Pattern, scanTime: Duration, passes: Int,
            steps: Int
        ) {
            self.mode = mode
            self.pattern = pattern
            self.scanTime = scanTime
            self.passes = passes
            self.steps = steps
        }
    }
}
