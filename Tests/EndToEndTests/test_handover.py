"""`beckon handover`, as the next shift calls it: a night's work in the real service, read, heard, and read by a program."""
import datetime
import json
import os
import re
import subprocess
import sys
import unittest
import uuid
import zoneinfo

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator  # noqa: E402
from home import API, BECKON, ROOT, SETTINGS, Home, Process, free_port, healthy, wait_for  # noqa: E402

os.environ.setdefault("BECKON_SHARE", ROOT)
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")

HELP = """\
OVERVIEW: Print, or speak, what happened in a shift.

Open calls and what is still to do come first, then what was missed or is still
open from before, what somebody has to decide, what was declined with its
reason, done and skipped, and how long people waited for an answer. Times are
the home's, whatever this machine's clock says. The service must be running.

  beckon handover                             the last twelve hours
  beckon handover --since 22:00               since ten in the evening
  beckon handover --since 22:00 --until 6:00  the night
  beckon handover --since 8h --speak          the last eight hours, aloud

USAGE: beckon handover [--since <time>] [--until <time>] [--format <format>] [--speak] [--service <url>] [--output <output>] [--transcript <file>] [--home <dir>] [--log-level <level>]

OPTIONS:
  --since <time>          When the shift began: how long ago (8h, 90min), a
                          time of day (22:00), or a local time
                          (2026-11-21T06:00). (default: 12h)
  --until <time>          When it ended, likewise. (default: now)
  --format <format>       text, markdown, or json for programs. (values: text,
                          markdown, json; default: text)
  --speak                 Say it aloud with the caregivers' voice, in place of
                          printing it.
  --service <url>         The service's address. (default: what beckon.yaml
                          says)
  --output <output>       Where sound goes: auto, none (captions, paced like
                          speech), or an ALSA device for all voices. (default:
                          auto)
  --transcript <file>     Append everything that is said or played to this
                          file, one JSON object a line.
  --home <dir>            The home's folder: boards, settings, and what Beckon
                          keeps. (default: HOME)
  --log-level <level>     How much is logged: trace, debug, info, notice,
                          warning or error. (default: notice) (values: trace,
                          debug, info, notice, warning, error, critical)
  --version               Show the version.
  -h, --help              Show help information.

"""


def text(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def person(name, role):
    return {"id": name.lower(), "name": name, "role": role, "absences": [], "active": True,
            "reminders": {"off": [], "channels": []}}


class HandingOver(unittest.TestCase):
    def setUp(self):
        self.home = Home(SETTINGS + "zone: Europe/Berlin\nvoices: { alert: { rate: 450 } }\n")
        self.addCleanup(self.home.remove)
        self.port = free_port()
        self.service = Process(self.home, ["service", "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}"])
        self.addCleanup(self.service.stop)
        wait_for(healthy(self.port), "the service", home=self.home)
        self.api = API(self.port, self.home.token("station"))
        self.now = datetime.datetime.now(datetime.timezone.utc)

    def call(self, *arguments, status=0, **environment):
        # Neither the machine's zone nor its language is the home's.
        done = subprocess.run(
            [BECKON, "handover", "--home", self.home.path, "--service", f"http://127.0.0.1:{self.port}", *arguments],
            capture_output=True, text=True, timeout=120,
            env={**os.environ, "TZ": "Pacific/Auckland", "COLUMNS": "80", **environment})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def send(self, path, body, method="POST", token=None):
        body = body if method == "PUT" else {"id": str(uuid.uuid4()), **body}
        status, answer = self.api.call(method, path, body, token)
        self.assertIn(status, (200, 201), answer)
        return answer

    def ask(self, client, label, minutes_ago, priority="normal"):
        return self.send("/requests", {
            "client": client.lower(), "client_name": client, "need": label.lower(), "label": label, "called": label.lower(),
            "say": f"{label}, please.", "priority": priority, "asked_at": text(self.now - datetime.timedelta(minutes=minutes_ago)),
        }, token=self.kiosks[client])["id"]

    def pair_kiosk(self, client):
        """A kiosk of somebody other than the home's own client, paired by a coordinator; gives its token."""
        olga = Coordinator(self.port)
        olga.set_up(self.home.token("setup"))
        return olga.pair("kiosk", "Bed", client)

    def plan(self, client, title, seconds, grace=60, repeat=None, by="anna", **more):
        # What was over when it was planned is not due: from now, however long the rest took.
        start = datetime.datetime.now(BERLIN) + datetime.timedelta(seconds=seconds)
        start = start.strftime("%Y-%m-%dT%H:%M:%S")
        schedule = {"start": start, "zone": "Europe/Berlin", **({"repeat": repeat} if repeat else {})}
        content = {
            "title": title, "client": client.lower(), "assignment": {"kind": "fixed", "person": by}, "priority": "normal",
            "schedule": schedule, "reminders": {"minutes_before": [], "due": True, "missed": True}, "grace_minutes": grace,
            "clients_own": False, **more}
        made = self.send("/routines", {"content": content, "by": "Anna", "at": text(self.now)})
        return made["id"], f"{start}[Europe/Berlin]"

    def enter(self, routine, kind, by, words=None):
        self.send("/entries", {"routine": routine[0], "key": routine[1], "kind": kind, "by": by, "at": text(self.now),
                               **({"text": words} if words else {})})

    def night(self):
        """Two people's night, as far as it fits into a few seconds."""
        for name, role in (("Maria", "client"), ("Tom", "client"), ("Anna", "caregiver"), ("Ben", "caregiver")):
            self.send(f"/people/{name.lower()}", person(name, role), method="PUT")
        self.kiosks = {"Maria": self.home.token("kiosk"), "Tom": self.pair_kiosk("tom")}
        water = self.ask("Maria", "Water", 20)
        self.api.respond(water, "on_the_way", by="Ben")
        self.send(f"/requests/{water}/notes", {"text": "Wants the *blue* cup.", "by": "Ben", "at": text(self.now)})
        self.ask("Tom", "Pain", 8, priority="urgent")
        tea = self.ask("Maria", "Tea", 200)
        self.api.respond(tea, "declined", by="Ben", reason="the kitchen is closed")
        self.api.respond(self.ask("Tom", "Lamp", 5), "met", by="Anna")
        self.send("/proposals", {"client": "maria", "client_name": "Maria", "label": "Into the sun",
                                 "say": "I would like to sit in the sun.", "proposed_at": text(self.now)},
                  token=self.home.token("kiosk"))
        medicine, drops = self.plan("Maria", "Medicine", 2, priority="urgent"), self.plan("Maria", "Eye drops", 2)
        turning, later = self.plan("Tom", "Turning in bed", 2, by="ben"), self.plan("Tom", "Bath", 3600)
        self.enter(later, "done", "Anna", "He asked for it.")
        wait_for(lambda: len(self.api.call("GET", "/agenda")[1]["reminders"]) == 3, "what is due", home=self.home)
        self.enter(drops, "done", "Ben", "Her left eye is red.")
        self.enter(turning, "skipped", "Ben", "He sleeps well.")
        return medicine

    def test_the_help(self):
        done = subprocess.run([BECKON, "handover", "--help"], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "COLUMNS": "80"})
        shown = re.sub(r"keeps\. \(default:\s+\S+\)", "keeps. (default: HOME)", done.stdout)
        self.assertEqual(shown, HELP)

    def test_a_night_is_read_and_heard(self):
        self.night()
        told = self.call("--since", "6h")
        print("  " + told.replace("\n", "\n  "))
        blocks = told.split("\n\n")
        titles = [block.split("\n")[0] for block in blocks]
        self.assertEqual(titles[1:], [
            "Open calls: 2", "Still to do: 1", "Waiting for a decision: 1", "Can't now: 1", "Calls done: 1",
            "Planned and done: 2", "Skipped: 1", titles[-1]])
        self.assertTrue(titles[-1].startswith("Calls answered: 3. Half of them within"), titles[-1])
        self.assertIn("Tom: Pain, urgent, nobody has answered", blocks[1].split("\n")[1])
        self.assertIn("Maria: Water, Ben on the way (", blocks[1].split("\n")[2])
        self.assertIn("Ben: Wants the *blue* cup.", blocks[1].split("\n")[3])
        self.assertIn("Maria: Medicine, urgent, Anna", blocks[2])
        for words in ["Maria: Into the sun", "Maria: Tea, Ben: the kitchen is closed (3 hours)", "Maria: Eye drops, Ben",
                      "Ben: Her left eye is red.", "Tom: Bath, Anna", "Tom: Turning in bed, Ben", "Ben: He sleeps well."]:
            self.assertIn(words, told)
        markdown = self.call("--since", "6h", "--format", "markdown")
        self.assertTrue(markdown.startswith("# Handover, "), markdown)
        self.assertIn("Ben: Wants the \\*blue\\* cup.", markdown)
        read = json.loads(self.call("--since", "6h", "--format", "json"))
        self.assertEqual(sorted(one["request"]["state"] for one in read["requests"]), ["asked", "declined", "met", "on_the_way"])
        spoken = f"{self.home.folder}/spoken.jsonl"
        self.call("--since", "6h", "--speak", "--output", "none", "--transcript", spoken)
        with open(spoken) as file:
            heard = json.loads(file.readline())["text"]
        print("  " + heard)
        self.assertTrue(heard.startswith(
            "Handover. The last 6 hours: Open calls: 2. Tom: pain, urgent, nobody has answered; Maria: water, Ben on the way. "
            "Still to do: 1. Maria: Medicine, urgent, at "), heard)
        self.assertIn("Can't now: 1. Maria: tea: the kitchen is closed. Calls done: 1. Planned and done: 2.", heard)

    def test_times_are_the_homes_wherever_it_is_typed(self):
        here = datetime.datetime.now(BERLIN)
        hour = (here - datetime.timedelta(hours=3)).replace(minute=0, second=0, microsecond=0)
        told = json.loads(self.call("--since", f"{hour:%H:%M}", "--format", "json"))
        self.assertEqual(datetime.datetime.fromisoformat(told["since"].replace("Z", "+00:00")), hour)
        self.assertEqual((told["zone"], told["complete"]), ("Europe/Berlin", True))
        self.assertTrue(self.call("--since", f"{hour:%H:%M}").startswith(f"Handover, {hour:%Y-%m-%d} {hour.hour}:00 to "))
        self.assertIn("Nothing was asked, and nothing was planned.", self.call())

    def test_a_mistake_says_what_to_write(self):
        self.assertIn("`--since soon`: write how long ago (8h, 90min)", self.call("--since", "soon", status=64))
        self.assertIn("the shift would begin after its end", self.call("--since", "1h", "--until", "2h", status=1))
        self.assertIn("more than 62 days", self.call("--since", "70d", status=1))
        self.service.stop()
        self.assertIn("did not give the handover", self.call(status=1))


if __name__ == "__main__":
    unittest.main(verbosity=2)
