"""A family's day on phones: a chore without points reaches a child who has no kiosk, a housemate is reminded by name, help is called, the plan is narrowed."""
import datetime
import time
import unittest
import uuid

from browser import PHONE, Browser, Household, link_phone


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class AFamilysDay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.anna = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.anna.close)
        cls.anna.set_up(cls.household)
        maria = cls.anna.call("GET", "/people/maria", None)[1]
        status, made = cls.anna.call("PUT", "/people/mia", dict(maria, id="mia", name="Mia", sequence=0))
        assert status == 201, made
        cls.ben = cls.anna.invite("Ben")
        cls.addClassCleanup(cls.ben.close)
        cls.mia = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.mia.close)
        link_phone(cls.anna, "mia", cls.mia)
        cls.today = datetime.date.today()

    def looks_right(self, phone, name):
        phone.picture(f"family-day-{name}", whole=True)
        self.assertEqual(phone.violations(), [])
        self.assertEqual(phone.small_targets(), [])
        self.assertFalse(phone.is_too_wide())
        self.assertEqual(phone.outside(), [])

    def plan(self, title, **content):
        start = datetime.datetime.combine(self.today, datetime.time(0, 1))
        body = {"title": title, "audience": "household", "assignment": {"kind": "fixed", "person": "ben"},
                "schedule": {"start": start.isoformat(), "zone": self.zone(), "repeat": {"kind": "once"}},
                "priority": "normal", "reminders": {"minutes_before": [], "due": True, "missed": True},
                "grace_minutes": 10080, "clients_own": False}
        body.update(content)
        status, made = self.anna.call("POST", "/routines", {"id": str(uuid.uuid4()), "at": now(), "content": body})
        self.assertEqual(status, 201, made)
        return made["id"]

    def choose(self, phone, name, value):
        phone.driver.execute_script(
            "const one = document.querySelector(`select[name=${arguments[0]}]`); one.value = arguments[1]; "
            "one.dispatchEvent(new Event('change', {bubbles: true}))", name, value)

    def zone(self):
        routines = self.anna.call("GET", "/routines?state=active", None)[1]["routines"]
        return routines[0]["content"]["schedule"]["zone"] if routines else "UTC"

    def test_1_a_chore_without_points_reaches_the_childs_phone(self):
        anna, mia = self.anna, self.mia
        mia.go("/")
        self.assertEqual(mia.path.split("?")[0], "/mine/chores")
        self.looks_right(mia, "child-before")
        anna.go("/chores")
        anna.send("Plan a chore", "main")
        anna.fill(title="Make your bed")
        self.choose(anna, "client", "mia")
        anna.tap("Next", "#step-1")
        anna.wait(lambda: anna.find("#step-2")[0].is_displayed(), "the second step")
        anna.set_time("date", self.today.isoformat())
        anna.set_time("time", "23:59")
        anna.tap("Next", "#step-2")
        anna.wait(lambda: anna.find("#step-3")[0].is_displayed(), "the third step")
        self.choose(anna, "person", "mia")
        self.assertTrue(anna.find("[name=ticks][value=chore]")[0].is_selected())
        self.looks_right(anna, "form")
        anna.send("Save", "p.last")
        anna.wait_text("It is planned.")
        mia.go("/mine/chores")
        mia.wait_text("Make your bed")
        self.looks_right(mia, "child-chores")
        anna.go("/chores")
        anna.wait_text("Make your bed")
        self.looks_right(anna, "chores")
        # The other client's phone and kiosk have nothing of it.
        feed = self.household.api.call("GET", "/chores")[1]
        self.assertIn("Make your bed", [one["title"] for one in feed["others"]])
        mia.send("Done", "main")
        mia.wait_text("Done by you")
        anna.go("/chores")
        anna.wait(lambda: "Make your bed" in anna.find("[data-key=closed]")[0].text, "it among what is done")

    def test_2_whoever_is_reminded_sees_by_whom_and_comes_to_that_line(self):
        ben, mia = self.ben, self.mia
        for number in range(12):
            self.plan(f"Window {number}")
        self.plan("Zebra’s cage")
        mia.go("/mine/chores")
        card = mia.wait(lambda: next((one for one in mia.find("li.card") if "Zebra" in one.text), None), "the cage")
        button = next(one for one in card.find_elements("css selector", "button") if one.text.startswith("Remind Ben"))
        mia.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        mia.driver.execute_script("arguments[0].click()", button)
        mia.wait_text("The reminder is on its way.")
        ben.go("/today")
        ben.wait_text("Mia reminds you")
        self.looks_right(ben, "reminded")
        ben.send(next(one.text for one in ben.find("#reminded a") if "Zebra" in one.text), "#reminded")
        ben.wait(lambda: ben.path.startswith("/chores#chore-"), "the chore’s own line")
        focused = ben.driver.execute_script("return document.activeElement.innerText")
        self.assertIn("Zebra’s cage", focused)
        self.assertNotIn("Window", focused)
        box = ben.driver.execute_script(
            "const box = document.activeElement.getBoundingClientRect(); return [box.top, innerHeight, scrollY]")
        self.assertTrue(0 <= box[0] < box[1] - 100, box)
        self.assertGreater(box[2], 100)
        ben.picture("family-day-line")
        self.assertIn("Mia reminds you", focused)

    def test_3_a_child_without_a_board_calls_for_help(self):
        mia, anna = self.mia, self.anna
        mia.go("/mine/chores")
        card = mia.wait(lambda: next(iter(mia.find("main [data-key=help] button")), None), "the card for help")
        self.assertIn("Help", card.text)
        # Just after a page has come a tap does not count.
        time.sleep(0.6)
        card.click()
        mia.wait_text("Take it back")
        self.looks_right(mia, "child-called")
        anna.go("/now")
        anna.wait_text("Mia asks for help")
        self.looks_right(anna, "now")
        mia.send("Take it back", "main")

    def test_4_the_plan_of_one_person_and_one_kind(self):
        anna = self.anna
        self.plan("Dentist", audience="client", client="mia", assignment={"kind": "fixed", "person": "anna"})
        anna.go("/plan")
        anna.tap("Filter", "main")
        self.looks_right(anna, "filter")
        anna.send("Mia", "main [data-key=filter]")
        anna.wait_text("Filter: Mia")
        anna.wait_text("Dentist")
        self.assertNotIn("Window", anna.text())
        anna.tap("Filter: Mia", "main")
        anna.send("Chores", "main [data-key=filter]")
        anna.wait_text("Filter: Mia, Chores")
        anna.wait_text("Make your bed")
        self.assertNotIn("Dentist", anna.text())
        self.assertIn("person=mia&kind=chores", anna.path)
        self.looks_right(anna, "filtered")
        anna.send("Month", "main")
        anna.wait_text("Filter: Mia, Chores")
        anna.send("Show everything", "main")
        anna.wait_text("Filter")
        self.assertNotIn("person=", anna.path)

    def test_5_who_earns_points_before_anybody_has_any(self):
        anna = self.anna
        status, _ = anna.call("PUT", "/points/mia/switch", {"on": False})
        self.assertEqual(status, 200)
        anna.go("/points")
        for name in ("Anna", "Ben", "Maria", "Mia"):
            anna.wait_text(name)
        self.looks_right(anna, "points")
        anna.send("With points or without", "main")
        anna.send("Points again", "main")
        anna.wait_text("Points again.")
        anna.go("/points")
        self.assertNotIn("With points or without", anna.text())
        anna.go("/now")
        self.looks_right(anna, "first-steps")


if __name__ == "__main__":
    unittest.main(verbosity=2)
