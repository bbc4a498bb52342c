"""Exercises with one switch, by the real kiosk: list, exercise, begin, pause, go on, stop; what is not for the client; a restart."""
import os
import signal
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import wait_for  # noqa: E402
from scanning import SHORT_EXERCISE, Scene, run_together, write  # noqa: E402

BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: calm-down, label: Exercises, list: exercises }
  - { id: need-water, label: Water, say: Water please, request: normal }
"""
# Short, so that nobody waits for minutes; a second one holds the breath.
SLOW = """\
exercise: slow
name: Slow
language: en-GB
instructions: We breathe slowly.
steps:
  - breathe: [{ in: 2 s }, { out: 3 s }]
    rounds: 40
  - say: That was all.
"""
HELD = SLOW.replace("exercise: slow", "exercise: held").replace("name: Slow", "name: Held").replace(
    "{ in: 2 s }", "{ in: 2 s }, { hold: 2 s }")
GAME = """\
exercise: {0}
name: {1}
language: en-GB
instructions: Listen.
steps:
  - play: {0}
"""


class Room(Scene):
    """With exercises of its own from the first start on; with those that ship where there are none."""

    def __init__(self, files, **more):
        self.files = files
        super().__init__({"loops": "3", "long_press_time": "1.5 s", "long_press_action": "back"}, board=BOARD, **more)

    def start(self):
        folder = f"{self.home.path}/exercises"
        if self.files and not os.path.exists(folder):
            os.makedirs(folder)
            for name, text in self.files.items():
                write(f"{folder}/{name}.en.yaml", text)
        super().start()


class Exercises(unittest.TestCase):
    def scene(self, **files):
        scene = Room(files)
        self.addCleanup(scene.__exit__)
        return scene

    def open(self, scene, name):
        """The list, and the exercise: its instructions are said."""
        after = scene.count()
        scene.tap()
        scene.choose("Exercises")
        scene.choose(name)
        return after

    def tones(self, scene, event, after):
        return scene.said("tones", event=event, role="kiosk", kind="earcon", after=after)

    def test_whole(self):
        scene = self.scene(slow=SLOW, short=SHORT_EXERCISE)
        self.open(scene, "Slow")
        scene.said("We breathe slowly.", event="finished", kind="announcement")
        after = scene.count()
        scene.tap()
        self.tones(scene, "started", after)
        # In the second breath.
        scene.tell("wait 6")
        scene.tap()
        self.tones(scene, "cut", after)
        after = scene.count()
        scene.choose("Go on")
        self.tones(scene, "started", after)
        scene.tell("wait 1")
        scene.tap()
        self.tones(scene, "cut", after)
        scene.choose("Stop")
        scene.said("Stopped.", event="finished", after=after)
        # Another one, to its end.
        scene.choose("Exercises")
        scene.choose("Short")
        scene.said("Look.", event="finished", after=after)
        # So short a word is over before a press counts for what was chosen.
        scene.tell("wait 0.5")
        scene.tap()
        scene.said("Find one thing.", event="finished", after=after)
        scene.tell("wait 1")
        scene.tap()
        scene.said("You are here.", event="finished", after=after)

    def test_shipped(self):
        """A new home has what ships, and the client hears it."""
        scene = self.scene()
        self.assertIn("calm.en.yaml", os.listdir(f"{scene.home.path}/exercises"))
        after = self.open(scene, "Calm breathing")
        scene.said("We breathe together, slowly, for five minutes. The tone rises: breathe in. It falls: breathe out. "
                   "Press once to begin. Press again whenever you want to pause.", event="finished", after=after)
        scene.tap()
        self.tones(scene, "started", after)
        scene.said("In", event="finished", kind="announcement", after=after)
        scene.said("Out", event="finished", kind="announcement", after=after)

    def test_garden(self):
        """Each press brings something at once; the long press stops."""
        scene = self.scene(garden=GAME.format("garden", "Garden"))
        after = self.open(scene, "Garden")
        scene.said("Listen.", event="finished", after=after)
        scene.tell("wait 0.5")
        scene.tap()
        for words in ["A seed.", "A sprout.", "Leaves.", "A bud."]:
            scene.tell("wait 0.6")
            scene.tap()
            # Its note stands before the words.
            scene.said(words, after=after)
        scene.tell("wait 0.6")
        scene.tap(milliseconds=2500)
        scene.said("Stopped.", event="finished", after=after)

    def test_bird(self):
        """By ear alone: what is heard decides, and what was heard before."""
        scene = self.scene(bird=GAME.format("bird", "Bird"))
        after = self.open(scene, "Bird")
        scene.said("Listen.", event="finished", after=after)
        scene.tell("wait 0.5")
        scene.tap()
        for number in (1, 2):
            scene.said("games/bird", event="finished", kind="earcon", after=after)
            scene.tap()
            scene.said(f"You have found it. Birds so far: {number}.", event="finished", after=after)
            after = scene.count()
        # Something else: it is told, and comes again.
        heard = wait_for(lambda: next((line for line in scene.home.lines()[after:] if line["event"] == "finished"
                                       and line["text"].startswith("games/") and line["text"] != "games/bird"), None),
                         "another sound", home=scene.home)
        scene.tap()
        names = {"frog": "a frog", "stream": "water", "wind": "the wind", "bee": "a bee", "cricket": "a cricket", "bell": "a bell"}
        name = names[heard["text"].removeprefix("games/")]
        scene.said(f"That was {name}. Listen again.", event="finished", after=after)

    def test_long_press_stops(self):
        scene = self.scene(slow=SLOW)
        after = self.open(scene, "Slow")
        scene.said("We breathe slowly.", event="finished", after=after)
        scene.tap()
        self.tones(scene, "started", after)
        scene.tell("wait 1")
        scene.tap(milliseconds=2500)
        self.tones(scene, "cut", after)
        scene.said("Stopped.", event="finished", after=after)

    def test_breathing_care(self):
        """Nothing that holds the breath for whom that is not good; set while it runs, without a restart."""
        scene = self.scene(slow=SLOW, held=HELD)
        after = self.open(scene, "Held")
        scene.said("We breathe slowly.", event="finished", after=after)
        scene.tap()
        self.tones(scene, "started", after)
        with open(f"{scene.home.path}/beckon.yaml", "a") as file:
            file.write("care: { breathing: no_holds }\n")
        # What goes on ends, and the list is without it.
        self.tones(scene, "cut", after)
        scene.choose("Exercises")
        cues = scene.count()
        scene.cue("Go back", after=cues)
        self.assertNotIn("Held", scene.cues(after=cues))

    def test_mistake(self):
        """An exercise with a mistake is left out and told with its line; mended, it is back without a restart."""
        scene = self.scene(slow=SLOW, short=SHORT_EXERCISE)
        path = f"{scene.home.path}/exercises/slow.en.yaml"
        write(path, SLOW.replace("rounds: 40", "rounds: many"))
        scene.mistake_told("exercises", "slow.en.yaml", 7)
        after = scene.count()
        scene.tap()
        scene.choose("Exercises")
        scene.cue("Go back", after=after)
        self.assertNotIn("Slow", scene.cues(after=after))
        write(path, SLOW)
        scene.cue("Slow", after=after)

    def test_power_cut(self):
        scene = self.scene(slow=SLOW)
        after = self.open(scene, "Slow")
        scene.said("We breathe slowly.", event="finished", after=after)
        scene.tap()
        self.tones(scene, "started", after)
        kept = f"{scene.home.path}/exercise.json"
        wait_for(lambda: os.path.exists(kept), "the exercise to be kept", home=scene.home)
        scene.beckon.stop(signal.SIGKILL)
        after = scene.count()
        scene.start()
        scene.tap()
        scene.choose("Exercises")
        scene.choose("Slow paused")
        scene.said("Paused.", event="finished", after=after)
        scene.choose("Go on")
        self.tones(scene, "started", after)


if __name__ == "__main__":
    run_together()
