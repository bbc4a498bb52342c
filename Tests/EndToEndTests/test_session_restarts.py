"""A client in each state of a session, with one switch, when the kiosk or the service is killed: they are where they were or one step before, never
further, and how it was is there once."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import wait_for  # noqa: E402
from led import Led  # noqa: E402
from scanning import run_together  # noqa: E402

# Where the appointment may stand by then. A kiosk that was killed has told nobody that its client has left.
STATES = {
    "list": ["planned"], "asked": ["provider_in"], "exercising": ["planned"], "waiting": ["client_waits"],
    "meeting": ["both_in"], "mood": ["provider_in"], "later": ["provider_in"],
}


class Restarts(Led):
    def reach(self, scene, state):
        """From rest into the state, as a client gets there."""
        if state == "list":
            scene.tap()
            scene.choose("Exercises")
            scene.cue("Breathing", after=0)
            return
        if state == "exercising":
            self.open(scene)
            scene.said("We breathe slowly.", event="finished")
            scene.tell("wait 0.5")
            scene.tap()
            scene.said("tones", event="started", role="kiosk", kind="earcon")
            return
        if state == "waiting":
            self.open(scene)
            self.finish(scene)
            scene.said("Dr Kim is not here yet.", event="finished")
            self.wait_for_state(scene, "client_waits")
            scene.cue("Wait")
            return
        self.line("provider_came")
        self.let_pass(scene, after=0)
        after = scene.count()
        self.open(scene)
        scene.said("Dr Kim is here.", event="finished", after=after)
        if state == "asked":
            scene.cue("Join")
            return
        scene.choose("Join")
        scene.said("You are with Dr Kim.", event="finished")
        self.wait_for_state(scene, "both_in")
        if state == "meeting":
            return
        scene.choose("Leave")
        self.wait_for_state(scene, "provider_in")
        scene.cue("Good")
        if state == "later":
            scene.choose("Not now")
            wait_for(lambda: self.values() == ["not_now"], "not now", home=scene.home)

    @staticmethod
    def let_pass(scene, after):
        """They are told that Dr Kim is there, and the press is to be one that only wakes."""
        scene.said("Dr Kim is here. Press to join.", event="finished", after=after)
        scene.tell("wait 15")

    def go_on(self, scene, state, killed):
        """From rest to the end; what is offered on the way is what was there, or one step before."""
        after = scene.count()
        scene.tap()
        # The switch may still wait: what is scanned until then is not meant.
        scene.said("press", event="finished", after=after)
        if state == "waiting":
            scene.choose("Leave")
        elif state == "meeting":
            if killed == "kiosk":
                # One step before: the wait room.
                scene.choose("Join")
                scene.said("You are with Dr Kim.", event="finished")
            scene.choose("Leave")
        else:
            scene.choose("Exercises")
            cue = scene.choose("Breathing")
            if state in ("mood", "later"):
                self.assertIn("How was it?", cue["text"])
            elif state == "exercising":
                self.assertIn("paused", cue["text"])
                scene.choose("Stop")
                scene.choose("Leave")
            elif state == "asked":
                scene.choose("Join")
                scene.said("You are with Dr Kim.", event="finished")
                scene.choose("Leave")
            else:
                self.finish(scene)
                scene.choose("Leave")
        scene.choose("Good")

    def values(self):
        return [value for _, value in self.moods()]

    def play(self, state, killed):
        scene = self.scene(role="kiosk", exercise="slow" if state == "exercising" else "short", loops="2")
        self.reach(scene, state)
        before, after = self.values(), scene.count()
        if killed == "kiosk":
            scene.kill_kiosk()
        else:
            scene.kill_service()
        self.assertIn(self.state()["state"], STATES[state])
        self.assertEqual(self.values(), before, "nothing is said by itself")
        if killed == "service":
            if state == "exercising":
                # Any press pauses it.
                scene.tap()
                scene.said("Paused.", event="finished")
            # What is scanned is scanned to its end, and the switch waits so long.
            scene.tell("wait 60")
        elif state in ("asked", "meeting"):
            self.let_pass(scene, after)
        self.go_on(scene, state, killed)
        wait_for(lambda: len(self.values()) > len(before), "how it was", home=scene.home)
        self.assertEqual(self.values(), [4, *before], "how it was is there once")
        # It is over: nothing is asked any more. Scanning goes on with the board.
        after = scene.count()
        scene.choose("Exercises")
        cue = scene.cue("Breathing", after=after)
        self.assertTrue(cue["text"].endswith("Good"), cue)


def add(state, killed):
    setattr(Restarts, f"test_{killed}_killed_in_{state}", lambda self: self.play(state, killed))


for each in STATES:
    add(each, "kiosk")
    add(each, "service")


if __name__ == "__main__":
    run_together()
