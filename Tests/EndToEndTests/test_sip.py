"""A caregiver's telephone rings, says who calls and for what, and takes a key for an answer: the service's baresip on one side, a telephone
that is a baresip of this test's own on the other, on this machine alone."""
import glob
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import wave

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import free_port, wait_for  # noqa: E402
from test_channels import House  # noqa: E402

CONFIGURATION = """\
sip_listen 127.0.0.1:{sip}
audio_source aufile,{folder}/silence.wav
audio_player aufile,none.wav
audio_alert aufile,none.wav
ausrc_srate 8000
auplay_srate 8000
ausrc_channels 1
auplay_channels 1
module_path /usr/lib/baresip/modules
module g711.so
module aufile.so
module sndfile.so
snd_path {folder}
module_tmp account.so
module_app menu.so
module_app ctrl_tcp.so
ctrl_tcp_listen 127.0.0.1:{control}
module_app cons.so
cons_listen 127.0.0.1:{keys}
"""


class Telephone:
    """Rings, is picked up or not, and writes down what it hears."""

    def __init__(self, name):
        self.folder = tempfile.mkdtemp(prefix="beckon-telephone.")
        sip, self.control, self.keys = free_port(), free_port(), free_port()
        self.address = f"sip:{name}@127.0.0.1:{sip}"
        with open(f"{self.folder}/config", "w") as file:
            file.write(CONFIGURATION.format(sip=sip, folder=self.folder, control=self.control, keys=self.keys))
        with open(f"{self.folder}/accounts", "w") as file:
            file.write(f"<{self.address}>;regint=0\n")
        with wave.open(f"{self.folder}/silence.wav", "wb") as file:
            file.setparams((1, 2, 8000, 0, "NONE", None))
            file.writeframes(bytes(2 * 8000 * 120))
        self.events, self.changed = [], threading.Condition()
        self.process = subprocess.Popen(["baresip", "-f", self.folder], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        self.connection = wait_for(self.connect, "the telephone")
        threading.Thread(target=self.listen, daemon=True).start()

    def connect(self):
        try:
            return socket.create_connection(("127.0.0.1", self.control))
        except OSError:
            return None

    def listen(self):
        waiting = b""
        while data := self.connection.recv(65_536):
            waiting += data
            while b":" in waiting:
                size, rest = waiting.split(b":", 1)
                if len(rest) <= int(size):
                    break
                message, waiting = json.loads(rest[:int(size)]), rest[int(size) + 1:]
                if message.get("event"):
                    with self.changed:
                        self.events.append((message["type"], message.get("param", ""), message.get("peeruri", "")))
                        self.changed.notify_all()

    def tell(self, command):
        message = json.dumps({"command": command}).encode()
        self.connection.sendall(b"%d:%s," % (len(message), message))

    def count(self, kind):
        with self.changed:
            return len([one for one in self.events if one[0] == kind])

    def wait(self, kind, times=1):
        wait_for(lambda: self.count(kind) >= times, f"the telephone's {kind}, {times} times")

    def press(self, key):
        """The key of a telephone that is picked up, sent as such (RFC 4733)."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as keys:
            keys.sendto(key.encode(), ("127.0.0.1", self.keys))

    def heard(self):
        """How loud each quarter of a second of the last call was, 0 to 32,767. Its file is complete when the call is over."""
        last = max(glob.glob(f"{self.folder}/dump-*-dec.wav"), key=os.path.getmtime)
        with wave.open(last) as file:
            data, quarter = file.readframes(file.getnframes()), file.getframerate() // 4
        samples = struct.unpack(f"<{len(data) // 2}h", data)
        return [max(map(abs, samples[start:start + quarter])) for start in range(0, len(samples), quarter)]

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def programs_in(folder):
    """The baresips that run in a folder or one within."""
    found = []
    for path in glob.glob("/proc/[0-9]*"):
        try:
            if os.path.basename(os.readlink(f"{path}/exe")) == "baresip" and os.readlink(f"{path}/cwd").startswith(folder + "/"):
                found.append(int(os.path.basename(path)))
        except OSError:
            continue
    return found


class Calls(unittest.TestCase):
    def begin(self):
        self.house = House()
        self.addCleanup(self.house.close)
        self.phone = Telephone("anna")
        self.addCleanup(self.phone.close)
        self.house.use("sip", {})
        self.house.person("Anna")
        # A home without duties calls everybody at once, and nobody twice: what rings again is the same call.
        self.contact = self.house.contact("anna", "sip", "Anna's telephone", {"uri": self.phone.address})

    def readings(self, loudness):
        """How often something was said: parts with sound, parted by a second and a half without."""
        count, still = 0, 6
        for level in loudness:
            if level < 500:
                still += 1
            else:
                count += 1 if still >= 6 else 0
                still = 0
        return count

    def test_a_key_is_an_answer(self):
        self.begin()
        call = self.house.call()
        self.phone.wait("CALL_INCOMING")
        self.assertEqual(self.house.request(call)["state"], "asked")
        self.phone.tell("accept")
        self.phone.wait("CALL_ESTABLISHED")
        # Listening; a key that is no answer changes nothing.
        time.sleep(2)
        self.phone.press("5")
        time.sleep(1)
        self.assertEqual(self.house.request(call)["state"], "asked")
        self.phone.press("1")
        self.phone.wait("CALL_CLOSED")
        there = wait_for(lambda: (one := self.house.request(call))["state"] == "on_the_way" and one, "the answer", home=self.house.home)
        self.assertEqual(there["changed_by"], "Anna")
        self.assertGreaterEqual(self.readings(self.phone.heard()), 1)

    def test_busy_is_tried_again_and_said_to_the_end_is_no_confirmation(self):
        self.begin()
        call = self.house.call()
        self.phone.wait("CALL_INCOMING")
        self.phone.tell("hangup")
        self.phone.wait("CALL_INCOMING", 2)
        self.phone.tell("accept")
        self.house.becomes(call, "Anna's telephone", "sent")
        self.phone.wait("CALL_CLOSED", 2)
        loudness = self.phone.heard()
        self.assertEqual(self.readings(loudness), 3, loudness)
        # The first word is whole: there is silence before it.
        self.assertLess(max(loudness[:2]), 500)
        self.assertEqual(self.house.request(call)["state"], "asked")

    def test_nothing_is_left_behind_and_nothing_can_be_read_by_others(self):
        self.begin()
        proof = threading.Thread(target=self.house.ask_for, args=("POST", f"/contacts/{self.contact}/proofs", {}))
        proof.start()
        self.phone.wait("CALL_INCOMING")
        self.phone.tell("accept")
        self.phone.wait("CALL_ESTABLISHED")
        self.phone.press("3")
        self.phone.wait("CALL_CLOSED")
        proof.join()
        self.assertEqual(len(programs_in(self.house.home.path)), 1)
        path, = glob.glob(f"{self.house.home.path}/**/config", recursive=True)
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        self.assertEqual(os.stat(os.path.dirname(path)).st_mode & 0o777, 0o700)
        # The password and what was said.
        for name in ("accounts", "speech.wav"):
            self.assertEqual(glob.glob(f"{self.house.home.path}/**/{name}", recursive=True), [])
        # The service has no time to end it.
        self.house.cut_power()
        wait_for(lambda: not programs_in(self.house.home.path), "baresip to end with the service")

    def test_it_gets_over_a_baresip_that_was_killed(self):
        self.begin()
        call = self.house.call()
        self.phone.wait("CALL_INCOMING")
        os.kill(programs_in(self.house.home.path)[0], signal.SIGKILL)
        # The telephone rings on until somebody sees that nobody is there.
        self.phone.tell("hangup")
        self.phone.wait("CALL_INCOMING", 2)
        self.phone.tell("accept")
        self.phone.wait("CALL_ESTABLISHED")
        self.phone.press("2")
        wait_for(lambda: self.house.row(call, "Anna's telephone").state != "pending", "the second call to count", home=self.house.home)


if __name__ == "__main__":
    unittest.main(verbosity=2)
