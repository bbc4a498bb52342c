import Care
import Foundation
import HomeFiles
import Recurrence

/// The words for routines and proposals.
extension StationSession {
    /// A sentence about one due time of a routine.
    func words(
        _ key: PhraseKey, for occurrence: RoutineOccurrence, _ more: [Placeholder: String] = [:]
    ) -> String {
        let values: [Placeholder: String] = [
            .label: occurrence.title, .client: phrases.whose(occurrence),
        ]
        return phrases[key, values.merging(more) { $1 }]
    }

    /// A reminder, preceded by the name of the person who is to do it.
    func words(for routine: RoutineAlarm) -> String {
        let occurrence = routine.occurrence
        let sentence = sentence(for: routine)
        guard let name = occurrence.assignment.name, name != occurrence.clientName else { return sentence }
        return phrases[.reminderFor, [.caregiver: name]] + " " + sentence
    }

    private func sentence(for routine: RoutineAlarm) -> String {
        let occurrence = routine.occurrence
        let time: [Placeholder: String] = [.time: words(forTimeOf: occurrence)]
        let minutes = occurrence.at.timeIntervalSince(homeTime(at: clocks.now)) / 60
        // An advance reminder may wait so long that the occurrence is due; it is never announced as due too
        // early.
        guard routine.kind != .before || minutes <= 0 else {
            return words(before: occurrence, minutes: minutes.rounded(), time)
        }
        if routine.isLate { return words(.reminderLate, for: occurrence, time) }
        switch routine.kind {
        case .missed: return words(.itemMissed, for: occurrence, time)
        case .before, .due, .request, .offered:
            let isNow = abs(minutes) < Self.nowMinutes
            return isNow
                ? words(.itemDue, for: occurrence) : words(.itemDueSince, for: occurrence, time)
        }
    }

    private func words(
        before occurrence: RoutineOccurrence, minutes: Double, _ time: [Placeholder: String]
    ) -> String {
        guard minutes < Self.fewestMinutesAsTime else {
            return words(.reminderBeforeTime, for: occurrence, time)
        }
        return words(.reminderBefore, for: occurrence, [.minutes: "\(Int(max(1, minutes)))"])
    }

    /// Their number, and the first of them.
    func words(forMany occurrences: [RoutineOccurrence]) -> String {
        let foremost = occurrences.sorted { left, right in
            (right.priority, left.at, left.id) < (left.priority, right.at, right.id)
        }
        var words = [phrases[.remindersMany, [.count: "\(occurrences.count)"]]]
        words += foremost.prefix(Self.mostNamed).map { occurrence in
            self.words(.itemLine, for: occurrence, [.time: self.words(forTimeOf: occurrence)])
        }
        if foremost.count > Self.mostNamed {
            words.append(phrases[.openMore, [.count: "\(foremost.count - Self.mostNamed)"]])
        }
        return words.joined(separator: " ")
    }

    /// "at 9 o'clock", "yesterday at 9:05", in the zone where it is done.
    func words(forTimeOf occurrence: RoutineOccurrence) -> String {
        // Before the first agenda, by its own zone.
        let offset = occurrence.local.seconds - Int64(occurrence.at.timeIntervalSince1970)
        let here = WallTime(clamping: Int64(homeTime(at: clocks.now).timeIntervalSince1970) + offset)
        return phrases.time(occurrence.local, on: plan.agenda?.day ?? here.day)
    }

    func words(for proposal: NeedProposal) -> String {
        phrases[.proposal, [.client: proposal.clientName, .label: proposal.label]]
    }

    func words(for proposals: [NeedProposal]) -> String {
        var words = proposals.prefix(Self.mostNamed).map { self.words(for: $0) }
        if proposals.count > Self.mostNamed {
            words.append(phrases[.openMore, [.count: "\(proposals.count - Self.mostNamed)"]])
        }
        return words.joined(separator: " ")
    }

    /// Somebody else has it, and what the same key does now.
    func words(forTaken request: Request) -> String {
        phrases[
            .answeredTaken,
            [
                .caregiver: request.changedBy ?? settings.caregiver.name, .client: request.clientName,
                .need: request.spokenNeed,
            ]]
    }

    func words(forAnswered request: Request) -> String {
        phrases[
            .openOnTheWay,
            [
                .caregiver: request.changedBy ?? settings.caregiver.name, .client: request.clientName,
                .need: request.spokenNeed,
            ]]
    }
}
