import Care
import FoundationEssentials
import Wording

/// A reward that waits for a yes or is still to be handed over, and what can be done about it.
struct GrantCard {
    let key: String
    let symbol: ShownSymbol?
    let words: Text
    /// What it costs, and since when it waits.
    let facts: Text
    let isWaiting: Bool
    /// Nobody says yes to what is their own.
    let mayDecide: Bool
    let mayHandOver: Bool
    /// Whoever asked for it takes it back; for somebody who has no pages, that is done on their own page.
    let mayWithdraw: Bool
    /// The page that it stands on, and that its forms are sent to.
    let action: String
    let grant: String
    let at: String
    let yesID = UUIDs.new()
    let noID = UUIDs.new()
    let otherNoID = UUIDs.new()
    let withdrawalID = UUIDs.new()
    let givenID = UUIDs.new()
    let reasons = [Text("points.reason_today"), Text("points.reason_week"), Text("points.reason_talk")]
    // A reason that is refused is told above the page, and typed anew.
    let typedReason = ""
    let reasonProblem: Text? = nil

    /// - Parameter action: The path of the page.
    init(_ grant: RewardGrant, on action: String, _ call: PageCall, _ viewer: Viewer) {
        let isOwn = grant.person == viewer.person.id
        key = "grant-\(grant.id)"
        symbol = call.symbol(grant.symbol)
        isWaiting = grant.state == .waiting
        mayDecide = isWaiting && !isOwn
        mayHandOver = !isWaiting && viewer.person.role != .client
        mayWithdraw = grant.mayBecome(.withdrawn) && (isOwn || action == PointsPages.path(grant.person))
        self.action = action
        self.grant = "\(grant.id)"
        at = CareJSON.string(from: call.request.now)
        let name =
            switch (isWaiting, isOwn) {
            case (true, true): "points.you_would_like"
            case (true, false): "points.would_like"
            case (false, true): "points.for_you"
            case (false, false): "points.for_name"
            }
        words = Text(name, ["name": .verbatim(grant.name), "title": .verbatim(grant.title)])
        let cost = grant.cost > 0 ? Text("points.for_points", count: grant.cost) : nil
        facts = .joined(
            [cost, call.when(isWaiting ? grant.at : grant.changedAt)].compactMap(\.self), separator: " · ")
    }

    private static func answer(_ state: RewardGrant.State, _ id: String) -> KeyValuePairs<String, String> {
        [
            "do": PointsActing.Act.answer.rawValue, "grant": "{{grant}}", "id": "{{\(id)}}", "at": "{{at}}",
            "state": state.rawValue,
        ]
    }

    private static func button(
        _ state: RewardGrant.State, _ id: String, _ words: String, class style: String = ""
    ) -> String {
        Form.post("{{action}}", sends: answer(state, id))
            + "<button\(style)>\(words)<span class=\"unseen\">: {{words}}</span></button></form>"
    }

    private static let why = Form.why(
        "reason", to: "{{action}}", usual: answer(.refused, "noID"), own: answer(.refused, "otherNoID"),
        id: "why-{{key}}", most: 500, button: "[[points.not_now_because]]")

    static let template = """
        <li class="card item{{#isWaiting}} soon{{/isWaiting}}" data-key="{{key}}">
        <h3>\(Icon.points.html(besides: "symbol", class: "symbol"))<span>{{words}}</span></h3>
        <p class="quiet">{{facts}}</p>
        <div class="row answers">{{#mayDecide}}\(button(.granted, "yesID", "[[points.yes]]", class: #" class="main""#))
        <details class="act" data-key="no-{{key}}"><summary>[[points.not_now]]<span class="unseen">: {{words}}</span></summary>
        <p>[[points.why_not_now]]</p>
        \(why)</details>{{/mayDecide}}
        {{#mayHandOver}}\(button(.given, "givenID", "[[points.handed_over]]")){{/mayHandOver}}
        {{#mayWithdraw}}\(button(.withdrawn, "withdrawalID", "[[points.withdraw]]")){{/mayWithdraw}}</div></li>
        """
}
