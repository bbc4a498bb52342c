"""Real input on a whole machine: switches that are pulled out, two at once, keypads, and devices that misbehave."""
import os
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from claims import claim  # noqa: E402
from machine import Disk, Machine, prepared, CACHE  # noqa: E402
from faults import board, phrases  # noqa: E402

VOICES = "voices:\n  main: { rate: 450 }\n  cue: { rate: 450 }\n  alert: { rate: 450 }\n"
PEOPLE = "client: { id: maria, name: Maria }\ncaregiver: { id: anna, name: Anna }\nboard: boards/small.yaml\n"


class InputTest(unittest.TestCase):
    def home(self, settings):
        folder = tempfile.TemporaryDirectory(dir=prepared(f"{CACHE}/running"))
        self.addCleanup(folder.cleanup)
        return Disk(folder.name, {
            "beckon.yaml": PEOPLE + settings + VOICES, "boards/small.yaml": board(), "boards/phrases.en.yaml": phrases()})


class Keypads(InputTest):
    """A keypad for the client and one for the caregivers, both on USB and alike."""

    def test_two_keypads(self):
        disk = self.home("scanning: { mode: direct, undo_window: 0, initial_delay: 0, ignore_repeat: 100 ms }\n")
        with Machine(disk, keyboards=("client", "station")) as machine:
            machine.ready()
            machine.press("1", keyboard="client")
            machine.said("maria: water".title().replace("Water", "water"), role="station", kind="alert")
            machine.press("d", keyboard="station")
            machine.said("Why not now", role="station", event="started")
            machine.press("3", keyboard="station")
            machine.said("Anna cannot now: dinner is in ten minutes", role="kiosk")
            claim("two keypads on USB", "ok")


if __name__ == "__main__":
    unittest.main(verbosity=2)
