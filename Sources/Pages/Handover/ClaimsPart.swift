import Care
import FoundationEssentials
import Wording

/// Who is on the way to what at the change of a shift, and to whom it can be given.
struct ClaimsPart {
    struct Owner {
        let key: String
        let name: String
        /// `Maria: water, Otto: tea`.
        let calls: String
        /// Made with the page, so that a second press moves nothing more.
        let id: String
        let others: [FormOption]
    }

    let owners: [Owner]

    /// - Parameter people: Those who can be given a call, among others.
    init(_ open: [Request], people: [Person]) {
        let taken = open.filter { $0.state == .onTheWay && $0.changedBy != nil }
        let names = Set(taken.compactMap(\.changedBy)).sorted()
        let able = people.filter(\.canBeCalled)
        owners = names.map { name in
            Owner(
                key: "claims-\(name)", name: name,
                calls: taken.filter { $0.changedBy == name }
                    .map { "\($0.clientName): \($0.called)" }.joined(separator: ", "),
                id: UUID().uuidString,
                others: able.filter { $0.name != name }.map {
                    FormOption(value: $0.name, name: .verbatim($0.name), isChosen: false)
                })
        }
    }

    static func move(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        guard let id = call.form["id"].flatMap({ UUID(uuidString: $0) }), let from = call.form["from"],
            let to = call.form["to"]
        else { throw CareProblem(.badRequest, "choose who goes from now on, and press again") }
        let moved: MovedClaims = try await call.api.send(
            "POST", "handover/claims",
            ClaimMove(id: id, from: from, to: to, by: viewer.person.name, at: call.request.now))
        return .seeOther("/handover?said=\(moved.requests.isEmpty ? "none" : "given")")
    }

    static let template = """
        {{#owners}}<section class="card soon" data-key="{{key}}"><h2>[[handover.is_on_the_way]]</h2><p>{{calls}}</p>
        \(Form.post("/handover/claims", sends: ["id": "{{id}}", "from": "{{name}}"]))
        \(Form.field("to", "[[handover.give_to]]", .choice("others"), id: "to-{{id}}", value: ""))
        <p class="row"><button>[[handover.give]]<span class="unseen">: {{name}}</span></button></p></form></section>{{/owners}}
        """
}
