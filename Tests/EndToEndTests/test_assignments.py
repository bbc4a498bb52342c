"""What a provider has planned, with one switch and by real parts: list, exercise, the provider comes, join, answers, leave, mood; power
cuts; a mood while the service is away."""
import os
import signal
import sys
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Refused  # noqa: E402
from home import wait_for  # noqa: E402
from led import Led  # noqa: E402
from scanning import run_together, write  # noqa: E402


class Assignments(Led):
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

    def test_reminded(self):
        """The press at its reminder begins it, after what the provider has written; only its mood completes it."""
        scene = self.scene(due=True, details="Sit up first.")
        # At the full minute.
        scene.said("It is time: Breathing. Press to begin.", event="finished", role="kiosk", kind="announcement")
        after = scene.count()
        scene.said("window", role="kiosk", kind="earcon")
        scene.tell("wait 0.5")
        scene.tap()
        scene.said("Sit up first.", event="finished", role="kiosk", after=after)
        self.finish(scene)
        scene.said("Dr Kim is not here yet.", event="finished", after=after)
        self.assertEqual(self.entries(), [])
        scene.choose("Leave")
        scene.choose("Good")
        wait_for(lambda: self.moods() == [("faces5", 4)], "the mood", home=scene.home)
        said = [line["text"] for line in scene.home.lines() if line["event"] == "started" and line["role"] == "kiosk"]
        self.assertEqual(len([text for text in said if "It is time" in text]), 1)
        self.assertEqual(len([text for text in said if "Sit up first." in text]), 1)

    def entries(self):
        """What was marked of today's exercise."""
        routine = next(one for one in self.olga.send("GET", "/routines", None)["routines"]
                       if one["content"]["title"] == "Breathing")
        start = routine["content"]["schedule"]["start"]
        key = urllib.parse.quote(f"{start}[Etc/UTC]")
        return self.olga.send("GET", f"/entries?routine={routine['id']}&key={key}", None)["entries"]

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

    def test_joined_at_once(self):
        """The provider comes, and the client has opened nothing: they are told, and one press leads there."""
        scene = self.scene()
        self.line("provider_came")
        scene.said("Dr Kim is here. Press to join.", event="finished")
        scene.tell("wait 1")
        after = scene.count()
        scene.tap()
        scene.said("You are with Dr Kim.", event="finished", after=after)
        self.wait_for_state(scene, "both_in")
        scene.choose("Leave")
        scene.choose("Good")
        wait_for(lambda: self.moods() == [("faces5", 4)], "the mood", home=scene.home)
        said = [line["text"] for line in scene.home.lines() if line["event"] == "started" and line["role"] == "kiosk"]
        self.assertEqual(len([text for text in said if "Press to join" in text]), 1)

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

    def test_fewer_faces_count_at_once(self):
        """Staff change `moods.faces` while the question is open: it goes on with two."""
        scene = self.scene(loops="10")
        self.line("provider_came")
        scene.said("Dr Kim is here. Press to join.", event="finished")
        # No press means no, and the list has it.
        scene.tell("wait 15")
        self.open(scene)
        scene.choose("Join")
        scene.said("You are with Dr Kim.", event="finished")
        scene.choose("Leave")
        scene.cue("Very good")
        path = f"{scene.home.path}/beckon.yaml"
        with open(path) as file:
            text = file.read()
        write(path, text + "moods: { faces: two }\n")

        def whole_round():
            cues = scene.cues()
            ends = [number for number, cue in enumerate(cues) if cue == "Go back"]
            return cues[ends[-2] + 1:ends[-1]] if len(ends) > 1 else []
        wait_for(lambda: sorted(whole_round()) == sorted(["Bad", "Good", "I don't know", "Not now"]), "two faces",
                 home=scene.home)
        scene.choose("Good")
        wait_for(lambda: self.moods() == [("faces2", 2)], "the mood", home=scene.home)

    def has_mood(self):
        try:
            return self.moods() == [("faces5", 4)]
        except (Refused, OSError):
            return False


if __name__ == "__main__":
    run_together()
