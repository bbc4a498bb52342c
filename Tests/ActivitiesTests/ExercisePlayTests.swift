import Chance
import Exercises
import Speech
import Testing
import Time

@testable import Activities

@Suite("An exercise with one switch")
struct ExercisePlayTests {
    /// Plays an exercise: words last two seconds, and tones as long as they say. One line for each thing that happens.
    struct Player {
        var play: ExercisePlay
        var now = Instant(nanoseconds: 0)
        var lines: [String] = []
        private var endsAt: Instant?

        init(_ exercise: Exercise, at place: ExercisePlace = .beginning) {
            play = ExercisePlay(
                exercise, at: place, pace: GamePlay.Pace(gap: .seconds(1), latePress: .milliseconds(300)),
                seed: 1)
        }

        mutating func send(_ event: ExercisePlay.Event) {
            for effect in play.handle(event, at: now) {
                lines.append("\(Double(now.nanoseconds) / 1e9) \(Self.words(effect))")
                switch effect {
                case .say:
                    endsAt = now.advanced(by: .seconds(2))
                    send(.heard(at: now))
                case .sound(let tones):
                    endsAt = now.advanced(by: tones.reduce(.zero) { $0 + $1.length })
                    send(.heard(at: now))
                case .listen(let sound):
                    endsAt = now.advanced(by: sound.length)
                    send(.heard(at: now))
                case .tell:
                    endsAt = now.advanced(by: .seconds(2))
                    send(.heard(at: now))
                case .cut: endsAt = nil
                case .guide, .yield, .offer, .finished, .stopped: break
                }
            }
        }

        private static func words(_ effect: ExercisePlay.Effect) -> String {
            switch effect {
            case .say(let words): words.text
            case .sound(let tones): "\(tones.count) tones"
            case .guide(let kind): "(\(kind.rawValue))"
            case .listen(let sound): "\(sound.kind.rawValue) \(sound.length / .seconds(1))"
            case .tell(let parts): parts.map { "\($0)" }.joined(separator: ", ")
            case .cut: "cut"
            case .yield: "yield"
            case .offer: "offer"
            case .finished: "finished"
            case .stopped: "stopped"
            }
        }

        mutating func run(to seconds: Double) {
            let end = Instant(nanoseconds: Int64(seconds * 1e9))
            while let due = [endsAt, play.nextWake].compactMap(\.self).min(), due <= end {
                now = max(now, due)
                if endsAt == due {
                    endsAt = nil
                    send(.ended)
                } else {
                    send(.wake)
                }
            }
            now = max(now, end)
        }

        mutating func at(_ seconds: Double, _ event: ExercisePlay.Event) {
            run(to: seconds)
            send(event)
        }

        mutating func press(at seconds: Double) {
            run(to: seconds)
            send(.press(began: now))
        }
    }

    static let breathing = Breathing(
        breath: [.init(.in, .seconds(4)), .init(.out, .seconds(6))], amount: .rounds(3))

    static let calm = Exercise(
        id: "calm", name: "Calm", language: "en", instructions: .init("Breathe."),
        steps: [
            .init(action: .say(.init("Sit."))), .init(action: .breathe(breathing)),
            .init(action: .pause(.seconds(5))), .init(action: .press(.init("Find five."))),
            .init(action: .say(.init("Done."))),
        ])

    @Test("From the instructions to the end, with the presses that it asks for")
    func whole() {
        var player = Player(Self.calm)
        player.send(.begin)
        player.press(at: 10)
        player.press(at: 60)
        player.run(to: 100)
        #expect(
            player.lines == [
                "0.0 Breathe.", "10.0 Sit.", "12.0 6 tones", "12.0 (in)", "16.0 (out)", "22.0 (in)",
                "26.0 (out)", "47.0 Find five.", "60.0 Done.", "62.0 finished",
            ])
        #expect(player.play.isOver)
    }

    @Test("A press during the instructions begins, and one that comes at once after it was not meant")
    func begins() {
        var player = Player(Self.calm)
        player.send(.begin)
        player.press(at: 0.2)
        player.press(at: 1)
        player.press(at: 1.2)
        player.run(to: 2)
        #expect(player.lines == ["0.0 Breathe.", "1.0 cut", "1.0 Sit."])
    }

    @Test("Any press pauses, and it goes on with the same breath")
    func pauses() {
        var player = Player(Self.calm)
        player.send(.begin)
        player.press(at: 5)
        // In the second breath.
        player.press(at: 20)
        player.run(to: 30)
        #expect(!player.play.isRunning && player.play.kept == ExercisePlace(step: 1, round: 1))
        player.lines = []
        player.at(30, .chose(.goOn))
        player.run(to: 49)
        #expect(player.lines.prefix(3) == ["30.0 4 tones", "30.0 (in)", "34.0 (out)"])
        #expect(!player.lines.contains { $0.hasSuffix("Find five.") })
    }

    @Test(
        "What can be chosen while it pauses",
        arguments: [
            (ExercisePlay.Choice.stop, ["stopped"]), (.goOn, ["4 tones", "(in)"]),
            (.again, ["6 tones", "(in)"]),
            (.fromBeginning, ["Sit."]),
        ])
    func choices(choice: ExercisePlay.Choice, done: [String]) {
        var player = Player(Self.calm)
        player.send(.begin)
        player.press(at: 5)
        player.press(at: 20)
        player.lines = []
        player.at(30, .chose(choice))
        #expect(player.lines == done.map { "30.0 \($0)" })
        #expect(player.play.isOver == (choice == .stop))
    }

    @Test("To stop comes first")
    func order() { #expect(ExercisePlay.Choice.allCases.first == .stop) }

    @Test(
        "News that can wait are told before the next breath, which then begins; urgent news at once, and the breath comes again"
    )
    func news() {
        var player = Player(Self.calm)
        player.send(.begin)
        player.press(at: 5)
        player.at(9, .news(isUrgent: false))
        player.run(to: 20)
        #expect(player.lines.suffix(2) == ["17.0 cut", "17.0 yield"])
        player.at(21, .goOn)
        player.lines = []
        player.at(24, .news(isUrgent: true))
        #expect(player.lines == ["24.0 cut", "24.0 yield"])
        player.at(26, .goOn)
        player.run(to: 46)
        #expect(player.lines.dropFirst(2).first == "26.0 4 tones")
    }

    @Test("News while it waits are told at once; a press meanwhile pauses it after them")
    func newsWhileWaiting() {
        var player = Player(Self.calm)
        player.send(.begin)
        player.at(3, .news(isUrgent: false))
        player.press(at: 4)
        player.at(5, .goOn)
        #expect(player.lines == ["0.0 Breathe.", "3.0 yield", "5.0 offer"])
    }

    @Test("News during words are told after them")
    func newsAfterWords() {
        var player = Player(Self.calm)
        player.send(.begin)
        player.at(1, .news(isUrgent: false))
        player.run(to: 3)
        #expect(player.lines == ["0.0 Breathe.", "2.0 yield"])
        player.at(4, .goOn)
        player.press(at: 5)
        player.at(6, .news(isUrgent: false))
        player.at(8, .goOn)
        #expect(player.lines.dropFirst(2) == ["5.0 Sit.", "7.0 yield", "8.0 6 tones", "8.0 (in)"])
    }

    @Test("Whatever takes the kiosk away leaves it paused and silent, at its step and breath")
    func interrupted() {
        var player = Player(Self.calm)
        player.send(.begin)
        player.press(at: 5)
        player.at(18, .interrupted)
        #expect(player.lines.last == "18.0 cut")
        player.run(to: 100)
        #expect(player.lines.last == "18.0 cut")
        #expect(player.play.kept == ExercisePlace(step: 1, round: 1))
    }

    @Test("Whoever does not press for a quarter of an hour is offered the choices, and nothing sounds")
    func leaves() {
        var player = Player(Self.calm)
        player.send(.begin)
        player.run(to: 2000)
        #expect(player.lines == ["0.0 Breathe.", "902.0 offer"])
    }

    @Test("Words and tones whose end nobody tells do not hold it up; tones that are lost pause it")
    func lost() {
        var play = ExercisePlay(
            Self.calm, pace: GamePlay.Pace(gap: .seconds(1), latePress: .zero), seed: 1)
        var now = Instant(nanoseconds: 0)
        let instructed = play.handle(.begin, at: now)
        #expect(instructed == [.say(.init("Breathe."))])
        now = now.advanced(by: ExercisePlay.patience)
        let waits = play.handle(.wake, at: now)
        #expect(waits == [.cut])
        let begun = play.handle(.press(began: now), at: now)
        #expect(begun == [.say(.init("Sit."))])
        let unheard = play.handle(.lost, at: now)
        #expect(unheard.count == 1)
        let paused = play.handle(.lost, at: now)
        #expect(paused == [.offer])
    }

    @Test("It begins again where it was kept; a place that the file no longer has is its beginning")
    func kept() {
        var player = Player(Self.calm, at: ExercisePlace(step: 1, round: 2))
        #expect(!player.play.isRunning)
        player.send(.chose(.goOn))
        #expect(player.lines.first == "0.0 2 tones")
        #expect(Player(Self.calm, at: ExercisePlace(step: 9)).play.place == .beginning)
        // A breath that the step no longer has: what follows.
        var later = Player(Self.calm, at: ExercisePlace(step: 1, round: 20))
        later.send(.chose(.goOn))
        later.run(to: 6)
        #expect(later.lines == ["5.0 Find five."])
    }

    @Test("While it runs only its step is kept, so that a disk is not written at every breath")
    func keepsSteps() {
        var player = Player(Self.calm)
        player.send(.begin)
        player.press(at: 5)
        player.run(to: 25)
        #expect(player.play.kept == ExercisePlace(step: 1))
    }

    @Test("Tones say what they are of; the screen alone paces without a sound that is heard")
    func tones() {
        var quiet = Self.breathing
        quiet.pace = []
        var pulsing = Self.breathing
        pulsing.pace = [.tone, .pulses]
        let shapes = PacedBreathing(Self.breathing, from: 2).tones
        #expect(
            shapes == [
                PacedTone(.rising, means: .tone, length: .seconds(4)),
                PacedTone(.falling, means: .tone, length: .seconds(6)),
            ])
        #expect(PacedBreathing(quiet, from: 0).tones.allSatisfy { $0.means.isEmpty })
        #expect(PacedBreathing(pulsing, from: 0).tones.allSatisfy { $0.means == [.tone, .pulses] })
    }

    @Test("Two breaths in, one after the other, have one word; and words come at first and with every tenth")
    func words() {
        var paced = PacedBreathing(
            Breathing(
                breath: [.init(.in, .seconds(3)), .init(.in, .seconds(2)), .init(.out, .seconds(5))],
                amount: .rounds(12)),
            from: 0)
        paced.heard(at: Instant(nanoseconds: 0))
        var said: [String] = []
        while let due = paced.nextBeginning {
            if let begun = paced.advance(to: due), let word = begun.word {
                said.append("\(begun.phase.round) \(word.rawValue)")
            }
        }
        #expect(said == ["0 in", "0 out", "1 in", "1 out", "10 in", "10 out"])
    }

    // MARK: - Games, and what is listened to

    private static func only(_ action: Exercise.Step.Action) -> Exercise {
        Exercise(
            id: "one", name: "One", language: "en", instructions: .init("Play."),
            steps: [.init(action: action)])
    }

    @Test(
        "In a game a press is the game's; who presses no more is offered the choices, and goes on in the same garden"
    )
    func game() {
        var player = Player(Self.only(.play(.garden)))
        player.send(.begin)
        player.press(at: 3)
        player.press(at: 4)
        player.press(at: 7)
        #expect(player.play.view.game?.garden.plants.map(\.stage) == [.sprout])
        player.run(to: 100)
        #expect(player.lines.last == "69.0 offer" && !player.play.isRunning, "\(player.lines)")
        player.send(.chose(.goOn))
        player.press(at: 101)
        #expect(player.play.view.game?.garden.plants.map(\.stage) == [.leaves])
        player.send(.interrupted)
        player.send(.chose(.again))
        #expect(player.play.view.game?.garden.plants == [])
        // News waits for the end of what is said.
        player.press(at: 102)
        player.at(103, .news(isUrgent: false))
        #expect(!player.play.isYielding)
        player.run(to: 104)
        #expect(player.play.isYielding)
        player.send(.goOn)
        player.at(105, .news(isUrgent: false))
        #expect(player.play.isYielding)
    }

    @Test("What is listened to pauses, and goes on with what is left of it")
    func listening() {
        var player = Player(Self.only(.listen(.sea, .seconds(60))))
        player.send(.begin)
        player.press(at: 3)
        player.press(at: 23.5)
        player.at(30, .chose(.goOn))
        player.at(40, .news(isUrgent: false))
        player.at(42, .goOn)
        player.run(to: 200)
        #expect(
            player.lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
                "Play.", "sea 60.0", "cut", "offer", "sea 40.0", "cut", "yield", "sea 30.0", "finished",
            ], "\(player.lines)")
    }

    @Test("Random presses never leave it without a way on, and what it says never overlaps")
    func random() {
        var generator = SeededGenerator(seed: 17)
        let exercises = [
            Self.calm, Self.only(.play(.garden)), Self.only(.play(.bird)),
            Self.only(.listen(.rain, .seconds(60))),
        ]
        for number in 0..<200 {
            var player = Player(exercises[number % exercises.count])
            player.send(.begin)
            var time = 0.0
            while !player.play.isOver, time < 3000 {
                time += Double.random(in: 0.05...20, using: &generator)
                player.run(to: time)
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: player.send(.news(isUrgent: Bool.random(using: &generator)))
                case 1: player.send(.interrupted)
                default: player.send(.press(began: player.now))
                }
                if player.play.isYielding { player.send(.goOn) }
                if !player.play.isRunning, !player.play.isOver {
                    player.send(.chose(.allCases.randomElement(using: &generator) ?? .goOn))
                }
                #expect(player.play.isOver || player.play.nextWake != nil)
            }
            // Presses and "Stop" alone always lead out.
            for _ in 0..<4 where !player.play.isOver {
                player.send(.goOn)
                player.send(.press(began: player.now.advanced(by: .seconds(1))))
                player.send(.interrupted)
                player.send(.chose(.stop))
            }
            #expect(player.play.isOver)
        }
    }
}
