"""From the first start to the first answered request, on a phone, with JavaScript and without."""
import os
import subprocess
import sys
import tempfile
import time
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PASSWORD, PHONE, Browser, Household, png  # noqa: E402
from home import BECKON, said, wait_for  # noqa: E402


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

    def portrait(self):
        folder = tempfile.TemporaryDirectory(prefix="beckon-portrait.")
        self.addCleanup(folder.cleanup)
        return png(f"{folder.name}/maria.png", 96, 64, lambda row: bytes([200, 4 * row % 256, 80]) * 96)

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

    def test_the_conversation_leads_to_the_first_answered_call(self):
        """By taps alone: what has to be typed are two names and a password."""
        household = Household(prepare=False)
        self.addCleanup(household.close)
        phone = Browser(household.url, size=PHONE)
        self.addCleanup(phone.close)
        taps = []

        def tap(words):
            taps.append(words)
            phone.tap(words)

        def at(step):
            phone.wait(lambda: phone.path.split("?")[0] == f"/welcome/{step}", f"the question {step}")
            phone.picture(f"welcome-{step}")
            self.assertEqual(phone.violations(), [])
            self.assertEqual(phone.small_targets(), [])
            self.assertFalse(phone.is_too_wide())

        phone.go(household.setup_link())
        phone.fill(name="Anna", password=PASSWORD, again=PASSWORD)
        tap("Begin")
        at("client")
        phone.fill(name="Maria")
        phone.find("#picture")[0].send_keys(self.portrait())
        phone.wait(lambda: phone.button("Next").is_enabled(), "the picture to be made small")
        tap("Next")
        at("phone")
        # Nothing listens to the network here.
        phone.wait_text("it was started for its own machine alone")
        tap("Not now")
        at("sound")
        tap("Play it at the kiosk")
        said(household.home, "This is Beckon", role="kiosk", kind="announcement")
        at("sound")
        tap("Yes")
        at("call")
        tap("Make a test call")
        said(household.home, "This is only a test", role="kiosk", kind="say")
        # The kiosk has its new name by then.
        said(household.home, "Maria asks for help with a test", role="station")
        phone.wait(lambda: len(phone.find(".stops .done")) == 2, "the call to be heard")
        at("call")
        tap("I’m on my way")
        said(household.home, "Anna is on the way", role="kiosk", kind="announcement")
        phone.wait(lambda: len(phone.find(".stops .done")) == 3, "the call to be answered")
        print(f"  {len(taps)} taps to the first answered call: {', '.join(taps)}", flush=True)
        self.assertLessEqual(len(taps), 7)
        tap("Done …")
        said(household.home, "is done", role="kiosk", kind="announcement")
        phone.wait_text("It works")
        tap("Next")
        at("board")
        tap("Keep this one")
        at("others")
        tap("Not now")
        phone.wait(lambda: phone.path.startswith("/now"), "the calls")
        self.assertEqual(phone.complaints(), [])
        # Nobody without a name stands in the lists: whoever sets up answers at the station, in the settings too.
        people = phone.call("GET", "/people", None)[1]["people"]
        self.assertEqual(sorted(one["name"] for one in people), ["Anna", "Maria"])
        with open(f"{household.home.path}/beckon.yaml") as file:
            self.assertNotIn("name: Somebody", file.read())
        # The client's picture stands on their next call.
        phone.go("/now")
        status, told = household.api.call("POST", "/requests", {
            "id": str(uuid.uuid4()), "client": "maria", "client_name": "Maria", "need": "water", "label": "Water", "called": "water",
            "say": "Water, please.", "priority": "normal", "asked_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())},
            household.home.token("kiosk"))
        self.assertEqual(status, 201, told)
        phone.wait(lambda: phone.driver.execute_script(
            "return [...document.querySelectorAll('.tile img.face')].map((one) => one.naturalWidth > 0)") == [True], "the client's face")
        # What was left out is found again, and what was put away too.
        phone.go("/more")
        phone.wait_text("2 questions left")
        tap("First steps")
        tap("Do not ask again")
        phone.wait(lambda: phone.path.startswith("/now"), "the calls")
        phone.go("/more")
        self.assertNotIn("questions left", phone.text())
        phone.tap("First steps")
        phone.tap("Your phone")
        at("phone")
        print(f"  {len(taps)} taps in all", flush=True)

    def test_a_phone_is_logged_in_by_the_code(self):
        household = Household(listen="0.0.0.0")
        self.addCleanup(household.close)
        desk, phone, other = (Browser(household.url, **one) for one in ({}, {"size": PHONE}, {"size": PHONE}))
        for one in (desk, phone, other):
            self.addCleanup(one.close)
        desk.set_up(household)
        # No desktop browser here shares: what a phone's would be given is kept.
        desk.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": "navigator.share = (what) => { window.shared = what; return Promise.resolve(); }"})
        desk.go("/welcome/phone")
        link = desk.qr_code()
        self.assertIn("/enter/", link)
        self.assertNotIn("127.0.0.1", link)
        self.assertEqual(desk.find(".shared .link a")[0].text, link)
        desk.tap("Share")
        self.assertEqual(desk.driver.execute_script("return window.shared.url"), link)
        phone.go(link)
        phone.tap("Log in")
        phone.wait(lambda: phone.path.endswith("/now"), "the calls")
        # The other screen sees by itself that it has worked.
        desk.wait_text("You are logged in on another device.")
        other.go(link)
        other.wait_text("has been used")
        self.assertEqual(desk.complaints(), [])

    def test_codes_are_read_in_the_dark_too(self):
        household = Household(listen="0.0.0.0")
        self.addCleanup(household.close)
        dark = Browser(household.url, size=PHONE, dark=True)
        self.addCleanup(dark.close)
        dark.set_up(household)
        dark.go("/welcome/others")
        dark.fill(name="Ben")
        dark.tap("Invite")
        link = dark.qr_code()
        dark.picture("welcome-invited")
        self.assertIn("/join/", link)
        self.assertEqual(dark.find(".shared .link a")[0].text, link)
        dark.tap("Copy")
        dark.wait_text("Copied")
        self.assertEqual(dark.violations(), [])

    def test_the_code_comes_by_itself_once_phones_are_let_in(self):
        household = Household(by_file=True)
        self.addCleanup(household.close)
        phone = Browser(household.url, size=PHONE)
        self.addCleanup(phone.close)
        phone.set_up(household)
        phone.go("/welcome/phone")
        command = phone.wait(lambda: next(iter(phone.find("pre")), None), "what to type").text
        phone.picture("welcome-phone-closed")
        self.assertEqual(phone.find("svg.qr"), [])
        words = command.split()
        # As it works when it is typed: this program is not among the machine's own.
        self.assertEqual(words[:3], [os.path.realpath(BECKON), "network", "open"])
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        self.assertIn("Phones of this network can reach Beckon now", done.stdout)
        # The running service follows, and the page that is open shows it.
        link = phone.qr_code()
        self.assertNotIn("127.0.0.1", link)
        phone.picture("welcome-phone-open")
        self.assertEqual(phone.violations(), [])
        other = Browser(household.url, size=PHONE)
        self.addCleanup(other.close)
        other.go(link)
        other.wait_text("This logs Anna in")
        other.picture("enter")
        # And closed again, nobody outside reaches it, but the kiosk still calls.
        subprocess.run([BECKON, "network", "close", *words[3:]], capture_output=True, check=True)
        phone.wait_text("beckon network open")
        household.press_for_toilet()

    def test_the_link_works_once(self):
        link = self.household.setup_link()
        self.browser().set_up(self.household)
        other = self.browser()
        other.go(link)
        other.wait_text("already")
        self.assertEqual(other.find("[name=password]"), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
