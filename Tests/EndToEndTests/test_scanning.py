"""Scanning for every body: each mode and way of pressing, through a real switch reader to the service."""
import json
import os
import stat
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import ENTER, SPACE, API, Process, free_port, healthy, seconds_of, wait_for  # noqa: E402
from scanning import BOARD, KEYPAD, PATIENCE, Scene, run_together, write  # noqa: E402


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


if __name__ == "__main__":
    run_together()
