"""Scanning for every body: each mode and way of pressing, through a real switch reader to the service."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import ENTER, SPACE, seconds_of  # noqa: E402
from scanning import BOARD, KEYPAD, SWITCH, Scene, run_together, write  # noqa: E402


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

    def test_a_switch_that_is_pulled_out_while_scanning_is_told_and_works_when_it_is_back(self):
        with Scene() as scene:
            scene.tap()
            scene.cue("Water", event="started")
            scene.tell("unplug event5")
            scene.said("Maria's switch is unplugged", role="station", kind="fault")
            scene.said("Your switch is not connected", role="kiosk", kind="fault")
            scene.tell(f"plug {SWITCH}")
            scene.said("Maria's switch is", role="station", kind="announcement")
            # The scan has gone on meanwhile.
            scene.choose("Water")
            scene.wait_for_request("need-water")

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
