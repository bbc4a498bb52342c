import Boards
import Care
import Evidence
import HomeFiles
import Scanning
import Time

extension KioskSession {
    /// What is to be kept of how the client presses.
    mutating func observe(_ effects: inout Effects) {
        for record in presses.recorder.collect() {
            if case .undone = record { presses.weighing.judge.tookBack(record) }
            effects.add(.observed(record))
        }
        let weighed = presses.weighing.judge.takeRecords()
        guard presses.recorder.isOn else { return }
        for record in weighed { effects.add(.observed(record)) }
    }

    /// Notes a choice that was timed to a cue: not one by a digit, nor by dwelling.
    mutating func record(_ choice: ScanChoice, leadsOn: Bool) {
        switch scanning.mode {
        case .automatic, .inverse, .step: break
        case .stepDwell, .direct: return
        }
        guard choice.cueStarted != nil || choice.lateBy != nil else {
            presses.recorder.note(.other)
            return
        }
        presses.recorder.chose(
            PressRecord.Choice(
                id: .random(using: &generator), mode: scanning.mode, pattern: scanning.pattern,
                scanTime: scanning.scanTime, extra: choice.extra,
                sinceCueEnded: choice.cueEnded.map { $0.duration(to: choice.at) },
                sinceCueBegan: choice.cueStarted.map { $0.duration(to: choice.at) }, lateBy: choice.lateBy,
                passes: choice.passes, steps: choice.steps, isContinued: choice.isContinued, leadsOn: leadsOn)
        )
    }

    mutating func recordGivingUp(passes: Int, steps: Int) {
        presses.recorder.gaveUp(
            PressRecord.GivenUp(
                mode: scanning.mode, pattern: scanning.pattern, scanTime: scanning.scanTime, passes: passes,
                steps: steps))
    }

    /// Whether a choice only leads further.
    func leadsOn(_ content: KioskLevel.Content) -> Bool {
        switch content {
        case .row, .openRequest, .endedCall, .more: true
        case .confirmed, .askAgain, .makeUrgent, .neverMind, .mark: false
        case .occurrence(let id): agenda.occurrence(id, at: planTime)?.isOwn(of: settings.client.id) ?? false
        case .proposing(let choice): choice.leadsOn
        case .household(let choice): choice.leadsOn
        case .exercise(.open): true
        case .exercise(.paused): false
        case .activity(let choice): choice.leadsOn
        case .goal(let choice): choice.leadsOn
        case .encouragement(let choice): choice.leadsOn
        case .item(let item):
            switch item.action {
            case .group, .open, .list, .propose: true
            case .request: item.confirm || asking.ledger.open(need: item.id) != nil
            case .speak, .pace: false
            }
        }
    }
}
