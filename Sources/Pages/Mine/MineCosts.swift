import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// What a client who has logged in owes and is owed, what is asked of them by its day, and where they say that they have paid.
///
/// The rest of the book is not theirs to see: what an expense was is told by whoever wrote it down.
enum MineCosts: PageTopic {
    static let base = "/mine/costs"
    /// Where they say that they have paid.
    static let paid = base + "/paid"
    /// Where they say where they can be paid.
    static let link = base + "/link"

    static let routes: [PageRoute] =
        [
            PageRoute(.get, base, for: .clients) { call, viewer in try await show(call, viewer) },
            PageRoute(.get, paid, for: .clients, askWhetherPaid),
            PageRoute(.post, paid, for: .clients, record),
        ] + PaymentLinkPage.ofClients

    static let templates = ["mine.costs": MineCostsPage.template]

    /// What is asked of a client, for the page of their chores; nothing where it cannot be read, which their page of costs says.
    ///
    /// - Parameter feed: With the amounts of which they were reminded.
    static func asked(of viewer: Viewer, _ feed: ChoreFeed, _ call: PageCall) async -> [ChargeCard] {
        guard let open = try? await ChargeCard.open(call.api),
            open.charges.contains(where: { $0.content.from == viewer.person.id }),
            let standing = try? await Standing(call.api, open)
        else { return [] }
        return standing.cards(viewer, call, news: AmountNews.all(in: feed, viewer, call.request))
            .filter(\.isMine)
    }

    private static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let standing = try await Standing(call.api, try await ChargeCard.open(call.api))
        return call.page(
            Page(
                title: Text("costs.title"), template: "mine.costs",
                content: MineCostsPage(standing, viewer, call), notice: CostNotice.notice(call)))
    }

    /// What a form or an address says was paid.
    fileprivate struct Paid {
        let debt: CostDebt
        let charge: UUID?

        init?(_ fields: PageFields, by me: Person) {
            var problems: [String: Text] = [:]
            let typed = ["amount": fields["amount"] ?? ""]
            guard let to = fields["to"], let currency = Currency(fields["currency"] ?? ""),
                let amount = MoneyFields.amount(typed, in: currency, &problems)
            else { return nil }
            debt = CostDebt(from: me.id, to: to, amount: amount, currency: currency.code)
            charge = fields["charge"].flatMap { UUID(uuidString: $0) }
        }
    }

    /// How a client stands.
    struct Standing {
        let balances: Balances
        let charges: [Charge]
        let people: CostPeople

        init(_ api: PageAPI, _ open: OpenCharges) async throws(CareProblem) {
            balances = try await api.get("balances")
            charges = open.charges
            people = CostPeople(named: balances.people + open.people)
        }

        func cards(_ viewer: Viewer, _ call: PageCall, news: [AmountNews] = []) -> [ChargeCard] {
            let today = call.request.zone.local(of: call.request.now).day
            let links = ChargeCard.links(balances)
            return charges.map {
                ChargeCard($0, viewer.person, people, links: links, today: today, news: news)
            }
        }

        /// Whether it is to be paid as it is written: somebody may have written something down since it was read.
        fileprivate func has(_ paid: Paid) -> Bool {
            guard let id = paid.charge else { return balances.debts.contains(paid.debt) }
            return charges.contains { charge in
                let content = charge.content
                let debt = CostDebt(
                    from: content.from, to: content.to, amount: charge.rest, currency: content.currency)
                return charge.id == id && debt == paid.debt
            }
        }
    }

    private static func askWhetherPaid(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let standing = try await Standing(call.api, try await ChargeCard.open(call.api))
        guard let paid = Paid(call.query, by: viewer.person), standing.has(paid) else {
            return .seeOther(CostNotice.changed.path(base))
        }
        let debt = paid.debt
        let values = [
            "name": standing.people.value(debt.to), "amount": Text.Value.text(CostWords.money(debt)),
        ]
        let fields = [
            ("to", debt.to), ("amount", ExpenseForm.number(debt.amount, debt.currency)),
            ("currency", debt.currency), ("charge", paid.charge.map { "\($0)" } ?? ""),
        ]
        let sent = fields + CostSending.stamp(call).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return call.ask(
            Text("costs.i_paid"), Text("costs.i_paid_question", values),
            Text("costs.i_paid_meaning", values), action: Self.paid, yes: Text("costs.i_paid"),
            no: Text("forms.cancel"), back: base,
            fields: sent.map { AskPage.Field(name: $0.0, value: $0.1) })
    }

    private static func record(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let standing = try await Standing(call.api, try await ChargeCard.open(call.api))
        guard let paid = Paid(call.form, by: viewer.person) else {
            return .seeOther(CostNotice.changed.path(base))
        }
        let (debt, isOwed) = (paid.debt, standing.has(paid))
        let new = NewPayment(
            id: PlanSending.id(call),
            content: PaymentContent(
                from: debt.from, to: debt.to, amount: debt.amount, currency: debt.currency,
                on: call.request.zone.local(of: call.request.now).day, charge: paid.charge),
            by: viewer.person.name, at: PlanSending.at(call), ifOwed: true)
        do throws(CareProblem) { try await call.api.send("POST", "payments", new) } catch {
            if error.kind == .conflict, error.field == "if_owed" {
                return .seeOther(CostNotice.changed.path(base))
            }
            guard PlanSending.isTwice(error) else { throw error }
            return .seeOther(CostNotice.known.path(base))
        }
        // What is owed no more and is taken all the same has come before: a second tap.
        return .seeOther((isOwed ? CostNotice.paid : .known).path(base))
    }
}

/// In all, what is asked by its day, and what is left between the client and each of the others.
struct MineCostsPage {
    let totals: [Text]
    let charges: [ChargeCard]
    let debts: [DebtCard]
    let isEmpty: Bool

    init(_ standing: MineCosts.Standing, _ viewer: Viewer, _ call: PageCall) {
        let balances = standing.balances
        totals = CostWords.totals(of: viewer.person, in: balances)
        charges = standing.cards(viewer, call)
        debts = balances.debts.map {
            DebtCard($0, viewer.person, standing.people, links: ChargeCard.links(balances))
        }
        isEmpty = charges.isEmpty && debts.isEmpty
    }

    static let template = """
        {{#isEmpty}}<p class="sum word good" data-key="none">[[costs.nothing_yours]]</p>{{/isEmpty}}
        {{#totals}}<p class="sum">{{.}}</p>{{/totals}}
        {{^empty(charges)}}<section data-key="asked" aria-labelledby="asked-title"><h2 id="asked-title">[[costs.charges]]</h2>
        <ul class="cards close">{{#charges}}{{>charge-card}}{{/charges}}</ul></section>{{/empty(charges)}}
        {{^empty(debts)}}<section data-key="debts" aria-labelledby="debts-title"><h2 id="debts-title">[[costs.with_you]]</h2>
        <ul class="cards close">{{#debts}}{{>debt-card}}{{/debts}}</ul></section>{{/empty(debts)}}
        <p class="row"><a class="button" href="\(MineCosts.link)">[[costs.link]]</a></p>
        <p class="quiet">[[costs.no_money]]</p>
        """
}
