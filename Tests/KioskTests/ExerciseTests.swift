import Activities
import Boards
import Care
import Exercises
import Foundation
import Kiosk
import Scanning
import Testing

@Suite("Exercises on a board") struct ExercisesOnABoardTests {
    private static let exercises = Stage.list(.exercises, "Exercises")

    private static let calm = Exercise(
        id: "calm", name: "Calm", language: "en", symbol: "🌬", instructions: .init("Breathe with me."),
        steps: [
            .init(
                action: .breathe(
                    Breathing(
                        breath: [.init(.in, .seconds(4)), .init(.out, .seconds(6))], amount: .rounds(6),
                        isSpoken: false))),
            .init(action: .say(.init("Well done."))),
        ])
    private static let five = Exercise(
        id: "five", name: "Five", language: "en", instructions: .init("Look around."),
        steps: [.init(action: .press(.init("Five things.")))])

    private static func stage(
        _ items: [BoardItem] = [exercises, Stage.water], scanning: (inout ScanParameters) -> Void = { _ in }
    ) -> Stage {
        var stage = Stage(items: items, scanning: scanning)
        stage.send(.exercisesChanged([calm, five]))
        return stage
    }

    /// The list is open, and Calm is chosen; its instructions are said from 2.8 s on, and its tones sound from 10 s on.
    private static func breathing(scanning: (inout ScanParameters) -> Void = { _ in }) -> Stage {
        var stage = stage(scanning: scanning)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.5)
        stage.press(at: 10)
        stage.run(to: 12)
        return stage
    }

    private static func after(_ stage: Stage, _ seconds: Double) -> [String] {
        stage.lines.filter { Double($0.prefix { $0 != " " }) ?? 0 >= seconds }
            .map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
    }

    @Test("List, exercise, begins, pauses, goes on, stops; the scan goes on as it is set")
    func whole() {
        var stage = Self.breathing()
        #expect(Self.after(stage, 2.4) == ["main: Breathe with me.", "(tones)"])
        stage.press(at: 23)
        stage.run(to: 26)
        #expect(Self.after(stage, 20) == ["cue: exercise_paused", "cue: choice_exercise_stop"])
        // Not to stop, but to go on.
        stage.run(to: 28.7)
        #expect(Self.after(stage, 26) == ["cue: choice_exercise_go_on"])
        stage.press(at: 28.8)
        stage.run(to: 31)
        #expect(Self.after(stage, 28.7) == ["(tones)"])
        stage.press(at: 35)
        stage.press(at: 37.5)
        stage.run(to: 39.5)
        #expect(
            Self.after(stage, 35) == [
                "cue: exercise_paused", "cue: choice_exercise_stop", "cue: exercise_stopped",
                "cue: Exercises",
            ])
    }

    @Test("Where holding scans, a press begins it and pauses it, too")
    func holding() {
        var stage = Self.stage { $0.mode = .inverse }
        stage.send(.exercisesChanged([Self.calm, Self.five]))
        // Held while "Exercises" is said, and while "Calm" is.
        stage.press(at: 0, for: 0.9)
        stage.press(at: 3, for: 0.9)
        stage.run(to: 9)
        #expect(stage.text.contains("main: Breathe with me."), "\(stage.text)")
        stage.press(at: 9)
        stage.run(to: 12)
        #expect(stage.lines.last?.hasSuffix("(tones)") == true, "\(stage.text)")
        stage.press(at: 14)
        stage.run(to: 15)
        #expect(stage.text.contains("cue: exercise_paused"), "\(stage.text)")
    }

    @Test("It is done to its end, and the scan goes on")
    func end() {
        var stage = Self.breathing()
        stage.run(to: 75)
        #expect(Self.after(stage, 60).prefix(2) == ["main: Well done.", "cue: Exercises"])
    }

    @Test("An empty list is said, and is left out where empty items are")
    func empty() {
        var stage = Stage(items: [Self.exercises, Stage.water]) { $0.skipEmpty = false }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 2.5)
        #expect(Self.after(stage, 1).contains { $0.hasSuffix("no_exercises") })
        var skipping = Stage(items: [Self.exercises, Stage.water])
        skipping.press(at: 0)
        skipping.run(to: 2)
        #expect(skipping.lines.first == "0.50 cue: Water")
    }

    @Test("A call for help interrupts everything; afterwards the exercise is offered where it was")
    func help() {
        var stage = Self.breathing()
        stage.press(at: 23, .help)
        stage.run(to: 40)
        #expect(Self.after(stage, 20).contains { $0.contains("ASK") })
        #expect(!Self.after(stage, 24).contains("(tones)"))
        stage.run(to: 60)
        stage.lines = []
        stage.press(at: 100)
        stage.press(at: 101)
        stage.run(to: 101.6)
        #expect(stage.lines.last?.hasSuffix("cue: Calm exercise_is_paused") == true, "\(stage.text)")
        stage.press(at: 102)
        stage.run(to: 104)
        #expect(
            Self.after(stage, 102) == ["cue: exercise_paused", "cue: choice_exercise_stop"], "\(stage.text)")
    }

    @Test(
        "An answer waits for the end of the breath, and the next one begins after it; an urgent one is said at once"
    )
    func answers() {
        var stage = Self.stage([Stage.water, Self.exercises])
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 60)
        #expect(stage.requests.count == 1)
        for moment in [100, 104.2, 105.5, 110] { stage.press(at: moment) }
        stage.journal(at: 112, 2, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: 130)
        let said = stage.lines.filter { $0.contains("on_the_way") || $0.contains("tones") }
        #expect(
            said == ["110.00 (tones)", "120.00 main: on_the_way Anna", "121.00 (tones)"], "\(stage.text)")
    }

    @Test(
        "A long press stops it where that leads back, and leaves it paused where that ends all",
        arguments: [
            (ScanParameters.LongPressAction.back, "cue: exercise_stopped"), (.cancel, nil),
            (.help, "main: help_countdown"),
        ] as [(ScanParameters.LongPressAction, String?)])
    func long(action: ScanParameters.LongPressAction, said: String?) {
        var stage = Self.breathing {
            $0.longPressTime = .seconds(1)
            $0.longPressAction = action
        }
        stage.press(at: 23, for: 2)
        stage.run(to: 25)
        #expect(Self.after(stage, 23).first == said, "\(stage.text)")
        #expect(!Self.after(stage, 23).contains("(tones)"))
    }

    @Test("A restart keeps it: it is offered at its step")
    func restart() {
        var stage = Self.breathing()
        stage.press(at: 23)
        stage.run(to: 24)
        let kept = stage.effects.compactMap {
            if case .keepExercise(let kept) = $0 { kept } else { nil as KeptExercise? }
        }
        #expect(kept.last == KeptExercise(client: "maria", exercise: "calm", place: .init(step: 0, round: 1)))
        // A disk is not written at each breath.
        #expect(kept.count == 2)
        var next = Self.stage()
        guard let last = kept.last else { return }
        next.session.recall(last)
        next.press(at: 0)
        next.press(at: 1)
        next.run(to: 1.5)
        #expect(next.lines.last == "1.30 cue: Calm exercise_is_paused")
        // Another client's is nobody's.
        var other = Self.stage()
        other.session.recall(KeptExercise(client: "otto", exercise: "calm", place: .beginning))
        other.press(at: 0)
        other.press(at: 1)
        other.run(to: 1.5)
        #expect(other.lines.last == "1.30 cue: Calm")
    }

    @Test("What the client may not do any more ends at once")
    func forbidden() {
        var stage = Self.breathing()
        stage.send(.exercisesChanged([Self.five]))
        stage.run(to: 14)
        #expect(!Self.after(stage, 12).contains("(tones)"))
        #expect(Self.after(stage, 12).first == "cue: Exercises", "\(stage.text)")
    }

    @Test("The screen shows the part of a breath and how long it takes, and a touch is a press")
    func screen() {
        var stage = Self.stage()
        stage.session.showOnScreen()
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.5)
        stage.press(at: 10)
        stage.run(to: 12)
        func shown() -> Screen? {
            stage.effects.compactMap { effect in
                if case .show(let screen) = effect { screen } else { nil as Screen? }
            }.last
        }
        let growing = shown()
        #expect(growing?.exercise?.label == "Calm")
        #expect(growing?.exercise?.breath == .init(phase: .in, words: "breathe_in", milliseconds: 4000))
        stage.run(to: 15)
        #expect(shown()?.exercise?.breath == .init(phase: .out, words: "breathe_out", milliseconds: 6000))
        guard let number = shown()?.number else { return }
        stage.send(.tap(ScreenTap(screen: number, cell: "<exercise>", at: Date(timeIntervalSince1970: 0))))
        stage.run(to: 16)
        #expect(shown()?.exercise == nil)
        #expect(Self.after(stage, 15).first == "cue: exercise_paused", "\(stage.text)")
    }
}
