import Boards
import Care
import Chance
import Kiosk
import Scanning
import Speech
import Time

/// Somebody who presses at random and listens, with everything on the board that a client can use, while caregivers
/// change what they like.
struct Walk {
    private static let new = BoardItem(
        id: "new", label: "New", cue: "New", say: "", called: "", action: .propose(.by(.anything)))
    private static let items = [
        Stage.drinks, Stage.toilet, Stage.yes, Stage.asked, new, Stage.today, Stage.more,
    ]
    private static let planned = (0..<11).map { number in
        Stage.planned("Thing \(number)", number * 7 - 30, own: !number.isMultiple(of: 3))
    }
    private static let needs = (0..<11).map { Stage.need("need-\($0)", "Need \($0)") }
    /// Seconds in which something must be heard behind a press: a disk that takes nothing is waited for so long.
    private static let patience = 15.0
    /// What the played voice takes for anything, seconds.
    private static let wordLength = 1.0
    /// The longest hold that may end before the first word: the delays before it and a bit. Seconds.
    private static let shortHold = 1.0
    private static let top = "board home.yaml"

    let mode: ScanParameters.Mode
    private(set) var stage: Stage
    private var chance: SeededGenerator
    private var sequence: Int64 = 1
    /// What went wrong, if anything.
    private(set) var broken: String?

    init(_ mode: ScanParameters.Mode, seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let resuming = ScanParameters.ResumeAfterSelect.allCases.randomElement(using: &chance) ?? .first
        let back = [ScanParameters.BackItem.start, .end].randomElement(using: &chance) ?? .end
        let pattern = ScanParameters.Pattern.allCases.randomElement(using: &chance) ?? .linear
        self.mode = mode
        stage = Stage(
            items: Self.items,
            scanning: { parameters in
                parameters.mode = mode
                parameters.resumeAfterSelect = resuming
                parameters.backItem = back
                parameters.pattern = pattern
            }, means: .small)
        self.chance = chance
        stage.agenda(at: 0, Stage.agenda(sequence, needs: Self.needs, today: Self.planned))
    }

    private var seconds: Double { Double(stage.now.nanoseconds) / 1e9 }

    /// Goes there first, with nobody who interferes: the walk was in every level for sure.
    mutating func run(from start: Start, presses: Int) {
        go(to: start)
        checkWayBack()
        for number in 1...presses where broken == nil {
            stage.run(to: seconds + Double.random(in: 0.5...5, using: &chance))
            if Int.random(in: 0..<8, using: &chance) == 0 { interfere() }
            press()
            checkWords()
            if number.isMultiple(of: 5) { checkWayBack() }
        }
    }

    // MARK: - The start

    /// A level that a walk can begin in, and how one gets there.
    enum Start: CaseIterable {
        case rest, group, confirmation, request, today, moreOfToday, occurrence, needs, proposing, suggestions
        case suggestionGroup, spelling, spellingRow, spellingWords, spellingCorrect, spellingFinish

        /// How the level's id begins.
        var level: String {
            switch self {
            case .rest: "board "
            case .group: "group drinks"
            case .confirmation: "confirm toilet"
            case .request: "request "
            case .today: "today"
            case .moreOfToday: "more of today"
            case .occurrence: "occurrence "
            case .needs: "needs"
            case .proposing: "propose"
            case .suggestions: "suggestions"
            case .suggestionGroup: "group suggestion:out"
            case .spelling: "spelling"
            case .spellingRow: "spelling row 1"
            case .spellingWords: "spelling words"
            case .spellingCorrect: "spelling correct"
            case .spellingFinish: "spelling finish"
            }
        }

        /// The items that lead there.
        fileprivate var path: [String] {
            let written = ["new", "spell", "row 1", "key t"]
            return switch self {
            case .rest: []
            case .group: ["drinks"]
            case .confirmation: ["toilet"]
            case .request: ["asked", Walk.anyChoice]
            case .today: ["my-day"]
            case .moreOfToday: ["my-day", "<more>"]
            case .occurrence: ["my-day", Walk.planned[5].id]
            case .needs: ["more-needs"]
            case .proposing: ["new"]
            case .suggestions: ["new", "list"]
            case .suggestionGroup: ["new", "list", "suggestion:out"]
            case .spelling: ["new", "spell"]
            case .spellingRow: ["new", "spell", "row 1"]
            case .spellingWords: written + ["words"]
            case .spellingCorrect: written + ["correct"]
            case .spellingFinish: written + ["finish"]
            }
        }

        /// Only a keypad has pages.
        func exists(in mode: ScanParameters.Mode) -> Bool { self != .moreOfToday || mode == .direct }
    }

    fileprivate static let anyChoice = "*"

    private mutating func go(to start: Start) {
        var hand = Hand(mode, stage)
        if start == .request {
            guard Self.choose(["drinks", "water"], &hand) else { return lost("water", hand) }
            // It is asked, nothing more is said, and scanning rests.
            hand.wait(200)
        }
        guard Self.choose(start.path, &hand) else { return lost(start.level, hand) }
        // What is chosen may be spoken of first.
        hand.wait(start == .rest ? 0 : 2)
        stage = hand.stage
        if start != .rest, stage.session.present?.level.hasPrefix(start.level) != true {
            lost(start.level, hand)
        }
    }

    /// Chooses items, through the rows that they are in.
    private static func choose(_ items: [String], _ hand: inout Hand) -> Bool {
        for item in items {
            var isInRow = true
            while isInRow {
                isInRow = false
                let isFound = hand.finds { _, present in
                    let id = present.item.id
                    isInRow =
                        id.hasPrefix("<row ")
                        && id.dropFirst(5).dropLast().split(separator: " ").contains { $0 == item }
                    return isInRow || id == item
                        || (item == anyChoice && present.item.kind == .choice && present.level == "requests")
                }
                guard isFound else { return false }
            }
        }
        return true
    }

    private mutating func lost(_ level: String, _ hand: Hand) {
        broken =
            "does not come to \(level), is in \(hand.stage.session.present?.level ?? "rest")\n\(hand.stage.text.suffix(600))"
    }

    // MARK: - Pressing and listening

    private mutating func press() {
        let role: SwitchRole =
            switch mode {
            case .automatic, .inverse, .stepDwell: .select
            case .step: [.step, .step, .select].randomElement(using: &chance) ?? .select
            case .direct: .digit(Int.random(in: 0...9, using: &chance))
            }
        let length = mode == .inverse ? Double.random(in: 0.1...12, using: &chance) : 0.1
        let pressed = seconds + 0.01
        stage.run(to: pressed)
        let wasResting = stage.session.isResting
        let before = stage.effects.count
        stage.edge(at: pressed, role, .press)
        if !stage.effects[before...].contains(where: \.isClick) {
            broken = "no click for \(role) at \(pressed)\n\(stage.text.suffix(400))"
        }
        stage.edge(at: pressed + length, role, .release)
        var listening = stage
        listening.run(to: seconds + Self.patience)
        // What was being said already is heard, too.
        let times = listening.lines.compactMap { line in
            line.split(separator: " ").first.flatMap { Double($0) }
        }
        if times.contains(where: { $0 > pressed - Self.wordLength }) { return }
        // A click is all that is heard of a hold that ends before the first word, which means never mind; of the press
        // that wakes where each press moves on; and of the way out of the top level.
        let mayBeQuiet =
            switch mode {
            case .inverse: length < Self.shortHold
            case .stepDwell: wasResting
            case .automatic, .step, .direct: !wasResting && stage.session.isResting
            }
        if !mayBeQuiet {
            broken = """
                silence after \(role) at \(pressed) for \(length) in \(stage.session.present?.level ?? "rest")
                \(listening.text.suffix(400))
                """
        }
    }

    private mutating func checkWords() {
        for case .voice(.speak(let utterance)) in stage.effects
        where utterance.kind != .earcon && utterance.caption.allSatisfy({ $0 == " " }) {
            broken = "words without a word\n\(stage.text.suffix(400))"
        }
        stage.effects.removeAll { effect in
            switch effect {
            case .ask, .propose, .household, .mood: false
            case .voice, .respond, .mark, .tell, .readHousehold, .use, .receipt, .said, .report,
                .observed, .keepPace,
                .keepExercise, .keepEncouragement,
                .acknowledge, .toldAhead, .show,
                .log:
                true
            }
        }
    }

    // MARK: - The way back

    /// From where the walk stands, going back leads to the top or to rest, by an item or a key that is offered.
    private mutating func checkWayBack() {
        guard broken == nil else { return }
        var hand = Hand(mode, stage)
        // What is being said or asked comes first; deeper than this nothing is.
        for _ in 0..<12 {
            guard let level = hand.stage.session.present?.level, level != Self.top else { return }
            if mode == .direct {
                hand.goBack()
            } else {
                var seen: [String] = []
                var (isLeft, isWithout) = (false, false)
                let isFound = hand.finds { _, present in
                    // What was open is gone meanwhile; or all that there is was offered.
                    isLeft = present.level != level
                    isWithout = !isLeft && seen.contains(present.item.id) && seen.last != present.item.id
                    seen.append(present.item.id)
                    return isLeft || isWithout || present.item.kind == .back
                }
                if isLeft { return }
                if isWithout || !isFound {
                    broken = "no way back from \(level)\n\(hand.stage.text.suffix(600))"
                    return
                }
            }
            hand.wait(0.5)
        }
        broken = "going back leads in circles\n\(hand.stage.text.suffix(600))"
    }

    // MARK: - Others

    private mutating func interfere() {
        sequence += 1
        switch Int.random(in: 0..<7, using: &chance) {
        case 0, 1: tellAgenda()
        case 2:
            let reminder = Stage.reminder(
                Int(sequence), of: Self.planned.randomElement(using: &chance) ?? Self.planned[1],
                at: seconds)
            stage.remind(at: seconds, sequence, reminder)
        case 3: stage.storesAfter = stage.storesAfter == nil ? .milliseconds(10) : nil
        case 4: if !stage.requests.isEmpty { stage.journal(at: seconds, sequence, .met, .met, by: "Anna") }
        case 5: stage.send(.proposalMeansChanged(Bool.random(using: &chance) ? .small : ProposalMeans()))
        default:
            for case .propose(let proposal) in stage.effects {
                stage.send(.care(.rejected(proposal.id, detail: "no", nil)))
            }
        }
    }

    private mutating func tellAgenda() {
        let today = Self.planned.filter { _ in Int.random(in: 0..<4, using: &chance) > 0 }
        let needs = Self.needs.filter { _ in Int.random(in: 0..<4, using: &chance) > 0 }
        stage.agenda(at: seconds, Stage.agenda(sequence, needs: needs, today: today))
    }
}

extension KioskEffect {
    /// The click of a press that counts.
    fileprivate var isClick: Bool {
        guard case .voice(.speak(let utterance)) = self else { return false }
        return utterance.parts == [.earcon(.press)]
    }
}
