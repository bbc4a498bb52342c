"""A client's goals on their phone: made, ticked off, changed and deleted; kept there if they want that, and then all of it without the
service, sent later and merged with what happened elsewhere; gone after logging out."""
import datetime
import http.client
import json
import os
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household, link_phone  # noqa: E402
from home import SETTINGS, noon_zone, wait_for  # noqa: E402


class Goals(unittest.TestCase):
    def setUp(self):
        self.household = Household(f"{SETTINGS}zone: {noon_zone()}\n")
        self.addCleanup(self.household.close)
        self.anna = Browser(self.household.url)
        self.addCleanup(self.anna.close)
        self.anna.set_up(self.household)
        self.phone = Browser(self.household.url, size=PHONE)
        self.addCleanup(self.phone.close)
        link_phone(self.anna, "maria", self.phone)

    def do(self, script, *arguments):
        return self.phone.driver.execute_script(script, *arguments)

    def goals(self):
        status, page = self.anna.call("GET", "/goals?client=maria", None)
        self.assertEqual(status, 200, page)
        return {one["occurrence"]["title"]: (one["occurrence"]["state"], one["occurrence"].get("chore", {}).get("parts", 0))
                for one in page["goals"]}

    def goal(self, title):
        return next(one for one in self.anna.call("GET", "/goals", None)[1]["goals"] if one["occurrence"]["title"] == title)

    def add(self, title, **more):
        self.phone.go("/mine/goals")
        self.phone.fill(title=title, **more)
        self.phone.send("Add this goal")
        self.phone.wait_text("Your new goal is there.")

    def kept(self):
        return json.loads(self.do("return localStorage.getItem('beckon-goals')") or "null")

    def looks_right(self, name):
        self.assertEqual(self.phone.violations(), [])
        self.assertEqual(self.phone.small_targets(), [])
        self.assertFalse(self.phone.is_too_wide())
        self.assertEqual(self.phone.outside(), [])
        self.phone.picture(name, whole=True)

    def test_with_the_service(self):
        self.add("Drink enough", count="2", reminders="9:00, 18:00")
        self.looks_right("goals")
        self.phone.send("One more done")
        self.phone.wait_text("1 of 2 done")
        self.phone.send("Undo")
        self.phone.wait_text("0 of 2 done")
        self.assertEqual(self.goals(), {"Drink enough": ("due", 0)})
        self.phone.send("Change")
        self.looks_right("goal-change")
        self.phone.fill(title="Drink a lot")
        tomorrow = (datetime.date.today() + datetime.timedelta(days=2)).isoformat()
        self.phone.set_time("date", tomorrow)
        self.phone.send("Save")
        self.phone.wait_text("Drink a lot")
        self.assertIn("Until", self.phone.text())
        # A wrong form keeps what was typed, and says what is wrong.
        self.phone.fill(title="Read", count="0")
        self.phone.send("Add this goal")
        self.phone.wait_text("Write a number from 1 to 100.")
        self.looks_right("goals-wrong")
        self.phone.go("/mine/goals")
        self.phone.send("Change")
        self.phone.tap("Delete …")
        self.phone.send("Yes, delete it")
        self.phone.wait_text("The goal is deleted.")
        self.assertEqual(self.goals(), {})
        # The browser says by itself that a form was refused.
        self.assertEqual([one for one in self.phone.complaints() if "422" not in one], [])

    def test_those_who_care_for_a_client(self):
        """A coordinator makes a goal for a client, ticks one of it and deletes it; the client's phone has it, and no station."""
        anna = self.anna
        anna.go("/goals")
        anna.send("Maria", "main")
        anna.wait_text("There are no goals yet.")
        anna.fill(title="Drink enough", count="3", reminders="9:00")
        anna.send("Add this goal")
        anna.wait_text("The new goal is there.")
        anna.picture("goals-of-a-client", whole=True)
        self.assertEqual((anna.violations(), anna.small_targets(), anna.is_too_wide(), anna.outside()), ([], [], False, []))
        anna.send("One more done")
        anna.wait_text("1 of 3 done")
        self.phone.go("/mine/goals")
        self.phone.wait_text("Drink enough")
        self.assertIn("1 of 3 done", self.phone.text())
        anna.send("Change")
        anna.fill(title="Drink a lot")
        anna.send("Save")
        anna.wait_text("Drink a lot")
        self.phone.wait_text("Drink a lot")
        anna.send("Change")
        anna.tap("Delete …")
        anna.send("Yes, delete it")
        anna.wait_text("The goal is deleted.")
        self.assertEqual(self.goals(), {})
        self.phone.wait(lambda: "Drink a lot" not in self.phone.text(), "it to be gone")

    def test_without_the_service(self):
        for title, count in (("Drink", "3"), ("Read", ""), ("Old", "")):
            self.add(title, count=count)
        self.phone.wait(lambda: self.do("return navigator.serviceWorker.controller !== null"), "the worker")
        self.assertIsNone(self.kept())
        self.phone.tap("Keep my goals on this phone")
        self.phone.wait(lambda: self.kept() and len(self.kept()["goals"]) == 3, "the goals to be kept")
        self.household.stop()
        self.phone.go("/mine/goals")
        self.phone.wait_text("These are your goals as this phone knew them last.")
        self.looks_right("goals-offline")
        # One of three, twice, and one taken back.
        self.phone.tap("One more done")
        self.phone.wait_text("1 of 3 done")
        self.phone.tap("One more done")
        self.phone.wait_text("2 of 3 done")
        self.phone.tap("Undo")
        self.phone.wait_text("1 of 3 done")
        read = "li:nth-child(3)"
        self.assertIn("Read", self.phone.find(f"#goals {read}")[0].text)
        self.phone.tap("Done", f"#goals {read}")
        old = "li:nth-child(2)"
        self.assertIn("Old", self.phone.find(f"#goals {old}")[0].text)
        self.phone.tap("Delete", f"#goals {old}")
        self.phone.tap("Yes, delete it", f"#goals {old}")
        self.phone.wait(lambda: "Old" not in self.phone.find("#goals ul")[0].text, "it to be gone")
        self.do("""for (const [id, value] of Object.entries(arguments[0])) document.getElementById(`goal-${id}`).value = value;""",
                {"title": "Call Ben", "count": "2", "date": "", "time": "", "reminders": "9:00"})
        self.phone.tap("Add this goal", "#goals")
        self.phone.wait_text("Call Ben")
        call = next(number for number, one in enumerate(self.phone.find("#goals li"), 1) if "Call Ben" in one.text)
        self.phone.tap("One more done", f"#goals li:nth-child({call})")
        self.phone.wait_text("1 of 2 done")
        self.assertEqual(len(self.kept()["queue"]), 7)
        # What is kept lasts longer than the page.
        self.phone.go("/mine")
        self.phone.wait_text("7 changes wait to be sent.")
        self.assertIn("Call Ben", self.phone.text())
        # Elsewhere, while this phone knows nothing of it: Read is deleted, and a third of Drink is done.
        self.do("for (let number = 0; number < 10000; number++) clearInterval(number)")
        self.household.start()
        self.anna.go("/account")
        drink, read = self.goal("Drink"), self.goal("Read")
        status, made = self.anna.call("POST", f"/routines/{read['routine']['id']}/changes", {
            "id": str(uuid.uuid4()), "scope": "all", "replaces": 0, "at": "2026-01-01T00:00:00Z"})
        self.assertIn(status, (200, 201), made)
        status, made = self.anna.call("POST", "/entries", {
            "id": str(uuid.uuid4()), "routine": drink["routine"]["id"], "key": drink["occurrence"]["key"], "kind": "done", "parts": 1})
        self.assertEqual(status, 201, made)
        # The answer to the first that is sent gets lost: it is sent once more.
        first = self.kept()["queue"][0]
        self.assertEqual(self.phone_sends(first), 201)
        self.phone.go("/mine/goals")
        self.phone.wait(lambda: self.kept()["queue"] == [], "all to be sent")
        self.assertEqual(self.goals(), {"Drink": ("due", 2), "Call Ben": ("due", 1)})
        self.phone.wait(lambda: sorted(one["title"] for one in self.kept()["goals"]) == ["Call Ben", "Drink"], "what is kept to follow")
        self.phone.go("/mine/goals")
        self.phone.wait_text("Call Ben")
        self.assertEqual(self.goals(), {"Drink": ("due", 2), "Call Ben": ("due", 1)})
        # Nothing of it is in the worker's place, and nothing at all after logging out.
        files = self.phone.driver.execute_async_script("""
            const done = arguments[0];
            (async () => {
                const all = [];
                for (const name of await caches.keys()) {
                    const cache = await caches.open(name);
                    for (const request of await cache.keys()) all.push(await (await cache.match(request)).text());
                }
                done(all.join());
            })();""")
        self.assertNotIn("Call Ben", files)
        self.phone.go("/account")
        self.phone.send("Unlink this device")
        self.phone.wait_text("You have no password")
        self.phone.tap("Unlink this device", "main")
        self.phone.wait(lambda: self.phone.path.startswith("/login"), "to be logged out")
        self.assertIsNone(self.kept())
        self.household.stop()
        self.phone.go("/mine/goals")
        self.phone.wait_text("This phone cannot reach Beckon")
        self.assertNotIn("Call Ben", self.phone.text())

    def phone_sends(self, one):
        """Sends what waits, without the page knowing of it."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.phone.driver.get_cookies()}
        connection = http.client.HTTPConnection("127.0.0.1", self.household.port)
        own = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        connection.request("GET", "/api/v1/session", headers=own)
        answer = json.loads(connection.getresponse().read())
        connection.request("POST", one["path"], json.dumps(one["body"]), {
            **own, "X-CSRF-Token": answer["csrf_token"], "Content-Type": "application/json"})
        status = connection.getresponse().status
        connection.close()
        return status

    def test_kept_no_longer_and_another_reader(self):
        self.add("Walk")
        self.phone.wait(lambda: self.do("return navigator.serviceWorker.controller !== null"), "the worker")
        self.phone.tap("Keep my goals on this phone")
        self.phone.wait(lambda: self.kept(), "the goals to be kept")
        self.phone.tap("Do not keep them here any more")
        self.phone.wait(lambda: self.kept() is None, "nothing to be kept")
        self.do("localStorage.setItem('beckon-goals', JSON.stringify({ reader: 'otto', zone: 'UTC', goals: [], "
                "queue: [{ title: 'Secret', path: '/api/v1/entries', body: {} }] }))")
        self.phone.go("/mine")
        wait_for(lambda: self.kept() is None, "another's to be removed")

    def keep(self):
        self.phone.wait(lambda: self.do("return navigator.serviceWorker.controller !== null"), "the worker")
        self.phone.tap("Keep my goals on this phone")
        self.phone.wait(lambda: self.kept() and len(self.kept()["goals"]) > 0, "the goals to be kept")

    def before_each_page(self, script):
        """Runs a script before those of each page that comes; gives how to end that."""
        made = self.phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        return lambda: self.phone.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)

    def tick_without_the_service(self):
        self.household.stop()
        self.phone.go("/mine/goals")
        self.phone.tap("One more done")
        self.phone.wait_text("1 of 3 done")
        self.do("for (let number = 0; number < 10000; number++) clearInterval(number)")
        self.household.start()
        self.anna.go("/account")

    def test_what_was_sent_stays_done_until_it_was_read(self):
        self.add("Drink", count="3")
        self.keep()
        self.tick_without_the_service()
        # The connection is lost again between the two: what was sent is there, and nothing was read since.
        end = self.before_each_page("""
            const real = window.fetch;
            window.fetch = (path, more) => String(path).endsWith("/api/v1/goals") ? new Promise(() => {}) : real(path, more);""")
        self.phone.go("/mine/goals")
        self.phone.wait(lambda: [one.get("sent") for one in self.kept()["queue"]] == [True], "it to be sent")
        self.assertEqual(self.goals(), {"Drink": ("due", 1)})
        # The card that may not have it yet is not tapped once more.
        self.assertTrue(self.do("return document.querySelector('[data-key^=goal-]').inert"))
        self.household.stop()
        self.phone.go("/mine/goals")
        self.phone.wait_text("1 of 3 done")
        self.assertNotIn("wait", self.phone.find("#goals-waiting")[0].text)
        end()
        self.household.start()
        self.anna.go("/account")
        self.phone.go("/mine/goals")
        self.phone.wait(lambda: self.kept()["queue"] == [], "it to be read")
        self.assertEqual(self.kept()["goals"][0]["parts"], 1)
        self.assertEqual(self.goals(), {"Drink": ("due", 1)})

    def test_nothing_comes_back_after_logging_out_in_another_page(self):
        self.add("Drink", count="3")
        self.keep()
        self.tick_without_the_service()
        end = self.before_each_page("""
            const real = window.fetch;
            window.fetch = (path, more) => {
                if (String(path).endsWith("/api/v1/entries")) localStorage.removeItem("beckon-goals");
                return real(path, more);
            };""")
        self.phone.go("/mine/goals")
        self.phone.wait(lambda: self.goals() == {"Drink": ("due", 1)}, "it to be sent")
        self.phone.wait_text("1 of 3 done")
        self.assertIsNone(self.kept())
        end()

    def test_what_has_to_wait_until_tomorrow_holds_up_nothing_else(self):
        self.add("Drink", count="3")
        self.keep()
        self.household.stop()
        self.phone.go("/mine/goals")
        fields = """for (const [id, value] of Object.entries(arguments[0])) document.getElementById(`goal-${id}`).value = value;"""
        # So many times of the day are too many, and a time without a day is today's.
        many = ", ".join(f"{hour}:00" for hour in range(13))
        self.do(fields, {"title": "Call Ben", "count": "", "date": "", "time": "23:59", "reminders": many})
        self.phone.tap("Add this goal", "#goals")
        self.phone.wait_text("At most 12 times of a day can be chosen.")
        self.do(fields, {"reminders": ""})
        self.phone.tap("Add this goal", "#goals")
        self.phone.wait_text("until 11:59")
        content = self.kept()["queue"][0]["body"]["content"]
        self.assertLess(content["grace_minutes"], 1440)
        self.assertFalse(content["reminders"]["missed"])
        self.phone.tap("One more done")
        self.phone.wait_text("1 of 3 done")
        self.do("for (let number = 0; number < 10000; number++) clearInterval(number)")
        self.household.start()
        self.anna.go("/account")
        end = self.before_each_page("""
            const real = window.fetch;
            window.fetch = (path, more) => String(path).endsWith("/api/v1/routines")
                ? Promise.resolve(new Response('{"field": "content.goal"}', { status: 429 })) : real(path, more);""")
        self.phone.go("/mine/goals")
        self.phone.wait_text("The rest is sent tomorrow.")
        self.phone.wait(lambda: len(self.kept()["queue"]) == 1, "what is left")
        self.assertEqual(self.goals(), {"Drink": ("due", 1)})
        end()
        self.phone.go("/mine/goals")
        self.phone.wait(lambda: self.kept()["queue"] == [], "the rest to be sent")
        self.assertEqual(self.goals(), {"Drink": ("due", 1), "Call Ben": ("due", 0)})

    def test_a_notification_comes_by_the_worker_where_there_is_one(self):
        """Browsers of phones refuse a page's own."""
        self.phone.go("/mine")
        self.phone.wait(lambda: self.do("return navigator.serviceWorker.controller !== null"), "the worker")
        told = self.phone.driver.execute_async_script("""
            const done = arguments[0], told = [];
            window.Notification = class { static permission = "granted"; constructor(words) { told.push(`page: ${words}`); } };
            ServiceWorkerRegistration.prototype.showNotification = async (words, more) => { told.push(`worker: ${words} ${more.tag}`); };
            (async () => {
                await window.notify("Walk", { tag: "goals" });
                for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
                await window.notify("Run", { tag: "goals" });
                window.Notification.permission = "denied";
                await window.notify("Never", { tag: "goals" });
                done(told);
            })();""")
        self.assertEqual(told, ["worker: Walk goals", "page: Run"])

    def test_a_reminder_while_the_page_is_open(self):
        self.add("Walk", reminders="0:00, 12:00")
        self.phone.go("/mine")
        # In place of waiting until noon, the page's clock stands at the first of the times.
        alarm = self.goal("Walk")["alarms"][0]
        self.phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"""
            const real = Date.now, start = real(), noon = Date.parse("{alarm}");
            Date.now = () => noon + 1000 + real() - start;"""})
        self.phone.go("/mine")
        self.phone.wait(lambda: "Your goal: Walk." in self.phone.text(), "the reminder")
        self.assertEqual(self.phone.violations(), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
