import Recurrence
import StaffFiles

/// Due times, for staff and for programs.
struct RoutineListing {
    var set: RecurrenceSet
    var zone: ZoneRules
    var occurrences: [Occurrence]
    /// Whether more would follow.
    var goesOn: Bool

    /// One due time, for programs.
    struct Entry: Encodable {
        /// What the clock shows then, with its offset.
        var local: String
        var utc: String
        /// What the rule says, where the clocks skip it.
        var planned: String?
    }

    var entries: [Entry] {
        occurrences.map { occurrence in
            let shown = zone.local(ofSecond: occurrence.second)
            let offset = zone.offset(atSecond: occurrence.second)
            return Entry(
                local: "\(shown)\(ZoneOffset.text(offset))", utc: "\(WallTime(clamping: occurrence.second))Z",
                planned: shown == occurrence.local ? nil : "\(occurrence.local)")
        }
    }

    /// What counts elapsed time may well mean the second of two equal local times; its offset tells which.
    private var isElapsed: Bool {
        if case .elapsed = set.repetition { true } else { false }
    }

    /// A line for each, the offset where it changes, and a word where the clocks do.
    func text(_ locale: ReaderLocale) -> String {
        guard !occurrences.isEmpty else { return "It is never due in this period.\n" }
        var lines = ["In \(zone.id):"]
        var offset: Int?
        let days = occurrences.map { locale.dayInColumn(zone.local(ofSecond: $0.second).day) }
        let width = days.map(TerminalText.width).max() ?? 0
        for (occurrence, day) in zip(occurrences, days) {
            let shown = zone.local(ofSecond: occurrence.second)
            let now = zone.offset(atSecond: occurrence.second)
            lines.append(
                "  \(TerminalText.padded(day, to: width))  \(locale.time(shown))"
                    + (now == offset ? "" : "  UTC\(ZoneOffset.text(now))"))
            offset = now
            switch zone.reading(of: occurrence.local) {
            case .once: break
            case .skipped(let taken):
                let day = taken.day == occurrence.local.day ? "" : " on \(locale.dayInColumn(taken.day))"
                lines.append(
                    "      Clocks go forward here: \(locale.time(occurrence.local)) does not exist on \(locale.dayInColumn(occurrence.local.day)), taken as \(locale.time(taken))\(day)."
                )
            case .twice where isElapsed: break
            case .twice:
                lines.append(
                    "      Clocks go back here: \(locale.time(occurrence.local)) comes twice that day; the first counts."
                )
            }
        }
        lines.append(goesOn ? "And so on." : "These are all.")
        return lines.joined(separator: "\n") + "\n"
    }
}
