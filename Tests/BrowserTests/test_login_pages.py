"""Logging in on a phone with a provider, a second step and a passkey, in a real browser: cookies that are not sent from other sites, redirects that are
held back, an authenticator of the browser's own tools."""
import os
import re
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PASSWORD, PHONE, Browser, Household  # noqa: E402
from codes import App  # noqa: E402
from openid import Provider, Twist  # noqa: E402
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions  # noqa: E402

AGREE = "Yes, I am Ana Ríos"
# What the console says of answers that are meant so.
MEANT = ("403", "404", "409", "410", "422", "429")


class LoginPages(unittest.TestCase):
    """One phone after another; what follows builds on what was before."""

    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        # Passkeys belong to a name. The provider is at a number: another site, so that the browser keeps cookies from what comes from there.
        cls.numbers, cls.household.url = cls.household.url, f"http://localhost:{cls.household.port}"
        cls.provider = Provider()
        cls.addClassCleanup(cls.provider.close)
        cls.anna = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.anna.close)
        cls.anna.set_up(cls.household)

    @classmethod
    def phone(cls, **more):
        phone = Browser(more.pop("url", cls.household.url), size=PHONE, **more)
        cls.addClassCleanup(phone.close)
        return phone

    def looks_right(self, phone, name):
        phone.picture(name, whole=True)
        # What looks for violations is a script of the page.
        found = (phone.violations() if phone.script else []) + phone.small_targets() + phone.outside()
        found += [one for one in phone.complaints() if not any(status in one for status in MEANT)]
        self.assertEqual(found, [], f"{name} at {phone.path}:\n" + "\n".join(found))
        self.assertFalse(phone.is_too_wide(), name)

    def log_out(self, phone):
        """As if it were another phone; passkeys stay."""
        phone.driver.delete_all_cookies()
        phone.go("/login")
        phone.wait_text("Log in with Example")

    def arrives(self, phone, path="/"):
        """At a page of somebody who is logged in."""
        phone.wait(lambda: phone.path.startswith(path) and phone.find("nav") and not phone.path.startswith("/login"), f"a page of their own at {path}")

    def agree(self, phone, words=AGREE):
        phone.wait(lambda: phone.driver.current_url.startswith(self.provider.origin), "the provider's page")
        phone.wait_text("know who you are")
        phone.send(words, "main")

    def type_password(self, phone):
        phone.fill(name="Ben", password=PASSWORD)
        phone.send("Log in", "main")

    def type_code(self, phone, code):
        phone.wait_text("Second step")
        phone.fill(code=code)
        phone.send("Log in", "main")

    def type_wrong_code(self, phone, code, told):
        self.type_code(phone, code)
        phone.wait_text(told)
        self.assertTrue(phone.find("[name=code]"), "the code can be typed again")

    def test_1_a_coordinator_adds_a_provider(self):
        anna, provider = self.anna, self.provider
        anna.go("/login-providers")
        self.looks_right(anna, "login-providers-none")
        anna.send("Add a login provider", "main")
        link = anna.wait(lambda: anna.find("[data-key=return] code"), "the redirect URI")[0].text
        self.assertRegex(link, "^" + re.escape(self.household.url) + "/login/with/[0-9a-f-]{36}$")
        provider.return_to.add(link)
        self.looks_right(anna, "login-provider-new")
        anna.fill(name="Example", issuer=provider.issuer + "/", client_id=provider.client, client_secret=provider.secret)
        anna.send("Add it", "main")
        anna.wait_text("copy its issuer exactly")
        anna.wait_text("Type the secret once more")
        self.assertNotIn(provider.secret, anna.driver.page_source)
        self.looks_right(anna, "login-provider-wrong")
        anna.fill(issuer=provider.issuer, client_secret=provider.secret)
        anna.send("Add it", "main")
        anna.wait_text("The login provider is saved, and it answers.")
        self.assertIn(link, anna.text())
        self.looks_right(anna, "login-provider")
        anna.go("/login-providers")
        anna.wait_text("Nobody is linked with it yet.")
        self.looks_right(anna, "login-providers")

    def test_2_somebody_joins_and_is_linked(self):
        status, made = self.anna.call("POST", "/invitations", {"name": "Ben", "role": "caregiver"})
        self.assertEqual(status, 201, made)
        ben = type(self).ben = self.phone()
        ben.go(f"/join/{made['code']}")
        self.looks_right(ben, "join-with-provider")
        ben.fill(password=PASSWORD, again=PASSWORD)
        ben.send("Begin, and log in with Example from now on", "main")
        ben.wait(lambda: ben.path.startswith("/account/ways"), "the ways to log in")
        self.looks_right(ben, "ways-asked")
        ben.send("Link with Example", "[data-key=asked]")
        self.agree(ben)
        ben.wait_text("The account is linked.")
        ben.wait_text("You are called Ana Ríos there.")
        self.looks_right(ben, "ways-linked")
        self.assertEqual(self.provider.wrong, [])
        ben.send("Take my picture from there", "main")
        ben.wait_text("Your picture is the one from there now.")
        self.anna.go("/login-providers")
        self.anna.wait_text("1 person logs in with it")

    def test_3_logging_in_with_the_provider(self):
        """Also without scripts; to where they were going; and not by saying no."""
        plain = self.phone(script=False)
        for phone in (self.ben, plain):
            phone.driver.delete_all_cookies()
            phone.go("/plan")
            phone.wait_text("Log in with Example")
            self.looks_right(phone, f"login-with-provider-{phone.script}")
            phone.send("Log in with Example", "main")
            self.agree(phone, "No")
            phone.wait_text("Example has not let you in")
            self.looks_right(phone, f"login-stopped-{phone.script}")
            phone.send("Back to log in", "main")
            phone.go("/plan")
            phone.send("Log in with Example", "main")
            self.agree(phone)
            self.arrives(phone, "/plan")
            phone.go("/account")
            phone.wait_text("Ben")
        # What the browser was brought back by is worth nothing a second time, nor in another browser.
        self.log_out(plain)
        seen = {}
        self.provider.twist = Twist(back=lambda old: seen.update(old) or old)
        plain.send("Log in with Example", "main")
        self.agree(plain)
        self.arrives(plain)
        self.provider.twist = Twist()
        [return_to] = self.provider.return_to
        stranger = self.phone()
        for phone in (stranger, plain):
            phone.driver.delete_all_cookies()
            phone.go(return_to + "?" + "&".join(f"{name}={value}" for name, value in seen.items()))
            phone.wait_text("begin again")
            self.assertFalse([one for one in phone.driver.get_cookies() if one["name"] == "beckon_session"])
        self.looks_right(stranger, "login-used")
        # Somebody whom nobody here is linked with.
        self.provider.person["sub"], known = "somebody else", self.provider.person["sub"]
        stranger.go("/login")
        stranger.send("Log in with Example", "main")
        self.agree(stranger)
        stranger.wait_text("Nobody here is linked with this login at Example")
        self.provider.person["sub"] = known
        self.assertEqual(self.provider.wrong, [])

    def test_4_the_second_step_is_switched_on(self):
        ben = self.ben
        ben.go("/account")
        ben.send("Ways to log in", "main")
        ben.send("Switch on the second step", "[data-key=second]")
        # A provider's word is no password that was just typed.
        if ben.find("[name=current_password]"):
            self.looks_right(ben, "ways-confirm")
            ben.fill(current_password=PASSWORD)
            ben.send("Go on", "main")
        address = ben.qr_code()
        self.assertTrue(address.startswith("otpauth://totp/"), address)
        type(self).app = app = App(address)
        self.assertIn(f"secret={app.totp.secret}", address)
        self.assertEqual(app.totp.name, "Ben")
        self.looks_right(ben, "second-step-new")
        ben.tap("No camera? Type this into the app")
        typed = ben.wait(lambda: ben.find("[data-key=typed] pre"), "the secret in letters")[0].text
        self.assertEqual(typed.replace(" ", ""), app.totp.secret)
        ben.fill(code=app.wrong())
        ben.send("Switch on the second step", "main")
        ben.wait_text("This is not the code that the app shows now")
        self.looks_right(ben, "second-step-wrong")
        # The app need not read another one.
        self.assertEqual(ben.qr_code(), address)
        ben.fill(code=app.code())
        ben.send("Switch on the second step", "main")
        ben.wait_text("Your second step is on.")
        type(self).codes = [one.text for one in ben.find("[data-key=codes] code")]
        self.assertEqual(len(set(self.codes)), 10, self.codes)
        self.looks_right(ben, "recovery-codes")
        ben.send("I have kept them", "main")
        ben.wait_text("10 recovery codes are left.")
        self.assertNotIn(self.codes[0], ben.driver.page_source)
        self.looks_right(ben, "ways-second-step")

    def test_5_a_code_after_the_password_by_keys_alone(self):
        ben = self.ben
        self.log_out(ben)

        def press(*keys):
            ActionChains(ben.driver).send_keys(*keys).perform()

        def reach(name):
            """Goes on with the tabulator as far as a field."""
            def there():
                return ben.driver.execute_script("return document.activeElement && document.activeElement.name || ''") == name
            for _ in range(40):
                if there():
                    return
                press(Keys.TAB)
            self.fail(f"{name} is not reached by keys at {ben.path}:\n{ben.text()}")
        reach("name")
        press("Ben")
        reach("password")
        press(PASSWORD, Keys.ENTER)
        ben.wait_text("Second step")
        self.looks_right(ben, "second-step")
        reach("code")
        press(self.app.wrong(), Keys.ENTER)
        ben.wait_text("This code is wrong")
        self.looks_right(ben, "second-step-refused")
        reach("code")
        press(self.app.code(), Keys.ENTER)
        self.arrives(ben)

    def test_6_a_recovery_code_after_the_provider(self):
        """Each once; also without scripts."""
        plain = self.phone(script=False)
        for number, phone in enumerate((self.ben, plain)):
            phone.driver.delete_all_cookies()
            phone.go("/plan")
            phone.send("Log in with Example", "main")
            self.agree(phone)
            if number:
                self.type_wrong_code(phone, self.codes[0], "This recovery code is wrong, or was used already")
            self.type_code(phone, self.codes[number].lower().replace("-", ""))
            self.arrives(phone, "/plan")
        self.ben.go("/account/ways")
        self.ben.wait_text("8 recovery codes are left.")
        self.ben.tap("New recovery codes")
        self.ben.send("Make new ones", "main")
        if self.ben.find("[name=current_password]"):
            self.ben.fill(current_password=PASSWORD)
            self.ben.send("Go on", "main")
        renewed = [one.text for one in self.ben.find("[data-key=codes] code")]
        self.assertEqual(len({*renewed, *self.codes}), 20, renewed)
        type(self).codes = renewed

    def test_7_a_passkey(self):
        ben = self.ben
        options = VirtualAuthenticatorOptions()
        options.protocol, options.transport = VirtualAuthenticatorOptions.Protocol.CTAP2, VirtualAuthenticatorOptions.Transport.INTERNAL
        options.has_resident_key = options.has_user_verification = options.is_user_verified = True
        ben.driver.add_virtual_authenticator(options)

        def make(name="Ben’s phone"):
            ben.go("/account/ways")
            ben.send("Add a passkey", "[data-key=passkeys]")
            if ben.find("[name=current_password]"):
                ben.fill(current_password=PASSWORD)
                ben.send("Go on", "main")
            ben.fill(name=name)
            ben.tap("Make the passkey", "main")

        def log_in():
            self.log_out(ben)
            ben.tap("Log in with a passkey", "main")

        def nobody(told):
            ben.wait_text(told)
            self.assertFalse([one for one in ben.driver.get_cookies() if one["name"] == "beckon_session"])
        # A device that asks for no face, finger or PIN makes none.
        ben.driver.set_user_verified(False)
        make()
        ben.wait_text("It was cancelled, took too long, or does not work on this device.")
        self.assertEqual(ben.driver.get_credentials(), [])
        self.looks_right(ben, "passkey-not-made")
        ben.driver.set_user_verified(True)
        ben.tap("Make the passkey", "main")
        ben.wait_text("The passkey is added.")
        ben.wait_text("Not used yet.")
        self.looks_right(ben, "ways-passkey")
        [made] = ben.driver.get_credentials()
        self.assertTrue(made.is_resident_credential)
        self.assertEqual(made.rp_id, "localhost")
        # The same device has one already.
        make("Again")
        ben.wait_text("This device has a passkey for you here already.")
        # It logs in, without a second step.
        log_in()
        self.arrives(ben)
        ben.go("/account/ways")
        ben.wait_text("Last used:")
        self.assertIn("With a passkey", self.audit())
        # And not without a face, finger or PIN.
        ben.driver.set_user_verified(False)
        log_in()
        nobody("It was cancelled, or no passkey for this home was found.")
        self.looks_right(ben, "passkey-stopped")
        ben.driver.set_user_verified(True)
        ben.tap("Log in with a passkey", "main")
        self.arrives(ben)
        # The home does not know it any more.
        ben.go("/account/ways")
        ben.tap("Remove", "[data-key=passkeys]")
        ben.send("Remove it", "[data-key=passkeys]")
        ben.wait_text("The passkey is removed.")
        log_in()
        nobody("This passkey lets nobody in here.")
        self.looks_right(ben, "passkey-refused")
        self.assertIn("Somebody was not let in with a passkey", self.audit())
        # Nor does the device.
        ben.driver.remove_all_credentials()
        log_in()
        nobody("It was cancelled, or no passkey for this home was found.")
        ben.driver.remove_virtual_authenticator()

    def audit(self):
        self.anna.go("/audit")
        return self.anna.text()

    def test_8_a_coordinator_helps_who_has_lost_the_app(self):
        anna, ben = self.anna, self.ben
        anna.go("/people/ben")
        anna.wait_text("Second step: on.")
        anna.send("Switch the second step off", "main")
        anna.wait_text("Switch off the second step of Ben?")
        self.looks_right(anna, "second-step-off")
        anna.send("Yes, switch it off", "main")
        if anna.find("[name=current_password]"):
            anna.fill(current_password=PASSWORD)
            anna.send("Go on", "main")
        anna.wait_text("The second step is off.")
        self.log_out(ben)
        self.type_password(ben)
        self.arrives(ben)
        for words in ("The second step of Ben was switched off", "Ben switched the second step on", "Ben typed a wrong code at the second step",
                      "With a code of their app", "With a recovery code", "Ben has new recovery codes", "A passkey of Ben was removed",
                      "Somebody was not let in with a login provider", "Login provider: Example", "New login provider: Example"):
            self.assertIn(words, self.audit())
        self.looks_right(anna, "audit-logins")

    def test_9_the_provider_is_gone(self):
        ben = self.ben
        self.provider.close()
        self.household.stop()
        self.household.start()
        # The session stays, and the password goes on working.
        ben.go("/account/ways")
        ben.wait_text("You are called Ana Ríos there.")
        self.log_out(ben)
        # Pages that were open have said that the home was away.
        for phone in (ben, self.anna):
            phone.complaints()
        begun = time.monotonic()
        ben.send("Log in with Example", "main")
        ben.wait_text("Example does not answer: log in with your password")
        print(f"  said after {time.monotonic() - begun:.1f} s that the provider does not answer", flush=True)
        self.looks_right(ben, "login-away")
        self.type_password(ben)
        self.arrives(ben)
        self.anna.go("/login-providers")
        self.anna.wait_text("The provider does not answer.")
        self.looks_right(self.anna, "login-providers-away")
        # Under another address of the home there is no passkey, and no way to a provider that sends people back to this machine alone.
        number = self.phone(url=self.numbers)
        number.go("/login")
        number.wait_text("Log in")
        self.assertNotIn("Log in with Example", number.text())
        self.type_password(number)
        self.arrives(number)
        number.go("/account/ways")
        number.wait_text("To add one, open Beckon at an address that begins with https and has a name, not numbers.")
        self.looks_right(number, "ways-by-number")
        # It ends where people are, without the provider.
        ben.go("/account/ways")
        ben.tap("Unlink", "[data-key=elsewhere]")
        ben.send("Unlink it", "[data-key=elsewhere]")
        ben.wait_text("The account is not linked any more.")
        self.anna.go("/login-providers")
        self.anna.send("Example", "main")
        self.anna.send("Remove it …", "main")
        self.anna.send("Yes, remove it", "main")
        if self.anna.find("[name=current_password]"):
            self.anna.fill(current_password=PASSWORD)
            self.anna.send("Go on", "main")
        self.anna.wait_text("The login provider is removed.")
        number.driver.delete_all_cookies()
        number.go("/login")
        number.wait_no_text("Log in with Example")


if __name__ == "__main__":
    unittest.main(verbosity=2)
