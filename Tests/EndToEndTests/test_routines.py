"""What is planned, from the API to a caregiver's key and the client's own list: the real service, station and kiosk."""
import datetime
import os
import sys
import time
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import (  # noqa: E402
    API, DIGITS, KEY_M, SPACE, Home, Process, free_port, healthy, said, seconds_of, wait_for)
from scanning import KEYPAD, Scene, run_together, settings  # noqa: E402

STATION = "node=event6,name=Station Keypad,id=4321:8765,keys=30+50+32+49+19+31+24+22+2+3+4+5+6"
KEY_U, KEY_S = 22, 31

BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: need-water, label: Water, say: Water please, request: normal }
  - { id: more, label: More wishes, list: needs }
  - { id: day, label: My day, list: today }
  - { id: new, label: Something new, propose: suggestions }
"""
DIRECT = {"mode": "direct", "undo_window": "3 s"}


def text(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Plans(unittest.TestCase):
    """What tests do with a plan over the API of a `scene`."""

    def plan(self, scene, title, seconds, **content):
        """A routine that is due so many seconds from now; gives its id and that moment."""
        now = datetime.datetime.now(datetime.timezone.utc)
        due = (now + datetime.timedelta(seconds=seconds)).replace(microsecond=0)
        body = {
            "id": str(uuid.uuid4()), "by": "Anna", "at": text(now),
            "content": {
                "title": title, "client": "maria", "assignment": {"kind": "fixed", "person": "anna"},
                "schedule": {"start": due.strftime("%Y-%m-%dT%H:%M:%S"), "zone": "UTC", "repeat": {"kind": "once"}},
                "priority": "normal", "reminders": {"minutes_before": [], "due": True, "missed": True},
                "grace_minutes": 60, "clients_own": False, **content}}
        status, made = scene.api.call("POST", "/routines", body)
        self.assertEqual(status, 201, made)
        return body["id"], due.timestamp()

    def occurrence(self, scene, routine):
        status, agenda = scene.api.call("GET", "/agenda")
        self.assertEqual(status, 200, agenda)
        return next(one for one in agenda["today"] + agenda["outstanding"] if one["routine"].lower() == routine)

    def change(self, scene, routine, to=None):
        """Moves its only occurrence to so many seconds from now, or cancels it; gives that moment."""
        now = datetime.datetime.now(datetime.timezone.utc)
        _, known = scene.api.call("GET", f"/routines/{routine}")
        schedule = known["content"]["schedule"]
        body = {"id": str(uuid.uuid4()), "scope": "one", "occurrence": f"{schedule['start']}[{schedule['zone']}]",
                "replaces": known["sequence"], "by": "Ben", "at": text(now)}
        moment = None
        if to is not None:
            moment = (now + datetime.timedelta(seconds=to)).replace(microsecond=0)
            body["to"] = moment.strftime("%Y-%m-%dT%H:%M:%S")
        status, changed = scene.api.call("POST", f"/routines/{routine}/changes", body)
        self.assertEqual(status, 201, changed)
        return moment.timestamp() if moment else None

    def put_off(self, scene, reminder, minutes):
        """As another station does it; returns when it is to be told."""
        now = datetime.datetime.now(datetime.timezone.utc)
        body = {"id": str(uuid.uuid4()), "outcome": "snoozed", "minutes": minutes, "by": "Ben", "at": text(now)}
        status, answer = scene.api.call("POST", f"/reminders/{reminder}/receipts", body)
        self.assertEqual(status, 201, answer)
        return now.timestamp() + 60 * minutes

    def waiting(self, scene):
        return scene.api.call("GET", "/agenda")[1]["reminders"]


class Planned(Plans):
    def scene(self):
        scene = Scene(DIRECT, board=BOARD, switch=KEYPAD, more="zone: UTC\n")
        self.addCleanup(scene.__exit__)
        scene.tell(f"plug {STATION}")
        return scene

    def press(self, scene, digit, said, kind=None):
        """Presses a digit of the client's, and waits for the words that answer it."""
        after = scene.count()
        scene.tell(f"tap event5 {DIGITS[digit]} 80")
        return scene.said(said, event="finished", role="kiosk", kind=kind, after=after)

    def test_what_somebody_says_is_heard_once_and_the_sender_learns_of_it(self):
        scene = self.scene()
        words = {"id": str(uuid.uuid4()), "text": "The doctor comes at four.", "by": "Anna"}
        status, sent = scene.api.call("POST", "/clients/maria/words", words)
        self.assertEqual(status, 201, sent)
        sentence = "Anna says: The doctor comes at four."
        scene.said(sentence, event="finished", role="kiosk")

        def heard():
            """The same words again say how they stand."""
            status, now = scene.api.call("POST", "/clients/maria/words", words)
            self.assertEqual(status, 200, now)
            return now.get("said_at")
        wait_for(heard, "the service to learn that it was said", home=scene.home)
        # Neither the second sending nor what follows says it again.
        self.press(scene, 1, "Water please")
        scene.said("Asked", event="finished", role="kiosk")
        said_lines = [line for line in scene.home.lines() if line["text"] == sentence and line["event"] == "started"]
        self.assertEqual(len(said_lines), 1, said_lines)

    def test_a_caregiver_hears_it_and_ticks_it_off_and_takes_that_back(self):
        scene = self.scene()
        routine, due = self.plan(scene, "Medicine", 5)
        line = scene.said("Medicine for Maria is due now", role="station")
        late = seconds_of(line) - due
        print(f"  from the due time to the station's words: {late:.2f} s")
        self.assertGreaterEqual(late, 0)
        scene.said("Medicine for Maria is due now", event="finished", role="station")
        scene.tell(f"tap event6 {KEY_M} 80")
        scene.said("Done: Medicine for Maria", event="finished", role="station")
        done = self.occurrence(scene, routine)
        self.assertEqual((done["state"], done["changed_by"]), ("done", "Anna"))
        scene.tell(f"tap event6 {KEY_U} 80")
        scene.said("is open again", event="finished", role="station")
        self.assertEqual(self.occurrence(scene, routine)["state"], "due")
        _, history = scene.api.call("GET", f"/entries?routine={routine}&key={done['key'].replace('+', '%2B')}")
        self.assertEqual([entry["kind"] for entry in history["entries"]], ["done", "undone"])

    def test_the_client_hears_of_their_own_and_marks_it_done(self):
        scene = self.scene()
        routine, _ = self.plan(scene, "Walk", 5, clients_own=True)
        scene.said("Walk", event="finished", role="kiosk", kind="announcement")
        scene.said("window", role="kiosk", kind="earcon")
        # Nobody presses: it is still to do.
        time.sleep(6)
        self.press(scene, 3, "Walk", kind="cue")
        self.press(scene, 1, "due now", kind="announcement")
        self.press(scene, 1, "Well done", kind="announcement")
        wait_for(lambda: self.occurrence(scene, routine)["state"] == "done", "done in the service", home=scene.home)
        self.assertEqual(self.occurrence(scene, routine)["changed_by"], "Maria")

    def test_what_the_client_proposes_is_on_the_board_once_a_caregiver_says_yes(self):
        scene = self.scene()
        scene.tell(f"tap event5 {DIGITS[4]} 80")
        wait_for(lambda: scene.cues(event="finished"), "the groups", home=scene.home)
        self.press(scene, 1, "", kind="cue")
        self.press(scene, 1, "Press to propose", kind="announcement")
        scene.said("window", role="kiosk", kind="earcon")
        scene.tell("wait 0.4", f"tap event5 {SPACE} 80")
        scene.said("roposed", event="finished", role="kiosk", kind="announcement")
        proposal = wait_for(lambda: scene.api.call("GET", "/proposals?state=waiting")[1]["proposals"], "the proposal",
                            home=scene.home)[0]
        scene.said("would like something new", event="finished", role="station")
        decision = {"id": str(uuid.uuid4()), "approved": True, "need_id": "wished-for", "by": "Anna",
                    "at": text(datetime.datetime.now(datetime.timezone.utc))}
        status, decided = scene.api.call("POST", f"/proposals/{proposal['id']}/decisions", decision)
        self.assertEqual((status, decided["state"]), (201, "approved"), decided)
        scene.said(f"Anna says yes: {proposal['label']}", event="finished", role="kiosk")
        self.press(scene, 2, proposal["label"], kind="cue")
        self.press(scene, 1, proposal["say"], kind="say")
        request = wait_for(scene.api.requests, "the request", home=scene.home)[0]
        self.assertEqual(request["need"], "wished-for")

    def test_what_was_due_while_nothing_ran_is_told_late_and_once(self):
        scene = self.scene()
        routine, due = self.plan(scene, "Medicine", 4)
        scene.beckon.stop()
        time.sleep(max(0, due + 7 - time.time()))
        after = scene.count()
        scene.start()
        scene.said("Medicine for Maria was due", event="finished", role="station", after=after)
        self.assertIn("while Beckon was off", scene.said("Medicine for Maria", role="station", after=after)["text"])
        wait_for(lambda: not scene.api.call("GET", "/agenda")[1]["reminders"], "the receipt", home=scene.home)
        scene.beckon.stop()
        after = scene.count()
        scene.start()
        time.sleep(3)
        told = [line["text"] for line in scene.home.lines()[after:] if line["role"] == "station" and "Medicine" in line["text"]]
        self.assertEqual(told, [])
        self.assertEqual(self.occurrence(scene, routine)["state"], "due")


class House:
    """A service, and stations that are other machines, each in a home of its own with its own transcript."""

    MORE = "zone: UTC\nalerts: { repeat_reminder: 10 s }\n"

    def __init__(self, stations):
        self.port = free_port()
        self.homes = [Home(settings(more=self.MORE)) for _ in range(stations + 1)]
        self.served, self.desks = self.homes[0], self.homes[1:]
        self.processes = []
        for home in self.homes:
            os.makedirs(f"{home.path}/boards")
            with open(f"{home.path}/boards/small.yaml", "w") as file:
                file.write(BOARD)
        self.start_service()
        self.api = API(self.port, self.served.token("station"))
        self.stations = []
        for desk in self.desks:
            desk.take_tokens(self.served)
            self.stations.append(self.start_station(desk))

    def start_service(self):
        self.service = Process(
            self.served, ["service", "--home", self.served.path, "--listen", f"127.0.0.1:{self.port}"])
        self.processes.append(self.service)
        wait_for(healthy(self.port), "the service", home=self.served)

    def start_station(self, desk):
        station = Process(
            desk, ["station", "--home", desk.path, "--service", f"http://127.0.0.1:{self.port}", "--output", "none",
                   "--transcript", desk.transcript], switch=STATION)
        self.processes.append(station)
        return station

    def close(self):
        for process in self.processes:
            process.stop()
        for home in self.homes:
            home.remove()


class Stations(Plans):
    def house(self, stations=1):
        house = House(stations)
        self.addCleanup(house.close)
        return house

    def medicine(self, desk, after=0):
        """What a station has said of it."""
        return [line for line in desk.lines()[after:]
                if line["event"] == "started" and line["kind"] == "alert" and "Medicine" in line["text"]]

    def test_what_is_moved_and_then_put_off_and_taken_away_is_told_when_it_is_so(self):
        house = self.house()
        desk = house.desks[0]
        routine, _ = self.plan(house, "Medicine", 3)
        said(desk, "Medicine for Maria is due now", role="station")
        moved = self.change(house, routine, to=25)
        after = len(desk.lines())
        line = said(desk, "Medicine for Maria is due now", event="started", after=after)
        late = seconds_of(line) - moved
        print(f"  moved: told {late:.2f} s after the new time")
        self.assertGreaterEqual(late, 0)
        self.assertEqual(len(self.medicine(desk, after)), 1, desk.lines())
        # Put off by key, and then by somebody else for less: it is told again when that is over.
        said(desk, "Medicine for Maria is due now", after=after)
        house.stations[0].tell(f"tap event6 {KEY_S} 80")
        said(desk, "Remind you when", event="started")
        house.stations[0].tell(f"tap event6 {DIGITS[1]} 80")
        said(desk, "Again in 5 minutes: Medicine for Maria")
        reminder = wait_for(lambda: self.waiting(house), "the reminder that was put off", home=desk)[0]
        self.assertEqual(reminder["state"], "waiting")
        again = self.put_off(house, reminder["id"], 1)
        after = len(desk.lines())
        line = wait_for(lambda: self.medicine(desk, after), "it told again", home=desk, seconds=75)[0]
        print(f"  put off: told {seconds_of(line) - again:.2f} s after its time")
        self.assertGreaterEqual(seconds_of(line), again, line)
        # Put off once more, and cancelled.
        wait_for(lambda: not self.waiting(house), "the receipt", home=desk)
        end = self.put_off(house, reminder["id"], 1)
        self.change(house, routine)
        after = len(desk.lines())
        time.sleep(max(0, end + 5 - time.time()))
        self.assertEqual(self.medicine(desk, after), [])

    def test_two_stations_are_quiet_together(self):
        house = self.house(2)
        routine, _ = self.plan(house, "Medicine", 8)
        for desk in house.desks:
            said(desk, "Medicine for Maria is due now")
        house.stations[1].tell(f"tap event6 {KEY_S} 80")
        said(house.desks[1], "Remind you when", event="started")
        house.stations[1].tell(f"tap event6 {DIGITS[1]} 80")
        said(house.desks[1], "Again in 5 minutes")
        counts = [len(desk.lines()) for desk in house.desks]
        # It would be told again every ten seconds.
        time.sleep(24)
        self.assertEqual([self.medicine(*desk) for desk in zip(house.desks, counts)], [[], []])
        self.put_off(house, self.waiting(house)[0]["id"], 1)
        for desk, count in zip(house.desks, counts):
            wait_for(lambda: self.medicine(desk, count), "it told again", home=desk, seconds=75)
        # Told by both, done at one: both are quiet.
        house.stations[0].tell(f"tap event6 {KEY_M} 80")
        said(house.desks[0], "Done: Medicine for Maria")
        self.assertEqual(self.occurrence(house, routine)["state"], "done")
        counts = [len(desk.lines()) for desk in house.desks]
        time.sleep(12)
        self.assertEqual([self.medicine(*desk) for desk in zip(house.desks, counts)], [[], []])

    def test_a_station_that_starts_anew_goes_on_where_it_was(self):
        house = self.house()
        desk = house.desks[0]
        routine, due = self.plan(house, "Medicine", 5)
        said(desk, "Medicine for Maria is due now")
        house.stations[0].stop()
        after = len(desk.lines())
        house.stations[0] = house.start_station(desk)
        said(desk, "Medicine for Maria", after=after)
        # Marked while the service is away, and the station starts again before that is told.
        house.service.stop()
        said(desk, "lost its connection", event="started", after=after)
        after = len(desk.lines())
        house.stations[0].tell(f"tap event6 {KEY_M} 80")
        said(desk, "Your answer is saved", after=after)
        house.stations[0].stop()
        after = len(desk.lines())
        house.stations[0] = house.start_station(desk)
        time.sleep(3)
        house.start_service()
        wait_for(lambda: self.occurrence(house, routine)["state"] == "done", "done in the service", home=desk)
        time.sleep(13)
        self.assertEqual(self.medicine(desk, after), [])
        self.assertEqual(self.occurrence(house, routine)["changed_by"], "Anna")
        _, history = house.api.call(
            "GET", f"/entries?routine={routine}&key={self.occurrence(house, routine)['key'].replace('+', '%2B')}")
        self.assertEqual([entry["kind"] for entry in history["entries"]], ["done"])


if __name__ == "__main__":
    # Most of their time they wait for the next minute.
    run_together()
