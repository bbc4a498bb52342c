"""`beckon simulate`, as staff call it: the same figures for the same seed, and mistakes that say where they are."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import BECKON, ROOT  # noqa: E402


def simulate(*arguments):
    return subprocess.run(
        [BECKON, "simulate", "--board", f"{ROOT}/boards/home.yaml", *arguments],
        capture_output=True, text=True, timeout=300)


class Simulating(unittest.TestCase):
    def test_the_same_seed_gives_the_same_bytes(self):
        arguments = ["--model", "harder", "--requests", "20", "--tune", "--format", "json"]
        first, second = simulate(*arguments), simulate(*arguments)
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertEqual(first.stdout, second.stdout)
        other = simulate(*arguments, "--seed", "2")
        self.assertNotEqual(json.loads(other.stdout)["results"], json.loads(first.stdout)["results"])

    def test_restricting_changes_nothing(self):
        arguments = ["--model", "harder", "--requests", "20", "--format", "json"]
        results = json.loads(simulate(*arguments).stdout)["results"]
        self.assertEqual(len({(result["mode"], result["pattern"]) for result in results}), 15)
        for result in results[::7]:
            only = simulate(*arguments, "--mode", result["mode"], "--pattern", result["pattern"])
            self.assertEqual(json.loads(only.stdout)["results"], [result])

    def test_mistakes_say_where_they_are(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text, place in [
                    ("model.yaml", "reaction: { mean: 1 s }\nmised: 0.1\n", "model.yaml:2:1: error:"),
                    ("empty.yaml", "", "empty.yaml:1:1: error:")]:
                with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                    file.write(text)
                done = simulate("--model", f"{folder}/{name}")
                self.assertEqual(done.returncode, 1)
                self.assertIn(place, done.stderr)
                self.assertEqual(done.stdout, "")
            with open(f"{folder}/use.yaml", "w", encoding="utf-8") as file:
                file.write("watter: 3\n")
            done = simulate("--use", f"{folder}/use.yaml")
            self.assertEqual(done.returncode, 1)
            self.assertIn("use.yaml:1:1: warning: no item has the id `watter`: did you mean `water`?", done.stderr)
        for arguments in [("--model", "exat"), ("--missed", "2"), ("--requests", "0"), ("--model", "/nowhere.yaml")]:
            done = simulate(*arguments)
            self.assertNotEqual(done.returncode, 0, arguments)
            self.assertNotEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main(verbosity=2)
