"""Killed at every sync of the disk in turn: what the client was told is "Asked" is there afterwards, once.

How the killing is done: strace counts the calls of each thread on its own, so `when=N` would kill at the Nth sync of
whichever thread comes to it first, and never at others. A small library in front of libc counts the syncs of the whole
process instead, and kills it at the Nth: before it, or (every other N) when it has just been done and nobody knows. A test holds
the library's count against strace's. Not covered: moments between two syncs at which nothing is written for good.

BECKON_KILLS=N kills N times in each of the first two parts, at syncs that are spread evenly over the script (24 by default), and N/2
times in the third; BECKON_KILLS=all kills at every sync, before it and after it. The figures that are printed say how many were left out.
"""
import concurrent.futures
import os
import re
import shutil
import sys
import time
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import (  # noqa: E402
    API, NEEDS, Role, all_requests, asked, free_port, glob, has_said, healthy, integrity, outbox, small_home,
    wait_for)
from faulty import FaultyDisk  # noqa: E402

ALL = os.environ.get("BECKON_KILLS") == "all"
KILLS = int(os.environ.get("BECKON_KILLS", "24")) if not ALL else 1_000_000
AT_ONCE = 4  # The runs mostly wait for what is spoken.
SCRIPT = NEEDS[:2]


class Figures:
    def __init__(self, name):
        self.name, self.kills, self.asked, self.kept, self.skipped = name, 0, 0, 0, 0

    def show(self, syncs):
        print(f"  {self.name}: {self.kills} kills at {syncs} syncs ({self.skipped} left out), "
              f"{self.asked} told “Asked”, 0 lost, 0 twice ({self.kept} in the service)", flush=True)


def points(syncs):
    """(number, whether after it): every sync alternately before and after, or all of both."""
    if ALL:
        return [(number, after) for number in range(1, syncs + 1) for after in (False, True)]
    return [(number, number % 2 == 0) for number in range(1, syncs + 1)]


def spread(items):
    """The items in an order in which each beginning covers the whole evenly: where time ends, gaps are even."""
    count, order = len(items), []
    width = 1
    while width < count:
        width *= 2
    while width >= 1:
        order += [index for index in range(0, count, width) if index not in set(order)]
        width //= 2
    return [items[index] for index in order]


class Killed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.disk = FaultyDisk()

    @classmethod
    def tearDownClass(cls):
        cls.disk.remove()

    def counting(self, at=0, after=False):
        """A page of rules that counts the syncs, and kills at one of them."""
        return self.disk.page(*([f"sync * {at} {'kill-after' if after else 'kill'}"] if at else []))

    def check(self, home, requests, words, context):
        """Nothing that was confirmed is missing; nothing is there twice."""
        labels = [request["label"] for request in requests]
        for word in words:
            self.assertIn(word, labels, f"LOST {context}: “Asked” was begun for {word}; there are {labels}\n"
                          + home.logged()[-3000:])
        self.assertEqual(len(labels), len(set(labels)), f"TWICE {context}: {labels}")
        self.assertEqual(len(requests), len({request["id"].lower() for request in requests}), context)

    def whole(self, home, context):
        for name in ["kiosk", "care", "station"]:
            self.assertEqual(integrity(f"{home.path}/{name}.sqlite"), "ok", f"{context}: {name}.sqlite")

    # MARK: the whole in one process

    def run_script(self, home, environment):
        """Makes a home's first start and asks; gives whether it came through."""
        role = Role(home, "run", ["--listen", "127.0.0.1:0"], environment=environment)
        try:
            wait_for(lambda: not role.is_running() or has_said(home, "Ready"), "Ready", home=home)
            for word in SCRIPT:
                if word != SCRIPT[0]:
                    role.settle()
                if not role.is_running() or not role.ask(word):
                    return False
            # Until all of it is told: the syncs of what follows "Asked" belong to it.
            role.settle()
            wait_for(lambda: not role.is_running() or not outbox(home), "an empty outbox", home=home)
            return role.is_running()
        finally:
            role.kill()

    def check_whole(self, home, context):
        """Starts it again, without harm, and looks. Gives what was confirmed, and how many requests there are."""
        words = asked(home)
        after = len(home.lines())
        port = free_port()
        role = Role(home, "run", ["--listen", f"127.0.0.1:{port}"])
        try:
            wait_for(healthy(port), f"the service, {context}", home=home)
            wait_for(lambda: has_said(home, "Ready", after=after), f"Ready, {context}", home=home)
            wait_for(lambda: outbox(home) == [], f"an empty outbox, {context}", home=home)
            requests = all_requests(API(port, home.token("station")))
        finally:
            role.kill()
        self.check(home, requests, words, context)
        self.whole(home, context)
        return words, len(requests)

    def kill_whole(self, at, after):
        home = small_home()
        try:
            context = f"killed {'after' if after else 'before'} sync {at}"
            through = self.run_script(home, self.counting(at, after).environment)
            words, kept = self.check_whole(home, context)
            return through, len(words), kept
        finally:
            home.remove()

    def test_1_the_whole_is_killed_at_each_sync(self):
        home = small_home()
        try:
            page = self.counting()
            self.assertTrue(self.run_script(home, page.environment), home.logged())
            syncs = page.syncs
            self.assertEqual(self.check_whole(home, "unkilled"), (SCRIPT, len(SCRIPT)))
        finally:
            home.remove()
        figures = Figures("whole")
        todo = spread(points(syncs))[:KILLS]
        figures.skipped = len(points(syncs)) - len(todo)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for through, words, kept in pool.map(lambda point: self.kill_whole(*point), todo):
                figures.kills += not through
                figures.asked += words
                figures.kept += kept
        self.assertGreater(figures.kills, len(todo) / 2)
        self.assertGreater(figures.asked, 0)
        figures.show(syncs)

    # MARK: the kiosk alone, the service alone

    def apart(self):
        """A service's home and a kiosk's home, with its tokens."""
        served, home = small_home(), small_home()
        self.addCleanup(served.remove)
        self.addCleanup(home.remove)
        return served, home, free_port()

    def start_service(self, served, port, environment=None, waits=True):
        service = Role(served, "service", ["--listen", f"127.0.0.1:{port}"], environment=environment)
        if waits:
            wait_for(lambda: not service.is_running() or healthy(port)(), "the service", home=served)
        return service

    def start_kiosk(self, home, port, environment=None):
        after = len(home.lines())
        kiosk = Role(home, "kiosk", ["--service", f"http://127.0.0.1:{port}"], environment=environment)
        wait_for(lambda: not kiosk.is_running() or has_said(home, "Ready", after=after), "Ready", home=home)
        return kiosk

    def cancel_all(self, port, served):
        """So that the same needs can be asked for again."""
        api = API(port, served.token("kiosk"))
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        for request in api.requests():
            status, body = api.call("POST", f"/requests/{request['id']}/responses", {
                "id": str(uuid.uuid4()), "state": "cancelled", "by": "Test", "at": now})
            self.assertEqual(status, 201, body)

    def test_2_the_kiosk_alone_is_killed_at_each_sync(self):
        """The service stays; each round begins with a kiosk's store that is not made yet."""
        served, home, port = self.apart()
        service = self.start_service(served, port)
        home.take_tokens(served)
        api = API(port, served.token("station"))
        figures, known = Figures("kiosk alone"), 0

        def ask_all(page):
            """A kiosk without a store asks for everything; gives whether it came through."""
            for path in glob.glob(f"{home.path}/kiosk.sqlite*"):
                os.remove(path)
            kiosk = self.start_kiosk(home, port, page.environment)
            try:
                for word in SCRIPT:
                    if not kiosk.is_running() or not kiosk.ask(word):
                        break
                    kiosk.settle()
                wait_for(lambda: not kiosk.is_running() or not outbox(home), "an empty outbox", home=home)
                return kiosk.is_running()
            finally:
                kiosk.kill()

        try:
            # A home's first start writes files that stay; the rounds after it would have fewer syncs than were counted.
            self.start_kiosk(home, port).kill()
            page = self.counting()
            before = len(home.lines())
            self.assertTrue(ask_all(page), home.logged())
            todo = [(0, False)] + spread(points(page.syncs))[:KILLS]
            figures.skipped = len(points(page.syncs)) + 1 - len(todo)
            for at, after in todo:
                # The first has been asked above, and was not killed.
                if at:
                    before = len(home.lines())
                    figures.kills += not ask_all(self.counting(at, after))
                context = f"kiosk killed {'after' if after else 'before'} sync {at}" if at else "unkilled"
                words = asked(home, before)
                kiosk = self.start_kiosk(home, port)
                wait_for(lambda: outbox(home) == [], "an empty outbox", home=home)
                kiosk.kill()
                self.whole(home, context)
                requests = all_requests(api)[known:]
                self.check(home, requests, words, context)
                known += len(requests)
                figures.asked += len(words)
                figures.kept += len(requests)
                self.cancel_all(port, served)
        finally:
            service.kill()
        self.assertGreater(figures.kills, len(todo) / 2)
        self.assertGreater(figures.asked, len(SCRIPT))
        figures.show(page.syncs)

    def test_3_the_service_alone_is_killed_at_each_sync(self):
        """The kiosk goes on asking while its service dies at a sync after its start."""
        served, home, port = self.apart()
        service = self.start_service(served, port)
        home.take_tokens(served)
        service.kill()
        kiosk = self.start_kiosk(home, port)
        figures, known = Figures("service alone"), 0
        try:
            todo, syncs = [(0, False)], 0
            while todo:
                at, after = todo.pop(0)
                context = f"service killed {'after' if after else 'before'} sync {at}" if at else "unkilled"
                page = self.counting(at, after)
                service = self.start_service(served, port, page.environment)
                before = len(home.lines())
                for word in NEEDS[:3]:  # Also those that are asked while it is dead.
                    kiosk.settle()
                    self.assertTrue(kiosk.ask(word), home.logged())
                wait_for(lambda: not service.is_running() or not outbox(home), "an empty outbox", home=home)
                figures.kills += not service.is_running()
                service.kill()
                if not at:
                    syncs = page.syncs
                    all_points = points(syncs)
                    todo = spread(all_points)[:KILLS // 2]
                    figures.skipped = len(all_points) - len(todo)
                words = asked(home, before)
                service = self.start_service(served, port)
                wait_for(lambda: not outbox(home), "an empty outbox", home=home)
                requests = all_requests(API(port, served.token("station")))[known:]
                self.check(home, requests, words, context)
                known += len(requests)
                figures.asked += len(words)
                figures.kept += len(requests)
                self.cancel_all(port, served)
                # A kiosk that has not been connected since could not know that they are open no more.
                kiosk.kill()
                kiosk = self.start_kiosk(home, port)
                service.kill()
                self.whole(served, context)
        finally:
            kiosk.kill()
            service.kill()
        self.assertGreater(figures.kills, min(KILLS // 2, syncs) / 2)
        figures.show(syncs)

    # MARK: what a kill cannot show

    @unittest.skipUnless(shutil.which("strace"), "strace is missing: apt-get install strace")
    def test_4_a_sync_stands_before_asked_and_before_201(self):
        """A kill leaves what the system has not written yet, a power cut does not: so the order of calls is read."""
        page = self.counting()
        order = self.order(page.environment)
        for need, found in order.items():
            self.assertEqual(found, {"outbox": True, "service": True}, f"{need}: {order}")
        self.assertGreater(self.syncs, 0)
        # It counts before it syncs: at its end each of the three stores may have been just between the two.
        self.assertIn(page.syncs - self.syncs, range(4), "the counting library does not see every sync")
        print(f"  order: {len(order)} of {len(order)} synced before “Asked” and before 201; "
              f"{self.syncs} syncs seen by strace, {page.syncs} by the counter", flush=True)

    @unittest.skipUnless(shutil.which("strace"), "strace is missing: apt-get install strace")
    def test_5_without_syncs_the_same_check_fails(self):
        library = sorted(glob.glob("/usr/lib/*/libeatmydata.so*") + glob.glob("/usr/lib/libeatmydata/*.so*"))
        if not library:
            self.skipTest("libeatmydata is missing: apt-get install eatmydata")
        order = self.order({"LD_PRELOAD": library[0]})
        self.assertEqual(len(order), len(SCRIPT))
        for need, found in order.items():
            self.assertEqual(found, {"outbox": False, "service": False}, f"{need} passed without a sync: {order}")
        self.assertEqual(self.syncs, 0)
        print(f"  order: without syncs, {len(order)} of {len(order)} found out", flush=True)

    def order(self, environment):
        """For each need: whether a sync of the file has succeeded between its first write there and the word for it,
        "Asked" in the transcript for the kiosk's store, 201 on a socket for the service's."""
        home = small_home()
        log = f"{home.folder}/strace"
        wrap = ["strace", "-f", "-y", "-s", "5000", "-o", log,
                "-e", "trace=write,pwrite64,writev,pwritev,sendto,sendmsg,fsync,fdatasync"]
        for name, value in environment.items():
            wrap += ["-E", f"{name}={value}"]
        try:
            role = Role(home, "run", ["--listen", "127.0.0.1:0"], wrap=wrap)
            try:
                wait_for(lambda: has_said(home, "Ready"), "Ready", home=home)
                for word in SCRIPT:
                    role.settle() if word != SCRIPT[0] else None
                    self.assertTrue(role.ask(word), home.logged())
                wait_for(lambda: not outbox(home), "an empty outbox", home=home)
            finally:
                role.kill()
            with open(log, errors="replace") as file:
                return self.read_order(file)
        finally:
            home.remove()

    def read_order(self, lines):
        calls, pending = [], {}
        for line in lines:
            thread, call = line.rstrip("\n").split(None, 1)
            if call.endswith("<unfinished ...>"):
                # A write counts from its beginning, a sync only when it has ended.
                pending[thread] = call
                if not re.match(r"f(data)?sync\(", call):
                    calls.append(call)
            elif call.startswith("<..."):
                begun = pending.pop(thread, "")
                if re.match(r"f(data)?sync\(", begun):
                    calls.append(begun + call)
            else:
                calls.append(call)
        self.syncs = sum(bool(re.match(r"f(data)?sync\(", call)) for call in calls)

        def is_synced(need, wal, is_word):
            started = synced = False
            for call in calls:
                if not started:
                    started = bool(re.match(rf"p?write(64)?\(\d+<[^>]*{wal}>", call)) and need in call
                elif re.match(rf"f(data)?sync\(\d+<[^>]*{wal}>", call) and call.endswith("= 0"):
                    synced = True
                elif is_word(call):
                    return synced
            self.fail(f"{need}: not found in the order of calls (written to {wal}: {started})")

        return {
            word: {
                "outbox": is_synced(f"need-{word}", "kiosk\\.sqlite-wal", lambda call: re.match(
                    r"write\(\d+<[^>]*transcript\.jsonl>", call) and "Asked" in call and "started" in call),
                "service": is_synced(f"need-{word}", "care\\.sqlite-wal", lambda call: "HTTP/1.1 201" in call),
            } for word in SCRIPT}


if __name__ == "__main__":
    unittest.main(verbosity=2)
