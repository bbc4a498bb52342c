"""A household as it will be: two clients at kiosks of their own, three stations in two zones, and five phones, each a real one of its kind."""
import concurrent.futures
import contextlib
import datetime
import os
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser  # noqa: E402
from coordinator import NAME, PASSWORD, Coordinator  # noqa: E402
from faults import write  # noqa: E402
from home import API, Home, Process, free_port, healthy, said, wait_for  # noqa: E402
from scanning import BOARD, settings  # noqa: E402
from selenium.common.exceptions import (  # noqa: E402
    ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException)

ROUNDS = 5
# Seconds after which a call reaches whoever is on duty, and everybody.
ON_DUTY, EVERYBODY = 4, 8
CLIENTS = {"maria": ("Maria", "east"), "otto": ("Otto", "west")}
STATIONS = {"East one": "east", "East two": "east", "West": "west"}


class Machine:
    """A kiosk or station in a home of its own, as on a machine of its own."""

    def __init__(self, kind, text, token, port, switch=None):
        self.home = Home(text)
        os.makedirs(f"{self.home.path}/boards")
        write(f"{self.home.path}/boards/small.yaml", BOARD)
        os.makedirs(f"{self.home.path}/tokens", mode=0o700)
        write(f"{self.home.path}/tokens/{kind}", token)
        self.arguments = [kind, "--home", self.home.path, "--service", f"http://127.0.0.1:{port}", "--output", "none",
                          "--transcript", self.home.transcript] + ([] if switch else ["--switch", "none"])
        self.switch, self.process = switch, None

    def start(self):
        self.process = Process(self.home, self.arguments, switch=self.switch)

    def stop(self):
        if self.process:
            self.process.stop()

    def close(self):
        self.stop()
        self.home.remove()

    def count(self):
        return len(self.home.lines())


class WholeHousehold(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.port = free_port()
        cls.home = Home(settings({"loops": "2"}, more="alerts:\n  claim: 10 s\n"))
        cls.addClassCleanup(cls.home.remove)
        os.makedirs(f"{cls.home.path}/boards")
        write(f"{cls.home.path}/boards/small.yaml", BOARD)
        cls.serve()
        cls.addClassCleanup(lambda: cls.service.stop())
        cls.olga = Coordinator(cls.port)
        cls.olga.set_up(cls.home.token("setup"))
        cls.api = API(cls.port, cls.home.token("station"))
        for zone in ("east", "west"):
            cls.olga.send("PUT", f"/places/{zone}", {"id": zone, "kind": "zone", "name": zone.capitalize()})
        cls.furnish_phones()
        cls.furnish_machines()

    @classmethod
    def serve(cls):
        cls.service = Process(cls.home, ["service", "--home", cls.home.path, "--listen", f"127.0.0.1:{cls.port}"])
        wait_for(healthy(cls.port), "the service", home=cls.home)

    @classmethod
    def furnish_phones(cls):
        """Olga's, and four whom she has invited: Ada is Maria's keyworker, Ben is on duty in the east and Carl in the west."""
        cls.phones = {NAME: Browser(f"http://127.0.0.1:{cls.port}", size=PHONE)}
        cls.phones[NAME].log_in(NAME, PASSWORD)
        cls.addClassCleanup(cls.phones[NAME].close)
        for name in ("Ada", "Ben", "Carl", "Dora"):
            cls.phones[name] = cls.phones[NAME].invite(name)
            cls.addClassCleanup(cls.phones[name].close)
        people = {one["name"]: one for one in cls.olga.send("GET", "/people", None)["people"]}
        for name, zone in CLIENTS.values():
            known = people.get(name, {"id": name.lower(), "name": name, "role": "client", "absences": [], "active": True,
                                      "reminders": {"off": [], "channels": []}})
            cls.olga.send("PUT", f"/people/{known['id']}", dict(known, place=zone))
        cls.duties = {}
        for name, what in (("Ada", {"client": "maria"}), ("Ben", {"zone": "east"}), ("Carl", {"zone": "west"})):
            duty = {"id": str(uuid.uuid4()), "at": now(), "content": dict(what, person=people[name]["id"])}
            cls.duties[name] = cls.olga.send("POST", "/duties", duty)
        cls.olga.send("PUT", "/call-paths", {"replaces": 0, "paths": [{"id": str(uuid.uuid4()), "name": "Every call", "steps": [
            {"after": 0, "who": [{"kind": "assigned"}]}, {"after": ON_DUTY, "who": [{"kind": "on_duty"}]},
            {"after": EVERYBODY, "who": [{"kind": "everybody"}]}]}]})

    @classmethod
    def furnish_machines(cls):
        cls.kiosks, cls.stations = {}, {}
        for client, (name, _) in CLIENTS.items():
            text = settings({"loops": "2"}).replace("maria", client).replace("Maria", name)
            cls.kiosks[client] = Machine(
                "kiosk", text, cls.olga.pair("kiosk", f"{name}’s", client), cls.port, f"node=event5,name={name}s Switch,keys=57")
        for name in STATIONS:
            cls.stations[name] = Machine("station", settings(), cls.olga.pair("station", name, None), cls.port)
        devices = {one["name"]: one["id"] for one in cls.olga.send("GET", "/devices", None)["devices"]}
        for name, zone in STATIONS.items():
            cls.olga.send("PUT", f"/devices/{devices[name]}", {"name": name, "place": zone})
        for machine in [*cls.kiosks.values(), *cls.stations.values()]:
            cls.addClassCleanup(machine.close)
            machine.start()
        for kiosk in cls.kiosks.values():
            said(kiosk.home, "Ready")

    def setUp(self):
        """Each phone is on Now, and each kiosk rests: a press while it asks whether something is still needed would ask for that again."""
        def rests():
            screens = [self.api.call("GET", f"/displays/{client}") for client in CLIENTS]
            return all(status == 200 and screen["state"] == "rest" for status, screen in screens)
        wait_for(rests, "both kiosks to rest", home=self.home)
        for phone in self.phones.values():
            phone.go("/now")
            phone.wait_live()

    # What is done and seen.

    def ask(self, client, need="Water"):
        """Presses through a call; gives the request."""
        kiosk, known = self.kiosks[client], {one["id"] for one in self.api.requests()}
        after = kiosk.count()
        kiosk.process.tap()
        said(kiosk.home, need, kind="cue", after=after)
        kiosk.process.tell("wait 0.2")
        kiosk.process.tap()

        def look():
            return [one for one in self.api.requests() if one["id"] not in known and one["client"] == client]
        request = wait_for(look, f"{client}'s call", home=kiosk.home)[0]
        self.addCleanup(self.finish, request)
        return request

    def finish(self, request):
        """Nothing is left open for the next test."""
        if self.stored(request)["state"] != "met":
            self.assertEqual(self.api.respond(request["id"], "met", "Dora")[0], 201)

    def stored(self, request):
        return self.api.call("GET", f"/requests/{request['id']}")[1]

    @staticmethod
    def press(phone, request):
        """A page takes no tap just after something in it has moved; where another was faster, the button has gone."""
        with contextlib.suppress(StaleElementReferenceException, ElementNotInteractableException, ElementClickInterceptedException):
            for button in phone.find(f"#request-{request['id']} button.main"):
                if "on my way" in button.text:
                    button.click()

    @staticmethod
    def says(phone, request, words):
        """Whether the line of this very call has these words: those of an earlier one may still be on the page."""
        with contextlib.suppress(StaleElementReferenceException):
            return any(words in card.text for card in phone.find(f"#request-{request['id']}"))
        return False

    def claim(self, request):
        """All five at once, until somebody has it."""
        def attempt():
            with concurrent.futures.ThreadPoolExecutor(len(self.phones)) as pool:
                for pressing in [pool.submit(self.press, phone, request) for phone in self.phones.values()]:
                    pressing.result()
            stored = self.stored(request)
            return stored if stored["state"] == "on_the_way" else None
        return wait_for(attempt, "an owner", home=self.home)["changed_by"]

    # What is promised.

    def test_of_five_phones_at_the_same_instant_one_has_the_call(self):
        for number in range(ROUNDS):
            client, other = ("maria", "otto") if number % 2 == 0 else ("otto", "maria")
            quiet = self.kiosks[other].count()
            after = self.kiosks[client].count()
            alerted = {name: station.count() for name, station in self.stations.items()}
            request = self.ask(client)
            # Every station announces it, wherever it stands.
            for name, station in self.stations.items():
                said(station.home, f"{CLIENTS[client][0]} asks for", kind="alert", after=alerted[name])
            for name, phone in self.phones.items():
                phone.wait(lambda phone=phone: phone.find(f"#request-{request['id']} button.main"), f"the call on {name}'s phone")
            owner = self.claim(request)
            for name, phone in self.phones.items():
                words = "You are on the way" if name == owner else f"{owner} is on the way"
                phone.wait(lambda phone=phone, words=words: self.says(phone, request, words), f"{words!r} on {name}'s phone")
            said(self.kiosks[client].home, f"{owner} is on the way", kind="announcement", after=after)
            story = self.api.call("GET", f"/history/requests/{request['id']}")[1]
            self.assertEqual([move["by"] for move in story["moves"] if move["kind"] == "on_the_way"], [owner])
            self.finish(request)
            said(self.kiosks[client].home, "Dora", kind="announcement", after=after)
            self.assertEqual([line for line in self.kiosks[other].home.lines()[quiet:] if owner in line["text"]], [])
            self.setUp()

    def test_who_does_not_come_has_it_no_longer(self):
        after = {name: station.count() for name, station in self.stations.items()}
        asked = self.kiosks["maria"].count()
        request = self.ask("maria")
        owner = self.claim(request)
        said(self.kiosks["maria"].home, f"{owner} has not come yet", kind="announcement", after=asked)
        for name, station in self.stations.items():
            said(station.home, "Still not done", kind="alert", after=after[name])

    def test_a_call_reaches_more_people_step_by_step_and_never_early(self):
        request = self.ask("maria")
        asked = datetime.datetime.fromisoformat(self.stored(request)["asked_at"]).timestamp()
        rings = {}

        def look():
            for name, phone in self.phones.items():
                if name not in rings and phone.find(f"#request-{request['id']}[data-ring]"):
                    rings[name] = datetime.datetime.now().timestamp() - asked
            return len(rings) == len(self.phones)
        wait_for(look, "each phone to ring", home=self.home)
        self.assertGreaterEqual(rings["Ben"], ON_DUTY)
        for name in ("Carl", "Dora", NAME):
            self.assertGreaterEqual(rings[name], EVERYBODY, name)
        self.assertEqual(list(rings)[:2], ["Ada", "Ben"])

    def test_a_station_takes_the_calls_of_its_zone_first(self):
        """While it says a long first one, two more come; whose is next depends on where it stands."""
        after = {name: station.count() for name, station in self.stations.items()}
        for client, called in (("otto", "water, " * 40), ("otto", "the lamp"), ("maria", "some milk")):
            name = CLIENTS[client][0]
            new = {"id": str(uuid.uuid4()), "client": client, "client_name": name, "need": "need-of-a-test", "label": "Please",
                   "called": called.strip(", "), "say": "Please", "priority": "normal", "asked_at": now()}
            status, made = API(self.port, self.kiosks[client].home.token("kiosk")).call("POST", "/requests", new)
            self.assertEqual(status, 201, made)
            self.addCleanup(self.finish, made)
        for name, first, second in (("East one", "milk", "lamp"), ("East two", "milk", "lamp"), ("West", "lamp", "milk")):
            home = self.stations[name].home
            heard = {word: said(home, word, "started", kind="alert", after=after[name])["number"] for word in ("water", first, second)}
            self.assertLess(heard["water"], heard[first], name)
            self.assertLess(heard[first], heard[second], name)

    def test_a_kiosk_that_starts_without_the_service_calls_once_it_is_back(self):
        kiosk = self.kiosks["otto"]
        before = {one["id"] for one in self.api.requests("recent") + self.api.requests()}
        self.service.stop()
        kiosk.stop()
        after = kiosk.count()
        alerted = {name: station.count() for name, station in self.stations.items()}
        kiosk.start()
        said(kiosk.home, "Ready", after=after)
        after = kiosk.count()
        kiosk.process.tap()
        said(kiosk.home, "Lamp", kind="cue", after=after)
        kiosk.process.tell("wait 0.2")
        kiosk.process.tap()
        said(kiosk.home, "Lamp please", after=after)
        self.serve()
        for name, station in self.stations.items():
            said(station.home, "Otto asks for", kind="alert", after=alerted[name])
        made = [one for one in self.api.requests("recent") + self.api.requests() if one["id"] not in before]
        for one in made:
            self.addCleanup(self.finish, one)
        self.assertEqual([(one["client"], one["need"]) for one in made], [("otto", "need-lamp")])
        for phone in self.phones.values():
            phone.wait(lambda phone=phone: phone.find(f"#request-{made[0]['id']}"), "the call on each phone")

    def test_a_zone_without_anybody_on_duty_is_told(self):
        after = {name: station.count() for name, station in self.stations.items()}
        west = next(one for one in self.olga.send("GET", "/places", None)["places"] if one["id"] == "west")
        self.olga.send("PUT", "/places/west", dict(west, needs_duty=True))
        duty = self.duties["Carl"]
        self.olga.send("POST", f"/duties/{duty['id']}/changes", {
            "id": str(uuid.uuid4()), "at": now(), "replaces": duty["sequence"]})
        for phone in self.phones.values():
            phone.wait_text("Nobody on duty: West")
        for name, station in self.stations.items():
            said(station.home, "Nobody on duty: West", after=after[name])
        self.olga.send("POST", "/duties", {
            "id": str(uuid.uuid4()), "at": now(), "content": duty["content"]})
        for phone in self.phones.values():
            phone.wait_no_text("Nobody on duty: West")


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


if __name__ == "__main__":
    unittest.main(verbosity=2)
