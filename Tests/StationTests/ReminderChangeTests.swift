import Care
import Foundation
import HomeFiles
import Playing
import Scanning
import Speech
import Station
import Testing

/// What becomes of what was told when somebody changes the plan, answers elsewhere, or the station starts anew.
@Suite("Reminders that change") struct RemindersThatChangeTests {
    /// A stage on which something has just been told as due.
    private func told(_ setting: (inout HomeSettings) -> Void = { _ in }) -> StationStage {
        var stage = StationStage(setting: setting)
        stage.plan("medicine", minutes: 0)
        stage.remind(at: 0, "medicine", .due)
        stage.run(to: 2)
        stage.lines = []
        return stage
    }

    // MARK: - Taken away, moved

    @Test("What was put off and is taken away meanwhile is not told")
    func whatWasPutOffAndIsTakenAwayMeanwhile() {
        var stage = told()
        stage.key(at: 10, .snooze)
        stage.key(at: 10.5, .digit(3))
        stage.run(to: 600)
        stage.house.cancel("medicine")
        stage.agenda(at: 600)
        stage.run(to: 5000)
        #expect(stage.lines.last == "10.50 alert: item_put_off Maria medicine 30")
    }

    @Test("What was put off and is moved meanwhile is told at its new time, and not before")
    func whatWasPutOffAndIsMovedMeanwhileIs() {
        var stage = told()
        stage.key(at: 10, .snooze)
        stage.key(at: 10.5, .digit(3))
        stage.house.move("medicine", by: 10_800)
        stage.agenda(at: 600)
        stage.run(to: 10_800)
        #expect(stage.lines.last == "10.50 alert: item_put_off Maria medicine 30")
        stage.remind(at: 10_800, "medicine", .due)
        stage.run(to: 10_802)
        #expect(
            stage.lines.suffix(2) == [
                "10800.00 alert: reminder_for Anna item_due Maria medicine", "10801.00 TOLD",
            ])
    }

    @Test("What was told as due and is moved to later is quiet until then")
    func whatWasToldAsDueAndIsMovedTo() {
        var stage = told()
        stage.house.move("medicine", by: 10_800)
        stage.agenda(at: 180)
        stage.run(to: 10_799)
        #expect(stage.lines.isEmpty, "\(stage.text)")
        stage.key(at: 10_799, .met)
        stage.remind(at: 10_800, "medicine", .due)
        stage.run(to: 11_105)
        #expect(
            stage.text == """
                10799.00 alert: nothing_open
                10800.00 alert: reminder_for Anna item_due Maria medicine
                10801.00 TOLD
                11100.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 11
                """)
    }

    @Test(
        "A reminder changed while it is announced is cut short and said to be over",
        arguments: [
            (true, "item_over Maria medicine"), (false, "item_moved Maria medicine time_today clock_hour 9"),
        ])
    func changedWhileTold(isCancelled: Bool, words: String) {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.plan("medicine", minutes: 0)
        stage.remind(at: 0, "medicine", .due)
        stage.run(to: 2)
        if isCancelled { stage.house.cancel("medicine") } else { stage.house.move("medicine", by: 3600) }
        stage.agenda(at: 2)
        stage.run(to: 3000)
        #expect(
            stage.text == """
                0.00 alert: reminder_for Anna item_due Maria medicine
                2.00 alert: \(words)
                """)
    }

    @Test("What was missed and is moved to later is told when it is due then")
    func whatWasMissedAndIsMovedToLaterIs() {
        var stage = StationStage()
        stage.plan("medicine", minutes: -60, grace: 60)
        stage.remind(at: 0, "medicine", .missed)
        stage.run(to: 60)
        stage.house.move("medicine", by: 10_800)
        // The journal tells of it before any agenda has.
        stage.remind(at: 7200, "medicine", .due)
        stage.run(to: 7205)
        #expect(
            stage.lines.suffix(2) == [
                "7200.00 alert: reminder_for Anna item_due Maria medicine", "7201.00 TOLD",
            ])
    }

    @Test("What comes soon and is told elsewhere first is not said to be over")
    func whatComesSoonAndIsToldElsewhereFirstIs() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.plan("walk", minutes: 1450)
        let reminder = stage.remind(at: 0, "walk", .before, minutesBefore: 1450)
        stage.run(to: 2)
        stage.house.take(
            ReminderReceipt(id: UUID(), outcome: .told, at: stage.wall), of: reminder.id, at: stage.wall)
        stage.agenda(at: 2)
        stage.run(to: 100)
        #expect(
            stage.lines == [
                "0.00 alert: reminder_for Anna reminder_before_time Maria walk time_tomorrow clock_time 8 10",
                "4.00 TOLD",
            ])
    }

    @Test("What was put off and taken away is over, however much the agenda leaves out")
    func whatWasPutOffAndTakenAwayIsOver() {
        // Of the day nothing is left out; of older things only what ranks behind all that are named.
        for (minutes, older) in [(0, nil), (-1500, -2000)] as [(Int, Int?)] {
            var stage = StationStage()
            stage.plan("medicine", minutes: minutes, grace: 3000)
            if let older { stage.plan("chair", minutes: older, grace: 1) }
            stage.house.leftOut = 30
            stage.remind(at: 0, "medicine", .due)
            stage.key(at: 5, .snooze)
            stage.key(at: 6, .digit(3))
            stage.run(to: 600)
            stage.house.cancel("medicine")
            stage.agenda(at: 600)
            stage.run(to: 9000)
            #expect(stage.lines.filter { $0.contains("item_due") }.count == 1, "\(stage.text)")
        }
    }

    @Test("What the agenda may have left out sounds on") func whatTheAgendaMayHaveLeftOutSoundsOn() {
        for isToday in [true, false] {
            var stage = StationStage()
            stage.plan("medicine", minutes: isToday ? 0 : -1500, grace: 3000)
            stage.remind(at: 0, "medicine", .due)
            if isToday { stage.house.leftOutToday = 1 } else { stage.house.leftOut = 1 }
            stage.house.cancel("medicine")
            stage.agenda(at: 20)
            stage.run(to: 310)
            #expect(stage.lines.filter { $0.contains("item_due") }.count == 2, "\(stage.text)")
        }
    }

    // MARK: - Clocks

    @Test("A clock that is set is followed before there is another agenda, and one that was wrong is not")
    func aClockThatIsSetIsFollowedBeforeThere()
        throws
    {
        // The station's own clock: the service's as well, or another that is set right.
        for (error, step) in [(0.0, 3600.0), (0, -3600), (-300_000_000, 0)] {
            var stage = StationStage()
            stage.clockError = error
            stage.plan("medicine", minutes: 0, grace: 300)
            stage.remind(at: 0, "medicine", .due)
            stage.run(to: 20)
            stage.clockStep = step
            stage.clockError = 0
            stage.tellsAgendas = false
            stage.delivers = false
            stage.key(at: 30, .snooze)
            stage.key(at: 31, .digit(1))
            stage.key(at: 40, .met)
            let times = stage.effects.compactMap { effect -> Date? in
                switch effect {
                case .receipt(_, let receipt) where receipt.outcome == .snoozed: receipt.at
                case .mark(let entry): entry.at
                default: nil
                }
            }
            let late = times.map { stage.wall.timeIntervalSince($0) }
            #expect(late.count == 2 && late.allSatisfy { (0...10).contains($0) }, "\(late) \(stage.text)")
        }
    }

    @Test("Set back, what was put off elsewhere is heard before it is acknowledged")
    func setBackWhatWasPutOffElsewhereIsHeard() {
        var stage = StationStage()
        // Due still after the step.
        stage.plan("medicine", minutes: -240, grace: 600)
        let reminder = stage.remind(at: 0, "medicine", .due)
        stage.run(to: 10)
        stage.house.take(
            ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 15, by: "Ben", at: stage.wall),
            of: reminder.id,
            at: stage.wall)
        stage.agenda(at: 20)
        stage.clockStep = -10_800
        stage.house.setClock(by: -10_800)
        stage.agenda(at: 30)
        stage.remind(at: 910, "medicine", .due)
        stage.run(to: 920)
        #expect(stage.lines.filter { $0.contains(" alert: ") }.count == 2, "\(stage.text)")
        #expect(stage.lines.last == "911.00 TOLD", "\(stage.text)")
    }

    // MARK: - Elsewhere

    @Test("What was told here is quiet when another station puts it off, until then")
    func whatWasToldHereIsQuietWhenAnotherStation() {
        var stage = told()
        let reminder = stage.house.reminders[0]
        stage.run(to: 20)
        stage.house.take(
            ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 60, by: "Ben", at: stage.wall),
            of: reminder.id, at: stage.wall)
        stage.agenda(at: 20)
        stage.run(to: 3599)
        #expect(stage.lines.isEmpty, "\(stage.text)")
        stage.run(to: 3630)
        #expect(stage.lines.contains { $0.hasSuffix("TOLD") })
    }

    @Test("A clock that is behind or ahead neither delays a reminder nor silences what is due")
    func aClockThatIsBehindOrAheadNeitherDelays() {
        for wrong in [-10_800.0, 10_800, -1_800_000_000] {
            var stage = StationStage()
            stage.clockError = wrong
            stage.plan("medicine", minutes: 0)
            stage.agenda(at: 0)
            stage.remind(at: 0, "medicine", .due)
            stage.key(at: 310, .snooze)
            stage.key(at: 310.5, .digit(1))
            stage.run(to: 640)
            #expect(
                stage.lines.filter { !$0.contains("put_off") } == [
                    "0.00 alert: reminder_for Anna item_due Maria medicine", "1.00 TOLD",
                    "300.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8",
                    "310.50 SNOOZED for 5 min",
                    "610.50 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8",
                    "611.50 TOLD",
                ], "\(wrong) s")
        }
    }

    @Test("A reminder of the journal is due now, before any agenda, whatever this clock says")
    func aReminderOfTheJournalIsDueNowBefore() {
        var stage = StationStage()
        stage.clockError = -1_800_000_000
        stage.plan("medicine", minutes: 0)
        stage.tellsAgendas = false
        stage.remind(at: 0, "medicine", .due)
        stage.run(to: 2)
        #expect(stage.lines.last == "1.00 TOLD", "\(stage.text)")
    }

    @Test("News that is stored nowhere is not taken for something that is due")
    func newsThatIsStoredNowhereIsNotTakenFor() {
        var stage = told()
        stage.send(.care(.journal(JournalEvent(sequence: 0, at: stage.wall, content: .agendaChanged))))
        stage.run(to: 200)
        #expect(stage.lines.isEmpty)
        #expect(!stage.effects.contains(.acknowledge(0)))
    }

    // MARK: - After a start

    @Test("What was told before a start sounds on until it is done")
    func whatWasToldBeforeAStartSoundsOnUntil() {
        var stage = told()
        stage.restart(at: 60)
        stage.agenda(at: 61)
        stage.agenda(at: 70)
        stage.run(to: 599)
        #expect(
            stage.lines == [
                "300.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8"
            ])
        stage.key(at: 602, .snooze)
        stage.key(at: 603, .digit(2))
        stage.restart(at: 700)
        stage.agenda(at: 700)
        stage.run(to: 1510)
        #expect(
            stage.lines.suffix(2) == [
                "1503.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8",
                "1504.00 TOLD",
            ])
    }

    @Test("After many starts it is told as often as without any") func afterManyStartsItIsToldAsOftenAs() {
        var stage = StationStage()
        stage.plan("flowers", minutes: 0, grace: 600)
        stage.remind(at: 0, "flowers", .due)
        for second in stride(from: 130.0, to: 20_000, by: 410) {
            stage.restart(at: second)
            stage.agenda(at: second)
        }
        #expect(stage.lines.filter { $0.contains("item_due") }.count == 13)
    }

    @Test("What was marked before a start is closed, and is told to nobody, until the service has it")
    func whatWasMarkedBeforeAStartIsClosedAnd() {
        var stage = told()
        stage.delivers = false
        stage.key(at: 10, .met)
        stage.restart(at: 20)
        stage.agenda(at: 21)
        stage.key(at: 30, .open)
        stage.deliverAll()
        stage.agenda(at: 40)
        stage.run(to: 1000)
        #expect(stage.lines == ["10.00 DONE Anna", "30.00 alert: open_nothing"])
        #expect(stage.house.occurrence("medicine", at: stage.wall).state == .done)
    }

    @Test("What the service refuses of an earlier run is told, and it is due again")
    func whatTheServiceRefusesOfAnEarlierRunIs() {
        var stage = told()
        stage.delivers = false
        stage.key(at: 10, .met)
        stage.restart(at: 20)
        stage.agenda(at: 21)
        let entry = stage.effects.compactMap { effect -> UUID? in
            if case .mark(let entry) = effect { entry.id } else { nil }
        }.last
        if let entry { stage.send(.care(.rejected(entry, detail: "404", nil))) }
        stage.agenda(at: 25)
        stage.run(to: 400)
        #expect(
            stage.lines.dropFirst() == [
                "21.00 alert: not_noted Maria medicine",
                "300.00 alert: reminder_for Anna item_due_since Maria medicine time_today clock_hour 8",
            ])
    }

    @Test("What was told before a start and not acknowledged yet is not told again")
    func whatWasToldBeforeAStartAndNotAcknowledged() {
        var stage = StationStage()
        stage.plan("medicine", minutes: 0, grace: 4)
        stage.delivers = false
        stage.remind(at: 0, "medicine", .due)
        stage.restart(at: 20)
        stage.agenda(at: 21)
        stage.deliverAll()
        stage.run(to: 200)
        #expect(stage.lines.count == 2, "\(stage.text)")
    }

    @Test("An answer of before a start that came too late is told as that")
    func anAnswerOfBeforeAStartThatCameToo() {
        for (state, words) in [
            (RequestState.met, "answered_already Ben"), (.cancelled, "alert_taken_back Maria water"),
        ] {
            var stage = StationStage()
            stage.delivers = false
            let request = stage.journal(at: 0, "water", .asked, .asked)
            stage.key(at: 5, .met)
            let response = stage.responses.last
            stage.restart(at: 10)
            stage.send(.care(.connected(openRequests: [request], openFaults: [], sequence: 1)))
            var current = request
            (current.state, current.changedBy) = (state, "Ben")
            stage.run(to: 20)
            if let response { stage.send(.care(.rejected(response.id, detail: "409", current))) }
            stage.run(to: 30)
            stage.journal(at: 30, "water", state == .met ? .met : .cancelled, state, by: "Ben")
            stage.run(to: 400)
            #expect(stage.lines.dropFirst(3) == ["20.00 alert: \(words)"], "\(stage.text)")
        }
    }

    @Test("With a new store, what the old one told is over") func withANewStoreWhatTheOldOneTold() {
        var stage = StationStage()
        stage.house.sequence = 5000
        stage.plan("medicine", minutes: 0)
        stage.remind(at: 0, "medicine", .due)
        stage.run(to: 2)
        stage.house = PlayedHouse()
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 1)))
        stage.house.sequence = 1
        stage.agenda(at: 20)
        stage.run(to: 4000)
        #expect(stage.lines.filter { $0.contains("item_due") }.count == 1, "\(stage.text)")
    }

    @Test("A call that was answered before a start does not ring until the answer is refused")
    func aCallThatWasAnsweredBeforeAStartDoes() {
        var stage = StationStage()
        stage.delivers = false
        let request = stage.journal(at: 0, "water", .asked, .asked)
        stage.key(at: 5, .met)
        let response = stage.responses.last
        stage.restart(at: 10)
        stage.send(.care(.connected(openRequests: [request], openFaults: [], sequence: 1)))
        stage.run(to: 100)
        #expect(stage.lines.last == "5.00 MET Anna", "\(stage.text)")
        if let response { stage.send(.care(.rejected(response.id, detail: "409", request))) }
        stage.run(to: 110)
        #expect(
            stage.lines.suffix(2) == [
                "100.00 alert: answer_lost", "101.00 alert: alert Maria water",
            ])
    }

    // MARK: - Keys

    @Test("A list that has not begun does not take the key from the call that sounds")
    func aListThatHasNotBegunDoesNotTake() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.plan("medicine", minutes: 60)
        stage.journal(at: 0, "water", .asked, .asked)
        stage.key(at: 2, .open)
        stage.key(at: 3, .onTheWay)
        stage.run(to: 20)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                3.00 ON_THE_WAY Anna
                3.00 alert: answered_on_the_way Maria water
                """)
    }

    @Test("Who answers what is to come after a call has cut it does not hear it again")
    func whoAnswersWhatIsToComeAfterACall() {
        var stage = StationStage()
        stage.voice.wordLength = .seconds(4)
        stage.plan("walk", minutes: 10, by: nil)
        stage.remind(at: 0, "walk", .before, minutesBefore: 10)
        stage.journal(at: 2, "water", .asked, .asked)
        stage.key(at: 3, .onTheWay)
        stage.agenda(at: 60)
        stage.run(to: 300)
        #expect(stage.lines.filter { $0.contains("reminder_before") }.count == 1, "\(stage.text)")
        #expect(stage.house.reminders.allSatisfy { $0.state == .told })
    }

    @Test("What is open counts also what the lists leave out") func whatIsOpenCountsAlsoWhatTheListsLeave() {
        var stage = StationStage()
        stage.plan("medicine", minutes: 0)
        stage.house.leftOut = 30
        stage.agenda(at: 0)
        stage.key(at: 1, .open)
        stage.run(to: 5)
        stage.key(at: 700, .met)
        stage.run(to: 705)
        #expect(
            stage.text == """
                1.00 alert: open_count 31 item_line Maria medicine time_today clock_hour 8 open_more 30
                700.00 alert: nobody_waits_but 31
                """)
    }
}
