import Care
import Chance
import Foundation
import Recurrence

/// One household with one chore, for some hundred operations: people come into the rotation and leave it, leave the home, are away and
/// back; times become due; they are claimed, given away, swapped, done in parts, skipped, approved, and all of that is undone.
struct HouseholdPlay {
    private struct Stored {
        let key: OccurrenceKey
        let at: Date
        let planned: String?
        var entries: [OccurrenceEntry] = []
    }

    private static let names = ["anna", "ben", "cleo", "dan", "eva", "finn", "gina", "hugo"]

    private let zone: ZoneRules
    private let clock: WallClock
    private let spoiling: Spoiling?
    private var rule: AssignmentRule
    private let span: TurnSpan?
    private var oracle: Oracle
    private let count: Int
    private let approval: Bool
    private var people: [Person]
    /// Half past ten in UTC on the night in which clocks go forward: in Berlin it is the same day in winter, and the next in summer.
    private var now = Date(timeIntervalSince1970: 1_774_737_000)
    private var entered = 0
    private var stored: [Stored] = []
    private var times: [Oracle.Time] = []

    /// - Parameter berlin: The rules of the zone in which every other household lives.
    init(berlin: ZoneRules, spoiling: Spoiling?, _ chance: inout SeededGenerator) {
        self.spoiling = spoiling
        let isInBerlin = Bool.random(using: &chance)
        zone = isInBerlin ? berlin : .utc
        clock = isInBerlin ? .berlin : .utc
        let ids = Array(Self.names.prefix(Int.random(in: 1...6, using: &chance)))
        people = ids.map { Person(id: $0, name: $0.capitalized, role: .caregiver) }
        count = [1, 1, 2, 3].randomElement(using: &chance) ?? 1
        approval = Bool.random(using: &chance)
        let list = ids.shuffled(using: &chance)
        switch Int.random(in: 0..<6, using: &chance) {
        case 0, 1:
            (rule, span) = (.inTurn(people: list), nil)
            oracle = Oracle(rule: .turns, people: list)
        case 2, 3:
            let spans: [TurnSpan] = [.day, .week, .month]
            let one = spans.randomElement(using: &chance) ?? .week
            (rule, span) = (.inTurn(people: list, per: one), one)
            oracle = Oracle(rule: .spans, people: list)
        case 4:
            let days = [1, 7, 28].randomElement(using: &chance) ?? 28
            (rule, span) = (.leastOften(people: list, days: days), nil)
            oracle = Oracle(rule: .leastOften(days: days), people: list)
        default:
            (rule, span) = (.claimed(), nil)
            oracle = Oracle(rule: .claimed, people: list)
        }
    }

    mutating func run(
        atMost most: Int, _ chance: inout SeededGenerator, _ tally: inout Tally
    ) throws {
        for _ in 0..<min(most, Int.random(in: 50...400, using: &chance)) {
            tally.operations += 1
            switch Int.random(in: 0..<21, using: &chance) {
            case 0..<8: try becomeDue(&chance, &tally)
            case 8, 9: moveSomebody(&chance)
            case 10, 11, 12: try changeHands(&chance, &tally)
            case 13, 14, 15: try work(&chance, &tally)
            case 16, 17, 18: try undo(&chance, &tally)
            case 19: try goRound(&chance, &tally)
            default: changeList(&chance, &tally)
            }
        }
    }

    // MARK: - Whose turn

    private func isThere(_ id: String) -> Bool { people.first { $0.id == id }?.isThere(at: now) ?? false }

    private func spanNumber(_ moment: Date) -> Int {
        switch span {
        case nil: times.count
        case .occurrence, .day: clock.day(of: moment)
        case .week: clock.week(of: moment)
        case .month: clock.month(of: moment)
        }
    }

    private var history: [PastTurn] {
        zip(stored, times).enumerated().compactMap { index, turn in
            let (stored, time) = turn
            if spoiling == .turns, (index + 1).isMultiple(of: Spoiling.each) { return nil }
            return holder(of: stored).map { PastTurn(person: $0, planned: time.planned, at: stored.at) }
        }
    }

    private func standing(of one: Stored) -> OccurrenceStanding {
        OccurrenceState.of(
            one.entries, count: count, needsApproval: approval, at: one.at,
            missedAt: one.at.addingTimeInterval(3600),
            now: now)
    }

    private func holder(of one: Stored) -> String? { standing(of: one).holdings.last?.person ?? one.planned }

    private mutating func becomeDue(_ chance: inout SeededGenerator, _ tally: inout Tally) throws {
        now = now.addingTimeInterval(
            Double([6, 12, 24, 24, 24, 72, 240].randomElement(using: &chance) ?? 24) * 3600)
        try takeTurn(&tally)
    }

    private mutating func takeTurn(_ tally: inout Tally) throws {
        let number = spanNumber(now)
        let expected = oracle.planned(at: now, span: number, after: times, isThere: isThere)
        let assignment = rule.assign(
            at: now, people: people, history: history, zone: spoiling == .zone ? .utc : zone)
        guard assignment.person == expected else {
            throw Difference(
                """
                \(rule) in \(zone.id): \(assignment.person ?? "nobody") instead of \(expected ?? "nobody") \
                after \(times.count) times
                """
            )
        }
        if let last = times.last, clock.offset(at: last.at) != clock.offset(at: now) {
            tally.clockChanges += 1
        }
        let key = OccurrenceKey(zone.local(of: now), zone: zone.id)
        stored.append(Stored(key: key, at: now, planned: assignment.person))
        times.append(Oracle.Time(at: now, span: number, planned: expected))
        tally.turns += 1
        if expected == nil { tally.nobody += 1 }
    }

    /// While nobody is away, nothing changes hands and each time is a turn, each has one in each round.
    private mutating func goRound(_ chance: inout SeededGenerator, _ tally: inout Tally) throws {
        guard span == nil, case .inTurn(let list, _) = rule else { return }
        // At times everybody comes back for it: of many, somebody is nearly always away.
        if Int.random(in: 0..<4, using: &chance) == 0 {
            for index in people.indices { (people[index].isActive, people[index].absences) = (true, []) }
        }
        guard list.allSatisfy(isThere) else { return }
        var had: [String: Int] = [:]
        for _ in list.indices {
            now = now.addingTimeInterval(86_400)
            guard list.allSatisfy(isThere) else { return }
            try takeTurn(&tally)
            had[stored.last?.planned ?? "", default: 0] += 1
        }
        guard had.count == list.count, had.values.allSatisfy({ $0 == 1 }) else {
            throw Difference("a round without anybody away went \(had)")
        }
        tally.rounds += 1
    }

    private mutating func moveSomebody(_ chance: inout SeededGenerator) {
        guard let index = people.indices.randomElement(using: &chance) else { return }
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: people[index].isActive.toggle()
        case 1: people[index].absences = []
        default:
            let days = Double.random(in: 0.2...20, using: &chance)
            people[index].absences = [Absence(from: now, until: now.addingTimeInterval(days * 86_400))]
        }
    }

    /// Somebody comes into the rotation, who may be new in the home, or leaves it and still lives there.
    private mutating func changeList(_ chance: inout SeededGenerator, _ tally: inout Tally) {
        guard rule.looksBack else { return }
        var list = oracle.people
        if Bool.random(using: &chance) {
            guard let new = Self.names.filter({ !list.contains($0) }).randomElement(using: &chance)
            else { return }
            if !people.contains(where: { $0.id == new }) {
                people.append(Person(id: new, name: new.capitalized, role: .caregiver))
            }
            list.insert(new, at: Int.random(in: 0...list.count, using: &chance))
            tally.listed += 1
        } else {
            // A rule names somebody.
            guard list.count > 1 else { return }
            list.remove(at: Int.random(in: list.indices, using: &chance))
            tally.unlisted += 1
        }
        oracle.people = list
        guard spoiling != .lists else { return }
        switch rule {
        case .inTurn(_, let span): rule = .inTurn(people: list, per: span)
        case .leastOften(_, let days): rule = .leastOften(people: list, days: days)
        case .fixed, .claimed: break
        }
    }

    // MARK: - Entries

    /// One of the latest, as people deal with them.
    private func some(_ chance: inout SeededGenerator) -> Int? {
        stored.indices.suffix(8).randomElement(using: &chance)
    }

    private func entry(_ index: Int, _ kind: OccurrenceEntry.Kind, _ chance: inout SeededGenerator)
        -> OccurrenceEntry
    {
        OccurrenceEntry(
            id: .version7(at: now, using: &chance), routine: UUID(), key: stored[index].key, kind: kind,
            at: now)
    }

    private mutating func add(_ entry: OccurrenceEntry, _ what: Oracle.Entry.What, to index: Int) throws {
        entered += 1
        if spoiling != .entries || !entered.isMultiple(of: Spoiling.each) {
            stored[index].entries.append(entry)
        }
        times[index].entries.append(Oracle.Entry(id: entry.id, what: what))
        try compare(index)
    }

    private mutating func changeHands(_ chance: inout SeededGenerator, _ tally: inout Tally) throws {
        guard let index = some(&chance), let person = people.randomElement(using: &chance)?.id else { return }
        let holder = times[index].holder
        let isClosed = times[index].result(of: count, approval: approval).isClosed
        guard !isClosed, holder != person else {
            tally.refused += 1
            return
        }
        tally.hands += 1
        if let holder,
            let other = stored.indices.suffix(8).first(where: { $0 != index && times[$0].holder == person }),
            Bool.random(using: &chance), !times[other].result(of: count, approval: approval).isClosed
        {
            var (mine, theirs) = (entry(index, .swapped, &chance), entry(other, .swapped, &chance))
            (mine.person, mine.with) = (person, stored[other].key)
            (theirs.person, theirs.with) = (holder, stored[index].key)
            try add(mine, .hand(person), to: index)
            try add(theirs, .hand(holder), to: other)
            return
        }
        var entry = entry(index, holder == nil ? .claimed : .given, &chance)
        entry.person = person
        try add(entry, .hand(person), to: index)
    }

    private mutating func work(_ chance: inout SeededGenerator, _ tally: inout Tally) throws {
        guard let index = some(&chance) else { return }
        switch Int.random(in: 0..<8, using: &chance) {
        case 0..<4:
            var entry = entry(index, .done, &chance)
            entry.person =
                Bool.random(using: &chance) ? times[index].holder : people.randomElement(using: &chance)?.id
            entry.parts = Bool.random(using: &chance) ? nil : Int.random(in: 1...3, using: &chance)
            try add(entry, .done(person: entry.person, parts: entry.parts), to: index)
            tally.completions += 1
        case 4: try add(entry(index, .skipped, &chance), .skipped, to: index)
        case 5: try add(entry(index, .notYet, &chance), .notYet, to: index)
        case 6: try add(entry(index, .approved, &chance), .approved, to: index)
        default: try add(entry(index, .note, &chance), .note, to: index)
        }
    }

    private mutating func undo(_ chance: inout SeededGenerator, _ tally: inout Tally) throws {
        guard let index = some(&chance), let other = stored[index].entries.randomElement(using: &chance)
        else { return }
        var entry = entry(index, .undone, &chance)
        entry.undoes = other.id
        try add(entry, .undo(other.id), to: index)
        tally.undone += 1
    }

    // MARK: - Comparing

    private func compare(_ index: Int) throws {
        let (one, time) = (stored[index], times[index])
        let standing = standing(of: one)
        let expected = time.result(of: count, approval: approval)
        var counted: [String: Int] = [:]
        for completion in standing.completions {
            if let person = completion.person { counted[person, default: 0] += completion.parts }
        }
        let same =
            holder(of: one) == time.holder && counted == expected.counted
            && standing.state.isOpen != expected.isClosed
            && (standing.approval == .waiting) == expected.isWaiting
        guard same else {
            throw Difference(
                """
                after \(one.entries.map(\.kind.rawValue)): \(holder(of: one) ?? "nobody") has it, \(counted), \
                \(standing.state), \(standing.approval?.rawValue ?? "-"); expected \(time.holder ?? "nobody"), \(expected)
                """)
        }
    }
}
