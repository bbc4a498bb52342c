import Care

extension CostSplit {
    /// As many as one amount is for.
    static let mostPeople = 50
    /// How many parts one person may have.
    public static let counts = 1...1000

    /// Checks it for an amount, whose currency is known.
    func check(_ amount: Int64, _ currency: Currency) throws(FieldProblem) {
        let people = people
        guard (1...Self.mostPeople).contains(people.count) else {
            throw FieldProblem(field, "there are \(people.count): name 1 to \(Self.mostPeople) people")
        }
        for person in people { try FieldChecks.id(person, field, mayHaveCapitals: true) }
        var seen: Set<String> = []
        for person in people where !seen.insert(person).inserted {
            throw FieldProblem(field, "\(person) is there twice: each person has one part")
        }
        switch self {
        case .equally: break
        case .shares(let counts):
            for one in counts {
                try FieldChecks.number(one.count, field, in: Self.counts, "parts")
            }
        case .exact(let shares):
            for share in shares where !Money.amounts.contains(share.amount) {
                throw FieldProblem(field, TypedMoneyError.outOfRange(currency).description)
            }
            // Fifty amounts at most, each within its bounds.
            let sum = shares.reduce(0) { $0 + $1.amount }
            guard sum == amount else {
                throw FieldProblem(
                    field,
                    "the parts come to \(Money(sum, currency)), and the amount is \(Money(amount, currency))")
            }
        }
    }

    /// Where it names people.
    private var field: String {
        switch self {
        case .equally: "split.people"
        case .shares: "split.shares"
        case .exact: "split.amounts"
        }
    }
}
