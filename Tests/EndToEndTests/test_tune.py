"""Presses that were kept, looked at and approved with the real `beckon tune`."""
import glob
import html.parser
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import BECKON  # noqa: E402

HEADING = '{"beckon":"presses","format":1}'


def tune(home, *arguments, patience=30):
    return subprocess.run([BECKON, "tune", "--home", home, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=patience)


def choices(count, mean=0.65, spread=0.1, gap=1500, seed=1):
    """Lines of the store: so many choices of a person, each by a press that was held for about 0.35 s."""
    chance = random.Random(seed)
    lines = []
    for number in range(1, count + 1):
        seconds = min(max(chance.gauss(mean, spread), 0.05), gap / 1000)
        lines.append({"record": "choice", "id": number, "mode": "automatic", "pattern": "group_item", "scan_time": gap,
                      "ended": round(seconds * 1000), "began": round(seconds * 1000) + 420,
                      "steps": chance.randrange(6), "day": 20760 + number * 10 // count})
        lines.append({"record": "press", "use": "choice", "id": number, "held": round(chance.gauss(350, 30)),
                      "since": round(chance.uniform(1500, 6000)), "day": 20760})
    return lines


class Tune(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="beckon-tune.")
        self.addCleanup(shutil.rmtree, self.home, True)
        self.settings = f"{self.home}/beckon.yaml"
        self.template = subprocess.run([BECKON, "config", "default"], capture_output=True, check=True).stdout
        self.write(self.template)

    def write(self, content):
        with open(self.settings, "wb") as file:
            file.write(content)

    def read(self):
        with open(self.settings, "rb") as file:
            return file.read()

    def keep(self, lines, raw=b""):
        os.makedirs(f"{self.home}/tuning", mode=0o700, exist_ok=True)
        with open(f"{self.home}/tuning/presses.jsonl", "wb") as file:
            file.write("".join(line + "\n" for line in [HEADING, *map(json.dumps, lines)]).encode() + raw)

    def proposal(self, option):
        result = tune(self.home, "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return next(row for row in json.loads(result.stdout)["proposals"] if row["option"] == option)


class Looking(Tune):
    def test_without_presses_it_says_so(self):
        result = tune(self.home)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("No press has been measured yet.", result.stdout)
        self.assertIn("Nothing to approve.", result.stdout)
        self.assertFalse(os.path.exists(f"{self.home}/tuning"), "looking makes nothing")

    def test_ten_are_too_few_and_fifty_are_enough(self):
        self.keep(choices(10))
        self.assertEqual(self.proposal("scan_time")["verdict"], "too_few")
        self.keep(choices(50))
        proposal = self.proposal("scan_time")
        self.assertEqual(proposal["verdict"], "change")
        self.assertAlmostEqual(proposal["proposed_seconds"], 1.0, delta=0.15)
        self.assertLess(proposal["seconds_per_need"], 0)

    def test_the_picture_fits_into_eighty_columns(self):
        self.keep(choices(300, spread=0.3))
        for line in tune(self.home).stdout.split("\n"):
            self.assertLessEqual(len(line), 80, line)

    def test_as_much_as_is_kept_is_read_in_a_moment(self):
        self.keep(choices(5000))
        began = time.monotonic()
        self.assertEqual(tune(self.home).returncode, 0)
        self.assertLess(time.monotonic() - began, 5)

    def test_damage_is_passed_over_and_said(self):
        self.keep(choices(60), raw=b'{"record":"choice","id":99\n' + b"\0" * 500 + b"\n\xff\xfe\n[]\n")
        result = tune(self.home)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("4 damaged records were skipped", result.stderr)
        self.assertIn("60 choices", result.stdout)
        with open(f"{self.home}/tuning/presses.jsonl", "wb") as file:
            file.write(bytes(range(256)) * 100)
        self.assertEqual(tune(self.home).returncode, 0)

    def test_a_store_that_is_no_file_is_said(self):
        os.makedirs(f"{self.home}/tuning/presses.jsonl")
        result = tune(self.home)
        self.assertEqual(result.returncode, 1)
        self.assertIn("is not a plain file", result.stderr)

    def test_a_home_that_is_none_is_said(self):
        result = tune("/nowhere/at/all")
        self.assertEqual(result.returncode, 1)
        self.assertIn("is not a home yet", result.stderr)

    def test_the_page_stands_alone(self):
        self.write(b'client: { name: "<Maria> & \\"M\\"" }\n')
        self.keep(choices(60))
        svg, page = f"{self.home}/p.svg", f"{self.home}/p.html"
        self.assertEqual(tune(self.home, "--svg", svg, "--html", page).returncode, 0)
        root = xml.etree.ElementTree.parse(svg).getroot()
        words = {child.tag.split("}")[1] for child in root}
        self.assertLessEqual({"title", "desc"}, words)
        found = []

        class Parser(html.parser.HTMLParser):
            def handle_starttag(self, tag, attributes):
                found.append(tag)
                for name, value in attributes:
                    if name in ("src", "href") or name.startswith("on"):
                        raise AssertionError(f"{tag} {name}={value}")

        with open(page) as file:
            text = file.read()
        Parser().feed(text)
        self.assertNotIn("script", found)
        self.assertIn("svg", found)
        self.assertIn("&lt;Maria&gt; &amp; &quot;M&quot;", text)


class Approving(Tune):
    def test_what_is_approved_stands_below_its_default_and_comes_back(self):
        self.keep(choices(60))
        result = tune(self.home, "--approve", "scan_time", "--by", "Anna Ö")
        self.assertEqual(result.returncode, 0, result.stderr)
        old, new = self.template.split(b"\n"), self.read().split(b"\n")
        place = old.index(b"  #scan_time: 1.5 s")
        self.assertEqual(new[: place + 1] + new[place + 2:], old)
        self.assertEqual(new[place + 1], b"  scan_time: 1 s")
        with open(self.settings + ".bak", "rb") as file:
            self.assertEqual(file.read(), self.template)
        self.assertEqual(tune(self.home, "--approve", "--by", "Anna").returncode, 1, "nothing is left to approve")
        self.assertIn("approved by Anna Ö: scan_time 1.5 s → 1 s", tune(self.home, "--history").stdout)
        self.assertEqual(tune(self.home, "--revert", "--by", "Ben").returncode, 0)
        self.assertEqual(self.read(), self.template)
        self.assertIn("taken back by Ben: scan_time 1 s → 1.5 s", tune(self.home, "--history").stdout)
        self.assertEqual(tune(self.home, "--revert", "--by", "Ben").returncode, 1)
        for path in glob.glob(f"{self.home}/tuning/changes*"):
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)

    def test_other_changes_since_stay_when_one_is_taken_back(self):
        self.keep(choices(60))
        tune(self.home, "--approve", "--by", "Anna")
        self.write(self.read() + b"# a word of staff\n")
        self.assertEqual(tune(self.home, "--revert", "--by", "Ben").returncode, 0)
        self.assertIn(b"  scan_time: 1.5 s\n", self.read())
        self.assertTrue(self.read().endswith(b"# a word of staff\n"))

    def test_a_value_that_staff_changed_since_is_not_taken_back(self):
        self.keep(choices(60))
        tune(self.home, "--approve", "--by", "Anna")
        changed = self.read().replace(b"  scan_time: 1 s", b"  scan_time: 1.1 s")
        self.write(changed)
        result = tune(self.home, "--revert", "--by", "Ben")
        self.assertEqual(result.returncode, 1)
        self.assertIn("is 1.1 s now, not 1 s", result.stderr)
        self.assertEqual(self.read(), changed)

    def test_hostile_settings_are_left_as_they_are(self):
        self.keep(choices(60))
        hostile = {
            "a mistake": b"scanning:\n  loop: 2\n", "a tab": b"scanning:\n\tloops: 2\n",
            "binary": bytes(range(256)) * 64, "UTF-16": "scanning:\n".encode("utf-16"),
            "an alias": b"home: { name: &n 1.5 s }\nscanning: { scan_time: *n }\n",
            "two documents": b"scanning: {}\n---\nscanning: {}\n", "an end": b"board: boards/home.yaml\n...\n",
            "too large": b"#" + b"x" * (2 << 20), "a list": b"- scanning\n",
        }
        for name, content in hostile.items():
            with self.subTest(name):
                self.write(content)
                result = tune(self.home, "--approve", "--by", "Anna")
                self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
                self.assertNotIn("Fatal", result.stderr)
                self.assertEqual(self.read(), content)
        self.assertEqual(sorted(os.listdir(self.home)), ["beckon.yaml", "tuning"])

    def test_somebody_must_approve(self):
        self.keep(choices(60))
        for name in [[], ["--by", ""], ["--by", "a\nb"], ["--by", "x" * 81]]:
            self.assertEqual(tune(self.home, "--approve", *name).returncode, 64)
        self.assertEqual(self.read(), self.template)

    def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new_one(self):
        self.keep(choices(60))
        began = time.monotonic()
        tune(self.home, "--approve", "--by", "Anna")
        length = time.monotonic() - began
        whole = {self.template, self.read()}
        seen = set()
        chance = random.Random(1)
        began = time.monotonic()
        # Kills from the first moment to after the end, until both outcomes were seen and 60 in all.
        for count in range(1000):
            self.write(self.template)
            process = subprocess.Popen([BECKON, "tune", "--home", self.home, "--approve", "--by", "Anna"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, length * 1.3))
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.assertIn(self.read(), whole)
            seen.add(self.read())
            if count >= 60 and seen == whole or time.monotonic() - began > 60:
                break
        self.assertEqual(seen, whole)
        self.assertEqual(tune(self.home, "--history").returncode, 0)


class Forgetting(Tune):
    def test_everything_is_erased(self):
        self.keep(choices(60))
        result = tune(self.home, "--forget")
        self.assertEqual((result.returncode, result.stdout), (0, "120 records of presses are erased.\n"))
        self.assertEqual(glob.glob(f"{self.home}/tuning/presses*"), [])
        self.assertEqual(tune(self.home, "--forget").stdout, "0 records of presses are erased.\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
