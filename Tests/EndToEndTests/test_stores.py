"""Stores that cannot be used: the client still scans and speaks, people are told, no byte is changed, nothing that was
confirmed is lost."""
import concurrent.futures
import contextlib
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import (  # noqa: E402
    API, BECKON, NEEDS, Role, all_requests, asked, beckon, free_port, glob, has_said, integrity, outbox, read,
    said, small_home, wait_for)

NOBODY = 65534
NOT_STORED = "That could not be saved"
TOLD = {"kiosk": "kiosk cannot save calls", "care": "Calls cannot be saved"}


def garbage(path):
    with open(path, "r+b") as file:
        file.write(b"This is no database. " * 8)


def short(path):
    os.truncate(path, 50)


def truncated(path):
    os.truncate(path, os.path.getsize(path) // 4096 // 2 * 4096)


def page(path):
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(os.urandom(os.path.getsize(path) - 4096))


def newer(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 4711")
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def foreign(path):
    os.remove(path)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE letters (text)")
        database.commit()


# What is done to a file, and a word that the message about it must have.
DAMAGES = {garbage: "damaged", short: "damaged", truncated: "damaged", page: "damaged", newer: "newer Beckon",
           foreign: "is not Beckon's"}


def digest(path):
    return hashlib.sha256(read(path)).hexdigest()


class Stores(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A home that has been lived in: its stores hold a request."""
        cls.template = small_home()
        port = free_port()
        role = Role(cls.template, "run", ["--listen", f"127.0.0.1:{port}"])
        try:
            said(cls.template, "Ready", event="started")
            assert role.ask("towel"), cls.template.logged()
            wait_for(lambda: outbox(cls.template) == [], "an empty outbox", home=cls.template)
            said(cls.template, "Heard", event="started")
        finally:
            role.process.terminate()
            role.end()

    @classmethod
    def tearDownClass(cls):
        cls.template.remove()

    def lived_in(self):
        home = small_home()
        shutil.rmtree(home.path)
        shutil.copytree(self.template.path, home.path)
        self.addCleanup(home.remove)
        # A request that is open is asked about anew instead of made: the tests ask for other needs.
        return home

    @contextlib.contextmanager
    def running(self, home, wrap=()):
        port = free_port()
        after = len(home.lines())
        role = Role(home, "run", ["--listen", f"127.0.0.1:{port}"], wrap=wrap)
        try:
            wait_for(lambda: has_said(home, "Ready", after=after) or not role.is_running(), "Ready", home=home)
            self.assertTrue(role.is_running(), f"it does not start:\n{home.logged()}")
            yield role, API(port, home.token("station"))
        finally:
            role.kill()

    def ask(self, role, word):
        """Gives whether it was confirmed; fails if the client is told neither that nor that it was not stored."""
        home, after = role.home, len(role.home.lines())
        role.has_asked = True
        role.type(str(NEEDS.index(word) + 1))
        wait_for(lambda: word in asked(home, after) or has_said(home, NOT_STORED, after=after),
                 "“Asked”, or that it was not stored", home=home)
        self.assertEqual(has_said(home, word, kind="say", after=after), 1, "the item was not spoken")
        confirmed = word in asked(home, after)
        self.assertNotEqual(confirmed, bool(has_said(home, NOT_STORED, after=after)), "told both")
        return confirmed

    def told(self, home, store):
        wait_for(lambda: has_said(home, TOLD[store], role="station", kind="fault"), f"“{TOLD[store]}” at the station",
                 home=home)

    def there(self, api, word, home):
        wait_for(lambda: [r["label"] for r in all_requests(api)].count(word) == 1, f"{word} in the service", home=home,
                 seconds=60)

    # MARK: files that cannot be used

    def one(self, store, damage, word):
        home = self.lived_in()
        path = f"{home.path}/{store}.sqlite"
        damage(path)
        before = digest(path)
        with self.running(home) as (role, api):
            self.told(home, store)
            confirmed = self.ask(role, "water")
            role.settle()
            log = home.logged()
            self.assertIn(path, log)
            self.assertIn(word, log)
            if store == "kiosk" and confirmed:
                self.there(api, "water", home)
        self.assertEqual(digest(path), before, f"{path} was changed")
        if store == "care":
            # As the message says: it is moved away, and a new one is made.
            for file in glob.glob(f"{path}*"):
                os.rename(file, f"{home.folder}/{os.path.basename(file)}")
            with self.running(home) as (role, api):
                if confirmed:
                    self.there(api, "water", home)
        return confirmed

    def test_damaged_newer_and_foreign_files(self):
        cases = [(store, damage, word) for store in ("kiosk", "care") for damage, word in DAMAGES.items()]
        failures, confirmed = [], 0
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for case, future in [(case, pool.submit(self.one, *case)) for case in cases]:
                try:
                    confirmed += future.result()
                except AssertionError as error:
                    failures.append(f"{case[0]}.sqlite, {case[1].__name__}: {error}")
        self.assertEqual(failures, [], "\n\n".join(failures))
        print(f"  {len(cases)} files that cannot be used: all told, unchanged; {confirmed} asked meanwhile, all there",
              flush=True)

    # MARK: files that cannot be used now

    @contextlib.contextmanager
    def locked(self, path):
        """Another program has begun to write."""
        database = sqlite3.connect(path, isolation_level=None)
        try:
            database.execute("BEGIN EXCLUSIVE")
            yield
        finally:
            database.close()

    def test_the_kiosk_s_file_is_locked_for_a_while(self):
        home = self.lived_in()
        path = f"{home.path}/kiosk.sqlite"
        with self.running(home) as (role, api):
            with self.locked(path):
                confirmed = self.ask(role, "water")
                self.told(home, "kiosk")
                home.wait_for_log(f"{path} is locked")
                self.assertTrue(confirmed)
                self.there(api, "water", home)
            said(home, "can save calls again", event="started", role="station")
            role.settle()
            self.assertTrue(self.ask(role, "bread"))
            self.there(api, "bread", home)
        self.assertEqual(integrity(path), "ok")

    def test_the_service_s_file_is_locked_for_a_while(self):
        home = self.lived_in()
        path = f"{home.path}/care.sqlite"
        with self.running(home) as (role, api):
            with self.locked(path):
                self.assertTrue(self.ask(role, "water"))
                self.told(home, "care")
                home.wait_for_log(f"{path} is locked")
            self.there(api, "water", home)
            said(home, "Calls are saved again", event="started", role="station")
        self.assertEqual(integrity(path), "ok")

    def test_a_start_while_both_are_locked(self):
        home = self.lived_in()
        with self.locked(f"{home.path}/care.sqlite"), self.locked(f"{home.path}/kiosk.sqlite"):
            with self.running(home) as (role, api):
                confirmed = self.ask(role, "water")
                for store in ("care", "kiosk"):
                    home.wait_for_log(f"{home.path}/{store}.sqlite is locked")
                self.told(home, "care")
                self.told(home, "kiosk")
                role.settle()
                if not confirmed:
                    self.assertEqual(has_said(home, "Your call is saved"), 0, "told that it is kept, and it is not:\n"
                                     + home.logged()[-2000:])
        with self.running(home) as (role, api):
            wait_for(lambda: outbox(home) == [], "an empty outbox", home=home)
            words = [request["label"] for request in all_requests(api)]
        self.assertEqual(words.count("water"), int(confirmed), words)

    def test_a_folder_that_may_not_be_written(self):
        home = self.lived_in()
        wrap = []
        if os.geteuid() == 0:
            if not shutil.which("setpriv"):
                self.skipTest("root may write everywhere, and setpriv (util-linux) is missing")
            wrap = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            reachable = subprocess.run(wrap + [BECKON, "--version"], capture_output=True)
            if reachable.returncode:
                self.skipTest(f"another user cannot start {BECKON}")
            for folder, _, files in os.walk(home.folder):
                for name in [folder] + [f"{folder}/{file}" for file in files]:
                    os.chown(name, NOBODY, NOBODY)
        before = {name: digest(f"{home.path}/{name}.sqlite") for name in ("care", "kiosk")}
        os.chmod(home.path, 0o555)
        self.addCleanup(os.chmod, home.path, 0o755)
        with self.running(home, wrap) as (role, api):
            self.told(home, "kiosk")
            self.told(home, "care")
            confirmed = self.ask(role, "water")
            role.settle()
            log = home.logged()
            for name in ("care", "kiosk"):
                self.assertIn(f"{home.path}/{name}.sqlite", log)
            self.assertIn("the right to write", log)
            self.assertFalse(confirmed, "nothing could store it")
            wait_for(lambda: has_said(home, "water", role="station", kind="fault"), "the call at the station", home=home)
        for name, value in before.items():
            self.assertEqual(digest(f"{home.path}/{name}.sqlite"), value)

    def test_a_disk_that_is_full(self):
        if os.geteuid() != 0:
            self.skipTest("only root can mount a small disk to fill")
        home = self.lived_in()
        os.rename(home.path, f"{home.folder}/kept")
        os.mkdir(home.path)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", home.path], capture_output=True).returncode:
            self.skipTest("a small disk cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", home.path])
        shutil.copytree(f"{home.folder}/kept", home.path, dirs_exist_ok=True)
        with self.running(home) as (role, api):
            self.fill(f"{home.path}/filling")
            confirmed = {}
            for word in NEEDS[:3]:
                role.settle()
                confirmed[word] = self.ask(role, word)
            home.wait_for_log("the disk is full")
            lost = [word for word, was in confirmed.items() if not was]
            self.told(home, "care")
            wait_for(lambda: has_said(home, "calls are saved again", role="station") or all(
                has_said(home, f"was lost: {word}", role="station") for word in lost) or not lost
                or has_said(home, f"was lost: {lost[0]}", role="station", event="finished") > 3,
                "each lost call called out", home=home)
            silent = [word for word in lost if not has_said(home, f"was lost: {word}", role="station")]
            os.remove(f"{home.path}/filling")
            said(home, "Calls are saved again", event="started", role="station")
            role.settle()
            self.assertTrue(self.ask(role, "light"))
            self.there(api, "light", home)
            wait_for(lambda: outbox(home) == [], "an empty outbox", home=home)
            words = [request["label"] for request in all_requests(api)]
            for word, was in confirmed.items():
                self.assertLessEqual(words.count(word), 1, words)
                if was:
                    self.assertIn(word, words)
        for name in ("care", "kiosk"):
            self.assertEqual(integrity(f"{home.path}/{name}.sqlite"), "ok")
        self.assertEqual(silent, [], "calls that were told as not stored, and that no caregiver has heard of")
        self.assertTrue(has_said(home, TOLD["kiosk"], role="station"), "the station never said that the kiosk's store failed")
        print(f"  full disk: {len(lost)} of 3 told as not stored and called out, {3 - len(lost)} kept", flush=True)

    @staticmethod
    def fill(path):
        with open(path, "wb", buffering=0) as file:
            size = 1 << 20
            while size:
                try:
                    if file.write(b"x" * size) < size:
                        size //= 2
                except OSError:
                    size //= 2

    def test_a_home_that_cannot_be_made(self):
        status, _, error = beckon("run", "--home", "/proc/beckon", "--switch", "none", "--output", "none",
                                  "--listen", "127.0.0.1:0")
        self.assertGreater(status, 0, "killed, or began")
        self.assertIn("/proc/beckon", error)
        self.assertNotIn("Fatal", error)

    def test_a_second_beckon_on_the_same_home(self):
        home = self.lived_in()
        with self.running(home) as (role, api):
            status, _, error = beckon("service", "--home", home.path, "--listen", "127.0.0.1:0")
            self.assertGreater(status, 0)
            self.assertIn("in use by another Beckon", error)
            self.assertTrue(self.ask(role, "water"))
            self.there(api, "water", home)


if __name__ == "__main__":
    unittest.main(verbosity=2)
