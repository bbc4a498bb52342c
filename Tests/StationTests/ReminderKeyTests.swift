import Care
import Foundation
import Playing
import Scanning
import Speech
import Station
import Testing

@Suite("Keys for reminders") struct KeysForRemindersTests {
    /// A stage on which something has just been told as due.
    private func told(_ setting: (inout StationStage) -> Void = { _ in }) -> StationStage {
        var stage = StationStage()
        setting(&stage)
        stage.plan("medicine", minutes: 0)
        stage.remind(at: 0, "medicine", .due)
        stage.run(to: 2)
        stage.lines = []
        return stage
    }

    @Test("An open request goes before a reminder in what a key means")
    func anOpenRequestGoesBeforeAReminderInWhat() {
        var stage = StationStage()
        stage.plan("medicine", minutes: 0)
        stage.journal(at: 0, "water", .asked, .asked)
        stage.remind(at: 2, "medicine", .due)
        stage.key(at: 8, .met)
        stage.key(at: 12, .met)
        stage.run(to: 15)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                2.00 alert: reminder_for Anna item_due Maria medicine
                3.00 TOLD
                8.00 MET Anna
                8.00 alert: answered_met Maria water
                12.00 DONE Anna
                12.00 alert: item_done Maria medicine
                """)
    }

    @Test("A key just after a call has begun still means the reminder before it")
    func aKeyJustAfterACallHasBegunStill() {
        var stage = told()
        stage.journal(at: 10, "water", .asked, .asked)
        stage.key(at: 10.5, .met)
        stage.run(to: 14)
        #expect(
            stage.text == """
                10.00 alert: alert Maria water
                10.50 DONE Anna
                11.00 HEARD
                11.00 alert: item_done Maria medicine
                """)
    }

    @Test("A key that came too late for a call that was taken back does not mark a reminder")
    func aKeyThatCameTooLateForACall() {
        var stage = told()
        stage.journal(at: 10, "water", .asked, .asked)
        stage.journal(at: 20, "water", .cancelled, .cancelled, reason: "undo")
        stage.key(at: 20.5, .met)
        stage.run(to: 24)
        #expect(
            stage.text == """
                10.00 alert: alert Maria water
                11.00 HEARD
                20.00 alert: alert_taken_back Maria water
                21.00 alert: nobody_waits_but 1
                """)
    }

    @Test("A key just after another reminder has begun means the one before")
    func aKeyJustAfterAnotherReminderHasBegunMeans() {
        var stage = told()
        stage.plan("walk", minutes: 1)
        stage.remind(at: 60, "walk", .due)
        stage.key(at: 60.6, .met)
        stage.key(at: 66, .met)
        stage.run(to: 68)
        #expect(
            stage.text == """
                60.00 alert: reminder_for Anna item_due Maria walk
                60.60 DONE Anna
                61.00 TOLD
                61.00 alert: item_done Maria medicine
                66.00 DONE Anna
                66.00 alert: item_done Maria walk
                """)
    }

    @Test("Long after a reminder a key does not mark it by accident") func longAfterAReminderAKeyDoesNotMark()
    {
        var stage = StationStage()
        stage.plan("medicine", minutes: -100, grace: 10)
        stage.remind(at: 0, "medicine", .missed)
        stage.key(at: 700, .met)
        stage.run(to: 705)
        #expect(stage.lines.last == "700.00 alert: nobody_waits_but 1")
    }

    @Test("Next goes from the requests to what is due, and the next key means it")
    func nextGoesFromTheRequestsToWhatIsDue() {
        var stage = told()
        stage.plan("walk", minutes: -200, grace: 10)
        stage.agenda(at: 5)
        stage.journal(at: 10, "water", .asked, .asked)
        for second in [12.0, 14, 16] { stage.key(at: second, .next) }
        stage.key(at: 18, .met)
        stage.key(at: 22, .met)
        stage.run(to: 24)
        #expect(
            stage.text == """
                10.00 alert: alert Maria water
                11.00 HEARD
                12.00 alert: item_line Maria medicine time_today clock_hour 8
                14.00 alert: item_line Maria walk time_today clock_time 4 40
                16.00 alert: alert Maria water
                18.00 MET Anna
                18.00 alert: answered_met Maria water
                22.00 DONE Anna
                22.00 alert: item_done Maria walk
                """)
    }

    @Test("Somebody sees to it, and it is quiet until it counts as missed")
    func somebodySeesToItAndItIsQuietUntil() {
        var stage = told()
        stage.key(at: 10, .onTheWay)
        stage.remind(at: 3600, "medicine", .missed)
        stage.run(to: 5000)
        #expect(
            stage.text == """
                10.00 SNOOZED for 60 min
                10.00 alert: item_seen_to Maria medicine
                3600.00 alert: reminder_for Anna item_missed Maria medicine time_today clock_hour 8
                3601.00 TOLD
                """)
    }

    @Test("Who sees to it says so when it is done, however long it took") func whoSeesToItSaysSoWhenItIs() {
        var stage = told()
        stage.key(at: 10, .onTheWay)
        stage.key(at: 2400, .met)
        stage.run(to: 8000)
        #expect(
            stage.lines.dropFirst(2) == ["2400.00 DONE Anna", "2400.00 alert: item_done Maria medicine"])
    }

    @Test("Who answers what is to come hears that it will be told again")
    func whoAnswersWhatIsToComeHearsThatIt() {
        var stage = StationStage()
        stage.plan("walk", minutes: 10, by: nil)
        stage.remind(at: 0, "walk", .before, minutesBefore: 10)
        stage.key(at: 5, .onTheWay)
        stage.key(at: 10, .met)
        stage.run(to: 15)
        #expect(
            stage.text == """
                0.00 alert: reminder_before Maria walk 10
                1.00 TOLD
                5.00 alert: item_comes_again Maria walk
                10.00 DONE Anna
                10.00 alert: item_done Maria walk
                """)
    }

    @Test(
        "A digit says when a reminder comes again; without one it is ten minutes",
        arguments: [(1, 5), (2, 15), (3, 30), (4, 60), (nil, 10)] as [(Int?, Int)])
    func putOff(digit: Int?, minutes: Int) {
        var stage = told()
        stage.key(at: 10, .snooze)
        if let digit { stage.key(at: 10.5, .digit(digit)) }
        stage.run(to: 20)
        let choices = [5, 15, 30, 60].enumerated().map { "put_off_choice \($0 + 1) \($1)" }
        let at = digit == nil ? "15.00" : "10.50"
        #expect(
            stage.lines == [
                "10.00 alert: put_off_question 10 \(choices.joined(separator: " "))",
                "\(at) SNOOZED for \(minutes) min", "\(at) alert: item_put_off Maria medicine \(minutes)",
            ])
        #expect(!stage.session.wantsDigits)
    }

    @Test("What was put off is told then, once, though the service tells it as well")
    func whatWasPutOffIsToldThenOnceThough() {
        var stage = told()
        stage.key(at: 10, .snooze)
        stage.key(at: 10.5, .digit(1))
        stage.run(to: 309)
        stage.remind(at: 310.6, "medicine", .due)
        stage.run(to: 400)
        #expect(
            stage.lines.suffix(2) == [
                "310.50 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8",
                "311.50 TOLD",
            ])
    }

    @Test("What was put off and told while the service was away is not told again when it is back")
    func whatWasPutOffAndToldWhileTheService() {
        var stage = told()
        stage.delivers = false
        stage.key(at: 10, .snooze)
        stage.key(at: 10.5, .digit(1))
        stage.run(to: 400)
        stage.deliverAll()
        stage.run(to: 500)
        #expect(
            stage.lines.dropFirst(3) == [
                "310.50 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8",
                "311.50 TOLD",
            ])
    }

    @Test("What another station has put off while it is told here comes when it was put off to")
    func whatAnotherStationHasPutOffWhileItIs() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.plan("medicine", minutes: 0, by: nil)
        let reminder = stage.remind(at: 0, "medicine", .due)
        stage.run(to: 2)
        stage.house.take(
            ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 5, by: "Ben", at: stage.wall),
            of: reminder.id, at: stage.wall)
        stage.agenda(at: 2)
        stage.run(to: 400)
        #expect(
            stage.text == """
                0.00 alert: item_due Maria medicine
                302.00 alert: item_due_since Maria medicine time_today clock_hour 8
                306.00 TOLD
                """)
    }

    @Test("What is marked is closed here at once, whatever the service still tells")
    func whatIsMarkedIsClosedHereAtOnceWhatever() {
        var stage = told()
        stage.delivers = false
        stage.key(at: 10, .met)
        stage.agenda(at: 12)
        stage.key(at: 15, .met)
        stage.key(at: 18, .open)
        stage.run(to: 400)
        #expect(
            stage.lines == ["10.00 DONE Anna", "15.00 alert: nothing_open", "18.00 alert: open_nothing"])
    }

    @Test("Zero leaves it as it is, and a digit without a meaning is told") func zeroLeavesItAsItIsAndADigit()
    {
        var stage = told()
        stage.key(at: 10, .snooze)
        stage.key(at: 11, .digit(7))
        stage.key(at: 13, .digit(0))
        stage.run(to: 30)
        #expect(stage.lines.dropFirst() == ["11.00 alert: digit_unknown", "13.00 alert: left_as_it_is"])
        #expect(!stage.session.wantsDigits)
    }

    @Test("Another key takes the usual time and then does what it does")
    func anotherKeyTakesTheUsualTimeAndThenDoes() {
        var stage = told()
        stage.key(at: 10, .snooze)
        stage.key(at: 12, .next)
        stage.run(to: 14)
        #expect(
            stage.lines.dropFirst() == [
                "12.00 SNOOZED for 10 min", "12.00 alert: item_put_off Maria medicine 10",
                "13.00 alert: item_line Maria medicine time_today clock_hour 8",
            ])
    }

    @Test("Leaving out asks for the reason") func leavingOutAsksForTheReason() {
        var stage = told()
        stage.key(at: 10, .declined)
        stage.key(at: 11, .digit(9))
        stage.key(at: 13, .digit(2))
        stage.run(to: 1000)
        #expect(
            stage.text == """
                10.00 alert: skip_question reason_choice 1 not wanted reason_choice 2 asleep
                11.00 alert: digit_unknown
                13.00 SKIPPED Anna (asleep)
                13.00 alert: item_skipped Maria medicine
                """)
    }

    @Test("A reason that nobody chooses leaves it due") func aReasonThatNobodyChoosesLeavesItDue() {
        var stage = told()
        stage.key(at: 10, .declined)
        stage.run(to: 400)
        #expect(
            stage.text == """
                10.00 alert: skip_question reason_choice 1 not wanted reason_choice 2 asleep
                41.00 alert: reason_abandoned
                300.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8
                """)
    }

    @Test("Undo takes back within a minute, and it sounds on") func undoTakesBackWithinAMinuteAndItSounds() {
        var stage = told()
        stage.key(at: 10, .met)
        stage.key(at: 20, .undo)
        stage.key(at: 25, .undo)
        stage.run(to: 400)
        #expect(
            stage.text == """
                10.00 DONE Anna
                10.00 alert: item_done Maria medicine
                20.00 UNDONE Anna
                20.00 alert: item_undone Maria medicine
                25.00 alert: nothing_to_undo
                320.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8
                """)
    }

    @Test("After a minute, and after an answer to a call, there is nothing to take back")
    func afterAMinuteAndAfterAnAnswerToA() {
        var stage = told()
        stage.key(at: 10, .met)
        stage.key(at: 75, .undo)
        stage.plan("walk", minutes: 2)
        stage.remind(at: 120, "walk", .due)
        stage.key(at: 125, .met)
        stage.journal(at: 130, "water", .asked, .asked)
        stage.key(at: 132, .met)
        stage.key(at: 135, .undo)
        stage.run(to: 140)
        #expect(stage.lines.filter { $0.hasSuffix("nothing_to_undo") }.count == 2)
        #expect(!stage.text.contains("UNDONE"))
    }

    @Test("While the service is away a mark waits, and says so") func whileTheServiceIsAwayAMarkWaitsAnd() {
        var stage = told()
        stage.send(.care(.serviceLost("gone")))
        stage.run(to: 5)
        stage.lines = []
        stage.delivers = false
        stage.key(at: 10, .met)
        stage.run(to: 290)
        #expect(stage.lines == ["10.00 DONE Anna", "10.00 alert: answer_waits"])
    }

    @Test("A mark that the service refuses is told, and it is open again")
    func aMarkThatTheServiceRefusesIsToldAnd() {
        var stage = told()
        stage.delivers = false
        stage.key(at: 10, .met)
        let entry = stage.effects.compactMap { effect -> UUID? in
            if case .mark(let entry) = effect { entry.id } else { nil }
        }.last
        if let entry { stage.send(.care(.rejected(entry, detail: "404", nil))) }
        stage.run(to: 400)
        #expect(
            stage.text == """
                10.00 DONE Anna
                10.08 alert: not_noted Maria medicine
                310.08 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8
                """)
    }

    @Test("What is open is read aloud, the most urgent first, and any key ends it")
    func whatIsOpenIsReadAloudTheMostUrgent() {
        var stage = StationStage()
        stage.plan("medicine", minutes: 0)
        stage.plan("insulin", minutes: 0, .urgent)
        for number in 1...3 { stage.plan("task \(number)", minutes: -600 + number, grace: 10) }
        stage.house.proposals = [
            NeedProposal(
                NewNeedProposal(
                    id: UUID(), client: "maria", clientName: "Maria", label: "swimming", say: "Swimming",
                    proposedAt: stage.wall))
        ]
        stage.agenda(at: 0)
        stage.journal(at: 2, "water", .asked, .asked)
        stage.journal(at: 4, "tea", .onTheWay, .onTheWay, by: "Ben")
        stage.fault(at: 6, .switchStuck, isActive: true)
        stage.run(to: 8)
        stage.lines = []
        stage.key(at: 8, .open)
        stage.key(at: 8.5, .met)
        stage.run(to: 15)
        #expect(
            stage.lines == [
                "8.00 alert: open_count 9 item_line Maria insulin time_today clock_hour 8"
                    + " fault_switch_stuck Maria alert Maria water"
                    + " item_line Maria medicine time_today clock_hour 8"
                    + " item_line Maria task 1 time_yesterday clock_time 22 01"
                    + " item_line Maria task 2 time_yesterday clock_time 22 02 open_more 3"
            ])
    }

    @Test("A call cuts the reading") func aCallCutsTheReading() {
        var stage = told()
        stage.voice.wordLength = .seconds(10)
        stage.key(at: 10, .open)
        stage.journal(at: 12, "water", .asked, .asked)
        stage.run(to: 30)
        #expect(
            stage.text == """
                10.00 alert: open_count 1 item_line Maria medicine time_today clock_hour 8
                12.00 alert: alert Maria water
                22.00 HEARD
                """)
    }

    @Test("With nothing open it says so") func withNothingOpenItSaysSo() {
        var stage = StationStage()
        stage.key(at: 1, .open)
        stage.key(at: 4, .snooze)
        stage.key(at: 7, .undo)
        stage.run(to: 10)
        #expect(
            stage.text == """
                1.00 alert: open_nothing
                4.00 alert: nothing_to_put_off
                7.00 alert: nothing_to_undo
                """)
    }
}
