"""What happens while pages are open: others answer, the service goes and comes back, somebody is typing."""
import concurrent.futures
import contextlib
import os
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household  # noqa: E402
from home import said, wait_for  # noqa: E402
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
