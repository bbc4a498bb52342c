import Care
import FoundationEssentials
import HomeFiles
import Speech
import Time

/// What somebody says of a chore that the client has done, told once: the journal's number of it is acknowledged when it was heard.
///
/// | the journal tells of a chore | nothing of it waits to be told | an answer waits to be told |
/// |---|---|---|
/// | somebody has said yes, or not yet, and the client did it | → waits for a calm moment | the newer one waits in its place |
/// | somebody whom the client has asked to do it has answered | → waits for a calm moment | the newer one waits in its place |
/// | how it stands is what the answer says: a note, another title | – | stays |
/// | anything else: it was done anew, skipped, undone, or nobody has to approve it any more | – | dropped |
extension KioskSession {
    mutating func takeAnswer(
        to occurrence: RoutineOccurrence, _ event: JournalEvent, at now: Instant, _ effects: inout Effects
    ) {
        if let offer = occurrence.chore?.offer, offer.isNews, offer.by == settings.client.id,
            let answer = offer.answer
        {
            take(answer, to: offer, of: occurrence, event, at: now, &effects)
            return
        }
        guard let chore = occurrence.chore, let approval = chore.approval, let name = chore.answeredBy else {
            journal.told(floor.drop(answersTo: occurrence.id, unlessIn: occurrence))
            return
        }
        journal.told(floor.drop(answersTo: occurrence.id))
        // Days later it is no news: the list of chores says how it stands.
        guard didIt(occurrence), planTime.timeIntervalSince(event.at) <= Self.celebratedFor,
            journal.mustTell(event.sequence)
        else { return }
        let words: Script.Words
        switch approval {
        case .given:
            var parts: [SpeechPart] = [
                .earcon(.answered),
                .text(phrases[.choreCounts, [.caregiver: name, .label: occurrence.title]]),
            ]
            if let points = pay(of: chore) {
                parts.append(.text(phrases[.pointsEarned, [.count: String(points)]]))
            }
            words = announcement(parts)
        case .needed, .waiting:
            words = announcement(
                .earcon(.declined),
                .text(
                    phrases[
                        .choreNotYet,
                        [
                            .caregiver: name, .label: occurrence.title,
                            .reason: (chore.notYet ?? "").unclosed,
                        ]]))
        }
        announce(
            Script(
                answersChore: ChoreAnswer(
                    occurrence: occurrence.id, verdict: approval == .given ? .counts : .notYet(chore.notYet)),
                steps: [.say(words), .acknowledge(event.sequence)],
                sequence: event.sequence), at: now, &effects)
    }

    /// Somebody does a chore of the client's in their place, or does not.
    private mutating func take(
        _ answer: ChoreOffer.Answer, to offer: ChoreOffer, of occurrence: RoutineOccurrence,
        _ event: JournalEvent, at now: Instant, _ effects: inout Effects
    ) {
        journal.told(floor.drop(answersTo: occurrence.id))
        guard planTime.timeIntervalSince(event.at) <= Self.celebratedFor, journal.mustTell(event.sequence)
        else { return }
        let (key, earcon): (PhraseKey, Earcon) =
            switch answer {
            case .accepted: (.choreAgreed, .answered)
            case .refused: (.choreDeclined, .declined)
            }
        let words = announcement(
            .earcon(earcon),
            .text(phrases[key, [.caregiver: offer.toName, .label: occurrence.title]]))
        announce(
            Script(
                answersChore: ChoreAnswer(
                    occurrence: occurrence.id, verdict: .offer(offer.entry, answer)),
                steps: [.say(words), .acknowledge(event.sequence)], sequence: event.sequence), at: now,
            &effects)
    }

    /// Where nobody knows who did it, it is whoever has it.
    private func didIt(_ occurrence: RoutineOccurrence) -> Bool {
        let doers = occurrence.chore?.doneBy ?? []
        return doers.isEmpty ? occurrence.isOwn(of: settings.client.id) : doers.contains(settings.client.id)
    }

    /// What it brings the client; `nil` where that is nothing, or where others have a part of it.
    private func pay(of chore: Chore) -> Int? {
        guard agenda.household.wantsPoints == true, (chore.doneBy ?? []).count == 1 else { return nil }
        return chore.points
    }
}

/// An answer to whether a chore that was done counts, or to whether somebody else does it.
struct ChoreAnswer: Sendable {
    enum Verdict: Sendable, Equatable {
        case counts
        /// With the reason.
        case notYet(String?)
        /// By the entry that asked them.
        case offer(UUID, ChoreOffer.Answer)

        /// Whether it was answered last, and nothing has changed it since.
        func stands(in occurrence: RoutineOccurrence) -> Bool {
            let chore = occurrence.chore
            return switch self {
            case .counts: chore?.approval == .given
            case .notYet(let reason):
                chore?.approval == .needed && chore?.notYet != nil && chore?.notYet == reason
            case .offer(let entry, let answer): chore?.offer?.entry == entry && chore?.offer?.answer == answer
            }
        }
    }

    /// The chore's occurrence, by its id.
    let occurrence: String
    let verdict: Verdict
}
