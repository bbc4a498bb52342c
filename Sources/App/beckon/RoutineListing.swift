import Recurrence
import StaffFiles
import Wording

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
        let words = locale.words
        guard !occurrences.isEmpty else { return words(Text("terminal.never_due")) + "\n" }
        var lines = [words(Text("terminal.in_zone", ["zone": .verbatim(zone.id)]))]
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
                let isSameDay = taken.day == occurrence.local.day
                lines.append(
                    "      "
                        + words(
                            Text(
                                isSameDay ? "terminal.clocks_forward" : "terminal.clocks_forward_day",
                                [
                                    "time": .verbatim(locale.time(occurrence.local)),
                                    "day": .verbatim(locale.dayInColumn(occurrence.local.day)),
                                    "taken": .verbatim(locale.time(taken)),
                                    "taken_day": .verbatim(locale.dayInColumn(taken.day)),
                                ])))
            case .twice where isElapsed: break
            case .twice:
                let time = Text.Value.verbatim(locale.time(occurrence.local))
                lines.append("      " + words(Text("terminal.clocks_back", ["time": time])))
            }
        }
        lines.append(words(Text(goesOn ? "terminal.goes_on" : "terminal.all_times")))
        return lines.joined(separator: "\n") + "\n"
    }
}
