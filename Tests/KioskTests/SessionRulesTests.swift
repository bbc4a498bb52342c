import Boards
import Care
import Chance
import Kiosk
import Scanning
import Testing

/// What must hold whatever a switch does, with the whole session: the scanner alone is played a million times by
/// scan-probe.
@Suite struct `Rules of a whole session` {
    private static let board = [
        Stage.drinks, Stage.toilet, Stage.pain, Stage.yes, Stage.asked,
        BoardItem(
            id: "slower", label: "Slower", cue: "Slower", say: "", called: "", action: .pace(.slower)),
    ]

    private func stage(_ mode: ScanParameters.Mode, _ generator: inout SeededGenerator) -> Stage {
        func chance(_ probability: Double) -> Bool {
            Double.random(in: 0..<1, using: &generator) < probability
        }
        return Stage(items: Self.board) {
            $0.mode = mode
            $0.pattern = ScanParameters.Pattern.allCases.randomElement(using: &generator) ?? .linear
            if mode != .stepDwell, chance(0.3) { $0.helpPresses = 3 }
            if chance(0.3) { $0.activateOn = .release }
            if mode != .inverse, chance(0.3) {
                $0.longPressTime = .seconds(1)
                $0.longPressAction =
                    ScanParameters.LongPressAction.allCases.randomElement(using: &generator) ?? .help
            }
            if chance(0.3) { $0.acceptanceTime = .milliseconds(100) }
        }
    }

    /// Presses, holds and spasms for two minutes, with answers by a caregiver in between; then everything is let go.
    private func play(_ stage: inout Stage, _ generator: inout SeededGenerator) -> Int {
        var time = 0.0
        var presses = 0
        var isDown = false
        var sequence: Int64 = 10
        let roles: [SwitchRole] = [.select, .select, .select, .step, .back, .digit(1), .digit(3)]
        while time < 120 {
            time += Double.random(in: 0.005...3, using: &generator)
            let role = roles.randomElement(using: &generator) ?? .select
            switch Int.random(in: 0..<12, using: &generator) {
            case 0 where !stage.requests.isEmpty:
                sequence += 1
                stage.journal(at: time, sequence, .onTheWay, .onTheWay, by: "Anna")
            case 1 where !stage.requests.isEmpty:
                sequence += 1
                stage.journal(at: time, sequence, .met, .met, by: "Anna")
            case 2, 3:
                stage.edge(at: time, .select, isDown ? .release : .press)
                if !isDown { presses += 1 }
                isDown.toggle()
            default:
                guard !(isDown && role == .select) else { continue }
                stage.press(at: time, role, for: Double.random(in: 0.02...0.6, using: &generator))
                time += 0.6
                presses += 1
            }
        }
        if isDown { stage.edge(at: time + 1, .select, .release) }
        stage.run(to: time + 8000)
        return presses
    }

    @Test(arguments: ScanParameters.Mode.allCases)
    func `one press asks for one thing at most, and in the end there is rest`(mode: ScanParameters.Mode) {
        var generator = SeededGenerator(seed: 99)
        var asked = 0
        for number in 0..<60 {
            var stage = stage(mode, &generator)
            let presses = play(&stage, &generator)
            #expect(stage.session.isResting, "sequence \(number)")
            #expect(Set(stage.requests.map(\.id)).count == stage.requests.count)
            let acts = stage.effects.filter { effect in
                switch effect {
                case .ask, .keepPace: true
                case .respond, .voice, .report, .observed, .acknowledge, .log: false
                }
            }
            #expect(acts.count <= presses, "sequence \(number)")
            // What is confirmed was asked: as often as "asked" is said, something was stored.
            let confirmed = stage.lines.filter {
                $0.hasSuffix("main: asked") || $0.hasSuffix("main: asked_again")
            }
            #expect(confirmed.count <= stage.requests.count * 2, "sequence \(number)")
            asked += stage.requests.count
        }
        #expect(asked > 60)
    }
}
