import Care

/// What *Now* says behind the last question of the first start, and what comes next.
struct SetUpDone {
    /// Whether somebody's board has cards for chores, so that a household lives here.
    let hasChores: Bool

    /// `nil` where the reader does not come from there.
    init?(_ call: PageCall, _ viewer: Viewer) async {
        guard call.query["did"] == Self.did, viewer.person.role == .coordinator else { return nil }
        // Where the files cannot be read, nothing else is said of them here.
        let page: HomeFilePage? = try? await call.api.get("files")
        hasChores =
            page?.files.contains { $0.kind == .board && ($0.isStart || $0.isInUse) && $0.opensChores }
            ?? false
    }

    /// In the address of *Now*.
    static let did = "set-up"

    static let template = """
        {{#setUp}}<section class="card" data-key="set-up" aria-labelledby="set-up-title"><h2 id="set-up-title">[[welcome.all_set]]</h2><p>[[welcome.all_set_means]]</p>
        <div class="row">{{#hasChores}}<a class="button main" href="/plan/new?client=\(RoutineForm.ofHousehold)">[[welcome.first_chore]]</a>
        <a class="button" href="\(RewardEditing.new)">[[welcome.first_reward]]</a>{{/hasChores}}<a class="button" href="/channels">[[welcome.first_messages]]</a></div></section>{{/setUp}}
        """
}

extension HomeFileSummary {
    /// Whether a board has a card for chores.
    var opensChores: Bool { lists?.contains("chores") ?? false }
}
