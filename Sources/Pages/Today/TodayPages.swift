import Care
import FoundationEssentials
import Recurrence
import Wording

/// The day by time, what is left from earlier days, and each due time with all that is known of it.
enum TodayPages: PageTopic {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/today", for: .all, show),
        PageRoute(.get, "/today/{}/{}", for: .all, showOne),
        PageRoute(.post, "/today/{}/{}/entries", for: .all, Marking.mark),
        PageRoute(.post, "/today/{}/{}/undo", for: .all, Marking.undo),
        PageRoute(.post, "/today/{}/{}/putoff", for: .staff, Marking.putOff),
        // Whoever reads a refused entry anew, as a live page does.
        PageRoute(.get, "/today/{}/{}/entries", for: .all) { call, _ in
            let (routine, key) = try place(call)
            return .seeOther(OccurrencePath(routine, key, from: .it).page)
        },
    ]

    static let templates: [String: String] = [
        "today": TodayPage.template,
        "occurrence": OneOccurrencePage.template,
        "occurrence-card": OccurrenceCard.template,
    ]

    static let live = ["routine_changed", "occurrence_changed", "reminder"]

    /// As many as are shown at first, and each time that more are wanted.
    static let shown = [20, 50, 200, 500, 1000]

    private static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let most = shown.first { String($0) == call.query["shown"] } ?? shown[0]
        let agenda: Agenda = try await call.api.get("agenda", [("limit", String(most))])
        return call.page(
            Page(
                title: Text("today.title"), template: "today", content: TodayPage(agenda, most, call, viewer),
                live: live + (viewer.person.role == .provider ? SessionPages.live : []),
                notice: try await Marking.notice(call)))
    }

    private static func showOne(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        try await one(call, viewer, notice: try await Marking.notice(call))
    }

    /// The page of one due time.
    ///
    /// - Parameter typed: Puts back what was typed and not taken.
    static func one(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200,
        typed: (inout OccurrenceCard) -> Void = { _ in }
    ) async throws -> PageResponse {
        let (routine, key) = try place(call)
        // For its reminders; it itself is asked for by its routine.
        let agenda: Agenda = try await call.api.get("agenda", [("limit", "1")])
        let item = try await find(routine, key, agenda, call)
        let history: EntryPage = try await call.api.get(
            "entries", [("routine", routine.uuidString), ("key", key.description)])
        let whole: Routine? = try? await call.api.get("routines/\(routine.uuidString)")
        var card = OccurrenceCard(item, in: agenda, from: .it, viewer: viewer, call: call)
        typed(&card)
        let photo = try await ShownChorePhoto.read(of: item, call)
        return call.page(
            Page(
                title: .verbatim(item.title), template: "occurrence",
                content: OneOccurrencePage(
                    card, history.entries, whole, photo: photo, viewer: viewer, call: call),
                live: live, notice: notice, back: "/today"), status: status)
    }

    /// Which one the path means.
    static func place(_ call: PageCall) throws(CareProblem) -> (routine: UUID, key: OccurrenceKey) {
        guard call.parts.count == 2, let routine = UUID(uuidString: call.parts[0]),
            let key = OccurrenceKey(call.parts[1])
        else { throw CareProblem(.notFound, "there is nothing planned with this address") }
        return (routine, key)
    }

    /// It as it is now: from the day's plan, or else from the days around its first time, as far as it may have been moved.
    private static func find(
        _ routine: UUID, _ key: OccurrenceKey, _ agenda: Agenda, _ call: PageCall
    ) async throws(CareProblem) -> RoutineOccurrence {
        let isIt = { (item: RoutineOccurrence) in
            item.routine == routine && item.key == key
        }
        if let known = (agenda.today + agenda.outstanding).first(where: isIt) { return known }
        let middle = call.request.zone.instant(of: key.local)
        for days in [2.0, 30] {
            let page: OccurrencePage = try await call.api.get(
                "occurrences",
                [
                    ("from", CareJSON.string(from: middle.addingTimeInterval(-days * 86_400))),
                    ("until", CareJSON.string(from: middle.addingTimeInterval(days * 86_400))),
                    ("routine", routine.uuidString),
                ])
            if let found = page.occurrences.first(where: isIt) { return found }
        }
        throw CareProblem(
            .notFound, "this is no longer planned: somebody has changed the plan. Look at Today or Plan")
    }
}

/// The schedule of the day, and everything outstanding.
struct TodayPage {
    let day: Text
    let zone: String
    let outstanding: [OccurrenceCard]
    let hasOutstanding: Bool
    let today: [OccurrenceCard]
    let isEmpty: Bool
    /// What is done of how much.
    let count: Text
    let leftOut: Text?
    /// Where more of them are shown.
    let more: String?
    let hasHandover: Bool
    /// Whether its reader is a provider who sees nobody yet.
    let seesNobody: Bool
    /// The sessions in which clients wait for the reader, the longest first.
    let waiting: [SessionCard]

    /// - Parameter most: As many as were asked for.
    init(_ agenda: Agenda, _ most: Int, _ call: PageCall, _ viewer: Viewer) {
        let card = { (item: RoutineOccurrence) in
            OccurrenceCard(item, in: agenda, from: .today, viewer: viewer, call: call)
        }
        hasHandover = Set<Person.Role>.staff.contains(viewer.person.role)
        seesNobody = viewer.person.reach == .only([])
        waiting = (call.request.waitingClients ?? []).map {
            SessionCard($0, on: SessionPages.base, for: viewer.person.role, call)
        }
        day = TimeText.dayOfYear(agenda.day)
        zone = agenda.zone
        outstanding = agenda.outstanding.filter(\.state.isOpen).map(card)
        hasOutstanding = !outstanding.isEmpty
        today = agenda.today.map(card)
        isEmpty = today.isEmpty
        let closed = agenda.today.count { !$0.state.isOpen }
        let isAll = agenda.totals.today == agenda.today.count
        count =
            isAll
            ? Text("today.done_of", ["done": .number(closed), "all": .number(agenda.today.count)])
            : Text("today.in_all", ["all": .number(agenda.totals.today)])
        let missing =
            agenda.totals.today - agenda.today.count + agenda.totals.outstanding - agenda.outstanding.count
        leftOut =
            missing > 0
            ? Text("today.more_left_out", count: missing) : nil
        more =
            missing > 0
            ? TodayPages.shown.first { $0 > most }.map { "/today?shown=\($0)" } : nil
    }
}
