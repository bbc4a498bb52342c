"""Settings by question, what Beckon says, and hearing it, in a real browser on a phone."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import DESKTOP, PHONE, Browser, Household  # noqa: E402
from home import said, wait_for  # noqa: E402

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


if __name__ == "__main__":
    unittest.main()
