public import Care
public import FoundationEssentials
public import HomeFiles
public import Recurrence

/// A handover in the home's own words, to be read or heard: `+lines` has the written items, `+spoken` the
/// spoken form.
public struct HandoverReport: Sendable {
    /// How it is written down.
    public enum Form: String, CaseIterable, Sendable {
        case text, markdown
    }

    let handover: Handover
    let phrases: Phrases
    let zone: ZoneRules
    let now: Date
    let dates: Dates

    /// How it writes dates: by default `2027-01-15` and `9:05`.
    public struct Dates: Sendable {
        var day: @Sendable (CalendarDay) -> String
        var clock: @Sendable (WallTime) -> String

        public init(
            day: @escaping @Sendable (CalendarDay) -> String, clock: @escaping @Sendable (WallTime) -> String
        ) {
            self.day = day
            self.clock = clock
        }

        public static let iso = Dates(
            day: { "\($0)" }, clock: { "\($0.hour):\($0.minute < 10 ? "0" : "")\($0.minute)" })
    }

    /// - Parameters:
    ///   - zone: The rules of `handover.zone`.
    ///   - now: When it is heard. A shift that ends now is "the last eight hours".
    public init(
        _ handover: Handover, phrases: Phrases, zone: ZoneRules, now: Date, dates: Dates = .iso
    ) {
        self.dates = dates
        self.handover = handover
        self.phrases = phrases
        self.zone = zone
        self.now = now
    }

    public func written(_ form: Form) -> String {
        let isOneDay = zone.local(of: handover.since).day == zone.local(of: handover.until).day
        let title = phrases[
            .handoverTitle,
            [
                .from: dayAndTime(handover.since),
                .until: isOneDay ? clock(handover.until) : dayAndTime(handover.until),
            ]]
        let blocks = sections.map { block($0.title, $0.lines, form) }
        var parts = [form == .markdown ? "# \(title)" : title] + blocks
        if blocks.isEmpty { parts.append(phrases[.handoverNothing]) }
        parts += remarks
        return parts.joined(separator: "\n\n")
    }

    private func block(_ title: String, _ lines: [String], _ form: Form) -> String {
        switch form {
        case .text:
            ([title] + lines.map { "  " + $0.replacing("\n", with: "\n    ") }).joined(separator: "\n")
        case .markdown:
            (["## \(title)", ""] + lines.map { "- " + Self.escaped($0).replacing("\n", with: "\n  - ") })
                .joined(separator: "\n")
        }
    }

    /// Text that people have written must not act as markup.
    private static func escaped(_ text: String) -> String {
        String(text.flatMap { "\\`*_{}[]<>#|".contains($0) ? ["\\", $0] : [$0] })
    }

    /// Items of one kind; empty kinds are left out.
    struct Section {
        var title: String
        /// One line for each item; its notes have lines of their own.
        var lines: [String]
        /// The spoken lines: what somebody has to do or to know; the rest is only counted.
        var names: [String] = []
    }

    var sections: [Section] {
        let open = Handover.foremost(
            handover.requests(in: [.asked, .heard, .onTheWay]), by: \.request.priority)
        let todo = Handover.foremost(handover.occurrences(in: [.due]), by: \.occurrence.priority)
        let late = handover.occurrences(in: [.missed])
        let missed = Handover.foremost(late.filter { !isFromBefore($0) }, by: \.occurrence.priority)
        let left = Handover.groups(of: late.filter(isFromBefore))
        let proposals = handover.proposals
        let declined = handover.requests(in: [.declined])
        return [
            section(.handoverOpen, open.count, open.map(line), open.map(name)),
            section(.handoverToDo, todo.count, todo.map(line), todo.map(name)),
            section(.handoverMissed, missed.count, missed.map(line), missed.map(name)),
            section(.handoverLeft, late.count - missed.count, left.map(line), left.map(name)),
            section(.handoverProposals, proposals.count, proposals.map(line), proposals.map(name)),
            section(.handoverDeclined, declined.count, declined.map(line), declined.map(name)),
            section(.handoverMet, handover.requests(in: [.met]).map(line)),
            section(.handoverDone, handover.occurrences(in: [.done]).map(line)),
            section(.handoverSkipped, handover.occurrences(in: [.skipped]).map(line)),
            section(.handoverTakenBack, handover.requests(in: [.cancelled]).map(line)),
            section(.handoverUpcoming, handover.occurrences(in: [.upcoming]).map(line)),
        ].filter { !$0.lines.isEmpty }
    }

    private func section(
        _ key: PhraseKey, _ count: Int, _ lines: [String], _ names: [String]
    ) -> Section {
        Section(title: phrases[key, [.count: String(count)]], lines: lines, names: names)
    }

    private func section(_ key: PhraseKey, _ lines: [String]) -> Section {
        section(key, lines.count, lines, [])
    }

    private func isFromBefore(_ entry: HandoverOccurrence) -> Bool { entry.occurrence.at < handover.since }

    /// How long people waited, and whether something is left out.
    var remarks: [String] {
        var remarks: [String] = []
        let onDuty = handover.onDuty.filter { $0.client == nil }
        if !onDuty.isEmpty {
            let names = onDuty.map { one in one.zone.map { "\(one.name) (\($0))" } ?? one.name }
            remarks.append(phrases[.handoverOnDuty, [.detail: names.joined(separator: ", ")]])
        }
        if let times = handover.responseTimes {
            let longest = duration(times.longest)
            remarks.append(
                times.count == 1
                    ? phrases[.handoverTime, [.longest: longest]]
                    : phrases[
                        .handoverTimes,
                        [.count: String(times.count), .median: duration(times.median), .longest: longest]])
        }
        if !handover.isComplete { remarks.append(phrases[.handoverIncomplete]) }
        return remarks
    }
}
