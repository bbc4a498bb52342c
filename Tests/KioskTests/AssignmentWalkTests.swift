import Activities
import Boards
import Care
import Chance
import Exercises
import Foundation
import HomeFiles
import Kiosk
import Playing
import Scanning
import Testing

@Suite("Presses by chance, on the way from the list to the mood") struct AssignmentWalkTests {
    private static let id = UUID(uuid: (7, 7, 7, 7, 7, 7, 0x47, 7, 0x87, 7, 7, 7, 7, 7, 7, 8))

    private static func given(_ title: String, days: Int, exercise: String) -> RoutineOccurrence {
        var one = Stage.planned(title, days * 1440 + 30, own: true)
        one.assignment = Assignment(person: "maria", name: "Maria", reason: "always")
        (one.exercise, one.appointment) = (exercise, id)
        one.missedAt = one.at.addingTimeInterval(86_400)
        return one
    }

    private static func exercise(_ id: String, _ words: String) -> Exercise {
        Exercise(
            id: id, name: id, language: "en", instructions: .init(words),
            steps: [.init(action: .press(.init("Look.")))])
    }

    private static func stage() -> Stage {
        var settings = HomeSettings(
            switches: .init(devices: ["auto"], grab: true, roles: [:]),
            station: .init(devices: ["auto"], grab: true, roles: [:]))
        settings.client = .init(id: "maria", name: "Maria")
        settings.scanning.loops = 2
        let board = Board(
            id: "home", name: "Home", language: "en-GB",
            items: [Stage.list(.assignments, "Tasks"), Stage.water])
        var stage = Stage(
            settings: settings, boards: BoardSet(start: "home.yaml", boards: ["home.yaml": board]),
            phrases: .plain)
        stage.send(.exercisesChanged([exercise("today", "Of today."), exercise("locked", "Of tomorrow.")]))
        let all = [
            given("Today", days: 0, exercise: "today"), given("Tomorrow", days: 1, exercise: "locked"),
        ]
        var agenda = Stage.agenda(today: [all[0]])
        agenda.assignments = all
        stage.agenda(at: 0, agenda)
        return stage
    }

    private static func appointment(
        _ generator: inout SeededGenerator, _ sequence: Int64
    ) -> Appointment {
        let providers: [AppointmentStanding.Provider] = [.in, .in, .out, .busy]
        let isOver = Int.random(in: 0..<20, using: &generator) == 0
        return Appointment(
            id: id,
            content: AppointmentContent(
                provider: "kim", client: "maria", at: Stage.start.addingTimeInterval(600), minutes: 50),
            providerName: "Dr Kim", clientName: "Maria",
            standing: isOver
                ? AppointmentStanding(ending: .ended)
                : AppointmentStanding(
                    provider: providers[Int.random(in: 0..<4, using: &generator)],
                    isClientIn: Bool.random(using: &generator)),
            changedAt: Stage.start, sequence: sequence)
    }

    @Test("What is locked never opens; who was in the wait room is asked how it was, also after a restart")
    func walk() {
        var (waited, said, restarts) = (0, 0, 0)
        for seed in 0..<60 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var stage = Self.stage()
            var time = 1.0
            var kept: KeptExercise?
            for sequence in 1...150 {
                time += Double.random(in: 0.2...5, using: &generator)
                switch Int.random(in: 0..<20, using: &generator) {
                case 0:
                    stage.run(to: time)
                    stage.send(.care(.appointments([Self.appointment(&generator, Int64(sequence))])))
                case 1:
                    stage.run(to: time)
                    let line = AppointmentLine(
                        id: UUID(), kind: .providerBusy, side: .provider, at: Stage.start)
                    let news = AppointmentNews(
                        appointment: Self.appointment(&generator, Int64(sequence)), line: line)
                    stage.send(
                        .care(
                            .journal(
                                JournalEvent(
                                    sequence: Int64(sequence), at: Stage.start,
                                    content: .appointmentChanged(news)))))
                case 2 where kept != nil && Int.random(in: 0..<4, using: &generator) == 0:
                    // Power fails; nothing was on the way to the disk.
                    let (lines, effects) = (stage.lines, stage.effects)
                    stage = Self.stage()
                    if let kept { stage.session.recall(kept) }
                    stage.send(.started(expectsSwitch: false))
                    (stage.lines, stage.effects) = (lines + ["RESTART"], effects)
                    restarts += 1
                    time = 1
                default: stage.press(at: time)
                }
                for case .keepExercise(let last) in stage.effects { kept = last }
                // The exercise itself may be done at any time, from the list of them.
                let isLocked = kept?.activity?.assignment?.title == "Tomorrow"
                #expect(!isLocked, "seed \(seed)\n\(stage.text.suffix(800))")
                let hasCome = stage.effects.contains {
                    if case .tell(_, let line) = $0 { line.kind == .clientCame } else { false }
                }
                let hasSaid = stage.effects.contains { if case .mood = $0 { true } else { false } }
                // A question is owed as long as nothing was said, and it is on the disk.
                if hasCome, !hasSaid {
                    #expect(kept?.activity != nil, "seed \(seed)\n\(stage.text.suffix(800))")
                }
                waited += hasCome ? 1 : 0
                said += hasSaid ? 1 : 0
            }
        }
        // It was about something.
        #expect(waited > 100 && said > 100 && restarts > 5, "\(waited) \(said) \(restarts)")
    }
}
