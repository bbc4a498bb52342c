import PlainRecurrences
import Recurrence
import Testing

@Suite("Rules as they are written for programs outside")
struct RuleWritingTests {
    @Test(
        "From a later start on the same times are given",
        arguments: [
            ("FREQ=YEARLY", "2024-02-29T10:00:00"),
            ("FREQ=YEARLY;BYMONTH=3,5", "2024-03-31T10:00:00"),
            ("FREQ=YEARLY;INTERVAL=2;BYWEEKNO=10,20", "2024-01-03T10:00:00"),
            ("FREQ=MONTHLY;INTERVAL=3", "2024-01-31T10:00:00"),
            ("FREQ=MONTHLY;BYDAY=2MO,-1FR;BYHOUR=8,20", "2024-01-01T10:30:15"),
            ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO", "2024-01-03T10:00:00"),
            ("FREQ=DAILY;INTERVAL=5;BYHOUR=6,18", "2024-01-03T10:15:00"),
            ("FREQ=HOURLY;INTERVAL=7;BYMINUTE=5,50", "2024-01-03T10:15:00"),
            ("FREQ=MINUTELY;INTERVAL=100;BYSECOND=5,50", "2024-01-03T10:15:00"),
        ])
    func starting(_ text: String, _ start: String) throws {
        let old = try Routines.time(start)
        let rule = try RecurrenceRule(text)
        let all = try Routines.recurrence(text, from: start).occurrences(from: .first, to: .last, limit: 30)
        for occurrence in all.prefix(10) {
            let moved = try #require(rule.starting(at: occurrence.local, insteadOf: old))
            let found = try Routines.recurrence(moved.description, from: occurrence.local.description)
                .occurrences(from: .first, to: .last, limit: 20)
            #expect(found == Array(all.drop { $0.local < occurrence.local }.prefix(20)))
        }
    }

    @Test("Not from a time on that lies in a period which the interval leaves out")
    func leftOut() throws {
        let rule = try RecurrenceRule("FREQ=WEEKLY;INTERVAL=2")
        let start = try Routines.time("2026-09-01T10:00:00")
        #expect(rule.starting(at: start.adding(days: 7), insteadOf: start) == nil)
        #expect(rule.starting(at: start.adding(days: 14), insteadOf: start) == rule)
    }

    @Test(
        "What programs read differently becomes rules that they agree on, with the same times",
        arguments: [
            "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYHOUR=8,20;BYSETPOS=1,-1", "FREQ=WEEKLY;BYSETPOS=1;BYHOUR=8,9",
            "FREQ=MONTHLY;BYDAY=1MO,TU,-1TU", "FREQ=YEARLY;BYWEEKNO=1,53", "FREQ=DAILY;BYSECOND=0,60",
        ])
    func agreed(_ text: String) throws {
        let start = "2026-01-01T10:00:00"
        let rules = try #require(try RecurrenceRule(text).agreed(from: Routines.time(start)))
        #expect(rules.map(\.description) != [text])
        let together = try Routines.recurrence(rules.map(\.description).joined(separator: " "), from: start)
        let wanted = try Routines.recurrence(text, from: start)
        #expect(try Routines.first(100, of: together) == Routines.first(100, of: wanted))
    }

    @Test("There are none for positions in weeks that a month may cut")
    func disagreed() throws {
        let start = try Routines.time("2026-01-01T10:00:00")
        #expect(try RecurrenceRule("FREQ=WEEKLY;BYMONTH=1;BYDAY=MO,FR;BYSETPOS=1").agreed(from: start) == nil)
        #expect(try RecurrenceRule("FREQ=MONTHLY;BYDAY=MO,1FR;BYSETPOS=1").agreed(from: start) == nil)
    }

    @Test("Where a rule ends, as a time on the wall or as an instant")
    func ends() throws {
        let counted = try Routines.recurrence("FREQ=DAILY;COUNT=3 FREQ=DAILY", from: "2026-01-01T10:00:00")
        #expect(counted.end(ofRule: 0).local == (try Routines.time("2026-01-03T10:00:00")))
        #expect(counted.end(ofRule: 1).local == nil)
        let until = try Routines.recurrence("FREQ=DAILY;UNTIL=20260103T100000Z", from: "2026-01-01T10:00:00")
        #expect(
            until.end(ofRule: 0).second == ZoneRules.second(of: try Routines.instant("2026-01-03T10:00:00")))
    }

    @Test("The changes of a zone's clocks")
    func changes() throws {
        let berlin = try Routines.zone(Routines.berlin)
        let year = (
            ZoneRules.second(of: try Routines.instant("2500-01-01T00:00:00")),
            ZoneRules.second(of: try Routines.instant("2501-01-01T00:00:00"))
        )
        let found = berlin.changes(from: year.0, until: year.1)
        #expect(found.map(\.local.description) == ["2500-03-28T02:00:00", "2500-10-31T03:00:00"])
        #expect(found.map(\.before) == [3600, 7200])
        #expect(found.map(\.after) == [7200, 3600])
        let first = try #require(found.first?.second)
        #expect(berlin.changes(from: first, until: first + 1).count == 1)
        #expect(berlin.changes(from: first + 1, until: first + 2).isEmpty)
        #expect(berlin.yearlyFrom != nil)
        #expect(try Routines.zone("Asia/Kolkata").yearlyFrom == nil)
        #expect(ZoneRules.utc.changes(from: .min, until: .max).isEmpty)
    }
}
