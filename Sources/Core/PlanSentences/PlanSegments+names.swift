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

    /// "Tom sets the table". With a single word behind it a caregiver's name may be the one who is called: `Anna anrufen`.
    private mutating func takeSubject(of run: Range<Int>) {
        guard let name = name(at: run.lowerBound), name.end < run.upperBound, name.people.count == 1,
            name.people[0].count == 1, !isPossessive(name.end)
        else { return }
        let isClient = matcher.people.people[name.people[0][0]].kind == .client
        guard isClient || run.upperBound - name.end > 1 else { return }
        add(name, run.lowerBound..<name.end, isInTitle: true)
    }

    /// "Anna and Ben set the table": several do it, each at their turn, so their names are no part of what they do.
    ///
    /// With a single word behind them, they may be those who are called: `Anna und Ben anrufen`. "In turn" leaves no doubt.
    private mutating func partedSubjects(of run: Range<Int>, isInTurn: Bool) -> Range<Int> {
        guard let name = name(at: run.lowerBound), name.people.count > 1, name.end < run.upperBound,
            !isPossessive(name.end), isInTurn || run.upperBound - name.end > 1
        else { return run }
        phrases.append(
            Phrase(tokens: run.lowerBound..<name.end, clauses: [.subjects(name.people)], corrections: []))
        return name.end..<run.upperBound
    }

    /// "Tom's birthday".
    private func isPossessive(_ index: Int) -> Bool {
        let tokens = matcher.tokens
        return tokens[index].word == "s"
            && tokens[index].range.lowerBound == tokens[index - 1].range.upperBound + 1
    }

    private mutating func name(at index: Int) -> (end: Int, people: [[Int]])? {
        guard let found = matcher.matches(.people, at: index).last, case .people(let people) = found.value
        else { return nil }
        return (found.end, people)
    }

    private mutating func add(
        _ name: (end: Int, people: [[Int]]), _ tokens: Range<Int>, isInTitle: Bool = false
    ) {
        phrases.append(
            Phrase(
                tokens: tokens, clauses: [.people(name.people, wanted: nil)], corrections: [],
                isInTitle: isInTitle))
    }
}
