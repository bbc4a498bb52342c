"""The client's screen in a browser of its own: paired with a code, it follows the scan and can be touched."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, TABLET, Browser, Household  # noqa: E402
from home import said, wait_for  # noqa: E402


class TheScreen(unittest.TestCase):
    def setUp(self):
        self.household = Household()
        self.addCleanup(self.household.close)
        self.caregiver = self.browser(size=PHONE)
        self.caregiver.set_up(self.household)
        self.screen = self.browser(size=TABLET)
        self.pair()

    def browser(self, **options):
        browser = Browser(self.household.url, **options)
        self.addCleanup(browser.close)
        return browser

    def pair(self):
        self.caregiver.go("/devices/pair")
        self.caregiver.find("[name=kind][value=display]")[0].click()
        self.caregiver.fill(name="Bed")
        self.caregiver.tap("Get a code")
        code = self.caregiver.wait(lambda: self.caregiver.find(".code"), "the code")[0].text
        self.screen.go("/display/pair")
        self.assertEqual(self.screen.violations() + self.screen.small_targets(), [])
        self.screen.fill(code=code.lower().replace("-", " "))
        self.screen.tap("Begin")
        self.screen.wait(lambda: self.shown() == "rest", "a screen at rest")

    def shown(self):
        return self.screen.driver.execute_script("return document.documentElement.dataset.shown")

    def cards(self):
        return {card.text.strip().split("\n")[-1]: card for card in self.screen.find("[data-cell]") if card.is_displayed()}

    def test_it_follows_the_switch_and_shows_what_became_of_it(self):
        number = len(self.household.home.lines())
        self.household.process.tap()
        said(self.household.home, "Toilet and washing", event="started", kind="cue", after=number)
        self.screen.wait(lambda: any("Toilet and washing" in one.text for one in self.screen.find(".scanned")),
                         "the card that is offered to be marked")
        self.assertGreaterEqual(len(self.cards()), 9)
        box = self.screen.driver.execute_script(
            "return [...document.querySelectorAll('[data-cell]')].map((one) => { const b = one.getBoundingClientRect();"
            " return b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth; })")
        self.assertTrue(all(box), "a card is cut off")
        self.screen.picture("display-scanning")
        self.assertEqual(self.screen.violations(), [])
        # Looking has taken its time: it is offered again.
        cue = said(self.household.home, "Toilet and washing", kind="cue", after=len(self.household.home.lines()))
        self.household.process.tap()
        said(self.household.home, "Toilet", kind="cue", after=cue["number"] + 1)
        self.household.process.tap()
        request = wait_for(self.household.api.requests, "the request", home=self.household.home)[0]
        self.screen.wait_text("Toilet")
        self.assertEqual(self.household.api.respond(request["id"], "on_the_way")[0], 201)
        self.screen.wait(lambda: "way" in self.screen.driver.find_element("id", "asked").text, "“on the way” at the top")
        self.screen.picture("display-on-the-way")
        self.assertEqual(self.screen.complaints(), [])

    def test_a_touch_is_a_choice(self):
        self.screen.driver.execute_script("document.body.click()")
        # A second touch within `ignore_repeat` is the same trembling finger: the first card is offered later than that.
        self.screen.wait(lambda: self.screen.find(".scanned"), "the first card to be offered")
        self.touch("Drinks")
        self.screen.wait_text("Water")
        self.screen.wait(lambda: self.screen.find(".scanned"), "the first card of the group to be offered")
        self.touch("Water")
        request = wait_for(self.household.api.requests, "the request", home=self.household.home)[0]
        self.assertEqual(request["label"], "Water")

    def touch(self, label):
        def attempt():
            for card in self.screen.find("[data-cell]"):
                if card.is_displayed() and label in card.text.split("\n"):
                    card.click()
                    return True
            return False
        self.screen.wait(attempt, f"the card “{label}”")

    def test_it_comes_back_by_itself_and_goes_when_it_is_revoked(self):
        self.household.stop()
        self.screen.wait(lambda: self.shown() == "starting", "to say that Beckon is starting", seconds=40)
        self.assertEqual(self.cards(), {})
        self.household.start()
        self.screen.wait(lambda: self.shown() == "rest", "the screen again", seconds=40)
        self.caregiver.go("/devices")
        self.caregiver.tap("Revoke")
        self.caregiver.tap("Revoke it")
        self.screen.wait(lambda: self.shown() in ("starting", None) or "/login" in self.screen.path, "nothing to be shown any more", seconds=40)
        self.screen.go("/display")
        self.screen.wait(lambda: self.screen.path.startswith("/login"), "to be sent away")


if __name__ == "__main__":
    unittest.main(verbosity=2)
