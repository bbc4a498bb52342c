import Care
import Wording

/// What others have done or ask for, and what waits for the reader's yes.
struct WaitingApprovals {
    /// How many chores, and how many rewards, in words; `nil` for none.
    let chores: Text?
    let rewards: Text?

    var areNone: Bool { chores == nil && rewards == nil }

    init(_ call: PageCall, _ viewer: Viewer, grants: [RewardGrant]) async {
        chores = await Self.chores(call, viewer)
        let count = grants.count { $0.state == .waiting && $0.person != viewer.person.id }
        rewards = count > 0 ? Text("now.rewards_wait", count: count) : nil
    }

    /// What waits on the page with this path.
    func waiting(at path: String) -> Text? {
        switch path {
        case "/chores": chores
        case PointsPages.base: rewards
        default: nil
        }
    }

    /// For a page on which nobody looks for the chores alone: where they cannot be read, it goes without.
    static func chores(_ call: PageCall, _ viewer: Viewer) async -> Text? {
        guard let feed: ChoreFeed = try? await call.api.get("chores") else { return nil }
        let count = feed.waiting.count { $0.waitsForYes(of: viewer) }
        return count > 0 ? Text("now.chores_wait", count: count) : nil
    }

    static let choresLine =
        #"{{#chores}}<p data-key="chores-wait"><a class="line" href="/chores#waiting-title">\#(Icon.check.html){{.}}</a></p>{{/chores}}"#

    static let template =
        choresLine
        + #"{{#rewards}}<p data-key="rewards-wait"><a class="line" href="/points#waiting-title">\#(Icon.points.html){{.}}</a></p>{{/rewards}}"#
}

extension RoutineOccurrence {
    /// Whether it is done, and it is for this reader to say that it counts: not for whoever did it themselves, whosever it was.
    func waitsForYes(of viewer: Viewer) -> Bool {
        guard chore?.approval == .waiting, Set<Person.Role>.staff.contains(viewer.person.role) else {
            return false
        }
        if let doneBy = chore?.doneBy { return !doneBy.contains(viewer.person.id) }
        // What an earlier version has stored may not say who did it. Whoever certainly did is not asked, everybody else is: the service knows.
        let me = viewer.person
        let isMine = (assignment.person ?? me.id) == me.id
        return !isMine || (changedBy ?? me.name) != me.name
    }
}
