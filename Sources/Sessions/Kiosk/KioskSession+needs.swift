import Boards
import Care
import HomeFiles
import Speech
import Time

extension KioskSession {
    /// Adds the caregivers' needs in their places; between two steps, like a changed board.
    mutating func adoptNeeds(_ effects: inout Effects) {
        guard levels.maker.needs != agenda.needs else { return }
        levels.maker.needs = agenda.needs
        if !levels.maker.added.taken.isEmpty {
            effects.add(
                .log(
                    "needs with an id that an item of a board has are not shown: "
                        + levels.maker.added.taken.joined(separator: ", ")))
        }
        if !levels.maker.added.list.isEmpty, !levels.maker.hasNeedsList {
            effects.add(
                .log(
                    "no board has an item with `list: needs`, so these needs cannot be chosen: "
                        + levels.maker.added.list.map(\.label).joined(separator: ", ")))
        }
    }

    /// Whether it was removed after it was read to the client: a caregiver would be called for something that
    /// no longer exists.
    func isWithdrawn(_ item: BoardItem) -> Bool {
        !agenda.needs.contains { $0.id == item.id } && !levels.maker.files.hasItem(item.id)
    }

    // MARK: - What was proposed

    /// Tells the client a caregiver's decision on a proposal.
    mutating func takeDecision(
        on proposal: NeedProposal, _ sequence: Int64, at now: Instant, _ effects: inout Effects
    ) {
        guard proposal.client == settings.client.id else { return }
        switch proposal.state {
        case .waiting: return
        case .approved:
            if journal.mustTell(sequence) { proposing.agreed(to: proposal, sequence, at: now) }
        case .declined:
            let words = announcement(
                .earcon(.declined),
                .text(
                    phrases[
                        .proposalDeclined,
                        [
                            .caregiver: proposal.decidedBy ?? settings.caregiver.name,
                            .need: proposal.label, .reason: proposal.reason ?? "",
                        ]]))
            announce(decision: words, sequence, at: now, &effects)
        }
        proposing.decided(proposal.id)
        let known = agenda.known?.sequence ?? -1
        // The agenda that contains it may have come first, and no other may follow.
        tellAgreed(at: now, &effects) { $0.sequence <= known }
    }

    /// Tells the client which proposals caregivers have approved, and whether they are on the board.
    mutating func tellAgreed(
        at now: Instant, _ effects: inout Effects, where isReady: (AgreedProposal) -> Bool
    ) {
        for decision in proposing.takeAgreed(where: isReady) {
            let proposal = decision.proposal
            let phrase: PhraseKey = isOnBoard(proposal.need) ? .proposalAccepted : .proposalAgreed
            let words = announcement(
                .earcon(.answered),
                .text(
                    phrases[
                        phrase,
                        [.caregiver: proposal.decidedBy ?? settings.caregiver.name, .need: proposal.label]]))
            announce(decision: words, decision.sequence, at: now, &effects)
        }
    }

    private mutating func announce(
        decision words: Script.Words, _ sequence: Int64, at now: Instant, _ effects: inout Effects
    ) {
        guard journal.mustTell(sequence) else { return }
        announce(
            Script(steps: [.say(words), .acknowledge(sequence)], sequence: sequence), as: .answers, at: now,
            &effects)
    }

    /// Whether the client can choose that need: caregivers may have made it for planning only, or removed it
    /// again, or no board has a list for it.
    private func isOnBoard(_ need: String?) -> Bool {
        guard let need, agenda.needs.contains(where: { $0.id == need }) else { return false }
        let added =
            levels.maker.needs == agenda.needs
            ? levels.maker.added : AddedNeeds(agenda.needs, to: levels.maker.files)
        guard !added.taken.contains(need) else { return false }
        return levels.maker.hasNeedsList || !added.isInList(need)
    }
}

extension LevelMaker {
    /// Whether any board offers the list of added needs.
    var hasNeedsList: Bool {
        func contains(_ items: [BoardItem]) -> Bool {
            items.contains { item in
                switch item.action {
                case .list(.needs): true
                case .group(let inside): contains(inside)
                case .open, .request, .speak, .list, .pace, .propose: false
                }
            }
        }
        return boards.boards.values.contains { contains($0.items) }
    }
}
