"""A family sets its home up on a phone, from the first link on: two children, a housemate, a board with chores, chores and rewards; taps counted."""
import unittest

from browser import PASSWORD, PHONE, Browser, Household
from home import said

CHORES = ["Tom sets the table every day at 18, 5 points", "Mia feeds the cat every day at 17, 5 points",
          "Ben takes out the bins every Monday at 19, 5 points"]
REWARDS = [("An evening at the cinema", "20"), ("Stay up half an hour", "10")]


class AFamily(unittest.TestCase):
    def setUp(self):
        self.household = Household(prepare=False)
        self.addCleanup(self.household.close)
        self.phone = Browser(self.household.url, size=PHONE)
        self.addCleanup(self.phone.close)
        self.taps, self.fields = 0, 0

    def send(self, words, within="body"):
        self.taps += 1
        self.phone.send(words, within)

    def fill(self, **fields):
        self.fields += len(fields)
        self.phone.fill(**fields)

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
        print(f"  {self.taps} taps and {self.fields} fields to a home with two children, a housemate and a board with chores", flush=True)
        self.assertLessEqual((self.taps, self.fields), (10, 6))
        status, home = phone.call("GET", "/files", None)
        self.assertEqual([one["name"] for one in home["files"] if one["start"]], ["family.yaml"])
        people = phone.call("GET", "/people", None)[1]["people"]
        self.assertEqual({one["name"]: one["role"] for one in people},
                         {"Anna": "coordinator", "Tom": "client", "Mia": "client", "Ben": "caregiver"})
        # The kiosk scans the new board at once.
        before = len(self.household.home.lines())
        self.household.process.tap()
        said(self.household.home, "Drinks and food", kind="cue", after=before)
        self.plan()
        self.reward()
        print(f"  {self.taps} taps and {self.fields} fields with three chores and two rewards", flush=True)
        self.assertLessEqual((self.taps, self.fields), (23, 13))
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

    def plan(self):
        self.send("Plan", "nav")
        for chore in CHORES:
            self.fill(say=chore)
            self.send("Go on")
            self.send("Save")
            self.phone.wait_text("It is planned.")
        routines = self.household.api.call("GET", "/routines?state=active")[1]["routines"]
        self.assertEqual(len(routines), len(CHORES))

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
