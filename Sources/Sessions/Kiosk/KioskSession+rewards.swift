import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Speech
import Time

/// The client's points, and the rewards that are asked for, given and given back.
extension KioskSession {
    mutating func sayPointLines(at now: Instant, _ effects: inout Effects) {
        let lines = agenda.household.known?.lines ?? []
        let maker = levels.maker
        whispers(
            lines.isEmpty ? [phrases[.pointsNone]] : lines.map { "\(maker.words(for: $0))." }, at: now,
            &effects)
    }

    mutating func switchPoints(_ isOn: Bool, at now: Instant, _ effects: inout Effects) {
        let change = PointSwitch(isOn: isOn, by: settings.client.name)
        send(
            .switchPoints(id: newID(), person: settings.client.id, change),
            saying: phrases[isOn ? .pointsNowOn : .pointsNowOff], at: now, &effects)
        if !isOn { dropCelebrations(of: nil) }
    }

    mutating func choseReward(_ id: UUID, at now: Instant, _ effects: inout Effects) {
        guard let progress = agenda.household.rewards.first(where: { $0.reward.id == id }) else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
        let content = progress.reward.content
        let details = [content.details].compactMap { $0 }.filter { !$0.isEmpty }
        if progress.canBeAskedFor {
            let standing = levels.maker.standing(of: progress)
            whispers(
                ["\(content.title), \(standing)."] + details,
                opening: levels.maker.confirmation(of: progress), at: now, &effects)
        } else {
            whispers([howFar(progress)] + details, at: now, &effects)
        }
    }

    private func howFar(_ progress: RewardProgress) -> String {
        let key: PhraseKey =
            switch progress.reward.content.way {
            case .reached: .rewardComes
            case .redeemed: .rewardNotYet
            }
        return phrases[key, [.label: progress.reward.content.title, .count: String(progress.left)]]
    }

    mutating func askFor(_ id: UUID, at now: Instant, _ effects: inout Effects) {
        guard let progress = agenda.household.rewards.first(where: { $0.reward.id == id }),
            case .redeemed(_, let needsApproval) = progress.reward.content.way
        else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
        guard progress.canBeAskedFor else {
            // Another was asked for meanwhile.
            whispers([howFar(progress)], at: now, &effects)
            return
        }
        let new = NewGrant(
            id: newID(), reward: id, person: settings.client.id, by: settings.client.name, at: planTime)
        let key: PhraseKey = needsApproval ? .rewardAskedWaits : .rewardAsked
        send(.ask(new), saying: phrases[key, [.label: progress.reward.content.title]], at: now, &effects)
    }

    mutating func choseGrant(_ id: UUID, at now: Instant, _ effects: inout Effects) {
        guard let grant = agenda.household.grants.first(where: { $0.id == id }) else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
        let standing = phrases[grant.isWaiting ? .rewardWaits : .rewardYours]
        whispers(
            ["\(grant.title), \(standing)."],
            opening: grant.canBeGivenBack ? levels.maker.choices(about: grant) : nil,
            at: now, &effects)
    }

    mutating func withdraw(_ id: UUID, at now: Instant, _ effects: inout Effects) {
        guard let grant = agenda.household.grants.first(where: { $0.id == id && $0.canBeGivenBack })
        else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
        let answer = GrantAnswer(id: newID(), state: .withdrawn, by: settings.client.name, at: planTime)
        send(
            .answer(grant: id, answer), saying: phrases[.takenBack, [.need: grant.title]], at: now, &effects)
    }
}
