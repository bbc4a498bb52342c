import Care
import FoundationEssentials

/// The client's marks, until what the service tells has them too.
///
/// An occurrence can be in the agenda, in the household's chores, or in both, which are read one after the other: a mark holds in
/// each until that one was read again after the service had got the mark.
///
/// | a mark | the service has it | the agenda or the chores come with it | they come, and the service has it | it is refused |
/// |---|---|---|---|---|
/// | is not delivered | → is delivered | no longer holds there | – | → gone |
/// | is delivered | – | no longer holds there | no longer holds there | → gone |
/// | holds nowhere any more | → gone | – | – | – |
struct KioskMarks: Sendable {
    /// What has occurrences.
    enum Source: CaseIterable, Sendable {
        case agenda, chores
    }

    private struct Mark: Sendable {
        var entry: OccurrenceEntry
        var isDelivered = false
        var holdsIn = Set(Source.allCases)
    }

    /// In the order in which they were made.
    private var marks: [Mark] = []

    mutating func add(_ entry: OccurrenceEntry) { marks.append(Mark(entry: entry)) }

    func takesBack(_ entry: UUID) -> Bool {
        marks.contains { $0.entry.id == entry && $0.entry.kind == .undone }
    }

    mutating func delivered(_ entry: UUID) {
        for index in marks.indices where marks[index].entry.id == entry { marks[index].isDelivered = true }
    }

    /// It will never be stored.
    ///
    /// - Returns: It, if it was a mark.
    mutating func lost(_ entry: UUID) -> OccurrenceEntry? {
        defer { marks.removeAll { $0.entry.id == entry } }
        return marks.first { $0.entry.id == entry }?.entry
    }

    /// The service has told anew what one of them has.
    ///
    /// - Parameter last: The last entries of its occurrences, by their ids.
    mutating func came(_ source: Source, last: [String: UUID]) {
        for index in marks.indices {
            let mark = marks[index]
            if mark.isDelivered || last[mark.entry.occurrence] == mark.entry.id {
                marks[index].holdsIn.remove(source)
            }
        }
        marks.removeAll(where: \.holdsIn.isEmpty)
    }

    /// What the client's marks make of it.
    func applied(to occurrence: RoutineOccurrence, of source: Source) -> RoutineOccurrence {
        guard !marks.isEmpty else { return occurrence }
        let id = occurrence.id
        let entries = marks.filter { $0.entry.occurrence == id && $0.holdsIn.contains(source) }.map(\.entry)
        // What was claimed, asked or answered and taken back here has never changed hands.
        let claims = Set(
            entries.filter { [.claimed, .offered, .accepted, .refused].contains($0.kind) }.map(\.id))
        let givenBack = claims.intersection(entries.compactMap(\.undoes))
        return entries.filter { !givenBack.contains($0.id) && !givenBack.contains($0.undoes ?? $0.id) }
            .reduce(into: occurrence) { $0.take($1) }
    }
}

extension RoutineOccurrence {
    /// What an entry of the client's makes of it, as the service will find it.
    fileprivate mutating func take(_ entry: OccurrenceEntry) {
        switch entry.kind {
        case .done:
            let before = chore?.parts ?? 0
            let parts = before + min(max(entry.parts ?? count, 1), count - before)
            if count > 1 { chore?.parts = parts }
            chore?.notYet = nil
            if parts == count {
                state = .done
                if chore?.approval != nil { chore?.approval = .waiting }
            }
        case .skipped: state = .skipped
        case .undone where chore?.offer != nil && chore?.offer?.entry == entry.undoes:
            chore?.offer = nil
            return
        case .undone:
            let before = chore?.parts ?? 0
            if count > 1 { chore?.parts = before > 1 ? before - 1 : nil }
            state = .upcoming
            if chore?.approval != nil { chore?.approval = .needed }
        case .claimed:
            put(inHandsOf: Assignment(person: entry.person, name: entry.by, reason: ""), by: entry.id)
        case .offered:
            guard let by = assignment.person, let to = entry.person else { return }
            chore?.offer = ChoreOffer(
                by: by, byName: assignment.name ?? by, to: to, toName: to, entry: entry.id)
            return
        case .accepted:
            put(inHandsOf: Assignment(person: entry.person, name: entry.by, reason: ""), by: entry.id)
            chore?.offer?.answer = .accepted
        case .refused:
            chore?.offer?.answer = .refused
            return
        case .note, .given, .swapped, .approved, .notYet: return
        }
        changedBy = entry.by
        changedAt = entry.at
        // What was taken back cannot be taken back again from here.
        lastEntry = entry.kind == .undone ? nil : entry.id
    }
}
