"""Whether a machine's disk agrees with what was planned, told and ticked off while it lived."""
import bisect
import collections
import json

from home import seconds_of
from owned import wrong_points
from planned import chores_in

# A reminder comes within a second; a start and a busy processor take longer. Seconds.
GRACE = 5
DUE, MISSED = "due", "missed"


class Acknowledged:
    """What the service knew as told, or as done, at the end of a life."""

    def __init__(self, planned, witness):
        self.lines, self.paged = len(witness.lines), collections.Counter(witness.paged)
        self.kinds = collections.defaultdict(set)
        for row in planned.reminders:
            if row["channel"] == "station" and row["state"] == "told" and row["id"] not in planned.put_off:
                self.kinds[planned.number(row["routine_id"])].add(row["kind"])
        self.closed = {planned.number(row["routine_id"]) for row in planned.occurrences.values() if row["outcome"]}
        self.missed_at = {planned.number(routine): row["missed_at"] / 1000 for routine, row in planned.occurrences.items()}
        self.sent = {row["id"] for row in planned.reminders if row["channel"] == "command" and row["state"] == "told"}

    def forbids(self, number, when):
        """Whether this chore has nothing left to tell at a moment: everything was told before."""
        told = self.kinds.get(number, set())
        # "Due" may be over without having been told, once "missed" was.
        return number in self.closed or MISSED in told or (DUE in told and when < self.missed_at[number])


class Planned:
    """What the stores hold of it."""

    def __init__(self, stores, witness):
        self.routines = {row["id"]: row for row in stores.rows("care", "SELECT * FROM routine")}
        self.occurrences = {row["routine_id"]: row for row in stores.rows("care", "SELECT * FROM occurrence")}
        self.reminders = stores.rows("care", "SELECT * FROM reminder WHERE routine_id IS NOT NULL")
        self.entries = stores.rows("care", "SELECT * FROM entry")
        self.points = stores.rows("care", "SELECT * FROM point_line")
        receipts = stores.rows("care", "SELECT reminder_id, content FROM receipt")
        waiting = stores.rows("station", "SELECT kind, request_id, body FROM command WHERE kind IN ('mark', 'receipt')")
        self.put_off = {row["reminder_id"] for row in receipts if json.loads(row["content"])["outcome"] == "snoozed"}
        self.put_off |= {row["request_id"] for row in waiting
                         if row["kind"] == "receipt" and json.loads(row["body"])["outcome"] == "snoozed"}
        self.marks_waiting = [json.loads(row["body"])["routine"].lower() for row in waiting if row["kind"] == "mark"]
        self.told_by_journal = collections.Counter(
            row["subject"] for row in stores.rows("care", "SELECT subject FROM journal WHERE kind = 'reminder'"))
        self.witness = witness

    def number(self, routine):
        """0 for one that was not planned here."""
        return self.witness.planned.get(routine, (0, 0))[0]

    def name(self, routine):
        return f"chore {self.number(routine)}"


def tellings(lines, event="started"):
    """(number of the line, its moment, chore) of all reminders of chores that a station has told."""
    return [(place, seconds_of(line), chore) for place, line in enumerate(lines)
            if line["role"] == "station" and line["kind"] == "alert" and line["event"] == event
            for chore in chores_in(line["text"])]


def wrong_reminders(stores, witness, is_settled):
    planned = Planned(stores, witness)
    return (lost_routines(planned, witness, is_settled) + lost_ticks(planned, witness) + wrong_points(planned)
            + wrongly_told(planned, witness, is_settled))


def lost_routines(planned, witness, is_settled):
    """Each routine that was answered 201 is there, and of each that is due somebody is reminded, or will be after the next start."""
    found = []
    for routine in sorted(witness.promised):
        number, at = witness.planned[routine]
        row, occurrence = planned.routines.get(routine), planned.occurrences.get(routine)
        if row is None or not row["is_active"]:
            found.append(f"LOST: the service had confirmed the routine {routine} (chore {number})")
            continue
        if occurrence is None or not (occurrence["is_due_taken"] or occurrence["outcome"]):
            if row["next_at"] is None or row["next_at"] > at * 1000 + 1:
                found.append(f"LOST: nobody will be reminded of chore {number}")
            elif is_settled and at + GRACE < witness.until:
                found.append(f"STUCK: chore {number} was due at {at:.0f}, and nobody was reminded by {witness.until:.0f}")
            continue
        if occurrence["outcome"]:
            continue
        wanted = {(DUE, "station"), (DUE, "command")}
        if occurrence["is_missed_taken"]:
            wanted |= {(MISSED, "station"), (MISSED, "command")}
        there = {(one["kind"], one["channel"]) for one in planned.reminders if one["routine_id"] == routine}
        found += [f"LOST: the reminder {kind} by {channel} of chore {number}" for kind, channel in sorted(wanted - there)]
    return found


def lost_ticks(planned, witness):
    """Each tick that was answered 201, and each “Done” of a station, is there."""
    found = []
    there = {row["id"]: json.loads(row["content"]) for row in planned.entries}
    for entry, (routine, kind) in witness.ticks.items():
        if entry not in there or there[entry]["kind"] != kind or not planned.occurrences[routine]["outcome"]:
            found.append(f"LOST: the service had noted {kind} for {planned.name(routine)}")
    ticked = {row["routine_id"] for row in planned.entries} | set(planned.marks_waiting)
    known = {planned.number(routine) for routine in ticked}
    found += [f"LOST: the station had said that chore {number} is done" for number in witness.ticked_at_station() if number not in known]
    return found


def wrongly_told(planned, witness, is_settled):
    """Reminders that count as told were told; waiting ones can still be told; each is in the journal once."""
    found = []
    lines = witness.all_lines()
    named = {chore for _, _, chore in tellings(lines)}
    # Many that are late are told as a number and the first of them.
    unnamed = sum(max(0, int(line["text"].split(":")[1].split(".")[0]) - len(chores_in(line["text"]))) for line in lines
                  if line["role"] == "station" and line["event"] == "started" and line["text"].startswith("Not done yet:"))
    told = {planned.number(row["routine_id"]) for row in planned.reminders
            if row["channel"] == "station" and row["state"] == "told"}
    if len(told - named) > unnamed:
        found.append(f"NOT TOLD: chores {sorted(told - named)} are marked as told; {unnamed} were told without a name")
    paged = collections.Counter(witness.paged)
    for row in planned.reminders:
        what = f"the reminder {row['kind']} by {row['channel']} of {planned.name(row['routine_id'])}"
        if row["channel"] == "command" and row["state"] == "told" and not paged[row["id"]]:
            found.append(f"NOT SENT: {what} is marked as told, and was not")
        if row["state"] == "failed":
            found.append(f"LOST: {what} was given up")
        if (is_settled and row["state"] == "waiting" and row["at"] / 1000 + GRACE < witness.until
                and row["id"] not in planned.put_off):
            found.append(f"STUCK: {what} still waits")
        if planned.told_by_journal[row["id"]] > 1 and row["id"] not in planned.put_off:
            found.append(f"DOUBLED: {what} is {planned.told_by_journal[row['id']]} times in the journal")
    return found + told_again(planned, witness)


def told_again(planned, witness):
    """What the service knew as told, or done, at the end of a life is not heard in a later one; nor twice in one life."""
    found, begins = [], [before.lines for before in witness.acknowledged]
    for before in witness.acknowledged:
        for place, at, number in tellings(witness.lines):
            if place >= before.lines and before.forbids(number, at):
                found.append(f"TOLD AGAIN: chore {number} at {at:.2f}")
        later = collections.Counter(witness.paged) - before.paged
        found += [f"TOLD AGAIN: the program was given the reminder {reminder}" for reminder in before.sent if later[reminder]]
    put_off = {planned.number(row["routine_id"]) for row in planned.reminders if row["id"] in planned.put_off}
    missed_at = {planned.number(routine): row["missed_at"] / 1000 for routine, row in planned.occurrences.items()}
    told = collections.defaultdict(list)
    for place, at, number in tellings(witness.lines, "finished"):
        told[bisect.bisect(begins, place), number].append(at)
    found += [f"TOLD AGAIN: chore {number} {len(times)} times in one life" for (_, number), times in told.items()
              if number not in put_off and len(times) > (2 if times[-1] >= missed_at.get(number, times[-1]) else 1)]
    return sorted(set(found))
