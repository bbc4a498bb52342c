"""Ways to reach people on phones: channels switched on, ways added, tried and removed, this browser subscribed and renewed; what the
service worker shows of a push, confirms and answers; answers by a link without a login."""
import http.server
import json
import os
import sys
import threading
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household, link_phone  # noqa: E402
from devtools import SUBSCRIBES, Worker  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402


class OtherSide:
    """Takes what the home sends, as an ntfy server and as a browser maker's push service."""

    def __init__(self):
        self.status, self.messages, self.pushes = 200, [], []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.path.startswith("/push/"):
                    outer.pushes.append(self.path)
                    self.answer(outer.status if outer.status != 200 else 201, {})
                else:
                    outer.messages.append(json.loads(body))
                    self.answer(outer.status, {"id": "x", "topic": outer.messages[-1].get("topic")})

            def do_GET(self):
                self.answer(200, {"healthy": True, "success": True})

            def answer(self, status, body):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class ReachPages(unittest.TestCase):
    def setUp(self):
        self.household = Household()
        self.addCleanup(self.household.close)
        self.other = OtherSide()
        self.addCleanup(self.other.close)
        self.anna = Browser(self.household.url, size=PHONE)
        self.addCleanup(self.anna.close)
        self.anna.driver.execute_cdp_cmd("Browser.grantPermissions", {"origin": self.household.url, "permissions": ["notifications"]})
        self.anna.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SUBSCRIBES.replace("ADDRESS", self.other.url)})
        self.anna.set_up(self.household)

    def looks_right(self, browser):
        self.assertEqual(browser.violations(), [])
        self.assertEqual(browser.small_targets(), [])
        self.assertEqual(browser.outside(), [])
        self.assertFalse(browser.is_too_wide())

    def card(self, name):
        return f"[data-key={name}]"

    def switch_on(self, channel, **settings):
        """As a coordinator does it on the page."""
        self.anna.go("/channels")
        card = self.card(f"channel-{channel}")
        self.anna.tap("Settings …", card)
        self.anna.tick(f"{card} input[name=on]")
        self.anna.fill(**{f"{channel}-{name}": value for name, value in settings.items()})
        self.anna.send("Save", card)

    def ntfy(self):
        self.switch_on("ntfy", server=self.other.url)
        self.anna.wait_text("Saved.")

    def worker(self):
        worker = Worker(self.anna)
        self.addCleanup(worker.close)
        return worker

    def test_a_coordinator_switches_a_channel_on_and_adds_a_way(self):
        ben = self.anna.invite("Ben")
        self.addCleanup(ben.close)
        # Nobody learns of what the home has not switched on.
        ben.go("/account")
        self.assertFalse([one for one in ben.find("a") if one.text == "Ways to reach you"])
        self.anna.go("/account")
        self.anna.send("Ways to reach you")
        self.anna.wait_text("sends no messages to people’s own devices yet")
        self.anna.send("Switch some on")
        self.looks_right(self.anna)
        self.switch_on("ntfy", server="not an address")
        self.anna.wait(lambda: self.anna.find("#ntfy-server-fault"), "what is wrong, at its field")
        self.looks_right(self.anna)
        self.anna.fill(**{"ntfy-server": self.other.url})
        self.anna.send("Save", self.card("channel-ntfy"))
        self.anna.wait_text("Saved.")
        self.assertIn("To test it, add a way of your own", self.anna.text())
        ben.go("/account")
        ben.send("Ways to reach you")
        self.assertNotIn("Text message", ben.text())
        # Which server to write into the app is no coordinator's secret; that this one is of one machine alone is said.
        self.assertIn(self.other.url, ben.text())
        self.assertIn("This address works only on Beckon’s own machine", ben.text())
        ben.send("Add")
        ben.wait(lambda: ben.find("#ntfy-topic-fault, #label-fault"), "what is missing, at its field")
        self.looks_right(ben)
        ben.fill(**{"ntfy-topic": "home-ben", "label": "Ben’s phone", "after": "5"})
        ben.send("Add")
        ben.wait_text("Added.")
        self.assertIn("Only if nobody has answered after 5 seconds", ben.text())
        ben.send("Send a test")
        ben.wait_text("The test was sent. Look whether it has arrived.")
        self.assertEqual(self.other.messages[-1]["topic"], "home-ben")
        self.other.status = 500
        ben.send("Send a test")
        ben.wait_text("The test was not sent.")
        # It stands at the way, in sight, and whoever reads the page again sends nothing.
        [said] = ben.find("[data-key^=contact-] [role=alert]")
        self.assertTrue(said.is_displayed())
        self.assertTrue(ben.path.startswith("/account/reach?tried=failed&"), ben.path)
        sent = len(self.other.messages)
        ben.driver.refresh()
        ben.wait_text("The test was not sent.")
        self.assertEqual(len(self.other.messages), sent)
        self.looks_right(ben)
        ben.picture("reach")
        ben.tap("In the app", "[data-key^=contact-]")
        self.assertIn("Write the topic home-ben, and subscribe.", ben.text())
        self.looks_right(ben)
        # A coordinator sees and changes it, too.
        self.anna.go("/people/ben")
        self.anna.send("Ways to reach Ben")
        self.anna.tap("Change …")
        self.anna.fill(label="")
        self.anna.driver.execute_script("for (const one of document.forms) one.noValidate = true")
        self.anna.send("Save")
        self.anna.wait_text("Write a name.")
        self.anna.fill(label="Ben at night")
        self.anna.send("Save")
        self.anna.wait_text("Ben at night")
        self.anna.send("Turn off")
        self.anna.wait_text("Turned off.")
        # Then nobody is left whom a call would reach.
        self.anna.go("/people")
        self.anna.wait_text("Nobody can be reached on a device of their own for Maria.")
        self.looks_right(self.anna)
        self.anna.go("/people/ben/reach")
        self.anna.tap("Remove …")
        self.looks_right(self.anna)
        self.anna.send("Yes, remove it")
        self.anna.wait_text("There is no way yet.")

    def test_a_token_is_kept_and_forgotten_again(self):
        self.switch_on("ntfy", server=self.other.url, token="tk_secret")
        self.anna.wait_text("Saved.")
        self.assertNotIn("tk_secret", self.anna.driver.page_source)
        card = self.card("channel-ntfy")

        def kept():
            page = self.anna.call("GET", "/channels", None)[1]
            return next(one["secrets"] for one in page["channels"] if one["name"] == "ntfy")
        self.assertEqual(kept(), ["token"])
        self.anna.tap("Settings …", card)
        self.assertIn("Forget what is kept: Access token", self.anna.text())
        self.looks_right(self.anna)
        self.anna.tick(f"{card} [name=ntfy-token-forget]")
        self.anna.send("Save", card)
        self.anna.wait_text("Saved.")
        self.assertEqual(kept(), [])
        self.anna.tap("Settings …", card)
        self.assertEqual(self.anna.find(f"{card} [name=ntfy-token-forget]"), [])

    def test_what_this_machine_lacks_is_said_as_soon_as_it_is_switched_on(self):
        self.switch_on("sms")
        self.anna.wait_text("Saved.")
        card = self.card("channel-sms")
        self.anna.wait(lambda: self.anna.find(f"{card} > .problem"), "what is missing, on the channel’s card")
        [missing] = self.anna.find(f"{card} > .problem")
        self.assertTrue(missing.text.strip())
        self.assertIn("Switched on", self.anna.find(card)[0].text)
        self.looks_right(self.anna)

    def test_a_provider_has_their_own_ways(self):
        self.ntfy()
        dora = self.anna.invite("Dora", role="provider")
        self.addCleanup(dora.close)
        dora.go("/account")
        dora.send("Ways to reach you")
        dora.wait_text("It tells caregivers alone of calls.")
        dora.fill(**{"ntfy-topic": "home-dora", "label": "Dora’s phone"})
        dora.send("Add")
        dora.wait_text("Added.")
        dora.send("Send a test")
        dora.wait_text("The test was sent.")
        self.assertEqual(self.other.messages[-1]["topic"], "home-dora")
        self.looks_right(dora)

    def test_this_browser_is_a_way_until_its_reader_logs_out(self):
        self.switch_on("web_push", contact="mailto:office@example.org", services=self.other.url)
        self.anna.wait_text("Saved.")
        self.anna.go("/account/reach")
        self.anna.wait_text("This device does not notify you while these pages are closed.")
        self.anna.driver.execute_script("window.refusesPush = true")
        self.anna.tap("Notify me on this device")
        self.anna.wait_text("The browser’s push service does not answer.")
        self.anna.driver.execute_script("window.refusesPush = false")
        self.anna.tap("Notify me on this device")
        self.anna.wait_text("This device notifies you from now on.")
        self.anna.wait_text("This device notifies you, also while these pages are closed.")
        self.looks_right(self.anna)
        self.anna.picture("reach-push")
        self.anna.send("Send a test")
        self.anna.wait_text("The test was sent.")
        self.assertEqual(len(self.other.pushes), 1)
        # The browser's service has ended it; the next page subscribes anew, under the same way.
        [before] = self.anna.call("GET", "/contacts", None)[1]["contacts"]
        self.other.status = 410
        self.anna.send("Send a test")
        self.anna.wait_text("This way has ended")
        self.other.status = 200
        self.anna.driver.execute_script("""
            const kept = JSON.parse(localStorage.getItem("beckon-push"));
            localStorage.setItem("beckon-push", JSON.stringify({...kept, at: 0}));""")
        self.anna.go("/today")

        def renewed():
            [now] = self.anna.call("GET", "/contacts", None)[1]["contacts"]
            return now["state"] != "ended" and now["id"] == before["id"] and now["address"]["endpoint"] != before["address"]["endpoint"]
        self.anna.wait(renewed, "the browser to subscribe anew")
        # Whoever logs out is no longer told here.
        self.anna.go("/account")
        self.anna.tap("Log out")
        self.anna.wait(lambda: self.anna.path.startswith("/login"), "to be logged out")
        self.assertIsNone(self.anna.driver.execute_script("return localStorage.getItem('beckon-push')"))
        self.assertIsNone(self.anna.driver.execute_script("return localStorage.getItem('test-subscription')"))
        self.anna.log_in()
        self.assertEqual(self.anna.call("GET", "/contacts", None)[1]["contacts"], [])

    def subscribed(self):
        """Anna's way by this browser, in which her session is gone then, and nothing of hers was said to end."""
        self.switch_on("web_push", contact="mailto:office@example.org", services=self.other.url)
        self.anna.wait_text("Saved.")
        self.anna.go("/account/reach")
        self.anna.tap("Notify me on this device")
        self.anna.wait_text("This device notifies you, also while these pages are closed.")
        [contact] = self.anna.call("GET", "/contacts", None)[1]["contacts"]
        self.anna.driver.delete_all_cookies()
        return contact

    def has_ended(self, before):
        """Of whoever has logged in there; that is what Anna reads later."""
        for name in ("test-subscription", "beckon-push"):
            self.anna.wait(lambda: self.anna.driver.execute_script(f"return localStorage.getItem('{name}')") is None,
                           f"{name} to end")
        self.anna.driver.delete_all_cookies()
        self.anna.log_in()

        def now():
            return [(one["id"], one["state"]) for one in self.anna.call("GET", "/contacts", None)[1]["contacts"]]
        self.anna.wait(lambda: now() == [(before["id"], "ended")], "the way to end")
        self.anna.go("/account/reach")
        self.anna.wait_text("Somebody else has logged in on this device")
        self.looks_right(self.anna)

    def test_whoever_logs_in_after_somebody_who_did_not_log_out_ends_their_way(self):
        self.anna.invite("Ben").close()
        before = self.subscribed()
        self.anna.log_in("Ben")
        self.anna.go("/today")
        self.has_ended(before)

    def test_a_client_whose_phone_it_is_now_ends_it_too(self):
        before = self.subscribed()
        desk = Browser(self.household.url, size=PHONE)
        self.addCleanup(desk.close)
        desk.log_in()
        link_phone(desk, "maria", self.anna)
        self.has_ended(before)

    def test_it_says_plainly_where_a_browser_cannot_be_a_way(self):
        self.switch_on("web_push", contact="mailto:office@example.org")
        self.anna.wait_text("Saved.")
        # Its push service is none that the home knows: trying again would not help, and who can help is named.
        self.anna.go("/account/reach")
        self.anna.tap("Notify me on this device")
        self.anna.wait_text("a coordinator can allow it under Messages")
        self.assertEqual(self.anna.call("GET", "/contacts", None)[1]["contacts"], [])
        lacks = [
            ("Object.defineProperty(window, 'isSecureContext', {value: false})", "need a secure address (https)"),
            ("delete window.PushManager; Object.defineProperty(navigator, 'standalone', {value: false})", "put Beckon on the home screen first"),
            ("delete window.PushManager", "Try another browser, or another way."),
            ("Object.defineProperty(Notification, 'permission', {value: 'denied'})", "are blocked in this browser"),
        ]
        for script, words in lacks:
            with self.subTest(words):
                added = self.anna.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
                self.anna.go("/account/reach")
                self.anna.wait_text(words)
                self.assertEqual(self.anna.find("#push button"), [])
                self.assertEqual(self.anna.violations(), [])
                self.anna.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": added["identifier"]})
        plain = Browser(self.household.url, size=PHONE, script=False)
        self.addCleanup(plain.close)
        plain.log_in()
        plain.go("/account/reach")
        plain.wait_text("Notifications need scripts")

    def test_the_worker_always_shows_a_push_confirms_it_and_answers(self):
        self.anna.go("/now")
        worker = self.worker()
        worker.record()
        worker.answers(204, {})
        token = "/api/v1/answers/a-token"
        message = {
            "key": str(uuid.uuid4()), "thread": "call-1", "kind": "alert", "title": "Maria asks for water", "body": "Room 3", "language": "de",
            "answers": [{"name": "on_the_way", "label": "On my way", "url": f"https://elsewhere.example{token}"},
                        {"name": "cannot", "label": "I can’t come", "url": token}],
            "link": "/now", "seen": f"{token}/seen"}
        worker.push(message)

        def shown(tag="call-1"):
            return next((one for one in worker.notifications() if one["tag"] == tag), None)
        one = self.anna.wait(shown, "the notification")
        self.assertEqual((one["title"], one["body"], one["lang"], one["path"]), ("Maria asks for water", "Room 3", "de", "/now"))
        self.assertTrue(one["renotify"])
        self.assertEqual(one["actions"], [["on_the_way", "On my way"], ["cannot", "I can’t come"]])
        self.anna.wait(lambda: ["POST", f"{token}/seen", "", "omit"] in worker.sent(), "the confirmation")
        # Nothing is confirmed that names nowhere, and what nobody can read is shown all the same.
        worker.answers(204, {})
        worker.push("no JSON")
        self.anna.wait(lambda: shown("beckon"), "the notification of what cannot be read")
        self.assertEqual(worker.sent(), [])
        # Without a connection it says so, and can be sent again; then what came of it, in the language of its reader.
        worker.loses_connection()
        worker.tap("call-1", "on_the_way")
        one = shown()
        self.assertIn("NICHT GESENDET", one["body"])
        self.assertEqual(len(one["actions"]), 2)
        for status, body, words in [
                (500, {}, "NICHT GESENDET"), (200, {"said": "Sie gehen hin."}, "Sie gehen hin."), (409, {}, "schon geantwortet"),
                (410, {}, "zu spät"), (403, {}, "jemand anders"), (404, {}, "geht das nicht mehr")]:
            with self.subTest(status):
                worker.push(message)
                self.anna.wait(lambda: (shown() or {}).get("body") == "Room 3", "the call")
                worker.answers(status, body)
                worker.tap("call-1", "on_the_way")
                # It goes to this home, however its message calls it, with the session of whoever is logged in here.
                self.assertEqual(worker.sent(), [["POST", token, json.dumps({"with": "on_the_way"}, separators=(",", ":")), "same-origin"]])
                one = shown()
                self.assertIn(words, one["body"])
                self.assertEqual((len(one["actions"]), one["path"]), (2, "/now") if status == 500 else (0, "/"))
        # An update takes its place, and makes no noise.
        worker.push({**message, "kind": "update", "body": "Ben is on the way.", "answers": []})
        one = self.anna.wait(lambda: next((one for one in worker.notifications() if one["body"] == "Ben is on the way."), None), "the update")
        self.assertFalse(one["renotify"])
        self.assertEqual(len([one for one in worker.notifications() if one["tag"] == "call-1"]), 1)

    def test_a_call_is_answered_by_a_link_without_a_login(self):
        self.ntfy()
        steps = [{"after": 0, "who": [{"kind": "everybody"}]}]
        status, told = self.anna.call("PUT", "/call-paths", {"replaces": 0, "paths": [
            {"id": str(uuid.uuid4()), "name": "At once", "priorities": ["normal", "soon", "urgent"], "steps": steps}]})
        self.assertIn(status, (200, 201), told)
        self.anna.go("/account/reach")
        self.anna.fill(**{"ntfy-topic": "home-anna", "label": "My phone"})
        self.anna.send("Add")
        self.anna.wait_text("Added.")
        call = self.household.press_for_toilet()
        sent = self.anna.wait(lambda: next((one for one in self.other.messages if one.get("actions")), None), "the message")
        token = next(one["url"] for one in sent["actions"] if "/answers/" in one.get("url", "")).rsplit("/", 1)[1]
        phone = Browser(self.household.url, size=PHONE)
        self.addCleanup(phone.close)
        # Reading it answers nothing, and says who calls.
        phone.go(f"/answer/{token}")
        self.assertIn("Maria is calling", phone.text())
        self.looks_right(phone)
        phone.picture("answer")
        self.assertNotIn(self.state(call), ("on_the_way", "met"))
        # With the keyboard alone.
        focused = phone.driver.switch_to.active_element
        for _ in range(10):
            focused.send_keys(Keys.TAB)
            focused = phone.driver.switch_to.active_element
            if focused.tag_name == "button" and focused.get_attribute("value") == "on_the_way":
                break
        self.assertEqual(focused.get_attribute("value"), "on_the_way")
        old = phone.driver.find_element(By.TAG_NAME, "main")
        focused.send_keys(Keys.ENTER)
        phone.wait(lambda: phone.find("main") and phone.find("main")[0] != old, "what came of it")
        phone.wait_text("Your answer")
        self.looks_right(phone)
        phone.wait(lambda: self.state(call) == "on_the_way", "the answer")
        # A second time, and with a token that is none: there is nothing to tap.
        phone.go(f"/answer/{token}")
        phone.wait_text("You have answered already.")
        phone.wait_text("Anna is on the way to Maria.")
        self.looks_right(phone)
        phone.picture("answer-answered")
        phone.go("/answer/nothing")
        phone.wait_text("This link is wrong, or too old.")
        self.assertEqual(phone.find("main form"), [])
        # Somebody else who is logged in answers nothing in Anna's name.
        ben = self.anna.invite("Ben")
        self.addCleanup(ben.close)
        ben.go(f"/answer/{token}")
        self.assertNotIn("Maria is calling", ben.text())
        ben.wait_text("This was sent to somebody else: answer as Ben on the page Now, or log out first.")

    def state(self, call):
        return next(one["state"] for one in self.household.api.requests() if one["id"] == call["id"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
