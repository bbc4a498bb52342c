import ArgumentParser
import Foundation
import Testing

@testable import beckon

@Suite("beckon routine preview")
struct RoutinePreviewTests {
    private func preview(_ arguments: String..., zone: String = "Europe/Berlin") -> CommandLine {
        CommandLine(["routine", "preview"] + arguments + ["--zone", zone])
    }

    @Test("Its help says how a rule is written") func help() {
        #expect(
            Beckon.helpMessage(for: RoutineCommand.Preview.self, columns: 80) == """
                OVERVIEW: Show when a routine would be due.

                Times are local times of the zone. One that the clocks skip in spring is taken
                as much later as they are put forward; of two in autumn, the first counts. The
                start itself is due only if the rule gives it.

                  beckon routine preview --rule FREQ=DAILY --start 2026-03-28T08:00

                USAGE: beckon routine preview [--rule <rule> ...] [--every <time>] --start <time> [--zone <zone>] [--rdate <times> ...] [--exdate <times> ...] [--limit <n>] [--until <time>] [--format <format>]

                OPTIONS:
                  --rule <rule>           A rule as in RFC 5545 (iCalendar), between quotation
                                          marks: FREQ=DAILY, or "FREQ=MONTHLY;BYDAY=-1FR". May
                                          be repeated.
                  --every <time>          In place of a rule: each time so much later, whatever
                                          the clocks do, such as 8h or 90min.
                  --start <time>          The first local time, such as 2026-03-28T02:30.
                  --zone <zone>           An IANA time zone, such as Europe/Berlin. (default:
                                          the machine's)
                  --rdate <times>         A local time that is due as well; several separated
                                          by commas.
                  --exdate <times>        A local time that is not due, though the rule gives
                                          it; several separated by commas.
                  --limit <n>             At most so many, 1 to 10000. (default: 10, or 10000
                                          with --until)
                  --until <time>          Only to this day, or to this local time, which still
                                          counts.
                  --format <format>       text, or json for programs. (values: text, json;
                                          default: text)
                  --version               Show the version.
                  -h, --help              Show help information.

                """)
    }

    @Test("The night in which clocks go forward") func forward() {
        let run = preview("--rule", "FREQ=DAILY", "--start", "2026-03-28T02:30", "--limit", "3")
        #expect(run.status == 0 && run.error.isEmpty)
        #expect(
            run.output == """
                In Europe/Berlin:
                  Sat 2026-03-28  02:30  UTC+01:00
                  Sun 2026-03-29  03:30  UTC+02:00
                      Clocks go forward here: 02:30 does not exist on Sun 2026-03-29, taken as 03:30.
                  Mon 2026-03-30  02:30
                And so on.

                """)
    }

    @Test("The night in which clocks go back") func back() {
        let run = preview(
            "--rule", "FREQ=DAILY", "--start", "2026-10-24T02:30", "--until", "2026-10-26",
            "--exdate", "2026-10-24T02:30,2026-12-24T02:30", "--rdate", "2026-10-26T12:00")
        #expect(run.status == 0 && run.error.isEmpty)
        #expect(
            run.output == """
                In Europe/Berlin:
                  Sun 2026-10-25  02:30  UTC+02:00
                      Clocks go back here: 02:30 comes twice that day; the first counts.
                  Mon 2026-10-26  02:30  UTC+01:00
                  Mon 2026-10-26  12:00
                These are all.

                """)
    }

    @Test(
        "Elapsed time goes through both nights",
        arguments: [
            ("2026-03-28T22:00", ["22:00", "07:00", "15:00", "23:00"]),
            // Half past two comes twice that night, and eight hours later is the second.
            ("2026-10-24T19:30", ["19:30", "02:30", "10:30", "18:30"]),
        ])
    func elapsed(start: String, clocks: [String]) {
        let run = preview("--every", "8h", "--start", start, "--limit", "4")
        #expect(run.status == 0 && run.error.isEmpty)
        let found = run.output.split(separator: "\n").filter {
            $0.contains(" 2026-") && !$0.contains("Clocks")
        }
        #expect(found.map { $0.split(separator: "  ")[1].prefix(5) }.map(String.init) == clocks)
    }

    private struct Entry: Decodable, Equatable {
        var local: String
        var utc: String
        var planned: String?
    }

    @Test("Programs read JSON") func json() throws {
        func entries(_ more: String...) throws -> [Entry] {
            let run = CommandLine(
                [
                    "routine", "preview", "--start", "2026-03-28T02:30", "--zone", "Europe/Berlin",
                    "--format", "json",
                ]
                    + more)
            #expect(run.status == 0, "\(run.error)")
            return try JSONDecoder().decode([Entry].self, from: Data(run.output.utf8))
        }
        #expect(
            try entries("--rule", "FREQ=DAILY;COUNT=3") == [
                Entry(local: "2026-03-28T02:30:00+01:00", utc: "2026-03-28T01:30:00Z"),
                Entry(
                    local: "2026-03-29T03:30:00+02:00", utc: "2026-03-29T01:30:00Z",
                    planned: "2026-03-29T02:30:00"),
                Entry(local: "2026-03-30T02:30:00+02:00", utc: "2026-03-30T00:30:00Z"),
            ])
        #expect(try entries("--rule", "FREQ=DAILY", "--until", "2026-01-01").isEmpty)
    }

    @Test(
        "A mistake says what was meant",
        arguments: [
            (1, "did you mean DAILY?", "--rule FREQ=DALY", "UTC"),
            (1, "never happens", "--rule FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "UTC"),
            (1, "COUNT and UNTIL exclude each other", "--rule FREQ=DAILY;COUNT=2;UNTIL=20270101", "UTC"),
            (64, "not a local time", "--rule FREQ=DAILY --start 2026-02-30T02:30", "UTC"),
            (64, "did you mean `Europe/Berlin`?", "--rule FREQ=DAILY", "Berlin"),
            (64, "exclude each other", "--rule FREQ=DAILY --every 8h", "UTC"),
            (64, "`8` has no unit", "--every 8", "UTC"),
            (64, "from a minute to ten years", "--every 5s", "UTC"),
            (64, "a number from 1 to 10000", "--rule FREQ=DAILY --limit 0", "UTC"),
        ])
    func mistake(status: Int32, message: String, arguments: String, zone: String) {
        let run = CommandLine(
            ["routine", "preview", "--start", "2026-03-28T02:30", "--zone", zone]
                + arguments.split(separator: " ").map(String.init))
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.error.contains(message), "\(run.error)")
    }
}
