import Care
import Foundation
import HomeFiles
import Playing
import Scanning
import Speech
import Station
import Testing

@Suite("Reminders at a station") struct RemindersAtAStationTests {
    @Test("What is due is told with its own sound, again after five minutes, and is marked by key")
    func whatIsDueIsToldWithItsOwnSound() {
        var stage = StationStage()
        stage.plan("medicine", minutes: 0)
        stage.remind(at: 0, "medicine", .due)
        stage.key(at: 310, .met)
        stage.run(to: 2000)
        #expect(
            stage.text == """
                0.00 alert: reminder_for Anna item_due Maria medicine
                1.00 TOLD
                300.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8
                310.00 DONE Anna
                310.00 alert: item_done Maria medicine
                """)
        let sounds = stage.effects.compactMap { effect -> Earcon? in
            guard case .voice(.speak(let utterance)) = effect,
                case .earcon(let earcon) = utterance.parts.first,
                utterance.kind == .alert
            else { return nil }
            return earcon
        }
        #expect(sounds == [.reminder, .reminder])
    }

    @Test("What comes soon and what was missed are told once") func whatComesSoonAndWhatWasMissedAreTold() {
        var stage = StationStage()
        stage.plan("medicine", minutes: 10, grace: 20)
        stage.remind(at: 0, "medicine", .before, minutesBefore: 10)
        stage.remind(at: 600, "medicine", .due)
        stage.remind(at: 1800, "medicine", .missed)
        stage.run(to: 9000)
        #expect(
            stage.text == """
                0.00 alert: reminder_for Anna reminder_before Maria medicine 10
                1.00 TOLD
                600.00 alert: reminder_for Anna item_due Maria medicine
                601.00 TOLD
                900.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_time 8 10
                1200.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_time 8 10
                1500.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_time 8 10
                1800.00 alert: reminder_for Anna item_missed Maria medicine time_today clock_time 8 10
                1801.00 TOLD
                """)
    }

    @Test("What stays due for long is not told for ever") func whatStaysDueForLongIsNotToldFor() {
        var stage = StationStage()
        stage.plan("flowers", minutes: 0, grace: 600)
        stage.remind(at: 0, "flowers", .due)
        stage.run(to: 20_000)
        #expect(stage.lines.filter { $0.contains("item_due") }.count == 13)
    }

    @Test("With an interval of zero it is told once") func withAnIntervalOfZeroItIsToldOnce() {
        var stage = StationStage { $0.alerts.repeatReminder = .zero }
        stage.plan("medicine", minutes: 0)
        stage.remind(at: 0, "medicine", .due)
        stage.run(to: 3000)
        #expect(stage.lines.count == 2)
    }

    @Test(
        "An upcoming item is announced in words that fit how far off it is",
        arguments: [
            (1, "reminder_before Maria walk 1"),
            (45, "reminder_before Maria walk 45"),
            (120, "reminder_before_time Maria walk time_today clock_hour 10"),
            (1440, "reminder_before_time Maria walk time_tomorrow clock_hour 8"),
            (2885, "reminder_before_time Maria walk time_in_days 2 clock_time 8 05"),
        ])
    func before(minutes: Int, words: String) {
        var stage = StationStage()
        stage.plan("walk", minutes: minutes, by: nil)
        stage.remind(at: 0, "walk", .before, minutesBefore: minutes)
        stage.run(to: 5)
        #expect(stage.lines.first == "0.00 alert: \(words)")
    }

    @Test("A call does not wait for a reminder, which comes again after it and waits for calls")
    func aCallDoesNotWaitForAReminderWhich() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.plan("medicine", minutes: 0)
        stage.remind(at: 0, "medicine", .due)
        stage.journal(at: 1, "water", .asked, .asked)
        stage.run(to: 20)
        #expect(
            stage.text == """
                0.00 alert: reminder_for Anna item_due Maria medicine
                1.00 alert: alert Maria water
                5.00 HEARD
                5.00 alert: reminder_for Anna item_due Maria medicine
                9.00 TOLD
                """)
    }

    @Test("A call that is repeated goes before a reminder that has waited for the same moment")
    func aCallThatIsRepeatedGoesBeforeAReminder() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.plan("medicine", minutes: 0)
        stage.journal(at: 0, "water", .asked, .asked)
        stage.fault(at: 27, .switchStuck, isActive: true)
        stage.remind(at: 28, "medicine", .due)
        stage.run(to: 40)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                4.00 HEARD
                27.00 alert: fault_switch_stuck Maria
                31.00 alert: alert Maria water
                35.00 alert: reminder_for Anna item_due Maria medicine
                39.00 TOLD
                """)
    }

    @Test("An urgent reminder cuts in with the urgent sound") func anUrgentReminderCutsInWithTheUrgentSound()
    {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.plan("insulin", minutes: 0, .urgent)
        stage.journal(at: 0, "water", .asked, .asked)
        stage.remind(at: 1, "insulin", .due)
        stage.run(to: 12)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 alert: reminder_for Anna item_due Maria insulin
                5.00 TOLD
                5.00 alert: alert Maria water
                9.00 HEARD
                """)
    }

    @Test("Many that were missed are told as one, and each is acknowledged")
    func manyThatWereMissedAreToldAsOneAnd() {
        var stage = StationStage()
        for number in 1...7 { stage.plan("task \(number)", minutes: -600 + number, grace: 10) }
        stage.plan("insulin", minutes: -100, grace: 10, .urgent)
        stage.connect(
            at: 0, telling: (1...7).map { ("task \($0)", .missed) } + [("insulin", .missed)])
        stage.run(to: 4000)
        #expect(stage.lines.filter { $0.hasSuffix("TOLD") }.count == 8)
        #expect(
            stage.lines.filter { !$0.hasSuffix("TOLD") } == [
                "0.00 alert: reminders_many 8"
                    + " item_line Maria insulin time_today clock_time 6 20"
                    + " item_line Maria task 1 time_yesterday clock_time 22 01"
                    + " item_line Maria task 2 time_yesterday clock_time 22 02 open_more 5"
            ])
    }

    @Test("Two that were missed are told one by one, and say that nobody could be told")
    func twoThatWereMissedAreToldOneByOne() {
        var stage = StationStage()
        stage.plan("medicine", minutes: -90, grace: 10)
        stage.plan("walk", minutes: -30, grace: 60, by: nil)
        stage.connect(at: 0, telling: [("medicine", .missed), ("walk", .due)])
        stage.run(to: 10)
        #expect(
            stage.text == """
                0.00 alert: reminder_for Anna reminder_late Maria medicine time_today clock_time 6 30
                1.00 TOLD
                1.00 alert: reminder_late Maria walk time_today clock_time 7 30
                2.00 TOLD
                """)
    }

    @Test("After a connection only what still waits is told") func afterAConnectionOnlyWhatStillWaitsIsTold()
    {
        var stage = StationStage()
        stage.plan("medicine", minutes: 0)
        stage.remind(at: 0, "medicine", .due)
        stage.run(to: 10)
        stage.send(.care(.serviceLost("gone")))
        stage.run(to: 20)
        stage.send(.care(.serviceBack))
        stage.connect(at: 20, telling: [])
        stage.run(to: 60)
        #expect(stage.lines.filter { $0.contains("item_due") || $0.hasSuffix("TOLD") }.count == 2)
    }

    @Test("A receipt that has not reached the service keeps it from being told twice")
    func aReceiptThatHasNotReachedTheServiceKeeps() {
        var stage = StationStage()
        stage.plan("medicine", minutes: 0)
        stage.delivers = false
        stage.remind(at: 0, "medicine", .due)
        stage.agenda(at: 5)
        stage.agenda(at: 10)
        stage.run(to: 200)
        #expect(stage.lines.count == 2, "\(stage.text)")
    }

    @Test("Without sound nothing counts as told") func withoutSoundNothingCountsAsTold() {
        var stage = StationStage()
        stage.plan("medicine", minutes: 0)
        stage.send(.voice(.outputLost(.alert, detail: "gone")))
        stage.remind(at: 1, "medicine", .due)
        stage.run(to: 10)
        stage.send(.voice(.outputRestored(.alert)))
        stage.run(to: 15)
        #expect(
            stage.text == """
                0.00 FAULT sound_lost begins
                1.00 alert: reminder_for Anna item_due Maria medicine
                10.00 FAULT sound_lost is over
                10.00 alert: reminder_for Anna item_due Maria medicine
                11.00 TOLD
                """)
    }

    @Test("What somebody else has done while it is told is cut and told to be over")
    func whatSomebodyElseHasDoneWhileItIsTold() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.plan("medicine", minutes: 0)
        let reminder = stage.remind(at: 0, "medicine", .due)
        stage.run(to: 2)
        if let occurrence = reminder.occurrence {
            stage.house.take(
                OccurrenceEntry(
                    id: UUID(), routine: occurrence.routine, key: occurrence.key, kind: .done, by: "Ben",
                    at: stage.wall))
        }
        stage.agenda(at: 2)
        stage.run(to: 1000)
        #expect(
            stage.text == """
                0.00 alert: reminder_for Anna item_due Maria medicine
                2.00 alert: item_done Maria medicine
                """)
    }

    @Test("Several people's reminders of one thing are told once, and each is acknowledged")
    func severalPeoplesRemindersOfOneThingAreToldOnce() {
        var stage = StationStage()
        stage.plan("laundry", minutes: 0, by: nil)
        let reminder = stage.remind(at: 0, "laundry", .due)
        var other = reminder
        other.id = UUID()
        other.recipient = "ben"
        stage.send(
            .care(.journal(JournalEvent(sequence: 2, at: stage.wall, content: .reminder(other)))))
        stage.run(to: 20)
        #expect(
            stage.text == """
                0.00 alert: item_due Maria laundry
                1.00 TOLD
                1.00 TOLD
                """)
    }

    @Test("A proposal is told once, after all else") func aProposalIsToldOnceAfterAllElse() {
        var stage = StationStage()
        stage.house.proposals = [
            NeedProposal(
                NewNeedProposal(
                    id: UUID(), client: "maria", clientName: "Maria", label: "swimming", say: "Swimming",
                    proposedAt: stage.wall))
        ]
        stage.plan("medicine", minutes: 0, by: nil)
        stage.house.sequence = 1
        stage.journal(at: 0, "water", .asked, .asked)
        stage.remind(at: 0.2, "medicine", .missed)
        stage.agenda(at: 20)
        stage.run(to: 25)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                1.00 alert: item_missed Maria medicine time_today clock_hour 8
                2.00 TOLD
                2.00 alert: proposal Maria swimming
                """)
    }

    @Test("A home without routines hears nothing new") func aHomeWithoutRoutinesHearsNothingNew() {
        var stage = StationStage()
        stage.agenda(at: 0)
        stage.key(at: 1, .met)
        stage.key(at: 4, .next)
        stage.key(at: 7, .sayAgain)
        stage.run(to: 10)
        #expect(
            stage.text == """
                1.00 alert: nothing_open
                4.00 alert: nothing_open
                7.00 alert: nothing_open
                """)
    }
}
