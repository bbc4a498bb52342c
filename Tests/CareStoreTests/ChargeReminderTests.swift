import Care
import Costs
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

/// What Anna asks Ben for, at 13:00 on the 28th; the store is opened anew before everything that is done.
@Suite("Reminders of amounts that are asked for")
struct ChargeReminderTests {
    private let home: RoutineHome

    init() async throws {
        var ben = ben
        ben.reminders.channels = [.command]
        var policy = AlertPolicy()
        policy.command = ["/bin/true"]
        home = try await RoutineHome([maria, anna, ben, cleo], policy: policy, restarts: true)
    }

    @discardableResult
    private func ask(_ due: String, from: String = "ben") async throws -> UUID {
        let new = NewCharge(
            id: UUID(),
            content: ChargeContent(
                what: "Rent", amount: 70_000, currency: "EUR", from: from, to: "anna",
                due: try #require(CalendarDay(due))), at: home.clock)
        _ = try await home.opened().addCharge(new, by: "Anna", receivedAt: home.clock)
        return new.id
    }

    private func pay(_ charge: UUID, _ amount: Int64 = 70_000) async throws -> UUID {
        let new = NewPayment(
            id: UUID(),
            content: PaymentContent(
                from: "ben", to: "anna", amount: amount, currency: "EUR",
                on: try #require(CalendarDay("2026-03-29")), charge: charge), at: home.clock)
        _ = try await home.opened().addPayment(new, by: "Ben")
        return new.id
    }

    private func withdraw(_ id: UUID, _ kind: CostLine.Kind) async throws {
        _ = try await home.opened().withdrawCost(
            id, kind, CostWithdrawal(id: UUID(), at: home.clock), by: "Anna", seenBy: .all)
    }

    private func remind(
        _ charge: UUID, id: UUID = UUID(), seenBy reader: CostReader = .person("anna"),
        sender: String = "anna"
    ) async throws -> Bool {
        try await home.opened().remind(
            ofCharge: charge, ChargeReminder(id: id, by: "Anna", at: noon), seenBy: reader, sender: sender,
            receivedAt: home.clock
        ).isNew
    }

    private func change(_ change: (inout Person) -> Void) async throws {
        var person = try #require(try await home.opened().people().first { $0.id == "ben" })
        change(&person)
        _ = try await home.opened().setPerson(person, at: home.clock)
    }

    /// The reminders over one channel.
    private func score(until end: String, over channel: String = "station") async throws -> [String] {
        try await home.score(until: berlin(end)).filter { $0.contains(channel) }
    }

    @Test("The evening before, in the morning, when it is late, and then every week; over each channel once")
    func score() async throws {
        try await ask("2026-03-30")
        let lines = try await home.score(until: berlin("2026-04-15T12:00"))
        #expect(
            lines == [
                "29 18:00 reminder before Ben station", "29 18:00 reminder before Ben command",
                "30 09:00 reminder due Ben station", "30 09:00 reminder due Ben command",
                "31 09:00 reminder missed Ben station", "31 09:00 reminder missed Ben command",
                "7 09:00 reminder missed Ben station", "7 09:00 reminder missed Ben command",
                "14 09:00 reminder missed Ben station", "14 09:00 reminder missed Ben command",
            ])
        // What a later one replaces is not told any more.
        let waiting = try await home.waiting()
        #expect(waiting.count == 1 && waiting[0].charge?.due == CalendarDay("2026-03-30"))
        #expect(waiting[0].occurrence == nil && waiting[0].minutesBefore == nil)
        let delivery = try await home.store.pendingDelivery(now: home.clock)
        guard case .reminder(let sent) = delivery?.subject else {
            Issue.record("the home's program has nothing to do")
            return
        }
        #expect(sent.recipient == "ben" && sent.charge == waiting[0].charge)
    }

    @Test("Nothing of how much it is, for what and by whom is in a reminder or in the journal")
    func discreet() async throws {
        try await ask("2026-03-29")
        _ = try await home.score(until: berlin("2026-03-30T12:00"))
        let events = try await home.store.events(after: 0, limit: .max).filter { $0.reminder != nil }
        #expect(events.count == 6)
        for event in events {
            let text = try Stored.text(event)
            for secret in ["70000", "Rent", "EUR", "anna", "Anna"] { #expect(!text.contains(secret)) }
            let isStation = event.reminder?.channel == .station
            #expect(event.isTold(toCaregiver: "ben") && !event.isTold(toCaregiver: "anna"))
            #expect(event.isTold(toCaregiver: nil) == isStation)
            #expect(!event.isTold(toKioskOf: "ben", device: nil))
        }
        // People read of it in the book; a kiosk has nothing of it.
        #expect(try await home.waiting(.person).isEmpty)
        #expect(try await home.waiting(.kiosk).isEmpty)
    }

    @Test("A station, which has no goals, has what waits in its agenda")
    func shared() async throws {
        try await ask("2026-03-30")
        _ = try await home.score(until: berlin("2026-03-29T18:00"))
        let agenda = try await home.opened().agenda(
            for: .station, client: "maria", of: .shared, now: home.clock)
        #expect(agenda.reminders.map(\.recipient) == ["ben"] && agenda.reminders.first?.charge != nil)
        // It is nobody's plan: whoever sees one client's alone has nothing of it.
        for whose in [PlanReach.only(["maria"]), .sharedOf(["maria"])] {
            let other = try await home.opened().agenda(
                for: .station, client: "maria", of: whose, now: home.clock)
            #expect(other.reminders.isEmpty)
        }
    }

    @Test("A payment ends it at once everywhere; undone, it is told what it would have been meanwhile")
    func settled() async throws {
        let charge = try await ask("2026-03-30")
        #expect(try await score(until: "2026-03-30T08:59") == ["29 18:00 reminder before Ben station"])
        let payment = try await pay(charge)
        #expect(try await home.waiting().isEmpty)
        #expect(try await home.store.pendingDelivery(now: home.clock) == nil)
        #expect(try await home.score(until: berlin("2026-03-31T12:00")).isEmpty)
        #expect(try await home.store.nextDue() == nil)
        try await withdraw(payment, .paymentWithdrawn)
        #expect(try await score(until: "2026-03-31T13:00") == ["31 12:00 reminder missed Ben station late"])
        try await withdraw(charge, .chargeWithdrawn)
        #expect(try await home.waiting().isEmpty)
        #expect(try await home.score(until: berlin("2026-05-01T12:00")).isEmpty)
    }

    @Test(
        "A part of it does not end it; what was to be told when it was paid is told if that is undone at once"
    )
    func part() async throws {
        let charge = try await ask("2026-03-30")
        _ = try await pay(charge, 100)
        #expect(try await score(until: "2026-03-29T18:00") == ["29 18:00 reminder before Ben station"])
        let payment = try await pay(charge, 69_900)
        #expect(try await home.waiting().isEmpty)
        try await withdraw(payment, .paymentWithdrawn)
        #expect(try await score(until: "2026-03-29T18:01") == ["29 18:00 reminder before Ben station"])
        let told = try #require(try await home.waiting().first)
        try await home.tell(told)
        let again = try await pay(charge, 69_900)
        try await withdraw(again, .paymentWithdrawn)
        #expect(try await score(until: "2026-03-30T08:00").isEmpty)
    }

    @Test("After weeks without a service it is told once, and as late")
    func gap() async throws {
        try await ask("2026-03-30")
        #expect(
            try await home.take(at: berlin("2026-04-20T03:00"))
                == ["20 03:00 reminder missed Ben station late", "20 03:00 reminder missed Ben command late"])
        #expect(try await home.store.nextDue() == berlin("2026-04-21T09:00"))
    }

    @Test("What is asked for when its day has begun, or is past, is not told for what has passed")
    func askedLate() async throws {
        try await ask("2026-03-28")
        try await ask("2026-03-01")
        #expect(try await stands().isEmpty)
        // The second one is overdue again on the fifth week's day.
        #expect(
            try await score(until: "2026-03-30T12:00") == [
                "29 09:00 reminder missed Ben station", "30 09:00 reminder missed Ben station",
            ])
    }

    @Test("It waits for the end of quiet hours, and of two that would come then only the later one is told")
    func quiet() async throws {
        try await change { $0.reminders.quiet = QuietHours(from: 17 * 60, until: 10 * 60) }
        try await ask("2026-03-30")
        #expect(
            try await score(until: "2026-03-31T12:00") == [
                "30 10:00 reminder due Ben station", "31 10:00 reminder missed Ben station",
            ])
        try await change { $0.reminders.off = [.charge] }
        #expect(try await score(until: "2026-04-30T12:00").isEmpty)
    }

    @Test("Whoever has left is not reminded, and a client is only at the stations")
    func whom() async throws {
        try await ask("2026-03-29", from: "maria")
        try await ask("2026-03-29")
        try await change { $0.isActive = false }
        #expect(
            try await home.score(until: berlin("2026-03-29T12:00")) == [
                // Her own pages hear nothing of what a station says, and are told to look.
                "28 18:00 reminder before Maria station", "28 18:00 occurrence_changed",
                "29 09:00 reminder due Maria station", "29 09:00 occurrence_changed",
            ])
        let stands = try await home.opened().choreReminders(of: "maria", now: home.clock).asked
        #expect(try stands.map(\.at) == [berlin("2026-03-29T09:00")])
    }

    /// Since when amounts stand on somebody's pages that they were reminded of.
    private func stands(of person: String = "ben") async throws -> [Date] {
        try await home.opened().choreReminders(of: person, now: home.clock).asked.map(\.at)
    }

    @Test("It stands on the pages of whoever is asked for a day from each moment, and from each tap")
    func onPages() async throws {
        let charge = try await ask("2026-03-30")
        #expect(try await stands().isEmpty)
        for (until, since) in [
            ("2026-03-29T18:00", "2026-03-29T18:00"), ("2026-03-30T09:00", "2026-03-30T09:00"),
            ("2026-03-31T08:59", "2026-03-30T09:00"), ("2026-03-31T09:00", "2026-03-31T09:00"),
            ("2026-04-01T08:59", "2026-03-31T09:00"),
        ] {
            _ = try await home.score(until: berlin(until))
            #expect(try await stands() == [berlin(since)], "\(until)")
        }
        _ = try await home.score(until: berlin("2026-04-01T09:00"))
        #expect(try await stands().isEmpty)
        #expect(try await remind(charge))
        #expect(try await stands() == [home.clock])
        #expect(try await stands(of: "anna").isEmpty)
        let due = try #require(CalendarDay("2026-03-30"))
        let mine = RemindedAmount(id: charge, what: "Rent", due: due, at: home.clock)
        #expect(try await home.opened().chores(of: "ben", now: home.clock).asked == [mine])
        // Whoever else reads what Ben has to do.
        let others = try await home.opened().chores(of: "ben", withReminders: false, now: home.clock)
        #expect(others.asked.isEmpty)
        let payment = try await pay(charge)
        #expect(try await stands().isEmpty)
        try await withdraw(payment, .paymentWithdrawn)
        #expect(try await stands() == [home.clock])
        try await withdraw(charge, .chargeWithdrawn)
        #expect(try await stands().isEmpty)
    }

    @Test("Whoever hears of it on pages alone is told nothing elsewhere, and open pages are told to look")
    func pagesAlone() async throws {
        try await change { ($0.reminders.silent, $0.reminders.channels) = ([.station], []) }
        try await ask("2026-03-29")
        #expect(
            try await home.score(until: berlin("2026-03-29T12:00")) == [
                "28 18:00 occurrence_changed", "29 09:00 occurrence_changed",
            ])
        #expect(try await home.waiting().isEmpty)
        // That is no event of the journal.
        let events = try await home.opened().events(after: 0, limit: .max)
        #expect(events.allSatisfy { $0.reminder == nil && $0.content != .agendaChanged })
        try await change { $0.reminders.muted = [ReminderCell(.charge, .page)] }
        #expect(try await home.score(until: berlin("2026-03-30T12:00")).isEmpty)
    }

    @Test("Whom nothing tells is not reminded: there is no station, no program and nobody logged in")
    func unheard() async throws {
        let charge = try await ask("2026-03-30")
        let none = "nothing can tell Ben of it: no station says it, and no page of theirs"
        func refusal() async -> String? { await home.refusal { _ = try await remind(charge) } }
        try await change { $0.reminders.channels = [] }
        #expect(await refusal() == none)
        // A station that has been away for more than a week says nothing.
        let station = SeenDevice(kind: .station, device: nil, client: nil)
        try await home.opened().saw([station], at: home.clock.addingTimeInterval(-7 * 86_400 - 1))
        #expect(await refusal() == none)
        try await home.opened().saw([station], at: home.clock)
        #expect(await refusal() == nil)
        // It is there, and does not say this.
        home.clock += 3600
        try await change { $0.reminders.silent = [.station] }
        #expect(await refusal() == none)
        try await home.opened().logIn("ben", at: home.clock)
        #expect(await refusal() == nil)
        #expect(try await stands() == [home.clock])
        home.clock += 3600
        try await change { $0.reminders.muted = [ReminderCell(.charge, .page)] }
        #expect(await refusal() == "Ben does not want to be reminded of such things")
    }

    @Test("A payment that is undone tells what is wanted by then, and not in quiet hours")
    func undoneByWishes() async throws {
        let charge = try await ask("2026-03-30")
        #expect(try await score(until: "2026-03-29T18:00") == ["29 18:00 reminder before Ben station"])
        let first = try await pay(charge)
        try await change { $0.reminders.off = [.charge] }
        try await withdraw(first, .paymentWithdrawn)
        #expect(try await score(until: "2026-03-29T19:00").isEmpty)
        try await change { $0.reminders.off = [] }
        #expect(try await score(until: "2026-03-30T09:00") == ["30 09:00 reminder due Ben station"])
        let second = try await pay(charge)
        try await change { $0.reminders.quiet = QuietHours(from: 8 * 60, until: 12 * 60) }
        try await withdraw(second, .paymentWithdrawn)
        #expect(try await score(until: "2026-03-30T11:59").isEmpty)
        #expect(try await score(until: "2026-03-30T13:00") == ["30 12:00 reminder due Ben station"])
    }

    @Test("A clock that is set back tells nothing twice, one that was far ahead leaves nothing out")
    func clock() async throws {
        try await ask("2026-03-30")
        func take(_ local: String, uptime: Double) async throws -> [String] {
            var lines: [String] = []
            let store = home.store
            for _ in 0..<10 {
                lines += try await store.takeDue(now: berlin(local), uptime: .seconds(uptime)).map(line)
                guard let due = try await store.nextDue(), due <= (try berlin(local)) else { break }
            }
            return lines.filter { $0.contains("station") }
        }
        #expect(try await take("2026-03-29T17:00", uptime: 0).isEmpty)
        #expect(try await take("2026-03-29T18:00", uptime: 3600).count == 1)
        // An hour back, and it is 18:00 again.
        #expect(try await take("2026-03-29T17:30", uptime: 3700).isEmpty)
        #expect(try await take("2026-03-29T18:00", uptime: 5500).isEmpty)
        // A year ahead, for a minute.
        #expect(try await take("2027-03-29T18:00", uptime: 5600).count == 1)
        #expect(try await take("2026-03-29T18:05", uptime: 5800).isEmpty)
        #expect(try await take("2026-03-30T09:00", uptime: 59_500).count == 1)
    }

    @Test("In another zone of the home it is told by its clocks")
    func zone() async throws {
        try await ask("2026-03-30")
        _ = try await home.take(at: home.clock)
        try await home.store.setHome(zone: "America/New_York", now: home.clock)
        _ = try await home.store.takeDue(now: home.clock)
        let expected = try #require(testZones("America/New_York")).instant(
            of: try #require(WallTime("2026-03-29T18:00")))
        #expect(try await home.store.nextDue() == expected)
    }

    @Test("Whoever asked has them reminded, once an hour")
    func tap() async throws {
        let charge = try await ask("2026-03-30")
        _ = try await home.take(at: home.clock)
        let id = UUID()
        #expect(try await remind(charge, id: id))
        #expect(try await remind(charge, id: id) == false)
        #expect(try await home.waiting().map(\.kind) == [.before])
        #expect(
            await home.refusal { _ = try await remind(charge) }
                == "Ben was reminded of it less than an hour ago")
        let other = try await ask("2026-03-28")
        #expect(
            await home.refusal { _ = try await remind(other, id: id) }?.contains("another content") == true)
        #expect(try await remind(other))
        home.clock += 3600
        #expect(try await remind(charge))
        #expect(try await home.waiting().map(\.kind) == [.due, .before])
    }

    @Test("Nobody else has them reminded, and nobody of what is settled or not wanted")
    func refused() async throws {
        let charge = try await ask("2026-03-30")
        func refusal(_ reader: CostReader, _ sender: String) async -> String? {
            await home.refusal { _ = try await remind(charge, seenBy: reader, sender: sender) }
        }
        #expect(await refusal(.person("maria"), "maria") == "there is no charge \(charge)")
        #expect(
            await refusal(.person("ben"), "ben")
                == "only whoever asked reminds of it: ask them, or a coordinator")
        #expect(await refusal(.all, "ben") == "it is yours")
        try await change { $0.reminders.off = [.charge] }
        #expect(await refusal(.all, "cleo") == "Ben does not want to be reminded of such things")
        try await change { $0.isActive = false }
        #expect(await refusal(.all, "cleo") == "whoever is asked has left the home")
        try await withdraw(charge, .chargeWithdrawn)
        #expect(await refusal(.all, "cleo") == "it is settled or withdrawn already")
    }

    @Test(
        "What is planned may be off: an amount is told all the same, and one that waits goes by its own kind")
    func ownKind() async throws {
        try await change {
            $0.reminders.off = [.before, .due, .missed]
            $0.reminders.quiet = QuietHours(from: 17 * 60, until: 10 * 60)
        }
        try await ask("2026-03-30")
        #expect(try await score(until: "2026-03-29T20:00").isEmpty)
        // Held back by quiet hours: other kinds change nothing of it, its own ends it.
        try await change { $0.reminders.off = [.due] }
        #expect(try await score(until: "2026-03-30T12:00") == ["30 10:00 reminder due Ben station"])
        #expect(try await score(until: "2026-03-30T20:00").isEmpty)
        try await change { $0.reminders.off = [.charge] }
        #expect(try await score(until: "2026-04-30T12:00").isEmpty)
    }

    @Test("What was told cannot be put off once it is settled")
    func snooze() async throws {
        let charge = try await ask("2026-03-29")
        #expect(try await score(until: "2026-03-28T18:00").count == 1)
        let reminder = try #require(try await home.waiting().first)
        try await home.tell(reminder)
        _ = try await pay(charge)
        _ = try await home.opened().receive(
            reminder: reminder.id,
            ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 10, at: home.clock), actor: .station,
            receivedAt: home.clock)
        #expect(try await home.waiting().isEmpty)
    }
}
