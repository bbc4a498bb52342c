"""Sound on real kernels' sound cards: two apart, one that is pulled out, one that stands still, one that is muted."""
import os
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import listening  # noqa: E402
import numpy  # noqa: E402
from claims import claim  # noqa: E402
from machine import Card, Disk, Machine, prepared, wait_for, CACHE  # noqa: E402

# Cards by their own names, which stay when another card comes first.
BUILT_IN, SECOND, HEADSET = "plughw:CARD=I82801AAICH,DEV=0", "plughw:CARD=AudioPCI,DEV=0", "plughw:CARD=Audio,DEV=0"
RATE = 300
BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: need-water, label: Bring me water, say: I would like some water and a straw please, request: normal }
  - { id: need-lamp, label: Lamp on the table, say: Please switch on the lamp on the table, request: normal }
"""
# What a fault may take until it is told.
TOLD = 5
# Surely silent beside what is said on the other card.
APART = 40


def home(main, cue, alert, more=""):
    voices = "".join(
        f'  {name}: {{ rate: {RATE}, volume: 1, device: "{device}" }}\n'
        for name, device in [("main", main), ("cue", cue), ("alert", alert)])
    return {
        "beckon.yaml": f"""\
client: {{ id: maria, name: Maria }}
caregiver: {{ id: anna, name: Anna }}
board: boards/small.yaml
scanning: {{ scan_time: 1 s, undo_window: 0, first_item_extra: 0, inactivity_rest: 10 min, loops: 10 }}
voices:
{voices}{more}""",
        "boards/small.yaml": BOARD,
    }


def loud(samples):
    return float(numpy.sqrt((samples ** 2).mean())) if len(samples) else 0.0


def level(samples):
    """In dB of full scale; a card that does not play is at the floor of 16 bits."""
    return 20 * numpy.log10(max(loud(samples), 1 / 32768))


class SoundTest(unittest.TestCase):
    def machine(self, files, cards, **options):
        folder = self.enterContext(tempfile.TemporaryDirectory(dir=prepared(f"{CACHE}/running")))
        machine = self.enterContext(Machine(Disk(folder, files), cards=cards, **options))
        machine.ready()
        return machine

    def heard(self, machine, text, card, since=None, until=None):
        """How much like the synthesiser's own a text is, in a card's recording."""
        samples, rate = machine.sound(card) if since is None else machine.sound_between(since, until or time.time(), card)
        wanted = listening.spoken(text, words_per_minute=RATE)
        if len(samples) < len(wanted):
            return 0.0
        return listening.find(samples, wanted, rate)[0]

    def open_fault(self, machine, kind="sound_lost", source="kiosk"):
        def look():
            _, found = machine.api.call("GET", "/faults?state=open")
            return [fault for fault in found["faults"] if fault["kind"] == kind and fault["source"] == source]
        return wait_for(look, f"the fault {kind}", seconds=30, home=machine)[0]

    def no_fault(self, machine, seconds=60):
        wait_for(lambda: machine.api.call("GET", "/faults?state=open")[1]["faults"] == [], "no fault", home=machine,
                 seconds=seconds)

    def cue(self, machine, text, after, **wanted):
        """Waits for a cue; gives its line, and when it began and ended by this machine's clock."""
        begun = machine.said(text, kind="cue", event="started", after=after, **wanted)
        since = time.time()
        ended = machine.said(text, kind="cue", after=begun["number"], **wanted)
        return ended, since, time.time()

    def count(self, machine):
        return len(machine.lines())


class TwoCards(SoundTest):
    """The cue on a headset, everything else in the room; then the headset is pulled out and comes back."""

    def test_cue_and_main_voice_apart(self):
        machine = self.machine(home(BUILT_IN, HEADSET, BUILT_IN), [Card(), Card("usb-audio", "a1")],
                               maintenance=True)
        print(machine.maintain("cat /proc/asound/cards; amixer -c 0; amixer -c 1"))
        machine.press()
        cue, since, until = self.cue(machine, "Bring me water", 0)
        time.sleep(0.3)
        parts = [machine.sound_between(since, until, card)[0] for card in (0, 1)]
        print([level(part) for part in parts], self.heard(machine, "Bring me water", 1), self.heard(machine, "Bring me water", 0))


if __name__ == "__main__":
    unittest.main(verbosity=2)
