/// What one person has to give another.
public struct CostDebt: Codable, Hashable, Sendable {
    /// The id of the person who owes.
    public var from: String
    public var to: String
    /// In the currency's smallest unit, above 0.
    public var amount: Int64
    /// ISO 4217.
    public var currency: String

    public init(from: String, to: String, amount: Int64, currency: String) {
        self.from = from
        self.to = to
        self.amount = amount
        self.currency = currency
    }
}

/// How a person stands in one currency.
public struct CostTotal: Codable, Hashable, Sendable {
    /// The person's id.
    public var person: String
    /// What they are owed, less what they owe, in the currency's smallest unit; never 0.
    public var amount: Int64
    /// ISO 4217.
    public var currency: String

    public init(person: String, amount: Int64, currency: String) {
        self.person = person
        self.amount = amount
        self.currency = currency
    }
}

/// Where somebody can be paid, as they have said.
public struct PaymentLink: Codable, Hashable, Sendable {
    /// The person's id.
    public var person: String
    /// `https:` or `payto:`.
    public var link: String

    public init(person: String, link: String) {
        self.person = person
        self.link = link
    }
}

/// Who owes whom what: the answer to `GET /balances`. Currencies are never added to each other.
public struct Balances: Codable, Equatable, Sendable {
    /// That of the home's last line, for what is written down next.
    public var currency: String
    /// The number of the home's last line; 0 where there is none. While it stays the same, nobody owes anything else.
    public var last: Int64
    /// Between two people, what is left of all that they owe each other.
    public var debts: [CostDebt]
    public var totals: [CostTotal]
    /// The payments that settle everything.
    public var payments: [CostDebt]
    /// Whether no fewer payments could settle everything; where there are very many people, that is not known.
    public var isFewest: Bool
    /// Of those whom the reader may have to pay.
    public var links: [PaymentLink]
    /// All whom the debts, totals and payments name and who are known, by their ids.
    public var people: [CostName]

    public init(
        currency: String, debts: [CostDebt], totals: [CostTotal], payments: [CostDebt], isFewest: Bool,
        links: [PaymentLink] = [], people: [CostName] = [], last: Int64 = 0
    ) {
        self.currency = currency
        self.last = last
        self.debts = debts
        self.totals = totals
        self.payments = payments
        self.isFewest = isFewest
        self.links = links
        self.people = people
    }

    enum CodingKeys: String, CodingKey {
        case currency, last, debts, totals, payments, links, people
        case isFewest = "fewest"
    }
}

extension Balances {
    /// From everybody's postings, or from sums of them.
    ///
    /// - Parameter currency: That of the home's last line.
    public init(of postings: some Sequence<CostPosting>, currency: String = Currency.usual) {
        var pairs: [Pair: Int64] = [:]
        for posting in postings {
            let pair = Pair(posting)
            pairs[pair, default: 0] += pair.first == posting.debtor ? posting.amount : -posting.amount
        }
        let debts = pairs.compactMap { pair, amount in pair.debt(amount) }
            .sorted { ($0.currency, $0.from, $0.to) < ($1.currency, $1.from, $1.to) }
        var nets: [String: [String: Int64]] = [:]
        for debt in debts {
            nets[debt.currency, default: [:]][debt.from, default: 0] -= debt.amount
            nets[debt.currency, default: [:]][debt.to, default: 0] += debt.amount
        }
        var totals: [CostTotal] = []
        var payments: [CostDebt] = []
        var isFewest = true
        for (currency, nets) in nets.sorted(by: { $0.key < $1.key }) {
            let own = nets.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map {
                CostTotal(person: $0.key, amount: $0.value, currency: currency)
            }
            totals += own
            let settling = Simplification(of: own)
            payments += settling.payments
            isFewest = isFewest && settling.isFewest
        }
        self.init(
            currency: currency, debts: debts, totals: totals, payments: payments, isFewest: isFewest)
    }

    /// Two people in one currency; the one whose id is first in order comes first.
    private struct Pair: Hashable {
        let first: String
        let second: String
        let currency: String

        init(_ posting: CostPosting) {
            first = min(posting.debtor, posting.creditor)
            second = max(posting.debtor, posting.creditor)
            currency = posting.currency
        }

        /// - Parameter amount: What the first owes the second.
        func debt(_ amount: Int64) -> CostDebt? {
            guard amount != 0 else { return nil }
            return amount > 0
                ? CostDebt(from: first, to: second, amount: amount, currency: currency)
                : CostDebt(from: second, to: first, amount: -amount, currency: currency)
        }
    }

    /// What a person is owed in a currency, less what they owe.
    public func net(of person: String, in currency: String) -> Int64 {
        totals.first { $0.person == person && $0.currency == currency }?.amount ?? 0
    }

    /// The ids of all whom they name.
    public var named: Set<String> {
        Set((debts + payments).flatMap { [$0.from, $0.to] } + totals.map(\.person))
    }

    /// What one person may see of them: what they have to do with themselves.
    public func seen(by person: String) -> Balances {
        var own = self
        own.debts = debts.filter { $0.from == person || $0.to == person }
        own.totals = totals.filter { $0.person == person }
        own.payments = payments.filter { $0.from == person || $0.to == person }
        let creditors = Set((own.debts + own.payments).filter { $0.from == person }.map(\.to))
        own.links = links.filter { $0.person == person || creditors.contains($0.person) }
        let named = own.named
        own.people = people.filter { named.contains($0.person) }
        return own
    }
}
