"""What a page calls saved is in force in every running role: names, phrases, settings."""
import itertools
import os
import re
import sys
import time
import unittest
import urllib.parse
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator  # noqa: E402
from home import PATIENCE, wait_for  # noqa: E402
from scanning import Scene, run_together  # noqa: E402

STATION = "node=event6,name=Station Keypad,id=4321:8765,keys=30+50+32+49+19+31+24+22+2+3+4+5+6"
KEY_A = 30


class Saved(unittest.TestCase):
    """A coordinator saves pages as a browser without scripts does, while kiosk, station and service run."""

    def begin(self, role):
        self.scene = Scene(role=role)
        self.addCleanup(self.scene.__exit__)
        self.olga = Coordinator(self.scene.port)
        self.olga.set_up(self.scene.home.token("setup"))
        if role == "kiosk":
            self.station = self.scene.start_station(STATION)
        else:
            self.station = self.scene.beckon
            self.scene.tell(f"plug {STATION}")
        self.scene.tap()

    def page(self, path, fields=None, known=True):
        """The text of a page, or of the one that a form leads to."""
        data = None
        if fields is not None:
            data = urllib.parse.urlencode(dict(fields, csrf=self.olga.headers["X-CSRF-Token"])).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.scene.port}{path}", data=data)
        if known:
            request.add_header("Cookie", self.olga.headers["Cookie"])
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def fields(self, path, typed):
        """The form of a page as it was drawn, with what was typed."""
        fields = {}
        for tag in re.findall(r"<input[^>]*>", self.page(path)):
            found = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
            if found.get("type") in (None, "hidden", "text") and "name" in found and "disabled" not in tag:
                fields.setdefault(found["name"], found.get("value", ""))
        return {**fields, **typed}

    def save(self, path, **typed):
        """Types into fields, whose names are those of the settings with `_` for the dot, and saves."""
        names = {"client_name": "client.name", "caregiver_name": "caregiver.name", "home_name": "home.name", "display_theme": "display.theme"}
        text = self.page(path, self.fields(path, {f"option-{names.get(name, name)}": value for name, value in typed.items()}))
        self.assertIn("Saved.", text)
        self.saved_at = time.monotonic()
        return text

    def tell(self, what):
        print(f"{what}: {time.monotonic() - self.saved_at:.1f} s after it was saved", file=sys.stderr)

    def ask_until(self, words):
        """Asks for water until the station says it in these words; gives how many calls that took."""
        scene, after = self.scene, self.scene.count()
        for calls in itertools.count(1):
            scene.choose("Water")
            wait_for(lambda: [one for one in scene.home.lines()[after:] if "asks for" in one["text"] and one["role"] == "station"],
                     "the call at the station", home=scene.home)
            for one in scene.api.requests():
                scene.api.respond(one["id"], "met")
            wait_for(lambda: not scene.api.requests(), "no open call", home=scene.home)
            said = [one["text"] for one in scene.home.lines()[after:] if one["role"] == "station"]
            if any(words in one for one in said):
                return calls
            after = scene.count()

    def rename_the_client(self):
        text = self.save("/settings/names", client_name="Mia")
        self.assertIn("It counts from now on.", text)
        # The service's own pages show it at once.
        self.assertIn("What are Mia and the home called?", text)
        # A call takes longer than two seconds: no second one may have the old name.
        calls = self.ask_until("Mia asks for")
        self.tell(f"the station says the client's new name, call {calls}")
        self.assertLessEqual(calls, 2)

    def test_the_client_is_renamed_where_all_is_one_process(self):
        self.begin("run")
        self.ask_until("Maria asks for")
        self.rename_the_client()

    def test_the_client_is_renamed_where_each_role_is_a_process(self):
        self.begin("kiosk")
        self.ask_until("Maria asks for")
        self.rename_the_client()

    def answer_until(self, words):
        """Asks for water, and answers at the station's keypad, until the client hears these words; gives how many calls that took."""
        scene, told = self.scene, ""
        for calls in itertools.count(1):
            after = scene.count()
            scene.choose("Water")
            wait_for(lambda: [one for one in scene.home.lines()[after:] if "asks for" in one["text"] and one["role"] == "station"],
                     "the call at the station", home=scene.home)
            self.station.tell(f"tap event6 {KEY_A} 80")
            told = wait_for(lambda: [one["text"] for one in scene.home.lines()[after:]
                                     if one["role"] == "kiosk" and "is on the way" in one["text"]],
                            "the answer at the kiosk", home=scene.home)[0]
            for one in scene.api.requests():
                scene.api.respond(one["id"], "met")
            wait_for(lambda: not scene.api.requests(), "no open call", home=scene.home)
            if words in told:
                return calls

    def rename_the_caregiver(self):
        self.answer_until("Anna is on the way")
        self.assertIn("It counts from now on.", self.save("/settings/names", caregiver_name="Hanna"))
        self.assertIn("Hanna", self.page("/people"))
        calls = self.answer_until("Hanna is on the way")
        self.tell(f"the client hears the caregiver's new name, call {calls}")
        self.assertLessEqual(calls, 2)

    def test_the_caregiver_is_renamed_where_all_is_one_process(self):
        self.begin("run")
        self.rename_the_caregiver()

    def test_a_name_that_is_edited_in_the_file_reaches_the_pages(self):
        self.begin("run")
        self.assertIn("How does Maria press?", self.page("/settings"))
        file = f"{self.scene.home.path}/beckon.yaml"
        with open(file) as old:
            text = old.read()
        with open(f"{file}.new", "w") as new:
            new.write(text.replace("name: Maria", "name: Zoe") + "home: { name: Sunrise }\n")
        os.rename(f"{file}.new", file)
        self.saved_at = time.monotonic()
        wait_for(lambda: "<bdi>Sunrise</bdi>" in self.page("/login", known=False), "the home's name", home=self.scene.home)
        wait_for(lambda: "Zoe" in self.page("/people"), "the client's name on the page of people", home=self.scene.home)
        self.tell("the pages show the names of the file")

    def test_the_home_is_renamed(self):
        self.begin("run")
        text = self.save("/settings/names", home_name="Villa Rosa")
        self.assertIn("<bdi>Villa Rosa</bdi>", text)
        self.assertIn("<bdi>Villa Rosa</bdi>", self.page("/login", known=False))
        self.tell("the home's new name is on the login page")
        invitation = self.olga.send("POST", "/invitations", {"role": "caregiver", "name": "Ben"})
        self.assertIn("Villa Rosa", self.page("/join/" + invitation["code"], known=False))

    def test_a_phrase_is_changed_and_heard(self):
        self.begin("run")
        text = self.save("/settings/phrases", asked="Your call is out.")
        self.assertIn("It is said like this from now on.", text)
        scene, words = self.scene, ""
        while "Your call is out." not in words:
            after = scene.count()
            scene.choose("Water")
            words = wait_for(lambda: [one["text"] for one in scene.home.lines()[after:]
                                      if one["role"] == "kiosk" and ("Asked" in one["text"] or "is out." in one["text"])],
                             "what is said to a call", home=scene.home)[0]
            for one in scene.api.requests():
                scene.api.respond(one["id"], "met")
            wait_for(lambda: not scene.api.requests(), "no open call", home=scene.home)
        self.tell("the new sentence is said")

    def test_the_screen_follows_at_once(self):
        self.begin("run")
        self.save("/settings/screen", display_theme="light")

        def theme():
            return self.olga.api.send("GET", "/displays/maria", None, self.olga.headers)[1].get("look", {}).get("theme")

        wait_for(lambda: theme() == "light", "the light screen", home=self.scene.home)
        self.tell("the client's screen is light")


if __name__ == "__main__":
    run_together()
