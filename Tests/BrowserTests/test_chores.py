"""Housemates who share chores by phone: planning one, claiming, handing on, parts, approval, a reminder, who did what."""
import tempfile
import unittest
import urllib.parse
import uuid

from browser import Browser, PHONE, TwoPhones, link_phone, png
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By


class Chores(TwoPhones, unittest.TestCase):
    def looks_right(self, phone, name):
        phone.picture(name)
        self.assertEqual(phone.violations(), [])
        self.assertEqual(phone.small_targets(), [])
        self.assertFalse(phone.is_too_wide())

    def chore(self, title, repeats=False, **content):
        """One of the household's that is due by now, once or daily; its id."""
        now = self.household.api.call("GET", "/agenda")[1]
        day = now["day"]
        start = f"{day}T00:00:00"
        body = {
            "id": str(uuid.uuid4()), "at": now["now"],
            "content": {
                "title": title, "audience": "household", "priority": "normal", "grace_minutes": 10080, "clients_own": False,
                "assignment": {"kind": "claimed"}, "reminders": {"minutes_before": [], "due": True, "missed": False},
                "schedule": {"start": start, "zone": now["zone"]}, **content}}
        if repeats:
            body["content"]["schedule"]["repeat"] = {"kind": "rules", "rules": ["FREQ=DAILY"]}
        status, made = self.anna.call("POST", "/routines", body)
        self.assertEqual(status, 201, made)
        return made["id"]

    def card(self, phone, title):
        def look():
            found = [one for one in phone.find("li.card") if title in one.find_element(By.CSS_SELECTOR, "h3").text]
            return found[0] if found else None
        card = phone.wait(look, title)
        return f"[data-key='{card.get_attribute('data-key')}']"

    def send(self, phone, words, title):
        phone.send(words, self.card(phone, title))

    def click(self, phone, selector):
        def attempt():
            try:
                found = next((one for one in phone.find(selector) if one.is_displayed()), None)
                if not found:
                    return False
                phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
                found.click()
                return True
            except StaleElementReferenceException:
                # The page was read anew meanwhile.
                return False
        phone.wait(attempt, selector)

    def feed(self, phone):
        status, feed = phone.call("GET", "/chores", None)
        self.assertEqual(status, 200, feed)
        return {part: [one["title"] for one in feed[part]] for part in ("mine", "free", "others", "waiting", "closed")}

    def test_a_chore_is_planned_with_the_form(self):
        self.anna.go("/chores")
        self.looks_right(self.anna, "chores-none")
        self.anna.send("Plan a chore")
        self.anna.fill(title="Take out the bins")
        self.anna.tap("Next", "#step-1")
        self.anna.wait(lambda: self.anna.find("#step-2")[0].is_displayed(), "the second step")
        self.anna.tap("Next", "#step-2")
        self.anna.wait(lambda: self.anna.find("#step-3")[0].is_displayed(), "the third step")
        self.click(self.anna, "#step-3 input[name=who][value=claim]")
        self.anna.tap("Other reminders, and how important it is", "#step-3")
        self.anna.fill(minutes="10", parts="2", points="5", untilDone="18:00, 20:00")
        self.looks_right(self.anna, "chore-form")
        self.anna.send("Save", "p.last")
        self.anna.wait_text("It is planned.")
        content = max(self.household.api.call("GET", "/routines?state=active")[1]["routines"], key=lambda one: one["sequence"])["content"]
        self.assertEqual(content["audience"], "household")
        self.assertNotIn("client", content)
        self.assertEqual(content["assignment"], {"kind": "claimed"})
        self.assertEqual((content["points"], content["minutes"], content["count"]), (5, 10, 2))
        self.assertEqual(content["reminders"]["until_done"], [1080, 1200])

    def test_claimed_given_done_and_undone(self):
        self.chore("Vacuum", minutes=30)
        self.anna.go("/chores")
        self.send(self.anna, "I’ll do it", "Vacuum")
        self.anna.wait_text("does it: Vacuum")
        self.looks_right(self.anna, "chores")
        self.ben.go("/chores")
        self.assertIn("Vacuum", self.feed(self.ben)["others"])
        self.anna.go("/now")
        self.send(self.ben, "Remind Anna", "Vacuum")
        self.ben.wait_text("The reminder is on its way.")
        self.anna.wait_text("Ben reminds you")
        self.anna.go("/chores")
        self.anna.wait_text("Ben reminds you")
        self.send(self.ben, "Remind Anna", "Vacuum")
        self.ben.wait_text("less than an hour ago")
        self.anna.go("/chores")
        self.anna.tap("Give away …", self.card(self.anna, "Vacuum"))
        self.send(self.anna, "Ben", "Vacuum")
        self.anna.wait_text("does it now: Vacuum")
        self.assertIn("Vacuum", self.feed(self.ben)["mine"])
        self.ben.go("/chores")
        self.assertNotIn("reminds you", self.ben.text())
        self.ben.go("/chores")
        self.send(self.ben, "Done", "Vacuum")
        self.ben.wait_text("Done: Vacuum.")
        self.ben.go("/chores/shares")
        self.ben.wait_text("Ben did one chore: 30 minutes")
        self.looks_right(self.ben, "chores-shares")
        self.ben.go("/chores")
        self.send(self.ben, "Undo", "Vacuum")
        self.ben.wait_text("Undone: Vacuum.")
        self.assertIn("Vacuum", self.feed(self.ben)["mine"])

    def test_in_parts_approved_by_somebody_else(self):
        self.chore("Windows", count=2, approval=True)
        self.ben.go("/chores")
        self.send(self.ben, "One more done", "Windows")
        self.ben.wait_text("1 of 2 done")
        self.send(self.ben, "Done", "Windows")
        self.ben.wait_text("Waiting for approval")
        # Whoever did it is not asked whether it counts.
        self.assertNotIn("Yes, done", self.ben.find(self.card(self.ben, "Windows"))[0].text)
        self.anna.go("/chores")
        self.looks_right(self.anna, "chores-waiting")
        self.anna.tap("Not yet …", self.card(self.anna, "Windows"))
        self.send(self.anna, "some of it is left", "Windows")
        self.anna.wait_text("Not yet: Windows – some of it is left.")
        self.ben.go("/chores")
        self.send(self.ben, "Done", "Windows")
        self.ben.wait_text("Waiting for approval")
        self.anna.go("/chores")
        self.send(self.anna, "Yes, done", "Windows")
        self.anna.wait_text("Approved: Windows.")
        self.assertIn("Windows", self.feed(self.anna)["closed"])

    def test_the_yes_goes_by_who_did_it_and_not_by_whose_it_was(self):
        self.chore("Stairs", approval=True)
        self.ben.go("/chores")
        self.send(self.ben, "I’ll do it", "Stairs")
        self.ben.wait_text("Stairs")
        self.anna.go("/chores")
        self.send(self.anna, "I did it", "Stairs")
        self.anna.wait_text("Waiting for approval")
        self.assertNotIn("Yes, done", self.anna.find(self.card(self.anna, "Stairs"))[0].text)
        self.ben.go("/chores")
        self.send(self.ben, "Yes, done", "Stairs")
        self.ben.wait_text("Approved: Stairs.")

    def test_whoever_says_yes_is_told_where_they_look(self):
        self.chore("Laundry", approval=True)
        self.anna.go("/now")
        self.anna.wait_live()
        self.ben.go("/chores")
        self.send(self.ben, "Done", "Laundry")
        # By itself, in a line that leads there.
        line = self.anna.wait(lambda: next(iter(self.anna.find("[data-key=chores-wait] a")), None), "the line on Now")
        self.assertIn("for your yes", line.text)
        self.looks_right(self.anna, "now-waits-for-yes")
        self.anna.go("/more")
        self.anna.wait_text("for your yes")
        self.looks_right(self.anna, "more-waits-for-yes")
        self.anna.go("/points")
        self.anna.wait_text("for your yes")
        # Whoever did it is not asked.
        self.ben.go("/today")
        self.assertEqual([one.text for one in self.ben.find("button") if "Yes, done" in one.text], [])
        self.anna.go("/today")
        self.looks_right(self.anna, "today-waits-for-yes")
        self.send(self.anna, "Yes, done", "Laundry")
        self.anna.wait_text("Approved: Laundry.")
        self.assertIn("Laundry", self.feed(self.anna)["closed"])

    def test_shown_by_a_photo(self):
        routine = self.chore("Kitchen", proof="photo")
        self.ben.go("/chores")
        card = self.card(self.ben, "Kitchen")
        self.assertEqual([one.text for one in self.ben.find(f"{card} form button") if "Done" in one.text], [], "done without a photo")
        with tempfile.TemporaryDirectory(prefix="beckon-photo.") as folder:
            for number, colour in enumerate((90, 200)):
                photo = png(f"{folder}/{number}.png", 900, 1800, lambda row, colour=colour: bytes([row % 256, 200, colour]) * 900)
                self.ben.go("/chores")
                self.send(self.ben, "Done, with a photo", "Kitchen")
                if number == 0:
                    self.looks_right(self.ben, "chores-photo")
                    with open(f"{folder}/none.png", "w", encoding="utf-8") as file:
                        file.write("done, believe me")
                    self.ben.find("#picture")[0].send_keys(f"{folder}/none.png")
                    self.ben.wait(lambda: self.ben.button("Done", "main form").is_enabled(), "the file to be looked at")
                    self.ben.send("Done", "main form")
                    self.ben.wait_text("not a PNG, JPEG or WebP picture")
                self.ben.find("#picture")[0].send_keys(photo)
                self.ben.wait(lambda: self.ben.button("Done", "main form").is_enabled(), "the picture to be made small")
                self.ben.send("Done", "main form")
                self.ben.wait_text("Waiting for approval")
                self.anna.go("/chores")
                card = self.card(self.anna, "Kitchen")
                self.anna.wait(lambda card=card: self.anna.driver.execute_script(
                    f"return document.querySelector(\"{card} img.receipt\").naturalHeight") == 1400, "the photo to be drawn")
                self.anna.wait_text("Photo by Ben")
                if number == 0:
                    self.looks_right(self.anna, "chores-photo-waiting")
                    self.anna.tap("Not yet …", card)
                    self.send(self.anna, "some of it is left", "Kitchen")
                    self.anna.wait_text("Not yet: Kitchen – some of it is left.")
        self.send(self.anna, "Yes, done", "Kitchen")
        self.anna.wait_text("Approved: Kitchen.")
        # It stays with all that is known of it, also when it is in no list any more.
        done = next(one for one in self.anna.call("GET", "/chores", None)[1]["closed"] if one["routine"] == routine)
        self.anna.go(f"/today/{routine}/{urllib.parse.quote(done['key'], safe='')}")
        self.anna.wait_text("Photo by Ben")

    def test_a_turn_is_swapped(self):
        people = [self.anna.call("GET", "/session", None)[1]["person"]["id"], self.ben.call("GET", "/session", None)[1]["person"]["id"]]
        self.chore("Dishes", repeats=True, assignment={"kind": "in_turn", "people": people})
        self.anna.go("/chores")
        card = self.card(self.anna, "Dishes")
        # Whose turn the first of them is depends on the day.
        is_annas = "You do it." in self.anna.find(card)[0].text
        self.anna.send("Swap …", card)
        self.looks_right(self.anna, "chores-swap")
        self.click(self.anna, "ul.lines form button")
        self.anna.wait_text(f"Swapped: {'Ben' if is_annas else 'Anna'} does this one now, Dishes.")
        self.assertIn("Dishes", self.feed(self.ben if is_annas else self.anna)["mine"])

    def test_a_client_asks_somebody_who_says_no_and_somebody_who_says_yes(self):
        maria = Browser(self.household.url, size=PHONE)
        self.addCleanup(maria.close)
        link_phone(self.anna, "maria", maria)
        self.chore("Flowers", assignment={"kind": "fixed", "person": "maria"})
        self.ben.go("/chores")
        self.ben.wait_live()
        maria.go("/mine/chores")
        maria.tap("Ask somebody else …", self.card(maria, "Flowers"))
        self.looks_right(maria, "chores-ask")
        self.send(maria, "Ben", "Flowers")
        maria.wait_text("Your question is on its way.")
        maria.wait_text("Ben is asked")
        # By itself; nobody has it without having said yes.
        self.ben.wait_text("Maria asks whether you do it.")
        self.looks_right(self.ben, "chores-asked")
        self.assertIn("Flowers", self.feed(maria)["mine"])
        self.send(self.ben, "No", "Flowers")
        maria.wait_text("Ben cannot do it")
        maria.tap("Ask somebody else …", self.card(maria, "Flowers"))
        self.send(maria, "Anna", "Flowers")
        maria.wait_text("Anna is asked")
        self.anna.go("/chores")
        self.send(self.anna, "Yes, I’ll do it", "Flowers")
        self.anna.wait(lambda: "Flowers" in self.feed(self.anna)["mine"], "the chore to be Anna's")
        self.assertNotIn("Flowers", self.feed(maria)["mine"])
        maria.wait(lambda: "Anna is asked" not in maria.text(), "the question to be answered")
        self.looks_right(maria, "chores-answered")

    def test_week_and_month_have_chores_alone(self):
        self.chore("Lawn")
        # On the same day, and no chore.
        self.chore("Stretching", audience="client", client="maria", clients_own=True, assignment={"kind": "fixed", "person": "maria"})
        self.anna.go("/chores")
        self.anna.send("Week and month")
        self.anna.wait_text("Lawn")
        self.assertNotIn("Stretching", self.anna.text())
        self.anna.send("Month", "div.plan-bar")
        chores = self.days_of_month()
        self.looks_right(self.anna, "chores-month")
        self.anna.go("/plan")
        self.anna.wait_text("Lawn")
        self.assertIn("Stretching", self.anna.text())
        self.anna.send("Month", "div.plan-bar")
        everything = self.days_of_month()
        more = {day: count - chores.get(day, 0) for day, count in everything.items() if count != chores.get(day, 0)}
        self.assertEqual(more, {self.household.api.call("GET", "/agenda")[1]["day"]: 1})

    def days_of_month(self):
        """How much each day of the month that is shown has, of those that have something."""
        self.anna.wait(lambda: self.anna.find("table.month"), "the month")
        return self.anna.driver.execute_script("""
            return Object.fromEntries([...document.querySelectorAll("table.month td:has(.count)")].map((one) =>
                [one.dataset.key.replace("day-", ""), Number(one.querySelector(".count").textContent)]));""")


if __name__ == "__main__":
    unittest.main()
