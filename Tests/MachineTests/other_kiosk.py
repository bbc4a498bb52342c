"""The kiosk of a second client, which a coordinator pairs over the API while a machine lives."""
import json
import urllib.error
import urllib.request
import uuid

# Lies in the home before its first start, which then makes none of its own: nobody can read the machine's disk while it is on.
SETUP = "setup-token-of-this-machine-0123456789abcdefghi"
NAME, PASSWORD = "Olga", "three quiet green boats"
OTTO = {"id": "otto", "name": "Otto", "role": "client", "absences": [], "active": True, "reminders": {"off": [], "channels": []}}


class OtherKiosk:
    """Of one disk, life after life: what a coordinator was told is done stays done."""

    def __init__(self):
        self.token = None
        self.can_log_in = False
        # A life may end when the home has a kiosk and nobody was told its token; the next one needs a name of its own.
        self.attempts = 0

    def pair(self, machine):
        """Raises OSError where the machine does not answer any more, and AssertionError where it refuses."""
        if self.token:
            return
        headers = self.log_in(machine.port)
        send(machine.port, "PUT", "/people/otto", OTTO, headers)
        self.attempts += 1
        asked = {"id": str(uuid.uuid4()), "kind": "kiosk", "name": f"Bed {self.attempts}", "client": "otto"}
        pairing, _ = send(machine.port, "POST", "/pairings", asked, headers)
        self.token = send(machine.port, "POST", "/devices", {"code": pairing["code"]})[0]["token"]

    def log_in(self, port):
        """The headers of a coordinator's session. The link of the first start may have been used in a life that ended meanwhile."""
        body = {"name": NAME, "password": PASSWORD}
        try:
            path, body = ("/sessions", body) if self.can_log_in else ("/setup", {"token": SETUP, **body})
            session, headers = send(port, "POST", path, body)
        except AssertionError:
            if self.can_log_in:
                raise
            session, headers = send(port, "POST", "/sessions", {"name": NAME, "password": PASSWORD})
        self.can_log_in = True
        return {"Cookie": headers["Set-Cookie"].split(";")[0], "X-CSRF-Token": session["csrf_token"]}


def send(port, method, path, body, headers=()):
    """(decoded body, headers)"""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1{path}", data=json.dumps(body).encode(), method=method,
        headers={"Content-Type": "application/json", **dict(headers)})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer), answer.headers
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {path} was refused: {error.code} {error.read()[:300]}") from error
