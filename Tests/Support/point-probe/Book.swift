import Foundation

/// What points come to, told as simply as possible: everything is reckoned anew from what has happened, without the code that is tested.
struct Book {
    /// What a chore is worth at one of its times, and who has done how much of it, in the order in which it began to count.
    struct Chore {
        let points: Int
        let count: Int
        var parts: [Part] = []

        struct Part {
            let entry: UUID
            let person: String
            let parts: Int
            /// What it is worth, whether or not it was paid.
            let share: Int
            let isPaid: Bool
        }

        var done: Int { parts.map(\.parts).reduce(0, +) }
        var worth: Int { parts.map(\.share).reduce(0, +) }
    }

    struct Reward {
        let id: UUID
        /// `nil` where it is asked for.
        let threshold: Int?
        let again: Bool
        let cost: Int
        let approval: Bool
        /// Who has written it down, by id; `nil` where nobody knows.
        let author: String?
    }

    struct Grant {
        let reward: UUID
        let person: String
        let cost: Int
        var state: String
    }

    struct Holder {
        var isOn = true
        /// Whether they live or work here; whoever is only away does.
        var isHere = true
        /// What was earned and given, less what was undone.
        var collected = 0
        /// What was redeemed, less what has come back.
        var spent = 0
        /// How often each threshold was crossed at most.
        var crossed: [UUID: Int] = [:]

        var sum: Int { collected - spent }
    }

    var holders: [String: Holder]
    var rewards: [Reward] = []
    var grants: [UUID: Grant] = [:]
    var chores: [String: Chore] = [:]
    /// How many grants each has by reaching a threshold.
    var reached: [String: Int] = [:]

    init(_ people: [String]) { holders = Dictionary(uniqueKeysWithValues: people.map { ($0, Holder()) }) }

    /// Somebody has collected more or less: each threshold that was never crossed before is one reward.
    mutating func collect(_ points: Int, _ person: String) {
        guard var holder = holders[person] else { return }
        holder.collected += points
        for reward in rewards where holder.isOn {
            guard let threshold = reward.threshold else { continue }
            // Counted one by one, as a child would.
            var (times, left) = (0, holder.collected)
            while left >= threshold, reward.again || times == 0 {
                (times, left) = (times + 1, left - threshold)
            }
            let before = holder.crossed[reward.id] ?? 0
            guard times > before else { continue }
            holder.crossed[reward.id] = times
            // Whoever has left has passed it, and gets nothing, also when they come back.
            if holder.isHere { reached[person, default: 0] += min(10, times - before) }
        }
        holders[person] = holder
    }

    /// A reward is there from now on: whoever has passed it gets one.
    mutating func add(_ reward: Reward) {
        rewards.append(reward)
        for (person, holder) in holders where holder.isOn { pass(reward, person) }
    }

    /// Somebody wants points again: what they have passed meanwhile is one reward.
    mutating func switchOn(_ person: String) {
        holders[person]?.isOn = true
        for reward in rewards { pass(reward, person) }
    }

    private mutating func pass(_ reward: Reward, _ person: String) {
        guard let threshold = reward.threshold, let holder = holders[person] else { return }
        let times =
            reward.again ? max(0, holder.collected) / threshold : holder.collected >= threshold ? 1 : 0
        guard times > holder.crossed[reward.id] ?? 0 else { return }
        holders[person]?.crossed[reward.id] = times
        if holder.isHere { reached[person, default: 0] += 1 }
    }

    // MARK: - People

    /// Whether somebody can be given points and can ask for rewards.
    func takesPart(_ person: String) -> Bool { holders[person].map { $0.isHere && $0.isOn } ?? false }

    mutating func come(_ person: String) { holders[person] = Holder() }

    /// What somebody has stays theirs.
    mutating func leave(_ person: String) { holders[person]?.isHere = false }

    mutating func comeBack(_ person: String) { holders[person]?.isHere = true }

    // MARK: - Chores

    /// What counts of a chore now, in the order in which it was done: what does not count any more is taken back, and what counts anew is
    /// worth what all of it is worth by then, less what the rest is worth.
    mutating func count(_ key: String, _ counting: [(entry: UUID, person: String, parts: Int)]) {
        guard let before = chores[key] else { return }
        // Whoever loses and gets something at once stands as they do afterwards.
        var together: [String: Int] = [:]
        func isSame(_ part: Chore.Part, _ other: (entry: UUID, person: String, parts: Int)) -> Bool {
            part.entry == other.entry && part.parts == other.parts
        }
        for part in before.parts where !counting.contains(where: { isSame(part, $0) }) {
            chores[key]?.parts.removeAll { $0.entry == part.entry }
            if part.isPaid, part.share > 0 { together[part.person, default: 0] -= part.share }
        }
        for other in counting where !before.parts.contains(where: { isSame($0, other) }) {
            guard let chore = chores[key] else { continue }
            let exact = Double(chore.points) * Double(chore.done + other.parts) / Double(chore.count)
            let share = max(0, Int((exact + 1e-9).rounded(.down)) - chore.worth)
            let isPaid = holders[other.person]?.isOn ?? false
            chores[key]?.parts.append(
                Chore.Part(
                    entry: other.entry, person: other.person, parts: other.parts, share: share, isPaid: isPaid
                ))
            if isPaid, share > 0 { together[other.person, default: 0] += share }
        }
        for (person, points) in together { collect(points, person) }
    }

    // MARK: - Rewards that are asked for

    /// Whether somebody can pay, who then has.
    ///
    /// - Parameter needsWord: Whether they live or work here as no client, and nobody else's word is known: then it waits for one.
    mutating func ask(_ reward: Reward, _ person: String, id: UUID, needsWord: Bool) -> Bool {
        guard let holder = holders[person], takesPart(person), holder.sum >= reward.cost else { return false }
        holders[person]?.spent += reward.cost
        grants[id] = Grant(
            reward: reward.id, person: person, cost: reward.cost,
            state: reward.approval || needsWord ? "waiting" : "granted")
        return true
    }

    /// Whether it becomes that.
    mutating func answer(_ id: UUID, _ state: String) -> Bool {
        guard let grant = grants[id] else { return false }
        switch (grant.state, state) {
        case ("waiting", "refused"), ("waiting", "withdrawn"), ("granted", "withdrawn"):
            holders[grant.person]?.spent -= grant.cost
        case ("waiting", "granted"), ("waiting", "given"), ("granted", "given"): break
        default: return false
        }
        grants[id]?.state = state
        return true
    }
}

/// One time of a chore with what was entered for it, as simply as possible.
struct Occasion {
    enum What { case done(person: String, parts: Int?), approved, notYet }

    struct Entry {
        let id: UUID
        let what: What
        /// By which all was done when this one came.
        var seen: [UUID] = []
        var isUndone = false
    }

    let count: Int
    let approval: Bool
    var entries: [Entry] = []

    /// All that was done, whether or not it counts, and whether it was approved.
    private var result: (parts: [(entry: UUID, person: String, parts: Int)], isApproved: Bool) {
        var parts: [(entry: UUID, person: String, parts: Int)] = []
        var isApproved = false
        for entry in entries where !entry.isUndone {
            let left = count - parts.map(\.parts).reduce(0, +)
            switch entry.what {
            case .done(let person, let number):
                guard left > 0 else { continue }
                parts.append((entry.id, person, min(number ?? left, left)))
                isApproved = false
            // What was approved is what was done by then; an approval of anything else says nothing of this.
            case .approved: isApproved = isApproved || left == 0 && parts.map(\.entry) == entry.seen
            case .notYet: (parts, isApproved) = ([], false)
            }
        }
        return (parts, isApproved)
    }

    /// The entries by which it is done, whether or not it counts.
    var doneBy: [UUID] { result.parts.map(\.entry) }
    var left: Int { count - result.parts.map(\.parts).reduce(0, +) }
    var isWaiting: Bool { approval && left == 0 && !result.isApproved }
    var counting: [(entry: UUID, person: String, parts: Int)] {
        let result = result
        return !approval || left == 0 && result.isApproved ? result.parts : []
    }
}
