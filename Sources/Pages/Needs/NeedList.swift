import Care
import FoundationEssentials
import Wording

/// All needs of the home, and what waits for a yes or a no.
struct NeedList {
    struct Line {
        let key: String
        let path: String
        let symbol: String?
        let label: String
        let say: String
        /// What it is for, for whom, and where it stands.
        let state: Text
        /// For what can be scheduled: where that is done.
        let way: String?
        /// When it is due next; `nil` where nothing is planned of it.
        let next: Text?
        let priority: Text?
        let look: String
    }

    struct Waiting {
        let key: String
        let path: String
        let symbol: String?
        let label: String
        let say: String
        let who: String
        let ago: Text
    }

    let waiting: [Waiting]
    let hasWaiting: Bool
    let hasKinds: Bool
    let kindChoices: [KindChoice]
    let needs: [Line]
    let isEmpty: Bool
    /// As many of those that can be scheduled say when they are due next: each is looked for by itself.
    private static let mostNext = 50

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let needs: NeedPage = try await call.api.get("needs")
        let proposals: ProposalPage = try await call.api.get(
            "proposals", [("state", "waiting"), ("limit", "200")])
        let people: PeoplePage = try await call.api.get("people")
        let active = needs.needs.filter(\.isActive)
        let shown = call.query["kind"].flatMap(HistorySearch.KindOfNeed.init)
        let of = active.filter { shown?.holds($0.kind) ?? true }
        let boards =
            of.contains { $0.group != nil } ? await BoardGroups.read(call.api) : BoardGroups(groups: [])
        var lines: [Line] = []
        var looked = 0
        for need in of {
            var next: NeedPlan.Time?
            if need.uses.contains(.scheduled), looked < mostNext {
                looked += 1
                next = try await NeedPlan.next(1, of: need, call).first
            }
            lines.append(Line(need, people.people, boards, next: next?.text))
        }
        let kinds = KindChoice.choices(counts(active), shown: shown) {
            "/needs" + ($0.map { "?kind=\(PageText.escaped($0.description))" } ?? "")
        }
        let waiting = proposals.proposals.filter { $0.state == .waiting }.map { Waiting($0, call) }
        return call.page(
            Page(
                title: Text("needs.title"), template: "needs",
                content: NeedList(
                    waiting: waiting, hasWaiting: !waiting.isEmpty, hasKinds: !kinds.isEmpty,
                    kindChoices: kinds, needs: lines, isEmpty: active.isEmpty),
                live: ["need_changed", "proposed", "proposal_decided", "routine_changed"],
                notice: notice(call)))
    }

    /// How many there are of each kind, in the order of the kinds; without one last.
    private static func counts(_ needs: [Need]) -> [(kind: NeedKind?, count: Int)] {
        let counts = Dictionary(grouping: needs, by: \.kind).mapValues(\.count)
        let order: [NeedKind?] = NeedKind.sorted(counts.keys.compactMap(\.self)) + [nil]
        return order.compactMap { kind in counts[kind].map { (kind, $0) } }
    }

    /// What has just been done; an address holds no words of its own.
    private static func notice(_ call: PageCall) -> Notice? {
        let need = call.query["need"].map(PageText.escaped)
        switch call.query["said"] {
        case "made":
            return Notice(text: Text("needs.said_made"), undo: need.map { "/needs/\($0)/off" })
        case "changed": return Notice(text: Text("needs.said_changed"))
        case "off": return Notice(text: Text("needs.said_off"), undo: need.map { "/needs/\($0)/on" })
        case "on": return Notice(text: Text("needs.said_on"), undo: need.map { "/needs/\($0)/off" })
        case "approved": return Notice(text: Text("needs.said_approved"))
        case "declined": return Notice(text: Text("needs.said_declined"))
        default: return nil
        }
    }

    static let template = """
        {{#hasWaiting}}<h2>[[needs.waiting]]</h2>
        <ul class="cards">{{#waiting}}<li class="card soon" data-key="{{key}}">
        <h3><span>{{#symbol}}<span class="emoji" aria-hidden="true">{{.}}</span> {{/symbol}}{{label}}</span></h3>
        <p>[[needs.would_like]] <span class="quiet">{{ago}}</span></p>
        <p class="row"><a class="button main" href="{{path}}">[[needs.answer]]<span class="unseen">[[needs.answer_label]]</span></a></p></li>
        {{/waiting}}</ul>{{/hasWaiting}}
        <h2>[[needs.can_be_asked]]</h2>
        {{^isEmpty}}<p class="row" data-key="new"><a class="button main" href="/needs/new">\(Icon.add.html)[[needs.new]]</a></p>{{/isEmpty}}
        \(KindChoice.template)
        \(Empty.place(
            .needs, "[[needs.empty]]", .init(words: "[[needs.new]]", path: "/needs/new"), where: "isEmpty"))
        <ul class="cards">{{#needs}}<li class="card {{look}}" data-key="{{key}}">
        <h3><a href="{{path}}">{{#symbol}}<span class="symbol" aria-hidden="true">{{.}}</span>{{/symbol}}<span>{{label}}</span></a></h3>
        <p>[[needs.quoted]]</p>
        <p class="quiet">{{#priority}}<span class="word {{look}}">{{.}}</span> · {{/priority}}{{state}}</p>
        {{#way}}<p class="row">{{#next}}<span>[[needs.next_time]]</span>{{/next}}<a class="button" href="{{.}}">\(Icon.plan.html)[[needs.plan_it]]<span class="unseen">[[needs.answer_label]]</span></a></p>{{/way}}</li>
        {{/needs}}</ul>
        """
}

extension NeedList.Line {
    init(_ need: Need, _ people: [Person], _ boards: BoardGroups, next: Text?) {
        self.next = next
        way = need.uses.contains(.scheduled) ? NeedPlan.way(need) : nil
        key = "need-\(need.id)"
        path = "/needs/\(PageText.escaped(need.id))"
        symbol = need.symbol
        label = need.label
        say = need.say
        let use =
            switch (need.uses.contains(.asked), need.uses.contains(.scheduled)) {
            case (true, true): Text("needs.use_both")
            case (true, false): Text("needs.use_asked")
            case (false, _): Text("needs.use_scheduled")
            }
        let client = need.client.map { id in people.first { $0.id == id }?.name ?? id }
        let whose =
            client.map { Text("needs.for_client", ["client": .verbatim($0)]) } ?? Text("needs.for_everybody")
        let group = need.group.map { group in
            let board = boards.board(of: group)
            return Text(
                board != nil
                    ? "needs.in_group_of_board"
                    : boards.groups.isEmpty ? "needs.in_group" : "needs.in_group_of_list",
                ["group": .verbatim(group), "board": .verbatim(board ?? "")])
        }
        state = .joined([need.kind?.words, whose, use, group].compactMap(\.self), separator: " · ")
        (priority, look) =
            switch need.priority {
            case .normal: (nil, "")
            case .soon: (Text("needs.is_soon"), "soon")
            case .urgent: (Text("needs.is_urgent"), "urgent")
            }
    }
}

extension NeedList.Waiting {
    init(_ proposal: NeedProposal, _ call: PageCall) {
        key = "proposal-\(proposal.id)"
        path = "/needs/proposals/\(proposal.id)"
        symbol = proposal.symbol
        label = proposal.label
        say = proposal.say
        who = proposal.clientName
        ago = call.when(proposal.proposedAt)
    }
}

extension HistorySearch.KindOfNeed {
    /// Whether a need of this kind, or of none, is wanted.
    func holds(_ kind: NeedKind?) -> Bool {
        switch self {
        case .these(let wanted): wanted == kind
        case .none: kind == nil
        }
    }
}
