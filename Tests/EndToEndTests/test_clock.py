"""The wall clock is set while people are waiting: nothing is lost, nothing is told by the thousand, nothing comes late.

The library of faulty.py moves the wall clock of the process under test; the monotonic one, by which Beckon waits, stays.
Escalations are made short, so that they fall due a few seconds after the step.
"""
import calendar
import collections
import concurrent.futures
import contextlib
import os
import sqlite3
import sys
import time
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import (  # noqa: E402
    API, SETTINGS, Role, all_requests, free_port, has_said, said, small_home, wait_for)
from faulty import FaultyDisk  # noqa: E402

HOUR, DAY, YEAR = 3600, 86_400, 365 * 86_400
ESCALATE = 6
ALERTS = f"alerts: {{ escalate: {ESCALATE} s, repeat: 3 s, still_waiting: [8 s], ask_again: 0 }}\n"
AT_ONCE = 10


def until(year):
    """So many seconds from now to that year."""
    return calendar.timegm((year, 1, 2, 0, 0, 0)) - int(time.time())


STEPS = {
    "an hour on": HOUR, "a day on": DAY, "a year on": YEAR, "an hour back": -HOUR, "a day back": -DAY,
    "a year back": -YEAR, "to 1970": until(1970), "to 2106": until(2106)}


class Clock(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.disk = FaultyDisk()

    @classmethod
    def tearDownClass(cls):
        cls.disk.remove()

    @staticmethod
    def events(home):
        """The journal so far: (kind, label, minutes, late)."""
        with contextlib.closing(sqlite3.connect(f"file:{home.path}/care.sqlite?mode=ro", uri=True)) as database:
            return database.execute(
                "SELECT kind, label, minutes, late FROM journal JOIN request ON request_id = id ORDER BY journal.sequence"
            ).fetchall()

    @staticmethod
    def waited(home):
        """How long after the first call it escalated, by the clock on the wall as the store has it: neither what is spoken meanwhile
        counts nor how long the call took to get there."""
        with contextlib.closing(sqlite3.connect(f"file:{home.path}/care.sqlite?mode=ro", uri=True)) as database:
            (asked, escalated), = database.execute(
                "SELECT min(asked_at, received_at), min(journal.at) FROM journal JOIN request ON request_id = id "
                "WHERE label = 'water' AND kind = 'escalated'").fetchall()
            return (escalated - asked) / 1000

    def play(self, first, then, what):
        """Asks, sets the clock, asks again and waits; gives how long after the first call it escalated."""
        home, port = small_home(SETTINGS + ALERTS), free_port()
        page = self.disk.page()
        page.set_clock(first)
        role = Role(home, "run", ["--listen", f"127.0.0.1:{port}"], environment=page.environment)
        try:
            said(home, "Ready", event="started")
            self.assertTrue(role.ask("water"), what)
            begun = time.monotonic()
            # Else it is written down by the other clock, or told to the kiosk, as if it had come later.
            wait_for(lambda: has_said(home, "Heard"), f"that the kiosk knows of the call, {what}", home=home)
            page.set_clock(then)
            role.settle()
            cues = len(home.lines())
            self.assertTrue(role.ask("bread"), what)
            role.settle()
            wait_for(lambda: any(event[0] == "escalated" for event in self.events(home)), f"an escalation, {what}",
                     home=home)
            waited = self.waited(home)
            # Where the machine was busy it had escalated before the clock was set.
            took = min(waited, waited - (then - first), key=abs)
            time.sleep(max(0, begun + 2.5 * ESCALATE - time.monotonic()))
            wait_for(lambda: sum(event[0] == "still_waiting" for event in self.events(home)) >= 2,
                     f"that both are told how long they wait, {what}", home=home)
            most = int((time.monotonic() - begun) / ESCALATE) + 1
            events = self.events(home)
            api = API(port, home.token("station"))
            requests = all_requests(api)
            self.assertEqual([r["label"] for r in requests], ["water", "bread"], what)
            kinds = [(kind, label) for kind, label, _, _ in events]
            for word in ("water", "bread"):
                self.assertEqual(kinds.count(("asked", word)), 1, (what, kinds))
                # Every 6 s from the press.
                self.assertIn(kinds.count(("escalated", word)), range(1, most + 1), (what, kinds))
                self.assertEqual(kinds.count(("still_waiting", word)), 1, (what, kinds))
            late = [kind for kind, _, _, is_late in events if is_late]
            self.assertEqual(late, [], what)
            minutes = [minutes for _, _, minutes, _ in events if minutes is not None]
            self.assertLessEqual(max(minutes), 1, f"{what}: told of minutes that nobody has waited")
            alerts = has_said(home, "", role="station", kind="alert")
            self.assertLess(alerts, 25, f"{what}: alerted {alerts} times")
            self.assertGreater(alerts, 3, what)
            spoken = " ".join(line["text"] for line in home.lines()[cues:] if line["event"] == "started")
            self.assertNotRegex(spoken, r"\d{3,}", what)
            # An answer is taken and told, whatever the clock says.
            self.assertEqual(api.respond(requests[0]["id"], "met")[0], 201, what)
            wait_for(lambda: has_said(home, "done"), f"that it is done, {what}", home=home)
            role.process.terminate()
            self.assertEqual(role.end(), 0, what)
            return took
        finally:
            role.kill()
            home.remove()

    def all_of(self, cases):
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            took = list(pool.map(lambda case: self.play(*case), cases))
        for (_, _, what), seconds in zip(cases, took):
            self.assertGreater(seconds, ESCALATE - 1, f"{what}: escalated too soon")
        return took

    def test_set_while_people_wait(self):
        took = self.all_of([(0, step, what) for what, step in STEPS.items()])
        print(f"  clock set {', '.join(STEPS)}: escalated {min(took):.1f} to {max(took):.1f} s after the press "
              f"({ESCALATE} s), nothing lost, repeated or late", flush=True)

    def test_a_start_with_a_clock_that_is_set_right_later(self):
        cases = [(until(1970), 0, "from 1970"), (until(2106), 0, "from 2106")]
        took = self.all_of(cases)
        print(f"  started in 1970 and in 2106, then set right: escalated {min(took):.1f} to {max(took):.1f} s after the press",
              flush=True)


class Planned(unittest.TestCase):
    """Routines are in wall time: they do not move with the clock, and a clock that is wrong must not take or bring anything."""

    @classmethod
    def setUpClass(cls):
        cls.disk = FaultyDisk()

    @classmethod
    def tearDownClass(cls):
        cls.disk.remove()

    def setUp(self):
        self.home, self.port, self.page, self.off = small_home("zone: UTC\n" + SETTINGS), free_port(), self.disk.page(), 0
        self.addCleanup(self.home.remove)
        self.role, self.api = None, API(self.port, None)
        self.start()

    def start(self):
        after = len(self.home.lines())
        self.role = Role(self.home, "run", ["--listen", f"127.0.0.1:{self.port}"], environment=self.page.environment)
        self.addCleanup(self.role.kill)
        said(self.home, "Ready", event="started", after=after)
        self.api.token = self.home.token("station")

    def stop(self):
        self.role.process.terminate()
        self.assertEqual(self.role.end(), 0)

    def now(self):
        return time.time() + self.off

    def set_clock(self, seconds):
        """Sets it, and makes the service check it, as the step of a real clock does."""
        self.off = seconds
        self.page.set_clock(seconds)
        status, answer = self.api.call("PUT", "/people/ben", {
            "id": "ben", "name": "Ben", "role": "caregiver", "absences": [], "reminders": {"off": [], "channels": []},
            "active": True})
        self.assertIn(status, (200, 201), answer)

    def plan(self, title, seconds, since=0):
        """Each day at the time that it is so many seconds from now, begun so many days ago; gives that moment."""
        due = int(self.now() + seconds)
        start = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(due - since * DAY))
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now()))
        status, made = self.api.call("POST", "/routines", {
            "id": str(uuid.uuid4()), "by": "Anna", "at": at, "content": {
                "title": title, "client": "maria", "assignment": {"kind": "fixed", "person": "anna"},
                "schedule": {"start": start, "zone": "UTC", "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}},
                "priority": "normal", "reminders": {"minutes_before": [], "due": True, "missed": True},
                "grace_minutes": 60, "clients_own": False}})
        self.assertEqual(status, 201, made)
        return due

    def rows(self, query):
        with contextlib.closing(sqlite3.connect(f"file:{self.home.path}/care.sqlite?mode=ro", uri=True)) as database:
            return database.execute(query).fetchall()

    def told(self):
        """How often each reminder was told: (title, kind) from the journal."""
        return collections.Counter(self.rows(
            "SELECT json_extract(content, '$.occurrence.title'), json_extract(content, '$.kind') FROM journal"
            " WHERE kind = 'reminder'"))

    def is_told_when_due(self, title, due):
        line = said(self.home, f"{title} for Maria is due now", event="started", role="station")
        wait_for(lambda: self.told()[title, "due"], f"{title} in the journal", home=self.home)
        at = self.rows("SELECT at FROM journal WHERE kind = 'reminder' AND json_extract(content, '$.occurrence.title') ="
                       f" '{title}' ORDER BY sequence DESC LIMIT 1")[0][0] / 1000
        self.assertGreaterEqual(at, due, title)
        print(f"  {title}: told {at - due:.2f} s after it was due")
        return line

    def test_a_start_in_1970(self):
        self.plan("Chair", -5, since=400)
        said(self.home, "Chair for Maria", role="station")
        self.stop()
        before = self.rows("SELECT * FROM occurrence"), self.rows("SELECT id, due_at, kind FROM reminder")
        self.assertEqual(len(before[0]), 1)
        self.off = until(1970)
        self.page.set_clock(self.off)
        self.start()
        self.set_clock(self.off)
        time.sleep(2)
        self.set_clock(0)
        self.is_told_when_due("Tablets", self.plan("Tablets", 6, since=400))
        self.assertEqual(self.rows("SELECT * FROM occurrence")[:1], before[0])
        self.assertEqual(self.rows("SELECT id, due_at, kind FROM reminder")[:1], before[1])
        self.assertEqual(dict(self.told()), {("Chair", "due"): 1, ("Tablets", "due"): 1})

    def test_ten_years_ahead_and_back(self):
        due = self.plan("Tablets", 14, since=400)
        before = self.rows("SELECT count(*) FROM journal")[0][0]
        self.set_clock(10 * YEAR)
        wait_for(lambda: self.told()["Tablets", "missed"], "what a far clock brings", home=self.home)
        time.sleep(1)
        # A week of it, and not ten years.
        self.assertLess(self.rows("SELECT count(*) FROM journal")[0][0] - before, 40)
        self.set_clock(0)
        self.assertEqual(self.rows("SELECT count(*) FROM occurrence")[0][0], 0)
        self.is_told_when_due("Tablets", due)
        rows = self.rows("SELECT at, is_missed_taken, next_at - at FROM occurrence")
        self.assertEqual(rows, [(due * 1000, 0, HOUR * 1000)])

    def test_three_hours_back_and_on_again(self):
        first = self.plan("Chair", 6)
        self.set_clock(-3 * HOUR)
        self.is_told_when_due("Tablets", self.plan("Tablets", 5))
        self.assertEqual(dict(self.told()), {("Tablets", "due"): 1})
        time.sleep(max(0, first + 6 - time.time()))
        self.set_clock(0)
        wait_for(lambda: self.told()["Chair", "due"], "what the clock has jumped over", home=self.home)
        late = self.rows("SELECT late FROM journal WHERE kind = 'reminder' ORDER BY sequence")
        # The tablets' grace time has been jumped over, too.
        self.assertEqual(late[0], (0,))
        self.assertEqual(set(late[1:]), {(1,)})
        self.assertEqual(
            dict(self.told()), {("Tablets", "due"): 1, ("Tablets", "missed"): 1, ("Chair", "due"): 1})

    def test_three_hours_on_and_back_again(self):
        due = self.plan("Chair", 2 * HOUR)
        self.set_clock(3 * HOUR)
        wait_for(lambda: self.told()["Chair", "missed"], "what the clock has jumped over", home=self.home)
        self.is_told_when_due("Tablets", self.plan("Tablets", 4))
        self.set_clock(0)
        self.is_told_when_due("Water", self.plan("Water", 4))
        time.sleep(1)
        # Both are told already, and are not told again.
        self.assertEqual(
            dict(self.told()), {("Chair", "missed"): 1, ("Tablets", "due"): 1, ("Water", "due"): 1})
        self.assertIn((due * 1000,), self.rows("SELECT at FROM occurrence"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
