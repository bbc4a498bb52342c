"""School tasks of a learning platform become goals: heard and ticked off with one switch; done there is done here; a token that no longer
works is told."""
import os
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from canvas import TOKEN, Canvas  # noqa: E402
from coordinator import Coordinator, Refused  # noqa: E402
from home import wait_for  # noqa: E402
from scanning import Scene, run_together  # noqa: E402

BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: my-goals, label: Goals, list: goals }
  - { id: need-water, label: Water, say: Water please, request: normal }
"""


class SchoolTasks(unittest.TestCase):
    def scene(self):
        scene = Scene({"loops": "3"}, board=BOARD, role="run", more="zone: Etc/UTC\n")
        self.addCleanup(scene.__exit__)
        self.canvas = Canvas()
        self.addCleanup(self.canvas.close)
        self.olga = Coordinator(scene.port)
        self.olga.set_up(scene.home.token("setup"))
        return scene

    def add(self, **more):
        new = {"id": str(uuid.uuid4()), "client": "maria", "kind": "planner", "address": self.canvas.address, "token": TOKEN, **more}
        return self.olga.send("POST", "/coursework", new)

    def change(self, link, **change):
        return self.olga.send("POST", f"/coursework/{link['id']}/changes", change)

    def goals(self):
        return {one["occurrence"]["title"]: one["occurrence"]["state"]
                for one in self.olga.send("GET", "/goals?client=maria", None)["goals"]}

    def test_heard_and_ticked_off_with_one_switch(self):
        scene = self.scene()
        self.canvas.add(1, "Essay")
        self.canvas.add(2, "Sums", hours=24)
        self.canvas.add(3, "Poem", hours=72)
        self.canvas.add(4, "Far away", hours=24 * 60)
        link = self.add()
        self.assertEqual((link["tasks"], link["platform"]), (4, self.canvas.address))
        self.assertNotIn("token", link)
        self.assertEqual(self.goals(), {"Sums": "due", "Essay": "due", "Poem": "due"})
        after = scene.count()
        scene.tap()
        scene.choose("Goals")
        scene.choose("Sums")
        scene.choose("Done")
        wait_for(lambda: self.goals()["Sums"] == "done", "the goal to be done", home=scene.home)
        self.assertTrue(any(cue.startswith("Sums") for cue in scene.cues(after=after)))
        # Open there, done here; the essay is handed in there.
        self.canvas.items[0]["submissions"]["submitted"] = True
        self.change(link, kind="read")
        self.assertEqual(self.goals(), {"Sums": "done", "Essay": "done", "Poem": "due"})
        self.assertTrue(all(path.startswith("/api/v1/planner/items") for path in self.canvas.asked))

    def test_a_token_that_no_longer_works_and_a_calendar(self):
        scene = self.scene()
        self.canvas.add(1, "Essay")
        with self.assertRaises(Refused):
            self.add(token="wrong")
        link = self.add()
        # The calendar has the same tasks: they are goals once.
        self.add(kind="feed", address=self.canvas.feed, token=None)
        self.assertEqual(self.goals(), {"Essay": "due"})
        self.canvas.token = "another"
        self.assertEqual(self.change(link, kind="read")["problem"], "refused")

        def told():
            return [one for one in self.olga.send("GET", "/faults?state=open", None)["faults"] if one["kind"] == "coursework_unread"]
        self.assertEqual([one["client"] for one in told()], ["maria"])
        self.change(link, kind="renew", token="another")
        self.assertEqual(told(), [])
        # What opens it is beside the store for its owner alone, and in no log.
        folder = f"{scene.home.path}/care.sqlite.coursework"
        self.assertEqual(len(os.listdir(folder)), 2)
        for name in os.listdir(folder):
            self.assertEqual(os.stat(f"{folder}/{name}").st_mode & 0o777, 0o600)
        for secret in (TOKEN, "user_e2e"):
            self.assertNotIn(secret, scene.home.logged())


if __name__ == "__main__":
    run_together()
