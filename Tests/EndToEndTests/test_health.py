"""What is wrong with a switch is told at the station in time, and doctor knows of it; on real parts."""
import json
import os
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import (  # noqa: E402
    API, BECKON, LIB, PATIENCE, SETTINGS, SPACE, Home, Process, free_port, said, seconds_of, wait_for)

SWITCH = "node=event5,name=Big Red Switch,keys=57+28"
STUCK_AFTER = 3
# What chatters is not up for as long as a release takes to count, so that in time it is stuck as well.
CALM = 60


class SwitchHealth(unittest.TestCase):
    def start(self, switch=SWITCH, stuck_after=STUCK_AFTER, supplies=(), more=""):
        self.home = Home(SETTINGS + f"switches: {{ stuck_after: {stuck_after} s }}\n" + more)
        self.addCleanup(self.home.remove)
        self.port = free_port()
        self.beckon = Process(
            self.home, ["run", "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}", "--output", "none",
                        "--transcript", self.home.transcript], switch=switch, supplies=supplies)
        self.addCleanup(self.beckon.stop)
        said(self.home, "Ready", role="kiosk")
        self.api = API(self.port, self.home.token("station"))

    def told(self, text, since, kind="fault"):
        """The line with which the station begins to say it, and how long that was after a moment."""
        line = said(self.home, text, event="started", role="station", kind=kind)
        after = seconds_of(line) - since
        print(f"  “{line['text']}” after {after:.2f} s")
        return after

    def faults(self):
        status, page = self.api.call("GET", "/faults?state=open")
        self.assertEqual(status, 200, page)
        return {fault["kind"]: fault["detail"] for fault in page["faults"]}

    def doctor(self, switch):
        """What it says of the switch and its use: {(check, status): [messages]}."""
        done = subprocess.run(
            [f"{LIB}/mock-switches", "--device", switch, "--control", "/dev/null", "--", BECKON, "doctor", "--home",
             self.home.path, "--output", "none", "--format", "json"],
            capture_output=True, timeout=60)
        found = {}
        for result in json.loads(done.stdout):
            found.setdefault((result["check"], result["status"]), []).append(result["message"])
            if result["status"] != "ok":
                self.assertTrue(result["advice"], result)
        return found

    def chatter(self, is_told, period=0.012):
        """A contact that opens and closes by itself, until the station has said so."""
        end = time.monotonic() + PATIENCE
        while not is_told() and time.monotonic() < end:
            self.beckon.tell(f"press {SPACE}")
            self.beckon.tell(f"wait {period / 2}")
            self.beckon.tell(f"release {SPACE}")
            self.beckon.tell(f"wait {period / 2}")
            time.sleep(period)

    def test_a_chattering_switch_is_told(self):
        self.start(stuck_after=CALM)
        began, words = time.time(), "Maria's switch presses by itself"
        self.chatter(lambda: any(words in line["text"] for line in self.home.lines()))
        self.told(words, began)
        self.assertEqual(self.faults(), {"switch_chattering": "Big Red Switch"})
        said(self.home, "Your switch is unreliable", event="started", role="kiosk")
        self.assertEqual(self.beckon.stop(), 0)
        found = self.doctor(SWITCH)
        self.assertIn("The switch pressed by itself", found["use", "warning"][0])
        self.assertIn("The last press was today at", found["use", "ok"][0])

    def test_presses_of_a_hand_are_no_chatter(self):
        self.start()
        for _ in range(20):
            self.beckon.tap(milliseconds=60)
            time.sleep(0.25)
        self.assertEqual(self.faults(), {})

    def test_a_stuck_switch_is_told_and_when_it_is_free(self):
        self.start()
        began = time.time()
        self.beckon.tell(f"press {SPACE}")
        after = self.told("Maria's switch seems stuck", began + STUCK_AFTER)
        self.assertGreater(after, -0.1)
        self.assertEqual(list(self.faults()), ["switch_stuck"])
        self.beckon.tell(f"release {SPACE}")
        self.told("Maria's switch is no longer stuck", time.time(), kind="announcement")

    def test_a_switch_that_is_down_from_the_start_is_told_as_stuck(self):
        began = time.time()
        self.start(SWITCH + ",down=57")
        self.told("Maria's switch seems stuck", began + STUCK_AFTER)
        self.beckon.tell(f"release {SPACE}")
        self.told("Maria's switch is no longer stuck", time.time(), kind="announcement")

    def test_a_low_battery_is_told_and_the_client_hears_of_it_when_awake(self):
        began = time.time()
        self.start(SWITCH + ",battery=9")
        self.told("The battery of Maria's switch is low", began)
        self.assertEqual(self.faults(), {"switch_battery_low": "Big Red Switch"})
        self.assertFalse([line for line in self.home.lines() if "battery" in line["text"] and line["role"] == "kiosk"])
        self.beckon.tap()
        said(self.home, "Your switch needs a new battery soon", event="started", role="kiosk")

    def test_a_low_battery_of_the_stations_keypad_is_told(self):
        began = time.time()
        self.start("node=event6,name=Station Keypad,keys=30+50+32+49,battery=9",
                   more='station: { devices: ["Station Keypad"] }\n')
        self.told("The battery of this station's keypad is low", began, kind="announcement")
        wait_for(lambda: self.faults().get("switch_battery_low") == "Station Keypad", "the fault", home=self.home)
        [fault] = [one for one in self.api.call("GET", "/faults?state=open")[1]["faults"] if one["kind"] == "switch_battery_low"]
        self.assertEqual(fault["source"], "station")
        self.assertNotIn("client", fault)

    def test_the_machines_own_battery_is_told_and_not_that_of_a_mouse(self):
        began = time.time()
        mouse = "hidpp_battery_0,type=Battery,scope=Device,capacity=3,status=Discharging"
        self.start(supplies=["BAT0,type=Battery,capacity=9,status=Discharging", "AC,type=Mains,online=0", mouse])
        self.told("The battery of a device is low: Kiosk", began)
        self.assertEqual(self.faults(), {"device_battery_low": "Kiosk"})
        self.assertEqual(self.beckon.stop(), 0)
        # It charges now: that is over as soon as the machine is there again.
        after = len(self.home.lines())
        self.beckon = Process(
            self.home, ["run", "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}", "--output", "none",
                        "--transcript", self.home.transcript], switch=SWITCH,
            supplies=["BAT0,type=Battery,capacity=10,status=Charging", mouse])
        self.addCleanup(self.beckon.stop)
        said(self.home, "A device is charging again", role="station", after=after)
        self.assertEqual(self.faults(), {})

    def test_doctor_tells_of_the_switch_as_it_is(self):
        self.start()
        self.beckon.tap()
        wait_for(lambda: os.path.exists(f"{self.home.path}/switch.json"), "the memory", home=self.home)
        self.assertEqual(os.stat(f"{self.home.path}/switch.json").st_mode & 0o777, 0o600)
        self.beckon.stop()
        found = self.doctor(SWITCH + ",battery=9,down=57")
        self.assertEqual(found["switches", "ok"], ["“Big Red Switch” (/dev/input/event5) is there, battery 9 %."])
        self.assertEqual(len(found["switches", "warning"]), 2, found)
        self.assertIn("is held down now: space", found["switches", "warning"][1])
        self.assertEqual(len(found["use", "ok"]), 2, found)
        self.assertIn("0 of 7 days", found["use", "ok"][1])
        with open(f"{self.home.path}/switch.json", "w") as file:
            file.write("{")
        self.assertIn("cannot be read", self.doctor(SWITCH)["use", "warning"][0])


if __name__ == "__main__":
    unittest.main(verbosity=2)
