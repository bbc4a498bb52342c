"""What was planned and added stays usable while the service is away, over a restart and a power cut."""
import datetime
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import Role, free_port, has_said, outbox, small_home, wait_for, write  # noqa: E402

BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: more, label: More wishes, list: needs }
  - { id: day, label: My day, list: today }
  - { id: need-water, label: water, say: water, request: normal }
"""
ROUTINE = "00000000-0000-4000-8000-000000000001"


def agenda():
    """As a service sent it: one need, and one occurrence of the client's own, due half an hour ago."""
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    due = now - datetime.timedelta(minutes=30)

    def text(moment):
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    # Its wall shows noon, so that today is today at whatever time this runs.
    local = due.strftime("%Y-%m-%dT12:00:00")
    return {
        "needs": [{
            "id": "swimming", "client": "maria", "label": "swimming", "say": "I would like to swim.",
            "called": "swimming", "priority": "normal", "uses": ["asked"], "active": True, "changed_at": text(now),
            "sequence": 3}],
        "proposals": [], "day": now.strftime("%Y-%m-%d"), "zone": "UTC", "outstanding": [], "reminders": [], "told": [],
        "totals": {"needs": 1, "proposals": 0, "today": 1, "outstanding": 0, "reminders": 0}, "sequence": 0,
        "today": [{
            "routine": ROUTINE, "key": f"{local}[UTC]", "title": "Letter", "client": "maria", "client_name": "Maria",
            "priority": "normal", "at": text(due), "local": local,
            "missed_at": text(due + datetime.timedelta(hours=1)), "state": "due",
            "assignment": {"reason": "nobody is needed"}, "clients_own": True}],
    }


class WithoutService(unittest.TestCase):
    def setUp(self):
        self.home = small_home()
        self.addCleanup(self.home.remove)
        write(f"{self.home.path}/boards/small.yaml", BOARD)
        os.makedirs(f"{self.home.path}/tokens")
        write(f"{self.home.path}/tokens/kiosk", "nobody-will-ever-ask-for-this-token-here")
        os.chmod(f"{self.home.path}/tokens/kiosk", 0o600)
        self.role = None

    def tearDown(self):
        if self.role:
            self.role.kill()

    def start(self):
        after = len(self.home.lines())
        self.role = Role(self.home, "kiosk", ["--service", f"http://127.0.0.1:{free_port()}"])
        self.heard("Ready", after, kind=None)

    def heard(self, text, after, kind="cue"):
        wait_for(lambda: has_said(self.home, text, kind=kind, after=after), f"“{text}”", home=self.home)

    def choose(self, *steps):
        """Digits, each followed by what must then be said and how; waits for it. No digit counts while one is acted on."""
        for digit, text, kind in steps:
            self.role.settle()
            self.role.has_asked = True
            after = len(self.home.lines())
            self.role.type(str(digit))
            self.heard(text, after, kind)

    def kept(self):
        """What waits for the service, on the disk, but what a busy computer tells of its sound."""
        return [body for body in map(json.loads, outbox(self.home) or []) if body.get("kind") != "sound_tearing"]

    def test_what_was_kept_can_be_asked_for_and_marked(self):
        write(f"{self.home.path}/agenda.json", json.dumps(agenda()))
        self.start()
        self.choose((1, "swimming", "cue"), (1, "I would like to swim.", "say"))
        wait_for(lambda: [body for body in self.kept() if body.get("need") == "swimming"], "the request on the disk",
                 home=self.home)
        self.choose((2, "Letter", "cue"), (1, "12 o'clock, due now", "announcement"), (1, "Well done", "announcement"))
        marks = [body for body in self.kept() if body.get("routine", "").lower() == ROUTINE]
        self.assertEqual([(mark["kind"], mark["by"]) for mark in marks], [("done", "Maria")])
        # The power is cut: what was marked is known at the next start, before any service is.
        self.role.kill()
        self.start()
        self.choose((2, "done by you", "cue"))
        self.assertEqual(len(self.kept()), 2)

    def test_a_damaged_one_is_set_aside(self):
        write(f"{self.home.path}/agenda.json", b"{\"needs\": [")
        self.start()
        self.choose((1, "Nothing has been added yet.", "announcement"), (2, "I don't know the plan yet.", "announcement"))
        self.assertTrue(os.path.exists(f"{self.home.path}/agenda.json.damaged"))
        self.home.wait_for_log("what was saved cannot be read")


if __name__ == "__main__":
    unittest.main(verbosity=2)
