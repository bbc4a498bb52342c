"""Boards by touch, as a coordinator does it with a thumb, with keys alone, and without scripts; the taps are counted."""
import os
import sys
import tempfile
import unittest
import wave

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, ROOT, Browser, Household, png  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402


class Boards(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.phone = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.phone.close)
        cls.phone.set_up(cls.household)
        folder = tempfile.TemporaryDirectory(prefix="beckon-board.")
        cls.addClassCleanup(folder.cleanup)
        cls.photo = png(f"{folder.name}/photo.png", 900, 600, lambda row: bytes([200, row % 256, 80]) * 900)

    def setUp(self):
        self.taps = 0
        self.phone.go("/now")

    def tap(self, words, within="body"):
        self.phone.tap(words, within)
        self.taps += 1

    def file(self):
        with open(f"{self.household.home.path}/boards/home.yaml", encoding="utf-8") as file:
            return file.read()

    def focused(self):
        return self.phone.driver.switch_to.active_element

    def to_sheet(self, words):
        self.tap("More", "nav")
        self.tap("Boards", "main")
        self.phone.wait(lambda: self.phone.find(".board"), "the first board")
        self.tap(words, ".board")
        self.phone.wait(lambda: self.phone.find("dialog[open] [name=label]"), "the sheet")

    def test_relabel(self):
        before = self.file()
        self.to_sheet("Toilet")
        phone = self.phone
        found = phone.violations() + phone.small_targets() + phone.complaints()
        self.assertEqual(found, [], "\n".join(found))
        self.assertFalse(phone.is_too_wide())
        phone.picture("board-sheet")
        # The label has the focus, and is chosen: typing replaces it.
        self.focused().send_keys("Bathroom")
        self.tap("Save", "dialog")
        phone.wait_text("“Toilet” changed")
        # The sentence is still the old one: that is said.
        phone.wait_text("“I need the toilet, please.”")
        self.assertLessEqual(self.taps, 4)
        self.assertIn("label: Bathroom", self.file())
        phone.wait(lambda: self.focused().text == "Bathroom", "the focus on the card")
        # The page has jumped to the card: what was done and the way back are in sight all the same, and do not cover it.
        notice, undo, card = (phone.driver.execute_script("const box = arguments[0].getBoundingClientRect(); return [box.top, box.bottom]", one)
                              for one in (phone.find("#notices .notice")[0], phone.find("#notices button")[0], self.focused()))
        self.assertGreaterEqual(notice[0], 0)
        self.assertLessEqual(undo[1], PHONE[1])
        self.assertGreaterEqual(card[0], notice[1])
        phone.picture("board-cards")
        found = phone.violations() + phone.small_targets()
        self.assertEqual(found, [], "\n".join(found))
        step = phone.find(".steps button")[0]
        phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", step)
        step.click()
        phone.wait(lambda: self.file() == before, "the change to be undone")

    def test_new_card_with_a_picture(self):
        self.to_sheet("Add card")
        phone = self.phone
        self.focused().send_keys("Scarf")
        phone.find("dialog [name=picture]")[0].send_keys(self.photo)
        self.taps += 1
        phone.wait(lambda: phone.find("dialog [data-crop]")[0].is_displayed() and phone.button("Save", "dialog").is_enabled(),
                   "the picture to be cropped")
        phone.picture("board-crop")
        self.tap("Save", "dialog")
        phone.wait(lambda: "symbol: scarf.jpg" in self.file(), "the card in the file")
        self.assertLessEqual(self.taps, 7)
        self.assertTrue(os.path.exists(f"{self.household.home.path}/boards/scarf.jpg"))
        phone.wait(lambda: 512 in phone.driver.execute_script(
            "return [...document.querySelectorAll('.board img')].map((one) => one.naturalWidth)"), "the picture on its card")

    def test_symbol_by_name_with_keys_alone(self):
        phone = self.phone
        phone.go("/boards/home.yaml")
        link = next(one for one in phone.find(".board a[data-sheet]") if one.text == "Toilet")
        phone.driver.execute_script("arguments[0].focus()", link)
        link.send_keys(Keys.ENTER)
        phone.wait(lambda: phone.find("dialog[open] [name=label]"), "the sheet")
        self.focused().send_keys(Keys.ESCAPE)
        phone.wait(lambda: not phone.find("dialog"), "the sheet to be closed")
        self.assertEqual(self.focused().text, "Toilet")
        self.focused().send_keys(Keys.ENTER)
        phone.wait(lambda: phone.find("dialog[open] [name=search]"), "the sheet")
        phone.find("dialog [name=search]")[0].send_keys("shower")
        radio = phone.wait(lambda: phone.find("dialog [name=picked][value='🚿']"), "the emoji")[0]
        radio.send_keys(Keys.SPACE)
        phone.find("dialog [name=label]")[0].send_keys(Keys.ENTER)
        phone.wait(lambda: "symbol: 🚿" in self.file(), "the symbol in the file")

    def test_begin_a_board(self):
        phone = self.phone
        phone.go("/boards")
        phone.fill(name="Garden shed")
        self.tap("Begin", "main")
        phone.wait(lambda: phone.driver.current_url.split("?")[0].endswith("/boards/garden-shed.yaml"), "the new board")
        self.assertTrue(os.path.exists(f"{self.household.home.path}/boards/garden-shed.yaml"))
        phone.wait(lambda: phone.find(".board a[data-sheet]"), "its cards")

    def test_the_last_card_of_a_group(self):
        """A group goes only if somebody says so, and comes back by one step."""
        phone = self.phone
        phone.go("/boards/home.yaml/items/new?kind=group")
        phone.fill(label="Weather", first="Rain")
        phone.send("Save")
        phone.wait(lambda: "label: Weather" in self.file(), "the group in the file")
        before = self.file()
        self.tap("Rain", ".board")
        phone.wait(lambda: phone.find("dialog[open] [name=label]"), "the sheet")
        self.tap("Remove", "dialog")
        self.tap("Yes, remove it", "dialog")
        phone.wait(lambda: phone.find("[name=removes_emptied]"), "the question")
        self.assertEqual(self.file(), before)
        phone.picture("board-last-card")
        phone.find("[name=removes_emptied]")[0].click()
        self.tap("Yes, remove it")
        phone.wait(lambda: "Weather" not in self.file(), "the group to be gone")
        self.tap("Undo", ".notice")
        phone.wait(lambda: self.file() == before, "the group to be back")

    def test_a_voice_of_ones_own(self):
        phone = Browser(self.household.url, size=PHONE, microphone=True)
        self.addCleanup(phone.close)
        phone.log_in()
        phone.go("/boards/home.yaml")
        before = self.file()
        phone.tap("Toilet", ".board")
        phone.wait(lambda: phone.find("dialog[open] [name=label]"), "the sheet")
        phone.tap("More", "dialog")
        place = phone.find("dialog [data-recording]")[1]

        def click(button):
            phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
            button.click()
        told, record, hear = (place.find_element("css selector", one) for one in ("[data-recorded]", ".record", ".listen"))
        click(record)
        # Long enough for a beep.
        phone.wait(lambda: "Recording: 2" in told.text, "two seconds of it")
        phone.picture("board-recording")
        click(record)
        phone.wait(lambda: "kept when you save" in told.text, "the recording")
        heard = "return Number(document.documentElement.dataset.heard || 0)"
        click(hear)
        phone.wait(lambda: phone.driver.execute_script(heard) == 1, "to hear it before it is kept")
        found = phone.violations() + phone.small_targets() + phone.complaints()
        self.assertEqual(found, [], "\n".join(found))
        self.assertFalse(phone.is_too_wide())
        # What still runs when it is saved is kept too: here a second one.
        click(record)
        phone.wait(lambda: "Recording: 2" in told.text, "two seconds of another")
        phone.tap("Save", "dialog")
        phone.wait(lambda: "cue_sound: toilet.wav" in self.file(), "the recording at its card")
        with wave.open(f"{self.household.home.path}/boards/toilet.wav") as file:
            self.assertEqual((file.getnchannels(), file.getframerate(), file.getsampwidth()), (1, 48000, 2))
            self.assertGreater(file.getnframes(), 4800)
        # From then on it is one of those to choose from, and is heard there.
        phone.go("/boards/home.yaml")
        phone.tap("Toilet", ".board")
        phone.wait(lambda: phone.find("dialog[open] [name=label]"), "the sheet again")
        phone.tap("More", "dialog")
        place = phone.find("dialog [data-recording]")[1]
        self.assertEqual(place.find_element("css selector", "select").get_attribute("value"), "toilet.wav")
        hear = place.find_element("css selector", ".listen")
        click(hear)
        phone.wait(lambda: phone.driver.execute_script(heard) == 1, "to hear the one that is kept")
        phone.go("/boards/home.yaml")
        phone.find(".steps button")[0].click()
        phone.wait(lambda: self.file() == before, "the change to be undone")

    def test_without_scripts(self):
        plain = Browser(self.household.url, script=False)
        self.addCleanup(plain.close)
        plain.log_in()
        plain.go("/boards/home.yaml/items/new?kind=item")
        plain.fill(label="Blanket", search="bed")
        plain.send("Search")
        plain.find("[name=picked][value='🛏️']")[0].click()
        plain.find("[name=picture]")[0].send_keys(self.photo)
        plain.tap("More", "main")
        plain.find("[name=say_sound_file]")[0].send_keys(f"{ROOT}/sounds/answered.wav")
        plain.send("Save")
        plain.wait(lambda: "symbol: blanket.png" in self.file(), "the card with its picture")
        self.assertIn("say_sound: blanket.wav", self.file())


if __name__ == "__main__":
    unittest.main(verbosity=2)
