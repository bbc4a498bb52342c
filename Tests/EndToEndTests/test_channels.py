"""A call at three in the morning, with nobody at a station: whom it reaches on their own devices, in which order, how it is answered from there,
and what becomes of it when the sides outside are slow, dead, full, or take what nobody sees."""
import collections
import contextlib
import os
import sqlite3
import sys
import time
import unittest
import urllib.request
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import SETTINGS, Role, free_port, small_home, wait_for  # noqa: E402
from faulty import FaultyDisk  # noqa: E402
from hostile import Service  # noqa: E402
from outside import (  # noqa: E402
    Death, Device, Gotify, Hold, MailServer, Ntfy, PushService, Refusal, Webhook, key_of, post, token_in)

HOUR = 3600
# Nothing escalates again, and no claim lapses, while a test looks.
ALERTS = "alerts: { escalate_urgent: 24 h, escalate: 24 h, claim_urgent: 24 h, claim: 24 h, still_waiting: [], ask_again: 0 }\n"
NTFY_TOKEN, GOTIFY_TOKEN, HOOK_SECRET = "tk_quiet0boats1at2night3", "AGreenBoat.4567", "seven slow whales"
MAIL_USER, MAIL_PASSWORD = "beckon", "five deep wells"
# Seconds after each other: what is judged is the order of events.
STEP = 2

Row = collections.namedtuple("Row", "key sequence label kind state attempts")


def night_zone():
    """A zone in which it is three in the morning, or up to an hour later."""
    east = (3 - time.gmtime().tm_hour + 12) % 24 - 12
    # The names count to the west.
    return f"Etc/GMT{-east:+d}" if east else "Etc/UTC"


class House(Service):
    """The real service alone, its people and the channels that it uses, and what is outside."""

    def __init__(self, environment=None):
        self.environment, self.outside = environment, []
        self.home, self.port, self.role = small_home(SETTINGS + ALERTS + f"zone: {night_zone()}\n"), free_port(), None
        try:
            self.start()
            self.kiosk, self.station = self.home.token("kiosk"), self.home.token("station")
            self.set_up("Olga")
            # Where devices find the service: here, on this machine.
            self.use("links", {"address": f"http://127.0.0.1:{self.port}"})
        except BaseException:
            self.close()
            raise
        self.people = {"olga": self.olga}

    def start(self):
        self.role = Role(self.home, "service", ["--listen", f"127.0.0.1:{self.port}"], environment=self.environment)
        wait_for(self.is_up, "the service", home=self.home)

    def cut_power(self):
        self.role.kill()

    def close(self):
        super().close()
        for one in self.outside:
            one.close()

    def add(self, outside):
        self.outside.append(outside)
        return outside

    def ask_for(self, method, path, body=None, headers=None):
        status, _, answer = self.send(method, path, body, self.olga if headers is None else headers)
        assert status in (200, 201, 204), f"{method} {path}: {status} {answer}"
        return answer

    # What people set.

    def use(self, channel, settings, **secrets):
        there = {one["name"]: one for one in self.ask_for("GET", "/channels")["channels"]}
        self.ask_for("PUT", f"/channels/{channel}", {
            "on": True, "settings": settings, "secrets": secrets, "sequence": there.get(channel, {}).get("sequence", 0)})

    def person(self, name, quiet=False):
        """Somebody who can log in, with quiet hours at this time if they are wanted."""
        id = name.lower()
        status, _, there = self.send("GET", f"/people/{id}", headers=self.olga)
        one = there if status == 200 else {"id": id, "name": name, "role": "caregiver", "absences": [], "active": True,
                                           "reminders": {"off": [], "channels": []}}
        if quiet:
            one["reminders"]["quiet"] = {"from": 22 * 60, "until": 6 * 60}
        self.ask_for("PUT", f"/people/{id}", one)
        self.people[id] = self.invite(name, person=id)
        return id

    def contact(self, person, channel, label, address, after=0, **secret):
        """A way to somebody, as they write it themselves; programs and the home's own are Olga's to write."""
        id = str(uuid.uuid4())
        body = {"channel": channel, "label": label, "address": address, "after": after, "on": True, "sequence": 0, "secret": secret,
                **({"person": person} if person else {})}
        self.ask_for("PUT", f"/contacts/{id}", body, self.people["olga" if channel == "webhook" or not person else person])
        return id

    def way(self, *steps):
        """Whom each call reaches, one step after the other; the last step is everybody."""
        targets = [[{"kind": "person", "person": one} for one in step] for step in steps] + [[{"kind": "everybody"}]]
        self.ask_for("PUT", "/call-paths", {"replaces": 0, "paths": [{
            "id": str(uuid.uuid4()), "name": "Nights", "priorities": [],
            "steps": [{"after": STEP * number, "who": who} for number, who in enumerate(targets)]}]})

    # The channels, with their other sides.

    def push(self):
        service = self.add(PushService())
        self.use("web_push", {"contact": "mailto:olga@beckon.example.org", "services": service.address})
        service.home_key = self.ask_for("GET", "/push")["key"]
        return service

    def ntfy(self):
        server = self.add(Ntfy(NTFY_TOKEN))
        self.use("ntfy", {"server": server.address}, token=NTFY_TOKEN)
        return server

    def gotify(self):
        server = self.add(Gotify(GOTIFY_TOKEN))
        self.use("gotify", {"server": server.address})
        return server

    def webhook(self):
        self.use("webhook", {})
        return self.add(Webhook(HOOK_SECRET))

    def mail(self):
        server = self.add(MailServer(MAIL_USER, MAIL_PASSWORD))
        self.use_mail(server.port)
        return server

    def use_mail(self, port):
        self.use("mail", {"host": "127.0.0.1", "port": str(port), "security": "none", "user": MAIL_USER,
                          "from": "beckon@home.example.org"}, password=MAIL_PASSWORD)

    # A client's call, and what became of it.

    def call(self, priority="urgent", label="Water"):
        id = str(uuid.uuid4())
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        status, _, body = self.send("POST", "/requests", {
            "id": id, "client": "maria", "client_name": "Maria", "need": label.lower(), "label": label, "called": label.lower(),
            "say": f"{label}, please.", "priority": priority, "asked_at": now}, token=self.kiosk)
        assert status == 201, body
        return id

    def request(self, id):
        status, _, body = self.send("GET", f"/requests/{id}", token=self.station)
        assert status == 200, body
        return body

    def answer(self, token, what, headers=None):
        """(status, body), as a device sends it; with the session of somebody who is logged in there, too."""
        return post(f"http://127.0.0.1:{self.port}/api/v1/answers/{token}", {"with": what}, headers or {})

    def respond(self, call, state, by):
        """As somebody at a station does."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        status, _, body = self.send("POST", f"/requests/{call}/responses", {
            "id": str(uuid.uuid4()), "state": state, "by": by, "at": now}, token=self.station)
        assert status == 201, body

    def rows(self, call):
        """What has to be sent of a call, in the order of the journal."""
        with contextlib.closing(sqlite3.connect(f"file:{self.home.path}/care.sqlite?mode=ro", uri=True)) as store:
            found = store.execute(
                "SELECT m.key, m.sequence, c.label, m.kind, m.state, m.attempts FROM message AS m JOIN contact AS c ON c.id = m.contact_id "
                "WHERE m.request_id = ? ORDER BY m.sequence, m.id", [call.upper()]).fetchall()
        return [Row(uuid.UUID(row[0]), *row[1:]) for row in found]

    def row(self, call, label, kind="alert"):
        return next((row for row in self.rows(call) if (row.label, row.kind) == (label, kind)), None)

    def of(self, call, outside, label=None):
        """What that side took of the alerts of a call."""
        keys = {row.key for row in self.rows(call) if row.kind == "alert" and label in (None, row.label)}
        return [message for message in outside.taken if message.key in keys]

    def comes(self, call, outside, label=None):
        return wait_for(lambda: self.of(call, outside, label), f"{label or 'a message'} to be told", home=self.home)[0]

    def becomes(self, call, label, state):
        return wait_for(lambda: next((row for row in self.rows(call) if (row.label, row.kind, row.state) == (label, "alert", state)), None),
                        f"the message over {label} to be {state}", home=self.home)

    def contact_now(self, id):
        return next(one for one in self.ask_for("GET", "/contacts")["contacts"] if one["id"].lower() == id)

    def faults(self, kind):
        return [one for one in self.ask_for("GET", "/faults?state=open")["faults"] if one["kind"] == kind]


class Channels(unittest.TestCase):
    def house(self, environment=None):
        house = House(environment)
        self.addCleanup(house.close)
        return house

    def nothing_was_wrong(self, house):
        """No side outside would have refused anything that came."""
        self.assertEqual([one.wrong for one in house.outside], [[]] * len(house.outside))

    # Three in the morning.

    def test_in_the_ways_order_and_answered_from_a_lock_screen(self):
        house = self.house()
        push, ntfy, gotify, hook, mail = house.push(), house.ntfy(), house.gotify(), house.webhook(), house.mail()
        for name in ("Anna", "Ben", "Carla"):
            house.person(name, quiet=True)
        phone = Device(push)
        house.contact("anna", "web_push", "Anna's phone", phone.address, **phone.secrets)
        house.contact("ben", "ntfy", "Ben's phone", {"topic": "ben-4f9c2b7d"})
        house.contact("ben", "mail", "Ben's mail", {"address": "ben@home.example.org"}, after=1)
        house.contact("carla", "gotify", "Carla's phone", {}, token=GOTIFY_TOKEN)
        house.contact(None, "webhook", "The lamp", {"url": f"{hook.address}/lamp"}, secret=HOOK_SECRET)
        house.way(["anna"], ["ben"])
        # What is not urgent wakes nobody: they have quiet hours.
        tea = house.call("normal", "Tea")
        call = house.call()
        first = house.comes(call, push, "Anna's phone")
        second, letter = house.comes(call, ntfy, "Ben's phone"), house.comes(call, mail, "Ben's mail")
        third, lamp = house.comes(call, gotify, "Carla's phone"), house.comes(call, hook, "The lamp")
        began = {}
        for row in house.rows(call):
            began.setdefault(row.label, row.sequence)
        self.assertLess(began["Anna's phone"], min(began["Ben's phone"], began["Ben's mail"]))
        self.assertLess(max(began["Ben's phone"], began["Ben's mail"]), min(began["Carla's phone"], began["The lamp"]))
        self.assertEqual([house.of(tea, one, label) for one, label in
                          ((push, "Anna's phone"), (ntfy, "Ben's phone"), (mail, "Ben's mail"), (gotify, "Carla's phone"))], [[]] * 4)
        for message in (first, second, letter, third, lamp):
            self.assertIn("Maria", f"{message.title} {message.body}")
        # A push tells nothing by its size.
        self.assertEqual(len(set(push.sizes)), 1)
        # Programs of mail and chats open links: that answers nothing.
        for link in (letter.link, first.link, second.link):
            with urllib.request.urlopen(link, timeout=60) as page:
                self.assertEqual(page.status, 200)
        self.assertEqual(house.request(call)["state"], "asked")
        # Nobody answers with what is somebody else's.
        tokens = {"anna": token_in(first.answers["on_the_way"]), "ben": token_in(second.answers["on_the_way"])}
        self.assertEqual([key_of(tokens["anna"]), key_of(tokens["ben"])], [first.key, second.key])
        forged = tokens["ben"][:-4] + ("AAAA" if tokens["ben"][-4:] != "AAAA" else "BBBB")
        self.assertEqual(house.answer(forged, "on_the_way")[0], 404)
        self.assertEqual(house.answer(tokens["ben"], "on_the_way", house.people["carla"])[0], 403)
        self.assertEqual(house.answer(tokens["ben"], "met")[0] // 100, 4)
        self.assertEqual(house.request(call)["state"], "asked")
        # From Ben's lock screen, once.
        labels = {row.label for row in house.rows(call)}
        for label in labels:
            house.becomes(call, label, "confirmed" if label == "Anna's phone" else "sent")
        self.assertEqual(ntfy.press(second, "on_the_way")[0], 200)
        there = house.request(call)
        self.assertEqual((there["state"], there["changed_by"]), ("on_the_way", "Ben"))
        self.assertEqual(ntfy.press(second, "on_the_way")[0], 409)
        self.assertEqual(ntfy.press(second, "cannot")[0], 409)
        status, problem = house.answer(tokens["anna"], "on_the_way")
        self.assertEqual(status, 410, problem)
        self.assertIn("Ben", problem["detail"])
        self.assertEqual(house.request(call)["changed_by"], "Ben")
        # Nobody is alerted any more; who was is told once what came of it, where they were told of the call.
        self.assertEqual([row for row in house.rows(call) if (row.kind, row.state) == ("alert", "pending")], [])
        updates = [row.label for row in house.rows(call) if row.kind == "update"]
        self.assertEqual(sorted(updates), sorted(labels))
        news = wait_for(lambda: next((one for one in push.taken if one.kind == "update"), None), "what came of it", home=house.home)
        self.assertEqual(news.raw["thread"], first.raw["thread"])
        self.assertIn("Ben", f"{news.title} {news.body}")
        # Done: what comes now is too late, whoever sends it.
        house.respond(call, "met", by="Ben")
        self.assertEqual(house.answer(tokens["anna"], "cannot")[0], 410)
        self.nothing_was_wrong(house)
        self.secrets_stay(house, phone)

    def secrets_stay(self, house, phone):
        """What opens the other sides is in no answer and no log, and in one file of the owner's."""
        file = f"{house.home.path}/channels.secrets"
        self.assertEqual(os.stat(file).st_mode & 0o777, 0o600)
        told = house.home.logged()
        for path in ("/contacts", "/channels", "/push", "/coverage", "/faults?state=open", "/audit"):
            told += str(house.ask_for("GET", path))
        for name in ("care.sqlite", "care.sqlite-wal"):
            with open(f"{house.home.path}/{name}", "rb") as store:
                told += store.read().decode(errors="replace")
        for secret in (NTFY_TOKEN, GOTIFY_TOKEN, HOOK_SECRET, MAIL_PASSWORD, phone.secrets["auth"]):
            self.assertNotIn(secret, told)
            with open(file) as kept:
                self.assertIn(secret, kept.read())

    def test_a_token_is_over_after_twelve_hours(self):
        disk = FaultyDisk()
        self.addCleanup(disk.remove)
        page = disk.page()
        house = self.house(page.environment)
        ntfy = house.ntfy()
        house.person("Anna")
        house.contact("anna", "ntfy", "Anna's phone", {"topic": "anna-77ab01c2"})
        call = house.call()
        message = house.comes(call, ntfy)
        house.becomes(call, "Anna's phone", "sent")
        # The night passes without the service; the call is still open.
        house.cut_power()
        page.set_clock(12 * HOUR + 60)
        house.start()
        self.assertEqual(ntfy.press(message, "on_the_way")[0], 410)
        self.assertEqual(house.request(call)["state"], "asked")
        self.nothing_was_wrong(house)

    # What goes wrong outside.

    def test_other_sides_that_refuse_fail_and_ask_for_time(self):
        house = self.house()
        push, ntfy, gotify, hook, mail = house.push(), house.ntfy(), house.gotify(), house.webhook(), house.mail()
        for name in ("Anna", "Ben", "Carla", "Dora", "Emil"):
            house.person(name)
        phone = Device(push)
        anna = house.contact("anna", "web_push", "push", phone.address, **phone.secrets)
        house.contact("ben", "ntfy", "ntfy", {"topic": "ben-4f9c2b7d"})
        house.contact("carla", "gotify", "gotify", {}, token=GOTIFY_TOKEN)
        house.contact("dora", "webhook", "hook", {"url": f"{hook.address}/dora"}, secret=HOOK_SECRET)
        house.contact("emil", "mail", "mail", {"address": "emil@home.example.org"})
        push.then, hook.then = [Refusal(410)], [Death(), Death()]
        ntfy.then = [Refusal(500, body=b'{"code":50001,"http":500,"error":"internal server error"}'), Refusal(503)]
        gotify.then = [Refusal(429, {"Retry-After": "3"})]
        mail.then = [Refusal(451, body=b"try again later")]
        call = house.call()
        for outside, label, failures in ((ntfy, "ntfy", 2), (gotify, "gotify", 1), (hook, "hook", 2), (mail, "mail", 1)):
            message = house.comes(call, outside, label)
            tries = outside.tries_of(message.key)
            self.assertEqual(len(tries), failures + 1, f"{label}: {tries}")
            self.assertEqual(house.becomes(call, label, "sent").key, message.key)
        again = [one.at for one in gotify.tries_of(house.row(call, "gotify").key)]
        self.assertGreaterEqual(again[1] - again[0], 3, "asked for time, and got none")
        letters = {one.raw["Message-ID"] for one in mail.tries_of(house.row(call, "mail").key)}
        self.assertEqual(len(letters), 1, "the same letter has one id")
        # A subscription that is gone has ended: it says so, and is not tried again.
        ended = wait_for(lambda: next((one for one in house.ask_for("GET", "/contacts")["contacts"]
                                       if one["id"].lower() == anna and one["state"] == "ended"), None), "the end of a subscription",
                         home=house.home)
        self.assertTrue(ended["problem"])
        tries = len(push.tries)
        other = house.call(label="Pain")
        house.comes(other, ntfy, "ntfy")
        self.assertEqual((len(push.tries), house.row(other, "push")), (tries, None))
        self.nothing_was_wrong(house)

    def test_nobody_who_can_be_reached_and_an_outage_are_told(self):
        house = self.house()
        push, ntfy = house.push(), house.ntfy()
        house.person("Anna")
        phone = Device(push)
        house.contact("anna", "web_push", "push", phone.address, **phone.secrets)
        maria = wait_for(lambda: house.ask_for("GET", "/coverage")["clients"], "Maria")[0]
        self.assertEqual((maria["id"], maria["reachable"]), ("maria", True))
        push.then = [Refusal(410)]
        call = house.call()
        wait_for(lambda: not house.ask_for("GET", "/coverage")["clients"][0]["reachable"], "nobody", home=house.home)
        wait_for(lambda: [one["client"] for one in house.faults("nobody_reachable")] == ["maria"], "the fault", home=house.home)
        house.contact("anna", "ntfy", "ntfy", {"topic": "anna-77ab01c2"})
        wait_for(lambda: not house.faults("nobody_reachable"), "that somebody can be reached", home=house.home)
        house.respond(call, "met", by="Anna")
        # A whole side is dead: that is told, and over once it takes what waited.
        ntfy.close()
        other = house.call(label="Pain")
        wait_for(lambda: house.faults("messages_failed"), "the outage", home=house.home)
        self.assertEqual(house.row(other, "ntfy").state, "pending")
        self.assertEqual(house.request(other)["state"], "asked")
        ntfy.open()
        house.comes(other, ntfy, "ntfy")
        wait_for(lambda: not house.faults("messages_failed"), "the end of the outage", home=house.home)
        self.nothing_was_wrong(house)

    def two_and_a_hold(self):
        """Anna with a push, and Ben with ntfy, whose next answer waits."""
        house = self.house()
        push, ntfy = house.push(), house.ntfy()
        for name in ("Anna", "Ben"):
            house.person(name)
        phone, hold = Device(push), Hold()
        house.contact("anna", "web_push", "push", phone.address, **phone.secrets)
        house.contact("ben", "ntfy", "ntfy", {"topic": "ben-4f9c2b7d"})
        self.addCleanup(hold.released.set)
        ntfy.then = [hold]
        return house, push, ntfy, hold

    def test_one_that_hangs_holds_up_nobody(self):
        house, push, ntfy, hold = self.two_and_a_hold()
        call = house.call()
        self.assertTrue(hold.arrived.wait(180))
        house.becomes(call, "push", "confirmed")
        # The same person's next call is not behind it either, and stations know of both.
        other = house.call(label="Pain")
        house.comes(other, push, "push")
        house.comes(other, ntfy, "ntfy")
        self.assertEqual({house.request(one)["state"] for one in (call, other)}, {"asked"})
        hold.released.set()
        house.becomes(call, "ntfy", "sent")
        # If it was sent again, then as what it was.
        self.assertEqual({one.key for one in house.of(call, ntfy)}, {house.row(call, "ntfy").key})
        self.nothing_was_wrong(house)

    def test_taken_and_not_shown_is_not_confirmed(self):
        house = self.house()
        push = house.push()
        house.person("Anna")
        phone = Device(push)
        phone.shows = False
        anna = house.contact("anna", "web_push", "push", phone.address, **phone.secrets)
        call = house.call()
        message = house.comes(call, push)
        house.becomes(call, "push", "sent")
        there = house.contact_now(anna)
        self.assertIsNone(there.get("confirmed_at"))
        self.assertTrue(there.get("proved_at"))
        self.assertTrue(message.seen)
        # The phone is switched on later, and shows it: once or twice, that is the same.
        self.assertEqual({phone.confirm(message) // 100, phone.confirm(message) // 100}, {2})
        house.becomes(call, "push", "confirmed")
        self.assertTrue(house.contact_now(anna).get("confirmed_at"))
        # One that is shown before its sender knows that it was taken stays confirmed.
        phone.shows = True
        other = house.call(label="Pain")
        shown = house.comes(other, push)
        house.becomes(other, "push", "confirmed")
        last = house.call(label="Light")
        house.becomes(last, "push", "confirmed")
        self.assertEqual(house.row(other, "push").state, "confirmed")
        self.assertEqual([one.key for one in phone.shown], [shown.key, house.row(last, "push").key])
        # Whoever guesses confirms nothing.
        forged = shown.seen.replace(token_in(shown.seen), token_in(message.seen)[:22] + token_in(shown.seen)[22:])
        self.assertEqual(post(forged)[0], 404)
        self.nothing_was_wrong(house)

    # The service dies.

    def test_a_restart_between_store_and_send_loses_nothing(self):
        house, push, ntfy, hold = self.two_and_a_hold()
        # One cannot be sent at all; of the other it is not known whether it was taken.
        push.close()
        call = house.call()
        self.assertTrue(hold.arrived.wait(180))
        house.cut_power()
        before = {row.label: row for row in house.rows(call)}
        self.assertEqual({row.state for row in before.values()}, {"pending"})
        hold.released.set()
        push.open()
        house.start()
        house.becomes(call, "push", "confirmed")
        house.becomes(call, "ntfy", "sent")
        self.assertEqual({row.label: row.key for row in house.rows(call)}, {label: row.key for label, row in before.items()})
        self.assertEqual([one.key for one in house.of(call, push)], [before["push"].key])
        self.assertEqual([one.key for one in house.of(call, ntfy)], [before["ntfy"].key] * 2)
        # A press on the one that came before the restart counts.
        self.assertEqual(ntfy.press(house.of(call, ntfy)[0], "on_the_way")[0], 200)
        self.assertEqual(house.request(call)["changed_by"], "Ben")
        # Cut once more: nothing of what was told is told again.
        house.cut_power()
        told = [row for row in house.rows(call) if row.kind == "alert"]
        house.start()
        other = house.call(label="Pain")
        house.comes(other, push)
        house.comes(other, ntfy)
        self.assertEqual([row for row in house.rows(call) if row.kind == "alert"], told)
        self.assertEqual((len(house.of(call, push)), len(house.of(call, ntfy))), (1, 2))
        self.nothing_was_wrong(house)


if __name__ == "__main__":
    unittest.main(verbosity=2)
