import Care
import Costs
import FoundationEssentials
import Wording

/// Somebody leaves the home by themselves: what of theirs is still open is told first, and the password is asked for.
struct LeavingPage {
    /// What is open, with the way to it.
    struct Tie {
        let words: Text
        let path: String
    }

    /// So much of what is open is named; the rest is behind the ways.
    private static let mostNamed = 5

    let ties: [Tie]
    /// What could not be read of it.
    let unread: Text?
    let trouble: FormTrouble?
    let fields: [FormField]

    static let template = """
        <p>[[leaving.means]]</p>
        {{#unread}}<p class="problem">{{.}}</p>{{/unread}}
        {{^empty(ties)}}<h2>[[leaving.still_open]]</h2>
        <ul data-key="ties">{{#ties}}<li><a href="{{path}}">{{words}}</a></li>{{/ties}}</ul>
        <p class="quiet">[[leaving.nobody_takes]]</p>{{/empty(ties)}}
        \(Form.post("/account/leaving", class: "narrow"))
        \(Form.troubles())
        \(Form.fields())
        <div class="row"><button class="danger">[[leaving.leave]]</button><a class="button" href="/account">[[leaving.stay]]</a></div>
        </form>
        """

    static let routes: [PageRoute] = [
        PageRoute(.get, "/account/leaving", for: .all) { call, viewer in
            try await show(call, viewer, nil)
        },
        PageRoute(.post, "/account/leaving", for: .all) { call, viewer in
            do throws(CareProblem) {
                guard let password = call.form.exactly("password"), !password.isEmpty else {
                    throw CareProblem(
                        .notAcceptable, "write your current password here", field: "password")
                }
                try await call.api.send("POST", "account/leaving", Leaving(password: password))
                return .seeOther("/login?did=left")
            } catch {
                guard error.kind != .unauthorized else { throw error }
                return try await show(call, viewer, error)
            }
        },
    ]

    private static func show(
        _ call: PageCall, _ viewer: Viewer, _ problem: CareProblem?
    ) async throws(CareProblem) -> PageResponse {
        var unread: Text?
        var ties: [Tie] = []
        // A provider has none of these.
        if Set<Person.Role>.staff.contains(viewer.person.role) {
            // Whoever wants to leave is not held by what cannot be read.
            do throws(CareProblem) { ties = try await Self.ties(of: viewer.person, call) } catch {
                unread = Text("leaving.unread", ["problem": .text(error.words)])
            }
        }
        let fields = [
            FormField(
                "password", Text("account.current_password"), type: "password",
                autocomplete: "current-password", problem: problem)
        ]
        return call.page(
            Page(
                title: Text("leaving.title"), template: "access.leaving",
                content: LeavingPage(
                    ties: ties, unread: unread, trouble: FormTrouble(problem, in: fields), fields: fields),
                back: "/account"), status: problem?.status ?? 200)
    }

    /// Calls that they are on the way to, their duties, their chores, and what they owe or are owed.
    private static func ties(
        of person: Person, _ call: PageCall
    ) async throws(CareProblem) -> [Tie] {
        var ties: [Tie] = []
        let calls: RequestPage = try await call.api.get("requests", [("state", "open"), ("limit", "200")])
        for one in calls.requests where one.state == .onTheWay && one.changedBy == person.name {
            ties.append(
                Tie(
                    words: Text(
                        "leaving.call",
                        ["client": .verbatim(one.clientName), "need": .verbatim(one.called)]),
                    path: "/now/\(one.id.uuidString)"))
        }
        let duties: DutyPage = try await call.api.get(
            "duties", [("state", "active"), ("person", person.id), ("limit", "200")])
        if !duties.duties.isEmpty {
            ties.append(Tie(words: Text("leaving.duties", count: duties.duties.count), path: "/duties"))
        }
        let chores: ChoreFeed = try await call.api.get("chores")
        for one in chores.mine.prefix(mostNamed) {
            ties.append(Tie(words: Text("leaving.chore", ["title": .verbatim(one.title)]), path: "/chores"))
        }
        if chores.mine.count > mostNamed {
            ties.append(
                Tie(words: Text("leaving.more_chores", count: chores.mine.count - mostNamed), path: "/chores")
            )
        }
        let balances: Balances = try await call.api.get("balances")
        for total in balances.totals where total.person == person.id {
            ties.append(
                Tie(
                    words: Text(
                        total.amount > 0 ? "costs.total_owed" : "costs.total_owing",
                        ["amount": .text(CostWords.money(total.amount, total.currency))]), path: "/costs"))
        }
        return ties
    }
}
