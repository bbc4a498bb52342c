"""Who may log in: a client's own phone, linked with a code that is read aloud; whoever registers; and providers, who see their own clients."""
import datetime
import os
import sys
import tempfile
import unittest
import uuid
import zoneinfo

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, Household, link_phone, png  # noqa: E402


SECRET = "five slow green trams"
TOILET = "\N{TOILET}"


class OwnPhone(unittest.TestCase):
    """The same with and without scripts: all of it is links and forms."""

    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.anna = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.anna.close)
        cls.anna.set_up(cls.household)
        cls.phone = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.phone.close)
        cls.plain = Browser(cls.household.url, size=PHONE, script=False)
        cls.addClassCleanup(cls.plain.close)

    def looks_right(self, phone, name):
        phone.picture(name, whole=True)
        # What looks for violations is a script of the page.
        found = (phone.violations() if phone.script else []) + phone.small_targets() + phone.outside()
        found += [one for one in phone.complaints() if not any(status in one for status in ("403", "404", "409", "422", "AudioContext was not allowed"))]
        self.assertEqual(found, [], "\n".join(found))
        self.assertFalse(phone.is_too_wide())

    def requests(self):
        return self.household.api.requests()

    def call(self, phone):
        """Taps the card for the toilet, by its picture, which stands above its words; gives the call that is there then."""
        before = {one["id"] for one in self.requests()}
        phone.go("/mine")
        phone.send(TOILET, "[data-key=cards]")
        phone.wait_text("You have called.")
        return phone.wait(lambda: [one for one in self.requests() if one["id"] not in before], "the call")[0]

    def link(self, phone):
        """Somebody reads the code aloud, and it is typed on the phone."""
        anna = self.anna
        anna.go("/people/maria")
        anna.send("Link a device")
        code = anna.find("p.code")[0].text
        self.looks_right(anna, "client-code")
        phone.go("/login")
        phone.send("I have a code")
        phone.fill(code=code.lower().replace("-", " "))
        phone.send("Go on")
        phone.wait_text("Link this device")
        return code

    def test_1_a_code_links_a_phone_once(self):
        for phone in (self.phone, self.plain):
            code = self.link(phone)
            if phone.script:
                self.looks_right(phone, "client-link")
            phone.send("Link this device")
            phone.wait(lambda: phone.path.startswith("/mine"), "the client's own page")
            self.looks_right(phone, f"mine-{phone.script}")
        self.anna.go(f"/join/{code}")
        self.anna.wait_text("This code is wrong, used or expired.")

    def test_2_a_call_is_answered_and_the_page_says_so_by_itself(self):
        phone = self.phone
        made = self.call(phone)
        self.assertEqual((made["client"], made["client_name"]), ("maria", "Maria"))
        # Anna's own page may have sounded it by now.
        self.assertIn(made["state"], ("asked", "heard"))
        phone.wait_live()
        status, answered = self.anna.call("POST", f"/requests/{made['id']}/responses", {"state": "on_the_way"})
        self.assertEqual(status, 201, answered)
        phone.wait_text("Anna is on the way.")
        self.looks_right(phone, "mine-answered")
        # The same need again is the same call, unless that is meant.
        phone.send(TOILET, "[data-key=cards]")
        phone.wait_text("You have called already: Toilet.")
        self.anna.call("POST", f"/requests/{made['id']}/responses", {"state": "met"})
        phone.go("/mine")
        phone.wait_text("Anna: done.")
        phone.send("Call again", "[data-key=recent]")
        phone.wait_text("You have called.")
        again = next(one for one in self.requests() if one.get("asks_again") == made["id"])
        self.assertIn(again["state"], ("asked", "heard"))
        phone.send("Take it back", "[data-key=open]")
        phone.wait_text("The call is taken back.")
        self.assertEqual(self.household.api.call("GET", f"/requests/{again['id']}")[1]["state"], "cancelled")

    def test_3_the_same_without_scripts(self):
        made = self.call(self.plain)
        self.anna.call("POST", f"/requests/{made['id']}/responses", {"state": "declined", "reason": "in ten minutes"})
        self.plain.go("/mine")
        self.plain.wait_text("Anna can’t now.")
        self.plain.wait_text("in ten minutes")

    def test_4_a_chore_is_done_and_a_reward_asked_for(self):
        now = self.household.api.call("GET", "/agenda")[1]
        for title, person in (("Dishes", "maria"), ("Bins", None)):
            assignment = {"kind": "fixed", "person": person} if person else {"kind": "claimed", "people": []}
            status, made = self.anna.call("POST", "/routines", {
                "id": str(uuid.uuid4()), "at": now["now"],
                "content": {
                    "title": title, "audience": "household", "priority": "normal", "grace_minutes": 10080, "clients_own": False,
                    "points": 5, "assignment": assignment,
                    "reminders": {"minutes_before": [], "due": True, "missed": False},
                    "schedule": {"start": f"{now['day']}T00:00:00", "zone": now["zone"]}}})
            self.assertEqual(status, 201, made)
        reward = str(uuid.uuid4())
        status, made = self.anna.call("PUT", f"/rewards/{reward}", {
            "content": {"title": "Zoo", "way": {"kind": "redeemed", "cost": 5, "approval": True}}, "active": True, "replaces": 0})
        self.assertEqual(status, 201, made)
        for phone, chore in ((self.phone, "Dishes"), (self.plain, "Bins")):
            phone.go("/mine/chores")
            card = phone.wait(lambda: next((one for one in phone.find("li.card") if chore in one.text), None), chore)
            if phone.script:
                self.looks_right(phone, "mine-chores")
            phone.send("Done", f"[data-key='{card.get_attribute('data-key')}']")
            phone.wait_text(f"Done: {chore}.")
            self.assertNotIn("Approve", phone.text())
        self.phone.go("/mine/points")
        self.phone.wait_text("10 points")
        self.phone.send("Ask for it")
        self.phone.wait_text("You would like: Zoo")
        self.looks_right(self.phone, "mine-points")
        self.anna.go("/points")
        self.anna.send("Yes")
        self.phone.wait_text("For you: Zoo")
        self.anna.send("Handed over", "[data-key=granted]")
        # By itself, and for a day; whoever did it is not told.
        self.phone.wait_text("Here for you: Zoo")
        self.looks_right(self.phone, "mine-points-given")
        self.assertNotIn("Here for", self.anna.text())

    def test_4_why_it_does_not_count_yet_and_what_is_skipped(self):
        now = self.household.api.call("GET", "/agenda")[1]

        def plan(title, **content):
            status, made = self.anna.call("POST", "/routines", {
                "id": str(uuid.uuid4()), "at": now["now"],
                "content": {
                    "title": title, "priority": "normal", "grace_minutes": 10080, "points": 5,
                    "assignment": {"kind": "fixed", "person": "maria"},
                    "reminders": {"minutes_before": [], "due": True, "missed": False},
                    "schedule": {"start": f"{now['day']}T00:00:00", "zone": now["zone"]}, **content}})
            self.assertEqual(status, 201, made)
        for phone, room, bed in ((self.phone, "Room", "Bed"), (self.plain, "Hall", "Desk")):
            plan(room, audience="household", approval=True, clients_own=False)
            plan(bed, client="maria", clients_own=True)
            phone.go("/mine/chores")

            def card(title, phone=phone):
                found = phone.wait(lambda: next((one for one in phone.find("li.card") if title in one.text), None), title)
                return f"[data-key='{found.get_attribute('data-key')}']"
            phone.send("Done", card(room))
            phone.wait_text("Waiting for approval")
            waiting = next(one for one in self.anna.call("GET", "/chores", None)[1]["waiting"] if one["title"] == room)
            status, answer = self.anna.call("POST", "/entries", {
                "id": str(uuid.uuid4()), "routine": waiting["routine"], "key": waiting["key"], "kind": "not_yet",
                "text": "a sock is under the bed", "at": now["now"]})
            self.assertEqual(status, 201, answer)
            if not phone.script:
                phone.go("/mine/chores")
            phone.wait_text("a sock is under the bed")
            # What is their own they leave out themselves, with a reason; what others share is not theirs to leave out.
            self.assertNotIn("Skip", phone.find(card(room))[0].text)
            phone.tap("Skip …", card(bed))
            phone.wait_text("What is skipped brings no points.")
            if phone.script:
                self.looks_right(phone, "mine-skip")
            phone.send("ill", card(bed))
            phone.wait_text("Skipped.")
            phone.send("Undo", card(bed))
            phone.wait_text("Undone.")

    def test_4_pictures_of_chores_and_rewards(self):
        png(f"{self.household.home.path}/boards/cup.png", 90, 90, lambda row: bytes([row, 120, 40]) * 90)
        now = self.household.api.call("GET", "/agenda")[1]
        # Chosen in the forms, among what is beside the boards.
        anna = self.anna
        anna.go("/rewards/new")
        anna.fill(title="A new cup", at="1000")
        anna.tap("Or choose a picture")
        self.looks_right(anna, "reward-picture")
        anna.tick("[name=picked][value='cup.png']")
        anna.send("Save", "main")
        anna.wait_text("The reward is saved.")
        status, made = anna.call("POST", "/routines", {
            "id": str(uuid.uuid4()), "at": now["now"],
            "content": {
                "title": "Cups", "audience": "household", "priority": "normal", "grace_minutes": 10080, "clients_own": False,
                "symbol": "cup.png", "assignment": {"kind": "fixed", "person": "maria"},
                "reminders": {"minutes_before": [], "due": True, "missed": False},
                "schedule": {"start": f"{now['day']}T00:00:00", "zone": now["zone"]}}})
        self.assertEqual(status, 201, made)
        for phone, pages in ((anna, ("/chores", "/today", "/points/maria", "/rewards")), (self.phone, ("/mine/chores", "/mine/points")),
                             (self.plain, ("/mine/chores",))):
            for page in pages:
                phone.go(page)
                image = phone.wait(lambda phone=phone: phone.find("img.symbol, img.emoji"), f"the picture on {page}")[0]
                phone.wait(lambda image=image: int(image.get_property("naturalWidth")) > 0, f"the picture itself on {page}")
                self.assertNotIn("cup.png", phone.text())
            if phone.script:
                self.looks_right(phone, f"pictures-{phone is anna}")

    def test_4_shown_by_a_photo(self):
        now = self.household.api.call("GET", "/agenda")[1]
        for phone, title in ((self.phone, "Table"), (self.plain, "Kitchen")):
            status, made = self.anna.call("POST", "/routines", {
                "id": str(uuid.uuid4()), "at": now["now"],
                "content": {
                    "title": title, "audience": "household", "priority": "normal", "grace_minutes": 10080, "clients_own": False,
                    "proof": "photo", "assignment": {"kind": "fixed", "person": "maria"},
                    "reminders": {"minutes_before": [], "due": True, "missed": False},
                    "schedule": {"start": f"{now['day']}T00:00:00", "zone": now["zone"]}}})
            self.assertEqual(status, 201, made)
            phone.go("/mine/chores")

            def card(phone=phone, title=title):
                found = phone.wait(lambda: next((one for one in phone.find("li.card") if title in one.text), None), title)
                return f"[data-key='{found.get_attribute('data-key')}']"
            phone.send("Done, with a photo", card())
            self.looks_right(phone, f"mine-photo-{phone.script}")
            with tempfile.TemporaryDirectory(prefix="beckon-photo.") as folder:
                photo = png(f"{folder}/photo.png", 90, 180, lambda row: bytes([row, 200, 90]) * 90)
                phone.find("#picture")[0].send_keys(photo)
                phone.wait(lambda phone=phone: phone.button("Done", "main form").is_enabled(), "the picture to be looked at")
                phone.send("Done", "main form")
            phone.wait_text("Waiting for approval")
            self.assertEqual(len(phone.find(f"{card()} img.receipt")), 1)
            self.anna.go("/chores")
            self.anna.wait_text("Photo by Maria")

    def test_4_what_the_kiosk_says_of_itself(self):
        def reminders(person):
            return self.anna.call("GET", f"/people/{person}", None)[1]["reminders"]
        for phone in (self.phone, self.plain):
            phone.go("/account")
            phone.tap("My reminders and quiet hours")
            if phone.script:
                self.looks_right(phone, "own-reminders")
            phone.tick("[name=tell][value=answers]")
            phone.tick("[name=tell][value='before.kiosk']")
            phone.send("Save reminders")
            phone.wait_text("The reminders are saved.")
            off = phone is self.phone
            self.assertEqual(reminders("maria")["off"], ["before"] if off else [])
            self.assertEqual(reminders("maria").get("unsaid", []), ["answers"] if off else [])
        # Somebody who cares for others has a table of places.
        self.anna.go("/account")
        self.anna.tap("My reminders and quiet hours")
        self.looks_right(self.anna, "reminders-table")
        self.anna.tick("[name=tell][value='due.page']")
        self.anna.send("Save reminders")
        self.anna.wait_text("The reminders are saved.")
        self.assertEqual(reminders("anna")["muted"], [{"kind": "due", "place": "page"}])

    def due_soon(self, title):
        """Plans a chore of Maria's that is due in a few seconds."""
        now = self.household.api.call("GET", "/agenda")[1]
        moment = datetime.datetime.fromisoformat(now["now"].replace("Z", "+00:00")).astimezone(zoneinfo.ZoneInfo(now["zone"]))
        start = (moment + datetime.timedelta(seconds=6)).strftime("%Y-%m-%dT%H:%M:%S")
        status, made = self.anna.call("POST", "/routines", {
            "id": str(uuid.uuid4()), "at": now["now"],
            "content": {
                "title": title, "audience": "household", "priority": "normal", "grace_minutes": 600, "clients_own": False,
                "assignment": {"kind": "fixed", "person": "maria"}, "reminders": {"minutes_before": [], "due": True, "missed": False},
                "schedule": {"start": start, "zone": now["zone"]}}})
        self.assertEqual(status, 201, made)

    def test_4_what_is_due_sounds_and_is_said_on_every_page(self):
        phone = self.phone
        phone.go("/mine/chores")
        phone.wait_live()
        switch = phone.wait(lambda: next(iter(phone.find("#tools button")), None), "the switch")
        switch.click()
        phone.wait(lambda: switch.text == "Sound is on", "the sound")

        def sounded():
            return int(phone.driver.execute_script("return document.documentElement.dataset.sounded || '0'"))
        phone.wait(lambda: sounded() == 1, "how it sounds")
        self.due_soon("Set the table")
        phone.wait(lambda: sounded() == 2, "what is due to sound")
        phone.wait_text("Due now")
        # Another page of theirs says it by itself.
        phone.go("/mine")
        phone.wait_text("Set the table is due.")
        phone.wait_live()
        self.due_soon("Feed the cat")
        phone.wait_text("Feed the cat is due.")
        self.looks_right(phone, "mine-due")
        # Whoever does not want that is not disturbed.
        for wanted in (False, True):
            phone.go("/account")
            phone.tap("My reminders and quiet hours")
            phone.tick("[name=tell][value='due.page']")
            phone.send("Save reminders")
            phone.wait_text("The reminders are saved.")
            muted = self.anna.call("GET", "/people/maria", None)[1]["reminders"].get("muted", [])
            self.assertEqual(muted, [] if wanted else [{"kind": "due", "place": "page"}])
            phone.go("/mine")
            self.assertEqual("Feed the cat is due." in phone.text(), wanted)
        for title in ("Set the table", "Feed the cat"):
            phone.go("/mine/chores")
            card = next(one for one in phone.find("li.card") if title in one.text)
            phone.send("Done", f"[data-key='{card.get_attribute('data-key')}']")
            phone.wait_text("Done.")

    def test_4b_kind_words_are_heard_and_kept(self):
        for phone in (self.phone, self.plain):
            phone.go("/mine/encouragement")
            phone.wait_text("A kind word")
            words = lambda: phone.find("[data-key=quotes] .saying")[0].text  # noqa: E731
            heard = []
            for _ in range(3):
                phone.send("Another one", "[data-key=quotes]")
                heard.append(words())
            self.assertEqual(len(set(heard)), 3)
            kept = words()
            phone.send("Keep as a favourite", "[data-key=quotes]")
            phone.wait_text("Favourites")
            self.assertEqual(words(), kept)
            self.assertIn(kept, [one.text for one in phone.find("[data-key=favourites] .saying")])
            self.looks_right(phone, f"mine-encouragement-{phone.script}")
        # Both phones are Maria's: what one has kept, the other has, too.
        self.phone.go("/mine/encouragement")
        self.assertEqual(len(self.phone.find("[data-key=favourites] .saying")), 2)

    def test_5_nothing_of_others_is_there(self):
        for phone in (self.phone, self.plain):
            for path in ("/now", "/people", "/points/maria", "/settings", "/chores", "/history", "/plan"):
                phone.go(path)
                phone.wait_text("This page is not for you")
        self.phone.go("/more")
        self.assertEqual([one.get_attribute("href").removeprefix(self.household.url) for one in self.phone.find("nav li a")][:7],
                         ["/mine", "/mine/sessions", "/mine/moods", "/mine/chores", "/mine/goals", "/mine/points", "/more"])
        self.assertEqual(self.phone.call("GET", "/people", None)[0], 403)
        self.assertEqual(self.phone.call("GET", "/faults", None)[0], 403)

    def test_6_unlinking_asks_first_and_a_coordinator_ends_it_on_all_devices(self):
        for phone in (self.phone, self.plain):
            phone.go("/account")
            phone.send("Unlink this device")
            phone.wait_text("You have no password")
            if phone.script:
                self.looks_right(phone, "unlinking")
                phone.send("Unlink this device", "main")
                phone.wait(lambda: phone.path.startswith("/login"), "the page to log in")
            else:
                phone.send("Cancel")
        self.anna.go("/people/maria")
        self.anna.wait_text("Phone linked, seen")
        self.anna.send("Remove the login")
        self.anna.send("Remove the login", "main")
        for phone in (self.phone, self.plain):
            phone.go("/mine")
            phone.wait(lambda: phone.path.startswith("/login"), "the page to log in")

    def test_7_somebody_registers_waits_is_let_in_and_leaves(self):
        for guest, name in ((self.phone, "Frida"), (self.plain, "Georg")):
            self.anna.go("/people")
            if guest is self.phone:
                guest.go("/register")
                guest.wait_text("nobody registers by themselves")
                self.anna.tap("Registering")
                self.anna.send("Let people register")
                self.anna.wait_text("People can register now.")
            guest.go("/login")
            guest.send("Register")
            guest.fill(name=name, email=f"{name.lower()}@example.org", password=SECRET, again=SECRET)
            if guest.script:
                self.looks_right(guest, "register")
            guest.send("Register", "main")
            guest.wait_text("You are registered.")
            self.log_in(guest, name)
            guest.wait_text("wait for a coordinator to let you in")
            self.assertTrue(guest.path.startswith("/login"))
            self.anna.go("/now")
            self.anna.wait_text("1 person has registered and waits to be let in")
            self.anna.go("/people")
            self.anna.send(name, "[data-key=waiting]")
            self.anna.wait_text(f"{name.lower()}@example.org")
            self.looks_right(self.anna, "waiting")
            self.anna.send("Let in")
            self.anna.wait_text(f"{name} can log in now.")
            self.log_in(guest, name)
            guest.wait(lambda: guest.path.startswith("/now"), "the first page of a caregiver")
            guest.go("/account/leaving")
            guest.fill(password="not my password")
            guest.send("Leave", "main")
            guest.wait_text("This is not your password")
            guest.fill(password=SECRET)
            guest.send("Leave", "main")
            guest.wait_text("You have left this home.")
            self.log_in(guest, name)
            guest.wait_text("The name or the password is wrong.")

    def plan_for(self, client, title, **content):
        """Something of a client's that is due today; its id."""
        now = self.household.api.call("GET", "/agenda")[1]
        status, made = self.anna.call("POST", "/routines", {
            "id": str(uuid.uuid4()), "at": now["now"],
            "content": {
                "title": title, "client": client, "priority": "normal", "grace_minutes": 10080, "clients_own": False,
                "assignment": {"kind": "fixed", "person": "anna"}, "reminders": {"minutes_before": [], "due": True, "missed": False},
                "schedule": {"start": f"{now['day']}T00:00:00", "zone": now["zone"]}, **content}})
        self.assertEqual(status, 201, made)
        return made["id"]

    def test_8_a_provider_sees_the_clients_who_are_ticked(self):
        status, otto = self.anna.call("PUT", "/people/otto", {
            "id": "otto", "name": "Otto", "role": "client", "absences": [], "reminders": {"off": [], "channels": []}, "active": True})
        self.assertEqual(status, 201, otto)
        self.plan_for("maria", "Stretching")
        self.plan_for("otto", "Reading aloud")
        boxes = ".of-provider [type=checkbox]"
        # What a wrong password left there before.
        self.phone.complaints()
        for guest, name in ((self.phone, "Kim"), (self.plain, "Pat")):
            anna = self.anna
            anna.go("/people/new")
            # Asked of providers alone.
            self.assertFalse(any(one.is_displayed() for one in anna.find(boxes)))
            anna.fill(name=name)
            anna.tick("[name=role][value=provider]")
            anna.tick("[name=client][value=maria]")
            if guest.script:
                self.looks_right(anna, "provider-clients")
            anna.send("Add", "main")
            anna.wait_text("Comes to see Maria.")
            anna.send("Invite to log in")
            code = anna.find("p.code")[0].text
            guest.go(f"/join/{code}")
            guest.fill(password=SECRET, again=SECRET)
            guest.send("Begin")
            guest.wait(lambda: guest.path.startswith("/today"), "the first page of a provider")
            guest.wait_text("Stretching")
            self.assertNotIn("Reading aloud", guest.text())
            self.assertNotIn("Otto", guest.text())
            guest.go("/plan/new")
            self.assertNotIn("Otto", guest.driver.page_source)
            guest.go("/today")
            if guest.script:
                guest.wait_live()
            anna.go(f"/people/{name.lower()}?edit=name")
            anna.tick("[name=client][value=otto]")
            anna.tick("[name=client][value=maria]")
            anna.send("Save name and role")
            anna.wait_text("Comes to see Otto.")
            if not guest.script:
                guest.go("/today")
            # An open page shows it by itself.
            guest.wait_text("Reading aloud")
            guest.wait_no_text("Stretching")
            if guest.script:
                self.looks_right(guest, "provider-today")
        # Who takes turns besides stays in the plan, and is nobody with a name to them.
        turns = {"kind": "in_turn", "people": ["maria", "otto", "anna"]}
        routine = self.plan_for("otto", "Washing up", assignment=turns)
        self.plain.go(f"/plan/{routine}/all")
        self.plain.wait_text("Somebody else")
        self.assertNotIn("Maria", self.plain.driver.page_source)
        self.plain.fill(title="Washing up well")
        self.plain.send("Preview dates", "form.routine p.last")
        self.plain.wait_text("somebody else")
        self.plain.send("Save", "#preview")
        self.plain.wait_text("All of them are changed.")
        content = self.anna.call("GET", f"/routines/{routine}", None)[1]["content"]
        self.assertEqual(content["title"], "Washing up well")
        self.assertEqual(content["assignment"]["people"], turns["people"])
        self.plain.go("/people/new")
        self.plain.wait_text("This page is not for you")

    def log_in(self, guest, name):
        guest.go("/login")
        guest.fill(name=name, password=SECRET)
        guest.send("Log in", "main")

    def test_9_somebody_without_a_board_begins_with_their_chores(self):
        """What they could call for is Maria's board, lent: with that no phone opens, also before there are chores."""
        maria = self.anna.call("GET", "/people/maria", None)[1]
        status, made = self.anna.call("PUT", "/people/leo", dict(maria, id="leo", name="Leo", sequence=0))
        self.assertEqual(status, 201, made)
        for script in (True, False):
            phone = Browser(self.household.url, size=PHONE, script=script)
            self.addCleanup(phone.close)
            link_phone(self.anna, "leo", phone)
            self.assertEqual(phone.path.split("?")[0], "/mine/chores")
            self.looks_right(phone, f"mine-first-{script}")
            phone.go("/")
            self.assertEqual(phone.path.split("?")[0], "/mine/chores")


if __name__ == "__main__":
    unittest.main(verbosity=2)
