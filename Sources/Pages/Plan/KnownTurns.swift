import Care
import FoundationEssentials
import Recurrence

/// Who had a routine's turns before the times that a preview shows, and who has those of them that are decided already, as the service says:
/// whose turn each would be goes on from there.
struct KnownTurns {
    /// The newest last.
    var past: [PastTurn] = []
    /// What was done or skipped ahead, or has changed hands.
    var decided: [OccurrenceKey: Decided] = [:]

    /// Who has it, and whose turn that was by the plan.
    struct Decided {
        let assignment: Assignment
        let turn: PastTurn

        /// `nil` for what is nobody's.
        init?(_ occurrence: RoutineOccurrence) {
            guard let turn = PastTurn(occurrence) else { return nil }
            (assignment, self.turn) = (occurrence.assignment, turn)
        }
    }

    /// For so many days one question asks.
    private static let window = 60
    /// So many windows are looked back at most: a year.
    private static let mostWindows = 6

    /// Those of a routine that is changed; `nil` where they are not known here, and nothing can be said of whose turn it would be.
    ///
    /// - Parameters:
    ///   - content: As it would be.
    ///   - people: Whom the reader sees.
    ///   - start: From when on times are shown.
    static func read(
        of routine: Routine, changedTo content: RoutineContent, people: [Person], before start: Date,
        _ call: PageCall
    ) async -> KnownTurns? {
        let rule = content.assignment
        guard rule.looksBack else { return KnownTurns() }
        // A provider does not see everybody who takes turns.
        guard rule.people.allSatisfy({ id in people.contains { $0.id == id } }) else { return nil }
        do {
            return try await read(of: routine, by: rule, before: start, call)
        } catch {
            // The dates are told all the same.
            return nil
        }
    }

    private static func read(
        of routine: Routine, by rule: AssignmentRule, before start: Date, _ call: PageCall
    ) async throws(CareProblem) -> KnownTurns? {
        var known = KnownTurns()
        let days = Double(window) * 86_400
        for one in try await occurrences(of: routine, from: start, until: start + days, call)
        where !one.state.isOpen || one.chore?.turn != nil {
            known.decided[one.key] = Decided(one)
        }
        var end = start
        for _ in 0..<mostWindows {
            let begin = end - days
            known.past =
                try await occurrences(of: routine, from: begin, until: end, call).compactMap(PastTurn.init)
                + known.past
            end = begin
            if known.isEnough(for: rule, from: begin, until: start) { return known }
            // What was over when it was made was nobody's turn.
            if routine.content.beginsWith == nil, begin <= routine.createdAt { return known }
        }
        // Turns of the part before it are not this routine's.
        return routine.content.beginsWith == nil ? known : nil
    }

    /// Whether earlier turns would not change who is next.
    private func isEnough(for rule: AssignmentRule, from begin: Date, until start: Date) -> Bool {
        let had = Set(past.map(\.person)).intersection(past.compactMap(\.planned))
        return switch rule {
        case .fixed, .claimed: true
        case .inTurn(let people, _): had.isSuperset(of: people)
        case .leastOften(let people, let days):
            had.isSuperset(of: people) && begin <= start - Double(days) * 86_400
        }
    }

    private static func occurrences(
        of routine: Routine, from: Date, until: Date, _ call: PageCall
    ) async throws(CareProblem) -> [RoutineOccurrence] {
        var (found, next): ([RoutineOccurrence], String?) = ([], nil)
        repeat {
            let page: OccurrencePage = try await call.api.get(
                "occurrences",
                [
                    ("from", CareJSON.string(from: from)), ("until", CareJSON.string(from: until)),
                    ("routine", routine.id.uuidString), ("after", next),
                ])
            found += page.occurrences.filter { $0.routine == routine.id }
            next = page.next
        } while next != nil
        return found
    }

    /// Who does what is due then.
    func assignments(
        of content: RoutineContent, at times: [PlannedTime], people: [Person], zone: ZoneRules
    ) -> [Assignment] {
        var history = past
        return times.map { time in
            if let known = decided[time.key] {
                history.append(known.turn)
                return known.assignment
            }
            let turn = content.of(time.key).assignment.assign(
                at: time.at, people: people, history: history, zone: zone)
            if let person = turn.person { history.append(PastTurn(person: person, at: time.at)) }
            return turn
        }
    }
}

extension PastTurn {
    /// `nil` for what was nobody's.
    fileprivate init?(_ occurrence: RoutineOccurrence) {
        guard let person = occurrence.assignment.person else { return nil }
        let turn = occurrence.chore?.turn
        self.init(person: person, planned: turn == nil ? person : turn?.person, at: occurrence.at)
    }
}
