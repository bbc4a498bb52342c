public import FoundationEssentials
public import Recurrence

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
    /// become the next person's.
    ///
    /// - Parameters:
    ///   - people: Everybody of the home, with their absences.
    ///   - history: Who had which turn of this routine before, the newest last. Turns from before the rule was last changed do
    ///     no harm; without them, a new list begins with its first.
    ///   - zone: In which the reason names days.
    public func assign(
        at moment: Date, people: [Person], history: [(person: String, at: Date)], zone: ZoneRules
    ) -> Assignment {
        let words = AssignmentWords(moment: moment, people: people, zone: zone)
        switch self {
        case .fixed(let id):
            guard let person = words.person(id), person.isThere(at: moment) else {
                return Assignment(person: nil, name: nil, reason: words.nobody([id]))
            }
            return Assignment(person: id, name: person.name, reason: words.always(person))
        case .inTurn(let list):
            var lastTurn: [String: Int] = [:]
            for (index, turn) in history.enumerated() { lastTurn[turn.person] = index }
            var listed: Set<String> = []
            let order = list.filter { listed.insert($0).inserted }.enumerated().sorted {
                (lastTurn[$0.element] ?? -1, $0.offset) < (lastTurn[$1.element] ?? -1, $1.offset)
            }.map(\.element)
            guard let index = order.firstIndex(where: { words.person($0)?.isThere(at: moment) ?? false }),
                let person = words.person(order[index])
            else { return Assignment(person: nil, name: nil, reason: words.nobody(list)) }
            return Assignment(
                person: person.id, name: person.name,
                reason: words.turn(of: person, after: history.last, passed: Array(order[..<index])))
        }
    }

    /// Who will do the next occurrences if nothing else changes: each one's turn follows from those before it.
    ///
    /// - Parameter moments: When they are due, the soonest first, without a gap behind `history`.
    public func assignments(
        at moments: [Date], people: [Person], history: [(person: String, at: Date)], zone: ZoneRules
    ) -> [Assignment] {
        var history = history
        return moments.map { moment in
            let assignment = assign(at: moment, people: people, history: history, zone: zone)
            if let person = assignment.person { history.append((person, moment)) }
            return assignment
        }
    }
}
