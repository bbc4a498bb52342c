import Care
import FoundationEssentials
import Wording

/// A yes, perhaps with other words, or a no with a reason, to what a client has proposed.
struct NeedDeciding {
    let at: String
    let decision: String
    let who: String
    let symbol: String?
    let label: String
    let say: String
    let when: Text
    let action: String
    let form: NeedFormView
    let reason: String
    let reasonProblem: Text?
    let reasons: [Text]
    /// Whether the form shows again what was typed for a no.
    let isDeclining: Bool
    let isWaiting: Bool
    /// What was decided; `nil` while it waits.
    let decided: Text?

    /// The most usual reasons; the client hears them as they are written here.
    private static let usual = [
        Text("needs.reason_on_board"), Text("needs.reason_cannot"), Text("needs.reason_talk"),
    ]

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let proposal = try await proposal(call)
        return try await draw(call, viewer, proposal, NeedForm(proposal))
    }

    static func approve(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let proposal = try await proposal(call)
        var form = NeedForm(call.form)
        guard let need = form.change(by: viewer.person.name, call) else {
            return try await draw(call, viewer, proposal, form, status: 422)
        }
        let all: NeedPage = try await call.api.get("needs")
        var taken = Set(all.needs.map(\.id))
        while true {
            let id = NeedForm.id(for: need.label, taken: taken)
            let decision = ProposalDecision(
                id: PlanSending.id(call, "decision"), isApproved: true, needID: id, need: need,
                by: viewer.person.name, at: PlanSending.at(call))
            do throws(CareProblem) {
                try await call.api.send("POST", "proposals/\(proposal.id)/decisions", decision)
                return .seeOther("/needs?said=approved")
            } catch {
                if PlanSending.isTwice(error) { return .seeOther("/needs?said=approved") }
                // A removed need already has this id.
                if case .need? = error.current, taken.count < all.needs.count + 20 {
                    taken.insert(id)
                    continue
                }
                guard PlanSending.isForTheForm(error) else { throw error }
                form.mark(error.field, Self.words(error, viewer))
                return try await draw(
                    call, viewer, try await Self.proposal(call), form, status: error.status)
            }
        }
    }

    static func decline(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let proposal = try await proposal(call)
        // A button says a usual reason; what was typed counts where no such button was pressed.
        guard let reason = call.form["usual"] ?? call.form["reason"] else {
            return try await draw(
                call, viewer, proposal, NeedForm(proposal), reasonProblem: Text("needs.say_why"),
                status: 422)
        }
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "proposals/\(proposal.id)/decisions",
                ProposalDecision(
                    id: PlanSending.id(call, "decision"), isApproved: false, reason: reason,
                    by: viewer.person.name, at: PlanSending.at(call)))
        } catch {
            guard !PlanSending.isTwice(error) else { return .seeOther("/needs?said=declined") }
            guard PlanSending.isForTheForm(error) else { throw error }
            return try await draw(
                call, viewer, try await Self.proposal(call), NeedForm(proposal),
                reasonProblem: words(error, viewer), status: error.status)
        }
        return .seeOther("/needs?said=declined")
    }

    /// Why it was refused; who was faster, if that is why.
    private static func words(_ problem: CareProblem, _ viewer: Viewer) -> Text {
        guard case .proposal(let now)? = problem.current else { return problem.sentence }
        return Self.decided(now, viewer) ?? problem.sentence
    }

    private static func decided(_ proposal: NeedProposal, _ viewer: Viewer) -> Text? {
        func by(_ name: String, _ values: [String: Text.Value] = [:]) -> Text {
            guard let who = proposal.decidedBy else { return Text("needs.\(name)", values) }
            guard who != viewer.person.name else { return Text("needs.you_\(name)", values) }
            return Text("needs.\(name)_by", values.merging(["who": .verbatim(who)]) { $1 })
        }
        return switch proposal.state {
        case .waiting: nil
        case .approved: by("approved")
        case .declined: by("declined", ["reason": .verbatim(proposal.reason ?? "")])
        }
    }

    private static func proposal(_ call: PageCall) async throws -> NeedProposal {
        guard let id = UUID(uuidString: call.parts[0]) else {
            throw CareProblem(.notFound, "there is no proposal \(call.parts[0])")
        }
        var after: String?
        repeat {
            let page: ProposalPage = try await call.api.get(
                "proposals", [("limit", "200"), ("after", after)])
            if let found = page.proposals.first(where: { $0.id == id }) { return found }
            after = page.next
        } while after != nil
        throw CareProblem(.notFound, "there is no proposal \(id)")
    }

    private static func draw(
        _ call: PageCall, _ viewer: Viewer, _ proposal: NeedProposal, _ form: NeedForm,
        reasonProblem: Text? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let needs: NeedPage = try await call.api.get("needs")
        let action = "/needs/proposals/\(proposal.id)"
        let content = NeedDeciding(
            at: CareJSON.string(from: call.request.now), decision: "\(UUID())", who: proposal.clientName,
            symbol: proposal.symbol, label: proposal.label, say: proposal.say,
            when: call.when(proposal.proposedAt), action: action,
            form: NeedFormView(
                form, action: "\(action)/approve", people: people.people,
                needs: needs.needs, boards: await BoardGroups.read(call.api)),
            reason: call.form["reason"] ?? "", reasonProblem: reasonProblem,
            reasons: usual, isDeclining: reasonProblem != nil, isWaiting: proposal.state == .waiting,
            decided: decided(proposal, viewer))
        let hasProblem = reasonProblem != nil || !form.problems.isEmpty
        return call.page(
            Page(
                title: Text("needs.proposes", ["who": .verbatim(proposal.clientName)]), template: "proposal",
                content: content,
                notice: hasProblem
                    ? Notice(text: Text("needs.nothing_decided"), isProblem: true) : nil,
                back: "/needs"), status: status)
    }

    static let template = """
        <div class="card"><p>{{#symbol}}<span class="emoji" aria-hidden="true">{{.}}</span> {{/symbol}}<span class="word">{{label}}</span></p>
        <p>[[needs.quoted]]</p><p class="quiet">[[needs.proposed_when]]</p>
        {{#decided}}<p class="problem">{{.}}</p>{{/decided}}</div>
        {{#isWaiting}}
        <h2>[[needs.yes]]</h2>
        <p>[[needs.yes_means]]</p>
        {{#form}}\(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["decision": "{{decision}}", "at": "{{at}}", "replaces": "{{values.replaces}}"]))
        {{> need-fields}}
        <p class="row"><button class="main">[[needs.approve]]</button></p></form>{{/form}}
        <h2>[[needs.no]]</h2>
        <details class="act" data-key="decline"{{#isDeclining}} open{{/isDeclining}}><summary>[[needs.decline]]</summary>
        <p>[[needs.no_means]]</p>
        \(Form.post("{{action}}/decline", class: "routine", attributes: "novalidate", sends: ["decision": "{{decision}}", "at": "{{at}}"]))
        \(Form.field(
            "reason", "[[needs.why_not]]", .line.most(500), id: "f-reason", fault: "reasonProblem"))
        <p class="row"><button class="danger">[[needs.decline_for]]</button></p>
        <p>[[needs.decline_usual]]</p>
        \(Form.reasons("usual"))</form></details>
        {{/isWaiting}}
        """
}
