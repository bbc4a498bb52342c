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

# Milliseconds by which a part of a text may follow earlier or later upon the one before than the synthesiser had it.
EARLY, LATE = 30, 100


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


def follow(samples, wanted, rate):
    """(likeness 0…1, place of its begin) of a text in a recording that may have stuttered.

    An emulated card runs dry on a busy host: after it, the rest of a text comes later. Each tenth of a second of the text is
    looked for in the order of the text, up to `LATE` later after the one before than the synthesiser had it. What was never
    said is 0.3 to 0.5 like anything.
    """
    fewer = 3
    samples, wanted, rate = thin(samples, fewer), thin(wanted, fewer), rate // fewer
    size, step = rate // 10, rate // 1000
    # The likeness of the text so far if its last piece begins at each millisecond, and where the first one began then.
    best, begins, count, silent = None, None, 0, 0
    for first in range(0, len(wanted) - size, size):
        piece = wanted[first:first + size]
        if numpy.sqrt(numpy.mean(piece ** 2)) < 0.02:
            silent += 1
            continue
        scores = hearing.correlation(samples, piece)
        scores = scores[:len(scores) // step * step].reshape(-1, step).max(axis=1)
        count += 1
        if best is None:
            best, begins = scores, numpy.arange(len(scores))
        else:
            # What came before began this long ago, in milliseconds.
            early, late = 100 - EARLY, 100 + 100 * silent + LATE
            before = numpy.concatenate([numpy.full(late, -9.0), best])
            choices = numpy.lib.stride_tricks.sliding_window_view(before, late - early + 1)[:len(best)]
            places = choices.argmax(axis=1)
            come_from = numpy.maximum(0, numpy.arange(len(choices)) + places - late)
            best = scores[:len(choices)] + choices.max(axis=1)
            begins = begins[come_from]
        silent = 0
    place = int(best.argmax())
    return float(best[place]) / count, int(begins[place]) * rate // 1000 * fewer


def thin(samples, fewer):
    """The mean of each few samples: enough for what makes a voice, and quicker."""
    return samples[:len(samples) // fewer * fewer].reshape(-1, fewer).mean(axis=1)


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
    """The silences between texts that follow each other, in seconds: each text is looked for after the one before, through
    whatever the card has stuttered."""
    found, after = [], 0
    for wanted in cues:
        # A cue that is cut or not there would be found nowhere near.
        window = samples[after:after + len(wanted) + 8 * rate]
        score, place = follow(window, wanted, rate)
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
