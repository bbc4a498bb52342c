"""Kind words in the browser: the sentence of the day on the client's phone, the one that their kiosk says; what is heard there the kiosk knows at once;
somebody else's change of a sentence, topics in the reader's language, and a file that is removed."""
import json
import os
import sys
import time
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household, link_phone  # noqa: E402
from faults import write  # noqa: E402
from home import noon_zone, wait_for  # noqa: E402
from scanning import BOARD, settings  # noqa: E402

OWN = """\
encouragement: quotes
language: en-GB
items:
  - { id: sea, text: The sea has time., author: Maria, categories: [rest] }
  - { id: press, text: One press is enough., categories: [courage] }
  - { id: sun, text: The sun is up., categories: [joy], video: sun.webm }
"""
# As far as anybody looks who does not play it.
FILM = bytes([0x1A, 0x45, 0xDF, 0xA3]) + bytes(60)
TEXTS = {"The sea has time.": "quotes/sea", "One press is enough.": "quotes/press", "The sun is up.": "quotes/sun"}


class Words(Household):
    def __init__(self):
        super().__init__(settings(more=f"zone: {noon_zone()}\nencouragement: {{ daily: '0:00', daily_from: quotes }}\n"))

    def start(self):
        if not os.path.exists(f"{self.home.path}/encouragement"):
            for folder in ("boards", "encouragement"):
                os.makedirs(f"{self.home.path}/{folder}")
            write(f"{self.home.path}/boards/small.yaml", BOARD)
            write(f"{self.home.path}/encouragement/quotes.en.yaml", OWN)
            with open(f"{self.home.path}/encouragement/sun.webm", "wb") as file:
                file.write(FILM)
        super().start()

    def deck(self):
        """What the kiosk knows."""
        try:
            with open(f"{self.home.path}/encouragement.json", encoding="utf-8") as file:
                return json.load(file)["deck"]
        except (OSError, ValueError):
            return {}


class EncouragementPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Words()
        cls.addClassCleanup(cls.household.close)
        cls.anna, cls.phone = (Browser(cls.household.url, size=PHONE) for _ in range(2))
        for one in (cls.anna, cls.phone):
            cls.addClassCleanup(one.close)
        cls.anna.set_up(cls.household)

    def test_1_the_phone_has_the_sentence_that_the_kiosk_says_once(self):
        def heard():
            return [line["text"] for line in self.household.home.lines()
                    if line["text"] in TEXTS and line["event"] == "finished" and line["role"] == "kiosk"]
        said = wait_for(heard, "the sentence of the day", home=self.household.home)
        phone = link_phone(self.anna, "maria", self.phone)
        phone.wait(lambda: phone.find("#daily-notice"), "the sentence of the day")
        self.assertIn(said[0], phone.find("#daily-notice")[0].text)
        # It stays when the page is drawn anew by what happens.
        phone.wait_live()
        status, made = self.household.api.call("POST", "/requests", {
            "id": str(uuid.uuid4()), "client": "maria", "client_name": "Maria", "need": "blanket", "label": "Blanket",
            "called": "a blanket", "say": "A blanket, please.", "priority": "normal",
            "asked_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}, self.household.home.token("kiosk"))
        self.assertEqual(status, 201, made)
        phone.wait_text("Blanket")
        self.assertIn(said[0], phone.find("#daily-notice")[0].text)
        self.assertEqual(phone.violations(), [])
        # The page's own list shows the same as today's; the sentence does not come again.
        phone.go("/mine/encouragement")
        phone.wait_live()
        self.assertEqual(phone.find("[data-key=quotes] .saying p")[0].text, said[0])
        phone.wait_text("Every day at")
        self.assertEqual(phone.violations(), [])
        self.assertEqual(phone.find("#daily-notice"), [])
        self.assertEqual(heard(), said)
        self.assertEqual(self.household.deck()["heard"], {TEXTS[said[0]]: 1})

    def test_1b_in_the_background_it_counts_only_once_somebody_looks(self):
        phone = self.phone
        phone.go("/mine/encouragement")
        noted = "return localStorage.getItem('beckon-daily')"
        # Once the page's own script has asked.
        phone.driver.execute_async_script("navigator.locks.request('beckon-daily', () => {}).then(arguments[0])")
        # The script once more, on a page that nobody looks at.
        phone.driver.execute_script("""
            localStorage.removeItem("beckon-daily");
            document.getElementById("daily-notice")?.remove();
            window.isHidden = true;
            Object.defineProperty(document, "hidden", {get: () => window.isHidden});
            const script = document.createElement("script");
            script.src = document.querySelector("script[src*=daily]").src;
            document.head.append(script);""")
        phone.wait(lambda: phone.find("#daily-notice"), "the sentence of the day")
        self.assertIsNone(phone.driver.execute_script(noted))
        phone.driver.execute_script("window.isHidden = false; document.dispatchEvent(new Event('visibilitychange'))")
        phone.wait(lambda: phone.driver.execute_script(noted), "that it was seen")
        self.assertEqual(len(phone.find("#daily-notice")), 1)
        # Another page has shown it meanwhile: here it goes.
        phone.driver.execute_script("""
            localStorage.removeItem("beckon-daily");
            document.getElementById("daily-notice").remove();
            window.isHidden = true;
            const script = document.createElement("script");
            script.src = document.querySelector("script[src*=daily]").src;
            document.head.append(script);""")
        phone.wait(lambda: phone.find("#daily-notice"), "the sentence of the day")
        phone.driver.execute_script("localStorage.setItem('beckon-daily', arguments[0]);"
                                    "window.isHidden = false; document.dispatchEvent(new Event('visibilitychange'))",
                                    self.noted_today(phone))
        phone.wait(lambda: not phone.find("#daily-notice"), "no second time")

    def noted_today(self, phone):
        """What a page notes that has shown it, of the day that the service says."""
        return phone.driver.execute_async_script("""
            const done = arguments[0];
            fetch("/api/v1/encouragement/daily", {method: "POST", headers: {"x-csrf-token": document.body.dataset.csrf}})
                .then((answer) => answer.json())
                .then(({day}) => done(JSON.stringify({day, reader: document.documentElement.dataset.reader})));""")

    def test_2_what_is_heard_on_the_phone_the_kiosk_knows_at_once(self):
        phone = self.phone
        phone.go("/mine/encouragement")
        for count in (2, 3):
            phone.send("Another one", "[data-key=quotes]")
            wait_for(lambda count=count: len(self.household.deck().get("heard", {})) == count, "the kiosk's deck",
                     home=self.household.home)
        self.assertEqual(set(self.household.deck()["heard"]), set(TEXTS.values()))

    def test_2b_a_video_is_there_to_be_played(self):
        phone = self.phone
        phone.go("/mine/encouragement?quotes=quotes%2Fsea")
        phone.wait_live()
        self.assertEqual(phone.find("video"), [])
        phone.go("/mine/encouragement?quotes=quotes%2Fsun")
        phone.wait_live()
        video = phone.find("[data-key=quotes] video[controls]")
        self.assertEqual(len(video), 1)
        got = phone.driver.execute_async_script("""
            const done = arguments[1];
            fetch(arguments[0].getAttribute("src"), {headers: {Range: "bytes=0-3"}}).then(async (answer) => done(
                [answer.status, answer.headers.get("Content-Type"), [...new Uint8Array(await answer.arrayBuffer())]]));""", video[0])
        self.assertEqual(got, [206, "video/webm", list(FILM[:4])])
        self.assertEqual(phone.violations(), [])
        self.assertFalse(phone.is_too_wide())

    def test_3_somebody_elses_change_is_shown_and_saving_goes_over_it(self):
        anna, other = self.anna, Browser(self.household.url, size=PHONE)
        self.addCleanup(other.close)
        other.log_in("Anna")
        for one in (anna, other):
            one.go("/encouragement/quotes.en.yaml/items/sea")
        other.fill(text="The sea waits.")
        other.send("Save")
        other.wait_text("The sea waits.")
        anna.fill(text="The sea is calm.", categories="Sleep, Garden")
        anna.send("Save")
        anna.wait_text("Somebody else has changed this meanwhile.")
        anna.wait_text("The sea waits.")
        self.assertEqual(anna.violations(), [])
        self.assertFalse(anna.is_too_wide())
        self.assertEqual(anna.small_targets(), [])
        anna.send("Save")
        anna.wait_text("The sea is calm.")
        status, stores = anna.call("GET", "/encouragement/stores", None)
        self.assertEqual(status, 200)
        store = next(one for one in stores["stores"] if one["id"] == "quotes.en.yaml")
        sea = next(one for one in store["items"] if one["id"] == "sea")
        self.assertEqual((sea["text"], sea["categories"]), ("The sea is calm.", ["rest", "sleep", "Garden"]))
        # Somebody removes it while it is changed: saving adds it again.
        for one in (anna, other):
            one.go("/encouragement/quotes.en.yaml/items/sea")
        other.send("Remove this one")
        other.wait_text("Removed.")
        anna.fill(text="The sea is back.")
        anna.send("Save")
        anna.wait_text("Somebody else has removed this one meanwhile.")
        anna.send("Save")
        anna.wait_text("The sea is back.")

    def test_4_a_file_is_removed_and_what_ships_is_back(self):
        anna = self.anna
        anna.go("/encouragement/quotes.en.yaml")
        anna.find("[data-key=remove] summary")[0].click()
        anna.send("Remove this file", "[data-key=remove] form")
        anna.wait_text("The file is removed.")
        self.assertFalse(os.path.exists(f"{self.household.home.path}/encouragement/quotes.en.yaml"))
        anna.go("/encouragement/quotes.en.yaml")
        anna.wait_text("This file ships with Beckon.")


if __name__ == "__main__":
    unittest.main()
