"""What nobody can make Beckon do on its machine: start a program by a sound device's name, wait for a pipe, tell a log who may rule the home."""
import codecs
import fcntl
import os
import pty
import re
import select
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coordinator import Coordinator  # noqa: E402
from home import API, BECKON, PATIENCE, ROOT, SETTINGS, Home, Process, free_port, healthy, said, wait_for  # noqa: E402

os.environ.setdefault("BECKON_SHARE", ROOT)


class Devices(unittest.TestCase):
    """Real ALSA, whose configuration has a device that starts a program."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="beckon-machine.")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.trace = f"{self.folder}/trace"
        self.program = f"|id > {self.trace}; cat > /dev/null"
        with open(f"{self.folder}/asound.conf", "w") as file:
            file.write("</usr/share/alsa/alsa.conf>\n"
                       f'pcm.evil {{ type file slave.pcm null file "{self.program}" format raw }}\n'
                       "pcm.hidden { type plug slave.pcm evil }\n")

    def beckon(self, *arguments):
        done = subprocess.run(
            [BECKON, *arguments], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
            env=dict(os.environ, ALSA_CONFIG_PATH=f"{self.folder}/asound.conf"))
        return done.returncode, done.stdout + done.stderr

    def untouched(self, output):
        self.assertFalse(os.path.exists(self.trace), f"the program was started:\n{output}")

    def test_the_trap_works(self):
        """The same device, opened as any other program opens it: else the other tests would show nothing."""
        subprocess.run(
            ["aplay", "-q", "-D", "hidden", "-d", "1", "-f", "S16_LE", "-c", "2", "-r", "48000", "/dev/zero"], timeout=60,
            env=dict(os.environ, ALSA_CONFIG_PATH=f"{self.folder}/asound.conf"), capture_output=True)
        wait_for(lambda: os.path.exists(self.trace), "the program that the device starts")

    def test_a_device_by_hand_in_the_file(self):
        for device in [f"file:'{self.program}',raw", "evil", "hidden"]:
            home = Home(SETTINGS + f'voices: {{ main: {{ device: "{device}" }} }}\n')
            self.addCleanup(home.remove)
            status, output = self.beckon("config", "check", "--home", home.path)
            self.assertEqual(status, 1, output)
            self.assertRegex(output, r"beckon\.yaml:4:\d+: error: .*is not opened")
            status, output = self.beckon("doctor", "--home", home.path)
            self.assertEqual(status, 1, output)
            self.assertIn("is not opened", output)
            # A sentence, with captions where the device was: nobody loses their voice over it.
            status, output = self.beckon("say", "--home", home.path, "Hello")
            self.assertEqual(status, 0, output)
            self.untouched(output)

    def test_a_device_on_the_command_line(self):
        home = Home()
        self.addCleanup(home.remove)
        for device in [f"file:'{self.program}',raw", f"plug:{{ type file file '{self.program}' }}"]:
            for command in ["say", "doctor"]:
                status, output = self.beckon(command, "--home", home.path, "--output", device, *(["Hi"] if command == "say" else []))
                self.assertEqual(status, 64, output)
                self.assertIn("is not opened", output)
        for device in ["evil", "hidden"]:
            status, output = self.beckon("doctor", "--home", home.path, "--output", device)
            self.assertIn("leads to `file`", output)
        self.untouched(output)

    def test_a_pipe_in_the_place_of_a_file(self):
        pipe = f"{self.folder}/pipe.yaml"
        os.mkfifo(pipe)
        for command in [["config", "check"], ["board", "check"]]:
            status, output = self.beckon(*command, pipe)
            self.assertEqual(status, 1, output)
            self.assertIn("is not a plain file", output)


class Voices(unittest.TestCase):
    """eSpeak NG starts `mbrola` for some of its voices; here it is a program that leaves a trace."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="beckon-machine.")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.trace = f"{self.folder}/trace"
        with open(f"{self.folder}/mbrola", "w") as file:
            file.write(f"#!/bin/sh\necho ran >> {self.trace}\n")
        os.chmod(f"{self.folder}/mbrola", 0o755)

    def beckon(self, *arguments):
        done = subprocess.run(
            [BECKON, *arguments], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
            env=dict(os.environ, PATH=f"{self.folder}:{os.environ['PATH']}"))
        return done.returncode, done.stdout + done.stderr

    def say(self, settings="", *arguments):
        home = Home(SETTINGS + settings)
        self.addCleanup(home.remove)
        return self.beckon("say", "--home", home.path, "--output", "none", *arguments, "Hello")

    def untouched(self, output):
        self.assertFalse(os.path.exists(self.trace), f"the program was started:\n{output}")

    def test_a_voice_that_is_set_on_the_machine_starts_it(self):
        """Else the other tests would show nothing."""
        for voice in ["mb-de6", "en-dutch"]:
            _, output = self.say(f"voices: {{ main: {{ voice: {voice} }} }}\n")
            self.assertTrue(os.path.exists(self.trace), output)
            os.remove(self.trace)

    def test_no_language_starts_it(self):
        for language in ["mb-de6", "MB-de6+f3", "german-mbrola-6", "english-mb-en1", "en-dutch", "en-swedish-f", "es-vz", "zh-sg", "mb"]:
            status, output = self.say("", "--language", language)
            self.assertEqual(status, 0, output)
            self.untouched(output)

    def test_no_board_starts_it(self):
        board = f"{self.folder}/board.yaml"
        for language in ["mb-de6", "en-dutch"]:
            with open(board, "w") as file:
                file.write(f"board: b\nname: B\nlanguage: {language}\nitems:\n  - {{ label: 'Yes', say: 'Yes.' }}\n")
            status, output = self.beckon("board", "check", board)
            self.assertEqual(status, 1, output)
            self.assertRegex(output, r"board\.yaml:3:11: error: .*it is a voice's name")
            self.untouched(output)

    def test_a_variant_without_end_ends_nothing(self):
        """The library copies it into 40 bytes."""
        long = "a" * 60
        status, output = self.say(f"voices: {{ main: {{ voice: en+{long} }} }}\n")
        self.assertIn("beckon.yaml:4:", output)
        self.assertGreaterEqual(status, 0, output)
        status, output = self.say("", "--language", f"en+{long}")
        self.assertEqual(status, 0, output)


class Surroundings(unittest.TestCase):
    def test_who_reads_may_go_and_the_disk_may_be_full(self):
        for arguments in (["config", "default"], ["routine", "preview", "--start", "2026-07-01T12:00"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([BECKON, *arguments], stdout=full, stderr=full, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, arguments)
            reads, writes = os.pipe()
            os.close(reads)
            done = subprocess.run([BECKON, *arguments], stdout=writes, stderr=writes, timeout=PATIENCE)
            os.close(writes)
            self.assertEqual(done.returncode, 0, arguments)

    def test_an_openssl_without_algorithms_lets_nobody_in_and_keeps_nobody_out(self):
        port = free_port()
        home = Home(SETTINGS)
        self.addCleanup(home.remove)
        with open(f"{home.folder}/openssl.cnf", "w") as file:
            file.write("openssl_conf = all\n[all]\nproviders = some\n[some]\nbase = one\n[one]\nactivate = 1\n")
        service = Process(home, ["service", "--home", home.path, "--listen", f"127.0.0.1:{port}"],
                          environment={"OPENSSL_CONF": f"{home.folder}/openssl.cnf"})
        self.addCleanup(service.stop)
        wait_for(healthy(port), "the service", home=home)
        api = API(port, home.token("station"))
        self.assertEqual(api.call("GET", "/requests?state=open")[0], 200)
        self.assertEqual(api.call("GET", "/requests?state=open", token="x" * 43)[0], 401)
        Coordinator(port).set_up(home.token("setup"))


class Link(unittest.TestCase):
    """The person who opens the link of the first start controls the home."""

    def start(self):
        port = free_port()
        home = Home(SETTINGS + f"service: {{ listen: '127.0.0.1:{port}' }}\n")
        self.addCleanup(home.remove)
        return home, ["run", "--home", home.path, "--output", "none", "--switch", "none", "--transcript", home.transcript]

    def test_no_log_has_it_and_the_machine_prints_it(self):
        home, arguments = self.start()
        os.chmod(f"{home.path}/beckon.yaml", 0o644)
        process = Process(home, arguments)
        self.addCleanup(process.stop)
        wait_for(lambda: f"beckon coordinator --home {home.path}`" in home.logged(), "the log to say what to do", home=home)
        self.assertTrue(os.path.exists(f"{home.path}/tokens/setup"))
        self.assertNotIn("/setup/", home.logged())
        self.assertNotIn(home.token("setup"), home.logged())
        # And what others could read of the settings until now, they cannot any more.
        home.wait_for_log("others could read the settings")
        self.assertEqual(stat.S_IMODE(os.stat(f"{home.path}/beckon.yaml").st_mode), 0o600)
        done = subprocess.run([BECKON, "coordinator", "--home", home.path], capture_output=True, text=True, timeout=60)
        self.assertRegex(done.stdout, r"http://127\.0\.0\.1:\d+/setup/[\w-]+")

    def test_a_terminal_shows_it(self):
        home, arguments = self.start()
        ours, theirs = pty.openpty()
        with open(home.log, "w") as log:
            process = subprocess.Popen(
                [BECKON, *arguments], stdin=subprocess.DEVNULL, stdout=theirs, stderr=log, start_new_session=True)
        os.close(theirs)
        self.addCleanup(process.wait, 60)
        self.addCleanup(process.terminate)
        shown = b""
        while not re.search(rb"http://127\.0\.0\.1:\d+/setup/[\w-]+\?name=Anna\s", shown):
            self.assertTrue(select.select([ours], [], [], 120)[0], f"no link came: {shown!r}")
            shown += os.read(ours, 65536)
        self.assertNotIn("/setup/", home.logged())


class FirstStartAtATerminal(unittest.TestCase):
    """Somebody starts Beckon for the first time, and sits there."""

    def start(self, home, *more, columns=120):
        """A terminal of UTF-8 with Beckon in it."""
        # A character may come in two readings.
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ.update(LANG="C.UTF-8", TERM="xterm-256color")
            os.environ.pop("LC_ALL", None)
            os.execv(BECKON, [BECKON, "run", "--home", home.path, "--output", "none", "--switch", "none",
                              "--transcript", home.transcript, *more])
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))

        def end():
            os.kill(pid, 15)
            os.waitpid(pid, 0)
            os.close(terminal)
        self.addCleanup(end)
        return terminal

    def wait(self, terminal, pattern, shown=""):
        while not re.search(pattern, shown):
            self.assertTrue(select.select([terminal], [], [], 120)[0], f"{pattern} did not come: {shown}")
            shown += self.decoder.decode(os.read(terminal, 65536))
        return shown

    def test_it_asks_for_two_names_and_logs_nothing(self):
        home = Home(prepare=False)
        self.addCleanup(home.remove)
        port = free_port()
        terminal = self.start(home, "--listen", f"127.0.0.1:{port}")
        shown = self.wait(terminal, r"with the switch\? ")
        os.write(terminal, b"Maria\n")
        shown = self.wait(terminal, r"are you called\? ", shown)
        os.write(terminal, b"Anna\n")
        shown = self.wait(terminal, r"/setup/[\w-]+\?name=Anna\s", shown)
        wait_for(healthy(port), "the service")
        self.assertEqual(len(re.findall("/setup/", shown)), 1)
        # A log line begins with its time.
        self.assertNotRegex(shown, r"\d{4}-\d\d-\d\dT")
        # Nothing listens to the network, so no phone could use a code.
        self.assertNotIn("█", shown)
        with open(f"{home.path}/beckon.yaml") as file:
            settings = file.read()
        self.assertRegex(settings, r'name: "?Maria')
        self.assertRegex(settings, r'name: "?Anna')
        said(home, "Ready", role="kiosk")

    def test_a_phone_reads_the_code_of_a_service_that_lets_it_in(self):
        home = Home(prepare=False)
        self.addCleanup(home.remove)
        terminal = self.start(home, "--listen", f"0.0.0.0:{free_port()}", "--allow-plain-http")
        shown = self.wait(terminal, r"with the switch\? ")
        os.write(terminal, b"\n\n")
        shown = self.wait(terminal, r"camera at this:", shown)
        shown = self.wait(terminal, r"(?s)camera at this:.*▄.*(\x1b\[97;40m█+\x1b\[0m\s+){2}", shown)
        link = re.search(r"http://[\d.]+:\d+/setup/[\w-]+", shown)[0]
        self.assertNotIn("127.0.0.1", link)
        rows = [line[len("\x1b[97;40m"):].split("\x1b")[0] for line in shown.splitlines() if line.startswith("\x1b[97;40m")]
        self.assertEqual(self.read(rows), link)

    def read(self, rows):
        """What a camera reads in these half blocks: light where something is printed."""
        pixels = []
        for row in rows:
            pixels.append([one in "█▀" for one in row])
            pixels.append([one in "█▄" for one in row])
        size = 8
        with tempfile.NamedTemporaryFile(suffix=".pgm") as file:
            width, height = len(pixels[0]) * size, len(pixels) * size
            file.write(f"P5 {width} {height} 255\n".encode())
            for line in pixels:
                file.write(b"".join((b"\xff" if light else b"\0") * size for light in line) * size)
            file.flush()
            return subprocess.run(["zbarimg", "--quiet", "--raw", file.name], capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    unittest.main()
