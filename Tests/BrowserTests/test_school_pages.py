"""Where a client's school tasks are read: tried and added on the phone and by a coordinator, turned off and on, a token that no longer
works and a new one, removed with and without the goals; what opens a place is never shown again."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household, link_phone  # noqa: E402
from canvas import TOKEN, Canvas  # noqa: E402


class SchoolPages(unittest.TestCase):
    def setUp(self):
        self.household = Household()
        self.addCleanup(self.household.close)
        self.canvas = Canvas()
        self.addCleanup(self.canvas.close)
        self.anna = Browser(self.household.url)
        self.addCleanup(self.anna.close)
        self.anna.set_up(self.household)

    def looks_right(self, browser):
        self.assertEqual(browser.violations(), [])
        self.assertEqual(browser.small_targets(), [])
        self.assertFalse(browser.is_too_wide())

    def goals(self):
        return sorted(one["occurrence"]["title"] for one in self.anna.call("GET", "/goals?client=maria", None)[1]["goals"])

    def phone(self):
        phone = Browser(self.household.url, size=PHONE)
        self.addCleanup(phone.close)
        return link_phone(self.anna, "maria", phone)

    def test_a_coordinator_adds_it_and_the_client_sees_it(self):
        self.canvas.add(1, "Essay")
        self.canvas.add(2, "Sums")
        self.anna.go("/school")
        self.looks_right(self.anna)
        self.anna.go("/school/maria")
        self.anna.send("Test and add")
        self.anna.wait_text("Write the token.")
        self.looks_right(self.anna)
        self.anna.fill(address=self.canvas.address, token="wrong")
        self.anna.send("Test and add")
        self.anna.wait_text("platform does not accept it")
        self.anna.fill(token=TOKEN)
        self.anna.send("Test and add")
        self.anna.wait_text("Added: 2 tasks found.")
        self.assertEqual(self.goals(), ["Essay", "Sums"])
        self.assertNotIn(TOKEN, self.anna.driver.page_source)
        self.looks_right(self.anna)
        phone = self.phone()
        phone.go("/mine/goals")
        phone.send("School tasks from Canvas")
        phone.wait_text("2 tasks found")
        self.looks_right(phone)
        self.canvas.token = "another"
        phone.send("Read now")
        phone.wait_text("The token for the school no longer works.")
        self.anna.go("/now")
        self.anna.wait_text("school tasks can no longer be read")
        phone.tap("New token or link …")
        phone.fill(secret="another")
        phone.send("Save")
        phone.wait_text("Saved: 2 tasks found.")
        phone.send("Turn off")
        phone.wait_text("Turned off. Its goals stay.")
        phone.send("Turn on")
        phone.wait_text("Turned on.")
        phone.tap("Remove …")
        self.looks_right(phone)
        phone.send("Remove, keep the goals")
        phone.wait_text("Removed.")
        self.assertEqual(self.goals(), ["Essay", "Sums"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
