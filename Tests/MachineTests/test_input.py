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
from machine import CACHE, ROOT, Disk, Machine, prepared, wait_for  # noqa: E402
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

# Where nothing is asked for, so that no answer comes between.
WORDS_ONLY = BOARD.replace(", request: normal", "")

PEOPLE = "client: { id: maria, name: Maria }\ncaregiver: { id: anna, name: Anna }\nboard: boards/small.yaml\n"
VOICES = "voices:\n  main: { rate: 450 }\n  cue: { rate: 450 }\n  alert: { rate: 450 }\n"
QUICK = "undo_window: 0, initial_delay: 0, level_entry_pause: 0"
DIGITS = [digit(number) for number in range(1, 10)]
IGNORE_REPEAT = 100
UNPLUGGED = "Maria's switch is unplugged"
# Seconds for which a switch may be gone before it is told, and for which a press is tried again on an emulated machine.
GRACE, TRIED_FOR = 2, 300


def digit_of(word):
    return digit(WORDS.index(word) + 2)


class InputTest(unittest.TestCase):
    def home(self, settings, board=BOARD):
        folder = tempfile.TemporaryDirectory(dir=prepared(f"{CACHE}/running"))
        self.addCleanup(folder.cleanup)
        return Disk(folder.name, {
            "beckon.yaml": PEOPLE + settings + VOICES, "boards/small.yaml": board, "boards/phrases.en.yaml": phrases()})

    def told_unplugged(self, machine, pulled, after=0):
        """Waits for the station's words; gives the seconds from the plug to their beginning."""
        machine.said(UNPLUGGED, role="station", event="started", after=after)
        return time.time() - pulled

    def faults(self, machine):
        status, body = machine.api.call("GET", "/faults")
        self.assertEqual(status, 200)
        return {fault["kind"]: fault["detail"] for fault in body["faults"]}

    def silent(self, machine, text, after=0):
        """Nothing of it was said from that line on."""
        self.assertEqual([line for line in machine.lines()[after:] if text in line["text"]], [])


def clicks(lines):
    """A press that counts is answered by this sound, whatever else is being said."""
    return [line for line in lines if line["role"] == "kiosk" and line["kind"] == "earcon" and line["text"] == "press"
            and line["event"] == "started"]


def words(lines):
    return [line["text"] for line in lines if line["kind"] == "say" and line["event"] == "started"]


class OneSwitch(InputTest):
    """One USB switch, pulled out and plugged in while scanning goes on."""

    def test_pulled_out_and_plugged_in(self):
        disk = self.home(f"scanning: {{ scan_time: 2 s, loops: 10, {QUICK} }}\nswitches: {{ stuck_after: 3 s }}\n", WORDS_ONLY)
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
        seconds = self.told_unplugged(machine, pulled)
        machine.said("Your switch is not connected", role="kiosk")
        machine.said("", kind="cue", event="started", after=len(machine.lines()), role="kiosk")
        self.assertIn("Keyboard", self.faults(machine)["switch_unplugged"])
        claim("the switch is pulled out mid-scan → “Maria's switch is unplugged.” begins, scanning goes on", f"{seconds:.1f} s")

    def plug(self, machine):
        """Pressed again and again from the moment on that it is plugged in."""
        before, plugged = len(machine.lines()), time.time()
        machine.plug("usb-kbd", "switch", bus="usb.0")

        def is_heard():
            machine.press(seconds=0.05)
            return clicks(machine.lines()[before:])
        wait_for(is_heard, "a press to arrive", home=machine, seconds=TRIED_FOR)
        seconds = time.time() - plugged
        machine.said("Your switch works again", role="kiosk", after=before)
        machine.said("Maria's switch is back", role="station", after=before)
        self.assertNotIn("switch_unplugged", self.faults(machine))
        claim("plugged in again → its first press clicks, nobody having touched the kiosk", f"{seconds:.1f} s")

    def pull_while_held(self, machine):
        # Nothing is said for long after it, which would keep the station's words waiting.
        machine.said("chair", kind="cue", after=len(machine.lines()))
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
        # A press sooner than late_press_window after the cue's beginning would mean the one before.
        time.sleep(0.3)
        machine.press()
        machine.said("chair", kind="say", after=after)
        claim("pulled out while held down: nothing stays pressed, and the next press chooses what was just heard")


class TwoSwitches(InputTest):
    """A keyboard that selects and a mouse that steps."""

    def test_step_scanning(self):
        disk = self.home(
            f"scanning: {{ mode: step, ignore_repeat: 100 ms, {QUICK} }}\n"
            "switches:\n  keys: { select: [space], step: [btn_left] }\n", WORDS_ONLY)
        with Machine(disk, extra=["-device", "usb-mouse,bus=usb.0,id=mouse"]) as machine:
            machine.ready()
            self.choose(machine, "bread")
            pulled = time.time()
            machine.unplug("mouse")
            seconds = self.told_unplugged(machine, pulled)
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
            works = machine.said("Your switch works again", role="kiosk", after=before)
            # Scanning goes on by itself with the item that was interrupted.
            machine.said("", role="kiosk", kind="cue", after=works["number"])
            self.choose(machine, "chair")

    def choose(self, machine, word):
        """Steps until the word is offered, then selects it; only a press of the right switch can do either."""
        while True:
            before = len(machine.lines())
            self.step(machine)
            cue = machine.said("", role="kiosk", kind="cue", after=before)
            if cue["text"] == word:
                break
        machine.press()
        machine.said(word, kind="say", after=before)

    def step(self, machine):
        for down in (True, False):
            machine.qmp.ask("input-send-event", events=[{"type": "btn", "data": {"down": down, "button": "left"}}])
            time.sleep(0.08)


class Keypads(InputTest):
    """A keypad for the client and one for the caregivers, both on USB and of the same make."""

    def test_two_keypads(self):
        disk = self.home(f"scanning: {{ mode: direct, ignore_repeat: 100 ms, resume_after_select: rest, {QUICK} }}\n")
        with Machine(disk, keyboards=("client", "station")) as machine:
            machine.ready()
            machine.press("1", keyboard="client")
            machine.said("water please", role="kiosk", kind="say")
            machine.said("Maria: water", role="station", kind="alert")
            machine.press("d", keyboard="station")
            machine.said("Why not now", role="station", event="started")
            machine.press("3", keyboard="station")
            machine.said("Anna can't now: dinner is in ten minutes", role="kiosk")
            self.assertEqual(machine.requests(), [])
            claim("a keypad asks with its digit; another answers with d and a reason's digit, which the client hears")
            self.pull_the_clients(machine)
            self.pull_the_caregivers(machine)

    def pull_the_clients(self, machine):
        before, pulled = len(machine.lines()), time.time()
        machine.unplug("client")
        seconds = self.told_unplugged(machine, pulled, before)
        machine.press("n", keyboard="station")
        machine.said("Nobody is waiting", role="station", after=before)
        claim("the client's keypad is pulled out → told, and the caregivers' one goes on working", f"{seconds:.1f} s")
        machine.plug("usb-kbd", "client", bus="usb.0", display="screen-client")
        machine.said("Maria's switch is back", role="station", after=before)

    def pull_the_caregivers(self, machine):
        before, pulled = len(machine.lines()), time.time()
        machine.unplug("station")
        machine.said("This station's keypad is unplugged", role="station", event="started", after=before)
        seconds = time.time() - pulled
        machine.press("2", keyboard="client")
        machine.said("bread", role="kiosk", kind="say", after=before)
        machine.plug("usb-kbd", "station", bus="usb.0", display="screen-station")
        machine.said("The keypad is plugged in again", role="station", after=before)
        self.silent(machine, UNPLUGGED, before)
        claim("the caregivers' keypad is pulled out → its station says so, and when it is back", f"{seconds:.1f} s")


class Devices(InputTest):
    """Devices that no shop sells, pressed by the kernel's own clock; one boot for all of them."""

    def test_devices_that_misbehave(self):
        disk = self.home(
            f"scanning: {{ mode: direct, ignore_repeat: {IGNORE_REPEAT} ms, resume_after_select: rest, {QUICK} }}\n"
            "switches:\n  stuck_after: 3 s\n  keys: { select: [space, btn_trigger, playpause] }\n")
        with tempfile.TemporaryDirectory() as folder:
            hands = Hands(folder)
            with Machine(disk, environment=[*hands.environment, "VITALS=yes"], extra=hands.options) as machine:
                hands.begin()
                self.addCleanup(hands.end)
                hands.ask_all(f"make held {digit_of('scarf')} Sticky Pad", f"write held {digit_of('scarf')}=1")
                hands.make("pad", "Number Pad", *DIGITS)
                machine.ready()
                self.machine, self.hands = machine, hands
                self.down_at_opening()
                self.bounce()
                self.autorepeat()
                self.dropped_events()
                self.stuck()
                self.buttons()
                self.fifty_times()
                self.ten_thousand()
                self.plain_request()

    def after(self):
        return len(self.machine.lines())

    def quiet(self):
        """Waits until nothing is said any more: a press meanwhile would only click."""
        def is_quiet():
            lines = self.machine.lines()
            time.sleep(0.4)
            return lines == self.machine.lines() and len([line for line in lines if line["event"] == "started"]) * 2 == len(lines)
        wait_for(is_quiet, "silence", home=self.machine, seconds=60)

    def works(self, word):
        """One calm press says its word, and nothing else had been waiting."""
        self.quiet()
        before = self.after()
        self.hands.tap("pad", digit_of(word))
        self.machine.said(word, kind="say", after=before)
        lines = self.machine.lines()[before:]
        self.assertEqual((words(lines), len(clicks(lines))), ([word], 1))

    def bounce(self):
        """The contact closes and opens several times within 20 ms, when it is pressed and when it is let go."""
        begun, bounced = time.time(), 0
        while bounced < 5 and time.time() - begun < TRIED_FOR:
            # A machine that stood still meanwhile has made it slower than any contact bounces.
            bounced += self.bounce_once(self.bouncing_slowly)
        # Where it always stands still, a contact that bounces at once, which is as quick on any machine.
        for _ in range(bounced, 5):
            self.bounce_once(self.bouncing_at_once)
        claim("a press that bounces three times at each end, five times over",
              f"1 click each; {bounced} of them with 1 to 20 ms between the edges")

    def bounce_once(self, play):
        """Whether it was as quick as a contact; then it is one press."""
        self.quiet()
        after = self.after()
        gaps = play()
        self.machine.said("bread", kind="say", after=after)
        if max(gaps) > 20_000:
            return False
        self.assertEqual(len(clicks(self.machine.lines()[after:])), 1)
        return True

    def bouncing_slowly(self):
        """Gives the µs between the edges of each end."""
        edges = [0, 1000, 3000, 4000, 9000, 11_000, 19_000, 130_000, 132_000, 133_000, 140_000, 149_000]
        code = digit_of("bread")
        times = self.hands.play("pad", [(100_000 + at, code, 1 - number % 2) for number, at in enumerate(edges)])
        gaps = [second - first for first, second in zip(times, times[1:])]
        return gaps[:6] + gaps[7:]

    def bouncing_at_once(self):
        code = digit_of("bread")
        self.hands.write("pad", *((code, 1 - number % 2) for number in range(7)))
        time.sleep(0.2)
        self.hands.write("pad", *((code, number % 2) for number in range(5)))
        return [0]

    def autorepeat(self):
        before = self.after()
        self.hands.play("pad", [(0, digit_of("chair"), 1)] + [(at * 1000, digit_of("chair"), 2) for at in range(300, 1500, 20)]
                        + [(1_500_000, digit_of("chair"), 0)])
        self.works("light")
        self.assertEqual(words(self.machine.lines()[before:]), ["chair", "light"])
        claim("a key held for 1.5 s with the kernel's and the device's autorepeat", "1 press")

    def dropped_events(self):
        """So many changes in one write that the kernel has no room for them and says so (SYN_DROPPED)."""
        flood = [(digit_of("towel"), 1 - number % 2) for number in range(200)]
        before = self.after()
        self.hands.write("pad", *flood, (digit_of("music"), 1))
        self.hands.write("pad", (digit_of("music"), 0))
        self.works("bread")
        self.assertEqual(words(self.machine.lines()[before:]), ["bread"])
        claim("a press among 200 lost events chooses nothing, because nobody can say when it was")
        before = self.after()
        self.hands.write("pad", (digit_of("music"), 1))
        self.machine.said("music", kind="say", after=before)
        self.hands.write("pad", *flood, (digit_of("music"), 0))
        held = time.time()
        self.works("paper")
        wait_for(lambda: time.time() - held > 4, "the time in which a key would seem stuck", seconds=8)
        self.silent(self.machine, "stuck", before)
        self.works("music")
        claim("a key whose release was lost is up after it, and works")
        before = self.after()
        self.hands.write("pad", *flood, (digit_of("music"), 1))
        self.machine.said("Maria's switch seems stuck", role="station", after=before)
        self.hands.write("pad", (digit_of("music"), 0))
        self.machine.said("Maria's switch is no longer stuck", role="station", after=before)
        self.assertNotIn("music", words(self.machine.lines()[before:]))
        claim("a key whose press was lost and which stays down is told as stuck, and when it is free")

    def stuck(self):
        before, pressed = self.after(), time.time()
        self.hands.write("pad", (digit_of("music"), 1))
        self.machine.said("Maria's switch seems stuck", role="station", event="started", after=before)
        seconds = time.time() - pressed
        self.assertGreaterEqual(seconds, 3)
        self.assertEqual(list(self.faults(self.machine)), ["switch_stuck"])
        self.hands.write("pad", (digit_of("music"), 0))
        self.machine.said("Maria's switch is no longer stuck", role="station", after=before)
        self.assertEqual(self.faults(self.machine), {})
        self.works("music")
        claim("a key that stays down, stuck_after 3 s → “Maria's switch seems stuck.” begins", f"{seconds:.1f} s")

    def buttons(self):
        """Most switch interfaces pass for a joystick or for the play key of a headset."""
        for device, name, code in [("stick", "Joystick Switch", BTN_TRIGGER), ("headset", "Headset", PLAYPAUSE)]:
            self.hands.make(device, name, code)
            self.quiet()
            before = self.after()
            self.hands.tap(device, code)
            self.machine.said("water", kind="cue", event="started", after=before)
            self.hands.tap("pad", digit_of("bread"))
            self.machine.said("bread", kind="say", after=before)
            self.hands.remove(device)
            self.machine.said(UNPLUGGED, role="station", after=before)
            self.assertEqual(self.faults(self.machine), {"switch_unplugged": name})
            self.hands.make(device, name, code)
            self.machine.said("Maria's switch is back", role="station", after=before)
        claim("a joystick's trigger and a headset's play key as switches: press, told by name when unplugged, back")

    def down_at_opening(self):
        """There before Beckon was, with a key down."""
        code = digit_of("scarf")
        self.machine.said("Maria's switch seems stuck", role="station")
        self.hands.write("held", (code, 0))
        self.machine.said("Maria's switch is no longer stuck", role="station")
        self.assertEqual((words(self.machine.lines()), clicks(self.machine.lines())), ([], []))
        self.quiet()
        self.hands.tap("held", code)
        self.machine.said("scarf", kind="say")
        self.hands.remove("held")
        self.machine.said(UNPLUGGED, role="station")
        self.works("bread")
        # Another keypad does what the missing one did.
        self.machine.said("Maria's switch is back", role="station")
        claim("a device that is there with a key down: it chooses nothing, is told as stuck, and works when it was up")

    def vitals(self):
        """(kB, threads, descriptors) of Beckon, as the machine last told them after now."""
        there = self.machine.logged().count("vitals:")
        wait_for(lambda: self.machine.logged().count("vitals:") > there + 1, "the next vitals", seconds=30)
        return tuple(map(int, re.findall(r"vitals: (\d+) (\d+) (\d+)\n", self.machine.logged())[-1]))

    def fifty_times(self):
        before, first = self.after(), self.vitals()
        for number in range(50):
            self.hands.remove("pad")
            self.hands.make("pad", "Number Pad", *DIGITS)
            # Half of them go while a key is down.
            self.hands.write("pad", (digit_of("towel"), number % 2))
        self.hands.write("pad", (digit_of("towel"), 0))
        self.works("bread")
        last = self.vitals()
        self.silent(self.machine, "switch", before)
        self.assertLess(last[2] - first[2], 5)
        claim("a device that goes and comes 50 times, every other time with a key down: works, nobody is called",
              f"{first[2]} and {last[2]} open files")

    def ten_thousand(self):
        """Random closings of one contact, most of them faster than anybody can press."""
        chance = random.Random(4)
        gaps = chance.choices([(100, 900), (3000, 12_000), (60_000, 400_000)], [0.955, 0.04, 0.005], k=20_000)
        at, edges = 0, []
        for number, gap in enumerate(gaps):
            at += chance.randint(*gap)
            edges.append((at, digit_of("towel"), 1 - number % 2))
        before, first = self.after(), self.vitals()
        times = [time for start in range(0, len(edges), 1000) for time in self.hands.play(
            "pad", [(at - edges[start][0], code, value) for at, code, value in edges[start:start + 1000]])]
        expected = int(subprocess.run(
            [f"{ROOT}/.build/release/scan-probe", "--filter", str(IGNORE_REPEAT)], capture_output=True, text=True, check=True,
            input="".join(f"{time} {value}\n" for time, (_, _, value) in zip(times, edges))).stdout)
        wait_for(lambda: len(clicks(self.machine.lines()[before:])) >= expected, f"{expected} clicks", home=self.machine)
        self.quiet()
        last = self.vitals()
        counted = len(clicks(self.machine.lines()[before:]))
        claim(f"10,000 presses at random times, in {(times[-1] - times[0]) / 1e6:.0f} s, that count",
              f"{counted}; by the filter alone {expected}")
        claim("kB, threads and open files before and after", f"{first} and {last}")
        # Where the emulated machine stands still, an edge is read after the end of its debounce, and is a press then.
        self.assertLessEqual(abs(counted - expected), 3)
        self.assertLess(last[0] - first[0], 8192)
        self.assertLess(last[2] - first[2], 5)

    def plain_request(self):
        """Afterwards all is as if nothing had been."""
        self.quiet()
        before, pressed = self.after(), time.time()
        self.hands.tap("pad", digit(1))
        said = self.machine.said("water please", kind="say", event="started", after=before)
        seconds = time.time() - pressed
        asked = self.machine.said("Asked", role="kiosk", after=before)
        heard = self.machine.said("Heard", role="kiosk", event="started", after=before)
        self.machine.said("Maria: water", role="station", kind="alert", after=before)
        self.assertEqual([request["need"] for request in self.machine.requests()], ["water"])
        order = [line["number"] for line in (said, asked, heard)]
        self.assertEqual(order, sorted(order))
        claim("afterwards one press asks: from the press to its words, seen from outside", f"{seconds:.2f} s")


if __name__ == "__main__":
    unittest.main(verbosity=2)
