"""The client's screen in a browser of its own: paired with a code, it follows the scan and can be touched."""
import contextlib
import os
import statistics
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, TABLET, Browser, Household  # noqa: E402
from home import SETTINGS, background, said, seconds_of, wait_for  # noqa: E402
from selenium import webdriver  # noqa: E402

# Notes when the mark has moved, and what it stands on: [milliseconds since 1970, words].
WATCH_MARKS = """
    window.marks = [];
    let last = null;
    new MutationObserver(() => {
        const one = document.querySelector("#rows .scanned");
        const key = one && (one.dataset.cell || "row " + [...one.parentNode.children].indexOf(one));
        if (key !== last && key) marks.push([Date.now(), one.innerText]);
        last = key;
    }).observe(document.getElementById("rows"),
        {subtree: true, childList: true, attributes: true, attributeFilter: ["class"]});"""
# Notes when what the screen says of itself has changed, in the same way.
WATCH_STATES = """
    window.states = [];
    new MutationObserver(() => states.push([Date.now(), document.documentElement.dataset.shown]))
        .observe(document.documentElement, {attributes: true, attributeFilter: ["data-shown"]});"""


class Screen(unittest.TestCase):
    settings = None

    def setUp(self):
        self.household = Household(self.settings)
        self.addCleanup(self.household.close)
        self.caregiver = self.browser(size=PHONE)
        self.caregiver.set_up(self.household)
        self.screen = self.browser(size=TABLET)
        self.pair()

    def browser(self, **options):
        browser = Browser(self.household.url, **options)
        self.addCleanup(browser.close)
        return browser

    def pair(self):
        self.caregiver.go("/devices/pair")
        self.caregiver.find("[name=kind][value=display]")[0].click()
        self.caregiver.fill(name="Bed")
        self.caregiver.tap("Get a code")
        code = self.caregiver.wait(lambda: self.caregiver.find(".code"), "the code")[0].text
        self.screen.go("/display/pair")
        self.assertEqual(self.screen.violations() + self.screen.small_targets(), [])
        self.screen.fill(code=code.lower().replace("-", " "))
        self.screen.tap("Begin")
        self.screen.wait(lambda: self.shown() == "rest", "a screen at rest")

    def shown(self):
        return self.screen.driver.execute_script("return document.documentElement.dataset.shown")

    def script(self, text):
        return self.screen.driver.execute_script(text)

    def cards(self):
        return {card.text.strip().split("\n")[-1]: card for card in self.screen.find("[data-cell]") if card.is_displayed()}


class TheMark(Screen):
    settings = SETTINGS.replace("scan_time: 1 s", "scan_time: 0.6 s, pattern: row_column, loops: 10")

    def test_each_word_has_its_mark(self):
        waits = self.measure()
        median, p99, worst = statistics.median(waits), waits[int(len(waits) * 0.99)], waits[-1]
        print(f"word begins -> mark moved in the page, {len(waits)} words: median {median * 1000:.1f} ms, "
              f"99th percentile {p99 * 1000:.1f} ms, slowest {worst * 1000:.1f} ms", file=sys.stderr)

    def measure(self):
        """The seconds from each word to its mark, the shortest first: rows, then the cards of one."""
        self.wait_for_rest()
        self.script(WATCH_MARKS)
        first = len(self.household.home.lines())
        self.household.process.tap()
        self.wait_for_cues(first, 21)
        # The row that is being offered is opened.
        middle = len(self.household.home.lines())
        self.household.process.tap()
        self.wait_for_cues(middle, 21)
        cues = self.cues(first)[:-1]

        def marks():
            return [(moment / 1000, words) for moment, words in self.script("return marks")]

        def matched():
            """Of the words in their order, each with the next mark on what it names; as far as all have one."""
            found, following = [], iter(marks())
            for cue in cues:
                # "Row 2: Drinks", "Drinks, 5 items"
                label = cue["text"].split(": ")[-1].split(",")[0]
                moment = next((moment for moment, words in following if label in words.split("\n")), None)
                if moment is None:
                    return None
                found.append(moment - seconds_of(cue))
            return found
        waits = self.screen.wait(matched, "a mark for each word, in their order")
        # No mark is early (the transcript tells whole milliseconds), but on the first card of the row that is opened: it is seen
        # while the opening still sounds. And the screen is not always a step late.
        self.assertLessEqual(sum(wait < -0.01 for wait in waits), 1, waits)
        pauses = [seconds_of(after) - seconds_of(cue) for cue, after in zip(cues, cues[1:])]
        in_time = sum(wait < pause for wait, pause in zip(waits, pauses))
        self.assertGreater(in_time, len(pauses) / 2, "marks come when the next word has begun")
        # More are the row that is opened, and the words that have begun since.
        moved = len(marks())
        self.assertLessEqual(moved, len(self.cues(first)) + 2, "a mark moved without a word")
        self.assertGreaterEqual(len(waits), 40)
        return sorted(waits)

    def cues(self, after):
        return [line for line in self.household.home.lines()[after:]
                if line["event"] == "started" and line["kind"] == "cue"]

    def wait_for_cues(self, after, count):
        wait_for(lambda: len(self.cues(after)) >= count, f"{count} words", home=self.household.home)

    def wait_for_rest(self):
        self.screen.wait(lambda: self.shown() == "rest", "the kiosk to rest")


class TheScreen(Screen):
    def test_it_follows_the_switch_and_shows_what_became_of_it(self):
        number = len(self.household.home.lines())
        self.household.process.tap()
        said(self.household.home, "Toilet and washing", event="started", kind="cue", after=number)
        self.screen.wait(lambda: any("Toilet and washing" in one.text for one in self.screen.find(".scanned")),
                         "the card that is offered to be marked")
        self.assertGreaterEqual(len(self.cards()), 9)
        box = self.screen.driver.execute_script(
            "return [...document.querySelectorAll('[data-cell]')].map((one) => { const b = one.getBoundingClientRect();"
            " return b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth; })")
        self.assertTrue(all(box), "a card is cut off")
        self.screen.picture("display-scanning")
        self.assertEqual(self.screen.violations(), [])
        # Looking has taken its time: it is offered again.
        cue = said(self.household.home, "Toilet and washing", kind="cue", after=len(self.household.home.lines()))
        self.household.process.tap()
        said(self.household.home, "Toilet", kind="cue", after=cue["number"] + 1)
        self.household.process.tap()
        request = wait_for(self.household.api.requests, "the request", home=self.household.home)[0]
        self.screen.wait_text("Toilet")
        self.assertEqual(self.household.api.respond(request["id"], "on_the_way")[0], 201)
        self.screen.wait(lambda: "way" in self.screen.driver.find_element("id", "asked").text, "“on the way” at the top")
        self.screen.picture("display-on-the-way")
        self.assertEqual(self.screen.complaints(), [])

    def test_a_touch_is_a_choice(self):
        self.screen.driver.execute_script("document.body.click()")
        # A second touch within `ignore_repeat` is the same trembling finger: the first card is offered later than that.
        self.screen.wait(lambda: self.screen.find(".scanned"), "the first card to be offered")
        self.touch("Drinks")
        self.screen.wait_text("Water")
        self.screen.wait(lambda: self.screen.find(".scanned"), "the first card of the group to be offered")
        self.touch("Water")
        request = wait_for(self.household.api.requests, "the request", home=self.household.home)[0]
        self.assertEqual(request["label"], "Water")

    def test_a_touch_on_the_words_that_invite_one_wakes(self):
        place = self.script("const box = document.getElementById('caption').getBoundingClientRect();"
                            " return [box.left + box.width / 2, box.top + box.height / 2, box.width]")
        self.assertGreater(place[2], 0, "no words invite a touch")
        webdriver.ActionChains(self.screen.driver).move_by_offset(int(place[0]), int(place[1])).click().perform()
        self.screen.wait(lambda: self.shown() != "rest", "the kiosk to wake")
        self.assertEqual(self.household.api.requests(), [])

    def touch(self, label):
        def attempt():
            for card in self.screen.find("[data-cell]"):
                if card.is_displayed() and label in card.text.split("\n"):
                    card.click()
                    return True
            return False
        self.screen.wait(attempt, f"the card “{label}”")

    def test_it_comes_back_by_itself_and_goes_when_it_is_revoked(self):
        self.household.stop()
        self.screen.wait(lambda: self.shown() == "away", "to say that there is no connection")
        self.assertEqual(self.cards(), {})
        self.assertIn("No connection to Beckon", self.screen.find("main")[0].text)
        self.assertNotIn("starting", self.screen.find("main")[0].text)
        self.script(WATCH_STATES)
        there = []
        waiting = background(lambda: there.append(self.when_answering()))
        self.household.start()
        self.screen.wait(lambda: self.shown() == "rest", "the screen again")
        waiting.join(10)
        drawn = next(moment / 1000 for moment, state in self.script("return states")
                     if state not in ("starting", "away", "gone"))
        print(f"service answers again -> screen drawn: {drawn - there[0]:.2f} s", file=sys.stderr)
        self.caregiver.go("/devices")
        self.caregiver.tap("Revoke")
        self.caregiver.tap("Revoke it")
        self.screen.wait(lambda: self.shown() in ("starting", "away", "gone", None) or "/login" in self.screen.path, "nothing to be shown any more")
        self.screen.go("/display")
        self.screen.wait(lambda: self.screen.path.startswith("/login"), "to be sent away")

    def when_answering(self):
        """When the service answers again, in seconds since 1970."""
        end = time.monotonic() + 40
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                self.household.api.call("GET", "/health")
                return time.time()
            time.sleep(0.01)
        raise AssertionError("the service does not answer")

    def test_an_answer_takes_the_whole_screen_until_it_is_put_away(self):
        request = self.household.press_for_toilet()
        self.assertEqual(self.household.api.respond(request["id"], "on_the_way")[0], 201)
        self.screen.wait(lambda: self.screen.find("#answer")[0].is_displayed(), "the answer")
        self.assertIn("on the way", self.screen.find("#answer")[0].text)
        box = self.script("const b = document.getElementById('answer').getBoundingClientRect();"
                          " return [b.width - innerWidth, b.height - innerHeight]")
        self.assertEqual(box, [0, 0])
        self.screen.picture("display-answer")
        self.assertEqual(self.screen.complaints(), [])

    def test_words_and_symbols_are_large(self):
        for size in ((800, 480), (1080, 1920), (1920, 1080), (3840, 2160)):
            self.screen.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False})
            self.screen.wait(lambda: self.script("return innerWidth") == size[0], "the size")
            time.sleep(0.5)
            sizes = self.script("""
                const pen = document.createElement("canvas").getContext("2d");
                const family = getComputedStyle(document.body).fontFamily;
                return [...document.querySelectorAll(".card")].map((card) => {
                    const high = card.getBoundingClientRect().height;
                    pen.font = "700 " + getComputedStyle(card.querySelector(".label")).fontSize + " " + family;
                    const symbol = card.querySelector(".symbol");
                    return [card.innerText, pen.measureText("H").actualBoundingBoxAscent / high,
                        symbol ? symbol.getBoundingClientRect().width / high : 1];
                });""")
            self.assertGreaterEqual(len(sizes), 9)
            for label, capitals, symbol in sizes:
                self.assertGreaterEqual(capitals, 0.175, f"{label} at {size}")
                self.assertGreaterEqual(symbol, 0.45, f"{label} at {size}")
            self.assertFalse(self.screen.is_too_wide(), f"at {size}")

    def test_after_a_while_without_beckon_it_says_so_large(self):
        self.household.stop()
        self.screen.wait(lambda: self.shown() == "away", "to say that there is no connection")
        self.screen.wait_text("Beckon is not working. Please call in another way.", 30)
        self.screen.picture("display-not-working")
        self.household.start()
        self.screen.wait(lambda: self.shown() == "rest", "the screen again")
        self.assertNotIn("not working", self.screen.text())

    def test_a_screen_without_a_kiosk_is_not_shown_on(self):
        self.script(WATCH_STATES)
        # As if the stream had kept to itself that the kiosk is gone.
        self.script("window.truly = window.fetch; window.fetch = () => Promise.resolve(new Response('{}', {status: 404}))")
        self.screen.wait(lambda: "gone" in [state for _, state in self.script("return states")],
                         "the old screen to go")
        self.script("window.fetch = window.truly")
        self.screen.wait(lambda: self.shown() == "rest", "the screen of the kiosk that is there")


if __name__ == "__main__":
    unittest.main(verbosity=2)
