"""A client in each state of a session, with one switch, when the provider's browser and the client's phone are closed and others are opened: nothing moves
by that, both show where the client is, the session goes on from there, and how it was is there once."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import guided  # noqa: E402
from browser import link_phone  # noqa: E402

# How the session stands by then, and what the provider's page says of it.
STATES = {
    "list": ("planned", "Planned"), "asked": ("provider_in", "Dr Kim is here"), "exercising": ("planned", "Planned"),
    "waiting": ("client_waits", "Maria waits"), "meeting": ("both_in", "Both are in"), "mood": ("provider_in", "Dr Kim is here"),
    "later": ("provider_in", "Dr Kim is here"),
}


class Browsers(guided.Led):
    # Scanning is over soon, so that the press after it only wakes.
    LOOPS = "2"

    def link(self):
        """The client's phone."""
        return link_phone(self.anna, "maria", self.browser())

    def state(self):
        return self.send(self.anna, "GET", f"/appointments/{self.appointment}")["state"]

    def values(self):
        return [one["mood"]["value"] for one in self.send(self.anna, "GET", "/moods?client=maria")["moods"]]

    def move(self, kim, words):
        self.open_session(kim)
        kim.send(words, "[data-key=moves]")

    def breathe(self):
        self.tap()
        self.choose("Exercises")
        self.choose("Breathing")
        self.said("We breathe slowly.")

    def pause_and(self, choice):
        self.tap()
        self.said("Paused.")
        self.choose("Stop")
        return choice and self.choose(choice)

    def reach(self, state, kim):
        """From rest into the state."""
        if state == "list":
            self.tap()
            self.choose("Exercises")
            self.said("Breathing", kind="cue")
            return
        if state == "exercising":
            self.breathe()
            self.tap()
            self.said("tones", event="started", kind="earcon")
            return
        if state == "waiting":
            self.breathe()
            self.tap()
            self.said("tones", event="started", kind="earcon")
            self.pause_and(None)
            self.said("Dr Kim is not here yet.")
            return
        self.move(kim, "I’m here")
        # They are told at once, and the press is to be one that only wakes.
        self.said("Dr Kim is here. Press to join.")
        self.household.process.tell("wait 15")
        after = self.count()
        self.tap()
        self.choose("Exercises")
        self.choose("Breathing")
        self.said("Dr Kim is here.", after=after)
        if state == "asked":
            self.said("Join", kind="cue")
            return
        self.choose("Join")
        self.said("You are with Dr Kim.")
        if state == "meeting":
            return
        self.choose("Leave")
        self.said("Good", kind="cue")
        if state == "later":
            self.choose("Not now")
            kim.wait(lambda: self.values() == ["not_now"], "not now")

    def play(self, state):
        kim, phone = self.kim, self.link()
        self.reach(state, kim)
        there, words = STATES[state]
        kim.wait(lambda: self.state() == there, f"the appointment to be {there}")
        before = self.values()
        # Both are closed, and others are opened: nothing is pressed there.
        after = self.count()
        self.open_session(kim)
        # Whatever page is open says who is there before the client.
        phone.go("/mine/moods")
        phone.wait_live()
        self.assertEqual([one.text for one in phone.find("#calls") if one.is_displayed()],
                         ["Dr Kim is here"] if there == "provider_in" else [])
        phone.go(f"/mine/sessions/{self.appointment}")
        phone.wait_live()
        cookies = phone.driver.get_cookies()
        kim.close()
        phone.close()
        kim, phone = self.browser(), self.browser()
        kim.log_in("Dr Kim")
        self.open_session(kim)
        kim.wait_text(words)
        # It is linked still: what is kept of that is a cookie.
        phone.go("/login")
        for cookie in cookies:
            phone.driver.add_cookie(cookie)
        phone.go(f"/mine/sessions/{self.appointment}")
        phone.wait_live()
        self.assertEqual(self.state(), there)
        self.assertEqual(self.values(), before, "nothing is said by itself")
        moved = [line["text"] for line in self.household.home.lines()[after:] if "Dr Kim" in line["text"] and line["kind"] != "cue"]
        self.assertEqual([text for text in moved if "is here" not in text and "not here" not in text], [])
        self.go_on(state, kim)
        kim.wait(lambda: len(self.values()) > len(before), "how it was")
        self.assertEqual(self.values(), [4, *before], "how it was is there once")
        # Both pages have it without being read anew by hand.
        phone.go("/mine/moods")
        phone.wait_text("good")
        self.assertEqual(kim.violations(), [])

    def rest(self):
        """Scanning ends by itself; the next press only wakes."""
        self.household.process.tell("wait 60")

    def go_on(self, state, kim):
        """To the end, from where the client is."""
        self.rest()
        after = self.count()
        self.tap()
        # The switch still waits: what is scanned until then is not meant.
        self.said("press", after=after)
        if state == "exercising":
            self.said("Paused.", after=after)
            self.choose("Stop")
            self.choose("Leave")
        elif state in ("waiting", "meeting"):
            self.choose("Leave")
        else:
            self.choose("Exercises")
            self.choose("Breathing")
            if state == "asked":
                self.choose("Join")
                self.said("You are with Dr Kim.", after=after)
                kim.wait_text("Both are in")
                self.choose("Leave")
            elif state == "list":
                self.said("We breathe slowly.", after=after)
                self.tap()
                self.said("tones", event="started", kind="earcon", after=after)
                self.pause_and("Leave")
        self.choose("Good")


def add(state):
    setattr(Browsers, f"test_browsers_closed_in_{state}", lambda self: self.play(state))


for each in STATES:
    add(each)


if __name__ == "__main__":
    unittest.main()
