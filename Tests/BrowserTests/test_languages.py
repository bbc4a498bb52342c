"""Every page in English, German and a pseudo-language that is 40 % longer, at three sizes, light and dark: nothing that axe finds, nothing
wider than the window, no target that is too small, no words that are not in the files of texts. All of it on one contact sheet."""
import html
import os
import re
import sys
import tempfile
import unittest

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pseudo  # noqa: E402
from browser import SCREENSHOTS, Browser, Household  # noqa: E402
from furnished import Furnished  # noqa: E402
from test_pages import every_page  # noqa: E402

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1280, 900)}
LANGUAGES = ("en", "de", "en-XA", "ur")
# So that axe also sees what opens.
OPEN = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
# Words that are the same everywhere: names of formats and keys of files.
SAME = {"Beckon", "YAML", "CSV", "PNG", "JPEG", "WebP", "SVG", "API", "QR", "min", "Chrome", "Linux", "KiB", "MiB",
        # A key and ids as the file has them, and what a note of the test says.
        "client", "caregiver",
        "backspace", "She wanted it warm.", "outside.yaml",
        # What a switch says it is called.
        "Buddy Button USB"}
# Where a home's own words stand, in its boards and settings and in what the API tells of it: whole labels and names, not each word that
# appears in some file.
OWN = {"name", "label", "title", "called", "say", "caption", "text", "details", "note", "reason", "because", "words", "client_name",
       "changed_by", "decided_by", "by", "author", "zone", "language", "symbol", "device_name", "reasons", "skip_reasons", "group",
       "client", "person", "switch"}
# What ships for every home, and is no home's own.
SHIPPED = ("words.", "phrases.", "suggestions.", "spelling.", "plan-words.", "texts.")
# Addresses and codes.
MADE = r"https?://\S+|\b[A-Z0-9]{3}-[A-Z0-9]{3}\b|^\(\d+\) "
# All that is read or read aloud, except what people and their files say by themselves.
WORDS = r"""
const found = [], own = 'textarea, pre, code, script, style, template, [data-own-words], main [lang]';
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
for (let node = walk.currentNode; node; node = walk.nextNode()) {
  if (node.nodeType === 3) {
    if (node.textContent.trim() && !node.parentElement.closest(own) && node.parentElement.getClientRects().length) found.push(node.textContent.trim());
  } else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    const words = node.getAttribute(name);
    if (words && !node.closest('template')) found.push(words);
  }
}
return [document.title, ...found];
"""


class EveryLanguage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="beckon-share.")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.formats = pseudo.share(cls.folder.name)
        os.environ["BECKON_SHARE"] = cls.folder.name
        cls.addClassCleanup(os.environ.pop, "BECKON_SHARE")
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.browser = Browser(cls.household.url)
        cls.addClassCleanup(cls.browser.close)
        cls.browser.set_up(cls.household)
        cls.furnished = Furnished(cls.household, cls.browser)
        cls.pages, broken = every_page(cls.household, cls.browser, cls.furnished)
        assert not broken, "\n".join(broken)

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

    def own_words(self):
        """What this home's people, needs and boards are called, and what they say."""
        found = {part.strip() for one in self.formats for part in re.split(r"\{[^}]*\}", one)} | SAME
        for path in ("people", "invitations", "needs", "routines", "requests", "agenda", "devices", "boards", "displays", "proposals", "notes"):
            status, answer = self.get(path)
            if status == 200:
                found |= set(pseudo.strings_of(answer, OWN))
        for folder, _, names in os.walk(self.household.home.path):
            for name in names:
                if name.endswith(".yaml"):
                    found.add(name)
                    if not name.startswith(SHIPPED):
                        with open(f"{folder}/{name}", encoding="utf-8") as file:
                            found |= set(pseudo.strings_of(yaml.load(file, Loader=yaml.BaseLoader), OWN))
        return {one for one in found if re.search("[A-Za-z]", one)}

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
        found, pictures = [], []
        os.makedirs(SCREENSHOTS, exist_ok=True)
        for language in LANGUAGES:
            self.speak(language)
            for route, path in sorted(self.pages.items()):
                self.browser.go(path)
                self.browser.driver.execute_script(OPEN)
                name = route.strip("/").replace("/", "-").replace("{}", "one") or "root"
                for size in SIZES:
                    for dark in (False, True):
                        self.set(SIZES[size], dark)
                        where = f"{path}, {language}, {size}, {'dark' if dark else 'light'}"
                        found += [f"{where}: {one}" for one in self.browser.violations()]
                        if not dark:
                            found += [f"{where}: too small: {one}" for one in self.browser.small_targets()]
                            found += [f"{where}: wider than the window"] if self.browser.is_too_wide() else []
                        picture = f"{name}-{language}-{size}-{'dark' if dark else 'light'}.png"
                        self.browser.driver.save_screenshot(f"{SCREENSHOTS}/{picture}")
                        pictures.append((route, picture))
            print(f"  {language}: {len(self.pages)} pages at {len(SIZES)} sizes, light and dark", flush=True)
        self.sheet(pictures)
        self.assertEqual(found, [], f"{len(found)}:\n" + "\n".join(found))

    def sheet(self, pictures):
        """All pictures beside each other, a line for each page."""
        lines = {}
        for route, picture in pictures:
            lines.setdefault(route, []).append(picture)
        path = f"{SCREENSHOTS}/contact-sheet.html"
        with open(path, "w", encoding="utf-8") as file:
            file.write("<!DOCTYPE html><meta charset=utf-8><title>Every page</title><style>div{display:flex;gap:4px;overflow-x:auto}"
                       "img{height:420px;border:1px solid #888}h2{font:600 16px sans-serif}</style>")
            for route, own in lines.items():
                file.write(f"<h2>{html.escape(route)}</h2><div>" + "".join(
                    f'<img src="{html.escape(one)}" alt="{html.escape(one)}" loading="lazy">' for one in own) + "</div>\n")
        print(f"  {len(pictures)} pictures in {os.path.relpath(path)}", flush=True)


if __name__ == "__main__":
    unittest.main(verbosity=2)
