"""The disk fails under a running Beckon: what was confirmed is kept, what could not be kept is told, and all is well again
without a restart as soon as the disk is.

The library of faulty.py makes syncs, writes, opens and renames go wrong below SQLite and below Beckon's own files.
Cases that are left out for time are counted; BECKON_FAULTS=all plays all of them, BECKON_FAULT_SECONDS (8) bounds each part.
"""
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import (  # noqa: E402
    API, NEEDS, ROOT, SETTINGS, Role, all_requests, asked, free_port, has_said, integrity, outbox, read, said,
    small_home, wait_for)
from faulty import FaultyDisk  # noqa: E402

ALL = os.environ.get("BECKON_FAULTS") == "all"
SECONDS = float(os.environ.get("BECKON_FAULT_SECONDS", "8"))
PROBE = os.environ.get("STORE_PROBE", f"{ROOT}/.build/debug/store-probe")
AT_ONCE = 8  # The runs mostly wait for what is spoken.
NOT_STORED = "That could not be saved"
TOLD = {"kiosk": "kiosk cannot save calls", "care": "Calls cannot be saved"}
FAILING = re.compile("nothing can be stored|outbox cannot be written")
OVER = {"kiosk": "can save calls again", "care": "Calls are saved again"}


def spread(items):
    """The items in an order in which each beginning covers the whole evenly: where time ends, gaps are even."""
    order = sorted(range(len(items)), key=lambda index: (int(f"{index:012b}"[::-1], 2)))
    return [items[index] for index in order]


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.disk = FaultyDisk()
        cls.template = small_home(SETTINGS + "tuning: { keep: on }\n")
        role = Role(cls.template, "run", ["--listen", "127.0.0.1:0"])
        try:
            said(cls.template, "Ready", event="started")
            assert role.ask("towel"), cls.template.logged()
            said(cls.template, "Heard", event="started")
        finally:
            role.process.terminate()
            role.end()

    @classmethod
    def tearDownClass(cls):
        cls.disk.remove()
        cls.template.remove()

    def lived_in(self):
        home = small_home()
        shutil.rmtree(home.path)
        shutil.copytree(self.template.path, home.path)
        return home

    def start(self, home, page=None):
        """Gives the role, and its API as soon as there are tokens; the role may have ended with an error."""
        port, after = free_port(), len(home.lines())
        role = Role(home, "run", ["--listen", f"127.0.0.1:{port}"], environment=page and page.environment)
        wait_for(lambda: not role.is_running() or has_said(home, "Ready", after=after), "Ready", home=home)
        return role, API(port, home.token("station")) if role.is_running() else None

    def ask(self, role, word):
        """Gives whether it was confirmed; fails if the client is told neither that nor that it was not stored."""
        home, after = role.home, len(role.home.lines())
        role.has_asked = True
        role.type(str(NEEDS.index(word) + 1))
        wait_for(lambda: not role.is_running() or word in asked(home, after) or has_said(home, NOT_STORED, after=after),
                 f"“Asked”, or that it was not stored: {word}", home=home)
        self.alive(role)
        confirmed = word in asked(home, after)
        self.assertNotEqual(confirmed, bool(has_said(home, NOT_STORED, after=after)), "told both")
        return confirmed

    def alive(self, role):
        self.assertTrue(role.is_running(), f"it has died ({role.process.returncode}):\n{role.home.logged()[-4000:]}")

    def there(self, api, word, home):
        wait_for(lambda: [r["label"] for r in all_requests(api)].count(word) == 1, f"{word} in the service", home=home,
                 seconds=60)

    def afterwards(self, home, confirmed, context):
        """A start on a disk that is well: what was confirmed is there, nothing is there twice, every file is whole."""
        role, api = self.start(home)
        self.alive(role)
        try:
            wait_for(lambda: outbox(home) == [], f"an empty outbox, {context}", home=home)
            requests = all_requests(api)
        finally:
            role.process.terminate()
            role.end()
        labels = [request["label"] for request in requests]
        for word in confirmed:
            self.assertIn(word, labels, f"LOST {context}: {labels}\n{home.logged()[-3000:]}")
        self.assertEqual(len(labels), len(set(labels)), f"TWICE {context}: {labels}")
        for name in ["kiosk", "care", "station"]:
            self.assertEqual(integrity(f"{home.path}/{name}.sqlite"), "ok", f"{context}: {name}.sqlite")
        for path in glob.glob(f"{home.path}/*.json") + glob.glob(f"{home.path}/tuning/*.json"):
            json.loads(read(path))
        litter = [name for _, _, names in os.walk(home.path) for name in names
                  if re.search(r"\.(partial|new|damaged)$", name)]
        self.assertEqual(litter, [], context)

    def in_parallel(self, cases, one):
        """Plays the cases while there is time; gives their results, and how many were left out."""
        end = time.monotonic() + SECONDS
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            def play(case):
                return None if not ALL and time.monotonic() > end else one(case)
            results = list(pool.map(play, cases if ALL else spread(cases)))
        return [result for result in results if result is not None], results.count(None)

    # MARK: syncs

    def one_sync(self, number, is_new):
        """One sync fails; returns (whether it did, whether the start was refused, told as asked, told as not stored)."""
        home = small_home() if is_new else self.lived_in()
        context = f"sync {number} failed, {'first start' if is_new else 'lived in'}"
        page = self.disk.page(f"sync * {number} EIO")
        try:
            role, api = self.start(home, page)
            words = NEEDS[:2]
            if not role.is_running():
                # Said in words, and nothing stands in the way of the next start.
                self.assertGreater(role.end(), 0, context)
                self.assertRegex(home.logged(), "Input/output error|the disk fails", context)
                self.assertNotIn("Fatal", home.logged(), context)
                self.afterwards(home, [], context)
                return 1, 1, 0, 0
            try:
                confirmed = []
                for word in words:
                    role.settle()
                    confirmed += [word] if self.ask(role, word) else []
                role.settle()
                # A fault that is over before the station has connected is in the log alone.
                wait_for(lambda: home.logged().count("works again") == len(FAILING.findall(home.logged()))
                         or any(has_said(home, text, role="station") for text in TOLD.values()),
                         f"a caregiver told, {context}", home=home)
                # The disk is well again: no restart is needed.
                self.assertTrue(self.ask(role, NEEDS[2]), context)
                self.there(api, NEEDS[2], home)
                self.alive(role)
            finally:
                role.kill()
            self.afterwards(home, confirmed + [NEEDS[2]], context)
            return page.done(), 0, len(confirmed), len(words) - len(confirmed)
        finally:
            home.remove()

    def each_sync(self, is_new):
        home = small_home() if is_new else self.lived_in()
        page = self.disk.page()
        try:
            role, api = self.start(home, page)
            for word in NEEDS[:2]:
                role.settle()
                self.assertTrue(self.ask(role, word))
            role.settle()
            syncs = page.syncs
            role.kill()
        finally:
            home.remove()
        self.assertGreater(syncs, 5)
        results, left = self.in_parallel(list(range(1, syncs + 1)), lambda number: self.one_sync(number, is_new))
        failed, refused, confirmed, told = (sum(column) for column in zip(*results))
        self.assertGreater(failed, 5)
        print(f"  {'first start' if is_new else 'lived in'}: {failed} of {syncs} syncs failed, one in each run ({left} left "
              f"out): {confirmed} told “Asked”, 0 lost, 0 twice; {told} told as not stored; {refused} starts refused in words",
              flush=True)

    def test_1_each_sync_of_a_first_start_fails_once(self):
        self.each_sync(True)

    def test_2_each_sync_of_a_home_that_is_lived_in_fails_once(self):
        self.each_sync(False)

    def for_a_while(self, case):
        """The disk fails under a running home, and is well again after a while."""
        what, stores = case
        home = self.lived_in()
        page = self.disk.page()
        pattern = "*/home/*" if len(stores) > 1 else f"*/{stores[0]}.sqlite*"
        try:
            role, api = self.start(home, page)
            self.alive(role)
            page.set(*(f"{call} {pattern} 1+ {error}" for call, error in what))
            confirmed, told = [], []
            for word in NEEDS[:2]:
                role.settle()
                (confirmed if self.ask(role, word) else told).append(word)
            self.assertGreater(page.done(), 0, case)
            for store in stores:
                wait_for(lambda: has_said(home, TOLD[store], role="station", kind="fault"), f"“{TOLD[store]}” {case}",
                         home=home)
            self.assertEqual(bool(told), len(stores) > 1, f"{case}: {told}")
            page.mend()
            for store in stores:
                said(home, OVER[store], event="started", role="station")
            role.settle()
            self.assertTrue(self.ask(role, "light"), case)
            for word in confirmed + ["light"]:
                self.there(api, word, home)
            self.alive(role)
            role.kill()
            self.afterwards(home, confirmed + ["light"], str(case))
            return len(confirmed), len(told)
        finally:
            role.kill()
            home.remove()

    def test_3_a_disk_that_fails_for_a_while(self):
        failures = [[("sync", "EIO")], [("write", "EIO")], [("write", "ENOSPC"), ("size", "ENOSPC")]]
        cases = [(what, stores) for what in failures for stores in (["kiosk"], ["care"], ["kiosk", "care"])]
        results, left = self.in_parallel(cases, self.for_a_while)
        print(f"  {len(results)} disks that failed for a while ({left} left out): {sum(r[0] for r in results)} told “Asked”, all "
              f"there; {sum(r[1] for r in results)} told as not stored; all well again without a restart", flush=True)

    # MARK: by chance

    def by_chance(self, seed):
        """Calls on the home's files fail now and then while it is asked and stopped, with every other seed from the start."""
        home = self.lived_in()
        rules = [
            [f"write */home/* 1/8@{seed} short", f"open */home/* 1/40@{seed} EIO"],
            [f"write */home/* 1/8@{seed} EIO", f"rename */home/* 1/3@{seed} EIO"],
            [f"write */home/* 1/6@{seed} ENOSPC", f"size */home/* 1/3@{seed} ENOSPC", f"sync */home/* 1/9@{seed} EIO"],
            [f"open */home/* 1/6@{seed} EMFILE", f"write */home/* 1/10@{seed} short", f"sync * 1/9@{seed} slow=300"],
        ][seed // 2 % 4]
        page = self.disk.page(*(rules if seed % 2 else []))
        context = f"seed {seed}"
        try:
            role, api = self.start(home, page)
            if seed % 2 == 0:
                page.set(*rules)
            confirmed, told = [], []
            if role.is_running():
                for word in NEEDS[:3]:
                    role.settle()
                    (confirmed if self.ask(role, word) else told).append(word)
                hits = sum(page.done(index) for index in range(len(rules)))
                page.mend()
                role.settle()
                wait_for(lambda: self.ask_again(role, "light"), f"“Asked” on a disk that is well, {context}", home=home,
                         seconds=60)
                self.there(api, "light", home)
                confirmed.append("light")
                page.set(*rules)
                role.process.terminate()
                self.assertEqual(role.end(), 0, home.logged()[-3000:])
            else:
                hits = sum(page.done(index) for index in range(len(rules)))
                self.assertGreater(role.end(), 0, f"{context}: killed\n{home.logged()[-3000:]}")
                self.assertRegex(home.logged(), r"Input/output|No space|open files|disk")
            self.assertNotIn("Fatal", home.logged(), context)
            self.afterwards(home, confirmed, context)
            return hits, len(confirmed), len(told)
        finally:
            role.kill()
            home.remove()

    def ask_again(self, role, word):
        confirmed = self.ask(role, word)
        role.settle()
        return confirmed

    def test_4_calls_fail_by_chance(self):
        results, left = self.in_parallel(list(range(1, 25)), self.by_chance)
        hits, confirmed, told = (sum(column) for column in zip(*results))
        self.assertGreater(hits, 20)
        print(f"  {hits} calls failed by chance in {len(results)} runs ({left} left out): {confirmed} told “Asked”, 0 lost, "
              f"0 twice; {told} told as not stored; every next start without a word", flush=True)

    def test_5_half_a_line_of_the_transcript_costs_that_line_alone(self):
        home = self.lived_in()
        page = self.disk.page("write */transcript.jsonl 3 short")
        try:
            role = Role(home, "run", ["--listen", "127.0.0.1:0"], environment=page.environment)
            wait_for(lambda: page.matched() >= 6, "some lines", home=None)
            role.process.terminate()
            self.assertEqual(role.end(), 0)
            whole = broken = 0
            for line in read(home.transcript).decode().splitlines():
                try:
                    whole += bool(json.loads(line))
                except ValueError:
                    broken += 1
            self.assertEqual(broken, 0, read(home.transcript).decode())
            self.assertGreaterEqual(whole, 4)
        finally:
            role.kill()
            home.remove()

    # MARK: a retry must not lie

    @unittest.skipUnless(shutil.which("strace"), "strace is missing: apt-get install strace")
    def test_6_after_a_failed_sync_everything_is_written_anew(self):
        """A system forgets after a failed sync what it could not write, and the next sync succeeds over nothing. So between
        a failed sync and the word "recorded" all bytes that it should have kept are written again, and synced."""
        self.assertTrue(os.path.exists(PROBE), f"{PROBE} is not built: swift build --product store-probe")
        failed = 0
        for kind in ("outbox", "store"):
            for number in range(1, 21):
                folder = f"{self.disk.folder}/{kind}{number}"
                os.mkdir(folder)
                subprocess.run(
                    ["strace", "-f", "-y", "-s", "64", "-o", f"{folder}/strace",
                     "-e", "trace=pwrite64,write,ftruncate,fsync,fdatasync",
                     "-e", f"inject=fsync,fdatasync:error=EIO:when={number}",
                     PROBE, kind, "retry", f"{folder}/test.sqlite", "8"], capture_output=True, timeout=60)
                with open(f"{folder}/strace", errors="replace") as file:
                    found = self.forgotten(file)
                self.assertEqual(len(found.recorded), 8, f"{kind}, sync {number}")
                self.assertEqual(found.lies, [], f"{kind}, sync {number}")
                failed += found.failed
        self.assertGreater(failed, 20)
        print(f"  {failed} syncs failed below a writer that tries again: each time all was written anew before “recorded”",
              flush=True)

    def forgotten(self, lines):
        found = Found()
        pending = {}  # calls that another thread interrupted in the log
        for line in lines:
            thread, call = line.rstrip("\n").split(None, 1)
            if call.endswith("<unfinished ...>"):
                pending[thread] = call
                continue
            if call.startswith("<..."):
                call = pending.pop(thread, "").removesuffix("<unfinished ...>").rstrip() + call.split("resumed>", 1)[1]
            found.take(call)
        return found


class Found:
    """Replays an order of calls as a disk that forgets: data that a failed sync should have kept is gone until it is written again."""

    def __init__(self):
        self.failed = 0
        self.recorded = set()
        self.lies = []
        self.unsynced = {"-wal": {}, "": {}}   # offset: length, as the system still knows it
        self.gone = {"-wal": {}, "": {}}       # what the disk never got, though the system thinks so
        self.end = 0                           # of the log as it counts now
        self.is_logged = False                 # whether the log holds what the file may lack

    def take(self, call):
        name = re.match(r"(\w+)\((\d+)<([^>]*)>", call)
        if not name:
            return
        kind, path = name[1], name[3]
        if kind == "write" and '"recorded' in call:
            self.recorded.add(call.split('"')[1])
            self.lies += [f"recorded over bytes that are gone: {at}" for at in self.gone["-wal"] if at < self.end]
            if not self.is_logged:
                self.lies += [f"the file lacks {at}" for at in self.gone[""]]
            return
        which = re.search(r"test\.sqlite(-wal)?$", path)
        if not which:
            return
        file = which[1] or ""
        if kind == "pwrite64":
            size, at = (int(part) for part in re.search(r", (\d+), (\d+)\)", call).groups())
            self.gone[file].pop(at, None)
            self.unsynced[file][at] = size
            if file and at == 0:
                self.restart_log()
            if file:
                self.end = at + size
                self.is_logged = True
        elif kind == "ftruncate" and file:
            self.restart_log()
            self.gone[file].clear()
            self.unsynced[file].clear()
            self.end, self.is_logged = 0, False
        elif kind in ("fsync", "fdatasync"):
            if "EIO" in call:
                self.failed += 1
                self.gone[file].update(self.unsynced[file])
            self.unsynced[file].clear()

    def restart_log(self):
        """The log is restarted: from here on only the file has its content."""
        self.lies += [f"the log began anew while the file lacked {at}" for at in self.gone[""]]


if __name__ == "__main__":
    unittest.main(verbosity=2)
