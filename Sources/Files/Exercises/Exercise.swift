/// Something that a person does in guided steps: breathing, attention to the body or to what is around, listening, or a quiet game.
public struct Exercise: Equatable, Sendable {
    /// One step; they follow each other.
    public struct Step: Equatable, Sendable {
        public enum Action: Equatable, Sendable {
            /// Words, spoken by the main voice or played as a recording.
            case say(Words)
            /// Paced breathing.
            case breathe(Breathing)
            /// Silence, with what the screen shows.
            case pause(Duration)
            /// Waits for a press; the words say for what.
            case press(Words)
            /// A quiet game, until the client stops it.
            case play(Game)
            /// The sound of water.
            case listen(Calm, Duration)
        }

        public var action: Action
        /// A picture for the screen from this step on, by its path.
        public var picture: String?

        public init(action: Action, picture: String? = nil) {
            self.action = action
            self.picture = picture
        }
    }

    /// A quiet game for one switch, by ear alone.
    public enum Game: String, Codable, CaseIterable, Sendable {
        /// A garden that grows with each press.
        case garden
        /// A bird that is to be found by listening.
        case bird
    }

    /// What can be listened to.
    public enum Calm: String, Codable, CaseIterable, Sendable { case sea, rain }

    /// What is said, and a recording of it if there is one.
    public struct Words: Equatable, Sendable {
        public var text: String
        /// The path of a sound file that is played instead.
        public var recording: String?

        public init(_ text: String, recording: String? = nil) {
            self.text = text
            self.recording = recording
        }
    }

    /// The one that is done where no other is chosen, and that comes first in every list: 4 s in, 6 s out, five minutes. Six breaths a minute
    /// with a longer breath out are what studies of slow breathing agree on most (S. Laborde et al., *Psychophysiology* 59, 2021).
    public static let usual = "calm"

    /// The same in every language: an assignment names it.
    public var id: String
    /// What the client hears and reads.
    public var name: String
    /// BCP 47, e.g. `en-GB`.
    public var language: String
    /// One emoji, or the path of a picture.
    public var symbol: String?
    /// What it is and how it is done, before it begins.
    public var instructions: Words
    public var steps: [Step]

    public init(
        id: String, name: String, language: String, symbol: String? = nil, instructions: Words, steps: [Step]
    ) {
        self.id = id
        self.name = name
        self.language = language
        self.symbol = symbol
        self.instructions = instructions
        self.steps = steps
    }

    /// Whether it is in the language of a tag: `en` and `en-GB` are the same.
    public func isIn(_ other: String) -> Bool { Self.base(language) == Self.base(other) }

    private static func base(_ tag: String) -> String {
        (tag.split(separator: "-").first.map(String.init) ?? tag).lowercased()
    }

    /// The same for somebody with so many breaths a minute.
    public func from(_ ownRate: Double) -> Exercise {
        var own = self
        for index in own.steps.indices {
            guard case .breathe(var breathing) = own.steps[index].action else { continue }
            breathing.ownRate = ownRate
            own.steps[index].action = .breathe(breathing)
        }
        return own
    }

    /// The paced breathing in it.
    public var breathing: [Breathing] {
        steps.compactMap { step in if case .breathe(let breathing) = step.action { breathing } else { nil } }
    }
}

/// Which exercises somebody may do whose breathing needs care: with a ventilator, COPD or asthma.
public enum BreathingCare: String, CaseIterable, Codable, Sendable, Comparable {
    /// Everything.
    case any
    /// Nothing that holds the breath, draws it out, or goes on for long.
    case noHolds = "no_holds"
    /// Nothing that paces the breath.
    case none

    /// The longest breath in or out, and the longest paced breathing, that is allowed to those who must not hold theirs: the slowest that
    /// the studies of slow breathing use as a rule is six a minute, ten seconds for both (Laborde et al. 2021), and five minutes a day are
    /// what is studied (Balban et al. 2023).
    static let longestPhase: Duration = .seconds(6)
    static let longestBreathing: Duration = .seconds(5 * 60)

    /// The more it allows, the smaller it is.
    public static func < (one: Self, other: Self) -> Bool {
        func strictness(_ care: Self) -> Int {
            switch care {
            case .any: 0
            case .noHolds: 1
            case .none: 2
            }
        }
        return strictness(one) < strictness(other)
    }

    public func allows(_ exercise: Exercise) -> Bool {
        switch self {
        case .any: true
        case .noHolds:
            exercise.breathing.allSatisfy { !$0.holds }
                && Breathing.longestPhase(of: exercise.breathing) <= Self.longestPhase
                && exercise.breathing.reduce(.zero) { $0 + $1.length } <= Self.longestBreathing
        case .none: exercise.breathing.isEmpty
        }
    }
}
