import Care
import FoundationEssentials
import Recurrence

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
        case .inTurn: values["person"] = PlanOnceView.kept
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
        var problems: [String: String] = [:]
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
                    "\(now.changedBy ?? "Somebody") has changed this routine meanwhile. What you typed is still here; save it again if it is still right."
                values["replaces"] = "\(now.sequence)"
                values["id"] = "\(UUID())"
            } else {
                let field = error.field.map {
                    $0 == "to" ? "time" : $0.hasPrefix("edit.") ? String($0.dropFirst(5)) : $0
                }
                let isKnown = field.map { values.keys.contains($0) } ?? false
                problems[isKnown ? field ?? "form" : "form"] = FormField.sentence(error.detail)
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
        _ values: [String: String], _ place: PlanPlace, _ call: PageCall, _ problems: inout [String: String]
    ) -> WallTime? {
        if values["title"]?.isEmpty ?? true { problems["title"] = "Write what it is, such as Medicine." }
        let day = CalendarDay(values["date"] ?? "")
        if day == nil { problems["date"] = "Write the day as year, month and day: 2026-11-23." }
        let seconds = RoutineForm.time(values["time"] ?? "")
        if seconds == nil { problems["time"] = "Write the time as hours and minutes: 08:00." }
        guard let day, let seconds else { return nil }
        let to = WallTime(startOf: day).adding(seconds: Int64(seconds))
        let clocks = DueDatesPreview.clocks(place.routine.content.schedule.zone, zone: call.request.zone)
        if to != place.key.local, case .skipped(let taken) = clocks.reading(of: to) {
            problems["time"] =
                "The clocks go forward on this day: \(PageText.time(to)) does not exist. Write \(PageText.time(taken)), for example."
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
        _ problems: [String: String] = [:], status: Int = 200
    ) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let today = call.request.zone.local(of: call.request.now).day
        return call.page(
            Page(
                title: "Change \(place.routine.content.of(place.key).title) once", template: "plan-once",
                content: PlanOnceView(
                    place, values, problems, people: people.people, today: today),
                notice: problems.isEmpty
                    ? nil : Notice(text: "Nothing is saved yet: check what is marked.", isProblem: true),
                back: place.path), status: status)
    }
}

/// The form for one occurrence.
struct PlanOnceView {
    /// Represents a rule that was set for this one occurrence through the API.
    static let kept = "*"

    let action: String
    let lead: String
    let values: [String: String]
    let problems: [String: String]
    let people: [FormOption]
    let priorities: [FormOption]

    init(
        _ place: PlanPlace, _ values: [String: String], _ problems: [String: String], people: [Person],
        today: CalendarDay
    ) {
        action = "\(place.path)/one"
        lead = "Only the one on \(PlanText.dayAndTime(place.key.local, today: today)) is changed."
        self.values = values
        self.problems = problems
        let chosen = values["person"] ?? ""
        var all = [("", "As the routine has it")]
        if chosen == Self.kept { all.append((Self.kept, "In turn, as set for this one")) }
        all += people.filter { $0.isActive || $0.id == chosen }.map { ($0.id, $0.name) }
        self.people = all.map { FormOption(value: $0.0, name: $0.1, isChosen: $0.0 == chosen) }
        priorities = [("normal", "Normal"), ("soon", "Soon"), ("urgent", "Urgent")].map {
            FormOption(value: $0.0, name: $0.1, isChosen: $0.0 == values["priority"])
        }
    }

    static let template = """
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}"]))
        <p>{{lead}} To skip it, go back and choose “Done, skipped, notes”.</p>
        \(Form.trouble("problems.form"))
        \(Form.typed("date", "On which day?", .date.short))
        \(Form.typed("time", "At what time?", .time.short))
        \(Form.typed("person", "Who does it this time?", .choice("people")))
        \(Form.typed("title", "What is it?", .line.most(500)))
        \(Form.typed(
            "details", "Details, such as “Today the blue pills” (empty: as the routine has it)", .area(rows: 2).most(2000)))
        \(Form.typed("symbol", "Symbol (empty: as the routine has it)", .line.short))
        \(Form.typed("priority", "How important is it?", .choice("priorities")))
        <p class="row"><button class="main">Save, this time only</button></p>
        </form>
        """
}
