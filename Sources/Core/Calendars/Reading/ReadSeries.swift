import Care
import FoundationEssentials
import Recurrence

/// Makes events of what has one UID.
struct ReadSeries {
    typealias Event = CalendarScan.Event

    /// Why one is left out, and which of its components is to blame.
    struct Trouble: Error {
        var reason: LeftOutEvent.Reason
        var event: Event

        init(_ reason: LeftOutEvent.Reason, _ event: Event) { (self.reason, self.event) = (reason, event) }
    }

    enum Outcome {
        case coming(CalendarEvent, next: Date)
        /// `nil` for one that was over before any plan begins.
        case over(CalendarEvent?, last: Date)
        case cancelled
    }

    var zones: CalendarZones
    let home: ZoneRules
    /// Minutes after midnight.
    let allDayAt: Int
    let now: Date
    /// With rules.
    private var seriesCount = 0
    /// Those of them whose rules could not be worked out, take long to count, or come late.
    private var costly = 0

    init(zones: CalendarZones, home: ZoneRules, allDayAt: Int, now: Date) {
        (self.zones, self.home, self.allDayAt, self.now) = (zones, home, allDayAt, now)
    }

    /// By what an event's times are told.
    private struct Clock {
        var zone: ZoneRules
        var start: WallTime
        var isAllDay: Bool
    }

    /// - Parameters:
    ///   - events: All that have the UID, at least one.
    ///   - known: The rules of a zone by its IANA name.
    mutating func found(
        _ uid: String, _ events: [Event], zones known: (String) -> ZoneRules?
    ) throws(Trouble) -> Outcome {
        var (main, singles): (Event?, [String: Event]) = (nil, [:])
        for event in events {
            if let id = event.first["RECURRENCE-ID"] {
                if id.parameters["RANGE"]?.uppercased() == "THISANDFUTURE" { throw Trouble(.rule, event) }
                let name = id.value.trimmed + (id.parameters["TZID"] ?? "")
                if singles[name].map(event.isLater(than:)) ?? true { singles[name] = event }
            } else if main.map(event.isLater(than:)) ?? true {
                main = event
            }
        }
        if main?.isCancelled == true { return .cancelled }
        let overrides = singles.values.sorted { $0.line < $1.line }
        guard let main = main ?? overrides.first(where: { !$0.isCancelled }) else { return .cancelled }
        return try outcome(uid, main, overrides, known)
    }

    private mutating func outcome(
        _ uid: String, _ main: Event, _ overrides: [Event], _ known: (String) -> ZoneRules?
    ) throws(Trouble) -> Outcome {
        // Somebody who was invited to single times has no series: the first of them stands for it.
        let isOrphan = main.first["RECURRENCE-ID"] != nil
        guard let startLine = main.first[isOrphan ? "RECURRENCE-ID" : "DTSTART"] else {
            throw Trouble(.unreadable, main)
        }
        guard main.exceptRules == 0 else { throw Trouble(.rule, main) }
        guard main.rules.count <= Recurrence.mostRules else { throw Trouble(.tooMany, main) }
        var clock = try self.clock(startLine, main, known)
        var rules = try self.rules(main, clock)
        var also = Set(try times(main.also, main, clock, known).filter(Self.isPlannable))
        let except = Set(try times(main.except, main, clock, known).filter(Self.isPlannable))
        if clock.start.day.year < PlannedTimes.years.lowerBound {
            guard let start = try laterStart(rules, clock, also, main) else {
                return .over(nil, last: clock.zone.instant(of: clock.start))
            }
            clock.start = start
        }
        rules.removeAll { CalendarRules.endsBeforePlans($0) }
        let (plain, isLate): (Recurrence, Bool)
        do {
            plain = try Recurrence(
                RecurrenceSet(
                    start: clock.start, zone: clock.zone.id, repetition: rules.isEmpty ? .once : .rules(rules)
                ),
                zone: clock.zone)
            let soon = clock.start.adding(days: Self.longestWait)
            isLate = try plain.occurrences(from: clock.start, to: soon, limit: 1).isEmpty
            // For calendars a series begins with its start, whatever its rule says.
            if try plain.occurrence(key(clock.start, clock)) == nil { also.insert(clock.start) }
        } catch {
            throw trouble(error, main)
        }
        if isLate {
            costly += 1
            // One that has ended by then has its start alone.
            if rules.contains(where: { $0.end == .never }) { throw Trouble(.rule, main) }
        }
        let event = try assembled(
            uid, main, overrides, clock, plain, also: also, except: except, known)
        return try outcome(event, main, clock)
    }

    /// Puts together what differs for single times with the rest.
    private mutating func assembled(
        _ uid: String, _ main: Event, _ overrides: [Event], _ clock: Clock, _ plain: Recurrence,
        also: Set<WallTime>, except: Set<WallTime>, _ known: (String) -> ZoneRules?
    ) throws(Trouble) -> CalendarEvent {
        var (also, except) = (also, except)
        let (title, details) = (CalendarReader.title(main), CalendarReader.details(main))
        var changes: [WallTime: RecurrenceSet.Change] = [:]
        var edits: [WallTime: OccurrenceEdit] = [:]
        for single in overrides {
            guard let line = single.first["RECURRENCE-ID"], let id = line.time else {
                throw Trouble(.unreadable, single)
            }
            let original = try local(id, line, single, clock, known)
            guard Self.isPlannable(original) else { continue }
            guard !single.isCancelled else {
                changes[original] = .init(of: key(original, clock), to: nil)
                continue
            }
            // What is said of one time goes before what leaves it out.
            except.remove(original)
            do {
                let isThere =
                    also.contains(original)
                    ? true : try plain.occurrence(key(original, clock)) != nil
                if !isThere { also.insert(original) }
            } catch {
                throw trouble(error, single)
            }
            if let line = single.first["DTSTART"] {
                guard let time = line.time else { throw Trouble(.unreadable, single) }
                let to = try local(time, line, single, clock, known)
                if to != original { changes[original] = .init(of: key(original, clock), to: to) }
            }
            var edit = OccurrenceEdit()
            let (ownTitle, ownDetails) = (CalendarReader.title(single), CalendarReader.details(single))
            if ownTitle != title { edit.title = ownTitle.nonEmpty }
            if ownDetails != details { edit.details = ownDetails }
            if !edit.isEmpty { edits[original] = edit }
        }
        guard max(also.count, except.count, changes.count, edits.count) <= CalendarReader.mostChanges else {
            throw Trouble(.tooMany, main)
        }
        var set = plain.set
        set.also = also.sorted()
        set.except = except.sorted().map { key($0, clock) }
        set.changes = changes.sorted { $0.key < $1.key }.map(\.value)
        return CalendarEvent(
            uid: uid, title: title, details: details, schedule: set,
            minutes: try minutes(main, clock, known), isAllDay: clock.isAllDay,
            alarms: alarms(main, clock),
            edits: edits.sorted { $0.key < $1.key }.map { .init(of: key($0.key, clock), edit: $0.value) })
    }

    /// Whether it is to come, and whether it can be planned.
    private mutating func outcome(
        _ event: CalendarEvent, _ main: Event, _ clock: Clock
    ) throws(Trouble) -> Outcome {
        let (next, last): (Date?, Date)
        do {
            let recurrence = try Recurrence(event.schedule, zone: clock.zone)
            next = try recurrence.next(after: now.addingTimeInterval(-event.length))?.instant
            last =
                try next == nil
                ? recurrence.previous(before: now)?.instant ?? clock.zone.instant(of: clock.start) : now
        } catch {
            throw trouble(error, main)
        }
        do throws(FieldProblem) {
            try CalendarMerge.content(event, CalendarLink.Taking(), client: nil, name: "Event")
                .check { $0 == clock.zone.id ? clock.zone : nil }
        } catch {
            guard next != nil else { return .over(nil, last: last) }
            // That its rules can be worked out was found above: only too many times a day are left.
            throw Trouble(error.field == "schedule" ? .tooMany : .unreadable, main)
        }
        return next.map { Outcome.coming(event, next: $0) } ?? .over(event, last: last)
    }

    // MARK: - Rules

    /// Of a series, occurrences.
    private static let mostCounted = 20_000
    /// More take long to count.
    private static let mostCountedFast = 1000
    /// From its start to its first time, days: more than the eight years that may lie between two leap days. What comes later is nobody's
    /// plan, and takes long to find.
    private static let longestWait = 3660
    /// After so many series whose rules took all the steps there are for one, no other one is worked out.
    private static let mostCostly = 30

    private mutating func rules(_ main: Event, _ clock: Clock) throws(Trouble) -> [RecurrenceRule] {
        guard !main.rules.isEmpty else { return [] }
        seriesCount += 1
        guard seriesCount <= CalendarReader.mostSeries else { throw Trouble(.full, main) }
        guard costly < Self.mostCostly else { throw Trouble(.rule, main) }
        var rules: [RecurrenceRule] = []
        for text in main.rules {
            guard let rule = CalendarRules.rule(text, isAllDay: clock.isAllDay, home: home) else {
                throw Trouble(.rule, main)
            }
            // Each minute, or a life long: no plan for people.
            if rule.frequency < .hourly { throw Trouble(.tooMany, main) }
            if case .count(let count) = rule.end, count > Self.mostCountedFast {
                guard count <= Self.mostCounted else { throw Trouble(.tooMany, main) }
                costly += 1
            }
            rules.append(rule)
        }
        return rules
    }

    /// Of a series that begins before any plan does, as a birthday, its first time within plans; `nil` where there is none.
    private func laterStart(
        _ rules: [RecurrenceRule], _ clock: Clock, _ also: Set<WallTime>, _ main: Event
    ) throws(Trouble) -> WallTime? {
        guard let rule = rules.first else { return also.min() }
        // What is counted from its start on, or several rules together, would be others from another start on.
        guard rules.count == 1 else { throw Trouble(.rule, main) }
        if case .count = rule.end { throw Trouble(.rule, main) }
        do {
            let recurrence = try Recurrence(
                RecurrenceSet(start: clock.start, zone: clock.zone.id, repetition: .rules(rules)),
                zone: clock.zone)
            return try recurrence.occurrences(from: Self.firstPlannable, to: .last, limit: 1).first?.original
                ?? also.min()
        } catch {
            throw Trouble(.rule, main)
        }
    }

    private mutating func trouble(_ error: RecurrenceError, _ event: Event) -> Trouble {
        switch error {
        case .neverMatches, .tooManySteps, .countTooFar:
            costly += 1
            return Trouble(.rule, event)
        case .tooMuch: return Trouble(.tooMany, event)
        case .outOfRange, .wrongZone: return Trouble(.rule, event)
        }
    }

    // MARK: - Times

    private static let firstPlannable = WallTime(
        startOf: CalendarDay(
            clamping: CalendarDay.number(year: PlannedTimes.years.lowerBound, month: 1, day: 1)))

    private static func isPlannable(_ time: WallTime) -> Bool { PlannedTimes.years.contains(time.day.year) }

    private func key(_ time: WallTime, _ clock: Clock) -> OccurrenceKey {
        OccurrenceKey(time, zone: clock.zone.id)
    }

    private mutating func clock(
        _ line: CalendarLine, _ event: Event, _ known: (String) -> ZoneRules?
    ) throws(Trouble) -> Clock {
        switch line.time {
        case nil: throw Trouble(.unreadable, event)
        case .day(let day):
            return Clock(
                zone: home, start: WallTime(startOf: day).adding(seconds: Int64(allDayAt) * 60),
                isAllDay: true)
        case .local(let time):
            return Clock(zone: try zone(line, event, known) ?? home, start: time, isAllDay: false)
        case .utc(let time):
            // Without a rule it is an instant, which people read by the clocks at home.
            let local = home.local(ofSecond: time.seconds)
            return event.rules.isEmpty && home.second(of: local) == time.seconds
                ? Clock(zone: home, start: local, isAllDay: false)
                : Clock(zone: .utc, start: time, isAllDay: false)
        }
    }

    /// The zone that a line names; `nil` where it names none.
    private mutating func zone(
        _ line: CalendarLine, _ event: Event, _ known: (String) -> ZoneRules?
    ) throws(Trouble) -> ZoneRules? {
        guard let id = line.parameters["TZID"], !id.trimmed.isEmpty else { return nil }
        guard let zone = zones.rules(id, in: event.calendar, known: known) else {
            throw Trouble(.unknownZone, event)
        }
        return zone
    }

    /// A time by the series' clock. A day is the time of the series on it, and what lasts whole days has only days.
    private mutating func local(
        _ time: CalendarTime, _ line: CalendarLine, _ event: Event, _ clock: Clock,
        _ known: (String) -> ZoneRules?
    ) throws(Trouble) -> WallTime {
        switch time {
        case .utc(let time) where !clock.isAllDay: return clock.zone.local(ofSecond: time.seconds)
        case .local(let time) where !clock.isAllDay:
            guard let zone = try zone(line, event, known), zone.id != clock.zone.id else { return time }
            return clock.zone.local(ofSecond: zone.second(of: time))
        case .day, .utc, .local:
            return WallTime(startOf: time.day).adding(seconds: Int64(clock.start.secondOfDay))
        }
    }

    /// The times of lists such as `RDATE` and `EXDATE`; of a period its beginning.
    private mutating func times(
        _ lines: [CalendarLine], _ event: Event, _ clock: Clock, _ known: (String) -> ZoneRules?
    ) throws(Trouble) -> [WallTime] {
        var times: [WallTime] = []
        for line in lines {
            for value in line.value.split(separator: ",") {
                guard let time = CalendarTime(value.prefix { $0 != "/" }) else {
                    throw Trouble(.unreadable, event)
                }
                times.append(try local(time, line, event, clock, known))
            }
        }
        return times
    }

    /// How long it takes, at most a day; `nil` where nothing is said, or it lasts whole days.
    private mutating func minutes(
        _ event: Event, _ clock: Clock, _ known: (String) -> ZoneRules?
    ) throws(Trouble) -> Int? {
        guard !clock.isAllDay else { return nil }
        let seconds: Int64?
        if let line = event.first["DURATION"] {
            seconds = CalendarSpan.seconds(line.value).map { Int64($0) }
        } else if let start = event.first["DTSTART"], let end = event.first["DTEND"],
            let first = try second(start, event, clock, known),
            let last = try second(end, event, clock, known)
        {
            seconds = last - first
        } else {
            seconds = nil
        }
        guard let seconds, seconds >= 60 else { return nil }
        return min(Int(seconds / 60), RoutineContent.workRange.upperBound)
    }

    /// The instant of a line, in seconds since 1970; `nil` for a day, and for what is no time.
    private mutating func second(
        _ line: CalendarLine, _ event: Event, _ clock: Clock, _ known: (String) -> ZoneRules?
    ) throws(Trouble) -> Int64? {
        switch line.time {
        case .utc(let time): time.seconds
        case .local(let time): (try zone(line, event, known) ?? clock.zone).second(of: time)
        case .day, nil: nil
        }
    }

    /// How many minutes before it its alarms are; those that are sent as mail, come at a set time or count from its end are none.
    private func alarms(_ event: Event, _ clock: Clock) -> [Int] {
        let minutes = event.alarms.compactMap { alarm -> Int? in
            guard ["DISPLAY", "AUDIO"].contains(alarm.action), let trigger = alarm.trigger,
                trigger.parameters["RELATED"]?.uppercased() != "END",
                let seconds = CalendarSpan.seconds(trigger.value)
            else { return nil }
            // Of what lasts whole days they count from midnight.
            return -seconds / 60 + (clock.isAllDay ? allDayAt : 0)
        }
        return Array(
            Set(minutes.filter(CalendarEvent.alarmRange.contains)).sorted().prefix(CalendarEvent.mostAlarms))
    }
}
