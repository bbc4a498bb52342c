"""Makes `home`: a home as the first version leaves it when it is stopped, with everything in it that it could keep.

    BECKON=…/beckon BECKON_SHARE=… python3 make.py

BECKON is that version's own program (0.1.0, before there were routines: commit b693518), never today's, and BECKON_SHARE a folder with
its boards and sounds: what it writes is what homes out there hold. It is run as people run it, asked by keys and over its API; nothing
is written by hand.
"""
import contextlib
import glob
import os
import shutil
import sqlite3
import sys
import time
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../EndToEndTests"))
import faults  # noqa: E402
from faults import (  # noqa: E402
    API, Role, all_requests, free_port, has_said, read, said, small_home, wait_for, write)

# Its phrases, not today's.
faults.ROOT = os.environ["BECKON_SHARE"]
# The home's program works while this file is there.
SETTINGS = """
alerts:
  escalate: 2 s
  escalate_urgent: 2 s
  still_waiting: [3 s]
  ask_again: 60 s
  command: [/bin/sh, -c, "cat >/dev/null; test -e {works}"]
"""
# What a process that uses a store has beside it, and where it listens; the log of what is not in the file yet (`-wal`) belongs to it.
LEFT_OUT = shutil.ignore_patterns("*.lock", "*-shm", "run")


class Making:
    def __init__(self):
        self.home = small_home()
        self.works = f"{self.home.folder}/works"
        with open(f"{self.home.path}/beckon.yaml", "a") as file:
            file.write(SETTINGS.format(works=self.works))
        self.port = free_port()

    def start(self, *arguments, ready):
        after = len(self.home.lines())
        role = Role(self.home, *arguments)
        wait_for(lambda: ready(after) or not role.is_running(), "a start", home=self.home, seconds=30)
        assert role.is_running(), self.home.logged()
        return role

    def end(self, role):
        role.process.terminate()
        assert role.end() == 0, self.home.logged()

    def one(self, label, state="asked"):
        return wait_for(lambda: next((one for one in all_requests(self.api) if one["label"] == label and one["state"] == state
                                      ), None), f"{label}: {state}", home=self.home)

    def deliveries(self):
        with sqlite3.connect(f"file:{self.home.path}/care.sqlite?mode=ro", uri=True) as database:
            return [row[0] for row in database.execute("SELECT state FROM delivery")]

    def post(self, label, priority="normal", again=None):
        body = {"id": str(uuid.uuid4()), "client": "otto", "client_name": "Otto", "need": f"need-{label}", "label": label,
                "called": label, "say": label, "priority": priority,
                "asked_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
        if again:
            body["asks_again"] = again
        status, made = self.api.call("POST", "/requests", body, token=self.kiosk)
        assert status == 201, made
        return body["id"]

    def run(self):
        """All at once, as at home."""
        role = self.start("run", ["--listen", f"127.0.0.1:{self.port}"],
                          ready=lambda after: has_said(self.home, "Ready", after=after))
        self.api, self.kiosk = API(self.port, self.home.token("station")), self.home.token("kiosk")
        self.live(role)
        self.break_board()
        self.end(role)

    def live(self, role):
        """What people do while all is well."""
        assert role.ask("water")
        request = self.one("water", "heard")
        for state in ["on_the_way", "met"]:
            assert self.api.respond(request["id"], state)[0] == 201
        said(self.home, "Anna: your water is done")
        # Until then a press would ask again.
        role.settle()
        assert role.ask("bread")
        assert self.api.respond(self.one("bread", "heard")["id"], "declined", reason="dinner is in ten minutes")[0] == 201
        said(self.home, "dinner is in ten minutes")
        role.settle()
        # By the station's own key.
        assert role.ask("chair")
        self.one("chair", "heard")
        role.type("m")
        self.one("chair", "met")
        said(self.home, "your chair is done")
        role.settle()
        # Another client, who asks again and takes one back.
        first = self.post("music", "soon")
        again = self.post("music", "soon", again=first)
        status, told = self.api.call("POST", f"/requests/{again}/responses", {
            "id": str(uuid.uuid4()), "state": "cancelled", "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}, token=self.kiosk)
        assert status == 201, told
        # The home's program is told of the first, of the second it cannot be.
        write(self.works, "")
        self.post("paper", "urgent")
        wait_for(lambda: "sent" in self.deliveries(), "a call that was sent", home=self.home)
        os.remove(self.works)
        self.post("towel", "urgent")
        wait_for(lambda: "pending" in self.deliveries(), "a call that waits", home=self.home)

    def break_board(self):
        """A fault that is over, and one that is not."""
        file = f"{self.home.path}/boards/small.yaml"
        good = read(file)
        for number in range(2):
            after = len(self.home.lines())
            write(file, good.replace(b"label: chair", b"lable: chair"))
            wait_for(lambda: has_said(self.home, "has a mistake", role="station", after=after), "the mistake", home=self.home, seconds=60)
            if number == 0:
                write(file, good)
                wait_for(lambda: has_said(self.home, "are in order again", role="station", after=after), "order", home=self.home,
                         seconds=60)

    def apart(self):
        """Kiosk and station, whose service goes away: what is asked and answered then waits in their outboxes."""
        listen = ["--listen", f"127.0.0.1:{self.port}"]
        there = ["--service", f"http://127.0.0.1:{self.port}"]
        service = self.start("service", listen, ready=lambda _: self.is_healthy())
        kiosk = self.start("kiosk", there, ready=lambda after: has_said(self.home, "Ready", after=after))
        station = self.start("station", there, ready=lambda after: has_said(self.home, "", role="station", after=after))
        assert kiosk.ask("light")
        self.one("light", "heard")
        wait_for(lambda: has_said(self.home, "light", event="finished", role="station"), "the light at the station", home=self.home)
        self.end(service)
        station.type("a")
        wait_for(lambda: self.waiting("station", "respond"), "an answer that waits", home=self.home, seconds=30)
        for word in ["radio", "scarf"]:
            kiosk.settle()
            assert kiosk.ask(word)
        assert self.waiting("kiosk", "ask") == 2
        self.end(kiosk)
        self.end(station)

    def is_healthy(self):
        try:
            return self.api.call("GET", "/health")[0] == 200
        except OSError:
            return False

    def waiting(self, store, kind):
        with sqlite3.connect(f"file:{self.home.path}/{store}.sqlite?mode=ro", uri=True) as database:
            return database.execute("SELECT count(*) FROM command WHERE kind = ?", [kind]).fetchone()[0]

    def keep(self, folder, brought_in):
        """In `home` of a folder. Of the stores that are named, SQLite brings the log into the file, as at any start."""
        kept = f"{folder}/home"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(self.home.path, kept, ignore=LEFT_OUT)
        for store in brought_in:
            with contextlib.closing(sqlite3.connect(f"{kept}/{store}.sqlite")) as database:
                assert database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        for settings in glob.glob(f"{kept}/**/beckon.yaml", recursive=True):
            # A file that is nowhere, on no machine.
            write(settings, read(settings).replace(self.works.encode(), b"/nonexistent"))

    def make(self, folder, brought_in):
        """A whole home, kept in `home` of a folder."""
        try:
            self.run()
            self.apart()
            self.keep(folder, brought_in)
        finally:
            self.home.remove()


if __name__ == "__main__":
    # Most of the record's log is pages that were written again since. Of the outboxes it stays, as it has rows that the file has not.
    Making().make(HERE, ["care"])
