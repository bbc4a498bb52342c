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
    /// What somebody is told to do, folded, and its infinitive: `deck` is `decken`.
    public var imperatives: [String: String]
    /// Words, folded, with which a title whose verb stands last does not begin: `den Müll rausbringen` is `Müll rausbringen`.
    public var articles: Set<String>
    /// Words, folded, behind which, with a colon, a note stands: "note".
    public var notes: Set<String>
    /// Whether it is asked who does what a verb alone behind a client's name says: "Mia walks". Not where nouns end as such verbs do.
    public var asksDoer: Bool
    /// In a language whose verbs stand last in what somebody is to do: how these end, and what is on a card instead, `kursun` and `kur`.
    public var finalVerbs: [Infinitive]
    /// Endings there of what something is done to, folded, also behind a name and an apostrophe: `kediyi`, `Tom'u`.
    public var nameEndings: Set<String>
    /// Words, folded, that stand before a verb and say that somebody does it to themselves: `se`.
    public var reflexives: Set<String>
    /// Whether an infinitive has such a word at its end: `se lava` is `lavarse`.
    public var joinsReflexive: Bool
    /// Words, folded, that say that several do it at once.
    public var together: Set<String>
    /// What people call themselves, folded: "I".
    public var me: Set<String>

    public init(
        language: String, clock: Clock, joinsWeekdayAndPart: Bool,
        tables: [PlanTable: [Int: [PlanPattern]]], phrases: [PlanPhrase: [PlanPattern]],
        lookalikes: [String], infinitiveEndings: [String]? = nil, verbPrefixes: [String] = [],
        infinitives: [Infinitive] = [], objectStarts: [String] = [], duties: [String] = [],
        imperatives: [Infinitive] = [], articles: [String] = [], notes: [String] = [], asksDoer: Bool = false,
        finalVerbs: [Infinitive] = [], nameEndings: [String] = [],
        reflexives: [String] = [], joinsReflexive: Bool = false,
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
        self.imperatives = Dictionary(
            imperatives.flatMap { one in
                // Where a verb stands last, the "e" of such a form is often left out: `deck`.
                let short =
                    !verbPrefixes.isEmpty && one.ending.hasSuffix("e") ? [String(one.ending.dropLast())] : []
                return ([one.ending] + short).flatMap(PlanFolding.spellings).map { ($0, one.infinitive) }
            }
        ) { first, _ in first }
        self.articles = Set(articles.flatMap(PlanFolding.spellings))
        self.notes = Set(notes.flatMap(PlanFolding.spellings))
        self.asksDoer = asksDoer
        self.finalVerbs = finalVerbs
        self.reflexives = Set(reflexives.flatMap(PlanFolding.spellings))
        self.joinsReflexive = joinsReflexive
        self.nameEndings = Set(nameEndings.flatMap(PlanFolding.spellings))
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
}
