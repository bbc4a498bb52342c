import Chance
import Costs
import Foundation

/// The parts of an expense against exact fractions: whole numbers of 128 bits, and the order of those who get one more from the words of
/// docs/costs.md.
enum Fractions {
    static func faults(
        of expense: ExpenseContent, id: UUID, isSpoilt: Bool, _ random: inout SeededGenerator,
        _ rests: inout Int
    ) -> [String] {
        var parts = expense.split.parts(of: expense.amount, id: id)
        if isSpoilt, parts.count > 1 {
            parts[0].amount += 1
            parts[1].amount -= 1
        }
        var faults: [String] = []
        if parts.reduce(0, { $0 + $1.amount }) != expense.amount {
            faults.append("\(parts) is not \(expense.amount)")
        }
        let counts: [String: Int]
        let shuffled: CostSplit
        switch expense.split {
        case .equally(let people):
            counts = Dictionary(uniqueKeysWithValues: people.map { ($0, 1) })
            shuffled = .equally(people.shuffled(using: &random))
        case .shares(let shares):
            counts = Dictionary(uniqueKeysWithValues: shares.map { ($0.person, $0.count) })
            shuffled = .shares(shares.shuffled(using: &random))
        case .exact(let shares):
            let wanted = Dictionary(uniqueKeysWithValues: shares.map { ($0.person, $0.amount) })
            let given = Dictionary(uniqueKeysWithValues: parts.map { ($0.person, $0.amount) })
            return faults + (wanted == given ? [] : ["\(parts) is not \(shares)"])
        }
        if shuffled.parts(of: expense.amount, id: id) != parts {
            faults.append("another order of the same people gives other parts")
        }
        let whole = counts.values.reduce(0, +)
        let people = counts.keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        // Who is dealt one more: the id's last sixteen hexadecimal digits say who is first.
        let digits = id.uuidString.filter { $0 != "-" }.suffix(16)
        var turn = Int((UInt64(digits, radix: 16) ?? 0) % UInt64(people.count))
        var left = expense.amount
        var expected: [String: Int64] = [:]
        for person in people {
            let product = expense.amount.multipliedFullWidth(by: Int64(counts[person] ?? 0))
            let share = Int64(whole).dividingFullWidth(product).quotient
            expected[person] = share
            left -= share
        }
        if left > 0 { rests += 1 }
        while left > 0 {
            expected[people[turn], default: 0] += 1
            turn = turn + 1 == people.count ? 0 : turn + 1
            left -= 1
        }
        if parts.map(\.person) != people || !parts.allSatisfy({ expected[$0.person] == $0.amount }) {
            faults.append("\(parts) is not \(expected)")
        }
        return faults
    }
}

/// Who owes whom what, reckoned from nothing but what still counts, without lines, signs or sums of others.
struct SecondBook {
    private struct Way: Hashable {
        let from: String
        let to: String
        let currency: String
    }

    private var owed: [Way: Int64] = [:]

    init(_ standing: [UUID: CostLine.Content]) {
        for (id, content) in standing {
            switch content {
            case .expense(let expense):
                for part in expense.split.parts(of: expense.amount, id: id)
                where part.person != expense.paidBy {
                    owe(part.person, expense.paidBy, part.amount, expense.currency)
                }
            case .payment(let payment): owe(payment.to, payment.from, payment.amount, payment.currency)
            case .charge(let charge): owe(charge.from, charge.to, charge.amount, charge.currency)
            }
        }
    }

    private mutating func owe(_ from: String, _ to: String, _ amount: Int64, _ currency: String) {
        owed[Way(from: from, to: to, currency: currency), default: 0] += amount
    }

    func faults(of balances: Balances) -> [String] {
        var faults: [String] = []
        var debts: Set<CostDebt> = []
        var nets: [String: [String: Int64]] = [:]
        for (way, amount) in owed {
            let back = owed[Way(from: way.to, to: way.from, currency: way.currency)] ?? 0
            if amount > back {
                debts.insert(
                    CostDebt(from: way.from, to: way.to, amount: amount - back, currency: way.currency))
            }
            nets[way.currency, default: [:]][way.from, default: 0] -= amount
            nets[way.currency, default: [:]][way.to, default: 0] += amount
        }
        if Set(balances.debts) != debts || balances.debts.count != debts.count {
            faults.append("\(balances.debts) is not \(debts)")
        }
        for (currency, own) in nets {
            if own.values.reduce(0, +) != 0 { faults.append("\(currency) does not come to 0") }
            for (person, net) in own where balances.net(of: person, in: currency) != net {
                faults.append(
                    "\(person) has \(net) \(currency), not \(balances.net(of: person, in: currency))")
            }
        }
        let known = nets.values.reduce(0) { $0 + $1.values.count { $0 != 0 } }
        if balances.totals.count != known {
            faults.append("there are \(balances.totals.count) totals, not \(known)")
        }
        return faults
    }
}

/// Payments that are said to settle some people: whether they do, and whether fewer could.
enum Settling {
    /// Of up to so many people all ways are tried.
    private static let mostTried = 7

    static func faults(
        _ totals: [CostTotal], _ payments: [CostDebt], isFewest: Bool, _ tried: inout Int
    ) -> [String] {
        var faults: [String] = []
        var left = Dictionary(uniqueKeysWithValues: totals.map { ($0.person, $0.amount) })
        for payment in payments {
            if payment.amount <= 0 { faults.append("\(payment) is nothing") }
            left[payment.from, default: 0] += payment.amount
            left[payment.to, default: 0] -= payment.amount
        }
        if left.values.contains(where: { $0 != 0 }) { faults.append("\(payments) does not settle \(totals)") }
        if payments.count >= totals.count {
            faults.append("\(payments.count) payments for \(totals.count) people")
        }
        if isFewest, totals.count <= mostTried {
            tried += 1
            let fewest = fewest(totals.map(\.amount))
            if fewest != payments.count {
                faults.append("\(payments.count) payments, and \(fewest) would do")
            }
        }
        return faults
    }

    /// Tries for the first who is not settled each other one to settle with, and so on.
    private static func fewest(_ amounts: [Int64]) -> Int {
        var amounts = amounts[...]
        while amounts.first == 0 { amounts = amounts.dropFirst() }
        guard let first = amounts.first else { return 0 }
        let rest = Array(amounts.dropFirst())
        var best = Int.max
        for (index, other) in rest.enumerated() where (other < 0) != (first < 0) && other != 0 {
            var settled = rest
            settled[index] += first
            best = min(best, 1 + fewest(settled))
        }
        return best
    }
}
