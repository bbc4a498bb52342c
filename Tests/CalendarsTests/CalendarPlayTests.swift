import Calendars
import Care
import Chance
import Foundation
import Recurrence
import Testing

@Suite("A calendar that is edited again and again")
struct CalendarPlayTests {
    /// What somebody may do to an event there.
    private struct There {
        var lines: [String]
        var singles: [Int: [String]] = [:]
        var sequence = 0
    }

    private static func start(_ chance: inout SeededGenerator) -> [String] {
        func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }
        let times = [
            "DTSTART;TZID=Europe/Berlin:2026040\(1 + roll(9))T1\(roll(10))0000",
            "DTSTART:2026040\(1 + roll(9))T1\(roll(10))0000Z", "DTSTART;VALUE=DATE:2026040\(1 + roll(9))",
            "DTSTART;TZID=\"W. Europe Standard Time\":2026041\(roll(9))T090000",
            "DTSTART;TZID=America/New_York:2026041\(roll(9))T090000",
        ]
        let rules = [
            "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=20", "X-NO-RULE:1",
            "RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231T220000Z",
        ]
        return [times[roll(times.count)], rules[roll(rules.count)]]
    }

    private static func text(_ there: [String: There]) -> String {
        Outside.calendar(
            there.sorted { $0.key < $1.key }.flatMap { uid, event in
                Outside.event(uid, ["SEQUENCE:\(event.sequence)"] + event.lines)
                    + event.singles.sorted { $0.key < $1.key }.flatMap { Outside.event(uid, $0.value) }
            })
    }

    @Test("Its routines are what they would be if it were read for the first time", arguments: 1...8)
    func followed(seed: Int) throws {
        var chance = SeededGenerator(seed: UInt64(seed))
        var there: [String: There] = [:]
        var (known, routines): ([String: KnownEvent], [UUID: Routine]) = ([:], [:])
        let link = Outside.link(.init(takesAlarms: true, tellsDue: true))
        for _ in 0..<60 {
            edit(&there, &chance)
            let reading = try Outside.read(Self.text(there))
            #expect(reading.isWhole && reading.leftOut.isEmpty)
            let steps = Outside.steps(known: known, routines: routines, reading: reading, link: link)
            for step in steps { take(step, &known, &routines) }
            // Whatever was done: what is followed is as if it were new.
            for event in reading.events where known[event.uid]?.state == .taken {
                let content = known[event.uid]?.routine.flatMap { routines[$0]?.content }
                #expect(content == CalendarMerge.content(event, link))
            }
            #expect(Set(reading.events.map(\.uid)).isSubset(of: known.keys))
            let again = Outside.steps(known: known, routines: routines, reading: reading, link: link)
            #expect(
                again.allSatisfy { step in
                    // Only what is missing is noted once more.
                    if case .ask = step { return true }
                    return false
                })
        }
    }

    private func edit(_ there: inout [String: There], _ chance: inout SeededGenerator) {
        func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }
        let uid = "e\(roll(6))"
        guard var event = there[uid] else {
            there[uid] = There(lines: ["SUMMARY:Title \(roll(4))"] + Self.start(&chance))
            return
        }
        event.sequence += 1
        let day = 10 + roll(15)
        switch roll(8) {
        case 0: event.lines[0] = "SUMMARY:Title \(roll(4))"
        case 1: event.lines = [event.lines[0]] + Self.start(&chance)
        case 2: event.lines.append("EXDATE:202604\(day)T080000Z")
        case 3:
            event.singles[day] = [
                "RECURRENCE-ID;VALUE=DATE:202604\(day)", "SUMMARY:Title \(roll(4))",
                "DTSTART;TZID=Europe/Berlin:202604\(day)T\(10 + roll(10))0000",
            ]
        case 4:
            event.singles[day] = ["RECURRENCE-ID;VALUE=DATE:202604\(day)", "STATUS:CANCELLED"]
        case 5: event.singles = [:]
        case 6:
            event.lines += [
                "DURATION:PT\(1 + roll(90))M", "BEGIN:VALARM", "ACTION:DISPLAY",
                "TRIGGER:-PT\(1 + roll(60))M",
                "END:VALARM",
            ]
        default:
            there[uid] = nil
            return
        }
        there[uid] = event
    }

    /// As the store does.
    private func take(
        _ step: CalendarStep, _ known: inout [String: KnownEvent], _ routines: inout [UUID: Routine]
    ) {
        switch step {
        case .make(let uid, let event, let content):
            let id = UUID()
            routines[id] = Routine(
                id: id, series: id, content: content, createdAt: Outside.now, changedAt: Outside.now)
            known[uid] = KnownEvent(event: event, routine: id)
        case .change(let uid, let event, let id, let content):
            routines[id]?.content = content
            known[uid]?.event = event
        case .decline(let uid): known[uid]?.state = .declined
        case .miss(let uid, let since), .ask(let uid, let since):
            known[uid]?.missingSince = since
            known[uid]?.missedReadings += 1
        case .back(let uid):
            known[uid]?.missingSince = nil
            known[uid]?.missedReadings = 0
            if known[uid]?.state == .kept { known[uid]?.state = .taken }
        case .forget(let uid): known[uid] = nil
        }
    }
}
