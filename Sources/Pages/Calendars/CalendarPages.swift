import Care
import FoundationEssentials
import Wording

/// Calendars outside of the home, for those who care for clients: what is read into the plan, and where what is planned is written.
enum CalendarPages: PageTopic {
    static let base = "/calendars"

    static let routes: [PageRoute] = [
        PageRoute(.get, "/calendars", for: .staff) { call, _ in try await CalendarOverview.show(call) },
        PageRoute(.get, "/calendars/new", for: .staff) { call, _ in
            try await showNew(CalendarForm(call), call)
        },
        PageRoute(.post, "/calendars/new", for: .staff) { call, viewer in try await add(call, viewer) },
        PageRoute(.post, "/calendars/new/found", for: .staff) { call, _ in try await look(call) },
        PageRoute(.get, "/calendars/{}", for: .staff) { call, _ in
            try await show(try await calendar(call), call)
        },
        PageRoute(.post, "/calendars/{}", for: .staff) { call, _ in
            try await change(try await calendar(call), call)
        },
    ]

    static let templates = [
        "calendars": CalendarOverview.template, "calendars.new": NewCalendarView.template,
        "calendars.one": CalendarView.template,
    ]

    static func path(_ id: UUID) -> String { "\(base)/\(id.uuidString.lowercased())" }

    /// The one whose id the path has. Throws where there is none.
    private static func calendar(_ call: PageCall) async throws(CareProblem) -> CalendarLink {
        let page: CalendarsPage = try await call.api.get("calendars")
        guard let id = UUID(uuidString: call.parts[0]),
            let calendar = page.calendars.first(where: { $0.id == id })
        else { throw CareProblem(.notFound, "this page does not exist") }
        return calendar
    }

    private static func showNew(
        _ form: CalendarForm, _ call: PageCall, status: Int = 200
    ) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        return call.page(
            Page(
                title: Text("calendars.new"), template: "calendars.new",
                content: NewCalendarView(form, people.people), back: base, scripts: ["calendars.js"]),
            status: status)
    }

    private static func add(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        var form = CalendarForm(sent: call)
        guard let new = form.calendar(call, viewer) else {
            return try await showNew(form, call, status: 422)
        }
        let made: CalendarLink
        do throws(CareProblem) { made = try await call.api.send("POST", "calendars", new) } catch {
            guard PlanSending.isForTheForm(error), !error.asksForPassword else { throw error }
            form.note(error)
            return try await showNew(form, call, status: error.status)
        }
        return .seeOther(CalendarNotice.added.path(path(made.id), made))
    }

    /// Which calendars there are at a CalDAV server; the form is shown with them.
    private static func look(_ call: PageCall) async throws -> PageResponse {
        var form = CalendarForm(sent: call)
        guard let search = form.search(call) else { return try await showNew(form, call, status: 422) }
        let found: FoundCalendars
        do throws(CareProblem) { found = try await call.api.send("POST", "calendars/search", search) } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            form.note(error)
            form.lookProblem = error.sentence
            return try await showNew(form, call, status: error.status)
        }
        form.show(found)
        return try await showNew(form, call)
    }

    private static func show(
        _ calendar: CalendarLink, _ call: PageCall, attempt: CalendarAttempt? = nil, notice: Notice? = nil,
        status: Int = 200
    ) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        return call.page(
            Page(
                title: .verbatim(calendar.name), template: "calendars.one",
                content: CalendarView(calendar, people.people, attempt, call),
                notice: notice ?? CalendarNotice.notice(call), back: base),
            status: status)
    }

    private static func change(_ calendar: CalendarLink, _ call: PageCall) async throws -> PageResponse {
        guard let kind = call.form["kind"].flatMap(CalendarChange.Kind.init) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        var attempt = CalendarAttempt(kind, call)
        guard let change = attempt.change(of: calendar, call) else {
            return try await show(calendar, call, attempt: attempt, status: 422)
        }
        let after: CalendarLink
        do throws(CareProblem) {
            after = try await call.api.send("POST", "calendars/\(calendar.id)/changes", change)
        } catch {
            guard PlanSending.isForTheForm(error), !error.asksForPassword else { throw error }
            guard attempt.isTyped else {
                return try await show(
                    calendar, call, notice: Notice(text: error.sentence, isProblem: true),
                    status: error.status)
            }
            attempt.note(error)
            return try await show(calendar, call, attempt: attempt, status: error.status)
        }
        guard kind == .now, let problem = after.problem else {
            let page = kind == .remove ? base : path(calendar.id)
            return .seeOther(CalendarNotice(kind).path(page, after))
        }
        return try await show(
            after, call,
            notice: Notice(text: CalendarWords.problem(problem, after.kind), isProblem: true))
    }
}
