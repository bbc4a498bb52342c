"""Calendars outside: one that is shared by an address, a file, and collections of real CalDAV servers, read and written, also both ways at once
and with the server cut off in between."""
import datetime
import os
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from dav import PASSWORD, USER, Answering, Radicale, Shared, Xandikos, event, later  # noqa: E402
from home import wait_for  # noqa: E402
from hostile import Service  # noqa: E402
from scanning import run_together  # noqa: E402


def wall(hour):
    """The same as `later`, as Beckon writes it."""
    return datetime.datetime.strptime(later(hour), "%Y%m%dT%H%M%S").isoformat()


class Calendars(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.close)

    def outside(self, kind, *arguments):
        one = kind(*arguments)
        self.addCleanup(one.close)
        return one

    def send(self, method, path, body=None, status=(200, 201)):
        answer = self.service.send(method, path, body, headers=self.service.olga)
        self.assertIn(answer[0], status, answer[2])
        return answer[2]

    def add(self, kind, status=(200, 201), **more):
        if kind in ("dav", "dav_out"):
            more = {"user": USER, "password": PASSWORD, **more}
        return self.send("POST", "/calendars", {"id": str(uuid.uuid4()), "client": "maria", "kind": kind, **more}, status)

    def change(self, link, kind="now", **more):
        return self.send("POST", f"/calendars/{link['id']}/changes", {"kind": kind, **more})

    def routines(self):
        """What is planned and has not ended, by title."""
        return {one["content"]["title"]: one for one in self.send("GET", "/routines?state=active&limit=200")["routines"]}

    def plan(self, title):
        return self.send("POST", "/routines", {"id": str(uuid.uuid4()), "content": {
            "title": title, "client": "maria", "assignment": {"kind": "claimed", "people": []}, "priority": "normal",
            "schedule": {"start": wall(9), "zone": "Europe/Berlin", "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}},
            "reminders": {"minutes_before": [], "due": False, "missed": False}, "grace_minutes": 60, "clients_own": False}})

    def test_a_shared_address_and_a_file(self):
        team = self.outside(Shared, event("physio", "Physiotherapy", 10, "RRULE:FREQ=WEEKLY"))
        link = self.add("link", address=team.address)
        self.assertEqual(link["tally"]["made"], 1)
        made = self.routines()["Physiotherapy"]
        self.assertEqual(made["content"]["schedule"]["start"], wall(10))
        self.change(link)
        self.assertEqual(team.asked[-1], "unchanged")
        # What changes there is followed, by the same routine; what people change here stays.
        self.send("POST", f"/routines/{made['id']}/changes", {
            "id": str(uuid.uuid4()), "scope": "all", "replaces": made["sequence"],
            "content": {**made["content"], "details": "Bring the splint"}})
        team.text = event("physio", "Physio", 15, "RRULE:FREQ=WEEKLY")
        self.change(link)
        followed = self.routines()["Physio"]
        self.assertEqual(followed["series"], made["series"])
        self.assertEqual(followed["content"]["details"], "Bring the splint")
        self.assertEqual(followed["content"]["schedule"]["start"], wall(15))
        # What vanishes is asked about, and not before it is missing twice.
        team.text = event("other", "Other")
        self.assertNotIn("vanished", self.change(link))
        self.assertEqual([one["uid"] for one in self.change(link)["vanished"]], ["physio"])
        self.assertIn("Physio", self.routines())
        self.change(link, "end", event="physio")
        self.assertEqual(set(self.routines()), {"Other"})
        self.change(link, "remove")
        self.assertEqual(self.routines(), {})
        # A file is read once.
        text = event("dentist", "Dentist").decode()
        self.assertEqual(self.add("file", name="Letter", text=text)["tally"]["present"], 1)
        self.assertIn("Dentist", self.routines())
        # Where it is stands in no log, and nowhere else than in a file for its owner alone.
        self.assertNotIn("secret-0123456789", self.service.home.logged())

    def reads(self, kind):
        server = self.outside(kind)
        there = server.make("physio")
        server.put(there, "one%40home.ics", event("one", "Walk", 10, "RRULE:FREQ=WEEKLY"))
        server.put(there, "past.ics", event("past", "Long ago", day="20200105T100000"))
        found = self.send("POST", "/calendars/search", {"address": server.origin, "user": USER, "password": PASSWORD})
        self.assertIn(there, [one["address"] for one in found["calendars"]])
        link = self.add("dav", address=there)
        self.assertEqual(set(self.routines()), {"Walk"})
        server.put(there, "one%40home.ics", event("one", "Walk", 15, "RRULE:FREQ=WEEKLY"))
        server.put(there, "two.ics", event("two", "Swim"))
        self.change(link)
        self.assertEqual(set(self.routines()), {"Walk", "Swim"})
        self.assertEqual(self.routines()["Walk"]["content"]["schedule"]["start"], wall(15))
        # Cut off: nothing is lost, and it is told why.
        server.kill()
        self.assertEqual(self.change(link)["problem"], "unreachable")
        self.assertEqual(set(self.routines()), {"Walk", "Swim"})
        server.start()
        server.delete(there, "two.ics")
        self.assertNotIn("problem", self.change(link))
        # Each whole reading counts: something else has changed.
        server.put(there, "three.ics", event("three", "Sing"))
        self.assertEqual([one["uid"] for one in self.change(link)["vanished"]], ["two"])
        self.change(link, "keep", event="two")
        self.assertEqual(set(self.routines()), {"Walk", "Swim", "Sing"})

    def test_radicale_is_read(self):
        self.reads(Radicale)

    def test_xandikos_is_read(self):
        self.reads(Xandikos)

    def test_a_wrong_password(self):
        server = self.outside(Radicale)
        there = server.make("physio")
        refused = self.add("dav", (422,), address=there, password="wrong")
        self.assertEqual(refused["field"], "password")
        self.assertNotIn("wrong", str(refused))
        self.send("POST", "/calendars/search", {"address": server.origin, "user": USER, "password": "wrong"}, (422,))
        self.assertEqual(self.send("GET", "/calendars")["calendars"], [])

    def test_servers_that_mean_harm(self):
        other, server = self.outside(Answering), self.outside(Answering)
        refused = []

        def search():
            refused.append(self.send("POST", "/calendars/search", {"address": server.origin, "user": USER, "password": PASSWORD}, (422,)))
            self.assertNotIn(PASSWORD, str(refused[-1]))
            self.assertEqual(refused[-1]["field"], "address")
        # Sent elsewhere: the password is not sent along.
        server.status, server.headers = 301, {"Location": other.origin + "/"}
        search()
        # Nothing is there: the address is wrong, and not the password.
        server.status, server.headers = 404, {}
        search()
        # Entities that grow, and one that reads a file.
        server.status = 207
        server.body = b"<!DOCTYPE m [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><multistatus xmlns='DAV:'>&a;</multistatus>"
        search()
        # A principal and collections somewhere else.
        server.body = (
            "<multistatus xmlns='DAV:'><response><href>/</href><propstat><prop><resourcetype><collection/></resourcetype>"
            f"<current-user-principal><href>{other.origin}/</href></current-user-principal></prop></propstat></response></multistatus>"
        ).encode()
        answer = self.send("POST", "/calendars/search", {"address": server.origin, "user": USER, "password": PASSWORD})
        self.assertEqual(answer["calendars"], [])
        # More than anybody reads.
        server.body = b"<multistatus xmlns='DAV:'>" + b" " * (9 << 20)
        search()
        self.assertEqual(other.asked, [])
        self.assertTrue(server.asked)

    def titles(self, server, there):
        return sorted({str(one["SUMMARY"]) for events in server.events(there).values() for one in events})

    def writes(self, kind):
        server = self.outside(kind)
        there = server.make("beckon")
        server.put(there, "theirs.ics", event("theirs", "Theirs"))
        walk = self.plan("Walk")
        link = self.add("dav_out", address=there)
        self.assertEqual(link["tally"]["present"], 1)
        self.assertEqual(self.titles(server, there), ["Theirs", "Walk"])
        # By itself, within the half minute for which changes are gathered.
        swim = self.plan("Swim")
        wait_for(lambda: self.titles(server, there) == ["Swim", "Theirs", "Walk"], "that it is written", home=self.service.home)
        self.send("POST", f"/routines/{walk['id']}/changes", {
            "id": str(uuid.uuid4()), "scope": "all", "replaces": walk["sequence"], "content": {**walk["content"], "title": "Long walk"}})
        self.change(link)
        self.assertEqual(self.titles(server, there), ["Long walk", "Swim", "Theirs"])
        # What somebody changes there of ours is ours again; what is not ours is left alone.
        uid = next(uid for uid in server.events(there) if swim["series"].lower() in uid)
        name = next(name for name in server.names(there) if swim["series"].lower() in name)
        server.put(there, name, event(uid, "Changed there"))
        server.put(there, "theirs.ics", event("theirs", "Theirs now"))
        self.change(link)
        self.assertEqual(self.titles(server, there), ["Long walk", "Swim", "Theirs now"])
        server.delete(there, name)
        self.change(link)
        self.assertEqual(self.titles(server, there), ["Long walk", "Swim", "Theirs now"])
        # Cut off while there is much to write: all of it stands there once.
        for number in range(30):
            self.plan(f"Task {number}")
        server.kill()
        self.assertEqual(self.change(link)["problem"], "unreachable")
        server.start()
        self.assertNotIn("problem", self.change(link))
        events = server.events(there)
        self.assertEqual(len(events), 33)
        self.assertTrue(all(len(versions) == 1 for versions in events.values()))
        # Removed with what was written: only that goes.
        self.change(link, "remove")
        self.assertEqual(self.titles(server, there), ["Theirs now"])

    def test_radicale_is_written(self):
        self.writes(Radicale)

    def test_xandikos_is_written(self):
        self.writes(Xandikos)

    def test_both_ways_at_one_server(self):
        server = self.outside(Radicale)
        physio, ours = server.make("physio"), server.make("beckon")
        server.put(physio, "one.ics", event("one", "Physiotherapy", 10, "RRULE:FREQ=WEEKLY"))
        self.plan("Walk")
        reading, writing = self.add("dav", address=physio), self.add("dav_out", address=ours)
        for _ in range(2):
            self.change(reading)
            self.change(writing)
        # What comes from there is not written there once more.
        self.assertEqual(self.titles(server, ours), ["Walk"])
        # Nor is what we have written read as somebody else's.
        again = self.add("dav", address=ours)
        self.assertEqual(again["tally"]["present"], 0)
        self.assertEqual(set(self.routines()), {"Physiotherapy", "Walk"})


if __name__ == "__main__":
    run_together()
