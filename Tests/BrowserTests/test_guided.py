"""One switch and one real browser: the client breathes, the provider comes on a phone, they meet, the client spells a word, leaves, says how it was; the
chart has it. Meanwhile the browser is closed once, and power fails once."""
import datetime
import os
import signal
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
    def __init__(self):
        super().__init__(settings({"loops": "4"}, more="zone: Etc/UTC\n"))

    def start(self):
        if not os.path.exists(f"{self.home.path}/exercises"):
            for folder in ("boards", "exercises"):
                os.makedirs(f"{self.home.path}/{folder}")
            write(f"{self.home.path}/boards/small.yaml", BOARD)
            write(f"{self.home.path}/exercises/slow.en.yaml", SLOW)
        super().start()


class Guided(unittest.TestCase):
    def setUp(self):
        self.household = GuidedHome()
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
        self.send(self.kim, "POST", "/appointments", {"id": self.appointment, "content": {
            "provider": person, "client": "maria", "at": now.strftime("%Y-%m-%dT%H:%M:%SZ"), "minutes": 45, "title": "Talk"}})
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

    def test_from_the_list_to_the_chart(self):
        kim = self.kim
        kim.go("/sessions?text=tal")
        kim.wait_text("Talk")
        kim.wait_text("Show everything")
        # The exercise, which is long.
        self.tap()
        self.choose("Exercises")
        self.choose("Breathing")
        self.said("We breathe slowly.")
        self.tap()
        self.said("tones", event="started", kind="earcon")
        # The provider comes, in a browser.
        self.open_session(kim)
        after = self.count()
        kim.send("I’m here", "[data-key=moves]")
        self.said("Dr Kim is here. Press to join now, or finish first.", after=after)
        self.tap()
        self.said("You are with Dr Kim.", after=after)
        kim.wait_text("Both are in")
        # Answers and a word of her own are there at once.
        self.choose("Yes")
        kim.wait(lambda: "Yes" in self.room(kim), "the answer")
        self.choose("I want to say something")
        kim.wait(lambda: "I want to say something" in self.room(kim), "that she wants to say something")
        self.choose("space")
        self.choose("e", is_whole=True)
        self.choose("Use it")
        self.choose("For Dr Kim")
        kim.wait(lambda: "“e”" in self.room(kim), "what she has spelled")
        # The browser is closed, and another one goes on.
        kim.close()
        kim = self.browser()
        kim.log_in("Dr Kim")
        self.open_session(kim)
        kim.wait_text("Both are in")
        kim.wait(lambda: "“e”" in self.room(kim), "what was said before")
        # Power fails for all but the browser: one step before, and one press leads on.
        after = self.count()
        self.household.process.stop(signal.SIGKILL)
        self.household.start()
        self.said("Dr Kim is here. Press to join.", after=after)
        self.tap()
        self.said("You are with Dr Kim.", after=after)
        self.open_session(kim)
        after = self.count()
        kim.driver.execute_script("document.getElementById('text-said').value = arguments[0]", "Shall we stop for today?")
        kim.send("Say it", "[data-key=room]")
        self.said("Shall we stop for today?", after=after)
        self.choose("Leave")
        kim.wait_text("Dr Kim is here")
        self.choose("Good")
        kim.go("/moods/maria")
        kim.wait_live()
        kim.wait_text("good, 4 of 5")
        kim.wait(lambda: len(kim.find("#main .chart .mark")) == 1, "the chart with its mark")
        self.assertTrue(kim.find("a[href^='/moods.csv']"))
        moods = self.send(kim, "GET", "/moods?client=maria")["moods"]
        self.assertEqual([one["mood"]["value"] for one in moods], [4])
        self.assertEqual(kim.violations(), [])


if __name__ == "__main__":
    unittest.main()
