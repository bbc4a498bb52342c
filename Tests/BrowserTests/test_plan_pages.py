"""Planning on a phone as its user does it: taps are counted from Now, typing is none."""
import unittest

from browser import DESKTOP, PHONE, Browser, Household
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

SENTENCE = "walk every Monday and Thursday at 8, remind 10 minutes before"
NARROW = (360, 780)
# How wide the example in the field of the sentence is, and how much room it has there.
EXAMPLE = """
  const field = document.querySelector("[name=say]"), style = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  return [pen.measureText(field.placeholder).width, field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)];
"""


class Planning(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.phone = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.phone.close)
        cls.phone.set_up(cls.household)

    def setUp(self):
        self.taps = 0
        self.phone.go("/now")

    def tap(self, words, within="body"):
        self.taps += 1
        self.phone.tap(words, within)

    def send(self, words, within="body"):
        self.taps += 1
        self.phone.send(words, within)

    def tap_chip(self, name, value):
        self.taps += 1
        chip = self.phone.wait(lambda: self.phone.find(f"input[name={name}][value='{value}']")[0].find_element(By.XPATH, ".."), value)
        self.phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", chip)
        self.phone.wait(lambda: chip.is_displayed(), f"the chip {value}")
        chip.click()

    def newest(self):
        routines = self.household.api.call("GET", "/routines?state=active")[1]["routines"]
        return max(routines, key=lambda one: one["sequence"])["content"]

    def looks_right(self, name):
        self.phone.picture(name)
        self.assertEqual(self.phone.violations(), [])
        self.assertEqual(self.phone.small_targets(), [])
        self.assertFalse(self.phone.is_too_wide())

    def assert_planned(self, title):
        content = self.newest()
        self.assertEqual(content["title"], title)
        self.assertEqual(content["schedule"]["repeat"]["rules"], ["FREQ=WEEKLY;BYDAY=MO,TH"])
        self.assertEqual(content["schedule"]["start"][11:16], "08:00")
        self.assertEqual(content["reminders"]["minutes_before"], [10])

    def test_one_sentence(self):
        self.send("Plan")
        self.looks_right("plan-today")
        self.phone.fill(say=SENTENCE)
        self.send("Go on")
        self.phone.wait_text("Every Monday and Thursday at 8:00 AM")
        self.phone.wait_text("Reminded: 10 minutes before")
        self.looks_right("plan-sentence")
        self.send("Save")
        self.phone.wait_text("It is planned.")
        self.assert_planned("Walk")
        self.assertLessEqual(self.taps, 3)

    def test_three_steps(self):
        self.send("Plan")
        self.send("Plan something")
        # The field has the focus; whoever types goes on with Enter.
        self.phone.driver.switch_to.active_element.send_keys("Exercises", Keys.ENTER)
        self.phone.wait(lambda: self.phone.find("#step-2")[0].is_displayed(), "the second step")
        self.assertFalse(self.phone.find("#step-1")[0].is_displayed())
        self.looks_right("plan-step-2")
        self.tap_chip("days", "MO")
        self.tap_chip("days", "TH")
        self.tap_chip("before", "10")
        # What it means stands above, before it is saved.
        self.phone.wait_text("Every Monday and Thursday at 8:00 AM")
        self.phone.wait_text("10 minutes before")
        self.looks_right("plan-step-2-chosen")
        self.send("Save", "p.last")
        self.phone.wait_text("It is planned.")
        self.assert_planned("Exercises")
        self.assertLessEqual(self.taps, 6)

    def test_the_third_step_is_there_for_who_needs_more(self):
        self.phone.go("/plan/new")
        self.phone.fill(title="Reading")
        self.phone.tap("Next", "#step-1")
        self.phone.wait(lambda: self.phone.find("#step-2")[0].is_displayed(), "the second step")
        self.phone.tap("Next", "#step-2")
        self.phone.wait(lambda: self.phone.find("#step-3")[0].is_displayed(), "the third step")
        self.phone.wait(lambda: self.phone.find(".preview"), "what it means")
        self.assertTrue(self.phone.find("p.last [value=look]")[0].is_displayed())
        self.looks_right("plan-step-3")
        self.phone.tap("Back", "#step-3")
        self.phone.wait(lambda: self.phone.find("#step-2")[0].is_displayed(), "the second step")
        self.assertFalse(self.phone.find("p.last [value=look]")[0].is_displayed())
        self.phone.tap("Back", "#step-2")
        self.phone.wait(lambda: self.phone.find("#step-1")[0].is_displayed(), "the first step")
        self.assertFalse(self.phone.find("p.last")[0].is_displayed())

    def test_nothing_is_saved_that_was_not_shown(self):
        phone = self.phone
        phone.go("/plan/new")
        phone.fill(title="Stretching")
        for step in (1, 2):
            phone.tap("Next", f"#step-{step}")
            phone.wait(lambda: phone.find(f"#step-{step + 1}")[0].is_displayed(), "the next step")
        phone.wait(lambda: phone.find(".preview"), "what it means")

        def may_save():
            return [one.is_enabled() for one in phone.find("[value=save]") if one.is_displayed()]

        # Answers wait until they are let through.
        phone.driver.execute_script("""
            const real = window.fetch;
            window.fetch = (...all) => new Promise((go) => { window.release = () => go(real(...all)); });
            window.letThrough = () => { window.fetch = real; if (window.release) window.release(); };""")
        self.assertEqual(set(may_save()), {True})
        phone.tap("Other reminders, and how important it is", "#step-3")
        field = phone.find("[name=beforeOther]")[0]
        field.send_keys("20")
        self.assertEqual(set(may_save()), {False})
        phone.wait(lambda: phone.driver.execute_script("return Boolean(window.release)"), "the service to be asked")
        self.assertEqual(set(may_save()), {False})
        phone.driver.execute_script("letThrough()")
        phone.wait(lambda: "20 minutes before" in phone.find(".preview")[0].text, "the reminder")
        phone.wait(lambda: set(may_save()) == {True}, "to be able to save")
        # What was good last stays, and says that it is old and why.
        field = phone.find("[name=beforeOther]")[0]
        field.send_keys(" x")
        phone.wait_text("This is from before your last change:")
        self.assertIn("20 minutes before", phone.find(".preview")[0].text)
        self.assertEqual(set(may_save()), {False})
        self.looks_right("plan-outdated")
        field.send_keys(Keys.BACKSPACE, Keys.BACKSPACE, ", 30")
        phone.wait(lambda: "30 minutes" in phone.find(".preview")[0].text, "the other reminder")
        self.assertEqual(phone.find(".outdated"), [])
        phone.wait(lambda: set(may_save()) == {True}, "to be able to save")
        phone.send("Save", ".preview")
        phone.wait_text("It is planned.")
        self.assertEqual(sorted(self.newest()["reminders"]["minutes_before"]), [20, 30])

    def test_a_step_says_what_is_wrong_with_it(self):
        self.phone.go("/plan/new")
        self.phone.fill(title="")
        self.phone.tap("Next", "#step-1")
        self.phone.wait_text("Write what it is, such as Medicine.")
        self.assertTrue(self.phone.find("#step-1")[0].is_displayed())
        self.phone.fill(title="Bath")
        self.phone.tap("Next", "#step-1")
        self.phone.wait(lambda: self.phone.find("#step-2")[0].is_displayed(), "the second step")
        self.phone.tap("Back", "#step-2")
        self.phone.wait(lambda: self.phone.find("#step-1")[0].is_displayed(), "the first step")
        self.assertEqual(self.phone.find("[name=title]")[0].get_attribute("value"), "Bath")

    def test_what_a_sentence_leaves_open_is_asked_and_who_does_it_is_said_above(self):
        known = self.phone.call("GET", "/people", None)[1]["people"][0]
        otto = {"id": "otto", "name": "Otto", "role": "client", "absences": [], "reminders": known["reminders"], "active": True, "sequence": 0}
        status, made = self.phone.call("PUT", "/people/otto", otto)
        self.assertIn(status, (200, 201), made)
        self.addCleanup(lambda: self.phone.call("PUT", "/people/otto", {**made, "active": False}))
        self.phone.go("/plan")
        self.phone.fill(say="walk every Monday at 8")
        self.phone.send("Go on")
        self.phone.wait_text("Still open")
        self.assertEqual(self.phone.find("form.steps .problem, .faults"), [])
        self.assertFalse(self.phone.find("#step-1")[0].is_displayed())
        self.looks_right("plan-asked")
        Select(self.phone.find("#asked [name=client]")[0]).select_by_value("otto")
        self.phone.send("Go on", "#asked")
        self.phone.wait_text("for Otto, by")
        # What is chosen in the third step is said above it, before it is saved.
        self.phone.tap("3", ".overview")
        person = self.phone.wait(lambda: next((one for one in self.phone.find("[name=person]") if one.is_displayed()), None), "who")
        Select(person).select_by_value("otto")
        self.phone.wait(lambda: self.phone.find(".preview .people")[0].text == "by Otto", "who does it, above")
        self.looks_right("plan-who")
        self.phone.send("Save", ".preview")
        self.phone.wait_text("It is planned.")
        content = self.newest()
        self.assertEqual(content["client"], "otto")
        self.assertEqual(content["assignment"], {"kind": "fixed", "person": "otto"})

    def test_a_need_with_a_kind_and_planned(self):
        self.send("More")
        self.send("Needs")
        self.send("New need")
        self.looks_right("need-new")
        # The field has the focus.
        self.phone.driver.switch_to.active_element.send_keys("Cards")
        self.tap_chip("kind", "social")
        self.send("Save")
        self.phone.wait_text("It can be used from now on.")
        self.assertLessEqual(self.taps, 5)
        self.looks_right("needs-kinds")
        need = next(one for one in self.household.api.call("GET", "/needs")[1]["needs"] if one["label"] == "Cards")
        self.assertEqual(need["kind"], "social")
        self.phone.go(f"/needs/{need['id']}")
        self.phone.find("input[name=uses][value=scheduled]")[0].click()
        self.phone.send("Save", "form.routine")
        self.phone.go(f"/needs/{need['id']}")
        self.phone.wait_text("Nothing is planned of it yet.")
        self.phone.send("Plan it")
        self.assertEqual(self.phone.find("[name=title]")[0].get_attribute("value"), "Cards")
        self.phone.tap("Next", "#step-1")
        self.phone.tap("Next", "#step-2")
        self.phone.send("Save", "p.last")
        self.phone.wait_text("It is planned.")
        self.assertEqual(self.newest()["need"], need["id"])
        self.phone.go(f"/needs/{need['id']}")
        self.phone.wait_text("tomorrow 8:00 AM")
        self.looks_right("need-planned")

    def test_the_handover(self):
        self.household.press_for_toilet()
        self.send("More")
        self.send("Handover")
        self.phone.wait_text("Early")
        self.tap("Night", ".shifts")
        self.looks_right("handover")
        self.phone.go("/handover?since=8h")
        self.phone.wait_text("Open calls: ")
        self.looks_right("handover-calls")

    def test_the_narrowest_phone(self):
        phone = Browser(self.household.url, size=NARROW)
        self.addCleanup(phone.close)
        phone.log_in()
        phone.driver.execute_cdp_cmd("Network.enable", {})
        for language in ("en", "de", "fr"):
            phone.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})
            phone.go("/plan")
            with self.subTest(language):
                self.assertEqual(phone.driver.execute_script("return document.documentElement.lang"), language)
                phone.picture(f"plan-narrow-{language}")
                views = [one.rect["y"] for one in phone.find(".plan-bar .views .button")]
                self.assertEqual((len(views), len(set(views))), (2, 1), "week and month stand side by side")
                shown, room = phone.driver.execute_script(EXAMPLE)
                self.assertLessEqual(shown, room, "the example of a sentence is cut off")
                self.assertFalse(phone.is_too_wide())
                self.assertEqual(phone.small_targets(), [])

    def test_german_and_dark_on_a_desktop(self):
        desktop = Browser(self.household.url, size=DESKTOP, dark=True)
        self.addCleanup(desktop.close)
        desktop.log_in()
        for language, name in [("de", "de"), ("", "en")]:
            desktop.go("/account")
            desktop.driver.execute_script(
                "const one = document.querySelector('[name=language]'); one.value = arguments[0]; one.form.submit()", language)
            desktop.wait(lambda: desktop.find("main"), "the page")
            for path in ["/plan", "/plan/new", f"/plan/new?say={SENTENCE.replace(' ', '+')}", "/needs", "/needs/new", "/history", "/handover"]:
                desktop.go(path)
                desktop.picture(f"{name}-{path.split('?')[0].strip('/').replace('/', '-')}{'-said' if '?' in path else ''}")
                self.assertEqual(desktop.violations(), [], path)
                self.assertFalse(desktop.is_too_wide(), path)


if __name__ == "__main__":
    unittest.main(verbosity=2)
