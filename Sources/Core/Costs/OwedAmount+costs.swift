public import Care

extension OwedAmount {
    /// What somebody is to pay: what is asked of them, by its day, and then what they owe besides.
    ///
    /// What is asked for is part of what they owe, and said once.
    public static func all(of person: String, _ charges: ChargePage, _ balances: Balances) -> [OwedAmount] {
        func name(_ id: String) -> String {
            (charges.people + balances.people).first { $0.person == id }?.name ?? id
        }
        func digits(_ currency: String) -> Int { Currency(currency)?.digits ?? 2 }
        let asked = charges.charges.filter {
            $0.content.from == person && $0.state == .open && $0.rest > 0
        }
        let rest = balances.debts.filter { $0.from == person }.compactMap { debt -> OwedAmount? in
            let isAsked = asked.filter {
                $0.content.to == debt.to && $0.content.currency == debt.currency
            }.map(\.rest).reduce(0, +)
            guard debt.amount > isAsked else { return nil }
            return OwedAmount(
                to: debt.to, name: name(debt.to), amount: debt.amount - isAsked, currency: debt.currency,
                digits: digits(debt.currency))
        }
        return asked.map { charge in
            OwedAmount(
                charge: charge.id, to: charge.content.to, name: name(charge.content.to),
                what: charge.content.what, amount: charge.rest, currency: charge.content.currency,
                digits: digits(charge.content.currency), due: charge.content.due)
        } + rest
    }
}
