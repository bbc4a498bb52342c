"""A crowd of hostile connections on one home, while people call: is every call told, once, and how soon?

Starts `$BECKON run`, a whole home in one process, on loopback, and the crowd as processes of their own, which yield to everything
else. Each connection is of one kind and is opened again soon after the service has closed it. Meanwhile an urgent call is pressed on
the home's own kiosk again and again, and one is sent by a kiosk that was paired, on another address; a station on a third
address listens. For each call it is measured when that station has read it, and for the own kiosk's, when the home's own station begins
to sound it. Kinds:

  idle         nothing is ever sent            half-tls   the first part of a greeting of TLS
  half-header  a header, a byte a second       unread     long answers are asked for and not read
  half-body    a body, a byte a second         streams    event streams of somebody who has logged in

Prints one line of figures for each number of addresses. Ends with 1 where a call is missing or doubled; with --check also where
a goal is missed: the own kiosk's calls told within 1 s, the paired one's within 3 s, 64 MB more memory at most.
"""
import argparse
import asyncio
import contextlib
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import resource
import signal
import socket
import ssl
import statistics
import subprocess
import sys
import threading
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/EndToEndTests"))
from faults import NEEDS, PATIENCE, SETTINGS, board, has_said, wait_for, write  # noqa: E402
from home import seconds_of  # noqa: E402
from hostile import Service  # noqa: E402

KINDS = ["idle", "half-header", "half-body", "half-tls", "unread", "streams"]
# Of what the crowd never is: loopback addresses of the paired kiosk and the station.
KIOSK, STATION = "127.7.0.1", "127.7.0.2"
GOALS = {"own": 1.0, "paired": 3.0, "memory": 64}
# Seconds within which somebody who was sent away comes again.
AGAIN = (0.2, 1.0)
# Calls of the paired kiosk after each of the own one's, which needs some seconds until it has said its answer.
PAIRED_CALLS = 4
# Descriptors that a process of the crowd needs besides its connections.
SPARE = 64


# The crowd.

def first_words(kind, cookie):
    """What is sent at once, and what then once a second."""
    head = b"Host: beckon\r\nContent-Type: application/json\r\n"
    return {
        "idle": (b"", b""),
        "half-header": (b"GET /api/v1/health HTTP/1.1\r\nX: ", b"a"),
        "half-body": (b"POST /api/v1/sessions HTTP/1.1\r\n" + head + b"Content-Length: 60000\r\n\r\n", b" "),
        "half-tls": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b""),
        "unread": (b"GET /assets/pages.js HTTP/1.1\r\nHost: beckon\r\n\r\n" * 50, b"GET /login HTTP/1.1\r\nHost: beckon\r\n\r\n"),
        "streams": (b"GET /api/v1/events?after=0 HTTP/1.1\r\nHost: beckon\r\nCookie: " + cookie.encode() + b"\r\n\r\n", b""),
    }[kind]


class Hostile:
    """One process of the crowd: its connections, and what became of them."""

    def __init__(self, port, cookie, seed, stop, is_tls):
        self.port, self.cookie, self.random, self.stop = port, cookie, random.Random(seed), stop
        self.opened = self.refused = self.closed = 0
        self.tls = ssl.create_default_context() if is_tls else None
        if self.tls:
            self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE

    async def play(self, places):
        ended = asyncio.ensure_future(asyncio.to_thread(self.stop.wait))
        all_of_them = [asyncio.ensure_future(self.again_and_again(*place)) for place in places]
        await ended
        # Again and again: `wait_for` loses a cancellation that comes at the moment at which it is over anyway.
        while all_of_them:
            for one in all_of_them:
                one.cancel()
            _, all_of_them = await asyncio.wait(all_of_them, timeout=1)

    async def again_and_again(self, kind, address):
        await asyncio.sleep(self.random.uniform(0, 1))
        while not self.stop.is_set():
            try:
                await self.once(kind, address)
            except (OSError, asyncio.TimeoutError):
                pass
            await asyncio.sleep(self.random.uniform(*AGAIN))

    async def once(self, kind, address):
        loop = asyncio.get_running_loop()
        with contextlib.closing(socket.socket()) as wire:
            wire.setblocking(False)
            wire.setsockopt(socket.SOL_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT: a port for each target, not one of few
            if kind == "unread":
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.bind((address, 0))
            try:
                await asyncio.wait_for(loop.sock_connect(wire, ("127.0.0.1", self.port)), 20)
            except (OSError, asyncio.TimeoutError):
                self.refused += 1
                raise
            self.opened += 1
            try:
                if self.tls and kind not in ("idle", "half-tls"):
                    await self.behind_tls(loop, wire, kind)
                else:
                    await self.hold(loop, wire, kind)
            finally:
                self.closed += 1

    async def hold(self, loop, wire, kind, through=bytes):
        """Sends what belongs to the kind until the service has closed the connection; `through` is what TLS makes of it."""
        first, more = first_words(kind, self.cookie)
        await loop.sock_sendall(wire, through(first))
        while True:
            if kind == "unread":
                # It is not read; that it has ended is seen when more is sent.
                await asyncio.sleep(1)
            else:
                try:
                    if not await asyncio.wait_for(loop.sock_recv(wire, 1 << 16), 1 if more else None):
                        return
                    continue
                except asyncio.TimeoutError:
                    pass
            await asyncio.wait_for(loop.sock_sendall(wire, through(more)), 20)

    async def behind_tls(self, loop, wire, kind):
        """The same through TLS, whose greeting is made whole by hand: asyncio would take the socket away."""
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        session = self.tls.wrap_bio(incoming, outgoing)
        while True:
            try:
                session.do_handshake()
                break
            except ssl.SSLWantReadError:
                await loop.sock_sendall(wire, outgoing.read())
                data = await loop.sock_recv(wire, 1 << 14)
                if not data:
                    return
                incoming.write(data)

        def through(words):
            session.write(words)
            return outgoing.read()

        await self.hold(loop, wire, kind, through)


def be_hostile(port, cookie, places, seed, stop, results, is_tls):
    """A process of the crowd."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    allow(len(places) + SPARE)
    # The crowd sits on other machines: it takes no processor from whoever needs one here.
    os.nice(10)
    crowd = Hostile(port, cookie, seed, stop, is_tls)
    asyncio.run(crowd.play(places))
    results.put((crowd.opened, crowd.closed, crowd.refused))


def allow(count):
    """Raises the limit of open files; gives how many there may be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def addresses(count):
    return ["127.0.0.1"] if count == 1 else [f"127.1.{number // 250}.{number % 250 + 1}" for number in range(count)]


# The home.

class House(Service):
    """A whole home in one process, somebody who has logged in, a paired kiosk and a paired station."""

    def __init__(self, is_tls):
        self.is_tls, self.tls = is_tls, None
        super().__init__(role="run", settings=SETTINGS + ("service: { certificate: home.pem, key: home.key }\n" if is_tls else ""))

    def prepare(self):
        write(f"{self.home.path}/boards/small.yaml", board(request="urgent"))
        if self.is_tls:
            self.certify()

    def set_up(self, name):
        wait_for(lambda: has_said(self.home, "Ready"), "the kiosk", home=self.home, seconds=PATIENCE)
        super().set_up(name)
        self.cookie = self.olga["Cookie"]
        status, _, body = self.send("PUT", "/people/otto", {
            "id": "otto", "name": "Otto", "role": "client", "absences": [], "active": True,
            "reminders": {"off": [], "channels": []}}, self.olga)
        assert status in (200, 201), body
        self.paired_kiosk = self.let_in("kiosk", KIOSK, "otto")
        self.paired_station = self.let_in("station", STATION)

    def certify(self):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "9",
             "-subj", "/CN=Beckon", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{self.home.path}/home.key",
             "-out", f"{self.home.path}/home.pem"], check=True, capture_output=True)
        self.tls = ssl.create_default_context(cafile=f"{self.home.path}/home.pem")

    def let_in(self, kind, address, client=None):
        """A device that lives at an address, which the service knows from now on; gives its headers."""
        headers = {"Authorization": f"Bearer {self.pair(kind, f'The other {kind}', client, address)}"}
        assert self.send("GET", "/faults", headers=headers, source=address)[0] == 200
        return headers

    def connect(self, source=None, patience=PATIENCE):
        if not self.tls:
            return super().connect(source, patience)
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=patience, source_address=(source, 0) if source else None, context=self.tls)


class Ended(Exception):
    """The home has ended by itself."""


class Listening:
    """A station on another address: when it has read which call."""

    def __init__(self, house):
        self.house, self.told, self.lock, self.breaks = house, [], threading.Lock(), 0
        self.last, self.is_over = None, False
        self.is_ready = threading.Event()
        self.thread = threading.Thread(target=self.go, daemon=True)
        self.thread.start()
        assert self.is_ready.wait(PATIENCE)

    def go(self):
        while not self.is_over:
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                self.follow()
            self.breaks += not self.is_over
            time.sleep(0.2)

    def follow(self):
        headers = dict(self.house.paired_station)
        if self.last is not None:
            headers["Last-Event-ID"] = str(self.last)
        wire = self.house.connect(STATION)
        with contextlib.closing(wire):
            wire.request("GET", "/api/v1/events", headers=headers)
            answer = wire.getresponse()
            if answer.status != 200:
                return
            number = None
            for line in answer:
                now, line = time.time(), line.decode().rstrip("\n")
                if line.startswith("id: "):
                    number = int(line[4:])
                elif line.startswith("event: ready"):
                    self.is_ready.set()
                elif line.startswith("data: "):
                    event = json.loads(line[6:])
                    if number is not None:
                        self.last, number = number, None
                    if event.get("kind") == "asked":
                        with self.lock:
                            self.told.append((event["request"]["id"], event["request"]["label"], now))

    def since(self, place):
        with self.lock:
            return self.told[place:]

    def when(self, place, matches, seconds=PATIENCE):
        """The moment at which it read a call, and the call's id; nothing where it did not."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for identity, label, moment in self.since(place):
                if matches(identity, label):
                    return moment, identity
            time.sleep(0.002)
        return None


def moment(seconds=None):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


class Calls:
    """Calls on the own kiosk's keys, one after the other, and of the paired kiosk."""

    def __init__(self, house, listening):
        self.house, self.listening = house, listening
        self.own, self.sounded, self.paired, self.lost, self.wanted = [], [], [], [], []

    def answer(self, identity):
        """Somebody goes and it is done, so that the home is quiet again."""
        body = {"id": str(uuid.uuid4()), "state": "met", "by": "Anna", "at": moment()}
        for _ in range(20):
            with contextlib.suppress(OSError, http.client.HTTPException):
                status = self.house.send("POST", f"/requests/{identity}/responses", body, self.house.paired_station, source=STATION)[0]
                if status in (200, 201):
                    return
            time.sleep(0.2)

    def press(self, word):
        place, lines = len(self.listening.told), len(self.house.home.lines())
        self.house.role.has_asked = True
        begun = time.time()
        self.house.role.type(str(NEEDS.index(word) + 1))
        found = self.listening.when(place, lambda _, label: label == word)
        if not found and not self.house.role.is_running():
            raise Ended(self.house.home.logged()[-2000:])
        if not found:
            self.lost.append(f"own {word}")
            return
        self.own.append(found[0] - begun)
        self.wanted.append(found[1])
        with contextlib.suppress(AssertionError):
            line = wait_for(lambda: self.sound(lines, word), f"“{word}” at the station", seconds=PATIENCE, home=self.house.home)
            self.sounded.append(line - begun)
        self.answer(found[1])
        with contextlib.suppress(AssertionError):
            wait_for(lambda: has_said(self.house.home, word, event="finished", kind="announcement", after=lines),
                     "the answer at the kiosk", seconds=PATIENCE, home=self.house.home)
            self.house.role.settle()

    def sound(self, lines, word):
        """The moment at which the home's own station began to sound a call."""
        for line in self.house.home.lines()[lines:]:
            if line["role"] == "station" and line["event"] == "started" and word in line["text"]:
                return seconds_of(line)
        return None

    def ask(self, number):
        new = {"id": str(uuid.uuid4()), "client": "otto", "client_name": "Otto", "need": f"otto-{number}", "label": f"otto {number}",
               "called": "help", "say": "Help, please.", "priority": "urgent", "asked_at": moment()}
        place, begun = len(self.listening.told), time.time()
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                status, _, body = self.house.send("POST", "/requests", new, self.house.paired_kiosk, source=KIOSK)
                if status in (200, 201):
                    break
                if status < 500 and status != 429:
                    raise AssertionError(f"the paired kiosk's call: {status} {body}")
            if not self.house.role.is_running():
                raise Ended(self.house.home.logged()[-2000:])
            if time.time() - begun > PATIENCE:
                self.lost.append(f"paired {number}: not taken")
                return
            time.sleep(0.05)
        self.wanted.append(new["id"])
        found = self.listening.when(place, lambda identity, _: identity.lower() == new["id"])
        if not found:
            self.lost.append(f"paired {number}: not told")
            return
        self.paired.append(found[0] - begun)
        self.answer(new["id"])

    def go_on(self, seconds):
        end, number = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            if not self.house.role.is_running():
                raise Ended(self.house.home.logged()[-2000:])
            self.press(NEEDS[number % len(NEEDS)])
            for turn in range(PAIRED_CALLS):
                self.ask(f"{number}.{turn}")
            number += 1


# The whole.

def play(options, count):
    house = House(options.tls)
    spawn = multiprocessing.get_context("spawn")
    stop, results, crowd = spawn.Event(), spawn.Queue(), []
    try:
        listening = Listening(house)
        calls = Calls(house, listening)
        calls.press(NEEDS[0])
        calls.ask("before")
        calm = (calls.own[-1], calls.paired[-1])
        calls.own, calls.sounded, calls.paired = [], [], []
        time.sleep(2)
        before = house.memory()
        house.forget_peak()
        chance = random.Random(f"{options.seed} {count}")
        kinds = options.kinds.split(",") if options.kinds else KINDS
        where = addresses(count)
        places = [(kinds[number % len(kinds)], where[number % len(where)]) for number in range(options.connections)]
        chance.shuffle(places)
        half = (len(places) + 1) // 2
        for number, some in enumerate((places[:half], places[half:])):
            process = spawn.Process(target=be_hostile, args=(
                house.port, house.cookie, some, f"{options.seed} {count} {number}", stop, results, options.tls))
            process.start()
            crowd.append(process)
        calls.go_on(options.seconds)
        if not house.role.is_running():
            raise Ended(house.home.logged()[-2000:])
        peak = house.memory("VmHWM")
        stop.set()
        opened, closed, refused = (sum(some) for some in zip(*[results.get(timeout=60) for _ in crowd]))
        for process in crowd:
            process.join()
        crowd = []
        return figures(options, count, house, listening, calls, calm, before, peak, opened, closed, refused)
    finally:
        stop.set()
        for process in crowd:
            process.terminate()
        house.close()


def figures(options, count, house, listening, calls, calm, before, peak, opened, closed, refused):
    listening.is_over = True
    told = [identity.lower() for identity, _, _ in listening.told]
    stored, after = [], 0
    while True:
        status, _, page = house.send("GET", f"/requests?limit=200&after={after}", headers=house.paired_station, source=STATION)
        assert status == 200, page
        stored += [request["id"].lower() for request in page["requests"]]
        after = page.get("next")
        if not after:
            break
    wanted = [identity.lower() for identity in calls.wanted]
    missing = [one for one in wanted if one not in stored or one not in told]
    doubled = [one for one in set(stored) if stored.count(one) > 1] + [one for one in set(told) if told.count(one) > 1]
    more = [one for one in stored if one not in wanted]

    def both(values):
        values = values or [float("inf")]
        return {"p50": round(statistics.median(values) * 1000), "max": round(max(values) * 1000)}
    return {
        "seed": options.seed, "connections": options.connections, "addresses": count, "seconds": options.seconds,
        "tls": options.tls, "calls": len(wanted), "lost": len(calls.lost) + len(missing), "doubled": len(doubled) + len(more),
        "what_was_lost": calls.lost + missing, "stream_breaks": listening.breaks,
        "own_told_ms": both(calls.own), "own_sounds_ms": both(calls.sounded), "paired_told_ms": both(calls.paired),
        "calm_ms": {"own": round(calm[0] * 1000), "paired": round(calm[1] * 1000)},
        "crowd": {"opened": opened, "ended": closed, "refused": refused},
        "memory_mb": {"before": round(before, 1), "peak": round(peak, 1), "more": round(peak - before, 1)},
    }


def in_words(report):
    """The line of figures, and which goals were missed."""
    missed = []

    def goal(name, value, limit, unit):
        if value > limit:
            missed.append(name)
        return f"goal {limit:g} {unit}: {'missed' if value > limit else 'met'}"
    own, sounds, paired, memory = (report[name] for name in ("own_told_ms", "own_sounds_ms", "paired_told_ms", "memory_mb"))
    line = (
        f"flood seed={report['seed']}: {report['connections']} connections{' over TLS' if report['tls'] else ''} from "
        f"{report['addresses']} address{'es' if report['addresses'] > 1 else ''}, {report['seconds']} s; "
        f"{report['calls']} calls, {report['lost']} lost, {report['doubled']} doubled; "
        f"own kiosk's call told p50 {own['p50']} max {own['max']} ms, sounds p50 {sounds['p50']} max {sounds['max']} ms "
        f"({goal('own', sounds['max'] / 1000, GOALS['own'], 's')}); paired kiosk's told p50 {paired['p50']} max {paired['max']} ms "
        f"({goal('paired', paired['max'] / 1000, GOALS['paired'], 's')}); calm {report['calm_ms']['own']} and "
        f"{report['calm_ms']['paired']} ms; the crowd connected {report['crowd']['opened']} times and was sent away "
        f"{report['crowd']['ended']} times, {report['crowd']['refused']} times it did not get that far; "
        f"memory {memory['before']} -> {memory['peak']} MB, {memory['more']:+} "
        f"({goal('memory', memory['more'], GOALS['memory'], 'MB')})")
    return line, missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=120, help="how long each crowd stays (120)")
    parser.add_argument("--connections", type=int, default=2000, help="how many at once (2000)")
    parser.add_argument("--addresses", default="1,200", help="from how many addresses, one crowd for each number (1,200)")
    parser.add_argument("--kinds", help="of which kinds (all)")
    parser.add_argument("--tls", action="store_true", help="the service speaks TLS, and so does who gets that far")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="fail also where a goal is missed")
    parser.add_argument("--json", help="write the figures there, too")
    options = parser.parse_args()
    # Ended from outside, it takes the home and the crowd along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if any(kind not in KINDS for kind in (options.kinds or KINDS[0]).split(",")):
        parser.error(f"kinds are {', '.join(KINDS)}")
    allowed = 2 * (allow(options.connections // 2 + SPARE) - SPARE)
    if allowed < options.connections:
        print(f"only {allowed} connections: `ulimit -Hn` says {resource.getrlimit(resource.RLIMIT_NOFILE)[1]}", file=sys.stderr)
        options.connections = allowed
    reports, status = [], 0
    for count in (int(number) for number in options.addresses.split(",")):
        try:
            report = play(options, count)
        except Ended as end:
            print(f"NOT HELD: with {count} addresses the home has ended by itself:\n{end}", flush=True)
            status = 1
            continue
        reports.append(report)
        line, missed = in_words(report)
        print(line, flush=True)
        if report["lost"] or report["doubled"]:
            print(f"NOT HELD: every call is told, once: {report['what_was_lost'][:5]}", flush=True)
            status = 1
        if options.check and missed:
            print(f"NOT HELD: the goal for {', '.join(missed)}", flush=True)
            status = 1
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(reports, indent=2) + "\n")
    sys.exit(status)


if __name__ == "__main__":
    main()
