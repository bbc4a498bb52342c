"""A real browser in front of the real service, with a real kiosk and station behind it."""
import base64
import contextlib
import glob
import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{ROOT}/Tests/EndToEndTests")
from selenium import webdriver  # noqa: E402
from selenium.common.exceptions import (  # noqa: E402
    ElementClickInterceptedException, ElementNotInteractableException, NoSuchElementException,
    StaleElementReferenceException, WebDriverException)
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.expected_conditions import staleness_of  # noqa: E402

from home import API, PATIENCE, SETTINGS, Home, Process, free_port, said, wait_for  # noqa: E402

PHONE, TABLET, DESKTOP = (390, 844), (1280, 800), (1440, 900)
SCREENSHOTS = f"{ROOT}/.build/screenshots"
SWITCH = "node=event5,name=Big Red Switch,keys=57+28"
PASSWORD = "correct horse battery"


def axe_source():
    found = glob.glob(f"{ROOT}/.build/tools/lib/python3*/site-packages/axe_playwright_python/axe.min.js")
    if not found:
        raise AssertionError("axe is missing: scripts/setup test installs it")
    with open(found[0], encoding="utf-8") as file:
        return file.read()


def png(path, width, height, make_row):
    """Writes a picture without loss; `make_row` gives three bytes for each pixel of a row."""
    with open(path, "wb") as file:
        file.write(png_bytes(width, height, make_row))
    return path


def png_bytes(width, height, make_row):
    """The same, as bytes."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = b"".join(b"\0" + make_row(row) for row in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


class Household:
    """`beckon run` in a new home: service, kiosk and station in one process, with a switch that is not there."""

    def __init__(self, settings=None, prepare=True, listen="127.0.0.1", by_file=False):
        """`prepare`: whether somebody has written the settings; `listen`: 0.0.0.0 lets other machines in; `by_file`: the settings say
        where it listens, and not the command line."""
        self.port = free_port()
        if by_file:
            settings = (settings or SETTINGS) + f"service:\n  listen: 127.0.0.1:{self.port}\n"
        self.home = Home(settings) if settings else Home(prepare=prepare)
        self.listen = None if by_file else listen
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.start()
        self.api = API(self.port, self.home.token("station"))

    def start(self):
        where = ["--listen", f"{self.listen}:{self.port}"] if self.listen else []
        where += ["--allow-plain-http"] if self.listen == "0.0.0.0" else []
        self.process = Process(
            self.home, ["run", "--home", self.home.path, "--output", "none", "--transcript", self.home.transcript] + where, switch=SWITCH)
        before = len(self.home.lines())
        said(self.home, "Ready", role="kiosk", after=before)

    def stop(self):
        return self.process.stop()

    def close(self):
        self.stop()
        self.home.remove()

    def setup_link(self):
        """The link of the first start, which is printed to a terminal only."""
        return f"{self.url}/setup/{self.home.token('setup')}"

    def press_for_toilet(self):
        """Three presses: wake, a group, its first item. Gives the request."""
        number = len(self.home.lines())
        before = {request["id"] for request in self.api.requests()}
        self.process.tap()
        cue = said(self.home, "Toilet and washing", kind="cue", after=number)
        self.process.tap()
        said(self.home, "Toilet", kind="cue", after=cue["number"] + 1)
        self.process.tap()

        def look():
            return [request for request in self.api.requests() if request["id"] not in before]
        return wait_for(look, "the request in the service", home=self.home)[0]


def link_phone(caregiver, client, phone):
    """Links a client's phone as people do: somebody reads the code aloud."""
    caregiver.go(f"/people/{client}")
    caregiver.send("Link a device")
    code = caregiver.find("p.code")[0].text
    phone.go("/login")
    phone.send("I have a code")
    phone.fill(code=code)
    phone.send("Go on")
    phone.wait_text("Link this device")
    phone.send("Link this device")
    phone.wait(lambda: phone.path.startswith("/mine"), "the client's own page")
    return phone


class Browser:
    """Chromium without a window; closed by `close`."""

    def __init__(self, url, size=DESKTOP, script=True, dark=False, microphone=False, waits=True):
        """`microphone`: one that hears a beep each second, and may be used; `waits`: whether going somewhere ends when all is there."""
        options = webdriver.ChromeOptions()
        if not waits:
            options.page_load_strategy = "none"
        if microphone:
            options.add_argument("--use-fake-device-for-media-stream")
            options.add_argument("--use-fake-ui-for-media-stream")
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                         "--force-prefers-reduced-motion", f"--window-size={size[0]},{size[1]}"):
            options.add_argument(argument)
        if not script:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.url, self.size, self.script = url, size, script
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        # A window is never narrower than 500: a phone's size has to be set for the page itself.
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                         {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def close(self):
        self.driver.quit()

    def go(self, path):
        self.driver.get(path if path.startswith("http") else self.url + path)

    @property
    def path(self):
        return self.driver.current_url.removeprefix(self.url)

    def text(self):
        with contextlib.suppress(NoSuchElementException, StaleElementReferenceException, WebDriverException):
            return self.driver.find_element(By.TAG_NAME, "body").text
        return ""

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait_text(self, text, seconds=PATIENCE):
        return self.wait(lambda: text in self.text(), f"“{text}”", seconds)

    def wait_no_text(self, text, seconds=PATIENCE):
        return self.wait(lambda: text not in self.text(), f"no “{text}”", seconds)

    def wait(self, condition, what, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            # What is drawn anew just now is not there, or cannot be used yet.
            with contextlib.suppress(
                    StaleElementReferenceException, NoSuchElementException, ElementNotInteractableException):
                found = condition()
                if found:
                    return found
            time.sleep(0.05)
        raise AssertionError(f"waited {seconds} s for {what} at {self.path}; there is:\n{self.text()}\n{self.complaints()}")

    def wait_live(self):
        """Until the page hears of what happens."""
        self.wait(lambda: self.driver.execute_script("return document.documentElement.dataset.connected") == "yes",
                  "the page to be connected")

    def fill(self, **fields):
        for name, value in fields.items():
            field = self.wait(lambda: next((one for one in self.find(f"[name={name}]") if one.is_displayed()), None),
                              f"a field {name}")
            field.clear()
            field.send_keys(value)

    def button(self, words, within="body"):
        """The visible button or link with these words."""
        def look():
            for one in self.find(f"{within} button, {within} a, {within} summary, {within} [role=button]"):
                # What stands on the next line is for those who hear the page: whom it is about.
                if one.is_displayed() and words in (one.text.split("\n")[0].strip(), one.get_attribute("aria-label")):
                    return one
            return None
        return self.wait(look, f"a button “{words}” in {within}")

    def tap(self, words, within="body"):
        """As a finger does it: in sight, and where it is seen."""
        def attempt():
            button = self.button(words, within)
            self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
            # A page takes no tap just after something in it has moved.
            time.sleep(0.6)
            with contextlib.suppress(ElementClickInterceptedException):
                button.click()
                return True
            return False
        self.wait(attempt, f"to tap “{words}”")

    def tick(self, selector):
        """A box or one of a group, by its label, as a finger does it: in sight."""
        def attempt():
            label = self.find(selector)[0].find_element(By.XPATH, "..")
            self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", label)
            with contextlib.suppress(ElementClickInterceptedException):
                label.click()
                return True
            return False
        self.wait(attempt, f"to tick {selector}")

    def set_time(self, name, value):
        """A field of time takes keys in the order of its language: its value is set as a form would send it."""
        field = self.wait(lambda: self.find(f"input[name={name}]"), name)[0]
        self.driver.execute_script("arguments[0].value = arguments[1]", field, value)

    def send(self, words, within="body"):
        """Taps what leads to another page, and waits for it."""
        old = self.find("main")[0]
        self.tap(words, within)

        def is_gone():
            try:
                return staleness_of(old)(self.driver)
            except WebDriverException as error:
                # What the driver says of an element while its page is being replaced.
                if "does not belong to the document" in (error.msg or ""):
                    return True
                raise
        self.wait(is_gone, f"what comes after “{words}”")

    def violations(self):
        """What axe finds, in lines."""
        self.driver.execute_script(axe_source())
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; axe.run(document, {resultTypes: ['violations']}).then(done)")
        return [f"{one['id']} ({one['impact']}): {one['help']}: {[node['target'] for node in one['nodes']][:4]}"
                for one in result["violations"]]

    def small_targets(self):
        """What can be pressed and is smaller than 44 px, unless it is a link in a text."""
        return self.driver.execute_script("""
            return [...document.querySelectorAll('button, .button, nav a, header a, summary, select, input')].filter((one) => {
                const box = one.getBoundingClientRect();
                const isBox = ['checkbox', 'radio'].includes(one.type);
                const label = isBox && one.closest('label');
                const target = label ? label.getBoundingClientRect() : box;
                return box.width > 0 && one.type !== 'hidden' && !one.closest('.skip') &&
                    (target.height < 43.5 || target.width < 43.5);
            }).map((one) => one.outerHTML.slice(0, 90));""")

    def is_too_wide(self):
        """Whether the page is wider than the window. A phone's own measure of it, `innerWidth`, grows with what is too wide."""
        return self.driver.execute_script("return document.documentElement.scrollWidth > document.documentElement.clientWidth + 1")

    def outside(self):
        """What can be pressed or typed into and sticks out of its card at a side."""
        return self.driver.execute_script("""
            return [...document.querySelectorAll('.card button, .card .button, .card summary, .card select, .card input, .card textarea')].filter((one) => {
                const box = one.getBoundingClientRect(), card = one.closest('.card').getBoundingClientRect();
                return one.checkVisibility() && box.width > 1 && (box.left < card.left - 1 || box.right > card.right + 1);
            }).map((one) => one.outerHTML.slice(0, 90));""")

    def call(self, method, path, body):
        """(status, decoded body) of the API, as the person who has logged in here; from a page with a form."""
        if not self.find("input[name=csrf]"):
            self.go("/account")
        return self.driver.execute_async_script("""
            const [method, path, body, done] = arguments;
            const token = document.querySelector("input[name=csrf]").value;
            fetch("/api/v1" + path, {method, body: method === "GET" ? undefined : JSON.stringify(body), credentials: "same-origin",
                headers: {"Content-Type": "application/json", "X-CSRF-Token": token}})
              .then(async (answer) => { const text = await answer.text(); done([answer.status, text ? JSON.parse(text) : null]); },
                    (error) => done([0, String(error)]));""", method, path, body)

    def complaints(self):
        """What the browser's console says: a refused script, a request that failed."""
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]

    def picture(self, name, whole=False):
        """`whole`: the page's whole height, and not only what is in the window."""
        os.makedirs(SCREENSHOTS, exist_ok=True)
        path = f"{SCREENSHOTS}/{name}-{self.size[0]}x{self.size[1]}.png"
        if not whole:
            self.driver.save_screenshot(path)
            return
        taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True})
        with open(path, "wb") as file:
            file.write(base64.b64decode(taken["data"]))

    def log_in(self, name="Anna", password=PASSWORD):
        self.go("/login")
        self.fill(name=name, password=password)
        self.tap("Log in")
        self.wait(lambda: not self.path.startswith("/login"), "to be logged in")

    def set_up(self, household, name="Anna"):
        """The first coordinator."""
        self.go(household.setup_link())
        self.fill(name=name, password=PASSWORD, again=PASSWORD)
        self.tap("Begin")
        self.wait(lambda: "/setup" not in self.path or self.find("nav"), "to be logged in")

    def invite(self, name, role="caregiver"):
        """The phone of somebody whom this one's owner has invited."""
        status, made = self.call("POST", "/invitations", {"name": name, "role": role})
        if status != 201:
            raise AssertionError(f"{name} is not invited: {status} {made}")
        phone = Browser(self.url, size=PHONE)
        phone.go(f"/join/{made['code']}")
        phone.fill(password=PASSWORD, again=PASSWORD)
        phone.tap("Begin")
        phone.wait(lambda: phone.find("nav"), "to belong to the home")
        return phone

    def qr_code(self, selector="svg.qr"):
        """What a phone's camera reads there, by ZBar: of what is drawn, with its quiet zone."""
        def look():
            # The page may draw itself anew just now: then the next picture has it.
            code = next(iter(self.find(selector)), None)
            if code is None:
                return None
            self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", code)
            with tempfile.NamedTemporaryFile(prefix="beckon-qr.", suffix=".png") as file:
                file.write(code.screenshot_as_png)
                file.flush()
                return subprocess.run(["zbarimg", "--quiet", "--raw", file.name], capture_output=True, text=True, check=False).stdout.strip()
        return self.wait(look, "a QR code that can be read")


class TwoPhones:
    """What a class of tests has: a new home, the phone of Anna, who has set it up, and that of Ben, whom she has invited."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.anna = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.anna.close)
        cls.anna.set_up(cls.household)
        cls.ben = cls.anna.invite("Ben")
        cls.addClassCleanup(cls.ben.close)
