/// Parts a sentence that plans several things: "Ben vacuums on Saturday and Olga on Sunday" are two plans.
///
/// A new plan begins where words of what is to be done, or the names of others who do it, come with a time of their own. What a later one
/// leaves out it has of the one before: the days, what is to be done, and, where that is the same, what is said only once, as "5 points" at
/// the end. Where one ends with a full stop, words with days or times of their own are a new plan behind it.
struct PlanParting {
    /// A phrase, or words that are in none.
    struct Unit {
        var tokens: Range<Int>
        var clauses: [PlanClause] = []
        /// Who is named.
        var people: [[Int]] = []
        /// Whether those are for whom it is.
        var isForThem = false
        /// What is to be done.
        var title: Range<Int>?
        /// Those of its words that say on which days.
        var days: Range<Int>?

        var saysWhen: Bool { clauses.contains(where: \.saysWhen) }
        var saysTime: Bool { clauses.contains(where: \.isTimeOfDay) }
        /// Whether it can begin a plan.
        var isStrong: Bool { title != nil || !people.isEmpty && clauses.isEmpty }

        /// Whether both name people in the same way: "with Anna" says nobody who does it instead of Tom.
        func names(sameAs other: Unit) -> Bool {
            !people.isEmpty && !other.people.isEmpty && isForThem == other.isForThem
                && clauses.isEmpty == other.clauses.isEmpty
        }
    }

    /// As many plans are found in one sentence; the last one has the rest.
    static let most = 8

    private let characters: [Character]
    private let tokens: [PlanToken]
    /// Marks with which a sentence ends and behind which another one begins.
    let ends: Set<Int>
    private(set) var units: [Unit] = []

    /// - Parameter segments: Divided, and with names still among the words of no phrase.
    init(_ segments: PlanSegments, of characters: [Character]) {
        self.characters = characters
        tokens = segments.matcher.tokens
        ends = Self.ends(of: segments, characters)
        var segments = segments
        for phrase in segments.phrases {
            var unit = Unit(tokens: phrase.tokens, clauses: phrase.clauses)
            for case .people(let people, let wanted) in phrase.clauses {
                (unit.people, unit.isForThem) = (people, wanted == .client)
            }
            unit.days = Self.days(of: phrase, &segments)
            units.append(unit)
        }
        var isNamed = false
        let runs = segments.runs.flatMap { Self.sentences(of: $0, ends, &segments) }
        for run in runs {
            for piece in Self.pieces(of: run, isNamed, &segments) {
                let unit = Self.unit(of: piece, &segments)
                isNamed = isNamed || !unit.people.isEmpty
                units.append(unit)
            }
        }
        units.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    /// "tomorrow" of "tomorrow morning": the time of day is not the next plan's.
    private static func days(of phrase: PlanSegments.Phrase, _ segments: inout PlanSegments) -> Range<Int>? {
        guard phrase.clauses.contains(where: \.saysDays) else { return nil }
        guard phrase.clauses.contains(where: \.isTimeOfDay) else { return phrase.tokens }
        for start in phrase.tokens {
            let ends = segments.matcher.phrases(at: start).filter { $0.clauses.allSatisfy(\.saysDays) }
                .map(\.end).filter { $0 <= phrase.tokens.upperBound }
            if let end = ends.max() { return start..<end }
        }
        return phrase.tokens
    }

    /// A run in two where somebody else is named inside it: "sein Zimmer auf und Anna".
    ///
    /// - Parameter isNamed: Whether the sentence has said before who does what.
    private static func pieces(
        of run: Range<Int>, _ isNamed: Bool, _ segments: inout PlanSegments
    ) -> [Range<Int>] {
        let tokens = segments.matcher.tokens
        let own = segments.name(at: run.lowerBound)
        guard isNamed || own != nil else { return [run] }
        let start = max(run.lowerBound + 1, own?.end ?? 0)
        for index in start..<max(start, run.upperBound) where !tokens[index].isQuoted {
            guard let end = segments.isMark(index) ? index + 1 : segments.matcher.join(at: index),
                let name = segments.name(at: end), name.end <= run.upperBound
            else { continue }
            let behind = name.end..<run.upperBound
            let isPlan =
                behind.isEmpty
                ? tokens.indices.contains(name.end) && tokens[name.end].mark == nil
                : !segments.isPossessive(name.end) && !segments.isVerbPrefix(behind)
            guard isPlan else { continue }
            var last = index
            while last > run.lowerBound, segments.isMark(last - 1) { last -= 1 }
            return [run.lowerBound..<last] + pieces(of: end..<run.upperBound, true, &segments)
        }
        return [run]
    }

    /// "and, if it hurts, at 20": words between commas behind a joining word begin no plan.
    private static func isAside(_ run: Range<Int>, _ segments: inout PlanSegments) -> Bool {
        let tokens = segments.matcher.tokens
        let (joiner, comma) = (run.lowerBound - 2, run.lowerBound - 1)
        return joiner >= 0 && tokens[comma].mark == "," && tokens[joiner].mark == nil
            && tokens.indices.contains(run.upperBound) && tokens[run.upperBound].mark == ","
            && segments.matcher.filler(at: joiner) == comma
    }

    private static func unit(of run: Range<Int>, _ segments: inout PlanSegments) -> Unit {
        var unit = Unit(tokens: run)
        var title = run
        if let name = segments.name(at: run.lowerBound), name.end <= run.upperBound,
            name.end == run.upperBound || !segments.isPossessive(name.end)
        {
            unit.people = name.people
            title = name.end..<run.upperBound
        }
        if unit.people.isEmpty {
            for mark in run where segments.isMark(mark) {
                guard let name = segments.name(at: mark + 1), name.end == run.upperBound else { continue }
                unit.people = name.people
                title = run.lowerBound..<mark
            }
        }
        while let first = title.first, segments.isMark(first) { title = (first + 1)..<title.upperBound }
        let hasWord = title.contains { segments.matcher.tokens[$0].word != nil }
        unit.title = hasWord && !isAside(run, &segments) ? title : nil
        return unit
    }

    // MARK: - The place

    /// The sentence of the first plan, and that of those behind it; `nil` where it is one plan.
    func parted() -> (first: String, rest: String)? {
        guard units.count(where: \.saysWhen) > 1 else { return nil }
        for index in units.indices.dropFirst() where beginsSentence(index) {
            if let parts = sentences(at: index) { return parts }
        }
        for isStrong in [true, false] {
            for index in units.indices.dropFirst()
            where units[index].isStrong == isStrong && isApart(index) {
                if let parts = parted(at: index) { return parts }
            }
        }
        return nil
    }

    /// Whether different people do it at different times, though it is not clear what each does.
    var isSeveral: Bool {
        [true, false].contains { isBare in
            let named = units.indices.filter {
                !units[$0].people.isEmpty && !units[$0].isForThem && units[$0].clauses.isEmpty == isBare
            }
            return zip(named, named.dropFirst()).contains { one, other in
                units[one].people != units[other].people && units[one..<other].contains(where: \.saysWhen)
                    && units[other...].contains(where: \.saysWhen)
            }
        }
    }

    /// Whether something stands between a unit and the one before it, or a name begins it.
    private func isApart(_ index: Int) -> Bool {
        let (before, after) = (units[index - 1].tokens.upperBound, units[index].tokens.lowerBound)
        let isNamed = !units[index].people.isEmpty && units[index].clauses.isEmpty
        let gap = tokens[before - 1].range.upperBound..<tokens[after].range.lowerBound
        return before < after || isNamed || gap.contains { characters[$0].isNewline }
    }

    private func parted(at index: Int) -> (first: String, rest: String)? {
        let (left, right) = (units[..<index], units[index...])
        guard left.contains(where: \.saysWhen), right.contains(where: \.saysWhen),
            left.contains(where: { $0.title != nil })
        else { return nil }
        let pair = left.lazy.compactMap { one in
            right.first { one.names(sameAs: $0) }.map { (one, $0) }
        }.first
        let first = text(left[left.startIndex].tokens.lowerBound..<units[index - 1].tokens.upperBound)
        let days = days(from: left, for: plan(at: index))
        let rest = text(from: units[index].tokens.lowerBound, with: days, index)
        if right.contains(where: { $0.title != nil }) {
            // Without names, each says its own time: "if it is dry" says nothing of another plan.
            let haveTimes = left.contains(where: \.saysTime) == right.contains(where: \.saysTime)
            return pair != nil || haveTimes ? (first, rest) : nil
        }
        guard let (one, other) = pair, one.people != other.people else { return nil }
        let title = left.compactMap(\.title).map(text).joined(separator: " ")
        let begins = units[index]
        let whole =
            begins.clauses.isEmpty
            ? "\(text(begins.tokens)) \(title) \(text(from: begins.tokens.upperBound, with: days, index))"
            : "\(title) \(rest)"
        return (
            adding(shared(from: right, with: left), to: first),
            adding(shared(from: left, with: right).filter { !days.contains($0) }, to: whole.trimmedOfSpace)
        )
    }

    /// What the plan that begins with a unit says, without those behind it.
    private func plan(at index: Int) -> ArraySlice<Unit> {
        guard let when = units[index...].firstIndex(where: \.saysWhen),
            let next = units.indices.first(where: { $0 > when && units[$0].isStrong && isApart($0) })
        else { return units[index...] }
        return units[index..<next]
    }

    // MARK: - What is said once

    /// Phrases that say something for both, of which the others say nothing.
    private func shared(from some: ArraySlice<Unit>, with others: ArraySlice<Unit>) -> [Range<Int>] {
        let known = Set(others.flatMap(\.clauses).flatMap(\.kinds))
        return some.filter { unit in
            let kinds = unit.clauses.map(\.shared)
            return !kinds.isEmpty && kinds.allSatisfy { kind in kind.map { !known.contains($0) } ?? false }
        }.map(\.tokens)
    }

    /// On which days a plan is, and from when until when, for the one behind it; nothing where that one says days itself.
    func days(from some: ArraySlice<Unit>, for other: ArraySlice<Unit>) -> [Range<Int>] {
        let clauses = other.flatMap(\.clauses)
        guard !clauses.contains(where: \.saysOwnDays) else { return [] }
        let known = Set(clauses.flatMap(\.kinds))
        return some.compactMap { unit in
            let isFrame =
                !unit.clauses.isEmpty
                && unit.clauses.allSatisfy { $0.framesDays && known.isDisjoint(with: $0.kinds) }
            return unit.days ?? (isFrame ? unit.tokens : nil)
        }
    }

    private func adding(_ phrases: [Range<Int>], to sentence: String) -> String {
        ([sentence] + phrases.map { text($0) }).joined(separator: " ")
    }

    /// The words from a token on, with phrases behind the first time that the plan of a unit says.
    func text(from start: Int, with phrases: [Range<Int>], _ index: Int) -> String {
        let whole = start..<tokens.count
        guard !phrases.isEmpty, let when = units[index...].firstIndex(where: \.saysWhen) else {
            return text(whole)
        }
        let last = units[when...].prefix { $0.saysWhen }.last ?? units[when]
        let place = last.tokens.upperBound
        let begin = adding(phrases, to: text(start..<place))
        guard place < whole.upperBound else { return begin }
        let isTight = tokens[place - 1].range.upperBound == tokens[place].range.lowerBound
        return begin + (isTight ? "" : " ") + text(place..<whole.upperBound)
    }

    /// On one line.
    func text(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        let place = tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
        return String(characters[place]).trimmedOfSpace
    }
}

extension String {
    /// Without space at its ends, and with one space wherever there are several.
    fileprivate var trimmedOfSpace: String {
        split(whereSeparator: \.isWhitespace).map { String($0) }.joined(separator: " ")
    }
}
