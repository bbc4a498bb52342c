"""From the first start to the first answered request, on a phone, with JavaScript and without."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household  # noqa: E402
from home import said, wait_for  # noqa: E402


class FromTheFirstStart(unittest.TestCase):
    def setUp(self):
        self.household = Household()
        self.addCleanup(self.household.close)

    def browser(self, **options):
        browser = Browser(self.household.url, **options)
        self.addCleanup(browser.close)
        return browser

    def test_the_link_makes_a_coordinator_who_answers_on_a_phone(self):
        phone = self.browser(size=PHONE)
        phone.set_up(self.household)
        phone.go("/now")
        phone.wait_live()
        request = self.household.press_for_toilet()
        # Live, without anything being pressed; and that it was seen counts as heard.
        phone.wait_text("Maria")
        phone.wait_text("help with the toilet")
        self.heard(request)
        phone.tap("I’m on my way")
        said(self.household.home, "is on the way", role="kiosk", kind="announcement")
        phone.wait_text("on the way")
        phone.tap("Done …")
        phone.tap("Yes, it is done")
        said(self.household.home, "is done", role="kiosk", kind="announcement")
        wait_for(lambda: not self.household.api.requests(), "the request to be closed", home=self.household.home)
        self.assertEqual(phone.complaints(), [])

    def heard(self, request):
        def look():
            return self.household.api.call("GET", f"/requests/{request['id']}")[1]["state"] != "asked"
        wait_for(look, "it to be heard", home=self.household.home)

    def test_all_of_it_works_without_javascript(self):
        phone = self.browser(size=PHONE, script=False)
        phone.set_up(self.household)
        self.household.press_for_toilet()
        phone.go("/now")
        phone.tap("I’m on my way")
        said(self.household.home, "is on the way", role="kiosk", kind="announcement")
        phone.go("/now")
        phone.tap("Done …")
        phone.tap("Yes, it is done")
        said(self.household.home, "is done", role="kiosk", kind="announcement")

    def test_the_link_works_once(self):
        link = self.household.setup_link()
        self.browser().set_up(self.household)
        other = self.browser()
        other.go(link)
        other.wait_text("already")
        self.assertEqual(other.find("[name=password]"), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
