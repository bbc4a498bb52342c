import Care
import FoundationEssentials

/// One due time with all that is known of it.
struct OneOccurrencePage {
    struct Line {
        let key: String
        let words: String
        let text: String?
        let isTakenBack: Bool
        /// Where it can be taken back; absent for what cannot or need not.
        let undo: String?
        let undoLabel: String
    }

    let card: OccurrenceCard
    let repetition: String?
    let planPath: String
    let reminders: String?
    let history: [Line]
    let hasHistory: Bool

    init(
        _ card: OccurrenceCard, _ entries: [OccurrenceEntry], _ routine: Routine?, viewer: Viewer,
        call: PageCall
    ) {
        self.card = card
        repetition = routine.map { RepetitionWords.text($0.content.schedule) }
        planPath = "/plan/" + card.path.dropFirst("/today/".count)
        reminders = routine.map { Self.words($0.content.reminders) }
        // An undo that was itself taken back counts for nothing.
        var takenBack: Set<UUID> = []
        for entry in entries.reversed() where entry.kind == .undone && !takenBack.contains(entry.id) {
            if let undone = entry.undoes { takenBack.insert(undone) }
        }
        history = entries.map { entry in
            let isTakenBack = takenBack.contains(entry.id)
            let place = OccurrencePath(entry.routine, entry.key, from: .it)
            return Line(
                key: "entry-\(entry.id.uuidString)",
                words: Self.words(entry, among: entries, viewer: viewer, call: call), text: entry.text,
                isTakenBack: isTakenBack, undo: isTakenBack ? nil : place.undo(entry.id),
                undoLabel: entry.kind == .undone ? "It was right after all" : "Undo")
        }
        hasHistory = !entries.isEmpty
    }

    private static func words(
        _ entry: OccurrenceEntry, among entries: [OccurrenceEntry], viewer: Viewer, call: PageCall
    ) -> String {
        let what =
            switch entry.kind {
            case .done: "Done"
            case .skipped: "Skipped"
            case .note: "Note"
            case .undone:
                switch entries.first(where: { $0.id == entry.undoes })?.kind {
                case .done: "“Done” undone"
                case .skipped: "“Skipped” undone"
                case .note: "Note undone"
                case .undone, nil: "Undone after all"
                }
            }
        let who = entry.by.map { $0 == viewer.person.name ? " by you" : " by \($0)" } ?? ""
        return "\(what)\(who), \(call.ago(entry.at))"
    }

    /// Of what people are told, in one sentence.
    static func words(_ plan: ReminderPlan) -> String {
        var parts = plan.minutesBefore.sorted(by: >).map { "\(RepetitionWords.span(minutes: $0)) before" }
        if plan.tellsDue { parts.append("when it is due") }
        if plan.tellsMissed { parts.append("when it was not done") }
        return parts.isEmpty
            ? "Nobody is reminded of it." : "Reminders: \(RepetitionWords.joined(parts))."
    }
}
