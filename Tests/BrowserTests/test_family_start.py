"""A family sets its home up on a phone, from the first link on: two children, a housemate, a board with chores, chores and rewards; taps counted.
Then a child does a chore with one switch, and has earned a reward."""
import json
import unittest

from browser import PASSWORD, PHONE, Browser, Household
from home import said, wait_for

CHORES = ["Tom sets the table every day at 18, 5 points", "Mia feeds the cat every day at 17, 5 points",
          "Ben takes out the bins every Monday at 19, 5 points"]
# Due today, whenever this is run; it brings the second of the rewards.
TODAY = "Tom sweeps the floor today at 23:59, 10 points"
REWARDS = [("An evening at the cinema", "20"), ("Stay up half an hour", "10")]
# How long people take, in seconds: to decide and to tap (the keystroke-level model: Card, Moran and Newell 1980), for a character on a
# phone (36.2 words a minute: Palin and others 2019), and for a word that they read (238 a minute: Brysbaert 2019).
TAP, CHARACTER, WORD = 1.35 + 1.1, 60 / (36.2 * 5), 60 / 238


class AFamily(unittest.TestCase):
    def setUp(self):
        self.household = Household(prepare=False)
        self.addCleanup(self.household.close)
        self.phone = Browser(self.household.url, size=PHONE)
        self.addCleanup(self.phone.close)
        self.taps, self.fields, self.characters, self.words = 0, 0, 0, 0
        self.lines = set()

    def read(self):
        """Whoever does this for the first time reads what they have not read yet, wherever on the page it stands."""
        text = self.phone.wait(lambda: next((one.text for one in self.phone.find("main")), None), "something to read")
        new = set(text.split("\n")) - self.lines
        self.lines |= new
        self.words += sum(len(line.split()) for line in new)

    def send(self, words, within="body"):
        self.read()
        self.taps += 1
        self.phone.send(words, within)

    def fill(self, **fields):
        self.read()
        self.fields += len(fields)
        self.characters += sum(len(value) for value in fields.values())
        self.phone.fill(**fields)

    def tell(self, what):
        """The effort so far. The minutes are reckoned and not measured: how quick this machine is has no part in them."""
        seconds = (self.taps + self.fields) * TAP + self.characters * CHARACTER + self.words * WORD
        print(f"  {self.taps} taps and {self.fields} fields {what}: about {seconds / 60:.1f} minutes, with {self.characters} characters "
              f"typed and {self.words} words read", flush=True)

    def looks_right(self, name):
        self.phone.picture(f"family-{name}", whole=True)
        self.assertEqual(self.phone.violations(), [])
        self.assertEqual(self.phone.small_targets(), [])
        self.assertFalse(self.phone.is_too_wide())
        self.assertEqual(self.phone.outside(), [])

    def at(self, step):
        self.phone.wait(lambda: self.phone.path.split("?")[0] == f"/welcome/{step}", f"the question {step}")

    def test_from_the_first_link_to_chores_and_rewards(self):
        phone = self.phone
        phone.go(self.household.setup_link())
        self.fill(name="Anna", password=PASSWORD, again=PASSWORD)
        self.send("Begin")
        self.at("client")
        self.fill(name="Tom")
        self.send("Next")
        for step in ("phone", "sound", "call"):
            self.at(step)
            self.send("Not now")
        self.at("board")
        # Both with their first cards, and the one that is used already first.
        self.assertEqual([one.text for one in phone.find("main h2")], ["Home", "Family"])
        self.assertIn("My day and chores", phone.text())
        self.looks_right("board")
        self.send("Use this board", "[data-key='boards/family.yaml']")
        self.at("others")
        self.looks_right("others")
        self.fill(name="Mia")
        self.taps += 1
        phone.tick("[name=role][value=client]")
        self.send("Invite")
        phone.wait_text("For Mia")
        self.looks_right("invited")
        # The next one is invited from there.
        self.fill(name="Ben")
        self.send("Invite")
        phone.wait_text("For Ben")
        phone.wait_text("Invited, and not here yet")
        self.send("Next")
        phone.wait(lambda: phone.path.startswith("/now"), "the calls")
        self.looks_right("now")
        self.tell("to a home with two children, a housemate and a board with chores")
        self.assertLessEqual(self.taps, 10)
        self.assertLessEqual(self.fields, 6)
        status, home = phone.call("GET", "/files", None)
        self.assertEqual([one["name"] for one in home["files"] if one["start"]], ["family.yaml"])
        people = phone.call("GET", "/people", None)[1]["people"]
        self.assertEqual({one["name"]: one["role"] for one in people},
                         {"Anna": "coordinator", "Tom": "client", "Mia": "client", "Ben": "caregiver"})
        # The kiosk scans the new board at once.
        before = len(self.household.home.lines())
        self.household.process.tap()
        said(self.household.home, "Drinks and food", kind="cue", after=before)
        self.plan(CHORES)
        self.reward()
        self.tell("with three chores and two rewards")
        self.assertLessEqual(self.taps, 23)
        self.assertLessEqual(self.fields, 13)
        phone.go("/chores")
        for title in ("Set the table", "Feed the cat", "Take out the bins"):
            phone.wait_text(title)
        self.looks_right("chores")
        phone.go("/boards")
        self.looks_right("boards")
        phone.go("/secure")
        self.looks_right("secure")
        phone.go("/more")
        phone.wait_text("3 questions left")
        self.plan([TODAY])
        tom = next(one["id"] for one in people if one["name"] == "Tom")
        self.earn(tom)
        self.hand_over(tom)
        self.tell("until a child's first reward is handed over")

    def earn(self, tom):
        """The child does today's chore with the switch, on the board that was chosen, and hears what that has brought."""
        home = self.household.home

        def knows():
            try:
                with open(f"{home.path}/household.json") as file:
                    kept = json.load(file)
            except (OSError, ValueError):
                return False
            rewards = [one["reward"]["content"]["title"] for one in kept["standing"]["rewards"]]
            return "Sweep the floor" in [one["title"] for one in kept["chores"]["mine"]] and "Stay up half an hour" in rewards
        wait_for(knows, "the kiosk to know the chore and the reward", home=home)
        # Until nothing is scanned any more: then the next press wakes, and chooses nothing.
        wait_for(lambda: self.household.api.call("GET", f"/displays/{tom}")[1].get("state") == "rest", "rest", home=home)
        self.household.process.tap()
        for label in ("My day and chores", "Chores", "Sweep the floor"):
            self.choose(label)
        before = len(home.lines())
        self.choose("Done")
        for words in ("Done. Well done. 10 points. You have 10 points.", "You have reached: Stay up half an hour!"):
            said(home, words, role="kiosk", kind="announcement", after=before)
        reached = [one["text"] for one in home.lines() if one["event"] == "finished" and one["text"].startswith("You have reached")]
        self.assertEqual(len(reached), 1, reached)
        print("  5 presses of one switch for the chore", flush=True)

    def choose(self, label):
        """Presses when the cue has been heard to its end: nearly all of the time that there is for it is left."""
        home = self.household.home
        said(home, label, role="kiosk", kind="cue", after=len(home.lines()))
        self.household.process.tell("wait 0.2")
        self.household.process.tap()

    def hand_over(self, tom):
        phone = self.phone
        phone.go("/now")
        phone.wait_text("Tom has reached: Stay up half an hour")
        self.looks_right("now-reached")
        self.send("More", "nav")
        self.send("Points", "main")
        phone.wait_text("Tom has reached: Stay up half an hour")
        phone.wait(lambda: [one for one in phone.find(f"[data-key=standing-{tom}] .sum") if one.text == "10 points"], "10 points")
        self.looks_right("points-reached")
        self.send("Handed over", "[data-key=granted]")
        phone.wait_text("Handed over.")
        # What was reached costs nothing.
        standing = phone.call("GET", f"/points/{tom}", None)[1]["standing"]
        self.assertEqual((standing["total"], standing["collected"]), (10, 10))

    def plan(self, chores):
        self.send("Plan", "nav")
        before = self.routines()
        for chore in chores:
            self.fill(say=chore)
            self.send("Go on")
            self.send("Save")
            self.phone.wait_text("It is planned.")
        self.assertEqual(self.routines() - before, len(chores))

    def routines(self):
        return len(self.household.api.call("GET", "/routines?state=active")[1]["routines"])

    def reward(self):
        self.send("More", "nav")
        self.send("Points", "main")
        self.send("New reward")
        for number, (title, points) in enumerate(REWARDS):
            if number:
                self.send("New reward")
            self.fill(title=title, at=points)
            self.send("Save")
            self.phone.wait_text("The reward is saved.")


if __name__ == "__main__":
    unittest.main(verbosity=2)
