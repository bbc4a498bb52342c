import Care
import Chance
import Costs
import Foundation
import Recurrence

/// A home whose people do one random thing after the other, all of them from a seed.
struct RandomHome {
    /// After so many operations another home begins.
    static let mostOperations = 400

    private enum Presence { case there, away, left }

    private let spoiling: Spoiling?
    /// How often there was something to spoil.
    private var chances = 0
    private var random: SeededGenerator
    private var people: [(id: String, presence: Presence)] = []
    private let currencies: [Currency]
    private let largest: Int64
    /// What the service would have stored: each line with what it takes the place of.
    private var postings: [CostPosting] = []
    private var number: Int64 = 0
    /// What still counts, by its subject: all that the second reckoning knows of.
    private var standing: [UUID: CostLine.Content] = [:]

    init(seed: UInt64, number: Int, spoiling: Spoiling?) {
        self.spoiling = spoiling
        random = SeededGenerator(seed: seed, stream: "home \(number)")
        currencies = Array(
            Currency.all.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
        largest = [20, 10_000, Money.amounts.upperBound].randomElement(using: &random) ?? 20
        for _ in 0..<Int.random(in: 2...7, using: &random) { comes() }
    }

    mutating func play(_ count: Int, _ tally: inout Tally) {
        for _ in 0..<count {
            tally.operations += 1
            act(&tally)
            if Int.random(in: 0..<25, using: &random) == 0 { compare(&tally) }
        }
        compare(&tally)
    }

    private mutating func act(_ tally: inout Tally) {
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            guard people.count < 18 else { return }
            comes()
            tally.came += 1
        case 1: if moves(to: .left) { tally.left += 1 }
        case 2: if moves(to: .away) { tally.away += 1 }
        case 3: if moves(to: .there) { tally.back += 1 }
        case 4...10: writeExpense(newID(), .expense, &tally)
        case 11...12: correct(&tally)
        case 13...14: withdraw(&tally)
        case 15...17: pay(&tally)
        default: ask(&tally)
        }
    }

    // MARK: - People

    private mutating func comes() {
        people.append(("p\(Int.random(in: 0..<1_000_000, using: &random))-\(people.count)", .there))
    }

    /// - Returns: Whether somebody was anything else before.
    private mutating func moves(to presence: Presence) -> Bool {
        guard let index = people.indices.randomElement(using: &random), people[index].presence != presence
        else { return false }
        people[index].presence = presence
        return true
    }

    private mutating func somebody(_ isFit: (Presence) -> Bool) -> String? {
        people.filter { isFit($0.presence) }.randomElement(using: &random)?.id
    }

    // MARK: - Lines

    private mutating func newID() -> UUID { .version7(at: Date(timeIntervalSince1970: 0), using: &random) }

    private mutating func amount() -> Int64 { Int64.random(in: 1...largest, using: &random) }

    private mutating func currency() -> String { currencies.randomElement(using: &random)?.code ?? "EUR" }

    private static let day = CalendarDay(clamping: 20_000)

    private mutating func expense() -> ExpenseContent? {
        let there = people.filter { $0.presence == .there }.map(\.id).shuffled(using: &random)
        let members = Array(there.prefix(Int.random(in: 1...8, using: &random)))
        guard let payer = somebody({ $0 != .left }), !members.isEmpty, members != [payer] else { return nil }
        var total = amount()
        let split: CostSplit
        switch Int.random(in: 0..<3, using: &random) {
        case 0: split = .equally(members)
        case 1:
            split = .shares(
                members.map {
                    CostCount(
                        person: $0,
                        count: Int.random(in: 1...(Bool.random(using: &random) ? 3 : 1000), using: &random))
                })
        default:
            let most = max(1, largest / Int64(members.count))
            let shares = members.map {
                CostShare(person: $0, amount: Int64.random(in: 1...most, using: &random))
            }
            total = shares.reduce(0) { $0 + $1.amount }
            split = .exact(shares)
        }
        return ExpenseContent(
            what: "Groceries", amount: total, currency: currency(), paidBy: payer, on: Self.day, split: split)
    }

    private mutating func writeExpense(_ id: UUID, _ kind: CostLine.Kind, _ tally: inout Tally) {
        guard let content = expense() else { return }
        do { try content.check() } catch { tally.broken.append("refused: \(error)") }
        let isSpoilt = spoils(.cents, each: 50)
        tally.broken += Fractions.faults(of: content, id: id, isSpoilt: isSpoilt, &random, &tally.parts)
        write(id, kind, .expense(content), &tally)
    }

    private mutating func correct(_ tally: inout Tally) {
        let expenses = standing.filter { if case .expense = $0.value { true } else { false } }
        guard let id = chosen(of: expenses) else { return }
        writeExpense(id, .expenseCorrected, &tally)
    }

    private mutating func withdraw(_ tally: inout Tally) {
        guard let id = chosen(of: standing), let content = standing[id] else { return }
        let kind: CostLine.Kind =
            switch content {
            case .expense: .expenseWithdrawn
            case .payment: .paymentWithdrawn
            case .charge: .chargeWithdrawn
            }
        write(id, kind, content, &tally)
    }

    private mutating func pay(_ tally: inout Tally) {
        guard let from = somebody({ _ in true }), let to = somebody({ _ in true }), from != to else { return }
        let payment = PaymentContent(
            from: from, to: to, amount: amount(), currency: currency(), on: Self.day)
        write(newID(), .payment, .payment(payment), &tally)
    }

    private mutating func ask(_ tally: inout Tally) {
        guard let from = somebody({ $0 != .left }), let to = somebody({ $0 != .left }), from != to else {
            return
        }
        let charge = ChargeContent(
            what: "Rent", amount: amount(), currency: currency(), from: from, to: to, due: Self.day)
        write(newID(), .charge, .charge(charge), &tally)
    }

    /// From the seed alone, in whatever order a dictionary has them.
    private mutating func chosen(of contents: [UUID: CostLine.Content]) -> UUID? {
        contents.keys.sorted { $0.uuidString < $1.uuidString }.randomElement(using: &random)
    }

    private mutating func write(
        _ subject: UUID, _ kind: CostLine.Kind, _ content: CostLine.Content, _ tally: inout Tally
    ) {
        number += 1
        let line = CostLine(
            number: number, id: subject, subject: subject, kind: kind, content: content, by: "Anna",
            at: Date(timeIntervalSince1970: 0))
        let earlier = standing[subject]
        let isKept = earlier != nil && spoils(.kept, each: 10)
        let new = line.postings(replacing: isKept ? nil : earlier)
        if !spoils(.lost, each: 50) { postings += new }
        if spoils(.doubled, each: 50) { postings += new }
        standing[subject] = kind.isWithdrawal ? nil : content
        tally.lines += 1
        switch kind {
        case .expense: break
        case .expenseCorrected: tally.corrections += 1
        case .expenseWithdrawn, .paymentWithdrawn, .chargeWithdrawn: tally.withdrawals += 1
        case .payment: tally.payments += 1
        case .charge: tally.charges += 1
        }
    }

    /// Whether this is one of those that are to be spoilt so.
    private mutating func spoils(_ what: Spoiling, each number: Int) -> Bool {
        guard spoiling == what else { return false }
        chances += 1
        return chances.isMultiple(of: number)
    }

    // MARK: - The second reckoning

    private mutating func compare(_ tally: inout Tally) {
        let balances = Balances(of: postings)
        tally.books += 1
        tally.broken += SecondBook(standing).faults(of: balances)
        for currency in Set(balances.totals.map(\.currency)) {
            let totals = balances.totals.filter { $0.currency == currency }
            var payments = balances.payments.filter { $0.currency == currency }
            if spoils(.payments, each: 10) { payments = payments.dropLast() }
            tally.settlings += 1
            tally.broken += Settling.faults(totals, payments, isFewest: balances.isFewest, &tally.tried)
        }
    }
}
