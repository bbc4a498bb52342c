public import FoundationEssentials
public import Recurrence

/// Who had one due time of a routine.
public struct PastTurn: Sendable, Equatable {
    /// Who had it in the end: who claimed it, got it or swapped it, else whoever the plan had.
    public var person: String
    /// Whom the plan had; `nil` where that was nobody.
    public var planned: String?
    public var at: Date

    public init(person: String, planned: String?, at: Date) {
        self.person = person
        self.planned = planned
        self.at = at
    }

    /// One that went as it was planned.
    public init(person: String, at: Date) { self.init(person: person, planned: person, at: at) }
}

extension AssignmentRule {
    /// Who does the occurrence that is due at a moment.
    ///
    /// In turn: whoever of those who are there has waited longest since their last turn; who never had one
    /// comes first, in the list's order. While nobody is away, that is the person after the one who had the
    /// last occurrence, in the list's order. A person who is away is passed over, and is next when back,
    /// because then nobody has waited longer; once only, however many turns went by. Between two turns of
    /// somebody who is always there, nobody else has two.
    ///
    /// A turn is a due time that was assigned, whether it was then done, skipped or missed: one that is left lying does not
    /// become the next person's. It belongs to whoever had it in the end, so that one who gives a turn away is next. A turn of a
    /// day, week or month belongs to whomever the plan gave its first due time: single ones that go to others do not end
    /// it, and who is back within it goes on with it.
    ///
    /// - Parameters:
    ///   - people: Everybody of the home, with their absences.
    ///   - history: Who had which turn of this routine before, the newest last. Turns from before the rule was last changed do
    ///     no harm; without them, a new list begins with its first.
    ///   - zone: In which the reason names days, and which has the days, weeks and months.
    public func assign(
        at moment: Date, people: [Person], history: [PastTurn], zone: ZoneRules
    ) -> Assignment {
        let words = AssignmentWords(moment: moment, people: people, zone: zone)
        func isThere(_ id: String) -> Bool { words.person(id)?.isThere(at: moment) ?? false }
        switch self {
        case .fixed(let id):
            guard let person = words.person(id), isThere(id) else {
                return Assignment(person: nil, name: nil, reason: words.nobody([id]))
            }
            return Assignment(person: id, name: person.name, reason: words.always(person))
        case .inTurn(let list, .occurrence):
            return first(of: Waiting(history.map { ($0.person, $0.at) }), in: list, words, isThere)
        case .inTurn(let list, let span):
            let turns = Waiting(owners(of: history, by: span, among: list, zone))
            let present = span.number(of: moment, zone)
            guard let last = turns.last, span.number(of: last.at, zone) == present
            else { return first(of: turns, in: list, words, isThere) }
            guard let person = words.person(last.person), isThere(last.person) else {
                return first(of: turns, in: list, words, isThere, standingInFor: last.person)
            }
            return Assignment(
                person: person.id, name: person.name, reason: words.turn(of: person, goingOnFor: span))
        case .leastOften(let list, let days):
            let since = moment.addingTimeInterval(-Double(days) * 86_400)
            let turns = Waiting(history.map { ($0.person, $0.at) })
            var counts: [String: Int] = [:]
            for turn in history.reversed() {
                guard turn.at >= since else { break }
                counts[turn.person, default: 0] += 1
            }
            let order = turns.order(of: list).enumerated().sorted {
                (counts[$0.element] ?? 0, $0.offset) < (counts[$1.element] ?? 0, $1.offset)
            }.map(\.element)
            guard let person = order.first(where: isThere).flatMap(words.person) else {
                return Assignment(person: nil, name: nil, reason: words.nobody(list))
            }
            return Assignment(
                person: person.id, name: person.name, reason: words.leastOften(person, in: days))
        case .claimed: return Assignment(person: nil, name: nil, reason: words.free)
        }
    }

    private func first(
        of turns: Waiting, in list: [String], _ words: AssignmentWords, _ isThere: (String) -> Bool,
        standingInFor owner: String? = nil
    ) -> Assignment {
        var order = turns.order(of: list)
        if let owner { order = [owner] + order.filter { $0 != owner } }
        guard let index = order.firstIndex(where: isThere), let person = words.person(order[index]) else {
            return Assignment(person: nil, name: nil, reason: words.nobody(list))
        }
        return Assignment(
            person: person.id, name: person.name,
            reason: words.turn(
                of: person, after: owner == nil ? turns.last : nil, passed: Array(order[..<index])))
    }

    /// One turn of each day, week or month: whose it was of those who still take turns, and when it began.
    private func owners(
        of history: [PastTurn], by span: TurnSpan, among list: [String], _ zone: ZoneRules
    ) -> [(person: String, at: Date)] {
        var owners: [(person: String, at: Date)] = []
        var number: Int?
        for turn in history {
            guard let planned = turn.planned, list.contains(planned) else { continue }
            let own = span.number(of: turn.at, zone)
            guard own != number else { continue }
            number = own
            owners.append((planned, turn.at))
        }
        return owners
    }
}

/// Who has waited how long since their last turn.
private struct Waiting {
    let last: (person: String, at: Date)?
    private var latest: [String: Int] = [:]

    /// - Parameter turns: The newest last.
    init(_ turns: [(person: String, at: Date)]) {
        last = turns.last
        for (index, turn) in turns.enumerated() { latest[turn.person] = index }
    }

    /// The people of a list, each once: who never had a turn in the list's order, then who has waited longest.
    func order(of list: [String]) -> [String] {
        var listed: Set<String> = []
        return list.filter { listed.insert($0).inserted }.enumerated().sorted {
            (latest[$0.element] ?? -1, $0.offset) < (latest[$1.element] ?? -1, $1.offset)
        }.map(\.element)
    }
}

extension TurnSpan {
    /// Which day, week or month a moment lies in, counted in the zone; two have the same number only if it is the same one.
    func number(of moment: Date, _ zone: ZoneRules) -> Int {
        let day = zone.local(of: moment).day
        return switch self {
        case .occurrence, .day: day.number
        case .week: day.number - day.weekday.rawValue
        case .month: day.year * 12 + day.month
        }
    }
}
