import Care
import FoundationEssentials
import HomeFiles
import Recurrence

/// The words for each written item, and times.
extension HandoverReport {
    func line(_ entry: HandoverRequest) -> String {
        let request = entry.request
        var words =
            "\(time(request.askedAt))\(arrival(request.isTimeOfArrival)) \(phrases.client(request.clientName)): "
        words += request.isUnreadable && request.label.isEmpty ? phrases[.needUnreadable] : request.label
        let more = [urgency(request.priority), standing(request), answerer(of: request)]
        for word in more.compactMap(\.self) { words += ", \(word)" }
        if let reason = request.reason, request.state == .declined { words += ": \(reason)" }
        // For a call with somebody on the way, since when; for an ended call, how long it waited for a
        // person.
        if request.state == .onTheWay {
            words += " (\(time(request.changedAt)))"
        } else if let wait = entry.responseTime {
            words += " (\(duration(wait)))"
        }
        return ([words] + entry.notes.map { note($0.at, $0.isTimeOfArrival, $0.by, $0.text) }).joined(
            separator: "\n")
    }

    /// The state of an open call: who comes, or that nobody does.
    func standing(_ request: Request) -> String? {
        switch request.state {
        case .asked, .heard: phrases[.handoverUnanswered]
        case .onTheWay:
            [request.changedBy, phrases[.stateOnTheWay]].compactMap(\.self).joined(separator: " ")
        case .met, .declined, .cancelled: nil
        }
    }

    /// Who has ended a call, other than the client.
    private func answerer(of request: Request) -> String? {
        switch request.state {
        case .met, .declined: request.changedBy
        case .asked, .heard, .onTheWay, .cancelled: nil
        }
    }

    func urgency(_ priority: Priority) -> String? {
        switch priority {
        case .urgent: phrases[.handoverUrgent]
        case .soon, .normal: nil
        }
    }

    func line(_ entry: HandoverOccurrence) -> String {
        let occurrence = entry.occurrence
        var words = "\(time(occurrence.at)) \(phrases.client(phrases.whose(occurrence))): \(occurrence.title)"
        if let word = urgency(occurrence.priority), occurrence.state.isOpen { words += ", \(word)" }
        if let by = occurrence.changedBy ?? occurrence.assignment.name { words += ", \(by)" }
        // For a medicine, when it was given matters more than when it was due.
        if let at = occurrence.changedAt, !occurrence.state.isOpen { words += " (\(time(at)))" }
        return ([words] + entry.notes.map { note($0.at, $0.isTimeOfArrival, $0.by, $0.text ?? "") }).joined(
            separator: "\n")
    }

    /// The same thing, missed once or many times.
    func line(_ group: [HandoverOccurrence]) -> String {
        guard group.count > 1, let first = group.first?.occurrence, let last = group.last?.occurrence else {
            return group.map(line).joined()
        }
        let words = phrases[
            .handoverSeveral,
            [
                .label: "\(phrases.client(phrases.whose(first))): \(first.title)",
                .count: String(group.count),
                .from: time(first.at), .until: time(last.at),
            ]]
        let notes = group.flatMap(\.notes).map { note($0.at, $0.isTimeOfArrival, $0.by, $0.text ?? "") }
        return ([words] + notes).joined(separator: "\n")
    }

    func line(_ proposal: NeedProposal) -> String {
        "\(time(proposal.proposedAt)) \(phrases.client(proposal.clientName)): \(proposal.label)"
    }

    private func note(_ at: Date, _ isArrival: Bool, _ by: String?, _ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "\(time(at))\(arrival(isArrival)) \(by.map { "\($0): " } ?? "")\(line)"
    }

    /// Follows a time that is not the sender's own.
    private func arrival(_ isArrival: Bool) -> String { isArrival ? " (\(phrases[.handoverArrival]))" : "" }

    // MARK: - Times

    /// `2027-01-15 9:05`.
    func dayAndTime(_ date: Date) -> String { "\(dates.day(zone.local(of: date).day)) \(clock(date))" }

    /// `9:05`; with the day before it if that is not obvious: more than a day before the end, or on another
    /// day after it.
    private func time(_ date: Date) -> String {
        let isNear =
            date <= handover.until
            ? handover.until.timeIntervalSince(date) < 86_400
            : zone.local(of: date).day == zone.local(of: handover.until).day
        return isNear ? clock(date) : dayAndTime(date)
    }

    func clock(_ date: Date) -> String { dates.clock(zone.local(of: date)) }

    /// In seconds up to two minutes, in minutes up to two hours, then in hours.
    func duration(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        switch seconds {
        case ..<120: return phrases[.handoverSeconds, [.count: String(seconds)]]
        case ..<7200: return phrases[.handoverMinutes, [.minutes: String(seconds / 60)]]
        default: return phrases[.handoverHours, [.count: String(seconds / 3600)]]
        }
    }
}
