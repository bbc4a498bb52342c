"""The wall clock is set while people are waiting: nothing is lost, nothing is told by the thousand, nothing comes late.

The library of faulty.py moves the wall clock of the process under test; the monotonic one, by which Beckon waits, stays.
Escalations are made short, so that they fall due a few seconds after the step.
"""
import calendar
import concurrent.futures
import contextlib
import os
import sqlite3
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import (  # noqa: E402
    API, NEEDS, PATIENCE, SETTINGS, Role, all_requests, free_port, has_said, outbox, said, small_home, wait_for)
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

    def play(self, first, then, what):
        """Asks, sets the clock, asks again and waits; gives how long after the first call its escalation was sounded."""
        home, port = small_home(SETTINGS + ALERTS), free_port()
        page = self.disk.page()
        page.set_clock(first)
        role = Role(home, "run", ["--listen", f"127.0.0.1:{port}"], environment=page.environment)
        try:
            said(home, "Ready", event="started")
            self.assertTrue(role.ask("water"), what)
            begun = time.monotonic()
            page.set_clock(then)
            role.settle()
            cues = len(home.lines())
            self.assertTrue(role.ask("bread"), what)
            role.settle()
            wait_for(lambda: any(event[0] == "escalated" for event in self.events(home)), f"an escalation, {what}",
                     home=home, seconds=20)
            took = time.monotonic() - begun
            time.sleep(max(0, begun + 2.5 * ESCALATE - time.monotonic()))
            events = self.events(home)
            api = API(port, home.token("station"))
            requests = all_requests(api)
            self.assertEqual([r["label"] for r in requests], ["water", "bread"], what)
            kinds = [(kind, label) for kind, label, _, _ in events]
            for word in ("water", "bread"):
                self.assertEqual(kinds.count(("asked", word)), 1, (what, kinds))
                # Every 6 s from the press: two, or for the earlier a third at the very end.
                self.assertIn(kinds.count(("escalated", word)), (1, 2, 3), (what, kinds))
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
            wait_for(lambda: has_said(home, "done"), f"that it is done, {what}", home=home, seconds=PATIENCE)
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
            self.assertLess(abs(seconds - ESCALATE), 4, f"{what}: escalated after {seconds:.1f} s")
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


if __name__ == "__main__":
    unittest.main(verbosity=2)
