import Care
import FoundationEssentials
import Recurrence
import Wording

/// One chore, and what can be done about it with one tap.
struct ChoreCard {
    /// Somebody to whom it can be given.
    struct Other {
        let id: String
        let name: Text
        let entryID: String
    }

    /// One of the buttons, each with an id of its own: tapped twice, it counts once.
    struct Act {
        let entryID = UUID().uuidString
        let words: Text
        let isMain: Bool
        /// Sent besides what is done: who it is about, or how many parts.
        let person: String
        let parts: String
        let kind: String
        let undoes: String

        init(
            _ kind: OccurrenceEntry.Kind, _ words: Text, isMain: Bool = false, person: String = "",
            parts: String = "", undoes: String = ""
        ) {
            self.kind = kind.rawValue
            self.words = words
            self.isMain = isMain
            self.person = person
            self.parts = parts
            self.undoes = undoes
        }
    }

    let key: String
    let path: String
    let planPath: String
    /// For ids in the page, which must be unique.
    let label: String
    let title: String
    let symbol: String?
    let priority: String
    /// Until when it is to be done, or what has become of it.
    let state: Text
    let tone: String
    /// For whom, and who has it.
    let who: Text
    /// How much of it is done, what it is worth, how long it takes.
    let facts: [Text]
    let note: String?
    let acts: [Act]
    let isOpen: Bool
    let mayGive: Bool
    let maySwap: Bool
    let others: [Other]
    /// Whoever can be reminded of it.
    let reminds: Text?
    let reminderID = UUID().uuidString
    /// Where a photo is sent that shows that it is done.
    let photoPath: String?
    /// The photo that was sent.
    let photo: String?
    let isWaiting: Bool
    let notYetID = UUID().uuidString
    let otherNotYetID = UUID().uuidString
    let skipID = UUID().uuidString
    let otherSkipID = UUID().uuidString
    let reasons: [Text]
    let notYetReasons: [Text]
    // What was typed before; a refused entry is told above the page, and typed anew.
    let typedReason = ""
    let reasonProblem: Text? = nil

    /// - Parameter photo: Of this one, if there is one.
    init(
        _ item: RoutineOccurrence, people: [Person], photo: ChorePhoto? = nil, viewer: Viewer, call: PageCall
    ) {
        key = "chore-\(item.id)"
        path = "/chores/\(item.routine.uuidString)/\(PageText.escaped(item.key.description))"
        planPath = PlanText.path(item.routine, item.key)
        label = path.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        title = item.title
        symbol = item.symbol
        note = item.note
        isOpen = item.state.isOpen
        priority = isOpen ? item.priority.rawValue : "done"
        let holder = item.assignment
        let isMine = holder.person == viewer.person.id
        let isFree = holder.person == nil
        isWaiting = item.chore?.approval == .waiting
        (state, tone) = Self.state(of: item, isWaiting: isWaiting, viewer, call)
        who = isFree ? Text("chores.free") : isMine ? Text("chores.yours") : WhoseText.forAndBy(item)
        facts = Self.facts(of: item)
        let active = people.filter { $0.isActive && $0.role != .provider && $0.id != holder.person }
        others = active.map { Other(id: $0.id, name: .nameOf($0), entryID: UUID().uuidString) }
        mayGive = isOpen && !isFree && !others.isEmpty
        maySwap = isOpen && !isFree && item.chore != nil
        reminds =
            isOpen && !isFree && !isMine
            ? holder.name.map { Text("chores.remind", ["name": .verbatim($0)]) } : nil
        photoPath = isOpen && item.chore?.proof != nil ? path + "/photo" : nil
        self.photo = photo.map(ChorePhotoForm.picture)
        acts = Self.acts(on: item, isMine: isMine, isFree: isFree, isWaiting: isWaiting, viewer)
        reasons = ChosenReasons.choreSkipped
        notYetReasons = ChosenReasons.notYetDone
    }

    private static func state(
        of item: RoutineOccurrence, isWaiting: Bool, _ viewer: Viewer, _ call: PageCall
    ) -> (Text, String) {
        func changed(_ what: Text) -> Text {
            let by = item.changedBy.map { OneOccurrencePage.by($0, what, viewer) } ?? what
            return item.changedAt.map { .joined([by, call.when($0)], separator: ", ") } ?? by
        }
        let when = ["when": Text.Value.text(call.when(item.at))]
        let until = ["when": Text.Value.text(call.when(item.missedAt))]
        return switch item.state {
        case .upcoming: (Text("today.due_then", when), "")
        case .due: (Text("chores.due_until", until), "soon")
        case .missed: (Text("today.not_done_due", when), "urgent")
        case .done:
            isWaiting
                ? (.joined([changed(Text("today.done")), Text("chores.waits")], separator: " – "), "soon")
                : (changed(Text("today.done")), "good")
        case .skipped: (changed(Text("today.skipped")), "")
        }
    }

    private static func facts(of item: RoutineOccurrence) -> [Text] {
        let chore = item.chore
        var facts: [Text] = []
        if item.count > 1 {
            facts.append(
                Text("chores.parts_done", ["done": .number(chore?.parts ?? 0), "all": .number(item.count)]))
        }
        if let minutes = chore?.minutes { facts.append(RepetitionWords.span(minutes: minutes)) }
        if let points = chore?.points { facts.append(Text("chores.points", count: points)) }
        return facts
    }

    private static func acts(
        on item: RoutineOccurrence, isMine: Bool, isFree: Bool, isWaiting: Bool, _ viewer: Viewer
    ) -> [Act] {
        let me = viewer.person.id
        var acts: [Act] = []
        if isWaiting {
            acts.append(Act(.approved, Text("chores.approve"), isMain: true))
        }
        guard item.state.isOpen else {
            // Not whatever was entered last: that may be a note.
            return acts + (item.lastEntry == nil ? [] : [Act(.undone, Text("frame.undo"))])
        }
        if isFree { acts.append(Act(.claimed, Text("chores.claim"), isMain: true, person: me)) }
        // A photo says that it is done.
        guard item.chore?.proof == nil else { return acts + backToPlan(item) }
        let left = item.count - (item.chore?.parts ?? 0)
        let isTime = item.state == .due || item.state == .missed
        if item.count > 1, left > 1 {
            acts.append(
                Act(.done, Text("chores.one_part"), isMain: isMine && isTime, person: me, parts: "1"))
        }
        let name = item.assignment.name.map { Text("chores.done_by", ["name": .verbatim($0)]) }
        if isMine || isFree {
            acts.append(Act(.done, Text("today.done"), isMain: isMine && isTime && left == 1, person: me))
        } else {
            acts.append(Act(.done, Text("chores.i_did"), person: me))
            if let name { acts.append(Act(.done, name, person: item.assignment.person ?? "")) }
        }
        return acts + backToPlan(item)
    }

    private static func backToPlan(_ item: RoutineOccurrence) -> [Act] {
        item.chore?.entry.map {
            [Act(.undone, Text("chores.back_to_plan"), undoes: $0.uuidString)]
        } ?? []
    }
}
