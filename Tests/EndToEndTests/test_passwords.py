"""10,000 wrong passwords at the real service: none is let in, the right one still is, and the kiosk notices nothing."""
import collections
import itertools
import os
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from hostile import PASSWORD, PATIENCE, Service, a_kiosk_that_asks, in_words  # noqa: E402

TRIES = 10_000
# Each address tries so often on one connection; 127.0.0.0/8 is all this machine's own.
PER_ADDRESS = 40
# More than may wait for their password to be looked at: who comes on top of that is sent away at once.
AT_ONCE = 40
# Seconds: nobody is kept out longer by the wrong passwords of others.
LONGEST_WAIT = 60
# Seconds: what 20 who wait before have their passwords looked at, on a busy machine.
LONGEST_ANSWER = 120
# How many names that can log in, and how often each is tried: less than what is free.
KNOWN, EACH = "ABCDEF", 4
# The cheaper kind of names costs at least so much of the dearer one. On the processor they are the same but for its noise.
ALIKE = 0.75


class WrongPasswords(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.addClassCleanup(cls.service.close)
        cls.names = [f"Known {letter}" for letter in KNOWN]
        for name in cls.names:
            cls.service.invite(name)

    def test_1_known_and_unknown_names_cost_as_much(self):
        """Else the time would tell who can log in here. What counts is how long the service's processors have worked, not how
        long it took beside whatever else the machine does."""
        answers, spent = set(), {True: 0, False: 0}
        for turn in range(EACH):
            for number, name in enumerate(self.names):
                for is_known in (turn % 2 == 0, turn % 2 == 1):
                    before = self.service.processor_time()
                    who = name if is_known else f"{name[::-1]} {turn}"
                    status, _, body = self.service.log_in(who, f"not it {turn}", source=f"127.1.{turn}.{number + 1}")
                    spent[is_known] += self.service.processor_time() - before
                    answers.add((status, str(body)))
        count = EACH * len(self.names)
        print(f"  wrong passwords, {count} of each, on the processor: known names {spent[True] / count * 1000:.1f} ms, "
              f"unknown names {spent[False] / count * 1000:.1f} ms", flush=True)
        self.assertEqual(len(answers), 1, answers)
        self.assertGreater(min(spent.values()), ALIKE * max(spent.values()))

    def test_2_ten_thousand(self):
        memory = self.service.memory()
        self.service.forget_peak()
        numbers, answers, longest = itertools.count(), collections.Counter(), []

        def knock():
            while answers.total() < TRIES:
                number = next(numbers)
                address = f"127.0.{1 + number // 200}.{1 + number % 200}"
                wire = self.service.connect(address, LONGEST_ANSWER)
                for turn in range(PER_ADDRESS):
                    # The one name that there is, names that nobody has, and other names that there are.
                    name = ("Olga", f"Nobody {number} {turn}", self.names[turn % len(KNOWN)])[turn % 3]
                    status, headers, _ = self.service.log_in(name, f"wrong {turn}", wire=wire)
                    answers[status] += 1
                    longest.append(int(headers.get("Retry-After") or 0))
                    if answers.total() >= TRIES:
                        break
                wire.close()
        begun = time.monotonic()
        with a_kiosk_that_asks(self.service) as taken:
            threads = [threading.Thread(target=knock) for _ in range(AT_ONCE)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(10 * PATIENCE)
            seconds = time.monotonic() - begun
            # Somebody who was logged in all the while stays so.
            self.assertEqual(self.service.send("GET", "/session", headers=self.service.olga)[0], 200)
            told, waited = self.let_in()
        self.assertGreaterEqual(answers.total(), TRIES)
        self.assertEqual(set(answers), {401, 429}, "one was let in, or the service failed")
        self.assertLess(answers[401], TRIES / 10, "too many were looked at")
        # An address that tries on and on waits longer than a name.
        self.assertLessEqual(max(longest), 300)
        self.assertLessEqual(told, LONGEST_WAIT)
        more = self.service.memory("VmHWM") - memory
        self.assertLess(more, 96)
        print(f"  {answers.total()} wrong passwords from {next(numbers)} addresses in {seconds:.0f} s: {answers[401]} looked at, "
              f"{answers[429]} sent away; the right one was taken {waited:.0f} s later; {more:.0f} MB more at most", flush=True)
        print(f"  {in_words(taken)}", flush=True)

    def let_in(self):
        """Olga tries, from an address of her own, when she is told to, until she is let in: the seconds for which she was told to
        wait, and those that it took."""
        begun, told = time.monotonic(), 0
        while told <= 2 * LONGEST_WAIT:
            status, headers, _ = self.service.log_in("Olga", PASSWORD, source="127.9.9.9")
            if status == 201:
                return told, time.monotonic() - begun
            self.assertEqual(status, 429)
            seconds = max(1, int(headers["Retry-After"] or 1))
            told += seconds
            time.sleep(seconds)
        raise AssertionError("the right password is not taken any more")


if __name__ == "__main__":
    unittest.main(verbosity=2)
