import Care
import FoundationEssentials
import Recurrence
import Wording

extension PlanEditing {
    func send() async throws -> PageResponse {
        var form = RoutineForm(call.form)
        // What is still asked stays so, and nothing is saved that was not shown.
        if FoundSymbols.isAsked(call) {
            return draw(form, isOne: false, asks: Set(form.open.map(\.rawValue)))
        }
        // What is shown is saved.
        let isSaved = call.form["do"] == "save"
        if !isSaved, form.isDoerOpen { form.choose(doer: usualDoer(of: form["client"])) }
        form.takeAnswers(now: zone.local(of: call.request.now))
        if routine == nil { form.tickOwnChore() }
        guard let content = form.content(over: base, zone: zone, needs: needs) else {
            return draw(form, asks: Set(form.stillAsked.map(\.rawValue)), status: 422)
        }
        form.open = []
        if form.isOfEach,
            let gone = form.each.first(where: { id in !people.contains { $0.id == id && $0.isActive } })
        {
            form.problems["each"] = Text("plan.each_gone", ["name": .text(WhoText.name(gone, among: people))])
            return draw(form, status: 422)
        }
        guard isSaved else { return await look(form, content) }
        do throws(CareProblem) {
            try await save(content, form)
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if form.isOfEach, PlanSending.isTwice(error) {
                form.values["id"] = "\(UUID())"
                form.problems["each"] = Text("plan.each_known")
            } else if case .routine(let now)? = error.current {
                form.problems["form"] = Self.meanwhile(now)
                form.values["replaces"] = "\(now.sequence)"
                form.values["id"] = "\(UUID())"
            } else {
                mark(error, in: &form)
            }
            return draw(form, status: error.status)
        }
        guard routine == nil else {
            let day = key?.local.day ?? zone.local(of: call.request.now).day
            let said: PlanNotice = key == nil ? .all : .following
            return .seeOther(PlanText.week(day) + "&said=\(said)")
        }
        // Of several nothing is undone with one tap.
        if form.isOfEach, form.following.isEmpty {
            return .seeOther(PlanText.week(firstDay(of: content)) + "&said=\(PlanNotice.made)")
        }
        let id = PlanSending.id(call)
        if let next = form.following.first {
            return .seeOther(Self.path(next, form, made: form.isOfEach ? nil : id))
        }
        return .seeOther(PlanText.week(firstDay(of: content)) + "&said=\(PlanNotice.made)&routine=\(id)")
    }

    /// The form of the plan that a sentence had behind the one that was just made.
    private static func path(_ next: String, _ form: RoutineForm, made id: UUID?) -> String {
        let then = form.following.dropFirst().joined(separator: "\n")
        let fields = [("client", form.nextClient), ("say", next), ("then", then)].filter { !$0.1.isEmpty }
        return "/plan/new?" + fields.map { "\($0.0)=\(PageText.escaped($0.1))" }.joined(separator: "&")
            + "&said=\(PlanNotice.made)" + (id.map { "&routine=\($0)" } ?? "")
    }

    /// The content that is changed. What was said of single ones goes on with what follows where it still fits: the service
    /// sees to it if nothing else is said.
    private var base: RoutineContent? {
        guard var content = routine?.content else { return nil }
        if key != nil {
            content.schedule.changes = []
            content.schedule.except = []
            content.edits = []
        }
        return content
    }

    private func save(_ content: RoutineContent, _ form: RoutineForm) async throws(CareProblem) {
        let at = PlanSending.at(call)
        var content = content
        // Where a part of a series begins and ends, the service alone says.
        (content.beginsWith, content.endsBefore) = (nil, nil)
        guard let routine else {
            do throws(CareProblem) {
                try await call.api.send("POST", "routines", message(content, form, at))
            } catch {
                // Of several, the same form has its answer again: where an id is known, another one was sent, and none is made.
                guard PlanSending.isTwice(error), !form.isOfEach else { throw error }
            }
            return
        }
        try await PlanSending.change(
            routine.id,
            RoutineChange(
                id: PlanSending.id(call), scope: key == nil ? .all : .following, occurrence: key,
                content: content, continuation: key.map { _ in PlanSending.id(call, "continuation") },
                replaces: Int64(form["replaces"]) ?? routine.sequence, by: viewer.person.name, at: at), call)
    }

    /// One for each of several people is one message: all are made, or none.
    private func message(_ content: RoutineContent, _ form: RoutineForm, _ at: Date) -> NewRoutine {
        var (content, id) = (content, PlanSending.id(call))
        guard form.isOfEach, let first = form.each.min() else {
            return NewRoutine(id: id, content: content, by: viewer.person.name, at: at)
        }
        let twins = form.each.sorted().map { RoutineTwin(id: Self.id(id, of: $0), person: $0) }
        content.assignment = .fixed(person: first)
        id = twins[0].id
        return NewRoutine(
            id: id, content: content, by: viewer.person.name, at: at, also: Array(twins.dropFirst()))
    }

    /// Says beside the fields what the service refuses, and of several people with whose name.
    private func mark(_ problem: CareProblem, in form: inout RoutineForm) {
        let people = form.each.sorted()
        let field = problem.field ?? ""
        let place: Int? =
            if let found = field.firstMatch(of: /^also\[(\d+)\]/) { Int(found.1).map { $0 + 1 } } else {
                field.hasPrefix("content.assignment") ? 0 : nil
            }
        guard form.isOfEach, let place, people.indices.contains(place) else {
            return form.mark(problem.field, problem.detail)
        }
        form.problems["each"] = Text(
            "plan.each_refused",
            [
                "name": .text(WhoText.name(people[place], among: self.people)),
                "reason": .text(.sentence(.written(problem.detail))),
            ])
    }

    /// The id of one of several plans that are made by one form: sent again, it is the same, whoever else is chosen by then.
    private static func id(_ first: UUID, of person: String) -> UUID {
        // FNV-1a, 64 bits, into the half of an id that says nothing of its kind but for two bits of the first byte.
        let hash = person.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        var bytes = first.uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for place in 0..<7 { bytes[9 + place] ^= UInt8(truncatingIfNeeded: hash >> (8 * UInt64(place))) }
        }
        return UUID(uuid: bytes)
    }

    /// Where a new one is seen in the plan.
    private func firstDay(of content: RoutineContent) -> CalendarDay {
        let clocks = DueDatesPreview.clocks(content.schedule.zone, zone: zone)
        let now = call.request.now
        do {
            let times = try RoutinePlan(content, zone: clocks).times(
                from: now, until: now.addingTimeInterval(400 * 86_400), limit: 1)
            return times.first?.local.day ?? content.schedule.start.day
        } catch { return content.schedule.start.day }
    }

    /// Somebody else was faster.
    private static func meanwhile(_ now: Routine) -> Text {
        let repetition = RepetitionWords.text(now.content.schedule)
        let content: [String: Text.Value] = [
            "title": .verbatim(now.content.title), "repetition": .text(repetition),
        ]
        guard let who = now.changedBy else { return Text("plan.changed", content) }
        return Text("plan.changed_by", content.merging(["who": .verbatim(who)]) { $1 })
    }
}
