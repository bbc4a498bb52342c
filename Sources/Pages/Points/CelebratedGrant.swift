import Care
import FoundationEssentials
import Wording

/// A reward that somebody has just reached, or was just granted, as *Now* and *Points* celebrate it: until it is handed over, and for
/// a day at most. Whose it is sees on their own page for a day that it was handed over.
struct CelebratedGrant {
    /// How long, in seconds.
    private static let lasts: Double = 86_400
    /// As many are drawn; the page Points lists all that are to be handed over.
    private static let most = 5

    let key: String
    let symbol: ShownSymbol?
    let words: Text
    let path: String

    init(_ grant: RewardGrant, _ viewer: Viewer) {
        key = "celebrated-\(grant.id)"
        symbol = .seen(grant.symbol, by: viewer.person)
        let isOwn = grant.person == viewer.person.id
        let name =
            switch (grant.crossing != nil, isOwn) {
            case _ where grant.state == .given: "points.you_have_got"
            case (true, true): "points.you_have_reached"
            case (true, false): "points.has_reached"
            case (false, true): "points.you_get"
            case (false, false): "points.gets"
            }
        words = Text(name, ["name": .verbatim(grant.name), "title": .verbatim(grant.title)])
        path = viewer.person.role == .client ? MinePoints.base : PointsPages.path(grant.person)
    }

    /// Those of some that are new, the latest first.
    static func all(in grants: [RewardGrant], _ viewer: Viewer, now: Date) -> [Self] {
        grants.filter {
            $0.state == .granted && (-lasts..<lasts).contains(now.timeIntervalSince($0.changedAt))
        }
        .prefix(most)
        .map { Self($0, viewer) }
    }

    /// The reader's own that were handed over to them within the day, the latest first.
    static func handedOver(_ call: PageCall, to viewer: Viewer) async throws(CareProblem) -> [Self] {
        let page: GrantPage = try await call.api.get("grants", [("person", viewer.person.id)])
        let now = call.request.now
        return page.grants.filter {
            $0.state == .given && $0.person == viewer.person.id
                && (-lasts..<lasts).contains(now.timeIntervalSince($0.changedAt))
        }
        .prefix(most)
        .map { Self($0, viewer) }
    }

    /// A list of them under `celebrated`. It is there when there are none, so that a screen reader says what comes into it, and only that.
    static let template = """
        <div class="celebrations" role="status" aria-atomic="false" data-key="celebrations">{{#celebrated}}\
        <p class="card celebrated" data-key="{{key}}"><span class="tile" aria-hidden="true">{{#symbol}}{{#.photo}}<img src="{{.}}" alt="">{{/.photo}}{{#.sign}}{{.}}{{/.sign}}{{/symbol}}{{^symbol}}\(Icon.points.html){{/symbol}}</span>\
        <a class="line" href="{{path}}">{{words}}</a></p>{{/celebrated}}</div>
        """
}
