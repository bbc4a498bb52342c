"""A null sink that is recorded, and the time at which each recorded sample was played."""
import os
import subprocess
import threading
import time

import numpy

RATE = 48000
# Of 32768: what counts as a sound, and below what there is silence. The sink itself adds nothing.
LOUD, QUIET = 200, 20


class Sink:
    """A sound server of scripts/lib/null-speaker; `environment` is for the programs that shall play on it."""

    def __init__(self, speaker):
        self.process = subprocess.Popen(
            [speaker], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.environment = {}
        for line in self.process.stdout:
            if line.strip() == "ready":
                break
            name, _, value = line.strip().partition("=")
            self.environment[name] = value
        else:
            raise RuntimeError("the sound server does not start: what null-speaker says stands above")
        self.recorder = subprocess.Popen(
            ["parec", "-d", "speaker.monitor", "--raw", "--format=s16le", f"--rate={RATE}", "--channels=1",
             "--latency-msec=5"],
            env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.data, self.counts, self.times = bytearray(), [], []
        self.begun = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()
        if not self.begun.wait(10):
            raise RuntimeError("nothing is recorded from the sound server")

    def read(self):
        while data := os.read(self.recorder.stdout.fileno(), 65536):
            now = time.monotonic_ns()
            self.data += data
            self.counts.append(len(self.data) // 2)
            self.times.append(now)
            self.begun.set()

    def stop(self):
        for process in (self.recorder, self.process):
            process.terminate()
        for process in (self.recorder, self.process):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def recording(self):
        """What has been recorded so far."""
        counts, times = self.counts[:], self.times[:]
        size = min(len(counts), len(times))
        return Recording(bytes(self.data[:counts[size - 1] * 2]), counts[:size], times[:size])


class Recording:
    """Samples and the moments of the monotonic clock, in nanoseconds, at which they were played.

    The sink plays by the system's own clock, so the portions that arrived earliest within the seconds around a moment
    tell when its samples were played; all others only came later. `arrival` is the later bound: when a program that
    listens had the sample in its hands.
    """

    def __init__(self, data, counts, times):
        self.samples = numpy.abs(numpy.frombuffer(data, dtype="<i2").astype(numpy.int32))
        self.signed = numpy.frombuffer(data, dtype="<i2").astype(float)
        self.counts, self.times = numpy.array(counts), numpy.array(times)
        self.starts = self.times - self.counts * (1e9 / RATE)

    def start(self, at, around=2.5e9):
        first, last = numpy.searchsorted(self.times, [at - around, at + around])
        if first == last:
            raise RuntimeError("the recording has a hole")
        return float(self.starts[first:last].min())

    def place(self, at):
        return max(0, int((at - self.start(at)) * RATE / 1e9))

    def played(self, place, near):
        return self.start(near) + place * 1e9 / RATE

    def arrival(self, place):
        found = int(numpy.searchsorted(self.counts, place + 1))
        return float(self.times[found]) if found < len(self.times) else None

    def onset(self, at, within=1.0, level=LOUD):
        """The place of the first loud sample after a moment, or None; None too if it was loud just before."""
        begin = self.place(at)
        if (self.samples[max(0, begin - RATE // 50):begin] > level).any():
            return None
        loud = numpy.flatnonzero(self.samples[begin:begin + int(within * RATE)] > level)
        return begin + int(loud[0]) if len(loud) else None

    def latency(self, at, within=1.0):
        """(milliseconds to the first loud sample as played, the same as it arrived), or None."""
        place = self.onset(at, within)
        if place is None:
            return None
        arrived = self.arrival(place)
        return (self.played(place, at) - at) / 1e6, (arrived - at) / 1e6 if arrived else None

    def without(self, template, begin, length):
        """The samples from a place on with the loudest likeness of a template taken out, and where that stood."""
        part = self.signed[begin:begin + length].copy()
        if len(part) < len(template):
            return part, None
        product = numpy.correlate(part, template, "valid")
        at = int(numpy.argmax(product))
        gain = product[at] / float((template ** 2).sum())
        part[at:at + len(template)] -= gain * template
        return part, at if gain > 0.3 else None
