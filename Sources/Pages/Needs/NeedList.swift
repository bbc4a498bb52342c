import Care
import FoundationEssentials

/// All needs of the home, and what waits for a yes or a no.
struct NeedList {
    struct Line {
        let key: String
        let path: String
        let symbol: String?
        let label: String
        let say: String
        /// What it is for, for whom, and where it stands.
        let state: String
        let priority: String?
        let look: String
    }

    struct Waiting {
        let key: String
        let path: String
        let symbol: String?
        let label: String
        let say: String
        let who: String
        let ago: String
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
                title: "Needs", template: "needs",
                content: NeedList(
                    waiting: waiting, hasWaiting: !waiting.isEmpty, needs: lines,
                    isEmpty: lines.isEmpty),
                live: ["need_changed", "proposed", "proposal_decided"], notice: notice(call)))
    }

    /// What has just been done; an address holds no words of its own.
    private static func notice(_ call: PageCall) -> Notice? {
        let need = call.query["need"].map(PageText.escaped)
        switch call.query["said"] {
        case "made": return Notice(text: "It can be used from now on.", undo: need.map { "/needs/\($0)/off" })
        case "changed": return Notice(text: "Changed.")
        case "off": return Notice(text: "Removed.", undo: need.map { "/needs/\($0)/on" })
        case "on": return Notice(text: "It is back.", undo: need.map { "/needs/\($0)/off" })
        case "approved":
            return Notice(text: "Approved. The client is told, and can ask for it from now on.")
        case "declined": return Notice(text: "Declined. The client is told why.")
        default: return nil
        }
    }

    static let template = """
        {{#hasWaiting}}<h2>Waiting for your answer</h2>
        <ul class="cards">{{#waiting}}<li class="card soon" data-key="{{key}}">
        <h3><span>{{#symbol}}<span aria-hidden="true">{{.}}</span> {{/symbol}}{{label}}</span></h3>
        <p>{{who}} would like to be able to ask for it: “{{say}}” <span class="quiet">{{ago}}</span></p>
        <p class="row"><a class="button main" href="{{path}}">Answer<span class="unseen">: {{label}}</span></a></p></li>
        {{/waiting}}</ul>{{/hasWaiting}}
        <h2>What can be asked for, besides the boards</h2>
        <p class="row"><a class="button main" href="/needs/new">New need</a></p>
        {{#isEmpty}}<p class="empty">There is none yet. A need appears by itself on each board that lists needs, and routines \
        can be made of it: <a href="/needs/new">make one</a>, such as a walk or warm milk. The boards \
        themselves are changed under <a href="/boards">Boards</a>.</p>{{/isEmpty}}
        <ul class="cards">{{#needs}}<li class="card {{look}}" data-key="{{key}}">
        <h3><a href="{{path}}">{{#symbol}}<span class="symbol" aria-hidden="true">{{.}}</span>{{/symbol}}<span>{{label}}</span></a></h3>
        <p>“{{say}}”</p>
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
            case (true, true): "can be asked for and scheduled"
            case (true, false): "can be asked for"
            case (false, _): "can be scheduled"
            }
        let whose = need.client.map { id in people.first { $0.id == id }?.name ?? id }
        let group = need.group.map { " · in the group \($0)" } ?? ""
        state = "\(whose.map { "For \($0)" } ?? "For every client") · \(use)\(group)"
        (priority, look) =
            switch need.priority {
            case .normal: (nil, "")
            case .soon: ("soon", "soon")
            case .urgent: ("urgent", "urgent")
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
        ago = call.ago(proposal.proposedAt)
    }
}
