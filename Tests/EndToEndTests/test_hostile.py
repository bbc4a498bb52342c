"""Slow, deaf and endless clients of the real service: they are sent away, and a kiosk's call is quick all the while."""
import contextlib
import os
import re
import socket
import sys
import threading
import time
import unittest
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import wait_for  # noqa: E402
from hostile import PATIENCE, Service, a_kiosk_that_asks, in_words  # noqa: E402

# Each kind comes so often at once, from an address of its own; together they stay below what the service takes of strangers, 96.
CROWD = 10
# Seconds within which everybody is sent away who does not come to an end: 10 in the service for strangers, and a busy machine.
SENT_AWAY = 40
# MB that the process may take more than before, whatever comes. Scrypt and SQLite take their share of that.
MOST_MEMORY = 64
HEAD = b"Host: localhost\r\nContent-Type: application/json\r\n"
LONG_WORDS = "\U0001f4a7" * 2000

# What is sent at once, and then again and again, a bit each second.
SLOW = {
    "a header, byte by byte": (b"GET /api/v1/health HTTP/1.1\r\nX: ", b"a"),
    "header after header": (b"GET /api/v1/health HTTP/1.1\r\n", b"X: y\r\n"),
    "a body, byte by byte": (b"POST /api/v1/sessions HTTP/1.1\r\n" + HEAD + b"Content-Length: 60000\r\n\r\n", b" "),
    "a form, byte by byte": (b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                             b"Content-Length: 60000\r\n\r\n", b"a"),
    "chunks without end": (b"POST /api/v1/sessions HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "a length that is a lie": (b"POST /api/v1/sessions HTTP/1.1\r\n" + HEAD + b"Content-Length: 500\r\n\r\n{}", b""),
    "nothing at all": (b"", b""),
    "half a greeting of TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b""),
}


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.addClassCleanup(cls.service.close)
        # What the first page and the first call open stays open.
        with a_kiosk_that_asks(cls.service):
            with urllib.request.urlopen(f"http://127.0.0.1:{cls.service.port}/login", timeout=PATIENCE) as page:
                page.read()
            time.sleep(1)
        cls.descriptors = cls.service.descriptors()

    def setUp(self):
        self.wires = []
        self.memory = self.service.memory()
        self.service.forget_peak()

    def tearDown(self):
        """Whatever was tried, the service goes on and has given back what it took."""
        for wire in self.wires:
            wire.close()
        self.assertTrue(self.service.role.is_running(), self.service.home.logged()[-2000:])
        wait_for(lambda: self.service.descriptors() <= self.descriptors + 2, "descriptors given back", home=self.service.home)
        self.assertEqual(self.service.ask(), 201)

    def most_memory(self):
        """MB that were taken more than before, at the worst moment."""
        more = self.service.memory("VmHWM") - self.memory
        self.assertLess(more, MOST_MEMORY)
        return more

    def wire(self, receive=None, source=None):
        wire = socket.socket()
        self.wires.append(wire)
        if source:
            wire.bind((source, 0))
        if receive:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        wire.settimeout(PATIENCE)
        wire.connect(("127.0.0.1", self.service.port))
        return wire

    def held(self, wires):
        """How many of them the service still holds, as the kernel knows it."""
        mine = {wire.getsockname()[1] for wire in wires}
        with open("/proc/net/tcp") as file:
            ends = [line.split()[1:4] for line in file.readlines()[1:]]
        here = f":{self.service.port:04X}"
        return sum(1 for local, remote, state in ends
                   if local.endswith(here) and state == "01" and int(remote.split(":")[1], 16) in mine)

    def test_slow_and_deaf_clients_are_sent_away(self):
        groups = {name: [self.wire(source=f"127.0.4.{number}") for _ in range(CROWD)] for number, name in enumerate(SLOW, 1)}
        groups["answers that nobody reads"] = [self.wire(receive=4096, source="127.0.4.100") for _ in range(CROWD)]
        for name, (first, _) in SLOW.items():
            for wire in groups[name]:
                wire.sendall(first)
        for wire in groups["answers that nobody reads"]:
            self.stuff(wire)
        crowd = sum(len(wires) for wires in groups.values())
        # What is no HTTP at all is sent away at once.
        wait_for(lambda: self.service.descriptors() >= self.descriptors + crowd - 2 * CROWD, "them to be taken", home=self.service.home)
        # These were 12,000 messages at once: it is not their number that is measured here, but what stays of them.
        begun, gone = time.monotonic(), {}
        wait_for(self.answers_at_once, "the first rush to be over", home=self.service.home)
        print(f"  the first rush was over after {time.monotonic() - begun:.1f} s", flush=True)
        with a_kiosk_that_asks(self.service) as taken:
            while len(gone) < len(groups) and time.monotonic() - begun < SENT_AWAY:
                time.sleep(1)
                for name, wires in groups.items():
                    more = SLOW.get(name, (b"", b""))[1]
                    for wire in wires if more else ():
                        with contextlib.suppress(OSError):
                            wire.send(more)
                    if name not in gone and self.held(wires) == 0:
                        gone[name] = time.monotonic() - begun
        print(f"  {crowd} slow clients: " + "; ".join(f"{name}: {when:.0f} s" for name, when in gone.items()), flush=True)
        self.assertEqual(set(groups) - set(gone), set(), "still held")
        print(f"  {self.most_memory():.1f} MB more at most; {in_words(taken)}", flush=True)

    def answers_at_once(self):
        begun = time.monotonic()
        return self.service.send("GET", "/health")[0] == 200 and time.monotonic() - begun < 0.1

    @staticmethod
    def stuff(wire):
        """Requests long answers, more than the buffers can hold, and reads nothing."""
        wire.sendall(b"GET /assets/pages.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)

    def test_event_streams_that_nobody_reads(self):
        """What the kernel takes for each is theirs; of the service's own memory it takes no more, and of anybody's time."""
        wires = [self.wire(receive=4096) for _ in range(20)]
        for wire in wires:
            wire.sendall(b"GET /api/v1/events?after=0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                         + self.service.station.encode() + b"\r\n\r\n")
        asked, begun = 0, time.monotonic()
        with a_kiosk_that_asks(self.service) as taken:
            line = self.service.connect()
            while asked < 700:
                self.assertEqual(self.service.ask(LONG_WORDS, wire=line), 201)
                asked += 1
            line.close()
        seconds = time.monotonic() - begun
        print(f"  {len(wires)} event streams that nobody reads, {asked} events of 8 kB in {seconds:.0f} s: "
              f"{self.most_memory():.1f} MB more at most; {in_words(taken)}", flush=True)

    def test_what_is_too_long_is_not_kept(self):
        """It gets an error, and the rest of it is discarded as it comes, for as long as a message may take."""
        kiosk = self.service.kiosk.encode()
        ask = b"POST /api/v1/requests HTTP/1.1\r\n" + HEAD + b"Authorization: Bearer " + kiosk + b"\r\n"
        form = (b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                b"Content-Length: 999999999\r\n\r\n")
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        endless = {
            "a body as long as it says, 1 GB": (ask + b"Content-Length: 999999999\r\n\r\n", b"x" * 0x10000),
            "chunks without end": (ask + b"Transfer-Encoding: chunked\r\n\r\n", chunk),
            "one chunk without end": (ask + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n", b"x" * 0x10000),
            "a form without end": (form, b"a=b&" * 0x4000),
            "a header without end": (b"GET / HTTP/1.1\r\nX: ", b"y" * 0x10000),
            "headers without end": (b"GET / HTTP/1.1\r\n", b"X: y\r\n" * 0x2000),
            "a path without end": (b"GET /", b"a" * 0x10000),
            "no line ever": (b"", b"\x00" * 0x10000),
        }
        with a_kiosk_that_asks(self.service) as taken:
            results = {}

            def pour(name, first, more):
                results.setdefault(name, []).append(self.poured(first, more))
            threads = [threading.Thread(target=pour, args=(name, *what)) for name, what in endless.items() for _ in range(5)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(PATIENCE)
        for name, found in results.items():
            self.assertEqual(len(found), 5, name)
            for status, _ in found:
                self.assertIn(status, (None, 400, 413, 414, 431), name)
        said = ", ".join(f"{name}: {max(sent for _, sent in found) / 1e6:.1f} MB, {found[0][0] or 'cut'}" for name, found in results.items())
        print(f"  {len(threads)} endless messages ({said}): {self.most_memory():.1f} MB more at most; {in_words(taken)}", flush=True)

    def poured(self, first, more):
        """(status or None, bytes that were taken before the service cut it off, 16 MiB at most)."""
        with contextlib.closing(socket.create_connection(("127.0.0.1", self.service.port), timeout=PATIENCE)) as wire:
            sent = 0
            try:
                wire.sendall(first)
                while sent < 16 << 20:
                    sent += wire.send(more)
            except OSError:
                pass
            answer = b""
            with contextlib.suppress(OSError):
                answer = wire.recv(4096)
        status = re.match(rb"HTTP/1\.[01] (\d+)", answer)
        return (int(status[1]) if status else None), sent


if __name__ == "__main__":
    unittest.main(verbosity=2)
