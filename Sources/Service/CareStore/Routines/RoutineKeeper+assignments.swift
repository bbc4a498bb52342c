import Care
import Foundation
import GRDB

extension RoutineKeeper {
    /// How many days before and after a day somebody sees their exercises.
    private static let assignedDays = (before: 14, after: 8)
    /// Of each: a client with five a day has fewer.
    private static let mostAssigned = 70

    /// The exercises that a client has been given around a day: what became of the past ones, and what comes.
    ///
    /// - Parameter start: When the day begins.
    func assignments(of whose: PlanReach, around start: Date, in db: Database) throws -> [RoutineOccurrence] {
        func day(_ number: Int) -> Date { start.addingTimeInterval(Double(number) * 86_400) }
        let (first, last) = (day(-Self.assignedDays.before), day(Self.assignedDays.after))
        var ahead = try ahead(in: db)
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM occurrence
                WHERE at >= ?1 AND at < ?2 AND exercise IS NOT NULL AND \(Self.given)
                ORDER BY at DESC LIMIT ?4
                """, arguments: [first.milliseconds, last.milliseconds, whose.argument, Self.mostAssigned])
        let written = rows.compactMap(readable)
        for occurrence in written { ahead.known[occurrence.routine, default: []].insert(occurrence.key) }
        var coming: [FoundOccurrence] = []
        try eachPlanned(from: start, until: last, of: whose, except: ahead.known, in: db) { planned in
            if planned.item.routine.content.exercise != nil { coming.append(.planned(planned)) }
            return last
        }
        return Self.sorted(
            written + (try whole(Array(coming.prefix(Self.mostAssigned)), notes: ahead.noted, in: db)))
    }
}
