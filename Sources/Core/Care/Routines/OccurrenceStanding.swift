public import FoundationEssentials

/// What the history of one due time comes to.
public struct OccurrenceStanding: Equatable, Sendable {
    public var state: OccurrenceState
    /// The entry that set the state; `nil` while only time has.
    public var deciding: OccurrenceEntry?
    /// The latest words that still count: of a note, of what was done or skipped, or why it is not done yet.
    public var note: String?
    /// What an undo would take back: the last entry that still counts, is none itself, and neither asks somebody to do it nor says no to that.
    public var lastEntry: UUID?
    /// How many of its parts are done.
    public var parts = 0
    /// Where it stands with whoever has to approve it; `nil` where nobody has to.
    public var approval: Chore.Approval?
    /// The entry by which it is approved.
    public var approving: OccurrenceEntry?
    /// The entries by which somebody else than the plan says has it: the last of them does.
    public var holdings: [OccurrenceEntry] = []
    /// The entry by which whoever had it asked somebody to do it; `nil` where that is over.
    public var offer: OccurrenceEntry?
    /// The answer to that.
    public var offerAnswer: OccurrenceEntry?
    /// Why what was done last did not count, until something of it is done anew.
    public var notYet: String?
    /// Who has done what of it.
    public var done: [Completion] = []
    /// What counts of that: nothing while it waits for approval.
    public var completions: [Completion] { approval == nil || approval == .given ? done : [] }
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
    /// What is done in parts is done with the last of them; `not_yet` takes back all that was done before it. What is skipped after
    /// it was done is not done. Of several who say that all of it is done, the first did it.
    ///
    /// Who approves it does so of what is done by then. Where an undo changes that, whoever did it last may be whoever approved the work of
    /// another: it waits to be approved anew (decision 0495).
    ///
    /// - Parameters:
    ///   - entries: Of this due time, in the order in which they were stored.
    ///   - count: In how many parts it is done.
    ///   - needsApproval: Whether somebody has to approve it before it counts.
    public static func of(
        _ entries: [OccurrenceEntry], count: Int = 1, needsApproval: Bool = false, at: Date, missedAt: Date,
        now: Date
    ) -> OccurrenceStanding {
        let takenBack = takenBack(in: entries)
        var standing = played(entries, without: takenBack, count: count)
        var counted = entries
        while let approving = standing.approving,
            let place = counted.firstIndex(where: { $0.id == approving.id })
        {
            let seen = Array(counted[..<place])
            if played(seen, without: Self.takenBack(in: seen), count: count).done == standing.done { break }
            // An earlier one may be of what is done now.
            counted.remove(at: place)
            standing = played(counted, without: takenBack, count: count)
        }
        standing.state = .byTime(at: at, missedAt: missedAt, now: now)
        if let deciding = standing.deciding { standing.state = deciding.kind == .done ? .done : .skipped }
        if needsApproval {
            let isDone = standing.state == .done
            standing.approval = !isDone ? .needed : standing.approving != nil ? .given : .waiting
        }
        return standing
    }

    /// What those of the entries come to that were not taken back, whatever the time; its state is still to be set.
    private static func played(
        _ entries: [OccurrenceEntry], without takenBack: Set<UUID>, count: Int
    ) -> OccurrenceStanding {
        var standing = OccurrenceStanding(state: .upcoming)
        func begin(_ standing: inout OccurrenceStanding) {
            (standing.parts, standing.done, standing.approving) = (0, [], nil)
        }
        func endOffer(_ standing: inout OccurrenceStanding) {
            (standing.offer, standing.offerAnswer) = (nil, nil)
        }
        for entry in entries where entry.kind != .undone && !takenBack.contains(entry.id) {
            switch entry.kind {
            case .done:
                let left = count - standing.parts
                if left > 0 {
                    let parts = min(max(entry.parts ?? left, 1), left)
                    standing.parts += parts
                    standing.done.append(
                        Completion(entry: entry.id, person: entry.person, parts: parts, at: entry.at))
                    standing.approving = nil
                }
                standing.notYet = nil
                standing.deciding = standing.parts == count ? entry : nil
                if standing.parts == count { endOffer(&standing) }
            case .skipped:
                if standing.parts == count { begin(&standing) }
                standing.deciding = entry
                standing.notYet = nil
                endOffer(&standing)
            case .notYet:
                begin(&standing)
                standing.deciding = nil
                standing.notYet = entry.text
            case .approved: standing.approving = standing.parts == count ? entry : nil
            case .claimed, .given, .swapped:
                standing.holdings.append(entry)
                endOffer(&standing)
            case .offered: (standing.offer, standing.offerAnswer) = (entry, nil)
            case .accepted:
                standing.holdings.append(entry)
                standing.offerAnswer = entry
            case .refused: standing.offerAnswer = entry
            case .note, .undone: break
            }
            standing.note = entry.text ?? standing.note
            if entry.kind != .offered, entry.kind != .refused { standing.lastEntry = entry.id }
        }
        return standing
    }

    private static func takenBack(in entries: [OccurrenceEntry]) -> Set<UUID> {
        // From the end, because whatever takes an entry back comes after it.
        var takenBack: Set<UUID> = []
        for entry in entries.reversed() where entry.kind == .undone && !takenBack.contains(entry.id) {
            if let undone = entry.undoes { takenBack.insert(undone) }
        }
        return takenBack
    }
}
