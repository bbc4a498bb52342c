"""What is changed in a home, on a phone whose browser runs no scripts; how calls are answered there, test_first_answer tries."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PASSWORD, PHONE, Browser, Household  # noqa: E402
from furnished import Furnished  # noqa: E402


class WithoutScripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        first = Browser(cls.household.url)
        cls.addClassCleanup(first.close)
        first.set_up(cls.household)
        cls.furnished = Furnished(cls.household, first)
        cls.furnished.send("PUT /people/{id}", cls.furnished.station, "otto", id="otto", name="Otto", role="client", sequence=0,
                           reminders={"off": [], "channels": []})
        cls.phone = Browser(cls.household.url, size=PHONE, script=False)
        cls.addClassCleanup(cls.phone.close)
        cls.phone.log_in()

    def type_over(self, selector, text):
        field = self.phone.find(selector)[0]
        field.clear()
        field.send_keys(text)

    def needs(self):
        """What can be asked, besides the boards."""
        return [need["label"] for need in self.household.api.call("GET", "/needs")[1]["needs"] if need["active"]]

    def unfold(self):
        self.phone.driver.execute_script("for (const one of document.querySelectorAll('main details')) one.open = true")

    def test_no_script_runs_here(self):
        self.phone.go("/now")
        self.assertEqual(self.phone.find("[data-scripted]"), [])

    def test_a_need_is_made_changed_and_taken_off(self):
        phone = self.phone
        phone.go("/needs/new")
        phone.fill(label="Blanket", say="I would like a blanket.")
        phone.send("Save")
        phone.wait_text("Blanket")
        phone.send("Blanket", within="main")
        phone.fill(label="Warm blanket")
        phone.send("Save")
        phone.wait_text("Warm blanket")
        self.assertIn("Warm blanket", self.needs())
        phone.send("Warm blanket", within="main")
        phone.send("Remove from the boards")
        phone.wait(lambda: "Warm blanket" not in self.needs(), "the need to be taken off")

    def test_a_way_to_be_reached_is_added_and_removed_and_this_device_says_what_it_lacks(self):
        phone, browser = self.phone, self.furnished.browser
        known = next(one for one in browser.call("GET", "/channels", None)[1]["channels"] if one["name"] == "web_push")
        status, answer = browser.call("PUT", "/channels/web_push", {
            "on": True, "settings": {"contact": "anna@example.org"}, "secrets": {}, "sequence": known["sequence"]})
        self.assertEqual(status, 200, answer)
        phone.go("/now")
        phone.send("Ways to reach you", within="[data-key=no-way]")
        phone.wait_text("Notifications need scripts, which this browser does not run.")
        phone.fill(**{"ntfy-topic": "home-anna", "label": "My phone"})
        phone.send("Add")
        phone.wait_text("Added.")
        self.unfold()
        phone.send("Yes, remove it")
        phone.wait_text("Removed.")
        self.assertFalse(phone.find("[data-key^=contact-]"))

    def test_a_proposal_is_decided(self):
        self.phone.go(f"/needs/proposals/{self.furnished.proposal}")
        self.phone.send("Approve")
        self.phone.wait(lambda: "Cards" in self.needs(), "the need that was proposed")

    def test_a_routine_is_planned_looked_at_and_ended(self):
        phone = self.phone
        phone.go("/plan/new")
        phone.fill(title="Water the flowers")
        phone.send("Preview dates", within="main form .row")
        # Two clients live here: for whom it is, nobody guesses.
        phone.wait_text("Choose for whom it is.")
        phone.find("[name=client] option[value=maria]")[0].click()
        phone.send("Preview dates", within="main form .row")
        phone.send("Save")
        phone.go("/plan/routines")
        phone.wait_text("Water the flowers")
        phone.send("Water the flowers", within="main")
        routine = phone.path.split("?")[0]
        phone.go(routine + "/end")
        phone.send(phone.find("main form button.danger, main form button")[0].text.split("\n")[0])
        routines = self.household.api.call("GET", "/routines")[1]["routines"]
        self.assertFalse([one for one in routines if one["content"]["title"] == "Water the flowers" and one["active"]])

    def test_what_is_due_is_done_taken_back_and_noted(self):
        phone, path = self.phone, f"/today/{self.furnished.routine}/{self.furnished.key}"
        phone.go(path)
        phone.send("Done")
        phone.go(path)
        phone.send("Undo")
        phone.go(path)
        phone.fill(text="She slept.")
        phone.send("Save the note")
        phone.go(path)
        phone.wait_text("She slept.")

    def test_settings_and_phrases_are_changed_wrongly_and_rightly(self):
        phone = self.phone
        phone.go("/settings/pace")
        self.type_over("[name=option-scan_time]", "quickly")
        phone.send("Save", ".save")
        phone.wait(lambda: phone.find("#option-scan_time-fault"), "what is wrong")
        self.assertEqual(phone.find("[name=option-scan_time]")[0].get_attribute("value"), "quickly")
        self.type_over("[name=option-scan_time]", "2.5 s")
        phone.send("Save", ".save")
        phone.go("/settings/pace")
        self.assertEqual(phone.find("[name=option-scan_time]")[0].get_attribute("value"), "2.5")
        phone.go("/settings/phrases?q=heard")
        phone.find("#phrase-heard a")[0].click()
        self.type_over("[name=option-heard]", "Somebody heard you.")
        phone.find("[name=option-heard]")[0].submit()
        phone.wait(self.says_so, "the phrase to be saved")

    def says_so(self):
        phrases = self.household.api.call("GET", "/phrases")[1]["phrases"]
        return next(one["text"] for one in phrases if one["key"] == "heard") == "Somebody heard you."

    def test_a_board_is_edited_wrongly_and_rightly(self):
        phone = self.phone
        phone.go("/boards/home.yaml?text=edit")
        text = phone.find("#text")[0].get_attribute("value")
        self.type_over("#text", text.replace("label:", "lable:", 1))
        phone.send("Save")
        phone.wait_text("Not saved")
        phone.wait_text("did you mean")
        self.type_over("#text", text.replace("name: Home", "name: At home", 1))
        phone.send("Check without saving")
        phone.wait_text("It can be saved")
        phone.send("Save")
        self.assertIn("?saved=", phone.path)
        phone.wait_text("At home")

    def test_people_and_devices_come_and_go(self):
        phone = self.phone
        phone.go("/people/new")
        phone.fill(name="Eva")
        phone.find("[name=role][value=caregiver]")[0].click()
        phone.send("Add")
        phone.wait_text("Eva")
        phone.send("Invite to log in")
        phone.wait_text("/join/")
        phone.go("/devices/pair")
        phone.find("[name=kind][value=station]")[0].click()
        phone.fill(name="Kitchen")
        phone.send("Get a code")
        self.assertRegex(phone.text(), r"[A-Z0-9]{3}-[A-Z0-9]{3}")

    def test_a_kiosk_serves_others(self):
        send = self.furnished.send
        code = send("POST /pairings", name="Living room", kind="kiosk", client="maria")["code"]
        token = send("POST /devices", self.furnished.station, code=code)["token"]
        send("PUT /machine", token, version="9.8.7", batteries=[{"name": "Buddy", "percent": 12, "is_charging": True}])
        phone = self.phone
        phone.go("/devices")
        phone.wait_text("Living room")
        self.assertIn("Beckon 9.8.7", phone.text())
        self.assertIn("Battery of Buddy: 12 %, charging", phone.text())
        # Those with the home's own token stand there as well.
        self.assertIn("Kiosk of this machine", phone.text())
        path = self.change_of("Living room")
        phone.go(path)
        self.assertEqual(phone.find("[name=serves][value=maria]"), [])
        phone.tick("[name=serves][value=otto]")
        phone.send("Save")
        phone.wait_text("Also for Otto")
        # Times that a program has set are shown, and stay when something else is changed.
        times = [{"days": ["MO", "TU"], "from": "08:00", "until": "16:00"}]
        send("PUT /devices/{id}/clients", None, path.split("/")[2], clients=[{"client": "otto", "times": times}])
        phone.go(path)
        phone.fill(name="Sitting room")
        phone.send("Save")
        phone.wait_text("Sitting room")
        self.assertIn("Also for Otto: Mo, Tu, 08:00–16:00", phone.text())
        # What somebody else changes while the form is open is said, and kept until it is saved once more.
        phone.go(path)
        times = [{"days": ["SA"], "from": "9:00", "until": "10:00"}]
        send("PUT /devices/{id}/clients", None, path.split("/")[2], clients=[{"client": "otto", "times": times}])
        phone.tick("[name=serves][value=otto]")
        phone.send("Save")
        phone.wait_text("Somebody else has changed this meanwhile: Also for Otto: Sa, 9:00–10:00")
        phone.go("/devices")
        self.assertIn("Also for Otto: Sa, 9:00–10:00", phone.text())
        phone.go(path)
        self.assertTrue(phone.find("[name=serves][value=otto]")[0].is_selected())
        phone.tick("[name=serves][value=otto]")
        phone.send("Save")
        phone.wait_text("Saved")
        self.assertNotIn("Also for Otto", phone.text())

    def change_of(self, name):
        """The page with a device's name, as its card leads there."""
        cards = [card for card in self.phone.find("main .card") if name in card.text]
        link = cards[0].find_element("css selector", "a[href$='/change']").get_attribute("href")
        return "/" + link.split("/", 3)[3]

    def test_z_one_changes_the_password_and_logs_out(self):
        phone = self.phone
        phone.go("/account")
        self.unfold()
        phone.fill(old_password=PASSWORD, password="seven slow old trams", again="seven slow old trams")
        phone.find("[name=again]")[0].submit()
        phone.wait_text("Your password is changed")
        phone.go("/account")
        phone.send("Log out")
        phone.wait(lambda: phone.path.startswith("/login"), "to be logged out")
        phone.log_in(password="seven slow old trams")


if __name__ == "__main__":
    unittest.main(verbosity=2)
