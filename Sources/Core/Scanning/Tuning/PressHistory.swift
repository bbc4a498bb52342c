/// The stored records of a person's presses, sorted for counting: oldest first, and each choice with its
/// outcome.
public struct PressHistory: Hashable, Sendable {
    /// A choice and whether it was taken back.
    public struct Choice: Hashable, Sendable {
        public var choice: PressRecord.Choice
        public var undoing: PressRecord.Undoing?

        public var isUndone: Bool { undoing != nil }
        /// Whether it counted for the item before the one that was being said.
        public var isLate: Bool { choice.lateBy != nil }
        /// Sooner after the first sound than anybody can react, and yet counted for that item.
        public var isEarly: Bool {
            guard choice.lateBy == nil, let since = choice.sinceCueBegan else { return false }
            return since < PressHistory.earliestReaction
        }
        /// Pressed before the cue had ended: the person knew the word, or the order.
        public var isAnticipation: Bool {
            guard let since = choice.sinceCueEnded else { return true }
            return since < .zero
        }
        /// The time in which a press counts, from the end of the cue.
        public var gap: Duration { choice.scanTime + choice.extra }
        /// Offers of this item that went by although somebody wanted something.
        public var misses: Int { choice.isContinued ? 0 : choice.passes }
    }

    /// Nobody reacts to a sound faster; the same figure as the default of `late_press_window`.
    public static let earliestReaction: Duration = .milliseconds(150)
    /// So many of the newest choices count: what was months ago says little of today.
    public static let newestChoices = 1000

    /// At most `newestChoices`.
    public private(set) var choices: [Choice] = []
    /// Presses that counted, whatever they did.
    public private(set) var presses: [PressRecord.Press] = []
    public private(set) var ignored: [PressRecord.Ignored] = []
    public private(set) var touches: [PressRecord.Touch] = []
    public private(set) var givenUp: [PressRecord.GivenUp] = []

    /// - Parameter records: in the order in which they were kept.
    public init(_ records: some Sequence<PressRecord>) {
        var undoings: [PressRecord.ID: PressRecord.Undoing] = [:]
        var made: [PressRecord.Choice] = []
        for record in records {
            switch record {
            case .choice(let choice): made.append(choice)
            case .undone(let id, let how): if undoings[id] == nil { undoings[id] = how }
            case .press(let press): presses.append(press)
            case .ignored(let press): ignored.append(press)
            case .touch(let touch): touches.append(touch)
            case .gaveUp(let attempt): givenUp.append(attempt)
            // They are for the model of presses.
            case .weighed, .visit: break
            }
        }
        choices = made.suffix(Self.newestChoices).map { Choice(choice: $0, undoing: undoings[$0.id]) }
        undone = Set(undoings.keys)
    }

    /// Whether anything is known at all.
    public var isEmpty: Bool {
        choices.isEmpty && presses.isEmpty && ignored.isEmpty && touches.isEmpty && givenUp.isEmpty
    }

    /// The choices of modes in which scanning moves on by itself, so that there is a gap to press in.
    public var timed: [Choice] {
        choices.filter {
            switch $0.choice.mode {
            case .automatic, .inverse: true
            case .step, .stepDwell, .direct: false
            }
        }
    }

    /// Choices that were what the person wanted: they led to something and stood.
    public var needs: Int { choices.count { !$0.choice.leadsOn && !$0.isUndone } }

    /// Whether a counted press did what the person wanted; `nil` if unknown.
    public func wasMeant(_ press: PressRecord.Press) -> Bool? {
        switch press.use {
        case .choice(let id): undone.contains(id) ? false : true
        case .answer, .move: true
        case .nothing: false
        case .wake, .other: nil
        }
    }

    /// The ids of choices that were taken back.
    private var undone: Set<PressRecord.ID> = []
}
