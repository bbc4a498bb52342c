import Care
import Costs
import FoundationEssentials
import Wording

/// What is left of all that two people owe each other, as *Costs* shows it.
struct DebtCard {
    let key: String
    let words: Text
    /// Where it can be paid, if whoever is owed has said; only for whoever owes.
    let link: String?
    /// Leads to a form that says it is paid; `nil` for what is others' to say.
    let pay: String?
    let payWords: Text

    /// - Parameter links: Where people can be paid, by their ids.
    init(_ debt: CostDebt, _ me: Person, _ people: CostPeople, links: [String: String]) {
        let isOwing = debt.from == me.id
        key = "debt-\(debt.from)-\(debt.to)-\(debt.currency)"
        words = Text(
            isOwing ? "costs.you_owe" : debt.to == me.id ? "costs.owes_you" : "costs.owes",
            [
                "name": people.value(isOwing ? debt.to : debt.from), "other": people.value(debt.to),
                "amount": .text(CostWords.money(debt)),
            ])
        link = isOwing ? links[debt.to] : nil
        pay = Self.path(debt, me)
        payWords = Self.words(me)
    }

    /// Where the reader says that it is paid: a client of what they have paid themselves, others also of what they were given.
    static func path(_ debt: CostDebt, for charge: UUID? = nil, _ me: Person) -> String? {
        if me.role == .client {
            return debt.from == me.id ? SettlePage.path(debt, for: charge, at: MineCosts.paid) : nil
        }
        return debt.from == me.id || debt.to == me.id ? SettlePage.path(debt, for: charge) : nil
    }

    /// What stands on the way there.
    static func words(_ me: Person) -> Text {
        Text(me.role == .client ? "costs.i_paid" : "costs.record_payment")
    }

    static let template = """
        <li class="card" data-key="{{key}}"><p><b>{{words}}</b></p>\(ChargeCard.link)
        {{#.pay}}<div class="row"><a class="button" href="{{.}}">{{payWords}}</a></div>{{/.pay}}</li>
        """
}
