"""What the tests of logging in share: the real service, and browsers without a window that keep its cookies."""
import os
import re
import sys
import time
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from codes import App  # noqa: E402
from faults import Role, wait_for  # noqa: E402
from hostile import PASSWORD, Service  # noqa: E402
from openid import Provider, Twist  # noqa: E402

SESSION, LOGIN = "beckon_session", "beckon_login"


class LoginService(Service):
    """The real service with Olga, its coordinator, and providers by which people log in."""

    def __init__(self, name="Olga"):
        """`name`: the coordinator's; `None`: whoever asks for it sets the home up."""
        super().__init__(name)
        self.numbers = 0
        # By which name browsers come; otherwise by the address.
        self.host = None
        self.origin = f"http://127.0.0.1:{self.port}"
        if name:
            self.coordinator = self.browser()
            self.coordinator.log_in(name)

    def browser(self):
        """Somebody's browser, at an address of this machine that no other has: what one does wrong slows no other down."""
        self.numbers += 1
        return Browser(self, f"127.{2 + self.numbers // 62_500}.{self.numbers // 250 % 250}.{self.numbers % 250 + 1}")

    def member(self, name, role="caregiver", **more):
        """Somebody who was invited, in the browser in which they are logged in."""
        new = {"id": str(uuid.uuid4()), "role": role, "name": name, **more}
        code = self.coordinator.send("POST", "/invitations", new, 201)["code"]
        them = self.browser()
        them.send("POST", f"/invitations/{code}/acceptance", {"name": name, "password": PASSWORD}, 201)
        return them

    def restart(self, cut=True):
        """`cut`: as after a power cut."""
        if cut:
            self.role.kill()
        else:
            self.role.stop()
        self.role = Role(self.home, "service", ["--listen", f"127.0.0.1:{self.port}"])
        wait_for(self.is_up, "the service", home=self.home)

    def add(self, provider, name="Example", status=201, identity=None, **more):
        """A coordinator enters a provider; gives the answer. The provider knows the home from then on."""
        identity = identity or str(uuid.uuid4())
        body = {"name": name, "issuer": provider.issuer, "client_id": provider.client, "client_secret": provider.secret or "", **more}
        if hasattr(provider, "return_to"):
            provider.return_to.add(self.return_to(identity))
        def send():
            return self.coordinator.send("PUT", f"/login-providers/{identity}", body, status)
        return until_it_answers(send) if status in (200, 201) else send()

    def return_to(self, identity):
        return f"{self.origin}/login/with/{identity.lower()}"

    def audit(self, kind=None):
        """The entries, the newest first."""
        query = "?limit=200" + (f"&kind={kind}" if kind else "")
        return self.coordinator.send("GET", f"/audit{query}", None, 200)["entries"]


def until_it_answers(act):
    """What it gives. On a busy machine a provider may answer later than the home waits: then it is asked again, once the home does that, too."""
    for _ in range(5):
        try:
            return act()
        except AssertionError as error:
            if not re.search("does not answer|nobody answers at this address", str(error)):
                raise
            time.sleep(6)
    return act()


def as_soon_as_connected(act):
    """What it gives. Who comes from an address that has just connected too often is refused before a byte is read, and may come back."""
    for _ in range(30):
        try:
            return act()
        except ConnectionError:
            time.sleep(1)
    return act()


class Browser:
    """Keeps the service's cookies, and shows those of a session with the token that belongs to it."""

    def __init__(self, service, address):
        self.service, self.address = service, address
        self.cookies, self.csrf = {}, None
        # What the last answer set.
        self.set = []

    def try_to(self, method, path, body=None, only=None):
        """(status, decoded body). `only`: the names of the cookies that are sent: not all are with what begins at another site."""
        shown = {name: value for name, value in self.cookies.items() if only is None or name in only}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in shown.items())} if shown else {}
        if SESSION in shown and self.csrf:
            headers["X-CSRF-Token"] = self.csrf
        if self.service.host:
            headers["Host"] = self.service.host
        status, headers, answer = self.service.send(method, path, body, headers, source=self.address)
        self.set, self.wait = headers.get_all("Set-Cookie") or [], int(headers.get("Retry-After") or 0)
        for cookie in self.set:
            first, *attributes = [one.strip() for one in cookie.split(";")]
            name, _, value = first.partition("=")
            if "Max-Age=0" in attributes or not value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        session = answer.get("session", answer) if isinstance(answer, dict) else {}
        self.csrf = (session or {}).get("csrf_token", self.csrf)
        return status, answer

    def send(self, method, path, body=None, status=200, **more):
        """The same where it has to be answered so. Where it came too soon after others, it is sent again when it may be."""
        found, answer = self.try_to(method, path, body, **more)
        while found == 429 and status != 429:
            time.sleep(self.wait or 1)
            found, answer = self.try_to(method, path, body, **more)
        if found != status:
            raise AssertionError(
                f"{method} {path} was answered {found} instead of {status}: {answer}\nsent: {body}\n{self.service.home.logged()[-3000:]}")
        return answer

    def is_set(self, name):
        """Whether the last answer gave that cookie."""
        return any(cookie.startswith(f"{name}=") and "Max-Age=0" not in cookie for cookie in self.set)

    # Who is logged in.

    def who(self):
        """The name of who is logged in here; `None`: nobody."""
        status, answer = self.try_to("GET", "/session")
        return answer["person"]["name"] if status == 200 else None

    def log_in(self, name, password=PASSWORD, status=201):
        """By the password; 202: a second step is asked for."""
        return self.send("POST", "/sessions", {"name": name, "password": password}, status)

    def confirm(self, password=PASSWORD):
        """The password once more: it is asked for again after a restart."""
        self.send("POST", "/session/confirmation", {"current_password": password}, 204)

    def log_out(self):
        self.send("DELETE", "/session", None, 204)
        self.cookies.pop(SESSION, None)

    def logins(self):
        return self.send("GET", "/account/logins")

    # Providers.

    def start(self, identity, **body):
        """Where the home sends this browser to log in."""
        return self.send("POST", f"/login-providers/{identity}/starts", body, 201)["address"]

    def start_link(self, identity):
        """The same to be linked."""
        return self.send("POST", "/account/identities", {"provider": identity}, 201)["address"]

    def finish(self, identity, answer, status=None):
        """Comes back with what the provider has said, as from another site: without the cookie of a session. (status, decoded body)"""
        path = f"/login-providers/{identity}/answers"
        if status is None:
            return self.try_to("POST", path, answer, only=(LOGIN,))
        return self.send("POST", path, answer, status, only=(LOGIN,))

    def link(self, identity, provider, status=200):
        return until_it_answers(lambda: self.finish(identity, provider.agree(self.start_link(identity), self.service.origin), status))

    def log_in_with(self, identity, provider, status=201):
        return until_it_answers(lambda: self.finish(identity, provider.agree(self.start(identity), self.service.origin), status))

    # The second step.

    def switch_on(self):
        """(the app, recovery codes)"""
        app = App(self.send("POST", "/account/second-step", None, 201)["address"])
        return app, self.send("PUT", "/account/second-step", {"code": app.code()})["codes"]

    def second(self, token, code, status=201):
        return self.send("POST", "/session/second-step", {"token": token, "code": code}, status)


class LoginCase(unittest.TestCase):
    def setUp(self):
        self.service = LoginService()
        self.addCleanup(self.service.close)

    def provider(self, **more):
        one = Provider(**more)
        self.addCleanup(one.close)
        return one

    def linked(self, name="Ben", **more):
        """(provider, its id here, the browser of somebody who is linked)"""
        provider = self.provider(**more)
        identity = self.service.add(provider)["id"]
        them = self.service.member(name)
        them.link(identity, provider)
        return provider, identity, them

    def check_refused(self, browser, found, statuses=(400, 403, 404, 410, 422)):
        """Nobody is logged in, and it is said in a sentence; gives that."""
        status, answer = found
        self.assertIn(status, statuses, answer)
        self.assertIsInstance(answer, dict, answer)
        self.assertRegex(answer.get("detail") or "", r"\w+ \w+ \w+", answer)
        self.assertFalse(browser.is_set(SESSION), browser.set)
        self.assertIsNone(browser.who(), answer)
        return answer["detail"]

    def check_noted(self, browsers, kind="provider_log_in_failed"):
        """Each of these browsers is in the audit log, by its address."""
        there = [entry["address"] for entry in self.service.audit(kind)]
        missing = {name: one.address for name, one in browsers.items() if one.address not in there}
        self.assertEqual(missing, {}, f"not in the audit log; there are {len(there)} entries")

    def check_right(self, provider, identity, name="Ben"):
        """Whoever is linked logs in, and the provider has found nothing wrong with how."""
        provider.twist, provider.wrong = Twist(), []
        browser = self.service.browser()
        browser.log_in_with(identity, provider)
        self.assertEqual(browser.who(), name)
        self.assertEqual(provider.wrong, [])
