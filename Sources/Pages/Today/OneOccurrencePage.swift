import Care
import FoundationEssentials
import Recurrence
import Wording

/// One due time with all that is known of it.
struct OneOccurrencePage {
    struct Line {
        let key: String
        let words: Text
        let text: String?
        let isTakenBack: Bool
        /// Where it can be taken back; absent for what cannot or need not.
        let undo: String?
        let undoLabel: Text
    }

    let card: OccurrenceCard
    /// That shows that it was done.
    let photo: ShownChorePhoto?
    let repetition: Text?
    let planPath: String
    let reminders: Text?
    let history: [Line]
    let hasHistory: Bool

    init(
        _ card: OccurrenceCard, _ entries: [OccurrenceEntry], _ routine: Routine?, photo: ShownChorePhoto?,
        viewer: Viewer, call: PageCall
    ) {
        self.card = card
        self.photo = photo
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
                undoLabel: Text(entry.kind == .undone ? "today.right_after_all" : "frame.undo"))
        }
        hasHistory = !entries.isEmpty
    }

    private static func words(
        _ entry: OccurrenceEntry, among entries: [OccurrenceEntry], viewer: Viewer, call: PageCall
    ) -> Text {
        let what =
            switch entry.kind {
            case .done: Text("today.done")
            case .skipped: Text("today.skipped")
            case .note: Text("today.note")
            case .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted, .refused:
                HistoryWords.kind(entry.kind)
            case .undone:
                switch entries.first(where: { $0.id == entry.undoes })?.kind {
                case .done: Text("today.done_undone")
                case .skipped: Text("today.skipped_undone")
                case .note: Text("today.note_undone")
                case .claimed, .given, .swapped, .accepted: Text("chores.hands_undone")
                case .approved: Text("chores.approval_undone")
                case .notYet, .offered, .refused, .undone, nil: Text("today.undone_after_all")
                }
            }
        return .joined([entry.by.map { by($0, what, viewer) } ?? what, call.when(entry.at)], separator: ", ")
    }

    /// What was done, and who did it.
    static func by(_ name: String, _ what: Text, _ viewer: Viewer) -> Text {
        name == viewer.person.name
            ? Text("today.by_you", ["what": .text(what)])
            : Text("today.by_name", ["what": .text(what), "name": .verbatim(name)])
    }

    /// Times of the day, of minutes after midnight.
    static func times(_ minutes: [Int]) -> [Text] {
        minutes.sorted().map { TimeText.time(WallTime(startOf: .first).adding(seconds: Int64($0) * 60)) }
    }

    /// Of what people are told, in one sentence.
    static func words(_ plan: ReminderPlan) -> Text {
        var parts = plan.minutesBefore.sorted(by: >).map {
            Text("today.before", ["span": .text(RepetitionWords.span(minutes: $0))])
        }
        if plan.tellsDue { parts.append(Text("today.when_due")) }
        if plan.tellsMissed { parts.append(Text("today.when_missed")) }
        if !plan.untilDone.isEmpty {
            parts.append(Text("chores.again_at", ["times": .text(.list(times(plan.untilDone)))]))
        }
        return parts.isEmpty
            ? Text("today.no_reminders") : Text("today.reminders", ["times": .text(.list(parts))])
    }
}
