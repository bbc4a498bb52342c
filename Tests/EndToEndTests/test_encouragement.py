"""Encouragement with one switch, by the real kiosk: a kind word, another one, a favourite; a restart; files of the home's own; the sentence of the day."""
import datetime
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator  # noqa: E402
from home import API, ROOT, Home, Process, said, wait_for  # noqa: E402
from scanning import Scene, Speakers, run_together, write  # noqa: E402

BOARD = """\
board: small
name: Small
language: en-GB
items:
  - { id: kind-words, label: Kind words, list: encouragement }
  - { id: need-water, label: Water, say: Water please, request: normal }
"""
# Three, so that a test hears all of them. They take the place of those that ship.
OWN = """\
encouragement: quotes
language: en-GB
items:
  - { id: sea, text: The sea has time., author: Maria, categories: [rest] }
  - { id: press, text: One press is enough., categories: [courage] }
  - { id: sun, text: The sun is up., categories: [joy] }
"""
VOICES = """\
  main: { rate: 450, device: room }
  cue: { rate: 450, device: room }
  alert: { rate: 450, device: room }
"""
TEXTS = {"quotes/sea": "The sea has time.", "quotes/press": "One press is enough.", "quotes/sun": "The sun is up."}


class Room(Scene):
    """With quotes of its own from the first start on; with those that ship where there are none."""

    def __init__(self, own=OWN, **other):
        self.own = own
        super().__init__({"loops": "3", "long_press_time": "1.5 s", "long_press_action": "back"}, board=BOARD, **other)

    @property
    def file(self):
        return f"{self.home.path}/encouragement/quotes.en.yaml"

    def start(self):
        if self.own and not os.path.exists(self.file):
            os.makedirs(os.path.dirname(self.file))
            write(self.file, self.own)
        super().start()

    def page(self):
        """What the service knows of the client's encouragement."""
        status, page = API(self.port, self.home.token("kiosk")).call("GET", "/encouragement")
        assert status == 200, page
        return page


class Encouragement(unittest.TestCase):
    def scene(self, **other):
        scene = Room(**other)
        self.addCleanup(scene.__exit__)
        return scene

    def heard(self, scene, after):
        """The key of the next one of our own that is said to its end."""
        def look():
            for line in scene.home.lines()[after:]:
                for key, text in TEXTS.items():
                    if line["text"] == text and line["event"] == "finished":
                        return key
            return None
        return wait_for(look, "a kind word", home=scene.home)

    def open(self, scene, choice="A kind word"):
        after = scene.count()
        scene.tap()
        scene.choose("Kind words")
        scene.choose(choice)
        return after

    def test_whole(self):
        """None twice, over a power cut, too; a favourite that the service has; on a recorded speaker."""
        folder = tempfile.mkdtemp(prefix="beckon-encouragement.")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        speakers = Speakers(folder, ["room"], ["room"])
        self.addCleanup(speakers.stop)
        scene = self.scene(voices=VOICES, output="auto", environment=speakers.environment)
        first = self.heard(scene, self.open(scene))
        after = scene.count()
        scene.choose("Another one")
        second = self.heard(scene, after)
        self.assertNotEqual(first, second)
        after = scene.count()
        scene.choose("Keep as a favourite")
        scene.said("It is a favourite now.", event="finished", after=after)
        wait_for(lambda: [item["id"] for item in scene.page()["items"] if item.get("favourite")] == [second],
                 "the favourite at the service", home=scene.home)
        kept = f"{scene.home.path}/encouragement.json"
        wait_for(lambda: os.path.exists(kept) and second in open(kept).read(), "the deck on the disk", home=scene.home)
        scene.beckon.stop(signal.SIGKILL)
        scene.start()
        third = self.heard(scene, self.open(scene))
        self.assertEqual({first, second, third}, set(TEXTS))
        # Back in the list, the favourite can be asked for.
        after = scene.count()
        scene.choose("Go back")
        scene.choose("Favourites")
        self.assertEqual(self.heard(scene, after), second)
        self.assertGreater(os.path.getsize(speakers.recording("room")), 100_000)

    def test_heard_elsewhere(self):
        """What is heard at one of the client's kiosks the other knows at once, without having told anything itself, and it says the others."""
        scene = self.scene(role="kiosk")
        coordinator = Coordinator(scene.port)
        coordinator.set_up(scene.home.token("setup"))
        with open(f"{scene.home.path}/beckon.yaml", encoding="utf-8") as file:
            other = Home(file.read())
        self.addCleanup(other.remove)
        for folder in ("boards", "encouragement"):
            shutil.copytree(f"{scene.home.path}/{folder}", f"{other.path}/{folder}")
        os.makedirs(f"{other.path}/tokens", mode=0o700)
        write(f"{other.path}/tokens/kiosk", coordinator.pair("kiosk", "Bedroom", "maria"))
        bedroom = Process(
            other, ["kiosk", "--home", other.path, "--service", f"http://127.0.0.1:{scene.port}", "--output", "none",
                    "--transcript", other.transcript], switch="node=event5,name=Bedroom,keys=57")
        self.addCleanup(bedroom.stop)
        said(other, "Ready", event="finished")

        def known():
            try:
                with open(f"{other.path}/encouragement.json", encoding="utf-8") as file:
                    return set(json.load(file)["deck"]["heard"])
            except (OSError, ValueError):
                return set()
        heard = {self.heard(scene, self.open(scene))}
        wait_for(lambda: known() == heard, "the bedroom to know it", home=other)
        after = scene.count()
        scene.choose("Another one")
        heard.add(self.heard(scene, after))
        wait_for(lambda: known() == heard, "the bedroom to know that, too", home=other)
        self.assertEqual(len(heard), 2)

    def test_stopped(self):
        """A press ends the words."""
        scene = self.scene(rate=120)
        after = self.open(scene)
        wait_for(lambda: any(line["text"] in TEXTS.values() and line["event"] == "started"
                             for line in scene.home.lines()[after:]), "a kind word", home=scene.home)
        scene.tell("wait 0.5")
        scene.tap()
        wait_for(lambda: any(line["text"] in TEXTS.values() and line["event"] == "cut"
                             for line in scene.home.lines()[after:]), "its end", home=scene.home)
        scene.cue("Another one", after=after)

    def test_shipped(self):
        """Without files of its own a home has what ships: by topic, and tips with a source."""
        scene = self.scene(own=None)
        self.assertEqual(os.listdir(f"{scene.home.path}/encouragement"), ["encouragement.schema.json"])
        self.assertEqual(len(scene.page()["items"]), 120)
        after = scene.count()
        scene.tap()
        scene.choose("Kind words")
        scene.choose("By topic")
        scene.choose("Courage")
        with open(f"{ROOT}/encouragement/quotes.en.yaml") as file:
            texts = set(re.findall(r'text: "(.*)"\n    categories: \[[^]]*courage', file.read()))
        wait_for(lambda: any(line["text"] in texts and line["event"] == "finished"
                             for line in scene.home.lines()[after:]), "something about courage", home=scene.home)

    def test_mistake(self):
        """A file with a mistake is left out and told with its line; no shipped one comes instead; mended, it is back without a restart."""
        scene = self.scene()
        write(scene.file, OWN.replace("categories: [joy]", "categories: []"))
        scene.mistake_told("encouragement", "quotes.en.yaml", 6)
        after = scene.count()
        scene.tap()
        scene.choose("Kind words")
        scene.cue("A tip", after=after)
        self.assertNotIn("A kind word", scene.cues(after=after))
        write(scene.file, OWN)
        scene.cue("A kind word", after=after)

    def test_daily(self):
        """At its time, by itself, and once: a minute that has passed counts, and a restart brings no second one."""
        now = datetime.datetime.now()
        scene = self.scene(more=f"encouragement: {{ daily: '{now:%H:%M}', daily_from: quotes }}\n")
        first = self.heard(scene, 0)
        scene.beckon.stop(signal.SIGKILL)
        after = scene.count()
        scene.start()
        # What is asked for is heard; nothing came of itself before.
        second = self.heard(scene, self.open(scene))
        self.assertNotEqual(first, second)
        self.assertEqual(sum(line["event"] == "started" and line["text"] in TEXTS.values()
                             for line in scene.home.lines()[after:]), 1)


if __name__ == "__main__":
    run_together()
