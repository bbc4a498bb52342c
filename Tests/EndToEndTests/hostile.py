"""What the hostile tests share: the real service alone, a kiosk that asks all the while, and what the process takes."""
import contextlib
import http.client
import json
import os
import statistics
import sys
import threading
import time
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import PASSWORD, session_headers  # noqa: E402
from faults import PATIENCE, SETTINGS, Role, free_port, small_home, wait_for  # noqa: E402

# Seconds: what a kiosk waits for at most, whatever others do. Service, attackers and the rest of the machine share its processors
# here; with those to itself, a kiosk waits tens of milliseconds, which is printed.
QUICK = 4.0


class Service:
    """The real service, alone or in a whole home (`role`), with its first coordinator, Olga."""

    def __init__(self, name="Olga", role="service", settings=SETTINGS):
        self.home, self.port, self.role = small_home(settings), free_port(), None
        try:
            self.prepare()
            self.role = Role(self.home, role, ["--listen", f"127.0.0.1:{self.port}"])
            wait_for(self.is_up, "the service", home=self.home)
            self.kiosk, self.station = self.home.token("kiosk"), self.home.token("station")
            if name:
                self.set_up(name)
        except BaseException:
            self.close()
            raise

    def prepare(self):
        """What the home's folder holds before the service starts."""

    def is_up(self):
        with contextlib.suppress(OSError):
            return self.send("GET", "/health")[0] == 200
        return False

    def set_up(self, name):
        """The first coordinator."""
        token = self.home.token("setup")
        status, headers, body = self.send("POST", "/setup", {"token": token, "name": name, "password": PASSWORD})
        assert status == 201, body
        self.olga = session_headers(body, headers)

    def close(self):
        if self.role:
            self.role.kill()
        self.home.remove()

    def send(self, method, path, body=None, headers=None, token=None, source=None, wire=None):
        """(status, headers, body as JSON): from an address of this machine's own, or on a connection that is there. Bytes are a picture."""
        one = wire or self.connect(source)
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "image/png" if isinstance(body, bytes) else "application/json"
        try:
            one.request(method, f"/api/v1{path}", body if body is None or isinstance(body, bytes) else json.dumps(body), headers)
            answer = one.getresponse()
            text = answer.read()
            return answer.status, answer.headers, json.loads(text) if text else None
        finally:
            if wire is None:
                one.close()

    def connect(self, source=None, patience=PATIENCE):
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=patience, source_address=(source, 0) if source else None)

    def pair(self, kind, name, client=None, source=None):
        """A new device, as a coordinator lets it in; gives its token."""
        new = {"id": str(uuid.uuid4()), "kind": kind, "name": name}
        if client:
            new["client"] = client
        status, _, made = self.send("POST", "/pairings", new, self.olga)
        assert status == 201, made
        status, _, device = self.send("POST", "/devices", {"code": made["code"]}, source=source)
        assert status == 201, device
        return device["token"]

    def invite(self, name, role="caregiver", **more):
        """Somebody who can log in; gives their session's headers."""
        new = {"id": str(uuid.uuid4()), "role": role, "name": name, **more}
        status, _, made = self.send("POST", "/invitations", new, self.olga)
        assert status == 201, made
        status, headers, body = self.send("POST", f"/invitations/{made['code']}/acceptance", {"name": name, "password": PASSWORD})
        assert status == 201, body
        return session_headers(body, headers)

    def log_in(self, name, password, source=None, wire=None):
        return self.send("POST", "/sessions", {"name": name, "password": password}, source=source, wire=wire)

    def ask(self, say="Water, please.", wire=None):
        """A kiosk's request. Gives its status."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        new = {"id": str(uuid.uuid4()), "client": "maria", "client_name": "Maria", "need": "water", "label": "Water",
               "called": "water", "say": say, "priority": "normal", "asked_at": now}
        return self.send("POST", "/requests", new, token=self.kiosk, wire=wire)[0]

    def memory(self, which="VmRSS"):
        """In MB."""
        with open(f"/proc/{self.role.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(which)) / 1024

    def processor_time(self):
        """The seconds for which its threads have worked, all together."""
        # The kernel's number for that clock of another process: CPUCLOCK_SCHED is 2 in <linux/posix-timers.h>.
        return time.clock_gettime((~self.role.process.pid << 3) | 2)

    def forget_peak(self):
        """From now on `VmHWM` is the most that it takes from now on."""
        with open(f"/proc/{self.role.process.pid}/clear_refs", "w") as file:
            file.write("5")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.role.process.pid}/fd"))


@contextlib.contextmanager
def a_kiosk_that_asks(service):
    """Asks and looks at the service's health all the while, each on a new connection; gives the seconds that each took."""
    taken, failed, is_over, start = [], [], threading.Event(), time.monotonic()
    worst = (0, 0)

    def go():
        nonlocal worst
        while not is_over.wait(0.2):
            begun = time.monotonic()
            with contextlib.suppress(OSError, http.client.HTTPException):
                status = service.ask()
                asked = time.monotonic()
                health = service.send("GET", "/health")[0]
                taken.extend([asked - begun, time.monotonic() - asked])
                worst = max(worst, (max(taken[-2:]), begun - start))
                if (status, health) == (201, 200):
                    continue
            failed.append(f"after {time.monotonic() - begun:.2f} s")
    thread = threading.Thread(target=go, daemon=True)
    thread.start()
    try:
        yield taken
    finally:
        is_over.set()
        thread.join(PATIENCE)
    if failed or not taken or max(taken) > QUICK:
        raise AssertionError(
            f"a kiosk was not answered {len(failed)} times ({failed[:3]}); the slowest answer took {worst[0]:.2f} s, after {worst[1]:.0f} s")


def in_words(taken):
    """What a kiosk met."""
    return (f"{len(taken)} answers for a kiosk meanwhile, median {statistics.median(taken) * 1000:.0f} ms, "
            f"slowest {max(taken) * 1000:.0f} ms")
