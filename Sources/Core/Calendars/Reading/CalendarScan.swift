import Care
import FoundationEssentials

/// The components of a calendar that are needed, as they stand there.
struct CalendarScan {
    /// What a `VEVENT` says.
    struct Event {
        /// The line on which it begins.
        var line: Int
        /// Which of the calendars in the text it stands in.
        var calendar: Int
        /// The first of each name, for what may be there once.
        var first: [String: CalendarLine] = [:]
        /// `RRULE`, `EXRULE`, `RDATE` and `EXDATE`, in their order.
        var rules: [String] = []
        var exceptRules = 0
        var also: [CalendarLine] = []
        var except: [CalendarLine] = []
        var alarms: [Alarm] = []

        var uid: String { (first["UID"]?.text ?? "").trimmed }
    }

    struct Alarm {
        var action = ""
        var trigger: CalendarLine?
    }

    /// What a `VTIMEZONE` says.
    struct Zone: Equatable {
        var id = ""
        /// `X-LIC-LOCATION`: its IANA name.
        var location: String?
        var parts: [ZonePart] = []
    }

    /// A `STANDARD` or `DAYLIGHT`.
    struct ZonePart: Equatable {
        var start: CalendarTime?
        /// Seconds east of Greenwich.
        var offsetBefore: Int?
        var offset: Int?
        var rules: [String] = []
        var also: [CalendarLine] = []
    }

    static let mostComponents = 20_000
    static let deepest = 8

    var name: String?
    var events: [Event] = []
    /// Events without an end.
    var unfinished: [Event] = []
    /// The zones of each calendar in the text.
    var zones: [[Zone]] = []
    /// Whether every component has its end, in order.
    var isWhole = true

    private enum Place { case calendar, event, alarm, zone, zonePart, other }
    private var open: [(place: Place, name: String)] = []
    private var components = 0
    private var event: Event?
    private var alarm: Alarm?
    private var zone: Zone?
    private var part: ZonePart?

    init(_ bytes: Data) throws(CalendarReadError) {
        guard bytes.count <= CalendarLink.longestText else { throw .tooLarge }
        for line in CalendarLines(bytes) {
            guard let content = CalendarLine(line.text) else { continue }
            switch content.name {
            case "BEGIN": try begin(content.value.trimmed.uppercased(), line.number)
            case "END": end(content.value.trimmed.uppercased())
            default: take(content)
            }
        }
        guard !zones.isEmpty else { throw .notACalendar }
        if !open.isEmpty { close(to: 0) }
    }

    private mutating func begin(_ name: String, _ line: Int) throws(CalendarReadError) {
        // The end of the one before is lost.
        if name == "VCALENDAR", !open.isEmpty { close(to: 0) }
        components += 1
        guard components <= Self.mostComponents, open.count < Self.deepest else { throw .tooLarge }
        let place: Place
        switch (open.last?.place, name) {
        case (nil, "VCALENDAR"):
            place = .calendar
            zones.append([])
        case (.calendar, "VEVENT"):
            place = .event
            event = Event(line: line, calendar: zones.count - 1)
        case (.event, "VALARM"):
            place = .alarm
            alarm = Alarm()
        case (.calendar, "VTIMEZONE"):
            place = .zone
            zone = Zone()
        case (.zone, "STANDARD"), (.zone, "DAYLIGHT"):
            place = .zonePart
            part = ZonePart()
        default: place = .other
        }
        open.append((place, name))
    }

    private mutating func end(_ name: String) {
        guard let index = open.lastIndex(where: { $0.name == name }) else {
            isWhole = isWhole && open.isEmpty
            return
        }
        if index < open.count - 1 { close(to: index + 1) }
        switch open.removeLast().place {
        case .event: if let event { events.append(event) }
        case .alarm: if let alarm { event?.alarms.append(alarm) }
        case .zone: if let zone { zones[zones.count - 1].append(zone) }
        case .zonePart: if let part { zone?.parts.append(part) }
        case .calendar, .other: break
        }
    }

    /// Gives up components whose end is missing.
    private mutating func close(to count: Int) {
        isWhole = false
        if open[count...].contains(where: { $0.place == .event }), let event { unfinished.append(event) }
        open.removeSubrange(count...)
    }

    private mutating func take(_ line: CalendarLine) {
        switch open.last?.place {
        case .calendar:
            if line.name == "X-WR-CALNAME" || line.name == "NAME", zones.count == 1, name == nil {
                name = line.text
            }
        case .event: take(ofEvent: line)
        case .alarm:
            switch line.name {
            case "ACTION": alarm?.action = line.value.trimmed.uppercased()
            case "TRIGGER": if alarm?.trigger == nil { alarm?.trigger = line }
            default: break
            }
        case .zone:
            switch line.name {
            case "TZID": zone?.id = line.text.trimmed
            case "X-LIC-LOCATION": zone?.location = line.text.trimmed
            default: break
            }
        case .zonePart:
            switch line.name {
            case "DTSTART": part?.start = line.time
            case "TZOFFSETFROM": part?.offsetBefore = CalendarZones.offset(line.value.trimmed)
            case "TZOFFSETTO": part?.offset = CalendarZones.offset(line.value.trimmed)
            case "RRULE": part?.rules.append(line.value)
            case "RDATE": part?.also.append(line)
            default: break
            }
        case .other, nil: break
        }
    }

    private mutating func take(ofEvent line: CalendarLine) {
        switch line.name {
        case "RRULE": event?.rules.append(line.value)
        case "EXRULE": event?.exceptRules += 1
        case "RDATE": event?.also.append(line)
        case "EXDATE": event?.except.append(line)
        case "UID", "SUMMARY", "DESCRIPTION", "LOCATION", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID",
            "STATUS", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED":
            if event?.first[line.name] == nil { event?.first[line.name] = line }
        default: break
        }
    }
}

extension CalendarScan.Event {
    /// Whether this one is written later than another of the same UID: the higher `SEQUENCE`, of two alike the later stamp.
    func isLater(than other: CalendarScan.Event) -> Bool {
        (sequence, stamp, line) > (other.sequence, other.stamp, other.line)
    }

    private var sequence: Int { Int(first["SEQUENCE"]?.value.trimmed ?? "") ?? 0 }
    private var stamp: String { (first["LAST-MODIFIED"] ?? first["DTSTAMP"])?.value.trimmed ?? "" }

    var isCancelled: Bool { first["STATUS"]?.value.trimmed.uppercased() == "CANCELLED" }
}

extension String {
    /// Without blanks at its ends.
    var trimmed: String {
        var kept = self[...]
        while kept.first?.isWhitespace == true { kept.removeFirst() }
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return String(kept)
    }
}
