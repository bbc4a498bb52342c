import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("Messages to people's own devices")
struct MessageStoreTests {
    private func at(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

    @Test("Each step of a way tells those whom it adds, an escalation everybody again; after a restart, too")
    func steps() async throws {
        let home = try await RoutineHome.reaching(restarts: true)
        try await home.set(way: [(0, [.person("anna")]), (20, [.person("ben")]), (60, [.everybody])])
        try await home.reach("anna", "Anna's phone")
        try await home.reach("anna", "Anna's SMS", over: "sms", after: 30)
        try await home.reach("ben", "Ben's phone")
        try await home.reach("cleo", "Cleo's phone", over: "web_push")
        try await home.reach(nil, "Office")
        let (request, _) = try await home.opened().record(water(), receivedAt: noon)
        #expect(
            try await home.sent(until: 99) == [
                "0 alert Anna's phone", "20 alert Ben's phone", "30 alert Anna's SMS",
                "60 alert Anna's SMS", "60 alert Anna's phone", "60 alert Ben's phone",
                "60 alert Cleo's phone", "60 alert Office",
            ])
        try await home.respond(request.id, .onTheWay, by: "Ben", at: 100)
        #expect(
            try await home.sent(until: 999) == [
                "100 update Anna's phone", "100 update Ben's phone", "100 update Cleo's phone",
                "100 update Office",
            ])
        // Nobody has come: it begins anew.
        #expect(
            try await home.sent(until: 1099) == [
                "1000 alert Anna's phone", "1000 alert Ben's phone", "1000 alert Cleo's phone",
                "1030 alert Anna's SMS",
                "1060 alert Anna's SMS", "1060 alert Anna's phone", "1060 alert Ben's phone",
                "1060 alert Cleo's phone", "1060 alert Office",
            ])
        try await home.respond(request.id, .met, at: 1100)
        #expect(
            try await home.sent(until: 9000) == [
                "1100 update Anna's phone", "1100 update Ben's phone", "1100 update Cleo's phone",
                "1100 update Office",
            ])
        #expect(try await home.opened().nextMessage() == nil)
    }

    @Test("Where a way begins with everybody, each is told once, and again only when it escalates later")
    func everybodyAtOnce() async throws {
        let home = try await RoutineHome.reaching()
        try await home.set(way: [(0, [.everybody])])
        try await home.reach("anna", "Anna's phone")
        try await home.reach(nil, "Office")
        _ = try await home.store.record(water(), receivedAt: noon)
        #expect(try await home.sent(until: 299) == ["0 alert Anna's phone", "0 alert Office"])
        #expect(try await home.sent(until: 300) == ["300 alert Anna's phone", "300 alert Office"])
        let kinds = try await home.store.events(after: 0).map(\.kind)
        #expect(kinds.filter { [.asked, .escalated].contains($0) } == [.asked, .escalated])
        // A call that a kiosk had kept for two minutes.
        let late = try await RoutineHome.reaching()
        try await late.reach("anna", "Anna's phone")
        _ = try await late.store.record(water(), receivedAt: noon.addingTimeInterval(400))
        late.clock = noon.addingTimeInterval(400)
        #expect(try await late.sent(until: 459) == ["400 alert Anna's phone"])
    }

    @Test("A contact that waits longer than calls escalate is alerted once its time has come")
    func longWait() async throws {
        let home = try await RoutineHome.reaching()
        try await home.reach("anna", "Anna's phone", after: 90)
        _ = try await home.store.record(water(priority: .urgent), receivedAt: noon)
        #expect(
            try await home.sent(until: 130) == ["90 alert Anna's phone", "120 alert Anna's phone"])
    }

    @Test("An answer drops what waits, and a newer one the news of an older one")
    func answers() async throws {
        let home = try await RoutineHome.reaching()
        try await home.reach("anna", "Anna's phone")
        try await home.reach("anna", "Anna's watch", after: 30)
        let (request, _) = try await home.store.record(water(), receivedAt: noon)
        #expect(try await home.sent(until: 10) == ["0 alert Anna's phone"])
        try await home.respond(request.id, .onTheWay, by: "Ben", at: 10)
        try await home.respond(request.id, .met, by: "Ben", at: 20)
        let left = try await home.pending(at: 60)
        #expect(left.map(\.contact.label) == ["Anna's phone"] && left.map(\.kind) == [.update])
        #expect(left.first?.createdAt == at(20))
        guard case .request(let now) = left.first?.subject else {
            Issue.record("not about a request")
            return
        }
        #expect(now.state == .met)
    }

    @Test("Whoever's message was on its way when somebody answered is told that, too")
    func inFlight() async throws {
        let home = try await RoutineHome.reaching()
        try await home.reach("anna", "Anna's phone")
        let (request, _) = try await home.store.record(water(), receivedAt: noon)
        let alert = try #require(try await home.pending().first)
        try await home.respond(request.id, .onTheWay, by: "Ben", at: 1)
        #expect(try await home.pending(at: 1).isEmpty)
        _ = try await home.store.settle(alert, .sent, at: at(2))
        #expect(try await home.pending(at: 2).map(\.kind) == [.update])
        // Once.
        _ = try await home.store.confirm(message: alert.key, at: at(3))
        #expect(try await home.pending(at: 3).count == 1)
    }

    @Test("The news that somebody is on the way is not told once they have lost the call")
    func lapse() async throws {
        let home = try await RoutineHome.reaching()
        try await home.reach("anna", "Anna's phone")
        let (request, _) = try await home.store.record(water(), receivedAt: noon)
        #expect(try await home.sent(until: 0).count == 1)
        try await home.respond(request.id, .onTheWay, by: "Ben", at: 10)
        #expect(try await home.pending(at: 10).map(\.kind) == [.update])
        _ = try await home.store.takeDue(now: at(910))
        #expect(try await home.pending(at: 910).map(\.kind) == [.alert])
    }

    @Test("Quiet hours hold back what is not urgent, for the contacts too", arguments: Priority.allCases)
    func quiet(priority: Priority) async throws {
        var quiet = anna
        // In Berlin it is 13:00.
        quiet.reminders.quiet = QuietHours(from: 12 * 60, until: 14 * 60)
        let home = try await RoutineHome.reaching([maria, quiet])
        try await home.reach("anna", "Anna's phone")
        _ = try await home.store.record(water(priority: priority), receivedAt: noon)
        let first = try await home.sent(until: 3600).first
        #expect(first == (priority == .urgent ? "0" : "3600") + " alert Anna's phone")
    }

    @Test("For whom it has become quiet meanwhile, an escalation is silent")
    func quietSince() async throws {
        var quiet = anna
        quiet.reminders.quiet = QuietHours(from: 13 * 60 + 4, until: 14 * 60)
        let home = try await RoutineHome.reaching([maria, quiet])
        try await home.reach("anna", "Anna's phone")
        _ = try await home.store.record(water(), receivedAt: noon)
        #expect(try await home.sent(until: 1000) == ["0 alert Anna's phone"])
    }

    @Test("Without a program only those are told who have a contact that is on, over a channel that is on")
    func withoutProgram() async throws {
        var wishing = ben
        wishing.reminders.channels = [.command]
        let home = try await RoutineHome.reaching([maria, anna, wishing])
        _ = try await home.store.record(water(), receivedAt: noon)
        #expect(try await home.store.events(after: 0).map(\.kind) == [.asked])
        let contact = try await home.reach("anna", "Anna's phone")
        _ = try await home.store.record(water(), receivedAt: noon)
        let told = try await home.store.events(after: 0).compactMap(\.reminder?.recipient)
        #expect(told == ["anna"])
        #expect(try await home.pending().count == 1)
        #expect(try await home.store.pendingDelivery(now: noon) == nil)
        let channel = try #require(try await home.store.channels().first { $0.name == "ntfy" })
        var off = channel
        off.isOn = false
        off = try await home.store.save(off, at: noon)
        #expect(try await home.store.nextMessage() == nil)
        _ = try await home.store.record(water(), receivedAt: noon)
        off.isOn = true
        _ = try await home.store.save(off, at: noon)
        var silent = try await home.stored(contact)
        silent.isOn = false
        _ = try await home.store.save(silent, at: noon)
        _ = try await home.store.record(water(), receivedAt: noon)
        #expect(try await home.store.events(after: 0).compactMap(\.reminder).count == 1)
    }

    @Test("Where there is a program, it and the contacts are told")
    func besideProgram() async throws {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        let home = try await RoutineHome.reaching(policy: policy)
        try await home.reach("anna", "Anna's phone")
        _ = try await home.store.record(water(), receivedAt: noon)
        let delivery = try #require(try await home.store.pendingDelivery(now: noon))
        _ = try await home.store.settle(delivery, .sent, at: noon)
        #expect(try await home.store.pendingDelivery(now: noon) == nil)
        let message = try #require(try await home.pending().first)
        guard case .reminder(let reminder) = message.subject else {
            Issue.record("not a reminder")
            return
        }
        #expect(reminder.state == .told && reminder.recipient == "anna" && message.createdAt == noon)
    }

    // MARK: - Reminders

    @Test("What is done is not told any more, also where it was told already by another contact")
    func done() async throws {
        let home = try await RoutineHome.reaching()
        try await home.reach("anna", "Anna's phone")
        try await home.reach("anna", "Anna's watch", after: 60)
        let routine = try await home.add(
            medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.take(at: noon)
        let first = try #require(try await home.pending().first)
        #expect(first.contact.label == "Anna's phone")
        _ = try await home.store.settle(first, .confirmed, at: noon)
        #expect(try await home.store.nextMessage() == at(60))
        _ = try await home.mark(.done, routine, "2026-03-28T13:00")
        #expect(try await home.store.nextMessage() == nil)
    }

    @Test("A confirmed message counts as told; one that is only sent may be told anew")
    func told() async throws {
        let home = try await RoutineHome.reaching()
        try await home.reach("anna", "Anna's phone")
        try await home.add(medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.take(at: noon)
        func states() async throws -> [String] {
            try await home.store.read { db in
                try String.fetchAll(db, sql: "SELECT state FROM reminder WHERE channel = 'command'")
            }
        }
        let message = try #require(try await home.pending().first)
        _ = try await home.store.settle(message, .sent, at: noon)
        #expect(try await states() == ["waiting"])
        #expect(try await home.store.confirm(message: message.key, at: at(1)))
        #expect(try await home.store.confirm(message: message.key, at: at(9)))
        #expect(try await states() == ["told"])
        #expect(try await home.stored(message.contact).confirmedAt == at(1))
        #expect(try await !home.store.confirm(message: UUID(), at: at(1)))
    }

    // MARK: - Outcomes

    @Test("It is tried again with the same key, the other side's wait is kept, and it is given up in the end")
    func retries() async throws {
        let home = try await RoutineHome.reaching(restarts: true)
        let contact = try await home.reach("anna", "Anna's phone")
        _ = try await home.opened().record(water(), receivedAt: noon)
        let first = try #require(try await home.pending().first)
        #expect(try await !home.opened().settle(first, .failed("no connection"), at: noon))
        #expect(try await home.opened().nextMessage() == at(5))
        let second = try #require(try await home.pending(at: 5).first)
        #expect(second.key == first.key && second.attempts == 1)
        #expect(try await home.stored(contact).state == .new)
        #expect(try await !home.opened().settle(second, .later("too many", seconds: 120), at: at(5)))
        #expect(try await home.opened().nextMessage() == at(125))
        var third = try #require(try await home.pending(at: 125).first)
        #expect(try await !home.opened().settle(third, .later("too many", seconds: .infinity), at: at(125)))
        // 20 s: the third wait.
        #expect(try await home.opened().nextMessage() == at(145))
        let failing = try await home.stored(contact)
        #expect(failing.state == .failing && failing.problem == "too many")
        third.attempts = DeliveryChannel.RetryPolicy().maximumAttempts - 1
        #expect(try await home.opened().settle(third, .failed("no connection"), at: at(145)))
        #expect(try await home.opened().nextMessage() == nil)
        try await home.opened().proved(contact.id, nil, at: at(200))
        let working = try await home.stored(contact)
        #expect(working.state == .working && working.problem == nil && working.provedAt == at(200))
    }

    @Test("A contact that is gone ends, with what waits for it, unless its owner has written it anew")
    func gone() async throws {
        let home = try await RoutineHome.reaching()
        let contact = try await home.reach("anna", "Anna's phone")
        _ = try await home.store.record(water(), receivedAt: noon)
        _ = try await home.store.record(water(), receivedAt: noon)
        let messages = try await home.pending()
        #expect(messages.count == 2)
        #expect(try await home.store.settle(messages[0], .gone("it was uninstalled"), at: noon))
        let ended = try await home.stored(contact)
        #expect(ended.state == .ended && ended.problem == "it was uninstalled")
        #expect(try await home.store.nextMessage() == nil)
        #expect(try await home.sent(until: 1000).isEmpty)
        #expect(try await home.store.contactsToProve(before: .distantFuture).isEmpty)
        // A late confirmation of an older message does not bring it back.
        _ = try await home.store.confirm(message: messages[1].key, at: at(1))
        #expect(try await home.stored(contact).state == .ended)

        var anew = ended
        anew.address = ["topic": "another"]
        let saved = try await home.store.save(anew, at: at(1000))
        #expect(saved.state == .new && saved.problem == nil && saved.renewedAt == at(1000))
        _ = try await home.store.settle(messages[1], .gone("it was uninstalled"), at: at(1001))
        #expect(try await home.stored(contact).state == .new)
        try await home.store.proved(contact.id, "it is gone", isGone: true, at: at(1002))
        #expect(try await home.stored(contact).state == .ended)
    }

    @Test("Whoever has answered is not told once more of the same call by what waits; others are")
    func toldEnough() async throws {
        let home = try await RoutineHome.reaching()
        for (person, label) in [("anna", "Anna's phone"), ("anna", "Anna's tablet"), ("ben", "Ben's phone")] {
            _ = try await home.reach(person, label)
        }
        _ = try await home.store.record(water(), receivedAt: noon)
        let messages = try await home.pending()
        #expect(messages.count == 3)
        let first = try #require(messages.first { $0.contact.label == "Anna's phone" })
        _ = try await home.store.settle(first, .sent, at: noon)
        #expect(try await home.store.markAnswered(message: first.key, at: at(3)))
        #expect(try await home.pending().map(\.contact.label) == ["Ben's phone"])
    }

    @Test("A message is found by its key and answered once")
    func answered() async throws {
        let home = try await RoutineHome.reaching(restarts: true)
        let contact = try await home.reach("anna", "Anna's phone")
        _ = try await home.opened().record(water(), receivedAt: noon)
        let message = try #require(try await home.pending().first)
        let before = try #require(try await home.opened().message(key: message.key, now: noon))
        #expect(before.0 == message && before.answeredAt == nil)
        #expect(try await home.opened().markAnswered(message: message.key, at: at(3)))
        #expect(try await !home.opened().markAnswered(message: message.key, at: at(4)))
        #expect(try await !home.opened().markAnswered(message: UUID(), at: at(4)))
        let after = try #require(try await home.opened().message(key: message.key, now: noon))
        #expect(after.answeredAt == at(3) && after.0.contact.confirmedAt == at(3))
        // A try that was still under way changes nothing.
        _ = try await home.opened().settle(message, .failed("no answer"), at: at(5))
        #expect(try await home.opened().nextMessage() == nil)
        try await home.opened().removeContact(contact.id, at: at(6))
        #expect(try await home.opened().message(key: message.key)?.0 == nil)
    }

    // MARK: - The clock

    @Test("Waits are durations: they move with a clock that is set", arguments: [3600.0, -86_400, 1e8])
    func clockSteps(step: Double) async throws {
        let home = try await RoutineHome.reaching()
        try await home.reach("anna", "Anna's phone", after: 60)
        _ = try await home.store.takeDue(now: noon, uptime: .zero)
        _ = try await home.store.record(water(), receivedAt: noon, uptime: .zero)
        try await home.store.follow(at(step + 10), uptime: .seconds(10))
        #expect(try await home.store.nextMessage() == at(step + 60))
    }

    @Test("Of a clock that was set back while the service was off, none waits for more than an hour")
    func setBack() async throws {
        let home = try await RoutineHome.reaching()
        let contact = try await home.reach("anna", "Anna's phone", after: 60)
        _ = try await home.store.record(water(), receivedAt: noon, uptime: .zero)
        try await home.store.proved(contact.id, nil, at: noon)
        try home.restart()
        let earlier = at(-1e7)
        try await home.store.follow(earlier, uptime: .zero)
        #expect(try await home.store.nextMessage() == earlier.addingTimeInterval(3600))
        // What proved it lies ahead now: that proves nothing.
        #expect(try await home.store.contactsToProve(before: earlier).map(\.id) == [contact.id])
    }

    // MARK: - Whose turn it is

    @Test("Alerts before news, the urgent first, calls before plans; each lane and channel its own")
    func order() async throws {
        let home = try await RoutineHome.reaching([maria, anna])
        try await home.reach("anna", "Anna's phone")
        try await home.add(medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.take(at: noon)
        let (first, _) = try await home.store.record(water(), receivedAt: noon)
        for message in try await home.pending() where message.kind == .alert {
            if case .reminder(let reminder) = message.subject, reminder.request?.id == first.id {
                _ = try await home.store.settle(message, .sent, at: noon)
            }
        }
        try await home.respond(first.id, .met, at: 1)
        _ = try await home.store.record(water(), receivedAt: at(2))
        _ = try await home.store.record(water(priority: .urgent), receivedAt: at(3))
        func titles(_ messages: [OutgoingMessage]) -> [String] {
            messages.map { message in
                switch message.subject {
                case .request(let request): "\(message.kind.rawValue) \(request.state.rawValue)"
                case .reminder(let reminder):
                    reminder.occurrence?.title ?? "call \(reminder.priority.rawValue)"
                }
            }
        }
        let all = try await home.pending(at: 3)
        #expect(titles(all) == ["call urgent", "call normal", "Medicine", "update met"])
        let store = home.store
        let plans = try await store.pendingMessages(lane: .plans, atMost: 9, now: at(3))
        #expect(titles(plans) == ["Medicine"])
        let calls = try await store.pendingMessages(
            over: "ntfy", lane: .calls, except: [all[0].id], atMost: 9, now: at(3))
        #expect(titles(calls) == ["call normal", "update met"])
        #expect(try await store.pendingMessages(over: "sms", atMost: 9, now: at(3)).isEmpty)
        #expect(try await store.nextMessage(except: Set(all.map(\.id))) == nil)
        #expect(try await store.nextMessage(except: [all[2].id]) == at(1))
        // What is due does not hide what comes.
        #expect(try await store.nextMessage(after: at(3)) == nil)
        #expect(try await store.nextMessage(except: [all[2].id], after: noon) == at(1))
    }

    @Test("However many calls of one client wait, another client's is among the first")
    func turns() async throws {
        let home = try await RoutineHome.reaching([maria, anna])
        try await home.reach("anna", "Anna's phone")
        for _ in 1...20 {
            _ = try await home.store.record(water(priority: .urgent), receivedAt: noon)
        }
        var ottos = water(priority: .urgent)
        (ottos.client, ottos.clientName) = ("otto", "Otto")
        _ = try await home.store.record(ottos, receivedAt: at(1))
        func clients(_ count: Int) async throws -> [String?] {
            try await home.store.pendingMessages(atMost: count, now: at(1)).map { message -> String? in
                guard case .reminder(let reminder) = message.subject else { return nil }
                return reminder.request?.client
            }
        }
        #expect(try await clients(3) == ["maria", "otto", "maria"])
        // One after the other, too.
        let first = try #require(
            try await home.store.pendingMessages(atMost: 1, now: at(1)).first)
        _ = try await home.store.settle(first, .sent, at: at(1))
        #expect(try await clients(1) == ["otto"])
    }

    @Test("A message that cannot be read is given up and holds up no other")
    func unreadable() async throws {
        let home = try await RoutineHome.reaching([maria, anna, ben])
        let contact = try await home.reach("anna", "Anna's phone")
        try await home.reach("ben", "Ben's phone")
        _ = try await home.store.record(water(), receivedAt: noon)
        try await home.store.write { db in
            try db.put(
                sql: "UPDATE contact SET address = '[1]' WHERE id = ?", arguments: [contact.id.uuidString])
        }
        #expect(try await home.pending().map(\.contact.label) == ["Ben's phone"])
        #expect(try await home.pending().count == 1)
        #expect(try await home.store.allContacts().map(\.label) == ["Ben's phone"])
        #expect(
            try await home.store.unreadableRows() == [UnreadableRow(.contact, contact.id.uuidString)])
    }

    @Test("Among 10,000 sent messages the next are found by their indexes, in as many steps as among few")
    func many() async throws {
        let home = try await RoutineHome.reaching([maria, anna])
        let contact = try await home.reach("anna", "Anna's phone")
        let steps = SQLiteSteps(each: 10)
        func taken() async throws -> Int {
            _ = try await home.store.record(water(), receivedAt: noon)
            let store = home.store
            let taken = try await steps.counted(in: store) { () async throws in
                let found = try await store.pendingMessages(atMost: 9, now: noon)
                #expect(found.count == 1)
                #expect(try await store.nextMessage() == noon)
            }
            for message in try await home.pending() {
                _ = try await home.store.settle(message, .sent, at: noon)
            }
            return taken
        }
        func send(_ count: Int) async throws {
            let id = contact.id.uuidString
            try await home.store.write { db in
                for _ in 0..<count {
                    try db.put(
                        sql: """
                            INSERT INTO journal (at, kind, subject, content, late)
                            VALUES (0, 'note', 'x', '{}', 0)
                            """)
                    try db.put(
                        sql: """
                            INSERT INTO message (key, sequence, contact_id, request_id, kind, state)
                            SELECT ?, last_insert_rowid(), ?, (SELECT min(id) FROM request), 'alert', 'sent'
                            """, arguments: [UUID().uuidString, id])
                }
            }
        }
        _ = try await taken()
        try await send(1000)
        let few = try await taken()
        try await send(9000)
        let many = try await taken()
        #expect(few > 0 && many <= few + few / 10, "\(few) and \(many)")

        let plan = try await home.store.read { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN " + PendingMessages.query(nil),
                arguments: PendingMessages.arguments(channel: nil, except: [], atMost: 1, now: noon)
            ).map { row -> String in row["detail"] }
        }
        #expect(plan.contains("SEARCH m USING INDEX message_pending (next_try_at<?)"), "\(plan)")
        #expect(plan.contains("SEARCH m USING INTEGER PRIMARY KEY (rowid>?)"), "\(plan)")
        let tables = ["m", "r", "c", "p", "message", "contact", "journal"]
        let scanned = plan.filter { line in
            tables.contains { line == "SCAN \($0)" || line.hasPrefix("SCAN \($0) ") }
        }
        #expect(scanned.isEmpty)
    }
}
