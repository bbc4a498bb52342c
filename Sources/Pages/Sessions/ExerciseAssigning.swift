import Care
import FoundationEssentials
import Recurrence
import Wording

/// Assigning an exercise of the home's library to a client: a routine that the client does by themselves.
struct ExerciseAssigning {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/sessions/assign", for: .sessionPlanners) { call, _ in try await clients(call) },
        PageRoute(.get, "/sessions/assign/{}", for: .sessionPlanners) { call, viewer in
            let client = try await MoodPages.client(call)
            return try await draw(fresh(call), [], client, call, viewer)
        },
        PageRoute(.post, "/sessions/assign/{}", for: .sessionPlanners) { call, viewer in
            try await save(try await MoodPages.client(call), call, viewer)
        },
    ]

    static func path(_ client: String) -> String { "/sessions/assign/\(PageText.escaped(client))" }

    enum Kind: String, CaseIterable { case once, daily, weekly }

    private static let names = [
        "id", "at", "exercise", "details", "repeat", "date", "time", "until", "session", "provider",
    ]

    let action: String
    let back: String
    let values: [String: String]
    let problems: [String: Text]
    let exercises: [FormOption]
    /// How many the client’s breathing does not allow, in words; `nil` for none.
    let leftOut: Text?
    let chosen: [String: Bool]
    let days: [FormChip]
    let sessions: [FormOption]
    /// Who may have given it; providers give it themselves.
    let providers: [FormOption]
    let asksProvider: Bool

    private static func fresh(_ call: PageCall) -> [String: String] {
        let local = call.request.zone.local(of: call.request.now)
        return [
            "id": UUIDs.new(), "at": CareJSON.string(from: call.request.now), "repeat": Kind.daily.rawValue,
            "date": "\(local.day.adding(days: 1))", "time": "10:00", "session": call.query["session"] ?? "",
        ]
    }

    // MARK: - What was sent

    private static func save(
        _ client: Person, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, call.form[$0] ?? "") })
        let days = call.form.all("days")
        var problems: [String: Text] = [:]
        let library = try await library(of: client, call)
        let exercise = library.exercises.first { $0.id == values["exercise"] && $0.isAllowed }
        if exercise == nil { problems["exercise"] = Text("assign.choose") }
        let schedule = schedule(values, days, call, &problems)
        guard problems.isEmpty, let exercise, let schedule else {
            return try await draw(values, days, client, call, viewer, problems, status: 422)
        }
        let details = values["details"] ?? ""
        let content = RoutineContent(
            title: exercise.name, details: details.isEmpty ? nil : details, symbol: exercise.emoji,
            client: client.id, assignment: .fixed(person: client.id), schedule: schedule,
            reminders: ReminderPlan(tellsDue: true, tellsMissed: false),
            graceMinutes: minutesToMidnight(of: schedule.start), isClientsOwn: true, exercise: exercise.id,
            appointment: values["session"].flatMap { UUID(uuidString: $0) },
            provider: values["provider"].flatMap { $0.isEmpty ? nil : $0 })
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "routines",
                NewRoutine(
                    id: PlanSending.id(call), content: content, by: viewer.person.name,
                    at: PlanSending.at(call)))
        } catch {
            if PlanSending.isTwice(error) { return done(client) }
            guard PlanSending.isForTheForm(error) else { throw error }
            let place =
                switch PlanSending.field(error.field) {
                case "details": "details"
                case "appointment": "session"
                case "provider": "provider"
                case "exercise": "exercise"
                case let field where field.hasPrefix("schedule"): "date"
                default: "form"
                }
            problems[place] = error.sentence
            return try await draw(values, days, client, call, viewer, problems, status: error.status)
        }
        return done(client)
    }

    private static func done(_ client: Person) -> PageResponse {
        .seeOther("\(ClientCourse.path(client.id))?did=assigned")
    }

    /// It is for its day: what was not done by its end was not done.
    private static func minutesToMidnight(of start: WallTime) -> Int {
        max(60, 24 * 60 - start.hour * 60 - start.minute)
    }

    private static func schedule(
        _ values: [String: String], _ days: [String], _ call: PageCall, _ problems: inout [String: Text]
    ) -> RecurrenceSet? {
        let start = SessionTime.local(values, call, &problems)
        let kind = values["repeat"].flatMap(Kind.init) ?? .once
        let until = values["until"].flatMap { $0.isEmpty ? nil : CalendarDay($0) }
        if let typed = values["until"], !typed.isEmpty, until == nil {
            problems["until"] = Text("plan.write_last_day")
        }
        let weekdays = days.filter { WeekdayCode(rawValue: $0) != nil }
        if kind == .weekly, weekdays.isEmpty { problems["days"] = Text("assign.choose_days") }
        guard problems.isEmpty, let start else { return nil }
        let end = until.map { ";UNTIL=\($0.description.filter { $0 != "-" })" } ?? ""
        let repetition: Repetition? =
            switch kind {
            case .once: .once
            case .daily: TypedRules.repetition(["FREQ=DAILY\(end)"], "until", &problems)
            case .weekly:
                TypedRules.repetition(
                    ["FREQ=WEEKLY;BYDAY=\(weekdays.joined(separator: ","))\(end)"], "until", &problems)
            }
        return repetition.map { RecurrenceSet(start: start, zone: call.request.zone.id, repetition: $0) }
    }

    /// As rules of RFC 5545 have them, from Monday.
    private enum WeekdayCode: String, CaseIterable {
        case monday = "MO"
        case tuesday = "TU"
        case wednesday = "WE"
        case thursday = "TH"
        case friday = "FR"
        case saturday = "SA"
        case sunday = "SU"
    }

    // MARK: - Drawing

    private static func library(of client: Person, _ call: PageCall) async throws(CareProblem) -> ExerciseList
    {
        try await call.api.get("exercises", [("client", client.id)])
    }

    private static func draw(
        _ values: [String: String], _ days: [String], _ client: Person, _ call: PageCall, _ viewer: Viewer,
        _ problems: [String: Text] = [:], status: Int = 200
    ) async throws -> PageResponse {
        let library = try await library(of: client, call)
        let open: AppointmentPage = try await call.api.get(
            "appointments", [("client", client.id), ("state", "open"), ("limit", "200")])
        let asksProvider = viewer.person.role == .coordinator
        var people: [Person] = []
        if asksProvider { people = try await call.api.get("people", as: PeoplePage.self).people }
        let left = library.exercises.count { !$0.isAllowed }
        let allowed = library.exercises.filter(\.isAllowed)
        // The first is the usual one. What was sent without a choice stays without one.
        let exercise = values["exercise"] ?? allowed.first?.id
        return call.page(
            Page(
                title: Text("assign.for_client", ["client": .text(.nameOf(client))]), template: "assign",
                content: ExerciseAssigning(
                    action: path(client.id), back: ClientCourse.path(client.id), values: values,
                    problems: problems,
                    exercises: allowed.map {
                        FormOption(
                            value: $0.id, name: .verbatim($0.name), meaning: .verbatim($0.instructions),
                            isChosen: $0.id == exercise)
                    }, leftOut: left > 0 ? Text("assign.left_out", count: left) : nil,
                    chosen: ["repeat-\(values["repeat"] ?? "")": true],
                    days: WeekdayCode.allCases.enumerated().map { index, code in
                        FormChip(
                            value: code.rawValue, name: PlanText.weekday(Weekday.allCases[index]),
                            short: PlanText.shortWeekday(Weekday.allCases[index]),
                            isChosen: days.contains(code.rawValue))
                    },
                    sessions: open.appointments.map { session in
                        FormOption(
                            value: session.id.uuidString.lowercased(),
                            name: .joined(
                                [SessionWords.when(session, call), SessionWords.title(session)],
                                separator: " · "),
                            isChosen: session.id.uuidString.lowercased() == values["session"]?.lowercased())
                    },
                    providers: people.filter {
                        $0.role == .provider && $0.isActive && $0.reach.includes(client.id)
                    }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map {
                        FormOption(value: $0.id, name: .nameOf($0), isChosen: $0.id == values["provider"])
                    }, asksProvider: asksProvider), back: ClientCourse.path(client.id)), status: status)
    }

    /// For whom, where more than one can be chosen.
    private static func clients(_ call: PageCall) async throws -> PageResponse {
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let clients = people.filter { $0.role == .client && $0.isActive }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        if clients.count == 1 { return .seeOther(path(clients[0].id)) }
        return call.page(
            Page(
                title: Text("assign.title"), template: "assign-clients",
                content: Clients(clients: clients.map { .init(path: path($0.id), name: .nameOf($0)) }),
                back: SessionPages.base))
    }

    struct Clients {
        struct One {
            let path: String
            let name: Text
        }

        let clients: [One]
    }

    static let clientsTemplate = """
        <p>[[assign.for_whom]]</p>
        <ul class="ways">{{#clients}}<li><a href="{{path}}">\(Icon.person.html)<span>{{name}}</span>\(Icon.forward.turning)</a></li>{{/clients}}</ul>
        {{#empty(clients)}}<p data-key="none">[[moods.no_clients]]</p>{{/empty(clients)}}
        """

    private static let choices = """
        \(Form.radios("exercise", of: "exercises"))
        {{#empty(exercises)}}<p>[[assign.none]]</p>{{/empty(exercises)}}{{#leftOut}}<p class="hint quiet">{{.}}</p>{{/leftOut}}
        """

    private static let repeats =
        Form.way("repeat", Kind.daily.rawValue, "[[assign.daily]]")
        + Form.way(
            "repeat", Kind.weekly.rawValue, "[[assign.weekly]]",
            Form.chips("days", of: "days", label: "[[assign.days]]"))
        + Form.way("repeat", Kind.once.rawValue, "[[assign.once]]")

    private static let fields = Form.mended(
        """
        \(Form.group("[[assign.exercise]]", fault: ("problems.exercise", "f-exercise"), choices))
        \(Form.typed("details", "[[assign.instructions]]", .area(rows: 2).most(FieldChecks.longText)))
        \(Form.group("[[assign.when]]", fault: ("problems.days", "f-repeat"), repeats))
        \(Form.typed("date", "[[assign.first_day]]", .date.short))
        \(Form.typed("time", "[[plan.once_time]]", .time.short))
        \(Form.typed("until", "[[assign.until]]", .date.short))
        \(Form.typed("session", "[[assign.session]]", .choice("sessions", none: "[[assign.no_session]]")))
        {{#asksProvider}}\(Form.typed("provider", "[[assign.provider]]", .choice("providers", none: "[[assign.no_provider]]"))){{/asksProvider}}
        """)

    static let template = """
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "at": "{{values.at}}"]))
        \(fields)
        <div class="row"><button class="main">[[assign.do]]</button> <a class="button" href="{{back}}">[[forms.cancel]]</a></div></form>
        """
}
