"""A text message over a mobile modem: what the modem is told, what its report changes, and what is said where there is none. ModemManager is a
stand-in of python-dbusmock on a bus of the test's own, which busctl reaches as the system's."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import wait_for, write  # noqa: E402
from test_channels import House  # noqa: E402

MANAGER, ROOT = "org.freedesktop.ModemManager1", "/org/freedesktop/ModemManager1"
BUS = """\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
"""
# Runs in the stand-in: a message is written down, and reported when it is sent as the file `report` says then.
CREATE = """
import json
number = int(open({folder!r} + '/count').read())
open({folder!r} + '/count', 'w').write(str(number + 1))
with open({folder!r} + '/messages', 'a') as file:
    file.write(json.dumps({{str(name): str(value) for name, value in args[0].items()}}) + chr(10))
path = '{root}/SMS/%d' % number
send = "self.UpdateProperties('{manager}.Sms', {{'DeliveryState': dbus.UInt32(int(open(%r).read()))}})" % ({folder!r} + '/report')
self.AddObject(path, '{manager}.Sms', {{'DeliveryState': dbus.UInt32(256)}}, [('Send', '', '', send)])
ret = dbus.ObjectPath(path)
"""


class Modem:
    """A bus with ModemManager and one modem."""

    def __init__(self, state=8, report=0):
        self.folder = tempfile.mkdtemp(prefix="beckon-modem.")
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.folder}/bus"}
        self.write("config", BUS.format(folder=self.folder))
        self.write("count", "0")
        self.write("messages", "")
        self.write("report", str(report))
        self.programs = [subprocess.Popen(["dbus-daemon", f"--config-file={self.folder}/config", "--nofork", "--nopidfile"],
                                          stderr=subprocess.DEVNULL)]
        wait_for(lambda: os.path.exists(f"{self.folder}/bus"), "the bus")
        self.programs.append(subprocess.Popen(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--is-object-manager", MANAGER, ROOT, MANAGER],
            env={**os.environ, **self.environment}, stdout=subprocess.DEVNULL))
        wait_for(lambda: self.ask("call", MANAGER, ROOT, "org.freedesktop.DBus.Peer", "Ping").returncode == 0, "ModemManager")
        self.path = f"{ROOT}/Modem/0"
        mock = "org.freedesktop.DBus.Mock"
        self.do("call", MANAGER, ROOT, mock, "AddObject", "ssa{sv}a(ssss)", self.path, f"{MANAGER}.Modem", "1", "State", "i", str(state), "0")
        create = CREATE.format(folder=self.folder, root=ROOT, manager=MANAGER)
        self.do("call", MANAGER, self.path, mock, "AddProperties", "sa{sv}", f"{MANAGER}.Modem.Messaging", "1",
                "SupportedStorages", "au", "1", "2")
        self.do("call", MANAGER, self.path, mock, "AddMethod", "sssss", f"{MANAGER}.Modem.Messaging", "Create", "a{sv}", "o", create)
        self.do("call", MANAGER, self.path, mock, "AddMethod", "sssss", f"{MANAGER}.Modem.Messaging", "Delete", "o", "",
                "self.RemoveObject(args[0])")

    def write(self, name, text):
        """As a whole: the stand-in reads some of these at any time."""
        write(f"{self.folder}/{name}", text)

    def ask(self, *words):
        return subprocess.run(["busctl", "--system", "--json=short", "--", *words], env={**os.environ, **self.environment},
                              capture_output=True, text=True)

    def do(self, *words):
        answer = self.ask(*words)
        assert answer.returncode == 0, answer.stderr
        return json.loads(answer.stdout or "null")

    def becomes(self, state):
        self.do("call", MANAGER, self.path, "org.freedesktop.DBus.Mock", "UpdateProperties", "sa{sv}", f"{MANAGER}.Modem", "1",
                "State", "i", str(state))

    def taken(self):
        with open(f"{self.folder}/messages") as file:
            return [json.loads(line) for line in file]

    def kept(self):
        """Messages that are still in the modem."""
        there = self.do("call", MANAGER, ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")["data"][0]
        return [path for path in there if "/SMS/" in path]

    def close(self):
        for program in reversed(self.programs):
            program.kill()
            program.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class TextMessages(unittest.TestCase):
    def begin(self, modem):
        self.modem = modem
        self.addCleanup(modem.close)
        self.house = House(modem.environment)
        self.addCleanup(self.house.close)
        self.house.use("sms", {})
        self.house.person("Anna")
        # A home without duties calls everybody at once, and nobody twice: each call is one message.
        self.contact = self.house.contact("anna", "sms", "Anna's phone", {"number": "+49 171 1234567"})

    def prove(self):
        return self.house.ask_for("POST", f"/contacts/{self.contact}/proofs", {})

    def test_a_report_confirms_it(self):
        self.begin(Modem(report=0))
        call = self.house.call()
        self.house.becomes(call, "Anna's phone", "confirmed")
        message, = self.modem.taken()
        self.assertEqual((message["number"], message["delivery-report-request"]), ("+491711234567", "1"))
        self.assertIn("Maria", message["text"])
        self.assertRegex(message["text"], r"http://127\.0\.0\.1:\d+/answer/[A-Za-z0-9_-]{43}$")
        # With its link it takes two parts at most, and it does not fill the modem.
        self.assertLessEqual(len(message["text"]), 306)
        self.assertEqual(self.modem.kept(), [])

    def test_a_network_that_could_not_deliver_it_is_asked_again(self):
        self.begin(Modem(report=0x45))
        call = self.house.call()
        first = wait_for(
            lambda: (row := self.house.row(call, "Anna's phone")) and row.attempts >= 1 and row, "the first try", home=self.house.home)
        self.modem.write("report", "0")
        last = self.house.becomes(call, "Anna's phone", "confirmed")
        self.assertEqual(last.key, first.key)
        texts = [message["text"] for message in self.modem.taken()]
        # Each try says the same.
        self.assertEqual((len(texts), len(set(texts))), (last.attempts + 1, 1))
        self.assertEqual(self.modem.kept(), [])

    def test_what_is_missing_is_said(self):
        self.begin(Modem(state=7))
        # To whoever has switched it on, also before there is a way over it.
        there = next(one for one in self.house.ask_for("GET", "/channels")["channels"] if one["name"] == "sms")
        self.assertTrue(there["on"])
        self.assertIn("finds no network", there["trouble"])
        self.assertIn("finds no network", json.dumps(self.prove()))
        self.modem.becomes(2)
        self.assertIn("locked", json.dumps(self.prove()))
        self.modem.becomes(11)
        self.assertEqual(self.prove()["outcome"], "confirmed")
        self.modem.programs[1].kill()
        self.modem.programs[1].wait()
        self.assertIn("install `modemmanager`", json.dumps(self.prove()))
        self.assertEqual(len(self.modem.taken()), 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
