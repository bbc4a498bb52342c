"""A null sink that is recorded, and the time at which each recorded sample arrived."""
import os
import subprocess
import threading
import time

import numpy

RATE = 48000
# Of 32768: what counts as a sound, and below what there is silence. The sink itself adds nothing.
LOUD, QUIET = 200, 20
# The part of a click, in samples, by which it is found: from 6 ms on, when what sounded before it has ended.
TAIL = 300


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
    """Samples, and the moments of the monotonic clock, in nanoseconds, at which the recorder had them.

    A latency is always counted until the recorder had the sample: it is too long by what the recording costs (1–3 ms, more
    where the cores are busy), never too short, and no zero has to be assumed. `start` places moments in the recording.
    """

    def __init__(self, data, counts, times):
        self.samples = numpy.abs(numpy.frombuffer(data, dtype="<i2").astype(numpy.int32))
        self.signed = numpy.frombuffer(data, dtype="<i2").astype(float)
        self.counts, self.times = numpy.array(counts), numpy.array(times)
        self.starts = self.times - self.counts * (1e9 / RATE)

    def start(self, at, around=2.5e9):
        """When sample 0 was played, from the earliest arrivals near a moment: all others only came later."""
        first, last = numpy.searchsorted(self.times, [at - around, at + around])
        if first == last:
            raise RuntimeError("the recording has a hole")
        return float(self.starts[first:last].min())

    def place(self, at):
        return max(0, int((at - self.start(at)) * RATE / 1e9))

    def onset(self, at, within):
        """The place of the first loud sample that a moment can have caused, or None; None too if it was loud before.

        The sink works a few milliseconds ahead and takes silence back when a sound comes: by its own clock such a sound
        stands before the moment that caused it. Looking begins so much earlier.
        """
        begin = self.place(at) - RATE // 100
        if begin < RATE // 50 or (self.samples[begin - RATE // 50:begin] > LOUD).any():
            return None
        loud = numpy.flatnonzero(self.samples[begin:begin + int((within + 0.01) * RATE)] > LOUD)
        return begin + int(loud[0]) if len(loud) else None

    def latency(self, at, within):
        """Milliseconds from a moment until the recorder had the first loud sample, or None."""
        place = self.onset(at, within)
        return None if place is None else self.since(at, place)

    def since(self, at, place):
        """Milliseconds from a moment until the recorder had a sample, or None."""
        found = int(numpy.searchsorted(self.counts, place + 1))
        return float(self.times[found] - at) / 1e6 if found < len(self.times) else None

    def without(self, template, begin, length):
        """The samples from a place on with a template taken out, and where that stood.

        It is looked for by its tail, and taken out as loud as it was recorded: a gain fitted to it would be led astray by what else
        sounds there. Its beginning may be missing: where the sink takes back what was queued, it takes back the first milliseconds
        of silence too, but the recorder has them already, and what sounds in their place it never gets. Silence stays silence.
        """
        part = self.signed[begin:begin + length].copy()
        if len(part) < len(template):
            return part, None
        tail = template[TAIL:]
        product = numpy.correlate(part[TAIL:], tail, "valid")
        energy = numpy.concatenate([[0], numpy.cumsum(part[TAIL:] ** 2)])
        energy = energy[len(tail):] - energy[:-len(tail)]
        alike = product / numpy.sqrt(numpy.maximum(energy, 1) * float((tail ** 2).sum()))
        at = int(numpy.argmax(alike))
        if alike[at] < 0.98:
            return part, None
        own = slice(at, at + len(template))
        part[own] = numpy.where(part[own] == 0, 0, part[own] - template)
        return part, at
