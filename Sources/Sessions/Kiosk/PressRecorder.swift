import FoundationEssentials
import Scanning
import Time

/// Records how the client presses, for tuning: only times, never what was chosen.
struct PressRecorder: Sendable {
    /// "Never mind" this soon after a choice undoes a mistake; later it is a change of mind.
    static let regret: TimeInterval = 60

    /// More switches are never down at once.
    private static let mostDown = 20

    /// `tuning.keep`.
    var isOn: Bool
    private var records: [PressRecord] = []
    /// The press that is being acted on.
    private var acting: SwitchPress?
    private var uses: [SwitchPress: PressRecord.Press.Use] = [:]
    private var intervals: [SwitchPress: Duration] = [:]
    /// When the last press of a role that counted began.
    private var lastCounted: [SwitchRole: Instant] = [:]
    /// The last choice, if it only led further and nothing was chosen since.
    private var leading: PressRecord.ID?
    private var lastChoice: PressRecord.ID?
    /// Which choice asked for a request, and when.
    private var asked: [UUID: (choice: PressRecord.ID, at: Date)] = [:]

    init(isOn: Bool) { self.isOn = isOn }

    /// The records since the last call.
    mutating func collect() -> [PressRecord] {
        defer { records = [] }
        return isOn ? records : []
    }

    // MARK: - Presses

    /// Before a press is acted on.
    mutating func begin(_ filtered: FilteredPress, acceptanceTime: Duration) {
        acting = filtered.press
        switch filtered {
        case .down(let press):
            if let last = lastCounted[press.role] {
                let since = last.duration(to: press.began)
                intervals[press] = since <= PressRecord.Press.longestInterval ? since : nil
            }
            lastCounted[press.role] = press.began
            // A stuck press is never reported as released.
            if uses.count > Self.mostDown { (uses, intervals) = ([:], [:]) }
            uses[press] = .nothing
        case .ignored(let press, let reason):
            guard let last = lastCounted[press.role] else { break }
            records.append(
                .ignored(.init(reason: reason, sincePress: last.duration(to: press.began))))
        case .tooShort(_, let held):
            records.append(.touch(.init(held: held, needed: acceptanceTime)))
        case .undecided, .decided, .press, .longPress, .again, .released, .call, .stuck, .unstuck: break
        }
    }

    /// What the current press turned out to be; a choice is not overwritten.
    mutating func note(_ use: PressRecord.Press.Use) {
        guard let acting, let present = uses[acting] else { return }
        switch present {
        case .choice: return
        case .wake, .move, .answer, .other, .nothing: uses[acting] = use
        }
    }

    /// After a press was handled: a released one is complete.
    mutating func end(_ filtered: FilteredPress, stuckAfter: Duration) {
        defer { acting = nil }
        guard case .released(let press, let released) = filtered, let use = uses.removeValue(forKey: press)
        else { return }
        let interval = intervals.removeValue(forKey: press)
        let held = press.began.duration(to: released)
        guard held < stuckAfter else { return }
        records.append(.press(.init(use: use, held: held, sincePrevious: interval)))
    }

    // MARK: - Choices

    /// A choice that the person has timed to a cue.
    mutating func chose(_ choice: PressRecord.Choice) {
        records.append(.choice(choice))
        note(.choice(choice.id))
        lastChoice = choice.id
        leading = choice.leadsOn ? choice.id : nil
    }

    /// The choice that this press has made.
    func lastMade(by press: SwitchPress) -> PressRecord.ID? {
        guard case .choice(let id)? = uses[press] else { return nil }
        return id
    }

    /// "Go back" was the first thing chosen, or done by a key, after the choice that led here.
    mutating func wentBack(fromQuestion: Bool) {
        guard let leading else { return }
        records.append(.undone(leading, fromQuestion ? .window : .wentBack))
        self.leading = nil
    }

    mutating func asked(_ request: UUID, at now: Date) {
        guard let lastChoice else { return }
        asked[request] = (lastChoice, now)
        self.lastChoice = nil
        asked = asked.filter { now.timeIntervalSince($0.value.at) < Self.regret || $0.key == request }
    }

    mutating func tookBack(_ request: UUID, inWindow: Bool, at now: Date) {
        guard let made = asked.removeValue(forKey: request) else { return }
        if inWindow {
            records.append(.undone(made.choice, .window))
        } else if now.timeIntervalSince(made.at) < Self.regret {
            records.append(.undone(made.choice, .neverMind))
        }
    }

    mutating func gaveUp(_ attempt: PressRecord.GivenUp) { records.append(.gaveUp(attempt)) }
}

extension FilteredPress {
    /// The press of the record.
    fileprivate var press: SwitchPress? {
        switch self {
        case .tooShort(let press, _), .ignored(let press, _), .down(let press), .press(let press),
            .longPress(let press), .again(let press, _), .released(let press, _):
            press
        case .undecided, .decided, .call, .stuck, .unstuck: nil
        }
    }
}
