"""Makes `home`: a home as version 0.2 leaves it when it is stopped, with everything in it that it could keep.

    BECKON=…/beckon BECKON_SHARE=… python3 make.py

BECKON is that version's own program (commit 5ad333aa, before there were zones, duties and chores), never today's, and BECKON_SHARE a
folder with its boards and sounds. What the first version could keep is made as there (first-version/make.py); people who log in, plans
and what came of them, and what is changed in the pages are added here.
"""
import base64
import contextlib
import datetime
import io
import json
import os
import sqlite3
import sys
import urllib.request
import uuid
import wave

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../first-version"))
from make import Making  # noqa: E402
from coordinator import PASSWORD, Coordinator, Refused, session_headers  # noqa: E402
from faults import API, said, wait_for  # noqa: E402

ZONE = "Europe/Berlin"
# One red point.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
# When somebody was away: over when the home was made, so that it counts at no later time.
AWAY = {"from": "2026-03-02T06:00:00+01:00", "until": "2026-03-09T06:00:00+01:00"}
NO_WISHES = {"off": [], "channels": []}
# Of whoever is invited, once they have accepted.
INVITED = [("Ben", "caregiver", "seven slow old trams"), ("Dr Kim", "provider", "nine pale round stones")]


def new():
    return str(uuid.uuid4())


def now():
    return datetime.datetime.now(datetime.timezone.utc)


def local(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S")


def key(time, zone=ZONE):
    return f"{local(time)}[{zone}]"


def tone():
    """A quarter of a second of a low tone, as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes((b"\x00\x40" * 20 + b"\x00\xc0" * 20) * 50)
    return file.getvalue()


class SecondMaking(Making):
    def live(self, role):
        self.people()
        self.plans()
        # Before anything is due: a key of the station's answers what it has told last.
        super().live(role)
        self.due_now()
        self.notes()
        self.devices_faults()
        self.pages()

    # --- Who lives and works here.

    def people(self):
        """A coordinator, whoever she has invited, absences, wishes, a picture, logins and devices."""
        self.olga = Coordinator(self.port)
        self.olga.set_up(self.home.token("setup"))
        for name, role, password in INVITED:
            code = self.olga.send("POST", "/invitations", {"role": role, "name": name})["code"]
            accepted, headers = Coordinator(self.port).answer(
                "POST", f"/invitations/{code}/acceptance", {"name": name, "password": password})
            if role == "caregiver":
                self.ben = Coordinator(self.port)
                self.ben.headers = session_headers(accepted, headers)
                self.ben_id = accepted["person"]["id"]
        self.olga.send("POST", "/invitations", {"role": "caregiver", "name": "Nora"})
        withdrawn = self.olga.send("POST", "/invitations", {"role": "coordinator", "name": "Tom"})
        self.quietly("DELETE", f"/invitations/{withdrawn['id']}")
        ben = self.olga.send("GET", f"/people/{self.ben_id}", None)
        self.olga.send("PUT", f"/people/{self.ben_id}", ben | {"absences": [AWAY], "reminders": {
            "off": ["before"], "quiet": {"from": 1320, "until": 360}, "channels": ["command"]}})
        for name, role, active in [("Otto", "client", True), ("Carl", "caregiver", False)]:
            self.olga.send("PUT", f"/people/{name.lower()}", {
                "id": name.lower(), "name": name, "role": role, "absences": [], "active": active, "language": "de",
                "reminders": NO_WISHES})
        self.upload("PUT", "/people/anna/picture", "image/png", PICTURE)
        self.ben.send("PUT", "/account", {"language": "de"})
        self.quietly("POST", "/session/confirmation", {"current_password": PASSWORD})
        self.olga.send("POST", "/login-links", None)
        with contextlib.suppress(Refused):
            Coordinator(self.port).send("POST", "/sessions", {"name": "Olga", "password": "three loud green boats"})
        # From now on another client asks by a kiosk of his own.
        self.kiosk = self.olga.pair("kiosk", "Otto's kiosk", "otto")
        self.olga.pair("display", "Kitchen", "maria")
        old = next(device for device in self.olga.send("GET", "/devices", None)["devices"] if device["name"] == "Kitchen")
        self.quietly("DELETE", f"/devices/{old['id']}")
        self.olga.send("POST", "/pairings", {"kind": "station", "name": "Hall"})
        for step, state in [("client", "done"), ("sound", "put_away")]:
            self.olga.send("PUT", f"/first-steps/{step}", {"state": state})

    def quietly(self, method, path, body=None):
        """What is answered with nothing."""
        status, answer, _ = self.olga.api.send(method, path, body, self.olga.headers)
        assert status == 204, f"{method} {path}: {status} {answer}"

    def upload(self, method, path, kind, content):
        asked = urllib.request.Request(
            self.olga.api.base + path, content, method=method, headers={**self.olga.headers, "Content-Type": kind})
        with urllib.request.urlopen(asked) as answer:
            return json.load(answer)

    # --- Plans.

    def plan(self, title, start, **content):
        made = self.olga.send("POST", "/routines", {"content": {
            "title": title, "client": "maria", "priority": "soon", "assignment": {"kind": "in_turn", "people": ["anna", self.ben_id]},
            "reminders": {"minutes_before": [10], "due": True, "missed": True}, "grace_minutes": 30, "clients_own": False,
            "schedule": {"start": local(start), "zone": ZONE, "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}}} | content})
        return made["id"]

    def change(self, routine, scope, **change):
        sequence = self.olga.send("GET", f"/routines/{routine}", None)["sequence"]
        self.olga.send("POST", f"/routines/{routine}/changes", {"scope": scope, "replaces": sequence} | change)

    def enter(self, who, routine, at, kind, **more):
        """Gives the entry's id."""
        entry = {"id": new(), "routine": routine, "key": at, "kind": kind} | more
        who.send("POST", "/entries", entry)
        return entry["id"]

    def needs(self):
        """Needs of everybody and of one client; proposals that wait, were approved and declined."""
        walk = {"label": "A walk", "say": "I would like a walk.", "called": "a walk", "priority": "normal", "symbol": "🚶",
                "uses": ["asked", "scheduled"], "kind": "social", "group": "Outside", "active": True, "replaces": 0}
        self.olga.send("PUT", "/needs/walk", walk)
        self.olga.send("PUT", "/needs/drops", walk | {"client": "otto", "label": "Eye drops", "uses": ["scheduled"], "kind": "physical"})
        swim = self.olga.send("PUT", "/needs/swim", walk | {"label": "A swim"})
        self.olga.send("PUT", "/needs/swim", walk | {"label": "A swim", "active": False, "replaces": swim["sequence"]})
        for label, decision in [("Chess", {"approved": True, "need_id": "chess"}), ("A rocket", {"approved": False, "reason": "too loud"}),
                                ("A boat", None)]:
            made = self.olga.send("POST", "/proposals", {"client": "maria", "client_name": "Maria", "label": label, "say": label})
            if decision:
                self.olga.send("POST", f"/proposals/{made['id']}/decisions", decision)

    def plans(self):
        """Needs; routines of each kind of rule and assignment, changed in each way; what was written down of them and taken back."""
        self.needs()
        first = (datetime.datetime.now() + datetime.timedelta(days=1)).replace(hour=8, minute=0, second=0, microsecond=0)
        second, third, fourth, later = (first + datetime.timedelta(days=days) for days in [1, 2, 3, 7])
        tablets = self.plan("Tablets", first, details="Two, with water.", symbol="💊")
        self.change(tablets, "one", occurrence=key(second), to=local(second.replace(hour=9, minute=30)),
                    edit={"details": "Today the blue ones.", "assignment": {"kind": "fixed", "person": "anna"}})
        self.change(tablets, "one", occurrence=key(third))
        self.change(tablets, "one", occurrence=key(fourth))
        self.change(tablets, "restore", occurrence=key(fourth))
        done = self.enter(self.ben, tablets, key(first), "done")
        self.enter(self.ben, tablets, key(first), "undone", undoes=done)
        self.enter(self.ben, tablets, key(first), "note", text="She slept.")
        self.enter(self.ben, tablets, key(second), "skipped", text="at the doctor")
        self.enter(self.ben, tablets, key(fourth), "done")
        walks = self.plan("A walk", first, need="walk", assignment={"kind": "in_turn", "people": [self.ben_id, "anna"]})
        content = self.olga.send("GET", f"/routines/{walks}", None)["content"]
        content["schedule"]["start"] = local(later.replace(hour=10))
        self.change(walks, "following", occurrence=key(later), continuation=new(), content=content)
        drops = self.plan("Eye drops", first, client="otto", need="drops", assignment={"kind": "fixed", "person": self.ben_id},
                          schedule={"start": local(first), "zone": ZONE, "repeat": {"kind": "elapsed", "every_seconds": 28800}})
        content = self.olga.send("GET", f"/routines/{drops}", None)["content"]
        self.change(drops, "all", content=content | {"title": "Drops for the eyes", "grace_minutes": 60})
        self.plan("Bath", first, assignment={"kind": "fixed", "person": "anna"},
                  schedule={"start": local(first), "zone": ZONE, "repeat": {"kind": "after_done", "days": 3}})
        self.plan("Visit", first, schedule={"start": local(first), "zone": ZONE, "repeat": {"kind": "once"}, "also": [local(later)]})
        self.change(self.plan("Singing", first), "all")

    def due_now(self):
        """What has become due: told and done, done by the client, told and put off, missed."""
        due = now() + datetime.timedelta(seconds=5)

        def once(title, **content):
            return self.plan(title, due, assignment={"kind": "fixed", "person": self.ben_id}, priority="urgent",
                             schedule={"start": local(due), "zone": "UTC", "repeat": {"kind": "once"}}, **content)
        done, own, put_off = once("Cream"), once("Stretching", clients_own=True), once("Tea")
        once("Window", grace_minutes=1)
        for title in ["Cream", "Stretching", "Tea", "Window"]:
            said(self.home, f"{title} for Maria", event="finished", role="station")
        said(self.home, "Stretching", event="finished", role="kiosk")
        self.enter(self.olga, done, key(due, "UTC"), "done")
        status, told = self.api.call("POST", "/entries", {
            "id": new(), "routine": own, "key": key(due, "UTC"), "kind": "done", "at": now().isoformat(timespec="seconds")},
            token=self.home.token("kiosk"))
        assert status == 201, told
        self.olga.send("POST", f"/reminders/{self.told(put_off)}/receipts", {"id": new(), "outcome": "snoozed", "minutes": 20})
        wait_for(lambda: self.rows("SELECT 1 FROM occurrence WHERE is_missed_taken = 1"), "what is missed", home=self.home)

    def told(self, routine):
        """The id of the reminder that a station has told of it."""
        return wait_for(lambda: self.rows(
            "SELECT id FROM reminder WHERE lower(routine_id) = ? AND kind = 'due' AND channel = 'station' AND state = 'told'",
            [routine.lower()]), "what is told", home=self.home)[0][0]

    def rows(self, query, values=()):
        with contextlib.closing(sqlite3.connect(f"file:{self.home.path}/care.sqlite?mode=ro", uri=True)) as database:
            return database.execute(query, values).fetchall()

    # --- What is written in the pages, and what devices tell.

    def notes(self):
        request = self.olga.send("GET", "/requests?state=recent", None)["requests"][0]
        note = {"text": "It was the wrong cup."}
        status, told, _ = self.ben.api.send("POST", f"/requests/{request['id']}/notes", note, self.ben.headers | {"Idempotency-Key": "cup"})
        assert status == 201, told

    def devices_faults(self):
        """Of a paired kiosk: a fault that is over, and one that is not."""
        otto = API(self.port, self.kiosk)
        for kind, active in [("sound_lost", True), ("sound_lost", False), ("switch_unplugged", True)]:
            status, told = otto.call("POST", "/faults", {
                "id": new(), "source": "kiosk", "kind": kind, "active": active, "client_name": "Otto", "detail": "pulled out",
                "at": now().isoformat(timespec="seconds")})
            assert status == 201, told

    def pages(self):
        """Settings, phrases and a board, with a picture and a recording, changed and one step taken back; a board that is new."""
        for path, values in [("/settings", {"display.theme": "light", "scan_time": "1.2 s"}), ("/phrases", {"go_back": "Back again"})]:
            self.olga.send("PUT", path, {"values": values, "version": self.olga.send("GET", path, None)["version"]})
        symbol = self.upload("POST", "/boards/small.yaml/pictures?name=Cup", "image/png", PICTURE)["symbol"]
        sound = self.upload("POST", "/boards/small.yaml/sounds?name=Cup", "audio/wav", tone())["sound"]
        card = {"path": "0", "id": "need-water", "label": "water"}
        for fields in [{"cue": "cold water", "symbol": symbol, "say_sound": sound}, {"cue": "warm water"}]:
            self.olga.send("POST", "/boards/small.yaml/changes", {
                "version": self.board(), "changes": [{"kind": "set", "card": card, "fields": fields}]})
        self.olga.send("POST", "/boards/small.yaml/steps", {"step": "undo", "version": self.board()})
        self.olga.send("POST", "/boards", {"title": "Evening", "cards": [{"fields": {"label": "Good night", "say": "Good night."}}]})
        evening = self.olga.send("GET", "/files/evening.yaml", None)
        self.olga.send("PUT", "/files/evening.yaml", {"text": evening["text"] + "# Ask Ben.\n", "version": evening["version"]})

    def board(self):
        """The version of the board."""
        return self.olga.send("GET", "/boards/small.yaml", None)["version"]


if __name__ == "__main__":
    SecondMaking().make(HERE, ["care", "kiosk", "station"])
