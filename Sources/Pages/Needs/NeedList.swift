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
    let needs: [Line]
    let isEmpty: Bool

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let needs: NeedPage = try await call.api.get("needs")
        let proposals: ProposalPage = try await call.api.get(
            "proposals", [("state", "waiting"), ("limit", "200")])
        let people: PeoplePage = try await call.api.get("people")
        let lines = needs.needs.filter(\.isActive).map { Line($0, people.people) }
        let waiting = proposals.proposals.filter { $0.state == .waiting }.map { Waiting($0, call) }
        return call.page(
            Page(
                title: Text("needs.title"), template: "needs",
                content: NeedList(
                    waiting: waiting, hasWaiting: !waiting.isEmpty, needs: lines,
                    isEmpty: lines.isEmpty),
                live: ["need_changed", "proposed", "proposal_decided"], notice: notice(call)))
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
        <h3><span>{{#symbol}}<span aria-hidden="true">{{.}}</span> {{/symbol}}{{label}}</span></h3>
        <p>[[needs.would_like]] <span class="quiet">{{ago}}</span></p>
        <p class="row"><a class="button main" href="{{path}}">[[needs.answer]]<span class="unseen">[[needs.answer_label]]</span></a></p></li>
        {{/waiting}}</ul>{{/hasWaiting}}
        <h2>[[needs.can_be_asked]]</h2>
        <p class="row"><a class="button main" href="/needs/new">[[needs.new]]</a></p>
        {{#isEmpty}}<p class="empty">[[needs.empty]] \
        <a href="/needs/new">[[needs.empty_make]]</a>[[needs.empty_example]] \
        <a href="/boards">[[needs.empty_boards]]</a>.</p>{{/isEmpty}}
        <ul class="cards">{{#needs}}<li class="card {{look}}" data-key="{{key}}">
        <h3><a href="{{path}}">{{#symbol}}<span class="symbol" aria-hidden="true">{{.}}</span>{{/symbol}}<span>{{label}}</span></a></h3>
        <p>[[needs.quoted]]</p>
        <p class="quiet">{{#priority}}<span class="word {{look}}">{{.}}</span> · {{/priority}}{{state}}</p></li>
        {{/needs}}</ul>
        """
}

extension NeedList.Line {
    init(_ need: Need, _ people: [Person]) {
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
        let group = need.group.map { Text("needs.in_group", ["group": .verbatim($0)]) }
        state = .joined([whose, use, group].compactMap(\.self), separator: " · ")
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
