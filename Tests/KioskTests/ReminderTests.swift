import Boards
import Care
import Foundation
import Kiosk
import Scanning
import Speech
import Testing

@Suite("Reminders for the client") struct RemindersForTheClientTests {
    private static let singing = Stage.planned("Singing", 0)
    private static let walk = Stage.planned("Walk", 0, own: true)

    @Test("One is told at rest, and acknowledged when it was heard to its end")
    func oneIsToldAtRestAndAcknowledgedWhenIt() {
        var stage = Stage(Stage.yes)
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.singing))
        stage.run(to: 5)
        #expect(
            stage.text == """
                0.00 main: reminder_due Singing
                0.00 ack 5
                1.00 RECEIPT told
                """)
        #expect(stage.receipts == [Stage.reminder(1, of: Self.singing).id])
    }

    @Test("One is told once, however often it is named") func oneIsToldOnceHoweverOftenItIsNamed() {
        var stage = Stage(Stage.yes)
        let reminder = Stage.reminder(1, of: Self.singing)
        let agenda = Stage.agenda(5, today: [Self.singing], reminders: [reminder])
        stage.remind(at: 0, 5, reminder)
        stage.agenda(at: 0.1, agenda)
        stage.run(to: 5)
        stage.agenda(at: 6, agenda)
        stage.remind(at: 7, 6, reminder)
        stage.run(to: 20)
        #expect(stage.lines.filter { $0.contains("reminder_due") }.count == 1)
        #expect(stage.receipts.count == 1)
        // Put off, it is told again at its new time.
        stage.lines = []
        let later = Stage.reminder(1, of: Self.singing, at: 90)
        stage.agenda(at: 30, Stage.agenda(7, today: [Self.singing], reminders: [later]))
        stage.run(to: 200)
        #expect(
            stage.text == """
                90.00 main: reminder_due Singing
                91.00 RECEIPT told
                """)
    }

    @Test("One that waits at the start is told, one that was told by the run before is not")
    func oneThatWaitsAtTheStartIsToldOne() {
        var stage = Stage(Stage.yes)
        let first = Stage.reminder(1, of: Self.singing)
        let second = Stage.reminder(2, of: Self.walk)
        stage.send(.care(.restored([], told: [first.id])))
        stage.agenda(at: 1, Stage.agenda(5, today: [Self.singing, Self.walk], reminders: [first, second]))
        stage.run(to: 10)
        #expect(stage.receipts == [second.id])
    }

    @Test("What was put off before a restart is asked again at its new time, and not before")
    func putOffBeforeARestart() {
        var stage = Stage(Stage.yes)
        let first = Stage.reminder(1, of: Self.walk)
        let putOff = Stage.start.addingTimeInterval(20)
        stage.send(.care(.restored([], told: [first.id], putOff: [first.id: putOff])))
        // The service was away, and has it as it was.
        stage.agenda(at: 60, Stage.agenda(5, today: [Self.walk], reminders: [first]))
        stage.run(to: 120)
        #expect(stage.receipts.isEmpty, "\(stage.text)")
        // It has got both receipts.
        let again = Stage.reminder(1, of: Self.walk, at: 920)
        stage.agenda(at: 121, Stage.agenda(6, today: [Self.walk], reminders: [again]))
        stage.run(to: 930)
        #expect(stage.receipts == [first.id], "\(stage.text)")
        #expect(stage.text.contains("920.00 main: reminder_was_due Walk"), "\(stage.text)")
    }

    @Test("It waits for the end of a step, and an urgent one does not") func itWaitsForTheEndOfAStepAnd() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.remind(at: 0.7, 5, Stage.reminder(1, of: Self.singing))
        stage.run(to: 6)
        #expect(
            stage.text == """
                0.50 cue: Water
                0.70 ack 5
                3.70 main: reminder_due Singing
                4.70 RECEIPT told
                4.70 cue: Water
                """)
        var urgent = Stage(Stage.water, Stage.yes)
        urgent.press(at: 0)
        urgent.remind(at: 0.7, 5, Stage.reminder(1, of: Self.singing, priority: .urgent))
        urgent.run(to: 4)
        #expect(
            urgent.text == """
                0.50 cue: Water
                0.70 main: reminder_due Singing
                0.70 ack 5
                1.70 RECEIPT told
                1.70 cue: Water
                """)
    }

    @Test("One whose words were cut is told again, and acknowledged only then")
    func oneWhoseWordsWereCutIsToldAnewAnd() {
        var stage = Stage(Stage.yes)
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.singing))
        stage.cutLastWords(at: 0.4)
        #expect(stage.receipts.isEmpty)
        stage.run(to: 5)
        #expect(
            stage.text == """
                0.00 main: reminder_due Singing
                0.00 ack 5
                0.40 main: reminder_due Singing
                1.40 RECEIPT told
                """)
        #expect(stage.receipts.count == 1)
    }

    @Test("One whose words were cut is told again in the words that are then true", arguments: [false, true])
    func oneWhoseWordsWereCutTellsWhatIsTrue(comesAnother: Bool) {
        var stage = Stage(Stage.yes)
        let walk = Stage.planned("Walk", 10, own: true)
        stage.remind(at: 0, 5, Stage.reminder(1, of: walk, .before))
        stage.run(to: 0.3)
        for voice in [VoiceRole.main, .cue] { stage.send(.voice(.outputLost(voice, detail: "gone"))) }
        stage.cutLastWords(at: 0.4)
        stage.run(to: 600)
        if comesAnother { stage.remind(at: 600, 6, Stage.reminder(2, of: walk, at: 600)) }
        stage.run(to: 660)
        #expect(stage.receipts.isEmpty)
        stage.lines = []
        for voice in [VoiceRole.main, .cue] { stage.send(.voice(.outputRestored(voice))) }
        stage.press(at: 664)
        stage.run(to: 664.5)
        let receipts = Array(repeating: "RECEIPT told", count: comesAnother ? 2 : 1)
        let heard = stage.lines.map { $0.drop { $0 != " " }.dropFirst() }
        #expect(
            heard.filter { $0.hasPrefix("main: reminder") } == ["main: reminder_due Walk reminder_question"])
        #expect(heard.filter { $0.hasPrefix("RECEIPT") }.map(String.init) == receipts)
        #expect(stage.marks.map(\.kind) == [.done], "\(stage.text)")
    }

    @Test("One that is cut while the next of its occurrence waits is told once, with that")
    func oneThatIsCutWhileTheNextOfIts() {
        var stage = Stage(Stage.yes)
        let walk = Stage.planned("Walk", 1, own: true)
        stage.remind(at: 59.5, 5, Stage.reminder(1, of: walk, .before))
        stage.remind(at: 60.1, 6, Stage.reminder(2, of: walk, at: 60))
        stage.cutLastWords(at: 60.2)
        stage.run(to: 70)
        #expect(
            stage.text == """
                59.50 main: reminder_in_minutes Walk 1
                59.50 ack 5
                60.10 ack 6
                60.20 main: reminder_due Walk reminder_question
                61.20 RECEIPT told
                61.20 RECEIPT told
                61.20 (window)
                """)
    }

    @Test("A call for help that interrupts one does not keep its old words")
    func aCallForHelpThatInterruptsOneDoesNot() {
        var stage = Stage(items: [Stage.yes]) { $0.helpPresses = 3 }
        let walk = Stage.planned("Walk", 1, own: true)
        stage.remind(at: 58, 5, Stage.reminder(1, of: walk, .before))
        for moment in [58.1, 58.5, 58.9] { stage.press(at: moment) }
        stage.run(to: 75)
        #expect(stage.lines.contains("61.90 main: reminder_due Walk reminder_question"), "\(stage.text)")
    }

    @Test("Something of one's own can be marked with a press") func somethingOfOnesOwnCanBeMarkedWithA() {
        var stage = Stage(Stage.yes)
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.walk))
        stage.press(at: 4)
        stage.run(to: 12)
        #expect(
            stage.text == """
                0.00 main: reminder_due Walk reminder_question
                0.00 ack 5
                1.00 RECEIPT told
                1.00 (window)
                4.00 MARK done 2027-01-15T08:00:00
                4.01 main: marked_done
                5.01 main: take_back
                6.01 (window)
                """)
        #expect(stage.marks.map(\.kind) == [.done])
    }

    @Test("There is time to answer: ten seconds, and no longer", arguments: [(10.9, true), (11.5, false)])
    func time(press: Double, marks: Bool) {
        var stage = Stage(Stage.yes)
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.walk))
        stage.press(at: press)
        stage.run(to: 30)
        #expect(stage.marks.map(\.kind) == (marks ? [.done] : []), "\(stage.text)")
    }

    @Test("Doing nothing leaves it open") func doingNothingLeavesItOpen() {
        var stage = Stage(Stage.yes)
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.walk))
        stage.run(to: 20)
        #expect(stage.marks.isEmpty)
        #expect(stage.session.isResting)
    }

    private static func outcomes(_ stage: Stage) -> [ReminderReceipt.Outcome] {
        stage.effects.compactMap { if case .receipt(_, let receipt) = $0 { receipt.outcome } else { nil } }
    }

    @Test("Where nobody answers, it is put off a quarter of an hour, twice, and then not again")
    func nobodyAnswers() {
        var stage = Stage(Stage.yes)
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.walk))
        stage.run(to: 20)
        #expect(Self.outcomes(stage) == [.told, .snoozed])
        let put = stage.effects.compactMap { effect -> Int? in
            if case .receipt(_, let receipt) = effect { receipt.minutes } else { nil }
        }
        #expect(put == [15])
        for (sequence, at) in [(Int64(6), 911.0), (7, 1830)] {
            let later = Stage.reminder(1, of: Self.walk, at: at)
            stage.agenda(
                at: at - 60, Stage.agenda(sequence, today: [Self.walk], reminders: [later]))
            stage.run(to: at + 30)
            #expect(
                stage.lines.contains {
                    $0.hasPrefix("\(Int(at)).00 main: reminder_was_due Walk")
                        && $0.hasSuffix("reminder_question")
                }, "\(stage.text)")
        }
        #expect(Self.outcomes(stage) == [.told, .snoozed, .told, .snoozed, .told])
        #expect(stage.marks.isEmpty && stage.session.isResting)
    }

    @Test("Whoever has answered is not asked again, and nobody in quiet hours or shortly before it is missed")
    func notAskedAgain() {
        var answered = Stage(Stage.yes)
        answered.remind(at: 0, 5, Stage.reminder(1, of: Self.walk))
        answered.press(at: 4)
        answered.run(to: 40)
        #expect(Self.outcomes(answered) == [.told] && answered.marks.map(\.kind) == [.done])
        var quiet = Stage(Stage.yes)
        var agenda = Stage.agenda(4, today: [Self.walk])
        agenda.quiet = [
            QuietTime(from: Stage.start.addingTimeInterval(600), until: Stage.start.addingTimeInterval(7200))
        ]
        quiet.agenda(at: 0, agenda)
        quiet.remind(at: 1, 5, Stage.reminder(1, of: Self.walk))
        quiet.run(to: 40)
        #expect(Self.outcomes(quiet) == [.told])
        var late = Stage(Stage.yes)
        late.remind(at: 2800, 5, Stage.reminder(1, of: Self.walk))
        late.run(to: 2840)
        #expect(Self.outcomes(late) == [.told])
        // Somebody else's is told, and nothing is asked.
        var others = Stage(Stage.yes)
        others.remind(at: 0, 5, Stage.reminder(1, of: Self.singing))
        others.run(to: 40)
        #expect(Self.outcomes(others) == [.told])
    }

    @Test("Before it is due nothing is asked") func beforeItIsDueNothingIsAsked() {
        var stage = Stage(Stage.yes)
        let walk = Stage.planned("Walk", 10, own: true)
        stage.remind(at: 0, 5, Stage.reminder(1, of: walk, .before))
        stage.run(to: 5)
        #expect(
            stage.text == """
                0.00 main: reminder_in_minutes Walk 10
                0.00 ack 5
                1.00 RECEIPT told
                """)
    }

    @Test(
        "A reminder's words are those that are true when it is announced",
        arguments: [
            (180, "reminder_at Chess clock_hour 11"), (60, "reminder_in_minutes Chess 60"),
            (1, "reminder_in_minutes Chess 1"), (0, "reminder_due Chess"), (-1, "reminder_due Chess"),
            (-5, "reminder_was_due Chess clock_time 7 55"),
            (-90, "reminder_missed Chess clock_time 6 30"),
            (-1500, "reminder_missed Chess plan_yesterday clock_hour 7"),
        ])
    func words(minutes: Int, expected: String) {
        var stage = Stage(Stage.yes)
        stage.remind(at: 0, 5, Stage.reminder(1, of: Stage.planned("Chess", minutes), .before))
        stage.run(to: 1)
        #expect(stage.lines.first == "0.00 main: \(expected)")
    }

    @Test("Several of one occurrence that wait are told by one sentence")
    func severalOfOneOccurrenceThatWaitAreToldBy() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.remind(at: 0.7, 5, Stage.reminder(1, of: Self.singing, .before))
        stage.remind(at: 0.8, 6, Stage.reminder(2, of: Self.singing, .due))
        stage.run(to: 6)
        #expect(
            stage.text == """
                0.50 cue: Water
                0.70 ack 5
                0.80 ack 6
                3.70 main: reminder_due Singing
                4.70 RECEIPT told
                4.70 RECEIPT told
                4.70 cue: Water
                """)
        #expect(stage.receipts.count == 2)
    }

    @Test("An urgent one does not wait with what waits already") func anUrgentOneDoesNotWaitWithWhatWaits() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.remind(at: 0.7, 5, Stage.reminder(1, of: Self.singing, .before))
        stage.remind(at: 0.8, 6, Stage.reminder(2, of: Self.singing, .due, priority: .urgent))
        stage.run(to: 2)
        #expect(
            stage.text == """
                0.50 cue: Water
                0.70 ack 5
                0.80 main: reminder_due Singing
                0.80 ack 6
                1.80 RECEIPT told
                1.80 RECEIPT told
                1.80 cue: Water
                """)
        #expect(stage.receipts.count == 2)
    }

    @Test("A call for help interrupts one, which is told afterwards, and once")
    func aCallForHelpInterruptsOneWhichIsTold() {
        var stage = Stage(items: [Stage.yes]) { $0.helpPresses = 3 }
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.walk))
        for moment in [0.1, 0.5, 0.9] { stage.press(at: moment) }
        stage.run(to: 20)
        #expect(
            stage.text == """
                0.00 main: reminder_due Walk reminder_question
                0.00 ack 5
                0.90 main: help_countdown
                1.90 ASK help urgent
                1.90 main: help_say
                2.90 main: asked
                3.90 main: reminder_due Walk reminder_question
                4.90 RECEIPT told
                4.90 (window)
                14.90 RECEIPT snoozed
                """)
        #expect(stage.receipts.count == 1)
        #expect(stage.marks.isEmpty)
    }

    @Test("One that is over before its turn is dropped") func oneThatIsOverBeforeItsTurnIsDropped() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.remind(at: 0.7, 5, Stage.reminder(1, of: Self.singing))
        stage.remind(at: 0.7, 6, Stage.reminder(2, of: Self.walk))
        // Read before the second came: it says nothing about it.
        stage.agenda(at: 0.8, Stage.agenda(5, today: [Self.singing, Self.walk]))
        stage.run(to: 10)
        #expect(stage.receipts == [Stage.reminder(2, of: Self.walk).id])
    }

    @Test("What the journal tells again after a restart is told only if it still waits")
    func whatTheJournalTellsAgainAfterARestartIs() {
        var stage = Stage(Stage.yes)
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 6)))
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.singing))
        stage.remind(at: 0, 6, Stage.reminder(2, of: Self.walk))
        stage.agenda(
            at: 0.1,
            Stage.agenda(6, today: [Self.singing, Self.walk], reminders: [Stage.reminder(2, of: Self.walk)]))
        stage.run(to: 20)
        #expect(stage.receipts == [Stage.reminder(2, of: Self.walk).id])
        stage.remind(at: 20, 7, Stage.reminder(3, of: Self.walk))
        stage.run(to: 40)
        #expect(stage.receipts.count == 2)
    }

    @Test("One that is put off while it waits for its turn is told at its new time")
    func oneThatIsPutOffWhileItWaitsFor() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.remind(at: 0.7, 5, Stage.reminder(1, of: Self.singing))
        stage.agenda(
            at: 0.9,
            Stage.agenda(
                6, today: [Self.singing], reminders: [Stage.reminder(1, of: Self.singing, at: 60)]))
        stage.run(to: 59)
        #expect(stage.receipts.isEmpty)
        stage.run(to: 65)
        #expect(stage.text.hasSuffix("60.00 main: reminder_due Singing\n61.00 RECEIPT told"), "\(stage.text)")
    }

    @Test("What is done is not reminded of") func whatIsDoneIsNotRemindedOf() {
        var stage = Stage(Stage.yes)
        let done = Stage.planned("Walk", 0, .done, by: "Anna")
        stage.agenda(at: 0, Stage.agenda(5, today: [done], reminders: [Stage.reminder(1, of: done)]))
        stage.run(to: 5)
        #expect(stage.text == "")
    }

    @Test(
        "What the client does is told to the client, who is asked whether it is done; also of what is another's plan, or nobody's"
    )
    func whatTheClientDoes() {
        for client in ["maria", "otto", RoutineOccurrence.noClient] {
            var cat = Stage.planned("Cat", 0, client: client)
            cat.assignment = Assignment(person: "maria", name: "Maria", reason: "always")
            if client == RoutineOccurrence.noClient { cat.chore = Chore(audience: .household) }
            var stage = Stage(Stage.yes)
            stage.remind(at: 0, 5, Stage.reminder(1, of: cat, to: "maria"))
            stage.run(to: 3)
            #expect(
                stage.text.contains("main: reminder_due Cat reminder_question"), "\(client): \(stage.text)")
            stage.press(at: 3)
            stage.run(to: 6)
            #expect(stage.marks.map(\.kind) == [.done], "\(client): \(stage.text)")
            // Whatever is wrong with it, its name is said, though it stands in no list of the client's.
            guard let mark = stage.marks.first else { continue }
            stage.send(.care(.rejected(mark.id, detail: "no", nil)))
            stage.run(to: 20)
            #expect(stage.text.contains("mark_lost Cat"), "\(client): \(stage.text)")
        }
    }

    @Test(
        "Only what is for this kiosk is told",
        arguments: [
            Stage.reminder(1, of: Self.singing, channel: .station),
            Stage.reminder(1, of: Stage.planned("Singing", 0, client: "ben")),
            Stage.reminder(1, of: Self.singing, state: .over),
        ])
    func notHere(reminder: Reminder) {
        var stage = Stage(Stage.yes)
        stage.remind(at: 0, 5, reminder)
        stage.run(to: 5)
        #expect(stage.receipts.isEmpty)
    }

    @Test("Without a voice it waits, and is told when the voice is back")
    func withoutAVoiceItWaitsAndIsToldWhen() {
        var stage = Stage(Stage.yes)
        stage.send(.voice(.outputLost(.main, detail: "gone")))
        stage.send(.voice(.outputLost(.cue, detail: "gone")))
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.singing))
        stage.run(to: 20)
        #expect(stage.receipts.isEmpty)
        stage.send(.voice(.outputRestored(.main)))
        stage.run(to: 30)
        #expect(stage.receipts.count == 1)
    }
}

@Suite("What becomes of a proposal") struct WhatBecomesOfAProposalTests {
    private func decided(
        _ state: NeedProposal.State, reason: String? = nil, client: String = "maria", need: String? = nil
    ) -> JournalEvent {
        var proposal = NeedProposal(
            NewNeedProposal(
                id: UUID(), client: client, clientName: "Maria", label: "Swimming",
                say: "I would like to go swimming.", proposedAt: Stage.start))
        proposal.state = state
        proposal.decidedBy = "Anna"
        proposal.reason = reason
        proposal.need = need
        return JournalEvent(sequence: 5, at: Stage.start, content: .proposalDecided(proposal))
    }

    @Test("Yes is told with the agenda that shows it on the board, and acknowledged when it was heard")
    func yesIsToldWithTheAgendaThatShowsIt() {
        var stage = Stage(Stage.more)
        stage.send(.care(.journal(decided(.approved, need: "swimming"))))
        stage.agenda(at: 0.1, Stage.agenda(4))
        stage.run(to: 1)
        #expect(stage.text == "0.00 ack 4")
        stage.agenda(at: 1, Stage.agenda(5, needs: [Stage.need("swimming", "Swimming")]))
        stage.run(to: 4)
        #expect(
            stage.text == """
                0.00 ack 4
                1.00 main: proposal_accepted Anna Swimming
                2.00 ack 5
                """)
    }

    @Test(
        "What is not on the board is not said to be",
        arguments: [
            [], [Stage.need("swimming", "Swimming", uses: [.scheduled])],
            [Stage.need("swimming", "Swimming", isActive: false)],
            [Stage.need("swimming", "Swimming", client: "ben")], [Stage.need("yes", "Swimming")],
        ])
    func notOnBoard(needs: [Need]) {
        var stage = Stage(Stage.yes, Stage.more)
        stage.send(.care(.journal(decided(.approved, need: needs.first?.id ?? "swimming"))))
        stage.agenda(at: 1, Stage.agenda(5, needs: needs))
        stage.run(to: 4)
        #expect(stage.lines.contains("1.00 main: proposal_agreed Anna Swimming"), "\(stage.text)")
    }

    @Test("Without a list only what stands in a group is on the board", arguments: [nil, "drinks"])
    func withoutAListOnlyWhatStandsInAGroup(group: String?) {
        var stage = Stage(Stage.drinks)
        stage.send(.care(.journal(decided(.approved, need: "swimming"))))
        stage.agenda(
            at: 1, Stage.agenda(5, needs: [Stage.need("swimming", "Swimming", group: group)]))
        stage.run(to: 4)
        let phrase = group == nil ? "agreed" : "accepted"
        #expect(stage.lines.contains("1.00 main: proposal_\(phrase) Anna Swimming"), "\(stage.text)")
    }

    @Test("Where no agenda comes, yes is told after some seconds, and survives another agenda's coming late")
    func whereNoAgendaComesYesIsToldAfterSome() {
        var stage = Stage(Stage.more)
        stage.send(.care(.journal(decided(.approved, need: "swimming"))))
        stage.agenda(at: 7, Stage.agenda(5, needs: [Stage.need("swimming", "Swimming")]))
        stage.run(to: 12)
        #expect(
            stage.text == """
                0.00 ack 4
                5.00 main: proposal_agreed Anna Swimming
                6.00 ack 5
                """)
    }

    @Test("A refusal is told with its reason, and again if it was cut") func noIsToldWithItsReasonAnewIfIt() {
        var stage = Stage(Stage.yes)
        stage.send(.care(.journal(decided(.declined, reason: "the pool is closed"))))
        stage.cutLastWords(at: 0.4)
        stage.run(to: 4)
        #expect(
            stage.text == """
                0.00 main: proposal_declined Anna Swimming the pool is closed
                0.00 ack 4
                0.40 main: proposal_declined Anna Swimming the pool is closed
                1.40 ack 5
                """)
    }

    @Test("Of another client's nothing is told") func ofAnotherClientsNothingIsTold() {
        var stage = Stage(Stage.yes)
        stage.send(.care(.journal(decided(.approved, client: "ben"))))
        stage.run(to: 4)
        #expect(stage.text == "0.00 ack 5")
    }
}
