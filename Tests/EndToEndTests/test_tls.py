"""A home whose service speaks TLS with the home's own certificate: kiosk and station of this machine, another machine, a browser's cookie."""
import json
import os
import re
import ssl
import subprocess
import sys
import unittest
import urllib.error
import urllib.request
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import BECKON, ROOT, SETTINGS, Home, Process, free_port, healthy, said, wait_for  # noqa: E402

os.environ.setdefault("BECKON_SHARE", ROOT)
SWITCH = "node=event5,name=Big Red Switch,keys=57+28"
# An address of this machine that Beckon does not take for its own, as one of the house's network would be.
ELSEWHERE = "127.0.0.2"


def certify(folder, days=90, name="home"):
    """A certificate that the home has made itself, as docs/tls.md says, and its key."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", str(days),
         "-subj", "/CN=Beckon", "-addext", f"subjectAltName=IP:{ELSEWHERE}", "-keyout", f"{folder}/{name}.key",
         "-out", f"{folder}/{name}.pem"], check=True, capture_output=True)


def run(*arguments):
    done = subprocess.run([BECKON, *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


class TLS(unittest.TestCase):
    def setUp(self):
        self.port = free_port()

    def home(self, service, client="maria"):
        home = Home(SETTINGS.replace("id: maria, name: Maria", f"id: {client}, name: {client.title()}") + f"service: {service}\n")
        self.addCleanup(home.remove)
        return home

    def serve(self, home, *arguments, **options):
        process = Process(
            home, ["run", "--home", home.path, "--output", "none", "--transcript", home.transcript, *arguments], **options)
        self.addCleanup(process.stop)
        return process

    def open(self, path, trusted, method="GET", body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"https://{ELSEWHERE}:{self.port}/api/v1{path}", data=data, method=method,
            headers={"Content-Type": "application/json", **(headers or {})})
        return urllib.request.urlopen(request, timeout=10, context=ssl.create_default_context(cafile=trusted))

    def ask(self, home, process):
        """Three presses: wake, a group, its first item."""
        process.tap()
        cue = said(home, "Toilet and washing", kind="cue")
        process.tap()
        said(home, "Toilet", kind="cue", after=cue["number"] + 1)
        process.tap()
        said(home, "Asked", role="kiosk", kind="announcement")

    def is_up(self, home):
        def look():
            try:
                return self.open("/health", f"{home.path}/home.pem").status == 200
            except OSError:
                return False
        wait_for(look, "the service over TLS", home=home, seconds=60)

    def test_one_switch_to_an_answer_and_a_second_machine(self):
        home = self.home(f"{{ listen: '0.0.0.0:{self.port}', certificate: home.pem, key: home.key }}")
        certify(home.path)
        process = self.serve(home, switch=SWITCH)
        self.is_up(home)
        said(home, "Ready", role="kiosk")

        # A whole request: pressed, kept by the service over TLS, told at the station.
        self.ask(home, process)
        said(home, "Maria asks for", role="station", kind="alert")

        # Others than browsers and kiosks of the home get nothing without TLS, and a browser's session goes through nothing else.
        with self.assertRaises(OSError):
            urllib.request.urlopen(f"http://{ELSEWHERE}:{self.port}/api/v1/health", timeout=5)
        status, printed = run("coordinator", "--home", home.path)
        self.assertEqual(status, 0, printed)
        link = re.search(r"/setup/([\w-]+)", printed).group(0)
        self.assertIn(f"https://127.0.0.1:{self.port}{link}", printed)
        setup = {"token": link.rsplit("/", 1)[1], "name": "Anna", "password": "a long enough password"}
        with self.open("/setup", f"{home.path}/home.pem", "POST", setup) as made:
            cookie = made.headers["Set-Cookie"]
            session = json.load(made)
        self.assertIn("; Secure", cookie)
        self.assertIn("; HttpOnly", cookie)

        # Another machine: paired and connected only if it trusts the certificate.
        headers = {"Cookie": cookie.split(";")[0], "X-CSRF-Token": session["csrf_token"]}

        def send(method, path, body):
            with self.open(path, f"{home.path}/home.pem", method, body, headers) as answer:
                return json.load(answer)

        def code():
            return send("POST", "/pairings", {"id": str(uuid.uuid4()), "kind": "kiosk", "name": "Bed", "client": "otto"})["code"]
        send("PUT", "/people/otto", {"id": "otto", "name": "Otto", "role": "client", "absences": [], "active": True,
                                     "reminders": {"off": [], "channels": []}})
        url = f"https://{ELSEWHERE}:{self.port}"
        other = self.home(f"{{ trust: {home.path}/home.pem }}", client="otto")
        stranger = self.home("{}")
        status, words = run("pair", "--home", stranger.path, "--service", url, code())
        self.assertEqual(status, 1, words)
        self.assertIn("certificate", words.lower())
        self.assertIn("trust", words)
        status, words = run("pair", "--home", other.path, "--service", url, code())
        self.assertEqual(status, 0, words)
        kiosk = Process(other, ["kiosk", "--home", other.path, "--service", url, "--output", "none",
                                "--transcript", other.transcript], switch=SWITCH)
        self.addCleanup(kiosk.stop)
        said(other, "Ready", role="kiosk")
        self.ask(other, kiosk)

    def test_files_that_cannot_be_used_cost_nobody_their_voice(self):
        home = self.home(f"{{ listen: '0.0.0.0:{self.port}', certificate: home.pem, key: other.key }}")
        certify(home.path)
        certify(home.path, name="other")
        status, words = run("doctor", "--home", home.path)
        self.assertIn("other.key: it is not the key of", words)
        process = self.serve(home, switch=SWITCH)
        wait_for(healthy(self.port), "the service without TLS", home=home, seconds=60)
        self.assertIn("other.key: it is not the key of", home.logged())
        with self.assertRaises(OSError):
            urllib.request.urlopen(f"http://{ELSEWHERE}:{self.port}/api/v1/health", timeout=5)
        said(home, "Ready", role="kiosk")
        self.ask(home, process)

    def test_the_doctor_tells_when_it_runs_out(self):
        home = self.home("{ certificate: home.pem, key: home.key }")
        for days, words in [(90, "is good until"), (20, "runs out on")]:
            certify(home.path, days)
            self.assertIn(words, run("doctor", "--home", home.path)[1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
