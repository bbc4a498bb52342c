import Boards
import Care
public import Evidence
import Scanning
import Speech
import Time

extension KioskSession {
    /// How the client presses, as far as it is known.
    public var profile: PressProfile { presses.weighing.judge.profile }

    /// Whether presses are weighed.
    private var weighs: Bool { scanning.pressEvidence != .off && scanning.mode == .automatic }

    // MARK: - What is offered

    /// The judge is told what the scanner does.
    mutating func weigh(_ effect: ScanEffect, at now: Instant) {
        guard weighs else { return }
        switch effect {
        case .woke: presses.weighing.woke()
        case .cue(let cue):
            // What is only read is not offered.
            guard scanner.present?.isPreview != true, let level = levels[cue.level],
                let index = level.scan.items.firstIndex(of: cue.item)
            else {
                presses.weighing.interrupted()
                return
            }
            if presses.weighing.begins(cue.level) {
                presses.weighing.enter(cue.level, judgedItems(of: level))
            }
            presses.weighing.judge.offer(index)
        case .selected(let choice):
            judgeChose(choice)
            presses.weighing.chose(open: scanner.openLevels)
        case .choseBack(let choice):
            judgeChose(choice)
            presses.weighing.wentUp()
        case .wentUp: presses.weighing.wentUp()
        case .rested: presses.weighing.rested(at: now)
        case .cutCue, .wrapped, .gaveUp, .paused: break
        }
    }

    private mutating func judgeChose(_ choice: ScanChoice) {
        let item = levels[choice.level]?.scan.items.firstIndex(of: choice.item)
        let certainty =
            item.flatMap { presses.weighing.judged?.judgement.certainty(of: $0) } ?? Self.usualCertainty
        presses.weighing.judge.chose(item, certainty: certainty)
        presses.weighing.judged = nil
    }

    /// How likely a choice was meant of which no time tells.
    private static var usualCertainty: Double { 0.9 }

    private func judgedItems(of level: KioskLevel) -> [PressJudge.Item] {
        var items: [PressJudge.Item] = []
        for item in level.scan.items {
            let stake: PressJudge.Item.Stake =
                switch item.kind {
                case .back: .back
                case .choice: if let content = level.contents[item.id] { stake(of: content) } else { .says }
                }
            items.append(.init(id: item.id, stake: stake, share: 1))
        }
        return items
    }

    private func stake(of content: KioskLevel.Content) -> PressJudge.Item.Stake {
        if isUrgent(content) { return .urgent }
        if leadsOn(content) { return .leadsOn }
        switch content {
        case .item(let item), .confirmed(let item):
            guard case .request(let priority) = item.action else { return .says }
            return priority == .urgent ? .urgent : .asks
        case .askAgain(let request): return request.priority == .urgent ? .urgent : .asks
        case .makeUrgent: return .urgent
        case .neverMind: return .asks
        case .row, .openRequest, .endedCall, .occurrence, .mark, .proposing, .household, .exercise, .activity,
            .goal,
            .encouragement, .more:
            return .says
        }
    }

    /// Whether it is an urgent item, also one that asks first or is open already.
    private func isUrgent(_ content: KioskLevel.Content) -> Bool {
        switch content {
        case .item(let item), .confirmed(let item): item.action == .request(.urgent)
        case .openRequest(let id): asking.ledger[id]?.new.priority == .urgent
        case .makeUrgent: true
        case .askAgain(let request): request.priority == .urgent
        case .row, .endedCall, .neverMind, .occurrence, .mark, .proposing, .household, .exercise, .activity,
            .goal,
            .encouragement, .more:
            false
        }
    }

    // MARK: - Presses

    /// What a press is, by its time, before anything is done with it.
    mutating func judge(_ press: SwitchPress) {
        presses.weighing.judged = nil
        guard weighs, press.role.walks, floor.isFree, !exercises.isRunning, scanner.isOffering,
            scanner.isOpen(at: press.began),
            let judgement = presses.weighing.judge.judge(press.began, scanTime: scanning.scanTime)
        else { return }
        presses.weighing.judged = .init(press: press, judgement: judgement, verdict: verdict(judgement))
    }

    /// As the settings allow it.
    private func verdict(_ judgement: PressJudge.Judgement) -> PressJudge.Verdict? {
        guard presses.weighing.judge.profile.isEnough else { return nil }
        switch scanning.pressEvidence {
        case .off: return nil
        case .full: return judgement.verdict
        case .cautious:
            guard presses.weighing.judge.isFarOutside(judgement) else { return nil }
            return switch judgement.verdict {
            case .chooses: nil
            case .asks(let item): .asks(item)
            case .passes: .asks(judgement.item)
            }
        }
    }

    /// Whether a press is not taken, which is heard: it is asked back, or does nothing.
    func isNotTaken(_ press: SwitchPress) -> Bool {
        guard let judged = presses.weighing.judged, judged.press == press else { return false }
        return switch judged.verdict {
        case .asks, .passes: true
        case .chooses, nil: false
        }
    }

    /// Whether the press was dealt with by its time.
    mutating func takesByEvidence(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) -> Bool {
        guard let judged = presses.weighing.judged, judged.press == press else { return false }
        // Where it acts when it is let go, another level may be open by then.
        guard scanner.isOffering, scanner.isOpen(at: press.began) else {
            presses.weighing.judged = nil
            return false
        }
        let judgement = judged.judgement
        switch judged.verdict {
        case nil:
            walk(.press(press), at: now, &effects)
            tookAsChoice(judgement, press)
        case .chooses(let index):
            presses.scans(press.role)
            scan(
                scanner.take(
                    item: index, cueStarted: judgement.cueBegan, cueEnded: judgement.cueEnded,
                    pressed: press.began),
                at: now, &effects)
            tookAsChoice(judgement, press)
        case .asks(let index):
            explain(judgement, .asked, level: scanner.present?.level, &effects)
            presses.weighing.judge.took(judgement, at: press.began, as: .asked)
            scan(scanner.offerAgain(item: index, pressed: press.began, at: now), at: now, &effects)
        case .passes:
            explain(judgement, .passed, level: scanner.present?.level, &effects)
            presses.weighing.judge.took(judgement, at: press.began, as: .passed)
            scanner.passOver(press)
        }
        presses.weighing.judged = nil
        return true
    }

    /// A press that was to choose has done so, or could not: nothing of the item was heard yet.
    private mutating func tookAsChoice(_ judgement: PressJudge.Judgement, _ press: SwitchPress) {
        let hasChosen = presses.weighing.judged == nil
        presses.weighing.judge.took(
            judgement, at: press.began, as: hasChosen ? .chose : .passed,
            choice: hasChosen ? presses.recorder.lastMade(by: press) : nil)
    }

    /// Whether a press that came in the window of a question was hardly meant to answer it.
    func isNoAnswer(_ press: SwitchPress, to question: Script.Question, since opened: Instant) -> Bool {
        guard weighs, presses.weighing.judge.profile.isEnough, question.takesBack,
            scanning.pressEvidence == .full,
            !presses.weighing.judge.isInsisting(press.began)
        else { return false }
        let likely = max(Self.leastRegret, 1 - presses.weighing.judge.certainty)
        return presses.weighing.judge.answers(since: opened.duration(to: press.began), likely: likely)
            < Self.answerIsLikely
    }

    /// How often somebody takes back what they surely meant, and how likely a press must be meant to take something back.
    private static var leastRegret: Double { 0.02 }
    private static var answerIsLikely: Double { 0.4 }
}
