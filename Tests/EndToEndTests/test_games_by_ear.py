"""The two games by ear alone: a player who has nothing but the recording of the speaker, and decides by it when to press."""
import os
import shutil
import sys
import tempfile
import time
import unittest

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hearing  # noqa: E402
from home import ROOT  # noqa: E402
from scanning import Speakers, run_together  # noqa: E402
from test_exercises import GAME, Room  # noqa: E402

# Every fourth sample is enough: nothing of a game's sound is above 3 kHz.
EVERY = 4
# What the player takes for a sound that it knows, 0 to 1.
SURE = 0.7
VOICES = "".join(f"  {voice}: {{ device: room, rate: 450 }}\n" for voice in ["main", "cue", "alert"])


def thinned(samples):
    whole = len(samples) // EVERY * EVERY
    return samples[:whole].reshape(-1, EVERY).mean(axis=1)


class Ear:
    """Hears a recording while it is made, and knows some sounds."""

    def __init__(self, path, names):
        self.path = path
        self.known = {name: thinned(hearing.read(f"{ROOT}/sounds/games/{name}.wav")[0]) for name in names}
        self.hear_from_now()

    def hear_from_now(self):
        self.at = len(hearing.so_far(self.path))

    def part(self):
        return thinned(hearing.so_far(self.path, self.at))

    def next(self, within=30):
        """The next sound that it knows, once it is over; None where there is none for so many seconds."""
        deadline = time.monotonic() + within
        longest = max(len(sound) for sound in self.known.values())
        while time.monotonic() < deadline:
            part = self.part()
            found = []
            for name, sound in self.known.items():
                if len(part) <= len(sound):
                    continue
                likeness = hearing.correlation(part, sound)
                # What is silent is like nothing.
                place = int(numpy.argmax(likeness))
                if likeness[place] > SURE and numpy.abs(part[place:place + len(sound)]).max() > 0.01:
                    found.append((place + len(sound), name))
            if found:
                end, name = min(found)
                self.at += end * EVERY
                return name
            # What cannot be the beginning of a sound any more.
            if len(part) > 3 * longest:
                self.at += (len(part) - 2 * longest) * EVERY
            time.sleep(0.05)
        return None


class Hearing(Room):
    def __init__(self, files, speakers):
        self.speakers = speakers
        super().__init__(files, voices=VOICES, output="auto", environment=speakers.environment)


class Games(unittest.TestCase):
    def room(self, game):
        folder = tempfile.mkdtemp(prefix="beckon-ear.")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        speakers = Speakers(folder, ["room"], ["room"])
        self.addCleanup(speakers.stop)
        scene = Hearing({game: GAME.format(game, game.capitalize())}, speakers)
        self.addCleanup(scene.__exit__)
        after = scene.count()
        scene.tap()
        scene.choose("Exercises")
        scene.choose(game.capitalize())
        scene.said("Listen.", event="finished", after=after)
        scene.tell("wait 0.5")
        return scene, speakers.recording("room"), after

    def told(self, scene, beginning, after):
        """How often words with such a beginning were begun: what the player does not know."""
        return sum(line["event"] == "started" and beginning in line["text"] for line in scene.home.lines()[after:])

    def test_bird(self):
        """Who listens presses at birds alone, and finds one each time."""
        scene, recording, after = self.room("bird")
        ear = Ear(recording, ["bird", "frog", "stream", "wind", "bee", "cricket", "bell"])
        scene.tap()
        heard, found = [], 0
        while found < 5:
            sound = ear.next()
            self.assertIsNotNone(sound, f"nothing is heard after {heard}")
            heard.append(sound)
            if sound == "bird":
                scene.tap()
                found += 1
                # The bird that was found sings once more; the player knows that this is the answer.
                self.assertEqual(ear.next(), "bird", f"no answer to the press after {heard}")
        scene.said(f"Birds so far: {found}.", after=after)
        print("  heard: " + ", ".join(heard))
        self.assertGreater(len(set(heard)), 2, "the player had nothing to choose from")
        self.assertEqual(self.told(scene, "Listen again", after), 0, "a press was at something else")

    def test_blind(self):
        """Who presses without listening is told what it was that was no bird."""
        scene, _, after = self.room("bird")
        scene.tap()
        for _ in range(14):
            scene.tell("wait 2.9")
            scene.tap()
        scene.said("Listen again", after=after)

    def test_garden(self):
        """Who listens hears the plant grow, note by note, and stops when it blooms."""
        scene, recording, after = self.room("garden")
        notes = [f"garden-{number}" for number in range(1, 6)]
        ear = Ear(recording, notes)
        scene.tap()
        heard = []
        # The seed, and what follows; a visitor may come between.
        while "garden-5" not in heard and len(heard) < 12:
            scene.tell("wait 1")
            ear.hear_from_now()
            scene.tap()
            note = ear.next(within=4)
            if note:
                heard.append(note)
        scene.tell("wait 1")
        scene.tap(milliseconds=2500)
        scene.said("Stopped.", event="finished", after=after)
        print("  heard: " + ", ".join(heard))
        self.assertEqual(heard, notes)
        flowers = ("A tulip", "A sunflower", "A rose", "A daisy")
        self.assertEqual(sum(self.told(scene, flower, after) for flower in flowers), 1)


if __name__ == "__main__":
    run_together()
