"""Every page at a phone's and a desktop's size: nothing that axe finds, nothing cut off, a way back from everywhere; with pictures."""
import os
import sys
import unittest
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import DESKTOP, PHONE, SCREENSHOTS, Browser, Household  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402

PAGES = ["/now", "/today", "/plan", "/needs", "/people", "/history", "/boards", "/devices", "/settings", "/account",
         "/plan/new", "/needs/new", "/people/new", "/boards/home.yaml", "/devices/pair", "/settings/phrases", "/display"]
# So many pages behind links are followed; more would be the same again.
MOST_PAGES = 150


class EveryPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        first = Browser(cls.household.url)
        cls.addClassCleanup(first.close)
        first.set_up(cls.household)
        cls.desktop = first
        cls.household.press_for_toilet()

    def look(self, browser, path):
        browser.go(path)
        name = path.strip("/").replace("/", "-").split("?")[0] or "first"
        browser.picture(name)
        found = [f"{path}: {one}" for one in browser.violations()]
        found += [f"{path}: too small: {one}" for one in browser.small_targets()]
        found += [f"{path}: wider than the window"] if browser.is_too_wide() else []
        if path != "/display" and not browser.find("nav a"):
            found.append(f"{path}: no way back")
        return found + [f"{path}: {line}" for line in browser.complaints()]

    def test_every_page_on_a_desktop(self):
        found = [line for path in PAGES for line in self.look(self.desktop, path)]
        self.assertEqual(found, [], "\n".join(found))
        print(f"  {len(PAGES)} pages, pictures in {os.path.relpath(SCREENSHOTS)}")

    def test_every_page_on_a_phone(self):
        phone = Browser(self.household.url, size=PHONE)
        self.addCleanup(phone.close)
        found = self.look_logged_out(phone)
        phone.log_in()
        found += [line for path in PAGES for line in self.look(phone, path)]
        self.assertEqual(found, [], "\n".join(found))

    def look_logged_out(self, browser):
        found = []
        for path in ("/login", "/join", "/display/pair"):
            browser.go(path)
            browser.picture(path.strip("/").replace("/", "-"))
            found += [f"{path}: {one}" for one in browser.violations() + browser.small_targets()]
        return found

    def test_every_link_leads_somewhere(self):
        seen, waiting, broken = set(), ["/now"], []
        while waiting and len(seen) < MOST_PAGES:
            path = waiting.pop(0)
            if path in seen:
                continue
            seen.add(path)
            self.desktop.go(path)
            heading = self.desktop.driver.find_elements(By.TAG_NAME, "h1")
            if path != "/display" and (not heading or heading[0].text in ("Not found", "That did not work")):
                broken.append(f"{path}: {self.desktop.text()[:200]}")
            for link in self.desktop.driver.execute_script("return [...document.querySelectorAll('a[href]')].map((a) => a.href)"):
                parts = urllib.parse.urlsplit(link)
                # There is always a next week and a next month: one step is enough.
                is_endless = any(f"?{name}=" in path and f"{name}=" in parts.query for name in ("week", "month"))
                if link.startswith(self.household.url) and not parts.path.endswith(".csv") and not is_endless:
                    waiting.append(parts.path + ("?" + parts.query if parts.query else ""))
        print(f"  {len(seen)} links followed")
        self.assertEqual(broken, [], "\n".join(broken))


if __name__ == "__main__":
    unittest.main(verbosity=2)
