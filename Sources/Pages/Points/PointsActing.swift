import Care
import FoundationEssentials
import Wording

/// What somebody does about points: asks for a reward, says yes or why not, says thanks, wants points or none.
enum PointsActing {
    /// What a form does: all are sent to the page that they stand on, which shows what was refused.
    enum Act: String {
        case ask, answer, thank, turn
    }

    static func onOverview(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        switch act(call) {
        case .answer, .ask: break
        case .turn, .thank, nil: throw notUnderstood
        }
        return try await act(call, viewer, on: PointsPages.base) { notice, status in
            try await PointsOverview.show(call, viewer, notice: notice, status: status)
        }
    }

    static func onPersonsPage(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        if act(call) == .thank { return try await thank(call, viewer) }
        return try await act(call, viewer, on: PointsPages.path(call.parts[0])) { notice, status in
            try await PersonPointsPage.show(call, viewer, notice: notice, status: status)
        }
    }

    /// On the page of a client's own points.
    static func onOwnPage(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        try await act(call, viewer, on: MinePoints.base) { notice, status in
            try await MinePoints.show(call, viewer, notice: notice, status: status)
        }
    }

    private static var notUnderstood: CareProblem {
        CareProblem(.badRequest, "this entry was not understood: go back and tap again")
    }

    /// Whose page it is: its own has no name in its address, and that of all says it with each reward and each button.
    private static func person(_ call: PageCall, _ viewer: Viewer) -> String {
        let isOwn = viewer.person.role == .client
        return call.parts.first ?? (isOwn ? nil : call.form["person"]) ?? viewer.person.id
    }

    private static func act(_ call: PageCall) -> Act? { call.form["do"].flatMap(Act.init) }

    private static func act(
        _ call: PageCall, _ viewer: Viewer, on page: String,
        refused: (Notice, Int) async throws -> PageResponse
    ) async throws -> PageResponse {
        let does = act(call)
        let state = call.form["state"].flatMap(RewardGrant.State.init)
        if does == .answer, state == .refused, call.form["reason"] == nil {
            return try await refused(Notice(text: Text("today.say_why"), isProblem: true), 422)
        }
        let done: (notice: PointsNotice, grant: UUID?)
        do throws(CareProblem) {
            switch does {
            case .ask: done = try await ask(call, viewer)
            case .answer:
                guard let state, let grant = call.form["grant"].flatMap({ UUID(uuidString: $0) }) else {
                    throw notUnderstood
                }
                done = try await answer(state, grant, call, viewer)
            case .turn: done = (try await turn(call, viewer), nil)
            case .thank, nil: throw notUnderstood
            }
        } catch {
            guard isTold(error) else { throw error }
            return try await refused(Notice(text: error.sentence, isProblem: true), error.status)
        }
        return .seeOther(done.notice.path(page, of: done.grant))
    }

    /// Whether the page can say it above itself: somebody was faster, there are too few points, or it may not be done.
    private static func isTold(_ problem: CareProblem) -> Bool {
        switch problem.kind {
        case .conflict, .notAcceptable: true
        case .forbidden: problem.field != nil
        default: false
        }
    }

    private static func ask(
        _ call: PageCall, _ viewer: Viewer
    ) async throws(CareProblem) -> (PointsNotice, UUID?) {
        guard let reward = call.form["reward"].flatMap({ UUID(uuidString: $0) }) else { throw notUnderstood }
        let grant: RewardGrant = try await call.api.send(
            "POST", "grants",
            NewGrant(
                id: PlanSending.id(call), reward: reward, person: person(call, viewer),
                by: viewer.person.name,
                at: PlanSending.at(call)))
        return (PointsNotice(grant.state), grant.id)
    }

    private static func answer(
        _ state: RewardGrant.State, _ grant: UUID, _ call: PageCall, _ viewer: Viewer
    ) async throws(CareProblem) -> (PointsNotice, UUID?) {
        try await call.api.send(
            "POST", "grants/\(grant)/answers",
            GrantAnswer(
                id: PlanSending.id(call), state: state, reason: call.form["reason"], by: viewer.person.name,
                at: PlanSending.at(call)))
        return (PointsNotice(state), grant)
    }

    private static func turn(_ call: PageCall, _ viewer: Viewer) async throws(CareProblem) -> PointsNotice {
        let isOn = call.form["on"] == "true"
        try await call.api.send(
            "PUT", "points/\(PageText.escaped(person(call, viewer)))/switch",
            PointSwitch(isOn: isOn, by: viewer.person.name))
        return isOn ? .on : .off
    }

    /// Points for something that was no chore. What is wrong is told at its field.
    private static func thank(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let person = call.parts[0]
        var gift = PersonPointsPage.Gift(
            id: "\(PlanSending.id(call))",
            values: ["points": call.form["points"] ?? "", "reason": call.form["reason"] ?? ""])
        let points = call.form["points"].flatMap { Int($0) }.flatMap {
            PointGift.range.contains($0) ? $0 : nil
        }
        if points == nil {
            gift.problems["points"] = Text(
                "points.write_number",
                [
                    "least": .number(PointGift.range.lowerBound), "most": .number(PointGift.range.upperBound),
                ])
        }
        if call.form["reason"] == nil { gift.problems["reason"] = Text("points.write_what_for") }
        guard let points, let reason = call.form["reason"] else {
            return try await PersonPointsPage.show(call, viewer, gift: gift, status: 422)
        }
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "points/\(PageText.escaped(person))/gifts",
                PointGift(
                    id: PlanSending.id(call), points: points, reason: reason, by: viewer.person.name,
                    at: PlanSending.at(call)))
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            let field = error.field ?? "form"
            gift.problems[["points", "reason"].contains(field) ? field : "form"] = error.sentence
            return try await PersonPointsPage.show(call, viewer, gift: gift, status: error.status)
        }
        return .seeOther(PointsNotice.thanked.path(PointsPages.path(person)))
    }
}
