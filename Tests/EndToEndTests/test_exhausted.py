"""No descriptor is left: nobody spins, the client is served as before, and all goes on as soon as there are some again."""
import os
import resource
import signal
import socket
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import (  # noqa: E402
    API, NEEDS, Role, all_requests, board, free_port, has_said, healthy, outbox, said, small_home,
    wait_for, write)

WATCHED = 2.0   # seconds
MOST_BUSY = 0.5  # of what a loop that never waits gets of the processor meanwhile
# Of those who have not shown who they are: from one address, and from all.
STRANGERS_OF_ONE, STRANGERS = 64, 96


def descriptors(role):
    return len(os.listdir(f"/proc/{role.process.pid}/fd"))


def allow(role, more):
    """From now on the process may open so many beside those that it has."""
    _, hard = resource.prlimit(role.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(role.process.pid, resource.RLIMIT_NOFILE, (descriptors(role) + more, hard))


def allow_all(role):
    _, hard = resource.prlimit(role.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(role.process.pid, resource.RLIMIT_NOFILE, (min(hard, 4096), hard))


def processor_time(pid):
    """The seconds for which its threads have worked, all together."""
    with open(f"/proc/{pid}/stat") as file:
        user, system = file.read().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def busy(role):
    """What the process takes of the processor, as a share of what a loop that never waits gets beside it: so it is the same on a
    slow or busy machine."""
    loop = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        wait_for(lambda: processor_time(loop.pid) > 0.1, "the loop")
        before, looped = processor_time(role.process.pid), processor_time(loop.pid)
        time.sleep(WATCHED)
        wait_for(lambda: processor_time(loop.pid) - looped > 0.2, "the loop")
        return (processor_time(role.process.pid) - before) / (processor_time(loop.pid) - looped)
    finally:
        loop.kill()
        loop.wait()


class Exhausted(unittest.TestCase):
    def start(self, command, home, *arguments):
        role = Role(home, command, arguments)
        self.addCleanup(lambda: role.log.closed or role.kill())
        return role

    def home(self):
        home = small_home()
        self.addCleanup(home.remove)
        return home

    def crowd(self, port, count, addresses=1):
        """So many who connect and say nothing."""
        found = []
        for number in range(count):
            source = (f"127.0.3.{number % addresses + 1}", 0) if addresses > 1 else None
            found.append(socket.create_connection(("127.0.0.1", port), timeout=5, source_address=source))
        self.addCleanup(lambda: [one.close() for one in found])
        return found

    def test_the_service_has_none_left_to_take_connections(self):
        self.unless_dispatch_ends_it(self.play_the_service)

    def play_the_service(self):
        home, port = self.home(), free_port()
        service = self.start("service", home, "--listen", f"127.0.0.1:{port}")
        wait_for(healthy(port), "the service", home=home)
        allow(service, 4)
        self.without = service
        waiting = self.crowd(port, 12)
        share = busy(service)
        self.assertLess(share, MOST_BUSY, "it spins while it cannot take a connection")
        home.wait_for_log("no more connections can be accepted")
        # Some of those who wait go: the others are taken, nobody needs a restart.
        self.assertTrue(service.is_running())
        self.without = None
        for one in waiting[:10]:
            one.close()
        wait_for(healthy(port), "an answer when others have gone", home=home)
        allow_all(service)
        self.assertEqual(len(all_requests(API(port, home.token("station")))), 0)
        self.assertTrue(service.is_running())
        print(f"  service without descriptors: {share:.0%} of what a loop takes; answers again when others go", flush=True)

    def test_a_crowd_leaves_descriptors_for_everything_else(self):
        home, port = self.home(), free_port()
        service = self.start("service", home, "--listen", f"127.0.0.1:{port}")
        wait_for(healthy(port), "the service", home=home)
        before = descriptors(service)
        for addresses, most in ((1, STRANGERS_OF_ONE), (200, STRANGERS)):
            crowd = self.crowd(port, 660, addresses)
            wait_for(lambda: descriptors(service) >= before + most - 4, "the crowd", home=home)
            # Who comes then is answered, also from the crowd's own address, once that has had a moment without new ones.
            wait_for(healthy(port), "an answer beside the crowd", home=home)
            share = busy(service)
            self.assertLess(share, MOST_BUSY)
            taken = descriptors(service) - before
            self.assertIn(taken, range(most - 4, most + 9))
            for one in crowd:
                one.close()
            wait_for(healthy(port), "an answer when the crowd has gone", home=home)
            wait_for(lambda: descriptors(service) <= before + 8, "descriptors given back", home=home)
            print(f"  {len(crowd)} connections from {addresses} addresses: {taken} stay, {share:.0%} of what a loop takes", flush=True)

    def unless_dispatch_ends_it(self, play):
        """Dispatch looks into /proc once a second while work waits for a thread, and ends the process where nothing can be
        opened. systemd starts it again; here it is played again, and said."""
        for _ in range(2):
            self.without = None
            try:
                return play()
            except (AssertionError, OSError):
                # What ends it while it could open something is its own fault, and so is what gives a reason.
                if self.without is None or self.without.process.poll() not in (-signal.SIGILL, -signal.SIGTRAP) \
                        or "Fatal error" in self.without.home.logged():
                    raise
                print("  ended by Dispatch, which could open nothing: once more", flush=True)
        return self.fail("ended by Dispatch each time")

    def test_a_whole_home_has_none_left(self):
        self.unless_dispatch_ends_it(self.play_a_whole_home)

    def play_a_whole_home(self):
        home, port = self.home(), free_port()
        role = self.start("run", home, "--listen", f"127.0.0.1:{port}")
        said(home, "Ready", event="started")
        self.assertTrue(role.ask("water"))
        said(home, "Heard", event="started")
        role.settle()
        allow(role, 0)
        self.without = role
        crowd = self.crowd(port, 6)
        before = len(home.lines())
        self.assertTrue(role.ask("bread"), "a kiosk whose store is open needs no further descriptor to keep a call")
        role.settle()
        write(f"{home.path}/boards/small.yaml", board(NEEDS[:4]))
        share = busy(role)
        self.assertLess(share, MOST_BUSY, "it spins")
        self.assertTrue(role.is_running())
        for one in crowd:
            one.close()
        self.assertTrue(role.is_running())
        self.without = None
        allow_all(role)
        role.settle()
        self.assertTrue(role.ask("chair"))
        wait_for(lambda: outbox(home) == [], "an empty outbox", home=home)
        labels = [request["label"] for request in all_requests(API(port, home.token("station")))]
        self.assertEqual(labels, NEEDS[:3])
        after = len(home.lines())
        wait_for(lambda: has_said(home, "light", kind="cue", after=after), "the end of the new board", home=home)
        self.assertEqual(has_said(home, "music", kind="cue", after=after), 0, "the board that was changed is not in use")
        print(f"  a whole home without descriptors: {share:.0%} of what a loop takes; 2 calls told “Asked”, in order, once", flush=True)

    def test_a_kiosk_alone_has_none_left_while_its_service_comes_back(self):
        self.unless_dispatch_ends_it(self.play_a_kiosk_alone)

    def play_a_kiosk_alone(self):
        served, home, port = self.home(), self.home(), free_port()
        service = self.start("service", served, "--listen", f"127.0.0.1:{port}")
        wait_for(healthy(port), "the service", home=served)
        home.take_tokens(served)
        kiosk = self.start("kiosk", home, "--service", f"http://127.0.0.1:{port}")
        said(home, "Ready", event="started")
        self.assertTrue(kiosk.ask("water"))
        kiosk.settle()
        service.kill()
        # What the dead connections held is given back first.
        time.sleep(1)
        allow(kiosk, 0)
        self.without = kiosk
        service = self.start("service", served, "--listen", f"127.0.0.1:{port}")
        wait_for(healthy(port), "the service", home=served)
        self.assertTrue(kiosk.ask("bread"))
        share = busy(kiosk)
        self.assertLess(share, MOST_BUSY, "it spins")
        self.assertTrue(kiosk.is_running())
        self.without = None
        allow_all(kiosk)
        kiosk.settle()
        self.assertTrue(kiosk.ask("chair"))
        wait_for(lambda: outbox(home) == [], "an empty outbox", home=home, seconds=90)
        labels = [request["label"] for request in all_requests(API(port, served.token("station")))]
        self.assertEqual(labels, NEEDS[:3])
        print(f"  a kiosk without descriptors: {share:.0%} of what a loop takes; delivered in order, once", flush=True)

    def test_a_start_with_few_ends_in_words_or_works(self):
        ended = worked = 0
        for limit in (5, 8, 11, 16, 32, 64, 127, 128):
            home = small_home()
            role = Role(home, "run", ["--listen", "127.0.0.1:0"], wrap=["prlimit", f"--nofile={limit}:{limit}"])
            try:
                wait_for(lambda: not role.is_running() or has_said(home, "Ready"), f"{limit} descriptors", home=home)
                if role.is_running():
                    self.assertTrue(role.ask("water"), f"{limit}: {home.logged()}")
                    worked += 1
                else:
                    self.assertGreater(role.end(), 0, f"{limit} descriptors: killed\n{home.logged()}")
                    self.assertRegex(home.logged(), f"Only {limit} files may be open|Too many open files")
                    ended += 1
            finally:
                role.kill()
                home.remove()
        self.assertGreater(worked, 0)
        print(f"  starts with few descriptors: {ended} ended in words, {worked} worked", flush=True)


if __name__ == "__main__":
    unittest.main(verbosity=2)
