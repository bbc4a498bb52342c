import Care
public import Foundation
import GRDB
import Recurrence

extension CareStore {
    /// How long before now the due times reach whose pictures a client still sees. Seconds: five weeks.
    private static let shownBefore = 35 * 86_400.0
    /// The same for what is ahead.
    private static let shownAfter = 35 * 86_400.0

    /// Whether something of the store that a client sees is drawn by a picture beside the boards: needs, what is planned for them or
    /// shared by the household, rewards that are for them, and what they have had of those.
    ///
    /// Not their calls and goals: whoever makes those can write any path into them.
    ///
    /// - Parameter path: As it is written, from the folder of the boards.
    public func isShown(picture path: String, to client: String, now: Date) async throws(CareStoreError)
        -> Bool
    {
        let (from, until) = (
            now.addingTimeInterval(-Self.shownBefore), now.addingTimeInterval(Self.shownAfter)
        )
        let unreadable = unreadable
        return try await read { db in
            let columns = """
                SELECT EXISTS (SELECT 1 FROM reward_grant WHERE person = ?1 AND symbol = ?2)
                """
            if try Bool.fetchOne(db, sql: columns, arguments: [client, path]) == true { return true }
            let needs = try Needs.active(client: client, in: db, report: unreadable.note)
            if needs.contains(where: { $0.symbol == path }) { return true }
            let rewards = try Rewards.all(onlyActive: true, in: db, report: unreadable.note)
            if rewards.contains(where: { $0.content.symbol == path && $0.content.isFor(client) }) {
                return true
            }
            // Its last part alone is looked for: a slash may be written in two ways in JSON.
            let name = try Stored.text(path.split(separator: "/").last.map(String.init) ?? path)
            let routines = try Row.fetchAll(
                db,
                sql: "SELECT * FROM routine WHERE is_active = 1 AND is_goal = 0 AND instr(content, ?) > 0",
                arguments: [String(name.dropFirst().dropLast())])
            for row in routines {
                do {
                    let content = try RoutineRow(row: row).routine.content
                    if content.isDrawn(by: path), content.isSeen(by: client) { return true }
                } catch let error as CareStoreError { unreadable.note(UnreadableRow(.routine, row), error) }
            }
            // What was planned otherwise when it was due.
            return try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM occurrence
                        WHERE at > ?3 AND at < ?4 AND symbol = ?2 AND is_goal = 0 AND (client = ?1 OR person = ?1
                            OR iif(json_valid(chore), json_extract(chore, '$.audience'), NULL) = 'household'))
                    """,
                arguments: [client, path, from.milliseconds, until.milliseconds]) ?? false
        }
    }
}

extension RoutineContent {
    /// Whether it, or a single time of it, has this picture.
    fileprivate func isDrawn(by path: String) -> Bool {
        symbol == path || edits.contains { $0.edit.symbol == path }
    }

    /// Whether a client sees it, or may take it.
    fileprivate func isSeen(by client: String) -> Bool {
        self.client == client || audience == .household || assignable.contains(client) || isForAnybody
    }

    /// Whether whoever likes may claim it.
    private var isForAnybody: Bool {
        guard case .claimed(let people) = assignment else { return false }
        return people.isEmpty
    }
}
