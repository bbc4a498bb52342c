"""How soon a call is known in a home while the channels to people's own devices fail, beside a home that has no channels.

usage: scripts/bench channels [--blocks 10] [--calls 50] [--more 10] [--check] [--json FILE]

Starts `$BECKON service` twice: a home without channels, and one whose people are also reached over ntfy, Gotify, a webhook and mail. Both get
the same calls in blocks, by turns; while one has its block, the other's process is stopped, so that each has the machine for itself, and whatever
else slows the machine falls on both. In each block the other side of each channel does another of five things: it takes a message and does not answer
(slow), is not there (dead), answers 500 or 429, or takes a message that nobody sees. Nobody answers a call, so that hundreds of messages wait and are
tried again all the while. A block begins with `--more` calls at once; then, ten times a second, it is measured how long it takes from the moment at
which a kiosk sends a call until a station, and a page, have read it. The other sides are a process of their own that yields to everything else, as
if on other machines.

`--check` fails where a 99th percentile is more than one and a half times that of the home without channels and 5 ms, a call is not
told, a message neither waits nor is sent, one counts as sent that no other side has, or fewer than 100 messages wait.
"""
import argparse
import collections
import contextlib
import logging
import multiprocessing
import os
import pathlib
import signal
import sqlite3
import sys
import time
import warnings

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/EndToEndTests"))
from crowd import tell  # noqa: E402
from household import Page, ask  # noqa: E402
from outside import Gotify, Hold, MailServer, Ntfy, Refusal, Webhook  # noqa: E402
from pages import Station, Wire, figures  # noqa: E402
from test_channels import (  # noqa: E402
    GOTIFY_TOKEN, HOOK_SECRET, MAIL_PASSWORD, MAIL_USER, NTFY_TOKEN, House, wait_for)

# Of the 99th percentile of the home without channels, and in ms on top of that.
RATIO, SLACK = 1.5, 5
LEAST_WAITING = 100
# Seconds from the end of a process's pause to the first call: whoever listens is there again, and what came due meanwhile has begun.
UNTIL_AWAKE = 1
# Seconds from one measured call to the next, and after which one counts as not told.
APART, LOST_AFTER = 0.1, 30
CHANNELS = ("ntfy", "gotify", "webhook", "mail")
# What other sides do, by turns: each channel meets each in five blocks.
ACTS = ("slow", "dead", "500", "429", "unseen")

Alert = collections.namedtuple("Alert", "call channel key state failures")


# The other sides.

def be_outside(orders):
    """A process that is all other sides: first tells at which ports they are, then does what it is told, until it is ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    # What the mail server advises is for servers on the internet.
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    sides = {"ntfy": Ntfy(NTFY_TOKEN), "gotify": Gotify(GOTIFY_TOKEN), "webhook": Webhook(HOOK_SECRET),
             "mail": MailServer(MAIL_USER, MAIL_PASSWORD)}
    orders.send({name: side.port for name, side in sides.items()})
    doing = dict.fromkeys(sides)
    while True:
        for name, act in orders.recv().items():
            change(sides[name], doing[name], act)
            doing[name] = act
        orders.send(({name: len(side.tries) for name, side in sides.items()},
                     {str(message.key) for side in sides.values() for message in side.taken},
                     [words for side in sides.values() for words in side.wrong]))


def change(side, before, act):
    """What becomes of everything that comes to that side from now on."""
    if before == "slow":
        side.always.released.set()
    if before == "dead" != act:
        side.open()
    elif act == "dead" != before:
        side.close()
    is_mail = isinstance(side, MailServer)
    side.always = {
        "slow": Hold(), "500": Refusal(554 if is_mail else 500),
        "429": Refusal(452) if is_mail else Refusal(429, {"Retry-After": "5"}),
    }.get(act)


@contextlib.contextmanager
def outside():
    """At which port each other side is, and a function that changes what they do; that gives how often a message came to each so far, the
    keys of all that they have taken, and what they would have refused whatever they do."""
    spawn = multiprocessing.get_context("spawn")
    orders, theirs = spawn.Pipe()
    process = spawn.Process(target=be_outside, args=(theirs,), daemon=True)
    process.start()
    theirs.close()

    def order(acts):
        orders.send(acts)
        return orders.recv()

    try:
        yield orders.recv(), order
    finally:
        process.kill()
        process.join()


# The homes.

class MeasuredHouse(House):
    """A home that gets calls in blocks; between them its process stands still."""

    def furnish(self):
        for name in ("Anna", "Ben", "Carla", "Dora"):
            self.person(name)
        self.asked, self.told = set(), {"station": [], "page": []}
        self.listener, self.page = Station(self.port, self.station), Page(self.port, (self.olga["Cookie"],))

    def reach(self, ports):
        """A way to somebody over each channel."""
        at = {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}
        self.use("ntfy", {"server": at["ntfy"]}, token=NTFY_TOKEN)
        self.use("gotify", {"server": at["gotify"]})
        self.use("webhook", {})
        self.use_mail(ports["mail"])
        self.contact("anna", "ntfy", "ntfy", {"topic": "anna-4f9c2b7d"})
        self.contact("ben", "gotify", "gotify", {}, token=GOTIFY_TOKEN)
        self.contact("carla", "webhook", "webhook", {"url": f"{at['webhook']}/carla"}, secret=HOOK_SECRET)
        self.contact("dora", "mail", "mail", {"address": "dora@home.example.org"})

    def stand_still(self):
        self.role.process.send_signal(signal.SIGSTOP)

    @contextlib.contextmanager
    def awake(self):
        self.role.process.send_signal(signal.SIGCONT)
        time.sleep(UNTIL_AWAKE)
        yield
        self.stand_still()

    def block(self, options):
        # The service closes a connection that was idle for long.
        wire = Wire(self.port, self.kiosk)
        for _ in range(options.more):
            self.ask(wire)
        for _ in range(options.calls):
            began = time.monotonic()
            request, sent = self.ask(wire)
            heard, read = self.listener.wait(request, LOST_AFTER), self.page.wait(request, LOST_AFTER)
            self.told["station"].append(heard and heard - began)
            self.told["page"].append(read and read[0] - sent)
            time.sleep(max(0, began + APART - time.monotonic()))

    def ask(self, wire):
        request, sent = ask(wire, "maria", len(self.asked))
        self.asked.add(request)
        return request, sent

    def alerts(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.home.path}/care.sqlite?mode=ro", uri=True)) as store:
            rows = store.execute(
                "SELECT m.request_id, c.channel, m.key, m.state, m.attempts FROM message AS m JOIN contact AS c ON c.id = m.contact_id "
                "WHERE m.kind = 'alert'").fetchall()
        return [Alert(call.lower(), channel, key.lower(), state, failures) for call, channel, key, state, failures in rows]

    def failures(self):
        """How many tries have failed, by channels."""
        found = collections.Counter()
        for alert in self.alerts():
            found[alert.channel] += alert.failures
        return found


def play(options, without, failing, order):
    """The blocks of both; gives how many messages waited before each, and how often one was tried, by what the other side did then."""
    waiting, tries = [], dict.fromkeys(ACTS, 0)
    for number in range(options.blocks):
        acts = {name: ACTS[(number + place) % len(ACTS)] for place, name in enumerate(CHANNELS)}
        came, failed = order(acts)[0], failing.failures()
        waiting.append(sum(alert.state == "pending" for alert in failing.alerts()))
        for house in (failing, without) if number % 2 else (without, failing):
            with house.awake():
                house.block(options)
        came_now, failed_now = order({})[0], failing.failures()
        for name, act in acts.items():
            # What is dead notices no try.
            tries[act] += failed_now[name] - failed[name] if act == "dead" else came_now[name] - came[name]
    return waiting, tries


def measure(options):
    with contextlib.ExitStack() as stack:
        ports, order = stack.enter_context(outside())
        without, failing = (stack.enter_context(contextlib.closing(MeasuredHouse())) for _ in range(2))
        without.furnish()
        without.stand_still()
        failing.furnish()
        failing.reach(ports)
        failing.stand_still()
        before = without.processor_time(), failing.processor_time()
        waiting, tries = play(options, without, failing, order)
        work = without.processor_time() - before[0], failing.processor_time() - before[1]
        wanted = {(call, channel) for call in failing.asked for channel in CHANNELS}
        with failing.awake(), contextlib.suppress(AssertionError):
            wait_for(lambda: wanted <= {alert[:2] for alert in failing.alerts()}, "a message for each call and way", LOST_AFTER)
        alerts = failing.alerts()
        _, taken, wrong = order({})
    states = collections.Counter(alert.state for alert in alerts)
    told = {name: {kind: figures(values) for kind, values in house.told.items()} for name, house in (("without", without), ("failing", failing))}
    return {
        "blocks": options.blocks, "calls": {"without": len(without.asked), "failing": len(failing.asked)}, "told_ms": told,
        "ratio": {f"{kind}_{part}": round(told["failing"][kind][part] / told["without"][kind][part], 2)
                  for kind in ("station", "page") for part in ("p50", "p99")},
        "processor_s": {"without": round(work[0], 1), "failing": round(work[1], 1)},
        "messages": {"waiting": states.pop("pending", 0), "sent": states.pop("sent", 0), "otherwise": dict(states),
                     "missing": len(wanted - {alert[:2] for alert in alerts}),
                     "sent_and_not_taken": sum(alert.state == "sent" and alert.key not in taken for alert in alerts)},
        "waiting_before_each_block": waiting, "tries": tries, "wrong": wrong[:5],
    }


def misses(report):
    """What does not hold, in words."""
    without, failing, messages = report["told_ms"]["without"], report["told_ms"]["failing"], report["messages"]
    for kind in failing:
        if without[kind]["not_told"] or failing[kind]["not_told"]:
            yield f"each call is told at the {kind}"
        if failing[kind]["p99"] > RATIO * without[kind]["p99"] + SLACK:
            yield f"the {kind} knows of a call within {RATIO} of the time without channels and {SLACK} ms, 99 of 100"
    if messages["otherwise"] or messages["missing"] or messages["sent_and_not_taken"]:
        yield "each message waits or is sent"
    if report["wrong"]:
        yield "the other sides understand each message"
    # In the first block nothing waits yet.
    if min(report["waiting_before_each_block"][1:], default=0) < LEAST_WAITING or not all(report["tries"].values()):
        yield f"at least {LEAST_WAITING} messages wait, and each way of failing is met"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("blocks", 10), ("calls", 50), ("more", 10)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json")
    options = parser.parse_args()
    report = measure(options)
    tell(report, options)
    missed = list(misses(report))
    if options.check and missed:
        sys.exit("NOT HELD: " + "; ".join(missed))


if __name__ == "__main__":
    main()
