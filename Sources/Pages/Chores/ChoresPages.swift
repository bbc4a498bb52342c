import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// The work that people share: what each has to do, and what they have done.
enum ChoresPages: PageTopic {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/chores", for: .staff) { call, viewer in try await show(call, viewer) },
        PageRoute(.get, "/chores/all", for: .staff) { call, _ in try await AllChoresPage.show(call) },
        PageRoute(.get, "/chores/shares", for: .staff) { call, _ in try await ChoreSharesPage.show(call) },
        PageRoute(.get, "/chores/{}/{}/swap", for: .staff, ChoreSwapPage.show),
        PageRoute(.get, "/chores/{}/{}/photo", for: .all, ChorePhotoForm.show),
        PageRoute(.post, "/chores/{}/{}/photo", for: .all, ChorePhotoForm.send),
        PageRoute(.post, "/chores/{}/{}/entries", for: .staff, ChoreMarking.mark),
        PageRoute(.post, "/chores/{}/{}/reminder", for: .staff, ChoreMarking.remind),
        ChoreCardsMissing.route,
        // Whoever reads a refused entry anew, as a live page does.
        PageRoute(.get, "/chores/{}/{}/entries", for: .staff) { _, _ in .seeOther("/chores") },
        PageRoute(.get, "/chores/{}/{}/reminder", for: .staff) { _, _ in .seeOther("/chores") },
    ]

    static let templates: [String: String] = [
        "chores": ChoresPage.template, "chores-all": AllChoresPage.template,
        "chore-card": ChoreCard.template,
        "chore-swap": ChoreSwapPage.template,
        "chore-shares": ChoreSharesPage.template, "chore-photo": ChorePhotoForm.template,
        "chore-photo-shown": ShownChorePhoto.template,
    ]

    /// - Parameter notice: What has just been done, or was refused.
    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let feed: ChoreFeed = try await call.api.get("chores")
        let people: PeoplePage = try await call.api.get("people")
        let photos = try await ShownChorePhoto.read(for: feed.all, call)
        // For what the stations say, which is all in it; without it, nothing is put off here.
        let agenda: Agenda? = try? await call.api.get("agenda", [("limit", "1")])
        let asked = try await ChargeCard.open(call.api).charges.filter { $0.content.from == viewer.person.id }
        let links = asked.isEmpty ? [:] : ChargeCard.links(try await call.api.get("balances"))
        var notice = notice
        if notice == nil { notice = try await Marking.notice(call) }
        if notice == nil, call.query["said"] == "reminded" { notice = Notice(text: Text("chores.reminded")) }
        return call.page(
            Page(
                title: Text("chores.title"), template: "chores",
                content: ChoresPage(
                    feed, photos, agenda, asked, links: links, people.people,
                    choreCards: await ChoreCardsMissing.read(call, viewer), viewer, call),
                live: TodayPages.live, notice: notice),
            status: status)
    }
}

/// What the reader is asked to do, mine by deadline, what nobody has yet, and the others'. What the reader is asked to pay stands among theirs.
struct ChoresPage {
    struct Section {
        let id: String
        let title: Text
        let items: [Item]
    }

    /// One of the two.
    struct Item {
        var chore: ChoreCard?
        var charge: ChargeCard?
    }

    let sections: [Section]
    /// Whether there is nothing at all.
    let isEmpty: Bool
    /// Whether none of it is the reader's.
    let isFree: Bool
    let isCut: Bool
    let choreCards: ChoreCardsMissing?

    /// - Parameters:
    ///   - photos: Those that the reader may see.
    ///   - agenda: With what the stations say.
    ///   - asked: What the reader is asked to pay.
    ///   - links: Where people can be paid, by their ids.
    init(
        _ feed: ChoreFeed, _ photos: [ChorePhoto], _ agenda: Agenda?, _ asked: [Charge],
        links: [String: String], _ people: [Person], choreCards: ChoreCardsMissing?, _ viewer: Viewer,
        _ call: PageCall
    ) {
        self.choreCards = choreCards
        func item(_ chore: RoutineOccurrence) -> Item {
            Item(
                chore: ChoreCard(
                    chore, people: people, photos: photos, agenda: agenda, viewer: viewer, call: call))
        }
        func section(_ id: String, _ items: [Item]) -> Section? {
            items.isEmpty ? nil : Section(id: id, title: Text("chores.of_\(id)"), items: items)
        }
        func section(_ id: String, _ chores: [RoutineOccurrence]) -> Section? {
            section(id, chores.map(item))
        }
        let zone = call.request.zone
        let (known, today) = (CostPeople(people), zone.local(of: call.request.now).day)
        let news = AmountNews.all(in: feed, viewer, call.request)
        // A charge is late from the day after its own on.
        let mine =
            feed.mine.map { (by: $0.missedAt, item: item($0)) }
            + asked.map { charge in
                let next = WallTime(startOf: charge.content.due.adding(days: 1))
                return (
                    by: zone.instant(of: next),
                    item: Item(
                        charge: ChargeCard(
                            charge, viewer.person, known, links: links, today: today, news: news))
                )
            }
        sections = [
            section("offered", feed.offered),
            section("mine", mine.sorted { $0.by < $1.by }.map(\.item)), section("waiting", feed.waiting),
            section("nobody", feed.free),
            section("others", feed.others), section("closed", feed.closed),
        ].compactMap(\.self)
        isEmpty = sections.isEmpty
        isFree = !isEmpty && mine.isEmpty && feed.offered.isEmpty
        isCut = !feed.isComplete
    }

    /// With points first, as chores have them.
    static let plan =
        "/plan/new?client=\(RoutineForm.ofHousehold)&amp;first=\(RoutineForm.pointsFirst)"

    static let template = """
        <div class="row" data-key="ways"><a class="button main" href="\(plan)">\(Icon.add.html)[[chores.plan_one]]</a>
        <a class="button" href="/chores/all">[[chores.all]]</a>
        <a class="button" href="/plan?kind=\(PlanChoice.Kind.chores.rawValue)">[[chores.week_and_month]]</a>
        <a class="button" href="/chores/shares">[[chores.who_did_what]]</a></div>
        {{#isCut}}<p class="problem" data-key="cut">[[chores.cut]]</p>{{/isCut}}
        \(Empty.place(
            .home, "[[chores.none]]",
            .init(words: "[[chores.plan_one]]", path: plan), where: "isEmpty"))
        \(ChoreCardsMissing.template)
        {{#isFree}}<p data-key="free">[[chores.nothing_for_you]]</p>{{/isFree}}
        {{#sections}}<section data-key="{{id}}" aria-labelledby="{{id}}-title"><h2 id="{{id}}-title" tabindex="-1">{{title}}</h2>
        <ul class="cards">{{#items}}{{#chore}}{{>chore-card}}{{/chore}}{{#charge}}{{>charge-card}}{{/charge}}{{/items}}</ul></section>
        {{/sections}}
        """
}
