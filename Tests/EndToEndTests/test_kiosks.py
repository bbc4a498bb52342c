"""Several clients at one kiosk, and one client at several kiosks, over the real service."""
import contextlib
import os
import sqlite3
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator  # noqa: E402
from faults import write  # noqa: E402
from home import Home, Process, said, wait_for  # noqa: E402
from scanning import BOARD, Scene, run_together, settings  # noqa: E402

F1, F2 = 59, 60
OTTOS_BOARD = """\
board: otto
name: Otto
language: en-GB
items:
  - { id: need-radio, label: Radio, say: The radio please, request: normal }
  - { id: need-window, label: Window, say: The window please, request: normal }
"""


class Shared(Scene):
    """A kiosk that Maria shares with Otto, whose files are in a folder of the home."""

    def __init__(self, marias_keys="", ottos_keys="", **more):
        self.ottos_keys = ottos_keys
        super().__init__(
            {"loops": "2", "help_presses": "5"}, more=f"switches:\n  shared_with: [clients/otto]\n{marias_keys}", **more)

    def start(self):
        folder = f"{self.home.path}/clients/otto"
        if not os.path.exists(folder):
            os.makedirs(f"{folder}/boards")
            write(f"{folder}/boards/small.yaml", OTTOS_BOARD)
            mine = settings({"loops": "2"}).replace("maria", "otto").replace("Maria", "Otto")
            write(f"{folder}/beckon.yaml", mine + (f"switches:\n{self.ottos_keys}" if self.ottos_keys else ""))
        super().start()

    def open(self, name):
        """Says who it is by the shared switch."""
        after = self.count()
        self.tap()
        self.said("Who is it?", event="finished", after=after)
        self.choose(name)
        self.said(name, event="finished", kind="announcement", after=after)

    def rests(self):
        """Until nobody has a board open."""
        def look():
            screens = [self.api.call("GET", f"/displays/{client}") for client in ("maria", "otto")]
            return all(status == 200 and screen["state"] == "rest" and "Otto" in str(screen["level"])
                       and "Maria" in str(screen["level"]) for status, screen in screens)
        wait_for(look, "rest", home=self.home)

    def calls(self):
        return [(one["client"], one["need"]) for one in self.api.requests()]


class SharedKiosk(unittest.TestCase):
    def test_by_one_switch_each_says_who_it_is(self):
        with Shared() as scene:
            after = scene.count()
            scene.open("Otto")
            scene.choose("Radio")
            scene.said("Asked", event="finished", after=after)
            scene.wait_for_request("need-radio")
            self.assertEqual(scene.calls(), [("otto", "need-radio")])
            self.assertNotIn("Water", scene.cues(after))
            # Nothing of his stands on another's screen.
            status, screen = scene.api.call("GET", "/displays/maria")
            self.assertEqual(status, 200)
            self.assertNotIn("Radio", str(screen))
            scene.rests()

            # What is told while nobody has a board open says for whom.
            after = scene.count()
            scene.api.respond(scene.api.requests()[0]["id"], "on_the_way")
            scene.said("Otto: Anna", event="finished", role="kiosk", after=after)
            scene.rests()

            # While Maria has her board open, nothing of Otto's is said; it is when hers is closed.
            after = scene.count()
            scene.open("Maria")
            scene.cue("Water", after=after)
            scene.api.respond(scene.api.requests()[0]["id"], "met")
            told = scene.said("Otto: Anna", event="started", role="kiosk", after=after)
            later = [line for line in scene.home.lines()[told["number"]:] if line["kind"] == "cue"]
            self.assertEqual(later, [])
            scene.rests()

    def test_hammering_at_rest_calls_for_everybody(self):
        with Shared() as scene:
            for _ in range(6):
                scene.tap()
                scene.tell("wait 0.2")
            wait_for(lambda: sorted(scene.calls()) == [("maria", "help"), ("otto", "help")], "two calls",
                     home=scene.home)
            self.assertTrue(all("Maria, Otto" in one["say"] for one in scene.api.requests()))

    def test_each_has_a_key(self):
        with Shared(
                "  keys: { select: [f1] }\n", "  keys: { select: [f2] }\n",
                switch="node=event5,name=Two Switches,keys=57+59+60") as scene:
            after = scene.count()
            scene.tap(F1)
            scene.cue("Water", after=after)
            # He is next.
            scene.tap(F2)
            heard = scene.cue("Radio", after=after)
            self.assertFalse([line for line in scene.home.lines()[after:] if "Who is it?" in line["text"]])
            self.assertNotIn("Water", scene.cues(heard["number"]))
            after = scene.count()
            scene.cue("Window", after=heard["number"])
            scene.tell("wait 0.2")
            scene.tap(F2)
            scene.wait_for_request("need-window")
            self.assertEqual(scene.calls(), [("otto", "need-window")])

    def test_settings_of_the_pages_count_for_whoever_shares_the_services_own_kiosk(self):
        with Shared() as scene:
            scene.open("Otto")
            scene.cue("Radio")
            scene.rests()
            # As the pages write it.
            write(f"{scene.home.path}/boards/ottos.yaml", OTTOS_BOARD.replace("Radio", "Music"))
            write(f"{scene.home.path}/clients/otto.yaml", "board: boards/ottos.yaml\n")
            wait_for(lambda: os.path.islink(f"{scene.home.path}/clients/otto/fetched/current"), "what the pages have for him",
                     home=scene.home)

            def music():
                after = scene.count()
                scene.open("Otto")
                scene.cue("Window", after=after)
                scene.rests()
                return any("Music" in cue for cue in scene.cues(after))
            wait_for(music, "his new board", home=scene.home)
            # She has what she had.
            after = scene.count()
            scene.open("Maria")
            scene.cue("Water", after=after)


class TwoKiosks(unittest.TestCase):
    def test_an_answer_is_said_where_the_client_was_last_and_there_alone(self):
        with contextlib.ExitStack() as stack:
            scene = stack.enter_context(Scene({"loops": "2"}, role="kiosk"))
            coordinator = Coordinator(scene.port)
            coordinator.set_up(scene.home.token("setup"))
            other = Home(settings({"loops": "2"}))
            stack.callback(other.remove)
            os.makedirs(f"{other.path}/boards")
            write(f"{other.path}/boards/small.yaml", BOARD)
            os.makedirs(f"{other.path}/tokens", mode=0o700)
            write(f"{other.path}/tokens/kiosk", coordinator.pair("kiosk", "Bedroom", "maria"))
            bedroom = Process(
                other, ["kiosk", "--home", other.path, "--service", f"http://127.0.0.1:{scene.port}", "--output",
                        "none", "--transcript", other.transcript], switch="node=event5,name=Bedroom,keys=57")
            stack.callback(bedroom.stop)
            said(other, "Ready")

            # She asks in the living room.
            scene.tap()
            scene.choose("Water")
            request = scene.wait_for_request("need-water")["id"]
            self.last_used(scene, "")
            after = scene.count()
            scene.api.respond(request, "on_the_way")
            scene.said("Anna", event="finished", kind="announcement", after=after)

            # In the bedroom it is open as well, and nobody has said anything.
            before = len(other.lines())
            self.assertFalse([line for line in other.lines() if "Anna" in line["text"]])
            bedroom.tap()
            heard = said(other, "Water", kind="cue", after=before)
            self.assertIn("on the way", heard["text"])
            known = coordinator.api.send("GET", "/devices", None, coordinator.headers)[1]
            device = known["devices"][0]["id"]
            versions = {one["machine"]["version"] for one in known["devices"] + known["own"] if one["kind"] == "kiosk"}
            self.assertEqual(len(versions), 1)
            self.last_used(scene, device)

            # Now she is there.
            after, before = scene.count(), len(other.lines())
            scene.api.respond(request, "met")
            said(other, "Anna", kind="announcement", after=before)
            self.assertFalse([line for line in scene.home.lines()[after:] if line["kind"] == "announcement"])
            self.assertEqual(len(scene.api.requests("recent")), 1)

            # It is switched off: rather here than nowhere.
            bedroom.stop()
            wait_for(lambda: not self.is_connected(coordinator, device), "the bedroom's end", home=scene.home)
            after = scene.count()
            made = dict(coordinator_request(scene), need="need-lamp")
            status, _ = scene.api.call("POST", "/requests", made, token=scene.home.token("kiosk"))
            self.assertEqual(status, 201)
            scene.api.respond(made["id"], "on_the_way")
            scene.said("Anna", event="finished", kind="announcement", after=after)

    def is_connected(self, coordinator, device):
        devices = coordinator.api.send("GET", "/devices", None, coordinator.headers)[1]["devices"]
        return next(one for one in devices if one["id"] == device)["is_connected"]

    def last_used(self, scene, device):
        """Until the service knows where she was last."""
        def look():
            with contextlib.closing(sqlite3.connect(f"file:{scene.home.path}/care.sqlite?mode=ro", uri=True)) as store:
                return [row[0].lower() for row in store.execute(
                    "SELECT device FROM client_use WHERE client = 'maria'")] == [device.lower()]
        wait_for(look, "where she was", home=scene.home)


def coordinator_request(scene):
    import datetime
    import uuid
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return {"id": str(uuid.uuid4()), "client": "maria", "client_name": "Maria", "need": "need-lamp", "label": "Lamp",
            "called": "lamp", "say": "Lamp please", "priority": "normal", "asked_at": now}


if __name__ == "__main__":
    run_together()
