"""What a recording of the machine holds, and where."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "EndToEndTests"))
import hearing  # noqa: E402
import numpy  # noqa: E402

# Anything louder over a millisecond is sound: one step and a half of 16 bits. A card that plays silence records zeros, so that
# even the faint end of a word counts as its sound, and no gap seems longer than it was.
LOUD = 1.5 / 32768


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


def loudness(samples, rate):
    """RMS of each millisecond."""
    size = rate // 1000
    whole = samples[:len(samples) // size * size].reshape(-1, size)
    return numpy.sqrt((whole ** 2).mean(axis=1))


def stretches(samples, rate, shortest):
    """Sound between silences of at least `shortest` seconds: (begin, end) in seconds."""
    loud = numpy.flatnonzero(loudness(samples, rate) > LOUD)
    if len(loud) == 0:
        return []
    breaks = numpy.flatnonzero(numpy.diff(loud) > shortest * 1000)
    begins = numpy.concatenate([[loud[0]], loud[breaks + 1]])
    ends = numpy.concatenate([loud[breaks], [loud[-1]]])
    return [(begin / 1000, (end + 1) / 1000) for begin, end in zip(begins, ends)]


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
