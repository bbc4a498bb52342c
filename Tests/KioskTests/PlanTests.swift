import Boards
import Care
import Foundation
import Kiosk
import Scanning
import Testing

@Suite("The plan of the day") struct ThePlanOfTheDayTests {
    private static let medicine = Stage.planned(
        "Medicine", -60, .done, by: "Anna", details: "Two tablets")
    private static let walk = Stage.planned("Walk", 10, own: true)
    private static let singing = Stage.planned("Singing", 150)

    /// At the first entry of the plan.
    private static func opened(
        _ agenda: Agenda, scanning: (inout ScanParameters) -> Void = { _ in }
    ) -> Stage {
        var stage = Stage(items: [Stage.today, Stage.yes], scanning: scanning)
        stage.agenda(at: 0, agenda)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.lines = []
        return stage
    }

    @Test("The plan is read in order of time, with the state of each item")
    func isReadInTheOrderOfTimeWithWhat() {
        let bath = Stage.planned("Bath", -24 * 60 - 90, .missed)
        let letter = Stage.planned("Letter", -3 * 24 * 60, .missed)
        var stage = Self.opened(
            Stage.agenda(
                today: [Self.singing, Self.medicine, Self.walk, Stage.planned("Chess", -150, .skipped)],
                outstanding: [letter, bath]))
        stage.run(to: 26)
        #expect(
            stage.text == """
                1.30 cue: Letter plan_days_ago 3 clock_hour 8, plan_not_done
                4.50 cue: Bath plan_yesterday clock_time 6 30, plan_not_done
                7.00 cue: Chess clock_time 5 30, plan_skipped
                9.50 cue: Medicine clock_hour 7, plan_done_by Anna
                12.00 cue: Walk clock_time 8 10, plan_in_minutes 10
                14.50 cue: Singing clock_time 10 30
                17.00 cue: go_back
                19.50 cue: Letter plan_days_ago 3 clock_hour 8, plan_not_done
                22.70 cue: Bath plan_yesterday clock_time 6 30, plan_not_done
                25.20 cue: Chess clock_time 5 30, plan_skipped
                """)
    }

    @Test("Of what is another's, more is told to the client's own ear") func ofWhatIsAnothersMoreIsToldToThe()
    {
        var stage = Self.opened(Stage.agenda(today: [Self.medicine, Self.walk]))
        stage.press(at: 2)
        stage.run(to: 6)
        #expect(
            stage.text == """
                1.30 cue: Medicine clock_hour 7, plan_done_by Anna
                2.00 cue: Medicine, clock_hour 7, plan_done_by Anna. Two tablets.
                3.30 cue: My day
                """)
        var later = Self.opened(Stage.agenda(today: [Self.singing]))
        later.press(at: 2)
        later.run(to: 5)
        #expect(
            later.text == """
                1.30 cue: Singing clock_time 10 30
                2.00 cue: Singing, clock_time 10 30. plan_by Anna.
                3.30 cue: My day
                """)
        #expect(!later.text.contains("angry"))
    }

    @Test("Something of the client's own is marked as done") func somethingOfTheClientsOwnIsMarkedAsDone() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk]))
        stage.press(at: 2)
        stage.press(at: 4)
        stage.run(to: 14)
        #expect(
            stage.text == """
                1.30 cue: Walk clock_time 8 10, plan_in_minutes 10
                2.00 cue: Walk, clock_time 8 10, plan_in_minutes 10.
                3.30 cue: choice_done
                4.00 MARK done 2027-01-15T08:10:00
                4.01 main: marked_done
                5.01 main: take_back
                6.01 (window)
                9.31 cue: My day
                12.51 cue: Yes
                """)
        #expect(stage.marks.map(\.kind) == [.done])
        #expect(stage.marks.first?.key == Self.walk.key)
        #expect(stage.marks.first?.by == "Maria")
    }

    @Test("A press in the window takes the mark back, as another entry")
    func aPressInTheWindowTakesTheMarkBack() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk]))
        stage.press(at: 2)
        stage.press(at: 4)
        stage.press(at: 7)
        stage.run(to: 8)
        #expect(
            stage.text == """
                1.30 cue: Walk clock_time 8 10, plan_in_minutes 10
                2.00 cue: Walk, clock_time 8 10, plan_in_minutes 10.
                3.30 cue: choice_done
                4.00 MARK done 2027-01-15T08:10:00
                4.01 main: marked_done
                5.01 main: take_back
                6.01 (window)
                7.00 MARK undone 2027-01-15T08:10:00
                7.01 main: taken_back Walk
                """)
        #expect(stage.marks.map(\.kind) == [.done, .undone])
        #expect(stage.marks.last?.undoes == stage.marks.first?.id)
        #expect(Set(stage.marks.map(\.id)).count == 2)
    }

    @Test("Not today leaves it out, and without a window nothing is asked")
    func notTodayLeavesItOutAndWithoutAWindow() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk])) { $0.undoWindow = .zero }
        stage.press(at: 2)
        stage.press(at: 7)
        stage.run(to: 11)
        #expect(
            stage.text == """
                1.30 cue: Walk clock_time 8 10, plan_in_minutes 10
                2.00 cue: Walk, clock_time 8 10, plan_in_minutes 10.
                3.30 cue: choice_done
                6.50 cue: choice_not_today
                7.00 MARK skipped 2027-01-15T08:10:00
                7.01 main: marked_skipped
                8.31 cue: My day
                """)
        #expect(stage.marks.map(\.kind) == [.skipped])
    }

    @Test("What the client has marked can be taken back later, what another has not")
    func whatTheClientHasMarkedCanBeTakenBack() {
        let entry = UUID()
        var stage = Self.opened(
            Stage.agenda(today: [Stage.planned("Walk", 10, .done, by: "Maria", own: true, entry: entry)]))
        stage.press(at: 2)
        stage.press(at: 4)
        stage.run(to: 6)
        #expect(
            stage.text == """
                1.30 cue: Walk clock_time 8 10, plan_done_by_you
                2.00 cue: Walk, clock_time 8 10, plan_done_by_you.
                3.30 cue: choice_not_done
                4.00 MARK undone 2027-01-15T08:10:00
                4.01 main: taken_back Walk
                5.31 cue: My day
                """)
        #expect(stage.marks.map(\.undoes) == [entry])
        var anna = Self.opened(
            Stage.agenda(today: [Stage.planned("Walk", 10, .done, by: "Anna", own: true, entry: entry)]))
        anna.press(at: 2)
        anna.run(to: 6)
        #expect(
            anna.text == """
                1.30 cue: Walk clock_time 8 10, plan_done_by Anna
                2.00 cue: Walk, clock_time 8 10, plan_done_by Anna.
                3.30 cue: My day
                """)
    }

    @Test("Somebody was quicker: nothing is marked, and the present state is told")
    func somebodyWasQuickerNothingIsMarkedAndHowIt() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk]))
        stage.press(at: 2)
        stage.run(to: 3.6)
        stage.agenda(
            at: 3.6,
            Stage.agenda(2, today: [Stage.planned("Walk", 10, .done, by: "Anna", own: true, entry: UUID())]))
        stage.press(at: 4)
        stage.run(to: 6)
        #expect(
            stage.text == """
                1.30 cue: Walk clock_time 8 10, plan_in_minutes 10
                2.00 cue: Walk, clock_time 8 10, plan_in_minutes 10.
                3.30 cue: choice_done
                4.00 cue: Walk, clock_time 8 10, plan_done_by Anna.
                5.30 cue: My day
                """)
        #expect(stage.marks.isEmpty)
    }

    @Test("A mark counts at once, before the service has it, and stays when it tells the same")
    func aMarkCountsAtOnceBeforeTheServiceHas() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk]))
        stage.press(at: 2)
        stage.press(at: 4)
        stage.run(to: 12)
        // An agenda that was read before the mark arrived.
        stage.agenda(at: 12, Stage.agenda(2, today: [Self.walk]))
        stage.run(to: 60)
        stage.lines = []
        stage.press(at: 61)
        stage.press(at: 62)
        stage.run(to: 63)
        #expect(
            stage.text == """
                61.50 cue: My day
                62.30 cue: Walk clock_time 8 10, plan_done_by_you
                """)
        let mark = stage.marks[0]
        stage.send(.care(.delivered(mark.id)))
        stage.agenda(
            at: 70, Stage.agenda(3, today: [Stage.planned("Walk", 10, .upcoming, own: true, entry: UUID())]))
        stage.lines = []
        stage.run(to: 100)
        stage.press(at: 101)
        stage.press(at: 102)
        stage.run(to: 103)
        #expect(stage.text.hasSuffix("cue: Walk clock_time 8 10, plan_in_minutes 8"), "\(stage.text)")
    }

    @Test("A mark that cannot be stored is announced and does not count")
    func aMarkThatNoDiskTakesIsToldAnd() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk]))
        stage.press(at: 2)
        stage.storesAfter = nil
        stage.press(at: 4)
        stage.run(to: 5)
        stage.send(.care(.notRecorded(stage.marks[0].id, detail: "disk full")))
        stage.run(to: 7)
        stage.press(at: 60)
        stage.press(at: 61)
        stage.run(to: 62)
        #expect(
            stage.text == """
                1.30 cue: Walk clock_time 8 10, plan_in_minutes 10
                2.00 cue: Walk, clock_time 8 10, plan_in_minutes 10.
                3.30 cue: choice_done
                4.00 MARK done 2027-01-15T08:10:00
                5.00 main: mark_lost Walk
                6.30 cue: My day
                9.50 cue: Yes
                12.00 cue: My day
                15.20 cue: Yes
                17.70 cue: My day
                20.90 cue: Yes
                60.50 cue: My day
                61.30 cue: Walk clock_time 8 10, plan_in_minutes 9
                """)
    }

    @Test("A mark that the service refuses is told to the client") func aMarkThatTheServiceRefusesIsToldTo() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk]))
        stage.press(at: 2)
        stage.press(at: 4)
        stage.run(to: 40)
        stage.lines = []
        stage.send(.care(.rejected(stage.marks[0].id, detail: "no such routine", nil)))
        stage.run(to: 42)
        #expect(
            stage.text == """
                40.00 main: mark_lost Walk
                """)
    }

    @Test("Marks of the run before count until the service has them")
    func marksOfTheRunBeforeCountUntilTheService() {
        var stage = Stage(Stage.today, Stage.yes)
        let entry = OccurrenceEntry(
            id: UUID(), routine: Self.walk.routine, key: Self.walk.key, kind: .done, by: "Maria",
            at: Stage.start)
        stage.send(.care(.restored([], marks: [entry])))
        stage.agenda(at: 0, Stage.agenda(today: [Self.walk]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 2)
        #expect(stage.text.hasSuffix("cue: Walk clock_time 8 10, plan_done_by_you"), "\(stage.text)")
    }

    @Test("Time goes on without the service: what is due is due, and yesterday is yesterday")
    func timeGoesOnWithoutTheServiceWhatIsDue() {
        var stage = Stage(Stage.today, Stage.yes)
        stage.agenda(at: 0, Stage.agenda(today: [Self.medicine, Self.walk]))
        var heard: [String] = []
        for hour in [0, 0.2, 1.5, 20.0] {
            let moment = hour * 3600
            stage.press(at: moment)
            stage.press(at: moment + 1)
            stage.lines = []
            stage.run(to: moment + 5)
            heard += stage.lines.map { String($0.drop { $0 != " " }.dropFirst()) }
            stage.run(to: moment + 300)
        }
        #expect(
            heard.joined(separator: "\n") == """
                cue: Medicine clock_hour 7, plan_done_by Anna
                cue: Walk clock_time 8 10, plan_in_minutes 10
                cue: Medicine clock_hour 7, plan_done_by Anna
                cue: Walk clock_time 8 10, plan_due
                cue: Medicine clock_hour 7, plan_done_by Anna
                cue: Walk clock_time 8 10, plan_not_done
                cue: Walk plan_yesterday clock_time 8 10, plan_not_done
                cue: go_back
                """)
    }

    @Test("What is another client's is not in it") func whatIsAnotherClientsIsNotInIt() {
        var stage = Stage(Stage.today, Stage.yes)
        stage.agenda(at: 0, Stage.agenda(today: [Stage.planned("Bath", 5, client: "ben")]))
        stage.press(at: 0)
        stage.run(to: 2)
        #expect(stage.text == "0.50 cue: Yes")
    }

    @Test("An agenda that is older than the known one is not taken over")
    func anAgendaThatIsOlderThanTheKnownOne() {
        var stage = Stage(Stage.today, Stage.yes)
        stage.agenda(at: 0, Stage.agenda(5, today: [Self.walk]))
        stage.agenda(at: 0, Stage.agenda(4))
        stage.press(at: 0)
        stage.run(to: 2)
        #expect(stage.text == "0.50 cue: My day")
    }

    @Test("A burst of presses that calls for help undoes a mark that it made")
    func aBurstOfPressesThatMeansHelpTakesBack() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk])) { $0.helpPresses = 4 }
        stage.press(at: 1.6)
        for moment in [4.2, 4.6, 5, 5.4] { stage.press(at: moment) }
        stage.run(to: 7)
        #expect(
            stage.text == """
                1.30 cue: Walk clock_time 8 10, plan_in_minutes 10
                1.60 cue: Walk, clock_time 8 10, plan_in_minutes 10.
                2.90 cue: choice_done
                4.20 MARK done 2027-01-15T08:10:00
                4.21 main: marked_done
                5.21 main: take_back
                5.40 MARK undone 2027-01-15T08:10:00
                5.40 main: help_countdown
                6.40 ASK help urgent
                6.40 main: help_say
                """)
        #expect(stage.marks.last?.undoes == stage.marks.first?.id)
    }

    @Test("The list goes on where it stood, with what has changed in it")
    func theListGoesOnWhereItStoodWithWhat() {
        var stage = Self.opened(Stage.agenda(today: [Self.medicine, Self.walk, Self.singing])) {
            $0.resumeAfterSelect = .same
        }
        stage.run(to: 4.6)
        stage.press(at: 5)
        stage.press(at: 7)
        stage.run(to: 13)
        stage.agenda(
            at: 13.2,
            Stage.agenda(2, today: [Self.singing, Stage.planned("Letter", 5, .done, by: "Ben")]))
        stage.run(to: 24)
        #expect(
            stage.text == """
                1.30 cue: Medicine clock_hour 7, plan_done_by Anna
                4.50 cue: Walk clock_time 8 10, plan_in_minutes 10
                5.00 cue: Walk, clock_time 8 10, plan_in_minutes 10.
                6.30 cue: choice_done
                7.00 MARK done 2027-01-15T08:10:00
                7.01 main: marked_done
                8.01 main: take_back
                9.01 (window)
                12.31 cue: Walk clock_time 8 10, plan_done_by_you
                13.61 cue: Letter clock_time 8 05, plan_done_by Ben
                16.81 cue: Singing clock_time 10 30
                19.31 cue: go_back
                21.81 cue: Letter clock_time 8 05, plan_done_by Ben
                """)
    }

    @Test("An emptied list is left") func anEmptiedListIsLeft() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk]))
        stage.run(to: 2)
        stage.agenda(at: 2, Stage.agenda(2))
        stage.run(to: 12)
        #expect(
            stage.text == """
                1.30 cue: Walk clock_time 8 10, plan_in_minutes 10
                2.60 cue: Yes
                5.80 cue: Yes
                9.00 cue: Yes
                """)
    }

    @Test("What was taken away while it was being chosen is said to be")
    func whatWasTakenAwayWhileItWasBeingChosen() {
        var stage = Self.opened(Stage.agenda(today: [Self.walk]))
        stage.press(at: 2)
        stage.run(to: 3.6)
        stage.agenda(at: 3.6, Stage.agenda(2, today: [Self.singing]))
        stage.press(at: 4)
        stage.run(to: 4.5)
        #expect(stage.lines.last == "4.00 main: no_longer_planned")
        #expect(stage.marks.isEmpty)
    }
}
