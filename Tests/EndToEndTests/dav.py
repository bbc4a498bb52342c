"""Real CalDAV servers, and a place that gives a calendar by an address: what stands outside a home whose calendars are read and written."""
import base64
import contextlib
import datetime
import glob
import http.server
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

from home import ROOT, free_port, wait_for

# Behind the system's own, which stay what they are; scripts/setup puts them there.
sys.path += glob.glob(f"{ROOT}/.build/tools/lib/python3*/site-packages")
import icalendar  # noqa: E402

PYTHON = f"{ROOT}/.build/tools/bin/python3"
USER, PASSWORD = "ana", "päss:wörd"


def later(hour):
    """That hour of a day that is to come, for whoever runs this at whatever time: as calendars write it."""
    return (datetime.date.today() + datetime.timedelta(days=40)).strftime(f"%Y%m%dT{hour:02}0000")


def event(uid, title, hour=10, *more, day=None, zone="Europe/Berlin"):
    """A calendar with one event, as programs write it."""
    start = day or later(hour)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//test//EN", "BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z",
             f"DTSTART;TZID={zone}:{start}", "DURATION:PT1H", f"SUMMARY:{title}", *more, "END:VEVENT", "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()


class Server:
    """A CalDAV server with the account of `USER`; what it keeps outlives `kill`, and ends with `close`."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="beckon-dav.")
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.prepare()
        self.start()

    def start(self):
        with open(f"{self.folder}/log", "a") as log:
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=dict(os.environ, HOME=self.folder))
        wait_for(self.answers, f"{type(self).__name__} to listen")

    def answers(self):
        with contextlib.suppress(OSError):
            return self.ask("PROPFIND", self.origin + "/", headers={"Depth": "0"})[0] == 207
        return False

    def kill(self):
        """As a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, method, address, body=None, headers=()):
        """(status, body)"""
        request = urllib.request.Request(address, data=body, method=method, headers=dict(headers))
        request.add_header("Authorization", "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode())
        if body is not None:
            kind = "application/xml" if body.startswith(b"<") else "text/calendar; charset=utf-8"
            request.add_header("Content-Type", kind)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def make(self, name):
        """Another collection of calendars; gives its address."""
        address = self.home + name + "/"
        status, body = self.ask("MKCALENDAR", address)
        assert status == 201, (status, body)
        return address

    def put(self, collection, name, text):
        status, body = self.ask("PUT", collection + name, text)
        assert status in (201, 204), (status, body)

    def delete(self, collection, name):
        status, body = self.ask("DELETE", collection + name)
        assert status in (200, 204), (status, body)

    def names(self, collection):
        """What stands in a collection, by its names."""
        status, body = self.ask("PROPFIND", collection, headers={"Depth": "1"})
        assert status == 207, (status, body)
        return {href.rsplit("/", 1)[1] for href in re.findall(r"href>([^<]*\.ics)<", body.decode())}

    def events(self, collection):
        """The events of a collection, each as a program of calendars understands it, by UID."""
        found = {}
        for name in self.names(collection):
            status, body = self.ask("GET", collection + name)
            assert status == 200, (name, status, body)
            for one in icalendar.Calendar.from_ical(body).walk("VEVENT"):
                found.setdefault(str(one["UID"]), []).append(one)
        return found


class Radicale(Server):
    def prepare(self):
        with open(f"{self.folder}/users", "w") as file:
            file.write(f"{USER}:{PASSWORD}\n")
        with open(f"{self.folder}/config", "w") as file:
            file.write(
                f"[server]\nhosts = 127.0.0.1:{self.port}\n"
                f"[auth]\ntype = htpasswd\nhtpasswd_filename = {self.folder}/users\nhtpasswd_encryption = plain\n"
                f"[storage]\nfilesystem_folder = {self.folder}/collections\n")
        self.home = f"{self.origin}/{USER}/"

    def command(self):
        return [PYTHON, "-m", "radicale", "--config", f"{self.folder}/config"]


class Xandikos(Server):
    """It asks nobody for a password on this machine."""

    def prepare(self):
        self.home = f"{self.origin}/{USER}/calendars/"

    def command(self):
        return [os.path.dirname(PYTHON) + "/xandikos", "serve", "--directory", f"{self.folder}/data", "--defaults",
                "--listen-address", "127.0.0.1", "--port", str(self.port), "--current-user-principal", f"/{USER}/",
                "--state-dir", f"{self.folder}/state", "--no-detect-systemd"]


class Shared:
    """A calendar at a secret address, as people share one; `text` may be changed at any time."""

    def __init__(self, text):
        self.text, self.asked = text, []
        shared = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                tag = f'"{hash(shared.text)}"'
                is_known = self.headers.get("If-None-Match") == tag
                shared.asked.append("unchanged" if is_known else "whole")
                body = b"" if is_known else shared.text
                self.send_response(304 if is_known else 200)
                self.send_header("Content-Type", "text/calendar; charset=utf-8")
                self.send_header("ETag", tag)
                if not is_known:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/secret-0123456789/team.ics"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Answering:
    """A server that answers everything with the same: `status`, `headers` and `body`, which may be changed; `asked` says who had a password."""

    def __init__(self, status=207, headers=(), body=b""):
        self.status, self.headers, self.body, self.asked = status, dict(headers), body, []
        answering = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def answer(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                answering.asked.append(self.headers.get("Authorization"))
                self.send_response(answering.status)
                for name, value in {"Content-Length": str(len(answering.body)), **answering.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                with contextlib.suppress(OSError):
                    self.wfile.write(answering.body)

            do_PROPFIND = do_REPORT = do_GET = answer

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
