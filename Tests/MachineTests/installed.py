"""A Debian machine with a keyboard, a sound card and a root shell on a serial line, into which packages can be put."""
import contextlib
import shutil
import socket
import subprocess
import tempfile
import time

import debian
from image import CACHE, kernel, prepared
from machine import Card, Machine, Waiting, wait_for


class Shell:
    """The root shell on the second serial line, one command at a time."""

    def __init__(self, path):
        self.path, self.number, self.socket = path, 0, None

    def connect(self, process, seconds):
        """Waits until it answers: the machine is up that far."""
        deadline = time.monotonic() + seconds
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(self.path)
        self.text = ""
        while time.monotonic() < deadline and process.poll() is None:
            self.socket.sendall(b"\necho is-$((40+2))-there\n")
            with contextlib.suppress(Waiting):
                self.until("is-42-there\n", 2)
                # What other tries have brought comes before this.
                self.run("stty raw -echo; true", 20)
                return
        raise Waiting("the machine's shell does not answer")

    def until(self, mark, seconds):
        """Everything up to the mark."""
        deadline = time.monotonic() + seconds
        while mark not in self.text:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Waiting(f"“{mark.strip()}” did not come; instead: {self.text[-2000:]}")
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                continue
            if not data:
                raise Waiting(f"the machine went off: {self.text[-2000:]}")
            self.text += data.decode(errors="replace").replace("\r", "")
        before, self.text = self.text.split(mark, 1)
        return before

    def run(self, command, seconds=60, wanted=0):
        """The output of a command; `wanted`: its status, or None for any."""
        self.number += 1
        mark = f"end-of-{self.number}"
        # In a subshell with another standard input, so that no command eats the next one.
        self.socket.sendall(f"( {command}\n) </dev/null 2>&1; echo \"{mark}\" \"$?.\"\n".encode())
        output = self.until(f"{mark} ", seconds)
        status = int(self.until(".\n", 5))
        if wanted is not None and status != wanted:
            raise AssertionError(f"{command}: status {status}\n{output}")
        return output.strip()


class Installed(Machine):
    """A machine that starts from a disk as `debian.disk()` makes it; `packages`: a raw tar archive on a second disk."""

    def __init__(self, disk, packages, keyboards=("switch",), extra=(), memory=768):
        self.folder = tempfile.mkdtemp(prefix="installed.", dir=prepared(f"{CACHE}/running"))
        self.disk, self.keyboards, self.cards = disk, list(keyboards), [Card()]
        # Its shell is another one, and its clock the host's.
        self.maintenance, self.patience = False, 1
        self.console = f"{self.folder}/console"
        self.shell = Shell(f"{self.folder}/shell")
        self.command = [
            "qemu-system-x86_64", "-machine", "pc", "-accel", "tcg", "-cpu", "max", "-m", str(memory), "-nodefaults",
            "-no-user-config", "-display", "none", "-no-reboot",
            "-kernel", kernel()[0], "-initrd", debian.starter(), "-append",
            "root=/dev/vda rw console=ttyS0 quiet panic=1 mitigations=off random.trust_cpu=on",
            "-serial", f"file:{self.console}",
            "-chardev", f"socket,id=shell,path={self.folder}/shell,server=on,wait=off", "-serial", "chardev:shell",
            "-qmp", f"unix:{self.folder}/qmp,server=on,wait=off",
            "-drive", f"file={disk},format=raw,if=virtio,cache=writeback",
            "-drive", f"file={packages},format=raw,if=virtio,readonly=on",
            "-device", "qemu-xhci,id=usb",
        ]
        for name in self.keyboards:
            self.command += self.keyboard(name)
        for card in self.cards:
            self.command += card.options(self.folder)
        self.command += extra
        self.on()

    def up(self, seconds=180):
        """Waits until a root shell answers; gives the seconds since power on."""
        self.shell.connect(self.process, seconds)
        return time.time() - self.started

    def run(self, command, seconds=60, wanted=0):
        return self.shell.run(command, seconds, wanted)

    def property(self, unit, name):
        return self.run(f"systemctl show -p {name} --value {unit}")

    def reaches(self, unit, name, value, seconds=60):
        """Waits until a property of a unit has a value; `value`: a text, or a function of it."""
        fits = value if callable(value) else lambda text: text == value

        def look():
            text = self.property(unit, name)
            return text if fits(text) else None
        return wait_for(look, f"{unit}: {name}", seconds=seconds)

    def __exit__(self, kind, *rest):
        if kind:
            # What systemd and Beckon have said stays with the recordings.
            with contextlib.suppress(Exception), open(f"{self.folder}/journal", "w") as file:
                file.write(self.run("journalctl -b --no-pager -o short-monotonic", 60, wanted=None))
        super().__exit__(kind, *rest)

    def cut(self):
        super().cut()
        if self.shell.socket:
            self.shell.socket.close()

    def off(self):
        """Shuts down as staff would, and waits for the end."""
        self.shell.socket.sendall(b"systemctl poweroff\n")
        self.process.wait(timeout=120)
        self.cut()


def archive(folder, files):
    """A tar archive that can be a disk: name → path."""
    path = f"{folder}/packages.tar"
    inside = prepared(f"{folder}/packages")
    for name, file in files.items():
        shutil.copy(file, f"{inside}/{name}")
    subprocess.run(["tar", "-C", inside, "-cf", path, *files], check=True)
    with open(path, "r+b") as file:
        # Disks are whole sectors.
        file.truncate(-(-file.seek(0, 2) // 512) * 512)
    return path
