/// The fewest payments that settle what a group of people owe each other in one currency (decision 0271).
///
/// Whoever can be divided into as many groups as possible that settle among themselves needs the fewest payments: a group of `n` needs
/// `n − 1`. Which groups these are is found exactly for up to 15 people who are not settled, by trying each set of them once (the sums of
/// all 2^15 sets). For more, who owe and are owed the same are paired, and the rest is paid from the largest to the largest: never more than
/// `n − 1` payments, but perhaps more than are needed.
struct Simplification {
    /// Of up to so many people the fewest payments are found.
    static let mostExact = 15

    let payments: [CostDebt]
    let isFewest: Bool

    /// - Parameter totals: Of one currency, none of them 0; together they are 0.
    init(of totals: [CostTotal]) {
        isFewest = totals.count <= Self.mostExact
        let groups = isFewest ? Self.groups(totals) : Self.pairs(totals)
        payments = groups.flatMap(Self.payments).sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    /// As many groups as there can be whose sums are 0.
    private static func groups(_ totals: [CostTotal]) -> [[CostTotal]] {
        let count = totals.count
        let sets = 1 << count
        var sums = [Int64](repeating: 0, count: sets)
        // How many sums of 0 a set can be built up by, at most, one person after the other; and who comes last then.
        var most = [Int8](repeating: 0, count: sets)
        var last = [Int8](repeating: 0, count: sets)
        for set in 1..<max(sets, 1) {
            let lowest = set.trailingZeroBitCount
            sums[set] = sums[set & (set - 1)] + totals[lowest].amount
            var best: Int8 = -1
            var rest = set
            while rest != 0 {
                let person = rest.trailingZeroBitCount
                rest &= rest - 1
                let before = most[set & ~(1 << person)]
                if before > best { (best, last[set]) = (before, Int8(person)) }
            }
            most[set] = best + (sums[set] == 0 ? 1 : 0)
        }
        var groups: [[CostTotal]] = []
        var set = sets - 1
        while set != 0 {
            // At each sum of 0 another group begins.
            if sums[set] == 0 { groups.append([]) }
            let person = Int(last[set])
            groups[groups.count - 1].append(totals[person])
            set &= ~(1 << person)
        }
        return groups
    }

    /// Those who owe and are owed the same, and one group of all others.
    private static func pairs(_ totals: [CostTotal]) -> [[CostTotal]] {
        var waiting: [Int64: [CostTotal]] = [:]
        var groups: [[CostTotal]] = []
        for total in totals {
            if let other = waiting[-total.amount]?.popLast() {
                groups.append([other, total])
            } else {
                waiting[total.amount, default: []].append(total)
            }
        }
        let rest = waiting.values.flatMap(\.self)
        return rest.isEmpty ? groups : groups + [rest]
    }

    /// The payments of one group, from the largest to the largest: each of them settles at least one person, and the last one two.
    private static func payments(_ group: [CostTotal]) -> [CostDebt] {
        func sorted(_ totals: [CostTotal]) -> [CostTotal] {
            totals.sorted { ($1.amount.magnitude, $0.person) < ($0.amount.magnitude, $1.person) }
        }
        var debtors = sorted(group.filter { $0.amount < 0 })[...]
        var creditors = sorted(group.filter { $0.amount > 0 })[...]
        var payments: [CostDebt] = []
        while var debtor = debtors.popFirst(), var creditor = creditors.popFirst() {
            let amount = min(-debtor.amount, creditor.amount)
            payments.append(
                CostDebt(
                    from: debtor.person, to: creditor.person, amount: amount, currency: debtor.currency))
            debtor.amount += amount
            creditor.amount -= amount
            if debtor.amount < 0 { debtors.insert(debtor, at: debtors.startIndex) }
            if creditor.amount > 0 { creditors.insert(creditor, at: creditors.startIndex) }
        }
        return payments
    }
}
