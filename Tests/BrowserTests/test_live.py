"""What happens while pages are open: others answer, the service goes and comes back, somebody is typing."""
import concurrent.futures
import contextlib
import os
import sys
import time
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household  # noqa: E402
from home import said  # noqa: E402
from selenium.common.exceptions import StaleElementReferenceException  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402


class WhilePagesAreOpen(unittest.TestCase):
    def setUp(self):
        self.household = Household()
        self.addCleanup(self.household.close)
        self.first = self.browser()
        self.first.set_up(self.household)

    def browser(self, **options):
        browser = Browser(self.household.url, **options)
        self.addCleanup(browser.close)
        return browser

    def test_two_browsers_and_a_station_answer_at_the_same_moment(self):
        second = self.browser(size=PHONE)
        second.log_in()
        for browser in (self.first, second):
            browser.go("/now")
            browser.wait_live()
        request = self.household.press_for_toilet()
        for browser in (self.first, second):
            browser.wait_text("help with the toilet")
            browser.tap("Done …")
        buttons = [browser.button("Yes, it is done") for browser in (self.first, second)]
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            answers = [pool.submit(self.press, button) for button in buttons]
            station = pool.submit(self.household.api.respond, request["id"], "declined", "Anna", "dinner")
            for answer in answers:
                answer.result()
            status, _ = station.result()
        stored = self.household.api.call("GET", f"/requests/{request['id']}")[1]
        self.assertIn(stored["state"], ("met", "declined"))
        self.assertEqual(stored["state"] == "declined", status == 201)
        # Once, in one way, to the client; and every page shows what came of it.
        said(self.household.home, "is done" if stored["state"] == "met" else "can't now", role="kiosk", kind="announcement")
        for browser in (self.first, second):
            browser.go("/now")
            browser.wait_no_text("Can’t now …")

    def test_an_answer_is_one_tap_and_what_cannot_be_taken_back_is_two(self):
        phone = self.browser(size=PHONE)
        phone.log_in()
        phone.go("/now")
        phone.wait_live()
        request = self.household.press_for_toilet()
        card = f"#request-{request['id']}"

        def becomes(state):
            phone.wait(lambda: self.household.api.call("GET", f"/requests/{request['id']}")[1]["state"] == state, state)
        phone.tap("I’m on my way", card)
        becomes("on_the_way")
        phone.tap("Done …", card)
        phone.tap("Yes, it is done", card)
        becomes("met")
        for first, second, state in (("Can’t now …", "dinner is in ten minutes", "declined"), ("Done …", "Yes, it is done", "met")):
            request = self.household.press_for_toilet()
            card = f"#request-{request['id']}"
            phone.tap(first, card)
            phone.tap(second, card)
            becomes(state)

    @staticmethod
    def press(button):
        # Where another was so much faster, the button has gone before it could be pressed.
        with contextlib.suppress(StaleElementReferenceException):
            button.click()

    def tap_right_after_an_update(self, words):
        """Of a page that is read anew again and again; gives whether the button was the same all the while."""
        return self.first.driver.execute_async_script("""
            const [words, done] = arguments;
            const button = () => [...document.querySelectorAll("main button")].find((one) => one.textContent.trim() === words);
            const first = button();
            let drawn = 0;
            document.addEventListener("beckon:drawn", () => { drawn += 1; });
            document.addEventListener("beckon:updated", function tap() {
              if (drawn < 3) return;
              document.removeEventListener("beckon:updated", tap);
              const one = button();
              one.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
              one.click();
              done(one === first);
            });""", words)

    def test_a_page_that_is_read_anew_takes_each_tap_where_nothing_has_moved(self):
        self.first.driver.set_script_timeout(180)
        self.first.go("/welcome/call")
        self.first.tap("Make a test call")
        for words, state in (("I’m on my way", "on_the_way"), ("Done …", "met")):
            self.first.wait(lambda words=words: self.first.button(words, "main"), words)
            # The kiosk says this and that meanwhile: it is waited for until the page has what follows from it.
            self.first.wait(lambda: len(self.first.find(".stops .done")) == (2 if state == "on_the_way" else 3), "the stops")
            request = self.household.api.requests()[0]["id"]
            self.assertTrue(self.tap_right_after_an_update(words), "the button was replaced by an equal one")
            self.first.wait(lambda: self.household.api.call("GET", f"/requests/{request}")[1]["state"] == state, state)

    def test_a_tap_on_what_a_new_card_has_just_moved_is_not_taken(self):
        driver = self.first.driver
        water = self.ask("water")
        self.first.go("/now")
        self.first.wait_live()
        driver.execute_script("""
            const selector = `#request-${arguments[0]} button.main`;
            document.addEventListener("beckon:updated", function tap() {
              if (document.querySelectorAll("li.call").length < 2) return;
              document.removeEventListener("beckon:updated", tap);
              document.querySelector(selector).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
              document.querySelector(selector).click();
              window.isTapped = true;
            });""", water)
        help_ = self.ask("help", "urgent")
        self.first.wait(lambda: driver.execute_script("return window.isTapped"), "the tap")
        self.first.wait_text("That had just moved: tap again.")
        self.assertIn(self.household.api.call("GET", f"/requests/{water}")[1]["state"], ("asked", "heard"))
        self.first.tap("I’m on my way", f"#request-{water}")
        self.first.wait(lambda: self.household.api.call("GET", f"/requests/{water}")[1]["state"] == "on_the_way", "the next tap")
        for one in (water, help_):
            self.household.api.respond(one, "met")

    def test_the_service_goes_and_comes_back_under_an_open_page(self):
        self.first.go("/now")
        self.first.wait_live()
        self.household.stop()
        began = time.monotonic()
        self.first.wait_text("No connection")
        print(f"  said that it is away after {time.monotonic() - began:.1f} s")
        self.household.start()
        began = time.monotonic()
        self.first.wait_no_text("No connection")
        print(f"  connected again after {time.monotonic() - began:.1f} s")
        self.household.press_for_toilet()
        self.first.wait_text("help with the toilet")

    def test_more_pages_are_open_than_a_browser_has_connections(self):
        driver = self.first.driver
        self.first.go("/today")
        self.first.wait_live()
        driver.execute_script("document.addEventListener('beckon:updated', () => { window.isUpdated = true; })")
        today = driver.current_window_handle
        for _ in range(7):
            driver.switch_to.new_window("tab")
            self.first.go("/today")
            self.first.wait_live()
        driver.switch_to.window(today)
        self.first.wait(lambda: driver.execute_script("return window.isUpdated"), "the page to be read anew when it is seen")

    def test_what_is_being_typed_survives(self):
        self.household.press_for_toilet()
        self.first.go("/now")
        self.first.wait_live()
        field = self.first.wait(self.type, "a field to type into")
        card = field.find_element(By.XPATH, "./ancestor::*[@data-key][1]")
        key = card.get_attribute("data-key")
        request = self.household.api.requests()[0]
        self.household.api.respond(request["id"], "on_the_way")
        self.first.wait_text("on the way")
        again = next(one for one in self.first.find(f'[data-key="{key}"] textarea, [data-key="{key}"] input[type=text]')
                     if one.get_attribute("value"))
        self.assertEqual(again.get_attribute("value"), "in ten min")
        self.assertEqual(self.first.driver.switch_to.active_element, again)

    def type(self):
        """Types into the first visible field. Folded parts are unfolded; a field that the page has just redrawn is looked up again."""
        self.first.driver.execute_script("for (const one of document.querySelectorAll('main details')) one.open = true")
        field = next((one for one in self.first.find("main textarea, main input[type=text]") if one.is_displayed()), None)
        if field:
            field.clear()
            field.send_keys("in ten min")
        return field

    def ask(self, need, priority="normal"):
        """A call as a kiosk sends it."""
        new = str(uuid.uuid4()).upper()
        status, told = self.household.api.call("POST", "/requests", {
            "id": new, "client": "maria", "client_name": "Maria", "need": need, "label": need.capitalize(), "called": need,
            "say": f"I would like {need}.", "symbol": "🥤", "priority": priority,
            "asked_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}, self.household.home.token("kiosk"))
        self.assertEqual(status, 201, told)
        return new

    def bar(self, browser):
        """The line above a page, and the number at the way to Now."""
        line = [one.text for one in browser.find("#calls") if one.is_displayed()]
        return (line or [""])[0], [one.text for one in browser.find("nav .badge")]

    def test_every_page_says_who_is_calling_the_most_urgent_first(self):
        driver = self.first.driver
        for need in range(60):
            self.ask(f"water {need}")
        silent = self.browser(script=False)
        silent.log_in()
        silent.go("/boards")
        self.assertEqual(self.bar(silent), ("Maria asks for water 0, and 59 more", ["60"]))
        # One that listens for itself alone, one that is read anew for other things, and one that is for calls.
        for path in ("/settings", "/today", "/now"):
            self.first.go(path)
            self.first.wait_live()
            before = len(self.first.find("nav .badge")) and int(self.first.find("nav .badge")[0].text)
            began = time.monotonic()
            new = self.ask("help", "urgent")
            line = f"Maria asks for help, and {before} more"
            self.first.wait(lambda: self.bar(self.first) == (line if path != "/now" else "", [str(before + 1)]), f"the call on {path}")
            print(f"  on {path} after {time.monotonic() - began:.1f} s")
            if path != "/now":
                self.assertIn("urgent", self.first.find("#calls")[0].get_attribute("class"))
                self.assertTrue(driver.title.startswith(f"({before + 1}) "), driver.title)
            self.household.api.respond(new, "on_the_way", "Ben")
            self.first.wait(lambda: self.bar(self.first)[1] == [str(before)], f"the answer on {path}")
        while self.household.api.requests():
            for one in self.household.api.requests():
                self.household.api.respond(one["id"], "met")
        self.first.go("/settings")
        self.assertEqual(self.bar(self.first), ("", []))

    def test_a_page_that_says_what_is_wrong_says_who_calls_too(self):
        """An address that leads nowhere hides no call, and the phone does not forget it."""
        driver = self.first.driver
        new = self.ask("water")
        known = "return (JSON.parse(localStorage.getItem('beckon-known')) || {calls: []}).calls.map((one) => one.title)"
        self.first.go("/settings")
        self.first.wait(lambda: driver.execute_script(known) == ["Maria asks for water"], "the call to be known")
        for path in ("/nothing", "/people/nobody", "/boards/nothing.yaml"):
            with self.subTest(path=path):
                self.first.go(path)
                self.first.wait_live()
                self.first.wait(lambda: self.bar(self.first) == ("Maria asks for water", ["1"]), "the call in the line above the page")
                self.first.wait(lambda: driver.title.startswith("(1) "), "the number in the title")
                # What the phone would show without a connection.
                self.first.wait(lambda: driver.execute_script(known) == ["Maria asks for water"], "the call to be known")
        self.household.api.respond(new, "met")

    def test_another_name_of_the_home_reaches_a_page_that_is_open(self):
        self.first.go("/boards")
        self.first.wait_live()
        other = self.browser()
        other.log_in()
        other.go("/settings/names")
        other.fill(**{"'option-home.name'": "Villa Rosa"})
        other.tap("Save")
        self.first.wait_text("Villa Rosa")
        self.assertIn("Villa Rosa", self.first.driver.title)
        # It stands above the page's own title, as the service draws it.
        self.assertEqual(self.first.driver.execute_script("return document.querySelector('header .home').nextElementSibling.tagName"), "H1")

    def test_a_call_is_shown_although_the_first_answer_is_lost(self):
        driver = self.first.driver
        self.first.go("/settings")
        self.first.wait_live()
        driver.execute_script("""
            const real = window.fetch;
            window.lost = 0;
            window.fetch = (what, how) => {
              if (what !== "/more" || window.lost) return real(what, how);
              window.lost = 1;
              return Promise.reject(new TypeError("lost"));
            };""")
        # It escalates after five minutes, later than is waited here: until then nothing else makes the page ask.
        new = self.ask("water")
        self.first.wait(lambda: driver.execute_script("return window.lost") == 1, "the page to ask in vain")
        self.first.wait(lambda: self.bar(self.first)[0] == "Maria asks for water", "the call in the line above the page")
        self.household.api.respond(new, "met")

    def test_a_page_without_the_service_asks_no_more_often_the_longer_it_waits(self):
        driver = self.first.driver
        self.first.go("/settings")
        self.first.wait_live()
        driver.execute_script("""
            const [fetch, Stream] = [window.fetch, window.EventSource];
            window.asked = 0;
            window.tried = 0;
            window.fetch = (what, how) => { if (what === "/more") window.asked += 1; return fetch(what, how); };
            window.EventSource = function (address) { window.tried += 1; return new Stream(address); };""")
        self.household.stop()
        tried, asked = self.first.wait(
            lambda: next((both for both in [driver.execute_script("return [window.tried, window.asked]")] if both[0] >= 10), None),
            "ten attempts")
        # After each lost stream once, and once more by itself.
        self.assertLessEqual(asked, 2 * tried + 2)
        self.household.start()
        self.first.wait_live()

    def test_nothing_stands_above_the_calls(self):
        phone = self.browser(size=PHONE)
        phone.log_in()
        phone.go("/now")
        phone.wait_live()
        water = self.ask("water")
        phone.tap("I’m on my way", f"#request-{water}")
        phone.wait_text("Maria hears that you are on the way")
        help_ = self.ask("help", "urgent")
        self.ask("tea", "soon")
        phone.wait(lambda: phone.find(f"#request-{help_}"), "the next call")
        phone.wait_text("Maria asks for tea")
        first = phone.driver.execute_script("""
            const seen = [...document.querySelectorAll("#main *")].find((one) => one.children.length === 0 && one.checkVisibility()
                && one.getBoundingClientRect().height > 0);
            return seen.closest("[data-key]").dataset.key;""")
        self.assertEqual(first, f"request-{help_}")
        header = phone.find("header")[0].rect
        card = phone.find(f"#request-{help_}")[0].rect
        self.assertLess(card["y"] - header["y"] - header["height"], 24)
        self.assertGreater(phone.find("#notices .notice")[0].rect["y"], card["y"] + card["height"])
        phone.picture("now-calls")
        # In colours of their urgency.
        grounds = [phone.find(f".call.{one}")[0].value_of_css_property("background-color") for one in ("urgent", "soon", "normal")]
        self.assertEqual(len(set(grounds)), 3, grounds)
        self.assertEqual([one.text for one in phone.find(f"#request-{help_} .tile .face")], ["M"])
        self.assertEqual(phone.violations(), [])

    def test_symbols_of_calls_have_48_pixels_and_what_is_taken_is_one_line(self):
        phone = self.browser(size=PHONE)
        phone.log_in()
        own, others = self.ask("water"), self.ask("a very long walk in the garden behind the house")
        phone.go("/now")
        phone.wait_live()
        tile = phone.find(".tile")[0]
        # Three times the page's own text, so that it grows with what its reader has chosen.
        size = float(tile.value_of_css_property("font-size").removesuffix("px"))
        self.assertGreaterEqual(size, 48)
        picture = phone.driver.execute_script("""
            const one = arguments[0].cloneNode(true), image = document.createElement("img");
            image.src = "/assets/app-192.png";
            one.replaceChildren(image);
            arguments[0].after(one);
            const box = image.getBoundingClientRect();
            one.remove();
            return [box.width, box.height];""", tile)
        self.assertEqual(picture, [size, size])
        self.household.api.respond(others, "on_the_way", "Ben")
        phone.tap("I’m on my way", f"#request-{own}")
        lines = {}
        for one, words in ((own, "You are on the way"), (others, "Ben is on the way")):
            card = phone.wait(lambda: phone.find(f"#request-{one}.is-taken"), words)[0]
            summary = card.find_element(By.CSS_SELECTOR, "summary")
            self.assertIn(words, summary.text)
            self.assertNotIn("ago", summary.text)
            lines[words] = card.rect["height"]
        phone.picture("now-taken")
        self.assertLess(max(lines.values()), 68, lines)
        done = phone.button("Done …", f"#request-{own}")
        self.assertIn("main", done.get_attribute("class"))
        self.assertFalse(phone.is_too_wide())
        self.assertEqual(phone.violations() + phone.small_targets(), [])

    def test_the_header_says_whether_calls_are_heard(self):
        phone = self.browser(size=PHONE)
        phone.log_in()
        phone.driver.execute_script("localStorage.setItem('beckon-sound', 'on')")
        for path in ("/boards", "/now"):
            phone.go(path)
            switch = phone.wait(lambda: next(iter(phone.find("#tools button")), None), "the switch")
            place = self.places(phone)
            # A page that nobody has touched yet is silent.
            self.assertEqual((switch.text, switch.get_attribute("aria-pressed")), ("Tap to hear calls", "false"))
            if path == "/now":
                lines = [one for one in phone.find("#alerts > *") if one.is_displayed() and one.text]
                self.assertEqual(len(lines), 1, [one.text for one in lines])
                self.assertLess(lines[0].rect["height"], 48)
                phone.picture("now-silent")
            # The tap on the switch itself does not turn off what it begins.
            switch.click()
            phone.wait(lambda: switch.text == "Sound is on", "the sound")
            # Whatever it says, nothing has moved, and it covers nothing.
            self.assertEqual(self.places(phone), place)
            time.sleep(1.1)
        switch.click()
        phone.wait(lambda: switch.text == "Sound is off", "no sound")
        phone.go("/boards")
        phone.wait(lambda: phone.find("#tools button")[0].text == "Sound is off", "no sound on another page")
        # And a call sounds there.
        phone.find("#tools button")[0].click()
        phone.wait_live()
        self.ask("help", "urgent")
        phone.wait(lambda: phone.driver.execute_script("return document.documentElement.dataset.sounded"), "the call to sound on /boards")

    def places(self, phone):
        """Where the title, the switch and what follows them are; the two stand side by side."""
        title, switch, main = phone.driver.execute_script("""
            return ["header .title", "#tools", "main"].map((one) => {
                const box = document.querySelector(one).getBoundingClientRect();
                return [box.left, box.top, box.right, box.bottom];
            });""")
        self.assertLessEqual(title[2], switch[0] + 1)
        self.assertLessEqual(max(title[3], switch[3]), main[1] + 1)
        return title, switch, main[1]

    def test_keyboard_alone(self):
        self.household.press_for_toilet()
        self.first.go("/now")
        self.first.wait_live()
        body = self.first.driver.find_element(By.TAG_NAME, "body")
        body.send_keys(Keys.TAB)
        seen = []
        for _ in range(80):
            focused = self.first.driver.switch_to.active_element
            seen.append(focused.text)
            if focused.text.split("\n")[0].strip() == "I’m on my way":
                break
            focused.send_keys(Keys.TAB)
        else:
            self.fail(f"never reached: {seen}")
        self.first.driver.switch_to.active_element.send_keys(Keys.ENTER)
        said(self.household.home, "is on the way", role="kiosk", kind="announcement")


if __name__ == "__main__":
    unittest.main(verbosity=2)
