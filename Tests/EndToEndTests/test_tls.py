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
from coordinator import session_headers  # noqa: E402
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
        settings = SETTINGS.replace("id: maria, name: Maria", f"id: {client}, name: {client.title()}")
        # Once woken it scans without end: no press meets it just as it goes to rest.
        settings = settings.replace("scanning: {", "scanning: { loops: 0,")
        home = Home(settings + f"service: {service}\n")
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

    def ask(self, home, process, group="Toilet and washing", item="Toilet", wakes=True):
        """Wakes the kiosk unless it scans, then chooses a group and an item of it. Gives the line that says "Asked"."""
        after = len(home.lines())
        if wakes:
            process.tap()
        cue = said(home, group, kind="cue", after=after)
        process.tap()
        said(home, item, kind="cue", after=cue["number"] + 1)
        process.tap()
        return said(home, "Asked", role="kiosk", kind="announcement", after=after)["number"]

    def is_up(self, home):
        def look():
            try:
                return self.open("/health", f"{home.path}/home.pem").status == 200
            except OSError:
                return False
        wait_for(look, "the service over TLS", home=home)

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
        self.assertTrue(cookie.startswith("__Host-beckon_session="), cookie)
        self.assertIn("; Path=/;", cookie)
        self.assertIn("; Secure", cookie)
        self.assertIn("; HttpOnly", cookie)

        # The name that it had without TLS is not believed here: whoever stands in between could have put it there.
        self.assertEqual(self.open("/session", f"{home.path}/home.pem", headers={"Cookie": cookie}).status, 200)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.open("/session", f"{home.path}/home.pem", headers={"Cookie": cookie.replace("__Host-", "")})
        self.assertEqual(refused.exception.code, 401)
        # A browser that comes by a name that is none of this home's, whatever its certificate says.
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.open("/session", f"{home.path}/home.pem", headers={"Cookie": cookie, "Host": "evil.example"})
        self.assertEqual(refused.exception.code, 421)
        # What the home has made itself must not shut anybody out once it is exchanged.
        self.assertNotIn("Strict-Transport-Security", self.open("/health", f"{home.path}/home.pem").headers)

        # Another machine: paired and connected only if it trusts the certificate.
        headers = session_headers(session, made.headers)

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

    def handshake(self, *options):
        """Whether OpenSSL's own client comes to terms with the service, and what it says."""
        done = subprocess.run(
            ["openssl", "s_client", "-connect", f"{ELSEWHERE}:{self.port}", *options], input=b"", capture_output=True, timeout=60)
        words = (done.stdout + done.stderr).decode(errors="replace")
        return "Cipher is (NONE)" not in words and "no peer certificate available" not in words, words

    def test_only_tls_that_keeps_its_secrets_and_an_authority_s_certificate_is_strict(self):
        home = self.home(f"{{ listen: '0.0.0.0:{self.port}', certificate: chain.pem, key: leaf.key }}")
        certify(home.path, name="authority")
        # RSA, so that its key could be exchanged by it: the old way that is to be refused.
        subprocess.run(
            ["openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=beckon.example", "-keyout", f"{home.path}/leaf.key",
             "-out", f"{home.path}/leaf.csr"], check=True, capture_output=True)
        with open(f"{home.path}/names", "w") as file:
            file.write(f"subjectAltName=IP:{ELSEWHERE},DNS:beckon.example,DNS:*.home.example\n")
        subprocess.run(
            ["openssl", "x509", "-req", "-in", f"{home.path}/leaf.csr", "-CA", f"{home.path}/authority.pem", "-CAkey",
             f"{home.path}/authority.key", "-CAcreateserial", "-days", "30", "-extfile", f"{home.path}/names",
             "-out", f"{home.path}/home.pem"], check=True, capture_output=True)
        with open(f"{home.path}/chain.pem", "w") as chain:
            for part in ("home.pem", "authority.pem"):
                with open(f"{home.path}/{part}") as file:
                    chain.write(file.read())
        with open(f"{home.path}/authority.pem") as authority, open(f"{home.path}/home.pem", "w") as trusted:
            trusted.write(authority.read())
        self.serve(home)
        self.is_up(home)
        answer = self.open("/health", f"{home.path}/home.pem")
        self.assertEqual(answer.headers["Strict-Transport-Security"], "max-age=15552000")
        # The certificate's names count as the home's.
        for host, status in (("beckon.example", 200), ("kitchen.home.example:1", 200), ("a.b.home.example", 421), ("example", 421)):
            try:
                seen = self.open("/health", f"{home.path}/home.pem", headers={"Host": host}).status
            except urllib.error.HTTPError as error:
                seen = error.code
            self.assertEqual(seen, status, host)
        for options in (
                ["-tls1_3"], ["-tls1_2"], ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"],
                ["-tls1_2", "-cipher", "ECDHE-RSA-CHACHA20-POLY1305"]):
            works, words = self.handshake(*options)
            self.assertTrue(works, f"{options}: {words}")
        refused = [["-tls1", "-cipher", "ALL:@SECLEVEL=0"], ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]] + [
            ["-tls1_2", "-cipher", f"{suite}:@SECLEVEL=0"] for suite in (
                # The key exchanged by the certificate's own; without looking at messages whole; without a certificate.
                "AES128-GCM-SHA256", "AES256-SHA", "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA384", "AECDH-AES128-SHA")]
        for options in refused:
            works, words = self.handshake(*options)
            self.assertFalse(works, f"{options}: {words}")
            # The service has refused, not OpenSSL's own client before it said anything.
            self.assertRegex(words, "alert|SSL handshake has read [1-9]", f"{options}: {words}")

    def test_files_that_cannot_be_used_cost_nobody_their_voice(self):
        # Plain HTTP is allowed, but who has set a certificate wants no passwords in the open.
        home = self.home(
            f"{{ listen: '0.0.0.0:{self.port}', certificate: home.pem, key: other.key, allow_plain_http: true }}")
        certify(home.path)
        certify(home.path, name="other")
        status, words = run("doctor", "--home", home.path)
        self.assertIn("other.key: it is not the key of", words)
        process = self.serve(home, switch=SWITCH)
        wait_for(healthy(self.port), "the service without TLS", home=home)
        home.wait_for_log("other.key: it is not the key of")
        with self.assertRaises(OSError):
            urllib.request.urlopen(f"http://{ELSEWHERE}:{self.port}/api/v1/health", timeout=5)
        said(home, "Ready", role="kiosk")
        said(home, "certificate", role="station", kind="fault")
        self.ask(home, process)
        status, words = run("coordinator", "--home", home.path)
        self.assertIn(f"http://127.0.0.1:{self.port}/setup/", words)

        # Mended: found within a minute, and the kiosk goes on by the home's own socket.
        os.rename(f"{home.path}/home.key", f"{home.path}/other.key")
        wait_for(lambda: "certificate_unusable is over" in home.logged(), "the fault's end", home=home)
        self.is_up(home)
        asked = self.ask(home, process, "Drinks", "Water", wakes=False)
        said(home, "Maria asks for water", role="station", kind="alert", after=asked)
        said(home, "Your call was heard", role="kiosk", after=asked)

    def test_the_doctor_tells_when_it_runs_out(self):
        home = self.home("{ certificate: home.pem, key: home.key }")
        for days, words in [(90, "is valid until"), (20, "expires on")]:
            certify(home.path, days)
            self.assertIn(words, run("doctor", "--home", home.path)[1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
