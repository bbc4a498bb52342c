import Care
import CareClient
import CareStore
import Foundation
import Recurrence
import Synchronization
import Testing

@Suite("The agenda reaches kiosks and stations", .timeLimit(.minutes(30)))
struct AgendaTests {
    let home: Home

    init() throws { home = try Home() }

    @Test("It is fetched after connecting, and again after what somebody else has changed")
    func fetched() async throws {
        try await home.serve { [home] port in
            try await home.client(port: port, store: "station.sqlite", as: .station) { station in
                let first = try await station.untilAgenda { _ in true }
                #expect(first.proposals.isEmpty && first.zone == "UTC")
                try await home.client(port: port) { (kiosk: inout ClientLog) async throws in
                    let new = walk()
                    kiosk.client.post(.propose(new))
                    try await kiosk.untilDelivered(new.id)
                    let agenda = try await station.untilAgenda { !$0.proposals.isEmpty }
                    #expect(agenda.proposals.map(\.id) == [new.id])
                }
            }
        }
    }

    @Test("A hundred changes in a row are told as events, each, and cost fewer fetches; the last one has all")
    func coalesced() async throws {
        try await home.serve { [home] port in
            try await home.client(port: port, store: "station.sqlite", as: .station) { station in
                _ = try await station.untilAgenda { _ in true }
                try await home.client(port: port) { (kiosk: inout ClientLog) async throws in
                    for _ in 0..<100 { kiosk.client.post(.propose(walk())) }
                    let agenda = try await station.untilAgenda { $0.proposals.count == 100 }
                    let events = station.told.compactMap { event in
                        if case .journal(let event) = event { event.sequence } else { nil }
                    }
                    #expect(events == events.sorted() && Set(events).count == events.count)
                    #expect(agenda.sequence >= events.last ?? 0)
                    // One for the connection, then at most one for each event, and one after it.
                    let fetches = station.told.count { if case .agenda = $0 { true } else { false } }
                    #expect(fetches <= events.count + 2)
                }
            }
        }
    }

    @Test("Reminders due while the service was down are announced late, once, until acknowledged")
    func lateReminder() async throws {
        let due = try await addRoutine(isClientsOwn: false)
        try await home.serve { [home] port in
            try await home.client(port: port, store: "station.sqlite", as: .station) { station in
                let agenda = try await station.untilAgenda { !$0.reminders.isEmpty }
                #expect(agenda.reminders.count == 1)
                let reminder = try #require(agenda.reminders.first)
                #expect(reminder.isLate && reminder.occurrence?.routine == due)
                station.client.post(
                    .receipt(
                        reminder: reminder.id,
                        ReminderReceipt(id: UUID(), outcome: .told, at: wholeSecond())))
                _ = try await station.untilAgenda { $0.reminders.isEmpty && !$0.planned.isEmpty }
            }
        }
        try await home.serve { [home] port in
            try await home.client(port: port, store: "station.sqlite", as: .station) { station in
                let agenda = try await station.untilAgenda { _ in true }
                #expect(agenda.reminders.isEmpty)
            }
        }
    }

    @Test("A client marks an own item done; what is not theirs is rejected, and holds up nothing")
    func marks() async throws {
        let (own, other) = (
            try await addRoutine(isClientsOwn: true), try await addRoutine(isClientsOwn: false)
        )
        try await home.serve { [home] port in
            try await home.client(port: port) { (kiosk: inout ClientLog) async throws in
                let agenda = try await kiosk.untilAgenda { !$0.planned.isEmpty }
                let key = try #require(agenda.planned.first { $0.routine == own }).key
                func done(_ routine: UUID) -> OccurrenceEntry {
                    OccurrenceEntry(
                        id: UUID(), routine: routine, key: key, kind: .done, by: "Maria", at: wholeSecond())
                }
                let (wrong, right, water) = (done(other), done(own), water())
                for command in [CareCommand.mark(wrong), .mark(right), .ask(water)] {
                    kiosk.client.post(command)
                }
                let problem = try await kiosk.until { event in
                    if case .rejected(wrong.id, let problem, _) = event { problem } else { nil }
                }
                #expect(problem.kind == .forbidden)
                try await kiosk.untilDelivered(right.id)
                try await kiosk.untilDelivered(water.id)
                // It may be midnight: what was done yesterday is listed nowhere any more.
                let after = try await kiosk.untilAgenda { agenda in
                    agenda.planned.allSatisfy { $0.routine == other || !$0.state.isOpen }
                }
                #expect(after.planned.allSatisfy { $0.routine == other || $0.changedBy == "Maria" })
            }
        }
    }

    @Test("People are told when a running service gives no agenda, and when it does again")
    func lost() async throws {
        var timing = Home.quick
        timing.agendaLostAfter = .zero
        try await home.serve { [home, timing] port in
            try await home.client(port: port, store: "station.sqlite", as: .station) { station in
                _ = try await station.untilAgenda { _ in true }
                try await Proxy.run(to: port) { proxy, wire in
                    proxy.mode.withLock { $0 = .cutsAgendas }
                    try await home.client(port: wire, timing: timing) { kiosk in
                        _ = try await kiosk.untilConnected()
                        let begun = try #require(try await station.untilJournal().fault)
                        #expect(begun.kind == .planLost && begun.source == "kiosk" && begun.isActive)
                        proxy.mode.withLock { $0 = .passes }
                        _ = try await kiosk.untilAgenda { _ in true }
                        let over = try #require(try await station.untilJournal().fault)
                        #expect(over.kind == .planLost && !over.isActive)
                    }
                }
            }
        }
    }

    @Test("People are told again of one machine's missing agenda after another machine has it")
    func lostByOneOfTwo() async throws {
        var timing = Home.quick
        timing.agendaLostAfter = .zero
        try await home.serve { [home, timing] port in
            try await home.client(port: port, store: "station.sqlite", as: .station) { station in
                _ = try await station.untilAgenda { _ in true }
                func fault() async throws -> Bool? { try await station.untilJournal().fault?.isActive }
                try await Proxy.run(to: port) { proxy, wire in
                    proxy.mode.withLock { $0 = .cutsAgendas }
                    try await home.client(port: wire, timing: timing) { kiosk in
                        _ = try await kiosk.untilConnected()
                        #expect(try await fault() == true)
                        try await home.client(port: port, store: "other.sqlite") { other in
                            _ = try await other.untilAgenda { _ in true }
                            // It cannot know that it was not its own earlier run that had none.
                            #expect(try await fault() == false)
                            #expect(try await fault() == true)
                        }
                        proxy.mode.withLock { $0 = .passes }
                        _ = try await kiosk.untilAgenda { _ in true }
                        #expect(try await fault() == false)
                    }
                }
            }
        }
    }

    /// Puts a routine into the store while no service runs: once, a minute ago, for Maria by Anna.
    private func addRoutine(isClientsOwn: Bool) async throws -> UUID {
        let store = try CareStore(path: home.path("care.sqlite"))
        try await store.ensurePerson(id: "maria", name: "Maria", role: .client, at: wholeSecond())
        try await store.ensurePerson(id: "anna", name: "Anna", role: .caregiver, at: wholeSecond())
        let start = ZoneRules.utc.local(of: Date()).adding(seconds: -60)
        let new = NewRoutine(
            id: UUID(),
            content: RoutineContent(
                title: "Medicine", client: "maria", assignment: .fixed(person: "anna"),
                schedule: RecurrenceSet(start: start, zone: "UTC"), isClientsOwn: isClientsOwn),
            at: wholeSecond())
        // Planned an hour ago: what was over when it was planned is nobody's to be reminded of.
        _ = try await store.addRoutine(new, receivedAt: Date(timeIntervalSinceNow: -3600))
        return new.id
    }
}

extension Agenda {
    /// Today's and what is left of earlier days.
    fileprivate var planned: [RoutineOccurrence] { outstanding + today }
}

private func walk() -> NewNeedProposal {
    NewNeedProposal(
        id: UUID(), client: "maria", clientName: "Maria", label: "A walk", say: "A walk, please.",
        proposedAt: wholeSecond())
}
