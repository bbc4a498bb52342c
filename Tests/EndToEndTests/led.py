"""What tests of assignments stand on: a home whose client has an exercise today and an appointment, its provider, and one switch."""
import datetime
import os
import signal
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator  # noqa: E402
from home import Process, healthy, wait_for  # noqa: E402
from scanning import SHORT_EXERCISE, Scene, write  # noqa: E402

BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: my-exercises, label: Exercises, list: assignments }
  - { id: need-water, label: Water, say: Water please, request: normal }
"""
SLOW = """\
exercise: slow
name: Slow
language: en-GB
instructions: We breathe slowly.
steps:
  - breathe: [{ in: 2 s }, { out: 3 s }]
    rounds: 200
"""


def moment(minutes):
    return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)


class Room(Scene):
    def __init__(self, role, loops="3"):
        super().__init__({"loops": loops}, board=BOARD, role=role, more="zone: Etc/UTC\n")

    def start(self):
        folder = f"{self.home.path}/exercises"
        if not os.path.exists(folder):
            os.makedirs(folder)
            write(f"{folder}/short.en.yaml", SHORT_EXERCISE)
            write(f"{folder}/slow.en.yaml", SLOW)
        super().start()

    # Of a home whose kiosk and service are programs of their own.

    def kill_kiosk(self):
        """Power fails there; the service goes on."""
        self.beckon.stop(signal.SIGKILL)
        after = self.count()
        self.beckon = Process(
            self.home, ["kiosk", "--home", self.home.path, "--service", f"http://127.0.0.1:{self.port}", "--output", self.output,
                        "--transcript", self.home.transcript], switch=self.switch)
        self.said("Ready", event="finished", after=after)

    def kill_service(self):
        self.others[-1].stop(signal.SIGKILL)
        self.others.append(Process(
            self.home, ["service", "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}"]))
        wait_for(healthy(self.port), "the service", home=self.home)


class Led(unittest.TestCase):
    """What tests of assignments share; it tests nothing itself."""

    def scene(self, role="run", exercise="short", loops="3", due=False, details=None):
        """A home whose client has an exercise today, one in two days, and an appointment with Dr Kim that is near.

        As on the page, `due` reminds of them, and `details` are what the provider has written for them."""
        scene = Room(role, loops)
        self.addCleanup(scene.__exit__)
        olga = Coordinator(scene.port)
        olga.set_up(scene.home.token("setup"))
        invitation = olga.send("POST", "/invitations", {
            "role": "provider", "name": "Dr Kim", "clients": ["maria"]})
        kim = Coordinator(scene.port)
        kim.begin(f"/invitations/{invitation['code']}/acceptance", {"name": "Dr Kim", "password": "four loud red trains"})
        self.kim, self.olga = kim, olga
        person = next(one["id"] for one in olga.send("GET", "/people", None)["people"] if one["name"] == "Dr Kim")
        self.appointment = str(uuid.uuid4())
        kim.send("POST", "/appointments", {"id": self.appointment, "content": {
            "provider": person, "client": "maria", "at": moment(5).strftime("%Y-%m-%dT%H:%M:%SZ"), "minutes": 45}})
        for title, days in (("Breathing", 0), ("Walking", 2)):
            # Before midnight there may be no minute left of today: then of the day's last one.
            # Where it is reminded of, it is planned a while before it is due.
            start = (moment(1.2 if due else 1).strftime("%Y-%m-%dT%H:%M:00") if days == 0
                     else moment(days * 1440).strftime("%Y-%m-%dT%H:%M:00"))
            kim.send("POST", "/routines", {"id": str(uuid.uuid4()), "content": {
                "title": title, "client": "maria", "audience": "client",
                "assignment": {"kind": "fixed", "person": "maria"}, "schedule": {"start": start, "zone": "Etc/UTC"},
                "priority": "normal", "reminders": {"minutes_before": [], "due": due, "missed": False},
                "grace_minutes": 600, "clients_own": True, "exercise": exercise, "appointment": self.appointment,
                **({"details": details} if details else {})}})
        return scene

    def line(self, kind, **more):
        return self.kim.send("POST", f"/appointments/{self.appointment}/lines", {
            "id": str(uuid.uuid4()), "kind": kind, **more})

    def state(self):
        return self.kim.send("GET", f"/appointments/{self.appointment}", None)

    def wait_for_state(self, scene, state):
        wait_for(lambda: self.state()["state"] == state, f"the appointment to be {state}", home=scene.home)

    def answers(self):
        return [line["answer"] for line in self.state()["lines"] if line["kind"] == "answered"]

    def moods(self):
        return [(one["mood"]["scale"], one["mood"]["value"])
                for one in self.kim.send("GET", "/moods?client=maria", None)["moods"]]

    def open(self, scene):
        scene.tap()
        scene.choose("Exercises")
        scene.choose("Breathing")

    def finish(self, scene):
        """The short exercise, from its instructions to its end."""
        after = scene.count()
        scene.said("Look.", event="finished")
        # So short a word is over before a press counts for what was chosen.
        scene.tell("wait 0.5")
        scene.tap()
        scene.said("Find one thing.", event="finished", after=after)
        scene.tell("wait 1")
        scene.tap()
        scene.said("You are here.", event="finished", after=after)
