"""Listening to a recording: is this what the synthesiser says, and when was it silent?"""
import json
import subprocess
import wave

import numpy


def read(path):
    """(samples as floats of −1…1, rate)"""
    with wave.open(path) as file:
        samples = numpy.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(float) / 32768
        if file.getnchannels() > 1:
            samples = samples.reshape(-1, file.getnchannels()).mean(axis=1)
        return samples, file.getframerate()


def so_far(path, since=0):
    """The samples, from one on, of a speaker's recording that is still being made."""
    with open(path, "rb") as file:
        # A WAV file's head has 44 bytes, a sample of a speaker's recording 2.
        file.seek(44 + 2 * since)
        data = file.read()
    return numpy.frombuffer(data[:len(data) // 2 * 2], dtype="<i2").astype(float) / 32768


class Recording:
    """What a null-speaker has recorded, with the wall's time of its first sample."""

    def __init__(self, path):
        self.samples, self.rate = read(path)
        with open(f"{path}.json") as file:
            self.start = json.load(file)["realtime"]

    def part(self, since, until):
        first = max(0, int((since - self.start) * self.rate))
        return self.samples[first:max(first, int((until - self.start) * self.rate))]

    def quietest(self, seconds):
        """The loudness (RMS, 0…1) of the quietest stretch of so many seconds."""
        size = int(seconds * self.rate)
        energy = numpy.concatenate([[0], numpy.cumsum(self.samples ** 2)])
        return float(numpy.sqrt(max(0.0, (energy[size:] - energy[:-size]).min() / size)))


def spoken(text, voice="en-gb", words_per_minute=165, pitch=50, rate=48000, folder="/tmp"):
    """What eSpeak NG's own program makes of a text, at the recording's rate."""
    path = f"{folder}/spoken.wav"
    subprocess.run(["espeak-ng", "-v", voice, "-s", str(words_per_minute), "-p", str(pitch), "-w", path, text],
                   check=True)
    samples, own = read(path)
    steps = numpy.arange(0, len(samples) - 1, own / rate)
    return numpy.interp(steps, numpy.arange(len(samples)), samples)


def correlation(recorded, wanted):
    """The normalised cross-correlation of `wanted` at every place of `recorded`, −1…1."""
    size = 1 << (len(recorded) + len(wanted)).bit_length()
    product = numpy.fft.irfft(numpy.fft.rfft(recorded, size) * numpy.conj(numpy.fft.rfft(wanted, size)), size)
    places = len(recorded) - len(wanted) + 1
    energy = numpy.concatenate([[0], numpy.cumsum(recorded ** 2)])
    window = energy[len(wanted):len(wanted) + places] - energy[:places]
    return product[:places] / numpy.sqrt(numpy.maximum(window, 1e-6) * max((wanted ** 2).sum(), 1e-9))


def likeness(recorded, wanted, rate=48000):
    """How much a recording holds of what the synthesiser makes of a text, 0…1.

    The place of the whole text is looked for first; then each tenth of a second of it is looked for within
    30 ms of where it would stand, because the synthesiser does not time its sounds alike in two runs. Where the machine
    stood still, all that follows comes later: half a second of it is looked for within the next second. The mean over all
    that are loud enough to matter is given.
    """
    loud = numpy.flatnonzero(numpy.abs(wanted) > 0.02 * numpy.abs(wanted).max())
    wanted = wanted[loud[0]:loud[-1] + 1]
    margin, size = int(0.03 * rate), int(0.1 * rate)
    recorded = numpy.pad(recorded, (margin, margin + max(0, len(wanted) - len(recorded))))
    # Also by its beginning, where most of it comes after a gap.
    places = {int(numpy.argmax(correlation(recorded, part))) for part in (wanted, wanted[:5 * size])}
    return max(_likeness_at(place, recorded, wanted, rate, margin, size) for place in places)


def _likeness_at(place, recorded, wanted, rate, margin, size):
    scores = []
    for first in range(0, len(wanted) - size, size):
        piece = wanted[first:first + size]
        if numpy.sqrt(numpy.mean(piece ** 2)) < 0.02:
            continue
        around = recorded[max(0, place + first - margin):place + first + size + margin]
        if len(around) < size:
            continue
        score = float(correlation(around, piece).max())
        following = wanted[first:first + 5 * size]
        later = recorded[place + first:place + first + rate + len(following)]
        if score < 0.5 and len(following) == 5 * size and len(later) > len(following):
            found = correlation(later, following)
            if found.max() > 0.6:
                place += int(numpy.argmax(found))
                score = float(found.max())
        scores.append(score)
    return sum(scores) / max(1, len(scores))
