import Care
import FoundationEssentials
import Wording

/// What people collect with chores, and the rewards that it leads to: each by themselves, and nobody compared with anybody.
enum PointsPages: PageTopic {
    static let base = "/points"

    static let routes: [PageRoute] =
        [
            PageRoute(.get, "/points", for: .staff) { call, viewer in
                try await PointsOverview.show(call, viewer)
            },
            PageRoute(.post, "/points", for: .staff, PointsActing.onOverview),
            PageRoute(.get, "/points/{}", for: .staff) { call, viewer in
                try await PersonPointsPage.show(call, viewer)
            },
            PageRoute(.post, "/points/{}", for: .staff, PointsActing.onPersonsPage),
            PageRoute(.get, "/rewards", for: .staff) { call, _ in try await RewardListPage.show(call) },
        ] + RewardEditing.routes

    static let templates = [
        "points": PointsOverview.template, "points.person": PersonPointsPage.template,
        "points.grant": GrantCard.template, "points.turn": PointTurn.template,
        "points.reward": RewardRow.template,
        "rewards": RewardListPage.template, "rewards.form": RewardFormView.template,
    ]

    /// What makes both pages be read anew.
    static let live = ["points_changed", "grant_changed"]

    /// The page of one person.
    static func path(_ person: String) -> String { "\(base)/\(PageText.escaped(person))" }
}

/// What was just done: a word in the address, so that reading the page again does nothing twice.
enum PointsNotice: String {
    case asked, granted, given, refused, withdrawn, thanked, off, on

    func path(_ base: String) -> String { base + "?did=" + rawValue }

    static func notice(_ call: PageCall) -> Notice? {
        call.query["did"].flatMap(PointsNotice.init).map { Notice(text: Text("points.did_\($0.rawValue)")) }
    }
}
