public import Care
public import Foundation
import GRDB

extension CareStore {
    // MARK: - How people stand

    /// How everybody stands whom this reader reaches, by name.
    public func pointStandings(seenBy reader: PointReader) async throws(CareStoreError) -> PointStandings {
        let views = PointViews(unreadable: unreadable)
        return try await read { db in
            let rewards = try views.activeRewards(in: db)
            return PointStandings(
                people: try views.everybody(in: db).filter(reader.reaches).map {
                    try views.standing(of: $0, rewards, in: db)
                })
        }
    }

    /// How somebody stands, with part of their lines, the latest first.
    ///
    /// - Parameter before: The `next` of the page before; `nil` for the first page.
    public func points(
        of person: String, seenBy reader: PointReader, before: Int64? = nil, limit: Int = 50
    ) async throws(CareStoreError) -> PointPage {
        let views = PointViews(unreadable: unreadable)
        return try await read { db in
            let holder = try views.holder(person, seenBy: reader, in: db)
            let (lines, next) = try PointLines.page(
                of: person, before: before, limit: limit, in: db, report: views.unreadable.note)
            return PointPage(
                standing: try views.standing(of: holder, views.activeRewards(in: db), in: db), lines: lines,
                next: next)
        }
    }

    // MARK: - Gifts, and whether somebody wants points

    /// Gives somebody points for what is no chore. The same again gives the line that the first made, with `false`.
    ///
    /// Throws `.notAllowed` to oneself, and `.conflict` where they want none.
    public func givePoints(
        to person: String, _ gift: PointGift, by actor: PointActor, receivedAt: Date
    ) async throws(CareStoreError) -> (PointLine, isNew: Bool) {
        let keeper = PointKeeper(now: receivedAt, unreadable: unreadable)
        return try await write { db in
            let gift = try Stored.normal(gift)
            let holder = try keeper.views.holder(person, seenBy: actor.reader, in: db)
            let line = PointLine(
                number: 0, id: gift.id, person: person, kind: .given, points: gift.points, what: gift.reason,
                by: actor.name, byID: actor.id, at: gift.at)
            if let first = try PointLines.find(gift.id, in: db) {
                var again = line
                again.number = first.number
                // Lines that are older than the ids of who wrote them have none.
                if first.byID == nil { again.byID = nil }
                guard first == again else { throw CareStoreError.sameIDOtherContent(gift.id, current: nil) }
                return (first, false)
            }
            guard person != actor.id else {
                throw CareStoreError.notAllowed("nobody gives points to themselves: somebody else does")
            }
            try keeper.checkTakesPart(holder, field: "id", in: db)
            let added = try PointLines.add(line, in: db)
            try keeper.settle([person], in: db)
            return (added, true)
        }
    }

    /// Stores whether somebody wants points. The same again changes nothing. What they have stays theirs.
    ///
    /// Throws `.notAllowed` where they have switched them off themselves, and neither they nor a coordinator switches them on, and
    /// `.tooOften` where they were switched on too often within a day.
    public func switchPoints(
        of person: String, _ change: PointSwitch, by actor: PointActor, receivedAt: Date
    ) async throws(CareStoreError) -> (PointStanding, isNew: Bool) {
        let keeper = PointKeeper(now: receivedAt, unreadable: unreadable)
        return try await write { db in
            let holder = try keeper.views.holder(person, seenBy: actor.reader, in: db)
            let before = try keeper.views.standing(
                of: holder, try keeper.views.activeRewards(in: db), in: db)
            let isOwn = actor.id == person
            guard before.isOn != change.isOn else { return (before, false) }
            let wasOwn = try Bool.fetchOne(
                db, sql: "SELECT is_own FROM point_switch WHERE person = ?", arguments: [person])
            guard !change.isOn || isOwn || actor.isCoordinator || wasOwn != true else {
                throw CareStoreError.notAllowed(
                    "\(holder.name) has switched points off: only they, or a coordinator, switch them on")
            }
            if change.isOn { try checkSwitches(of: holder, at: receivedAt, in: db) }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO point_switch (person, is_on, is_own, changed_at) VALUES (?, ?, ?, ?)
                    """, arguments: [person, change.isOn, isOwn, receivedAt.milliseconds])
            try trail?.note(
                change.isOn ? .pointsSwitchedOn : .pointsSwitchedOff, about: holder.name, in: db)
            try keeper.settle([before], in: db)
            return (
                try keeper.views.standing(of: holder, try keeper.views.activeRewards(in: db), in: db), true
            )
        }
    }

    private func checkSwitches(of holder: PointHolder, at now: Date, in db: Database) throws {
        let kind = AuditKind.pointsSwitchedOn
        let lately = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM audit
                WHERE share = ?1 AND kind = ?2 AND about_key = ?3 AND at > ?4 AND at <= ?5
                """,
            arguments: [
                kind.share.rawValue, kind.rawValue, AccessRules.nameKey(holder.name),
                now.addingTimeInterval(-86_400).milliseconds, now.milliseconds,
            ])
        guard lately ?? 0 < PointSwitch.mostADay else {
            throw CareStoreError.tooOften(
                field: "on",
                "points were switched on \(PointSwitch.mostADay) times within a day for \(holder.name): go on tomorrow"
            )
        }
    }
}

extension PointKeeper {
    /// Throws where somebody has left, or wants no points.
    func checkTakesPart(_ holder: PointHolder, field: String, in db: Database) throws {
        guard holder.isActive else {
            throw CareStoreError.conflict(field: field, "\(holder.name) has left the home")
        }
        guard try views.isOn(holder.id, in: db) else {
            throw CareStoreError.conflict(field: field, "points are switched off for \(holder.name)")
        }
    }
}
