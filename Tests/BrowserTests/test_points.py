"""Points on phones: a reward is made, a child's chore is done, the reward is reached and celebrated by itself, asked for, refused, granted."""
import os
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, TwoPhones  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402


class Points(TwoPhones, unittest.TestCase):
    def looks_right(self, phone, name):
        phone.picture(name, whole=True)
        found = phone.violations() + phone.small_targets() + phone.outside()
        # The browser notes what was refused, and nothing else.
        found += [one for one in phone.complaints() if not any(status in one for status in ("409", "422"))]
        self.assertEqual(found, [], "\n".join(found))
        self.assertFalse(phone.is_too_wide())

    def chore(self, title, points):
        """One of Maria's that is due by now."""
        now = self.household.api.call("GET", "/agenda")[1]
        status, made = self.anna.call("POST", "/routines", {
            "id": str(uuid.uuid4()), "at": now["now"],
            "content": {
                "title": title, "audience": "household", "priority": "normal", "grace_minutes": 10080, "clients_own": False,
                "points": points, "assignment": {"kind": "fixed", "person": "maria"},
                "reminders": {"minutes_before": [], "due": True, "missed": False},
                "schedule": {"start": f"{now['day']}T00:00:00", "zone": now["zone"]}}})
        self.assertEqual(status, 201, made)

    def reward(self, phone, title, **fields):
        """Made with the form; `way`, `some` and what is ticked besides its fields."""
        phone.go("/rewards/new")
        for box in fields.pop("ticks", []):
            phone.tick(box)
        phone.fill(title=title, **fields)
        phone.send("Save")
        phone.wait_text("The reward is saved.")

    def card(self, phone, title):
        found = phone.wait(lambda: next(
            (one for one in phone.find("li.card") if title in one.find_element(By.CSS_SELECTOR, "h3").text), None), title)
        return f"[data-key='{found.get_attribute('data-key')}']"

    def standing(self, person="maria"):
        status, page = self.anna.call("GET", f"/points/{person}", None)
        self.assertEqual(status, 200, page)
        return page["standing"]

    def total(self, phone, words):
        phone.wait(lambda: any(one.text == words for one in phone.find("[data-key=standing-maria] .sum, [data-key=total]")),
                   f"a total of {words}")

    def test_1_a_reward_is_made_wrongly_and_rightly(self):
        anna = self.anna
        anna.go("/more")
        anna.send("Points", "main")
        self.looks_right(anna, "points-none")
        anna.send("New reward")
        anna.fill(title="Extra dinner")
        anna.tick("[name=who][value=some]")
        anna.send("Save")
        anna.wait_text("Please mend this first:")
        links = [one.get_attribute("href").split("#")[1] for one in anna.find(".faults a")]
        self.assertEqual(links, ["f-title", "f-people", "f-at"])
        anna.wait(lambda: anna.driver.switch_to.active_element == anna.find(".faults")[0], "what is wrong to be said")
        self.looks_right(anna, "reward-wrong")
        anna.fill(title="An evening at the cinema", details="With popcorn.", symbol="🎬", at="5")
        anna.tick("[name=for][value=maria]")
        self.looks_right(anna, "reward-form")
        anna.send("Save")
        anna.wait_text("The reward is saved.")
        self.reward(anna, "Zoo", cost="5", ticks=["[name=way][value=redeemed]"])
        self.looks_right(anna, "rewards")
        # What people can ask for is nobody's reward, whatever the service calls it.
        status, problem = anna.call("PUT", f"/rewards/{uuid.uuid4()}", {
            "content": {"title": "Toilet", "way": {"kind": "reached", "at": 1}}, "active": True, "replaces": 0})
        self.assertEqual((status, problem.get("field")), (422, "content.title"), problem)

    def test_2_a_chore_is_done_and_the_reward_is_reached_on_open_pages_by_themselves(self):
        anna, ben = self.anna, self.ben
        self.chore("Dishes", 5)
        now = Browser(self.household.url, size=PHONE)
        self.addCleanup(now.close)
        now.log_in()
        for phone, path in ((anna, "/points"), (now, "/now")):
            phone.go(path)
            phone.wait_live()
            self.assertEqual(phone.find(".celebrated"), [])
            # Whoever hears the page is told: the place was there before what comes into it.
            phone.driver.execute_script("window.place = document.querySelector('.celebrations[role=status]')")
        self.total(anna, "0 points")
        ben.go("/chores")
        ben.wait_text("5 points")
        ben.send("Done by Maria", self.card(ben, "Dishes"))
        ben.wait_text("Done: Dishes. 5 points for Maria.")
        self.looks_right(ben, "chores-points")
        self.total(anna, "5 points")
        for phone, name in ((anna, "points-reached"), (now, "now-reached")):
            phone.wait_text("Maria has reached: An evening at the cinema")
            self.assertTrue(phone.driver.execute_script(
                "return window.place.isConnected && window.place.contains(document.querySelector('.celebrated'))"), name)
            self.looks_right(phone, name)
        # What decorates it moves once and never flashes, and is not there where motion is reduced.
        decoration = "return getComputedStyle(document.querySelector('.celebrated'), '::before').content"
        self.assertEqual(anna.driver.execute_script(decoration), "none")
        anna.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]})
        self.assertNotEqual(anna.driver.execute_script(decoration), "none")
        anna.wait(lambda: anna.driver.execute_script("return document.getAnimations().every((one) => one.playState === 'finished')"),
                  "the decoration to come to rest")
        self.assertEqual(anna.driver.execute_script("""
            return document.getAnimations().filter((one) => one.effect.getComputedTiming().iterations !== 1).length"""), 0)
        anna.picture("points-reached-decorated", whole=True)
        anna.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        anna.send("Handed over", "[data-key=granted]")
        anna.wait_text("Handed over.")
        now.wait_no_text("Maria has reached")

    def test_3_asked_for_refused_and_the_points_are_back_then_granted(self):
        anna, ben = self.anna, self.ben
        self.assertEqual(self.standing()["total"], 5)
        ben.go("/points")
        ben.wait_live()
        anna.go("/points")
        anna.send("Maria", "main")
        self.looks_right(anna, "points-maria")
        anna.send("Ask for it", "[data-key=rewards]")
        anna.wait_text("Asked. Somebody says yes, or why not.")
        self.total(anna, "0 points")
        ben.wait_text("Maria would like: Zoo")
        self.total(ben, "0 points")
        ben.tap("Not now …", self.card(ben, "Maria would like: Zoo"))
        self.looks_right(ben, "points-waiting")
        ben.send("not today", self.card(ben, "Maria would like: Zoo"))
        ben.wait_text("The reason is passed on, and the points are back.")
        self.total(anna, "5 points")
        anna.wait_text("Back: Zoo")
        anna.wait_text("Asked for: Zoo")
        # What was asked for is offered again, and this time somebody says yes; Now celebrates it.
        anna.send("Ask for it", "[data-key=rewards]")
        ben.wait_text("Maria would like: Zoo")
        ben.send("Yes", self.card(ben, "Maria would like: Zoo"))
        ben.wait_text("Maria gets: Zoo")
        anna.wait_text("For Maria: Zoo")
        ben.go("/now")
        ben.wait_text("Maria gets: Zoo")
        # The chore did not count after all: what comes next makes up for it, and nobody is fined.
        ben.go("/chores")
        ben.send("Undo", self.card(ben, "Dishes"))
        anna.wait_text("The next 5 points make up for what was undone.")
        anna.wait_text("Undone: Dishes")
        self.total(anna, "0 points")
        self.looks_right(anna, "points-maria-missing")

    def test_4_thanks_and_no_points(self):
        anna = self.anna
        anna.go("/points/maria")
        anna.tap("Say thanks", "[data-key=thanks]")
        anna.fill(points="none")
        anna.send("Say thanks", "[data-key=thanks] form")
        anna.wait_text("Write a whole number, 1 to 1,000.")
        anna.wait_text("Write what for.")
        self.looks_right(anna, "points-thanks-wrong")
        before = self.standing()
        anna.go("/points/maria")
        anna.tap("Say thanks", "[data-key=thanks]")
        anna.fill(points="12", reason="helped Ben with the bags")
        anna.send("Say thanks", "[data-key=thanks] form")
        anna.wait_text("Thanks is said.")
        anna.wait_text("Thanks: helped Ben with the bags")
        self.assertEqual(self.standing()["collected"], before["collected"] + 12)
        anna.go("/points/maria")
        anna.send("No points any more")
        anna.wait_text("No points are wanted here.")
        self.looks_right(anna, "points-off")
        anna.go("/points")
        anna.wait_text("No points are wanted here.")
        self.chore("Bed", 7)
        self.ben.go("/chores")
        self.ben.send("Done by Maria", self.card(self.ben, "Bed"))
        self.ben.wait_text("Done: Bed.")
        self.assertNotIn("points for Maria", self.ben.text())
        anna.go("/points/maria")
        anna.send("Points again")
        anna.wait_text("Points again.")
        self.assertEqual(self.standing()["collected"], before["collected"] + 12)

    def test_5_a_reward_is_changed_by_two(self):
        anna, ben = self.anna, self.ben
        for phone in (anna, ben):
            phone.go("/rewards")
            phone.send("Zoo", "main")
        ben.fill(title="Zoo with the tram")
        ben.send("Save")
        ben.wait_text("Changed.")
        anna.fill(title="The big zoo", cost="6")
        anna.send("Save")
        anna.wait_text("Ben has changed it meanwhile: now it is “Zoo with the tram”, costs 5 points")
        self.looks_right(anna, "reward-changed-by-two")
        self.assertEqual(anna.find("[name=title]")[0].get_attribute("value"), "The big zoo")
        anna.send("Save")
        anna.wait_text("The big zoo")
        anna.send("The big zoo", "main")
        anna.send("Take away")
        anna.wait_text("Taken away.")
        anna.send("Undo", "#notices")
        anna.wait_text("It is back.")

    def test_6_without_scripts(self):
        plain = Browser(self.household.url, size=PHONE, script=False)
        self.addCleanup(plain.close)
        plain.log_in()
        self.reward(plain, "Book", cost="1", ticks=["[name=way][value=redeemed]", "[name=approval]"])
        plain.go("/points/maria")
        plain.send("Ask for it", self.reward_row(plain, "Book"))
        plain.wait_text("Granted.")
        for path in ("/points", "/now"):
            plain.go(path)
            plain.wait_text("Maria gets: Book")
        plain.go("/points")
        plain.send("Handed over", self.card(plain, "For Maria: Book"))
        plain.wait_text("Handed over.")
        self.assertNotIn("For Maria: Book", plain.text())

    def reward_row(self, phone, title):
        found = phone.wait(lambda: next((one for one in phone.find(".goals > li") if title in one.text), None), title)
        return f"[data-key='{found.get_attribute('data-key')}']"


if __name__ == "__main__":
    unittest.main(verbosity=2)
