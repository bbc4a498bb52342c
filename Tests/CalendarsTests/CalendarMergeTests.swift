import Calendars
import Care
import Foundation
import Recurrence
import Testing

@Suite("What comes of a calendar's reading")
struct CalendarMergeTests {
    private static let link = Outside.link()

    private static func event(_ lines: String...) throws -> CalendarEvent {
        try #require(
            try Outside.read(
                Outside.calendar(
                    Outside.event(
                        "a",
                        lines.isEmpty
                            ? ["SUMMARY:Physio", "DTSTART;TZID=Europe/Berlin:20260401T100000"] : lines))
            ).events.first)
    }

    /// An event that was taken, and its routine.
    private static func taken(
        _ event: CalendarEvent, isActive: Bool = true, _ change: (inout KnownEvent) -> Void = { _ in }
    ) -> (known: KnownEvent, routine: Routine) {
        let id = UUID()
        var known = KnownEvent(event: event, routine: id)
        change(&known)
        return (
            known,
            Routine(
                id: id, series: id, content: CalendarMerge.content(event, link), isActive: isActive,
                createdAt: Outside.now, changedAt: Outside.now)
        )
    }

    private static func steps(
        _ reading: CalendarReading, _ taken: (known: KnownEvent, routine: Routine)? = nil,
        now: Date = Outside.now
    ) -> [CalendarStep] {
        Outside.steps(
            known: taken.map { [$0.known.event.uid: $0.known] } ?? [:],
            routines: taken.map { [$0.routine.id: $0.routine] } ?? [:], reading: reading, link: link,
            now: now)
    }

    @Test("What is new becomes a routine for whoever takes it, without reminders")
    func make() throws {
        let event = try Self.event()
        let steps = Self.steps(CalendarReading(events: [event]))
        let content = CalendarMerge.content(event, Self.link)
        #expect(steps == [.make(uid: "a", event, content)])
        #expect(content.title == "Physio" && content.client == "maria" && content.graceMinutes == 60)
        #expect(content.assignment == .claimed() && !content.isClientsOwn && content.minutes == nil)
        #expect(
            content.reminders == ReminderPlan(minutesBefore: [], tellsDue: false, tellsMissed: false))
        let wanted = CalendarLink.Taking(
            takesAlarms: true, tellsDue: true, isClientsOwn: true, person: "anna")
        let full = try Self.event(
            "SUMMARY:Physio", "DTSTART:20260401T100000Z", "DURATION:PT90M", "BEGIN:VALARM", "ACTION:AUDIO",
            "TRIGGER:-PT20M", "END:VALARM")
        let told = CalendarMerge.content(full, Outside.link(wanted))
        #expect(told.reminders == ReminderPlan(minutesBefore: [20], tellsDue: true, tellsMissed: false))
        #expect(told.assignment == .fixed(person: "anna") && told.isClientsOwn && told.graceMinutes == 90)
        let household = CalendarMerge.content(full, Outside.link(wanted, client: nil))
        #expect(household.audience == .household && !household.isClientsOwn)
        // What lasts the whole day is not missed before it ends.
        let day = try Self.event("SUMMARY:Holiday", "DTSTART;VALUE=DATE:20260401")
        #expect(CalendarMerge.content(day, Self.link).graceMinutes == 16 * 60)
        for content in [content, told, household] { try content.check(zones: Outside.zones) }
    }

    @Test("What is as it was needs nothing, and what has changed is followed")
    func change() throws {
        let event = try Self.event()
        let taken = Self.taken(event)
        #expect(Self.steps(CalendarReading(events: [event]), taken).isEmpty)
        let moved = try Self.event("SUMMARY:Physio", "DTSTART;TZID=Europe/Berlin:20260402T090000")
        #expect(
            Self.steps(CalendarReading(events: [moved]), taken) == [
                .change(
                    uid: "a", moved, routine: taken.routine.id, CalendarMerge.content(moved, Self.link))
            ])
        // A series that ends earlier now is over, and its routine has to end, too.
        let over = try Outside.read(
            Outside.calendar(
                Outside.event("a", "SUMMARY:Physio", "DTSTART;TZID=Europe/Berlin:20260301T100000")))
        #expect(
            Self.steps(over, taken) == [
                .change(
                    uid: "a", over.ended[0], routine: taken.routine.id,
                    CalendarMerge.content(over.ended[0], Self.link))
            ])
        #expect(Self.steps(over).isEmpty)
    }

    @Test("What vanishes is asked about from the second whole reading on, and once")
    func vanished() throws {
        let event = try Self.event()
        var taken = Self.taken(event)
        #expect(Self.steps(CalendarReading(isWhole: false), taken).isEmpty)
        #expect(Self.steps(CalendarReading(leftOutUIDs: ["a"]), taken).isEmpty)
        #expect(Self.steps(CalendarReading(), taken) == [.miss(uid: "a", since: Outside.now)])
        (taken.known.missingSince, taken.known.missedReadings) = (Outside.now, 1)
        let later = Outside.now.addingTimeInterval(3600)
        #expect(Self.steps(CalendarReading(), taken, now: later) == [.ask(uid: "a", since: Outside.now)])
        taken.known.missedReadings = 2
        #expect(Self.steps(CalendarReading(), taken, now: later).isEmpty && taken.known.isAsked)
        #expect(Self.steps(CalendarReading(events: [event]), taken) == [.back(uid: "a")])
        // Once it is over, nobody has to decide any more.
        let past = Outside.now.addingTimeInterval(30 * 86_400)
        #expect(Self.steps(CalendarReading(), taken, now: past) == [.forget(uid: "a")])
    }

    @Test("A calendar whose events have another UID each time does not fill the plan")
    func otherUIDs() throws {
        func events(_ numbers: Range<Int>) throws -> [CalendarEvent] {
            let event = try Self.event()
            return numbers.map { number in
                var one = event
                one.uid = "e\(number)"
                return one
            }
        }
        let all = try events(0..<CalendarLink.mostEvents - 2).map { Self.taken($0) }
        func made(_ reading: CalendarReading, now: Date = Outside.now) -> Int {
            Outside.steps(
                known: Dictionary(uniqueKeysWithValues: all.map { ($0.known.event.uid, $0.known) }),
                routines: Dictionary(uniqueKeysWithValues: all.map { ($0.routine.id, $0.routine) }),
                reading: reading, link: Self.link, now: now
            ).count { if case .make = $0 { true } else { false } }
        }
        let others = try events(1000..<1100)
        #expect(made(CalendarReading(events: others)) == 2)
        #expect(made(CalendarReading(events: others, isWhole: false)) == 2)
        // Those that are there, left out for now or over take no room of others.
        #expect(made(CalendarReading(events: all.map { $0.known.event } + others)) == 100)
        let leftOut = Set(all.map { $0.known.event.uid })
        #expect(made(CalendarReading(events: others, leftOutUIDs: leftOut)) == 100)
        let later = Outside.now.addingTimeInterval(30 * 86_400)
        #expect(made(CalendarReading(events: others), now: later) == 100)
    }

    @Test("What was decided here stays")
    func decided() throws {
        let event = try Self.event()
        let other = try Self.event("SUMMARY:Other", "DTSTART:20260401T100000Z")
        let there = CalendarReading(events: [other])
        #expect(Self.steps(there, Self.taken(event, isActive: false)) == [.decline(uid: "a")])
        #expect(Self.steps(there, Self.taken(event) { $0.state = .declined }).isEmpty)
        let kept = Self.taken(event) { $0.state = .kept }
        #expect(Self.steps(CalendarReading(), kept).isEmpty)
        #expect(
            Self.steps(there, kept) == [
                .back(uid: "a"),
                .change(uid: "a", other, routine: kept.routine.id, CalendarMerge.content(other, Self.link)),
            ])
        // What had vanished, was ended, and is there again, is made again.
        let ended = Self.taken(event, isActive: false) { $0.state = .ended }
        #expect(Self.steps(there, ended) == [.make(uid: "a", other, CalendarMerge.content(other, Self.link))])
        // A calendar that is empty for a day must not bring back what was declined.
        let declined = Self.taken(event, isActive: false) { known in
            (known.state, known.missingSince, known.missedReadings) = (.declined, Outside.now, 1)
        }
        let month = Outside.now.addingTimeInterval(30 * 86_400)
        #expect(Self.steps(CalendarReading(), declined).isEmpty)
        #expect(Self.steps(there, declined) == [.back(uid: "a")])
        #expect(Self.steps(CalendarReading(), declined, now: month) == [.forget(uid: "a")])
    }

    @Test("What people changed here stays; the times of both are the calendar's")
    func threeWays() throws {
        func series(_ hour: Int, _ more: String...) throws -> CalendarEvent {
            try Self.event(
                "SUMMARY:Physio", "DTSTART;TZID=Europe/Berlin:20260401T\(hour)0000", "RRULE:FREQ=DAILY",
                more.joined(separator: "\r\n"))
        }
        func key(_ day: Int, _ hour: Int = 10) throws -> OccurrenceKey {
            try #require(OccurrenceKey("2026-04-0\(day)T\(hour):00:00[Europe/Berlin]"))
        }
        let was = try series(10, "EXDATE:20260402T080000Z", "DESCRIPTION:Knee")
        var own = CalendarMerge.content(was, Self.link)
        own.title = "Physio with Ben"
        own.symbol = "🦵"
        own.priority = .urgent
        own.schedule.except.append(try key(5))
        own.edits = [.init(of: try key(3), edit: OccurrenceEdit(priority: .urgent))]
        let now = try series(11, "EXDATE:20260404T090000Z", "DESCRIPTION:Back", "DURATION:PT30M")
        let merged = CalendarMerge.content(now, was: was, own, Self.link)
        #expect(merged.title == "Physio with Ben" && merged.symbol == "🦵" && merged.priority == .urgent)
        #expect(merged.details == "Back" && merged.minutes == 30 && merged.graceMinutes == 30)
        #expect(merged.schedule.start == now.schedule.start)
        // An hour later it is the same date that people have changed, or left out.
        #expect(merged.edits == [.init(of: try key(3, 11), edit: OccurrenceEdit(priority: .urgent))])
        #expect(merged.schedule.except == now.schedule.except + [try key(5, 11)])
        // Nothing changed there: nothing changes here.
        #expect(CalendarMerge.content(was, was: was, own, Self.link) == own)
    }

    @Test("Other ways of taking over are followed where people have changed nothing")
    func set() throws {
        let event = try Self.event("SUMMARY:Bins", "DTSTART;VALUE=DATE:20260401", "RRULE:FREQ=WEEKLY")
        let (old, new) = (
            CalendarLink.Taking(),
            CalendarLink.Taking(tellsDue: true, isClientsOwn: true, person: "anna", allDayAt: 600)
        )
        var own = CalendarMerge.content(event, Outside.link(old))
        let next = CalendarMerge.content(event.moved(from: old, to: new), Outside.link(new))
        #expect(CalendarMerge.content(own, of: event, from: old, to: new) == next)
        own.assignment = .fixed(person: "ben")
        let mine = CalendarMerge.content(own, of: event, from: old, to: new)
        #expect(mine.assignment == .fixed(person: "ben") && mine.schedule == next.schedule)
        #expect(CalendarMerge.content(mine, of: event.moved(from: old, to: new), from: new, to: old) == own)
    }
}
