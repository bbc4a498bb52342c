"""The recurrence engine against python-dateutil (which days and times), zoneinfo (which instants), and brute force where
dateutil is known to be wrong. The seed gives the rules; each rule that differs is printed whole."""
import argparse
import bisect
import datetime
import multiprocessing
import random
import signal
import subprocess
import sys
import time
import warnings
from zoneinfo import ZoneInfo

from dateutil import rrule

warnings.simplefilter("ignore")

FREQUENCIES = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"]
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
ZONES = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Europe/Dublin", "Africa/Casablanca", "UTC",
    "Asia/Kolkata", "America/Sao_Paulo", "Asia/Tehran", "Pacific/Chatham", "America/Nuuk", "Asia/Gaza", "Antarctica/Troll"]
LIMIT = 40
ONE = datetime.timedelta(seconds=1)


class TooSlow(Exception):
    pass


def on_alarm(*_):
    raise TooSlow


def clock_nights(zone):
    """Midnights of the local days in which a zone's clocks were or will be changed."""
    clocks, day, nights = ZoneInfo(zone), datetime.datetime(1975, 1, 1), []
    offset = clocks.utcoffset(day)
    while day.year < 2060:
        day += datetime.timedelta(days=1)
        now = clocks.utcoffset(day)
        if now != offset:
            nights.append(day - datetime.timedelta(days=1))
        offset = now
    return nights


CLOCK_NIGHTS = {zone: clock_nights(zone) for zone in ZONES}


# --- Rules at random

def some(chance, values, most):
    return sorted(chance.sample(values, chance.randint(1, min(most, len(values)))))


def signed(chance, most, count):
    return sorted({chance.choice([1, 1, 1, -1]) * chance.randint(1, most) for _ in range(chance.randint(1, count))})


def random_rule(chance):
    """A rule as a dictionary of its parts, all as RFC 5545 allows them, and its start."""
    frequency = chance.choice(FREQUENCIES)
    level = FREQUENCIES.index(frequency)
    parts = {"FREQ": frequency}
    maybe = lambda probability: chance.random() < probability
    if maybe(0.5):
        parts["INTERVAL"] = chance.choice([2, 2, 3, 4, 5, 6, 7, 8, 12, 13, 24, 25, 36, 90, 100, 1000])
    if maybe(0.35):
        parts["BYMONTH"] = some(chance, range(1, 13), 4)
    if frequency == "YEARLY" and maybe(0.2):
        parts["BYWEEKNO"] = signed(chance, 53, 4)
    if frequency in ("YEARLY", "HOURLY", "MINUTELY", "SECONDLY") and maybe(0.15):
        parts["BYYEARDAY"] = signed(chance, 366, 6)
    if frequency != "WEEKLY" and maybe(0.3):
        parts["BYMONTHDAY"] = signed(chance, 31, 6)
    if maybe(0.45):
        days = some(chance, DAYS, 4)
        if frequency in ("YEARLY", "MONTHLY") and "BYWEEKNO" not in parts and maybe(0.5):
            most = 5 if frequency == "MONTHLY" or "BYMONTH" in parts else 53
            days = [f"{chance.choice([1, 1, -1]) * chance.randint(1, most)}{day}" for day in days]
            if maybe(0.15):
                days.append(chance.choice(DAYS))
        parts["BYDAY"] = days
    if maybe(0.3):
        parts["BYHOUR"] = some(chance, range(24), 3)
    if maybe(0.3):
        parts["BYMINUTE"] = some(chance, range(60), 3)
    if maybe(0.2 if level < 6 else 0.5):
        parts["BYSECOND"] = some(chance, range(60), 3)
    if any(part.startswith("BY") for part in parts) and maybe(0.25):
        parts["BYSETPOS"] = signed(chance, 6, 3)
    if maybe(0.3):
        parts["WKST"] = chance.choice(DAYS)
    start = datetime.datetime(chance.randint(1975, 2030), 1, 1) + datetime.timedelta(
        days=chance.randint(0, 365), seconds=chance.choice([0, 1800, 3600]) + chance.randint(0, 95) * 900
        + (chance.randint(0, 899) if maybe(0.3) else 0))
    reach = {"YEARLY": 20 * 365, "MONTHLY": 6 * 365, "WEEKLY": 4 * 365, "DAILY": 3 * 365, "HOURLY": 120, "MINUTELY": 8,
             "SECONDLY": 1}[frequency]
    if level >= 4 and any(part in parts for part in ("BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYDAY")):
        reach = max(reach, 200)
    first = start + datetime.timedelta(days=chance.randint(-5, reach), seconds=chance.randint(0, 86400))
    # Near the nights in which clocks are changed, more often than chance would have it.
    if maybe(0.3) and level >= 2:
        near = datetime.datetime(chance.randint(start.year, start.year + 2), chance.choice([3, 4, 9, 10, 11]),
                                 chance.randint(1, 28))
        first = max(start - datetime.timedelta(days=5), min(first, near))
        if maybe(0.5) and level < 6:
            start = start.replace(hour=chance.choice([0, 1, 2, 3]), minute=chance.choice([0, 15, 30, 45]))
    last = first + datetime.timedelta(days=max(3, chance.randint(1, 2 * reach)))
    zone = chance.choice(ZONES)
    if level >= 2 and CLOCK_NIGHTS[zone] and maybe(0.25):
        # Days around a night in which this zone's clocks are changed, and nothing that would leave them out.
        for name in ("BYMONTH", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYSETPOS"):
            parts.pop(name, None)
        if maybe(0.7):
            parts.pop("BYHOUR", None)
        if level < 4:
            parts.pop("INTERVAL", None)
        elif level > 4:
            parts["INTERVAL"] = chance.choice([10, 15, 30, 45]) * (60 if level == 6 else 1)
        start = chance.choice(CLOCK_NIGHTS[zone]) + datetime.timedelta(
            days=-(chance.choice([0, 1, 7]) if level < 4 else 0), seconds=chance.randint(-4, 12) * 900)
        first = start - datetime.timedelta(days=1)
        last = start + datetime.timedelta(days=20)
    ending = chance.random()
    if ending < 0.25:
        parts["COUNT"] = chance.choice([1, 2, 3, 5, 10, 50, 365, 2000])
    elif ending < 0.45:
        until = first + (last - first) * chance.random()
        parts["UNTIL"] = until.replace(microsecond=0).strftime("%Y%m%dT%H%M%S")
    return parts, start, first.replace(microsecond=0), last.replace(microsecond=0), zone


def text(parts):
    def value(one):
        return ",".join(map(str, one)) if isinstance(one, list) else str(one)
    return ";".join(f"{name}={value(one)}" for name, one in parts.items())


def left_out(parts, start):
    """Why dateutil is not asked about a rule, by name."""
    days = parts.get("BYDAY", [])
    if "BYWEEKNO" in parts:
        return "BYWEEKNO: dateutil takes every day of the week, the RFC the start's weekday"
    if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts:
        if DAYS[start.weekday()] != parts.get("WKST", "MO"):
            return "WEEKLY;BYSETPOS with a start in mid-week: dateutil cuts the first week"
    if len({day in DAYS for day in days}) == 2:
        return "BYDAY with and without ordinals: dateutil takes days that are both"
    return None


# --- What others say

def of_dateutil(parts, start, first, last):
    """Local times in the window, the first LIMIT."""
    found = []
    # Not beyond the window, even if nothing matches.
    datetime.MAXYEAR = last.year + 1
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.15)
    try:
        for one in rrule.rrulestr(text(parts), dtstart=start):
            if one >= last or len(found) == LIMIT:
                break
            if one >= first:
                found.append(one)
    except ValueError as error:
        # A combination of which dateutil itself says that it is empty.
        if "empty" not in str(error).lower():
            raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        datetime.MAXYEAR = 9999
    return found


def week_number(day, start_of_week):
    """The number of a day's week in its year, and from the year's end: ISO 8601 with any first day."""
    def first_week(year):
        fourth = datetime.date(year, 1, 4)
        return fourth - datetime.timedelta(days=(fourth.weekday() - start_of_week) % 7)
    year = day.year
    if day >= first_week(year + 1):
        year += 1
    elif day < first_week(year):
        year -= 1
    number = (day - first_week(year)).days // 7 + 1
    return number, number - (first_week(year + 1) - first_week(year)).days // 7 - 1


def of_brute_force(parts, start, first, last):
    """Every day from the start's period on is tried; for frequencies of a week and above."""
    frequency, interval = parts["FREQ"], parts.get("INTERVAL", 1)
    start_of_week = DAYS.index(parts.get("WKST", "MO"))
    days, months = list(parts.get("BYDAY", [])), parts.get("BYMONTH")
    month_days, year_days, weeks = (parts.get(name) for name in ("BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"))
    in_month = frequency == "MONTHLY" or bool(months)
    if not (days or month_days or year_days):
        if frequency == "WEEKLY" or weeks:
            days = [DAYS[start.weekday()]]
        else:
            month_days = [start.day]
            if frequency == "YEARLY" and not months:
                months = [start.month]
    times = [datetime.time(hour, minute, second) for hour in parts.get("BYHOUR", [start.hour])
             for minute in parts.get("BYMINUTE", [start.minute]) for second in parts.get("BYSECOND", [start.second])]

    def of_week(day):
        return day - datetime.timedelta(days=(day.weekday() - start_of_week) % 7)

    def period(day):
        return {"YEARLY": day.year - start.year,
                "MONTHLY": (day.year - start.year) * 12 + day.month - start.month,
                "WEEKLY": (of_week(day) - of_week(start.date())).days // 7}[frequency]

    def ordinals(day):
        """Which of its weekday a day is, from both ends."""
        begin = day.replace(day=1) if in_month else day.replace(month=1, day=1)
        length = ((begin.replace(day=28) + datetime.timedelta(days=4)).replace(day=1) - begin).days if in_month \
            else (begin.replace(year=begin.year + 1) - begin).days
        index = (day - begin).days
        return index // 7 + 1, -((length - 1 - index) // 7 + 1)

    def wanted(day):
        if months and day.month not in months:
            return False
        if month_days:
            length = ((day.replace(day=28) + datetime.timedelta(days=4)).replace(day=1) - day.replace(day=1)).days
            if day.day not in month_days and day.day - length - 1 not in month_days:
                return False
        if year_days:
            index = day.timetuple().tm_yday
            length = (day.replace(month=12, day=31)).timetuple().tm_yday
            if index not in year_days and index - length - 1 not in year_days:
                return False
        if weeks and not set(week_number(day, start_of_week)) & set(weeks):
            return False
        if days:
            name = DAYS[day.weekday()]
            return name in days or any(f"{ordinal}{name}" in days for ordinal in ordinals(day))
        return True

    found, counted, group, group_of = [], 0, [], None
    until = datetime.datetime.strptime(parts["UNTIL"], "%Y%m%dT%H%M%S") if "UNTIL" in parts else datetime.datetime.max
    positions = parts.get("BYSETPOS")

    def chosen(group):
        if not positions:
            return group
        places = {place - 1 if place > 0 else len(group) + place for place in positions}
        return [group[place] for place in sorted(places) if 0 <= place < len(group)]

    day = {"YEARLY": start.date().replace(month=1, day=1), "MONTHLY": start.date().replace(day=1),
           "WEEKLY": of_week(start.date())}[frequency]
    end = last.date() + datetime.timedelta(days=400)
    while True:
        number = period(day)
        if number != group_of or day > end:
            for one in chosen(group):
                if one < start or one > until:
                    continue
                counted += 1
                if counted > parts.get("COUNT", 1 << 60) or one >= last or len(found) == LIMIT:
                    return found
                if one >= first:
                    found.append(one)
            group, group_of = [], number
            if day > end:
                return found
        if number % interval == 0 and wanted(day):
            group += [datetime.datetime.combine(day, one) for one in times]
        day += datetime.timedelta(days=1)


ZONE_CACHE = {name: ZoneInfo(name) for name in ZONES}


def seconds(local, zone):
    """The instant of a local time, of two the first, in a gap at the offset before it: as zoneinfo has it with fold 0."""
    return int(local.replace(tzinfo=ZONE_CACHE[zone], fold=0).timestamp())


def is_odd(local, zone):
    """Whether the clocks skip a local time or show it twice."""
    clocks = ZONE_CACHE[zone]
    return clocks.utcoffset(local.replace(fold=0)) != clocks.utcoffset(local.replace(fold=1))


def is_steady(second, zone):
    """Whether no clocks are changed within two days."""
    return len({datetime.datetime.fromtimestamp(second + days * 86400, ZONE_CACHE[zone]).utcoffset() for days in (-2, -1, 0, 1, 2)}) == 1


# --- Asking the probe

class Probe:
    def __init__(self, path):
        self.path = path

    def ask(self, questions):
        done = subprocess.run([self.path], input="\n".join(questions) + "\n", capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            sys.exit(f"the probe ended with {done.returncode}: {done.stderr[-2000:]}")
        answers = done.stdout.split("\n")[:-1]
        if len(answers) != len(questions):
            sys.exit(f"{len(questions)} questions, {len(answers)} answers")
        return answers


def expected_of(rule):
    """What a rule has to give, and why dateutil was not asked; None if dateutil took too long."""
    parts, start, _, _, _ = rule
    reason = left_out(parts, start)
    try:
        return reason, (of_brute_force if reason else of_dateutil)(*rule[:4])
    except TooSlow:
        return reason, None


def compare(probe, count, seed):
    chance = random.Random(seed)
    rules = [random_rule(chance) for _ in range(count)]
    with multiprocessing.Pool(initializer=signal.signal, initargs=(signal.SIGVTALRM, on_alarm)) as pool:
        known = pool.map(expected_of, rules, chunksize=50)
    cases, skipped = [], {}
    for rule, (reason, expected) in zip(rules, known):
        if expected is not None:
            cases.append((*rule, expected))
            if reason:
                skipped[reason] = skipped.get(reason, 0) + 1
    slow, by_brute_force = count - len(cases), sum(skipped.values())
    questions, checks = [], []
    for parts, start, first, last, zone, expected in cases:
        head = f"{start.isoformat()}\t{zone}\t{text(parts)}\t\t"
        instants = [seconds(one, zone) for one in expected]
        questions.append(f"window\t{head}\t{first.isoformat()}\t{last.isoformat()}\t{LIMIT}")
        checks.append(" ".join(f"{one.isoformat()}@{at}" for one, at in zip(expected, instants)))
        if len(expected) < LIMIT:
            # By instant: all is known that is two days from both ends, whatever a gap has moved.
            low = seconds(first, zone) + 2 * 86400 + chance.randint(0, 86400)
            high = seconds(last, zone) - 2 * 86400
            if low < high:
                inside = sorted(at for at in instants if low <= at < high)
                most = chance.choice([1, 3, LIMIT])
                questions.append(f"instants\t{head}\t{low}\t{high}\t{most}")
                checks.append(" ".join(map(str, inside[:most])))
        if len(expected) > 2:
            ordered = sorted(set(instants))
            at = ordered[len(ordered) // 2]
            place = bisect.bisect_left(ordered, at)
            # Unless a gap could have put something between that lies outside of the window on the wall.
            known = len(expected) < LIMIT and seconds(first, zone) < at - 172800 < at + 172800 < seconds(last, zone)
            if place and (known or is_steady(at, zone)):
                questions.append(f"previous\t{head}\t{at}")
                checks.append(str(ordered[place - 1]))
            if len(ordered) > 2 and is_steady(ordered[0], zone):
                questions.append(f"next\t{head}\t{ordered[0]}")
                checks.append(str(ordered[1]))
    begun = time.monotonic()
    answers = probe.ask(questions)
    took = time.monotonic() - begun
    wrong, refused = 0, 0
    found = sum(len(case[5]) for case in cases)
    for question, expected, answer in zip(questions, checks, answers):
        if answer == expected:
            continue
        if answer.startswith("!") and "never happens" in answer and expected == "":
            continue
        if answer.startswith("!") and ("too long to work out" in answer or "too far ahead" in answer):
            refused += 1
            if refused <= 5:
                print(f"refused: {question}")
            continue
        wrong += 1
        if wrong <= 10:
            print(f"DIFFERENT\n  {question}\n  expected {expected[:160]}\n  got      {answer[:160]}")
    print(f"seed {seed}: {len(cases)} rules, {found} occurrences, {len(questions)} questions in {took:.1f} s; {wrong} answers differ, "
          f"{refused} refused as too much, {slow} left out because dateutil took more than 0.15 s of processor time")
    print(f"  {len(cases) - by_brute_force} rules against dateutil, {by_brute_force} against brute force:")
    for reason, number in sorted(skipped.items()):
        print(f"    {number} {reason}")
    odd = sum(case[4] != "UTC" and any(is_odd(one, case[4]) for one in case[5]) for case in cases)
    print(f"  {odd} rules met a time that the clocks skip or show twice")
    used = {name: sum(name in case[0] for case in cases) for name in
            ("INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYMINUTE",
             "BYSECOND", "BYSETPOS", "WKST")}
    used |= {name: sum(case[0]["FREQ"] == name for case in cases) for name in FREQUENCIES}
    print("  " + ", ".join(f"{name} {number}" for name, number in used.items()))
    used["skipped or shown twice"] = odd
    unseen = [name for name, number in used.items() if number < count // 100]
    if unseen:
        print(f"too few rules with {unseen}")
    return wrong == 0 and not unseen and refused <= len(questions) // 200 and slow <= count // 10


# --- How quick

def speed(probe, count, seed, instances=1000):
    """Routines as a home has them, ten years old, and one month of them all."""
    chance = random.Random(seed)
    kinds = [
        "FREQ=DAILY", "FREQ=DAILY", "FREQ=DAILY;BYHOUR=8,13,19", "FREQ=DAILY;BYHOUR=7,12,18,22;BYMINUTE=0,30", "FREQ=DAILY;INTERVAL=2",
        "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY",
        "FREQ=HOURLY;INTERVAL=4", "FREQ=DAILY;COUNT=10000", "FREQ=WEEKLY;UNTIL=20400101T000000"]
    start = datetime.datetime(2016, 3, 1)
    routines = [(start + datetime.timedelta(days=chance.randint(0, 30), seconds=chance.randint(0, 95) * 900),
                 chance.choice(kinds)) for _ in range(count)]
    zone = "Europe/Berlin"
    first, last = datetime.datetime(2026, 3, 10), datetime.datetime(2026, 4, 10)
    window = [str(seconds(first, zone)), str(seconds(last, zone))]

    def ours(some):
        lines = "".join(f"{begin.isoformat()}\t{zone}\t{rule}\n" for begin, rule in some)
        done = subprocess.run([probe.path, "months", *window], input=lines, capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            sys.exit(f"the probe ended with {done.returncode}: {done.stderr[-2000:]}")
        number, found, compiling, middle, best = done.stdout.split()
        return int(number), int(found), float(compiling), float(middle), float(best)

    number, found, compiling, middle, best = ours(routines)
    print(f"{number} routines, ten years old: one month of them all has {found} occurrences and takes {middle:.1f} ms "
          f"(best {best:.1f} ms); compiling all, once, {compiling:.0f} ms")
    some = routines[:instances]
    rules = [rrule.rrulestr(rule, dtstart=begin) for begin, rule in some]
    begun = time.monotonic()
    theirs = 0
    for rule in rules:
        for one in rule.between(first - ONE, last, inc=False):
            seconds(one, zone)
            theirs += 1
    milliseconds = (time.monotonic() - begun) * 1000
    _, found, _, mine, _ = ours(some)
    print(f"{len(some)} of them: dateutil's between() and zoneinfo {milliseconds:.0f} ms for {theirs} occurrences, "
          f"Beckon {mine:.2f} ms for {found}: {milliseconds / mine:.0f} times as quick")
    if theirs != found:
        print("they found different numbers of occurrences")
    return middle < 50 and milliseconds / mine >= 10 and theirs == found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("probe", help="rrule-probe, built")
    parser.add_argument("--rules", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--no-speed", action="store_true", help="for a probe that is not optimised")
    options = parser.parse_args()
    probe = Probe(options.probe)
    good = compare(probe, options.rules, options.seed)
    if not options.no_speed:
        good = speed(probe, 10000, options.seed) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
