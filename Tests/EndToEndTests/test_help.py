"""An urgent call from anywhere, through a real switch reader to the service and the station."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import SPACE, seconds_of, wait_for  # noqa: E402
from scanning import Scene, run_together  # noqa: E402


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
        """The later requests are all that the service has received."""
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
