"""Every shipped board, the settings and all phrases, spoilt in hundreds of random ways: each is read or refused in this project's own words."""
import glob
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import BECKON  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WAYS = int(os.environ.get("WAYS", "200"))
FOREIGN = re.compile(r"Error Domain|Domain=|NIO[A-Z]\w+|SQLite error|errno|IOError|ArgumentParser|The operation could|Fatal error|yaml_|libyaml|"
                     r"did not find expected|Swift\.|Foundation|mapping values are not allowed|could not find|Optional\(|<[0-9a-f]{8,}")
# One finding of a file: its place, how bad it is, and words.
FINDING = re.compile(r"^(.+?):(\d+):(\d+): (error|warning): (\S.*)$", re.M)
SIGNS = [":", "{", "}", "[", "]", '"', "'", "#", "-", "&", "*", "!", "|", ">", "%", "@", "\t", "\\", ",", "?", "é", "\x07", "\u202e", "\ufeff", "日"]


def spoil(text, chance):
    """One to three mistakes as people, editors and disks make them."""
    lines = text.split("\n")
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = chance.randrange(len(lines))
        line = lines[at]
        way = chance.randrange(14)
        if way == 0:
            del lines[at]
        elif way == 1:
            lines.insert(at, line)
        elif way == 2:
            lines[at] = " " * chance.randrange(1, 5) + line
        elif way == 3:
            lines[at] = line[chance.randrange(1, 4):]
        elif way == 4 and line:
            place = chance.randrange(len(line))
            lines[at] = line[:place] + line[place + 1:]
        elif way == 5:
            place = chance.randrange(len(line) + 1)
            lines[at] = line[:place] + chance.choice(SIGNS) + line[place:]
        elif way == 6:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], line
        elif way == 7:
            lines[at] = re.sub(r": .*", ": " + chance.choice(["7", "-1", "[]", "{}", "yes", "null", "~", '""', "99999999999999999999", "a: b"]), line)
        elif way == 8:
            lines[at] = line.partition(":")[0]
        elif way == 9:
            lines[at] = line.replace(":", "", 1)
        elif way == 10:
            lines[at] = re.sub(r"^( *(?:- )?)(\w+)", lambda m: m[1] + chance.choice([m[2][::-1], m[2] + "s", m[2][1:] or "x", m[2].upper()]), line)
        elif way == 11:
            lines = lines[:at + 1]
        elif way == 12:
            lines[at] = line.replace('"', "", 1).replace("]", "", 1).replace("}", "", 1)
        else:
            lines[at] = line + chance.choice([" x", ": y", " #", "  - z", "\r", " " * 300, "w" * 5000])
        lines = lines or [""]
    raw = "\n".join(lines).encode()
    if chance.random() < 0.05:
        place = chance.randrange(len(raw) + 1)
        raw = raw[:place] + bytes([chance.randrange(256)]) + raw[place:]
    return raw


def shipped():
    """(kind, path) of all that staff may write."""
    for path in sorted(glob.glob(f"{ROOT}/boards/*.yaml")):
        name = os.path.basename(path)
        if name.startswith(("home", "feelings")):
            yield "board", path
        elif name.startswith("phrases."):
            yield "config", path


class Broken(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def check(self, kind, name, raw, number):
        path = f"{self.folder}/{name}"
        with open(path, "wb") as file:
            file.write(raw)
        done = subprocess.run([BECKON, kind, "check", path], capture_output=True, timeout=120, stdin=subprocess.DEVNULL,
                              env={**os.environ, "LC_ALL": "C"})
        text = (done.stdout + done.stderr).decode(errors="strict")
        what = f"{name}, way {number}: {raw!r}\n{text}"[-4000:]
        self.assertIn(done.returncode, (0, 1), what)
        self.assertIsNone(FOREIGN.search(text), what)
        found = FINDING.findall(text)
        errors = [one for one in found if one[3] == "error"]
        self.assertEqual(bool(errors), done.returncode == 1, what)
        # Nothing is said twice, and no place lies outside of the file.
        self.assertEqual(len(errors), len(set(errors)), what)
        lines = raw.count(b"\n") + raw.count(b"\r") + 1
        for file, line, _, _, words in found:
            self.assertLessEqual(int(line), lines + 1, what)
            self.assertLess(len(words), 600, what)
        return found

    def sweep(self, kind, name, text, seed):
        chance = random.Random(seed)
        for number in range(WAYS):
            self.check(kind, name, spoil(text, chance), number)

    def test_boards_and_phrases(self):
        for seed, (kind, path) in enumerate(shipped()):
            name = os.path.basename(path)
            with self.subTest(name):
                # What a board opens lies beside it.
                for other in glob.glob(f"{ROOT}/boards/feelings*.yaml"):
                    with open(other, "rb") as file, open(f"{self.folder}/{os.path.basename(other)}", "wb") as copy:
                        copy.write(file.read())
                with open(path, encoding="utf-8") as file:
                    self.sweep(kind, name, file.read(), seed)

    def test_settings(self):
        template = subprocess.run([BECKON, "config", "default"], capture_output=True, text=True, check=True).stdout
        # With every setting written out, too.
        for seed, text in enumerate([template, re.sub(r"^( *)#(\w+:)", r"\1\2", template, flags=re.M)]):
            with self.subTest(seed):
                self.sweep("config", "beckon.yaml", text, 100 + seed)


if __name__ == "__main__":
    unittest.main(verbosity=2)
