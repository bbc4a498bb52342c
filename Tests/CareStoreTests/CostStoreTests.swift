import Care
import Chance
import Costs
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("The book of shared costs")
struct CostStoreTests {
    private let home: TestHome
    private let store: CareStore
    private let day = CalendarDay(clamping: 20_000)

    init() async throws {
        home = try TestHome()
        store = try home.store()
        for (id, role) in [
            ("anna", Person.Role.caregiver), ("ben", .caregiver), ("cleo", .coordinator),
            ("pauli", .provider),
        ] {
            _ = try await store.setPerson(Person(id: id, name: id.capitalized, role: role), at: noon)
        }
    }

    private func expense(
        _ amount: Int64, by payer: String = "anna", for people: [String] = ["anna", "ben"], id: UUID = UUID(),
        _ currency: String = "EUR"
    ) -> NewExpense {
        NewExpense(
            id: id,
            content: ExpenseContent(
                what: "Groceries", amount: amount, currency: currency, paidBy: payer, on: day,
                split: .equally(people)), at: noon)
    }

    private func payment(
        _ amount: Int64, from: String, to: String, for charge: UUID? = nil, id: UUID = UUID()
    ) -> NewPayment {
        NewPayment(
            id: id,
            content: PaymentContent(
                from: from, to: to, amount: amount, currency: "EUR", on: day, charge: charge), at: noon)
    }

    private func charge(_ amount: Int64, from: String, to: String, due: Int = 0) -> NewCharge {
        NewCharge(
            id: UUID(),
            content: ChargeContent(
                what: "Rent", amount: amount, currency: "EUR", from: from, to: to,
                due: day.adding(days: due)), at: noon)
    }

    private func correction(_ amount: Int64?, replaces: Int64) -> ExpenseCorrection {
        ExpenseCorrection(
            id: UUID(), replaces: replaces, content: amount.map { expense($0).content }, at: noon)
    }

    private func withdrawal() -> CostWithdrawal { CostWithdrawal(id: UUID(), reason: "A slip.", at: noon) }

    private func debts(_ reader: CostReader = .all) async throws -> [String] {
        try await store.balances(seenBy: reader).debts.map {
            "\($0.from) → \($0.to) \($0.amount) \($0.currency)"
        }
    }

    private func states() async throws -> [Charge.State] {
        try await store.charges(seenBy: .all, onlyOpen: false).charges.map(\.state)
    }

    @Test("What is paid only if it is owed is written down once, and not when it is something else by then")
    func onlyIfOwed() async throws {
        func pay(_ amount: Int64, for charge: UUID? = nil, id: UUID = UUID()) async -> String {
            var new = payment(amount, from: "ben", to: "anna", for: charge, id: id)
            new.ifOwed = true
            do {
                return try await store.addPayment(new, by: "Ben").isNew ? "new" : "known"
            } catch { return "\(error)" }
        }
        let not = "that is not owed any more, or another amount is: read what is owed now"
        _ = try await store.addExpense(expense(1000), by: "Anna")
        #expect(await pay(400) == not)
        let id = UUID()
        #expect(await pay(500, id: id) == "new")
        // A second tap.
        #expect(await pay(500, id: id) == "known")
        #expect(await pay(500) == not)
        let asked = charge(700, from: "ben", to: "anna")
        _ = try await store.addCharge(asked, by: "Anna", receivedAt: noon)
        #expect(await pay(600, for: asked.id) == not)
        #expect(await pay(700, for: asked.id, id: UUID()) == "new")
        #expect(await pay(700, for: asked.id) == not)
    }

    @Test("What is owed besides what is asked for is paid only while it is that, as a kiosk offers it")
    func onlyIfOwedBesides() async throws {
        func pay(_ amount: Int64) async -> Bool {
            var new = payment(amount, from: "ben", to: "anna")
            new.ifOwed = true
            return (try? await store.addPayment(new, by: "Ben").isNew) ?? false
        }
        _ = try await store.addExpense(expense(2000), by: "Anna")
        let asked = charge(700, from: "ben", to: "anna")
        _ = try await store.addCharge(asked, by: "Anna", receivedAt: noon)
        // What somebody else asks for is another matter.
        _ = try await store.addCharge(charge(50, from: "ben", to: "cleo"), by: "Cleo", receivedAt: noon)
        let offered = OwedAmount.all(
            of: "ben", try await store.charges(seenBy: .all, onlyOpen: true),
            try await store.balances(seenBy: .all))
        let rest = try #require(offered.first { $0.charge == nil && $0.to == "anna" })
        #expect(await !pay(rest.amount - 1))
        #expect(await pay(rest.amount))
        // By a phone meanwhile, and then by the kiosk.
        #expect(await !pay(rest.amount))
        // All of it is owed, too, whatever was asked for.
        #expect(await pay(700))
        #expect(await !pay(700))
    }

    @Test("The same message makes one line, another under its id none")
    func once() async throws {
        let new = expense(1000)
        let first = try await store.addExpense(new, by: "Anna")
        #expect(first.isNew && first.0.number == 1 && first.0.shares?.map(\.amount) == [500, 500])
        let again = try await store.addExpense(new, by: "Anna")
        #expect(!again.isNew && again.0 == first.0)
        await #expect(throws: CareStoreError.sameIDOtherContent(new.id, current: nil)) {
            try await store.addExpense(expense(999, id: new.id), by: "Anna")
        }
        await #expect(throws: CareStoreError.sameIDOtherContent(new.id, current: nil)) {
            try await store.addPayment(payment(5, from: "ben", to: "anna", id: new.id), by: "Anna")
        }
        #expect(try await debts() == ["ben → anna 500 EUR"])
        #expect(try await store.costLines(seenBy: .all).lines == [first.0])
        #expect(try await store.balances(seenBy: .all).currency == "EUR")
    }

    @Test("A correction is a new line; of two of the same line one wins, and the other is told")
    func corrections() async throws {
        let id = try await store.addExpense(expense(1000), by: "Anna").0.id
        let (one, other) = (correction(600, replaces: 1), correction(800, replaces: 1))
        let results = await withTaskGroup(of: Result<Int64, any Error>.self) { group in
            for correction in [one, other] {
                group.addTask { [store] in
                    do {
                        return .success(
                            try await store.correctExpense(id, correction, by: "Ben", seenBy: .all).0.number)
                    } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.compactMap { try? $0.get() } == [2])
        let failure = results.compactMap {
            if case .failure(let error) = $0 { error as? CareStoreError } else { nil }
        }
        #expect(failure == [.expenseChanged(last: 2)])
        let amount = try #require(try await store.expense(id, seenBy: .all).lines.last?.expense?.amount)
        #expect(try await debts() == ["ben → anna \(amount / 2) EUR"])
        let story = try await store.expense(id, seenBy: .all)
        #expect(story.lines.map(\.kind) == [.expense, .expenseCorrected] && story.lines[1].replaces == 1)
        // The same correction again is the same line, though another has come since.
        let winner = amount == 600 ? one : other
        _ = try await store.correctExpense(id, correction(nil, replaces: 2), by: "Ben", seenBy: .all)
        let again = try await store.correctExpense(id, winner, by: "Ben", seenBy: .all)
        #expect(!again.isNew && again.0.number == 2)
        #expect(try await debts().isEmpty)
        await #expect(throws: CareStoreError.withdrawnAlready) {
            try await store.correctExpense(id, correction(nil, replaces: 3), by: "Ben", seenBy: .all)
        }
        // What was deleted counts again when it is corrected.
        _ = try await store.correctExpense(id, correction(200, replaces: 3), by: "Ben", seenBy: .all)
        #expect(try await debts() == ["ben → anna 100 EUR"])
    }

    @Test("Lines and what they post are never changed, not even by somebody with the file")
    func kept() async throws {
        _ = try await store.addExpense(expense(1000), by: "Anna")
        for sql in [
            "UPDATE cost_line SET by_name = 'Ben'", "DELETE FROM cost_line",
            "UPDATE cost_posting SET amount = 1",
            "DELETE FROM cost_posting",
        ] {
            await #expect(throws: CareStoreError.self, "\(sql)") {
                try await store.write { db in try db.put(sql: sql) }
            }
        }
        #expect(try await debts() == ["ben → anna 500 EUR"])
    }

    @Test("Who is named belongs to the home, is no provider, and stays named after leaving")
    func people() async throws {
        for (new, field) in [
            (expense(10, for: ["anna", "nobody"]), "content.split"),
            (expense(10, by: "nobody"), "content.paid_by"),
            (expense(10, for: ["anna", "pauli"]), "content.split"),
        ] {
            let error = await #expect(throws: CareStoreError.self) {
                try await store.addExpense(new, by: "Anna")
            }
            guard case .invalid(let wrong, _)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(wrong == field)
        }
        let id = try await store.addExpense(expense(1000), by: "Anna").0.id
        var ben = try #require(try await store.people().first { $0.id == "ben" })
        ben.isActive = false
        _ = try await store.setPerson(ben, at: noon)
        _ = try await store.correctExpense(
            id, correction(600, replaces: 1), by: "Anna", seenBy: .person("anna"))
        _ = try await store.addPayment(payment(300, from: "ben", to: "anna"), by: "Anna")
        #expect(try await debts().isEmpty)
        await #expect(
            throws: CareStoreError.invalid(
                field: "content.split", "Ben has left the home: name somebody else")
        ) {
            try await store.addExpense(expense(10), by: "Anna")
        }
    }

    @Test("A line is there for those who take or took part, and for nobody else")
    func seen() async throws {
        let id = try await store.addExpense(expense(1000), by: "Anna").0.id
        _ = try await store.addPayment(payment(100, from: "cleo", to: "ben"), by: "Cleo")
        func lines(_ person: String) async throws -> [Int64] {
            try await store.costLines(seenBy: .person(person)).lines.map(\.number)
        }
        #expect(try await lines("anna") == [1])
        #expect(try await lines("ben") == [2, 1])
        #expect(try await lines("cleo") == [2])
        #expect(try await debts(.person("anna")) == ["ben → anna 500 EUR"])
        await #expect(throws: CareStoreError.notFound("expense \(id)")) {
            try await store.expense(id, seenBy: .person("cleo"))
        }
        await #expect(throws: CareStoreError.notFound("expense \(id)")) {
            try await store.correctExpense(
                id, correction(1, replaces: 1), by: "Cleo", seenBy: .person("cleo"))
        }
        await #expect(throws: CareStoreError.notFound("payment \(id)")) {
            try await store.withdrawCost(id, .paymentWithdrawn, withdrawal(), by: "Anna", seenBy: .all)
        }
        // Whoever has been taken out of it still sees what was written down.
        var other = correction(1000, replaces: 1)
        other.content?.split = .equally(["cleo"])
        _ = try await store.correctExpense(id, other, by: "Anna", seenBy: .person("anna"))
        #expect(try await lines("ben") == [3, 2, 1])
        #expect(try await lines("cleo") == [3, 2, 1])
    }

    @Test("A page of the book goes on where the one before ended")
    func paging() async throws {
        for amount in 1...7 { _ = try await store.addExpense(expense(Int64(amount * 100)), by: "Anna") }
        let first = try await store.costLines(seenBy: .person("ben"), limit: 3)
        #expect(first.lines.map(\.number) == [7, 6, 5] && first.next == 5)
        let last = try await store.costLines(seenBy: .all, before: 4, limit: 3)
        #expect(last.lines.map(\.number) == [3, 2, 1] && last.next == nil)
        for due in [3, 1, 2] {
            _ = try await store.addCharge(
                charge(5, from: "ben", to: "anna", due: due), by: "Anna", receivedAt: noon)
        }
        let charges = try await store.charges(seenBy: .all, onlyOpen: true, limit: 2)
        #expect(charges.charges.map(\.content.due.number) == [20_001, 20_002])
        let rest = try await store.charges(seenBy: .all, onlyOpen: true, after: charges.next, limit: 2)
        #expect(rest.charges.map(\.content.due.number) == [20_003] && rest.next == nil)
    }

    @Test("An amount asked for is settled by what is paid for it, in parts too")
    func paidFor() async throws {
        let asked = charge(1000, from: "ben", to: "anna")
        _ = try await store.addCharge(asked, by: "Anna", receivedAt: noon)
        // Others owe Ben more than that: still nobody has paid.
        _ = try await store.addExpense(expense(9000, by: "ben", for: ["cleo"]), by: "Ben")
        #expect(try await states() == [.open])
        await #expect(throws: CareStoreError.self) {
            try await store.addPayment(payment(10, from: "cleo", to: "anna", for: asked.id), by: "Cleo")
        }
        _ = try await store.addExpense(expense(100_000, by: "cleo", for: ["ben"]), by: "Cleo")
        _ = try await store.addPayment(payment(400, from: "ben", to: "anna", for: asked.id), by: "Ben")
        #expect(try await states() == [.open])
        #expect(try await store.charges(seenBy: .all, onlyOpen: true).charges.map(\.rest) == [600])
        let second = payment(600, from: "ben", to: "anna", for: asked.id)
        _ = try await store.addPayment(second, by: "Ben")
        #expect(try await states() == [.settled])
        await #expect(throws: CareStoreError.self) {
            try await store.addPayment(payment(600, from: "ben", to: "anna", for: asked.id), by: "Ben")
        }
        // The same message again is no second payment.
        #expect(try await !store.addPayment(second, by: "Ben").isNew)
        _ = try await store.withdrawCost(
            second.id, .paymentWithdrawn, withdrawal(), by: "Ben", seenBy: .person("anna"))
        #expect(try await states() == [.open])
        await #expect(throws: CareStoreError.withdrawnAlready) {
            try await store.withdrawCost(second.id, .paymentWithdrawn, withdrawal(), by: "Ben", seenBy: .all)
        }
    }

    @Test("Whoever owes nobody anything after a payment is asked for nothing any more, until it is undone")
    func settledAll() async throws {
        _ = try await store.addExpense(expense(600, by: "cleo", for: ["anna"]), by: "Cleo")
        _ = try await store.addCharge(charge(600, from: "ben", to: "anna"), by: "Anna", receivedAt: noon)
        // The fewest payments: Ben pays Cleo, to whom he owed nothing.
        #expect(try await store.balances(seenBy: .all).payments.map { "\($0.from) \($0.to)" } == ["ben cleo"])
        let settling = payment(600, from: "ben", to: "cleo")
        _ = try await store.addPayment(settling, by: "Ben")
        #expect(try await states() == [.settled])
        #expect(try await store.balances(seenBy: .all).totals.isEmpty)
        _ = try await store.withdrawCost(
            settling.id, .paymentWithdrawn, withdrawal(), by: "Ben", seenBy: .all)
        #expect(try await states() == [.open])
    }

    @Test(
        "A payment that was written down twice is undone once: what was asked for stays settled by the other")
    func paidTwice() async throws {
        let asked = charge(1000, from: "ben", to: "anna")
        _ = try await store.addCharge(asked, by: "Anna", receivedAt: noon)
        let (first, second) = (
            payment(1000, from: "ben", to: "anna", for: asked.id), payment(1000, from: "ben", to: "anna")
        )
        _ = try await store.addPayment(first, by: "Ben")
        _ = try await store.addPayment(second, by: "Anna")
        _ = try await store.withdrawCost(first.id, .paymentWithdrawn, withdrawal(), by: "Ben", seenBy: .all)
        #expect(try await debts().isEmpty)
        #expect(try await states() == [.settled])
        _ = try await store.withdrawCost(second.id, .paymentWithdrawn, withdrawal(), by: "Ben", seenBy: .all)
        #expect(try await states() == [.open])
    }

    @Test("Of two payments that settle together, each is needed")
    func paidInTwo() async throws {
        _ = try await store.addCharge(charge(1000, from: "ben", to: "anna"), by: "Anna", receivedAt: noon)
        let (first, second) = (
            payment(600, from: "ben", to: "anna"), payment(400, from: "ben", to: "anna")
        )
        _ = try await store.addPayment(first, by: "Ben")
        #expect(try await states() == [.open])
        _ = try await store.addPayment(second, by: "Ben")
        #expect(try await states() == [.settled])
        // What was asked for and settled by then stays so when a later payment is undone.
        _ = try await store.addCharge(
            charge(100, from: "ben", to: "anna", due: 1), by: "Anna", receivedAt: noon)
        let third = payment(100, from: "ben", to: "anna")
        _ = try await store.addPayment(third, by: "Ben")
        #expect(try await states() == [.settled, .settled])
        _ = try await store.withdrawCost(third.id, .paymentWithdrawn, withdrawal(), by: "Ben", seenBy: .all)
        #expect(try await states() == [.settled, .open])
        _ = try await store.withdrawCost(first.id, .paymentWithdrawn, withdrawal(), by: "Ben", seenBy: .all)
        #expect(try await states() == [.open, .open])
    }

    @Test("Whoever is owed more than they owe settles by paying what they owe, not by any payment")
    func owedMore() async throws {
        _ = try await store.addExpense(expense(9000, by: "ben", for: ["cleo"]), by: "Ben")
        _ = try await store.addCharge(charge(1000, from: "ben", to: "anna"), by: "Anna", receivedAt: noon)
        _ = try await store.addPayment(payment(10, from: "ben", to: "anna"), by: "Ben")
        #expect(try await states() == [.open])
        _ = try await store.addPayment(payment(990, from: "ben", to: "anna"), by: "Ben")
        #expect(try await states() == [.settled])
    }

    @Test("A correction is of an expense that is there, though it has the id of the address")
    func correctionOfNothing() async throws {
        let id = UUID()
        let new = ExpenseCorrection(id: id, replaces: 1, content: expense(600).content, at: noon)
        for reader in [CostReader.all, .person("anna")] {
            await #expect(throws: CareStoreError.notFound("expense \(id)")) {
                try await store.correctExpense(id, new, by: "Anna", seenBy: reader)
            }
        }
        #expect(try await store.costLines(seenBy: .all).lines.isEmpty)
    }

    @Test("Whoever was taken out of an expense still sees it, and does not correct it for others")
    func takenOut() async throws {
        let id = try await store.addExpense(expense(1000), by: "Anna").0.id
        var other = correction(1000, replaces: 1)
        other.content?.split = .equally(["cleo"])
        _ = try await store.correctExpense(id, other, by: "Anna", seenBy: .person("anna"))
        let again = ExpenseCorrection(id: UUID(), replaces: 2, content: other.content, at: noon)
        let error = await #expect(throws: CareStoreError.self) {
            try await store.correctExpense(id, again, by: "Ben", seenBy: .person("ben"))
        }
        guard case .notAllowed? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // What is for them again is theirs to write.
        other = again
        other.content?.split = .equally(["ben", "cleo"])
        _ = try await store.correctExpense(id, other, by: "Ben", seenBy: .person("ben"))
        #expect(try await debts() == ["ben → anna 500 EUR", "cleo → anna 500 EUR"])
    }

    @Test("A page of the book says what does not count now, wherever that was written down")
    func withdrawnNow() async throws {
        let id = try await store.addExpense(expense(1000), by: "Anna").0.id
        let paid = payment(500, from: "ben", to: "anna")
        _ = try await store.addPayment(paid, by: "Ben")
        _ = try await store.correctExpense(id, correction(nil, replaces: 1), by: "Ben", seenBy: .all)
        _ = try await store.withdrawCost(paid.id, .paymentWithdrawn, withdrawal(), by: "Ben", seenBy: .all)
        #expect(try await Set(store.costLines(seenBy: .all).withdrawn) == [id, paid.id])
        #expect(try await store.costLines(seenBy: .all, before: 2).withdrawn == [id])
        _ = try await store.correctExpense(id, correction(200, replaces: 3), by: "Ben", seenBy: .all)
        #expect(try await store.costLines(seenBy: .person("anna")).withdrawn == [paid.id])
        #expect(try await store.balances(seenBy: .person("anna")).last == 5)
    }

    @Test("Only whoever asked takes it back, and then nothing is owed for it")
    func takenBack() async throws {
        let asked = charge(1000, from: "ben", to: "anna")
        _ = try await store.addCharge(asked, by: "Anna", receivedAt: noon)
        #expect(try await debts() == ["ben → anna 1000 EUR"])
        await #expect(throws: CareStoreError.self) {
            try await store.withdrawCost(
                asked.id, .chargeWithdrawn, withdrawal(), by: "Ben", seenBy: .person("ben"))
        }
        let line = try await store.withdrawCost(
            asked.id, .chargeWithdrawn, withdrawal(), by: "Anna", seenBy: .person("anna")
        ).0
        #expect(line.charge == asked.content && line.replaces == 1 && line.reason == "A slip.")
        #expect(try await states() == [.withdrawn])
        #expect(try await debts().isEmpty)
        #expect(try await store.charges(seenBy: .all, onlyOpen: true).charges.isEmpty)
    }

    @Test("Everything is there at the next start, and a line that cannot be read hides no other")
    func reopened() async throws {
        let other = try TestHome()
        do {
            let store = try other.store()
            for person in ["anna", "ben"] {
                _ = try await store.setPerson(Person(id: person, name: person, role: .caregiver), at: noon)
            }
            for _ in 0..<3 { _ = try await store.addExpense(expense(1000), by: "Anna") }
            try await store.write { db in
                try db.put(sql: "DROP TRIGGER cost_line_stays")
                try db.put(sql: "UPDATE cost_line SET content = '{}' WHERE number = 2")
            }
        }
        let store = try other.store()
        #expect(try await store.costLines(seenBy: .all).lines.map(\.number) == [3, 1])
        #expect(try await store.unreadableRows().map(\.description) == ["cost_line 2"])
        #expect(try await store.balances(seenBy: .all).debts.map(\.amount) == [1500])
    }

    @Test("A full book takes no more lines, but for some time what takes one back")
    func full() async throws {
        let (first, second) = (expense(1000), expense(1000))
        for new in [first, second] { _ = try await store.addExpense(new, by: "Anna") }
        func fill(to number: Int64) async throws {
            try await store.write { db in
                try db.put(
                    sql: """
                        INSERT INTO cost_line (number, id, subject, kind, content, by_name, at)
                        SELECT ?1, ?2, ?2, kind, content, by_name, at FROM cost_line WHERE number = 1
                        """, arguments: [number, UUID().uuidString])
            }
        }
        func withdraw(_ id: UUID, line: Int64) async throws {
            let withdrawal = ExpenseCorrection(id: UUID(), replaces: line, content: nil, at: noon)
            _ = try await store.correctExpense(id, withdrawal, by: "Anna", seenBy: .all)
        }
        try await fill(to: CostLine.most - CostLine.keptForWithdrawals)
        await #expect(throws: CareStoreError.self) { try await store.addExpense(expense(1000), by: "Anna") }
        try await withdraw(first.id, line: 1)
        try await fill(to: CostLine.most)
        await #expect(throws: CareStoreError.self) { try await withdraw(second.id, line: 2) }
    }

    @Test("Random costs: the sums of the file are those of what still counts")
    func random() async throws {
        var random = SeededGenerator(seed: 7, stream: "costs")
        let people = ["anna", "ben", "cleo"]
        var standing: [UUID: CostLine.Content] = [:]
        var last: [UUID: Int64] = [:]
        for _ in 0..<200 {
            let (from, to) = (people.shuffled(using: &random)[0], people.shuffled(using: &random)[1])
            let amount = Int64.random(in: 1...5000, using: &random)
            let known = last.keys.sorted { $0.uuidString < $1.uuidString }.randomElement(using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where from != to:
                let new = payment(amount, from: from, to: to)
                _ = try await store.addPayment(new, by: "Anna")
                standing[new.id] = .payment(new.content)
            case 1 where from != to:
                let new = charge(amount, from: from, to: to)
                _ = try await store.addCharge(new, by: "Anna", receivedAt: noon)
                standing[new.id] = .charge(new.content)
            case 2:
                guard let known else { continue }
                let new = correction(standing[known] == nil ? amount : nil, replaces: last[known] ?? 0)
                last[known] = try await store.correctExpense(known, new, by: "Anna", seenBy: .all).0.number
                standing[known] = new.content.map(CostLine.Content.expense)
            case 3:
                guard let known else { continue }
                var new = correction(amount, replaces: last[known] ?? 0)
                new.content?.currency = ["EUR", "USD"].randomElement(using: &random) ?? "EUR"
                last[known] = try await store.correctExpense(known, new, by: "Anna", seenBy: .all).0.number
                standing[known] = new.content.map(CostLine.Content.expense)
            case 4:
                // Payments and charges are those that no correction is written for.
                let others = standing.keys.filter { last[$0] == nil }
                guard
                    let id = others.sorted(by: { $0.uuidString < $1.uuidString }).randomElement(
                        using: &random)
                else { continue }
                let isPayment = if case .payment? = standing[id] { true } else { false }
                _ = try await store.withdrawCost(
                    id, isPayment ? .paymentWithdrawn : .chargeWithdrawn, withdrawal(), by: "Anna",
                    seenBy: .all)
                standing[id] = nil
            default:
                let new = expense(amount, by: from, for: people)
                last[new.id] = try await store.addExpense(new, by: "Anna").0.number
                standing[new.id] = .expense(new.content)
            }
        }
        let expected = Balances(of: standing.flatMap { id, content in content.postings(subject: id) })
        let stored = try await store.balances(seenBy: .all)
        #expect(stored.debts == expected.debts && stored.totals == expected.totals && !stored.debts.isEmpty)
        // The same without postings: whoever has paid has given the amount, and everybody has had their part.
        var given: [String: Int64] = [:]
        for (id, content) in standing {
            func give(_ person: String, _ amount: Int64) {
                given["\(person) \(content.currency)", default: 0] += amount
            }
            switch content {
            case .expense(let expense):
                give(expense.paidBy, expense.amount)
                for part in expense.split.parts(of: expense.amount, id: id) {
                    give(part.person, -part.amount)
                }
            case .payment(let payment):
                give(payment.from, payment.amount)
                give(payment.to, -payment.amount)
            case .charge(let charge):
                give(charge.to, charge.amount)
                give(charge.from, -charge.amount)
            }
        }
        let totals = stored.totals.map { ("\($0.person) \($0.currency)", $0.amount) }
        #expect(Dictionary(uniqueKeysWithValues: totals) == given.filter { $0.value != 0 })
    }

    @Test("Receipts and payment links are one for each, and go into the audit log without their content")
    func besides() async throws {
        let id = try await store.addExpense(expense(1000), by: "Anna").0.id
        let audited = store.audited(as: AuditActor(name: "Anna"), at: noon)
        let picture = Data([1, 2, 3])
        let first = try await audited.setReceipt(
            of: id, .png, picture, checksum: "abc", seenBy: .person("anna"), at: noon)
        #expect(first.isNew)
        let again = try await audited.setReceipt(
            of: id, .png, picture, checksum: "abc", seenBy: .person("ben"), at: noon)
        #expect(!again.isNew && again.0 == first.0)
        #expect(try await store.receipt(of: id, seenBy: .person("ben"))?.1 == picture)
        #expect(try await store.expense(id, seenBy: .all).receipt == first.0)
        await #expect(throws: CareStoreError.notFound("expense \(id)")) {
            try await store.receipt(of: id, seenBy: .person("cleo"))
        }
        try await audited.removeReceipt(of: id, seenBy: .person("ben"))
        try await audited.removeReceipt(of: id, seenBy: .person("ben"))
        #expect(try await store.receipt(of: id, seenBy: .all) == nil)
        let link = PaymentLinkChange(link: "https://pay.example/secret")
        #expect(try await audited.setPaymentLink(of: "anna", link, at: noon).isNew)
        #expect(try await !audited.setPaymentLink(of: "anna", link, at: noon).isNew)
        #expect(try await store.balances(seenBy: .person("ben")).links.map(\.person) == ["anna"])
        #expect(try await store.balances(seenBy: .person("cleo")).links.isEmpty)
        #expect(try await !audited.setPaymentLink(of: "anna", PaymentLinkChange(link: nil), at: noon).isNew)
        #expect(try await store.paymentLink(of: "anna").link == nil)
        let entries = try await store.audit(AuditSearch(limit: 20)).entries
        #expect(
            entries.map(\.kind) == [
                .paymentLinkRemoved, .paymentLinkChanged, .receiptRemoved, .receiptChanged,
            ])
        #expect(entries.map(\.about) == ["Anna", "Anna", "Groceries", "Groceries"])
        #expect(entries[3].changes == ["kind: image/png", "sha256: abc"])
        #expect(entries.allSatisfy { entry in !entry.changes.contains { $0.contains("secret") } })
    }

    @Test("Others say only of a client where they can be paid, and with another role it is said anew")
    func clientsLink() async throws {
        let audited = store.audited(as: AuditActor(name: "Cleo"), at: noon)
        let link = PaymentLinkChange(link: "https://pay.example/maria")
        await #expect(throws: CareStoreError.self) {
            try await store.setPaymentLink(of: "anna", link, onlyOfClient: true, at: noon)
        }
        await #expect(throws: CareStoreError.self) {
            try await store.paymentLink(of: "anna", onlyOfClient: true)
        }
        await #expect(throws: CareStoreError.notFound("person maria")) {
            try await store.setPaymentLink(of: "maria", link, onlyOfClient: true, at: noon)
        }
        var maria = try await store.setPerson(Person(id: "maria", name: "Maria", role: .client), at: noon).0
        #expect(try await audited.setPaymentLink(of: "maria", link, onlyOfClient: true, at: noon).isNew)
        #expect(try await store.paymentLink(of: "maria", onlyOfClient: true) == link)
        // Another name is no other role.
        maria.name = "Mary"
        maria = try await audited.setPerson(maria, at: noon).0
        #expect(try await store.paymentLink(of: "maria") == link)
        // What a coordinator has said of a client is not said of a caregiver, nor the other way round.
        maria.role = .caregiver
        maria = try await audited.setPerson(maria, at: noon).0
        #expect(try await store.paymentLink(of: "maria").link == nil)
        _ = try await store.setPaymentLink(of: "maria", link, at: noon)
        maria.role = .coordinator
        maria = try await audited.setPerson(maria, at: noon).0
        #expect(try await store.paymentLink(of: "maria") == link)
        maria.role = .client
        _ = try await audited.setPerson(maria, at: noon)
        #expect(try await store.paymentLink(of: "maria").link == nil)
        let kinds = try await store.audit(AuditSearch(limit: 20)).entries.map(\.kind)
        #expect(kinds.count { $0 == .paymentLinkRemoved } == 2)
    }
}
