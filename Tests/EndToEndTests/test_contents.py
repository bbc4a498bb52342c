"""A kiosk on another machine works with its client's settings and boards as the service's home has them, and without the service with the last ones."""
import contextlib
import os
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import (  # noqa: E402
    API, SETTINGS, Role, all_requests, board, free_port, has_said, healthy, said, small_home, wait_for, write)
from coordinator import Coordinator  # noqa: E402
from home import BECKON, Home, Waiting  # noqa: E402

# Nothing of a client, as `beckon pair` leaves it; how loud it is belongs to this machine.
ELSEWHERE = """\
voices:
  main: { volume: 0.3 }
service:
  fetch: on
"""
IN_USE = "those of the service now"


class Contents(unittest.TestCase):
    def setUp(self):
        self.served = small_home(SETTINGS)
        self.homes, self.roles = [self.served], []
        self.port = free_port()
        self.serve(["soup", "bread"])
        self.serve_again()
        self.api = API(self.port, self.served.token("station"))

    def serve_again(self):
        self.service = self.start(self.served, "service", ["--listen", f"127.0.0.1:{self.port}"])
        wait_for(healthy(self.port), "the service", home=self.served)

    def tearDown(self):
        for role in self.roles:
            if role.is_running():
                role.kill()
        for home in self.homes:
            home.remove()

    def start(self, home, command, extra):
        role = Role(home, command, extra)
        self.roles.append(role)
        return role

    def elsewhere(self, settings=ELSEWHERE):
        home = Home(settings)
        home.transcript = f"{home.folder}/transcript.jsonl"
        home.take_tokens(self.served)
        self.homes.append(home)
        return home

    def kiosk(self, home):
        return self.start(home, "kiosk", ["--service", f"http://127.0.0.1:{self.port}"])

    def serve(self, needs):
        write(f"{self.served.path}/boards/small.yaml", board(needs))

    def asks(self, kiosk, home, digit, need):
        """Waits until the digit asks for this need. A press while the board changes, or while something is announced, only wakes: then the next one does."""
        after = len(home.lines())

        def press():
            kiosk.type(str(digit))
            with contextlib.suppress(Waiting):
                wait_for(lambda: has_said(home, need, kind="announcement", after=after), need, seconds=4)
                return True
        wait_for(press, f"a press that asks for {need}", home=home)

    def heard(self, need):
        return wait_for(lambda: [one for one in all_requests(self.api) if one["need"] == f"need-{need}"], f"a call for {need}",
                        home=self.served)

    def settings(self, home, folder="fetched"):
        with open(f"{home.path}/{folder}/current/beckon.yaml") as file:
            return file.read()

    def faults(self, kind):
        status, page = self.api.call("GET", "/faults?state=open")
        self.assertEqual(status, 200)
        return [fault for fault in page["faults"] if fault["kind"] == kind]

    def pair(self, home, kind="kiosk", client="maria"):
        """As staff do it on a new machine, with a code of the page Devices."""
        olga = Coordinator(self.port)
        olga.set_up(self.served.token("setup"))
        asked = {"id": "00000000-0000-4000-8000-000000000001", "kind": kind, "name": "Bedroom", "client": client}
        code = olga.send("POST", "/pairings", asked)["code"]
        subprocess.run([BECKON, "pair", "--home", home.path, "--service", f"http://127.0.0.1:{self.port}", code],
                       check=True, capture_output=True)
        return olga, asked["id"]

    def test_each_client_of_a_shared_kiosk_has_their_own(self):
        os.makedirs(f"{self.served.path}/clients")
        write(f"{self.served.path}/clients/otto.yaml", "client: { name: Otto }\nboard: boards/ottos.yaml\n")
        write(f"{self.served.path}/boards/ottos.yaml", board(["radio"]))
        home = self.elsewhere(ELSEWHERE + "switches: { shared_with: [clients/otto] }\n")
        shutil.rmtree(f"{home.path}/tokens")
        os.makedirs(f"{home.path}/clients/otto")
        write(f"{home.path}/clients/otto/beckon.yaml", "client: { id: otto, name: Otto }\n")
        olga, kiosk = self.pair(home)
        olga.send("PUT", "/people/otto", {"id": "otto", "name": "Otto", "role": "client", "absences": [], "active": True,
                                          "reminders": {"off": [], "channels": []}})

        def fetched(folder):
            with contextlib.suppress(OSError), open(f"{folder}/fetched/current/beckon.yaml") as file:
                return file.read()
            return ""
        self.kiosk(home)
        said(home, "Ready", event="started")
        # The home has not let this kiosk serve him yet: nothing of his comes here.
        self.assertIn("boards/small.yaml", fetched(home.path))
        self.assertEqual(fetched(f"{home.path}/clients/otto"), "")
        olga.send("PUT", f"/devices/{kiosk}/clients", {"clients": [{"client": "otto"}]})
        wait_for(lambda: "boards/ottos.yaml" in fetched(f"{home.path}/clients/otto"), "Otto's board", home=home, seconds=60)
        self.assertIn("boards/small.yaml", fetched(home.path))
        self.assertFalse(os.path.exists(f"{home.path}/fetched/current/boards/ottos.yaml"))
        self.assertFalse(os.path.exists(f"{home.path}/clients/otto/fetched/current/boards/small.yaml"))
        # What is wrong in his file at the service is told as his kiosk's fault, until it is mended.
        write(f"{self.served.path}/clients/otto.yaml", "client: { name: Otto }\nboard: boards/ottos.yaml\nscanning: { scan_time: 90000 s }\n")
        fault = wait_for(lambda: self.faults("board_refused"), "the mistake", home=home, seconds=60)[0]
        self.assertEqual(fault["client"], "otto")
        self.assertIn("clients/otto.yaml, line 3", fault["detail"])
        write(f"{self.served.path}/clients/otto.yaml", "client: { name: Otto }\nboard: boards/ottos.yaml\n")
        wait_for(lambda: not self.faults("board_refused"), "that it is mended", home=home, seconds=60)

    def test_the_code_of_a_clients_own_page_makes_this_machine_their_kiosk(self):
        home = self.elsewhere()
        shutil.rmtree(f"{home.path}/tokens")
        olga = Coordinator(self.port)
        olga.set_up(self.served.token("setup"))
        code = olga.send("POST", "/invitations", {"role": "client", "name": "Maria", "person": "maria"})["code"]
        # Typed as it was read aloud, in two parts.
        subprocess.run([BECKON, "pair", "--home", home.path, "--service", f"http://127.0.0.1:{self.port}", *code.lower().split("-")],
                       check=True, capture_output=True)
        kiosk = self.kiosk(home)
        said(home, "Ready", event="started")
        self.asks(kiosk, home, 1, "soup")
        self.assertEqual(self.heard("soup")[0]["client"], "maria")
        again = subprocess.run([BECKON, "pair", "--home", home.path, "--service", f"http://127.0.0.1:{self.port}", code],
                               capture_output=True, text=True)
        self.assertNotEqual(again.returncode, 0)

    def test_boards_come_from_the_service_and_stay_without_it(self):
        home = self.elsewhere()
        shutil.rmtree(f"{home.path}/tokens")
        self.pair(home)
        kiosk = self.kiosk(home)
        # From its first word on it is this client's.
        said(home, "Ready", event="started")
        self.assertNotIn("next start", home.logged())
        self.asks(kiosk, home, 1, "soup")
        self.heard("soup")
        text = self.settings(home)
        # What is the machine's stays as it is here; what is the client's comes from the home.
        self.assertIn("volume: 0.3", text)
        self.assertIn("board: boards/small.yaml", text)
        self.assertNotIn("listen", text)

        # Another board there is in use here without a start.
        self.serve(["rice", "bread", "chair"])
        self.asks(kiosk, home, 1, "rice")
        self.heard("rice")

        # A mistake there changes nothing here.
        write(f"{self.served.path}/boards/small.yaml", "board: small\nitems: [ {")
        self.service.kill()
        kiosk.kill()
        after = len(home.lines())
        kiosk = self.kiosk(home)
        said(home, "Ready", event="started", after=after)
        self.asks(kiosk, home, 3, "chair")
        # It waits for the service, which comes back with another board.
        self.serve(["tea", "bread"])
        self.serve_again()
        self.heard("chair")
        self.asks(kiosk, home, 1, "tea")
        self.heard("tea")

    def test_a_set_that_the_disk_has_spoilt_is_fetched_again(self):
        home = self.elsewhere()
        kiosk = self.kiosk(home)
        wait_for(lambda: IN_USE in home.logged(), "the fetched board", home=home)
        self.asks(kiosk, home, 1, "soup")
        self.serve(["rice", "bread"])
        self.asks(kiosk, home, 1, "rice")
        self.service.kill()
        kiosk.kill()
        # In place, as a disk does it: everything is as long as it was.
        for name in ["beckon.yaml", "boards/small.yaml"]:
            path = f"{home.path}/fetched/current/{name}"
            with open(path, "r+b") as file:
                file.write(bytes(os.path.getsize(path)))
        after = len(home.lines())
        kiosk = self.kiosk(home)
        said(home, "Ready", event="started", after=after)
        # Without the service, what it had before; with it, what the service has, although that is as it was.
        self.asks(kiosk, home, 1, "soup")
        home.wait_for_log("board_refused: beckon.yaml, line 1")
        self.serve_again()
        self.asks(kiosk, home, 1, "rice")
        self.assertIn("board: boards/small.yaml", self.settings(home))
        wait_for(lambda: not self.faults("board_refused"), "that all is in order", home=home)

    def test_a_disk_without_room_for_what_the_service_has_is_a_fault(self):
        home = self.elsewhere()
        # A folder cannot be made where a file is: as a full disk, but for the words.
        write(f"{home.path}/fetched", "")
        self.kiosk(home)
        fault = wait_for(lambda: self.faults("board_refused"), "the fault", home=home, seconds=60)[0]
        self.assertIn("cannot be saved on this machine", fault["detail"])
        os.remove(f"{home.path}/fetched")
        wait_for(lambda: not self.faults("board_refused"), "that it could be kept", home=home, seconds=60)
        self.assertIn("board: boards/small.yaml", self.settings(home))

    def test_a_station_has_the_words_of_the_home_and_its_own_settings(self):
        home, kiosks = self.elsewhere(), self.elsewhere()
        shutil.rmtree(f"{home.path}/tokens")
        olga, station = self.pair(home, "station", None)
        self.start(home, "station", ["--service", f"http://127.0.0.1:{self.port}"])
        kiosk = self.kiosk(kiosks)
        said(kiosks, "Ready", event="started")
        self.asks(kiosk, kiosks, 1, "soup")
        # As the home has it, and not as a station says it that has no words of its home.
        said(home, "Maria: soup.", role="station", kind="alert")
        known = olga.send("GET", f"/settings?device={station}", None)
        olga.send("PUT", f"/settings?device={station}", {"version": known["version"], "values": {"voices.alert.volume": "0.7"}})
        wait_for(lambda: "volume: 0.7" in self.settings(home, "fetched-station"), "its volume", home=home)
        self.assertFalse(os.path.exists(f"{home.path}/fetched"))
        # How often it repeats a call is the home's to say, and counts without a start.
        write(f"{self.served.path}/beckon.yaml", SETTINGS + "alerts: { repeat: 2 s }\n")
        wait_for(lambda: "repeat: 2 s" in self.settings(home, "fetched-station"), "the other times", home=home, seconds=60)
        after = len(home.lines())
        wait_for(lambda: len([line for line in home.lines()[after:] if line.get("kind") == "alert" and line["event"] == "started"
                              and line["role"] == "station"]) >= 4, "four repetitions", home=home, seconds=60)
        # Which machine it is, `beckon doctor` knows by what it was paired for last, whatever a kiosk has left there.
        shutil.copytree(f"{kiosks.path}/fetched", f"{home.path}/fetched", symlinks=True)
        write(f"{home.path}/tokens/kiosk", "left over")
        os.utime(f"{home.path}/tokens/kiosk", (0, 0))
        write(f"{home.path}/fetched-station/current/boards/small.yaml", "board: [")
        doctor = subprocess.run([BECKON, "doctor", "--home", home.path, "--service", f"http://127.0.0.1:{self.port}"],
                                capture_output=True, text=True)
        self.assertIn("fetched-station/current/boards/small.yaml:1:", doctor.stdout)

    def test_a_kiosk_of_before_keeps_its_own_boards(self):
        home = self.elsewhere(SETTINGS)
        os.makedirs(f"{home.path}/boards")
        write(f"{home.path}/boards/small.yaml", board(["plum"]))
        kiosk = self.kiosk(home)
        said(home, "Ready", event="started")
        self.asks(kiosk, home, 1, "plum")
        self.heard("plum")
        self.assertFalse(os.path.exists(f"{home.path}/fetched"))

    def test_what_cannot_be_used_is_told_and_changes_nothing(self):
        home = self.elsewhere()
        kiosk = self.kiosk(home)
        wait_for(lambda: IN_USE in home.logged(), "the fetched board", home=home)
        self.asks(kiosk, home, 2, "bread")
        self.heard("bread")
        # A mistake in this machine's own settings, while the service's are good.
        write(f"{home.path}/beckon.yaml", ELSEWHERE.replace("0.3", "30"))
        wait_for(lambda: "beckon.yaml, line 2: `volume` is 30" in home.logged(), "the mistake", home=home)
        self.asks(kiosk, home, 2, "bread")
        write(f"{home.path}/beckon.yaml", ELSEWHERE.replace("0.3", "0.4"))
        wait_for(lambda: "volume: 0.4" in self.settings(home), "the mended volume", home=home)


if __name__ == "__main__":
    unittest.main(verbosity=2)
