"""What is planned while a machine lives: chores that are due in a moment, told by the station and ticked off by key or over the API."""
import datetime
import re
import time
import uuid
import zoneinfo

from image import ZONE
from machine import Waiting, seconds_of
from owned import WORTH

# So many that are not done yet: a life has time for a few sentences, and where people ask as well, for fewer.
OPEN_CHORES, OPEN_BESIDE = 3, 1
# Minutes until a chore counts as missed. The short one passes between two lives, and in a long one.
GRACES = [1, 1, 60]
# What the home's program was told last is so long ago that nothing more is on its way. Seconds.
SILENCE = 4
TITLE = re.compile(r"\bchore (\d+) for\b")


def shortened(phrases):
    """As the shipped ones, short: a life is a few seconds."""
    for old, new in [
        ('item_due: "{label} for {client} is due now."', 'item_due: "{label} for {client} now."'),
        ('item_due_since: "{label} for {client} was due {time}."', 'item_due_since: "{label} for {client} {time}."'),
        ('item_missed: "{label} for {client} was due {time} and is not done."', 'item_missed: "{label} for {client} {time}, missed."'),
        ('reminder_late: "{label} for {client} was due {time}, while Beckon was off. It is not done."',
         'reminder_late: "{label} for {client} {time}, late."'),
    ]:
        if old not in phrases:
            raise AssertionError(f"phrases.en.yaml no longer has `{old}`")
        phrases = phrases.replace(old, new)
    return phrases


def chores_in(text):
    return [int(number) for number in TITLE.findall(text)]


def moment(seconds=0):
    return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)


class Planner:
    """Plans for one disk, life after life."""

    def __init__(self, witness):
        self.witness = witness
        self.is_paged = False
        self.heard_of_pager = (0, 0.0)

    def work(self, machine, chance, is_alone):
        """One action of a coordinator at a page; `is_alone`: there are no requests, and ticking off is left to the keys."""
        if not self.is_paged:
            self.page(machine)
        agenda = self.agenda(machine)
        to_do = [one for one in agenda["today"] + agenda["outstanding"] if one["state"] in ("upcoming", "due", "missed")]
        if len({one["routine"] for one in to_do}) < (OPEN_CHORES if is_alone else OPEN_BESIDE):
            self.plan(machine, chance)
        elif not is_alone and chance.random() < 0.2:
            self.tick(machine, chance.choice(to_do), chance)
        time.sleep(chance.uniform(0.1, 0.6))

    def page(self, machine):
        """From now on Anna gets her reminders by the home's program, too; only those of planned things."""
        status, person = machine.api.call("GET", "/people/anna")
        if status != 200:
            raise AssertionError(f"Anna is not known: {status} {person}")
        person["reminders"] = {**person["reminders"], "channels": ["command"], "off": ["request"]}
        status, told = machine.api.call("PUT", "/people/anna", person)
        if status not in (200, 201):
            raise AssertionError(f"Anna was refused: {status} {told}")
        self.is_paged = True

    def plan(self, machine, chance):
        number = len(self.witness.planned) + 1
        due = moment(chance.uniform(0.5, 5)).replace(microsecond=0) + datetime.timedelta(seconds=1)
        body = {
            "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)), "by": "Anna", "at": moment().isoformat(timespec="seconds"),
            "content": {
                "title": f"chore {number}", "client": "maria", "assignment": {"kind": "fixed", "person": "anna"},
                "schedule": {"start": due.astimezone(zoneinfo.ZoneInfo(ZONE)).strftime("%Y-%m-%dT%H:%M:%S"), "zone": ZONE,
                             "repeat": {"kind": "once"}},
                "priority": chance.choice(["normal", "soon", "urgent"]),
                "reminders": {"minutes_before": [], "due": True, "missed": True},
                "grace_minutes": chance.choice(GRACES), "clients_own": False, "points": WORTH}}
        self.witness.planned[body["id"]] = (number, due.timestamp())
        status, answer = machine.api.call("POST", "/routines", body)
        if status not in (200, 201):
            raise AssertionError(f"a routine was refused: {status} {answer}")
        self.witness.promise(body["id"])

    def tick(self, machine, occurrence, chance):
        body = {"id": str(uuid.UUID(int=chance.getrandbits(128), version=4)), "routine": occurrence["routine"],
                "key": occurrence["key"], "kind": chance.choice(["done", "skipped"]), "by": "Ben",
                "at": moment().isoformat(timespec="seconds")}
        if body["kind"] == "skipped":
            body["text"] = "dinner"
        status, _ = machine.api.call("POST", "/entries", body)
        # Refused: somebody else has ticked it off meanwhile.
        if status == 201:
            self.witness.tick(body["id"], occurrence["routine"].lower(), body["kind"])

    @staticmethod
    def agenda(machine):
        status, agenda = machine.api.call("GET", "/agenda")
        if status != 200:
            raise Waiting(f"no agenda: {status} {agenda}")
        return agenda

    def is_told(self, machine, paged):
        """Whether the station has told everything that is due now, and the program has reported nothing new for a while."""
        if len(paged) != self.heard_of_pager[0]:
            self.heard_of_pager = (len(paged), time.monotonic())
        waiting = [one for one in self.agenda(machine)["reminders"] if seconds_of(one) < time.time() + 1]
        return not waiting and time.monotonic() - self.heard_of_pager[1] > SILENCE
