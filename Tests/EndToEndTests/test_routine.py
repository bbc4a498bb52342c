"""`beckon routine preview`, as staff call it: times over the night in which clocks change, and mistakes that say what was meant."""
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import BECKON  # noqa: E402

HELP = """\
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

"""

SPRING = """\
In Europe/Berlin:
  Sat 28 Mar 2026  02:30  UTC+01:00
  Sun 29 Mar 2026  03:30  UTC+02:00
      Clocks go forward here: 02:30 does not exist on Sun 29 Mar 2026, taken as 03:30.
  Mon 30 Mar 2026  02:30
And so on.
"""

AUTUMN = """\
In Europe/Berlin:
  Sun 25 Oct 2026  02:30  UTC+02:00
      Clocks go back here: 02:30 comes twice that day; the first counts.
  Mon 26 Oct 2026  02:30  UTC+01:00
  Mon 26 Oct 2026  12:00
These are all.
"""


def preview(*arguments, zone="Europe/Berlin", environment=None):
    named = ["--zone", zone] if zone else []
    return subprocess.run(
        [BECKON, "routine", "preview", *arguments, *named], capture_output=True, text=True, timeout=60,
        env={**os.environ, **(environment or {})})


class Previewing(unittest.TestCase):
    def test_the_help(self):
        done = subprocess.run([BECKON, "routine", "preview", "--help"], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "COLUMNS": "80"})
        self.assertEqual(done.stdout, HELP)

    def test_the_night_in_which_clocks_go_forward(self):
        done = preview("--rule", "FREQ=DAILY", "--start", "2026-03-28T02:30", "--limit", "3")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, SPRING, ""))

    def test_the_night_in_which_clocks_go_back(self):
        done = preview("--rule", "FREQ=DAILY", "--start", "2026-10-24T02:30", "--until", "2026-10-26",
                       "--exdate", "2026-10-24T02:30,2026-12-24T02:30", "--rdate", "2026-10-26T12:00")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, AUTUMN, ""))

    def test_elapsed_time_goes_through_both_nights(self):
        def clocks(start):
            done = preview("--every", "8h", "--start", start, "--limit", "4")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return [line.split("2026")[1].split()[0] for line in done.stdout.splitlines() if "2026" in line]
        self.assertEqual(clocks("2026-03-28T22:00"), ["22:00", "07:00", "15:00", "23:00"])
        # Half past two comes twice that night, and eight hours later is the second.
        self.assertEqual(clocks("2026-10-24T19:30"), ["19:30", "02:30", "10:30", "18:30"])

    def test_programs_read_json(self):
        done = preview("--rule", "FREQ=DAILY;COUNT=3", "--start", "2026-03-28T02:30", "--format", "json")
        self.assertEqual(json.loads(done.stdout), [
            {"local": "2026-03-28T02:30:00+01:00", "utc": "2026-03-28T01:30:00Z"},
            {"local": "2026-03-29T03:30:00+02:00", "utc": "2026-03-29T01:30:00Z", "planned": "2026-03-29T02:30:00"},
            {"local": "2026-03-30T02:30:00+02:00", "utc": "2026-03-30T00:30:00Z"}])
        empty = preview("--rule", "FREQ=DAILY", "--start", "2026-03-28T02:30", "--until", "2026-01-01", "--format", "json")
        self.assertEqual((empty.returncode, json.loads(empty.stdout)), (0, []))

    def test_the_zone_is_the_machines_unless_said(self):
        done = preview("--start", "2026-07-01T12:00", zone=None, environment={"TZ": "Australia/Lord_Howe"})
        self.assertEqual(done.stdout, "In Australia/Lord_Howe:\n  Wed  1 Jul 2026  12:00  UTC+10:30\nThese are all.\n")

    def test_mistakes_say_what_was_meant(self):
        start = ["--start", "2026-03-28T02:30"]
        for status, message, arguments, zone in [
                (1, "did you mean DAILY?", ["--rule", "FREQ=DALY", *start], "UTC"),
                (1, "never happens", ["--rule", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", *start], "UTC"),
                (1, "COUNT and UNTIL exclude each other", ["--rule", "FREQ=DAILY;COUNT=2;UNTIL=20270101", *start], "UTC"),
                (64, "not a local time", ["--rule", "FREQ=DAILY", "--start", "2026-02-30T02:30"], "UTC"),
                (64, "did you mean `Europe/Berlin`?", ["--rule", "FREQ=DAILY", *start], "Berlin"),
                (64, "exclude each other", ["--rule", "FREQ=DAILY", "--every", "8h", *start], "UTC"),
                (64, "`8` has no unit", ["--every", "8", *start], "UTC"),
                (64, "from a minute to ten years", ["--every", "5 s", *start], "UTC"),
                (64, "a number from 1 to 10000", ["--rule", "FREQ=DAILY", *start, "--limit", "0"], "UTC")]:
            done = preview(*arguments, zone=zone)
            self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
