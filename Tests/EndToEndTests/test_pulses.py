"""Pulses of an exercise on a sound device of their own: there alone while it plays, on time with the tone elsewhere, and back with the
tone where it goes away."""
import os
import shutil
import sys
import tempfile
import unittest

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hearing  # noqa: E402
from home import wait_for  # noqa: E402
from scanning import Speakers, run_together  # noqa: E402
from test_exercises import Room  # noqa: E402

VOICES = "  pulses_device: motor\n  pulses_volume: 1\n" + "".join(
    f"  {voice}: {{ device: room, rate: 450 }}\n" for voice in ["main", "cue", "alert"])
IN, OUT, ROUNDS = 2.0, 3.0, 7
# From one of the two pulses out to the next.
GAP = 0.3
# Of the speakers' recordings, in samples a second.
RATE = 48000
# Words go with the first two breaths.
WORDLESS = 2
SLOW = f"""\
exercise: slow
name: Slow
language: en-GB
instructions: We breathe slowly.
steps:
  - breathe: [{{ in: {IN:.0f} s }}, {{ out: {OUT:.0f} s }}]
    rounds: {ROUNDS}
    pace: [tone, pulses]
  - say: That was all.
"""


def beginnings(samples, rate):
    """The seconds at which something begins after a tenth of a second of quiet."""
    loud = numpy.flatnonzero(numpy.abs(samples) > 0.02)
    if not len(loud):
        return []
    first = numpy.concatenate([[True], numpy.diff(loud) > 0.1 * rate])
    return list(loud[first] / rate)


def strength(samples, rate, low, high):
    """The loudest frequency of a band, as an amplitude."""
    spectrum = numpy.abs(numpy.fft.rfft(samples * numpy.hanning(len(samples)))) * 4 / len(samples)
    frequencies = numpy.fft.rfftfreq(len(samples), 1 / rate)
    return float(spectrum[(frequencies >= low) & (frequencies <= high)].max())


class Pulses(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="beckon-pulses.")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.speakers = Speakers(self.folder, ["room", "motor"], ["room", "motor"])
        self.addCleanup(self.speakers.stop)
        self.scene = Room({"slow": SLOW}, voices=VOICES, output="auto", environment=self.speakers.environment)
        self.addCleanup(self.scene.__exit__)

    def begin(self):
        scene = self.scene
        after = scene.count()
        scene.tap()
        scene.choose("Exercises")
        scene.choose("Slow")
        scene.said("We breathe slowly.", event="finished", after=after)
        scene.tell("wait 0.5")
        scene.tap()
        scene.said("tones", event="started", kind="earcon", after=after)
        return after

    def end(self, after):
        """Waits for the end; gives what was recorded in the room and on the motor."""
        self.scene.said("That was all.", event="finished", after=after)
        self.scene.beckon.stop()
        self.speakers.stop()
        return [hearing.Recording(self.speakers.recording(sink)) for sink in ["room", "motor"]]

    def around(self, recording, at, length=0.5):
        return recording.part(at, at + length)

    def test_on_time(self):
        room, motor = self.end(self.begin())
        felt = [motor.start + at for at in beginnings(motor.samples, motor.rate)]
        plan = [(IN + OUT) * number + at for number in range(ROUNDS) for at in (0, IN, IN + GAP)]
        self.assertEqual(len(felt), len(plan), "as many pulses as there are in the plan")
        latest = max(abs(at - felt[0] - planned) for at, planned in zip(felt, plan))
        print(f"  pulses: at most {latest * 1000:.1f} ms from their plan")
        self.assertLess(latest, 0.02)
        self.assertGreater(strength(self.around(motor, felt[0], 0.16), motor.rate, 80, 100), 0.3)
        # A tone's parts fade to nothing and swell again where a pulse begins.
        apart = []
        for number in range(WORDLESS, ROUNDS):
            for at in (0, IN):
                pulse = felt[0] + (IN + OUT) * number + at
                # The tone alone is in the room, and the pulses alone on the motor.
                self.assertGreater(strength(self.around(room, pulse + 0.3), room.rate, 200, 350), 0.03)
                self.assertLess(strength(self.around(room, pulse), room.rate, 80, 100), 0.003)
                self.assertLess(strength(self.around(motor, pulse + 0.8), motor.rate, 60, 2000), 0.003)
                if number == WORDLESS and at == 0:
                    continue
                part = numpy.abs(room.part(pulse - 0.4, pulse + 0.4))
                size = int(0.01 * room.rate)
                level = numpy.convolve(part, numpy.ones(size) / size, "same")[size:-size]
                apart.append((int(numpy.argmin(level)) + size) / room.rate - 0.4)
        middle = float(numpy.median(apart))
        spread = max(abs(one - middle) for one in apart)
        print(f"  the tone's parts: {middle * 1000:+.1f} ms from the pulses, and {spread * 1000:.1f} ms around that")
        self.assertLess(spread, 0.02)
        self.assertLess(abs(middle), 0.25, "two devices queue alike")

    def test_pulled_out(self):
        after = self.begin()
        motor = self.speakers.recording("motor")
        wait_for(lambda: len(beginnings(hearing.so_far(motor), RATE)) > 3, "some pulses on the motor", home=self.scene.home)
        self.speakers.pull("motor")
        room, motor = self.end(after)
        felt = beginnings(motor.samples, motor.rate)
        self.assertGreater(len(felt), 2, "pulses were felt before")
        self.assertLess(len(felt), 3 * ROUNDS, "and not after")
        # In the last breaths they are heard in the room.
        last = motor.start + felt[0] + (IN + OUT) * (ROUNDS - 1)
        heard = max(strength(self.around(room, last + shift, 0.3), room.rate, 80, 100) for shift in (-0.1, 0, 0.1))
        print(f"  pulses in the room after that: {heard:.3f}")
        self.assertGreater(heard, 0.03)


if __name__ == "__main__":
    run_together()
