"""What the fault tests share: a small board that is asked from with digits, and roles as processes of their own."""
import contextlib
import glob
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import API, BECKON, PATIENCE, ROOT, Home, Process, free_port, healthy, said, wait_for  # noqa: E402,F401

os.environ.setdefault("BECKON_SHARE", ROOT)

# One digit asks for one need, and all is spoken quickly.
SETTINGS = """\
home: { name: Test, language: en-GB }
client: { id: maria, name: Maria }
caregiver: { id: anna, name: Anna }
board: boards/small.yaml
scanning: { mode: direct, undo_window: 0, initial_delay: 0, ignore_repeat: 0 }
voices:
  main: { rate: 450 }
  cue: { rate: 450 }
  alert: { rate: 450 }
"""

# Words that stand out in a database's pages.
NEEDS = ["water", "bread", "chair", "light", "music", "paper", "radio", "scarf", "towel"]


def board(needs=NEEDS, request="normal"):
    items = "".join(
        f"  - {{ id: need-{word}, label: {word}, say: {word}, request: {request} }}\n" for word in needs)
    return f"board: small\nname: Small\nlanguage: en-GB\nitems:\n{items}"


def phrases():
    """The shipped phrases, short: what the tests wait for is spoken in a moment."""
    with open(f"{ROOT}/boards/phrases.en.yaml") as file:
        text = file.read()
    for old, new in [
        ("ready: Ready. Press to start.", "ready: Ready."), ("heard: Your call was heard.", "heard: Heard."),
        ('alert: "{client} asks for {need}."', 'alert: "{client}: {need}."'),
    ]:
        assert old in text, f"phrases.en.yaml no longer has `{old}`"
        text = text.replace(old, new)
    return text


def write(path, text):
    """Writes as an editor does: a new file that takes the old one's place."""
    draft = f"{os.path.dirname(path)}/.draft"
    with open(draft, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    os.replace(draft, path)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def small_home(settings=SETTINGS):
    home = Home(settings)
    os.makedirs(f"{home.path}/boards")
    write(f"{home.path}/boards/small.yaml", board())
    write(f"{home.path}/boards/phrases.en.yaml", phrases())
    home.transcript = f"{home.folder}/transcript.jsonl"
    return home


class Role(Process):
    """One `beckon` command whose switch is this test's pipe; what it says goes to a transcript and log of its own."""

    def __init__(self, home, command, extra=(), environment=None, wrap=(), path=None):
        self.keys = None
        self.has_asked = False
        arguments = [command, "--home", path or home.path] + list(extra)
        stdin = subprocess.DEVNULL
        if command != "service":
            reading, self.keys = os.pipe()
            os.set_inheritable(self.keys, False)
            stdin = reading
            arguments += ["--switch", "terminal", "--output", "none", "--transcript", home.transcript]
        super().__init__(home, arguments, environment=environment, wrap=wrap, stdin=stdin)
        if stdin != subprocess.DEVNULL:
            os.close(stdin)

    def ask(self, word):
        """Asks for a need with its digit, once the kiosk offers its board; gives whether "Asked" was begun."""
        after = len(self.home.lines())
        self.has_asked = True
        self.type(str(NEEDS.index(word) + 1))
        wait_for(lambda: not self.is_running() or word in asked(self.home, after), f"“Asked” for {word}",
                 home=self.home)
        return word in asked(self.home, after)

    def settle(self):
        """Waits until nothing is announced any more: the next item is cued, or the last one was and there is rest, as
        there is before the first press."""
        if not self.has_asked:
            return
        after = len(self.home.lines())

        def is_settled():
            if not self.is_running() or has_said(self.home, "", kind="cue", after=after):
                return True
            last = [line for line in self.home.lines() if line["role"] == "kiosk"][-1]
            return last["kind"] == "cue" and last["event"] == "finished" and NEEDS[-1] in last["text"]
        wait_for(is_settled, "the next cue, or rest", home=self.home)

    def type(self, keys):
        with contextlib.suppress(BrokenPipeError):
            os.write(self.keys, keys.encode())

    def kill(self):
        """The power of this process is cut; what it had started goes with it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.end()

    def end(self):
        status = self.process.wait(PATIENCE)
        if self.keys is not None:
            os.close(self.keys)
            self.keys = None
        if not self.log.closed:
            self.log.close()
        return status


def has_said(home, text, event="started", role="kiosk", kind=None, after=0):
    """How often the transcript has it from that line on."""
    return sum(
        1 for line in home.lines()[after:]
        if text in line["text"] and line["event"] == event and role in (None, line["role"])
        and kind in (None, line["kind"]))


def asked(home, after=0):
    """The needs whose "Asked" was begun, in the order of the transcript."""
    confirmed, chosen = [], None
    for line in home.lines()[after:]:
        if line["role"] != "kiosk" or line["event"] != "started":
            continue
        if line["kind"] == "say":
            chosen = line["text"]
        elif line["text"].startswith("Asked") and chosen:
            confirmed.append(chosen)
            chosen = None
    return confirmed


def all_requests(api):
    """Every request of the service, whatever its state, in its order."""
    found, after = [], 0
    while True:
        status, page = api.call("GET", f"/requests?limit=200&after={after}")
        assert status == 200, page
        found += page["requests"]
        if not page.get("next"):
            return found
        after = page["next"]


def stored_words(path, table, column):
    """The content of a database that is not in use, read without changing it."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return [row[0] for row in database.execute(f"SELECT {column} FROM {table}")]


def outbox(home):
    """What waits in the kiosk's store, or nothing where the store is not made yet."""
    with contextlib.suppress(sqlite3.OperationalError):
        return stored_words(f"{home.path}/kiosk.sqlite", "command", "body")
    return None


def integrity(path):
    if not os.path.exists(path):
        return "ok"
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute("PRAGMA integrity_check").fetchone()[0]


def beckon(*arguments, environment=None, patience=60):
    """A command to its end: (status, standard output, standard error)."""
    done = subprocess.run(
        [BECKON] + list(arguments), capture_output=True, timeout=patience, stdin=subprocess.DEVNULL,
        env=dict(os.environ, **(environment or {})))
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
