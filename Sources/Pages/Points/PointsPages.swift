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

    init(_ state: RewardGrant.State) {
        self =
            switch state {
            case .waiting: .asked
            case .granted: .granted
            case .given: .given
            case .refused: .refused
            case .withdrawn: .withdrawn
            }
    }

    /// - Parameter grant: The reward's, so that what has become of it since can be said.
    func path(_ base: String, of grant: UUID? = nil) -> String {
        base + "?did=" + rawValue + (grant.map { "&grant=\($0)" } ?? "")
    }

    /// What was done, or what has become of it since: an address stays in a browser, and its page is read anew.
    static func notice(_ call: PageCall) async -> Notice? {
        guard let did = call.query["did"].flatMap(PointsNotice.init) else { return nil }
        guard let id = call.query["grant"].flatMap({ UUID(uuidString: $0) }) else {
            // Without the reward it cannot be told whether that is still so.
            return did.isOfReward ? nil : Notice(text: did.text)
        }
        let page: GrantPage? = try? await call.api.get("grants", [("limit", "200")])
        guard let grant = page?.grants.first(where: { $0.id == id }) else { return nil }
        if did == .asked, grant.state == .refused, let why = grant.reason {
            return Notice(
                text: Text("points.now_refused", ["what": .verbatim(grant.title), "why": .verbatim(why)]))
        }
        return Notice(text: PointsNotice(grant.state).text)
    }

    private var text: Text { Text("points.did_\(rawValue)") }

    private var isOfReward: Bool {
        switch self {
        case .asked, .granted, .given, .refused, .withdrawn: true
        case .thanked, .off, .on: false
        }
    }
}
