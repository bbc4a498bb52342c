"""The commands on the page docs/api.md, typed into a shell as they stand, against the real service."""
import datetime
import os
import re
import shutil
import subprocess
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator  # noqa: E402
from home import API, ROOT, SETTINGS, Home, Process, free_port, healthy, wait_for  # noqa: E402

os.environ.setdefault("BECKON_SHARE", ROOT)
CURL = 'curl() { command curl --fail-with-body --silent --show-error --max-time 20 "$@" && echo; }\n'


def commands():
    """What is indented on the page; the event stream, which never ends, is left out."""
    with open(f"{ROOT}/docs/api.md", encoding="utf-8") as file:
        text = file.read()
    lines = [line[4:] for line in text.split("\n") if line.startswith("    ")]
    return "\n".join(line for line in lines if not line.startswith("curl -N "))


class ThePage(unittest.TestCase):
    def setUp(self):
        self.home = Home(SETTINGS + "zone: Europe/Berlin\n")
        self.addCleanup(self.home.remove)
        self.port = free_port()
        self.service = Process(self.home, ["service", "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}"])
        self.addCleanup(self.service.stop)
        wait_for(healthy(self.port), "the service", home=self.home)
        self.api = API(self.port, self.home.token("station"))

    def made(self, path, body, token=None):
        status, answer = self.api.call("POST", path, {"id": str(uuid.uuid4()), **body}, token)
        self.assertEqual(status, 201, answer)
        return answer["id"]

    def ids(self):
        """A request, a proposal and a reminder, which only kiosks and time can make."""
        kiosk, now = self.home.token("kiosk"), datetime.datetime.now(datetime.timezone.utc)
        at = now.strftime("%Y-%m-%dT%H:%M:%SZ")
        maria = {"client": "maria", "client_name": "Maria"}
        request = self.made("/requests", {
            **maria, "need": "water", "label": "Water", "called": "water", "say": "Water, please.", "priority": "normal",
            "asked_at": at}, kiosk)
        proposal = self.made("/proposals", {**maria, "label": "swimming", "say": "I would like to swim.", "proposed_at": at}, kiosk)
        due = (now + datetime.timedelta(seconds=2)).strftime("%Y-%m-%dT%H:%M:%S")
        self.made("/routines", {"by": "Anna", "at": at, "content": {
            "title": "Drops", "client": "maria", "assignment": {"kind": "fixed", "person": "anna"}, "priority": "normal",
            "schedule": {"start": due, "zone": "Etc/UTC"}, "reminders": {"minutes_before": [], "due": True, "missed": True},
            "grace_minutes": 60, "clients_own": False}})
        reminder = wait_for(lambda: self.api.call("GET", "/agenda")[1]["reminders"], "the reminder", home=self.home)[0]["id"]
        return {"REQUEST": request, "PROPOSAL": proposal, "REMINDER": reminder}

    def test_each_command_is_taken(self):
        self.assertIsNotNone(shutil.which("curl"), "curl is not installed: run scripts/setup test")
        # Who logs in on that page; the link is made when the service answers already.
        Coordinator(self.port).set_up(self.home.token("setup"))
        script = commands().replace("127.0.0.1:4280", f"127.0.0.1:{self.port}")
        for word, value in self.ids().items():
            self.assertIn(word, script)
            script = re.sub(rf"\b{word}\b", value, script)
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", CURL + script], cwd=self.home.path, capture_output=True,
                              text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)
        # What they are said to have done.
        _, agenda = self.api.call("GET", "/agenda")
        self.assertEqual([need["id"] for need in agenda["needs"]], ["walk", "swimming"])
        self.assertEqual((agenda["proposals"], agenda["reminders"]), ([], []))
        _, told = self.api.call("GET", "/handover?since=1h")
        self.assertEqual([note["text"] for one in told["requests"] for note in one["notes"]], ["Only a sip."])
        entries = {one["occurrence"]["title"]: [entry["kind"] for entry in one["entries"]] for one in told["occurrences"]}
        self.assertEqual(entries, {"Drops": [], "Medicine": ["done", "note"]})
        print(f"  {script.count('curl ')} commands of docs/api.md")


if __name__ == "__main__":
    unittest.main(verbosity=2)
