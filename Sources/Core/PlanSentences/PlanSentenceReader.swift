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
    ///   - writer: The id of whoever has written it: "I".
    ///   - home: When the home does what a time may be said by: "after dinner".
    /// Throws: `PlanSentenceError`.
    public func read(
        _ text: String, now: WallTime, zone: String, people: [PlanPerson] = [], writer: String? = nil,
        home: [PlanEvent: PlanEventTime] = [:]
    ) throws(PlanSentenceError) -> PlanSentence {
        let characters = try Self.characters(text)
        let names = PlanNames(people, writer: writer, me: grammar.words.me)
        let found = PlanNoteFinder(characters, grammar: grammar, people: names)
        var segments = try divided(found.characters, names)
        let parting = PlanParting(segments, of: found.characters)
        let isSeveral = parting.isSeveral || parting.parted() != nil
        segments.takeNames()
        var interpreter = PlanInterpreter(
            sentence: PlanSentence(text: text), characters: found.characters, tokens: segments.matcher.tokens,
            people: names.people, now: now, zone: zone, home: home, notes: found.notes)
        if isSeveral { interpreter.fail(.severalPlans) }
        return interpreter.interpret(segments)
    }

    /// The sentences of the plans that one sentence says, in its order, each of which `read` understands by itself: "Ben vacuums on Saturday
    /// and Olga on Sunday" are "Ben vacuums on Saturday" and "Olga vacuums on Sunday". At most `PlanParting.most`.
    ///
    /// Throws: `PlanSentenceError`.
    public func plans(
        in text: String, people: [PlanPerson] = [], writer: String? = nil
    ) throws(PlanSentenceError) -> [String] {
        _ = try Self.characters(text)
        let names = PlanNames(people, writer: writer, me: grammar.words.me)
        var plans: [String] = []
        var rest = [text]
        while let next = rest.popLast() {
            guard plans.count + rest.count + 1 < PlanParting.most else {
                plans.append(next)
                continue
            }
            let characters = Array(next)
            guard characters.count <= Self.longest,
                let parts = try parted(characters, names)
            else {
                plans.append(next)
                continue
            }
            rest += [parts.rest, parts.first]
        }
        return plans
    }

    private func parted(
        _ characters: [Character], _ names: PlanNames
    ) throws(PlanSentenceError) -> (first: String, rest: String)? {
        let found = PlanNoteFinder(characters, grammar: grammar, people: names)
        return PlanParting(try divided(found.characters, names, found.notes), of: characters).parted()
    }

    /// What a plan's title says is done at some time of the home's day: "Dinner". `nil` for every other title.
    public func event(_ title: String) -> PlanEvent? {
        let tokens = PlanToken.tokens(of: Array(title.prefix(Self.longest)))
        var matcher = PlanMatcher(grammar: grammar, tokens: tokens, people: PlanNames([]))
        for found in matcher.matches(.event, at: 0) where found.end == tokens.count {
            if case .event(let event) = found.value { return event }
        }
        return nil
    }

    private static func characters(_ text: String) throws(PlanSentenceError) -> [Character] {
        guard text.utf8.count <= longestUTF8 else { throw .tooLong }
        let characters = Array(text)
        guard characters.count <= longest else { throw .tooLong }
        return characters
    }

    private func divided(
        _ characters: [Character], _ names: PlanNames, _ notes: [PlanNote] = []
    ) throws(PlanSentenceError) -> PlanSegments {
        var tokens = PlanToken.tokens(of: characters)
        guard tokens.contains(where: { $0.mark == nil }) else { throw .empty }
        PlanToken.markQuoted(&tokens)
        tokens = tokens.holding(notes)
        var segments = PlanSegments(PlanMatcher(grammar: grammar, tokens: tokens, people: names))
        segments.divide()
        return segments
    }
}
