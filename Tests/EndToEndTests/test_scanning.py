"""Scanning for every body: each mode and way of pressing, through a real switch reader to the service."""
import json
import os
import shutil
import stat
import sys
import tempfile
import time
import unittest

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hearing  # noqa: E402
from home import ENTER, SPACE, seconds_of, wait_for  # noqa: E402
from scanning import BOARD, KEYPAD, PATIENCE, SWITCH, Scene, Speakers, run_together, write  # noqa: E402


class Modes(unittest.TestCase):
    """A whole request in each mode: the right one, once."""

    def asks(self, scene, need, calls=1):
        """The request is in the service, and it is the only one that ever was."""
        request = scene.wait_for_request(need)
        scene.said("Asked")
        self.assertEqual([found for found, _, _ in scene.requests()], [need] * calls)
        self.assertEqual(scene.asked(), calls)
        return request

    def test_inverse_moves_while_held_and_selects_when_let_go(self):
        with Scene({"mode": "inverse"}) as scene:
            scene.tell(f"press {SPACE}")
            scene.cue("Water")
            scene.cue("Lamp")
            scene.tell("wait 0.2", f"release {SPACE}")
            self.asks(scene, "need-lamp")
            # Stands until it is held again.
            scene.said("Your call was heard", event="finished")
            after = scene.count()
            scene.tell(f"press {SPACE}")
            scene.cue("Water", after=after)
            scene.tell(f"release {SPACE}")
            scene.wait_for_request("need-water")
            self.assertEqual(sorted(need for need, _, _ in scene.requests()), ["need-lamp", "need-water"])

    def test_step_dwell_moves_by_presses_and_selects_by_staying(self):
        with Scene({"mode": "step_dwell", "dwell_time": "2 s"}) as scene:
            # The first press wakes, the second says the first item: nothing is chosen by not moving at all.
            scene.tap()
            scene.tell("wait 0.3")
            scene.tap()
            scene.cue("Water", event="started")
            scene.tell("wait 0.5")
            scene.tap()
            lamp = scene.cue("Lamp")
            self.asks(scene, "need-lamp")
            say = scene.said("Lamp please", kind="say")
            stayed = seconds_of(say) - seconds_of(lamp)
            print(f"  dwell_time 2 s: chosen {stayed:.2f} s after the end of the cue")
            self.assertGreater(stayed, 1.98)

    def test_step_with_two_keys_and_move_repeat(self):
        with Scene({"mode": "step", "move_repeat": "1 s"}) as scene:
            scene.tap(ENTER)
            scene.cue("Water")
            before = scene.count()
            scene.tell(f"press {ENTER}")
            scene.cue("Drinks", after=before)
            # Held on, it comes round to the first item.
            scene.cue("Water", after=before)
            scene.tell(f"release {ENTER}", "wait 0.5")
            scene.tap(SPACE)
            scene.said("Asked")
            asked = next(n for n, line in enumerate(scene.home.lines()) if line["kind"] == "say")
            moved = [line["text"] for line in scene.home.lines()[before:asked]
                     if line["kind"] == "cue" and line["event"] == "started"]
            print(f"  held: {', '.join(moved)}")
            # On a busy machine the release comes a step late: what was said last is what is asked.
            self.assertEqual(moved[:3], ["Lamp", "Drinks, 2 items", "Water"])
            self.assertIn(moved[-1], ["Water", "Lamp"])
            self.asks(scene, f"need-{moved[-1].lower()}")

    def test_direct_on_a_keypad(self):
        with Scene({"mode": "direct"}, switch=KEYPAD) as scene:
            scene.tap(4)  # the key 3: the group
            scene.cue("Tea")
            scene.tap(3)  # the key 2
            self.asks(scene, "need-milk")
            after = scene.count()
            scene.cue("Water", after=after)
            scene.tap(3)
            scene.wait_for_request("need-lamp")
            self.assertEqual([need for need, _, _ in scene.requests()], ["need-milk", "need-lamp"])

    def test_automatic_by_rows_and_columns(self):
        board = BOARD.replace("items:", "columns: 2\nitems:", 1).replace(
            "  - label: Drinks", "  - { id: need-radio, label: Radio, say: Radio please, request: normal }\n"
            "  - { id: need-book, label: Book, say: Book please, request: normal }\n  - label: Drinks", 1)
        with Scene({"pattern": "row_column"}, board=board) as scene:
            scene.tap()
            scene.choose("Row 2")
            scene.choose("Book")
            self.asks(scene, "need-book")
            self.assertEqual(scene.cues()[:4], ["Row 1: Water", "Row 2: Radio", "Radio", "Book"])

    def test_what_counts_is_letting_go(self):
        with Scene({"activate_on": "release"}) as scene:
            scene.tap()
            scene.cue("Water")
            before = scene.count()
            # Longer than the response gap: while it is held it is not decided, and nothing moves on.
            scene.tell(f"press {SPACE}", "wait 2.5", f"release {SPACE}")
            self.asks(scene, "need-water")
            say = scene.said("Water please", kind="say")
            moved = [line["text"] for line in scene.home.lines()[before:say["number"]] if line["kind"] == "cue"]
            self.assertEqual(moved, [])
            released = scene.presses()[-1]
            self.assertEqual(released[2], 0)
            self.assertGreaterEqual(seconds_of(say), released[0] - 0.01)

    def test_what_is_shorter_than_the_acceptance_time_is_nothing(self):
        with Scene({"acceptance_time": "0.7 s"}) as scene:
            scene.tap(milliseconds=900)
            scene.cue("Water")
            scene.tap(milliseconds=60)
            scene.cue("Lamp")
            scene.tell("wait 0.2")
            scene.tap(milliseconds=900)
            self.asks(scene, "need-lamp")


class LongPresses(unittest.TestCase):
    """Each thing that a long press can do."""

    LONG = f"press {SPACE}", "wait 1", f"release {SPACE}", "wait 0.3"

    def scene(self, action):
        return Scene({"long_press_time": "0.6 s", "long_press_action": action})

    def test_cancel_ends_everything(self):
        with self.scene("cancel") as scene:
            scene.tap()
            scene.cue("Lamp")
            after = scene.count()
            scene.tell(*self.LONG)
            # From rest a press wakes, and the first item comes first; anywhere else it would have asked.
            scene.tap()
            scene.cue("Water", after=after)
            self.assertEqual(scene.requests(), [])
            self.assertEqual(scene.cues(after=after)[:1], ["Water"])

    def test_back_goes_one_level_up(self):
        with self.scene("back") as scene:
            scene.tap()
            scene.choose("Drinks")
            scene.cue("Tea")
            after = scene.count()
            scene.tell(*self.LONG)
            scene.cue("Drinks", after=after)
            self.assertEqual(scene.cues(after=after), ["Drinks, 2 items"])
            scene.choose("Water")
            scene.wait_for_request("need-water")
            self.assertEqual(len(scene.requests()), 1)

    def test_repeat_says_the_word_again(self):
        with self.scene("repeat") as scene:
            scene.tap()
            scene.cue("Lamp")
            after = scene.count()
            scene.tell(*self.LONG)
            scene.cue("Lamp", after=after)
            self.assertEqual(scene.cues(after=after), ["Lamp"])
            scene.tell("wait 0.2")
            scene.tap()
            scene.wait_for_request("need-lamp")
            self.assertEqual(len(scene.requests()), 1)


class Help(unittest.TestCase):
    """An urgent call from anywhere; the voices as fast as they are by default, because the time of it counts."""

    THREE = f"tap {SPACE} 60", "wait 0.15", f"tap {SPACE} 60", "wait 0.15", f"tap {SPACE} 60"

    def scene(self, scanning):
        """The words at their usual rate, and slow to begin: the presses that mean help choose nothing by the way."""
        return Scene({"initial_delay": "1.5 s", **scanning}, rate=165)

    def called(self, scene, since, what):
        """The call is in the service and at the station, once; gives the seconds from then to the alert."""
        countdown = scene.said("Calling for help")
        since = since(scene)
        counted = scene.said("Calling for help", event="finished")
        request = scene.wait_for_request("help")
        self.assertEqual(request["priority"], "urgent")
        alert = scene.said("help", role="station", kind="alert")
        took = seconds_of(alert) - since
        print(f"  {what}: countdown begun after {seconds_of(countdown) - since:.2f} s, over after "
              f"{seconds_of(counted) - since:.2f} s, alert at the station after {took:.2f} s (goal: 5 s)")
        scene.said("Asked")
        self.assertEqual([need for need, _, _ in scene.requests()].count("help"), 1)
        # What is above the goal by so much is not a busy machine any more.
        self.assertLess(took, 10)

    def press(number):
        return lambda scene: [at for at, _, value in scene.presses() if value == 1][number - 1]

    def test_three_presses_from_rest_call(self):
        with self.scene({"help_presses": "3"}) as scene:
            scene.tell(*self.THREE)
            self.called(scene, Help.press(3), "three presses")
            self.assertEqual([need for need, _, _ in scene.requests()], ["help"])

    def test_hammering_on_does_not_take_it_back(self):
        with self.scene({"help_presses": "3"}) as scene:
            scene.tell(*[f"tap {SPACE} 60", "wait 0.25"] * 8)
            self.called(scene, Help.press(3), "eight presses, from the third")
            wait_for(lambda: len(scene.presses()) == 16, "eight presses")
            self.assertEqual([need for need, _, _ in scene.requests()], ["help"])
            self.assertNotIn("cancelled", [state for _, _, state in scene.requests()])

    def test_a_calm_press_stops_it_and_nobody_hears_of_it(self):
        with self.scene({"help_presses": "3"}) as scene:
            scene.tell(*self.THREE, "wait 1.3", f"tap {SPACE} 80")
            scene.said("Nobody was called", event="finished")
            self.only_water_is_asked(scene)

    def only_water_is_asked(self, scene):
        """What is asked afterwards is all that the service ever heard of."""
        scene.tap()
        scene.choose("Water")
        scene.wait_for_request("need-water")
        self.assertEqual([need for need, _, _ in scene.requests()], ["need-water"])

    def test_what_the_first_press_of_a_burst_asked_is_taken_back(self):
        with self.scene({"help_presses": "3"}) as scene:
            scene.tap()
            # So late that the waking press is none of the three.
            lamp = scene.cue("Lamp")
            scene.cue("Water", after=lamp["number"])
            scene.tell("wait 0.3", *self.THREE)
            self.called(scene, Help.press(4), "three presses of which the first asks for water")
            water = scene.wait_for_request("need-water", "cancelled")
            self.assertEqual(water["reason"], "help instead")
            self.assertEqual(len(scene.requests()), 2)

    def test_a_long_press_calls(self):
        with self.scene({"long_press_time": "1 s", "long_press_action": "help"}) as scene:
            scene.tell(f"press {SPACE}", "wait 1.5", f"release {SPACE}")
            self.called(scene, lambda scene: Help.press(1)(scene) + 1, "held for a second, from its end")

    def test_a_press_stops_the_call_of_a_long_press(self):
        with self.scene({"long_press_time": "1 s", "long_press_action": "help"}) as scene:
            scene.tell(f"press {SPACE}", "wait 1.3", f"release {SPACE}", "wait 1", f"tap {SPACE} 80")
            scene.said("Nobody was called", event="finished")
            self.only_water_is_asked(scene)


class TwoOutputs(unittest.TestCase):
    """An earphone for the cues, the room for what was chosen, a speaker for the caregivers, each recorded."""

    VOICES = """\
  main: { device: room, rate: 165 }
  cue: { device: ear, rate: 200, volume: 0.5 }
  alert: { device: desk, rate: 300 }
"""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="beckon-speakers.")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.speakers = Speakers(self.folder, ["room", "ear", "desk"], ["room", "ear"])
        self.addCleanup(self.speakers.stop)
        self.scene = Scene(
            {"undo_window": "1 s", "initial_delay": "0.5 s"}, voices=self.VOICES, output="auto",
            environment=self.speakers.environment)
        self.addCleanup(self.scene.__exit__)

    def listen(self):
        """Ends all; gives what was recorded in the room and in the earphone."""
        self.scene.beckon.stop()
        self.speakers.stop()
        return [hearing.Recording(self.speakers.recording(sink)) for sink in ["room", "ear"]]

    def decibels(self, recording, begin, end):
        """The loudness between two moments of the wall's clock, in dB of full scale; -120 is silence."""
        part = recording.part(begin, end)
        self.assertGreater(len(part), 0.05 * recording.rate, "nothing was recorded there")
        return 20 * numpy.log10(max(1e-6, numpy.sqrt(numpy.mean(part ** 2))))

    def compare(self, what, room, ear, begin, end, heard_in):
        """Only one of the two hears it."""
        levels = self.decibels(room, begin, end), self.decibels(ear, begin, end)
        print(f"  {what}: room {levels[0]:.0f} dB, earphone {levels[1]:.0f} dB")
        loud, quiet = levels if heard_in == "room" else levels[::-1]
        self.assertGreater(loud, -50, what)
        self.assertLess(quiet, -90, what)

    def alike(self, recording, begin, end, text, rate):
        """How much of the words is in a recording there."""
        words = hearing.spoken(text, words_per_minute=rate, folder=self.folder)
        return hearing.likeness(recording.part(seconds_of(begin) - 0.1, seconds_of(end) + 0.3), words)

    def test_the_room_hears_only_what_was_chosen(self):
        scene = self.scene
        scene.tap()
        first = scene.cue("Water", event="started")
        scene.cue("Lamp")
        cue = [scene.cue("Drinks", event=event) for event in ["started", "finished"]]
        scene.choose("Lamp")
        say = [scene.said("Lamp please", event=event, kind="say") for event in ["started", "finished"]]
        asked = [scene.said("Asked", event=event) for event in ["started", "finished"]]
        window = [scene.said("window", event=event, kind="earcon") for event in ["started", "finished"]]
        request = scene.wait_for_request("need-lamp")
        scene.said("Your call was heard", event="finished")
        scene.api.respond(request["id"], "on_the_way")
        told = [scene.said("Anna is on the way", event=event) for event in ["started", "finished"]]
        presses = [at for at, _, value in scene.presses() if value == 1]
        room, ear = self.listen()

        self.compare("the press's click", room, ear, presses[0] - 0.02, presses[0] + 0.15, "ear")
        self.compare("scanning", room, ear, seconds_of(first) - 0.3, presses[1] - 0.05, "ear")
        self.compare("the window's sound", room, ear, seconds_of(window[0]), seconds_of(window[1]), "ear")
        for name, (begin, end) in [("what was chosen", say), ("“Asked.”", asked), ("“Anna is on the way.”", told)]:
            self.compare(name, room, ear, seconds_of(begin) + 0.2, seconds_of(end) - 0.1, "room")
        for name, recording, (begin, end), text, rate in [
                ("cue in the earphone", ear, cue, "Drinks, 2 items", 200),
                ("sentence in the room", room, say, "Lamp please", 165),
                ("“Asked.” in the room", room, asked, "Asked.", 165),
                ("answer in the room", room, told, "Anna is on the way.", 165)]:
            score = self.alike(recording, begin, end, text, rate)
            other = self.alike(recording, begin, end, "Strawberry marmalade", rate)
            print(f"  {name}: {score:.2f} like “{text}”, {other:.2f} like something else")
            self.assertGreater(score, 0.6, name)
            self.assertLess(other, score)

    def test_without_its_earphone_scanning_is_heard_in_the_room(self):
        scene = self.scene
        scene.tap()
        scene.cue("Water")
        self.speakers.pull("ear")
        pulled = time.time()
        fault = scene.said("Maria's kiosk has no sound", role="station", kind="fault")
        print(f"  the earphone's loss is told after {seconds_of(fault) - pulled:.2f} s")
        self.assertLess(seconds_of(fault) - pulled, 15)
        lost = scene.said("The sound did not work", event="finished", kind="fault")
        cue = [scene.cue("Lamp", event=event, after=lost["number"]) for event in ["started", "finished"]]
        self.assertEqual(cue[0]["voice"], "main")
        scene.tell("wait 0.2")
        scene.tap()
        scene.wait_for_request("need-lamp")
        scene.said("Asked", event="finished")
        self.speakers.plug("ear")
        back = scene.said("The sound works again", event="finished")
        again = [scene.cue("Lamp", event=event, after=back["number"]) for event in ["started", "finished"]]
        self.assertEqual(again[0]["voice"], "cue")
        room, _ = self.listen()
        self.assertGreater(self.alike(room, *cue, "Lamp", 165), 0.6)
        levels = [self.decibels(room, *map(seconds_of, lines)) for lines in [cue, again]]
        print(f"  a cue in the room: {levels[0]:.0f} dB without the earphone, {levels[1]:.0f} dB with it again")
        self.assertGreater(levels[0], -50)
        self.assertLess(levels[1], -90)

    def test_without_its_room_speaker_a_choice_is_heard_in_the_earphone(self):
        scene = self.scene
        scene.tap()
        scene.cue("Water")
        self.speakers.pull("room")
        pulled = time.time()
        fault = scene.said("Maria's kiosk has no sound", role="station", kind="fault")
        print(f"  the room speaker's loss is told after {seconds_of(fault) - pulled:.2f} s")
        self.assertLess(seconds_of(fault) - pulled, 30)
        lost = scene.said("The sound did not work", event="finished", kind="fault")
        scene.cue("Lamp", after=lost["number"])
        scene.tell("wait 0.2")
        scene.tap()
        scene.wait_for_request("need-lamp")
        say = [scene.said("Lamp please", event=event, kind="say") for event in ["started", "finished"]]
        asked = scene.said("Asked", event="finished")
        self.assertEqual({line["voice"] for line in [*say, asked]}, {"cue"})
        self.speakers.plug("room")
        scene.said("The sound works again", event="finished")
        _, ear = self.listen()
        self.assertGreater(self.alike(ear, *say, "Lamp please", 200), 0.6)


class AskedAlready(unittest.TestCase):
    """An item that is asked says so, and choosing it offers what can be done about it."""

    def setUp(self):
        # Without a station at first: nobody hears.
        self.scene = Scene(role="kiosk")
        self.addCleanup(self.scene.__exit__)

    def choose(self, label, answer):
        """Chooses an item that is asked, and then what is to be done about it."""
        self.scene.choose(label)
        self.scene.choose(answer)

    def test_what_is_asked_says_how_it_stands_and_can_be_changed(self):
        scene = self.scene
        scene.tap()
        scene.choose("Water")
        first = scene.wait_for_request("need-water")
        cue = scene.cue("Water", after=scene.count())
        self.assertEqual(cue["text"], "Water asked just now, not heard yet")
        scene.start_station()
        scene.said("Maria asks for water", role="station", kind="alert", event="finished")
        wait_for(lambda: "Water asked just now, heard" in scene.cues(), "“heard” in the cue", home=scene.home, seconds=40)

        # Ask again: a new request that names the old one, which ends.
        self.choose("Water asked", "Ask again")
        scene.said("Asked again")
        second = wait_for(lambda: [one for one in scene.api.requests() if one["id"] != first["id"]],
                          "the second request", home=scene.home)[0]
        self.assertEqual((second["asks_again"], second["priority"]), (first["id"], "normal"))
        scene.said("Your call was heard", after=scene.count() - 1)
        self.assertEqual([one["id"] for one in scene.api.requests()], [second["id"]])

        # It is urgent now: likewise, at the highest priority.
        self.choose("Water asked", "It is urgent")
        third = wait_for(lambda: [one for one in scene.api.requests() if one["priority"] == "urgent"],
                         "the urgent request", home=scene.home)[0]
        self.assertEqual(third["asks_again"], second["id"])
        scene.said("Asked", after=scene.count() - 1)
        self.assertEqual([one["id"] for one in scene.api.requests()], [third["id"]])

        # Never mind: nothing is open. What is urgent already is not offered to become it.
        before = scene.count()
        self.choose("Water asked", "Never mind")
        self.assertNotIn("It is urgent", scene.cues(after=before))
        scene.said("Taken back", after=before)
        wait_for(lambda: scene.api.requests() == [], "no open request", home=scene.home)
        self.assertEqual([state for _, _, state in scene.requests()], ["cancelled"] * 3)
        scene.said("Maria no longer needs water", role="station", after=before)
        cue = scene.cue("Water", after=scene.count())
        self.assertEqual(cue["text"], "Water")


class Pace(unittest.TestCase):
    """The client's own pace, and what is kept of presses."""

    BOARD = BOARD.split("  - label: Drinks")[0] + """\
  - { id: slower-thing, label: Slower, pace: slower }
  - { id: faster-thing, label: Faster, pace: faster }
"""

    def gap(self, scene):
        """The seconds between the ends and beginnings of the next cues, the shortest of three."""
        after = scene.count()
        wait_for(lambda: len(scene.cues(after=after)) > 4, "some cues", home=scene.home, seconds=PATIENCE)
        lines = [line for line in scene.home.lines()[after:] if line["kind"] == "cue"]
        while lines[0]["event"] != "finished":
            lines.pop(0)
        return min(seconds_of(begin) - seconds_of(end) for end, begin in zip(lines[:6:2], lines[1:6:2]))

    def test_slower_is_a_tenth_slower_and_stays_over_a_restart(self):
        with Scene({"scan_time": "2 s"}, board=self.BOARD) as scene:
            scene.tap()
            usual = self.gap(scene)
            scene.choose("Slower")
            scene.said("Slower now: 2.2 seconds", event="finished")
            slower = self.gap(scene)
            self.assertEqual(scene.beckon.stop(), 0)
            scene.start()
            scene.tap()
            restarted = self.gap(scene)
            scene.choose("Faster")
            scene.said("Faster now: 2 seconds", event="finished")
            faster = self.gap(scene)
            print(f"  gaps: {usual:.3f} s, slower {slower:.3f} s, after a restart {restarted:.3f} s, "
                  f"faster {faster:.3f} s")
            for gap, wanted in [(usual, 2), (slower, 2.2), (restarted, 2.2), (faster, 2)]:
                self.assertGreater(gap, wanted - 0.01)
                self.assertLess(gap, wanted + 0.1)
            scene.choose("Lamp")
            scene.wait_for_request("need-lamp")
            self.assertEqual(scene.beckon.stop(), 0)
            self.look_at_records(scene)

    def look_at_records(self, scene):
        """Times alone, for nobody else's eyes."""
        path = f"{scene.home.path}/tuning/presses.jsonl"
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) & 0o077, 0)
        with open(path) as file:
            text = file.read()
        records = [json.loads(line) for line in text.split("\n")[1:-1]]
        print(f"  {len(records)} records of presses, {len(text)} bytes")
        self.assertGreaterEqual(len(records), 4)
        words = ["water", "lamp", "slower", "faster", "need", "thing", "please", "small", "maria"]
        self.assertEqual([word for word in words if word in text.lower()], [])
        # Whatever the fields are called, their texts are Beckon's own, and not the board's.
        def texts(value):
            if isinstance(value, dict):
                return [text for child in value.values() for text in texts(child)]
            if isinstance(value, list):
                return [text for child in value for text in texts(child)]
            return [value] if isinstance(value, str) else []
        print(f"  texts in them: {', '.join(sorted(set(texts(records))))}")


class HeldAndPlugged(unittest.TestCase):
    """A switch that is down too early, comes late, or is pressed while the board is bad."""

    def test_a_key_that_is_held_at_the_start_does_nothing_until_it_was_up(self):
        for mode in ["automatic", "inverse"]:
            with self.subTest(mode), Scene({"mode": mode}, switch=SWITCH + ",down=57") as scene:
                before = scene.count()
                scene.tell(f"release {SPACE}", "wait 0.5", f"press {SPACE}", "wait 0.2")
                scene.said("press", kind="earcon", after=before)
                scene.cue("Lamp")
                # One press, and one beginning: the release of what was held was nothing.
                clicks = [line for line in scene.home.lines() if line["text"] == "press" and line["event"] == "started"]
                self.assertEqual((len(clicks), scene.cues()[:2]), (1, ["Water", "Lamp"]))
                self.assertEqual(scene.requests(), [])
                scene.tell("wait 0.2", f"release {SPACE}")
                if mode == "automatic":
                    # Sooner it would be the contact's bounce.
                    scene.tell("wait 0.2")
                    scene.tap()
                scene.wait_for_request("need-lamp")

    def test_a_key_that_is_held_when_a_level_opens_does_nothing_until_it_was_up(self):
        with Scene() as scene:
            scene.tap()
            scene.cue("Drinks")
            scene.tell("wait 0.2", f"press {SPACE}")
            # Through a whole pass of the opened level, and the release in the middle of a gap.
            tea = scene.cue("Tea")
            scene.cue("Go back", after=tea["number"])
            scene.cue("Tea", after=tea["number"] + 1)
            scene.tell(f"release {SPACE}")
            scene.cue("Milk", after=scene.count())
            self.assertEqual(scene.requests(), [])
            scene.tell("wait 0.2")
            scene.tap()
            scene.wait_for_request("need-milk")
            self.assertEqual(len(scene.requests()), 1)

    def test_a_switch_that_is_plugged_in_while_scanning_works_at_once(self):
        with Scene() as scene:
            scene.tap()
            scene.cue("Water")
            scene.tell("plug node=event7,name=Small Button,id=2222:1111,keys=57")
            lamp = scene.cue("Lamp")
            # Plugging in changes nothing about the scan.
            drinks = scene.cue("Drinks", after=lamp["number"])
            scene.tell("wait 0.2", f"tap event7 {SPACE} 80")
            scene.cue("Tea", after=drinks["number"])
            scene.tell("unplug event5")
            scene.cue("Milk", after=drinks["number"])
            scene.tell("wait 0.2", f"tap event7 {SPACE} 80")
            scene.wait_for_request("need-milk")
            self.assertEqual(len(scene.requests()), 1)

    def test_a_press_while_the_board_is_bad_scans_the_last_good_one(self):
        bad = ["", "items: [", "board: small\nname: Small\nlanguage: en-GB\nitems: []\n"]
        with Scene({"long_press_time": "0.6 s", "long_press_action": "cancel"}) as scene:
            for number, text in enumerate(bad):
                # At rest, and pressed at the very moment of the change.
                before = scene.count()
                write(scene.board, text)
                scene.tap()
                scene.cue("Water", after=before)
                scene.said("has a mistake", role="station", kind="fault", after=before)
                # Refused while it is scanned: the last good board goes on, and can be asked from.
                scene.choose("Water")
                scene.said("Asked", after=before)
                scene.api.respond(scene.wait_for_request("need-water")["id"], "met")
                scene.said("Press if you still need it", event="finished", after=before)
                # A good one again, taken over in the middle of a scan.
                write(scene.board, BOARD.replace("Lamp", f"Lamp {number}"))
                scene.said("in order again", role="station", after=before)
                scene.cue(f"Lamp {number}", after=before)
                scene.tell(*LongPresses.LONG)
            self.assertEqual([need for need, _, _ in scene.requests()], ["need-water"] * len(bad))


if __name__ == "__main__":
    run_together()
