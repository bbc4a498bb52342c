"""Measures Beckon and what people use now, on one recorded sound server; scripts/bench starts it.

docs/measurements.md says what is measured how, and with which limits.
"""
import argparse
import bisect
import contextlib
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import numpy

import rivals
from figures import Report
from sink import QUIET, RATE, Sink
from subject import ASKING, WALKING, Subject, seconds_of

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
IDLE, BUSY = "idle", "both cores busy"
CONDITIONS = [IDLE, BUSY]

# The names of the rows that goals look at.
REST_SINK, AWAKE_SINK = "press → sound on the sink, from rest", "press → sound on the sink, while scanning"
REST_ALSA, AWAKE_ALSA = "press → given to ALSA, from rest", "press → given to ALSA, while scanning"
CUT_ALSA = "press → given to ALSA, cutting a cue"
CUT, ALERT, DURABLE = "press → the old cue is silent", "press → alert started", "press → durable (on disk)"


def heard(name):
    return f"{name}: start → sound on the sink"


def fair(name):
    return f"{name}: less the word's leading silence"


def first_after(times, at, within):
    """The first of sorted times in the nanoseconds after a moment, as milliseconds from it."""
    place = bisect.bisect_left(times, at)
    return (times[place] - at) / 1e6 if place < len(times) and times[place] - at < within * 1e9 else None


def click_template(recording, presses):
    """The press sound as it was recorded where nothing else sounded."""
    found = []
    for kind, at in presses:
        place = recording.onset(at, 0.06) if kind == "awake" else None
        if place is not None:
            found.append(recording.signed[place - 48:place - 48 + RATE // 40])
    return numpy.median(found, axis=0) if len(found) >= 5 else None


def silence_after(recording, template, at):
    """Milliseconds from a press to the last sample of the old cue, the click taken out; None where there was no cue. Where the
    click cannot be found, since something sounds on into it, that counts as the cue."""
    begin, length = recording.place(at) - RATE // 100, RATE // 10
    before = recording.samples[max(0, begin - RATE // 20):begin]
    if not (before > QUIET).any():
        return None
    rest, _ = recording.without(template, begin, length)
    loud = numpy.flatnonzero(numpy.abs(rest) > QUIET)
    return recording.since(at, begin + (int(loud[-1]) + 1 if len(loud) else 0))


class Bench:
    def __init__(self, options, folder, sink):
        self.options, self.folder, self.sink = options, folder, sink
        self.report = Report(CONDITIONS)
        self.dispatcher = None
        self.count = 6 if options.quick else 50

    def progress(self, words):
        print(f"{time.monotonic() - self.began:5.0f} s  {words}", file=sys.stderr, flush=True)

    def run(self):
        self.began = time.monotonic()
        self.progress("at rest")
        self.at_rest()
        self.progress("speech-dispatcher starts")
        self.dispatcher = rivals.Dispatcher(self.folder, self.sink.environment)
        try:
            for condition in CONDITIONS:
                with self.load(condition):
                    self.others(condition)
                    self.asking(condition)
                    self.walking(condition)
        finally:
            self.dispatcher.stop()
        self.judge()

    @contextlib.contextmanager
    def load(self, condition):
        """As many busy processes as there are cores."""
        stress = None
        if condition == BUSY:
            stress = subprocess.Popen(["stress-ng", "--cpu", str(os.cpu_count()), "--quiet"],
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
            time.sleep(1)
            if stress.poll() is not None:
                raise RuntimeError("stress-ng does not run: the figures with busy cores cannot be measured")
        try:
            yield
        finally:
            if stress:
                stress.terminate()
                stress.wait()

    # Each part

    def at_rest(self):
        """Both at once: at rest they take nothing from each other."""
        with contextlib.ExitStack() as stack:
            found = []
            for name, output in (("on the sink", "auto"), ("without sound", "none")):
                subject = Subject(self.sink.environment, output=output)
                stack.callback(subject.stop)
                # Rest after something was done, not only after the start.
                subject.wake_only(2)
                found.append((name, subject))
            time.sleep(8)
            before = [(subject.wake_ups(), time.monotonic()) for _, subject in found]
            time.sleep(self.options.rest)
            for (name, subject), (earlier, at) in zip(found, before):
                later = subject.wake_ups()
                seconds = time.monotonic() - at
                woken = {task: (count - earlier.get(task, 0)) / seconds for task, count in later.items()}
                rate = sum(woken.values())
                most = sorted(woken.items(), key=lambda item: -item[1])[:4]
                self.report.notes.append(f"Wake-ups at rest, {name}, by thread: " + ", ".join(
                    f"{task[1]} {each:.2f}" for task, each in most if each > 0))
                self.report.add(f"wake-ups a second at rest, {name}", IDLE, [rate], unit="1/s")
                self.report.add(f"own memory at rest, {name}", IDLE, [subject.memory()], unit="MB")
                self.report.add(f"resident at rest, {name}", IDLE, [subject.memory("VmRSS")], unit="MB")

    def others(self, condition):
        count = 5 if self.options.quick else 20
        silence = rivals.leading_silence(self.folder)
        if condition == IDLE:
            self.report.notes.append(f"The word's leading silence, as the synthesiser makes it: {silence:.1f} ms.")
        for name, command, stays in rivals.commands(ROOT):
            self.progress(f"{name}, {condition}")
            started = rivals.run(command, stays, self.dispatcher.environment, count)
            time.sleep(0.3)
            recording = self.sink.recording()
            found = [recording.latency(at, 1) for at in started]
            self.report.add(heard(name), condition, found)
            if name != "aplay":
                self.report.add(fair(name), condition, [value and value - silence for value in found])

    def asking(self, condition):
        self.progress(f"presses from rest and requests, {condition}")
        subject = Subject(self.sink.environment, ASKING)
        try:
            subject.ask(self.count)
            subject.wake_only(0 if self.options.quick else self.count)
            subject.wait_for_rest(1)
            presses, recording = subject.presses(), self.sink.recording()
            samples, recorded = subject.marks("first-sample"), subject.marks("recorded")
            # The transcript's time is the wall's, in whole milliseconds.
            offset = time.time_ns() - time.monotonic_ns()
            alerts = sorted(int(seconds_of(line) * 1e9) - offset for line in subject.seen
                            if line["kind"] == "alert" and line["event"] == "started")
            memory = subject.memory()
        finally:
            subject.stop()
        rest = [at for kind, at in presses if kind == "rest"]
        asked = [at for kind, at in presses if kind == "ask"]
        self.report.add(REST_SINK, condition, [recording.latency(at, 0.1) for at in rest])
        self.report.add(REST_ALSA, condition, [first_after(samples, at, 0.2) for at in rest])
        self.awake = [(at, recording, samples) for at in asked]
        self.report.add(DURABLE, condition, [first_after(recorded, at, 2) for at in asked])
        self.report.add(ALERT, condition, [first_after(alerts, at, 2) for at in asked])
        self.report.add("own memory after these presses", condition, [memory], unit="MB")

    def walking(self, condition):
        self.progress(f"presses while scanning, {condition}")
        subject = Subject(self.sink.environment, WALKING)
        try:
            subject.walk(self.count)
            time.sleep(0.3)
            presses, recording = subject.presses(), self.sink.recording()
            samples = subject.marks("first-sample")
        finally:
            subject.stop()
        entries = self.awake + [(at, recording, samples) for kind, at in presses if kind == "awake"]
        self.report.add(AWAKE_SINK, condition, [recording.latency(at, 0.1) for at, _, _ in entries])
        cuts = [at for kind, at in presses if kind == "cut"]
        given = [first_after(marks, at, 0.2) for at, _, marks in entries]
        self.report.add(AWAKE_ALSA, condition, given)
        self.report.add(CUT_ALSA, condition, [first_after(samples, at, 0.2) for at in cuts])
        template = click_template(recording, presses)
        values = [] if template is None else [silence_after(recording, template, at) for at in cuts]
        self.report.add(CUT, condition, values, tried=len(cuts))

    # What it means

    def judge(self):
        report = self.report

        def value(row, condition, part=None, unit="ms"):
            spread = report.get(row, condition, unit)
            return None if spread is None else spread.median if part is None else spread.at(part)

        for condition in CONDITIONS:
            for row in (REST_ALSA, AWAKE_ALSA):
                report.goal(f"{row}, {condition}: median", value(row, condition), 1, "ms")
                report.goal(f"{row}, {condition}: 99th percentile", value(row, condition, 0.99), 3, "ms")
        for condition in CONDITIONS:
            for row in (REST_SINK, AWAKE_SINK):
                report.goal(f"{row}, {condition}: 99th percentile", value(row, condition, 0.99), 15, "ms")
                self.compare(row, condition, value)
        for condition in CONDITIONS:
            report.goal(f"{CUT}, {condition}: 99th percentile", value(CUT, condition, 0.99), 15, "ms")
            report.goal(f"{CUT_ALSA}, {condition}: 99th percentile", value(CUT_ALSA, condition, 0.99), 15, "ms")
        for condition in CONDITIONS:
            report.goal(f"{ALERT}, {condition}: 99 of 100", value(ALERT, condition, 0.99), 250, "ms")
        for name in ("on the sink", "without sound"):
            report.goal(f"wake-ups at rest, {name}", value(f"wake-ups a second at rest, {name}", IDLE, unit="1/s"),
                        2, "1/s")
            report.goal(f"own memory at rest, {name}", value(f"own memory at rest, {name}", IDLE, unit="MB"), 40, "MB")

    def compare(self, row, condition, value):
        """How many times as quick as the others."""
        own = value(row, condition)
        words = row.removeprefix("press → sound on the sink, ")
        for name in ("spd-say", "espeak-ng"):
            for title, other in ((f"quicker than {name}, {words}, {condition}", heard(name)),
                                 ("  its leading silence taken off", fair(name))):
                found = value(other, condition)
                self.report.goal(title, None if None in (own, found) else found / own, 2, "×", is_least=True)


def environment_words():
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "?")
    return f"{time.strftime('%Y-%m-%d %H:%M')}, {os.cpu_count()} × {model}, {platform.system()} {platform.release()}"


def out_of_time(*_):
    raise RuntimeError("it takes too long: something hangs, or the machine is busy with other things")


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a few of each in under three minutes: shows that it "
                        "works, not how quick")
    parser.add_argument("--check", action="store_true", help="exit 1 if a goal is missed")
    parser.add_argument("--json", metavar="FILE", help="write all figures to this file too")
    parser.add_argument("--rest", type=float, metavar="SECONDS", help="how long it is watched at rest (default: 60)")
    options = parser.parse_args()
    options.rest = options.rest or (10 if options.quick else 60)
    beckon = os.environ.get("BECKON")
    if not beckon or not os.access(beckon, os.X_OK):
        parser.exit(2, f"bench: there is no program at {beckon}: start scripts/bench, which builds it\n")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(2))
    # Everything is stopped before the time that was promised, whatever hangs.
    signal.signal(signal.SIGALRM, out_of_time)
    signal.alarm(175 if options.quick else 715)
    print(f"{environment_words()}\nload before: {os.getloadavg()[0]:.2f}\n", flush=True)
    folder, sink, bench = tempfile.mkdtemp(prefix="bench."), None, None
    problem = None
    try:
        sink = Sink(f"{ROOT}/scripts/lib/null-speaker")
        bench = Bench(options, folder, sink)
        bench.run()
    except Exception as error:
        problem = error
    finally:
        if sink:
            sink.stop()
        shutil.rmtree(folder, ignore_errors=True)
    if problem is not None:
        if bench and bench.report.rows:
            bench.judge()
            print(bench.report.text())
        print(f"bench: not everything could be measured: {problem}", file=sys.stderr)
        sys.exit(2)
    print(bench.report.text())
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"machine": environment_words(), **bench.report.json()}, file, indent=1)
    sys.exit(bench.report.status(options.check))


if __name__ == "__main__":
    main()
