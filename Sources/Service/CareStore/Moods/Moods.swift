import Care
import Foundation
import GRDB
import Recurrence

/// The rows of `mood`, which are only ever added to.
enum Moods {
    static func mood(_ row: Row) throws -> Mood {
        let number: Int64 = row["number"]
        return Mood(
            number: number, mood: try Stored.value(row["content"], of: "the mood \(number)"),
            words: row.words("words"), correctedBy: try row.optionalUUID("corrected_by"),
            receivedAt: Date(milliseconds: row["received_at"]),
            countsAt: Date(milliseconds: row["counts_at"]))
    }

    /// With the id of the mood that took its place.
    private static let columns =
        "mood.*, (SELECT id FROM mood AS later WHERE later.corrects = mood.id) AS corrected_by"

    static func find(_ id: UUID, in db: Database) throws -> Mood? {
        try Row.fetchOne(
            db, sql: "SELECT \(columns) FROM mood WHERE id = ?", arguments: [id.uuidString]
        ).map(mood)
    }

    static func insert(
        _ new: NewMood, words: String?, receivedAt: Date, in db: Database
    ) throws -> Mood {
        let countsAt = Mood.countsAt(new.at, received: receivedAt)
        let values: ColumnValues = [
            "id": new.id.uuidString, "client": new.client, "scale": new.scale.rawValue,
            "content": try Stored.text(new), "words": words, "corrects": new.corrects?.uuidString,
            "routine_id": new.routine?.uuidString, "key": new.key?.description,
            "received_at": receivedAt.milliseconds, "counts_at": countsAt.milliseconds,
        ]
        try values.insert(into: "mood", in: db)
        return Mood(
            number: db.lastInsertedRowID, mood: new, words: words, receivedAt: receivedAt, countsAt: countsAt)
    }

    /// Found by the time that counts, which is not long before the one at which it came.
    static let sqlLately = """
        SELECT count(*) FROM mood
        WHERE client = ?1 AND counts_at > ?2 AND counts_at <= ?4 AND received_at > ?3 AND received_at <= ?4
        """

    /// How many moods of a client came within the day before a moment.
    static func lately(of client: String, at now: Date, in db: Database) throws -> Int {
        let day = now.addingTimeInterval(-86_400)
        return try Int.fetchOne(
            db, sql: sqlLately,
            arguments: [
                client, day.addingTimeInterval(-Mood.longestWait).milliseconds, day.milliseconds,
                now.milliseconds,
            ]) ?? 0
    }

    /// The rows of a page, the newest first, and one more where there is a next page.
    static func rows(_ search: MoodSearch, of whose: PlanReach, in db: Database) throws -> [Row] {
        try Row.fetchAll(
            db, sql: sql(search),
            arguments: [
                search.client, search.from?.milliseconds ?? .min, search.to?.milliseconds ?? .max,
                search.scale?.rawValue, whose.argument, search.before, search.limit + 1,
            ])
    }

    /// Only with the conditions that there are, so that an index serves them. What begins a page is looked up among what its reader sees: the
    /// numbers of other moods tell nothing.
    static func sql(_ search: MoodSearch) -> String {
        let reach = PlanReach.clients("?5")
        var conditions = ["counts_at >= ?2", "counts_at < ?3", reach]
        if search.client != nil { conditions.append("client = ?1") }
        if search.scale != nil { conditions.append("scale = ?4") }
        if search.before != nil {
            conditions.append(
                "(counts_at, number) < (SELECT counts_at, number FROM mood WHERE number = ?6 AND \(reach))")
        }
        return """
            SELECT \(columns) FROM mood WHERE \(conditions.joined(separator: " AND "))
            ORDER BY counts_at DESC, number DESC LIMIT ?7
            """
    }

    /// How many moods of a week are read, the newest: nobody says more.
    private static let mostOfWeek = 500

    /// How a client was on each of the seven days up to a local one.
    static func week(
        of client: String, until day: CalendarDay, in zone: ZoneRules, _ db: Database,
        report: (UnreadableRow, any Error) -> Void
    ) throws -> [DayMood] {
        var search = MoodSearch()
        search.client = client
        search.from = zone.beginning(of: day.adding(days: 1 - MoodWeek.length))
        search.limit = mostOfWeek
        var faces: [(day: CalendarDay, face: Int)] = []
        for row in try rows(search, of: .only([client]), in: db) {
            do {
                let found = try mood(row)
                guard let face = MoodMeasure.faces.number(of: found) else { continue }
                faces.append((day: zone.local(of: found.countsAt).day, face: face))
            } catch { report(UnreadableRow(.mood, row), error) }
        }
        return MoodWeek.days(faces, until: day)
    }

    // MARK: - After what is planned

    /// Fills in what was logged after each exercise: the last answer that counts, and "not now" only where there is none. It is found by its
    /// local start, whichever part of the series and whichever zone it belonged to then, as entries are.
    static func fill(
        _ occurrences: inout [RoutineOccurrence], in db: Database,
        report: (UnreadableRow, any Error) -> Void
    ) throws {
        for index in occurrences.indices where occurrences[index].exercise != nil {
            occurrences[index].mood = try logged(after: occurrences[index], in: db, report: report)
        }
    }

    /// The client is checked without an index: theirs holds years of moods, and that of the key the few of one time.
    static let sqlAfter = """
        SELECT \(columns) FROM mood
        WHERE key BETWEEN ?1 || '[' AND ?1 || '\\' AND +client = ?3 AND scale <> 'observation'
            AND routine_id IN (SELECT id FROM routine
                WHERE series = (SELECT series FROM routine WHERE id = ?2))
            AND NOT EXISTS (SELECT 1 FROM mood AS later WHERE later.corrects = mood.id)
        ORDER BY counts_at DESC, number DESC
        """

    private static func logged(
        after occurrence: RoutineOccurrence, in db: Database, report: (UnreadableRow, any Error) -> Void
    ) throws -> LoggedMood? {
        let rows = try Row.fetchCursor(
            db, sql: sqlAfter,
            arguments: [
                String(occurrence.key.description.prefix { $0 != "[" }), occurrence.routine.uuidString,
                occurrence.client,
            ])
        var putOff: LoggedMood?
        while let row = try rows.next() {
            do {
                let found = try mood(row)
                let logged = LoggedMood(id: found.id, scale: found.mood.scale, value: found.mood.value)
                // Who had answered already, elsewhere or before a power cut, may have put it off since.
                guard logged.value == .notNow else { return logged }
                putOff = putOff ?? logged
            } catch { report(UnreadableRow(.mood, row), error) }
        }
        return putOff
    }
}
