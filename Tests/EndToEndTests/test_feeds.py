"""A calendar program reads what is planned by a secret address: whole once, then only what has changed; what is skipped, moved and renamed here;
until the address is ended, its owner leaves, or may see that client no more. What it reads is parsed by another library."""
import datetime
import os
import sys
import unittest
import urllib.error
import urllib.request
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import outside  # noqa: E402, F401 (finds the packages of scripts/setup)
import icalendar  # noqa: E402
from coordinator import PASSWORD, Coordinator, Refused, session_headers  # noqa: E402
from home import PATIENCE, SETTINGS, Home, Process, free_port, healthy, wait_for  # noqa: E402
from scanning import run_together  # noqa: E402

ZONE = "Europe/Berlin"
# What is planned begins tomorrow, on the wall's clock.
START = datetime.datetime.combine(datetime.date.today() + datetime.timedelta(days=1), datetime.time(9, 30))


def local(days=0, **more):
    return (START + datetime.timedelta(days=days)).replace(**more).isoformat()


class Feeds(unittest.TestCase):
    def setUp(self):
        self.home, self.port = Home(SETTINGS + f"zone: {ZONE}\n"), free_port()
        self.addCleanup(self.home.remove)
        self.start()
        self.addCleanup(lambda: self.service.stop())
        self.olga = Coordinator(self.port)
        self.olga.set_up(self.home.token("setup"))

    def start(self):
        self.service = Process(self.home, ["service", "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}"])
        wait_for(healthy(self.port), "the service", home=self.home)

    # What people do.

    def plan(self, title, **more):
        """For Maria each day at half past nine, from tomorrow on; gives the routine."""
        return self.olga.send("POST", "/routines", {"id": str(uuid.uuid4()), "content": {
            "title": title, "client": "maria", "assignment": {"kind": "claimed", "people": []},
            "schedule": {"start": local(), "zone": ZONE, "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}},
            "priority": "normal", "reminders": {"minutes_before": [], "due": False, "missed": False}, "grace_minutes": 60,
            "clients_own": False, "minutes": 15, **more}})

    def change(self, routine, scope, **more):
        return self.olga.send("POST", f"/routines/{routine['id']}/changes", {
            "id": str(uuid.uuid4()), "scope": scope, "replaces": routine["sequence"], **more})

    def feed(self, who=None, **more):
        return (who or self.olga).send("POST", "/feeds", {"id": str(uuid.uuid4()), "client": "maria", "detail": "everything", **more})

    def invite(self, name, role, **more):
        """Somebody who has logged in."""
        asked = {"id": str(uuid.uuid4()), "role": role, "name": name, **more}
        code = self.olga.send("POST", "/invitations", asked)["code"]
        them = Coordinator(self.port)
        them.headers = session_headers(*them.answer("POST", f"/invitations/{code}/acceptance", {"name": name, "password": PASSWORD}))
        return them

    # What a calendar program does.

    def get(self, path, method="GET", **headers):
        """(status, headers, body), without a login."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method, headers={
            name.replace("_", "-"): value for name, value in headers.items()})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def events(self, path):
        """What is read, by UID and which one of its series it is; and the tag of it."""
        status, headers, body = self.get(path)
        self.assertEqual(status, 200)
        self.assertEqual(headers["Content-Type"], "text/calendar; charset=utf-8")
        lines = body.split(b"\r\n")
        self.assertEqual((lines[-1], b"\n" in b"".join(lines)), (b"", False))
        self.assertLessEqual(max(map(len, lines)), 75)
        calendar = icalendar.Calendar.from_ical(body)
        self.assertEqual(calendar.errors, [])
        self.assertTrue(any(str(zone["TZID"]) == ZONE for zone in calendar.walk("VTIMEZONE")))
        found = {}
        for event in calendar.walk("VEVENT"):
            self.assertEqual(event.errors, [])
            of = event.get("RECURRENCE-ID")
            found[str(event["UID"]), of and of.dt.replace(tzinfo=None).isoformat()] = event
        return found, headers["ETag"]

    def test_what_changes_here_is_read_there(self):
        routine = self.plan("Walk – with Ümit, and a dog; " + "slowly " * 20 + "home", details="Coat\nand hat")
        path = self.feed()["path"]
        found, tag = self.events(path)
        [(uid, _)] = found
        self.assertTrue(uid.endswith("@beckon"), uid)
        first = found[uid, None]
        self.assertEqual(str(first["SUMMARY"]), routine["content"]["title"])
        self.assertEqual(str(first["DESCRIPTION"]), "Coat\nand hat")
        self.assertEqual(first["DTSTART"].dt.replace(tzinfo=None), START)
        self.assertEqual(self.get(path, If_None_Match=tag)[::2], (304, b""))
        status, headers, body = self.get(path, "HEAD")
        self.assertEqual((status, headers["ETag"], body), (200, tag, b""))
        # One time is elsewhere, then the whole has another name.
        routine = self.change(routine, "one", occurrence=f"{local(7)}[{ZONE}]", to=local(7, hour=16))
        found, moved = self.events(path)
        self.assertNotEqual(moved, tag)
        self.assertEqual(found[uid, local(7)]["DTSTART"].dt.replace(tzinfo=None).isoformat(), local(7, hour=16))
        self.change(routine, "all", content={**routine["content"], "title": "Walk"})
        after, renamed = self.events(path)
        self.assertEqual(str(after[uid, None]["SUMMARY"]), "Walk")
        for one in after.values():
            self.assertGreater(int(one["SEQUENCE"]), int(first["SEQUENCE"]))
            self.assertGreaterEqual(one["LAST-MODIFIED"].dt, first["LAST-MODIFIED"].dt)
        self.assertEqual(self.get(path, If_None_Match=moved)[0], 200)
        # The same after a power cut: neither the address nor what is read there is made anew.
        self.service.stop(9)
        self.start()
        self.assertEqual(self.get(path, If_None_Match=renamed)[0], 304)

    def test_only_when_and_nothing_else(self):
        self.plan("Medicine", details="With water")
        path = self.feed(detail="times")["path"]
        found, _ = self.events(path)
        [event] = found.values()
        self.assertEqual(str(event["SUMMARY"]), "Planned")
        body = self.get(path)[2]
        for word in (b"Medicine", b"water", b"Maria", b"maria"):
            self.assertNotIn(word, body)

    def test_until_it_ends(self):
        self.plan("Medicine")
        ben, kim = self.invite("Ben", "caregiver"), self.invite("Kim", "provider", clients=["maria"])
        bens, kims = self.feed(ben), self.feed(kim)
        for feed in (bens, kims):
            self.assertEqual(self.get(feed["path"])[0], 200)
        self.assertTrue(all("path" not in one for one in self.olga.send("GET", "/feeds", None)["feeds"]))
        with self.assertRaises(Refused):
            self.feed(kim, client=None)
        person = self.olga.send("GET", f"/people/{kims['person']}", None)
        self.olga.send("PUT", f"/people/{kims['person']}", {**person, "clients": []})
        self.assertEqual(self.get(kims["path"])[0], 404)
        # What has ended is answered as what never was.
        status, _, _ = self.olga.api.send("DELETE", f"/feeds/{bens['id']}", None, self.olga.headers)
        self.assertEqual(status, 204)
        ended = self.get(bens["path"])
        unknown = self.get("/feeds/" + "A" * 43 + ".ics")
        self.assertEqual((ended[0], ended[2]), (404, unknown[2]))
        self.assertNotIn(bens["path"].split("/")[-1].split(".")[0], self.home.logged())


if __name__ == "__main__":
    run_together()
