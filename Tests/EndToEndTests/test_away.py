"""The service is away, dead or hung, while the client asks: told once, kept, delivered in order, once."""
import os
import signal
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import (  # noqa: E402
    API, NEEDS, Role, all_requests, free_port, has_said, healthy, outbox, said, small_home, wait_for)

KEPT = "nobody can hear it yet"


class Away(unittest.TestCase):
    def setUp(self):
        self.served, self.home, self.desk = small_home(), small_home(), small_home()
        self.port = free_port()
        self.roles = []
        self.service = self.start_service()
        for home in (self.home, self.desk):
            home.take_tokens(self.served)
        self.api = API(self.port, self.served.token("station"))
        self.station = self.start(self.desk, "station")
        self.kiosk = self.start(self.home, "kiosk")
        said(self.home, "Ready", event="started")

    def tearDown(self):
        for role in self.roles:
            if role.is_running():
                role.process.send_signal(signal.SIGCONT)
            if not role.log.closed:
                role.kill()
        for home in (self.served, self.home, self.desk):
            home.remove()

    def start(self, home, command):
        role = Role(home, command, ["--service", f"http://127.0.0.1:{self.port}"])
        self.roles.append(role)
        return role

    def start_service(self):
        service = Role(self.served, "service", ["--listen", f"127.0.0.1:{self.port}"])
        self.roles.append(service)
        wait_for(healthy(self.port), "the service", home=self.served)
        return service

    def ask(self, *words):
        for word in words:
            self.kiosk.settle()
            self.assertTrue(self.kiosk.ask(word), self.home.logged())

    def delivered(self):
        wait_for(lambda: outbox(self.home) == [], "an empty outbox", home=self.home)
        return [request["label"] for request in all_requests(self.api)]

    def told(self):
        return has_said(self.home, KEPT, kind="fault")

    def test_two_outages_by_death_and_a_hang(self):
        # The first request shows that all is connected: it is heard.
        self.ask("towel")
        said(self.home, "Heard", event="started")
        self.assertEqual(self.told(), 0)

        self.service.kill()
        self.ask(*NEEDS[:2])
        wait_for(lambda: self.told() == 1, "one word that it is kept", home=self.home)
        self.service = self.start_service()
        self.assertEqual(self.delivered(), ["towel", *NEEDS[:2]])
        for word in NEEDS[:2]:
            self.alerted(word)
        self.assertEqual(self.told(), 1, "told more than once in one outage")

        self.service.process.send_signal(signal.SIGSTOP)
        self.ask(NEEDS[2])
        asked_at = time.monotonic()
        try:
            wait_for(lambda: self.told() == 2, "one word that it is kept: the service hangs", home=self.home)
            noticed = time.monotonic() - asked_at
            before = len(self.home.lines())
        finally:
            self.service.process.send_signal(signal.SIGCONT)
        self.assertEqual(self.delivered(), ["towel", *NEEDS[:3]])
        wait_for(lambda: has_said(self.home, "Heard", after=before) or has_said(self.home, "passed on", after=before),
                 "a word that it has gone on", home=self.home)
        self.alerted(NEEDS[2])
        self.assertEqual(self.told(), 2)
        print("  3 requests over 2 outages: told once in each, delivered in order, once; "
              f"the hang was told {noticed:.0f} s after the request", flush=True)
        for word in NEEDS[:3]:
            wait_for(lambda: has_said(self.home, f"Your call has been passed on: {word}"),
                     f"the client to be told that the kept call {word} was passed on", home=self.home)
        self.kiosk.settle()
        self.assertEqual([has_said(self.home, f"Your call has been passed on: {word}") for word in NEEDS[:3]], [1, 1, 1])

    def test_a_service_that_answers_once_and_hangs_is_another_outage(self):
        self.ask("towel")
        said(self.home, "Heard", event="started")
        self.service.kill()
        self.ask(NEEDS[0])
        wait_for(lambda: self.told() == 1, "one word that it is kept", home=self.home)
        # Long enough that the kiosk looks seldom: the call is mostly sent before it hears of events again.
        time.sleep(6)
        self.service = self.start_service()
        wait_for(lambda: outbox(self.home) == [], "an empty outbox", home=self.home)
        self.service.process.send_signal(signal.SIGSTOP)
        try:
            self.ask(NEEDS[1])
            wait_for(lambda: self.told() == 2, "one word that it is kept: the service hangs", home=self.home)
        finally:
            self.service.process.send_signal(signal.SIGCONT)
        self.assertEqual(self.delivered(), ["towel", *NEEDS[:2]])

    def alerted(self, word):
        wait_for(lambda: has_said(self.desk, f"Maria: {word}", role="station"), f"the alert for {word}",
                 home=self.desk)

    def test_a_station_that_was_away_hears_what_is_open(self):
        self.station.kill()
        self.ask(NEEDS[0])
        self.assertEqual(self.delivered(), [NEEDS[0]])
        before = len(self.desk.lines())
        self.station = self.start(self.desk, "station")
        wait_for(lambda: has_said(self.desk, f"Maria: {NEEDS[0]}", role="station", after=before),
                 "the alert for what is open", home=self.desk)
        wait_for(lambda: self.api.requests()[0]["state"] == "heard", "heard", home=self.desk)
        # A station that loses its service says so, and hears what was asked meanwhile.
        self.service.kill()
        said(self.desk, "lost its connection", event="started", role="station")
        self.ask(NEEDS[1])
        self.service = self.start_service()
        self.assertEqual(self.delivered(), NEEDS[:2])
        self.alerted(NEEDS[1])

    def test_a_kiosk_that_restarts_while_the_service_is_away_keeps_the_order(self):
        self.service.kill()
        self.ask(NEEDS[0])
        self.kiosk.kill()
        before = len(self.home.lines())
        self.kiosk = self.start(self.home, "kiosk")
        wait_for(lambda: has_said(self.home, "Ready", after=before), "Ready", home=self.home)
        self.ask(NEEDS[1])
        self.service = self.start_service()
        self.assertEqual(self.delivered(), NEEDS[:2])


if __name__ == "__main__":
    unittest.main(verbosity=2)
