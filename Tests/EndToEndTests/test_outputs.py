"""Two outputs for the client: who hears what, and what happens when one of them is pulled out."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hearing  # noqa: E402
from faults import BECKON, beckon  # noqa: E402
from home import seconds_of, wait_for  # noqa: E402
from scanning import Scene, Speakers, run_together  # noqa: E402


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
        # The room is listened to from just before the press: the end of "Ready." must be over by then.
        scene.tell("wait 0.3")
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

    def lose(self, sink):
        """Pulls an output out of a scan. The station tells it; gives the line with which the client has heard it."""
        scene = self.scene
        # A machine that stood still at the start may have told of it, too.
        wait_for(lambda: not scene.api.call("GET", "/faults?state=open")[1]["faults"], "both outputs", home=scene.home)
        scene.tap()
        scene.cue("Water")
        before, pulled = scene.count(), time.time()
        self.speakers.pull(sink)
        fault = scene.said("Maria's kiosk has no sound", role="station", kind="fault", after=before)
        print(f"  the loss of the {sink}'s output is told after {seconds_of(fault) - pulled:.2f} s")
        return scene.said("The sound did not work", event="finished", kind="fault", after=before)

    def choose_lamp(self):
        """A press at the lamp, whose cue was heard to its end; the request is in the service."""
        self.scene.tell("wait 0.2")
        self.scene.tap()
        self.scene.wait_for_request("need-lamp")

    def test_without_its_earphone_scanning_is_heard_in_the_room(self):
        scene = self.scene
        lost = self.lose("ear")
        cue = [scene.cue("Lamp", event=event, after=lost["number"]) for event in ["started", "finished"]]
        self.assertEqual(cue[0]["voice"], "main")
        self.choose_lamp()
        scene.said("Asked", event="finished")
        self.speakers.plug("ear")
        back = scene.said("The sound works again", event="finished", after=lost["number"])
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
        lost = self.lose("room")
        scene.cue("Lamp", after=lost["number"])
        self.choose_lamp()
        say = [scene.said("Lamp please", event=event, kind="say") for event in ["started", "finished"]]
        asked = scene.said("Asked", event="finished")
        self.assertEqual({line["voice"] for line in [*say, asked]}, {"cue"})
        self.speakers.plug("room")
        scene.said("The sound works again", event="finished", after=lost["number"])
        _, ear = self.listen()
        self.assertGreater(self.alike(ear, *say, "Lamp please", 200), 0.6)


class ALateMachine(unittest.TestCase):
    """What a machine that stops for moments needs is learnt, kept over restarts, and shown."""

    TEXT = "I would like some water, please, and then I would like to go outside for a little while."

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="beckon-late.")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.home = os.path.join(self.folder, "home")
        self.speakers = Speakers(self.folder, ["room"], ["room"])
        self.addCleanup(self.speakers.stop)

    def say(self, holds):
        """Says the text; if wanted, the program is stopped for 60 to 80 ms again and again. Returns its output."""
        program = subprocess.Popen(
            [BECKON, "say", "--home", self.home, "--output", "room", self.TEXT], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=dict(os.environ, **self.speakers.environment))
        chance = random.Random(7)
        while holds and program.poll() is None:
            time.sleep(chance.uniform(0.2, 0.4))
            if program.poll() is None:
                program.send_signal(signal.SIGSTOP)
                time.sleep(chance.uniform(0.06, 0.08))
                program.send_signal(signal.SIGCONT)
        told = program.communicate(timeout=60)[1]
        self.assertEqual(program.returncode, 0, told)
        return told

    def doctor(self):
        _, output, _ = beckon(
            "doctor", "--home", self.home, "--output", "room", "--format", "json", environment=self.speakers.environment)
        return next(result for result in json.loads(output) if result["check"] == "sound")

    def test_what_is_learnt_is_kept_and_shown(self):
        self.say(holds=True)
        file = os.path.join(self.home, "sound.json")
        with open(file) as kept:
            learnt = json.load(kept)["queues"]
        print(f"  learnt: {learnt}; {self.doctor()['message']}")
        self.assertEqual([queue["device"] for queue in learnt], ["room"])
        self.assertIn(learnt[0]["milliseconds"], [100, 200])
        self.assertEqual(os.stat(file).st_mode & 0o777, 0o600)
        self.assertIn(f"{learnt[0]['milliseconds']} ms of words are queued", self.doctor()["message"])
        # The next start begins with it: nothing longer has to be learnt, unless this machine is later still.
        self.say(holds=False)
        with open(file) as kept:
            self.assertGreaterEqual(json.load(kept)["queues"][0]["milliseconds"], learnt[0]["milliseconds"])

    def test_a_damaged_file_is_told_and_learnt_anew(self):
        self.say(holds=False)
        file = os.path.join(self.home, "sound.json")
        with open(file, "w") as kept:
            kept.write('{"queues":[{"device":"room","milliseconds":100000}]}')
        self.assertIn("sound.json is damaged", self.say(holds=True))
        with open(file) as kept:
            self.assertIn(json.load(kept)["queues"][0]["milliseconds"], [100, 200])


if __name__ == "__main__":
    run_together()
