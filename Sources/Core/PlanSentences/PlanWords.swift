/// The words of one language in which a plan is said: what a words file has, `plan-words.en.yaml`.
public struct PlanWords: Equatable, Sendable {
    /// How clocks are read in this language.
    public enum Clock: String, CaseIterable, Sendable {
        /// `3:30` may be in the afternoon.
        case twelve = "12"
        /// `3:30` is at night.
        case twentyFour = "24"
    }

    /// BCP 47.
    public var language: String
    public var clock: Clock
    /// Whether a weekday and a part of the day are written as one word, `Montagabend`.
    public var joinsWeekdayAndPart: Bool
    /// Patterns by what they stand for, a number that the table explains.
    public var tables: [PlanTable: [Int: [PlanPattern]]]
    public var phrases: [PlanPhrase: [PlanPattern]]
    /// Words that look like a mistyped weekday or month and are none, folded: "sundae".
    public var lookalikes: Set<String>
    /// Endings of a verb, folded, that behind a name says what is done with that person: `Anna anrufen`. `nil` where any word may say so.
    public var infinitiveEndings: [String]?
    /// Words, folded, that stand behind what is done and belong to its verb: `räumen das Zimmer auf`. In a language that has them, the verb
    /// of a title stands last: `das Zimmer aufräumen`.
    public var verbPrefixes: Set<String>
    /// How verbs of one person end and their infinitives do, for a verb that is made to stand last.
    public var infinitives: [Infinitive]
    /// Words, folded, with which what is done something to begins: "the", "his". Behind a name and a verb they say that this person does it.
    public var objectStarts: Set<String>
    /// What stands before what somebody has to do, folded, in its words: "has to", "should".
    public var duties: [[String]]
    /// Words, folded, that say that several do it at once.
    public var together: Set<String>
    /// What people call themselves, folded: "I".
    public var me: Set<String>

    public init(
        language: String, clock: Clock, joinsWeekdayAndPart: Bool,
        tables: [PlanTable: [Int: [PlanPattern]]], phrases: [PlanPhrase: [PlanPattern]],
        lookalikes: [String], infinitiveEndings: [String]? = nil, verbPrefixes: [String] = [],
        infinitives: [Infinitive] = [], objectStarts: [String] = [], duties: [String] = [],
        together: [String] = [], me: [String] = []
    ) {
        self.language = language
        self.clock = clock
        self.joinsWeekdayAndPart = joinsWeekdayAndPart
        self.tables = tables
        self.phrases = phrases
        self.lookalikes = Set(lookalikes.flatMap(PlanFolding.spellings))
        self.infinitiveEndings = infinitiveEndings?.map(PlanFolding.plain)
        self.verbPrefixes = Set(verbPrefixes.flatMap(PlanFolding.spellings))
        self.infinitives = infinitives
        self.objectStarts = Set(objectStarts.flatMap(PlanFolding.spellings))
        self.duties = duties.map { PlanToken.tokens(of: Array($0)).compactMap(\.word) }.filter { !$0.isEmpty }
        self.together = Set(together.flatMap(PlanFolding.spellings))
        self.me = Set(me.flatMap(PlanFolding.spellings))
    }

    /// An ending of a verb of one person, and that of its infinitive: "bringt" is "bringen".
    public struct Infinitive: Hashable, Sendable {
        public var ending: String
        public var infinitive: String

        public init(of ending: String, _ infinitive: String) {
            (self.ending, self.infinitive) = (ending, infinitive)
        }
    }

    /// A verb in its infinitive; as it is where no ending fits.
    func infinitive(of verb: String) -> String {
        let fitting = infinitives.filter { verb.hasSuffix($0.ending) }
        guard let longest = fitting.max(by: { $0.ending.count < $1.ending.count }) else { return verb }
        return verb.dropLast(longest.ending.count) + longest.infinitive
    }

    /// What begins with a verb, with that behind the rest: `räumt sein Zimmer auf` as `sein Zimmer aufräumen`.
    func verbLast(_ title: String) -> String {
        let words = title.split(separator: " ").map { String($0) }
        guard let first = words.first else { return title }
        let verb = infinitive(of: first)
        guard let last = words.dropFirst().last, verbPrefixes.contains(PlanFolding.plain(last)) else {
            return (words.dropFirst() + [verb]).joined(separator: " ")
        }
        return (words.dropFirst().dropLast() + [last + verb]).joined(separator: " ")
    }
}
