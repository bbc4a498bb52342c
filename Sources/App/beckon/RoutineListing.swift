import Recurrence

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
    var text: String {
        guard !occurrences.isEmpty else { return "It is never due in this period.\n" }
        var lines = ["In \(zone.id):"]
        var offset: Int?
        for occurrence in occurrences {
            let shown = zone.local(ofSecond: occurrence.second)
            let now = zone.offset(atSecond: occurrence.second)
            lines.append(
                "  \(Self.day(shown.day))  \(Self.clock(shown))"
                    + (now == offset ? "" : "  UTC\(ZoneOffset.text(now))"))
            offset = now
            switch zone.reading(of: occurrence.local) {
            case .once: break
            case .skipped(let taken):
                let day = taken.day == occurrence.local.day ? "" : " on \(Self.day(taken.day))"
                lines.append(
                    "      Clocks go forward here: \(Self.clock(occurrence.local)) does not exist on \(Self.day(occurrence.local.day)), taken as \(Self.clock(taken))\(day)."
                )
            case .twice where isElapsed: break
            case .twice:
                lines.append(
                    "      Clocks go back here: \(Self.clock(occurrence.local)) comes twice that day; the first counts."
                )
            }
        }
        lines.append(goesOn ? "And so on." : "These are all.")
        return lines.joined(separator: "\n") + "\n"
    }

    /// `Sat 28 Mar 2026`, always as wide.
    private static func day(_ day: CalendarDay) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let (year, month, number) = day.parts
        return "\(day.weekday.name.prefix(3)) \(number < 10 ? " " : "")\(number) \(months[month - 1]) \(year)"
    }

    /// `02:30`, with seconds only where there are some.
    private static func clock(_ time: WallTime) -> String {
        let text = String(time.description.dropFirst(11))
        return time.second == 0 ? String(text.prefix(5)) : text
    }
}
