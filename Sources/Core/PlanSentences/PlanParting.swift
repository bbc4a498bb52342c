/// Parts a sentence that plans several things: "Ben vacuums on Saturday and Olga on Sunday" are two plans.
///
/// A new plan begins where words of what is to be done, or the names of others who do it, come with a time of their own. What a later one
/// leaves out it has of the one before: what is to be done, and what is said only once, as "5 points" at the end.
struct PlanParting {
    /// A phrase, or words that are in none.
    private struct Unit {
        var tokens: Range<Int>
        var clauses: [PlanClause] = []
        /// Who is named.
        var people: [[Int]] = []
        /// Whether those are for whom it is.
        var isForThem = false
        /// What is to be done.
        var title: Range<Int>?

        var saysWhen: Bool { clauses.contains(where: \.saysWhen) }
        var saysTime: Bool { clauses.contains(where: \.isTimeOfDay) }
        /// Whether it can begin a plan.
        var isStrong: Bool { title != nil || !people.isEmpty && clauses.isEmpty }

        func names(sameAs other: Unit) -> Bool {
            !people.isEmpty && !other.people.isEmpty && isForThem == other.isForThem
        }
    }

    /// As many plans are found in one sentence; the last one has the rest.
    static let most = 8

    private let characters: [Character]
    private let tokens: [PlanToken]
    private var units: [Unit] = []

    /// - Parameter segments: Divided, and with names still among the words of no phrase.
    init(_ segments: PlanSegments, of characters: [Character]) {
        self.characters = characters
        tokens = segments.matcher.tokens
        var segments = segments
        for phrase in segments.phrases {
            var unit = Unit(tokens: phrase.tokens, clauses: phrase.clauses)
            for case .people(let people, let wanted) in phrase.clauses {
                (unit.people, unit.isForThem) = (people, wanted == .client)
            }
            units.append(unit)
        }
        for run in segments.runs { units.append(Self.unit(of: run, &segments)) }
        units.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
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
        unit.title = hasWord ? title : nil
        return unit
    }

    // MARK: - The place

    /// The sentence of the first plan, and that of those behind it; `nil` where it is one plan.
    func parted() -> (first: String, rest: String)? {
        guard units.count(where: \.saysWhen) > 1 else { return nil }
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
        let named = units.indices.filter { !units[$0].people.isEmpty && !units[$0].isForThem }
        return zip(named, named.dropFirst()).contains { one, other in
            units[one].people != units[other].people && units[one..<other].contains(where: \.saysWhen)
                && units[other...].contains(where: \.saysWhen)
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
        let rest = text(units[index].tokens.lowerBound..<tokens.count)
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
            ? "\(text(begins.tokens)) \(title) \(text(begins.tokens.upperBound..<tokens.count))"
            : "\(title) \(rest)"
        return (
            adding(shared(from: right, with: left), to: first),
            adding(shared(from: left, with: right), to: whole.trimmedOfSpace)
        )
    }

    // MARK: - What is said once

    /// Phrases that say something for both, of which the others say nothing.
    private func shared(from some: ArraySlice<Unit>, with others: ArraySlice<Unit>) -> [String] {
        let known = Set(others.flatMap(\.clauses).flatMap(\.kinds))
        return some.filter { unit in
            let kinds = unit.clauses.map(\.shared)
            return !kinds.isEmpty && kinds.allSatisfy { kind in kind.map { !known.contains($0) } ?? false }
        }.map { text($0.tokens) }
    }

    private func adding(_ phrases: [String], to text: String) -> String {
        ([text] + phrases).joined(separator: " ")
    }

    /// On one line.
    private func text(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        let place = tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
        return String(characters[place]).trimmedOfSpace
    }
}

extension PlanClause {
    /// What a phrase says that can be said once for several plans.
    fileprivate enum Shared: Hashable {
        case time, cycle, points, start, end, duration, reminders
    }

    /// `nil` for what belongs to one plan alone.
    fileprivate var shared: Shared? {
        switch self {
        case .times, .span, .part: .time
        // "every week", where the days are said with each.
        case .every(_, let unit): unit == .week || unit == .month || unit == .year ? .cycle : nil
        case .points: .points
        case .from: .start
        case .until, .count, .lasting: .end
        case .duration: .duration
        case .remindBefore, .remindAt, .remindWhenDue, .noReminder: .reminders
        case .intro, .habit, .weeksNotOfMonth, .weekdaysOfMonth, .monthDays, .yearly, .timesPer, .days,
            .afterDone, .inTime, .except, .people, .subjects, .inTurn, .claimed:
            nil
        }
    }

    /// What the others need not say again.
    fileprivate var kinds: [Shared] {
        switch self {
        case .every, .habit, .weekdaysOfMonth, .monthDays, .yearly, .timesPer, .afterDone: [.cycle]
        case .inTime: [.time]
        case .intro, .weeksNotOfMonth, .times, .span, .part, .days, .except, .from, .until, .count, .lasting,
            .duration, .points, .remindBefore, .remindAt, .remindWhenDue, .noReminder, .people, .subjects,
            .inTurn, .claimed:
            shared.map { [$0] } ?? []
        }
    }

    fileprivate var isTimeOfDay: Bool { shared == .time }
}

extension String {
    /// Without space at its ends, and with one space wherever there are several.
    fileprivate var trimmedOfSpace: String {
        split(whereSeparator: \.isWhitespace).map { String($0) }.joined(separator: " ")
    }
}
