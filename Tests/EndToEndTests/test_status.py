"""`beckon status` of a real home: running, with faults, stopped, elsewhere; and what commands say when the world is not as they need it."""
import json
import os
import pty
import re
import select
import socket
import sqlite3
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import API, BECKON, LIB, SETTINGS, Home, Process, free_port, said, wait_for  # noqa: E402

PLAIN = {**os.environ, "LC_ALL": "C"}
GERMAN = {**os.environ, "LC_ALL": "de_DE.UTF-8"}
# Words of libraries and of the system, which tell nobody what to do.
FOREIGN = re.compile(r"Error Domain|Domain=|NIO[A-Z]\w+|SQLite error|errno|IOError|ArgumentParser|The operation could|No such file or directory|"
                     r"Permission denied|Is a directory|Not a directory|Address already in use|Foundation|Fatal error|bind\(|snd_|Server shutdown")


def beckon(*arguments, environment=PLAIN):
    """(status, standard output, standard error)"""
    done = subprocess.run([BECKON, *arguments], capture_output=True, text=True, timeout=120, env=environment, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def on_a_terminal(*arguments, columns=80, environment=PLAIN, wrap=()):
    """(status, what a terminal of so many columns got)"""
    import fcntl
    import struct
    import termios
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([*wrap, BECKON, *arguments], stdin=other, stdout=other, stderr=other, env=environment, start_new_session=True)
    os.close(other)
    got = bytearray()
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:
            break
        if not part:
            break
        got += part
    os.close(main)
    return process.wait(60), got.decode().replace("\r\n", "\n")


def at_port(port):
    """Settings with a port of their own: on this machine another Beckon may have the usual one."""
    return SETTINGS + f"service:\n  listen: 127.0.0.1:{port}\n"


class Status(unittest.TestCase):
    def setUp(self):
        self.port = free_port()
        self.home = Home(at_port(self.port))
        self.addCleanup(self.home.remove)

    def start(self, *more, command="run"):
        arguments = [command, "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}"]
        if command == "run":
            arguments += ["--output", "none", "--transcript", self.home.transcript]
        process = Process(self.home, arguments + list(more), switch="node=event5,name=Big Red Switch,keys=57+28")
        self.addCleanup(process.stop)
        return process

    def status(self, *more, environment=PLAIN):
        return beckon("status", "--home", self.home.path, *more, environment=environment)

    def document(self):
        return json.loads(self.status("--json")[1])

    def test_a_running_home_that_is_well(self):
        self.start()
        said(self.home, "Ready", role="kiosk")
        wait_for(lambda: self.status()[0] == 0, "all is well", home=self.home)
        status, text, error = self.status()
        self.assertEqual((status, error), (0, ""))
        # It was given by an option, and stands in no file.
        self.assertIn(f"http://127.0.0.1:{self.port}, for this machine alone", text)
        self.assertIn("All is well.", text)
        self.assertIn("Maria: connected since today", text)
        self.assertLessEqual(len(text.rstrip("\n").split("\n")), 24)
        self.assertLessEqual(max(len(line) for line in text.split("\n")), 80)
        document = self.document()
        self.assertEqual((document["state"], document["service"]["address"]["port"]), ("well", self.port))
        self.assertEqual([device["standing"] for device in document["service"]["devices"]], ["connected"] * 2)
        german = self.status(environment={**os.environ, "LC_ALL": "de_DE.UTF-8"})[1]
        self.assertIn("Alles in Ordnung.", german)

    def test_a_call_and_a_fault_need_a_person(self):
        process = self.start()
        said(self.home, "Ready", role="kiosk")
        api = API(self.port, self.home.token("station"))
        kiosk = API(self.port, self.home.token("kiosk"))
        import uuid
        kiosk.call("POST", "/requests", {
            "id": str(uuid.uuid4()), "client": "maria", "client_name": "Maria", "need": "water", "label": "Water", "called": "water",
            "say": "Water.", "priority": "normal", "asked_at": "2026-01-01T00:00:00Z"})
        wait_for(lambda: api.requests(), "the call", home=self.home)
        status, text, _ = self.status()
        self.assertEqual(status, 1, text)
        self.assertIn("1 open, asked", text)
        self.assertIn("1 call waits for an answer.", text)
        process.tell("unplug")
        wait_for(lambda: self.document()["faults"], "the fault", home=self.home)
        text = self.status()[1]
        self.assertIn("switch is unplugged", text)
        self.assertIn("→ ", text)
        # What programs read is English everywhere.
        told = json.loads(self.status("--json", environment={**os.environ, "LC_ALL": "de_DE.UTF-8"})[1])
        self.assertIn("unplugged", told["faults"][0]["sentence"])

    def test_a_machine_that_cannot_play_is_not_well(self):
        """Nobody has named a device: what is there by default cannot be opened."""
        process = Process(
            self.home, ["run", "--home", self.home.path, "--listen", f"127.0.0.1:{self.port}", "--transcript", self.home.transcript],
            switch="node=event5,name=Big Red Switch,keys=57+28", environment={"ALSA_CONFIG_PATH": "/dev/null"})
        self.addCleanup(process.stop)
        wait_for(lambda: self.status()[0] == 1 and len(self.document()["faults"]) == 2, "both faults", home=self.home)
        text = self.status()[1]
        self.assertIn("Maria’s kiosk has no sound.", text)
        self.assertIn("A station has no sound.", text)
        self.assertNotIn("All is well", text)

    def test_a_stopped_home_says_how_to_start_it(self):
        process = self.start()
        said(self.home, "Ready", role="kiosk")
        process.stop()
        status, text, error = self.status()
        self.assertEqual(status, 2, text)
        self.assertIn("Beckon is not running here.", text)
        self.assertRegex(text, rf"Start it: \S*beckon run --home {self.home.path}")
        self.assertIsNone(FOREIGN.search(text + error))

    def test_a_killed_service_leaves_nothing_that_misleads(self):
        import signal
        process = self.start(command="service")
        wait_for(lambda: self.status()[0] in (0, 1), "an answer", home=self.home)
        process.stop(signal.SIGKILL)
        self.assertEqual(self.status()[0], 2)

    def test_nothing_is_made_where_no_home_is(self):
        place = f"{self.home.folder}/nowhere"
        status, text, error = beckon("status", "--home", place)
        self.assertEqual((status, text), (2, ""))
        self.assertIn(f"is not a home yet: `{os.path.realpath(BECKON)} run --home {place}` makes one", error)
        self.assertFalse(os.path.exists(place))


class Network(unittest.TestCase):
    """`beckon network` says what the service that runs makes of it, and nothing else."""

    def setUp(self):
        self.port = free_port()
        self.home = Home(SETTINGS + f"service:\n  listen: 127.0.0.1:{self.port}\n")
        self.addCleanup(self.home.remove)

    def start(self, *more):
        process = Process(self.home, ["service", "--home", self.home.path, *more])
        self.addCleanup(process.stop)
        wait_for(lambda: beckon("status", "--home", self.home.path)[0] in (0, 1), "an answer", home=self.home)
        return process

    def network(self, what):
        return beckon("network", what, "--home", self.home.path)

    def listens(self):
        return json.loads(beckon("status", "--home", self.home.path, "--json")[1])["service"]["address"]["reach"]

    def test_a_running_service_follows(self):
        self.start()
        status, text, error = self.network("open")
        self.assertEqual((status, error), (0, ""))
        self.assertIn("can reach Beckon now, without TLS", text)
        self.assertIn(f"beckon network close --home {self.home.path}", text)
        self.assertEqual(self.listens(), "network")
        status, text, _ = self.network("close")
        self.assertEqual(status, 0)
        self.assertIn("on this machine alone now", text)
        self.assertEqual(self.listens(), "machine")

    def test_without_a_service_it_is_said_for_later(self):
        import signal
        # What is left behind leads nowhere.
        self.start().stop(signal.SIGKILL)
        self.assertIn("As soon as Beckon is started", self.network("open")[1])
        status, text, _ = self.network("close")
        self.assertEqual(status, 0)
        self.assertIn("Beckon is not running", text)

    def test_one_that_was_told_where_to_listen_stays_there(self):
        self.start("--listen", f"0.0.0.0:{self.port}", "--allow-plain-http")
        status, text, error = self.network("close")
        self.assertEqual((status, text), (1, ""))
        self.assertIn("STILL OPEN", error)
        self.assertEqual(self.listens(), "network")

    def test_a_certificate_that_came_after_the_start_waits_for_the_next(self):
        self.start()
        with open(f"{self.home.path}/beckon.yaml") as file:
            text = file.read()
        with open(f"{self.home.path}/beckon.yaml", "w") as file:
            file.write(text + "  certificate: home.pem\n  key: home.key\n")
        status, text, error = self.network("open")
        self.assertEqual((status, text), (1, ""), error)
        self.assertIn("still listens to this machine alone", error)
        self.assertEqual(self.listens(), "machine")


class FirstRun(unittest.TestCase):
    def test_what_goes_wrong_later_is_seen_though_it_began_without_a_log(self):
        """The first run may stay up for weeks: it is quiet while its reader begins, and not about what fails."""
        home = Home(prepare=False)
        self.addCleanup(home.remove)
        main, other = pty.openpty()
        command = [BECKON, "run", "--home", home.path, "--output", "none", "--listen", f"127.0.0.1:{free_port()}"]
        process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other,
                                   env={**PLAIN, "TERM": "dumb"}, start_new_session=True)
        os.close(other)
        self.addCleanup(os.close, main)
        self.addCleanup(process.wait, 60)
        self.addCleanup(process.terminate)
        got = bytearray()

        def said(words):
            while select.select([main], [], [], 0.1)[0]:
                got.extend(os.read(main, 65536))
            return words in got.decode(errors="replace")
        for question in ("Who will call", "what are you called"):
            wait_for(lambda: said(question), question)
            os.write(main, b"\n")
        wait_for(lambda: said("Ready. Press to start"), "the kiosk")
        for level in (" notice ", " warning ", " error "):
            self.assertFalse(said(level), got)
        with open(f"{home.path}/beckon.yaml", "a") as file:
            file.write("nothing: of this name\n")
        wait_for(lambda: said("has a mistake"), "what has failed")


class Words(unittest.TestCase):
    """What goes wrong is told in this project's words, wherever it comes from."""

    def setUp(self):
        self.port = free_port()
        self.home = Home(at_port(self.port))
        self.addCleanup(self.home.remove)

    def refused(self, *arguments, says, statuses=(1, 64)):
        status, text, error = beckon(*arguments)
        self.assertIn(status, statuses, text + error)
        self.assertIn(says, text + error)
        self.assertIsNone(FOREIGN.search(text + error), text + error)
        return error

    def test_a_port_that_is_taken(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", free_port()))
            taken.listen()
            port = taken.getsockname()[1]
            error = self.refused("service", "--home", self.home.path, "--listen", f"127.0.0.1:{port}",
                                 says="another program listens there. Is Beckon running already?")
            self.assertIn(f"127.0.0.1:{port}", error)

    def test_an_address_that_is_not_ours(self):
        self.refused("service", "--home", self.home.path, "--listen", f"192.0.2.1:{free_port()}", "--allow-plain-http",
                     says="this machine has no such address")

    def test_an_address_that_is_none(self):
        self.refused("service", "--home", self.home.path, "--listen", "nonsense", says="write HOST:PORT")
        self.refused("handover", "--home", self.home.path, "--service", "nonsense", says="write it as http://HOST:PORT")

    def test_a_service_that_is_not_there(self):
        os.makedirs(f"{self.home.path}/tokens", mode=0o700)
        with open(f"{self.home.path}/tokens/station", "w") as file:
            file.write("x" * 40)
        os.chmod(f"{self.home.path}/tokens/station", 0o600)
        self.refused("handover", "--home", self.home.path, "--service", f"http://127.0.0.1:{free_port()}",
                     says="nothing is listening there; check whether it is running")
        self.refused("handover", "--home", self.home.path, "--service", "http://no-such-host.invalid:4280",
                     says="is not known on this network")

    def test_a_wrong_token(self):
        port = free_port()
        process = Process(self.home, ["service", "--home", self.home.path, "--listen", f"127.0.0.1:{port}"])
        self.addCleanup(process.stop)
        wait_for(lambda: beckon("status", "--home", self.home.path)[0] in (0, 1), "the service", home=self.home)
        other = Home(SETTINGS)
        self.addCleanup(other.remove)
        os.makedirs(f"{other.path}/tokens", mode=0o700)
        with open(f"{other.path}/tokens/station", "w") as file:
            file.write("y" * 40)
        status, text, error = beckon("status", "--home", other.path, "--service", f"http://127.0.0.1:{port}")
        self.assertEqual(status, 2, text + error)
        self.assertIn("this token is not valid here", text.replace("\n", " "))

    def test_settings_that_never_were_right(self):
        # Another home answers at the usual address, perhaps: that says nothing of this one.
        other = Home(at_port(free_port()) + "nonsense: 1\n")
        self.addCleanup(other.remove)
        status, text, error = beckon("status", "--home", other.path)
        self.assertNotEqual(status, 0, text)
        self.assertIn("has mistakes", (text + error).replace("\n", " "))
        self.assertIn("beckon config check", (text + error).replace("\n", " "))

    def test_a_database_that_is_none(self):
        with open(f"{self.home.path}/care.sqlite", "w") as file:
            file.write("this is no database\n" * 100)
        self.refused("board", "show", f"{self.home.path}/../none.yaml", says="does not exist")
        status, text, error = beckon("simulate", "--board", "boards/home.yaml", "--home", self.home.path)
        self.assertNotEqual(status, 0)
        self.assertIn("is damaged", text + error)

    def test_a_database_that_is_a_folder(self):
        os.mkdir(f"{self.home.path}/care.sqlite")
        for arguments in (["simulate", "--board", "boards/home.yaml", "--home", self.home.path], ["doctor", "--home", self.home.path]):
            self.refused(*arguments, says="care.sqlite is not a file. Nothing was changed in it.")
        status, text, error = beckon("doctor", "--home", self.home.path, environment=GERMAN)
        self.assertIn("care.sqlite ist nicht das Erwartete (eine Datei).", text + error)

    def test_a_home_that_is_no_folder(self):
        path = f"{self.home.folder}/file"
        with open(path, "w") as file:
            file.write("this is no home\n")
        self.assertIn("Error: ", self.refused("status", "--home", path, says=f"{path} is no folder: give the home's folder", statuses=(2,)))
        for command in ("doctor", "run", "service", "coordinator", "tune", "handover", "config check", "network open", "devices --list"):
            status, text, error = beckon(*command.split(), "--home", path)
            self.assertIsNone(FOREIGN.search(text + error), text + error)
        self.assertIn(f"Fehler: {path} ist kein Ordner", beckon("status", "--home", path, environment=GERMAN)[2])

    def test_a_quote_that_is_not_closed_is_told_where_it_opens(self):
        path = f"{self.home.folder}/quote.yaml"
        for quoted, says in (('name: "B', "does not end: put the closing quote"), ("name: 'B", "does not end: put the closing quote"),
                             ('name: "B\nlanguage: "en"', "goes on to line 3: put the closing quote where it ends")):
            with open(path, "w") as file:
                file.write(f"board: b\n{quoted}\nitems:\n  - label: x\n")
            status, text, error = beckon("board", "check", path)
            self.assertEqual(status, 1, text + error)
            lines = text.split("\n")
            self.assertEqual(lines[0], f"{path}:2:7: error: the text in quotes that begins here {says}")
            self.assertEqual(lines[2].index("^"), lines[1].index(quoted[6]))
            self.assertIn("1 error", lines[3])
            self.assertIn("Text in Anführungszeichen, der hier beginnt", beckon("board", "check", path, environment=GERMAN)[1])

    def test_what_goes_wrong_is_told_in_the_readers_language(self):
        os.chmod(f"{self.home.path}/beckon.yaml", 0o600)
        for arguments, says in (
                (["status", "--home", f"{self.home.folder}/nowhere"], "ist noch kein Zuhause"),
                (["status", "--home", self.home.path, "--service", "nonsense"], "ist nicht die Adresse eines Dienstes"),
                (["service", "--home", self.home.path, "--listen", "nonsense"], "Schreiben Sie HOST:PORT"),
                (["routine", "preview", "--rule", "FREQ=OFTEN", "--start", "2026-03-28T08:00"], "passt nicht"),
                (["handover", "--since", "yesterday"], "`--since yesterday`: Schreiben Sie")):
            status, text, error = beckon(*arguments, environment=GERMAN)
            self.assertNotEqual(status, 0)
            self.assertEqual(text, "")
            self.assertRegex(error, "^Fehler: ")
            self.assertIn(says, error)
        text = beckon("doctor", "--home", self.home.path, environment=GERMAN)[1]
        for word in ("ERROR", " is ", " are ", "→ Plug", " not ", " with ", "today", "At http"):
            self.assertNotIn(word, text)
        self.assertIn("Einstellungen", text)
        found = json.loads(beckon("doctor", "--home", self.home.path, "--format", "json", environment=GERMAN)[1])
        self.assertTrue(any(result["message"].endswith("beckon.yaml is right.") for result in found), found)

    def test_a_database_of_a_newer_version(self):
        process = Process(self.home, ["service", "--home", self.home.path])
        wait_for(lambda: beckon("status", "--home", self.home.path)[0] in (0, 1), "the service", home=self.home)
        process.stop()
        with sqlite3.connect(f"{self.home.path}/care.sqlite") as store:
            store.execute("pragma user_version = 9999")
        store.close()
        status, text, error = beckon("doctor", "--home", self.home.path)
        self.assertIn("was written by a newer Beckon", text + error)

    def test_a_certificate_that_is_none(self):
        with open(f"{self.home.path}/beckon.yaml", "a") as file:
            file.write("  certificate: no.pem\n  key: no.key\n")
        text = beckon("doctor", "--home", self.home.path)[1]
        self.assertIn("no.pem: it is not there", text)
        self.assertIsNone(FOREIGN.search(text), text)

    def test_a_sound_device_that_is_none(self):
        text = beckon("doctor", "--home", self.home.path, "--output", "hw:CARD=nothing")[1]
        self.assertRegex(text, r"ERROR +sound +hw:CARD=nothing .*it is not there|ERROR +sound +hw:CARD=nothing .*no device of that name")
        self.assertIsNone(FOREIGN.search(text), text)
        self.refused("say", "hello", "--home", self.home.path, "--output", "no;device", says="--output:")

    def test_a_home_that_cannot_be_made(self):
        self.refused("service", "--home", "/proc/nothing", "--listen", f"127.0.0.1:{free_port()}", says="cannot be written")

    def test_files_that_cannot_be_read(self):
        for name, bytes_ in {"latin.yaml": b"name: caf\xe9\n", "huge.yaml": b"a: b\n" * 400_000, "binary.yaml": bytes(range(256))}.items():
            with open(f"{self.home.folder}/{name}", "wb") as file:
                file.write(bytes_)
            for command in (["board", "check"], ["config", "check"], ["simulate", "--board"]):
                status, text, error = beckon(*command, f"{self.home.folder}/{name}")
                self.assertEqual(status, 1, text + error)
                self.assertEqual((text + error).count("error:"), 1, text + error)
                self.assertIsNone(FOREIGN.search(text + error), text + error)


class Terminals(unittest.TestCase):
    def setUp(self):
        self.home = Home(SETTINGS)
        self.addCleanup(self.home.remove)
        self.board = f"{self.home.folder}/board.yaml"
        with open(self.board, "w") as file:
            file.write("board: b\nname: B\nlanguage: en-GB\nitems:\n  - { lable: \"" + "日本 long " * 30 + "\" }\n")

    def test_a_message_fits_and_its_mark_stands_below_the_place(self):
        for columns in (40, 80, 132):
            status, text = on_a_terminal("board", "check", self.board, columns=columns, environment={**PLAIN, "TERM": "xterm"})
            self.assertEqual(status, 1)
            self.assertIn("\x1b[1;31merror:\x1b[0m", text)
            plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
            lines = plain.rstrip("\n").split("\n")
            for line in lines:
                if self.board not in line:
                    self.assertLessEqual(len(line) + sum(ch > "⺀" for ch in line), columns, line)
            mark = next(number for number, line in enumerate(lines) if line.strip() == "^" * 5)
            self.assertEqual(lines[mark - 1].index("lable"), lines[mark].index("^"))

    def test_nothing_is_wider_than_a_narrow_terminal(self):
        """Only what somebody copies, which is one word or a command on a line of its own, may be."""
        at = ["--home", self.home.path]
        rule = ["routine", "preview", "--rule", "FREQ=DAILY", "--start", "2026-03-28T02:30", "--zone", "Europe/Berlin"]
        mock = [f"{LIB}/mock-switches", "--device", "node=event5,name=Big Red Switch,keys=57+28",
                "--device", "node=event6,name=A keypad with quite a long name,keys=2+3+4+5+6", "--"]
        for environment in (PLAIN, GERMAN):
            for arguments, wrap in (
                    (["network", "open", *at], ()), (["network", "close", *at], ()), (["coordinator", *at], ()),
                    (rule + ["--limit", "3"], ()), (rule + ["--until", "2026-01-01"], ()), (["routine", "preview", "--start", "x"], ()),
                    (["routine", "preview", "--rule", "FREQ=OFTEN", "--start", "2026-03-28T02:30"], ()),
                    (["board", "suggest", "boards/home.yaml"], ()), (["board", "suggest", "boards/home.yaml", "--moves", "0"], ()),
                    (["board", "show", "boards/home.yaml"], ()), (["board", "check", "boards/phrases.en.yaml"], ()),
                    (["devices", "--list", *at], ()), (["devices", "--list", *at], mock),
                    (["simulate", "--board", "boards/home.yaml", "--requests", "20"], ()),
                    (["simulate", "--board", "boards/home.yaml", "--model", "exat"], ()),
                    (["status", *at], ()), (["status", "--home", "/proc/version"], ()), (["tune", *at], ()), (["doctor", *at], ()),
                    (["config", "check", *at], ()), (["baord"], ())):
                status, text = on_a_terminal(*arguments, columns=60, environment={**environment, "TERM": "xterm"}, wrap=wrap)
                plain = re.sub(r"\x1b\[[0-9;]*m", "", text).replace(os.path.realpath(BECKON), "beckon")
                self.assertGreater(len(plain), 10, arguments)
                for line in re.split(r"[\n\r]", plain):
                    if len(line.split()) > 1 and f"beckon run --home {self.home.path}" not in line:
                        self.assertLessEqual(len(line), 60, f"{arguments}: {line}")
                # A program that reads it finds whole sentences.
                if "routine" in arguments and status == 0 and "--limit" in arguments:
                    piped = beckon(*arguments, environment=environment)[1]
                    self.assertTrue(any(len(line) > 60 for line in piped.split("\n")), piped)

    def test_no_colour_where_it_is_not_wanted(self):
        for environment in ({"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}):
            self.assertNotIn("\x1b", on_a_terminal("board", "check", self.board, environment={**PLAIN, **environment})[1])
        self.assertIn("\x1b", on_a_terminal("board", "check", self.board, environment={**PLAIN, "NO_COLOR": "", "TERM": "xterm"})[1])
        self.assertNotIn("\x1b", "".join(map(str, beckon("board", "check", self.board))))

    def test_a_simulation_shows_how_far_it_is_and_leaves_nothing_behind(self):
        text = on_a_terminal("simulate", "--board", "boards/home.yaml", "--requests", "300", environment={**PLAIN, "TERM": "xterm"})[1]
        self.assertIn("\rSimulating: ", text)
        self.assertRegex(text, r"\r +\r")
        self.assertIn("Best for this person: ", text)
        self.assertNotIn("Simulating", "".join(map(str, beckon("simulate", "--board", "boards/home.yaml", "--requests", "5"))))


if __name__ == "__main__":
    unittest.main(verbosity=2)
