"""The second step and passkeys at the real service: codes made by pyotp, recovery codes, an authenticator that is written by the document; what is
wrong, used, guessed or from before a restart lets nobody in."""
import os
import re
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import authenticator  # noqa: E402
from authenticator import EDDSA, ES256, RS256, Credential  # noqa: E402
from codes import App  # noqa: E402
from hostile import PASSWORD, PATIENCE  # noqa: E402
from logins import SESSION, LoginCase  # noqa: E402
from scanning import run_together  # noqa: E402

RECOVERY_CODE = re.compile(r"[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}")


class Steps(LoginCase):
    def setUp(self):
        super().setUp()
        self.ben = self.service.member("Ben")

    def asked(self, name="Ben"):
        """(a browser whose owner's password was right, the token of the second step)"""
        browser = self.service.browser()
        answer = browser.log_in(name, status=202)
        self.assertFalse(browser.is_set(SESSION), browser.set)
        self.assertIsNone(browser.who())
        return browser, answer["token"]

    def check_wrong(self, browser, token, code, status=403, field="code"):
        told = browser.second(token, code, status)
        self.assertEqual(told["field"], field, told)
        self.assertFalse(browser.is_set(SESSION), browser.set)
        self.assertIsNone(browser.who())
        return told["detail"]

    def ways(self, browser):
        """What the audit log says of how this browser's owner logged in there."""
        return next(entry["changes"] for entry in self.service.audit("log_in") if entry["address"] == browser.address)

    def left(self):
        state = self.ben.logins()["second_step"]
        self.assertTrue(state["is_on"], state)
        return state["recovery_codes_left"]

    def test_codes_of_an_app(self):
        ben = self.ben
        new = ben.send("POST", "/account/second-step", None, 201)
        app = App(new["address"])
        self.assertEqual((app.totp.digits, app.totp.interval, app.totp.digest().name), (6, 30, "sha1"))
        self.assertRegex(new["secret"], r"^[A-Z2-7]{32}$")
        self.assertEqual(app.totp.secret, new["secret"])
        self.assertEqual(app.totp.name, "Ben")
        self.assertTrue(app.totp.issuer)
        # Nothing is on before a code was right.
        told = ben.send("PUT", "/account/second-step", {"code": app.wrong()}, 403)
        self.assertEqual(told["field"], "code", told)
        self.assertFalse(ben.logins()["second_step"]["is_on"])
        self.service.browser().log_in("Ben")
        codes = ben.send("PUT", "/account/second-step", {"code": app.code()})["codes"]
        self.assertEqual(len(set(codes)), 10, codes)
        for code in codes:
            self.assertRegex(code, RECOVERY_CODE)
        self.assertEqual(self.left(), 10)
        self.assertTrue(self.service.audit("second_step_on"))
        # From now on the password alone lets nobody in, and a code does once.
        browser, token = self.asked()
        self.check_wrong(browser, token, app.wrong())
        self.assertIn(browser.address, [entry["address"] for entry in self.service.audit("second_step_failed")])
        used = app.code()
        browser.second(token, f"{used[:3]} {used[3:]}")
        self.assertEqual(browser.who(), "Ben")
        self.assertIn("with a code of their app", self.ways(browser))
        other, token = self.asked()
        self.check_wrong(other, token, used)
        # Nor one of before, or of long after. A fifth wrong one would end this login.
        for step in (-3, 4, 40):
            self.check_wrong(other, token, app.at(app.now() + step))
        # What was done is over: its token does nothing any more.
        other.log_in("Ben", status=202)
        self.check_secret_is_told_once(new, codes)
        ben.send("POST", "/account/second-step", None, 409)

    def check_secret_is_told_once(self, new, codes):
        told = str(self.ben.logins()) + str(self.service.audit()) + self.service.home.logged()
        for secret in (new["secret"], *codes):
            self.assertNotIn(secret, told)

    def test_guessing(self):
        app, codes = self.ben.switch_on()
        browser, token = self.asked()
        for _ in range(5):
            status, told = browser.try_to("POST", "/session/second-step", {"token": token, "code": app.wrong()})
            self.assertIn(status, (403, 410, 429), told)
        # The right one comes too late, at this login and for this person from wherever.
        self.check_wrong(browser, token, app.code(), 410, "token")
        statuses = []
        while 429 not in statuses and len(statuses) < 9:
            other, token = self.asked()
            statuses.append(other.try_to("POST", "/session/second-step", {"token": token, "code": app.wrong()})[0])
        self.assertIn(429, statuses)
        self.assertLessEqual(set(statuses), {403, 429})
        # Nobody else waits for that, and Ben's own sessions go on.
        self.service.browser().log_in("Olga")
        self.assertEqual(self.ben.who(), "Ben")
        self.assertEqual(self.left(), 10)
        # Whoever waits gets in.
        other, token = self.asked()
        other.second(token, codes[0])
        self.assertEqual(other.who(), "Ben")

    def test_recovery_codes_work_once(self):
        app, codes = self.ben.switch_on()
        browser = self.service.browser()
        asked = browser.log_in("Ben", status=202)
        self.assertTrue(asked["has_recovery_codes"])
        browser.second(asked["token"], codes[0].lower().replace("-", " "))
        self.assertEqual(browser.who(), "Ben")
        self.assertIn("with a recovery code", self.ways(browser))
        self.assertEqual(self.left(), 9)
        other, token = self.asked()
        self.check_wrong(other, token, codes[0])
        # Also where several come at once: four more are as many as Ben can have begun.
        several = [self.asked() for _ in range(4)]
        threads = [threading.Thread(target=one.try_to, args=("POST", "/session/second-step", {"token": token, "code": codes[1]}))
                   for one, token in several]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        self.assertEqual(sum(one.who() == "Ben" for one, _ in several), 1)
        self.assertEqual(self.left(), 8)
        # New ones end the old ones.
        renewed = self.ben.send("POST", "/account/recovery-codes", None, 201)["codes"]
        self.assertEqual(len({*renewed, *codes}), 20)
        self.assertTrue(self.service.audit("recovery_codes_made"))
        other, token = self.asked()
        self.check_wrong(other, token, codes[2])
        other.second(token, renewed[0])
        self.assertEqual(other.who(), "Ben")

    def test_a_coordinator_switches_it_off_for_somebody(self):
        self.ben.switch_on()
        kim = self.service.member("Kim")
        person = self.ben.send("GET", "/session")["person"]["id"]
        kim.send("DELETE", f"/accounts/{person}/second-step", None, 403)
        self.service.browser().send("DELETE", f"/accounts/{person}/second-step", None, 401)
        self.assertEqual(self.left(), 10)
        browser, token = self.asked()
        self.service.coordinator.send("DELETE", f"/accounts/{person}/second-step", None, 204)
        [entry] = self.service.audit("second_step_off")
        self.assertEqual((entry["by"], entry["about"]), ("Olga", "Ben"), entry)
        self.service.browser().log_in("Ben")
        self.assertEqual(self.ben.who(), "Ben")
        # It was not there for what is no second step.
        self.service.coordinator.send("DELETE", f"/accounts/{person}/second-step", None, 404)
        self.assertIn(browser.try_to("POST", "/session/second-step", {"token": token, "code": "123456"})[0], (403, 410))

    def test_switched_off_by_themselves(self):
        self.ben.switch_on()
        self.ben.send("DELETE", "/account/second-step", None, 204)
        self.assertFalse(self.ben.logins()["second_step"]["is_on"])
        self.service.browser().log_in("Ben")
        self.ben.send("DELETE", "/account/second-step", None, 404)
        self.ben.send("POST", "/account/recovery-codes", None, 409)

    def test_on_top_of_a_provider(self):
        provider = self.provider()
        identity = self.service.add(provider)["id"]
        self.ben.link(identity, provider)
        app, codes = self.ben.switch_on()
        browser = self.service.browser()
        outcome = browser.finish(identity, provider.agree(browser.start(identity, next="/plan"), self.service.origin), 202)
        self.assertFalse(browser.is_set(SESSION), browser.set)
        self.assertIsNone(browser.who())
        token = outcome["second_step"]["token"]
        self.check_wrong(browser, token, app.wrong())
        browser.second(token, app.code())
        self.assertEqual(browser.who(), "Ben")
        self.assertLessEqual({"provider: Example", "with a code of their app"}, set(self.ways(browser)))
        # The link ends between the two steps.
        browser = self.service.browser()
        token = browser.log_in_with(identity, provider, 202)["second_step"]["token"]
        self.ben.send("DELETE", f"/account/identities/{self.ben.logins()['identities'][0]['id']}", None, 204)
        before = self.service.audit("second_step_failed")
        self.assertIn("log in again", self.check_wrong(browser, token, codes[0], 410, "token"))
        self.assertEqual(self.service.audit("second_step_failed"), before)
        self.assertEqual(self.left(), 10)

    def test_a_restart_in_between(self):
        app, codes = self.ben.switch_on()
        browser, token = self.asked()
        used = app.code()
        browser.second(token, used)
        other, late = self.asked()
        new = self.service.member("Kim")
        app_of_kim = App(new.send("POST", "/account/second-step", None, 201)["address"])
        self.service.restart()
        self.assertEqual((self.ben.who(), browser.who()), ("Ben", "Ben"))
        self.assertIn("log in again", self.check_wrong(other, late, codes[0], 410, "token"))
        self.assertEqual(self.left(), 10)
        # What was used stays used.
        other, token = self.asked()
        self.check_wrong(other, token, used)
        other.second(token, codes[0])
        # Whoever has been here for long types their password again; what was not on is not.
        told = new.send("PUT", "/account/second-step", {"code": app_of_kim.code()}, 403)
        self.assertEqual(told["field"], "current_password", told)
        new.send("POST", "/session/confirmation", {"current_password": PASSWORD}, 204)
        new.send("PUT", "/account/second-step", {"code": app_of_kim.code()}, 410)
        self.service.browser().log_in("Kim")
        new.switch_on()
        self.asked("Kim")


class Passkeys(LoginCase):
    def setUp(self):
        super().setUp()
        # Passkeys belong to a name.
        self.service.host = f"localhost:{self.service.port}"
        self.origin = f"http://{self.service.host}"
        self.ben = self.service.member("Ben")

    def offer(self, browser=None):
        return (browser or self.ben).send("POST", "/account/passkeys/challenges", None, 201)

    def add(self, credential, browser=None, **changes):
        """(the user's handle, the passkey as the API tells it)"""
        offer = self.offer(browser)
        return offer["user"], (browser or self.ben).send(
            "POST", "/account/passkeys", credential.made(offer, **{"origin": self.origin, **changes}), 201)

    def question(self, browser):
        return browser.send("POST", "/passkeys/challenges", None, 201)

    def use(self, credential, user, /, **changes):
        """(a browser, and how it was answered)"""
        browser = self.service.browser()
        answer = credential.signed(self.question(browser), **{"origin": self.origin, "user": user, **changes})
        return browser, browser.try_to("POST", "/passkeys/sessions", answer)

    def check_right(self, credential, user, name="Ben"):
        browser, found = self.use(credential, user)
        self.assertEqual(found[0], 201, found)
        self.assertEqual(browser.who(), name)
        return browser

    def test_of_each_algorithm(self):
        self.assertEqual(self.offer()["algorithms"], [ES256, EDDSA, RS256])
        self.assertTrue(self.ben.logins()["can_add_passkey"])
        for algorithm in (ES256, EDDSA, RS256):
            with self.subTest(algorithm):
                credential = Credential(algorithm)
                user, told = self.add(credential, name=f"Key {algorithm}")
                self.assertEqual((told["name"], told["host"]), (f"Key {algorithm}", "localhost"))
                browser = self.check_right(credential, user)
                entry = next(one for one in self.service.audit("log_in") if one["address"] == browser.address)
                self.assertIn("with a passkey", entry["changes"], entry)
                self.assertIn("used_at", next(one for one in browser.logins()["passkeys"] if one["id"] == told["id"]))
                # Whoever comes in by one changes what needs a password typed, as by that.
                browser.send("POST", "/account/second-step", None, 201)
                # The same is not added twice.
                offer = self.offer()
                self.assertIn(authenticator.base64url(credential.id), offer["excluded"])
                self.ben.send("POST", "/account/passkeys", credential.made(offer, self.origin), 422)
        self.assertEqual(len(self.service.audit("passkey_added")), 3)

    def test_what_is_made_wrongly(self):
        for what, changes in authenticator.HOSTILE_CREATIONS.items():
            with self.subTest(what):
                answer = Credential().made(self.offer(), **{"origin": self.origin, **changes})
                status, told = self.ben.try_to("POST", "/account/passkeys", answer)
                self.assertIn(status, (400, 403, 410, 422), told)
                self.assertEqual(self.ben.logins()["passkeys"], [])
        # Nor by the question that somebody else was asked, or one that was answered.
        offer = self.offer(self.service.member("Kim"))
        self.ben.send("POST", "/account/passkeys", Credential().made(offer, self.origin), 410)
        offer = self.offer()
        self.ben.send("POST", "/account/passkeys", Credential().made(offer, self.origin), 201)
        self.ben.send("POST", "/account/passkeys", Credential().made(offer, self.origin), 410)
        self.service.browser().send("POST", "/account/passkeys/challenges", None, 401)

    def test_what_is_signed_wrongly(self):
        credential = Credential()
        user, _ = self.add(credential)
        browsers = {}
        for what, changes in authenticator.HOSTILE_ANSWERS.items():
            with self.subTest(what):
                browsers[what], found = self.use(credential, user, **changes)
                self.check_refused(browsers[what], found)
        browsers["a strange passkey"], found = self.use(Credential(), user)
        self.check_refused(browsers["a strange passkey"], found)
        self.check_noted(browsers, "passkey_failed")
        self.check_right(credential, user)

    def test_an_answer_again(self):
        credential = Credential()
        user, _ = self.add(credential)
        browser, other = self.service.browser(), self.service.browser()
        answer = credential.signed(self.question(browser), self.origin, user)
        browser.send("POST", "/passkeys/sessions", answer, 201)
        self.check_refused(other, other.try_to("POST", "/passkeys/sessions", answer))

    def test_one_that_counts(self):
        """A copy of it shows by a number that was there already."""
        credential = Credential()
        credential.count = 7
        user, _ = self.add(credential)
        for count, is_right in ((8, True), (20, True), (20, False), (19, False), (0, False), (21, True)):
            with self.subTest(count):
                credential.count = count
                browser, found = self.use(credential, user)
                if is_right:
                    self.assertEqual((found[0], browser.who()), (201, "Ben"), found)
                else:
                    self.check_refused(browser, found)

    def test_removed(self):
        credential = Credential()
        user, told = self.add(credential)
        self.service.coordinator.send("DELETE", f"/account/passkeys/{told['id']}", None, 404)
        browser = self.check_right(credential, user)
        self.ben.send("DELETE", f"/account/passkeys/{told['id']}", None, 204)
        other, found = self.use(credential, user)
        self.check_refused(other, found)
        self.assertEqual(browser.who(), "Ben")
        self.assertTrue(self.service.audit("passkey_removed"))

    def test_it_needs_no_second_step(self):
        credential = Credential()
        user, _ = self.add(credential)
        self.ben.switch_on()
        self.check_right(credential, user)
        self.service.browser().log_in("Ben", status=202)

    def test_a_restart_in_between(self):
        credential = Credential()
        user, _ = self.add(credential)
        browser, offer = self.service.browser(), self.offer()
        answer = credential.signed(self.question(browser), self.origin, user)
        self.service.restart()
        self.check_refused(browser, browser.try_to("POST", "/passkeys/sessions", answer))
        self.ben.send("POST", "/session/confirmation", {"current_password": PASSWORD}, 204)
        self.ben.send("POST", "/account/passkeys", Credential().made(offer, self.origin), 410)
        self.check_right(credential, user)

    def test_by_numbers_there_are_none(self):
        self.service.host = None
        self.assertFalse(self.ben.logins()["can_add_passkey"])
        told = self.ben.send("POST", "/account/passkeys/challenges", None, 422)
        self.assertIn("name", told["detail"])

    def test_many_who_ask(self):
        """Questions that nobody answers take the places of nobody else's."""
        credential = Credential()
        user, _ = self.add(credential)
        browser, flood, statuses = self.service.browser(), self.service.browser(), set()
        question, begun = self.question(browser), time.monotonic()
        for _ in range(300):
            try:
                statuses.add(flood.try_to("POST", "/passkeys/challenges")[0])
            except ConnectionError:
                statuses.add("no connection")
        self.assertIn(201, statuses)
        self.assertLessEqual(statuses, {201, 429, "no connection"})
        status, told = browser.try_to("POST", "/passkeys/sessions", credential.signed(question, self.origin, user))
        self.assertEqual(status, 201, (told, time.monotonic() - begun))


if __name__ == "__main__":
    run_together()
