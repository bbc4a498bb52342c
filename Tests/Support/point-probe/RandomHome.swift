import Care
import CareStore
import Chance
import Foundation
import Recurrence

/// One home with a store of its own, for some hundred operations: chores are done in parts, approved and undone, points are given and
/// redeemed, also by two at once, rewards are made, granted and refused, people switch points off and on, come, leave and are away.
struct RandomHome {
    /// How many operations one home sees at most: a store is then still small.
    static let mostOperations = 600
    private static let mostRewards = 6

    private struct Chore {
        let routine: UUID
        let key: OccurrenceKey
        var occasion: Occasion
        var name: String { "\(routine) \(key)" }
    }

    let store: CareStore
    private let spoiling: Spoiling?
    /// How often there was something to spoil.
    private var chances = 0
    var chance: SeededGenerator
    var book = Book(["maria", "otto", "ben"])
    /// As the store has them now: all whom the book has.
    var people: [String: Person] = [:]
    private var chores: [Chore] = []
    private(set) var now = Date(timeIntervalSince1970: 1_774_699_200)
    private let actor = PointActor(
        reader: .all, id: "cleo", name: "Cleo", decides: true, isCoordinator: true)

    init(path: String, seed: UInt64, number: Int, spoiling: Spoiling?) async throws {
        self.spoiling = spoiling
        chance = SeededGenerator(seed: seed, stream: "home \(number)")
        store = try CareStore(path: path)
        let roles: [(String, Person.Role)] = [
            ("maria", .client), ("otto", .client), ("ben", .caregiver), ("cleo", .coordinator),
        ]
        for (id, role) in roles {
            let person = try await store.setPerson(Person(id: id, name: id.capitalized, role: role), at: now)
                .0
            if book.holders[id] != nil { people[id] = person }
        }
        for _ in 0..<3 { try await plan() }
    }

    /// A daily chore, of which some days are dealt with.
    private mutating func plan() async throws {
        let count = [1, 1, 2, 3, 7].randomElement(using: &chance) ?? 1
        let approval = Int.random(in: 0..<3, using: &chance) == 0
        let points = [1, 2, 5, 10, 10, 20, 97].randomElement(using: &chance) ?? 1
        let start = WallTime("2026-03-28T14:00:00") ?? .first
        let id = newID()
        let content = RoutineContent(
            title: "Chore", audience: .household, assignment: .claimed(),
            schedule: RecurrenceSet(
                start: start, zone: "UTC", repetition: .rules([try RecurrenceRule("FREQ=DAILY")])),
            points: points, count: count, needsApproval: approval)
        _ = try await store.addRoutine(
            NewRoutine(id: id, content: content, by: "Cleo", at: now), receivedAt: now)
        for day in 0..<8 {
            let local = WallTime(startOf: start.day.adding(days: day)).adding(seconds: 14 * 3600)
            let chore = Chore(
                routine: id, key: OccurrenceKey(local, zone: "UTC"),
                occasion: Occasion(count: count, approval: approval))
            book.chores[chore.name] = Book.Chore(points: points, count: count)
            chores.append(chore)
        }
    }

    /// Also somebody who has left.
    private mutating func anybody() -> String {
        people.keys.sorted().randomElement(using: &chance) ?? "maria"
    }

    private mutating func newID() -> UUID { .version7(at: now, using: &chance) }

    /// Whether this is one of those that are to be spoilt so.
    private mutating func spoils(_ what: Spoiling) -> Bool {
        guard spoiling == what else { return false }
        chances += 1
        return chances.isMultiple(of: Spoiling.each)
    }

    mutating func play(_ operations: Int, _ tally: inout Tally) async throws {
        for number in 0..<operations {
            tally.operations += 1
            now = now.addingTimeInterval(1)
            switch Int.random(in: 0..<100, using: &chance) {
            case 0..<34: try await work(&tally)
            case 34..<46: try await undo(&tally)
            case 46..<52: try await approve(&tally)
            case 52..<62: try await give(&tally)
            case 62..<66: try await makeReward(&tally)
            case 66..<78: try await ask(&tally)
            case 78..<88: try await answer(&tally)
            case 88..<92: try await moveSomebody(&tally)
            case 92..<96: try await turn(&tally)
            default: try await ask(twice: true, &tally)
            }
            let person = anybody()
            try await compare(person)
            if number % 40 == 39 || number == operations - 1 { try await compareAll(&tally) }
        }
    }

    // MARK: - Chores

    private mutating func enter(_ index: Int, _ entry: OccurrenceEntry) async throws {
        _ = try await store.mark(entry, actor: .person, sender: "cleo", receivedAt: now)
        // What comes twice changes nothing.
        if Int.random(in: 0..<10, using: &chance) == 0 {
            let again = try await store.mark(entry, actor: .person, sender: "cleo", receivedAt: now)
            guard !again.isNew else { throw Difference("an entry that came twice was new twice") }
        }
        book.count(chores[index].name, chores[index].occasion.counting)
    }

    private func entry(_ index: Int, _ kind: OccurrenceEntry.Kind, id: UUID) -> OccurrenceEntry {
        OccurrenceEntry(
            id: id, routine: chores[index].routine, key: chores[index].key, kind: kind, by: "Cleo", at: now)
    }

    private mutating func work(_ tally: inout Tally) async throws {
        guard let index = chores.indices.randomElement(using: &chance) else { return }
        let person = anybody()
        var entry = entry(index, .done, id: newID())
        entry.person = person
        let left = chores[index].occasion.left
        if left > 0, Bool.random(using: &chance) { entry.parts = Int.random(in: 1...left, using: &chance) }
        guard book.holders[person]?.isHere ?? false else { return try await refuse(entry, &tally) }
        chores[index].occasion.entries.append(
            Occasion.Entry(id: entry.id, what: .done(person: person, parts: entry.parts)))
        if left > 0, spoils(.others) {
            let others = people.keys.sorted().filter { $0 != person && book.holders[$0]?.isHere ?? false }
            entry.person = others.first ?? person
        }
        try await enter(index, entry)
        tally.done += 1
    }

    /// Whoever has left does nothing here.
    private func refuse(_ entry: OccurrenceEntry, _ tally: inout Tally) async throws {
        do throws(CareStoreError) {
            _ = try await store.mark(entry, actor: .person, sender: "cleo", receivedAt: now)
        } catch {
            guard case .invalid(field: "person", _) = error else { throw error }
            tally.refusedToGone += 1
            return
        }
        throw Difference("something was done by \(entry.person ?? ""), who has left")
    }

    private mutating func undo(_ tally: inout Tally) async throws {
        let dealtWith = chores.indices.filter { chores[$0].occasion.entries.contains { !$0.isUndone } }
        guard let index = dealtWith.randomElement(using: &chance) else { return }
        let those = chores[index].occasion.entries.indices.filter {
            !chores[index].occasion.entries[$0].isUndone
        }
        guard let which = those.randomElement(using: &chance) else { return }
        var entry = entry(index, .undone, id: newID())
        entry.undoes = chores[index].occasion.entries[which].id
        chores[index].occasion.entries[which].isUndone = true
        try await enter(index, entry)
        tally.undone += 1
    }

    private mutating func approve(_ tally: inout Tally) async throws {
        guard
            let index = chores.indices.filter({ chores[$0].occasion.isWaiting }).randomElement(using: &chance)
        else { return }
        let isYes = Int.random(in: 0..<3, using: &chance) > 0
        var entry = entry(index, isYes ? .approved : .notYet, id: newID())
        if !isYes { entry.text = "not quite" }
        chores[index].occasion.entries.append(
            Occasion.Entry(
                id: entry.id, what: isYes ? .approved : .notYet, seen: chores[index].occasion.doneBy))
        try await enter(index, entry)
        tally.approved += 1
    }

    // MARK: - Gifts, and whether somebody wants points

    private mutating func give(_ tally: inout Tally) async throws {
        let person = anybody()
        let gift = PointGift(
            id: newID(), points: Int.random(in: 1...30, using: &chance), reason: "Thanks", at: now)
        let takesPart = book.takesPart(person)
        let store = store
        let (actor, now) = (actor, now)
        if !(takesPart && spoils(.lost)) {
            let isGiven = try await isDone { () async throws(CareStoreError) in
                _ = try await store.givePoints(to: person, gift, by: actor, receivedAt: now)
            }
            guard isGiven == takesPart else { throw Difference("a gift to \(person): \(isGiven)") }
        }
        if takesPart, spoils(.doubled) {
            let again = PointGift(id: newID(), points: gift.points, reason: gift.reason, at: now)
            _ = try await store.givePoints(to: person, again, by: actor, receivedAt: now)
        }
        if takesPart { book.collect(gift.points, person) }
        tally.given += 1
    }

    private mutating func turn(_ tally: inout Tally) async throws {
        let person = anybody()
        let isOn = Int.random(in: 0..<3, using: &chance) > 0
        _ = try await store.switchPoints(
            of: person, PointSwitch(isOn: isOn), by: actor, receivedAt: now)
        if isOn, book.holders[person]?.isOn == false {
            book.switchOn(person)
        } else {
            book.holders[person]?.isOn = isOn
        }
        tally.switched += 1
    }

    // MARK: - Rewards

    private mutating func makeReward(_ tally: inout Tally) async throws {
        guard book.rewards.count < Self.mostRewards else { return }
        let id = newID()
        let way: RewardWay =
            Bool.random(using: &chance)
            ? .reached(at: Int.random(in: 1...60, using: &chance), again: Bool.random(using: &chance))
            : .redeemed(cost: Int.random(in: 1...25, using: &chance), approval: Bool.random(using: &chance))
        let author = Bool.random(using: &chance) ? nil : anybody()
        let change = RewardChange(
            content: RewardContent(title: "Film \(book.rewards.count)", way: way),
            by: author.flatMap { people[$0]?.name })
        _ = try await store.setReward(id, change, receivedAt: now)
        switch way {
        case .reached(let threshold, let again):
            book.add(
                Book.Reward(
                    id: id, threshold: threshold, again: again, cost: 0, approval: false, author: author))
        case .redeemed(let cost, let approval):
            book.add(
                Book.Reward(
                    id: id, threshold: nil, again: false, cost: cost, approval: approval, author: author))
        }
        tally.rewards += 1
    }

    private mutating func ask(twice: Bool = false, _ tally: inout Tally) async throws {
        guard let reward = book.rewards.filter({ $0.threshold == nil }).randomElement(using: &chance)
        else { return }
        let person = anybody()
        let store = store
        let (actor, now) = (actor, now)
        let news = (0..<(twice ? 2 : 1)).map { _ in
            NewGrant(id: newID(), reward: reward.id, person: person, at: now)
        }
        let had = await withTaskGroup(of: UUID?.self) { group in
            for new in news {
                group.addTask {
                    do {
                        _ = try await store.addGrant(new, by: actor, receivedAt: now)
                        return new.id
                    } catch { return nil }
                }
            }
            return await group.reduce(into: Set<UUID>()) { if let id = $1 { $0.insert(id) } }
        }
        let isWritten = reward.author.map { $0 != person && people[$0]?.isActive == true } ?? false
        let needsWord = people[person]?.role != .client && !isWritten
        // Which of two is first, nobody knows; how many have it, the book does.
        var expected = 0
        for new in news.sorted(by: { had.contains($0.id) && !had.contains($1.id) })
        where book.ask(reward, person, id: new.id, needsWord: needsWord) { expected += 1 }
        guard had.count == expected, had.allSatisfy({ book.grants[$0] != nil }) else {
            throw Difference("\(had.count) of \(news.count) had it, expected \(expected)")
        }
        tally.asked += 1
        if twice { tally.atOnce += 1 }
        tally.refused += news.count - had.count
    }

    private mutating func answer(_ tally: inout Tally) async throws {
        guard
            let id = book.grants.keys.sorted(by: { $0.uuidString < $1.uuidString }).randomElement(
                using: &chance),
            let state = [RewardGrant.State.granted, .given, .refused, .withdrawn].randomElement(
                using: &chance)
        else { return }
        let answer = GrantAnswer(
            id: newID(), state: state, reason: state == .refused ? "Not now" : nil, at: now)
        let store = store
        let (actor, now) = (actor, now)
        let before = book.grants[id]?.state ?? ""
        let expected = book.answer(id, state.rawValue)
        if !(expected && spoils(.answers)) {
            let isDone = try await isDone { () async throws(CareStoreError) in
                _ = try await store.answerGrant(id, answer, by: actor, receivedAt: now)
            }
            guard isDone == expected else { throw Difference("\(before) to \(state): \(isDone)") }
        }
        tally.answered += 1
    }

    /// Whether the store did it; everything but a conflict is thrown.
    private func isDone(_ body: () async throws(CareStoreError) -> Void) async throws -> Bool {
        do throws(CareStoreError) {
            try await body()
            return true
        } catch {
            if case .conflict = error { return false }
            if case .grantConflict = error { return false }
            throw error
        }
    }
}
