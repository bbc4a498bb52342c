"""Places and duties on phones: a zone that needs somebody, a duty that closes its gap, and dates that two people swap."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, TwoPhones  # noqa: E402
from selenium.webdriver.support.select import Select  # noqa: E402


class Duties(TwoPhones, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.plain = Browser(cls.household.url, size=PHONE, script=False)
        cls.addClassCleanup(cls.plain.close)
        cls.plain.log_in()

    def looks_right(self, phone, name):
        phone.picture(name)
        self.assertEqual(phone.violations(), [], name)
        self.assertEqual(phone.small_targets(), [], name)
        self.assertFalse(phone.is_too_wide(), name)

    def choose(self, phone, name, words):
        Select(phone.wait(lambda: next(iter(phone.find(f"select[name={name}]")), None), name)).select_by_visible_text(words)

    def duties(self):
        return self.household.api.call("GET", "/duties?state=active")[1]["duties"]

    def faults(self):
        faults = self.household.api.call("GET", "/faults?state=open")[1]["faults"]
        return [one["detail"] for one in faults if one["kind"] == "nobody_on_duty"]

    def test_from_an_empty_home_to_a_swapped_date(self):
        anna, ben = self.anna, self.ben
        anna.go("/duties")
        anna.wait_text("Say who is on duty when")
        self.looks_right(anna, "duties-none")
        # A zone that needs somebody.
        anna.send("Places", "main")
        anna.send("Add zone", "main")
        self.looks_right(anna, "place-form")
        anna.fill(name="East")
        anna.tick("input[name=needs_duty]")
        anna.send("Save")
        anna.wait_text("Somebody has to be on duty")
        self.looks_right(anna, "places")
        anna.go("/now")
        anna.wait_text("Nobody on duty: East")
        self.assertEqual(self.faults(), ["East"])
        # A duty of all days and hours closes the gap.
        anna.go("/duties/new")
        self.looks_right(anna, "duty-form")
        self.choose(anna, "person", "Anna")
        self.choose(anna, "where", "East")
        anna.set_time("from", "00:00")
        anna.set_time("until", "00:00")
        anna.send("Save", "main form")
        anna.wait_text("The duty was added.")
        self.looks_right(anna, "duty")
        self.assertEqual([one["content"]["minutes"] for one in self.duties()], [1440])
        anna.go("/now")
        anna.wait_text("On duty now: Anna (East)")
        anna.wait_no_text("Nobody on duty: East")
        self.assertEqual(self.faults(), [])
        anna.go("/handover")
        anna.wait_text("On duty now: Anna (East)")
        anna.go("/duties")
        self.looks_right(anna, "duties")
        # Anna gives her second date to Ben, who offers it to all; she takes it back.
        dates = [one.get_attribute("href") for one in anna.find("main a.planned")]
        later = next(one for one in dates if "/dates/" in one).removeprefix(self.household.url)
        anna.go(later)
        self.choose(anna, "person", "Ben")
        self.looks_right(anna, "duty-date")
        anna.send("Save", "main form")
        anna.wait_text("instead of Anna")
        ben.go(later)
        ben.wait_text("Who could take it?")
        self.looks_right(ben, "duty-offer")
        ben.send("Offer it")
        ben.wait_text("offered to everybody")
        anna.go(later)
        anna.send("I’ll take it")
        anna.wait_text("You have it now.")
        swaps = self.duties()[0]
        self.assertEqual((swaps.get("swaps", []), swaps.get("offers", [])), ([], []))
        # Whoever is no coordinator reads, and plans nothing.
        ben.go("/duties")
        ben.wait_text("Anna")
        self.assertNotIn("Add duty", ben.text())

    def test_without_scripts(self):
        plain = self.plain
        plain.go("/places/new?kind=zone")
        plain.fill(name="Garden house")
        plain.send("Save")
        plain.wait_text("Garden house")
        plain.go("/duties/new")
        self.choose(plain, "person", "Ben")
        self.choose(plain, "where", "Garden house")
        plain.tick("input[name=repeat][value=always]")
        plain.send("Save", "main form")
        plain.wait_text("The duty was added.")
        plain.wait_text("Always")
        plain.send("End duty", "main")
        plain.send("End duty", "main form")
        plain.wait_text("The duty was ended.")
        plain.go("/places")
        plain.send("Garden house", "main")
        plain.fill(name="Summer house")
        plain.send("Save")
        plain.wait_text("Summer house")
        plain.send("Summer house", "main")
        plain.send("Remove place")
        plain.wait_text("Removed.")
        plain.wait_no_text("Summer house")


if __name__ == "__main__":
    unittest.main()
