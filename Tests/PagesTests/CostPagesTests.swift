import Care
import Costs
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("Pages of shared costs")
struct CostPagesTests {
    private static let id = UUID()
    private let day = CalendarDay(clamping: 20_832)

    private func expense(_ split: CostSplit, _ amount: Int64 = 123_450) -> ExpenseContent {
        ExpenseContent(
            what: "Groceries <b>", amount: amount, currency: "EUR", paidBy: "anna", on: day, split: split)
    }

    private func line(
        _ number: Int64, _ kind: CostLine.Kind, _ content: CostLine.Content, subject: UUID = id
    ) -> CostLine {
        CostLine(
            number: number, id: UUID(), subject: subject, kind: kind, content: content,
            replaces: number > 1 ? number - 1 : nil, reason: number > 1 ? "A slip." : nil, by: "Ben",
            at: Date(timeIntervalSince1970: 1_799_990_000))
    }

    private func browser(
        lines: [CostLine] = [], withdrawn: [UUID] = [], charges: [Charge] = [],
        _ change: (inout Balances) -> Void = { _ in }
    ) throws -> FakeBrowser {
        let browser = FakeBrowser()
        try browser.service.has(
            "people",
            PeoplePage(people: [
                Person(id: "anna", name: "Anna", role: .caregiver),
                Person(id: "ben", name: "Ben", role: .coordinator),
                Person(id: "maria", name: "Maria", role: .client),
                Person(id: "olaf", name: "Olaf", role: .caregiver, isActive: false),
                Person(id: "pauli", name: "Pauli", role: .provider),
            ]))
        var balances = Balances(currency: "CHF", debts: [], totals: [], payments: [], isFewest: true)
        change(&balances)
        try browser.service.has("balances", balances)
        try browser.service.has("costs", CostLinePage(lines: lines, withdrawn: withdrawn))
        try browser.service.has("charges", ChargePage(charges: charges))
        try browser.service.has("people/anna/payment-link", PaymentLinkChange(link: nil))
        if !lines.isEmpty {
            try browser.service.has(
                "expenses/\(Self.id)",
                ExpenseStory(
                    id: Self.id, lines: lines.reversed(),
                    receipt: ExpenseReceipt(
                        version: 3, kind: .png, changedAt: Date(timeIntervalSince1970: 1_799_990_000))))
        }
        return browser
    }

    @Test("A home without costs is shown what they are for; providers have no way there")
    func empty() async throws {
        var browser = try browser()
        let page = try await browser.get("/costs")
        #expect(page.has("Write down what somebody has paid for others") && page.has(#"href="/costs/new""#))
        #expect(page.has("No money moves through Beckon") && !page.has("Nobody owes anybody anything."))
        #expect(try await browser.get("/more").has(#"href="/costs""#))
        browser.viewer = .dora
        #expect(try await browser.get("/costs").status == 403)
        #expect(try await !browser.get("/more").has(#"href="/costs""#))
    }

    @Test("What I owe and am owed, with the link where it can be paid, and what is asked of me by its day")
    func overview() async throws {
        let asked = Charge(
            id: UUID(),
            content: ChargeContent(
                what: "Rent", amount: 70_000, currency: "EUR", from: "anna", to: "ben",
                due: day.adding(days: -1)), state: .open, paid: 20_000, by: "Ben",
            at: Date(timeIntervalSince1970: 1_799_990_000))
        let lines = [
            line(2, .expenseCorrected, .expense(expense(.equally(["anna", "maria"])))),
            line(1, .expense, .expense(expense(.equally(["maria"])))),
        ]
        let browser = try browser(lines: lines, charges: [asked]) { balances in
            balances.debts = [
                CostDebt(from: "anna", to: "ben", amount: 123_456, currency: "EUR"),
                CostDebt(from: "maria", to: "anna", amount: 700, currency: "JPY"),
                CostDebt(from: "maria", to: "ben", amount: 5, currency: "EUR"),
            ]
            balances.totals = [
                CostTotal(person: "anna", amount: -123_456, currency: "EUR"),
                CostTotal(person: "anna", amount: 700, currency: "JPY"),
            ]
            balances.links = [PaymentLink(person: "ben", link: "https://pay.example/ben?a=1&b=2")]
        }
        let page = try await browser.get("/costs")
        #expect(page.has("In all, you owe 1,234.56 EUR.") && page.has("In all, you are owed 700 JPY."))
        #expect(page.has("You owe Ben 1,234.56 EUR") && page.has("Maria owes you 700 JPY"))
        #expect(page.has("Maria owes Ben 0.05 EUR"))
        #expect(page.has(#"href="https://pay.example/ben?a=1&amp;b=2""#))
        #expect(page.has("Ben asks you for 500.00 EUR") && page.has("Late"))
        #expect(page.has("/costs/settle?from=anna&amp;to=ben&amp;amount=500.00&amp;currency=EUR&amp;charge="))
        #expect(page.has("Groceries &lt;b&gt;") && !page.has("Groceries <b>"))
        #expect(page.has("Corrected: Anna paid 1,234.50 EUR for Anna and Maria") && page.has("Why: A slip."))
        #expect(page.has(ExpensePage.path(Self.id)))
        var german = browser
        german.languages = ["de"]
        #expect(try await german.get("/costs").has("Sie schulden Ben 1234,56 EUR"))
    }

    /// Maria's phone: she owes Ben something, and he asks her for a part of it.
    private func marias() throws -> (phone: FakeBrowser, asked: Charge) {
        let asked = Charge(
            id: Self.id,
            content: ChargeContent(
                what: "Rent <b>", amount: 70_000, currency: "EUR", from: "maria", to: "ben",
                due: day.adding(days: -1)), state: .open, paid: 20_000, by: "Ben",
            at: Date(timeIntervalSince1970: 1_799_990_000))
        let names = ["anna", "ben", "maria"].map { CostName(person: $0, name: $0.capitalized) }
        var phone = FakeBrowser()
        phone.viewer = Viewer(
            person: Person(id: "maria", name: "Maria", role: .client), csrfToken: "token-of-maria")
        try phone.service.has(
            "balances",
            Balances(
                currency: "EUR",
                debts: [
                    CostDebt(from: "maria", to: "ben", amount: 60_000, currency: "EUR"),
                    CostDebt(from: "anna", to: "maria", amount: 700, currency: "JPY"),
                ],
                totals: [
                    CostTotal(person: "maria", amount: -60_000, currency: "EUR"),
                    CostTotal(person: "maria", amount: 700, currency: "JPY"),
                ], payments: [], isFewest: true,
                links: [PaymentLink(person: "ben", link: "https://pay.example/ben")], people: names))
        try phone.service.has("charges", ChargePage(charges: [asked], people: Array(names.dropFirst())))
        return (phone, asked)
    }

    @Test(
        "A client sees on a page of their own what they owe and are owed, by whom it is asked, and nothing else"
    )
    func ofClient() async throws {
        let (phone, _) = try marias()
        let page = try await phone.get("/mine/costs")
        #expect(page.has("In all, you owe 600.00 EUR.") && page.has("In all, you are owed 700 JPY."))
        #expect(page.has("Ben asks you for 500.00 EUR") && page.has("Late") && page.has("Rent &lt;b&gt;"))
        #expect(page.has("You owe Ben 600.00 EUR") && page.has("Anna owes you 700 JPY"))
        #expect(page.has(#"href="https://pay.example/ben""#) && page.has("I have paid"))
        // Only what they have paid themselves is theirs to say.
        #expect(
            page.has("/mine/costs/paid?from=maria&amp;to=ben&amp;amount=500.00&amp;currency=EUR&amp;charge="))
        #expect(!page.has("from=anna") && !page.has("/costs/settle") && !page.has("Remind"))
        #expect(!phone.service.asked.contains { $0 == "GET people" || $0.hasPrefix("GET costs") })
        // The way there.
        #expect(try await phone.get("/more").has(#"href="/mine/costs""#))
        for path in ["/costs", "/costs/settle", "/costs/link", "/costs/new"] {
            #expect(try await phone.get(path).status == 403, "\(path)")
        }
        var german = phone
        german.languages = ["de"]
        #expect(try await german.get("/mine/costs").has("Sie schulden Ben 600,00 EUR"))
        var staff = phone
        staff.viewer = .anna
        #expect(try await staff.get("/mine/costs").status == 403)
        try phone.service.has(
            "balances", Balances(currency: "EUR", debts: [], totals: [], payments: [], isFewest: true))
        try phone.service.has("charges", ChargePage(charges: []))
        #expect(try await phone.get("/mine/costs").has("You owe nobody anything"))
    }

    @Test("What a client is asked to pay stands above their chores, where it can be read")
    func amongChores() async throws {
        let (phone, _) = try marias()
        try phone.service.has(
            "chores", ChoreFeed(of: [], for: "maria", isComplete: true, now: phone.now))
        let page = try await phone.get("/mine/chores")
        #expect(page.has("Ben asks you for 500.00 EUR") && !page.has("Anna owes you"))
        try phone.service.refuse("GET", "charges", CareProblem(.storeFailed, "the disk is full"))
        let without = try await phone.get("/mine/chores")
        #expect(without.status == 200 && !without.has("500.00 EUR"))
    }

    @Test(
        "A line above a page says that its reader was reminded of an amount, as they wish; a notification not of what"
    )
    func reminded() async throws {
        let (phone, charge) = try marias()
        func page(
            _ path: String, dueIn days: Int, wanting wanted: ReminderPreferences = ReminderPreferences()
        ) async throws -> FakeBrowser.Answer {
            var feed = ChoreFeed(of: [], for: "maria", isComplete: true, now: phone.now)
            feed.asked = [
                RemindedAmount(
                    id: charge.id, what: "Rent <b>", due: day.adding(days: 1 + days),
                    at: phone.now.addingTimeInterval(-60))
            ]
            try phone.service.has("chores", feed)
            var reader = phone
            reader.viewer?.person.reminders = wanted
            return try await reader.get(path)
        }
        func bar(of page: FakeBrowser.Answer) throws -> Substring {
            try #require(page.text.firstMatch(of: /<div id="reminded".*?<\/div>/)).output
        }
        let (saturday, what) = ("Saturday 16 January", "Rent &lt;b&gt;")
        for (days, words, say) in [
            (1, "To be paid by \(saturday): \(what)", "Something is to be paid by \(saturday)."),
            (0, "To be paid today: \(what)", "Something is to be paid today."),
            (-1, "Late: \(what) was to be paid by", "Something was to be paid and is late."),
        ] {
            let costs = try await page("/mine/costs", dueIn: days)
            let line = try bar(of: costs)
            #expect(line.contains(words), "\(line)")
            #expect(line.contains(#"data-say="\#(say)" data-once="normal""#), "\(line)")
            // It leads to the amount.
            #expect(line.contains("href=\"/mine/costs#charge-\(charge.id)\""))
            #expect(costs.has("id=\"charge-\(charge.id)\""))
            // Among the chores its own card says so.
            let chores = try await page("/mine/chores", dueIn: days)
            #expect(chores.has(#"data-say="\#(say)" data-once="normal""#) && !chores.has(#"id="reminded""#))
        }
        let silent = [
            ReminderPreferences(muted: [ReminderCell(.charge, .page)]),
            ReminderPreferences(quiet: QuietHours(from: 0, until: 1439)),
        ]
        for wanted in silent {
            let line = try await bar(of: page("/mine/costs", dueIn: 0, wanting: wanted))
            #expect(line.contains("To be paid today") && !line.contains("data-once"), "\(wanted)")
            #expect(try await !page("/mine/chores", dueIn: 0, wanting: wanted).has("data-once"))
        }
        for wanted in [ReminderPreferences(off: [.charge]), ReminderPreferences(allOff: true)] {
            let line = try await bar(of: page("/mine/costs", dueIn: 0, wanting: wanted))
            #expect(!line.contains("To be paid"), "\(wanted)")
        }
        // Other kinds say nothing of it.
        let others = ReminderPreferences(off: [.before, .due, .missed, .housemate])
        let line = try await bar(of: page("/mine/costs", dueIn: 0, wanting: others))
        #expect(line.contains("data-once"))
    }

    @Test("A client is asked whether they have paid, and it is written down once, as it is owed by then")
    func clientPays() async throws {
        let (phone, asked) = try marias()
        let debt = "from=maria&to=ben&amount=600.00&currency=EUR"
        let ofDebt = try await phone.get("/mine/costs/paid?\(debt)")
        #expect(ofDebt.has("Have you given Ben 600.00 EUR?") && ofDebt.has("tell Ben or a coordinator"))
        let charge = "from=maria&to=ben&amount=500.00&currency=EUR&charge=\(asked.id)"
        #expect(try await phone.get("/mine/costs/paid?\(charge)").has("Have you given Ben 500.00 EUR?"))
        let typed = [
            ("id", "\(Self.id)"), ("to", "ben"), ("amount", "500.00"), ("currency", "EUR"),
            ("charge", "\(asked.id)"),
        ]
        let answer = try await phone.post("/mine/costs/paid", typed)
        #expect(answer.location == "/mine/costs?did=paid")
        let sent: NewPayment = try phone.service.onlySent("payments")
        #expect(
            sent.id == Self.id
                && sent.content
                    == PaymentContent(
                        from: "maria", to: "ben", amount: 50_000, currency: "EUR", on: day.adding(days: 1),
                        charge: asked.id)
        )
        #expect(sent.ifOwed == true)
        // A second tap: it is there already, though it is owed no more.
        try phone.service.has("charges", ChargePage(charges: []))
        #expect(try await phone.post("/mine/costs/paid", typed).location == "/mine/costs?did=known")
        try phone.service.has("charges", ChargePage(charges: [asked]))
        try phone.service.refuse(
            "POST", "payments", CareProblem(.conflict, "it is not owed", field: "if_owed"))
        // What is owed by nobody, any more or to this one, is written down by nothing.
        for wrong in [
            [("to", "ben"), ("amount", "1.00"), ("currency", "EUR")],
            [("to", "anna"), ("amount", "7"), ("currency", "JPY")],
            [("to", "ben"), ("amount", "600.00"), ("currency", "EUR"), ("charge", "\(asked.id)")],
            [("to", "ben"), ("amount", "x"), ("currency", "EUR")], [],
        ] {
            #expect(try await phone.post("/mine/costs/paid", wrong).location == "/mine/costs?did=changed")
            let query = wrong.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
            #expect(
                try await phone.get("/mine/costs/paid?\(query)").location == "/mine/costs?did=changed")
        }
        // What can be read at all is asked of the service, which alone knows what is owed.
        #expect(phone.service.sent.count == 2 + 3)
        try phone.service.refuse("POST", "payments", CareProblem(.conflict, "there already", field: "id"))
        #expect(try await phone.post("/mine/costs/paid", typed).location == "/mine/costs?did=known")
    }

    @Test("Who sees the picture of a receipt, and what its removal means, is said of a receipt")
    func receiptWords() async throws {
        let browser = try browser(lines: [line(1, .expense, .expense(expense(.equally(["maria"]))))])
        let page = try await browser.get(ExpensePage.path(Self.id))
        #expect(page.has("Caregivers and coordinators see it.") && !page.has("Everybody who logs in sees it"))
        let removal = try await browser.get(ExpensePage.path(Self.id) + "/receipt/removal")
        #expect(removal.has("The expense stays as it is.") && !removal.has("initials"))
    }

    @Test("Who sees nothing of costs is told in the form")
    func unseen() async throws {
        let page = try await browser().get("/costs/new")
        #expect(page.has("They see what they owe only on a phone that is linked for them: Maria."))
    }

    @Test("A new expense begins with today, whoever writes it, and the home's last currency")
    func newForm() async throws {
        let page = try await browser().get("/costs/new")
        #expect(page.has(#"value="CHF""#) && page.has(#"value="2027-01-15""#))
        #expect(page.has(#"<option value="anna" selected>Anna</option>"#))
        for name in ["Anna", "Ben", "Maria"] { #expect(page.has("> \(name)</label>")) }
        #expect(!page.has("Olaf") && !page.has("Pauli"))
    }

    @Test(
        "An expense is sent as it was typed, in all three ways",
        arguments: [
            (
                [("kind", "equally"), ("for", "ben"), ("for", "anna"), ("part-ben", "7")],
                CostSplit.equally(["anna", "ben"])
            ),
            (
                [
                    ("kind", "shares"), ("for", "anna"), ("for", "maria"), ("part-maria", "2"),
                    ("part-ben", "3"),
                    ("was", "ben"), ("was", "anna"),
                ],
                .shares([CostCount(person: "anna", count: 1), CostCount(person: "maria", count: 2)])
            ),
            (
                [
                    ("kind", "exact"), ("for", "ben"), ("for", "anna"), ("part-ben", "1.000,00"),
                    ("part-anna", "234.50"),
                ],
                .exact([CostShare(person: "anna", amount: 23_450), CostShare(person: "ben", amount: 100_000)])
            ),
        ])
    func sent(fields: [(String, String)], split: CostSplit) async throws {
        let browser = try browser()
        let form = [
            ("id", "\(Self.id)"), ("at", "2027-01-15T07:00:00.000Z"), ("what", "Groceries"),
            ("amount", "1.234,50"),
            ("currency", "eur"), ("paid_by", "anna"), ("on", "2027-01-14"),
        ]
        let answer = try await browser.post("/costs/new", form + fields)
        #expect(answer.status == 303 && answer.location == ExpensePage.path(Self.id) + "?did=added")
        let new: NewExpense = try browser.service.onlySent("expenses")
        #expect(new.id == Self.id && new.content.amount == 123_450 && new.content.split == split)
        #expect(new.content.currency == "EUR" && new.by == "Anna")
    }

    @Test("What is wrong stands at its field, and what was typed stays")
    func wrong() async throws {
        let browser = try browser()
        let form = [
            ("id", "\(Self.id)"), ("what", ""), ("amount", "12,345"), ("currency", "EUR"),
            ("paid_by", "anna"), ("on", "soon"),
            ("kind", "shares"), ("for", "ben"), ("part-ben", "0.5"),
        ]
        let page = try await browser.post("/costs/new", form)
        #expect(page.status == 422 && browser.service.sent.isEmpty)
        for words in [
            "Write what it was, such as Groceries.", "EUR has 2 digits after the decimal mark, not more.",
            "Write a day, such as",
            "Write a whole number from 1 to 1000.", #"value="12,345""#,
            #"value="0.5""#,
            #"aria-describedby="part-ben-fault""#, ##"href="#part-ben""##,
        ] { #expect(page.has(words), "\(words)") }
        let sum = try await browser.post(
            "/costs/new",
            [
                ("what", "Tea"), ("amount", "10"), ("currency", "EUR"), ("paid_by", "anna"),
                ("on", "2027-01-14"), ("kind", "exact"),
                ("for", "ben"), ("part-ben", "9"),
            ])
        #expect(sum.has("The parts come to 9.00 EUR, and the amount is 10.00 EUR."))
        var german = browser
        german.languages = ["de"]
        let fields = [
            ("what", "Tea"), ("amount", "10"), ("currency", "EUR"), ("paid_by", "anna"), ("on", "2027-01-14"),
            ("kind", "exact"), ("for", "ben"), ("part-ben", "9,5"),
        ]
        #expect(
            try await german.post("/costs/new", fields).has(
                "Die Anteile ergeben 9,50 EUR, und der Betrag ist 10,00 EUR."))
        german.languages = ["fr"]
        var least = fields
        least[1].1 = "0"
        #expect(
            try await german.post("/costs/new", least).has(
                "Le montant doit être compris entre 0,01 et "))
        let unticked = try await browser.post(
            "/costs/new",
            [
                ("what", "Tea"), ("amount", "10"), ("currency", "EUR"), ("paid_by", "anna"),
                ("on", "2027-01-14"), ("kind", "exact"),
                ("for", "ben"), ("part-ben", "10"), ("part-maria", "1"),
            ])
        #expect(unticked.status == 422 && unticked.has("Tick them too, or empty the field."))
        #expect(
            unticked.has(#"name="was" value="ben""#) && !unticked.has(#"name="was" value="maria""#)
                && unticked.has(#"aria-describedby="part-maria-fault""#))
        let nobody = try await browser.post(
            "/costs/new", [("what", "Tea"), ("amount", "10"), ("currency", "XXX")])
        #expect(nobody.has("Write the three letters of a currency"))
        try browser.service.refuse(
            "POST", "expenses",
            CareProblem(
                .notAcceptable, "providers take no part in shared costs: name somebody else",
                field: "content.split"))
        let refused = try await browser.post(
            "/costs/new",
            [
                ("what", "Tea"), ("amount", "10"), ("currency", "EUR"), ("paid_by", "anna"),
                ("on", "2027-01-14"), ("kind", "equally"),
                ("for", "pauli"),
            ])
        #expect(
            refused.status == 422
                && refused.has("Providers take no part in shared costs: name somebody else."))
    }

    @Test("An expense shows each part, its receipt and its history, and is corrected from what it is")
    func oneExpense() async throws {
        let shares = CostSplit.shares([
            CostCount(person: "anna", count: 1), CostCount(person: "olaf", count: 2),
        ])
        let lines = [
            line(2, .expenseCorrected, .expense(expense(shares, 900))),
            line(1, .expense, .expense(expense(.equally(["maria"])))),
        ]
        let browser = try browser(lines: lines)
        let path = ExpensePage.path(Self.id)
        let page = try await browser.get(path)
        #expect(
            page.has("<bdi>Olaf</bdi></th><td>6.00 EUR</td>")
                && page.has("<bdi>Anna</bdi></th><td>3.00 EUR</td>"))
        #expect(page.has("/api/v1/expenses/\(Self.id)/receipt?version=3") && page.has("Why: A slip."))
        let form = try await browser.get(path + "/correction")
        #expect(
            form.has(#"name="replaces" value="2""#) && form.has(#"value="9.00""#)
                && form.has("> Olaf</label>"))
        #expect(form.has("Why is it corrected?"))
        let typed = [
            ("id", "\(UUID())"), ("at", "2027-01-15T07:00:00.000Z"), ("replaces", "1"), ("what", "Groceries"),
            ("amount", "8"),
            ("currency", "EUR"), ("paid_by", "anna"), ("on", "2027-01-14"), ("kind", "equally"),
            ("for", "olaf"), ("reason", "Less."),
        ]
        try browser.service.refuse(
            "POST", "expenses/\(Self.id)/corrections", CareProblem(.conflict, "changed", field: "replaces"))
        let late = try await browser.post(path + "/correction", typed)
        #expect(
            late.status == 409 && late.has("Ben has corrected this meanwhile.")
                && late.has(#"name="replaces" value="2""#))
        #expect(late.has(#"value="8""#))
    }

    @Test("Deleting asks first, and sends what was read")
    func withdrawn() async throws {
        let browser = try browser(lines: [line(1, .expense, .expense(expense(.equally(["maria"]))))])
        let path = ExpensePage.path(Self.id)
        #expect(try await browser.get(path + "/withdrawal").has("It stays in the book"))
        let answer = try await browser.post(path + "/withdrawal", [("id", "\(Self.id)"), ("replaces", "1")])
        #expect(answer.location == path + "?did=withdrawn")
        let sent: ExpenseCorrection = try browser.service.onlySent("expenses/\(Self.id)/corrections")
        #expect(sent.content == nil && sent.replaces == 1)
    }

    @Test("The fewest payments are offered with the link beside them, and are written down with one tap")
    func settle() async throws {
        let browser = try browser { balances in
            balances.payments = [CostDebt(from: "anna", to: "ben", amount: 500, currency: "EUR")]
            balances.links = [PaymentLink(person: "ben", link: "payto://iban/DE75512108001245126199")]
        }
        let page = try await browser.get("/costs/settle")
        #expect(page.has("These are the fewest payments") && page.has("You pay Ben 5.00 EUR"))
        #expect(page.has(#"href="payto://iban/DE75512108001245126199""#))
        #expect(page.has(#"name="amount" value="5.00""#) && page.has("It was paid"))
        let charge = UUID()
        let answer = try await browser.post(
            "/costs/settle",
            [
                ("id", "\(Self.id)"), ("from", "anna"), ("to", "ben"), ("amount", "5.00"),
                ("currency", "EUR"), ("on", "2027-01-15"),
                ("charge", "\(charge)"),
            ])
        #expect(answer.location == "/costs?did=paid")
        let sent: NewPayment = try browser.service.onlySent("payments")
        #expect(sent.content.amount == 500 && sent.content.charge == charge && sent.content.note == nil)
        let wrong = try await browser.post(
            "/costs/settle", [("from", "anna"), ("amount", "x"), ("currency", "EUR"), ("on", "2027-01-15")])
        #expect(
            wrong.status == 422 && wrong.has("Choose somebody.")
                && wrong.has("Write an amount such as 12.50."))
    }

    @Test(
        "A suggestion has one id for all who read it, and whoever presses second is told that it is in the book"
    )
    func settledTwice() async throws {
        let debt = CostDebt(from: "anna", to: "ben", amount: 500, currency: "EUR")
        let id = SettlePage.id(of: debt, after: 7)
        let browser = try browser { balances in
            balances.payments = [debt]
            balances.last = 7
        }
        for _ in 0..<2 {
            #expect(try await browser.get("/costs/settle").has(#"name="id" value="\#(id)""#))
        }
        #expect(id != SettlePage.id(of: debt, after: 8))
        let turned = CostDebt(from: "ben", to: "anna", amount: 500, currency: "EUR")
        #expect(id != SettlePage.id(of: turned, after: 7))
        try browser.service.refuse("POST", "payments", CareProblem(.conflict, "there already", field: "id"))
        let typed = [
            ("id", "\(id)"), ("from", "anna"), ("to", "ben"), ("amount", "5.00"), ("currency", "EUR"),
            ("on", "2027-01-15"),
        ]
        let second = try await browser.post("/costs/settle", typed + [("suggested", "1")])
        #expect(second.location == "/costs?did=known")
        #expect(try await browser.get("/costs?did=known").has("It is in the book already."))
        #expect(try await browser.post("/costs/settle", typed).status == 409)
    }

    @Test(
        "Whoever follows a suggestion that is none any more writes nothing down, and is shown what there is to pay"
    )
    func settledMeanwhile() async throws {
        let debt = CostDebt(from: "anna", to: "ben", amount: 700, currency: "EUR")
        let browser = try browser { $0.payments = [debt] }
        func follow(_ amount: String) async throws -> FakeBrowser.Answer {
            try await browser.post(
                "/costs/settle",
                [
                    ("id", "\(UUID())"), ("from", "anna"), ("to", "ben"), ("amount", amount),
                    ("currency", "EUR"), ("on", "2027-01-15"), ("suggested", "1"),
                ])
        }
        #expect(try await follow("5.00").location == "/costs/settle?did=changed")
        #expect(
            try await browser.get("/costs/settle?did=changed").has("It is settled already, or has changed"))
        #expect(try await follow("7.00").location == "/costs?did=paid")
        let sent: NewPayment = try browser.service.onlySent("payments")
        #expect(sent.content.amount == 700)
    }

    @Test("What does not count now is shown so, and only a payment that counts can be undone")
    func counting() async throws {
        let (kept, undone) = (UUID(), UUID())
        let payment = PaymentContent(from: "ben", to: "anna", amount: 5, currency: "EUR", on: day)
        let content = CostLine.Content.expense(expense(.equally(["maria"])))
        // The expense was deleted and brought back; that the payment was undone stands on a newer page.
        let browser = try browser(
            lines: [
                line(5, .expenseCorrected, content), line(4, .expenseWithdrawn, content),
                line(3, .payment, .payment(payment), subject: kept),
                line(2, .payment, .payment(payment), subject: undone), line(1, .expense, content),
            ], withdrawn: [undone])
        let page = try await browser.get("/costs")
        #expect(page.has("/costs/payments/\(kept)/withdrawal") && !page.has("/costs/payments/\(undone)/"))
        #expect(page.has(#"<li class="card done" data-key="line-2">"#))
        for number in [1, 3, 4, 5] {
            #expect(page.has(#"<li class="card" data-key="line-\#(number)">"#), "\(number)")
        }
    }

    @Test("Asking somebody, and taking it back")
    func ask() async throws {
        let browser = try browser()
        let page = try await browser.get("/costs/ask")
        #expect(page.has(#"value="2027-01-22""#) && page.has(">Ben</option>") && !page.has(">Anna</option>"))
        let answer = try await browser.post(
            "/costs/ask",
            [
                ("id", "\(Self.id)"), ("from", "ben"), ("what", "Rent"), ("amount", "700"),
                ("currency", "EUR"), ("due", "2027-02-01"),
            ])
        #expect(answer.location == "/costs?did=asked")
        let sent: NewCharge = try browser.service.onlySent("charges")
        #expect(sent.content.to == "anna" && sent.content.from == "ben" && sent.content.amount == 70_000)
        #expect(
            try await browser.get("/costs/charges/\(Self.id)/withdrawal").has(
                "Nobody owes anything for it any more"))
        let wrong = try await browser.post("/costs/ask", [("currency", "EUR"), ("amount", "1")])
        #expect(wrong.status == 422 && wrong.has("Choose somebody.") && wrong.has("Write a day, such as"))
    }

    @Test("My payment link is sent, removed where it is empty, and refused in words")
    func link() async throws {
        let browser = try browser()
        #expect(
            try await browser.post("/costs/link", [("link", "https://paypal.me/anna")]).location
                == "/costs?did=linked")
        let sent: PaymentLinkChange = try browser.service.onlySent("people/anna/payment-link")
        #expect(sent.link == "https://paypal.me/anna")
        #expect(try await browser.post("/costs/link", [("link", "")]).location == "/costs?did=unlinked")
        try browser.service.refuse(
            "PUT", "people/anna/payment-link",
            CareProblem(
                .notAcceptable,
                "write a link that begins with https:// or payto://, such as https://paypal.me/anna",
                field: "link"))
        let refused = try await browser.post("/costs/link", [("link", "x")])
        #expect(
            refused.status == 422 && refused.has("Write a link that begins with https:// or payto://")
                && refused.has(#"value="x""#))
    }

    @Test("A client says on their phone where they can be paid; a coordinator says it on the client's page")
    func clientsLink() async throws {
        let (phone, _) = try marias()
        let stored = PaymentLinkChange(link: "https://pay.example/maria")
        try phone.service.has("people/maria/payment-link", stored)
        #expect(try await phone.get("/mine/costs").has(#"href="/mine/costs/link""#))
        let own = try await phone.get("/mine/costs/link")
        #expect(own.has(#"value="https://pay.example/maria""#))
        #expect(own.has("You and coordinators can change it."))
        let typed = [("link", "https://pay.example/mine")]
        #expect(try await phone.post("/mine/costs/link", typed).location == "/mine/costs?did=linked")
        let sent: PaymentLinkChange = try phone.service.onlySent("people/maria/payment-link")
        #expect(sent.link == "https://pay.example/mine")
        #expect(try await phone.post("/mine/costs/link").location == "/mine/costs?did=unlinked")
        // Of others only coordinators say it.
        let path = "/people/maria/payment-link"
        for viewer in [phone.viewer, .anna] {
            var other = phone
            other.viewer = viewer
            #expect(try await other.get(path).status == 403)
        }
        var olga = phone
        olga.viewer = Viewer(
            person: Person(id: "olga", name: "Olga", role: .coordinator), csrfToken: "token-of-olga")
        try olga.service.has("people/maria", Person(id: "maria", name: "Maria", role: .client))
        let form = try await olga.get(path)
        #expect(form.has("Payment link of Maria") && form.has(#"value="https://pay.example/maria""#))
        #expect(form.has("Maria can change it on a phone of their own"))
        #expect(try await olga.post(path, typed).location == path + "?did=linked_other")
        #expect(try await olga.get(path + "?did=linked_other").has("The payment link is saved."))
        #expect(try await olga.post(path).location == path + "?did=unlinked_other")
    }

    @Test("The book as a file has amounts that a sheet can count, and no formula")
    func table() async throws {
        let payment = PaymentContent(
            from: "ben", to: "anna", amount: 5, currency: "EUR", on: day, note: "=1+1")
        let browser = try browser(lines: [
            line(2, .payment, .payment(payment), subject: UUID()),
            line(1, .expense, .expense(expense(.equally(["ben", "maria"]), 1001))),
        ])
        let file = try await browser.get("/costs.csv").text.split(separator: "\r\n").map(String.init)
        #expect(
            file.count == 3
                && file[0].hasSuffix(
                    "Number,Written (UTC),By,Kind,Day,What,From,To,Amount,Currency,Parts,Instead of,Why")
        )
        #expect(file[1].contains(",payment,2027-01-14,'=1+1,Ben,Anna,0.05,EUR,,1,A slip."))
        #expect(file[2].contains("Groceries <b>,Anna,,10.01,EUR,\"Ben: 5.0"))
    }
}
