import Care
import FoundationEssentials
import Recurrence
import Wording

/// Where one due time of a routine has its page, and where its forms lead back to.
struct OccurrencePath {
    /// The page from which something is done; afterwards it is shown again.
    enum Origin: String {
        case now, today, chores
        /// The page of the occurrence itself.
        case it
    }

    let page: String
    let origin: Origin

    init(_ item: RoutineOccurrence, from origin: Origin) {
        self.init(item.routine, item.key, from: origin)
    }

    init(_ routine: UUID, _ key: OccurrenceKey, from origin: Origin) {
        page = "/today/\(routine.uuidString)/\(PageText.escaped(key.description))"
        self.origin = origin
    }

    /// What an occurrence is called in a page's ids, which have no spaces and brackets.
    static func anchor(_ item: RoutineOccurrence) -> String {
        String(item.id.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }

    /// Where somebody is led after an entry, so that it can be said what was done.
    func after(_ entry: UUID, _ routine: UUID, _ key: OccurrenceKey) -> String {
        let query =
            "?entry=\(entry.uuidString)&routine=\(routine.uuidString)&key=\(PageText.escaped(key.description))"
        switch origin {
        case .now: return "/now" + query
        case .today: return "/today" + query
        case .chores: return "/chores" + query
        case .it: return page + query
        }
    }

    /// Where a form undoes an entry.
    func undo(_ entry: UUID) -> String {
        "\(page)/undo?entry=\(entry.uuidString)&id=\(UUID().uuidString)&from=\(origin.rawValue)"
    }
}

/// One due time of a routine: what, for whom, by whom, its state, and what can be done about it.
struct OccurrenceCard {
    let key: String
    /// Where links to it lead.
    let anchor: String
    let path: String
    let origin: String
    let title: String
    let symbol: ShownSymbol?
    let details: String?
    let client: String
    /// For whom, and by whom.
    let who: Text
    let why: Text
    /// `08:00`, with the day where it is another one.
    let time: Text
    let state: Text
    /// `good` or `urgent`: the colour of the state.
    let tone: String
    /// Of a chore, on its own page: how much of it is done, how long it takes, what it is worth.
    let facts: [Text]
    let priority: String
    let urgency: Text?
    let note: String?
    let isOpen: Bool
    /// Whoever takes it first does it, and nobody has.
    let isFree: Bool
    /// Whoever reads, who would take it.
    let reader: String
    /// Whether it is time to do it.
    let isTime: Bool
    /// Done or skipped, and can be taken back.
    let isClosed: Bool
    /// Done, and the reader says whether it counts.
    let mayApprove: Bool
    /// The sound that is made once when it becomes due.
    let once: String?
    let putOff: PuttingOff
    /// Where whoever reads sends a photo that shows that they have done it; `nil` where they only say so.
    let photoPath: String?
    let reasons: [Text]
    let doneID = UUID().uuidString
    let approveID = UUID().uuidString
    let skipID = UUID().uuidString
    let claimID = UUID().uuidString
    let otherSkipID = UUID().uuidString
    let noteID = UUID().uuidString
    let undoID = UUID().uuidString
    // What was typed before, and why it was not taken.
    var typedReason = ""
    var reasonProblem: Text?
    var typedNote = ""
    var noteProblem: Text?
    var isSkipping = false
    /// For ids in the page, which must be unique.
    let label: String
    /// Whether it is on its own page, with all that is known of it.
    let isAlone: Bool
    /// Of its heading.
    let level: Int

    init(
        _ item: RoutineOccurrence, in agenda: Agenda?, from origin: OccurrencePath.Origin, viewer: Viewer,
        call: PageCall
    ) {
        let (now, zone) = (call.request.now, call.request.zone)
        path = OccurrencePath(item, from: origin).page
        self.origin = origin.rawValue
        key = "item-\(item.id)"
        anchor = "due-" + OccurrencePath.anchor(item)
        label = path.dropFirst("/today/".count).map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        title = item.title
        symbol = call.symbol(item.symbol)
        details = item.details
        client = call.say(WhoseText.of(item))
        isAlone = origin == .it
        facts = isAlone ? ChoreCard.facts(of: item) : []
        level = isAlone ? 2 : 3
        let isMine = item.assignment.person == viewer.person.id
        let name = item.assignment.name.map(Text.Value.verbatim)
        who =
            switch (item.audience, isMine, name) {
            case (.person, true, _): Text("chores.yours")
            case (.person, false, let name?): Text("chores.of_name", ["name": name])
            case (.client, false, let name?) where item.isByItsClient:
                Text("chores.of_name", ["name": name])
            case (.client, true, _), (.household, true, _):
                Text("today.for_by_you", ["client": .verbatim(client)])
            case (.client, false, let name?), (.household, false, let name?):
                Text("today.for_by", ["client": .verbatim(client), "name": name])
            case (_, false, nil): Text("today.for_by_nobody", ["client": .verbatim(client)])
            }
        why = AssignmentText.text(item.assignment.reason)
        let isToday = zone.local(of: item.at).day == zone.local(of: now).day
        time = isToday ? call.time(of: item.at) : TimeText.dayAndTime(item.at, now: now, zone: zone)
        func changed(_ what: Text) -> Text {
            let by = item.changedBy.map { OneOccurrencePage.by($0, what, viewer) } ?? what
            return item.changedAt.map { .joined([by, call.when($0)], separator: ", ") } ?? by
        }
        let when = ["when": Text.Value.text(call.when(item.at))]
        switch item.state {
        case .upcoming: (state, tone) = (Text("today.due_then", when), "")
        case .due: (state, tone) = (Self.due(since: item.at, call), "soon")
        case .missed:
            (state, tone) = (isToday ? Text("today.not_done_due", when) : Text("today.not_done"), "urgent")
        case .done:
            let done = changed(Text("today.done"))
            (state, tone) =
                item.chore?.approval == .waiting
                ? (.joined([done, Text("chores.waits")], separator: " – "), "soon") : (done, "good")
        case .skipped: (state, tone) = (changed(Text("today.skipped")), "")
        }
        priority = item.state.isOpen ? item.priority.rawValue : "done"
        urgency =
            item.state.isOpen && item.priority != .normal
            ? Text(item.priority == .urgent ? "today.urgent" : "today.soon") : nil
        note = item.note
        isOpen = item.state.isOpen
        isFree = isOpen && item.assignment.person == nil && Set.staff.contains(viewer.person.role)
        reader = viewer.person.id
        isTime = item.state == .due || item.state == .missed
        isClosed = !item.state.isOpen
        // A photo is looked at first: it stands on the page of the chore.
        mayApprove = item.waitsForYes(of: viewer) && (isAlone || item.chore?.proof == nil)
        once = isTime && Ringing(viewer, call.request).rings(item) ? "normal" : nil
        putOff = PuttingOff(item, in: agenda, from: origin, viewer: viewer, call: call)
        let isTheirs = isMine || item.assignment.person == nil
        photoPath =
            isOpen && isTheirs && item.chore?.proof != nil
            ? ChorePhotoForm.path(item.routine, item.key, viewer) + "?from=\(origin.rawValue)" : nil
        reasons = ChosenReasons.leftOut
    }

    /// For how long it has been due, rounded down; since when where that was on another day.
    private static func due(since moment: Date, _ call: PageCall) -> Text {
        let (now, zone) = (call.request.now, call.request.zone)
        let minutes = Int((now.timeIntervalSince(moment) / 60).rounded(.down))
        if minutes < 1 { return Text("today.due_now") }
        if minutes < 60 { return Text("today.due_for_minutes", count: minutes) }
        guard zone.local(of: moment).day == zone.local(of: now).day else {
            return Text("today.due_since", ["when": .text(call.when(moment))])
        }
        let (hours, rest) = (minutes / 60, minutes % 60)
        return hours < 6 && rest != 0
            ? Text("today.due_for", ["hours": .number(hours), "minutes": .number(rest)])
            : Text("today.due_for_hours", count: hours)
    }
}

extension Agenda {
    /// What is, was or will be told of it at the stations: that is what can be put off.
    func stationReminders(of item: RoutineOccurrence) -> [Reminder] {
        stationReminders { $0.routine == item.routine && $0.key == item.key }
    }

    func stationReminders(where isIt: (RoutineOccurrence) -> Bool) -> [Reminder] {
        (told + reminders).filter { reminder in
            reminder.channel == .station && (reminder.kind == .due || reminder.kind == .missed)
                && reminder.occurrence.map(isIt) ?? false
        }
    }
}
