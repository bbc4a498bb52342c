"""A machine that was put to sleep just before it got its disk, and wakes as often as is wanted.

What happens before the disk is mounted is the same at every start: the kernel's own start, its modules, the sound cards. So it is
done once, without a disk, and written to a file. A machine that wakes from it is told the time and new random numbers, as a
real one would get them, and is then given its disk: nothing of what it knew before the cut is in its memory.
"""
import time

from machine import Machine, Waiting, wait_for


class NoDisk:
    """What a machine has before it has a disk."""

    path = "none"


def waiting_machine(folder, **options):
    """A machine whose init waits for a disk."""
    return Machine(NoDisk(), drive=["-device", "vmgenid,guid=auto"], folder=folder, **options)


def put_to_sleep(folder, path, **options):
    """Writes the state of such a machine to `path`."""
    with waiting_machine(folder, **options) as machine:
        wait_for(lambda: "waiting for the disk" in machine.logged(), "the machine that waits for its disk", seconds=120)
        machine.qmp.ask("stop")
        machine.qmp.ask("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
        machine.qmp.ask("migrate", uri=f"exec:cat >{path}")
        wait_for(lambda: machine.qmp.ask("query-migrate").get("status") in ("completed", "failed"), "sleep", seconds=60)
        state = machine.qmp.ask("query-migrate")
        if state["status"] != "completed":
            raise AssertionError(f"the machine cannot be put to sleep: {state}")


class Woken(Machine):
    """A machine that wakes and is given its disk: `blockdev` are QEMU's options for it, its node being called `disk`."""

    def __init__(self, disk, asleep, blockdev=None, extra=(), **options):
        self.asleep = asleep
        nodes = blockdev or ["-blockdev", f"driver=file,node-name=disk,filename={disk.path}"]
        super().__init__(disk, drive=["-device", "vmgenid,guid=auto", *nodes],
                         extra=["-incoming", f"exec:cat {asleep}", *extra], **options)

    def on(self):
        super().on()
        try:
            wait_for(self.has_read_its_state, "waking", seconds=60)
        except Waiting:
            self.cut()
            raise
        self.started = time.time()
        self.qmp.ask("cont")
        self.qmp.ask("device_add", driver="virtio-blk-pci", id="disk-device", drive="disk")

    def has_read_its_state(self):
        if self.process.poll() is not None:
            raise Waiting("the machine could not be woken")
        return self.qmp.ask("query-status")["status"] == "paused"
