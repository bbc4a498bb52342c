"""Paths that would lead out of what the real service serves: as bytes, since every library would tidy them up first."""
import contextlib
import itertools
import os
import re
import socket
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from hostile import PATIENCE, Service  # noqa: E402


class Paths(unittest.TestCase):
    """None leads to a file that is not a page, picture or board."""

    SECRET = b"not for anybody's eyes"

    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.addClassCleanup(cls.service.close)
        boards = f"{cls.service.home.path}/boards"
        for path in (f"{cls.service.home.path}/secret.png", f"{cls.service.home.path}/secret.yaml",
                     f"{cls.service.home.folder}/secret.png", f"{cls.service.home.path}/secret.wav"):
            with open(path, "wb") as file:
                file.write(cls.SECRET)
        with open(f"{boards}/cup.png", "wb") as file:
            file.write(b"a cup")
        os.symlink("../secret.png", f"{boards}/link.png")
        os.symlink("../secret.yaml", f"{boards}/link.yaml")
        os.symlink("..", f"{boards}/up")
        os.mkfifo(f"{boards}/pipe.png")
        os.symlink("/dev/zero", f"{boards}/zero.png")

    def get(self, path):
        with contextlib.closing(socket.create_connection(("127.0.0.1", self.service.port), timeout=PATIENCE)) as wire:
            wire.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                         + self.service.station.encode() + b"\r\n\r\n")
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := wire.recv(65536):
                    answer += piece
        status = re.match(rb"HTTP/1\.[01] (\d+)", answer)
        return (int(status[1]) if status else None), answer

    @staticmethod
    def ways(target):
        """The path as it is, encoded, encoded twice, with other separators, and with what ends a name in C."""
        def coded(text, signs):
            return "".join(f"%{ord(sign):02x}" if sign in signs else sign for sign in text)
        once = coded(target, "./")
        yield from (target, coded(target, "."), coded(target, "/"), once, once.replace("%", "%25"), once.replace("%", "%2525"),
                    target.replace("/", "\\"), target.replace("/", "%5c"), target.replace("../", "..;/"),
                    target.replace("../", "....//"), target.replace(".", "%c0%ae"), target.replace("/", "%c0%af"),
                    target.replace(".", "%uff0e"), target + "%00.png", target + "%00", "cup.png%00/" + target,
                    "cup.png/" + target, "./" + target, "/" + target, "//" + target, "up/" + target)

    def test_no_path_leads_out(self):
        home = self.service.home.path
        targets = ["../secret.png", "../../secret.png", "../secret.yaml", "../secret.wav", "up/secret.png", "link.png", "link.yaml",
                   "zero.png", "pipe.png", "../tokens/station", "../care.sqlite", "../beckon.yaml", "..", ".", "",
                   f"{home}/secret.png", f"{home}/tokens/station", "/etc/passwd", f"file://{home}/secret.png",
                   "../../../../../../../../etc/passwd", "~/.bashrc", "boards/../../secret.png"]
        places = ["/api/v1/displays/maria/symbol?path=", "/api/v1/files/", "/assets/", "/boards/", "/"]
        self.assertEqual(self.get(b"/api/v1/displays/maria/symbol?path=cup.png")[0], 200, "nothing is shown without this")
        count = 0
        for place, target in itertools.product(places, targets):
            for way in self.ways(target):
                status, answer = self.get((place + way).encode())
                count += 1
                what = f"{place}{way}"
                self.assertLess(len(answer), 200_000, what)
                for secret in (self.SECRET, self.service.station.encode(), self.service.kiosk.encode(), b"root:x", b"SQLite format"):
                    self.assertNotIn(secret, answer, what)
                # Led to the log in, or told that there is nothing; the empty path is the first page.
                self.assertIn(status, (303, 400, 403, 404, 422), f"{what}: {answer[:200]}")
        self.assertTrue(self.service.role.is_running())
        print(f"  {count} paths that lead out: none did", flush=True)


if __name__ == "__main__":
    unittest.main(verbosity=2)
