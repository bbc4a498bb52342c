"""The plug is pulled at random moments, again and again; whatever anybody was told is there afterwards, once.

CUTS=1000 pulls it so often; SEED=… repeats a run's decisions (what the machine does in them still depends on its speed).
"""
import concurrent.futures
import copy
import glob
import json
import os
import random
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from asleep import put_to_sleep  # noqa: E402
from claims import claim  # noqa: E402
from cuts import ORIGINALS, Lives, pager  # noqa: E402
from machine import CACHE, KEPT, prepared  # noqa: E402
from reminded import tellings  # noqa: E402
from spoilers import SPOILERS, NothingToSpoil  # noqa: E402
from witness import Stores, findings  # noqa: E402
from writes import FirstStart, RecordedLife  # noqa: E402

CUTS = int(os.environ.get("CUTS", "50"))
SEED = int(os.environ.get("SEED", random.SystemRandom().randrange(1 << 32)))
WORKERS = 2
# Lives of one disk: so many first starts are cut, too.
LIVES = 13
# Of each further disk, when all those lives together held too little.
MORE_LIVES = 5
# Without syncs, the first life that was asked anything loses it, mostly; never later than this.
UNSYNCED_LIVES = 12
# One life whose every write is kept, and how many ends of it are looked at.
RECORDED_SECONDS = 20
STATES = int(os.environ.get("STATES", "200"))
# A store needs a few flushes for one request; a lie about so many of them loses it.
IGNORED_FLUSHES = 8


class ThePlugIsPulled(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="cuts.", dir=prepared(f"{CACHE}/running"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.states = {}

    def asleep(self, environment=()):
        """The machine that every life wakes from, put to sleep when it is first asked for."""
        key = tuple(environment)
        if key not in self.states:
            state = f"{self.folder}/asleep-{len(self.states)}"
            first = prepared(f"{self.folder}/first")
            put_to_sleep(first, state, environment=environment, extra=pager(first))
            self.states[key] = state
        return self.states[key]

    def test_1_nothing_is_lost_or_doubled(self):
        state = self.asleep()
        began = time.monotonic()
        disks = []
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            self.live_on(pool, disks, [min(LIVES, CUTS - done) for done in range(0, CUTS, LIVES)], state)
            # A life on a slow machine holds less: then there are more of them, at most twice as many.
            while self.missing(disks) and sum(lives.cuts for lives in disks) < 2 * CUTS:
                self.live_on(pool, disks, [MORE_LIVES] * WORKERS, state)
        self.assertEqual(self.missing(disks), [])
        cuts, early = sum(lives.cuts for lives in disks), sum(lives.cut_before_ready for lives in disks)
        self.assertGreaterEqual(cuts, CUTS)
        held = {name: count for name, count, _ in self.happened(disks)}
        claim("the plug pulled at random moments", f"{cuts} times, {early} of them during a start, on {len(disks)} disks, "
              f"{time.monotonic() - began:.0f} s, seed {SEED}")
        claim("requests confirmed by “Asked” and by the service, lost, doubled", f"{held['asked']} and {held['posted']}, 0, 0")
        claim("answers accepted, lost or never announced", f"{held['answered']}, 0")
        claim("chores confirmed by the service that were told or ticked off; nobody reminded, told again after it was known",
              f"{held['planned']}; 0, 0")
        claim("of those told by the station; ticked off over the API and by the station's key; lost",
              f"{held['told']}; {held['ticked']} and {held['ticked by key']}; 0")
        claim("points of chores that were done; lost, doubled", f"{held['earned']}; 0, 0")
        claim("calls that two stations asked for at once; had by both, by nobody who was told so", f"{held['claimed']}; 0, 0")
        claim("alert commands marked as sent, of those never run", f"{held['sent']}, 0")
        claim("after each cut: stores whole, no file half-written", f"{cuts} times")
        claim("each check fails on what it guards against", f"{len(SPOILERS)} ways of spoiling by hand, all found")

    def live_on(self, pool, disks, sizes, state):
        """More disks, so many lives each. The first that fails ends the test; what it found stays on the disk."""
        known = len(disks)
        disks += pool.map(lambda place: self.live(known + place, sizes[place], state), range(len(sizes)))

    def missing(self, disks):
        """What has not happened often enough to say anything about it."""
        return ([f"{name}: {count}, more than {least} wanted" for name, count, least in self.happened(disks) if count <= least]
                + [f"nothing to spoil for “{name}”" for name in SPOILERS if not any(self.spoil(lives, name) for lives in disks)])

    @staticmethod
    def happened(disks):
        """(what, how often, more often than so to say anything about it)"""
        witnesses = [lives.witness for lives in disks]
        stores = [Stores(f"{lives.folder}/files") for lives in disks]
        return [
            # In every third life only what is planned.
            ("asked", sum(len(witness.asked()) for witness in witnesses), CUTS // 3),
            ("posted", sum(len(witness.confirmed) for witness in witnesses), CUTS // 2),
            ("answered", sum(len(witness.answers) for witness in witnesses), CUTS // 2),
            ("planned", sum(len(witness.promised) for witness in witnesses), CUTS // 4),
            ("told", sum(len({chore for _, _, chore in tellings(witness.lines, "finished")}) for witness in witnesses), CUTS // 8),
            ("ticked", sum(len(witness.ticks) for witness in witnesses), CUTS // 10),
            ("ticked by key", sum(json.loads(row["content"])["by"] == "Anna"
                                  for store in stores for row in store.rows("care", "SELECT content FROM entry")), CUTS // 20),
            ("earned", sum(len(store.rows("care", "SELECT * FROM point_line")) for store in stores), CUTS // 10),
            ("claimed", sum(lives.claimed for lives in disks), CUTS // 10),
            ("sent", sum(row["state"] == "sent" for store in stores for row in store.deliveries), 0),
        ]

    def live(self, number, count, state, environment=()):
        """All lives of one disk; the last is a whole start, in which all that was promised is heard."""
        lives = Lives(f"{self.folder}/disk-{number}", state, SEED + number, environment)
        for life in range(count):
            lives.live()
            self.check(lives, lives.look(), f"disk {number}, life {life}")
        lives.settle()
        self.check(lives, lives.look(is_settled=True), f"disk {number}, at the end")
        return lives

    def spoil(self, lives, name):
        """Each check can fail: what it guards is taken away by hand, from a copy of what has just been found in order.

        `False` where this disk holds nothing of the kind.
        """
        files = f"{self.folder}/spoiled"
        shutil.rmtree(files, ignore_errors=True)
        shutil.copytree(f"{lives.folder}/files", files)
        witness = copy.deepcopy(lives.witness)
        try:
            SPOILERS[name](files, witness)
        except NothingToSpoil:
            return False
        found = findings(files, witness, ORIGINALS, is_settled=True)
        self.assertTrue(any(name in line for line in found), f"“{name}” was not found: {found}")
        return True

    def check(self, lives, found, when):
        if found:
            kept = f"{prepared(KEPT)}/cuts-{SEED}-{os.path.basename(lives.folder)}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(lives.folder, kept)
            with open(f"{kept}/transcript", "w") as file:
                file.writelines(json.dumps(line) + "\n" for line in lives.witness.lines)
            self.fail(f"{when}, seed {SEED}; kept: {kept}\n" + "\n".join(found))

    def test_2_without_syncs_the_same_test_finds_losses(self):
        library = glob.glob("/usr/lib/*/libeatmydata.so")
        self.assertTrue(library, "libeatmydata.so is missing: scripts/setup installs it (eatmydata)")
        environment = [f"LD_PRELOAD={library[0]}"]
        lives = Lives(f"{self.folder}/unsynced", self.asleep(environment), SEED, environment)
        found = []
        while not found and lives.cuts < UNSYNCED_LIVES:
            lives.live()
            # Other complaints would be the checks' own mistakes.
            found = [line for line in lives.look() if line.startswith(("LOST", "UNHEARD", "DAMAGED"))]
        self.assertTrue(found, f"{lives.cuts} cuts of a machine that syncs nothing, and nothing was missed")
        claim("the same with syncing taken out finds losses", f"after {lives.cuts} cuts: {len(found)}, as “{found[0]}”")

    def test_3_writes_that_were_reordered_and_torn(self):
        """Every write of one life, and what a disk could have kept of them when the power went."""
        life = RecordedLife(f"{self.folder}/recorded", self.asleep(), SEED)
        life.live(RECORDED_SECONDS)
        self.assertEqual(life.missing(), [])
        entries = life.log.entries()
        flushes = sum(is_flush for _, _, is_flush, _ in entries)
        for cut, found in life.states(STATES):
            self.check(life, found, f"cut after {cut} of {len(entries)} writes")
        claim("states that a cut could leave of torn and reordered writes: damage, losses",
              f"{STATES} of {len(entries) - flushes} writes and {flushes} flushes, with {sum(life.told().values())} promises: 0, 0")
        states = 0
        for _, found in life.states(STATES, ignored_flushes=IGNORED_FLUSHES):
            states += 1
            if found:
                break
        self.assertTrue(found, f"a disk that does not flush, and nothing was missed in {states} states")
        claim(f"a disk that only pretends to have done its last {IGNORED_FLUSHES} flushes is found out",
              f"after {states} states: “{found[0].splitlines()[0]}”")

    def test_4_the_disk_fails(self):
        """From one moment on nothing can be written: nobody is told that it was kept, and what was kept before stays."""
        lives = Lives(f"{self.folder}/failing", self.asleep(), SEED)
        with lives.machine() as machine:
            machine.ready()
            lives.others.pair(machine)
            lives.witness.presses += 1
            machine.press("1")
            asked = machine.said("Asked", role="kiosk", kind="announcement")
            # A digit chooses when nothing is announced any more.
            machine.said("", event="started", role="kiosk", kind="cue", after=asked["number"])
            machine.unplug("disk-device")
            machine.press("2")
            told = machine.said("That could not be saved", role="kiosk", after=asked["number"])
            machine.said("A call from Maria was lost", role="station", event="started", after=asked["number"])
            with self.assertRaisesRegex(AssertionError, "503", msg="the service says that it cannot keep a request"):
                lives.post(machine, random.Random(SEED))
            status, health = machine.api.call("GET", "/health")
            self.assertEqual((status, health["status"]), (503, "store_failed"))
            between = machine.lines()[asked["number"] + 1:told["number"]]
            self.assertEqual([line for line in between if line["text"].startswith("Asked")], [])
            machine.cut()
            lives.witness.hear(machine.lines(), lives.paged(machine))
        self.check(lives, lives.look(), "after the disk had failed")
        lives.settle()
        self.check(lives, lives.look(is_settled=True), "with the disk in order again")
        claim("the disk fails: client, caregiver and sender are told, and what was confirmed before is there",
              f"“{told['text']}”, 503")

    def test_5_a_new_home_is_whole_or_not_there(self):
        """Cuts during and after the first start of a machine whose disk is empty."""
        life = FirstStart(f"{self.folder}/new", self.asleep(), SEED)
        life.live(8)
        self.assertEqual(life.missing(), [])
        for cut, found in life.states(STATES // 4):
            self.check(life, found, f"cut after {cut} of {life.log.count()} writes")
        claim("states of a home's first start, in which somebody sets up: boards and settings whole, or not there yet",
              f"{STATES // 4}, 0 half-written")
        files, count = life.disk.unpacked(life.folder), life.log.count()
        self.assertEqual(life.found(files, count), [])
        for what, text in [("half of it", life.named[:len(life.named) // 2]), ("nobody named", life.settings)]:
            with open(f"{files}/beckon.yaml", "wb") as file:
                file.write(text)
            self.assertEqual([line.split(":")[0] for line in life.found(files, count)], ["HALF WRITTEN"], what)


if __name__ == "__main__":
    unittest.main(verbosity=2)
