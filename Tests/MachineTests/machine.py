"""A whole machine that can be switched on, pressed, listened to, and unplugged.

QEMU without hardware virtualisation: Debian's kernel, a disk, USB keys, sound cards whose output is a file. What runs inside
is an appliance that knows of no test; everything is done and seen from outside: keys and plugs over QMP, sound as a
recording, transcript and console as serial lines, the service over its network card.
"""
import bisect
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "EndToEndTests"))
import hearing  # noqa: E402
import numpy  # noqa: E402
from home import API, Waiting, free_port, healthy, seconds_of, wait_for  # noqa: E402,F401
from image import CACHE, ROOT, initramfs, kernel, prepared, run  # noqa: E402

# Recordings and consoles of what failed stay here.
KEPT = f"{CACHE}/failed"
TOKENS = {"kiosk": "kiosk-token-of-this-machine-0123456789abcdef", "station": "station-token-of-this-machine-0123456789abc"}


class Disk:
    """A disk image with a home on it, ext4, as the machine mounts it at /var/lib/beckon."""

    def __init__(self, folder, files, megabytes=96):
        """`files`: what the home holds before the first start, path → text."""
        self.path = f"{folder}/disk.img"
        tree = f"{folder}/home"
        for name, text in {**files, **{f"tokens/{device}": token for device, token in TOKENS.items()}}.items():
            os.makedirs(os.path.dirname(f"{tree}/{name}"), exist_ok=True)
            with open(f"{tree}/{name}", "w") as file:
                file.write(text)
            os.chmod(f"{tree}/{name}", 0o600)
        with open(self.path, "wb") as file:
            file.truncate(megabytes << 20)
        run(["/sbin/mkfs.ext4", "-q", "-F", "-d", tree, self.path])
        shutil.rmtree(tree)

    def unpacked(self, folder):
        """What a machine that starts now would find: a copy, its journal replayed, its files in `folder`."""
        copy = f"{folder}/copy.img"
        subprocess.run(["cp", "--sparse=always", self.path, copy], check=True)
        return unpack(copy, folder)


def unpack(image, folder):
    """Replays the journal of an image (which changes it) and lays its files out under `folder`/files."""
    # 0 and 1: nothing wrong, or only what a journal is there to mend; it mends nothing else by itself.
    checked = subprocess.run(["/sbin/e2fsck", "-fp", image], capture_output=True, text=True)
    if checked.returncode > 1:
        raise AssertionError(f"the file system is damaged beyond its journal:\n{checked.stdout}")
    files = f"{folder}/files"
    shutil.rmtree(files, ignore_errors=True)
    os.makedirs(files)
    run(["/sbin/debugfs", "-R", f"rdump / {files}", image])
    return files


class Card:
    """A sound card, and the file its sound goes to."""

    def __init__(self, model="AC97", name="a0", plugged=True):
        """`plugged`: whether it is there from the start, or waits for `plug_card`."""
        self.model, self.name, self.plugged = model, name, plugged

    def options(self, folder):
        self.recording = f"{folder}/{self.name}.wav"
        self.times, self.sizes = [], []
        return ["-audiodev", f"wav,id={self.name},path={self.recording},timer-period=1000,out.frequency=48000,out.channels=2,out.format=s16",
                *(["-device", f"{self.model},audiodev={self.name},id=card-{self.name}"] if self.plugged else [])]


class Machine:
    """A machine that is on from the beginning of `with` to its end."""

    def __init__(self, disk, arguments=("run",), keyboards=("switch",), cards=None, folder=None, environment=(),
                 drive=None, memory=640, extra=(), maintenance=False, steady=False):
        """`steady`: its clock goes by what its processor has done, so that a busy host makes it slower and leaves no
        gaps in its sound; times are then the machine's own, in the transcript; `maintenance`: the appliance has a shell (`maintain`); `environment`: NAME=VALUE for the appliance; `drive`: QEMU's options for another disk than the image itself."""
        self.folder = folder or tempfile.mkdtemp(prefix="machine.", dir=prepared(f"{CACHE}/running"))
        self.disk, self.keyboards = disk, list(keyboards)
        self.cards = [Card()] if cards is None else cards
        self.console, self.transcript = f"{self.folder}/console", f"{self.folder}/transcript"
        self.port = free_port()
        self.api = API(self.port, TOKENS["station"])
        vmlinuz, _, _ = kernel()
        words = ["console=ttyS0", "quiet", "panic=1", "mitigations=off", "random.trust_cpu=on", *environment,
                 *(["maintenance=1"] if maintenance else []), "--",
                 *arguments, "--home", "/var/lib/beckon", "--transcript", "/dev/ttyS1", "--listen", "0.0.0.0:4280",
                 "--allow-plain-http"]
        self.command = [
            "qemu-system-x86_64", "-machine", "pc", "-accel", "tcg", "-cpu", "max", "-m", str(memory), "-nodefaults",
            "-no-user-config", "-display", "none", "-no-reboot",
            "-kernel", vmlinuz, "-initrd", initramfs(), "-append", " ".join(words),
            "-serial", f"file:{self.console}", "-serial", f"file:{self.transcript}",
            "-qmp", f"unix:{self.folder}/qmp,server=on,wait=off",
            *(drive or ["-drive", f"file={disk.path},format=raw,if=virtio,cache=writeback"]),
            "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:4280",
            "-device", "virtio-net-pci,netdev=net,romfile=", "-device", "qemu-xhci,id=usb",
        ]
        for name in self.keyboards:
            self.command += self.keyboard(name)
        for card in self.cards:
            self.command += card.options(self.folder)
        self.command += extra
        # A steady machine is as slow as its host makes it.
        self.patience = 4 if steady else 1
        if steady:
            # Two nanoseconds an instruction: about what an emulated processor does on an idle host.
            self.command += ["-icount", "shift=1"]
        if maintenance:
            self.command += ["-serial", f"unix:{self.folder}/shell,server=on,wait=off"]
        self.maintenance = maintenance
        self.on()

    def keyboard(self, name):
        """With several, each belongs to a screen of its own, because QEMU sends keys to screens."""
        if len(self.keyboards) == 1:
            return ["-device", f"usb-kbd,bus=usb.0,id={name}"]
        return ["-device", f"secondary-vga,id=screen-{name}", "-device", f"usb-kbd,bus=usb.0,id={name},display=screen-{name}"]

    # Power.

    def on(self):
        """Power on."""
        self.errors = open(f"{self.folder}/qemu.log", "w")
        self.started = time.time()
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=self.errors, stderr=self.errors)
        self.qmp = Monitor(f"{self.folder}/qmp", self.process)
        if self.maintenance:
            self.shell = socket.socket(socket.AF_UNIX)
            self.shell.settimeout(1)
            self.shell.connect(f"{self.folder}/shell")
        self.watching = True
        threading.Thread(target=self.watch_sound, daemon=True).start()

    def cut(self):
        """Pulls the plug: whatever the machine had not brought to its disk is gone."""
        self.watching = False
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.qmp.close()
        if self.maintenance:
            self.shell.close()
        self.errors.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.cut()
        if kind and not issubclass(kind, KeyboardInterrupt):
            kept = f"{prepared(KEPT)}/{os.path.basename(self.folder)}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.move(self.folder, kept)
            print(f"  kept: {os.path.relpath(kept, ROOT)} (recordings, console, transcript)")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    # What is done.

    def key(self, code, down, keyboard=None):
        """A key by its QEMU name, as `spc`, `ret`, `1`, `a`, goes down or up."""
        arguments = {"events": [{"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": code}}}]}
        if len(self.keyboards) > 1:
            arguments.update(device=f"screen-{keyboard or self.keyboards[0]}", head=0)
        self.qmp.ask("input-send-event", **arguments)

    def press(self, code="spc", seconds=0.08, keyboard=None):
        self.key(code, True, keyboard)
        time.sleep(seconds)
        self.key(code, False, keyboard)

    def unplug(self, name):
        """Returns when the kernel has let go of the device."""
        self.qmp.ask("device_del", id=name)
        self.qmp.event("DEVICE_DELETED", lambda data: data.get("device") == name)

    def plug(self, driver, name, **options):
        self.qmp.ask("device_add", driver=driver, id=name, **options)

    def plug_card(self, card):
        self.plug(card.model, f"card-{card.name}", audiodev=card.name)

    def monitor(self, command):
        """A line for QEMU's monitor for people; gives what it prints."""
        return self.qmp.ask("human-monitor-command", **{"command-line": command})

    # What is done from inside, where the appliance has a shell for whoever looks after it.

    def maintain(self, command, seconds=60):
        """Runs a line in that shell (`maintenance=True`); gives what it printed."""
        mark = f"done-{time.monotonic_ns()}"
        self.shell.sendall(f"{command}; echo {mark}\n".encode())
        text, deadline = b"", time.monotonic() + seconds
        while mark.encode() not in text:
            if time.monotonic() > deadline:
                raise Waiting(f"{command}: {text.decode(errors='replace')}")
            with contextlib.suppress(TimeoutError):
                text += self.shell.recv(4096)
        return text.decode(errors="replace").rsplit(mark, 1)[0]

    # What is seen.

    def logged(self):
        with contextlib.suppress(FileNotFoundError), open(self.console, errors="replace") as file:
            return file.read()
        return ""

    def lines(self):
        """The transcript so far; a line that is still being written is left for the next time."""
        text = ""
        with contextlib.suppress(FileNotFoundError), open(self.transcript, errors="replace") as file:
            text = file.read()
        return [json.loads(line) for line in text.split("\n")[:-1] if line.strip()]

    def said(self, text, event="finished", after=0, seconds=60, **wanted):
        """Waits until the transcript has a line that contains the text; gives it with its number."""
        def look():
            for number, line in enumerate(self.lines()):
                if number >= after and text in line["text"] and line["event"] == event \
                        and all(line[name] == value for name, value in wanted.items()):
                    return dict(line, number=number)
            if self.process.poll() is not None:
                raise Waiting(f"the machine went off:\n{self.logged()[-2000:]}")
            return None
        return wait_for(look, f"“{text}” {event}", home=self, seconds=seconds * self.patience)

    def ready(self):
        """Waits until the kiosk has said that it can be pressed; gives the seconds since power on."""
        self.said("Ready", role="kiosk", seconds=120)
        return time.time() - self.started

    def requests(self, state="open"):
        return self.api.requests(state)

    # What is heard.

    def watch_sound(self):
        """Notes how long each recording is, because a card that is not playing records nothing."""
        while self.watching:
            for card in self.cards:
                with contextlib.suppress(FileNotFoundError):
                    card.times.append(time.time())
                    card.sizes.append(os.path.getsize(card.recording))
            time.sleep(0.02)

    def sound(self, card=0):
        """(samples −1…1, rate) of everything that a card has played so far."""
        with open(self.cards[card].recording, "rb") as file:
            # The lengths in its header are written when QEMU ends, so they are not asked.
            data = file.read()[44:]
        samples = numpy.frombuffer(data[:len(data) // 4 * 4], dtype="<i2").astype(float).reshape(-1, 2) / 32768
        return samples.mean(axis=1), 48000

    def sound_between(self, since, until, card=0):
        """What a card played between two moments of the host's clock, good to about 0.1 s."""
        samples, rate = self.sound(card)

        def place(moment):
            times, sizes = self.cards[card].times, self.cards[card].sizes
            return max(0, sizes[min(bisect.bisect(times, moment), len(sizes) - 1)] - 44) // 4
        return samples[place(since):place(until)], rate


class Monitor:
    """QEMU's control socket."""

    def __init__(self, path, process):
        deadline = time.monotonic() + 30
        self.socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self.socket.connect(path)
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise Waiting("QEMU did not start") from None
                time.sleep(0.01)
        self.file = self.socket.makefile("rw")
        self.events = []
        self.lock = threading.Lock()
        self.read()
        self.ask("qmp_capabilities")

    def read(self):
        line = self.file.readline()
        if not line:
            raise Waiting("QEMU is gone")
        return json.loads(line)

    def ask(self, command, **arguments):
        with self.lock:
            self.file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
            self.file.flush()
            while True:
                answer = self.read()
                if "event" in answer:
                    self.events.append(answer)
                elif "error" in answer:
                    raise AssertionError(f"QEMU: {command}: {answer['error']['desc']}")
                else:
                    return answer["return"]

    def event(self, name, wanted, seconds=20):
        def look():
            self.ask("query-status")
            return any(event["event"] == name and wanted(event.get("data", {})) for event in self.events)
        wait_for(look, f"QEMU's {name}", seconds=seconds)
        self.events = [event for event in self.events if event["event"] != name]

    def close(self):
        with contextlib.suppress(OSError):
            self.file.close()
            self.socket.close()
