import Care
import FoundationEssentials
import Recurrence
import Wording

/// One person's points: what they have, where it leads, what they have to do, and every line of it.
struct PersonPointsPage {
    struct ChoreLine {
        let key: String
        let path: String
        let symbol: ShownSymbol?
        let title: String
        let when: Text
        let points: Text?
    }

    struct Line {
        let key: String
        let what: Text
        /// `nil` for what only says what became of a reward.
        let change: Text?
        let written: Text
    }

    /// What was typed to say thanks, and what is wrong with it.
    struct Gift {
        var id = UUIDs.new()
        var values: [String: String] = [:]
        var problems: [String: Text] = [:]
    }

    /// As many of the chores that come next are shown; all are on the page Chores.
    private static let mostChores = 10

    let path: String
    let at: String
    let isOn: Bool
    let isOwn: Bool
    let total: Text
    let missing: Text?
    let grants: [GrantCard]
    let rewards: [RewardRow]
    let chores: [ChoreLine]
    let lines: [Line]
    let older: String?
    /// Whether it shows older lines, and those alone.
    let isOlder: Bool
    let giftID: String
    let values: [String: String]
    let problems: [String: Text]
    let isThanking: Bool
    let turn: PointTurn

    /// - Parameters:
    ///   - notice: What was refused.
    ///   - gift: What was typed and not taken.
    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, gift: Gift = Gift(), status: Int = 200
    ) async throws -> PageResponse {
        let person = call.parts[0]
        let page: PointPage = try await call.api.get(
            "points/\(PageText.escaped(person))", [("before", call.query["before"])])
        let isOwn = person == viewer.person.id
        let isFirst = call.query["before"] == nil
        let told = await PointsNotice.notice(call)
        let isOn = page.standing.isOn
        let past = isOn ? try await PastGrants.read(call, of: person, after: end(of: page)) : .none
        let grants = isOn && isFirst ? try await OpenGrants.read(call, of: person) : []
        // Points can be seen where chores cannot be read.
        let feed: ChoreFeed? = isFirst ? try? await call.api.get("chores") : nil
        return call.page(
            Page(
                title: isOwn
                    ? Text("points.yours") : Text("points.of", ["name": .verbatim(page.standing.name)]),
                template: "points.person",
                content: PersonPointsPage(
                    page, grants, past, feed, gift, isOwn: isOwn, isFirst: isFirst, call, viewer),
                live: PointsPages.live + TodayPages.live, notice: notice ?? told,
                back: isFirst ? PointsPages.base : PointsPages.path(person)), status: status)
    }

    private init(
        _ page: PointPage, _ grants: [RewardGrant], _ past: PastGrants, _ feed: ChoreFeed?, _ gift: Gift,
        isOwn: Bool, isFirst: Bool, _ call: PageCall, _ viewer: Viewer
    ) {
        let standing = page.standing
        let path = PointsPages.path(standing.person)
        self.path = path
        at = CareJSON.string(from: call.request.now)
        self.isOwn = isOwn
        isOn = standing.isOn
        isOlder = !isFirst
        total = PointWords.points(standing.total)
        missing = PointWords.missing(standing)
        self.grants = grants.map { GrantCard($0, on: path, call, viewer) }
        rewards = standing.rewards.map { RewardRow($0, of: standing.person, isWhole: true, call) }
        chores = (feed.map { $0.mine + $0.others } ?? []).filter { $0.assignment.person == standing.person }
            .prefix(Self.mostChores).map { Self.chore($0, call) }
        let written = page.lines.map { line in
            (
                at: line.at,
                line: Line(
                    key: "line-\(line.number)", what: PointWords.what(line), change: PointWords.change(line),
                    written: PointWords.written(line, of: standing, call))
            )
        }
        let end = Self.end(of: page)
        let others = past.grants(after: end).compactMap { grant in
            PastGrants.words(grant).map { words in
                (
                    at: grant.changedAt,
                    line: Line(
                        key: "past-\(grant.id)", what: words, change: nil,
                        written: PastGrants.written(grant, call))
                )
            }
        }
        lines = (written + others).sorted { $0.at > $1.at }.map(\.line)
        older = page.next.map { "\(path)?before=\($0)" + PastGrants.query(until: end) }
        giftID = gift.id
        values = gift.values
        problems = gift.problems
        isThanking = !gift.problems.isEmpty
        turn = PointTurn(standing, on: path)
    }

    /// When the last line of a page was written; `nil` for the last page.
    private static func end(of page: PointPage) -> Date? { page.next == nil ? nil : page.lines.last?.at }

    private static func chore(_ item: RoutineOccurrence, _ call: PageCall) -> ChoreLine {
        let isDue = item.state != .upcoming
        return ChoreLine(
            key: "chore-\(item.id)", path: OccurrencePath(item, from: .it).page,
            symbol: call.symbol(item.symbol),
            title: item.title,
            when: isDue
                ? Text("chores.due_until", ["when": .text(call.until(item.missedAt))]) : call.when(item.at),
            points: item.chore?.points.map(PointWords.points))
    }

    private static let thanks = Form.mended(
        """
        \(Form.typed("points", "[[points.how_many]]", .number))
        \(Form.typed("reason", "[[points.what_for]]", .line.most(FieldChecks.shortText)))
        """)

    private static let book = """
        <section data-key="lines" aria-labelledby="lines-title"><h2 id="lines-title">[[points.lines]]</h2>
        {{#empty(lines)}}<p class="quiet">[[points.no_lines]]</p>{{/empty(lines)}}
        {{^empty(lines)}}<ul class="lines book">{{#lines}}<li data-key="{{key}}"><span>{{what}} <span class="quiet">{{written}}</span></span>\
        {{#change}}<b class="time">{{.}}</b>{{/change}}</li>
        {{/lines}}</ul>{{/empty(lines)}}
        {{#older}}<p class="row"><a class="button" href="{{.}}">[[points.older]]</a></p>{{/older}}</section>
        """

    private static let present = """
        <p class="sum" data-key="total">{{total}}</p>
        {{#missing}}<p data-key="missing">{{.}}</p>{{/missing}}
        {{^empty(grants)}}<section data-key="grants" aria-labelledby="grants-title"><h2 id="grants-title">[[points.open]]</h2>
        <ul class="cards">{{#grants}}{{>points.grant}}{{/grants}}</ul></section>{{/empty(grants)}}
        <section data-key="rewards" aria-labelledby="rewards-title"><h2 id="rewards-title">[[rewards.title]]</h2>
        {{#empty(rewards)}}<p class="quiet">[[points.no_rewards]]</p>{{/empty(rewards)}}
        {{^empty(rewards)}}<div class="card"><ul class="goals">{{#rewards}}{{>points.reward}}{{/rewards}}</ul></div>{{/empty(rewards)}}
        <p><a class="line" href="/rewards">[[points.all_rewards]]</a></p></section>
        {{^empty(chores)}}<section data-key="chores" aria-labelledby="chores-title"><h2 id="chores-title">[[chores.title]]</h2>
        <ul class="lines">{{#chores}}<li data-key="{{key}}"><a href="{{path}}"><span>\(ShownSymbol.html("symbol", class: "emoji")) {{title}} \
        <span class="quiet">{{when}}</span></span></a>{{#points}}<span>{{.}}</span>{{/points}}</li>
        {{/chores}}</ul></section>{{/empty(chores)}}
        """

    private static let gift = """
        {{^isOwn}}<section data-key="thanks"><details{{#isThanking}} open{{/isThanking}} data-key="thanks-form"><summary><h2>[[points.thank]]</h2></summary>
        <p>[[points.thank_means]]</p>
        \(Form.post(
            "{{path}}", class: "narrow", attributes: "novalidate",
            sends: ["do": PointsActing.Act.thank.rawValue, "id": "{{giftID}}", "at": "{{at}}"]))
        \(thanks)
        <div class="row"><button class="main">[[points.thank]]</button></div></form></details></section>{{/isOwn}}
        """

    static let template = """
        {{^isOlder}}{{#isOn}}\(present)
        \(gift){{/isOn}}{{/isOlder}}
        {{#isOn}}\(book){{/isOn}}
        {{^isOlder}}{{#turn}}{{> points.turn}}{{/turn}}{{/isOlder}}
        """
}
