import Care
import Foundation
import Kiosk
import Scanning
import Speech
import Testing

@Suite("Announcements") struct AnnouncementsTests {
    @Test("A press after met asks again, as a new request") func aPressAfterMetAsksAgainAsANew() {
        var stage = Stage.afterAsking(Stage.water)
        stage.journal(at: 50, 5, .met, .met, by: "Anna")
        stage.press(at: 52)
        stage.run(to: 60)
        #expect(
            stage.text == """
                50.00 main: met Anna water
                50.00 ack 4
                51.00 (window)
                52.00 ASK water normal again
                52.00 main: Some water, please.
                52.00 ack 5
                53.00 main: asked_again
                54.00 main: take_back
                55.00 (window)
                """)
    }

    @Test("Doing nothing after met ends it") func doingNothingAfterMetEndsIt() {
        var stage = Stage.afterAsking(Stage.water)
        stage.journal(at: 50, 5, .met, .met, by: "Anna")
        stage.run(to: 60)
        #expect(
            stage.text == """
                50.00 main: met Anna water
                50.00 ack 4
                51.00 (window)
                55.00 ack 5
                """)
    }

    @Test("An answer whose words were cut is told again, and acknowledged only then")
    func anAnswerWhoseWordsWereCutIsToldAnew() throws {
        var stage = Stage.afterAsking(Stage.water)
        stage.journal(at: 50, 5, .declined, .declined, by: "Anna", reason: "dinner")
        stage.cutLastWords(at: 50.4)
        stage.run(to: 60)
        #expect(
            stage.text == """
                50.00 main: declined Anna dinner
                50.00 ack 4
                50.40 main: declined Anna dinner
                51.40 ack 5
                """)
    }

    @Test("An answer that is cut again and again waits until a voice is heard")
    func anAnswerThatIsCutAgainAndAgainWaits() throws {
        var stage = Stage.afterAsking(Stage.water)
        stage.journal(at: 50, 5, .declined, .declined, by: "Anna", reason: "dinner")
        for moment in [50.4, 50.8, 51.2] { stage.cutLastWords(at: moment) }
        stage.journal(at: 60, 6, .met, .met, by: "Anna")
        stage.run(to: 70)
        #expect(
            stage.text == """
                50.00 main: declined Anna dinner
                50.00 ack 4
                50.40 main: declined Anna dinner
                50.80 main: declined Anna dinner
                60.00 main: met Anna water
                61.00 (window)
                65.00 main: declined Anna dinner
                66.00 ack 6
                """)
    }

    @Test("A cue that the voice itself cuts comes again: no press chooses what nobody has heard")
    func aCueThatTheVoiceItselfCutsComesAgain() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.cutLastWords(at: 0.6)
        stage.run(to: 5)
        #expect(
            stage.text == """
                0.50 cue: Water
                0.60 cue: Water
                3.80 cue: Yes
                """)
    }

    @Test("An answer waits for the end of the step, and the item comes again")
    func anAnswerWaitsForTheEndOfTheStep() {
        var stage = Stage.afterAsking(Stage.water, Stage.yes)
        stage.press(at: 50)
        stage.journal(at: 50.7, 5, .declined, .declined, by: "Anna", reason: "dinner")
        stage.run(to: 56)
        #expect(
            stage.text == """
                50.50 cue: Water asked_just_now state_asked
                50.70 ack 4
                53.70 main: declined Anna dinner
                54.70 cue: Water
                54.70 ack 5
                """)
    }

    @Test("An answer to an urgent request interrupts the scan")
    func anAnswerToAnUrgentRequestInterruptsTheScan() {
        var stage = Stage.afterAsking(Stage.pain, Stage.yes)
        stage.press(at: 50)
        stage.journal(at: 50.7, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: 56)
        #expect(
            stage.text == """
                50.50 cue: Pain asked_just_now state_asked
                50.70 main: on_the_way Anna
                50.70 ack 4
                51.70 cue: Pain asked_just_now state_on_the_way
                51.70 ack 5
                54.90 cue: Yes
                """)
    }

    @Test("What was overtaken is not told, and met always is") func whatWasOvertakenIsNotToldAndMetAlways() {
        var stage = Stage.afterAsking(Stage.water, Stage.yes)
        stage.press(at: 50)
        stage.journal(at: 50.7, 5, .heard, .heard)
        stage.journal(at: 50.8, 6, .onTheWay, .onTheWay, by: "Anna")
        stage.journal(at: 50.9, 7, .met, .met, by: "Anna")
        stage.run(to: 70)
        #expect(
            stage.text == """
                50.50 cue: Water asked_just_now state_asked
                50.70 ack 4
                50.80 ack 5
                50.90 ack 6
                53.70 main: met Anna water
                54.70 (window)
                58.70 cue: Water
                58.70 ack 7
                61.90 cue: Yes
                64.40 cue: Water
                67.60 cue: Yes
                """)
    }

    @Test("An answer that waits to be told is not overtaken by the time that passes")
    func anAnswerThatWaitsToBeToldIsNot() {
        var stage = Stage.afterAsking(Stage.water, Stage.yes)
        stage.press(at: 50)
        stage.journal(at: 50.7, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.journal(at: 50.8, 6, .stillWaiting, .onTheWay, minutes: 5)
        stage.run(to: 57)
        #expect(
            stage.text == """
                50.50 cue: Water asked_just_now state_asked
                50.70 ack 4
                53.70 main: on_the_way Anna
                54.70 main: still_waiting 5
                54.70 ack 5
                55.70 cue: Water asked_just_now state_on_the_way
                55.70 ack 6
                """)
    }

    @Test("The client hears that whoever was on the way has not come; once somebody else goes, no more")
    func theClientHearsThatNobodyHasCome() {
        var stage = Stage.afterAsking(Stage.water, Stage.yes)
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.journal(at: 60, 6, .claimLapsed, .heard, by: "Anna", reason: RequestState.lapsed)
        stage.journal(at: 62, 7, .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 65)
        #expect(
            stage.text == """
                50.00 main: on_the_way Anna
                50.00 ack 4
                51.00 ack 5
                60.00 main: claim_lapsed Anna
                61.00 ack 6
                62.00 main: on_the_way Ben
                63.00 ack 7
                """)
    }

    @Test("The client is told that it waits, and asked whether to ask again")
    func theClientIsToldThatItWaitsAndAsked() {
        var stage = Stage.afterAsking(Stage.water, Stage.yes)
        stage.journal(at: 50, 5, .stillWaiting, .heard, minutes: 5)
        stage.journal(at: 60, 6, .askAgain, .heard, minutes: 30)
        stage.press(at: 62)
        stage.run(to: 66)
        #expect(
            stage.text == """
                50.00 main: still_waiting 5
                50.00 ack 4
                51.00 ack 5
                60.00 main: ask_again 30 water
                61.00 (window)
                62.00 ASK water normal again
                62.00 main: Some water, please.
                62.00 ack 6
                63.00 main: asked_again
                64.00 main: take_back
                65.00 (window)
                """)
    }

    @Test("A press during an announcement at rest starts the scan behind it")
    func aPressDuringAnAnnouncementAtRestStartsThe() {
        var stage = Stage.afterAsking(Stage.water)
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.press(at: 50.5)
        stage.run(to: 53)
        #expect(
            stage.text == """
                50.00 main: on_the_way Anna
                50.00 ack 4
                51.00 cue: Water asked_just_now state_on_the_way
                51.00 ack 5
                """)
    }

    @Test("A digit during an announcement is acted on behind it")
    func aDigitDuringAnAnnouncementIsActedOnBehind() {
        var stage = Stage.afterAsking(Stage.water, Stage.yes)
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.press(at: 50.5, .digit(2))
        stage.run(to: 53)
        #expect(
            stage.text == """
                50.00 main: on_the_way Anna
                50.00 ack 4
                51.00 main: Yes.
                51.00 ack 5
                52.30 cue: Water asked_just_now state_on_the_way
                """)
    }

    @Test("An announcement is not forgotten when a group opens")
    func anAnnouncementIsNotForgottenWhenAGroupOpens() {
        var stage = Stage(Stage.drinks)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2)
        stage.run(to: 40)
        stage.lines = []
        stage.press(at: 50)
        stage.journal(at: 50.7, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.press(at: 51)
        stage.run(to: 56)
        #expect(
            stage.text == """
                50.50 cue: group 1 Drinks
                50.70 ack 4
                51.30 cue: Water asked_just_now state_on_the_way
                54.50 main: on_the_way Anna
                55.50 cue: Water asked_just_now state_on_the_way
                55.50 ack 5
                """)
    }
}
