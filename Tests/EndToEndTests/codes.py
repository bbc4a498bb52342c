"""An app that makes codes for the second step, by pyotp: nothing of it is Beckon's."""
import glob
import os
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Behind the system's own, which stay what they are; scripts/setup puts it there.
sys.path += glob.glob(f"{ROOT}/.build/tools/lib/python3*/site-packages")
import pyotp  # noqa: E402


class App:
    """It gives no code twice, as the home takes none twice, nor one older than one that it has given. `address`: what its camera has read."""

    def __init__(self, address):
        self.totp, self.last = pyotp.parse_uri(address), None

    def now(self):
        return int(time.time()) // self.totp.interval

    def code(self):
        """The next one: that of these 30 seconds, or of the next, which are taken as well. Waits where both are used."""
        step = self.now() if self.last is None else max(self.last + 1, self.now())
        while step > self.now() + 1:
            time.sleep(0.2)
        self.last = step
        return self.at(step)

    def at(self, step):
        return self.totp.at(step * self.totp.interval)

    def wrong(self):
        """Six digits of no time near this one."""
        near = {self.at(self.now() + step) for step in range(-3, 4)}
        return next(code for code in (f"{number:06}" for number in range(100)) if code not in near)
