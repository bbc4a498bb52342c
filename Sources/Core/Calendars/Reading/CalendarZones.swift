import FoundationEssentials
import Recurrence

/// Finds the time zones that a calendar names, which may be called by any name there.
///
/// | what stands there | taken as |
/// |---|---|
/// | `Europe/Berlin` | that zone |
/// | `/freeassociation.sourceforge.net/Europe/Berlin` | the name at its end |
/// | `W. Europe Standard Time` | what Windows means by it |
/// | another name with a `VTIMEZONE` that names its `X-LIC-LOCATION` | that zone |
/// | … whose clocks change as those of a known zone do, in four years from this one on | that zone, the home's before others |
///
/// Where the home's clocks change as the zone's of Windows do, the home's zone is taken: people know its name.
struct CalendarZones {
    private let home: ZoneRules
    private let scan: CalendarScan
    private let window: Range<Int64>
    private var found: [Name: ZoneRules?] = [:]
    /// The outlines that were compared with all known zones, and what each is.
    private var compared: [(outline: CalendarScan.Zone, rules: ZoneRules?)] = []
    /// The names that were looked for in vain.
    private var unknown: Set<String> = []
    /// The known zones with what their clocks do, once they are needed.
    private var candidates: [(rules: ZoneRules, clocks: ZoneClocks)]?

    private struct Name: Hashable {
        var id: String
        var calendar: Int
    }

    /// So many names are looked for in vain at most: for each, files are opened.
    private static let mostUnknown = 1000
    /// So many different outlines are compared with all known zones at most.
    private static let mostCompared = 50
    /// Of several whose clocks go alike the one of which most people know the name.
    private static let names =
        [
            "Europe/Berlin", "Europe/London", "Europe/Helsinki", "Europe/Moscow", "America/New_York",
            "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles",
            "America/Anchorage", "America/Halifax", "America/Sao_Paulo", "Africa/Johannesburg",
            "Asia/Kolkata",
            "Asia/Shanghai", "Asia/Tokyo", "Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland",
        ] + WindowsZones.all + ["UTC"] + (1...12).map { "Etc/GMT+\($0)" } + (1...14).map { "Etc/GMT-\($0)" }

    init(of scan: CalendarScan, home: ZoneRules, now: Date) {
        (self.scan, self.home) = (scan, home)
        let year = ZoneRules.utc.local(of: now).day.year
        func start(_ year: Int) -> Int64 { Int64(CalendarDay.number(year: year, month: 1, day: 1)) * 86_400 }
        window = start(year)..<start(year + 4)
    }

    /// The zone of this name in one of the calendars; `nil` where nobody knows it.
    ///
    /// - Parameter known: The rules of a zone by its IANA name.
    mutating func rules(
        _ id: String, in calendar: Int, known: (String) -> ZoneRules?
    ) -> ZoneRules? {
        let name = Name(id: id, calendar: calendar)
        if let rules = found[name] { return rules }
        guard unknown.count < Self.mostUnknown else { return nil }
        let rules = search(
            id.trimmed, scan.zones[calendar].first { $0.id == id.trimmed }, known)
        if rules == nil { unknown.insert(id) }
        found[name] = .some(rules)
        return rules
    }

    private mutating func search(
        _ id: String, _ outline: CalendarScan.Zone?, _ known: (String) -> ZoneRules?
    ) -> ZoneRules? {
        if let rules = named(id, known) { return rules }
        if let zone = WindowsZones.zone(id), let rules = named(zone, known) {
            return ZoneClocks(home, in: window) == ZoneClocks(rules, in: window) ? home : rules
        }
        guard let outline else { return nil }
        if let rules = outline.location.flatMap({ named($0, known) }) { return rules }
        // In a collection each event brings the same outline.
        if let before = compared.first(where: { $0.outline == outline }) { return before.rules }
        guard compared.count < Self.mostCompared else { return nil }
        let rules = alike(outline, known)
        compared.append((outline, rules))
        return rules
    }

    /// The zone whose clocks change as those of an outline do.
    private mutating func alike(
        _ outline: CalendarScan.Zone, _ known: (String) -> ZoneRules?
    ) -> ZoneRules? {
        guard let clocks = ZoneClocks(outline, in: window) else { return nil }
        if clocks == ZoneClocks(home, in: window) { return home }
        let all =
            candidates
            ?? Self.names.compactMap { id in
                known(id).map { (rules: $0, clocks: ZoneClocks($0, in: window)) }
            }
        candidates = all
        return all.first { $0.clocks == clocks }?.rules
    }

    /// The zone of an IANA name, also where that stands at the end of a path.
    private func named(_ id: String, _ known: (String) -> ZoneRules?) -> ZoneRules? {
        if id == home.id { return home }
        let parts = id.split(separator: "/")
        for count in stride(from: min(parts.count, 3), through: 1, by: -1) {
            let name = parts.suffix(count).joined(separator: "/")
            if ["UTC", "ETC/UTC", "GMT", "Z"].contains(name.uppercased()) { return .utc }
            if ZoneRules.isWellFormed(name), let rules = known(name) { return rules }
        }
        return nil
    }

    /// `+0100`, `-033000`, in seconds; `nil` for what is none.
    static func offset(_ text: String) -> Int? {
        let isWest = text.hasPrefix("-")
        let digits = isWest || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 4 || digits.utf8.count == 6,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits)
        else { return nil }
        let whole = digits.utf8.count == 4 ? number * 100 : number
        let seconds = whole / 10_000 * 3600 + whole / 100 % 100 * 60 + whole % 100
        return seconds < 26 * 3600 ? (isWest ? -seconds : seconds) : nil
    }
}

/// What the clocks of a zone do in some years.
private struct ZoneClocks: Equatable {
    /// At the beginning, in seconds east of Greenwich.
    private var offset: Int
    private var changes: [Change] = []

    private struct Change: Equatable {
        /// Seconds since 1970.
        var at: Int64
        var offset: Int
    }

    init(_ rules: ZoneRules, in window: Range<Int64>) {
        offset = rules.offset(atSecond: window.lowerBound)
        var last = Date(timeIntervalSince1970: Double(window.lowerBound))
        while let next = rules.nextChange(after: last), ZoneRules.second(of: next) < window.upperBound {
            add(ZoneRules.second(of: next), rules.offset(at: next))
            last = next
        }
    }

    /// `nil` where the calendar's own rules cannot be worked out.
    init?(_ zone: CalendarScan.Zone, in window: Range<Int64>) {
        guard (1...100).contains(zone.parts.count) else { return nil }
        var onsets: [(at: Int64, before: Int, offset: Int)] = []
        for part in zone.parts {
            guard let onset = Self.onsets(of: part, in: window) else { return nil }
            onsets += onset
        }
        onsets.sort { $0.at < $1.at }
        guard let first = onsets.last(where: { $0.at <= window.lowerBound })?.offset ?? onsets.first?.before
        else { return nil }
        offset = first
        for onset in onsets where onset.at > window.lowerBound { add(onset.at, onset.offset) }
    }

    private mutating func add(_ second: Int64, _ offset: Int) {
        if offset != changes.last?.offset ?? self.offset {
            changes.append(Change(at: second, offset: offset))
        }
    }

    /// The last time before the window at which a part begins to hold, and those within it.
    private static func onsets(
        of part: CalendarScan.ZonePart, in window: Range<Int64>
    ) -> [(at: Int64, before: Int, offset: Int)]? {
        guard case .local(let start)? = part.start, let before = part.offsetBefore, let offset = part.offset,
            part.rules.count <= 5, part.also.count <= 200
        else { return nil }
        let clock = ZoneRules(id: "Onset", fixedOffset: before)
        var rules: [RecurrenceRule] = []
        for text in part.rules {
            // An error: then the zone is compared with none.
            guard let rule = try? RecurrenceRule(text), rule.frequency == .yearly else { return nil }
            rules.append(rule)
        }
        let also = part.also.flatMap { $0.value.split(separator: ",") }.compactMap { text -> WallTime? in
            guard case .local(let time)? = CalendarTime(text) else { return nil }
            return time
        }
        let set = RecurrenceSet(
            start: start, zone: clock.id, repetition: rules.isEmpty ? .once : .rules(rules),
            also: [start] + also)
        let (from, to) = (
            Date(timeIntervalSince1970: Double(window.lowerBound + 1)),
            Date(timeIntervalSince1970: Double(window.upperBound))
        )
        do {
            let recurrence = try Recurrence(set, zone: clock)
            let last = try recurrence.previous(before: from).map { [$0] } ?? []
            return (last + (try recurrence.occurrences(from: from, to: to, limit: 100)))
                .map { ($0.second, before, offset) }
        } catch {
            return nil
        }
    }
}
