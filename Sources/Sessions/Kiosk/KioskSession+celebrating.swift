import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

/// What becomes of a reward, told once: the journal's number of it is acknowledged when it was heard.
extension KioskSession {
    /// A grant has changed.
    mutating func take(
        _ grant: RewardGrant, _ sequence: Int64, at now: Instant, _ effects: inout Effects
    ) {
        guard grant.person == settings.client.id else { return }
        agenda.household.take(grant)
        updates.contentsChanged()
        switch grant.state {
        case .waiting: break
        case .granted:
            guard agenda.household.wantsPoints != false else { break }
            guard journal.mustTell(sequence) else { break }
            announce(celebration(of: grant, sequence), at: now, &effects)
        case .refused:
            guard agenda.household.wantsPoints != false else { break }
            let words = announcement(
                .earcon(.declined),
                .text(
                    phrases[
                        .proposalDeclined,
                        [
                            .caregiver: grant.changedBy ?? settings.caregiver.name, .need: grant.title,
                            .reason: grant.reason ?? "",
                        ]]))
            guard journal.mustTell(sequence) else { break }
            announce(
                Script(steps: [.say(words), .acknowledge(sequence)], sequence: sequence), as: .rewards,
                at: now, &effects)
        case .given: handedOver(grant, sequence, at: now, &effects)
        case .withdrawn: dropCelebrations(of: grant.id)
        }
    }

    /// It was handed over, perhaps days after it was celebrated: that is told once. What was handed over before there was a calm moment
    /// is celebrated all the same, which says as much, though not days later.
    private mutating func handedOver(
        _ grant: RewardGrant, _ sequence: Int64, at now: Instant, _ effects: inout Effects
    ) {
        let isNew = planTime.timeIntervalSince(grant.at) <= Self.celebratedFor
        if isNew, floor.celebrates(grant.id) || display.whole.celebrates(grant.id) { return }
        dropCelebrations(of: grant.id)
        guard agenda.household.wantsPoints != false,
            planTime.timeIntervalSince(grant.changedAt) <= Self.celebratedFor, journal.mustTell(sequence)
        else { return }
        announce(celebration(of: grant, sequence), at: now, &effects)
    }

    /// There is nothing to celebrate any more.
    ///
    /// - Parameter grant: Of which grant; of all if `nil`.
    mutating func dropCelebrations(of grant: UUID?) {
        journal.told(floor.drop(celebrationOf: grant))
        display.whole.drop(celebrationOf: grant)
        journal.told(display.whole.takeTold())
    }

    private func celebration(of grant: RewardGrant, _ sequence: Int64) -> Script {
        let isHandedOver = grant.state == .given
        let key: PhraseKey =
            isHandedOver ? .rewardGiven : grant.crossing == nil ? .rewardGranted : .rewardReached
        let words = announcement(
            .earcon(isHandedOver ? .answered : .celebration), .text(phrases[key, [.label: grant.title]]))
        var script = Script(
            celebrates: grant.id, steps: [.say(words), .acknowledge(sequence)], sequence: sequence)
        guard display.isOn else { return script }
        script.celebration = Screen.Celebration(
            words: String(Self.words(words.parts).prefix(Cards.longestText)),
            label: String(grant.title.prefix(Cards.longestText)), symbol: grant.symbol.flatMap(drawn))
        return script
    }

    /// How long after it was reached, in seconds, a reward that was handed over meanwhile is still celebrated, and how long after it was
    /// handed over that is still news: the same day.
    static let celebratedFor: TimeInterval = 12 * 3600

    /// Whether this is a moment for something nice: nobody scans, is asked, has an answer or a reward to read, or calls for what is urgent, and it
    /// is not quiet time.
    var isCalm: Bool { scanner.isResting && mayCelebrate }

    /// The same, whether or not somebody scans.
    var mayCelebrate: Bool {
        !display.whole.hasUnread
            && agenda.quietEnd(at: planTime, zone: encouragement.means.zone) == nil
            && !asking.ledger.all.contains { $0.new.priority == .urgent && $0.state.isOpen }
    }

    /// Celebrates what has waited, if it can be now; else, where it is quiet time, when that ends.
    mutating func celebrate(at now: Instant, _ effects: inout Effects) {
        agenda.quietWake = nil
        takeQuietEnd(at: now)
        if floor.queue.hasCelebration, let end = agenda.quietEnd(at: planTime, zone: encouragement.means.zone)
        {
            agenda.quietWake = now.advanced(by: .seconds(max(0.001, end.timeIntervalSince(planTime))))
        }
        guard floor.isFree, isCalm,
            takesWords ? floor.queue.hasCelebration : floor.queue.hasCelebrationBesidesWords
        else { return }
        runNext(at: now, &effects)
    }

    /// A press ends it; it counts as heard.
    mutating func endCelebration(_ effects: inout Effects) {
        let words = floor.running?.words
        guard let (utterance, told) = floor.endCelebration() else { return }
        if let words { said(words, &effects) }
        cut(utterance, &effects)
        journal.told(told)
    }
}
