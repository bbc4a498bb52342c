import Care
import FoundationEssentials
import Wording

/// What others have done or ask for: what waits for the reader's yes, and what they were reminded of.
struct WaitingApprovals {
    /// A chore of the reader's, or an amount that they are asked for.
    struct Reminded {
        let key: String
        let path: String
        let title: Text
        let words: Text
        let symbol: ShownSymbol?
        /// The sound that is made once; `nil` for none.
        let once: String?
    }

    let reminded: [Reminded]
    /// How many chores, and how many rewards, in words; `nil` for none.
    let chores: Text?
    let rewards: Text?

    var areNone: Bool { chores == nil && rewards == nil && reminded.isEmpty }

    init(_ call: PageCall, _ viewer: Viewer, grants: [RewardGrant]) async {
        let feed: ChoreFeed? = try? await call.api.get("chores")
        self.chores = feed.flatMap { Self.words($0, viewer) }
        let ringing = Ringing(viewer, call.request)
        let chores = (feed.map { $0.offered + $0.mine } ?? []).compactMap { item -> Reminded? in
            let news = ReminderNews(item, call.request, ringing)
            guard news.isReminded else { return nil }
            return Reminded(
                key: news.key, path: "/chores#\(ChoreCard.anchor(item))", title: .verbatim(item.title),
                words: news.words,
                symbol: call.symbol(item.symbol), once: ringing.rings(newsOf: item) ? "normal" : nil)
        }
        reminded =
            chores
            + AmountNews.all(in: feed, viewer, call.request).map { news in
                Reminded(
                    key: news.key, path: news.path, title: news.say, words: news.words, symbol: nil,
                    once: news.once)
            }
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
        let feed: ChoreFeed? = try? await call.api.get("chores")
        return feed.flatMap { words($0, viewer) }
    }

    private static func words(_ feed: ChoreFeed, _ viewer: Viewer) -> Text? {
        let count = feed.waiting.count { $0.waitsForYes(of: viewer) }
        return count > 0 ? Text("now.chores_wait", count: count) : nil
    }

    static let choresLine =
        #"{{#chores}}<p data-key="chores-wait"><a class="line" href="/chores#waiting-title">\#(Icon.check.html){{.}}</a></p>{{/chores}}"#

    static let template =
        choresLine
        + #"{{#rewards}}<p data-key="rewards-wait"><a class="line" href="/points#waiting-title">\#(Icon.points.html){{.}}</a></p>{{/rewards}}"#
        + #"{{#reminded}}<p data-key="{{key}}" data-say="{{title}}"{{#once}} data-once="{{.}}"{{/once}}><a class="line" href="{{path}}">\#(Icon.clock.html(besides: "symbol", class: "symbol")){{words}}</a></p>{{/reminded}}"#
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
