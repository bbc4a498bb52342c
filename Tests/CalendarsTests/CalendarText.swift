import Calendars
import Care
import Foundation
import Recurrence
import ZoneFiles

/// Calendars as tests write them, and how they are read at a home in Berlin.
enum Outside {
    static let files = ZoneFiles()
    static let zones: @Sendable (String) -> ZoneRules? = { id in
        do { return try files.rules(for: id, guesses: false) } catch { return nil }
    }

    static var home: ZoneRules {
        get throws { try files.rules(for: "Europe/Berlin") }
    }

    /// 2026-03-20T12:00:00Z.
    static let now = Date(timeIntervalSince1970: 1_774_008_000)

    static func calendar(_ lines: [String]) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    static func event(_ uid: String, _ lines: String...) -> [String] { event(uid, lines) }

    static func event(_ uid: String, _ lines: [String]) -> [String] {
        ["BEGIN:VEVENT", "UID:\(uid)"] + lines + ["END:VEVENT"]
    }

    static func read(_ text: String, allDayAt: Int = 480, now: Date = now) throws -> CalendarReading {
        try read(Data(text.utf8), allDayAt: allDayAt, now: now)
    }

    static func read(_ bytes: Data, allDayAt: Int = 480, now: Date = now) throws -> CalendarReading {
        try CalendarReader.reading(bytes, home: home, zones: zones, allDayAt: allDayAt, now: now)
    }

    /// One event of these lines.
    static func one(_ lines: String..., more: [String] = []) throws -> CalendarEvent? {
        try read(calendar(event("a", ["SUMMARY:Physiotherapy"] + lines) + more)).events.first
    }

    /// The first times of an event, in UTC.
    static func times(_ event: CalendarEvent?, _ count: Int = 5) throws -> [String] {
        guard let event, let zone = zones(event.schedule.zone) else { return [] }
        return try Recurrence(event.schedule, zone: zone)
            .occurrences(from: Date(timeIntervalSince1970: 0), to: .distantFuture, limit: count)
            .map { $0.instant.formatted(.iso8601) }
    }

    /// What comes of a reading, all parts of it together.
    ///
    /// - Parameters:
    ///   - known: By UID.
    ///   - routines: By id.
    static func steps(
        known: [String: KnownEvent], routines: [UUID: Routine], reading: CalendarReading, link: CalendarLink,
        now: Date = now
    ) -> [CalendarStep] {
        let there = reading.uids
        let missing = known.filter { !there.contains($0.key) }
        var room = CalendarMerge.room(missing: missing, routines: routines, zones: zones, now: now)
        var found: [CalendarStep] = []
        for (events, isOver) in [(reading.events, false), (reading.ended, true)] {
            for event in events {
                found += CalendarMerge.steps(
                    of: event, isOver: isOver, known: known[event.uid], routines: routines, link: link,
                    room: &room, zones: zones)
            }
        }
        guard reading.isWhole else { return found }
        return found
            + CalendarMerge.steps(missing: missing, routines: routines, zones: zones, now: now)
    }

    static func link(_ taking: CalendarLink.Taking = .init(), client: String? = "maria") -> CalendarLink {
        CalendarLink(
            id: UUID(), client: client, kind: .link, name: "Practice", taking: taking, addedAt: now)
    }
}
