import Care
import Foundation
import Kiosk
import Scanning
import Testing

/// A kiosk may come up without the time of day: what is planned goes by the service's clock.
@Suite("A kiosk whose clock is wrong") struct AKioskWhoseClockIsWrongTests {
    private static let walk = Stage.planned("Walk", 0, own: true)
    /// How far this machine's clock is off, seconds: behind, ahead, and as after a start in 1970.
    static let errors: [Double] = [-3 * 3600, 3 * 3600, -1_799_000_000]

    /// - Parameter seconds: since eight o'clock, by the service's clock.
    private static func agenda(
        _ sequence: Int64, at seconds: Double, today: [RoutineOccurrence] = [walk],
        _ reminders: [Reminder] = []
    ) -> Agenda {
        var agenda = Stage.agenda(sequence, today: today, reminders: reminders)
        agenda.now = Stage.start.addingTimeInterval(seconds)
        return agenda
    }

    @Test("A reminder from the journal is announced at once, in words that are true", arguments: errors)
    func tellsWhatTheJournalTellsAtOnceInThe(error: Double) {
        var stage = Stage(Stage.yes)
        stage.clockStep = error
        stage.agenda(at: 0, Self.agenda(4, at: -60))
        stage.remind(at: 60, 5, Stage.reminder(1, of: Self.walk))
        stage.run(to: 62)
        #expect(
            stage.text == """
                60.00 main: reminder_due Walk reminder_question
                60.00 ack 5
                61.00 RECEIPT told
                61.00 (window)
                """)
    }

    @Test("A reminder from the journal is announced even before an agenda has come")
    func tellsItAtOnceEvenBeforeItHasSeen() {
        var stage = Stage(Stage.yes)
        stage.clockStep = -3 * 3600
        stage.remind(at: 0, 5, Stage.reminder(1, of: Self.walk))
        stage.run(to: 0.5)
        #expect(stage.lines.first == "0.00 main: reminder_due Walk reminder_question")
    }

    @Test("Waiting reminders of an agenda are announced, those put off at their time", arguments: errors)
    func tellsWhatAnAgendaHasWaitingAndWhatIs(error: Double) {
        var stage = Stage(Stage.yes)
        stage.clockStep = error
        let singing = Stage.planned("Singing", -1)
        stage.agenda(
            at: 0,
            Self.agenda(
                5, at: 0, today: [Self.walk, singing],
                [Stage.reminder(1, of: singing, at: -60), Stage.reminder(2, of: Self.walk, at: 100)]))
        stage.run(to: 99)
        #expect(stage.lines == ["0.00 main: reminder_due Singing", "1.00 RECEIPT told"])
        stage.run(to: 101.5)
        #expect(
            stage.lines.dropFirst(2).prefix(2) == [
                "100.00 main: reminder_due Walk reminder_question", "101.00 RECEIPT told",
            ])
    }

    @Test("The plan's states follow the service's clock", arguments: errors)
    func readsThePlanAsItStandsByTheServices(error: Double) {
        var stage = Stage(Stage.today, Stage.yes)
        stage.clockStep = error
        stage.agenda(at: 0, Self.agenda(5, at: 0, today: [Stage.planned("Bath", 10), Self.walk]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 5)
        #expect(
            stage.lines.suffix(2) == [
                "1.30 cue: Walk clock_hour 8, plan_due", "4.50 cue: Bath clock_time 8 10, plan_in_minutes 10",
            ])
    }

    @Test("Reminders stay right when the kiosk's clock is corrected")
    func goesOnRightlyWhenItsClockIsSetRight() {
        var stage = Stage(Stage.today, Stage.yes)
        stage.clockStep = -3 * 3600
        stage.agenda(at: 0, Self.agenda(5, at: 0))
        stage.run(to: 10)
        stage.clockStep = 0
        stage.send(.wake)
        stage.press(at: 20)
        stage.press(at: 21)
        stage.run(to: 22)
        #expect(stage.lines.last == "21.30 cue: Walk clock_hour 8, plan_due")
    }

    @Test("An agenda that was long on its way does not change the time")
    func anAgendaThatWasLongOnItsWayDoes() {
        var stage = Stage(Stage.today, Stage.yes)
        stage.agenda(at: 20, Self.agenda(5, at: 0, today: [Stage.planned("Bath", 1)]))
        stage.press(at: 61)
        stage.press(at: 62)
        stage.run(to: 63)
        #expect(stage.lines.last == "62.30 cue: Bath clock_time 8 01, plan_due")
    }
}
