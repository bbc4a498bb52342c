"""The real `beckon run`, pressed and asked without a pause while programs come and go: threads, descriptors and memory stay.

BECKON_SOAK_SECONDS (60) is how long; the first third is not counted.
"""
import contextlib
import os
import socket
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import API, NEEDS, Role, free_port, healthy, said, small_home, wait_for  # noqa: E402

SECONDS = float(os.environ.get("BECKON_SOAK_SECONDS", "60"))
MOST_KIB = 6144      # an event stream that was dropped and kept would be 20 KiB, and there are hundreds
MOST_THREADS = 4     # Dispatch makes and ends some of its own
MOST_DESCRIPTORS = 8  # connections that are just being closed


class Soak(unittest.TestCase):
    def figures(self, role):
        folder = f"/proc/{role.process.pid}"
        with open(f"{folder}/statm") as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
        return len(os.listdir(f"{folder}/task")), len(os.listdir(f"{folder}/fd")), resident

    def visit(self, api, port, number):
        """One program comes, asks, perhaps listens, and goes, in good order or not."""
        stream = socket.create_connection(("127.0.0.1", port), timeout=5)
        with contextlib.closing(stream):
            stream.sendall(f"GET /api/v1/events?after=0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {api.token}\r\n\r\n"
                           .encode())
            if number % 3:
                stream.recv(4096)
        for request in api.requests():
            status, _ = api.respond(request["id"], "met")
            self.met += status == 201

    def test_everything_stays(self):
        home, port = small_home(), free_port()
        self.addCleanup(home.remove)
        role = Role(home, "run", ["--listen", f"127.0.0.1:{port}"])
        self.addCleanup(role.kill)
        wait_for(healthy(port), "the service", home=home)
        said(home, "Ready", event="started")
        api = API(port, home.token("station"))
        presses = visits = self.met = 0
        marks = []
        begun = time.monotonic()
        while (passed := time.monotonic() - begun) < SECONDS:
            role.type(str(presses % len(NEEDS) + 1))
            presses += 1
            self.visit(api, port, visits)
            visits += 1
            if passed > SECONDS * (len(marks) + 1) / 12:
                marks.append(self.figures(role))
            self.assertTrue(role.is_running(), home.logged()[-3000:])
            time.sleep(0.03)
        # Presses that nobody heard would leave everything as it was.
        self.assertGreater(self.met, SECONDS / 5)
        counted = marks[len(marks) // 3:]
        spans = [(min(column), max(column)) for column in zip(*counted)]
        first, last = counted[0], counted[-1]
        print(f"  {SECONDS:.0f} s, {presses} presses, {visits} streams opened and dropped, {self.met} requests met, {4 * visits} connections or so: "
              f"threads {spans[0][0]}–{spans[0][1]}, descriptors {spans[1][0]}–{spans[1][1]}, "
              f"memory {first[2]} to {last[2]} KiB", flush=True)
        self.assertLessEqual(spans[0][1] - spans[0][0], MOST_THREADS, marks)
        self.assertLessEqual(spans[1][1] - spans[1][0], MOST_DESCRIPTORS, marks)
        self.assertLessEqual(last[2] - first[2], MOST_KIB, marks)


if __name__ == "__main__":
    unittest.main(verbosity=2)
