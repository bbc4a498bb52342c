"""How well breathing is paced: when each breath in and out begins in the recording, beside when it should.

usage: scripts/bench pacer [--minutes 10] [--check] [--json FILE]

`$BECKON run` plays one exercise of so many minutes, 4 s in and 6 s out, with its words, on a sink that is recorded: first on an idle machine, then
beside `stress-ng` on every core. Each part of a breath is looked for in the recording by its own tone, within 200 ms of its plan. The plan begins with
the first part. Beside it, in the same run, the same tones as a program plays them that waits for its own clock: `aplay` is started for each part when
the one before should be over. `--check` fails where a part is missing, or off by more than 20 ms, in Beckon's.
"""
import argparse
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import wave

import numpy

from crowd import tell
from sink import RATE, Sink
from subject import Subject

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 20
# Seconds: a breath in, a breath out.
PARTS = (4, 6)
# How far from its plan a part is looked for, and how much of its tone is compared: enough to tell it from a word that is said over it.
AROUND, COMPARED = 0.2, 2.5
# How alike the tone and the recording must be, from 0 to 1, for a part to be found at all.
ALIKE = 0.5
CHOOSING = (dict(gap="500 ms", back="end", resume="rest", rate=450), "  - { id: exercises, label: Exercises, list: exercises }\n")
EXERCISE = """\
exercise: pace
name: Pace
language: en-GB
instructions: Press once.
steps:
  - breathe: [{{ in: {} s }}, {{ out: {} s }}]
    rounds: {}
"""


def tone(seconds, rising):
    """One part as `ToneWave` plays it: a sine that goes evenly between A220 and the fifth above, and swells and fades."""
    count = int(seconds * RATE)
    moments = numpy.arange(count) / RATE
    first, last = (220, 330) if rising else (330, 220)
    samples = 3277 * numpy.sin(2 * numpy.pi * (first * moments + (last - first) * moments ** 2 / (2 * seconds)))
    for length, part in ((int(0.12 * RATE), slice(None)), (int(0.25 * RATE), slice(None, None, -1))):
        samples[part][:length] *= 0.5 - 0.5 * numpy.cos(numpy.pi * numpy.arange(length) / length)
    return samples


def find(samples, place, wanted):
    """Where a tone begins near a place of the recording, or None."""
    wanted = wanted[:int(COMPARED * RATE)]
    begin = max(0, place - int(AROUND * RATE))
    part = samples[begin:place + int(AROUND * RATE) + len(wanted)]
    if len(part) <= len(wanted):
        return None
    size = 1 << (len(part) + len(wanted)).bit_length()
    product = numpy.fft.irfft(numpy.fft.rfft(part, size) * numpy.conj(numpy.fft.rfft(wanted, size)), size)
    product = product[:len(part) - len(wanted)]
    energy = numpy.concatenate([[0], numpy.cumsum(part ** 2)])
    energy = (energy[len(wanted):] - energy[:-len(wanted)])[:len(product)]
    alike = product / numpy.sqrt(numpy.maximum(energy, 1) * float((wanted ** 2).sum()))
    best = int(numpy.argmax(alike))
    return begin + best if alike[best] > ALIKE else None


def offsets(samples, place, rounds):
    """How many milliseconds each part is off its plan, None for one that is not there. The first part is looked for from a place on."""
    tones = [tone(seconds, number == 0) for number, seconds in enumerate(PARTS)]
    first = None
    while first is None and place < len(samples):
        first = find(samples, place, tones[0])
        place += int(AROUND * RATE)
    if first is None:
        return []
    found = []
    for number in range(2 * rounds):
        planned = first + int((number // 2 * sum(PARTS) + number % 2 * PARTS[0]) * RATE)
        at = find(samples, planned, tones[number % 2])
        found.append(None if at is None else (at - planned) * 1000 / RATE)
    return found


def beckon(sink, rounds):
    subject = Subject(sink.environment, CHOOSING, files={"exercises/pace.en.yaml": EXERCISE.format(*PARTS, rounds)})
    try:
        for cue in (None, "Exercises", "Pace"):
            number = len(subject.seen)
            if cue:
                subject.cue(cue, "finished", number)
                time.sleep(0.1)
            subject.press(cue)
        number = len(subject.seen)
        subject.wait(lambda line: line["text"] == "Press once." and line["event"] == "finished", after=number)
        began = time.monotonic_ns()
        subject.press("begin")
        subject.wait(lambda line: line["text"] == "tones" and line["event"] == "finished",
                     rounds * sum(PARTS) + 60, after=number)
        recording = sink.recording()
        return offsets(recording.signed, recording.place(began), rounds)
    finally:
        subject.stop()


def aplay(sink, rounds):
    """The next part is begun when the one before should be over, by the clock of the one who waits."""
    with tempfile.TemporaryDirectory(prefix="beckon-pacer.") as folder:
        for number, seconds in enumerate(PARTS):
            with wave.open(f"{folder}/{number}.wav", "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(RATE)
                file.writeframes(tone(seconds, number == 0).astype("<i2").tobytes())
        playing, began = [], time.monotonic_ns()
        for number in range(2 * rounds):
            playing.append(subprocess.Popen(["aplay", "-q", f"{folder}/{number % 2}.wav"],
                                            env={**os.environ, **sink.environment}, stdin=subprocess.DEVNULL))
            time.sleep(PARTS[number % 2])
        for process in playing:
            process.wait()
        recording = sink.recording()
        return offsets(recording.signed, recording.place(began), rounds)


@contextlib.contextmanager
def load(busy):
    """As many busy processes as there are cores."""
    if not busy:
        yield
        return
    stress = subprocess.Popen(["stress-ng", "--cpu", str(os.cpu_count()), "--quiet"], stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        time.sleep(1)
        if stress.poll() is not None:
            sys.exit("stress-ng does not run: with busy cores it cannot be measured")
        yield
    finally:
        stress.terminate()
        stress.wait()


def figures(found, rounds):
    there = [abs(value) for value in found if value is not None]
    return {"parts": 2 * rounds, "found": len(there), "worst_ms": round(max(there), 2) if there else None,
            "last_ms": round(next((value for value in reversed(found) if value is not None), 0), 2) if there else None}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json")
    options = parser.parse_args()
    rounds = max(1, round(options.minutes * 60 / sum(PARTS)))
    report = {"minutes": options.minutes, "plan": "4 s in, 6 s out"}
    for busy in (False, True):
        for name, play in (("beckon", beckon), ("aplay_by_the_clock", aplay)):
            sink = Sink(str(ROOT / "scripts/lib/null-speaker"))
            try:
                with load(busy):
                    found = play(sink, rounds)
            finally:
                sink.stop()
            report.setdefault("busy" if busy else "idle", {})[name] = figures(found, rounds)
    tell(report, options)
    for condition in ("idle", "busy"):
        own = report[condition]["beckon"]
        if options.check and (own["found"] < own["parts"] or own["worst_ms"] > LIMIT):
            sys.exit(f"NOT HELD: each part within {LIMIT} ms of its plan, {condition}: {own}")


if __name__ == "__main__":
    main()
