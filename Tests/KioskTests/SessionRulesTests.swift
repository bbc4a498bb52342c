import Boards
import Care
import Chance
import Kiosk
import Scanning
import Testing

/// What must hold whatever a switch does, with the whole session: the scanner alone is played a million times by
/// scan-probe.
@Suite("Rules of a whole session") struct RulesOfAWholeSessionTests {
    private static let board = [
        Stage.drinks, Stage.toilet, Stage.pain, Stage.yes, Stage.asked,
        BoardItem(
            id: "slower", label: "Slower", cue: "Slower", say: "", called: "", action: .pace(.slower)),
        Stage.today, Stage.more,
    ]
    private static let walk = Stage.planned("Walk", 1, own: true)
    private static let agenda = Stage.agenda(
        needs: [Stage.need("cocoa", "Cocoa", group: "Drinks"), Stage.need("chess", "Chess")],
        today: [walk, Stage.planned("Bath", 30), Stage.planned("Sing", -30, .missed, own: true)])

    private func stage(
        _ mode: ScanParameters.Mode, _ items: [BoardItem], means: ProposalMeans = ProposalMeans(),
        _ generator: inout SeededGenerator
    ) -> Stage {
        func chance(_ probability: Double) -> Bool {
            Double.random(in: 0..<1, using: &generator) < probability
        }
        func scanning(_ parameters: inout ScanParameters) {
            parameters.mode = mode
            parameters.pattern = ScanParameters.Pattern.allCases.randomElement(using: &generator) ?? .linear
            if mode != .stepDwell, chance(0.3) { parameters.helpPresses = 3 }
            if chance(0.3) { parameters.activateOn = .release }
            if mode != .inverse, chance(0.3) {
                parameters.longPressTime = .seconds(1)
                parameters.longPressAction =
                    ScanParameters.LongPressAction.allCases.randomElement(using: &generator) ?? .help
            }
            if chance(0.3) { parameters.acceptanceTime = .milliseconds(100) }
        }
        var stage = Stage(items: items, scanning: scanning, means: means)
        stage.agenda(at: 0, Self.agenda)
        return stage
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
            case 4:
                sequence += 1
                stage.remind(at: time, sequence, Stage.reminder(Int(sequence), of: Self.walk))
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

    @Test(
        "One press asks for one thing at most, and in the end there is rest",
        arguments: ScanParameters.Mode.allCases)
    func onePressAsksForOneThingAtMostAnd(mode: ScanParameters.Mode) {
        var generator = SeededGenerator(seed: 99)
        var asked = 0
        var marked = 0
        for number in 0..<60 {
            var stage = stage(mode, Self.board, &generator)
            let presses = play(&stage, &generator)
            #expect(stage.session.isResting, "sequence \(number)")
            #expect(Set(stage.requests.map(\.id)).count == stage.requests.count)
            let acts = stage.effects.filter { effect in
                switch effect {
                case .ask, .keepPace, .propose, .mark, .household, .mood, .tell: true
                case .respond, .voice, .report, .observed, .acknowledge, .show, .log, .receipt, .said,
                    .toldAhead, .readHousehold, .use, .keepExercise, .keepEncouragement:
                    false
                }
            }
            #expect(acts.count <= presses, "sequence \(number)")
            // What is confirmed was asked: as often as "asked" is said, something was stored.
            let confirmed = stage.lines.filter {
                $0.hasSuffix("main: asked") || $0.hasSuffix("main: asked_again")
            }
            #expect(confirmed.count <= stage.requests.count * 2, "sequence \(number)")
            asked += stage.requests.count
            marked += stage.marks.count
        }
        #expect(asked > 60)
        #expect(marked > 0)
    }

    @Test(
        "Spelling and proposing end in rest too, and propose once for a press",
        arguments: ScanParameters.Mode.allCases)
    func spellingAndProposingEndInRestTooAndPropose(mode: ScanParameters.Mode) {
        let new = BoardItem(
            id: "new", label: "New", cue: "New", say: "", called: "", action: .propose(.by(.anything)))
        var generator = SeededGenerator(seed: 5)
        var (proposals, spoken) = (0, 0)
        for number in 0..<40 {
            // Where there is no list, the item opens the letters at once.
            let means =
                number.isMultiple(of: 2) ? .small : ProposalMeans(alphabet: ProposalMeans.small.alphabet)
            var stage = stage(mode, [new, Stage.yes], means: means, &generator)
            let presses = play(&stage, &generator)
            #expect(stage.session.isResting, "sequence \(number)")
            let made = stage.effects.compactMap {
                if case .propose(let proposal) = $0 { proposal.id } else { nil }
            }
            #expect(Set(made).count == made.count)
            #expect(made.count <= presses, "sequence \(number)")
            let confirmed = stage.lines.count { $0.contains("main: proposed ") }
            #expect(confirmed <= made.count, "sequence \(number)")
            proposals += made.count
            spoken += stage.lines.count { $0.contains("cue: spelling_") }
        }
        #expect(proposals > 0)
        #expect(spoken > 0)
    }

    @Test(
        "After every press something is heard, and from everywhere a way leads back",
        arguments: ScanParameters.Mode.allCases)
    func afterEveryPressSomethingIsHeardAndFromEverywhere(
        mode: ScanParameters.Mode
    ) {
        for start in Walk.Start.allCases where start.exists(in: mode) {
            for seed in 0..<4 {
                var walk = Walk(mode, seed: UInt64(seed))
                walk.run(from: start, presses: 30)
                #expect(walk.broken == nil, "\(mode) from \(start), seed \(seed)")
            }
        }
    }
}
