import Care
public import FoundationEssentials
public import Recurrence

/// Writes what is planned as iCalendar (RFC 5545, RFC 7986), so that programs expand it to the times that Beckon has itself.
///
/// The same entries always give the same bytes: times of writing are those of the last change, and `now` only counts by its month, where a routine
/// cannot be said by rules (see `CalendarSeries`). Such an entry says with `X-BECKON-UNTIL` up to when its times are there.
///
/// A move or an edit is an event of its own with the same UID (RECURRENCE-ID). What is skipped or cancelled is left out (EXDATE). Nothing has an
/// alarm. What has no length does not make anybody busy.
public struct CalendarWriter: Sendable {
    /// What follows the `@` of each UID.
    public static let domain = "beckon"

    private let home: ZoneRules
    private let zones: @Sendable (String) -> ZoneRules?
    private let version: String

    /// - Parameters:
    ///   - home: The home's zone, for appointments whose own is not known.
    ///   - zones: The clocks of a zone by its IANA name; `nil` for one that is not known. A routine of such a zone is left out.
    ///   - version: Of this program, as in `PRODID`.
    public init(
        home: ZoneRules, zones: @escaping @Sendable (String) -> ZoneRules?, version: String
    ) {
        self.home = home
        self.zones = zones
        self.version = version
    }

    /// The UID of an entry as it is written.
    public static func uid(of entry: CalendarEntry) -> String { "\(entry.uid)@\(domain)" }

    /// A whole calendar, without the entries that never happen.
    ///
    /// - Parameters:
    ///   - name: What the calendar is called.
    ///   - now: See above.
    public func feed(name: String, of entries: [CalendarEntry], now: Date) -> [UInt8] {
        let name = CalendarText.escape(name)
        let written = entries.compactMap { entry in series(entry, now: now).map { (entry, $0) } }
        var head = ["METHOD:PUBLISH", "NAME:\(name)", "X-WR-CALNAME:\(name)"]
        if let last = entries.map(\.changedAt).max() {
            head.append("LAST-MODIFIED:\(CalendarText.utc(last))")
        }
        head += ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]
        return calendar(head, of: written)
    }

    /// One entry as a resource of a CalDAV collection (RFC 4791, 4.1); `nil` if it never happens.
    public func resource(_ entry: CalendarEntry, now: Date) -> [UInt8]? {
        series(entry, now: now).map { calendar([], of: [(entry, $0)]) }
    }

    private func series(_ entry: CalendarEntry, now: Date) -> CalendarSeries? {
        switch entry.times {
        case .once(let at, let id):
            let zone = zones(id) ?? home
            let local = zone.local(of: at)
            // Of two equal times on the wall the first is meant; the second can only be written in UTC.
            let isLocal = zone.id != ZoneRules.utc.id && zone.second(of: local) == ZoneRules.second(of: at)
            return CalendarSeries(
                zone: isLocal ? zone : nil, start: isLocal ? local : ZoneRules.utc.local(of: at))
        case .routine(let content, let skipped, let lastDone, let key):
            guard let zone = zones(content.schedule.zone) else { return nil }
            return .of(content, skipped: skipped, lastDone: lastDone, of: key, zone: zone, now: now)
        }
    }

    private func calendar(_ head: [String], of entries: [(CalendarEntry, CalendarSeries)]) -> [UInt8] {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Beckon//Beckon \(CalendarText.escape(version))//EN",
            "CALSCALE:GREGORIAN",
        ]
        lines += head
        var firsts: [String: (zone: ZoneRules, first: WallTime)] = [:]
        for case (_, let series) in entries {
            guard let zone = series.zone else { continue }
            let first = min(series.earliest, firsts[zone.id]?.first ?? .last)
            firsts[zone.id] = (zone, first)
        }
        for (_, used) in firsts.sorted(by: { $0.key < $1.key }) {
            lines += CalendarZone(zone: used.zone, first: used.first).lines
        }
        for (entry, series) in entries { lines += events(entry, series) }
        lines.append("END:VCALENDAR")
        return lines.flatMap { CalendarText.fold($0).utf8 }
    }

    // MARK: - Events

    private func events(_ entry: CalendarEntry, _ series: CalendarSeries) -> [String] {
        var times = [time("DTSTART", series.start, series)]
        times += series.rules.map { "RRULE:\($0)" }
        times += series.also.map { time("RDATE", $0, series) }
        times += series.except.map { time("EXDATE", $0, series) }
        if let until = series.until { times.append("X-BECKON-UNTIL:\(CalendarText.utc(until))") }
        var lines = event(entry, times, title: entry.title, details: entry.details)
        for override in series.overrides {
            lines += event(
                entry,
                [time("RECURRENCE-ID", override.of, series), time("DTSTART", override.at, series)],
                title: override.title ?? entry.title, details: override.details ?? entry.details)
        }
        return lines
    }

    private func event(
        _ entry: CalendarEntry, _ times: [String], title: String, details: String?
    ) -> [String] {
        let changed = CalendarText.utc(entry.changedAt)
        var lines = [
            "BEGIN:VEVENT", "UID:\(CalendarText.escape(Self.uid(of: entry)))", "DTSTAMP:\(changed)",
            "LAST-MODIFIED:\(changed)", "SEQUENCE:\(Self.sequence(entry.sequence))",
        ]
        lines += times
        if let minutes = entry.minutes, minutes > 0 { lines.append("DURATION:PT\(minutes)M") }
        lines.append("SUMMARY:\(CalendarText.escape(title))")
        if let details, !details.isEmpty { lines.append("DESCRIPTION:\(CalendarText.escape(details))") }
        lines.append("TRANSP:\(entry.minutes == nil ? "TRANSPARENT" : "OPAQUE")")
        return lines + ["END:VEVENT"]
    }

    /// Numbers of iCalendar have 32 bits (RFC 5545, 3.3.8): after that they begin again from zero.
    private static func sequence(_ number: Int64) -> Int64 { number & 0x7FFF_FFFF }

    private func time(_ name: String, _ time: WallTime, _ series: CalendarSeries) -> String {
        series.zone.map { "\(name);TZID=\($0.id):\(CalendarText.time(time))" }
            ?? "\(name):\(CalendarText.time(time))Z"
    }
}

extension CalendarSeries {
    /// The first local time that is named.
    fileprivate var earliest: WallTime {
        ([start] + also.prefix(1) + overrides.map(\.at)).min() ?? start
    }
}
