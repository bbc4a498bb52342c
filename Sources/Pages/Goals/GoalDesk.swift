import Care
import FoundationEssentials
import Recurrence
import Wording

/// One client's goals: what there is, and what can be done about it. The path of a call has a goal's id first.
struct GoalDesk {
    let client: Person
    /// Where its pages are.
    let base: String
    /// Whether the client reads.
    let isOwn: Bool

    /// What makes the page be read anew.
    private static let live = ["routine_changed", "occurrence_changed"]

    private func goals(_ call: PageCall) async throws(CareProblem) -> GoalPage {
        try await call.api.get("goals", isOwn ? [] : [("client", client.id)])
    }

    /// - Parameters:
    ///   - form: What was typed and not taken.
    ///   - notice: What was refused.
    func show(
        _ call: PageCall, _ viewer: Viewer, form: GoalForm? = nil, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let page = try await goals(call)
        return call.page(
            Page(
                title: isOwn ? Text("goals.title") : Text("goals.of", ["name": .text(.nameOf(client))]),
                template: isOwn ? "mine.goals" : "goals.client",
                content: GoalsPage(page, form ?? GoalForm(call), self, call), live: Self.live,
                notice: notice ?? GoalNotice.notice(call, isOwn: isOwn),
                back: isOwn ? nil : GoalPages.base, after: page.sequence),
            status: status)
    }

    func add(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        var form = GoalForm(sent: call)
        guard let content = form.content(of: client.id, over: nil, call) else {
            return try await show(call, viewer, form: form, status: 422)
        }
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "routines",
                NewRoutine(
                    id: PlanSending.id(call), content: content, by: viewer.person.name,
                    at: PlanSending.at(call)))
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if PlanSending.isTwice(error) { form.sendAnew() } else { form.note(error) }
            return try await show(call, viewer, form: form, status: error.status)
        }
        return .seeOther(GoalNotice.added.path(base))
    }

    /// It as it is now.
    private func find(_ call: PageCall) async throws(CareProblem) -> Goal {
        let page = try await goals(call)
        guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }),
            let goal = page.goals.first(where: { $0.id == id })
        else { throw CareProblem(.notFound, "this goal is not there any more: look again what there is") }
        return goal
    }

    func open(_ call: PageCall) async throws -> PageResponse {
        let goal = try await find(call)
        return open(goal, GoalForm(goal, call), call)
    }

    private func open(_ goal: Goal, _ form: GoalForm, _ call: PageCall, status: Int = 200) -> PageResponse {
        call.page(
            Page(
                title: .verbatim(goal.occurrence.title), template: isOwn ? "mine.goal" : "goals.client_goal",
                content: OneGoalPage(goal, form, self), back: base), status: status)
    }

    func change(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let goal = try await find(call)
        var form = GoalForm(sent: call)
        form.comesAgain = goal.routine.content.schedule.repetition != .once
        guard let content = form.content(of: client.id, over: goal, call) else {
            return open(goal, form, call, status: 422)
        }
        let change = RoutineChange(
            id: PlanSending.id(call), scope: .all, content: content,
            replaces: Int64(call.form["replaces"] ?? "") ?? goal.routine.sequence, by: viewer.person.name,
            at: PlanSending.at(call))
        do throws(CareProblem) {
            try await call.api.send("POST", "routines/\(goal.id)/changes", change)
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if PlanSending.isTwice(error) {
                form.sendAnew()
            } else if error.kind == .conflict {
                form.values["replaces"] = "\(goal.routine.sequence)"
                form.problems["form"] = Text("goals.changed_meanwhile")
            } else {
                form.note(error)
            }
            return open(goal, form, call, status: error.status)
        }
        return .seeOther(GoalNotice.changed.path(base))
    }

    func delete(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.notFound, "there is nothing planned with this address")
        }
        let change = RoutineChange(
            id: PlanSending.id(call), scope: .all, replaces: 0, by: viewer.person.name, at: call.request.now)
        try await PlanSending.change(id, change, call)
        return .seeOther(GoalNotice.deleted.path(base))
    }

    func mark(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) {
            let kind = try await ChoreMarking.send(call, viewer)
            return .seeOther((kind == .undone ? GoalNotice.undone : .done).path(base))
        } catch {
            guard ChoreMarking.isTold(error) else { throw error }
            return try await show(
                call, viewer, notice: Notice(text: ChoreMarking.words(error), isProblem: true),
                status: error.status)
        }
    }

    func path(_ goal: Goal) -> String { "\(base)/\(goal.id.uuidString.lowercased())" }
}
