import Care
import GRDB

/// How people stand, within one transaction.
struct PointViews: Sendable {
    let unreadable: UnreadableRows

    /// Everybody who lives or works here, by name; providers only come to see clients.
    func everybody(in db: Database) throws -> [PointHolder] {
        try People.all(in: db, report: unreadable.note)
            .filter { $0.isActive && $0.role != .provider }
            .map(PointHolder.init)
            .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    func holder(_ id: String, in db: Database) throws -> PointHolder {
        try People.readable(id, in: db).map(PointHolder.init) ?? PointHolder(unknown: id)
    }

    /// Throws `.notFound` where there is nobody whom this reader reaches.
    func holder(_ id: String, seenBy reader: PointReader, in db: Database) throws -> PointHolder {
        guard let person = try People.readable(id, in: db), person.role != .provider,
            reader.reaches(PointHolder(person))
        else { throw CareStoreError.notFound("person \(id)") }
        return PointHolder(person)
    }

    /// Whether somebody wants points: whoever has not said otherwise.
    func isOn(_ person: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT is_on FROM point_switch WHERE person = ?", arguments: [person])
            ?? true
    }

    func activeRewards(in db: Database) throws -> [Reward] {
        try Rewards.all(onlyActive: true, in: db, report: unreadable.note)
    }

    /// - Parameter rewards: Those that are there, by their titles.
    func standing(
        of holder: PointHolder, _ rewards: [Reward], in db: Database
    ) throws -> PointStanding {
        let sums = try PointLines.sums(of: holder.id, in: db)
        let isOn = try isOn(holder.id, in: db)
        let had = try isOn ? Rewards.crossings(by: holder.id, in: db) : [:]
        let progress = (isOn ? rewards : []).filter { $0.content.isFor(holder.id) }.compactMap { reward in
            let crossings = had[reward.id]
            let isCurrent = crossings?.threshold == reward.content.way.points
            return RewardProgress(
                reward, sum: sums.all, collected: sums.collected,
                reached: isCurrent ? crossings?.count ?? 0 : 0)
        }
        // Those of the same distance stay in the order of their titles.
        let sorted = progress.enumerated().sorted {
            ($0.element.left, $0.offset) < ($1.element.left, $1.offset)
        }
        return PointStanding(
            person: holder.id, name: holder.name, isClient: holder.isClient, sum: sums.all,
            collected: sums.collected, isOn: isOn, rewards: sorted.map(\.element))
    }
}
