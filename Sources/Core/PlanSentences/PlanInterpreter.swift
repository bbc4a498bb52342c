import Recurrence

/// Puts together what the phrases of one sentence say.
struct PlanInterpreter {
    /// One thing that a phrase says.
    struct Entry {
        var clause: PlanClause
        /// The number of its phrase.
        var phrase: Int
        var isJoined: Bool
        /// For times and parts of the day: when that is.
        var times: [PlanTime] = []
        /// Whether a part of the day only says which half of it a time means.
        var isSpent = false
    }

    var sentence: PlanSentence
    let characters: [Character]
    let tokens: [PlanToken]
    let people: [PlanPerson]
    let now: WallTime
    let zone: String
    /// When the home does what moments are said by.
    let home: [PlanEvent: PlanEventTime]
    let notes: [PlanNote]
    var entries: [Entry] = []
    var ranges: [Range<Int>] = []
    var meanings: [[PlanMeaning]] = []

    init(
        sentence: PlanSentence, characters: [Character], tokens: [PlanToken], people: [PlanPerson],
        now: WallTime, zone: String, home: [PlanEvent: PlanEventTime], notes: [PlanNote]
    ) {
        self.sentence = sentence
        self.characters = characters
        self.tokens = tokens
        self.people = people
        self.now = now
        self.zone = zone
        self.home = home
        self.notes = notes
    }

    mutating func interpret(_ segments: PlanSegments) -> PlanSentence {
        for phrase in segments.phrases {
            for (index, clause) in phrase.clauses.enumerated() {
                entries.append(
                    Entry(clause: clause, phrase: ranges.count, isJoined: phrase.isJoined && index == 0))
            }
            ranges.append(place(phrase.tokens))
            meanings.append(phrase.isInTitle ? [.title] : [])
            for correction in phrase.corrections {
                assume(correction.meant, tokens[correction.token].range)
            }
        }
        for note in notes { takeNote(note.words) }
        readTitle(segments)
        readPeople()
        sentence.hasSubject = !sentence.assignees.isEmpty && segments.phrases.contains(where: \.isSubject)
        let isOpen = sentence.assignees.isEmpty && !sentence.isClaimed && !sentence.isInTurn
        sentence.possibleDoer = segments.mayDoIt && isOpen ? sentence.client : nil
        checkTogether(segments)
        readAmounts()
        readTimes()
        readReminderTimes()
        readSchedule()
        doubt()
        finish(segments)
        return sentence
    }

    // MARK: - Saying it

    mutating func assume(_ kind: PlanAssumption, _ range: Range<Int>? = nil) {
        let assumption = PlanSentence.Assumption(kind: kind, range: range)
        if !sentence.assumptions.contains(assumption) { sentence.assumptions.append(assumption) }
    }

    mutating func fail(_ kind: PlanProblem, _ range: Range<Int>? = nil) {
        let problem = PlanSentence.Problem(kind: kind, range: range)
        if !sentence.problems.contains(problem) { sentence.problems.append(problem) }
    }

    mutating func mean(_ meaning: PlanMeaning, _ entry: Entry) { meanings[entry.phrase].append(meaning) }

    func range(_ entry: Entry) -> Range<Int> { ranges[entry.phrase] }

    private func place(_ range: Range<Int>) -> Range<Int> {
        tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
    }

    // MARK: - Title

    /// The title's place is the beginning, or behind what leads to it; else where the first other words stand. What is quoted is it anywhere.
    private mutating func readTitle(_ segments: PlanSegments) {
        let quoted = segments.runs.firstIndex { run in run.contains { tokens[$0].isQuoted } }
        for (index, run) in segments.runs.enumerated() {
            guard index == quoted ?? 0 else {
                sentence.notUnderstood.append(place(run))
                continue
            }
            var range = place(run)
            if quoted != nil {
                let inside = run.filter { tokens[$0].isQuoted }
                for rest in [run.lowerBound..<inside[0], (inside[inside.count - 1] + 1)..<run.upperBound]
                where rest.contains(where: { tokens[$0].mark == nil }) {
                    sentence.notUnderstood.append(place(rest))
                }
                // Without the quotation marks.
                let words = (inside[0] + 1)..<inside[inside.count - 1]
                guard words.contains(where: { tokens[$0].mark == nil }) else { continue }
                range = place(words)
                sentence.parts.append(
                    .init(range: place(inside[0]..<(inside[inside.count - 1] + 1)), meanings: [.title]))
            } else {
                let named = segments.phrases.first { $0.isInTitle }.map { place($0.tokens).upperBound }
                let rest = (named ?? range.lowerBound)..<range.upperBound
                sentence.parts.append(.init(range: trimmed(rest), meanings: [.title]))
            }
            sentence.title = visible(range)
        }
        addRest(to: segments)
    }

    /// What of the title stands behind a phrase, "sein Zimmer" and "auf", and its verb as it is called: "sets the table" is "set the table",
    /// `räumt sein Zimmer auf` is `sein Zimmer aufräumen`.
    private mutating func addRest(to segments: PlanSegments) {
        guard var title = sentence.title else { return }
        if let rest = segments.titleRest {
            sentence.parts.append(.init(range: place(rest), meanings: [.title]))
            title += " " + visible(place(rest))
        }
        guard !tokens.contains(where: \.isQuoted) else { return }
        sentence.title = segments.matcher.grammar.words.card(
            title, isVerbLast: segments.isVerbLast, isConjugated: segments.isConjugated,
            isFinal: segments.isFinalVerb)
    }

    /// What goes to the details; `text` keeps what was typed there.
    mutating func takeNote(_ range: Range<Int>) {
        let text = Array(sentence.text)[range].filter { !PlanToken.isInvisible($0) }
            .split(whereSeparator: \.isWhitespace).map { String($0) }.joined(separator: " ")
        let note = String(text.reversed().drop { ",;-–—".contains($0) || $0.isWhitespace }.reversed())
        guard !note.isEmpty else { return }
        sentence.note = sentence.note.map { $0 + "\n" + note } ?? note
    }

    /// On one line, and without what nobody sees.
    private func visible(_ range: Range<Int>) -> String {
        characters[range].filter { !PlanToken.isInvisible($0) }.split(whereSeparator: \.isWhitespace)
            .map { String($0) }.joined(separator: " ")
    }

    /// Without space at its beginning.
    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        (range.first { !characters[$0].isWhitespace } ?? range.lowerBound)..<range.upperBound
    }

    /// Words that say nothing known, before what says other days or somebody else, may be another plan: "feed the cat at 8 and mop every
    /// Tuesday". What was said of the first is changed by them then.
    private mutating func doubt() {
        for unknown in sentence.notUnderstood {
            let before = entries.filter { range($0).upperBound <= unknown.lowerBound }
            let after = entries.filter { range($0).lowerBound >= unknown.upperBound }.map(\.clause)
            let place = before.map { range($0).upperBound }.max() ?? 0
            let isApart = characters[place..<unknown.lowerBound].contains { !$0.isWhitespace }
            let clauses = before.map(\.clause)
            let hasDays = clauses.contains { isApart ? $0.saysWhen : $0.saysDays }
            let changesDays = hasDays && after.contains { $0.saysDays || $0.isDailyHabit }
            let changesDoer = clauses.contains(where: \.namesDoer) && after.contains(where: \.namesDoer)
            if changesDays || changesDoer { fail(.severalPlans, unknown) }
        }
    }

    private mutating func finish(_ segments: PlanSegments) {
        for (range, meanings) in zip(ranges, meanings) {
            sentence.parts.append(.init(range: range, meanings: meanings.isEmpty ? [.unusable] : meanings))
        }
        for note in notes where !sentence.parts.contains(where: { $0.range.overlaps(note.whole) }) {
            sentence.parts.append(.init(range: note.whole, meanings: [.note]))
        }
        for joiner in segments.joiners {
            sentence.parts.append(.init(range: place(joiner), meanings: [.joiner]))
        }
        sentence.parts.sort { $0.range.lowerBound < $1.range.lowerBound }
        sentence.notUnderstood.sort { $0.lowerBound < $1.lowerBound }
        sentence.minutesBefore.sort(by: >)
    }
}
