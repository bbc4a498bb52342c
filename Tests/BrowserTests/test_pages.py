"""Every page at a phone's and a desktop's size, dark and light: nothing that axe finds, nothing cut off, a way back; with pictures."""
import collections
import glob
import os
import re
import sys
import tempfile
import unittest
import urllib.parse
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, ROOT, SCREENSHOTS, Browser, Household, png  # noqa: E402
from furnished import Furnished  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402

# So many links of one route are followed; more would be the same again.
MOST_OF_A_KIND = 6
# Each of these is another page, with parts of its own.
EACH = {"/settings/{}"}
# What is no page of its own, each with why.
NO_PAGE = {
    "/welcome/next": "leads to the first open question",
    "/boards/{}/symbols": "a part of a card's sheet, for its script",
    "/": "leads to another", "/display": "leads to the only client's", "/history.csv": "a file", "/audit.csv": "a file",
    "/costs.csv": "a file", "/moods.csv": "a file", "/mine/moods.csv": "a file", "/mine/sessions.csv": "a file",
    "/costs/charges/{}/reminder": "leads to the costs",
    "/login/with/{}": "leads on, once a provider has sent somebody back",
    "/chores/{}/{}/entries": "leads to the chores", "/chores/{}/{}/reminder": "leads to the chores",
}
# Looked at where nobody has logged in.
BEFORE_LOGIN = {"/login", "/join", "/join/{}", "/display/pair", "/setup/{}", "/enter/{}", "/register", "/answer/{}"}
# The most bytes of a page, and of its styles, scripts and icons together, over the wire.
PAGE, ASSETS = 40 << 10, 60 << 10
# What is not there, and what it is said to be; a link that was used has a page of its own.
NOT_THERE = ["/nothing", "/people/nobody", "/now/00000000-0000-4000-8000-000000000000"]
NO_ANSWER = "/answer/none"


def routes(room="**"):
    """Every way that the pages know, the most exact first; `room`: only those of one folder of pages."""
    found = set()
    for path in glob.glob(f"{ROOT}/Sources/Pages/{room}/*.swift", recursive=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        # A room whose ways all begin alike says that once.
        own = re.search(r'static let path = "([^"]+)"', text)
        if own:
            text = re.sub(r"\.get,\s*path,", f'.get, "{own.group(1)}",', text.replace('path + "', f'"{own.group(1)}'))
        # The questions of the settings are the same for the home, a client and a kiosk.
        bases = re.findall(r'\bpages\("([^"]+)"\)', text)
        found |= {base + way for base in bases for way in ("", "/{}")}
        found |= set(re.findall(r'PageRoute\(\s*(?:open: )?\.get,\s*"([^"]+)"', text))
    return sorted(found, key=lambda route: (route.count("{}"), route))


def route_of(path, known):
    path = path.split("?")[0]
    return next((one for one in known if re.fullmatch(re.escape(one).replace(r"\{\}", "[^/]+"), path)), None)


def links(household, browser, path):
    """Where the open page leads, in this home."""
    found = []
    for link in browser.driver.execute_script("return [...document.querySelectorAll('a[href]')].map((a) => a.href)"):
        parts = urllib.parse.urlsplit(link)
        # There is always a next week and a next month: one step is enough.
        is_endless = any(f"?{name}=" in path and f"{name}=" in parts.query for name in ("week", "month"))
        # The address of a calendar is for other programs: a browser saves what it finds there.
        if link.startswith(household.url) and not is_endless and not parts.path.startswith("/feeds/"):
            found.append(parts.path + ("?" + parts.query if parts.query else ""))
    return found


def every_page(household, browser, furnished):
    """Follows all links. Gives the first page of each route, and what was broken."""
    known, first, broken, seen = routes(), {}, [], set()
    # What is come to through a form, or after a mistake in one.
    waiting = [
        "/now", "/welcome", "/design", "/boards/home.yaml", "/boards/new?name=outside", "/exercises/new?name=outside",
        "/encouragement/new?name=quotes.fr", "/people/carla/invitation", "/display/maria",
        "/account/unlinking", "/account/sessions/1",
        f"/now/{furnished.open}/seeing", f"/now/{furnished.open}/answers", f"/now/{furnished.open}/notes",
        f"/history/requests/{furnished.met}/notes", f"/today/{furnished.routine}/{furnished.key}/entries"]
    kinds = collections.Counter()
    while waiting:
        path = waiting.pop(0)
        route = route_of(path, known)
        if path in seen or route in NO_PAGE or kinds[route] == MOST_OF_A_KIND and route not in EACH:
            continue
        seen.add(path)
        kinds[route] += 1
        browser.go(path)
        heading = browser.driver.find_elements(By.TAG_NAME, "h1")
        if route is None or not heading or heading[0].text in ("Not found", "That did not work"):
            broken.append(f"{path}: {browser.text()[:200]}")
            continue
        first.setdefault(path.split("?")[0] if route in EACH and route in first else route, path)
        waiting += links(household, browser, path)
    print(f"  {len(seen)} links followed", flush=True)
    return first, broken


class EveryPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.desktop = Browser(cls.household.url)
        cls.addClassCleanup(cls.desktop.close)
        cls.phone = Browser(cls.household.url, size=PHONE, dark=True)
        cls.addClassCleanup(cls.phone.close)
        cls.before_login, cls.heaviest, cls.sent = [], [(0, ""), (0, "")], {}
        setup = cls.household.setup_link().removeprefix(cls.household.url)
        cls.look_before_login({"login": "/login", "join": "/join", "display-pair": "/display/pair", "setup-one": setup, "answer-one": NO_ANSWER})
        cls.desktop.set_up(cls.household)
        cls.furnished = Furnished(cls.household, cls.desktop)
        # Whoever has logged in sees another one.
        cls.before_login += cls.look(cls.phone, f"/join/{cls.furnished.invitation}", has_ways=False, name="join-one")
        cls.before_login += cls.look(cls.phone, "/register", has_ways=False, name="register")
        cls.phone.log_in()
        cls.give_picture()

    @classmethod
    def give_picture(cls):
        with tempfile.TemporaryDirectory(prefix="beckon-picture.") as folder:
            path = png(f"{folder}/anna.png", 96, 64, lambda row: bytes([200, 4 * row % 256, 80]) * 96)
            cls.desktop.go("/account")
            cls.desktop.tap("My picture")
            cls.desktop.find("#picture")[0].send_keys(path)
            cls.desktop.wait(lambda: cls.desktop.button("Save the picture").is_enabled(), "the picture to be made small")
            cls.desktop.tap("Save the picture")
            cls.desktop.wait_text("The picture is saved.")

    @classmethod
    def look_before_login(cls, paths):
        for browser in (cls.desktop, cls.phone):
            for name, path in paths.items():
                cls.before_login += cls.look(browser, path, has_ways=False, name=name)

    @classmethod
    def look(cls, browser, path, has_ways=True, *, name):
        browser.go(path)
        browser.picture(name, whole=path == "/design")
        found = browser.violations() + [f"too small: {one}" for one in browser.small_targets()]
        found += ["wider than the window"] if browser.is_too_wide() else []
        found += [f"outside its card: {one}" for one in browser.outside()]
        page, assets = cls.bytes_of(browser)
        cls.heaviest = [max(cls.heaviest[0], (page, path)), max(cls.heaviest[1], (assets, path))]
        if page > PAGE or assets > ASSETS:
            found.append(f"{page} bytes, and {assets} of styles and scripts")
        if has_ways and not browser.find("nav a"):
            found.append("no way back")
        # The browser says of a page that is not there, such as that of a link that was used, that it is not.
        found += [one for one in browser.complaints() if path not in (*NOT_THERE, NO_ANSWER) or f"{browser.url}{path} - " not in one]
        return [f"{path}, {browser.size[0]} wide: {one}" for one in found]

    @classmethod
    def bytes_of(cls, browser):
        """Of the open page, and of its styles, scripts and icons together, as the service sends them: a worker would tell the browser
        how large they are unpacked."""
        names = browser.driver.execute_script("""
            return [...new Set([...document.querySelectorAll('script[src], link[rel=stylesheet], use')].map((one) =>
              new URL(one.src || one.href.baseVal || one.href, location.href).href.split('#')[0]))];""")
        for name in names:
            if name not in cls.sent:
                cls.sent[name] = cls.bytes_sent(name)
        cookies = "; ".join(f"{one['name']}={one['value']}" for one in browser.driver.get_cookies())
        return cls.bytes_sent(browser.driver.current_url, cookies), sum(cls.sent[name] for name in names)

    @classmethod
    def bytes_sent(cls, address, cookies=""):
        request = urllib.request.Request(address, headers={
            "Accept-Encoding": "gzip", "Sec-Fetch-Site": "none", "Accept": "text/html", "Cookie": cookies})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return len(answer.read())
        except urllib.error.HTTPError as answer:
            return len(answer.read())

    def test_every_page(self):
        first, broken = every_page(self.household, self.desktop, self.furnished)
        self.assertEqual(broken, [], "\n".join(broken))
        self.assertEqual(set(routes()) - set(first) - set(NO_PAGE) - BEFORE_LOGIN, set(), "no way was found to these pages")
        found = list(self.before_login)
        for browser in (self.desktop, self.phone):
            for route, path in first.items():
                name = route.strip("/").replace("/", "-").replace("{}", "one")
                found += self.look(browser, path, has_ways=not route.startswith("/display"), name=name)
        print(f"  {len(first)} pages in both sizes, pictures in {os.path.relpath(SCREENSHOTS)}", flush=True)
        (page, where), (assets, other) = self.heaviest
        print(f"  at most {page:,} bytes of a page ({where}), {assets:,} of styles and scripts ({other})", flush=True)
        self.assertEqual(found, [], "\n".join(found))

    def test_at_400_percent(self):
        """A window of 1280 × 900 at 400 %: nothing is cut off, and what stays while a page scrolls leaves room for it."""
        pages, _ = every_page(self.household, self.desktop, self.furnished)
        browser = Browser(self.household.url, size=(320, 225))
        self.addCleanup(browser.close)
        browser.log_in()
        found, share = [], 0
        for route, path in sorted(pages.items()):
            if route.startswith("/display"):
                continue
            browser.go(path)
            if browser.is_too_wide():
                found.append(f"{path}: wider than the window")
            held = browser.driver.execute_script("""
                return [...document.querySelectorAll('body *')].filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position))
                  .map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0 && box.top < innerHeight && box.bottom > 0)
                  .reduce((sum, box) => sum + box.height, 0) / innerHeight;""")
            share = max(share, held)
            if held >= 0.15:
                found.append(f"{path}: {held:.0%} of the height do not scroll")
        print(f"  at 400 %: {len(pages)} pages, at most {share:.0%} of the height held", flush=True)
        self.assertEqual(found, [], "\n".join(found))

    def test_a_form_says_that_it_is_sent_and_then_what_is_wrong(self):
        phone = self.phone
        phone.go("/needs/new")
        phone.driver.execute_script("""
            window.addEventListener('submit', (event) => sessionStorage.setItem('busy', event.submitter.getAttribute('aria-busy')));""")
        phone.find("input[name=uses]:checked")[0].click()
        phone.send("Save")
        self.assertEqual(phone.driver.execute_script("return sessionStorage.getItem('busy')"), "true")
        phone.wait_text("Please mend this first:")
        self.assertEqual(phone.find("[aria-busy]"), [])
        phone.wait(lambda: phone.driver.switch_to.active_element == phone.find(".faults")[0], "what is wrong to be said")
        links = phone.find(".faults a")
        self.assertEqual([one.get_attribute("href").split("#")[1] for one in links], ["f-label", "f-uses"])
        phone.picture("need-wrong", whole=True)
        self.assertEqual(phone.violations(), [])
        # The browser notes that the form was refused, and nothing else.
        self.assertEqual([one for one in phone.complaints() if "422" not in one], [])
        for link in links:
            link.click()
            field = phone.driver.execute_script("return document.querySelector(location.hash)")
            self.assertTrue(phone.wait(lambda one=field: 0 <= one.location["y"] - phone.driver.execute_script("return scrollY") < PHONE[1],
                                       "the field to be in sight"))

    def test_what_is_not_there(self):
        for browser in (self.desktop, self.phone):
            for path in NOT_THERE:
                found = self.look(browser, path, name="not-there")
                self.assertEqual(found, [], "\n".join(found))
                self.assertEqual(browser.find("h1")[0].text, "Not found")


if __name__ == "__main__":
    unittest.main(verbosity=2)
