"""Lives of a machine that is asked and answered, and whose plug is pulled in the middle of it."""
import concurrent.futures
import contextlib
import http.client
import json
import random
import shutil
import threading
import time
import uuid

import faults
from asleep import Woken
from machine import TOKENS, Disk, Machine, Waiting, prepared, wait_for
from other_devices import SETUP, OtherDevices
from planned import Planner, chores_in, shortened
from witness import Witness, findings

PRIORITIES = ["normal", "urgent", "soon"]
BOARD = "board: small\nname: Small\nlanguage: en-GB\nitems:\n" + "".join(
    f"  - {{ id: need-{word}, label: {word}, say: {word}, request: {PRIORITIES[place % 3]} }}\n"
    for place, word in enumerate(faults.NEEDS))
# A minute's events in seconds: what the service has to remember by itself is due all the time.
SETTINGS = faults.SETTINGS + """\
alerts:
  escalate: 3 s
  escalate_urgent: 2 s
  still_waiting: [4 s]
  ask_again: 0
  repeat_reminder: 0
  command: [/bin/sh, -c, "cat >/dev/ttyS2; echo >/dev/ttyS2"]
"""


def pager(folder):
    """QEMU's options for a pager on a third serial line; its messages are written to a file."""
    return ["-serial", f"file:{folder}/pager"]


def phrases():
    """As the shipped ones, short: a life is a few seconds."""
    text = shortened(faults.phrases())
    for old, new in [
        ('met: "{caregiver}: your {need} is done. Press if you still need it."', 'met: "{caregiver} did {need}."'),
        ('declined: "{caregiver} can\'t now: {reason}."', 'declined: "{caregiver} cannot: {reason}."'),
        ('answered_on_the_way: "{client} knows that you are on the way: {need}."',
         'answered_on_the_way: "{client} knows: {need}."'),
    ]:
        if old not in text:
            raise AssertionError(f"phrases.en.yaml no longer has `{old}`")
        text = text.replace(old, new)
    return text


FILES = {"beckon.yaml": SETTINGS, "boards/small.yaml": BOARD, "boards/phrases.en.yaml": phrases()}
ORIGINALS = {**FILES, **{f"tokens/{device}": token for device, token in TOKENS.items()}}
# A key that comes so soon after the last request was answered is none for what is planned. Seconds.
KEY_MEANS_REQUEST = 4
# So long a life for chores waits at most for the first one that is told. Seconds.
CHORE_COMES = 15
# So long a life waits at most until the devices beside this machine are paired. Seconds.
PAIRING_TAKES = 60
# How many answers may wait to be announced: a life tells a few.
UNHEARD = 4


def chores_told(lines):
    """What the station has begun to tell of chores."""
    return [line for line in lines if line["role"] == "station" and line["kind"] == "alert" and line["event"] == "started"
            and chores_in(line["text"])]


class Lives:
    """One disk, and all machines that ever had it."""

    def __init__(self, folder, asleep, seed, environment=(), files=FILES, witness=None):
        self.folder, self.asleep, self.environment = prepared(folder), asleep, environment
        self.random = random.Random(seed)
        self.witness = witness or Witness()
        self.planner = Planner(self.witness)
        self.others = OtherDevices()
        self.disk = Disk(self.folder, {**files, "tokens/setup": SETUP}, megabytes=32)
        self.until_ready = 4.0
        self.open = []
        self.cuts = self.cut_before_ready = self.names = 0
        # Whether nobody asks in this life, so that the caregiver's keys mean what is planned.
        self.is_for_chores = False
        self.lived = self.ticked = self.claimed = 0
        self.last_open = 0.0

    def machine(self):
        folder = self.new_folder()
        return Woken(self.disk, self.asleep, folder=folder, environment=self.environment, extra=pager(folder))

    def new_folder(self):
        folder = f"{self.folder}/life"
        shutil.rmtree(folder, ignore_errors=True)
        return prepared(folder)

    def live(self):
        """One life: power on, and off at a moment that only the seed knows."""
        is_early = self.random.random() < 0.3
        self.lived += 1
        self.is_for_chores = self.lived % 3 == 0
        # So long the keys mean requests, even after the last was answered.
        least = KEY_MEANS_REQUEST if self.is_for_chores else 0
        is_early &= not self.is_for_chores
        # On a machine that takes long to start everything takes long.
        most = least + min(max(5, 2 * self.until_ready), 8)
        moment = self.random.uniform(0.1, self.until_ready) if is_early else self.random.uniform(least, most)
        with self.machine() as machine:
            work = self.start_work(machine)
            if not is_early:
                self.until_ready = machine.ready()
                self.wait_for_others()
            if self.is_for_chores:
                self.wait_for_chore(machine)
            time.sleep(moment)
            machine.cut()
            for thread in work:
                thread.join()
            lines = machine.lines()
            self.witness.hear(lines, self.paged(machine))
        self.cuts += 1
        self.cut_before_ready += not any(line["text"] == "Ready." for line in lines)

    def wait_for_others(self):
        """Passwords are made to cost time: a life would often be over before somebody has logged in to pair it."""
        if not self.is_for_chores:
            with contextlib.suppress(Waiting):
                wait_for(lambda: self.others.kiosk, "the other devices to be paired", seconds=PAIRING_TAKES)

    @staticmethod
    def wait_for_chore(machine):
        """On a slow machine a life would often be over before there is anything to tick off by key."""
        with contextlib.suppress(Waiting):
            wait_for(lambda: chores_told(machine.lines()), "the station to tell of a chore", seconds=CHORE_COMES)

    def settle(self, seconds=90):
        """A life from power on, until everything that was promised has been heard."""
        folder = self.new_folder()
        with Machine(self.disk, folder=folder, environment=self.environment, extra=pager(folder)) as machine:
            machine.ready()
            before = list(self.witness.lines)
            chance = random.Random(self.random.random())

            def is_all_told():
                self.witness.lines = before + machine.lines()
                requests = faults.all_requests(machine.api)
                for request in requests:
                    if request["state"] in ("asked", "heard", "on_the_way"):
                        self.answer(machine, request, chance, "declined")
                return (not self.witness.unheard(requests) and self.is_asked(requests)
                        and self.planner.is_told(machine, self.paged(machine)))
            try:
                wait_for(is_all_told, "all that was promised", seconds=seconds)
            except Waiting:
                pass  # What is missing is said by what is found on the disk.
            machine.cut()
            self.witness.lines = before
            self.witness.hear(machine.lines(), self.paged(machine))

    @staticmethod
    def paged(machine):
        """The requests and reminders that the pager received, with repetitions; incomplete messages do not count."""
        found = []
        with open(f"{machine.folder}/pager", errors="replace") as file:
            for line in file.read().splitlines():
                with contextlib.suppress(ValueError, TypeError, KeyError):
                    found.append(json.loads(line)["id"].lower())
        return found

    def is_asked(self, requests):
        return sum(request["client"] == "maria" for request in requests) >= len(self.witness.asked())

    def look(self, is_settled=False):
        """What a start after this moment would find."""
        files = self.disk.unpacked(self.folder)
        found = findings(files, self.witness, ORIGINALS, is_settled)
        if not found:
            self.witness.acknowledge(files)
        return found

    # What is done while it lives.

    def start_work(self, machine):
        self.ticked = 0
        work = [threading.Thread(target=self.working, args=(what, machine, random.Random(self.random.random())))
                for what in (self.press_keys, self.ask_and_answer, self.plan)]
        for thread in work:
            thread.start()
        return work

    def working(self, what, machine, chance):
        """Until the plug is pulled; then whatever was under way breaks off."""
        with contextlib.suppress(OSError, ValueError, Waiting, http.client.HTTPException):
            while machine.process.poll() is None:
                what(machine, chance)

    def press_keys(self, machine, chance):
        lines = machine.lines()
        if not any(line["text"] == "Ready." for line in lines):
            time.sleep(0.05)
        elif self.is_for_chores:
            self.tick_by_key(machine, lines, chance)
            time.sleep(chance.uniform(0.1, 0.3))
        else:
            self.ask_by_keys(machine, chance)
            time.sleep(chance.uniform(0.45, 0.9))

    def ask_by_keys(self, machine, chance):
        """The client asks, and sometimes goes back; the caregiver answers at the station."""
        asked = {request["label"] for request in self.open if request["client"] == "maria"}
        free = [str(place + 1) for place, word in enumerate(faults.NEEDS) if word not in asked]
        # Most presses ask for something new; the others ask again, go back, or answer.
        key = chance.choice(free) if free and chance.random() < 0.75 else chance.choice("1234567890am")
        self.witness.presses += key.isdigit()
        machine.press(key, 0.04)

    def tick_by_key(self, machine, lines, chance):
        """The caregiver ticks off what the station has just told, while no request is open."""
        told = chores_told(lines)
        if time.monotonic() - self.last_open > KEY_MEANS_REQUEST and len(told) > self.ticked:
            self.ticked = len(told)
            # Not in the moment in which it begins, when the key would mean what was told before; sometimes before its end.
            time.sleep(chance.uniform(1.1, 3))
            machine.press("m", 0.04)

    def plan(self, machine, chance):
        """A coordinator plans, and sometimes ticks something off. What the keys are for is left to them."""
        try:
            self.planner.work(machine, chance, is_alone=self.is_for_chores)
        except OSError:
            time.sleep(0.05)

    def ask_and_answer(self, machine, chance):
        """Another kiosk asks, and caregivers answer from their pages."""
        try:
            self.open = machine.requests()
            if not self.is_for_chores:
                self.others.pair(machine)
        except OSError:
            time.sleep(0.05)
            return
        if self.is_for_chores:
            for request in self.open:
                self.last_open = time.monotonic()
                self.answer(machine, request, chance, "declined")
        elif len(self.open) < 3 or chance.random() < 0.2:
            self.post(machine, chance)
        elif len(self.witness.unheard(self.open)) < UNHEARD:
            self.answer(machine, chance.choice(self.open), chance)
        time.sleep(chance.uniform(0, 0.2))

    def post(self, machine, chance):
        word = chance.choice(faults.NEEDS)
        body = {"id": str(uuid.UUID(int=chance.getrandbits(128), version=4)), "client": "otto", "client_name": "Otto",
                "need": f"need-{word}", "label": word, "called": word, "say": word,
                "priority": chance.choice(PRIORITIES), "asked_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
        self.witness.sent[body["id"]] = body
        status, answer = machine.api.call("POST", "/requests", body, token=self.others.kiosk)
        if status not in (200, 201):
            raise AssertionError(f"a request was refused: {status} {answer}")
        self.witness.confirm(body["id"])

    def answer(self, machine, request, chance, state=None):
        state = state or chance.choice(["on_the_way", "on_the_way", "met", "declined", "declined"])
        # With the station's own token, or another one's.
        by = [(self.response(chance, request, state), token) for token in self.stations(state)]
        with concurrent.futures.ThreadPoolExecutor(len(by)) as pool:
            told = [pool.submit(self.respond, machine, request["id"], body, token) for body, token in by]
        answered = [one.result() for one in told if one.exception() is None]
        self.claimed += len(answered) > 1 and any(answered)
        if len(answered) > 1 and all(answered):
            self.witness.had_by_two.add(request["id"].lower())
        for one in told:
            one.result()  # raises what a machine that is off gave to it

    def stations(self, state):
        """"On the way" is said at two of them at once: at most one has the request then."""
        return [None, self.others.station] if state == "on_the_way" and self.others.station else [None]

    def response(self, chance, request, state):
        self.names += 1
        body = {"id": str(uuid.UUID(int=chance.getrandbits(128), version=4)), "state": state, "by": f"Anna{self.names}",
                "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
        if state == "declined":
            body["reason"] = "dinner"
            if request["state"] == "on_the_way":
                body["takes_over"] = request["changed_by"]
        return body

    def respond(self, machine, request, body, token):
        """Whether the service has taken the answer; not where somebody else has answered, or has the request, meanwhile."""
        status, _ = machine.api.call("POST", f"/requests/{request}/responses", body, token=token)
        if status == 201:
            self.witness.accept(body["id"], request.lower(), body["state"], body["by"])
        return status == 201
