"""What staff write: taken over while it runs, refused where it is wrong, never the end of a kiosk."""
import glob
import json
import os
import shutil
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import (  # noqa: E402
    NEEDS, ROOT, SETTINGS, Role, beckon, board, free_port, has_said, phrases, read, said, small_home, wait_for,
    write)
from scanning import run_together  # noqa: E402

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi"))
HOSTILE = {
    "binary": bytes(range(256)) * 64,
    "zeros": b"\0" * 4096,
    "2 MiB": b"board: small\nname: " + b"x" * (2 << 20),
    "deep": b"[" * 100_000,
    "deep groups": ("board: a\nname: A\nlanguage: en-GB\nitems:\n" + "".join(
        "  " * depth + f"  - label: l{depth}\n" + "  " * depth + "    group:\n" for depth in range(200))).encode(),
    "alias bomb": BOMB.encode(),
    "alias to itself": b"board: &a [*a]\nitems: *a\n",
    "empty": b"",
    "half a character": b"board: caf\xc3",
    "UTF-16": "board: small\nname: Small\n".encode("utf-16"),
    "a number": b"42\n",
    "tags": b"board: !!python/object/apply:os.system ['true']\nitems: !!binary aaaa\n",
    "many documents": b"---\na: 1\n" * 2000,
}


class Running(unittest.TestCase):
    """Files that are edited under a running kiosk, and found at its start."""

    def setUp(self):
        self.home = small_home()
        self.role = None
        self.addCleanup(self.home.remove)

    def tearDown(self):
        if self.role:
            self.role.kill()

    def start(self):
        after = len(self.home.lines())
        self.role = Role(self.home, "run", ["--listen", "127.0.0.1:0"])
        wait_for(lambda: has_said(self.home, "Ready", after=after) or not self.role.is_running(), "Ready", home=self.home)
        self.assertTrue(self.role.is_running(), self.home.logged())
        self.assertTrue(self.role.ask(NEEDS[0]), self.home.logged())
        self.role.settle()

    def cued(self, word, after=0):
        wait_for(lambda: has_said(self.home, word, kind="cue", after=after), f"the cue {word}", home=self.home)

    def again(self, word):
        """Asks for something, so that the board is offered from its beginning."""
        self.assertTrue(self.role.ask(word), self.home.logged())
        after = len(self.home.lines())
        self.role.settle()
        return after

    def in_use(self, times=1):
        """Waits until a changed board is scanned, however far the scan has come."""
        wait_for(lambda: self.home.logged().count("the board has changed and is in use") >= times, "the changed board",
                 home=self.home)

    def faulted(self, text, after=0):
        wait_for(lambda: has_said(self.home, text, role="station", after=after), f"“{text}” at the station", home=self.home)

    def test_a_board_that_is_edited_while_it_runs(self):
        file = f"{self.home.path}/boards/small.yaml"
        self.start()
        write(file, board().replace("label: bread", "label: rolls"))
        self.in_use()
        self.cued("rolls", self.again("bread"))
        # A mistake in line 7: told with file and line, and what was good is still scanned.
        after = len(self.home.lines())
        write(file, board().replace("label: chair", "lable: chair"))
        self.faulted("has a mistake", after)
        spoken = next(line["text"] for line in self.home.lines()[after:] if "has a mistake" in line["text"])
        self.assertIn("small.yaml, line 7", spoken)
        self.home.wait_for_log("lable")
        self.home.wait_for_log(f"{file}:7:")
        # Another in its place: told as it is, and nothing is said to be in order between.
        write(file, board().replace("label: light", "lable: light"))
        self.faulted("small.yaml, line 8", after)
        self.assertEqual([line for line in self.home.lines()[after:] if "in order again" in line["text"]], [])
        after = self.again("light")
        self.cued("rolls", after)
        self.cued("chair", after)
        # Mended: over, and in use.
        after = len(self.home.lines())
        write(file, board().replace("label: bread", "label: toast"))
        self.faulted("in order again", after)
        self.in_use(2)
        self.cued("toast", self.again("music"))

    def test_a_file_that_goes_and_comes_back(self):
        file = f"{self.home.path}/boards/small.yaml"
        self.start()
        os.rename(file, f"{self.home.folder}/small.yaml")
        self.faulted("has a mistake")
        self.cued("bread", self.again("light"))
        shutil.copyfile(f"{self.home.folder}/small.yaml", file)
        self.faulted("in order again")

    def test_phrases_that_are_edited_while_it_runs(self):
        file = f"{self.home.path}/boards/phrases.en.yaml"
        self.start()
        write(file, phrases().replace("asked: Asked.", "asked: Asked for."))
        # Taken over a moment after the change: asked until it is heard.
        words = iter(NEEDS[1:])
        wait_for(lambda: self.role.ask(next(words)) and self.role.settle() is None and has_said(self.home, "Asked for."),
                 "the new words", home=self.home)
        after = len(self.home.lines())
        write(file, phrases().replace("{need}", "{nede}"))
        self.faulted("has a mistake", after)

    def test_a_start_with_broken_files_uses_what_was_good_last(self):
        write(f"{self.home.path}/boards/small.yaml", board().replace("label: bread", "label: rolls"))
        write(f"{self.home.path}/boards/phrases.en.yaml", phrases().replace("ready: Ready.", "ready: Ready to go."))
        self.start()
        self.role.kill()
        files = {"beckon.yaml": "scanning: { mode: dierct }\n", "boards/small.yaml": "board: [",
                 "boards/phrases.en.yaml": "phrases: 7\n"}
        for name, text in files.items():
            write(f"{self.home.path}/{name}", text)
        # A day later, another need: the first is still open.
        after = len(self.home.lines())
        self.role = Role(self.home, "run", ["--listen", "127.0.0.1:0"])
        wait_for(lambda: has_said(self.home, "Ready to go.", after=after), "the last good phrases", home=self.home)
        self.assertTrue(self.role.ask("chair"), "the last good settings and board are not in use")
        self.cued("rolls", after)
        self.faulted("has a mistake", after)
        for name, text in files.items():
            self.home.wait_for_log(f"{self.home.path}/{name}:")
            self.assertEqual(read(f"{self.home.path}/{name}").decode(), text, "a staff's file was changed")

    def test_a_start_with_broken_files_and_none_that_were_good(self):
        for name in ["beckon.yaml", "boards/small.yaml", "boards/phrases.en.yaml"]:
            write(f"{self.home.path}/{name}", HOSTILE["binary"])
        self.role = Role(self.home, "run", ["--listen", "127.0.0.1:0"])
        said(self.home, "Ready", event="started")
        self.role.type(" ")
        said(self.home, "Toilet and washing", event="started", kind="cue")

    def test_hostile_files_under_a_running_kiosk(self):
        file = f"{self.home.path}/boards/small.yaml"
        self.start()
        for number, (name, text) in enumerate(HOSTILE.items()):
            after, length = len(self.home.lines()), len(self.home.logged())
            write(file, text)
            wait_for(lambda: not self.role.is_running() or "changed files are not used" in self.home.logged()[length:], f"{name} refused",
                     home=self.home)
            self.assertTrue(self.role.is_running(), f"{name} ended the kiosk:\n{self.home.logged()[-2000:]}")
        self.faulted("has a mistake")
        after = self.again("light")
        self.cued("towel", after)
        write(file, board())
        self.faulted("in order again", after)
        print(f"  {len(HOSTILE)} hostile files under a running kiosk: refused, the old board still scanned", flush=True)


class Commands(unittest.TestCase):
    """`board check`, `config check`, `doctor`: exit status and what programs read."""

    def setUp(self):
        self.home = small_home()
        self.addCleanup(self.home.remove)
        self.board = f"{self.home.path}/boards/small.yaml"

    def findings(self, *arguments):
        status, output, error = beckon(*arguments, "--format", "json")
        self.assertIn(status, (0, 1), f"{arguments}: {output[-500:]}{error[-500:]}")
        found = json.loads(output)
        for finding in found:
            self.assertEqual(set(finding), {"file", "line", "column", "message", "severity"})
            self.assertGreaterEqual(min(finding["line"], finding["column"]), 1)
        self.assertEqual(status, int(any(finding["severity"] == "error" for finding in found)))
        return status, found

    def test_board_check(self):
        self.assertEqual(self.findings("board", "check", self.board), (0, []))
        self.assertEqual(beckon("board", "check", f"{ROOT}/boards/home.yaml")[0], 0)
        write(self.board, board().replace("label: chair", "lable: chair"))
        status, found = self.findings("board", "check", self.board)
        self.assertEqual((status, found[0]["line"]), (1, 7))
        status, output, _ = beckon("board", "check", self.board)
        self.assertEqual(status, 1)
        self.assertIn("did you mean `label`", output)
        self.assertIn(":7:", output)
        self.assertEqual(self.findings("board", "check", f"{self.home.path}/boards/none.yaml")[0], 1)
        # A folder stands for what is in it.
        self.assertEqual(self.findings("board", "check", f"{self.home.path}/boards"), (1, found))
        self.assertEqual(beckon("board", "check", f"{ROOT}/boards")[0], 0)
        # So do all names that a shell puts there; what is no board is not looked at, and that is said.
        status, _, error = beckon("board", "check", *sorted(glob.glob(f"{ROOT}/boards/*.yaml")))
        self.assertEqual(status, 0)
        self.assertIn("texts.de.yaml", error)
        self.assertNotIn("home.yaml", error)
        status, _, error = beckon("board", "check", f"{ROOT}/boards/phrases.en.yaml")
        self.assertEqual(status, 64)
        self.assertIn("beckon config check", error)
        os.mkdir(f"{self.home.path}/nothing")
        status, _, error = beckon("board", "check", f"{self.home.path}/nothing")
        self.assertEqual(status, 64)
        self.assertIn("There is no board in the folder", error)
        status, output, _ = beckon("board", "show", f"{self.home.path}/boards")
        self.assertNotEqual(status, 0)
        # Several mistakes in one place, and a file that is named twice: each once, always in the same order.
        write(self.board, "board: small\nitems: 7\n")
        outputs = {beckon("board", "check", self.board, self.board)[1] for _ in range(5)}
        self.assertEqual(len(outputs), 1, outputs)
        self.assertIn("3 errors", outputs.pop())
        status, _, error = beckon("board", "check")
        self.assertEqual(status, 64)
        self.assertIn("PATH", error)

    def test_config_check(self):
        settings = f"{self.home.path}/beckon.yaml"
        self.assertEqual(self.findings("config", "check", "--home", self.home.path)[0], 0)
        write(settings, SETTINGS.replace("mode: direct", "mode: dierct"))
        status, found = self.findings("config", "check", "--home", self.home.path)
        self.assertEqual((status, found[0]["line"]), (1, 5))
        self.assertIn("direct", found[0]["message"])
        write(settings, SETTINGS)
        write(f"{self.home.path}/boards/phrases.en.yaml", phrases().replace("{need}", "{nede}"))
        self.assertEqual(self.findings("config", "check", "--home", self.home.path)[0], 1)
        status, output, _ = beckon("config", "default")
        write(settings, output)
        self.assertEqual(self.findings("config", "check", settings)[0], 0)

    def test_hostile_files(self):
        for name, text in HOSTILE.items():
            for command, file in [("board", self.board), ("config", f"{self.home.path}/beckon.yaml"),
                                  ("config", f"{self.home.path}/boards/phrases.en.yaml")]:
                write(file, text)
                status, found = self.findings(command, "check", file)
                if name != "empty" or command == "board":
                    self.assertEqual(status, 1, f"{command} check of {name}: {found}")
        print(f"  {len(HOSTILE)} hostile files × 3 kinds: findings, no crash", flush=True)

    # MARK: doctor

    def doctor(self, *arguments, environment=None):
        status, output, error = beckon(
            "doctor", "--home", self.home.path, "--service", f"http://127.0.0.1:{free_port()}", "--format", "json", *arguments,
            environment=environment)
        self.assertIn(status, (0, 1), error)
        results = json.loads(output)
        for result in results:
            self.assertIn(result["status"], ("ok", "warning", "error"))
            self.assertTrue(result["message"])
            if result["status"] != "ok":
                self.assertTrue(result.get("advice"), f"what is to be done? {result}")
        self.assertEqual(status, int(any(result["status"] == "error" for result in results)))
        return {check: {r["status"] for r in results if r["check"] == check} for check in {r["check"] for r in results}}

    def test_doctor(self):
        good = self.doctor("--output", "none")
        for check in ["settings", "boards", "phrases", "voices", "disk", "clock", "database"]:
            self.assertEqual(good[check], {"ok"}, check)
        self.assertEqual(good["sound"], {"warning"})
        self.assertEqual(good["service"], {"warning"})
        self.assertEqual(self.doctor("--output", "nowhere")["sound"], {"error"})
        write(self.board, "board: [")
        self.assertIn("error", self.doctor("--output", "none")["boards"])
        write(self.board, board())
        write(f"{self.home.path}/beckon.yaml", "bord: x\n")
        self.assertIn("error", self.doctor("--output", "none")["settings"])
        write(f"{self.home.path}/beckon.yaml", SETTINGS)
        write(f"{self.home.path}/boards/phrases.en.yaml", "phrases: 7\n")
        self.assertIn("error", self.doctor("--output", "none")["phrases"])

    def test_doctor_finds_a_database_that_cannot_be_used(self):
        for name in ["care", "kiosk", "station"]:
            with self.subTest(name):
                file = f"{self.home.path}/{name}.sqlite"
                write(file, b"This is no database." * 300)
                self.assertIn("error", self.doctor("--output", "none")["database"], f"{name}.sqlite is damaged")
                self.assertEqual(read(file), b"This is no database." * 300)
                os.remove(file)

    def test_doctor_without_a_switch(self):
        # Without --switch: no device types `f24` here, and standard input is no terminal.
        write(f"{self.home.path}/beckon.yaml", SETTINGS + "switches: { keys: { select: [f24], step: [], back: [], digits: false } }\n")
        found = self.doctor("--output", "none")
        self.assertTrue(found["switches"] & {"error"}, found)

    def test_doctor_changes_nothing(self):
        before = sorted(os.walk(self.home.path))
        self.doctor("--output", "none")
        self.assertEqual(sorted(os.walk(self.home.path)), before)


if __name__ == "__main__":
    run_together()
