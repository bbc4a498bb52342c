import Boards
import Care
public import Evidence
import Scanning
import Speech
import Time

/// What the times of the client's presses say.
struct Weighing: Sendable {
    var judge = PressJudge()
    /// What scanning came from when it offers the next item.
    private var next: PressJudge.Beginning?
    private var level: String?
    /// The levels that were open when the last choice was made.
    private var openAtChoice: [String] = []
    /// The judgement of a press that is being acted on.
    var judged: (press: SwitchPress, verdict: PressJudge.Verdict, judgement: PressJudge.Judgement)?
    var sample: PressSample?

    mutating func woke() { next = .woken }
    mutating func wentUp() {
        judge.finish()
        next = .wentUp
    }
    mutating func chose(open: [String]) {
        openAtChoice = open
        next = .opened(judge.certainty)
    }
    mutating func rested(at now: Instant) {
        judge.rested(at: now)
        level = nil
    }

    mutating func offers(_ cue: ScanCue, _ items: [PressJudge.Item], index: Int) {
        if let beginning = next ?? (level != cue.level ? .wentUp : nil) {
            var from = beginning
            if case .opened = beginning, openAtChoice.contains(cue.level) { from = .continued }
            judge.enter(cue.level, items, from)
            next = nil
        }
        level = cue.level
        judge.offer(index)
    }
}

extension KioskSession {
    /// How the client presses.
    public var profile: PressProfile {
        get { weighing.judge.profile }
        set { weighing.judge.profile = newValue }
    }

    /// Whether presses are weighed now.
    private var weighs: Bool { scanning.pressEvidence != .off && scanning.mode == .automatic }

    /// Scanning offers an item.
    mutating func weigh(_ effect: ScanEffect, at now: Instant) {
        guard weighs else { return }
        switch effect {
        case .woke: weighing.woke()
        case .cue(let cue):
            guard let level = levels[cue.level], let index = level.scan.items.firstIndex(of: cue.item) else { return }
            weighing.offers(cue, level.scan.items.map { item(of: $0, in: level) }, index: index)
        case .selected(let choice):
            if let judged = weighing.judged {
                if let index = levels[choice.level]?.scan.items.firstIndex(of: choice.item) {
                    weighing.judge.chose(index, certainty: judged.judgement.certainty)
                }
            } else {
                weighing.judge.chose(-1, certainty: 0.9)
            }
            weighing.chose(open: scanner.openLevels)
        case .choseBack, .wentUp: weighing.wentUp()
        case .rested: weighing.rested(at: now)
        case .cutCue, .wrapped, .gaveUp, .paused: break
        }
    }

    private func item(of item: ScanItem, in level: KioskLevel) -> PressJudge.Item {
        if item.kind == .back { return .init(id: item.id, stake: .back, share: 0) }
        guard let content = level.contents[item.id] else { return .init(id: item.id, stake: .leadsOn, share: 1) }
        return .init(id: item.id, stake: stake(of: content), share: 1)
    }

    private func stake(of content: KioskLevel.Content) -> PressJudge.Stake {
        if leadsOn(content) { return .leadsOn }
        switch content {
        case .item(let item):
            switch item.action {
            case .request(let priority): return priority >= .urgent ? .urgent : .asks
            case .speak, .pace: return .says
            case .group, .open, .list, .propose: return .leadsOn
            }
        case .confirmed, .askAgain: return .asks
        case .makeUrgent: return .urgent
        default: return .says
        }
    }

    /// What a press is for the scan, if its time tells.
    mutating func judge(_ press: SwitchPress) {
        weighing.judged = nil
        guard weighs, press.role == .select || press.role == .step, floor.isFree, scanner.isOffering,
            scanner.isOpen(at: press.began),
            let judgement = weighing.judge.judge(press.began, scanSeconds: scanning.scanTime / .seconds(1))
        else { return }
        weighing.judge.profile.learn(judgement.sample)
        guard weighing.judge.profile.isKnown else { return }
        weighing.judged = (press, judgement.verdict, judgement)
    }

    /// Whether the press was dealt with by its time.
    mutating func takesByEvidence(_ press: SwitchPress, at now: Instant, _ effects: inout Effects) -> Bool {
        guard let judged = weighing.judged, judged.press == press else { return false }
        switch judged.verdict {
        case .chooses(let index):
            presses.scans(press.role)
            let heard = weighing.judge.heard(index)
            scan(scanner.take(item: index, cueStarted: heard.began, cueEnded: heard.ended, pressed: press.began), at: now, &effects)
        case .asks(let index):
            scan(scanner.offerAgain(item: index, pressed: press.began, at: now), at: now, &effects)
        case .passes: scanner.passOver(press)
        }
        weighing.judged = nil
        return true
    }

    /// Whether a press in a window is no answer.
    mutating func isNoAnswer(_ press: SwitchPress, to question: Script.Question, since opened: Instant) -> Bool {
        guard weighs, weighing.judge.profile.isKnown, case .takeBack = question else { return false }
        let since = opened.duration(to: press.began) / .seconds(1)
        return weighing.judge.answers(since: since, likely: max(0.02, 1 - weighing.judge.certainty)) < 0.4
    }
}
