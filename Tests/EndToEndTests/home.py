"""A home in a temporary folder, a speaker that is recorded, a switch that is not there, and the real beckon."""
import contextlib
import fcntl
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BECKON = os.environ.get("BECKON", f"{ROOT}/.build/debug/beckon")
LIB = f"{ROOT}/scripts/lib"
SPACE, ENTER, KEY_A, KEY_M, KEY_D = 57, 28, 30, 50, 32
# How long is waited for what must come, in seconds: so long that only what never comes is missed, however busy the machine is.
PATIENCE = 180
DIGITS = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6}

SETTINGS = """\
client: { id: maria, name: Maria }
caregiver: { id: anna, name: Anna }
scanning: { scan_time: 1 s, initial_delay: 0.2 s, first_item_extra: 0.3 s }
"""


class Home:
    """A folder for `--home`; removed at the end unless KEEP_HOMES is set."""

    def __init__(self, settings=SETTINGS, prepare=True):
        self.folder = tempfile.mkdtemp(prefix="beckon-home.")
        self.path = f"{self.folder}/home"
        self.transcript = f"{self.folder}/transcript.jsonl"
        self.recording = f"{self.folder}/recording.wav"
        self.log = f"{self.folder}/log"
        self.presses = f"{self.folder}/presses"
        if prepare:
            os.makedirs(self.path)
            with open(f"{self.path}/beckon.yaml", "w") as file:
                file.write(settings)

    def remove(self):
        if "KEEP_HOMES" in os.environ:
            print(f"kept: {self.folder}", file=sys.stderr)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    def lines(self):
        """The transcript so far."""
        try:
            with open(self.transcript) as file:
                text = file.read()
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in text.split("\n")[:-1] if line]

    def logged(self):
        try:
            with open(self.log, errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def wait_for_log(self, text, count=1):
        """Until the text stands in the log so often: a line is written by a thread of its own, so it may come after what it tells of."""
        wait_for(lambda: self.logged().count(text) >= count, f"the log to say {text!r}", home=self)

    def token(self, device):
        """The token of a device, or of the first start's link; waits, as the service writes some only after it listens."""
        def look():
            try:
                with open(f"{self.path}/tokens/{device}") as file:
                    return file.read().strip()
            except FileNotFoundError:
                return ""
        return wait_for(look, f"the token {device}", home=self)

    def take_tokens(self, other):
        """Takes those with which its kiosk and station log in to the service of another home. The first start's link stays there."""
        os.makedirs(f"{self.path}/tokens", mode=0o700, exist_ok=True)
        for device in ("kiosk", "station"):
            text = other.token(device)
            with open(os.open(f"{self.path}/tokens/{device}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(text)


class Process:
    """A running beckon; with a switch it runs under mock-switches, with a speaker under null-speaker."""

    def __init__(self, home, arguments, switch=None, record=False, environment=None, wrap=(), stdin=subprocess.DEVNULL,
                 supplies=()):
        self.home = home
        self.control = None
        command = list(wrap) + [BECKON] + arguments
        if switch is not None:
            self.fifo = f"{home.folder}/control.{uuid.uuid4().hex[:6]}"
            os.mkfifo(self.fifo)
            command = [f"{LIB}/mock-switches", "--device", switch, "--control", self.fifo,
                       "--log", home.presses, *(part for spec in supplies for part in ("--supply", spec)), "--"] + command
        if record:
            command = [f"{LIB}/null-speaker", "--record", home.recording, "--"] + command
        self.log = open(home.log, "a")
        self.process = subprocess.Popen(
            command, stdin=stdin, stdout=self.log, stderr=self.log, start_new_session=True,
            env=dict(os.environ, **(environment or {})))
        if switch is not None:
            self.control = open(self.fifo, "w", buffering=1)

    def tell(self, command):
        self.control.write(command + "\n")

    def tap(self, key=SPACE, milliseconds=80):
        self.tell(f"tap {key} {milliseconds}")

    def is_running(self):
        return self.process.poll() is None

    def stop(self, number=signal.SIGTERM, patience=PATIENCE):
        """Ends it; gives its status. Again does nothing."""
        if self.log.closed:
            return self.process.returncode
        if self.control:
            with contextlib.suppress(OSError):
                self.tell("quit") if number == signal.SIGTERM else os.killpg(self.process.pid, number)
        elif self.is_running():
            self.process.send_signal(number)
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            status = self.process.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.control:
            with contextlib.suppress(OSError):
                self.control.close()
        self.log.close()
        return status


class Waiting(AssertionError):
    pass


def wait_for(condition, what, seconds=PATIENCE, home=None):
    """Looks until the condition gives something; fails with what was waited for and what was there."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    there = ""
    if home:
        said = "\n".join(f"{line['at']} {line['role']} {line['event']} {line['text']}" for line in home.lines()[-25:])
        there = f"\ntranscript:\n{said}\nlog:\n{home.logged()[-3000:]}"
    raise Waiting(f"waited {seconds} s for {what}{there}")


def said(home, text, event="finished", role=None, kind=None, after=0):
    """Waits until the transcript has a line that contains the text; gives it with its number."""
    def look():
        for number, line in enumerate(home.lines()):
            if number >= after and text in line["text"] and line["event"] == event \
                    and role in (None, line["role"]) and kind in (None, line["kind"]):
                return dict(line, number=number)
        return None
    return wait_for(look, f"“{text}” {event}", home=home)


class API:
    """The service as a program sees it."""

    def __init__(self, port, token=None):
        self.base, self.token = f"http://127.0.0.1:{port}/api/v1", token

    def call(self, method, path, body=None, token=None):
        """(status, decoded body)"""
        return self.send(method, path, body, {"Authorization": f"Bearer {token or self.token}"})[:2]

    def send(self, method, path, body=None, headers=()):
        """(status, decoded body, headers of the answer), as whoever the headers say."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method, headers=dict(headers))
        if data is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.loads(answer.read() or b"null"), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null"), error.headers

    def requests(self, state="open"):
        status, body = self.call("GET", f"/requests?state={state}")
        assert status == 200, body
        return body["requests"]

    def respond(self, request, state, by="Anna", reason=None):
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        body = {"id": str(uuid.uuid4()), "state": state, "by": by, "at": now}
        if reason:
            body["reason"] = reason
        return self.call("POST", f"/requests/{request}/responses", body)


def free_port():
    """A port that is given to nobody else as long as this program runs.

    From below those that the kernel hands out by itself: one of these may be a connection's of another test by the time at which it is
    listened to. A lock keeps it from the other tests that run at once; the kernel ends it with this program, as its descriptor is never closed.
    """
    folder = f"{tempfile.gettempdir()}/beckon-ports.{os.getuid()}"
    os.makedirs(folder, exist_ok=True)
    while True:
        port = random.randrange(12_000, 32_000)
        lock = os.open(f"{folder}/{port}", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            os.close(lock)
            continue
        return port


def healthy(port):
    def look():
        with contextlib.suppress(OSError, ValueError):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/health", timeout=20) as answer:
                return answer.status == 200
        return False
    return look


def noon_zone():
    """A zone in which it is noon or up to an hour later: a test of days is not in the way of midnight there."""
    import datetime
    east = 12 - datetime.datetime.now(datetime.timezone.utc).hour
    # The names count to the west.
    return f"Etc/GMT{-east:+d}" if east else "Etc/UTC"


def seconds_of(line):
    """The moment of a transcript line, in seconds since 1970."""
    import datetime
    return datetime.datetime.fromisoformat(line["at"].replace("Z", "+00:00")).timestamp()


def kill_tree(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.process.pid, signal.SIGKILL)


def background(target):
    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    return thread
