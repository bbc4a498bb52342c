"""Calendars on pages: connected by a link, a file and a real CalDAV server, in both directions; what could not be taken, what has vanished
and what no longer works, each with what to do; one's own calendar addresses, made, read, renewed and ended. What opens a calendar is never
shown again. On a phone, by the keyboard, and without scripts."""
import os
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household, link_phone  # noqa: E402
from dav import PASSWORD, USER, Radicale, Shared, event  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.select import Select  # noqa: E402


def several(*events):
    """One calendar of some."""
    inside = [one.decode().split("BEGIN:VEVENT")[1].split("END:VEVENT")[0] for one in events]
    head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//test//EN\r\n"
    return (head + "".join(f"BEGIN:VEVENT{one}END:VEVENT\r\n" for one in inside) + "END:VCALENDAR\r\n").encode()


PHYSIO = event("physio@clinic", "Physiotherapy", 10, "RRULE:FREQ=WEEKLY;BYDAY=TU", day="20270105T100000")
CHOIR = event("choir@clinic", "Choir", 18, "RRULE:FREQ=WEEKLY;BYDAY=WE", day="20270106T180000")
NOWHERE = event("nowhere@clinic", "Walk on Mars", zone="Mars/Olympus Mons")


class CalendarPages(unittest.TestCase):
    def setUp(self):
        self.household = Household()
        self.addCleanup(self.household.close)
        self.anna = Browser(self.household.url, size=PHONE)
        self.addCleanup(self.anna.close)
        self.anna.set_up(self.household)

    def looks_right(self, browser):
        self.assertEqual(browser.violations(), [])
        self.assertEqual(browser.small_targets(), [])
        self.assertEqual(browser.outside(), [])
        self.assertFalse(browser.is_too_wide())

    def titles(self):
        return {one["content"]["title"] for one in self.anna.call("GET", "/routines", None)[1]["routines"]}

    def choose_whose(self, browser, value="maria"):
        Select(browser.wait(lambda: browser.find("select[name=client]"), "whose plan it is")[0]).select_by_value(value)

    def shared(self, text):
        shared = Shared(text)
        self.addCleanup(shared.close)
        return shared

    def test_a_link_is_read_followed_and_removed(self):
        shared = self.shared(several(PHYSIO, CHOIR, NOWHERE))
        self.anna.go("/calendars")
        self.anna.wait_text("No calendar is connected yet.")
        self.looks_right(self.anna)
        self.anna.send("Connect a calendar")
        self.looks_right(self.anna)
        self.anna.send("Test and add")
        self.anna.wait_text("Choose whose plan it is.")
        self.looks_right(self.anna)
        self.choose_whose(self.anna)
        self.anna.fill(address=shared.address, name="Clinic")
        self.anna.send("Test and add")
        self.anna.wait_text("Connected: 2 events in the plan.")
        self.assertEqual(self.titles(), {"Physiotherapy", "Choir"})
        self.assertNotIn("secret-0123456789", self.anna.driver.page_source)
        self.anna.tap("What could not be taken over")
        self.anna.wait_text("Walk on Mars")
        self.assertIn("its time zone is not known here", self.anna.text())
        self.looks_right(self.anna)
        self.anna.picture("calendar", whole=True)
        # It is asked about only after a second reading without it.
        shared.text = several(PHYSIO)
        for _ in range(2):
            self.anna.send("Read now")
            self.anna.wait_text("Read: ")
        self.anna.wait_text("No longer in the calendar")
        self.looks_right(self.anna)
        self.anna.send("End it")
        self.anna.wait_text("It has ended. What was, stays in the history.")
        self.assertNotIn("No longer in the calendar", self.anna.text())
        shared.text = b"<html>not a calendar</html>"
        self.anna.send("Read now")
        self.anna.wait_text("is no calendar")
        self.anna.go("/calendars")
        self.anna.wait_text("is no calendar")
        self.looks_right(self.anna)
        self.anna.send("Clinic")
        self.anna.tap("Name and settings …")
        self.anna.fill(name="Clinic in town")
        self.anna.tick("input[name=take][value=due]")
        self.looks_right(self.anna)
        self.anna.send("Save")
        self.anna.wait_text("Saved.")
        self.anna.tap("New link …")
        self.looks_right(self.anna)
        shared.text = several(PHYSIO, CHOIR)
        self.anna.fill(address=shared.address)
        self.anna.send("Test and save")
        self.anna.wait_text("Saved: ")
        self.assertNotIn("secret-0123456789", self.anna.driver.page_source)
        self.anna.send("Turn off")
        self.anna.wait_text("Turned off. What came of it stays.")
        self.anna.send("Turn on")
        self.anna.wait_text("Turned on.")
        self.anna.tap("Remove …")
        self.looks_right(self.anna)
        self.anna.send("Remove, keep the events")
        self.anna.wait_text("Removed.")
        self.assertIn("Physiotherapy", self.titles())

    def test_a_file_is_read_once_also_without_scripts(self):
        plain = Browser(self.household.url, size=PHONE, script=False)
        self.addCleanup(plain.close)
        plain.log_in()
        with tempfile.TemporaryDirectory(prefix="beckon-calendar.") as folder:
            path = f"{folder}/clinic.ics"
            with open(path, "wb") as file:
                file.write(b"\xff\xfe no calendar")
            plain.go("/calendars/new")
            plain.tick("input[name=kind][value=file]")
            plain.wait(lambda: plain.find("input[name=file]")[0].is_displayed(), "the field for a file")
            plain.find("input[name=file]")[0].send_keys(path)
            self.choose_whose(plain, "*household")
            plain.send("Test and add")
            plain.wait_text("Export it again as UTF-8.")
            with open(path, "wb") as file:
                file.write(PHYSIO)
            plain.find("input[name=file]")[0].send_keys(path)
            plain.fill(name="Clinic")
            plain.send("Test and add")
        plain.wait_text("Connected: 1 event in the plan.")
        self.assertEqual(self.titles(), {"Physiotherapy"})
        self.assertNotIn("Read now", plain.text())

    def look(self, browser, server, password=PASSWORD):
        browser.go("/calendars/new")
        browser.tick("input[name=kind][value=dav]")
        browser.fill(server=server.origin, user=USER, password=password)

    def test_calendars_of_a_server_are_found_read_and_written(self):
        server = Radicale()
        self.addCleanup(server.close)
        read, written = server.make("clinic"), server.make("home")
        server.put(read, "physio.ics", PHYSIO)
        self.look(self.anna, server, "wrong")
        self.anna.tap("Look for calendars")
        self.anna.wait(lambda: self.anna.find("#found .problem"), "what is wrong, where it was looked for")
        self.anna.fill(password=PASSWORD)
        self.anna.tap("Look for calendars")
        self.anna.wait(lambda: len(self.anna.find("#found input[type=radio]")) == 2, "both calendars")
        # What was typed stays, and is no part of the page.
        self.assertEqual(self.anna.find("[name=password]")[0].get_property("value"), PASSWORD)
        self.assertNotIn(PASSWORD, self.anna.driver.page_source)
        self.looks_right(self.anna)
        self.anna.tick(f"#found input[value='{read}']")
        self.choose_whose(self.anna)
        self.anna.fill(name="Clinic")
        self.anna.send("Test and add")
        self.anna.wait_text("Connected: 1 event in the plan.")
        self.looks_right(self.anna)

        self.look(self.anna, server)
        self.anna.tap("Look for calendars")
        self.anna.wait(lambda: self.anna.find(f"#found input[value='{written}']"), "the other one")
        self.anna.tick(f"#found input[value='{written}']")
        self.anna.tick("input[name=direction][value=write]")
        self.assertFalse(self.anna.find("input[name=take]")[0].is_displayed())
        self.choose_whose(self.anna, "*household")
        self.anna.fill(name="Outside")
        self.anna.send("Test and add")
        self.anna.wait_text("Connected: ")
        self.anna.tap("New password …")
        self.looks_right(self.anna)
        self.anna.tap("Remove …")
        self.looks_right(self.anna)
        self.anna.send("Remove, leave what is there")
        self.anna.wait_text("Removed.")

        # Without scripts the page comes anew, with what was found, and without the password.
        plain = Browser(self.household.url, size=PHONE, script=False)
        self.addCleanup(plain.close)
        plain.log_in()
        self.look(plain, server)
        plain.send("Look for calendars")
        plain.wait(lambda: len(plain.find("#found input[type=radio]")) == 2, "both calendars")
        self.assertEqual(plain.find("[name=password]")[0].get_property("value"), "")

    def fetch(self, address):
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""

    def own_address(self, browser, card):
        return browser.wait(lambda: browser.find(f"[data-key={card}] .shared"), "the address")[0].get_attribute("data-link")

    def test_an_address_of_ones_own_is_made_read_renewed_and_ended(self):
        self.anna.go("/account")
        self.anna.send("My calendar addresses")
        self.looks_right(self.anna)
        # By the keyboard: one choice, then the button behind it.
        [choice] = [one for one in self.anna.find("[data-key=plan-maria] input[name=detail]") if one.get_attribute("value") == "everything"]
        choice.send_keys(Keys.ARROW_DOWN)
        self.anna.wait(lambda: self.anna.find("[data-key=plan-maria] input[value=times]:checked"), "only the times")
        main = self.anna.find("main")[0]
        self.anna.driver.switch_to.active_element.send_keys(Keys.TAB)
        self.anna.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.anna.wait(lambda: main not in self.anna.find("main"), "the page with the address")
        self.anna.wait_text("Here is the address.")
        self.looks_right(self.anna)
        self.anna.picture("feeds", whole=True)
        first = self.own_address(self.anna, "plan-maria")
        status, text = self.fetch(first)
        self.assertEqual((status, text[:15]), (200, "BEGIN:VCALENDAR"))
        self.assertIn("Only the times", self.anna.text())
        [link] = self.anna.find("[data-key=plan-maria] a[href^='webcal:']")
        self.assertEqual(link.get_attribute("href").split("://")[1], first.split("://")[1])
        self.anna.tap("New address …", "[data-key=plan-maria]")
        self.looks_right(self.anna)
        self.anna.tick("[data-key=plan-maria] input[value=everything]")
        self.anna.send("Make a new address", "[data-key=plan-maria]")
        self.anna.wait_text("Here is the address.")
        second = self.own_address(self.anna, "plan-maria")
        self.assertEqual((self.fetch(first)[0], self.fetch(second)[0]), (404, 200))
        self.anna.driver.refresh()
        self.anna.wait_text("Last read:")

        # A client has the address of their own plan, and nobody else's; a coordinator sees that it is there, and ends it.
        phone = Browser(self.household.url, size=PHONE)
        self.addCleanup(phone.close)
        link_phone(self.anna, "maria", phone)
        phone.go("/mine/calendars")
        self.assertEqual(len(phone.find("[data-key^=plan-]")), 1)
        self.assertFalse(phone.find("[data-key=household]"))
        phone.send("Make an address")
        phone.wait_text("Here is the address.")
        self.looks_right(phone)
        hers = self.own_address(phone, "plan-maria")
        self.anna.go("/mine/calendars")
        self.anna.wait_text("Other addresses")
        self.assertNotIn(hers, self.anna.driver.page_source)
        self.anna.tap("End it …", "[data-key=others]")
        self.looks_right(self.anna)
        self.anna.send("Yes, end it", "[data-key=others]")
        self.anna.wait_text("The address has ended.")
        self.assertEqual((self.fetch(hers)[0], self.fetch(second)[0]), (404, 200))
        self.anna.tap("End it …", "[data-key=plan-maria]")
        self.anna.send("Yes, end it", "[data-key=plan-maria]")
        self.anna.wait_text("The address has ended.")
        self.assertEqual(self.fetch(second)[0], 404)


if __name__ == "__main__":
    unittest.main(verbosity=2)
