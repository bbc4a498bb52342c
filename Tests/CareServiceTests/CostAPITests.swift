import AsyncHTTPClient
import Care
import Costs
import Foundation
import NIOHTTP1
import Recurrence
import Testing

@testable import CareService

@Suite("Shared costs, asked of the real service")
struct CostAPITests {
    /// Olga is coordinator; Ben, Cleo and Dora are caregivers.
    private struct House: Sendable {
        let service: RunningService
        let olga: Visitor
        let ben: Visitor
        let cleo: Visitor
        let dora: Visitor
    }

    private static func with(_ body: @escaping @Sendable (House) async throws -> Void) async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            try await body(
                House(
                    service: service, olga: olga, ben: try await service.invite(.caregiver, "Ben", by: olga),
                    cleo: try await service.invite(.caregiver, "Cleo", by: olga),
                    dora: try await service.invite(.caregiver, "Dora", by: olga)))
        }
    }

    static let day = CalendarDay(clamping: 20_540)

    static func expense(
        _ amount: Int64, by payer: String, for people: [String], id: UUID = UUID()
    ) -> NewExpense {
        NewExpense(
            id: id,
            content: ExpenseContent(
                what: "Groceries", amount: amount, currency: "EUR", paidBy: payer, on: day,
                split: .equally(people)), at: noon)
    }

    static func payment(_ amount: Int64, from: String, to: String) -> NewPayment {
        NewPayment(
            id: UUID(),
            content: PaymentContent(from: from, to: to, amount: amount, currency: "EUR", on: day), at: noon)
    }

    static func charge(_ amount: Int64, from: String, to: String) -> NewCharge {
        NewCharge(
            id: UUID(),
            content: ChargeContent(
                what: "Rent", amount: amount, currency: "EUR", from: from, to: to, due: day), at: noon)
    }

    @Test("So many lines are taken of one person within a day; others' and withdrawals go on")
    func often() async throws {
        try await Self.with { house in
            var last = Self.payment(1, from: "ben", to: "cleo")
            #expect(try await house.ben.send(.POST, "payments", last).status == 201)
            // What comes twice is one.
            #expect(try await house.ben.send(.POST, "payments", last).status == 200)
            for _ in 1..<DayBudget.most {
                last = Self.payment(1, from: "ben", to: "cleo")
                #expect(try await house.ben.send(.POST, "payments", last).status == 201)
            }
            let expense = Self.expense(1000, by: "ben", for: ["ben", "cleo"])
            let refused = try await house.ben.send(.POST, "expenses", expense)
            #expect(try refused.status == 429 && refused.problem.field == "content")
            let charge = Self.charge(5, from: "cleo", to: "ben")
            #expect(try await house.ben.send(.POST, "charges", charge).status == 429)
            #expect(try await house.cleo.send(.POST, "expenses", expense).status == 201)
            let withdrawn = try await house.ben.send(
                .POST, "payments/\(last.id)/withdrawals", CostWithdrawal(id: UUID(), at: noon))
            #expect(withdrawn.status == 201)
            let none = ExpenseCorrection(
                id: UUID(), replaces: Int64(DayBudget.most) + 1, content: nil, at: noon)
            let path = "expenses/\(expense.id)/corrections"
            #expect(try await house.ben.send(.POST, path, none).status == 201)
        }
    }

    @Test("From an expense over a correction to the payment that settles it")
    func story() async throws {
        try await Self.with { house in
            let new = Self.expense(1000, by: "ben", for: ["ben", "cleo", "dora"])
            let made = try await house.ben.send(.POST, "expenses", new)
            #expect(made.status == 201)
            let line: CostLine = try made.decode()
            #expect(line.by == "Ben" && line.shares?.reduce(0) { $0 + $1.amount } == 1000)
            #expect(try await house.ben.send(.POST, "expenses", new).status == 200)
            let path = "expenses/\(new.id)"
            let correction = ExpenseCorrection(
                id: UUID(), replaces: line.number,
                content: Self.expense(900, by: "ben", for: ["cleo", "dora"]).content, reason: "Not for me.",
                at: noon)
            #expect(try await house.cleo.send(.POST, path + "/corrections", correction).status == 201)
            let late = try await house.dora.send(
                .POST, path + "/corrections",
                ExpenseCorrection(id: UUID(), replaces: line.number, content: nil, at: noon))
            #expect(late.status == 409)
            #expect(try late.problem.field == "replaces")
            let story: ExpenseStory = try await house.dora.send(.GET, path).decode()
            #expect(story.lines.map(\.by) == ["Ben", "Cleo"] && story.lines[1].reason == "Not for me.")
            let before: Balances = try await house.cleo.send(.GET, "balances").decode()
            #expect(before.payments.map(\.amount) == [450] && before.isFewest && before.currency == "EUR")
            let payment = Self.payment(450, from: "cleo", to: "ben")
            #expect(try await house.cleo.send(.POST, "payments", payment).status == 201)
            #expect(try await house.cleo.send(.GET, "balances").decode(Balances.self).debts.isEmpty)
            let withdrawal = CostWithdrawal(id: UUID(), at: noon)
            let withdrawn = "payments/\(payment.id)/withdrawals"
            #expect(try await house.cleo.send(.POST, withdrawn, withdrawal).status == 201)
            #expect(try await house.cleo.send(.POST, withdrawn, withdrawal).status == 200)
            let twice = CostWithdrawal(id: UUID(), at: noon)
            #expect(try await house.cleo.send(.POST, withdrawn, twice).status == 409)
            let book: CostLinePage = try await house.olga.send(.GET, "costs").decode()
            #expect(book.lines.map(\.kind) == [.paymentWithdrawn, .payment, .expenseCorrected, .expense])
        }
    }

    @Test("What somebody takes no part in is not there for them, and not theirs to write")
    func others() async throws {
        try await Self.with { house in
            let new = Self.expense(1000, by: "ben", for: ["cleo"])
            let refused = try await house.dora.send(.POST, "expenses", new)
            #expect(refused.status == 403)
            #expect(try refused.problem.field == "content")
            #expect(
                try await house.dora.send(.POST, "payments", Self.payment(5, from: "ben", to: "cleo")).status
                    == 403)
            #expect(
                try await house.ben.send(.POST, "charges", Self.charge(5, from: "ben", to: "cleo")).status
                    == 403)
            #expect(try await house.olga.send(.POST, "expenses", new).status == 201)
            let path = "expenses/\(new.id)"
            for (method, path, body) in [
                (.GET, path, nil), (.GET, path + "/receipt", nil), (.DELETE, path + "/receipt", nil),
                (
                    .POST, path + "/corrections",
                    ExpenseCorrection(id: UUID(), replaces: 1, content: nil, at: noon)
                ),
            ] as [(HTTPMethod, String, ExpenseCorrection?)] {
                #expect(try await house.dora.send(method, path, body).status == 404, "\(method) \(path)")
            }
            // A correction of nothing makes nothing, whatever its id.
            let none = UUID()
            #expect(
                try await house.dora.send(
                    .POST, "expenses/\(none)/corrections",
                    ExpenseCorrection(id: none, replaces: 1, content: new.content, at: noon)
                ).status == 404)
            #expect(try await house.dora.send(.GET, "costs").decode(CostLinePage.self).lines.isEmpty)
            #expect(try await house.dora.send(.GET, "balances").decode(Balances.self).debts.isEmpty)
            let own: CostLinePage = try await house.cleo.send(.GET, "costs").decode()
            #expect(own.lines.map(\.by) == ["Olga"])
        }
    }

    @Test("An amount asked for is open until it is paid, and only whoever asked takes it back")
    func charges() async throws {
        try await Self.with { house in
            let new = Self.charge(700, from: "cleo", to: "ben")
            #expect(try await house.ben.send(.POST, "charges", new).status == 201)
            let mine: ChargePage = try await house.cleo.send(.GET, "charges?state=open").decode()
            #expect(mine.charges.map(\.id) == [new.id] && mine.charges[0].by == "Ben")
            #expect(try await house.dora.send(.GET, "charges").decode(ChargePage.self).charges.isEmpty)
            let path = "charges/\(new.id)/withdrawals"
            let withdrawal = CostWithdrawal(id: UUID(), at: noon)
            #expect(try await house.cleo.send(.POST, path, withdrawal).status == 403)
            #expect(try await house.dora.send(.POST, path, withdrawal).status == 404)
            var payment = Self.payment(700, from: "cleo", to: "ben")
            payment.content.charge = new.id
            #expect(try await house.cleo.send(.POST, "payments", payment).status == 201)
            #expect(
                try await house.ben.send(.GET, "charges?state=open").decode(ChargePage.self).charges.isEmpty)
            let all: ChargePage = try await house.ben.send(.GET, "charges").decode()
            #expect(all.charges.map(\.state) == [.settled] && all.charges[0].paid == 700)
            #expect(try await house.olga.send(.POST, path, withdrawal).status == 201)
        }
    }

    @Test("Whoever has amounts off by themselves is reminded of none; other kinds say nothing of them")
    func kindOfItsOwn() async throws {
        try await Self.with { house in
            let new = Self.charge(700, from: "cleo", to: "ben")
            #expect(try await house.ben.send(.POST, "charges", new).status == 201)
            func remind(off: Set<MessageKind>) async throws -> RunningService.Answer {
                let change = AccountChange(reminders: ReminderPreferences(off: off))
                #expect(try await house.cleo.send(.PUT, "account", change).status == 200)
                return try await house.ben.send(
                    .POST, "charges/\(new.id)/reminders", ChargeReminder(id: UUID(), at: noon))
            }
            let refused = try await remind(off: [.charge])
            #expect(try refused.status == 409 && refused.problem.detail.hasPrefix("Cleo does not want"))
            #expect(try await remind(off: [.before, .due, .missed, .housemate]).status == 201)
        }
    }

    @Test(
        "Whoever is asked has it on their own pages, open ones hear of it, and whom nothing tells is not reminded"
    )
    func onPages() async throws {
        try await Self.with { house in
            let new = Self.charge(700, from: "cleo", to: "ben")
            #expect(try await house.ben.send(.POST, "charges", new).status == 201)
            let silent = AccountChange(reminders: ReminderPreferences(silent: [.station]))
            #expect(try await house.cleo.send(.PUT, "account", silent).status == 200)
            @Sendable func remind() async throws -> RunningService.Answer {
                try await house.ben.send(
                    .POST, "charges/\(new.id)/reminders",
                    ChargeReminder(id: UUID(), at: house.service.clock.clock.wall()))
            }
            func asked(_ visitor: Visitor, _ query: String = "?only=reminders") async throws
                -> [RemindedAmount]
            {
                try await visitor.send(.GET, "chores\(query)").decode(ChoreFeed.self).asked
            }
            #expect(try await asked(house.cleo).isEmpty)
            try await house.service.events(try house.cleo.message(.GET, "events")) { lines in
                try await lines.untilReady()
                #expect(try await remind().status == 201)
                let event = try await lines.nextEvent()
                #expect(event.sequence == 0 && event.content == .agendaChanged)
            }
            let mine = [RemindedAmount(id: new.id, what: "Rent", due: Self.day, at: noon)]
            #expect(try await asked(house.cleo) == mine)
            #expect(try await asked(house.cleo, "") == mine)
            // It is told to nobody else what somebody is reminded of.
            #expect(try await asked(house.ben).isEmpty)
            #expect(try await asked(house.olga, "?person=cleo").isEmpty)
            #expect(try await house.cleo.send(.DELETE, "sessions").status == 204)
            house.service.clock.pass(.seconds(3600))
            let refused = try await remind()
            #expect(try refused.status == 409 && refused.problem.detail.hasPrefix("nothing can tell Cleo"))
        }
    }

    @Test("At an amount's moment, open pages are told to look where nothing else tells whoever is asked")
    func moment() async throws {
        try await RunningService.with(adjust: Days.settings) { service in
            let olga = try await service.setUp()
            let cleo = try await service.invite(.caregiver, "Cleo", by: olga)
            var new = Self.charge(700, from: "cleo", to: "olga")
            new.content.due = Self.day.adding(days: 1)
            #expect(try await olga.send(.POST, "charges", new).status == 201)
            let silent = AccountChange(reminders: ReminderPreferences(silent: [.station]))
            #expect(try await cleo.send(.PUT, "account", silent).status == 200)
            try await service.events(try cleo.message(.GET, "events")) { lines in
                try await lines.untilReady()
                // From 13:00 to 18:00 on the day before.
                service.clock.pass(.seconds(5 * 3600))
                service.service.clockHasMoved()
                while try await lines.nextEvent().content != .agendaChanged {}
            }
            let feed: ChoreFeed = try await cleo.send(.GET, "chores?only=reminders").decode()
            #expect(feed.asked.map(\.at) == [noon.addingTimeInterval(5 * 3600)])
        }
    }

    @Test("A receipt is kept without what a camera has written, and browsers keep it by its version")
    func receipts() async throws {
        try await Self.with { house in
            let new = Self.expense(1000, by: "ben", for: ["cleo"])
            #expect(try await house.ben.send(.POST, "expenses", new).status == 201)
            let path = "expenses/\(new.id)/receipt"
            func put(_ bytes: Data, as type: String = "image/png", by visitor: Visitor) async throws
                -> RunningService.Answer
            {
                var message = try visitor.message(.PUT, path)
                message.body = .bytes(bytes)
                message.headers.replaceOrAdd(name: "Content-Type", value: type)
                return try await house.service.send(message)
            }
            #expect(try await house.ben.send(.GET, path).status == 404)
            let made = try await put(PictureTests.png, by: house.ben)
            #expect(made.status == 201)
            let receipt: ExpenseReceipt = try made.decode()
            #expect(try await put(PictureTests.png, by: house.cleo).status == 200)
            #expect(try await put(PictureTests.png, by: house.dora).status == 404)
            #expect(try await put(PictureTests.png, as: "image/gif", by: house.ben).status == 415)
            #expect(try await put(Data([1, 2, 3]), by: house.ben).status == 422)
            #expect(try await put(Data(count: 600 * 1024), by: house.ben).status == 413)
            let read = try await house.cleo.send(.GET, path + "?version=\(receipt.version)")
            #expect(read.status == 200 && read.body == PictureTests.png)
            #expect(read.headers.first(name: "Cache-Control") == "private, max-age=86400")
            let known = try await house.cleo.send(
                .GET, path, headers: [("If-None-Match", "\"\(receipt.version)\"")])
            #expect(known.status == 304)
            #expect(try await house.cleo.send(.DELETE, path).status == 204)
            #expect(try await house.cleo.send(.GET, path).status == 404)
        }
    }

    @Test("Everybody says themselves where they can be paid, and whoever owes them sees it")
    func links() async throws {
        try await Self.with { house in
            let link = PaymentLinkChange(link: "https://paypal.me/ben")
            #expect(try await house.ben.send(.PUT, "people/ben/payment-link", link).status == 201)
            #expect(try await house.olga.send(.PUT, "people/ben/payment-link", link).status == 403)
            #expect(try await house.olga.send(.GET, "people/ben/payment-link").status == 403)
            #expect(try await house.ben.send(.PUT, "people/nobody/payment-link", link).status == 404)
            let wrong = PaymentLinkChange(link: "javascript:alert(1)")
            let refused = try await house.ben.send(.PUT, "people/ben/payment-link", wrong)
            #expect(refused.status == 422)
            #expect(try refused.problem.field == "link")
            func links(_ visitor: Visitor) async throws -> [String] {
                try await visitor.send(.GET, "balances").decode(Balances.self).links.map(\.person)
            }
            #expect(try await links(house.cleo) == [])
            #expect(try await links(house.olga) == ["ben"])
            let new = Self.expense(1000, by: "ben", for: ["cleo"])
            #expect(try await house.ben.send(.POST, "expenses", new).status == 201)
            #expect(try await links(house.cleo) == ["ben"])
            #expect(try await links(house.dora) == [])
            let none = PaymentLinkChange(link: nil)
            #expect(try await house.ben.send(.PUT, "people/ben/payment-link", none).status == 200)
            #expect(try await links(house.cleo) == [])
        }
    }

    @Test("A client says on their own phone where they can be paid, or a coordinator does, and nobody else")
    func clientsLink() async throws {
        try await TwoClients.with { home in
            let path = "people/maria/payment-link"
            func stored(_ visitor: Visitor) async throws -> String? {
                try await visitor.send(.GET, path).decode(PaymentLinkChange.self).link
            }
            func visitor(_ id: String) throws -> Visitor {
                try #require(home.others.compactMap(\.visitor).first { $0.session.person.id == id })
            }
            let (phone, ben) = (try visitor("maria"), try visitor("ben"))
            let olgas = PaymentLinkChange(link: "https://pay.example/maria")
            #expect(try await ben.send(.PUT, path, olgas).status == 403)
            #expect(try await home.coordinator.send(.PUT, path, olgas).status == 201)
            #expect(try await stored(phone) == olgas.link)
            let marias = PaymentLinkChange(link: "payto://iban/DE75512108001245126199")
            #expect(try await phone.send(.PUT, path, marias).status == 200)
            #expect(try await stored(home.coordinator) == marias.link)
            // Whoever owes her something sees it.
            let new = Self.expense(1000, by: "maria", for: ["ben"])
            #expect(try await home.coordinator.send(.POST, "expenses", new).status == 201)
            let seen: Balances = try await ben.send(.GET, "balances").decode()
            #expect(seen.links == [PaymentLink(person: "maria", link: marias.link ?? "")])
            // Whom she does not see is not there for her.
            for other in ["otto", "ben", "nobody"] {
                let refused = try await phone.send(.PUT, "people/\(other)/payment-link", marias)
                #expect(refused.status == 404, "\(other)")
            }
            #expect(try await ben.send(.GET, path).status == 403)
            #expect(try await home.maria.send(.GET, path).status == 403)
        }
    }

    @Test("Whatever is wrong is answered 4xx with its field")
    func wrong() async throws {
        try await Self.with { house in
            let good = String(
                decoding: try CareJSON.encoder().encode(Self.expense(1000, by: "ben", for: ["cleo"])),
                as: UTF8.self)
            for (from, to, status, field) in [
                (#""amount":1000"#, #""amount":10.5"#, 400, "content.amount"),
                (#""amount":1000"#, #""amount":0"#, 422, "content.amount"),
                (#""amount":1000"#, #""amount":1000000000000"#, 422, "content.amount"),
                (#""EUR""#, #""XXX""#, 422, "content.currency"),
                (#""cleo""#, #""nobody""#, 422, "content.split"),
                (#""equally""#, #""unequally""#, 400, "content.split.kind"),
                (#""what":"Groceries""#, #""what":"""#, 422, "content.what"),
                (#""\#(Self.day)""#, #""2026-02-30""#, 400, "content.on"),
                (#""what""#, #""waht""#, 422, "content.waht"),
                (#""cleo""#, #""ben""#, 422, "content.split"),
            ] {
                let body = good.replacing(from, with: to)
                #expect(body != good, "\(from)")
                var message = try house.ben.message(.POST, "expenses")
                message.body = .bytes(Data(body.utf8))
                message.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
                let answer = try await house.service.send(message)
                #expect(answer.status == status, "\(to)")
                #expect(try answer.problem.field == field, "\(to)")
            }
            #expect(try await house.ben.send(.GET, "expenses/x").status == 400)
            #expect(try await house.ben.send(.GET, "costs?limit=0").status == 422)
            #expect(try await house.ben.send(.GET, "charges?state=closed").status == 422)
        }
    }

    @Test("A kiosk that is a day ahead writes a payment once, also where it sends it again the next day")
    func daysOfKiosks() async throws {
        try await TwoClients.with { home in
            let olga = home.coordinator.session.person.id
            let owed = Self.expense(500, by: olga, for: ["maria"])
            #expect(try await home.coordinator.send(.POST, "expenses", owed).status == 201)
            var payment = Self.payment(500, from: "maria", to: olga)
            payment.content.on = try #require(CalendarDay(year: 2026, month: 3, day: 29))
            let made = try await home.maria.send(.POST, "payments", payment)
            #expect(made.status == 201)
            guard case .payment(let kept) = try made.decode(CostLine.self).content else {
                Issue.record("no payment")
                return
            }
            #expect(kept.on == CalendarDay(year: 2026, month: 3, day: 28))
            home.service.clock.pass(.seconds(86_400))
            #expect(try await home.maria.send(.POST, "payments", payment).status == 200)
            // What is owed no more is not written down by a second device.
            var second = Self.payment(500, from: "maria", to: olga)
            second.ifOwed = true
            let refused = try await home.maria.send(.POST, "payments", second)
            #expect(try refused.status == 409 && refused.problem.field == "if_owed")
        }
    }

    @Test(
        "A client reads how they stand and by whom they are asked, with the names, and says what they have paid"
    )
    func client() async throws {
        try await Self.with { house in
            let leo = try await house.service.invite(.client, "Leo", by: house.olga)
            let shared = Self.expense(1000, by: "ben", for: ["leo"])
            #expect(try await house.ben.send(.POST, "expenses", shared).status == 201)
            let others = Self.expense(900, by: "cleo", for: ["dora"])
            #expect(try await house.cleo.send(.POST, "expenses", others).status == 201)
            let asked = Self.charge(500, from: "leo", to: "ben")
            #expect(try await house.ben.send(.POST, "charges", asked).status == 201)
            let stands: Balances = try await leo.send(.GET, "balances").decode()
            #expect(stands.debts.map(\.amount) == [1500] && stands.totals.map(\.person) == ["leo"])
            #expect(stands.people.map(\.name) == ["Ben", "Leo"])
            let charges: ChargePage = try await leo.send(.GET, "charges").decode()
            #expect(charges.charges.map(\.id) == [asked.id] && charges.people.map(\.name) == ["Ben", "Leo"])
            // Of the book itself they see nothing, and they write nothing for others.
            #expect(try await leo.send(.GET, "costs").status == 403)
            #expect(try await leo.send(.GET, "expenses/\(shared.id)").status == 403)
            #expect(
                try await leo.send(.POST, "charges", Self.charge(5, from: "ben", to: "leo")).status == 403)
            for (payment, field) in [
                (Self.payment(5, from: "ben", to: "leo"), "content.from"),
                (Self.payment(5, from: "cleo", to: "dora"), "content"),
            ] {
                let refused = try await leo.send(.POST, "payments", payment)
                #expect(refused.status == 403)
                #expect(try refused.problem.field == field)
            }
            // Nobody owes a client something because the client says that they have paid it.
            for (to, amount) in [("ben", 1501), ("cleo", 1)] as [(String, Int64)] {
                let refused = try await leo.send(.POST, "payments", Self.payment(amount, from: "leo", to: to))
                #expect(try refused.status == 409 && refused.problem.field == "if_owed")
            }
            let paid = Self.payment(1500, from: "leo", to: "ben")
            let made = try await leo.send(.POST, "payments", paid)
            #expect(made.status == 201)
            #expect(try made.decode(CostLine.self).by == "Leo")
            #expect(try await leo.send(.POST, "payments", paid).status == 200)
            #expect(try await leo.send(.GET, "balances").decode(Balances.self).debts.isEmpty)
            #expect(
                try await leo.send(.GET, "charges?state=open").decode(ChargePage.self).charges.isEmpty)
            // Only those who keep the book take it back.
            let back = CostWithdrawal(id: UUID(), at: noon)
            #expect(try await leo.send(.POST, "payments/\(paid.id)/withdrawals", back).status == 403)
            #expect(try await house.ben.send(.POST, "payments/\(paid.id)/withdrawals", back).status == 201)
        }
    }

    @Test("A line without an id is one line with an Idempotency-Key, however often it is sent")
    func keys() async throws {
        try await Self.with { house in
            let body =
                #"{"content": {"from": "ben", "to": "cleo", "amount": 5, "currency": "EUR", "on": "2026-03-28"}}"#
            for status in [201, 200] {
                var message = try house.ben.message(.POST, "payments", headers: [("Idempotency-Key", "one")])
                message.body = .bytes(Data(body.utf8))
                message.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
                #expect(try await house.service.send(message).status == status)
            }
            #expect(try await house.ben.send(.GET, "costs").decode(CostLinePage.self).lines.count == 1)
        }
    }
}
