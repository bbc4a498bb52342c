"""The other end of hands.c: devices inside the machine that do what no keyboard can be asked to do."""
import os
import socket
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from machine import wait_for  # noqa: E402

# Linux' own numbers.
SPACE, ENTER, A, ONE, PLAYPAUSE = 57, 28, 30, 2, 164
BTN_LEFT, BTN_TRIGGER = 0x110, 0x120


def digit(number):
    return ONE + number - 1


class Hands:
    """Ask for `options` and `environment` before the machine is on, for the rest when it is."""

    environment = ("HANDS=yes",)

    def __init__(self, folder):
        self.path = f"{folder}/hands"
        self.options = ["-chardev", f"socket,id=hands,path={self.path},server=on,wait=off",
                        "-device", "virtio-serial-pci", "-device", "virtserialport,chardev=hands,nr=1,name=hands"]
        self.socket = None

    def begin(self):
        """Waits until they are there."""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(120)

        def connected():
            try:
                self.socket.connect(self.path)
                return True
            except FileNotFoundError:
                return False
        wait_for(connected, "the port of the hands")
        self.file = self.socket.makefile("rw")

    def ask(self, command):
        """Gives the words of the answer, once it is done."""
        self.file.write(command + "\n")
        self.file.flush()
        answer = self.file.readline().split()
        if not answer or answer[0] != "ok":
            raise AssertionError(f"hands: {' '.join(answer)}")
        return answer[1:]

    def ask_all(self, *commands):
        """Several without a pause between them."""
        self.file.write("".join(f"{command}\n" for command in commands))
        self.file.flush()
        for command in commands:
            answer = self.file.readline().strip()
            if answer != "ok":
                raise AssertionError(f"hands: {answer}")

    def end(self):
        self.file.close()
        self.socket.close()

    def make(self, device, name, *codes):
        self.ask(f"make {device} {' '.join(map(str, codes))} {name}")

    def remove(self, device):
        self.ask(f"remove {device}")

    def write(self, device, *changes):
        """`changes`: (code, value), in one write."""
        self.ask(f"write {device} " + " ".join(f"{code}={value}" for code, value in changes))

    def tap(self, device, code, milliseconds=60):
        """A calm press, long enough after whatever was before."""
        self.play(device, [(100_000, code, 1), (100_000 + milliseconds * 1000, code, 0)])

    def play(self, device, changes):
        """`changes`: (microseconds from the beginning, code, value), never sooner after each other; gives when they were."""
        before = [0] + [at for at, _, _ in changes]
        lines = "".join(f"\n{at - last} {code} {value}" for last, (at, code, value) in zip(before, changes))
        return [int(time) for time in self.ask(f"play {device} {len(changes)}{lines}")]
