import Foundation
import GRDB
import Logging

/// What a wall clock that was set means for routines. Decision 0107.
///
/// They are in wall time and are not moved: what is due at 08:00 is due when the corrected clock says so.
///
/// | the clock stands | what happens |
/// |---|---|
/// | ahead of where it was | what it has jumped over is late, within the bounds of `CatchUp`; a leap of more than a day is kept in mind |
/// | back by up to a day | it comes to moments again that were taken; each reminder has one row, so nothing is told twice |
/// | back by more, to where a leap began, or soon after | the leap was wrong: what was written down since is undone |
/// | back by more, and nothing explains it | it is doubted: what has been taken stays, and waits for the clock |
/// | the same, for more than a day | it is believed, unless it is older than Beckon |
struct RoutineClock {
    /// Larger steps may mean that the clock is wrong. Milliseconds: a day.
    static let far: Int64 = 86_400_000
    /// How often the clock's progress is stored. Milliseconds: an hour.
    private static let pace: Int64 = 3_600_000
    /// A clock that shows less is wrong: 2026 began before Beckon did. Milliseconds since 1970.
    static let earliest: Int64 = 1_767_225_600_000
    /// How long it may take until somebody notices that a home was set up with a wrong date. Milliseconds: a
    /// week.
    static let settingUp: Int64 = 7 * 86_400_000
    /// How many leaps are remembered.
    static let mostLeaps = 50

    /// Milliseconds since 1970.
    let wall: Int64
    let planCache: RoutinePlanCache
    let logger: Logger

    /// - Parameter wasSet: The clock was set, or was not checked for a while: it has not simply gone on.
    /// - Returns: Whether it was wrong, and what it caused has been undone.
    func follow(wasSet: Bool, in db: Database) throws -> Bool {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM clock") else {
            try begin(in: db)
            return false
        }
        let walkedTo: Int64 = row["walked_to"]
        let doubtedFrom: Int64? = row["doubted_from"]
        guard wall < walkedTo - Self.far else {
            if doubtedFrom != nil { try plannedInDoubt(since: row["doubted_sequence"], in: db) }
            if wasSet, wall > walkedTo + Self.far { try note(leapFrom: walkedTo, in: db) }
            if wasSet || doubtedFrom != nil { try comeAgain(in: db) }
            if wasSet || doubtedFrom != nil || wall - walkedTo >= Self.pace { try believe(in: db) }
            return false
        }
        if let leap = try leap(thatExplains: walkedTo, in: db) {
            logger.notice(
                "the clock was wrong: what it caused is undone", metadata: ["from": text(walkedTo)])
            try undo(leap, in: db)
            try believe(in: db)
            return true
        }
        guard let doubtedFrom, wall >= doubtedFrom else {
            logger.error(
                "the clock shows a time that has already passed: routines wait until it is right, or for a day",
                metadata: ["clock": text(wall), "has been": text(walkedTo)])
            try doubt(row, in: db)
            return false
        }
        guard wall >= Self.earliest, wall - doubtedFrom >= Self.far else { return false }
        logger.notice(
            "the clock has shown this time for a day and is accepted", metadata: ["was": text(walkedTo)])
        try undo(Leap.sinceEver(from: wall, sequence: row["doubted_sequence"]), in: db)
        try believe(in: db)
        // Which clock was wrong is not known: goals that are ahead of this one may have been made by the right one.
        return false
    }

    /// How far routines had been processed, if the clock now shows a clearly earlier time; `nil` while it is
    /// believed.
    static func doubted(in db: Database) throws -> Date? {
        try Int64.fetchOne(db, sql: "SELECT walked_to FROM clock WHERE doubted_from IS NOT NULL")
            .map(Date.init(milliseconds:))
    }

    /// Whether a time that the clock shows may be written down as one at which something was seen: it is not before Beckon, and not clearly
    /// behind what it has shown already. One that is ahead is believed, as everywhere; what it has dated is put right with it.
    static func mayBeRight(_ now: Date, in db: Database) throws -> Bool {
        guard now.milliseconds >= earliest else { return false }
        let walkedTo = try Int64.fetchOne(db, sql: "SELECT walked_to FROM clock") ?? earliest
        return now.milliseconds >= walkedTo - far
    }

    /// Whether something may be deleted for its age: the clock is believed, and has not leapt for a week, in which somebody would
    /// have noticed that it is wrong.
    static func isCertain(_ now: Date, in db: Database) throws -> Bool {
        let wall = now.milliseconds
        guard wall >= earliest, try doubted(in: db) == nil else { return false }
        let hasLeapt = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM leap WHERE to_at > ? AND to_at <= ?)",
            arguments: [wall - settingUp, wall])
        return hasLeapt == false
    }

    // MARK: - Believing it

    private func begin(in db: Database) throws {
        guard wall < Self.earliest else {
            // A home that is set up while the clock is ahead must recover once the clock is set right.
            try note(leapFrom: Self.earliest, in: db)
            return try believe(in: db)
        }
        try db.execute(
            sql: "INSERT INTO clock (id, walked_to, doubted_from, doubted_sequence) VALUES (1, ?, ?, 0)",
            arguments: [Self.earliest + Self.far, wall])
    }

    private func believe(in db: Database) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO clock (id, walked_to) VALUES (1, ?)", arguments: [wall])
    }

    private func doubt(_ row: Row, in db: Database) throws {
        let sequence = try row["doubted_sequence"] as Int64? ?? newest("journal", "sequence", in: db)
        try db.execute(
            sql: "UPDATE clock SET doubted_from = ?, doubted_sequence = ?", arguments: [wall, sequence])
    }

    /// Routines that were made while the clock was wrong count from now, when it is right.
    private func plannedInDoubt(since sequence: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE routine SET planned_at = ?1, taken_to = max(taken_to, ?1), next_at = ?1
                WHERE sequence > ?2 AND planned_at < ?1 AND is_active = 1
                """, arguments: [wall, sequence])
    }

    /// Set back a little: what was processed already has its rows.
    private func comeAgain(in db: Database) throws {
        try db.execute(
            sql: "UPDATE routine SET taken_to = ?1, next_at = ?1 WHERE taken_to > ?1 AND is_active = 1",
            arguments: [wall])
        try CostCharges.comeAgain(at: wall, from: wall, in: db)
    }

    func newest(_ table: String, _ column: String, in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(\(column)) FROM \(table)") ?? 0
    }

    private func text(_ milliseconds: Int64) -> Logger.MetadataValue {
        "\(Date(milliseconds: milliseconds).formatted(.iso8601))"
    }
}
