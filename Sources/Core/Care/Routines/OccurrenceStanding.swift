public import FoundationEssentials

/// What the history of one due time comes to.
public struct OccurrenceStanding: Equatable, Sendable {
    public var state: OccurrenceState
    /// The entry that set the state; `nil` while only time has.
    public var deciding: OccurrenceEntry?
    /// The latest words that still count: of a note, or of what was done or skipped.
    public var note: String?
    /// What an undo would take back: the last entry that still counts and is none itself.
    public var lastEntry: UUID?
}

extension OccurrenceState {
    /// The state of one without any entries.
    public static func byTime(at: Date, missedAt: Date, now: Date) -> OccurrenceState {
        now < at ? .upcoming : now < missedAt ? .due : .missed
    }

    /// Works out the state of one due time from its whole history.
    ///
    /// The last `done` or `skipped` that was not taken back decides; without one, the time does: upcoming before `at`, due
    /// until `missedAt`, missed from then on. An undo that was itself taken back counts for nothing, so that what it
    /// had taken back counts again.
    ///
    /// - Parameter entries: Of this due time, in the order in which they were stored.
    public static func of(
        _ entries: [OccurrenceEntry], at: Date, missedAt: Date, now: Date
    ) -> OccurrenceStanding {
        var standing = OccurrenceStanding(state: .byTime(at: at, missedAt: missedAt, now: now))
        // From the end, because whatever takes an entry back comes after it.
        var takenBack: Set<UUID> = []
        for entry in entries.reversed() where !takenBack.contains(entry.id) {
            switch entry.kind {
            case .undone:
                if let undone = entry.undoes { takenBack.insert(undone) }
                continue
            case .done, .skipped:
                if standing.deciding == nil {
                    standing.deciding = entry
                    standing.state = entry.kind == .done ? .done : .skipped
                }
            case .note: break
            }
            if standing.note == nil { standing.note = entry.text }
            if standing.lastEntry == nil { standing.lastEntry = entry.id }
        }
        return standing
    }
}
