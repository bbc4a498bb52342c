import Care
import FoundationEssentials
import HomeFiles
import Recurrence

/// The spoken form of a handover.
extension HandoverReport {
    /// How many items of one kind are spoken by name; the rest is counted.
    static let mostSpoken = 5

    /// Sentences, the most important first.
    public var spoken: [String] {
        let said = sections.map { section in
            guard !section.names.isEmpty else { return section.title + "." }
            var sentence =
                "\(section.title). \(section.names.prefix(Self.mostSpoken).joined(separator: "; "))."
            let more = section.names.count - Self.mostSpoken
            if more > 0 { sentence += " " + phrases[.openMore, [.count: String(more)]] }
            return sentence
        }
        return [heading] + (said.isEmpty ? [phrases[.handoverNothing]] : said) + remarks
    }

    private var heading: String {
        guard handover.until == now else {
            let between: [Placeholder: String] = [
                .from: spokenTime(handover.since), .until: spokenTime(handover.until),
            ]
            return phrases[.handoverSpokenBetween, between]
        }
        let hours = max(1, Int((handover.until.timeIntervalSince(handover.since) / 3600).rounded()))
        return phrases[.handoverSpoken, [.count: String(hours)]]
    }

    func name(_ entry: HandoverRequest) -> String {
        let request = entry.request
        let words = [request.spokenNeed, urgency(request.priority), standing(request)].compactMap(\.self)
        let reason = request.state == .declined ? request.reason.map { ": \($0)" } : nil
        return named(request.clientName, words.joined(separator: ", ") + (reason ?? ""))
    }

    func name(_ entry: HandoverOccurrence) -> String {
        let occurrence = entry.occurrence
        let words = [
            occurrence.title, urgency(occurrence.priority),
            phrases.time(zone.local(of: occurrence.at), on: today),
        ]
        return named(phrases.whose(occurrence), words.compactMap(\.self).joined(separator: ", "))
    }

    func name(_ group: [HandoverOccurrence]) -> String {
        guard group.count > 1, let first = group.first?.occurrence, let last = group.last?.occurrence else {
            return group.map(name).joined()
        }
        return phrases[
            .handoverSeveral,
            [
                .label: named(phrases.whose(first), first.title), .count: String(group.count),
                .from: spokenTime(first.at), .until: spokenTime(last.at),
            ]]
    }

    func name(_ proposal: NeedProposal) -> String { named(proposal.clientName, proposal.label) }

    /// With the client's name where there is more than one.
    private func named(_ client: String, _ words: String) -> String {
        hasOneClient ? words : "\(phrases.client(client)): \(words)"
    }

    private var hasOneClient: Bool {
        let names =
            handover.requests.map(\.request.clientName)
            + handover.occurrences.map { phrases.whose($0.occurrence) }
            + handover.proposals.map(\.clientName)
        return Set(names).count < 2
    }

    private var today: CalendarDay { zone.local(of: now).day }

    private func spokenTime(_ date: Date) -> String { phrases.time(zone.local(of: date), on: today) }
}
