"""The main job on a whole machine: power on, press, hear, ask, answer, hear the answer."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tempfile  # noqa: E402

import listening  # noqa: E402
from claims import claim  # noqa: E402
from machine import Disk, Machine, prepared, wait_for, CACHE  # noqa: E402

SCAN_TIME = 1.2
SETTINGS = f"""\
client: {{ id: maria, name: Maria }}
caregiver: {{ id: anna, name: Anna }}
scanning: {{ scan_time: {SCAN_TIME} s }}
"""


class FromPowerOnToAnswer(unittest.TestCase):
    def test_the_main_job(self):
        with tempfile.TemporaryDirectory(dir=prepared(f"{CACHE}/running")) as folder:
            disk = Disk(folder, {"beckon.yaml": SETTINGS})
            with Machine(disk) as machine:
                self.play(machine)

    def play(self, machine):
        claim("power on → the kiosk has said “Ready”, emulated processor", f"{machine.ready():.1f} s")
        machine.press()
        # One whole pass is left alone, so that its gaps can be measured.
        first = machine.said("Drinks", kind="cue", event="started")
        again = machine.said("Drinks", kind="cue", event="started", after=first["number"] + 1, seconds=90)
        group = machine.said("Toilet and washing", kind="cue", after=again["number"])
        machine.press()
        machine.said("Toilet", kind="cue", after=group["number"] + 1)
        machine.press()
        say = machine.said("I need the toilet", kind="say")
        asked = machine.said("Asked", role="kiosk", kind="announcement")
        (request,) = wait_for(machine.requests, "the request in the service", home=machine)
        self.assertEqual((request["need"], request["client_name"], request["priority"]), ("toilet", "Maria", "soon"))
        alert = machine.said("Maria asks for", role="station", kind="alert")
        heard = machine.said("heard", role="kiosk", kind="announcement")
        self.assertLess(asked["number"], heard["number"])
        status, answered = machine.api.respond(request["id"], "on_the_way")
        self.assertEqual((status, answered["state"]), (201, "on_the_way"))
        told = machine.said("Anna is on the way", role="kiosk", kind="announcement")
        machine.api.respond(request["id"], "met")
        met = machine.said("Anna: your help with the toilet is done", role="kiosk", kind="announcement")
        self.assertEqual(machine.requests(), [])
        lines = machine.lines()
        self.hear(machine, lines, say, [alert, told, met])
        self.measure_gaps(machine, lines, first["number"], again["number"])

    def hear(self, machine, lines, say, others):
        """What the transcript claims is in the recording, in the same order."""
        samples, rate = machine.sound()
        places = []
        for line in [say, *others]:
            score, place = listening.follow(samples, listening.spoken(line["text"]), rate)
            places.append(place)
            claim(f"heard on the sound card: “{line['text']}”", f"{score:.2f} like the synthesiser's own")
            self.assertGreater(score, 0.5, line["text"])
        self.assertEqual(places[1:], sorted(places[1:]), "in the order of the transcript")
        never, _ = listening.follow(samples, listening.spoken("Strawberry marmalade"), rate)
        claim("a text that was never said is not found", f"{never:.2f}")
        self.assertLess(never, 0.5)

    def measure_gaps(self, machine, lines, first, again):
        """The silences of one undisturbed pass, in the recording: from a cue's last sound to the next cue's first."""
        cues = [line["text"] for line in lines[first:again + 1] if line["kind"] == "cue" and line["event"] == "started"]
        samples, rate = machine.sound()
        gaps = listening.gaps(samples, rate, [listening.spoken(text) for text in cues])
        claim(f"gap after each of {len(gaps)} cues in the recording, scan_time {SCAN_TIME} s",
              f"{min(gaps):.3f} to {max(gaps):.3f} s")
        self.assertEqual(len(gaps), len(cues) - 1)
        self.assertGreaterEqual(min(gaps), SCAN_TIME)
        self.assertLess(max(gaps), SCAN_TIME + 1.2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
