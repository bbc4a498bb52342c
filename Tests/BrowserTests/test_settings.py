"""Settings by question, what Beckon says, and hearing it, in a real browser on a phone."""
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from selenium.webdriver.support.ui import Select  # noqa: E402
from browser import DESKTOP, PHONE, Browser, Household  # noqa: E402
from faults import Role  # noqa: E402
from home import BECKON, Home, said, wait_for  # noqa: E402

QUESTIONS = ["press", "pace", "hears", "screen", "calls", "keys", "station", "place"]


class Settings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.phone = Browser(cls.household.url, size=PHONE)
        cls.phone.set_up(cls.household)

    @classmethod
    def tearDownClass(cls):
        cls.phone.close()
        cls.household.close()

    def setUp(self):
        self.taps = 0

    def tap(self, words, within="body"):
        """One tap that leads to another page."""
        self.taps += 1
        self.phone.send(words, within)

    def tap_link(self, path):
        self.taps += 1
        old = self.phone.find("main")[0]
        link = self.phone.wait(lambda: next((one for one in self.phone.find(f'main a[href="{path}"], nav a[href="{path}"]')
                                             if one.is_displayed()), None), path)
        self.phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
        link.click()
        self.phone.wait(lambda: old not in self.phone.find("main"), "the next page")

    def type_into(self, name, words):
        field = self.phone.wait(lambda: self.phone.find(f'[name="{name}"]'), name)[0]
        self.phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", field)
        field.clear()
        field.send_keys(words)
        return field

    def choose(self, browser, name, words):
        field = browser.wait(lambda: browser.find(f'select[name="{name}"]'), name)[0]
        browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", field)
        Select(field).select_by_visible_text(words)

    def file(self):
        with open(f"{self.household.home.path}/beckon.yaml") as file:
            return file.read()

    def look_at(self, browser, name):
        self.assertEqual(browser.violations(), [], name)
        self.assertFalse(browser.is_too_wide(), name)
        self.assertEqual(browser.small_targets(), [], name)
        browser.picture(name)

    def test_each_question_can_be_used_on_a_phone(self):
        for path, name in [("/settings", "settings"), ("/settings/names", "settings-names"), ("/settings/phrases", "phrases"),
                           *((f"/settings/{one}", f"settings-{one}") for one in QUESTIONS)]:
            with self.subTest(path):
                self.phone.go(path)
                self.look_at(self.phone, name)

    def test_each_question_can_be_used_on_a_desk_in_the_dark(self):
        desk = Browser(self.household.url, size=DESKTOP, dark=True)
        self.addCleanup(desk.close)
        desk.log_in()
        for path, name in [("/settings", "settings-dark"), ("/settings/pace", "settings-pace-dark"),
                           ("/settings/phrases", "phrases-dark")]:
            with self.subTest(path):
                desk.go(path)
                self.look_at(desk, name)

    def test_another_client_and_a_kiosk_have_settings_of_their_own(self):
        phone = self.phone
        for method, path, body in [
            ("PUT", "/people/lukas", {"id": "lukas", "name": "Lukas", "role": "client", "absences": [], "active": True,
                                      "reminders": {"off": [], "channels": []}}),
            ("POST", "/pairings", {"id": "00000000-0000-4000-8000-000000000077", "kind": "kiosk", "name": "Kitchen", "client": "lukas"}),
        ]:
            status, answer = phone.call(method, path, body)
            self.assertIn(status, (200, 201), answer)
        place = f"http://127.0.0.1:{self.household.port}"
        machine = Home("service: { fetch: on }\n")
        self.addCleanup(machine.remove)
        subprocess.run([BECKON, "pair", "--home", machine.path, "--service", place, answer["code"]], check=True, capture_output=True)
        self.assertFalse(os.path.exists(f"{machine.path}/fetched/current"), "there is nothing of Lukas's yet")

        phone.go("/settings")
        self.tap_link("/people/lukas/settings")
        phone.wait_text("Nothing is written here for Lukas yet")
        self.look_at(phone, "settings-of-client")
        self.tap_link("/people/lukas/settings/pace")
        self.type_into("option-scan_time", "3.5")
        self.tap("Save", ".row.save")
        phone.wait_text("Lukas has it within half a minute")
        self.look_at(phone, "settings-of-client-pace")
        self.assertNotIn("3.5 s", self.file())
        with open(f"{self.household.home.path}/clients/lukas.yaml") as file:
            self.assertIn("scan_time: 3.5 s", file.read())

        device = next(one["id"] for one in phone.call("GET", "/devices", None)[1]["devices"] if one["name"] == "Kitchen")
        phone.go("/settings")
        self.tap_link(f"/devices/{device}/settings")
        self.look_at(phone, "settings-of-kiosk")
        self.tap_link(f"/devices/{device}/settings/hears")
        self.type_into("option-voices.main.volume", "30")
        self.tap("Save", ".row.save")
        phone.wait_text("Saved.")
        # The kiosk has both, and the home's language with them.
        kiosk = Role(machine, "kiosk", ["--service", place])
        self.addCleanup(kiosk.kill)

        def fetched():
            try:
                with open(f"{machine.path}/fetched/current/beckon.yaml") as file:
                    return file.read()
            except FileNotFoundError:
                return ""
        wait_for(lambda: "scan_time: 3.5 s" in fetched() and "volume: 0.3" in fetched(), "what was saved", home=machine)
        self.assertIn('name: "Lukas"', fetched())
        # Undone as it was done.
        phone.go("/people/lukas/settings/pace")
        self.type_into("option-scan_time", "4")
        self.tap("Save", ".row.save")
        phone.wait_text("Undo")
        self.tap("Undo", "#notices")
        with open(f"{self.household.home.path}/clients/lukas.yaml") as file:
            self.assertIn("scan_time: 3.5 s", file.read())

    def test_the_client_is_renamed_and_heard_in_four_taps(self):
        phone = self.phone
        phone.go("/now")
        self.tap_link("/more")
        self.tap_link("/settings/names")
        field = phone.wait(lambda: phone.find("[name='option-client.name']"), "the name")[0]
        self.assertEqual(phone.driver.switch_to.active_element, field, "no tap is needed to begin")
        self.type_into("option-client.name", "Mia")
        self.taps += 1
        phone.find("button.listen")[0].click()
        phone.wait(lambda: phone.find("button.listen[data-state=playing]"), "the name to be heard")
        self.tap("Save", "form.card")
        phone.wait_text("It counts from now on.")
        self.assertLessEqual(self.taps, 4)
        number = len(self.household.home.lines())
        self.household.press_for_toilet()
        said(self.household.home, "Mia", role="station", kind="alert", after=number)
        self.type_into("option-client.name", "Maria")
        self.tap("Save", "form.card")

    def test_a_sentence_is_changed_in_four_taps(self):
        phone = self.phone
        phone.go("/now")
        self.tap_link("/more")
        self.tap_link("/settings/phrases")
        self.tap_link("?open=asked")
        field = phone.wait(lambda: phone.find("[name=option-asked]"), "the sentence")[0]
        self.assertEqual(phone.driver.switch_to.active_element, field, "no tap is needed to begin")
        self.type_into("option-asked", "Your call is out.")
        self.tap("Save", "#phrase-asked")
        phone.wait_text("It is said like this from now on.")
        self.assertLessEqual(self.taps, 4)
        self.assertEqual(phone.find("[name=option-asked]")[0].get_attribute("value"), "Your call is out.")
        # Put back.
        self.tap("Put back", "#phrase-asked")
        self.assertNotEqual(phone.find("[name=option-asked]")[0].get_attribute("value"), "Your call is out.")

    def test_sentences_are_found_while_somebody_types_and_a_mistake_is_said_at_its_sentence(self):
        phone = self.phone
        phone.go("/settings/phrases")
        shown = lambda: [one for one in phone.find(".phrase") if one.is_displayed()]  # noqa: E731
        everything = len(shown())
        self.type_into("q", "still waiting")
        phone.wait(lambda: 0 < len(shown()) < everything, "fewer sentences")
        self.type_into("q", "no such words at all")
        phone.wait_text("No sentence has these words.")
        phone.go("/settings/phrases?open=on_the_way")
        self.type_into("option-on_the_way", "Nobody is named.")
        self.tap("Save", "#phrase-on_the_way")
        fault = phone.wait(lambda: phone.find("#option-on_the_way-fault"), "the mistake")[0]
        self.assertIn("{caregiver}", fault.text)
        self.assertEqual(phone.find("[name=option-on_the_way]")[0].get_attribute("value"), "Nobody is named.")
        self.look_at(phone, "phrases-mistake")

    def test_listening_begins_and_stops_and_says_what_is_wrong(self):
        phone = self.phone
        phone.go("/settings/phrases?open=asked")
        listen = phone.find("#phrase-asked button.listen")[0]
        phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", listen)
        self.type_into("option-asked", "This is a sentence that takes a while to be said, so that it can be stopped before its end.")
        listen.click()
        phone.wait(lambda: listen.get_attribute("data-state") == "playing", "it to be heard")
        listen.click()
        phone.wait(lambda: listen.get_attribute("data-state") == "idle", "it to stop")
        self.type_into("option-asked", "…")
        listen.click()
        phone.wait_text("This cannot be said")
        self.type_into("option-asked", "")
        listen.click()
        phone.wait_text("There is nothing to say yet.")

    def test_a_setting_is_changed_by_its_slider_and_put_back(self):
        phone = self.phone
        phone.go("/settings/pace")
        self.type_into("option-scan_time", "2.5")
        self.tap("Save", "form.question > .save")
        phone.wait_text("It counts as soon as Maria pauses.")
        with open(f"{self.household.home.path}/beckon.yaml") as file:
            self.assertIn("scan_time: 2.5 s", file.read())
        self.type_into("option-scan_time", "99")
        self.tap("Save", "form.question > .save")
        phone.wait(lambda: phone.find("#option-scan_time-fault"), "what is wrong")
        self.assertEqual(phone.find('[name="option-scan_time"]')[0].get_attribute("value"), "99")
        self.look_at(phone, "settings-pace-mistake")
        phone.go("/settings/pace")
        self.tap("Put back", '[data-key="scan_time"]')
        phone.wait(lambda: phone.find('[name="option-scan_time"]')[0].get_attribute("value") == "1.5", "the default")

    def test_a_slider_shows_its_ends_under_its_track(self):
        phone = self.phone
        for path, name, ends in [("/settings/pace", "scan_time", ["0.3 s", "10 s"]),
                                 ("/settings/hears", "voices.cue.volume", ["0 %", "100 %"]),
                                 ("/settings/hears", "voices.main.rate", ["80 words/min", "450 words/min"])]:
            phone.go(path)
            row = phone.wait(lambda: phone.find(f'[data-key="{name}"] .track'), name)[0]
            shown = row.find_elements("css selector", ".ends > span")
            self.assertEqual([one.text for one in shown], ends)
            track = row.find_element("css selector", "input[type=range]").rect
            for end in shown:
                self.assertGreaterEqual(end.rect["y"], track["y"] + track["height"] - 1, name)
                self.assertGreaterEqual(end.rect["x"], track["x"] - 1, name)
                self.assertLessEqual(end.rect["x"] + end.rect["width"], track["x"] + track["width"] + 1, name)

    def test_what_the_machine_has_is_chosen_by_its_name(self):
        phone = self.phone
        before = self.file()
        phone.go("/settings/place")
        self.choose(phone, "option-zone", "Lisbon")
        self.choose(phone, "option-home.language", "English (United States)")
        self.tap("Save", "form.question > .save")
        phone.wait_text("It counts from the next start of Beckon.")
        after = self.file()
        self.assertIn("zone: \"Europe/Lisbon\"", after)
        self.assertIn("language: \"en-US\"", after)
        self.assertEqual([line for line in before.splitlines() if "#" in line], [line for line in after.splitlines() if "#" in line])
        self.look_at(phone, "settings-place-changed")
        for name in ("zone", "home.language"):
            self.tap("Put back", f'[data-key="{name}"]')
        phone.go("/settings/hears")
        voice = Select(phone.find('select[name="option-voices.main.voice"]')[0])
        self.assertIn("Automatic", voice.first_selected_option.text)
        self.assertGreater(len(voice.options), 20)
        self.type_into("option-voices.cue.volume", "35")
        self.tap("Save", "form.question > .save")
        phone.wait_text("It counts from now on.")
        self.assertIn("volume: 0.35", self.file())
        self.tap("Put back", '[data-key="voices.cue.volume"]')

    def change_without_typing_the_file(self, browser, save):
        """A time in hours, and a key that no list has: fields that hang together."""
        browser.go("/settings/calls")
        field = browser.wait(lambda: browser.find('[name="option-alerts.ask_again"]'), "the time")[0]
        field.clear()
        field.send_keys("1.5")
        self.choose(browser, "unit-alerts.ask_again", "hours")
        save(browser)
        self.assertIn("ask_again: 1.5 h", self.file())
        browser.go("/settings/keys")
        other = browser.find('[name="other-switches.keys.back"]')[0]
        self.assertFalse(other.is_displayed(), "what is typed belongs to another key alone")
        self.choose(browser, "option-switches.keys.back", "Another key …")
        self.assertTrue(other.is_displayed())
        other.send_keys("f13")
        if browser.script:
            self.look_at(browser, "settings-keys-other")
        self.choose(browser, "option-switches.keys.help", "F1")
        save(browser)
        self.assertIn("back: [f13]", self.file())
        self.assertIn("help: [f1]", self.file())
        self.choose(browser, "option-switches.keys.help", "No key")
        save(browser)
        self.assertIn("help: []", self.file())

    def test_times_and_keys_are_chosen_on_a_phone(self):
        def save(browser):
            self.tap("Save", "form.question > .save")
            browser.wait_text("It counts from the next start of Beckon.")
        self.change_without_typing_the_file(self.phone, save)

    def test_times_and_keys_are_chosen_without_scripts(self):
        bare = Browser(self.household.url, size=PHONE, script=False)
        self.addCleanup(bare.close)
        bare.log_in()

        def save(browser):
            old = browser.find("main")[0]
            browser.button("Save", "form.question > .save").click()
            browser.wait(lambda: old not in browser.find("main"), "the next page")
        self.change_without_typing_the_file(bare, save)
        bare.go("/settings/pace")
        self.assertEqual([one.text for one in bare.find('[data-key="scan_time"] .ends > span')], ["0.3 s", "10 s"])
        bare.picture("settings-pace-no-script")


if __name__ == "__main__":
    unittest.main()
