"""What Beckon writes as iCalendar against recurring-ical-events, which expands it as calendars do: over ten years each routine must have the
same times with the same titles as by Beckon itself. The seed gives the routines; those that differ are printed whole."""
import argparse
import contextlib
import datetime
import json
import multiprocessing
import re
import subprocess
import sys
import zoneinfo

import icalendar
import recurring_ical_events
from recurring_ical_events import util
from recurring_ical_events.adapters import component
from recurring_ical_events.series import rrule

UTC = datetime.timezone.utc


@contextlib.contextmanager
def by_instants():
    """The library tells occurrences apart by their time in UTC or by that on the wall, whichever fits: in Berlin's winter 08:00 left out
    also leaves out 09:00, whose time in UTC is 08:00. Here only by that in UTC."""
    def ids(time):
        return util_ids(time)[:1]
    util_ids = util.to_recurrence_ids
    rrule.to_recurrence_ids = component.to_recurrence_ids = ids
    try:
        yield
    finally:
        rrule.to_recurrence_ids = component.to_recurrence_ids = util_ids


def instant(seconds):
    return datetime.datetime.fromtimestamp(seconds, UTC)


def expanded(text, start, end):
    """Times and titles, each once: where the clocks skip, two times on the wall may have one instant."""
    found = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(instant(start), instant(end))
    times = ((int(event["DTSTART"].dt.timestamp()), str(event["SUMMARY"])) for event in found)
    # Without what began before and has not ended.
    return {(at, title) for at, title in times if start <= at < end}


def flaws(text):
    """What is wrong with the text itself."""
    raw = text.encode()
    if any(len(line) > 75 for line in raw.split(b"\r\n")):
        yield "a line is too long"
    if b"\n" in raw.replace(b"\r\n", b""):
        yield "an end of a line is not CRLF"
    calendar = icalendar.Calendar.from_ical(text)
    for part in calendar.walk():
        if part.errors:
            yield f"icalendar finds errors: {part.errors}"
    used = set(re.findall(r"TZID=([^:;]+)", text.replace("\r\n ", "")))
    if used != {str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")}:
        yield f"the zones {sorted(used)} are not those that are described"
    for event in calendar.walk("VEVENT"):
        for name in ("UID", "DTSTAMP", "DTSTART", "SEQUENCE", "LAST-MODIFIED", "SUMMARY"):
            if event.get(name) is None:
                yield f"{name} is missing"


def misdescribed(described, instants):
    """Where a VTIMEZONE has another offset than the zone, at these times and once a week between them; not within a day of a change."""
    zone = zoneinfo.ZoneInfo(str(described["TZID"]))
    read = described.to_tz(lookup_tzid=False)
    day = datetime.timedelta(days=1)
    for at in {*instants, *range(min(instants), max(instants), 7 * 86400)}:
        time = instant(at).astimezone(zone)
        offsets = {(instant(at) + days * day).astimezone(zone).utcoffset() for days in (-1, 0, 1)}
        if len(offsets) == 1 and time.replace(tzinfo=read).utcoffset() != time.utcoffset():
            yield f"{time} has another offset in the described zone"
            return


def compare(line):
    """What kind of routine it is, and what differs."""
    case = json.loads(line)
    text, start, end = case["ics"], case["from"], case["until"]
    until = re.search(r"X-BECKON-UNTIL:(\d{8}T\d{6})Z", text)
    kinds = set()
    if until:
        kinds.add("single times")
        # They are written from a month before the current one on.
        start = max(start, case["now"] - 31 * 86400)
        end = min(end, int(datetime.datetime.strptime(until[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC).timestamp()))
    wanted = {(time["at"], time["title"]) for time in case["times"] if start <= time["at"] < end}
    for word in ("RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"):
        if f"\n{word}" in text:
            kinds.add(word)
    if not text:
        return case, {"never"}, 0, [f"nothing is written, and {len(wanted)} times are due"] if wanted else []
    try:
        wrong = list(flaws(text))
        found = expanded(text, start, end)
        if found != wanted:
            with by_instants():
                found = expanded(text, start, end)
            kinds.add("told apart by instants")
        for zone in icalendar.Calendar.from_ical(text).walk("VTIMEZONE") if wanted else []:
            kinds.add("described zones")
            wrong += misdescribed(zone, [at for at, _ in wanted])
    except Exception as error:
        return case, kinds, 0, [f"cannot be read: {error!r}"]
    if found != wanted:
        wrong.append(differences(wanted, found))
    return case, kinds, len(wanted), wrong


def differences(wanted, found):
    def some(times):
        return ", ".join(f"{instant(at):%Y-%m-%dT%H:%M:%SZ} {title}" for at, title in sorted(times)[:4])
    lacking, added = wanted - found, found - wanted
    return f"{len(lacking)} lacking ({some(lacking)}), {len(added)} too many ({some(added)})"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("probe", help="calendar-probe, built")
    parser.add_argument("--routines", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--spoil", help="what the probe gets wrong on purpose: the status must be 1 then")
    options = parser.parse_args()
    command = [options.probe, "--routines", str(options.routines), "--seed", str(options.seed)]
    command += ["--spoil", options.spoil] if options.spoil else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    if done.returncode != 0:
        sys.exit(f"the probe ended with {done.returncode}: {done.stderr[-2000:]}")
    lines = done.stdout.split("\n")[:-1]
    tally, times, wrong = {}, 0, 0
    with multiprocessing.Pool() as pool:
        for case, kinds, count, problems in pool.imap(compare, lines, chunksize=10):
            times += count
            for kind in kinds:
                tally[kind] = tally.get(kind, 0) + 1
            if not problems:
                continue
            wrong += 1
            if wrong <= 10:
                print(f"DIFFERENT: routine {case['number']}: {'; '.join(problems)}\n{json.dumps(case['schedule'])}\n{case['ics']}")
    print(f"seed {options.seed}: {options.routines} routines in {len(lines)} parts, {times} occurrences in ten years each; {wrong} differ")
    print("  parts with " + ", ".join(f"{kind}: {count}" for kind, count in sorted(tally.items())))
    unseen = {"RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "described zones"} - set(tally)
    if unseen:
        print(f"no part has {sorted(unseen)}")
    sys.exit(1 if wrong or unseen or tally.get("single times", 0) > len(lines) // 20 else 0)


if __name__ == "__main__":
    main()
