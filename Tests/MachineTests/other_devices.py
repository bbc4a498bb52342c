"""The kiosk of a second client and a second station, which a coordinator pairs over the API while a machine lives."""
from coordinator import Coordinator, Refused

# Lies in the home before its first start, which then makes none of its own: nobody can read the machine's disk while it is on.
SETUP = "setup-token-of-this-machine-0123456789abcdefghi"
OTTO = {"id": "otto", "name": "Otto", "role": "client", "absences": [], "active": True, "reminders": {"off": [], "channels": []}}


class OtherDevices:
    """Of one disk, life after life: what a coordinator was told is done stays done."""

    def __init__(self):
        # The tokens of both, or neither.
        self.kiosk = self.station = None
        # A life may end when the home has a kiosk and nobody was told its token; the next one needs a name of its own.
        self.attempts = 0
        # Whether the coordinator was told that they are one.
        self.has_set_up = False

    def pair(self, machine):
        """Raises OSError where the machine does not answer any more, and Refused where it does not want to."""
        if self.kiosk:
            return
        olga = Coordinator(machine.port)
        try:
            olga.set_up(SETUP)
            self.has_set_up = True
        except Refused:
            # The link was used in a life that has ended.
            olga.log_in()
        olga.send("PUT", "/people/otto", OTTO)
        self.attempts += 1
        kiosk = olga.pair("kiosk", f"Bed {self.attempts}", "otto")
        self.station = olga.pair("station", f"Desk {self.attempts}", None)
        self.kiosk = kiosk
