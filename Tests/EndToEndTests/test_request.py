"""The main job, on real parts: a switch, a sound device, the disk, the service; nothing is replaced."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hearing  # noqa: E402
from home import (  # noqa: E402
    API, DIGITS, KEY_A, KEY_D, KEY_M, SPACE, Home, Process, free_port, said, seconds_of, wait_for)
from scanning import run_together  # noqa: E402

SWITCH = "node=event5,name=Big Red Switch,keys=57+28"
KEYPAD = "node=event6,name=Station Keypad,id=4321:8765,keys=30+50+32+49+19+2+3+4+5+6"


class FromPressToAnswer(unittest.TestCase):
    def setUp(self):
        self.home = Home()
        self.port = free_port()
        self.beckon = Process(
            self.home, ["run", "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}",
                        "--transcript", self.home.transcript],
            switch=SWITCH, record=True)
        said(self.home, "Ready", role="kiosk")
        self.api = API(self.port, self.home.token("station"))

    def tearDown(self):
        self.beckon.stop()
        self.home.remove()

    def ask(self):
        """Three presses: wake, a group, its first item. Gives the request."""
        number = len(self.home.lines())
        self.beckon.tap()
        # A press within 150 ms of a cue's beginning would count for the item before.
        cue = said(self.home, "Toilet and washing", kind="cue", after=number)
        self.beckon.tap()
        said(self.home, "Toilet", kind="cue", after=cue["number"] + 1)
        self.beckon.tap()
        said(self.home, "I need the toilet", event="started", kind="say", after=number)
        return wait_for(self.api.requests, "the request in the service", home=self.home)[0]

    def test_three_presses_ask_and_the_answer_is_heard(self):
        request = self.ask()
        self.assertEqual((request["need"], request["client_name"], request["priority"]), ("toilet", "Maria", "soon"))
        alert = said(self.home, "Maria asks for", role="station", kind="alert")
        asked = said(self.home, "Asked", role="kiosk", kind="announcement")
        heard = said(self.home, "heard", role="kiosk", kind="announcement")
        self.assertLess(asked["number"], heard["number"])
        self.assertEqual(self.api.requests()[0]["state"], "heard")
        status, answered = self.api.respond(request["id"], "on_the_way")
        self.assertEqual((status, answered["state"]), (201, "on_the_way"))
        told = said(self.home, "Anna is on the way", role="kiosk", kind="announcement")
        status, answered = self.api.respond(request["id"], "met")
        self.assertEqual(answered["state"], "met")
        met = said(self.home, "Anna: your help with the toilet is done", role="kiosk", kind="announcement")
        self.assertEqual(self.api.requests(), [])
        lines = self.home.lines()
        self.assertEqual(self.beckon.stop(), 0)
        self.listen(lines, [alert, told, met])

    def listen(self, lines, ends):
        """What the transcript claims is in the recorded sound, where it claims it."""
        recording = hearing.Recording(self.home.recording)
        say = next(dict(line, number=number) for number, line in enumerate(lines)
                   if line["kind"] == "say" and line["event"] == "finished")
        for end in ends + [say]:
            begin = max((line for line in lines[:end["number"]]
                         if line["event"] == "started" and line["text"] == end["text"]), key=seconds_of)
            sound = recording.part(seconds_of(begin) - 0.1, seconds_of(end) + 0.3)
            score = hearing.likeness(sound, hearing.spoken(end["text"], folder=self.home.folder))
            print(f"  heard “{end['text']}”: {score:.2f} like the synthesiser's own")
            # The alert's sound overlaps what the main voice says; what follows is heard alone.
            self.assertGreater(score, 0.5 if end["kind"] == "say" else 0.65, end["text"])
        # A text that was never said is not found: the comparison can fail.
        other = hearing.likeness(recording.samples, hearing.spoken("Strawberry marmalade", folder=self.home.folder))
        print(f"  what was never said: {other:.2f}")
        self.assertLess(other, 0.45)
        # In the gaps nothing is heard: the recording is no noise in which anything could be found.
        self.assertLess(recording.quietest(0.2), 0.001)

    def test_the_gap_is_whole_whatever_the_cue(self):
        self.beckon.tap()
        cues = wait_for(
            lambda: (lambda found: found if len(found) >= 8 else None)(
                [line for line in self.home.lines() if line["kind"] == "cue"]), "four cues", home=self.home)
        gaps = [seconds_of(begin) - seconds_of(end) for end, begin in zip(cues[1::2], cues[2::2])]
        print("  gaps:", " ".join(f"{gap:.3f}" for gap in gaps), "s")
        for gap in gaps:
            self.assertGreaterEqual(gap, 0.998)

    def test_the_station_answers_by_key(self):
        self.beckon.tell(f"plug {KEYPAD}")
        request = self.ask()
        said(self.home, "Maria asks for", role="station", kind="alert")
        self.beckon.tell(f"tap event6 {KEY_D} 80")
        said(self.home, "Why not now", event="started", role="station")
        self.beckon.tell(f"tap event6 {DIGITS[3]} 80")
        said(self.home, "Anna can't now: dinner is in ten minutes", role="kiosk")
        self.assertEqual(self.api.call("GET", f"/requests/{request['id']}")[1]["state"], "declined")
        request = self.ask()
        said(self.home, "Maria asks for", role="station", kind="alert", after=len(self.home.lines()) - 1)
        self.beckon.tell(f"tap event6 {KEY_A} 80")
        said(self.home, "Anna is on the way", role="kiosk")
        self.beckon.tell(f"tap event6 {KEY_M} 80")
        said(self.home, "Press if you still need it", role="kiosk")
        number = len(self.home.lines())
        said(self.home, "window", event="started", kind="earcon", after=number - 1)
        self.beckon.tell("wait 0.4")
        self.beckon.tell(f"tap event5 {SPACE} 80")
        again = wait_for(self.api.requests, "the request that was asked again", home=self.home)[0]
        self.assertEqual(again["asks_again"].lower(), request["id"].lower())
        said(self.home, "Asked again", role="kiosk")

    def test_a_press_in_the_window_takes_it_back(self):
        self.ask()
        said(self.home, "Press to undo", role="kiosk")
        said(self.home, "window", event="started", kind="earcon")
        self.beckon.tell("wait 0.4")
        self.beckon.tap()
        said(self.home, "Undone", role="kiosk")
        wait_for(lambda: not self.api.requests(), "no open request", home=self.home)


if __name__ == "__main__":
    run_together()
