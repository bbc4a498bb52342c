import Care
import Foundation
import GRDB

/// Works on points within one transaction: adds lines to the ledger, grants what they reach, and tells the journal.
struct PointKeeper: Sendable {
    let now: Date
    let views: PointViews

    init(now: Date, unreadable: UnreadableRows) {
        self.now = Date(milliseconds: now.milliseconds)
        views = PointViews(unreadable: unreadable)
    }

    /// How many times the same reward is reached at once at most; what is below that counts as had.
    static let mostAtOnce = 10

    /// A threshold that somebody has crossed, for which a reward is to be granted.
    private struct Reached {
        let reward: Reward
        let threshold: Int
        let crossing: Int
    }

    /// An id for what nobody has made an id for.
    func newID() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return .version7(at: now, using: &generator)
    }

    // MARK: - What follows

    /// What follows from new lines of these people: what they reach is granted, and the journal tells how they stand.
    func settle(_ people: [String], in db: Database) throws {
        guard !people.isEmpty else { return }
        let rewards = try views.activeRewards(in: db)
        for id in people {
            let holder = try views.holder(id, in: db)
            let reached = try reach(holder, rewards, by: .lines, in: db)
            try tell(try views.standing(of: holder, rewards, in: db), in: db)
            try grant(reached, to: holder, in: db)
        }
    }

    /// What follows where rewards have changed, or whether somebody wants points.
    ///
    /// - Parameter before: How these people stood.
    func settle(_ before: [PointStanding], in db: Database) throws {
        let rewards = try views.activeRewards(in: db)
        for old in before {
            let holder = try views.holder(old.person, in: db)
            let reached = try reach(holder, rewards, by: .rewards, in: db)
            let new = try views.standing(of: holder, rewards, in: db)
            if new != old, holder.isActive { try tell(new, in: db) }
            try grant(reached, to: holder, in: db)
        }
    }

    /// Without the rewards, which would fill the journal: whoever shows them reads them anew.
    private func tell(_ standing: PointStanding, in db: Database) throws {
        var standing = standing
        standing.rewards = []
        try Journal.append(.pointsChanged, subject: standing.person, content: standing, at: now, in: db)
    }

    // MARK: - Thresholds

    /// Why somebody may have crossed a threshold.
    private enum Cause {
        /// Their own lines: each crossing is a reward.
        case lines
        /// A reward was made or changed, or they want points again: of what was passed by then, the last is one, and those below are had.
        case rewards
    }

    /// Finds what somebody has reached, and notes it as had.
    private func reach(
        _ holder: PointHolder, _ rewards: [Reward], by cause: Cause, in db: Database
    ) throws -> [Reached] {
        guard try views.isOn(holder.id, in: db) else { return [] }
        let collected = try PointLines.sums(of: holder.id, in: db).collected
        let known = try Rewards.crossings(by: holder.id, in: db)
        var found: [Reached] = []
        for reward in rewards where reward.content.isFor(holder.id) {
            guard case .reached(let threshold, _) = reward.content.way else { continue }
            let crossings = reward.content.way.crossings(of: collected)
            let noted = known[reward.id]
            let isOther = noted.map { $0.threshold != threshold } ?? false
            // Changing a threshold to and fro brings nothing twice.
            let had =
                isOther
                ? try Grants.lastCrossing(of: threshold, reward.id, by: holder.id, in: db)
                : noted?.count ?? 0
            let new: ClosedRange<Int>?
            switch cause {
            case .lines where !isOther: new = crossings > had ? had + 1...crossings : nil
            case .lines, .rewards:
                // What was had for another threshold was had.
                let ever =
                    isOther ? max(had, try Grants.countReached(reward.id, by: holder.id, in: db)) : had
                new = crossings > ever ? crossings...crossings : nil
            }
            if isOther || crossings > had {
                try Rewards.set(
                    Rewards.Crossings(threshold: threshold, count: max(had, crossings)), of: reward.id,
                    by: holder.id, in: db)
            }
            // Whoever has left gets nothing, and finds it had if they come back.
            guard let new, holder.isActive else { continue }
            found += new.suffix(Self.mostAtOnce).map {
                Reached(reward: reward, threshold: threshold, crossing: $0)
            }
        }
        return found
    }

    private func grant(_ reached: [Reached], to holder: PointHolder, in db: Database) throws {
        for one in reached {
            let content = one.reward.content
            var grant = RewardGrant(
                id: newID(), reward: one.reward.id, title: content.title, symbol: content.symbol,
                person: holder.id, name: holder.name, isClient: holder.isClient, cost: 0,
                crossing: one.crossing, state: .granted, at: now, changedAt: now, sequence: 0)
            try tell(&grant, in: db)
            try Grants.insert(grant, threshold: one.threshold, in: db)
        }
    }

    /// Tells the journal how a grant is now; it then carries that event's number.
    func tell(_ grant: inout RewardGrant, in db: Database) throws {
        grant.sequence = try Journal.nextSequence(in: db)
        try Journal.append(
            .grantChanged, subject: grant.id.uuidString, content: grant, at: now, in: db)
    }
}
