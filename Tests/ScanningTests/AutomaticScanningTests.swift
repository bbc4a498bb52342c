import Scanning
import Testing

@Suite("Automatic scanning") struct AutomaticScanningTests {
    @Test("A press wakes it and every gap is whole, counted from the end of the cue")
    func aPressWakesItAndEveryGapIsWhole() {
        let score = Score("drinks", "toilet", "pain")
        #expect(
            score.play("0.00 tap", until: 6.5) == """
                0.00 woke
                0.50 drinks
                3.10 toilet
                5.00 pain
                """)
    }

    @Test("The gap does not depend on how long the cue was", arguments: [100, 2000, 9000])
    func theGapDoesNotDependOnHowLongThe(milliseconds: Int) {
        var score = Score("one", "two", "three")
        score.cueLength = .milliseconds(milliseconds)
        let lines = score.play("0.00 tap", until: 30).split(separator: "\n")
        let times = lines.compactMap { Double($0.split(separator: " ")[0]) }
        let cue = Double(milliseconds) / 1000
        #expect(abs(times[2] - times[1] - cue - 2.2) < 0.002)
        #expect(abs(times[3] - times[2] - cue - 1.5) < 0.002)
    }

    @Test("A press selects what is being cued or was cued last") func aPressSelectsWhatIsBeingCuedOrWas() {
        let score = Score("drinks", "toilet", "pain")
        #expect(
            score.play("0.00 tap | 3.30 tap", until: 4) == """
                0.00 woke
                0.50 drinks
                3.10 toilet
                3.30 cut
                3.30 SELECTED toilet
                """)
        #expect(score.play("0.00 tap | 2.90 tap", until: 4).hasSuffix("2.90 SELECTED drinks"))
    }

    @Test("A press just after a step counts for the item before") func aPressJustAfterAStepCountsForThe() {
        let score = Score("drinks", "toilet", "pain")
        #expect(score.play("0.00 tap | 3.20 tap", until: 4).hasSuffix("3.20 cut\n3.20 SELECTED drinks"))
        #expect(score.play("0.00 tap | 3.25 tap", until: 4).hasSuffix("3.25 cut\n3.25 SELECTED toilet"))
    }

    @Test("A cue that starts late keeps the item before until it is heard")
    func aCueThatStartsLateKeepsTheItemBefore() {
        var score = Score("drinks", "toilet", "pain")
        score.cueDelay = .milliseconds(500)
        #expect(score.play("0.00 tap | 3.90 tap", until: 5).hasSuffix("SELECTED drinks"))
        #expect(score.play("0.00 tap | 4.20 tap", until: 5).hasSuffix("SELECTED drinks"))
        #expect(score.play("0.00 tap | 4.26 tap", until: 5).hasSuffix("SELECTED toilet"))
    }

    @Test("Late press window off takes every press for the present item once it is heard")
    func latePressWindowOffTakesEveryPressForThe() {
        let score = Score("drinks", "toilet") { $0.latePressWindow = .zero }
        #expect(score.play("0.00 tap | 3.11 tap", until: 4).hasSuffix("SELECTED toilet"))
    }

    @Test("A late press across the wrap and after the last pass still counts")
    func aLatePressAcrossTheWrapAndAfterThe() {
        let score = Score("a", "b") { $0.loops = 1 }
        // a 0.50–0.90, gap to 3.10; b 3.10–3.50, gap to 5.00, then rest.
        #expect(
            score.play("0.00 tap | 5.10 tap", until: 6).hasSuffix("5.00 rest\n5.10 woke\n5.10 SELECTED b"))
        #expect(score.play("0.00 tap | 5.20 tap", until: 5.5).hasSuffix("5.00 rest\n5.20 woke"))
    }

    @Test("Three passes, then rest") func threePassesThenRest() {
        let score = Score("a", "b")
        #expect(
            score.play("0.00 tap", until: 60) == """
                0.00 woke
                0.50 a
                3.10 b
                5.00 wrap
                5.00 a
                7.60 b
                9.50 wrap
                9.50 a
                12.10 b
                14.00 rest
                """)
    }

    @Test("A group opens with its pause, its own first item extra, and a way back")
    func aGroupOpensWithItsPauseItsOwnFirst() {
        let score = Score("drinks", "pain", groups: ["drinks": ["water", "tea"]])
        #expect(
            score.play("0.00 tap | 1.00 tap | 8.00 tap", until: 11) == """
                0.00 woke
                0.50 drinks
                1.00 SELECTED drinks
                1.30 water
                3.90 tea
                5.80 back
                7.70 wrap
                7.70 water
                8.00 cut
                8.00 SELECTED water
                """)
    }

    @Test("Going back returns to the group") func goingBackStandsOnTheGroupAgain() {
        let score = Score("pain", "drinks", groups: ["drinks": ["water"]])
        #expect(
            score.play("0.00 tap | 3.40 tap | 7.00 tap", until: 8) == """
                0.00 woke
                0.50 pain
                3.10 drinks
                3.40 cut
                3.40 SELECTED drinks
                3.70 water
                6.30 back
                7.00 up from drinks
                7.30 drinks
                """)
    }

    @Test(
        "A group that nobody chooses from is left",
        arguments: [
            (ScanParameters.AfterLoops.up, "9.20 up from drinks\n9.50 drinks"),
            (.top, "9.20 up from drinks\n9.50 pain"),
            (.rest, "9.20 rest"),
        ])
    func aGroupThatNobodyChoosesFromIsLeft(after: ScanParameters.AfterLoops, expected: String) {
        let score = Score("pain", "drinks", groups: ["drinks": ["water"]]) {
            $0.loops = 1
            $0.afterLoops = after
            $0.backItem = .none
            $0.scanTime = .seconds(3)
        }
        #expect(score.play("0.00 tap | 4.80 tap", until: 9.6).hasSuffix("5.10 water\n\(expected)"))
    }

    @Test("Back comes first, or not at all") func backStandsFirstOrNotAtAll() {
        let first = Score("drinks", groups: ["drinks": ["water"]]) { $0.backItem = .start }
        #expect(first.play("0.00 tap | 1.00 tap", until: 4).hasSuffix("1.30 back\n3.90 water"))
        let never = Score("drinks", groups: ["drinks": ["water"]]) { $0.backItem = .none }
        #expect(never.play("0.00 tap | 1.00 tap", until: 5).hasSuffix("1.30 water\n3.90 wrap\n3.90 water"))
    }

    @Test(
        "After a choice it goes on as set",
        arguments: [
            (ScanParameters.ResumeAfterSelect.first, "5.30 drinks"), (.same, "5.30 tea"),
            (.rest, "5.00 rest"),
        ])
    func afterAChoiceItGoesOnAsSet(resume: ScanParameters.ResumeAfterSelect, expected: String) {
        let score = Score("drinks", "pain", groups: ["drinks": ["water", "tea"]]) {
            $0.resumeAfterSelect = resume
        }
        let lines = score.play("0.00 tap | 1.00 tap | 4.10 tap | 5.00 resume", until: 5.4)
        #expect(lines.contains("4.10 SELECTED tea\n\(expected)"))
    }

    @Test("Presses before anything was heard do nothing") func pressesBeforeAnythingWasHeardDoNothing() {
        let score = Score("a", "b")
        #expect(score.play("0.00 tap | 0.40 tap", until: 1) == "0.00 woke\n0.50 a")
    }

    @Test("While a choice is acted on, presses do nothing") func whileAChoiceIsActedOnPressesDoNothing() {
        let score = Score("a", "b")
        #expect(
            score.play("0.00 tap | 1.00 tap | 1.50 tap | 2.50 tap", until: 4).hasSuffix("1.00 SELECTED a"))
    }

    @Test("A cue over the limit is cut and the gap begins") func aCueOverTheLimitIsCutAndThe() {
        var score = Score("a", "b") { $0.maxCueTime = .seconds(1) }
        score.cueLength = .seconds(30)
        #expect(score.play("0.00 tap", until: 4) == "0.00 woke\n0.50 a\n1.50 cut\n3.70 b")
    }

    @Test("A voice that never speaks does not stop the scan for ever")
    func aVoiceThatNeverSpeaksDoesNotStopThe() {
        var score = Score("a", "b")
        score.cueDelay = .seconds(1000)
        #expect(score.play("0.00 tap", until: 63).hasSuffix("60.50 cut\n62.70 b"))
    }

    @Test("Everything is offered once before nobody pressing means rest")
    func everythingIsOfferedOnceBeforeNobodyPressingMeansRest() {
        let score = Score("a", "b", "c") { $0.inactivityRest = .seconds(1) }
        #expect(score.play("0 tap", until: 30).hasSuffix("3.10 b\n5.00 c\n6.90 wrap\n6.90 a\n9.50 rest"))
    }

    @Test("Without end of passes, inactivity leads to rest") func withoutEndOfPassesInactivityLeadsToRest() {
        let score = Score("a", "b") {
            $0.loops = 0
            $0.inactivityRest = .seconds(20)
        }
        #expect(score.play("0.00 tap", until: 100).hasSuffix("rest"))
    }
}

@Suite("Pauses for announcements") struct PausesForAnnouncementsTests {
    @Test("An announcement waits for the end of the step, and the item comes again with a fresh gap")
    func anAnnouncementWaitsForTheEndOfTheStep() {
        let score = Score("a", "b")
        #expect(
            score.play("0.00 tap | 1.00 pause | 5.00 unpause", until: 8) == """
                0.00 woke
                0.50 a
                3.10 paused
                5.00 a
                7.60 b
                """)
    }

    @Test("An urgent one interrupts the cue") func anUrgentOneInterruptsTheCue() {
        let score = Score("a", "b")
        #expect(
            score.play("0.00 tap | 0.60 pause-now | 2.00 unpause", until: 4) == """
                0.00 woke
                0.50 a
                0.60 cut
                0.60 paused
                2.00 a
                """)
    }

    @Test("A press just as the pause begins still means the item") func aPressJustAsThePauseBeginsStillMeans()
    {
        let score = Score("a", "b")
        #expect(
            score.play("0.00 tap | 1.00 pause | 3.20 tap", until: 4).hasSuffix("3.10 paused\n3.20 SELECTED a")
        )
    }

    @Test("A press during the announcement does nothing") func aPressDuringTheAnnouncementDoesNothing() {
        let score = Score("a", "b")
        #expect(score.play("0.00 tap | 1.00 pause | 3.40 tap", until: 4).hasSuffix("3.10 paused"))
    }
}

@Suite("Holding and bouncing") struct HoldingAndBouncingTests {
    @Test("Contact bounce is one press") func contactBounceIsOnePress() {
        let score = Score("a", "b")
        #expect(
            score.play(
                "0.000 press | 0.004 release | 0.007 press | 0.011 release | 0.015 press | 0.2 release | 0.203 press | 0.206 release",
                until: 1) == "0.00 woke\n0.50 a")
    }

    @Test("An accepted press silences further presses for a while")
    func anAcceptedPressSilencesFurtherPressesForAWhile() {
        let score = Score("a", "b")
        #expect(score.play("0.00 tap | 1.00 tap | 1.20 tap", until: 1.5).hasSuffix("1.00 SELECTED a"))
        let again = Score("drinks", groups: ["drinks": ["water"]]) { $0.ignoreRepeat = .seconds(2) }
        #expect(again.play("0.00 tap | 1.99 tap", until: 2.2) == "0.00 woke\n0.50 drinks")
        #expect(again.play("0.00 tap | 2.00 tap", until: 2.2).hasSuffix("2.00 SELECTED drinks"))
    }

    @Test("With an acceptance time a touch does nothing and a held press counts where it began")
    func withAnAcceptanceTimeATouchDoesNothingAnd() {
        let score = Score("a", "b") { $0.acceptanceTime = .milliseconds(500) }
        #expect(
            score.play("0.0 press | 0.6 release | 2.0 press | 2.3 release", until: 3) == "0.50 woke\n1.00 a")
        // a: cue 1.00–1.40, gap to 3.60; the press at 3.40 is decided at 3.90 and scanning waits for it.
        #expect(
            score.play("0.0 press | 0.6 release | 3.40 press | 4.2 release", until: 5).hasSuffix(
                "1.00 a\n3.90 SELECTED a"))
        #expect(
            score.play("0.0 press | 0.6 release | 3.40 press | 3.7 release", until: 4).hasSuffix(
                "1.00 a\n3.73 b"))
    }

    @Test("A switch that is held is told once, and when it is let go") func aSwitchThatIsHeldIsToldOnceAnd() {
        let score = Score("a") { $0.loops = 1 }
        #expect(score.play("0.0 press | 30 release", until: 40).hasSuffix("20.00 stuck\n30.03 unstuck"))
    }

    @Test("A release without a press does nothing") func aReleaseWithoutAPressDoesNothing() {
        #expect(Score("a").play("0.0 release | 1.0 release", until: 5) == "")
    }
}

@Suite("Step scanning") struct StepScanningTests {
    @Test("One switch steps, the other selects, and nothing moves by itself")
    func oneSwitchStepsTheOtherSelectsAndNothingMoves() {
        let score = Score("a", "b", "c") { $0.mode = .step }
        #expect(
            score.play("0 step | 5 step | 5.2 step | 6 step | 7 tap", until: 8) == """
                0.00 woke
                0.50 a
                5.00 b
                6.00 c
                7.00 SELECTED c
                """)
    }

    @Test("A step cuts the cue short and wraps") func aStepCutsTheCueShortAndWraps() {
        let score = Score("a", "b") { $0.mode = .step }
        #expect(
            score.play("0 step | 0.7 step | 1.2 step", until: 2) == """
                0.00 woke
                0.50 a
                0.80 cut
                0.80 b
                1.20 wrap
                1.20 a
                """)
    }

    @Test("Back goes up, from the top to rest") func backGoesUpFromTheTopToRest() {
        let score = Score("drinks", groups: ["drinks": ["water"]]) { $0.mode = .step }
        #expect(
            score.play("0 step | 1 tap | 2 back | 3 back", until: 4) == """
                0.00 woke
                0.50 drinks
                1.00 SELECTED drinks
                1.30 water
                2.00 up from drinks
                2.30 drinks
                3.00 rest
                """)
    }

    @Test("Doing nothing leads to rest") func doingNothingLeadsToRest() {
        let score = Score("a", "b") { $0.mode = .step }
        #expect(score.play("0 step", until: 200).hasSuffix("120.00 rest"))
    }
}

@Suite("Direct choice by keypad") struct DirectChoiceByKeypadTests {
    @Test("A key chooses at once, from rest too") func aKeyChoosesAtOnceFromRestToo() {
        let score = Score("drinks", "pain", groups: ["drinks": ["water", "tea"]]) { $0.mode = .direct }
        #expect(
            score.play("0 1 | 0.5 2", until: 1) == """
                0.00 woke
                0.00 SELECTED drinks
                0.30 water
                0.50 cut
                0.50 SELECTED tea
                """)
    }

    @Test("A level is read once, 0 goes back, and inactivity leads to rest")
    func aLevelIsReadOnce0GoesBackAnd() {
        let score = Score("drinks", "pain", groups: ["drinks": ["water", "tea"]]) {
            $0.mode = .direct
            $0.inactivityRest = .seconds(10)
        }
        #expect(
            score.play("0 1 | 4 0", until: 30) == """
                0.00 woke
                0.00 SELECTED drinks
                0.30 water
                1.00 tea
                1.70 back
                4.00 up from drinks
                4.30 drinks
                5.00 pain
                14.00 rest
                """)
    }

    @Test("A key without an item says again what there is, once all was read")
    func aKeyWithoutAnItemSaysAgainWhatThere() {
        let score = Score("a", "b") { $0.mode = .direct }
        #expect(
            score.play("0 tap | 0.7 7 | 3 7", until: 5) == """
                0.00 woke
                0.50 a
                1.20 b
                3.00 a
                3.70 b
                """)
    }

    @Test("Where scanning moves, a key without an item leaves it alone")
    func whereScanningMovesAKeyWithoutAnItemLeaves() {
        let score = Score("a", "b") { $0.mode = .step }
        #expect(score.play("0 tap | 2 7", until: 3) == "0.00 woke\n0.50 a")
    }
}
