public import Care
public import Foundation
import GRDB

extension CareStore {
    // MARK: - Rewards

    /// What there is to reach and to ask for, by title.
    ///
    /// - Parameter person: Only what is for this person.
    public func rewards(
        onlyActive: Bool, for person: String? = nil
    ) async throws(CareStoreError) -> RewardList {
        let unreadable = unreadable
        return try await read { db in
            let all = try Rewards.all(onlyActive: onlyActive, in: db, report: unreadable.note)
            return RewardList(rewards: all.filter { reward in person.map(reward.content.isFor) ?? true })
        }
    }

    /// Makes or changes a reward. `isNew`: it did not exist before. The same message again changes nothing.
    ///
    /// Whoever has collected enough already gets it once, for what they have crossed last. Throws `.rewardChanged` where somebody else was
    /// faster, and `.invalid` where it is something that nobody pays for.
    ///
    /// - Parameter cards: What the cards of the home's boards ask for.
    public func setReward(
        _ id: UUID, _ change: RewardChange, cards: [String] = [], receivedAt: Date
    ) async throws(CareStoreError) -> (Reward, isNew: Bool) {
        let keeper = PointKeeper(now: receivedAt, unreadable: unreadable)
        return try await write { db in
            let change = try Stored.normal(change)
            let stored = try Rewards.find(id, in: db)
            var new = Reward(
                id: id, content: change.content, isActive: change.isActive,
                sequence: stored?.sequence ?? 0, changedAt: Date(milliseconds: receivedAt.milliseconds),
                changedBy: change.by)
            if let stored {
                if stored.content == new.content, stored.isActive == new.isActive { return (stored, false) }
                guard change.replaces == stored.sequence else {
                    throw CareStoreError.rewardChanged(current: stored)
                }
            } else if change.replaces != 0 {
                throw CareStoreError.notFound("reward \(id); a new one replaces 0")
            }
            try check(change, before: stored?.content, cards: cards, in: db)
            if new.isActive, stored?.isActive != true { try Rewards.checkThereIsRoom(in: db) }
            new.sequence += 1
            let before = try keeper.standings(in: db)
            try Rewards.put(new, in: db)
            try trail?.note(kind(of: new, before: stored), about: new.content.title, in: db)
            try keeper.settle(before, in: db)
            return (new, stored == nil)
        }
    }

    private func kind(of new: Reward, before: Reward?) -> AuditKind {
        guard let before else { return .rewardAdded }
        return before.isActive && !new.isActive ? .rewardRemoved : .rewardChanged
    }

    private func check(
        _ change: RewardChange, before: RewardContent?, cards: [String], in db: Database
    ) throws {
        for person in change.content.people where before?.people.contains(person) != true {
            guard try People.contains(person, in: db) else {
                throw CareStoreError.invalid(
                    field: "content.people", "nobody in this home has the id \(person)")
            }
        }
        let needs = try Needs.active(client: nil, in: db, report: unreadable.note).map(\.label)
        do throws(FieldProblem) { try change.check(needs: needs + cards) } catch {
            throw CareStoreError.invalid(field: error.field, error.message)
        }
    }

    // MARK: - Grants

    /// What was asked for or reached, the latest first.
    ///
    /// - Parameters:
    ///   - person: Only theirs.
    ///   - before: The `next` of the page before; `nil` for the first page.
    public func grants(
        onlyOpen: Bool, of person: String? = nil, seenBy reader: PointReader, before: Int64? = nil,
        limit: Int = 50
    ) async throws(CareStoreError) -> GrantPage {
        let views = PointViews(unreadable: unreadable)
        return try await read { db in
            var those: [String]?
            if let person {
                those = [try views.holder(person, seenBy: reader, in: db).id]
            } else if reader != .all {
                // Also of those who have left.
                those = try People.all(in: db, report: views.unreadable.note).map(PointHolder.init)
                    .filter(reader.reaches).map(\.id)
            }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM reward_grant WHERE number < ?1 \(onlyOpen ? "AND is_open = 1" : "")
                        AND (?2 IS NULL OR person IN (SELECT value FROM json_each(?2)))
                    ORDER BY number DESC LIMIT ?3
                    """, arguments: [before ?? .max, try those.map(Stored.text), limit + 1])
            let shown = rows.prefix(limit)
            return GrantPage(
                grants: shown.compactMap { row in
                    do { return try Grants.grant(row) } catch {
                        views.unreadable.note(UnreadableRow(.grant, row), error)
                        return nil
                    }
                }, next: rows.count > limit ? shown.last?["number"] : nil)
        }
    }

    /// Asks for a reward, whose points are taken at once. The same again gives it as it is now, with `false`.
    ///
    /// It waits for somebody else's yes where the reward says so, and where whoever gets it has written it down as it is, and is no client.
    /// Throws `.conflict` where there are too few points; of two at once, one has them.
    public func addGrant(
        _ new: NewGrant, by actor: PointActor, receivedAt: Date
    ) async throws(CareStoreError) -> (RewardGrant, isNew: Bool) {
        let keeper = PointKeeper(now: receivedAt, unreadable: unreadable)
        return try await write { db in
            var new = try Stored.normal(new)
            let holder = try keeper.views.holder(new.person, seenBy: actor.reader, in: db)
            new.by = actor.name ?? (actor.id == holder.id ? holder.name : nil)
            if let first = try Grants.find(new.id, in: db) {
                guard try Grants.source(of: new.id, in: db) == new else {
                    throw CareStoreError.sameIDOtherContent(new.id, current: nil)
                }
                return (first, false)
            }
            return (try keeper.ask(new, holder, by: actor, in: db), true)
        }
    }

    /// Says what becomes of a reward. The same again gives it as it is now, with `false`.
    ///
    /// What is refused or taken back brings back what it cost. Throws `.grantConflict` where it cannot become that any more, and
    /// `.notAllowed` to whoever says yes to their own.
    public func answerGrant(
        _ id: UUID, _ answer: GrantAnswer, by actor: PointActor, receivedAt: Date
    ) async throws(CareStoreError) -> (RewardGrant, isNew: Bool) {
        let keeper = PointKeeper(now: receivedAt, unreadable: unreadable)
        return try await write { db in
            let answer = try Stored.normal(answer)
            guard let grant = try Grants.find(id, in: db),
                actor.reader.reaches(try keeper.views.holder(grant.person, in: db))
            else { throw CareStoreError.notFound("grant \(id)") }
            if let first = try Grants.answer(answer.id, in: db) {
                guard first.grant == id, first.answer == answer, first.name == actor.name else {
                    throw CareStoreError.sameIDOtherContent(answer.id, current: nil)
                }
                return (grant, false)
            }
            let changed = try keeper.answer(answer, grant, by: actor, in: db)
            try Grants.keep(answer, to: id, by: actor.name, receivedAt: receivedAt, in: db)
            return (changed, true)
        }
    }
}

extension PointKeeper {
    /// How everybody stands of whom there is anything to say, those who have left too: they may come back.
    fileprivate func standings(in db: Database) throws -> [PointStanding] {
        let rewards = try views.activeRewards(in: db)
        var ids = try views.everybody(in: db).map(\.id)
        let known = Set(ids)
        ids += try String.fetchAll(db, sql: "SELECT DISTINCT person FROM point_line ORDER BY person")
            .filter { !known.contains($0) }
        return try ids.map { try views.standing(of: views.holder($0, in: db), rewards, in: db) }
    }

    fileprivate func ask(
        _ new: NewGrant, _ holder: PointHolder, by actor: PointActor, in db: Database
    ) throws -> RewardGrant {
        guard let reward = try Rewards.find(new.reward, in: db), reward.isActive,
            reward.content.isFor(holder.id)
        else { throw CareStoreError.invalid(field: "reward", "there is no such reward for \(holder.name)") }
        guard case .redeemed(let cost, let approval) = reward.content.way else {
            throw CareStoreError.invalid(
                field: "reward", "nobody asks for this one: it comes once enough points were collected")
        }
        try checkTakesPart(holder, field: "person", in: db)
        let sum = try PointLines.sums(of: holder.id, in: db).all
        guard sum >= cost else {
            throw CareStoreError.conflict(
                field: "reward", "\(holder.name) has \(max(0, sum)) points, and this takes \(cost)")
        }
        // Nobody who lives or works here has by their own word alone what they have written down themselves. Names change: another's word
        // it is where somebody else has that name now.
        let isOwnWord = try !holder.isClient && !isWord(reward.changedBy, ofAnotherThan: holder, in: db)
        var grant = RewardGrant(
            id: new.id, reward: reward.id, title: reward.content.title, symbol: reward.content.symbol,
            person: holder.id, name: holder.name, isClient: holder.isClient, cost: cost,
            state: approval || isOwnWord ? .waiting : .granted, at: now, changedAt: now,
            changedBy: new.by, sequence: 0)
        try PointLines.add(
            line(.redeemed, -cost, of: grant, by: PointAuthor(name: new.by, id: actor.id)), in: db)
        try settle([holder.id], in: db)
        try tell(&grant, in: db)
        try Grants.insert(grant, madeOf: new, in: db)
        return grant
    }

    private func isWord(_ name: String?, ofAnotherThan holder: PointHolder, in db: Database) throws -> Bool {
        guard let name else { return false }
        return try People.all(in: db, report: views.unreadable.note)
            .contains { $0.isActive && $0.name == name && $0.id != holder.id }
    }

    fileprivate func answer(
        _ answer: GrantAnswer, _ before: RewardGrant, by actor: PointActor, in db: Database
    ) throws -> RewardGrant {
        let isOwn = actor.id == before.person
        if answer.state != .withdrawn {
            // That one's own was handed over, everybody can say.
            let isHandedOver = answer.state == .given && before.state == .granted
            guard actor.decides, !isOwn || isHandedOver else {
                throw CareStoreError.notAllowed("somebody else says yes or no to what you have asked for")
            }
        }
        guard before.mayBecome(answer.state) else {
            func conflict(_ words: String) -> CareStoreError { .grantConflict(words, current: before) }
            throw conflict("“\(before.title)” was decided already: read it again")
        }
        var grant = before
        grant.state = answer.state
        grant.reason = answer.reason
        grant.changedAt = now
        grant.changedBy = actor.name ?? (isOwn ? before.name : nil)
        if grant.state.isReturned {
            try PointLines.add(
                line(.returned, grant.cost, of: grant, by: PointAuthor(name: grant.changedBy, id: actor.id)),
                in: db)
            try settle([grant.person], in: db)
        }
        try tell(&grant, in: db)
        try Grants.update(grant, in: db)
        return grant
    }

    private func line(
        _ kind: PointLine.Kind, _ points: Int, of grant: RewardGrant, by author: PointAuthor
    ) -> PointLine {
        PointLine(
            number: 0, id: newID(), person: grant.person, kind: kind, points: points, what: grant.title,
            grant: grant.id, by: author.name, byID: author.id, at: now)
    }
}
