"""What tests of guided sessions in browsers stand on: a home with one switch, its coordinator, a provider, an appointment, and an exercise for it."""
import datetime
import os
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import DESKTOP, PASSWORD, PHONE, Browser, Household  # noqa: E402
from faults import write  # noqa: E402
from home import said  # noqa: E402
from led import BOARD, SLOW  # noqa: E402
from scanning import settings  # noqa: E402


class GuidedHome(Household):
    def __init__(self, loops):
        super().__init__(settings({"loops": loops}, more=(
            "zone: Etc/UTC\nsessions:\n  video_link: https://meet.example.org/{appointment}\n")))

    def start(self):
        if not os.path.exists(f"{self.home.path}/exercises"):
            for folder in ("boards", "exercises"):
                os.makedirs(f"{self.home.path}/{folder}")
            write(f"{self.home.path}/boards/small.yaml", BOARD)
            write(f"{self.home.path}/exercises/slow.en.yaml", SLOW)
        super().start()


class Led(unittest.TestCase):
    """It tests nothing itself."""

    LOOPS = "4"

    def setUp(self):
        self.household = GuidedHome(self.LOOPS)
        self.addCleanup(self.household.close)
        self.anna = self.browser(DESKTOP)
        self.anna.set_up(self.household)
        self.kim = self.browser()
        made = self.send(self.anna, "POST", "/invitations", {
            "id": str(uuid.uuid4()), "name": "Dr Kim", "role": "provider", "clients": ["maria"]})
        self.kim.go(f"/join/{made['code']}")
        self.kim.fill(password=PASSWORD, again=PASSWORD)
        self.kim.send("Begin")
        self.kim.wait(lambda: self.kim.find("nav"), "to belong to the home")
        self.appointment = str(uuid.uuid4())
        person = next(one["id"] for one in self.send(self.anna, "GET", "/people")["people"] if one["name"] == "Dr Kim")
        now = datetime.datetime.now(datetime.timezone.utc)
        # Near, and not yet to be told of: until its exercise is given, the session would be said alone.
        soon = now + datetime.timedelta(minutes=10)
        self.send(self.kim, "POST", "/appointments", {"id": self.appointment, "content": {
            "provider": person, "client": "maria", "at": soon.strftime("%Y-%m-%dT%H:%M:%SZ"), "minutes": 45, "title": "Talk"}})
        self.send(self.kim, "POST", "/routines", {"id": str(uuid.uuid4()), "content": {
            "title": "Breathing", "client": "maria", "audience": "client", "assignment": {"kind": "fixed", "person": "maria"},
            "schedule": {"start": now.strftime("%Y-%m-%dT%H:%M:00"), "zone": "Etc/UTC"}, "priority": "normal",
            "reminders": {"minutes_before": [], "due": False, "missed": False}, "grace_minutes": 600, "clients_own": True,
            "exercise": "slow", "appointment": self.appointment}})

    def browser(self, size=PHONE):
        browser = Browser(self.household.url, size=size)
        self.addCleanup(browser.close)
        return browser

    def send(self, browser, method, path, body=None):
        status, answer = browser.call(method, path, body)
        self.assertIn(status, (200, 201), answer)
        return answer

    # The switch.

    def count(self):
        return len(self.household.home.lines())

    def said(self, text, after=0, event="finished", **other):
        return said(self.household.home, text, event=event, after=after, **other)

    def tap(self):
        self.household.process.tell("wait 0.5")
        self.household.process.tap()

    def choose(self, label, is_whole=False):
        """A press when the cue has been heard to its end."""
        after = self.count()
        while True:
            line = self.said(label, after=after, kind="cue")
            if not is_whole or line["text"].strip() == label:
                break
            after = line["number"] + 1
        self.household.process.tell("wait 0.2")
        self.household.process.tap()

    # The browser.

    def open_session(self, kim):
        kim.go(f"/sessions/{self.appointment}")
        kim.wait_live()

    def room(self, kim):
        return next(iter(kim.find("[data-key=said]"))).text
