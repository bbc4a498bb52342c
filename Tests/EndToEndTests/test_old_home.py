"""Homes that earlier versions left: today's program opens each, loses nothing of it, and goes on where it had stopped."""
import contextlib
import datetime
import os
import pathlib
import shutil
import subprocess
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import API, Role, all_requests, free_port, has_said, outbox, read, said, wait_for  # noqa: E402
from faulty import FaultyDisk  # noqa: E402
from home import Home  # noqa: E402
from old_versions import FIRST, SECOND, rows, version  # noqa: E402

# From one kill to the next, later one. Seconds.
STEP = 0.01
# Five of them, in seconds.
YEARS = 5 * 365 * 86_400


class OldHome:
    """What must hold of each; `old` is the version that left it."""

    # What people wrote, and what must stay as it is.
    files = ["beckon.yaml", "boards/small.yaml", "boards/phrases.en.yaml", "tokens/kiosk", "tokens/station"]

    def setUp(self):
        self.home = Home(prepare=False)
        self.addCleanup(self.home.remove)
        shutil.copytree(self.old.home, self.home.path)
        for device in ["kiosk", "station"]:
            os.chmod(f"{self.home.path}/tokens/{device}", 0o600)
        self.store = f"{self.home.path}/care.sqlite"
        self.port = free_port()
        self.api = API(self.port, self.home.token("station"))

    def start(self, environment=None):
        after = len(self.home.lines())
        self.role = Role(self.home, "run", ["--listen", f"127.0.0.1:{self.port}"], environment=environment)
        self.addCleanup(self.role.kill)
        wait_for(lambda: has_said(self.home, "Ready", after=after) or not self.role.is_running(), "Ready", home=self.home)
        self.assertTrue(self.role.is_running(), self.home.logged())

    def end(self):
        self.role.process.terminate()
        self.assertEqual(self.role.end(), 0, self.home.logged())

    def holds_everything(self):
        self.assertEqual(self.old.losses(self.store), [])
        self.assertEqual(rows(self.store, "PRAGMA foreign_key_check"), [])
        for name in self.files:
            self.assertEqual(read(f"{self.home.path}/{name}"), read(f"{self.old.home}/{name}"), name)

    def states(self):
        return {request["label"]: request["state"] for request in all_requests(self.api)}

    def has_opened_a_store(self, process):
        """Whether it or what it has started holds a store of the home open."""
        for descriptor in pathlib.Path(f"/proc/{process}/fd").glob("*"):
            with contextlib.suppress(OSError):
                target = os.readlink(descriptor)
                if target.startswith(self.home.path) and target.endswith(".sqlite"):
                    return True
        with contextlib.suppress(OSError):
            children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
            return any(self.has_opened_a_store(child) for child in children)
        return False

    def test_everything_is_there_and_what_waited_is_told(self):
        self.start()
        # What kiosk and station had still to send, in its order.
        wait_for(lambda: {"radio", "scarf"} <= set(self.states()), "the requests that waited", home=self.home)
        labels = [request["label"] for request in all_requests(self.api)]
        self.assertEqual(labels, self.old.labels() + ["radio", "scarf"])
        self.assertEqual(self.states()["light"], "on_the_way")
        said(self.home, "Anna is on the way", role="kiosk")
        said(self.home, "has a mistake", event="started", role="station")
        wait_for(lambda: outbox(self.home) == [], "an empty outbox", home=self.home)
        # As homes have it today.
        now = datetime.datetime.now(datetime.timezone.utc)
        due = (now + datetime.timedelta(seconds=3)).strftime("%Y-%m-%dT%H:%M:%S")
        status, made = self.api.call("POST", "/routines", {
            "id": str(uuid.uuid4()), "by": "Anna", "at": now.isoformat(timespec="seconds"),
            "content": {
                "title": "Medicine", "client": "maria", "priority": "urgent", "assignment": {"kind": "fixed", "person": "anna"},
                "schedule": {"start": due, "zone": "UTC", "repeat": {"kind": "once"}}, "clients_own": False, "grace_minutes": 60,
                "reminders": {"minutes_before": [], "due": True, "missed": True}}})
        self.assertEqual(status, 201, made)
        said(self.home, "Medicine for Maria", event="started", role="station")
        self.end()
        self.holds_everything()
        self.start()
        self.assertEqual(self.states()["light"], "on_the_way")
        self.end()
        self.holds_everything()

    def test_whoever_comes_back_years_later_has_lost_nothing(self):
        disk = FaultyDisk()
        self.addCleanup(disk.remove)
        page = disk.page()
        page.set_clock(YEARS)
        self.start(page.environment)
        wait_for(lambda: {"radio", "scarf"} <= set(self.states()), "the requests that waited", home=self.home)
        wait_for(lambda: outbox(self.home) == [], "an empty outbox", home=self.home)
        self.end()
        self.holds_everything()

    def test_a_start_that_is_killed_at_any_moment_loses_nothing(self):
        """The stores are brought up to date from the moment on at which the first is opened; kills from then on, each a step later."""
        kills = 0
        while version(self.store) == self.old.format:
            role = Role(self.home, "run", ["--listen", f"127.0.0.1:{self.port}"])
            wait_for(lambda role=role: self.has_opened_a_store(role.process.pid) or not role.is_running(), "a store to be opened", home=self.home)
            with contextlib.suppress(subprocess.TimeoutExpired):
                role.process.wait(STEP * kills)
            role.kill()
            kills += 1
            self.holds_everything()
        print(f"  {kills} kills until it was brought up to date, {self.old.count()} rows compared after each")
        self.assertGreater(kills, 1)
        self.start()
        wait_for(lambda: {"radio", "scarf"} <= set(self.states()), "the requests that waited", home=self.home)
        self.end()
        self.holds_everything()


class FirstVersion(OldHome, unittest.TestCase):
    old = FIRST


class SecondVersion(OldHome, unittest.TestCase):
    old = SECOND
    files = [*OldHome.files, "boards/evening.yaml", "boards/cup.png", "boards/cup.wav"]


if __name__ == "__main__":
    unittest.main(verbosity=2)
