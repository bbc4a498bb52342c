import Care
import FoundationEssentials
import Recurrence
import Wording

/// Making a session and changing when it is: one form.
struct SessionPlanning {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/sessions/new", for: .sessionPlanners) { call, viewer in
            try await draw(fresh(call, viewer), nil, call, viewer)
        },
        PageRoute(.post, "/sessions/new", for: .sessionPlanners) { call, viewer in
            try await save(nil, call, viewer)
        },
        PageRoute(.get, "/sessions/{}/change", for: .sessionPlanners) { call, viewer in
            let session = try await SessionPages.read(call)
            return try await draw(values(of: session, call), session, call, viewer)
        },
        PageRoute(.post, "/sessions/{}/change", for: .sessionPlanners) { call, viewer in
            try await save(try await SessionPages.read(call), call, viewer)
        },
    ]

    private static let usualMinutes = 45
    private static let names = ["id", "replaces", "client", "provider", "date", "time", "minutes", "title"]

    let action: String
    let back: String
    let values: [String: String]
    let problems: [String: Text]
    /// Neither changes any more once it was made.
    let asksWhom: Bool
    let asksProvider: Bool
    let clients: [FormOption]
    let providers: [FormOption]

    private static func fresh(_ call: PageCall, _ viewer: Viewer) -> [String: String] {
        let local = call.request.zone.local(of: call.request.now)
        return [
            "id": UUIDs.new(), "client": call.query["client"] ?? "",
            "provider": viewer.person.role == .provider ? viewer.person.id : "",
            "date": "\(local.day.adding(days: 1))", "time": "10:00", "minutes": "\(usualMinutes)",
        ]
    }

    private static func values(of session: Appointment, _ call: PageCall) -> [String: String] {
        let local = call.request.zone.local(of: session.content.at)
        return [
            "id": "\(session.id)", "replaces": "\(session.sequence)", "date": "\(local.day)",
            "time": RoutineForm.text(local), "minutes": "\(session.content.minutes)",
            "title": session.content.title ?? "",
        ]
    }

    /// - Parameter session: As it is now; `nil` for a new one.
    private static func save(
        _ session: Appointment?, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        var values = Dictionary(uniqueKeysWithValues: names.map { ($0, call.form[$0] ?? "") })
        var problems: [String: Text] = [:]
        guard let content = content(values, session, call, viewer, &problems) else {
            return try await draw(values, session, call, viewer, problems, status: 422)
        }
        let id = session?.id ?? UUIDs.draft(call.form)
        do throws(CareProblem) {
            if let session {
                try await call.api.send(
                    "PUT", "appointments/\(session.id)",
                    AppointmentChange(
                        content: content, replaces: Int64(values["replaces"] ?? "") ?? session.sequence,
                        by: viewer.person.name))
            } else {
                do throws(CareProblem) {
                    try await call.api.send(
                        "POST", "appointments",
                        NewAppointment(id: id, content: content, by: viewer.person.name))
                } catch { guard PlanSending.isTwice(error) else { throw error } }
            }
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if session != nil, error.field == "replaces" {
                problems["form"] = Text("sessions.changed_meanwhile")
                values["replaces"] = session.map { "\($0.sequence)" }
            } else {
                let field = PlanSending.field(error.field)
                let place = field == "at" ? "time" : field
                problems[names.contains(place) ? place : "form"] = error.sentence
            }
            return try await draw(values, session, call, viewer, problems, status: error.status)
        }
        return .seeOther(SessionPages.path(id))
    }

    /// What was typed; `nil` where something is wrong, which `problems` then says.
    private static func content(
        _ values: [String: String], _ session: Appointment?, _ call: PageCall, _ viewer: Viewer,
        _ problems: inout [String: Text]
    ) -> AppointmentContent? {
        let client = session?.content.client ?? values["client"] ?? ""
        let own = viewer.person.role == .provider ? viewer.person.id : values["provider"] ?? ""
        let provider = session?.content.provider ?? own
        if client.isEmpty { problems["client"] = Text("plan.choose_client") }
        if provider.isEmpty { problems["provider"] = Text("sessions.choose_provider") }
        let at = SessionTime.moment(values, call, &problems)
        let minutes = values["minutes"].flatMap { Int($0) }
        if minutes.map(AppointmentContent.minutesRange.contains) != true {
            problems["minutes"] = Text(
                "plan.whole_number_range",
                [
                    "least": .number(AppointmentContent.minutesRange.lowerBound),
                    "most": .number(AppointmentContent.minutesRange.upperBound),
                ])
        }
        guard problems.isEmpty, let at, let minutes else { return nil }
        let title = values["title"] ?? ""
        return AppointmentContent(
            provider: provider, client: client, at: at, minutes: minutes, title: title.isEmpty ? nil : title)
    }

    private static func draw(
        _ values: [String: String], _ session: Appointment?, _ call: PageCall, _ viewer: Viewer,
        _ problems: [String: Text] = [:], status: Int = 200
    ) async throws -> PageResponse {
        let people = try await call.api.get("people", as: PeoplePage.self).people.filter(\.isActive)
        func options(_ role: Person.Role, _ field: String) -> [FormOption] {
            people.filter { $0.role == role }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map {
                FormOption(value: $0.id, name: .nameOf($0), isChosen: $0.id == values[field])
            }
        }
        let path = session.map { SessionPages.path($0.id) }
        return call.page(
            Page(
                title: session.map(SessionWords.title) ?? Text("sessions.new"), template: "session-form",
                content: SessionPlanning(
                    action: path.map { "\($0)/change" } ?? "/sessions/new", back: path ?? SessionPages.base,
                    values: values, problems: problems, asksWhom: session == nil,
                    asksProvider: session == nil && viewer.person.role == .coordinator,
                    clients: options(.client, "client"), providers: options(.provider, "provider")),
                back: path ?? SessionPages.base), status: status)
    }

    private static let fields = Form.mended(
        """
        {{#asksWhom}}\(Form.typed("client", "[[sessions.client]]", .choice("clients", none: "[[sessions.choose]]")))
        {{#asksProvider}}\(Form.typed("provider", "[[sessions.provider]]", .choice("providers", none: "[[sessions.choose]]"))){{/asksProvider}}{{/asksWhom}}
        \(Form.typed("title", "[[sessions.about]]", .line.most(120)))
        \(Form.typed("date", "[[plan.once_day]]", .date.short))
        \(Form.typed("time", "[[plan.once_time]]", .time.short))
        \(Form.typed("minutes", "[[sessions.minutes]]", .number))
        """)

    static let template = """
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "replaces": "{{values.replaces}}"]))
        \(fields)
        <div class="row"><button class="main">[[moods.save]]</button> <a class="button" href="{{back}}">[[forms.cancel]]</a></div></form>
        """
}

/// A day and a time as they are typed into two fields, `date` and `time`.
enum SessionTime {
    /// The moment that they mean in the home; `nil` where something is wrong, which `problems` then says at its field.
    static func moment(
        _ values: [String: String], _ call: PageCall, _ problems: inout [String: Text]
    ) -> Date? {
        local(values, call, &problems).map { call.request.zone.instant(of: $0) }
    }

    /// The same on the wall. A time that the clocks skip is said, because nobody would be there at it.
    static func local(
        _ values: [String: String], _ call: PageCall, _ problems: inout [String: Text]
    ) -> WallTime? {
        let day = CalendarDay(values["date"] ?? "")
        if day == nil { problems["date"] = Text("plan.write_day") }
        let seconds = RoutineForm.time(values["time"] ?? "")
        if seconds == nil { problems["time"] = Text("plan.write_time") }
        guard let day, let seconds else { return nil }
        let local = WallTime(startOf: day).adding(seconds: Int64(seconds))
        if case .skipped(let taken) = call.request.zone.reading(of: local) {
            problems["time"] = Text("plan.time_missing", ["time": .time(local), "instead": .time(taken)])
            return nil
        }
        return local
    }
}
