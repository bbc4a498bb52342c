"""A disk that fails when a test wants it to: a small library in front of libc, built from faulty.c, and its rules.

A rule is `CALL FILES WHEN WHAT`:
  CALL   sync (fsync, fdatasync) · write · size (truncate) · open · rename (link too)
  FILES  a pattern of paths, `*` for everything that has a descriptor
  WHEN   `7` the seventh that matches · `7+` from then on · `7-9` · `1/50@3` each by chance, one in fifty, seed 3
  WHAT   EIO, ENOSPC, EDQUOT, EROFS, EMFILE, ENFILE · short (half of it is written) · kill · kill-after · slow=MS
"""
import mmap
import os
import shutil
import struct
import subprocess
import tempfile
import uuid

SOURCE = f"{os.path.dirname(os.path.abspath(__file__))}/faulty.c"
SIZE, RULES, MOST = 16384, 4096, 16


class FaultyDisk:
    """The library, built once, and one page of rules for each process that runs with it."""

    def __init__(self):
        compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
        if not compiler:
            raise FileNotFoundError("no C compiler (cc, clang or gcc): faulty.c cannot be built")
        self.folder = tempfile.mkdtemp(prefix="beckon-faulty.")
        self.library = f"{self.folder}/faulty.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-Wall", SOURCE, "-o", self.library], check=True)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def page(self, *rules):
        return FaultyPage(self, rules)


class FaultyPage:
    def __init__(self, disk, rules):
        self.path = f"{disk.folder}/{uuid.uuid4().hex}"
        with open(self.path, "wb") as file:
            file.truncate(SIZE)
        with open(self.path, "r+b") as file:
            self.bytes = mmap.mmap(file.fileno(), SIZE)
        self.environment = {"LD_PRELOAD": disk.library, "FAULTY_PAGE": self.path}
        self.generation = 0
        if rules:
            self.set(*rules)

    def set(self, *rules):
        """These rules hold from now on, instead of those before; what they match is counted from nothing."""
        text = "\n".join(rules).encode()
        assert len(rules) <= MOST and len(text) < SIZE - RULES
        self.bytes[16:16 + 16 * MOST] = bytes(16 * MOST)
        self.bytes[RULES:SIZE] = text.ljust(SIZE - RULES, b"\0")
        self.generation += 1
        self.bytes[0:8] = struct.pack("<Q", self.generation)

    def mend(self):
        """The disk is well again."""
        self.set()

    def set_clock(self, seconds):
        """The wall clock is off by so many seconds from now on."""
        self.bytes[8 * (2 + 2 * MOST):8 * (3 + 2 * MOST)] = struct.pack("<q", seconds)

    def number(self, index):
        return struct.unpack_from("<Q", self.bytes, 8 * index)[0]

    @property
    def syncs(self):
        return self.number(1)

    def matched(self, rule=0):
        return self.number(2 + rule)

    def done(self, rule=0):
        """How often the rule has made something go wrong."""
        return self.number(2 + MOST + rule)
