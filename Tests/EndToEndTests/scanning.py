"""What the scanning tests share: small boards, a switch that is read by the real libevdev, and tests side by side."""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import all_requests, write  # noqa: E402
from home import (  # noqa: E402
    API, BECKON, LIB, ROOT, SPACE, Home, Process, free_port, healthy, said, wait_for)

os.environ.setdefault("BECKON_SHARE", ROOT)

SWITCH = "node=event5,name=Big Red Switch,keys=57+28"
KEYPAD = "node=event5,name=Number Pad,keys=57+2+3+4+5+6+11"


# The gap is long enough for a test that looks every 20 ms on a busy machine; words are said quickly.
SCANNING = {
    "mode": "automatic", "pattern": "linear", "scan_time": "1.5 s", "first_item_extra": "0", "initial_delay": "0.1 s",
    "level_entry_pause": "0.1 s", "ignore_repeat": "50 ms", "undo_window": "0", "loops": "10",
}

BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: need-water, label: Water, say: Water please, request: normal }
  - { id: need-lamp, label: Lamp, say: Lamp please, request: normal }
  - label: Drinks
    group:
      - { id: need-tea, label: Tea, say: Tea please, request: normal }
      - { id: need-milk, label: Milk, say: Milk please, request: normal }
"""

# Asks for one press.
SHORT_EXERCISE = """\
exercise: short
name: Short
language: en-GB
instructions: Look.
steps:
  - press: Find one thing.
  - say: You are here.
"""


def settings(scanning=(), rate=450, voices="", more=""):
    options = "".join(f"  {name}: {value}\n" for name, value in {**SCANNING, **dict(scanning)}.items())
    rates = "".join(f"  {voice}: {{ rate: {rate} }}\n" for voice in ["main", "cue", "alert"])
    return f"""\
client: {{ id: maria, name: Maria }}
caregiver: {{ id: anna, name: Anna }}
board: boards/small.yaml
scanning:
{options}voices:
{voices or rates}{more}"""


class Scene:
    """A home on a small board, and Beckon in front of one switch.

    With the role `run` all is one process; with `kiosk` the service is another, and a station comes when it is told to.
    """

    def __init__(self, scanning=(), board=BOARD, switch=SWITCH, rate=450, voices="", more="", output="none",
                 environment=None, role="run"):
        self.home = Home(settings(scanning, rate, voices, more))
        os.makedirs(f"{self.home.path}/boards")
        self.board = f"{self.home.path}/boards/small.yaml"
        write(self.board, board)
        self.switch, self.output, self.environment, self.role = switch, output, environment, role
        self.others, self.desk = [], None
        self.start()

    def start(self):
        after = self.count()
        self.port = free_port()
        if self.role == "run":
            where = ["--listen", f"127.0.0.1:{self.port}"]
        else:
            where = ["--service", f"http://127.0.0.1:{self.port}"]
            self.others.append(Process(
                self.home, ["service", "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}"]))
            wait_for(healthy(self.port), "the service", home=self.home)
        self.beckon = Process(
            self.home, [self.role, "--home", self.home.path, *where, "--output", self.output,
                        "--transcript", self.home.transcript],
            switch=self.switch, environment=self.environment)
        # What is pressed while it is said wakes, but moves nothing yet.
        self.said("Ready", event="finished", after=after)
        self.api = API(self.port, self.home.token("station"))

    def start_station(self, switch=None):
        """In a home of its own, as on another machine. Gives its process."""
        desk = Home(settings())
        self.desk = desk
        shutil.copytree(f"{self.home.path}/boards", f"{desk.path}/boards")
        desk.take_tokens(self.home)
        keys = [] if switch else ["--switch", "none"]
        self.others.append(Process(
            self.home, ["station", "--home", desk.path, "--service", f"http://127.0.0.1:{self.port}", *keys,
                        "--output", "none", "--transcript", self.home.transcript], switch=switch))
        return self.others[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in [self.beckon, *self.others]:
            process.stop()
        self.home.remove()
        if self.desk:
            self.desk.remove()

    # What is done.

    def tell(self, *commands):
        for command in commands:
            self.beckon.tell(command)

    def tap(self, key=SPACE, milliseconds=80):
        self.beckon.tap(key, milliseconds)

    def presses(self):
        """The wall's time of each press and release so far, with key and value."""
        offset = time.time() - time.monotonic()
        with open(self.home.presses) as file:
            rows = [line.split() for line in file.read().split("\n")[:-1]]
        return [(float(at) + offset, int(key), int(value)) for at, _, key, value in rows]

    def choose(self, label):
        """A press when the cue has been heard to its end: nearly all of the response gap is left for it. Sooner after
        the beginning of so short a word it would count for the one before."""
        after = self.count()
        cue = self.cue(label, after=after)
        self.tell("wait 0.2")
        self.tap()
        return cue

    # What is heard.

    def count(self):
        return len(self.home.lines())

    def said(self, text, event="started", **other):
        return said(self.home, text, event=event, **other)

    def cue(self, label, event="finished", after=0):
        return said(self.home, label, event=event, kind="cue", after=after)

    def cues(self, after=0, event="started"):
        return [line["text"] for line in self.home.lines()[after:] if line["kind"] == "cue" and line["event"] == event]

    def mistake_told(self, folder, name, line):
        """Waits until a file's mistake is in the log and told to caregivers, and gives what `doctor` says."""
        self.home.wait_for_log(f"{name}:{line}:")
        wait_for(lambda: any(fault["kind"] == "board_refused" and f"{name}, line {line}" in fault["detail"]
                             for fault in self.api.call("GET", "/faults")[1]["faults"]),
                 "the mistake to be told", home=self.home)
        found = subprocess.run([BECKON, "doctor", "--home", self.home.path], stdout=subprocess.PIPE, text=True).stdout
        if f"{folder}/{name}:{line}:" not in found:
            raise AssertionError(f"`doctor` does not tell of {folder}/{name}:{line}:\n{found}")

    def asked(self):
        """How often the client was told that something is asked."""
        return sum(line["text"].startswith("Asked") and line["event"] == "started" for line in self.home.lines())

    def requests(self):
        """(need, priority, state) of all that the service ever heard of."""
        return [(request["need"], request["priority"], request["state"]) for request in all_requests(self.api)]

    def wait_for_request(self, need, state=None):
        """Waits for it; gives the newest as the service has it."""
        def look():
            found = [request for request in all_requests(self.api)
                     if request["need"] == need and state in (None, request["state"])]
            return found[-1] if found else None
        return wait_for(look, f"a request of {need} {state or ''}", home=self.home)


class Speakers:
    """Null sinks that are recorded and can be pulled out while they are used."""

    def __init__(self, folder, sinks, recorded):
        self.folder, self.sinks = folder, sinks
        command = [f"{LIB}/null-speaker"]
        for sink in sinks:
            command += ["--sink", sink]
        for sink in recorded:
            command += ["--record", f"{sink}={self.recording(sink)}"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.environment = {}
        for line in self.process.stdout:
            name, _, value = line.strip().partition("=")
            if name == "ready":
                break
            self.environment[name] = value
        assert self.environment, "null-speaker does not start"

    def recording(self, sink):
        return f"{self.folder}/{sink}.wav"

    def pactl(self, *arguments):
        return subprocess.run(
            ["pactl", *arguments], env=dict(os.environ, **self.environment), check=True, capture_output=True,
            text=True).stdout

    def pull(self, sink):
        for line in self.pactl("list", "short", "modules").split("\n"):
            if f"sink_name={sink} " in line + " ":
                self.pactl("unload-module", line.split("\t")[0])

    def plug(self, sink):
        self.pactl("load-module", "module-null-sink", f"sink_name={sink}", "rate=48000", "channels=2")

    def stop(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait(20)
        self.process.stdout.close()


def run_together():
    """Runs all tests of the main module, as many at once as the pool has given them places, each with a home of its own; its exit status
    tells."""
    places = int(os.environ.get("BECKON_TEST_PLACES", "3"))
    def tests(suite):
        for test in suite:
            yield from tests(test) if isinstance(test, unittest.TestSuite) else [test]

    def run(test):
        result, begun = unittest.TestResult(), time.monotonic()
        test.run(result)
        outcome = "ok" if result.wasSuccessful() else "FAILED"
        print(f"{test}: {outcome} after {time.monotonic() - begun:.1f} s", flush=True)
        return [text for _, text in result.errors + result.failures]

    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    loader, main = unittest.defaultTestLoader, sys.modules["__main__"]
    found = list(tests(loader.loadTestsFromNames(names, main) if names else loader.loadTestsFromModule(main)))
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(places) as pool:
        trouble = [text for texts in pool.map(run, found) for text in texts]
    print("".join(f"\n{text}" for text in trouble), file=sys.stderr)
    print(f"{len(found)} tests, {len(trouble)} failures, {time.monotonic() - begun:.0f} s")
    sys.exit(1 if trouble or not found else 0)
