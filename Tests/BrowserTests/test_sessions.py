"""Sessions, exercises and moods on phones: a provider assigns, a client waits, both talk, the client leaves and says how it was; the chart has it."""
import collections
import os
import re
import sys
import unittest
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import DESKTOP, PASSWORD, PHONE, ROOT, Browser, Household  # noqa: E402


class Sessions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.anna = Browser(cls.household.url, size=DESKTOP)
        cls.addClassCleanup(cls.anna.close)
        cls.anna.set_up(cls.household)
        cls.kim = cls.come("Dr Kim", role="provider", clients=["maria"])
        cls.maria = cls.come("Maria", role="client", person="maria")
        cls.ben = cls.come("Ben", role="caregiver")
        # Reads without scripts.
        cls.plain = Browser(cls.household.url, size=PHONE, script=False)
        cls.addClassCleanup(cls.plain.close)
        cls.session = None
        # How many taps each way took, as docs/using.md has it.
        cls.taps = collections.Counter()

    @classmethod
    def come(cls, name, **invitation):
        status, made = cls.anna.call("POST", "/invitations", {"id": str(uuid.uuid4()), "name": name, **invitation})
        assert status == 201, made
        phone = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(phone.close)
        phone.go(f"/join/{made['code']}")
        if invitation["role"] == "client":
            phone.send("Link this device")
        else:
            phone.fill(password=PASSWORD, again=PASSWORD)
            phone.send("Begin")
        phone.wait(lambda: phone.find("nav"), "to belong to the home")
        return phone

    def looks_right(self, phone, name):
        phone.picture(f"sessions-{name}", whole=True)
        found = phone.violations() + phone.small_targets() + phone.outside()
        # The browser notes what was refused, and nothing else.
        found += [one for one in phone.complaints() if not any(status in one for status in ("403", "404", "409", "422"))]
        self.assertEqual(found, [], "\n".join(found))
        self.assertFalse(phone.is_too_wide())

    @staticmethod
    def follow(phone, selector):
        """A link that is known by its place: what it says begins with a symbol or a time."""
        link = phone.wait(lambda: next(iter(phone.find(selector)), None), selector)
        phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
        link.click()

    def tap(self, way, phone, words, where):
        """A tap that counts."""
        self.taps[way] += 1
        phone.send(words, where)

    def tap_link(self, way, phone, selector):
        self.taps[way] += 1
        self.follow(phone, selector)

    def moods(self):
        status, page = self.anna.call("GET", "/moods?client=maria", None)
        self.assertEqual(status, 200, page)
        return page["moods"]

    def state(self):
        status, session = self.kim.call("GET", f"/appointments/{self.session}", None)
        self.assertEqual(status, 200, session)
        return session["state"]

    def test_1_a_session_is_planned_and_an_exercise_assigned(self):
        kim = self.kim
        kim.go("/sessions")
        kim.wait_text("There are no sessions yet.")
        self.looks_right(kim, "none")
        kim.send("New session", "main")
        kim.fill(title="Breathing", minutes="none")
        kim.send("Save", "main")
        kim.wait_text("Please mend this first:")
        self.assertEqual([one.get_attribute("href").split("#")[1] for one in kim.find(".faults a")], ["f-client", "f-minutes"])
        self.looks_right(kim, "wrong")
        kim.driver.execute_script("document.getElementById('f-client').value = 'maria'")
        kim.fill(minutes="30")
        # Today, so that the client is asked about it now.
        day = self.household.api.call("GET", "/agenda")[1]["day"]
        kim.driver.execute_script("document.querySelector('[name=date]').value = arguments[0]", day)
        kim.send("Save", "main")
        kim.wait_text("30 minutes")
        type(self).session = kim.path.split("/")[-1]
        self.assertEqual(self.state(), "planned")
        self.looks_right(kim, "planned")
        kim.go("/sessions/assign")
        kim.wait_text("Calm breathing")
        self.looks_right(kim, "assign")
        # The usual one is chosen; whoever sends none is asked for one.
        kim.driver.execute_script("document.querySelector('[name=exercise]:checked').checked = false")
        kim.send("Assign", "main")
        kim.wait_text("Choose an exercise.")
        kim.tick("[name=exercise][value=calm]")
        kim.tick("[name=repeat][value=daily]")
        kim.driver.execute_script("document.querySelector('[name=date]').value = arguments[0]", day)
        kim.driver.execute_script("document.querySelector('[name=time]').value = '23:58'")
        kim.fill(details="Sit up first.")
        kim.send("Assign", "main")
        kim.wait_text("The exercise is assigned.")
        kim.wait_text("Calm breathing")
        self.looks_right(kim, "course")

    def test_2_the_client_waits_and_the_provider_sees_it_at_once(self):
        kim, maria = self.kim, self.maria
        # Whatever page is open names who waits, and leads there.
        kim.go("/account")
        kim.wait_live()
        self.assertEqual([one.is_displayed() for one in kim.find("#calls")], [False])
        maria.go("/mine")
        self.tap_link("come in", maria, "nav a[href='/mine/sessions']")
        maria.wait_text("Exercises for today")
        maria.wait_text("opens tomorrow")
        self.looks_right(maria, "mine")
        self.tap("come in", maria, "Dr Kim", "[data-key=of-today]")
        self.tap("come in", maria, "Come in", "[data-key=moves]")
        maria.wait_text("Maria waits")
        self.looks_right(maria, "waits")
        kim.wait_text("Maria has been waiting since")
        self.assertEqual(kim.find("nav a[href='/sessions'] .badge")[0].text, "1")
        self.looks_right(kim, "somebody-waits")
        kim.go("/")
        kim.wait_text("In the wait room")
        self.looks_right(kim, "waits-today")
        self.tap_link("meet", kim, "[data-key=waiting] .card a")
        kim.wait(lambda: kim.path == f"/sessions/{self.session}", "the room")
        self.assertEqual([one.is_displayed() for one in kim.find("#calls")], [False])
        kim.go("/sessions")
        kim.wait_live()
        kim.wait_text("Maria waits")
        self.assertTrue(kim.wait(lambda: kim.find("[data-key=of-now] .clock"), "how long she waits"))
        self.looks_right(kim, "who-waits")
        self.assertEqual(self.state(), "client_waits")

    def test_3_both_talk_and_each_sees_the_other_at_once(self):
        kim, maria = self.kim, self.maria
        kim.go(f"/sessions/{self.session}")
        kim.wait_live()
        maria.go(f"/mine/sessions/{self.session}")
        maria.wait_live()
        self.assertEqual(kim.find("#text-said"), [])
        kim.send("I’m busy, I come later", "[data-key=moves]")
        maria.wait_text("Dr Kim is busy and comes later")
        self.tap("meet", kim, "I’m here", "[data-key=moves]")
        maria.wait_text("Both are in")
        self.looks_right(maria, "answers")
        kim.send("Say it", "[data-key=room]")
        kim.wait_text("Write something first.")
        kim.driver.execute_script("document.getElementById('text-said').value = arguments[0]", "Shall we begin, Maria?")
        kim.send("Say it", "[data-key=room]")
        maria.wait_text("Dr Kim: “Shall we begin, Maria?”")
        self.tap("answer", maria, "Yes", "[data-key=answers]")
        kim.wait(lambda: "Yes" in kim.find("[data-key=said]")[0].text, "the answer")
        maria.wait_live()
        maria.send("I want to say something", "[data-key=answers]")
        kim.wait(lambda: "I want to say something" in kim.find("[data-key=said]")[0].text, "the second answer")
        self.looks_right(kim, "room")
        # What is for the two of them is not for those who care, and a kept note is for nobody else.
        for words, button in (("Breathe out longer", "Add for everybody"), ("She looks tired", "Keep for me alone")):
            kim.driver.execute_script("document.getElementById('text-note').value = arguments[0]", words)
            kim.send(button, "[data-key=notes]")
            kim.wait_text(words)
        self.looks_right(kim, "notes")
        self.ben.go(f"/sessions/{self.session}")
        self.ben.wait_text("Breathe out longer")
        for words in ("She looks tired", "Shall we begin", "I want to say something"):
            self.assertNotIn(words, self.ben.text())
        self.assertNotIn("She looks tired", maria.text())
        self.looks_right(self.ben, "caregiver")

    def test_4_without_scripts_the_same_is_there(self):
        plain = self.plain
        plain.log_in("Dr Kim")
        plain.go(f"/sessions/{self.session}")
        plain.wait_text("Shall we begin, Maria?")
        plain.wait_text("Load again")
        plain.send("Load again")
        plain.wait_text("Both are in")
        plain.go("/sessions")
        plain.fill(text="nobody of this name")
        plain.send("Search", "main")
        plain.wait_text("Nothing was found.")
        plain.fill(text="reathi")
        plain.send("Search", "main")
        plain.wait_text("Both are in")
        plain.wait_text("Show everything")

    def test_5_the_client_leaves_says_how_it_was_and_the_chart_has_it(self):
        kim, maria, ben = self.kim, self.maria, self.ben
        ben.go("/moods")
        ben.send("Maria", "main")
        ben.wait_live()
        ben.wait_text("Nothing was logged in the last two weeks.")
        maria.go(f"/mine/sessions/{self.session}")
        maria.send("Please let the coordinator talk to me", "[data-key=feedback]")
        maria.wait_text("The coordinator is told.")
        self.tap("leave", maria, "Leave", "[data-key=moves]")
        maria.wait_text("How are you?")
        self.tap("leave", maria, "How are you?", "[data-key=stands]")
        self.looks_right(maria, "faces")
        self.tap("leave", maria, "good", "[data-key=log-face]")
        maria.wait_text("Written down.")
        maria.wait_text("This week mostly good, 4 of 5.")
        self.looks_right(maria, "mine-chart")
        self.assertEqual([(one["mood"]["value"], one["mood"]["by"]) for one in self.moods()], [(4, "Maria")])
        # Whoever has the page open sees it by themselves.
        ben.wait_text("This week mostly good, 4 of 5.")
        ben.wait(lambda: len(ben.find("svg.chart .mark")) == 1, "a mark in the chart")
        self.looks_right(ben, "chart")
        kim.go("/moods/maria")
        kim.wait_text("This week mostly good, 4 of 5.")
        kim.go(f"/sessions/{self.session}")
        kim.wait_text("Dr Kim is here")
        kim.tap("End the session", "[data-key=change]")
        self.taps["end"] += 1
        self.tap("end", kim, "End the session", "[data-key=end] form")
        kim.wait_text("The session has ended.")
        self.assertEqual(self.state(), "ended")
        # It is among the past ones of the client, and all of them can be taken along.
        maria.go("/mine")
        self.tap_link("past", maria, "nav a[href='/mine/sessions']")
        self.tap("past", maria, "Past sessions", "main")
        maria.wait_text("Breathing")
        self.looks_right(maria, "past")
        self.assertTrue(maria.find("a[href='/mine/sessions.csv']"))

    def test_6_an_exercise_of_today_is_completed_by_a_face(self):
        maria, kim = self.maria, self.kim
        maria.go("/mine")
        self.tap_link("exercise", maria, "nav a[href='/mine/sessions']")
        self.tap_link("exercise", maria, "[data-key=exercises-today] a")
        maria.wait_text("Sit up first.")
        self.looks_right(maria, "exercise")
        self.tap("exercise", maria, "very good", "[data-key=log-face]")
        maria.wait_text("Written down.")
        maria.wait(lambda: "very good, 5 of 5" in maria.find("[data-key=completed]")[0].text, "the completed exercise with its mood")
        kim.go("/clients/maria")
        kim.wait(lambda: "very good, 5 of 5" in kim.find("[data-key=completed]")[0].text, "it in the course")

    def test_7_signs_pain_and_a_correction(self):
        ben = self.ben
        ben.go("/moods/maria/signs")
        ben.find("[name=signs]")[0].send_keys("Rubs her eyes")
        self.looks_right(ben, "signs")
        ben.send("Save", "main")
        ben.send("Rubs her eyes", "[data-key=log-sign]")
        ben.wait_text("Seen: Rubs her eyes")
        ben.tap("Pain", "[data-key=log-pain]")
        ben.send("7", "[data-key=log-pain] form")
        ben.wait_text("Pain: 7 of 10")
        ben.wait_text("Pain this week mostly 7 of 10.")
        self.follow(ben, "[data-key=table] li:first-child a")
        ben.wait_text("You correct “Pain: 7 of 10”")
        self.looks_right(ben, "correcting")
        ben.tap("Pain", "[data-key=log-pain]")
        ben.send("3", "[data-key=log-pain] form")
        ben.wait_text("Pain: 3 of 10")
        ben.wait_text("corrected since")
        ben.wait_text("Pain this week mostly 3 of 10.")
        self.looks_right(ben, "moods")

    def test_8_the_coordinator_sees_the_wish_and_says_so(self):
        anna = self.anna
        anna.go("/now")
        anna.wait_text("1 person asks to talk to a coordinator")
        self.looks_right(anna, "now-wish")
        anna.go("/handover")
        anna.wait_text("Maria: please talk to me")
        self.follow(anna, "main a[href='/sessions#wishes']")
        self.looks_right(anna, "wish")
        self.kim.go(f"/sessions/{self.session}")
        self.assertNotIn("talk to a coordinator", self.kim.text())
        anna.send("Seen to", "[data-key=wishes]")
        anna.wait_text("Noted as seen to.")
        anna.go("/now")
        anna.wait_no_text("asks to talk to a coordinator")

    def test_9_to_allow_more_of_breathing_is_a_purpose(self):
        kim = self.kim
        for words, ticks in (("none", []), ("any", ["#f-purpose"])):
            kim.go("/clients/maria/breathing")
            kim.tick(f"[name=breathing][value={words}]")
            kim.send("Save", "main")
            if ticks:
                kim.wait_text("Please mend this first:")
                self.looks_right(kim, "breathing")
                for box in ticks:
                    kim.tick(box)
                kim.send("Save", "main")
            kim.wait_text("It counts at once at the client’s kiosk.")
        status, problem = self.anna.call("PUT", "/people/maria/breathing", {"breathing": "none"})
        self.assertEqual(status, 200, problem)
        status, problem = self.anna.call("PUT", "/people/maria/breathing", {"breathing": "any"})
        self.assertEqual((status, problem.get("field")), (422, "breathing"), problem)
        self.anna.go("/settings/care")
        self.anna.tick("[name^=option-care][value=any]")
        self.anna.send("Save", "main")
        self.anna.wait_text("on purpose")
        self.looks_right(self.anna, "settings-care")
        status, problem = self.ben.call("PUT", "/people/maria/breathing", {"breathing": "none"})
        self.assertEqual(status, 403, problem)

    def test_9_the_docs_say_how_many_taps_each_way_took(self):
        with open(f"{ROOT}/docs/using.md", encoding="utf-8") as file:
            part = file.read().split("\n**Taps in sessions.**")[1].split("\n\n**")[0]
        told = {way: int(taps) for way, taps in re.findall(r"^\| `([a-z ]+)` \|.*\| (\d+) \|$", part, re.MULTILINE)}
        self.assertEqual(told, dict(self.taps))


if __name__ == "__main__":
    unittest.main(verbosity=2)
