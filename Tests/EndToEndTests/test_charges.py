"""An amount that somebody is asked for: reminded by a station and by the home's program, across power cuts, until it is paid."""
import contextlib
import datetime
import json
import os
import signal
import sqlite3
import struct
import sys
import time
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator, Refused  # noqa: E402
from home import API, SETTINGS, Home, Process, free_port, healthy, wait_for  # noqa: E402

DAY, HOUR = 86_400, 3600
# What the home's clocks show when the test begins; the reminders are at 18:00 and at 09:00. Seconds after midnight.
NOON, EVENING, MORNING = 12 * HOUR, 18 * HOUR, 9 * HOUR
# How soon after a start the moment comes: that may be over when the service is up, and it is told all the same. Seconds.
SOON = 4
AHEAD, TODAY = "Anna: Something is to be paid by tomorrow.", "Anna: Something is to be paid today."


def zone_file(offset):
    """A zone without changes (RFC 8536), so many seconds before UTC."""
    header = b"TZif2" + bytes(15) + struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    body = struct.pack(">lBB", offset, 0, 0) + b"HOM\0"
    hours, rest = divmod(abs(offset), HOUR)
    # In a footer, what lies west of Greenwich is positive.
    sign = "-" if offset >= 0 else ""
    return header + body + header + body + f"\n<HOM>{sign}{hours}:{rest // 60:02}:{rest % 60:02}\n".encode()


def utc():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Charges(unittest.TestCase):
    def setUp(self):
        settings = SETTINGS + "zone: Test/Home\nalerts:\n  command: [/bin/sh, -c, \"cat >> $PAGES\"]\n"
        self.home, self.port = Home(settings), free_port()
        self.addCleanup(self.home.remove)
        self.pages = f"{self.home.folder}/pages"
        os.makedirs(f"{self.home.folder}/zones/Test")
        self.environment = {"TZDIR": f"{self.home.folder}/zones", "PAGES": self.pages}
        self.running = []
        self.addCleanup(self.stop)
        # The home's day begins with the test, wherever that is; its offset grows by less than two days.
        self.offset = (NOON - int(time.time())) % DAY - DAY
        self.set_clocks(0)
        self.start()
        self.olga = Coordinator(self.port)
        self.olga.set_up(self.home.token("setup"))
        status, anna, _ = self.olga.api.send("GET", "/people/anna", None, self.olga.headers)
        self.assertEqual(status, 200)
        self.olga.send("PUT", "/people/anna", {**anna, "reminders": {**anna["reminders"], "channels": ["command"]}})

    # The home.

    def set_clocks(self, ahead):
        """So many seconds ahead of where they were at noon. Only while nothing runs: zones are read at the start."""
        with open(f"{self.home.folder}/zones/Test/Home", "wb") as file:
            file.write(zone_file(self.offset + ahead))

    def shift(self, moment):
        """Until a moment comes soon: from noon of the first day, in seconds after its midnight."""
        self.set_clocks(moment - SOON - ((int(time.time()) + self.offset) % DAY))

    def start(self):
        where = f"127.0.0.1:{self.port}"
        self.running = [Process(
            self.home, ["service", "--home", self.home.path, "--listen", where], environment=self.environment)]
        wait_for(healthy(self.port), "the service", home=self.home)
        self.running.append(Process(
            self.home, ["station", "--home", self.home.path, "--service", f"http://{where}", "--switch", "none",
                        "--output", "none", "--transcript", self.home.transcript], environment=self.environment))

    def stop(self):
        for process in self.running:
            process.stop()

    def cut_power(self):
        for process in self.running:
            process.stop(signal.SIGKILL)

    def row(self, sql, *arguments):
        with contextlib.closing(sqlite3.connect(f"file:{self.home.path}/care.sqlite?mode=ro", uri=True)) as store:
            return store.execute(sql, arguments).fetchone()

    def sent(self):
        """What the home's program was given."""
        try:
            with open(self.pages) as file:
                return [json.loads(line) for line in file if line.strip()]
        except FileNotFoundError:
            return []

    def heard(self, words):
        return sum(words in line["text"] and line["event"] == "finished" and line["role"] == "station"
                   for line in self.home.lines())

    # What people do.

    def ask(self, days):
        """For 300 euros, from Anna, so many days after the home's own."""
        today = datetime.datetime.fromtimestamp(time.time() + self.offset, datetime.timezone.utc).date()
        body = {"id": str(uuid.uuid4()), "at": utc(),
                "content": {"what": "Rent", "amount": 30_000, "currency": "EUR", "from": "anna", "to": "olga",
                            "due": str(today + datetime.timedelta(days=days))}}
        self.olga.send("POST", "/charges", body)
        wait_for(lambda: self.row("SELECT reminded_to FROM cost_charge WHERE id = ?", body["id"].upper())[0],
                 "the charge to be looked at", home=self.home)
        return body["id"]

    def pay(self, charge):
        today = datetime.date.today().isoformat()
        self.olga.send("POST", "/payments", {
            "id": str(uuid.uuid4()), "at": utc(),
            "content": {"from": "anna", "to": "olga", "amount": 30_000, "currency": "EUR", "on": today,
                        "charge": charge}})

    def is_told(self, kind):
        found = self.row("SELECT count(*) FROM reminder WHERE charge_id IS NOT NULL AND kind = ? AND state = 'told'", kind)
        return found[0] == 2

    def told(self, kind, words):
        wait_for(lambda: self.heard(words), words, home=self.home)
        wait_for(lambda: self.is_told(kind), f"both of {kind} to count as told", home=self.home)

    # The tests.

    def test_1_reminded_across_power_cuts_until_it_is_paid(self):
        charge = self.ask(1)
        self.cut_power()
        self.shift(EVENING)
        self.start()
        self.told("before", AHEAD)
        # Cut when it is told: it is not told again. It is cut before the next one, and when that is being said.
        self.cut_power()
        self.shift(DAY + MORNING)
        self.start()
        wait_for(lambda: any(TODAY in line["text"] for line in self.home.lines()), TODAY, home=self.home)
        self.cut_power()
        self.start()
        self.told("due", TODAY)
        self.assertEqual(self.heard(AHEAD), 1)
        sent = [(one["kind"], one["recipient"], one["charge"]["id"].lower()) for one in self.sent()]
        # What the program was given just when the power was cut it is given again.
        self.assertIn(sent, [[("before", "anna", charge)] + [("due", "anna", charge)] * times for times in (1, 2)])
        # Nobody who hears or reads that learns how much it is, for what, or who asks.
        spoken = " ".join(line["text"] for line in self.home.lines() if line["role"] == "station")
        for secret in ["Rent", "300", "EUR", "Olga"]:
            self.assertNotIn(secret, spoken)
        for one in self.sent():
            self.assertEqual(set(one["charge"]), {"id", "due"})
            self.assertEqual(set(one) & {"request", "occurrence", "amount", "by"}, set())
        self.pay(charge)
        self.cut_power()
        self.start()
        self.assertEqual(self.row("SELECT remind_at FROM cost_charge"), (None,))
        self.assertEqual(self.row("SELECT count(*) FROM reminder WHERE state = 'waiting' AND charge_id IS NOT NULL"), (0,))
        self.assertEqual(self.heard(TODAY), 1)

    def test_2_a_tap_reminds_once_an_hour_and_survives_a_power_cut(self):
        charge = self.ask(2)
        body = {"id": str(uuid.uuid4()), "at": utc()}
        self.running[1].stop(signal.SIGKILL)
        self.olga.send("POST", f"/charges/{charge}/reminders", body)
        self.cut_power()
        self.start()
        # Said by now, and once, however often it is sent.
        self.olga.send("POST", f"/charges/{charge}/reminders", body)
        self.told("before", "Anna: Something is to be paid within 2 days.")
        with self.assertRaisesRegex(Refused, "409.*less than an hour ago"):
            self.olga.send("POST", f"/charges/{charge}/reminders", {**body, "id": str(uuid.uuid4())})
        self.pay(charge)
        with self.assertRaisesRegex(Refused, "409.*settled or withdrawn"):
            self.olga.send("POST", f"/charges/{charge}/reminders", {**body, "id": str(uuid.uuid4())})
        station = API(self.port, self.home.token("station"))
        self.assertEqual(station.call("GET", "/agenda")[1]["reminders"], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
