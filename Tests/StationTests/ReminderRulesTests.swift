import Care
import Chance
import Foundation
import HomeFiles
import Playing
import Scanning
import Speech
import Station
import Testing

/// Whatever people press and whenever the service is away: nothing that was to be told is lost, and nothing is told twice.
@Suite("Rules of reminders") struct RulesOfRemindersTests {
    @Test(
        "Every reminder is announced once, and once more each time that it is put off",
        arguments: 0..<40 as Range<UInt64>
    )
    func rules(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var stage = StationStage()
        stage.tellsOldAgendas = true
        let keys: [SwitchRole] = [
            .met, .onTheWay, .declined, .next, .sayAgain, .snooze, .open, .undo, .digit(1), .digit(2),
            .digit(0),
        ]
        var second = 0.0
        for step in 0..<60 {
            second += Double.random(in: 0.2...90, using: &chance)
            switch Int.random(in: 0..<14, using: &chance) {
            case 0, 1:
                let minutes = Int(second / 60)
                let priority: Priority = Bool.random(using: &chance) ? .normal : .urgent
                stage.plan("thing \(step)", minutes: minutes, grace: 20, priority)
                stage.comes("thing \(step)", .due, at: second)
            case 2:
                stage.plan("old \(step)", minutes: Int(second / 60) - 90, grace: 20)
                stage.comes("old \(step)", .missed, at: second)
            case 3: stage.journal(at: second, "need \(step)", .asked, .asked)
            case 4: if stage.delivers { stage.agenda(at: second) }
            case 5: stage.send(.voice(.outputLost(.alert, detail: "gone")))
            case 7:
                if stage.delivers { stage.send(.care(.serviceLost("gone"))) }
                stage.delivers = false
            case 8:
                stage.send(.care(.serviceBack))
                stage.deliverAll()
            case 6: stage.send(.voice(.outputRestored(.alert)))
            default:
                if let key = keys.randomElement(using: &chance) { stage.key(at: second, key) }
            }
            stage.tellWhatIsDue(at: second)
        }
        stage.send(.voice(.outputRestored(.alert)))
        stage.send(.care(.serviceBack))
        stage.deliverAll()
        for _ in 0..<240 {
            second += 60
            stage.tellWhatIsDue(at: second)
        }
        let receipts = stage.effects.compactMap { effect -> (UUID, ReminderReceipt)? in
            if case .receipt(let reminder, let receipt) = effect { (reminder, receipt) } else { nil }
        }
        for reminder in stage.house.reminders {
            let outcomes = receipts.filter { $0.0 == reminder.id }.map(\.1.outcome)
            let told = outcomes.count { $0 == .told }
            let putOff = outcomes.count { $0 == .snoozed }
            #expect(told <= putOff + 1, "seed \(seed): told \(told) times, put off \(putOff) times")
            let occurrence = stage.house.occurrence(reminder.occurrence?.title ?? "", at: stage.wall)
            if occurrence.state.isOpen {
                #expect(reminder.state == .told, "seed \(seed): \(occurrence.title) was not told")
            }
        }
        #expect(Set(receipts.map(\.1.id)).count == receipts.count)
    }
}

extension StationStage {
    /// A reminder comes, or waits while the service is away.
    fileprivate mutating func comes(_ title: String, _ kind: ReminderKind, at seconds: Double) {
        if delivers {
            remind(at: seconds, title, kind)
        } else {
            run(to: seconds)
            _ = house.remind(title, kind, minutesBefore: nil, isLate: true, at: wall)
        }
    }

    /// The service tells what was put off to this time.
    fileprivate mutating func tellWhatIsDue(at seconds: Double) {
        run(to: seconds)
        guard delivers else { return }
        for reminder in house.reminders where reminder.state == .waiting && reminder.at <= wall {
            guard let title = reminder.occurrence?.title, house.occurrence(title, at: wall).state.isOpen
            else {
                continue
            }
            remind(at: seconds, title, reminder.kind, isLate: reminder.isLate)
        }
    }
}
