"""One switch and one real browser: the client hears what the provider wrote, breathes, the provider comes on a phone, they meet, the client spells a word,
leaves, says how it was; the chart has it. Meanwhile the browser is closed once, and power fails once."""
import os
import signal
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import guided  # noqa: E402


class Guided(guided.Led):
    def test_from_the_list_to_the_chart(self):
        kim = self.kim
        kim.go("/sessions?text=tal")
        kim.wait_text("Talk")
        kim.wait_text("Show everything")
        # What she shares is heard, once it is chosen, and what she keeps never is.
        self.open_session(kim)
        for words, button in (("Look at her posture", "Keep for me alone"), ("Breathe out longer", "Add for everybody")):
            kim.driver.execute_script("document.getElementById('text-note').value = arguments[0]", words)
            kim.send(button, "[data-key=notes]")
            kim.wait_text(words)
        self.tap()
        self.choose("Exercises")
        self.choose("What Dr Kim wrote")
        first = self.said("Breathe out longer.")
        # From today, or from the day before where midnight has just passed.
        self.assertTrue(first["text"].startswith("New. From "), first)
        self.choose("Hear it again")
        again = self.said("Breathe out longer.", after=first["number"] + 1)
        self.assertTrue(again["text"].startswith("From "), again)
        self.choose("Go back")
        # The exercise, which is long.
        self.choose("Breathing")
        self.said("We breathe slowly.")
        self.tap()
        self.said("tones", event="started", kind="earcon")
        # The provider comes, in a browser.
        self.open_session(kim)
        after = self.count()
        kim.send("I’m here", "[data-key=moves]")
        self.said("Dr Kim is here. Press to join now, or finish first.", after=after)
        self.tap()
        self.said("You are with Dr Kim.", after=after)
        kim.wait_text("Both are in")
        # Once the provider is in, their page leads to the video of this session.
        video = f"a[href='https://meet.example.org/{self.appointment}'][target=_blank][rel='noopener noreferrer']"
        kim.wait(lambda: kim.find(f"[data-key=video] {video}"), "the way to the video")
        # Answers and a word of her own are there at once.
        self.choose("Yes")
        kim.wait(lambda: "Yes" in self.room(kim), "the answer")
        self.choose("I want to say something")
        kim.wait(lambda: "I want to say something" in self.room(kim), "that she wants to say something")
        self.choose("space")
        self.choose("e", is_whole=True)
        self.choose("Use it")
        self.choose("For Dr Kim")
        kim.wait(lambda: "“e”" in self.room(kim), "what she has spelled")
        # The browser is closed, and another one goes on.
        kim.close()
        kim = self.browser()
        kim.log_in("Dr Kim")
        self.open_session(kim)
        kim.wait_text("Both are in")
        kim.wait(lambda: "“e”" in self.room(kim), "what was said before")
        # Power fails for all but the browser: one step before, and one press leads on.
        after = self.count()
        self.household.process.stop(signal.SIGKILL)
        self.household.start()
        self.said("Dr Kim is here. Press to join.", after=after)
        self.tap()
        self.said("You are with Dr Kim.", after=after)
        self.open_session(kim)
        after = self.count()
        kim.driver.execute_script("document.getElementById('text-said').value = arguments[0]", "Shall we stop for today?")
        kim.send("Say it", "[data-key=room]")
        self.said("Shall we stop for today?", after=after)
        self.choose("Leave")
        kim.wait_text("Dr Kim is here")
        self.choose("Good")
        kim.go("/moods/maria")
        kim.wait_live()
        kim.wait_text("good, 4 of 5")
        kim.wait(lambda: len(kim.find("#main .chart .mark")) == 1, "the chart with its mark")
        self.assertTrue(kim.find("a[href^='/moods.csv']"))
        moods = self.send(kim, "GET", "/moods?client=maria")["moods"]
        self.assertEqual([one["mood"]["value"] for one in moods], [4])
        self.assertFalse([one for one in self.household.home.lines() if "posture" in one.get("text", "")])
        self.assertEqual(kim.violations(), [])


if __name__ == "__main__":
    unittest.main()
