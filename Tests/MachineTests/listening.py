"""What a recording of the machine holds, and where."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "EndToEndTests"))
import hearing  # noqa: E402
import numpy  # noqa: E402

# Anything louder is sound: −54 dB of full scale over 10 ms. A card that plays silence records zeros.
LOUD = 0.002


def spoken(text, **options):
    """The synthesiser's own rendering, without its leading and trailing silence."""
    with tempfile.TemporaryDirectory() as folder:
        samples = hearing.spoken(text, folder=folder, **options)
    loud = numpy.flatnonzero(numpy.abs(samples) > 0.02 * numpy.abs(samples).max())
    return samples[loud[0]:loud[-1] + 1]


def find(samples, wanted, rate):
    """(likeness 0…1, place in samples) of a text in a recording."""
    place = int(numpy.argmax(hearing.correlation(samples, wanted)))
    margin = int(0.05 * rate)
    part = samples[max(0, place - margin):place + len(wanted) + margin]
    return hearing.likeness(part, wanted, rate), place


def loudness(samples, rate, window=0.01):
    """RMS of each window."""
    size = int(window * rate)
    whole = samples[:len(samples) // size * size].reshape(-1, size)
    return numpy.sqrt((whole ** 2).mean(axis=1))


def stretches(samples, rate, shortest):
    """Sound between silences of at least `shortest` seconds: (begin, end) in seconds."""
    window = 0.01
    loud = numpy.flatnonzero(loudness(samples, rate, window) > LOUD)
    if len(loud) == 0:
        return []
    breaks = numpy.flatnonzero(numpy.diff(loud) * window > shortest)
    begins = numpy.concatenate([[loud[0]], loud[breaks + 1]])
    ends = numpy.concatenate([loud[breaks], [loud[-1]]])
    return [(begin * window, (end + 1) * window) for begin, end in zip(begins, ends)]


def gaps(samples, rate, cues):
    """The silences between texts that follow each other, in seconds: each text is looked for after the one before."""
    found, after = [], 0
    for wanted in cues:
        # A cue that is cut or not there would be found nowhere near.
        window = samples[after:after + len(wanted) + 8 * rate]
        score, place = find(window, wanted, rate)
        if score < 0.6:
            raise AssertionError(f"a cue was not found in the recording: {score:.2f}")
        found.append(after + place)
        after += place + len(wanted) // 2
    sounds = stretches(samples, rate, 0.3)

    def around(place, length):
        middle = (place + length / 2) / rate
        return next((begin, end) for begin, end in sounds if begin <= middle <= end)
    marks = [around(place, len(wanted)) for place, wanted in zip(found, cues)]
    return [following[0] - before[1] for before, following in zip(marks, marks[1:])]
