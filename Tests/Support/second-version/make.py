"""Makes `home`: a home as version 0.2 leaves it when it is stopped, with everything in it that it could keep.

    BECKON=…/beckon BECKON_SHARE=… python3 make.py

BECKON is that version's own program (commit 5ad333aa, before there were zones, duties and chores), never today's, and BECKON_SHARE a
folder with its boards and sounds. What the first version could keep is made as there (first-version/make.py); people who log in, plans
and what came of them are added here.
"""
import base64
import datetime
import os
import sys
import urllib.request
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../first-version"))
from make import Making  # noqa: E402
from coordinator import PASSWORD, Coordinator, session_headers  # noqa: E402
from faults import has_said, said, wait_for  # noqa: E402

# One red point.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
ZONE = "Europe/Berlin"


def local(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S")


class SecondMaking(Making):
    def people(self):
        """A coordinator, a caregiver who was invited, one who was not yet, absences, quiet hours, a picture."""
        self.olga = Coordinator(self.port)
        self.olga.set_up(self.home.token("setup"))
        self.olga.api.send("POST", "/session/confirmation", {"password": PASSWORD}, self.olga.headers)
        invited = self.olga.send("POST", "/invitations", {"role": "caregiver", "name": "Ben"})
        answer, headers = Coordinator(self.port).answer(
            "POST", f"/invitations/{invited['code']}/acceptance", {"name": "Ben", "password": "seven slow old trams"})
        self.ben = Coordinator(self.port)
        self.ben.headers = session_headers(answer, headers)
        self.olga.send("POST", "/invitations", {"role": "provider", "name": "Dr Kim"})
        away = {"from": "2026-12-01T06:00:00+01:00", "until": "2026-12-08T06:00:00+01:00"}
        anna = self.olga.send("GET", "/people/anna", None)
        self.olga.send("PUT", "/people/anna", anna | {
            "absences": [away], "reminders": {"off": ["before"], "quiet": {"from": 1320, "until": 360}, "channels": []}})
        for name, role, active in [("Otto", "client", True), ("Carl", "caregiver", False)]:
            self.olga.send("PUT", f"/people/{name.lower()}", {
                "id": name.lower(), "name": name, "role": role, "absences": [], "active": active,
                "reminders": {"off": [], "channels": []}})
        status = self.picture("anna")
        assert status in (200, 201, 204), status
        self.olga.send("POST", "/login-links", None)
        self.olga.pair("kiosk", "Otto's kiosk", "otto")
        self.olga.send("POST", "/pairings", {"id": str(uuid.uuid4()), "kind": "station", "name": "Hall"})
        for step in ["client", "sound"]:
            self.olga.send("PUT", f"/first-steps/{step}", {"state": "done"})

    def picture(self, person):
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/people/{person}/picture", PICTURE, method="PUT",
            headers={**self.olga.headers, "Content-Type": "image/png"})
        with urllib.request.urlopen(asked) as answer:
            return answer.status

    def plan(self, title, start, **content):
        made = self.olga.send("POST", "/routines", {"content": {
            "title": title, "client": "maria", "priority": "soon", "assignment": {"kind": "in_turn", "people": ["anna", "ben"]},
            "reminders": {"minutes_before": [], "due": True, "missed": True}, "grace_minutes": 30, "clients_own": True,
            "schedule": {"start": local(start), "zone": ZONE, "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}}} | content})
        return made["id"]

    def sequence(self, routine):
        return self.olga.send("GET", f"/routines/{routine}", None)["sequence"]

    def change(self, routine, scope, **change):
        self.olga.send("POST", f"/routines/{routine}/changes", {"scope": scope, "replaces": self.sequence(routine)} | change)

    def plans(self):
        """Needs and proposals; routines of each kind of rule, moved, left out, parted and ended; what was done of them and taken back."""
        walk = {"label": "A walk", "say": "I would like a walk.", "called": "a walk", "priority": "normal",
                "uses": ["asked", "scheduled"], "kind": "social", "group": "Outside", "active": True, "replaces": 0}
        self.olga.send("PUT", "/needs/walk", walk)
        for label, approved in [("Chess", True), ("Fireworks", False), ("A swim", None)]:
            proposal = str(uuid.uuid4())
            self.olga.send("POST", "/proposals", {"id": proposal, "client": "maria", "client_name": "Maria", "label": label, "say": label})
            if approved is not None:
                self.olga.send("POST", f"/proposals/{proposal}/decisions",
                               {"approved": True, "need_id": label.lower()} if approved else {"approved": False, "reason": "too loud"})
        tomorrow = (datetime.datetime.now() + datetime.timedelta(days=1)).replace(hour=8, minute=0, second=0, microsecond=0)
        next_day = tomorrow + datetime.timedelta(days=1)
        third_day = tomorrow + datetime.timedelta(days=2)

        def key(time):
            return f"{local(time)}[{ZONE}]"
        medicine = self.plan("Medicine", tomorrow, details="Two drops, with water.", symbol="💊")
        self.change(medicine, "one", occurrence=key(next_day), to=local(next_day.replace(hour=9, minute=30)),
                    edit={"details": "Today the blue pills.", "assignment": {"kind": "fixed", "person": "anna"}})
        self.change(medicine, "one", occurrence=key(third_day))
        done = self.ben.send("POST", "/entries", {"id": str(uuid.uuid4()), "routine": medicine, "key": key(tomorrow), "kind": "done"})
        self.ben.send("POST", "/entries", {"routine": medicine, "key": key(tomorrow), "kind": "undone", "undoes": done["id"]})
        self.ben.send("POST", "/entries", {"routine": medicine, "key": key(tomorrow), "kind": "note", "text": "She slept."})
        self.ben.send("POST", "/entries", {"routine": medicine, "key": key(next_day), "kind": "skipped", "text": "at the doctor"})
        walks = self.plan("A walk", tomorrow, need="walk", assignment={"kind": "in_turn", "people": ["ben", "anna"]})
        later = tomorrow + datetime.timedelta(days=7)
        content = self.olga.send("GET", f"/routines/{walks}", None)["content"]
        content["schedule"]["start"] = local(later.replace(hour=10))
        self.change(walks, "following", occurrence=key(later), continuation=str(uuid.uuid4()), content=content)
        self.plan("Eye drops", tomorrow, client="otto", assignment={"kind": "fixed", "person": "ben"},
                  schedule={"start": local(tomorrow), "zone": ZONE, "repeat": {"kind": "elapsed", "every_seconds": 28800}})
        self.plan("Bath", tomorrow, assignment={"kind": "fixed", "person": "ben"},
                  schedule={"start": local(tomorrow), "zone": ZONE, "repeat": {"kind": "after_done", "days": 3}})
        ended = self.plan("Singing", tomorrow)
        self.change(ended, "all")

    def due_now(self):
        """A reminder that the station has told, and one that was put off."""
        for title in ["Tablets", "Cream"]:
            due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=4)
            self.plan(title, due, priority="urgent", assignment={"kind": "fixed", "person": "ben"},
                      schedule={"start": local(due), "zone": "UTC", "repeat": {"kind": "once"}})
            said(self.home, f"{title} for Maria", event="finished", role="station")
        reminder = wait_for(lambda: next(iter(self.olga.send("GET", "/agenda", None)["reminders"]), None), "a reminder", home=self.home)
        self.olga.send("POST", f"/reminders/{reminder['id']}/receipts", {"id": str(uuid.uuid4()), "outcome": "snoozed", "minutes": 20})

    def notes_and_boards(self):
        request = self.olga.send("GET", "/requests?state=recent", None)["requests"][0]
        self.ben.send("POST", f"/requests/{request['id']}/notes", {"text": "It was the wrong cup."})
        board = self.olga.send("GET", "/boards/boards.small.yaml", None)
        self.olga.send("POST", "/boards/boards.small.yaml/changes", {"version": board["version"], "changes": [
            {"kind": "set", "card": {"path": "0", "id": "need-water", "label": "water"}, "fields": {"cue": "Cold water"}}]})

    def later_on(self):
        role = self.start("run", ["--listen", f"127.0.0.1:{self.port}"], ready=lambda after: has_said(self.home, "Ready", after=after))
        self.people()
        self.plans()
        self.due_now()
        self.notes_and_boards()
        self.end(role)


if __name__ == "__main__":
    making = SecondMaking()
    try:
        making.run()
        making.later_on()
        making.apart()
        making.keep(HERE)
    finally:
        making.home.remove()
