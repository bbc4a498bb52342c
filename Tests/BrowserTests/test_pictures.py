"""A picture of oneself, put in as people do it: with scripts and without, drawn, and taken away again."""
import os
import random
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household, png  # noqa: E402


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        folder = tempfile.TemporaryDirectory(prefix="beckon-picture.")
        cls.addClassCleanup(folder.cleanup)
        cls.small = png(f"{folder.name}/small.png", 96, 64, lambda row: bytes([200, 4 * row % 256, 80]) * 96)
        # As large as a phone's: noise cannot be packed.
        chance = random.Random(2026)
        cls.large = png(f"{folder.name}/large.png", 1600, 1200, lambda row: chance.randbytes(3 * 1600))
        cls.first = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.first.close)
        cls.first.set_up(cls.household)

    def widths(self, browser, selector):
        """In pixels of the picture itself; 0 for one that is not drawn."""
        return browser.driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.naturalWidth)", selector)

    def send(self, browser, path):
        browser.go("/account")
        browser.tap("My picture")
        browser.find("#picture")[0].send_keys(path)
        browser.wait(lambda: browser.button("Save the picture").is_enabled(), "the picture to be made small")
        browser.tap("Save the picture")

    def another(self, first, name):
        """A phone of somebody whom the first one's owner has invited."""
        phone = first.invite(name)
        self.addCleanup(phone.close)
        return phone

    def test_with_a_phone(self):
        phone = self.first
        self.assertGreater(os.path.getsize(self.large), 5_000_000)
        self.send(phone, self.large)
        phone.wait_text("The picture is saved.")
        phone.wait(lambda: self.widths(phone, "main img.face") == [512], "the picture, made small, to be drawn")
        phone.tap("My picture")
        phone.wait(lambda: self.widths(phone, "img.portrait") == [512], "the portrait to be drawn")
        found = phone.violations() + phone.small_targets() + phone.complaints()
        self.assertEqual(found, [], "\n".join(found))
        self.assertFalse(phone.is_too_wide())
        phone.picture("account-picture")
        phone.go("/people")
        phone.wait(lambda: self.widths(phone, "img.face") == [512], "the picture in the list")
        self.assertEqual([one.text for one in phone.find("span.face")], ["M"])
        phone.picture("people-picture")
        self.household.press_for_toilet()
        phone.go("/now")
        phone.tap("I’m on my way")
        phone.wait_text("You are on the way")
        other = self.another(phone, "Ben")
        other.go("/now")
        other.wait(lambda: self.widths(other, ".call summary img.face") == [512], "the picture of who is on the way")
        other.picture("now-picture")
        phone.go("/account")
        phone.tap("My picture")
        phone.tap("Remove the picture")
        phone.wait_text("Remove your picture?")
        phone.tap("Remove the picture", within="main form")
        phone.wait_text("The picture is removed.")
        self.assertEqual([one.text for one in phone.find("main span.face")], ["A"])

    def test_without_scripts(self):
        plain = Browser(self.household.url, script=False)
        self.addCleanup(plain.close)
        plain.log_in()
        self.send(plain, self.large)
        plain.wait_text("This picture is too large")
        self.send(plain, self.small)
        plain.wait_text("The picture is saved.")
        plain.wait(lambda: self.widths(plain, "main img.face") == [96], "the picture to be drawn as it was sent")

    def test_on_a_board(self):
        """Put beside the board's file, named in the page, and seen on its card there."""
        phone = self.first
        shutil.copy(self.small, f"{self.household.home.path}/boards/cup.png")
        phone.go("/boards/home.yaml?text=edit")
        text = phone.find("#text")[0].get_attribute("value")
        self.assertIn("symbol: 🥤", text)
        # A driver cannot type an emoji: set, as if pasted.
        phone.driver.execute_script("arguments[0].value = arguments[1]", phone.find("#text")[0], text.replace("symbol: 🥤", "symbol: cup.png", 1))
        phone.send("Save")
        self.assertIn("?saved=", phone.path)
        phone.driver.execute_script("document.querySelector('.board').scrollIntoView()")
        phone.wait(lambda: self.widths(phone, ".board img") == [96], "the picture on its card")
        self.assertEqual(phone.complaints(), [])
        phone.picture("board-picture")


if __name__ == "__main__":
    unittest.main(verbosity=2)
