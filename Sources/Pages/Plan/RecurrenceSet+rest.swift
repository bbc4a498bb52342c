import Recurrence

extension RecurrenceSet {
    /// The same as one that begins with the day of an occurrence: what was counted until there is taken off.
    func rest(from key: OccurrenceKey, zone: ZoneRules) -> RecurrenceSet {
        var rest = self
        rest.start = key.local
        if let first = dayRule?.times.first {
            rest.start = WallTime(startOf: key.local.day).adding(seconds: Int64(first.secondOfDay))
        }
        guard case .rules(let rules) = repetition, rules.count == 1, case .count(let count) = rules[0].end
        else { return rest }
        var plain = self
        (plain.also, plain.except, plain.changes) = ([], [], [])
        do {
            let recurrence = try Recurrence(plain, zone: DueDatesPreview.clocks(self.zone, zone: zone))
            let before = try recurrence.occurrences(from: .first, to: rest.start).count
            let parts = rules[0].description.split(separator: ";").map {
                $0.hasPrefix("COUNT=") ? "COUNT=\(max(1, count - before))" : String($0)
            }
            rest.repetition = .rules([try RecurrenceRule(parts.joined(separator: ";"))])
        } catch {
            // What can no longer be worked out is shown in the form as it was, to be changed.
            return rest
        }
        return rest
    }
}
