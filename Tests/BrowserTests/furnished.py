"""A home in which something stands on every page."""
import base64
import http.server
import json
import threading
import time
import urllib.parse
import uuid

from browser import PASSWORD, ROOT, png_bytes
from codes import App
from coordinator import session_headers
from document import with_examples

ZONE = "Etc/UTC"


def now():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


class Discovered(http.server.ThreadingHTTPServer):
    """What a provider of OpenID Connect says of itself, and nothing more: nobody can log in with it. It ends with the test."""
    # The public half of RFC 7517's first example.
    KEY = {"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "1",
           "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Saying)
        self.issuer = f"http://127.0.0.1:{self.server_address[1]}"
        self.documents = {
            "/.well-known/openid-configuration": {
                "issuer": self.issuer, "authorization_endpoint": f"{self.issuer}/authorize", "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys", "response_types_supported": ["code"], "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["ES256"], "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none"]},
            "/keys": {"keys": [self.KEY]}}
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Saying(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        found = self.server.documents.get(self.path)
        body = json.dumps(found).encode()
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


class Furnished:
    """Puts people, devices, needs, a plan, calls and notes into a household; `browser` is a coordinator's, Anna's."""

    def __init__(self, household, browser):
        self.household, self.browser = household, browser
        with open(f"{ROOT}/Sources/Service/CareService/openapi.json", encoding="utf-8") as file:
            self.document = with_examples(json.load(file))
        self.kiosk, self.station = household.home.token("kiosk"), household.home.token("station")
        self.people()
        self.devices()
        self.needs()
        self.calls()
        self.plan()
        self.duties()
        self.call_paths()
        self.channels()
        self.logins()
        self.costs()
        self.points()
        self.sessions()
        self.calendars()

    def send(self, place, token=None, of="", **values):
        """The document's example with these values in it; gives what comes back."""
        method, path = place.split(" ")
        operation = self.document["paths"][f"/api/v1{path}"][method.lower()]
        body = dict(operation["requestBody"]["content"]["application/json"]["example"], **values)
        if "id" in body and "id" not in values:
            body["id"] = str(uuid.uuid4())
        if "at" in body:
            body["at"] = now()
        if token:
            status, answer = self.household.api.call(method, path.replace("{id}", of), body, token)
        else:
            # Whoever has logged in signs with their own name.
            body.pop("by", None)
            status, answer = self.browser.call(method, path.replace("{id}", of), body)
        assert status in (200, 201, 204), (place, status, answer)
        return answer

    def people(self):
        self.send("PUT /people/{id}", self.station, "carla", id="carla", name="Carla", sequence=0)
        self.browser.go("/people/carla")
        self.browser.tap("Invite to log in")
        self.browser.wait(lambda: self.browser.path.endswith("/invitation"), "the invitation")
        self.join_with_a_second_step("Ben")
        self.invitation = self.send("POST /invitations", name="Dora")["code"]
        # People may register, and one of them waits.
        self.send("PUT /registration", open=True)
        self.send("POST /registrations", name="Frida")

    def join_with_a_second_step(self, name):
        api, code = self.household.api, self.send("POST /invitations", name=name)["code"]
        status, answer, headers = api.send("POST", f"/invitations/{code}/acceptance", {"name": name, "password": PASSWORD}, {})
        assert status == 201, answer
        session = session_headers(answer, headers)
        status, answer, _ = api.send("POST", "/account/second-step", None, session)
        assert status == 201, answer
        status, answer, _ = api.send("PUT", "/account/second-step", {"code": App(answer["address"]).code()}, session)
        assert status == 200, answer

    def devices(self):
        for name, kind in [("Beside the bed", "display"), ("At the window", "kiosk")]:
            code = self.send("POST /pairings", name=name, kind=kind)["code"]
            self.send("POST /devices", self.station, code=code)
        self.send("POST /faults", self.kiosk)

    def needs(self):
        self.send("PUT /needs/{id}", self.station, "walk", client="maria")
        self.proposal = str(uuid.uuid4())
        self.send("POST /proposals", self.kiosk, id=self.proposal, label="Cards", say="I would like to play cards.", suggestion="cards",
                  proposed_at=now())

    def calls(self):
        """One that is open, and one that was answered, with a note."""
        self.open, self.met = self.household.press_for_toilet()["id"], str(uuid.uuid4())
        self.send("POST /requests", self.kiosk, id=self.met, asked_at=now())
        self.send("POST /requests/{id}/notes", self.station, self.met)
        assert self.household.api.respond(self.met, "met")[0] == 201
        self.send("POST /clients/{id}/words", self.station, "maria")

    def channels(self):
        """One over which ways to people can be added; there is none yet."""
        known = next(one for one in self.browser.call("GET", "/channels", None)[1]["channels"] if one["name"] == "ntfy")
        status, answer = self.browser.call("PUT", "/channels/ntfy", {
            "on": True, "settings": {"server": "http://127.0.0.1:9"}, "secrets": {}, "sequence": known["sequence"]})
        assert status == 200, (status, answer)

    def logins(self):
        """A provider with which people may log in."""
        status, answer = self.browser.call("PUT", f"/login-providers/{uuid.uuid4()}", {
            "name": "Example", "issuer": Discovered().issuer, "client_id": "beckon"})
        assert status == 201, (status, answer)

    def call_paths(self):
        """One of the home's own, for urgent calls."""
        steps = [{"after": 0, "who": [{"kind": "assigned"}]}, {"after": 60, "who": [{"kind": "everybody"}]}]
        self.send("PUT /call-paths", replaces=0, paths=[
            {"id": str(uuid.uuid4()), "name": "What is urgent", "priorities": ["urgent"], "steps": steps}])

    def costs(self):
        """An expense with its receipt, a payment, and an amount that is asked for."""
        expense = self.send("POST /expenses")["id"]
        self.send("POST /payments")
        self.send("POST /charges")
        picture = png_bytes(8, 12, lambda row: bytes([250, 250, 20 * row]) * 8)
        status = self.browser.driver.execute_async_script("""
            const [path, text, done] = arguments;
            const body = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
            const token = document.querySelector("input[name=csrf]").value;
            fetch(path, {method: "PUT", body, headers: {"Content-Type": "image/png", "X-CSRF-Token": token}})
              .then((answer) => done(answer.status));""", f"/api/v1/expenses/{expense}/receipt", base64.b64encode(picture).decode())
        assert status == 201, status

    def points(self):
        """A reward that Maria has reached, and one that waits for a yes."""
        zoo = str(uuid.uuid4())
        self.send("PUT /rewards/{id}", of=zoo, content={"title": "Zoo", "way": {"kind": "redeemed", "cost": 3, "approval": True}})
        self.send("PUT /rewards/{id}", of=str(uuid.uuid4()), content={
            "title": "An evening at the cinema", "symbol": "🎬", "details": "With popcorn.", "way": {"kind": "reached", "at": 5}})
        self.send("POST /points/{id}/gifts", of="maria", points=8)
        self.send("POST /grants", reward=zoo, person="maria")

    def plan(self):
        start = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() + 3))
        content = self.document["paths"]["/api/v1/routines"]["post"]["requestBody"]["content"]["application/json"]["example"]["content"]
        schedule = {"start": start, "zone": ZONE, "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}}
        for title, symbol in [("Medicine", "💊"), ("Open the window", "🪟")]:
            self.routine = self.send("POST /routines", self.station, content=dict(
                content, title=title, symbol=symbol, schedule=schedule, assignment={"kind": "in_turn", "people": ["anna", "carla"]}))["id"]
        # The household's, of which Anna has the one that is due by then.
        for title, symbol, more in [("Bins", "🗑️", {"count": 2}), ("Windows", "🧽", {"proof": "photo"})]:
            self.send("POST /routines", self.station, content=dict(
                {name: value for name, value in content.items() if name not in ("client", "details")}, title=title, symbol=symbol,
                audience="household", clients_own=False, points=5, minutes=10, schedule=schedule,
                assignment={"kind": "in_turn", "people": ["anna", "carla"]}, **more))
        self.key = urllib.parse.quote(f"{start}[{ZONE}]", safe="")
        self.send("POST /entries", self.station, routine=self.routine, key=f"{start}[{ZONE}]", kind="note", text="Only a little.")

    def calendars(self):
        """One from a file, of which something could not be taken over, and an address of Anna's own."""
        head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//test//EN"]
        for number, (title, zone) in enumerate([("Massage", ZONE), ("Walk on Mars", "Mars/Olympus Mons")]):
            head += ["BEGIN:VEVENT", f"UID:{number}@clinic", "DTSTAMP:20260101T000000Z", f"DTSTART;TZID={zone}:20270105T100000",
                     "DURATION:PT1H", "RRULE:FREQ=WEEKLY", f"SUMMARY:{title}", "END:VEVENT"]
        status, answer = self.browser.call("POST", "/calendars", {
            "id": str(uuid.uuid4()), "client": "maria", "kind": "file", "name": "Clinic", "at": now(),
            "text": "\r\n".join(head + ["END:VCALENDAR", ""])})
        assert status == 201, (status, answer)
        status, answer = self.browser.call("POST", "/feeds", {"id": str(uuid.uuid4()), "client": "maria", "detail": "times"})
        assert status == 201, (status, answer)

    def duties(self):
        """A zone with a room in it, and Anna's duty there each night."""
        self.send("PUT /places/{id}", of="west", id="west")
        self.send("PUT /places/{id}", of="room-7", id="room-7", kind="room", name="Room 7", parent="west")
        start = time.strftime("%Y-%m-%dT22:00:00", time.gmtime())
        self.duty = self.send("POST /duties", content={
            "person": "anna", "role": "night watch", "zone": "west", "minutes": 480,
            "schedule": {"start": start, "zone": ZONE, "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}}})["id"]

    def sessions(self):
        """A provider, a session in which Maria waits and asks for the coordinator, an exercise, signs, and moods of some days."""
        self.send("PUT /people/{id}", of="kim", id="kim", name="Dr Kim", role="provider", clients=["maria"], sequence=0, absences=[],
                  reminders={"off": [], "channels": []}, active=True)
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 600))
        self.session = self.send("POST /appointments", content={
            "provider": "kim", "client": "maria", "at": at, "minutes": 45, "title": "Breathing"})["id"]
        for line in ({"kind": "client_came"}, {"kind": "talking_point", "text": "The new chair"}, {"kind": "coordinator_please"},
                     {"kind": "too_hard", "text": "The long breath out"}):
            status, answer = self.household.api.call(
                "POST", f"/appointments/{self.session}/lines", {"id": str(uuid.uuid4()), **line}, self.kiosk)
            assert status == 201, answer
        self.send("PUT /people/{id}/signs", of="maria")
        for days, (scale, value) in enumerate([("faces5", 4), ("faces5", 3), ("pain10", 6), ("faces5", 2), ("body_part", "left-leg")]):
            status, answer = self.household.api.call("POST", "/moods", {
                "id": str(uuid.uuid4()), "client": "maria", "scale": scale, "value": value,
                "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 86400 * days - 60))}, self.kiosk)
            assert status == 201, answer
        now = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
        self.send("POST /routines", content={
            "title": "Drink enough", "client": "maria", "goal": True, "clients_own": True, "priority": "normal", "count": 3,
            "grace_minutes": 1440, "assignment": {"kind": "fixed", "person": "maria"}, "schedule": {"start": now, "zone": ZONE},
            "reminders": {"minutes_before": [], "due": False, "missed": True, "until_done": [720]}})
        start = time.strftime("%Y-%m-%dT23:50:00", time.gmtime())
        self.send("POST /routines", content={
            "title": "Calm breathing", "client": "maria", "exercise": "calm", "clients_own": True, "priority": "normal",
            "grace_minutes": 60, "assignment": {"kind": "fixed", "person": "maria"}, "reminders": {"minutes_before": [], "due": True, "missed": False},
            "schedule": {"start": start, "zone": ZONE, "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}}})
