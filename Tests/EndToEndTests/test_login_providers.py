"""Logging in with a provider of OpenID Connect at the real service: a provider of our own that means harm, and a real one.

Whatever the provider, the browser or somebody in between does wrong is refused in a sentence, logs nobody in, and is in the audit log; and
whoever is linked still logs in afterwards, with the provider or without it.
"""
import os
import re
import sys
import threading
import time
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import openid  # noqa: E402
import real_provider  # noqa: E402
from hostile import PATIENCE  # noqa: E402
from logins import LOGIN, SESSION, Browser, LoginCase, as_soon_as_connected  # noqa: E402
from openid import Twist, claims  # noqa: E402
from scanning import run_together  # noqa: E402

# MB that a service may have more in memory after answers without an end; each of them is bounded by a few hundred kilobytes.
MORE_MEMORY = 64


class Right(LoginCase):
    def test_linked_and_logged_in(self):
        service, provider = self.service, self.provider()
        added = service.add(provider)
        identity = added["id"]
        self.assertEqual((added["name"], added["issuer"], added["client_id"], added["has_secret"], added["home"], added["is_here"]),
                         ("Example", provider.issuer, "beckon", True, service.origin, True))
        # A stranger sees a button, and nothing else.
        stranger = service.browser()
        [shown] = stranger.send("GET", "/login-providers")["providers"]
        self.assertEqual(set(shown), {"id", "name", "home", "is_here"}, shown)
        # Somebody who is known there, and to nobody here; also under the name of somebody here.
        for person in ({"sub": "x-1", "name": "Olga"}, {"sub": "olga", "preferred_username": "Olga", "email": "olga@example.org"}):
            provider.person = person
            other = service.browser()
            self.check_refused(other, other.log_in_with(identity, provider, None))
            self.check_noted({"not linked": other})
        provider.person = {"sub": "a-1", "name": "Ana Ríos", "picture": f"{provider.origin}/picture.png"}
        ben = service.member("Ben")
        linked = ben.link(identity, provider)["linked"]
        self.assertEqual((linked["provider"], linked["provider_name"], linked["name"], linked["has_picture"]), (identity, "Example", "Ana Ríos", True))
        self.assertNotIn(LOGIN, ben.cookies, "the cookie of the login has done its work")
        self.assertEqual(ben.who(), "Ben")
        # The same once more is the same.
        self.assertEqual(ben.link(identity, provider)["linked"]["id"], linked["id"])
        phone = service.browser()
        outcome = phone.finish(identity, provider.agree(phone.start(identity, next="/plan"), service.origin), 201)
        self.assertEqual((outcome["session"]["person"]["name"], outcome["next"], phone.who()), ("Ben", "/plan", "Ben"))
        self.assertIn("used_at", phone.logins()["identities"][0])
        self.assertEqual(service.coordinator.send("GET", "/login-providers")["providers"][0]["people"], 1)
        self.assertEqual(provider.wrong, [])
        # What is theirs there may be theirs here, where they want it.
        taken = ben.send("POST", f"/account/identities/{linked['id']}/adoptions", {"name": True, "picture": True})
        self.assertEqual(taken["name"], "Ana Ríos")
        # What was done is in the audit log.
        [entry] = service.audit("identity_linked")[:1]
        self.assertIn("provider: Example", entry["changes"], entry)
        logged_in = next(entry for entry in service.audit("log_in") if entry["address"] == phone.address)
        self.assertIn("provider: Example", logged_in["changes"], logged_in)
        self.check_secret(provider)
        # It ends: the sessions stay, and the password does.
        ben.send("DELETE", f"/account/identities/{linked['id']}", None, 204)
        self.assertEqual((ben.who(), phone.who()), ("Ana Ríos", "Ana Ríos"))
        self.assertTrue(service.audit("identity_unlinked"))
        other = service.browser()
        self.check_refused(other, other.log_in_with(identity, provider, None))
        other.log_in("Ana Ríos")

    def check_secret(self, provider):
        """The secret is in one file for its owner alone, and nowhere else."""
        self.assertNotIn(provider.secret, str(self.service.coordinator.send("GET", "/login-providers")))
        self.assertNotIn(provider.secret, str(self.service.audit()))
        found = []
        for folder, _, names in os.walk(self.service.home.folder):
            for name in names:
                path = f"{folder}/{name}"
                if os.path.isfile(path):
                    with open(path, "rb") as file:
                        text = file.read()
                    # JSON may write a slash with a backslash before it.
                    if provider.secret.encode() in text.replace(b"\\/", b"/"):
                        found.append((path, oct(os.stat(path).st_mode & 0o777)))
        self.assertEqual([mode for _, mode in found], ["0o600"], found)

    def test_providers_of_all_kinds(self):
        """What is right and unusual: each is entered, somebody is linked and logs in."""
        for number, (what, prepare) in enumerate(openid.UNUSUAL.items()):
            with self.subTest(what):
                # Their issuers end in a slash, in a path, or in neither.
                provider = self.provider(path=["", "/", "/realms/home", "/o/"][number % 4])
                prepare(provider)
                provider.person["sub"] = f"person {number}"
                identity = self.service.add(provider, f"Provider {number}")["id"]
                desk = self.service.browser()
                desk.log_in("Olga")
                linked = desk.link(identity, provider)["linked"]
                self.assertEqual((linked.get("name"), linked["has_picture"]), ("Ana Ríos", True))
                phone = self.service.browser()
                phone.log_in_with(identity, provider)
                self.assertEqual((phone.who(), provider.wrong), ("Olga", []))
                # More than ten are not kept.
                self.service.coordinator.send("DELETE", f"/login-providers/{identity}", None, 204)

    def test_a_real_provider(self):
        identity = str(uuid.uuid4())
        begun = time.monotonic()
        provider = real_provider.Canaille(self.service.return_to(identity))
        self.addCleanup(provider.close)
        print(f"  canaille answered after {time.monotonic() - begun:.1f} s", flush=True)
        provider.client, provider.secret = real_provider.CLIENT, real_provider.SECRET
        self.service.add(provider, "Canaille", identity=identity)
        ben = self.service.member("Ben")
        self.assertEqual(ben.link(identity, provider)["linked"]["name"], real_provider.NAME, provider.log())
        phone = self.service.browser()
        phone.log_in_with(identity, provider)
        self.assertEqual(phone.who(), "Ben")
        self.service.restart()
        self.assertEqual(phone.who(), "Ben")
        self.service.browser().log_in_with(identity, provider)
        # A wrong secret is the coordinator's to know, and nobody is let in.
        self.service.coordinator.confirm()
        self.service.add(provider, "Canaille", 200, identity=identity, client_secret="another")
        other = self.service.browser()
        self.check_refused(other, other.log_in_with(identity, provider, None))
        [shown] = self.service.coordinator.send("GET", "/login-providers")["providers"]
        self.assertEqual(shown.get("problem"), "refused", provider.log())

    def test_two_providers_know_the_same_name(self):
        """Somebody is known by the issuer and the name there, never by one of them."""
        first, identity, _ = self.linked()
        second = self.provider()
        other = self.service.add(second, "Second")["id"]
        browser = self.service.browser()
        self.check_refused(browser, browser.log_in_with(other, second, None))
        kim = self.service.member("Kim")
        kim.link(other, second)
        for which, provider, name in ((identity, first, "Ben"), (other, second, "Kim")):
            self.check_right(provider, which, name)
        # And that of somebody who is linked already is nobody else's.
        found = kim.finish(identity, first.agree(kim.start_link(identity), self.service.origin))
        self.assertIn(found[0], (403, 409, 422), found)
        self.check_right(first, identity)


class Coordinators(LoginCase):
    def test_only_coordinators_enter_one(self):
        provider = self.provider()
        identity = str(uuid.uuid4())
        body = {"name": "Example", "issuer": provider.issuer, "client_id": "beckon", "client_secret": ""}
        for browser, status in ((self.service.browser(), 401), (self.service.member("Ben"), 403)):
            browser.send("PUT", f"/login-providers/{identity}", body, status)
            browser.send("DELETE", f"/login-providers/{identity}", None, status)
        self.assertEqual(provider.asked, [])

    def test_what_is_no_provider_is_not_kept(self):
        provider, told = self.provider(), {}
        before = self.service.memory()
        for what, twist in openid.HOSTILE_DISCOVERIES.items():
            with self.subTest(what):
                provider.twist = twist
                refused = self.service.add(provider, status=422)
                told[what] = refused["detail"]
                self.assertEqual(refused["field"], "issuer", refused)
                self.assertEqual(self.service.coordinator.send("GET", "/login-providers")["providers"], [])
        self.assertLess(self.service.memory() - before, MORE_MEMORY, "MB more after answers without an end")
        self.assertGreaterEqual(len(set(told.values())), 5, f"it is not said what is wrong: {told}")
        self.assertEqual(self.service.audit("login_provider_added"), [])

    def test_addresses_that_are_none(self):
        for issuer in ("http://accounts.example", "ftp://accounts.example", "javascript:alert(1)", "https://", "https://user:pass@accounts.example",
                       "https://accounts.example/?a=b", "https://accounts.example/#a", "accounts.example", "file:///etc/passwd"):
            with self.subTest(issuer):
                refused = self.service.coordinator.send("PUT", f"/login-providers/{uuid.uuid4()}", {
                    "name": "Example", "issuer": issuer, "client_id": "beckon"}, 422)
                self.assertEqual(refused["field"], "issuer", refused)

    def test_removed(self):
        provider, identity, ben = self.linked()
        phone = self.service.browser()
        answer = provider.agree(phone.start(identity), self.service.origin)
        self.service.coordinator.send("DELETE", f"/login-providers/{identity}", None, 204)
        self.check_refused(phone, phone.finish(identity, answer))
        other = self.service.browser()
        self.check_refused(other, other.try_to("POST", f"/login-providers/{identity}/starts", {}))
        self.assertEqual(ben.logins()["identities"], [])
        [entry] = self.service.audit("login_provider_removed")
        self.assertEqual(entry["about"], "Example", entry)
        self.service.browser().log_in("Ben")

    def test_another_issuer_under_the_same_button(self):
        """Who is linked with the first is nobody at the second, whatever that says of them."""
        provider, identity, _ = self.linked()
        second = self.provider()
        self.service.add(second, status=200, identity=identity)
        phone = self.service.browser()
        self.check_refused(phone, phone.log_in_with(identity, second, None))
        changes = self.service.audit("login_provider_changed")[0]["changes"]
        self.assertLessEqual({"issuer", "ended: 1 linked login"}, set(changes), changes)


class Hostile(LoginCase):
    def each(self, variants):
        """Each is refused to a browser of its own, and noted; then whoever is linked logs in."""
        provider, identity, _ = self.linked()
        browsers, told = {}, {}
        for what, twist in variants.items():
            with self.subTest(what):
                provider.twist = twist
                browsers[what] = self.service.browser()
                told[what] = self.check_refused(browsers[what], browsers[what].log_in_with(identity, provider, None))
        self.check_right(provider, identity)
        return browsers, told

    def test_forged_tokens(self):
        self.check_noted(self.each(openid.FORGED_TOKENS)[0])

    def test_tokens_that_say_something_else(self):
        browsers, told = self.each(openid.WRONG_CLAIMS)
        self.check_noted(browsers)
        # Whoever looks after the machine is to know that a clock is wrong.
        for what in ("an old one", "one of tomorrow", "one of 1970"):
            self.assertIn("clock", told[what])

    def test_what_the_token_endpoint_answers(self):
        before = self.service.memory()
        _, told = self.each(openid.HOSTILE_ANSWERS)
        self.assertLess(self.service.memory() - before, MORE_MEMORY, "MB more after answers without an end")
        for what, sentence in told.items():
            self.assertIn("password", sentence, what)

    def test_what_the_browser_brings_back(self):
        browsers, _ = self.each(openid.HOSTILE_RETURNS)
        self.check_noted({what: browsers[what] for what in (
            "another issuer", "no issuer where one was announced", "a code that nobody has given", "no code")})

    def test_a_redirect_takes_no_secret_along(self):
        provider, identity, _ = self.linked()
        other = self.provider()
        for status in (301, 302, 307, 308):
            provider.twist = Twist(instead={"token": openid.answers(status, b"", Location=f"{other.origin}/token")})
            browser = self.service.browser()
            self.check_refused(browser, browser.log_in_with(identity, provider, None))
        self.assertEqual(other.asked, [])
        self.check_right(provider, identity)

    def test_the_challenge_is_true(self):
        """A code that somebody has seen is worth nothing in another login, also where the provider does not look at the verifier."""
        provider, identity, _ = self.linked()
        for checks in (True, False):
            with self.subTest(f"the provider looks at the verifier: {checks}"):
                provider.twist = Twist(checks_verifier=checks)
                theirs, ours = self.service.browser(), self.service.browser()
                seen = provider.agree(theirs.start(identity), self.service.origin)
                answer = provider.agree(ours.start(identity), self.service.origin)
                self.check_refused(ours, ours.finish(identity, {**answer, "code": seen["code"]}))
                self.check_noted({"another's code": ours})
                self.assertEqual(any("verifier" in words for words in provider.wrong), checks, provider.wrong)
                provider.wrong = []
        # And where the provider has another challenge than the one of this login.
        browser = self.service.browser()
        address = browser.start(identity)
        provider.twist = Twist()
        changed = re.sub(r"code_challenge=[^&]+", "code_challenge=" + "A" * 43, address)
        self.assertNotEqual(changed, address)
        self.check_refused(browser, browser.finish(identity, provider.agree(changed, self.service.origin)))
        self.check_right(provider, identity)

    def test_a_token_again(self):
        provider, identity, _ = self.linked()
        self.check_right(provider, identity)
        seen = provider.last_token
        provider.twist = Twist(token=lambda *_: seen)
        browser = self.service.browser()
        self.check_refused(browser, browser.log_in_with(identity, provider, None))
        self.check_noted({"a token again": browser})
        self.check_right(provider, identity)

    def test_a_state_is_used_once(self):
        provider, identity, _ = self.linked()
        browser = self.service.browser()
        answer = provider.agree(browser.start(identity), self.service.origin)
        cookie = browser.cookies[LOGIN]
        browser.finish(identity, answer, 201)
        other = self.service.browser()
        other.cookies[LOGIN] = cookie
        self.check_refused(other, other.finish(identity, answer))
        # Also where both come at once.
        browser = self.service.browser()
        answer = provider.agree(browser.start(identity), self.service.origin)
        several = [self.service.browser() for _ in range(8)]
        for one in several:
            one.cookies[LOGIN] = browser.cookies[LOGIN]
        threads = [threading.Thread(target=one.finish, args=(identity, answer)) for one in several]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        self.assertEqual(sum(one.who() is not None for one in several), 1)

    def test_another_browser(self):
        """Nobody is logged in as somebody else by a link that they are sent."""
        provider, identity, _ = self.linked()
        attacker = self.service.browser()
        for cookie in ("none", "strange", "of another login"):
            with self.subTest(cookie):
                answer = provider.agree(attacker.start(identity), self.service.origin)
                victim = self.service.browser()
                if cookie == "of another login":
                    victim.start(identity)
                elif cookie == "strange":
                    victim.cookies[LOGIN] = "A" * 43
                self.check_refused(victim, victim.finish(identity, answer))
                # Whoever has begun it does not go on with it, either: it was seen by somebody else.
                self.check_refused(attacker, attacker.finish(identity, answer))
        # Nor at another provider than the one that was gone to.
        second = self.provider()
        other = self.service.add(second, "Second")["id"]
        browser = self.service.browser()
        answer = provider.agree(browser.start(identity), self.service.origin)
        self.check_refused(browser, browser.finish(other, answer))
        self.assertEqual(second.times_asked("token"), 0)
        self.check_right(provider, identity)

    def test_nobody_is_linked_by_somebody_else(self):
        provider, identity, _ = self.linked()
        provider.person = {"sub": "attacker", "name": "Mallory"}
        kim = self.service.member("Kim")
        # By a link that they are sent: the attacker's answer in Kim's browser.
        attacker = self.service.browser()
        answer = provider.agree(attacker.start(identity), self.service.origin)
        for only in (None, (LOGIN, SESSION)):
            status, told = kim.try_to("POST", f"/login-providers/{identity}/answers", answer, only=only)
            self.assertGreaterEqual(status, 400, told)
        self.assertEqual(kim.logins()["identities"], [])
        # By their own answer, in a browser in which somebody else has logged in meanwhile.
        answer = provider.agree(kim.start_link(identity), self.service.origin)
        theirs = self.service.browser()
        theirs.log_in("Olga")
        theirs.cookies[LOGIN] = kim.cookies[LOGIN]
        status, told = theirs.try_to("POST", f"/login-providers/{identity}/answers", answer)
        self.assertEqual(status, 403, told)
        self.assertIn("somebody else has logged in here", told["detail"])
        self.assertEqual((kim.logins()["identities"], theirs.logins()["identities"]), ([], []))
        # By a session that has ended meanwhile.
        answer = provider.agree(kim.start_link(identity), self.service.origin)
        kim.log_out()
        self.check_refused(kim, kim.finish(identity, answer))
        # By a token that is not right.
        kim.log_in("Kim")
        for what, twist in list(openid.FORGED_TOKENS.items())[:3] + list(openid.WRONG_CLAIMS.items())[:3]:
            with self.subTest(what):
                provider.twist = twist
                status, told = kim.finish(identity, provider.agree(kim.start_link(identity), self.service.origin))
                self.assertIn(status, (403, 422), told)
        self.assertEqual(kim.logins()["identities"], [])
        # Whoever is not logged in is linked with nobody.
        self.service.browser().send("POST", "/account/identities", {"provider": identity}, 401)

    def test_where_people_were_going(self):
        """A path of this site, or nowhere."""
        provider, identity, _ = self.linked()
        for next in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/\t/evil.example", "\\\\evil.example",
                     "/%2f/evil.example/../..", "http:evil.example", "/now\r\nSet-Cookie: a=b"):
            with self.subTest(next):
                browser = self.service.browser()
                status, begun = browser.try_to("POST", f"/login-providers/{identity}/starts", {"next": next})
                if status != 201:
                    self.assertIn(status, (400, 422), begun)
                    continue
                outcome = browser.finish(identity, provider.agree(begun["address"], self.service.origin), 201)
                where = outcome.get("next")
                self.assertTrue(where is None or re.fullmatch(r"/(?![/\\])[^\s\\]*", where), repr(where))

    def test_many_who_begin(self):
        """Whoever begins again and again takes the places of nobody else."""
        provider, identity, _ = self.linked()
        browser, flood = self.service.browser(), self.service.browser()
        # Also of who comes from the same address, as behind a proxy.
        near = Browser(self.service, flood.address)
        answers = [(one, provider.agree(one.start(identity), self.service.origin)) for one in (browser, near)]
        # With the cookie of the one before, as a browser sends it, and without.
        for only, most in ((None, 300), ((), 18)):
            counts = {}
            for _ in range(300):
                try:
                    status, told = flood.try_to("POST", f"/login-providers/{identity}/starts", {}, only=only)
                except ConnectionError:
                    status = "no connection"
                if status == 429:
                    self.assertIn("log in with your password", told["detail"])
                counts[status] = counts.get(status, 0) + 1
            self.assertLessEqual(set(counts), {201, 429, "no connection"}, counts)
            self.assertLessEqual(counts[201], most, counts)
        for one, answer in answers:
            as_soon_as_connected(lambda: one.finish(identity, answer, 201))
        linking = Browser(self.service, flood.address)
        as_soon_as_connected(lambda: linking.log_in("Ben"))
        as_soon_as_connected(lambda: linking.link(identity, provider))
        self.assertLessEqual(provider.times_asked("discovery") + provider.times_asked("keys"), 4, provider.asked)

    def test_unknown_keys_do_not_have_it_asked_again_and_again(self):
        provider, identity, _ = self.linked()
        provider.twist = openid.header(kid="elsewhere")
        before = provider.times_asked("keys")
        for _ in range(12):
            browser = self.service.browser()
            self.check_refused(browser, browser.log_in_with(identity, provider, None))
        self.assertLessEqual(provider.times_asked("keys") - before, 1)
        self.check_right(provider, identity)


class Away(LoginCase):
    def test_the_password_does_not_need_it(self):
        provider, identity, ben = self.linked()
        late = self.service.browser()
        answer = provider.agree(late.start(identity), self.service.origin)
        linking = provider.agree(ben.start_link(identity), self.service.origin)
        provider.close()
        self.check_refused(late, late.finish(identity, answer))
        self.assertEqual(ben.finish(identity, linking)[0], 422)
        noted = {entry["address"]: entry for entry in self.service.audit("provider_log_in_failed")}
        self.assertEqual([(noted[one.address].get("about"), noted[one.address]["changes"]) for one in (late, ben)],
                         [(None, ["provider: Example"]), ("Ben", ["provider: Example"])], noted)
        phone = self.service.browser()
        status, begun = phone.try_to("POST", f"/login-providers/{identity}/starts", {})
        # What it says of itself is known: the browser finds out that nobody is there.
        self.assertEqual(status, 201, begun)
        phone.log_in("Ben")
        # After a restart nothing is known, and everything stays.
        self.service.restart()
        self.assertEqual((ben.who(), phone.who()), ("Ben", "Ben"))
        other = self.service.browser()
        told = self.check_refused(other, other.try_to("POST", f"/login-providers/{identity}/starts", {}))
        self.assertIn("password", told)
        begun = time.monotonic()
        other.log_in("Ben")
        print(f"  a password while the provider is dead: {time.monotonic() - begun:.2f} s", flush=True)
        [shown] = self.service.coordinator.send("GET", "/login-providers")["providers"]
        self.assertEqual(shown["problem"], "unreachable")
        provider.open()
        # One that did not answer is not asked again at once.
        end = time.monotonic() + PATIENCE
        while self.service.browser().try_to("POST", f"/login-providers/{identity}/starts", {})[0] != 201 and time.monotonic() < end:
            time.sleep(1)
        self.check_right(provider, identity)

    def test_a_restart_on_the_way(self):
        """Who was at the provider begins again, and is told so; who was linked is."""
        provider, identity, ben = self.linked()
        phone = self.service.browser()
        answer = provider.agree(phone.start(identity), self.service.origin)
        linking = provider.agree(ben.start_link(identity), self.service.origin)
        for cut in (True, False):
            self.service.restart(cut)
            told = self.check_refused(phone, phone.finish(identity, answer), (410,))
            self.assertIn("begin again", told)
        self.assertEqual(ben.finish(identity, linking)[0], 410)
        self.assertEqual(ben.who(), "Ben")
        self.assertEqual(len(ben.logins()["identities"]), 1)
        self.check_right(provider, identity)

    def test_slow_providers(self):
        """Whoever comes back from one waits as long as the home's patience is; nobody else does."""
        provider, identity, _ = self.linked()
        for what, twist in openid.SLOW_ANSWERS.items():
            with self.subTest(what):
                provider.twist = twist
                phone, found, begun = self.service.browser(), [], time.monotonic()
                answer = provider.agree(phone.start(identity), self.service.origin)
                waiting = threading.Thread(target=lambda: found.append(phone.finish(identity, answer)))
                waiting.start()
                self.service.browser().log_in("Ben")
                print(f"  {what}: somebody else is logged in after {time.monotonic() - begun:.1f} s", flush=True)
                waiting.join(PATIENCE)
                print(f"  {what}: refused after {time.monotonic() - begun:.1f} s", flush=True)
                self.assertEqual(len(found), 1, "never refused")
                self.check_refused(phone, found[0])
        self.check_right(provider, identity)


class Keys(LoginCase):
    def test_a_new_key_beside_the_old_one(self):
        """Where the home has read both, whichever signs is right."""
        from joserfc.jwk import RSAKey
        provider = self.provider()
        provider.keys.append(RSAKey.generate_key(2048, {"kid": "second", "use": "sig", "alg": "RS256"}))
        identity = self.service.add(provider)["id"]
        ben = self.service.member("Ben")
        ben.link(identity, provider)
        self.check_right(provider, identity)
        provider.keys.reverse()
        self.check_right(provider, identity)
        self.assertEqual(provider.times_asked("keys"), 1)
        provider.twist = claims(sub="somebody else")
        other = self.service.browser()
        self.check_refused(other, other.log_in_with(identity, provider, None))


if __name__ == "__main__":
    run_together()
