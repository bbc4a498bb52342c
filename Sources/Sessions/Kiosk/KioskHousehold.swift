import Care
import FoundationEssentials

/// The client's chores, points and rewards, as the service told them last, and what the client has asked of it since.
struct KioskHousehold: Sendable {
    /// The most of each that a list has: nobody scans through weeks.
    static let mostChores = 20
    static let mostOthers = 10

    /// `nil` until the service has told it, or it was loaded from an earlier run.
    private(set) var known: ClientHousehold?
    /// Commands that the service does not have yet, in order; those that it has until what follows from them was read.
    private var asked: [(command: HouseholdCommand, isDelivered: Bool)] = []
    /// What marks pay that the service has not counted yet, by their entries.
    private var credits: [UUID: Int] = [:]
    /// Entries that the service has, and has not counted yet as far as is known here.
    private var countedSoon: Set<UUID> = []

    // MARK: - What the service tells

    mutating func take(_ household: ClientHousehold) {
        known = household
        // Counted already, although the answer to the mark has not come.
        for line in household.lines { if let entry = line.entry { credits[entry] = nil } }
        asked.removeAll(where: \.isDelivered)
        settleCredits()
    }

    /// The standing has changed, which the journal tells without the rewards, before all of it is read again.
    mutating func take(_ standing: PointStanding) {
        let rewards = known?.standing.rewards ?? []
        known?.standing = standing
        known?.standing.rewards = standing.isOn ? rewards : []
        settleCredits()
    }

    /// A grant has changed.
    mutating func take(_ grant: RewardGrant) {
        known?.grants.removeAll { $0.id == grant.id }
        if grant.state.isOpen { known?.grants.insert(grant, at: 0) }
        asked.removeAll { $0.isDelivered && $0.command.grant == grant.id }
    }

    /// The service has this command, or this entry.
    mutating func delivered(_ id: UUID) {
        for index in asked.indices where asked[index].command.id == id { asked[index].isDelivered = true }
        if credits[id] != nil { countedSoon.insert(id) }
    }

    private mutating func settleCredits() {
        for entry in countedSoon { credits[entry] = nil }
        countedSoon = []
    }

    // MARK: - What the client has asked

    mutating func add(_ command: HouseholdCommand) { asked.append((command, false)) }

    /// A chore was marked: it pays so much once the service has it.
    mutating func expect(_ points: Int, by entry: UUID) { credits[entry] = points }

    mutating func expectNothing(by entry: UUID) { credits[entry] = nil }

    /// It will never be stored.
    ///
    /// - Returns: It, if it was one of these.
    mutating func lost(_ id: UUID) -> HouseholdCommand? {
        credits[id] = nil
        defer { asked.removeAll { $0.command.id == id } }
        return asked.first { $0.command.id == id }?.command
    }

    // MARK: - How it stands

    /// Whether the client wants points; `nil` while nothing is known of them.
    var wantsPoints: Bool? {
        for (command, _) in asked.reversed() {
            if case .switchPoints(_, _, let change) = command { return change.isOn }
        }
        return known?.standing.isOn
    }

    /// How many points the client has, with what was marked and asked for since.
    var total: Int? { sum.map { max(0, $0) } }

    /// The same, below 0 where an undo has to be made up first.
    private var sum: Int? {
        guard let known else { return nil }
        let spent = pending.compactMap { cost(of: $0.reward) }.reduce(0, +)
        return known.standing.total - known.standing.missing + credits.values.reduce(0, +) - spent
    }

    /// Rewards that were asked for, and that the service does not have yet.
    private var pending: [NewGrant] {
        let withdrawn = self.withdrawn
        return asked.compactMap { asked in
            guard case .ask(let new) = asked.command, !withdrawn.contains(new.id),
                known?.grants.contains(where: { $0.id == new.id }) != true
            else { return nil }
            return new
        }
    }

    private var withdrawn: Set<UUID> {
        Set(asked.compactMap { if case .answer(let grant, _) = $0.command { grant } else { nil } })
    }

    private func cost(of reward: UUID) -> Int? {
        known?.standing.rewards.first { $0.reward.id == reward }?.needed
    }

    /// The rewards that are for the client, with how far each is by now.
    var rewards: [RewardProgress] {
        guard let known, let sum else { return [] }
        return known.standing.rewards.map { progress in
            guard case .redeemed(let cost, _) = progress.reward.content.way else { return progress }
            return RewardProgress(
                reward: progress.reward, sum: sum, needed: cost, canBeAskedFor: sum >= cost)
        }
    }

    /// What was asked for or reached and is still to come, the latest first.
    var grants: [OpenGrant] {
        guard let known else { return [] }
        let withdrawn = self.withdrawn
        let new = pending.reversed().compactMap { new -> OpenGrant? in
            guard let reward = known.standing.rewards.first(where: { $0.reward.id == new.reward })?.reward
            else { return nil }
            return OpenGrant(id: new.id, title: reward.content.title, isWaiting: true, canBeGivenBack: true)
        }
        return new
            + known.grants.filter { !withdrawn.contains($0.id) }
            .map { grant in
                OpenGrant(
                    id: grant.id, title: grant.title, isWaiting: grant.state == .waiting,
                    canBeGivenBack: grant.mayBecome(.withdrawn))
            }
    }

    /// What the client is to pay, without what they have said is paid.
    var owed: [OwedAmount] {
        let paid = Set(
            asked.compactMap { asked in
                if case .pay(let paid) = asked.command { paid.owed.id } else { nil }
            })
        return (known?.owed ?? []).filter { !paid.contains($0.id) }
    }

    /// A reward that was asked for or reached.
    struct OpenGrant: Sendable, Equatable {
        var id: UUID
        var title: String
        /// Whether somebody else is to say yes.
        var isWaiting: Bool
        /// Whether the client can still not want it any more.
        var canBeGivenBack: Bool
    }
}

extension HouseholdCommand {
    /// The grant that it is about.
    fileprivate var grant: UUID? {
        switch self {
        case .ask(let new): new.id
        case .answer(let grant, _): grant
        case .remind, .switchPoints, .pay, .addGoal, .endGoal: nil
        }
    }
}
