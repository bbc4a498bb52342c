import AsyncHTTPClient
import Care
import Foundation
import GRDB
import NIOCore
import NIOHTTP1
import Recurrence
import StoreFiles
import Synchronization
import Testing

@testable import CareService
@testable import CareStore

@Suite("A time that no clock shows")
struct ImpossibleTimeTests {
    private static let kiosk = RunningService.tokens.kiosk
    private static let station = RunningService.tokens.station
    static let times = [
        "9999-12-31T23:59:59.9999Z", "9999-12-31T23:59:59-23:59", "10000-01-01T00:00:00.000Z",
        "0001-01-01T00:00:00+23:59", "-0044-03-15T12:00:00Z",
    ]

    /// A value's JSON with another time in one field.
    private static func json(_ value: some Encodable, _ field: String, _ time: String) throws -> Data {
        var object = try #require(
            JSONSerialization.jsonObject(with: CareJSON.encoder().encode(value)) as? [String: Any])
        object[field] = time
        return try JSONSerialization.data(withJSONObject: object)
    }

    private static func post(
        _ service: RunningService, _ path: String, _ value: some Encodable, _ field: String, _ time: String,
        as token: String
    ) async throws -> RunningService.Answer {
        try await service.send(
            service.message(.POST, "/api/v1/" + path, as: token, body: json(value, field, time)))
    }

    @Test("An urgent call is taken, sounds, and hides no other call", arguments: times)
    func call(time: String) async throws {
        try await RunningService.with { service async throws in
            let pain = water(priority: .urgent)
            try await service.events(as: Self.station) { lines in
                try await lines.untilReady()
                let made = try await Self.post(service, "requests", pain, "asked_at", time, as: Self.kiosk)
                #expect(made.status == 201)
                let kept: Request = try made.decode()
                #expect(kept.isTimeOfArrival && kept.askedAt == noon && kept.receivedAt == noon)
                let told = try await lines.nextEvent()
                #expect(told.kind == .asked && told.request == kept)
            }
            // The same again, as an outbox sends it.
            let again = try await Self.post(service, "requests", pain, "asked_at", time, as: Self.kiosk)
            #expect(again.status == 200)
            #expect(try await service.post("/api/v1/requests", pain).status == 409)
            #expect(try await service.post("/api/v1/requests", water()).status == 201)
            let open: RequestPage = try await service.get("/api/v1/requests?state=open", as: Self.station)
                .decode()
            #expect(
                open.requests.map(\.id).contains(pain.id) && open.requests.count == 2 && open.unreadable == []
            )
            let visitor = try await service.setUp()
            let now = try await visitor.send(.GET, "requests?state=open").decode(RequestPage.self)
            #expect(now.requests.count == 2)
            let page = try await service.send(
                service.message(.GET, "/now", as: nil, headers: [("Cookie", visitor.cookie)]))
            let text = String(decoding: page.body, as: UTF8.self)
            #expect(text.contains("Maria asks for water") && !text.contains("when it arrived"))
        }
    }

    @Test("Answers, faults, marks, receipts and proposals of devices are taken", arguments: times)
    func devices(time: String) async throws {
        try await RunningService.with(adjust: Days.settings) { service async throws in
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            let heard = try await Self.post(
                service, "requests/\(asked.id)/responses", answer(.onTheWay), "at", time, as: Self.station)
            #expect(heard.status == 201)
            let fault = Fault(
                id: UUID(), source: "kiosk", kind: .soundLost, isActive: true, clientName: "Maria",
                detail: "",
                at: noon)
            #expect(try await Self.post(service, "faults", fault, "at", time, as: Self.kiosk).status == 201)
            let faults: FaultPage = try await service.get("/api/v1/faults").decode()
            #expect(faults.faults.map(\.isTimeOfArrival) == [true] && faults.faults.first?.at == noon)
            let note = RequestNote(id: UUID(), text: "She slept.", at: noon)
            let noted = try await Self.post(
                service, "requests/\(asked.id)/notes", note, "at", time, as: Self.station)
            #expect(noted.status == 201)
            let kept: RequestNote = try noted.decode()
            #expect(kept.isTimeOfArrival && kept.at == noon)
            let wish = NewNeedProposal(
                id: UUID(), client: "maria", clientName: "Maria", label: "Tea", say: "Tea", proposedAt: noon)
            let proposed = try await Self.post(
                service, "proposals", wish, "proposed_at", time, as: Self.kiosk)
            #expect(proposed.status == 201)
            #expect(try proposed.decode(NeedProposal.self).isTimeOfArrival)
            let medicine = try Days.medicine(at: "2026-03-28T13:00:00")
            #expect(try await service.post("/api/v1/routines", medicine, as: Self.station).status == 201)
            let reminder = Mutex<UUID?>(nil)
            try await service.events(as: Self.station, after: 0) { lines in
                while reminder.withLock({ $0 }) == nil {
                    let told = try await lines.nextEvent().reminder
                    reminder.withLock { $0 = told?.id }
                }
            }
            let told = try #require(reminder.withLock { $0 })
            let receipt = ReminderReceipt(id: UUID(), outcome: .told, at: noon)
            #expect(
                try await Self.post(
                    service, "reminders/\(told)/receipts", receipt, "at", time, as: Self.station
                ).status == 201)
            let entry = OccurrenceEntry(
                id: UUID(), routine: medicine.id, key: Days.key("2026-03-28T13:00:00"), kind: .done,
                by: "Anna",
                at: noon)
            let marked = try await Self.post(service, "entries", entry, "at", time, as: Self.station)
            #expect(marked.status == 201)
            #expect(try marked.decode(RoutineOccurrence.self).changedAt == noon)
            // Everything that lists them can be read.
            for path in [
                "requests", "faults", "agenda", "proposals", "routines", "history", "handover?since=8h",
                "requests/\(asked.id)/notes", "history/requests/\(asked.id)",
                "occurrences?from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z",
                "entries?routine=\(medicine.id)&key=2026-03-28T13:00:00%5BEurope/Berlin%5D",
            ] {
                let answer = try await service.get("/api/v1/\(path)", as: Self.station)
                #expect(answer.status == 200, "\(path)")
                #expect(!String(decoding: answer.body, as: UTF8.self).contains("9999-12-31"), "\(path)")
            }
            try await service.events(as: Self.station, after: 0) { lines in
                let last = try await service.get("/api/v1/requests", as: Self.station).decode(
                    RequestPage.self)
                var event = try await lines.nextEvent()
                while event.sequence < last.sequence {
                    #expect(!event.isIncomplete)
                    event = try await lines.nextEvent()
                }
            }
        }
    }

    @Test(
        "What people plan or write is refused with its field",
        arguments: ["1999-12-31T12:00:00Z", "2201-01-01T12:00:00Z"] + times)
    func people(time: String) async throws {
        try await RunningService.with(adjust: Days.settings) { service async throws in
            let olga = try await service.setUp()
            func refused(
                _ method: HTTPMethod, _ path: String, _ body: Data, _ field: String,
                _ comment: Comment? = nil
            ) async throws {
                var message = try olga.message(method, path)
                message.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
                message.body = .bytes(body)
                let answer = try await service.send(message)
                #expect(answer.status == 422, comment)
                #expect(try answer.problem.field == field, comment)
            }
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            let note = RequestNote(id: UUID(), text: "Tea", at: noon)
            try await refused(.POST, "requests/\(asked.id)/notes", Self.json(note, "at", time), "at")
            let medicine = try Days.medicine(at: "2026-03-28T13:00:00")
            var planned = medicine
            planned.by = "Olga"
            try await refused(.POST, "routines", Self.json(planned, "at", time), "at")
            #expect(try await olga.send(.POST, "routines", planned).status == 201)
            let entry = OccurrenceEntry(
                id: UUID(), routine: medicine.id, key: Days.key("2026-03-28T13:00:00"), kind: .done, at: noon)
            try await refused(.POST, "entries", Self.json(entry, "at", time), "at")
            for until in [nil, time] {
                var known = try #require(
                    JSONSerialization.jsonObject(
                        with: CareJSON.encoder().encode(
                            Person(id: "anna", name: "Anna", role: .caregiver, sequence: 1)))
                        as? [String: Any])
                known["absences"] = [["from": time, "until": until].compactMapValues { $0 }]
                try await refused(
                    .PUT, "people/anna", JSONSerialization.data(withJSONObject: known),
                    "absences[0].from")
            }
            // An answer is never refused for its time, also where a person gives it.
            var message = try olga.message(.POST, "requests/\(asked.id)/responses")
            message.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
            message.body = .bytes(try Self.json(answer(.onTheWay, by: nil), "at", time))
            #expect(try await service.send(message).status == 201)
        }
    }

    @Test(
        "Each time of a routine lies in the years 2000 to 2200",
        arguments: [
            ("start", "1999-03-28T13:00:00"), ("start", "9999-12-31T23:59:59"),
            ("also", "2201-01-01T00:00:00"),
            ("except", "0001-01-01T00:00:00"), ("to", "2300-01-01T00:00:00"), ("until", "99991231T235959"),
        ])
    func routine(place: String, time: String) async throws {
        try await RunningService.with(adjust: Days.settings) { service async throws in
            var medicine = try Days.medicine(at: "2026-03-28T13:00:00")
            var field = "content.schedule.start"
            switch place {
            case "start": medicine.content.schedule.start = Days.wall(time)
            case "also":
                (medicine.content.schedule.also, field) = ([Days.wall(time)], "content.schedule.also[0]")
            case "except":
                (medicine.content.schedule.except, field) = ([Days.key(time)], "content.schedule.except[0]")
            case "to":
                medicine.content.schedule.changes = [
                    .init(of: Days.key("2026-03-28T13:00:00"), to: Days.wall(time))
                ]
                field = "content.schedule.changes[0].to"
            default:
                medicine.content.schedule.repetition = .rules([try RecurrenceRule("FREQ=DAILY;UNTIL=\(time)")]
                )
                field = "content.schedule.repeat.rules[0]"
            }
            let answer = try await service.post("/api/v1/routines", medicine, as: Self.station)
            #expect(answer.status == 422)
            #expect(try answer.problem.field == field)
        }
    }

    @Test("A machine that believes in 1970 lets people answer, mark and write all the same")
    func oldClock() async throws {
        try await RunningService.with(adjust: Days.settings) { service async throws in
            let olga = try await service.setUp()
            service.clock.set(by: -noon.timeIntervalSince1970)
            let asked = water()
            _ = try await service.post("/api/v1/requests", asked)
            let note = RequestNote(id: UUID(), text: "Tea", at: Date(timeIntervalSince1970: 60))
            #expect(try await olga.send(.POST, "requests/\(asked.id)/notes", note).status == 201)
        }
    }

    @Test(
        "A home that version 0.2.0 has left deaf tells of its urgent call at the next start, on the page Now as well"
    )
    func poisonedHome() async throws {
        let (urgent, other) = (UUID(), UUID())
        try await RunningService.with(adjust: { configuration in
            do {
                let steps = StoreFormat.care.steps
                let old = StoreFormat(
                    name: StoreFormat.care.name, applicationID: StoreFormat.care.applicationID,
                    steps: Array(steps.prefix(steps.firstIndex(of: StoreFormat.times) ?? 0)))
                let file = try StoreFile.open(configuration.storePath, format: old)
                try file.queue.write { db in
                    for (number, id, label, asked) in [
                        (1, urgent, "pain", 253_402_300_800_000), (2, other, "water", noon.milliseconds),
                    ] {
                        try db.put(
                            sql: """
                                INSERT INTO request (id, client, client_name, need, label, called, say, priority,
                                    state, asked_at, received_at, changed_at, sequence)
                                VALUES (?1, 'maria', 'Maria', ?2, ?2, ?2, ?2, 'urgent', 'asked', ?3, ?4, ?4, ?5)
                                """, arguments: [id.uuidString, label, asked, noon.milliseconds, number])
                        try db.put(
                            sql: """
                                INSERT INTO journal (at, kind, request_id, state, changed_at, escalation, late)
                                VALUES (?1, 'asked', ?2, 'asked', ?1, 0, 0)
                                """, arguments: [noon.milliseconds, id.uuidString])
                    }
                }
                try file.queue.close()
            } catch { Issue.record(error) }
        }) { service async throws in
            try await service.events(as: Self.station, after: 0) { lines in
                let told = [try await lines.nextEvent(), try await lines.nextEvent()]
                #expect(told.map(\.request?.id) == [urgent, other])
                #expect(told.map(\.request?.isTimeOfArrival) == [true, false])
                #expect(told.allSatisfy { $0.kind == .asked && $0.request?.isUnreadable == false })
            }
            let olga = try await service.setUp()
            let page = try await service.send(
                service.message(.GET, "/now", as: nil, headers: [("Cookie", olga.cookie)]))
            let text = String(decoding: page.body, as: UTF8.self)
            #expect(text.contains("Maria asks for pain") && text.contains("Maria asks for water"))
            #expect(
                try await service.post(
                    "/api/v1/requests/\(urgent)/responses", answer(.onTheWay), as: Self.station
                ).status == 201)
        }
    }

    @Test("A store that has a call without an id and a damaged need calls out the one and names the other")
    func damagedRows() async throws {
        try await RunningService.with(adjust: { configuration in
            Days.settings(&configuration)
            do {
                let file = try StoreFile.open(configuration.storePath, format: .care)
                try file.queue.write { db in
                    try db.put(sql: "PRAGMA ignore_check_constraints = ON")
                    let id = String(repeating: "z", count: 36)
                    try db.put(
                        sql: """
                            INSERT INTO request (id, client, client_name, need, label, called, say, priority, state,
                                asked_at, received_at, changed_at, sequence)
                            VALUES (?, 'maria', 'Maria', 'x', 'X', 'x', 'x', 'urgent', 'asked', 0, 0, 0, 1);
                            """, arguments: [id])
                    try db.put(
                        sql:
                            "INSERT INTO journal (at, kind, late, subject, content) VALUES (0, 'need_changed', 0, 'tea', '{}')"
                    )
                    try db.put(
                        sql: "INSERT INTO need (id, content, is_active, sequence) VALUES ('tea', '{}', 1, 1)")
                }
                try file.queue.close()
            } catch { Issue.record(error) }
        }) { service async throws in
            try await service.events(as: Self.station, after: 0) { lines in
                var event = try await lines.nextEvent()
                while event.fault?.kind != .callUnreadable { event = try await lines.nextEvent() }
                #expect(event.fault?.isActive == true && event.fault?.detail == "row 1")
                let agenda: Agenda = try await service.get("/api/v1/agenda", as: Self.station).decode()
                #expect(agenda.needs.isEmpty)
                // The next look finds what was left out.
                service.service.clockHasMoved()
                while event.fault?.kind != .recordUnreadable { event = try await lines.nextEvent() }
                #expect(event.fault?.detail.contains("need tea") == true)
            }
            let open: FaultPage = try await service.get("/api/v1/faults", as: Self.station).decode()
            var seen = try #require(open.faults.first { $0.kind == .callUnreadable })
            let olga = try await service.setUp()
            (seen.id, seen.source, seen.isActive) = (UUID(), "page", false)
            #expect(try await olga.send(.POST, "faults", seen).status == 201)
            #expect(
                try await service.get("/api/v1/faults", as: Self.station).decode(FaultPage.self).faults
                    .map(\.kind) == [.recordUnreadable])
        }
    }

    @Test("A name that cannot be seen is refused with its field, and nothing is said of the disk")
    func invisible() async throws {
        try await RunningService.with(adjust: Days.settings) { service async throws in
            let olga = try await service.setUp()
            for name in ["\u{200B}", " \u{2060}", "\u{3164}", "\u{2800}", "\u{FEFF}\u{200D}"] {
                let renamed = try await olga.send(.PUT, "account", AccountChange(name: name))
                #expect(renamed.status == 422)
                #expect(try renamed.problem.field == "name")
            }
            #expect(try await service.get("/api/v1/health", as: nil).status == 200)
            #expect(try await service.get("/api/v1/faults").decode(FaultPage.self).faults.isEmpty)
        }
    }
}

extension Database {
    /// One statement, past everything that Beckon would write.
    fileprivate func put(sql: String, arguments: StatementArguments = []) throws {
        try makeStatement(sql: sql).execute(arguments: arguments)
    }
}
