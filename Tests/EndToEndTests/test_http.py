"""Hostile and broken messages to a running service: a problem that says what is wrong, never a 500, never an end."""
import json
import os
import re
import socket
import stat
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import API, PATIENCE, Role, free_port, healthy, small_home, wait_for  # noqa: E402


def request(**changes):
    body = {"id": str(uuid.uuid4()), "client": "maria", "client_name": "Maria", "need": "water", "label": "Water",
            "called": "water", "say": "Water, please.", "priority": "normal", "asked_at": "2030-01-01T10:00:00Z"}
    body.update(changes)
    return {name: value for name, value in body.items() if value is not None}


class HostileHTTP(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home, cls.port = small_home(), free_port()
        cls.service = Role(cls.home, "service", ["--listen", f"127.0.0.1:{cls.port}"])
        wait_for(healthy(cls.port), "the service", home=cls.home)
        cls.kiosk, cls.station = cls.home.token("kiosk"), cls.home.token("station")

    @classmethod
    def tearDownClass(cls):
        cls.service.kill()
        cls.home.remove()

    def raw(self, data):
        """What a socket gives for these bytes: (status or None, head, body)."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as wire:
            try:
                wire.sendall(data)
                wire.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # It has already answered and closed.
            answer = b""
            try:
                while piece := wire.recv(65536):
                    answer += piece
                    found = re.search(rb"\r\n\r\n", answer)
                    length = re.search(rb"content-length: (\d+)", answer, re.I)
                    if found and length and len(answer) >= found.end() + int(length[1]):
                        break
            except OSError:
                pass
        head, _, body = answer.partition(b"\r\n\r\n")
        status = re.match(rb"HTTP/1\.[01] (\d+)", head)
        return (int(status[1]) if status else None), head.decode("latin-1"), body

    def send(self, method, path, body=b"", token=None, headers=()):
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        lines += list(headers)
        return self.raw("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)

    def refused(self, answer, wanted, what):
        status, head, body = answer
        self.assertIn(status, [wanted] if isinstance(wanted, int) else wanted, f"{what}: {head} {body[:300]}")
        self.assertIn("application/problem+json", head.lower(), f"{what}: {head} {body[:300]}")
        problem = json.loads(body)
        self.assertEqual(problem["status"], status, what)
        self.assertTrue(problem["detail"] and problem["type"].startswith("urn:beckon:problem:"), problem)
        return problem

    def post(self, body, path="/api/v1/requests", token=None):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.send("POST", path, data, token or self.kiosk)

    def tearDown(self):
        self.assertTrue(self.service.is_running(), self.home.logged()[-2000:])
        self.assertTrue(healthy(self.port)(), "the service does not answer any more")

    def test_tokens(self):
        for token in [None, "", "x", "A" * 43, self.kiosk[:-1], self.kiosk + "A", self.kiosk.lower(), "\xe9\xff", "A" * 7000]:
            self.refused(self.send("GET", "/api/v1/requests", token=token), 401, f"token {token!r:.20}")
        self.refused(self.send("GET", "/api/v1/requests", headers=[f"Authorization: Basic {self.kiosk}"]), 401, "Basic")
        self.refused(self.post(request(), token=self.station), 403, "a station asks")

    def test_methods_and_paths(self):
        for method, path in [("DELETE", "/api/v1/requests"), ("PUT", "/api/v1/requests"), ("POST", "/api/v1/health"),
                             ("PATCH", f"/api/v1/requests/{uuid.uuid4()}")]:
            self.refused(self.send(method, path, token=self.kiosk), 405, f"{method} {path}")
        for path in ["/api/v1/", "/api/v1/requests/", "/api/v1/../../etc/passwd", "/api/v1/%2e%2e/%2e%2e/etc/passwd",
                     "/api/v1/requests%00", "/api/v1/openapi.json/../tokens/kiosk", "/api/v2/requests"]:
            status, head, body = answer = self.send("GET", path, token=self.kiosk)
            self.refused(answer, 404, path[:60])
            self.assertNotIn(self.station.encode(), body)
            self.assertNotIn(b"root:", body)
        # What is no path of the API is a page's, or none's.
        for path in ["/api", "/../../../etc/passwd", "//api/v1/health", "/" + "a" * 6000, "/tokens/kiosk", "/assets/../tokens/kiosk",
                     "/assets/%2e%2e/tokens/kiosk", "/assets/pages.css%00", "/display/../../tokens/kiosk"]:
            status, head, body = self.send("GET", path, token=self.kiosk)
            self.assertIn(status, (303, 404) if path.startswith("/display") else (404,), path[:60])
            self.assertIn("content-security-policy: default-src 'none'", head.lower(), path[:60])
            self.assertNotIn(self.station.encode(), body)
            self.assertNotIn(b"root:", body)
        self.refused(self.send("GET", "/api/v1/requests/not-a-uuid", token=self.kiosk), 400, "no UUID")
        self.refused(self.send("GET", f"/api/v1/requests/{uuid.uuid4()}", token=self.kiosk), 404, "unknown request")
        for query in ["limit=0", "limit=-1", "limit=999999999999999999999", "limit=x", "after=%zz", "state=closed",
                      "limit=1&limit=2", "after=-1"]:
            self.refused(self.send("GET", f"/api/v1/requests?{query}", token=self.kiosk), [400, 422], query)

    def test_bodies(self):
        for body in [b"{", b"[]", b"null", b"\xff\xfe{}", b'{"id":', b"[" * 30000, b'{"a":' * 5000, b"\x00" * 50, b'"x"', b"1e999",
                     b'{"id":"\\ud800"}']:
            self.refused(self.post(body), [400, 422], body[:20])
        for field, value in [("id", "x"), ("id", 7), ("id", None), ("client", None), ("client", {}), ("need", []), ("need", ""),
                             ("label", 1.5), ("say", "x" * 2001), ("say", "\x07"), ("label", "  "), ("priority", "soonish"),
                             ("priority", 1), ("asked_at", "yesterday"), ("asked_at", 1e400), ("asks_again", "no"),
                             ("asked_at", "2030-13-01T10:00:00Z"), ("asked_at", "")]:
            problem = self.refused(self.post(request(**{field: value})), [400, 422], f"{field}: {value!r:.30}")
            if value != 1e400:  # No JSON at all.
                self.assertEqual(problem.get("field"), field, problem)
        self.refused(self.send("POST", "/api/v1/requests", token=self.kiosk), [400, 415], "no body")
        self.refused(self.raw(f"POST /api/v1/requests HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.kiosk}\r\nContent-Type: "
                              f"text/plain\r\nContent-Length: 2\r\n\r\n{{}}".encode()), 415, "text/plain")

    def test_a_day_that_does_not_exist(self):
        """Else a request would be counted from another moment than the one that was sent."""
        for day in ["2030-02-31", "2031-02-29", "2030-04-31"]:
            self.refused(self.post(request(asked_at=f"{day}T10:00:00Z")), [400, 422], day)

    def test_a_body_that_is_too_long(self):
        self.refused(self.post(request(say="x" * 100_000)), 413, "100 kB")
        claimed = (f"POST /api/v1/requests HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.kiosk}\r\n"
                   "Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n").encode()
        self.assertIn(self.raw(claimed + b"x" * 200_000)[0], [413, 400])
        chunks = b"".join(b"ffff\r\n" + b"x" * 0xffff + b"\r\n" for _ in range(8)) + b"0\r\n\r\n"
        chunked = claimed.replace(b"Content-Length: 99999999999", b"Transfer-Encoding: chunked")
        self.assertEqual(self.raw(chunked + chunks)[0], 413)

    def test_what_is_not_http(self):
        for data in [b"BREW /api/v1/requests HTTP/1.1\r\n\r\n", b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"\r\n" * 100,
                     b"GET / HTTP/1.1\r\nA" + b"b" * 100_000 + b": c\r\n\r\n",
                     b"POST /api/v1/requests HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                     b"POST /api/v1/requests HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"]:
            status, _, _ = self.raw(data)
            self.assertTrue(status is None or 400 <= status < 500, f"{data[:40]}: {status}")

    def test_responses(self):
        new = request()
        status, _, _ = self.post(new)
        self.assertEqual(status, 201)
        path = f"/api/v1/requests/{new['id']}/responses"

        def answer(**changes):
            body = {"id": str(uuid.uuid4()), "state": "declined", "by": "Anna", "at": "2030-01-01T10:00:00Z"}
            body.update(changes)
            return self.post(body, path, self.station)

        for reason in [{}, {"reason": ""}, {"reason": "  "}, {"reason": None}]:
            problem = self.refused(answer(**reason), 422, f"declined with {reason}")
            self.assertEqual(problem["field"], "reason")
        self.refused(answer(reason=5), 400, "reason: 5")
        self.refused(answer(reason="x" * 501), 422, "a long reason")
        for state in ["asked", "lost", 3]:
            self.refused(answer(state=state), [400, 422], f"state {state}")
        self.refused(answer(state="cancelled"), 403, "a station takes back")
        self.refused(self.post({"id": str(uuid.uuid4()), "state": "met", "by": "Maria", "at": "2030-01-01T10:00:00Z"}, path), 403,
                     "the kiosk answers itself")
        api = API(self.port, self.station)
        self.assertEqual(api.call("GET", f"/requests/{new['id']}")[1]["state"], "asked")
        self.refused(self.post(dict(new, say="Other words.")), 409, "the same id with other words")
        self.assertEqual(self.post(new)[0], 200)

    def test_slow_and_many_connections(self):
        """Half a message on each of many connections does not block others."""
        wires = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(300)]
        try:
            for wire in wires:
                wire.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: ")
            # So many at once from one address may cost the next one a try; while they stay, others come in.
            wait_for(healthy(self.port), "an answer beside them", home=self.home)
        finally:
            for wire in wires:
                wire.close()

    def test_tokens_are_for_their_owner_alone(self):
        for name in ["kiosk", "station"]:
            path = f"{self.home.path}/tokens/{name}"
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600, path)
            with open(path) as file:
                self.assertRegex(file.read(), r"\A[!-~]{32,}\n\Z")
        self.assertEqual(stat.S_IMODE(os.stat(f"{self.home.path}/tokens").st_mode), 0o700)
        for name in ["care.sqlite", "care.sqlite-wal"]:
            self.assertEqual(stat.S_IMODE(os.stat(f"{self.home.path}/{name}").st_mode), 0o600, name)
        for token in [self.kiosk, self.station]:
            self.assertNotIn(token, self.home.logged())


if __name__ == "__main__":
    unittest.main(verbosity=2)
