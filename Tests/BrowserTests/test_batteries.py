"""How full a tablet's or phone's battery is: the browser tells, *Devices* shows it, and a client's screen that is nearly empty is told.

The browser is the real one, and so is the script; only what the browser says of its battery is made up, before the page loads."""
import os
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, TABLET, Browser, Household  # noqa: E402
from home import said, wait_for  # noqa: E402

# A battery that the test empties and charges, with `becomes(level, charging)`, and a clock that stands until `minute()`. Each message of
# the page is kept in `sent`.
BATTERY = """
    (() => {
        const battery = Object.assign(new EventTarget(), {level: %s, charging: %s});
        Object.defineProperty(navigator, "getBattery", {value: () => Promise.resolve(battery)});
        window.becomes = (level, charging) => {
            const before = [battery.level, battery.charging];
            Object.assign(battery, {level, charging});
            if (before[0] !== level) battery.dispatchEvent(new Event("levelchange"));
            if (before[1] !== charging) battery.dispatchEvent(new Event("chargingchange"));
        };
        window.later = 0;
        const set = window.setTimeout.bind(window);
        Date.now = () => 1800000000000 + window.later;
        const waiting = [];
        window.setTimeout = (what, wait, ...more) => {
            if (!(wait > 20000 && wait <= 60000)) return set(what, wait, ...more);
            waiting.push(what);
            return 1e9 + waiting.length;
        };
        window.minute = () => { window.later += 60000; for (const one of waiting.splice(0)) one(); };
        window.sent = [];
        const ask = window.fetch.bind(window);
        window.fetch = (path, options) => {
            if (path === "/api/v1/machine") window.sent.push(JSON.parse(options.body).battery);
            return ask(path, options);
        };
    })();"""


class Batteries(unittest.TestCase):
    def setUp(self):
        self.household = Household()
        self.addCleanup(self.household.close)
        self.anna = self.browser(PHONE)
        self.anna.set_up(self.household)

    def browser(self, size):
        browser = Browser(self.household.url, size=size)
        self.addCleanup(browser.close)
        return browser

    @staticmethod
    def pretend(browser, level, charging):
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BATTERY % (level, charging)})

    @staticmethod
    def script(browser, text, *arguments):
        return browser.driver.execute_script(text, *arguments)

    def sent(self, browser):
        return self.script(browser, "return sent")

    def faults(self):
        return {one["kind"]: one["detail"] for one in self.household.api.call("GET", "/faults?state=open")[1]["faults"]}

    def looks_right(self, name):
        self.anna.picture(name, whole=True)
        self.assertEqual(self.anna.violations() + self.anna.small_targets() + self.anna.outside(), [])
        self.assertFalse(self.anna.is_too_wide())

    def shows(self, text):
        """Whether *Devices* has it, on a phone."""
        self.anna.go("/devices")
        return text in self.anna.text()

    def test_a_clients_screen(self):
        code = self.anna.call("POST", "/pairings", {
            "id": str(uuid.uuid4()), "name": "Tablet at the bed", "kind": "display", "client": "maria"})
        self.assertIn(code[0], (200, 201), code)
        screen = self.browser(TABLET)
        self.pretend(screen, 0.52, "false")
        screen.go("/display/pair")
        screen.fill(code=code[1]["code"])
        screen.tap("Begin")
        screen.wait(lambda: screen.path.startswith("/display/maria"), "the screen")
        self.anna.wait(lambda: self.shows("Battery: 52 %"), "the battery")
        self.looks_right("devices-battery")
        self.assertEqual(self.sent(screen), [{"percent": 52, "is_charging": False}])

        # A percent less is no news; what crosses a whole 5 % is told when a minute is over, with what it is then.
        for level in (0.51, 0.49, 0.13):
            self.script(screen, "becomes(arguments[0], false)", level)
        self.assertEqual(len(self.sent(screen)), 1)
        after = len(self.household.home.lines())
        self.script(screen, "minute()")
        self.assertEqual(self.sent(screen)[1:], [{"percent": 13, "is_charging": False}])
        said(self.household.home, "The battery of a device is low: Tablet at the bed", role="station", after=after)
        self.assertEqual(self.faults().get("device_battery_low"), "Tablet at the bed")
        self.anna.wait(lambda: self.shows("Battery: 13 %"), "the low battery")
        self.assertIn("Battery low: Tablet at the bed", self.anna.text())
        self.looks_right("devices-battery-low")

        # The charger is told after a minute as well, and ends it.
        self.script(screen, "becomes(0.13, true); minute()")
        said(self.household.home, "A device is charging again: Tablet at the bed", role="station", after=after)
        self.assertNotIn("device_battery_low", self.faults())
        self.anna.wait(lambda: self.shows("Battery: 13 %, charging"), "the charger")

        # The service does not answer: it is told again.
        self.script(screen, "window.kept = fetch; window.fetch = () => Promise.reject(new Error()); becomes(0.3, true); minute()")
        self.script(screen, "window.fetch = kept")
        wait_for(lambda: self.script(screen, "minute(); return sent.length") == 4, "another try", home=self.household.home)
        self.anna.wait(lambda: self.shows("Battery: 30 %, charging"), "what was told again")

    def test_a_caregivers_own_phone(self):
        phone = self.browser(PHONE)
        self.pretend(phone, 0.07, "false")
        phone.log_in()
        self.anna.wait(lambda: self.shows("Battery: 7 %"), "the phone's battery")
        self.assertIn("Where you are logged in", self.anna.text())
        self.looks_right("devices-own-phone")
        self.assertNotIn("device_battery_low", self.faults())
        # Page after page says it once in a minute.
        for path in ("/now", "/devices", "/account"):
            phone.go(path)
            self.assertEqual(self.sent(phone), [])
        phone.wait_text("Battery: 7 %")
        self.assertEqual([line for line in phone.complaints() if "machine" in line], [])

    def test_a_browser_that_does_not_say_it(self):
        phone = self.browser(PHONE)
        phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "navigator.getBattery = undefined;"})
        phone.log_in()
        phone.go("/devices")
        phone.wait_live()
        here = [one for one in phone.call("GET", "/sessions", None)[1]["sessions"] if one["is_this"]]
        self.assertEqual([one.get("battery") for one in here], [None])
        phone.go("/devices")
        self.assertNotIn("%", phone.text())
        self.assertEqual(phone.complaints(), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
