"""What can be chosen besides a need: what is asked already, and the pace."""
import json
import os
import stat
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import seconds_of, wait_for  # noqa: E402
from scanning import BOARD, Scene, run_together  # noqa: E402


class AskedAlready(unittest.TestCase):
    """An item that is asked says so, and choosing it offers what can be done about it."""

    def setUp(self):
        # Without a station at first: nobody hears.
        self.scene = Scene(role="kiosk")
        self.addCleanup(self.scene.__exit__)

    def choose(self, label, answer):
        """Chooses an item with an open request, and then one of its choices."""
        self.scene.choose(label)
        self.scene.choose(answer)

    def test_what_is_asked_says_how_it_stands_and_can_be_changed(self):
        scene = self.scene
        scene.tap()
        scene.choose("Water")
        first = scene.wait_for_request("need-water")
        cue = scene.cue("Water", after=scene.count())
        self.assertEqual(cue["text"], "Water asked just now, not heard yet")
        scene.start_station()
        scene.said("Maria asks for water", role="station", kind="alert", event="finished")
        wait_for(lambda: "Water asked just now, heard" in scene.cues(), "“heard” in the cue", home=scene.home)

        # Ask again: a new request that names the old one, which ends.
        self.choose("Water asked", "Ask again")
        scene.said("Asked again")
        second = wait_for(lambda: [one for one in scene.api.requests() if one["id"] != first["id"]],
                          "the second request", home=scene.home)[0]
        self.assertEqual((second["asks_again"], second["priority"]), (first["id"], "normal"))
        scene.said("Your call was heard", after=scene.count() - 1)
        self.assertEqual([one["id"] for one in scene.api.requests()], [second["id"]])

        # It is urgent now: likewise, at the highest priority.
        self.choose("Water asked", "It is urgent")
        third = wait_for(lambda: [one for one in scene.api.requests() if one["priority"] == "urgent"],
                         "the urgent request", home=scene.home)[0]
        self.assertEqual(third["asks_again"], second["id"])
        scene.said("Maria now needs water urgently.", role="station", kind="alert")
        scene.said("Asked", after=scene.count() - 1)
        self.assertEqual([one["id"] for one in scene.api.requests()], [third["id"]])

        # Never mind: nothing is open. What is urgent already is not offered to become it.
        before = scene.count()
        self.choose("Water asked", "Never mind")
        self.assertNotIn("It is urgent", scene.cues(after=before))
        scene.said("Undone", after=before)
        wait_for(lambda: scene.api.requests() == [], "no open request", home=scene.home)
        self.assertEqual([state for _, _, state in scene.requests()], ["cancelled"] * 3)
        scene.said("Maria no longer needs water", role="station", after=before)
        cue = scene.cue("Water", after=scene.count())
        self.assertEqual(cue["text"], "Water")


class Pace(unittest.TestCase):
    """The client's own pace, and the records of presses."""

    BOARD = BOARD.split("  - label: Drinks")[0] + """\
  - { id: slower-thing, label: Slower, pace: slower }
  - { id: faster-thing, label: Faster, pace: faster }
"""

    def gap(self, scene):
        """The seconds between the ends and beginnings of the next cues, the shortest of three."""
        after = scene.count()
        wait_for(lambda: len(scene.cues(after=after)) > 4, "some cues", home=scene.home)
        lines = [line for line in scene.home.lines()[after:] if line["kind"] == "cue"]
        while lines[0]["event"] != "finished":
            lines.pop(0)
        return min(seconds_of(begin) - seconds_of(end) for end, begin in zip(lines[:6:2], lines[1:6:2]))

    def test_slower_is_a_tenth_slower_and_stays_over_a_restart(self):
        with Scene({"scan_time": "2 s"}, board=self.BOARD) as scene:
            scene.tap()
            usual = self.gap(scene)
            scene.choose("Slower")
            scene.said("Slower now: 2.2 seconds", event="finished")
            slower = self.gap(scene)
            self.assertEqual(scene.beckon.stop(), 0)
            scene.start()
            scene.tap()
            restarted = self.gap(scene)
            scene.choose("Faster")
            scene.said("Faster now: 2 seconds", event="finished")
            faster = self.gap(scene)
            print(f"  gaps: {usual:.3f} s, slower {slower:.3f} s, after a restart {restarted:.3f} s, "
                  f"faster {faster:.3f} s")
            for gap, wanted in [(usual, 2), (slower, 2.2), (restarted, 2.2), (faster, 2)]:
                self.assertGreater(gap, wanted - 0.01)
            scene.choose("Lamp")
            scene.wait_for_request("need-lamp")
            self.assertEqual(scene.beckon.stop(), 0)
            self.look_at_records(scene)

    def look_at_records(self, scene):
        """Only times, readable only for their owner."""
        path = f"{scene.home.path}/tuning/presses.jsonl"
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) & 0o077, 0)
        with open(path) as file:
            text = file.read()
        records = [json.loads(line) for line in text.split("\n")[1:-1]]
        print(f"  {len(records)} records of presses, {len(text)} bytes")
        self.assertGreaterEqual(len(records), 4)
        words = ["water", "lamp", "slower", "faster", "need", "thing", "please", "small", "maria"]
        self.assertEqual([word for word in words if word in text.lower()], [])
        # Whatever the fields are called, their texts are Beckon's own, and not the board's.
        def texts(value):
            if isinstance(value, dict):
                return [text for child in value.values() for text in texts(child)]
            if isinstance(value, list):
                return [text for child in value for text in texts(child)]
            return [value] if isinstance(value, str) else []
        print(f"  texts in them: {', '.join(sorted(set(texts(records))))}")


if __name__ == "__main__":
    run_together()
