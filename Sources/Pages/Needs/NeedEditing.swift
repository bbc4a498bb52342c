import Care
import Wording

/// Making, changing and taking off needs.
enum NeedEditing {
    /// How many ids are tried for a label that others had before.
    private static let mostTried = 20

    static func new(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        try await draw(call, NeedForm(), nil)
    }

    static func make(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        var form = NeedForm(call.form)
        guard let change = form.change(by: viewer.person.name, call) else {
            return try await draw(call, form, nil, status: 422)
        }
        let all: NeedPage = try await call.api.get("needs")
        // Sent twice, it is there already, and just so.
        if let same = all.needs.first(where: { $0.isSame(as: change) }) { return said("made", same.id) }
        var taken = Set(all.needs.map(\.id))
        while true {
            let id = NeedForm.id(for: change.label, taken: taken)
            do throws(CareProblem) {
                try await call.api.send("PUT", "needs/\(PageText.escaped(id))", change)
                return said("made", id)
            } catch {
                // A need that was removed, or made just now, has this id.
                if case .need? = error.current, taken.count < all.needs.count + mostTried {
                    taken.insert(id)
                    continue
                }
                guard PlanSending.isForTheForm(error) else { throw error }
                form.mark(error.field, error.sentence)
                return try await draw(call, form, nil, status: error.status)
            }
        }
    }

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let need = try await need(call)
        return try await draw(call, NeedForm(need), need)
    }

    static func change(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let need = try await need(call)
        var form = NeedForm(call.form)
        guard let change = form.change(by: viewer.person.name, call) else {
            return try await draw(call, form, need, status: 422)
        }
        do throws(CareProblem) {
            try await call.api.send("PUT", "needs/\(PageText.escaped(need.id))", change)
            return said("changed", need.id)
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if case .need(let now)? = error.current {
                form.mark(meanwhile: now)
            } else {
                form.mark(error.field, error.sentence)
            }
            return try await draw(call, form, need, status: error.status)
        }
    }

    static func takeOff(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        try await set(call, viewer, try await need(call), isActive: false)
    }

    static func putBack(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        try await set(call, viewer, try await takenOff(call), isActive: true)
    }

    private static func set(
        _ call: PageCall, _ viewer: Viewer, _ need: Need, isActive: Bool
    ) async throws -> PageResponse {
        if need.isActive != isActive {
            try await call.api.send(
                "PUT", "needs/\(PageText.escaped(need.id))",
                NeedChange(
                    client: need.client, label: need.label, say: need.say, called: need.called,
                    symbol: need.symbol, priority: need.priority, uses: need.uses, kind: need.kind,
                    group: need.group,
                    isActive: isActive, replaces: need.sequence, by: viewer.person.name))
        }
        return said(isActive ? "on" : "off", need.id)
    }

    private static func need(_ call: PageCall) async throws -> Need {
        let all: NeedPage = try await call.api.get("needs")
        guard let need = all.needs.first(where: { $0.id == call.parts[0] }) else {
            throw CareProblem(.notFound, "there is no need \(call.parts[0]): perhaps it was removed")
        }
        return need
    }

    /// The service lists only what is there. A removed one is only returned with a conflict, so this sends a change that
    /// must conflict.
    private static func takenOff(_ call: PageCall) async throws(CareProblem) -> Need {
        let id = call.parts[0]
        do {
            return try await call.api.send(
                "PUT", "needs/\(PageText.escaped(id))",
                NeedChange(label: id, isActive: false, replaces: .max))
        } catch {
            guard case .need(let now)? = error.current else { throw error }
            return now
        }
    }

    private static func said(_ word: String, _ need: String) -> PageResponse {
        .seeOther("/needs?said=\(word)&need=\(PageText.escaped(need))")
    }

    private static func draw(
        _ call: PageCall, _ form: NeedForm, _ need: Need?, status: Int = 200
    ) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let all: NeedPage = try await call.api.get("needs")
        let path = need.map { "/needs/\(PageText.escaped($0.id))" }
        return call.page(
            Page(
                title: need.map { .verbatim($0.label) } ?? Text("needs.new"), template: "need",
                content: NeedFormView(
                    form, action: path ?? "/needs/new", people: people.people,
                    needs: all.needs, boards: await BoardGroups.read(call.api), off: path.map { $0 + "/off" },
                    plan: try await NeedPlan(need, call)),
                notice: form.problems.isEmpty
                    ? nil : Notice(text: Text("needs.nothing_saved"), isProblem: true),
                back: "/needs"), status: status)
    }
}

extension Need {
    /// Whether it says just what somebody writes.
    func isSame(as change: NeedChange) -> Bool {
        isActive == change.isActive && label == change.label && say == change.say ?? change.label
            && called == change.called ?? change.label && symbol == change.symbol && client == change.client
            && priority == change.priority && uses == change.uses && kind == change.kind
            && group == change.group
    }
}
