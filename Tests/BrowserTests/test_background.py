"""What pages tell by themselves: a client's phone in the background, the line above every page, and what of a form was said last."""
import os
import sys
import time
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household, link_phone, png  # noqa: E402
from faults import write  # noqa: E402
from scanning import BOARD, settings  # noqa: E402

# Lets a test say whether the page is in front, and keeps what is shown as a notification; the page may show some.
PRETEND = """
    window.told = [];
    window.isHidden = false;
    Object.defineProperty(document, "hidden", {get: () => window.isHidden});
    window.Notification = class { static permission = "granted"; constructor(words, more) { told.push([words, more.body || ""]); } };
    ServiceWorkerRegistration.prototype.showNotification = async (words, more) => { told.push([words, more.body || ""]); };
    window.turn = (isHidden) => { window.isHidden = isHidden; document.dispatchEvent(new Event("visibilitychange")); };
"""
PICTURES = 45


class Home(Household):
    def __init__(self):
        super().__init__(settings())

    def start(self):
        boards = f"{self.home.path}/boards"
        if not os.path.exists(boards):
            os.makedirs(f"{boards}/photos")
            write(f"{boards}/small.yaml", BOARD)
            for number in range(PICTURES):
                png(f"{boards}/photos/picture-{number:02}.png", 8, 8, lambda row: b"\xc0\x40\x40" * 8)
        super().start()


class Background(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Home()
        cls.addClassCleanup(cls.household.close)
        cls.anna, cls.phone = (Browser(cls.household.url, size=PHONE) for _ in range(2))
        for one in (cls.anna, cls.phone):
            cls.addClassCleanup(one.close)
        cls.phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PRETEND})
        cls.anna.set_up(cls.household)
        cls.ben = cls.anna.invite("Ben")
        cls.addClassCleanup(cls.ben.close)
        link_phone(cls.anna, "maria", cls.phone)

    def do(self, script, *arguments):
        return self.phone.driver.execute_script(script, *arguments)

    def told(self):
        return [tuple(one) for one in self.do("return window.told")]

    def ask(self, need):
        new = str(uuid.uuid4()).upper()
        status, told = self.household.api.call("POST", "/requests", {
            "id": new, "client": "maria", "client_name": "Maria", "need": need, "label": need.capitalize(), "called": need,
            "say": f"I would like {need}.", "priority": "normal",
            "asked_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}, self.household.home.token("kiosk"))
        self.assertEqual(status, 201, told)
        return new

    def chore(self, title, by):
        now = self.household.api.call("GET", "/agenda")[1]
        status, made = self.anna.call("POST", "/routines", {
            "id": str(uuid.uuid4()), "at": now["now"],
            "content": {
                "title": title, "audience": "household", "priority": "normal", "grace_minutes": 10080, "clients_own": False,
                "assignment": {"kind": "fixed", "person": by}, "reminders": {"minutes_before": [], "due": True, "missed": False},
                "schedule": {"start": f"{now['day']}T00:00:00", "zone": now["zone"]}}})
        self.assertEqual(status, 201, made)
        return made["id"]

    def test_a_clients_phone_tells_of_answers_and_of_what_is_due_in_the_background(self):
        for path in ("/mine", "/mine/goals"):
            with self.subTest(path):
                self.phone.go(path)
                self.phone.wait_live()
                need = "tea" if path == "/mine" else "soup"
                call = self.ask(need)
                # While the page is in front, it says so itself.
                self.do("turn(true)")
                self.phone.wait(lambda: self.do("return navigator.locks.query().then((all) => all.held.some((one) => one.name === 'beckon-watch'))"),
                                "the page to keep watch")
                self.phone.wait_live()
                self.household.api.respond(call, "on_the_way")
                self.phone.wait(lambda: any(one[0] == need.capitalize() and "on the way" in one[1] for one in self.told()), "the answer")
                title = f"Dishes for {need}"
                self.chore(title, "maria")
                self.phone.wait(lambda title=title: (title, "") in self.told(), "what is due")
                self.do("turn(false)")
                self.phone.wait(lambda: not self.do("return navigator.locks.query().then((all) => all.held.some((one) => one.name === 'beckon-watch'))"),
                                "the watch to end")
        # Where the reader does not want it, nothing is kept open.
        self.do("localStorage.setItem('beckon-notify', 'off')")
        self.do("turn(true)")
        self.assertEqual(self.do("return navigator.locks.query().then((all) => all.held.concat(all.pending)"
                                 ".filter((one) => one.name === 'beckon-watch').length)"), 0)
        self.do("localStorage.removeItem('beckon-notify'); turn(false)")

    def test_what_is_answered_while_no_stream_is_open_is_told_once_there_is_one(self):
        self.phone.go("/mine")
        self.phone.wait_live()
        call = self.ask("juice")
        # Another page has the watch: this one closes its stream, and waits for its turn.
        self.do("navigator.locks.request('beckon-watch', () => new Promise((end) => { window.letGo = end; }))")
        self.phone.wait(lambda: self.do("return Boolean(window.letGo)"), "the other page to keep watch")
        self.do("turn(true)")
        self.phone.wait(lambda: self.do("return navigator.locks.query().then((all) => all.pending.some((one) => one.name === 'beckon-watch'))"),
                        "this page to wait for its turn")
        self.household.api.respond(call, "on_the_way")
        self.assertEqual(self.told(), [])
        self.do("letGo()")
        self.phone.wait(lambda: any(one[0] == "Juice" and "on the way" in one[1] for one in self.told()), "the answer")
        self.do("turn(false)")

    def test_every_page_learns_of_what_is_due_in_a_line_that_stays(self):
        self.phone.go("/mine/goals")
        self.phone.wait_live()
        self.do("document.getElementById('reminded').mark = 'kept'")
        title = "Feed the cat"
        self.chore(title, "maria")
        self.phone.wait_text(f"{title} is due.")
        # A screen reader hears of what changes in a region, and of none that replaces it.
        self.assertEqual(self.do("return document.getElementById('reminded').mark"), "kept")
        self.assertTrue([one for one in self.phone.find("nav a[href='/mine/chores'] .badge") if one.text])
        self.assertEqual(self.phone.violations(), [])

    def test_a_housemates_reminder_is_heard_where_the_chore_stands(self):
        routine = self.chore("Windows", "anna")
        self.anna.go("/chores")
        self.anna.wait_live()
        card = self.anna.wait(lambda: next((one for one in self.anna.find("li.card") if "Windows" in one.text), None), "the chore")
        self.assertIsNone(card.get_attribute("data-once"))
        found = [one for one in self.anna.call("GET", "/chores", None)[1]["mine"] if one["routine"] == routine.lower() or
                 one["title"] == "Windows"][0]
        status, told = self.ben.call("POST", "/chores/reminders", {
            "id": str(uuid.uuid4()), "routine": found["routine"], "key": found["key"],
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())})
        self.assertEqual(status, 201, told)
        self.anna.wait(lambda: [one for one in self.anna.find("li.card[data-once]") if "Windows" in one.text], "the sound of the reminder")

    def test_what_was_said_last_is_the_symbol(self):
        self.anna.go("/rewards/new")
        script = "for (const one of document.querySelectorAll('main details')) one.open = true"
        self.anna.driver.execute_script(script)
        self.assertEqual(len(self.anna.find("img[src*=picture]")), 40)
        picked = "input[name=picked][value='photos/picture-03.png']"
        self.anna.driver.execute_script(f"document.querySelector(\"{picked}\").click()")
        field = self.anna.find("[name=symbol]")[0]
        self.assertEqual(field.get_attribute("value"), "photos/picture-03.png")
        field.clear()
        field.send_keys("X")
        self.assertFalse(self.anna.find(picked)[0].is_selected())
        # More of them, and what was typed stays.
        self.anna.fill(title="Zoo")
        self.anna.send("More pictures", "main")
        self.assertEqual(len(self.anna.find("img[src*=picture]")), PICTURES)
        self.assertEqual(self.anna.find("[name=title]")[0].get_attribute("value"), "Zoo")
        self.assertEqual(self.anna.find("[name=symbol]")[0].get_attribute("value"), "X")
        self.anna.fill(search="picture-44")
        self.anna.find("#find-picture")[0].send_keys("\n")
        self.anna.wait(lambda: len(self.anna.find("img[src*=picture]")) == 1, "the picture that was looked for")
        self.assertEqual(self.anna.violations(), [])

    def test_what_scripts_fill_in_stays_where_the_sentence_is_read_again(self):
        self.anna.go("/plan/new?say=feed+the+cat+every+day+at+8:00")
        for chosen in ("[name=picked][value='photos/picture-03.png']", "[name=days][value=MO]"):
            self.anna.driver.execute_script("document.querySelector(arguments[0]).click()", f"form.steps {chosen}")
        self.anna.fill(say="feed the cat every day at 9:00")
        self.anna.send("Go on", "form.sentence")
        self.assertEqual(self.anna.find("form.steps [name=time]")[0].get_attribute("value"), "09:00")
        self.assertEqual(self.anna.find("form.steps [name=symbol]")[0].get_attribute("value"), "photos/picture-03.png")
        self.assertTrue(self.anna.find("[name=days][value=MO]")[0].is_selected())
        self.assertTrue(self.anna.find("[name=repeat][value=weekly]")[0].is_selected())


if __name__ == "__main__":
    unittest.main()
