"""What a provider has planned, with one switch and by real parts: list, exercise, the provider comes, join, answers, leave, mood; power
cuts; a mood while the service is away."""
import datetime
import os
import signal
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator, Refused  # noqa: E402
from home import wait_for  # noqa: E402
from scanning import SHORT_EXERCISE, Scene, run_together, write  # noqa: E402

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
    def __init__(self, role):
        super().__init__({"loops": "3"}, board=BOARD, role=role, more="zone: Etc/UTC\n")

    def start(self):
        folder = f"{self.home.path}/exercises"
        if not os.path.exists(folder):
            os.makedirs(folder)
            write(f"{folder}/short.en.yaml", SHORT_EXERCISE)
            write(f"{folder}/slow.en.yaml", SLOW)
        super().start()


class Assignments(unittest.TestCase):
    def scene(self, role="run", exercise="short"):
        """A home whose client has an exercise today, one in two days, and an appointment with Dr Kim that is near."""
        scene = Room(role)
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
            start = (moment(1).strftime("%Y-%m-%dT%H:%M:00") if days == 0
                     else moment(days * 1440).strftime("%Y-%m-%dT%H:%M:00"))
            kim.send("POST", "/routines", {"id": str(uuid.uuid4()), "content": {
                "title": title, "client": "maria", "audience": "client",
                "assignment": {"kind": "fixed", "person": "maria"}, "schedule": {"start": start, "zone": "Etc/UTC"},
                "priority": "normal", "reminders": {"minutes_before": [], "due": False, "missed": False},
                "grace_minutes": 600, "clients_own": True, "exercise": exercise, "appointment": self.appointment}})
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

    def test_whole(self):
        """List, exercise, wait room, the provider comes, join, an answer, a sentence, leave, mood."""
        scene = self.scene()
        self.open(scene)
        self.finish(scene)
        scene.said("Dr Kim is not here yet.", event="finished")
        self.wait_for_state(scene, "client_waits")
        scene.choose("Wait")
        after = scene.count()
        self.line("provider_came")
        scene.said("Dr Kim is here. Press to join.", event="finished", after=after)
        scene.tell("wait 1")
        scene.tap()
        scene.said("You are with Dr Kim.", event="finished", after=after)
        scene.choose("No")
        wait_for(lambda: self.answers() == ["no"], "the answer", home=scene.home)
        self.line("said", text="Shall we stop for today?")
        scene.said("Shall we stop for today?", event="finished", after=after)
        scene.choose("Leave")
        self.wait_for_state(scene, "provider_in")
        scene.choose("Good")
        wait_for(lambda: self.moods() == [("faces5", 4)], "the mood", home=scene.home)
        # It is done with it, and what comes is locked.
        scene.tap()
        after = scene.count()
        scene.choose("Exercises")
        wait_for(lambda: any(cue.startswith("Breathing") and cue.endswith("Good") for cue in scene.cues(after=after)),
                 "the mood in the list", home=scene.home)
        wait_for(lambda: any(cue.startswith("Walking") and cue.endswith("not yet") for cue in scene.cues(after=after)),
                 "what comes", home=scene.home)

    def test_joined_while_breathing(self):
        scene = self.scene(exercise="slow")
        self.open(scene)
        scene.said("We breathe slowly.", event="finished")
        scene.tap()
        scene.said("tones", event="started", role="kiosk", kind="earcon")
        after = scene.count()
        self.line("provider_came")
        scene.said("Dr Kim is here. Press to join now, or finish first.", event="finished", after=after)
        scene.tell("wait 1")
        scene.tap()
        scene.said("You are with Dr Kim.", event="finished", after=after)
        self.wait_for_state(scene, "both_in")
        # Power fails: the wait room, one step before, with the first press.
        scene.beckon.stop(signal.SIGKILL)
        after = scene.count()
        scene.start()
        self.kim.api.base = f"http://127.0.0.1:{scene.port}/api/v1"
        scene.said("Dr Kim is here. Press to join.", event="finished", after=after)
        scene.tell("wait 1")
        scene.tap()
        scene.said("You are with Dr Kim.", event="finished", after=after)
        self.line("ended")
        scene.said("How was it? Press to answer.", event="finished", after=after)
        scene.tell("wait 1")
        scene.tap()
        scene.choose("Not now")
        wait_for(lambda: self.moods() == [("faces5", "not_now")], "the mood", home=scene.home)

    def test_mood_without_the_service(self):
        """It is kept on the kiosk's disk, and comes once when the service is back, although the kiosk was killed."""
        scene = self.scene(role="kiosk")
        self.open(scene)
        self.finish(scene)
        scene.said("Dr Kim is not here yet.", event="finished")
        service = scene.others[0]
        scene.choose("Leave")
        service.stop(signal.SIGKILL)
        after = scene.count()
        scene.choose("Good")
        scene.said("Thank you. That is noted.", event="finished", after=after)
        scene.beckon.stop(signal.SIGKILL)
        scene.start()
        self.kim.api.base = f"http://127.0.0.1:{scene.port}/api/v1"
        wait_for(self.has_mood, "the mood", home=scene.home)
        self.assertEqual(self.moods(), [("faces5", 4)])

    def has_mood(self):
        try:
            return self.moods() == [("faces5", 4)]
        except (Refused, OSError):
            return False


if __name__ == "__main__":
    run_together()
