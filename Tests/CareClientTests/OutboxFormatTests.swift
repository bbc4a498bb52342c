import Care
import Foundation
import GRDB
import Recurrence
import StoreFiles
import Testing

@testable import CareClient

@Suite("An outbox of an earlier version")
struct OutboxFormatTests {
    let home: Home

    init() throws { home = try Home() }

    /// Makes an outbox as the first version did, with commands in it.
    private func makeOld(_ rows: [(kind: String, id: UUID, requestID: UUID?, body: String)]) throws -> String
    {
        let path = home.path("kiosk.sqlite")
        let format = StoreFormat.outbox
        let old = StoreFormat(
            name: format.name, applicationID: format.applicationID, steps: [format.steps[0]])
        let file = try StoreFile.open(path, format: old)
        try file.queue.write { db in
            for row in rows {
                try db.execute(
                    sql: "INSERT INTO command (id, kind, request_id, body) VALUES (?, ?, ?, ?)",
                    arguments: [row.id.uuidString, row.kind, row.requestID?.uuidString, row.body])
            }
            try db.execute(
                sql: "INSERT INTO cursor (only, journal, sequence) VALUES (1, ?, 7)",
                arguments: [Self.journal.uuidString])
        }
        try file.queue.close()
        return path
    }

    private static let journal = UUID()

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try CareJSON.encoder().encode(value), as: UTF8.self)
    }

    @Test("Every command and the journal cursor are kept in order, and new kinds can be added")
    func kept() throws {
        let (new, later) = (water(), water())
        let cancel = answer(.cancelled)
        let path = try makeOld([
            ("ask", new.id, nil, try json(new)), ("respond", cancel.id, new.id, try json(cancel)),
            ("ask", later.id, nil, try json(later)),
        ])
        let commands: [CareCommand] = [.ask(new), .respond(requestID: new.id, cancel), .ask(later)]
        let added = newCommands()
        do {
            let outbox = try Outbox(path: path)
            #expect(try outbox.commands() == commands)
            #expect(try outbox.cursor() == JournalCursor(journal: Self.journal, sequence: 7))
            try outbox.remove(new.id)
            for command in added { try outbox.add(command) }
        }
        #expect(try Outbox(path: path).commands() == Array(commands.dropFirst()) + added)
    }

    /// An outbox that the first version's own program left, with what was only in its log.
    private func left(_ name: String) throws -> Outbox {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/first-version/home")
        for file in [name, name + "-wal"] {
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent(file), to: URL(fileURLWithPath: home.path(file)))
        }
        return try Outbox(path: home.path(name))
    }

    @Test("What waited in the first version's own outboxes is there, and where they had heard the journal to")
    func leftByTheFirst() throws {
        let kiosk = try left("kiosk.sqlite")
        let asked = try kiosk.commands().map { command in
            guard case .ask(let new) = command else { return "\(command)" }
            return new.label
        }
        #expect(asked == ["radio", "scarf"])
        let station = try left("station.sqlite")
        let answers = try station.commands()
        guard case .respond(_, let response)? = answers.first, answers.count == 1 else {
            Issue.record("\(answers)")
            return
        }
        #expect(response.state == .onTheWay && response.by == "Anna")
        #expect(try kiosk.cursor()?.sequence == 40)
        #expect(try kiosk.cursor() == station.cursor())
    }

    @Test("One of each kind comes back as it was kept")
    func kinds() throws {
        let outbox = try Outbox(path: home.path("new.sqlite"))
        let fault = Fault(
            id: UUID(), source: "kiosk", kind: .soundLost, isActive: true, clientName: nil, detail: "",
            at: wholeSecond())
        let commands = [.ask(water()), .fault(fault)] + newCommands()
        for command in commands { try outbox.add(command) }
        #expect(try outbox.commands() == commands)
    }

    private func newCommands() -> [CareCommand] {
        let zone = "Europe/Berlin"
        let local = WallTime("2026-03-28T08:00:00") ?? .first
        return [
            .propose(
                NewNeedProposal(
                    id: UUID(), client: "maria", clientName: "Maria", label: "A walk", say: "A walk, please.",
                    proposedAt: wholeSecond())),
            .mark(
                OccurrenceEntry(
                    id: UUID(), routine: UUID(), key: OccurrenceKey(local, zone: zone), kind: .done,
                    by: "Maria", at: wholeSecond())),
            .receipt(reminder: UUID(), ReminderReceipt(id: UUID(), outcome: .told, at: wholeSecond())),
            .household(
                .remind(
                    ChoreReminder(
                        id: UUID(), routine: UUID(), key: OccurrenceKey(local, zone: zone), at: wholeSecond())
                )),
            .said(words: UUID(), WordsReceipt(id: UUID(), at: wholeSecond())),
            .household(.ask(NewGrant(id: UUID(), reward: UUID(), person: "maria", at: wholeSecond()))),
            .household(
                .answer(
                    grant: UUID(), GrantAnswer(id: UUID(), state: .withdrawn, by: "Maria", at: wholeSecond()))
            ),
            .mood(
                NewMood(
                    id: UUID(), client: "maria", scale: .faces5, value: .level(4), routine: UUID(),
                    key: OccurrenceKey(local, zone: zone), at: wholeSecond())),
            .household(
                .pay(
                    PaidAmount(
                        id: UUID(), from: "maria",
                        owed: OwedAmount(
                            charge: UUID(), to: "ben", name: "Ben", what: "Rent", amount: 1250,
                            currency: "EUR", due: .first), on: .first, by: "Maria", at: wholeSecond()))),
            .household(.switchPoints(id: UUID(), person: "maria", PointSwitch(isOn: false, by: "Maria"))),
            .household(
                .addGoal(
                    NewRoutine(
                        id: UUID(),
                        content: RoutineContent(
                            title: "Walk", client: "maria", assignment: .fixed(person: "maria"),
                            schedule: RecurrenceSet(start: local, zone: zone, repetition: .once),
                            reminders: ReminderPlan(tellsDue: false, untilDone: [540]),
                            graceMinutes: Goal.openEnd, isClientsOwn: true, isGoal: true),
                        by: "Maria", at: wholeSecond()))),
            .household(
                .endGoal(
                    routine: UUID(),
                    RoutineChange(id: UUID(), scope: .all, replaces: 7, by: "Maria", at: wholeSecond()))),
        ]
    }
}
