"""Pages as a thing on the phone: installable, and without the service the last calls that were known, marked as old."""
import json
import os
import sys
import unittest
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household  # noqa: E402
from home import wait_for  # noqa: E402


class PhoneApp(unittest.TestCase):
    def setUp(self):
        self.household = Household()
        self.addCleanup(self.household.close)
        self.phone = Browser(self.household.url, size=PHONE)
        self.addCleanup(self.phone.close)

    def do(self, script, *arguments):
        return self.phone.driver.execute_script(script, *arguments)

    def wait_worker(self):
        self.phone.wait(lambda: self.do("return navigator.serviceWorker.controller !== null"), "the worker to control the page")
        self.phone.wait(
            lambda: self.phone.driver.execute_async_script(
                "const done = arguments[0]; caches.match('/offline').then((found) => done(found !== undefined))"),
            "the offline page to be kept")

    def kept(self):
        """Everything that the browser keeps of these pages."""
        return self.phone.driver.execute_async_script("""
            const done = arguments[0];
            (async () => {
                const all = { known: localStorage.getItem("beckon-known"), files: [] };
                for (const name of await caches.keys()) {
                    const cache = await caches.open(name);
                    for (const request of await cache.keys()) all.files.push([request.url, await (await cache.match(request)).text()]);
                }
                done(all);
            })();""")

    def worker(self):
        with urllib.request.urlopen(f"{self.household.url}/assets/worker.js") as answer:
            return answer.read().decode()

    def offline(self):
        """Stops the service, and opens a page."""
        self.household.stop()
        self.phone.go("/now")
        self.phone.wait_text("This phone cannot reach Beckon")

    def test_it_can_be_installed(self):
        self.phone.set_up(self.household)
        self.phone.go("/now")
        self.wait_worker()
        manifest = self.phone.driver.execute_cdp_cmd("Page.getAppManifest", {})
        self.assertEqual(manifest["errors"], [])
        data = json.loads(manifest["data"])
        self.assertEqual((data["display"], data["start_url"], data["scope"]), ("standalone", "/", "/"))
        self.assertEqual({(one["sizes"], one["purpose"]) for one in data["icons"]},
                         {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")})
        for one in data["icons"]:
            size = self.phone.driver.execute_async_script("""
                const [source, done] = arguments, picture = new Image();
                picture.onload = () => done(`${picture.naturalWidth}x${picture.naturalHeight}`);
                picture.onerror = () => done("");
                picture.src = source;""", one["src"])
            self.assertEqual(size, one["sizes"])
        faults = self.phone.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
        # A browser without a window, and one whose history is not kept, installs nothing; everything else is ours.
        self.assertEqual([one for one in faults if one["errorId"] not in ("in-incognito", "platform-not-supported-on-android")], [])
        self.assertEqual(self.phone.complaints(), [])

    def test_installing_is_offered_once_and_not_on_the_first_visit(self):
        # The browser's own question may come at any moment: here it is asked by the test alone.
        self.phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            window.addEventListener("beforeinstallprompt", (event) => { if (event.isTrusted) event.stopImmediatePropagation(); }, true);"""})
        self.phone.set_up(self.household)
        self.phone.go("/now")
        ask = """const event = new Event("beforeinstallprompt", { cancelable: true });
                 event.prompt = () => { window.wasAsked = true; };
                 window.dispatchEvent(event);
                 return event.defaultPrevented;"""
        self.assertTrue(self.do(ask))
        self.assertFalse(self.phone.find("#install")[0].is_displayed())
        # Some hours later.
        self.do("localStorage.setItem('beckon-first', String(Date.now() - 2 * 3600 * 1000))")
        self.phone.go("/now")
        self.do(ask)
        self.assertTrue(self.phone.find("#install")[0].is_displayed())
        self.assertEqual(self.phone.violations(), [])
        self.phone.picture("install")
        self.phone.tap("Put it there")
        self.assertTrue(self.do("return window.wasAsked === true"))
        # Whatever was answered to the browser's own question, that was once.
        self.phone.go("/now")
        self.do(ask)
        self.assertFalse(self.phone.find("#install")[0].is_displayed())
        self.do("localStorage.removeItem('beckon-install')")
        self.phone.go("/now")
        self.do(ask)
        self.phone.tap("No, thanks")
        self.phone.go("/now")
        self.do(ask)
        self.assertFalse(self.phone.find("#install")[0].is_displayed())

    def test_without_the_service_the_last_calls_are_shown_as_old(self):
        self.phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            navigator.setAppBadge = async (count) => { document.documentElement.dataset.badge = String(count); };
            navigator.clearAppBadge = async () => { document.documentElement.dataset.badge = "none"; };"""})
        self.phone.set_up(self.household)
        self.phone.go("/now")
        self.wait_worker()
        self.phone.wait_live()
        self.household.press_for_toilet()
        self.phone.wait_text("help with the toilet")
        self.phone.wait(lambda: "toilet" in (self.kept()["known"] or ""), "the call to be kept")
        self.phone.wait(lambda: self.do("return document.documentElement.dataset.badge") == "1", "the badge")
        # What is kept in the worker's place is nobody's.
        for url, text in self.kept()["files"]:
            for secret in ("Maria", "Anna", "toilet"):
                self.assertNotIn(secret, text, url)
        self.offline()
        text = self.phone.text()
        self.assertIn("Maria asks for help with the toilet", text)
        self.assertRegex(text, r"As of .*\d:\d\d.*, (just now|\d+ minutes? ago). This may have changed.")
        self.assertEqual(self.phone.find("nav, form"), [])
        self.phone.picture("offline")
        self.assertEqual(self.phone.violations(), [])
        self.assertEqual(self.phone.small_targets(), [])
        self.assertFalse(self.phone.is_too_wide())
        # Back by itself, and live.
        self.household.start()
        self.phone.wait_text("I’m on my way")
        self.phone.wait_live()
        self.assertEqual(self.phone.path, "/now")

    def test_it_goes_back_to_a_place_within_a_page_too(self):
        # A browser that waited for all of a page would wait for what still loads while the service goes.
        phone = Browser(self.household.url, size=PHONE, waits=False)
        self.addCleanup(phone.close)
        self.phone, whole = phone, self.phone
        whole.set_up(self.household)
        phone.log_in()
        phone.go("/now")
        phone.wait(lambda: phone.find("nav"), "the page")
        self.wait_worker()
        worker = self.worker()
        for again in (False, True):
            self.household.stop()
            # With another query each time: only a change of what follows the # would load nothing.
            phone.go(f"/history?again={again}#older")
            phone.wait_text("This phone cannot reach Beckon")
            if again:
                # Nothing looks by itself any more: somebody taps.
                self.do("for (let number = 0; number < 10000; number++) clearInterval(number)")
            self.household.start()
            # A new start alone is no news for a browser: nothing has to be kept anew.
            self.assertEqual(self.worker(), worker)
            if again:
                phone.find("#again")[0].click()
            phone.wait(lambda: phone.find("nav"), "the page that was asked for")
            self.assertTrue(phone.path.startswith("/history"), phone.path)

    def test_nothing_is_left_after_logging_out(self):
        self.phone.set_up(self.household)
        self.phone.go("/now")
        self.wait_worker()
        self.phone.wait_live()
        self.household.press_for_toilet()
        self.phone.wait(lambda: "toilet" in (self.kept()["known"] or ""), "the call to be kept")
        self.phone.go("/account")
        self.phone.tap("Log out")
        self.phone.wait(lambda: self.phone.path.startswith("/login"), "to be logged out")
        kept = self.kept()
        self.assertIsNone(kept["known"])
        self.assertNotIn("Maria", json.dumps(kept))
        self.offline()
        self.assertNotIn("Maria", self.phone.text())

    def test_another_reader_finds_nothing_of_the_one_before(self):
        self.phone.set_up(self.household)
        self.phone.go("/now")
        self.wait_worker()
        self.do("localStorage.setItem('beckon-known', JSON.stringify({ reader: 'somebody-else', at: Date.now(), "
                "calls: [{ title: 'Secret' }] }))")
        self.phone.go("/account")
        self.assertNotIn("Secret", self.kept()["known"] or "")

    def test_the_page_without_a_connection_is_in_the_readers_language(self):
        self.phone.set_up(self.household)
        self.phone.go("/account")
        token = self.phone.find("input[name=csrf]")[0].get_attribute("value")
        self.do("""const [token] = arguments;
                   return fetch("/account/language", { method: "POST", body: new URLSearchParams({ csrf: token, language: "de" }) })""", token)
        wait_for(lambda: (self.phone.go("/now"), self.do("return document.documentElement.lang") == "de")[1], "German")
        self.wait_worker()
        self.phone.wait(lambda: any("Keine Verbindung" in text for _, text in self.kept()["files"]), "the German page")
        self.household.stop()
        self.phone.go("/now")
        self.phone.wait_text("Dieses Telefon erreicht Beckon nicht")
        self.phone.picture("offline-de")


if __name__ == "__main__":
    unittest.main(verbosity=2)
