"""A house's broker, for tests: Debian's mosquitto, what hears all that is published there, and a line to it that can be led elsewhere."""
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import free_port, wait_for  # noqa: E402

MOSQUITTO = shutil.which("mosquitto") or "/usr/sbin/mosquitto"


class Broker:
    """A mosquitto that keeps nothing on the disk. With `users`, nobody else is let in; with `certificate`, nobody without TLS."""

    def __init__(self, users=None, certificate=None, address="127.0.0.1", wrap=()):
        self.folder = tempfile.mkdtemp(prefix="beckon-broker.")
        self.address, self.port, self.users, self.certificate, self.wrap = address, free_port(), users, certificate, list(wrap)
        # Started by root it would become another user, who may not read this folder.
        lines = ["user root", "persistence false", "log_type all", "log_dest stderr", f"listener {self.port} {address}",
                 f"allow_anonymous {'false' if users else 'true'}"]
        for name, word in (users or {}).items():
            self.let_in(name, word)
        if users:
            lines += [f"password_file {self.folder}/passwords"]
        if certificate:
            lines += [f"certfile {certificate}.pem", f"keyfile {certificate}.key"]
        with open(f"{self.folder}/broker.conf", "w") as file:
            file.write("\n".join(lines) + "\n")
        self.process = None
        self.start()

    def start(self):
        with open(f"{self.folder}/log", "a") as log:
            self.process = subprocess.Popen(
                [*self.wrap, MOSQUITTO, "-c", f"{self.folder}/broker.conf"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_for(lambda: self.logged().count(" running\n") > 0, "the broker")

    def kill(self):
        """As a power cut does."""
        self.process.kill()
        self.process.wait()

    def close(self):
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def logged(self):
        with open(f"{self.folder}/log", errors="replace") as file:
            return file.read()

    def let_in(self, user, word):
        """From now on, with this password."""
        file = f"{self.folder}/passwords"
        subprocess.run(["mosquitto_passwd", *([] if os.path.exists(file) else ["-c"]), "-b", file, user, word], check=True)

    def read_again(self):
        """Takes over passwords that have changed, and throws out who has logged in with others."""
        self.process.send_signal(signal.SIGHUP)

    def url(self, host=None, port=None):
        return f"{'mqtts' if self.certificate else 'mqtt'}://{host or self.address}:{port or self.port}"

    def arguments(self, user=None):
        """For mosquitto's own programs."""
        name = user or next(iter(self.users or {}), None)
        return ["-h", "localhost" if self.certificate else self.address, "-p", str(self.port),
                *(["-u", name, "-P", self.users[name]] if name else []),
                *(["--cafile", f"{self.certificate}.pem"] if self.certificate else [])]

    def publish(self, topic, payload, retain=False, user=None):
        subprocess.run([*self.wrap, "mosquitto_pub", *self.arguments(user), "-q", "1", "-t", topic, "-m", payload,
                        *(["-r"] if retain else [])], check=True)


class Ear:
    """Hears what is published at a broker, from now on, and what was retained there; `messages` are dictionaries as mosquitto_sub says
    them."""

    def __init__(self, broker, user=None, topic="#"):
        self.messages, self.changed = [], threading.Condition()
        self.process = subprocess.Popen(
            [*broker.wrap, "mosquitto_sub", *broker.arguments(user), "-q", "1", "-t", topic, "-F", "%j"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True)
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()
        # It hears its own mark: from now on nothing is missed.
        mark = f"mark/{os.getpid()}/{id(self)}"

        def hears_mark():
            broker.publish(mark, "here", user=user)
            return any(one["topic"] == mark for one in self.messages)
        wait_for(hears_mark, "the ear to hear")

    def listen(self):
        for line in self.process.stdout:
            with self.changed:
                self.messages.append(json.loads(line))
                self.changed.notify_all()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()

    def at(self, topic):
        """What was published under a topic."""
        return [one for one in list(self.messages) if one["topic"] == topic]

    def payloads(self, topic):
        return [one["payload"] for one in self.at(topic)]

    def waits(self, condition, what, home=None):
        return wait_for(lambda: condition(self), what, home=home)

    def says(self, topic, payload, home=None):
        """Waits until the newest under a topic is that."""
        return wait_for(lambda: self.payloads(topic)[-1:] == [payload], f"{topic} to say {payload!r}", home=home)


class Line:
    """A port of this machine that leads to a broker, to another one, or nowhere."""

    def __init__(self, broker=None):
        self.target, self.open = broker, set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def lead(self, broker):
        """To this broker from now on (`None`: nowhere); what is connected is cut."""
        self.target = broker
        for one in list(self.open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.lead(None)
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def run(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            try:
                if self.target is None:
                    raise OSError("it leads nowhere")
                far = socket.create_connection((self.target.address, self.target.port))
            except OSError:
                near.close()
                continue
            self.open |= {near, far}
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(source, sink), daemon=True).start()

    def carry(self, source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        for one in (source, sink):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.open -= {source}
        source.close()


def certify(folder, name="broker"):
    """A certificate for `localhost` that the home has made itself, and its key; gives their path without the ending."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", f"{folder}/{name}.key",
         "-out", f"{folder}/{name}.pem"], check=True, capture_output=True)
    return f"{folder}/{name}"


def home_key(ear):
    """The home's own level of its topics, once it has said that it is there."""
    def look():
        found = [match for one in list(ear.messages) if (match := re.fullmatch(r"beckon/([0-9a-f]{8})/status", one["topic"]))]
        return found and found[0][1]
    return wait_for(look, "the home to say that it is there")


class House:
    """What a test expects of a home at a broker: its topics, and what came under them."""

    def __init__(self, ear, client="maria"):
        self.ear, self.key, self.client = ear, home_key(ear), client
        self.told, self.read = [], 0
        self.base = f"beckon/{self.key}"
        self.node = f"beckon_{self.key}"

    def topic(self, name):
        return f"{self.base}/{self.client}/{name}"

    def config(self, client=None):
        return f"homeassistant/device/{self.node}{f'_{client}' if client else ''}/config"

    def events(self):
        """The events of calls, in the order in which they came, doubles too."""
        new = self.ear.messages[self.read:]
        self.read += len(new)
        self.told += [dict(json.loads(one["payload"]), retain=one["retain"]) for one in new if one["topic"] == self.topic("call")]
        return list(self.told)

    def event(self, call, type):
        return wait_for(
            lambda: next((one for one in self.events() if (one["request"], one["event_type"]) == (call, type)), None),
            f"the event that {call} is {type}")


def first_of_each(events):
    """Without doubles, which have the same number."""
    seen = set()
    return [one for one in events if not (one["sequence"] in seen or seen.add(one["sequence"]))]


def pause_of(seconds):
    """For what must not come: nothing can be waited for."""
    time.sleep(seconds)
