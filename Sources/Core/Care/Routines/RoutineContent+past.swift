public import FoundationEssentials
public import Recurrence

extension RoutineContent {
    /// Leaves out what was said of single dates that are over. A routine that becomes somebody else's does not take along what was said of
    /// the one for whom it was until then: that stays with each occurrence.
    ///
    /// - Parameters:
    ///   - now: What was due until then, and was not moved to a later time, is over.
    ///   - zone: The clocks of its schedule.
    ///   - waiting: Occurrences that still follow the plan, whenever they were due: where these were moved to stays.
    public mutating func forgetPast(at now: Date, zone: ZoneRules, besides waiting: Set<OccurrenceKey>) {
        let moved = schedule.changes
        func isOver(_ key: OccurrenceKey) -> Bool {
            let planned =
                key.offset.map { Date(timeIntervalSince1970: Double(key.local.seconds - Int64($0))) }
                ?? zone.instant(of: key.local)
            let to = moved.first { $0.of == key }?.to.map { zone.instant(of: $0) }
            return max(planned, to ?? planned) <= now
        }
        edits.removeAll { isOver($0.of) }
        schedule.changes.removeAll { isOver($0.of) && !waiting.contains($0.of) }
    }
}
