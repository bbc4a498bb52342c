import Evidence
import Scanning

/// The result of one need.
struct Outcome: Sendable {
    /// The id of what was wanted.
    var need = ""
    /// From the first try to the press that asked for it; `nil` if it came to nothing.
    var seconds: Double?
    /// Words that scanning offered meanwhile; with a keypad, intended keys.
    var steps = 0
    /// Intended presses that succeeded.
    var presses = 0
    /// Something else was asked or said.
    var wrong = 0
    /// Of these, undone at once.
    var undone = 0
    /// A group or question was opened that was not on the way.
    var wrongTurns = 0
    /// Began after the person had changed (`PressModel.Change`), and among the first presses after that.
    var isChanged = false
    var isNewlyChanged = false

    var isRight: Bool { seconds != nil }
    /// Right, and nothing unwanted remains.
    var isClean: Bool { isRight && wrong == undone }
}

/// What the kiosk thought of a press, and what was true.
struct WeighedPress: Sendable {
    /// How likely the kiosk called what it took it for, 0–1.
    var certainty: Double
    /// Whether the person meant that.
    var isMeant: Bool
}

/// Everything that is counted while one way of scanning is simulated.
struct Tally: Sendable {
    var outcomes: [Outcome] = []
    /// Asked while nothing was wanted.
    var falseRequests = 0
    var falseRequestsUndone = 0
    /// Said while nothing was wanted; cannot be undone.
    var falseSayings = 0
    /// Time in which nothing was wanted.
    var idleSeconds = 0.0
    /// The total time.
    var seconds = 0.0
    /// Choices of any sort: requests, sayings, levels that were opened.
    var selections = 0
    /// From the end of a cue to the press that moved on, in seconds, where presses do.
    var stepLatencies: [Double] = []
    /// The kiosk's own records of the presses.
    var records: [PressRecord] = []
    var profile = PressProfile()
    /// What the kiosk thought of presses, and what was true.
    var weighed: [WeighedPress] = []
    /// Presses that were asked back, meant or not.
    var askedBack = 0
    /// From a meant press that was asked back to the next that was taken, while something was wanted.
    var askedBackSeconds = 0.0
    /// Meant presses that were made, those of a calibration before it included.
    var meantPresses = 0
    /// Of these, since the person has changed.
    var pressesSinceChange = 0
}
