"""A provider of OpenID Connect changes the key by which it signs: the home reads its keys anew, at most once a minute, and takes none that was
withdrawn."""
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from hostile import PATIENCE  # noqa: E402
from logins import LoginCase  # noqa: E402
from openid import Twist  # noqa: E402
from scanning import run_together  # noqa: E402
from joserfc.jwk import RSAKey  # noqa: E402


class Renewed(LoginCase):
    def renew(self, name):
        provider, identity, _ = self.linked()
        old, provider.keys = provider.keys[0], [RSAKey.generate_key(2048, {"kid": name, "use": "sig", "alg": "RS256"})]
        before, refused, begun = provider.times_asked("keys"), 0, time.monotonic()
        browser = self.service.browser()
        while browser.log_in_with(identity, provider, None)[0] != 201:
            refused += 1
            self.assertLess(time.monotonic() - begun, PATIENCE, f"refused {refused} times; {self.service.home.logged()[-2000:]}")
            # Not so often that refusals have no entry of their own any more.
            time.sleep(5)
            browser = self.service.browser()
        print(f"  a new key under the name {name!r}: known after {time.monotonic() - begun:.0f} s and {refused} refusals", flush=True)
        self.assertEqual(browser.who(), "Ben")
        self.assertLessEqual(provider.times_asked("keys") - before, 2)
        provider.twist = Twist(token=lambda provider, header, claims: provider.signed({**header, "kid": "first"}, claims, old))
        other = self.service.browser()
        self.check_refused(other, other.log_in_with(identity, provider, None))
        self.check_noted({"the old key": other})
        self.check_right(provider, identity)

    def test_under_a_new_name(self):
        self.renew("second")

    def test_under_the_old_name(self):
        self.renew("first")


if __name__ == "__main__":
    run_together()
