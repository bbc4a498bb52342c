import Care
import CareStore
import Foundation
import Recurrence

/// Chores that are worth points, of which each reaches a reward and pays for another one, which is refused.
extension StoreProbe {
    private static let start = Date(timeIntervalSince1970: 1_774_699_200)
    private static let worth = 10
    private static let actor = PointActor(
        reader: .all, id: "anna", name: "Anna", decides: true, isCoordinator: true)
    /// The same in every run.
    private static let (film, zoo) = (id(1), id(2))

    private static func id(_ last: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, last))
    }

    /// Makes a chore, marks it done, asks for a reward with what it has brought, and refuses that, so often; each is said as soon as it is
    /// recorded.
    static func writePoints(_ path: String, count: Int) async throws {
        let store = try CareStore(path: path)
        for person in [("maria", Person.Role.client), ("anna", .coordinator)] {
            _ = try await store.setPerson(
                Person(id: person.0, name: person.0, role: person.1), at: start)
        }
        for (id, title, way) in [
            (film, "Film", RewardWay.redeemed(cost: worth, approval: true)),
            (zoo, "Zoo", .reached(at: worth, again: true)),
        ] {
            _ = try await store.setReward(
                id, RewardChange(content: RewardContent(title: title, way: way)), receivedAt: start)
        }
        // Behind what an earlier run has made.
        let made = try await store.routines(onlyActive: true, limit: 200).routines.count
        for number in made..<made + count {
            let now = start.addingTimeInterval(60 * Double(number + 1))
            let new = NewRoutine(id: UUID(), content: try chore(at: now), at: now)
            _ = try await store.addRoutine(new, receivedAt: now)
            say("recorded chore-\(new.id)")
            let entry = OccurrenceEntry(
                id: UUID(), routine: new.id,
                key: OccurrenceKey(ZoneRules.utc.local(of: now), zone: ZoneRules.utc.id), kind: .done, at: now
            )
            _ = try await store.mark(entry, actor: .station, receivedAt: now)
            say("recorded entry-\(entry.id)")
            let asked = NewGrant(id: UUID(), reward: film, person: "maria", at: now)
            _ = try await store.addGrant(asked, by: actor, receivedAt: now)
            say("recorded grant-\(asked.id)")
            let no = GrantAnswer(id: UUID(), state: .refused, reason: "Not today.", at: now)
            _ = try await store.answerGrant(asked.id, no, by: actor, receivedAt: now)
            say("recorded answer-\(asked.id)")
        }
    }

    /// Says what there is, and whether all of it fits together: each done chore has its points and its crossing once, each grant was paid once,
    /// and what was refused came back once.
    static func listPoints(_ path: String) async throws {
        let store = try CareStore(path: path)
        let routines = try await store.routines(onlyActive: true, limit: 200).routines
        // Killed before there was anybody who could have points.
        guard try await store.people().contains(where: { $0.id == "maria" }) else { return }
        var (lines, before): ([PointLine], Int64?) = ([], nil)
        repeat {
            let page = try await store.points(of: "maria", seenBy: .all, before: before, limit: 200)
            lines += page.lines
            before = page.next
        } while before != nil
        let grants = try await store.grants(onlyOpen: false, seenBy: .all, limit: 200).grants
        for routine in routines {
            say("kept chore-\(routine.id)")
            let key = OccurrenceKey(routine.content.schedule.start, zone: ZoneRules.utc.id)
            for entry in try await store.history(routine.id, key) {
                let isPaid = lines.count { $0.entry == entry.id && $0.points == worth } == 1
                say(isPaid ? "kept entry-\(entry.id)" : "error the points of \(entry.id) are not there once")
            }
        }
        for grant in grants where grant.crossing == nil {
            let isPaid = lines.count { $0.grant == grant.id && $0.kind == .redeemed } == 1
            let isBack = lines.count { $0.grant == grant.id && $0.kind == .returned } == 1
            say(isPaid ? "kept grant-\(grant.id)" : "error \(grant.id) was not paid once")
            if grant.state == .refused {
                say(isBack ? "kept answer-\(grant.id)" : "error \(grant.id) did not come back once")
            } else if isBack {
                say("error \(grant.id) came back")
            }
        }
        let earned = lines.count { $0.kind == .earned }
        let crossings = grants.compactMap(\.crossing).sorted()
        if crossings != Array(0..<earned).map({ $0 + 1 }) {
            say("error \(earned) chores have reached \(crossings)")
        }
        let standing = try await store.points(of: "maria", seenBy: .all).standing
        if lines.map(\.points).reduce(0, +) != standing.total { say("error the total is \(standing.total)") }
    }

    private static func chore(at due: Date) throws -> RoutineContent {
        RoutineContent(
            title: "Table", audience: .household, assignment: .fixed(person: "maria"),
            schedule: RecurrenceSet(
                start: ZoneRules.utc.local(of: due), zone: ZoneRules.utc.id, repetition: .once),
            reminders: ReminderPlan(tellsDue: false, tellsMissed: false), points: worth)
    }
}
