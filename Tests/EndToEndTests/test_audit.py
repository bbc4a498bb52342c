"""The audit log of the real service: the lines that other programs read, the file that is exported, and what a kill leaves."""
import csv
import io
import os
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import Role, healthy, wait_for  # noqa: E402
from home import ROOT  # noqa: E402
from hostile import PATIENCE, Service  # noqa: E402

STRANGER, LOST_DEVICE = "127.0.0.9", "127.0.0.8"
# Whom the lines below would blame.
BLAMED = "203.0.113.9"
FORGED = f'audit log_in_failed address={BLAMED} by="-" about="-" changes=""'
NAMES = [
    "Olga", FORGED, f"x\n2026-11-22T18:00:00Z notice beckon: {FORGED}", f'" {FORGED}', f"x\r{FORGED}", f"x\u2028notice a: {FORGED}",
    f"\\\" notice a: {FORGED}", f"home beckon[1]: 2026-11-22T18:00:00Z notice beckon: {FORGED}", "\u202eagl\u2066O", "=cmd|' /C calc'!A0",
]
LINE = re.compile(
    r'\S+Z notice beckon: audit [a-z_]+ address=[0-9A-Za-z.:%-]+ by="[^"]*" about="[^"]*" changes="[^"]*"')


def setting(name):
    """As written in docs/audit.md."""
    with open(f"{ROOT}/docs/audit.md") as file:
        return next(line.split(" = ", 1)[1].rstrip("\n") for line in file if line.startswith(f"{name} = "))


class Audit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.addClassCleanup(cls.service.close)
        # A name with a line end or a direction mark in it is refused before it is looked for.
        statuses = {name: cls.service.log_in(name, "not the right one", source=STRANGER)[0] for name in NAMES}
        assert set(statuses.values()) == {401, 422}, statuses
        cls.tried = [name for name, status in statuses.items() if status == 401]
        assert {NAMES[0], NAMES[1], NAMES[3], NAMES[-1]} <= set(cls.tried), statuses
        for _ in range(3):
            assert cls.service.send("GET", "/requests", token="t" * 43, source=LOST_DEVICE)[0] == 401

    def entries(self, query=""):
        status, _, body = self.service.send("GET", "/audit" + query, headers=self.service.olga)
        self.assertEqual(status, 200, body)
        return body["entries"]

    def test_1_lines_that_nobody_forges(self):
        """Each entry is one line, and the filter of docs/audit.md finds exactly the refused ones."""
        self.service.home.wait_for_log(" audit token_failed ", 3)
        lines = [line for line in self.service.home.logged().splitlines() if " audit " in line and " audit person_added " not in line]
        self.assertEqual(len(lines), 1 + len(self.tried) + 3, lines)
        for line in lines:
            self.assertIsNotNone(LINE.fullmatch(line), line)
        # As the line stands in a log, and as systemd's journal gives it to fail2ban.
        text = "".join(f"{line}\n" for line in lines)
        journal = "".join(f"Nov 22 18:00:00 home beckon[123]: {line}\n" for line in lines)
        expression = re.compile(setting("failregex").replace("<HOST>", r"(?P<host>[0-9A-Fa-f.:]+)"))
        for form in (text, journal):
            # fail2ban takes the date away before it looks.
            found = [expression.search(re.sub(r"^(Nov 22 18:00:00 |\S+Z )", "", line)) for line in form.splitlines()]
            hosts = [match["host"] for match in found if match]
            self.assertEqual(sorted(hosts), [LOST_DEVICE] * 3 + [STRANGER] * len(self.tried))
        self.with_fail2ban(text, journal)

    def with_fail2ban(self, *logs):
        program = shutil.which("fail2ban-regex")
        if program is None:
            print("  without fail2ban, which is not on this machine: its expression was tried by itself", flush=True)
            return
        rules = f"{self.service.home.folder}/beckon.conf"
        with open(rules, "w") as file:
            file.write(f"[Definition]\nfailregex = {setting('failregex')}\n")
        for log in logs:
            path = f"{self.service.home.folder}/lines"
            with open(path, "w") as file:
                file.write(log)
            told = subprocess.run(
                [program, "--print-all-matched", "-o", "ip", path, rules], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(
                sorted(told.stdout.split()), [LOST_DEVICE] * 3 + [STRANGER] * len(self.tried), told.stdout + told.stderr)
        print(f"  fail2ban found {len(self.tried) + 3} failures in {len(logs)} forms of the log, all of the right addresses", flush=True)

    def test_2_what_is_exported_is_a_table_and_no_program(self):
        connection = self.service.connect()
        connection.request("GET", "/audit.csv", headers={"Cookie": self.service.olga["Cookie"]})
        answer = connection.getresponse()
        text = answer.read().decode("utf-8-sig")
        self.assertEqual(answer.status, 200, text)
        # The people of beckon.yaml are put in at the first start.
        rows = [row for row in csv.reader(io.StringIO(text, newline="")) if row[2] != "person_added"]
        self.assertEqual({len(row) for row in rows}, {7})
        self.assertEqual(len(rows), 1 + 1 + len(self.tried) + 3)
        for row in rows:
            for cell in row:
                self.assertNotIn(cell[:1], list("=+-@\t\r\n"), cell)
        self.assertIn("'" + NAMES[-1], [row[5] for row in rows])
        connection.close()

    def test_3_what_was_written_is_there_after_a_kill(self):
        before = self.entries()
        self.service.role.kill()
        self.service.role = Role(self.service.home, "service", ["--listen", f"127.0.0.1:{self.service.port}"])
        wait_for(healthy(self.service.port), "the service", home=self.service.home)
        self.assertEqual(self.entries(), before)


if __name__ == "__main__":
    unittest.main(verbosity=2)
