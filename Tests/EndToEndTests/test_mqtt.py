"""The house is told of calls over Debian's mosquitto, and answers them: what is found there, what is told and in which order, what may be asked for;
a broker that is killed, that begins anew with nothing, that changes its password, that wants TLS; a service that is killed."""
import json
import os
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_channels  # noqa: E402
from broker import Broker, Ear, House, Line, certify, first_of_each, pause_of  # noqa: E402
from home import wait_for  # noqa: E402

PASSWORD = "nine calm rivers"
WORDS = "The doctor is here."


class MQTT(unittest.TestCase):
    def own(self, thing):
        self.addCleanup(thing.close)
        return thing

    def broker(self, **options):
        return self.own(Broker(**options))

    def home(self):
        return self.own(test_channels.House())

    def connect(self, home, broker, line=None, password=None, **settings):
        """Switches it on; gives what is heard at the broker."""
        ear = self.own(Ear(broker, user="ear" if broker.users else None))
        server = line.url if line else broker.url("localhost" if broker.certificate else None)
        home.use("mqtt", {"server": server, **({"user": "beckon"} if password else {}), **settings},
                 **({"password": password} if password else {}))
        self.is_connected(home)
        return ear, House(ear)

    def line(self, broker):
        line = self.own(Line(broker))
        line.url = f"mqtt://127.0.0.1:{line.port}"
        return line

    def standing(self, home):
        return next(one for one in home.ask_for("GET", "/channels")["channels"] if one["name"] == "mqtt").get("standing")

    def is_connected(self, home):
        wait_for(lambda: "connected_since" in (self.standing(home) or {}), "the house to be connected", home=home.home)

    def is_lost(self, home, words):
        wait_for(lambda: words in (self.standing(home) or {}).get("trouble", ""), f"the house to be lost: {words}", home=home.home)

    def sees(self, home, call, state):
        wait_for(lambda: home.request(call)["state"] == state, f"the call to be {state}", home=home.home)

    # What is told.

    def test_what_is_found_and_what_is_told(self):
        home, broker = self.home(), self.broker()
        ear, house = self.connect(home, broker)
        ear.says(f"{house.base}/status", "online")
        ear.waits(lambda ear: ear.at(house.config()) and ear.at(house.config("maria")), "the devices")
        ours = json.loads(ear.payloads(house.config())[-1])
        marias = json.loads(ear.payloads(house.config("maria"))[-1])
        self.assertEqual(ours["dev"]["ids"], [house.node])
        self.assertEqual(marias["dev"]["via_device"], house.node)
        self.assertEqual((marias["dev"]["name"], marias["o"]["name"]), ("Maria", "Beckon"))
        kinds = {name: one["p"] for name, one in marias["cmps"].items()}
        self.assertEqual(kinds, {
            "call": "event", "request": "sensor", "calling": "binary_sensor", "due": "binary_sensor", "kiosk": "binary_sensor",
            "switch_problem": "binary_sensor", "sound_problem": "binary_sensor", "on_the_way": "button", "met": "button", "say": "notify"})
        # Words are off: only what kind of thing would be taken away stands there.
        self.assertEqual(marias["cmps"]["say"], {"p": "notify"})
        ids = [one["unique_id"] for device in (ours, marias) for one in device["cmps"].values() if len(one) > 1]
        self.assertEqual(len(ids), len(set(ids)))
        ear.says(f"{house.base}/open_calls", "0")
        ear.says(house.topic("request"), "none")

        call = home.call(label="Water")
        asked = house.event(call, "asked")
        self.assertEqual((asked["need"], asked["label"], asked["priority"], asked["client"]), ("water", "Water", "urgent", "Maria"))
        ear.says(house.topic("calling"), "ON", home.home)
        ear.says(house.topic("request"), "asked", home.home)
        ear.says(f"{house.base}/open_calls", "1", home.home)
        attributes = json.loads(ear.payloads(house.topic("request_attributes"))[-1])
        self.assertEqual((attributes["request"], attributes["label"]), (call, "Water"))
        home.respond(call, "on_the_way", "Anna")
        self.assertEqual(house.event(call, "on_the_way")["by"], "Anna")
        ear.says(house.topic("calling"), "OFF", home.home)
        home.respond(call, "met", "Anna")
        house.event(call, "met")
        ear.says(house.topic("request"), "none", home.home)
        self.assertEqual([one["event_type"] for one in house.events() if one["request"] == call and one["event_type"] != "heard"],
                         ["asked", "on_the_way", "met"])
        wait_for(lambda: self.standing(home)["waiting"] == 0, "nothing to wait", home=home.home)

        # Whoever comes later finds how things stand, and no event of before.
        later = self.own(Ear(broker))
        later.says(house.topic("request"), "none")
        self.assertTrue(all(one["retain"] for one in later.at(house.config("maria"))))
        self.assertEqual(later.at(house.topic("call")), [])

    def test_home_assistant_that_starts_later_is_told_everything_again(self):
        home, broker = self.home(), self.broker()
        ear, house = self.connect(home, broker)
        topics = [house.config(), house.config("maria"), f"{house.base}/status", house.topic("request"), house.topic("calling")]
        ear.waits(lambda ear: all(ear.at(topic) for topic in topics), "how things stand")
        before = {topic: len(ear.at(topic)) for topic in topics}
        broker.publish("homeassistant/status", "online")
        ear.waits(lambda ear: all(len(ear.at(topic)) > before[topic] for topic in topics), "all of it again", home.home)

    # What may be asked for.

    def test_what_the_house_asks_for(self):
        home, broker = self.home(), self.broker()
        ear, house = self.connect(home, broker)
        first, second = home.call(label="Water"), home.call(priority="normal", label="Bread")
        house.event(second, "asked")
        # What the broker has kept may be of another day.
        home.cut_power()
        broker.publish(house.topic("command/on_the_way"), "PRESS", retain=True)
        home.start()
        self.is_connected(home)
        home.home.wait_for_log("it was retained")
        self.assertEqual(home.request(first)["state"], "asked")

        broker.publish(house.topic("command/on_the_way"), "PRESS")
        self.sees(home, first, "on_the_way")
        self.assertEqual(home.request(first)["changed_by"], "Home Assistant")
        self.assertEqual(home.request(second)["state"], "asked")
        self.assertEqual(house.event(first, "on_the_way")["by"], "Home Assistant")
        broker.publish(house.topic("command/met"), "PRESS")
        self.sees(home, first, "met")
        self.assertEqual(home.request(second)["state"], "asked")
        # None of these does anything, and what comes after them is done.
        for topic, payload in [
                (house.topic("command/met"), "press"), (house.topic("command/met"), ""), (house.topic("command/decline"), "PRESS"),
                (f"{house.base}/nobody/command/met", "PRESS"), (house.topic("command/say"), WORDS), (house.topic("command/met"), "x" * 100_000)]:
            broker.publish(topic, payload)
        broker.publish(house.topic("command/on_the_way"), "PRESS")
        self.sees(home, second, "on_the_way")
        self.assertNotIn(WORDS, home.home.logged())

    # A broker that is away.

    def test_a_broker_that_is_killed_and_one_that_begins_with_nothing(self):
        home, broker = self.home(), self.broker()
        line = self.line(broker)
        ear, house = self.connect(home, broker, line)
        before = home.call(label="Water")
        house.event(before, "asked")
        broker.kill()
        line.lead(None)
        self.is_lost(home, "it ended the connection")
        # The home goes on meanwhile, and forgets nothing even if its power is cut.
        calls = [home.call(label=f"Bread {number}") for number in range(30)]
        wait_for(lambda: self.standing(home)["waiting"] >= 30, "30 events to wait", home=home.home)
        home.cut_power()
        home.start()
        anew = self.broker()
        ear = self.own(Ear(anew))
        line.lead(anew)
        self.is_connected(home)
        house = House(ear)
        for call in calls:
            house.event(call, "asked")
        told = [one for one in first_of_each(house.events()) if one["event_type"] == "asked"]
        self.assertEqual([one["request"] for one in told if one["request"] in calls], calls)
        self.assertEqual([one["sequence"] for one in told], sorted(one["sequence"] for one in told))
        # Nothing that the new one does not know: it has not kept anything.
        ear.says(f"{house.base}/status", "online")
        ear.waits(lambda ear: ear.at(house.config()) and ear.at(house.config("maria")), "the devices")
        ear.says(f"{house.base}/open_calls", "31", home.home)
        wait_for(lambda: self.standing(home)["waiting"] == 0, "nothing to wait", home=home.home)

    def test_a_password_that_is_changed(self):
        home, broker = self.home(), self.broker(users={"beckon": PASSWORD, "ear": "listening"})
        ear, house = self.connect(home, broker, password=PASSWORD)
        broker.let_in("beckon", "another word")
        broker.read_again()
        self.is_lost(home, "password")
        call = home.call()
        there = next(one for one in home.ask_for("GET", "/channels")["channels"] if one["name"] == "mqtt")
        # No answer and no line of the log says a password.
        self.assertEqual(there["secrets"], ["password"])
        home.use("mqtt", there["settings"], password="another word")
        self.is_connected(home)
        house.event(call, "asked")
        for word in (PASSWORD, "another word"):
            self.assertNotIn(word, home.home.logged())
            self.assertNotIn(word, json.dumps(home.ask_for("GET", "/channels")))

    def test_a_broker_with_a_certificate_of_the_homes_own(self):
        home = self.home()
        certificate = certify(home.home.folder)
        broker = self.broker(certificate=certificate)
        home.use("mqtt", {"server": broker.url("localhost")})
        self.is_lost(home, "certificate")
        with open(f"{home.home.path}/beckon.yaml", "a") as file:
            file.write(f"service: {{ trust: {certificate}.pem }}\n")
        home.cut_power()
        home.start()
        self.is_connected(home)
        ear = self.own(Ear(broker))
        call = home.call()
        House(ear).event(call, "asked")
        # Its name has to fit, too.
        home.use("mqtt", {"server": broker.url("127.0.0.1")})
        self.is_lost(home, "certificate")

    # A service that is away.

    def test_the_house_learns_that_the_service_is_gone(self):
        home, broker = self.home(), self.broker()
        ear, house = self.connect(home, broker)
        status = f"{house.base}/status"
        ear.says(status, "online")
        # Back within ten seconds: nobody learns that it was away. A machine that is too busy for that says nothing about it.
        for _ in range(5):
            heard, began = len(ear.at(status)), time.monotonic()
            home.cut_power()
            home.start()
            self.is_connected(home)
            ear.waits(lambda ear, heard=heard: "online" in ear.payloads(status)[heard:], "the service to say that it is back")
            if time.monotonic() - began < 9:
                pause_of(12)
                self.assertNotIn("offline", ear.payloads(status)[heard:])
                break
        # For longer: the broker says so.
        home.cut_power()
        ear.says(status, "offline")
        home.start()
        ear.says(status, "online")
        # It says so itself when it is stopped.
        home.role.stop()
        ear.says(status, "offline")

    def test_off_it_says_nothing_more(self):
        home, broker = self.home(), self.broker()
        ear, house = self.connect(home, broker)
        there = next(one for one in home.ask_for("GET", "/channels")["channels"] if one["name"] == "mqtt")
        home.ask_for("PUT", "/channels/mqtt", {
            "on": False, "settings": there["settings"], "secrets": {}, "sequence": there["sequence"]})
        ear.says(f"{house.base}/status", "offline")
        missed = home.call()
        # On again, it begins with what happens from then on.
        home.use("mqtt", there["settings"])
        self.is_connected(home)
        call = home.call(label="Bread")
        house.event(call, "asked")
        self.assertNotIn(missed, [one["request"] for one in house.events()])


if __name__ == "__main__":
    unittest.main(verbosity=2)
