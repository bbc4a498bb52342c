import Boards
import Care
import Foundation
import Kiosk
import Recurrence

extension HouseholdCommand {
    /// As the stage writes it down.
    var line: String {
        switch self {
        case .remind(let reminder): "REMIND \(reminder.key.local)"
        case .ask(let new): "REWARD \(new.person)"
        case .answer(_, let answer): "GRANT \(answer.state.rawValue)"
        case .switchPoints(_, let person, let change): "POINTS \(person) \(change.isOn ? "on" : "off")"
        case .pay(let paid): "PAY \(paid.owed.amount) \(paid.owed.to)"
        case .addGoal(let new):
            "GOAL \(new.content.title) \(new.content.graceMinutes) \(new.content.reminders.untilDone)"
        case .endGoal(let routine, _): "NO GOAL \(routine.uuidString.suffix(4))"
        }
    }
}

extension Stage {
    static func list(_ list: BoardItem.LiveList, _ label: String) -> BoardItem {
        BoardItem(id: list.rawValue, label: label, cue: label, say: "", called: "", action: .list(list))
    }

    static let chores = list(.chores, "Chores")
    static let points = list(.points, "Points")
    static let rewards = list(.rewards, "Rewards")
    static let people = list(.people, "People")

    /// A chore, due so many minutes after eight.
    static func chore(
        _ title: String, _ minutes: Int, of person: String? = "maria", points: Int? = nil, count: Int? = nil,
        parts: Int? = nil, approval: Chore.Approval? = nil, notYet: String? = nil,
        proof: ChoreProof? = nil, state: OccurrenceState = .due, by: String? = nil, entry: UUID? = nil
    ) -> RoutineOccurrence {
        var chore = planned(title, minutes, state, by: by, own: person == "maria", entry: entry)
        chore.client = RoutineOccurrence.noClient
        let names = ["maria": "Maria", "ben": "Ben"]
        chore.assignment = Assignment(
            person: person, name: person.map { names[$0] ?? $0 }, reason: "in turn")
        chore.chore = Chore(
            audience: .household, points: points, count: count, parts: parts, approval: approval,
            notYet: notYet, proof: proof)
        return chore
    }

    static func reward(
        _ title: String, _ way: RewardWay, details: String? = nil, number: Int = 1
    ) -> Reward {
        Reward(
            id: UUID(uuidString: "00000000-0000-4000-a000-00000000000\(number)") ?? UUID(),
            content: RewardContent(title: title, details: details, way: way), sequence: 1, changedAt: start)
    }

    static func household(
        _ chores: [RoutineOccurrence] = [], total: Int = 12, isOn: Bool = true, rewards: [Reward] = [],
        lines: [PointLine] = [], grants: [RewardGrant] = [], owed: [OwedAmount] = []
    ) -> ClientHousehold {
        ClientHousehold(
            chores: ChoreFeed(of: chores, for: "maria", isComplete: true, now: start),
            standing: PointStanding(
                person: "maria", name: "Maria", sum: total, collected: total, isOn: isOn,
                rewards: rewards.compactMap { RewardProgress($0, sum: total, collected: total, reached: 0) }),
            lines: lines, grants: grants, owed: owed)
    }

    static func grant(
        _ title: String, _ state: RewardGrant.State, number: Int = 1, crossing: Int? = nil,
        reason: String? = nil, by: String? = nil, reached: Date = start
    ) -> RewardGrant {
        RewardGrant(
            id: UUID(uuidString: "00000000-0000-4000-b000-00000000000\(number)") ?? UUID(),
            reward: reward(title, .reached(at: 1, again: false)).id, title: title, person: "maria",
            name: "Maria", cost: crossing == nil ? 15 : 0, crossing: crossing, state: state, reason: reason,
            at: reached, changedAt: start, changedBy: by, sequence: 1)
    }

    static func line(_ number: Int64, _ kind: PointLine.Kind, _ points: Int, _ what: String) -> PointLine {
        PointLine(
            number: number, id: UUID(), person: "maria", kind: kind, points: points, what: what, at: start)
    }

    /// What the journal tells of a reward.
    mutating func grant(at seconds: Double, _ sequence: Int64, _ grant: RewardGrant) {
        run(to: seconds)
        send(
            .care(.journal(JournalEvent(sequence: sequence, at: Self.start, content: .grantChanged(grant)))))
    }

    /// What the journal tells of a chore: that somebody has said whether it counts, if there is a `name`.
    mutating func chore(
        at seconds: Double, _ sequence: Int64, _ chore: RoutineOccurrence, by name: String? = nil,
        doneBy: [String]? = nil, since: Date = start
    ) {
        run(to: seconds)
        var told = chore
        told.chore?.answeredBy = name
        told.chore?.doneBy = doneBy
        send(.care(.journal(JournalEvent(sequence: sequence, at: since, content: .occurrenceChanged(told)))))
    }

    mutating func household(at seconds: Double, _ household: ClientHousehold) {
        run(to: seconds)
        send(.care(.household(household)))
    }

    /// What was asked for the household.
    var commands: [HouseholdCommand] {
        effects.compactMap { if case .household(let command) = $0 { command } else { nil } }
    }
}
