import HomeFiles
import Scanning
import Time

/// The client's presses: how edges become presses, which press made the present choice, and the records for
/// tuning.
///
/// | a press | the present choice is | what it does later |
/// |---|---|---|
/// | is given to the scanner | as before; the next one is by it | what the scanner makes of it |
/// | makes the scanner choose | at the press, by its switch | – |
/// | answers a question | at the press, by whom it was | – |
/// | answers when it goes down | at the press | nothing |
/// | is a touch on a screen | the next one is by no switch | – |
struct PressInput: Sendable {
    private(set) var filter: SwitchFilter
    var recorder: PressRecorder
    /// What the times of presses say.
    var weighing = Weighing()
    /// Until when what is known of presses has got older.
    var agedUntil: Instant?
    private let stuckAfter: Duration
    /// The last press that the scanner was given.
    private var last: SwitchRole?
    private var chosenBy: SwitchRole?
    /// When the person made the present choice.
    private(set) var chosenAt = Instant(nanoseconds: 0)
    /// A press that answered when it went down: its later effects are void.
    private var answered: SwitchPress?

    init(_ scanning: ScanParameters, stuckAfter: Duration, keepsRecords: Bool) {
        filter = SwitchFilter(parameters: scanning, stuckAfter: stuckAfter)
        recorder = PressRecorder(isOn: keepsRecords)
        self.stuckAfter = stuckAfter
    }

    /// Only with every switch up: no press changes its meaning midway.
    mutating func adopt(_ scanning: ScanParameters, keepsRecords: Bool) {
        filter = SwitchFilter(parameters: scanning, stuckAfter: stuckAfter)
        recorder.isOn = keepsRecords
    }

    mutating func take(_ edge: SwitchEdge) -> [FilteredPress] { filter.handle(edge) }
    mutating func advance(to now: Instant) -> [FilteredPress] { filter.advance(to: now) }

    // MARK: - Acting

    mutating func begin(_ filtered: FilteredPress, acceptanceTime: Duration) {
        recorder.begin(filtered, acceptanceTime: acceptanceTime)
    }

    mutating func end(_ filtered: FilteredPress) { recorder.end(filtered, stuckAfter: stuckAfter) }

    /// The scanner is given a press, or a touch (`nil`).
    mutating func scans(_ role: SwitchRole?) { last = role }

    /// The scanner says that the person has chosen.
    mutating func chose(at instant: Instant) {
        chosenAt = instant
        chosenBy = last
    }

    /// A press belongs to a question.
    mutating func answers(_ press: SwitchPress) {
        chosenAt = press.began
        recorder.note(.answer)
    }

    /// It answered when it went down.
    mutating func isOver(_ press: SwitchPress) { answered = press }

    func hasAnswered(_ press: SwitchPress) -> Bool { press == answered }

    /// Whether the present choice was made by this switch.
    func wasChosen(by role: SwitchRole) -> Bool { chosenBy == role }
}
