import Care
import Wording

/// The goals of a client who has logged in. Those who care for clients have `GoalPages`.
enum MineGoals: PageTopic {
    static let base = "/mine/goals"

    static let routes: [PageRoute] = [
        PageRoute(.get, base, for: .clients) { call, viewer in try await own(viewer).show(call, viewer) },
        PageRoute(.post, base, for: .clients) { call, viewer in try await own(viewer).add(call, viewer) },
        PageRoute(.get, base + "/{}", for: .clients) { call, viewer in try await own(viewer).open(call) },
        PageRoute(.post, base + "/{}", for: .clients) { call, viewer in
            try await own(viewer).change(call, viewer)
        },
        PageRoute(.post, base + "/{}/end", for: .clients) { call, viewer in
            try await own(viewer).delete(call, viewer)
        },
        PageRoute(.post, base + "/{}/{}/entries", for: .clients) { call, viewer in
            try await own(viewer).mark(call, viewer)
        },
    ]

    static let templates = [
        "mine.goals": GoalsPage.template(isOwn: true), "mine.goal": OneGoalPage.template(isOwn: true),
    ]

    private static func own(_ viewer: Viewer) -> GoalDesk {
        GoalDesk(client: viewer.person, base: base, isOwn: true)
    }
}
