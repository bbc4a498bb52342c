"""Everything that a machine writes to its disk, in order; and the states that a cut could have left behind.

QEMU's `blklogwrites` keeps each write and each flush in the format of Linux's dm-log-writes. A disk may keep what was written
after its last flush in any order, in part, or not at all; a sector of 512 bytes is whole or not there. Only the file system's
superblock is never torn: ext4 writes its two sectors in place, checks them as one, and no program above it can help that.
"""
import contextlib
import filecmp
import os
import struct
import threading
import time

from asleep import Woken
from coordinator import NAME
from cuts import FILES, ORIGINALS, Lives, pager
from image import BECKON, ROOT, run
from machine import Waiting, prepared, unpack, wait_for
from witness import Witness, broken_stores, difference, findings

MAGIC, SECTOR = 0x6A736677736872, 512
SUPERBLOCK = range(1024, 2048)
FLUSH, FUA, DISCARD = 1, 2, 4
# How long only what is planned is told and ticked off. Seconds.
CHORES = 8
# More often than so something was promised, before anything can be said about it.
LEAST = 2
# So long a life waits at most until that has happened: only where it never does, however busy the host is. Seconds.
HAPPENS = 400


class Log:
    """The file that blklogwrites fills."""

    def __init__(self, path):
        self.path = path
        open(path, "wb").close()

    def count(self):
        """How many writes and flushes there were; exact after each flush."""
        with open(self.path, "rb") as file:
            head = file.read(28)
        if len(head) < 28:
            return 0
        magic, version, count, size = struct.unpack("<QQQI", head)
        if (magic, version, size) != (MAGIC, 1, SECTOR):
            raise AssertionError(f"not a log of writes: {head}")
        return count

    def entries(self):
        """(first byte on the disk, data, whether all before it are on the disk now, whether it is itself)"""
        found = []
        with open(self.path, "rb") as file:
            file.seek(SECTOR)
            for _ in range(self.count()):
                place, length, flags, extra = struct.unpack("<QQQQ", file.read(SECTOR)[:32])
                if flags & DISCARD or extra:
                    raise AssertionError(f"an entry that is not expected: flags {flags}")
                found.append((place * SECTOR, file.read(length * SECTOR), bool(flags & FLUSH), bool(flags & FUA)))
        return found


class Marked(Witness):
    """Notes how much had been written when something was confirmed."""

    def __init__(self, log):
        super().__init__()
        self.log, self.marks = log, {}

    def confirm(self, request):
        super().confirm(request)
        self.marks[request] = self.log.count()

    def accept(self, answer, request, state, by):
        super().accept(answer, request, state, by)
        self.marks[answer] = self.log.count()

    def promise(self, routine):
        super().promise(routine)
        self.marks[routine] = self.log.count()

    def tick(self, entry, routine, kind):
        super().tick(entry, routine, kind)
        self.marks[entry] = self.log.count()

    def watch(self, machine):
        """Notes the same for each line of the transcript, until the machine is off."""
        while machine.process.poll() is None:
            for number in range(len(self.lines), len(lines := machine.lines())):
                self.marks[number] = self.log.count()
                self.lines.append(lines[number])
            time.sleep(0.005)

    def before(self, count):
        """What had been confirmed when so much had been written. What was heard at any time counts as heard."""
        return Before(self, count)


class Before(Witness):
    def __init__(self, whole, count):
        super().__init__()
        self.whole = whole
        self.lines = [line for number, line in enumerate(whole.lines) if whole.marks[number] <= count]
        self.confirmed = {request for request in whole.confirmed if whole.marks[request] <= count}
        self.answers = {answer: what for answer, what in whole.answers.items() if whole.marks[answer] <= count}
        self.promised = {routine for routine in whole.promised if whole.marks[routine] <= count}
        self.ticks = {entry: what for entry, what in whole.ticks.items() if whole.marks[entry] <= count}
        self.sent, self.presses, self.paged, self.planned = whole.sent, whole.presses, whole.paged, whole.planned
        self.had_by_two = whole.had_by_two

    def all_lines(self):
        return self.whole.lines

    def announced(self, event="finished"):
        return self.whole.announced(event)


class RecordedLife(Lives):
    """One life of a new disk, of which each write is kept."""

    def __init__(self, folder, asleep, seed, files=FILES):
        self.log = Log(f"{prepared(folder)}/writes.log")
        super().__init__(folder, asleep, seed, files=files, witness=Marked(self.log))
        with open(self.disk.path, "rb") as file:
            self.empty = file.read()

    def machine(self):
        nodes = ["-blockdev", f"driver=file,node-name=image,filename={self.disk.path}",
                 "-blockdev", f"driver=file,node-name=log,filename={self.log.path}",
                 "-blockdev", f"driver=blklogwrites,node-name=disk,file=image,log=log,log-sector-size={SECTOR},"
                 "log-super-update-interval=1"]
        folder = self.new_folder()
        return Woken(self.disk, self.asleep, blockdev=nodes, folder=folder, extra=pager(folder))

    def live(self, seconds):
        """Lives so long after enough was promised, and then a while in which nobody asks."""
        with self.machine() as machine:
            watching = threading.Thread(target=self.witness.watch, args=(machine,))
            watching.start()
            work = self.start_work(machine)
            machine.ready()
            with contextlib.suppress(Waiting):
                wait_for(lambda: not self.missing(), "enough that was promised", seconds=HAPPENS)
            time.sleep(seconds)
            self.is_for_chores = True
            time.sleep(CHORES)
            machine.cut()
            for thread in [*work, watching]:
                thread.join()
            self.witness.paged = self.paged(machine)

    def told(self):
        """What was promised until now, and how often."""
        return {"asked": len(self.witness.asked()), "posted": len(self.witness.confirmed),
                "answered": len(self.witness.answers), "planned": len(self.witness.promised)}

    def missing(self):
        """What has not happened often enough to say anything about it."""
        return [f"{name}: {count}, more than {LEAST} wanted" for name, count in self.told().items() if count <= LEAST]

    def states(self, count, ignored_flushes=0):
        """What a check finds in each of so many states that a cut could have left: (entries before the cut, findings).

        `ignored_flushes`: how many of the last flushes the disk only pretended to have done.
        """
        entries = self.log.entries()
        flushes = [number for number, entry in enumerate(entries) if entry[2]]
        image, written = bytearray(self.empty), 0
        for cut in sorted(self.random.randrange(1, len(entries) + 1) for _ in range(count)):
            before = [number for number in flushes if number < cut]
            safe = before[-1 - ignored_flushes] if len(before) > ignored_flushes else 0
            for place, data, _, _ in entries[written:safe]:
                image[place:place + len(data)] = data
            written = max(written, safe)
            yield cut, self.look_at(self.left(image, entries[safe:cut]), cut)

    def left(self, image, entries):
        """An image with some of the last writes on it, in any order, some of them torn."""
        left = bytearray(image)
        chance = self.random.choice([0.0, 0.5, 0.9, 1.0])
        kept = [entry for entry in entries if entry[3] or self.random.random() < chance]
        self.random.shuffle(kept)
        for place, data, _, is_safe in kept:
            is_superblock = place < SUPERBLOCK.stop and place + len(data) > SUPERBLOCK.start
            is_torn = not is_safe and not is_superblock and self.random.random() < 0.3
            for sector in range(0, len(data), SECTOR) if is_torn else [0]:
                part = data[sector:sector + SECTOR] if is_torn else data
                if not is_torn or self.random.random() < 0.5:
                    left[place + sector:place + sector + len(part)] = part
        return left

    def look_at(self, image, cut):
        path = f"{self.folder}/state.img"
        with open(path, "wb") as file:
            file.write(image)
        try:
            files = unpack(path, self.folder)
        except AssertionError as damage:
            return [str(damage)]
        return self.found(files, cut)

    def found(self, files, cut):
        return findings(files, self.witness.before(cut), ORIGINALS, is_settled=False)


class FirstStart(RecordedLife):
    """The first start of a home in which there is nothing yet: what ships is copied whole, or not yet. Then a coordinator sets up.

    Nobody has named the caregiver yet, so whoever sets up is that person, and the settings say so before the service answers.
    """

    def __init__(self, folder, asleep, seed):
        super().__init__(folder, asleep, seed, files={})
        self.settings = run([BECKON, "config", "default"]).stdout.encode()
        self.named = named(self.settings, NAME)
        # How much had been written when the coordinator was told that they have set up.
        self.set_up_at = None

    def plan(self, machine, chance):
        """Nothing: it has a home's own settings."""
        time.sleep(0.1)

    def ask_and_answer(self, machine, chance):
        try:
            super().ask_and_answer(machine, chance)
        finally:
            if self.others.has_set_up and self.set_up_at is None:
                self.set_up_at = self.log.count()

    def missing(self):
        return [] if self.set_up_at else ["nobody has set up"]

    def found(self, files, cut):
        found = broken_stores(files)
        for folder in ("boards", "exercises"):
            if not os.path.exists(f"{files}/{folder}"):
                continue
            compared = filecmp.dircmp(f"{ROOT}/{folder}", f"{files}/{folder}")
            # Beckon's own words are not the home's.
            missing = [name for name in compared.left_only if not name.startswith(("texts.", "plan-words."))]
            if missing or compared.right_only:
                found.append(f"HALF WRITTEN: {folder}: {missing + compared.right_only}")
            for name in compared.common_files:
                with open(f"{ROOT}/{folder}/{name}", "rb") as file:
                    found += self.half_written(files, f"{folder}/{name}", [file.read()])
        is_set_up = self.set_up_at is not None and self.set_up_at <= cut
        if is_set_up and not os.path.exists(f"{files}/beckon.yaml"):
            found.append("LOST: beckon.yaml")
        return found + [
            *self.half_written(files, "beckon.yaml", [self.named] if is_set_up else [self.settings, self.named]),
            *self.half_written(files, "last-good/beckon.yaml", [self.settings, self.named]),
            *self.half_written(files, "previous/beckon.yaml", [self.settings])]

    @staticmethod
    def half_written(files, name, texts):
        """A file that is none of these texts, and how it differs from each; it may be missing."""
        try:
            with open(f"{files}/{name}", "rb") as file:
                there = file.read()
        except FileNotFoundError:
            return []
        return [] if there in texts else [
            f"HALF WRITTEN: {name}: " + "; or: ".join(difference(there, text) for text in texts)]


def named(settings, name):
    """The settings that a home begins with, in which the caregiver has a name."""
    before, after = settings.split(b"\ncaregiver:\n")
    if b"\n  name: Somebody\n" not in after:
        raise AssertionError("beckon.yaml no longer calls the caregiver Somebody")
    return before + b"\ncaregiver:\n" + after.replace(b"\n  name: Somebody\n", f'\n  name: "{name}"\n'.encode(), 1)
