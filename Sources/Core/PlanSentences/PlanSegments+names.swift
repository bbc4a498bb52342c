/// Names that stand in a sentence without a word that says what for: "Tom sets the table", "table at 18:30, Tom".
extension PlanSegments {
    /// Takes names out of what no phrase has: they say for whom it is, or who does it.
    ///
    /// A name counts where it stands alone, between marks and phrases, and at the beginning of the title, which keeps it there. In the
    /// middle of other words it belongs to them: "call Tom".
    mutating func takeNames() {
        let isQuoted = matcher.tokens.contains(where: \.isQuoted)
        let saysInTurn = phrases.contains { $0.clauses.contains(.inTurn) }
        var kept: [Range<Int>] = []
        for (index, run) in runs.enumerated() {
            // Nothing else could be what is planned.
            let isAll = runs.count == 1 && name(at: run.lowerBound)?.end == run.upperBound
            var rest = isAll ? run : partedName(atEndOf: partedName(atStartOf: run))
            if index == 0, !isAll, !isQuoted, rest.lowerBound == run.lowerBound {
                rest = partedSubjects(of: rest, isInTurn: saysInTurn)
                if rest.lowerBound == run.lowerBound { takeSubject(of: rest) }
            }
            if !rest.isEmpty { kept.append(rest) }
        }
        runs = kept
        joinTitle()
        phrases.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    /// What remains of a run whose beginning is names alone: "Tom, set the table".
    private mutating func partedName(atStartOf run: Range<Int>) -> Range<Int> {
        guard let name = name(at: run.lowerBound), name.end <= run.upperBound else { return run }
        guard name.end == run.upperBound || isMark(name.end) else { return run }
        add(name, run.lowerBound..<name.end)
        var start = name.end
        while start < run.upperBound, isMark(start) { start += 1 }
        return start..<run.upperBound
    }

    /// The same of its end: "set the table, Tom".
    private mutating func partedName(atEndOf run: Range<Int>) -> Range<Int> {
        for mark in run where isMark(mark) {
            guard let name = name(at: mark + 1), name.end == run.upperBound else { continue }
            add(name, (mark + 1)..<name.end)
            var end = mark
            while end > run.lowerBound, isMark(end - 1) { end -= 1 }
            return run.lowerBound..<end
        }
        return run
    }

    /// "Tom sets the table". With a verb alone behind it a caregiver's name may be the one who is called: `Anna anrufen`.
    private mutating func takeSubject(of run: Range<Int>) {
        guard let name = name(at: run.lowerBound), name.end < run.upperBound, name.people.count == 1,
            name.people[0].count == 1, !isPossessive(name.end)
        else { return }
        let isClient = matcher.people.people[name.people[0][0]].kind == .client
        guard isClient || !mayBeCalled(by: name.end..<run.upperBound) else { return }
        add(name, run.lowerBound..<name.end, isInTitle: true)
    }

    /// "Anna and Ben set the table": several do it, each at their turn, so their names are no part of what they do.
    ///
    /// With a verb alone behind them, they may be those who are called: `Anna und Ben anrufen`. "In turn" leaves no doubt.
    private mutating func partedSubjects(of run: Range<Int>, isInTurn: Bool) -> Range<Int> {
        guard let name = name(at: run.lowerBound), name.people.count > 1, name.end < run.upperBound,
            !isPossessive(name.end), isInTurn || !mayBeCalled(by: name.end..<run.upperBound)
        else { return run }
        phrases.append(
            Phrase(
                tokens: run.lowerBound..<name.end,
                clauses: [.subjects(name.people)] + (name.isEither ? [.claimed] : []), corrections: []))
        hasPartedSubjects = true
        return name.end..<run.upperBound
    }

    /// Whether what stands behind a name may say what is done with that person.
    private func mayBeCalled(by words: Range<Int>) -> Bool {
        guard words.count == 1 else { return false }
        guard let endings = matcher.grammar.words.infinitiveEndings else { return true }
        return matcher.tokens[words.lowerBound].word.map { word in endings.contains { word.hasSuffix($0) } }
            ?? false
    }

    /// `Anna und Ben decken um 18 Uhr den Tisch`: where a verb stands by itself behind who does it, what is done stands behind a phrase; so
    /// does the rest of a verb of two parts, `räumt das Zimmer um 18 Uhr auf`.
    private mutating func joinTitle() {
        // In other languages words behind a phrase are none of the title, and are marked.
        guard !matcher.grammar.words.verbPrefixes.isEmpty else { return }
        guard runs.count > 1, !matcher.tokens.contains(where: \.isQuoted) else { return }
        let (verb, rest) = (runs[0], runs[1])
        let subject = phrases.last { $0.tokens.lowerBound <= verb.lowerBound && $0.namesSubject }
        guard let subject, subject.tokens.upperBound <= verb.upperBound else { return }
        let words = max(verb.lowerBound, subject.tokens.upperBound)..<verb.upperBound
        guard words.count == 1 || isVerbPrefix(rest) else { return }
        let between = verb.upperBound..<rest.lowerBound
        guard between.allSatisfy({ index in phrases.contains { $0.tokens.contains(index) } }) else { return }
        runs.remove(at: 1)
        titleRest = rest
        isVerbLast = words.count == 1 && hasPartedSubjects
    }

    /// Whether it is the rest of a verb of two parts and nothing else.
    func isVerbPrefix(_ words: Range<Int>) -> Bool {
        words.count == 1
            && matcher.tokens[words.lowerBound].word.map(matcher.grammar.words.verbPrefixes.contains) ?? false
    }

    /// "Tom's birthday".
    func isPossessive(_ index: Int) -> Bool {
        let tokens = matcher.tokens
        return tokens[index].word == "s"
            && tokens[index].range.lowerBound == tokens[index - 1].range.upperBound + 1
    }

    /// The longest list of names that begins at a token.
    mutating func name(at index: Int) -> (end: Int, people: [[Int]], isEither: Bool)? {
        guard let found = matcher.matches(.people, at: index).last,
            case .people(let people, let isEither) = found.value
        else { return nil }
        return (found.end, people, isEither)
    }

    private mutating func add(
        _ name: (end: Int, people: [[Int]], isEither: Bool), _ tokens: Range<Int>, isInTitle: Bool = false
    ) {
        phrases.append(
            Phrase(
                tokens: tokens,
                clauses: [.people(name.people, wanted: nil)] + (name.isEither ? [.claimed] : []),
                corrections: [], isInTitle: isInTitle))
    }
}

extension PlanSegments.Phrase {
    /// Whether it is the name, or the names, of who does what the title says.
    fileprivate var namesSubject: Bool {
        isInTitle || clauses.contains { if case .subjects = $0 { true } else { false } }
    }
}
