import Calendars
import Care
import Foundation
import GRDB

/// A reading that is taken over in parts, each in a transaction of its own: whoever calls meanwhile waits for one part at most.
///
/// Each part is whole by itself. Where the machine goes off between two, what was taken over until then is known, and the next reading
/// goes on with the rest. What is missing is noted with the last part alone: a reading that was cut short has asked about nothing.
struct CalendarMerging: Sendable {
    /// So many events are looked at in one part. Planning one takes some milliseconds where its rule is dense.
    static let mostOfPart = 25

    private let reading: CalendarReading
    /// Those that are over and known, which may have to end here.
    private let ended: [CalendarEvent]
    private let there: Set<String>
    /// How many events may still become routines.
    private var room: Int
    /// How many events were looked at, first those that are to come.
    private var done = 0
    /// What could not be taken, of what was looked at so far.
    private var leftOut: [LeftOutEvent] = []

    /// Whether only what is missing is left to be noted.
    var isAtLast: Bool { done >= reading.events.count + ended.count }

    /// - Parameter reading: As what is known of the calendar was stored.
    init(_ reading: CalendarReading, _ link: CalendarLink, _ keeper: RoutineKeeper, in db: Database) throws {
        var (reading, uids) = (reading, Set<String>())
        // Without marks of direction two may have become one.
        reading.events.removeAll { !uids.insert($0.uid).inserted }
        let known = try Set(
            String.fetchAll(
                db, sql: "SELECT uid FROM calendar_event WHERE calendar = ?", arguments: [link.id.uuidString])
        )
        ended = reading.ended.filter { uids.insert($0.uid).inserted && known.contains($0.uid) }
        let there = reading.uids
        (self.reading, self.there) = (reading, there)
        room = try CalendarShelf(link, keeper, of: { !there.contains($0) }, in: db).room
    }

    /// Takes over the next part.
    mutating func takePart(_ record: CalendarRecord, _ keeper: RoutineKeeper, in db: Database) throws {
        let part = done..<min(done + Self.mostOfPart, reading.events.count + ended.count)
        let events = part.map { index in
            index < reading.events.count ? reading.events[index] : ended[index - reading.events.count]
        }
        let uids = Set(events.map(\.uid))
        var shelf = try CalendarShelf(record.link, keeper, of: uids.contains, in: db)
        for (index, event) in zip(part, events) where !shelf.isLocked(event.uid) {
            let isOver = index >= reading.events.count
            if let one = try shelf.take(event, isOver: isOver, room: &room, in: db) { leftOut.append(one) }
        }
        done = part.upperBound
        guard shelf.tally != record.link.tally ?? CalendarTally() else { return }
        var record = record
        record.link.tally = shelf.tally
        _ = try CalendarLinks.update(record, in: db)
    }

    /// Notes what is missing, and how the calendar is now.
    func finish(
        _ record: CalendarRecord, _ keeper: RoutineKeeper, in db: Database
    ) throws -> CalendarRecord {
        var shelf = try CalendarShelf(record.link, keeper, in: db)
        if reading.isWhole { try shelf.takeMissing(besides: there, in: db) }
        let leftOut = reading.leftOut + self.leftOut
        shelf.note(over: reading.over, leftOut: leftOut.count)
        var record = record
        record.link.tally = shelf.tally
        record.link.vanished = shelf.vanished
        record.mustBeReadWhole = shelf.mustBeReadWhole
        record.link.leftOut = Array(leftOut.prefix(CalendarLink.mostShown))
        (record.link.doneAt, record.link.problem, record.link.failingSince) = (keeper.now, nil, nil)
        return try CalendarLinks.update(record, in: db)
    }
}
