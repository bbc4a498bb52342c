import Care
import FoundationEssentials
import Wording

/// Making, changing and taking away rewards.
enum RewardEditing {
    static let new = "/rewards/new"

    static let routes: [PageRoute] = [
        PageRoute(.get, "/rewards/new", for: .staff) { call, _ in try await draw(RewardForm(), nil, call) },
        PageRoute(.post, "/rewards/new", for: .staff) { call, viewer in
            try await save(UUIDs.draft(call.form), nil, call, viewer)
        },
        PageRoute(.get, "/rewards/{}", for: .staff) { call, _ in
            let reward = try await reward(call)
            return try await draw(RewardForm(reward), reward, call)
        },
        PageRoute(.post, "/rewards/{}", for: .staff) { call, viewer in
            let reward = try await reward(call)
            return try await save(reward.id, reward, call, viewer)
        },
        PageRoute(.post, "/rewards/{}/off", for: .staff) { call, viewer in
            try await set(call, viewer, isActive: false)
        },
        PageRoute(.post, "/rewards/{}/on", for: .staff) { call, viewer in
            try await set(call, viewer, isActive: true)
        },
    ]

    static func path(_ reward: UUID) -> String { "/rewards/\(reward.uuidString.lowercased())" }

    /// All of them, also those that were taken away.
    static func all(_ call: PageCall) async throws(CareProblem) -> [Reward] {
        try await call.api.get("rewards", [("state", "all")], as: RewardList.self).rewards
    }

    private static func reward(_ call: PageCall) async throws(CareProblem) -> Reward {
        let id = UUID(uuidString: call.parts[0])
        guard let reward = try await all(call).first(where: { $0.id == id }) else {
            throw CareProblem(.notFound, "there is no reward \(call.parts[0])")
        }
        return reward
    }

    /// - Parameter reward: As it is now; `nil` for a new one.
    private static func save(
        _ id: UUID, _ reward: Reward?, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        var form = RewardForm(call.form)
        if FoundSymbols.isAsked(call) { return try await draw(form, reward, call) }
        guard let content = form.content() else { return try await draw(form, reward, call, status: 422) }
        let change = RewardChange(
            content: content, isActive: form.isActive, replaces: Int64(form["replaces"]) ?? 0,
            by: viewer.person.name)
        do throws(CareProblem) { try await call.api.send("PUT", "rewards/\(id)", change) } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if case .reward(let now)? = error.current {
                form.mark(meanwhile: now, people: try await people(call))
            } else {
                form.mark(error)
            }
            return try await draw(form, reward, call, status: error.status)
        }
        return said(reward == nil ? .made : .changed, id)
    }

    private static func set(
        _ call: PageCall, _ viewer: Viewer, isActive: Bool
    ) async throws -> PageResponse {
        let reward = try await reward(call)
        if reward.isActive != isActive {
            try await call.api.send(
                "PUT", "rewards/\(reward.id)",
                RewardChange(
                    content: reward.content, isActive: isActive, replaces: reward.sequence,
                    by: viewer.person.name))
        }
        return said(isActive ? .on : .off, reward.id)
    }

    private static func said(_ what: RewardListPage.Said, _ reward: UUID) -> PageResponse {
        .seeOther("/rewards?said=\(what.rawValue)&reward=\(reward.uuidString.lowercased())")
    }

    private static func people(_ call: PageCall) async throws(CareProblem) -> [Person] {
        try await call.api.get("people", as: PeoplePage.self).people
    }

    private static func draw(
        _ form: RewardForm, _ reward: Reward?, _ call: PageCall, status: Int = 200
    ) async throws -> PageResponse {
        call.page(
            Page(
                title: reward.map { .verbatim($0.content.title) } ?? Text("rewards.new"),
                template: "rewards.form",
                content: RewardFormView(
                    form, reward, people: try await people(call), pictures: await FoundSymbols.pictures(call)),
                back: "/rewards"),
            status: status)
    }
}
