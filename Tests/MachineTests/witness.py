"""What the world outside a machine was told, life after life; and whether what is on its disk agrees.

The transcript comes over a serial line, so what it says was really said. Times in it and in the stores are of the same
clock: the machine's.
"""
import collections
import contextlib
import glob
import itertools
import json
import os
import sqlite3
import time

from home import seconds_of
from owned import wrong_claims
from reminded import Acknowledged, Planned, wrong_reminders

# From the press, when a request gets its time, to the first sound of its words, which wait for what is being announced.
PRESS_TO_WORDS = 12
# Nobody presses twice within this: two requests for one need that are closer are one that was doubled.
AT_ONCE = 0.4
# What the kiosk writes without waiting for the disk, and says so in docs/reliability.md.
UNSYNCED = {"tuning/presses.jsonl", "tuning/presses.old.jsonl"}


class Witness:
    """Sees everything that leaves the machines of one disk."""

    def __init__(self):
        self.lines = []       # the transcripts of all lives, one after another
        self.paged = []       # the requests that the pager was told of, with repetitions
        self.presses = 0
        self.sent = {}        # id → request, by another kiosk
        self.confirmed = set()  # those of them that were answered 200 or 201
        self.answers = {}     # id of an accepted answer → (request, state, by)
        self.had_by_two = set()  # requests that two were told to have, who asked for it at once
        self.planned = {}     # id of a routine → (number of the chore, when it is due)
        self.promised = set()  # those of them that were answered 201
        self.ticks = {}       # id of an accepted entry → (routine, kind)
        self.until = 0.0      # when the last life ended
        self.acknowledged = []  # what the service knew to be told after each life

    def confirm(self, request):
        """The service has answered that it has the request."""
        self.confirmed.add(request)

    def accept(self, answer, request, state, by):
        """The service has answered that it has the answer."""
        self.answers[answer] = (request, state, by)

    def promise(self, routine):
        """The service has answered that it has the routine."""
        self.promised.add(routine)

    def tick(self, entry, routine, kind):
        """The service has answered that it is done or left out."""
        self.ticks[entry] = routine, kind

    def acknowledge(self, files):
        """Notes what is on the disk after a life: none of it is to be told in a later one."""
        self.acknowledged.append(Acknowledged(Planned(Stores(files), self), self))

    def hear(self, lines, paged):
        """The transcript of one life and what its pager was told, when it has ended."""
        self.lines += lines
        self.paged += paged
        self.until = time.time()

    def asked(self):
        """What the client was told to be asked: (label, when its words began)."""
        told, chosen = [], None
        for line in self.lines:
            if line["role"] != "kiosk" or line["event"] != "started":
                continue
            if line["kind"] == "say":
                chosen = line["text"], seconds_of(line)
            elif line["text"].startswith("Asked") and chosen:
                told.append(chosen)
                chosen = None
            elif line["text"].startswith("Ready"):
                chosen = None
        return told

    def announced(self, event="finished"):
        """Who is named in what the client has heard to its end."""
        return {line["text"].split()[0].rstrip(":") for line in self.lines
                if line["role"] == "kiosk" and line["kind"] == "announcement" and line["event"] == event}

    def answered_at_station(self):
        """(state, label) → how often a caregiver was told that this answer was given."""
        count = collections.Counter()
        for line in self.lines:
            if line["role"] == "station" and line["event"] == "started":
                for state, before in [("on_the_way", "Maria knows: "), ("met", "Done for Maria: ")]:
                    if line["text"].startswith(before):
                        count[state, line["text"][len(before):].rstrip(".")] += 1
        return count

    def ticked_at_station(self):
        """The chores of which a caregiver was told that they are done."""
        return {int(line["text"].split()[2]) for line in self.lines if line["role"] == "station" and line["event"] == "started"
                and line["text"].startswith("Done: chore ")}

    def all_lines(self):
        """Everything that was ever said."""
        return self.lines

    def unheard(self, requests):
        """The accepted answers that the client has still to hear, by what the service's requests are now."""
        now = {request["id"].lower(): request for request in requests}
        heard = self.announced()
        return [by for request, what, by in self.answers.values()
                if request not in self.sent and by not in heard and not overtaken(what, by, now.get(request))]


def overtaken(answer, by, request):
    """Only "on the way" is no longer said when there is another answer, or the client has taken the request back."""
    return answer == "on_the_way" and (request is None or (request["state"], request["changed_by"]) != (answer, by))


class Stores:
    """The databases of a home that nobody uses, read with what their logs hold."""

    def __init__(self, files):
        self.files = files
        self.requests = self.rows("care", "SELECT * FROM request")
        self.responses = self.rows("care", """
            SELECT response.*, request.label, request.client FROM response JOIN request ON request.id = request_id""")
        self.claims = self.rows("care", "SELECT * FROM claim")
        self.events = self.rows("care", "SELECT * FROM journal")
        self.deliveries = self.rows("care", "SELECT * FROM delivery")
        asks = self.rows("kiosk", "SELECT * FROM command WHERE kind = 'ask' ORDER BY number")
        self.waiting = [json.loads(row["body"]) for row in asks]
        self.cursor = next((row["sequence"] for row in self.rows("kiosk", "SELECT * FROM cursor")), None)
        self.station = [(row["request_id"].lower(), json.loads(row["body"]))
                        for row in self.rows("station", "SELECT * FROM command WHERE kind = 'respond'")]

    def rows(self, name, query):
        """As dictionaries; none where the store was not made yet."""
        path = f"{self.files}/{name}.sqlite"
        if not os.path.exists(path):
            return []
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.row_factory = sqlite3.Row
            made = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            found = [dict(row) for row in database.execute(query)] if made else []
        for row in found:
            for column in ["id", "request_id", "routine_id", "reminder_id", "entry_id", "subject"]:
                if isinstance(row.get(column), str):
                    row[column] = row[column].lower()
        return found


def findings(files, witness, originals, is_settled):
    """Everything that is not as it was promised, in words; an empty list is what should be.

    `originals`: the files that nothing changes, path → text. `is_settled`: nothing may still be on its way.
    """
    damaged = broken_stores(files)
    if damaged:
        return damaged
    stores = Stores(files)
    return (lost_requests(stores, witness, is_settled) + doubled(stores, witness)
            + lost_answers(stores, witness, is_settled) + wrong_claims(stores, witness) + wrong_deliveries(stores, witness)
            + wrong_reminders(stores, witness, is_settled) + half_written(files, originals))


def broken_stores(files):
    found = []
    for name in ["care", "kiosk", "station"]:
        path = f"{files}/{name}.sqlite"
        if os.path.exists(path):
            try:
                with contextlib.closing(sqlite3.connect(path)) as database:
                    told = [row[0] for row in database.execute("PRAGMA integrity_check")]
            except sqlite3.DatabaseError as error:
                told = [str(error)]
            if told != ["ok"]:
                found.append(f"DAMAGED: {name}.sqlite: {told[:3]}")
    return found


def lost_requests(stores, witness, is_settled):
    """Each "Asked" that was begun, and each request that was answered 201, is there."""
    found = []
    there = {row["id"] for row in stores.requests}
    for request in witness.confirmed - there:
        found.append(f"LOST: the service had confirmed the request {request} ({witness.sent[request]['label']})")
    known = [(row["label"], row["asked_at"] / 1000) for row in stores.requests if row["client"] == "maria"]
    if not is_settled:
        known += [(body["label"], seconds_of({"at": body["asked_at"]})) for body in stores.waiting
                  if body["id"].lower() not in there]
    elif stores.waiting:
        found.append(f"STUCK: {len(stores.waiting)} requests are still in the kiosk's outbox")
    for label, when in witness.asked():
        matching = [place for place in known if place[0] == label and when - PRESS_TO_WORDS <= place[1] <= when + 0.05]
        if not matching:
            found.append(f"LOST: “Asked” was said for {label} at {when:.2f}")
            continue
        # Each is the confirmation of one request only.
        known.remove(max(matching))
    return found


def doubled(stores, witness):
    """One press, one request; one request, one event; one message, one answer."""
    found = []
    rows = [row for row in stores.requests if row["client"] == "maria"]
    if len(rows) > witness.presses:
        found.append(f"DOUBLED: {len(rows)} requests of {witness.presses} presses")
    last = {}
    for row in sorted(rows, key=lambda row: row["asked_at"]):
        if row["asked_at"] - last.get(row["need"], 0) < AT_ONCE * 1000:
            found.append(f"DOUBLED: two requests for {row['need']} at {row['asked_at']}")
        last[row["need"]] = row["asked_at"]
    told = collections.Counter(row["request_id"] for row in stores.events if row["kind"] == "asked")
    for row in stores.requests:
        if told[row["id"]] != 1:
            found.append(f"DOUBLED: the request {row['id']} is {told[row['id']]} times in the journal")
    answers = collections.Counter(
        (row["request_id"], row["kind"]) for row in stores.events if row["kind"] in ("met", "declined"))
    found += [f"DOUBLED: {what} is {count} times in the journal" for what, count in answers.items() if count > 1]
    return found


def lost_answers(stores, witness, is_settled):
    """Each accepted answer is in the store, and was heard by the client or is still to be."""
    found = []
    there = {row["id"]: row for row in stores.responses}
    now = {row["id"]: row for row in stores.requests}
    heard = witness.announced()
    for answer, (request, state, by) in witness.answers.items():
        row = there.get(answer)
        if row is None or row["state"] != state or row["by_name"] != by:
            found.append(f"LOST: the service had accepted {state} by {by}")
        elif row["client"] == "maria" and by not in heard and not overtaken(state, by, now[request]):
            if is_settled or (stores.cursor is not None and stores.cursor >= row["sequence"]):
                found.append(f"UNHEARD: {state} by {by}, event {row['sequence']}; heard up to {stores.cursor}")
    given = collections.Counter((row["state"], row["label"]) for row in stores.responses if row["by_name"] == "Anna")
    label = {row["id"]: row["label"] for row in stores.requests}
    given.update((body["state"], label[request]) for request, body in stores.station
                 if request in label and body["id"].lower() not in there)
    for what, count in witness.answered_at_station().items():
        if given[what] < count:
            found.append(f"LOST: the station had said {count} times that {what} is told; there are {given[what]}")
    return found


def wrong_deliveries(stores, witness):
    """Each escalation has its call, and none is called sent that was not."""
    found = []
    planned = sorted(row["sequence"] for row in stores.deliveries)
    if planned != [row["sequence"] for row in stores.events if row["kind"] == "escalated"]:
        found.append("LOST: escalations without a call, or calls without an escalation")
    told = collections.Counter(witness.paged)
    marked = collections.Counter(row["request_id"] for row in stores.deliveries if row["state"] == "sent")
    found += [f"NOT SENT: {count} calls for {request} are marked as sent; {told[request]} were told"
              for request, count in marked.items() if told[request] < count]
    return found


def difference(there, text):
    """In which way the bytes of a file are not those that they should be: how many, and the first line that is another."""
    lines = itertools.zip_longest(there.splitlines(True), text.splitlines(True))
    number, line, wanted = next((number, *both) for number, both in enumerate(lines, 1) if both[0] != both[1])
    line, wanted = (f"{one[:80]}" if one else "none" for one in (line, wanted))
    return f"{len(there)} bytes, not {len(text)}; line {number} is {line}, not {wanted}"


def half_written(files, originals):
    """Files are as they were, or whole; drafts do not pile up."""
    found = []
    for name, text in originals.items():
        for path in [name, f"last-good/{name}"]:
            try:
                with open(f"{files}/{path}", "rb") as file:
                    there = file.read()
            except FileNotFoundError:
                if path == name:
                    found.append(f"LOST: {name}")
                continue
            if there != text.encode():
                found.append(f"HALF WRITTEN: {path}: {difference(there, text.encode())}")
    drafts = 0
    for path in glob.glob(f"{files}/**", recursive=True, include_hidden=True):
        name = os.path.relpath(path, files)
        drafts += name.endswith(".partial")
        if not name.endswith((".json", ".jsonl")) or name in UNSYNCED:
            continue
        with open(path) as file:
            try:
                for text in file.read().splitlines() if name.endswith(".jsonl") else [file.read()]:
                    json.loads(text)
            except ValueError as error:
                found.append(f"HALF WRITTEN: {name}: {error}")
    if drafts > 3:
        found.append(f"LITTER: {drafts} drafts")
    damaged = [os.path.basename(path) for path in glob.glob(f"{files}/**/*.damaged", recursive=True)]
    return found + [f"HALF WRITTEN: set aside as {name}" for name in damaged]
