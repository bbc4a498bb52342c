public import Care
public import FoundationEssentials
public import Recurrence

/// What comes of one reading of a calendar.
///
/// | of an event | there | then |
/// |---|---|---|
/// | not known, or ended after it had vanished | to come | its routine is made, unless there are too many that have vanished |
/// | | over | nothing |
/// | taken | as it was | nothing |
/// | | changed, also so that it is over now | its routine follows |
/// | | missing in two whole readings | somebody is asked |
/// | | missing, and over | it is forgotten, and its routine stays |
/// | taken, its routine ended here | whatever | it is declined: no routine is made of it again |
/// | kept after it had vanished | there again | it is taken again, and its routine follows |
/// | declined | missing for 30 days | it is forgotten |
public enum CalendarMerge {
    /// A calendar that changes while it is read, or a server that has just begun, may lack an event once.
    static let mostMissing = 2
    /// For so long, in seconds, one that was declined may be missing and is still known: 30 days.
    static let longestMissing: TimeInterval = 30 * 86_400

    /// How many events may become routines. Some programs write each event with another UID each time: what waits to be decided about takes
    /// the room of what is new.
    ///
    /// - Parameters:
    ///   - missing: What is known of events that are not in the reading, by UID.
    ///   - routines: Theirs, by their ids; what is not among them was ended.
    ///   - zones: The rules of a zone by its IANA name.
    public static func room(
        missing: [String: KnownEvent], routines: [UUID: Routine], zones: (String) -> ZoneRules?, now: Date
    ) -> Int {
        CalendarLink.mostEvents
            - missing.values.count { one in
                one.state == .taken && active(one, routines) != nil
                    && !one.event.isOver(at: now, zones: zones)
            }
    }

    /// What comes of an event that is in the reading. Those of a reading may be looked at in parts.
    ///
    /// - Parameters:
    ///   - isOver: What is over already becomes no routine, but a series that ends earlier now ends here, too.
    ///   - known: What is known of it; `nil` where nothing is.
    ///   - routines: Its own, by their ids; what is not among them was ended.
    ///   - room: How many events may still become routines.
    ///   - zones: The rules of a zone by its IANA name.
    public static func steps(
        of event: CalendarEvent, isOver: Bool, known: KnownEvent?, routines: [UUID: Routine],
        link: CalendarLink, room: inout Int, zones: (String) -> ZoneRules?
    ) -> [CalendarStep] {
        if isOver, known.map({ $0.state == .ended }) ?? true { return [] }
        let found = steps(of: event, known, routines, link, zones)
        if case .make? = found.first {
            guard room > 0 else { return [] }
            room -= 1
        }
        return found
    }

    /// What comes of what is missing in a reading that was whole.
    ///
    /// - Parameters:
    ///   - missing: What is known of events that are not in the reading, by UID.
    ///   - routines: Theirs, by their ids; what is not among them was ended.
    ///   - zones: The rules of a zone by its IANA name.
    public static func steps(
        missing: [String: KnownEvent], routines: [UUID: Routine], zones: (String) -> ZoneRules?, now: Date
    ) -> [CalendarStep] {
        missing.sorted { $0.key < $1.key }.compactMap { uid, one in
            self.missing(uid, one, routines, zones, now)
        }
    }

    private static func steps(
        of event: CalendarEvent, _ known: KnownEvent?, _ routines: [UUID: Routine], _ link: CalendarLink,
        _ zones: (String) -> ZoneRules?
    ) -> [CalendarStep] {
        guard let known, known.state != .ended else {
            let new = content(event, link)
            return isFit(new, zones) ? [.make(uid: event.uid, event, new)] : []
        }
        // A declined one that is there again is missing no more.
        let back: [CalendarStep] =
            known.missedReadings > 0 || known.state == .kept ? [.back(uid: event.uid)] : []
        guard known.state != .declined else { return known.missedReadings > 0 ? back : [] }
        guard let routine = active(known, routines) else { return [.decline(uid: event.uid)] }
        guard event != known.event else { return back }
        let changed = content(event, was: known.event, routine.content, link)
        guard isFit(changed, zones) else { return back }
        return back + [.change(uid: event.uid, event, routine: routine.id, changed)]
    }

    private static func missing(
        _ uid: String, _ known: KnownEvent, _ routines: [UUID: Routine], _ zones: (String) -> ZoneRules?,
        _ now: Date
    ) -> CalendarStep? {
        let since = known.missingSince ?? now
        switch known.state {
        case .declined, .ended:
            guard known.missedReadings > 0 else { return .miss(uid: uid, since: now) }
            return now.timeIntervalSince(since) >= longestMissing ? .forget(uid: uid) : nil
        case .taken, .kept:
            guard active(known, routines) != nil else { return .decline(uid: uid) }
            if known.event.isOver(at: now, zones: zones) { return .forget(uid: uid) }
            guard known.state == .taken, !known.isAsked else { return nil }
            return known.missedReadings + 1 < mostMissing
                ? .miss(uid: uid, since: since) : .ask(uid: uid, since: since)
        }
    }

    private static func active(_ known: KnownEvent, _ routines: [UUID: Routine]) -> Routine? {
        guard let routine = known.routine.flatMap({ routines[$0] }), routine.isActive else { return nil }
        return routine
    }

    private static func isFit(_ content: RoutineContent, _ zones: (String) -> ZoneRules?) -> Bool {
        // An error: together with what people have changed here it is more than a routine may be. Its event stays as it was taken last.
        (try? content.check(zones: zones)) != nil
    }
}

extension CalendarEvent {
    /// Whether nothing of it is to come, or going on.
    public func isOver(at now: Date, zones: (String) -> ZoneRules?) -> Bool {
        guard let zone = zones(schedule.zone) else { return false }
        do {
            return try Recurrence(schedule, zone: zone).next(after: now.addingTimeInterval(-length)) == nil
        } catch {
            // Nobody knows, and then it is not said to be over.
            return false
        }
    }

    /// For how long after its time it is going on, in seconds.
    var length: TimeInterval {
        isAllDay
            ? Double(86_400 - schedule.start.secondOfDay) : Double(minutes ?? CalendarMerge.usualMinutes) * 60
    }
    /// As it would have been taken over in another way: what lasts whole days is due at another time of the day.
    public func moved(from old: CalendarLink.Taking, to new: CalendarLink.Taking) -> CalendarEvent {
        guard isAllDay, old.allDayAt != new.allDayAt else { return self }
        func moved(_ time: WallTime) -> WallTime {
            WallTime(startOf: time.day).adding(seconds: Int64(new.allDayAt) * 60)
        }
        func moved(_ key: OccurrenceKey) -> OccurrenceKey { OccurrenceKey(moved(key.local), zone: key.zone) }
        var event = self
        event.schedule.start = moved(schedule.start)
        event.schedule.also = schedule.also.map(moved)
        event.schedule.except = schedule.except.map(moved)
        event.schedule.changes = schedule.changes.map { .init(of: moved($0.of), to: $0.to.map(moved)) }
        event.edits = edits.map { .init(of: moved($0.of), edit: $0.edit) }
        event.alarms = alarms.map { $0 + new.allDayAt - old.allDayAt }.filter(Self.alarmRange.contains)
        return event
    }

    /// Minutes before: a minute to a week.
    static let alarmRange = 1...10_080
    /// How many alarms are taken.
    static let mostAlarms = 5
}
