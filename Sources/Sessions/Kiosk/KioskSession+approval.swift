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
/// | how it stands is what the answer says: a note, another title | – | stays |
/// | anything else: it was done anew, skipped, undone, or nobody has to approve it any more | – | dropped |
extension KioskSession {
    mutating func takeAnswer(
        to occurrence: RoutineOccurrence, _ event: JournalEvent, at now: Instant, _ effects: inout Effects
    ) {
        guard let chore = occurrence.chore, let approval = chore.approval, let name = chore.answeredBy else {
            journal.told(floor.drop(answersTo: occurrence.id, except: .standing(in: occurrence)))
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

/// An answer to whether a chore that was done counts.
struct ChoreAnswer: Sendable {
    enum Verdict: Sendable, Equatable {
        case counts
        /// With the reason.
        case notYet(String?)

        /// What was answered last, as far as nothing has changed it since; `nil` where no answer stands.
        static func standing(in occurrence: RoutineOccurrence) -> Verdict? {
            switch occurrence.chore?.approval {
            case .given: .counts
            case .needed: (occurrence.chore?.notYet).map { .notYet($0) }
            case .waiting, nil: nil
            }
        }
    }

    /// The chore's occurrence, by its id.
    let occurrence: String
    let verdict: Verdict
}
