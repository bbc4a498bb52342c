"""Every page, a client's and a provider's own ones too, and what opens on it, in English, German and two pseudo-languages that are 40 %
longer, at three sizes, light and dark: nothing that axe finds, nothing wider than the window, no target that is too small, no words that
are not in the files of texts. All of it on one contact sheet."""
import collections
import glob
import html
import os
import re
import sys
import tempfile
import unittest
import urllib.parse
import uuid

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pseudo  # noqa: E402
from browser import PASSWORD, ROOT, SCREENSHOTS, Browser, Household, png  # noqa: E402
from furnished import ZONE, Furnished, now  # noqa: E402
from selenium.webdriver.support.expected_conditions import staleness_of  # noqa: E402
from test_pages import BEFORE_LOGIN, MOST_OF_A_KIND, NO_PAGE, every_page, links, route_of, routes  # noqa: E402

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1280, 900)}
LANGUAGES = ("en", "de", "en-XA", "ur")
# So that axe also sees what unfolds.
OPEN = "document.querySelectorAll('main details, dialog details').forEach((one) => { one.open = true; })"
# Words that are the same everywhere: names of formats and keys of files.
SAME = {"Beckon", "YAML", "CSV", "PNG", "JPEG", "WebP", "SVG", "API", "QR", "min", "Chrome", "Linux", "KiB", "MiB", "EUR",
        # A key and ids as the file has them, and what a note of the test says.
        "client", "caregiver",
        "backspace", "She wanted it warm.", "outside.yaml",
        # What a switch says it is called.
        "Buddy Button USB"}
# Where a home's own words stand, in its boards and settings and in what the API tells of it: whole labels and names, not each word that
# appears in some file.
OWN = {"name", "label", "title", "called", "say", "caption", "text", "details", "note", "reason", "because", "words", "client_name",
       "changed_by", "decided_by", "by", "author", "zone", "language", "symbol", "device_name", "reasons", "skip_reasons", "group",
       "client", "person", "switch", "what", "email", "instructions"}
# What ships for every home, and is no home's own.
SHIPPED = ("words.", "phrases.", "suggestions.", "spelling.", "plan-words.", "texts.")
# Addresses, codes and checksums.
MADE = r"https?://\S+|\b[A-Z0-9]{3}-[A-Z0-9]{3}\b|^\(\d+\) |\b[0-9a-f]{64}\b"
# All that is read or read aloud, except what people and their files say by themselves, and what languages, voices and zones are called.
WORDS = r"""
const found = [], own = `textarea, pre, code, script, style, template, [data-own-words], main [lang],
  select[name$=language], select[name$=voice], select[name$=zone]`;
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
for (let node = walk.currentNode; node; node = walk.nextNode()) {
  if (node.nodeType === 3) {
    // What can be chosen is seen once somebody chooses.
    const place = node.parentElement.closest("select") || node.parentElement;
    if (node.textContent.trim() && !node.parentElement.closest(own) && place.getClientRects().length) found.push(node.textContent.trim());
  } else for (const name of ['aria-label', 'aria-valuetext', 'aria-description', 'label', 'title', 'placeholder', 'alt']) {
    const words = node.getAttribute(name);
    if (words && !node.closest('template')) found.push(words);
  }
}
return [document.title, ...found];
"""


# What is drawn of an opened dialog beyond the window: a page does not grow by it.
BEYOND = """
    const width = document.documentElement.clientWidth;
    return [...document.querySelectorAll("dialog[open]:modal, dialog[open]:modal *")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && !one.closest(".unseen, .skip") && (box.left < -1 || box.right > width + 1);
    }).map((one) => one.outerHTML.slice(0, 90));"""
# Files and commands that are written from right to left: their signs change places, and a long line begins out of sight.
BACKWARDS = """
    return [...document.querySelectorAll("pre, .source")].filter((one) => one.getClientRects().length && getComputedStyle(one).direction === "rtl")
        .map((one) => one.outerHTML.slice(0, 90));"""
# All pictures that were taken, each with what it is of.
PICTURES = []


class Looked(unittest.TestCase):
    """Looks at pages of a household, in one browser, from all sides."""
    # What ships with this home besides boards and sounds.
    ships = ()

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="beckon-share.")
        cls.addClassCleanup(folder.cleanup)
        cls.formats = pseudo.share(folder.name, cls.ships)
        os.environ["BECKON_SHARE"] = folder.name
        cls.addClassCleanup(os.environ.pop, "BECKON_SHARE")
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.browser = Browser(cls.household.url)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        os.makedirs(SCREENSHOTS, exist_ok=True)
        self.found = []

    def set(self, size, dark):
        width, height = size
        self.browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def speak(self, language):
        self.browser.driver.execute_cdp_cmd("Network.enable", {})
        self.browser.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})

    def look(self, name, what, language, shows=(), unfolds=True):
        """Looks at the open page from all sides. `shows`: what has to be seen there each time; `unfolds`: everything that can be."""
        for size in SIZES:
            for dark in (False, True):
                self.set(SIZES[size], dark)
                if unfolds:
                    self.browser.driver.execute_script(OPEN)
                where = f"{what}, {language}, {size}, {'dark' if dark else 'light'}"
                self.found += [f"{where}: {one} is not seen" for one in shows if not any(part.is_displayed() for part in self.browser.find(one))]
                self.found += [f"{where}: {one}" for one in self.browser.violations()]
                if not dark:
                    self.found += [f"{where}: too small: {one}" for one in self.browser.small_targets()]
                    self.found += [f"{where}: wider than the window"] if self.browser.is_too_wide() else []
                    self.found += [f"{where}: outside its card: {one}" for one in self.browser.outside()]
                    self.found += [f"{where}: beyond the window: {one}" for one in self.browser.driver.execute_script(BEYOND)]
                    self.found += [f"{where}: backwards: {one}" for one in self.browser.driver.execute_script(BACKWARDS)]
                picture = f"{name}-{language}-{size}-{'dark' if dark else 'light'}.png"
                self.browser.driver.save_screenshot(f"{SCREENSHOTS}/{picture}")
                PICTURES.append((what, picture))

    def press(self, selector):
        """The first of these that is seen."""
        one = self.browser.wait(lambda: next((part for part in self.browser.find(selector) if part.is_displayed()), None), selector)
        self.browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].click()", one)

    def wait_seen(self, selector):
        self.browser.wait(lambda: any(one.is_displayed() for one in self.browser.find(selector)), selector)

    def send(self, form, button=None, **values):
        """Sends a form with these values, whatever its fields allow, and waits for the page that comes."""
        old = self.browser.find("main")[0]
        self.browser.driver.execute_script("""
            const form = document.querySelector(arguments[0]), button = arguments[1] && form.querySelector(arguments[1]);
            form.noValidate = true;
            for (const [name, value] of Object.entries(arguments[2])) {
                const fields = [...form.querySelectorAll(`[name="${name}"]`)];
                for (const one of fields) {
                    if (one.type === "radio" || one.type === "checkbox") one.checked = one.value === value; else one.value = value;
                }
                if (!fields.length) throw new Error(`no field ${name}`);
            }
            // A page takes no tap just after something in it has moved.
            const send = () => { if (button) form.requestSubmit(button); else form.requestSubmit(); };
            const again = setInterval(send, 1000);
            window.addEventListener("submit", (event) => { if (!event.defaultPrevented) clearInterval(again); });
            send();""", form, button, values)
        self.browser.wait(lambda: staleness_of(old)(self.browser.driver), f"what comes after {form}")
        self.browser.wait(lambda: self.browser.driver.execute_script("return document.readyState") == "complete", "all of the next page")

    def sent(self, path, form, **values):
        self.browser.go(path)
        self.send(form, **values)

    def examine(self, language, name, shows, unfolds=True):
        """Looks at what a form, a tap or an address has led to, and at its words."""
        self.assertEqual(self.browser.driver.execute_script("return document.documentElement.lang"), language, name)
        self.look(name, name, language, shows, unfolds)
        if language in pseudo.TAGS:
            self.found += [f"{name}, {language}: not in the files of texts: {words[:120]}" for words in self.hard_coded(self.own)]

    def nothing_found(self):
        contact_sheet()
        self.assertEqual(self.found, [], f"{len(self.found)}:\n" + "\n".join(self.found))

    def own_words(self):
        """What this home's people, needs and boards are called, and what they say."""
        found = {part.strip() for one in self.formats for part in re.split(r"\{[^}]*\}", one)} | SAME
        for path in ("people", "invitations", "needs", "routines", "requests", "agenda", "devices", "boards", "displays", "proposals", "notes",
                     "places", "duties", "call-paths", "costs", "charges", "rewards", "points/maria", "registrations", "people/maria/signs",
                     *self.sessions()):
            status, answer = self.get(path)
            if status == 200:
                found |= set(pseudo.strings_of(answer, OWN))
                # As what somebody is on duty; what people are in the home has words of the program.
                found |= {one["content"]["role"] for one in answer.get("duties", []) if "role" in one.get("content", {})}
        for folder, _, names in os.walk(self.household.home.path):
            for name in names:
                if name.endswith((".jpg", ".png", ".wav")):
                    # As a file, and as people say it.
                    found |= {name, re.sub("[-_]+", " ", os.path.splitext(name)[0])}
                if name.endswith(".yaml"):
                    found.add(name)
                    if not name.startswith(SHIPPED):
                        with open(f"{folder}/{name}", encoding="utf-8") as file:
                            found |= set(pseudo.strings_of(yaml.load(file, Loader=yaml.BaseLoader), OWN))
        return {one for one in found if re.search("[A-Za-z]", one)}

    def sessions(self):
        """Where the API has what is written in each session, as far as its reader may see that."""
        status, answer = self.get("appointments")
        return [f"appointments/{one['id']}" for one in answer["appointments"]] if status == 200 else []

    def is_own(self):
        """Matches the home's own words, the longest first, and what is made by a rule."""
        own = sorted(self.own_words(), key=len, reverse=True)
        return re.compile(MADE + "|" + "|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in own))

    def hard_coded(self, is_own):
        """What a page that is open in a pseudo-language says in English, and no person of the home. The client's screen is in the home's
        own language, whoever opens it."""
        if self.browser.driver.execute_script("return document.documentElement.lang") == "en":
            self.assertIn("/display/", self.browser.driver.current_url)
            return []
        return [words for words in self.browser.driver.execute_script(WORDS)
                if re.search("[A-Za-z]{3}", is_own.sub(" ", words))]

    def get(self, path):
        return self.browser.driver.execute_async_script("""
            const [path, done] = arguments;
            fetch("/api/v1/" + path, {credentials: "same-origin"}).then(async (answer) =>
              done([answer.status, answer.ok ? await answer.json() : null]), (error) => done([0, String(error)]));""", path)


def contact_sheet():
    """All pictures beside each other, a line for each page."""
    lines = {}
    for what, picture in PICTURES:
        lines.setdefault(what, []).append(picture)
    path = f"{SCREENSHOTS}/contact-sheet.html"
    with open(path, "w", encoding="utf-8") as file:
        file.write("<!DOCTYPE html><meta charset=utf-8><title>Every page</title><style>div{display:flex;gap:4px;overflow-x:auto}"
                   "img{height:420px;border:1px solid #888}h2{font:600 16px sans-serif}</style>")
        for what, own in lines.items():
            file.write(f"<h2>{html.escape(what)}</h2><div>" + "".join(
                f'<img src="{html.escape(one)}" alt="{html.escape(one)}" loading="lazy">' for one in own) + "</div>\n")
    print(f"  {len(PICTURES)} pictures in {os.path.relpath(path)}", flush=True)


class EveryLanguage(Looked):
    # Every one that is missing is told.
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser.set_up(cls.household)
        cls.furnished = Furnished(cls.household, cls.browser)
        cls.pages, broken = every_page(cls.household, cls.browser, cls.furnished)
        assert not broken, "\n".join(broken)

    def test_own_words(self):
        """A word of the program is not taken for one of the home."""
        self.browser.go("/now")
        own = self.own_words()
        self.assertIn("Maria", own)
        self.assertLess(len(own), 1500)
        self.assertEqual([one for one in ("Save", "Sign in", "Switches", "Open", "Mute", "declined", "Invite") if one in own], [])

    def test_no_hard_coded_text(self):
        """Every page in the pseudo-language; quick, because nothing is measured and no picture is taken."""
        self.browser.go("/now")
        is_own, said = self.is_own(), {}
        self.speak("en-XA")
        for _, path in sorted(self.pages.items()):
            self.browser.go(path)
            self.browser.driver.execute_script(OPEN)
            for words in self.hard_coded(is_own):
                said.setdefault(words, path)
        self.assertEqual([f"{path}: not in the files of texts: {words[:120]}" for words, path in said.items()], [])

    def test_every_page(self):
        for language in LANGUAGES:
            self.speak(language)
            for route, path in sorted(self.pages.items()):
                self.browser.go(path)
                self.look(route.strip("/").replace("/", "-").replace("{}", "one") or "root", path, language)
            print(f"  {language}: {len(self.pages)} pages at {len(SIZES)} sizes, light and dark", flush=True)
        self.nothing_found()


class WhatOpens(Looked):
    """What is not there when a page is come to: sheets, what unfolds, one by one, steps, and what comes after a form or a mistake in it."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser.set_up(cls.household)
        cls.furnished = Furnished(cls.household, cls.browser)
        boards = f"{cls.household.home.path}/boards"
        cls.photo = png(f"{boards}/garden-chair.png", 300, 200, lambda row: bytes([20, row % 256, 60]) * 300)
        with open(f"{boards}/attic.yaml", "w", encoding="utf-8") as file:
            file.write("board: attic\nname: Attic\nlanguage: en-GB\nitems:\n  - label: Boxes\n    group:\n"
                       "      - { label: Old hat, request: normal }\n  - { label: Ladder, request: normal }\n")
        # One that each of two has taken, and one that waits.
        cls.calls = {}
        for who in ("Anna", "Carla", None):
            cls.calls[who] = str(uuid.uuid4())
            cls.furnished.send("POST /requests", cls.furnished.kiosk, id=cls.calls[who], asked_at=now())
            if who:
                status, answer = cls.household.api.respond(cls.calls[who], "on_the_way", who)
                assert status == 201, answer
        # Nobody has typed a password since: what changes rights asks for it.
        cls.household.stop()
        cls.household.start()

    # --- Ways to what opens.

    def unfold(self, selector):
        self.press(f"{selector} > summary")
        self.wait_seen(f"{selector}[open]")

    def sheet(self, words, board="home"):
        """The sheet of a card, or what a link with this selector opens."""
        self.browser.go(f"/boards/{board}.yaml")
        self.browser.driver.execute_script("""
            const all = [...document.querySelectorAll("a[data-sheet]")];
            all.find((one) => one.textContent.trim() === arguments[0] || one.matches(arguments[1])).click();""",
            words, words if words.startswith("[") else "none")
        self.wait_seen("dialog[open] [name=label]")

    def sheet_of_symbols(self, words, found):
        """With what is found for these words; all pictures of the home stand there before."""
        self.sheet("Toilet")
        self.browser.find("dialog [name=search]")[0].send_keys(words)
        shown = "return [...document.querySelectorAll('dialog [name=picked]')].map((one) => one.value)"
        self.browser.wait(lambda: self.browser.driver.execute_script(shown) == found, words)

    def cropped(self):
        self.sheet("Toilet")
        self.browser.find("dialog [name=picture]")[0].send_keys(self.photo)
        self.wait_seen("dialog [data-crop] canvas")

    def nothing_to_hear(self):
        self.sheet("[href*='kind=item']")
        self.press("dialog button.listen[data-say-from]")
        self.wait_seen("dialog .listen-fault")

    def no_microphone(self):
        self.sheet("Toilet")
        self.browser.driver.execute_script(OPEN)
        self.press("dialog button[data-record]")
        self.browser.wait(lambda: self.browser.find("dialog [data-recorded]")[0].text, "what is said of the microphone")

    def sheet_sent(self, words, board="home", button="[name=do][value=save]", **values):
        self.sheet(words, board)
        self.send("dialog form", button, **values)

    def text_sent(self, button, change, **values):
        self.browser.go("/boards/home.yaml?text=edit")
        self.send("#editor", button, text=change(self.browser.find("#text")[0].get_property("value")), **values)

    def unfolded(self, path, selector):
        self.browser.go(path)
        self.unfold(selector)

    def limits(self):
        """What this browser does not do, below the calls."""
        self.browser.go("/now")
        self.unfold("#alerts details.limits")

    def install(self):
        self.browser.driver.execute_script("localStorage.setItem('beckon-first', String(Date.now() - 2 * 3600 * 1000))")
        self.browser.go("/now")
        self.browser.driver.execute_script("window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', {cancelable: true}), {prompt() {}}))")

    def plan_step(self, number):
        self.browser.go("/plan/new")
        self.browser.find("form.steps [name=title]")[0].send_keys("Medicine")
        for step in range(1, number):
            self.press(f"#step-{step} .turns .main")
            self.wait_seen(f"#step-{step + 1}")

    def saved(self):
        """A notice of what was done, with the way back."""
        status, board = self.get("boards/attic.yaml")
        if not (board or {}).get("undo"):
            self.sheet_sent("Ladder", "attic", cue="the ladder")
            board = self.get("boards/attic.yaml")[1]
        self.browser.go("/boards/attic.yaml?saved=" + urllib.parse.quote(board["version"], safe=""))

    def offline(self):
        """The page without a connection, with the calls that were known last; here nobody is found to answer."""
        self.browser.go("/now")
        known = "return (JSON.parse(localStorage.getItem('beckon-known')) || {calls: []}).calls.length"
        self.browser.wait(lambda: self.browser.driver.execute_script(known), "the calls to be known")
        self.browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/api/v1/health"]})
        self.browser.go("/offline")

    def ways(self):
        """Each by its name: how it is opened, and what is seen then."""
        sheet, one = "dialog[open]:modal", self.calls[None]
        yield "sheet-card", lambda: self.sheet("Toilet"), [f"{sheet} [name=called]", f"{sheet} details.act .danger"]
        yield "sheet-group", lambda: self.sheet("Drinks"), [f"{sheet} [name=together]"]
        yield "sheet-new-card", self.nothing_to_hear, [f"{sheet} .listen-fault", f"{sheet} [name=does]"]
        yield "sheet-new-group", lambda: self.sheet("[href*='kind=group']"), [f"{sheet} [name=first]"]
        yield "sheet-new-board", lambda: self.sheet("[href*='kind=board']"), [f"{sheet} [name=label]"]
        yield "sheet-symbols", lambda: self.sheet_of_symbols("garden-chair", ["garden-chair.png"]), [f"{sheet} .symbols img"]
        yield "sheet-no-symbols", lambda: self.sheet_of_symbols("xyzxyz", []), [f"{sheet} [data-symbols] .quiet"]
        yield "sheet-crop", self.cropped, [f"{sheet} [data-crop] canvas", f"{sheet} [data-crop] input"]
        yield "sheet-no-microphone", self.no_microphone, [f"{sheet} [data-recorded]"]
        yield "sheet-overtaken", lambda: self.sheet_sent("Toilet", version="older", label="Loo"), ["#sheet .notice.problem"]
        yield "sheet-wrong", lambda: self.sheet_sent("Toilet", label="", say=""), ["#sheet [aria-invalid], #sheet .problem"]
        yield "sheet-last-card", lambda: self.sheet_sent("Old hat", "attic", "[value=remove]"), ["#sheet [name=removes_emptied]"]
        yield "board-wrong", lambda: self.sent("/boards/home.yaml", "form[action$='/about']", columns="99"), ["main .problem", "#about-name"]
        yield "board-saved", self.saved, ["#notices .notice button"]
        yield "board-text-wrong", lambda: self.text_sent("[formaction]", lambda text: text.replace("label:", "lable:", 1)), ["#findings [data-line]"]
        yield "board-text-overtaken", lambda: self.text_sent(".main", lambda text: text + "# Later\n", version="older"), ["details.theirs pre"]
        yield "now-cannot", lambda: self.unfolded("/now", f"[data-key='decline-{one}' i]"), [f"[data-key='decline-{one}' i][open] form"]
        yield "now-done", lambda: self.unfolded("/now", f"[data-key='met-{one}' i]"), [f"[data-key='met-{one}' i][open] form"]
        yield "now-note", lambda: self.unfolded("/now", f"[data-key='note-{one}' i]"), [f"[data-key='note-{one}' i][open] form"]
        for name, who in (("mine", "Anna"), ("theirs", "Carla")):
            taken = f"[data-key='taken-{self.calls[who]}' i]"
            yield f"now-taken-{name}", lambda taken=taken: self.unfolded("/now", taken), [f"{taken}[open] .answers"]
        yield "now-cannot-empty", lambda: self.refused(one), ["main .problem", f"[data-key='decline-{one}' i][open]"]
        yield "now-limits", self.limits, ["#alerts details.limits[open] > :not(summary)"]
        yield "now-install", self.install, ["#install"]
        yield "today-skip", lambda: self.unfolded("/today", "[data-key^=skip-]"), ["[data-key^=skip-][open] form"]
        yield "proposal-decline", lambda: self.unfolded(f"/needs/proposals/{self.furnished.proposal}", "[data-key=decline]"), [
            "[data-key=decline][open] [name=reason]"]
        yield "need-wrong", lambda: self.sent("/needs/new", "form.routine", label=""), [".faults", "[aria-invalid]"]
        yield "plan-when", lambda: self.plan_step(2), ["#step-2 [name=date]"]
        yield "plan-who", lambda: self.plan_step(3), ["#step-3 [name=grace]", ".preview"]
        yield "plan-wrong", lambda: self.sent("/plan/new", "form.steps", title=""), [".faults", "[aria-invalid]"]
        yield "person-wrong", lambda: self.sent("/people/new", "main form", name=""), [".faults", "[aria-invalid]"]
        yield "account-password-wrong", lambda: self.sent("/account", "form[action$='/password']", old_password="x", password="y", again="z"), [
            "details[open] [aria-invalid]"]
        yield "settings-wrong", lambda: self.sent("/settings/pace", "form.question", **{"option-scan_time": "99"}), ["[aria-invalid]"]
        yield "pair-wrong", lambda: self.sent("/devices/pair", "main form", name=""), [".faults", "[aria-invalid]"]
        yield "pair-code", lambda: self.sent("/devices/pair", "main form", name="Beside the bed", kind="station"), [".code", "pre"]
        role = "form[action='/people/carla']"
        yield "ask-role", lambda: self.sent("/people/carla", role, role="coordinator"), ["main button.danger", "main a.button"]
        yield "confirm", lambda: self.asked_for_password(role), ["[name=current_password]"]
        yield "confirm-wrong", lambda: self.asked_for_password(role, "not it"), ["[name=current_password]", "main .problem"]
        yield "not-there", lambda: self.browser.go("/nothing"), ["h1"]
        yield "offline", self.offline, ["#known .card", "#again"]

    def refused(self, call):
        """An own reason of no words."""
        self.browser.go("/now")
        self.unfold(f"[data-key='decline-{call}' i]")
        field = f"[data-key='decline-{call}' i] form:has(input:not([type=hidden]), textarea)"
        self.send(field)

    def asked_for_password(self, form, password=None):
        self.sent("/people/carla", form, role="coordinator")
        self.send("main form")
        if password:
            self.send("main form", current_password=password)

    def test_what_opens(self):
        self.browser.go("/now")
        self.own = self.is_own()
        for language in LANGUAGES:
            self.speak(language)
            number = 0
            for name, way, shows in self.ways():
                number += 1
                with self.subTest(name=name, language=language):
                    way()
                    # On these pages each part that unfolds is looked at by itself.
                    self.examine(language, name, shows, unfolds=not name.startswith(("now-", "today-")))
                self.browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
            print(f"  {language}: {number} that open at {len(SIZES)} sizes, light and dark", flush=True)
        self.nothing_found()

    def test_the_question_before_a_sheet_is_left_is_in_the_files_of_texts(self):
        """The browser asks it in a window of its own."""
        for language in pseudo.TAGS:
            self.speak(language)
            self.sheet("Toilet")
            self.browser.find("dialog [name=label]")[0].send_keys("X")
            self.press("dialog .sheet-head button")
            question = self.browser.driver.switch_to.alert
            words = question.text
            question.accept()
            self.assertNotRegex(words, "[A-Za-z]{3}")
            self.browser.wait(lambda: not self.browser.find("dialog"), "the sheet to be closed")


def ways_of_clients():
    """Every page that is a client's alone. Most say once how their addresses begin, some in another file, which is named as its type."""
    texts, names = {}, {}
    for path in glob.glob(f"{ROOT}/Sources/Pages/**/*.swift", recursive=True):
        with open(path, encoding="utf-8") as file:
            texts[os.path.basename(path).removesuffix(".swift")] = file.read()

    def whole(way, own):
        return "".join(names.get(f"{own}.{part}") or names.get(part) or part.strip('"') for part in way.split(" + "))
    for own, text in texts.items():
        for name, begins in re.findall(r'static let (\w+) = ((?:\w+ \+ )?"[/.][^"]*")', text):
            names[f"{own}.{name}"] = whole(begins, own)
    return {whole(way, own) for own, text in texts.items()
            for way in re.findall(r"PageRoute\(\s*\.get,\s*([^,]+),\s*for: \.clients", text)}


def kind_of(path):
    """An address without what names one of many: ids, keys and numbers."""
    return re.sub(r"/[^/]*[0-9%][^/]*", "/{}", path.split("?")[0])


class OthersPages(Looked):
    """What a coordinator does not come to: a client's own pages, a provider's, and both sides of a session."""
    ships = ("exercises", "encouragement")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser.set_up(cls.household)
        cls.furnished = Furnished(cls.household, cls.browser)
        # A chore of Maria's that she shows with a photo.
        cls.furnished.send("POST /routines", content={
            "title": "Lay the table", "audience": "household", "clients_own": False, "priority": "normal", "points": 5, "proof": "photo",
            "grace_minutes": 1440, "assignment": {"kind": "fixed", "person": "maria"},
            "reminders": {"minutes_before": [], "due": False, "missed": False}, "schedule": {"start": now().rstrip("Z"), "zone": ZONE}})
        cls.maria = cls.come(name="Maria", role="client", person="maria")
        cls.kim = cls.come(name="Dr Kim", role="provider", person="kim")

    @classmethod
    def come(cls, **invitation):
        status, made = cls.browser.call("POST", "/invitations", {"id": str(uuid.uuid4()), **invitation})
        assert status == 201, made
        browser = Browser(cls.household.url)
        cls.addClassCleanup(browser.close)
        browser.go(f"/join/{made['code']}")
        if invitation["role"] == "client":
            browser.send("Link this device")
        else:
            browser.fill(password=PASSWORD, again=PASSWORD)
            browser.send("Begin")
        browser.wait(lambda: browser.find("nav"), "to belong to the home")
        return browser

    def own_words(self):
        """Also those that only the two of them may read."""
        found, before = set(), self.browser
        for self.browser in (type(self).browser, self.maria, self.kim):
            found |= super().own_words()
        self.browser = before
        return found

    def follow(self, first, leaves_out=()):
        """Follows all links, as the one whose browser it is. Gives the first page of each kind."""
        known, found, seen, waiting = routes(), {}, set(), [first]
        kinds = collections.Counter()
        while waiting:
            path = waiting.pop(0)
            kind = kind_of(path)
            if path in seen or kinds[kind] == MOST_OF_A_KIND or (route_of(path, known) or kind) in NO_PAGE or kind.startswith(leaves_out):
                continue
            seen.add(path)
            kinds[kind] += 1
            self.browser.go(path)
            heading = self.browser.find("h1")
            if not heading or heading[0].text in ("Not found", "That did not work"):
                self.found.append(f"{path}: {self.browser.text()[:200]}")
                continue
            found.setdefault(kind, path)
            waiting += links(self.household, self.browser, path)
        return found

    def look_at_all(self, whose, pages):
        for language in LANGUAGES:
            self.speak(language)
            for kind, path in sorted(pages.items()):
                self.browser.go(path)
                self.examine(language, whose + kind.replace("/", "-").replace("{}", "one"), ["h1"])
            print(f"  {language}: {len(pages)} pages of a {whose} at {len(SIZES)} sizes, light and dark", flush=True)

    def test_a_clients_pages(self):
        self.own = self.is_own()
        self.browser = self.maria
        self.speak("en")
        pages = self.follow("/mine")
        self.assertEqual(ways_of_clients() - set(pages) - set(NO_PAGE), set(), "no way was found to these pages")
        self.look_at_all("client", pages)
        self.nothing_found()

    def test_a_providers_pages(self):
        self.own = self.is_own()
        self.browser = self.kim
        self.speak("en")
        # Planning is the same as a coordinator's.
        pages = self.follow("/today", leaves_out=("/plan",))
        ways = {"/today", "/sessions", "/sessions/{}", "/sessions/{}/change", "/sessions/new", "/sessions/assign/maria", "/clients/maria",
                "/clients/maria/breathing", "/moods", "/moods/maria", "/goals", "/goals/maria", "/more", "/account"}
        self.assertEqual(ways - set(pages), set(), "no way was found to these pages")
        self.look_at_all("provider", pages)
        self.nothing_found()

    def sides(self):
        """Each by its name: in whose browser it is, how it is opened, and what is seen then."""
        room, mine = f"/sessions/{self.furnished.session}", f"/mine/sessions/{self.furnished.session}"
        yield "room", self.kim, lambda: self.browser.go(room), ["#text-said", "[data-key=said] li", "[data-key=notes] b"]
        yield "room-nothing-said", self.kim, lambda: self.sent(room, "[data-key=room] form"), ["[data-key=room] [aria-invalid]"]
        yield "session-wrong", self.kim, lambda: self.sent("/sessions/new", "form.routine", minutes="none"), [".faults", "[aria-invalid]"]
        yield "assign-wrong", self.kim, lambda: self.sent("/sessions/assign/maria", "form.routine", exercise="none"), [".faults"]
        yield "mine-session", self.maria, lambda: self.browser.go(mine), ["[data-key=answers] .sentence", "[data-key=notes] li"]
        yield "mine-no-point", self.maria, lambda: self.sent(mine, "[data-key=points] form"), ["[data-key=points] [aria-invalid]"]
        yield "mine-how-it-was", self.maria, lambda: self.browser.go(f"/mine/moods?session={self.furnished.session}"), [
            "[data-key=log-face] button"]
        yield "mine-goal-wrong", self.maria, lambda: self.sent("/mine/goals", "[data-key=new] form", title=""), [".faults", "[aria-invalid]"]

    def test_the_two_sides_of_a_session(self):
        for browser, lines in (
                (self.kim, [{"kind": "provider_came"}, {"kind": "said", "text": "Shall we begin, Maria?"}]),
                (self.maria, [{"kind": "answered", "answer": "yes"}]),
                (self.kim, [{"kind": "note", "text": "Breathe out longer"}, {"kind": "kept_note", "text": "She looks tired"}])):
            for line in lines:
                status, answer = browser.call("POST", f"/appointments/{self.furnished.session}/lines", {"id": str(uuid.uuid4()), **line})
                self.assertEqual(status, 201, (line, answer))
        self.own = self.is_own()
        for language in LANGUAGES:
            number = 0
            for name, self.browser, way, shows in self.sides():
                number += 1
                self.speak(language)
                with self.subTest(name=name, language=language):
                    way()
                    self.examine(language, name, shows)
            print(f"  {language}: {number} of a session at {len(SIZES)} sizes, light and dark", flush=True)
        self.nothing_found()


class BeforeLogin(Looked):
    """What whoever has not logged in sees."""

    visited = set()

    def visit(self, language, name, path, shows, /, **values):
        """Opens a page, sends these values where there are any, and looks at what has come."""
        self.browser.go(path)
        self.visited.add(route_of(path.removeprefix(self.household.url), routes()))
        if values:
            self.send("main form", **values)
        self.examine(language, name, shows)

    def test_the_first_link(self):
        link = self.household.setup_link()
        self.browser.go("/login")
        self.own = self.is_own()
        for language in LANGUAGES:
            self.speak(language)
            self.visit(language, "setup-one", link, ["[name=again]"])
            self.visit(language, "setup-wrong", link, [".faults", "[aria-invalid]"], name="", password="a", again="b")
            self.visit(language, "setup-used", "/setup/AAAAAAAAAAAAAAAAAAAAAA", ["main .problem"])
        self.nothing_found()

    def test_with_people(self):
        browser, driver = self.browser, self.browser.driver
        self.speak("en")
        browser.set_up(self.household)
        status, invited = browser.call("POST", "/invitations", {"name": "Dora", "role": "caregiver"})
        self.assertEqual(status, 201, invited)
        # Whoever likes may ask to be let in.
        status, answer = browser.call("PUT", "/registration", {"open": True})
        self.assertIn(status, (200, 204), answer)
        self.own = self.is_own()
        session = next(one for one in driver.get_cookies() if one["name"].endswith("beckon_session"))
        for language in LANGUAGES:
            self.speak(language)
            driver.add_cookie(session)
            browser.go("/account")
            # Each time: it counts for a few minutes.
            status, answer = browser.call("POST", "/session/confirmation", {"current_password": PASSWORD})
            self.assertEqual(status, 204, answer)
            status, link = browser.call("POST", "/login-links", {})
            self.assertEqual(status, 201, link)
            # Somebody's session ends while they type.
            browser.go("/needs/new")
            browser.fill(label="Blanket", say="I would like a blanket.")
            driver.delete_cookie(session["name"])
            self.send("form.routine")
            self.examine(language, "logged-out", ["main textarea", "main a.main"])
            self.visit(language, "login", "/login", ["[name=password]"])
            self.visit(language, "login-out", "/login?did=out", [".notice"])
            self.visit(language, "login-ended", "/login?did=ended", [".notice"])
            self.visit(language, "login-empty", "/login", ["[aria-invalid]"], name="", password="")
            self.visit(language, "login-wrong", "/login", [".faults"], name="Anna", password="not it")
            self.visit(language, "join", "/join", ["[name=code]"])
            self.visit(language, "join-wrong", "/join?code=xyz", ["[aria-invalid]"])
            self.visit(language, "join-unknown", "/join/K7M-4QX", [".faults"])
            self.visit(language, "join-one", f"/join/{invited['code']}", ["[name=again]"])
            self.visit(language, "join-one-wrong", f"/join/{invited['code']}", [".faults", "[aria-invalid]"], password="a", again="b")
            self.visit(language, "enter-one", link["path"], ["main form .main"])
            self.visit(language, "enter-used", "/enter/AAAAAAAAAAAAAAAAAAAAAA", ["main .problem"])
            self.visit(language, "register", "/register", ["[name=email]"])
            self.visit(language, "register-wrong", "/register", [".faults", "[aria-invalid]"], name="", password="a", again="b")
            self.visit(language, "display-pair", "/display/pair", ["[name=code]"])
            self.visit(language, "display-pair-wrong", "/display/pair", ["[aria-invalid]"], code="xyz")
            self.visit(language, "answer-unknown", "/answer/none", ["main .problem"])
            driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/api/v1/health"]})
            self.visit(language, "offline-out", "/offline", ["#again"])
            driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        # The first link is the other test's, which goes before this one.
        self.assertEqual(BEFORE_LOGIN - self.visited - {"/setup/{}"}, set())
        self.nothing_found()


if __name__ == "__main__":
    unittest.main(verbosity=2)
