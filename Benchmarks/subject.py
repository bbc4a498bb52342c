"""Beckon as it is measured: the whole `beckon run` in front of a switch that is not there, pressed at random moments."""
import contextlib
import json
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Tests", "EndToEndTests"))
from home import API, Home, Process, free_port, seconds_of, wait_for  # noqa: E402

SWITCH = "node=event5,name=Big Red Switch,keys=57"
SETTINGS = """\
client: {{ id: maria, name: Maria }}
caregiver: {{ id: anna, name: Anna }}
board: boards/bench.yaml
scanning:
  scan_time: {gap}
  first_item_extra: 0
  level_entry_pause: 120 ms
  initial_delay: 100 ms
  loops: 1
  back_item: {back}
  ignore_repeat: 0
  late_press_window: 0
  undo_window: 0
  resume_after_select: {resume}
voices:
  main: {{ rate: 450 }}
  cue: {{ rate: {rate} }}
  alert: {{ rate: 450 }}
alerts: {{ repeat: 1 h, repeat_urgent: 1 h, escalate: 2 h, escalate_urgent: 2 h, still_waiting: [3 h], ask_again: 0 }}
"""
# One press wakes, the next asks; without the next, all rests again.
ASKING = (dict(gap="500 ms", back="end", resume="rest", rate=450),
          "  - { id: tea, label: Tea, say: Tea., request: normal }\n")
# A press in the long cue opens the group, where "Go back" comes first; a press in the silence after that goes back.
LONG_CUE = "Something hurts a lot and all of the time and everywhere"
WALKING = (dict(gap="3 s", back="start", resume="first", rate=300),
           f"  - label: {LONG_CUE}\n    group:\n      - {{ label: Tea, say: Tea. }}\n")
BOARD = "board: bench\nname: Bench\nlanguage: en-GB\nitems:\n"


class Subject:
    """One running `beckon run`, and what was done to it."""

    def __init__(self, environment, kind=ASKING, output="auto", files=None):
        """`files`: more of them, by their path in the home."""
        settings, items = kind
        self.home = Home(settings=SETTINGS.format(**settings))
        for path, text in {"boards/bench.yaml": BOARD + items, **(files or {})}.items():
            os.makedirs(os.path.dirname(f"{self.home.path}/{path}"), exist_ok=True)
            with open(f"{self.home.path}/{path}", "w") as file:
                file.write(text)
        self.marks_path = f"{self.home.folder}/marks"
        port = free_port()
        self.tail, self.live, self.seen, self.last_change = None, 0, [], 0.0
        # What each press was for, in order.
        self.kinds = []
        self.process = Process(
            self.home, ["run", "--home", self.home.path, "--listen", f"127.0.0.1:{port}", "--output", output,
                        "--transcript", self.home.transcript],
            switch=SWITCH, environment={**environment, "BECKON_MARKS": self.marks_path})
        try:
            self.wait(lambda line: line["text"].startswith("Ready") and line["event"] == "finished", 30)
            self.api = API(port, self.home.token("kiosk"))
        except BaseException:
            self.stop()
            raise

    def stop(self):
        self.process.stop()
        if self.tail:
            self.tail.close()
        self.home.remove()

    def pid(self):
        """Beckon's own: mock-switches stands in front of it."""
        parent = self.process.process.pid
        with open(f"/proc/{parent}/task/{parent}/children") as file:
            return int(file.read().split()[0])

    # What it says

    def look(self):
        """Takes over the transcript's new lines."""
        if self.tail is None:
            with contextlib.suppress(FileNotFoundError):
                self.tail = open(self.home.transcript)
        while self.tail:
            place = self.tail.tell()
            line = self.tail.readline()
            if not line.endswith("\n"):
                self.tail.seek(place)
                return
            line = json.loads(line)
            self.seen.append(line)
            self.live = max(0, self.live + (1 if line["event"] == "started" else -1))
            self.last_change = time.monotonic()

    def wait(self, is_wanted, seconds=10, after=0):
        """The first line from number `after` on that is wanted."""
        place = after

        def find():
            nonlocal place
            if not self.process.is_running():
                raise RuntimeError(f"beckon has ended:\n{self.home.logged()[-2000:]}")
            self.look()
            while place < len(self.seen):
                place += 1
                if is_wanted(self.seen[place - 1]):
                    return self.seen[place - 1]
            return None

        return wait_for(find, "a line of the transcript", seconds, self.home)

    def cue(self, text, event, after):
        return self.wait(
            lambda line: line["kind"] == "cue" and text in line["text"] and line["event"] == event, after=after)

    def wait_for_rest(self, quiet):
        """Nothing has been said or sounded for so many seconds."""
        def is_quiet():
            self.look()
            return self.live == 0 and time.monotonic() - self.last_change > quiet
        wait_for(is_quiet, "rest", 20, self.home)

    # What is done

    def press(self, kind):
        self.kinds.append(kind)
        self.process.tap(milliseconds=40)

    def wake_only(self, count):
        """Presses from rest; nothing follows."""
        for _ in range(count):
            self.wait_for_rest(0.7)
            time.sleep(random.uniform(0, 0.3))
            number = len(self.seen)
            self.press("rest")
            self.cue("Tea", "finished", number)

    def ask(self, count):
        """Presses from rest, and in the gap to ask; each request is taken back once its alert has begun."""
        for _ in range(count):
            self.wait_for_rest(0.4)
            time.sleep(random.uniform(0, 0.2))
            number = len(self.seen)
            self.press("rest")
            self.cue("Tea", "finished", number)
            time.sleep(random.uniform(0.05, 0.25))
            self.press("ask")
            self.wait(lambda line: line["kind"] == "alert" and line["event"] == "started", after=number)
            for request in wait_for(self.api.requests, "the request in the service", home=self.home):
                status, answer = self.api.respond(request["id"], "cancelled", by="Maria")
                if status not in (200, 201):
                    raise RuntimeError(f"a request cannot be taken back: {status} {answer}")
            self.wait(lambda line: line["text"].startswith("Asked") and line["event"] == "finished", after=number)

    def walk(self, count):
        """While scanning: presses in a cue, and in the silence after one."""
        number = len(self.seen)
        self.wait_for_rest(0.5)
        self.press("wake")
        for _ in range(count):
            self.cue(LONG_CUE, "started", number)
            number = len(self.seen)
            time.sleep(random.uniform(0.2, 0.7))
            self.press("cut")
            self.cue("Go back", "finished", number)
            time.sleep(random.uniform(0.05, 0.4))
            number = len(self.seen)
            self.press("awake")
        self.cue(LONG_CUE, "started", number)

    # What was found

    def presses(self):
        """(kind, nanoseconds) of each press, by the time that the kernel gives it."""
        with open(self.home.presses) as file:
            lines = [line.split() for line in file]
        times = [int(at.replace(".", "")) for at, _, _, value in lines if value == "1"]
        return list(zip(self.kinds, times))

    def marks(self, word):
        """Nanoseconds of all marks with this word, in order."""
        try:
            with open(self.marks_path) as file:
                return sorted(int(line.split()[2]) for line in file if line.startswith(word + " "))
        except FileNotFoundError:
            return []

    def wake_ups(self):
        """Context switches of all threads since they were started, by number and name of the thread."""
        found, folder = {}, f"/proc/{self.pid()}/task"
        for task in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError), open(f"{folder}/{task}/status") as file:
                lines = file.read().splitlines()
                switches = [int(line.split()[1]) for line in lines if "ctxt_switches" in line]
                found[task, lines[0].split()[1]] = sum(switches)
        return found

    def memory(self, kind="RssAnon"):
        """MB of memory: its own, or with "VmRSS" also what the kernel keeps there of the program's file, which it may drop."""
        with open(f"/proc/{self.pid()}/status") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith(kind))
