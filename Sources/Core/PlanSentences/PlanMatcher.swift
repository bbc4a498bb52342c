import Recurrence

/// Finds what the pieces of one sentence can mean.
///
/// What a slot matches at a place is found once and kept, and a list has at most `longestList` entries: the work grows with the
/// sentence's length, and not faster.
struct PlanMatcher {
    /// Where a slot's match ends, and what it is.
    struct Found {
        var end: Int
        var value: PlanValue
        /// Whether something in it can mean nothing else; "Sun" alone may also be the one in the sky.
        var isSure: Bool
        var corrections: [Correction] = []
    }

    /// A word that was read as another one.
    struct Correction: Equatable {
        var token: Int
        var meant: PlanAssumption
    }

    /// A phrase that was found, and what it says.
    struct Phrase {
        var end: Int
        var clauses: [PlanClause]
        var corrections: [Correction]
        /// Weighs less than other phrases of its length.
        var isLoose: Bool
        /// Weighs more.
        var isNamed: Bool
    }

    struct Step {
        var node: Int
        var position: Int
        var values: [PlanValue]
        var isSure: Bool
        var corrections: [Correction]
        /// How many words of the pattern itself there were.
        var literals = 0
    }

    static let longestList = 12
    /// A place of a trie can be reached in several ways; more than this many are not followed.
    private static let mostSteps = 200

    let grammar: PlanGrammar
    let tokens: [PlanToken]
    let people: PlanNames
    var known: [PlanSlot: [Int: [Found]]] = [:]
    /// How many places of patterns were looked at: the measure of the work.
    private(set) var steps = 0

    init(grammar: PlanGrammar, tokens: [PlanToken], people: PlanNames) {
        self.grammar = grammar
        self.tokens = tokens
        self.people = people
    }

    // MARK: - Phrases

    /// Every phrase that begins at a token.
    mutating func phrases(at position: Int) -> [Phrase] {
        var found: [Phrase] = []
        guard !isInsideNumber(position) else { return [] }
        // What a pattern says itself is meant before what fills its slots: "every 15 days" may be a phrase of its own.
        let matches = follow(grammar.phrases, from: position).sorted { $0.step.literals > $1.step.literals }
        for (rule, step) in matches where step.isSure {
            let captures = PlanCaptures(values: step.values)
            guard case .phrase(let phrase) = rule,
                let clauses = phrase.clauses(captures, clock: grammar.words.clock)
            else { continue }
            found.append(
                Phrase(
                    end: step.position, clauses: clauses, corrections: step.corrections,
                    isLoose: phrase.isLoose(captures),
                    isNamed: phrase == .bareDuration && !phrase.isLoose(captures)))
        }
        return found
    }

    /// Where a joining word ends that begins here, `nil` where there is none.
    mutating func join(at position: Int) -> Int? {
        follow(grammar.joins, from: position).map(\.step.position).max()
    }

    /// The same for "or" between names.
    mutating func either(at position: Int) -> Int? {
        follow(grammar.eithers, from: position).map(\.step.position).max()
    }

    /// The same for words that do not belong to a title at whose end they stand.
    mutating func filler(at position: Int) -> Int? {
        follow(grammar.fillers, from: position).map(\.step.position).max()
    }

    // MARK: - Patterns

    mutating func follow(
        _ trie: PlanGrammar.Trie, from start: Int
    ) -> [(rule: PlanGrammar.Rule, step: Step)] {
        var found: [(rule: PlanGrammar.Rule, step: Step)] = []
        var steps = [Step(node: 0, position: start, values: [], isSure: false, corrections: [])]
        var done = 0
        while let step = steps.popLast(), done < Self.mostSteps {
            done += 1
            self.steps += 1
            let node = trie.nodes[step.node]
            if step.position > start { found += node.rules.map { ($0, step) } }
            guard tokens.indices.contains(step.position), !tokens[step.position].isQuoted else { continue }
            var literal = step
            literal.position += 1
            literal.literals += 1
            switch tokens[step.position].kind {
            case .word(let word):
                if let next = node.words[word] {
                    literal.node = next
                    literal.isSure = true
                    steps.append(literal)
                }
            case .number(let number, let digits):
                if String(number).count == digits, let next = node.words[String(number)] {
                    literal.node = next
                    literal.isSure = true
                    steps.append(literal)
                }
            case .mark(let mark):
                if let next = node.marks[mark] {
                    literal.node = next
                    literal.isSure = true
                    steps.append(literal)
                }
            }
            for (slot, next) in node.slots {
                for match in matches(slot, at: step.position) {
                    var more = step
                    more.node = next
                    more.position = match.end
                    more.values.append(match.value)
                    more.isSure = more.isSure || match.isSure
                    more.corrections += match.corrections
                    steps.append(more)
                }
            }
        }
        return found
    }
}
