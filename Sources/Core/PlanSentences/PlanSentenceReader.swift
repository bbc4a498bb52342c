public import Recurrence

/// Why a text is not read at all.
public enum PlanSentenceError: Error, Hashable, Sendable {
    /// Nothing that can be seen.
    case empty
    /// Longer than `PlanSentenceReader.longest`.
    case tooLong
}

/// Reads "walk every Monday and Thursday at 8, remind 10 minutes before".
public struct PlanSentenceReader: Sendable {
    /// In characters.
    public static let longest = 500
    /// A character can be made of any number of marks: so long is no sentence of anybody.
    static let longestUTF8 = 4000

    private let grammar: PlanGrammar

    public init(_ grammar: PlanGrammar) { self.grammar = grammar }

    /// What a sentence says.
    ///
    /// - Parameters:
    ///   - now: The local time in the zone; "tomorrow" and "on Monday" are counted from it.
    ///   - zone: An IANA name, with which the schedule is made.
    ///   - people: Whom the sentence may name; of more than 500 the first.
    /// Throws: `PlanSentenceError`.
    public func read(
        _ text: String, now: WallTime, zone: String, people: [PlanPerson] = []
    ) throws(PlanSentenceError) -> PlanSentence {
        guard text.utf8.count <= Self.longestUTF8 else { throw .tooLong }
        let characters = Array(text)
        guard characters.count <= Self.longest else { throw .tooLong }
        var tokens = PlanToken.tokens(of: characters)
        guard tokens.contains(where: { $0.mark == nil }) else { throw .empty }
        PlanToken.markQuoted(&tokens)
        let names = PlanNames(people)
        var segments = PlanSegments(PlanMatcher(grammar: grammar, tokens: tokens, people: names))
        segments.divide()
        segments.takeNames()
        var interpreter = PlanInterpreter(
            sentence: PlanSentence(text: text), characters: characters, tokens: tokens, people: names.people,
            now: now, zone: zone)
        return interpreter.interpret(segments)
    }
}
