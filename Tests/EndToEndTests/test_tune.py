"""What `beckon tune --approve` leaves if it is killed. Everything else about it is in CommandTests."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import BECKON, PATIENCE  # noqa: E402

# Everything that changes a file, or makes one last.
CHANGES = "write,pwrite64,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,fsync,fdatasync"


class Approving(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="beckon-tune.")
        self.addCleanup(shutil.rmtree, self.home, True)
        self.template = subprocess.run([BECKON, "config", "default"], capture_output=True, check=True).stdout
        # Sixty choices, each 0.65 s after the word's end: much sooner than the usual scan time waits.
        lines = [{"beckon": "presses", "format": 1}]
        for number in range(1, 61):
            lines.append({"record": "choice", "id": number, "mode": "automatic", "pattern": "group_item", "scan_time": 1500,
                          "ended": 640 + number % 20, "began": 1070, "steps": number % 6, "day": 20760 + number // 6})
            lines.append({"record": "press", "use": "choice", "id": number, "held": 350, "since": 3000, "day": 20760})
        os.makedirs(f"{self.home}/tuning", mode=0o700)
        with open(f"{self.home}/tuning/presses.jsonl", "w") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)

    def settings(self):
        with open(f"{self.home}/beckon.yaml", "rb") as file:
            return file.read()

    def tune(self, *arguments, before=()):
        """Its status and output, on settings that nothing was approved in."""
        with open(f"{self.home}/beckon.yaml", "wb") as file:
            file.write(self.template)
        done = subprocess.run([*before, BECKON, "tune", "--home", self.home, *arguments], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stdout + done.stderr

    def test_a_kill_at_each_change_of_a_file_leaves_the_old_settings_or_the_new_ones(self):
        self.assertEqual(self.tune("--approve", "--by", "Anna")[0], 0)
        approved = self.settings()
        self.assertNotEqual(approved, self.template)
        seen = []
        for change in range(1, 1000):
            killer = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={CHANGES}",
                      "-e", f"inject={CHANGES}:signal=SIGKILL:when={change}"]
            status, told = self.tune("--approve", "--by", "Anna", before=killer)
            seen.append(self.settings())
            self.assertIn(seen[-1], (self.template, approved), f"killed at change {change}")
            if status == 0:
                break
            self.assertEqual(status, -9, told)
        print(f"  killed at {len(seen) - 1} changes: {seen.count(self.template)} times the old settings, then the new ones")
        self.assertGreater(seen.count(self.template), 0)
        self.assertGreater(seen.count(approved), 1, "it was never killed after the change")
        self.assertEqual(self.tune("--history")[0], 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
