"""A client's goals, with one switch and by real parts: ticked off one by one, made and deleted, also while the service is away and the
kiosk's power fails; what happened elsewhere meanwhile is merged; a reminder ends with the tick."""
import datetime
import os
import signal
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator  # noqa: E402
from home import API, wait_for  # noqa: E402
from scanning import Scene, run_together  # noqa: E402

BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: my-goals, label: Goals, list: goals }
  - { id: need-water, label: Water, say: Water please, request: normal }
"""


def moment(minutes=0):
    return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)


def stamp(at):
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


class Goals(unittest.TestCase):
    def scene(self, role="run"):
        scene = Scene({"loops": "3"}, board=BOARD, role=role, more="zone: Etc/UTC\n")
        self.addCleanup(scene.__exit__)
        self.olga = Coordinator(scene.port)
        self.olga.set_up(scene.home.token("setup"))
        return scene

    def make(self, title, minutes=600, **more):
        """A goal of Maria's, as her phone would make it; gives its id and the key of its one time."""
        start = moment().strftime("%Y-%m-%dT%H:%M:%S")
        made = self.olga.send("POST", "/routines", {"id": str(uuid.uuid4()), "content": {
            "title": title, "client": "maria", "audience": "client", "assignment": {"kind": "fixed", "person": "maria"},
            "schedule": {"start": start, "zone": "Etc/UTC"}, "priority": "normal",
            "reminders": {"minutes_before": [], "due": False, "missed": False, "until_done": more.pop("reminders", [])},
            "grace_minutes": minutes, "clients_own": True, "goal": True, **more}})
        return made["id"], f"{start}[Etc/UTC]"

    def goals(self):
        """How each goal stands: its title to its state, and how many parts are done."""
        return {one["occurrence"]["title"]: (one["occurrence"]["state"], one["occurrence"].get("chore", {}).get("parts", 0))
                for one in self.olga.send("GET", "/goals?client=maria", None)["goals"]}

    def wait_for_goals(self, scene, goals):
        def look():
            try:
                return self.goals() == goals
            except (OSError, AssertionError):
                return False
        wait_for(look, f"the goals {goals}", home=scene.home)

    def open(self, scene, title):
        """From the board that is scanned: after a choice it goes on from its beginning."""
        scene.choose("Goals")
        scene.choose(title)

    def cue_of(self, scene, start, after):
        wait_for(lambda: any(cue.startswith(start) for cue in scene.cues(after=after)), f"the cue {start}", home=scene.home)

    def test_one_of_a_count_and_undo_and_delete(self):
        scene = self.scene()
        self.make("Drink", count=2)
        self.make("Read")
        wait_for(lambda: len(self.goals()) == 2, "the goals", home=scene.home)
        after = scene.count()
        scene.tap()
        self.open(scene, "Drink")
        scene.choose("One more done")
        scene.said("One more done: 1 of 2.", event="finished", after=after)
        self.wait_for_goals(scene, {"Drink": ("due", 1), "Read": ("due", 0)})
        # Another device does one, too: two ticks are two.
        routine = next(one for one in self.olga.send("GET", "/goals", None)["goals"] if one["occurrence"]["title"] == "Drink")
        self.olga.send("POST", "/entries", {"id": str(uuid.uuid4()), "routine": routine["routine"]["id"],
                                            "key": routine["occurrence"]["key"], "kind": "done", "parts": 1, "by": "Olga"})
        self.wait_for_goals(scene, {"Drink": ("done", 2), "Read": ("due", 0)})
        after = scene.count()
        self.open(scene, "Read")
        scene.choose("Delete this goal")
        scene.choose("Yes, delete it")
        scene.said("Deleted: Read.", event="finished", after=after)
        self.wait_for_goals(scene, {"Drink": ("done", 2)})

    def test_a_reminder_at_its_time_and_none_after_the_tick(self):
        scene = self.scene()
        # A time of the day that comes within a minute or two.
        soon = moment(1)
        times = [(soon.hour * 60 + soon.minute + 1) % 1440, (soon.hour * 60 + soon.minute) % 1440]
        self.make("Walk", reminders=sorted(times))
        after = scene.count()
        wait_for(lambda: any(line["text"].startswith("Your goal: Walk") and line["event"] == "finished"
                             for line in scene.home.lines()[after:]), "the reminder", seconds=150, home=scene.home)
        scene.tell("wait 1")
        scene.tap()
        self.wait_for_goals(scene, {"Walk": ("done", 0)})
        self.assertEqual(self.olga.send("GET", "/goals", None)["goals"][0].get("alarms", []), [])

    def test_without_the_service(self):
        """Made, ticked off and deleted while it is away, over a power cut of the kiosk; elsewhere one is ticked, and one deleted."""
        scene = self.scene(role="kiosk")
        drink, key = self.make("Drink", count=3)
        read, _ = self.make("Read")
        self.make("Old")
        wait_for(lambda: len(self.goals()) == 3, "the goals", home=scene.home)
        # The kiosk has them.
        after = scene.count()
        scene.tap()
        scene.choose("Goals")
        self.cue_of(scene, "Drink", after)
        self.cue_of(scene, "Old", after)
        self.cue_of(scene, "A new goal", after)
        scene.others[0].stop(signal.SIGKILL)
        after = scene.count()
        scene.choose("Drink")
        scene.choose("One more done")
        scene.said("One more done: 1 of 3.", event="finished", after=after)
        after = scene.count()
        self.open(scene, "Read")
        scene.choose("Done")
        scene.said("Done. Well done.", event="finished", after=after)
        after = scene.count()
        self.open(scene, "Old")
        scene.choose("Delete this goal")
        scene.choose("Yes, delete it")
        scene.said("Deleted: Old.", event="finished", after=after)
        after = scene.count()
        self.open(scene, "A new goal")
        scene.choose("Go for a walk")
        scene.choose("By this evening")
        scene.choose("No reminder")
        scene.said("Your new goal: Go for a walk.", event="finished", after=after)
        # It is in the list at once, and is ticked off there.
        after = scene.count()
        self.open(scene, "Go for a walk")
        scene.choose("Done")
        scene.said("Done. Well done.", event="finished", after=after)
        scene.beckon.stop(signal.SIGKILL)
        # Meanwhile her phone has deleted one and done a second of three: the service alone is there.
        scene.start()
        self.olga.api = API(scene.port)
        self.olga.log_in()
        self.olga.send("POST", f"/routines/{read}/changes", {
            "id": str(uuid.uuid4()), "scope": "all", "replaces": 0, "at": stamp(moment()), "by": "Olga"})
        self.olga.send("POST", "/entries", {"id": str(uuid.uuid4()), "routine": drink, "key": key, "kind": "done", "parts": 1,
                                            "by": "Olga"})
        self.wait_for_goals(scene, {"Drink": ("due", 2), "Go for a walk": ("done", 0)})


if __name__ == "__main__":
    run_together()
