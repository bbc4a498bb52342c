import Care
import FoundationEssentials

/// A yes, perhaps with other words, or a no with a reason, to what a client has proposed.
struct NeedDeciding {
    let at: String
    let decision: String
    let who: String
    let symbol: String?
    let label: String
    let say: String
    let ago: String
    let action: String
    let form: NeedFormView
    let reason: String
    let reasonProblem: String?
    let reasons: [String]
    /// Whether the form shows again what was typed for a no.
    let isDeclining: Bool
    let isWaiting: Bool
    /// What was decided; `nil` while it waits.
    let decided: String?

    /// The most usual reasons; the client hears them as they are written here.
    private static let usual = [
        "There is something like it on your board already.", "We cannot do that here.",
        "Let us talk about it.",
    ]

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let proposal = try await proposal(call)
        return try await draw(call, viewer, proposal, NeedForm(proposal))
    }

    static func approve(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let proposal = try await proposal(call)
        var form = NeedForm(call.form)
        guard let need = form.change(by: viewer.person.name) else {
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
                call, viewer, proposal, NeedForm(proposal), reasonProblem: "Say why: the client is told it.",
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
                reasonProblem: FormField.sentence(words(error, viewer)), status: error.status)
        }
        return .seeOther("/needs?said=declined")
    }

    /// Why it was refused; who was faster, if that is why.
    private static func words(_ problem: CareProblem, _ viewer: Viewer) -> String {
        guard case .proposal(let now)? = problem.current else { return problem.detail }
        return Self.decided(now, viewer) ?? problem.detail
    }

    private static func decided(_ proposal: NeedProposal, _ viewer: Viewer) -> String? {
        let who =
            proposal.decidedBy.map { $0 == viewer.person.name ? "You have" : "\($0) has" } ?? "Somebody has"
        switch proposal.state {
        case .waiting: return nil
        case .approved: return "\(who) already approved it."
        case .declined: return "\(who) already declined it: “\(proposal.reason ?? "")”"
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
        reasonProblem: String? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let needs: NeedPage = try await call.api.get("needs")
        let action = "/needs/proposals/\(proposal.id)"
        let content = NeedDeciding(
            at: CareJSON.string(from: call.request.now), decision: "\(UUID())", who: proposal.clientName,
            symbol: proposal.symbol, label: proposal.label, say: proposal.say,
            ago: call.ago(proposal.proposedAt), action: action,
            form: NeedFormView(
                form, action: "\(action)/approve", people: people.people,
                needs: needs.needs), reason: call.form["reason"] ?? "", reasonProblem: reasonProblem,
            reasons: usual, isDeclining: reasonProblem != nil, isWaiting: proposal.state == .waiting,
            decided: decided(proposal, viewer))
        let hasProblem = reasonProblem != nil || !form.problems.isEmpty
        return call.page(
            Page(
                title: "\(proposal.clientName) proposes", template: "proposal", content: content,
                notice: hasProblem
                    ? Notice(text: "Nothing is decided yet: check what is marked.", isProblem: true) : nil,
                back: "/needs"), status: status)
    }

    static let template = """
        <div class="card"><p>{{#symbol}}<span aria-hidden="true">{{.}}</span> {{/symbol}}<span class="word">{{label}}</span></p>
        <p>“{{say}}”</p><p class="quiet">{{who}}, {{ago}}</p>
        {{#decided}}<p class="problem">{{.}}</p>{{/decided}}</div>
        {{#isWaiting}}
        <h2>Yes</h2>
        <p>Change the words if you like. When you approve, {{who}} is told at once, and can ask for it from now on. It can be changed or
        taken off later, under Needs.</p>
        {{#form}}\(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["decision": "{{decision}}", "at": "{{at}}", "replaces": "{{values.replaces}}"]))
        {{> need-fields}}
        <p class="row"><button class="main">Approve</button></p></form>{{/form}}
        <h2>No</h2>
        <details class="act" data-key="decline"{{#isDeclining}} open{{/isDeclining}}><summary>Decline …</summary>
        <p>{{who}} hears at once that it was declined, and why. That cannot be undone; {{who}} can propose it again.</p>
        \(Form.post("{{action}}/decline", class: "routine", attributes: "novalidate", sends: ["decision": "{{decision}}", "at": "{{at}}"]))
        \(Form.field(
            "reason", "Why not? {{who}} hears it like this", .line.most(500), id: "f-reason", fault: "reasonProblem"))
        <p class="row"><button class="danger">Decline, for this reason</button></p>
        <p>Or decline with one of these:</p>
        \(Form.reasons("usual"))</form></details>
        {{/isWaiting}}
        """
}
