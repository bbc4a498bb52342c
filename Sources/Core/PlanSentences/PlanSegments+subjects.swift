/// Who does something, where a verb behind their names says so: "Tom sets the table", "Anna and Ben set the table", "someone sets the table".
/// They are no part of the title then.
extension PlanSegments {
    /// What remains of a run without those at its beginning who do it, and without "has to".
    ///
    /// - Parameter next: The run behind it.
    mutating func partedSubject(of run: Range<Int>, before next: Range<Int>?, isInTurn: Bool) -> Range<Int> {
        guard !run.isEmpty else { return run }
        if let rest = partedAnybody(of: run) ?? partedInversion(of: run) { return rest }
        guard let name = name(at: run.lowerBound), name.end < run.upperBound, !isPossessive(name.end) else {
            return run
        }
        let (place, rest) = (run.lowerBound..<name.end, name.end..<run.upperBound)
        let action = behindDuty(rest)
        let hasDuty = action.lowerBound > rest.lowerBound
        if name.people.count > 1 {
            // With a verb alone behind them, they may be those who are called: `Anna und Ben anrufen`. "In turn" leaves no doubt.
            guard isInTurn || hasDuty || !mayBeCalled(by: rest) else { return run }
            add(name, place, as: .subjects(name.people))
        } else {
            guard let person = person(name.people) else { return run }
            if person.kind == .client {
                let isHelped = phrases.contains { $0.clauses.contains { $0.asksForDoer } }
                let isSure = hasDuty || saysAction(rest, before: next)
                guard isSure, !isHelped else {
                    // "Maria umlagern", "Mia medicine": it is for them.
                    add(name, place, isInTitle: true)
                    mayDoIt =
                        !isHelped && matcher.grammar.words.asksDoer && mayBeVerb(rest.lowerBound)
                    return run
                }
                add(name, place, as: .subjects(name.people))
            } else {
                // With a verb alone behind it the name may be the one who is called: `Anna anrufen`.
                guard hasDuty || !mayBeCalled(by: rest) else { return run }
                add(name, place, as: .people(name.people, wanted: nil))
            }
        }
        if !hasDuty { takeVerb(of: action, isSingular: name.people.count == 1 || name.isEither) }
        return action
    }

    /// "someone takes the rubbish out".
    private mutating func partedAnybody(of run: Range<Int>) -> Range<Int>? {
        let behind = phrases.firstIndex {
            $0.tokens.lowerBound == run.upperBound && $0.clauses == [.claimed]
        }
        if let behind, isVerbLastLanguage, run.count == 1, mayBeVerb(run.lowerBound),
            phrases.contains(where: { $0.tokens.upperBound == run.lowerBound })
        {
            // `Jeden Dienstag bringt jemand den Müll raus`
            phrases[behind].isSubject = true
            isVerbLast = true
            return run
        }
        let subject = phrases.firstIndex {
            $0.tokens.upperBound == run.lowerBound && $0.clauses == [.claimed]
        }
        guard let subject else { return nil }
        let action = behindDuty(run)
        phrases[subject].isSubject = true
        if action == run { takeVerb(of: action, isSingular: true) }
        return action
    }

    /// `Jeden Tag decken Ben und Olga den Tisch`: behind what says when, the verb stands before those who do it.
    private mutating func partedInversion(of run: Range<Int>) -> Range<Int>? {
        let verb = run.lowerBound
        let isDuty = matcher.tokens[verb].word.map { matcher.grammar.words.duties.contains([$0]) } ?? false
        guard isVerbLastLanguage, isDuty || mayBeVerb(verb) || isInfinitive(verb),
            phrases.contains(where: { $0.tokens.upperBound == verb }),
            let name = name(at: verb + 1), name.end <= run.upperBound,
            name.end == run.upperBound || !isPossessive(name.end)
        else { return nil }
        let isOne = name.people.count == 1
        // Of two who have the name, nobody knows which one.
        guard !isOne || person(name.people) != nil else { return nil }
        guard isDuty || (isOne || name.isEither ? mayBeVerb(verb) : isInfinitive(verb)) else { return nil }
        let isClient = isOne && person(name.people)?.kind == .client
        add(
            name, (verb + 1)..<name.end,
            as: isOne && !isClient ? .people(name.people, wanted: nil) : .subjects(name.people))
        // `Jeden Tag soll Ben den Tisch decken`
        guard !isDuty else { return name.end..<run.upperBound }
        isVerbLast = true
        let rest = name.end..<run.upperBound
        if mayComplete(rest) { titleRest = rest } else if !rest.isEmpty { strangers = rest }
        return verb..<(verb + 1)
    }

    /// "Tom: feed the cat" says what he does, and "Tom: medicine" what is for him. `Tom: die Beine eincremen` may be either.
    mutating func readColon() {
        guard let run = runs.first, run.count > 1 else { return }
        let colon = phrases.firstIndex {
            $0.tokens.upperBound == run.lowerBound && matcher.tokens[run.lowerBound - 1].mark == ":"
        }
        guard let colon, case .people(let named, wanted: .caregiver)? = phrases[colon].clauses.first,
            person(named)?.kind == .client,
            phrases.count(where: { $0.clauses.contains { $0.asksForDoer } }) == 1
        else { return }
        if isVerbLastLanguage {
            mayDoIt = isInfinitive(run.upperBound - 1)
        } else if startsObject(run.lowerBound + 1) {
            phrases[colon].clauses = [.subjects(named)]
            phrases[colon].isSubject = true
        }
    }

    /// What stands first of what they do is to be put as it is called: "sets the table" is "set the table".
    private mutating func takeVerb(of action: Range<Int>, isSingular: Bool) {
        guard !action.isEmpty else { return }
        let verb = verb(in: action)
        guard isVerbLastLanguage else {
            let isSure = matcher.grammar.words.asksDoer || action.count > 1 && startsObject(verb + 1)
            // "set" is how several do it, too; `mettent` is not `mettre`.
            isConjugated = (isSingular || !matcher.grammar.words.asksDoer) && isSure && mayBeVerb(verb)
            return
        }
        let hasObject = action.count > 1 && startsObject(verb + 1)
        isVerbLast = isSingular ? mayBeVerb(verb) : hasObject && isInfinitive(verb)
    }

    /// Behind "has to", "should" and the like.
    private func behindDuty(_ run: Range<Int>) -> Range<Int> {
        let ends = matcher.grammar.words.duties.compactMap { duty -> Int? in
            let end = run.lowerBound + duty.count
            guard end <= run.upperBound else { return nil }
            let fits = zip(run.lowerBound..<end, duty).allSatisfy { matcher.tokens[$0].word == $1 }
            return fits ? end : nil
        }
        return (ends.max() ?? run.lowerBound)..<run.upperBound
    }

    /// Behind what only says that somebody does it to themselves: `se brosse les dents`.
    private func verb(in words: Range<Int>) -> Int {
        let isReflexive =
            matcher.tokens[words.lowerBound].word.map(matcher.grammar.words.reflexives.contains) ?? false
        return isReflexive && words.count > 1 ? words.lowerBound + 1 : words.lowerBound
    }

    /// Whether a verb and what it is done to are surely what stands behind a name: "feeds the cat", and not "tablets".
    private func saysAction(_ words: Range<Int>, before next: Range<Int>?) -> Bool {
        let verb = verb(in: words)
        guard mayBeVerb(verb) else { return false }
        if verb + 1 < words.upperBound { return startsObject(verb + 1) }
        return isVerbLastLanguage && (next.map { startsObject($0.lowerBound) } ?? false)
    }

    /// Whether a word may be what one person does, by how it ends.
    private func mayBeVerb(_ index: Int) -> Bool {
        let words = matcher.grammar.words
        guard let word = matcher.tokens[index].word, !startsObject(index), !isNoun(index) else {
            return false
        }
        return !words.asksDoer ? !words.objectStarts.isEmpty : words.infinitive(of: word) != word
    }

    /// Whether a word may be a verb as several do it, or as it is called.
    private func isInfinitive(_ index: Int) -> Bool {
        guard let word = matcher.tokens[index].word, !startsObject(index), !isNoun(index) else {
            return false
        }
        return (matcher.grammar.words.infinitiveEndings ?? []).contains { word.hasSuffix($0) }
    }

    private func startsObject(_ index: Int) -> Bool {
        matcher.tokens[index].word.map(matcher.grammar.words.objectStarts.contains) ?? false
    }

    /// Whether it is written as a noun, where nouns have capitals.
    private func isNoun(_ index: Int) -> Bool { isVerbLastLanguage && matcher.tokens[index].isCapital }

    /// Whether a title's verb stands last.
    private var isVerbLastLanguage: Bool { !matcher.grammar.words.verbPrefixes.isEmpty }

    private func person(_ named: [[Int]]) -> PlanPerson? {
        named.count == 1 && named[0].count == 1 ? matcher.people.people[named[0][0]] : nil
    }

    private mutating func add(
        _ name: (end: Int, people: [[Int]], isEither: Bool), _ tokens: Range<Int>, as clause: PlanClause
    ) {
        phrases.append(
            Phrase(
                tokens: tokens, clauses: [clause] + (name.isEither ? [.claimed] : []), corrections: [],
                isSubject: true))
    }

    /// `Tom masayı kursun`: where the verb of what somebody is to do stands last, it says that whoever stands first does it.
    mutating func readFinalVerb() {
        guard !matcher.grammar.words.finalVerbs.isEmpty, let last = runs.last else { return }
        if matcher.tokens[last.upperBound - 1].word.flatMap(matcher.grammar.words.stem) != nil {
            isFinalVerb = takeFirst()
        }
        // `kediyi her gün besle`
        guard runs.count == 2, runs[1].count == 1 else { return }
        let object = matcher.tokens[runs[0].upperBound - 1].word ?? ""
        guard matcher.grammar.words.nameEndings.contains(where: object.hasSuffix) else { return }
        titleRest = runs[1]
        runs.removeLast()
    }

    /// Whether somebody is named first, who does it then.
    private mutating func takeFirst() -> Bool {
        guard let first = runs.first else { return false }
        let alone = phrases.firstIndex { phrase in
            guard phrase.tokens.lowerBound == 0 || phrase.isInTitle, phrase.clauses.count == 1,
                case .people(_, wanted: nil) = phrase.clauses[0]
            else { return false }
            return !hasEnding(phrase.tokens.upperBound)
        }
        if let alone, case .people(let named, _) = phrases[alone].clauses[0] {
            phrases[alone].clauses = [.subjects(named)]
            (phrases[alone].isInTitle, phrases[alone].isSubject) = (false, true)
            let start = min(max(first.lowerBound, phrases[alone].tokens.upperBound), first.upperBound)
            runs[0] = start..<first.upperBound
        } else if let name = name(at: first.lowerBound), name.end <= first.upperBound,
            name.end < first.upperBound || runs.count > 1, !hasEnding(name.end)
        {
            add(name, first.lowerBound..<name.end, as: .subjects(name.people))
            runs[0] = name.end..<first.upperBound
        } else {
            return false
        }
        if runs[0].isEmpty { runs.removeFirst() }
        return true
    }

    /// `Tom'u`: what stands behind an apostrophe belongs to the name.
    private func hasEnding(_ index: Int) -> Bool {
        let tokens = matcher.tokens
        return tokens.indices.contains(index) && tokens[index].word != nil
            && tokens[index].range.lowerBound == tokens[index - 1].range.upperBound + 1
            && tokens[index].word.map(matcher.grammar.words.nameEndings.contains) ?? false
    }

    // MARK: - What stands apart

    /// `Anna und Ben decken um 18 Uhr den Tisch`: where a verb stands by itself behind who does it, what is done stands behind a phrase; so
    /// does the rest of a verb of two parts, `räumt das Zimmer um 18 Uhr auf`, and an infinitive, `den Müll am Dienstag rausbringen`.
    mutating func joinTitle() {
        // In other languages words behind a phrase are none of the title, and are marked.
        guard isVerbLastLanguage, titleRest == nil else { return }
        guard runs.count > 1, !matcher.tokens.contains(where: \.isQuoted) else { return }
        let (first, rest) = (runs[0], runs[1])
        let between = first.upperBound..<rest.lowerBound
        guard between.allSatisfy({ index in phrases.contains { $0.tokens.contains(index) } }) else { return }
        guard mayComplete(rest) else { return }
        let subject = phrases.last { $0.tokens.lowerBound <= first.lowerBound && $0.namesSubject }
        if isVerbLast, isVerbAlone(first), !startsObject(first.lowerBound) {
            takeRest(rest)
        } else if let subject, subject.tokens.upperBound <= first.upperBound,
            max(first.lowerBound, subject.tokens.upperBound) + 1 == first.upperBound || isVerbPrefix(rest)
        {
            let isWithoutNames = subject.isSubject && !startsObject(first.lowerBound)
            isVerbLast = isVerbLast || isWithoutNames && first.count == 1
            takeRest(rest)
        } else if isVerbLast, isVerbPrefix(rest) {
            // `Räum dein Zimmer um 18 Uhr auf`
            takeRest(rest)
        } else if isInfinitive(rest.lowerBound), rest.count == 1 || isMark(rest.lowerBound + 1) {
            takeRest(rest.lowerBound..<(rest.lowerBound + 1))
        }
    }

    /// `putzt`, and `putzt sich`.
    private func isVerbAlone(_ words: Range<Int>) -> Bool {
        words.count == 1
            || words.count == 2
                && matcher.tokens[words.lowerBound + 1].word.map(matcher.grammar.words.reflexives.contains)
                    ?? false
    }

    /// Whether words that stand apart from a title's verb may be what it is done to, where to, or the rest of it: `den Tisch`, `ins Kino`,
    /// `spazieren`, `auf`. Others say nothing that is known, such as a mistyped `wöchnetlich`.
    private func mayComplete(_ rest: Range<Int>) -> Bool {
        guard let first = rest.first, let last = rest.last else { return false }
        let isObject = rest.contains { startsObject($0) || matcher.tokens[$0].isCapital }
        if isObject || isInfinitive(first) || isVerbPrefix(last..<(last + 1)) { return true }
        // Where somebody writes no noun with a capital, any word may be one that does not look mistyped.
        let writesNouns = matcher.tokens.dropFirst().contains { token in
            token.isCapital && !(token.word.map(matcher.people.words.contains) ?? true)
        }
        return !writesNouns && !rest.contains(where: matcher.isMistyped)
    }

    /// The words behind it stay what they are.
    private mutating func takeRest(_ rest: Range<Int>) {
        titleRest = rest
        var others = rest.upperBound..<runs[1].upperBound
        while let mark = others.first, isMark(mark) { others = (mark + 1)..<others.upperBound }
        if others.isEmpty { runs.remove(at: 1) } else { runs[1] = others }
    }
}

extension PlanSegments.Phrase {
    /// Whether it is the name, or the names, of who does what the title says.
    fileprivate var namesSubject: Bool { isInTitle || isSubject }
}

extension PlanClause {
    /// Whether words such as "with" or "by" name who does it.
    fileprivate var asksForDoer: Bool {
        if case .people(_, wanted: .caregiver) = self { true } else { false }
    }
}
