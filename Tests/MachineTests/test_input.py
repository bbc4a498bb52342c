"""Real input on a whole machine: switches that are pulled out, two at once, keypads, and devices that misbehave."""
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from claims import claim  # noqa: E402
from hands import BTN_TRIGGER, PLAYPAUSE, Hands, digit  # noqa: E402
from machine import CACHE, ROOT, Disk, Machine, prepared, seconds_of, wait_for  # noqa: E402
from faults import phrases  # noqa: E402

WORDS = ["bread", "chair", "light", "music", "paper", "radio", "scarf", "towel"]
# The first is asked for, the others are only said: a press and its word, without anything that follows.
BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: water, label: water, say: water please, request: normal }
""" + "".join(f"  - {{ label: {word}, say: {word} }}\n" for word in WORDS)

PEOPLE = "client: { id: maria, name: Maria }\ncaregiver: { id: anna, name: Anna }\nboard: boards/small.yaml\n"
VOICES = "voices:\n  main: { rate: 450 }\n  cue: { rate: 450 }\n  alert: { rate: 450 }\n"
SCANNING = "undo_window: 0, initial_delay: 0, level_entry_pause: 0, first_item_extra: 0, loops: 10"
UNPLUGGED = "Maria's switch is unplugged"
# What a caregiver may wait for it at most, and what the kiosk allows for plugging a switch in anew.
TOLD_WITHIN, GRACE = 5, 2


def digit_of(word):
    return digit(WORDS.index(word) + 2)


class InputTest(unittest.TestCase):
    def home(self, settings):
        folder = tempfile.TemporaryDirectory(dir=prepared(f"{CACHE}/running"))
        self.addCleanup(folder.cleanup)
        return Disk(folder.name, {
            "beckon.yaml": PEOPLE + settings + VOICES, "boards/small.yaml": BOARD, "boards/phrases.en.yaml": phrases()})

    def told_unplugged(self, machine, pulled, after=0):
        """Waits for the station's words; gives the seconds from the plug to their beginning, and their line."""
        line = machine.said(UNPLUGGED, role="station", event="started", after=after)
        seconds = time.time() - pulled
        self.assertLess(seconds, TOLD_WITHIN)
        return seconds, line

    def faults(self, machine):
        status, body = machine.api.call("GET", "/faults")
        self.assertEqual(status, 200)
        return {fault["kind"]: fault["detail"] for fault in body["faults"]}

    def silent(self, machine, text, after=0):
        """Nothing of it was said from that line on."""
        self.assertEqual([line for line in machine.lines()[after:] if text in line["text"]], [])


def clicks(lines):
    return [line for line in lines if (line["role"], line["kind"], line["event"]) == ("kiosk", "earcon", "started")
            and line["text"] == CLICK]


CLICK = "press"


class OneSwitch(InputTest):
    """One USB switch, pulled out and plugged in while scanning goes on."""

    def test_pulled_out_and_plugged_in(self):
        disk = self.home(f"scanning: {{ scan_time: 1 s, {SCANNING} }}\nswitches: {{ stuck_after: 3 s }}\n")
        with Machine(disk) as machine:
            machine.ready()
            machine.press()
            machine.said("bread", kind="cue", event="started")
            self.pull(machine)
            self.plug(machine)
            self.pull_while_held(machine)

    def pull(self, machine):
        pulled = time.time()
        machine.unplug("switch")
        seconds, line = self.told_unplugged(machine, pulled)
        machine.said("Your switch is not connected", role="kiosk")
        machine.said("", kind="cue", event="started", after=len(machine.lines()))
        self.assertIn("Keyboard", self.faults(machine)["switch_unplugged"])
        claim("the switch is pulled out mid-scan → “Maria's switch is unplugged.” begins, scanning goes on", f"{seconds:.1f} s")

    def plug(self, machine):
        """Pressed again and again from the moment on that it is plugged in."""
        before, plugged = len(machine.lines()), time.time()
        machine.plug("usb-kbd", "switch", bus="usb.0")
        while not clicks(machine.lines()[before:]):
            machine.press(seconds=0.05)
            self.assertLess(time.time() - plugged, 30)
        seconds = time.time() - plugged
        machine.said("Your switch works again", role="kiosk", after=before)
        machine.said("Maria's switch is back", role="station", after=before)
        self.assertNotIn("switch_unplugged", self.faults(machine))
        claim("plugged in again → its first press clicks, nobody having touched the kiosk", f"{seconds:.1f} s")

    def pull_while_held(self, machine):
        machine.said("", kind="cue", after=len(machine.lines()))
        before = len(machine.lines())
        machine.key("spc", True)
        wait_for(lambda: clicks(machine.lines()[before:]), "the press", home=machine)
        pulled = time.time()
        machine.unplug("switch")
        self.told_unplugged(machine, pulled, before)
        machine.plug("usb-kbd", "switch", bus="usb.0")
        machine.said("Your switch works again", role="kiosk", after=before)
        # Longer than a key may be down without being told of.
        wait_for(lambda: time.time() - pulled > 5, "time to go by")
        self.silent(machine, "stuck", before)
        after = len(machine.lines())
        machine.said("chair", kind="cue", after=after)
        machine.press()
        machine.said("chair", kind="say", after=after)
        claim("pulled out while held down: nothing stays pressed, and the next press chooses what was just heard")


class TwoSwitches(InputTest):
    """A keyboard that selects and a mouse that steps."""

    def test_step_scanning(self):
        disk = self.home(
            f"scanning: {{ mode: step, ignore_repeat: 100 ms, {SCANNING} }}\n"
            "switches:\n  keys: { select: [space], step: [btn_left] }\n")
        with Machine(disk, extra=["-device", "usb-mouse,bus=usb.0,id=mouse"]) as machine:
            machine.ready()
            self.choose(machine, "bread")
            pulled = time.time()
            machine.unplug("mouse")
            seconds, line = self.told_unplugged(machine, pulled)
            detail = self.faults(machine)["switch_unplugged"]
            self.assertIn("Mouse", detail)
            claim("one of two switches is pulled out → told, and which", f"{seconds:.1f} s, “{detail}”")
            before = len(machine.lines())
            machine.press()
            wait_for(lambda: clicks(machine.lines()[before:]), "the other switch", home=machine)
            self.assertIn("switch_unplugged", self.faults(machine))
            plugged, before = time.time(), len(machine.lines())
            machine.plug("usb-mouse", "mouse", bus="usb.0")
            machine.said("Maria's switch is back", role="station", event="started", after=before)
            claim("the missing one of two is plugged in → “Maria's switch is back.” begins", f"{time.time() - plugged:.1f} s")
            machine.said("Your switch works again", role="kiosk", after=before)
            self.choose(machine, "chair")

    def choose(self, machine, word):
        """Steps until the word is offered, then selects it; only a press of the right switch can do either."""
        machine.said("", kind="announcement", after=0)
        while True:
            before = len(machine.lines())
            self.step(machine)
            cue = machine.said("", role="kiosk", kind="cue", event="started", after=before)
            if cue["text"] == word:
                break
        machine.said(word, kind="cue", after=before)
        machine.press()
        machine.said(word, kind="say", after=before)

    def step(self, machine):
        for down in (True, False):
            machine.qmp.ask("input-send-event", events=[{"type": "btn", "data": {"down": down, "button": "left"}}])
            time.sleep(0.08)


class Keypads(InputTest):
    """A keypad for the client and one for the caregivers, both on USB and of the same make."""

    def test_two_keypads(self):
        disk = self.home(f"scanning: {{ mode: direct, ignore_repeat: 100 ms, resume_after_select: rest, {SCANNING} }}\n")
        with Machine(disk, keyboards=("client", "station")) as machine:
            machine.ready()
            machine.press("1", keyboard="client")
            machine.said("water please", role="kiosk", kind="say")
            machine.said("Maria: water", role="station", kind="alert")
            machine.press("d", keyboard="station")
            machine.said("Why not now", role="station", event="started")
            machine.press("3", keyboard="station")
            machine.said("Anna cannot now: dinner is in ten minutes", role="kiosk")
            self.assertEqual(machine.requests(), [])
            claim("a keypad asks with its digit; another answers with d and a reason's digit, which the client hears")
            machine.unplug("client")
            before = len(machine.lines())
            machine.said(UNPLUGGED, role="station", after=before)
            machine.press("n", keyboard="station")
            machine.said("Nobody is waiting", role="station", after=before)
            claim("the client's keypad is pulled out: told, and the caregivers' one goes on working")


if __name__ == "__main__":
    unittest.main(verbosity=2)
