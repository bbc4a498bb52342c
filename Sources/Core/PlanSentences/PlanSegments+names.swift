/// Names that stand in a sentence without a word that says what for: "Tom sets the table", "table at 18:30, Tom".
extension PlanSegments {
    /// Takes names out of what no phrase has: they say for whom it is, or who does it.
    ///
    /// A name counts where it stands alone, between marks and phrases, and at the beginning of the title, which keeps it there where it is for
    /// them. In the middle of other words it belongs to them: "call Tom".
    mutating func takeNames() {
        let isQuoted = matcher.tokens.contains(where: \.isQuoted)
        let saysInTurn = phrases.contains { $0.clauses.contains(.inTurn) }
        var kept: [Range<Int>] = []
        for (index, run) in runs.enumerated() {
            // Nothing else could be what is planned.
            let isAll = runs.count == 1 && name(at: run.lowerBound)?.end == run.upperBound
            var rest = isAll ? run : partedName(atEndOf: partedName(atStartOf: run))
            if index == 0, !isAll, !isQuoted, rest.lowerBound == run.lowerBound {
                let next = runs.indices.contains(1) ? runs[1] : nil
                rest = partedSubject(of: rest, before: next, isInTurn: saysInTurn)
            }
            if index == 0, !isQuoted, rest == run { readImperative(run) }
            if !rest.isEmpty { kept.append(rest) }
        }
        runs = kept
        if let strangers, !runs.isEmpty { runs.insert(strangers, at: 1) }
        if !isQuoted { readColon() }
        joinTitle()
        if !isQuoted { readFinalVerb() }
        phrases.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    /// `Räum dein Zimmer auf`, and `Decke jeden Tag um 18 Uhr den Tisch`: the verb stands first where somebody is told to. By itself such a
    /// word may be a noun: `Decke`.
    private mutating func readImperative(_ run: Range<Int>) {
        let words = matcher.grammar.words
        guard !words.verbPrefixes.isEmpty,
            let verb = matcher.tokens[run.lowerBound].word, words.imperatives[verb] != nil
        else { return }
        let next = run.count > 1 ? run.lowerBound + 1 : runs.dropFirst().first?.lowerBound
        guard let next, let word = matcher.tokens[next].word else { return }
        isVerbLast = words.objectStarts.contains(word)
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

    /// Whether what stands behind a name may say what is done with that person.
    func mayBeCalled(by words: Range<Int>) -> Bool {
        guard words.count == 1 else { return false }
        guard let endings = matcher.grammar.words.infinitiveEndings else { return true }
        return matcher.tokens[words.lowerBound].word.map { word in endings.contains { word.hasSuffix($0) } }
            ?? false
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

    mutating func add(
        _ name: (end: Int, people: [[Int]], isEither: Bool), _ tokens: Range<Int>, isInTitle: Bool = false
    ) {
        phrases.append(
            Phrase(
                tokens: tokens,
                clauses: [.people(name.people, wanted: nil)] + (name.isEither ? [.claimed] : []),
                corrections: [], isInTitle: isInTitle))
    }
}
