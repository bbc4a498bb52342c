"""Sound on real kernels' sound cards: two apart, one that is pulled out, one that stands still, one that is muted."""
import contextlib
import os
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import listening  # noqa: E402
import numpy  # noqa: E402
from claims import claim  # noqa: E402
from machine import Card, Disk, Machine, prepared, seconds_of, wait_for, CACHE  # noqa: E402

# Cards by their own names, which stay when another card comes first.
BUILT_IN, HEADSET = "plughw:CARD=I82801AAICH,DEV=0", "plughw:CARD=Audio,DEV=0"
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
# What another text reaches is 0.2 to 0.4.
LIKE = 0.6
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
scanning: {{ scan_time: 1 s, undo_window: 0, first_item_extra: 0, inactivity_rest: 10 min, loops: 0 }}
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
    @contextlib.contextmanager
    def machine(self, files, cards):
        with tempfile.TemporaryDirectory(dir=prepared(f"{CACHE}/running")) as folder:
            with Machine(Disk(folder, files), cards=cards, steady=True, maintenance=True) as machine:
                machine.ready()
                yield machine

    def heard(self, machine, text, card, since=None, until=None):
        """How much like the synthesiser's own a text is, in a card's recording."""
        samples, rate = machine.sound(card) if since is None else machine.sound_between(since, until or time.time(), card)
        wanted = listening.spoken(text, words_per_minute=RATE)
        # A card that rests after the text keeps the last moment of it to itself.
        samples = numpy.pad(samples, (0, max(rate // 3, len(wanted) - len(samples))))
        return listening.find(samples, wanted, rate)[0]

    def open_faults(self, machine, source="kiosk"):
        _, found = machine.api.call("GET", "/faults?state=open")
        return [fault for fault in found["faults"] if fault["kind"] == "sound_lost" and fault["source"] == source]

    def wait_for_fault(self, machine):
        return wait_for(lambda: self.open_faults(machine), "the fault", seconds=180, home=machine)

    def wait_for_end(self, machine):
        wait_for(lambda: not self.open_faults(machine), "the end of the fault", seconds=180, home=machine)

    def cue(self, machine, text, after, **wanted):
        """Waits for a cue; gives its line, and when it began and ended by this machine's clock."""
        begun = machine.said(text, kind="cue", event="started", after=after, **wanted)
        since = time.time() - 0.4
        ended = machine.said(text, kind="cue", after=begun["number"] + 1, **wanted)
        # What was heard to its end is in the file soon after.
        time.sleep(0.3)
        return ended, since, time.time()

    def now(self, machine):
        """The machine's clock, in whole seconds: never later than it is."""
        return int(machine.maintain("date +%s"))

    def told(self, machine, since, after, card, what):
        """The fault is in the service and is spoken by the station, both in time; heard on the station's card. Times are
        the machine's own: `since` is when the card was there for sure."""
        (fault,) = self.wait_for_fault(machine)
        known = seconds_of(fault) - since
        line = machine.said("Maria's kiosk has no sound", role="station", event="started", after=after)
        spoken = seconds_of(line) - since
        machine.said(line["text"], role="station", after=line["number"] + 1)
        time.sleep(0.15)
        likeness = self.heard(machine, line["text"], card)
        claim(f"{what}: the service knows, the station begins to say it",
              f"after {known:.2f} s and {spoken:.2f} s; heard, {likeness:.2f} like the synthesiser's own")
        self.assertLess(max(known, spoken), TOLD)
        self.assertGreater(likeness, LIKE)

    def apart(self, machine, text, since, until, on, off):
        """A text was heard on one card and not on the other."""
        likeness = self.heard(machine, text, on)
        # The press before it clicks on the cue's card.
        loud, quiet = (level(machine.sound_between(since + 0.4, until, card)[0]) for card in (on, off))
        self.assertGreater(likeness, LIKE, text)
        self.assertGreater(loud - quiet, APART, f"{loud:.0f} dB and {quiet:.0f} dB")
        return f"{likeness:.2f} like the synthesiser's own; the other card {loud - quiet:.0f} dB quieter"


class TwoCards(SoundTest):
    """The cue on a headset, everything else in the room; then the headset is pulled out while it whispers."""

    def test_cue_and_main_voice_apart(self):
        spare = Card("usb-audio", "a2", plugged=False)
        with self.machine(home(BUILT_IN, HEADSET, BUILT_IN), [Card(), Card("usb-audio", "a1"), spare]) as machine:
            self.play(machine, spare)

    def play(self, machine, spare):
        ready = self.heard(machine, "Ready. Press to start.", 0)
        claim("a card that Linux leaves muted is heard all the same", f"“Ready”: {ready:.2f} like the synthesiser's own")
        self.assertGreater(ready, LIKE)
        machine.press()
        line, since, until = self.cue(machine, "Bring me water", 0)
        claim("two cards, the cue on one", self.apart(machine, line["text"], since, until, on=1, off=0))
        self.cue(machine, "Lamp", line["number"])
        machine.press()
        machine.said("Please switch on", kind="say", event="started")
        since = time.time() - 0.1
        line = machine.said("Please switch on", kind="say")
        time.sleep(0.15)
        claim("what was chosen on the other", self.apart(machine, line["text"], since, time.time(), on=0, off=1))
        self.pull(machine, line["number"], spare)

    def pull(self, machine, after, spare):
        """Mid-cue; the cues go to the room until the headset is back."""
        line = machine.said("Bring me water", kind="cue", event="started", voice="cue", after=after)
        machine.unplug("card-a1")
        self.told(machine, seconds_of(line), line["number"], 0, "the headset is pulled out mid-cue")
        line, began, ended = self.cue(machine, "", line["number"] + 1, voice="main")
        likeness = self.heard(machine, line["text"], 0, began, ended)
        claim("meanwhile the room hears the cues", f"{likeness:.2f} like the synthesiser's own")
        self.assertGreater(likeness, LIKE)
        since = self.now(machine)
        machine.plug_card(spare)
        line, *_ = self.cue(machine, "", line["number"] + 1, voice="cue")
        likeness = self.heard(machine, line["text"], 2)
        claim("plugged in again, it has the cues", f"after {seconds_of(line) - since:.1f} s, {likeness:.2f} like the synthesiser's own")
        self.assertGreater(likeness, LIKE)
        self.wait_for_end(machine)


class PulledOut(SoundTest):
    """The client's only card is pulled out at rest and mid-sentence; the station has another. Three cards: the same name as
    before means a card with another number."""

    def test_nothing_is_lost_without_sound(self):
        spares = [Card("usb-audio", "a3", plugged=False), Card("usb-audio", "a4", plugged=False)]
        with self.machine(home(HEADSET, HEADSET, BUILT_IN),
                               [Card(), Card("ES1370", "a1"), Card("usb-audio", "a2"), *spares]) as machine:
            self.play(machine, spares)

    def play(self, machine, spares):
        ready = self.heard(machine, "Ready. Press to start.", 2)
        claim("a third card comes before the headset: its name still means it", f"“Ready”: {ready:.2f}")
        self.assertGreater(ready, LIKE)
        since, after = self.now(machine), len(machine.lines())
        machine.unplug("card-a2")
        self.told(machine, since, after, 0, "the only card is pulled out at rest")
        self.ask_without_sound(machine, after)
        self.back(machine, spares[0], 3, "after a time without sound")
        self.pull_mid_sentence(machine)
        self.back(machine, spares[1], 4, "after a loss mid-sentence")

    def ask_without_sound(self, machine, after):
        machine.press()
        line = machine.said("Lamp", kind="cue", after=after)
        machine.press()
        (request,) = wait_for(machine.requests, "the request in the service", seconds=60, home=machine)
        self.assertEqual(request["need"], "need-lamp")
        alert = machine.said("Maria asks for", role="station", after=line["number"])
        time.sleep(0.15)
        likeness = self.heard(machine, alert["text"], 0)
        claim("asked for without any sound: in the service, and heard in the next room", f"{likeness:.2f}")
        self.assertGreater(likeness, LIKE)
        machine.api.respond(request["id"], "met")

    def back(self, machine, card, number, what):
        after, since = len(machine.lines()), self.now(machine)
        machine.plug_card(card)
        line = machine.said("The sound works again", role="kiosk", event="started", after=after)
        told = seconds_of(line) - since
        machine.said(line["text"], role="kiosk", after=line["number"] + 1)
        time.sleep(0.15)
        likeness = self.heard(machine, line["text"], number)
        claim(f"plugged in again {what}: “The sound works again” on that card", f"after {told:.1f} s, {likeness:.2f}")
        self.assertGreater(likeness, LIKE)
        self.wait_for_end(machine)

    def pull_mid_sentence(self, machine):
        line = machine.said("Bring me water", kind="cue", after=len(machine.lines()))
        machine.press()
        line = machine.said("I would like", kind="say", event="started", after=line["number"])
        machine.unplug("card-a3")
        self.told(machine, seconds_of(line), line["number"], 0, "pulled out mid-sentence")
        machine.said("I would like", kind="say", after=line["number"] + 1)
        asked = machine.said("Asked", role="kiosk", after=line["number"])
        requests = [request["need"] for request in machine.requests()]
        self.assertEqual(requests, ["need-water"])
        machine.said("", kind="cue", after=asked["number"])
        claim("the request of that sentence is in the service, and scanning goes on", "yes")


class StandsStill(SoundTest):
    """A card that is open, runs, and takes no more sound: its clock has stopped. And one that somebody mutes."""

    def test_a_card_that_moves_no_more(self):
        with self.machine(home(BUILT_IN, BUILT_IN, HEADSET), [Card(), Card("usb-audio", "a1")]) as machine:
            self.play(machine)

    def play(self, machine):
        machine.press()
        line, *_ = self.cue(machine, "Bring me water", 0)
        for what, command in [("muted", "Master mute"), ("turned down to nothing", "Master 0%"), ("both, and PCM", "PCM 0% mute")]:
            machine.maintain(f"amixer -q -c 0 sset {command}")
            line, since, until = self.cue(machine, "", line["number"] + 1)
            likeness = self.heard(machine, line["text"], 0, since, until)
            claim(f"{what} while scanning: the next cue is heard all the same", f"{likeness:.2f}")
            self.assertGreater(likeness, LIKE)
        self.stand_still(machine, line)

    def stand_still(self, machine, line):
        clock = self.clock(machine)
        threads = self.threads(machine)
        line = machine.said("", kind="cue", event="started", after=line["number"] + 1)
        machine.monitor(f"o /h {clock:#x} 0")
        self.told(machine, seconds_of(line), line["number"], 1, "a card stands still mid-cue")
        (fault,) = self.open_faults(machine)
        # Long enough for several tries to open it.
        number = line["number"]
        for _ in range(8):
            number = machine.said("", kind="cue", after=number + 1)["number"]
        self.assertEqual([fault["id"]], [open["id"] for open in self.open_faults(machine)])
        words = [line["text"] for line in machine.lines()[line["number"]:]]
        self.assertFalse([text for text in words if "has sound again" in text or "works again" in text])
        more = self.threads(machine) - threads
        claim("while it stands still scanning goes on and nobody is told twice",
              f"threads more after 8 cues: {more}")
        self.assertLessEqual(more, 1)
        since, after = self.now(machine), len(machine.lines())
        machine.monitor(f"o /h {clock:#x} 0xbb80")
        line = machine.said("The sound works again", role="kiosk", event="started", after=after)
        told = seconds_of(line) - since
        machine.said(line["text"], role="kiosk", after=line["number"] + 1)
        time.sleep(0.15)
        # QEMU begins the recording anew with the card's clock.
        likeness = self.heard(machine, line["text"], 0)
        claim("when it moves again it is used again", f"after {told:.1f} s, {likeness:.2f}")
        self.assertGreater(likeness, LIKE)
        self.wait_for_end(machine)
        self.assertLessEqual(self.threads(machine), threads)

    def clock(self, machine):
        """The port of the AC97 codec's playback rate: at 0 its clock stands still, and the card with it."""
        devices = machine.monitor("info pci").split("Bus ")
        (mine,) = [device for device in devices if 'id "card-a0"' in device]
        return int(mine.split("BAR0: I/O at ")[1].split()[0], 16) + 0x2C

    def threads(self, machine):
        """How many threads the voices have."""
        return int(machine.maintain("cat /proc/$(pidof beckon)/task/*/comm | grep -c voice"))


class LeftMuted(SoundTest):
    """Staff keep the mixer for themselves: then a muted card is a fault, until somebody turns it up."""

    def test_a_muted_card_is_told(self):
        with self.machine(home("auto", "auto", "auto", "  mixer: keep\n"), [Card()]) as machine:
            self.play(machine)

    def play(self, machine):
        (fault,) = self.wait_for_fault(machine)
        claim("`mixer: keep`, a muted card is a fault", fault["detail"])
        self.assertIn("muted", fault["detail"])
        self.assertLess(level(machine.sound()[0]), -80)
        since, after = self.now(machine), len(machine.lines())
        machine.maintain("amixer -q -c 0 sset Master 80% unmute; amixer -q -c 0 sset PCM 80% unmute")
        self.wait_for_end(machine)
        line = machine.said("The sound works again", role="kiosk", event="started", after=after)
        claim("turned up by hand, it is over", f"after {seconds_of(line) - since:.1f} s")
        machine.said(line["text"], role="kiosk", after=line["number"] + 1)
        time.sleep(0.15)
        self.assertGreater(self.heard(machine, line["text"], 0), LIKE)


if __name__ == "__main__":
    unittest.main(verbosity=2)
