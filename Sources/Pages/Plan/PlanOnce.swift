import Care
import FoundationEssentials
import Recurrence
import Wording

/// Changing a single occurrence, and putting it back.
enum PlanOnce {
    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let place = try await PlanPlace(call)
        let content = place.routine.content.of(place.key)
        let local = place.occurrence?.local ?? place.key.local
        var values = [
            "id": "\(UUID())", "at": CareJSON.string(from: call.request.now),
            "replaces": "\(place.routine.sequence)", "date": "\(local.day)", "time": RoutineForm.text(local),
            "title": content.title, "priority": content.priority.rawValue,
        ]
        values["details"] = content.details
        values["symbol"] = content.symbol
        switch kept(place)?.assignment {
        case .fixed(let person): values["person"] = person
        case .inTurn, .leastOften, .claimed: values["person"] = PlanOnceView.kept
        case nil: break
        }
        return try await draw(call, place, values)
    }

    static func change(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let place = try await PlanPlace(call)
        var values: [String: String] = [:]
        for name in [
            "id", "at", "replaces", "date", "time", "title", "details", "symbol", "person", "priority",
        ] { values[name] = call.form[name] ?? "" }
        var problems: [String: Text] = [:]
        let to = time(values, place, call, &problems)
        guard problems.isEmpty, let to else {
            return try await draw(call, place, values, problems, status: 422)
        }
        let change = RoutineChange(
            id: PlanSending.id(call), scope: .one, occurrence: place.key, to: to, edit: edit(values, place),
            replaces: values["replaces"].flatMap { Int64($0) } ?? place.routine.sequence,
            by: viewer.person.name, at: PlanSending.at(call))
        do throws(CareProblem) {
            try await PlanSending.change(place.routine.id, change, call)
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if case .routine(let now)? = error.current {
                problems["form"] =
                    now.changedBy.map { Text("plan.routine_changed_by", ["who": .verbatim($0)]) }
                    ?? Text("plan.routine_changed")
                values["replaces"] = "\(now.sequence)"
                values["id"] = "\(UUID())"
            } else {
                let field = error.field.map {
                    $0 == "to" ? "time" : $0.hasPrefix("edit.") ? String($0.dropFirst(5)) : $0
                }
                let isKnown = field.map { values.keys.contains($0) } ?? false
                problems[isKnown ? field ?? "form" : "form"] = error.sentence
            }
            return try await draw(call, place, values, problems, status: error.status)
        }
        // What differed before cannot be restored by one press: the page has a button for how it was planned first.
        guard !place.isChanged else { return .seeOther("\(place.path)?said=\(PlanNotice.onceMore)") }
        let now: Routine? = try? await call.api.get("routines/\(place.routine.id)")
        let seen = now.map { "&seq=\($0.sequence)" } ?? ""
        return .seeOther("\(place.path)?said=\(PlanNotice.once)\(seen)")
    }

    static func restore(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let routine = try await PlanPlace.routine(call)
        let key = try PlanPlace.key(call)
        let replaces = try PlanNotice.replaced(routine, call)
        try await PlanSending.change(
            routine.id,
            RoutineChange(
                id: PlanSending.id(call), scope: .restore, occurrence: key, replaces: replaces,
                by: viewer.person.name, at: PlanSending.at(call)), call)
        return .seeOther("\(PlanText.path(routine.id, key))?said=\(PlanNotice.restored)")
    }

    private static func kept(_ place: PlanPlace) -> OccurrenceEdit? {
        place.routine.content.edits.first { $0.of == place.key }?.edit
    }

    /// When it is done instead. A time that the clocks skip is said here, where it is typed.
    private static func time(
        _ values: [String: String], _ place: PlanPlace, _ call: PageCall, _ problems: inout [String: Text]
    ) -> WallTime? {
        if values["title"]?.isEmpty ?? true { problems["title"] = Text("plan.write_what") }
        let day = CalendarDay(values["date"] ?? "")
        if day == nil { problems["date"] = Text("plan.write_day") }
        let seconds = RoutineForm.time(values["time"] ?? "")
        if seconds == nil { problems["time"] = Text("plan.write_time") }
        guard let day, let seconds else { return nil }
        let to = WallTime(startOf: day).adding(seconds: Int64(seconds))
        let clocks = DueDatesPreview.clocks(place.routine.content.schedule.zone, zone: call.request.zone)
        if to != place.key.local, case .skipped(let taken) = clocks.reading(of: to) {
            problems["time"] = Text("plan.time_missing", ["time": .time(to), "instead": .time(taken)])
        }
        return to
    }

    /// What differs from the routine; empty where nothing does, which takes back what was said before.
    private static func edit(_ values: [String: String], _ place: PlanPlace) -> OccurrenceEdit {
        let content = place.routine.content
        var edit = OccurrenceEdit()
        func other(_ name: String, than usual: String?) -> String? {
            let value = values[name] ?? ""
            return value.isEmpty || value == usual ? nil : value
        }
        edit.title = other("title", than: content.title)
        edit.details = other("details", than: content.details)
        edit.symbol = other("symbol", than: content.symbol)
        let priority = values["priority"].flatMap(Priority.init)
        edit.priority = priority == content.priority ? nil : priority
        switch values["person"] ?? "" {
        case "": edit.assignment = nil
        case PlanOnceView.kept: edit.assignment = kept(place)?.assignment
        case let person:
            let rule = AssignmentRule.fixed(person: person)
            edit.assignment = rule == content.assignment ? nil : rule
        }
        return edit
    }

    private static func draw(
        _ call: PageCall, _ place: PlanPlace, _ values: [String: String],
        _ problems: [String: Text] = [:], status: Int = 200
    ) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let today = call.request.zone.local(of: call.request.now).day
        return call.page(
            Page(
                title: Text(
                    "plan.once_title", ["title": .verbatim(place.routine.content.of(place.key).title)]),
                template: "plan-once",
                content: PlanOnceView(
                    place, values, problems, people: people.people, today: today),
                notice: problems.isEmpty
                    ? nil : Notice(text: Text("plan.nothing_saved"), isProblem: true),
                back: place.path), status: status)
    }
}

/// The form for one occurrence.
struct PlanOnceView {
    /// Represents a rule that was set for this one occurrence through the API.
    static let kept = "*"

    let action: String
    /// Which one is changed.
    let when: Text
    let values: [String: String]
    let problems: [String: Text]
    let people: [FormOption]
    let priorities: [FormOption]

    init(
        _ place: PlanPlace, _ values: [String: String], _ problems: [String: Text], people: [Person],
        today: CalendarDay
    ) {
        action = "\(place.path)/one"
        when = PlanText.dayAndTime(place.key.local, today: today)
        self.values = values
        self.problems = problems
        let chosen = values["person"] ?? ""
        var all = [("", Text("plan.as_routine"))]
        if chosen == Self.kept { all.append((Self.kept, Text("plan.in_turn_as_set"))) }
        all += people.filter { $0.isActive || $0.id == chosen }.byName().map { ($0.id, .nameOf($0)) }
        // Whom its reader does not see stays named.
        if !all.contains(where: { $0.0 == chosen }) {
            all.append((chosen, .capitalized(WhoText.name(chosen, among: people))))
        }
        self.people = all.map { FormOption(value: $0.0, name: $0.1, isChosen: $0.0 == chosen) }
        priorities = ["normal", "soon", "urgent"].map {
            FormOption(value: $0, name: Text("plan.\($0)"), isChosen: $0 == values["priority"])
        }
    }

    static let template = """
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}"]))
        <p>[[plan.once_lead]] [[plan.once_skip]]</p>
        \(Form.mended(fields))
        <p class="row"><button class="main">[[plan.once_save]]</button></p>
        </form>
        """

    private static let fields = """
        \(Form.typed("date", "[[plan.once_day]]", .date.short))
        \(Form.typed("time", "[[plan.once_time]]", .time.short))
        \(Form.typed("person", "[[plan.once_who]]", .choice("people")))
        \(Form.typed("title", "[[plan.once_what]]", .line.most(500)))
        \(Form.typed("details", "[[plan.once_details]]", .area(rows: 2).most(2000)))
        \(Form.typed("symbol", "[[plan.once_symbol]]", .line.short))
        \(Form.group(
            "[[plan.how_important]]", fault: ("problems.priority", "f-priority"),
            Form.segments("priority", of: "priorities", label: "[[plan.how_important]]")))
        """
}
